#ifndef DCPLAN_BASE_CALENDAR_H
#define DCPLAN_BASE_CALENDAR_H

/* The one calendar of a site year.  Hour h is [h, h+1) in local standard time;
   hour 0 begins 1 January 00:00. */

#include <stdbool.h>

#include "base/text.h"

enum { MONTHS = 12, HOURS_PER_YEAR = 8760, HOURS_PER_LEAP_YEAR = 8784 };

struct date { /* all zero: no date */
    int year, month, day;
};

struct calendar {
    int hours; /* 8760 or 8784 */
    bool is_leap;
    int first_weekday;           /* of 1 January; 0 = Monday */
    int month_start[MONTHS + 1]; /* first hour of each month; last = hours */
};

struct calendar calendar_make(bool is_leap, int first_weekday);
int calendar_month(const struct calendar *c, int hour);        /* 0..11 */
int calendar_hour_of_day(int hour);                            /* 0..23 */
int calendar_weekday(const struct calendar *c, int hour);      /* 0 = Monday */
int calendar_day_of_month(const struct calendar *c, int hour); /* 1..31 */
bool date_parse(struct text t, struct date *d);                /* 2026-02-01; checked */
int date_weekday(struct date d);                               /* 0 = Monday */
bool year_is_leap(int year);
long date_days(struct date d);        /* since 1970-01-01, proleptic Gregorian */
struct date date_of_days(long days);  /* the inverse; of a day of the year 1 or later */
int date_month(struct date d);        /* months since January of the year 0 */
struct date date_of_month(int month); /* its first day */
/* "2026-02-01", or "2026-02" of a month's first day. */
const char *date_write(struct date d, char out[TEXT_NUMBER_CAP]);
const char *date_write_month(int month, char out[TEXT_NUMBER_CAP]);
/* "dd mmm hh:00", for people. */
const char *calendar_label(const struct calendar *c, int hour, char out[TEXT_NUMBER_CAP]);

#endif
