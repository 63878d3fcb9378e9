/* Months, energy and limits of the workbook. */

#include "plan/book_inner.h"

#include <math.h>
#include <string.h>

#include "plan/book.h"

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
        book_row(b, b->monthly,
                 (struct grid_row){.kind = GRID_RESULT,
                                   .key = key,
                                   .label = label,
                                   .unit = unit,
                                   .series = v,
                                   .decimals = decimals,
                                   .total = total});
}

void book_monthly(struct book *b)
{
#define AT(field) offsetof(struct month_result, field)
    month_row(b, "month_it_kwh", "IT equipment", "kWh", AT(it_kwh), 0, "sum(month_it_kwh)");
    month_row(b, "facility_kwh", "Whole facility", "kWh", AT(facility_kwh), 0, "sum(facility_kwh)");
    book_row(b, b->monthly,
             (struct grid_row){.key = "other_kwh",
                               .label = "Losses, cooling and other",
                               .unit = "kWh",
                               .expr = "facility_kwh - month_it_kwh",
                               .is_series = true,
                               .total = "sum(other_kwh)"});
    book_row(b, b->monthly,
             (struct grid_row){.key = "pue",
                               .label = "PUE",
                               .expr = "facility_kwh/month_it_kwh",
                               .is_series = true,
                               .decimals = 3,
                               .total = "facility_kwh/month_it_kwh",
                               .is_strong = true,
                               .note = "the year is the ratio of sums, not a mean of months"});
    month_row(b, "peak_kw", "Greatest hourly power", "kW", AT(peak_kw), 1, "max(peak_kw)");
    month_row(b, "water_m3", "Water", "m3", AT(water_m3), 1, "sum(water_m3)");
    month_row(b, "outdoor_c", "Mean outdoor temperature", "degC", AT(mean_outdoor_c), 1, NULL);
    month_row(b, "inlet_c", "Hottest rack inlet", "degC", AT(max_inlet_c), 1, "max(inlet_c)");
    month_row(b, "coolant_c", "Warmest coolant", "degC", AT(max_coolant_c), 1, "max(coolant_c)");
#undef AT
    if (b->has_bill)
        book_row(b, b->monthly,
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
                                    .key = {"month_it_kwh", "other_kwh"},
                                    .y_label = "kWh",
                                    .x_label = "Month"});
    grid_chart(b->grid, b->monthly,
               &(struct grid_chart){.kind = GRID_LINE,
                                    .title = "PUE by month",
                                    .n = 1,
                                    .key = {"pue"},
                                    .y_label = "PUE",
                                    .x_label = "Month"});
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
    book_row(b, b->energy, r);
}

static bool is_used(const struct energy_part *part)
{
    return !(part->energy_kwh <= 0); /* a missing one is shown */
}

static void share_rows(struct book *b)
{
    book_section(b, b->energy, "Share of the facility's energy");
    for (int i = 0; i < b->r->n_part; i++) {
        const struct energy_part *part = &b->r->part[i];
        if (is_used(part))
            book_row(
                b, b->energy,
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
    struct grid_chart chart = {.kind = GRID_STACKED,
                               .title = "Energy by use and month",
                               .y_label = "kWh",
                               .x_label = "Month"};
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

void book_energy(struct book *b)
{
    bool hourly = all_parts_hourly(b);
    struct builder sum = builder_new(b->arena);
    book_section(b, b->energy, "Energy by use");
    for (int i = 0; i < b->r->n_part; i++) {
        const struct energy_part *part = &b->r->part[i];
        if (!is_used(part)) continue;
        part_row(b, part, hourly);
        builder_format(&sum, "%suse_%s", sum.n ? " + " : "", part->key);
    }
    book_row(b, b->energy,
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

void book_limits(struct book *b)
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
