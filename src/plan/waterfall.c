#include "plan/waterfall.h"

#include <math.h>
#include <string.h>

#include "base/memo.h"
#include "plan/study.h"

enum group { WEATHER, SERVERS, POWER, COOLING, PRICES, GROUPS, NO_GROUP = -1 };
enum { MASKS = 1 << GROUPS };

static const char *const group_words[GROUPS] = {"weather", "servers", "power chain", "cooling",
                                                "prices"};

/* ---- groups ------------------------------------------------------------------- */

/* What is planned or paid over the years decides no metric of the year. */
static enum group group_of(int kind)
{
    switch (kind) {
    case KIND_CLIMATE: return WEATHER;
    case KIND_TARIFF:
    case KIND_RATE:
    case KIND_FX:
    case KIND_CAPEX: return PRICES;
    case KIND_SITE:
    case KIND_RACK:
    case KIND_SERVER:
    case KIND_WORKLOAD:
    case KIND_PSU:
    case KIND_LOAD:
    case KIND_OBSTACLE:
    case KIND_FABRIC: return SERVERS;
    case KIND_BATTERY: return POWER;
    case KIND_ROOM: return COOLING;
    default: break;
    }
    if (kind_is_electrical(kind)) return POWER;
    return kind < KIND_DEPLOYMENT ? COOLING : NO_GROUP;
}

static bool is_among(const char *key, const char *const *list)
{
    for (; *list; list++)
        if (!strcmp(key, *list)) return true;
    return false;
}

static enum group group_of_site_row(const char *key)
{
    static const char *const weather[] = {"altitude", "hours", "design_dry_bulb", "design_wet_bulb",
                                          NULL};
    static const char *const prices[] = {"currency", "carbon", "water_price", "carbon_source",
                                         NULL};
    if (is_among(key, weather)) return WEATHER;
    return is_among(key, prices) ? PRICES : SERVERS;
}

/* A reference goes with what it names: servers stand on the feeds that are there. */
static enum group group_of_row(const struct object_set *set, int kind, int row)
{
    const struct param *p = &set->kinds[kind].params[row];
    if (p->type == PARAM_REF || p->type == PARAM_REFS) {
        const char *end = strchr(p->refs, ' ');
        struct text word = {p->refs, end ? (size_t)(end - p->refs) : strlen(p->refs)};
        for (int k = 0; k < set->n_kinds; k++)
            if (strlen(set->kinds[k].name) == word.n && group_of(k) != NO_GROUP &&
                !memcmp(set->kinds[k].name, word.s, word.n))
                return group_of(k);
    }
    return kind == KIND_SITE ? group_of_site_row(p->key) : group_of(kind);
}

/* ---- what differs --------------------------------------------------------------- */

struct game {
    const struct load_request *request;
    const struct object_set *set[2];
    const struct result *end[2];
    int threads, n_metric;
    const int *metric;
    struct arena *a;
    struct {
        int n;
        const char **part;
    } of[GROUPS];
    int n, group[GROUPS];   /* that differ */
    double *value[MASKS];   /* by the groups that are the second site's; NULL: cannot be */
    const char *why[MASKS]; /* that it cannot be */
    int n_case;
};

static const struct object *twin_of(const struct object_set *set, const struct object *o)
{
    bool is_single = set->kinds[o->kind].flags & KIND_SINGLE;
    for (int i = 0; i < set->n; i++) {
        const struct object *x = &set->item[i];
        if (x->kind == o->kind && (is_single || !strcmp(x->name, o->name))) return x;
    }
    return NULL;
}

static bool row_differs(const struct param *p, const void *x, const void *y, struct arena *a)
{
    struct builder one = builder_new(a), other = builder_new(a);
    param_key(p, x, &one);
    param_key(p, y, &other);
    return one.n != other.n || memcmp(one.s, other.s, one.n) != 0;
}

static void add_part(struct game *g, enum group group, const struct object *o)
{
    const char *kind = g->set[0]->kinds[o->kind].name;
    const char *name = o->name[0] ? arena_format(g->a, "%s.%s", kind, o->name) : kind;
    g->of[group].part[g->of[group].n++] = name;
}

static void look_at_twins(struct game *g, const struct object *x, const struct object *y)
{
    static const char *const told[] = {"title", "prepared_by",   "date", "source",
                                       "note",  "carbon_source", NULL};
    const struct kind *k = &g->set[0]->kinds[x->kind];
    bool is_known[GROUPS] = {false};
    for (int i = 0; i < k->n_params; i++) {
        enum group group = group_of_row(g->set[0], x->kind, i);
        if (is_known[group] || is_among(k->params[i].key, told)) continue;
        if (!row_differs(&k->params[i], x->data, y->data, g->a)) continue;
        is_known[group] = true;
        add_part(g, group, x);
    }
}

/* Sections of one site against those of the other; of the second only what the first lacks. */
static void look_at(struct game *g, int side)
{
    for (int i = 0; i < g->set[side]->n; i++) {
        const struct object *o = &g->set[side]->item[i], *twin = twin_of(g->set[!side], o);
        enum group group = group_of(o->kind);
        if (group == NO_GROUP) continue;
        if (!twin)
            add_part(g, group, o);
        else if (side == 0)
            look_at_twins(g, o, twin);
    }
}

static void find_groups(struct game *g)
{
    size_t most = (size_t)(g->set[0]->n + g->set[1]->n) + 1;
    for (int i = 0; i < GROUPS; i++) g->of[i].part = ARENA_ARRAY(g->a, const char *, most);
    for (int side = 0; side < 2; side++) look_at(g, side);
    for (int i = 0; i < GROUPS; i++)
        if (g->of[i].n) g->group[g->n++] = i;
}

/* ---- mixed sites ------------------------------------------------------------------ */

/* Bits of the mask are places in g->group. */
static bool is_second(const struct game *g, int mask, enum group group)
{
    for (int i = 0; i < g->n; i++)
        if (g->group[i] == (int)group) return mask >> i & 1;
    return false;
}

/* Of its group's site, with the rows of other groups from theirs, where they have it, too. */
static struct object mixed(const struct game *g, int mask, const struct object *of, bool side,
                           struct arena *a)
{
    const struct object *twin = twin_of(g->set[!side], of);
    const struct kind *k = &g->set[0]->kinds[of->kind];
    struct object o = *of;
    bool is_own = false;
    for (int i = 0; twin && i < k->n_params; i++) {
        if (is_second(g, mask, group_of_row(g->set[0], of->kind, i)) == side) continue;
        if (!is_own) object_copy(g->set[0], &o, a);
        is_own = true;
        param_copy(&k->params[i], o.data, twin->data);
        o.from[i] = twin->from[i];
    }
    return o;
}

/* Kind by kind, so that both ways lead to the same sites. */
static struct object_set mix(const struct game *g, int mask, struct arena *a)
{
    struct object_set out = {.kinds = g->set[0]->kinds, .n_kinds = g->set[0]->n_kinds};
    out.cap = g->set[0]->n + g->set[1]->n;
    out.item = ARENA_ARRAY(a, struct object, (size_t)out.cap);
    for (int k = 0; k < N_KIND; k++) {
        enum group group = group_of(k);
        if (group == NO_GROUP) continue;
        bool side = is_second(g, mask, group);
        for (int i = 0; i < g->set[side]->n; i++)
            if (g->set[side]->item[i].kind == k)
                out.item[out.n++] = mixed(g, mask, &g->set[side]->item[i], side, a);
    }
    return out;
}

static void keep_values(struct game *g, int mask, const struct result *r)
{
    g->value[mask] = ARENA_ARRAY(g->a, double, (size_t)g->n_metric + 1);
    for (int i = 0; i < g->n_metric; i++) g->value[mask][i] = r->metric[g->metric[i]];
}

static void simulate(struct game *g, int mask, struct memo *memo)
{
    struct arena own = arena_new(g->a->out_of_memory);
    struct diags ds = diags_new(&own);
    struct object_set objects = mix(g, mask, &own);
    struct run_options options = {.threads = g->threads, .energy_only = true, .numbers_only = true};
    struct loaded l;
    struct run_years y;
    struct result r;
    g->n_case++;
    if (load_objects(g->request, &objects, memo, &l, &own, &ds) &&
        run_years(&l, &options, memo, &y, &own, &ds) &&
        run_numbers(&l, &y, &options, memo, &r, &own, &ds)) {
        keep_values(g, mask, &r);
    } else {
        const char *why = study_error(&ds, &own);
        g->why[mask] = arena_text(g->a, why, strlen(why));
    }
    arena_free(&own);
}

static void simulate_all(struct game *g)
{
    int all = (1 << g->n) - 1;
    struct memo *memo = memo_new(g->a->out_of_memory);
    keep_values(g, 0, g->end[0]);
    keep_values(g, all, g->end[1]);
    for (int mask = 1; mask < all; mask++) simulate(g, mask, memo);
    memo_free(memo);
}

/* ---- groups that go together ------------------------------------------------------- */

struct players { /* each some of the groups, as a mask */
    int n, mask[GROUPS];
};

/* Groups of the players whose bits are set. */
static int union_of(const struct players *p, int of)
{
    int mask = 0;
    for (int i = 0; i < p->n; i++)
        if (of >> i & 1) mask |= p->mask[i];
    return mask;
}

/* How many sites that cannot be have i and j apart; the first of them. */
static int count_apart(const struct game *g, const struct players *p, int i, int j, int *first)
{
    int n = 0;
    for (int of = 0; of < 1 << p->n; of++) {
        bool is_apart = (of >> i & 1) != (of >> j & 1);
        if (!is_apart || g->value[union_of(p, of)]) continue;
        if (!n++) *first = union_of(p, of);
    }
    return n;
}

static const char *words_of(const struct game *g, int mask)
{
    struct builder b = builder_new(g->a);
    for (int i = 0; i < g->n; i++)
        if (mask >> i & 1)
            builder_format(&b, "%s%s", b.n ? " with " : "", group_words[g->group[i]]);
    return b.s;
}

static bool join_two(const struct game *g, struct players *p, struct waterfall *out)
{
    int most = 0, at[2] = {0, 0}, example = 0;
    for (int i = 0; i < p->n; i++)
        for (int j = i + 1; j < p->n; j++) {
            int first = 0, n = count_apart(g, p, i, j, &first);
            if (n <= most) continue;
            most = n;
            at[0] = i;
            at[1] = j;
            example = first;
        }
    if (!most) return false;
    p->mask[at[0]] |= p->mask[at[1]];
    for (int i = at[1]; i + 1 < p->n; i++) p->mask[i] = p->mask[i + 1];
    p->n--;
    out->note[out->n_note++] =
        arena_format(g->a, "%s go together: %s", words_of(g, p->mask[at[0]]), g->why[example]);
    return true;
}

/* ---- steps ------------------------------------------------------------------------- */

static double factorial(int n)
{
    return n < 2 ? 1 : n * factorial(n - 1);
}

static int bits_of(int mask)
{
    int n = 0;
    for (; mask; mask &= mask - 1) n++;
    return n;
}

/* Mean over the orders of what player i does when it comes. */
static double shapley(const struct game *g, const struct players *p, int i, int metric)
{
    double sum = 0;
    for (int of = 0; of < 1 << p->n; of++) {
        if (of >> i & 1) continue;
        int before = bits_of(of);
        double weight = factorial(before) * factorial(p->n - before - 1) / factorial(p->n);
        sum += weight *
               (g->value[union_of(p, of | 1 << i)][metric] - g->value[union_of(p, of)][metric]);
    }
    return sum;
}

/* Once, where several of its groups have rows of it. */
static void take_part(struct waterfall_step *s, const char *part)
{
    for (int i = 0; i < s->n_part; i++)
        if (!strcmp(s->part[i], part)) return;
    s->part[s->n_part++] = part;
}

static void add_step(const struct game *g, const struct players *p, int i, struct waterfall *out)
{
    struct waterfall_step *s = &out->step[out->n_step++];
    size_t most = 1;
    *s = (struct waterfall_step){.group = words_of(g, p->mask[i])};
    for (int k = 0; k < g->n; k++) most += (size_t)g->of[g->group[k]].n;
    s->part = ARENA_ARRAY(g->a, const char *, most);
    for (int k = 0; k < g->n; k++)
        for (int j = 0; (p->mask[i] >> k & 1) && j < g->of[g->group[k]].n; j++)
            take_part(s, g->of[g->group[k]].part[j]);
    s->by = ARENA_ARRAY(g->a, double, (size_t)g->n_metric + 1);
    for (int m = 0; m < g->n_metric; m++) s->by[m] = shapley(g, p, i, m);
}

static void add_ends(struct waterfall *out, const struct result *a, const struct result *b,
                     const int *metric, int n, struct arena *arena)
{
    int *kept = ARENA_ARRAY(arena, int, (size_t)n + 1);
    double *from = ARENA_ARRAY(arena, double, (size_t)n + 1);
    double *to = ARENA_ARRAY(arena, double, (size_t)n + 1);
    bool is_same = !strcmp(a->currency, b->currency), has_money = false;
    for (int i = 0; i < n; i++) {
        double x = a->metric[metric[i]], y = b->metric[metric[i]];
        bool is_money = !strncmp(metric_rows[metric[i]].unit, "money", 5);
        has_money |= is_money;
        if (isnan(x) || isnan(y) || (is_money && !is_same)) continue;
        kept[out->n_metric] = metric[i];
        from[out->n_metric] = x;
        to[out->n_metric++] = y;
    }
    out->metric = kept;
    out->from = from;
    out->to = to;
    if (has_money && !is_same) out->note[out->n_note++] = "amounts in two currencies have no steps";
}

void waterfall_find(const struct load_request *request, const struct result *a,
                    const struct result *b, const int *metric, int n_metric, int threads,
                    struct waterfall *out, struct arena *arena)
{
    *out = (struct waterfall){
        .from_name = a->site_name, .to_name = b->site_name, .currency = a->currency};
    out->note = ARENA_ARRAY(arena, const char *, GROUPS + 1);
    add_ends(out, a, b, metric, n_metric, arena);
    struct game *g = ARENA_ARRAY(arena, struct game, 1);
    *g = (struct game){.request = request,
                       .set = {&a->site->objects, &b->site->objects},
                       .end = {a, b},
                       .threads = threads,
                       .n_metric = out->n_metric,
                       .metric = out->metric,
                       .a = arena};
    find_groups(g);
    if (!g->n || !g->n_metric) return;
    simulate_all(g);
    struct players p = {.n = g->n};
    for (int i = 0; i < g->n; i++) p.mask[i] = 1 << i;
    while (join_two(g, &p, out)) {
    }
    out->step = ARENA_ARRAY(arena, struct waterfall_step, GROUPS);
    for (int i = 0; i < p.n; i++) add_step(g, &p, i, out);
    out->n_case = g->n_case;
}
