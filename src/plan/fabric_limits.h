#ifndef DCPLAN_PLAN_FABRIC_LIMITS_H
#define DCPLAN_PLAN_FABRIC_LIMITS_H

/* Ports and cable lengths of fabrics against what they have; private to plan. */

#include "plan/fabric_find.h"
#include "plan/limit_list.h"

void limit_add_fabrics(struct limit_list *l, const struct fabric_view *v);

#endif
