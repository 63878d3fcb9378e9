/* The charts of a result: what they pick from it and what they say. */

#include "near.h"

#include <string.h>

#include "mock_result.h"
#include "output/figures.h"
#include "plan/failures.h"

struct bench {
    struct arena a;
    struct result *r;
};

static int set_up(void **state)
{
    static struct bench b;
    b.a = arena_new(NULL);
    b.r = mock_result(&b.a, &(struct mock_options){0});
    *state = &b;
    return 0;
}

static int tear_down(void **state)
{
    struct bench *b = *state;
    arena_free(&b->a);
    return 0;
}

static const struct chart *make(struct bench *b, enum figure_id id)
{
    struct picture p;
    assert_true(figure_make(b->r, id, &p, &b->a));
    assert_null(p.diagram);
    assert_true(strlen(p.chart->title) > 10);
    assert_true(strlen(p.summary) > 20);
    return p.chart;
}

static void test_limit_bars_are_shares_of_the_limit(void **state)
{
    struct bench *b = *state;
    const struct chart *c = make(b, FIGURE_LIMITS);
    assert_int_equal(c->n_bar, b->r->n_limit);
    for (int i = 0; i < c->n_bar; i++) {
        const struct limit *l = &b->r->limit[i];
        if (isnan(l->limit))
            assert_true(isnan(c->bar[i].value));
        else
            assert_near(c->bar[i].value, 100 * l->used / l->limit, 1e-12);
    }
    assert_within(c->mark, 100, 1e-12);
}

static void test_months_show_the_result(void **state)
{
    struct bench *b = *state;
    const struct chart *pue = make(b, FIGURE_PUE), *energy = make(b, FIGURE_MONTHLY_ENERGY);
    for (int m = 0; m < MONTHS; m++) {
        assert_near(pue->series[0].y[m], b->r->month[m].pue, 1e-15);
        assert_near(energy->series[0].y[m] + energy->series[1].y[m],
                    b->r->month[m].facility_kwh / 1000, 1e-12);
    }
    assert_near(pue->limit[0].value, b->r->metric[M_PUE], 1e-15);
}

static void test_duration_curves_fall(void **state)
{
    struct bench *b = *state;
    static const enum figure_id id[] = {FIGURE_LOAD, FIGURE_INLET, FIGURE_COOLANT};
    for (int i = 0; i < 3; i++) {
        const struct chart *c = make(b, id[i]);
        for (int k = 0; k < c->n_series; k++)
            for (int h = 1; h < c->series[k].n; h++)
                assert_true(c->series[k].y[h] <= c->series[k].y[h - 1]);
    }
    const struct chart *load = make(b, FIGURE_LOAD);
    assert_near(load->series[0].y[0], b->r->metric[M_PEAK_FACILITY_KW], 1e-12);
    assert_near(load->limit[0].value, 320, 1e-12); /* of the utility */
    assert_near(make(b, FIGURE_COOLANT)->limit[0].value, 45, 1e-12);
}

static void test_overhead_is_sorted_without_it(void **state)
{
    struct bench *b = *state;
    const struct chart *c = make(b, FIGURE_OVERHEAD);
    double sum = b->r->metric[M_IT_ENERGY_KWH] / 1000;
    for (int i = 0; i < c->n_bar; i++) {
        if (i) assert_true(c->bar[i].value <= c->bar[i - 1].value);
        assert_string_not_equal(c->bar[i].label, "IT equipment");
        sum += c->bar[i].value;
    }
    assert_near(sum, b->r->metric[M_FACILITY_ENERGY_KWH] / 1000, 1e-12);
}

static void test_hours_are_in_their_place(void **state)
{
    struct bench *b = *state;
    const struct chart *c = make(b, FIGURE_PUE_HEAT);
    const struct series *s = &b->r->year->site;
    assert_int_equal(c->heat.columns, 365);
    int h = 200 * 24 + 17;
    assert_near(c->heat.value[h], s->hour[Q_FACILITY_W][h] / s->hour[Q_IT_W][h], 1e-15);
}

static void test_hours_without_it_load_are_missing(void **state)
{
    struct bench *b = *state;
    b->r->year->site.hour[Q_IT_W][5] = 0;
    assert_true(isnan(make(b, FIGURE_PUE_HEAT)->heat.value[5]));
    make(b, FIGURE_PUE_OUTDOOR);
}

static void test_nothing_to_show(void **state)
{
    struct bench *b = *state;
    struct picture p;
    b->r =
        mock_result(&b->a, &(struct mock_options){.has_no_tariff = true, .has_no_coolant = true});
    assert_false(figure_make(b->r, FIGURE_COST, &p, &b->a));
    assert_false(figure_make(b->r, FIGURE_ONE_LINE, &p, &b->a));
    assert_false(figure_make(b->r, FIGURE_COOLANT, &p, &b->a));
    b->r->n_limit = 0;
    assert_false(figure_make(b->r, FIGURE_LIMITS, &p, &b->a));
}

static void test_coolant_over_its_limit(void **state)
{
    struct bench *b = *state;
    b->r->metric[M_COOLANT_MARGIN_K] = -1.25;
    assert_non_null(strstr(make(b, FIGURE_COOLANT)->title, "over its limit"));
    b->r->metric[M_COOLANT_MARGIN_K] = (double)NAN;
    const struct chart *c = make(b, FIGURE_COOLANT);
    assert_null(strstr(c->title, "limit"));
    assert_true(isnan(c->limit[0].value));
}

/* A minute and a half by made-up numbers: curves, limits, and marks in the order of time. */
static void test_ride_through_marks_what_happens(void **state)
{
    struct bench *b = *state;
    enum { N = 91 };
    double inlet_c[N], coolant_c[N], never = (double)INFINITY;
    b->r = mock_result(&b->a, &(struct mock_options){.n_failure = 3});
    struct picture p;
    struct failures f = *b->r->failures;
    b->r->failures = &f;
    f.ride = (struct ride_list){0};
    assert_false(figure_make(b->r, FIGURE_RIDE, &p, &b->a));
    for (int i = 0; i < N; i++) {
        inlet_c[i] = 24 + 0.1 * i;
        coolant_c[i] = 40 + 0.2 * i;
    }
    struct ride_through x[2] = {{.state = "utility.grid lost",
                                 .room = "room.hall",
                                 .air_s = 15,
                                 .coolant_flow_s = 0,
                                 .cooled_s = 60,
                                 .power_s = never,
                                 .bears_s = 25,
                                 .bears_why = "coolant limit",
                                 .trip_first = "server.box",
                                 .allowable_c = 35,
                                 .coolant_max_c = 45,
                                 .ride = {.n = N,
                                          .inlet_c = inlet_c,
                                          .coolant_c = coolant_c,
                                          .allowable_s = never,
                                          .coolant_s = 25,
                                          .throttle_s = 50,
                                          .trip_s = 80}}};
    x[1] = x[0];
    x[1].state = "pdu.a lost"; /* borne for longer: not the one that is drawn */
    x[1].bears_s = 30;
    f.ride = (struct ride_list){.n = 2, .item = x};
    const struct chart *c = make(b, FIGURE_RIDE);
    assert_non_null(strstr(c->title, "room.hall bears 25.0 s (utility.grid lost)"));
    assert_non_null(strstr(c->title, "server.box shuts down first, after 1 min 20 s"));
    assert_int_equal(c->n_series, 2);
    assert_int_equal(c->n_limit, 2);
    assert_int_equal(c->n_event, 5);
    static const double at[] = {15, 25, 50, 60, 80};
    for (int i = 0; i < 5; i++) assert_near(c->event[i].at, at[i] / 60, 1e-12);
    assert_string_equal(c->event[1].label, "coolant limit, 25.0 s");
    assert_near(c->x.max, 2, 0);
    x[0].bears_s = 0;
    assert_non_null(strstr(make(b, FIGURE_RIDE)->title, "before anything is lost: coolant limit"));
    x[0].bears_s = x[1].bears_s = never;
    x[0].bears_why = x[1].bears_why = NULL;
    x[0].ride.max_c = 33;
    assert_non_null(strstr(make(b, FIGURE_RIDE)->title, "stays within its limits"));
    x[0].coolant_flow_s = x[1].coolant_flow_s = (double)NAN;
    assert_int_equal(make(b, FIGURE_RIDE)->n_series, 1);
}

static void test_file_names_differ(void **state)
{
    (void)state;
    for (int i = 0; i < N_FIGURE; i++)
        for (int k = 0; k < i; k++)
            assert_string_not_equal(figure_name((enum figure_id)i), figure_name((enum figure_id)k));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_limit_bars_are_shares_of_the_limit, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_months_show_the_result, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_duration_curves_fall, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_overhead_is_sorted_without_it, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_hours_are_in_their_place, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_hours_without_it_load_are_missing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_nothing_to_show, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_coolant_over_its_limit, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_ride_through_marks_what_happens, set_up, tear_down),
        cmocka_unit_test(test_file_names_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
