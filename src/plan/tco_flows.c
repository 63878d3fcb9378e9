/* Sheet TCO: money of every year by option, discounted.

   net_X holds what a year pays, at the point of the year that the convention names; end_X
   what is got for what is replaced or left at a year's end; flow_X is their sum.  With the
   nominal rate d, the point w = max(0, y - shift) of year y and D_y the nominal money over that
   of the flows (1, of real flows the inflation since the date):

     npv_X = sum of D_y (net_X (1 + d)^-w + end_X (1 + d)^-y)

   A tax rate t saves t of running costs and depreciation, and takes t of what is got for
   equipment above what the books hold of it.

   Hybrid: a share s of the accelerators is owned and works first; the part above(s) of the
   hours is rented.  Capital and running costs follow s; energy lies on a line between idle
   and busy, so it is s idle + (1 - idle) (1 - above) of that of owning all. */

#include "plan/tco.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "plan/tco_asset.h"

static const char *const timing_words[] = {"at the year's end", "in the year's middle",
                                           "at the year's start"};
static const double timing_shift[] = {0, 0.5, 1};

static void text(struct tco_writer *w, const char *label, const char *words)
{
    grid_row(w->book.grid, w->sheet->tco,
             &(struct grid_row){.kind = GRID_TEXT, .label = label, .text = words});
}

/* An amount in the site's currency. */
static void amount(struct tco_writer *w, const char *key, const char *label, const char *expr)
{
    grid_row(w->book.grid, w->sheet->tco,
             &(struct grid_row){.key = key,
                                .label = label,
                                .unit = w->book.site->currency,
                                .expr = expr,
                                .missing = "no price",
                                .is_strong = true});
}

static void price(struct tco_writer *w, const char *key, const char *label, const char *per,
                  const char *expr)
{
    grid_row(w->book.grid, w->sheet->tco,
             &(struct grid_row){
                 .key = key,
                 .label = label,
                 .unit = arena_format(w->book.arena, "%s/%s", w->book.site->currency, per),
                 .expr = expr,
                 .decimals = 4,
                 .missing = "no price"});
}

/* Money of every year whose sum says nothing. */
static void running(struct tco_writer *w, const char *key, const char *label, const char *expr)
{
    grid_row(w->book.grid, w->sheet->tco,
             &(struct grid_row){.key = key,
                                .label = label,
                                .unit = w->book.site->currency,
                                .expr = expr,
                                .is_series = true,
                                .missing = "no price"});
}

/* "capex_own" where the book has that row, else "0". */
static const char *or_zero(struct tco_writer *w, const char *row, const char *option)
{
    const char *key = arena_format(w->book.arena, "%s_%s", row, option);
    return grid_has(w->book.grid, key) ? key : "0";
}

/* ---- discounting ---------------------------------------------------------------- */

static void points(struct tco_writer *w)
{
    int at = w->sheet->tco;
    tco_years(w, at, "when", "Years from the site's date to the flows", "years",
              "max(0, year_number - timing_shift)", 1, NULL);
    tco_years(w, at, "discount_factor", "Discount factor of the year's flows", "",
              "deflator*(1 + discount_nominal)^(-when)", 6, NULL);
    tco_years(w, at, "end_factor", "Discount factor of the year's end", "",
              "(1 + discount)^(-year_number)", 6, NULL);
    tco_years(w, at, "is_first", "First year of operation", "1/0", "if(year_number = 1, 1, 0)", 0,
              NULL);
}

static void discounting(struct tco_writer *w)
{
    const struct finance *f = w->use->finance;
    money_number(&w->book, "timing_shift", "Flows come before the year's end by", "years",
                 timing_shift[f->timing], 1, "finance.timing: end 0, middle 0.5, start 1");
    tco_heading(w, w->sheet->tco, "How years are discounted");
    text(w, "Convention",
         arena_format(w->book.arena,
                      "what is built is paid at year 0; flows of a year %s; what is left, at the "
                      "end of the last year; %s money",
                      timing_words[f->timing], f->terms == TERMS_REAL ? "real" : "nominal"));
    points(w);
    tco_value(w, w->sheet->tco, "pv_gpu_hours", "GPU-hours, discounted", "GPU h",
              "sumproduct(gpu_hours, discount_factor)", 0, NULL);
    tco_value(w, w->sheet->tco, "pv_it_kwh", "IT energy, discounted", "kWh",
              "sumproduct(it_kwh, discount_factor)", 0, NULL);
}

/* ---- an option ------------------------------------------------------------------- */

/* The rows that follow from net_X and end_X. */
static void option_rows(struct tco_writer *w, const char *x, const char *label)
{
    struct arena *a = w->book.arena;
    tco_sum(w, w->sheet->tco, arena_format(a, "flow_%s", x),
            arena_format(a, "%s: cash flow", label), arena_format(a, "net_%s + end_%s", x, x),
            NULL);
    running(w, arena_format(a, "cumulative_%s", x), arena_format(a, "%s: cumulative", label),
            arena_format(a, "sum_to(flow_%s)", x));
    tco_money(w, w->sheet->tco, arena_format(a, "pv_%s", x),
              arena_format(a, "%s: present value", label),
              arena_format(a, "net_%s*discount_factor + end_%s*end_factor", x, x), NULL);
    amount(w, arena_format(a, "npv_%s", x), arena_format(a, "%s: net present value", label),
           arena_format(a, "sum(pv_%s)", x));
    price(w, arena_format(a, "cost_gpu_hour_%s", x), arena_format(a, "%s: a GPU-hour", label),
          "GPUh", arena_format(a, "-npv_%s/pv_gpu_hours", x));
    price(w, arena_format(a, "cost_kwh_it_%s", x), arena_format(a, "%s: a kWh of IT", label), "kWh",
          arena_format(a, "-npv_%s/pv_it_kwh", x));
}

/* What is sold and left, less the tax on what that brings above the books. */
static const char *left_at_end(struct tco_writer *w, const char *x)
{
    const char *residual = or_zero(w, "residual", x), *gain = or_zero(w, "gain", x);
    return arena_format(w->book.arena, "%s - tax_rate*%s", residual, gain);
}

/* What is in no sum, as no price and no line of cost tells it. */
static void tell_open(struct tco_writer *w)
{
    struct builder b = builder_new(w->book.arena);
    int n = 0;
    for (int i = 0; w->assets && i < w->assets->n_unpriced; i++)
        if (w->assets->unpriced[i].is_open)
            builder_format(&b, "%s%s", n++ ? ", " : "", w->assets->unpriced[i].name);
    if (n) text(w, "Costs at least so much: without", b.s);
}

/* Owning and colocation: what is built, what runs, what tax saves, what is left. */
static void built_option(struct tco_writer *w, const char *x, const char *label)
{
    struct arena *a = w->book.arena;
    int at = w->sheet->tco;
    const char *capex = or_zero(w, "capex", x), *opex = or_zero(w, "opex", x);
    tco_heading(w, at, label);
    tell_open(w);
    tco_money(w, at, arena_format(a, "shield_%s", x), arena_format(a, "%s: tax saved", label),
              arena_format(a, "tax_rate*(%s + %s)", opex, or_zero(w, "depreciation", x)), NULL);
    tco_money(w, at, arena_format(a, "net_%s", x), arena_format(a, "%s: paid", label),
              arena_format(a, "shield_%s - %s - %s", x, capex, opex), NULL);
    tco_money(w, at, arena_format(a, "end_%s", x),
              arena_format(a, "%s: sold and left at the end, after tax", label), left_at_end(w, x),
              NULL);
    option_rows(w, x, label);
}

/* Renting: nothing is built and nothing is left. */
static void rented_option(struct tco_writer *w, const char *x, const char *label)
{
    struct arena *a = w->book.arena;
    int at = w->sheet->tco;
    const char *bill = !strcmp(x, "rent") ? "rent_cheapest" : x;
    tco_heading(w, at, label);
    tco_money(w, at, arena_format(a, "net_%s", x), arena_format(a, "%s: paid", label),
              arena_format(a, "-(1 - tax_rate)*(%s + %s)", bill, or_zero(w, "opex", "rent")), NULL);
    tco_money(w, at, arena_format(a, "end_%s", x), arena_format(a, "%s: left at the end", label),
              "0*is_last", NULL);
    option_rows(w, x, label);
}

/* Every offer by itself. */
static void offers(struct tco_writer *w)
{
    struct arena *a = w->book.arena;
    const struct site *s = w->book.site;
    const struct ref_list *list = &w->use->finance->cloud;
    for (int k = 0; k < list->n; k++) {
        const char *key = arena_format(a, "rent_%d", k + 1);
        const char *name = s->of[KIND_CLOUD].name[list->ref[k].index];
        if (grid_has(w->book.grid, key)) rented_option(w, key, arena_format(a, "Rent %s", name));
    }
}

/* ---- energy, which use changes --------------------------------------------------- */

static void energy(struct tco_writer *w)
{
    int at = w->sheet->tco;
    bool has_idle = grid_has(w->book.grid, "idle_kwh");
    tco_heading(w, at, "Energy and use");
    tco_money(w, at, "energy_own", "Own: electricity and water",
              arena_format(w->book.arena, "%s + %s", or_zero(w, "electricity", "own"),
                           or_zero(w, "water", "own")),
              NULL);
    amount(w, "npv_energy_own", "Own: electricity and water after tax, present value",
           "-(1 - tax_rate)*sumproduct(energy_own, discount_factor)");
    amount(
        w, "npv_electricity_own", "Own: electricity of it",
        arena_format(w->book.arena, "-(1 - tax_rate)*sumproduct(%s, discount_factor)",
                     grid_has(w->book.grid, "electricity_own") ? "electricity_own" : "energy_own"));
    amount(w, "npv_fixed_own", "Own: all else, present value", "npv_own - npv_energy_own");
    tco_value(w, at, "idle_share", "Energy with idle servers, of that of the use", "%",
              has_idle ? "idle_kwh/(busy_kwh*facility_factor)" : "1 + 0*busy_kwh", GRID_PERCENT,
              has_idle ? NULL : "not known: energy is taken as the same at any use");
}

/* ---- renting by the hour ----------------------------------------------------------- */

static const struct cloud *offer(const struct tco_writer *w, int k)
{
    return site_cloud(w->book.site, w->use->finance->cloud.ref[k - 1].index);
}

/* What of an offer's bill follows the hours of use: its instances with their share of support. */
static void hours_row(struct tco_writer *w, int k)
{
    struct arena *a = w->book.arena;
    const char *more =
        offer(w, k)->support_frac > 0 ? arena_format(a, "*(1 + cloud_share_%d)", k) : "";
    const char *real = w->use->finance->terms == TERMS_REAL ? "*rent_money" : "";
    tco_money(w, w->sheet->tco, arena_format(a, "hours_%d", k),
              arena_format(a, "Offer %d: what follows the hours of use", k),
              arena_format(a, "charge_%d%s%s%s", k, more, tco_kept_tax(w), real), NULL);
}

/* The number of the first offer by the hour with most useful hours for the money. */
static void hourly_choice(struct tco_writer *w, int n, const int *k)
{
    struct arena *a = w->book.arena;
    struct builder best = builder_new(a);
    int at = w->sheet->tco;
    for (int i = 0; i < n; i++) builder_format(&best, "%scounted_%d", i ? ", " : "", k[i]);
    tco_value(w, at, "hourly_worth", "Most useful hours for one unit of money",
              arena_format(a, "GPUh/%s", w->book.site->currency),
              n > 1 ? arena_format(a, "max(%s)", best.s) : best.s, 4, NULL);
    for (int i = n - 1; i >= 0; i--)
        tco_value(w, at, arena_format(a, "hourly_%d", k[i]),
                  arena_format(a, "Cheapest by the hour, of the offers from %d on", k[i]), "",
                  i < n - 1 ? arena_format(a, "if(counted_%d = hourly_worth, number_%d, hourly_%d)",
                                           k[i], k[i], k[i + 1])
                            : arena_format(a, "number_%d", k[i]),
                  0, NULL);
    tco_value(w, at, "hourly_choice", "Number of the cheapest offer by the hour", "",
              arena_format(a, "if(hourly_worth > 0, hourly_%d, 0)", k[0]), 0,
              "0: none has a price");
}

/* A row of the chosen offer; offers for a term take their place with what is never chosen. */
static const char *chosen(struct tco_writer *w, const char *row, int n, const int *k)
{
    struct arena *a = w->book.arena;
    struct builder b = builder_new(a);
    builder_text(&b, "choose(hourly_choice");
    for (int i = 0, last = 0; i < n; i++) {
        for (; last + 1 < k[i]; last++) builder_text(&b, ", 0");
        builder_format(&b, ", %s_%d", row, k[i]);
        last = k[i];
    }
    builder_text(&b, ")");
    return b.s;
}

/* The offer by the hour that own use is compared with, and that a hybrid rents. */
static bool hourly(struct tco_writer *w)
{
    const char *rent = "rent_cheapest", *hours = "rent_cheapest";
    int n = 0, *k = ARENA_ARRAY(w->book.arena, int, (size_t)w->use->finance->cloud.n + 1);
    for (int i = 1; i <= w->use->finance->cloud.n; i++)
        if (isnan(offer(w, i)->term_s)) k[n++] = i;
    tco_heading(w, w->sheet->tco, "Renting by the hour, the cheapest of such offers");
    if (!n && w->use->finance->cloud.n) {
        text(w, "Offers", "none is paid by the hour: no break-even utilisation, and no hybrid");
        return false;
    }
    for (int i = 0; i < n; i++) hours_row(w, k[i]);
    if (n) {
        hourly_choice(w, n, k);
        rent = chosen(w, "rent", n, k);
        hours = chosen(w, "hours", n, k);
    }
    tco_money(w, w->sheet->tco, "hourly_rent", "All hours rented", rent, NULL);
    tco_money(w, w->sheet->tco, "hourly_hours", "Of it, what follows the hours of use", hours,
              NULL);
    tco_money(
        w, w->sheet->tco, "hourly_kept", "What does not, with costs that renting keeps",
        arena_format(w->book.arena, "hourly_rent - hourly_hours + %s", or_zero(w, "opex", "rent")),
        NULL);
    amount(w, "npv_rent_hours", "Hours of use after tax, present value",
           "-(1 - tax_rate)*sumproduct(hourly_hours, discount_factor)");
    amount(w, "npv_rent_kept", "All else after tax, present value",
           "-(1 - tax_rate)*sumproduct(hourly_kept, discount_factor)");
    return true;
}

/* ---- hybrid ---------------------------------------------------------------------- */

#define SHARE(name, words, formula)                                                                \
    {                                                                                              \
        .key = name, .label = words, .unit = "%", .decimals = GRID_PERCENT, .expr = formula        \
    }

static void hybrid_table(struct tco_writer *w)
{
    enum { N = 8, SHARES = LOAD_STEPS + 1 };
    const char *money = w->book.site->currency;
    const struct grid_column column[N] = {
        SHARE("share", "Owned", NULL),
        SHARE("above", "Hours rented", NULL),
        SHARE("energy", "Energy, of owning all", "idle_share*share + (1 - idle_share)*(1 - above)"),
        {.key = "owned_npv",
         .label = "Owned part, NPV",
         .unit = money,
         .expr = "share*npv_fixed_own + energy*npv_energy_own"},
        {.key = "rented_npv",
         .label = "Rented part, NPV",
         .unit = money,
         .expr = "if(above > 0, above*npv_rent_hours + npv_rent_kept, 0)"},
        {.key = "npv", .label = "Hybrid, NPV", .unit = money, .expr = "owned_npv + rented_npv"},
        SHARE("best", "Owned, if best", "if(npv >= hybrid_best, share, 1)"),
        SHARE("best_above", "Rented, if best", "if(share = hybrid_share, above, 0)"),
    };
    struct grid_value value[SHARES][N] = {0};
    for (int i = 0; i < SHARES; i++) {
        value[i][0].number = (double)i / LOAD_STEPS;
        value[i][1].number = w->use->above[i];
    }
    grid_table(w->book.grid, w->sheet->tco, "hybrid", column, N, value[0], SHARES);
}

static void hybrid_choice(struct tco_writer *w)
{
    int at = w->sheet->tco;
    amount(w, "hybrid_best", "Best of the shares below, NPV", "max(hybrid.npv)");
    tco_value(w, at, "hybrid_share", "Accelerators owned", "%", "min(hybrid.best)", GRID_PERCENT,
              "of those needed at most");
    tco_value(w, at, "hybrid_above", "Hours rented", "%", "sum(hybrid.best_above)", GRID_PERCENT,
              "of the accelerator-hours needed");
    tco_value(w, at, "hybrid_energy", "Energy, of owning all", "%",
              "idle_share*hybrid_share + (1 - idle_share)*(1 - hybrid_above)", GRID_PERCENT, NULL);
    tco_value(w, at, "hybrid_rents", "Anything is rented", "1/0", "if(hybrid_above > 0, 1, 0)", 0,
              NULL);
}

static void hybrid(struct tco_writer *w)
{
    int at = w->sheet->tco;
    tco_heading(w, at, "Hybrid: base load owned, what lies above it rented");
    hybrid_choice(w);
    tco_money(w, at, "hybrid_owned", "Hybrid: the owned part",
              "hybrid_share*net_own + (1 - tax_rate)*(hybrid_share - hybrid_energy)*energy_own",
              NULL);
    tco_money(w, at, "hybrid_rented", "Hybrid: the rented part",
              "-(1 - tax_rate)*(hybrid_above*hourly_hours + hybrid_rents*hourly_kept)", NULL);
    tco_money(w, at, "net_hybrid", "Hybrid: paid", "hybrid_owned + hybrid_rented", NULL);
    tco_money(w, at, "end_hybrid", "Hybrid: left at the end, after tax", "hybrid_share*end_own",
              NULL);
    option_rows(w, "hybrid", "Hybrid");
    hybrid_table(w);
}

/* ---- owning instead of renting --------------------------------------------------- */

static void rate_row(struct tco_writer *w, const char *key, const char *label, const char *unit,
                     int decimals, const char *expr)
{
    grid_row(w->book.grid, w->sheet->tco,
             &(struct grid_row){.key = key,
                                .label = label,
                                .unit = unit,
                                .decimals = decimals,
                                .expr = expr,
                                .missing = "none",
                                .is_strong = true});
}

/* Spreadsheets look for the rate from a start, and miss one that is far from it: they start
   where all that is saved would come at once, after the mean of its years. */
static void internal_rate(struct tco_writer *w)
{
    int at = w->sheet->tco;
    tco_value(w, at, "saved_later", "Saved after the date", w->book.site->currency,
              "sum(saved) - first(saved)", 0, NULL);
    tco_value(w, at, "saved_years", "Mean time until it is saved", "years",
              "if(saved_later > 0, max(1, sumproduct(saved, year_number)/saved_later), 0)", 2,
              "0: nothing is saved");
    tco_value(w, at, "irr_start", "Rate from which the next is looked for", "%",
              "if(saved_years > 0 and first(saved) < 0, "
              "(-saved_later/first(saved))^(1/saved_years) - 1, 0)",
              GRID_PERCENT, "as if all were saved at once");
    rate_row(w, "irr_own", "Internal rate of return of owning", "%", GRID_PERCENT,
             "irr(saved, irr_start)");
}

/* The first year in which owning has cost no more than renting; straight within the year. */
static void payback(struct tco_writer *w)
{
    int at = w->sheet->tco;
    tco_heading(w, at, "Owning instead of renting");
    tco_sum(w, at, "saved", "Saved in the year", "flow_own - flow_rent", NULL);
    running(w, "advantage", "Saved until then", "sum_to(saved)");
    tco_years(w, at, "is_ahead", "Owning has cost no more", "1/0", "if(advantage >= 0, 1, 0)", 0,
              NULL);
    tco_years(w, at, "is_new", "Not so in any year before", "1/0",
              "if(sum_to(is_ahead) - is_ahead > 0, 0, 1)", 0, NULL);
    tco_years(w, at, "part_behind", "Part of the year until then", "years",
              "if(year_number*is_new > 0, if(is_ahead > 0, 1 - advantage/saved, 1), 0)", 4, NULL);
    rate_row(w, "payback_own", "Payback of owning", "years", 2,
             "if(max(is_ahead) > 0, sum(part_behind), \"none\")");
    internal_rate(w);
}

/* ---- checks ---------------------------------------------------------------------- */

/* The same present value by the function that finance knows, and from flows in the other
   terms. */
static void checks(struct tco_writer *w, const char *x)
{
    struct arena *a = w->book.arena;
    amount(w, arena_format(a, "npv_%s_by_function", x),
           arena_format(a, "NPV of %s by the function NPV", x),
           arena_format(a,
                        "first(net_%s) + npv(discount, end_%s) + (npv(discount, net_%s) - "
                        "first(net_%s))*(1 + discount_nominal)^timing_shift",
                        x, x, x, x));
    running(w, arena_format(a, "real_%s", x), arena_format(a, "Flow of %s in real money", x),
            arena_format(a, "flow_%s*deflator/(1 + inflation)^year_number", x));
    running(w, arena_format(a, "nominal_%s", x), arena_format(a, "Flow of %s in nominal money", x),
            arena_format(a, "flow_%s*deflator", x));
    amount(w, arena_format(a, "npv_%s_real", x),
           arena_format(a, "NPV of %s, real, at year ends", x),
           arena_format(a, "npv(discount_real, real_%s)", x));
    amount(w, arena_format(a, "npv_%s_nominal", x),
           arena_format(a, "NPV of %s, nominal, at year ends", x),
           arena_format(a, "npv(discount_nominal, nominal_%s)", x));
}

static void flow_chart(struct tco_writer *w)
{
    struct grid_chart chart = {.kind = GRID_LINE,
                               .title = "Cumulative cash flow, undiscounted",
                               .y_label = w->book.site->currency};
    for (int i = 0; i < N_TCO_OPTION; i++) {
        const char *key = arena_format(w->book.arena, "cumulative_%s", tco_option_words[i]);
        if (grid_has(w->book.grid, key)) chart.key[chart.n++] = key;
    }
    grid_chart(w->book.grid, w->sheet->tco, &chart);
}

void tco_flows(struct tco_writer *w)
{
    struct grid *g = w->book.grid;
    bool has_rent = grid_has(g, "rent_cheapest");
    if (!grid_has(g, "capex_own") && !grid_has(g, "opex_own")) return;
    discounting(w);
    built_option(w, "own", "Own");
    if (grid_has(g, "opex_colo")) built_option(w, "colo", "Colocate");
    if (has_rent) rented_option(w, "rent", "Rent, the cheapest offer");
    offers(w);
    energy(w);
    if (has_rent && hourly(w) && !isnan(w->use->above[0])) hybrid(w);
    if (has_rent) payback(w);
    tco_heading(w, w->sheet->tco, "Checks of the present value");
    checks(w, "own");
    if (has_rent) checks(w, "rent");
    flow_chart(w);
}
