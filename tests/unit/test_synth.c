/* The synthetic climate: its statistics, its shape, and what it refuses. */

#include "near.h"

#include <stdlib.h>
#include <string.h>

#include "physics/synth.h"

struct setup {
    struct arena arena;
    struct diags diags;
    struct weather w;
};

static int start(void **state)
{
    struct setup *s = calloc(1, sizeof *s);
    s->arena = arena_new(NULL);
    s->diags = diags_new(&s->arena);
    *state = s;
    return 0;
}

static int stop(void **state)
{
    struct setup *s = *state;
    arena_free(&s->arena);
    free(s);
    return 0;
}

/* A plain temperate place: January or July the warmest month by sign. */
static struct climate_stats place(double latitude_deg)
{
    struct climate_stats s = {.name = "test",
                              .source = "made up",
                              .latitude_deg = latitude_deg,
                              .altitude_m = 100,
                              .day_persistence = (double)NAN,
                              .p_pa = (double)NAN,
                              .seed = 7};
    for (int m = 0; m < MONTHS; m++) {
        double summer = -cos(6.283185307179586 * (m - 0.5) / 12) * (latitude_deg < 0 ? -1 : 1);
        s.mean_c[m] = 12 + 9 * summer;
        s.range_k[m] = 9 + 2 * summer;
        s.day_spread_k[m] = s.dew_spread_k[m] = s.rh[m] = (double)NAN;
        s.dew_c[m] = s.mean_c[m] - 5;
    }
    return s;
}

static double month_mean(const struct weather *w, int m)
{
    double sum = 0;
    int first = w->calendar.month_start[m], end = w->calendar.month_start[m + 1];
    for (int h = first; h < end; h++) sum += w->t_c[h];
    return sum / (end - first);
}

static void meets_its_statistics(void **state)
{
    struct setup *s = *state;
    struct climate_stats want = place(45);
    assert_true(synth_weather(&want, false, &s->w, &s->arena, &s->diags));
    struct climate_stats got = synth_measure(&s->w, &s->arena);
    for (int m = 0; m < MONTHS; m++) {
        assert_within(month_mean(&s->w, m), want.mean_c[m], 1e-6);
        assert_within(got.range_k[m], want.range_k[m], 0.02);
        assert_within(got.dew_c[m], want.dew_c[m], 0.02);
    }
    assert_within(got.day_persistence, 0.6, 0.12);
}

static void meets_humidity(void **state)
{
    struct setup *s = *state;
    struct climate_stats want = place(45);
    for (int m = 0; m < MONTHS; m++) {
        want.dew_c[m] = (double)NAN;
        want.rh[m] = 0.5 + 0.03 * m;
    }
    assert_true(synth_weather(&want, false, &s->w, &s->arena, &s->diags));
    struct climate_stats got = synth_measure(&s->w, &s->arena);
    for (int m = 0; m < MONTHS; m++) assert_within(got.rh[m], want.rh[m], 0.005);
}

static void b17_leap_year(void **state)
{
    struct setup *s = *state;
    struct climate_stats want = place(45);
    assert_true(synth_weather(&want, true, &s->w, &s->arena, &s->diags));
    assert_int_equal(s->w.n, 8784);
    assert_true(s->w.calendar.is_leap);
    for (int m = 0; m < MONTHS; m++) assert_within(month_mean(&s->w, m), want.mean_c[m], 1e-6);
}

static void b25_south_of_the_equator(void **state)
{
    struct setup *s = *state;
    struct climate_stats south = place(-33);
    assert_true(synth_weather(&south, false, &s->w, &s->arena, &s->diags));
    assert_true(month_mean(&s->w, 6) < month_mean(&s->w, 0) - 10);
}

static void saturation_is_never_passed(void **state)
{
    struct setup *s = *state;
    struct climate_stats damp = place(45);
    for (int m = 0; m < MONTHS; m++) damp.dew_c[m] = damp.mean_c[m] - 1;
    assert_true(synth_weather(&damp, false, &s->w, &s->arena, &s->diags));
    for (int h = 0; h < s->w.n; h++) {
        assert_true(s->w.dew_c[h] <= s->w.t_c[h]);
        assert_true(s->w.wb_c[h] <= s->w.t_c[h] + 1e-9);
    }
    assert_int_equal(s->w.n_clamped, 0);
    assert_within(s->w.p_pa[0], 100129, 5); /* standard atmosphere at 100 m */
}

static void same_seed_same_year(void **state)
{
    struct setup *s = *state;
    struct climate_stats want = place(45);
    struct weather again, other;
    assert_true(synth_weather(&want, false, &s->w, &s->arena, &s->diags));
    assert_true(synth_weather(&want, false, &again, &s->arena, &s->diags));
    assert_memory_equal(s->w.t_c, again.t_c, 8760 * sizeof(double));
    assert_memory_equal(s->w.wb_c, again.wb_c, 8760 * sizeof(double));
    want.seed = 8;
    assert_true(synth_weather(&want, false, &other, &s->arena, &s->diags));
    assert_memory_not_equal(s->w.t_c, other.t_c, 8760 * sizeof(double));
}

static void day_follows_the_sun(void **state)
{
    struct setup *s = *state;
    struct climate_stats want = place(45);
    double by_hour[24] = {0};
    assert_true(synth_weather(&want, false, &s->w, &s->arena, &s->diags));
    int coldest = 0, warmest = 0;
    for (int h = s->w.calendar.month_start[2]; h < s->w.calendar.month_start[3]; h++)
        by_hour[calendar_hour_of_day(h)] += s->w.t_c[h];
    for (int h = 1; h < 24; h++) {
        if (by_hour[h] < by_hour[coldest]) coldest = h;
        if (by_hour[h] > by_hour[warmest]) warmest = h;
    }
    assert_in_range(coldest, 4, 7); /* March: sunrise near 6 */
    assert_in_range(warmest, 13, 16);
}

static void constant_climate_stays_constant(void **state)
{
    struct setup *s = *state;
    struct climate_stats flat = place(0);
    for (int m = 0; m < MONTHS; m++) {
        flat.mean_c[m] = 20;
        flat.dew_c[m] = 10;
        flat.range_k[m] = flat.day_spread_k[m] = flat.dew_spread_k[m] = 0;
    }
    assert_true(synth_weather(&flat, false, &s->w, &s->arena, &s->diags));
    for (int h = 0; h < s->w.n; h++) {
        assert_within(s->w.t_c[h], 20, 1e-9);
        assert_within(s->w.dew_c[h], 10, 1e-9);
    }
}

static void faults_are_refused(void **state)
{
    struct setup *s = *state;
    struct climate_stats bad[5];
    for (int i = 0; i < 5; i++) bad[i] = place(45);
    bad[0].mean_c[3] = (double)NAN;
    bad[1].range_k[11] = -1;
    bad[2].dew_c[0] = (double)NAN;
    bad[3].dew_c[5] = 40;
    bad[4].day_persistence = 1;
    for (int i = 0; i < 5; i++) {
        s->diags = diags_new(&s->arena);
        assert_false(synth_weather(&bad[i], false, &s->w, &s->arena, &s->diags));
        assert_int_equal(s->diags.n_error, 1);
        assert_non_null(strstr(message_text(&s->arena, &s->diags.item[0].what, NULL), "test"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(meets_its_statistics),
        cmocka_unit_test(meets_humidity),
        cmocka_unit_test(b17_leap_year),
        cmocka_unit_test(b25_south_of_the_equator),
        cmocka_unit_test(saturation_is_never_passed),
        cmocka_unit_test(same_seed_same_year),
        cmocka_unit_test(day_follows_the_sun),
        cmocka_unit_test(constant_climate_stays_constant),
        cmocka_unit_test(faults_are_refused),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
