#include "model/part_index.h"

#include <stdlib.h>
#include <string.h>

#include "model/kinds.h"
#include "model/room.h"
#include "model/ups.h"

enum { UNKNOWN = -1, UNDER_WAY = -2 };

struct counting {
    struct part_index *x;
    const struct object_set *set;
    struct arena *a;
    struct diags *ds;
};

static int by_name_and_kind(const void *p, const void *q)
{
    const struct part_entry *a = *(struct part_entry *const *)p,
                            *b = *(struct part_entry *const *)q;
    int c = strcmp(a->name, b->name);
    return c ? c : a->kind - b->kind;
}

static const struct part_entry *exact(const struct part_index *x, int kind, const char *name)
{
    struct part_entry key = {.name = name, .kind = kind}, *at = &key;
    struct part_entry **found =
        bsearch(&at, x->by_name, (size_t)x->n, sizeof *x->by_name, by_name_and_kind);
    return found ? *found : NULL;
}

static const char *bare_name(const char *kind, const char *written)
{
    size_t n = strlen(kind);
    return !strncmp(written, kind, n) && written[n] == '.' ? written + n + 1 : written;
}

/* ---- counting ---------------------------------------------------------- */

static const struct object *object_of(const struct counting *c, int i)
{
    return &c->set->item[i];
}

static void refuse(const struct counting *c, int i, const char *hint, const char *what)
{
    const struct object *o = object_of(c, i);
    diag_error(c->ds, DIAG_INPUT, o->place, hint, "[%s %s]: %s", c->set->kinds[o->kind].name,
               o->name, what);
}

/* Object that `each` names, among racks and electrical parts. */
static int each_of(const struct counting *c, int i)
{
    const struct object *o = object_of(c, i);
    if (!kind_is_electrical(o->kind)) return -1;
    const struct electrical *e = o->data;
    if (!e->each.n) return -1;
    for (int k = 0; k < N_KIND; k++) {
        if (k != KIND_RACK && !kind_is_electrical(k)) continue;
        const char *name = bare_name(c->set->kinds[k].name, e->each.ref[0].name);
        const struct part_entry *found = exact(c->x, k, name);
        if (found && found->object != i) return found->object;
    }
    refuse(c, i, "each = rack.NAME or ups.NAME", "what its each names is not there");
    return -1;
}

static int count_parts(const struct counting *c, int i);

static int count_for_each(const struct counting *c, int i, int each)
{
    const struct object *o = object_of(c, each);
    if (o->kind == KIND_RACK) return ((const struct rack *)o->data)->part.count;
    if (count_parts(c, each) >= 0) return c->x->by_object[each].n_active;
    refuse(c, i, "follow each from part to part", "its each goes round in a circle");
    return 1;
}

/* Parts of object i; UNDER_WAY in a circle. */
static int count_parts(const struct counting *c, int i)
{
    struct part_entry *e = &c->x->by_object[i];
    if (e->n != UNKNOWN) return e->n;
    const struct object *o = object_of(c, i);
    e->n = UNDER_WAY;
    e->each = each_of(c, i);
    int n = 1, active = 1;
    if (o->kind == KIND_UPS) {
        n = ups_systems(o->data);
        active = ups_active_systems(o->data);
        if (n > 1 && e->each >= 0) refuse(c, i, NULL, "a pattern of redundancy and each at once");
    }
    if (e->each >= 0 && n == 1) n = active = count_for_each(c, i, e->each);
    e->n_active = active;
    return e->n = n;
}

static void sort_names(struct part_index *x, const struct object_set *set, struct arena *a)
{
    x->n = set->n;
    x->by_object = ARENA_ARRAY(a, struct part_entry, (size_t)set->n + 1);
    x->by_name = ARENA_ARRAY(a, struct part_entry *, (size_t)set->n + 1);
    for (int i = 0; i < set->n; i++) {
        const struct object *o = &set->item[i];
        x->by_object[i] = (struct part_entry){o->name, o->kind, i, 0, UNKNOWN, 0, -1, false};
        x->by_name[i] = &x->by_object[i];
    }
    qsort(x->by_name, (size_t)x->n, sizeof *x->by_name, by_name_and_kind);
}

void part_index_make(struct part_index *x, const struct object_set *set, struct arena *a,
                     struct diags *ds)
{
    struct counting c = {x, set, a, ds};
    int next[N_KIND] = {0};
    sort_names(x, set, a);
    for (int i = 0; i < set->n; i++) count_parts(&c, i);
    for (int i = 0; i < set->n; i++) {
        struct part_entry *e = &x->by_object[i];
        e->first = next[e->kind];
        next[e->kind] += e->n;
    }
}

/* Whether e is the UPS, or made for each of what is made for each ... of it. */
static bool leads_to(const struct part_index *x, const struct part_entry *e, const char *ups)
{
    for (int steps = 0; steps < x->n && e->each >= 0; steps++) e = &x->by_object[e->each];
    return e->kind == KIND_UPS && !strcmp(e->name, ups);
}

void part_index_pool(struct part_index *x, const struct object_set *set, const char *ups)
{
    for (int i = 0; i < set->n; i++) x->by_object[i].is_pooled = leads_to(x, &x->by_object[i], ups);
}

/* ---- finding ------------------------------------------------------------ */

const char *part_copy_name(const struct part_entry *e, int k, struct arena *a)
{
    if (e->n == 1 && e->n_active == 1) return e->name;
    if (k >= e->n_active) return arena_format(a, "%s#reserve", e->name);
    return arena_format(a, "%s#%d", e->name, k + 1);
}

enum { NO_COPY = -1, ALL_COPIES = -2 };

/* Copy that the text after '#' means. */
static int copy_of(const struct part_entry *e, const char *mark)
{
    int none = e->is_pooled ? ALL_COPIES : NO_COPY;
    if (!strcmp(mark, "reserve")) return e->n > e->n_active ? e->n_active : none;
    char *end;
    long k = strtol(mark, &end, 10);
    if (end == mark || *end || mark[0] == '0' || mark[0] == '+' || mark[0] == ' ' || k < 1)
        return NO_COPY;
    if (e->is_pooled) return ALL_COPIES;
    return k <= e->n_active && e->n > 1 ? (int)k - 1 : NO_COPY;
}

const struct part_entry *part_index_find(const struct part_index *x, const struct kind *kinds,
                                         int kind, const char *written, int *first, int *n)
{
    const char *name = bare_name(kinds[kind].name, written), *mark = strrchr(name, '#');
    const struct part_entry *e = exact(x, kind, name);
    if (e) {
        *first = e->first;
        *n = e->n_active;
        return e;
    }
    char base[256];
    if (!mark || (size_t)(mark - name) >= sizeof base) return NULL;
    memcpy(base, name, (size_t)(mark - name));
    base[mark - name] = '\0';
    e = exact(x, kind, base);
    int k = e ? copy_of(e, mark + 1) : NO_COPY;
    if (k == NO_COPY) return NULL;
    *first = e->first + (k == ALL_COPIES ? 0 : k);
    *n = k == ALL_COPIES ? e->n_active : 1;
    return e;
}
