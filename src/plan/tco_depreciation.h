#ifndef DCPLAN_PLAN_TCO_DEPRECIATION_H
#define DCPLAN_PLAN_TCO_DEPRECIATION_H

/* What tax law lets be written off each year.  Private to plan.

   What is bought in year b is written off from year b + 1 on, by its age, of the price paid in
   nominal money; in real terms the amount of a year is divided by the deflator.

     straight    (1 - residual) / D for D years
     declining   m / D of the book value, from the year on in which the straight line over the
                 rest is more, that line: year s = ceil(D + 1 - D / m)
     macrs       table A-1 of IRS Publication 946, half-year convention
     china       (1 - 5 %) / D, D at least that of article 60 */

#include "plan/tco_row.h"

/* The rates by age, `rate_it`, `rate_plant`, `rate_building`; and the vintages. */
void tco_depreciation_rates(struct tco_writer *w);
/* depreciation_own (or _colo), book value and the gain on what is sold, from capex_it and such,
   residual_own. side: "" or "_colo"; option: "own" or "colo". */
void tco_depreciation_of(struct tco_writer *w, const char *side, const char *option);

#endif
