#ifndef DCPLAN_PLAN_FAILURE_STATES_H
#define DCPLAN_PLAN_FAILURE_STATES_H

/* Which states there are to look at; private to plan. */

#include "plan/failures.h"

enum { LOST_MOST = 64 };

struct failure_state {
    enum failure_kind kind;
    const char *name;
    struct lost lost[LOST_MOST];
    int n_lost; /* more than LOST_MOST: that many were wanted */
    bool is_loss, is_maintenance;
    bool has_spare; /* that takes over at once: nothing else changes */
    int alike;      /* other parts whose loss is the same */
    const char **alike_name;
};

struct failure_states {
    struct failure_state *item;
    int n, cap;
    int n_element; /* parts, those that are alike one by one */
    const char **skip;
    int n_skip;
};

/* Of parts that are alike, one stands for all. */
void failure_states_all(struct failure_states *out, const struct plant *p,
                        const struct outage *normal, struct arena *a);

/* What is named, together, with all its units: "busway.a", "crah.air", or with some of them,
   "ups.main#1/1"; a pattern's name is all its copies.
   False with an error when something is not there. */
bool failure_states_chosen(struct failure_states *out, const struct plant *p,
                           const struct failures_case *c, struct arena *a, struct diags *ds);

#endif
