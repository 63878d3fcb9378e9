/* Condensers of direct-expansion units in air, water and glycol, their economizers, and the
   staging of their compressors, against hand calculation. */

#include "toy_site.h"

#include "physics/biquadratic.h"
#include "physics/dx_curve.h"
#include "physics/psychro.h"

static const char servers[] =
    "[server s]\nfrom = utility.grid\ncount = 10\npower_idle = 10 kW\npower_typical = 10 kW\n"
    "power_maximum = 10 kW\nleakage = 0 %/K\nfan_min = 100 %\nfan_load = 100 %\n"
    "airflow = 0.8 m3/s\n[room hall]\nsupply = 18 degC\nrecirculation = 0 %\nbypass = 0 %\n";

static const char unit[] = "[crac c]\nairflow = 8 m3/s\nfan = constant\nfan_power = 2 kW\n"
                           "capacity = 200 kW\ncop = 4\nplf_slope = 0\nfrom = utility.grid\n";

/* 120 kW of rejection with half a kelvin of approach at full fans: water as wished. */
static const char loop[] = "[loop g]\nsupply = @ degC\nrise = 5 K\ndesign_heat = 200 kW\n"
                           "head = 100 kPa\nglycol = 30 %\nfrom = utility.grid\n"
                           "rejects_to = drycooler.d\n"
                           "[drycooler d]\ncapacity = 600 kW\nair = 20 degC\nwater_in = 33 degC\n"
                           "water_out = 28 degC\nairflow = 120 m3/s\nfan_power = 12 kW\n"
                           "from = utility.grid\n";

static struct toy make(const char *more, double t_c)
{
    struct toy t;
    struct arena a = arena_new(NULL);
    toy_make(&t, arena_format(&a, "%s%s%s", servers, unit, more), 12, t_c, -5);
    arena_free(&a);
    return t;
}

static bool is_refused(const char *more)
{
    struct toy t;
    struct arena a = arena_new(NULL);
    bool ok = toy_read(&t, arena_format(&a, "%s%s%s", servers, unit, more));
    toy_free(&t);
    arena_free(&a);
    return !ok;
}

/* Carrier, Engineering Guide for Altitude Effects: air-cooled condensers 0.95, 0.90, 0.85,
   0.80 and condensing units 0.98, 0.97, 0.95, 0.93 of their capacity. */
static void thin_air_check_values(void **state)
{
    (void)state;
    static const double at_m[] = {762, 1525, 2285, 3050}, condenser[] = {.95, .90, .85, .80},
                        whole[] = {.98, .97, .95, .93};
    struct toy t = make("", 20);
    const double *ft = t.plant->cool[0].cap_ft;
    for (int i = 0; i < 4; i++) {
        double density = psychro_pressure_pa(at_m[i]) / psychro_pressure_pa(0);
        assert_within(dx_thin_air_ratio(density), condenser[i], .006);
        double warmer_k = dx_thin_air_k(20, density);
        double cap = biquadratic(ft, 19.44, 35 + warmer_k) / biquadratic(ft, 19.44, 35);
        assert_within(cap, whole[i], .016);
    }
    assert_true(!(dx_thin_air_k(20, 1) > 0) && !(dx_thin_air_k(20, 1.04) > 0));
    toy_free(&t);
}

/* Up to derate_altitude_from nothing changes; above, less capacity and more power. */
static void thin_air_costs_power(void **state)
{
    (void)state;
    double before_w = 0, before_used = 0;
    for (int i = 0; i < 4; i++) {
        static const double at_m[] = {0, 300, 1600, 3000};
        struct toy t;
        struct arena a = arena_new(NULL);
        assert_true(toy_read(&t, arena_format(&a, "%s%s", servers, unit)));
        toy_weather(&t, 12, 35, -5, psychro_pressure_pa(at_m[i]));
        assert_true(toy_build(&t));
        const struct cool *c = &t.plant->cool[0];
        const struct block *b = toy_hour(&t, false);
        double per_heat = b->quantity[Q_COMPRESSOR_W][0] / b->quantity[Q_AIR_HEAT_W][0];
        double can_w = b->cool_capacity_w[0][0];
        if (i < 2) assert_true(!(fabs(c->adder_k) > 1e-9));
        if (i > 1) assert_true(per_heat > before_w * 1.02 && can_w < before_used * .99);
        before_w = per_heat;
        before_used = can_w;
        toy_free(&t);
        arena_free(&a);
    }
}

/* Water at 25 degC, coil at 15 degC wet bulb: the curve of Modelica Buildings by hand;
   Q + P goes into the loop, with its pump to outdoors. */
static void condenser_heat_goes_to_the_loop(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    struct toy t = make(arena_format(&a, "condenser = glycol\nrejects_to = loop.g\n"
                                         "rated_wet_bulb = 15 degC\nwet_bulb_max = 15 degC\n"
                                         "wet_bulb_min = 15 degC\n%s", toy_text(&a, loop, 25)), 5);
    const struct block *b = toy_hour(&t, false);
    double eir = .138848 + .0457985 * 15 - .00138661 * 225;
    double at25 = eir + .0141485 * 25 + .000386055 * 625 - .000438194 * 375;
    double rated = eir + .0141485 * 29.44 + .000386055 * 29.44 * 29.44 -
                   .000438194 * 15 * 29.44;
    double heat_w = 102e3, power_w = heat_w / 4 * at25 / rated;
    assert_near(b->loop_supply_c[0][0], 25, 1e-9);
    assert_near(b->quantity[Q_AIR_HEAT_W][0], heat_w, 1e-9);
    assert_near(b->quantity[Q_COMPRESSOR_W][0], power_w, 1e-9);
    assert_near(b->loop_load_w[0][0], heat_w + power_w, 1e-9);
    assert_near(b->sink_heat_w[0][0], heat_w + power_w + b->quantity[Q_PUMP_W][0], 1e-9);
    assert_true(b->quantity[Q_HEAT_RESIDUAL][0] < 1e-12);
    assert_true(!(b->quantity[Q_FREE_HEAT_W][0] > 0)); /* a compressor lifted all of it */
    assert_true(!(b->quantity[Q_CONDENSER_FAN_W][0] > 0));
    toy_free(&t);
    arena_free(&a);
}

/* Glycol may be colder than condensers like it: power stops falling at condenser_min. */
static void head_pressure_holds(void **state)
{
    (void)state;
    double power_w[3];
    static const double supply_c[] = {12, 18, 24};
    for (int i = 0; i < 3; i++) {
        struct arena a = arena_new(NULL);
        struct toy t = make(arena_format(&a, "condenser = glycol\nrejects_to = loop.g\n%s",
                                         toy_text(&a, loop, supply_c[i])), -10);
        const struct block *b = toy_hour(&t, false);
        power_w[i] = b->quantity[Q_COMPRESSOR_W][0];
        assert_near(b->loop_supply_c[0][0], supply_c[i] < 18 ? 18 : supply_c[i], 1e-9);
        toy_free(&t);
        arena_free(&a);
    }
    assert_near(power_w[0], power_w[1], 1e-9);
    assert_true(power_w[2] > power_w[1] * 1.1);
}

/* A tower holds condenser water some kelvins above the wet bulb. */
static void water_cooled_with_a_tower(void **state)
{
    (void)state;
    struct toy t = make("condenser = water\nrejects_to = loop.w\n"
                        "[loop w]\nsupply = 10 degC\nrise = 5 K\ndesign_heat = 160 kW\n"
                        "head = 150 kPa\nfrom = utility.grid\nrejects_to = tower.t\n"
                        "[tower t]\ncapacity = 200 kW\nfan_power = 4 kW\nfrom = utility.grid\n", 28);
    const struct block *b = toy_hour(&t, false);
    double water_c = b->loop_supply_c[0][0], wb_c = t.weather.wb_c[0];
    assert_true(water_c >= 18 - 1e-9 && water_c > wb_c);
    assert_true(b->quantity[Q_WATER_KG_S][0] > 0 && b->quantity[Q_TOWER_FAN_W][0] > 0);
    assert_true(b->quantity[Q_HEAT_RESIDUAL][0] < 1e-12);
    toy_free(&t);
}

/* Return air 18 + 102 kW / (m cp); 4 kW/K of the rating. */
static const char pumped[] = "condenser_fan_power = 3 kW\neconomizer = pumped-refrigerant\n"
                             "economizer_capacity = 120 kW\neconomizer_return = 35 degC\n"
                             "economizer_entering = 5 degC\neconomizer_pump_power = 1.2 kW\n";

static void pumped_refrigerant_takes_all(void **state)
{
    (void)state;
    struct toy t = make(pumped, -10);
    const struct block *b = toy_hour(&t, false);
    double can_w = 4e3 * (b->room_return_c[0][0] + 10);
    assert_near(b->quantity[Q_FREE_HEAT_W][0], 102e3, 1e-9);
    assert_true(!(b->quantity[Q_COMPRESSOR_W][0] > 0));
    assert_near(b->quantity[Q_REFRIGERANT_PUMP_W][0], 1200 * 102. / 120, 1e-9);
    assert_near(b->quantity[Q_CONDENSER_FAN_W][0], 3000 * 102e3 / (can_w < 120e3 ? can_w : 120e3),
                1e-9);
    assert_true(b->quantity[Q_HEAT_RESIDUAL][0] < 1e-12);
    struct year *y = toy_year(&t, false);
    assert_int_equal(y->free_hours, y->n);
    assert_int_equal(y->economizer_hours, y->n);
    toy_free(&t);
}

static void pumped_refrigerant_takes_a_part(void **state)
{
    (void)state;
    struct toy t = make(pumped, 15), whole;
    struct arena a = arena_new(NULL);
    const struct block *b = toy_hour(&t, false);
    double can_w = 4e3 * (b->room_return_c[0][0] - 15);
    assert_true(can_w < 102e3 && can_w > 40e3);
    assert_near(b->quantity[Q_FREE_HEAT_W][0], can_w, 1e-9);
    const struct cool *c = &t.plant->cool[0];
    double eir = biquadratic(c->eir_ft, b->cool_wet_c[0][0], 18) * c->eir_scale;
    assert_near(b->quantity[Q_COMPRESSOR_W][0], (102e3 - can_w) / 4 * eir, 1e-9);
    struct year *y = toy_year(&t, false);
    assert_int_equal(y->free_hours, 0);
    assert_int_equal(y->economizer_hours, y->n);
    toy_free(&t);
    whole = make(arena_format(&a, "%seconomizer_partial = no\n", pumped), 15);
    b = toy_hour(&whole, false);
    assert_true(!(b->quantity[Q_FREE_HEAT_W][0] > 0) && !(b->quantity[Q_REFRIGERANT_PUMP_W][0] > 0));
    assert_near(b->quantity[Q_COMPRESSOR_W][0], 102e3 / 4 * eir, 1e-9);
    toy_free(&whole);
    whole = make(arena_format(&a, "%slockout = 12 degC\n", pumped), 15);
    b = toy_hour(&whole, false);
    assert_true(!(b->quantity[Q_FREE_HEAT_W][0] > 0));
    toy_free(&whole);
    arena_free(&a);
}

/* From all compressor over both to none: no jump and no rise as it gets colder outdoors. */
static void blended_economizer_is_continuous(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    struct toy t;
    enum { N = 12 * 80 };
    assert_true(toy_read(&t, arena_format(&a, "%s%s%s", servers, unit, pumped)));
    toy_weather(&t, N, 0, -30, 101325);
    for (int h = 0; h < N; h++) t.weather.t_c[h] = -10 + h * .05;
    assert_true(toy_build(&t));
    struct year *y = toy_year(&t, false);
    const double *dx_w = y->site.hour[Q_COMPRESSOR_W], *all_w = y->site.hour[Q_FACILITY_W];
    assert_true(!(dx_w[0] > 0) && dx_w[N - 1] > 20e3);
    for (int h = 1; h < N; h++) {
        assert_true(dx_w[h] >= dx_w[h - 1] - 1e-6);
        assert_true(fabs(all_w[h] - all_w[h - 1]) < 150);
    }
    toy_free(&t);
    arena_free(&a);
}

/* Dry cooler that makes cold glycol: the coil carries all and the compressors rest. */
static void coil_on_the_glycol_loop(void **state)
{
    (void)state;
    static const char coil[] = "condenser = glycol\nrejects_to = loop.g\neconomizer = coil\n"
                               "economizer_capacity = 120 kW\neconomizer_return = 30 degC\n"
                               "economizer_entering = 10 degC\n%s";
    double before_w = -1;
    for (int i = 0; i < 4; i++) {
        static const double out_c[] = {-10, 8, 18, 34};
        struct arena a = arena_new(NULL);
        struct toy t = make(arena_format(&a, coil, toy_text(&a, loop, 5)), out_c[i]);
        const struct block *b = toy_hour(&t, false);
        double free_w = b->quantity[Q_FREE_HEAT_W][0], dx_w = b->quantity[Q_COMPRESSOR_W][0];
        assert_true(b->quantity[Q_HEAT_RESIDUAL][0] < 1e-11);
        assert_near(b->loop_load_w[0][0], 102e3 + dx_w, 1e-9);
        double reach_w = 6e3 * (b->room_return_c[0][0] - b->loop_supply_c[0][0]);
        if (i == 0) assert_near(free_w, 102e3, 1e-6);
        if (i == 1 || i == 2) assert_near(free_w, fmin(reach_w, 102e3), 1e-6);
        if (i == 3) assert_true(!(free_w > 0));
        assert_true(dx_w > before_w || i == 1);
        before_w = dx_w;
        toy_free(&t);
        arena_free(&a);
    }
}

/* Ten units at 102 / 200 of load each; with at least 80 % six run, at 85 %. */
static void fewer_compressors_run(void **state)
{
    (void)state;
    static const char ten[] = "count = 10\nairflow = 0.8 m3/s\nfan_power = 0.2 kW\n"
                              "capacity = 20 kW\ncop = 4\ncompressor = inverter\n"
                              "part_load = 20 %: 80 %, 100 %: 100 %\n";
    double power_w[2], share = 0;
    for (int i = 0; i < 2; i++) {
        struct toy t;
        struct arena a = arena_new(NULL);
        toy_make(&t, arena_format(&a, "%s[crac c]\nfan = constant\nfrom = utility.grid\n%s%s",
                                  servers, ten, i ? "load_min = 80 %\n" : ""), 12, 30, -5);
        const struct block *b = toy_hour(&t, false);
        power_w[i] = b->quantity[Q_COMPRESSOR_W][0];
        share = b->quantity[Q_COOLING_USED][0];
        toy_free(&t);
        arena_free(&a);
    }
    double own = share * 10 / floor(share * 10 / .8);
    double ratio = (.8 + .2 * (share - .2) / .8) / (.8 + .2 * (own - .2) / .8);
    assert_true(own >= .8 && own < 1);
    assert_near(power_w[1] / power_w[0], ratio, 1e-3); /* the table's grid */
}

/* 100 kW net, 4 kW of indoor fan, 3 kW of condenser fan in air: 104 kW gross, and what is left
   of the power is the compressor's.  Both ratings are one machine, so that fans count once. */
static void net_ratings_count_fans_once(void **state)
{
    (void)state;
    static const char *const kind[] = {
        "condenser_fan_power = 3 kW\n",
        "condenser_fan_power = 3 kW\neconomizer = pumped-refrigerant\neconomizer_capacity = @ kW\n",
        "condenser = glycol\nrejects_to = loop.g\n",
        "condenser = glycol\nrejects_to = loop.g\neconomizer = coil\neconomizer_capacity = @ kW\n"};
    for (int i = 0; i < 4; i++) {
        double condenser_kw = i < 2 ? 3 : 0, w[2][N_QUANTITY];
        for (int is_net = 0; is_net < 2; is_net++) {
            struct arena a = arena_new(NULL);
            struct toy t;
            double cop = is_net ? 4 : 104 / (100. / 4 - 4 - condenser_kw);
            toy_make(&t, arena_format(&a, "%s[crac c]\ncount = 2\nairflow = 8 m3/s\nfan_power = 4 kW\n"
                                          "fan = constant\nfrom = utility.grid\nrating = %s\n"
                                          "capacity = %d kW\ncop = %.17g\n%s%s", servers,
                                      is_net ? "net" : "gross", is_net ? 100 : 104, cop,
                                      toy_text(&a, kind[i], is_net ? 80 : 84),
                                      i < 2 ? "" : toy_text(&a, loop, 12)), 12, 10, -5);
            const struct block *b = toy_hour(&t, false);
            for (int q = 0; q < N_QUANTITY; q++) w[is_net][q] = b->quantity[q][0];
            assert_near(w[is_net][Q_ROOM_FAN_W], 8e3, 1e-12);
            toy_free(&t);
            arena_free(&a);
        }
        assert_near(w[1][Q_FACILITY_W], w[0][Q_FACILITY_W], 1e-9);
        assert_near(w[1][Q_COMPRESSOR_W], w[0][Q_COMPRESSOR_W], 1e-9);
        assert_near(w[1][Q_FREE_HEAT_W], w[0][Q_FREE_HEAT_W], 1e-9);
    }
}

/* Emerson SL-28170, Liebert DSE with EconoPhase: cooling PUE 1.28 at 35 degC outdoors, where
   the compressors carry all, and 1.17 at 18.3 degC, where one of two circuits is pumped.  The
   model is models/airside.ini pumped-dx-86; the air returns at 35 degC. */
static const char dse[] =
    "[server s]\nfrom = utility.grid\ncount = 86\npower_idle = 1 kW\npower_typical = 1 kW\n"
    "power_maximum = 1 kW\nleakage = 0 %/K\nfan_min = 100 %\nfan_load = 100 %\n"
    "airflow = 0.0727 m3/s\n[room hall]\nsupply = 23 degC\nrecirculation = 0 %\nbypass = 0 %\n"
    "dew_point = 11 degC\n"
    "[crac c]\nfrom = utility.grid\ncapacity = 89.3 kW\ncop = 5.25\nrated_wet_bulb = 19.4 degC\n"
    "airflow = 6.25 m3/s\nfan_power = 3.2 kW\nfan = variable\ncompressor = inverter\n"
    "part_load = 20 %: 105 %, 50 %: 110 %, 100 %: 100 %\ncondenser_fan_power = 3.9 kW\n"
    "economizer = pumped-refrigerant\neconomizer_capacity = 89.3 kW\neconomizer_return = 35 degC\n"
    "economizer_entering = 2 degC\neconomizer_pump_power = 1.2 kW\n";

static void pumped_unit_as_published(void **state)
{
    (void)state;
    static const double out_c[] = {35, 18.3}, pue[] = {1.28, 1.17};
    for (int i = 0; i < 2; i++) {
        struct toy t;
        toy_make(&t, dse, 12, out_c[i], -5);
        const struct block *b = toy_hour(&t, false);
        double is = b->quantity[Q_FACILITY_W][0] / b->quantity[Q_IT_W][0];
        assert_within(b->room_return_c[0][0], 35.2, .5);
        assert_within(is, pue[i], .12 * (pue[i] - 1));
        toy_free(&t);
    }
}

/* Annual net COP of 6 to 20 of such units by makers' data. */
static void annual_efficiency_of_pumped_units(void **state)
{
    (void)state;
    static const double mean_c[] = {3, 10, 16};
    for (int i = 0; i < 3; i++) {
        struct toy t;
        assert_true(toy_read(&t, dse));
        toy_weather(&t, HOURS_PER_YEAR, 0, -30, 101325);
        for (int h = 0; h < t.weather.n; h++)
            t.weather.t_c[h] = mean_c[i] - 10 * cos(2 * 3.14159265 * h / 8760) -
                               4 * cos(2 * 3.14159265 * h / 24);
        assert_true(toy_build(&t));
        struct year *y = toy_year(&t, false);
        double it = y->site.stat[Q_IT_W].sum, cooling = y->site.stat[Q_FACILITY_W].sum - it;
        assert_true(it / cooling > 6 && it / cooling < 20);
        toy_free(&t);
    }
}

static void what_cannot_be_is_refused(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    const char *glycol = toy_text(&a, loop, 20);
    assert_true(is_refused("condenser = water\n"));
    assert_true(is_refused(arena_format(&a, "rejects_to = loop.g\n%s", glycol)));
    assert_true(is_refused("economizer = pumped-refrigerant\n"));
    assert_true(is_refused("economizer_capacity = 10 kW\n"));
    assert_true(is_refused("economizer = coil\neconomizer_capacity = 10 kW\n"));
    assert_true(is_refused(arena_format(&a, "condenser = water\nrejects_to = loop.g\n%s"
                                            "[crah h]\nairflow = 8 m3/s\nfan_power = 1 kW\n"
                                            "capacity = 100 kW\nfrom = utility.grid\n"
                                            "rejects_to = loop.g\n", glycol)));
    assert_true(is_refused("cap_ft = 1, 2, 3\n"));
    assert_true(!is_refused(arena_format(&a, "condenser = glycol\nrejects_to = loop.g\n%s", glycol)));
    arena_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(thin_air_check_values),
        cmocka_unit_test(thin_air_costs_power),
        cmocka_unit_test(condenser_heat_goes_to_the_loop),
        cmocka_unit_test(head_pressure_holds),
        cmocka_unit_test(water_cooled_with_a_tower),
        cmocka_unit_test(pumped_refrigerant_takes_all),
        cmocka_unit_test(pumped_refrigerant_takes_a_part),
        cmocka_unit_test(blended_economizer_is_continuous),
        cmocka_unit_test(coil_on_the_glycol_loop),
        cmocka_unit_test(fewer_compressors_run),
        cmocka_unit_test(net_ratings_count_fans_once),
        cmocka_unit_test(pumped_unit_as_published),
        cmocka_unit_test(annual_efficiency_of_pumped_units),
        cmocka_unit_test(what_cannot_be_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
