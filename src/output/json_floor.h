#ifndef DCPLAN_OUTPUT_JSON_FLOOR_H
#define DCPLAN_OUTPUT_JSON_FLOOR_H

/* Aisles and fabrics of a result as JSON; private to output. */

#include "output/json_tree.h"
#include "plan/result.h"

/* "aisles": those of one room, in an object. */
void json_aisles(cJSON *to, const struct result *r, int room, struct arena *a);
/* "fabrics": all of the site's. */
void json_fabrics(cJSON *to, const struct result *r, struct arena *a);

#endif
