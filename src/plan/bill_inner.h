#ifndef DCPLAN_PLAN_BILL_INNER_H
#define DCPLAN_PLAN_BILL_INNER_H

/* What the writers of the bill's rows share. */

#include "base/text.h"
#include "plan/bill.h"
#include "plan/money_input.h"

enum { WH_PER_KWH = 1000, J_PER_KWH = 3600000 };

struct writer {
    const struct bill_use *use;
    const struct tariff *t;
    struct grid *grid;
    int rules, sheet;
    struct arena *arena;
    struct builder energy, cost, all; /* sums under way */
};

static inline bool money_is_given(const struct money *m)
{
    return m->currency[0] != '\0';
}

void bill_section(struct writer *w, int sheet, const char *label);
/* An input that is no money. */
void bill_rule(struct writer *w, const char *key, const char *label, const char *unit, double value,
               int decimals, const char *note);
/* A series: what is metered in the program, and what follows from it. */
void bill_metered(struct writer *w, const char *key, const char *label, const char *unit,
                  const double *series, int decimals, const char *total);
void bill_quantity(struct writer *w, const char *key, const char *label, const char *unit,
                   const char *expr, int decimals);
/* An amount of money of each month, in the tariff's currency. */
void bill_charge(struct writer *w, const char *key, const char *label, const char *expr);
/* "a + b". */
void bill_join(struct builder *b, const char *name);
/* Declares what several lines may need, once: metered demand, and transformers; the name of the
   power factor. */
void bill_demand(struct writer *w);
void bill_transformers(struct writer *w);
const char *bill_power_factor(struct writer *w);
/* The tariff's, whatever was metered: what leads bounds in kW to kVA. */
const char *bill_given_power_factor(struct writer *w);

/* The sum of the tariff's own prices of energy, without surcharges. */
const char *bill_periods_sum(const struct bill_use *use, struct arena *a);

/* Prices and rules of the lines of `rates`, and their rows. */
void bill_rate_rules(struct writer *w);
/* Keys and labels of the lines. */
void bill_name_rates(struct bill_use *use, struct arena *a);
/* The money of a line that its charge needs; NULL: it may do without. */
const char *bill_rate_price(const struct rate *r);
const struct money *bill_rate_money(const struct rate *r);
/* Whether its demand is paid by the kVA. */
bool bill_rate_in_kva(const struct rate *r);
bool bill_rate_has_pue(const struct rate *r);
void bill_rate_rows(struct writer *w);

#endif
