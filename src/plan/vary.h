#ifndef DCPLAN_PLAN_VARY_H
#define DCPLAN_PLAN_VARY_H

/* What an optimum or a goal is looked for in: numbers between bounds, and words or models of a
   list. */

#include "plan/case.h"
#include "plan/search.h"

struct vary_request {
    const char *key;
    const char *from, *to; /* "18 degC", or a bare number in the unit of the key */
    const char *list;      /* "a,b,c"; NULL: from .. to */
};

struct vary {
    struct case_key key;
    struct search_variable range; /* in the unit of the key's row; of a list, its indices */
    int n_choice;
    const char **choice; /* [n_choice] as in a file */
    const char *unit;    /* of the text of numbers: "degC", "CNY/kWh"; "" none */
    double now;          /* of the site as it is; NaN: outside of the bounds or not in the list */
    const char *now_text;
};

/* grain: numbers are rounded to a power of ten that is at most this share of their range; 0:
   not.  False with usage errors. */
bool vary_read(const struct case_base *b, const struct vary_request *q, double grain,
               struct vary *out, struct arena *a, struct diags *ds);

/* The value as in a file. */
const char *vary_text(const struct vary *v, double x, struct arena *a);

/* All of them; *start gets where the site is, or stays NULL where it is outside. */
bool vary_read_all(const struct case_base *b, const struct vary_request *q, int n, double grain,
                   struct vary *out, const double **start, struct arena *a, struct diags *ds);

/* The next value of a list: up to a comma outside quotes, quotes taken off; *at is then behind it,
   or NULL at the end.  is_fine: false when a quote is not closed. */
const char *vary_item(const char **at, bool *is_quoted, bool *is_fine, struct arena *a);

#endif
