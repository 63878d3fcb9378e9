#include "plan/case_load.h"

#include <string.h>

#include "input/draft.h"

const struct param *case_find_row(const struct kind *k, const char *name)
{
    for (int i = 0; i < k->n_params; i++)
        if (!strcmp(k->params[i].key, name)) return &k->params[i];
    return NULL;
}

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
    const struct param *p = case_find_row(&set->kinds[kind], last + 1);
    int item = item_of(set, kind, name, last == first);
    if (!p || item < 0) return none;
    return (struct case_spot){item, (int)(p - set->kinds[kind].params)};
}

/* Keys come again with each point. */
static struct case_spot spot_of(const struct case_kept *k, const char *key, struct arena *a)
{
    const char *name = arena_format(a, "spot %s", key);
    size_t n = strlen(name);
    const struct case_spot *kept = memo_find(k->memo, name, n);
    if (kept) return *kept;
    struct case_spot *x = ARENA_ARRAY(memo_arena(k->memo, a), struct case_spot, 1);
    *x = look_up(&k->loaded->site.objects, key, a);
    memo_keep(k->memo, name, n, x, sizeof *x);
    return *x;
}

/* False where the texts must be read again. */
static bool as_value(const struct case_kept *k, const struct case_change *c, struct load_value *out,
                     struct arena *a)
{
    struct case_spot s = spot_of(k, c->key, a);
    if (s.item < 0 || !draft_is_clean(c->text, strlen(c->text))) return false;
    *out = (struct load_value){s.item, s.row, c->text, (int)strlen(c->key) + 2};
    return load_is_value(&k->loaded->site.objects, s.item, s.row);
}

/* Of a tariff its prices alone: the hours of its periods decide when cold is stored. */
static bool is_money(const struct kind *kind, int id, int row)
{
    switch (id) {
    case KIND_RATE:
    case KIND_FINANCE:
    case KIND_COST:
    case KIND_COLO:
    case KIND_CLOUD:
    case KIND_JOB:
    case KIND_CAPEX:
    case KIND_FX: return true;
    default: return kind->params[row].type == PARAM_MONEY;
    }
}

bool case_is_money(const struct case_kept *k, const struct case_change *change, int n,
                   struct arena *a)
{
    const struct object_set *set = &k->loaded->site.objects;
    for (int i = 0; i < n; i++) {
        struct load_value x;
        if (!as_value(k, &change[i], &x, a)) return false;
        int id = set->item[x.item].kind;
        if (!is_money(&set->kinds[id], id, x.row)) return false;
    }
    return true;
}

bool case_load(const struct case_kept *k, const struct case_change *change, int n,
               struct loaded *out, struct arena *a, struct diags *ds)
{
    struct load_value *value = ARENA_ARRAY(a, struct load_value, (size_t)n + 1);
    const char **set = ARENA_ARRAY(a, const char *, (size_t)n + 1);
    bool is_value = true;
    for (int i = 0; i < n && is_value; i++) is_value = as_value(k, &change[i], &value[i], a);
    if (is_value) return load_values(k->source, k->loaded, value, n, k->memo, out, a, ds);
    for (int i = 0; i < n; i++) set[i] = arena_format(a, "%s=%s", change[i].key, change[i].text);
    return load_case(k->source, set, n, k->memo, out, a, ds);
}

bool case_load_request(const struct case_kept *k, const struct load_request *q, struct loaded *out,
                       struct arena *a, struct diags *ds)
{
    int first = k->source->request.n_change, n = q->n_change - first;
    struct case_change *change = ARENA_ARRAY(a, struct case_change, (size_t)n + 1);
    for (int i = 0; i < n; i++) {
        const char *text = q->change[first + i].text, *equals = strchr(text, '=');
        if (q->change[first + i].what != CHANGE_SET || !equals) return load_site(q, out, a, ds);
        change[i] = (struct case_change){arena_text(a, text, (size_t)(equals - text)), equals + 1};
    }
    return case_load(k, change, n, out, a, ds);
}
