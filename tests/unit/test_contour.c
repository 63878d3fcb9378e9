/* Lines of equal value over a grid. */

#include "base/contour.h"
#include "near.h"

static double plane(double x, double y)
{
    return 2 * x + y;
}

/* On a plane, lines are straight and every point of them has the level. */
static void lines_of_a_plane(void **state)
{
    (void)state;
    enum { NX = 7, NY = 5 };
    double v[NX * NY];
    struct contour *c;
    struct arena a = arena_new(NULL);
    for (int x = 0; x < NX; x++)
        for (int y = 0; y < NY; y++) v[x * NY + y] = plane(x, y);
    for (double level = 0.7; level < 16; level += 1.9) {
        int n = contours_find(v, NX, NY, level, &c, &a);
        assert_int_equal(n, 1);
        assert_false(c[0].is_closed);
        assert_true(c[0].n >= 2);
        for (int i = 0; i < c[0].n; i++) {
            assert_near(plane(c[0].x[i], c[0].y[i]), level, 1e-12);
            if (i) assert_true((c[0].y[i] > c[0].y[i - 1]) == (c[0].y[1] > c[0].y[0]));
        }
        int last = c[0].n - 1; /* both ends lie on the rim */
        for (int i = 0; i <= last; i += last)
            assert_true(c[0].x[i] <= 0 || c[0].x[i] >= NX - 1 || c[0].y[i] <= 0 ||
                        c[0].y[i] >= NY - 1);
    }
    assert_int_equal(contours_find(v, NX, NY, -1, &c, &a), 0);
    assert_int_equal(contours_find(v, NX, NY, 17, &c, &a), 0);
    arena_free(&a);
}

/* Around a cone the line is a ring, whose area by the shoelace formula is near the circle's. */
static void ring_of_a_cone(void **state)
{
    (void)state;
    enum { N = 41 };
    double *v, area = 0;
    struct contour *c;
    struct arena a = arena_new(NULL);
    v = ARENA_ARRAY(&a, double, N *N);
    for (int x = 0; x < N; x++)
        for (int y = 0; y < N; y++) v[x * N + y] = hypot(x - 20, y - 20);
    assert_int_equal(contours_find(v, N, N, 12.5, &c, &a), 1);
    assert_true(c[0].is_closed);
    for (int i = 0; i < c[0].n; i++) {
        int k = (i + 1) % c[0].n;
        area += (c[0].x[i] * c[0].y[k] - c[0].x[k] * c[0].y[i]) / 2;
        assert_true(hypot(c[0].x[i] - c[0].x[k], c[0].y[i] - c[0].y[k]) < 1.5);
    }
    assert_near(fabs(area), acos(-1) * 12.5 * 12.5, 0.01);
    /* cut by the rim: one line for each side */
    assert_int_equal(contours_find(v, N, N, 24, &c, &a), 4);
    for (int i = 0; i < 4; i++) assert_false(c[i].is_closed);
    arena_free(&a);
}

/* At a saddle lines do not cross: the mean of the corners says which are joined. */
static void saddle(void **state)
{
    (void)state;
    struct contour *c;
    struct arena a = arena_new(NULL);
    double high[4] = {3, 0, 0, 2}, low[4] = {1.5, 0, 0, 1.5}; /* (0,0) (0,1) (1,0) (1,1) */
    assert_int_equal(contours_find(high, 2, 2, 1, &c, &a), 2);
    for (int i = 0; i < 2; i++) { /* each cuts off one of the low corners (0,1), (1,0) */
        double x = (c[i].x[0] + c[i].x[1]) / 2, y = (c[i].y[0] + c[i].y[1]) / 2;
        assert_int_equal(c[i].n, 2);
        assert_true((x < 0.5) == (y > 0.5));
    }
    assert_int_equal(contours_find(low, 2, 2, 1, &c, &a), 2);
    for (int i = 0; i < 2; i++) { /* and here of the high ones */
        double x = (c[i].x[0] + c[i].x[1]) / 2, y = (c[i].y[0] + c[i].y[1]) / 2;
        assert_true((x < 0.5) == (y < 0.5));
    }
    arena_free(&a);
}

/* No line leads through what is not known. */
static void gaps(void **state)
{
    (void)state;
    enum { N = 5 };
    double v[N * N];
    struct contour *c;
    struct arena a = arena_new(NULL);
    for (int x = 0; x < N; x++)
        for (int y = 0; y < N; y++) v[x * N + y] = y;
    v[2 * N + 2] = (double)NAN;
    assert_int_equal(contours_find(v, N, N, 1.5, &c, &a), 2);
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < c[k].n; i++) assert_true(c[k].x[i] <= 1 || c[k].x[i] >= 3);
    assert_int_equal(contours_find(v, 1, N, 1.5, &c, &a), 0);
    arena_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_of_a_plane),
        cmocka_unit_test(ring_of_a_cone),
        cmocka_unit_test(saddle),
        cmocka_unit_test(gaps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
