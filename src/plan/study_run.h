#ifndef DCPLAN_PLAN_STUDY_RUN_H
#define DCPLAN_PLAN_STUDY_RUN_H

/* The points of a study simulated: on all threads and ranks, kept in a store as they come, and
   taken from there where an earlier run of the same study has left them. */

#include "base/pool.h"
#include "plan/case.h"

struct study_variable {
    struct case_key key;
    const char *label; /* for heads; NULL: the key */
    const char *unit;  /* of the numbers; NULL: the key's */
};

struct study_plan {
    const char *command;    /* "sweep", "montecarlo" */
    const char *definition; /* all that decides the points beside the inputs, as text */
    int n_variable, n_point;
    int n_row; /* points of its table, the first ones; the others serve it; 0: all */
    const struct study_variable *variable;
    /* The changes of point i: one a variable, in their order; text is made in a. */
    void (*point)(const struct study_plan *p, int i, struct case_change *change, struct arena *a);
    /* Value v of point i in the variable's unit, NaN when it is a word; NULL: read from the
       text, where that is in this unit. */
    double (*number)(const struct study_plan *p, int v, int i);
    const void *context; /* of point and number */
    struct case_options options;
};

struct study_options {
    struct pool *pool;
    const char *store; /* path of an SQLite file; NULL: none */
    /* On the leader, now and then; NULL: none. */
    void (*progress)(void *context, int done, int total);
    void *progress_context;
};

struct study_points { /* of the leader; n 0 elsewhere */
    int n, n_failed;
    struct outcome *point; /* [n] */
};

/* False with diagnostics when the study itself cannot go on (a store of something else, a
   full disk); failed points are no failure of it.  Without a diagnostic on other ranks when the
   leader has stopped.  A signal that asks the program to end is heeded when what has come is
   safe in the store. */
bool study_run(const struct case_base *b, const struct study_plan *plan,
               const struct study_options *o, struct study_points *out, struct arena *a,
               struct diags *ds);

#endif
