#include "plan/pack_ways.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plan/limit_list.h"

struct walking {
    struct ways *out;
    const struct plant *p;
    const struct year *y;
    double diversity;
    struct arena *a, *scratch;
    int **elem_of;
    int *way_of; /* [servers * racks in a row] */
    int way_cap, row_cap;
    double *rate;            /* [elem] loss over output */
    double (*sum)[3];        /* [elem] scratch, zero between uses */
    double (*base)[3];       /* [elem] likewise: of fixed servers, beyond their normal load */
    int *touched, n_touched; /* elements of sum */
    struct entry *entry;     /* of the state, by element */
    int n_entry, entry_cap;
    int *first_row; /* [elem] index + 1 into row lists: newest row of it */
    int *next_row;  /* [rows] likewise */
};

struct entry { /* of a way on an element */
    int elem, way;
    double w[3];
};

/* ---- ways ------------------------------------------------------------------- */

static bool is_same_way(const struct way *a, const struct way *b)
{
    if (a->n != b->n || a->has_supply != b->has_supply || a->plug != b->plug) return false;
    if (a->full != b->full || a->needed != b->needed || a->least != b->least) return false;
    for (int i = 0; i < a->n; i++)
        if (a->source[i].elem != b->source[i].elem ||
            a->source[i].supplies != b->source[i].supplies)
            return false;
    return true;
}

static int keep_way(struct walking *k, const struct way *x, int from)
{
    struct ways *w = k->out;
    for (int i = from; i < w->n_way; i++)
        if (is_same_way(&w->way[i], x)) return i;
    if (w->n_way == k->way_cap) {
        struct way *more = ARENA_ARRAY(k->a, struct way, (size_t)k->way_cap * 2 + 64);
        if (w->n_way) memcpy(more, w->way, (size_t)w->n_way * sizeof *more);
        w->way = more;
        k->way_cap = k->way_cap * 2 + 64;
    }
    w->way[w->n_way] = *x;
    w->way[w->n_way].source = ARENA_ARRAY(k->a, struct plant_source, (size_t)x->n + 1);
    memcpy(w->way[w->n_way].source, x->source, (size_t)x->n * sizeof *x->source);
    return w->n_way++;
}

static bool may_stand_in(const struct server *v, int rack)
{
    for (int i = 0; i < v->rack.n; i++)
        if (v->rack.ref[i].index == rack) return true;
    return false;
}

static int find_way(struct walking *k, int server, int rack, int unit, int from)
{
    const struct server *v = site_server(k->out->site, server);
    struct plant_source source[PLANT_SOURCES];
    struct placed at = {.server = server, .rack = rack, .rack_unit = unit};
    int n = plant_sources(k->p, k->elem_of, &at, source, k->a);
    bool is_cold = v->psu_mode == PSU_COLD_STANDBY;
    struct way x = {.rack = rack, .unit = unit, .n = n, .source = source, .plug = v->plug};
    x.has_supply = v->psu.n > 0;
    x.full = !x.has_supply ? n : is_cold ? v->psu_needed : v->psu_count;
    x.needed = x.has_supply ? v->psu_needed : 1;
    x.least = x.has_supply ? v->psu_least : 1;
    return n ? keep_way(k, &x, from) : -1;
}

static void find_ways(struct walking *k)
{
    const struct site *s = k->out->site;
    int n_server = s->of[KIND_SERVER].n, n_rack = s->of[KIND_RACK].n, racks = 0;
    k->out->first = ARENA_ARRAY(k->a, int, (size_t)n_rack + 1);
    for (int r = 0; r < n_rack; r++) {
        k->out->first[r] = racks;
        racks += site_rack(s, r)->part.count;
    }
    k->out->first[n_rack] = racks;
    k->way_of = ARENA_ARRAY(k->a, int, (size_t)n_server *(size_t)racks + 1);
    for (int r = 0, at = 0; r < n_rack; r++)
        for (int unit = 0; unit < site_rack(s, r)->part.count; unit++, at++)
            for (int v = 0, from = k->out->n_way; v < n_server; v++)
                k->way_of[v * racks + at] =
                    may_stand_in(site_server(s, v), r) ? find_way(k, v, r, unit, from) : -1;
}

/* ---- from the plug up --------------------------------------------------------- */

static double usable_w(const struct elem *x)
{
    double v = limit_line_v(x), least_w = HUGE_VAL;
    int lines = x->phases == 3 ? 3 : 1;
    if (x->rated_w > 0) least_w = fmin(least_w, x->rated_w);
    if (x->rated_va > 0) least_w = fmin(least_w, x->rated_va);
    if (x->rated_a > 0 && v > 0) least_w = fmin(least_w, lines * v * x->rated_a);
    return least_w * x->usable_frac;
}

/* Without a rating, all that wants to be placed may be on it. */
static void find_rates(struct walking *k)
{
    double all_w = 0;
    for (int v = 0; v < k->out->site->of[KIND_SERVER].n; v++)
        all_w += site_server(k->out->site, v)->power_maximum_w *
                 site_server(k->out->site, v)->part.count;
    k->rate = ARENA_ARRAY(k->a, double, (size_t)k->p->n_elem + 1);
    for (int e = 0; e < k->p->n_elem; e++) {
        const struct elem *x = &k->p->elem[e];
        double full_w = usable_w(x);
        k->rate[e] = x->b + x->c_per_w * (isfinite(full_w) ? full_w : all_w / x->units);
    }
}

/* Lines of the source that a part on fewer stands on, when the site says which.  Two
   lines carry P / sqrt 3 each, in volts from line to neutral. */
static void onto_lines(const struct elem *x, double w, double out[3])
{
    static const double inverse_sqrt3 = 0.57735026918962576;
    int phase = x->e->phase;
    for (int l = 0; l < 3; l++) out[l] = w / 3;
    if (x->phases == 1 && phase >= PHASE_L1 && phase <= PHASE_L3) {
        for (int l = 0; l < 3; l++) out[l] = l == phase - PHASE_L1 ? w : 0;
    } else if (x->phases == 2 && phase >= PHASE_L12 && phase <= PHASE_L31) {
        for (int l = 0; l < 3; l++) out[l] = 0;
        out[phase - PHASE_L12] = out[(phase - PHASE_L12 + 1) % 3] = w * inverse_sqrt3;
    }
}

static bool keeps_lines(const struct plant *p, const struct elem *x)
{
    return x->what == ELEM_PDU ||
           (x->what == ELEM_UPS && site_ups(p->site, x->index)->mode != UPS_DOUBLE_CONVERSION);
}

/* w: of all lines; line: of each, where the element has three. */
static void climb(struct walking *k, const double *share, int e, double w, const double line[3])
{
    const struct elem *x = &k->p->elem[e];
    double *to = k->sum[e];
    if (!(to[0] + to[1] + to[2] > 0)) k->touched[k->n_touched++] = e;
    for (int l = 0; l < 3; l++) to[l] += x->phases == 3 ? line[l] : w / 3;
    for (int j = x->up.first; j < x->up.first + x->up.n; j++) {
        double up = share[j] * (1 + k->rate[e]), of[3];
        if (!(up > 0)) continue;
        if (x->phases < 3)
            onto_lines(x, up * w, of);
        else
            for (int l = 0; l < 3; l++) of[l] = up * (keeps_lines(k->p, x) ? line[l] : w / 3);
        climb(k, share, k->p->feed[j], up * w, of);
    }
}

/* One watt of a server on the way, in a state; 0 when it has lost all its feeds. */
static int climb_way(struct walking *k, const struct way *x, const struct outage_shares *s,
                     double w)
{
    int live = 0, all = 0;
    for (int i = 0; i < x->n; i++) {
        all += x->source[i].supplies;
        if (!s->dead[x->source[i].elem]) live += x->source[i].supplies;
    }
    if (!live || (x->has_supply && live < x->least)) return 0;
    /* short of supplies it takes what those that are left took before */
    double over = x->has_supply && live < x->needed ? all : live;
    for (int i = 0; i < x->n; i++) {
        const struct plant_source *f = &x->source[i];
        double own = live == all ? f->share : f->supplies / over;
        const double third[3] = {own * w / 3, own * w / 3, own * w / 3};
        if (own > 0 && !s->dead[f->elem]) climb(k, s->share, f->elem, own * w, third);
    }
    return live;
}

/* ---- states -------------------------------------------------------------------- */

/* Some feeds of the way are dead, and what is left is enough. */
static bool is_survived(const struct way *x, const unsigned char *dead)
{
    int live = 0, lost = 0;
    for (int i = 0; i < x->n; i++) {
        if (dead[x->source[i].elem])
            lost += x->source[i].supplies;
        else
            live += x->source[i].supplies;
    }
    return lost > 0 && live >= x->needed && live > 0;
}

static bool any_survives(const struct ways *w, const unsigned char *dead)
{
    for (int i = 0; i < w->n_way; i++)
        if (is_survived(&w->way[i], dead)) return true;
    return false;
}

/* What dies with an element; upstream ones come last. */
static int find_dead(const struct plant *p, int e, unsigned char *dead)
{
    int n = 1;
    memset(dead, 0, (size_t)p->n_elem);
    dead[e] = 1;
    for (int i = e - 1; i >= 0; i--) {
        struct feeds f = p->elem[i].up;
        bool all = f.n > 0;
        for (int j = f.first; j < f.first + f.n; j++) all &= dead[p->feed[j]];
        dead[i] = all;
        n += all;
    }
    return n;
}

static bool is_system(const struct plant *p, const struct elem *x)
{
    return x->kind == KIND_UPS && p->site->of[KIND_UPS].copy[x->index].n >= 2;
}

/* Those that take most with them first: their rows imply most of the others'. */
static int by_dead(const void *x, const void *y)
{
    const struct way_state *a = x, *b = y;
    if (a->n_dead != b->n_dead) return b->n_dead - a->n_dead;
    return b->lost[0].alive_index - a->lost[0].alive_index;
}

static struct way_state *new_state(struct walking *k, const char *name, int n_dead, int n_lost)
{
    struct way_state *x = &k->out->state[k->out->n_state++];
    *x = (struct way_state){.name = name, .n_dead = n_dead};
    x->lost = ARENA_ARRAY(k->a, struct lost, (size_t)n_lost + 1);
    return x;
}

static void lose_elem(const struct plant *p, struct way_state *x, int e)
{
    x->lost[x->n_lost++] = (struct lost){p->alive_elem + e, p->elem[e].units};
}

/* Generators carry what the utilities leave. */
static void find_standby(struct walking *k)
{
    const struct plant *p = k->p;
    int n_generator = 0, n_utility = 0;
    for (int e = 0; e < p->n_elem; e++) {
        n_generator += p->elem[e].what == ELEM_GENERATOR;
        n_utility += p->elem[e].what == ELEM_UTILITY;
    }
    if (!n_generator) return;
    struct way_state *x = new_state(k, "the utility lost", p->n_elem, n_utility);
    for (int e = 0; e < p->n_elem; e++)
        if (p->elem[e].what == ELEM_UTILITY) lose_elem(p, x, e);
}

static void find_states(struct walking *k)
{
    const struct plant *p = k->p;
    struct ways *w = k->out;
    unsigned char *dead = ARENA_ARRAY(k->a, unsigned char, (size_t)p->n_elem + 1);
    w->state = ARENA_ARRAY(k->a, struct way_state, (size_t)p->n_elem + 3);
    new_state(k, "normal", 0, 0)->is_solved = true;
    for (int e = 0; e < p->n_elem; e++) {
        const struct elem *x = &p->elem[e];
        int n = find_dead(p, e, dead);
        if (!p->normal.alive[p->alive_elem + e] || x->what == ELEM_GENERATOR) continue;
        if (!is_system(p, x) && !any_survives(w, dead)) continue;
        const char *name = plant_part_name(p, e, k->a);
        struct way_state *st = new_state(k, arena_format(k->a, "%s lost", name), n, 1);
        st->is_solved = is_system(p, x);
        lose_elem(p, st, e);
    }
    find_standby(k);
    if (w->n_state > 1) qsort(w->state + 1, (size_t)w->n_state - 1, sizeof *w->state, by_dead);
}

/* ---- rows ----------------------------------------------------------------------- */

static void take_entries(struct walking *k, int way)
{
    for (int i = 0; i < k->n_touched; i++) {
        double *w = k->sum[k->touched[i]];
        if (k->n_entry == k->entry_cap) {
            struct entry *more = ARENA_ARRAY(k->a, struct entry, (size_t)k->entry_cap * 2 + 256);
            if (k->n_entry) memcpy(more, k->entry, (size_t)k->n_entry * sizeof *more);
            k->entry = more;
            k->entry_cap = k->entry_cap * 2 + 256;
        }
        k->entry[k->n_entry++] = (struct entry){k->touched[i], way, {w[0], w[1], w[2]}};
        w[0] = w[1] = w[2] = 0;
    }
    k->n_touched = 0;
}

static int by_elem(const void *x, const void *y)
{
    const struct entry *a = x, *b = y;
    return a->elem != b->elem ? a->elem - b->elem : a->way - b->way;
}

/* Every use of x, for what is left in each, is at most y's. */
static bool is_implied(const struct way_row *x, const struct way_row *y)
{
    double left_x = fmax(x->limit - x->base, 0), left_y = fmax(y->limit - y->base, 0);
    int j = 0;
    for (int i = 0; i < x->n; i++) {
        while (j < y->n && y->use[j].way < x->use[i].way) j++;
        if (j == y->n || y->use[j].way != x->use[i].way) return false;
        if (x->use[i].v * left_y > y->use[j].v * left_x * (1 + 1e-12)) return false;
    }
    return true;
}

static void add_row(struct walking *k, const struct way_row *x, const struct way_use *use)
{
    struct ways *w = k->out;
    struct way_row row = *x;
    row.use = use;
    for (int i = k->first_row[x->elem]; i; i = k->next_row[i - 1])
        if (is_implied(&row, &w->row[i - 1])) return;
    if (w->n_row == k->row_cap) {
        int cap = k->row_cap * 2 + 256;
        struct way_row *more = ARENA_ARRAY(k->a, struct way_row, (size_t)cap);
        int *next = ARENA_ARRAY(k->a, int, (size_t)cap);
        if (w->n_row) memcpy(more, w->row, (size_t)w->n_row * sizeof *more);
        if (w->n_row) memcpy(next, k->next_row, (size_t)w->n_row * sizeof *next);
        w->row = more;
        k->next_row = next;
        k->row_cap = cap;
    }
    struct way_use *kept = ARENA_ARRAY(k->a, struct way_use, (size_t)x->n + 1);
    memcpy(kept, use, (size_t)x->n * sizeof *kept);
    row.use = kept;
    k->next_row[w->n_row] = k->first_row[x->elem];
    w->row[w->n_row++] = row;
    k->first_row[x->elem] = w->n_row;
}

/* Of each line; of one phase, of the line. */
static void add_currents(struct walking *k, const struct way_row *of, int from, int to,
                         struct way_use *use)
{
    const struct elem *x = &k->p->elem[of->elem];
    struct way_row row = *of;
    const double *b = k->base[of->elem];
    row.what = WAY_CURRENT;
    if (x->phases < 3) {
        add_row(k, &row, use);
        return;
    }
    for (row.line = 0; row.line < 3; row.line++) {
        row.base = fmax(k->y->elem[of->elem].used / 3 + b[row.line], 0);
        row.n = 0;
        for (int i = from; i < to; i++)
            if (k->entry[i].w[row.line] > 0)
                use[row.n++] =
                    (struct way_use){k->entry[i].way, k->diversity * k->entry[i].w[row.line]};
        if (row.n) add_row(k, &row, use);
    }
}

static void fill_uses(const struct walking *k, int from, int to, struct way_use *use)
{
    for (int i = from; i < to; i++) {
        const double *w = k->entry[i].w;
        use[i - from] = (struct way_use){k->entry[i].way, k->diversity * (w[0] + w[1] + w[2])};
    }
}

static double apparent_limit_w(const struct walking *k, const struct elem *x, double frac,
                               double pf)
{
    double limit_w = frac * limit_apparent_va(x) * pf;
    if (x->what != ELEM_TRANSFORMER) return limit_w;
    double stated = limit_stated_power_factor(k->p->site, x->index);
    return isnan(stated) ? limit_w : limit_w * fmin(1, stated / pf);
}

/* Rows of one element from its entries, [from, to). */
static void add_elem(struct walking *k, int state, int from, int to, int units, struct way_use *use)
{
    int e = k->entry[from].elem;
    const struct elem *x = &k->p->elem[e];
    const double *b = k->base[e];
    double pf = k->out->power_factor[e], v = limit_line_v(x), frac = units * x->usable_frac;
    struct way_row row = {.elem = e, .state = state, .line = -1, .n = to - from};
    row.base = fmax(k->y->elem[e].used + b[0] + b[1] + b[2], 0);
    fill_uses(k, from, to, use);
    if (x->rated_a > 0 && v > 0) {
        row.limit = frac * x->rated_a * v * pf;
        add_currents(k, &row, from, to, use);
        fill_uses(k, from, to, use);
    }
    if (x->rated_w > 0 && x->what != ELEM_TRANSFORMER) {
        row.limit = frac * x->rated_w;
        add_row(k, &row, use);
    }
    row.what = WAY_APPARENT;
    row.limit = apparent_limit_w(k, x, frac, pf);
    if (row.limit > 0) add_row(k, &row, use);
}

/* What fixed and free servers move to each element, beyond their normal load. */
static void find_base(struct walking *k, const struct outage_shares *s, double sign)
{
    const struct plant *p = k->p;
    for (int t = 0; t < p->n_tap; t++) {
        const struct tap *x = &p->tap[t];
        double all_w = sign * x->count * p->group[x->group].s->power_maximum_w * k->diversity;
        for (int j = x->feed.first; j < x->feed.first + x->feed.n; j++) {
            double w = s->share[j];
            const double third[3] = {w / 3, w / 3, w / 3};
            if (w > 0) climb(k, s->share, p->feed[j], w, third);
        }
        for (int i = 0; i < k->n_touched; i++) {
            double *sum = k->sum[k->touched[i]], *to = k->base[k->touched[i]];
            for (int l = 0; l < 3; l++) to[l] += all_w * sum[l], sum[l] = 0;
        }
        k->n_touched = 0;
    }
}

static int units_of(const struct walking *k, const struct outage_shares *s, int state, int e)
{
    const struct elem *x = &k->p->elem[e];
    int units = s->alive[k->p->alive_elem + e];
    bool has_spare = x->kind == KIND_UPS && ups_has_spare(site_ups(k->p->site, x->index));
    return units - (state == 0 && has_spare);
}

static void add_state(struct walking *k, int state, const struct outage_shares *normal,
                      struct way_use *use)
{
    struct way_state *st = &k->out->state[state];
    struct arena_mark mark = arena_mark(k->scratch);
    struct outage_shares s = outage_shares(k->p, st->lost, st->n_lost, k->scratch);
    st->off = ARENA_ARRAY(k->a, unsigned char, (size_t)k->out->n_way + 1);
    memset(k->base, 0, ((size_t)k->p->n_elem + 1) * sizeof *k->base);
    if (state) {
        find_base(k, &s, 1);
        find_base(k, normal, -1);
    }
    k->n_entry = 0;
    for (int i = 0; i < k->out->n_way; i++) {
        st->off[i] = climb_way(k, &k->out->way[i], &s, 1) == 0;
        take_entries(k, i);
    }
    if (k->n_entry) qsort(k->entry, (size_t)k->n_entry, sizeof *k->entry, by_elem);
    for (int i = 0, to; i < k->n_entry; i = to) {
        for (to = i; to < k->n_entry && k->entry[to].elem == k->entry[i].elem; to++) {
        }
        add_elem(k, state, i, to, units_of(k, &s, state, k->entry[i].elem), use);
    }
    arena_release(k->scratch, mark);
}

/* The least of what servers bring, or of the UPS before it; cooling is in the base. */
static void find_power_factors(struct walking *k)
{
    const struct site *s = k->out->site;
    static const double bare = 0.98; /* of servers without supplies, as in sim/network */
    double least = 1;
    double *pf = k->out->power_factor = ARENA_ARRAY(k->a, double, (size_t)k->p->n_elem + 1);
    for (int v = 0; v < s->of[KIND_SERVER].n; v++)
        if (site_server(s, v)->rack.n)
            least = fmin(least, site_server(s, v)->psu.n
                                    ? site_psu(s, site_server(s, v)->psu.ref[0].index)->power_factor
                                    : bare);
    for (int e = 0; e < k->p->n_elem; e++) pf[e] = 1;
    for (int i = 0; i < k->out->n_way; i++)
        for (int j = 0; j < k->out->way[i].n; j++) pf[k->out->way[i].source[j].elem] = least;
    for (int e = 0; e < k->p->n_elem; e++) {
        const struct elem *x = &k->p->elem[e];
        bool is_double = x->what == ELEM_UPS && !keeps_lines(k->p, x);
        double own = is_double ? site_ups(s, x->index)->e.power_factor : pf[e];
        for (int j = x->up.first; j < x->up.first + x->up.n; j++)
            pf[k->p->feed[j]] = fmin(pf[k->p->feed[j]], own > 0 ? own : 1);
    }
}

struct ways *ways_find(const struct site *site, const struct plant *plant,
                       const struct year *design_year, double diversity, struct arena *a)
{
    size_t n = (size_t)plant->n_elem + 1;
    struct arena scratch = arena_new(a->out_of_memory);
    struct walking k = {.out = ARENA_ARRAY(a, struct ways, 1),
                        .p = plant,
                        .y = design_year,
                        .diversity = diversity,
                        .a = a,
                        .scratch = &scratch,
                        .elem_of = plant_elem_of(plant, a),
                        .sum = arena_make(a, sizeof *k.sum, n),
                        .base = arena_make(a, sizeof *k.base, n),
                        .touched = ARENA_ARRAY(a, int, n),
                        .first_row = ARENA_ARRAY(a, int, n)};
    k.out->site = site;
    k.out->plant = plant;
    find_ways(&k);
    find_rates(&k);
    find_power_factors(&k);
    find_states(&k);
    struct way_use *use = ARENA_ARRAY(a, struct way_use, (size_t)k.out->n_way + 1);
    struct outage_shares normal = outage_shares(plant, NULL, 0, a);
    /* states that imply others' rows come first, the normal one last */
    for (int i = 1; i < k.out->n_state; i++) add_state(&k, i, &normal, use);
    add_state(&k, 0, &normal, use);
    k.out->way_of = k.way_of;
    arena_free(&scratch);
    return k.out;
}

int ways_of(const struct ways *w, int server, int rack, int unit)
{
    int racks = w->first[w->site->of[KIND_RACK].n];
    return w->way_of[server * racks + w->first[rack] + unit];
}
