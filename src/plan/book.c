/* The workbook's sheets.  A value that follows from others in the book is a
   formula; what only the simulation can give is a plain number. */

#include "plan/book.h"

#include "base/file.h"
#include "base/text.h"
#include "plan/book_failures.h"
#include "plan/book_growth.h"
#include "plan/book_inner.h"
#include "plan/book_water.h"

static const char *const month_names[MONTHS] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

void book_row(struct book *b, int sheet, struct grid_row r)
{
    grid_row(b->grid, sheet, &r);
}

void book_section(struct book *b, int sheet, const char *label)
{
    book_row(b, sheet, (struct grid_row){.kind = GRID_SECTION, .label = label});
}

void book_text(struct book *b, int sheet, const char *label, const char *value, const char *note)
{
    book_row(b, sheet,
             (struct grid_row){.kind = GRID_TEXT, .label = label, .text = value, .note = note});
}

const char *book_input_hash(const struct result *r, struct arena *a)
{
    struct builder all = builder_new(a);
    for (int i = 0; i < r->n_input; i++) builder_format(&all, "%s\n", r->input[i].sha256);
    char *hash = arena_make(a, 1, SHA256_TEXT);
    sha256_text(all.s, all.n, hash);
    return hash;
}

const char *book_date(struct date d, struct arena *a)
{
    return d.year ? arena_format(a, "%04d-%02d-%02d", d.year, d.month, d.day) : "";
}

/* ---- book ---- */

static void open_engineering(struct book *b)
{
    struct grid *g = b->grid;
    b->limits = grid_sheet(g, "Limits", "Limits, tightest first", 0, NULL);
    if (b->r->failures) {
        b->failures = grid_sheet(g, "Failures", "Failures: each single loss, worst first", 0, NULL);
        b->failure_limits =
            grid_sheet(g, "Failure limits", "What failures change, tightest first", 0, NULL);
    }
    if (b->r->water)
        b->water = grid_sheet(g, "Water study", "Temperature of the water, case by case", 0, NULL);
    if (b->r->growth) {
        b->growth = grid_sheet(g, "Growth", "Growth, month by month", 0, NULL);
        grid_sheet(g, "Growth capacity", "Growth: the tightest resource of each kind", 0, NULL);
        grid_sheet(g, "Growth orders", "Growth: orders by their last safe day", 0, NULL);
    }
}

static void open_sheets(struct book *b, struct money_book *money)
{
    struct grid *g = b->grid;
    struct tco_sheets *s = &b->sheet;
    b->cover = grid_sheet(g, "Cover", "Capacity report: workbook", 0, NULL);
    b->summary = grid_sheet(g, "Summary", "Summary", 0, NULL);
    b->inputs = money->inputs = s->inputs =
        grid_sheet(g, "Inputs", "Inputs and assumptions", 0, NULL);
    if (b->money) {
        money_scenarios(money);
        s->load = grid_sheet(g, "Load", "Load by year", b->money->n + 1, b->money->label);
    }
    b->monthly = grid_sheet(g, "Monthly", "Months of the year", MONTHS, month_names);
    b->energy = grid_sheet(g, "Energy", "Energy by use", MONTHS, month_names);
    b->tariff = s->tariff = grid_sheet(g, "Tariff", "Electricity bill", MONTHS, month_names);
    if (b->money) {
        const char *const *label = b->money->label;
        int n = b->money->n + 1;
        s->capex = grid_sheet(g, "Capex", "Capital cost", n, label);
        s->opex = grid_sheet(g, "Opex", "Operating cost", n, label);
        s->tco = grid_sheet(g, "TCO", "Cash flow of each option", n, label);
        s->cloud = grid_sheet(g, "Cloud", "Renting", n, label);
        s->compare = grid_sheet(g, "Compare", "Own, colocate, rent", 0, NULL);
        s->jobs = tco_jobs_sheet(b->r->site, g, b->arena);
    }
    open_engineering(b);
    b->checks = s->checks = grid_sheet(g, "Checks", "Checks", 0, NULL);
    b->sources = grid_sheet(g, "Sources", "Sources", 0, NULL);
}

static void fill_engineering(struct book *b)
{
    const struct result *r = b->r;
    book_limits(b);
    if (r->failures) {
        book_failure_states(r, b->grid, b->failures, b->arena);
        book_failure_limits(r, b->grid, b->failure_limits, b->arena);
    }
    if (r->water) book_water(r, b->grid, b->water, b->arena);
    if (r->growth) {
        book_growth(r, b->grid, b->growth, b->arena);
        book_growth_use(r, b->grid, b->growth + 1, b->arena);
        book_growth_orders(r, b->grid, b->growth + 2, b->arena);
    }
}

static void fill_money(struct book *b)
{
    if (b->has_bill)
        bill_rows(&b->r->bill->use, b->grid, b->inputs, b->tariff, b->arena);
    else
        book_text(b, b->tariff, "no tariff", "", "the site names no tariff: no bill");
    if (b->money) tco_rows(b->money, &b->sheet, b->grid, b->arena);
}

struct grid *book_make(const struct result *r, const char *version, struct arena *a,
                       struct diags *ds)
{
    struct book b = {.r = r, .grid = grid_new(a), .arena = a, .version = version};
    struct money_book money = {.grid = b.grid, .site = r->site, .arena = a};
    b.all_checks = builder_new(a);
    b.has_bill = r->bill && r->bill->has_tariff;
    if (r->site && r->site->finance) {
        b.money = ARENA_ARRAY(a, struct tco_use, 1);
        if (!tco_use_make(r, b.money, a, ds)) return NULL;
    }
    open_sheets(&b, &money);
    book_cover(&b);
    fill_money(&b);
    book_summary(&b);
    book_inputs(&b);
    book_monthly(&b);
    book_energy(&b);
    fill_engineering(&b);
    book_checks(&b);
    book_sources(&b);
    grid_subtitle(b.grid, arena_format(a, "%s, inputs %.12s, dcplan %s",
                                       r->site_title ? r->site_title : r->site_name,
                                       book_input_hash(r, a), version));
    grid_master(b.grid, "check_all");
    if (b.money && !money_scenarios_read(&money, ds)) return NULL;
    return grid_eval(b.grid, ds) ? b.grid : NULL;
}
