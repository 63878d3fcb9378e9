/* The search on functions whose least values are known, and zeros of known functions.

   G04, G06, G08, G09 and G24: J. J. Liang and others, "Problem definitions and evaluation
   criteria for the CEC 2006 special session on constrained real-parameter optimization",
   Nanyang Technological University, 2006; least values as stated there.  Rosenbrock: Computer
   Journal 3 (1960).  Six-hump camel: Dixon and Szegoe, Towards Global Optimisation 2 (1978). */

#include <string.h>

#include "near.h"
#include "plan/search.h"

struct toy {
    void (*f)(struct trial *t);
    int n, n_goal, n_keep;
    struct search_variable v[SEARCH_VARIABLES];
};

struct asked {
    struct arena a;
    struct diags ds;
    struct search_problem p;
};

static void *worker_new(const void *context)
{
    union {
        const void *in;
        void *out;
    } toy = {context};
    return toy.out;
}

static void worker_free(void *worker)
{
    (void)worker;
}

static void evaluate(void *worker, struct trial *t)
{
    const struct toy *y = worker;
    t->is_known = true;
    y->f(t);
    t->is_kept = t->is_known;
    for (int i = 0; i < y->n_keep; i++) t->is_kept &= t->slack[i] >= 0;
}

static void open_with(struct asked *x, const struct toy *y, int cases, int threads)
{
    *x = (struct asked){.a = arena_new(NULL)};
    x->ds = diags_new(&x->a);
    x->p = (struct search_problem){.n_variable = y->n,
                                   .n_goal = y->n_goal ? y->n_goal : 1,
                                   .n_keep = y->n_keep,
                                   .variable = y->v,
                                   .cases = cases,
                                   .pool = pool_open(NULL, NULL, &x->a, &x->ds),
                                   .context = y,
                                   .worker_new = worker_new,
                                   .worker_free = worker_free,
                                   .evaluate = evaluate};
    pool_threads(x->p.pool, threads);
}

static void finish(struct asked *x)
{
    pool_close(x->p.pool, 0);
    arena_free(&x->a);
}

static struct search_answer least_with(const struct toy *y, int cases, int threads)
{
    struct asked x;
    struct search_answer s;
    open_with(&x, y, cases, threads);
    assert_true(search_least(&x.p, &s, &x.a, &x.ds));
    assert_int_equal(x.ds.n_error, 0);
    finish(&x);
    return s;
}

static struct search_answer least(const struct toy *y, int cases)
{
    struct search_answer s = least_with(y, cases, 2);
    assert_true(s.is_found);
    assert_true(s.best.is_kept);
    return s;
}

static double square(double x)
{
    return x * x;
}

/* ---- known least values ------------------------------------------------------------- */

static void rosenbrock(struct trial *t)
{
    t->goal[0] = 100 * square(t->x[1] - square(t->x[0])) + square(1 - t->x[0]);
}

static void test_rosenbrock(void **state)
{
    (void)state;
    struct toy y = {.f = rosenbrock, .n = 2, .v = {{.min = -2, .max = 2}, {.min = -1, .max = 3}}};
    struct search_answer s = least(&y, 1500);
    assert_within(s.best.goal[0], 0, 1e-6);
    assert_within(s.best.x[0], 1, 1e-3);
    assert_within(s.best.x[1], 1, 2e-3);
    assert_true(s.is_settled);
    assert_false(s.is_whole);
    assert_true(s.tally.n_case <= 2000);
}

static void camel(struct trial *t)
{
    double x = t->x[0], y = t->x[1], xx = x * x;
    t->goal[0] = (4 - 2.1 * xx + xx * xx / 3) * xx + x * y + (4 * y * y - 4) * y * y;
}

static void test_camel(void **state)
{
    (void)state;
    struct toy y = {.f = camel, .n = 2, .v = {{.min = -3, .max = 3}, {.min = -2, .max = 2}}};
    struct search_answer s = least(&y, 900);
    assert_within(s.best.goal[0], -1.0316284535, 1e-6);
    assert_true(s.n_local > 2 && s.n_agree >= 1);
}

static void g04(struct trial *t)
{
    const double *x = t->x;
    double u =
        85.334407 + 0.0056858 * x[1] * x[4] + 0.0006262 * x[0] * x[3] - 0.0022053 * x[2] * x[4];
    double v =
        80.51249 + 0.0071317 * x[1] * x[4] + 0.0029955 * x[0] * x[1] + 0.0021813 * x[2] * x[2];
    double w =
        9.300961 + 0.0047026 * x[2] * x[4] + 0.0012547 * x[0] * x[2] + 0.0019085 * x[2] * x[3];
    t->goal[0] = 5.3578547 * x[2] * x[2] + 0.8356891 * x[0] * x[4] + 37.293239 * x[0] - 40792.141;
    const double slack[] = {92 - u, u, 110 - v, v - 90, 25 - w, w - 20};
    memcpy(t->slack, slack, sizeof slack);
}

static void test_g04(void **state)
{
    (void)state;
    struct toy y = {.f = g04,
                    .n = 5,
                    .n_keep = 6,
                    .v = {{.min = 78, .max = 102},
                          {.min = 33, .max = 45},
                          {.min = 27, .max = 45},
                          {.min = 27, .max = 45},
                          {.min = 27, .max = 45}}};
    struct search_answer s = least(&y, 1800);
    assert_near(s.best.goal[0], -30665.538672, 1e-6);
    assert_within(s.best.x[0], 78, 1e-6);
    assert_within(s.best.x[4], 36.7758, 1e-2);
}

/* Two circles, of which a crescent of 0.6 % of the box is left. */
static void g06(struct trial *t)
{
    double x = t->x[0], y = t->x[1];
    t->goal[0] = (x - 10) * square(x - 10) + (y - 20) * square(y - 20);
    t->slack[0] = square(x - 5) + square(y - 5) - 100;
    t->slack[1] = 82.81 - square(x - 6) - square(y - 5);
}

static void test_g06(void **state)
{
    (void)state;
    struct toy y = {
        .f = g06, .n = 2, .n_keep = 2, .v = {{.min = 13, .max = 100}, {.min = 0, .max = 100}}};
    struct search_answer s = least(&y, 1500);
    assert_near(s.best.goal[0], -6961.81387558, 1e-4);
    assert_within(s.best.x[0], 14.095, 1e-2);
    assert_true(s.tally.n_broken > s.tally.n_case / 4);
}

static void g08(struct trial *t)
{
    const double pi = 3.14159265358979323846;
    double x = t->x[0], y = t->x[1], s = sin(2 * pi * x);
    t->is_known = x > 0 && x + y > 0;
    t->goal[0] = t->is_known ? -s * s * s * sin(2 * pi * y) / (x * x * x * (x + y)) : (double)NAN;
    t->slack[0] = y - x * x - 1;
    t->slack[1] = x - 1 - square(y - 4);
}

static void test_g08(void **state)
{
    (void)state;
    struct toy y = {
        .f = g08, .n = 2, .n_keep = 2, .v = {{.min = 0, .max = 10}, {.min = 0, .max = 10}}};
    struct search_answer s = least(&y, 900);
    assert_near(s.best.goal[0], -0.0958250414180359, 1e-5);
    assert_within(s.best.x[0], 1.22797, 1e-3);
    assert_within(s.best.x[1], 4.24537, 1e-3);
    assert_true(s.tally.n_unknown > 0);
}

static void g09(struct trial *t)
{
    const double *x = t->x;
    double x3 = x[3] - 11, sixth = x[4] * x[4] * x[4];
    t->goal[0] = square(x[0] - 10) + 5 * square(x[1] - 12) + square(square(x[2])) + 3 * square(x3) +
                 10 * square(sixth) + 7 * square(x[5]) + square(square(x[6])) - 4 * x[5] * x[6] -
                 10 * x[5] - 8 * x[6];
    t->slack[0] =
        127 - 2 * square(x[0]) - 3 * square(square(x[1])) - x[2] - 4 * square(x[3]) - 5 * x[4];
    t->slack[1] = 282 - 7 * x[0] - 3 * x[1] - 10 * square(x[2]) - x[3] + x[4];
    t->slack[2] = 196 - 23 * x[0] - square(x[1]) - 6 * square(x[5]) + 8 * x[6];
    t->slack[3] = -4 * square(x[0]) - square(x[1]) + 3 * x[0] * x[1] - 2 * square(x[2]) - 5 * x[5] +
                  11 * x[6];
}

static void test_g09(void **state)
{
    (void)state;
    struct toy y = {.f = g09, .n = 7, .n_keep = 4};
    for (int i = 0; i < 7; i++) y.v[i] = (struct search_variable){.min = -10, .max = 10};
    struct search_answer s = least(&y, 3000);
    assert_near(s.best.goal[0], 680.630057374402, 5e-3);
}

/* Two regions that do not touch. */
static void g24(struct trial *t)
{
    double x = t->x[0], y = t->x[1], x2 = x * x;
    t->goal[0] = -x - y;
    t->slack[0] = -(-2 * x2 * x2 + 8 * x2 * x - 8 * x2 + y - 2);
    t->slack[1] = -(-4 * x2 * x2 + 32 * x2 * x - 88 * x2 + 96 * x + y - 36);
}

static void test_g24(void **state)
{
    (void)state;
    struct toy y = {
        .f = g24, .n = 2, .n_keep = 2, .v = {{.min = 0, .max = 3}, {.min = 0, .max = 4}}};
    struct search_answer s = least(&y, 900);
    assert_near(s.best.goal[0], -5.50801327159536, 1e-5);
    assert_within(s.best.x[0], 2.32952, 1e-3);
}

/* ---- steps, kinks, whole numbers, words ------------------------------------------------- */

/* Like hours: a staircase on a slope, with a kink at 0.3. */
static void stairs(struct trial *t)
{
    double x = t->x[0], y = t->x[1];
    t->goal[0] = fabs(x - 0.3) + floor(50 * fabs(y - 0.6)) / 50 + 0.01 * floor(20 * x) / 20;
}

static void test_stairs(void **state)
{
    (void)state;
    struct toy y = {.f = stairs, .n = 2, .v = {{.max = 1}, {.max = 1}}};
    struct search_answer s = least(&y, 900);
    assert_within(s.best.x[0], 0.3, 2e-3);
    assert_within(s.best.x[1], 0.6, 0.02);
}

/* At 3 of 5 modules and word 2: (x - 3)^2 + 1 / (1 + word == 2) + (y - 0.2 x)^2. */
static void mixed(struct trial *t)
{
    double n = t->x[0], word = t->x[1], y = t->x[2];
    t->goal[0] =
        square(n - 3) + (word > 1.5 && word < 2.5 ? 0 : 1 + 0.1 * word) + square(y - 0.2 * n);
    t->is_known = !(fabs(n - round(n)) > 0) && !(fabs(word - round(word)) > 0);
}

static void test_mixed(void **state)
{
    (void)state;
    struct toy y = {.f = mixed,
                    .n = 3,
                    .v = {{.min = 1, .max = 9, .is_whole = true},
                          {.max = 4, .is_whole = true, .is_choice = true},
                          {.max = 1, .grain = 0.001}}};
    struct search_answer s = least(&y, 1200);
    assert_within(s.best.x[0], 3, 0);
    assert_within(s.best.x[1], 2, 0);
    assert_within(s.best.x[2], 0.6, 1e-9);
    assert_false(s.is_whole);
    assert_int_equal(s.tally.n_unknown, 0); /* whole numbers stay whole */
}

static void test_all_combinations(void **state)
{
    (void)state;
    struct toy y = {.f = mixed,
                    .n = 3,
                    .v = {{.min = 1, .max = 9, .is_whole = true},
                          {.max = 4, .is_whole = true, .is_choice = true},
                          {.max = 1, .is_whole = true}}};
    struct search_answer s = least(&y, 100);
    assert_true(s.is_whole);
    assert_int_equal(s.tally.n_case, 9 * 5 * 2);
    assert_within(s.best.goal[0], 0.16, 1e-12);
}

/* ---- bounds, conditions, nothing ----------------------------------------------------------- */

static void plane(struct trial *t)
{
    t->goal[0] = 2 * t->x[0] - t->x[1];
    t->slack[0] = 1 - t->x[0] - t->x[1];
}

static void test_corner(void **state)
{
    (void)state;
    struct toy y = {.f = plane, .n = 2, .n_keep = 1, .v = {{.min = -1, .max = 2}, {.max = 7}}};
    struct search_answer s = least(&y, 600);
    assert_within(s.best.x[0], -1, 1e-9);
    assert_within(s.best.x[1], 2, 1e-3);
}

static void never(struct trial *t)
{
    t->goal[0] = t->x[0];
    t->slack[0] = -1 - square(t->x[0] - 0.25);
}

static void test_nothing_kept(void **state)
{
    (void)state;
    struct toy y = {.f = never, .n = 1, .n_keep = 1, .v = {{.max = 1}}};
    struct search_answer s = least_with(&y, 300, 2);
    assert_true(s.is_found);
    assert_false(s.best.is_kept);
    assert_within(s.best.x[0], 0.25, 1e-2);
    assert_int_equal(s.tally.n_broken, s.tally.n_case);
}

static void unknown(struct trial *t)
{
    t->is_known = false;
}

static void test_nothing_known(void **state)
{
    (void)state;
    struct toy y = {.f = unknown, .n = 1, .v = {{.max = 1}}};
    struct search_answer s = least_with(&y, 100, 2);
    assert_false(s.is_found);
    assert_int_equal(s.tally.n_unknown, s.tally.n_case);
}

/* What makes no difference stays where it stood. */
static void first_only(struct trial *t)
{
    t->goal[0] = square(t->x[0] - 0.7);
}

static void test_put_back(void **state)
{
    (void)state;
    static const double start[] = {0.1, 0.123};
    struct toy y = {.f = first_only, .n = 2, .v = {{.max = 1, .grain = 0.01}, {.max = 1}}};
    struct asked x;
    struct search_answer s;
    open_with(&x, &y, 600, 2);
    x.p.start = start;
    assert_true(search_least(&x.p, &s, &x.a, &x.ds));
    assert_within(s.best.x[0], 0.7, 1e-12);
    assert_within(s.best.x[1], 0.123, 0);
    finish(&x);
}

static void test_threads(void **state)
{
    (void)state;
    struct toy y = {.f = g24, .n = 2, .n_keep = 2, .v = {{.max = 3}, {.max = 4}}};
    struct search_answer one = least_with(&y, 700, 1);
    for (int threads = 2; threads <= 5; threads += 3) {
        struct search_answer more = least_with(&y, 700, threads);
        assert_memory_equal(one.best.x, more.best.x, sizeof one.best.x);
        assert_memory_equal(&one.tally, &more.tally, sizeof one.tally);
        assert_int_equal(one.n_agree, more.n_agree);
    }
}

/* ---- two goals --------------------------------------------------------------------------- */

/* Binh and Korn 1997 (J. Heuristics): the front is known at its ends and by brute force. */
static void binh_korn(struct trial *t)
{
    double x = t->x[0], y = t->x[1];
    t->goal[0] = 4 * x * x + 4 * y * y;
    t->goal[1] = square(x - 5) + square(y - 5);
    t->slack[0] = 25 - square(x - 5) - y * y;
    t->slack[1] = square(x - 8) + square(y + 3) - 7.7;
}

enum { GRID = 400 };

/* No point of a grid is better in both by more than the tolerance, which is a share of the
   ranges of the front. */
static void front_is_good(const struct toy *y, const struct search_front *f, double share)
{
    double range[2];
    for (int g = 0; g < 2; g++) range[g] = fabs(f->point[f->n - 1].goal[g] - f->point[0].goal[g]);
    for (int i = 0; i <= GRID; i++)
        for (int k = 0; k <= GRID; k++) {
            struct trial t = {.is_known = true};
            t.x[0] = y->v[0].min + (y->v[0].max - y->v[0].min) * i / GRID;
            t.x[1] = y->v[1].min + (y->v[1].max - y->v[1].min) * k / GRID;
            y->f(&t);
            if (t.slack[0] < 0 || t.slack[1] < 0) continue;
            for (int j = 0; j < f->n; j++)
                assert_false(t.goal[0] < f->point[j].goal[0] - share * range[0] &&
                             t.goal[1] < f->point[j].goal[1] - share * range[1]);
        }
}

static void test_front(void **state)
{
    (void)state;
    struct toy y = {
        .f = binh_korn, .n = 2, .n_goal = 2, .n_keep = 2, .v = {{.max = 5}, {.max = 3}}};
    struct asked x;
    struct search_front f;
    open_with(&x, &y, 2500, 2);
    assert_true(search_pareto(&x.p, 12, &f, &x.a, &x.ds));
    assert_true(f.n >= 12);
    assert_within(f.point[0].goal[0], 0, 1e-3);
    assert_within(f.point[0].goal[1], 50, 1e-1);
    assert_within(f.point[f.n - 1].goal[0], 136, 1e-2);
    assert_within(f.point[f.n - 1].goal[1], 4, 1e-3);
    for (int i = 1; i < f.n; i++) {
        assert_true(f.point[i].goal[0] > f.point[i - 1].goal[0]);
        assert_true(f.point[i].goal[1] < f.point[i - 1].goal[1]);
    }
    front_is_good(&y, &f, 2e-3);
    finish(&x);
}

/* Of whole numbers the front is exact. */
static void two_whole(struct trial *t)
{
    t->goal[0] = t->x[0] + 0.1 * t->x[1];
    t->goal[1] = 20 - t->x[0] + square(t->x[1] - 1);
}

static void test_whole_front(void **state)
{
    (void)state;
    struct toy y = {.f = two_whole,
                    .n = 2,
                    .n_goal = 2,
                    .v = {{.max = 9, .is_whole = true}, {.max = 3, .is_whole = true}}};
    struct asked x;
    struct search_front f;
    open_with(&x, &y, 100, 2);
    assert_true(search_pareto(&x.p, 5, &f, &x.a, &x.ds));
    /* x1 = 1 is free for ever; x1 = 0 is cheaper in the first and costs 1 of the second, as one
       step of x0 does: (k, 0) gives 21 - k against (k - 1, 1), which gives 21 - k for 0.9 less. */
    assert_int_equal(f.n, 11);
    assert_within(f.point[0].goal[0], 0, 0);
    assert_within(f.point[1].goal[0], 0.1, 1e-12);
    assert_within(f.point[10].goal[1], 11, 0);
    finish(&x);
}

/* ---- zeros --------------------------------------------------------------------------------- */

static struct search_roots zeros_of(void (*f)(struct trial *t), double min, double max,
                                    bool is_whole)
{
    struct toy y = {.f = f, .n = 1, .v = {{.min = min, .max = max, .is_whole = is_whole}}};
    struct asked x;
    struct search_roots r;
    open_with(&x, &y, 500, 2);
    assert_true(search_zeros(&x.p, 1e-9, &r, &x.a, &x.ds));
    finish(&x);
    return r;
}

static void cubic(struct trial *t)
{
    double x = t->x[0];
    t->goal[0] = (x - 1.234) * (x - 3.3) * (x - 7.77);
}

static void test_three_zeros(void **state)
{
    (void)state;
    static const double want[] = {1.234, 3.3, 7.77};
    struct search_roots r = zeros_of(cubic, 0, 10, false);
    assert_int_equal(r.n, 3);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(r.root[i].kind, ROOT_POINT);
        assert_within(r.root[i].x, want[i], 0); /* shortened to what was meant */
        assert_true(fabs(r.root[i].f) <= 1e-9);
    }
    assert_within(r.least, 0, 0);
    assert_within(r.greatest, 10, 0);
    assert_true(r.tally.n_case < 200);
}

/* Two zeros 0.02 apart between points of the scan, and one that is only touched. */
static void twice(struct trial *t)
{
    double x = t->x[0];
    t->goal[0] = (square(x - 4.22) - 1e-4) * square(x - 8.05);
}

static void test_turns(void **state)
{
    (void)state;
    struct search_roots r = zeros_of(twice, 0, 10, false);
    assert_int_equal(r.n, 3);
    assert_within(r.root[0].x, 4.21, 1e-6);
    assert_within(r.root[1].x, 4.23, 1e-6);
    assert_within(r.root[2].x, 8.05, 1e-3);
}

static void jump(struct trial *t)
{
    t->goal[0] = t->x[0] < 2.71828 ? t->x[0] - 4 : t->x[0];
}

static void test_jump(void **state)
{
    (void)state;
    struct search_roots r = zeros_of(jump, 0, 10, false);
    assert_int_equal(r.n, 1);
    assert_int_equal(r.root[0].kind, ROOT_STEP);
    assert_within(r.root[0].x, 2.71828, 1e-9);
    assert_within(r.root[0].f, 2.71828 - 4, 1e-9);
    assert_within(r.root[0].f_other, 2.71828, 1e-9);
    assert_true(r.root[0].x < r.root[0].other);
}

/* A point of the scan that will do is told once, though the sign changes beside it. */
static void nearly(struct trial *t)
{
    t->goal[0] = t->x[0] - 5 + 1e-11;
}

static void test_once(void **state)
{
    (void)state;
    struct search_roots r = zeros_of(nearly, 0, 10, false);
    assert_int_equal(r.n, 1);
    assert_within(r.root[0].x, 5, 0);
}

static void above(struct trial *t)
{
    t->goal[0] = 1 + t->x[0];
}

static void test_no_zero(void **state)
{
    (void)state;
    struct search_roots r = zeros_of(above, 0, 10, false);
    assert_int_equal(r.n, 0);
    assert_within(r.nearest, 0, 0);
}

static void flat(struct trial *t)
{
    t->goal[0] = t->x[0] < 5 ? 0 : t->x[0] - 5;
}

static void test_flat(void **state)
{
    (void)state;
    struct search_roots r = zeros_of(flat, 0, 10, false);
    assert_int_equal(r.n, 1);
    assert_int_equal(r.root[0].kind, ROOT_RANGE);
    assert_within(r.root[0].x, 0, 0);
    assert_within(r.root[0].other, 5, 1e-9);
}

static void whole(struct trial *t)
{
    t->goal[0] = (t->x[0] - 3.4) * (t->x[0] - 8);
}

static void test_whole_zeros(void **state)
{
    (void)state;
    struct search_roots r = zeros_of(whole, 1, 12, true);
    assert_int_equal(r.n, 2);
    assert_int_equal(r.root[0].kind, ROOT_STEP);
    assert_within(r.root[0].x, 3, 0);
    assert_within(r.root[0].other, 4, 0);
    assert_int_equal(r.root[1].kind, ROOT_POINT);
    assert_within(r.root[1].x, 8, 0);
    assert_int_equal(r.n_scan, 12);
}

/* A gap in what is known is no change of sign. */
static void gap(struct trial *t)
{
    t->is_known = t->x[0] < 3 || t->x[0] > 4;
    t->goal[0] = t->x[0] < 3.5 ? -1 : 1;
}

static void test_gap(void **state)
{
    (void)state;
    struct search_roots r = zeros_of(gap, 0, 10, false);
    assert_int_equal(r.n, 0);
    assert_true(r.tally.n_unknown > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rosenbrock),    cmocka_unit_test(test_camel),
        cmocka_unit_test(test_g04),           cmocka_unit_test(test_g06),
        cmocka_unit_test(test_g08),           cmocka_unit_test(test_g09),
        cmocka_unit_test(test_g24),           cmocka_unit_test(test_stairs),
        cmocka_unit_test(test_mixed),         cmocka_unit_test(test_all_combinations),
        cmocka_unit_test(test_corner),        cmocka_unit_test(test_nothing_kept),
        cmocka_unit_test(test_nothing_known), cmocka_unit_test(test_put_back),
        cmocka_unit_test(test_threads),       cmocka_unit_test(test_front),
        cmocka_unit_test(test_whole_front),   cmocka_unit_test(test_three_zeros),
        cmocka_unit_test(test_turns),         cmocka_unit_test(test_jump),
        cmocka_unit_test(test_once),          cmocka_unit_test(test_no_zero),
        cmocka_unit_test(test_flat),          cmocka_unit_test(test_whole_zeros),
        cmocka_unit_test(test_gap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
