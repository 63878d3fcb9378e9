#ifndef DCPLAN_PLAN_FAILURE_FIND_H
#define DCPLAN_PLAN_FAILURE_FIND_H

/* Steps of failures_find; private to plan. */

#include "plan/failure_states.h"
#include "plan/limit_list.h"

struct failure_screen;

struct finding {
    const struct failures_case *c;
    const struct plant *p;
    struct limit_state normal;
    struct limit_list *before; /* rows of cooling and rooms, nothing lost */
    struct failures *out;
    struct arena *a;
    struct arena *scratch;         /* of one state */
    struct failure_screen *screen; /* NULL: every state is solved */
    int n_solved, n_bound;         /* of the states that a screen could not settle */
};

struct rows {
    struct failure_row *item;
    int n, cap;
};

struct failure_row *failure_add_row(struct finding *f, struct rows *r, const struct limit *limit);
/* Rows of one element in a state, with what they were before. */
void failure_add_elem(struct finding *f, struct rows *r, const struct limit_state *s, int e);
/* All rows that the state changes, and what it leaves without power. */
void failure_add_rows(struct finding *f, struct rows *r, const struct limit_state *s);
void failure_sort_rows(struct rows *r); /* tightest first */
double failure_tightness(const struct failure_row *x);
void failure_find_servers(struct finding *f, struct failure *x, const struct limit_state *s);
void failure_find_cooling(struct finding *f, struct failure *x, const struct failure_state *st,
                          const struct outage *o);
struct failure_drop *failure_add_drop(struct finding *f, struct failure *x, const char *element);
/* Racks for `where`: the first few by name, then how many more. */
void failure_add_rack(struct finding *f, struct builder *b, int tap, int n);
const char *failure_racks(struct builder *b, int n);
/* What the rows say of the state. */
void failure_judge(struct failure *x, const struct rows *r);
/* Everything of a state in which nothing changes but units that stand by. */
void failure_keep(const struct finding *f, struct failure *x);

/* Of sites with so many parts that solving every state's year is dear. */
bool failure_screen_holds(struct finding *f);
struct failure_screen *failure_screen_new(struct finding *f);
/* True when sums of peaks settle the state: nothing drops, is capped or can break a limit;
   or when so many others have been solved that the sums must do. */
bool failure_settle(struct finding *f, struct failure *x, const struct failure_state *st);

#endif
