#ifndef DCPLAN_BASE_SOLVE_H
#define DCPLAN_BASE_SOLVE_H

/* Zeros of falling functions of one variable, bracketed and bounded in steps. */

/* Secant search for the zero of a falling function, kept in a bracket: positive at
   lo, negative at hi.  The caller evaluates f and asks where to look next, so
   nothing is called back; it bounds the steps. */
struct root {
    double lo, hi; /* bracket */
    double x, f;   /* last point and value; any known one to begin with */
};

static inline double root_next(struct root *r, double x, double f)
{
    double next = x - f * (x - r->x) / (f - r->f);
    if (f > 0)
        r->lo = x;
    else
        r->hi = x;
    r->x = x;
    r->f = f;
    return next > r->lo && next < r->hi ? next : 0.5 * (r->lo + r->hi);
}

typedef double (*solve_function)(double x, void *context);

/* The zero of f, which falls through it in [lo, hi], to within tolerance of x, in at
   most 200 steps (Illinois variant of regula falsi, bisecting where that is slow).  lo
   when f is not positive there, hi when it still is. */
double solve_falling(solve_function f, void *context, double lo, double hi, double tolerance);

#endif
