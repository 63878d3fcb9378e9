/* EnergyPlus weather files: eight header lines, of which LOCATION and DATA
   PERIODS matter here, then rows of comma-separated fields (EnergyPlus
   Auxiliary Programs, "EnergyPlus Weather File (EPW) Data Dictionary").

   A row's place in the file is its hour: years, and the several ways in which
   files write hour and minute, are not used.  The text is parsed in place. */

#include "physics/epw.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "physics/psychro.h"

/* Missing values: gaps of up to GAP_HOURS are joined by a straight line; more
   than LINE_HOURS of them in one field (5 % of a year) is refused, as is a
   longer gap that no other field can fill. */
enum { GAP_HOURS = 6, LINE_HOURS = 438, ROW_ERRORS = 10, MAX_PER_HOUR = 60 };

enum field { DRY_BULB, DEW_POINT, HUMIDITY, PRESSURE, FIELDS };

struct column {
    const char *name, *unit;
    int number;          /* in the row, from 1 */
    double min, max;     /* outside is an error */
    double missing_from; /* this value and above is the code for "missing" */
    const char *hint;
};

/* Names, order and codes from the data dictionary.  Cold stations go below the
   -70 degC it names (Antarctica), hence the wider lower bounds. */
static const struct column columns[FIELDS] = {
    {"dry bulb temperature", "degC", 7, -90, 70, 99.9, "degC from -90 to 70; 99.9 when missing"},
    {"dew point temperature", "degC", 8, -100, 70, 99.9, "degC from -100 to 70; 99.9 when missing"},
    {"relative humidity", "%", 9, 0, 110, 999, "percent from 0 to 110; 999 when missing"},
    {"atmospheric station pressure", "Pa", 10, 31000, 120000, 999999,
     "Pa from 31000 to 120000; 999999 when missing; near 1000 it is in mbar, 100 Pa each"},
};

struct reader {
    const char *file;
    const char *at, *end;
    int line;
    int n_bad_row;   /* with an error */
    struct arena *arena;
    struct diags *ds;
};

struct header {
    struct text city, region, source, wmo;
    double latitude_deg, longitude_deg, utc_offset_h, altitude_m;
    int per_hour, first_weekday;
    int location_line;
};

/* Sums over the records of an hour; count 0 is a missing hour. */
struct table {
    double *sum[FIELDS];
    unsigned char *count[FIELDS];
    int *line; /* first line of the hour */
    unsigned char *month;
    int cap;
};

static struct place place_at(const struct reader *r, int line, int col)
{
    return (struct place){r->file, line, col};
}

static struct text trim_blanks(struct text t)
{
    while (t.n && (t.s[0] == ' ' || t.s[0] == '\t')) t.s++, t.n--;
    while (t.n && (t.s[t.n - 1] == ' ' || t.s[t.n - 1] == '\t')) t.n--;
    return t;
}

/* Next line without its LF or CRLF; false at the end of the text. */
static bool next_line(struct reader *r, struct text *line)
{
    if (r->at == r->end) return false;
    const char *lf = memchr(r->at, '\n', (size_t)(r->end - r->at));
    const char *stop = lf ? lf : r->end;
    *line = (struct text){r->at, (size_t)(stop - r->at)};
    if (line->n && line->s[line->n - 1] == '\r') line->n--;
    r->at = lf ? lf + 1 : r->end;
    r->line++;
    return true;
}

/* Cuts line at commas; returns how many fields there are, at most cap kept. */
static int split(struct text line, struct text *field, int cap)
{
    int n = 0;
    const char *at = line.s, *end = line.s + line.n;
    for (;;) {
        const char *comma = memchr(at, ',', (size_t)(end - at));
        const char *stop = comma ? comma : end;
        if (n < cap) field[n] = (struct text){at, (size_t)(stop - at)};
        n++;
        if (!comma || n == cap) return n;
        at = comma + 1;
    }
}

/* Strict decimal number.  Up to 15 digits and 22 decimals the quotient of two
   exact doubles is correctly rounded; anything longer goes the general way. */
static bool number(struct text t, double *value)
{
    static const double ten[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    t = trim_blanks(t);
    size_t i = t.n && (t.s[0] == '-' || t.s[0] == '+');
    size_t first = i, point = t.n;
    double digits = 0;
    for (; i < t.n; i++) {
        if (t.s[i] >= '0' && t.s[i] <= '9')
            digits = digits * 10 + (t.s[i] - '0');
        else if (t.s[i] == '.' && point == t.n)
            point = i;
        else
            return text_number(t, value);
    }
    size_t n_digit = t.n - first - (point < t.n), n_decimal = point < t.n ? t.n - point - 1 : 0;
    if (n_digit == 0 || n_digit > 15 || n_decimal == n_digit || (point < t.n && n_decimal == 0))
        return text_number(t, value);
    *value = (t.s[0] == '-' ? -digits : digits) / ten[n_decimal];
    return true;
}

static bool starts_with(struct text line, const char *word)
{
    size_t n = strlen(word);
    if (line.n < n) return false;
    for (size_t i = 0; i < n; i++) {
        char c = line.s[i];
        if (c >= 'a' && c <= 'z') c = (char)(c - 'a' + 'A');
        if (c != word[i]) return false;
    }
    return true;
}

static int column_of(struct text line, struct text field)
{
    return (int)(field.s - line.s) + 1;
}

static bool header_number(struct reader *r, struct text line, struct text field, const char *what,
                          double min, double max, double *value)
{
    struct place where = place_at(r, r->line, column_of(line, field));
    const char *shown = arena_text(r->arena, field.s, field.n < 40 ? field.n : 40);
    const char *hint = arena_format(r->arena, "a number from %g to %g", min, max);
    if (!number(field, value)) {
        diag_error(r->ds, DIAG_INPUT, where, hint, "%s '%s' is not a number", what, shown);
        return false;
    }
    if (*value >= min && *value <= max) return true;
    diag_error(r->ds, DIAG_INPUT, where, hint, "%s %s is out of range", what, shown);
    return false;
}

/* LOCATION,city,region,country,source,WMO,latitude,longitude,time zone,elevation */
static bool read_location(struct reader *r, struct text line, struct header *h)
{
    struct text f[10] = {{0}};
    int n = split(line, f, 10);
    if (n < 10) {
        diag_error(r->ds, DIAG_INPUT, place_at(r, r->line, 1),
                   "LOCATION,city,region,country,source,WMO,latitude,longitude,time zone,elevation",
                   "LOCATION has %d fields instead of 10", n);
        return false;
    }
    h->city = trim_blanks(f[1]);
    h->region = trim_blanks(f[3]);
    h->source = trim_blanks(f[4]);
    h->wmo = trim_blanks(f[5]);
    h->location_line = r->line;
    bool ok = header_number(r, line, f[6], "latitude", -90, 90, &h->latitude_deg);
    ok &= header_number(r, line, f[7], "longitude", -180, 180, &h->longitude_deg);
    ok &= header_number(r, line, f[8], "time zone", -12, 14, &h->utc_offset_h);
    return header_number(r, line, f[9], "elevation", -1000, 9999.9, &h->altitude_m) && ok;
}

static int weekday_named(struct text t)
{
    static const char *const names[] = {"MONDAY", "TUESDAY",  "WEDNESDAY", "THURSDAY",
                                        "FRIDAY", "SATURDAY", "SUNDAY"};
    for (int i = 0; i < 7; i++)
        if (t.n == strlen(names[i]) && starts_with(t, names[i])) return i;
    return -1;
}

static bool refuse_periods(struct reader *r, struct text line, struct text field, const char *hint,
                           const char *what)
{
    diag_error(r->ds, DIAG_INPUT, place_at(r, r->line, column_of(line, field)), hint,
               "DATA PERIODS: %s", what);
    return false;
}

/* DATA PERIODS,number of periods,records per hour,name,first weekday,start,end */
static bool read_periods(struct reader *r, struct text line, struct header *h)
{
    struct text f[7] = {{0}};
    int n = split(line, f, 7);
    if (n < 5)
        return refuse_periods(r, line, line, "DATA PERIODS,1,1,Data,Sunday,1/1,12/31",
                              "number of periods, records per hour, name and first weekday needed");
    double periods, per_hour;
    if (!header_number(r, line, f[1], "number of data periods", 1, 366, &periods) ||
        !header_number(r, line, f[2], "records per hour", 1, MAX_PER_HOUR, &per_hour))
        return false;
    if (periods > 1)
        return refuse_periods(r, line, f[1], "give a file with one period of a whole year",
                              "more than one period");
    if (per_hour != floor(per_hour) || fmod(MAX_PER_HOUR, per_hour) != 0)
        return refuse_periods(r, line, f[2], "1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30 or 60",
                              "records per hour do not divide an hour");
    h->per_hour = (int)per_hour;
    h->first_weekday = weekday_named(trim_blanks(f[4]));
    if (h->first_weekday < 0)
        return refuse_periods(r, line, f[4], "Monday to Sunday", "first weekday not known");
    return true;
}

/* Reads up to and including DATA PERIODS. */
static bool read_header(struct reader *r, struct header *h)
{
    struct text line = {0};
    if (!next_line(r, &line) || !starts_with(line, "LOCATION,")) {
        diag_error(r->ds, DIAG_INPUT, place_at(r, 1, 1),
                   "the first line of an EnergyPlus weather file begins with 'LOCATION,'",
                   "not an EPW file");
        return false;
    }
    bool ok = read_location(r, line, h);
    while (next_line(r, &line)) {
        if (starts_with(line, "DATA PERIODS")) return read_periods(r, line, h) && ok;
        if (line.n && line.s[0] >= '0' && line.s[0] <= '9') break;
    }
    diag_error(r->ds, DIAG_INPUT, place_at(r, r->line, 1),
               "a line 'DATA PERIODS,1,1,Data,Sunday,1/1,12/31' goes before the rows",
               "no DATA PERIODS line");
    return false;
}

/* One report per bad row up to ROW_ERRORS; the rest is counted at the end. */
static void row_error(struct reader *r, int col, const char *hint, const char *what,
                      const char *shown)
{
    if (r->n_bad_row++ < ROW_ERRORS)
        diag_error(r->ds, DIAG_INPUT, place_at(r, r->line, col), hint, "%s '%s'", what, shown);
}

static bool read_cell(struct reader *r, struct text line, struct text cell, const struct column *c,
                      double *value)
{
    struct text t = trim_blanks(cell);
    if (t.n == 0) {
        *value = (double)NAN;
        return true;
    }
    bool is_number = number(t, value);
    if (is_number && *value >= c->missing_from) {
        *value = (double)NAN;
        return true;
    }
    if (is_number && *value >= c->min && *value <= c->max) return true;
    const char *shown = arena_text(r->arena, t.s, t.n < 40 ? t.n : 40);
    const char *what =
        arena_format(r->arena, "%s %s", c->name, is_number ? "out of range:" : "is not a number:");
    row_error(r, column_of(line, t), c->hint, what, shown);
    return false;
}

static void read_row(struct reader *r, struct text line, struct table *t, int hour)
{
    struct text f[PRESSURE + 8];
    int last = columns[PRESSURE].number;
    if (split(line, f, last + 1) < last) {
        row_error(r, 1, "year,month,day,hour,minute,flags,dry bulb,dew point,humidity,pressure,...",
                  "too few fields in", arena_text(r->arena, line.s, line.n < 40 ? line.n : 40));
        return;
    }
    if (t->line[hour] == 0) {
        double month;
        t->line[hour] = r->line;
        t->month[hour] = number(f[1], &month) && month >= 1 && month <= 12 ? (unsigned char)month
                                                                           : (unsigned char)0;
    }
    for (int i = 0; i < FIELDS; i++) {
        double v;
        if (!read_cell(r, line, f[columns[i].number - 1], &columns[i], &v)) return;
        if (isnan(v)) continue;
        t->sum[i][hour] += v;
        t->count[i][hour]++;
    }
}

static struct table table_new(struct arena *a)
{
    struct table t = {.cap = HOURS_PER_LEAP_YEAR};
    size_t n = HOURS_PER_LEAP_YEAR;
    for (int i = 0; i < FIELDS; i++) {
        t.sum[i] = ARENA_ARRAY(a, double, n);
        t.count[i] = ARENA_ARRAY(a, unsigned char, n);
    }
    t.line = ARENA_ARRAY(a, int, n);
    t.month = ARENA_ARRAY(a, unsigned char, n);
    return t;
}

/* All rows into hours; returns how many rows there were. */
static long read_rows(struct reader *r, const struct header *h, struct table *t)
{
    long n = 0;
    struct text line;
    while (next_line(r, &line)) {
        if (trim_blanks(line).n == 0) continue;
        long hour = n++ / h->per_hour;
        if (hour < t->cap) read_row(r, line, t, (int)hour);
    }
    if (r->n_bad_row > ROW_ERRORS)
        diag_error(r->ds, DIAG_INPUT, place_at(r, 0, 0), NULL, "%d more rows have errors",
                   r->n_bad_row - ROW_ERRORS);
    return n;
}

/* The number of hours, or 0 with the reason why these rows are no year. */
static int year_hours(struct reader *r, const struct header *h, long n_row)
{
    long hours = n_row / h->per_hour;
    bool is_whole = n_row % h->per_hour == 0;
    if (is_whole && (hours == HOURS_PER_YEAR || hours == HOURS_PER_LEAP_YEAR)) return (int)hours;
    const char *what = hours > HOURS_PER_LEAP_YEAR ? "more than a year" : "not a whole year";
    const char *hint = "one year of 8760 or 8784 hours is needed";
    if (hours > HOURS_PER_LEAP_YEAR && h->per_hour == 1)
        hint = "cut a file of several years to one; if it has several records an hour, say so in "
               "DATA PERIODS";
    diag_error(r->ds, DIAG_INPUT, place_at(r, r->line, 1), hint,
               "%s: %d rows at %d an hour make %d hours%s", what, (int)n_row, h->per_hour,
               (int)hours, is_whole ? "" : " and a part");
    return 0;
}

/* Rows go from January to December.  A shift of up to two days (29 February in
   a year of 8760 hours, universal time) is told, not refused. */
static bool check_months(struct reader *r, const struct table *t, const struct calendar *c)
{
    int n = 0, first = -1;
    for (int h = 0; h < c->hours; h++) {
        if (t->month[h] == 0 || t->month[h] == calendar_month(c, h) + 1) continue;
        if (first < 0) first = h;
        n++;
    }
    if (n == 0) return true;
    struct place where = place_at(r, t->line[first], 1);
    if (n > 48 * MONTHS) {
        diag_error(r->ds, DIAG_INPUT, where, "rows go from 1 January to 31 December",
                   "%d hours carry another month than their place in the file", n);
        return false;
    }
    diag_warning(r->ds, DIAG_INPUT, where, "rows are taken by their place in the file",
                 "%d hours carry another month than their place in the file", n);
    return true;
}

static void averages(const struct table *t, int n, double *v[FIELDS], struct arena *a)
{
    for (int i = 0; i < FIELDS; i++) {
        v[i] = ARENA_ARRAY(a, double, (size_t)n);
        for (int h = 0; h < n; h++)
            v[i][h] = t->count[i][h] ? t->sum[i][h] / t->count[i][h] : (double)NAN;
    }
}

/* Vapour pressure ties the three together: rh = pws(dew) / pws(t). */
static double dew_from_rh(double t_c, double rh_percent)
{
    double pw = psychro_psat_pa(t_c) * fmax(rh_percent, 1) / 100;
    return psychro_dew_point_c(psychro_w_from_vapour_pressure(pw, 101325), 101325);
}

static double t_from_dew_and_rh(double dew_c, double rh_percent)
{
    double pw = psychro_psat_pa(dew_c) * 100 / fmax(rh_percent, 1);
    return psychro_dew_point_c(psychro_w_from_vapour_pressure(pw, 101325), 101325);
}

/* Dew point from humidity and dry bulb wherever the row has both, which beats a
   line between neighbours; dry bulb from humidity and dew point in long gaps. */
static int fill_from_humidity(double *v[FIELDS], int n)
{
    int filled = 0;
    for (int h = 0; h < n; h++) {
        double t = v[DRY_BULB][h], dew = v[DEW_POINT][h], rh = v[HUMIDITY][h];
        if (isnan(rh) || isnan(t) == isnan(dew)) continue;
        if (isnan(dew))
            v[DEW_POINT][h] = dew_from_rh(t, rh);
        else
            v[DRY_BULB][h] = t_from_dew_and_rh(dew, rh);
        filled++;
    }
    return filled;
}

/* Joins gaps of up to GAP_HOURS by a straight line; the year is a ring, so that
   a gap at its end has a neighbour.  Returns the hours filled; *longest is the
   first hour of the longest gap left, *left its length. */
static int fill_lines(double *v, int n, int *longest, int *left)
{
    int filled = 0, start = 0;
    *longest = -1;
    *left = 0;
    while (start < n && isnan(v[start])) start++;
    if (start == n) {
        *longest = 0;
        *left = n;
        return 0;
    }
    for (int i = 1; i <= n;) {
        int first = (start + i) % n, gap = 0;
        while (isnan(v[(first + gap) % n])) gap++;
        if (gap > *left && gap > GAP_HOURS) *longest = first, *left = gap;
        double before = v[(first + n - 1) % n], after = v[(first + gap) % n];
        for (int k = 0; k < gap && gap <= GAP_HOURS; k++, filled++)
            v[(first + k) % n] = before + (after - before) * (k + 1) / (gap + 1);
        i += gap + 1;
    }
    return filled;
}

static bool fill_field(struct reader *r, const struct table *t, double *v, int n,
                       const struct column *c, int *filled)
{
    int longest, left, joined = fill_lines(v, n, &longest, &left);
    *filled += joined;
    if (left > 0) {
        diag_error(r->ds, DIAG_INPUT, place_at(r, t->line[longest], 1),
                   "gaps of up to 6 hours are filled; use another file or repair this one",
                   "%s is missing for %d hours in a row", c->name, left);
        return false;
    }
    if (joined > LINE_HOURS) {
        diag_error(r->ds, DIAG_INPUT, place_at(r, 0, 0),
                   "up to 438 hours a year are filled; use another file or repair this one",
                   "%s is missing in %d hours", c->name, joined);
        return false;
    }
    return true;
}

/* Pressure changes little: what a line does not fill takes the mean of the
   other hours, or, when most of the year is missing, the standard atmosphere. */
static int fill_pressure(double *p_pa, int n, double altitude_m)
{
    int longest, left, filled = fill_lines(p_pa, n, &longest, &left), given = 0;
    double sum = 0;
    for (int h = 0; h < n; h++)
        if (!isnan(p_pa[h])) sum += p_pa[h], given++;
    double rest = 2 * given > n ? sum / given : psychro_pressure_pa(altitude_m);
    for (int h = 0; h < n; h++)
        if (isnan(p_pa[h])) p_pa[h] = rest, filled++;
    return filled;
}

static bool fill_all(struct reader *r, const struct table *t, const struct header *h,
                     double *v[FIELDS], struct weather *out)
{
    int filled = fill_from_humidity(v, out->n);
    bool ok = fill_field(r, t, v[DRY_BULB], out->n, &columns[DRY_BULB], &filled);
    if (ok) filled += fill_from_humidity(v, out->n);
    ok = ok && fill_field(r, t, v[DEW_POINT], out->n, &columns[DEW_POINT], &filled);
    filled += fill_pressure(v[PRESSURE], out->n, h->altitude_m);
    out->n_filled = filled;
    if (ok && filled > 0)
        diag_warning(
            r->ds, DIAG_INPUT, place_at(r, 0, 0),
            "dew point from humidity, short gaps by a straight line, pressure from its mean",
            "%d missing values were filled", filled);
    return ok;
}

/* Header text is ASCII in most files, UTF-8 in some, else ISO 8859-1. */
static const char *utf8(struct reader *r, struct text t, const struct header *h)
{
    if (text_utf8_prefix(t.s, t.n) == t.n) return arena_text(r->arena, t.s, t.n);
    const char *name = text_from_latin1(r->arena, t.s, t.n);
    diag_warning(r->ds, DIAG_INPUT, place_at(r, h->location_line, 1), NULL,
                 "the place name is not UTF-8 and was read as Latin-1: '%s'", name);
    return name;
}

static void describe(struct reader *r, const struct header *h, struct weather *out)
{
    const char *end = h->wmo.s + h->wmo.n;
    struct text all = {h->city.s, (size_t)(end - h->city.s)};
    bool is_utf8 = text_utf8_prefix(all.s, all.n) == all.n;
    out->name = utf8(r, h->city, h);
    out->source = arena_format(r->arena, "EPW %.*s, WMO %.*s, %.*s", is_utf8 ? (int)h->source.n : 0,
                               h->source.s, is_utf8 ? (int)h->wmo.n : 0, h->wmo.s,
                               is_utf8 ? (int)h->region.n : 0, h->region.s);
    out->latitude_deg = h->latitude_deg;
    out->longitude_deg = h->longitude_deg;
    out->utc_offset_h = h->utc_offset_h;
    out->altitude_m = h->altitude_m;
}

/* What was put right, and what cannot be: weather and the elevation's standard
   pressure differ by less than 5 kPa at any inhabited place. */
static void warn_oddities(struct reader *r, const struct header *h, const struct weather *out)
{
    double sum = 0, standard = psychro_pressure_pa(out->altitude_m);
    for (int i = 0; i < out->n; i++) sum += out->p_pa[i];
    if (out->n_clamped > 0)
        diag_warning(r->ds, DIAG_INPUT, place_at(r, 0, 0), "dew point was set to the dry bulb",
                     "%d hours had a dew point above the dry bulb", out->n_clamped);
    if (fabs(sum / out->n - standard) > 5000)
        diag_warning(r->ds, DIAG_INPUT, place_at(r, h->location_line, 1),
                     "the pressure of the rows is used",
                     "mean pressure %d Pa does not fit the elevation of %g m (about %d Pa)",
                     (int)lround(sum / out->n), out->altitude_m, (int)lround(standard));
}

bool epw_parse(const char *file, struct bytes text, struct weather *out, struct arena *a,
               struct diags *ds)
{
    struct reader r = {.file = file, .at = text.s, .end = text.s + text.n, .arena = a, .ds = ds};
    struct header h = {0};
    double *v[FIELDS];
    *out = (struct weather){0};
    if (text.n >= 3 && memcmp(text.s, "\xEF\xBB\xBF", 3) == 0) r.at += 3;
    if (!read_header(&r, &h)) return false;
    struct table t = table_new(a);
    long n_row = read_rows(&r, &h, &t);
    out->n = year_hours(&r, &h, n_row);
    if (out->n == 0 || r.n_bad_row > 0) return false;
    out->calendar = calendar_make(out->n == HOURS_PER_LEAP_YEAR, h.first_weekday);
    if (!check_months(&r, &t, &out->calendar)) return false;
    averages(&t, out->n, v, a);
    if (!fill_all(&r, &t, &h, v, out)) return false;
    describe(&r, &h, out);
    out->t_c = v[DRY_BULB];
    out->dew_c = v[DEW_POINT];
    out->p_pa = v[PRESSURE];
    if (!weather_derive(out, a, ds)) return false;
    warn_oddities(&r, &h, out);
    return true;
}
