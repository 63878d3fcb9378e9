#include <math.h>

#include "cli/print.h"
#include "output/json_redundancy.h"

/* One column for each pattern, the site as it is first. */

enum { LABEL = 30, COLUMN = 12 };

enum { ALWAYS, OF_YEAR };

static void print_label(struct builder *b, const char *label, const char *unit)
{
    const char *text = *unit ? arena_format(b->arena, "%s, %s", label, unit) : label;
    builder_format(b, "  %-*s", LABEL, text);
}

/* One number of each row at this offset, times scale. */
static void print_numbers(struct builder *b, const struct redundancy *c, const char *label,
                          const char *unit, size_t at, double scale, int decimals, int when)
{
    print_label(b, label, unit);
    for (int i = 0; i < c->n; i++) {
        char text[TEXT_NUMBER_CAP];
        const struct redundancy_row *x = &c->row[i];
        double value = scale * *(const double *)(const void *)((const char *)x + at);
        bool is_known = !isnan(value) && (when == ALWAYS || x->of);
        builder_format(b, " %*s", COLUMN, is_known ? text_fixed(text, value, decimals, true) : "-");
    }
    builder_text(b, "\n");
}

static const char *modules_text(const struct redundancy_plan *p, struct arena *a)
{
    if (p->reserve) return arena_format(a, "(%d+%d) x %d", p->active, p->reserve, p->modules);
    return arena_format(a, "%d x %d", p->active, p->modules);
}

static void print_head(struct builder *b, const struct redundancy *c)
{
    char load[TEXT_NUMBER_CAP], module[TEXT_NUMBER_CAP], usable[TEXT_NUMBER_CAP];
    builder_format(b, "%s: ups.%s under every pattern, modules for the same load\n",
                   c->own->site_title, c->ups);
    builder_format(b, "load at the maximum %s kW; modules of %s kW, of which %s %% may be used\n\n",
                   text_fixed(load, c->load_w / 1000, 1, true),
                   text_fixed(module, c->module_w / 1000, 1, true),
                   text_fixed(usable, 100 * c->usable_frac, 0, false));
    print_label(b, "", "");
    for (int i = 0; i < c->n; i++) {
        const struct redundancy_row *x = &c->row[i];
        const char *name =
            x->is_own ? arena_format(b->arena, "now %s", x->plan.pattern) : x->plan.pattern;
        builder_format(b, " %*s", COLUMN, name);
    }
    builder_text(b, "\n");
    print_label(b, "Systems x modules", "");
    for (int i = 0; i < c->n; i++)
        builder_format(b, " %*s", COLUMN, modules_text(&c->row[i].plan, b->arena));
    builder_text(b, "\n");
}

#define NUMBERS(label, unit, field, scale, decimals, when)                                         \
    print_numbers(b, c, label, unit, offsetof(struct redundancy_row, field), scale, decimals, when)

static void print_rows(struct builder *b, const struct redundancy *c)
{
    const char *money = c->own->currency;
    NUMBERS("Installed", "kW", installed_w, 1e-3, 0, ALWAYS);
    NUMBERS("Load at the maximum", "%", share, 100, 1, OF_YEAR);
    NUMBERS("  after the worst loss", "%", share_lost, 100, 1, ALWAYS);
    NUMBERS("Firm after that loss", "kW", firm_w, 1e-3, 0, ALWAYS);
    print_label(b, "Survives the loss of", "");
    for (int i = 0; i < c->n; i++)
        builder_format(b, " %*s", COLUMN, survival_words[c->row[i].survives]);
    builder_text(b, "\n");
    NUMBERS("Efficiency at the maximum", "%", efficiency_max, 100, 2, OF_YEAR);
    NUMBERS("Efficiency over the year", "%", efficiency, 100, 2, OF_YEAR);
    NUMBERS("UPS loss", "kWh a year", loss_kwh, 1, 0, OF_YEAR);
    NUMBERS("Facility", "kWh a year", facility_kwh, 1, 0, OF_YEAR);
    NUMBERS("  more than now", "kWh a year", more_kwh, 1, 0, OF_YEAR);
    NUMBERS("PUE", "", pue, 1, 4, OF_YEAR);
    if (!isnan(c->row[0].cost)) {
        const char *yearly = arena_format(b->arena, "%s a year", money);
        NUMBERS("Electricity", yearly, cost, 1, 0, OF_YEAR);
        NUMBERS("  more than now", yearly, more_cost, 1, 0, OF_YEAR);
    }
    if (!isnan(c->module_price)) NUMBERS("Price of all modules", money, capex, 1, 0, OF_YEAR);
}

static void print_notes(struct builder *b, const struct redundancy *c)
{
    builder_text(b, "\n");
    for (int i = 0; i < c->n; i++)
        if (c->row[i].note) builder_format(b, "%s: %s\n", c->row[i].plan.pattern, c->row[i].note);
    for (int i = 0; i < c->n_pooled; i++)
        builder_format(b, "%s%s", i ? ", " : "fed by all systems that carry load, in equal parts: ",
                       c->pooled[i]);
    if (c->n_pooled) builder_text(b, "\n");
    builder_text(b, "worst loss: one module where there is one system, else one system; the others "
                    "carry its load in equal parts\n");
    if (isnan(c->row[0].cost)) builder_text(b, "no cost: the site has no tariff or no price\n");
    if (isnan(c->module_price))
        builder_format(b, "no price: [ups %s] has none\n", c->ups);
    else
        builder_format(b, "price of a module: that of one system of ups.%s over its %d modules\n",
                       c->ups, c->row[0].plan.modules);
}

int cmd_redundancy(const struct args *x, struct arena *a, struct diags *ds)
{
    struct load_request request = args_request(x, x->word[0], a);
    struct run_options options = {.threads = x->threads};
    struct result *own = ARENA_ARRAY(a, struct result, 1);
    struct redundancy c;
    if (!run_case(&request, &options, own, a, ds)) return print_failure(ds);
    int judged = print_judgement(x, own, false, a, ds);
    if (ds->n_error) return print_code(ds);
    if (!redundancy_find(&request, own, x->value[OPTION_UPS], x->threads, &c, a, ds))
        return print_failure(ds);
    struct builder b = builder_new(a);
    if (x->is_on[OPTION_JSON]) {
        if (!json_redundancy(&c, &b, ds)) return EXIT_OUTPUT;
    } else if (!x->is_on[OPTION_QUIET]) {
        print_head(&b, &c);
        print_rows(&b, &c);
        print_notes(&b, &c);
    }
    int shown = print_out(&b, ds);
    return shown ? shown : judged;
}
