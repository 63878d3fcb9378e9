#ifndef DCPLAN_PLAN_TCO_RANK_H
#define DCPLAN_PLAN_TCO_RANK_H

/* Sites side by side: by PUE, by the electricity bill and by the cost of owning, which need not
   be the same order. */

#include "plan/tco_answer.h"

enum tco_order { ORDER_PUE, ORDER_BILL, ORDER_NPV, N_TCO_ORDER };

struct tco_rank {
    int place[N_TCO_ORDER]; /* from 1; equal ones share a place; 0: not known */
};

/* Money is only ranked in one currency.  Returns a sentence about the order. */
const char *tco_rank(const struct tco_answer *t, int n, struct tco_rank *out, struct arena *a);

/* PUE, a year's bill, net present value of owning. */
double tco_rank_value(const struct tco_answer *t, enum tco_order o);

#endif
