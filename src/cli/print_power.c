#include "cli/print_power.h"

#include <math.h>

#include "plan/power_budget.h"

/* Columns of the tables, in characters. */
enum { ELEMENT = 34, NUMBER = 10, LABEL = 34 };

static const char *number(struct builder *b, double x, int decimals, const char *unit)
{
    char text[TEXT_NUMBER_CAP];
    if (!isfinite(x)) return "-";
    return arena_format(b->arena, "%s%s", text_fixed(text, x, decimals, true), unit);
}

/* Three digits at least. */
static const char *kilo_of(struct builder *b, double x, const char *unit)
{
    return number(b, x / 1000, fabs(x) < 10e3 ? 2 : 1, unit);
}

static const char *kilo(struct builder *b, double x)
{
    return kilo_of(b, x, "");
}

static const char *percent(struct builder *b, double x)
{
    return number(b, 100 * x, 1, " %");
}

static const char *name(struct builder *b, const char *element, int alike)
{
    return alike ? arena_format(b->arena, "%s (%d alike)", element, alike + 1) : element;
}

/* Cells of one line: the first to the left, the others to the right; empty ones are left
   out. */
static void line(struct builder *b, int first, const char *const *cell, int n)
{
    builder_format(b, "%-*s", first, cell[0]);
    for (int i = 1; i < n; i++)
        if (*cell[i]) builder_format(b, " %*s", NUMBER, cell[i]);
    builder_text(b, "\n");
}
#define LINE(b, first, ...)                                                                        \
    line(b, first, (const char *const[]){__VA_ARGS__},                                             \
         (int)(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *)))

/* ---- elements --------------------------------------------------------------- */

static const char *rating(struct builder *b, const struct power_row *r)
{
    if (!isnan(r->rated_w)) return kilo_of(b, r->rated_w, " kW");
    if (!isnan(r->rated_va)) return kilo_of(b, r->rated_va, " kVA");
    return isnan(r->rated_a) ? "no limit" : number(b, r->rated_a, 0, " A");
}

static const char *indented(struct builder *b, const struct power_row *r)
{
    return arena_format(b->arena, "%*s%s", 2 * r->depth, "", name(b, r->element, r->alike));
}

static void print_row(struct builder *b, const struct power_row *r)
{
    LINE(b, ELEMENT, indented(b, r), kilo(b, r->nameplate_w), kilo(b, r->budget_w),
         kilo(b, r->peak_w), number(b, r->loss_w / 1000, 2, ""),
         number(b, 100 * r->budget_efficiency, 2, " %"),
         number(b, 100 * r->peak_efficiency, 2, " %"), kilo(b, r->va),
         number(b, r->power_factor, 3, ""), number(b, r->current_a, 1, ""),
         number(b, r->rated_a, 0, ""), rating(b, r), kilo(b, r->usable_w), kilo(b, r->free_w),
         isnan(r->used_frac) ? "no limit" : percent(b, r->used_frac), r->other ? r->other : "");
}

static void print_rows(struct builder *b, const struct power_budget *p)
{
    builder_text(b, "\nOutput of each element, kW.  Nameplate: data-sheet maxima of all it feeds; "
                    "budget: greatest hour\nby the site's workload; peak: every server at its "
                    "maximum, with diversity; losses below included.\n\n");
    LINE(b, ELEMENT, "Element", "nameplate", "budget", "peak", "own loss", "eff budget", "eff peak",
         "peak kVA", "pf", "line A", "rated A", "rating", "usable kW", "free kW", "used");
    for (int i = 0; i < p->n; i++) print_row(b, &p->row[i]);
}

/* Where lines carry unequal loads. */
static bool is_uneven(const struct power_row *r)
{
    return r->unbalance_frac > 5e-4 && r->current_a > 0;
}

static void print_lines(struct builder *b, const struct power_budget *p)
{
    int n = 0;
    for (int i = 0; i < p->n; i++) {
        const struct power_row *r = &p->row[i];
        if (!is_uneven(r)) continue;
        if (n++ == 0) {
            builder_text(b, "\n");
            LINE(b, ELEMENT, "Lines at the peak, A", "L1", "L2", "L3", "neutral", "unbalance");
        }
        LINE(b, ELEMENT, indented(b, r), number(b, r->line_a[0], 1, ""),
             number(b, r->line_a[1], 1, ""), number(b, r->line_a[2], 1, ""),
             number(b, r->neutral_a, 1, ""), percent(b, r->unbalance_frac));
    }
}

/* ---- where power goes ---------------------------------------------------------- */

static void print_part(struct builder *b, const struct power_balance *x, const struct power_line *l)
{
    const char *label =
        l->depth < 0 ? l->label : arena_format(b->arena, "%s (%d)", l->label, l->elements);
    LINE(b, LABEL, label, number(b, l->budget_w / 1000, 2, ""), number(b, l->peak_w / 1000, 2, ""),
         percent(b, l->peak_w / x->all.peak_w), number(b, l->energy_kwh, 0, ""));
}

static void print_balance(struct builder *b, const struct result *r)
{
    const struct power_balance *x = &r->power->balance;
    char budget[TEXT_NUMBER_CAP], peak[TEXT_NUMBER_CAP];
    const struct calendar *c = &r->weather->calendar;
    builder_format(b,
                   "\nAll of the site in its greatest hour: budget %s, peak %s; levels count from "
                   "the sources\n\n",
                   calendar_label(c, x->budget_hour, budget),
                   calendar_label(c, x->peak_hour, peak));
    LINE(b, LABEL, "Where it goes", "budget kW", "peak kW", "of peak", "kWh a year");
    for (int i = 0; i < x->n; i++) print_part(b, x, &x->line[i]);
    print_part(b, x, &x->all);
    const struct power_line *rest = &x->residual;
    builder_format(b, "%-*s %*.1e %*.1e %*s %*.1e\n", LABEL, rest->label, NUMBER, rest->budget_w,
                   NUMBER, rest->peak_w, NUMBER, "", NUMBER, rest->energy_kwh);
}

/* ---- sizes -------------------------------------------------------------------- */

static const char *limit(struct builder *b, const struct utility_size *x)
{
    if (!isnan(x->limit_w)) return number(b, x->limit_w / 1000, 0, " kW");
    return isnan(x->limit_va) ? "no limit" : number(b, x->limit_va / 1000, 0, " kVA");
}

static void print_utilities(struct builder *b, const struct power_budget *p)
{
    builder_text(b, "\n");
    LINE(b, ELEMENT, "Utility", "peak kW", "peak kVA", "pf", "limit", "used", "standard");
    for (int i = 0; i < p->n_utility; i++) {
        const struct utility_size *x = &p->utility[i];
        LINE(b, ELEMENT, x->element, kilo(b, x->peak_w), kilo(b, x->peak_va),
             number(b, x->power_factor, 3, ""), limit(b, x),
             isnan(x->used_frac) ? "no limit" : percent(b, x->used_frac),
             number(b, x->standard_va / 1000, 0, " kVA"));
    }
}

static const char *when_lost(struct builder *b, const struct transformer_size *x)
{
    if (x->dropped_w > 0)
        return arena_format(b->arena, "  lost: servers of %s kW drop", kilo(b, x->dropped_w));
    if (x->standby_w > 0)
        return arena_format(b->arena, "  lost: generators carry %s kW", kilo(b, x->standby_w));
    return "";
}

static void print_transformers(struct builder *b, const struct power_budget *p)
{
    if (!p->n_transformer) return;
    builder_format(b, "\n%-*s %*s %*s %*s %*s %*s %*s %*s\n", ELEMENT, "Transformers, kVA", NUMBER,
                   "units", NUMBER, "rating", NUMBER, "peak", NUMBER, "used", NUMBER, "one lost",
                   NUMBER, "used then", NUMBER, "standard");
    for (int i = 0; i < p->n_transformer; i++) {
        const struct transformer_size *x = &p->transformer[i];
        bool has_worst = x->worst.lost != NULL;
        builder_format(b, "%-*s %*d %*s %*s %*s %*s %*s %*s%s\n", ELEMENT,
                       name(b, x->element, x->alike), NUMBER, x->units, NUMBER,
                       kilo(b, x->rated_va), NUMBER, kilo(b, x->peak_va), NUMBER,
                       percent(b, x->used_frac), NUMBER, has_worst ? kilo(b, x->worst.va) : "-",
                       NUMBER, has_worst ? percent(b, x->worst_frac) : "-", NUMBER,
                       number(b, x->standard_va / 1000, 0, " kVA"), when_lost(b, x));
    }
}

static const char *count(struct builder *b, int sets)
{
    return sets < 0 ? "none" : number(b, sets, 0, "");
}

static void print_sets(struct builder *b, const struct generator_size *x)
{
    builder_format(b, "  %-32s %s kW each, %s left at this site; %d installed, %d to carry\n",
                   "sets", kilo(b, x->rated_w), percent(b, x->derate_frac), x->installed,
                   x->chosen);
    builder_format(b, "  %-32s %s of them\n", "load", percent(b, x->load_frac));
    builder_format(b, "  %-32s %s of %s\n", "start step, of their rating", percent(b, x->step_frac),
                   percent(b, x->step_limit_frac));
    builder_format(b, "  %-32s %s of %s\n", "voltage dip", percent(b, x->dip_frac),
                   percent(b, x->dip_limit_frac));
    builder_format(b, "  %-32s %s by power, %s by step, %s by dip: %s, N+1 %s\n", "sets needed",
                   count(b, x->by_power), count(b, x->by_step),
                   isnan(x->dip_frac) ? "-" : count(b, x->by_dip), count(b, x->needed),
                   x->needed < 0 ? "none" : count(b, x->needed + 1));
    builder_format(b, "  %-32s %s L, tank %s L, which lasts %s h\n", "fuel for 24 h",
                   number(b, 1000 * x->fuel_day_m3, 0, ""), number(b, 1000 * x->tank_m3, 0, ""),
                   number(b, x->tank_s / 3600, 1, ""));
}

static void print_generator(struct builder *b, const struct generator_size *x)
{
    if (x->element)
        builder_format(b, "\n%s, %s\n", name(b, x->element, x->alike), x->state);
    else
        builder_text(b,
                     "\nNo generator; one for all of the site would carry, before any derating\n");
    builder_format(b, "  %-32s %s kW\n", "running load", kilo(b, x->running_w));
    if (x->recharge_w > 0 || !x->lacks_battery)
        builder_format(b, "  %-32s %s kW\n", "battery recharge", kilo(b, x->recharge_w));
    if (x->lacks_battery) builder_format(b, "  %-32s no data\n", "recharge of UPS without battery");
    builder_format(b, "  %-32s %s%s kW\n", "together", x->lacks_battery ? "at least " : "",
                   kilo(b, x->required_w));
    builder_format(b, "  %-32s %s kVA, %s kW\n", "greatest start step", kilo(b, x->step_va),
                   kilo(b, x->step_w));
    if (x->element) print_sets(b, x);
}

static const char *worst_kw(struct builder *b, const struct ups_size *x)
{
    return x->worst.lost ? kilo(b, x->worst.w) : "-";
}

static void print_ups(struct builder *b, const struct power_budget *p)
{
    if (!p->n_ups) return;
    builder_text(b, "\n");
    LINE(b, ELEMENT, "UPS, modules", "module kW", "peak kW", "one lost", "needed", "and spare",
         "installed");
    for (int i = 0; i < p->n_ups; i++) {
        const struct ups_size *x = &p->ups[i];
        LINE(b, ELEMENT, name(b, x->element, x->alike), kilo(b, x->module_w), kilo(b, x->peak_w),
             worst_kw(b, x), count(b, x->needed), count(b, x->spare), count(b, x->installed));
    }
}

static void print_batteries(struct builder *b, const struct power_budget *p)
{
    if (!p->n_ups) return;
    builder_text(b, "\n");
    LINE(b, ELEMENT, "Battery of", "kWh", "needed kWh", "min", "one lost", "needed min");
    for (int i = 0; i < p->n_ups; i++) {
        const struct ups_size *x = &p->ups[i];
        const char *id = name(b, x->element, x->alike);
        if (x->has_battery)
            LINE(b, ELEMENT, id, number(b, x->energy_j / 3.6e6, 1, ""),
                 number(b, x->needed_energy_j / 3.6e6, 1, ""), number(b, x->runtime_s / 60, 1, ""),
                 x->worst.lost ? number(b, x->worst_runtime_s / 60, 1, "") : "-",
                 number(b, x->needed_s / 60, 1, ""));
        else
            LINE(b, ELEMENT, id, "no data");
    }
}

void print_power(struct builder *b, const struct result *r, bool color)
{
    const struct power_budget *p = r->power;
    print_verdict(b, r, color);
    print_rows(b, p);
    print_lines(b, p);
    print_balance(b, r);
    print_utilities(b, p);
    print_transformers(b, p);
    for (int i = 0; i < p->n_generator; i++) print_generator(b, &p->generator[i]);
    print_ups(b, p);
    print_batteries(b, p);
}
