#ifndef DCPLAN_PLAN_STUDY_STORE_H
#define DCPLAN_PLAN_STUDY_STORE_H

/* What a study is to a store: everything that decides its points, as text and hash. */

#include "base/store.h"
#include "plan/study_run.h"

/* Two studies with one hash have the same points: the program's version, the bytes of all
   inputs, overrides, command, definition, variables, and what is asked of each point.  Not the
   names of files: the same study may be started from another folder. */
const char *study_hash(const struct case_base *b, const struct study_plan *plan, struct arena *a);

struct store_study study_describe(const struct case_base *b, const struct study_plan *plan,
                                  struct arena *a);

/* The changes of point i as a store takes them: text[n_variable], number[n_variable]. */
void study_variables(const struct study_plan *plan, int i, const char **text, double *number,
                     struct arena *a);

/* A point of a store of this version or another; outcome k of the study is place[k] here, -1
   when it is unknown. */
struct outcome study_outcome(const struct store_point *p, int n_outcome, const int *place);
const int *study_places(const struct store_study *study, struct arena *a);

#endif
