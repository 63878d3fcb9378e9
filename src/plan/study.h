#ifndef DCPLAN_PLAN_STUDY_H
#define DCPLAN_PLAN_STUDY_H

/* What the studies of a site share: the site with changes, and why it could not be
   simulated. */

#include "plan/run.h"

/* The request with its changes copied, and room for `more`. */
struct load_request study_request(const struct load_request *r, int more, struct arena *a);

/* Further changes, at most as many as there is room for: "kind.name.key=value", or sections.
   The text is not copied. */
void study_set(struct load_request *q, const char *text);
void study_overlay(struct load_request *q, const char *text);

/* The first error in words, made in a. */
const char *study_error(const struct diags *ds, struct arena *a);

#endif
