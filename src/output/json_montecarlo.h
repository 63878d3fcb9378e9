#ifndef DCPLAN_OUTPUT_JSON_MONTECARLO_H
#define DCPLAN_OUTPUT_JSON_MONTECARLO_H

#include "plan/montecarlo.h"

/* dcplan.montecarlo/1: schema, version, site, inputs, overrides, currency, draws, seed, sampling,
   points (all that were simulated), failed_draws, failures (reason, draws, first_draw from 1),
   fits_share and broken_limits (null without judgement), uncertain (key, value as a file says it,
   unit, centre, p10, p50, p90), outcomes by key (of what varies: unit, draws, never, centre, mean,
   sd, least, greatest, and p10, p50, p90 with value and the 95 % confidence interval low to high),
   shown (metric, linear_share, index_rows; influence, greatest swing first: key, low, high,
   rank_correlation, regression, and the Sobol' indices first_order and total, each with _half, the
   half-width of its 95 % confidence, null unless asked for; convergence: draws, mean, p10, p50,
   p90).  What is missing is null, months are "2028-03", a quantile among draws whose date never
   comes is "never".  The draws themselves are not here. */
bool json_montecarlo(const struct montecarlo *m, struct builder *out, struct diags *ds);

#endif
