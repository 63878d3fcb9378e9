/* Equipment curves at and beyond their ends: CASES B32 to B34. */

#include "toy_site.h"

#include <string.h>

#include "base/text.h"

static const char hall[] =
    "[server s]\nfrom = utility.grid\ncount = 10\npower_idle = 10 kW\npower_typical = 10 kW\n"
    "power_maximum = 10 kW\nleakage = 0 %/K\nfan_min = 100 %\nfan_load = 100 %\nairflow = 0.8 m3/s\n"
    "[room hall]\nsupply = 18 degC\n";

static struct toy make(const char *more, double t_c)
{
    struct toy t;
    struct arena a = arena_new(NULL);
    toy_make(&t, arena_format(&a, "%s%s", hall, more), 12, t_c, -30);
    arena_free(&a);
    return t;
}

/* B32: between two points the COP is interpolated, not its inverse: at three fifths of
   the way from 2 to 1 (times the full-load COP) it is 1.4, not 1/.7. */
static void cop_is_interpolated_b32(void **state)
{
    (void)state;
    struct toy t = make("[crac c]\nairflow = 20 m3/s\nfan = constant\nfan_power = 0 kW\n"
                        "capacity = 125 kW\ncop = 4\nwet_bulb_min = 19.44 degC\n"
                        "wet_bulb_max = 19.44 degC\noutdoor_min = 35 degC\ncompressor = inverter\n"
                        "part_load = 50 %: 200 %, 100 %: 100 %\nfrom = utility.grid\n", 35);
    const struct block *b = toy_hour(&t, false);
    assert_near(b->quantity[Q_COOLING_USED][0], .8, 1e-9);
    assert_near(b->quantity[Q_COMPRESSOR_W][0], 100e3 / 4 / 1.4, 1e-6);
    toy_free(&t);
}

static const struct warning *warning(const struct year *y, const char *word)
{
    for (int i = 0; i < y->n_warning; i++)
        if (strstr(y->warning[i].text, word)) return &y->warning[i];
    return NULL;
}

static const char chilled[] =
    "[crah c]\nairflow = 20 m3/s\nfan_power = 0 kW\ncapacity = 120 kW\nserves = hall\n"
    "rejects_to = loop.w\nfrom = utility.grid\n"
    "[loop w]\nsupply = 14 degC\ndesign_heat = 120 kW\nhead = 0 kPa\nrejects_to = chiller.m\n"
    "from = utility.grid\n"
    "[chiller m]\ncapacity = 150 kW\ncop = 3\ncap_ft = 1, 0, 0, 0, 0, 0\n"
    "eir_ft = 0.3, 0, 0, 0.02, 0, 0\neir_plr = 0, 1, 0\nwater_min = 5 degC\nwater_max = 20 degC\n"
    "rated_condenser = 35 degC\ncondenser_min = 15 degC\ncondenser_max = 40 degC\n"
    "condenser_floor = -20 degC\nlift_min = 0 K\nfrom = utility.grid\n";

/* B33: a condenser at -20 degC on curves that hold from 15 to 40 is used, and told: every
   hour once, with the first. */
static void below_the_curve_is_told_b33(void **state)
{
    (void)state;
    struct toy t = make(chilled, -20), warm = make(chilled, 25);
    const struct warning *w = warning(toy_year(&t, false), "chiller curves");
    assert_non_null(w);
    assert_int_equal(w->count, 12);
    assert_int_equal(w->first_hour, 0);
    assert_null(warning(toy_year(&warm, false), "chiller curves"));
    toy_free(&t);
    toy_free(&warm);
}

/* B34: a point given twice, or a curve that falls back, is an error with its place. */
static void points_must_rise_b34(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "[psu p]\nrated_power = 1 kW\nefficiency = 10 %: 80 %, 50 %: 92 %, 50 %: 93 %, 100 %: 91 %\n",
        "[psu p]\nrated_power = 1 kW\nefficiency = 50 %: 92 %, 25 %: 90 %, 100 %: 91 %\n",
        "[crac c]\npart_load = 50 %: 120 %, 50 %: 110 %, 100 %: 100 %\n",
        "[server s]\npoints = 0 %: 100 W, 0 %: 120 W, 100 %: 300 W\n",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct toy t;
        bool is_told = false;
        assert_false(toy_read(&t, bad[i]));
        for (int k = 0; k < t.ds.n; k++)
            if (strstr(message_text(&t.arena, &t.ds.item[k].what, NULL), "must rise"))
                is_told = t.ds.item[k].place.line > 0 && t.ds.item[k].place.col > 0;
        assert_true(is_told);
        toy_free(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cop_is_interpolated_b32),
        cmocka_unit_test(below_the_curve_is_told_b33),
        cmocka_unit_test(points_must_rise_b34),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
