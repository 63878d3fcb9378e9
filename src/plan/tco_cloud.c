/* One block an offer on the sheet Cloud; K is its number, from 1.

   Constants: number_K gpu_price_K gpu_net_K overhead_K egress_price_K storage_price_K
   price_hour_K worth_K counted_K, of a term after_K beyond_K; inputs cloud_per_K cloud_speed_K
   cloud_memory_K and others.
   Rows: fall_K whole_K needed_K (by the hour), want_K instances_K paid_K (a term), charge_K
   egress_K storage_K support_K cost_K, upfront_K, rent_K.  Of all: cheapest_K rent_choice (the
   offer's number; 0: none), rent_cheapest.

   A year's price is that of the term in which it begins; without a term it falls year by year.
   Of the last term the years that are counted are paid; what is agreed beyond them is told. */

#include "plan/tco.h"

#include <math.h>

#include "base/text.h"
#include "model/offer.h"
#include "plan/tco_offers.h"
#include "plan/tco_row.h"

struct block { /* of one offer */
    struct tco_writer *w;
    const struct cloud *c;
    int k, index; /* number, from 1; index of its kind */
    const char *name, *currency;
    bool is_term, is_real;
};

static const char *of(const struct block *b, const char *text)
{
    return tco_offer_text(text, b->k, b->w->book.arena);
}

/* An input cell; the expression of its value in the site's currency. */
static const char *input(const struct block *b, const char *key, const char *param)
{
    return money_param(&b->w->book, of(b, key), NULL, KIND_CLOUD, b->index, param);
}

static void constant(const struct block *b, const char *key, const char *label, const char *unit,
                     int decimals, const char *expr)
{
    grid_row(b->w->book.grid, b->w->sheet->cloud,
             &(struct grid_row){.key = of(b, key),
                                .label = label,
                                .unit = unit,
                                .decimals = decimals,
                                .expr = of(b, expr),
                                .missing = "no price"});
}

static struct grid_row yearly(const struct block *b, const char *key, const char *label,
                              const char *unit, int decimals, const char *expr)
{
    const char *name = of(b, key);
    return (struct grid_row){.key = name,
                             .label = label,
                             .unit = unit,
                             .decimals = decimals,
                             .expr = of(b, expr),
                             .is_series = true,
                             .missing = "no price"};
}

static void row(const struct block *b, const char *key, const char *label, const char *unit,
                int decimals, const char *expr)
{
    struct grid_row r = yearly(b, key, label, unit, decimals, expr);
    grid_row(b->w->book.grid, b->w->sheet->cloud, &r);
}

/* Money of a year, with its sum. */
static void money(const struct block *b, const char *key, const char *label, const char *expr)
{
    struct grid_row r = yearly(b, key, label, b->currency, 0, expr);
    r.total = arena_format(b->w->book.arena, "sum(%s)", r.key);
    r.is_strong = key[0] == 'r';
    grid_row(b->w->book.grid, b->w->sheet->cloud, &r);
}

static void price_rows(const struct block *b)
{
    struct arena *a = b->w->book.arena;
    const char *unit = arena_format(a, "%s/GPUh", b->currency), *price;
    if (b->c->price_hour.currency[0]) {
        price = input(b, "cloud_price_K", "price_hour");
        (void)input(b, "cloud_per_K", "accelerators");
        price = arena_format(a, "%s/cloud_per_K", price);
    } else {
        price = input(b, "cloud_price_K", "price_gpu");
        (void)input(b, "cloud_per_K", "accelerators");
    }
    (void)input(b, "cloud_off_K", "off");
    constant(b, "gpu_price_K", "Price of an accelerator an hour", unit, 4, price);
    constant(b, "gpu_net_K", "With what is off", unit, 4, "gpu_price_K*(1 - cloud_off_K)");
}

static void overhead_rows(const struct block *b)
{
    const struct cloud *c = b->c;
    bool is_written = !isnan(c->checkpoint_every_s), is_cut = !isnan(c->interruption_s);
    if (is_written) {
        (void)input(b, "cloud_every_K", "checkpoint_every");
        (void)input(b, "cloud_write_K", "checkpoint_time");
        constant(b, "span_K", "Work and the checkpoint after it", "h", 4,
                 "cloud_every_K + cloud_write_K");
    }
    if (is_cut) {
        (void)input(b, "cloud_mean_K", "interruption");
        (void)input(b, "cloud_restart_K", "restart_time");
        constant(b, "again_K", "Hours paid over hours worked, by restarts", "", 4,
                 "exp(cloud_restart_K/cloud_mean_K)");
    }
    const char *expr = "1";
    if (is_written && is_cut)
        expr = "again_K*cloud_mean_K*(exp(span_K/cloud_mean_K) - 1)/cloud_every_K";
    else if (is_written)
        expr = "span_K/cloud_every_K";
    else if (is_cut)
        expr = "again_K";
    constant(b, "overhead_K", "Hours paid over hours worked", "", 4, expr);
}

/* Accelerators of the whole instances that hold the site's.  Where a plan has them come and go in
   the year, the mean of its months is a fact of the plan and not of the mean accelerators. */
static void whole_row(const struct block *b)
{
    static const char label[] = "Accelerators of whole instances that hold the site's";
    const struct tco_use *u = b->w->use;
    if (!u->result->growth) {
        row(b, "whole_K", label, "", 0,
            "-floor(-round(accelerators/cloud_per_K, rent_digits))*cloud_per_K");
        return;
    }
    double *x = ARENA_ARRAY(b->w->book.arena, double, (size_t)u->n + 1);
    for (int y = 0; y <= u->n; y++) x[y] = tco_use_whole(u, y, b->c->accelerators);
    grid_row(b->w->book.grid, b->w->sheet->cloud,
             &(struct grid_row){.kind = GRID_RESULT,
                                .key = of(b, "whole_K"),
                                .label = label,
                                .decimals = 1,
                                .series = x,
                                .note = "mean of the months of the growth plan; of instances as "
                                        "large as the offer's"});
}

static void by_the_hour(const struct block *b)
{
    row(b, "fall_K", "Price over that of today", "", 4,
        "(1 - cloud_decline_K)^max(year_number - 1, 0)");
    row(b, "needed_K", "Hours of accelerators paid, of whole instances while they are needed",
        "GPUh", 0, "min(year_number, 1)*whole_K*8760*utilisation*overhead_K/cloud_speed_K");
    money(b, "charge_K", "Instances, by the hour used", "needed_K*gpu_net_K*fall_K");
}

/* What is agreed at the begin of a term is paid to its end, though less is needed then. */
static void for_a_term(const struct block *b)
{
    (void)input(b, "cloud_term_K", "term");
    row(b, "begin_K", "Begin of the term, years from the start", "years", 2,
        "cloud_term_K*floor(max(year_number - 1, 0)/cloud_term_K)");
    row(b, "fall_K", "Price over that of today, of the term", "", 4,
        "(1 - cloud_decline_K)^begin_K");
    row(b, "want_K", "Instances for all accelerators", "", 1,
        b->w->use->result->growth
            ? "whole_K*overhead_K/cloud_speed_K/cloud_per_K"
            : "-floor(-round(accelerators*overhead_K/cloud_speed_K/cloud_per_K, rent_digits))");
    row(b, "instances_K", "Instances agreed, those of the term's first year at least", "", 1,
        "max(want_K, pick(want_K, 1 + 1 + floor(begin_K)))");
    row(b, "paid_K", "Hours of accelerators paid, used or not", "GPUh", 0,
        "min(year_number, 1)*instances_K*cloud_per_K*8760");
    money(b, "charge_K", "Instances, agreed for the term", "paid_K*gpu_net_K*fall_K");
    constant(b, "after_K", "Years agreed after the last that is counted", "years", 2,
             "-floor(-round(rent_years/cloud_term_K, rent_digits))*cloud_term_K - rent_years");
    constant(b, "beyond_K", "Instances agreed for these: not counted", b->currency, 0,
             "after_K*pick(charge_K, 1 + rent_years)");
}

static void hours_rows(const struct block *b)
{
    (void)input(b, "cloud_speed_K", "relative_speed");
    (void)input(b, "cloud_decline_K", "decline");
    whole_row(b);
    if (b->is_term)
        for_a_term(b);
    else
        by_the_hour(b);
}

/* "+ key" for what is there. */
static void join(struct builder *sum, const char *key)
{
    builder_format(sum, "%s%s", sum->n ? " + " : "", key);
}

static void support_row(const struct block *b, struct builder *sum)
{
    const struct cloud *c = b->c;
    bool is_fixed = c->support_month.currency[0] != '\0', is_share = c->support_frac > 0;
    if (!is_fixed && !is_share) return;
    const char *month = is_fixed ? input(b, "cloud_help_K", "support_price") : NULL;
    struct builder expr = builder_new(b->w->book.arena);
    if (is_share) {
        (void)input(b, "cloud_share_K", "support");
        builder_format(&expr, "cloud_share_K*(%s)", sum->s);
    }
    if (is_fixed) builder_format(&expr, "%smin(year_number, 1)*12*%s", expr.n ? " + " : "", month);
    money(b, "support_K", "Support", expr.s);
    join(sum, "support_K");
}

/* What jobs need too: data that leaves and is kept, memory. */
static void data_prices(const struct block *b)
{
    struct arena *a = b->w->book.arena;
    (void)input(b, "cloud_memory_K", "accelerator_memory");
    constant(b, "egress_price_K", "Price of data that leaves",
             arena_format(a, "%s/GB", b->currency), 4, input(b, "cloud_egress_K", "egress_price"));
    constant(b, "storage_price_K", "Price of data kept",
             arena_format(a, "%s/GB/month", b->currency), 4,
             input(b, "cloud_storage_K", "storage_price"));
}

static void cost_rows(const struct block *b)
{
    const struct finance *f = b->w->use->finance;
    struct builder sum = builder_new(b->w->book.arena);
    join(&sum, "charge_K");
    data_prices(b);
    if (f->egress_gb_month > 0) {
        money(b, "egress_K", "Data that leaves",
              "min(year_number, 1)*12*rent_egress_gb*egress_price_K");
        join(&sum, "egress_K");
    }
    if (f->storage_gb > 0) {
        money(b, "storage_K", "Data kept",
              "min(year_number, 1)*12*rent_storage_gb*storage_price_K");
        join(&sum, "storage_K");
    }
    support_row(b, &sum);
    money(b, "cost_K", "Cost of the year", sum.s);
}

/* When it is paid: a part of what a term costs at its start, in the column before its first
   year. */
static void payment_rows(const struct block *b)
{
    struct arena *a = b->w->book.arena;
    const char *when = "cost_K";
    if (b->c->upfront_frac > 0) {
        (void)input(b, "cloud_upfront_K", "upfront");
        row(b, "so_far_K", "Instances up to here", b->currency, 0, "sum_to(charge_K)");
        row(b, "starts_K", "A term starts at the end of the year", "", 0,
            "if(floor(year_number/cloud_term_K)*cloud_term_K = year_number, 1, 0)");
        row(b, "term_K", "Instances of the term that starts", b->currency, 0,
            "pick(so_far_K, 1 + min(year_number + cloud_term_K, rent_years)) - so_far_K");
        money(b, "upfront_K", "Paid at the start of terms", "cloud_upfront_K*starts_K*term_K");
        when = "cost_K - cloud_upfront_K*charge_K + upfront_K";
    }
    const char *tax = tco_kept_tax(b->w);
    if (tax[0] || b->is_real)
        when = arena_format(a, "(%s)%s%s", when, tax, b->is_real ? "*rent_money" : "");
    money(b, "rent_K", "Renting, as it is paid", when);
    constant(b, "price_hour_K", "All in, for an hour of useful work in the first year",
             arena_format(a, "%s/GPUh", b->currency), 4,
             arena_format(a, "pick(cost_K, 1 + 1)%s/pick(gpu_hours, 1 + 1)", tax));
}

static void choice_rows(const struct block *b)
{
    struct grid *g = b->w->book.grid;
    struct arena *a = b->w->book.arena;
    const char *words = offer_left_out(b->w->book.site, b->index, a);
    if (!words) (void)offer_match(b->w->book.site, b->index, &words, a);
    constant(b, "worth_K", "Useful hours of an accelerator for one unit of money",
             arena_format(a, "GPUh/%s", b->currency), 4,
             grid_has(g, "discount") ? "sum(gpu_hours)/npv(discount, rent_K)"
                                     : "sum(gpu_hours)/sum(rent_K)");
    grid_row(g, b->w->sheet->cloud,
             &(struct grid_row){.kind = GRID_RESULT,
                                .key = of(b, "same_K"),
                                .label = "Can be compared (1), or not (0)",
                                .number = offer_counts(b->w->book.site, b->index, a),
                                .note = words});
    constant(b, "counted_K", "The same where it can be compared and has a price", "", 4,
             "if(missing(worth_K), 0, same_K*worth_K)");
}

static void offer_block(struct tco_writer *w, int i)
{
    const struct site *s = w->book.site;
    const struct finance *f = w->use->finance;
    int index = f->cloud.ref[i].index;
    const char *name = tco_offer_name(s, index, w->book.arena);
    struct block b = {.w = w, .c = site_cloud(s, index), .k = i + 1, .index = index};
    b.name = name;
    b.currency = s->currency;
    b.is_term = !isnan(b.c->term_s);
    b.is_real = f->terms == TERMS_REAL;
    const char *label = arena_format(w->book.arena, "%d: %s", b.k, name);
    money_heading(&w->book, arena_format(w->book.arena, "Offer %s", label));
    grid_row(w->book.grid, w->sheet->cloud,
             &(struct grid_row){.kind = GRID_SECTION, .label = label});
    grid_row(w->book.grid, w->sheet->cloud,
             &(struct grid_row){.kind = GRID_RESULT,
                                .key = of(&b, "number_K"),
                                .label = "Number of the offer",
                                .number = b.k});
    tco_offer_texts(w, index);
    price_rows(&b);
    overhead_rows(&b);
    hours_rows(&b);
    cost_rows(&b);
    payment_rows(&b);
    choice_rows(&b);
}

static void need_rows(struct tco_writer *w)
{
    enum { digits = 6 }; /* what floating point adds to a quotient is no instance */
    const struct finance *f = w->use->finance;
    struct grid *g = w->book.grid;
    money_heading(&w->book, "Renting");
    if (f->egress_gb_month > 0)
        (void)money_param(&w->book, "rent_egress_gb", NULL, KIND_FINANCE, 0, "egress_per_month");
    if (f->storage_gb > 0)
        (void)money_param(&w->book, "rent_storage_gb", NULL, KIND_FINANCE, 0, "storage");
    grid_row(g, w->sheet->cloud, &(struct grid_row){.kind = GRID_SECTION, .label = "Need"});
    grid_row(g, w->sheet->cloud,
             &(struct grid_row){.key = "rent_years",
                                .label = "Years counted",
                                .unit = "years",
                                .expr = "max(year_number)"});
    grid_row(g, w->sheet->cloud,
             &(struct grid_row){.kind = GRID_RESULT,
                                .key = "rent_digits",
                                .label = "Digits by which instances are known before they are "
                                         "counted whole",
                                .number = digits});
    if (f->terms == TERMS_REAL)
        grid_row(g, w->sheet->cloud,
                 &(struct grid_row){.key = "rent_money",
                                    .label = "Money of the start for money of the year",
                                    .decimals = 4,
                                    .expr = "(1 + inflation)^(-year_number)",
                                    .is_series = true});
    if (isnan(f->egress_gb_month) || isnan(f->storage_gb))
        grid_row(g, w->sheet->cloud,
                 &(struct grid_row){.kind = GRID_TEXT,
                                    .label = "Not counted",
                                    .text = !isnan(f->egress_gb_month) ? "data kept: not given"
                                            : !isnan(f->storage_gb)
                                                ? "data that leaves: not given"
                                                : "data that leaves and data kept: not given"});
}

/* The first of those with most work for the money. */
static void cheapest_rows(struct tco_writer *w, int n)
{
    struct grid *g = w->book.grid;
    struct arena *a = w->book.arena;
    struct builder best = builder_new(a), rents = builder_new(a);
    for (int k = 1; k <= n; k++) {
        builder_format(&best, "%scounted_%d", k > 1 ? ", " : "", k);
        builder_format(&rents, ", rent_%d", k);
    }
    grid_row(g, w->sheet->cloud,
             &(struct grid_row){.kind = GRID_SECTION, .label = "Cheapest offer"});
    grid_row(g, w->sheet->cloud,
             &(struct grid_row){.key = "rent_best",
                                .label = "Most useful hours for one unit of money",
                                .unit = arena_format(a, "GPUh/%s", w->book.site->currency),
                                .decimals = 4,
                                .expr = n > 1 ? arena_format(a, "max(%s)", best.s) : best.s});
    for (int k = n; k >= 1; k--)
        grid_row(
            g, w->sheet->cloud,
            &(struct grid_row){.key = arena_format(a, "cheapest_%d", k),
                               .label = arena_format(a, "Cheapest, of the offers from %d on", k),
                               .expr = k < n ? arena_format(a,
                                                            "if(counted_%d = rent_best, number_%d, "
                                                            "cheapest_%d)",
                                                            k, k, k + 1)
                                             : arena_format(a, "number_%d", k)});
    grid_row(g, w->sheet->cloud,
             &(struct grid_row){.key = "rent_choice",
                                .label = "Number of the cheapest offer (0: none can be compared)",
                                .is_strong = true,
                                .expr = "if(rent_best > 0, cheapest_1, 0)"});
    grid_row(g, w->sheet->cloud,
             &(struct grid_row){.key = "rent_cheapest",
                                .label = "Renting by it, as it is paid",
                                .unit = w->book.site->currency,
                                .expr = arena_format(a, "choose(rent_choice%s)", rents.s),
                                .is_series = true,
                                .total = "sum(rent_cheapest)",
                                .is_strong = true,
                                .missing = "no price"});
}

void tco_cloud(struct tco_writer *w)
{
    const struct finance *f = w->use->finance;
    if (!f || !f->cloud.n) {
        grid_row(w->book.grid, w->sheet->cloud,
                 &(struct grid_row){.kind = GRID_TEXT,
                                    .label = "Offers",
                                    .text = "none: [finance] names no cloud"});
        return;
    }
    need_rows(w);
    for (int i = 0; i < f->cloud.n; i++) offer_block(w, i);
    cheapest_rows(w, f->cloud.n);
    tco_offers(w);
}
