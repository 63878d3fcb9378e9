#include "sim/annual.h"

#include <math.h>
#include <string.h>

#include "physics/air_index.h"
#include "physics/psychro.h"
#include "sim/moisture.h"
#include "sim/storage.h"

struct prepared annual_prepare(const struct site *s, const struct weather *w, struct arena *a)
{
    int n = s->of[KIND_WORKLOAD].n;
    const double **activity = ARENA_ARRAY(a, const double *, (size_t)n + 1);
    for (int k = 0; k < n; k++) {
        double *x = ARENA_ARRAY(a, double, (size_t)w->n);
        for (int h = 0; h < w->n; h++)
            x[h] = workload_activity(site_workload(s, k), &w->calendar, h);
        activity[k] = x;
    }
    return (struct prepared){.n = w->n,
                             .t_c = w->t_c,
                             .wb_c = w->wb_c,
                             .w = w->w,
                             .p_pa = w->p_pa,
                             .activity = activity,
                             .diversity = s->info->diversity_frac};
}

/* ---- one month's worth ------------------------------------------------- */

/* A month is worked through in the order of its hours by one thread; the months
   are then joined in order, so sums do not depend on the number of threads. */
struct month_year {
    struct year y;
    int flag_count[N_FLAG], flag_first[N_FLAG];
};

static void peaks_new(struct peak **p, int n, struct arena *a)
{
    *p = ARENA_ARRAY(a, struct peak, (size_t)n + 1);
    for (int i = 0; i < n; i++) (*p)[i] = (struct peak){0, (double)NAN, -1};
}

static double *nans(int n, struct arena *a)
{
    double *x = ARENA_ARRAY(a, double, (size_t)n + 1);
    for (int i = 0; i < n; i++) x[i] = (double)NAN;
    return x;
}

static void year_new(struct year *y, const struct plant *p, struct arena *a)
{
    y->n_room = p->n_room;
    y->n_elem = p->n_elem;
    y->n_group = p->n_group;
    y->n_cool = p->n_cool;
    y->n_cdu = p->n_cdu;
    y->n_sink = p->n_sink;
    y->n_loop = p->n_loop;
    for (int q = 0; q < N_QUANTITY; q++)
        y->site.stat[q] = (struct statistic){
            .max = (double)NAN, .min = (double)NAN, .max_hour = -1, .min_hour = -1};
    y->room = ARENA_ARRAY(a, struct room_year, (size_t)p->n_room + 1);
    for (int r = 0; r < p->n_room; r++) {
        struct room_year *x = &y->room[r];
        x->dew_high_pa = x->dew_low_pa = x->rh_high = x->rh_low = (struct extreme){(double)NAN, -1};
        x->max_air_c = (double)NAN;
        x->max_inlet_c = x->min_inlet_c = x->max_coolant_c = x->chip_margin_k = (double)NAN;
        x->air.rci_hi_pct = x->air.rci_lo_pct = (double)NAN;
    }
    peaks_new(&y->elem, p->n_elem, a);
    peaks_new(&y->cool, p->n_cool, a);
    peaks_new(&y->cdu, p->n_cdu, a);
    peaks_new(&y->sink, p->n_sink, a);
    peaks_new(&y->loop, p->n_loop, a);
    y->n_surface = p->n_surface;
    y->surface = ARENA_ARRAY(a, struct sweat, (size_t)p->n_surface + 1);
    for (int s = 0; s < p->n_surface; s++)
        y->surface[s] = (struct sweat){(double)NAN, (double)NAN, -1};
    y->elem_hours = ARENA_ARRAY(a, int, (size_t)p->n_elem + 1);
    y->elem_out_kwh = ARENA_ARRAY(a, double, (size_t)p->n_elem + 1);
    y->elem_loss_kwh = ARENA_ARRAY(a, double, (size_t)p->n_elem + 1);
    y->group_cap_w = ARENA_ARRAY(a, double, (size_t)p->n_group + 1);
    y->group_lost_j = ARENA_ARRAY(a, double, (size_t)p->n_group + 1);
    y->group_hot_gpu_h = ARENA_ARRAY(a, double, (size_t)p->n_group + 1);
    y->loop_max_c = nans(p->n_loop, a);
    y->cool_w = nans(p->n_cool, a);
    y->cdu_w = nans(p->n_cdu, a);
    y->cdu_max_c = nans(p->n_cdu, a);
    y->loop_w = nans(p->n_loop, a);
    y->sink_w = nans(p->n_sink, a);
    y->group_max_w = nans(p->n_group, a);
    y->group_airflow_m3_s = nans(p->n_group, a);
    y->group_chip_c = nans(p->n_group, a);
    y->group_inlet = ARENA_ARRAY(a, struct inlet_peak, (size_t)p->n_group + 1);
    for (int g = 0; g < p->n_group; g++)
        y->group_inlet[g] = (struct inlet_peak){(double)NAN, (double)NAN, (double)NAN};
}

/* Four sums side by side, which the compiler can keep in vector registers. */
static double sum_of(const double *x, int n)
{
    double s[4] = {0};
    int i = 0;
    for (; i + 4 <= n; i += 4)
        for (int j = 0; j < 4; j++) s[j] += x[i + j];
    for (; i < n; i++) s[i & 3] += x[i];
    return (s[0] + s[1]) + (s[2] + s[3]);
}

/* Exact in any order; a double, as wide as what it counts, to go side by side. */
static int count_above(const double *x, int n, double limit)
{
    double count = 0;
#pragma omp simd reduction(+ : count)
    for (int i = 0; i < n; i++) count += x[i] > limit ? 1 : 0;
    return (int)count;
}

static int count_below(const double *x, int n, double limit)
{
    double count = 0;
#pragma omp simd reduction(+ : count)
    for (int i = 0; i < n; i++) count += x[i] < limit ? 1 : 0;
    return (int)count;
}

/* The greatest of x and max, and the least of x and min; NaN, which compares with
   nothing, is left out.  Most blocks bring nothing new, which is soon seen. */
static double greatest(double max, const double *x, int n)
{
    if (count_above(x, n, max) == 0) return max;
    for (int i = 0; i < n; i++) max = x[i] > max ? x[i] : max;
    return max;
}

static double least(double min, const double *x, int n)
{
    if (count_below(x, n, min) == 0) return min;
    for (int i = 0; i < n; i++) min = x[i] < min ? x[i] : min;
    return min;
}

/* First place of a value that is there. */
static int place_of(double value, const double *x)
{
    int i = 0;
    while (x[i] != value) i++;
    return i;
}

static void count_greatest(struct statistic *s, const double *x, int n, int h0)
{
    double was = isnan(s->max) ? -HUGE_VAL : s->max, max = greatest(was, x, n);
    if (!(max > was)) return;
    s->max = max;
    s->max_hour = h0 + place_of(max, x);
}

static void count_least(struct statistic *s, const double *x, int n, int h0)
{
    double was = isnan(s->min) ? HUGE_VAL : s->min, min = least(was, x, n);
    if (!(min < was)) return;
    s->min = min;
    s->min_hour = h0 + place_of(min, x);
}

/* Each quantity is counted the way its row says; of powers, the peaks of the two
   that are asked for. */
static void count_statistic(struct statistic *s, int q, const double *x, int n, int h0)
{
    switch (quantity_rows[q].aggregate) {
    case AGG_MAX: count_greatest(s, x, n, h0); break;
    case AGG_MIN: count_least(s, x, n, h0); break;
    default:
        s->sum += sum_of(x, n);
        if (q == Q_IT_W || q == Q_FACILITY_W) count_greatest(s, x, n, h0);
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

static void count_elems(struct year *y, const struct block *b, int h0)
{
    for (int e = 0; e < y->n_elem; e++) {
        const double *out_w = b->elem_ask_w[e];
        double max_w = greatest(y->elem[e].used, out_w, b->n);
        if (max_w > y->elem[e].used)
            y->elem[e] = (struct peak){max_w, (double)NAN, h0 + place_of(max_w, out_w)};
        y->elem_out_kwh[e] += sum_of(b->elem_out_w[e], b->n) / 1000;
        y->elem_loss_kwh[e] += sum_of(b->elem_loss_w[e], b->n) / 1000;
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

/* The tightest hour is the one with the greatest load over capacity; without a
   capacity, with the greatest load. */
static bool is_tighter(const struct peak *x, const struct peak *than)
{
    if (than->hour < 0) return x->used > 0;
    if (isnan(x->limit)) return x->used > than->used;
    return x->used * than->limit > than->used * x->limit;
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
        if (is_tighter(&now, p)) *p = now;
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
static void count_air(struct air_year *x, const struct plant *p, const struct block *b, int r)
{
    const double *heat_w = b->room_it_w[r], *phi = b->room_phi[r];
    double own = p->room[r].phi, all_w = sum_of(heat_w, b->n);
    x->heat_wh += all_w;
    x->servers_m3_s += sum_of(b->room_air_m3_s[r], b->n);
    x->units_m3_s += sum_of(b->room_unit_m3_s[r], b->n);
    x->taken_up_wh += own / (1 - own) * all_w;
    if (count_above(phi, b->n, own) == 0) return;
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

static bool is_beyond(double value, const struct extreme *x, bool is_high)
{
    return x->hour < 0 || (is_high ? value > x->value : value < x->value);
}

static void count_extreme(struct extreme *x, const double *value, bool is_high, int n, int h0)
{
    double none = is_high ? -HUGE_VAL : HUGE_VAL, was = x->hour < 0 ? none : x->value;
    double now = is_high ? greatest(was, value, n) : least(was, value, n);
    if (is_beyond(now, x, is_high)) *x = (struct extreme){now, h0 + place_of(now, value)};
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
static void count_humidity(struct room_year *x, const struct plant *p, const struct block *b, int r,
                           int h0)
{
    const struct room_water *w = &p->room[r].water;
    const double *hot_c = block_hot_c(p, b, r), *cold_c = block_cold_c(p, b, r);
    int n = b->n;
    if (!w->moves) {
        x->hours_humidity_recommended += count_held(&w->recommended, x, cold_c, hot_c, n);
        x->hours_humidity_allowable += count_held(&w->allowable, x, cold_c, hot_c, n);
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

static void count_room(struct room_year *x, const struct plant *p, const struct block *b, int r)
{
    const struct plant_room *pr = &p->room[r];
    lanes it_w = {0};
    for (int g = pr->group_first; g < pr->group_first + pr->n_group; g++)
        for (int i = 0, n = b->n; i < n; i++) it_w[i] += p->group[g].count * b->group_w[g][i];
    x->it_kwh += sum_of(it_w, b->n) / 1000;
    x->heat_kwh += sum_of(b->room_heat_w[r], b->n) / 1000;
    for (int c = pr->cool_first + pr->n_cool; c < pr->cool_first + pr->n_cool + pr->n_door; c++)
        x->heat_kwh += sum_of(b->cool_heat_w[c], b->n) / 1000;
    for (int g = pr->group_first; g < pr->group_first + pr->n_group; g++)
        x->heat_kwh += p->group[g].count * sum_of(b->group_liquid_w[g], b->n) / 1000;
    count_max(&x->peak_it_w, it_w, b->n);
    count_max(&x->max_inlet_c, block_hot_c(p, b, r), b->n);
    count_min(&x->min_inlet_c, block_cold_c(p, b, r), b->n);
    count_max(&x->max_coolant_c, b->room_coolant_c[r], b->n);
    count_min(&x->chip_margin_k, b->room_chip_margin_k[r], b->n);
    x->hours_above_recommended += count_above(block_hot_c(p, b, r), b->n, pr->rec_max_c + 1e-9);
    x->hours_above_allowable += count_above(block_hot_c(p, b, r), b->n, pr->limit_max_c + 1e-9);
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
    if (min < was) *x = (struct sweat){dew_c, min, h0 + place_of(min, surface_c)};
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

static void count_rooms(struct year *y, const struct plant *p, const struct block *b, int h0)
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

/* Temperatures and such are counted by room as well; without hourly series only what
   metrics need is counted for the site. */
static bool is_metric(int q)
{
    enum aggregate how = quantity_rows[q].aggregate;
    return how == AGG_ENERGY || how == AGG_SUM_KG || q == Q_ENERGY_RESIDUAL || q == Q_HEAT_RESIDUAL;
}

static void count_block(struct month_year *m, struct year *whole, const struct plant *p,
                        const struct state *st, struct block *b, bool is_design, int h0)
{
    struct year *y = &m->y;
    bool all = whole->site.hour[Q_IT_W] != NULL;
    if (all) moisture_dew_points(p, b);
    for (int q = 0; q < N_QUANTITY; q++) {
        if (p->active[q] && (all || is_metric(q)))
            count_statistic(&y->site.stat[q], q, b->quantity[q], b->n, h0);
        if (whole->site.hour[q])
            memcpy(whole->site.hour[q] + h0, b->quantity[q], (size_t)b->n * sizeof(double));
    }
    count_elems(y, b, h0);
    if (st->limit_w) count_over(y, b, st->limit_w);
    for (int c = 0; c < p->n_cool; c++)
        count_peak(&y->cool[c], b->cool_ask_w[c], b->cool_limit_w[c], b->n, h0);
    for (int c = 0; c < p->n_cdu; c++)
        count_peak(&y->cdu[c], b->cdu_heat_w[c], b->cdu_capacity_w[c], b->n, h0);
    for (int c = 0; c < p->n_cdu; c++) count_max(&y->cdu_max_c[c], b->cdu_supply_c[c], b->n);
    for (int s = 0; s < p->n_sink; s++)
        count_peak(&y->sink[s], b->sink_ask_w[s], b->sink_limit_w[s], b->n, h0);
    for (int l = 0; l < p->n_loop; l++) {
        lanes design_w;
        for (int i = 0; i < b->n; i++) design_w[i] = p->loop[l].l->design_w;
        count_peak(&y->loop[l], b->loop_load_w[l], design_w, b->n, h0);
        count_max(&y->loop_max_c[l], b->loop_supply_c[l], b->n);
    }
    count_groups(y, p, b);
    count_rooms(y, p, b, h0);
    count_surfaces(y, p, b, h0);
    count_hours(m, b, h0);
    if (is_design) count_draws(y, p, b);
    for (int r = 0; !is_design && r < p->n_room; r++) count_air(&y->room[r].air, p, b, r);
    if (b->iterations > y->iterations) y->iterations = b->iterations;
}

/* ---- joining ----------------------------------------------------------- */

static void join_statistic(struct statistic *s, const struct statistic *m, int month)
{
    s->month_sum[month] = m->sum;
    s->sum += m->sum;
    if (m->max > s->max || (isnan(s->max) && !isnan(m->max))) {
        s->max = m->max;
        s->max_hour = m->max_hour;
    }
    if (m->min < s->min || (isnan(s->min) && !isnan(m->min))) {
        s->min = m->min;
        s->min_hour = m->min_hour;
    }
}

static void join_peaks(struct peak *p, const struct peak *m, int n)
{
    for (int i = 0; i < n; i++) {
        if (m[i].hour >= 0 && is_tighter(&m[i], &p[i])) p[i] = m[i];
    }
}

static void join_surfaces(struct sweat *x, const struct sweat *m, int n)
{
    for (int i = 0; i < n; i++)
        if (m[i].hour >= 0 &&
            (x[i].hour < 0 || m[i].surface_c - m[i].dew_c < x[i].surface_c - x[i].dew_c))
            x[i] = m[i];
}

static void join_max(double *x, const double *m, int n)
{
    for (int i = 0; i < n; i++) x[i] = fmax(x[i], m[i]);
}

static void join_extreme(struct extreme *x, const struct extreme *m, bool is_high)
{
    if (m->hour >= 0 && is_beyond(m->value, x, is_high)) *x = *m;
}

static void join_room(struct room_year *x, const struct room_year *m)
{
    x->it_kwh += m->it_kwh;
    x->heat_kwh += m->heat_kwh;
    x->peak_it_w = fmax(x->peak_it_w, m->peak_it_w);
    x->max_inlet_c = fmax(x->max_inlet_c, m->max_inlet_c);
    x->min_inlet_c = fmin(x->min_inlet_c, m->min_inlet_c);
    x->max_coolant_c = fmax(x->max_coolant_c, m->max_coolant_c);
    x->chip_margin_k = fmin(x->chip_margin_k, m->chip_margin_k);
    x->max_air_c = fmax(x->max_air_c, m->max_air_c);
    x->battery_ageing += m->battery_ageing;
    join_extreme(&x->dew_high_pa, &m->dew_high_pa, true);
    join_extreme(&x->dew_low_pa, &m->dew_low_pa, false);
    join_extreme(&x->rh_high, &m->rh_high, true);
    join_extreme(&x->rh_low, &m->rh_low, false);
    x->hours_humidity_recommended += m->hours_humidity_recommended;
    x->hours_humidity_allowable += m->hours_humidity_allowable;
    x->hours_above_recommended += m->hours_above_recommended;
    x->hours_above_allowable += m->hours_above_allowable;
    x->throttled_hours += m->throttled_hours;
    x->heat_throttled_hours += m->heat_throttled_hours;
    x->tripped_hours += m->tripped_hours;
    x->air.heat_wh += m->air.heat_wh;
    x->air.taken_up_wh += m->air.taken_up_wh;
    x->air.servers_m3_s += m->air.servers_m3_s;
    x->air.units_m3_s += m->air.units_m3_s;
    x->air.rci_hi_pct = fmin(x->air.rci_hi_pct, m->air.rci_hi_pct);
    x->air.rci_lo_pct = fmin(x->air.rci_lo_pct, m->air.rci_lo_pct);
}

static void join_month(struct month_year *all, const struct month_year *m, int month)
{
    struct year *y = &all->y;
    const struct year *x = &m->y;
    for (int q = 0; q < N_QUANTITY; q++) join_statistic(&y->site.stat[q], &x->site.stat[q], month);
    join_peaks(y->elem, x->elem, y->n_elem);
    join_peaks(y->cool, x->cool, y->n_cool);
    join_peaks(y->cdu, x->cdu, y->n_cdu);
    join_peaks(y->sink, x->sink, y->n_sink);
    join_peaks(y->loop, x->loop, y->n_loop);
    join_surfaces(y->surface, x->surface, y->n_surface);
    join_max(y->loop_max_c, x->loop_max_c, y->n_loop);
    join_max(y->cdu_max_c, x->cdu_max_c, y->n_cdu);
    join_max(y->cool_w, x->cool_w, y->n_cool);
    join_max(y->cdu_w, x->cdu_w, y->n_cdu);
    join_max(y->loop_w, x->loop_w, y->n_loop);
    join_max(y->sink_w, x->sink_w, y->n_sink);
    join_max(y->group_max_w, x->group_max_w, y->n_group);
    join_max(y->group_cap_w, x->group_cap_w, y->n_group);
    join_max(y->group_airflow_m3_s, x->group_airflow_m3_s, y->n_group);
    join_max(y->group_chip_c, x->group_chip_c, y->n_group);
    for (int g = 0; g < y->n_group; g++)
        if (!(x->group_inlet[g].inlet_c <= y->group_inlet[g].inlet_c) &&
            !isnan(x->group_inlet[g].inlet_c))
            y->group_inlet[g] = x->group_inlet[g];
    for (int r = 0; r < y->n_room; r++) join_room(&y->room[r], &x->room[r]);
    y->lost_compute_j += x->lost_compute_j;
    y->lost_gpu_h += x->lost_gpu_h;
    y->over_hours += x->over_hours;
    for (int e = 0; e < y->n_elem; e++) {
        y->elem_hours[e] += x->elem_hours[e];
        y->elem_out_kwh[e] += x->elem_out_kwh[e];
        y->elem_loss_kwh[e] += x->elem_loss_kwh[e];
    }
    for (int g = 0; g < y->n_group; g++) y->group_lost_j[g] += x->group_lost_j[g];
    for (int g = 0; g < y->n_group; g++) y->group_hot_gpu_h[g] += x->group_hot_gpu_h[g];
    y->free_hours += x->free_hours;
    y->economizer_hours += x->economizer_hours;
    y->throttled_hours += x->throttled_hours;
    y->tripped_hours += x->tripped_hours;
    y->cycling_hours += x->cycling_hours;
    y->not_converged += x->not_converged;
    if (x->iterations > y->iterations) y->iterations = x->iterations;
    for (int f = 0; f < N_FLAG; f++) {
        if (m->flag_count[f] && !all->flag_count[f]) all->flag_first[f] = m->flag_first[f];
        all->flag_count[f] += m->flag_count[f];
    }
}

static void write_warnings(struct month_year *all, struct arena *a)
{
    struct year *y = &all->y;
    y->runaway_hours = all->flag_count[FLAG_RUNAWAY];
    y->chiller_beyond_hours = all->flag_count[FLAG_CHILLER_BEYOND];
    y->warning = ARENA_ARRAY(a, struct warning, N_FLAG);
    for (int f = 0; f < N_FLAG; f++)
        if (all->flag_count[f] && flag_text[f])
            y->warning[y->n_warning++] =
                (struct warning){flag_text[f], all->flag_count[f], all->flag_first[f]};
}

struct year *annual_run(const struct plant *p, const struct state *s, const struct prepared *w,
                        const struct calendar *c, int keep, int threads, struct arena *a)
{
    if (p->n_storage && !w->storage) return storage_run(p, s, w, c, keep, threads, a);
    struct month_year *all = ARENA_ARRAY(a, struct month_year, 1);
    year_new(&all->y, p, a);
    all->y.calendar = *c;
    all->y.n = w->n;
    for (int q = 0; q < N_QUANTITY; q++)
        if (keep == KEEP_ALL || q == Q_FACILITY_W)
            all->y.site.hour[q] = ARENA_ARRAY(a, double, (size_t)w->n);
    struct month_year *month = ARENA_ARRAY(a, struct month_year, MONTHS);
    struct block *block[MONTHS];
    for (int m = 0; m < MONTHS; m++) {
        year_new(&month[m].y, p, a);
        block[m] = m < threads ? block_new(p, a) : NULL;
    }
    if (threads > MONTHS) threads = MONTHS;
#pragma omp parallel for num_threads(threads) schedule(static, 1)
    for (int t = 0; t < threads; t++)
        for (int m = t; m < MONTHS; m += threads)
            for (int h = c->month_start[m]; h < c->month_start[m + 1]; h += LANES) {
                int left = c->month_start[m + 1] - h;
                block_solve(p, s, w, h, left < LANES ? left : LANES, block[t]);
                count_block(&month[m], &all->y, p, s, block[t], w->is_design, h);
            }
    for (int m = 0; m < MONTHS; m++) join_month(all, &month[m], m);
    write_warnings(all, a);
    return &all->y;
}
