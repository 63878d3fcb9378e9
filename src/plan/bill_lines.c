/* The lines of a bill as a utility prints them: quantity, unit price, amount. */

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
        add(l, (struct bill_line){"Surcharges", "energy_billed_kwh", "kWh", "price_adder", NULL,
                                  "cost_adder"});
}

static void own_demand(struct list *l)
{
    const struct tariff *t = l->use->tariff;
    const char *summer = money_is_given(&t->summer_demand_price) ? "price_demand_summer" : NULL;
    const char *unit = money_is_given(&t->demand_price_kva) ? "kVA" : "kW";
    if (t->basis == BASIS_CAPACITY)
        add(l, (struct bill_line){"Capacity charge", "transformer_kva", "kVA", "price_capacity",
                                  NULL, "cost_demand"});
    if (t->basis == BASIS_CONTRACT)
        add(l, (struct bill_line){"Demand charge", "demand_kw", "kW", "price_demand", summer,
                                  "cost_demand"});
    if (t->basis == BASIS_DEMAND)
        add(l, (struct bill_line){"Demand charge", "billed_demand", unit, "price_demand", summer,
                                  "cost_demand"});
    if (money_is_given(&t->fixed_charge))
        add(l,
            (struct bill_line){"Fixed charge", NULL, "month", "price_fixed", NULL, "cost_fixed"});
}

/* What it is charged on: of its rows the last that there is. */
static struct bill_line rate_line(struct list *l, const struct rate_use *x)
{
    static const char *const rows[][2] = {
        {"t", "t"},      {"kva", "kVA"},     {"part", ""},   {"billed", "kW"}, {"kw", ""},
        {"mean_kw", ""}, {"kvarh", "kvarh"}, {"kwh", "kWh"}, {"days", "d"},    {"change", "%"}};
    struct bill_line line = {.label = x->label, .amount = x->key};
    for (size_t i = 0; i < sizeof rows / sizeof *rows && !line.quantity; i++) {
        const char *key = arena_format(l->arena, "%s_%s", x->key, rows[i][0]);
        if (!grid_has(l->grid, key)) continue;
        line.quantity = key;
        line.unit = grid_unit(l->grid, key);
    }
    if (x->rate->charge == RATE_CAPACITY) {
        line.quantity = "transformer_kva";
        line.unit = "kVA";
    }
    const char *share = arena_format(l->arena, "%s_share", x->key);
    const char *price = arena_format(l->arena, "%s_price", x->key);
    line.price = grid_has(l->grid, price) ? price : grid_has(l->grid, share) ? share : NULL;
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
