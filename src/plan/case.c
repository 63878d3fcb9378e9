#include "plan/case.h"

#include <math.h>
#include <string.h>

#include "input/draft.h"
#include "plan/study.h"

struct case_base {
    struct load_source source;
    struct loaded loaded;
};

/* A site's tables and weather are half a megabyte; of those that differ from point to point
   some dozens may wait for a second use. */
enum { MEMO_BYTES = 24 << 20 };

struct case_worker {
    const struct case_base *base;
    struct memo *memo;
    struct arena arena;
};

struct case_base *case_base_make(const struct load_request *request, struct arena *a,
                                 struct diags *ds)
{
    struct case_base *b = ARENA_ARRAY(a, struct case_base, 1);
    bool is_loaded = load_source(request, &b->source, a, ds) &&
                     load_case(&b->source, NULL, 0, NULL, &b->loaded, a, ds);
    return is_loaded ? b : NULL;
}

const struct loaded *case_base_loaded(const struct case_base *b)
{
    return &b->loaded;
}

const struct load_request *case_base_request(const struct case_base *b)
{
    return &b->source.request;
}

/* ---- keys ------------------------------------------------------------------ */

static bool no_such(const char *key, const char *hint, struct diags *ds)
{
    diag_error(ds, DIAG_USAGE, (struct place){0}, hint, "there is no '%s'", key);
    return false;
}

static const struct param *find_row(const struct kind *k, const char *name)
{
    for (int i = 0; i < k->n_params; i++)
        if (!strcmp(k->params[i].key, name)) return &k->params[i];
    return NULL;
}

static void fill_key(const struct object_set *set, const struct object *o, const struct param *p,
                     struct case_key *out, struct arena *a)
{
    const struct kind *k = &set->kinds[o->kind];
    const char *name = p ? p->key : "use";
    *out = (struct case_key){
        .key = o->name[0] ? arena_format(a, "%s.%s.%s", k->name, o->name, name)
                          : arena_format(a, "%s.%s", k->name, name),
        .object = o,
        .param = p,
        .from = p ? &o->from[p - k->params] : NULL,
        .unit = p && p->unit ? p->unit : "",
        .text = p ? param_print(p, o->data, a) : o->use,
        .value = p ? param_value(p, o->data) : (double)NAN,
    };
}

bool case_key_find(const struct case_base *b, const char *key, struct case_key *out,
                   struct arena *a, struct diags *ds)
{
    const struct object_set *set = &b->loaded.site.objects;
    const char *first = strchr(key, '.'), *last = strrchr(key, '.');
    if (!first) return no_such(key, "write kind.name.key", ds);
    int kind = kind_find(set->kinds, set->n_kinds, arena_text(a, key, (size_t)(first - key)));
    if (kind < 0) return no_such(key, "write kind.name.key; see dcplan params", ds);
    const struct kind *k = &set->kinds[kind];
    const char *name = last > first ? arena_text(a, first + 1, (size_t)(last - first - 1)) : "";
    const struct object *o = object_find(set, kind, name);
    if (!o) return no_such(key, arena_format(a, "the site has no [%s %s]", k->name, name), ds);
    const struct param *p = find_row(k, last + 1);
    if (!p && strcmp(last + 1, "use"))
        return no_such(key, arena_format(a, "see dcplan params %s", k->name), ds);
    fill_key(set, o, p, out, a);
    return true;
}

bool case_text_check(const struct case_base *b, const struct case_key *k, const char *text,
                     struct arena *a, struct diags *ds)
{
    if (!k->param) return true;
    const struct kind *kind = &b->loaded.site.objects.kinds[k->object->kind];
    void *copy = arena_make(a, kind->size, 1);
    memcpy(copy, k->object->data, kind->size);
    struct provenance from;
    int first = ds->n;
    bool is_fine = param_set(k->param, copy, text_of(text), (struct place){0}, &from, a, ds);
    for (int i = first; i < ds->n; i++) ds->item[i].class = DIAG_USAGE;
    return is_fine;
}

/* ---- points ---------------------------------------------------------------- */

struct case_worker *case_worker_new(const struct case_base *b)
{
    struct arena a = arena_new(NULL);
    struct case_worker *w = ARENA_ARRAY(&a, struct case_worker, 1);
    *w = (struct case_worker){b, memo_new(), a};
    return w;
}

void case_worker_free(struct case_worker *w)
{
    struct arena a = w->arena;
    memo_free(w->memo);
    arena_free(&a);
}

static void say(struct outcome *out, const char *text)
{
    size_t all = strlen(text), most = sizeof out->text - 1;
    size_t n = text_utf8_prefix(text, all < most ? all : most);
    memcpy(out->text, text, n);
    out->text[n] = '\0';
}

static void fail(struct outcome *out, const struct diags *ds, struct arena *a)
{
    out->status = POINT_FAILED;
    out->code = DIAG_MODEL;
    for (int i = ds->n < DIAG_STORED ? ds->n : DIAG_STORED; i-- > 0;)
        if (ds->item[i].severity == DIAG_ERROR) out->code = (int)ds->item[i].class;
    say(out, study_error(ds, a));
}

static void keep_limits(const struct result *r, struct outcome *out)
{
    int broken = 0;
    for (int i = 0; i < r->n_limit; i++) broken += r->limit[i].is_broken;
    out->value[O_FITS] = r->ok;
    out->value[O_BROKEN_LIMITS] = broken;
    if (r->n_limit) out->value[O_MARGIN_PCT] = 100 * r->limit[0].margin;
    say(out, r->verdict);
}

/* ---- changes to a site that has been read ------------------------------------ */

struct case_spot { /* of a key */
    int item, row;
};

/* The object as an override finds it: by its whole name, or the only one of its kind; -1. */
static int item_of(const struct object_set *set, int kind, struct text name, bool is_only)
{
    int found = -1;
    for (int i = 0; i < set->n; i++) {
        const struct object *o = &set->item[i];
        if (o->kind != kind) continue;
        if (is_only && found >= 0) return -1;
        if (is_only || (strlen(o->name) == name.n && !memcmp(o->name, name.s, name.n))) found = i;
    }
    return found;
}

static struct case_spot look_up(const struct object_set *set, const char *key, struct arena *a)
{
    const struct case_spot none = {-1, -1};
    const char *first = strchr(key, '.'), *last = strrchr(key, '.');
    if (!first) return none;
    int kind = kind_find(set->kinds, set->n_kinds, arena_text(a, key, (size_t)(first - key)));
    if (kind < 0) return none;
    struct text name = {first + 1, last > first ? (size_t)(last - first - 1) : 0};
    const struct param *p = find_row(&set->kinds[kind], last + 1);
    int item = item_of(set, kind, name, last == first);
    if (!p || item < 0) return none;
    return (struct case_spot){item, (int)(p - set->kinds[kind].params)};
}

/* Keys come again with each point. */
static struct case_spot spot_of(struct case_worker *w, const char *key)
{
    const char *name = arena_format(&w->arena, "spot %s", key);
    size_t n = strlen(name);
    const struct case_spot *kept = memo_find(w->memo, name, n);
    if (kept) return *kept;
    struct case_spot *x = ARENA_ARRAY(memo_arena(w->memo, &w->arena), struct case_spot, 1);
    *x = look_up(&w->base->loaded.site.objects, key, &w->arena);
    memo_keep(w->memo, name, n, x, sizeof *x);
    return *x;
}

/* False where the texts must be read again. */
static bool as_value(struct case_worker *w, const struct case_change *c, struct load_value *out)
{
    struct case_spot s = spot_of(w, c->key);
    if (s.item < 0 || !draft_is_clean(c->text, strlen(c->text))) return false;
    *out = (struct load_value){s.item, s.row, c->text, (int)strlen(c->key) + 2};
    return load_is_value(&w->base->loaded.site.objects, s.item, s.row);
}

static bool load_point(struct case_worker *w, const struct case_change *change, int n,
                       struct loaded *out, struct diags *ds)
{
    const struct load_source *source = &w->base->source;
    struct load_value *value = ARENA_ARRAY(&w->arena, struct load_value, (size_t)n + 1);
    const char **set = ARENA_ARRAY(&w->arena, const char *, (size_t)n + 1);
    bool is_value = true;
    for (int i = 0; i < n && is_value; i++) is_value = as_value(w, &change[i], &value[i]);
    if (is_value)
        return load_values(source, &w->base->loaded, value, n, w->memo, out, &w->arena, ds);
    for (int i = 0; i < n; i++)
        set[i] = arena_format(&w->arena, "%s=%s", change[i].key, change[i].text);
    return load_case(source, set, n, w->memo, out, &w->arena, ds);
}

void case_run(struct case_worker *w, const struct case_change *change, int n,
              const struct case_options *options, struct outcome *out)
{
    struct arena *a = &w->arena;
    struct arena_mark mark = arena_mark(a);
    struct diags ds = diags_new(a);
    struct loaded *l = ARENA_ARRAY(a, struct loaded, 1);
    struct result *r = ARENA_ARRAY(a, struct result, 1);
    struct run_options run = {
        .threads = 1, .energy_only = !options->limits, .numbers_only = !options->limits};
    memo_trim(w->memo, MEMO_BYTES);
    memset(out, 0, sizeof *out);
    for (int i = 0; i < N_OUTCOME; i++) out->value[i] = (double)NAN;
    if (load_point(w, change, n, l, &ds) && run_numbers(l, &run, w->memo, r, a, &ds)) {
        out->status = POINT_DONE;
        memcpy(out->value, r->metric, sizeof r->metric);
        if (options->limits) keep_limits(r, out);
    } else
        fail(out, &ds, a);
    arena_release(a, mark);
}
