/* Rows of the lines of `[tariff] rates`.  Of a line NAME, with K = rate_NAME:
   K_price K_above K_up_to and such   inputs
   K_kwh K_kw K_kvarh K_days          metered
   K_billed K_part                    demand after ratchet and least; what is left by steps
   K                                  the amount of the month */

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "plan/bill_inner.h"

/* ---- names ---- */

static const char *key_of(const char *name, struct arena *a)
{
    char *key = arena_make(a, 1, strlen("rate_") + strlen(name) + 1);
    size_t n = strlen("rate_");
    memcpy(key, "rate_", n);
    for (const char *c = name; *c; c++)
        key[n++] = isalnum((unsigned char)*c) ? (char)tolower((unsigned char)*c) : '_';
    return key;
}

void bill_name_rates(struct bill_use *use, struct arena *a)
{
    for (int i = 0; i < use->n_rate; i++) {
        struct rate_use *x = &use->rate[i];
        x->key = key_of(x->name, a);
        x->label = x->rate->label ? x->rate->label : x->name;
        for (int j = 0; j < i; j++)
            if (!strcmp(x->key, use->rate[j].key)) x->key = arena_format(a, "%s_%d", x->key, i + 1);
    }
}

static const char *key(const struct writer *w, const struct rate_use *x, const char *end)
{
    return arena_format(w->arena, "%s_%s", x->key, end);
}

/* ---- prices and rules ---- */

static const char *const price_of[N_RATE_CHARGE] = {
    [RATE_ENERGY] = "energy_price",     [RATE_DEMAND] = "demand_price",
    [RATE_CAPACITY] = "capacity_price", [RATE_FIXED] = "fixed_price",
    [RATE_REACTIVE] = "reactive_price", [RATE_EXPORT] = "energy_price",
    [RATE_CARBON] = "carbon_price",     [RATE_MINIMUM] = "minimum",
};

bool bill_rate_in_kva(const struct rate *r)
{
    return r->charge == RATE_DEMAND && money_is_given(&r->demand_price_kva);
}

const char *bill_rate_price(const struct rate *r)
{
    return bill_rate_in_kva(r) ? "demand_price_kva" : price_of[r->charge];
}

bool bill_rate_has_pue(const struct rate *r)
{
    return !isnan(r->pue_above) || !isnan(r->pue_up_to) || !isnan(r->pue_limit);
}

const struct money *bill_rate_money(const struct rate *r)
{
    switch (r->charge) {
    case RATE_ENERGY:
    case RATE_MARKET:
    case RATE_EXPORT: return &r->energy_price;
    case RATE_DEMAND: return bill_rate_in_kva(r) ? &r->demand_price_kva : &r->demand_price;
    case RATE_CAPACITY: return &r->capacity_price;
    case RATE_FIXED: return &r->fixed_price;
    case RATE_REACTIVE: return &r->reactive_price;
    case RATE_CARBON: return &r->carbon_price;
    case RATE_MINIMUM: return &r->minimum;
    default: return NULL;
    }
}

struct rule_row { /* an input of a line, when it says more than nothing */
    const char *param, *end;
    size_t at;
};

static const struct rule_row bounds[] = {
    {"above_energy", "above", offsetof(struct rate, above_j)},
    {"up_to_energy", "up_to", offsetof(struct rate, up_to_j)},
    {"above_demand", "above_kw", offsetof(struct rate, above_w)},
    {"up_to_demand", "up_to_kw", offsetof(struct rate, up_to_w)},
    {"above_use", "above_use", offsetof(struct rate, above_s)},
    {"up_to_use", "up_to_use", offsetof(struct rate, up_to_s)},
    {"pue_above", "pue_above", offsetof(struct rate, pue_above)},
    {"pue_up_to", "pue_up_to", offsetof(struct rate, pue_up_to)},
    {"pue_limit", "pue_limit", offsetof(struct rate, pue_limit)},
};

static double field(const struct rate *r, size_t at)
{
    return *(const double *)(const void *)((const char *)r + at);
}

/* Steps that metering has taken, by day or year, cannot be changed in a workbook. */
static bool steps_are_metered(const struct rate *r)
{
    if (r->charge == RATE_DEMAND) return r->per == RATE_PER_DAY;
    return r->per != RATE_PER_MONTH && r->charge != RATE_FIXED && r->charge != RATE_MINIMUM;
}

static void declare(struct writer *w, const struct rate_use *x, const char *end, const char *param)
{
    struct money_book book = {w->grid, w->use->site, w->rules, w->arena};
    int row = 0;
    while (strcmp(rate_params[row].key, param) != 0) row++;
    money_param(&book, key(w, x, end),
                arena_format(w->arena, "%s: %s", x->label, rate_params[row].doc), KIND_RATE,
                x->index, param);
}

/* A market's price may be all there is to pay. */
static bool has_price(const struct rate *r)
{
    if (r->charge == RATE_MARKET) return money_is_given(&r->energy_price);
    return bill_rate_price(r) != NULL;
}

static void adjustment_rules(struct writer *w, const struct rate_use *x)
{
    const struct points *p = &x->rate->adjustment;
    for (int i = 0; i < p->n; i++) {
        bill_rule(w, arena_format(w->arena, "%s_factor%d", x->key, i + 1),
                  arena_format(w->arena, "%s: power factor, point %d", x->label, i + 1), "",
                  p->x[i], 2, i ? NULL : x->rate->part.source);
        bill_rule(w, arena_format(w->arena, "%s_change%d", x->key, i + 1),
                  arena_format(w->arena, "%s: change there", x->label), "%", p->y[i], GRID_PERCENT,
                  NULL);
    }
    declare(w, x, "step", "adjustment_step");
}

static void rules_of(struct writer *w, const struct rate_use *x)
{
    const struct rate *r = x->rate;
    if (has_price(r))
        declare(w, x, "price", r->charge == RATE_MARKET ? "energy_price" : bill_rate_price(r));
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++)
        if (!isnan(field(r, bounds[i].at)) && !(steps_are_metered(r) && i < 4))
            declare(w, x, bounds[i].end, bounds[i].param);
    if (r->charge == RATE_DEMAND && r->ratchet_frac > 0)
        bill_rule(w, key(w, x, "ratchet"),
                  arena_format(w->arena, "%s: ratchet on earlier demand", x->label), "%",
                  r->ratchet_frac, GRID_PERCENT,
                  r->ratchet_prior == PRIOR_SAME ? "the year before is taken as the same"
                                                 : "no demand in the year before");
    if (r->charge == RATE_DEMAND && r->demand_min_w > 0) declare(w, x, "least", "demand_min");
    bool has_share = r->charge == RATE_SHARE ||
                     (r->charge == RATE_ENERGY && (r->share_frac < 1 || r->share_frac > 1));
    if (has_share) declare(w, x, "share", "share");
    if (r->charge == RATE_POWER_FACTOR) adjustment_rules(w, x);
}

void bill_rate_rules(struct writer *w)
{
    if (!w->use->n_rate) return;
    bill_section(w, w->rules, "Lines of the bill");
    bool has_pue = false, has_carbon = false;
    for (int i = 0; i < w->use->n_rate; i++) {
        const struct rate *r = w->use->rate[i].rate;
        rules_of(w, &w->use->rate[i]);
        has_pue |= bill_rate_has_pue(r);
        has_carbon |= r->charge == RATE_CARBON;
    }
    if (has_pue)
        grid_row(w->grid, w->rules,
                 &(struct grid_row){.kind = GRID_RESULT,
                                    .key = "bill_pue",
                                    .label = "PUE of the year",
                                    .number = w->use->pue,
                                    .decimals = 3});
    if (has_carbon)
        bill_rule(w, "bill_carbon", "Carbon dioxide that is paid for", "kg/kWh",
                  w->use->carbon_kg_kwh, 4, NULL);
}

/* ---- quantities ---- */

static const char *total(const struct writer *w, const char *how, const char *row)
{
    return arena_format(w->arena, "%s(%s)", how, row);
}

static const char *metered(struct writer *w, const struct rate_use *x, const char *end,
                           const char *what, const char *unit)
{
    bool is_sum = x->rate->charge != RATE_DEMAND || x->rate->per == RATE_PER_DAY;
    const char *row = key(w, x, end);
    bill_metered(w, row, arena_format(w->arena, "%s%s", x->label, what), unit, x->metered,
                 x->rate->charge == RATE_DEMAND, total(w, is_sum ? "sum" : "max", row));
    return row;
}

static const char *derived(struct writer *w, const struct rate_use *x, const char *end,
                           const char *what, const char *unit, const char *expr, int decimals)
{
    const char *row = key(w, x, end);
    bool is_sum = x->rate->charge != RATE_DEMAND || x->rate->per == RATE_PER_DAY;
    bool has_total = x->rate->charge != RATE_POWER_FACTOR;
    grid_row(w->grid, w->sheet,
             &(struct grid_row){.key = row,
                                .label = arena_format(w->arena, "%s%s", x->label, what),
                                .unit = unit,
                                .expr = expr,
                                .is_series = true,
                                .decimals = decimals,
                                .total = has_total ? total(w, is_sum ? "sum" : "max", row) : NULL});
    return row;
}

/* What of q lies above one bound and up to another; "" bounds: none. */
static const char *stepped(struct writer *w, const char *q, const char *above, const char *up_to)
{
    const char *least = *up_to ? arena_format(w->arena, "min(%s, %s)", q, up_to) : q;
    return *above ? arena_format(w->arena, "max(0, %s - %s)", least, above) : least;
}

static const char *bound(struct writer *w, const struct rate_use *x, double energy, double use,
                         const char *end, const char *use_end)
{
    if (!isnan(energy)) return key(w, x, end);
    if (isnan(use)) return "";
    bill_demand(w);
    return arena_format(w->arena, "%s*demand_kw", key(w, x, use_end));
}

/* Energy of the window, and of it what is between the steps. */
static const char *energy(struct writer *w, const struct rate_use *x)
{
    const struct rate *r = x->rate;
    const char *kwh = metered(w, x, "kwh", "", "kWh");
    if (steps_are_metered(r)) return kwh;
    const char *above = bound(w, x, r->above_j, r->above_s, "above", "above_use");
    const char *up_to = bound(w, x, r->up_to_j, r->up_to_s, "up_to", "up_to_use");
    if (!*above && !*up_to) return kwh;
    const char *expr = stepped(w, kwh, above, up_to);
    if (r->step_of == RATE_BASIS_MONTH)
        expr = arena_format(w->arena, "if(%s > 0, %s/energy_billed_kwh*%s, 0)", kwh, kwh,
                            stepped(w, "energy_billed_kwh", above, up_to));
    return derived(w, x, "part", ", in its step", "kWh", expr, 0);
}

/* A bound in kW, as the quantity is counted. */
static const char *bound_of_demand(struct writer *w, const struct rate_use *x, const char *end,
                                   bool is_apparent)
{
    const char *kw = key(w, x, end);
    return is_apparent ? arena_format(w->arena, "%s/%s", kw, bill_given_power_factor(w)) : kw;
}

/* The greatest demand of earlier months. */
static const char *earlier(struct writer *w, const struct rate_use *x, const char *kw,
                           const char *unit)
{
    const struct rate *r = x->rate;
    const char *seen = kw, *window = r->ratchet_prior == PRIOR_SAME ? "max_cyclic" : "max_before";
    if (r->ratchet_from.n) {
        double flag[MONTHS] = {0};
        for (int i = 0; i < r->ratchet_from.n; i++) flag[(int)r->ratchet_from.v[i] - 1] = 1;
        bill_metered(w, key(w, x, "from"),
                     arena_format(w->arena, "%s, seen by the ratchet", x->label), "1/0", flag, 0,
                     NULL);
        seen = derived(w, x, "seen", ", demand that the ratchet sees", unit,
                       arena_format(w->arena, "%s*%s", kw, key(w, x, "from")), 1);
    }
    return derived(w, x, "earlier", ", greatest earlier demand", unit,
                   arena_format(w->arena, "%s(%s, %d)", window, seen, r->ratchet_months), 1);
}

/* The greatest of the month's demand, the ratchet and the least billed. */
static const char *billed(struct writer *w, const struct rate_use *x, const char *kw,
                          const char *unit, bool is_apparent)
{
    const struct rate *r = x->rate;
    bool has_ratchet = r->ratchet_frac > 0, has_least = r->demand_min_w > 0;
    struct builder b = builder_new(w->arena);
    if (r->per == RATE_PER_YEAR) kw = arena_format(w->arena, "max(%s)", kw);
    if (!has_ratchet && !has_least)
        return r->per == RATE_PER_YEAR
                   ? derived(w, x, "billed", ", greatest of the year", unit, kw, 1)
                   : kw;
    builder_format(&b, "max(%s", kw);
    if (has_ratchet) builder_format(&b, ", %s*%s", key(w, x, "ratchet"), earlier(w, x, kw, unit));
    if (has_least) builder_format(&b, ", %s", bound_of_demand(w, x, "least", is_apparent));
    builder_text(&b, ")");
    return derived(w, x, "billed", ", billed demand", unit, b.s, 1);
}

/* In kVA from the meter where it reads both powers, else by the tariff's power factor. */
static const char *demand(struct writer *w, const struct rate_use *x)
{
    const struct rate *r = x->rate;
    bool by_day = r->per == RATE_PER_DAY, apparent = bill_rate_in_kva(r) && w->use->has_kvarh;
    const char *kva = by_day ? "kVA-days" : "kVA", *unit = by_day ? "kW-days" : "kW";
    if (apparent) unit = kva;
    const char *kw = metered(w, x, apparent ? "mean_kva" : "mean_kw",
                             r->coincident.n ? ", at the system's peak"
                             : by_day        ? ", sum of the days' hourly means"
                                             : ", greatest hourly mean",
                             unit);
    if (!r->coincident.n)
        kw = derived(w, x, apparent ? "metered_kva" : "kw", ", metered demand", unit,
                     arena_format(w->arena, "%s*demand_factor", kw), 1);
    if (!by_day) {
        kw = billed(w, x, kw, unit, apparent);
        const char *above = isnan(r->above_w) ? "" : bound_of_demand(w, x, "above_kw", apparent);
        const char *up_to = isnan(r->up_to_w) ? "" : bound_of_demand(w, x, "up_to_kw", apparent);
        if (*above || *up_to)
            kw = derived(w, x, "part", ", in its step", unit, stepped(w, kw, above, up_to), 1);
    }
    if (!bill_rate_in_kva(r) || apparent) return kw;
    return derived(w, x, "kva", "", kva, arena_format(w->arena, "%s/%s", kw, bill_power_factor(w)),
                   1);
}

/* ---- the lines that others are of ---- */

static const char *own_line(const struct bill_use *use, const char *name, struct arena *a)
{
    const struct tariff *t = use->tariff;
    if (!strcmp(name, "tariff.energy")) return use->has_own ? bill_periods_sum(use, a) : "0";
    if (!strcmp(name, "tariff.surcharges"))
        return use->has_own && money_is_given(&t->energy_adder) ? "cost_adder" : "0";
    if (!strcmp(name, "tariff.demand")) return t->basis != BASIS_NONE ? "cost_demand" : "0";
    if (!strcmp(name, "tariff.fixed")) return money_is_given(&t->fixed_charge) ? "cost_fixed" : "0";
    return NULL;
}

static const char *line_named(const struct bill_use *use, const char *name, struct arena *a)
{
    if (!strncmp(name, "rate.", 5)) name += 5;
    for (int i = 0; i < use->n_rate; i++)
        if (!strcmp(use->rate[i].name, name)) return use->rate[i].key;
    return own_line(use, name, a);
}

static void join_own(const struct bill_use *use, struct builder *b)
{
    if (use->has_own) bill_join(b, "cost_energy");
    if (use->tariff->basis != BASIS_NONE) bill_join(b, "cost_demand");
    if (money_is_given(&use->tariff->fixed_charge)) bill_join(b, "cost_fixed");
}

/* Without `of`: all above it that are no shares. */
static const char *base_of(struct writer *w, const struct rate_use *x)
{
    struct builder b = builder_new(w->arena);
    builder_text(&b, "");
    for (int i = 0; i < x->rate->of.n; i++) {
        const char *line = line_named(w->use, x->rate->of.s[i], w->arena);
        bill_join(&b, line ? line : "0"); /* check_tariff has told of it */
    }
    if (x->rate->of.n) return b.s;
    join_own(w->use, &b);
    for (const struct rate_use *other = w->use->rate; other < x; other++)
        if (other->rate->charge != RATE_SHARE) bill_join(&b, other->key);
    return b.n ? b.s : "0";
}

/* What stands on the bill before it, so that a reader can check the share. */
static const char *base_row(struct writer *w, const struct rate_use *x)
{
    const char *row = key(w, x, "base");
    grid_row(w->grid, w->sheet,
             &(struct grid_row){.key = row,
                                .label = arena_format(w->arena, "%s, of", x->label),
                                .unit = w->use->currency,
                                .expr = base_of(w, x),
                                .is_series = true,
                                .decimals = 2,
                                .total = total(w, "sum", row),
                                .missing = "no price"});
    return row;
}

/* ---- charges ---- */

/* The price in the tariff's currency. */
static const char *unit_price(struct writer *w, const struct rate_use *x)
{
    const char *own = key(w, x, "price"), *currency = bill_rate_money(x->rate)->currency;
    const char *fx = bill_exchange(w->use, w->arena);
    if (!*currency || !strcmp(currency, w->use->currency)) return own;
    if (strcmp(currency, w->use->reported) != 0) {
        struct bill_use other = {.currency = currency, .reported = w->use->reported};
        own = arena_format(w->arena, "%s*%s", own, bill_exchange(&other, w->arena));
    }
    return fx ? arena_format(w->arena, "%s/%s", own, fx) : own;
}

/* Straight between the points, flat beyond them: a sum of what each stretch adds. */
static const char *adjusted(struct writer *w, const struct rate_use *x)
{
    struct builder b = builder_new(w->arena);
    const char *k = x->key;
    const char *factor = derived(
        w, x, "factor", ", power factor", "",
        arena_format(w->arena, "round(%s/%s_step, 0)*%s_step", bill_power_factor(w), k, k), 2);
    builder_format(&b, "%s_change1", k);
    for (int i = 1; i < x->rate->adjustment.n; i++) {
        const char *stretch =
            derived(w, x, arena_format(w->arena, "stretch%d", i),
                    arena_format(w->arena, ", from point %d to %d", i, i + 1), "",
                    arena_format(w->arena,
                                 "max(0, min(%s, %s_factor%d) - %s_factor%d)/(%s_factor%d - "
                                 "%s_factor%d)",
                                 factor, k, i + 1, k, i, k, i + 1, k, i),
                    2);
        builder_format(&b, " + %s*(%s_change%d - %s_change%d)", stretch, k, i + 1, k, i);
    }
    return derived(w, x, "change", ", change", "%", b.s, GRID_PERCENT);
}

/* The months in which it holds, as flags. */
static const char *holds(struct writer *w, const struct rate_use *x)
{
    const char *row = key(w, x, "holds");
    if (!grid_has(w->grid, row))
        bill_metered(w, row, arena_format(w->arena, "%s, holds", x->label), "1/0", x->holds, 0,
                     NULL);
    return row;
}

/* A year's amount is paid in equal parts in the months of the line. */
static const char *fixed(struct writer *w, const struct rate_use *x)
{
    const char *price = unit_price(w, x);
    if (x->rate->per == RATE_PER_DAY)
        return arena_format(w->arena, "%s*%s", metered(w, x, "days", ", days", "d"), price);
    if (x->rate->per != RATE_PER_YEAR) return price;
    if (!x->rate->months.n) return arena_format(w->arena, "%s/12", price);
    return arena_format(w->arena, "%s/sum(%s)", price, holds(w, x));
}

/* A year's minimum is settled in its last month. */
static const char *minimum(struct writer *w, const struct rate_use *x)
{
    const char *base = base_of(w, x), *price = unit_price(w, x);
    if (x->rate->per == RATE_PER_MONTH)
        return arena_format(w->arena, "max(0, %s - (%s))", price, base);
    if (x->rate->per == RATE_PER_DAY)
        return arena_format(w->arena, "max(0, %s*%s - (%s))", metered(w, x, "days", ", days", "d"),
                            price, base);
    double last[MONTHS] = {[MONTHS - 1] = 1};
    bill_metered(w, key(w, x, "last"), arena_format(w->arena, "%s, last month", x->label), "1/0",
                 last, 0, NULL);
    const char *paid = derived(w, x, "paid", ", what counts for it", w->use->currency, base, 2);
    return arena_format(w->arena, "%s*max(0, %s - sum(%s))", key(w, x, "last"), price, paid);
}

static const char *market(struct writer *w, const struct rate_use *x)
{
    const char *kwh = metered(w, x, "kwh", "", "kWh"), *sum = key(w, x, "market");
    grid_row(w->grid, w->sheet,
             &(struct grid_row){.kind = GRID_RESULT,
                                .key = sum,
                                .label = arena_format(w->arena, "%s, hour by hour", x->label),
                                .unit = w->use->currency,
                                .series = x->amount,
                                .decimals = 2,
                                .missing = "no price",
                                .total = total(w, "sum", sum)});
    if (!has_price(x->rate)) return sum;
    return arena_format(w->arena, "%s + %s*%s", sum, kwh, unit_price(w, x));
}

static const char *times(struct writer *w, const char *quantity, const struct rate_use *x)
{
    return arena_format(w->arena, "%s*%s", quantity, unit_price(w, x));
}

static const char *carbon(struct writer *w, const struct rate_use *x)
{
    const char *kwh = energy(w, x);
    return times(
        w, derived(w, x, "t", "", "t", arena_format(w->arena, "%s*bill_carbon/1000", kwh), 2), x);
}

/* Of the energy a share, as of certificates, or what exceeds a limit of the PUE: of the energy
   of a site with that PUE (PUE - limit)/PUE. */
static const char *counted(struct writer *w, const struct rate_use *x)
{
    const char *kwh = energy(w, x), *expr = kwh, *share = key(w, x, "share");
    if (grid_has(w->grid, share)) expr = arena_format(w->arena, "%s*%s", expr, share);
    if (!isnan(x->rate->pue_limit))
        expr = arena_format(w->arena, "%s*max(0, bill_pue - %s)/bill_pue", expr,
                            key(w, x, "pue_limit"));
    return expr == kwh ? kwh : derived(w, x, "counted", ", what counts of it", "kWh", expr, 0);
}

static const char *amount(struct writer *w, const struct rate_use *x)
{
    switch ((enum rate_charge)x->rate->charge) {
    case RATE_ENERGY: return times(w, counted(w, x), x);
    case RATE_DEMAND: bill_demand(w); return times(w, demand(w, x), x);
    case RATE_CAPACITY: bill_transformers(w); return times(w, "transformer_kva", x);
    case RATE_FIXED: return fixed(w, x);
    case RATE_REACTIVE: return times(w, metered(w, x, "kvarh", "", "kvarh"), x);
    case RATE_EXPORT:
        return arena_format(w->arena, "-%s", times(w, metered(w, x, "kwh", "", "kWh"), x));
    case RATE_MARKET: return market(w, x);
    case RATE_CARBON: return carbon(w, x);
    case RATE_SHARE: return arena_format(w->arena, "%s*%s", key(w, x, "share"), base_row(w, x));
    case RATE_POWER_FACTOR: return arena_format(w->arena, "%s*%s", adjusted(w, x), base_row(w, x));
    case RATE_MINIMUM: return minimum(w, x);
    case N_RATE_CHARGE: break;
    }
    return "0";
}

static const char *by_pue(struct writer *w, const struct rate_use *x, const char *amount)
{
    const struct rate *r = x->rate;
    struct builder b = builder_new(w->arena);
    builder_text(&b, "");
    if (!isnan(r->pue_above)) builder_format(&b, "bill_pue > %s", key(w, x, "pue_above"));
    if (!isnan(r->pue_up_to))
        builder_format(&b, "%sbill_pue <= %s", b.n ? " and " : "", key(w, x, "pue_up_to"));
    return b.n ? arena_format(w->arena, "if(%s, %s, 0)", b.s, amount) : amount;
}

/* Months in which it holds, where the quantity does not know. */
static const char *held(struct writer *w, const struct rate_use *x, const char *amount)
{
    const struct rate *r = x->rate;
    bool by_year = r->charge == RATE_DEMAND && r->per == RATE_PER_YEAR;
    bool by_ratchet = r->charge == RATE_DEMAND && r->ratchet_frac > 0;
    bool knows = r->charge == RATE_ENERGY || r->charge == RATE_MARKET || r->charge == RATE_EXPORT ||
                 r->charge == RATE_REACTIVE || r->charge == RATE_CARBON || by_year ||
                 (r->charge == RATE_DEMAND && !by_ratchet && !(r->demand_min_w > 0));
    if (!knows && r->months.n) amount = arena_format(w->arena, "%s*(%s)", holds(w, x), amount);
    return by_pue(w, x, amount);
}

void bill_rate_rows(struct writer *w)
{
    if (!w->use->n_rate) return;
    bill_section(w, w->sheet, "Lines of the bill");
    for (int i = 0; i < w->use->n_rate; i++) {
        const struct rate_use *x = &w->use->rate[i];
        bill_charge(w, x->key, x->label, held(w, x, amount(w, x)));
        bill_join(&w->all, x->key);
    }
}

/* ---- sums ---- */

const char *bill_sum(const struct bill_use *use, struct arena *a)
{
    struct builder b = builder_new(a);
    builder_text(&b, "");
    join_own(use, &b);
    for (int i = 0; i < use->n_rate; i++) bill_join(&b, use->rate[i].key);
    return b.n ? b.s : "0";
}

bool bill_gives_back(const struct bill_use *use)
{
    bool any = false;
    for (int i = 0; i < use->n_rate; i++)
        any |= use->rate[i].rate->charge == RATE_EXPORT || use->rate[i].rate->charge == RATE_MARKET;
    return any;
}

static bool is_energy(int charge)
{
    return charge == RATE_ENERGY || charge == RATE_MARKET || charge == RATE_EXPORT;
}

const char *bill_part(const struct bill_use *use, bool energy, struct arena *a)
{
    struct builder b = builder_new(a);
    builder_text(&b, "");
    if (energy && use->has_own) bill_join(&b, "cost_energy");
    if (!energy && use->tariff->basis != BASIS_NONE) bill_join(&b, "cost_demand");
    for (int i = 0; i < use->n_rate; i++) {
        int charge = use->rate[i].rate->charge;
        bool fits = energy ? is_energy(charge) : charge == RATE_DEMAND || charge == RATE_CAPACITY;
        if (fits) bill_join(&b, use->rate[i].key);
    }
    return b.s;
}
