#include "cli/print_sweep.h"

#include <math.h>
#include <string.h>

#include "base/calendar.h"

enum { WHOLE = 60, ENDS = 20, WIDEST = 28 }; /* rows shown; columns of a text */

static const char *cell(const struct study_table *t, int outcome, int i, struct arena *a)
{
    char text[TEXT_NUMBER_CAP];
    const struct metric_row *m = outcome_row(outcome);
    double x = study_value(t, outcome, i);
    if (isnan(x)) return study_is_never(t, outcome, i) ? "never" : "-";
    if (outcome == O_FITS) return x > 0 ? "yes" : "no";
    if (!strcmp(m->unit, "month")) return arena_format(a, "%s", date_write_month((int)x, text));
    return arena_format(a, "%s", print_metric(text, m, x));
}

static const char *relative(const struct study_table *t, int i, struct arena *a)
{
    char text[TEXT_NUMBER_CAP];
    double x = study_relative_pct(t, t->key, i);
    if (isnan(x)) return "-";
    return arena_format(a, "%s%s %%", x > 0.005 ? "+" : "", text_fixed(text, x, 2, true));
}

static const char *variable(const struct study_table *t, int v, int i, struct arena *a)
{
    char number[TEXT_NUMBER_CAP];
    const char *text = t->variable[v].is_number ? text_shortest(number, t->number(t->context, v, i))
                                                : t->text(t->context, v, i);
    size_t n = strlen(text);
    if (n <= WIDEST) return arena_text(a, text, n);
    return arena_format(a, "%.*s...", (int)text_utf8_prefix(text, WIDEST - 3), text);
}

/* ---- columns -------------------------------------------------------------------------- */

enum column_kind { COLUMN_POINT, COLUMN_VARIABLE, COLUMN_OUTCOME, COLUMN_RELATIVE, COLUMN_FITS };
struct column {
    enum column_kind kind;
    int of;
    const char *head, *unit;
    int width;
};

/* "room.hall.supply" is told by its last parts: "hall.supply"; names that would be the same
   stay whole. */
static const char *short_key(const struct study_table *t, int v)
{
    const char *key = t->variable[v].key, *dot = strchr(key, '.');
    const char *last = strrchr(key, '.');
    if (!dot || dot == last) return key;
    for (int i = 0; i < t->n_variable; i++) {
        const char *other = strchr(t->variable[i].key, '.');
        if (i != v && other && !strcmp(other, dot)) return key;
    }
    return dot + 1;
}

static const char *column_text(const struct study_table *t, const struct column *c, int i,
                               struct arena *a)
{
    switch (c->kind) {
    case COLUMN_POINT: return arena_format(a, "%d", i + 1);
    case COLUMN_VARIABLE: return variable(t, c->of, i, a);
    case COLUMN_OUTCOME: return cell(t, c->of, i, a);
    case COLUMN_RELATIVE: return relative(t, i, a);
    case COLUMN_FITS: break;
    }
    return "";
}

static int larger(int x, size_t y)
{
    return x > (int)y ? x : (int)y;
}

static int widest(const struct study_table *t, const struct column *c, const int *row, int n,
                  struct arena *a)
{
    int w = larger((int)strlen(c->head), strlen(c->unit));
    for (int k = 0; k < n; k++) w = larger(w, strlen(column_text(t, c, row[k], a)));
    return w;
}

static int find_columns(const struct study_table *t, struct column *c, const int *row, int n,
                        struct arena *a)
{
    int k = 0;
    c[k++] = (struct column){COLUMN_POINT, 0, "point", "", 0};
    for (int v = 0; v < t->n_variable; v++)
        c[k++] = (struct column){COLUMN_VARIABLE, v, short_key(t, v), t->variable[v].unit, 0};
    for (int i = 0; i < t->n_shown; i++) {
        c[k++] = (struct column){COLUMN_OUTCOME, t->shown[i], outcome_row(t->shown[i])->key,
                                 study_unit(t, t->shown[i], a), 0};
        if (t->shown[i] == t->key && study_has_relative(t->key) && t->n > 1)
            c[k++] = (struct column){COLUMN_RELATIVE, 0, "to first", "", 0};
    }
    for (int i = 0; i < k; i++) c[i].width = widest(t, &c[i], row, n, a);
    return k;
}

static void print_row(struct builder *b, const struct study_table *t, const struct column *c, int n,
                      int i, bool color)
{
    bool is_bad = t->point[i].status == POINT_FAILED || study_value(t, O_FITS, i) < 1;
    builder_text(b, i == t->best ? ">" : " ");
    for (int k = 0; k < n; k++)
        builder_format(b, " %*s", c[k].width, column_text(t, &c[k], i, b->arena));
    const char *words = t->point[i].text;
    if (t->point[i].status == POINT_FAILED)
        builder_format(b, "  %sfailed: %s%s", color ? "\033[31m" : "", words,
                       color ? "\033[0m" : "");
    else if (*words)
        builder_format(b, "  %s%s%s", color && is_bad ? "\033[31m" : "", words,
                       color && is_bad ? "\033[0m" : "");
    builder_text(b, "\n");
}

static void print_heads(struct builder *b, const struct column *c, int n)
{
    bool has_unit = false;
    builder_text(b, " ");
    for (int k = 0; k < n; k++) {
        builder_format(b, " %*s", c[k].width, c[k].head);
        has_unit |= *c[k].unit != '\0';
    }
    builder_text(b, "\n");
    if (!has_unit) return;
    builder_text(b, " ");
    for (int k = 0; k < n; k++) builder_format(b, " %*s", c[k].width, c[k].unit);
    while (b->n && b->s[b->n - 1] == ' ') b->s[--b->n] = '\0';
    builder_text(b, "\n");
}

static void print_table(struct builder *b, const struct study_table *t, bool color)
{
    struct arena *a = b->arena;
    int n_row = t->n <= WHOLE ? t->n : 2 * ENDS, most = t->n_variable + 2 * t->n_shown + 2;
    int *row = ARENA_ARRAY(a, int, (size_t)n_row + 1);
    struct column *c = ARENA_ARRAY(a, struct column, (size_t)most);
    for (int k = 0; k < n_row; k++) row[k] = k < ENDS || t->n <= WHOLE ? k : t->n - n_row + k;
    int n = find_columns(t, c, row, n_row, a);
    print_heads(b, c, n);
    for (int k = 0; k < n_row; k++) {
        if (k == ENDS && t->n > WHOLE)
            builder_format(b, "  ... %d more; --csv, --json and --xlsx have them\n", t->n - n_row);
        print_row(b, t, c, n, row[k], color);
    }
}

/* ---- what is said ---------------------------------------------------------------------- */

/* Of those that were simulated, some may lack it. */
static bool is_lacking(const struct study_table *t)
{
    for (int i = 0; i < t->n; i++)
        if (t->point[i].status == POINT_DONE && isnan(study_value(t, t->key, i))) return true;
    return false;
}

static void print_end(struct builder *b, const struct study_table *t, const char *word, int i)
{
    const char *unit = study_unit(t, t->key, b->arena);
    if (!strcmp(outcome_row(t->key)->unit, "month")) unit = "";
    bool is_chosen = t->n_broken > 0 && !(study_value(t, O_FITS, i) < 1);
    const char *of = is_chosen ? " of those that fit" : "";
    if (is_lacking(t)) of = is_chosen ? " of those that fit and have it" : " of those that have it";
    builder_format(b, "%s %s%s: %s%s%s at point %d: %s", word, outcome_row(t->key)->key, of,
                   cell(t, t->key, i, b->arena), *unit ? " " : "", unit, i + 1,
                   study_point_words(t, i, b->arena));
    if (t->is_judged && study_value(t, O_FITS, i) < 1) builder_text(b, " (breaks a limit)");
    builder_text(b, "\n");
}

static void print_counts(struct builder *b, const struct study_table *t)
{
    int done = t->n - t->n_failed;
    if (t->n_failed) builder_format(b, "%d of %d points failed\n", t->n_failed, t->n);
    if (!t->is_judged) return;
    if (t->n_broken == done && done)
        builder_text(b, "no point fits: every one breaks a limit\n");
    else if (t->n_broken)
        builder_format(b, "%d of %d points %s a limit\n", t->n_broken, done,
                       t->n_broken == 1 ? "breaks" : "break");
    else if (done)
        builder_format(b, "all %d points fit\n", done);
}

void print_sweep(struct builder *b, const struct study_table *t, bool color)
{
    builder_format(b, "%s: %d point%s\n\n", t->title, t->n, t->n == 1 ? "" : "s");
    print_table(b, t, color);
    builder_text(b, "\n");
    print_counts(b, t);
    if (t->best < 0 || t->n < 2) return;
    print_end(b, t, study_more_is_better(t->key) ? "most" : "least", t->best);
    if (t->worst != t->best)
        print_end(b, t, study_more_is_better(t->key) ? "least" : "most", t->worst);
    if (t->first >= 0 && t->first != 0)
        builder_format(b, "compared with point %d, the first that is done\n", t->first + 1);
}
