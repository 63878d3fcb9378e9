/* Patterns of redundancy compared: sizes, what is left after a loss, and a year of each. */

#include <string.h>

#include "model/ups.h"
#include "near.h"
#include "plan/redundancy.h"

#define FOLDER DCPLAN_SOURCE_DIR "/tests/redundancy/"

/* ---- sizes ---------------------------------------------------------------- */

static void modules_for_a_load(void **state)
{
    (void)state;
    /* of each system: 300 kW; 300 kW on 30 % of a module; 500 kW, which are two exactly;
       1 W more */
    static const int want[7][4] = {
        {2, 4, 2, 3}, {3, 5, 3, 4}, {2, 4, 2, 3}, {3, 5, 3, 4}, {1, 2, 1, 2}, {1, 2, 1, 1},
        {1, 2, 1, 1}};
    static const double load_w[] = {300e3, 300e3, 500e3, 500001}, usable[] = {1, .3, 1, 1};
    static const int systems[] = {1, 1, 2, 2, 3, 4, 3}, reserve[] = {0, 0, 0, 0, 0, 0, 1};
    for (int r = REDUNDANCY_N; r <= REDUNDANCY_BLOCK; r++)
        for (int i = 0; i < 4; i++) {
            struct redundancy_plan p = redundancy_size(r, load_w[i], 250e3, usable[i], 3);
            assert_string_equal(p.pattern, redundancy_words[r]);
            assert_int_equal(p.active, systems[r]);
            assert_int_equal(p.reserve, reserve[r]);
            assert_int_equal(p.modules, want[r][i]);
        }
    assert_int_equal(redundancy_size(REDUNDANCY_BLOCK, 1e6, 250e3, 1, 2).active, 2);
    assert_int_equal(redundancy_size(REDUNDANCY_BLOCK, 1e6, 250e3, 1, 2).modules, 2);
}

/* PHYSICS 4.1: 3N/2 is loaded to 2/3 at most, 4N/3 to 3/4, 2N to half. */
static void shares_of_distributed_patterns(void **state)
{
    (void)state;
    for (double w = 10e3; w < 9e6; w *= 1.01) {
        struct redundancy_plan p = redundancy_size(REDUNDANCY_3N2, w, 250e3, 1, 3);
        assert_true(w / (3 * p.modules * 250e3) <= 2. / 3 + 1e-9);
        p = redundancy_size(REDUNDANCY_4N3, w, 250e3, 1, 3);
        assert_true(w / (4 * p.modules * 250e3) <= 3. / 4 + 1e-9);
        p = redundancy_size(REDUNDANCY_2N, w, 250e3, 1, 3);
        assert_true(w / (2 * p.modules * 250e3) <= 1. / 2 + 1e-9);
    }
}

static struct redundancy_row lose(int active, int reserve, int modules, double load_w)
{
    struct redundancy_row x = {.plan = {"", active, reserve, modules}};
    redundancy_lose(&x, load_w, 250e3, 1);
    return x;
}

static void check_loss(struct redundancy_row x, double share, double firm_w, enum survival survives)
{
    assert_near(x.share_lost, share, 1e-12);
    assert_near(x.firm_w, firm_w, 1e-12);
    assert_int_equal(x.survives, survives);
}

/* 1 MW on modules of 250 kW. */
static void what_is_left_after_a_loss(void **state)
{
    (void)state;
    check_loss(lose(1, 0, 4, 1e6), 4. / 3, 750e3, SURVIVES_NOTHING);  /* N */
    check_loss(lose(1, 0, 5, 1e6), 1, 1e6, SURVIVES_MODULE);          /* N+1 */
    check_loss(lose(2, 0, 4, 1e6), 1, 1e6, SURVIVES_SYSTEM);          /* 2N */
    check_loss(lose(2, 0, 5, 1e6), .8, 1.25e6, SURVIVES_SYSTEM);      /* 2(N+1) */
    check_loss(lose(3, 0, 2, 1e6), 1, 1e6, SURVIVES_SYSTEM);          /* 3N/2 */
    check_loss(lose(4, 0, 2, 1e6), 2. / 3, 1.5e6, SURVIVES_SYSTEM);   /* 4N/3 */
    check_loss(lose(3, 1, 2, 1e6), 2. / 3, 1.5e6, SURVIVES_SYSTEM);   /* block */
    check_loss(lose(2, 0, 3, 1e6), 4. / 3, 750e3, SURVIVES_MODULE);   /* too small for 2N */
    check_loss(lose(2, 0, 2, 1e6), 2, 500e3, SURVIVES_NOTHING);
    assert_true(isnan(lose(1, 0, 1, 200e3).share_lost));
    assert_int_equal(lose(1, 0, 1, 200e3).survives, SURVIVES_NOTHING);
    assert_near(lose(3, 1, 2, 1e6).installed_w, 2e6, 1e-12);
}

/* ---- a year of each --------------------------------------------------------- */

struct compared {
    struct arena arena;
    struct diags ds;
    struct result own;
    struct redundancy c;
};

/* tests/redundancy/hall.ini with the wiring and one setting more. */
static bool compare(struct compared *t, const char *wiring, const char *set, const char *ups)
{
    *t = (struct compared){.arena = arena_new(NULL)};
    t->ds = diags_new(&t->arena);
    struct load_change change[2] = {
        {true, arena_format(&t->arena, FOLDER "%s.ini", wiring)}, {false, set}};
    struct load_request r = {.models = DCPLAN_SOURCE_DIR "/models", .site = FOLDER "hall.ini",
                             .n_change = set ? 2 : 1, .change = change};
    struct run_options options = {.threads = 1};
    bool is_run = run_case(&r, &options, &t->own, &t->arena, &t->ds);
    for (int i = 0; !is_run && i < t->ds.n; i++)
        print_message("%s\n", message_text(&t->arena, &t->ds.item[i].what, NULL));
    assert_true(is_run);
    return redundancy_find(&r, &t->own, ups, 1, &t->c, &t->arena, &t->ds);
}

/* Row of the pattern, not of the site as it is. */
static const struct redundancy_row *row(const struct compared *t, int redundancy)
{
    assert_int_equal(t->c.n, 8);
    return &t->c.row[1 + redundancy];
}

/* A system of so many kW with the delta-conversion curve. */
static double loss_kw(double rated_kw, double load_kw)
{
    double x = load_kw / rated_kw;
    return rated_kw * (.01333 + .00640 * x + .01081 * x * x);
}

static void check_year(const struct redundancy_row *x, double share, double loss)
{
    assert_true(x->of != NULL);
    assert_true(x->note == NULL);
    assert_near(x->share, share, 1e-9);
    assert_near(x->loss_kwh, 8760 * loss, 1e-9);
    assert_near(x->efficiency, 300 / (300 + loss), 1e-9);
    assert_near(x->efficiency_max, 300 / (300 + loss), 1e-9);
    assert_true(x->of->metric[M_ENERGY_RESIDUAL_REL] <= 1e-9);
    assert_true(x->of->metric[M_HEAT_RESIDUAL_REL] <= 1e-9);
}

/* Every pattern of 300 kW on 30 % of 250 kW modules, by hand. */
static void check_all(const struct compared *t)
{
    assert_near(t->c.load_w, 300e3, 1e-12);
    assert_near(t->c.usable_frac, .3, 1e-12);
    check_year(row(t, REDUNDANCY_N), .3, loss_kw(1000, 300));
    check_year(row(t, REDUNDANCY_N1), .24, loss_kw(1250, 300));
    check_year(row(t, REDUNDANCY_2N), .15, 2 * loss_kw(1000, 150));
    check_year(row(t, REDUNDANCY_2N1), .12, 2 * loss_kw(1250, 150));
    check_year(row(t, REDUNDANCY_3N2), .2, 3 * loss_kw(500, 100));
    check_year(row(t, REDUNDANCY_4N3), .15, 4 * loss_kw(500, 75));
    check_year(row(t, REDUNDANCY_BLOCK), .2, 3 * loss_kw(500, 100) + loss_kw(500, 0));
}

/* PHYSICS 4.1: 300 kW on 1 MW, 16.22 kW lost in N and 29.07 in 2N. */
static void check_values_of_n_and_2n(void **state)
{
    (void)state;
    struct compared t;
    assert_true(compare(&t, "direct", NULL, NULL));
    const struct redundancy_row *n = row(&t, REDUNDANCY_N), *two = row(&t, REDUNDANCY_2N);
    assert_within(n->efficiency_max, .94870, 6e-6);
    assert_within(n->loss_kwh / 8760, 16.22, .005);
    assert_within(two->efficiency_max, .91167, 6e-6);
    assert_within(two->loss_kwh / 8760, 29.07, .005);
    check_all(&t);
    /* as it is: N with four modules; the UPS stands outdoors, so nothing else differs */
    assert_true(t.c.row[0].is_own);
    check_year(&t.c.row[0], .3, loss_kw(1000, 300));
    assert_near(two->more_kwh, two->loss_kwh - n->loss_kwh, 1e-9);
    assert_near(two->more_cost, .1 * two->more_kwh, 1e-9);
    assert_near(n->more_kwh + 1, 1, 1e-9);
    assert_near(n->capex, 40000, 1e-12);
    assert_near(two->capex, 80000, 1e-12);
    assert_near(row(&t, REDUNDANCY_BLOCK)->capex, 80000, 1e-12);
    assert_int_equal(n->of->n_override, 3);
    assert_string_equal(n->of->override[1], "ups.u.redundancy=N");
    assert_string_equal(two->of->override[2], "ups.u.modules=4");
    assert_int_equal(t.c.n_pooled, 0);
    arena_free(&t.arena);
}

/* A and B feeds from two systems; switches that prefer one; a reserve for each block: the
   systems of every pattern carry equal parts all the same. */
static void wiring_of_one_pattern_serves_all(void **state)
{
    (void)state;
    struct compared t;
    assert_true(compare(&t, "feeds", NULL, "ups.u"));
    check_all(&t);
    check_year(&t.c.row[0], .15, 2 * loss_kw(1000, 150));
    assert_int_equal(t.c.n_pooled, 2);
    assert_string_equal(t.c.pooled[0], "busway.a");
    assert_string_equal(t.c.pooled[1], "busway.b");
    arena_free(&t.arena);
    assert_true(compare(&t, "standby", NULL, "u"));
    check_all(&t);
    assert_int_equal(t.c.n_pooled, 2);
    arena_free(&t.arena);
    assert_true(compare(&t, "reserve", NULL, "u"));
    check_all(&t);
    check_year(&t.c.row[0], .2, 3 * loss_kw(500, 100) + loss_kw(500, 0));
    assert_int_equal(t.c.n_pooled, 1);
    assert_string_equal(t.c.pooled[0], "server.s");
    arena_free(&t.arena);
}

/* The site that is really wired so still refuses what is not there. */
static void only_a_comparison_pools(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    struct diags ds = diags_new(&a);
    struct load_change change[] = {{true, FOLDER "feeds.ini"}, {false, "ups.u.redundancy=N"}};
    struct load_request r = {.models = DCPLAN_SOURCE_DIR "/models", .site = FOLDER "hall.ini",
                             .n_change = 2, .change = change};
    struct loaded out;
    assert_false(load_site(&r, &out, &a, &ds));
    assert_true(strstr(message_text(&a, &ds.item[0].what, NULL), "ups.u#1") != NULL);
    arena_free(&a);
}

/* Beside another UPS each name counts, so the load moves with the pattern: no difference is
   claimed. */
static void another_load_is_said(void **state)
{
    (void)state;
    struct compared t;
    assert_true(compare(&t, "twin", NULL, "u"));
    assert_near(t.c.load_w, 150e3, 1e-12);
    assert_true(row(&t, REDUNDANCY_N)->note == NULL);
    assert_true(strstr(row(&t, REDUNDANCY_2N)->note, "200.0 kW") != NULL);
    assert_true(isnan(row(&t, REDUNDANCY_2N)->more_kwh));
    assert_true(isnan(row(&t, REDUNDANCY_2N)->more_cost));
    arena_free(&t.arena);
}

/* 1000 modules do not go into one system; what division says is there. */
static void what_cannot_be_made_is_said(void **state)
{
    (void)state;
    struct compared t;
    assert_true(compare(&t, "direct", "ups.u.module_power=1 kW", NULL));
    const struct redundancy_row *n = row(&t, REDUNDANCY_N);
    assert_int_equal(n->plan.modules, 1000);
    assert_true(n->of == NULL);
    assert_true(strstr(n->note, "cannot be simulated") == n->note);
    assert_near(n->installed_w, 1e6, 1e-12);
    assert_int_equal(n->survives, SURVIVES_NOTHING);
    assert_int_equal(t.ds.n_error, 0);
    arena_free(&t.arena);
}

static void refuse(const char *wiring, const char *set, const char *ups, enum diag_class class,
                   const char *text)
{
    struct compared t;
    assert_false(compare(&t, wiring, set, ups));
    const struct diag *d = &t.ds.item[t.ds.n - 1];
    assert_int_equal(d->class, class);
    if (!strstr(message_text(&t.arena, &d->what, NULL), text))
        fail_msg("%s", message_text(&t.arena, &d->what, NULL));
    arena_free(&t.arena);
}

static void which_ups_is_asked(void **state)
{
    (void)state;
    refuse("twin", NULL, NULL, DIAG_USAGE, "2 UPS: u, v");
    refuse("direct", NULL, "w", DIAG_USAGE, "no UPS 'w'");
    refuse("direct", "server.s.from=utility.grid", NULL, DIAG_INPUT, "carries no load");
    refuse("twin", "ups.v.each=ups.u", "v", DIAG_INPUT, "made for each");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(modules_for_a_load),
        cmocka_unit_test(shares_of_distributed_patterns),
        cmocka_unit_test(what_is_left_after_a_loss),
        cmocka_unit_test(check_values_of_n_and_2n),
        cmocka_unit_test(wiring_of_one_pattern_serves_all),
        cmocka_unit_test(only_a_comparison_pools),
        cmocka_unit_test(another_load_is_said),
        cmocka_unit_test(what_cannot_be_made_is_said),
        cmocka_unit_test(which_ups_is_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
