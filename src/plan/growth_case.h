#ifndef DCPLAN_PLAN_GROWTH_CASE_H
#define DCPLAN_PLAN_GROWTH_CASE_H

/* The site with other numbers of servers and with blocks, simulated; each such case once.
   Private to plan. */

#include "plan/growth.h"

struct growth_row { /* the tightest limit of a section's resource */
    int name;       /* index of growth_cases.name */
    double used, limit, margin;
    bool is_broken;
    const char *words;
};

struct growth_case {
    const int *servers, *blocks; /* [sections], [blocks] */
    bool is_known;
    bool has_unplaced;  /* some servers found no rack */
    const char *reason; /* why it does not fit, or is not known; NULL: it fits */
    int n_row, n_broken;
    struct growth_row *row; /* tightest first */
    int n_limit;
    struct limit *limit; /* all of them */
    struct month_result month[MONTHS];
    struct growth_case *next;
};

struct growth_name {
    const char *element, *resource, *unit; /* of a section: "ups.main" */
    int kind;                              /* -1: of no section */
};

struct growth_cases {
    const struct load_request *request;
    const struct site *s;
    const struct result *own;
    int threads, n, n_name, cap_name;
    struct growth_name *name;
    struct growth_case *first, *first_placed; /* simulated; placed alone */
    const struct case_kept *kept;             /* as of growth_request */
    struct arena *a;
};

struct growth_cases growth_cases_of(const struct load_request *request, const struct result *own,
                                    int threads, struct arena *a);

/* servers and blocks are copied.  Blocks of a utility are not simulated: nothing but its own
   limit hangs on them. */
const struct growth_case *growth_case_find(struct growth_cases *c, const int *servers,
                                           const int *blocks);

/* What servers without a place break, found by placing alone; NULL: all have one. */
const struct growth_case *growth_case_places(struct growth_cases *c, const int *servers,
                                             const int *blocks);

/* NULL: the case has no such limit. */
const struct growth_row *growth_row_of(const struct growth_case *x, int name);

extern const char growth_places[]; /* the resource of places in racks */

/* Share of the limit that is used; NaN without a limit. */
double growth_share(const struct growth_row *r);

#endif
