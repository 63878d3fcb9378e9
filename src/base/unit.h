#ifndef DCPLAN_BASE_UNIT_H
#define DCPLAN_BASE_UNIT_H

/* Units by composition: "kW", "L/min/kW", "money/kW/month", "m3/s", "1/K", "%".
   The factor leads to SI; a temperature scale (degC, °C, C, degF, °F, F) stands
   alone and leads to degrees Celsius; a difference of temperature is in K. */

#include <stdbool.h>

#include "base/text.h"

/* Base dimensions.  Apparent power (VA) is kept apart from W so that kVA and kW
   never pass for each other; a month is no multiple of a second (it exists only
   in prices); U is the rack unit; GPU counts accelerators; GB is 1e9 bytes. */
enum unit_base {
    UNIT_M, UNIT_KG, UNIT_S, UNIT_K, UNIT_A, UNIT_VA, UNIT_MONEY, UNIT_MONTH, UNIT_U, UNIT_GPU,
    UNIT_GB, UNIT_BASES
};

struct unit {
    signed char power[UNIT_BASES];
    bool is_absolute_temperature;
    double factor, offset; /* SI = (value + offset) * factor */
    char currency[4];      /* ISO 4217 when a currency code stood in the text */
};

/* False when the text is no unit; *why then says which part was not known. The
   empty text is the pure number.  "money" stands for any currency (tables);
   three capital letters of a known ISO 4217 code are a currency (files). */
bool unit_parse(struct text t, struct unit *u, struct text *why);
bool unit_same_dimension(const struct unit *a, const struct unit *b);
double unit_to_si(const struct unit *u, double value);
double unit_from_si(const struct unit *u, double si);
bool unit_is_currency(const char *code); /* known ISO 4217 */

/* Some spellings a user may give for a quantity of this dimension, for hints:
   "W, kW or MW". */
const char *unit_examples(const struct unit *u);

#endif
