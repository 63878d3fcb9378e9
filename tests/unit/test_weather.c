/* Weather stretched to a design condition. */

#include "near.h"

#include "physics/psychro.h"
#include "physics/weather.h"

enum { HOURS = 240 };

/* Warm days and cool nights, dew point 12 degC. */
static struct weather make(struct arena *a, struct diags *ds)
{
    struct weather w = {.n = HOURS, .name = "here"};
    w.t_c = ARENA_ARRAY(a, double, HOURS);
    w.dew_c = ARENA_ARRAY(a, double, HOURS);
    w.p_pa = ARENA_ARRAY(a, double, HOURS);
    for (int h = 0; h < HOURS; h++) {
        w.t_c[h] = 22 + (4 + 0.02 * h) * sin(h * 6.283185307179586 / 24);
        w.dew_c[h] = 12;
        w.p_pa[h] = 95000;
    }
    assert_true(weather_derive(&w, a, ds));
    return w;
}

static double greatest(const double *x)
{
    double top = x[0];
    for (int h = 1; h < HOURS; h++) top = fmax(top, x[h]);
    return top;
}

static void both_bulbs_are_reached(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    struct diags ds = diags_new(&a);
    struct weather w = make(&a, &ds), hot;
    assert_true(weather_stretch(&w, 41, 27, &hot, &a, &ds));
    assert_within(greatest(hot.t_c), 41, 1e-9);
    assert_within(greatest(hot.wb_c), 27, 1e-9);
    for (int h = 0; h < HOURS; h++) {
        assert_true(hot.t_c[h] >= w.t_c[h] && hot.wb_c[h] >= w.wb_c[h] - 1e-9);
        assert_true(hot.wb_c[h] <= hot.t_c[h] && hot.dew_c[h] <= hot.wb_c[h] + 1e-6);
        assert_within(psychro_wet_bulb_c(hot.t_c[h], hot.w[h], hot.p_pa[h]), hot.wb_c[h], 1e-4);
    }
    arena_free(&a);
}

/* Hours below the mean, and a year that is hotter already, stay as they are; hotter air
   alone keeps its moisture. */
static void what_need_not_move_stays(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    struct diags ds = diags_new(&a);
    struct weather w = make(&a, &ds), same, dry;
    assert_true(weather_stretch(&w, 20, (double)NAN, &same, &a, &ds));
    assert_true(weather_stretch(&w, 40, (double)NAN, &dry, &a, &ds));
    double sum = 0;
    for (int h = 0; h < HOURS; h++) sum += w.t_c[h] / HOURS;
    for (int h = 0; h < HOURS; h++) {
        assert_true(same.t_c[h] == w.t_c[h] && same.w[h] == w.w[h]);
        assert_true(dry.w[h] == w.w[h]);
        if (w.t_c[h] <= sum) assert_true(dry.t_c[h] == w.t_c[h]);
    }
    arena_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_bulbs_are_reached),
        cmocka_unit_test(what_need_not_move_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
