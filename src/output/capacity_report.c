#include "output/capacity_report.h"

#include <math.h>
#include <string.h>

#include "base/version.h"
#include "output/capacity_sections.h"
#include "output/figures.h"
#include "output/pdf.h"
#include "output/show.h"
#include "plan/book.h"

enum { TIGHTEST = 3, HASH_SHOWN = 12 };

static const char *hash_short(struct arena *a, const struct result *r)
{
    return arena_text(a, book_input_hash(r, a), HASH_SHOWN);
}

static const char *or_dash(const char *s)
{
    return s && *s ? s : "not stated";
}

static const char *overrides_text(struct arena *a, const struct result *r)
{
    if (r->n_override == 0) return "none";
    return arena_format(a, "%d, listed with the inputs", r->n_override);
}

static void set_facts(struct report *p, const struct result *r, struct date date)
{
    struct arena *a = p->arena;
    const struct fact fact[] = {
        {"Site", r->site_name},
        {"Climate", r->weather ? or_dash(r->weather->name) : "not stated"},
        {"Date", show_date(a, date)},
        {"Prepared by",
         r->site && r->site->info ? or_dash(r->site->info->prepared_by) : "not stated"},
        {"Calculated with", "dcplan " DCPLAN_VERSION},
        {"Inputs, SHA-256 (start)", hash_short(a, r)},
        {"Period", arena_format(a, "%d hours, local standard time", r->year->n)},
        {"Money in", r->currency && *r->currency ? r->currency : "no prices given"},
        {"Overrides", overrides_text(a, r)},
    };
    struct fact *copy = ARENA_ARRAY(a, struct fact, sizeof fact / sizeof fact[0]);
    memcpy(copy, fact, sizeof fact);
    p->fact = copy;
    p->n_fact = sizeof fact / sizeof fact[0];
}

void report_strip(struct report *p, const struct result *r, const char *document, struct date date)
{
    struct arena *a = p->arena;
    const struct fact strip[] = {
        {"Site", r->site_title && *r->site_title ? r->site_title : r->site_name},
        {"Document", document},
        {"Date", show_date(a, date)},
        {"Version", "dcplan " DCPLAN_VERSION},
        {"Input hash", hash_short(a, r)},
    };
    struct fact *copy = ARENA_ARRAY(a, struct fact, sizeof strip / sizeof strip[0]);
    memcpy(copy, strip, sizeof strip);
    p->strip = copy;
    p->n_strip = sizeof strip / sizeof strip[0];
}

static struct tile metric_tile(struct report *p, const struct result *r, enum metric_id id,
                               const char *label, const char *note)
{
    return (struct tile){.label = label,
                         .value = show_metric(p->arena, r, id),
                         .unit = show_metric_unit(p->arena, r, id),
                         .note = note};
}

static struct tile margin_tile(struct report *p, const struct result *r, enum metric_id margin,
                               enum metric_id worst, const char *label)
{
    struct tile t = metric_tile(p, r, margin, label, NULL);
    double m = r->metric[margin];
    t.tone = m < 0 ? TONE_BAD : TONE_PLAIN;
    if (isfinite(r->metric[worst]))
        t.note = arena_format(p->arena, "worst hour %s °C", show_metric(p->arena, r, worst));
    if (!isfinite(m))
        t.unit = NULL, t.note = isfinite(r->metric[worst]) ? t.note : "none in this site";
    return t;
}

static struct tile energy_tile(struct report *p, const struct result *r)
{
    struct tile t = {.label = "Energy of the year", .unit = "MWh"};
    t.value = show_number(p->arena, r->metric[M_FACILITY_ENERGY_KWH] * 1e-3, 0, "n/a");
    t.note = arena_format(p->arena, "IT equipment %s MWh",
                          show_number(p->arena, r->metric[M_IT_ENERGY_KWH] * 1e-3, 0, "n/a"));
    return t;
}

static struct tile cost_tile(struct report *p, const struct result *r)
{
    double cost = r->metric[M_ELECTRICITY_COST_PER_YEAR];
    struct tile t = {.label = "Electricity a year",
                     .value = show_number(p->arena, cost, 0, "no tariff")};
    if (!isfinite(cost)) return t;
    t.unit = r->currency;
    double demand = r->metric[M_ELECTRICITY_COST_DEMAND];
    if (demand > 0)
        t.note = arena_format(p->arena, "of it demand %s", show_number(p->arena, demand, 0, ""));
    return t;
}

static void add_key_numbers(struct report *p, const struct result *r)
{
    struct arena *a = p->arena;
    const char *peak_pue =
        arena_format(a, "%s in the peak hour", show_metric(a, r, M_PUE_PEAK_HOUR));
    const char *economizer =
        arena_format(a, "economizer in %s h", show_metric(a, r, M_ECONOMIZER_HOURS));
    struct tile tile[8] = {
        metric_tile(p, r, M_PUE, "PUE, year", peak_pue),
        metric_tile(p, r, M_PEAK_IT_KW, "Peak of IT equipment", NULL),
        metric_tile(p, r, M_PEAK_FACILITY_KW, "Peak of the facility", NULL),
        energy_tile(p, r),
        cost_tile(p, r),
        margin_tile(p, r, M_INLET_MARGIN_K, M_MAX_INLET_C, "Margin at rack inlets"),
        margin_tile(p, r, M_COOLANT_MARGIN_K, M_MAX_COOLANT_C, "Margin of coolant"),
        metric_tile(p, r, M_FREE_COOLING_HOURS, "Without a compressor", economizer),
    };
    tile[7].unit = "h";
    report_tiles(p, tile, 8);
}

static void add_tightest(struct report *p, const struct result *r)
{
    static const struct tabular_column column[] = {{"What gives out first", ALIGN_TEXT, 2},
                                                   {"State", ALIGN_TEXT, 1},
                                                   {"Used", ALIGN_RIGHT, 0},
                                                   {"Limit", ALIGN_RIGHT, 0},
                                                   {"Margin", ALIGN_RIGHT, 0}};
    struct arena *a = p->arena;
    struct tabular *t = report_table(p, "The tightest limits", column, 5);
    for (int i = 0; i < r->n_limit && i < TIGHTEST; i++) {
        const struct limit *l = &r->limit[i];
        const char *unit = show_unit(a, l->unit, r->currency);
        const char *cell[] = {
            arena_format(a, "%s, %s", l->element, l->resource), l->state,
            arena_format(a, "%s %s", show_amount(a, l->used, l->unit, "no data"), unit),
            isfinite(l->limit)
                ? arena_format(a, "%s %s", show_amount(a, l->limit, l->unit, ""), unit)
                : "no limit",
            show_margin(a, l)};
        struct tabular_row *row = table_row(t, cell);
        if (l->is_broken) row->tone = TONE_BAD;
    }
}

static void add_first_page(struct report *p, const struct result *r)
{
    report_add(p, BLOCK_TITLE);
    report_verdict(p, (struct verdict){.word = r->ok ? "It fits" : "It does not fit",
                                       .text = show_verdict(p->arena, r->verdict),
                                       .tone = r->ok ? TONE_GOOD : TONE_BAD});
    add_key_numbers(p, r);
    if (r->n_limit > 0)
        add_tightest(p, r);
    else
        report_paragraph(p, "No element of this site states a limit.");
    report_add(p, BLOCK_CONTENTS);
    report_heading(p, "Basis");
    const char *basis = arena_format(
        p->arena,
        "All %s hours of a year are calculated from the site file and the models it "
        "names: power from the servers up the chain, heat from the rooms outdoors, with "
        "the weather of each hour. Limits are checked with every server at its maximum; "
        "energy, PUE and cost follow the workload of the site. No efficiency of the "
        "whole is typed in: PUE is a result.",
        show_number(p->arena, r->year->n, 0, ""));
    report_paragraph(p, basis);
    report_add(p, BLOCK_SIGNATURES);
}

struct report *capacity_report_make(const struct result *r, struct date date, struct arena *a)
{
    const char *title = r->site_title && *r->site_title ? r->site_title : r->site_name;
    struct report *p = report_new(a, "Capacity report", title);
    if (!date.year) date = r->date;
    set_facts(p, r, date);
    report_strip(p, r, "Capacity report", date);
    add_first_page(p, r);
    capacity_sections_add(p, r);
    return p;
}

static bool write_pages(const struct result *r, struct date date, enum paper paper,
                        const char *path, struct typeset *t, struct arena *a, struct diags *ds)
{
    const struct siteinfo *site = r->site ? r->site->info : NULL;
    struct report *p = capacity_report_make(r, date, a);
    struct document *d = layout_make(p, paper, t, a);
    d->title = arena_format(a, "Capacity report: %s", p->subtitle);
    struct pdf_info info = {
        .author = site && site->prepared_by ? site->prepared_by : "dcplan",
        .subject = r->verdict,
        .keywords = arena_format(a, "datacenter, power, cooling, capacity, PUE, inputs %s",
                                 book_input_hash(r, a)),
        .date = date};
    return pdf_write(d, &info, path, a, ds);
}

bool capacity_report_write(const struct result *r, struct date date, enum paper paper,
                           const char *path, struct arena *a, struct diags *ds)
{
    if (!date.year) date = r->date;
    struct typeset *t = typeset_new(a);
    bool is_good = typeset_has_font(t, ds) && write_pages(r, date, paper, path, t, a, ds);
    typeset_report(t, ds);
    typeset_free(t);
    return is_good;
}
