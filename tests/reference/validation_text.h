#ifndef DCPLAN_TESTS_VALIDATION_TEXT_H
#define DCPLAN_TESTS_VALIDATION_TEXT_H

/* The table of validation as CSV and as Markdown. */

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "validation.h"

/* Lines of docs/engineering.md around the table. */
static const char validation_begin[] = "<!-- validation-table: begin -->\n";
static const char validation_end[] = "<!-- validation-table: end -->\n";

static inline const char *validation_key(const struct check *c, struct arena *a)
{
    return arena_format(a, "\"%s\",\"%s\",\"%s\",\"%s\"", c->group, c->what, c->source, c->unit);
}

/* Numbers of a row in the order of the columns. */
enum { VALIDATION_NUMBERS = 4 };

static inline void validation_numbers(struct check *c, double *out[VALIDATION_NUMBERS])
{
    out[0] = &c->published;
    out[1] = &c->computed;
    out[2] = &c->difference;
    out[3] = &c->limit;
}

static inline const char *validation_csv(const struct checks *t, struct arena *a)
{
    struct builder b = builder_new(a);
    builder_text(&b, "group,what,source,unit,published,computed,difference,limit,verdict,must\n");
    for (int i = 0; i < t->n; i++) {
        struct check c = t->c[i];
        double *number[VALIDATION_NUMBERS];
        validation_numbers(&c, number);
        builder_text(&b, validation_key(&c, a));
        for (int k = 0; k < VALIDATION_NUMBERS; k++) {
            char text[TEXT_NUMBER_CAP];
            builder_format(&b, ",%s", isnan(*number[k]) ? "" : text_shortest(text, *number[k]));
        }
        builder_format(&b, ",%s,%s\n", check_verdict(&c), c.is_must ? "yes" : "no");
    }
    return b.s;
}

/* The numbers of the row's line in the CSV; false when there is none. */
static inline bool validation_from_csv(const char *csv, struct check *c, struct arena *a)
{
    const char *key = validation_key(c, a), *s = strstr(csv, key);
    if (!s) return false;
    s += strlen(key);
    double *number[VALIDATION_NUMBERS];
    validation_numbers(c, number);
    for (int k = 0; k < VALIDATION_NUMBERS; k++) {
        char *end;
        if (*s++ != ',') return false;
        double x = strtod(s, &end);
        *number[k] = end == s ? (double)NAN : x;
        s = end;
    }
    const char *tail = arena_format(a, ",%s,%s\n", check_verdict(c), c->is_must ? "yes" : "no");
    return strncmp(s, tail, strlen(tail)) == 0;
}

enum number_form { FORM_1, FORM_2, FORM_3, FORM_6, FORM_SMALL };

static inline void validation_cell(struct builder *b, double x, enum number_form form,
                                   bool is_signed)
{
    char text[TEXT_NUMBER_CAP];
    static const int decimals[] = {
        [FORM_1] = 1, [FORM_2] = 2, [FORM_3] = 3, [FORM_6] = 6, [FORM_SMALL] = 3};
    builder_text(b, " ");
    if (form == FORM_SMALL && fabs(x) < 2e-3)
        builder_format(b, "%.0e", x);
    else if (!isnan(x))
        builder_format(b, "%s%s", is_signed && x > 0 ? "+" : "",
                       text_fixed(text, x, decimals[form], false));
    builder_text(b, " |");
}

static inline const char *validation_markdown(const struct checks *t, struct arena *a)
{
    struct builder b = builder_new(a);
    const char *group = "";
    for (int i = 0; i < t->n; i++) {
        const struct check *c = &t->c[i];
        if (strcmp(group, c->group) != 0)
            builder_format(
                &b,
                "\n| %s | source | unit | published | computed | difference | at most | |\n"
                "|---|---|---|---|---|---|---|---|\n",
                c->group);
        group = c->group;
        bool is_water = !strcmp(c->unit, "L/kWh"), is_pue = !strcmp(c->unit, "PUE");
        bool is_exact = is_pue && c->limit <= 2e-3;
        bool is_small = is_exact || isnan(c->published);
        bool is_year = !strcmp(c->unit, "MWh") || !strcmp(c->unit, "m3");
        enum number_form form = is_exact ? FORM_6 : is_water ? FORM_2 : is_year ? FORM_1 : FORM_3;
        builder_format(&b, "| %s | %s | %s |", c->what, c->source, c->unit);
        validation_cell(&b, c->published, form, false);
        validation_cell(&b, c->computed, form, false);
        validation_cell(&b, c->difference, is_small ? FORM_SMALL : form, true);
        validation_cell(&b, c->limit, is_small ? FORM_SMALL : form, false);
        builder_format(&b, " %s |\n",
                       isnan(c->limit)  ? ""
                       : check_holds(c) ? "holds"
                                        : "**misses**");
    }
    builder_text(&b, "\n");
    return b.s;
}

#endif
