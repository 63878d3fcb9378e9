#include "cli/output_date.h"

#include <stdlib.h>

#include "base/text.h"

static const long day_s = 86400;

/* Days from 1970-01-01 of a date (proleptic Gregorian). */
static long days_of(struct date d)
{
    long days = 0;
    for (int y = 1970; y < d.year; y++) days += year_is_leap(y) ? 366 : 365;
    struct calendar c = calendar_make(year_is_leap(d.year), 0);
    return days + c.month_start[d.month - 1] / 24 + d.day - 1;
}

static struct date date_of_days(long days)
{
    int year = 1970, month = 0;
    while (days >= (year_is_leap(year) ? 366 : 365)) days -= year_is_leap(year++) ? 366 : 365;
    struct calendar c = calendar_make(year_is_leap(year), 0);
    while (month < MONTHS - 1 && days >= c.month_start[month + 1] / 24) month++;
    return (struct date){year, month + 1, (int)(days - c.month_start[month] / 24) + 1};
}

struct date output_date(struct date own, struct diags *ds)
{
    const char *epoch = getenv("SOURCE_DATE_EPOCH");
    double s;
    if (epoch && text_number(text_of(epoch), &s) && s >= 0 && s < 4e9)
        return date_of_days((long)s / day_s);
    if (epoch && *epoch)
        diag_warning(ds, DIAG_USAGE, (struct place){0}, "it is seconds since 1970",
                     "SOURCE_DATE_EPOCH '%s' is not used", epoch);
    return own.year ? own : (struct date){2000, 1, 1};
}

long long output_seconds(struct date date)
{
    return (long long)days_of(date) * day_s;
}
