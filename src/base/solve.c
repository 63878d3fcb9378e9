#include "base/solve.h"

#include <stdbool.h>

enum { STEPS = 200, PATIENCE = 3 };

/* A secant that keeps one end for long shrinks the bracket little; when it has not
   halved in some steps, the next one does. */
double solve_falling(solve_function f, void *context, double lo, double hi, double tolerance)
{
    double f_lo = f(lo, context), f_hi = f(hi, context), width = hi - lo;
    if (f_lo <= 0) return lo;
    if (f_hi > 0) return hi;
    for (int i = 1, side = 0; i <= STEPS && hi - lo > tolerance; i++) {
        double x = lo + (hi - lo) * f_lo / (f_lo - f_hi);
        bool is_slow = i % PATIENCE == 0 && hi - lo > width / 2;
        if (i % PATIENCE == 0) width = hi - lo;
        if (is_slow || !(x > lo && x < hi)) x = lo + (hi - lo) / 2;
        double y = f(x, context);
        if (y == 0) return x;
        if (y > 0) {
            lo = x;
            f_lo = y;
            if (side == 1) f_hi /= 2;
            side = 1;
        } else {
            hi = x;
            f_hi = y;
            if (side == -1) f_lo /= 2;
            side = -1;
        }
    }
    return hi;
}
