/* What jobs cost, against figures worked by hand. */

#include "near.h"

#include <math.h>
#include <string.h>

#include "rent_case.h"

enum { TRAIN, SMALL, CHAT }; /* periods of the sheet */

#define HALF_A_DAY "0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0"
#define WEEKEND                                                                                    \
    "0.15, 0.15, 0.15, 0.15, 0.15, 0.15, 0.15, 0.15, 0.15, 0.15, 0.15, 0.15, 0.15, 0.15, 0.15, "   \
    "0.15, 0.15, 0.15, 0.15, 0.15, 0.15, 0.15, 0.15, 0.15"

/* By the hour, faster; and for a term, in instances of four. */
static const char offers[] =
    "[cloud x]\nincludes = host\naccelerator = H100-80GB\naccelerator_memory = 80 GB\n"
    "price_gpu = 2 USD/GPUh\nrelative_speed = 1.25\negress_price = 0.09 USD/GB\n"
    "storage_price = 0.08 USD/GB/month\npue = 1.1\nsupport = 10 %\n"
    "[cloud y]\nincludes = host\naccelerator = H100-80GB\naccelerator_memory = 80 GB\n"
    "price_hour = 16 USD/h\naccelerators = 4\nplan = reserved\nterm = 1 years\n"
    "[finance]\ncloud = x, y\n";

static const char work[] =
    "[job train]\ngpu_hours = 800 GPUh\naccelerators = 8\nmemory = 600 GB\ndeadline = 90 h\n"
    "per_year = 10\ndata_out = 100 GB\nstorage = 1000 GB\n"
    "[job small]\nkind = rendering\ngpu_hours = 30 GPUh\naccelerators = 3\nmemory = 300 GB\n"
    "[job chat]\nkind = inference\naccelerators = 8\nweekday = " HALF_A_DAY "\nweekend = " WEEKEND
    "\n";

static void count(struct rent_case *f)
{
    struct arena a = arena_new(NULL);
    rent(f, arena_format(&a, "%s%s", offers, work), 0.5);
    arena_free(&a);
}

static void test_own(void **state)
{
    struct rent_case *f = *state;
    count(f);
    assert_near(number(f, "job_own_time", TRAIN), 100, 1e-12);
    assert_near(number(f, "job_own_in_time", TRAIN), 0, 1e-12);
    assert_near(number(f, "job_own_fits", TRAIN), 1, 1e-12);
    assert_near(number(f, "job_own_year", TRAIN), 87, 1e-12);
    assert_near(number(f, "job_own_energy", TRAIN), 1000, 1e-12);
    assert_near(number(f, "job_own_cost", TRAIN), 2400, 1e-12);
    assert_near(number(f, "job_colo_cost", TRAIN), 2000, 1e-12);
    assert_near(number(f, "job_colo_energy", TRAIN), 800 * 1.4, 1e-12);
    assert_near(number(f, "job_own_fits", SMALL), 0, 1e-12); /* 3 x 80 GB */
    assert_near(number(f, "job_own_year", SMALL), 1752, 1e-12);
    assert_true(isnan(number(f, "job_own_in_time", SMALL)));
}

/* 800 / 1.25 on eight: 80 hours; storage for 80 of 730 hours of a month. */
static void test_by_the_hour(void **state)
{
    struct rent_case *f = *state;
    count(f);
    assert_near(number(f, "job_time_1", TRAIN), 80, 1e-12);
    assert_near(number(f, "job_in_time_1", TRAIN), 1, 1e-12);
    assert_near(number(f, "job_fits_1", TRAIN), 1, 1e-12);
    assert_near(number(f, "job_billed_1", TRAIN), 640, 1e-12);
    assert_near(number(f, "job_cost_1", TRAIN), 1.1 * (1280 + 9 + 80 * 80.0 / 730), 1e-12);
    assert_near(number(f, "job_energy_1", TRAIN), 800 / 1.25 * 1.1, 1e-12);
    assert_near(number(f, "job_billed_1", SMALL), 24, 1e-12);
    assert_near(number(f, "job_fits_1", SMALL), 0, 1e-12);
}

/* Instances of four, half of whose agreed hours are used.  What leaves has no price there. */
static void test_for_a_term(void **state)
{
    struct rent_case *f = *state;
    count(f);
    assert_near(number(f, "job_billed_2", TRAIN), 1600, 1e-12);
    assert_true(isnan(number(f, "job_cost_2", TRAIN)));
    assert_near(number(f, "job_whole_2", SMALL), 4, 1e-12);
    assert_near(number(f, "job_fits_2", SMALL), 1, 1e-12);
    assert_near(number(f, "job_cost_2", SMALL), 4 * 4 * 10 / 0.5, 1e-12);
    assert_true(isnan(number(f, "job_energy_2", SMALL)));
}

/* Mean load (5 x 0.5 + 2 x 0.15)/7 = 0.4 of eight, in a month of 730 hours. */
static void test_service(void **state)
{
    struct rent_case *f = *state;
    count(f);
    assert_near(number(f, "job_hours", CHAT), 2336, 1e-12);
    assert_near(number(f, "job_held", CHAT), 5840, 1e-12);
    assert_near(number(f, "job_own_cost", CHAT), 8760, 1e-12);
    assert_near(number(f, "job_own_energy", CHAT), 1.25 * (2336 + 0.25 * 3504), 1e-12);
    assert_near(number(f, "job_whole_1", CHAT), 7, 1e-12);
    double running = (5 * 0.5 * 7 + 2 * 1) / 7; /* 6.4 and 0.96 accelerators, rounded up */
    assert_near(number(f, "job_running_1", CHAT), running, 1e-12);
    assert_near(number(f, "job_cost_1", CHAT), 1.1 * 2 * 730 * running, 1e-12);
    assert_near(number(f, "job_energy_1", CHAT), 1.1 * (1868.8 + 0.25 * (730 * running - 1868.8)),
                1e-12);
    assert_near(number(f, "job_peak_1", CHAT), 1.1 * 2 * 730 * 7, 1e-12);
    assert_true(isnan(number(f, "job_peak_1", TRAIN)));
    assert_near(number(f, "job_whole_there_2", CHAT), 1, 1e-12);
    assert_near(number(f, "job_cost_2", CHAT), 4 * 5840, 1e-12);
    assert_near(number(f, "job_own_year", CHAT), 12, 1e-12);
    assert_near(number(f, "job_share", CHAT), 1, 1e-12);
    assert_near(number(f, "job_share", GRID_TOTAL), 1 + 8030 / 70080.0, 1e-12);
}

/* More accelerators than the site has: as many as there are, for longer; not side by side. */
static void test_larger_than_the_site(void **state)
{
    struct rent_case *f = *state;
    struct arena a = arena_new(NULL);
    rent(f,
         arena_format(&a, "%s%s", offers,
                      "[job train]\ngpu_hours = 800 GPUh\naccelerators = 20\nmemory = 1500 GB\n"
                      "deadline = 50 h\n"
                      "[job none]\ngpu_hours = 10 GPUh\naccelerators = 1\nper_year = 0\n"
                      "[job chat]\nkind = inference\naccelerators = 20\nweekday = " HALF_A_DAY
                      "\n"),
         0.5);
    arena_free(&a);
    assert_near(number(f, "job_own_whole", TRAIN), 0, 1e-12);
    assert_near(number(f, "job_own_time", TRAIN), 100, 1e-12);
    assert_near(number(f, "job_own_in_time", TRAIN), 0, 1e-12);
    assert_near(number(f, "job_own_fits", TRAIN), 0, 1e-12);
    assert_near(number(f, "job_own_year", TRAIN), 87, 1e-12);
    assert_near(number(f, "job_time_1", TRAIN), 800 / 1.25 / 20, 1e-12);
    assert_near(number(f, "job_in_time_1", TRAIN), 1, 1e-12);
    assert_near(number(f, "job_whole_2", TRAIN), 8, 1e-12); /* all that is agreed */
    assert_near(number(f, "job_time_2", TRAIN), 100, 1e-12);
    assert_near(number(f, "job_whole_there_2", TRAIN), 0, 1e-12);
    assert_near(number(f, "job_share", SMALL), 0, 1e-12);
    assert_near(number(f, "job_own_whole", CHAT), 0, 1e-12);
    assert_near(number(f, "job_own_year", CHAT), 0, 1e-12);
    assert_near(number(f, "job_whole_there_2", CHAT), 0, 1e-12);
}

static void test_bad_jobs(void **state)
{
    struct rent_case *f = *state;
    static const char *const bad[] = {
        "[job x]\ngpu_hours = 8 GPUh\n",
        "[job x]\naccelerators = 8\n",
        "[job x]\nkind = inference\naccelerators = 8\n",
        "[job x]\nkind = inference\naccelerators = 8\nweekday = 1, 1\n",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (i) toy_free(&f->t);
        assert_false(rent_read(f, bad[i]));
        assert_int_equal(f->t.ds.n_error, 1);
        assert_true(f->t.ds.item[0].place.line > 0);
    }
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, rent_setup, rent_teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_own),     TEST(test_by_the_hour),          TEST(test_for_a_term),
        TEST(test_service), TEST(test_larger_than_the_site), TEST(test_bad_jobs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
