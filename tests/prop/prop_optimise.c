/* An optimum and a front of real sites against every point of a grid: nothing on it is better
   by more than a tolerance; a goal that is solved for is met by the plain run. */

#include <string.h>

#include "near.h"
#include "plan/optimise.h"
#include "plan/run.h"
#include "plan/study.h"

#define AIR DCPLAN_SOURCE_DIR "/sites/a100-air.ini"
#define LIQUID DCPLAN_SOURCE_DIR "/sites/a100-liquid.ini"

enum { MOST = 3 };

struct asked {
    struct arena a;
    struct diags ds;
    struct load_request site;
    struct vary_request vary[MOST];
    struct optimise_request q;
};

static void ask(struct asked *x, const char *site, const struct vary_request *vary, int n,
                int threads)
{
    *x = (struct asked){.a = arena_new(NULL)};
    x->ds = diags_new(&x->a);
    x->site = (struct load_request){.models = DCPLAN_SOURCE_DIR "/models", .site = site};
    memcpy(x->vary, vary, (size_t)n * sizeof *vary);
    x->q = (struct optimise_request){.n_vary = n,
                                     .vary = x->vary,
                                     .no_limits = true,
                                     .pool = pool_open(NULL, NULL, &x->a, &x->ds)};
    pool_threads(x->q.pool, threads);
}

static void done(struct asked *x)
{
    pool_close(x->q.pool, 0);
    arena_free(&x->a);
}

static void find(struct asked *x, struct optimise *o)
{
    bool is_found = optimise_find(&x->site, &x->q, o, &x->a, &x->ds);
    for (int i = 0; i < x->ds.n; i++)
        print_error("%s\n", message_text(&x->a, &x->ds.item[i].what, NULL));
    assert_true(is_found);
}

/* Every point of a grid of n by n (n of one variable), as cases of the same site. */
static struct outcome *grid_of(struct asked *x, const struct optimise *o, int n)
{
    struct case_base *b = case_base_make(&x->site, &x->a, &x->ds);
    struct case_worker *w = case_worker_new(b);
    struct case_options options = {.limits = false};
    int all = o->n_vary > 1 ? n * n : n;
    struct outcome *out = ARENA_ARRAY(&x->a, struct outcome, (size_t)all);
    for (int i = 0; i < all; i++) {
        struct case_change change[MOST];
        for (int k = 0; k < o->n_vary; k++) {
            const struct search_variable *v = &o->vary[k].range;
            double at = v->min + (v->max - v->min) * (k ? i / n : i % n) / (n - 1);
            change[k] = (struct case_change){o->vary[k].key.key, vary_text(&o->vary[k], at, &x->a)};
        }
        case_run(w, change, o->n_vary, &options, &out[i]);
    }
    case_worker_free(w);
    return out;
}

/* ---- one goal ---------------------------------------------------------------------------- */

/* The units' least cost lies inside: warmer coils, then servers' fans. */
static void test_one_variable(void **state)
{
    (void)state;
    enum { N = 46 };
    static const struct vary_request vary[] = {{"room.hall.supply", "18 degC", "27 degC", NULL}};
    struct asked x;
    struct optimise o;
    ask(&x, AIR, vary, 1, 2);
    x.q.n_goal = 1;
    x.q.goal[0] = (struct optimise_goal){M_ELECTRICITY_COST_PER_YEAR, false};
    x.q.cases = 300;
    find(&x, &o);
    assert_true(o.search.is_settled && o.best.is_kept);
    double best = o.best.outcome.value[M_ELECTRICITY_COST_PER_YEAR], least = HUGE_VAL;
    int at = -1;
    struct outcome *grid = grid_of(&x, &o, N);
    for (int i = 0; i < N; i++)
        if (grid[i].value[M_ELECTRICITY_COST_PER_YEAR] < least) {
            least = grid[i].value[M_ELECTRICITY_COST_PER_YEAR];
            at = i;
        }
    assert_true(best <= least);
    assert_true(least - best < 200); /* of 9,000 over the grid: it lies between two of its points */
    assert_within(o.best.x[0], 18 + 0.2 * at, 0.2);
    assert_true(at > 0 && at < N - 1);
    assert_near(o.gain, o.now.outcome.value[M_ELECTRICITY_COST_PER_YEAR] - best, 1e-12);
    done(&x);
}

static void test_two_variables(void **state)
{
    (void)state;
    enum { N = 9 };
    static const struct vary_request vary[] = {{"room.hall.supply", "20", "29", NULL},
                                               {"loop.fws.rise", "5 K", "12 K", NULL}};
    static const char *const keep[] = {"inlet_margin_k >= 9.5"};
    struct asked x;
    struct optimise o;
    ask(&x, LIQUID, vary, 2, 2);
    x.q.n_goal = 1;
    x.q.goal[0] = (struct optimise_goal){M_PUE, false};
    x.q.cases = 350;
    x.q.n_keep = 1;
    x.q.keep = keep;
    find(&x, &o);
    assert_true(o.best.is_kept);
    struct outcome *grid = grid_of(&x, &o, N);
    for (int i = 0; i < N * N; i++)
        if (grid[i].value[M_INLET_MARGIN_K] >= 9.5)
            assert_true(o.best.outcome.value[M_PUE] <= grid[i].value[M_PUE] + 1e-7);
    done(&x);
}

/* The same bytes, whoever works on them. */
static void test_threads(void **state)
{
    (void)state;
    static const struct vary_request vary[] = {
        {"room.hall.supply", "18", "27", NULL},
        {"room.hall.containment", NULL, NULL, "none,hot-aisle"}};
    struct optimise o[2];
    struct asked x[2];
    for (int i = 0; i < 2; i++) {
        ask(&x[i], AIR, vary, 2, i ? 3 : 1);
        x[i].q.n_goal = 1;
        x[i].q.goal[0] = (struct optimise_goal){M_PUE, false};
        x[i].q.cases = 120;
        find(&x[i], &o[i]);
    }
    assert_memory_equal(&o[0].best.outcome, &o[1].best.outcome, sizeof o[0].best.outcome);
    assert_memory_equal(&o[0].search.tally, &o[1].search.tally, sizeof o[0].search.tally);
    assert_string_equal(o[0].best.value[0], o[1].best.value[0]);
    assert_string_equal(o[0].verdict, o[1].verdict);
    for (int i = 0; i < 2; i++) done(&x[i]);
}

/* ---- two goals --------------------------------------------------------------------------- */

static void test_front(void **state)
{
    (void)state;
    enum { N = 10 };
    static const struct vary_request vary[] = {{"room.hall.supply", "18", "27", NULL},
                                               {"loop.fws.supply", "30", "38", NULL}};
    struct asked x;
    struct optimise o;
    ask(&x, LIQUID, vary, 2, 2);
    x.q.n_goal = 2;
    x.q.goal[0] = (struct optimise_goal){M_PUE, false};
    x.q.goal[1] = (struct optimise_goal){M_INLET_MARGIN_K, true};
    x.q.cases = 900;
    find(&x, &o);
    assert_true(o.n_front >= 6);
    struct outcome *grid = grid_of(&x, &o, N);
    double pue = o.front[o.n_front - 1].outcome.value[M_PUE] - o.front[0].outcome.value[M_PUE];
    double margin = o.front[o.n_front - 1].outcome.value[M_INLET_MARGIN_K] -
                    o.front[0].outcome.value[M_INLET_MARGIN_K];
    assert_true(pue > 0 && margin > 0);
    for (int i = 0; i < N * N; i++)
        for (int k = 0; k < o.n_front; k++) {
            const double *f = o.front[k].outcome.value, *g = grid[i].value;
            assert_false(g[M_PUE] < f[M_PUE] - 0.01 * pue &&
                         g[M_INLET_MARGIN_K] > f[M_INLET_MARGIN_K] + 0.01 * margin);
        }
    done(&x);
}

/* ---- a goal ------------------------------------------------------------------------------ */

static void test_goal(void **state)
{
    (void)state;
    static const struct vary_request vary[] = {{"room.hall.supply", "18", "27", NULL}};
    struct asked x;
    struct goal g;
    ask(&x, AIR, vary, 1, 2);
    x.q.solve = "pue * 2 = 3.26";
    assert_true(goal_find(&x.site, &x.q, &g, &x.a, &x.ds));
    assert_int_equal(g.n_exact, 1);
    assert_int_equal(g.solution[0].kind, ROOT_POINT);
    struct load_request q = study_request(&x.site, 1, &x.a);
    struct run_options options = {.threads = 1, .energy_only = true};
    struct result *r = ARENA_ARRAY(&x.a, struct result, 1);
    study_set(&q, arena_format(&x.a, "room.hall.supply=%s", g.solution[0].at.value[0]));
    assert_true(run_case(&q, &options, r, &x.a, &x.ds));
    assert_within(2 * r->metric[M_PUE], 3.26, 3.26e-6);
    assert_near(g.solution[0].left, 2 * r->metric[M_PUE], 1e-12);
    done(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_variable), cmocka_unit_test(test_two_variables),
        cmocka_unit_test(test_threads),      cmocka_unit_test(test_front),
        cmocka_unit_test(test_goal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
