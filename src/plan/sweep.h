#ifndef DCPLAN_PLAN_SWEEP_H
#define DCPLAN_PLAN_SWEEP_H

/* A grid of cases: axes along which keys take values, and the product of all axes, the last
   one fastest. */

#include "plan/study_run.h"
#include "plan/study_table.h"

/* Points of one sweep; more is taken for a slip of the hand. */
enum { SWEEP_MOST = 10000000 };

/* One axis as it was asked for.  Values are as in a file; a bare number is in the unit of the
   key's row, of money in the currency that the key has now. */
struct sweep_request {
    enum {
        SWEEP_RANGE, /* from min by step to max, which belongs to it when steps meet it */
        SWEEP_LIST,  /* "a,b,c"; a bare number takes the unit of the next that has one; values
                        with commas stand in quotes, a quote inside is written twice */
        SWEEP_ROWS   /* a CSV whose heads are keys ("key", "key [unit]"), a point each row */
    } what;
    const char *key;              /* NULL of SWEEP_ROWS */
    const char *min, *max, *step; /* step NULL: ten of them, of counts whole ones; of a
                                     temperature in K */
    const char *list;
    const char *file, *text; /* of SWEEP_ROWS: the path for messages, and what stands in it */
    size_t n_text;
};

struct sweep_variable {
    struct case_key key;
    int axis;
    const char *unit; /* of number; "" */
    bool is_number;
    const char **text; /* [n of the axis] as in a file */
    double *number;    /* [n of the axis] in unit; NULL when it is none */
};

struct sweep_axis {
    int n;                 /* places along it */
    int first, n_variable; /* its variables, which go along it together */
    const char *words;     /* what it is, for the plan's definition */
};

struct sweep {
    const struct case_base *base;
    int n_axis, n_variable, n_point;
    struct sweep_axis *axis;
    struct sweep_variable *variable;
};

/* Every value is read by its row before anything runs: bounds, words, units, models.  False
   with all faults, usage errors, or input errors with their place in a CSV.  A key of a --set
   that is swept, too, is a warning: the sweep wins. */
bool sweep_make(const struct case_base *b, const struct sweep_request *request, int n,
                struct sweep *out, struct arena *a, struct diags *ds);

/* Place of point i along an axis. */
int sweep_place(const struct sweep *s, int axis, int i);

/* The points for study_run; s must stay. */
struct study_plan sweep_plan(const struct sweep *s, const struct case_options *options,
                             struct arena *a);

/* "8 points: room.hall.supply 4 x ups.main.use 2" */
const char *sweep_words(const struct sweep *s, struct arena *a);

/* Its variables as columns of a table, whose points are not there yet. */
struct study_table sweep_table(const struct sweep *s, struct arena *a);

#endif
