#include "output/csv_out.h"

#include <math.h>
#include <string.h>

enum { COLUMNS = N_QUANTITY + 2 };

/* Many quantities stay the same from hour to hour; their text is kept. */
struct column {
    const char *key;
    const double *value;
    double last;
    char text[TEXT_NUMBER_CAP];
    size_t n;
    bool is_cached;
};

void csv_text(struct builder *out, const char *s)
{
    bool is_risky = *s && strchr("=+-@\t\r", *s);
    bool is_quoted = strpbrk(s, ",\"\r\n") != NULL;
    if (is_quoted) builder_text(out, "\"");
    if (is_risky) builder_text(out, "'");
    for (; *s; s++) builder_add(out, *s == '"' ? "\"\"" : s, *s == '"' ? 2 : 1);
    if (is_quoted) builder_text(out, "\"");
}

static int columns_make(const struct result *r, struct column *c)
{
    int n = 0;
    if (r->weather) {
        c[n++] = (struct column){.key = "outdoor_c", .value = r->weather->t_c};
        c[n++] = (struct column){.key = "outdoor_wet_bulb_c", .value = r->weather->wb_c};
    }
    for (int q = 0; q < N_QUANTITY; q++)
        if (r->year->site.hour[q])
            c[n++] = (struct column){.key = quantity_rows[q].key, .value = r->year->site.hour[q]};
    return n;
}

static void add_cell(struct builder *out, struct column *c, int hour)
{
    double x = c->value[hour];
    builder_add(out, ",", 1);
    if (!isfinite(x)) return;
    if (!c->is_cached || memcmp(&c->last, &x, sizeof x) != 0) {
        c->n = strlen(text_shortest(c->text, x));
        c->last = x;
        c->is_cached = true;
    }
    builder_add(out, c->text, c->n);
}

void csv_hourly(const struct result *r, struct builder *out)
{
    struct column column[COLUMNS];
    const struct calendar *c = &r->year->calendar;
    int n = columns_make(r, column);
    builder_text(out, "hour,month,day,hour_of_day");
    for (int i = 0; i < n; i++) {
        builder_text(out, ",");
        csv_text(out, column[i].key);
    }
    builder_text(out, "\n");
    for (int h = 0; h < r->year->n; h++) {
        builder_format(out, "%d,%d,%d,%d", h, calendar_month(c, h) + 1, calendar_day_of_month(c, h),
                       calendar_hour_of_day(h));
        for (int i = 0; i < n; i++) add_cell(out, &column[i], h);
        builder_text(out, "\n");
    }
}
