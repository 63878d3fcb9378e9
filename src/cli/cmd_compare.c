#include <math.h>
#include <string.h>

#include "cli/print.h"
#include "cli/print_waterfall.h"
#include "cli/study_args.h"
#include "output/json.h"
#include "output/waterfall_figure.h"
#include "plan/compare.h"
#include "plan/run.h"

enum { COLUMN = 18 };

static void print_value(struct builder *b, double value, int decimals)
{
    char text[TEXT_NUMBER_CAP];
    builder_format(b, " %*s", COLUMN,
                   isnan(value) ? "no data" : text_fixed(text, value, decimals, true));
}

static void print_differences(struct builder *b, const struct comparison *c, const char *head,
                              const struct difference *d, int n)
{
    if (!n) return;
    builder_format(b, "\n%-30s %-8s", head, "unit");
    for (int i = 0; i < c->n; i++) builder_format(b, " %*s", COLUMN, c->of[i]->site_name);
    builder_text(b, c->n == 2 ? "         difference\n" : "\n");
    for (int k = 0; k < n; k++) {
        bool is_money = !strcmp(d[k].unit, "money"), is_mixed = is_money && !c->same_currency;
        const char *unit = is_mixed ? "own" : is_money ? c->of[0]->currency : d[k].unit;
        double by = is_mixed ? (double)NAN : d[k].value[1] - d[k].value[0];
        builder_format(b, "  %-28s %-8s", d[k].label, unit);
        for (int i = 0; i < c->n; i++) print_value(b, d[k].value[i], d[k].decimals);
        if (c->n == 2) print_value(b, by, d[k].decimals);
        builder_text(b, "\n");
    }
}

static void print_saving(struct builder *b, const struct comparison *c, int i)
{
    char saving[TEXT_NUMBER_CAP];
    const char *to = c->of[i]->site_name;
    double by = c->saving_per_year[i];
    if (!isnan(by) && fabs(by) > 0.5)
        builder_format(b, "%s %s %s %s a year against %s\n", to, by > 0 ? "saves" : "costs",
                       text_fixed(saving, fabs(by), 0, true), c->of[0]->currency,
                       c->of[0]->site_name);
    if (c->same_currency && isnan(by))
        builder_format(b, "%s: the saving is not known, for want of a tariff or a price\n", to);
}

static void print_capex(struct builder *b, const struct comparison *c, int i)
{
    char capex[TEXT_NUMBER_CAP], years[TEXT_NUMBER_CAP];
    const struct result *first = c->of[0], *r = c->of[i];
    double by = c->capex_difference[i];
    if (isnan(by) || !(fabs(by) > 0.5)) return;
    builder_format(b, "capital cost differs by %s %s (parts with a price: %d; without: %d)",
                   text_fixed(capex, by, 0, true), first->currency, r->n_priced, r->n_unpriced);
    if (!isnan(c->payback_years[i]))
        builder_format(b, "; paid back in %s years",
                       text_fixed(years, c->payback_years[i], 1, false));
    builder_text(b, "\n");
    if (!first->n_priced)
        builder_format(b, "%s has no price: it is taken as there already\n", first->site_name);
}

/* Sites of other loads can be compared, but what one of them saves is then no merit of it. */
static void print_load(struct builder *b, const struct comparison *c, int i)
{
    const double seen = 1;
    double by = c->it_energy_pct[i];
    char text[TEXT_NUMBER_CAP];
    if (isnan(by) || fabs(by) < seen) return;
    builder_format(b, "IT of %s uses %s %% %s energy: what differs is not the plant's alone\n",
                   c->of[i]->site_name, text_fixed(text, fabs(by), 1, true),
                   by > 0 ? "more" : "less");
}

static void print_money(struct builder *b, const struct comparison *c)
{
    for (int i = 1; i < c->n; i++) {
        print_saving(b, c, i);
        print_capex(b, c, i);
        print_load(b, c, i);
    }
    if (c->same_currency) return;
    builder_text(b, "each site in its own currency, so there is no saving:");
    for (int i = 0; i < c->n; i++)
        builder_format(b, "%s %s %s", i ? "," : "", c->of[i]->site_name, c->of[i]->currency);
    builder_text(b, "\n");
}

static void print_settings(struct builder *b, const struct comparison *c)
{
    if (!c->n_setting) return;
    builder_format(b, "\nInputs that differ: %d\n", c->n_setting);
    for (int k = 0; k < c->n_setting; k++) {
        const struct setting *s = &c->setting[k];
        builder_format(b, "  %s.%s:", s->object, s->key);
        for (int i = 0; i < c->n; i++)
            builder_format(b, "%s %s", i ? " |" : "", s->value[i] ? s->value[i] : "-");
        builder_text(b, "\n");
    }
}

static void print_comparison(struct builder *b, const struct comparison *c)
{
    if (!c->n_metric && !c->n_part && !c->n_setting) return;
    print_money(b, c);
    print_differences(b, c, "Metric", c->metric, c->n_metric);
    print_differences(b, c, "Energy of the year", c->part, c->n_part);
    if (c->waterfall) print_waterfall(b, c->waterfall);
    print_settings(b, c);
}

/* ---- what makes the difference ---- */

struct asked {
    int n, metric[STUDY_SHOWN];
};

static bool wrong(struct diags *ds, const char *hint, const char *what)
{
    diag_error(ds, DIAG_USAGE, (struct place){0}, hint, "%s", what);
    return false;
}

/* --show and --chart, before anything runs. */
static bool read_asked(const struct args *x, struct asked *out, struct arena *a, struct diags *ds)
{
    static const int usual[] = {M_PUE, M_FACILITY_ENERGY_KWH, M_ELECTRICITY_COST_PER_YEAR};
    const char *show = x->value[OPTION_SHOW], *chart = x->value[OPTION_CHART];
    size_t n = chart ? strlen(chart) : 0;
    *out = (struct asked){.n = 3};
    memcpy(out->metric, usual, sizeof usual);
    if ((show || chart) && x->n_word != 2)
        return wrong(ds, "compare two sites", "steps are told between two sites");
    if (chart && (n < 5 || strcmp(chart + n - 4, ".svg")))
        return wrong(ds, "name the file .svg", "--chart writes SVG");
    if (!show) return true;
    if (!study_args_shown(show, STUDY_SHOWN, out->metric, &out->n, a, ds)) return false;
    for (int i = 0; i < out->n; i++)
        if (out->metric[i] >= N_METRIC)
            return wrong(
                ds, "the metrics of dcplan run --json",
                arena_format(a, "'%s' is no metric of the year", outcome_row(out->metric[i])->key));
    return true;
}

static const struct waterfall *find_waterfall(const struct args *x, const struct asked *asked,
                                              const struct result *const *of, struct arena *a)
{
    struct waterfall *w = ARENA_ARRAY(a, struct waterfall, 1);
    struct load_request request = args_request(x, x->word[0], a);
    waterfall_find(&request, of[0], of[1], asked->metric, asked->n, x->threads, w, a);
    return w;
}

static bool draw(const struct args *x, const struct waterfall *w, struct arena *a, struct diags *ds)
{
    if (!x->value[OPTION_CHART]) return true;
    if (!w->n_step)
        diag_warning(ds, DIAG_MODEL, (struct place){0}, NULL,
                     "nothing differs that decides metrics: no chart was written");
    return !w->n_step || waterfall_figure_write(w, x->value[OPTION_CHART], a, ds);
}

int cmd_compare(const struct args *x, struct arena *a, struct diags *ds)
{
    struct result **r = ARENA_ARRAY(a, struct result *, (size_t)x->n_word);
    const struct result **of = ARENA_ARRAY(a, const struct result *, (size_t)x->n_word);
    struct run_options options = {.threads = x->threads};
    struct asked asked;
    int worst = EXIT_DONE;
    if (!read_asked(x, &asked, a, ds)) return print_failure(ds);
    for (int i = 0; i < x->n_word; i++) {
        struct load_request request = args_request(x, x->word[i], a);
        of[i] = r[i] = ARENA_ARRAY(a, struct result, 1);
        if (!run_case(&request, &options, r[i], a, ds)) return print_failure(ds);
        int judged = print_judgement(x, r[i], false, a, ds);
        if (ds->n_error) return print_code(ds);
        if (judged > worst) worst = judged;
    }
    struct comparison c = compare_results(of, x->n_word, a);
    bool is_told = !x->is_on[OPTION_QUIET] || x->is_on[OPTION_JSON] || x->value[OPTION_CHART];
    if (x->n_word == 2 && is_told) c.waterfall = find_waterfall(x, &asked, of, a);
    if (c.waterfall && !draw(x, c.waterfall, a, ds)) return EXIT_OUTPUT;
    struct builder b = builder_new(a);
    if (x->is_on[OPTION_JSON]) {
        if (!json_comparison(&c, &b, ds)) return EXIT_OUTPUT;
    } else if (!x->is_on[OPTION_QUIET])
        print_comparison(&b, &c);
    int shown = print_out(&b, ds);
    return shown ? shown : worst;
}
