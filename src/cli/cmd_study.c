#include <math.h>
#include <string.h>

#include "cli/print.h"
#include "cli/study_args.h"
#include "output/csv_study.h"
#include "output/json_store.h"
#include "output/json_study.h"
#include "plan/study_stored.h"

struct shelf { /* an open store and what is in it */
    struct store *store;
    int n;
    struct store_study *study;
};

static bool wrong(enum diag_class class, const char *hint, const char *what, const char *word,
                  struct diags *ds)
{
    struct message m = {.format = what, .arg = {word}, .n_arg = 1};
    diag_add(ds, DIAG_ERROR, class, (struct place){0}, hint, &m);
    return false;
}

/* The study by its number, the last one when none is said. */
static const struct store_study *pick(const struct args *x, const struct shelf *s, struct arena *a,
                                      struct diags *ds)
{
    double id = 0;
    if (!s->n) {
        wrong(DIAG_INPUT, NULL, "'%s' holds no study", x->word[1], ds);
        return NULL;
    }
    if (x->n_word < 3) return &s->study[s->n - 1];
    if (text_number(text_of(x->word[2]), &id))
        for (int i = 0; i < s->n; i++)
            if (fabs(id - s->study[i].id) < 0.5) return &s->study[i];
    wrong(DIAG_USAGE, arena_format(a, "dcplan study ls %s shows the numbers", x->word[1]),
          "there is no study '%s'", x->word[2], ds);
    return NULL;
}

/* ---- ls ------------------------------------------------------------------------- */

static const char *state_of(const struct store_study *y)
{
    return y->is_complete ? "complete" : "unfinished";
}

static int list(const struct args *x, const struct shelf *s, struct arena *a, struct diags *ds)
{
    struct builder b = builder_new(a);
    if (x->is_on[OPTION_JSON])
        return json_store_list(s->study, s->n, &b, ds) ? print_out(&b, ds) : EXIT_OUTPUT;
    builder_format(&b, "%5s  %-12s %10s %10s %8s  %-10s  %-8s %s\n", "study", "command", "points",
                   "done", "failed", "state", "dcplan", "site");
    for (int i = 0; i < s->n; i++) {
        const struct store_study *y = &s->study[i];
        builder_format(&b, "%5d  %-12s %10d %10d %8d  %-10s  %-8s %s\n", y->id, y->command,
                       y->n_point, y->n_done - y->n_failed, y->n_failed, state_of(y), y->version,
                       y->site);
    }
    return print_out(&b, ds);
}

/* ---- show ----------------------------------------------------------------------- */

static void print_lines(struct builder *b, const char *head, const char *text)
{
    bool more = *text != '\0';
    for (struct text line, rest = text_of(text); more; head = "") {
        rest = text_cut(rest, '\n', &line, &more);
        builder_format(b, "%-10s %.*s\n", head, (int)line.n, line.s);
    }
}

static void print_asked(struct builder *b, const struct store_study *y)
{
    builder_format(b, "study %d: %s of %s%s%s, by dcplan %s\n", y->id, y->command, y->site,
                   *y->title ? ", " : "", y->title, y->version);
    builder_format(b, "%d of %d points, %d of them failed; %s\n\n", y->n_done, y->n_point,
                   y->n_failed, state_of(y));
    print_lines(b, "asked", y->definition);
    for (int i = 0; i < y->n_override; i++)
        builder_format(b, "%-10s %s\n", i ? "" : "overrides", y->override[i]);
    for (int v = 0; v < y->n_variable; v++)
        builder_format(b, "%-10s %s%s%s%s\n", v ? "" : "variables", y->variable[v].key,
                       *y->variable[v].unit ? " [" : "", y->variable[v].unit,
                       *y->variable[v].unit ? "]" : "");
    for (int i = 0; i < y->n_input; i++)
        builder_format(b, "%-10s %.12s %s\n", i ? "" : "inputs", y->input[i].sha256,
                       y->input[i].path);
}

static const char *value(struct builder *b, int outcome, double x)
{
    char text[TEXT_NUMBER_CAP];
    const struct metric_row *m = outcome_row(outcome);
    if (!strcmp(m->unit, "month"))
        return arena_format(b->arena, "%s", date_write_month((int)floor(x), text));
    return arena_format(b->arena, "%s", print_metric(text, m, x));
}

/* Of small whole numbers it is none. */
static const char *mean(struct builder *b, const struct stored_spread *r)
{
    char text[TEXT_NUMBER_CAP];
    const double small = 100;
    const struct metric_row *m = outcome_row(r->outcome);
    bool is_one = !(r->least < r->most);
    if (is_one || m->decimals || r->most >= small || !strcmp(m->unit, "month"))
        return value(b, r->outcome, r->mean);
    return arena_format(b->arena, "%s", text_fixed(text, r->mean, 2, true));
}

static int name_width(const struct stored_spread *r, int n)
{
    const size_t least = 30;
    size_t width = least;
    for (int i = 0; i < n; i++) {
        size_t wide = strlen(outcome_row(r[i].outcome)->key);
        if (wide > width) width = wide;
    }
    return (int)width;
}

static void print_spread(struct builder *b, const struct stored *s, const struct stored_spread *r,
                         int width)
{
    int k = r->outcome;
    const char *unit = study_unit(&s->table, k, b->arena);
    builder_format(b, "%-*s %7d %13s %13s %13s %13s %13s %13s%s%s\n", width, outcome_row(k)->key,
                   r->n, value(b, k, r->least), value(b, k, r->p10), value(b, k, r->p50),
                   value(b, k, r->p90), value(b, k, r->most), mean(b, r), *unit ? " " : "", unit);
}

static int show(const struct args *x, const struct shelf *s, struct arena *a, struct diags *ds)
{
    struct stored stored;
    struct stored_spread spread[N_OUTCOME];
    struct builder b = builder_new(a);
    const struct store_study *y = pick(x, s, a, ds);
    if (!y || !stored_read(s->store, y, &stored, a, ds)) return print_failure(ds);
    int n = stored_spreads(&stored, spread, a);
    if (x->is_on[OPTION_JSON])
        return json_store_show(&stored, spread, n, &b, ds) ? print_out(&b, ds) : EXIT_OUTPUT;
    print_asked(&b, y);
    int width = name_width(spread, n);
    if (n)
        builder_format(&b, "\n%-*s %7s %13s %13s %13s %13s %13s %13s\n", width, "outcome", "points",
                       "least", "P10", "P50", "P90", "most", "mean");
    for (int i = 0; i < n; i++) print_spread(&b, &stored, &spread[i], width);
    return print_out(&b, ds);
}

/* What the commands show of themselves; of a sweep study_table_find says it. */
static void usual_shown(const struct stored *s, int *shown, int *n, struct arena *a)
{
    static const int list[] = {M_PUE, M_ELECTRICITY_COST_PER_YEAR, O_RUNS_OUT, O_OWN_SAVING};
    struct stored_spread spread[N_OUTCOME];
    if (*n || strcmp(s->study->command, "montecarlo") != 0) return;
    int n_spread = stored_spreads(s, spread, a);
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        for (int k = 0; k < n_spread; k++)
            if (spread[k].outcome == list[i] && spread[k].least < spread[k].most)
                shown[(*n)++] = list[i];
}

/* ---- export --------------------------------------------------------------------- */

static int export_points(const struct args *x, const struct shelf *s, struct arena *a,
                         struct diags *ds)
{
    struct stored stored;
    int shown[STUDY_SHOWN], n_shown;
    const struct store_study *y = pick(x, s, a, ds);
    bool is_asked = x->is_on[OPTION_JSON] || x->value[OPTION_CSV] || x->value[OPTION_XLSX] ||
                    x->value[OPTION_CHART];
    if (!is_asked)
        wrong(DIAG_USAGE, "--csv FILE, --json, --xlsx FILE or --chart FILE", "export '%s' as what?",
              x->word[1], ds);
    if (!y || !is_asked || !study_args_files(x, ds) ||
        !study_args_shown(x->value[OPTION_SHOW], STUDY_SHOWN, shown, &n_shown, a, ds) ||
        !stored_read(s->store, y, &stored, a, ds))
        return print_failure(ds);
    if (y->n_done < y->n_point)
        diag_warning(ds, DIAG_INPUT, (struct place){.file = x->word[1]},
                     "the command of the study goes on where it stopped",
                     "study %d has %d of %d points; the others are open", y->id, y->n_done,
                     y->n_point);
    usual_shown(&stored, shown, &n_shown, a);
    study_table_find(&stored.table, shown, n_shown);
    if (!study_args_write(x, &stored.table, a, ds)) return print_failure(ds);
    if (x->is_on[OPTION_JSON])
        return json_study(&stored.table, stdout, "standard output", ds) ? EXIT_DONE : EXIT_OUTPUT;
    if (study_args_csv_out(x))
        return csv_study(&stored.table, stdout, "standard output", ds) ? EXIT_DONE : EXIT_OUTPUT;
    return EXIT_DONE;
}

int cmd_study(const struct args *x, struct arena *a, struct diags *ds)
{
    static const struct {
        const char *name;
        int (*run)(const struct args *x, const struct shelf *s, struct arena *a, struct diags *ds);
    } verbs[] = {{"ls", list}, {"show", show}, {"export", export_points}};
    enum { N_VERB = sizeof verbs / sizeof *verbs };
    struct shelf s = {0};
    int verb = 0;
    while (verb < N_VERB && strcmp(x->word[0], verbs[verb].name) != 0) verb++;
    if (verb == N_VERB) {
        wrong(DIAG_USAGE, "ls, show or export", "study does not know '%s'", x->word[0], ds);
        return print_failure(ds);
    }
    if (verb == 0 && x->n_word > 2) {
        wrong(DIAG_USAGE, NULL, "too many words: '%s'", x->word[2], ds);
        return print_failure(ds);
    }
    s.store = store_read(x->word[1], a, ds);
    if (!s.store) return print_failure(ds);
    int code = store_list(s.store, &s.n, &s.study, a, ds) ? verbs[verb].run(x, &s, a, ds)
                                                          : print_failure(ds);
    store_read_close(s.store);
    return code;
}
