#include "model/metered.h"

#include "base/file.h"
#include "input/csv.h"

enum { W_PER_KW = 1000 };

static int first_column(const struct csv *csv, const char *const *names, int n)
{
    int col = -1;
    for (int i = 0; i < n && col < 0; i++) col = csv_column(csv, names[i]);
    return col;
}

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
    for (int i = 0; i < csv->n_row; i++) (*out)[i] *= scale;
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

bool metered_read(const char *path, struct date start, int first_weekday, struct metered *out,
                  struct arena *a, struct diags *ds)
{
    static const char *const power[] = {"kw", "load_kw", "power_kw"};
    static const char *const energy[] = {"kwh", "load_kwh"};
    *out = (struct metered){0};
    struct bytes b;
    struct csv csv;
    bool is_leap;
    if (!file_read(a, path, &b, ds) || !csv_parse(path, b.s, b.n, &csv, a, ds)) return false;
    out->per_hour = intervals(csv.n_row, &is_leap);
    if (!fits(path, start, out, csv.n_row, is_leap, ds)) return false;
    int kw = first_column(&csv, power, 3), kwh = first_column(&csv, energy, 2);
    int kvar = csv_column(&csv, "kvar"), kvarh = csv_column(&csv, "kvarh");
    if (kw < 0 && kwh < 0) {
        diag_error(ds, DIAG_INPUT, (struct place){path, 1, 1}, "kw or load_kw, kwh or load_kwh",
                   "no column of power or energy");
        return false;
    }
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
