/* Plants simulated by dcplan: the types of LBNL 2024, and facilities that publish. */

#include <stdio.h>

#include "base/file.h"
#include "plan/run.h"
#include "validation.h"

static const char lbnl[] = "LBNL 2024, median", shipped[] = "sites",
                  typed[] = "tests/reference/sites";

/* Share of PUE - 1 that a band allows to either side. */
static const double band = 0.25;

static const struct plant_type {
    const char *folder, *site, *what;
    double pue, wue; /* NaN: not published */
    bool is_must;    /* held when the table was first made */
} plant_types[] = {
    {typed, "large-water-economizer", "large, water-side economizer, water-cooled chillers", 1.118,
     2.18, true},
    {typed, "large-air-water-chiller", "large, outdoor air and adiabatic, water-cooled chillers",
     1.143, 0.42, true},
    {typed, "large-air-air-chiller", "large, outdoor air and adiabatic, air-cooled chillers", 1.169,
     0.02, true},
    {typed, "large-dry-adiabatic", "large, adiabatic dry coolers", 1.199, 0.23, true},
    {typed, "liquid-dry-adiabatic", "liquid, adiabatic dry coolers", 1.093, 0.13, false},
    {typed, "liquid-water-economizer", "liquid, water-side economizer", 1.133, 1.96, false},
    {typed, "liquid-dry", "liquid, dry coolers", 1.093, 0, false},
    {typed, "midsize-dx", "midsize, direct expansion", 1.853, (double)NAN, false},
    {typed, "midsize-air-chiller", "midsize, air-cooled chillers", 1.828, (double)NAN, false},
    {typed, "midsize-water-chiller", "midsize, water-cooled chillers", 1.521, 2.89, true},
    {typed, "midsize-water-economizer", "midsize, water-side economizer", 1.375, 2.49, true},
    {typed, "midsize-air-air-chiller", "midsize, outdoor air, air-cooled chillers", 1.576,
     (double)NAN, false},
    {shipped, "h100-hall", "h100-hall as shipped: large, water-side economizer", 1.118, 2.18, true},
    {shipped, "gb200-pod", "gb200-pod as shipped: liquid, dry coolers", 1.093, (double)NAN, true},
};

static const struct facility {
    const char *site, *what, *source, *set[2]; /* overrides, or NULL */
    double pue, wue;
} facilities[] = {
    {"esif",
     "NREL ESIF, Golden, 1 MW on towers",
     "nrel.gov, measuring-efficiency-pue; water 2018",
     {NULL},
     1.036,
     1.08},
    {"frontier", "Frontier, Oak Ridge, mean load", "quoted from memory", {NULL}, 1.03, (double)NAN},
    {"prineville",
     "Facebook Prineville, design at full load",
     "engineering.fb.com",
     {NULL},
     1.07,
     0.31},
    {"prineville", "Facebook Prineville, metered", "opencompute.org, 2013", {NULL}, 1.09, 0.22},
    {"prineville",
     "Facebook Forest City, metered",
     "opencompute.org, 2013",
     {"site.climate=forest-city", "room.hall.supply=29.4 degC"},
     1.09,
     (double)NAN},
};

/* One plant in two models: see lei-air.ini, lei-water.ini and validation_lei.c, whose
   means over the same files, middle of ranges, are the published ones here. */
static const struct both {
    const char *site, *what, *file;
    double pue;
    bool is_must;
} boths[] = {
    {"lei-water", "dcplan's plant with their numbers, Phoenix, water economizer",
     "USA_AZ_Phoenix-Sky.Harbor.Intl.AP.722780_TMY3", 1.142251604, true},
    {"lei-water", "dcplan's plant with their numbers, Atlanta, water economizer",
     "USA_GA_Atlanta-Hartsfield-Jackson.Intl.AP.722190_TMY3", 1.148367538, true},
    {"lei-air", "dcplan's plant with their numbers, Phoenix, air economizer",
     "USA_AZ_Phoenix-Sky.Harbor.Intl.AP.722780_TMY3", 1.123746363, true},
    {"lei-air", "dcplan's plant with their numbers, Atlanta, air economizer",
     "USA_GA_Atlanta-Hartsfield-Jackson.Intl.AP.722190_TMY3", 1.142242398, false},
};

/* Share of PUE - 1 by which two models of one plant may differ. */
static const double both_band = 0.05;

static bool simulate(const char *folder, const char *site, const char *const set[2],
                     struct result *out, struct arena *a, struct diags *ds)
{
    struct load_change change[] = {{.text = set[0]}, {.text = set[1]}};
    struct load_request r = {.models = DCPLAN_SOURCE_DIR "/models",
                             .site =
                                 arena_format(a, "%s/%s/%s.ini", DCPLAN_SOURCE_DIR, folder, site),
                             .n_change = (set[0] != NULL) + (set[1] != NULL),
                             .change = change};
    struct run_options options = {.threads = 1, .energy_only = true};
    return run_case(&r, &options, out, a, ds);
}

static bool add_both(struct checks *t, const struct both *b, struct arena *a, struct diags *ds)
{
    const char *path = arena_format(a, "%s/epw/%s.epw.gz", DCPLAN_SHARED_DATA, b->file);
    if (!file_exists(path)) return true;
    const char *const set[2] = {arena_format(a, "climate.phoenix.file=%s", path)};
    struct result r;
    if (!simulate(typed, b->site, set, &r, a, ds)) return false;
    checks_add(t, (struct check){.group = "Lei and Masanet",
                                 .what = b->what,
                                 .source = "their equations in Python, run by us",
                                 .unit = "PUE",
                                 .published = b->pue,
                                 .computed = r.metric[M_PUE],
                                 .difference = r.metric[M_PUE] - b->pue,
                                 .limit = both_band * (b->pue - 1),
                                 .is_must = b->is_must,
                                 .needs_shared = true});
    return true;
}

static void add_site(struct checks *t, struct check c, const struct result *r, double pue,
                     double wue, const char *what, struct arena *a)
{
    c.unit = "PUE";
    c.what = what;
    c.published = pue;
    c.computed = r->metric[M_PUE];
    c.difference = c.computed - pue;
    c.limit = band * (pue - 1);
    checks_add(t, c);
    if (isnan(wue)) return;
    double got = r->metric[M_WUE_L_PER_KWH];
    c.unit = "L/kWh";
    c.what = arena_format(a, "%s: water", what);
    c.published = wue;
    c.computed = isnan(got) ? 0 : got; /* no part takes water */
    c.difference = c.computed - wue;
    c.limit = (double)NAN;
    c.is_must = false;
    checks_add(t, c);
}

bool checks_add_sites(struct checks *t, struct arena *a, struct diags *ds)
{
    for (int i = 0; i < (int)(sizeof boths / sizeof *boths); i++)
        if (!add_both(t, &boths[i], a, ds)) return false;
    for (int i = 0; i < (int)(sizeof plant_types / sizeof *plant_types); i++) {
        const struct plant_type *p = &plant_types[i];
        struct result r;
        static const char *const as_typed[2];
        if (!simulate(p->folder, p->site, as_typed, &r, a, ds)) return false;
        add_site(t, (struct check){.group = "Plant types", .source = lbnl, .is_must = p->is_must},
                 &r, p->pue, p->wue, p->what, a);
    }
    for (int i = 0; i < (int)(sizeof facilities / sizeof *facilities); i++) {
        const struct facility *f = &facilities[i];
        struct result r;
        if (!simulate(typed, f->site, f->set, &r, a, ds)) return false;
        add_site(t, (struct check){.group = "Facilities", .source = f->source}, &r, f->pue, f->wue,
                 f->what, a);
    }
    return true;
}

bool checks_all(struct checks *t, struct arena *a)
{
    struct diags ds = diags_new(a);
    *t = (struct checks){0};
    bool ok = checks_add_air(t, a, &ds) && checks_add_lei(t, a, &ds) &&
              checks_add_units(t, a, &ds) && checks_add_sites(t, a, &ds);
    for (int i = 0; i < ds.n; i++)
        if (ds.item[i].severity == DIAG_ERROR)
            fprintf(stderr, "%s:%d: %s\n", ds.item[i].place.file ? ds.item[i].place.file : "",
                    ds.item[i].place.line, message_text(a, &ds.item[i].what, NULL));
    return ok && ds.n_error == 0;
}
