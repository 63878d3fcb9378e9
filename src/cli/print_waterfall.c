#include "cli/print_waterfall.h"

#include <math.h>
#include <string.h>

enum { NAME = 28, COLUMN = 20, MORE_DECIMALS = 3 };

static int name_width(const struct waterfall *w)
{
    size_t n = NAME;
    for (int i = 0; i < w->n_step; i++)
        if (strlen(w->step[i].group) > n) n = strlen(w->step[i].group);
    return (int)n;
}

/* A step of a small part of the whole must be seen. */
static int decimals_of(const struct waterfall *w, int m)
{
    int decimals = metric_rows[w->metric[m]].decimals;
    for (int i = 0, most = decimals + MORE_DECIMALS; i < w->n_step; i++)
        while (decimals < most && fabs(w->step[i].by[m]) > 1e-9 * fabs(w->from[m]) &&
               fabs(w->step[i].by[m]) < 0.5 * pow(10, -decimals))
            decimals++;
    return decimals;
}

static void print_number(struct builder *b, double x, int decimals, bool has_sign)
{
    char text[TEXT_NUMBER_CAP];
    const char *number = isnan(x) ? "no data" : text_fixed(text, x, decimals, true);
    bool is_more = has_sign && x > 0 && strpbrk(number, "123456789");
    builder_format(b, " %*s", COLUMN, is_more ? arena_format(b->arena, "+%s", number) : number);
}

static void print_heads(struct builder *b, const struct waterfall *w)
{
    builder_format(b, "\n%-*s", name_width(w) + 2, "What makes the difference");
    for (int m = 0; m < w->n_metric; m++) {
        const struct metric_row *row = &metric_rows[w->metric[m]];
        bool is_money = !strcmp(row->unit, "money");
        const char *unit = is_money ? w->currency : row->unit;
        builder_format(b, " %*s", COLUMN,
                       *unit ? arena_format(b->arena, "%s, %s", row->label, unit) : row->label);
    }
    builder_text(b, "\n");
}

static void print_site(struct builder *b, const struct waterfall *w, const char *name,
                       const double *value)
{
    builder_format(b, "  %-*s", name_width(w), name);
    for (int m = 0; m < w->n_metric; m++) print_number(b, value[m], decimals_of(w, m), false);
    builder_text(b, "\n");
}

void print_waterfall(struct builder *b, const struct waterfall *w)
{
    if (!w->n_step) return;
    print_heads(b, w);
    print_site(b, w, w->from_name, w->from);
    for (int i = 0; i < w->n_step; i++) {
        const struct waterfall_step *s = &w->step[i];
        builder_format(b, "  %-*s", name_width(w), s->group);
        for (int m = 0; m < w->n_metric; m++) print_number(b, s->by[m], decimals_of(w, m), true);
        builder_text(b, "\n");
    }
    print_site(b, w, w->to_name, w->to);
    for (int i = 0; i < w->n_note; i++) builder_format(b, "  (%s)\n", w->note[i]);
}
