#include <math.h>

#include "plan/growth.h"
#include "plan/tco.h"
#include "sim/outage.h"

static const char *const *year_labels(const struct result *r, int n, struct arena *a)
{
    const char **label = ARENA_ARRAY(a, const char *, (size_t)n + 1);
    for (int y = 0; y <= n; y++)
        label[y] = r->date.year
                       ? arena_format(a, "%s%d", y ? "" : "start ", r->date.year + y - (y > 0))
                       : arena_format(a, "year %d", y);
    return label;
}

/* ---- servers ------------------------------------------------------------------------ */

/* n: servers of each section; NULL: as the sections say. */
struct fleet {
    double servers, accelerators, max_w;
};

static struct fleet fleet_of(const struct site *s, const int *n)
{
    struct fleet f = {0};
    for (int i = 0; i < s->of[KIND_SERVER].n; i++) {
        const struct server *v = site_server(s, i);
        double count = n ? n[i] : v->part.count;
        f.servers += count;
        f.accelerators += count * v->accelerators;
        f.max_w += count * v->power_maximum_w;
    }
    return f;
}

/* Month of the plan that stands for month m after the site's date: beyond its end the same
   month of the calendar in its last twelve. */
static int month_of_plan(const struct growth *g, int m)
{
    if (m < g->n) return m;
    return m - MONTHS * ((m - g->n) / MONTHS + 1);
}

static void years_of_plan(struct tco_use *out)
{
    const struct growth *g = out->result->growth;
    const struct site *s = out->result->site;
    double now_w = fleet_of(s, NULL).max_w;
    for (int y = 1; y <= out->n; y++)
        for (int m = 0; m < MONTHS; m++) {
            const struct growth_month *x = &g->month[month_of_plan(g, MONTHS * (y - 1) + m)];
            struct fleet f = fleet_of(s, x->servers);
            out->servers[y] += f.servers / MONTHS;
            out->accelerators[y] += f.accelerators / MONTHS;
            if (now_w > 0) out->it_max[y] = fmax(out->it_max[y], out->it_max_kw * f.max_w / now_w);
            out->it_kwh[y] += x->it_kwh;
            out->facility_kwh[y] += x->facility_kwh;
            out->water_m3[y] += x->water_m3;
        }
}

double tco_use_whole(const struct tco_use *u, int y, int per)
{
    const struct growth *g = u->result->growth;
    if (!g) return per * ceil(u->accelerators[y] / per);
    if (!y) return per * ceil(fleet_of(u->result->site, g->month[0].servers).accelerators / per);
    double sum = 0;
    for (int m = 0; m < MONTHS; m++) {
        const struct growth_month *x = &g->month[month_of_plan(g, MONTHS * (y - 1) + m)];
        sum += ceil(fleet_of(u->result->site, x->servers).accelerators / per);
    }
    return per * sum / MONTHS;
}

static void years_alike(struct tco_use *out)
{
    for (int y = 1; y <= out->n; y++) {
        out->servers[y] = out->servers[0];
        out->accelerators[y] = out->accelerators[0];
        out->it_max[y] = out->it_max_kw;
        out->it_kwh[y] = out->it_busy_kwh;
        out->facility_kwh[y] = out->busy_kwh;
        out->water_m3[y] = out->water_busy_m3;
    }
}

/* ---- load --------------------------------------------------------------------------- */

/* Activity of all accelerators, of all servers where there are none, in each hour. */
static double *activity_of(const struct site *s, const struct prepared *w, struct arena *a)
{
    double *u = ARENA_ARRAY(a, double, (size_t)w->n);
    struct fleet all = fleet_of(s, NULL);
    for (int i = 0; i < s->of[KIND_SERVER].n; i++) {
        const struct server *v = site_server(s, i);
        double share = all.accelerators > 0
                           ? (double)v->part.count * v->accelerators / all.accelerators
                           : v->part.count / all.servers;
        if (!(share > 0)) continue;
        const double *x = v->workload.n ? w->activity[v->workload.ref[0].index] : NULL;
        for (int h = 0; h < w->n; h++) u[h] += share * (x ? x[h] : 1);
    }
    return u;
}

static double mean_at(const double *u, int n, double factor)
{
    double sum = 0;
    for (int h = 0; h < n; h++) sum += fmin(1, factor * u[h]);
    return sum / n;
}

/* A use below the workload's mean is the same activity in fewer hours, and levels stay; one above
   it needs higher levels, at most all accelerators: brings the mean there. */
static void raise_levels(double *u, int n, double mean, double use)
{
    double low = 1, high = 1;
    if (!(use > mean) || !(mean > 0)) return;
    while (high < 1e9 && mean_at(u, n, high) < use) high *= 2;
    for (int i = 0; i < 60; i++) {
        double middle = (low + high) / 2;
        if (mean_at(u, n, middle) < use)
            low = middle;
        else
            high = middle;
    }
    for (int h = 0; h < n; h++) u[h] = fmin(1, high * u[h]);
}

static void find_duration(struct tco_use *out, double *u, int n)
{
    double sum = 0;
    for (int h = 0; h < n; h++) sum += u[h];
    out->workload_mean = sum / n;
    raise_levels(u, n, out->workload_mean, out->finance->utilisation_frac);
    sum = 0;
    for (int h = 0; h < n; h++) sum += u[h];
    for (int i = 0; i <= LOAD_STEPS; i++) {
        double over = 0;
        for (int h = 0; h < n; h++) over += fmax(0, u[h] - (double)i / LOAD_STEPS);
        out->above[i] = sum > 0 ? over / sum : (double)NAN;
    }
}

/* Servers without a workload run full in every hour, so idling says nothing of them. */
static bool can_idle(const struct site *s)
{
    bool any = fleet_of(s, NULL).accelerators > 0;
    for (int i = 0; i < s->of[KIND_SERVER].n; i++) {
        const struct server *v = site_server(s, i);
        if (v->part.count && (v->accelerators || !any) && !v->workload.n) return false;
    }
    return s->of[KIND_SERVER].n > 0;
}

static bool find_idle(struct tco_use *out, struct prepared *w, struct arena *a, struct diags *ds)
{
    const struct result *r = out->result;
    out->idle_kwh = out->it_idle_kwh = out->water_idle_m3 = (double)NAN;
    if (!can_idle(r->site)) return true;
    int n = r->site->of[KIND_WORKLOAD].n;
    const double **idle = ARENA_ARRAY(a, const double *, (size_t)n + 1);
    for (int k = 0; k < n; k++) idle[k] = ARENA_ARRAY(a, double, (size_t)w->n);
    w->activity = idle;
    const struct outage *normal = outage_make(r->plant, NULL, 0, a);
    const struct year *y = outage_run(normal, w, &r->weather->calendar, KEEP_FACILITY, 1, a);
    if (y->not_converged) {
        diag_error(ds, DIAG_MODEL, (struct place){0}, "two controls may work against each other",
                   "%d hours of the year with idle servers did not converge", y->not_converged);
        return false;
    }
    out->it_idle_kwh = y->site.stat[Q_IT_W].sum / 1000;
    out->idle_kwh = y->site.stat[Q_FACILITY_W].sum / 1000;
    out->water_idle_m3 = y->site.stat[Q_WATER_KG_S].sum * 3600 / 1000;
    return true;
}

static void find_busy(struct tco_use *out)
{
    const struct result *r = out->result;
    out->it_max_kw = r->design_year->site.stat[Q_IT_W].max / 1000;
    out->facility_peak_kw = r->metric[M_PEAK_FACILITY_KW];
    out->it_busy_kwh = r->metric[M_IT_ENERGY_KWH];
    out->busy_kwh = r->metric[M_FACILITY_ENERGY_KWH];
    out->water_busy_m3 = r->metric[M_WATER_M3];
}

static bool is_plan_enough(const struct result *r, struct diags *ds)
{
    if (!r->growth || r->growth->n >= MONTHS) return true;
    diag_error(ds, DIAG_INPUT, (struct place){0}, "plan for twelve months or more",
               "the growth plan has %d months, less than a year of operation", r->growth->n);
    return false;
}

bool tco_use_make(const struct result *r, struct tco_use *out, struct arena *a, struct diags *ds)
{
    const struct site *s = r->site;
    if (!s->finance) {
        diag_error(ds, DIAG_INPUT, (struct place){0}, "an empty [finance] takes the defaults",
                   "%s has no [finance]: years, rates and taxes to count by", r->site_name);
        return false;
    }
    if (!is_plan_enough(r, ds)) return false;
    *out = (struct tco_use){.result = r, .finance = s->finance, .n = s->finance->years};
    size_t n = (size_t)out->n + 1;
    double **series[] = {&out->accelerators, &out->servers,      &out->it_max,
                         &out->it_kwh,       &out->facility_kwh, &out->water_m3};
    for (size_t i = 0; i < sizeof series / sizeof *series; i++)
        *series[i] = ARENA_ARRAY(a, double, n);
    out->label = year_labels(r, out->n, a);
    for (int i = 0; i < s->of[KIND_RACK].n; i++) out->racks += site_rack(s, i)->part.count;
    struct fleet now = fleet_of(s, r->growth ? r->growth->month[0].servers : NULL);
    out->servers[0] = now.servers;
    out->accelerators[0] = now.accelerators;
    find_busy(out);
    out->it_max[0] = out->it_max_kw;
    if (r->growth)
        years_of_plan(out);
    else
        years_alike(out);
    struct prepared w = annual_prepare(s, r->weather, a);
    find_duration(out, activity_of(s, &w, a), w.n);
    return find_idle(out, &w, a, ds);
}
