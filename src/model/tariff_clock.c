#include "model/tariff_clock.h"

#include <string.h>

static bool two_digits(const char *s, int *value)
{
    if (s[0] < '0' || s[0] > '9' || s[1] < '0' || s[1] > '9') return false;
    *value = 10 * (s[0] - '0') + (s[1] - '0');
    return true;
}

/* "02-17"; 02-29 is a day. */
static bool month_day(const char *s, int *month, int *day)
{
    static const int longest[MONTHS] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (!two_digits(s, month) || s[2] != '-' || !two_digits(s + 3, day)) return false;
    if (*month < 1 || *month > MONTHS) return false;
    return *day >= 1 && *day <= longest[--*month];
}

bool tariff_holiday(const char *text, int *year, int *month, int *day)
{
    struct date d;
    *year = 0;
    if (strlen(text) == strlen("02-17")) return month_day(text, month, day);
    if (!date_parse(text_of(text), &d)) return false;
    *year = d.year;
    *month = d.month - 1;
    *day = d.day;
    return true;
}

bool tariff_is_holiday(const struct tariff *t, int month, int day)
{
    int y, m, d;
    for (int i = 0; i < t->holidays.n; i++)
        if (tariff_holiday(t->holidays.s[i], &y, &m, &d) && m == month && d == day) return true;
    return false;
}

static enum tariff_day day_of(const struct tariff *t, const struct calendar *c, int hour)
{
    enum { SATURDAY = 5, SUNDAY = 6 };
    int weekday = calendar_weekday(c, hour);
    if (weekday == SUNDAY || (t->holidays.n && tariff_is_holiday(t, calendar_month(c, hour),
                                                                 calendar_day_of_month(c, hour))))
        return DAY_WEEKEND;
    return weekday == SATURDAY ? DAY_SATURDAY : DAY_WORK;
}

void tariff_hours(const struct tariff *t, const struct calendar *c, struct tariff_hour *out)
{
    int begin, end, known = -1, month = 0;
    enum tariff_day day = DAY_WORK;
    tariff_daylight(t, c, &begin, &end);
    for (int h = 0; h < c->hours; h++) {
        int clock = tariff_is_ahead(begin, end, h) && h + 1 < c->hours ? h + 1 : h;
        if (clock / 24 != known) {
            known = clock / 24;
            month = calendar_month(c, clock);
            day = day_of(t, c, clock);
        }
        out[h] = (struct tariff_hour){(unsigned char)month, (unsigned char)day,
                                      (unsigned char)calendar_hour_of_day(clock), (short)known};
    }
}

int tariff_hour_named(const struct tariff *t, const struct calendar *c, const char *text)
{
    int month, day, hour, begin, end;
    if (strlen(text) != strlen("07-15 17") || text[5] != ' ' || !month_day(text, &month, &day) ||
        !two_digits(text + 6, &hour) || hour > 23)
        return -1;
    int h = c->month_start[month] + 24 * (day - 1) + hour;
    if (h >= c->month_start[month + 1]) return -1; /* 29 February */
    tariff_daylight(t, c, &begin, &end);
    return h > 0 && tariff_is_ahead(begin, end, h - 1) ? h - 1 : h;
}

bool rate_counts_month(const struct rate *r, int month)
{
    for (int i = 0; i < r->months.n; i++)
        if ((int)r->months.v[i] == month + 1) return true;
    return !r->months.n;
}

bool rate_counts(const struct rate *r, int month, enum tariff_day day, int hour)
{
    static const struct hours all = {.given = false};
    const struct hours *h = r->hours.given ? &r->hours : &all;
    bool only_others = !r->hours.given && (r->weekend_hours.given || r->saturday_hours.given);
    if (day != DAY_WORK && r->weekend_hours.given) h = &r->weekend_hours;
    if (day == DAY_SATURDAY && r->saturday_hours.given) h = &r->saturday_hours;
    if (!rate_counts_month(r, month)) return false;
    return h->given ? h->in[hour] : !only_others;
}
