#include <math.h>

#include "plan/tco_asset.h"

static void join(struct builder *b, const char *what)
{
    builder_format(b, "%s%s", b->n ? " + " : "", what);
}

static bool has_colo(const struct tco_writer *w)
{
    return w->use->finance->colo.n > 0;
}

/* ---- electricity and water ------------------------------------------------------------ */

/* What is paid for a kWh, with the tax that stays; "no price" where the site has no tariff. */
static void electricity(struct tco_writer *w)
{
    const struct tariff *t = w->book.site->tariff;
    struct arena *a = w->book.arena;
    const char *price = "mean_price";
    if (!t) {
        grid_row(w->book.grid, w->sheet->inputs,
                 &(struct grid_row){.kind = GRID_INPUT,
                                    .key = "price_electricity",
                                    .label = "Price of electricity",
                                    .unit = arena_format(a, "%s/kWh", w->book.site->currency),
                                    .number = (double)NAN,
                                    .missing = "no price",
                                    .note = "the site has no tariff"});
        price = "price_electricity";
    }
    bool has_tax = t && t->tax == TAX_INCLUDED;
    tco_value(w, w->sheet->opex, "price_kwh_paid", "Electricity, mean price of today",
              arena_format(a, "%s/kWh", w->book.site->currency),
              arena_format(a, has_tax ? "%s*(1 + vat_kept)/(1 + vat)" : "%s*(1 + vat_kept)", price),
              4, has_tax ? "the tariff's prices include value added tax" : NULL);
    tco_money(w, w->sheet->opex, "electricity_own", "Electricity",
              "price_kwh_paid*facility_kwh_y*esc_electricity_y",
              "at the mean price of the simulated year");
}

/* Water without a price is told, and in no sum.  NULL: it has none. */
static const char *water(struct tco_writer *w)
{
    const struct site *s = w->book.site;
    if (isnan(site_water_price(s))) {
        if (w->use->water_busy_m3 > 0)
            grid_row(w->book.grid, w->sheet->opex,
                     &(struct grid_row){.kind = GRID_TEXT,
                                        .label = "Water",
                                        .text = "no price",
                                        .note = "site.water_price is not given; in no sum"});
        return NULL;
    }
    const char *price =
        money_param(&w->book, "price_water", "Price of water", KIND_SITE, 0, "water_price");
    tco_money(w, w->sheet->opex, "water_own", "Water",
              arena_format(w->book.arena, "water_y*%s*(1 + vat_kept)*esc_water_y", price), NULL);
    return "water_own";
}

/* ---- lines of cost ------------------------------------------------------------------------ */

/* Multiple of today's prices: of inflation, or of a rise of its own. */
static const char *rise(struct tco_writer *w, int line)
{
    struct arena *a = w->book.arena;
    const struct site *s = w->book.site;
    if (isnan(site_cost(s, line)->escalation_frac)) return "esc";
    const char *key = arena_format(a, "esc_line%d", line);
    if (grid_has(w->book.grid, key)) return arena_format(a, "%s_y", key);
    const char *label = tco_line_label(w, line);
    money_param(&w->book, key, arena_format(a, "Rise in a year, nominal: %s", label), KIND_COST,
                line, "escalation");
    tco_years(w, w->sheet->opex, arena_format(a, "%s_y", key),
              arena_format(a, "Price over today's: %s", label), "",
              arena_format(a, "(1 + %s)^year_number/deflator", key), 4, NULL);
    return arena_format(a, "%s_y", key);
}

/* Years in which a line is paid. */
static const char *paid_in(struct tco_writer *w, int line)
{
    const struct cost *c = site_cost(w->book.site, line);
    struct arena *a = w->book.arena;
    if (c->when == COST_END) return "is_last";
    if (c->from_year == PARAM_NO_COUNT && c->to_year == PARAM_NO_COUNT) return "is_running";
    const char *key = arena_format(a, "paid_line%d", line);
    if (grid_has(w->book.grid, key)) return key;
    double *flag = ARENA_ARRAY(a, double, (size_t)w->use->n + 1);
    for (int y = 1; y <= w->use->n; y++)
        flag[y] = (c->from_year == PARAM_NO_COUNT || y >= c->from_year) &&
                  (c->to_year == PARAM_NO_COUNT || y <= c->to_year);
    tco_facts(w, w->sheet->opex, key, arena_format(a, "Paid in: %s", tco_line_label(w, line)),
              "1/0", flag, 0, NULL);
    return key;
}

static const char *row_of_line(struct tco_writer *w, int line, enum tco_side side,
                               const char *suffix)
{
    struct arena *a = w->book.arena;
    const struct cost *c = site_cost(w->book.site, line);
    const char *amount = tco_line_amount(w, w->assets, line, side);
    if (!amount) return NULL;
    const char *key =
        tco_key(w, arena_format(a, "opex_line%d_", line), w->book.site->of[KIND_COST].name[line]);
    key = arena_format(a, "%s%s", key, suffix);
    const char *times =
        c->when == COST_BUILD ? "esc" : arena_format(a, "%s*%s", rise(w, line), paid_in(w, line));
    tco_money(w, w->sheet->opex, key,
              arena_format(a, c->sunk ? "%s (sunk)" : "%s", tco_line_label(w, line)),
              arena_format(a, "%s*%s", amount, times), tco_part_note(w, KIND_COST, line));
    return key;
}

/* Rows of an option's lines; adds those that can be avoided to a sum.  An amount that is no
   share is the same for all options, and so is its row. */
static void lines(struct tco_writer *w, const char *option, enum tco_side side, const char **shared,
                  struct builder *sum)
{
    const struct site *s = w->book.site;
    bool is_rent = option[0] == 'r';
    for (int i = 0; i < s->of[KIND_COST].n; i++) {
        const struct cost *c = site_cost(s, i);
        if (!tco_line_is_of(c, option) || !w->assets->line_price[i]) continue;
        if (c->when == COST_BUILD && !is_rent) continue;
        const char *key = shared[i];
        if (!key) {
            key = row_of_line(w, i, side, side == SIDE_OWN ? "" : "_colo");
            if (isnan(c->share_frac) || is_rent) shared[i] = key;
        }
        if (key && !c->sunk) join(sum, key);
    }
}

/* ---- lease -------------------------------------------------------------------------------- */

/* Equal payments at the end of each year of the term, nominal; what is owed after the last year
   is paid then.  NULL: nothing is leased. */
static const char *lease(struct tco_writer *w, const char *side, const char *option)
{
    struct arena *a = w->book.arena;
    int opex = w->sheet->opex;
    if (w->use->finance->purchase != PURCHASE_LEASE) return NULL;
    const char *nominal = arena_format(a, "leased_nominal%s", side);
    const char *before = arena_format(a, "leased_before%s", side);
    const char *paid = arena_format(a, "lease_paid%s", side);
    tco_money(w, opex, nominal, "IT equipment leased in the year, nominal",
              arena_format(a, "leased%s*deflator", side), NULL);
    tco_money(w, opex, before, "Leased before the year",
              arena_format(a, "sum_to(%s) - %s", nominal, nominal), NULL);
    tco_money(w, opex, paid, "Lease payments, nominal",
              arena_format(a,
                           "pmt(lease_rate, lease_term, %s - pick(%s, max(0, year_number - "
                           "lease_term) + 1))",
                           before, before),
              "equal payments on what was leased within the term");
    if (!grid_has(w->book.grid, "lease_growth"))
        tco_years(w, opex, "lease_growth", "Interest in the lease up to the last year", "",
                  "(1 + lease_rate)^(years - year_number)", 4, NULL);
    const char *owed = arena_format(a, "lease_owed%s", side);
    tco_value(w, opex, owed, "Owed to the lessor after the last year", w->book.site->currency,
              arena_format(a, "sumproduct(%s, lease_growth) - sumproduct(%s, lease_growth)",
                           nominal, paid),
              0, "nominal money");
    const char *key = arena_format(a, "lease_%s", option);
    tco_money(w, opex, key, "Lease of IT equipment",
              arena_format(a, "(%s + is_last*%s)/deflator", paid, owed),
              "payments, and what is owed after the last year");
    return key;
}

/* ---- options ------------------------------------------------------------------------------ */

static void own(struct tco_writer *w, const char **shared)
{
    struct builder sum = builder_new(w->book.arena);
    tco_heading(w, w->sheet->opex, "Own");
    electricity(w);
    join(&sum, "electricity_own");
    const char *wet = water(w);
    if (wet) join(&sum, wet);
    lines(w, "own", SIDE_OWN, shared, &sum);
    const char *rent = lease(w, "", "own");
    if (rent) join(&sum, rent);
    tco_sum(w, w->sheet->opex, "opex_own", "Operating cost, own", sum.s, NULL);
}

static const char *colo_param(struct tco_writer *w, const char *key, const char *param,
                              const char *label)
{
    int index = w->use->finance->colo.ref[0].index;
    return money_param(&w->book, key, label, KIND_COLO, index, param);
}

/* Space by the kW that are agreed or needed, metered energy, what it costs to move in. */
static void colo_price(struct tco_writer *w, struct builder *sum)
{
    int index = w->use->finance->colo.ref[0].index, opex = w->sheet->opex;
    const struct colo *c = site_colo(w->book.site, index);
    struct arena *a = w->book.arena;
    const char *price = colo_param(w, "colo_price", "price_kw_month", "Colocation");
    const char *note = tco_part_note(w, KIND_COLO, index);
    bool agreed = !isnan(c->committed_w);
    if (agreed) colo_param(w, "colo_committed", "committed", "Colocation: least power paid");
    colo_param(w, "colo_multiplier", "power_multiplier",
               "Colocation: energy paid over energy of the IT");
    if (isnan(c->escalation_frac))
        tco_value(w, w->sheet->inputs, "esc_colo", "Colocation: rise in a year, nominal", "%",
                  "inflation", GRID_PERCENT, "not given: as inflation");
    else
        colo_param(w, "esc_colo", "escalation", "Colocation: rise in a year, nominal");
    bool metered = c->power_price.currency[0] != '\0';
    const char *energy = metered ? arena_format(a, "%s*(1 + vat_kept)",
                                                colo_param(w, "colo_power_price", "power_price",
                                                           "Colocation: metered energy"))
                                 : "price_kwh_paid";
    tco_years(w, opex, "esc_colo_y", "Colocation: price over today's", "",
              "(1 + esc_colo)^year_number/deflator", 4, NULL);
    tco_years(w, opex, "colo_kw", "Power that is paid for", "kW",
              agreed ? "max(colo_committed, it_max_y)*is_running" : "it_max_y*is_running", 1,
              "the greater of what is agreed and the IT equipment's maximum");
    tco_money(w, opex, "colo_space", "Colocation: space by the kW and month",
              arena_format(a, "%s*(1 + vat_kept)*12*colo_kw*esc_colo_y", price), note);
    tco_money(w, opex, "colo_power", "Colocation: metered energy",
              arena_format(a, "%s*colo_multiplier*it_kwh*esc_electricity_y", energy),
              metered ? note : "at the mean price of the site's own tariff");
    join(sum, "colo_space");
    join(sum, "colo_power");
    if (!isnan(c->term_s)) {
        (void)colo_param(w, "colo_term", "term", "Colocation: years that are agreed");
        tco_money(w, opex, "colo_owed", "Colocation: what is left of the term",
                  "is_last*max(0, colo_term - years)*colo_space",
                  "years agreed beyond the last one, paid with it at its price");
        join(sum, "colo_owed");
    }
    if (!c->part.price.currency[0]) return;
    const char *setup = colo_param(w, "colo_setup_price", "price", "Colocation: set-up, once");
    tco_money(w, opex, "colo_setup", "Colocation: set-up",
              arena_format(a, "%s*(1 + vat_kept)*is_date", setup), note);
    join(sum, "colo_setup");
}

static void colocated(struct tco_writer *w, const char **shared)
{
    struct builder sum = builder_new(w->book.arena);
    tco_heading(w, w->sheet->opex, "Colocate");
    colo_price(w, &sum);
    lines(w, "colo", SIDE_COLO, shared, &sum);
    const char *rent = lease(w, "_colo", "colo");
    if (rent) join(&sum, rent);
    tco_sum(w, w->sheet->opex, "opex_colo", "Operating cost, colocated", sum.s, NULL);
}

static void rented(struct tco_writer *w, const char **shared)
{
    struct builder sum = builder_new(w->book.arena);
    tco_heading(w, w->sheet->opex, "Rent");
    lines(w, "rent", SIDE_OWN, shared, &sum);
    tco_sum(w, w->sheet->opex, "opex_rent", "Cost that stays when all is rented",
            sum.n ? sum.s : "0", "lines of cost with `rent` among their options");
}

void tco_opex(struct tco_writer *w)
{
    size_t n = (size_t)w->book.site->of[KIND_COST].n;
    const char **shared = ARENA_ARRAY(w->book.arena, const char *, n + 1);
    money_heading(&w->book, "Prices of operation");
    own(w, shared);
    if (has_colo(w)) colocated(w, shared);
    rented(w, shared);
}
