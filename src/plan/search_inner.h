#ifndef DCPLAN_PLAN_SEARCH_INNER_H
#define DCPLAN_PLAN_SEARCH_INNER_H

/* What the files of search.h share. */

#include <pthread.h>

#include "plan/search.h"

/* What is looked for: a goal, with the other one held to a ceiling. */
struct search_view {
    int goal;
    double ceiling; /* NaN: none */
};

struct search_worker; /* of one thread, kept from one stage to the next */

struct search {
    const struct search_problem *p;
    struct arena *arena;
    struct diags *diags;
    struct search_view view;
    struct trial *scan;
    int n_scan;
    bool is_whole; /* the scan is every combination */
    double goal_ref[SEARCH_GOALS], goal_scale[SEARCH_GOALS], slack_scale[SEARCH_KEEPS];
    struct search_tally tally;
    struct trial first_unknown;
    struct search_worker *idle;
    pthread_mutex_t lock;
};

void search_open(struct search *s, const struct search_problem *p, struct arena *a,
                 struct diags *ds);
void search_close(struct search *s);

/* `work` for n items on all threads; results, of `size` bytes each, by item. */
typedef void (*search_work)(const struct search *s, void *inner, const void *items, int i,
                            void *result);
/* cases: how many a result stands for. */
bool search_run(struct search *s, int n, const void *items, search_work work,
                int (*cases)(const void *result), void *results, size_t size);

/* Fills t[n], whose x are given, and counts them. */
bool search_batch(struct search *s, struct trial *t, int n);
void search_count(struct search_tally *to, const struct trial *t);
void search_sum(struct search_tally *to, const struct search_tally *more);

/* To the nearest point that may be: within bounds, whole, on the grain. */
void search_fit(const struct search_problem *p, struct trial *t);
bool search_same(const struct search_problem *p, const struct trial *a, const struct trial *b);
/* Of the ranges, a choice that differs counts as a whole range; root of the sum of squares. */
double search_distance(const struct search_problem *p, const struct trial *a,
                       const struct trial *b);

/* How far conditions are broken, in scales; HUGE_VAL: not known. */
double search_breach(const struct search *s, struct search_view v, const struct trial *t);
bool search_is_better(const struct search *s, struct search_view v, const struct trial *a,
                      const struct trial *b);

/* The first stage; then the scales are known. */
bool search_scan(struct search *s);
/* Up to n points to start from, the best first, apart from each other; returns how many. */
int search_starts(const struct search *s, struct search_view v, const struct trial *from,
                  int n_from, struct trial *out, int n);

enum local_method { LOCAL_POWELL, LOCAL_SUBPLEX };
struct local_start {
    struct trial from;
    struct search_view view;
    enum local_method method;
    double step; /* first, as a share of the ranges */
    int cases;
};
struct local_end {
    struct trial best;
    struct search_tally tally;
    bool is_refused; /* NLopt could not begin */
};
/* Changes numbers that are not whole; what is whole or a choice stays. */
bool search_locals(struct search *s, const struct local_start *start, int n, struct local_end *end);
int search_n_free(const struct search_problem *p);

/* As search_least, of a view, after search_scan. */
bool search_view_least(struct search *s, struct search_view v, int cases,
                       struct search_answer *out);

#endif
