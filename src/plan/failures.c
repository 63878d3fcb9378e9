#include "plan/failures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plan/coolant_limits.h"
#include "plan/failure_find.h"
#include "plan/firm.h"
#include "plan/network_limits.h"
#include "plan/ride_find.h"

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

/* ---- one state -------------------------------------------------------------------- */

static void find_heat(const struct finding *f, struct failure *x, const struct plant *q,
                      const struct year *y, const struct year *used)
{
    double least = HUGE_VAL;
    x->max_inlet_c = x->inlet_limit_c = (double)NAN;
    for (int r = 0; r < f->p->n_room; r++) {
        if (limit_room_is_dark(q, r)) continue;
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

/* Share of what the site computes in the year when nothing is lost. */
static double work_lost(const struct finding *f, const struct year *used)
{
    double before_j = sum_of(f->c->year, Q_COMPUTE_W), now_j = sum_of(used, Q_COMPUTE_W);
    return before_j > 0 && now_j < before_j ? 1 - now_j / before_j : 0;
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

void failure_judge(struct failure *x, const struct rows *r)
{
    static const char *const of_heat[] = {"inlet temperature",
                                          "chip temperature",
                                          "coolant temperature",
                                          "supply temperature",
                                          "hours off by heat",
                                          "hours throttled",
                                          "heat",
                                          "ride-through"};
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
    find_heat(f, x, o->plant, s->y, used);
    if (calm) return;
    x->hours_over = used->over_hours;
    x->work_lost_frac = work_lost(f, used);
}

/* The state by every server at its maximum; o is written. */
static struct limit_state solved_state(struct finding *f, const struct failure_state *st,
                                       struct outage *o)
{
    const struct limits_case *c = f->c->limits;
    const struct limit_state *known =
        st->n_lost == 1 ? limit_remembered(c->memo, st->lost[0]) : NULL;
    if (known) {
        *o = *known->o;
        return (struct limit_state){o, known->net, known->y, st->name};
    }
    *o = *outage_make(f->p, st->lost, st->n_lost, f->scratch);
    struct network *net = ARENA_ARRAY(f->scratch, struct network, 1);
    struct year *y = outage_run(o, c->design, c->calendar, KEEP_FACILITY, c->threads, f->scratch);
    *net = network_solve(f->p, o, y, f->scratch);
    return (struct limit_state){o, net, y, st->name};
}

static void solve_state(struct finding *f, struct failure *x, const struct failure_state *st)
{
    struct rows rows = {0};
    struct arena_mark mark = arena_mark(f->scratch);
    struct outage *o = ARENA_ARRAY(f->scratch, struct outage, 1);
    struct limit_state s = solved_state(f, st, o);
    failure_add_rows(f, &rows, &s);
    failure_find_servers(f, x, &s);
    failure_find_cooling(f, x, st, o);
    failure_judge(x, &rows);
    x->trips_servers = s.y->tripped_hours > f->normal.y->tripped_hours;
    count_hours(f, x, &rows, o, &s);
    x->psu_efficiency = psu_efficiency(s.y);
    x->ups_efficiency = ups_efficiency(f->p, o, s.y);
    x->facility_w = peak_w(s.y);
    x->energy_residual = s.y->site.stat[Q_ENERGY_RESIDUAL].max;
    x->heat_residual = s.y->site.stat[Q_HEAT_RESIDUAL].max;
    failure_sort_rows(&rows);
    x->row = rows.item;
    x->n_row = rows.n;
    arena_release(f->scratch, mark);
}

/* A spare takes over at once: all stays as it is. */
void failure_keep(const struct finding *f, struct failure *x)
{
    const struct year *y = f->normal.y;
    for (int g = 0; g < f->p->n_group; g++)
        x->demand_w += f->p->group[g].count * limit_greatest_w(f->c->limits, f->p->group[g].server);
    x->served_w = x->demand_w;
    x->psu_efficiency = psu_efficiency(y);
    x->ups_efficiency = ups_efficiency(f->p, f->normal.o, y);
    x->facility_w = peak_w(y);
    x->energy_residual = y->site.stat[Q_ENERGY_RESIDUAL].max;
    x->heat_residual = y->site.stat[Q_HEAT_RESIDUAL].max;
    struct failure heat = {0};
    find_heat(f, &heat, f->p, y, f->c->year);
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
        failure_keep(f, x);
    else if (!failure_settle(f, x, st))
        solve_state(f, x, st);
}

/* Beyond so many classes of elements a state's year is dear, and most losses are local. */
enum { SCREEN_FROM = 200 };

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
    return x->n_row ? failure_tightness(&x->row[0]) : HUGE_VAL;
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
        if (!x->is_loss || !(x->drops_servers || x->trips_servers)) continue;
        if (x->kind == FAILURE_UNIT) continue;
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
    const char *words = "every single failure is survived and every part can be taken out for "
                        "maintenance, as is asked of Tier IV topologies";
    const char *failures = falls == 1 ? "failure is" : "failures are";
    if (stops)
        words = arena_format(f->a,
                             "%d single %s not survived and %d %s cannot be taken out for "
                             "maintenance without loss: below what is asked of Tier III topologies",
                             falls, failures, stops, stops == 1 ? "part" : "parts");
    else if (falls)
        words = arena_format(f->a,
                             "every part can be taken out for maintenance, as is asked of Tier III "
                             "topologies; %d single %s not survived",
                             falls, failures);
    out->statement = arena_format(f->a, "%s (topology only, no certification)", words);
}

static void describe_normal(struct finding *f)
{
    const struct year *y = f->normal.y;
    struct failure heat = {0};
    find_heat(f, &heat, f->p, y, f->c->year);
    for (int g = 0; g < f->p->n_group; g++)
        f->out->demand_w +=
            f->p->group[g].count * limit_greatest_w(f->c->limits, f->p->group[g].server);
    for (int e = 0; e < f->p->n_elem; e++)
        f->out->is_over |= f->normal.o->alive[e] &&
                           y->elem[e].used > limit_elem_w(f->c->limits, &f->normal, e) * (1 + 1e-9);
    f->out->psu_efficiency = psu_efficiency(y);
    f->out->ups_efficiency = ups_efficiency(f->p, f->normal.o, y);
    f->out->max_inlet_c = heat.max_inlet_c;
    f->out->facility_w = peak_w(y);
}

static void list_before(struct finding *f)
{
    network_drop_limits(f->before, &f->normal);
    limit_add_rooms(f->before, &f->normal);
    for (int i = f->p->alive_cool; i < f->p->alive_loop; i++)
        limit_add_cooling(f->before, i, &f->normal);
    for (int i = 0; i < f->p->n_loop; i++)
        if (!f->p->loop[i].is_source) limit_add_loop(f->before, i, &f->normal);
    for (int g = 0; g < f->p->n_group; g++) {
        const struct group *x = &f->p->group[g];
        const char *id = limit_part(f->before, KIND_SERVER, x->server);
        double chip_c = f->normal.y->group_chip_c[g];
        if (g > 0 && f->p->group[g - 1].server == x->server) continue; /* told of */
        for (int k = g; k < f->p->n_group && f->p->group[k].server == x->server; k++)
            chip_c = fmax(chip_c, f->normal.y->group_chip_c[k]);
        limit_add(f->before, id, "chip temperature", "normal", chip_c, x->s->chip_limit_c, "degC",
                  NULL);
        if (x->cdu >= 0)
            limit_add_coolant_temperature(f->before, x, f->normal.y->cdu_max_c[x->cdu], "normal");
    }
    limit_add_coolant(f->before, &f->normal);
    limit_add_condensation(f->before, &f->normal, false);
    limit_add_humidity(f->before, &f->normal, false);
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
                                "%d %s: %d survived, %d with capped power, %d too hot, %d "
                                "overloaded, %d dropping servers",
                                all, all == 1 ? "state" : "states", n[0], n[1], n[2], n[3], n[4]);
}

struct failures *failures_find(const struct failures_case *c, struct arena *a, struct diags *ds)
{
    const struct plant *p = c->limits->plant;
    const struct outage *o = outage_make(p, NULL, 0, a);
    struct network net = network_solve(p, o, c->limits->design_year, a);
    struct limit_list before = {.c = c->limits, .a = a};
    struct failures *out = ARENA_ARRAY(a, struct failures, 1);
    struct arena scratch = arena_new(a->out_of_memory);
    struct finding f = {c,
                        p,
                        {o, &net, c->limits->design_year, "normal"},
                        &before,
                        out,
                        a,
                        &scratch,
                        .screen = NULL};
    struct failure_states states;
    if (c->n_remove) {
        if (!failure_states_chosen(&states, p, c, a, ds)) return NULL;
    } else
        failure_states_all(&states, p, o, a);
    list_before(&f);
    describe_normal(&f);
    if (o->alike.n > SCREEN_FROM && failure_screen_holds(&f)) f.screen = failure_screen_new(&f);
    out->n = states.n;
    out->item = ARENA_ARRAY(a, struct failure, (size_t)states.n + 1);
    for (int i = 0; i < states.n; i++) find_state(&f, &out->item[i], &states.item[i]);
    for (int i = 0; i < states.n; i++) ride_add_state(&f, &states.item[i], &out->item[i]);
    arena_free(&scratch);
    qsort(out->item, (size_t)out->n, sizeof *out->item, by_severity);
    out->is_partial = c->n_remove > 0;
    out->n_element = states.n_element;
    out->n_skip = states.n_skip;
    out->skip = states.skip;
    count_states(&f);
    if (f.n_bound)
        out->skip[out->n_skip++] =
            arena_format(a,
                         "hours and lost work of %d losses that are not survived: sums of peaks "
                         "stand for them; --remove NAME solves one",
                         f.n_bound);
    list_spofs(&f);
    state_tier(&f);
    firm_find(c->limits, &f.normal, out, a);
    out->availability = availability_find(p, a);
    return out;
}
