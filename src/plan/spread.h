#ifndef DCPLAN_PLAN_SPREAD_H
#define DCPLAN_PLAN_SPREAD_H

/* Where an uncertain field may lie: the distribution that its value was given with, cut at the
   bounds of its row.  Cut means that what lies beyond the bounds does not occur and all else
   is so much likelier; nothing is heaped up on a bound. */

#include "input/param.h"

struct distribution {
    struct spread spread;
    const struct param *param;
    double centre;        /* SI; of a list or curve 0: what varies is how far all its numbers are
                             off, as a share of them or in SI */
    double p_low, p_high; /* of the uncut distribution, below the bounds */
    double low, high;     /* the bounds themselves, SI; HUGE_VAL none */
};

/* False: the field is missing, certain, or its width is nought. */
bool distribution_of(const struct param *p, const void *object, const struct provenance *from,
                     struct distribution *out);

/* The value (SI) below which the share p of all lies, 0 < p < 1; whole for counts: of `uniform`
   each is as likely, else what the distribution gives is rounded. */
double distribution_quantile(const struct distribution *d, double p);

/* The text that sets the field so. */
const char *distribution_text(const struct distribution *d, const void *object, double value,
                              struct arena *a);

/* The value (SI) as a number for people, and its unit: the row's; of a list or curve how far its
   numbers are off, in % or as a difference. */
double distribution_number(const struct distribution *d, double value);
const char *distribution_unit(const struct distribution *d, const void *object, struct arena *a);

/* The quantiles of 2.5 and 97.5 % of a field whose distribution has a name (SI), within the bounds
   of its key; false: it has none. */
bool distribution_ends(const struct param *p, const void *object, const struct provenance *from,
                       double *low, double *high);

/* The quantiles of 2.5 and 97.5 %, without bounds; of "+/-" the ends of its half-widths, which
   are two standard deviations.  value is the field; all SI.  NaN: certain. */
void spread_range(const struct spread *x, double value, double *low, double *high);

#endif
