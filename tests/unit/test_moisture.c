/* Water in the air of rooms against hand calculation: what it condenses on. */

#include "toy_site.h"

#include <string.h>

#include "physics/psychro.h"
#include "plan/limits.h"
#include "plan/metrics.h"

struct solved {
    struct toy t;
    struct result r;
    struct bill bill;
};

static void solve(struct solved *s, const char *text, double t_c, double dew_c)
{
    toy_make(&s->t, text, 12, t_c, dew_c);
    struct year *design = toy_year(&s->t, true);
    s->bill = (struct bill){0};
    s->r = (struct result){.site = &s->t.site,
                           .year = toy_year(&s->t, false),
                           .design_year = design,
                           .weather = &s->t.weather,
                           .bill = &s->bill};
    metrics_find(s->t.plant, &s->r, &s->t.arena);
    struct limits_case c = {&s->t.site, s->t.plant, &s->t.racks, &s->t.design, design,
                            &s->t.weather.calendar, 1, NULL};
    limits_find(&c, &s->r, &s->t.arena);
}

static const struct limit *seek(const struct solved *s, const char *element, const char *resource)
{
    for (int i = 0; i < s->r.n_limit; i++) {
        const struct limit *l = &s->r.limit[i];
        if (!strcmp(l->element, element) && !strcmp(l->resource, resource)) return l;
    }
    return NULL;
}

static void expect(const struct solved *s, const char *element, const char *resource, double used,
                   double limit, bool is_broken)
{
    const struct limit *l = seek(s, element, resource);
    if (!l) fail_msg("no limit %s, %s", element, resource);
    assert_near(l->used, used, 1e-9);
    assert_near(l->limit, limit, 1e-9);
    assert_int_equal(l->is_broken, is_broken);
}

#define HEAT                                                                                       \
    "[server s]\nleakage = 0 %/K\nairflow = 0.5 m3/s\npower_idle = 8 kW\npower_typical = 8 kW\n"   \
    "power_maximum = 10 kW\nfrom = utility.grid\n"
#define LOOP                                                                                       \
    "[drycooler o]\ncapacity = 100 kW\nair = 10 degC\nwater_in = 24 degC\nwater_out = 18 degC\n"   \
    "airflow = 30 m3/s\nfan_power = 1 kW\nfrom = utility.grid\n"                                   \
    "[loop l]\nsupply = 14 degC\ndesign_heat = 100 kW\nhead = 100 kPa\nfrom = utility.grid\n"      \
    "rejects_to = drycooler.o\n"
#define ROOM "[room hall]\nsupply = 22 degC\nrecirculation = 0 %\nbypass = 0 %\n"

/* ---- condensation -------------------------------------------------------- */

static const char *liquid_site(struct arena *a, const char *room, const char *loop)
{
    return arena_format(a, "%s%s%s%s%s", ROOM, room,
                        HEAT "liquid_capture = 50 %\ncdu = d\n"
                             "[crac c]\nairflow = 40 m3/s\nfan_power = 0 kW\ncapacity = 200 kW\n"
                             "cop = 4\nfrom = utility.grid\n"
                             "[cdu d]\ncapacity = 20 kW\nsupply = 18 degC\nhead = 100 kPa\n"
                             "from = utility.grid\nrejects_to = loop.l\n",
                        LOOP, loop);
}

/* Coolant of 18 degC: 9 degC and 2 K are below it, 16.5 and 2 are not. */
static void coolant_stays_above_the_dew_point(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    struct solved s;
    solve(&s, liquid_site(&a, "", ""), 5, 0);
    expect(&s, "cdu.d", "condensation in hall", 11, 18, false);
    assert_null(seek(&s, "loop.l", "condensation in hall"));
    assert_near(s.r.metric[M_CONDENSATION_MARGIN_K], 9, 1e-9);
    toy_free(&s.t);
    solve(&s, liquid_site(&a, "dew_point = 16.5 degC\n", ""), 5, 0);
    expect(&s, "cdu.d", "condensation in hall", 18.5, 18, true);
    toy_free(&s.t);
    solve(&s, liquid_site(&a, "dew_point = 16.5 degC\ncondensation_margin = 1 K\n", ""), 5, 0);
    expect(&s, "cdu.d", "condensation in hall", 17.5, 18, false);
    toy_free(&s.t);
    arena_free(&a);
}

/* The worst hour is the one with the coldest water, not the warmest. */
static void bare_pipes_are_held_in_the_coldest_hour(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    struct solved s;
    solve(&s, liquid_site(&a, "", "insulated = no\n"), 5, 0);
    expect(&s, "loop.l", "condensation in hall", 11, 14, false);
    toy_free(&s.t);
    solve(&s, liquid_site(&a, "dew_point = 13 degC\n", "insulated = no\n"), 5, 0);
    expect(&s, "loop.l", "condensation in hall", 15, 14, true);
    assert_near(s.r.metric[M_CONDENSATION_MARGIN_K], 1, 1e-9);
    toy_free(&s.t);
    arena_free(&a);
}

#define COIL                                                                                       \
    "[crah c]\nairflow = 40 m3/s\nfan_power = 0 kW\ncapacity = 100 kW\nrated_water = 14 degC\n"    \
    "from = utility.grid\nrejects_to = loop.l\n"

static void a_coil_needs_a_drain_or_warm_water(void **state)
{
    (void)state;
    struct solved s;
    solve(&s, ROOM "dew_point = 13 degC\n" HEAT COIL LOOP, 5, 0);
    assert_null(seek(&s, "crah.c", "condensation in hall"));
    assert_true(isnan(s.r.metric[M_CONDENSATION_MARGIN_K]));
    toy_free(&s.t);
    solve(&s, ROOM "dew_point = 13 degC\n" HEAT COIL "coil = dry\n" LOOP, 5, 0);
    expect(&s, "crah.c", "condensation in hall", 15, 14, true);
    toy_free(&s.t);
}

/* Rear doors have no drain unless they say so. */
static void doors_stay_above_the_dew_point(void **state)
{
    (void)state;
    static const char *const coil[] = {"", "coil = wet\n"};
    struct arena a = arena_new(NULL);
    for (int i = 0; i < 2; i++) {
        struct solved s;
        solve(&s, arena_format(&a, "%s%s%s%s%s%s", ROOM "dew_point = 13 degC\n", HEAT "rack = r\nheight = 8 U\n",
                               COIL "[rack r]\n[reardoor d]\nrack = r\nairflow = 1 m3/s\n"
                               "capacity = 8 kW\nrejects_to = loop.l\nfrom = utility.grid\n", coil[i],
                               LOOP, ""), 5, 0);
        const struct limit *l = seek(&s, "reardoor.d", "condensation in hall");
        if (i) assert_null(l);
        else assert_true(l && l->is_broken && l->limit < 15 && l->used > 14.99);
        toy_free(&s.t);
    }
    arena_free(&a);
}

/* ---- the balance --------------------------------------------------------- */

/* 10 kW of IT, no fans, a unit whose coil is far from its water. */
#define SUPPLY "[crac c]\ncount = 2\nairflow = 0.5 m3/s\nfan_power = 0 kW\nfan = constant\ncapacity = 200 kW\n" \
               "cop = 4\nfrom = utility.grid\n"
enum { HOURS = 12 };

struct hour {
    struct toy t;
    const struct block *b;
    double m; /* dry air that comes in, kg/s */
};

static struct hour hour_of(const char *room, const char *more, double t_c, double dew_c)
{
    struct hour h;
    struct arena a = arena_new(NULL);
    toy_make(&h.t, arena_format(&a, "%s%s%s%s", ROOM, room, HEAT SUPPLY, more), HOURS, t_c, dew_c);
    h.b = toy_hour(&h.t, true);
    h.m = 101325 / (287.042 * (22 + 273.15)) * h.t.plant->room[0].water.outdoor_m3_s;
    arena_free(&a);
    assert_within(h.b->quantity[Q_HEAT_RESIDUAL][0], 0, 1e-12);
    assert_within(h.b->quantity[Q_ENERGY_RESIDUAL][0], 0, 1e-12);
    return h;
}

static double w_of(double dew_c)
{
    return psychro_w_from_dew_point(dew_c, 101325);
}

static double h_v(const struct hour *h)
{
    return 2.501e6 + 1860 * h->b->room_inlet_c[0][0];
}

/* Air that comes in brings the difference of its enthalpy, and the room has its water. */
static void outdoor_air_brings_its_enthalpy(void **state)
{
    (void)state;
    struct hour h = hour_of("infiltration = 0.2 m3/s\n", "", 30, 6);
    const lanes *q = h.b->quantity;
    assert_near(h.b->water_w[0][0], w_of(6), 1e-12);
    assert_near(q[Q_HEAT_GAIN_W][0],
                h.m * (psychro_enthalpy_j_kg(30, w_of(6)) - psychro_enthalpy_j_kg(22, w_of(6))), 1e-9);
    assert_near(q[Q_AIR_HEAT_W][0], 10e3 + q[Q_HEAT_GAIN_W][0], 1e-9);
    assert_near(psychro_dew_point_of_pa(h.b->water_dew_pa[0][0]), 6, 1e-6);
    assert_true(q[Q_WATER_KG_S][0] == 0 && q[Q_LATENT_HEAT_W][0] == 0);
    toy_free(&h.t);
    /* the same by the volume of the room */
    h = hour_of("air_changes = 2.4 ACH\narea = 100 m2\nheight = 3 m\n", "", 30, 6);
    assert_near(h.b->water_w[0][0], w_of(6), 1e-12);
    assert_near(h.m, 101325 / (287.042 * 295.15) * 0.2, 1e-12);
    toy_free(&h.t);
}

/* Direct expansion sees the wet bulb of the air that it has made, dry air that of ice. */
static void coils_see_the_wet_bulb_of_this_air(void **state)
{
    (void)state;
    static const double dew_c[] = {18, 10, 2};
    for (int i = 0; i < 3; i++) {
        struct hour h = hour_of("infiltration = 0.2 m3/s\n", "wet_bulb_min = 0 degC\n", 22, dew_c[i]);
        double t_c = h.b->room_return_c[0][0];
        assert_within(h.b->cool_wet_c[0][0], psychro_wet_bulb_c(t_c, w_of(dew_c[i]), 101325), 2e-4);
        toy_free(&h.t);
    }
}

/* Four people of 75 and 55 W: their water leaves with the air, their heat by the coil. */
static void people_give_heat_and_water(void **state)
{
    (void)state;
    struct hour h = hour_of("infiltration = 0.1 m3/s\npeople = 4\n", "", 22, 6);
    double rise = 4 * 55 / h_v(&h) / h.m;
    assert_near(h.b->water_w[0][0], w_of(6) + rise, 1e-12);
    assert_near(h.b->quantity[Q_AIR_HEAT_W][0], 10e3 + 4 * 75, 1e-9);
    toy_free(&h.t);
}

/* Steam of 2.7 MJ/kg against h_v of 2.542; nozzles take that from the air. */
static void humidifiers(void **state)
{
    (void)state;
    static const char keys[] = "infiltration = 0.2 m3/s\ndew_point_min = 5 degC\nhumidifier = ";
    static const struct {
        const char *kind;
        double j_kg;
    } row[] = {{"steam", 2.7e6}, {"adiabatic", 15e3}, {"ultrasonic", 230e3}};
    for (int i = 0; i < 3; i++) {
        struct arena a = arena_new(NULL);
        struct hour h = hour_of(arena_format(&a, "%s%s\n", keys, row[i].kind), "", 22, -10);
        double water = h.m * (w_of(5) - w_of(-10));
        const lanes *q = h.b->quantity;
        assert_near(h.b->water_w[0][0], w_of(5), 1e-12);
        assert_near(q[Q_WATER_KG_S][0], water, 1e-9);
        assert_near(q[Q_HUMIDIFIER_W][0], water * row[i].j_kg, 1e-9);
        assert_near(q[Q_AIR_HEAT_W][0], 10e3 + water * (row[i].j_kg - h_v(&h)), 1e-9);
        assert_near(q[Q_HEAT_GAIN_W][0], -water * h_v(&h), 1e-9); /* out with the air */
        toy_free(&h.t);
        arena_free(&a);
    }
}

static void a_small_humidifier_does_what_it_can(void **state)
{
    (void)state;
    struct hour h = hour_of("infiltration = 0.2 m3/s\nhumidifier = steam\nhumidifier_energy = 2600 kJ/kg\n"
                            "humidifier_capacity = 1.8 kg/h\n", "", 22, -10);
    assert_near(h.b->quantity[Q_WATER_KG_S][0], 0.0005, 1e-12);
    assert_near(h.b->quantity[Q_HUMIDIFIER_W][0], 1300, 1e-12);
    assert_near(h.b->water_w[0][0], w_of(-10) + .0005 / h.m, 1e-9);
    toy_free(&h.t);
}

/* Bypass of 40 %: 10 kW in 1 m3/s rise by 8.4 K, the coil is 5.6 K colder than its air; it
   dries air of 20 degC dew point, and takes what a humidifier gives. */
static void a_cold_coil_takes_water(void **state)
{
    (void)state;
    double mass = 101325 / (287.042 * 295.15), rise_k = 10e3 / (mass * 1006);
    double coil_c = 22 - rise_k * .4 / .6, coil_w = psychro_saturation_w(coil_c, 101325);
    double a = .6 * mass;
    struct hour h = hour_of("infiltration = 0.05 m3/s\ncoil_bypass = 40 %\n", "", 22, 20);
    double w = (h.m * w_of(20) + a * coil_w) / (h.m + a);
    assert_near(h.b->water_w[0][0], w, 3e-5); /* a table of saturation stands between */
    assert_near(h.b->quantity[Q_LATENT_HEAT_W][0], h_v(&h) * h.m * (w_of(20) - w), 2e-3);
    toy_free(&h.t);
    h = hour_of("infiltration = 0.05 m3/s\ncoil_bypass = 40 %\ndew_point_min = 18 degC\ndew_point_max = 19 degC\n"
                "humidifier = steam\n", "", 22, 5);
    double taken = a * (w_of(18) - coil_w), lost = h.m * (w_of(18) - w_of(5));
    assert_near(h.b->water_drain_kg_s[0][0], taken, 2e-3);
    assert_near(h.b->water_kg_s[0][0], taken + lost, 2e-3);
    toy_free(&h.t);
}

/* Drying to 10 degC by coils of 8: so much air passes them that they cool more than the
   room wants, and reheat makes it up. */
static void drying_overcools_and_reheats(void **state)
{
    (void)state;
    struct hour h = hour_of("infiltration = 0.05 m3/s\ndehumidifier = coil\ndew_point_max = 12 degC\n"
                            "drying_coil = 8 degC\n", "", 22, 20);
    const lanes *q = h.b->quantity;
    double mass = 101325 / (287.042 * 295.15), rise_k = 10e3 / (mass * 1006);
    double drain = h.m * (w_of(20) - w_of(12)), coil_w = psychro_saturation_w(8, 101325);
    double dried = drain / (w_of(12) - coil_w);
    assert_true(dried < .85 * mass);
    double cools = dried * 1006 * (22 + rise_k - 8);
    assert_near(h.b->water_w[0][0], w_of(12), 1e-12);
    assert_near(h.b->water_drain_kg_s[0][0], drain, 1e-9);
    assert_true(cools < 10e3);
    assert_true(q[Q_REHEAT_W][0] == 0);
    assert_near(q[Q_AIR_HEAT_W][0], 10e3 + drain * h_v(&h), 1e-9);
    toy_free(&h.t);
    h = hour_of("infiltration = 0.15 m3/s\ndehumidifier = coil\ndew_point_max = 12 degC\n"
                "drying_coil = 8 degC\nreheat = 20 kW\n", "", 22, 20);
    q = h.b->quantity;
    cools = 3 * cools;
    drain = 3 * drain;
    assert_true(cools > 10e3);
    assert_near(q[Q_REHEAT_W][0], cools - 10e3, 1e-4);
    assert_near(q[Q_AIR_HEAT_W][0], cools + drain * h_v(&h), 1e-4);
    assert_near(h.b->room_return_c[0][0], 22 + rise_k, 1e-9);
    toy_free(&h.t);
    /* without reheat it dries what may be cooled, and the air is moister */
    h = hour_of("infiltration = 0.15 m3/s\ndehumidifier = coil\ndew_point_max = 12 degC\n"
                "drying_coil = 8 degC\n", "", 22, 20);
    double most = 10e3 / (1006 * (22 + rise_k - 8));
    double w = (h.m * w_of(20) + most * coil_w) / (h.m + most);
    assert_near(h.b->water_w[0][0], w, 3e-5);
    assert_true(w > w_of(12) && h.b->quantity[Q_REHEAT_W][0] == 0);
    assert_near(h.b->quantity[Q_AIR_HEAT_W][0], 10e3 + h.m * (w_of(20) - w) * h_v(&h), 1e-4);
    toy_free(&h.t);
}

/* Two units of 6.5 kW take 13: 10 of the servers and what is left of drying at coils of 8 degC. */
static void drying_does_not_overload_the_units(void **state)
{
    (void)state;
    struct hour h;
    toy_make(&h.t, ROOM "infiltration = 0.15 m3/s\ndehumidifier = coil\ndew_point_max = 12 degC\n"
             "drying_coil = 8 degC\nreheat = 50 kW\n" HEAT
             "[crac c]\ncount = 2\nairflow = 0.5 m3/s\nfan_power = 0 kW\nfan = constant\n"
             "capacity = 6.5 kW\ncop = 4\nfrom = utility.grid\n", HOURS, 22, 20);
    h.b = toy_hour(&h.t, true);
    double mass = 101325 / (287.042 * 295.15), rise_k = 10e3 / (mass * 1006), m = .15 * mass;
    double coil_w = psychro_saturation_w(8, 101325), per_kg = 1006 * (22 + rise_k - 8);
    double most = 13e3 / (per_kg + h_v(&h) * (w_of(12) - coil_w));
    double w = (m * w_of(20) + most * coil_w) / (m + most);
    assert_near(h.b->water_w[0][0], w, 3e-5);
    assert_near(h.b->quantity[Q_REHEAT_W][0], most * per_kg - 10e3, 1e-4);
    toy_free(&h.t);
}

/* Water of 16 degC cannot dry to a dew point of 15. */
static void warm_water_does_not_dry(void **state)
{
    (void)state;
    struct hour h;
    static const char room[] =
        ROOM "infiltration = 0.1 m3/s\ndehumidifier = coil\ndew_point_max = 15 degC\n" HEAT COIL
        "[drycooler o]\ncapacity = 100 kW\nair = 10 degC\nwater_in = 24 degC\nwater_out = 18 degC\n"
        "airflow = 30 m3/s\nfan_power = 1 kW\nfrom = utility.grid\n";
    struct arena a = arena_new(NULL);
    for (int water_c = 10; water_c <= 16; water_c += 6) {
        toy_make(&h.t, arena_format(&a, "%s[loop l]\nsupply = %d degC\ndesign_heat = 100 kW\n"
                                         "head = 100 kPa\nfrom = utility.grid\n"
                                         "rejects_to = drycooler.o\n", room, water_c), HOURS, 18, 17.5);
        if (water_c == 10) h.t.weather.t_c[0] = 5;
        h.b = toy_hour(&h.t, true);
        double dew_c = psychro_dew_point_of_pa(h.b->water_dew_pa[0][0]);
        if (water_c == 10) assert_within(dew_c, 15, 1e-6);
        else assert_true(dew_c > 16 && dew_c < 17.5 + 1e-6);
        toy_free(&h.t);
    }
    arena_free(&a);
}

/* A room with a fresh-air unit has the outdoor air's water, and is held to its class. */
static void fresh_air_is_held_to_the_class(void **state)
{
    (void)state;
    static const char site[] =
        ROOM HEAT "[ahu f]\nairflow = 5 m3/s\nfan_power = 0 kW\ndew_max = 20 degC\nfrom = utility.grid\n";
    struct solved s;
    solve(&s, site, 15, 14);
    expect(&s, "room.hall", "dew point", 14, 21, false);
    assert_near(seek(&s, "room.hall", "relative humidity")->used,
                100 * psychro_psat_pa(14) / psychro_psat_pa(22), 1e-4);
    assert_near(s.r.metric[M_MAX_DEW_POINT_C], 14, 1e-6);
    assert_near(s.r.metric[M_HOURS_HUMIDITY_OUTSIDE_RECOMMENDED], 0, 0);
    toy_free(&s.t);
    solve(&s, ROOM "limit = recommended\nclass = A1\n" HEAT
          "[ahu f]\nairflow = 5 m3/s\nfan_power = 0 kW\ndew_max = 20 degC\nfrom = utility.grid\n", 18, 17.5);
    expect(&s, "room.hall", "dew point", 17.5, 15, true);
    assert_near(s.r.metric[M_HOURS_HUMIDITY_OUTSIDE_RECOMMENDED], 12, 0);
    assert_near(s.r.metric[M_HOURS_HUMIDITY_OUTSIDE_ALLOWABLE], 12, 0); /* A1 ends at 17 */
    toy_free(&s.t);
    solve(&s, site, -5, -20); /* humidified to -9 degC */
    expect(&s, "room.hall", "least dew point", -12, -9, false);
    toy_free(&s.t);
}

/* A dew point that is held is counted by the inlets: 80 % of saturation at 22 degC. */
static void a_held_dew_point_is_counted_at_the_inlet(void **state)
{
    (void)state;
    struct solved s;
    solve(&s, ROOM "dew_point = 18.4 degC\n" HEAT SUPPLY, 20, 5);
    assert_near(s.r.metric[M_HOURS_HUMIDITY_OUTSIDE_RECOMMENDED], 12, 0);
    assert_near(s.r.metric[M_HOURS_HUMIDITY_OUTSIDE_ALLOWABLE], 12, 0);
    assert_null(seek(&s, "room.hall", "relative humidity"));
    toy_free(&s.t);
    solve(&s, ROOM "dew_point = 18.3 degC\n" HEAT SUPPLY, 20, 5);
    assert_near(s.r.metric[M_HOURS_HUMIDITY_OUTSIDE_RECOMMENDED], 12, 0);
    assert_near(s.r.metric[M_HOURS_HUMIDITY_OUTSIDE_ALLOWABLE], 0, 0);
    toy_free(&s.t);
}

/* Coolant against air that comes from outdoors, in its most humid hour. */
static void coolant_in_humid_air(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    struct solved s;
    solve(&s, liquid_site(&a, "infiltration = 0.1 m3/s\ndew_point_max = 17 degC\n", ""), 16.5, 16.4);
    expect(&s, "cdu.d", "condensation in hall", 18.4, 18, true);
    assert_near(s.r.metric[M_CONDENSATION_MARGIN_K], 1.6, 1e-6);
    toy_free(&s.t);
    arena_free(&a);
}

static void bad_water_is_refused(void **state)
{
    (void)state;
    static const char *const row[][2] = {
        {"infiltration = 1 m3/s\nair_changes = 1 ACH\narea = 10 m2\nheight = 3 m\n", "twice"},
        {"air_changes = 1 ACH\n", "volume"},
        {"people = 3\n", "people without outdoor air"},
        {"infiltration = 1 m3/s\ndew_point_min = 12 degC\ndew_point_max = 10 degC\n", "above"},
        {"infiltration = 1 m3/s\ndew_point_max = 24 degC\n", "supply air"},
        {"infiltration = 1 m3/s\ndehumidifier = coil\ndrying_coil = 9 degC\n", "drying_coil"}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        struct toy t;
        struct arena a = arena_new(NULL);
        assert_false(toy_read(&t, arena_format(&a, "%s%s%s", ROOM, row[i][0], HEAT SUPPLY)));
        bool is_told = false;
        for (int d = 0; d < t.ds.n; d++)
            is_told |= strstr(message_text(&a, &t.ds.item[d].what, NULL), row[i][1]) != NULL;
        if (!is_told) fail_msg("%s", row[i][1]);
        toy_free(&t);
        arena_free(&a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(coolant_stays_above_the_dew_point),
        cmocka_unit_test(bare_pipes_are_held_in_the_coldest_hour),
        cmocka_unit_test(a_coil_needs_a_drain_or_warm_water),
        cmocka_unit_test(doors_stay_above_the_dew_point),
        cmocka_unit_test(outdoor_air_brings_its_enthalpy),
        cmocka_unit_test(coils_see_the_wet_bulb_of_this_air),
        cmocka_unit_test(people_give_heat_and_water),
        cmocka_unit_test(humidifiers),
        cmocka_unit_test(a_small_humidifier_does_what_it_can),
        cmocka_unit_test(a_cold_coil_takes_water),
        cmocka_unit_test(drying_overcools_and_reheats),
        cmocka_unit_test(drying_does_not_overload_the_units),
        cmocka_unit_test(warm_water_does_not_dry),
        cmocka_unit_test(fresh_air_is_held_to_the_class),
        cmocka_unit_test(a_held_dew_point_is_counted_at_the_inlet),
        cmocka_unit_test(coolant_in_humid_air),
        cmocka_unit_test(bad_water_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
