#ifndef DCPLAN_OUTPUT_XLSX_STUDY_H
#define DCPLAN_OUTPUT_XLSX_STUDY_H

/* A study as a workbook: what was asked with what inputs, its points as a table, and, over one
   number or two, what is shown of it as charts or as maps in colour. */

#include "output/xlsx.h"
#include "plan/study_table.h"

/* Sheets Study, Points (variables, status, what is shown with live formulas of the difference
   to the first point, all other outcomes, the limits' verdict) and Map.  Large studies are
   written row by row, with a filter in place of a table.  More points than a sheet has rows
   are an error. */
bool xlsx_study(const struct study_table *t, const struct xlsx_info *info, const char *path,
                struct arena *a, struct diags *ds);

#endif
