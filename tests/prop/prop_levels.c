/* A site's year does not depend on how wide the registers are: whole years of the sites that
   ship, and of what limits come from, at each level that the processor has. */

#include "near.h"

#include <string.h>

#include "plan/run.h"
#include "sim/annual.h"
#include "sim/month.h"

struct year_of {
    struct year *whole; /* hourly series */
    struct month_year *month[MONTHS];
};

static struct year_of run_at(month_run_function run, const struct ready *r, bool is_design,
                             struct arena *a)
{
    const struct plant *p = r->plant;
    const struct calendar *c = &r->loaded.weather.calendar;
    struct prepared w = *r->prepared;
    struct block *b = block_new(p, a);
    struct year_of x = {.whole = &month_new(p, a)->y};
    w.is_design = is_design;
    for (int q = 0; q < N_QUANTITY; q++)
        x.whole->site.hour[q] = ARENA_ARRAY(a, double, (size_t)w.n);
    for (int m = 0; m < MONTHS; m++) {
        struct month_work work = {p, &p->normal, &w, x.whole, c->month_start[m],
                                  c->month_start[m + 1]};
        x.month[m] = month_new(p, a);
        run(&work, x.month[m], b);
    }
    return x;
}

static void assert_same_month(const struct month_year *x, const struct month_year *y)
{
    assert_memory_equal(x->flag_count, y->flag_count, sizeof x->flag_count);
    assert_memory_equal(x->flag_first, y->flag_first, sizeof x->flag_first);
    assert_memory_equal(x->y.site.stat, y->y.site.stat, sizeof x->y.site.stat);
    assert_memory_equal(x->y.room, y->y.room, (size_t)x->y.n_room * sizeof *x->y.room);
    assert_memory_equal(x->y.elem_out_kwh, y->y.elem_out_kwh,
                        (size_t)x->y.n_elem * sizeof *x->y.elem_out_kwh);
    assert_memory_equal(x->y.group_lost_j, y->y.group_lost_j,
                        (size_t)x->y.n_group * sizeof *x->y.group_lost_j);
    for (int s = 0; s < x->y.n_sink; s++) assert_true(x->y.sink[s].hour == y->y.sink[s].hour);
    assert_int_equal(x->y.iterations, y->y.iterations);
}

static void assert_same_years(const struct ready *r, bool is_design, struct arena *a)
{
    month_run_function level[MONTH_LEVELS];
    int n = month_levels(level);
    struct year_of first = run_at(level[0], r, is_design, a);
    for (int l = 1; l < n; l++) {
        struct year_of x = run_at(level[l], r, is_design, a);
        for (int q = 0; q < N_QUANTITY; q++)
            assert_memory_equal(x.whole->site.hour[q], first.whole->site.hour[q],
                                (size_t)r->prepared->n * sizeof(double));
        for (int m = 0; m < MONTHS; m++) assert_same_month(x.month[m], first.month[m]);
    }
}

static void years_are_the_same(void **state)
{
    static const char *const sites[] = {"a100-air", "a100-liquid", "gb200-pod", "h100-hall",
                                        "office-closet"};
    (void)state;
    for (size_t i = 0; i < sizeof sites / sizeof *sites; i++)
        for (int is_design = 0; is_design <= 1; is_design++) {
            struct arena a = arena_new(NULL);
            struct diags ds = diags_new(&a);
            struct load_request request = {
                .models = DCPLAN_SOURCE_DIR "/models",
                .site = arena_format(&a, DCPLAN_SOURCE_DIR "/sites/%s.ini", sites[i])};
            struct ready r;
            assert_true(run_prepare(&request, &r, &a, &ds));
            assert_same_years(&r, is_design, &a);
            arena_free(&a);
        }
}

/* The first level runs anywhere; each after it only where the one before does. */
static void the_first_level_is_always_there(void **state)
{
    (void)state;
    month_run_function level[MONTH_LEVELS];
    int n = month_levels(level);
    assert_true(n >= 1 && n <= MONTH_LEVELS);
    assert_true(level[0] == month_run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_level_is_always_there),
        cmocka_unit_test(years_are_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
