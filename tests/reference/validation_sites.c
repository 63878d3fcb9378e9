/* Plants simulated by dcplan: the types of LBNL 2024, and facilities that publish. */

#include "validation.h"

static const char lbnl[] = "LBNL 2024, median", shipped[] = "sites",
                  typed[] = "tests/reference/sites";

/* Shares of PUE - 1 that types and facilities are allowed to either side. */
static const double type_band = 0.25, facility_band = 0.20;

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
    {.site = "esif",
     .what = "NREL ESIF, Golden, 1 MW on towers",
     .source = "nrel.gov, measuring-efficiency-pue; water 2018",
     .pue = 1.036,
     .wue = 1.08},
    {.site = "frontier",
     .what = "Frontier, Oak Ridge, mean load",
     .source = "quoted from memory",
     .pue = 1.03,
     .wue = (double)NAN},
    {.site = "summit",
     .what = "Summit, Oak Ridge, 2020",
     .source = "quoted from memory",
     .pue = 1.11,
     .wue = (double)NAN},
    {.site = "sandia-725e",
     .what = "Sandia 725E, Albuquerque, twelve months",
     .source = "jetcool.com",
     .pue = 1.10,
     .wue = (double)NAN},
    {.site = "lockport",
     .what = "Yahoo Lockport, metered",
     .source = "perspectives.mvdirona.com, 2011",
     .pue = 1.08,
     .wue = (double)NAN},
    {.site = "prineville",
     .what = "Facebook Prineville, design at full load",
     .source = "engineering.fb.com",
     .pue = 1.07,
     .wue = 0.31},
    {.site = "prineville",
     .what = "Facebook Prineville, metered",
     .source = "opencompute.org, 2013",
     .pue = 1.09,
     .wue = 0.22},
    {.site = "prineville",
     .what = "Facebook Forest City, metered",
     .source = "opencompute.org, 2013",
     .set = {"site.climate=forest-city", "room.hall.supply=29.4 degC"},
     .pue = 1.09,
     .wue = (double)NAN},
    {.site = "prineville",
     .what = "Facebook Lulea, first months",
     .source = "quoted from memory",
     .set = {"site.climate=lulea"},
     .pue = 1.07,
     .wue = (double)NAN},
};

static bool simulate(const char *folder, const char *site, const char *const set[2],
                     struct result *out, struct arena *a, struct diags *ds)
{
    return checks_simulate(arena_format(a, "%s/%s", folder, site), set, 2, out, a, ds);
}

/* c.limit: share of PUE - 1. */
static void add_site(struct checks *t, struct check c, const struct result *r, double pue,
                     double wue, const char *what, struct arena *a)
{
    c.unit = "PUE";
    c.what = what;
    c.published = pue;
    c.computed = r->metric[M_PUE];
    c.difference = c.computed - pue;
    c.limit *= pue - 1;
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
    for (int i = 0; i < (int)(sizeof plant_types / sizeof *plant_types); i++) {
        const struct plant_type *p = &plant_types[i];
        struct result r;
        static const char *const as_typed[2];
        if (!simulate(p->folder, p->site, as_typed, &r, a, ds)) return false;
        struct check c = {
            .group = "Plant types", .source = lbnl, .limit = type_band, .is_must = p->is_must};
        add_site(t, c, &r, p->pue, p->wue, p->what, a);
    }
    for (int i = 0; i < (int)(sizeof facilities / sizeof *facilities); i++) {
        const struct facility *f = &facilities[i];
        struct result r;
        if (!simulate(typed, f->site, f->set, &r, a, ds)) return false;
        struct check c = {.group = "Facilities", .source = f->source, .limit = facility_band};
        add_site(t, c, &r, f->pue, f->wue, f->what, a);
    }
    return true;
}
