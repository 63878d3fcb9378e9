#ifndef DCPLAN_CLI_STUDY_ARGS_H
#define DCPLAN_CLI_STUDY_ARGS_H

/* What the commands of studies share: the metrics that are asked for, judgement of the points,
   and the files that are written. */

#include "cli/args.h"
#include "plan/case.h"
#include "plan/study_table.h"

/* "pue,fits" to outcomes, at most so many; false with a usage error that suggests one.  text
   NULL: none. */
bool study_args_shown(const char *text, int most, int shown[STUDY_SHOWN], int *n, struct arena *a,
                      struct diags *ds);

/* What must be worked out beside the year for these outcomes and the conditions of --fail-if;
   false with usage errors when a condition is none. */
bool study_args_options(const struct args *x, const int *shown, int n_shown,
                        struct case_options *out, struct arena *a, struct diags *ds);

/* --check and --fail-if over all points: EXIT_NO with the points named on stderr, or an error
   where a condition cannot be decided.  Failed points are left out. */
int study_args_judge(const struct args *x, const struct study_table *t, struct arena *a,
                     struct diags *ds);

/* Failed points on stderr, each with its reason; EXIT_MODEL when there is one. */
int study_args_failed(const struct study_table *t, struct arena *a);

/* Whether the files that are asked for have names, and a chart is of a kind that can be drawn; a
   usage error else, before anything runs. */
bool study_args_files(const struct args *x, struct diags *ds);
/* --csv -: standard output, instead of the summary. */
bool study_args_csv_out(const struct args *x);
/* Writes the files that --csv, --xlsx and --chart ask for. */
bool study_args_write(const struct args *x, const struct study_table *t, struct arena *a,
                      struct diags *ds);

#endif
