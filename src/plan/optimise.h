#ifndef DCPLAN_PLAN_OPTIMISE_H
#define DCPLAN_PLAN_OPTIMISE_H

/* The best of a site within bounds and conditions: one metric made least or greatest, the front
   of two, or the values at which an expression reaches a goal.

   Limits: unless no_limits is asked for, a case must fit (every limit holds in all states);
   where the site as it is does not, no more limits may be broken than now.  Outcomes of growth
   and of owning are worked out when a goal or a condition names one. */

#include "plan/condition.h"
#include "plan/vary.h"

enum { OPTIMISE_POINTS = 16, OPTIMISE_CASES = 300, GOAL_CASES = 500 };

struct optimise_goal {
    int outcome;
    bool is_greatest; /* wanted */
};

struct optimise_request {
    int n_goal; /* 1 or 2 */
    struct optimise_goal goal[SEARCH_GOALS];
    const char *solve; /* "pue = 1.2" */
    int n_vary;
    const struct vary_request *vary;
    int n_keep;
    const char *const *keep;
    bool no_limits;
    const bool *show; /* [N_OUTCOME] worked out for the cases that are told; NULL: none more */
    int cases;        /* about as many at most; 0: OPTIMISE_CASES (1 + variables), or GOAL_CASES */
    struct pool *pool;
    void (*progress)(void *context, int done, int total); /* NULL: none */
    void *progress_context;
};

struct optimise_keep {
    const char *text; /* "inlet_margin_k > 2" */
    struct condition condition;
    bool is_limits; /* the one that nobody wrote, of a site that fits */
    bool is_as_now; /* the one that nobody wrote, of a site that does not */
};

struct optimise_point {
    bool is_kept;
    const char **value; /* [n_vary] as in a file; NULL: the site's own */
    double *x;          /* [n_vary] in the unit of the key; index of a choice */
    struct outcome outcome;
    signed char *keeps; /* [n_keep] 1 holds, 0 broken, -1 cannot be decided */
};

/* What lies next to the best in one direction of a number. */
enum optimise_next {
    NEXT_NONE,   /* a word */
    NEXT_BOUND,  /* beyond the bound */
    NEXT_BREAKS, /* better, but a condition breaks */
    NEXT_WORSE,
    NEXT_WORSE_BREAKS,
    NEXT_SAME,
    NEXT_BETTER,
    NEXT_UNKNOWN
};
struct optimise_side {
    enum optimise_next next;
    int keep;         /* that breaks; -1 */
    const char *text; /* what limit that is, or why it is not known; NULL */
    double change;    /* of the goal, for the step there; NaN */
};

struct optimise {
    const struct result *own;
    const struct optimise_request *asked;
    int n_goal, n_vary, n_keep;
    struct optimise_goal goal[SEARCH_GOALS];
    struct vary *vary;
    struct optimise_keep *keep;
    struct case_options options;
    struct optimise_point now; /* the site as it is */

    struct search_answer search; /* of one goal; of two its tally */
    struct optimise_point best;  /* of one goal */
    double gain;                 /* of the goal against now; positive: better; NaN */
    double saving;               /* of electricity and water a year, money; NaN: no tariff */
    double *step;                /* [n_vary] from the best to its neighbours */
    struct optimise_side *side;  /* [2 n_vary] of one goal: down, up */
    int n_front;
    struct optimise_point *front; /* of two goals, by rising first goal (falling when greatest) */
    const char *why_unknown;      /* of one case that could not be simulated; NULL: all could */
    const char *verdict;          /* one line */
};

/* False with diagnostics: a wrong request, a site that cannot be simulated, no case that can. */
bool optimise_find(const struct load_request *request, const struct optimise_request *q,
                   struct optimise *out, struct arena *a, struct diags *ds);

/* ---- goal seek ------------------------------------------------------------------- */

struct goal_solution {
    enum root_kind kind;
    struct optimise_point at, other; /* other: of ROOT_RANGE and ROOT_STEP */
    double left, left_other;         /* what stands left of '=' */
};

struct goal {
    struct optimise site;     /* own, vary, keep, now */
    const char *left, *right; /* of '=' */
    double wanted;            /* the right side, where it is a number; NaN */
    double now;               /* the left side for the site as it is */
    double tolerance;         /* of left less right */
    int n, n_exact, n_kept;   /* solutions; without steps; of these, those that keep all */
    struct goal_solution *solution;
    bool is_cut; /* there are more */
    /* Least and greatest of the scan, and where: of the left side, or of left less right where
       the right is no number. */
    double range[2], at[2];
    double nearest_at;
    int n_scan;
    struct search_tally tally;
    const char *verdict; /* one line */
};

/* As optimise_find, of one variable. */
bool goal_find(const struct load_request *request, const struct optimise_request *q,
               struct goal *out, struct arena *a, struct diags *ds);

#endif
