#include "plan/failures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plan/failure_states.h"
#include "plan/firm.h"
#include "plan/limit_list.h"

struct finding {
    const struct failures_case *c;
    const struct plant *p;
    struct limit_state normal;
    struct limit_list *before; /* rows of cooling and rooms, nothing lost */
    struct failures *out;
    struct arena *a;
    struct arena *scratch; /* of one state */
};

/* ---- efficiencies ------------------------------------------------------------ */

static double sum_of(const struct year *y, enum quantity q)
{
    return y->site.stat[q].sum;
}

static double psu_efficiency(const struct year *y)
{
    double it = sum_of(y, Q_IT_W);
    return it > 0 ? 1 - sum_of(y, Q_PSU_LOSS_W) / it : (double)NAN;
}

/* Of all UPS together, with what other loads take from them. */
static double ups_efficiency(const struct plant *p, const struct outage *o, const struct year *y)
{
    double out_w = 0, in_w = 0;
    for (int e = 0; e < p->n_elem; e++) {
        const struct elem *x = &p->elem[e];
        double w = y->elem[e].used, n = o->alive[e];
        if (x->what != ELEM_UPS || !(n > 0)) continue;
        out_w += w;
        in_w += w + n * x->a_w + w * (x->b + x->c_per_w * w / n);
    }
    return in_w > 0 && out_w > 0 ? out_w / in_w : (double)NAN;
}

static double elem_efficiency(const struct elem *x, double w, int n)
{
    if (x->what != ELEM_UPS || n <= 0 || !(w > 0)) return (double)NAN;
    return w / (w + n * x->a_w + w * (x->b + x->c_per_w * w / n));
}

/* ---- rows --------------------------------------------------------------------- */

struct rows {
    struct failure_row *item;
    int n, cap;
};

static struct failure_row *add_row(struct finding *f, struct rows *r, const struct limit *limit)
{
    if (r->n == r->cap) {
        struct failure_row *more = ARENA_ARRAY(f->a, struct failure_row, (size_t)r->cap * 2 + 16);
        if (r->n) memcpy(more, r->item, (size_t)r->n * sizeof *more);
        r->item = more;
        r->cap = r->cap * 2 + 16;
    }
    r->item[r->n] = (struct failure_row){.limit = *limit,
                                         .before = (double)NAN,
                                         .elem = -1,
                                         .hours = -1,
                                         .efficiency = (double)NAN,
                                         .efficiency_before = (double)NAN};
    return &r->item[r->n++];
}

static const struct limit *find_row(const struct limit_list *l, const struct limit *like)
{
    for (int i = 0; i < l->n; i++)
        if (!strcmp(l->item[i].element, like->element) &&
            !strcmp(l->item[i].resource, like->resource))
            return &l->item[i];
    return NULL;
}

static struct limit_list list_new(const struct finding *f)
{
    return (struct limit_list){.c = f->c->limits, .a = f->a};
}

/* Of elements that carry more, or have fewer units to carry it with. */
static bool is_affected(const struct finding *f, const struct limit_state *s, int e)
{
    double now_w = s->y->elem[e].used, before_w = f->normal.y->elem[e].used;
    int alive = s->o->alive[e];
    if (!alive) return false;
    return now_w > before_w * (1 + 1e-6) + 1e-6 || alive < f->normal.o->alive[e];
}

static void add_elem_rows(struct finding *f, struct rows *r, const struct limit_state *s, int e)
{
    const struct elem *x = &f->p->elem[e];
    struct limit_list now = list_new(f), before = list_new(f);
    limit_add_elem(&now, s, e);
    limit_add_elem(&before, &f->normal, e);
    for (int i = 0; i < now.n; i++) {
        const struct limit *was = find_row(&before, &now.item[i]);
        struct failure_row *row = add_row(f, r, &now.item[i]);
        if (was) row->before = was->used;
        row->alike = s->o->alike.size[s->o->alike.of[e]] - 1;
        row->elem = e;
        row->efficiency = elem_efficiency(x, s->y->elem[e].used, s->o->alive[e]);
        row->efficiency_before =
            elem_efficiency(x, f->normal.y->elem[e].used, f->normal.o->alive[e]);
    }
}

static void add_electrical(struct finding *f, struct rows *r, const struct limit_state *s)
{
    const struct alike *k = &s->o->alike;
    for (int c = 0; c < k->n; c++)
        if (is_affected(f, s, k->first[c])) add_elem_rows(f, r, s, k->first[c]);
}

/* Rows of supplies, cooling and rooms, where they are worse than before or broken. */
static void add_others(struct finding *f, struct rows *r, const struct limit_state *s)
{
    struct limit_list now = list_new(f);
    limit_add_supplies(&now, s);
    limit_add_worse(&now, s);
    limit_add_rooms(&now, s);
    for (int i = 0; i < now.n; i++) {
        const struct limit *x = &now.item[i], *was = find_row(f->before, x);
        bool is_worse = !was || x->used > was->used + 1e-6 * fabs(was->used);
        if (!strcmp(x->resource, "powered servers") || (!is_worse && !x->is_broken)) continue;
        struct failure_row *row = add_row(f, r, x);
        if (was) row->before = was->used;
    }
}

static double tightness(const struct failure_row *x)
{
    const struct limit *l = &x->limit;
    if (isnan(l->margin)) return HUGE_VAL;
    return l->is_broken && !(l->limit > 0) ? -HUGE_VAL : l->margin;
}

static int by_margin(const void *p, const void *q)
{
    const struct failure_row *a = p, *b = q;
    double x = tightness(a), y = tightness(b);
    if (x < y) return -1;
    if (x > y) return 1;
    int c = strcmp(a->limit.element, b->limit.element);
    return c ? c : strcmp(a->limit.resource, b->limit.resource);
}

/* ---- what drops ----------------------------------------------------------------- */

static struct failure_drop *add_drop(struct finding *f, struct failure *x, const char *element)
{
    struct failure_drop *more = ARENA_ARRAY(f->a, struct failure_drop, (size_t)x->n_drop + 1);
    if (x->n_drop) memcpy(more, x->drop, (size_t)x->n_drop * sizeof *more);
    x->drop = more;
    x->drop[x->n_drop] = (struct failure_drop){.element = element};
    return &x->drop[x->n_drop++];
}

enum { RACKS_SHOWN = 6 };

/* Racks in which servers of a group have no supply left. */
static const char *dark_racks(struct finding *f, const struct outage *o, int group)
{
    struct builder b = builder_new(f->a);
    int n = 0;
    for (int t = 0; t < f->p->n_tap; t++) {
        const struct tap *x = &f->p->tap[t];
        if (x->group != group || o->tap_supplies[t] > 0 || x->rack < 0) continue;
        const struct rack *r = site_rack(f->p->site, x->rack);
        const char *name = f->p->site->of[KIND_RACK].name[x->rack];
        if (n++ >= RACKS_SHOWN) continue;
        builder_format(&b, "%srack.%s", n > 1 ? ", " : "", name);
        if (r->part.count > 1) builder_format(&b, " %d", x->rack_unit + 1);
    }
    if (n > RACKS_SHOWN) builder_format(&b, " and %d more", n - RACKS_SHOWN);
    return n ? b.s : NULL;
}

static void find_servers(struct finding *f, struct failure *x, const struct limit_state *s)
{
    const struct plant *q = s->o->plant;
    double capped_w = 0, wanted_w = 0;
    for (int g = 0; g < q->n_group; g++) {
        const struct group *k = &q->group[g];
        double full_w = f->normal.y->group_max_w[k->origin];
        x->demand_w += k->count * full_w;
        if (!k->supplies) {
            struct failure_drop *d = add_drop(f, x, limit_part(f->before, KIND_SERVER, k->server));
            d->count = k->count;
            d->of = site_server(f->p->site, k->server)->part.count;
            d->power_w = k->count * full_w;
            d->where = dark_racks(f, s->o, k->origin);
            x->dropped_w += d->power_w;
            continue;
        }
        x->served_w += k->count * full_w;
        bool is_short = k->has_supply && k->supplies < k->full_supplies;
        if (!is_short || !(s->y->group_cap_w[g] > 0)) continue;
        x->capped_servers += k->count;
        capped_w += k->count * s->y->group_cap_w[g];
        wanted_w += k->count * (k->idle_w + k->design_span_w);
    }
    x->cap_frac = wanted_w > 0 ? capped_w / wanted_w : 0;
    x->drops_servers = x->dropped_w > 0;
    x->is_capped = x->capped_servers > 0;
}

/* Cooling that stands still for want of power, beside what was taken away. */
static void find_dark_cooling(struct finding *f, struct failure *x, const struct failure_state *st,
                              const struct outage *o)
{
    for (int i = f->p->alive_cool; i < f->p->n_alive; i++) {
        bool is_lost = o->alive[i] == 0 && f->normal.o->alive[i] > 0;
        for (int k = 0; k < st->n_lost; k++) is_lost &= st->lost[k].alive_index != i;
        if (!is_lost) continue;
        const char *name = i >= f->p->alive_loop
                               ? site_part_name(f->p->site, KIND_LOOP,
                                                f->p->loop[i - f->p->alive_loop].index, f->a)
                               : plant_part_name(f->p, i, f->a);
        struct failure_drop *d = add_drop(f, x, name);
        d->count = d->of = f->normal.o->alive[i];
    }
}

/* ---- one state -------------------------------------------------------------------- */

static void find_heat(const struct finding *f, struct failure *x, const struct year *y,
                      const struct year *used)
{
    double least = HUGE_VAL;
    for (int r = 0; r < f->p->n_room; r++) {
        double limit_c = limit_inlet_c(f->c->limits, r), inlet_c = y->room[r].max_inlet_c;
        if (limit_c - inlet_c < least) {
            least = limit_c - inlet_c;
            x->max_inlet_c = inlet_c;
            x->inlet_limit_c = limit_c;
        }
        if (used->room[r].hours_above_allowable > x->hours_hot)
            x->hours_hot = used->room[r].hours_above_allowable;
    }
    x->hours_throttled = used->throttled_hours;
    x->hours_tripped = used->tripped_hours;
}

static double peak_w(const struct year *y)
{
    return y->site.stat[Q_FACILITY_W].max;
}

/* Share of the year's computing that the state takes away. */
static double work_lost(const struct finding *f, const struct year *used)
{
    const struct year *normal = f->c->year;
    double wanted_j = sum_of(normal, Q_COMPUTE_W) * 3600 + normal->lost_compute_j;
    double lost_j = used->lost_compute_j - normal->lost_compute_j;
    return wanted_j > 0 && lost_j > 0 ? lost_j / wanted_j : 0;
}

static const struct year *watch(struct finding *f, struct outage *o, const struct limit_state *s)
{
    const struct limits_case *c = f->c->limits;
    double *limit_w = ARENA_ARRAY(f->scratch, double, (size_t)f->p->n_elem + 1);
    for (int e = 0; e < f->p->n_elem; e++)
        limit_w[e] = s->o->alive[e] ? limit_elem_w(c, s, e) * (1 + 1e-9) : HUGE_VAL;
    outage_watch(o, limit_w, f->scratch);
    return outage_run(o, f->c->normal, c->calendar, KEEP_FACILITY, c->threads, f->scratch);
}

static void judge(struct failure *x, const struct rows *r)
{
    static const char *const of_heat[] = {"inlet temperature",
                                          "chip temperature",
                                          "coolant temperature",
                                          "supply temperature",
                                          "hours off by heat",
                                          "hours throttled",
                                          "heat"};
    for (int i = 0; i < r->n; i++) {
        const struct limit *l = &r->item[i].limit;
        bool is_heat = false;
        for (size_t k = 0; k < sizeof of_heat / sizeof *of_heat; k++)
            is_heat |= !strcmp(l->resource, of_heat[k]);
        x->is_over |= l->is_broken && !is_heat;
        x->is_hot |= l->is_broken && is_heat;
    }
    x->survives = !x->drops_servers && !x->is_over && !x->is_hot;
    x->word = x->drops_servers ? "drops servers"
              : x->is_over     ? "overloads"
              : x->is_hot      ? "too hot"
              : x->is_capped   ? "caps power"
                               : "survives";
}

/* With every server at its maximum nothing falls in any hour: then nothing does with less. */
static bool is_calm(const struct finding *f, const struct failure *x, const struct year *y)
{
    bool is_calm = x->survives && !x->is_capped && !y->throttled_hours && !y->tripped_hours;
    for (int r = 0; r < f->p->n_room; r++) is_calm &= !y->room[r].hours_above_allowable;
    return is_calm;
}

/* By the site's workload. */
static void count_hours(struct finding *f, struct failure *x, struct rows *rows, struct outage *o,
                        const struct limit_state *s)
{
    bool calm = is_calm(f, x, s->y);
    const struct year *used = calm ? s->y : watch(f, o, s);
    for (int i = 0; i < rows->n; i++) {
        int e = rows->item[i].elem;
        if (e >= 0) rows->item[i].hours = calm ? 0 : used->elem_hours[e];
    }
    find_heat(f, x, s->y, used);
    if (calm) return;
    x->hours_over = used->over_hours;
    x->work_lost_frac = work_lost(f, used);
}

static void solve_state(struct finding *f, struct failure *x, const struct failure_state *st)
{
    const struct limits_case *c = f->c->limits;
    struct rows rows = {0};
    struct arena_mark mark = arena_mark(f->scratch);
    struct outage *o = outage_make(f->p, st->lost, st->n_lost, f->scratch);
    struct limit_state s = {o, NULL, NULL, st->name};
    s.y = outage_run(o, c->design, c->calendar, KEEP_FACILITY, c->threads, f->scratch);
    struct network net = network_solve(f->p, o, s.y, f->scratch);
    s.net = &net;
    add_electrical(f, &rows, &s);
    add_others(f, &rows, &s);
    find_servers(f, x, &s);
    find_dark_cooling(f, x, st, o);
    judge(x, &rows);
    count_hours(f, x, &rows, o, &s);
    x->psu_efficiency = psu_efficiency(s.y);
    x->ups_efficiency = ups_efficiency(f->p, o, s.y);
    x->facility_w = peak_w(s.y);
    x->energy_residual = s.y->site.stat[Q_ENERGY_RESIDUAL].max;
    x->heat_residual = s.y->site.stat[Q_HEAT_RESIDUAL].max;
    if (rows.n) qsort(rows.item, (size_t)rows.n, sizeof *rows.item, by_margin);
    x->row = rows.item;
    x->n_row = rows.n;
    arena_release(f->scratch, mark);
}

/* A spare takes over at once: all stays as it is. */
static void keep_state(const struct finding *f, struct failure *x)
{
    const struct year *y = f->normal.y;
    for (int g = 0; g < f->p->n_group; g++) x->demand_w += f->p->group[g].count * y->group_max_w[g];
    x->served_w = x->demand_w;
    x->psu_efficiency = psu_efficiency(y);
    x->ups_efficiency = ups_efficiency(f->p, f->normal.o, y);
    x->facility_w = peak_w(y);
    x->energy_residual = y->site.stat[Q_ENERGY_RESIDUAL].max;
    x->heat_residual = y->site.stat[Q_HEAT_RESIDUAL].max;
    struct failure heat = {0};
    find_heat(f, &heat, y, f->c->year);
    x->max_inlet_c = heat.max_inlet_c;
    x->inlet_limit_c = heat.inlet_limit_c;
    x->survives = true;
    x->word = "a spare takes over";
}

static void find_state(struct finding *f, struct failure *x, const struct failure_state *st)
{
    *x = (struct failure){.kind = st->kind,
                          .state = st->name,
                          .n_lost = st->n_lost,
                          .lost = ARENA_ARRAY(f->a, const char *, (size_t)st->n_lost + 1),
                          .is_loss = st->is_loss,
                          .is_maintenance = st->is_maintenance,
                          .alike = st->alike,
                          .alike_name = st->alike_name};
    for (int i = 0; i < st->n_lost; i++) {
        int k = st->lost[i].alive_index;
        x->lost[i] = k >= f->p->alive_loop
                         ? site_part_name(f->p->site, KIND_LOOP,
                                          f->p->loop[k - f->p->alive_loop].index, f->a)
                         : plant_part_name(f->p, k, f->a);
    }
    if (st->has_spare)
        keep_state(f, x);
    else
        solve_state(f, x, st);
}

/* ---- all of them ------------------------------------------------------------------- */

static int severity(const struct failure *x)
{
    if (x->drops_servers) return 4;
    if (x->is_over) return 3;
    if (x->is_hot) return 2;
    return x->is_capped;
}

static double worst_margin(const struct failure *x)
{
    return x->n_row ? tightness(&x->row[0]) : HUGE_VAL;
}

static int by_severity(const void *p, const void *q)
{
    const struct failure *a = p, *b = q;
    if (severity(a) != severity(b)) return severity(b) - severity(a);
    if (a->dropped_w > b->dropped_w) return -1;
    if (a->dropped_w < b->dropped_w) return 1;
    double x = worst_margin(a), y = worst_margin(b);
    if (x < y) return -1;
    if (x > y) return 1;
    return strcmp(a->state, b->state);
}

static void list_spofs(struct finding *f)
{
    struct failures *out = f->out;
    int n = 0;
    for (int i = 0; i < out->n; i++) n += out->item[i].alike + 1;
    out->spof = ARENA_ARRAY(f->a, const char *, (size_t)n + 1);
    for (int i = 0; i < out->n; i++) {
        const struct failure *x = &out->item[i];
        if (!x->is_loss || !x->drops_servers || x->kind == FAILURE_UNIT) continue;
        out->spof[out->n_spof++] = x->lost[0];
        for (int k = 0; k < x->alike && x->alike_name; k++)
            out->spof[out->n_spof++] = x->alike_name[k];
    }
}

/* What the topology survives, in the words that operators use of tiers; it is no
   certification, which looks at much more. */
static void state_tier(struct finding *f)
{
    struct failures *out = f->out;
    int falls = 0, stops = 0;
    for (int i = 0; i < out->n; i++) {
        const struct failure *x = &out->item[i];
        falls += x->is_loss && !x->survives ? x->alike + 1 : 0;
        stops += x->is_maintenance && !x->survives ? x->alike + 1 : 0;
    }
    out->is_fault_tolerant = falls == 0;
    out->is_maintainable = stops == 0;
    const char *words =
        !falls && !stops ? "every single failure is survived and every part can be taken out for "
                           "maintenance, as is asked of Tier IV topologies"
        : !stops         ? arena_format(f->a,
                                        "every part can be taken out for maintenance, as is asked of Tier "
                                                "III topologies; %d single %s not survived",
                                        falls, falls == 1 ? "failure is" : "failures are")
                         : arena_format(f->a,
                                        "%d single %s not survived and %d %s cannot be taken out for "
                                                "maintenance without loss: below what is asked of Tier III "
                                                "topologies",
                                        falls, falls == 1 ? "failure is" : "failures are", stops,
                                stops == 1 ? "part" : "parts");
    out->statement = arena_format(f->a, "%s (topology only, no certification)", words);
}

static void describe_normal(struct finding *f)
{
    const struct year *y = f->normal.y;
    struct failure heat = {0};
    find_heat(f, &heat, y, f->c->year);
    for (int g = 0; g < f->p->n_group; g++)
        f->out->demand_w += f->p->group[g].count * y->group_max_w[g];
    f->out->psu_efficiency = psu_efficiency(y);
    f->out->ups_efficiency = ups_efficiency(f->p, f->normal.o, y);
    f->out->max_inlet_c = heat.max_inlet_c;
    f->out->facility_w = peak_w(y);
}

static void list_before(struct finding *f)
{
    limit_add_rooms(f->before, &f->normal);
    for (int i = f->p->alive_cool; i < f->p->alive_loop; i++)
        limit_add_cooling(f->before, i, &f->normal);
    for (int i = 0; i < f->p->n_loop; i++)
        if (!f->p->loop[i].is_source) limit_add_loop(f->before, i, &f->normal);
    for (int g = 0; g < f->p->n_group; g++) {
        const struct group *x = &f->p->group[g];
        const char *id = limit_part(f->before, KIND_SERVER, x->server);
        limit_add(f->before, id, "chip temperature", "normal", f->normal.y->group_chip_c[g],
                  x->s->chip_limit_c, "degC", NULL);
        limit_add(f->before, id, "coolant temperature", "normal",
                  f->normal.y->room[x->room].max_coolant_c, x->s->coolant_max_c, "degC", NULL);
    }
}

bool failures_ok(const struct failures *f)
{
    for (int i = 0; i < f->n; i++)
        if (!f->item[i].survives) return false;
    return true;
}

static void count_states(struct finding *f)
{
    struct failures *out = f->out;
    int all = 0, n[5] = {0};
    for (int i = 0; i < out->n; i++) {
        n[severity(&out->item[i])] += out->item[i].alike + 1;
        all += out->item[i].alike + 1;
    }
    out->verdict = arena_format(f->a,
                                "%d states: %d survived, %d with capped power, %d too hot, %d "
                                "overloaded, %d dropping servers",
                                all, n[0], n[1], n[2], n[3], n[4]);
}

struct failures *failures_find(const struct failures_case *c, struct arena *a, struct diags *ds)
{
    const struct plant *p = c->limits->plant;
    const struct outage *o = outage_make(p, NULL, 0, a);
    struct network net = network_solve(p, o, c->limits->design_year, a);
    struct limit_list before = {.c = c->limits, .a = a};
    struct failures *out = ARENA_ARRAY(a, struct failures, 1);
    struct arena scratch = arena_new(a->out_of_memory);
    struct finding f = {c, p, {o, &net, c->limits->design_year, "normal"}, &before, out, a, &scratch};
    struct failure_states states;
    if (c->n_remove) {
        if (!failure_states_chosen(&states, p, c, a, ds)) return NULL;
    } else
        failure_states_all(&states, p, o, a);
    list_before(&f);
    describe_normal(&f);
    out->n = states.n;
    out->item = ARENA_ARRAY(a, struct failure, (size_t)states.n + 1);
    for (int i = 0; i < states.n; i++) find_state(&f, &out->item[i], &states.item[i]);
    arena_free(&scratch);
    qsort(out->item, (size_t)out->n, sizeof *out->item, by_severity);
    out->n_element = states.n_element;
    out->n_skip = states.n_skip;
    out->skip = states.skip;
    count_states(&f);
    list_spofs(&f);
    state_tier(&f);
    firm_find(c->limits, &f.normal, out, a);
    return out;
}
