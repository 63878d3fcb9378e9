#ifndef DCPLAN_OUTPUT_SHOW_H
#define DCPLAN_OUTPUT_SHOW_H

/* Values as people read them. */

#include "plan/result.h"

/* Fixed decimals with grouped thousands; missing is shown for NaN. */
const char *show_number(struct arena *a, double x, int decimals, const char *missing);

/* Decimals by size: 0.125, 12.5, 1,250. */
const char *show_value(struct arena *a, double x, const char *missing);

/* As show_value, but whole numbers of things that are counted stay whole. */
const char *show_amount(struct arena *a, double x, const char *unit, const char *missing);

/* A share of one as "12.5 %". */
const char *show_percent(struct arena *a, double share, int decimals, const char *missing);

/* "degC" as "°C", "m3" as "m³"; "money" as the currency. */
const char *show_unit(struct arena *a, const char *unit, const char *currency);

/* A sentence with its "degC" as "°C". */
const char *show_prose(struct arena *a, const char *text);
/* What a verdict adds to the words "It fits" or "It does not fit". */
const char *show_verdict(struct arena *a, const char *verdict);

/* The metric with its own decimals, without unit; and its unit. */
const char *show_metric(struct arena *a, const struct result *r, enum metric_id id);
const char *show_metric_unit(struct arena *a, const struct result *r, enum metric_id id);

/* Seconds as "12.5 s" or "3 min 06 s"; missing for what does not come (infinite or NaN). */
const char *show_clock(struct arena *a, double s, const char *missing);

/* 2026-02-01, or "not dated". */
const char *show_date(struct arena *a, struct date d);

/* The share of the limit that is left, or kelvins for a temperature. */
const char *show_margin(struct arena *a, const struct limit *l);

/* "Jan" and so on. */
extern const char *const month_names[MONTHS];

#endif
