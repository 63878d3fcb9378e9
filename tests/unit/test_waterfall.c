/* Steps between two sites against all orders of the groups, each order simulated by overrides. */

#include "near.h"

#include <string.h>

#include "plan/study.h"
#include "plan/waterfall.h"

enum { GROUPS = 5, MASKS = 1 << GROUPS, METRICS = 3 };

static const int metrics[METRICS] = {M_PUE, M_FACILITY_ENERGY_KWH, M_ELECTRICITY_COST_PER_YEAR};

/* One change a group, in the groups' order. */
static const char *const changes[GROUPS] = {
    "site.altitude=900 m", "server.gpu.power_typical=3.0 kW", "transformer.t1.no_load_loss=2.5 kW",
    "crac.dx.cop=3.1", "tariff.shenzhen-two-part.flat_price=0.9 CNY/kWh"};

struct pair {
    struct arena a;
    struct diags ds;
    struct load_request request;
    struct result *r[2];
    struct waterfall w;
};

static struct result *run_with(struct pair *x, const char *site, const char *const *set, int n)
{
    struct load_request base = {.models = DCPLAN_SOURCE_DIR "/models",
                                .site = arena_format(&x->a, DCPLAN_SOURCE_DIR "/%s", site)};
    struct result *r = ARENA_ARRAY(&x->a, struct result, 1);
    x->request = base;
    base = study_request(&base, n, &x->a);
    for (int i = 0; i < n; i++) study_set(&base, set[i]);
    if (!run_case(&base, &(struct run_options){.threads = 1}, r, &x->a, &x->ds))
        fail_msg("%s", study_error(&x->ds, &x->a));
    return r;
}

static void open_pair(struct pair *x)
{
    *x = (struct pair){.a = arena_new(NULL)};
    x->ds = diags_new(&x->a);
}

static void find(struct pair *x, struct waterfall *w, int from)
{
    waterfall_find(&x->request, x->r[from], x->r[!from], metrics, METRICS, 1, w, &x->a);
}

static int of_mask(int mask, const char **set)
{
    int n = 0;
    for (int i = 0; i < GROUPS; i++)
        if (mask >> i & 1) set[n++] = changes[i];
    return n;
}

/* By hand: groups come in an order, each does what it does; all orders count the same. */
static void add_orders(double value[MASKS][METRICS], int mask, int n_left, double weight,
                       double by[GROUPS][METRICS])
{
    for (int i = 0; i < GROUPS; i++) {
        if (mask >> i & 1) continue;
        int with = mask | 1 << i;
        for (int m = 0; m < METRICS; m++)
            by[i][m] += weight / n_left * (value[with][m] - value[mask][m]);
        if (n_left > 1) add_orders(value, with, n_left - 1, weight / n_left, by);
    }
}

static void steps_are_means_over_all_orders(void **state)
{
    struct pair x;
    double value[MASKS][METRICS], by[GROUPS][METRICS] = {{0}};
    const char *set[GROUPS];
    (void)state;
    open_pair(&x);
    for (int mask = 0; mask < MASKS; mask++) {
        struct result *r = run_with(&x, "sites/a100-liquid.ini", set, of_mask(mask, set));
        for (int m = 0; m < METRICS; m++) value[mask][m] = r->metric[metrics[m]];
        if (mask == 0) x.r[0] = r;
        if (mask == MASKS - 1) x.r[1] = r;
    }
    add_orders(value, 0, GROUPS, 1, by);
    find(&x, &x.w, 0);
    assert_int_equal(x.w.n_step, GROUPS);
    assert_int_equal(x.w.n_case, MASKS - 2);
    assert_int_equal(x.w.n_note, 0);
    for (int m = 0; m < METRICS; m++) {
        double sum = 0, scale = fabs(x.w.to[m]);
        for (int i = 0; i < GROUPS; i++) {
            assert_within(x.w.step[i].by[m], by[i][m], 1e-12 * scale);
            sum += x.w.step[i].by[m];
        }
        assert_within(sum, x.w.to[m] - x.w.from[m], 1e-12 * scale);
    }
    assert_true(x.w.step[0].by[0] != 0 && x.w.step[2].by[0] > 0 && x.w.step[3].by[0] > 0);
    assert_string_equal(x.w.step[3].group, "cooling");
    assert_int_equal(x.w.step[3].n_part, 1);
    assert_string_equal(x.w.step[3].part[0], "crac.dx");
    arena_free(&x.a);
}

static void open_sites(struct pair *x, const char *from, const char *to)
{
    open_pair(x);
    x->r[0] = run_with(x, from, NULL, 0);
    x->r[1] = run_with(x, to, NULL, 0);
    find(x, &x->w, 0);
}

/* Two plants of their own names: what cannot be apart is joined, and it still adds up. */
static void steps_of_other_plants_add_up(void **state)
{
    static const char *const pairs[][2] = {{"sites/a100-air.ini", "sites/a100-liquid.ini"},
                                           {"sites/a100-liquid.ini", "sites/office-closet.ini"},
                                           {"sites/gb200-pod.ini", "sites/h100-hall.ini"}};
    (void)state;
    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
        struct pair x;
        struct waterfall back;
        open_sites(&x, pairs[k][0], pairs[k][1]);
        find(&x, &back, 1);
        assert_true(x.w.n_step > 1 && x.w.n_note > 0);
        assert_int_equal(back.n_step, x.w.n_step);
        for (int m = 0; m < x.w.n_metric; m++) {
            double sum = 0, scale = fmax(fabs(x.w.to[m]), fabs(x.w.from[m]));
            for (int i = 0; i < x.w.n_step; i++) {
                sum += x.w.step[i].by[m];
                assert_string_equal(back.step[i].group, x.w.step[i].group);
                assert_within(back.step[i].by[m], -x.w.step[i].by[m], 1e-12 * scale);
            }
            assert_within(sum, x.w.to[m] - x.w.from[m], 1e-12 * scale);
        }
        arena_free(&x.a);
    }
}

/* Servers with cold plates need the coolant unit of the other plant; the power chains are each
   whole. */
static void servers_join_what_they_cannot_do_without(void **state)
{
    struct pair x;
    (void)state;
    open_sites(&x, "sites/a100-air.ini", "sites/a100-liquid.ini");
    assert_string_equal(x.w.step[0].group, "servers with cooling");
    assert_string_equal(x.w.step[1].group, "power chain");
    assert_true(x.w.step[0].by[0] < 5 * x.w.step[1].by[0] && x.w.step[1].by[0] < 0);
    assert_int_equal(x.w.n_note, 1);
    assert_non_null(strstr(x.w.note[0], "CDU"));
    arena_free(&x.a);
}

static void a_tariff_alone_is_all_of_it(void **state)
{
    struct pair x;
    (void)state;
    open_pair(&x);
    x.r[0] = run_with(&x, "sites/a100-liquid.ini", NULL, 0);
    x.r[1] = run_with(&x, "sites/a100-liquid.ini", &changes[4], 1);
    find(&x, &x.w, 0);
    assert_int_equal(x.w.n_step, 1);
    assert_string_equal(x.w.step[0].group, "prices");
    assert_int_equal(x.w.n_case, 0);
    assert_true(x.w.step[0].by[2] == x.w.to[2] - x.w.from[2] && x.w.step[0].by[2] != 0);
    assert_true(x.w.step[0].by[0] == 0 && x.w.step[0].by[1] == 0);
    arena_free(&x.a);
}

static void equal_sites_have_no_steps(void **state)
{
    struct pair x;
    (void)state;
    open_sites(&x, "sites/h100-hall.ini", "sites/h100-hall.ini");
    assert_int_equal(x.w.n_step, 0);
    arena_free(&x.a);
}

static void amounts_in_two_currencies_are_left_out(void **state)
{
    struct pair x;
    (void)state;
    open_sites(&x, "sites/gb200-pod.ini", "sites/h100-hall.ini");
    assert_int_equal(x.w.n_metric, 2);
    assert_non_null(strstr(x.w.note[0], "two currencies"));
    arena_free(&x.a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_are_means_over_all_orders),
        cmocka_unit_test(steps_of_other_plants_add_up),
        cmocka_unit_test(servers_join_what_they_cannot_do_without),
        cmocka_unit_test(a_tariff_alone_is_all_of_it),
        cmocka_unit_test(equal_sites_have_no_steps),
        cmocka_unit_test(amounts_in_two_currencies_are_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
