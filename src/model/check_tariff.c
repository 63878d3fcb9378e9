/* Rules of the lines of a tariff. */

#include <math.h>
#include <string.h>

#include "model/check.h"
#include "model/tariff_clock.h"

struct teller {
    const struct site *s;
    struct diags *ds;
    int kind, index;
};

static const struct object *object_of(const struct teller *t)
{
    return t->s->of[t->kind].object[t->index];
}

/* Where the value stands; the section when it is not written. */
static struct place place_of(const struct teller *t, const char *key)
{
    const struct kind *k = &t->s->objects.kinds[t->kind];
    const struct object *o = object_of(t);
    for (int i = 0; key && i < k->n_params; i++)
        if (!strcmp(k->params[i].key, key) && o->from[i].origin != ORIGIN_DEFAULT)
            return o->from[i].place;
    return o->place;
}

static void rule(const struct teller *t, bool holds, const char *key, const char *text,
                 const char *hint)
{
    if (!holds)
        diag_error(t->ds, DIAG_INPUT, place_of(t, key), hint, "[%s %s]: %s",
                   t->s->objects.kinds[t->kind].name, object_of(t)->name, text);
}

static bool months_exist(const struct reals *months)
{
    for (int i = 0; i < months->n; i++)
        if (months->v[i] > floor(months->v[i])) return false;
    return true;
}

static bool is_given(const struct money *m)
{
    return m->currency[0] != 0;
}

/* ---- a line for itself ---- */

/* Prices that its charge does not ask for would never be paid. */
static void check_prices(const struct teller *t, const struct rate *r)
{
    struct {
        const char *key;
        const struct money *m;
        unsigned charges;
    } const prices[] = {
        {"energy_price", &r->energy_price,
         1u << RATE_ENERGY | 1u << RATE_EXPORT | 1u << RATE_MARKET},
        {"demand_price", &r->demand_price, 1u << RATE_DEMAND},
        {"demand_price_kva", &r->demand_price_kva, 1u << RATE_DEMAND},
        {"capacity_price", &r->capacity_price, 1u << RATE_CAPACITY},
        {"fixed_price", &r->fixed_price, 1u << RATE_FIXED},
        {"reactive_price", &r->reactive_price, 1u << RATE_REACTIVE},
        {"carbon_price", &r->carbon_price, 1u << RATE_CARBON},
        {"minimum", &r->minimum, 1u << RATE_MINIMUM},
    };
    for (size_t i = 0; i < sizeof prices / sizeof *prices; i++)
        if (is_given(prices[i].m) && !(prices[i].charges >> r->charge & 1u))
            diag_warning(t->ds, DIAG_INPUT, place_of(t, prices[i].key),
                         "its `charge` says what it is paid for", "[rate %s]: %s has no effect",
                         object_of(t)->name, prices[i].key);
    rule(t, !is_given(&r->demand_price) || !is_given(&r->demand_price_kva), "demand_price_kva",
         "it has both demand_price and demand_price_kva", "leave one of them out");
}

static bool is_written(const struct teller *t, const char *key)
{
    const struct kind *k = &t->s->objects.kinds[t->kind];
    for (int i = 0; i < k->n_params; i++)
        if (!strcmp(k->params[i].key, key)) return object_of(t)->from[i].origin != ORIGIN_DEFAULT;
    return false;
}

static void idle(const struct teller *t, bool counts, const char *key, const char *hint)
{
    if (!counts && is_written(t, key))
        diag_warning(t->ds, DIAG_INPUT, place_of(t, key), hint, "[rate %s]: %s has no effect",
                     object_of(t)->name, key);
}

/* Rules that its charge does not look at would be trusted in vain. */
static void check_idle(const struct teller *t, const struct rate *r)
{
    const unsigned energy = 1u << RATE_ENERGY, carbon = 1u << RATE_CARBON,
                   demand = 1u << RATE_DEMAND,
                   metered = energy | carbon | demand | 1u << RATE_REACTIVE | 1u << RATE_EXPORT |
                             1u << RATE_MARKET;
    bool has_step =
        !isnan(r->above_j) || !isnan(r->up_to_j) || !isnan(r->above_s) || !isnan(r->up_to_s);
    const unsigned stepped = has_step ? energy | carbon : 0;
    const struct {
        const char *key;
        unsigned charges;
    } rules[] = {
        {"hours", metered},
        {"saturday_hours", metered},
        {"weekend_hours", metered},
        {"per", stepped | demand | 1u << RATE_FIXED | 1u << RATE_MINIMUM},
        {"step_of", stepped},
        {"share", energy | 1u << RATE_SHARE},
        {"above_reactive", 1u << RATE_REACTIVE},
        {"adjustment", 1u << RATE_POWER_FACTOR},
        {"adjustment_step", 1u << RATE_POWER_FACTOR},
        {"column", 1u << RATE_MARKET},
        {"ratchet_months", r->ratchet_frac > 0 ? demand : 0},
        {"ratchet_from", r->ratchet_frac > 0 ? demand : 0},
        {"ratchet_prior", r->ratchet_frac > 0 ? demand : 0},
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        idle(t, rules[i].charges >> r->charge & 1u, rules[i].key,
             "its `charge` and steps say what it looks at");
    static const char *const hours[] = {"hours", "saturday_hours", "weekend_hours"};
    for (size_t i = 0; r->coincident.n && i < sizeof hours / sizeof *hours; i++)
        idle(t, false, hours[i], "`coincident` names the hours");
}

static void check_steps(const struct teller *t, const struct rate *r)
{
    bool by_energy = !isnan(r->above_j) || !isnan(r->up_to_j);
    bool by_use = !isnan(r->above_s) || !isnan(r->up_to_s);
    bool by_demand = !isnan(r->above_w) || !isnan(r->up_to_w);
    bool is_energy = r->charge == RATE_ENERGY || r->charge == RATE_CARBON;
    rule(t, !(by_energy || by_use) || is_energy, by_use ? "above_use" : "above_energy",
         "steps of energy go with charge = energy or carbon", NULL);
    rule(t, !by_demand || r->charge == RATE_DEMAND, "above_demand",
         "steps of demand go with charge = demand", NULL);
    rule(t, !(by_energy && by_use), "above_use", "it has steps both of energy and of use",
         "write two lines");
    rule(t, !by_use || r->per == RATE_PER_MONTH, "per", "steps of use are counted by month", NULL);
    rule(t, !(r->above_j >= r->up_to_j), "up_to_energy", "up_to_energy is not above above_energy",
         NULL);
    rule(t, !(r->above_w >= r->up_to_w), "up_to_demand", "up_to_demand is not above above_demand",
         NULL);
    rule(t, !(r->above_s >= r->up_to_s), "up_to_use", "up_to_use is not above above_use", NULL);
    rule(t, isnan(r->pue_limit) || r->charge == RATE_ENERGY, "pue_limit",
         "pue_limit goes with charge = energy", NULL);
    rule(t, !(r->pue_above >= r->pue_up_to), "pue_up_to", "pue_up_to is not above pue_above", NULL);
}

static void check_demand(const struct teller *t, const struct rate *r)
{
    bool has_floor = r->ratchet_frac > 0 || r->demand_min_w > 0;
    rule(t, r->charge == RATE_DEMAND || !has_floor, r->ratchet_frac > 0 ? "ratchet" : "demand_min",
         "a ratchet or a least demand goes with charge = demand", NULL);
    rule(t, r->charge != RATE_DEMAND || !has_floor || r->per == RATE_PER_MONTH, "per",
         "a ratchet or a least demand is of the month's demand", "leave out per");
    rule(t, r->charge == RATE_DEMAND || !r->coincident.n, "coincident",
         "coincident hours go with charge = demand", NULL);
    rule(t, r->per != RATE_PER_DAY || !r->coincident.n, "coincident",
         "coincident hours have no daily demand", "leave out per, or per = year");
    rule(t, months_exist(&r->months), "months", "it names a month that does not exist",
         "months are whole numbers from 1 to 12");
    rule(t, months_exist(&r->ratchet_from), "ratchet_from", "it names a month that does not exist",
         "months are whole numbers from 1 to 12");
    struct calendar leap = calendar_make(true, 0);
    struct tariff plain = {.daylight = DAYLIGHT_NONE};
    for (int i = 0; i < r->coincident.n; i++)
        if (tariff_hour_named(&plain, &leap, r->coincident.s[i]) < 0)
            diag_error(t->ds, DIAG_INPUT, place_of(t, "coincident"),
                       "month-day and hour of the day, as 07-15 17",
                       "[rate %s]: '%s' is no hour of the year", object_of(t)->name,
                       r->coincident.s[i]);
}

static void check_rate(const struct teller *t, const struct rate *r)
{
    check_prices(t, r);
    check_idle(t, r);
    check_steps(t, r);
    check_demand(t, r);
    rule(t, r->charge != RATE_MARKET || r->file, NULL, "charge = market needs a file of prices",
         "add file = prices.csv");
    rule(t, r->charge == RATE_MARKET || !r->file, "file", "a file goes with charge = market", NULL);
    rule(t, r->charge != RATE_POWER_FACTOR || r->adjustment.n >= 2, NULL,
         "charge = power-factor needs two points or more",
         "add adjustment = 0.7:10 %, 0.9:0 %, 0.95:-0.75 %");
    bool takes_lines =
        r->charge == RATE_SHARE || r->charge == RATE_POWER_FACTOR || r->charge == RATE_MINIMUM;
    rule(t, takes_lines || !r->of.n, "of", "`of` goes with share, power-factor and minimum", NULL);
    rule(t, r->charge != RATE_MINIMUM || r->per != RATE_PER_YEAR || !r->months.n, "months",
         "a minimum of the year is of all its months", "leave out months, or per");
}

/* ---- the lines of a tariff ---- */

static bool is_own_line(const char *name)
{
    static const char *const own[] = {"tariff.energy", "tariff.surcharges", "tariff.demand",
                                      "tariff.fixed"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (!strcmp(name, own[i])) return true;
    return false;
}

static const char *bare(const char *name)
{
    return strncmp(name, "rate.", 5) ? name : name + 5;
}

/* Where a line of that name stands in the tariff; -1: nowhere. */
static int position(const struct teller *t, const struct tariff *x, const char *name)
{
    for (int i = 0; i < x->rates.n; i++)
        if (!strcmp(t->s->of[KIND_RATE].name[x->rates.ref[i].index], bare(name))) return i;
    return -1;
}

static void check_of(const struct teller *t, const struct tariff *x, int at)
{
    struct teller line = {t->s, t->ds, KIND_RATE, x->rates.ref[at].index};
    const struct rate *r = site_rate(t->s, line.index);
    for (int i = 0; i < r->of.n; i++) {
        const char *name = r->of.s[i];
        int found = position(t, x, name);
        if (is_own_line(name) || (found >= 0 && found < at)) continue;
        diag_error(t->ds, DIAG_INPUT, place_of(&line, "of"),
                   found < 0 ? "name lines of the tariff's rates, or tariff.energy, "
                               "tariff.surcharges, tariff.demand, tariff.fixed"
                             : "move it up in the tariff's rates",
                   found < 0 ? "[rate %s]: tariff '%s' has no line '%s'"
                             : "[rate %s]: in tariff '%s' the line '%s' does not stand above it",
                   object_of(&line)->name, object_of(t)->name, name);
    }
}

static void check_holidays(const struct teller *t, const struct tariff *x)
{
    int first = 0;
    for (int i = 0; i < x->holidays.n; i++) {
        int year, month, day;
        if (!tariff_holiday(x->holidays.s[i], &year, &month, &day)) {
            diag_error(t->ds, DIAG_INPUT, place_of(t, "holidays"),
                       "2026-02-17, or 10-01 of every year", "[tariff %s]: '%s' is no day",
                       object_of(t)->name, x->holidays.s[i]);
            continue;
        }
        if (first && year && year != first)
            diag_error(t->ds, DIAG_INPUT, place_of(t, "holidays"),
                       "one year is simulated: give the holidays of one",
                       "[tariff %s]: holidays of the years %d and %d", object_of(t)->name, first,
                       year);
        first = first ? first : year;
    }
}

static void check_lines(const struct teller *t, const struct tariff *x)
{
    check_holidays(t, x);
    for (int i = 0; i < x->rates.n; i++) {
        const char *name = t->s->of[KIND_RATE].name[x->rates.ref[i].index];
        if (position(t, x, name) != i)
            diag_error(t->ds, DIAG_INPUT, place_of(t, "rates"), NULL,
                       "[tariff %s]: the line '%s' is named twice", object_of(t)->name, name);
        check_of(t, x, i);
    }
}

void check_tariff(const struct site *s, struct diags *ds)
{
    for (int i = 0; i < s->of[KIND_RATE].n; i++) {
        struct teller t = {s, ds, KIND_RATE, i};
        check_rate(&t, site_rate(s, i));
    }
    for (int i = 0; i < s->of[KIND_TARIFF].n; i++) {
        struct teller t = {s, ds, KIND_TARIFF, i};
        check_lines(&t, SITE_PART(s, KIND_TARIFF, struct tariff, i));
    }
}
