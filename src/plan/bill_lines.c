/* The lines of a bill as a utility prints them: quantity, unit price, amount. */

#include <math.h>
#include <string.h>

#include "plan/bill_inner.h"

struct list {
    const struct bill_use *use;
    const struct grid *grid;
    struct bill_line *line;
    int n;
    struct arena *arena;
};

static void add(struct list *l, struct bill_line line)
{
    l->line[l->n++] = line;
}

static void own_energy(struct list *l)
{
    const struct tariff *t = l->use->tariff;
    for (int p = 0; p < N_PERIOD && l->use->has_own; p++) {
        const char *word = tariff_period_words[p];
        if (!l->use->has_period[p]) continue;
        bool has_summer = money_is_given(&t->summer_price[p]);
        add(l,
            (struct bill_line){
                .label = arena_format(l->arena, "Energy, %s hours", word),
                .quantity = arena_format(l->arena, "energy_%s_kwh", word),
                .unit = "kWh",
                .price = arena_format(l->arena, "price_%s", word),
                .summer_price = has_summer ? arena_format(l->arena, "price_%s_summer", word) : NULL,
                .amount = arena_format(l->arena, "cost_%s", word),
            });
    }
    if (l->use->has_own && money_is_given(&t->energy_adder))
        add(l, (struct bill_line){.label = "Surcharges",
                                  .quantity = "energy_billed_kwh",
                                  .unit = "kWh",
                                  .price = "price_adder",
                                  .amount = "cost_adder"});
}

static void own_demand(struct list *l)
{
    const struct tariff *t = l->use->tariff;
    struct bill_line x = {
        .unit = money_is_given(&t->demand_price_kva) ? "kVA" : "kW",
        .price = "price_demand",
        .summer_price = money_is_given(&t->summer_demand_price) ? "price_demand_summer" : NULL};
    if (grid_has(l->grid, "reduction")) x.multiple = "reduction";
    struct bill_line y = x;
    if (t->basis == BASIS_CAPACITY) {
        add(l, (struct bill_line){.label = "Capacity charge",
                                  .quantity = "transformer_kva",
                                  .unit = "kVA",
                                  .price = "price_capacity",
                                  .amount = "cost_demand"});
    } else if (t->basis == BASIS_CONTRACT) {
        x.label = "Agreed demand", x.quantity = "contract_kw", x.amount = "cost_agreed";
        y.label = "Demand beyond the tolerance", y.quantity = "excess_kw";
        y.amount = "cost_excess", y.more = "contract_over_factor";
        add(l, x);
        add(l, y);
    } else if (t->basis == BASIS_DEMAND && isnan(t->demand_tier_w)) {
        x.label = "Demand charge", x.quantity = "billed_demand", x.amount = "cost_demand";
        add(l, x);
    } else if (t->basis == BASIS_DEMAND) {
        x.label = "Demand charge, up to the step", x.quantity = "lower_demand";
        x.amount = "cost_demand_lower";
        add(l, x);
        add(l, (struct bill_line){.label = "Demand charge, above the step",
                                  .quantity = "upper_demand",
                                  .unit = "kW",
                                  .price = "price_demand_above",
                                  .amount = "cost_demand_upper"});
    }
    if (money_is_given(&t->fixed_charge))
        add(l, (struct bill_line){
                   .label = "Fixed charge", .price = "price_fixed", .amount = "cost_fixed"});
}

/* What it is charged on: of its rows the last that there is. */
static struct bill_line rate_line(struct list *l, const struct rate_use *x)
{
    static const char *const rows[] = {"counted", "t",       "kva",         "part",     "billed",
                                       "kw",      "mean_kw", "metered_kva", "mean_kva", "kvarh",
                                       "kwh",     "days",    "base"};
    struct bill_line line = {.label = x->label, .amount = x->key};
    for (size_t i = 0; i < sizeof rows / sizeof *rows && !line.quantity; i++) {
        const char *key = arena_format(l->arena, "%s_%s", x->key, rows[i]);
        if (!grid_has(l->grid, key)) continue;
        line.quantity = key;
        line.unit = grid_unit(l->grid, key);
    }
    if (x->rate->charge == RATE_CAPACITY) {
        line.quantity = "transformer_kva";
        line.unit = "kVA";
    }
    static const char *const prices[] = {"price", "share", "change"};
    for (size_t i = 0; i < sizeof prices / sizeof *prices && !line.price; i++) {
        const char *key = arena_format(l->arena, "%s_%s", x->key, prices[i]);
        if (grid_has(l->grid, key)) line.price = key;
    }
    return line;
}

const struct bill_line *bill_lines(const struct bill *bill, int *n, struct arena *a)
{
    enum { OWN = N_PERIOD + 3 };
    const struct bill_use *use = &bill->use;
    struct list l = {use, bill->grid, NULL, 0, a};
    l.line = ARENA_ARRAY(a, struct bill_line, (size_t)(OWN + use->n_rate));
    own_energy(&l);
    own_demand(&l);
    for (int i = 0; i < use->n_rate; i++) add(&l, rate_line(&l, &use->rate[i]));
    *n = l.n;
    return l.line;
}

static double at(const struct grid *g, const char *key, int month)
{
    if (!key) return (double)NAN;
    double constant = grid_number(g, key, GRID_CONSTANT);
    return isnan(constant) ? grid_number(g, key, month) : constant;
}

struct bill_figure bill_figure(const struct bill *bill, const struct bill_line *line, int month)
{
    const struct grid *g = bill->grid;
    bool summer = month >= 0 && line->summer_price && tariff_is_summer(bill->use.tariff, month);
    const char *price = summer ? line->summer_price : line->price;
    bool varies = month < 0 && (line->summer_price || line->multiple);
    double multiple = line->multiple ? at(g, line->multiple, month) : 1;
    double more = line->more ? at(g, line->more, month) : 1;
    return (struct bill_figure){
        .quantity = at(g, line->quantity, month),
        .price = varies ? (double)NAN : at(g, price, month) * multiple * more,
        .amount = grid_number(g, line->amount, month),
        .price_unit = price ? grid_unit(g, price) : NULL,
    };
}
