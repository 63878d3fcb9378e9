#include "base/calendar.h"

#include <stdio.h>

static const int month_days[MONTHS] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

struct calendar calendar_make(bool is_leap, int first_weekday)
{
    struct calendar c = {.is_leap = is_leap, .first_weekday = first_weekday};
    for (int m = 0; m < MONTHS; m++) {
        int days = month_days[m] + (m == 1 && is_leap);
        c.month_start[m + 1] = c.month_start[m] + 24 * days;
    }
    c.hours = c.month_start[MONTHS];
    return c;
}

int calendar_month(const struct calendar *c, int hour)
{
    int m = 0;
    while (m < MONTHS - 1 && hour >= c->month_start[m + 1]) m++;
    return m;
}

int calendar_hour_of_day(int hour)
{
    return hour % 24;
}

int calendar_weekday(const struct calendar *c, int hour)
{
    return (c->first_weekday + hour / 24) % 7;
}

int calendar_day_of_month(const struct calendar *c, int hour)
{
    return (hour - c->month_start[calendar_month(c, hour)]) / 24 + 1;
}

bool year_is_leap(int year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static bool fixed_digits(const char *s, int n, int *value)
{
    *value = 0;
    for (int i = 0; i < n; i++) {
        if (s[i] < '0' || s[i] > '9') return false;
        *value = 10 * *value + (s[i] - '0');
    }
    return true;
}

bool date_parse(struct text t, struct date *d)
{
    struct date x;
    if (t.n != 10 || t.s[4] != '-' || t.s[7] != '-') return false;
    if (!fixed_digits(t.s, 4, &x.year) || !fixed_digits(t.s + 5, 2, &x.month) ||
        !fixed_digits(t.s + 8, 2, &x.day))
        return false;
    if (x.year < 1 || x.month < 1 || x.month > MONTHS || x.day < 1) return false;
    if (x.day > month_days[x.month - 1] + (x.month == 2 && year_is_leap(x.year))) return false;
    *d = x;
    return true;
}

/* Sakamoto's rule: days that the months before this one shift the week by. */
int date_weekday(struct date d)
{
    static const int shift[MONTHS] = {0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4};
    int y = d.month < 3 ? d.year - 1 : d.year;
    int from_sunday = (y + y / 4 - y / 100 + y / 400 + shift[d.month - 1] + d.day) % 7;
    return (from_sunday + 6) % 7;
}

/* Days from 0000-03-01, a year that begins in March having its leap day last. */
static long days_of_era(long year, int month, int day)
{
    long y = month > 2 ? year : year - 1, m = month > 2 ? month - 3 : month + 9;
    return 365 * y + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 + day - 1;
}

static const long epoch_days = 719468; /* 1970-01-01 */

long date_days(struct date d)
{
    return days_of_era(d.year, d.month, d.day) - epoch_days;
}

struct date date_of_days(long days)
{
    long all = days + epoch_days, year = all * 400 / 146097;
    while (days_of_era(year, 3, 1) > all) year--;
    while (days_of_era(year + 1, 3, 1) <= all) year++;
    int rest = (int)(all - days_of_era(year, 3, 1)), m = (5 * rest + 2) / 153;
    int day = rest - (153 * m + 2) / 5 + 1, month = m < 10 ? m + 3 : m - 9;
    return (struct date){(int)year + (month < 3), month, day};
}

int date_month(struct date d)
{
    return MONTHS * d.year + d.month - 1;
}

struct date date_of_month(int month)
{
    return (struct date){month / MONTHS, month % MONTHS + 1, 1};
}

const char *date_write(struct date d, char out[TEXT_NUMBER_CAP])
{
    (void)snprintf(out, TEXT_NUMBER_CAP, "%04d-%02d-%02d", d.year, d.month, d.day);
    return out;
}

const char *date_write_month(int month, char out[TEXT_NUMBER_CAP])
{
    (void)snprintf(out, TEXT_NUMBER_CAP, "%04d-%02d", month / MONTHS, month % MONTHS + 1);
    return out;
}

const char *calendar_label(const struct calendar *c, int hour, char out[TEXT_NUMBER_CAP])
{
    static const char *const names[MONTHS] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                              "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    (void)snprintf(out, TEXT_NUMBER_CAP, "%02d %s %02d:00", calendar_day_of_month(c, hour),
                   names[calendar_month(c, hour)], calendar_hour_of_day(hour));
    return out;
}
