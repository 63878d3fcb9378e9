#include "output/show.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

const char *const month_names[MONTHS] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                         "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

const char *show_number(struct arena *a, double x, int decimals, const char *missing)
{
    char text[TEXT_NUMBER_CAP];
    if (!isfinite(x)) return missing;
    text_fixed(text, x, decimals, true);
    return arena_text(a, text, strlen(text));
}

const char *show_value(struct arena *a, double x, const char *missing)
{
    double size = fabs(x);
    return show_number(a, x, size < 10 ? 2 : size < 1000 ? 1 : 0, missing);
}

const char *show_amount(struct arena *a, double x, const char *unit, const char *missing)
{
    bool is_counted = unit && (strcmp(unit, "U") == 0 || strcmp(unit, "servers") == 0);
    if (is_counted && fabs(x - round(x)) < 1e-9) return show_number(a, x, 0, missing);
    return show_value(a, x, missing);
}

const char *show_percent(struct arena *a, double share, int decimals, const char *missing)
{
    if (!isfinite(share)) return missing;
    return arena_format(a, "%s %%", show_number(a, 100 * share, decimals, missing));
}

const char *show_unit(struct arena *a, const char *unit, const char *currency)
{
    enum { N = 4 };
    static const char *const pair[N][2] = {
        {"money", NULL}, {"degC", "°C"}, {"m3", "m³"}, {"m2", "m²"}};
    struct builder b = builder_new(a);
    char before = ' ';
    if (!unit) return "";
    while (*unit) {
        size_t i = isalnum((unsigned char)before) ? N : 0; /* only whole words */
        while (i < N && strncmp(unit, pair[i][0], strlen(pair[i][0])) != 0) i++;
        if (i < N) {
            builder_text(&b, pair[i][1] ? pair[i][1] : currency && *currency ? currency : "money");
            unit += strlen(pair[i][0]);
            before = 'x';
        } else {
            before = *unit;
            builder_add(&b, unit++, 1);
        }
    }
    return b.s ? b.s : "";
}

const char *show_prose(struct arena *a, const char *text)
{
    static const char unit[] = "degC";
    struct builder b = builder_new(a);
    const char *at, *all = text;
    for (; (at = strstr(text, unit)); text = at + strlen(unit)) {
        bool is_word = (at == all || at[-1] == ' ') && !isalnum((unsigned char)at[strlen(unit)]);
        builder_add(&b, text, (size_t)(at - text));
        builder_text(&b, is_word ? "°C" : unit);
    }
    builder_text(&b, text);
    return b.s;
}

const char *show_verdict(struct arena *a, const char *verdict)
{
    static const char *const said[] = {"does not fit: ", "fits; ", "fits: "};
    for (size_t i = 0; i < sizeof said / sizeof *said; i++)
        if (strncmp(verdict, said[i], strlen(said[i])) == 0) {
            verdict += strlen(said[i]);
            break;
        }
    const char *prose = show_prose(a, verdict);
    return arena_format(a, "%c%s", toupper((unsigned char)*prose), prose + (*prose != '\0'));
}

const char *show_metric(struct arena *a, const struct result *r, enum metric_id id)
{
    return show_number(a, r->metric[id], metric_rows[id].decimals, "n/a");
}

const char *show_metric_unit(struct arena *a, const struct result *r, enum metric_id id)
{
    return show_unit(a, metric_rows[id].unit, r->currency);
}

const char *show_clock(struct arena *a, double s, const char *missing)
{
    if (!isfinite(s)) return missing;
    if (s < 60) return arena_format(a, "%s s", show_number(a, s, 1, missing));
    int whole = (int)floor(s);
    return arena_format(a, "%d min %02d s", whole / 60, whole % 60);
}

const char *show_date(struct arena *a, struct date d)
{
    if (!d.year) return "not dated";
    return arena_format(a, "%04d-%02d-%02d", d.year, d.month, d.day);
}

const char *show_margin(struct arena *a, const struct limit *l)
{
    if (!isfinite(l->limit)) return "no limit";
    if (l->unit && (strcmp(l->unit, "degC") == 0 || strcmp(l->unit, "°C") == 0))
        return arena_format(a, "%s K", show_number(a, l->limit - l->used, 1, "no data"));
    return show_percent(a, l->margin, 1, "no data");
}
