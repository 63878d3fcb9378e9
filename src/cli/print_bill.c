#include "cli/print_bill.h"

#include <math.h>
#include <string.h>

/* Columns, in characters: a line is as wide as a page of text. */
enum {
    INDENT = 2,
    LABEL = 31,
    QUANTITY = 15,
    UNIT = 8,
    PRICE = 11,
    PRICE_UNIT = 13,
    AMOUNT = 15,
    PAGE = INDENT + LABEL + QUANTITY + UNIT + PRICE + PRICE_UNIT + AMOUNT + 5
};

static const char *number(struct builder *b, double x, int decimals)
{
    char text[TEXT_NUMBER_CAP];
    return isfinite(x) ? arena_format(b->arena, "%s", text_fixed(text, x, decimals, true)) : "";
}

static const char *money(struct builder *b, double x)
{
    return isfinite(x) ? number(b, x, 2) : "no price";
}

static bool is_share(const char *unit)
{
    return unit && !strcmp(unit, "%");
}

/* Prices of energy are told to seven decimals; four are shown of those that need no more. */
static int price_decimals(double x)
{
    enum { LEAST = 4, MOST = 7 };
    const double fine = 1e-9;
    int d = LEAST;
    for (double scale = pow(10, LEAST); d < MOST; d++, scale *= 10)
        if (fabs(x * scale - round(x * scale)) <= fine * fabs(x * scale)) break;
    return d;
}

/* Characters, not bytes. */
static int width_of(const char *s)
{
    int n = 0;
    for (; *s; s++) n += ((unsigned char)*s & 0xC0) != 0x80;
    return n;
}

/* To the width of its column; what is longer has a row of its own. */
static void print_label(struct builder *b, const char *label)
{
    int n = width_of(label);
    builder_format(b, "%*s%s", INDENT, "", label);
    if (n > LABEL) builder_format(b, "\n%*s", INDENT + LABEL, "");
    if (n < LABEL) builder_format(b, "%*s", LABEL - n, "");
}

/* On an invoice stands what was charged: nothing of a line out of its season. */
static bool is_nothing(const struct bill_figure *f)
{
    return fabs(f->amount) <= 0 && !(fabs(f->quantity) > 0);
}

static void print_line(struct builder *b, const struct bill *bill, const struct bill_line *line,
                       int month)
{
    struct bill_figure f = bill_figure(bill, line, month);
    bool has_quantity = isfinite(f.quantity), has_price = isfinite(f.price);
    if (month >= 0 && is_nothing(&f)) return;
    const char *unit = has_quantity && line->unit ? line->unit : "";
    bool is_percent = is_share(f.price_unit);
    print_label(b, line->label);
    builder_format(
        b, " %*s %-*s %*s %-*s %*s\n", QUANTITY, number(b, f.quantity, 2), UNIT, unit, PRICE,
        is_percent ? number(b, 100 * f.price, 2) : number(b, f.price, price_decimals(f.price)),
        PRICE_UNIT, has_price && f.price_unit ? f.price_unit : "", AMOUNT, money(b, f.amount));
}

static void print_sum(struct builder *b, const struct bill *bill, const char *what, double x)
{
    enum { BEFORE = PAGE - INDENT - AMOUNT - 1 };
    builder_format(b, "  %-*s %*s\n", BEFORE,
                   arena_format(b->arena, "%s, %s", what, bill->use.reported), AMOUNT, money(b, x));
}

static void print_month(struct builder *b, const struct bill *bill, const struct bill_line *line,
                        int n, int month)
{
    builder_format(b, "\n%s\n", month < 0 ? "Year" : bill_month(month));
    for (int i = 0; i < n; i++) print_line(b, bill, &line[i], month);
    if (bill_exchange(&bill->use, b->arena))
        builder_format(b, "  (%s/%s %s)\n", bill->use.reported, bill->use.currency,
                       isfinite(bill->use.fx) ? number(b, bill->use.fx, 4) : "no rate");
    print_sum(b, bill, month < 0 ? "Electricity in the year" : "Bill of the month",
              month < 0 ? bill->year_cost : bill->month_cost[month]);
}

/* Words to the width of a page; further rows are indented. */
static void print_words(struct builder *b, const char *text)
{
    int at = 0;
    while (*text) {
        size_t n = strcspn(text, " ");
        const char *word = arena_text(b->arena, text, n);
        int width = width_of(word);
        if (at && at + 1 + width > PAGE) {
            builder_format(b, "\n%*s", INDENT, "");
            at = INDENT;
        } else if (at) {
            builder_text(b, " ");
            at++;
        }
        builder_text(b, word);
        at += width;
        text += n + (text[n] == ' ');
    }
    builder_text(b, "\n");
}

static void print_ratchet(struct builder *b, const char *label, double frac, int months, int prior)
{
    print_words(b, arena_format(b->arena,
                                "%s is billed at least %s %% of the greatest of the %d months "
                                "before; the year before %s",
                                label, number(b, 100 * frac, 1), months,
                                prior == PRIOR_SAME ? "is taken as the same" : "had no demand"));
}

static void print_ratchets(struct builder *b, const struct bill_use *use)
{
    const struct tariff *t = use->tariff;
    if (t->basis == BASIS_DEMAND && t->ratchet_frac > 0)
        print_ratchet(b, "Demand charge", t->ratchet_frac, t->ratchet_months, t->ratchet_prior);
    for (int i = 0; i < use->n_rate; i++) {
        const struct rate *r = use->rate[i].rate;
        if (r->charge == RATE_DEMAND && r->ratchet_frac > 0)
            print_ratchet(b, use->rate[i].label, r->ratchet_frac, r->ratchet_months,
                          r->ratchet_prior);
    }
}

void print_bill(struct builder *b, const struct bill *bill)
{
    if (!bill->has_tariff) {
        builder_text(b, "The site has no tariff: add tariff = NAME to [site].\n");
        return;
    }
    const struct tariff *t = bill->use.tariff;
    int n;
    const struct bill_line *line = bill_lines(bill, &n, b->arena);
    print_words(b, arena_format(b->arena, "Prices %s%s%s; lines in %s",
                                t->tax == TAX_INCLUDED ? "with VAT" : "without VAT",
                                t->includes ? ": " : "", t->includes ? t->includes : "",
                                bill->use.currency));
    if (t->source) print_words(b, arena_format(b->arena, "Source: %s", t->source));
    builder_format(b, "Metered demand is %s times the greatest mean of an interval\n",
                   number(b, bill->use.demand_factor, 2));
    print_ratchets(b, &bill->use);
    builder_format(b, "\n%*s %*s %-*s %*s %-*s %*s\n", INDENT + LABEL, "", QUANTITY, "Quantity",
                   UNIT, "", PRICE, "Unit price", PRICE_UNIT, "", AMOUNT,
                   arena_format(b->arena, "Amount, %s", bill->use.currency));
    print_month(b, bill, line, n, GRID_TOTAL);
    for (int m = 0; m < MONTHS; m++) print_month(b, bill, line, n, m);
}
