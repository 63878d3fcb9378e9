#ifndef DCPLAN_MODEL_TARIFF_CLOCK_H
#define DCPLAN_MODEL_TARIFF_CLOCK_H

/* The clock and the days by which a utility reads its meter. */

#include "model/rate.h"
#include "model/tariff.h"

/* Kinds of day that lines of a bill tell apart; a holiday is a day of the weekend. */
enum tariff_day { DAY_WORK, DAY_SATURDAY, DAY_WEEKEND, N_TARIFF_DAY };

struct tariff_hour {          /* of one hour of standard time, on the tariff's clock */
    unsigned char month, day; /* 0..11; enum tariff_day */
    unsigned char hour;       /* 0..23 */
    short year_day;           /* from 0 */
};

/* All hours of a year.  The last hours before midnight are next month's when clocks run
   ahead: bills are cut by the clock. */
void tariff_hours(const struct tariff *t, const struct calendar *c, struct tariff_hour *out);

/* Standard hour that is month-day and hour of the day on the clock ("07-15 17"); -1 when the
   text is none such or the day is not in the year. */
int tariff_hour_named(const struct tariff *t, const struct calendar *c, const char *text);

/* Whether the line counts that hour of such a day of such a month. */
bool rate_counts_month(const struct rate *r, int month);
bool rate_counts(const struct rate *r, int month, enum tariff_day day, int hour);

/* "2026-02-17" or "02-17": false when it is no day of any year. */
bool tariff_holiday(const char *text, int *year, int *month, int *day);

#endif
