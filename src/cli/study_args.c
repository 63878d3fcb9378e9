#include "cli/study_args.h"

#include <math.h>
#include <string.h>
#include <strings.h>

#include "base/expr.h"
#include "base/version.h"
#include "cli/output_date.h"
#include "output/csv_study.h"
#include "output/study_figure.h"
#include "output/xlsx_study.h"

enum { NAMED = 20 }; /* points that are named one by one */

/* ---- outcomes ------------------------------------------------------------------------ */

static void all_names(const char *names[N_OUTCOME])
{
    for (int i = 0; i < N_OUTCOME; i++) names[i] = outcome_row(i)->key;
}

static bool show_one(int outcome, int most, int shown[STUDY_SHOWN], int *n, struct diags *ds)
{
    const char *key = outcome_row(outcome)->key;
    for (int i = 0; i < *n; i++)
        if (shown[i] == outcome) {
            diag_error(ds, DIAG_USAGE, (struct place){0}, NULL, "--show has '%s' twice", key);
            return false;
        }
    if (*n < most) {
        shown[(*n)++] = outcome;
        return true;
    }
    diag_error(ds, DIAG_USAGE, (struct place){0}, "--csv, --json and --xlsx have every metric",
               "--show takes at most %d metrics; '%s' is one more", most, key);
    return false;
}

bool study_args_shown(const char *text, int most, int shown[STUDY_SHOWN], int *n, struct arena *a,
                      struct diags *ds)
{
    const char *names[N_OUTCOME];
    bool more = text != NULL, is_fine = true;
    *n = 0;
    all_names(names);
    for (struct text name, rest = text_of(text ? text : ""); more;) {
        rest = text_cut(rest, ',', &name, &more);
        name = text_trim(name);
        const char *key = arena_text(a, name.s, name.n), *near = NULL;
        int k = outcome_find(key);
        if (k >= 0) {
            is_fine &= show_one(k, most, shown, n, ds);
            continue;
        }
        near = text_nearest(key, names, N_OUTCOME);
        diag_error(ds, DIAG_USAGE, (struct place){0},
                   near ? arena_format(a, "did you mean '%s'?", near)
                        : "the metrics of dcplan run --json",
                   "there is no metric '%s'", key);
        is_fine = false;
    }
    return is_fine;
}

static void want_name(void *context, const char *name, int column)
{
    (void)column;
    case_want(outcome_find(name), context);
}

static struct expr *condition(const char *text, struct arena *a, struct diags *ds)
{
    static const struct place where = {"--fail-if", 1, 1};
    const char *names[N_OUTCOME];
    int first = ds->n;
    all_names(names);
    struct expr *e = expr_parse(text, where, a, ds);
    bool is_fine = e && expr_check_names(e, names, N_OUTCOME, where, ds);
    for (int i = first; i < ds->n; i++) ds->item[i].class = DIAG_USAGE;
    return is_fine ? e : NULL;
}

bool study_args_options(const struct args *x, const int *shown, int n_shown,
                        struct case_options *out, struct arena *a, struct diags *ds)
{
    bool is_fine = true;
    out->limits |= x->is_on[OPTION_CHECK] || x->is_on[OPTION_LIMITS];
    out->growth |= x->is_on[OPTION_GROWTH];
    out->tco |= x->is_on[OPTION_TCO];
    for (int i = 0; i < n_shown; i++) case_want(shown[i], out);
    for (int i = 0; i < x->n_fail_if; i++) {
        struct expr *e = condition(x->fail_if[i], a, ds);
        if (e) expr_names(e, want_name, out);
        is_fine &= e != NULL;
    }
    return is_fine;
}

/* ---- judgement ----------------------------------------------------------------------- */

static void name_point(const struct study_table *t, int i, const char *what, int before,
                       struct arena *a)
{
    if (before < NAMED)
        fprintf(stderr, "dcplan: point %d (%s): %s\n", i + 1, study_point_words(t, i, a), what);
}

static void name_more(int n, const char *what)
{
    if (n > NAMED) fprintf(stderr, "dcplan: %d more points %s\n", n - NAMED, what);
}

struct values {
    const struct study_table *t;
    int i;
};

static bool value_of(void *context, const char *name, struct expr_value *out)
{
    const struct values *v = context;
    int k = outcome_find(name);
    if (k < 0) return false;
    *out = (struct expr_value){study_value(v->t, k, v->i), NULL};
    return true;
}

static void cannot_decide(const struct study_table *t, int i, const char *text, struct arena *a,
                          struct diags *ds)
{
    diag_error(ds, DIAG_MODEL, (struct place){"--fail-if", 1, 1},
               "a metric in it has no value there, or the arithmetic has none",
               "cannot decide '%s' at point %d (%s)", text, i + 1, study_point_words(t, i, a));
}

/* How many points meet the condition; -1 with an error. */
static int count_met(const char *text, const struct study_table *t, struct arena *a,
                     struct diags *ds)
{
    struct expr *e = condition(text, a, ds);
    int met = 0;
    if (!e) return -1;
    for (int i = 0; i < t->n; i++) {
        struct values v = {t, i};
        struct expr_scope scope = {.context = &v, .value = value_of};
        struct expr_value is;
        const char *unknown;
        if (t->point[i].status != POINT_DONE) continue;
        if (!expr_value(e, &scope, &is, &unknown) || isnan(is.number)) {
            cannot_decide(t, i, text, a, ds);
            return -1;
        }
        if (is.number != 0) name_point(t, i, arena_format(a, "%s is true", text), met++, a);
    }
    name_more(met, arena_format(a, "with %s", text));
    return met;
}

static int count_broken(const struct study_table *t, struct arena *a)
{
    int n = 0;
    for (int i = 0; i < t->n; i++)
        if (study_value(t, O_FITS, i) < 1) name_point(t, i, t->point[i].text, n++, a);
    name_more(n, "break limits");
    return n;
}

int study_args_judge(const struct args *x, const struct study_table *t, struct arena *a,
                     struct diags *ds)
{
    bool is_no = x->is_on[OPTION_CHECK] && count_broken(t, a) > 0;
    for (int i = 0; i < x->n_fail_if; i++) {
        int met = count_met(x->fail_if[i], t, a, ds);
        if (met < 0) return EXIT_MODEL;
        is_no |= met > 0;
    }
    return is_no ? EXIT_NO : EXIT_DONE;
}

int study_args_failed(const struct study_table *t, struct arena *a)
{
    int n = 0;
    for (int i = 0; i < t->n; i++)
        if (t->point[i].status == POINT_FAILED)
            name_point(t, i, arena_format(a, "failed: %s", t->point[i].text), n++, a);
    name_more(n, "failed");
    return n ? EXIT_MODEL : EXIT_DONE;
}

/* ---- files ---------------------------------------------------------------------------- */

static bool is_empty(const char *path, const char *option, struct diags *ds)
{
    if (!path || *path) return false;
    diag_error(ds, DIAG_USAGE, (struct place){0}, NULL, "'%s' needs a file's name", option);
    return true;
}

bool study_args_csv_out(const struct args *x)
{
    const char *path = x->value[OPTION_CSV];
    return path && !strcmp(path, "-");
}

bool study_args_files(const struct args *x, struct diags *ds)
{
    static const enum option files[] = {OPTION_CSV, OPTION_XLSX, OPTION_CHART, OPTION_STORE};
    bool is_fine = true;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        is_fine &= !is_empty(x->value[files[i]], option_rows[files[i]].longest, ds);
    const char *chart = x->value[OPTION_CHART];
    if (is_fine && study_args_csv_out(x) && x->is_on[OPTION_JSON]) {
        diag_error(ds, DIAG_USAGE, (struct place){0}, "write the table into a file",
                   "--json and --csv - both want the standard output");
        return false;
    }
    if (!is_fine || !chart) return is_fine;
    return study_figure_kind(chart, ds) != STUDY_FIGURE_NONE;
}

static bool write_xlsx(const struct args *x, const struct study_table *t, struct arena *a,
                       struct diags *ds)
{
    struct date date = output_date(t->date, ds);
    struct xlsx_info info = {.title = t->title,
                             .subject = arena_format(a, "Study: %s", t->command),
                             .author = "dcplan",
                             .version = DCPLAN_VERSION,
                             .scenario = t->site,
                             .date =
                                 arena_format(a, "%04d-%02d-%02d", date.year, date.month, date.day),
                             .created_s = output_seconds(date)};
    return xlsx_study(t, &info, x->value[OPTION_XLSX], a, ds);
}

bool study_args_write(const struct args *x, const struct study_table *t, struct arena *a,
                      struct diags *ds)
{
    const char *csv = x->value[OPTION_CSV], *chart = x->value[OPTION_CHART];
    if (csv && !study_args_csv_out(x) && !csv_study_write(t, csv, a, ds)) return false;
    if (x->value[OPTION_XLSX] && !write_xlsx(x, t, a, ds)) return false;
    return !chart || study_figure_write(t, output_date(t->date, ds), chart, a, ds);
}
