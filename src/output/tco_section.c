#include <math.h>
#include <string.h>

#include "output/show.h"
#include "output/tco_figure.h"
#include "plan/tco_answer.h"

enum { SWINGS_SHOWN = 10 };

static const char *const option_names[N_TCO_OPTION] = {"Own", "Colocate", "Rent, the cheapest",
                                                       "Hybrid"};

/* The report keeps a table's columns, so those made here are copied. */
static struct tabular *table_of(struct report *p, const char *title,
                                const struct tabular_column *column, int n)
{
    struct tabular_column *own = ARENA_ARRAY(p->arena, struct tabular_column, (size_t)n);
    memcpy(own, column, (size_t)n * sizeof *own);
    return report_table(p, title, own, n);
}

static void add_options(struct report *p, const struct tco_answer *t)
{
    struct arena *a = p->arena;
    const char *money = t->result->currency;
    const struct tabular_column column[] = {{"Option", ALIGN_TEXT, 1},
                                            {arena_format(a, "NPV, %s", money), ALIGN_RIGHT, 0},
                                            {arena_format(a, "%s/GPUh", money), ALIGN_POINT, 0},
                                            {arena_format(a, "%s/kWh IT", money), ALIGN_POINT, 0}};
    struct tabular *b = table_of(p, arena_format(a, "Options over %d years", t->n), column, 4);
    for (int i = 0; i < N_TCO_OPTION; i++) {
        const struct tco_option_result *o = &t->option[i];
        if (!o->is_given) continue;
        const char *cell[] = {option_names[i], show_number(a, o->npv, 0, "no price"),
                              show_number(a, o->cost_gpu_hour, 3, "no price"),
                              show_number(a, o->cost_kwh_it, 4, "no price")};
        table_row(b, cell);
    }
    for (int k = 0; k < t->n_offer; k++) {
        const struct tco_offer *o = &t->offer[k];
        const char *cell[] = {arena_format(a, "Rent %s", o->name),
                              show_number(a, o->npv, 0, "no price"),
                              show_number(a, o->cost_gpu_hour, 3, "no price"),
                              show_number(a, o->cost_kwh_it, 4, "no price")};
        table_row(b, cell);
    }
}

static void add_flows(struct report *p, const struct tco_answer *t)
{
    struct arena *a = p->arena;
    struct tabular_column column[N_TCO_OPTION + 1] = {{"Year", ALIGN_TEXT, 1}};
    const char *cell[N_TCO_OPTION + 1];
    int n = 1;
    for (int i = 0; i < N_TCO_OPTION; i++)
        if (t->option[i].is_given)
            column[n++] = (struct tabular_column){option_names[i], ALIGN_RIGHT, 0};
    struct tabular *b =
        table_of(p, arena_format(a, "Cash flow, %s", t->result->currency), column, n);
    for (int y = 0; y <= t->n; y++) {
        int k = 1;
        cell[0] = t->tco->use.label[y];
        for (int i = 0; i < N_TCO_OPTION; i++)
            if (t->option[i].is_given)
                cell[k++] = show_number(a, t->option[i].flow[y], 0, "no price");
        table_row(b, cell);
    }
}

static void line(struct tabular *b, const char *label, const char *value, const char *unit)
{
    const char *cell[] = {label, value, unit};
    table_row(b, cell);
}

static void add_meeting(struct report *p, const struct tco_answer *t)
{
    static const struct tabular_column column[] = {
        {"At", ALIGN_TEXT, 1}, {"Value", ALIGN_RIGHT, 0}, {"Unit", ALIGN_TEXT, 0}};
    struct arena *a = p->arena;
    const char *money = t->result->currency;
    if (!t->option[OPTION_RENT].is_given) return;
    struct tabular *b = report_table(p, "Where owning and renting cost the same", column, 3);
    line(b, "Utilisation, against the cheapest offer by the hour",
         show_number(a, 100 * t->breakeven.value, 1, "none"), "%");
    line(b, "Month", show_number(a, t->breakeven_month, 1, "none"), "from the start");
    line(b, "Rental price in year 1", show_number(a, t->breakeven_price, 3, "none"),
         arena_format(a, "%s/GPUh", money));
    line(b, "Rental price as it is", show_number(a, t->rent_price, 3, "none"),
         arena_format(a, "%s/GPUh", money));
    line(b, "Electricity price", show_number(a, t->breakeven_electricity, 4, "none"),
         arena_format(a, "%s/kWh", money));
    line(b, "Saved by owning, present value", show_number(a, t->saving.value, 0, "no price"),
         money);
    line(b, "Internal rate of return of owning", show_number(a, 100 * t->irr, 1, "none"), "%");
    line(b, "Payback of owning", show_number(a, t->payback, 2, "none"), "years");
    line(b, "Hybrid: accelerators owned", show_number(a, 100 * t->hybrid_share, 0, "none"), "%");
}

static void add_doubt(struct report *p, const struct tco_answer *t)
{
    struct arena *a = p->arena;
    const struct tabular_column column[] = {
        {"Input", ALIGN_TEXT, 1},
        {"Low", ALIGN_POINT, 0},
        {"High", ALIGN_POINT, 0},
        {"", ALIGN_TEXT, 0},
        {arena_format(a, "Saved at low, %s", t->result->currency), ALIGN_RIGHT, 0},
        {"at high", ALIGN_RIGHT, 0}};
    if (!t->n_swing) return;
    struct tabular *b = table_of(p, "What decides it: each input within its range", column, 6);
    for (int i = 0; i < t->n_swing && i < SWINGS_SHOWN; i++) {
        const struct tco_swing *s = &t->swing[i];
        bool is_share = s->unit && !strcmp(s->unit, "%");
        const char *cell[] = {s->label,
                              show_value(a, is_share ? 100 * s->low : s->low, ""),
                              show_value(a, is_share ? 100 * s->high : s->high, ""),
                              s->unit ? s->unit : "",
                              show_number(a, s->saving[0], 0, "no price"),
                              show_number(a, s->saving[1], 0, "no price")};
        table_row(b, cell);
    }
}

static void add_contents(struct report *p, const struct tco_answer *t)
{
    static const struct tabular_column column[] = {{"What is in", ALIGN_TEXT, 0},
                                                   {"Own", ALIGN_TEXT, 1},
                                                   {"Colocate", ALIGN_TEXT, 1},
                                                   {"Rent", ALIGN_TEXT, 1}};
    struct tabular *b = report_table(p, "What is in each option", column, 4);
    for (int i = 0; i < t->n_content; i++) {
        const struct tco_line *x = &t->content[i];
        const char *cell[] = {x->what, x->own, x->colo, x->rent};
        table_row(b, cell);
    }
}

static const char *doubt_words(const struct tco_answer *t, struct arena *a)
{
    const char *oldest =
        t->n_source && t->source[0].date.year
            ? arena_format(a, " The oldest is of %s.", show_date(a, t->source[0].date))
            : "";
    const char *range =
        isnan(t->saving.low) || !t->n_swing
            ? ""
            : arena_format(a,
                           " Saved by owning: %s to %s %s, two standard deviations of the "
                           "prices that say how far they may be off.",
                           show_number(a, t->saving.low, 0, ""),
                           show_number(a, t->saving.high, 0, ""), t->result->currency);
    return arena_format(a,
                        "%d prices, of which %d are placeholders, %d have no date and %d do not "
                        "say how far they may be off; %d parts and lines have no price.%s%s",
                        t->n_source, t->n_placeholder, t->n_undated, t->n_unspread, t->n_missing,
                        oldest, range);
}

/* The headline without the words that stand over it. */
static const char *after_word(const struct tco_answer *t)
{
    static const char *const start[] = {"own is cheaper ", "renting is cheaper ",
                                        "too close to call ", "not known: "};
    const char *s = start[t->verdict];
    return strncmp(t->headline, s, strlen(s)) == 0 ? t->headline + strlen(s) : t->headline;
}

void tco_section_add(struct report *p, const struct result *r)
{
    static const char *const word[] = {"Own is cheaper", "Renting is cheaper", "Too close to call",
                                       "Not known"};
    static const enum tone tone[] = {TONE_GOOD, TONE_GOOD, TONE_PLAIN, TONE_PLAIN};
    const struct tco_answer *t = r->tco;
    struct picture pic;
    if (!t) return;
    report_section(p, "tco", "Own or rent");
    report_verdict(p, (struct verdict){.word = word[t->verdict],
                                       .text = show_prose(p->arena, after_word(t)),
                                       .tone = tone[t->verdict]});
    report_paragraph(p, doubt_words(t, p->arena));
    add_options(p, t);
    if (tco_options_figure(r, &pic, p->arena)) report_figure(p, pic.chart, pic.summary);
    if (tco_breakeven_figure(r, &pic, p->arena)) report_figure(p, pic.chart, pic.summary);
    add_meeting(p, t);
    add_flows(p, t);
    add_doubt(p, t);
    add_contents(p, t);
}
