/* UPS, transformer and distribution losses: published efficiencies, and the same
   through the kernel's power path. */

#include "sim/outage.h"
#include "toy_site.h"

static double eta(const struct ups *u, int modules, double load_w)
{
    return load_w / (load_w + ups_loss_w(u, modules, load_w));
}

/* PHYSICS 4.1, efficiency at 10, 25, 50, 75 and 100 % of load. */
static void curve_check_values(void **state)
{
    (void)state;
    static const struct {
        double c0, c1, c2, eta[5];
    } set[] = {
        {.01333, .00640, .01081, {.87659, .94125, .96296, .96873, .97037}},
        {.02326, .00201, .039693, {.80738, .90500, .93600, .94092, .93900}},
        {.009377, .003851, .023041, {.90915, .95500, .96700, .96746, .96500}},
        {.0075, .0020, .0205, {.92674, .96420, .97347, .97335, .97087}},
        {.0040, .0010, .0030, {.96034, .98256, .98961, .99149, .99206}},
    };
    static const double x[] = {.1, .25, .5, .75, 1};
    for (int i = 0; i < 5; i++) {
        struct ups u = {.module_w = 100e3, .c0 = set[i].c0, .c1 = set[i].c1, .c2 = set[i].c2};
        assert_true(ups_curve_is_sound(&u));
        for (int k = 0; k < 5; k++) assert_within(eta(&u, 4, x[k] * 400e3), set[i].eta[k], 6e-6);
    }
}

static void falling_losses_are_unsound(void **state)
{
    (void)state;
    assert_false(ups_curve_is_sound(&(struct ups){.c0 = -.001, .c1 = .01, .c2 = .01}));
    assert_false(ups_curve_is_sound(&(struct ups){.c0 = .01, .c1 = -.005, .c2 = .01}));
    assert_false(ups_curve_is_sound(&(struct ups){.c0 = .01, .c1 = .001, .c2 = -.001}));
    assert_true(ups_curve_is_sound(&(struct ups){.c0 = 0, .c1 = 0, .c2 = 0}));
}

static void modules_needed_by_redundancy(void **state)
{
    (void)state;
    assert_int_equal(ups_modules_needed(&(struct ups){.modules = 5, .redundancy = REDUNDANCY_N}), 5);
    assert_int_equal(ups_modules_needed(&(struct ups){.modules = 5, .redundancy = REDUNDANCY_N1}), 4);
    assert_int_equal(ups_modules_needed(&(struct ups){.modules = 5, .redundancy = REDUNDANCY_2N}), 5);
}

static const char room[] =
    "[room hall]\nsupply = 20 degC\n[crac c]\nserves = hall\nairflow = 90 m3/s\nfan_power = 0 kW\n"
    "capacity = 900 kW\ncop = 4\nfrom = utility.grid\n"
    "[server s]\nairflow = 20 m3/s\nleakage = 0 %/K\n";

static const struct block *solve(struct toy *t, const char *more)
{
    struct arena a = arena_new(NULL);
    toy_make(t, arena_format(&a, "%s%s", room, more), 12, 20, 10);
    arena_free(&a);
    return toy_hour(t, false);
}

/* 300 kW on 1 MW with the delta curve: 16.22 kW lost in N, 29.07 kW in 2N. */
static void one_and_two_systems_check_values(void **state)
{
    (void)state;
    static const char load[] = "from = ups.u\npower_idle = 300 kW\npower_typical = 300 kW\n"
                               "power_maximum = 300 kW\n[ups u]\nmodule_power = 250 kW\nmodules = 4\n"
                               "c0 = 0.01333\nc1 = 0.00640\nc2 = 0.01081\nfrom = utility.grid\n";
    struct toy t;
    const struct block *b = solve(&t, load);
    assert_within(b->quantity[Q_UPS_LOSS_W][0] / 1000, 16.22, .005);
    assert_within(300e3 / (300e3 + b->quantity[Q_UPS_LOSS_W][0]), .94870, 6e-6);
    assert_near(b->quantity[Q_UPS_OUT_W][0], 300e3, 1e-12);
    toy_free(&t);
    struct arena a = arena_new(NULL);
    b = solve(&t, arena_format(&a, "%sredundancy = 2N\n", load));
    assert_int_equal(t.site.of[KIND_UPS].n, 2);
    assert_string_equal(t.site.of[KIND_UPS].name[0], "u#1");
    assert_string_equal(t.site.of[KIND_UPS].name[1], "u#2");
    assert_within(b->quantity[Q_UPS_LOSS_W][0] / 1000, 29.07, .005);
    assert_within(300e3 / (300e3 + b->quantity[Q_UPS_LOSS_W][0]), .91167, 6e-6);
    toy_free(&t);
    arena_free(&a);
}

/* PHYSICS 4.2: P0 1.1 kW, Pk 10.5 kW, 1000 kVA, power factor 1. */
static void transformer_check_values(void **state)
{
    (void)state;
    static const double at[][3] = {{.25, 1.756, .99302}, {.35, 2.386, .99323}, {.5, 3.725, .99261},
                                   {1, 11.600, .98853}};
    const struct transformer x = {.e.rated_va = 1e6, .no_load_w = 1100, .load_loss_w = 10500,
                                  .power_factor = 1};
    for (int i = 0; i < 4; i++) {
        double load_w = at[i][0] * 1e6, loss_w = transformer_loss_w(&x, load_w);
        assert_within(loss_w / 1000, at[i][1], 6e-4);
        assert_within(load_w / (load_w + loss_w), at[i][2], 6e-6);
        struct toy t;
        struct arena a = arena_new(NULL);
        double kw = load_w / 1000;
        const struct block *b =
            solve(&t, arena_format(&a, "from = transformer.x\npower_idle = %g kW\npower_typical = %g kW\n"
                                       "power_maximum = %g kW\n[transformer x]\nrated_power = 1000 kVA\n"
                                       "no_load_loss = 1100 W\nload_loss = 10500 W\npower_factor = 1\n"
                                       "from = utility.grid\n", kw, kw, kw));
        assert_near(b->quantity[Q_TRANSFORMER_LOSS_W][0], loss_w, 1e-9);
        toy_free(&t);
        arena_free(&a);
    }
}

/* Two transformers share: half the load each, twice the no-load loss. */
static void units_share_equally(void **state)
{
    (void)state;
    struct toy t;
    const struct block *b =
        solve(&t, "from = transformer.x\npower_idle = 800 kW\npower_typical = 800 kW\n"
                  "power_maximum = 800 kW\n[transformer x]\ncount = 2\nrated_power = 1000 kVA\n"
                  "no_load_loss = 1100 W\nload_loss = 10500 W\npower_factor = 0.8\n"
                  "from = utility.grid\n");
    assert_near(b->quantity[Q_TRANSFORMER_LOSS_W][0], 2 * (1100 + 10500 * .25), 1e-12);
    toy_free(&t);
}

/* B41: 1 kW at the leaf of pdu, pdu, ups, transformer: each level carries what is below
   it and its losses. */
static void four_levels_carry_the_load_and_losses_b41(void **state)
{
    (void)state;
    struct toy t;
    const struct block *b =
        solve(&t, "from = pdu.leaf\npower_idle = 1 kW\npower_typical = 1 kW\npower_maximum = 1 kW\n"
                  "[pdu leaf]\nproportional_loss = 1 %\nfrom = pdu.panel\n"
                  "[pdu panel]\nno_load_loss = 20 W\nproportional_loss = 2 %\nfrom = ups.u\n"
                  "[ups u]\nmodule_power = 2 kW\nc0 = 0.01\nc1 = 0.02\nc2 = 0\nfrom = transformer.x\n"
                  "[transformer x]\nrated_power = 10 kVA\nno_load_loss = 30 W\nload_loss = 100 W\n"
                  "power_factor = 1\nfrom = utility.grid\n");
    double leaf = 1000 * 1.01, panel = leaf * 1.02 + 20, ups = panel * 1.02 + 20;
    double x = 30 + 100 * (ups / 1e4) * (ups / 1e4);
    assert_near(b->quantity[Q_PDU_LOSS_W][0], panel - 1000, 1e-9);
    assert_near(b->quantity[Q_UPS_OUT_W][0], panel, 1e-12);
    assert_near(b->quantity[Q_UPS_LOSS_W][0], ups - panel, 1e-9);
    assert_near(b->quantity[Q_TRANSFORMER_LOSS_W][0], x, 1e-9);
    /* category 2 is measured where the servers are fed, not at the panel as well */
    assert_near(b->quantity[Q_PDU_OUT_W][0], 1000, 1e-12);
    toy_free(&t);
}

/* Standby: the first source carries all; both when equal. */
static void standby_source_carries_nothing(void **state)
{
    (void)state;
    static const char two[] =
        "from = pdu.d\npower_idle = 10 kW\npower_typical = 10 kW\npower_maximum = 10 kW\n"
        "[pdu a]\nproportional_loss = 10 %\nfrom = utility.grid\n"
        "[pdu b]\nproportional_loss = 20 %\nfrom = utility.grid\n[pdu d]\nfrom = pdu.a, pdu.b\n";
    struct toy t;
    struct arena a = arena_new(NULL);
    assert_near(solve(&t, two)->quantity[Q_PDU_LOSS_W][0], 1500, 1e-12);
    toy_free(&t);
    assert_near(solve(&t, arena_format(&a, "%sshare = standby\n", two))->quantity[Q_PDU_LOSS_W][0], 1000,
                1e-12);
    /* and takes over when the first is lost */
    for (int e = 0; e < t.plant->n_elem; e++) {
        const struct elem *x = &t.plant->elem[e];
        if (x->kind != KIND_PDU || x->index != 0) continue;
        struct lost whole = {t.plant->alive_elem + e, x->units};
        const struct outage *o = outage_make(t.plant, &whole, 1, &t.arena);
        struct block *b = block_new(o->plant, &t.arena);
        block_solve(o->plant, &o->state, &t.normal, 0, 1, b);
        assert_near(b->quantity[Q_PDU_LOSS_W][0], 2000, 1e-12);
    }
    toy_free(&t);
    arena_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(curve_check_values),
        cmocka_unit_test(falling_losses_are_unsound),
        cmocka_unit_test(modules_needed_by_redundancy),
        cmocka_unit_test(one_and_two_systems_check_values),
        cmocka_unit_test(transformer_check_values),
        cmocka_unit_test(units_share_equally),
        cmocka_unit_test(four_levels_carry_the_load_and_losses_b41),
        cmocka_unit_test(standby_source_carries_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
