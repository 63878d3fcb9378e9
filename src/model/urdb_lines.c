#include <math.h>
#include <string.h>
#include <strings.h>

#include "model/urdb.h"

#define CURRENCY "USD" /* of the database, which holds the United States */

/* What kVA and kvar are taken at: the default of [tariff] power_factor. */
static const double power_factor = 0.95;
enum { FEBRUARY_DAYS = 28 };
static const int month_days[URDB_MONTHS] = {31, FEBRUARY_DAYS, 31, 30, 31, 30, 31, 31, 30, 31, 30,
                                            31};

/* ---- a line ------------------------------------------------------------------- */

static struct import_section *add_line(struct urdb *u, const char *tag, const char *charge,
                                       const char *label, struct place where)
{
    struct import *im = u->im;
    const char *name = arena_format(im->arena, "%s-%s", u->name, tag);
    struct import_section *s = import_add(im, KIND_RATE, name, where);
    builder_format(&u->lines, "%s%s", u->n_line++ ? ", " : "", s->name);
    import_set(im, s, "charge", where, "%s", charge);
    if (label) import_set(im, s, "label", where, "%s", label);
    return s;
}

static bool set_price(struct urdb *u, struct import_section *s, const char *key, double price,
                      const char *per, struct place where)
{
    if (isnan(price)) {
        diag_warning(u->im->diags, DIAG_INPUT, where, "put the price of the tariff's sheet there",
                     "rate '%s' has no price: a bill with it has none", s->name);
        import_note(u->im, s, "the database has no price");
        return true;
    }
    return import_set(u->im, s, key, where, "%s " CURRENCY "%s", import_price(u->im, price), per);
}

static const char *months_text(struct urdb *u, unsigned months)
{
    struct builder b = builder_new(u->im->arena);
    for (int m = 0; m < URDB_MONTHS; m++)
        if (months >> m & 1) builder_format(&b, "%s%d", b.n ? ", " : "", m + 1);
    return b.s;
}

static const char *hours_text(struct urdb *u, unsigned hours)
{
    struct builder b = builder_new(u->im->arena);
    for (int h = 0; h < URDB_HOURS; h++) {
        int begin = h;
        while (h < URDB_HOURS && hours >> h & 1) h++;
        if (h > begin) builder_format(&b, "%s%d-%d", b.n ? ", " : "", begin, h);
    }
    return b.n ? b.s : "none";
}

static bool set_window(struct urdb *u, struct import_section *s, const struct urdb_window *w,
                       struct place where)
{
    struct import *im = u->im;
    bool ok = true;
    if (w->months != URDB_YEAR)
        ok = import_set(im, s, "months", where, "%s", months_text(u, w->months));
    bool is_day = w->weekday == URDB_DAY && w->weekend == URDB_DAY;
    if (!is_day) ok = import_set(im, s, "hours", where, "%s", hours_text(u, w->weekday)) && ok;
    if (w->weekend != w->weekday)
        ok = import_set(im, s, "weekend_hours", where, "%s", hours_text(u, w->weekend)) && ok;
    return ok;
}

/* "energy-2", of several windows "energy-2b", of several tiers "energy-2b-1". */
static const char *tag_of(struct urdb *u, const char *what, int period, int window, int n_window,
                          int tier, int n_tier)
{
    struct builder b = builder_new(u->im->arena);
    builder_format(&b, "%s-%d", what, period);
    if (n_window > 1) builder_format(&b, "%c", 'a' + window);
    if (n_tier > 1) builder_format(&b, "-%d", tier + 1);
    return b.s;
}

/* Name of a period on the bill. */
static const char *label_of(struct urdb *u, const char *what, const char *names, int period,
                            int tier, int n_tier)
{
    const struct yaml *list = urdb_field(u->rate, names);
    const char *own = list && list->kind == YAML_SEQUENCE && period < list->n
                          ? yaml_text(list->item[period])
                          : NULL;
    struct builder b = builder_new(u->im->arena);
    builder_format(&b, "%s, ", what);
    if (own && *own)
        builder_text(&b, own);
    else
        builder_format(&b, "period %d", period);
    if (n_tier > 1) builder_format(&b, ", step %d", tier + 1);
    return b.s;
}

/* ---- energy ------------------------------------------------------------------- */

static bool same_steps(struct urdb *u, const struct urdb_period *p)
{
    for (int t = 1; t < p->n; t++) {
        if (p->tier[t].step == p->tier[0].step || (t + 1 == p->n && isnan(p->tier[t].most)))
            continue;
        diag_error(u->im->diags, DIAG_INPUT, p->tier[t].place, "give all in one unit",
                   "tiers of one period in several units cannot be said");
        return false;
    }
    return true;
}

static bool is_daily(enum urdb_step step)
{
    return step == URDB_KWH_DAY || step == URDB_KWH_KW_DAY;
}

/* An allowance of a day is counted over the days of the bill. */
static bool set_energy_step(struct urdb *u, struct import_section *s, const char *side, double most,
                            enum urdb_step step, int days, struct place where)
{
    struct import *im = u->im;
    if (isnan(most)) return true;
    bool is_use = step == URDB_KWH_KW || step == URDB_KWH_KW_DAY;
    const char *key = arena_format(im->arena, "%s_%s", side, is_use ? "use" : "energy");
    const char *unit = is_use ? "kWh/kW" : "kWh";
    if (!is_daily(step))
        return import_set(im, s, key, where, "%s %s", import_price(im, most), unit);
    const char *text = import_price(im, most * days);
    if (days == FEBRUARY_DAYS)
        return import_estimate(im, s, key, where, "28 days, of leap years too", "%s %s", text,
                               unit);
    return import_set(im, s, key, where, "%s %s", text, unit);
}

static bool set_energy_steps(struct urdb *u, struct import_section *s, const struct urdb_period *p,
                             int t, int days)
{
    const struct urdb_tier *tier = &p->tier[t];
    enum urdb_step step = p->tier[0].step;
    if (p->n == 1 && isnan(tier->most)) return true;
    if (t && !set_energy_step(u, s, "above", p->tier[t - 1].most, step, days, tier->place))
        return false;
    if (!set_energy_step(u, s, "up_to", tier->most, step, days, tier->place)) return false;
    return import_set(u->im, s, "step_of", tier->place, "month");
}

/* Months of other lengths become windows of their own where tiers are of a day. */
static int split_by_days(const struct urdb_period *p, struct urdb_window *window, int n)
{
    struct urdb_window out[URDB_MONTHS];
    int n_out = 0;
    if (!is_daily(p->tier[0].step)) return n;
    for (int w = 0; w < n; w++)
        for (int days = FEBRUARY_DAYS; days <= 31; days++) {
            struct urdb_window own = window[w];
            for (int m = 0; m < URDB_MONTHS; m++)
                if (month_days[m] != days) own.months &= ~(1u << m);
            if (own.months) out[n_out++] = own; /* no month is in two */
        }
    memcpy(window, out, (size_t)n_out * sizeof *out);
    return n_out;
}

static int days_of(const struct urdb_window *w)
{
    int m = 0;
    while (m < URDB_MONTHS && !(w->months >> m & 1)) m++;
    return month_days[m];
}

static bool energy_line(struct urdb *u, const struct urdb_structure *x, int p, int w, int n_window,
                        const struct urdb_window *window, int t)
{
    const struct urdb_period *period = &x->period[p];
    const struct urdb_tier *tier = &period->tier[t];
    struct import_section *s =
        add_line(u, tag_of(u, "energy", p, w, n_window, t, period->n), "energy",
                 label_of(u, "energy", "energytoulabels", p, t, period->n), tier->place);
    return set_price(u, s, "energy_price", tier->price, "/kWh", tier->place) &&
           set_window(u, s, window, tier->place) &&
           set_energy_steps(u, s, period, t, days_of(window));
}

/* What is given back is paid by the first tier; zero is no line. */
static bool export_line(struct urdb *u, const struct urdb_structure *x, int p, int w, int n_window,
                        const struct urdb_window *window)
{
    const struct urdb_period *period = &x->period[p];
    const struct urdb_tier *tier = &period->tier[0];
    bool differs = false;
    if (isnan(tier->sell) || !(fabs(tier->sell) > 0)) return true;
    for (int t = 1; t < period->n; t++)
        differs |= !isnan(period->tier[t].sell) && fabs(period->tier[t].sell - tier->sell) > 1e-12;
    struct import_section *s =
        add_line(u, tag_of(u, "export", p, w, n_window, 0, 1), "export",
                 label_of(u, "given back", "energytoulabels", p, 0, 1), tier->place);
    bool ok = set_window(u, s, window, tier->place);
    if (!differs) return set_price(u, s, "energy_price", tier->sell, "/kWh", tier->place) && ok;
    return import_estimate(u->im, s, "energy_price", tier->place, "its first tier's",
                           "%s " CURRENCY "/kWh", import_price(u->im, tier->sell)) &&
           ok;
}

/* Months of one adjustment are one line. */
static bool fuel_lines(struct urdb *u)
{
    const struct yaml *node = urdb_field(u->rate, "fueladjustmentsmonthly");
    double price[URDB_MONTHS];
    if (!node) return true;
    if (!urdb_read_months(u, node, "fueladjustmentsmonthly", price)) return false;
    unsigned done = 0;
    for (int m = 0; m < URDB_MONTHS; m++) {
        struct urdb_window w = {0, URDB_DAY, URDB_DAY};
        if (done >> m & 1 || !(fabs(price[m]) > 0)) continue;
        for (int k = m; k < URDB_MONTHS; k++)
            if (!(fabs(price[k] - price[m]) > 0)) w.months |= 1u << k;
        done |= w.months;
        struct import_section *s = add_line(u, arena_format(u->im->arena, "fuel-%d", m + 1),
                                            "energy", "fuel adjustment", node->place);
        if (!set_price(u, s, "energy_price", price[m], "/kWh", node->place) ||
            !set_window(u, s, &w, node->place))
            return false;
    }
    return true;
}

bool urdb_energy_lines(struct urdb *u)
{
    struct urdb_structure x;
    struct urdb_schedule schedule;
    if (!urdb_read_structure(u, "energyratestructure", &x)) return false;
    if (!x.n) return fuel_lines(u);
    if (!urdb_read_schedule(u, "energyweekdayschedule", "energyweekendschedule", x.n, &schedule))
        return false;
    bool ok = true;
    for (int pass = 0; pass < 2; pass++)
        for (int p = 0; p < x.n && ok; p++) {
            struct urdb_window window[URDB_MONTHS];
            int n = split_by_days(&x.period[p], window, urdb_windows(&schedule, p, window));
            ok = !n || same_steps(u, &x.period[p]);
            for (int w = 0; w < n && ok; w++) {
                if (pass) ok = export_line(u, &x, p, w, n, &window[w]);
                for (int t = 0; !pass && t < x.period[p].n && ok; t++)
                    ok = energy_line(u, &x, p, w, n, &window[w], t);
            }
        }
    return ok && fuel_lines(u);
}

/* ---- demand ------------------------------------------------------------------- */

struct demand_unit {
    const char *word, *key, *per;
    double kw; /* of one */
    bool is_daily, is_apparent;
};

static const double kw_per_hp = 0.745699872; /* NIST SP 811, horsepower (550 ft lbf/s) */

static const struct demand_unit demand_units[] = {
    {"kW", "demand_price", "/kW/month", 1, false, false},
    {"kVA", "demand_price_kva", "/kVA/month", 1, false, true},
    {"hp", "demand_price", "/kW/month", 0, false, false},
    {"kW daily", "demand_price", "/kW/month", 1, true, false},
    {"kVA daily", "demand_price_kva", "/kVA/month", 1, true, true},
    {"hp daily", "demand_price", "/kW/month", 0, true, false},
};

static bool find_unit(struct urdb *u, const char *field, const struct urdb_tier *t,
                      struct demand_unit *out)
{
    const struct yaml *node = urdb_field(u->rate, field);
    const char *word = t->unit ? t->unit : node ? yaml_text(node) : NULL;
    if (!word) word = "kW";
    for (size_t i = 0; i < sizeof demand_units / sizeof *demand_units; i++)
        if (!strcasecmp(word, demand_units[i].word)) {
            *out = demand_units[i];
            if (!(out->kw > 0)) out->kw = kw_per_hp;
            return true;
        }
    diag_error(u->im->diags, DIAG_INPUT, t->unit || !node ? t->place : node->place,
               "there are: kW, kVA, hp, and each with daily", "%s: unknown unit '%s'", field, word);
    return false;
}

/* How a demand is held up by that of earlier months. */
struct ratchet {
    double share[URDB_MONTHS]; /* by the month that is billed; 0: none */
    int months;                /* looked back on; 0: not told */
    unsigned from;             /* months that count; 0: all */
    bool was_percent;
    struct place place;
};

/* Shares are decimals; what is greater than one was typed in percent. */
static bool check_shares(struct urdb *u, struct ratchet *r, const char *key)
{
    for (int m = 0; m < URDB_MONTHS; m++) {
        if (!(r->share[m] >= 0 && r->share[m] <= 100)) {
            diag_error(u->im->diags, DIAG_INPUT, r->place, "write 0.8 for 80 %",
                       "%s: a share of demand is from 0 to 1", key);
            return false;
        }
        if (r->share[m] <= 1) continue;
        r->share[m] /= 100;
        r->was_percent = true;
    }
    return true;
}

static bool read_shares(struct urdb *u, struct ratchet *r)
{
    static const char *const keys[] = {"lookbackpercent", "demandratchetpercentage"};
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
        const struct yaml *node = urdb_field(u->rate, keys[k]);
        double all;
        if (!node) continue;
        r->place = node->place;
        if (yaml_number(node, &all)) {
            for (int m = 0; m < URDB_MONTHS; m++) r->share[m] = all;
        } else if (!urdb_read_months(u, node, keys[k], r->share))
            return false;
        return check_shares(u, r, keys[k]);
    }
    return true;
}

static bool read_ratchet(struct urdb *u, struct ratchet *r)
{
    double range, flag[URDB_MONTHS];
    *r = (struct ratchet){.place = u->rate->place};
    if (!read_shares(u, r) || !urdb_read_number(u, "lookbackrange", &range)) return false;
    if (!isnan(range) && (!(range >= 0 && range <= 12) || range > floor(range))) {
        diag_error(u->im->diags, DIAG_INPUT, u->rate->place, NULL,
                   "lookbackrange: %g is no number of months", range);
        return false;
    }
    r->months = isnan(range) ? 0 : (int)range;
    const struct yaml *months = urdb_field(u->rate, "lookbackmonths");
    if (months && months->n) {
        if (!urdb_read_months(u, months, "lookbackmonths", flag)) return false;
        for (int m = 0; m < URDB_MONTHS; m++)
            if (flag[m] > 0) r->from |= 1u << m;
        if (r->from == URDB_YEAR) r->from = 0;
    }
    return true;
}

static bool set_ratchet(struct urdb *u, struct import_section *s, const struct ratchet *r,
                        double share)
{
    struct import *im = u->im;
    if (!(share > 0)) return true;
    const char *percent = import_number(im, 100 * share);
    bool ok = r->was_percent
                  ? import_estimate(im, s, "ratchet", r->place,
                                    "a share above 1 is taken as percent", "%s %%", percent)
                  : import_set(im, s, "ratchet", r->place, "%s %%", percent);
    if (r->from)
        ok = import_set(im, s, "ratchet_from", r->place, "%s", months_text(u, r->from)) && ok;
    if (r->months) return import_set(im, s, "ratchet_months", r->place, "%d", r->months) && ok;
    return import_estimate(im, s, "ratchet_months", r->place, "how far it looks back is not told",
                           "11") &&
           ok;
}

static bool set_demand_step(struct urdb *u, struct import_section *s, const char *key, double most,
                            const struct demand_unit *unit, struct place where)
{
    struct import *im = u->im;
    if (isnan(most)) return true;
    if (unit->is_apparent)
        return import_estimate(im, s, key, where, "kVA at a power factor of 0.95", "%s kW",
                               import_number(im, most * power_factor));
    return import_set(im, s, key, where, "%s kW", import_price(im, most * unit->kw));
}

struct demand { /* a charge on demand: flat, by time of use, or coincident */
    const char *what, *unit_field, *names;
    bool is_guess; /* the hour of the system's peak is not told */
    struct urdb_structure x;
    struct ratchet ratchet;
};

static bool demand_line(struct urdb *u, const struct demand *d, const char *tag, int p, int t,
                        const struct urdb_window *w, double share)
{
    const struct urdb_period *period = &d->x.period[p];
    const struct urdb_tier *tier = &period->tier[t];
    struct import *im = u->im;
    struct demand_unit unit;
    if (!find_unit(u, d->unit_field, tier, &unit)) return false;
    struct import_section *s =
        add_line(u, tag, "demand", label_of(u, d->what, d->names, p, t, period->n), tier->place);
    if (d->is_guess &&
        !import_estimate(im, s, "charge", tier->place,
                         "the hour of the system's peak is not told; the greatest demand of the "
                         "hours it may fall in",
                         "demand"))
        return false;
    if (!set_price(u, s, unit.key, tier->price / unit.kw, unit.per, tier->place) ||
        !set_window(u, s, w, tier->place) ||
        (t &&
         !set_demand_step(u, s, "above_demand", period->tier[t - 1].most, &unit, tier->place)) ||
        !set_demand_step(u, s, "up_to_demand", tier->most, &unit, tier->place))
        return false;
    if (unit.is_daily && !import_set(im, s, "per", tier->place, "day")) return false;
    return set_ratchet(u, s, &d->ratchet, share);
}

static bool is_free(const struct urdb_period *p)
{
    for (int t = 0; t < p->n; t++)
        if (!(fabs(p->tier[t].price) <= 0)) return false;
    return true;
}

/* Months of one share of the ratchet are one line.  A demand that costs nothing is none. */
static bool window_lines(struct urdb *u, const struct demand *d, int p, int w, int n_window,
                         const struct urdb_window *window)
{
    unsigned done = ~window->months;
    int part = 0;
    for (int m = 0; m < URDB_MONTHS; m++) {
        struct urdb_window own = {0, window->weekday, window->weekend};
        if (done >> m & 1) continue;
        for (int k = m; k < URDB_MONTHS; k++)
            if (window->months >> k & 1 &&
                !(fabs(d->ratchet.share[k] - d->ratchet.share[m]) > 1e-9))
                own.months |= 1u << k;
        done |= own.months;
        const char *what = own.months == window->months
                               ? d->what
                               : arena_format(u->im->arena, "%s-r%d", d->what, ++part);
        int n_tier = d->x.period[p].n;
        for (int t = 0; t < n_tier; t++)
            if (!demand_line(u, d, tag_of(u, what, p, w, n_window, t, n_tier), p, t, &own,
                             d->ratchet.share[m]))
                return false;
    }
    return true;
}

static bool scheduled_lines(struct urdb *u, struct demand *d, const char *structure,
                            const char *weekday, const char *weekend)
{
    struct urdb_schedule schedule;
    if (!urdb_read_structure(u, structure, &d->x)) return false;
    if (!d->x.n) return true;
    if (!urdb_read_schedule(u, weekday, weekend, d->x.n, &schedule)) return false;
    for (int p = 0; p < d->x.n; p++) {
        struct urdb_window window[URDB_MONTHS];
        int n = is_free(&d->x.period[p]) ? 0 : urdb_windows(&schedule, p, window);
        for (int w = 0; w < n; w++)
            if (!window_lines(u, d, p, w, n, &window[w])) return false;
    }
    return true;
}

static bool flat_lines(struct urdb *u, struct demand *d)
{
    const struct yaml *node = urdb_field(u->rate, "flatdemandmonths");
    double period[URDB_MONTHS] = {0};
    if (!urdb_read_structure(u, "flatdemandstructure", &d->x)) return false;
    if (!d->x.n) return true;
    if (node && !urdb_read_months(u, node, "flatdemandmonths", period)) return false;
    struct place where = node ? node->place : u->rate->place;
    if (!node && d->x.n > 1) {
        diag_error(u->im->diags, DIAG_INPUT, where, NULL,
                   "flatdemandstructure has several periods, but there is no flatdemandmonths");
        return false;
    }
    for (int m = 0; m < URDB_MONTHS; m++)
        if (!(period[m] >= 0 && period[m] < d->x.n) || period[m] > floor(period[m])) {
            diag_error(u->im->diags, DIAG_INPUT, where, "periods count from 0",
                       "flatdemandmonths: the structure has no period %g", period[m]);
            return false;
        }
    for (int p = 0; p < d->x.n; p++) {
        struct urdb_window w = {0, URDB_DAY, URDB_DAY};
        for (int m = 0; m < URDB_MONTHS; m++)
            if ((int)period[m] == p) w.months |= 1u << m;
        if (w.months && !is_free(&d->x.period[p]) && !window_lines(u, d, p, 0, 1, &w)) return false;
    }
    return true;
}

/* kvar at the month's greatest demand: kW times the tangent of the power factor's angle. */
static bool reactive_line(struct urdb *u)
{
    double price;
    const struct yaml *node = urdb_field(u->rate, "demandreactivepowercharge");
    if (!urdb_read_number(u, "demandreactivepowercharge", &price)) return false;
    if (isnan(price) || !(fabs(price) > 0)) return true;
    struct import_section *s =
        add_line(u, "reactive", "demand", "reactive power demand", node->place);
    import_note(u->im, s, "%s " CURRENCY " a kvar in the database", import_price(u->im, price));
    return import_estimate(
        u->im, s, "demand_price", node->place, "a price per kvar, at a power factor of 0.95",
        "%s " CURRENCY "/kW/month",
        import_price(u->im, price * sqrt(1 / (power_factor * power_factor) - 1)));
}

bool urdb_demand_lines(struct urdb *u)
{
    struct demand flat = {
        .what = "demand", .unit_field = "flatdemandunit", .names = "demandlabels"};
    struct demand tou = {
        .what = "peak", .unit_field = "demandrateunit", .names = "demandtoulabels"};
    struct demand coincident = {.what = "coincident",
                                .unit_field = "coincidentrateunit",
                                .names = "coincidentlabels",
                                .is_guess = true};
    struct ratchet ratchet;
    if (!read_ratchet(u, &ratchet)) return false;
    flat.ratchet = tou.ratchet = ratchet;
    return flat_lines(u, &flat) &&
           scheduled_lines(u, &tou, "demandratestructure", "demandweekdayschedule",
                           "demandweekendschedule") &&
           scheduled_lines(u, &coincident, "coincidentratestructure", "coincidentrateschedule",
                           "coincidentrateschedule") &&
           reactive_line(u);
}

/* ---- fixed charges and minima --------------------------------------------------- */

enum per { PER_MONTH, PER_DAY, PER_YEAR };
static const char *const per_words[] = {"month", "day", "year"};

static bool read_per(struct urdb *u, const char *key, enum per *out)
{
    static const char *const words[] = {"$/month", "$/day", "$/year"};
    const struct yaml *node = urdb_field(u->rate, key);
    const char *s = node ? yaml_text(node) : NULL;
    *out = PER_MONTH;
    if (!s) return true;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcasecmp(s, words[i])) {
            *out = (enum per)i;
            return true;
        }
    diag_error(u->im->diags, DIAG_INPUT, node->place, "there are: $/month, $/day, $/year",
               "%s: unknown unit '%s'", key, s);
    return false;
}

static bool fixed_line(struct urdb *u)
{
    enum per per;
    double price, more;
    const struct yaml *node = urdb_field(u->rate, "fixedchargefirstmeter");
    if (!urdb_read_number(u, "fixedchargefirstmeter", &price) ||
        !urdb_read_number(u, "fixedchargeeaaddl", &more) || !read_per(u, "fixedchargeunits", &per))
        return false;
    if (fabs(more) > 0)
        import_note(u->im, u->tariff, "each further meter costs %s " CURRENCY "; one is taken",
                    import_price(u->im, more));
    if (isnan(price) || !(fabs(price) > 0)) return true;
    struct import_section *s = add_line(u, "fixed", "fixed", "fixed charge", node->place);
    bool ok = set_price(u, s, "fixed_price", price, "", node->place);
    return (per == PER_MONTH || import_set(u->im, s, "per", node->place, "%s", per_words[per])) &&
           ok;
}

static bool minimum_line(struct urdb *u, const char *key, enum per per)
{
    double least;
    const struct yaml *node = urdb_field(u->rate, key);
    if (!urdb_read_number(u, key, &least)) return false;
    if (isnan(least) || !(least > 0)) return true;
    bool is_year = per == PER_YEAR;
    struct import_section *s =
        add_line(u, is_year ? "minimum-year" : "minimum", "minimum",
                 is_year ? "to the least charge of a year" : "to the least charge", node->place);
    bool ok = per == PER_MONTH || import_set(u->im, s, "per", node->place, "%s", per_words[per]);
    return set_price(u, s, "minimum", least, "", node->place) && ok;
}

bool urdb_fixed_lines(struct urdb *u)
{
    enum per per;
    return fixed_line(u) && read_per(u, "minchargeunits", &per) &&
           minimum_line(u, "mincharge", per) && minimum_line(u, "annualmincharge", PER_YEAR);
}
