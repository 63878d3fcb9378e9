#include "output/capacity_sections.h"

#include <math.h>
#include <string.h>

#include "base/grid.h"
#include "output/figures.h"
#include "output/growth_figure.h"
#include "output/tco_figure.h"
#include "output/show.h"
#include "output/water_figure.h"
#include "plan/book.h"

enum { CHARGES_MAX = 7 };

static void add_figure(struct report *p, const struct result *r, enum figure_id id)
{
    struct picture pic;
    if (figure_make(r, id, &pic, p->arena)) report_figure(p, pic.chart, pic.summary);
}

static const char *money(const struct report *p, double x)
{
    return show_number(p->arena, x, 0, "no price");
}

/* Limits. */

static void add_limit_row(struct report *p, struct tabular *t, const struct limit *l,
                          const char *currency)
{
    struct arena *a = p->arena;
    const char *cell[] = {l->alike ? arena_format(a, "%s and %d alike", l->element, l->alike)
                                   : l->element,
                          l->resource,
                          l->state,
                          show_amount(a, l->used, l->unit, "no data"),
                          show_amount(a, l->limit, l->unit, "no limit"),
                          show_unit(a, l->unit, currency),
                          isfinite(l->limit) ? show_margin(a, l) : "–",
                          l->is_broken         ? "broken"
                          : isfinite(l->limit) ? "holds"
                                               : "no limit"};
    struct tabular_row *row = table_row(t, cell);
    if (l->is_broken)
        row->tone = TONE_BAD;
    else if (!isfinite(l->limit))
        row->tone = TONE_SOFT;
}

static void add_limit_notes(struct report *p, const struct result *r)
{
    for (int i = 0; i < r->n_limit; i++) {
        const struct limit *l = &r->limit[i];
        if (l->is_broken && l->note)
            report_paragraph(p, arena_format(p->arena, "Broken: %s, %s (%s).", l->element,
                                             l->resource, l->note));
    }
}

static void add_limits(struct report *p, const struct result *r)
{
    static const struct tabular_column column[] = {
        {"Element", ALIGN_TEXT, 1.5}, {"Resource", ALIGN_TEXT, 1.1}, {"State", ALIGN_TEXT, 1},
        {"Used", ALIGN_POINT, 0},     {"Limit", ALIGN_POINT, 0},     {"Unit", ALIGN_TEXT, 0},
        {"Margin", ALIGN_RIGHT, 0},   {"Result", ALIGN_TEXT, 0}};
    report_section(p, "limits", "Limits");
    report_paragraph(
        p,
        "Every element with what it carries in the worst hour of the year, every server at its "
        "maximum, against what it may carry; tightest first. The margin is the share of the limit "
        "that is left, in kelvins for temperatures. An element without a stated limit is listed as "
        "such and is not taken as sufficient.");
    if (r->n_limit == 0) return;
    add_figure(p, r, FIGURE_LIMITS);
    add_limit_notes(p, r);
    struct tabular *t = report_table(p, "Use and limits", column, 8);
    for (int i = 0; i < r->n_limit; i++) add_limit_row(p, t, &r->limit[i], r->currency);
}

/* Single-line diagram. */

static void add_one_line(struct report *p, const struct result *r)
{
    struct picture pic;
    if (!figure_make(r, FIGURE_ONE_LINE, &pic, p->arena)) return;
    report_section(p, "one-line", "Single-line diagram");
    report_diagram(p, pic.diagram, pic.summary);
}

/* Floors of rooms with racks. */

static void add_floors(struct report *p, const struct result *r)
{
    bool is_first = true;
    for (int i = 0; i < r->n_room; i++) {
        struct picture pic;
        bool has_plan = figure_floor(r, i, &pic, p->arena);
        if (!has_plan && !r->room[i].heat) continue;
        if (is_first) report_section(p, "floor", "Floor plan");
        is_first = false;
        if (has_plan) report_floor(p, pic.floor, pic.summary);
        if (r->room[i].heat) report_heat(p, r->room[i].heat, FLOOR_HEAT_ALL);
    }
}

static void add_racks(struct report *p, const struct result *r)
{
    const struct elevation_set *e = r->elevations;
    int pages = e ? elevation_pages(e) : 0;
    if (!pages) return;
    report_section(p, "racks", "Rack elevations");
    for (int i = 0; i < pages && i < ELEVATION_PAGES_SHOWN; i++) report_elevations(p, e, i);
    int left = e->n - ELEVATION_PAGES_SHOWN * ELEVATIONS_A_PAGE;
    if (left > 0)
        report_paragraph(p, arena_format(p->arena,
                                         "%d more %s not drawn here: dcplan elevations SITE -o "
                                         "FILE.pdf draws all.",
                                         left, left == 1 ? "rack is" : "racks that differ are"));
}

/* PUE and energy by month. */

static void add_month_row(struct report *p, struct tabular *t, const struct result *r, int m)
{
    struct arena *a = p->arena;
    const struct month_result *v = &r->month[m];
    const char *cell[] = {month_names[m],
                          show_number(a, v->it_kwh, 0, "no data"),
                          show_number(a, v->facility_kwh, 0, "no data"),
                          show_number(a, v->pue, 3, "no data"),
                          show_value(a, v->peak_kw, "no data"),
                          show_number(a, v->mean_outdoor_c, 1, "no data"),
                          show_number(a, v->max_inlet_c, 1, "no data"),
                          show_number(a, v->water_m3, 1, "no data")};
    table_row(t, cell);
}

static void add_month_table(struct report *p, const struct result *r)
{
    static const struct tabular_column column[] = {{"Month", ALIGN_TEXT, 0.6},
                                                   {"IT energy, kWh", ALIGN_POINT, 1},
                                                   {"Facility energy, kWh", ALIGN_POINT, 1},
                                                   {"PUE", ALIGN_POINT, 0.8},
                                                   {"Peak, kW", ALIGN_POINT, 0.9},
                                                   {"Mean outdoor, °C", ALIGN_POINT, 0.9},
                                                   {"Hottest inlet, °C", ALIGN_POINT, 0.9},
                                                   {"Water, m³", ALIGN_POINT, 0.8}};
    struct arena *a = p->arena;
    struct tabular *t = report_table(p, "Months", column, 8);
    for (int m = 0; m < MONTHS; m++) add_month_row(p, t, r, m);
    const char *year[] = {"Year",
                          show_number(a, r->metric[M_IT_ENERGY_KWH], 0, "n/a"),
                          show_number(a, r->metric[M_FACILITY_ENERGY_KWH], 0, "n/a"),
                          show_number(a, r->metric[M_PUE], 3, "n/a"),
                          show_value(a, r->metric[M_PEAK_FACILITY_KW], "n/a"),
                          "",
                          show_number(a, r->metric[M_MAX_INLET_C], 1, "n/a"),
                          show_number(a, r->metric[M_WATER_M3], 1, "n/a")};
    table_row(t, year)->is_total = true;
}

static void add_pue(struct report *p, const struct result *r)
{
    struct arena *a = p->arena;
    report_section(p, "pue", "PUE and energy by month");
    const char *text = arena_format(
        a,
        "PUE of the year is facility energy over energy at the input of the IT equipment "
        "(category 3 of ISO/IEC 30134-2), the ratio of the annual sums: %s. Measured at "
        "the outputs of the UPS (category 1) it would be %s, at the outputs of the PDUs "
        "(category 2) %s.",
        show_metric(a, r, M_PUE), show_metric(a, r, M_PUE_CAT1), show_metric(a, r, M_PUE_CAT2));
    report_paragraph(p, text);
    add_figure(p, r, FIGURE_PUE);
    add_figure(p, r, FIGURE_MONTHLY_ENERGY);
    add_month_table(p, r);
}

/* Energy by use. */

static void add_use_table(struct report *p, const struct result *r)
{
    static const struct tabular_column column[] = {{"Part", ALIGN_TEXT, 2},
                                                   {"Energy, kWh", ALIGN_POINT, 1},
                                                   {"Share of facility", ALIGN_POINT, 1},
                                                   {"Per kWh of IT energy", ALIGN_POINT, 1}};
    struct arena *a = p->arena;
    double total = r->metric[M_FACILITY_ENERGY_KWH], it = r->metric[M_IT_ENERGY_KWH];
    struct tabular *t = report_table(p, "Energy of the year by use", column, 4);
    for (int i = 0; i < r->n_part; i++) {
        double e = r->part[i].energy_kwh;
        if (!(fabs(e) > 0)) continue;
        const char *cell[] = {r->part[i].label, show_number(a, e, 0, "no data"),
                              show_percent(a, e / total, 2, "n/a"),
                              show_number(a, e / it, 4, "n/a")};
        table_row(t, cell);
    }
    const char *sum[] = {"Facility", show_number(a, total, 0, "n/a"),
                         show_percent(a, total / total, 2, "n/a"),
                         show_number(a, r->metric[M_PUE], 4, "n/a")};
    table_row(t, sum)->is_total = true;
}

static const char *residual(struct arena *a, double x)
{
    if (!isfinite(x)) return "n/a";
    if (!(fabs(x) > 0)) return "0";
    double power = floor(log10(fabs(x)));
    return arena_format(a, "%se%d", show_number(a, x / pow(10, power), 1, ""), (int)power);
}

static void add_energy(struct report *p, const struct result *r)
{
    struct arena *a = p->arena;
    report_section(p, "energy", "Energy by use");
    const char *text = arena_format(
        a,
        "The parts sum to the facility's energy in every hour; the greatest relative "
        "difference of the electrical balance is %s, of the heat balance %s (at most "
        "1e-9 is accepted). Shares may not add to exactly 100 %% after rounding. Parts "
        "that are zero are left out.",
        residual(a, r->metric[M_ENERGY_RESIDUAL_REL]), residual(a, r->metric[M_HEAT_RESIDUAL_REL]));
    report_paragraph(p, text);
    add_figure(p, r, FIGURE_OVERHEAD);
    add_use_table(p, r);
}

/* Duration and hours. */

static void add_duration(struct report *p, const struct result *r)
{
    report_section(p, "load", "Load over the year");
    add_figure(p, r, FIGURE_LOAD);
    report_section(p, "temperatures", "Temperatures over the year");
    add_figure(p, r, FIGURE_INLET);
    struct picture pic;
    if (figure_make(r, FIGURE_COOLANT, &pic, p->arena))
        report_figure(p, pic.chart, pic.summary);
    else
        report_paragraph(
            p, "No server of this site is cooled by liquid; there is no coolant to show.");
    report_section(p, "hours", "Hour by hour");
    add_figure(p, r, FIGURE_PUE_HEAT);
    add_figure(p, r, FIGURE_INLET_HEAT);
    add_figure(p, r, FIGURE_MODES);
    add_figure(p, r, FIGURE_PUE_OUTDOOR);
}

/* Cooling and water. */

static void add_metric_row(struct report *p, struct tabular *t, const struct result *r,
                           enum metric_id id)
{
    const char *cell[] = {metric_rows[id].label, show_metric(p->arena, r, id),
                          isfinite(r->metric[id]) ? show_metric_unit(p->arena, r, id) : "",
                          metric_rows[id].doc};
    struct tabular_row *row = table_row(t, cell);
    if (!isfinite(r->metric[id])) row->tone = TONE_SOFT;
}

static void add_metric_table(struct report *p, const struct result *r, const char *caption,
                             const enum metric_id *id, int n)
{
    static const struct tabular_column column[] = {{"Quantity", ALIGN_TEXT, 1.3},
                                                   {"Value", ALIGN_POINT, 0},
                                                   {"Unit", ALIGN_TEXT, 0},
                                                   {"Meaning", ALIGN_TEXT, 2}};
    struct tabular *t = report_table(p, caption, column, 4);
    for (int i = 0; i < n; i++) add_metric_row(p, t, r, id[i]);
}

static void add_cooling(struct report *p, const struct result *r)
{
    static const enum metric_id id[] = {M_FREE_COOLING_HOURS,
                                        M_ECONOMIZER_HOURS,
                                        M_CHILLER_HOURS,
                                        M_LIQUID_HEAT_KWH,
                                        M_AIR_HEAT_KWH,
                                        M_MAX_INLET_C,
                                        M_INLET_MARGIN_K,
                                        M_HOURS_ABOVE_RECOMMENDED,
                                        M_HOURS_ABOVE_ALLOWABLE,
                                        M_SHI,
                                        M_RTI_PCT,
                                        M_RCI_HI_PCT,
                                        M_RCI_LO_PCT,
                                        M_MAX_COOLANT_C,
                                        M_COOLANT_MARGIN_K,
                                        M_CHIP_MARGIN_K,
                                        M_THROTTLED_HOURS,
                                        M_TRIPPED_HOURS,
                                        M_LOST_COMPUTE_KWH,
                                        M_WATER_M3,
                                        M_WUE_L_PER_KWH};
    report_section(p, "cooling", "Cooling, heat and water");
    report_paragraph(p, "A temperature margin is the limit less the worst value of the year; a "
                        "negative margin is a broken limit.");
    add_metric_table(p, r, "Cooling, heat and water in the year", id, sizeof id / sizeof id[0]);
}

/* Bill. */

/* The bill's own rows, so that report and workbook show the same lines. */
static const char *const charge_keys[] = {"cost_spike",  "cost_peak",  "cost_flat", "cost_valley",
                                          "cost_demand", "cost_fixed", "month_cost"};

static int charges_find(const struct grid *g, const char **key)
{
    struct grid_range where;
    int n = 0;
    for (size_t i = 0; g && i < sizeof charge_keys / sizeof charge_keys[0]; i++)
        if (grid_range(g, charge_keys[i], &where)) key[n++] = charge_keys[i];
    return n;
}

static void add_charges(struct report *p, const struct bill *bill, const char *const *key, int n)
{
    struct arena *a = p->arena;
    struct tabular_column *column = ARENA_ARRAY(a, struct tabular_column, CHARGES_MAX + 1);
    const char *cell[CHARGES_MAX + 1];
    column[0] = (struct tabular_column){"Month", ALIGN_TEXT, 0.5};
    for (int k = 0; k < n; k++)
        column[k + 1] = (struct tabular_column){grid_label(bill->grid, key[k]), ALIGN_POINT, 1};
    struct tabular *t =
        report_table(p, arena_format(a, "Charges by month, %s", bill->use.currency), column, n + 1);
    for (int m = 0; m <= MONTHS; m++) {
        cell[0] = m < MONTHS ? month_names[m] : "Year";
        for (int k = 0; k < n; k++)
            cell[k + 1] = money(p, grid_number(bill->grid, key[k], m < MONTHS ? m : GRID_TOTAL));
        table_row(t, cell)->is_total = m == MONTHS;
    }
}

static void add_month_costs(struct report *p, const struct result *r)
{
    struct arena *a = p->arena;
    static const struct tabular_column shape[] = {{"Month", ALIGN_TEXT, 1},
                                                  {"Energy, kWh", ALIGN_POINT, 1},
                                                  {"Peak, kW", ALIGN_POINT, 1},
                                                  {"Bill", ALIGN_POINT, 1}};
    struct tabular_column *column = ARENA_ARRAY(a, struct tabular_column, 4);
    memcpy(column, shape, sizeof shape);
    column[3].head = arena_format(a, "Bill, %s", r->currency);
    struct tabular *t = report_table(p, "Bill by month", column, 4);
    for (int m = 0; m < MONTHS; m++) {
        const struct month_result *v = &r->month[m];
        const char *cell[] = {month_names[m], show_number(a, v->facility_kwh, 0, "no data"),
                              show_value(a, v->peak_kw, "no data"), money(p, v->cost)};
        table_row(t, cell);
    }
    const char *year[] = {"Year", show_number(a, r->metric[M_FACILITY_ENERGY_KWH], 0, "n/a"),
                          show_value(a, r->metric[M_PEAK_FACILITY_KW], "n/a"),
                          money(p, r->metric[M_ELECTRICITY_COST_PER_YEAR])};
    table_row(t, year)->is_total = true;
}

static void add_unpriced(struct report *p, const struct result *r)
{
    int n;
    const char **name = site_unpriced(r->site, &n, p->arena);
    struct builder b = builder_new(p->arena);
    for (int i = 0; i < n; i++) builder_format(&b, "%s%s", i ? ", " : "Without a price: ", name[i]);
    report_paragraph(p, arena_format(p->arena, "%s.", b.s));
}

/* What the parts cost, as far as their prices are known. */
static void add_capital(struct report *p, const struct result *r)
{
    const char *text =
        isfinite(r->metric[M_CAPEX_COST])
            ? arena_format(p->arena,
                           "Capital cost of the parts with a price: %s %s. Parts with a price: "
                           "%d; without, and not counted: %d.",
                           money(p, r->metric[M_CAPEX_COST]), r->currency, r->n_priced,
                           r->n_unpriced)
            : "No part of the site has a price, so there is no capital cost.";
    report_paragraph(p, text);
    if (r->n_priced && r->n_unpriced) add_unpriced(p, r);
}

static void add_bill(struct report *p, const struct result *r)
{
    struct arena *a = p->arena;
    const char *key[CHARGES_MAX];
    report_section(p, "bill", "Electricity bill and capital cost");
    add_capital(p, r);
    if (!r->bill || !r->bill->has_tariff) {
        report_paragraph(p, "The site names no tariff, so there is no bill.");
        return;
    }
    if (isfinite(r->metric[M_ELECTRICITY_COST_PER_YEAR]))
        report_paragraph(
            p, arena_format(
                   a,
                   "The year costs %s %s, of it %s %s for energy and %s %s for demand or capacity. "
                   "The workbook beside this report calculates the same bill with live formulas.",
                   money(p, r->metric[M_ELECTRICITY_COST_PER_YEAR]), r->currency,
                   money(p, r->metric[M_ELECTRICITY_COST_ENERGY]), r->currency,
                   money(p, r->metric[M_ELECTRICITY_COST_DEMAND]), r->currency));
    else
        report_paragraph(p, "A price of the tariff is missing, so what depends on it has no value. "
                            "A missing price is not taken as zero.");
    add_figure(p, r, FIGURE_COST);
    int n = charges_find(r->bill->grid, key);
    if (n > 0)
        add_charges(p, r->bill, key, n);
    else
        add_month_costs(p, r);
}

/* Rooms. */

static void add_rooms(struct report *p, const struct result *r)
{
    static const struct tabular_column column[] = {
        {"Room", ALIGN_TEXT, 1.4},           {"IT energy, kWh", ALIGN_POINT, 1},
        {"IT peak, kW", ALIGN_POINT, 1},     {"Hottest inlet, °C", ALIGN_POINT, 1},
        {"Inlet margin, K", ALIGN_POINT, 1}, {"Hours above recommended", ALIGN_POINT, 1}};
    struct arena *a = p->arena;
    if (r->n_room < 2) return;
    struct tabular *t = report_table(p, "Rooms", column, 6);
    for (int i = 0; i < r->n_room; i++) {
        const double *m = r->room[i].metric;
        const char *cell[] = {r->room[i].name,
                              show_number(a, m[M_IT_ENERGY_KWH], 0, "n/a"),
                              show_value(a, m[M_PEAK_IT_KW], "n/a"),
                              show_number(a, m[M_MAX_INLET_C], 1, "n/a"),
                              show_number(a, m[M_INLET_MARGIN_K], 1, "n/a"),
                              show_number(a, m[M_HOURS_ABOVE_RECOMMENDED], 0, "n/a")};
        table_row(t, cell);
    }
}

/* Assumptions, warnings, inputs, definitions. */

/* The one source of all values of an object; NULL when they differ. */
static const char *common_source(const struct result *r, int from)
{
    const char *source = NULL;
    for (int i = from; i < r->n_assumption; i++) {
        const struct assumption *v = &r->assumption[i];
        if (strcmp(v->object, r->assumption[from].object) != 0) break;
        if (source && v->source && strcmp(source, v->source) != 0) return NULL;
        if (v->source) source = v->source;
    }
    return source;
}

static void add_object(struct report *p, struct tabular *t, const char *object, const char *source)
{
    const char *head[] = {object, "", "", ""};
    table_row(t, head)->is_group = true;
    if (!source) return;
    const char *note[] = {arena_format(p->arena, "Source: %s", source), "", "", ""};
    table_row(t, note)->is_note = true;
}

static void add_assumption(struct report *p, struct tabular *t, const struct assumption *v,
                           bool has_own_source)
{
    struct arena *a = p->arena;
    const char *doc = v->doc ? v->doc : "";
    const char *cell[] = {
        v->key, v->value ? show_unit(a, v->value, NULL) : "not given",
        has_own_source && v->source ? arena_format(a, "%s (source: %s)", doc, v->source) : doc,
        v->origin};
    table_row(t, cell);
}

static void add_assumptions(struct report *p, const struct result *r)
{
    static const struct tabular_column column[] = {{"Key", ALIGN_TEXT, 1.25},
                                                   {"Setting", ALIGN_TEXT, 1.1},
                                                   {"Meaning", ALIGN_TEXT, 1.9},
                                                   {"Given in", ALIGN_TEXT, 1.15}};
    report_section(p, "assumptions", "Assumptions and sources");
    if (r->n_assumption == 0) {
        report_paragraph(p, "No model values are recorded with this result.");
        return;
    }
    report_paragraph(p,
                     "The model values that shaped the answer, with where each was given (a file "
                     "with its line, an override, or the default) and where it comes from.");
    struct tabular *t = report_table(p, "Model values", column, 4);
    const char *object = "", *source = NULL;
    for (int i = 0; i < r->n_assumption; i++) {
        const struct assumption *v = &r->assumption[i];
        if (strcmp(object, v->object) != 0) {
            object = v->object;
            source = common_source(r, i);
            add_object(p, t, object, source);
        }
        add_assumption(p, t, v, !source);
    }
}

static const char *hour_text(struct arena *a, const struct calendar *c, int hour)
{
    char text[TEXT_NUMBER_CAP];
    if (hour < 0) return "–";
    calendar_label(c, hour, text);
    return arena_text(a, text, strlen(text));
}

static void add_warnings(struct report *p, const struct result *r)
{
    static const struct tabular_column column[] = {
        {"Warning", ALIGN_TEXT, 3}, {"Hours", ALIGN_POINT, 0}, {"First hour", ALIGN_TEXT, 0}};
    struct arena *a = p->arena;
    report_section(p, "warnings", "Warnings");
    if (r->n_warning == 0) {
        report_paragraph(p, "The calculation gave no warnings.");
        return;
    }
    struct tabular *t = report_table(p, "Warnings of the calculation", column, 3);
    for (int i = 0; i < r->n_warning; i++) {
        const struct warning *w = &r->warning[i];
        const char *cell[] = {w->text, w->first_hour < 0 ? "–" : show_number(a, w->count, 0, ""),
                              hour_text(a, &r->year->calendar, w->first_hour)};
        table_row(t, cell);
    }
}

static void add_inputs(struct report *p, const struct result *r)
{
    static const struct tabular_column column[] = {{"File", ALIGN_TEXT, 1},
                                                   {"SHA-256", ALIGN_TEXT, 1.9}};
    static const struct tabular_column one[] = {{"Override", ALIGN_TEXT, 1}};
    report_section(p, "inputs", "Inputs");
    const char *text = arena_format(p->arena,
                                    "The same inputs give the same report, byte for byte. "
                                    "Fingerprint of all input files, overrides not included: %s.",
                                    book_input_hash(r, p->arena));
    report_paragraph(p, text);
    struct tabular *t = report_table(p, "Files that were read", column, 2);
    for (int i = 0; i < r->n_input; i++) {
        const char *cell[] = {r->input[i].path, r->input[i].sha256};
        table_row(t, cell);
    }
    if (r->n_override == 0) return;
    t = report_table(p, "Overrides from the command line", one, 1);
    for (int i = 0; i < r->n_override; i++) table_row(t, &r->override[i]);
}

static void add_definitions(struct report *p, const struct result *r)
{
    static const enum metric_id id[] = {M_PUE,        M_PUE_CAT1, M_PUE_CAT2,      M_PUE_PEAK_HOUR,
                                        M_ITUE,       M_TUE,      M_WUE_L_PER_KWH, M_CUE_KG_PER_KWH,
                                        M_CARBON_T,   M_ERE,      M_ERF,           M_MLC,
                                        M_MLC_DESIGN, M_ELC};
    report_section(p, "definitions", "Definitions and further results");
    report_paragraph(p,
                     "An hour runs from its beginning to the next in local standard time; hour 0 "
                     "begins on 1 January at 00:00. n/a: does not apply to this site or was not "
                     "given.");
    add_metric_table(p, r, "Results and what they mean", id, sizeof id / sizeof id[0]);
}

void capacity_sections_add(struct report *p, const struct result *r)
{
    report_add(p, BLOCK_PAGE);
    add_one_line(p, r);
    add_floors(p, r);
    floor_section_add(p, r);
    add_limits(p, r);
    failure_section_add(p, r);
    add_racks(p, r);
    add_pue(p, r);
    add_energy(p, r);
    add_duration(p, r);
    add_cooling(p, r);
    water_section_add(p, r);
    add_rooms(p, r);
    add_bill(p, r);
    growth_section_add(p, r);
    tco_section_add(p, r);
    equipment_section_add(p, r);
    add_warnings(p, r);
    add_definitions(p, r);
    add_inputs(p, r);
    add_assumptions(p, r); /* last, as it is long */
}
