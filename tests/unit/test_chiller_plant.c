/* Chillers in a plant: a share of Carnot's efficiency, staging, least load. */

#include "toy_site.h"

static const char site[] =
    "[server s]\ncount = @\npower_idle = 10 kW\npower_typical = 10 kW\npower_maximum = 10 kW\n"
    "fan_power = 0 W\nroom = hall\nfrom = utility.grid\nairflow = 0.8 m3/s\n"
    "[room hall]\nsupply = 26 degC\n"
    "[crah a]\nairflow = 20 m3/s\nfan_power = 0 kW\ncapacity = 250 kW\nrejects_to = loop.chw\n"
    "from = utility.grid\n"
    "[loop chw]\nsupply = 20 degC\ndesign_heat = 110 kW\nhead = 1 kPa\nrejects_to = chiller.ch\n"
    "from = utility.grid\n[chiller ch]\nmodel = carnot\nfrom = utility.grid\n";

static void make(struct toy *t, int servers, const char *more, double t_c)
{
    struct arena a = arena_new(NULL);
    const char *text = arena_format(&a, "%s%s", toy_text(&a, site, servers), more);
    toy_make(t, text, 12, t_c, t_c - 8);
    arena_free(&a);
}

/* Water leaves at 20 and air enters at 33: half of Carnot from 18 to 41 degC is 6.373. */
static void share_of_carnot_in_warm_water(void **state)
{
    (void)state;
    struct toy t;
    make(&t, 10, "capacity = 150 kW\ncarnot_efficiency = 50 %\nload_min = 5 %\nload_unload = 5 %\n",
         33);
    const struct block *b = toy_hour(&t, false);
    double heat_w = b->sink_heat_w[0][0];
    assert_within(heat_w, 100e3, 1e3); /* and what the pump adds */
    assert_within(heat_w / b->quantity[Q_CHILLER_W][0], 6.3728, 1e-4);
    assert_int_equal(b->flags[0], 0); /* nothing is extrapolated */
    toy_free(&t);
}

/* The COP of the rating fixes the share: 3.2 from 5 to 50 degC is .5146 of Carnot's 6.2179. */
static void share_follows_from_a_rating(void **state)
{
    (void)state;
    struct toy t;
    make(&t, 10, "capacity = 150 kW\ncop = 3.2\nrated_water = 7 degC\nrated_condenser = 35 degC\n"
                 "condenser_approach = 15 K\nload_min = 5 %\nload_unload = 5 %\n", 33);
    const struct block *b = toy_hour(&t, false);
    double share = 3.2 / (280.15 / 45), want = share * 293.15 / 30;
    assert_near(b->sink_heat_w[0][0] / b->quantity[Q_CHILLER_W][0], want, 1e-9);
    toy_free(&t);
}

static double running(const char *more, int servers, struct toy *t)
{
    make(t, servers, more, 33);
    return toy_hour(t, false)->sink_on[0][0];
}

/* 100 kW on chillers of 60 kW: two at full load, three when one more starts at 70 %. */
static void one_more_starts_at_its_stage(void **state)
{
    (void)state;
    struct toy t;
    assert_within(running("capacity = 60 kW\ncount = 4\ncarnot_efficiency = 50 %\n", 10, &t), 2, 0);
    toy_free(&t);
    assert_within(running("capacity = 60 kW\ncount = 4\ncarnot_efficiency = 50 %\nstage = 70 %\n",
                          10, &t), 3, 0);
    toy_free(&t);
    assert_within(running("capacity = 60 kW\ncount = 2\ncarnot_efficiency = 50 %\nstage = 70 %\n",
                          10, &t), 2, 0); /* no more than there are */
    toy_free(&t);
}

/* 10 kW on 150 kW is 6.7 % of full load. */
static void hours_below_the_least_load_are_counted(void **state)
{
    (void)state;
    struct toy t;
    make(&t, 1, "capacity = 150 kW\ncarnot_efficiency = 50 %\nload_min = 10 %\nload_unload = 10 %\n",
         33);
    struct year *y = toy_year(&t, false);
    assert_int_equal(y->cycling_hours, 12);
    assert_int_equal(y->n_warning, 0);
    toy_free(&t);
    make(&t, 1, "capacity = 150 kW\ncarnot_efficiency = 50 %\nload_min = 5 %\nload_unload = 5 %\n",
         33);
    assert_int_equal(toy_year(&t, false)->cycling_hours, 0);
    toy_free(&t);
}

static void expect(bool is_good, const char *model, const char *more)
{
    struct arena a = arena_new(NULL);
    struct toy t;
    const char *text = toy_replace(&a, toy_text(&a, site, 10), "carnot", model);
    bool is_made = toy_read(&t, arena_format(&a, "%s%s", text, more));
    if (is_made) {
        toy_weather(&t, 12, 20, 10, 101325);
        is_made = toy_build(&t);
    }
    assert_int_equal(is_made, is_good);
    toy_free(&t);
    arena_free(&a);
}

static void what_cannot_be_is_refused(void **state)
{
    (void)state;
    expect(true, "carnot", "capacity = 150 kW\ncop = 5\n");
    expect(false, "carnot", "capacity = 150 kW\n");
    expect(false, "carnot", "capacity = 150 kW\ncop = 5\ncarnot_efficiency = 50 %\n");
    expect(false, "carnot", "capacity = 150 kW\ncop = 14\n"); /* more than Carnot's */
    expect(false, "curves", "capacity = 150 kW\ncop = 5\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(share_of_carnot_in_warm_water),
        cmocka_unit_test(share_follows_from_a_rating),
        cmocka_unit_test(one_more_starts_at_its_stage),
        cmocka_unit_test(hours_below_the_least_load_are_counted),
        cmocka_unit_test(what_cannot_be_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
