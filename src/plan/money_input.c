#include "plan/money_input.h"

#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "model/scenario.h"
#include "plan/spread.h"

static const char sheet_name[] = "Scenarios", base_name[] = "Base";

void money_heading(struct money_book *b, const char *label)
{
    grid_row(b->grid, b->inputs, &(struct grid_row){.kind = GRID_SECTION, .label = label});
}

/* ---- the sheet of scenarios ---- */

static int n_scenario(const struct money_book *b)
{
    return b->site->of[KIND_SCENARIO].n;
}

/* The values as they are and every scenario; NULL at the end. */
static const char **scenario_names(const struct money_book *b)
{
    int n = n_scenario(b);
    const char **name = ARENA_ARRAY(b->arena, const char *, (size_t)n + 2);
    name[0] = base_name;
    for (int i = 0; i < n; i++) name[i + 1] = b->site->of[KIND_SCENARIO].name[i];
    return name;
}

static void title_rows(struct money_book *b, int sheet)
{
    const char **title = ARENA_ARRAY(b->arena, const char *, (size_t)n_scenario(b) + 1);
    const char **source = ARENA_ARRAY(b->arena, const char *, (size_t)n_scenario(b) + 1);
    bool has_title = false, has_source = false;
    title[0] = "the values as they are";
    source[0] = "sheet Inputs";
    for (int i = 0; i < n_scenario(b); i++) {
        const struct scenario *s = site_scenario(b->site, i);
        title[i + 1] = s->title ? s->title : "";
        source[i + 1] = s->part.source ? s->part.source : "";
        has_title = has_title || s->title;
        has_source = has_source || s->part.source;
    }
    struct grid_row row = {.kind = GRID_TEXT, .label = "Meaning", .words = title};
    if (has_title) grid_row(b->grid, sheet, &row);
    row.label = "Source";
    row.words = source;
    if (has_source) grid_row(b->grid, sheet, &row);
}

static void fill_scenarios(struct money_book *b, int sheet, const char *const *name)
{
    const struct finance *f = b->site->finance;
    struct grid_given *given = ARENA_ARRAY(b->arena, struct grid_given, 1);
    *given =
        (struct grid_given){.low = (double)NAN, .high = (double)NAN, .choices = "scenario_names"};
    const char *selected = f && f->scenario.n ? name[f->scenario.ref[0].index + 1] : base_name;
    grid_total_label(b->grid, sheet, "Selected");
    grid_row(b->grid, sheet, &(struct grid_row){.kind = GRID_SECTION, .label = "Selector"});
    grid_row(b->grid, sheet,
             &(struct grid_row){.kind = GRID_INPUT,
                                .key = "scenario",
                                .label = "Scenario that the whole book shows",
                                .text = selected,
                                .is_strong = true,
                                .note = "choose from the list; finance.scenario",
                                .given = given});
    grid_row(b->grid, sheet,
             &(struct grid_row){.key = "scenario_number",
                                .label = "Its column",
                                .expr = "match(scenario, scenario_names)",
                                .missing = "no such scenario"});
    grid_row(b->grid, sheet,
             &(struct grid_row){.kind = GRID_SECTION, .label = "What differs between scenarios"});
    grid_row(b->grid, sheet,
             &(struct grid_row){
                 .kind = GRID_TEXT, .key = "scenario_names", .label = "Scenario", .words = name});
    title_rows(b, sheet);
}

int money_scenarios(struct money_book *b)
{
    if (!n_scenario(b)) return -1;
    int sheet = grid_sheet_named(b->grid, sheet_name);
    const char *const *name = scenario_names(b);
    if (sheet < 0) sheet = grid_sheet(b->grid, sheet_name, "Scenarios", n_scenario(b) + 1, name);
    if (!grid_has(b->grid, "scenario")) fill_scenarios(b, sheet, name);
    return sheet;
}

/* ---- what is told of a parameter ---- */

struct subject {
    int kind, index;
    const struct param *p;
    int row;                   /* of the parameter in its table */
    const void *object;        /* as the site has it */
    const struct object *from; /* where its values come from */
    const char *unit;          /* NULL: by the table */
};

static bool is_money(const struct subject *x)
{
    return x->p->type == PARAM_MONEY;
}

static bool is_share(const struct subject *x)
{
    return x->p->unit && !strcmp(x->p->unit, "%");
}

static const void *object_of(const struct money_book *b, int kind, int index)
{
    return (const char *)b->site->of[kind].item + (size_t)index * b->site->objects.kinds[kind].size;
}

static struct subject subject_of(const struct money_book *b, int kind, int index, const char *key)
{
    const struct kind *k = &b->site->objects.kinds[kind];
    struct subject x = {.kind = kind, .index = index, .object = object_of(b, kind, index)};
    while (x.row < k->n_params && strcmp(k->params[x.row].key, key) != 0) x.row++;
    assert(x.row < k->n_params);
    x.p = &k->params[x.row];
    x.from = b->site->of[kind].object[index];
    return x;
}

/* In the unit of the row; shares as fractions, for cells that show percent. */
static double value_in(const struct subject *x, const void *object)
{
    double value = param_value(x->p, object);
    return is_share(x) ? value / 100 : value;
}

/* "money/kW/month" with the currency in place of money. */
static const char *unit_words(const struct money_book *b, const struct subject *x)
{
    const char *unit = x->p->unit ? x->p->unit : "";
    if (x->unit) return x->unit;
    if (!is_money(x)) return unit;
    const struct money *m = (const void *)((const char *)x->object + x->p->at);
    return arena_format(b->arena, "%s%s", m->currency[0] ? m->currency : b->site->currency,
                        unit + strlen("money"));
}

/* As many decimals as the value is written with: money at least two. */
static int decimals_of(const struct subject *x, double value)
{
    const double fine = 1e-9;
    double shown = is_share(x) ? 100 * value : value;
    int least = is_share(x) ? -GRID_PERCENT : is_money(x) && fabs(value) < 1000 ? 2 : 0;
    int most = is_share(x) ? -GRID_PERCENT_3 : 6, d = least;
    for (double scale = pow(10, least); isfinite(shown) && d < most; d++, scale *= 10)
        if (fabs(shown * scale - round(shown * scale)) <= fine * fabs(shown * scale)) break;
    return is_share(x) ? -d : d;
}

/* The text of another parameter of the object, such as its source; NULL without one. */
static const char *told(const struct money_book *b, const struct subject *x, const char *key)
{
    const struct kind *k = &b->site->objects.kinds[x->kind];
    for (int i = 0; i < k->n_params; i++)
        if (!strcmp(k->params[i].key, key))
            return param_print(&k->params[i], x->from->data, b->arena);
    return NULL;
}

/* As --set calls it. */
static const char *path_of(const struct money_book *b, const struct subject *x)
{
    const char *kind = b->site->objects.kinds[x->kind].name, *name = x->from->name;
    if (!*name) return arena_format(b->arena, "%s.%s", kind, x->p->key);
    return arena_format(b->arena, "%s.%s.%s", kind, name, x->p->key);
}

/* Its name, where the value stands, and what it was taken from. */
static const char *origin_of(const struct money_book *b, const struct subject *x)
{
    const struct provenance *from = &x->from->from[x->row];
    const char *source = told(b, x, "source");
    struct builder out = builder_new(b->arena);
    builder_text(&out, path_of(b, x));
    if (from->origin == ORIGIN_DEFAULT)
        builder_text(&out, from->text ? ", default" : ", not given");
    else if (from->place.file && from->place.line)
        builder_format(&out, ", %s:%d", from->place.file, from->place.line);
    else if (from->place.file)
        builder_format(&out, ", %s", from->place.file);
    if (source && from->origin != ORIGIN_DEFAULT) builder_format(&out, "; %s", source);
    return out.s;
}

/* The value's range, in the unit of the book. */
static void range_of(const struct subject *x, const struct provenance *from, double value,
                     double *low, double *high)
{
    if (from->spread.kind <= SPREAD_RELATIVE) {
        spread_range(&from->spread, value, low, high);
        return;
    }
    struct distribution d;
    *low = *high = (double)NAN;
    if (!distribution_of(x->p, x->object, from, &d)) return;
    double field = d.centre, scale = field > 0 || field < 0 ? value / field : (double)NAN;
    double half = fabs(scale) * from->spread.a;
    bool has_name = distribution_ends(x->p, x->object, from, low, high);
    *low = has_name ? scale * *low : value - half;
    *high = has_name ? scale * *high : value + half;
}

static struct grid_given *given_of(const struct money_book *b, const struct subject *x)
{
    struct grid_given *g = ARENA_ARRAY(b->arena, struct grid_given, 1);
    const struct provenance *from = &x->from->from[x->row];
    const struct param *p = x->p;
    double value = value_in(x, x->object), per = is_share(x) ? 100 : 1, low, high;
    range_of(x, from, value, &low, &high);
    bool has_bounds = p->min < 0 || p->min > 0 || p->max < 0 || p->max > 0;
    if (has_bounds && low < p->min / per) low = p->min / per;
    if (has_bounds && high > p->max / per) high = p->max / per;
    *g = (struct grid_given){
        .low = low,
        .high = high,
        .path = path_of(b, x),
        .date = from->origin == ORIGIN_DEFAULT ? NULL : told(b, x, "date"),
        .least = has_bounds    ? p->min / per
                 : is_money(x) ? 0
                               : -HUGE_VAL,
        .most = has_bounds ? p->max / per : HUGE_VAL,
    };
    return g;
}

/* ---- rows ---- */

/* Values by scenario, NaN where it leaves the value as it is; false when all do. */
static bool by_scenario(const struct money_book *b, const struct subject *x, double *value)
{
    bool any = false;
    size_t size = b->site->objects.kinds[x->kind].size;
    void *copy = arena_make(b->arena, 1, size);
    value[0] = value_in(x, x->object);
    for (int i = 0; i < n_scenario(b); i++) {
        memcpy(copy, x->object, size);
        bool is_own = scenario_apply(b->site, i, x->kind, x->index, x->p, copy, b->arena);
        value[i + 1] = is_own ? value_in(x, copy) : (double)NAN;
        any = any || is_own;
    }
    return any;
}

/* The key of a parameter's row on the sheet of scenarios. */
static const char *case_key(const struct money_book *b, int kind, int index, const struct param *p)
{
    return arena_format(b->arena, "case_%s_%d_%s", b->site->objects.kinds[kind].name, index + 1,
                        p->key);
}

/* "cloud lambda: price of an instance". */
static const char *case_label(const struct money_book *b, const struct subject *x,
                              const char *label)
{
    const char *name = b->site->of[x->kind].name[x->index];
    const char *kind = b->site->objects.kinds[x->kind].name;
    if (!*name || !strcmp(name, kind)) return label;
    return arena_format(b->arena, "%s %s: %s", kind, name, label);
}

static void add_case(struct money_book *b, const struct subject *x, const struct grid_row *input,
                     const double *value)
{
    const char *key = case_key(b, x->kind, x->index, x->p);
    int sheet = money_scenarios(b);
    if (grid_has(b->grid, key)) return;
    struct grid_row row = *input;
    row.key = key;
    row.label = case_label(b, x, input->label);
    row.series = value;
    for (int i = 0; i <= n_scenario(b); i++) {
        if (isnan(value[i])) continue;
        int own = decimals_of(x, value[i]);
        if (is_share(x) ? own < row.decimals : own > row.decimals) row.decimals = own;
    }
    if (!isnan(value[0])) row.missing = "as Base";
    row.total = arena_format(b->arena,
                             "if(missing(pick(%s, scenario_number)), first(%s), "
                             "pick(%s, scenario_number))",
                             key, key, key);
    grid_row(b->grid, sheet, &row);
}

static void add_input(struct money_book *b, const struct subject *x, const char *key,
                      const char *label)
{
    double *value = ARENA_ARRAY(b->arena, double, (size_t)n_scenario(b) + 1);
    bool differs = by_scenario(b, x, value);
    struct grid_row row = {.kind = GRID_INPUT,
                           .key = key,
                           .label = label ? label : x->p->doc,
                           .unit = unit_words(b, x),
                           .number = value[0],
                           .decimals = decimals_of(x, value[0]),
                           .missing = is_money(x) ? "no price" : "not given",
                           .note = origin_of(b, x),
                           .given = given_of(b, x)};
    if (differs) {
        add_case(b, x, &row, value);
        row.kind = GRID_CALC;
        row.expr = case_key(b, x->kind, x->index, x->p);
        row.note = arena_format(b->arena, "of the selected scenario: change it on sheet %s; %s",
                                sheet_name, row.note);
    }
    grid_row(b->grid, b->inputs, &row);
}

/* The row of an exchange rate, once in a book. */
static const char *exchange(struct money_book *b, const char *currency)
{
    char low[4] = {0};
    for (int i = 0; i < 3; i++) low[i] = (char)tolower((unsigned char)currency[i]);
    const char *key = arena_format(b->arena, "fx_%s", low);
    if (grid_has(b->grid, key)) return key;
    const struct bag *fx = &b->site->of[KIND_FX];
    const char *label = arena_format(b->arena, "Exchange rate of %s", currency);
    const char *unit = arena_format(b->arena, "%s/%s", b->site->currency, currency);
    for (int i = 0; i < fx->n; i++) {
        const struct money *rate = &SITE_PART(b->site, KIND_FX, struct fx, i)->rate;
        if (strcmp(fx->name[i], currency) != 0 || strcmp(rate->currency, b->site->currency) != 0)
            continue;
        struct subject x = subject_of(b, KIND_FX, i, "rate");
        x.unit = unit;
        add_input(b, &x, key, label);
        return key;
    }
    grid_row(b->grid, b->inputs,
             &(struct grid_row){.kind = GRID_INPUT,
                                .key = key,
                                .label = label,
                                .unit = unit,
                                .number = (double)NAN,
                                .decimals = 4,
                                .missing = "no rate"});
    return key;
}

const char *money_param(struct money_book *b, const char *key, const char *label, int kind,
                        int index, const char *param)
{
    struct subject x = subject_of(b, kind, index, param);
    const struct money *m = (const void *)((const char *)x.object + x.p->at);
    bool is_foreign = is_money(&x) && m->currency[0] && strcmp(m->currency, b->site->currency) != 0;
    const char *fx = is_foreign ? exchange(b, m->currency) : NULL;
    add_input(b, &x, key, label);
    return fx ? arena_format(b->arena, "%s*%s", key, fx) : key;
}

const char *money_number(struct money_book *b, const char *key, const char *label, const char *unit,
                         double value, int decimals, const char *source)
{
    grid_row(b->grid, b->inputs,
             &(struct grid_row){.kind = GRID_INPUT,
                                .key = key,
                                .label = label,
                                .unit = unit,
                                .number = value,
                                .decimals = decimals,
                                .note = source});
    return key;
}

bool money_scenarios_read(const struct money_book *b, struct diags *ds)
{
    int before = ds->n_error;
    for (int k = 0; k < n_scenario(b); k++) {
        const struct text_list *set = &site_scenario(b->site, k)->set;
        struct scenario_change c;
        for (int i = 0; i < set->n; i++)
            if (scenario_change(b->site, k, i, &c) &&
                !grid_has(b->grid, case_key(b, c.kind, c.index, c.param)))
                diag_error(ds, DIAG_INPUT, scenario_place(b->site, k),
                           "name what the answer uses: an offer of finance.cloud, a cost line, a "
                           "price of the tariff",
                           "[scenario %s] %s: nothing that is counted reads it",
                           b->site->of[KIND_SCENARIO].name[k], set->s[i]);
    }
    return ds->n_error == before;
}
