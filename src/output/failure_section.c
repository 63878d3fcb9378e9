/* Failures: what each single failure and maintenance state does, redundant sources,
   availability, and what was not looked at. */

#include <math.h>
#include <string.h>

#include "output/capacity_sections.h"
#include "output/ride_section.h"
#include "output/show.h"
#include "plan/failure_view.h"

enum {
    TIGHTEST = 10,
    STATES_TOLD = 24,
    SPOFS_TOLD = 24,
    ROWS_TOLD = 8,
    NAMES_TOLD = 6,
    DETAIL_COLUMNS = 8
};

static const char *state_name(struct arena *a, const struct failure *x)
{
    return x->alike ? arena_format(a, "%s (%d alike)", x->state, x->alike + 1) : x->state;
}

static const char *count_of(struct arena *a, int n, const char *one, const char *many)
{
    return arena_format(a, "%s %s", show_number(a, n, 0, ""), n == 1 ? one : many);
}

static const char *kilo(struct arena *a, double w, int decimals)
{
    return show_number(a, w / 1000, decimals, "n/a");
}

/* ---- single points ---- */

static void add_spofs(struct report *p, const struct failures *f)
{
    struct builder b = builder_new(p->arena);
    if (!f->n_spof) {
        report_paragraph(p, "Single points of failure: none.");
        return;
    }
    builder_format(
        &b, "%s, whose loss alone drops servers: ",
        count_of(p->arena, f->n_spof, "single point of failure", "single points of failure"));
    for (int i = 0; i < f->n_spof && i < SPOFS_TOLD; i++)
        builder_format(&b, "%s%s", i ? ", " : "", f->spof[i]);
    if (f->n_spof > SPOFS_TOLD) builder_format(&b, " and %d more", f->n_spof - SPOFS_TOLD);
    builder_text(&b, ".");
    report_paragraph(p, b.s);
}

/* ---- states ---- */

static const char *kind_word(const struct failure *x)
{
    if (x->is_loss && x->is_maintenance) return "either";
    return x->is_maintenance ? "maintenance" : "failure";
}

static void add_state_row(struct report *p, struct tabular *t, const char *state, const char *kind,
                          const struct failure *x)
{
    struct arena *a = p->arena;
    const char *cell[] = {state,
                          kind,
                          x->word,
                          kilo(a, x->dropped_w, 1),
                          show_number(a, 100 * x->cap_frac, 1, "–"),
                          show_number(a, 100 * x->work_lost_frac, 1, "–"),
                          show_number(a, x->hours_over < 0 ? (double)NAN : x->hours_over, 0, "–"),
                          show_number(a, x->max_inlet_c, 1, "–"),
                          show_number(a, 100 * x->psu_efficiency, 1, "–"),
                          show_number(a, 100 * x->ups_efficiency, 1, "–")};
    struct tabular_row *row = table_row(t, cell);
    if (!x->survives) row->tone = TONE_BAD;
}

static void say_quiet(struct report *p, const struct failures *f)
{
    struct arena *a = p->arena;
    struct failure_counts n = failure_count(f);
    if (!n.quiet) return;
    const char *bounds =
        n.bounds ? arena_format(a,
                                " For %s of them sums of peaks show it, without a year of their "
                                "own.",
                                show_number(a, n.bounds, 0, ""))
                 : "";
    report_paragraph(
        p, arena_format(a,
                        "%s of %s are survived as if nothing were lost and not listed here; "
                        "failures.json beside this report lists them.%s",
                        n.quiet == n.all ? "All" : show_number(a, n.quiet, 0, ""),
                        count_of(a, n.all, "state", "states"), bounds));
}

static void add_states(struct report *p, const struct failures *f)
{
    static const struct tabular_column column[] = {
        {"State", ALIGN_TEXT, 1},       {"Failure, maintenance", ALIGN_TEXT, 0},
        {"Effect", ALIGN_TEXT, 0},      {"Dropped, kW", ALIGN_POINT, 0},
        {"Capped, %", ALIGN_POINT, 0},  {"Work lost, %", ALIGN_POINT, 0},
        {"Hours over", ALIGN_POINT, 0}, {"Inlet, °C", ALIGN_POINT, 0},
        {"PSU, %", ALIGN_POINT, 0},     {"UPS, %", ALIGN_POINT, 0}};
    struct failure normal = {.max_inlet_c = f->max_inlet_c,
                             .psu_efficiency = f->psu_efficiency,
                             .ups_efficiency = f->ups_efficiency,
                             .survives = true,
                             .word = ""};
    struct failure_counts n = failure_count(f);
    int told = 0;
    if (n.quiet == n.all) {
        say_quiet(p, f);
        return;
    }
    struct tabular *t = report_table(p, "States that change something", column, 10);
    add_state_row(p, t, "nothing lost", "", &normal);
    for (int i = 0; i < f->n; i++) {
        const struct failure *x = &f->item[i];
        if (failure_is_quiet(x) || told++ >= STATES_TOLD) continue;
        add_state_row(p, t, state_name(p->arena, x), kind_word(x), x);
    }
    if (told > STATES_TOLD)
        report_paragraph(
            p,
            arena_format(p->arena, "%d more such states are in failures.json beside this report.",
                         told - STATES_TOLD));
    say_quiet(p, f);
}

/* ---- tightest ---- */

static const char *used_share(struct arena *a, const struct limit *l)
{
    bool is_share = l->limit > 0 && strcmp(l->unit, "degC") != 0;
    return is_share ? show_percent(a, l->used / l->limit, 1, "–") : "–";
}

static void add_tightest(struct report *p, const struct result *r)
{
    static const struct tabular_column column[] = {
        {"Element", ALIGN_TEXT, 1.2}, {"Resource", ALIGN_TEXT, 1}, {"State", ALIGN_TEXT, 1.3},
        {"Used", ALIGN_POINT, 0},     {"Limit", ALIGN_POINT, 0},   {"Unit", ALIGN_TEXT, 0},
        {"Of limit", ALIGN_RIGHT, 0}, {"Margin", ALIGN_RIGHT, 0}};
    struct arena *a = p->arena;
    struct failure_pick pick[TIGHTEST];
    int n = failure_tightest(r->failures, TIGHTEST, pick, a);
    if (!n) return;
    struct tabular *t =
        report_table(p, "Tightest limits in failure, each in its worst state", column, 8);
    for (int i = 0; i < n; i++) {
        const struct limit *l = &pick[i].row->limit;
        const char *cell[] = {l->element,
                              l->resource,
                              state_name(a, pick[i].state),
                              show_amount(a, l->used, l->unit, "no data"),
                              show_amount(a, l->limit, l->unit, "no limit"),
                              show_unit(a, l->unit, r->currency),
                              used_share(a, l),
                              l->limit > 0 ? show_margin(a, l) : "none"};
        struct tabular_row *row = table_row(t, cell);
        if (l->is_broken) row->tone = TONE_BAD;
    }
}

/* ---- details ---- */

static const char *lost_text(struct arena *a, const struct failure *x)
{
    struct builder b = builder_new(a);
    builder_text(&b, "Lost: ");
    for (int i = 0; i < x->n_lost && i < NAMES_TOLD; i++)
        builder_format(&b, "%s%s", i ? ", " : "", x->lost[i]);
    if (x->n_lost > NAMES_TOLD) builder_format(&b, " and %d more", x->n_lost - NAMES_TOLD);
    if (x->alike && x->alike_name) {
        builder_text(&b, "; the same when it is ");
        for (int i = 0; i < x->alike && i < NAMES_TOLD; i++)
            builder_format(&b, "%s%s", i ? ", " : "", x->alike_name[i]);
        if (x->alike > NAMES_TOLD) builder_format(&b, " or one of %d more", x->alike - NAMES_TOLD);
    }
    builder_text(&b, ".");
    return b.s;
}

static void say_drop(struct builder *b, const struct failure_drop *d)
{
    struct arena *a = b->arena;
    builder_format(b, " %s: %s of %s %s", d->element, show_number(a, d->count, 0, ""),
                   show_number(a, d->of, 0, ""), d->power_w > 0 ? "servers drop" : "stand still");
    if (d->power_w > 0) builder_format(b, ", %s kW", kilo(a, d->power_w, 1));
    builder_format(b, "%s%s%s.", d->where ? " (" : "", d->where ? d->where : "",
                   d->where ? ")" : "");
}

static void say_change(struct builder *b, const char *what, double before, double now,
                       const char *unit)
{
    if (isnan(before) || isnan(now) || fabs(now - before) < 0.05) return;
    builder_format(b, " %s from %s to %s %s.", what, show_number(b->arena, before, 1, ""),
                   show_number(b->arena, now, 1, ""), unit);
}

static const char *drop_text(struct arena *a, const struct failure *x)
{
    struct builder b = builder_new(a);
    builder_text(&b, lost_text(a, x));
    for (int i = 0; i < x->n_drop; i++) say_drop(&b, &x->drop[i]);
    if (x->is_capped)
        builder_format(&b,
                       " %s servers run on fewer supplies than they want: up to %s %% of their "
                       "power is capped.",
                       show_number(a, x->capped_servers, 0, ""),
                       show_number(a, 100 * x->cap_frac, 1, ""));
    return b.s;
}

static void say_hours(struct builder *b, int hours, const char *what)
{
    if (!hours) return;
    builder_format(b, "%s%s %s",
                   b->n ? ", " : " Hours of the year: ", show_number(b->arena, hours, 0, ""), what);
}

static const char *change_text(struct arena *a, const struct failures *f, const struct failure *x)
{
    struct builder b = builder_new(a);
    say_hours(&b, x->hours_over, "over a limit");
    say_hours(&b, x->hours_hot, "above the allowable inlet");
    say_hours(&b, x->hours_throttled, "throttled");
    say_hours(&b, x->hours_tripped, "off by heat");
    if (b.n) builder_text(&b, ".");
    say_change(&b, "Hottest inlet", f->max_inlet_c, x->max_inlet_c, "°C");
    say_change(&b, "Supplies' efficiency", 100 * f->psu_efficiency, 100 * x->psu_efficiency, "%");
    say_change(&b, "UPS efficiency", 100 * f->ups_efficiency, 100 * x->ups_efficiency, "%");
    say_change(&b, "Peak of the facility", f->facility_w / 1000, x->facility_w / 1000, "kW");
    return b.n ? b.s : "";
}

static void add_detail_row(struct report *p, struct tabular *t, const struct failure_row *r)
{
    struct arena *a = p->arena;
    const struct limit *l = &r->limit;
    const char *name =
        r->alike ? arena_format(a, "%s, %s (%d alike)", l->element, l->resource, r->alike + 1)
                 : arena_format(a, "%s, %s", l->element, l->resource);
    const char *cell[] = {name,
                          show_amount(a, r->before, l->unit, "–"),
                          show_amount(a, l->used, l->unit, "no data"),
                          show_amount(a, l->limit, l->unit, "no limit"),
                          show_unit(a, l->unit, NULL),
                          used_share(a, l),
                          r->hours >= 0 ? show_number(a, r->hours, 0, "") : "–",
                          l->note ? show_prose(a, l->note) : ""};
    table_row(t, cell)->tone = TONE_BAD;
}

static void add_text_row(struct tabular *t, const char *text, bool is_group)
{
    const char *cell[DETAIL_COLUMNS] = {text, "", "", "", "", "", "", ""};
    struct tabular_row *row = table_row(t, cell);
    row->is_group = is_group;
    row->is_note = !is_group;
}

static void add_detail(struct report *p, struct tabular *t, const struct failures *f,
                       const struct failure *x)
{
    struct arena *a = p->arena;
    int told = 0, left = 0;
    const char *mark = x->is_maintenance && !x->is_loss ? " (maintenance)"
                       : x->is_maintenance              ? " (failure or maintenance)"
                                                        : "";
    add_text_row(t, arena_format(a, "%s: %s%s", state_name(a, x), x->word, mark), true);
    add_text_row(t, arena_format(a, "%s%s", drop_text(a, x), change_text(a, f, x)), false);
    for (int i = 0; i < x->n_row; i++) {
        if (!x->row[i].limit.is_broken) continue;
        if (told++ < ROWS_TOLD)
            add_detail_row(p, t, &x->row[i]);
        else
            left++;
    }
    if (left)
        add_text_row(t,
                     arena_format(a, "%d more limits are broken; failures.json lists them.", left),
                     false);
}

static void add_details(struct report *p, const struct failures *f)
{
    static const struct tabular_column column[DETAIL_COLUMNS] = {
        {"Over its limit", ALIGN_TEXT, 1.5},
        {"Before", ALIGN_POINT, 0},
        {"Now", ALIGN_POINT, 0},
        {"Limit", ALIGN_POINT, 0},
        {"Unit", ALIGN_TEXT, 0},
        {"Of limit", ALIGN_RIGHT, 0},
        {"Hours", ALIGN_POINT, 0},
        {"Note", ALIGN_TEXT, 1}};
    struct tabular *t = NULL;
    int told = 0;
    for (int i = 0; i < f->n; i++) {
        if (failure_is_quiet(&f->item[i]) || told++ >= STATES_TOLD) continue;
        if (!t)
            t = report_table(p, "What each of these states loses, drops and overloads", column,
                             DETAIL_COLUMNS);
        add_detail(p, t, f, &f->item[i]);
    }
}

/* ---- redundant sources ---- */

static void add_firm(struct report *p, const struct failures *f)
{
    static const struct tabular_column column[] = {
        {"Feeds", ALIGN_TEXT, 1},           {"Sources", ALIGN_TEXT, 1.5},
        {"Installed, kVA", ALIGN_POINT, 0}, {"Firm, kVA", ALIGN_POINT, 0},
        {"Peak, kVA", ALIGN_POINT, 0},      {"Result", ALIGN_TEXT, 0}};
    struct arena *a = p->arena;
    if (!f->n_firm) {
        report_paragraph(p, "No load of this site has redundant sources of known rating.");
        return;
    }
    struct tabular *t = report_table(
        p, "Redundant sources; firm is what is left when the greatest of them is lost", column, 6);
    for (int i = 0; i < f->n_firm; i++) {
        const struct firm *x = &f->firm[i];
        bool is_over = x->peak_va > x->firm_va * (1 + 1e-9);
        const char *cell[] = {x->consumer,
                              x->sources,
                              kilo(a, x->installed_va, 1),
                              kilo(a, x->firm_va, 1),
                              kilo(a, x->peak_va, 1),
                              is_over ? "OVER" : "holds"};
        if (is_over)
            table_row(t, cell)->tone = TONE_BAD;
        else
            table_row(t, cell);
    }
}

/* ---- availability ---- */

static const char *duration(struct arena *a, double hours)
{
    if (isnan(hours)) return "not known";
    return show_number(a, hours, hours < 0.1 ? 4 : hours < 10 ? 2 : 1, "");
}

static const char *contributors(struct arena *a, const struct availability_load *x)
{
    enum { MOST = 3 };
    struct builder b = builder_new(a);
    for (int i = 0; i < x->n_part && i < MOST; i++)
        builder_format(&b, "%s%s %s h", i ? ", " : "", x->part[i].element,
                       duration(a, x->part[i].hours_per_year));
    return b.n ? b.s : "–";
}

static void add_availability_row(struct report *p, struct tabular *t,
                                 const struct availability_load *x)
{
    struct arena *a = p->arena;
    const char *bound = x->is_exact || isnan(x->hours_per_year) ? "" : " (at most)";
    const char *cell[] = {
        arena_format(a, "%s × %s%s", x->server, show_number(a, x->count, 0, ""), bound),
        x->sources,
        duration(a, x->hours_per_year),
        duration(a, x->losses_per_year),
        duration(a, x->degraded_hours_per_year),
        contributors(a, x)};
    table_row(t, cell);
}

static const char *name_list(struct arena *a, const char *head, const char *const *name, int n)
{
    struct builder b = builder_new(a);
    builder_text(&b, head);
    for (int i = 0; i < n && i < NAMES_TOLD; i++)
        builder_format(&b, "%s%s", i ? ", " : "", name[i]);
    if (n > NAMES_TOLD) builder_format(&b, " and %d more", n - NAMES_TOLD);
    builder_text(&b, ".");
    return b.s;
}

static void say_placeholders(struct report *p, const struct result *r)
{
    struct arena *a = p->arena;
    int n = 0;
    const char **name = r->site ? failure_placeholders(r->site, &n, a) : NULL;
    if (n)
        report_paragraph(p, name_list(a,
                                      "Times between failures and to repair are placeholders of "
                                      "the right order of size, not data of the makers, for ",
                                      name, n));
    else
        report_paragraph(p, "The hours are as good as the times between failures and to repair "
                            "that the site and its models give.");
}

static void add_availability(struct report *p, const struct result *r)
{
    static const struct tabular_column column[] = {
        {"Servers", ALIGN_TEXT, 0.9},           {"Sources", ALIGN_TEXT, 1},
        {"Down, h a year", ALIGN_POINT, 0},     {"Losses a year", ALIGN_POINT, 0},
        {"Degraded, h a year", ALIGN_POINT, 0}, {"Most of it from", ALIGN_TEXT, 1.6}};
    struct arena *a = p->arena;
    const struct availability *v = &r->failures->availability;
    if (!v->n_load) return;
    report_heading(p, "Availability of power");
    report_paragraph(
        p, "From times between failures and to repair of what lies between servers and utility. "
           "Not in it: cooling, overloads, switching times, batteries and the servers themselves. "
           "Degraded: on fewer supplies than full power needs, hours without power included.");
    say_placeholders(p, r);
    struct tabular *t = report_table(p, "Availability of the supply of servers", column, 6);
    for (int i = 0; i < v->n_load && i < STATES_TOLD; i++) add_availability_row(p, t, &v->load[i]);
    if (v->n_load > STATES_TOLD || v->left_out > 0)
        report_paragraph(p, "More ways of supply are not listed.");
    if (v->n_unknown)
        report_paragraph(
            p, name_list(a, "Without mtbf or mttr, so that nothing is known of what they feed: ",
                         v->unknown, v->n_unknown));
    for (int i = 0; i < v->n_note; i++) report_paragraph(p, v->note[i]);
}

/* ---- what is missing ---- */

static void add_missing(struct report *p, const struct result *r)
{
    static const struct tabular_column column[] = {{"Not checked", ALIGN_TEXT, 1},
                                                   {"Why", ALIGN_TEXT, 3}};
    const struct failures *f = r->failures;
    if (!f->n_skip && !r->n_skip) return;
    report_heading(p, "What was not looked at");
    struct tabular *t = report_table(p, "Failures and checks left out for want of data", column, 2);
    for (int i = 0; i < f->n_skip; i++) {
        const char *cell[] = {"failure", f->skip[i]};
        table_row(t, cell);
    }
    for (int i = 0; i < r->n_skip; i++) {
        const char *cell[] = {r->skip[i].check, r->skip[i].what};
        table_row(t, cell);
    }
}

/* ---- sections ---- */

void failure_section_add(struct report *p, const struct result *r)
{
    const struct failures *f = r->failures;
    struct arena *a = p->arena;
    if (!f) return;
    report_section(p, "failures", "Failures");
    report_paragraph(
        p, arena_format(a,
                        "Each of %s lost alone, and each taken out for maintenance, with every "
                        "server at its maximum in every hour of the year: %s.",
                        count_of(a, f->n_element, "part", "parts"), f->verdict));
    report_paragraph(p, arena_format(a, "In words: %s.", f->statement));
    add_spofs(p, f);
    add_states(p, f);
    add_tightest(p, r);
    add_details(p, f);
    ride_section_add(p, r);
    report_heading(p, "Capacity with a source lost");
    add_firm(p, f);
    add_availability(p, r);
    add_missing(p, r);
}
