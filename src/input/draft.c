#include "input/draft.h"

#include <stdlib.h>
#include <string.h>

#include "input/ini.h"

/* The format takes at most the two texts. */
static void refuse(struct drafts *d, struct place where, const char *hint, const char *format,
                   const char *one, const char *two)
{
    struct message m = {.format = format, .arg = {one, two}, .n_arg = 2};
    diag_add(d->diags, DIAG_ERROR, DIAG_INPUT, where, hint, &m);
}

const char *draft_title(const struct drafts *d, const struct draft *o)
{
    const char *kind = d->kinds[o->kind].name;
    return o->name[0] ? arena_format(d->arena, "%s %s", kind, o->name) : kind;
}

/* FNV-1a (Fowler, Noll, Vo). */
static unsigned hash_of(int kind, const char *name)
{
    unsigned h = (2166136261u ^ (unsigned)kind) * 16777619u;
    for (; *name; name++) h = (h ^ (unsigned char)*name) * 16777619u;
    return h;
}

/* Slot of the name, or the free one where it would stand. */
static int slot_of(const struct draft_list *l, int kind, const char *name)
{
    int at = (int)(hash_of(kind, name) % (unsigned)l->n_slot);
    for (; l->slot[at] >= 0; at = (at + 1) % l->n_slot) {
        const struct draft *o = &l->item[l->slot[at]];
        if (o->kind == kind && strcmp(o->name, name) == 0) break;
    }
    return at;
}

/* Twice as many slots as drafts, so that a free one is near. */
static void index_drafts(struct arena *a, struct draft_list *l)
{
    l->n_slot = 2 * l->cap + 1;
    l->slot = ARENA_ARRAY(a, int, (size_t)l->n_slot);
    for (int i = 0; i < l->n_slot; i++) l->slot[i] = -1;
    for (int i = 0; i < l->n; i++) l->slot[slot_of(l, l->item[i].kind, l->item[i].name)] = i;
}

int draft_find(const struct drafts *d, int kind, const char *name)
{
    /* a single's name may change */
    if (name && kind >= 0 && !(d->kinds[kind].flags & KIND_SINGLE))
        return d->objects.n ? d->objects.slot[slot_of(&d->objects, kind, name)] : -1;
    for (int i = 0; i < d->objects.n; i++) {
        const struct draft *o = &d->objects.item[i];
        if (o->kind == kind && (!name || strcmp(o->name, name) == 0)) return i;
    }
    return -1;
}

static struct draft *add_draft(struct drafts *d, struct draft_list *l, struct draft o)
{
    if (l->n == l->cap) {
        l->cap = l->cap ? 2 * l->cap : 16;
        struct draft *more = ARENA_ARRAY(d->arena, struct draft, (size_t)l->cap);
        if (l->n) memcpy(more, l->item, (size_t)l->n * sizeof *more);
        l->item = more;
        index_drafts(d->arena, l);
    }
    l->item[l->n] = o;
    int at = slot_of(l, o.kind, o.name);
    if (l->slot[at] < 0) l->slot[at] = l->n;
    return &l->item[l->n++];
}

static void add_assign(struct drafts *d, struct draft *o, struct assign x)
{
    if (o->n == o->cap) {
        o->cap = o->cap ? 2 * o->cap : 16;
        struct assign *more = ARENA_ARRAY(d->arena, struct assign, (size_t)o->cap);
        if (o->n) memcpy(more, o->item, (size_t)o->n * sizeof *more);
        o->item = more;
    }
    o->item[o->n++] = x;
}

static int param_find(const struct kind *k, const char *key)
{
    for (int i = 0; i < k->n_params; i++)
        if (strcmp(k->params[i].key, key) == 0) return i;
    return -1;
}

/* "did you mean 'x'?", or the kinds that do have the key, or the keys. */
static const char *key_hint(struct drafts *d, int kind, const char *key)
{
    struct builder b = builder_new(d->arena);
    const struct kind *k = &d->kinds[kind];
    for (int i = 0; i < d->n_kinds; i++) {
        if (param_find(&d->kinds[i], key) < 0) continue;
        if (b.n == 0)
            builder_format(&b, "'%s' belongs to [%s]", key, d->kinds[i].name);
        else
            builder_format(&b, ", [%s]", d->kinds[i].name);
    }
    const char **keys = ARENA_ARRAY(d->arena, const char *, (size_t)k->n_params + 1);
    for (int i = 0; i < k->n_params; i++) keys[i] = k->params[i].key;
    keys[k->n_params] = "use";
    const char *near_key = text_nearest(key, keys, k->n_params + 1);
    if (near_key) builder_format(&b, "%sdid you mean '%s'?", b.n ? "; or " : "", near_key);
    return b.n ? b.s : NULL;
}

static const char *place_text(const struct drafts *d, struct place here, struct place other)
{
    if (here.file && other.file && strcmp(here.file, other.file) != 0)
        return arena_format(d->arena, "%s:%d", other.file, other.line);
    return arena_format(d->arena, "line %d", other.line);
}

static bool key_repeated(struct drafts *d, const struct draft *o, const struct assign *x,
                         const char *key)
{
    if (x->is_append || x->origin == ORIGIN_OVERRIDE) return false;
    for (int i = o->n - 1; i >= 0 && o->item[i].text == x->text; i--) {
        if (o->item[i].param != x->param) continue;
        refuse(d, x->at_key, "keep one of the two lines", "'%s' was given before in %s", key,
               place_text(d, x->at_key, o->item[i].at_key));
        return true;
    }
    return false;
}

static void add_use(struct drafts *d, struct draft *o, const char *value, const struct assign *x)
{
    bool is_again = o->use && o->use_text == x->text && x->origin != ORIGIN_OVERRIDE;
    if (!(d->kinds[o->kind].flags & KIND_PART))
        refuse(d, x->at_key, NULL, "[%s] has no models to use", d->kinds[o->kind].name, "");
    else if (x->is_append)
        refuse(d, x->at_key, "write use = MODEL", "'%s' takes one model", "use", "");
    else if (value[0] == '\0')
        refuse(d, x->at_key, "name a model or take the line out", "'%s' has no value", "use", "");
    else if (is_again)
        refuse(d, x->at_key, "keep one of the two lines", "'%s' was given before in %s", "use",
               place_text(d, x->at_key, o->use_at));
    else {
        o->use = value;
        o->use_at = x->at_value;
        o->use_text = x->text;
    }
}

/* One "key = value" of an object, from a line or an override; x.param is found
   here. */
static void add_key(struct drafts *d, struct draft *o, const char *key, struct assign x)
{
    const struct kind *k = &d->kinds[o->kind];
    x.param = param_find(k, key);
    if (x.param < 0 && strcmp(key, "use") == 0)
        add_use(d, o, x.value, &x);
    else if (x.param < 0)
        refuse(d, x.at_key, key_hint(d, o->kind, key), "unknown key '%s' in [%s]", key,
               draft_title(d, o));
    else if (x.is_append && !param_is_list(&k->params[x.param]))
        refuse(d, x.at_key, "write = instead of +=", "'%s' is no list", key, "");
    else if (!key_repeated(d, o, &x, key))
        add_assign(d, o, x);
}

static const char *kind_hint(struct drafts *d, const char *word)
{
    size_t n = strcspn(word, ":.");
    const char *head = arena_text(d->arena, word, n);
    if (word[n] && kind_find(d->kinds, d->n_kinds, head) >= 0)
        return arena_format(d->arena, "write [%s %s]", head, word + n + 1);
    const char **names = ARENA_ARRAY(d->arena, const char *, (size_t)d->n_kinds);
    for (int i = 0; i < d->n_kinds; i++) names[i] = d->kinds[i].name;
    const char *near_name = text_nearest(word, names, d->n_kinds);
    return near_name ? arena_format(d->arena, "did you mean '%s'?", near_name) : NULL;
}

/* Splits "kind name"; false after an error. */
static bool title_read(struct drafts *d, const struct ini_line *line, int *kind, const char **name)
{
    struct text t = text_of(line->section);
    size_t n = strcspn(line->section, " \t");
    const char *word = arena_text(d->arena, t.s, n);
    struct text rest = text_trim((struct text){t.s + n, t.n - n});
    *name = arena_text(d->arena, rest.s, rest.n);
    *kind = kind_find(d->kinds, d->n_kinds, word);
    if (*kind < 0) {
        refuse(d, line->at_section, kind_hint(d, word), "unknown section [%s]", word, "");
        return false;
    }
    int flags = d->kinds[*kind].flags;
    bool may_be_bare = (flags & KIND_SINGLE) && !d->is_catalogue;
    if (d->is_catalogue && !(flags & KIND_PART))
        refuse(d, line->at_section, "it belongs in a site file", "[%s] is no model", word, "");
    else if (rest.n == 0 && !may_be_bare)
        refuse(d, line->at_section, arena_format(d->arena, "write [%s NAME]", word),
               "[%s] needs a name", word, "");
    else if (strpbrk(*name, ",=\"#;"))
        refuse(d, line->at_section, NULL, "the name '%s' must not hold any of %s", *name,
               ", = \" # ;");
    else
        return true;
    return false;
}

/* A single object may be named in one file and unnamed in the next. */
static bool single_name_fits(struct drafts *d, struct draft *o, const char *name,
                             struct place where)
{
    if (name[0] == '\0' || strcmp(name, o->name) == 0) return true;
    if (o->name[0] == '\0') {
        o->name = name;
        return true;
    }
    refuse(d, where, "there is only one", "[%s] was given in %s", draft_title(d, o),
           place_text(d, where, o->latest));
    return false;
}

static struct draft *repeat_section(struct drafts *d, struct draft *o, struct draft fresh)
{
    const char *hint = o->kind >= 0 && (d->kinds[o->kind].flags & KIND_SINGLE) && !d->is_catalogue
                           ? "there is only one; join the two"
                           : "give one another name or join the two";
    refuse(d, fresh.place, hint, "[%s] was given before in %s", draft_title(d, o),
           place_text(d, fresh.place, o->latest));
    return add_draft(d, &d->repeated, fresh);
}

/* The draft that the keys of a section go to; NULL when they are to be
   skipped. */
static struct draft *open_section(struct drafts *d, const struct ini_line *line, int index)
{
    struct draft fresh = {.place = line->at_section, .latest = line->at_section, .text = index};
    if (!title_read(d, line, &fresh.kind, &fresh.name)) return NULL;
    bool is_single = (d->kinds[fresh.kind].flags & KIND_SINGLE) && !d->is_catalogue;
    int i = draft_find(d, fresh.kind, is_single ? NULL : fresh.name);
    if (i < 0) return add_draft(d, &d->objects, fresh);
    struct draft *o = &d->objects.item[i];
    if (o->text == index || d->is_catalogue) return repeat_section(d, o, fresh);
    if (is_single && !single_name_fits(d, o, fresh.name, fresh.place)) return NULL;
    o->text = index;
    o->latest = fresh.place;
    return o;
}

static void add_file(struct drafts *d, const struct input_text *text, int index)
{
    struct ini ini;
    struct draft *o = NULL;
    (void)ini_parse_text(text->path, text->s, text->n, &ini, d->arena, d->diags);
    for (int i = 0; i < ini.n; i++) {
        const struct ini_line *line = &ini.line[i];
        if (line->what == INI_SECTION) {
            o = open_section(d, line, index);
        } else if (o) {
            add_key(d, o, line->key,
                    (struct assign){.value = line->value,
                                    .is_append = line->is_append,
                                    .at_key = line->at_key,
                                    .at_value = line->at_value,
                                    .origin = d->is_catalogue ? ORIGIN_MODEL : ORIGIN_FILE,
                                    .text = index});
        }
    }
}

/* "--set:3" is shown as "--set" at line 3. */
static struct place override_place(const struct drafts *d, const char *path)
{
    const char *colon = strrchr(path, ':');
    char *end;
    long k = colon ? strtol(colon + 1, &end, 10) : 0;
    if (!colon || colon[1] == '\0' || *end != '\0' || k < 1 || k > 1000000)
        return (struct place){.file = path};
    return (struct place){arena_text(d->arena, path, (size_t)(colon - path)), (int)k, 1};
}

bool draft_is_clean(const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if ((unsigned char)s[i] < 0x20 || s[i] == 0x7F) return false;
    return text_utf8_prefix(s, n) == n;
}

static const char *names_of_kind(struct drafts *d, int kind)
{
    enum { SHOWN = 8 };
    struct builder b = builder_new(d->arena);
    int n = 0;
    for (int i = 0; i < d->objects.n; i++) {
        if (d->objects.item[i].kind != kind || n++ >= SHOWN) continue;
        builder_format(&b, "%s%s", n > 1 ? ", " : "", d->objects.item[i].name);
    }
    if (n > SHOWN) builder_text(&b, ", ...");
    return b.s;
}

static const char *name_hint(struct drafts *d, int kind, const char *name)
{
    int n = 0;
    const char **names = ARENA_ARRAY(d->arena, const char *, (size_t)d->objects.n + 1);
    for (int i = 0; i < d->objects.n; i++)
        if (d->objects.item[i].kind == kind) names[n++] = d->objects.item[i].name;
    if (n == 0) return NULL;
    const char *near_name = text_nearest(name, names, n);
    if (near_name) return arena_format(d->arena, "did you mean '%s'?", near_name);
    return arena_format(d->arena, "there are: %s", names_of_kind(d, kind));
}

/* The only object of a kind; a single that the site left out is made. */
static struct draft *only_object(struct drafts *d, int kind, struct place where, int index)
{
    int i = draft_find(d, kind, NULL), n = 0;
    for (int k = 0; k < d->objects.n; k++) n += d->objects.item[k].kind == kind;
    const char *name = d->kinds[kind].name;
    if (n == 0 && (d->kinds[kind].flags & KIND_SINGLE))
        return add_draft(
            d, &d->objects,
            (struct draft){
                .kind = kind, .name = "", .place = where, .latest = where, .text = index});
    if (n == 0)
        refuse(d, where, NULL, "the site has no [%s]", name, "");
    else if (n > 1)
        refuse(d, where, arena_format(d->arena, "write %s.NAME.key=value", name),
               "which [%s]?  There are %s", name, names_of_kind(d, kind));
    return n == 1 ? &d->objects.item[i] : NULL;
}

/* The word may be an object's name, its kind left out. */
static const char *object_hint(struct drafts *d, const char *word)
{
    for (int i = 0; i < d->objects.n; i++) {
        const struct draft *o = &d->objects.item[i];
        if (!strcmp(o->name, word))
            return arena_format(d->arena, "did you mean %s.%s.KEY=VALUE?", d->kinds[o->kind].name,
                                word);
    }
    return NULL;
}

/* The object a path names: kind, and the name between the first and the last
   dot (NULL: none given). */
static struct draft *path_object(struct drafts *d, const char *kind_name, const char *name,
                                 struct place where, int index)
{
    int kind = kind_find(d->kinds, d->n_kinds, kind_name);
    if (kind < 0) {
        const char *hint = object_hint(d, kind_name);
        refuse(d, where, hint ? hint : kind_hint(d, kind_name), "unknown kind '%s'", kind_name, "");
        return NULL;
    }
    if (!name) return only_object(d, kind, where, index);
    int i = draft_find(d, kind, name);
    if (i >= 0) return &d->objects.item[i];
    refuse(d, where, name_hint(d, kind, name), "the site has no [%s %s]", kind_name, name);
    return NULL;
}

static struct text unquote(struct text t)
{
    if (t.n >= 2 && t.s[0] == '"' && t.s[t.n - 1] == '"') return (struct text){t.s + 1, t.n - 2};
    return t;
}

struct text draft_value(struct text value)
{
    return unquote(text_trim(value));
}

static void add_override(struct drafts *d, const struct input_text *text, int index)
{
    static const char form[] = "write kind.name.key=value, such as ups.main.modules=5";
    struct place where = override_place(d, text->path);
    struct text path, value;
    bool has_equals;
    if (!draft_is_clean(text->s, text->n)) {
        diag_error(d->diags, DIAG_USAGE, where, form, "an override is not plain UTF-8 text");
        return;
    }
    value = text_cut((struct text){text->s, text->n}, '=', &path, &has_equals);
    bool is_append = has_equals && path.n && path.s[path.n - 1] == '+';
    if (is_append) path.n--;
    path = text_trim(path);
    const char *s = arena_text(d->arena, path.s, path.n);
    const char *first = strchr(s, '.'), *last = strrchr(s, '.');
    if (!has_equals || !first || first == s || last[1] == '\0' || last == first + 1) {
        diag_error(d->diags, DIAG_USAGE, where, form, "'%s' is no override",
                   arena_text(d->arena, text->s, text->n));
        return;
    }
    const char *kind = arena_text(d->arena, s, (size_t)(first - s));
    const char *name =
        last > first ? arena_text(d->arena, first + 1, (size_t)(last - first - 1)) : NULL;
    struct draft *o = path_object(d, kind, name, where, index);
    if (!o) return;
    struct place at = where;
    if (at.line) at.col = (int)(value.s - text->s) + 1;
    struct text plain = draft_value(value);
    add_key(d, o, last + 1,
            (struct assign){.value = arena_text(d->arena, plain.s, plain.n),
                            .is_append = is_append,
                            .at_key = where,
                            .at_value = at,
                            .origin = ORIGIN_OVERRIDE,
                            .text = index});
}

void drafts_add(struct drafts *d, const struct input_text *text, int index)
{
    if (text->is_override)
        add_override(d, text, index);
    else
        add_file(d, text, index);
}
