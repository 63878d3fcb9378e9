#ifndef DCPLAN_PLAN_CASE_ANSWER_H
#define DCPLAN_PLAN_CASE_ANSWER_H

/* What limits, growth and money say of a point, into its outcome; private to plan. */

#include "plan/case_load.h"
#include "plan/growth.h"

/* As much of the text as there is room for. */
void case_say(struct outcome *out, const char *text);

void case_keep_limits(const struct result *r, struct outcome *out);

/* Gives the result its growth, as dcplan growth; q: the request of the point.  A plan that money
   is counted by, too, needs the limits of the result only where months ask for them. */
bool case_grow(const struct case_kept *k, const struct load_request *q, struct result *r,
               struct arena *a, struct diags *ds);
void case_keep_growth(const struct growth *g, struct outcome *out);

/* As dcplan tco; the site has [finance]. */
bool case_keep_money(const struct result *r, struct outcome *out, struct arena *a,
                     struct diags *ds);

#endif
