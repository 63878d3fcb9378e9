#include "plan/tco_answer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "model/offer.h"
#include "plan/tco_source.h"

const char *const tco_verdict_words[] = {"own", "rent", "too close to call", "not known", NULL};

static double number(const struct tco_answer *t, const char *key)
{
    return grid_number(t->tco->grid, key, GRID_CONSTANT);
}

/* ---- options ------------------------------------------------------------------------ */

static const double *series(const struct tco_answer *t, const char *row, const char *x,
                            struct arena *a)
{
    double *v = ARENA_ARRAY(a, double, (size_t)t->n + 1);
    const char *key = arena_format(a, "%s_%s", row, x);
    for (int y = 0; y <= t->n; y++) v[y] = grid_number(t->tco->grid, key, y);
    return v;
}

static void find_options(struct tco_answer *t, struct arena *a)
{
    for (int i = 0; i < N_TCO_OPTION; i++) {
        const char *x = tco_option_words[i];
        struct tco_option_result *o = &t->option[i];
        const char *npv = arena_format(a, "npv_%s", x);
        o->is_given = grid_has(t->tco->grid, npv);
        o->npv = number(t, npv);
        o->cost_gpu_hour = number(t, arena_format(a, "cost_gpu_hour_%s", x));
        o->cost_kwh_it = number(t, arena_format(a, "cost_kwh_it_%s", x));
        if (!o->is_given) continue;
        o->flow = series(t, "flow", x, a);
        o->cumulative = series(t, "cumulative", x, a);
        o->present = series(t, "pv", x, a);
    }
}

static void find_offers(struct tco_answer *t, struct arena *a)
{
    const struct site *s = t->result->site;
    const struct ref_list *list = &s->finance->cloud;
    t->offer = ARENA_ARRAY(a, struct tco_offer, (size_t)list->n + 1);
    for (int k = 0; k < list->n; k++) {
        const struct cloud *c = site_cloud(s, list->ref[k].index);
        t->offer[k] = (struct tco_offer){
            .name = s->of[KIND_CLOUD].name[list->ref[k].index],
            .provider = c->provider,
            .source = c->part.source,
            .date = c->part.date,
            .npv = number(t, arena_format(a, "npv_rent_%d", k + 1)),
            .cost_gpu_hour = number(t, arena_format(a, "cost_gpu_hour_rent_%d", k + 1)),
            .cost_kwh_it = number(t, arena_format(a, "cost_kwh_it_rent_%d", k + 1)),
            .is_left_out = !offer_counts(s, list->ref[k].index, a)};
    }
    t->n_offer = list->n;
    double choice = number(t, "rent_choice");
    t->cheapest = choice >= 1 ? (int)choice - 1 : -1;
}

/* ---- what is in --------------------------------------------------------------------- */

static void find_contents(struct tco_answer *t, struct arena *a)
{
    const struct grid *g = t->tco->grid;
    struct builder out = builder_new(a);
    int n = 0;
    while (grid_table_text(g, "contents", "what", n)) n++;
    t->content = ARENA_ARRAY(a, struct tco_line, (size_t)n + 1);
    t->n_content = n;
    for (int i = 0; i < n; i++) {
        struct tco_line *x = &t->content[i];
        *x = (struct tco_line){
            grid_table_text(g, "contents", "what", i), grid_table_text(g, "contents", "own", i),
            grid_table_text(g, "contents", "colo", i), grid_table_text(g, "contents", "rent", i)};
        if (!strcmp(x->own, "not counted"))
            builder_format(&out, "%s%s", out.n ? ", " : "", x->what);
    }
    t->left_out = out.n ? out.s : NULL;
}

/* ---- how far it may be off ----------------------------------------------------------- */

/* Of what is saved; where nothing is compared, of what owning costs. */
static double greatest(const struct tco_swing *s)
{
    const double *pair = isnan(s->saving[0]) ? s->npv_own : s->saving;
    return isnan(pair[0]) ? 0 : fabs(pair[1] - pair[0]);
}

static int by_swing(const void *x, const void *y)
{
    double a = greatest(x), b = greatest(y);
    if (a > b || a < b) return a > b ? -1 : 1;
    return strcmp(((const struct tco_swing *)x)->key, ((const struct tco_swing *)y)->key);
}

static bool has_spread(const struct grid_row *row)
{
    return row->given && isfinite(row->given->low) && isfinite(row->given->high) &&
           row->given->low < row->given->high;
}

/* Inputs of the K-th offer are named cloud_..._K. */
static int offer_of(const char *key)
{
    static const char start[] = "cloud_";
    if (strncmp(key, start, sizeof start - 1) != 0) return 0;
    double k = 0;
    return text_number(text_of(strrchr(key, '_') + 1), &k) ? (int)k : 0;
}

static bool find_swings(struct tco_answer *t, struct grid *g, struct arena *a, struct diags *ds)
{
    static const char *const asked[] = {"saving", "breakeven_utilisation", "npv_own"};
    int n = 0, i = 0;
    for (int at = 0; grid_next_input(g, &at);) n++;
    t->swing = ARENA_ARRAY(a, struct tco_swing, (size_t)n + 1);
    for (const struct grid_row *row; (row = grid_next_input(g, &i));) {
        if (!has_spread(row)) continue;
        struct tco_swing *s = &t->swing[t->n_swing++];
        *s = (struct tco_swing){.key = row->key,
                                .label = row->given->path ? row->given->path : row->label,
                                .offer = offer_of(row->key),
                                .unit = row->unit,
                                .value = row->number,
                                .low = row->given->low,
                                .high = row->given->high};
        const double to[2] = {s->low, s->high};
        for (int k = 0; k < 2; k++) {
            double got[3];
            if (!grid_what_if(g, row->key, to[k], asked, 3, got, ds)) return false;
            s->saving[k] = got[0];
            s->breakeven[k] = got[1];
            s->npv_own[k] = got[2];
        }
    }
    qsort(t->swing, (size_t)t->n_swing, sizeof *t->swing, by_swing);
    return true;
}

/* Squares of what the inputs of an offer do, those of no offer being of offer 0.  at: of the
   pair in struct tco_swing. */
static struct tco_range squares(const struct tco_answer *t, double value, size_t at, int offer)
{
    struct tco_range sum = {.value = value};
    for (int i = 0; i < t->n_swing; i++) {
        const double *pair = (const double *)(const void *)((const char *)&t->swing[i] + at);
        if (t->swing[i].offer != offer) continue;
        double least = fmin(fmin(pair[0], pair[1]) - value, 0);
        double most = fmax(fmax(pair[0], pair[1]) - value, 0);
        sum.low += least * least;
        sum.high += most * most;
    }
    return sum;
}

/* One offer is taken, the cheapest: of the offers the one that does most counts. */
static struct tco_range range_of(const struct tco_answer *t, double value, size_t at)
{
    struct tco_range all = squares(t, value, at, 0), most = {0};
    for (int k = 1; k <= t->n_offer; k++) {
        struct tco_range one = squares(t, value, at, k);
        most.low = fmax(most.low, one.low);
        most.high = fmax(most.high, one.high);
    }
    return (struct tco_range){value, value - sqrt(all.low + most.low),
                              value + sqrt(all.high + most.high)};
}

/* ---- the answer in words --------------------------------------------------------------- */

static const char *money(const struct tco_answer *t, double x, struct arena *a)
{
    char text[TEXT_NUMBER_CAP];
    return arena_format(a, "%s %s", text_fixed(text, fabs(x), 0, true), t->result->currency);
}

static const char *years_words(const struct tco_answer *t, struct arena *a)
{
    return arena_format(a, t->n == 1 ? "%d year" : "%d years", t->n);
}

static const char *percent(double x, struct arena *a)
{
    char text[TEXT_NUMBER_CAP];
    return arena_format(a, "%s %%", text_fixed(text, 100 * x, fabs(x) < 0.1 ? 1 : 0, false));
}

static enum tco_verdict verdict_of(const struct tco_answer *t)
{
    const struct tco_range *s = &t->saving;
    if (isnan(s->value)) return TCO_UNKNOWN;
    if (s->low <= 0 && s->high >= 0) return TCO_CLOSE;
    return s->value > 0 ? TCO_OWN : TCO_RENT;
}

/* What is not in the cost of owning, after the sum. */
static const char *open_words(const struct tco_answer *t, struct arena *a)
{
    if (!t->n_open && !(t->sunk > 0)) return "";
    return arena_format(a, " (%s%s%s%s)", t->n_open ? "no price: " : "", t->n_open ? t->open : "",
                        t->n_open && t->sunk > 0 ? "; " : "",
                        t->sunk > 0 ? arena_format(a, "sunk and left out: %s", money(t, t->sunk, a))
                                    : "");
}

static const char *breakeven_words(const struct tco_answer *t, struct arena *a)
{
    const struct tco_range *b = &t->breakeven;
    const struct tco_lines *by = &t->by_use;
    if (!(t->utilisation > 0)) return "nothing is used";
    if (isnan(t->rent_price)) return "no offer by the hour has a price to compare by use";
    if (by->own[0] > by->rent[0] && by->own[1] > by->rent[1])
        return "renting by the hour costs less at any use";
    if (by->own[0] <= by->rent[0] && by->own[1] <= by->rent[1])
        return "renting by the hour costs more at any use";
    if (isnan(b->value)) return "no use from which on owning costs less than renting by the hour";
    return arena_format(
        a, "renting by the hour costs the same at %s%s%s", percent(b->value, a),
        t->n_open ? " or more" : "",
        t->n_swing ? arena_format(a, " (%s to %s)", percent(b->low, a), percent(b->high, a)) : "");
}

/* What owning cannot be counted without. */
static const char *unpriced_words(const struct tco_answer *t, struct arena *a)
{
    const struct site *s = t->result->site;
    for (int i = 0; i < s->of[KIND_SERVER].n; i++)
        if (site_server(s, i)->accelerators > 0 &&
            isnan(site_price(s, site_part(s, KIND_SERVER, i))) &&
            isnan(grid_number(t->tco->grid, "capex_own", 0)))
            return arena_format(a,
                                "not known: owning has no price in full without that of server.%s "
                                "(0 is the price of what stands there already)",
                                s->of[KIND_SERVER].object[i]->name);
    return "not known: owning has no price in full without that of electricity";
}

static bool has_left_out(const struct tco_answer *t)
{
    for (int k = 0; k < t->n_offer; k++)
        if (t->offer[k].is_left_out && !isnan(t->offer[k].npv)) return true;
    return false;
}

static const char *unknown_words(const struct tco_answer *t, struct arena *a)
{
    const char *why = !t->n_offer       ? "no offer to rent is named"
                      : has_left_out(t) ? "no offer to rent can be compared"
                                        : "no offer to rent has a price";
    if (isnan(t->option[OPTION_OWN].npv)) return unpriced_words(t, a);
    if (t->n_offer && !(t->tco->use.accelerators[t->n] > 0))
        why = "nothing to rent: the site has no accelerators";
    else if (t->n_offer && !(t->utilisation > 0))
        why = "nothing to rent: the accelerators are not used";
    return arena_format(a, "%s; owning costs %s%s over %s, present value%s", why,
                        t->n_open ? "at least " : "", money(t, t->option[OPTION_OWN].npv, a),
                        years_words(t, a), open_words(t, a));
}

static const char *headline_of(const struct tco_answer *t, struct arena *a)
{
    const char *at = percent(t->utilisation, a), *rest = t->meeting;
    const char *by = money(t, t->saving.value, a);
    const char *than = t->cheapest >= 0 ? t->offer[t->cheapest].name : "renting";
    const char *most = t->n_open ? "at most " : "", *least = t->n_open ? "at least " : "";
    const char *open = open_words(t, a), *years = years_words(t, a);
    bool costs = t->saving.value < 0;
    switch (t->verdict) {
    case TCO_OWN:
        return arena_format(a, "own is cheaper at %s use, by %s%s over %s against %s%s; %s", at,
                            most, by, years, than, open, rest);
    case TCO_RENT:
        return arena_format(a, "renting is cheaper at %s use, by %s%s over %s with %s%s; %s", at,
                            least, by, years, than, open, rest);
    case TCO_CLOSE:
        return arena_format(a,
                            "too close to call at %s use: owning %s %s%s%s over %s %s %s%s, within "
                            "the uncertainty of the prices; %s",
                            at, costs ? "costs" : "saves", costs ? least : most, by,
                            costs ? " more" : "", years, costs ? "than" : "against", than, open,
                            rest);
    default: return unknown_words(t, a);
    }
}

static void find_open(struct tco_answer *t, struct arena *a)
{
    enum { NAMED = 2 };
    struct builder b = builder_new(a);
    double n = number(t, "n_open");
    t->n_open = isnan(n) ? 0 : (int)n;
    for (int i = 1; i <= t->n_open && i <= NAMED; i++)
        builder_format(&b, "%s%s", i > 1 ? ", " : "",
                       grid_label(t->tco->grid, arena_format(a, "open_%d", i)));
    if (t->n_open > NAMED) builder_format(&b, " and %d more", t->n_open - NAMED);
    t->open = t->n_open ? b.s : NULL;
}

static void find_numbers(struct tco_answer *t)
{
    t->utilisation = number(t, "utilisation");
    t->hybrid_share = number(t, "hybrid_share");
    t->hybrid_above = number(t, "hybrid_above");
    t->irr = number(t, "irr_own");
    t->payback = number(t, "payback_own");
    t->breakeven_month = number(t, "breakeven_month");
    t->breakeven_price = number(t, "breakeven_price");
    t->breakeven_electricity = number(t, "breakeven_electricity");
    t->rent_price = number(t, "rent_price_now");
    t->sunk = grid_number(t->tco->grid, "sunk", GRID_TOTAL);
    t->saving_year = number(t, "saving_year");
    t->by_use = (struct tco_lines){{number(t, "own_year_idle"), number(t, "own_year_full")},
                                   {number(t, "rent_year_idle"), number(t, "rent_year_full")}};
}

bool tco_answer_find(const struct result *r, struct tco_answer *out, struct arena *a,
                     struct diags *ds)
{
    struct tco *tco = ARENA_ARRAY(a, struct tco, 1);
    *out = (struct tco_answer){.result = r, .tco = tco};
    if (!tco_make(r, tco, a, ds)) return false;
    out->n = tco->use.n;
    find_options(out, a);
    find_offers(out, a);
    find_numbers(out);
    find_contents(out, a);
    if (!find_swings(out, tco->grid, a, ds)) return false;
    out->saving = range_of(out, number(out, "saving"), offsetof(struct tco_swing, saving));
    out->breakeven =
        range_of(out, number(out, "breakeven_utilisation"), offsetof(struct tco_swing, breakeven));
    out->npv_own = range_of(out, number(out, "npv_own"), offsetof(struct tco_swing, npv_own));
    tco_source_find(out, a);
    find_open(out, a);
    out->verdict = verdict_of(out);
    out->meeting = breakeven_words(out, a);
    out->headline = headline_of(out, a);
    return true;
}
