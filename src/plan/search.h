#ifndef DCPLAN_PLAN_SEARCH_H
#define DCPLAN_PLAN_SEARCH_H

/* The least of a function of several variables under conditions, where the function is costly,
   has kinks and steps, and is not known everywhere.

   Points spread by a Sobol' sequence (GSL) come first.  From the best of them that lie apart,
   local searches run side by side (NLopt: COBYLA of Powell 1994, which takes conditions; BOBYQA
   of Powell 2009 where there are none).  Round the best of all a pattern search then looks at
   its neighbours in every variable, and in every pair of up to five, with shrinking steps, as
   long as it finds something better; further local searches start from there.  Two points are
   compared by the rules of Deb 2000 (Computer Methods in Applied Mechanics and Engineering
   186): one that keeps the conditions before one that breaks them, then the lesser goal, or the
   lesser breach.

   Nothing is random, and each stage waits for all points of the last, in their order: the
   answer does not depend on the number of threads. */

#include "base/pool.h"

enum { SEARCH_VARIABLES = 16, SEARCH_KEEPS = 16, SEARCH_GOALS = 2 };

struct search_variable {
    double min, max;
    double grain;   /* values are multiples of it; 0: any */
    bool is_whole;  /* only whole numbers */
    bool is_choice; /* whole numbers from 0, whose order means nothing */
};

struct trial {
    bool is_known; /* false: there is no value here */
    bool is_kept;  /* every condition holds */
    double x[SEARCH_VARIABLES];
    double goal[SEARCH_GOALS];  /* the less, the better */
    double slack[SEARCH_KEEPS]; /* at least zero where the condition holds; NaN: not known */
};

struct search_problem {
    int n_variable, n_goal, n_keep;
    const struct search_variable *variable;
    const double *start; /* [n_variable] the point to compare with, within bounds; NULL: none */
    int cases;           /* about how many points may be tried */
    struct pool *pool;
    const void *context;
    /* What one thread works with.  evaluate fills all of the trial but its x. */
    void *(*worker_new)(const void *context);
    void (*worker_free)(void *worker);
    void (*evaluate)(void *worker, struct trial *t);
    /* On the calling thread, as points are tried, of about so many; NULL: none. */
    void (*progress)(void *context, int done, int total);
    void *progress_context;
};

struct search_tally {
    int n_case, n_unknown, n_broken;
};

struct search_answer {
    struct trial best; /* where it is not kept, nothing is: the least breach found */
    bool is_found;     /* false: no point has a value; first_unknown is one of them */
    bool is_whole;     /* every combination was tried: there is nothing better */
    bool is_settled;   /* no neighbour is better; false: the cases were used up before */
    double step;       /* of the last look round, as a share of each range */
    int n_local;       /* searches from points that lie apart; of these */
    int n_local_kept;  /* those that came to points that keep the conditions */
    int n_agree;       /* and to a goal within SEARCH_AGREE of the best */
    double worst;      /* the last of their goals; NaN: none */
    struct search_tally tally;
    struct trial first_unknown;
};
#define SEARCH_AGREE 0.01 /* of the range of goals seen */
#define SEARCH_STEP 0.01  /* of each range: the widest look round, to which none is better */

/* False with diagnostics: no memory for NLopt, or the pool failed. */
bool search_least(const struct search_problem *p, struct search_answer *out, struct arena *a,
                  struct diags *ds);

struct search_front {
    int n; /* 0: no point keeps the conditions */
    struct trial *point;
    struct search_answer end[SEARCH_GOALS]; /* each goal by itself */
    struct search_tally tally;
};

/* Points of which none is better in both goals than another, or than any point tried: for
   levels of the second goal between the two ends, the least of the first (the epsilon
   constraint method).  At most `levels` and the ends; by rising first goal. */
bool search_pareto(const struct search_problem *p, int levels, struct search_front *out,
                   struct arena *a, struct diags *ds);

/* ---- roots -------------------------------------------------------------------- */

enum { SEARCH_ROOTS = 64 };

enum root_kind {
    ROOT_POINT, /* the function is zero, within the tolerance */
    ROOT_RANGE, /* it is so at every point looked at from x to other */
    ROOT_STEP   /* it has one sign at x and the other at other, and no value between: it jumps,
                   or the variable is whole */
};
struct search_root {
    enum root_kind kind;
    double x, f;           /* of a step, the side nearer to zero */
    double other, f_other; /* NaN: of a point */
};

struct search_roots {
    int n; /* by rising x */
    struct search_root root[SEARCH_ROOTS];
    bool is_cut; /* there are more */
    int n_scan;  /* points looked at first, at equal distances */
    const struct trial *scan;
    double least, greatest, nearest; /* x of the least, the greatest f and the least |f|; NaN */
    struct search_tally tally;
    struct trial first_unknown;
};

/* All zeros of goal[0] over the one variable: a scan, then Brent's method (GSL) in each bracket
   until |f| <= tolerance or the bracket is 1e-12 of the range; where the function comes near to
   zero and turns, its turning point is found first, as there may be two zeros. */
bool search_zeros(const struct search_problem *p, double tolerance, struct search_roots *out,
                  struct arena *a, struct diags *ds);

#endif
