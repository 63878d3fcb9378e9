#include "model/metered.h"

#include <math.h>
#include <string.h>
#include <strings.h>

#include "base/file.h"
#include "input/csv.h"

enum { W_PER_KW = 1000 };

/* By any of its names, whatever their case. */
static int column_of(const struct csv *csv, const char *const *names)
{
    for (; *names; names++)
        for (int i = 0; i < csv->n_col; i++)
            if (!strcasecmp(csv->head[i], *names)) return i;
    return -1;
}

/* ---- times of the rows ---- */

static bool two_digits(const char *s, int most, int *value)
{
    if (s[0] < '0' || s[0] > '9' || s[1] < '0' || s[1] > '9') return false;
    *value = 10 * (s[0] - '0') + (s[1] - '0');
    return *value <= most;
}

/* "2025-03-09 02:15", also with a T and with what may follow: minutes since 1970. */
static bool read_time(const char *s, struct date *day, long *minutes)
{
    enum { DAY = 10, HOUR = 11, COLON = 13, MINUTE = 14, LEAST = 16, DAY_MINUTES = 1440 };
    int hour, minute;
    if (strlen(s) < LEAST || (s[DAY] != ' ' && s[DAY] != 'T') || s[COLON] != ':') return false;
    if (!date_parse((struct text){s, DAY}, day) || !two_digits(s + HOUR, 23, &hour) ||
        !two_digits(s + MINUTE, 59, &minute))
        return false;
    *minutes = date_days(*day) * DAY_MINUTES + 60L * hour + minute;
    return true;
}

static const char *cell(const struct csv *csv, int row, int col)
{
    return csv->cell[(size_t)row * (size_t)csv->n_col + (size_t)col];
}

/* The column whose first row is a time; -1: none, the rows are taken as they stand. */
static int time_column(const struct csv *csv, struct date *first)
{
    long minutes;
    for (int i = 0; csv->n_row && i < csv->n_col; i++)
        if (read_time(cell(csv, 0, i), first, &minutes)) return i;
    return -1;
}

/* A clock that jumps would move half a year by an hour, and a gap what comes after it. */
static bool times_rise(const struct csv *csv, int col, int per_hour, struct diags *ds)
{
    long first = 0, now;
    struct date day;
    for (int i = 0; col >= 0 && i < csv->n_row; i++) {
        const char *text = cell(csv, i, col);
        bool is_time = read_time(text, &day, &now);
        if (!i) first = now;
        if (is_time && now - first == 60L / per_hour * i) continue;
        diag_error(ds, DIAG_INPUT, (struct place){csv->file, csv->line[i], col + 1},
                   "each row of the year in its order, in standard time: no clock that jumps",
                   "the time '%s' is not %d minutes after that of the row before", text,
                   60 / per_hour);
        return false;
    }
    return true;
}

/* ---- */

/* Intervals an hour of a year of that many rows; 0: no year has them. */
static int intervals(int rows, bool *is_leap)
{
    static const int per_hour[] = {1, 2, 4, 12, 60};
    for (int i = 0; i < (int)(sizeof per_hour / sizeof *per_hour); i++) {
        *is_leap = rows == HOURS_PER_LEAP_YEAR * per_hour[i];
        if (*is_leap || rows == HOURS_PER_YEAR * per_hour[i]) return per_hour[i];
    }
    return 0;
}

static bool read_column(const struct csv *csv, int col, double scale, double **out, struct arena *a,
                        struct diags *ds)
{
    if (!csv_numbers(csv, col, false, out, a, ds)) return false;
    const double most_w = 1e12; /* more than all that is generated */
    for (int i = 0; i < csv->n_row; i++) {
        (*out)[i] *= scale;
        if (fabs((*out)[i]) <= most_w) continue;
        diag_error(ds, DIAG_INPUT, (struct place){csv->file, csv->line[i], col + 1}, NULL,
                   "'%s' is no power of a site", cell(csv, i, col));
        return false;
    }
    return true;
}

static bool fits(const char *path, struct date start, struct metered *out, int rows, bool is_leap,
                 struct diags *ds)
{
    struct place at = {path, 1, 1};
    if (!out->per_hour)
        diag_error(ds, DIAG_INPUT, at, "a whole year in steps of 60, 30, 15, 5 minutes or 1 minute",
                   "%d rows are no year", rows);
    else if (start.year && (start.month != 1 || start.day != 1))
        diag_error(ds, DIAG_INPUT, at, "a bill needs the months of one year",
                   "the first row must be of 1 January");
    else if (start.year && year_is_leap(start.year) != is_leap)
        diag_error(ds, DIAG_INPUT, at, "give the year of the rows with --start",
                   "%d rows are not the year %d", rows, start.year);
    else
        return true;
    return false;
}

/* One column of power or of energy; where both are given nobody knows which is billed. */
static bool one_of(const struct csv *csv, int power, int energy, struct diags *ds)
{
    if (power < 0 || energy < 0) return true;
    diag_error(ds, DIAG_INPUT, (struct place){csv->file, 1, energy + 1}, "leave one of them out",
               "columns both of power, '%s', and of energy, '%s'", csv->head[power],
               csv->head[energy]);
    return false;
}

bool metered_read(const char *path, struct date start, int first_weekday, struct metered *out,
                  struct arena *a, struct diags *ds)
{
    static const char *const power[] = {"kw", "load_kw", "power_kw", NULL};
    static const char *const energy[] = {"kwh", "load_kwh", NULL};
    static const char *const kvar_name[] = {"kvar", NULL}, *const kvarh_name[] = {"kvarh", NULL};
    *out = (struct metered){0};
    struct bytes b;
    struct csv csv;
    struct date seen = {0};
    bool is_leap;
    if (!file_read(a, path, &b, ds) || !csv_parse(path, b.s, b.n, &csv, a, ds)) return false;
    out->per_hour = intervals(csv.n_row, &is_leap);
    int time = time_column(&csv, &seen);
    if (!start.year) start = seen;
    if (!fits(path, start, out, csv.n_row, is_leap, ds)) return false;
    if (time >= 0 && seen.year != start.year) {
        diag_error(ds, DIAG_INPUT, (struct place){path, csv.line[0], time + 1}, "leave out --start",
                   "the rows are of the year %d, not %d", seen.year, start.year);
        return false;
    }
    if (!times_rise(&csv, time, out->per_hour, ds)) return false;
    int kw = column_of(&csv, power), kwh = column_of(&csv, energy);
    int kvar = column_of(&csv, kvar_name), kvarh = column_of(&csv, kvarh_name);
    if (kw < 0 && kwh < 0) {
        diag_error(ds, DIAG_INPUT, (struct place){path, 1, 1}, "kw or load_kw, kwh or load_kwh",
                   "no column of power or energy");
        return false;
    }
    if (!one_of(&csv, kw, kwh, ds) || !one_of(&csv, kvar, kvarh, ds)) return false;
    double of_energy = (double)W_PER_KW * out->per_hour;
    if (!read_column(&csv, kw >= 0 ? kw : kwh, kw >= 0 ? W_PER_KW : of_energy, &out->w, a, ds))
        return false;
    int reactive = kvar >= 0 ? kvar : kvarh;
    if (reactive >= 0 &&
        !read_column(&csv, reactive, kvar >= 0 ? W_PER_KW : of_energy, &out->var, a, ds))
        return false;
    struct date first = {start.year, 1, 1};
    out->calendar = calendar_make(is_leap, start.year ? date_weekday(first) : first_weekday);
    return true;
}
