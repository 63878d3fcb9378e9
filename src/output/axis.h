#ifndef DCPLAN_OUTPUT_AXIS_H
#define DCPLAN_OUTPUT_AXIS_H

/* Scales and ticks. */

#include "base/text.h"

struct scale { /* values to points */
    double value0, value1, point0, point1;
};
double scale_at(const struct scale *s, double value);

/* Ticks at whole multiples of 1, 2, 2.5 or 5 times a power of ten. */
struct ticks {
    double first, step;
    int n, decimals;
    bool is_year; /* years are not grouped: 2027 */
};

/* From at or below min to at or above max, about target steps.  Bounds that are
   not finite or not in order give 0 to 1. */
struct ticks ticks_nice(double min, double max, int target);
double ticks_value(const struct ticks *t, int i);
double ticks_last(const struct ticks *t);
const char *ticks_text(const struct ticks *t, int i, char out[TEXT_NUMBER_CAP]);

#endif
