/* EnergyPlus 25.2 on the same inputs: chiller, tower, servers and plants over a year; see
   energyplus.py, which wrote its side. */

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "physics/chiller_curve.h"
#include "physics/cooling_tower.h"
#include "physics/psychro.h"
#include "validation.h"

static const char group[] = "EnergyPlus", version[] = "EnergyPlus 25.2, run by us";
static const double sea_pa = 101325;

/* Rows of numbers below a line of names. */
enum { COLUMNS_CAP = 8 };
struct numbers_row {
    double x[COLUMNS_CAP];
};
struct numbers {
    int n;
    struct numbers_row *row;
};

static bool read_numbers(struct numbers *out, const char *name, int columns, struct arena *a,
                         struct diags *ds)
{
    struct bytes text;
    const char *path = arena_format(a, "%s/tests/reference/%s", DCPLAN_SOURCE_DIR, name);
    if (!file_read(a, path, &text, ds)) return false;
    int lines = 0;
    for (const char *s = text.s; *s; s++) lines += *s == '\n';
    *out = (struct numbers){.row = ARENA_ARRAY(a, struct numbers_row, (size_t)lines)};
    const char *s = strchr(text.s, '\n');
    for (s = s ? s + 1 : ""; *s; s++) {
        for (int i = 0; i < columns; i++) {
            char *end;
            out->row[out->n].x[i] = strtod(s, &end);
            if (end == s || *end != (i < columns - 1 ? ',' : '\n')) return false;
            s = end + (i < columns - 1);
        }
        out->n++;
    }
    return out->n == lines - 1;
}

/* The greatest difference of all points, by amount, with its sign. */
static void keep_greatest(double *greatest, double difference)
{
    if (!(fabs(difference) <= fabs(*greatest))) *greatest = difference;
}

static void add_greatest(struct checks *t, const char *what, const char *unit, double difference,
                         double limit)
{
    checks_add(t, (struct check){group, what, version, unit, (double)NAN, (double)NAN, difference,
                                 limit, .is_must = !isnan(limit)});
}

/* ---- Points -------------------------------------------------------------- */

static bool add_chiller(struct checks *t, struct arena *a, struct diags *ds)
{
    struct chiller_curve c = {
        .cap_ft = {0.257896, 0.0389016, -0.00021708, 0.0468684, -0.00094284, -0.00034344},
        .eir_ft = {0.933884, -0.058212, 0.00450036, 0.00243, 0.000486, -0.001215},
        .eir_plr = {0.222903, 0.313387, 0.46371},
        .te_min_c = 5,
        .te_max_c = 10,
        .tc_min_c = 24,
        .tc_max_c = 35,
        .plr_min = 0.1,
        .plr_min_unload = 0.2,
        .plr_max = 1,
        .lift_min_k = 8};
    struct numbers x;
    if (!read_numbers(&x, "energyplus_chiller.csv", 4, a, ds)) return false;
    double inside = 0, outside = 0;
    for (int i = 0; i < x.n; i++) {
        const double *r = x.row[i].x;
        struct chiller_point p = chiller_curve_at(&c, 1e6, 5.5, r[0], r[1], r[2]);
        keep_greatest(p.is_extrapolated ? &outside : &inside, p.power_w / r[3] - 1);
    }
    add_greatest(t, "chiller, 140 points of temperatures and load: power", "relative", inside,
                 1e-6);
    add_greatest(t, "chiller, 6 points outside its curves: power", "relative", outside,
                 (double)NAN);
    return x.n == 146;
}

struct tower_gaps {
    double out_k, speed_out_k, fan, evaporation;
};

/* EnergyPlus' fans move volume, dcplan's tower takes mass: compared at the same mass, and,
   as a plant would be, at the same speed. */
static void compare_tower(struct tower_gaps *g, const struct cooling_tower *d, const double *r,
                          double design_kg_m3)
{
    double wb_c = r[0], water = r[2] / d->water_kg_s, speed = cbrt(r[5] / 12e3);
    double air = speed * r[1] / design_kg_m3;
    struct cooling_tower_point p = cooling_tower_at(d, water, air, r[3], wb_c, sea_pa);
    struct cooling_tower_point q = cooling_tower_at(d, water, speed, r[3], wb_c, sea_pa);
    keep_greatest(&g->out_k, p.water_out_c - r[4]);
    keep_greatest(&g->speed_out_k, q.water_out_c - r[4]);
    double evaporated =
        air * d->air_kg_s *
        (psychro_w_from_rh(p.air_out_c, 1, sea_pa) - psychro_w_from_rh(wb_c, 1, sea_pa)) / 998;
    keep_greatest(&g->evaporation, evaporated / r[6] - 1);
    if (speed < 1) /* EnergyPlus' tower holds a temperature */
        keep_greatest(&g->fan, pow(cooling_tower_air_ratio(d, water, r[3], r[4], wb_c, sea_pa), 3) -
                                   r[5] / 12e3);
}

static bool add_tower(struct checks *t, struct arena *a, struct diags *ds)
{
    struct cooling_tower d = cooling_tower_size(1e6, 35, 29.44, 25.55, 5, 4184, sea_pa);
    struct tower_gaps g = {0};
    struct numbers x;
    if (!read_numbers(&x, "energyplus_tower.csv", 7, a, ds)) return false;
    double design_kg_m3 = 1.143753; /* of EnergyPlus, saturated at 25.55 degC */
    for (int i = 0; i < x.n; i++) compare_tower(&g, &d, x.row[i].x, design_kg_m3);
    add_greatest(t, "tower, 85 points: leaving water at the same air by mass", "K", g.out_k, 0.3);
    add_greatest(t, "tower, the same at the same fan speed", "K", g.speed_out_k, (double)NAN);
    add_greatest(t, "tower, fan power when a temperature is held, of rated", "relative", g.fan,
                 (double)NAN);
    add_greatest(t, "tower, evaporation", "relative", g.evaporation, 0.08);
    return x.n == 85;
}

static bool add_servers(struct checks *t, struct arena *a, struct diags *ds)
{
    struct numbers x;
    double all = 0, fans = 0;
    if (!read_numbers(&x, "energyplus_ite.csv", 5, a, ds)) return false;
    for (int i = 0; i < x.n; i++) {
        const double *r = x.row[i].x;
        const char *const set[] = {arena_format(a, "room.hall.supply=%g degC", r[0]),
                                   arena_format(a, "workload.fixed.activity=%g %%", 100 * r[1])};
        struct result got;
        if (!checks_simulate("tests/reference/sites/ep-ite", set, 2, &got, a, ds)) return false;
        const struct statistic *s = got.year->site.stat;
        keep_greatest(&all, s[Q_IT_W].sum / 8760 * 100 / (r[2] + r[3]) - 1);
        keep_greatest(&fans, s[Q_SERVER_FAN_W].sum / 8760 * 100 / r[3] - 1);
    }
    add_greatest(t, "ITE object, 20 points of inlet and load: power", "relative", all, 1e-6);
    add_greatest(t, "ITE object, the same: fans", "relative", fans, 1e-6);
    return x.n == 20;
}

/* ---- Years --------------------------------------------------------------- */

struct water_year { /* MWh; m3 */
    double chiller, tower_fan, pump, water;
};

struct year_case {
    const char *name, *file; /* file below epw less its ending */
    struct water_year chilled, economizer;
    double compressor, room_fan, dew_c;
};

static const struct year_case year_cases[] = {
    {.name = "Phoenix", .file = "USA_AZ_Phoenix-Sky.Harbor.Intl.AP.722780_TMY3"},
    {.name = "Atlanta", .file = "USA_GA_Atlanta-Hartsfield-Jackson.Intl.AP.722190_TMY3"},
    {.name = "Helsinki", .file = "FIN_Helsinki.029740_IWEC"},
    {.name = "Kuala Lumpur", .file = "MYS_Kuala.Lumpur.486470_IWEC"},
};

/* The value of a line of energyplus_years.csv. */
static double year_value(const char *csv, const char *what, const char *file, const char *quantity,
                         struct arena *a)
{
    const char *key = arena_format(a, "\n%s,%s,%s,", what, file, quantity);
    const char *s = strstr(csv, key);
    return s ? strtod(s + strlen(key), NULL) : (double)NAN;
}

static struct water_year water_year_of(const char *csv, const char *what, const char *file,
                                       struct arena *a)
{
    return (struct water_year){year_value(csv, what, file, "chiller_kwh", a) / 1e3,
                               year_value(csv, what, file, "tower_fan_kwh", a) / 1e3,
                               year_value(csv, what, file, "pump_kwh", a) / 1e3,
                               year_value(csv, what, file, "water_m3", a)};
}

static void read_year(struct year_case *y, const char *csv, struct arena *a)
{
    y->chilled = water_year_of(csv, "chilled-water", y->file, a);
    y->economizer = water_year_of(csv, "economizer", y->file, a);
    y->compressor = year_value(csv, "dx", y->file, "compressor_kwh", a) / 1e3;
    y->room_fan = year_value(csv, "dx", y->file, "room_fan_kwh", a) / 1e3;
    y->dew_c = year_value(csv, "dx", y->file, "dew_point_c", a);
}

struct amount {
    const char *what, *unit;
    double published, computed, share; /* share of published that is asked; NaN: none */
};

static void add_amounts(struct checks *t, const char *place, const struct amount *x, int n,
                        struct arena *a)
{
    for (int i = 0; i < n; i++) {
        double limit = x[i].share * x[i].published;
        checks_add(t, (struct check){group, arena_format(a, "%s: %s", place, x[i].what), version,
                                     x[i].unit, x[i].published, x[i].computed,
                                     x[i].computed - x[i].published, limit,
                                     .is_must = !isnan(limit), .needs_shared = true});
    }
}

static double mwh(const struct result *r, enum quantity q)
{
    return r->year->site.stat[q].sum / 1e6;
}

/* Asked of two programs on one plant: 3 % of a year's energy. */
static const double share = 0.03, none = (double)NAN;

/* A plant on water: site below sites/, its name in the table, what EnergyPlus gives. */
struct water_case {
    const char *site, *what, *place;
    const struct water_year *year;
    bool is_asked; /* of all parts; of none when not */
};

static bool add_water(struct checks *t, const struct water_case *c, const char *file,
                      struct arena *a, struct diags *ds)
{
    struct result r;
    const struct water_year *y = c->year;
    const char *site = arena_format(a, "tests/reference/sites/%s", c->site);
    if (!checks_simulate(site, &file, 1, &r, a, ds)) return false;
    double chiller = mwh(&r, Q_CHILLER_W), fan = mwh(&r, Q_TOWER_FAN_W), pump = mwh(&r, Q_PUMP_W);
    double asked = c->is_asked ? share : none;
    const struct amount x[] = {
        {"chiller", "MWh", y->chiller, chiller, asked},
        {"tower fans", "MWh", y->tower_fan, fan, none},
        {"pumps", "MWh", y->pump, pump, asked},
        {"plant", "MWh", y->chiller + y->tower_fan + y->pump, chiller + fan + pump, share},
        {"make-up", "m3", y->water, r.metric[M_WATER_M3], none},
    };
    int first = t->n;
    add_amounts(t, arena_format(a, "%s, %s", c->place, c->what), x, (int)(sizeof x / sizeof *x), a);
    for (int i = first; !c->is_asked && i < t->n; i++) t->c[i].is_must = false;
    return true;
}

static bool add_dx(struct checks *t, const struct year_case *y, const char *file, struct arena *a,
                   struct diags *ds)
{
    const char *const set[] = {file, arena_format(a, "room.hall.dew_point=%.3f degC", y->dew_c)};
    struct result r;
    if (!checks_simulate("tests/reference/sites/ep-dx", set, 2, &r, a, ds)) return false;
    double compressor = mwh(&r, Q_COMPRESSOR_W), fan = mwh(&r, Q_ROOM_FAN_W);
    const struct amount x[] = {
        {"compressor", "MWh", y->compressor, compressor, share},
        {"fan", "MWh", y->room_fan, fan, none},
        {"plant", "MWh", y->compressor + y->room_fan, compressor + fan, share},
    };
    add_amounts(t, arena_format(a, "%s, direct expansion", y->name), x, (int)(sizeof x / sizeof *x),
                a);
    return true;
}

static bool add_years(struct checks *t, struct arena *a, struct diags *ds)
{
    struct bytes csv;
    static const char path[] = DCPLAN_SOURCE_DIR "/tests/reference/energyplus_years.csv";
    if (!file_read(a, path, &csv, ds)) return false;
    for (int i = 0; i < (int)(sizeof year_cases / sizeof *year_cases); i++) {
        struct year_case y = year_cases[i];
        const char *epw = arena_format(a, "%s/epw/%s.epw.gz", DCPLAN_SHARED_DATA, y.file);
        if (!file_exists(epw)) continue;
        read_year(&y, csv.s, a);
        const char *file = arena_format(a, "climate.place.file=%s", epw);
        const struct water_case water[] = {
            {"ep-chilled-water", "chilled water", y.name, &y.chilled, true},
            {"ep-economizer", "water-side economizer", y.name, &y.economizer, false},
        };
        if (!add_water(t, &water[0], file, a, ds) || !add_water(t, &water[1], file, a, ds) ||
            !add_dx(t, &y, file, a, ds))
            return false;
    }
    return true;
}

bool checks_add_energyplus(struct checks *t, struct arena *a, struct diags *ds)
{
    return add_chiller(t, a, ds) && add_tower(t, a, ds) && add_servers(t, a, ds) &&
           add_years(t, a, ds);
}
