#ifndef DCPLAN_PHYSICS_ROOT_H
#define DCPLAN_PHYSICS_ROOT_H

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

#endif
