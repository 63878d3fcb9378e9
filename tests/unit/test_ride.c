/* Rooms after a loss: the equations against their closed form, and what has power when. */

#include "toy_site.h"

#include <string.h>

#include "plan/failures.h"
#include "sim/ride.h"

static const double never = (double)INFINITY, none = (double)NAN;

/* ---- one room ------------------------------------------------------------------ */

/* PHYSICS 8: per m2 of floor. */
static const struct ridethrough per_m2 = {
    .heat_w = 2000, .air_j_k = 3621.6, .equip_j_k = 20000, .link_w_k = 100};

static const struct ride_span always = {(double)INFINITY, 0}, standing = {0, (double)INFINITY};

static struct ride_source heat(double heat_w, double until_s, double throttle_c, double trip_c)
{
    return (struct ride_source){
        .heat_w = heat_w, .until_s = until_s, .throttle_c = throttle_c, .trip_c = trip_c};
}

static struct ride_water water(struct ride_span flow, struct ride_span cold, double j_k,
                               double normal_w, double flow_w_k, double most_w, double supply_c)
{
    return (struct ride_water){.flow = flow,
                               .cold = cold,
                               .j_k = j_k,
                               .normal_w = normal_w,
                               .flow_w_k = flow_w_k,
                               .most_w = most_w,
                               .supply_c = supply_c};
}

static struct ride_case bare(const struct ride_source *source, struct ridethrough lump)
{
    return (struct ride_case){.lump = lump,
                              .inlet_c = 20,
                              .recommended_c = 27,
                              .allowable_c = 35,
                              .end_s = 900,
                              .n_source = 1,
                              .source = source};
}

static void closed_form(void **state)
{
    (void)state;
    static const double rows[][3] = {/* s, air K, equipment K */
                                     {10, 4.83653, .12420},
                                     {30, 11.48767, .91981},
                                     {60, 17.39136, 2.85077},
                                     {120, 24.21129, 7.61582},
                                     {300, 39.73710, 22.80441}};
    struct arena a = arena_new(NULL);
    struct ride_source servers = heat(2000, never, 40, none);
    struct ride_case c = bare(&servers, per_m2);
    struct ride r = ride_run(&c, &a);
    assert_true(r.is_solved);
    assert_int_equal(r.n, 901);
    assert_within(ridethrough_tau_s(&per_m2), 30.663, 5.1e-4);
    for (int i = 0; i < 5; i++) {
        int s = (int)rows[i][0];
        assert_within(r.inlet_c[s] - 20, rows[i][1], 1e-5);
        assert_within(r.equip_c[s] - 20, rows[i][2], 1e-5);
    }
    for (int s = 0; s < r.n; s++)
        assert_within(r.inlet_c[s] - 20, ridethrough_air_rise_k(&per_m2, s), 1e-7);
    assert_within(r.recommended_s, ridethrough_time_s(&per_m2, 7), 1e-6);
    assert_within(r.allowable_s, ridethrough_time_s(&per_m2, 15), 1e-6);
    assert_within(r.throttle_s, ridethrough_time_s(&per_m2, 20), 1e-6);
    assert_int_equal(r.first_throttle, 0);
    assert_int_equal(r.first_trip, -1);
    assert_true(isinf(r.trip_s));
    arena_free(&a);
}

/* K/min per kW/m2 in air alone, and where equipment has settled. */
static void rates_of_rise(void **state)
{
    (void)state;
    static const double air[][3] = {{1, 3, 16.57}, {2, 3, 33.13}, {5, 3, 82.84}, {1, 4, 12.43}};
    static const double both[][3] = {
        {1000, 10000, 4.405}, {2000, 20000, 5.080}, {5000, 40000, 6.877}};
    struct arena a = arena_new(NULL);
    for (int i = 0; i < 4; i++) {
        struct ride_source servers = heat(air[i][0] * 1000, never, none, none);
        struct ride_case c =
            bare(&servers, (struct ridethrough){0, 3621.6 * air[i][1] / 3, 0, 100});
        assert_within(ride_run(&c, &a).inlet_c[60] - 20, air[i][2], 5.1e-3);
    }
    for (int i = 0; i < 3; i++) {
        struct ride_source servers = heat(both[i][0], never, none, none);
        struct ride_case c = bare(&servers, (struct ridethrough){0, 3621.6, both[i][1], 100});
        struct ride r = ride_run(&c, &a);
        assert_within(r.inlet_c[900] - r.inlet_c[840], both[i][2], 5.1e-4);
    }
    arena_free(&a);
}

/* 10 m3 of water, 6 K, 1 MW: 4.186 min, behind a coil that takes all. */
static void water_stores(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    struct ride_source servers = heat(1e6, never, none, none);
    struct ride_unit coil = {{never, 0}, 1e6, 2e5, never, 0, 1e5, 40};
    struct ride_water tank = water(always, standing, 10 * 4186e3, 1e6, 4e4, 2e6, 10);
    struct ride_case c = bare(&servers, (struct ridethrough){0, 1e6, 1e6, 1e5});
    c.n_unit = c.n_water = 1;
    c.unit = &coil;
    c.water = &tank;
    struct ride r = ride_run(&c, &a);
    assert_within(r.water_c[251], 10 + 6 * 251 / 251.16, 1e-6);
    assert_within(r.inlet_c[251], 20, 1e-6);
    for (int s = 0; s < r.n; s++) /* what is made is stored */
        assert_within(1e6 * (r.inlet_c[s] - 20 + r.equip_c[s] - 20) +
                          tank.j_k * (r.water_c[s] - 10),
                      1e6 * s, 1e-6 * (1 + 1e6 * s));
    assert_true(r.inlet_c[900] > 21); /* warm water carries less */
    tank.cold.from_s = 300;           /* chillers of twice the heat are back */
    r = ride_run(&c, &a);
    assert_within(r.max_c, 20, 1e-6);
    assert_within(r.water_c[300], 10 + 6 * 300 / 251.16, 1e-6);
    assert_within(r.water_c[900], 10 + 6 * 300 / 251.16 * exp(-600 * 4e4 / tank.j_k), 1e-4);
    tank.flow = (struct ride_span){0, never};
    assert_within(ride_run(&c, &a).cooled_w[100], 0, 0);
    arena_free(&a);
}

/* The group that trips first stops heating; one without power does not count. */
static void the_first_is_named(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    const struct ride_source three[] = {heat(500, never, 40, 45), heat(1000, never, 38, 42),
                                        heat(500, 5, 30, 32)};
    struct ride_case c = bare(three, per_m2);
    c.n_source = 3;
    struct ride r = ride_run(&c, &a);
    assert_true(r.is_solved);
    assert_int_equal(r.first_throttle, 1);
    assert_int_equal(r.first_trip, 1);
    assert_within(r.heat_w[4], 2000, 0);
    assert_within(r.heat_w[5], 1500, 0);
    int after = (int)r.trip_s + 1;
    assert_within(r.inlet_c[after] < 42.5, 1, 0);
    assert_within(r.heat_w[after], 500, 0);
    assert_true(r.throttle_s < r.trip_s);
    arena_free(&a);
}

/* 20 s without cooling, then a unit of 120 % holds the room. */
static void cooling_comes_back(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    struct ride_source servers = heat(2000, never, none, 45);
    struct ride_unit unit = {{0, 20}, 2000, 200, 2400, -1, 0, 0};
    struct ride_case c = bare(&servers, per_m2);
    c.n_unit = 1;
    c.unit = &unit;
    struct ride r = ride_run(&c, &a);
    assert_within(r.max_c - 20, ridethrough_air_rise_k(&per_m2, 20), 1e-7);
    assert_within(r.max_s, 20, 1e-9);
    assert_true(r.inlet_c[900] < 20.5 && isinf(r.trip_s));
    arena_free(&a);
}

/* More mass never shortens the time, more heat never lengthens it. */
static void mass_helps_and_heat_hurts(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    struct ride_unit unit = {{0, 60}, 0, 150, 1800, 0, 120, 33};
    struct ride_water tank =
        water((struct ride_span){0, 15}, (struct ride_span){0, 200}, 0, 0, 80, 2500, 15);
    for (int k = 0; k < 60; k++) {
        double heat_w = 500 + 71 * k, last = 0, last_c = never;
        struct ride_source servers = heat(heat_w, never, 36, 42);
        unit.normal_w = tank.normal_w = fmin(heat_w, 1800);
        for (double by = 1; by < 300; by *= 3) {
            struct ridethrough lump = per_m2;
            struct ride_case c = bare(&servers, lump);
            c.n_unit = c.n_water = 1;
            c.unit = &unit;
            c.water = &tank;
            if (k % 3 == 0) c.lump.air_j_k *= by;
            if (k % 3 == 1) c.lump.equip_j_k *= by;
            tank.j_k = k % 3 == 2 ? 2000 * by : 50000;
            struct ride r = ride_run(&c, &a);
            assert_true(r.is_solved && r.allowable_s >= last - 1e-6);
            assert_true(r.max_c <= last_c + 1e-6);
            last = r.allowable_s;
            last_c = r.max_c;
        }
    }
    double sooner = never;
    for (double q = 200; q < 1e4; q *= 1.3) {
        struct ride_source s = heat(q, never, 36, 42);
        struct ride_case c = bare(&s, per_m2);
        double t = ride_run(&c, &a).trip_s;
        assert_true(t <= sooner);
        sooner = t;
    }
    arena_free(&a);
}

/* 10 m3 in a stratified tank: the supply stays cold for 4.186 min, to the digit; then what
   it took in warms all. */
static void a_tank_lasts_its_volume(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    struct ride_source servers = heat(1e6, never, none, none);
    struct ride_unit coil = {always, 1e6, 2e5, never, 0, 1e5, 40};
    struct ride_water loop = water(always, standing, 2 * 4186e3, 1e6, 1e6 / 6, 2e6, 10);
    loop.buffer_j_k = 10 * 4186e3;
    loop.drawn_w_k = 1e6 / 6;
    struct ride_case c = bare(&servers, (struct ridethrough){0, 1e6, 1e6, 1e5});
    c.n_unit = c.n_water = 1;
    c.unit = &coil;
    c.water = &loop;
    struct ride r = ride_run(&c, &a);
    assert_true(r.is_solved);
    assert_near(251.16 / 60, 4.186, 1e-12);
    assert_within(r.water_c[251], 10, 1e-12); /* and at 251.16 s it is exhausted */
    double mixed_c = 10 + 6 * 10.0 / 12;
    assert_within(r.water_c[252], mixed_c + (252 - 251.16) * 1e6 / (12 * 4186e3), 1e-6);
    for (int s = 252; s < r.n; s++)
        assert_within(1e6 * (r.inlet_c[s] - 20 + r.equip_c[s] - 20) +
                          12 * 4186e3 * (r.water_c[s] - 10),
                      1e6 * s, 1e-6 * 1e6 * s);
    loop.cold.from_s = 200; /* cold again before that: nothing is seen of it */
    r = ride_run(&c, &a);
    assert_within(r.water_c[900], 10, 1e-9);
    loop.cold.from_s = never;
    loop.drawn_w_k *= 2; /* a constant pump at twice the flow */
    r = ride_run(&c, &a);
    assert_within(r.water_c[125], 10, 1e-12);
    assert_true(r.water_c[126] > 12);
    arena_free(&a);
}

/* ---- coolant ------------------------------------------------------------------------- */

/* PHYSICS 7: a rack of 85 kW and 60 L of PG25 at 40 degC. */
static const double rack_j_k = 0.060 * 1009.91 * 3968.6;

static struct ride_source plates(double max_c, double throttle_c, double trip_c)
{
    struct ride_source s = heat(0, never, none, none);
    s.liquid_w = 85e3;
    s.coolant_max_c = max_c;
    s.coolant_throttle_c = throttle_c;
    s.coolant_trip_c = trip_c;
    return s;
}

static struct ride_case liquid(const struct ride_source *s, const struct ride_coolant *x,
                               const struct ride_water *w)
{
    struct ride_case c = bare(s, per_m2);
    c.n_coolant = c.n_water = 1;
    c.coolant = x;
    c.water = w;
    return c;
}

static void coolant_that_stands_heats_at_once(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    struct ride_source s = plates(45, 52, 60);
    struct ride_water w = water(always, always, 0, 85e3, 8500, 2e5, 32);
    struct ride_coolant x = {standing, 0, rack_j_k, rack_j_k, 85e3, 8500, 85e3 / 4, 40};
    struct ride_case c = liquid(&s, &x, &w);
    struct ride r = ride_run(&c, &a);
    assert_true(r.is_solved);
    assert_within((r.coolant_c[20] - r.coolant_c[0]) / 20, .3535, 5.1e-5);
    assert_within(r.coolant_s, 5 / (85e3 / rack_j_k), 1e-6);
    assert_within(r.throttle_s, 12 / (85e3 / rack_j_k), 1e-6);
    assert_within(r.trip_s, 20 / (85e3 / rack_j_k), 1e-6);
    assert_true(r.trip_s < 60 && r.coolant_trips && r.coolant_throttles);
    assert_within(r.end_s, r.trip_s, 0); /* nothing heats any more */
    assert_within(r.max_coolant_c, 60, 1e-6);
    assert_within(r.inlet_c[20], 20, 0);
    x.flow.from_s = 15; /* pumps are back in time */
    r = ride_run(&c, &a);
    assert_true(isinf(r.trip_s) && isfinite(r.coolant_s));
    assert_within(r.max_coolant_c, 40 + 15 * 85e3 / rack_j_k, 1e-6);
    assert_within(r.coolant_c[900], 40, 1e-4);
    arena_free(&a);
}

/* All runs: nothing moves.  Water stands: coolant warms as one mass.  Water runs warm: it
   stores, too. */
static void coolant_warms_with_its_water(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    struct ride_source s = plates(none, none, none);
    struct ride_water w = water(always, always, 0, 85e3, 8500, 2e5, 32);
    struct ride_coolant x = {always, 0, rack_j_k, 3 * rack_j_k, 85e3, 8500, 85e3 / 4, 40};
    struct ride_case c = liquid(&s, &x, &w);
    struct ride r = ride_run(&c, &a);
    assert_within(r.coolant_c[900], 40, 1e-9);
    w.flow = standing;
    r = ride_run(&c, &a);
    double rate = 85e3 / (4 * rack_j_k), lag_s = .75 * rack_j_k / 8500;
    /* the racks begin last: they lag behind the mean by C_u / (C_r + C_u) C_r / F */
    assert_within(r.coolant_c[900] - r.coolant_c[899], rate, 1e-9);
    assert_within(r.coolant_c[900], 40 + rate * (900 - lag_s), 1e-6);
    w.flow = always;
    w.cold = standing;
    w.j_k = 20 * rack_j_k;
    r = ride_run(&c, &a);
    assert_true(r.water_c[900] > 32 + 4 && r.coolant_c[900] < 40 + 900 * rate);
    rate = 85e3 / (24 * rack_j_k); /* of all; the exchanger passes what the water stores */
    assert_within(r.coolant_c[900] - r.coolant_c[899], rate, 1e-6);
    assert_within(r.coolant_c[900] - r.water_c[900], 4 * 20.0 / 24 - rate * rack_j_k / 8500, 1e-5);
    arena_free(&a);
}

/* More coolant never shortens the time, more heat never lengthens it. */
static void coolant_helps_and_heat_hurts(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    for (int k = 0; k < 40; k++) {
        double heat_w = 20e3 + 7e3 * k, last = 0;
        struct ride_source s = plates(45, 52, none);
        s.liquid_w = heat_w;
        struct ride_span pumps = k % 2 ? (struct ride_span){5, 5 + k} : always;
        struct ride_water w = water(always, (struct ride_span){0, 200 + 3 * k}, (1 + k % 5) * 1e6,
                                    heat_w, heat_w / 10, 2 * heat_w, 32);
        for (double by = 1; by < 50; by *= 2) {
            struct ride_coolant x = {pumps,  0,           by * rack_j_k, 2 * by * rack_j_k,
                                     heat_w, heat_w / 10, heat_w / 4,    40};
            struct ride_case c = liquid(&s, &x, &w);
            struct ride r = ride_run(&c, &a);
            assert_true(r.is_solved && r.throttle_s >= last - 1e-6);
            assert_true(r.throttle_s >= r.coolant_s || isinf(r.throttle_s));
            last = r.throttle_s;
        }
        double sooner = never;
        for (double q = heat_w; q < 8 * heat_w; q *= 1.5) {
            s.liquid_w = q;
            struct ride_coolant x = {pumps,  0,           rack_j_k,   rack_j_k,
                                     heat_w, heat_w / 10, heat_w / 4, 40};
            struct ride_case c = liquid(&s, &x, &w);
            double t = ride_run(&c, &a).throttle_s;
            assert_true(t <= sooner + 1e-6);
            sooner = t;
        }
    }
    arena_free(&a);
}

/* ---- of a site -------------------------------------------------------------------- */

/* Ten servers of 5 kW on a UPS; what cools hangs on a switch. */
static const char hall[] =
    "[room hall]\nsupply = 20 degC\nrecirculation = 0 %\nbypass = 0 %\nclass = A2\n"
    "[crac c]\ncount = 2\nairflow = 10 m3/s\nfan_power = 0 kW\ncapacity = 60 kW\ncop = 4\n"
    "wet_bulb_min = 19.44 degC\nwet_bulb_max = 19.44 degC\nfrom = ats.t\n"
    "[server s]\ncount = 10\nleakage = 0 %/K\nairflow = 0.5 m3/s\npower_idle = 1 kW\n"
    "power_typical = 5 kW\npower_maximum = 5 kW\ninlet_max = 35 degC\ninlet_trip = 42 degC\n"
    "weight = 40 kg\nfrom = ups.u\n"
    "[ups u]\nfrom = ats.t\nbattery = b\nmodules = 1\nmodule_power = 60 kW\nc0 = 0.01\n"
    "c1 = 0.01\nc2 = 0.01\n";

static struct failures *find(struct toy *t, const char *text)
{
    toy_make(t, text, 12, 30, 10);
    struct year *design = toy_year(t, true), *year = toy_year(t, false);
    struct limits_case *c = ARENA_ARRAY(&t->arena, struct limits_case, 1);
    *c = (struct limits_case){
        &t->site, t->plant, &t->racks, &t->design, design, &t->weather.calendar, 1, NULL};
    struct failures_case f = {c, &t->normal, year, 0, NULL};
    struct failures *out = failures_find(&f, &t->arena, &t->ds);
    assert_non_null(out);
    return out;
}

static const struct ride_through *ride(const struct failures *f, const char *state)
{
    for (int i = 0; i < f->ride.n; i++)
        if (!strcmp(f->ride.item[i].state, state)) return &f->ride.item[i];
    for (int i = 0; i < f->ride.n; i++) print_error("  %s\n", f->ride.item[i].state);
    fail_msg("no ride-through of '%s'", state);
    return NULL;
}

static bool has_note(const struct failures *f, const char *text)
{
    for (int i = 0; i < f->ride.n_note; i++)
        if (strstr(f->ride.note[i], text)) return true;
    return false;
}

static struct failures *solve(struct toy *t, const char *room, double energy_kwh, const char *more)
{
    struct arena a = arena_new(NULL);
    const char *text =
        arena_format(&a, "[room hall]\n%s%s[battery b]\nenergy = %g kWh\n[ats t]\n%s", room,
                     hall + strlen("[room hall]\n"), energy_kwh, more);
    struct failures *f = find(t, text);
    arena_free(&a);
    return f;
}

static const char grid[] = "from = utility.grid\n";
static const char with_generator[] = "from = utility.grid, generator.g\nshare = standby\n"
                                     "[generator g]\nrated_power = 200 kW\nstart = 20 s\n";

/* 50 kW in 100 m3 and 200 kg that take part: the closed form says when. */
static void servers_on_ups_trip_without_cooling(void **state)
{
    (void)state;
    struct toy t;
    struct failures *f = solve(&t, "area = 50 m2\nheight = 3 m\n", 100, grid);
    const struct ride_through *x = ride(f, "utility.grid lost");
    double air = ridethrough_air_j_m3_k(20, 101325) * 150;
    struct ridethrough lump = {x->heat_w, air, 550 * .5 * 400, 5000};
    assert_near(x->heat_w, 50e3, 1e-6);
    assert_within(x->ride.inlet_c[0], 20, 1e-6);
    assert_within(x->ride.trip_s, ridethrough_time_s(&lump, 22), 0.01);
    assert_within(x->ride.allowable_s, ridethrough_time_s(&lump, 15), 0.01);
    assert_string_equal(x->trip_first, "server.s");
    assert_false(x->is_borne);
    assert_true(isinf(x->air_s) && isinf(x->cooled_s));
    assert_near(x->power_s, 100 * 3.6e6 * .8 * .8 * .96 / 50e3, 1e-6);
    toy_free(&t);
}

static void a_generator_and_mass_save_them(void **state)
{
    (void)state;
    struct toy t;
    struct failures *f = solve(&t, "area = 50 m2\nheight = 3 m\n", 100, with_generator);
    const struct ride_through *x = ride(f, "utility.grid lost");
    assert_within(x->air_s, 20, 1e-9);
    assert_within(x->cooled_s, 200, 1e-9); /* and the restart of 180 s */
    assert_false(x->is_borne);
    toy_free(&t);
    f = solve(&t,
              "area = 50 m2\nheight = 3 m\nequipment_heat_capacity = 1500 kJ/K\n"
              "equipment_coupling = 300 W/m2/K\n",
              100, with_generator);
    x = ride(f, "utility.grid lost");
    assert_true(x->is_borne && isinf(x->ride.trip_s));
    assert_true(isinf(x->power_s));
    assert_within(x->cooled_s, 200, 1e-9);
    assert_within(x->ride.max_s, 200, 1e-6);
    assert_true(x->ride.inlet_c[900] < x->ride.max_c - 5);
    toy_free(&t);
    /* a battery that ends before the generator carries */
    f = solve(&t, "area = 50 m2\nheight = 3 m\n", 0.2, with_generator);
    x = ride(f, "utility.grid lost");
    assert_near(x->power_s, 0.2 * 3.6e6 * .8 * .8 * .96 / 50e3, 1e-6);
    assert_within(x->ride.end_s, x->power_s, 1e-9);
    toy_free(&t);
}

static void what_is_missing_is_said(void **state)
{
    (void)state;
    struct toy t;
    struct failures *f = solve(&t, "area = 50 m2\n", 100, grid);
    assert_int_equal(f->ride.n, 0);
    assert_true(has_note(f, "room.hall: area or height is not given"));
    toy_free(&t);
}

/* Cooling that stands while the utility is there. */
static void cooling_alone_is_lost(void **state)
{
    (void)state;
    struct toy t;
    struct failures *f = solve(&t, "area = 50 m2\nheight = 3 m\n", 100,
                               "from = switchboard.x\n[switchboard x]\nfrom = utility.grid\n");
    assert_false(ride(f, "ats.t lost")->is_borne);
    for (int i = 0; i < f->ride.n; i++) /* one unit of two cools on */
        assert_string_not_equal(f->ride.item[i].state, "one crac.c lost");
    toy_free(&t);
}

/* Fans and pump on the UPS, the chiller on the generator: water carries the room. */
static const char chilled[] =
    "[room hall]\nsupply = 22 degC\nrecirculation = 0 %%\nbypass = 0 %%\narea = 50 m2\n"
    "height = 3 m\n"
    "[crah a]\ncount = 2\nairflow = 8 m3/s\nfan_power = 0 kW\ncapacity = 60 kW\n"
    "rejects_to = loop.chw\nfrom = ups.u\n"
    "[loop chw]\nsupply = 12 degC\ndesign_heat = 60 kW\nhead = 0 kPa\nrejects_to = chiller.ch\n"
    "from = ups.u\n%s"
    "[chiller ch]\ncapacity = 100 kW\ncop = 4\ncap_ft = 1, 0, 0, 0, 0, 0\n"
    "eir_ft = 1, 0, 0, 0, 0, 0\neir_plr = 0, 1, 0\nwater_max = 20 degC\nfrom = ats.t\n%s";

static void chilled_water_carries_the_room(void **state)
{
    (void)state;
    struct toy t;
    struct arena a = arena_new(NULL);
    const char *rest = strstr(hall, "[server s]");
    for (int i = 0; i < 2; i++) {
        const char *water = arena_format(&a, chilled, i ? "volume = 3 m3\n" : "", rest);
        struct failures *f =
            find(&t, arena_format(&a, "%s[battery b]\nenergy = 100 kWh\n[ats t]\n%s", water,
                                  with_generator));
        const struct ride_through *x = ride(f, "utility.grid lost");
        assert_within(x->air_s, 0, 0);
        assert_within(x->cooled_s, 320, 1e-9);
        assert_int_equal(x->is_borne, i);
        assert_int_equal(has_note(f, "loop.chw: volume is not given"), !i);
        double rise_k = x->heat_w * 320 / (3 * 4190e3); /* less what the room takes */
        if (i) assert_near(x->ride.water_c[320] - 12, rise_k, 0.02);
        toy_free(&t);
    }
    arena_free(&a);
}

/* Ten servers of 5 kW, of which 80 % go to coolant; the pumps of its unit hang on the switch,
   so they stand for the 20 s to the generator. */
static const char plates_site[] =
    "[room hall]\nsupply = 20 degC\nrecirculation = 0 %%\nbypass = 0 %%\narea = 50 m2\n"
    "height = 3 m\n%s"
    "[rack r]\ncount = 2\nroom = hall\nunits = 40 U\n"
    "[crac c]\ncount = 2\nairflow = 10 m3/s\nfan_power = 0 kW\ncapacity = 60 kW\ncop = 4\n"
    "wet_bulb_min = 19.44 degC\nwet_bulb_max = 19.44 degC\nfrom = ups.u\n"
    "[server s]\ncount = 10\nleakage = 0 %%/K\nairflow = 0.5 m3/s\npower_idle = 1 kW\n"
    "power_typical = 5 kW\npower_maximum = 5 kW\nweight = 40 kg\nfrom = ups.u\nrack = r\n"
    "height = 8 U\nroom = hall\naccelerators = 8\naccelerator_power = 500 W\n"
    "plate_resistance = 0.04 K/W\nchip_limit = 85 degC\nchip_shutdown = 92 degC\n"
    "plate_heat_capacity = 3 kJ/K\ncoolant_max = 45 degC\nliquid_capture = 80 %%\ncdu = d\n"
    "[cdu d]\ncount = 2\ncapacity = 40 kW\napproach = 4 K\nsupply = 40 degC\nglycol = 25 %%\n"
    "head = 0 kPa\nrejects_to = loop.w\nfrom = ats.t\n%s"
    "[loop w]\nsupply = 30 degC\nrise = 10 K\ndesign_heat = 60 kW\nhead = 0 kPa\n"
    "rejects_to = drycooler.y\nfrom = ups.u\n%s"
    "[drycooler y]\ncapacity = 80 kW\nair = 20 degC\nwater_in = 40 degC\nwater_out = 30 degC\n"
    "airflow = 12 m3/s\nfan_power = 0 kW\nfrom = ups.u\n"
    "[ups u]\nfrom = ats.t\nbattery = b\nmodules = 1\nmodule_power = 100 kW\nc0 = 0.01\n"
    "c1 = 0.01\nc2 = 0.01\n[battery b]\nenergy = 100 kWh\n[ats t]\n%s";

static struct failures *solve_plates(struct toy *t, const char *room, const char *cdu,
                                     const char *loop)
{
    struct arena a = arena_new(NULL);
    struct failures *f = find(t, arena_format(&a, plates_site, room, cdu, loop, with_generator));
    arena_free(&a);
    return f;
}

static void coolant_of_a_site_stands_until_the_generator(void **state)
{
    (void)state;
    struct toy t;
    struct failures *f =
        solve_plates(&t, "", "volume = 60 L\nrack_share = 25 %\n", "volume = 1 m3\n");
    const struct ride_through *x = ride(f, "utility.grid lost");
    double rack = .25 * 2 * .060 * 1009.91 * 3968.6 + 10 * 3000, q = .8 * 50e3;
    assert_within(x->coolant_flow_s, 20, 1e-9);
    assert_within(x->cooled_s, 20, 1e-9);
    assert_within(x->ride.coolant_c[0], 40, 1e-9);
    assert_near(x->ride.coolant_c[20] - 40, 20 * q / rack, 1e-4);
    assert_near(x->ride.coolant_s, 5 * rack / q, 1e-4);
    assert_string_equal(x->coolant_first, "server.s");
    assert_near(x->bears_s, x->ride.coolant_s, 1e-12);
    assert_string_equal(x->bears_why, "coolant limit");
    assert_true(x->is_borne && x->ride.max_c < 21); /* the air is cooled all the time */
    assert_within(x->ride.coolant_c[900], 40, .05);
    toy_free(&t);
    f = solve_plates(&t, "", "", "volume = 1 m3\n");
    assert_true(has_note(f, "cdu.d: volume is not given; its coolant is not followed"));
    toy_free(&t);
}

static const char *swap(struct arena *a, const char *text, const char *from, const char *to)
{
    const char *at = strstr(text, from);
    assert_non_null(at);
    return arena_format(a, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
}

/* The same servers without fans in oil of 820 kg/m3 and 2.15 kJ/kg/K, which they call inlet:
   they are off when it has 44 degC. */
static void oil_of_a_tank_warms_and_trips(void **state)
{
    (void)state;
    struct toy t;
    struct arena a = arena_new(NULL);
    const char *text = arena_format(&a, plates_site, "", "volume = 60 L\nrack_share = 25 %\n",
                                    "volume = 1 m3\n", with_generator);
    text = swap(&a, text, "airflow = 0.5 m3/s",
                "airflow = 0 m3/s\nliquid_by = immersion\ninlet_max = 42 degC\n"
                "inlet_trip = 44 degC");
    text =
        swap(&a, text, "glycol = 25 %",
             "fluid = dielectric\nfluid_density = 820 kg/m3\nfluid_heat_capacity = 2.15 kJ/kg/K\n"
             "fluid_viscosity = 8.5 mm2/s\nfluid_conductivity = 0.135 W/m/K");
    const struct ride_through *x = ride(find(&t, text), "utility.grid lost");
    double tank_j_k = .25 * 2 * .060 * 820 * 2150 + 10 * 3000, q = .8 * 50e3;
    assert_near(x->ride.coolant_c[8] - x->ride.coolant_c[0], 8 * q / tank_j_k, 1e-4);
    assert_near(x->ride.trip_s, (44 - x->ride.coolant_c[0]) * tank_j_k / q, 1e-4);
    toy_free(&t);
    arena_free(&a);
}

/* A promise of a minute is broken, one of ten seconds is not. */
static void what_was_asked_is_a_limit(void **state)
{
    (void)state;
    struct toy t;
    for (int i = 0; i < 2; i++) {
        struct failures *f = solve_plates(&t, i ? "ride_through = 1 min\n" : "ride_through = 1 s\n",
                                          "volume = 60 L\nrack_share = 25 %\n", "volume = 1 m3\n");
        const struct failure *x = NULL;
        for (int k = 0; k < f->n; k++)
            if (!strcmp(f->item[k].state, "utility.grid lost")) x = &f->item[k];
        assert_non_null(x);
        const struct limit *l = NULL;
        for (int k = 0; k < x->n_row; k++)
            if (!strcmp(x->row[k].limit.resource, "ride-through")) l = &x->row[k].limit;
        assert_non_null(l);
        assert_string_equal(l->element, "room.hall");
        assert_near(l->used, i ? 1 : 1 / 60.0, 1e-12);
        assert_near(l->limit, ride(f, "utility.grid lost")->bears_s / 60, 1e-12);
        assert_int_equal(l->is_broken, i);
        assert_int_equal(x->is_hot, i);
        assert_int_equal(x->survives, !i);
        toy_free(&t);
    }
}

/* The pumps are lost for good: chips first throttle, then shut down, in a rack with a name. */
static void the_first_rack_is_named(void **state)
{
    (void)state;
    struct toy t;
    struct failures *f = solve_plates(&t, "", "volume = 60 L\nneeded = 2\n", "volume = 1 m3\n");
    const struct ride_through *worst[2];
    assert_int_equal(ride_governing(&f->ride, worst, 2), 1);
    toy_free(&t);
    struct arena a = arena_new(NULL);
    f = find(&t, arena_format(&a, plates_site, "", "volume = 60 L\n", "volume = 1 m3\n",
                              "from = utility.grid\n"));
    const struct ride_through *x = ride(f, "ats.t lost");
    double rack = .3 * 2 * .060 * 1009.91 * 3968.6 + 10 * 3000, q = .8 * 50e3;
    assert_true(isinf(x->coolant_flow_s) && isinf(x->cooled_s));
    assert_near(x->ride.throttle_s, (45 - .04 * 500) * rack / q, 1e-4);
    assert_near(x->ride.trip_s, (52 - .04 * 500 * .3) * rack / q, 1e-4);
    assert_true(x->ride.coolant_throttles && x->ride.coolant_trips);
    assert_string_equal(x->trip_first, "server.s");
    assert_string_equal(x->trip_racks, "rack.r 1, rack.r 2");
    assert_int_equal(ride_governing(&f->ride, worst, 2), 1);
    assert_true(worst[0]->bears_s <= x->bears_s);
    toy_free(&t);
    arena_free(&a);
}

/* The same 3 m3 last longer in a stratified tank at first: supply stays as cold as ever. */
static void a_tank_of_a_site(void **state)
{
    (void)state;
    struct toy t;
    struct arena a = arena_new(NULL);
    const char *rest = strstr(hall, "[server s]");
    const char *text = arena_format(&a, chilled, "volume = 0.5 m3\nbuffer = 3 m3\n", rest);
    struct failures *f = find(
        &t, arena_format(&a, "%s[battery b]\nenergy = 100 kWh\n[ats t]\n%s", text, with_generator));
    const struct ride_through *x = ride(f, "utility.grid lost");
    double drawn_w_k = 60e3 / 6 * x->heat_w / 60e3; /* of a pump that follows the heat */
    double lasts_s = 3 * 4190e3 / drawn_w_k;
    assert_true(lasts_s > 320 && x->is_borne);
    for (int s = 0; s <= 320; s++) assert_within(x->ride.water_c[s], 12, 1e-9);
    toy_free(&t);
    arena_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(closed_form),
        cmocka_unit_test(rates_of_rise),
        cmocka_unit_test(water_stores),
        cmocka_unit_test(the_first_is_named),
        cmocka_unit_test(cooling_comes_back),
        cmocka_unit_test(mass_helps_and_heat_hurts),
        cmocka_unit_test(a_tank_lasts_its_volume),
        cmocka_unit_test(coolant_that_stands_heats_at_once),
        cmocka_unit_test(coolant_warms_with_its_water),
        cmocka_unit_test(coolant_helps_and_heat_hurts),
        cmocka_unit_test(servers_on_ups_trip_without_cooling),
        cmocka_unit_test(a_generator_and_mass_save_them),
        cmocka_unit_test(what_is_missing_is_said),
        cmocka_unit_test(cooling_alone_is_lost),
        cmocka_unit_test(chilled_water_carries_the_room),
        cmocka_unit_test(coolant_of_a_site_stands_until_the_generator),
        cmocka_unit_test(oil_of_a_tank_warms_and_trips),
        cmocka_unit_test(what_was_asked_is_a_limit),
        cmocka_unit_test(the_first_rack_is_named),
        cmocka_unit_test(a_tank_of_a_site),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
