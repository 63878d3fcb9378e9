/* The workbook's sheets.  A value that follows from others in the book is a
   formula; what only the simulation can give is a plain number. */

#include "plan/book.h"

#include <math.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "plan/book_failures.h"
#include "plan/book_growth.h"
#include "plan/book_water.h"
#include "plan/failures.h"

/* Sums of the book and of the program add in another order. */
static const double check_tolerance = 1e-9;

static const char *const month_names[MONTHS] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

struct book {
    const struct result *r;
    struct grid *grid;
    struct arena *arena;
    const char *version;
    int cover, summary, inputs, monthly, energy, limits, failures, failure_limits, water, growth,
        cost, checks, sources;
    bool has_bill;
    struct builder all_checks;
};

static void row(struct book *b, int sheet, struct grid_row r)
{
    grid_row(b->grid, sheet, &r);
}

static void section(struct book *b, int sheet, const char *label)
{
    row(b, sheet, (struct grid_row){.kind = GRID_SECTION, .label = label});
}

static void text(struct book *b, int sheet, const char *label, const char *value, const char *note)
{
    row(b, sheet,
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

static const char *date_text(struct date d, struct arena *a)
{
    return d.year ? arena_format(a, "%04d-%02d-%02d", d.year, d.month, d.day) : "";
}

/* ---- cover ---- */

static void cover_inputs(struct book *b)
{
    section(b, b->cover, "Input files, SHA-256");
    for (int i = 0; i < b->r->n_input; i++)
        if (!b->r->input[i].is_override)
            text(b, b->cover, b->r->input[i].path, "", b->r->input[i].sha256);
    if (b->r->n_override) section(b, b->cover, "Overrides");
    for (int i = 0; i < b->r->n_override; i++) text(b, b->cover, "override", "", b->r->override[i]);
}

static void legend_row(struct book *b, const char *label, const char *sample, enum grid_style look,
                       const char *note)
{
    row(b, b->cover,
        (struct grid_row){
            .kind = GRID_TEXT, .label = label, .text = sample, .look = look, .note = note});
}

static void legend(struct book *b)
{
    section(b, b->cover, "How to read this workbook");
    legend_row(b, "Blue on yellow", "input", GRID_STYLE_INPUT,
               "on sheet Inputs: change it and every sheet follows");
    legend_row(b, "Black", "result", GRID_STYLE_CALC,
               "a formula on this sheet, or a number from the simulation");
    legend_row(b, "Green", "formula", GRID_STYLE_CROSS, "reads another sheet");
    text(b, b->cover, "Simulation", "not alive",
         "energy, temperatures and limits come from the hourly simulation: change the site file "
         "and run dcplan again");
    text(b, b->cover, "no limit, no price, no data", "missing",
         "what is missing is never taken as zero");
}

static void fill_cover(struct book *b)
{
    const struct result *r = b->r;
    text(b, b->cover, "Site", r->site_name, r->site_title);
    text(b, b->cover, "Verdict", r->ok ? "yes" : "no", r->verdict);
    text(b, b->cover, "Date", date_text(r->date, b->arena), NULL);
    text(b, b->cover, "Currency", r->currency, NULL);
    text(b, b->cover, "Tool", arena_format(b->arena, "dcplan %s", b->version), NULL);
    text(b, b->cover, "All inputs, SHA-256", "", book_input_hash(r, b->arena));
    row(b, b->cover,
        (struct grid_row){
            .kind = GRID_CHECK, .label = "All checks of the workbook", .expr = "check_all"});
    cover_inputs(b);
    legend(b);
}

/* ---- summary ---- */

/* The formula of a metric that the book itself can compute. */
static const char *metric_formula(const struct book *b, int id)
{
    switch (id) {
    case M_IT_ENERGY_KWH: return "it_kwh";
    case M_FACILITY_ENERGY_KWH: return "facility_kwh";
    case M_PUE: return "facility_kwh/it_kwh";
    case M_PEAK_FACILITY_KW: return "peak_kw";
    case M_ELECTRICITY_COST_PER_YEAR: return b->has_bill ? "year_cost" : NULL;
    case M_ELECTRICITY_COST_ENERGY: return b->has_bill ? "year_energy_cost" : NULL;
    case M_ELECTRICITY_COST_DEMAND:
        return b->has_bill && b->r->bill->use.tariff->basis != BASIS_NONE ? "year_demand_cost"
                                                                          : NULL;
    default: return NULL;
    }
}

static void summary_metric(struct book *b, int id)
{
    const struct metric_row *m = &metric_rows[id];
    const char *expr = metric_formula(b, id);
    if (!expr && isnan(b->r->metric[id])) return;
    bool is_money = strcmp(m->unit, "money") == 0;
    row(b, b->summary,
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

static void summary_limits(struct book *b)
{
    section(b, b->summary, "Tightest limits");
    for (int i = 0; i < b->r->n_limit && i < 3; i++) {
        const struct limit *l = &b->r->limit[i];
        if (isnan(l->limit)) break;
        row(b, b->summary,
            (struct grid_row){
                .kind = GRID_RESULT,
                .number = l->margin,
                .unit = "margin",
                .decimals = GRID_PERCENT,
                .note = l->note,
                .label = arena_format(b->arena, "%s: %s, %s", l->element, l->resource, l->state)});
    }
}

static void fill_summary(struct book *b)
{
    section(b, b->summary, b->r->verdict ? b->r->verdict : "Results of the year");
    for (int i = 0; i < N_METRIC; i++) summary_metric(b, i);
    if (b->has_bill)
        row(b, b->summary,
            (struct grid_row){.label = "Price of electricity, all in",
                              .expr = "mean_price",
                              .decimals = 4,
                              .missing = "no price",
                              .unit = arena_format(b->arena, "%s/kWh", b->r->currency)});
    summary_limits(b);
    if (b->r->failures) {
        section(b, b->summary, "Failures");
        text(b, b->summary, "Single failures and maintenance",
             failures_ok(b->r->failures) ? "survived" : "not survived",
             arena_format(b->arena, "%s; %s", b->r->failures->verdict, b->r->failures->statement));
    }
    section(b, b->summary, "Warnings");
    for (int i = 0; i < b->r->n_warning; i++)
        row(b, b->summary,
            (struct grid_row){.kind = GRID_RESULT,
                              .label = b->r->warning[i].text,
                              .number = b->r->warning[i].count,
                              .unit = "times"});
    if (!b->r->n_warning) text(b, b->summary, "none", "", NULL);
    grid_chart(
        b->grid, b->summary,
        &(struct grid_chart){
            .kind = GRID_LINE, .title = "PUE by month", .n = 1, .key = {"pue"}, .y_label = "PUE"});
    if (b->has_bill)
        grid_chart(b->grid, b->summary,
                   &(struct grid_chart){.kind = GRID_COLUMNS,
                                        .title = "Electricity bill by month",
                                        .n = 1,
                                        .key = {"month_cost"},
                                        .y_label = b->r->currency});
}

/* ---- inputs ---- */

static int decimals_of(struct text number)
{
    const char *dot = memchr(number.s, '.', number.n);
    return dot ? (int)(number.n - (size_t)(dot - number.s) - 1) : 0;
}

/* "3.2 kW" is a number and a unit, "3.2 kW +/- 5 %" one with an uncertainty;
   anything else (a list, a date, a name) is text. */
static bool split_value(struct book *b, const char *value, struct grid_row *r, struct text *spread)
{
    bool found;
    struct text head, unit, rest = text_cut(text_of(value), ' ', &head, &found);
    *spread = text_cut(rest, '+', &unit, &found);
    if (!text_number(head, &r->number) || memchr(rest.s, ',', rest.n)) return false;
    unit = text_trim(unit);
    r->unit = arena_text(b->arena, unit.s, unit.n);
    r->decimals = decimals_of(head);
    return true;
}

/* A source is told once for the rows that share it. */
static void assumption(struct book *b, const struct assumption *x, bool with_source)
{
    struct grid_row r = {.kind = GRID_RESULT, .label = x->doc ? x->doc : x->key};
    struct text spread;
    struct builder note = builder_new(b->arena);
    builder_text(&note, x->origin ? x->origin : "");
    if (!split_value(b, x->value, &r, &spread)) {
        r.kind = GRID_TEXT;
        r.text = x->value;
    } else if (spread.n)
        builder_format(&note, "; +%.*s", (int)spread.n, spread.s);
    if (with_source) builder_format(&note, "; %s", x->source);
    r.note = note.s;
    row(b, b->inputs, r);
}

/* Prices and rules of the tariff are alive in a section of their own; its hours
   and months are told with the other assumptions. */
static bool is_told_by_bill(struct book *b, const struct assumption *x)
{
    static const char *const prose[] = {"includes", "source", "note", "date", "tax"};
    if (!b->has_bill || strncmp(x->object, "tariff", 6) != 0) return false;
    for (size_t i = 0; i < sizeof prose / sizeof *prose; i++)
        if (strcmp(x->key, prose[i]) == 0) return true;
    struct grid_row r;
    struct text spread;
    return split_value(b, x->value, &r, &spread);
}

/* What the capital cost leaves out. */
static void unpriced_parts(struct book *b)
{
    if (!b->r->n_unpriced) return;
    int n;
    const char **name = site_unpriced(b->r->site, &n, b->arena);
    section(b, b->inputs, "Parts without a price, not counted in the capital cost");
    for (int i = 0; i < n; i++)
        text(b, b->inputs, name[i], "no price",
             i ? NULL : "give the part a price in the site file or in its model");
}

static void fill_inputs(struct book *b)
{
    if (b->has_bill) bill_rows(&b->r->bill->use, b->grid, b->inputs, b->cost, b->arena);
    unpriced_parts(b);
    const char *object = "", *source = "";
    for (int i = 0; i < b->r->n_assumption; i++) {
        const struct assumption *x = &b->r->assumption[i];
        if (is_told_by_bill(b, x)) continue;
        if (strcmp(object, x->object) != 0) {
            section(b, b->inputs,
                    arena_format(b->arena, "%s (of the simulation: change it in the site file)",
                                 x->object));
            source = "";
        }
        object = x->object;
        bool is_new = x->source && strcmp(source, x->source) != 0;
        assumption(b, x, is_new);
        if (is_new) source = x->source;
    }
}

/* ---- monthly ---- */

static void month_row(struct book *b, const char *key, const char *label, const char *unit,
                      size_t at, int decimals, const char *total)
{
    double v[MONTHS];
    int known = 0;
    for (int m = 0; m < MONTHS; m++) {
        v[m] = *(const double *)(const void *)((const char *)&b->r->month[m] + at);
        known += !isnan(v[m]);
    }
    if (known)
        row(b, b->monthly,
            (struct grid_row){.kind = GRID_RESULT,
                              .key = key,
                              .label = label,
                              .unit = unit,
                              .series = v,
                              .decimals = decimals,
                              .total = total});
}

static void fill_monthly(struct book *b)
{
#define AT(field) offsetof(struct month_result, field)
    month_row(b, "it_kwh", "IT equipment", "kWh", AT(it_kwh), 0, "sum(it_kwh)");
    month_row(b, "facility_kwh", "Whole facility", "kWh", AT(facility_kwh), 0, "sum(facility_kwh)");
    row(b, b->monthly,
        (struct grid_row){.key = "other_kwh",
                          .label = "Losses, cooling and other",
                          .unit = "kWh",
                          .expr = "facility_kwh - it_kwh",
                          .is_series = true,
                          .total = "sum(other_kwh)"});
    row(b, b->monthly,
        (struct grid_row){.key = "pue",
                          .label = "PUE",
                          .expr = "facility_kwh/it_kwh",
                          .is_series = true,
                          .decimals = 3,
                          .total = "facility_kwh/it_kwh",
                          .is_strong = true,
                          .note = "the year is the ratio of sums, not a mean of months"});
    month_row(b, "peak_kw", "Greatest hourly power", "kW", AT(peak_kw), 1, "max(peak_kw)");
    month_row(b, "water_m3", "Water", "m3", AT(water_m3), 1, "sum(water_m3)");
    month_row(b, "outdoor_c", "Mean outdoor temperature", "degC", AT(mean_outdoor_c), 1, NULL);
    month_row(b, "inlet_c", "Hottest rack inlet", "degC", AT(max_inlet_c), 1, "max(inlet_c)");
    month_row(b, "coolant_c", "Warmest coolant", "degC", AT(max_coolant_c), 1, "max(coolant_c)");
#undef AT
    if (b->has_bill)
        row(b, b->monthly,
            (struct grid_row){.key = "bill",
                              .label = "Electricity bill",
                              .unit = b->r->currency,
                              .expr = "month_cost",
                              .is_series = true,
                              .total = "sum(bill)",
                              .missing = "no price"});
    grid_chart(b->grid, b->monthly,
               &(struct grid_chart){.kind = GRID_STACKED,
                                    .title = "Energy by month",
                                    .n = 2,
                                    .key = {"it_kwh", "other_kwh"},
                                    .y_label = "kWh"});
    grid_chart(
        b->grid, b->monthly,
        &(struct grid_chart){
            .kind = GRID_LINE, .title = "PUE by month", .n = 1, .key = {"pue"}, .y_label = "PUE"});
}

/* ---- energy ---- */

static const double *part_hours(const struct book *b, const char *key)
{
    for (int q = 0; b->r->year && q < N_QUANTITY; q++)
        if (quantity_rows[q].part_key && strcmp(quantity_rows[q].part_key, key) == 0)
            return b->r->year->site.hour[q];
    return NULL;
}

static bool all_parts_hourly(const struct book *b)
{
    for (int i = 0; i < b->r->n_part; i++)
        if (!part_hours(b, b->r->part[i].key)) return false;
    return true;
}

static void part_row(struct book *b, const struct energy_part *part, bool hourly)
{
    double v[MONTHS] = {0};
    const char *key = arena_format(b->arena, "use_%s", part->key);
    struct grid_row r = {.kind = GRID_RESULT,
                         .key = key,
                         .label = part->label,
                         .unit = "kWh",
                         .number = part->energy_kwh};
    const double *hour = part_hours(b, part->key);
    const int *start = hourly ? b->r->year->calendar.month_start : NULL;
    for (int m = 0; hourly && m < MONTHS; m++)
        for (int h = start[m]; h < start[m + 1]; h++) v[m] += hour[h] / 1000;
    if (hourly) {
        r.series = v;
        r.total = arena_format(b->arena, "sum(%s)", key);
    }
    row(b, b->energy, r);
}

static bool is_used(const struct energy_part *part)
{
    return !(part->energy_kwh <= 0); /* a missing one is shown */
}

static void share_rows(struct book *b)
{
    section(b, b->energy, "Share of the facility's energy");
    for (int i = 0; i < b->r->n_part; i++) {
        const struct energy_part *part = &b->r->part[i];
        if (is_used(part))
            row(b, b->energy,
                (struct grid_row){.label = part->label,
                                  .unit = "%",
                                  .decimals = GRID_PERCENT,
                                  .key = arena_format(b->arena, "share_%s", part->key),
                                  .expr = arena_format(b->arena, "use_%s/use_kwh", part->key)});
    }
}

/* The uses that take most, in falling order: a chart shows no more. */
static void energy_chart(struct book *b)
{
    struct grid_chart chart = {
        .kind = GRID_STACKED, .title = "Energy by use and month", .y_label = "kWh"};
    bool *taken = ARENA_ARRAY(b->arena, bool, (size_t)b->r->n_part + 1);
    for (; chart.n < 8; chart.n++) {
        int best = -1;
        for (int i = 0; i < b->r->n_part; i++)
            if (!taken[i] && b->r->part[i].energy_kwh > 0 &&
                (best < 0 || b->r->part[i].energy_kwh > b->r->part[best].energy_kwh))
                best = i;
        if (best < 0) break;
        taken[best] = true;
        chart.key[chart.n] = arena_format(b->arena, "use_%s", b->r->part[best].key);
    }
    if (chart.n) grid_chart(b->grid, b->energy, &chart);
}

static void fill_energy(struct book *b)
{
    bool hourly = all_parts_hourly(b);
    struct builder sum = builder_new(b->arena);
    section(b, b->energy, "Energy by use");
    for (int i = 0; i < b->r->n_part; i++) {
        const struct energy_part *part = &b->r->part[i];
        if (!is_used(part)) continue;
        part_row(b, part, hourly);
        builder_format(&sum, "%suse_%s", sum.n ? " + " : "", part->key);
    }
    row(b, b->energy,
        (struct grid_row){.key = "use_kwh",
                          .label = "Whole facility",
                          .unit = "kWh",
                          .expr = sum.n ? sum.s : "0",
                          .is_series = hourly,
                          .total = hourly ? "sum(use_kwh)" : NULL,
                          .is_strong = true});
    share_rows(b);
    if (hourly) energy_chart(b);
}

/* ---- limits ---- */

static void fill_limits(struct book *b)
{
    enum { N = 9 };
    static const struct grid_column columns[N] = {
        {.key = "element", .label = "Element", .is_text = true},
        {.key = "resource", .label = "Resource", .is_text = true},
        {.key = "state", .label = "State", .is_text = true},
        {.key = "unit", .label = "Unit", .is_text = true},
        {.key = "used", .label = "Used", .decimals = 2},
        {.key = "limit", .label = "Limit", .decimals = 2, .missing = "no limit"},
        {.key = "margin",
         .label = "Margin",
         .decimals = GRID_PERCENT,
         .missing = "no limit",
         .expr = "(limit - used)/limit"},
        {.key = "status",
         .label = "Status",
         .is_text = true,
         .expr = "if(missing(limit), \"no limit\", if(missing(used), \"no data\", "
                 "if(used > limit, \"OVER\", \"OK\")))"},
        {.key = "note", .label = "Note", .is_text = true},
    };
    int n = b->r->n_limit;
    struct grid_value *v = ARENA_ARRAY(b->arena, struct grid_value, (size_t)(n + 1) * N);
    for (int i = 0; i < n; i++) {
        const struct limit *l = &b->r->limit[i];
        struct grid_value *to = v + (size_t)i * N;
        to[0].text = l->element;
        to[1].text = l->resource;
        to[2].text = l->state;
        to[3].text = l->unit;
        to[4].number = l->used;
        to[5].number = l->limit;
        to[8].text = l->note ? l->note : "";
    }
    grid_table(b->grid, b->limits, "limits", columns, N, v, n);
}

/* ---- checks ---- */

static void check(struct book *b, const char *key, const char *label, const char *expr,
                  const char *difference)
{
    builder_format(&b->all_checks, "%s%s != \"FAIL\"", b->all_checks.n ? " and " : "", key);
    row(b, b->checks,
        (struct grid_row){.kind = GRID_CHECK,
                          .key = key,
                          .label = label,
                          .expr = expr,
                          .total = difference,
                          .decimals = 9});
}

/* The difference is relative: near zero, spreadsheets round differences. */
static void check_equal(struct book *b, const char *key, const char *label, const char *left,
                        const char *right)
{
    const char *difference =
        arena_format(b->arena, "(%s - (%s))/max(1, abs(%s))", left, right, left);
    check(b, key, label,
          arena_format(b->arena,
                       "if(missing(%s), \"no data\", if(abs(%s) <= tolerance, \"OK\", \"FAIL\"))",
                       difference, difference),
          difference);
}

static void result_row(struct book *b, const char *key, const char *label, const char *unit,
                       double value, int decimals)
{
    row(b, b->checks,
        (struct grid_row){.kind = GRID_RESULT,
                          .key = key,
                          .label = label,
                          .unit = unit,
                          .number = value,
                          .decimals = decimals});
}

static void fill_bill_checks(struct book *b)
{
    const struct tariff *t = b->r->bill->use.tariff;
    check_equal(b, "check_periods", "Energy of the periods = facility energy", "energy_billed_kwh",
                "facility_kwh");
    const char *lines = arena_format(
        b->arena, "(cost_energy%s%s)%s", t->basis != BASIS_NONE ? " + cost_demand" : "",
        t->fixed_charge.currency[0] ? " + cost_fixed" : "",
        strcmp(b->r->bill->use.currency, b->r->bill->use.reported) ? "*fx_rate" : "");
    check_equal(b, "check_lines", "Lines of the bill = bill", "year_cost", lines);
    check(b, "check_not_negative", "No month's bill is negative",
          "if(missing(year_cost), \"no data\", if(min(month_cost) >= 0, \"OK\", \"FAIL\"))", NULL);
}

static void fill_checks(struct book *b)
{
    const double *m = b->r->metric;
    section(b, b->checks, "What is compared with");
    result_row(b, "tolerance", "Tolerance, relative", "", check_tolerance, 9);
    result_row(b, "it_year_kwh", "IT energy of the year, by the program", "kWh", m[M_IT_ENERGY_KWH],
               0);
    result_row(b, "facility_year_kwh", "Facility energy of the year, by the program", "kWh",
               m[M_FACILITY_ENERGY_KWH], 0);
    result_row(b, "energy_residual", "Electrical balance, worst hour, relative", "",
               m[M_ENERGY_RESIDUAL_REL], 9);
    result_row(b, "heat_residual", "Thermal balance, worst hour, relative", "",
               m[M_HEAT_RESIDUAL_REL], 9);
    section(b, b->checks, "Checks; the relative difference stands beside them");
    check_equal(b, "check_it", "IT energy: months = year", "it_kwh", "it_year_kwh");
    check_equal(b, "check_facility", "Facility energy: months = year", "facility_kwh",
                "facility_year_kwh");
    if (b->r->n_part)
        check_equal(b, "check_parts", "Energy by use = facility energy", "use_kwh", "facility_kwh");
    if (b->has_bill) fill_bill_checks(b);
    check(b, "check_energy", "Electrical balance closes",
          "if(missing(energy_residual), \"no data\", "
          "if(energy_residual <= tolerance, \"OK\", \"FAIL\"))",
          NULL);
    check(b, "check_heat", "Thermal balance closes",
          "if(missing(heat_residual), \"no data\", "
          "if(heat_residual <= tolerance, \"OK\", \"FAIL\"))",
          NULL);
    row(b, b->checks,
        (struct grid_row){.kind = GRID_CHECK,
                          .key = "check_all",
                          .label = "All checks",
                          .is_strong = true,
                          .expr =
                              arena_format(b->arena, "if(%s, \"OK\", \"FAIL\")", b->all_checks.s)});
}

/* ---- sources ---- */

static bool seen_before(const struct result *r, int i)
{
    for (int k = 0; k < i; k++)
        if (r->assumption[k].source &&
            strcmp(r->assumption[k].object, r->assumption[i].object) == 0 &&
            strcmp(r->assumption[k].source, r->assumption[i].source) == 0)
            return true;
    return false;
}

static void fill_sources(struct book *b)
{
    const struct result *r = b->r;
    if (r->weather) text(b, b->sources, "Weather", r->weather->name, r->weather->source);
    if (b->has_bill) {
        const struct tariff *t = r->bill->use.tariff;
        text(b, b->sources, "Tariff", date_text(t->date, b->arena), t->source);
    }
    for (int i = 0; i < r->n_assumption; i++)
        if (r->assumption[i].source && !seen_before(r, i))
            text(b, b->sources, r->assumption[i].object, "", r->assumption[i].source);
}

/* ---- book ---- */

static void open_sheets(struct book *b)
{
    struct grid *g = b->grid;
    b->cover = grid_sheet(g, "Cover", "Capacity report: workbook", 0, NULL);
    b->summary = grid_sheet(g, "Summary", "Summary", 0, NULL);
    b->inputs = grid_sheet(g, "Inputs", "Inputs and assumptions", 0, NULL);
    b->monthly = grid_sheet(g, "Monthly", "Months of the year", MONTHS, month_names);
    b->energy = grid_sheet(g, "Energy", "Energy by use", MONTHS, month_names);
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
    b->cost = grid_sheet(g, "Cost", "Electricity bill", MONTHS, month_names);
    b->checks = grid_sheet(g, "Checks", "Checks", 0, NULL);
    b->sources = grid_sheet(g, "Sources", "Sources", 0, NULL);
}

struct grid *book_make(const struct result *r, const char *version, struct arena *a,
                       struct diags *ds)
{
    struct book b = {.r = r, .grid = grid_new(a), .arena = a, .version = version};
    b.all_checks = builder_new(a);
    b.has_bill = r->bill && r->bill->has_tariff;
    open_sheets(&b);
    fill_cover(&b);
    fill_summary(&b);
    fill_inputs(&b);
    fill_monthly(&b);
    fill_energy(&b);
    fill_limits(&b);
    if (r->failures) {
        book_failure_states(r, b.grid, b.failures, a);
        book_failure_limits(r, b.grid, b.failure_limits, a);
    }
    if (r->water) book_water(r, b.grid, b.water, a);
    if (r->growth) {
        book_growth(r, b.grid, b.growth, a);
        book_growth_use(r, b.grid, b.growth + 1, a);
        book_growth_orders(r, b.grid, b.growth + 2, a);
    }
    if (!b.has_bill) text(&b, b.cost, "no tariff", "", "the site names no tariff: no bill");
    fill_checks(&b);
    fill_sources(&b);
    grid_subtitle(b.grid, arena_format(a, "%s, inputs %.12s, dcplan %s",
                                       r->site_title ? r->site_title : r->site_name,
                                       book_input_hash(r, a), version));
    grid_master(b.grid, "check_all");
    return grid_eval(b.grid, ds) ? b.grid : NULL;
}
