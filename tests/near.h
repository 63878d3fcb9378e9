#ifndef DCPLAN_TESTS_NEAR_H
#define DCPLAN_TESTS_NEAR_H

/* Comparison of doubles for cmocka 1.1.5, whose own assert_float_equal compares
   as float.  NaN fails both, because the comparison is negated. */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* |got - want| <= rel * |want| */
#define assert_near(got, want, rel) near_at((got), (want), (rel), #got, __FILE__, __LINE__)
/* |got - want| <= tol */
#define assert_within(got, want, tol) within_at((got), (want), (tol), #got, __FILE__, __LINE__)

static inline void near_at(double got, double want, double rel, const char *what, const char *file,
                           int line)
{
    if (!(fabs(got - want) <= rel * fmax(fabs(want), 1e-12))) {
        print_error("%s = %.17g, want %.17g within %g relative\n", what, got, want, rel);
        _fail(file, line);
    }
}

static inline void within_at(double got, double want, double tol, const char *what,
                             const char *file, int line)
{
    if (!(fabs(got - want) <= tol)) {
        print_error("%s = %.17g, want %.17g within %g\n", what, got, want, tol);
        _fail(file, line);
    }
}

#endif
