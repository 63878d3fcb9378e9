#ifndef DCPLAN_OUTPUT_XLSX_MONTECARLO_H
#define DCPLAN_OUTPUT_XLSX_MONTECARLO_H

/* Draws as a workbook: Summary (mean, deviation and quantiles of all that varies, as live formulas
   over the draws), Inputs (what varies, with its distribution), Draws, Influence (tornado,
   correlations, indices) and Convergence of what is shown. */

#include "output/xlsx.h"
#include "plan/montecarlo.h"

/* Of a date that never comes in some draws the summary has values, not formulas.  More draws than
   a sheet has rows are an error. */
bool xlsx_montecarlo(const struct montecarlo *m, const struct xlsx_info *info, const char *path,
                     struct arena *a, struct diags *ds);

#endif
