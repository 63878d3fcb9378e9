#ifndef DCPLAN_INPUT_VALUE_H
#define DCPLAN_INPUT_VALUE_H

/* "3.2 kW +/- 5 %", "uniform(3 kW, 3.5 kW)": number, unit and uncertainty, read against the unit
   a key expects.  Every refusal is one diagnostic that shows the accepted form. */

#include "input/param.h"

struct reading {
    const char *key;       /* for messages */
    const char *unit_text; /* as the table writes it; never NULL */
    struct unit own;       /* the same, parsed */
    struct place where;
    struct arena *arena;
    struct diags *diags;
};

struct quantity {
    double si;
    char currency[4];
    struct spread spread;
};

/* unit NULL is the pure number; false only for a bad table. */
bool reading_make(struct reading *r, const char *key, const char *unit, struct place where,
                  struct arena *a, struct diags *ds);

bool quantity_read(const struct reading *r, struct text t, struct quantity *q);

/* A list: a bare number takes its unit from the next item that has one, so
   "1, 2 degC" is two temperatures.  No uncertainty. */
bool quantities_read(const struct reading *r, const struct text *item, int n, double *si);

/* min and max in the key's unit; both 0: no bounds.  A value beyond a bound by
   rounding only is set to it. */
bool quantity_in_bounds(const struct reading *r, double min, double max, struct text shown,
                        double *si);

/* The same for the number and what of its uncertainty lies within the bounds, which must be
   something. */
bool quantity_fits(const struct reading *r, double min, double max, struct text shown,
                   struct quantity *q);

/* Whether the text is a distribution by name: "normal(...". */
bool quantity_has_form(struct text t);

/* Cuts "value +/- width" (or the sign in one) in two; false without a width.  quantity_width reads
   the width of values that r reads. */
bool quantity_cut(struct text t, struct text *value, struct text *width);
bool quantity_width(const struct reading *r, struct text width, struct spread *out);

/* The start of a value, short enough for a message. */
const char *quantity_shown(const struct reading *r, struct text t);

#endif
