/* Cover and summary of the workbook. */

#include "plan/book_inner.h"

#include <math.h>
#include <string.h>

#include "plan/book.h"
#include "plan/failures.h"

/* ---- cover ---- */

static void cover_inputs(struct book *b)
{
    book_section(b, b->cover, "Input files, SHA-256");
    for (int i = 0; i < b->r->n_input; i++)
        if (!b->r->input[i].is_override)
            book_text(b, b->cover, b->r->input[i].path, "", b->r->input[i].sha256);
    if (b->r->n_override) book_section(b, b->cover, "Overrides");
    for (int i = 0; i < b->r->n_override; i++)
        book_text(b, b->cover, "override", "", b->r->override[i]);
}

static void legend_row(struct book *b, const char *label, const char *sample, enum grid_style look,
                       const char *note)
{
    book_row(b, b->cover,
             (struct grid_row){
                 .kind = GRID_TEXT, .label = label, .text = sample, .look = look, .note = note});
}

static void legend(struct book *b)
{
    book_section(b, b->cover, "How to read this workbook");
    legend_row(b, "Blue on yellow", "input", GRID_STYLE_INPUT,
               "on sheet Inputs: change it and every sheet follows");
    legend_row(b, "Black", "result", GRID_STYLE_CALC,
               "a formula on this sheet, or a number from the simulation");
    legend_row(b, "Green", "formula", GRID_STYLE_CROSS, "reads another sheet");
    book_text(
        b, b->cover, "Simulation", "not alive",
        "energy, temperatures and limits come from the hourly simulation: change the site file "
        "and run dcplan again");
    book_text(b, b->cover, "no limit, no price, no data", "missing",
              "what is missing is never taken as zero");
}

void book_cover(struct book *b)
{
    const struct result *r = b->r;
    book_text(b, b->cover, "Site", r->site_name, r->site_title);
    book_text(b, b->cover, "Verdict", r->ok ? "yes" : "no", r->verdict);
    book_text(b, b->cover, "Date", book_date(r->date, b->arena), NULL);
    book_text(b, b->cover, "Currency", r->currency, NULL);
    book_text(b, b->cover, "Tool", arena_format(b->arena, "dcplan %s", b->version), NULL);
    book_text(b, b->cover, "All inputs, SHA-256", "", book_input_hash(r, b->arena));
    book_row(b, b->cover,
             (struct grid_row){
                 .kind = GRID_CHECK, .label = "All checks of the workbook", .expr = "check_all"});
    cover_inputs(b);
    legend(b);
}

/* ---- summary ---- */

static bool has_part(const struct book *b, bool energy)
{
    return b->has_bill && *bill_part(&b->r->bill->use, energy, b->arena);
}

/* The formula of a metric that the book itself can compute. */
static const char *metric_formula(const struct book *b, int id)
{
    switch (id) {
    case M_IT_ENERGY_KWH: return "month_it_kwh";
    case M_FACILITY_ENERGY_KWH: return "facility_kwh";
    case M_PUE: return "facility_kwh/month_it_kwh";
    case M_PEAK_FACILITY_KW: return "peak_kw";
    case M_ELECTRICITY_COST_PER_YEAR: return b->has_bill ? "year_cost" : NULL;
    case M_ELECTRICITY_COST_ENERGY: return has_part(b, true) ? "year_energy_cost" : NULL;
    case M_ELECTRICITY_COST_DEMAND: return has_part(b, false) ? "year_demand_cost" : NULL;
    default: return NULL;
    }
}

static void summary_metric(struct book *b, int id)
{
    const struct metric_row *m = &metric_rows[id];
    const char *expr = metric_formula(b, id);
    if (!expr && isnan(b->r->metric[id])) return;
    /* Sheet Capex has the living one. */
    if (b->money && id == M_CAPEX_COST) return;
    bool is_money = strcmp(m->unit, "money") == 0;
    book_row(b, b->summary,
             (struct grid_row){.kind = expr ? GRID_CALC : GRID_RESULT,
                               .label = m->label,
                               .unit = is_money ? b->r->currency : m->unit,
                               .note = m->doc,
                               .decimals = m->decimals,
                               .missing = is_money ? "no price" : NULL,
                               .number = b->r->metric[id],
                               .expr = expr,
                               .is_strong = id == M_PUE,
                               .key = arena_format(b->arena, "m_%s", m->key)});
}

/* What the sheets of money come to, in the currency of the site. */
static void summary_money(struct book *b)
{
    static const struct figure {
        const char *key, *label, *unit;
        int decimals;
    } figures[] = {
        {"npv_own", "Own: net present value", "", 0},
        {"npv_colo", "Colocate: net present value", "", 0},
        {"npv_rent", "Rent: net present value", "", 0},
        {"npv_hybrid", "Hybrid: net present value", "", 0},
        {"cost_gpu_hour_own", "Own: an accelerator hour", "/GPUh", 3},
        {"cost_gpu_hour_colo", "Colocate: an accelerator hour", "/GPUh", 3},
        {"cost_gpu_hour_rent", "Rent: an accelerator hour", "/GPUh", 3},
        {"breakeven_utilisation", "Own and rent cost the same at a use of", "%", GRID_PERCENT},
        {"breakeven_price", "Own and rent cost the same at a rental price of", "/GPUh", 3},
    };
    if (!b->money) return;
    book_section(b, b->summary, "Own, colocate or rent");
    if (grid_has(b->grid, "scenario"))
        book_row(b, b->summary,
                 (struct grid_row){.kind = GRID_CHECK,
                                   .label = "Scenario",
                                   .expr = "scenario",
                                   .note = "chosen on sheet Scenarios"});
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++) {
        const struct figure *f = &figures[i];
        bool is_money = f->decimals >= 0;
        if (!grid_has(b->grid, f->key)) continue;
        book_row(b, b->summary,
                 (struct grid_row){
                     .label = f->label,
                     .unit = is_money ? arena_format(b->arena, "%s%s", b->r->currency, f->unit)
                                      : f->unit,
                     .expr = f->key,
                     .decimals = f->decimals,
                     .missing = is_money ? "no price" : "none",
                     .is_strong = i == 0});
    }
}

static void summary_limits(struct book *b)
{
    book_section(b, b->summary, "Tightest limits");
    for (int i = 0; i < b->r->n_limit && i < 3; i++) {
        const struct limit *l = &b->r->limit[i];
        if (isnan(l->limit)) break;
        book_row(b, b->summary,
                 (struct grid_row){.kind = GRID_RESULT,
                                   .number = l->margin,
                                   .unit = "margin",
                                   .decimals = GRID_PERCENT,
                                   .note = l->note,
                                   .label = arena_format(b->arena, "%s: %s, %s", l->element,
                                                         l->resource, l->state)});
    }
}

void book_summary(struct book *b)
{
    book_section(b, b->summary, b->r->verdict ? b->r->verdict : "Results of the year");
    for (int i = 0; i < N_METRIC; i++) summary_metric(b, i);
    if (b->has_bill)
        book_row(b, b->summary,
                 (struct grid_row){.label = "Price of electricity, all in",
                                   .expr = "mean_price",
                                   .decimals = 4,
                                   .missing = "no price",
                                   .unit = arena_format(b->arena, "%s/kWh", b->r->currency)});
    summary_money(b);
    summary_limits(b);
    if (b->r->failures) {
        book_section(b, b->summary, "Failures");
        book_text(
            b, b->summary, "Single failures and maintenance",
            failures_ok(b->r->failures) ? "survived" : "not survived",
            arena_format(b->arena, "%s; %s", b->r->failures->verdict, b->r->failures->statement));
    }
    book_section(b, b->summary, "Warnings");
    for (int i = 0; i < b->r->n_warning; i++)
        book_row(b, b->summary,
                 (struct grid_row){.kind = GRID_RESULT,
                                   .label = b->r->warning[i].text,
                                   .number = b->r->warning[i].count,
                                   .unit = "times"});
    if (!b->r->n_warning) book_text(b, b->summary, "none", "", NULL);
    grid_chart(b->grid, b->summary,
               &(struct grid_chart){.kind = GRID_LINE,
                                    .title = "PUE by month",
                                    .n = 1,
                                    .key = {"pue"},
                                    .y_label = "PUE",
                                    .x_label = "Month"});
    if (b->has_bill)
        grid_chart(b->grid, b->summary,
                   &(struct grid_chart){.kind = GRID_COLUMNS,
                                        .title = "Electricity bill by month",
                                        .n = 1,
                                        .key = {"month_cost"},
                                        .y_label = b->r->currency,
                                        .x_label = "Month"});
}
