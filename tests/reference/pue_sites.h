#ifndef DCPLAN_TESTS_PUE_SITES_H
#define DCPLAN_TESTS_PUE_SITES_H

/* The reference sites under any weather, for the table and the test that compare
   synthetic climates with weather files by PUE. */

#include <stdio.h>

#include "climate_files.h"
#include "plan/place.h"
#include "plan/run.h"
#include "sim/annual.h"

static const struct pue_site {
    const char *name, *place; /* file below sites/ less its ending, climate it was made for */
} pue_sites[] = {
    {"a100-air", "shenzhen"},   {"a100-liquid", "shenzhen"},   {"h100-hall", "ashburn"},
    {"gb200-pod", "frankfurt"}, {"office-closet", "shenzhen"},
};
enum { PUE_SITES = sizeof pue_sites / sizeof *pue_sites };
/* What is asked for, and what is held: about as far as two files of one city differ. */
static const double pue_limit = 0.02, pue_held = 0.005;

struct pue_year {
    double pue, month[MONTHS];
    int tripped_hours; /* in which servers shut down: too hot for this site */
};

static inline bool pue_print_errors(const struct diags *ds, struct arena *a)
{
    for (int i = 0; i < ds->n; i++)
        if (ds->item[i].severity == DIAG_ERROR)
            fprintf(stderr, "%s:%d: %s\n", ds->item[i].place.file ? ds->item[i].place.file : "",
                    ds->item[i].place.line, message_text(a, &ds->item[i].what, NULL));
    return ds->n_error == 0;
}

static inline struct pue_year pue_measure(const struct year *y)
{
    const struct statistic *all = &y->site.stat[Q_FACILITY_W], *it = &y->site.stat[Q_IT_W];
    struct pue_year out = {.pue = all->sum / it->sum, .tripped_hours = y->tripped_hours};
    for (int m = 0; m < MONTHS; m++) out.month[m] = all->month_sum[m] / it->month_sum[m];
    return out;
}

/* A site read once; its years end with the arena. */
struct pue_case {
    struct loaded loaded;
    struct rack_plan racks;
    struct arena arena;
    struct diags diags;
};

/* With n overrides as on the command line. */
static inline bool pue_open(struct pue_case *c, const char *site, const char *const *override,
                            int n)
{
    *c = (struct pue_case){.arena = arena_new(NULL)};
    c->diags = diags_new(&c->arena);
    struct arena *a = &c->arena;
    struct load_request r = {.models = DCPLAN_SOURCE_DIR "/models",
                             .site = arena_format(a, "%s/sites/%s.ini", DCPLAN_SOURCE_DIR, site),
                             .n_change = n,
                             .change = ARENA_ARRAY(a, struct load_change, (size_t)n + 1)};
    for (int i = 0; i < n; i++) r.change[i].text = override[i];
    bool ok = load_site(&r, &c->loaded, a, &c->diags);
    if (ok) c->racks = place_servers(&c->loaded.site, a);
    return pue_print_errors(&c->diags, a) && ok;
}

/* A year under `w`, at the altitude of its place, or under the site's own weather
   (NULL). */
static inline bool pue_run(struct pue_case *c, const struct weather *w, struct pue_year *out)
{
    struct arena *a = &c->arena;
    struct arena_mark mark = arena_mark(a);
    struct site site = c->loaded.site;
    if (w)
        site.altitude_m = w->altitude_m;
    else
        w = &c->loaded.weather;
    *out = (struct pue_year){0};
    const struct plant *p = plant_build(&site, &c->racks.placement, w, a, &c->diags);
    bool ok = pue_print_errors(&c->diags, a) && p;
    if (ok) {
        struct prepared ready = annual_prepare(&site, w, a);
        const struct year *y = annual_run(p, &p->normal, &ready, &w->calendar, KEEP_FACILITY, 1, a);
        *out = pue_measure(y);
        ok = y->not_converged == 0;
        arena_release(a, mark);
    }
    return ok;
}

static inline void pue_close(struct pue_case *c)
{
    arena_free(&c->arena);
}

/* The synthetic year of a pair's climate, and its file (false: not there). */
static inline bool pue_weathers(const struct climate_pair *p, const struct object_set *set,
                                struct weather *made, struct weather *real, struct arena *a,
                                struct diags *ds)
{
    struct climate_stats stats;
    const struct object *o = object_find(set, 0, p->climate);
    const char *path = arena_format(a, "%s/%s", DCPLAN_SHARED_DATA, p->file);
    if (!o || !climate_read_file(path, real, a, ds)) return false;
    if (!climate_year(o, real->n == HOURS_PER_LEAP_YEAR, &stats, made, a, ds)) return false;
    if (strstr(path, ".mos")) real->altitude_m = made->altitude_m; /* it tells none */
    return true;
}

#endif
