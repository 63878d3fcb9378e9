#include "sim/annual.h"

#include <math.h>
#include <string.h>

#include "sim/month.h"
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
    for (int q = 0; q < N_QUANTITY; q++) { /* its sums are zero as they come */
        struct statistic *x = &y->site.stat[q];
        x->max = x->min = (double)NAN;
        x->max_hour = x->min_hour = -1;
    }
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

struct month_year *month_new(const struct plant *p, struct arena *a)
{
    struct month_year *m = ARENA_ARRAY(a, struct month_year, 1);
    year_new(&m->y, p, a);
    return m;
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
        if (m[i].hour >= 0 && month_is_tighter(&m[i], &p[i])) p[i] = m[i];
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
    if (m->hour >= 0 && month_is_beyond(m->value, x, is_high)) *x = *m;
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

#ifdef DCPLAN_LEVELS
void month_run_v3(const struct month_work *x, struct month_year *m, struct block *b);
void month_run_v4(const struct month_work *x, struct month_year *m, struct block *b);
#endif

int month_levels(month_run_function level[MONTH_LEVELS])
{
    int n = 0;
    level[n++] = month_run;
#ifdef DCPLAN_LEVELS
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2")) level[n++] = month_run_v3;
    if (n > 1 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw"))
        level[n++] = month_run_v4;
#endif
    return n;
}

/* The parts of the hour's power are compared with its servers in the design year alone. */
static bool is_kept(int keep, const struct plant *p, bool is_design, int q)
{
    if (keep == KEEP_ALL || q == Q_FACILITY_W) return true;
    if (keep != KEEP_METRICS) return false;
    return q == Q_IT_W || q == Q_CHILLER_W ||
           (is_design && p->active[q] && quantity_rows[q].is_part);
}

/* Month by month, whose memory is used again while it is near. */
static void run_alone(struct month_year *all, const struct month_work *x, const struct calendar *c,
                      month_run_function run, struct arena *a)
{
    struct block *block = block_new(x->p, a);
    for (int m = 0; m < MONTHS; m++) {
        struct arena_mark mark = arena_mark(a);
        struct month_work work = *x;
        struct month_year *month = month_new(x->p, a);
        work.from = c->month_start[m];
        work.to = c->month_start[m + 1];
        run(&work, month, block);
        join_month(all, month, m);
        arena_release(a, mark);
    }
}

static void run_together(struct month_year *all, const struct month_work *x,
                         const struct calendar *c, month_run_function run, int threads,
                         struct arena *a)
{
    struct month_year *month[MONTHS];
    struct block *block[MONTHS];
    if (threads > MONTHS) threads = MONTHS;
    for (int m = 0; m < MONTHS; m++) {
        month[m] = month_new(x->p, a);
        block[m] = m < threads ? block_new(x->p, a) : NULL;
    }
#pragma omp parallel for num_threads(threads) schedule(static, 1)
    for (int t = 0; t < threads; t++)
        for (int m = t; m < MONTHS; m += threads) {
            struct month_work work = *x;
            work.from = c->month_start[m];
            work.to = c->month_start[m + 1];
            run(&work, month[m], block[t]);
        }
    for (int m = 0; m < MONTHS; m++) join_month(all, month[m], m);
}

struct year *annual_run(const struct plant *p, const struct state *s, const struct prepared *w,
                        const struct calendar *c, int keep, int threads, struct arena *a)
{
    if (p->n_storage && !w->storage) return storage_run(p, s, w, c, keep, threads, a);
    struct month_year *all = month_new(p, a);
    all->y.calendar = *c;
    all->y.n = w->n;
    for (int q = 0; q < N_QUANTITY; q++)
        if (is_kept(keep, p, w->is_design, q))
            all->y.site.hour[q] = ARENA_ARRAY(a, double, (size_t)w->n);
    month_run_function level[MONTH_LEVELS], run = level[month_levels(level) - 1];
    struct month_work x = {p, s, w, &all->y, 0, 0};
    if (threads > 1)
        run_together(all, &x, c, run, threads, a);
    else
        run_alone(all, &x, c, run, a);
    write_warnings(all, a);
    return &all->y;
}
