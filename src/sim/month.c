#include "sim/month.h"

#include <math.h>
#include <string.h>

#include "physics/air_index.h"
#include "physics/psychro.h"
#include "sim/book.h"
#include "sim/moisture.h"

/* So many sums and extremes go side by side, on machines that have registers for fewer, too:
   the order of a sum is the same everywhere. */
enum { SIDES = 16 };

static double join_sums(const double *s)
{
    double eight[8], four[4];
#pragma omp simd
    for (int j = 0; j < 8; j++) eight[j] = s[j] + s[j + 8];
#pragma omp simd
    for (int j = 0; j < 4; j++) four[j] = eight[j] + eight[j + 4];
    return (four[0] + four[2]) + (four[1] + four[3]);
}

static inline void fill_sides(double *s, double value)
{
#pragma omp simd
    for (int j = 0; j < SIDES; j++) s[j] = value;
}

/* Adds n, a multiple of SIDES; as a constant it takes no loop. */
static inline void add_sides(double *restrict s, const double *restrict x, int n)
{
    for (int i = 0; i < n; i += SIDES)
#pragma omp simd
        for (int j = 0; j < SIDES; j++) s[j] += x[i + j];
}

static double sum_of(const double *x, int n)
{
    double s[SIDES];
    int whole = n / SIDES * SIDES;
    fill_sides(s, 0);
    if (n == LANES)
        add_sides(s, x, LANES);
    else
        add_sides(s, x, whole);
    for (int i = whole; i < n; i++) s[i % SIDES] += x[i];
    return join_sums(s);
}

/* What the block before came to, where nothing on the servers' side has changed since; else as
   it is now.  Each has its place by the order of asking. */
#define KEPT(b, now) ((b)->is_same ? (b)->kept.sum[(b)->kept.at++] : keep_sum(b, now))

static double keep_sum(struct block *b, double now)
{
    return b->kept.sum[b->kept.at++] = now;
}

/* What is looked for in n lanes, a multiple of SIDES: a constant takes no loop.  above: how many
   are so on each side; most and least: the greatest and the least of each side, NaN left out. */
static inline void look_above(double *restrict s, const double *restrict x, int n, double limit)
{
    for (int i = 0; i < n; i += SIDES)
#pragma omp simd
        for (int j = 0; j < SIDES; j++) s[j] += x[i + j] > limit ? 1 : 0;
}
static inline void look_most(double *restrict m, const double *restrict x, int n)
{
    for (int i = 0; i < n; i += SIDES)
#pragma omp simd
        for (int j = 0; j < SIDES; j++) m[j] = x[i + j] > m[j] ? x[i + j] : m[j];
}
static inline void look_least(double *restrict m, const double *restrict x, int n)
{
    for (int i = 0; i < n; i += SIDES)
#pragma omp simd
        for (int j = 0; j < SIDES; j++) m[j] = x[i + j] < m[j] ? x[i + j] : m[j];
}

static int count_above(const double *x, int n, double limit)
{
    double s[SIDES];
    int whole = n / SIDES * SIDES;
    fill_sides(s, 0);
    if (n == LANES)
        look_above(s, x, LANES, limit);
    else
        look_above(s, x, whole, limit);
    for (int i = whole; i < n; i++) s[i % SIDES] += x[i] > limit ? 1 : 0;
    return (int)join_sums(s);
}

static int count_below(const double *x, int n, double limit)
{
    double count = 0;
#pragma omp simd reduction(+ : count)
    for (int i = 0; i < n; i++) count += x[i] < limit ? 1 : 0;
    return (int)count;
}

static double greatest(double max, const double *x, int n)
{
    double m[SIDES], eight[8], four[4];
    int whole = n / SIDES * SIDES;
    fill_sides(m, max);
    if (n == LANES)
        look_most(m, x, LANES);
    else
        look_most(m, x, whole);
    for (int i = whole; i < n; i++) m[0] = x[i] > m[0] ? x[i] : m[0];
#pragma omp simd
    for (int j = 0; j < 8; j++) eight[j] = m[j] > m[j + 8] ? m[j] : m[j + 8];
#pragma omp simd
    for (int j = 0; j < 4; j++) four[j] = eight[j] > eight[j + 4] ? eight[j] : eight[j + 4];
    double even = four[0] > four[2] ? four[0] : four[2],
           odd = four[1] > four[3] ? four[1] : four[3];
    return even > odd ? even : odd;
}

static double least(double min, const double *x, int n)
{
    double m[SIDES], eight[8], four[4];
    int whole = n / SIDES * SIDES;
    fill_sides(m, min);
    if (n == LANES)
        look_least(m, x, LANES);
    else
        look_least(m, x, whole);
    for (int i = whole; i < n; i++) m[0] = x[i] < m[0] ? x[i] : m[0];
#pragma omp simd
    for (int j = 0; j < 8; j++) eight[j] = m[j] < m[j + 8] ? m[j] : m[j + 8];
#pragma omp simd
    for (int j = 0; j < 4; j++) four[j] = eight[j] < eight[j + 4] ? eight[j] : eight[j + 4];
    double even = four[0] < four[2] ? four[0] : four[2],
           odd = four[1] < four[3] ? four[1] : four[3];
    return even < odd ? even : odd;
}

/* First place of a value that is there; so many are looked at together. */
static int place_of(double value, const double *x, int n)
{
    int i = 0;
    for (; i + 8 <= n; i += 8) {
        int is_here = 0;
        for (int j = 0; j < 8; j++) is_here |= x[i + j] == value;
        if (is_here) break;
    }
    while (x[i] != value) i++;
    return i;
}

static void count_greatest(struct statistic *s, const double *x, int n, int h0)
{
    double was = isnan(s->max) ? -HUGE_VAL : s->max, max = greatest(was, x, n);
    if (!(max > was)) return;
    s->max = max;
    s->max_hour = h0 + place_of(max, x, n);
}

static void count_least(struct statistic *s, const double *x, int n, int h0)
{
    double was = isnan(s->min) ? HUGE_VAL : s->min, min = least(was, x, n);
    if (!(min < was)) return;
    s->min = min;
    s->min_hour = h0 + place_of(min, x, n);
}

/* Each quantity is counted the way its row says; of powers, the peaks of the two
   that are asked for. */
static void count_statistic(struct statistic *s, int q, struct block *b, bool is_steady, int h0)
{
    const double *x = b->quantity[q];
    int n = b->n;
    switch (quantity_rows[q].aggregate) {
    case AGG_MAX: count_greatest(s, x, n, h0); break;
    case AGG_MIN: count_least(s, x, n, h0); break;
    default:
        s->sum += is_steady ? KEPT(b, sum_of(x, n)) : sum_of(x, n);
        if ((q == Q_IT_W && !b->is_same) || q == Q_FACILITY_W) count_greatest(s, x, n, h0);
    }
}

static void count_max(double *max, const double *x, int n)
{
    double m = greatest(isnan(*max) ? -HUGE_VAL : *max, x, n);
    if (m > -HUGE_VAL) *max = m;
}

static void count_min(double *min, const double *x, int n)
{
    double m = least(isnan(*min) ? HUGE_VAL : *min, x, n);
    if (m < HUGE_VAL) *min = m;
}

static void count_elems(struct year *y, const struct plant *p, struct block *b, int h0)
{
    for (int e = 0; e < y->n_elem; e++) {
        const double *out_w = b->elem_ask_w[e];
        if (!p->elem[e].feeds_cooling) {
            y->elem_out_kwh[e] += KEPT(b, sum_of(b->elem_out_w[e], b->n)) / 1000;
            y->elem_loss_kwh[e] += KEPT(b, sum_of(b->elem_loss_w[e], b->n)) / 1000;
            if (b->is_same) continue;
        } else {
            y->elem_out_kwh[e] += sum_of(b->elem_out_w[e], b->n) / 1000;
            y->elem_loss_kwh[e] += sum_of(b->elem_loss_w[e], b->n) / 1000;
        }
        double max_w = greatest(y->elem[e].used, out_w, b->n);
        if (max_w > y->elem[e].used)
            y->elem[e] = (struct peak){max_w, (double)NAN, h0 + place_of(max_w, out_w, b->n)};
    }
}

static void count_over(struct year *y, const struct block *b, const double *limit_w)
{
    unsigned char is_over[LANES] = {0};
    for (int e = 0; e < y->n_elem; e++) {
        int n = count_above(b->elem_ask_w[e], b->n, limit_w[e]);
        y->elem_hours[e] += n;
        for (int i = 0; n > 0 && i < b->n; i++) is_over[i] |= b->elem_ask_w[e][i] > limit_w[e];
    }
    for (int i = 0; i < b->n; i++) y->over_hours += is_over[i];
}

static void count_peak(struct peak *p, const double *heat_w, const double *capacity_w, int n,
                       int h0)
{
    double more = p->hour < 0; /* hours, hardly any, that deserve the careful look */
#pragma omp simd reduction(+ : more)
    for (int i = 0; i < n; i++) more += !(heat_w[i] * p->limit <= p->used * capacity_w[i]) ? 1 : 0;
    for (int i = 0; more > 0 && i < n; i++) {
        if (p->hour >= 0 && heat_w[i] * p->limit <= p->used * capacity_w[i]) continue;
        struct peak now = {heat_w[i], capacity_w[i], h0 + i};
        if (month_is_tighter(&now, p)) *p = now;
    }
}

/* Hours in which heat takes power from any of the room's servers. */
static int count_heat_cut(const struct plant_room *r, const struct block *b)
{
    lanes worst = {0};
    int n = 0;
    for (int g = r->group_first; g < r->group_first + r->n_group; g++) {
        if (!count_above(b->group_heat_cut[g], b->n, 1e-9)) continue;
        n++;
        for (int i = 0; i < b->n; i++)
            if (b->group_heat_cut[g][i] > worst[i]) worst[i] = b->group_heat_cut[g][i];
    }
    return n ? count_above(worst, b->n, 1e-9) : 0;
}

/* What inlets take up on the way from the units is phi / (1 - phi) of the servers' heat; in
   most hours phi is the room's own. */
static void count_air(struct air_year *x, const struct plant *p, struct block *b, int r)
{
    const double *heat_w = b->room_it_w[r], *phi = b->room_phi[r];
    double own = p->room[r].phi, all_w = KEPT(b, sum_of(heat_w, b->n));
    x->heat_wh += all_w;
    x->servers_m3_s += KEPT(b, sum_of(b->room_air_m3_s[r], b->n));
    x->units_m3_s += KEPT(b, sum_of(b->room_unit_m3_s[r], b->n));
    x->taken_up_wh += own / (1 - own) * all_w;
    if (!(KEPT(b, count_above(phi, b->n, own)) > 0)) return;
    for (int i = 0; i < b->n; i++)
        x->taken_up_wh += (phi[i] / (1 - phi[i]) - own / (1 - own)) * heat_w[i];
}

/* Of each hour, over the servers that run. */
static void count_spread(struct air_year *x, const struct plant *p, const struct block *b, int r)
{
    const struct plant_room *pr = &p->room[r];
    const double *supply_c = b->room_supply_c[r], *inlet_c = b->room_inlet_c[r];
    lanes hi_k = {0}, lo_k = {0}, n = {0};
    for (int g = pr->group_first; g < pr->group_first + pr->n_group; g++) {
        const struct group *own = &p->group[g];
        for (int i = 0; i < b->n; i++) {
            bool breathes = own->supplies > 0 && !own->is_immersed && !(b->group_off[g][i] > 0);
            double count = breathes ? own->count : 0;
            double own_c = supply_c[i] + own->inlet_share * (inlet_c[i] - supply_c[i]);
            n[i] += count;
            hi_k[i] += count * fmax(own_c - pr->rec_max_c, 0);
            lo_k[i] += count * fmax(pr->rec_min_c - own_c, 0);
        }
    }
    for (int i = 0; i < b->n; i++) {
        hi_k[i] = air_rci_pct(hi_k[i], n[i], pr->rec_max_c, pr->limit_max_c);
        lo_k[i] = air_rci_pct(lo_k[i], n[i], pr->rec_min_c, pr->min_c);
    }
    count_min(&x->rci_hi_pct, hi_k, b->n);
    count_min(&x->rci_lo_pct, lo_k, b->n);
}

static void count_extreme(struct extreme *x, const double *value, bool is_high, int n, int h0)
{
    double none = is_high ? -HUGE_VAL : HUGE_VAL, was = x->hour < 0 ? none : x->value;
    double now = is_high ? greatest(was, value, n) : least(was, value, n);
    if (month_is_beyond(now, x, is_high)) *x = (struct extreme){now, h0 + place_of(now, value, n)};
}

static int count_outside(const struct humidity_limits *l, const double *vapour_pa, const double *rh,
                         const double *rh_low, int n)
{
    double count = 0, low_pa = l->dew_min_pa, high_pa = l->dew_max_pa, low = l->rh_min,
           high = l->rh_max;
#pragma omp simd reduction(+ : count)
    for (int i = 0; i < n; i++)
        count += ((vapour_pa[i] < low_pa) | (vapour_pa[i] > high_pa) | (rh_low[i] < low) |
                  (rh[i] > high))
                     ? 1
                     : 0;
    return (int)count;
}

/* Where the dew point is held the inlet alone decides, and hardly any is near its limits. */
static int count_held(const struct humidity_limits *l, const struct room_year *x,
                      const double *cold_c, const double *hot_c, int n)
{
    if (x->min_inlet_c >= l->damp_c && x->max_inlet_c <= l->dry_c) return 0;
    return count_below(cold_c, n, l->damp_c) + count_above(hot_c, n, l->dry_c);
}

/* After the inlets of the room; the coldest rack has the highest relative humidity. */
static void count_humidity(struct room_year *x, const struct plant *p, struct block *b, int r,
                           int h0)
{
    const struct room_water *w = &p->room[r].water;
    const double *hot_c = block_hot_c(p, b, r), *cold_c = block_cold_c(p, b, r);
    int n = b->n;
    if (!w->moves) {
        x->hours_humidity_recommended +=
            (int)KEPT(b, count_held(&w->recommended, x, cold_c, hot_c, n));
        x->hours_humidity_allowable += (int)KEPT(b, count_held(&w->allowable, x, cold_c, hot_c, n));
        return;
    }
    const double *vapour_pa = b->water_dew_pa[r];
    lanes rh, low;
    for (int i = 0; i < n; i++) rh[i] = vapour_pa[i] / table_at(&p->psat, cold_c[i]);
    for (int i = 0; i < n; i++) low[i] = vapour_pa[i] / table_at(&p->psat, hot_c[i]);
    count_extreme(&x->dew_high_pa, vapour_pa, true, n, h0);
    count_extreme(&x->dew_low_pa, vapour_pa, false, n, h0);
    count_extreme(&x->rh_high, rh, true, n, h0);
    count_extreme(&x->rh_low, low, false, n, h0);
    x->hours_humidity_recommended += count_outside(&w->recommended, vapour_pa, rh, low, n);
    x->hours_humidity_allowable += count_outside(&w->allowable, vapour_pa, rh, low, n);
}

/* What its servers draw. */
static void count_room_it(struct room_year *x, const struct plant *p, struct block *b, int r)
{
    const struct plant_room *pr = &p->room[r];
    lanes it_w;
    for (int i = 0; !b->is_same && i < LANES; i++) it_w[i] = 0;
    for (int g = pr->group_first; !b->is_same && g < pr->group_first + pr->n_group; g++)
        for (int i = 0, n = b->n; i < n; i++) it_w[i] += p->group[g].count * b->group_w[g][i];
    x->it_kwh += KEPT(b, sum_of(it_w, b->n)) / 1000;
    if (!b->is_same) count_max(&x->peak_it_w, it_w, b->n);
}

static void count_room(struct room_year *x, const struct plant *p, struct block *b, int r)
{
    const struct plant_room *pr = &p->room[r];
    count_room_it(x, p, b, r);
    x->heat_kwh += sum_of(b->room_heat_w[r], b->n) / 1000;
    for (int c = pr->cool_first + pr->n_cool; c < pr->cool_first + pr->n_cool + pr->n_door; c++)
        x->heat_kwh += sum_of(b->cool_heat_w[c], b->n) / 1000;
    for (int g = pr->group_first; g < pr->group_first + pr->n_group; g++)
        x->heat_kwh += p->group[g].count * KEPT(b, sum_of(b->group_liquid_w[g], b->n)) / 1000;
    x->hours_above_recommended +=
        (int)KEPT(b, count_above(block_hot_c(p, b, r), b->n, pr->rec_max_c + 1e-9));
    x->hours_above_allowable +=
        (int)KEPT(b, count_above(block_hot_c(p, b, r), b->n, pr->limit_max_c + 1e-9));
    if (b->is_same) return; /* no new extremes, and all servers run as they want */
    count_max(&x->max_inlet_c, block_hot_c(p, b, r), b->n);
    count_min(&x->min_inlet_c, block_cold_c(p, b, r), b->n);
    count_max(&x->max_coolant_c, b->room_coolant_c[r], b->n);
    count_min(&x->chip_margin_k, b->room_chip_margin_k[r], b->n);
    int tripped = count_above(b->room_tripped[r], b->n, 0);
    x->tripped_hours += tripped; /* a tripped hour has lost all, which is no throttling */
    x->throttled_hours += count_above(b->room_throttle[r], b->n, 1e-9) - tripped;
    x->heat_throttled_hours += count_heat_cut(pr, b);
    if (pr->has_spread) count_spread(&x->air, p, b, r);
}

/* Where the dew point is held the coldest hour of the surface is its worst. */
static void count_held_surface(struct sweat *x, double dew_c, const double *surface_c, int n,
                               int h0)
{
    double was = isnan(x->surface_c) ? HUGE_VAL : x->surface_c, min = least(was, surface_c, n);
    if (min < was) *x = (struct sweat){dew_c, min, h0 + place_of(min, surface_c, n)};
}

/* Elsewhere an hour that is worse has a vapour pressure above that of its surface less what
   is kept, and few are worth a dew point. */
static void count_surface(struct sweat *x, const struct plant *p, const struct block *b,
                          const double *vapour_pa, const double *surface_c, int h0)
{
    for (int i = 0; i < b->n; i++) {
        double kept_k = x->surface_c - x->dew_c;
        if (x->hour >= 0 && vapour_pa[i] < 0.999 * table_at(&p->psat, surface_c[i] - kept_k))
            continue;
        double dew_c = psychro_dew_point_of_pa(vapour_pa[i]);
        if (x->hour < 0 || surface_c[i] - dew_c < kept_k)
            *x = (struct sweat){dew_c, surface_c[i], h0 + i};
    }
}

static void count_surfaces(struct year *y, const struct plant *p, const struct block *b, int h0)
{
    for (int s = 0; s < p->n_surface; s++) {
        const struct plant_room *r = &p->room[p->surface[s].room];
        const double *surface_c = moisture_surface_c(p, b, &p->surface[s]);
        if (r->water.moves)
            count_surface(&y->surface[s], p, b, b->water_dew_pa[p->surface[s].room], surface_c, h0);
        else
            count_held_surface(&y->surface[s], r->r->dew_point_c, surface_c, b->n, h0);
    }
}

/* Electrical peaks of cooling, which only limits ask for. */
static void count_draws(struct year *y, const struct plant *p, const struct block *b)
{
    for (int c = 0; c < p->n_cool; c++) {
        lanes w;
        for (int i = 0; i < b->n; i++)
            w[i] = b->cool_power_w[c][i] + b->cool_fan_w[c][i] + b->cool_condenser_w[c][i] +
                   b->cool_assist_w[c][i];
        for (int i = 0; p->has_water_balance && i < b->n; i++) w[i] += b->cool_water_w[c][i];
        count_max(&y->cool_w[c], w, b->n);
    }
    for (int c = 0; c < p->n_cdu; c++) count_max(&y->cdu_w[c], b->cdu_pump_w[c], b->n);
    for (int l = 0; l < p->n_loop; l++) count_max(&y->loop_w[l], b->loop_pump_w[l], b->n);
    for (int s = 0; s < p->n_sink; s++) {
        lanes w;
        for (int i = 0; i < b->n; i++) w[i] = b->sink_power_w[s][i] + b->sink_pump_w[s][i];
        count_max(&y->sink_w[s], w, b->n);
    }
}

/* Of air: what returns where no servers stand, else what their inlets see. */
static void count_air_limit(struct room_year *x, const struct plant_room *r, const struct block *b,
                            int room)
{
    const double *air_c = r->n_group ? b->room_inlet_c[room] : b->room_return_c[room];
    if (!r->n_group) count_max(&x->max_air_c, air_c, b->n);
    for (int i = 0; r->battery && i < b->n; i++)
        x->battery_ageing += battery_ageing(r->battery, air_c[i]);
}

static void count_rooms(struct year *y, const struct plant *p, struct block *b, int h0)
{
    for (int r = 0; r < p->n_room; r++) {
        count_room(&y->room[r], p, b, r);
        count_humidity(&y->room[r], p, b, r, h0);
        count_air_limit(&y->room[r], &p->room[r], b, r);
    }
}

static void count_inlet(struct inlet_peak *x, const struct group *g, const struct block *b,
                        const double *off)
{
    const double *supply_c = b->room_supply_c[g->room], *inlet_c = b->room_inlet_c[g->room];
    for (int i = 0; i < b->n; i++) {
        double rise_k = inlet_c[i] - supply_c[i], own_c = supply_c[i] + g->inlet_share * rise_k;
        if (off[i] > 0) continue; /* it breathes nothing */
        if (!(own_c <= x->inlet_c) && !isnan(own_c))
            *x = (struct inlet_peak){own_c, supply_c[i], rise_k};
    }
}

static void count_groups(struct year *y, const struct plant *p, const struct block *b)
{
    for (int g = 0; g < p->n_group; g++) {
        count_max(&y->group_max_w[g], b->group_w[g], b->n);
        count_max(&y->group_airflow_m3_s[g], b->group_ask_m3_s[g], b->n);
        count_max(&y->group_chip_c[g], b->group_chip_c[g], b->n);
        if (p->room[p->group[g].room].has_spread && !p->group[g].is_immersed)
            count_inlet(&y->group_inlet[g], &p->group[g], b, b->group_off[g]);
        if (!count_above(b->group_throttle[g], b->n, 1e-9)) continue;
        for (int i = 0; i < b->n; i++) {
            double cut = b->group_throttle[g][i];
            if (!(cut > 1e-9)) continue;
            bool is_tripped = b->group_off[g][i] > 0;
            double by_heat = is_tripped ? cut : b->group_heat_cut[g][i];
            double capped_w = (cut - by_heat) * b->group_wanted_w[g][i];
            if (p->group[g].supplies && capped_w > y->group_cap_w[g]) y->group_cap_w[g] = capped_w;
            double lost_j = cut * b->group_wanted_w[g][i] * p->group[g].count * 3600;
            y->lost_compute_j += lost_j;
            y->group_lost_j[g] += lost_j;
            double accelerators = p->group[g].count * p->group[g].s->accelerators;
            y->lost_gpu_h += cut * accelerators;
            y->group_hot_gpu_h[g] += by_heat * accelerators;
        }
    }
}

static void count_hours(struct month_year *m, const struct block *b, int h0)
{
    struct year *y = &m->y;
    const double *dx_w = b->quantity[Q_COMPRESSOR_W], *chiller_w = b->quantity[Q_CHILLER_W];
    const double *lift_w = b->quantity[Q_HEAT_PUMP_W];
    unsigned any = 0;
    double n_free = 0;
#pragma omp simd reduction(+ : n_free)
    for (int i = 0; i < b->n; i++) n_free += dx_w[i] + chiller_w[i] + lift_w[i] <= 0 ? 1 : 0;
    for (int i = 0, n = b->n; i < n; i++) any |= b->flags[i];
    y->free_hours += (int)n_free;
    y->economizer_hours += count_above(b->quantity[Q_FREE_HEAT_W], b->n, 1);
    for (int i = 0; any && i < b->n; i++) {
        if (!b->flags[i]) continue;
        y->throttled_hours += (b->flags[i] >> FLAG_THROTTLED) & 1;
        y->tripped_hours += (b->flags[i] >> FLAG_TRIPPED) & 1;
        y->cycling_hours += (b->flags[i] >> FLAG_CHILLER_CYCLES) & 1;
        y->not_converged += (b->flags[i] >> FLAG_NOT_CONVERGED) & 1;
        for (int f = 0; f < N_FLAG; f++)
            if ((b->flags[i] >> f) & 1 && !m->flag_count[f]++) m->flag_first[f] = h0 + i;
    }
}

static void keep_hours(struct year *whole, const struct block *b, int h0)
{
    for (int j = 0; j < b->n_series; j++) {
        int q = b->series[j];
        memcpy(whole->site.hour[q] + h0, b->quantity[q], (size_t)b->n * sizeof(double));
    }
}

static void count_block(struct month_year *m, struct year *whole, const struct plant *p,
                        const struct state *st, struct block *b, bool is_design, int h0)
{
    struct year *y = &m->y;
    const struct book *book = b->book;
    b->kept.at = 0;
    if (!b->is_lean) moisture_dew_points(p, b);
    for (int j = 0; j < (b->is_lean ? book->n_metric : book->n_active); j++) {
        int q = book->active[j];
        count_statistic(&y->site.stat[q], q, b, book->is_steady[q], h0);
    }
    keep_hours(whole, b, h0);
    count_elems(y, p, b, h0);
    if (st->limit_w) count_over(y, b, st->limit_w);
    for (int c = 0; c < p->n_cool; c++)
        count_peak(&y->cool[c], b->cool_ask_w[c], b->cool_limit_w[c], b->n, h0);
    for (int c = 0; !b->is_same && c < p->n_cdu; c++)
        count_peak(&y->cdu[c], b->cdu_heat_w[c], b->cdu_capacity_w[c], b->n, h0);
    for (int c = 0; !b->is_same && c < p->n_cdu; c++)
        count_max(&y->cdu_max_c[c], b->cdu_supply_c[c], b->n);
    for (int s = 0; s < p->n_sink; s++)
        count_peak(&y->sink[s], b->sink_ask_w[s], b->sink_limit_w[s], b->n, h0);
    for (int l = 0; l < p->n_loop; l++) {
        lanes design_w;
        for (int i = 0; i < b->n; i++) design_w[i] = p->loop[l].l->design_w;
        count_peak(&y->loop[l], b->loop_load_w[l], design_w, b->n, h0);
        count_max(&y->loop_max_c[l], b->loop_supply_c[l], b->n);
    }
    if (!b->is_same) count_groups(y, p, b);
    count_rooms(y, p, b, h0);
    count_surfaces(y, p, b, h0);
    count_hours(m, b, h0);
    if (is_design) count_draws(y, p, b);
    for (int r = 0; !is_design && r < p->n_room; r++) count_air(&y->room[r].air, p, b, r);
    if (b->iterations > y->iterations) y->iterations = b->iterations;
}

void month_run(const struct month_work *x, struct month_year *m, struct block *b)
{
    b->steady.n = 0; /* nothing of another month is counted again */
    b->is_lean = x->whole->site.hour[Q_INLET_C] == NULL;
    b->n_series = 0;
    for (int q = 0; q < N_QUANTITY; q++)
        if (x->whole->site.hour[q]) b->series[b->n_series++] = (unsigned char)q;
    for (int h = x->from; h < x->to; h += LANES) {
        int left = x->to - h;
        block_solve(x->p, x->s, x->w, h, left < LANES ? left : LANES, b);
        count_block(m, x->whole, x->p, x->s, b, x->w->is_design, h);
    }
}
