#include "cli/print_bill.h"

#include <math.h>
#include <string.h>

/* Columns, in characters. */
enum { LABEL = 36, QUANTITY = 16, UNIT = 7, PRICE = 12, PRICE_UNIT = 14, AMOUNT = 16 };

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

static const char *share_or(struct builder *b, double x, const char *unit, int decimals)
{
    return is_share(unit) ? number(b, 100 * x, 2) : number(b, x, decimals);
}

static void print_line(struct builder *b, const struct bill *bill, const struct bill_line *line,
                       int month)
{
    struct bill_figure f = bill_figure(bill, line, month);
    bool has_quantity = isfinite(f.quantity), has_price = isfinite(f.price);
    const char *unit = has_quantity && line->unit ? line->unit : "";
    builder_format(b, "  %-*s %*s %-*s %*s %-*s %*s\n", LABEL, line->label, QUANTITY,
                   share_or(b, f.quantity, unit, 2), UNIT, unit, PRICE,
                   share_or(b, f.price, f.price_unit, 4), PRICE_UNIT,
                   has_price && f.price_unit ? f.price_unit : "", AMOUNT, money(b, f.amount));
}

static void print_sum(struct builder *b, const struct bill *bill, const char *what, double x)
{
    enum { BEFORE = LABEL + QUANTITY + UNIT + PRICE + PRICE_UNIT + 4 };
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

void print_bill(struct builder *b, const struct bill *bill)
{
    if (!bill->has_tariff) {
        builder_text(b, "The site has no tariff: add tariff = NAME to [site].\n");
        return;
    }
    const struct tariff *t = bill->use.tariff;
    int n;
    const struct bill_line *line = bill_lines(bill, &n, b->arena);
    builder_format(b, "Prices %s%s%s; lines in %s\n",
                   t->tax == TAX_INCLUDED ? "with VAT" : "without VAT", t->includes ? ": " : "",
                   t->includes ? t->includes : "", bill->use.currency);
    if (t->source) builder_format(b, "Source: %s\n", t->source);
    builder_format(b, "Metered demand is %s times the greatest mean of an interval\n",
                   number(b, bill->use.demand_factor, 2));
    print_month(b, bill, line, n, GRID_TOTAL);
    for (int m = 0; m < MONTHS; m++) print_month(b, bill, line, n, m);
}
