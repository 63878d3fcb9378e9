#include "plan/tco_depreciation.h"

#include <math.h>

#include "model/depreciation.h"

struct schedule {
    const char *id, *label, *life; /* life: key of [finance] */
    int method;
    double given_s; /* NaN: not given */
    enum cost_class class;
};

static void life_row(struct tco_writer *w, const struct schedule *s, const char *key)
{
    struct arena *a = w->book.arena;
    const char *label = arena_format(a, "Years it is written off over: %s", s->label);
    bool is_china = s->method == DEPRECIATION_CHINA;
    if (!isnan(s->given_s))
        money_param(&w->book, key, label, KIND_FINANCE, 0, s->life);
    else if (!is_china)
        tco_value(w, w->sheet->inputs, key, label, "years", arena_format(a, "life_%s", s->id), 1,
                  "not given: as its service life");
    if (!is_china) return;
    const char *least = arena_format(a, "least_%s", s->id);
    money_number(&w->book, least, arena_format(a, "Least years by law: %s", s->label), "years",
                 china_least_years(s->class), 0,
                 "implementing regulations of the enterprise income tax law, art. 60");
    if (isnan(s->given_s)) tco_value(w, w->sheet->inputs, key, label, "years", least, 1, NULL);
}

/* The table's rates, in the columns of the ages. */
static void macrs(struct tco_writer *w, const struct schedule *s, const char *key,
                  const char *label)
{
    struct arena *a = w->book.arena;
    double life_s = isnan(s->given_s) ? w->use->finance->it_life_s : s->given_s;
    if (isnan(s->given_s) && s->class == CLASS_PLANT) life_s = w->use->finance->plant_life_s;
    if (isnan(s->given_s) && s->class == CLASS_BUILDING) life_s = w->use->finance->building_life_s;
    double table[MACRS_YEARS], *rate = ARENA_ARRAY(a, double, (size_t)w->use->n + 1);
    int n = macrs_rates(finance_whole_years(life_s), table);
    for (int y = 1; y <= w->use->n && y <= n; y++) rate[y] = table[y - 1];
    grid_row(w->book.grid, w->sheet->capex,
             &(struct grid_row){.kind = GRID_INPUT,
                                .key = key,
                                .label = label,
                                .unit = "%",
                                .series = rate,
                                .decimals = GRID_PERCENT,
                                .note = "IRS Publication 946, table A-1, half-year convention"});
}

/* By the age in years, which is the number of the column. */
static void rate_row(struct tco_writer *w, const struct schedule *s)
{
    struct arena *a = w->book.arena;
    int capex = w->sheet->capex;
    const char *key = arena_format(a, "rate_%s", s->id), *id = s->id;
    const char *label = arena_format(a, "Written off at this age: %s", s->label);
    if (s->method == DEPRECIATION_MACRS) {
        macrs(w, s, key, label);
        return;
    }
    const char *life = arena_format(a, "written_life_%s", id);
    life_row(w, s, life);
    if (s->method != DEPRECIATION_DECLINING) {
        bool is_china = s->method == DEPRECIATION_CHINA;
        const char *over = is_china ? arena_format(a, "max(%s, least_%s)", life, id) : life;
        const char *rest = is_china ? "china_residual" : arena_format(a, "residual_%s", id);
        tco_years(w, capex, key, label, "%",
                  arena_format(a, "(1 - %s)*min(1, max(0, %s - year_number + 1))*is_running/%s",
                               rest, over, over),
                  GRID_PERCENT, is_china ? "straight line, least years by law" : "straight line");
        return;
    }
    const char *turn = arena_format(a, "turn_%s", id), *first = arena_format(a, "share_%s", id);
    tco_value(w, capex, first, arena_format(a, "Part of the book value: %s", s->label), "%",
              arena_format(a, "min(1, declining/%s)", life), GRID_PERCENT, NULL);
    tco_value(w, capex, turn, arena_format(a, "Straight line from year: %s", s->label), "",
              arena_format(a, "-floor(%s/declining - %s - 1)", life, life), 0, NULL);
    tco_years(w, capex, arena_format(a, "book_%s", id),
              arena_format(a, "Book value before: %s", s->label), "%",
              arena_format(a, "(1 - %s)^max(0, min(year_number, %s) - 1)", first, turn),
              GRID_PERCENT, "until the straight line begins");
    tco_years(w, capex, key, label, "%",
              arena_format(a,
                           "is_running*book_%s*if(year_number < %s, %s, min(1, max(0, %s - "
                           "year_number + 1))/(%s - %s + 1))",
                           id, turn, first, life, life, turn),
              GRID_PERCENT, "declining balance, then straight line");
}

/* Age in each year of what is bought in year b: none before. */
static void vintages(struct tco_writer *w)
{
    struct arena *a = w->book.arena;
    for (int b = 0; b < w->use->n; b++) {
        const char *before = b == 1 ? "year_number" : arena_format(a, "age_of_%d", b - 1);
        tco_fact(w, w->sheet->capex, arena_format(a, "vintage_%d", b), "Bought in year", "", b, 0,
                 NULL);
        if (b)
            tco_years(w, w->sheet->capex, arena_format(a, "age_of_%d", b),
                      arena_format(a, "Age of what is bought in year %d", b), "years",
                      arena_format(a, "max(0, %s - 1)", before), 0, NULL);
    }
}

void tco_depreciation_rates(struct tco_writer *w)
{
    const struct finance *f = w->use->finance;
    const struct schedule all[] = {
        {"it", "IT equipment", "it_depreciation_life", f->it_depreciation, f->it_depreciation_s,
         CLASS_IT},
        {"plant", "power and cooling", "plant_depreciation_life", f->plant_depreciation,
         f->plant_depreciation_s, CLASS_PLANT},
        {"building", "buildings", "building_depreciation_life", f->building_depreciation,
         f->building_depreciation_s, CLASS_BUILDING},
    };
    bool any_declining = false, any_china = false;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        any_declining = any_declining || all[i].method == DEPRECIATION_DECLINING;
        any_china = any_china || all[i].method == DEPRECIATION_CHINA;
    }
    money_heading(&w->book, "Depreciation, for tax");
    if (any_declining)
        money_number(&w->book, "declining", "Declining balance, multiple of the straight line", "",
                     2, 2, "double declining");
    if (any_china)
        money_number(&w->book, "china_residual", "What stays of the price", "%", 0.05, GRID_PERCENT,
                     "customary; art. 59 of the implementing regulations leaves it to the firm");
    tco_heading(w, w->sheet->capex, "Depreciation, by age");
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) rate_row(w, &all[i]);
    vintages(w);
}

static const char *const class_ids[] = {"it", "plant", "building"};
enum { N_CLASS = sizeof class_ids / sizeof *class_ids };

/* In nominal money, year by year of purchase, each with those before. */
static const char *written(struct tco_writer *w, const char *side)
{
    struct arena *a = w->book.arena;
    const char *sum = NULL;
    for (int b = 0; b < w->use->n; b++) {
        struct builder s = builder_new(a);
        const char *age = b ? arena_format(a, "age_of_%d", b) : "year_number";
        if (sum) builder_text(&s, sum);
        for (int c = 0; c < N_CLASS; c++)
            builder_format(&s, "%spick(nominal_%s%s, vintage_%d + 1)*pick(rate_%s, %s + 1)",
                           s.n ? " + " : "", class_ids[c], side, b, class_ids[c], age);
        sum = arena_format(a, "written_%d%s", b, side);
        tco_money(w, w->sheet->capex, sum,
                  arena_format(a, "Written off of what is bought up to year %d", b), s.s,
                  "nominal money");
    }
    return sum;
}

void tco_depreciation_of(struct tco_writer *w, const char *side, const char *option)
{
    struct arena *a = w->book.arena;
    int capex = w->sheet->capex;
    struct builder all = builder_new(a);
    tco_heading(w, capex, side[0] ? "Depreciation, colocated" : "Depreciation");
    for (int c = 0; c < N_CLASS; c++) {
        const char *key = arena_format(a, "nominal_%s%s", class_ids[c], side);
        tco_money(w, capex, key, arena_format(a, "Capital cost, nominal: %s", class_ids[c]),
                  arena_format(a, "capex_%s%s*deflator", class_ids[c], side), NULL);
        builder_format(&all, "%s%s", c ? " + " : "", key);
    }
    const char *nominal = arena_format(a, "nominal%s", side);
    tco_money(w, capex, nominal, "Capital cost, nominal", all.s, NULL);
    const char *sum = written(w, side);
    const char *depreciation = arena_format(a, "depreciation_%s", option);
    tco_sum(w, capex, depreciation, "Depreciation", arena_format(a, "%s/deflator", sum), NULL);
    const char *book = arena_format(a, "book_%s", option);
    tco_value(w, capex, book, "Book value after the last year", w->book.site->currency,
              arena_format(a, "sum(%s) - sum(%s)", nominal, sum), 0, "nominal money");
    /* To a thousandth: where both cancel, spreadsheets say zero and sums of doubles do not. */
    const char *sales = arena_format(a, "sales_%s", option);
    tco_money(w, capex, sales, "Sold and left, nominal",
              arena_format(a, "residual_%s*deflator", option), NULL);
    tco_sum(w, capex, arena_format(a, "gain_%s", option), "Gain (less: loss) on all that is sold",
            arena_format(a, "is_last*round((sum(%s) - %s)*1000, 0)/1000/deflator", sales, book),
            "taxed after the last year: what it is sold for, less the book value");
}
