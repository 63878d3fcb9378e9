#include "cli/print_tco.h"

#include <math.h>
#include <string.h>

#include "plan/tco_rank.h"

enum { NAME = 22, MONEY = 15, SWINGS_SHOWN = 8, SOURCES_SHOWN = 40, MISSING_SHOWN = 10 };

static const char *number(char out[TEXT_NUMBER_CAP], double x, int decimals)
{
    return isnan(x) ? "-" : text_fixed(out, x, decimals, true);
}

static const char *price(char out[TEXT_NUMBER_CAP], double x, int decimals)
{
    return isnan(x) ? "no price" : text_fixed(out, x, decimals, true);
}

static const char *percent(char out[TEXT_NUMBER_CAP], double x)
{
    return number(out, 100 * x, 1);
}

/* ---- options ------------------------------------------------------------------------- */

static void print_option(struct builder *b, const char *name, double npv, double gpu, double kwh,
                         const char *note)
{
    char text[TEXT_NUMBER_CAP];
    builder_format(b, "%-*s %*s", NAME, name, MONEY, price(text, npv, 0));
    builder_format(b, " %12s", price(text, gpu, 3));
    builder_format(b, " %12s%s\n", price(text, kwh, 4), note);
}

static void print_left_out(struct builder *b, const struct tco_answer *t)
{
    int n = 0;
    for (int k = 0; k < t->n_offer; k++) {
        if (!t->offer[k].left_out) continue;
        builder_format(b, "%s  %s: %s\n", n++ ? "" : "Not compared\n", t->offer[k].name,
                       t->offer[k].left_out);
    }
}

static void print_options(struct builder *b, const struct tco_answer *t)
{
    const char *money = t->result->currency;
    builder_format(
        b, "\n%-*s %*s %12s %12s\n", NAME, "", MONEY, arena_format(b->arena, "NPV %s", money),
        arena_format(b->arena, "%s/GPUh", money), arena_format(b->arena, "%s/kWh IT", money));
    for (int i = 0; i < N_TCO_OPTION; i++) {
        const struct tco_option_result *o = &t->option[i];
        if (o->is_given)
            print_option(b, tco_option_words[i], o->npv, o->cost_gpu_hour, o->cost_kwh_it, "");
    }
    for (int k = 0; k < t->n_offer; k++)
        print_option(b, arena_format(b->arena, "  %s", t->offer[k].name), t->offer[k].npv,
                     t->offer[k].cost_gpu_hour, t->offer[k].cost_kwh_it,
                     t->offer[k].left_out ? "  left out" : "");
    print_left_out(b, t);
}

static void print_flows(struct builder *b, const struct tco_answer *t)
{
    char text[TEXT_NUMBER_CAP];
    builder_format(b, "\n%-*s", NAME, "Cash flow");
    for (int i = 0; i < N_TCO_OPTION; i++)
        if (t->option[i].is_given) builder_format(b, " %*s", MONEY, tco_option_words[i]);
    builder_text(b, "\n");
    for (int y = 0; y <= t->n; y++) {
        builder_format(b, "%-*s", NAME, t->tco->use.label[y]);
        for (int i = 0; i < N_TCO_OPTION; i++)
            if (t->option[i].is_given)
                builder_format(b, " %*s", MONEY, price(text, t->option[i].flow[y], 0));
        builder_text(b, "\n");
    }
}

/* ---- where they meet -------------------------------------------------------------------- */

static void line(struct builder *b, const char *label, const char *value, const char *unit)
{
    builder_format(b, "%-34s %14s %s\n", label, value, unit);
}

static void print_meeting(struct builder *b, const struct tco_answer *t)
{
    char text[TEXT_NUMBER_CAP];
    const char *money = t->result->currency;
    if (isnan(t->saving.value)) return;
    builder_text(b, "\nOwning and renting by the hour cost the same\n");
    if (t->breakeven.value > 0 && t->breakeven.value <= 1)
        line(b, "  at a utilisation of", percent(text, t->breakeven.value), "%");
    else
        line(b, "  at a utilisation of", isnan(t->rent_price) ? "none:" : "never:", t->meeting);
    line(b, "  at a rental price in year 1 of", number(text, t->breakeven_price, 3),
         arena_format(b->arena, "%s/GPUh", money));
    line(b, "    which now is", number(text, t->rent_price, 3),
         arena_format(b->arena, "%s/GPUh", money));
    line(b, "  at an electricity price of", number(text, t->breakeven_electricity, 4),
         arena_format(b->arena, "%s/kWh", money));
    builder_text(b, "Owning instead of the cheapest offer\n");
    line(b, "  saves, present value", number(text, t->saving.value, 0), money);
    line(b, "  saves a year, as equal payments", number(text, t->saving_year, 0), money);
    bool has_price = !isnan(t->saving.value), never = has_price && isnan(t->breakeven_month);
    line(b, "  internal rate of return", percent(text, t->irr),
         has_price && isnan(t->irr) ? "none: the yearly savings do not change sign" : "%");
    if (never)
        line(b, "  costs no more after, undiscounted", "never",
             arena_format(b->arena, t->n == 1 ? "within %d year" : "within %d years", t->n));
    else
        line(b, "  costs no more after, undiscounted", number(text, t->breakeven_month, 1),
             "months");
    if (!isnan(t->hybrid_share)) {
        builder_text(b, "Hybrid\n");
        line(b, "  accelerators owned", percent(text, t->hybrid_share), "%");
        line(b, "  accelerator-hours rented", percent(text, t->hybrid_above), "%");
    }
}

/* ---- how sure it is ------------------------------------------------------------------------ */

static void range(struct builder *b, const char *label, const struct tco_range *r, double scale,
                  const char *unit)
{
    char low[TEXT_NUMBER_CAP], high[TEXT_NUMBER_CAP];
    if (isnan(r->low)) return;
    builder_format(b, "%-34s %s to %s %s\n", label, number(low, scale * r->low, scale > 1),
                   number(high, scale * r->high, scale > 1), unit);
}

/* What each input does alone: to the saving, or to the cost where nothing is to be rented. */
static void print_swings(struct builder *b, const struct tco_answer *t)
{
    char low[TEXT_NUMBER_CAP], high[TEXT_NUMBER_CAP];
    bool saves = !isnan(t->saving.value);
    if (!saves && isnan(t->npv_own.value)) return;
    for (int i = 0; i < t->n_swing && i < SWINGS_SHOWN; i++) {
        const struct tco_swing *s = &t->swing[i];
        const double *pair = saves ? s->saving : s->npv_own;
        builder_format(b, "    %-44.44s %s %s", s->label, saves ? "saves" : "NPV of owning",
                       number(low, pair[0], 0));
        builder_format(b, " to %s\n", number(high, pair[1], 0));
    }
}

static void print_doubt(struct builder *b, const struct tco_answer *t)
{
    char date[TEXT_NUMBER_CAP];
    const char *money = t->result->currency;
    builder_text(b, "\nHow sure that is\n");
    if (!t->n_swing)
        builder_text(b, "  no price says how far it may be off: write it as 3.20 USD +/- 10 %\n");
    else {
        range(b, "  NPV of owning", &t->npv_own, 1, money);
        range(b, "  saved by owning", &t->saving, 1, money);
        range(b, "  break-even utilisation", &t->breakeven, 100, "%");
    }
    print_swings(b, t);
    builder_format(b, "  %d prices: %d placeholders, %d without a date, %d without +/-",
                   t->n_source, t->n_placeholder, t->n_undated, t->n_unspread);
    if (t->n_source && t->source[0].date.year)
        builder_format(b, "; the oldest of %s", date_write(t->source[0].date, date));
    builder_text(b, "\n");
    if (t->left_out) builder_format(b, "  owning is counted without: %s\n", t->left_out);
    if (t->n_missing) builder_format(b, "  without a price: %d:", t->n_missing);
    for (int i = 0; i < t->n_missing && i < MISSING_SHOWN; i++)
        builder_format(b, "%s %s", i ? "," : "", t->missing[i]);
    if (t->n_missing > MISSING_SHOWN) builder_text(b, ", ...");
    if (t->n_missing) builder_text(b, "\n");
}

static void print_sources(struct builder *b, const struct tco_answer *t)
{
    char date[TEXT_NUMBER_CAP];
    builder_text(b, "\nPrices, oldest first\n");
    for (int i = 0; i < t->n_source && i < SOURCES_SHOWN; i++) {
        const struct tco_source *x = &t->source[i];
        builder_format(b, "%-10s %s.%s = %s%s%s: %s\n",
                       x->date.year ? date_write(x->date, date) : "no date", x->object, x->key,
                       x->value, x->spread, x->is_placeholder ? " (placeholder)" : "",
                       x->source ? x->source : "no source");
    }
    if (t->n_source > SOURCES_SHOWN)
        builder_format(b, "and %d more: --json has all\n", t->n_source - SOURCES_SHOWN);
}

static void place(struct builder *b, int place, const char *value, int width)
{
    builder_format(b, " %*s", width, value);
    if (place)
        builder_format(b, " %3d", place);
    else
        builder_text(b, "   -");
}

void print_tco_rank(struct builder *b, const struct tco_answer *t, int n)
{
    char text[TEXT_NUMBER_CAP];
    struct tco_rank *rank = ARENA_ARRAY(b->arena, struct tco_rank, (size_t)n);
    const char *words = tco_rank(t, n, rank, b->arena);
    builder_format(b, "%-*s %8s  no %*s  no %*s  no\n", NAME, "", "PUE", MONEY, "bill a year",
                   MONEY, "NPV of owning");
    for (int i = 0; i < n; i++) {
        const int *p = rank[i].place;
        builder_format(b, "%-*s", NAME, t[i].result->site_name);
        place(b, p[ORDER_PUE], number(text, tco_rank_value(&t[i], ORDER_PUE), 3), 8);
        place(b, p[ORDER_BILL], price(text, tco_rank_value(&t[i], ORDER_BILL), 0), MONEY);
        place(b, p[ORDER_NPV], price(text, tco_rank_value(&t[i], ORDER_NPV), 0), MONEY);
        builder_format(b, " %s\n", t[i].result->currency);
    }
    builder_format(b, "%s\n", words);
}

void print_tco(struct builder *b, const struct tco_answer *t, bool is_short)
{
    builder_format(b, "%s: %s\n", t->result->site_title, t->headline);
    print_options(b, t);
    if (is_short) {
        builder_text(b, "\n");
        return;
    }
    print_flows(b, t);
    print_meeting(b, t);
    print_doubt(b, t);
    print_sources(b, t);
}
