#include <math.h>
#include <string.h>

#include "base/expr.h"
#include "base/version.h"
#include "cli/output_date.h"
#include "cli/print_montecarlo.h"
#include "cli/progress.h"
#include "cli/study_args.h"
#include "output/csv_study.h"
#include "output/json_montecarlo.h"
#include "output/montecarlo_figure.h"
#include "output/xlsx_montecarlo.h"

/* ---- options ------------------------------------------------------------------------- */

static bool wrong(const char *hint, const char *format, const char *word, struct diags *ds)
{
    struct message m = {.format = format, .arg = {word}, .n_arg = 1};
    diag_add(ds, DIAG_ERROR, DIAG_USAGE, (struct place){0}, hint, &m);
    return false;
}

/* A whole number from least to most; the default stays without the option. */
static bool read_whole(const struct args *x, enum option o, double least, double most,
                       double *value, struct diags *ds)
{
    const char *text = x->value[o];
    if (!text) return true;
    if (text_number(text_trim(text_of(text)), value) && *value >= least && *value <= most &&
        !(floor(*value) < *value))
        return true;
    return wrong(arena_format(ds->arena, "a whole number from %.0f to %.0f", least, most),
                 arena_format(ds->arena, "%s does not take '%%s'", option_rows[o].longest), text,
                 ds);
}

static bool read_sampling(const struct args *x, enum sampling *out, struct diags *ds)
{
    const char *text = x->value[OPTION_SAMPLING];
    for (int i = 0; text && i < N_SAMPLING; i++)
        if (!strcmp(text, sampling_words[i])) {
            *out = (enum sampling)i;
            return true;
        }
    return !text || wrong("lhs, sobol or random", "there is no sampling '%s'", text, ds);
}

/* "ups.main,finance" */
static void read_only(const struct args *x, struct montecarlo_request *q, struct arena *a)
{
    const char *text = x->value[OPTION_ONLY];
    int cap = 1;
    for (const char *s = text; s && *s; s++) cap += *s == ',';
    const char **only = ARENA_ARRAY(a, const char *, (size_t)cap);
    bool more = text != NULL;
    for (struct text one, rest = text_of(text ? text : ""); more;) {
        rest = text_cut(rest, ',', &one, &more);
        one = text_trim(one);
        only[q->n_only++] = arena_text(a, one.s, one.n);
    }
    q->only = only;
}

static bool read_request(const struct args *x, struct montecarlo_request *q, struct arena *a,
                         struct diags *ds)
{
    double draws = 1000, seed = 1, rows = 0;
    int shown[STUDY_SHOWN];
    *q = (struct montecarlo_request){.sampling = SAMPLING_LHS};
    bool is_fine = study_args_files(x, ds);
    is_fine &= read_whole(x, OPTION_DRAWS, 1, MONTECARLO_MOST, &draws, ds);
    is_fine &= read_whole(x, OPTION_SEED, 0, 9007199254740992.0, &seed, ds);
    is_fine &= read_whole(x, OPTION_INDICES, 2, MONTECARLO_MOST, &rows, ds);
    is_fine &= read_sampling(x, &q->sampling, ds);
    is_fine &= study_args_shown(x->value[OPTION_SHOW], MONTECARLO_SHOWN, shown, &q->n_shown, a, ds);
    for (int i = 0; i < q->n_shown; i++) q->shown[i] = shown[i];
    read_only(x, q, a);
    q->draws = (int)draws;
    q->index_rows = (int)rows;
    q->seed = (uint64_t)seed;
    struct args plain = *x; /* conditions are of the draws together, see below */
    plain.n_fail_if = 0;
    return is_fine & study_args_options(&plain, q->shown, q->n_shown, &q->options, a, ds);
}

/* ---- the study ------------------------------------------------------------------------- */

static bool run_points(const struct args *x, struct montecarlo *m, struct study_points *points,
                       struct arena *a, struct diags *ds)
{
    bool is_shown = !x->is_on[OPTION_QUIET] && pool_is_leader(x->pool);
    struct progress *p = progress_new("points", !is_shown, a);
    struct study_options o = {.pool = x->pool,
                              .store = x->value[OPTION_STORE],
                              .progress = progress_show,
                              .progress_context = p};
    bool is_done = study_run(m->base, &m->plan, &o, points, a, ds);
    progress_end(p);
    return is_done;
}

static int show(const struct args *x, const struct montecarlo *m, struct arena *a, struct diags *ds)
{
    struct builder b = builder_new(a);
    if (study_args_csv_out(x)) {
        struct study_table t = montecarlo_table(m, a);
        study_table_find(&t, m->request.shown, m->request.n_shown);
        return csv_study(&t, stdout, "standard output", ds) ? EXIT_DONE : EXIT_OUTPUT;
    }
    if (x->is_on[OPTION_JSON]) {
        if (!json_montecarlo(m, &b, ds)) return EXIT_OUTPUT;
    } else if (!x->is_on[OPTION_QUIET])
        print_montecarlo(&b, m);
    return print_out(&b, ds);
}

static bool write_csv(const struct args *x, const struct montecarlo *m, struct arena *a,
                      struct diags *ds)
{
    const char *csv = x->value[OPTION_CSV];
    if (!csv || study_args_csv_out(x)) return true;
    struct study_table t = montecarlo_table(m, a);
    study_table_find(&t, m->request.shown, m->request.n_shown);
    return csv_study_write(&t, csv, a, ds);
}

static bool write_xlsx(const struct args *x, const struct montecarlo *m, struct date date,
                       struct arena *a, struct diags *ds)
{
    const struct site *s = &case_base_loaded(m->base)->site;
    struct xlsx_info info = {.title = s->title,
                             .subject = "Draws of all uncertain values",
                             .author = "dcplan",
                             .version = DCPLAN_VERSION,
                             .scenario = s->name,
                             .date =
                                 arena_format(a, "%04d-%02d-%02d", date.year, date.month, date.day),
                             .created_s = output_seconds(date)};
    return xlsx_montecarlo(m, &info, x->value[OPTION_XLSX], a, ds);
}

static bool write_files(const struct args *x, const struct montecarlo *m, struct arena *a,
                        struct diags *ds)
{
    const char *chart = x->value[OPTION_CHART];
    if (!write_csv(x, m, a, ds)) return false;
    if (!chart && !x->value[OPTION_XLSX]) return true;
    struct date date = output_date(case_base_loaded(m->base)->site.info->part.date, ds);
    if (x->value[OPTION_XLSX] && !write_xlsx(x, m, date, a, ds)) return false;
    return !chart || montecarlo_figure_write(m, date, chart, a, ds);
}

/* ---- judgement --------------------------------------------------------------------------- */

enum { N_MEASURE = N_QUANTILE + 2, N_NAME = N_MEASURE * N_OUTCOME + 1 };
static const char *const measures[N_MEASURE] = {"p10", "p50", "p90", "mean", "sd"};

/* "pue_p90", and "fits_share" at the end. */
static void all_names(const char *names[N_NAME], struct arena *a)
{
    for (int o = 0; o < N_OUTCOME; o++)
        for (int k = 0; k < N_MEASURE; k++)
            names[o * N_MEASURE + k] = arena_format(a, "%s_%s", outcome_row(o)->key, measures[k]);
    names[N_NAME - 1] = "fits_share";
}

static struct expr *condition(const char *text, const char *const names[N_NAME], struct arena *a,
                              struct diags *ds)
{
    static const struct place where = {"--fail-if", 1, 1};
    int first = ds->n;
    struct expr *e = expr_parse(text, where, a, ds);
    bool is_fine = e && expr_check_names(e, names, N_NAME, where, ds);
    for (int i = first; i < ds->n; i++) ds->item[i].class = DIAG_USAGE;
    return is_fine ? e : NULL;
}

static bool check_conditions(const struct args *x, struct arena *a, struct diags *ds)
{
    const char *names[N_NAME];
    bool is_fine = true;
    if (x->n_fail_if) all_names(names, a);
    for (int i = 0; i < x->n_fail_if; i++)
        is_fine &= condition(x->fail_if[i], names, a, ds) != NULL;
    return is_fine;
}

static double measure_of(const struct outcome_spread *s, int k)
{
    if (k < N_QUANTILE) return s->quantile[k].value;
    return k == N_QUANTILE ? s->mean : s->sd;
}

struct scope {
    const struct montecarlo *m;
    const char *const *names;
};

/* What does not vary is what it is. */
static bool value_of(void *context, const char *name, struct expr_value *out)
{
    const struct scope *s = context;
    const struct montecarlo *m = s->m;
    int at = 0;
    while (at < N_NAME && strcmp(s->names[at], name) != 0) at++;
    if (at == N_NAME) return false;
    *out = (struct expr_value){m->fits, NULL};
    if (at == N_NAME - 1) return true;
    int outcome = at / N_MEASURE, k = at % N_MEASURE;
    out->number = m->points->point[m->request.draws].value[outcome];
    if (k == N_MEASURE - 1 && !isnan(out->number)) out->number = 0;
    for (int i = 0; i < m->n_spread; i++)
        if (m->spread[i].outcome == outcome) out->number = measure_of(&m->spread[i], k);
    return true;
}

static int judge(const struct args *x, const struct montecarlo *m, struct arena *a,
                 struct diags *ds)
{
    const char *names[N_NAME];
    bool is_no = x->is_on[OPTION_CHECK] && m->fits < 1;
    if (x->n_fail_if) all_names(names, a);
    for (int i = 0; i < x->n_fail_if; i++) {
        struct expr *e = condition(x->fail_if[i], names, a, ds);
        struct scope scope = {m, names};
        struct expr_scope in = {.context = &scope, .value = value_of};
        struct expr_value is;
        const char *unknown;
        if (!e || !expr_value(e, &in, &is, &unknown) || isnan(is.number)) {
            diag_error(ds, DIAG_MODEL, (struct place){"--fail-if", 1, 1},
                       "an outcome in it has no value: --limits, --growth and --tco find more",
                       "cannot decide '%s'", x->fail_if[i]);
            return EXIT_MODEL;
        }
        if (is.number != 0) fprintf(stderr, "dcplan: %s is true\n", x->fail_if[i]);
        is_no |= is.number != 0;
    }
    return is_no ? EXIT_NO : EXIT_DONE;
}

static int finish(const struct args *x, const struct montecarlo *m, struct arena *a,
                  struct diags *ds)
{
    if (!write_files(x, m, a, ds)) return print_failure(ds);
    int shown = show(x, m, a, ds);
    if (shown) return shown;
    int failed = print_failed_draws(m), judged = judge(x, m, a, ds);
    return failed ? failed : judged;
}

int cmd_montecarlo(const struct args *x, struct arena *a, struct diags *ds)
{
    struct load_request request = args_request(x, x->word[0], a);
    struct montecarlo_request q;
    struct montecarlo *m = ARENA_ARRAY(a, struct montecarlo, 1);
    struct study_points points;
    bool is_fine = check_conditions(x, a, ds);
    if (!read_request(x, &q, a, ds) || !is_fine) return print_failure(ds);
    struct case_base *base = case_base_make(&request, a, ds);
    if (!base || !montecarlo_make(base, &q, m, a, ds)) return print_failure(ds);
    if (x->is_on[OPTION_STRICT] && ds->n_warning) {
        if (pool_is_leader(x->pool))
            fprintf(stderr, "dcplan: %d warnings, and --strict\n", ds->n_warning);
        return EXIT_INPUT;
    }
    if (!run_points(x, m, &points, a, ds)) return print_failure(ds);
    if (!pool_is_leader(x->pool)) return EXIT_DONE;
    montecarlo_answer(m, &points, a);
    return finish(x, m, a, ds);
}
