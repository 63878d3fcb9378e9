/* The power budget of small networks whose numbers are worked by hand. */

#include "random_site.h"

#include <string.h>

#include "plan/power_budget.h"
#include "sim/outage.h"

/* The cooling has a utility of its own, so that the chain carries servers alone. */
static const char base[] =
    "voltage = 10 kV LL\n[utility cooling]\nvoltage = 400 V LL\n"
    "[room hall]\nsupply = 20 degC\nrecirculation = 0 %\nbypass = 0 %\n"
    "[crac c]\ncount = 3\nneeded = 2\nairflow = 40 m3/s\nfan_power = 0 kW\ncapacity = 200 kW\ncop = 4\n"
    "wet_bulb_min = 19.44 degC\nwet_bulb_max = 19.44 degC\nfrom = utility.cooling\n";

struct solved {
    struct toy t;
    const struct power_budget *p;
};

static void budget(struct solved *s)
{
    struct toy *t = &s->t;
    const struct outage *o = outage_make(t->plant, NULL, 0, &t->arena);
    const struct calendar *c = &t->weather.calendar;
    struct year *year = outage_run(o, &t->normal, c, KEEP_ALL, 1, &t->arena);
    struct year *design = outage_run(o, &t->design, c, KEEP_ALL, 1, &t->arena);
    struct limits_case l = {&t->site, t->plant, &t->racks, &t->design, design, c, 1, NULL};
    struct power_case k = {&l, &t->normal, year};
    s->p = power_budget_find(&k, &t->arena);
    /* the hours found are those of the years */
    assert_near(s->p->balance.all.budget_w, year->site.stat[Q_FACILITY_W].max, 1e-12);
    assert_near(s->p->balance.all.peak_w, design->site.stat[Q_FACILITY_W].max, 1e-12);
    assert_near(s->p->balance.all.energy_kwh, year->site.stat[Q_FACILITY_W].sum / 1000, 1e-9);
}

static void solve(struct solved *s, const char *more, double diversity)
{
    struct arena a = arena_new(NULL);
    toy_make(&s->t, arena_format(&a, "%s%s", base, more), 24, 35, 10);
    s->t.design.diversity = diversity;
    budget(s);
    arena_free(&a);
}

static const struct power_row *row(const struct solved *s, const char *element)
{
    for (int i = 0; i < s->p->n; i++)
        if (!strcmp(s->p->row[i].element, element)) return &s->p->row[i];
    fail_msg("no element %s", element);
    return NULL;
}

static const struct power_line *part(const struct solved *s, const char *key)
{
    const struct power_balance *x = &s->p->balance;
    for (int i = 0; i < x->n; i++)
        if (!strcmp(x->line[i].key, key)) return &x->line[i];
    for (int i = 0; i < x->n; i++) print_error("  %s\n", x->line[i].key);
    fail_msg("no part %s", key);
    return NULL;
}

static void expect_closed(const struct solved *s)
{
    const struct power_line *rest = &s->p->balance.residual;
    assert_true(rest->budget_w <= 1e-9);
    assert_true(rest->peak_w <= 1e-9);
    assert_true(rest->energy_kwh <= 1e-9);
}

static const char chain[] =
    "[transformer x]\nrated_power = 25 kVA\nno_load_loss = 50 W\nload_loss = 400 W\n"
    "voltage = 400 V LL\nprimary = 10 kV LL\nfrom = utility.grid\n"
    "[ups u]\nmodule_power = 20 kW\nc0 = 0.01\nc1 = 0.02\nc2 = 0.03\nfrom = transformer.x\n"
    "[pdu p]\nproportional_loss = 1 %\nrated_power = 16 kW\nusable = 75 %\nfrom = ups.u\n"
    "[rackpdu r]\nproportional_loss = 2 %\nfrom = pdu.p\n"
    "[server s]\nleakage = 0 %/K\nairflow = 0.05 m3/s\npower_idle = 0.6 kW\n"
    "power_typical = 0.6 kW\npower_maximum = 1 kW\nfrom = rackpdu.r\ncount = @\n";

struct chain { /* what each level puts out, W */
    double rackpdu, pdu, ups, transformer, grid;
};

static struct chain chain_of(double w)
{
    struct chain c = {.rackpdu = w, .pdu = 1.02 * w, .ups = 1.01 * 1.02 * w};
    double x = c.ups / 20000, y;
    c.transformer = c.ups + 20000 * (0.01 + 0.02 * x + 0.03 * x * x);
    y = c.transformer / (0.95 * 25000);
    c.grid = c.transformer + 50 + 400 * y * y;
    return c;
}

static void expect_chain(const struct solved *s, double nameplate_w, double budget_w, double peak_w)
{
    const struct chain b = chain_of(budget_w), k = chain_of(peak_w);
    const struct {
        const char *element;
        double budget_w, peak_w, in_w;
        int depth;
    } want[] = {{"rackpdu.r", b.rackpdu, k.rackpdu, k.pdu, 4},
                {"pdu.p", b.pdu, k.pdu, k.ups, 3},
                {"ups.u", b.ups, k.ups, k.transformer, 2},
                {"transformer.x", b.transformer, k.transformer, k.grid, 1},
                {"utility.grid", b.grid, k.grid, k.grid, 0}};
    for (int i = 0; i < 5; i++) {
        const struct power_row *r = row(s, want[i].element);
        assert_near(r->nameplate_w, nameplate_w, 1e-12);
        assert_near(r->budget_w, want[i].budget_w, 1e-9);
        assert_near(r->peak_w, want[i].peak_w, 1e-9);
        assert_true(fabs(r->loss_w - (want[i].in_w - want[i].peak_w)) < 1e-6);
        assert_near(r->peak_efficiency, want[i].peak_w / want[i].in_w, 1e-9);
        assert_int_equal(r->depth, want[i].depth);
    }
}

/* B41: a leaf of 1 kW is carried through four levels, with the loss of each. */
static void losses_of_every_level_reach_the_utility(void **state)
{
    (void)state;
    struct solved s;
    struct arena a = arena_new(NULL);
    solve(&s, toy_text(&a, chain, 1), 1);
    expect_chain(&s, 1000, 600, 1000);
    const struct chain c = chain_of(1000);
    assert_near(part(&s, "it")->peak_w, 1000, 1e-9);
    assert_near(part(&s, "rackpdu_loss_4")->peak_w, 20, 1e-9);
    assert_near(part(&s, "pdu_loss_3")->peak_w, 10.2, 1e-9);
    assert_near(part(&s, "ups_loss_2")->peak_w, c.transformer - c.ups, 1e-9);
    assert_near(part(&s, "transformer_loss_1")->peak_w, c.grid - c.transformer, 1e-9);
    assert_near(part(&s, "rackpdu_loss_4")->energy_kwh, 24 * .012, 1e-9);
    assert_int_equal(part(&s, "pdu_loss_3")->elements, 1);
    expect_closed(&s);
    toy_free(&s.t);
    arena_free(&a);
}

/* Ten of 1 kW, 0.6 by their typical power, 0.8 of the maxima together. */
static void nameplate_budget_and_peak(void **state)
{
    (void)state;
    struct solved s;
    struct arena a = arena_new(NULL);
    solve(&s, toy_text(&a, chain, 10), 0.8);
    expect_chain(&s, 10000, 6000, 8000);
    expect_closed(&s);
    /* three quarters of 16 kW and what is used of them; no limit is no number */
    assert_near(row(&s, "pdu.p")->rated_w, 16000, 1e-12);
    assert_near(row(&s, "pdu.p")->usable_w, 12000, 1e-12);
    assert_near(row(&s, "pdu.p")->free_w, 12000 - 8160, 1e-9);
    assert_near(row(&s, "pdu.p")->used_frac, 0.68, 1e-9);
    assert_true(isnan(row(&s, "rackpdu.r")->usable_w));
    assert_true(isnan(row(&s, "rackpdu.r")->free_w));
    assert_true(isnan(row(&s, "rackpdu.r")->used_frac));
    toy_free(&s.t);
    arena_free(&a);
}

/* Servers without a supply draw at 0.98, the UPS at 0.99: 400 V between lines. */
static void apparent_power_and_current(void **state)
{
    (void)state;
    struct solved s;
    struct arena a = arena_new(NULL);
    solve(&s, toy_text(&a, chain, 9), 1);
    const struct chain c = chain_of(9000);
    const struct power_row *r = row(&s, "rackpdu.r"), *x = row(&s, "transformer.x");
    assert_near(r->power_factor, 0.98, 1e-9);
    assert_near(r->va, 9000 / 0.98, 1e-9);
    assert_near(x->power_factor, 0.99, 1e-9);
    assert_near(x->va, c.transformer / 0.99, 1e-9);
    assert_near(x->current_a, c.transformer / 0.99 / 400 / sqrt(3), 1e-9);
    assert_near(x->rated_va, 25000, 1e-12);
    assert_true(isnan(x->rated_w)); /* follows from kVA */
    toy_free(&s.t);
    arena_free(&a);
}

/* B42: no ceiling of 32767 W on a rack, none of a UPS. */
static void large_powers(void **state)
{
    (void)state;
    struct solved s;
    solve(&s,
          "[ups u]\nmodule_power = 2.5 MW\nc0 = 0\nc1 = 0\nc2 = 0\nfrom = utility.grid\n"
          "[rackpdu r]\nfrom = ups.u\n[rack r]\npower = 132 kW\nfrom = rackpdu.r\n"
          "[server s]\nleakage = 0 %/K\nairflow = 10 m3/s\npower_idle = 132000 W\nheight = 10 U\n"
          "power_typical = 132000 W\npower_maximum = 132000 W\nrack = r\n",
          1);
    assert_near(row(&s, "rackpdu.r")->nameplate_w, 132000, 1e-12);
    assert_near(row(&s, "rackpdu.r")->peak_w, 132000, 1e-9);
    assert_near(row(&s, "ups.u")->rated_w, 2.5e6, 1e-12);
    assert_near(row(&s, "ups.u")->free_w, 2.5e6 * .99 - 132000, 0.02);
    expect_closed(&s);
    toy_free(&s.t);
}

/* B40: 27.8 %, which is no 28.0. */
static void shares_are_rounded_once(void **state)
{
    (void)state;
    struct solved s;
    char text[TEXT_NUMBER_CAP];
    solve(&s,
          "[breaker b]\nrated_apparent = 1.44 kVA\nfrom = utility.grid\n"
          "[load x]\nkind = other\npower = 400 W\npower_factor = 1\nfrom = breaker.b\n"
          "[server s]\nleakage = 0 %/K\nairflow = 0.5 m3/s\npower_idle = 1 kW\n"
          "power_typical = 1 kW\npower_maximum = 1 kW\nfrom = utility.grid\n",
          1);
    assert_near(row(&s, "breaker.b")->used_frac, 400.0 / 1440, 1e-9);
    assert_string_equal(text_fixed(text, 100 * row(&s, "breaker.b")->used_frac, 1, true), "27.8");
    toy_free(&s.t);
}

/* ---- sizes ------------------------------------------------------------------ */

static const char doubled[] =
    "[transformer x]\nrated_power = 160 kVA\nno_load_loss = 0 W\nload_loss = 0 W\n"
    "voltage = 400 V LL\nfrom = utility.grid\n"
    "[transformer y]\nrated_power = 160 kVA\nno_load_loss = 0 W\nload_loss = 0 W\n"
    "voltage = 400 V LL\nfrom = utility.grid\n"
    "[generator g]\nrated_power = 60 kW\ncount = 2\nvoltage = 400 V LL\ntank = 1000 L\n"
    "[ats a]\nfrom = transformer.x, generator.g\n[ats b]\nfrom = transformer.y, generator.g\n"
    "[battery k]\nenergy = 20 kWh\n"
    "[ups m]\nmodule_power = 100 kW\nredundancy = 2N\nc0 = 0\nc1 = 0\nc2 = 0\nbattery = k\n"
    "usable = 100 %\nfrom = ats.a, ats.b\n"
    "[server s]\nleakage = 0 %/K\nairflow = 0.5 m3/s\npower_idle = 90 kW\npower_typical = 90 kW\n"
    "power_maximum = 90 kW\nfrom = ups.m#1, ups.m#2\n";

/* Two sides of 45 kW, each of which carries 90; 90 kW and 2 x 10 kW of recharge on the sets. */
static void sizes_of_two_sides(void **state)
{
    (void)state;
    struct solved s;
    solve(&s, doubled, 1);
    assert_int_equal(s.p->n_ups, 1);
    const struct ups_size *u = &s.p->ups[0];
    assert_int_equal(u->alike, 1);
    assert_near(u->peak_w, 45000, 1e-9);
    assert_string_equal(u->worst.lost, "ups.m#1");
    assert_near(u->worst.w, 90000, 1e-9);
    assert_int_equal(u->needed, 1);
    assert_int_equal(u->installed, 1);
    const double useful = 20 * .8 * .8 * .96; /* kWh */
    assert_near(u->runtime_s, useful / 45 * 3600, 1e-9);
    assert_near(u->worst_runtime_s, useful / 90 * 3600, 1e-9);
    assert_near(u->needed_energy_j / 3.6e6, 90.0 / 12 / (.8 * .8 * .96), 1e-9);
    assert_near(row(&s, "ups.m#1")->nameplate_w, 45000, 1e-12);
    assert_near(row(&s, "utility.grid")->nameplate_w, 90000, 1e-12);
    assert_string_equal(row(&s, "ats.a")->other, "standby generator.g");
    const struct generator_size *g = &s.p->generator[0];
    assert_int_equal(s.p->n_generator, 1);
    assert_string_equal(g->element, "generator.g");
    assert_near(g->running_w, 90000, 1e-9);
    assert_near(g->recharge_w, 20000, 1e-9);
    assert_near(g->required_w, 110000, 1e-9);
    assert_int_equal(g->by_power, 2);
    assert_int_equal(g->by_step, 0); /* the UPS walk in */
    assert_int_equal(g->needed, 2);
    assert_near(g->load_frac, 110.0 / 120, 1e-9);
    assert_near(g->fuel_day_m3, 0.26e-3 * 90 * 24, 1e-9);
    assert_near(g->tank_s / 3600, 1000 / (.26 * 90), 1e-9);
    const struct transformer_size *x = &s.p->transformer[0];
    assert_int_equal(s.p->n_transformer, 1);
    assert_null(x->worst.lost); /* a generator takes over */
    assert_near(x->standby_w, 45000, 1e-9);
    assert_near(x->peak_va, 45000 / .99, 1e-9);
    assert_near(x->dropped_w + 1, 1, 1e-9);
    expect_closed(&s);
    toy_free(&s.t);
}

static const char side_by_side[] =
    "[transformer x]\nrated_power = 100 kVA\nno_load_loss = 0 W\nload_loss = 0 W\n"
    "voltage = 400 V LL\nfrom = utility.grid\n"
    "[transformer y]\nrated_power = 100 kVA\nno_load_loss = 0 W\nload_loss = 0 W\n"
    "voltage = 400 V LL\nfrom = utility.grid\n"
    "[switchboard m]\nfrom = transformer.x, transformer.y\n"
    "[ups n]\nmodule_power = 25 kW\nmodules = 4\nredundancy = N+1\nc0 = 0\nc1 = 0\nc2 = 0\n"
    "usable = 80 %\nfrom = switchboard.m\n"
    "[server s]\nleakage = 0 %/K\nairflow = 0.5 m3/s\npower_idle = 59.4 kW\n"
    "power_typical = 59.4 kW\npower_maximum = 59.4 kW\nfrom = ups.n\n"
    "[load f]\nkind = other\npower = 29.7 kW\npower_factor = 0.99\nstart_current = 6\n"
    "from = switchboard.m\n";

/* 59.4 and 29.7 kW at 0.99: 90 kVA, of which either transformer carries all. */
static void one_transformer_lost(void **state)
{
    (void)state;
    struct solved s;
    solve(&s, side_by_side, 1);
    const struct transformer_size *x = &s.p->transformer[0];
    assert_int_equal(s.p->n_transformer, 1);
    assert_int_equal(x->alike, 1);
    assert_near(x->peak_va, 45000, 1e-9);
    assert_near(x->used_frac, .45, 1e-9);
    assert_string_equal(x->worst.lost, "transformer.x");
    assert_near(x->worst.va, 90000, 1e-9);
    assert_near(x->worst_frac, .9, 1e-9);
    assert_near(x->standard_va, 100000, 1e-12);
    assert_near(x->dropped_w + 1, 1, 1e-9);
    const struct power_row *m = row(&s, "switchboard.m");
    assert_int_equal(m->n_source, 2);
    assert_string_equal(m->other, "also transformer.y");
    const struct ups_size *u = &s.p->ups[0];
    assert_int_equal(u->needed, 3); /* 59.4 of 3 x 20 kW */
    assert_int_equal(u->spare, 1);
    assert_null(u->worst.lost);
    assert_false(u->has_battery);
    const struct generator_size *g = &s.p->generator[0];
    assert_null(g->element);
    assert_true(g->lacks_battery);
    assert_near(g->running_w, row(&s, "utility.grid")->peak_w + row(&s, "utility.cooling")->peak_w,
                1e-9);
    toy_free(&s.t);
}

static const char motor[] =
    "[generator g]\nrated_power = 50 kW\ncount = 4\nneeded = 2\nvoltage = 400 V LL\n"
    "transient = 20 %\n[transformer x]\nrated_power = 160 kVA\nno_load_loss = 0 W\n"
    "load_loss = 0 W\nvoltage = 400 V LL\nfrom = utility.grid\n"
    "[ats a]\nfrom = transformer.x, generator.g\n"
    "[ups n]\nmodule_power = 100 kW\nc0 = 0\nc1 = 0\nc2 = 0\nfrom = ats.a\n"
    "[server s]\nleakage = 0 %/K\nairflow = 0.5 m3/s\npower_idle = 40 kW\n"
    "power_typical = 40 kW\npower_maximum = 40 kW\nfrom = ups.n\n"
    "[load f]\nkind = other\npower = 30 kW\npower_factor = 0.8\nstart_current = 3\n"
    "from = ats.a\n";

/* 30 kW at 0.8 start with three times their current, 112.5 kVA; the load is 70 kW with
   22.5 kvar of the motor and 40 tan(acos 0.99) of the UPS.  Steps of 60 % and dips of 20 %. */
static void a_motor_asks_for_more_sets(void **state)
{
    (void)state;
    struct solved s;
    solve(&s, motor, 1);
    const struct generator_size *g = &s.p->generator[0];
    const double step_w = 112500 * 70 / hypot(70, 22.5 + 40 * tan(acos(.99)));
    assert_near(g->running_w, 70000, 1e-9);
    assert_near(g->step_va, 112500, 1e-9);
    assert_near(g->step_w, step_w, 1e-9);
    assert_int_equal(g->by_power, 2);
    assert_int_equal(g->by_step, 4); /* 104.3 of 30 kW each */
    assert_int_equal(g->by_dip, 2);  /* 112.5 of 78.1 kVA each */
    assert_int_equal(g->needed, 4);
    assert_int_equal(g->installed, 4);
    assert_int_equal(g->chosen, 2);
    assert_near(g->step_frac, step_w / 100e3, 1e-9);
    assert_near(g->dip_frac, .18 / 1.18, 1e-9);
    toy_free(&s.t);
}

static void standard_ratings(void **state)
{
    (void)state;
    assert_near(power_standard_va(1e6), 1e6, 1e-12);
    assert_near(power_standard_va(1.001e6), 1.25e6, 1e-12);
    assert_near(power_standard_va(2.6e6), 3.15e6, 1e-12);
    assert_near(power_standard_va(8.1), 10, 1e-12);
    assert_near(power_standard_va(999.5), 1000, 1e-12);
    assert_true(isnan(power_standard_va(0)));
    assert_true(isnan(power_standard_va((double)NAN)));
}

/* Whatever cools it: the balance closes, and no level is forgotten. */
static void random_sites_close(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 90; seed++) {
        struct random_site r = random_site_make(seed);
        struct arena a = arena_new(NULL);
        struct solved s;
        double roots_w = 0;
        random_site_toy(&r, random_site_text(&r, NULL, &a), 132, &s.t);
        budget(&s);
        expect_closed(&s);
        for (int i = 0; i < s.p->n; i++) {
            const struct power_row *x = &s.p->row[i];
            assert_true(x->nameplate_w >= 0 && x->peak_w >= 0 && x->loss_w >= 0);
            assert_true(x->depth == 0 || x->n_source > 0);
            if (x->depth == 0) roots_w += (x->alike + 1) * x->peak_w;
        }
        assert_true(roots_w >= s.p->balance.all.peak_w * (1 - 1e-9));
        toy_free(&s.t);
        arena_free(&a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(losses_of_every_level_reach_the_utility),
        cmocka_unit_test(nameplate_budget_and_peak),
        cmocka_unit_test(apparent_power_and_current),
        cmocka_unit_test(large_powers),
        cmocka_unit_test(shares_are_rounded_once),
        cmocka_unit_test(sizes_of_two_sides),
        cmocka_unit_test(one_transformer_lost),
        cmocka_unit_test(a_motor_asks_for_more_sets),
        cmocka_unit_test(standard_ratings),
        cmocka_unit_test(random_sites_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
