/* Units at operating points that their makers publish: sized from one point, asked for
   another.  Sources and what is ours: validation.md. */

#include "physics/fluid.h"
#include "physics/hydraulics.h"
#include "physics/liquid_exchanger.h"
#include "sim/plant_build.h"
#include "toy_site.h"
#include "validation.h"

static const char group[] = "Units";
static const double l_min_m3_s = 60e3, psi_pa = 6894.757;

/* ---- CDUs -------------------------------------------------------------- */

/* One published point of a CDU; flows in L/min, glycol by mass. */
struct point {
    double heat_w, approach_k, water_in_c;
    double coolant_l_min, coolant_glycol, water_l_min, water_glycol;
};

static struct stream stream_at(double l_min, double glycol_frac, double t_c)
{
    return (struct stream){fluid_at(glycol_frac, t_c), l_min / l_min_m3_s};
}

static struct stream coolant_of(const struct point *p)
{
    double supply_c = p->water_in_c + p->approach_k;
    struct stream s = stream_at(p->coolant_l_min, p->coolant_glycol, supply_c);
    return stream_at(p->coolant_l_min, p->coolant_glycol,
                     supply_c + p->heat_w / stream_w_k(&s) / 2);
}

static struct stream water_of(const struct point *p)
{
    struct stream s = stream_at(p->water_l_min, p->water_glycol, p->water_in_c);
    return stream_at(p->water_l_min, p->water_glycol,
                     p->water_in_c + p->heat_w / stream_w_k(&s) / 2);
}

static double approach_k(const struct point *rating, const struct point *other)
{
    struct stream coolant = coolant_of(rating), water = water_of(rating);
    struct liquid_exchanger x =
        liquid_exchanger_size(rating->heat_w, rating->approach_k, &coolant, &water);
    coolant = coolant_of(other);
    water = water_of(other);
    return other->heat_w * liquid_exchanger_k_w(&x, &coolant, &water);
}

static void add(struct checks *t, const char *what, const char *source, const char *unit,
                double published, double computed, double limit, bool is_must)
{
    checks_add(t, (struct check){group, what, source, unit, published, computed,
                                 computed - published, limit, is_must, false});
}

static const char nvent[] = "nVent RackChiller CDU800, data sheet and application example";
static const struct point nvent_example = {740e3, 7.5, 20, 925, 0, 705, 0};

static void add_approaches(struct checks *t)
{
    static const struct point least = {800e3, 4, 20, 850, 0, 913, 0};
    static const struct point listed = {575e3, 4, 20, 690, 0, 690, 0};
    add(t, "CDU800 from 740 kW, 7.5 K: approach at 800 kW, most facility water", nvent, "K",
        least.approach_k, approach_k(&nvent_example, &least), 1, false);
    add(t, "CDU800 from 740 kW, 7.5 K: approach at 575 kW, 690 L/min", "analysts' list of CDUs",
        "K", listed.approach_k, approach_k(&nvent_example, &listed), 1, true);
}

/* A model of the same kind: rated with 5 K on both sides; what flows follows from its
   pressure drops, which it takes as quadratic, and its exchanger comes before the pump. */
static void add_peer(struct checks *t)
{
    static const char lbnl[] = "LBNL, Modelica Buildings, results of CDU_epsNTU";
    struct point rating = {6336e3, 6, 36, 18e3, 0.257, 18e3, 0};
    for (int i = 0; i < 3; i++) { /* properties at the mean move with the flow */
        struct stream coolant = coolant_of(&rating), water = water_of(&rating);
        rating.coolant_l_min *= rating.heat_w / 5 / stream_w_k(&coolant);
        rating.water_l_min *= rating.heat_w / 5 / stream_w_k(&water);
    }
    struct point full = rating, part = rating;
    full.heat_w = 6411.5e3;
    part.heat_w = 3877.1e3;
    full.coolant_l_min = part.coolant_l_min = sqrt(65.688 / 80) * rating.coolant_l_min;
    part.water_l_min = sqrt(23.839 / 80) * rating.water_l_min;
    double pump_k = 75.482 / full.heat_w * 1e3 * (320.8664 - 315.3486);
    add(t, "CDU_epsNTU, 6 K at 6.3 MW: approach at 101 % of the heat, 91 % of the coolant", lbnl,
        "K", 315.3486 - pump_k - 309.15, approach_k(&rating, &full), 0.2, true);
    add(t, "CDU_epsNTU, 6 K at 6.3 MW: approach at 61 % of the heat, 55 % of the water", lbnl, "K",
        315.1498 - pump_k - 309.15, approach_k(&rating, &part), 0.2, true);
}

static double coolant_return_c(const struct point *p)
{
    struct stream s = coolant_of(p);
    return p->water_in_c + p->approach_k + p->heat_w / stream_w_k(&s);
}

static double water_return_c(const struct point *p)
{
    struct stream s = water_of(p);
    return p->water_in_c + p->heat_w / stream_w_k(&s);
}

static void add_returns(struct checks *t)
{
    static const char stulz[] = "STULZ SCR 14103 W, selection sheet";
    static const struct point scr = {1200e3, 4, 36, 103.8e3 / 60, 0, 103.8e3 / 60, 0};
    static const struct point google = {
        2000e3, 3, 26.8, 31.48 / 1017 * 60e3, 0.257, 32.30 / 996 * 60e3, 0};
    add(t, "CDU800, 740 kW: coolant back", nvent, "degC", 39, coolant_return_c(&nvent_example), 1,
        true);
    add(t, "CDU800, 740 kW: facility water back", nvent, "degC", 35, water_return_c(&nvent_example),
        1, true);
    add(t, "SCR 14103 W, 1200 kW: coolant back", stulz, "degC", 50, coolant_return_c(&scr), 1,
        true);
    add(t, "SCR 14103 W, 1200 kW: facility water back", stulz, "degC", 46, water_return_c(&scr), 1,
        true);
    add(t, "Deschutes, 2 MW, PG25: coolant back", "LBNL's record of OCP CDU information 2026",
        "degC", 45, coolant_return_c(&google), 1, true);
}

/* ---- flow and pressure ------------------------------------------------- */

static void add_hydraulics(struct checks *t)
{
    static const char lenovo[] = "Lenovo LP2357, GB300 NVL72 rack";
    static const double exponent = 1.9; /* the default */
    struct pump_curve xdu = {1200 / l_min_m3_s, 244e3, 476.5e3};
    add(t, "XDU1350 from 244 kPa at 1200 L/min and shut-off: head at 600 L/min",
        "Vertiv SL-70799 and curve of its sizing tool", "kPa", 447,
        pump_head_pa(&xdu, 600 / l_min_m3_s) / 1e3, 0.1 * 447, true);
    add(t, "GB300 rack from 2.3 psi at 59 L/min: drop at 89 L/min", lenovo, "kPa",
        4.9 * psi_pa / 1e3, 2.3 * psi_pa / 1e3 * pow(89. / 59, exponent), 0.05 * 33.8, true);
    add(t, "GB300 rack from 2.3 psi at 59 L/min: drop at 177 L/min", lenovo, "kPa",
        18.4 * psi_pa / 1e3, 2.3 * psi_pa / 1e3 * pow(177. / 59, exponent), 0.05 * 126.9, true);
}

static void add_plates(struct checks *t)
{
    static const char ocp[] = "OCP OAM cold plate, OAI guidelines 2023";
    static const struct {
        const char *what;
        double ratio, published;
        bool is_must;
    } plates[] = {
        {"OAM plate, PG25, from 0.0245 K/W at 1 L/min: at 0.5 L/min", 0.5, 0.0325, true},
        {"OAM plate, PG25, from 0.0245 K/W at 1 L/min: at 0.7 L/min", 0.7, 0.0280, true},
        {"OAM plate, PG25, from 0.0245 K/W at 1 L/min: at 2 L/min", 2, 0.0204, false},
    };
    struct server s = {.plate_k_w = 0.0245, .plate_flow_m3_s_w = 1, .plate_exponent = 0.5};
    for (int i = 0; i < (int)(sizeof plates / sizeof *plates); i++)
        add(t, plates[i].what, ocp, "K/W", plates[i].published,
            server_plate_k_w(&s, plates[i].ratio), 0.1 * plates[i].published, plates[i].is_must);
}

/* ---- chilled-water coil ------------------------------------------------ */

/* What the coil of a plant's unit takes per kelvin between air and water. */
static double coil_w_k(const char *rating, double airflow_ratio, struct arena *a)
{
    static const char site[] =
        "[room hall]\nsupply = 23 degC\n"
        "[crah c]\nfrom = utility.grid\nrejects_to = loop.w\nfan_power = 1 kW\n%s"
        "[loop w]\nsupply = 10 degC\nrise = 5 K\nhead = 100 kPa\nfrom = utility.grid\n"
        "design_heat = 500 kW\nrejects_to = drycooler.d\n"
        "[drycooler d]\ncapacity = 600 kW\nair = 10 degC\nwater_in = 28 degC\n"
        "water_out = 20 degC\nairflow = 60 m3/s\nfan_power = 20 kW\nfrom = utility.grid\n"
        "[server s]\nroom = hall\nfrom = utility.grid\npower_idle = 1 kW\n"
        "power_typical = 10 kW\npower_maximum = 10 kW\n"
        "airflow = 1 m3/s\n";
    struct toy t;
    double got = (double)NAN;
    if (toy_read(&t, arena_format(a, site, rating))) {
        toy_weather(&t, 12, 10, 5, 101325);
        if (toy_build(&t)) got = table_at(&t.plant->cool[0].conductance_w_k, airflow_ratio);
    }
    if (isnan(got)) toy_print(&t);
    toy_free(&t);
    return got;
}

static bool add_coil(struct checks *t, struct arena *a)
{
    static const char crs[] = "STULZ CRS 560 CW, selection sheets";
    double w_k = coil_w_k("capacity = 64.6 kW\nairflow = 3.611111 m3/s\nrated_return = 37 degC\n"
                          "rated_water = 10 degC\nrated_water_rise = 5 K\n",
                          11200. / 13000, a);
    add(t, "CRS 560 from 64.6 kW, 13,000 m3/h: 37 degC, 10 degC, 11,200 m3/h", crs, "kW", 58.8,
        w_k * 27 / 1e3, 0.05 * 58.8, true);
    add(t, "CRS 560 from 64.6 kW, 13,000 m3/h: 36 degC, 10 degC, 11,200 m3/h", crs, "kW", 57.3,
        w_k * 26 / 1e3, 0.05 * 57.3, true);
    return w_k > 0;
}

bool checks_add_units(struct checks *t, struct arena *a, struct diags *ds)
{
    add_approaches(t);
    add_peer(t);
    add_returns(t);
    add_hydraulics(t);
    add_plates(t);
    if (add_coil(t, a)) return true;
    diag_error(ds, DIAG_MODEL, (struct place){0}, NULL, "the plant of a coil is refused");
    return false;
}
