#include "sim/hour.h"

#include <math.h>
#include <string.h>

#include "sim/book.h"
#include "sim/kernel.h"
#include "sim/moisture.h"
#include "sim/sink.h"

const char *const flag_text[N_FLAG] = {
    [FLAG_SUPPLY_SHORT] = "cooling units cannot hold the supply air setpoint",
    [FLAG_AIRFLOW_SHORT] = "servers move more air than the cooling units: hot air recirculates",
    [FLAG_DX_BEYOND] = "direct-expansion curves used at the edge of their range",
    [FLAG_CHILLER_BEYOND] = "chiller curves used beyond their range, by the Carnot ratio",
    [FLAG_WATER_SHORT] = "a water loop is warmer than its setpoint",
    [FLAG_SUPPLY_UNIT] = "power supplies cap the servers' power",
    [FLAG_THROTTLED] = "servers throttle",
    [FLAG_TRIPPED] = "servers shut down by heat",
    [FLAG_RUNAWAY] = "cooling cannot take the heat at any temperature",
    [FLAG_NOT_CONVERGED] = "the hour did not converge",
};

/* ---- memory ------------------------------------------------------------ */

static void make_all(lanes **field, int n_field, int n, struct arena *a)
{
    for (int i = 0; i < n_field; i++) field[i] = ARENA_ARRAY(a, lanes, (size_t)(n > 0 ? n : 1));
}

#define MAKE(b, first, last, n) make_all(&(b)->first, (int)(&(b)->last - &(b)->first) + 1, (n), a)

static int kept_slots(const struct plant *p)
{
    return N_QUANTITY + KEPT_BY_ELEM * p->n_elem + KEPT_BY_GROUP * p->n_group +
           KEPT_BY_ROOM * p->n_room;
}

static void steady_new(const struct plant *p, struct block *b, struct arena *a)
{
    bool can_be = !p->has_cool_losses;
    for (int r = 0; r < p->n_room; r++)
        can_be &= p->room[r].r->reset != RESET_OUTDOOR && p->room[r].n_door == 0;
    for (int c = 0; c < p->n_cdu; c++)
        can_be &= p->loop[p->cdu[c].loop].l->reset != LOOP_RESET_OUTDOOR;
    b->steady = (struct steady){.can_be = can_be,
                                .activity = ARENA_ARRAY(a, double, (size_t)p->n_group + 1)};
    b->kept = (struct kept){.sum = ARENA_ARRAY(a, double, (size_t)kept_slots(p))};
}

struct block *block_new(const struct plant *p, struct arena *a)
{
    struct block *b = ARENA_ARRAY(a, struct block, 1);
    MAKE(b, group_w, group_off, p->n_group);
    MAKE(b, elem_out_w, elem_ask_w, p->n_elem);
    MAKE(b, room_supply_c, room_tripped, p->n_room);
    MAKE(b, cool_heat_w, cool_water_kg_s, p->n_cool);
    MAKE(b, cdu_supply_c, cdu_was_c, p->n_cdu);
    MAKE(b, loop_supply_c, loop_was_c, p->n_loop);
    MAKE(b, sink_heat_w, sink_pump_w, p->n_sink);
    moisture_new(p, b, a);
    MAKE(b, storage_taken_w, storage_taken_w, p->n_storage);
    b->dry_row = ARENA_ARRAY(a, struct dry_row, (size_t)p->n_sink + 1);
    for (int s = 0; s < p->n_sink; s++) {
        if (p->sink[s].what != SINK_DRYCOOLER) continue;
        b->dry_row[s].liquid = (double)NAN;
        b->dry_row[s].c = ARENA_ARRAY(a, double, 4 * (size_t)p->sink[s].dry_air.n_y);
    }
    steady_new(p, b, a);
    book_new(p, b, a);
    return b;
}

/* ---- one pass ---------------------------------------------------------- */

/* What units without outdoor air in their room come to is written anew for all lanes, and
   read after that. */
static bool is_always_whole(const struct plant *p, int c)
{
    return !p->has_cool_losses && p->cool[c].kind != KIND_AHU &&
           !p->room[p->cool[c].room].has_primary;
}

/* Each lane starts from its own weather and setpoints alone. */
static void begin(struct step *k)
{
    const struct plant *p = k->p;
    struct block *b = k->b;
    for (int i = k->from; i < k->to; i++) b->flags[i] = 0;
    for (int r = 0; !b->steady.is_held && r < p->n_room; r++) {
        fill(k, b->room_loss_w[r], 0);
        fill(k, b->room_settled_c[r], 0);
    }
    reset_begin(k);
    towers_begin(k);
    for (int l = 0; l < p->n_loop; l++) {
        copy(k, b->loop_supply_c[l], b->loop_hold_c[l]);
        fill(k, b->loop_pump_w[l], p->loop[l].pump_w);
    }
    for (int c = 0; c < p->n_cdu; c++) fill(k, b->cdu_supply_c[c], p->cdu[c].c->supply_c);
    for (int c = 0; c < p->n_cool; c++) {
        if (is_always_whole(p, c)) continue;
        fill(k, b->cool_fan_w[c], 0);
        fill(k, b->cool_power_w[c], 0);
        fill(k, b->cool_condenser_w[c], 0);
        fill(k, b->cool_assist_w[c], 0);
        fill(k, b->cool_water_kg_s[c], 0);
        fill(k, b->cool_given_kg_s[c], 0);
    }
    moisture_begin(k);
    for (int s = 0; s < p->n_sink; s++) {
        fill(k, b->sink_power_w[s], 0);
        fill(k, b->sink_pump_w[s], 0);
        fill(k, b->sink_on[s], 0);
    }
}

/* Losses and fixed loads that heat the rooms. */
static void heat_rooms(struct step *k, double *restrict change_w)
{
    const struct plant *p = k->p;
    struct block *b = k->b;
    for (int r = 0; r < p->n_room; r++) {
        double loads_w = 0;
        lanes now;
        for (int f = 0; f < p->n_fixed; f++)
            if (p->fixed[f].room == r) loads_w += fixed_w(k, f);
        fill(k, now, loads_w);
        for (int e = 0; e < p->n_elem; e++)
            if (p->elem[e].room == r) sum(k, now, b->elem_loss_w[e], 1);
        for (int g = 0; g < p->n_group; g++)
            if (p->group[g].is_immersed && p->group[g].room == r)
                sum(k, now, b->group_air_w[g], group_count(k, g));
        double *restrict loss_w = b->room_loss_w[r];
#pragma omp simd
        for (int i = k->from; i < k->to; i++) {
            change_w[i] += fabs(now[i] - loss_w[i]);
            loss_w[i] = now[i];
        }
    }
}

static void save(struct step *k)
{
    struct block *b = k->b;
    size_t bytes = (size_t)(k->to - k->from) * sizeof(double);
    for (int l = 0; l < k->p->n_loop; l++)
        memcpy(&b->loop_was_c[l][k->from], &b->loop_supply_c[l][k->from], bytes);
    for (int c = 0; c < k->p->n_cdu; c++)
        memcpy(&b->cdu_was_c[c][k->from], &b->cdu_supply_c[c][k->from], bytes);
}

enum { PASSES = 80, DAMPED_AFTER = 24 };
static const double temperature_tolerance_k = 1e-9, power_tolerance = 1e-12;

/* How far a temperature moved in the pass.  Long iterations are damped: two controls
   may hunt. */
static void damp(struct step *k, int pass, double *restrict now_c, const double *restrict was_c,
                 double *restrict worst)
{
    double mix = pass < DAMPED_AFTER ? 1 : 0.5, per_k = 1 / temperature_tolerance_k;
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        double d = now_c[i] - was_c[i];
        worst[i] = greater(worst[i], fabs(d) * per_k);
        now_c[i] = was_c[i] + mix * d;
    }
}

/* What the pass changed, in units of the tolerances; change_w is of the losses in
   rooms, against the power that reaches the utility.  NULL: they are those that it began with. */
static void find_change(struct step *k, int pass, const double *change_w, double *worst)
{
    struct block *b = k->b;
    lanes utility_w;
    fill(k, worst, 0);
    if (change_w) {
        fill(k, utility_w, 0);
        for (int e = 0; e < k->p->n_elem; e++)
            if (book_is_source(&k->p->elem[e])) sum(k, utility_w, b->elem_out_w[e], 1);
        for (int i = k->from; i < k->to; i++)
            worst[i] = change_w[i] / (power_tolerance * greater(utility_w[i], 1));
    }
    for (int l = 0; l < k->p->n_loop; l++)
        damp(k, pass, b->loop_supply_c[l], b->loop_was_c[l], worst);
    for (int c = 0; c < k->p->n_cdu; c++) damp(k, pass, b->cdu_supply_c[c], b->cdu_was_c[c], worst);
}

/* Servers with their air at the setpoint; in the first pass the losses that they and their
   coolant bring, too, near what they will be. */
static void pass_servers(struct step *k, int pass)
{
    lanes before_w;
    for (int r = 0; r < k->p->n_room; r++) air_inlets(k, r);
    if (pass > 0) return;
    liquid_cdus(k);
    power_up(k, k->p->has_cool_losses ? POWER_ALL : POWER_SERVERS);
    fill(k, before_w, 0);
    heat_rooms(k, before_w);
}

/* One pass through servers, rooms, liquid and power; done[i] when it changed
   nothing any more.  Returns how many lanes are not. */
static int one_pass(struct step *k, int pass, unsigned char *done)
{
    double n_open = 0;
    lanes change_w, worst;
    bool is_first = pass == 0; /* and what it began with still holds */
    bool is_steady = is_first && k->steady != STEADY_NOT;
    for (int i = k->from; i < k->to; i++) k->b->flags[i] = is_steady ? k->b->steady.flags : 0;
    save(k);
    if (!is_steady) pass_servers(k, pass);
    for (int r = 0; r < k->p->n_room; r++)
        if (air_units(k, r)) is_first = false;
    if (!is_first) {
        k->b->steady.is_held = false;
        liquid_cdus(k);
    }
    liquid_loops(k);
    bool is_kept = is_first && !k->p->has_cool_losses;
    if (!is_kept || !sinks_wait(k->p)) power_up(k, is_kept ? POWER_COOLING : POWER_ALL);
    if (!is_kept) {
        fill(k, change_w, 0);
        heat_rooms(k, change_w);
    }
    for (int i = k->from; i < k->to; i++) done[i] = 1;
    if (is_kept && k->p->n_loop == 0) return 0; /* what nothing follows */
    find_change(k, pass, is_kept ? NULL : change_w, worst);
#pragma omp simd reduction(+ : n_open)
    for (int i = k->from; i < k->to; i++) n_open += !(worst[i] <= 1) ? 1 : 0;
    for (int i = k->from; n_open > 0 && i < k->to; i++) done[i] = worst[i] <= 1;
    return (int)n_open;
}

/* A lane in which again and again nothing takes the heat is not going to close: what
   is out of control needs servers off, not more passes.  Returns how many are left. */
enum { AWAY_MOST = 4 };

static int leave_runaways(const struct step *k, int from, int to, unsigned char *away,
                          unsigned char *done)
{
    int n = 0;
    for (int i = from; i < to; i++) {
        if (done[i] || !(k->b->flags[i] >> FLAG_RUNAWAY & 1)) continue;
        if (++away[i] < AWAY_MOST) continue;
        done[i] = 1;
        n++;
    }
    return n;
}

/* ---- servers that are steady ---------------------------------------------- */

/* Whether the servers have the same to do in every lane, the same as what is held already
   included. */
static bool is_steady(const struct step *k, bool *is_held)
{
    const struct plant *p = k->p;
    const struct steady *x = &k->b->steady;
    const double *p_pa = k->w->p_pa + k->h0;
    if (!x->can_be || !is_same(k, p_pa)) return false;
    *is_held = x->is_held && x->s == k->s && x->w == k->w && x->p_pa == p_pa[k->from];
    for (int g = 0, last = -1; g < p->n_group && !k->w->is_design; g++) {
        int workload = p->group[g].workload;
        if (workload < 0) continue;
        const double *activity = k->w->activity[workload] + k->h0;
        if (workload != last && !is_same(k, activity)) return false;
        *is_held &= x->activity[g] == activity[k->from];
        last = workload;
    }
    return true;
}

static void spread_lane(lanes *const *field, int n_field, int n_part)
{
    for (int f = 0; f < n_field; f++)
        for (int i = 0; i < n_part; i++) {
            double *x = field[f][i], first = x[0];
            for (int l = 1; l < LANES; l++) x[l] = first;
        }
}

#define SPREAD(b, first, last, n) spread_lane(&(b)->first, (int)(&(b)->last - &(b)->first) + 1, n)

/* One lane stands for all, where the water holds the coolant at its setpoint: else servers
   wait for it, and all lanes begin as they are. */
static void hold_steady(struct step *k)
{
    const struct plant *p = k->p;
    struct block *b = k->b;
    struct steady *x = &b->steady;
    struct step one = *k;
    one.to = 1;
    b->flags[0] = 0;
    pass_servers(&one, 0);
    SPREAD(b, group_w, group_off, p->n_group);
    SPREAD(b, elem_out_w, elem_ask_w, p->n_elem);
    SPREAD(b, room_supply_c, room_tripped, p->n_room);
    SPREAD(b, cdu_supply_c, cdu_above_k, p->n_cdu);
    x->is_held = true;
    for (int c = 0; c < p->n_cdu; c++) x->is_held &= b->cdu_supply_c[c][0] == p->cdu[c].c->supply_c;
    x->flags = b->flags[0];
    x->s = k->s;
    x->w = k->w;
    x->p_pa = k->w->p_pa[k->h0];
    for (int g = 0; g < p->n_group; g++) x->activity[g] = b->group_activity[g][0];
}

/* Before the servers are looked at: what they ask for. */
static void prepare_servers(struct step *k)
{
    struct steady *x = &k->b->steady;
    bool is_held = false;
    k->steady = !is_steady(k, &is_held) ? STEADY_NOT : is_held ? STEADY_HELD : STEADY_NEW;
    k->b->is_same = is_held && k->steady == STEADY_HELD && x->n == k->to;
    if (k->steady == STEADY_HELD) return;
    x->is_held = false;
    power_prepare(k);
    for (int g = 0; g < k->p->n_group; g++) fill(k, k->b->group_off[g], 0);
}

/* ---- in turn ---------------------------------------------------------------- */

/* Lanes that have closed are left alone; the rest goes on in runs of neighbours. */
static void solve_lanes(struct step *k)
{
    unsigned char done[LANES] = {0}, away[LANES] = {0};
    int from = k->from, to = k->to, pass = 0, n_open = to - from;
    begin(k);
    if (k->steady == STEADY_NEW) hold_steady(k);
    if (k->steady == STEADY_NEW && !k->b->steady.is_held) {
        k->b->steady.can_be = false; /* not worth another try */
        k->steady = STEADY_NOT;
        begin(k);
    }
    for (; pass < PASSES && n_open > 0; pass++) {
        n_open = 0;
        for (int i = from; i < to; i++) {
            if (done[i]) continue;
            const unsigned char *end = memchr(done + i, 1, (size_t)(to - i));
            struct step run = *k;
            run.from = i;
            run.to = end ? (int)(end - done) : to;
            n_open += one_pass(&run, pass, done);
            i = run.to - 1;
        }
        if (n_open > 0) k->b->steady.is_held = false;
        if (n_open > 0) n_open -= leave_runaways(k, from, to, away, done);
    }
    sinks_finish(k);
    if (pass > k->b->iterations) k->b->iterations = pass;
    for (int i = from; n_open > 0 && i < to; i++)
        if (!done[i]) k->b->flags[i] |= 1u << FLAG_NOT_CONVERGED;
}

/* ---- trips ------------------------------------------------------------- */

/* Cooling is short and the hour found no balance: it gets warmer until servers shut
   down. */
static bool runs_away(const struct step *k, int i)
{
    unsigned short_of_cooling = 1u << FLAG_SUPPLY_SHORT | 1u << FLAG_WATER_SHORT;
    unsigned flags = k->b->flags[i];
    if (flags >> FLAG_RUNAWAY & 1) return true;
    return (flags >> FLAG_NOT_CONVERGED & 1) && (flags & short_of_cooling);
}

static bool is_too_hot(const struct step *k, int g, int i)
{
    const struct group *x = &k->p->group[g];
    const struct block *b = k->b;
    if (!alive_group(k, g)) return false; /* off already, for want of power */
    bool is_hot = group_inlet_c(k, x, i) > x->trip_c ||
                  b->group_chip_c[g][i] > x->s->chip_shutdown_c || runs_away(k, i);
    return is_hot && !(b->group_off[g][i] > 0);
}

/* Whether any lane is worth a closer look, in loops as short as can be: hardly any is. */
static bool may_be_hot(const struct step *k)
{
    const unsigned open = 1u << FLAG_RUNAWAY | 1u << FLAG_NOT_CONVERGED;
    unsigned flags = 0;
    double n = 0;
    bool is_known = k->b->is_same && k->b->steady.is_held; /* or it would not be held */
    for (int i = k->from, to = k->to; i < to; i++) flags |= k->b->flags[i];
    for (int g = 0; !is_known && g < k->p->n_group; g++) {
        const struct group *x = &k->p->group[g];
        const double *inlet_c = k->b->room_inlet_c[x->room], *chip_c = k->b->group_chip_c[g];
        double trip_c = x->trip_c, shutdown_c = x->s->chip_shutdown_c;
        lanes own_c;
        if (x->has_own_inlet || x->is_immersed) {
            for (int i = k->from; i < k->to; i++) own_c[i] = group_inlet_c(k, x, i);
            inlet_c = own_c;
        }
#pragma omp simd reduction(+ : n)
        for (int i = k->from; i < k->to; i++)
            n += ((inlet_c[i] > trip_c) | (chip_c[i] > shutdown_c)) ? 1 : 0;
    }
    return n > 0 || (flags & open);
}

/* Hours in which a group is too hot even throttled; hot[i] marks them. */
static bool find_hot(const struct step *k, unsigned char *hot)
{
    unsigned any = 0;
    if (!may_be_hot(k)) return false;
    for (int i = k->from; i < k->to; i++) hot[i] = 0;
    for (int g = 0; g < k->p->n_group; g++)
        for (int i = k->from; i < k->to; i++) hot[i] |= is_too_hot(k, g, i);
    for (int i = k->from; i < k->to; i++) any |= hot[i];
    return any;
}

/* Such groups are off for the hour; what they reached is kept. */
static void trip(struct step *k, int i)
{
    struct block *b = k->b;
    for (int g = 0; g < k->p->n_group; g++) {
        const struct group *x = &k->p->group[g];
        if (!is_too_hot(k, g, i)) continue;
        bool is_hot_chip = b->group_chip_c[g][i] > x->s->chip_shutdown_c;
        double *peak_c = &b->room_peak_c[x->room][i];
        b->group_off[g][i] = 1;
        b->group_tripped_c[g][i] = is_hot_chip ? x->s->chip_shutdown_c : (double)NAN;
        if (x->is_immersed) continue;
        double inlet_c = runs_away(k, i) ? x->trip_c : group_inlet_c(k, x, i);
        *peak_c = keep_greater(*peak_c, lesser(inlet_c, x->trip_c));
    }
}

/* What the electrical parts have to carry does not wait for servers to fail. */
static void note_asked(struct step *k)
{
    size_t bytes = (size_t)(k->to - k->from) * sizeof(double);
    bool is_same = k->b->is_same;
    for (int e = 0; e < k->p->n_elem; e++)
        if (!is_same || k->p->elem[e].feeds_cooling)
            memcpy(&k->b->elem_ask_w[e][k->from], &k->b->elem_out_w[e][k->from], bytes);
    for (int g = 0; !is_same && g < k->p->n_group; g++)
        memcpy(&k->b->group_ask_m3_s[g][k->from], &k->b->group_air_m3_s[g][k->from], bytes);
}

/* Hottest and coldest of a room's inlets; servers that are off breathe nothing. */
static void spread_inlets(struct step *k, int r)
{
    const struct plant_room *room = &k->p->room[r];
    struct block *b = k->b;
    double *hot_c = b->room_hot_c[r], *cold_c = b->room_cold_c[r];
    lanes most_c, least_c;
    if (!room->has_spread) return;
    copy(k, hot_c, b->room_inlet_c[r]);
    copy(k, cold_c, b->room_inlet_c[r]);
    fill(k, most_c, (double)NAN);
    fill(k, least_c, (double)NAN);
    for (int g = room->group_first; g < room->group_first + room->n_group; g++)
        for (int i = k->from; i < k->to; i++) {
            if (!alive_group(k, g) || b->group_off[g][i] > 0 || k->p->group[g].is_immersed)
                continue;
            double own_c = group_inlet_c(k, &k->p->group[g], i);
            most_c[i] = keep_greater(most_c[i], own_c);
            least_c[i] = keep_lesser(least_c[i], own_c);
        }
    for (int i = k->from; i < k->to; i++) {
        if (isnan(most_c[i])) continue; /* all are off */
        hot_c[i] = most_c[i];
        cold_c[i] = least_c[i];
    }
}

static void keep_tripped(struct step *k)
{
    struct block *b = k->b;
    for (int g = 0; g < k->p->n_group; g++)
        for (int i = k->from; i < k->to; i++)
            if (b->group_off[g][i] > 0) b->group_chip_c[g][i] = b->group_tripped_c[g][i];
    for (int r = 0; r < k->p->n_room; r++) {
        spread_inlets(k, r);
        double *c = k->p->room[r].has_spread ? b->room_hot_c[r] : b->room_inlet_c[r];
        for (int i = k->from; i < k->to; i++) c[i] = keep_greater(c[i], b->room_peak_c[r][i]);
    }
}

/* The hour is solved again without the groups that trip, until none does. */
static void solve_with_trips(struct step *k)
{
    unsigned char hot[LANES];
    struct block *b = k->b;
    solve_lanes(k);
    b->is_same &= b->steady.is_held;
    note_asked(k);
    if (!find_hot(k, hot)) {
        for (int r = 0; !b->is_same && r < k->p->n_room; r++) spread_inlets(k, r);
        b->steady.n = b->steady.is_held ? k->to : 0;
        return;
    }
    b->is_same = b->steady.is_held = false;
    k->steady = STEADY_NOT;
    for (int r = 0; r < k->p->n_room; r++) fill(k, k->b->room_peak_c[r], (double)NAN);
    for (int round = 0; round < k->p->n_group && find_hot(k, hot); round++)
        for (int i = k->from; i < k->to; i++) {
            if (!hot[i]) continue;
            struct step one = *k;
            one.from = i;
            one.to = i + 1;
            one.is_retry = true;
            trip(&one, i);
            solve_lanes(&one);
        }
    keep_tripped(k);
}

/* ---- what is kept ------------------------------------------------------ */

/* Worst of a room's groups; NaN where no group has the quantity. */
static void find_room_worst(struct step *k, int r)
{
    const struct plant *p = k->p;
    struct block *b = k->b;
    double *margin_k = b->room_chip_margin_k[r], *coolant_c = b->room_coolant_c[r];
    double *throttle = b->room_throttle[r], *off = b->room_tripped[r];
    double n = 0; /* a server that is off is throttled by all */
    fill(k, margin_k, (double)NAN);
    fill(k, coolant_c, (double)NAN);
    fill(k, throttle, 0);
    fill(k, off, 0);
    for (int g = p->room[r].group_first; g < p->room[r].group_first + p->room[r].n_group; g++) {
        const struct group *x = &p->group[g];
        double limit_c = x->s->chip_limit_c;
        const double *cut = b->group_throttle[g], *is_off = b->group_off[g];
        const double *chip_c = b->group_chip_c[g];
#pragma omp simd
        for (int i = k->from; i < k->to; i++) {
            double own_k = limit_c - chip_c[i];
            margin_k[i] = keep_lesser(margin_k[i], own_k);
            throttle[i] = greater(throttle[i], cut[i]);
            off[i] = greater(off[i], is_off[i]);
        }
        if (x->cdu < 0) continue;
        const double *supply_c = b->cdu_supply_c[x->cdu];
#pragma omp simd
        for (int i = k->from; i < k->to; i++)
            coolant_c[i] = keep_greater(coolant_c[i], supply_c[i]);
    }
#pragma omp simd reduction(+ : n)
    for (int i = k->from; i < k->to; i++) n += throttle[i] > 1e-9 ? 1 : 0;
    b->steady.is_cut |= n > 0;
    for (int i = k->from; n > 0 && i < k->to; i++) {
        if (throttle[i] > 1e-9 && !(off[i] > 0)) b->flags[i] |= 1u << FLAG_THROTTLED;
        if (off[i] > 0) b->flags[i] |= 1u << FLAG_TRIPPED;
    }
}

/* The site's worst of the rooms; where there is one room, its own values. */
static void keep_worst(struct step *k, enum quantity q, const double *x, bool is_first, bool is_low)
{
    double *worst = k->b->quantity[q];
    if (is_first) {
        copy(k, worst, x);
    } else if (is_low) {
#pragma omp simd
        for (int i = k->from; i < k->to; i++) worst[i] = keep_lesser(worst[i], x[i]);
    } else {
#pragma omp simd
        for (int i = k->from; i < k->to; i++) worst[i] = keep_greater(worst[i], x[i]);
    }
}

static void find_worst(struct step *k)
{
    const struct plant *p = k->p;
    struct block *b = k->b;
    for (int r = 0; r < p->n_room; r++) {
        keep_worst(k, Q_INLET_C, block_hot_c(p, b, r), r == 0, false);
        keep_worst(k, Q_INLET_LOW_C, block_cold_c(p, b, r), r == 0, true);
        keep_worst(k, Q_SUPPLY_C, b->room_supply_c[r], r == 0, false);
        keep_worst(k, Q_COOLANT_C, b->room_coolant_c[r], r == 0, false);
        keep_worst(k, Q_CHIP_MARGIN_K, b->room_chip_margin_k[r], r == 0, true);
        keep_worst(k, Q_THROTTLED, b->room_throttle[r], r == 0, false);
        keep_worst(k, Q_TRIPPED, b->room_tripped[r], r == 0, false);
    }
    fill(k, b->quantity[Q_COOLING_USED], 0);
    for (int c = 0; c < p->n_cool; c++) {
        const double *ask_w = b->cool_ask_w[c], *can_w = b->cool_limit_w[c];
        double *used = b->quantity[Q_COOLING_USED];
#pragma omp simd
        for (int i = k->from; i < k->to; i++) {
            double share = ask_w[i] / can_w[i];
            used[i] = greater(used[i], can_w[i] > 0 ? share : 0);
        }
    }
}

/* Where cooling is so short that the hour finds no state of its own even with the
   servers off, what is left over goes into the building. */
static void book_runaway(struct step *k)
{
    double(*q)[LANES] = k->b->quantity;
    unsigned any = 0;
    for (int i = k->from, to = k->to; i < to; i++) any |= k->b->flags[i];
    for (int i = k->from; any && i < k->to; i++) {
        if (!runs_away(k, i)) continue;
        q[Q_HEAT_GAIN_W][i] =
            q[Q_HEAT_REJECTED_W][i] + q[Q_REUSED_HEAT_W][i] + q[Q_STORED_W][i] - q[Q_FACILITY_W][i];
        k->b->flags[i] |= 1u << FLAG_RUNAWAY;
        k->b->flags[i] &= (unsigned short)~(1u << FLAG_NOT_CONVERGED);
    }
}

/* An hour whose balances are open is no result. */
static const double residual_max = 1e-9;

static void close_balances(struct step *k)
{
    double(*q)[LANES] = k->b->quantity;
    double n_open = 0;
    lanes parts_w;
    book_parts(k, parts_w);
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        double facility_w = q[Q_FACILITY_W][i], inverse = 1 / facility_w;
        double per_w = facility_w > 0 ? inverse : 0;
        q[Q_COMPUTE_W][i] = q[Q_IT_W][i] - q[Q_PSU_LOSS_W][i] - q[Q_SERVER_FAN_W][i];
        q[Q_RETURN_HEAT_W][i] = q[Q_LIQUID_HEAT_W][i] + q[Q_AIR_HEAT_W][i];
        q[Q_ENERGY_RESIDUAL][i] = fabs(parts_w[i] - facility_w) * per_w;
        q[Q_HEAT_RESIDUAL][i] = fabs(facility_w + q[Q_HEAT_GAIN_W][i] - q[Q_HEAT_REJECTED_W][i] -
                                     q[Q_REUSED_HEAT_W][i] - q[Q_STORED_W][i]) *
                                per_w;
    }
#pragma omp simd reduction(+ : n_open)
    for (int i = k->from; i < k->to; i++)
        n_open +=
            !(greater(q[Q_HEAT_RESIDUAL][i], q[Q_ENERGY_RESIDUAL][i]) <= residual_max) ? 1 : 0;
    for (int i = k->from; n_open > 0 && i < k->to; i++)
        if (!(q[Q_HEAT_RESIDUAL][i] <= residual_max && q[Q_ENERGY_RESIDUAL][i] <= residual_max))
            k->b->flags[i] |= 1u << FLAG_NOT_CONVERGED;
}

void block_solve(const struct plant *p, const struct state *s, const struct prepared *w, int h0,
                 int n, struct block *b)
{
    struct step k = {.p = p, .s = s, .w = w, .b = b, .h0 = h0, .to = n};
    b->n = n;
    b->iterations = 0;
    prepare_servers(&k);
    solve_with_trips(&k);
    moisture_finish(&k);
    book_fill(&k);
    if (p->n_storage) storage_balance(&k);
    b->is_same &= !b->steady.is_cut;
    if (!b->is_same) b->steady.is_cut = false;
    for (int r = 0; !b->is_same && r < p->n_room; r++) find_room_worst(&k, r);
    if (!b->is_lean) find_worst(&k);
    book_runaway(&k);
    close_balances(&k);
}
