#include "base/solve.h"

double solve_falling(solve_function f, void *context, double lo, double hi, double tolerance)
{
    double f_lo = f(lo, context), f_hi = f(hi, context);
    if (f_lo <= 0) return lo;
    if (f_hi > 0) return hi;
    for (int i = 0, side = 0; i < 80 && hi - lo > tolerance; i++) {
        double x = lo + (hi - lo) * f_lo / (f_lo - f_hi);
        if (!(x > lo && x < hi)) x = lo + (hi - lo) / 2;
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
