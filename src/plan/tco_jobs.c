/* What a job costs on each option: a sheet with a period a job.  A service counts by the month:
   its accelerators are held all the time, and busy by its load.

   On own accelerators, in colocation and in a term a job bears the hours that it uses, at what
   an hour in use costs, on as many accelerators as there are; by the hour it pays for whole
   instances as long as it runs, a service for those that its load needs in each hour, and beside
   it for what its peak needs all the time. */

#include "plan/tco.h"

#include <math.h>

#include "base/text.h"
#include "plan/tco_offers.h"
#include "plan/tco_row.h"

enum { S_PER_H = 3600, W_PER_KW = 1000, HOURS_OF_A_DAY = 24, DAYS_OF_A_WEEK = 7, WEEKDAYS = 5 };

struct jobs {
    struct tco_writer *w;
    const struct site *s;
    int sheet, n, k; /* k: offer under way */
};

/* ---- what the simulation and the site tell ---- */

static double mean(const struct reals *r)
{
    double sum = 0;
    for (int i = 0; i < r->n; i++) sum += r->v[i];
    return sum / HOURS_OF_A_DAY;
}

/* Mean part of a service's accelerators that is busy. */
static double busy_of(const struct job *j)
{
    if (!job_is_service(j)) return (double)NAN;
    double weekday = mean(&j->weekday), weekend = j->weekend.n ? mean(&j->weekend) : weekday;
    return (WEEKDAYS * weekday + (DAYS_OF_A_WEEK - WEEKDAYS) * weekend) / DAYS_OF_A_WEEK;
}

static bool runs_on(const struct job *j, int server)
{
    for (int i = 0; i < j->server.n; i++)
        if (j->server.ref[i].index == server) return true;
    return !j->server.n;
}

struct box { /* of servers that a job runs on, an accelerator with its share of the server */
    double work_kw, idle_kw, memory_gb;
};

static struct box box_of(const struct site *s, const struct job *j)
{
    double n = 0, work = 0, idle = 0, memory = (double)NAN;
    bool is_known = true;
    for (int i = 0; i < s->of[KIND_SERVER].n; i++) {
        const struct server *v = site_server(s, i);
        if (v->accelerators < 1 || !runs_on(j, i)) continue;
        n += (double)v->part.count * v->accelerators;
        work += v->part.count * v->power_typical_w / W_PER_KW;
        idle += v->part.count * v->power_idle_w / W_PER_KW;
        is_known &= !isnan(v->accelerator_memory_gb);
        memory = fmin(memory, v->accelerator_memory_gb);
    }
    return (struct box){work / n, idle / n, is_known ? memory : (double)NAN};
}

/* ---- rows ---- */

static const char *of(const struct jobs *b, const char *text)
{
    return tco_offer_text(text, b->k, b->w->book.arena);
}

static void section(const struct jobs *b, const char *label)
{
    grid_row(b->w->book.grid, b->sheet, &(struct grid_row){.kind = GRID_SECTION, .label = label});
}

static void given(const struct jobs *b, enum grid_kind kind, const char *key, const char *label,
                  const char *unit, int decimals, const double *x, const char *missing)
{
    grid_row(b->w->book.grid, b->sheet,
             &(struct grid_row){.kind = kind,
                                .key = key,
                                .label = label,
                                .unit = unit,
                                .decimals = decimals,
                                .series = x,
                                .missing = missing});
}

static void row(const struct jobs *b, const char *key, const char *label, const char *unit,
                int decimals, const char *expr, const char *missing)
{
    grid_row(b->w->book.grid, b->sheet,
             &(struct grid_row){.key = of(b, key),
                                .label = label,
                                .unit = unit,
                                .decimals = decimals,
                                .expr = of(b, expr),
                                .is_series = true,
                                .missing = missing});
}

static void money(const struct jobs *b, const char *key, const char *label, const char *expr)
{
    grid_row(b->w->book.grid, b->sheet,
             &(struct grid_row){.key = of(b, key),
                                .label = label,
                                .unit = b->s->currency,
                                .expr = of(b, expr),
                                .is_series = true,
                                .is_strong = true,
                                .missing = "no price"});
}

/* A flag: 1 where it holds; missing where nothing is asked. */
static void holds(const struct jobs *b, const char *key, const char *label, const char *expr,
                  const char *missing)
{
    row(b, key, label, "", 0, expr, missing);
}

enum {
    NEED_SERVICE,
    NEED_HOURS,
    NEED_BUSY,
    NEED_AT_ONCE,
    NEED_MEMORY,
    NEED_DEADLINE,
    NEED_YEAR,
    NEED_OUT,
    NEED_KEPT,
    NEED_WORK_KW,
    NEED_IDLE_KW,
    NEED_OWN_GB,
    N_NEED
};

static void need_rows(const struct jobs *b)
{
    struct arena *a = b->w->book.arena;
    double *x[N_NEED];
    for (int i = 0; i < N_NEED; i++) x[i] = ARENA_ARRAY(a, double, (size_t)b->n);
    for (int i = 0; i < b->n; i++) {
        const struct job *j = site_job(b->s, i);
        struct box box = box_of(b->s, j);
        double all[N_NEED] = {job_is_service(j),
                              j->gpu_s / S_PER_H,
                              busy_of(j),
                              j->accelerators,
                              j->memory_gb,
                              j->deadline_s / S_PER_H,
                              job_is_service(j) ? MONTHS : j->per_year,
                              j->data_out_gb,
                              j->storage_gb,
                              box.work_kw,
                              box.idle_kw,
                              box.memory_gb};
        for (int k = 0; k < N_NEED; k++) x[k][i] = all[k];
    }
    section(b, "Need");
    given(b, GRID_RESULT, "job_service", "A service, by the month (1), or a job (0)", "", 0,
          x[NEED_SERVICE], NULL);
    given(b, GRID_INPUT, "job_given", "Work of a job, on the site's accelerators", "GPUh", 0,
          x[NEED_HOURS], "by its load");
    given(b, GRID_INPUT, "job_busy", "Part of its accelerators that is busy, mean", "%",
          GRID_PERCENT, x[NEED_BUSY], "all");
    given(b, GRID_INPUT, "job_at_once", "Accelerators at once; of a service at its peak", "", 0,
          x[NEED_AT_ONCE], NULL);
    given(b, GRID_INPUT, "job_memory", "Memory of accelerators that it needs", "GB", 0,
          x[NEED_MEMORY], "not told");
    given(b, GRID_INPUT, "job_deadline", "To be done in", "h", 0, x[NEED_DEADLINE], "no deadline");
    given(b, GRID_INPUT, "job_year", "Jobs, or months, in a year", "", 2, x[NEED_YEAR], NULL);
    given(b, GRID_INPUT, "job_out", "Data that leaves", "GB", 0, x[NEED_OUT], "not told");
    given(b, GRID_INPUT, "job_kept", "Data kept while it runs", "GB", 0, x[NEED_KEPT], "not told");
    row(b, "job_hours", "Work", "GPUh", 0,
        "if(job_service = 1, job_at_once*job_busy*8760/12, job_given)", NULL);
    row(b, "job_held", "Hours of accelerators held for it", "GPUh", 0,
        "if(job_service = 1, job_at_once*8760/12, job_given)", NULL);
    given(b, GRID_RESULT, "job_kw", "Power of an accelerator and its part of the server", "kW", 3,
          x[NEED_WORK_KW], NULL);
    given(b, GRID_RESULT, "job_idle_kw", "The same, idle", "kW", 3, x[NEED_IDLE_KW], NULL);
    given(b, GRID_RESULT, "job_own_gb", "Memory of an own accelerator", "GB", 0, x[NEED_OWN_GB],
          "not told");
    row(b, "job_it_energy", "Energy of the servers", "kWh", 0,
        "job_hours*job_kw + (job_held - job_hours)*job_idle_kw", NULL);
}

static void own_rows(const struct jobs *b)
{
    struct grid *g = b->w->book.grid;
    section(b, "On own accelerators");
    row(b, "job_own_at_once", "Accelerators at once", "", 0,
        "min(job_at_once, pick(accelerators, 1 + 1))", NULL);
    row(b, "job_own_side", "Of them side by side", "", 0,
        "floor(pick(accelerators, 1 + 1)/if(job_service = 1, job_at_once, job_own_at_once))", NULL);
    row(b, "job_own_time", "Time to finish; of a service a month", "h", 1,
        "if(job_service = 1, 8760/12, job_hours/job_own_at_once)", NULL);
    holds(b, "job_own_in_time", "Done in time (1)", "if(job_own_time <= job_deadline, 1, 0)",
          "no deadline");
    holds(b, "job_own_whole", "As many accelerators as it asks for (1)",
          "if(job_own_at_once = job_at_once, 1, 0)", NULL);
    holds(b, "job_own_fits", "Memory is enough (1)",
          "if(job_memory <= job_own_at_once*job_own_gb, 1, 0)", "not told");
    row(b, "job_own_year", "Jobs, or months, in a year that the site has room for", "", 0,
        "floor(job_own_side*8760/job_own_time)", NULL);
    grid_row(g, b->sheet,
             &(struct grid_row){.kind = GRID_RESULT,
                                .key = "job_pue",
                                .label = "PUE of the site",
                                .decimals = 3,
                                .number = b->w->use->result->metric[M_PUE]});
    row(b, "job_own_energy", "Energy with its part of power and cooling", "kWh", 0,
        "job_it_energy*job_pue", NULL);
    if (!grid_has(g, "utilisation")) return;
    row(b, "job_paid", "Hours in use that bear its cost", "GPUh", 0,
        "if(job_service = 1, job_held*utilisation, job_hours)", NULL);
    if (grid_has(g, "cost_gpu_hour_own"))
        money(b, "job_own_cost", "Cost", "job_paid*cost_gpu_hour_own");
    if (!grid_has(g, "cost_gpu_hour_colo")) return;
    section(b, "In colocation, the same accelerators");
    money(b, "job_colo_cost", "Cost", "job_paid*cost_gpu_hour_colo");
    if (grid_has(g, "colo_multiplier"))
        row(b, "job_colo_energy", "Energy, times the power multiplier of the contract", "kWh", 0,
            "job_it_energy*colo_multiplier", "not told");
}

static void cost_row(const struct jobs *b, const struct cloud *c)
{
    struct builder expr = builder_new(b->w->book.arena);
    bool has_share = c->support_frac > 0;
    builder_format(&expr, "%sjob_billed_K*gpu_net_K + job_egress_K + job_storage_K%s",
                   has_share ? "(" : "", has_share ? ")*(1 + cloud_share_K)" : "");
    row(b, "job_egress_K", "Data that leaves", b->s->currency, 0,
        "if(job_out > 0, job_out*egress_price_K, 0)", "no price");
    row(b, "job_storage_K", "Data kept while it runs", b->s->currency, 0,
        "if(job_kept > 0, job_kept*storage_price_K*job_time_K*12/8760, 0)", "no price");
    const char *tax = tco_kept_tax(b->w);
    struct arena *a = b->w->book.arena;
    money(b, "job_cost_K", "Cost", tax[0] ? arena_format(a, "(%s)%s", expr.s, tax) : expr.s);
    if (!isnan(c->term_s)) return;
    row(b, "job_peak_K", "Cost of a service that holds what its peak needs all the time",
        b->s->currency, 0,
        arena_format(a, "job_cost_K + (job_peak_hours_K - job_billed_K)*gpu_net_K%s%s",
                     has_share ? "*(1 + cloud_share_K)" : "", tax),
        "no service, or no price");
}

/* Accelerators of whole instances that a load needs, mean of its hours; a day of 24 shares. */
static double running(const struct reals *day, double at_once, int per)
{
    const double rounding = 1e-6; /* of an instance: what floating point adds is none */
    double sum = 0;
    for (int h = 0; h < day->n; h++) sum += ceil(day->v[h] * at_once / per - rounding) * per;
    return sum / HOURS_OF_A_DAY;
}

/* What the load curves of services come to in whole instances: facts, by the offer as it is. */
static void running_row(const struct jobs *b, const struct cloud *c)
{
    double *x = ARENA_ARRAY(b->w->book.arena, double, (size_t)b->n);
    for (int i = 0; i < b->n; i++) {
        const struct job *j = site_job(b->s, i);
        double at_once = j->accelerators * cloud_overhead(c) / c->relative_speed;
        x[i] = (double)NAN;
        if (!job_is_service(j)) continue;
        double weekday = running(&j->weekday, at_once, c->accelerators);
        double weekend = j->weekend.n ? running(&j->weekend, at_once, c->accelerators) : weekday;
        x[i] = (WEEKDAYS * weekday + (DAYS_OF_A_WEEK - WEEKDAYS) * weekend) / DAYS_OF_A_WEEK;
    }
    given(b, GRID_RESULT, of(b, "job_running_K"),
          "Accelerators running as the load needs them, in whole instances, mean", "", 1, x,
          "no service");
}

static void hours_rows(const struct jobs *b, const struct cloud *c, bool is_term)
{
    row(b, "job_now_K", "Accelerators at once, for the speed of the site's service", "", 1,
        is_term ? "if(job_service = 1, job_at_once*overhead_K/cloud_speed_K, min(job_at_once, "
                  "pick(instances_K, 1 + 1)*cloud_per_K))"
                : "if(job_service = 1, job_at_once*overhead_K/cloud_speed_K, job_at_once)",
        NULL);
    row(b, "job_whole_K", "The same in whole instances", "", 0,
        "-floor(-round(job_now_K/cloud_per_K, rent_digits))*cloud_per_K", NULL);
    row(b, "job_work_K", "Work on these accelerators, with what is lost", "GPUh", 0,
        "job_hours*overhead_K/cloud_speed_K", NULL);
    row(b, "job_time_K", "Time to finish; of a service a month", "h", 1,
        "if(job_service = 1, 8760/12, job_work_K/job_now_K)", NULL);
    if (is_term) {
        holds(b, "job_whole_there_K", "As many accelerators as it asks for (1)",
              "if(job_at_once*if(job_service = 1, overhead_K/cloud_speed_K, 1) <= "
              "pick(instances_K, 1 + 1)*cloud_per_K, 1, 0)",
              NULL);
        row(b, "job_billed_K", "Hours agreed that bear its cost", "GPUh", 0,
            "job_whole_K*job_time_K/if(job_service = 1, 1, utilisation)", NULL);
        return;
    }
    running_row(b, c);
    row(b, "job_billed_K", "Hours of accelerators paid", "GPUh", 0,
        "if(job_service = 1, job_running_K, job_whole_K)*job_time_K", NULL);
    row(b, "job_peak_hours_K", "Hours of a service that holds what its peak needs", "GPUh", 0,
        "if(missing(job_running_K), job_running_K, job_whole_K)*job_time_K", "no service");
}

static void offer_rows(const struct jobs *b, int index)
{
    const struct cloud *c = site_cloud(b->s, index);
    struct arena *a = b->w->book.arena;
    bool is_term = !isnan(c->term_s);
    section(b, arena_format(a, "Offer %d: %s", b->k, tco_offer_name(b->s, index, a)));
    if (is_term && !grid_has(b->w->book.grid, "utilisation")) return;
    hours_rows(b, c, is_term);
    holds(b, "job_in_time_K", "Done in time (1)", "if(job_time_K <= job_deadline, 1, 0)",
          "no deadline");
    holds(b, "job_fits_K", "Memory is enough (1)",
          "if(job_memory <= job_whole_K*cloud_memory_K, 1, 0)", "not told");
    cost_row(b, c);
    if (isnan(c->pue)) return;
    (void)money_param(&b->w->book, of(b, "cloud_pue_K"), NULL, KIND_CLOUD, index, "pue");
    row(b, "job_energy_K", "Energy, as if by servers like the site's", "kWh", 0,
        is_term
            ? "(job_work_K*job_kw + (job_whole_K*job_time_K - job_work_K)*job_idle_kw)*cloud_pue_K"
            : "(job_work_K*job_kw + (job_billed_K - job_work_K)*job_idle_kw)*cloud_pue_K",
        NULL);
}

static void side_row(const struct jobs *b, const char *key, const char *label)
{
    const char *own = of(b, key);
    if (!grid_has(b->w->book.grid, own)) return;
    grid_row(b->w->book.grid, b->sheet,
             &(struct grid_row){.label = label,
                                .unit = b->s->currency,
                                .expr = own,
                                .is_series = true,
                                .missing = "no price"});
}

/* Costs of all options under each other, for the eye. */
static void side_rows(struct jobs *b)
{
    const struct ref_list *cloud = &b->w->use->finance->cloud;
    section(b, "Cost, side by side");
    side_row(b, "job_own_cost", "On own accelerators");
    side_row(b, "job_colo_cost", "In colocation");
    for (b->k = 1; b->k <= cloud->n; b->k++)
        side_row(b, "job_cost_K",
                 tco_offer_name(b->s, cloud->ref[b->k - 1].index, b->w->book.arena));
}

static void year_rows(const struct jobs *b)
{
    section(b, "All of a year");
    grid_row(b->w->book.grid, b->sheet,
             &(struct grid_row){.key = "job_year_held",
                                .label = "Hours of own accelerators held",
                                .unit = "GPUh",
                                .expr = "job_held*job_year",
                                .is_series = true,
                                .total = "sum(job_year_held)"});
    grid_row(b->w->book.grid, b->sheet,
             &(struct grid_row){.key = "job_share",
                                .label = "Part of all hours of the site's accelerators",
                                .unit = "%",
                                .decimals = GRID_PERCENT,
                                .expr = "job_year_held/(pick(accelerators, 1 + 1)*8760)",
                                .is_series = true,
                                .total = "sum(job_share)",
                                .is_strong = true});
}

int tco_jobs_sheet(const struct site *s, struct grid *g, struct arena *a)
{
    int n = s->of[KIND_JOB].n;
    if (!n) return 0;
    const char **name = ARENA_ARRAY(a, const char *, (size_t)n);
    for (int i = 0; i < n; i++) name[i] = s->of[KIND_JOB].name[i];
    return grid_sheet(g, "Jobs", "What a job costs", n, name);
}

void tco_jobs(struct tco_writer *w)
{
    struct jobs b = {.w = w, .s = w->book.site, .sheet = w->sheet->jobs};
    const struct ref_list *cloud = &w->use->finance->cloud;
    b.n = b.s->of[KIND_JOB].n;
    if (!b.sheet) return;
    need_rows(&b);
    own_rows(&b);
    for (b.k = 1; b.k <= cloud->n; b.k++) offer_rows(&b, cloud->ref[b.k - 1].index);
    side_rows(&b);
    year_rows(&b);
}
