#ifndef DCPLAN_OUTPUT_JSON_TREE_H
#define DCPLAN_OUTPUT_JSON_TREE_H

/* Pieces of JSON documents; private to output. */

#include <cJSON.h>

#include "plan/result.h"

cJSON *tree_value(double x); /* null when not finite; shortest round-trip digits */
void tree_number(cJSON *to, const char *key, double x);
void tree_text(cJSON *to, const char *key, const char *s, struct arena *a); /* NULL: null */
void tree_names(cJSON *to, const char *key, const char *const *name, int n, struct arena *a);
/* What every answer about one site opens with: schema, version, site, inputs, overrides. */
void tree_head(cJSON *to, const char *schema, const struct result *r, struct arena *a);
/* Appends and frees o; false without memory. */
bool tree_print(cJSON *o, struct builder *out, struct diags *ds);

#endif
