/* Renting against figures worked by hand. */

#include "near.h"

#include <math.h>
#include <string.h>

#include "model/offer.h"
#include "plan/growth.h"
#include "rent_case.h"

#define OFFER "[cloud x]\nincludes = host\naccelerator = H100-80GB\naccelerator_memory = 80 GB\n"
#define TWO_DOLLARS OFFER "price_gpu = 2 USD/GPUh\n[finance]\ncloud = x\n"

/* 2.00 a GPU-hour, 8 of them, 8760 hours: 140160 a year, by the hour or agreed. */
static void test_by_the_hour(void **state)
{
    struct rent_case *f = *state;
    rent(f, TWO_DOLLARS, 1);
    assert_near(number(f, "rent_1", 0), 0, 1e-12);
    assert_near(number(f, "rent_1", 1), 140160, 1e-12);
    assert_near(number(f, "rent_1", GRID_TOTAL), 700800, 1e-12);
    assert_near(number(f, "price_hour_1", GRID_CONSTANT), 2, 1e-12);
    assert_near(number(f, "rent_choice", GRID_CONSTANT), 1, 1e-12);
    assert_near(number(f, "rent_cheapest", 5), 140160, 1e-12);
}

/* A term is paid whether used or not, what is paid by the hour is not. */
static void test_term_and_use(void **state)
{
    struct rent_case *f = *state;
    rent(f,
         OFFER "price_hour = 16 USD/h\naccelerators = 8\nplan = reserved\nterm = 1 years\n"
               "[cloud y]\nincludes = host\naccelerator = H100-80GB\naccelerator_memory = 80 GB\n"
               "price_hour = 20 USD/h\naccelerators = 8\n[finance]\ncloud = x, y\n",
         0.5);
    assert_near(number(f, "rent_1", 3), 140160, 1e-12);
    assert_near(number(f, "rent_2", 3), 2.5 * 8 * 4380, 1e-12);
    assert_near(number(f, "price_hour_1", GRID_CONSTANT), 4, 1e-12);
    assert_near(number(f, "rent_choice", GRID_CONSTANT), 2, 1e-12);
    assert_near(number(f, "rent_cheapest", 3), 87600, 1e-12);
}

/* Eight accelerators at nine tenths of the speed are nine, in instances of four: three. */
static void test_whole_instances(void **state)
{
    struct rent_case *f = *state;
    rent(f,
         OFFER "price_hour = 8 USD/h\naccelerators = 4\nplan = reserved\nterm = 1 years\n"
               "relative_speed = 0.9\n[finance]\ncloud = x\n",
         1);
    assert_near(number(f, "instances_1", 1), 3, 1e-12);
    assert_near(number(f, "rent_1", 1), 3 * 8 * 8760, 1e-12);
}

/* Within a term the price stays; three years from the start it is (1 - 0.2)^3 of it. */
static void test_decline(void **state)
{
    struct rent_case *f = *state;
    rent(f,
         OFFER "price_gpu = 2 USD/GPUh\nplan = reserved\nterm = 3 years\ndecline = 20 %\n"
               "[cloud y]\nincludes = host\naccelerator = H100-80GB\naccelerator_memory = 80 GB\n"
               "price_gpu = 2 USD/GPUh\ndecline = 20 %\n[finance]\ncloud = x, y\n",
         1);
    assert_near(number(f, "rent_1", 3), 140160, 1e-12);
    assert_near(number(f, "rent_1", 4), 140160 * 0.512, 1e-12);
    assert_near(number(f, "rent_1", 5), 140160 * 0.512, 1e-12);
    assert_near(number(f, "rent_2", 1), 140160, 1e-12);
    assert_near(number(f, "rent_2", 2), 140160 * 0.8, 1e-12);
    assert_near(number(f, "rent_2", 5), 140160 * 0.4096, 1e-12);
}

/* Half of each term at its start: of the second only two years are counted. */
static void test_upfront(void **state)
{
    struct rent_case *f = *state;
    rent(f,
         OFFER "price_gpu = 2 USD/GPUh\nplan = savings\nterm = 3 years\nupfront = 50 %\n"
               "[finance]\ncloud = x\n",
         1);
    assert_near(number(f, "rent_1", 0), 1.5 * 140160, 1e-12);
    assert_near(number(f, "rent_1", 1), 0.5 * 140160, 1e-12);
    assert_near(number(f, "rent_1", 3), 0.5 * 140160 + 140160, 1e-12);
    assert_near(number(f, "rent_1", 5), 0.5 * 140160, 1e-12);
    assert_near(number(f, "rent_1", GRID_TOTAL), 5 * 140160, 1e-12);
    assert_near(number(f, "price_hour_1", GRID_CONSTANT), 2, 1e-12);
}

/* 1000 GB a month at 0.09, 2000 GB kept at 0.08 a month, 5 % and 100 a month of support. */
static void test_what_is_paid_besides(void **state)
{
    struct rent_case *f = *state;
    rent(f,
         OFFER "price_gpu = 2 USD/GPUh\negress_price = 0.09 USD/GB\n"
               "storage_price = 0.08 USD/GB/month\nsupport = 5 %\nsupport_price = 100 USD/month\n"
               "[finance]\ncloud = x\negress_per_month = 1000 GB\nstorage = 2000 GB\n",
         1);
    assert_near(number(f, "egress_1", 1), 1080, 1e-12);
    assert_near(number(f, "storage_1", 1), 1920, 1e-12);
    assert_near(number(f, "support_1", 1), 0.05 * (140160 + 1080 + 1920) + 1200, 1e-12);
    assert_near(number(f, "rent_1", 1), 140160 * 1.05 + 3000 * 1.05 + 1200, 1e-12);
    assert_near(number(f, "egress_1", 0), 0, 1e-12);
}

static bool is_warned(const struct rent_case *f, const char *word)
{
    for (int i = 0; i < f->t.ds.n; i++) {
        const struct diag *d = &f->t.ds.item[i];
        if (strstr(message_text(f->t.ds.arena, &d->what, NULL), word)) return true;
    }
    return false;
}

/* A price that is not there is no zero, and no offer without one is the cheapest. */
static void test_missing_price(void **state)
{
    struct rent_case *f = *state;
    rent(f,
         OFFER "price_gpu =\n[cloud y]\nincludes = host\naccelerator = H100-80GB\n"
               "accelerator_memory = 80 GB\nprice_gpu = 9 USD/GPUh\n"
               "[cloud z]\nincludes = host\nprice_gpu = 1 EUR/GPUh\n[finance]\ncloud = x, y, z\n",
         1);
    assert_true(isnan(number(f, "rent_1", 1)));
    assert_true(isnan(number(f, "rent_3", 1)));
    assert_true(is_warned(f, "[cloud x]: no price"));
    assert_true(is_warned(f, "[cloud z]: no exchange rate"));
    assert_near(number(f, "rent_choice", GRID_CONSTANT), 2, 1e-12);
    assert_near(number(f, "rent_cheapest", 1), 9 * 8 * 8760, 1e-12);
    assert_true(is_warned(f, "[cloud z]: does not name its accelerators"));
    assert_int_equal(f->t.ds.n_warning, 3);
}

/* Data leaves, and what that costs is not told. */
static void test_missing_price_of_data(void **state)
{
    struct rent_case *f = *state;
    rent(f, OFFER "price_gpu = 2 USD/GPUh\n[finance]\ncloud = x\negress_per_month = 9 GB\n", 1);
    assert_true(isnan(number(f, "rent_1", 1)));
    assert_true(is_warned(f, "no price of data that leaves"));
}

static void test_no_price_at_all(void **state)
{
    struct rent_case *f = *state;
    rent(f, OFFER "price_gpu =\n[finance]\ncloud = x\n", 1);
    assert_near(number(f, "rent_choice", GRID_CONSTANT), 0, 1e-12);
    assert_true(isnan(number(f, "rent_cheapest", 1)));
}

/* Other accelerators count once it is said how fast they are. */
static void test_other_accelerators(void **state)
{
    struct rent_case *f = *state;
    rent(f,
         "[cloud x]\nincludes = host\naccelerator = A100-80GB\naccelerator_memory = 80 GB\n"
         "price_gpu = 1 USD/GPUh\n"
         "[cloud y]\nincludes = host\naccelerator = H200-141GB\naccelerator_memory = 141 GB\n"
         "price_gpu = 3 USD/GPUh\nrelative_speed = 1.2\n"
         "[cloud z]\nincludes = host\naccelerator = H100-80GB\naccelerator_memory = 64 GB\n"
         "price_gpu = 1 USD/GPUh\n[finance]\ncloud = x, y, z\n",
         1);
    assert_near(number(f, "rent_choice", GRID_CONSTANT), 2, 1e-12);
    assert_near(number(f, "rent_2", 1), 3 * 8 * 8760 / 1.2, 1e-12);
    assert_int_equal(f->t.ds.n_warning, 2);
    assert_true(is_warned(f, "A100-80GB for H100-80GB"));
    assert_true(is_warned(f, "memory 64 for 80 GB"));
}

/* A floor bid taken for a price: 0.01 an hour for eight. */
static void test_doubtful_price(void **state)
{
    struct rent_case *f = *state;
    rent(f,
         OFFER "price_hour = 0.01 USD/h\naccelerators = 8\n"
               "[cloud estimate-h100-80gb]\nincludes = a band\naccelerator = H100-80GB\n"
               "plausible_low = 0.5 USD/GPUh\nplausible_high = 15 USD/GPUh\n"
               "[finance]\ncloud = x\n",
         1);
    assert_true(is_warned(f, "less than the 0.5 that is plausible"));
    assert_int_equal(f->t.ds.n_warning, 1);
    assert_near(number(f, "rent_1", 1), 0.01 * 8760, 1e-12);
    assert_near(number(f, "rent_choice", GRID_CONSTANT), 0, 1e-12);
}

/* It takes part once somebody says that it is right; a price of 0 needs no band to be doubted. */
static void test_confirmed_price(void **state)
{
    struct rent_case *f = *state;
    rent(f,
         OFFER "price_hour = 0.01 USD/h\naccelerators = 8\nconfirmed = yes\n"
               "[cloud y]\nincludes = host\naccelerator = H100-80GB\naccelerator_memory = 80 GB\n"
               "price_gpu = 2 USD/GPUh\n"
               "[cloud z]\nincludes = host\naccelerator = H100-80GB\naccelerator_memory = 80 GB\n"
               "price_gpu = 0 USD/GPUh\nsupport_price = 1 USD/month\n"
               "[cloud estimate-h100-80gb]\nincludes = a band\naccelerator = H100-80GB\n"
               "plausible_low = 0.5 USD/GPUh\nplausible_high = 15 USD/GPUh\n"
               "[finance]\ncloud = x, y, z\n",
         1);
    assert_true(is_warned(f, "less than the 0.5 that is plausible"));
    assert_true(is_warned(f, "a price of 0 is not plausible: left out"));
    assert_near(number(f, "rent_choice", GRID_CONSTANT), 1, 1e-12);
    struct arena *a = f->t.ds.arena;
    assert_null(offer_left_out(&f->t.site, 0, a));
    assert_null(offer_left_out(&f->t.site, 1, a));
    assert_non_null(offer_left_out(&f->t.site, 2, a));
}

/* By the hour too an instance is whole: eight accelerators in instances of six are twelve. */
static void test_whole_instances_by_the_hour(void **state)
{
    struct rent_case *f = *state;
    rent(f, OFFER "price_hour = 6 USD/h\naccelerators = 6\n[finance]\ncloud = x\n", 0.5);
    assert_near(number(f, "whole_1", 1), 12, 1e-12);
    assert_near(number(f, "rent_1", 1), 12 * 4380, 1e-12);
    assert_near(number(f, "price_hour_1", GRID_CONSTANT), 1.5, 1e-12);
}

/* Half a year one server of eight, then two: instances of six are two, then three. */
static void test_whole_instances_by_the_month(void **state)
{
    struct rent_case *f = *state;
    struct growth_month month[12] = {0};
    int one[1] = {1}, two[1] = {2};
    for (int m = 0; m < 12; m++) month[m].servers = m < 6 ? one : two;
    struct growth g = {.n = 12, .month = month};
    f->result.growth = &g;
    rent(f,
         OFFER "price_hour = 6 USD/h\naccelerators = 6\n"
               "[cloud y]\nincludes = host\naccelerator = H100-80GB\naccelerator_memory = 80 GB\n"
               "price_hour = 6 USD/h\naccelerators = 6\nplan = reserved\nterm = 1 years\n"
               "[finance]\ncloud = x, y\n",
         0.5);
    assert_near(number(f, "whole_1", 0), 12, 1e-12);
    assert_near(number(f, "whole_1", 1), 15, 1e-12);
    assert_near(number(f, "whole_1", 4), 15, 1e-12); /* the plan's last twelve months again */
    assert_near(number(f, "rent_1", 1), 15 * 4380, 1e-12);
    assert_near(number(f, "rent_2", 1), 15 * 8760, 1e-12);
}

/* Three years in a plan of five: the second term runs a year beyond, which is told, not paid. */
static void test_beyond_the_years(void **state)
{
    struct rent_case *f = *state;
    rent(f,
         OFFER "price_gpu = 2 USD/GPUh\nplan = reserved\nterm = 3 years\ndecline = 20 %\n"
               "[cloud y]\nincludes = host\naccelerator = H100-80GB\naccelerator_memory = 80 GB\n"
               "price_gpu = 2 USD/GPUh\nplan = reserved\nterm = 10 years\n"
               "[cloud z]\nincludes = host\naccelerator = H100-80GB\naccelerator_memory = 80 GB\n"
               "price_gpu = 2 USD/GPUh\nplan = reserved\nterm = 1 years\n"
               "[finance]\ncloud = x, y, z\n",
         1);
    assert_near(number(f, "rent_1", GRID_TOTAL), 140160 * (3 + 2 * 0.512), 1e-12);
    assert_near(number(f, "after_1", GRID_CONSTANT), 1, 1e-12);
    assert_near(number(f, "beyond_1", GRID_CONSTANT), 140160 * 0.512, 1e-12);
    assert_near(number(f, "rent_2", GRID_TOTAL), 5 * 140160, 1e-12);
    assert_near(number(f, "after_2", GRID_CONSTANT), 5, 1e-12);
    assert_near(number(f, "beyond_2", GRID_CONSTANT), 5 * 140160, 1e-12);
    assert_near(number(f, "after_3", GRID_CONSTANT), 0, 1e-12);
    assert_true(is_warned(f, "[cloud y]: it is agreed for 10 years and 5 are counted"));
    assert_int_equal(f->t.ds.n_warning, 1);
}

/* Interruptions before any checkpoint: nothing is done, and nothing is chosen. */
static void test_hopeless_spot(void **state)
{
    struct rent_case *f = *state;
    rent(f,
         OFFER "price_gpu = 1 USD/GPUh\nplan = spot\ninterruption = 0.01 h\n"
               "checkpoint_every = 1000 h\n"
               "[cloud y]\nincludes = host\naccelerator = H100-80GB\naccelerator_memory = 80 GB\n"
               "price_gpu = 1 USD/GPUh\nplan = spot\ninterruption = 0.01 h\n"
               "checkpoint_every = 0.06 h\n[finance]\ncloud = x, y\n",
         1);
    assert_true(is_warned(f, "[cloud x]: interruptions leave hardly any work done"));
    assert_near(number(f, "overhead_2", GRID_CONSTANT), (exp(6) - 1) / 6, 1e-9);
    assert_near(number(f, "rent_choice", GRID_CONSTANT), 2, 1e-12);
}

/* Lists tell no interruptions: spot would be on demand for less. */
static void test_spot_without_interruptions(void **state)
{
    struct rent_case *f = *state;
    rent(f, OFFER "price_gpu = 1 USD/GPUh\nplan = spot\n[finance]\ncloud = x\n", 1);
    assert_true(is_warned(f, "spot without interruption"));
}

static void test_bad_offers(void **state)
{
    struct rent_case *f = *state;
    static const char *const bad[] = {
        OFFER "price_gpu = 2 USD/GPUh\nplan = reserved\n",
        OFFER "price_gpu = 2 USD/GPUh\nplan = spot\nterm = 1 years\n",
        OFFER "price_gpu = 2 USD/GPUh\nplan = reserved\nterm = 1.5 years\nupfront = 50 %\n",
        OFFER "price_gpu = 2 USD/GPUh\ncheckpoint_time = 0.1 h\n",
        "[cloud x]\nprice_gpu = 2 USD/GPUh\n",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (i) toy_free(&f->t);
        assert_false(rent_read(f, bad[i]));
        assert_int_equal(f->t.ds.n_error, 1);
        assert_true(f->t.ds.item[0].place.line > 0);
    }
}

/* ---- interruptions ---- */

static double uniform(unsigned long long *state)
{
    *state = *state * 6364136223846793005ULL + 1442695040888963407ULL;
    return ((double)(*state >> 11) + 0.5) / 9007199254740992.0;
}

/* Hours that n pieces of work with their checkpoints take, interrupted by chance; an
   interruption loses the piece under way and begins with a restart, which may be interrupted
   too. */
static double simulated(const struct cloud *c, int n)
{
    unsigned long long state = 20261130;
    double now = 0, next = -c->interruption_s * log(uniform(&state));
    bool is_down = false;
    for (int done = 0; done < n;) {
        double piece = c->checkpoint_every_s + c->checkpoint_s + (is_down ? c->restart_s : 0);
        is_down = now + piece > next;
        now = is_down ? next : now + piece;
        if (is_down)
            next = now - c->interruption_s * log(uniform(&state));
        else
            done++;
    }
    return now / (n * c->checkpoint_every_s);
}

static void test_overhead(void **state)
{
    (void)state;
    struct cloud c = {.checkpoint_every_s = 1800, .checkpoint_s = 180, .restart_s = 720};
    c.interruption_s = 3 * 3600;
    double got = cloud_overhead(&c);
    assert_near(got, 3 * exp(0.2 / 3) * (exp(0.55 / 3) - 1) / 0.5, 1e-12);
    assert_near(simulated(&c, 400000), got, 2e-3);
    c.interruption_s = 3600; /* more often than it pays */
    assert_near(simulated(&c, 400000), cloud_overhead(&c), 4e-3);
}

/* Rare interruptions: Young's first-order loss, c/T + T/2M. */
static void test_overhead_is_youngs(void **state)
{
    (void)state;
    struct cloud c = {.checkpoint_every_s = 3600, .checkpoint_s = 36, .interruption_s = 3.6e6};
    assert_within(cloud_overhead(&c), 1 + 0.01 + 0.0005, 1.1e-5);
    double best = sqrt(2 * c.checkpoint_s * c.interruption_s); /* his interval */
    struct cloud at = c, less = c, more = c;
    at.checkpoint_every_s = best;
    less.checkpoint_every_s = 0.9 * best;
    more.checkpoint_every_s = 1.1 * best;
    assert_true(cloud_overhead(&at) < cloud_overhead(&less));
    assert_true(cloud_overhead(&at) < cloud_overhead(&more));
}

static void test_overhead_of_parts(void **state)
{
    (void)state;
    struct cloud c = {.checkpoint_every_s = (double)NAN, .interruption_s = (double)NAN};
    assert_near(cloud_overhead(&c), 1, 1e-15);
    c.checkpoint_every_s = 3600;
    c.checkpoint_s = 36;
    assert_near(cloud_overhead(&c), 1.01, 1e-12);
    c = (struct cloud){.checkpoint_every_s = (double)NAN, .interruption_s = 3600, .restart_s = 360};
    assert_near(cloud_overhead(&c), exp(0.1), 1e-12);
    c.checkpoint_every_s = 1e-3; /* ever smaller pieces without checkpoints that cost */
    assert_near(cloud_overhead(&c), exp(0.1), 1e-6);
}

/* The sheet and the function say the same. */
static void test_spot(void **state)
{
    struct rent_case *f = *state;
    rent(f,
         OFFER "price_gpu = 6 USD/GPUh\nplan = spot\noff = 60 %\ninterruption = 3 h\n"
               "checkpoint_every = 0.5 h\ncheckpoint_time = 0.05 h\nrestart_time = 0.2 h\n"
               "[finance]\ncloud = x\n",
         1);
    double over = cloud_overhead(site_cloud(&f->t.site, 0));
    assert_near(number(f, "overhead_1", GRID_CONSTANT), over, 1e-12);
    assert_near(over, 1.2905179, 1e-6);
    assert_near(number(f, "rent_1", 1), 2.4 * 8 * 8760 * over, 1e-12);
    assert_near(number(f, "price_hour_1", GRID_CONSTANT), 2.4 * over, 1e-12);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, rent_setup, rent_teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_by_the_hour),
        TEST(test_term_and_use),
        TEST(test_whole_instances),
        TEST(test_decline),
        TEST(test_upfront),
        TEST(test_what_is_paid_besides),
        TEST(test_missing_price),
        TEST(test_missing_price_of_data),
        TEST(test_no_price_at_all),
        TEST(test_other_accelerators),
        TEST(test_doubtful_price),
        TEST(test_confirmed_price),
        TEST(test_whole_instances_by_the_hour),
        TEST(test_whole_instances_by_the_month),
        TEST(test_beyond_the_years),
        TEST(test_hopeless_spot),
        TEST(test_spot_without_interruptions),
        TEST(test_bad_offers),
        TEST(test_spot),
        cmocka_unit_test(test_overhead),
        cmocka_unit_test(test_overhead_is_youngs),
        cmocka_unit_test(test_overhead_of_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
