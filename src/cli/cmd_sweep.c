#include <string.h>

#include "base/file.h"
#include "cli/print_sweep.h"
#include "cli/progress.h"
#include "cli/study_args.h"
#include "output/csv_study.h"
#include "output/json_study.h"
#include "output/study_figure.h"
#include "plan/study_grid.h"
#include "plan/sweep.h"

/* ---- axes from the command line ------------------------------------------------------ */

static bool read_file(const char *path, struct sweep_request *q, struct arena *a, struct diags *ds)
{
    struct bytes b;
    if (!file_read(a, path, &b, ds)) return false;
    *q = (struct sweep_request){.what = SWEEP_ROWS, .file = path, .text = b.s, .n_text = b.n};
    return true;
}

static bool wrong(const char *hint, const char *what, const char *word, struct diags *ds)
{
    struct message m = {.format = what, .arg = {word}, .n_arg = 1};
    diag_add(ds, DIAG_ERROR, DIAG_USAGE, (struct place){0}, hint, &m);
    return false;
}

/* A step belongs to the range that was written last, and only once. */
static bool take_step(const struct listed *l, struct sweep_request *last, struct diags *ds)
{
    if (!last || last->what != SWEEP_RANGE)
        return wrong("-P KEY MIN MAX -D STEP", "the step '%s' stands behind no -P", l->word[0], ds);
    if (last->step)
        return wrong("one -D for each -P", "a second step '%s' for one -P", l->word[0], ds);
    last->step = l->word[0];
    return true;
}

static bool read_axes(const struct args *x, struct sweep_request *q, int *n, struct arena *a,
                      struct diags *ds)
{
    bool is_fine = true;
    *n = 0;
    for (int i = 0; i < x->n_listed; i++) {
        const struct listed *l = &x->listed[i];
        const char *const *w = l->word;
        if (l->option == OPTION_PARAMETER)
            q[(*n)++] =
                (struct sweep_request){.what = SWEEP_RANGE, .key = w[0], .min = w[1], .max = w[2]};
        else if (l->option == OPTION_LIST)
            q[(*n)++] = (struct sweep_request){.what = SWEEP_LIST, .key = w[0], .list = w[1]};
        else if (l->option == OPTION_STEP_BY)
            is_fine &= take_step(l, *n ? &q[*n - 1] : NULL, ds);
        else if (l->option == OPTION_ZIP) {
            bool is_read = read_file(w[0], &q[*n], a, ds);
            is_fine &= is_read;
            *n += is_read;
        }
    }
    if (is_fine && !*n)
        return wrong("-P KEY MIN MAX -D STEP, -L KEY A,B or --zip FILE", "nothing to sweep in '%s'",
                     x->word[0], ds);
    return is_fine;
}

/* ---- the study ------------------------------------------------------------------------- */

struct asked { /* beside the axes */
    int n_shown, shown[STUDY_SHOWN];
    struct case_options options;
};

static bool read_asked(const struct args *x, struct asked *q, struct arena *a, struct diags *ds)
{
    q->options = (struct case_options){.limits = !x->is_on[OPTION_NO_LIMITS]};
    bool is_fine = study_args_files(x, ds);
    is_fine &= study_args_shown(x->value[OPTION_SHOW], STUDY_SHOWN, q->shown, &q->n_shown, a, ds);
    return is_fine & study_args_options(x, q->shown, q->n_shown, &q->options, a, ds);
}

static bool run_points(const struct args *x, const struct sweep *s, const struct asked *q,
                       struct study_table *t, struct arena *a, struct diags *ds)
{
    struct study_plan plan = sweep_plan(s, &q->options, a);
    struct progress *p =
        progress_new("points", x->is_on[OPTION_QUIET] || !pool_is_leader(x->pool), a);
    struct study_options o = {.pool = x->pool,
                              .store = x->value[OPTION_STORE],
                              .progress = progress_show,
                              .progress_context = p};
    struct study_points points;
    bool is_done = study_run(s->base, &plan, &o, &points, a, ds);
    progress_end(p);
    if (!is_done || !pool_is_leader(x->pool)) return is_done;
    t->n = points.n;
    t->point = points.point;
    study_table_find(t, q->shown, q->n_shown);
    return true;
}

static int show(const struct args *x, const struct study_table *t, struct arena *a,
                struct diags *ds)
{
    struct builder b = builder_new(a);
    if (x->is_on[OPTION_JSON])
        return json_study(t, stdout, "standard output", ds) ? EXIT_DONE : EXIT_OUTPUT;
    if (study_args_csv_out(x))
        return csv_study(t, stdout, "standard output", ds) ? EXIT_DONE : EXIT_OUTPUT;
    if (!x->is_on[OPTION_QUIET]) print_sweep(&b, t, x->color);
    return print_out(&b, ds);
}

static int finish(const struct args *x, const struct study_table *t, struct arena *a,
                  struct diags *ds)
{
    if (!study_args_write(x, t, a, ds)) return print_failure(ds);
    int shown = show(x, t, a, ds);
    if (shown) return shown;
    int failed = study_args_failed(t, a), judged = study_args_judge(x, t, a, ds);
    return failed ? failed : judged;
}

int cmd_sweep(const struct args *x, struct arena *a, struct diags *ds)
{
    struct sweep_request *q = ARENA_ARRAY(a, struct sweep_request, (size_t)x->n_listed + 1);
    struct load_request request = args_request(x, x->word[0], a);
    struct asked asked;
    struct sweep s;
    int n;
    bool is_fine = read_axes(x, q, &n, a, ds);
    is_fine &= read_asked(x, &asked, a, ds);
    if (!is_fine) return print_failure(ds);
    struct case_base *base = case_base_make(&request, a, ds);
    if (!base || !sweep_make(base, q, n, &s, a, ds)) return print_failure(ds);
    if (x->is_on[OPTION_STRICT] && ds->n_warning) {
        if (pool_is_leader(x->pool))
            fprintf(stderr, "dcplan: %d warnings, and --strict\n", ds->n_warning);
        return EXIT_INPUT;
    }
    struct study_table t = sweep_table(&s, a);
    struct study_grid grid;
    if (x->value[OPTION_CHART] && !study_grid_find(&t, &grid, a, ds)) return print_failure(ds);
    if (!x->is_on[OPTION_QUIET] && pool_is_leader(x->pool))
        fprintf(stderr, "dcplan: %s\n", sweep_words(&s, a));
    if (!run_points(x, &s, &asked, &t, a, ds)) return print_failure(ds);
    return pool_is_leader(x->pool) ? finish(x, &t, a, ds) : EXIT_DONE;
}
