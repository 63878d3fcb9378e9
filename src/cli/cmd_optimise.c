#include <math.h>
#include <string.h>

#include "base/file.h"
#include "cli/output_date.h"
#include "cli/print.h"
#include "cli/print_optimise.h"
#include "cli/progress.h"
#include "cli/study_args.h"
#include "output/front_figure.h"
#include "output/json_optimise.h"
#include "output/study_figure.h"

/* ---- the command line ---------------------------------------------------------------- */

static bool wrong(struct diags *ds, const char *hint, const char *format, const char *word)
{
    struct message m = {.format = format, .arg = {word}, .n_arg = 1};
    diag_add(ds, DIAG_ERROR, DIAG_USAGE, (struct place){0}, hint, &m);
    return false;
}

static bool find_metric(const char *key, int *out, struct arena *a, struct diags *ds)
{
    const char *names[N_OUTCOME];
    for (int i = 0; i < N_OUTCOME; i++) names[i] = outcome_row(i)->key;
    *out = outcome_find(key);
    if (*out >= 0) return true;
    const char *near = text_nearest(key, names, N_OUTCOME);
    return wrong(ds, near ? arena_format(a, "did you mean '%s'?", near) : NULL,
                 "there is no metric '%s'", key);
}

static bool read_listed(const struct args *x, struct optimise_request *q, struct arena *a,
                        struct diags *ds)
{
    struct vary_request *vary = ARENA_ARRAY(a, struct vary_request, (size_t)x->n_listed + 1);
    const char **keep = ARENA_ARRAY(a, const char *, (size_t)x->n_listed + 1);
    bool is_fine = true;
    for (int i = 0; i < x->n_listed; i++) {
        const struct listed *l = &x->listed[i];
        bool is_greatest = l->option == OPTION_MAXIMISE;
        if (l->option == OPTION_VARY)
            vary[q->n_vary++] = (struct vary_request){l->word[0], l->word[1], l->word[2], NULL};
        else if (l->option == OPTION_LIST)
            vary[q->n_vary++] = (struct vary_request){l->word[0], NULL, NULL, l->word[1]};
        else if (l->option == OPTION_KEEP_IF)
            keep[q->n_keep++] = l->word[0];
        else if ((is_greatest || l->option == OPTION_MINIMISE) && q->n_goal < SEARCH_GOALS) {
            struct optimise_goal *g = &q->goal[q->n_goal++];
            g->is_greatest = is_greatest;
            is_fine &= find_metric(l->word[0], &g->outcome, a, ds);
        } else
            is_fine &= wrong(ds, "one, or two for a front", "too many goals: '%s'", l->word[0]);
    }
    q->vary = vary;
    q->keep = keep;
    return is_fine;
}

static bool read_cases(const struct args *x, struct optimise_request *q, struct diags *ds)
{
    const double most = 1000000;
    const char *text = x->value[OPTION_CASES];
    double n;
    if (!text) return true;
    if (!text_number(text_of(text), &n) || !(n >= 10 && n <= most) || floor(n) < n)
        return wrong(ds, NULL, "--cases takes a whole number from 10 to 1000000, not '%s'", text);
    q->cases = (int)n;
    return true;
}

static bool check_request(const struct args *x, const struct optimise_request *q, struct diags *ds)
{
    const char *chart = x->value[OPTION_CHART], *csv = x->value[OPTION_CSV];
    if (!q->n_vary)
        return wrong(ds, "--vary KEY MIN MAX, or -L KEY A,B for words and models",
                     "nothing to vary in '%s'", x->word[0]);
    if (q->solve && q->n_goal)
        return wrong(ds, "one question at a time", "--solve goes without %s",
                     "--minimise and --maximise");
    if (q->solve && q->n_vary > 1)
        return wrong(ds, "with several there is no one answer; minimise a metric under --keep",
                     "--solve '%s' takes one --vary", q->solve);
    if (!q->solve && !q->n_goal)
        return wrong(ds, "--minimise METRIC, --maximise METRIC or --solve 'pue = 1.2'",
                     "no goal is given for '%s'", x->word[0]);
    if (q->n_goal == 2 && q->goal[0].outcome == q->goal[1].outcome)
        return wrong(ds, NULL, "two goals are the same: '%s'",
                     outcome_row(q->goal[0].outcome)->key);
    if (chart && q->n_goal != 2)
        return wrong(ds, "give two goals", "--chart draws the front of two goals: '%s'", chart);
    if (chart && study_figure_kind(chart, ds) == STUDY_FIGURE_NONE) return false;
    if (csv && !strcmp(csv, "-") && x->is_on[OPTION_JSON])
        return wrong(ds, NULL, "%s both want the standard output", "--json and --csv -");
    if (pool_ranks(x->pool) > 1)
        return wrong(ds, "start it without mpirun", "%s works on one machine", "optimise");
    return true;
}

/* ---- what is shown ------------------------------------------------------------------- */

static const int usual[] = {M_FACILITY_ENERGY_KWH,
                            M_PUE,
                            M_WATER_M3,
                            M_CARBON_T,
                            M_ELECTRICITY_COST_PER_YEAR,
                            M_WATER_COST_PER_YEAR,
                            M_PEAK_FACILITY_KW,
                            M_INLET_MARGIN_K,
                            M_COOLANT_MARGIN_K,
                            M_CHIP_MARGIN_K,
                            M_CAPEX_COST,
                            O_MARGIN_PCT};

static bool read_show(const struct args *x, bool *show, struct arena *a, struct diags *ds)
{
    int shown[STUDY_SHOWN], n;
    const char *list = x->value[OPTION_SHOW];
    for (size_t i = 0; !list && i < sizeof usual / sizeof *usual; i++) show[usual[i]] = true;
    if (!study_args_shown(list, STUDY_SHOWN, shown, &n, a, ds)) return false;
    for (int i = 0; i < n; i++) show[shown[i]] = true;
    return true;
}

/* The goals and what conditions name are always shown. */
static void show_asked(const struct optimise *o, bool *show)
{
    for (int i = 0; i < o->n_goal; i++) show[o->goal[i].outcome] = true;
    for (int i = 0; i < o->n_keep; i++)
        for (int k = 0; k < N_OUTCOME; k++)
            show[k] |= o->keep[i].condition.uses[k] && k != O_FITS && k != O_BROKEN_LIMITS;
}

/* The table into its file, or to standard output instead of the text.  --strict is about the
   site as it is. */
static int finish(const struct args *x, const struct result *own, const struct builder *csv,
                  const struct builder *text, int code, struct arena *a, struct diags *ds)
{
    const char *path = x->value[OPTION_CSV];
    bool is_out = path && !strcmp(path, "-");
    if (path && !is_out && !file_write(a, path, csv->s, csv->n, ds)) return EXIT_OUTPUT;
    int shown = print_out(is_out ? csv : text, ds);
    if (shown) return shown;
    int judged = print_judgement(x, own, false, a, ds);
    return judged ? judged : code;
}

static int solve(const struct args *x, const struct load_request *request,
                 const struct optimise_request *q, bool *show, struct arena *a, struct diags *ds)
{
    struct goal g;
    struct builder b = builder_new(a), csv = builder_new(a);
    bool is_found = goal_find(request, q, &g, a, ds);
    progress_end(q->progress_context);
    if (!is_found) return print_failure(ds);
    show_asked(&g.site, show);
    csv_goal(&g, &csv);
    if (x->is_on[OPTION_JSON]) {
        if (!json_goal(&g, &b, ds)) return EXIT_OUTPUT;
    } else if (!x->is_on[OPTION_QUIET])
        print_goal(&b, x, &g, show);
    return finish(x, g.site.own, &csv, &b, g.n_kept ? EXIT_DONE : EXIT_NO, a, ds);
}

static int code_of(const struct optimise *o)
{
    bool is_found = o->n_goal > 1 ? o->n_front > 0 : o->best.is_kept;
    if (!is_found) return EXIT_NO;
    return o->n_goal > 1 || o->search.is_settled ? EXIT_DONE : EXIT_MODEL;
}

int cmd_optimise(const struct args *x, struct arena *a, struct diags *ds)
{
    struct load_request request = args_request(x, x->word[0], a);
    bool show[N_OUTCOME] = {false};
    struct optimise_request q = {.solve = x->value[OPTION_SOLVE],
                                 .no_limits = x->is_on[OPTION_NO_LIMITS],
                                 .show = show,
                                 .pool = x->pool};
    struct optimise o;
    struct builder b = builder_new(a), csv = builder_new(a);
    if (!read_listed(x, &q, a, ds) || !read_cases(x, &q, ds) || !read_show(x, show, a, ds) ||
        !check_request(x, &q, ds))
        return print_failure(ds);
    q.progress_context = progress_new("cases", x->is_on[OPTION_QUIET], a);
    if (q.solve) return solve(x, &request, &q, show, a, ds);
    bool is_found = optimise_find(&request, &q, &o, a, ds);
    progress_end(q.progress_context);
    if (!is_found) return print_failure(ds);
    show_asked(&o, show);
    csv_optimise(&o, &csv);
    const char *chart = x->value[OPTION_CHART];
    if (chart && o.n_front && !front_figure_write(&o, output_date(o.own->date, ds), chart, a, ds))
        return EXIT_OUTPUT;
    if (x->is_on[OPTION_JSON]) {
        if (!json_optimise(&o, &b, ds)) return EXIT_OUTPUT;
    } else if (!x->is_on[OPTION_QUIET])
        print_optimise(&b, x, &o, show);
    return finish(x, o.own, &csv, &b, code_of(&o), a, ds);
}
