#include "plan/tco_rank.h"

#include <math.h>
#include <string.h>

#include "base/text.h"

double tco_rank_value(const struct tco_answer *t, enum tco_order o)
{
    switch (o) {
    case ORDER_PUE: return t->result->metric[M_PUE];
    case ORDER_BILL: return t->result->bill ? t->result->bill->year_cost : (double)NAN;
    default: return t->option[OPTION_OWN].npv;
    }
}

/* Less is better of PUE and bill; present values are negative. */
static double badness(const struct tco_answer *t, enum tco_order o)
{
    double x = tco_rank_value(t, o);
    return o == ORDER_NPV ? -x : x;
}

static bool can_rank(const struct tco_answer *t, int n, enum tco_order o)
{
    for (int i = 0; i < n; i++) {
        if (isnan(tco_rank_value(&t[i], o))) return false;
        if (o != ORDER_PUE && strcmp(t[i].result->currency, t[0].result->currency) != 0)
            return false;
    }
    return true;
}

static bool is_before(const struct tco_answer *x, const struct tco_answer *y, enum tco_order o)
{
    return badness(x, o) < badness(y, o);
}

static const char *difference(const struct tco_answer *t, int n, enum tco_order o, struct arena *a)
{
    static const char *const word[N_TCO_ORDER] = {"PUE", "bill", "cost of owning"};
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            if (is_before(&t[i], &t[k], ORDER_PUE) && is_before(&t[k], &t[i], o))
                return arena_format(a, "%s has the lower PUE, %s the lower %s",
                                    t[i].result->site_name, t[k].result->site_name, word[o]);
    return NULL;
}

const char *tco_rank(const struct tco_answer *t, int n, struct tco_rank *out, struct arena *a)
{
    const char *words = NULL;
    for (int o = 0; o < N_TCO_ORDER; o++) {
        bool can = can_rank(t, n, (enum tco_order)o);
        for (int i = 0; i < n; i++) {
            out[i].place[o] = can;
            for (int k = 0; can && k < n; k++)
                out[i].place[o] += is_before(&t[k], &t[i], (enum tco_order)o);
        }
        const char *differs = can ? difference(t, n, (enum tco_order)o, a) : NULL;
        if (differs) words = words ? arena_format(a, "%s; %s", words, differs) : differs;
    }
    return words ? words
                 : "the order is the same by PUE, by bill and by cost, where these are known";
}
