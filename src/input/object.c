#include "input/object.h"

#include <string.h>

#include "input/draft.h"

/* Drafts becoming objects; set->item[i] belongs to drafts.objects.item[i]. */
struct build {
    struct drafts d;
    const struct object_set *models; /* of a site; NULL in the catalogue */
    struct object_set *set;
    enum { WAITING, UNDER_WAY, DONE } * state;
};

int kind_find(const struct kind *kinds, int n, const char *name)
{
    for (int i = 0; i < n; i++)
        if (strcmp(kinds[i].name, name) == 0) return i;
    return -1;
}

static const char *title(const struct build *b, const struct draft *o)
{
    return draft_title(&b->d, o);
}

static struct object *model_find(const struct object_set *models, int kind, const char *name)
{
    for (int i = 0; i < models->n; i++)
        if (models->item[i].kind == kind && strcmp(models->item[i].name, name) == 0)
            return &models->item[i];
    return NULL;
}

struct named { /* candidates for a model name, from either side */
    const char *name;
    int kind;
};

static struct named candidate(const struct build *b, int i)
{
    if (b->models) return (struct named){b->models->item[i].name, b->models->item[i].kind};
    return (struct named){b->d.objects.item[i].name, b->d.objects.item[i].kind};
}

static const char *use_hint(const struct build *b, const struct draft *o)
{
    int n = b->models ? b->models->n : b->d.objects.n, n_names = 0;
    struct arena *a = b->d.arena;
    const char **names = ARENA_ARRAY(a, const char *, (size_t)n + 1);
    const char *elsewhere = NULL;
    for (int i = 0; i < n; i++) {
        struct named c = candidate(b, i);
        if (c.kind == o->kind)
            names[n_names++] = c.name;
        else if (strcmp(c.name, o->use) == 0)
            elsewhere = b->d.kinds[c.kind].name;
    }
    const char *near_name = text_nearest(o->use, names, n_names);
    if (near_name) return arena_format(a, "did you mean '%s'?", near_name);
    return elsewhere ? arena_format(a, "'%s' is a model of [%s]", o->use, elsewhere) : NULL;
}

static bool use_unknown(const struct build *b, const struct draft *o)
{
    diag_error(b->d.diags, DIAG_INPUT, o->use_at, use_hint(b, o), "no model '%s' for [%s]", o->use,
               title(b, o));
    return false;
}

static void make_one(struct build *b, int i, int depth);

/* In the catalogue a model is made before the ones that use it. */
static const struct object *model_of_catalogue(struct build *b, const struct draft *o, int depth)
{
    enum { DEPTH_MAX = 64 };
    int i = draft_find(&b->d, o->kind, o->use);
    if (i < 0) {
        (void)use_unknown(b, o);
        return NULL;
    }
    if (b->state[i] == UNDER_WAY || depth >= DEPTH_MAX) {
        diag_error(b->d.diags, DIAG_INPUT, o->use_at, NULL, "[%s] uses '%s', which uses it in turn",
                   title(b, o), o->use);
        return NULL;
    }
    make_one(b, i, depth + 1);
    return &b->set->item[i];
}

static const struct object *model_of(struct build *b, const struct draft *o, int depth)
{
    if (!b->models) return model_of_catalogue(b, o, depth);
    const struct object *m = model_find(b->models, o->kind, o->use);
    if (!m) (void)use_unknown(b, o);
    return m;
}

/* Checks one value by itself, so that an error has the place of its own line. */
static bool piece_is_good(struct build *b, const struct kind *k, const struct assign *x)
{
    struct arena *a = b->d.arena;
    void *scratch = arena_make(a, 1, k->size);
    const struct param *p = &k->params[x->param];
    if (x->is_append && x->value[0] == '\0') {
        diag_error(b->d.diags, DIAG_INPUT, x->at_key, NULL, "'%s' has nothing to append", p->key);
        return false;
    }
    return param_set(p, scratch, text_of(x->value), x->at_value, NULL, a, b->d.diags);
}

static bool continues(const struct draft *o, int i, int param)
{
    return i < o->n && o->item[i].is_append && o->item[i].param == param;
}

static void set_from(struct build *b, const struct kind *k, struct object *out,
                     const struct assign *x, const char *value)
{
    struct provenance *from = &out->from[x->param];
    if (param_set(&k->params[x->param], out->data, text_of(value), x->at_value, from, b->d.arena,
                  b->d.diags))
        from->origin = x->origin;
}

/* Applies assignment i and the appends that follow it at once: joining them
   one by one would take quadratic time.  Returns the index after them. */
static int apply_run(struct build *b, const struct draft *o, struct object *out, int i)
{
    const struct kind *k = &b->d.kinds[o->kind];
    const struct assign *first = &o->item[i];
    int end = i + 1;
    while (continues(o, end, first->param)) end++;
    if (end == i + 1 && !first->is_append) {
        set_from(b, k, out, first, first->value);
        return end;
    }
    struct builder list = builder_new(b->d.arena);
    const char *before = first->is_append ? out->from[first->param].text : NULL;
    if (before) builder_text(&list, before);
    bool ok = true;
    for (; i < end; i++) {
        ok = piece_is_good(b, k, &o->item[i]) && ok;
        if (o->item[i].value[0])
            builder_format(&list, "%s%s", list.n ? ", " : "", o->item[i].value);
    }
    if (ok) set_from(b, k, out, &o->item[end - 1], list.s);
    return end;
}

static bool was_tried(const struct draft *o, int param)
{
    for (int i = 0; i < o->n; i++)
        if (o->item[i].param == param) return true;
    return false;
}

static void check_required(const struct build *b, const struct draft *o, const struct object *out)
{
    const struct kind *k = &b->d.kinds[o->kind];
    for (int i = 0; i < k->n_params; i++) {
        const struct param *p = &k->params[i];
        if (p->def != PARAM_REQUIRED || out->from[i].text || was_tried(o, i)) continue;
        diag_error(b->d.diags, DIAG_INPUT, o->place, p->doc, "[%s] needs '%s'", title(b, o),
                   p->key);
    }
}

/* False when its model is not known. */
static bool fill(struct build *b, const struct draft *o, struct object *out, int depth)
{
    const struct kind *k = &b->d.kinds[o->kind];
    struct arena *a = b->d.arena;
    size_t n = (size_t)k->n_params;
    *out = (struct object){.kind = o->kind,
                           .name = o->name,
                           .use = o->use,
                           .place = o->place,
                           .data = arena_make(a, 1, k->size),
                           .from = ARENA_ARRAY(a, struct provenance, n)};
    const struct object *m = o->use ? model_of(b, o, depth) : NULL;
    if (m) {
        memcpy(out->data, m->data, k->size);
        memcpy(out->from, m->from, n * sizeof *out->from);
    } else {
        param_defaults(k->params, k->n_params, out->data, out->from, a);
    }
    for (int i = 0; i < o->n;) i = apply_run(b, o, out, i);
    return m || !o->use;
}

static void make_one(struct build *b, int i, int depth)
{
    if (b->state[i] != WAITING) return;
    b->state[i] = UNDER_WAY;
    const struct draft *o = &b->d.objects.item[i];
    struct object *out = &b->set->item[i];
    if (fill(b, o, out, depth) && b->models) check_required(b, o, out);
    b->state[i] = DONE;
}

static void make_all(struct build *b)
{
    int n = b->d.objects.n;
    b->set->item = ARENA_ARRAY(b->d.arena, struct object, (size_t)n);
    b->set->n = b->set->cap = n;
    b->state = arena_make(b->d.arena, sizeof *b->state, (size_t)n);
    for (int i = 0; i < n; i++) make_one(b, i, 0);
    for (int i = 0; i < b->d.repeated.n; i++) {
        struct object unused;
        (void)fill(b, &b->d.repeated.item[i], &unused, 0);
    }
}

static struct build build_new(struct object_set *set, const struct object_set *models,
                              struct arena *a, struct diags *ds)
{
    return (struct build){.d = {.kinds = set->kinds,
                                .n_kinds = set->n_kinds,
                                .is_catalogue = !models,
                                .arena = a,
                                .diags = ds},
                          .models = models,
                          .set = set};
}

bool catalogue_read(struct object_set *models, const struct input_text *file, int n_file,
                    struct arena *a, struct diags *ds)
{
    int before = ds->n_error, first = ds->n;
    struct build b = build_new(models, NULL, a, ds);
    for (int i = 0; i < n_file; i++) drafts_add(&b.d, &file[i], i);
    make_all(&b);
    diags_sort(ds, first);
    return ds->n_error == before;
}

static void check_required_kinds(const struct build *b, const char *file)
{
    for (int k = 0; k < b->d.n_kinds; k++) {
        const struct kind *kind = &b->d.kinds[k];
        if (!(kind->flags & KIND_REQUIRED) || draft_find(&b->d, k, NULL) >= 0) continue;
        bool is_single = kind->flags & KIND_SINGLE;
        diag_error(b->d.diags, DIAG_INPUT, (struct place){file, 1, 1},
                   arena_format(b->d.arena, "add a section [%s%s]: %s", kind->name,
                                is_single ? "" : " NAME", kind->doc),
                   "the site has no [%s]", kind->name);
    }
}

bool objects_read(struct object_set *site, const struct object_set *models,
                  const struct input_text *text, int n_text, struct arena *a, struct diags *ds)
{
    static const struct object_set none;
    int before = ds->n_error, first = ds->n;
    struct build b = build_new(site, models ? models : &none, a, ds);
    for (int i = 0; i < n_text; i++) drafts_add(&b.d, &text[i], i);
    make_all(&b);
    check_required_kinds(&b, n_text ? text[0].path : NULL);
    diags_sort(ds, first);
    return ds->n_error == before;
}

void object_copy(const struct object_set *set, struct object *o, struct arena *a)
{
    const struct kind *k = &set->kinds[o->kind];
    size_t n = (size_t)k->n_params;
    void *data = arena_make(a, 1, k->size);
    struct provenance *from = ARENA_ARRAY(a, struct provenance, n);
    memcpy(data, o->data, k->size);
    memcpy(from, o->from, n * sizeof *from);
    o->data = data;
    o->from = from;
}

bool object_override(const struct object_set *set, struct object *o, int row, const char *text,
                     struct place at, struct arena *a, struct diags *ds)
{
    struct text value = text_of(text), plain = draft_value(value);
    struct provenance *from = &o->from[row];
    bool is_set = param_set(&set->kinds[o->kind].params[row], o->data, plain, at, from, a, ds);
    if (is_set) from->origin = ORIGIN_OVERRIDE;
    return is_set;
}

static struct object *only_of_kind(const struct object_set *set, int kind)
{
    struct object *found = NULL;
    for (int i = 0; i < set->n; i++) {
        if (set->item[i].kind != kind) continue;
        if (found) return NULL;
        found = &set->item[i];
    }
    return found;
}

struct object *object_find(const struct object_set *set, int kind, const char *name)
{
    if (kind < 0 || kind >= set->n_kinds) return NULL;
    const char *kind_name = set->kinds[kind].name;
    size_t n = strlen(kind_name);
    if (!name || name[0] == '\0') return only_of_kind(set, kind);
    struct object *found = model_find(set, kind, name);
    if (found || strncmp(name, kind_name, n) != 0) return found;
    if (name[n] == '.') return model_find(set, kind, name + n + 1);
    return name[n] == '\0' ? only_of_kind(set, kind) : NULL;
}

/* Quotes where the reader would otherwise cut or trim. */
static void print_value(struct builder *b, const char *s)
{
    struct text t = text_of(s), trimmed = text_trim(t);
    if (!strpbrk(s, "\";#") && trimmed.n == t.n) {
        builder_text(b, s);
        return;
    }
    builder_add(b, "\"", 1);
    for (; *s; s++) builder_add(b, *s == '"' ? "\"\"" : s, *s == '"' ? 2 : 1);
    builder_add(b, "\"", 1);
}

const char *object_print(const struct object_set *set, const struct object *o, struct arena *a)
{
    const struct kind *k = &set->kinds[o->kind];
    struct builder b = builder_new(a);
    builder_format(&b, o->name[0] ? "[%s %s]\n" : "[%s]\n", k->name, o->name);
    for (int i = 0; i < k->n_params; i++) {
        const char *value = param_print(&k->params[i], o->data, a);
        if (!value) continue;
        const struct provenance *from = &o->from[i];
        builder_format(&b, "%s = ", k->params[i].key);
        if (from->spread.kind == SPREAD_NONE)
            print_value(&b, value);
        else
            builder_text(&b, param_print_uncertain(&k->params[i], o->data, from, a));
        builder_text(&b, "\n");
    }
    return b.s;
}
