#include <math.h>

#include "plan/tco_depreciation.h"
#include "plan/tco_group.h"

static const char *const class_ids[] = {"it", "plant", "building"};
static const char *const class_labels[] = {"IT equipment", "Power and cooling", "Buildings"};
enum { N_CLASS = sizeof class_ids / sizeof *class_ids };
static const char *const options[N_SIDE] = {"own", "colo"};

static void join(struct builder *b, const char *what)
{
    builder_format(b, "%s%s", b->n ? " + " : "", what);
}

static const char *sum_of(struct tco_writer *w, const struct group_list *g, int class,
                          const char *what, const char *side)
{
    struct builder b = builder_new(w->book.arena);
    for (int i = 0; i < g->n; i++)
        if (class < 0 || (int)g->item[i].class == class)
            join(&b, arena_format(w->book.arena, "%s_%s%s", what, g->item[i].id, side));
    return b.s;
}

static bool is_leased(const struct tco_writer *w)
{
    return w->use->finance->purchase == PURCHASE_LEASE;
}

/* Capital cost by class, without what is leased; what it is sold for. */
static void totals(struct tco_writer *w, const struct group_list *g, enum tco_side s)
{
    struct arena *a = w->book.arena;
    const char *side = tco_side_suffix[s];
    int capex = w->sheet->capex;
    struct builder all = builder_new(a);
    tco_heading(w, capex, s == SIDE_COLO ? "Capital cost, colocated" : "Capital cost");
    for (int c = 0; c < N_CLASS; c++) {
        const char *key = arena_format(a, "capex_%s%s", class_ids[c], side);
        const char *paid = sum_of(w, g, c, "paid", side);
        bool lease = c == CLASS_IT && is_leased(w);
        if (lease)
            tco_money(w, capex, arena_format(a, "leased%s", side), "IT equipment, leased",
                      arena_format(a, "(%s)*lease_share", paid), "paid by the year, on Opex");
        tco_money(w, capex, key, class_labels[c],
                  lease ? arena_format(a, "(%s)*(1 - lease_share)", paid) : paid, NULL);
        join(&all, key);
    }
    tco_sum(w, capex, arena_format(a, "capex_%s", options[s]), "Capital cost", all.s,
            "year 0 and replacements; nothing of what is sunk");
    tco_sum(
        w, capex, arena_format(a, "residual_%s", options[s]), "Sold, and worth at the end",
        arena_format(a, "%s + %s", sum_of(w, g, -1, "sold", side), sum_of(w, g, -1, "left", side)),
        "on its own row, never taken off the capital cost");
}

/* What many rows come to, a few to a formula: a book with many prices has no endless one. */
struct tally {
    const char *key, *label, *unit;
    int n;                      /* rows of sums so far */
    struct builder part, total; /* of the next row, and of all rows */
};

enum { TALLY_ROWS = 6 };

static void tally_close(struct tco_writer *w, struct tally *t)
{
    struct arena *a = w->book.arena;
    if (!t->part.n) return;
    const char *key = arena_format(a, "%s_%d", t->key, ++t->n);
    tco_value(w, w->sheet->capex, key, t->label, t->unit, t->part.s, 0, NULL);
    join(&t->total, key);
    t->part = builder_new(a);
}

/* How far the capital cost at the date may be off, by the +/- of its prices. */
static void range(struct tco_writer *w, const struct asset_list *all)
{
    struct arena *a = w->book.arena;
    const char *currency = w->book.site->currency;
    int capex = w->sheet->capex, n = 0;
    struct builder built = builder_new(a);
    struct tally sum = {"spread_sum",   "Sum of those above", currency, 0,
                        builder_new(a), builder_new(a)};
    struct tally square = {"spread_squares", "Sum of their squares", NULL, 0,
                           builder_new(a),   builder_new(a)};
    join(&built, "first(built)");
    money_heading(&w->book, "How far prices may be off");
    tco_heading(w, capex, "Range of what is built at the date");
    for (int i = 0; i < all->n; i++) {
        const struct asset *x = &all->item[i];
        const char *first = x->first[SIDE_OWN];
        if (!first || x->is_sunk) continue;
        if (x->is_overall) join(&built, arena_format(a, "first(%s)", first));
        if (isnan(x->spread_frac)) continue;
        const char *spread = arena_format(a, "spread_%s", x->id);
        const char *key = arena_format(a, "range_%s", x->id);
        money_number(&w->book, spread, arena_format(a, "+/- of the price: %s", x->label), "%",
                     x->spread_frac, GRID_PERCENT, "two standard deviations");
        tco_value(w, capex, key, arena_format(a, "+/- %s", x->label), currency,
                  arena_format(a, "first(%s)*%s", first, spread), 0, NULL);
        join(&sum.part, key);
        join(&square.part, arena_format(a, "%s*%s", key, key));
        if (++n % TALLY_ROWS) continue;
        tally_close(w, &sum);
        tally_close(w, &square);
    }
    tally_close(w, &sum);
    tally_close(w, &square);
    tco_value(w, capex, "built_date", "Built at the date", currency, built.s, 0, NULL);
    tco_fact(w, capex, "n_spread", "Prices with a range", "", n, 0, NULL);
    if (!n) return;
    tco_value(w, capex, "capex_spread", "+/- when all prices are off together", currency,
              sum.total.s, 0, NULL);
    tco_value(w, capex, "capex_spread_apart", "+/- when each is off by itself", currency,
              arena_format(a, "sqrt(%s)", square.total.s), 0, "two standard deviations");
    tco_value(w, capex, "capex_low", "Built at the date, all prices low", currency,
              "built_date - capex_spread", 0, NULL);
    tco_value(w, capex, "capex_high", "Built at the date, all prices high", currency,
              "built_date + capex_spread", 0, NULL);
}

static void lease_inputs(struct tco_writer *w)
{
    money_heading(&w->book, "Lease of IT equipment");
    money_param(&w->book, "lease_share", "Leased, of IT equipment", KIND_FINANCE, 0, "lease_share");
    money_param(&w->book, "lease_rate", "Interest in the lease, nominal", KIND_FINANCE, 0,
                "lease_rate");
    money_param(&w->book, "lease_term", "Years of equal payments, at each year's end", KIND_FINANCE,
                0, "lease_term");
}

void tco_capex(struct tco_writer *w)
{
    struct group_list groups;
    w->assets = ARENA_ARRAY(w->book.arena, struct asset_list, 1);
    tco_assets(w, w->assets);
    tco_groups(w, w->assets, &groups);
    if (is_leased(w)) lease_inputs(w);
    tco_depreciation_rates(w);
    for (int s = 0; s < N_SIDE; s++) {
        if (s == SIDE_COLO && !w->use->finance->colo.n) continue;
        totals(w, &groups, (enum tco_side)s);
        tco_depreciation_of(w, tco_side_suffix[s], options[s]);
    }
    range(w, w->assets);
}
