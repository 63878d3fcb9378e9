#include <math.h>
#include <string.h>

#include "base/file.h"
#include "cli/print.h"
#include "output/json_water.h"

/* ---- options --------------------------------------------------------------- */

#define AT(field) offsetof(struct water_request, field)

/* Read as keys of a site are, where a bare number has the unit of the row. */
static const struct {
    enum option option;
    struct param row;
} numbers[] = {
    {OPTION_FROM, {.key = "--from", .unit = "degC", .min = 2, .max = 60, .at = AT(from_c)}},
    {OPTION_TO, {.key = "--to", .unit = "degC", .min = 2, .max = 60, .at = AT(to_c)}},
    {OPTION_STEP, {.key = "--step", .unit = "K", .min = 0.1, .max = 60, .at = AT(step_k)}},
    {OPTION_CAPTURE,
     {.key = "--capture",
      .unit = "%",
      .min = 0,
      .max = 100,
      .at = AT(capture_frac),
      .type = PARAM_REALS}},
    {OPTION_APPROACH,
     {.key = "--approach",
      .unit = "K",
      .min = 0.5,
      .max = 20,
      .at = AT(approach_k),
      .type = PARAM_REALS}},
    {OPTION_CHIP_LIMIT,
     {.key = "--chip-limit",
      .unit = "degC",
      .min = 40,
      .max = 130,
      .at = AT(chip_limit_c),
      .type = PARAM_REALS}},
};

static bool read_number(const char *text, const struct param *p, struct water_request *w,
                        struct arena *a, struct diags *ds)
{
    const char *comma = strrchr(text, ',');
    double bare;
    if (text_number(text_trim(text_of(comma ? comma + 1 : text)), &bare))
        text = arena_format(a, "%s %s", text, p->unit);
    struct provenance from;
    int first = ds->n;
    bool is_fine = param_set(p, w, text_of(text), (struct place){NULL, 0, 0}, &from, a, ds);
    for (int i = first; i < ds->n; i++) ds->item[i].class = DIAG_USAGE;
    return is_fine;
}

static bool read_request(const struct args *x, struct water_request *w, struct arena *a,
                         struct diags *ds)
{
    bool is_fine = true;
    *w = (struct water_request){.loop = x->value[OPTION_LOOP],
                                .from_c = (double)NAN,
                                .to_c = (double)NAN,
                                .step_k = (double)NAN,
                                .keep_behind = x->is_on[OPTION_KEEP]};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        const char *text = x->value[numbers[i].option];
        if (text) is_fine &= read_number(text, &numbers[i].row, w, a, ds);
    }
    return is_fine;
}

/* ---- the table --------------------------------------------------------------- */

struct column {
    const char *head, *unit;
    int width, decimals;
    enum metric_id metric;
    size_t at; /* in the row, when not a metric */
    bool is_own, is_setting;
    bool hides_zero; /* left out where all are zero */
};

#define METRIC(head, unit, width, decimals, id, hides)                                             \
    {                                                                                              \
        head, unit, width, decimals, id, 0, false, false, hides                                    \
    }
#define OWN(head, unit, width, decimals, field, is_setting, hides)                                 \
    {                                                                                              \
        head, unit, width, decimals, 0, offsetof(struct water_row, field), true, is_setting, hides \
    }

static const struct column columns[] = {
    OWN("reached", "degC", 7, 1, max_water_c, false, false),
    OWN("coolant", "degC", 7, 1, coolant_c, true, false),
    METRIC("reached", "degC", 7, 1, M_MAX_COOLANT_C, false),
    OWN("air", "degC", 6, 1, air_c, true, false),
    METRIC("chillers", "h", 8, 0, M_CHILLER_HOURS, false),
    METRIC("free", "h", 6, 0, M_FREE_COOLING_HOURS, true),
    METRIC("water", "m3", 7, 0, M_WATER_M3, true),
    METRIC("WUE", "L/kWh", 5, 2, M_WUE_L_PER_KWH, true),
    METRIC("facility", "kWh", 11, 0, M_FACILITY_ENERGY_KWH, false),
    METRIC("PUE", "", 6, 4, M_PUE, false),
    OWN("cost", NULL, 10, 0, cost, false, false),
    METRIC("chip", "K", 5, 1, M_CHIP_MARGIN_K, false),
    METRIC("coolant", "K", 7, 1, M_COOLANT_MARGIN_K, false),
    METRIC("inlet", "K", 5, 1, M_INLET_MARGIN_K, false),
    METRIC("throttled", "h", 9, 0, M_THROTTLED_HOURS, true),
    METRIC("lost", "kWh", 10, 0, M_LOST_COMPUTE_KWH, true),
    OWN("runaway", "h", 7, 0, runaway_hours, false, true),
};
enum { N_COLUMN = sizeof columns / sizeof *columns };

static double number_of(const struct water_row *x, const struct column *c)
{
    if (c->is_own) return *(const double *)(const void *)((const char *)x + c->at);
    return x->metric[c->metric];
}

static bool says(const struct water_row *x, const struct column *c)
{
    double value = number_of(x, c);
    return x->is_known && !isnan(value) && !(c->hides_zero && value == 0);
}

/* A column that says nothing in any row is left out. */
static void find_shown(const struct water_study *s, bool shown[N_COLUMN])
{
    for (int c = 0; c < N_COLUMN; c++) {
        shown[c] = says(&s->own_row, &columns[c]);
        for (int i = 0; i < s->n; i++) shown[c] |= says(&s->row[i], &columns[c]);
    }
}

static void print_heads(struct builder *b, const struct water_study *s, const bool shown[N_COLUMN])
{
    builder_format(b, "  %7s %-4s", "water", "");
    for (int c = 0; c < N_COLUMN; c++)
        if (shown[c]) builder_format(b, " %*s", columns[c].width, columns[c].head);
    builder_text(b, "  limits\n");
    builder_format(b, "  %7s %-4s", "degC", "");
    for (int c = 0; c < N_COLUMN; c++)
        if (shown[c])
            builder_format(b, " %*s", columns[c].width,
                           columns[c].unit ? columns[c].unit : s->own->currency);
    builder_text(b, "\n");
}

static void print_row(struct builder *b, const struct water_study *s, const struct water_row *x,
                      const bool shown[N_COLUMN])
{
    char text[TEXT_NUMBER_CAP];
    bool is_best = s->optimum >= 0 && x == &s->row[s->optimum];
    builder_format(b, "%c %7s %-4s", is_best ? '>' : ' ', text_fixed(text, x->water_c, 1, false),
                   x->is_own       ? "now"
                   : x->class_name ? x->class_name
                                   : "");
    for (int c = 0; c < N_COLUMN; c++) {
        double value = number_of(x, &columns[c]);
        bool is_known = x->is_known || columns[c].is_setting;
        if (!shown[c]) continue;
        builder_format(
            b, " %*s", columns[c].width,
            is_known && !isnan(value) ? text_fixed(text, value, columns[c].decimals, true) : "-");
    }
    if (x->fits)
        builder_text(b, "  fit\n");
    else if (x->n_broken)
        builder_format(b, "  %d broken: %s\n", x->n_broken, x->reason);
    else
        builder_format(b, "  %s\n", x->reason);
}

static void print_table(struct builder *b, const struct water_study *s)
{
    bool shown[N_COLUMN];
    find_shown(s, shown);
    print_heads(b, s, shown);
    print_row(b, s, &s->own_row, shown);
    for (int i = 0; i < s->n; i++) {
        const struct water_row *x = &s->row[i];
        if (s->n_series > 1 && (!i || x->series != s->row[i - 1].series))
            builder_format(b, "  %s\n", water_series_words(x, b->arena));
        print_row(b, s, x, shown);
    }
}

/* ---- what is said ------------------------------------------------------------ */

static void print_best(struct builder *b, const struct water_study *s, enum water_basis basis,
                       const char *label, const char *unit)
{
    char at[TEXT_NUMBER_CAP], value[TEXT_NUMBER_CAP];
    if (s->best[basis] < 0 || basis == s->basis) return;
    if (s->best[basis] == s->optimum) {
        builder_format(b, "least %s: the same\n", label);
        return;
    }
    const struct water_row *x = &s->row[s->best[basis]];
    const char *series = water_series_words(x, b->arena);
    builder_format(b, "least %s: %s degC%s%s, %s %s\n", label, text_fixed(at, x->water_c, 1, false),
                   *series ? ", " : "", series, text_fixed(value, water_key(x, basis), 0, true),
                   unit);
}

static void print_basis(struct builder *b, const struct water_study *s)
{
    if (s->basis != WATER_BY_COST)
        builder_text(b, "no cost: the site has no tariff or no price; chosen by energy\n");
    else if (!s->has_water_price)
        builder_text(b, "water has no price ([site] water_price): cost is electricity alone\n");
    else
        builder_text(b, "cost is electricity and water\n");
    if (s->keep_behind)
        builder_text(b, "setpoints of coolant and supply air stay\n");
    else if (s->has_cdu)
        builder_text(b, "the coolant's setpoint is the water's and the approach of the CDU\n");
    if (s->has_cdu && !s->has_leakage)
        builder_text(b, "no server has a coolant_leakage: warm coolant costs no power here\n");
    if (!s->keep_behind && s->has_coil)
        builder_text(b, "supply air is as much warmer as the water is than now, and not colder\n");
}

/* What the coldest of those that cost about the same leaves at the chips. */
static const char *margin_words(const struct water_study *s, struct arena *a)
{
    char more[TEXT_NUMBER_CAP];
    double k =
        s->row[s->near_first].metric[M_CHIP_MARGIN_K] - s->row[s->optimum].metric[M_CHIP_MARGIN_K];
    if (!(k >= 0.05)) return "";
    return arena_format(a, "; the coldest of them leaves %s K more at the chips",
                        text_fixed(more, k, 1, false));
}

static void print_choice(struct builder *b, const struct water_study *s)
{
    char from[TEXT_NUMBER_CAP], to[TEXT_NUMBER_CAP];
    builder_format(b, "\n%s\n", s->verdict);
    if (s->fits) {
        if (*s->because) builder_format(b, "%s\n", s->because);
        builder_format(b, "%s\n", s->limits);
        builder_format(b, "within 0.5 %%: %s to %s degC%s\n",
                       text_fixed(from, s->row[s->near_first].water_c, 1, false),
                       text_fixed(to, s->row[s->near_last].water_c, 1, false),
                       margin_words(s, b->arena));
        print_best(b, s, WATER_BY_ENERGY, "energy", "kWh");
        print_best(b, s, WATER_BY_WATER, "water", "m3");
    }
    print_basis(b, s);
}

static bool write_csv(const struct args *x, const struct water_study *s, struct arena *a,
                      struct diags *ds)
{
    const char *path = x->value[OPTION_CSV];
    struct builder csv = builder_new(a);
    if (!path) return true;
    csv_water(s, &csv);
    return file_write(a, path, csv.s, csv.n, ds);
}

int cmd_water(const struct args *x, struct arena *a, struct diags *ds)
{
    struct load_request request = args_request(x, x->word[0], a);
    struct run_options options = {.threads = x->threads};
    struct result *own = ARENA_ARRAY(a, struct result, 1);
    struct water_request w;
    struct water_study s;
    if (!read_request(x, &w, a, ds)) return print_failure(ds);
    if (!run_case(&request, &options, own, a, ds)) return print_failure(ds);
    struct args judge = *x; /* --check is of the cases, not of the site as it is */
    judge.is_on[OPTION_CHECK] = false;
    int judged = print_judgement(&judge, own, false, a, ds);
    if (ds->n_error) return print_code(ds);
    if (!water_plan(&w, own, &s, a, ds)) return print_failure(ds);
    if (!x->is_on[OPTION_QUIET]) fprintf(stderr, "dcplan: %d cases of loop.%s\n", s.n, s.loop);
    water_run(&request, x->threads, &s, a);
    if (!write_csv(x, &s, a, ds)) return EXIT_OUTPUT;
    struct builder b = builder_new(a);
    if (x->is_on[OPTION_JSON]) {
        if (!json_water(&s, &b, ds)) return EXIT_OUTPUT;
    } else if (!x->is_on[OPTION_QUIET]) {
        builder_format(&b, "%s: %s water of loop.%s, %d cases\n\n", own->site_title,
                       s.has_cdu ? "facility" : "chilled", s.loop, s.n);
        print_table(&b, &s);
        print_choice(&b, &s);
    }
    int shown = print_out(&b, ds);
    if (shown) return shown;
    return x->is_on[OPTION_CHECK] && !s.fits ? EXIT_NO : judged;
}
