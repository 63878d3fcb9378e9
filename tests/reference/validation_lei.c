/* The model of Lei and Masanet, Energy 201 (2020) 117556, after their equations and
   conventions: an economizer is on or off, fans and pumps at constant pressure, their
   saturation pressure, their wet bulb.  None of it is used by dcplan. */

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "physics/psychro.h"
#include "validation_lei.h"

struct lei {
    double ups, distribution, lighting; /* efficiency, shares lost and of IT */
    double supply_lo_c, supply_hi_c;    /* economizer on air; on water both the same */
    double air_k, water_k, tower_k;     /* temperature rises */
    double fan_pa, fan_eff, tower_fan_pa, tower_fan_eff;
    double spray_pa, spray_eff, plate_pa, plate_eff, chilled_pa, chilled_eff, tower_pa, tower_eff;
    double tower_approach_k, plate_approach_k, plate_share, sensible;
    double chiller_load, cop_share, liquid_to_gas;
};

/* Published examples, "Simple examples for using the PUE simulation tool". */
static const struct lei air_published = {.ups = 9.80302734e-01,
                                         .distribution = 5.60546875e-03,
                                         .lighting = 1.81445313e-03,
                                         .supply_lo_c = 1.03671875e+01,
                                         .supply_hi_c = 3.41953125e+01,
                                         .air_k = 1.47840712e+01,
                                         .water_k = 6.91894531e+00,
                                         .tower_k = 4.28710938e+00,
                                         .fan_pa = 6.85058594e+02,
                                         .fan_eff = 8.29931641e-01,
                                         .tower_fan_pa = 2.03417969e+02,
                                         .tower_fan_eff = 8.97802734e-01,
                                         .spray_pa = 7.31582031e+06,
                                         .spray_eff = 7.04492187e-01,
                                         .chilled_pa = 1.46519937e+05,
                                         .chilled_eff = 7.90039062e-01,
                                         .tower_pa = 2.12001820e+05,
                                         .tower_eff = 7.16601562e-01,
                                         .tower_approach_k = 6.33818359e+00,
                                         .chiller_load = 2.24023438e-01,
                                         .cop_share = 1.05488281e-01,
                                         .liquid_to_gas = 1.11914062e+00};

static const struct lei water_published = {.ups = 9.80302734e-01,
                                           .distribution = 5.60546875e-03,
                                           .lighting = 1.81445313e-03,
                                           .supply_lo_c = 2.73671875e+01,
                                           .air_k = 1.88856337e+01,
                                           .water_k = 7.50488281e+00,
                                           .tower_k = 4.13867188e+00,
                                           .fan_pa = 4.16992188e+02,
                                           .fan_eff = 7.13720703e-01,
                                           .tower_fan_pa = 1.48339844e+02,
                                           .tower_fan_eff = 7.45947266e-01,
                                           .spray_pa = 6.50097656e+06,
                                           .spray_eff = 6.74023438e-01,
                                           .plate_pa = 1.56284191e+05,
                                           .plate_eff = 6.68945312e-01,
                                           .chilled_pa = 1.71884552e+05,
                                           .chilled_eff = 7.45117188e-01,
                                           .tower_pa = 2.10534680e+05,
                                           .tower_eff = 7.09960938e-01,
                                           .tower_approach_k = 6.50576172e+00,
                                           .plate_approach_k = 2.29404297e+00,
                                           .plate_share = 8.16601563e-01,
                                           .sensible = 9.86289063e-01,
                                           .chiller_load = 2.24023438e-01,
                                           .cop_share = 1.05488281e-01,
                                           .liquid_to_gas = 1.11914062e+00};

/* Sea water in the place of the tower's: its pump, its rise, no fan, no approach. */
static const struct lei sea_published = {.ups = 9.75556641e-01,
                                         .distribution = 1.35351562e-02,
                                         .lighting = 5.60546875e-04,
                                         .supply_lo_c = 3.42578125e+01,
                                         .air_k = 1.41438802e+01,
                                         .water_k = 9.49707031e+00,
                                         .tower_k = 7.50488281e+00,
                                         .fan_pa = 4.13867188e+02,
                                         .fan_eff = 6.71240234e-01,
                                         .spray_pa = 6.65683594e+06,
                                         .spray_eff = 6.32226562e-01,
                                         .plate_pa = 1.36980148e+05,
                                         .plate_eff = 6.28710937e-01,
                                         .chilled_pa = 1.36194518e+05,
                                         .chilled_eff = 7.43945313e-01,
                                         .tower_pa = 6.99398438e+05,
                                         .tower_eff = 7.98242188e-01,
                                         .plate_approach_k = 2.49814453e+00,
                                         .plate_share = 8.04492187e-01,
                                         .sensible = 9.71992187e-01,
                                         .chiller_load = 7.70117188e-01,
                                         .cop_share = 8.80859375e-03};

/* Middles of the published ranges. */
static const struct lei air_middle = {.ups = 0.945,
                                      .distribution = 0.01,
                                      .lighting = 0.001,
                                      .supply_lo_c = 14,
                                      .supply_hi_c = 31,
                                      .air_k = 16.65,
                                      .water_k = 7.5,
                                      .tower_k = 5,
                                      .fan_pa = 750,
                                      .fan_eff = 0.775,
                                      .tower_fan_pa = 250,
                                      .tower_fan_eff = 0.775,
                                      .spray_pa = 7e6,
                                      .spray_eff = 0.7,
                                      .plate_pa = 143658,
                                      .plate_eff = 0.7,
                                      .chilled_pa = 143658,
                                      .chilled_eff = 0.7,
                                      .tower_pa = 208660,
                                      .tower_eff = 0.7,
                                      .tower_approach_k = 4.75,
                                      .plate_approach_k = 2.25,
                                      .plate_share = 0.8,
                                      .sensible = 0.97,
                                      .chiller_load = 0.5,
                                      .liquid_to_gas = 2};

struct outdoor {
    double t_c, rh, p_pa; /* rh as a fraction */
    double bulb_c;        /* NaN: theirs is found when it is needed */
};

/* ---- Their moist air --------------------------------------------------- */

static double exponent(double t)
{
    return (18.678 - t / 234.5) * t / (t + 257.14);
}

static double humidity_g_kg(double factor, double vapour_pa, double p_pa)
{
    return factor * vapour_pa / (p_pa - vapour_pa);
}

static double enthalpy(double t, double g_kg)
{
    return 1.01 * t + (2500 + 1.84 * t) * g_kg / 1000;
}

/* The temperature at which saturated air has the enthalpy of the outdoor air. */
static double their_wet_bulb(const struct outdoor *o)
{
    double vapour = 611.21 * exp(exponent(o->t_c)) * o->rh;
    double want = enthalpy(o->t_c, humidity_g_kg(621.98, vapour, o->p_pa));
    double lo = -80, hi = o->t_c + 5;
    for (int i = 0; i < 80; i++) {
        double mid = 0.5 * (lo + hi), saturated = 611.2 * exp(exponent(mid));
        if (enthalpy(mid, humidity_g_kg(621.98, saturated, o->p_pa)) < want)
            lo = mid;
        else
            hi = mid;
    }
    return 0.5 * (lo + hi);
}

static double density(double p_pa, double t)
{
    return 1.293 * (p_pa / 101325) * (273.15 / (273.15 + t));
}

static double humidity_at(double t, double rh, double p_pa)
{
    return humidity_g_kg(621.98, rh * 611.21 * exp(exponent(t)), p_pa);
}

/* Water to be sprayed, g per kg of dry air; negative when the air economizer is off. */
static double spray_g_kg(const struct outdoor *o, double supply_c)
{
    double vapour = 611.21 * exp(exponent(o->t_c)) * o->rh, g = humidity_g_kg(622, vapour, o->p_pa);
    double h = enthalpy(o->t_c, g);
    double limit = humidity_g_kg(621.98, 611.21 * exp(15 * 18.678 / (257.14 + 15)), o->p_pa);
    bool is_cool = h < enthalpy(27, limit);
    if (!is_cool && h > enthalpy(supply_c, humidity_at(supply_c, 0.8, o->p_pa))) return -1;
    if (is_cool && o->t_c <= supply_c) return fmax(humidity_at(supply_c, 0.2, o->p_pa) - g, 0);
    return fmax((h - 1.01 * supply_c) * 1000 / (2500 + 1.84 * supply_c) - g, 0);
}

/* ---- Their plant, per kW of IT ----------------------------------------- */

static double pump(double kg_s, double pa, double efficiency)
{
    return pa * kg_s / (1000 * efficiency * 1000);
}

static double heat_of(const struct lei *m)
{
    return 1 / m->ups + 1 / (1 - m->distribution) - 1 + m->lighting;
}

static double fan_of(const struct lei *m, double heat, double supply_c, double p_pa)
{
    return heat / (1.01 * m->air_k) / density(p_pa, supply_c) * m->fan_pa / m->fan_eff / 1000;
}

/* Chiller and chilled-water pump for `chilled` kW, tower or sea for all of `rejected`. */
static double water_plant(const struct lei *m, double chilled, double rejected, double cold_c,
                          double outdoor_density)
{
    double l = m->chiller_load, t = cold_c + m->tower_approach_k;
    double cop = 16.798751 + 0.00884 * t * t - 8.528931 * l * l + 9.885294 * l - 0.760621 * t +
                 0.084615 * l * t;
    double compressor = chilled > 0 ? chilled / (cop * (1 + m->cop_share)) : 0;
    double kg_s = (rejected + compressor) / (4.2 * m->tower_k);
    double tower = pump(kg_s, m->tower_pa, m->tower_eff);
    if (m->liquid_to_gas > 0)
        tower +=
            kg_s / m->liquid_to_gas / outdoor_density * m->tower_fan_pa / m->tower_fan_eff / 1000;
    return compressor + pump(chilled / (4.2 * m->water_k), m->chilled_pa, m->chilled_eff) + tower;
}

static double pue_on_air(const struct lei *m, const struct outdoor *o)
{
    double heat = heat_of(m), supply = fmin(fmax(o->t_c, m->supply_lo_c), m->supply_hi_c);
    double pue = heat + fan_of(m, heat, supply, o->p_pa), spray = spray_g_kg(o, supply);
    if (spray < 0) {
        double bulb = isnan(o->bulb_c) ? their_wet_bulb(o) : o->bulb_c;
        return pue + water_plant(m, heat, heat, bulb, density(o->p_pa, o->t_c));
    }
    double air = heat / (1.01 * m->air_k);
    return pue + pump(air - air / (1 + spray / 1000), m->spray_pa, m->spray_eff);
}

/* cold_c: wet bulb, or the sea. */
static double pue_on_water(const struct lei *m, double cold_c, double p_pa, double outdoor_density)
{
    double heat = heat_of(m), needed = heat / m->sensible, supply = m->supply_lo_c;
    double water = supply + m->air_k - m->air_k / m->plate_share, warm = water + m->water_k;
    double mean = 0.5 * (water + warm);
    double spray = (needed - heat) / (-0.0013 * mean * mean - 2.3097 * mean + 2500.5);
    double got = cold_c + m->tower_approach_k + m->plate_approach_k;
    double free_kw = needed * fmin(fmax((warm - got) / (warm - water), 0), 1);
    return heat + fan_of(m, heat, supply, p_pa) + pump(spray, m->spray_pa, m->spray_eff) +
           pump(free_kw / (4.2 * m->water_k), m->plate_pa, m->plate_eff) +
           water_plant(m, needed - free_kw, needed, cold_c, outdoor_density);
}

static double pue_on_tower(const struct lei *m, const struct outdoor *o)
{
    double bulb = isnan(o->bulb_c) ? their_wet_bulb(o) : o->bulb_c;
    return pue_on_water(m, bulb, o->p_pa, density(o->p_pa, o->t_c));
}

/* ---- Rows -------------------------------------------------------------- */

static void add_lei(struct checks *t, const char *what, const char *source, double published,
                    double computed, double limit)
{
    checks_add(t, (struct check){"Lei and Masanet", what, source, "PUE", published, computed,
                                 computed - published, limit, .is_must = true});
}

static const char notebook[] = "output of their notebook, 11663ab7";
static const char equations[] = "their equations in Python, run by us";

static void add_air_points(struct checks *t)
{
    static const struct {
        const char *what;
        struct outdoor o;
        double pue;
    } point[] = {
        {"air economizer, -10 degC 60 %", {-10, 0.6, 101325, (double)NAN}, 1.0734941078097533},
        {"air economizer, 0 degC 50 %", {0, 0.5, 101325, (double)NAN}, 1.0731430380047045},
        {"air economizer, 10 degC 80 %", {10, 0.8, 101325, (double)NAN}, 1.0731430380047045},
        {"air economizer, 30 degC 50 %", {30, 0.5, 101325, (double)NAN}, 1.0763006112442457},
        {"air economizer, 40 degC 20 %", {40, 0.2, 101325, (double)NAN}, 1.0786335809180630},
        {"air economizer off, 25 degC 95 %", {25, 0.95, 101325, (double)NAN}, 1.3386122191976462},
        {"air economizer off, 30 degC 80 % 90 kPa",
         {30, 0.8, 90000, (double)NAN},
         1.3760163234415403},
    };
    struct outdoor o = {20, 0.4, 101325, (double)NAN};
    add_lei(t, "air economizer, 20 degC 40 %", notebook, 1.0746922969797756,
            pue_on_air(&air_published, &o), 1e-12);
    for (int i = 0; i < (int)(sizeof point / sizeof *point); i++)
        add_lei(t, point[i].what, equations, point[i].pue, pue_on_air(&air_published, &point[i].o),
                1e-6);
}

static void add_water_points(struct checks *t)
{
    static const struct {
        const char *what;
        struct outdoor o;
        double pue;
    } point[] = {
        {"water economizer in part, 18 degC 80 %",
         {18, 0.8, 101325, (double)NAN},
         1.1177546795662110},
        {"water economizer in part, 30 degC 30 %",
         {30, 0.3, 101325, (double)NAN},
         1.1682202929011514},
        {"water economizer off, 35 degC 60 %", {35, 0.6, 101325, (double)NAN}, 1.3649714772050170},
        {"water economizer off, 30 degC 80 % 90 kPa",
         {30, 0.8, 90000, (double)NAN},
         1.3577397289293567},
    };
    struct outdoor o = {20, 0.4, 101325, (double)NAN};
    add_lei(t, "water economizer, 20 degC 40 %", notebook, 1.0887168184890426,
            pue_on_tower(&water_published, &o), 1e-12);
    for (int i = 0; i < (int)(sizeof point / sizeof *point); i++)
        add_lei(t, point[i].what, equations, point[i].pue,
                pue_on_tower(&water_published, &point[i].o), 1e-6);
    add_lei(t, "sea water of 20 degC", notebook, 1.1140761465494835,
            pue_on_water(&sea_published, 20, 101325, 1), 1e-12);
    add_lei(t, "sea water of 32 degC, in part", equations, 1.1823009043408728,
            pue_on_water(&sea_published, 32, 101325, 1), 1e-6);
    add_lei(t, "sea water of 40 degC, chillers alone", equations, 1.3049768053265036,
            pue_on_water(&sea_published, 40, 101325, 1), 1e-6);
}

static const char *field(const char *s, int n)
{
    for (; n > 0 && s; n--) {
        s = strchr(s, ',');
        if (s) s++;
    }
    return s;
}

struct means {
    double air, water, air_middle, water_middle;
    double air_own, water_own; /* published parameters with dcplan's wet bulb */
};

static void add_hour(struct means *sum, struct outdoor o)
{
    struct lei water_middle = air_middle;
    water_middle.supply_lo_c = 31;
    water_middle.fan_pa = 500;
    o.bulb_c = their_wet_bulb(&o);
    sum->air += pue_on_air(&air_published, &o);
    sum->water += pue_on_tower(&water_published, &o);
    sum->air_middle += pue_on_air(&air_middle, &o);
    sum->water_middle += pue_on_tower(&water_middle, &o);
    o.bulb_c = psychro_wet_bulb_c(o.t_c, psychro_w_from_rh(o.t_c, o.rh, o.p_pa), o.p_pa);
    sum->air_own += pue_on_air(&air_published, &o);
    sum->water_own += pue_on_tower(&water_published, &o);
}

/* Means over the rows of an EPW file, whose own relative humidity they take. */
static bool year_means(const char *path, struct means *mean, struct arena *a, struct diags *ds)
{
    struct bytes text;
    if (!file_read(a, path, &text, ds)) return false;
    struct means sum = {0};
    int line = 0, n = 0;
    for (const char *s = text.s; s && *s; line++) {
        const char *dry = field(s, 6), *end = strchr(s, '\n');
        if (line >= 8 && dry) {
            struct outdoor o = {strtod(dry, NULL), strtod(field(dry, 2), NULL) / 100,
                                strtod(field(dry, 3), NULL), (double)NAN};
            add_hour(&sum, o);
            n++;
        }
        s = end ? end + 1 : NULL;
    }
    *mean = (struct means){sum.air / n,          sum.water / n,   sum.air_middle / n,
                           sum.water_middle / n, sum.air_own / n, sum.water_own / n};
    return n == 8760;
}

/* Weather of a place in another selection of years. */
static const struct other_file {
    const char *name, *file;
    double air, water;
} other_files[] = {
    {"Phoenix", "USA_AZ_Phoenix-Sky.Harbor.Intl.AP.722780_TMY3", 1.078642, 1.136517},
    {"Atlanta", "USA_GA_Atlanta-Hartsfield-Jackson.Intl.AP.722190_TMY3", 1.103384, 1.161206},
};

static void add_others(struct checks *t, const char *file, const struct means *m, struct arena *a)
{
    static const char other[] = "their notebook, run by us on dc-rl's file";
    for (int i = 0; i < (int)(sizeof other_files / sizeof *other_files); i++) {
        const struct other_file *o = &other_files[i];
        if (strcmp(o->file, file) != 0) continue;
        for (int k = 0; k < 2; k++) {
            add_lei(t,
                    arena_format(a, "%s, year, %s economizer, other file", o->name,
                                 k ? "water" : "air"),
                    other, k ? o->water : o->air, k ? m->water : m->air, (double)NAN);
            t->c[t->n - 1].needs_shared = true;
            t->c[t->n - 1].is_must = false;
        }
    }
}

static void keep_greatest(double *greatest, double difference)
{
    if (!(fabs(difference) <= fabs(*greatest))) *greatest = difference;
}

/* Differences of the means; of dcplan's wet bulb from the same reference. */
static void compare_means(struct means *gap, const struct means *m, const double want[4])
{
    keep_greatest(&gap->air, m->air - want[0]);
    keep_greatest(&gap->water, m->water - want[1]);
    keep_greatest(&gap->air_middle, m->air_middle - want[2]);
    keep_greatest(&gap->water_middle, m->water_middle - want[3]);
    keep_greatest(&gap->air_own, m->air_own - want[0]);
    keep_greatest(&gap->water_own, m->water_own - want[1]);
}

static void add_gaps(struct checks *t, const struct means *gap)
{
    const struct {
        const char *what;
        double gap, limit;
    } row[] = {
        {"34 years, air economizer, published parameters: greatest", gap->air, 1e-6},
        {"34 years, water economizer, published parameters: greatest", gap->water, 1e-6},
        {"34 years, air economizer, middle of ranges: greatest", gap->air_middle, 1e-6},
        {"34 years, water economizer, middle of ranges: greatest", gap->water_middle, 1e-6},
        {"34 years, air economizer, dcplan's wet bulb: greatest", gap->air_own, 1e-3},
        {"34 years, water economizer, dcplan's wet bulb: greatest", gap->water_own, 2e-3},
    };
    for (int i = 0; i < (int)(sizeof row / sizeof *row); i++)
        checks_add(t, (struct check){"Lei and Masanet", row[i].what, equations, "PUE", (double)NAN,
                                     (double)NAN, row[i].gap, row[i].limit, .is_must = true,
                                     .needs_shared = true});
}

bool checks_add_lei(struct checks *t, struct arena *a, struct diags *ds)
{
    struct lei_year year[LEI_YEARS];
    struct means gap = {0};
    int n = 0;
    add_air_points(t);
    add_water_points(t);
    if (!lei_read_years(year, a, ds)) return false;
    for (int i = 0; i < LEI_YEARS; i++) {
        const char *path = arena_format(a, "%s/epw/%s.epw.gz", DCPLAN_SHARED_DATA, year[i].file);
        struct means m;
        if (!file_exists(path)) continue;
        if (!year_means(path, &m, a, ds)) return false;
        compare_means(&gap, &m, year[i].pue);
        add_others(t, year[i].file, &m, a);
        n++;
    }
    if (n == LEI_YEARS) add_gaps(t, &gap);
    return true;
}
