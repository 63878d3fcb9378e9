#include "plan/study_grid.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static int by_value(const void *x, const void *y)
{
    double a = *(const double *)x, b = *(const double *)y;
    return (a > b) - (a < b);
}

/* The different values of a number, rising. */
static double *distinct(const struct study_table *t, int v, int *n, struct arena *a)
{
    double *x = ARENA_ARRAY(a, double, (size_t)t->n + 1);
    for (int i = 0; i < t->n; i++) x[i] = t->number(t->context, v, i);
    qsort(x, (size_t)t->n, sizeof *x, by_value);
    *n = 0;
    for (int i = 0; i < t->n; i++)
        if (!i || x[i] > x[*n - 1]) x[(*n)++] = x[i];
    return x;
}

static int place_of(const double *x, int n, double value)
{
    const double *at = bsearch(&value, x, (size_t)n, sizeof *x, by_value);
    return at ? (int)(at - x) : -1;
}

static bool is_other(const struct study_table *t, int v, int i)
{
    const void *c = t->context;
    if (t->variable[v].is_number)
        return t->number(c, v, i) < t->number(c, v, 0) || t->number(c, v, i) > t->number(c, v, 0);
    return strcmp(t->text(c, v, i), t->text(c, v, 0)) != 0;
}

static bool *find_changes(const struct study_table *t, struct arena *a)
{
    bool *changes = ARENA_ARRAY(a, bool, (size_t)t->n_variable + 1);
    for (int v = 0; v < t->n_variable; v++)
        for (int i = 1; i < t->n && !changes[v]; i++) changes[v] = is_other(t, v, i);
    return changes;
}

const char *study_grid_label(const struct study_table *t, const struct study_grid *g, int i,
                             int leave_out, struct arena *a)
{
    struct builder b = builder_new(a);
    builder_text(&b, "");
    for (int v = 0; v < t->n_variable; v++) {
        if (v == leave_out || !g->changes[v]) continue;
        builder_format(&b, "%s%s = %s", b.n ? ", " : "", t->variable[v].key,
                       t->text(t->context, v, i));
    }
    return b.s;
}

static bool too_many(const char *what, int most, struct diags *ds)
{
    diag_error(ds, DIAG_USAGE, (struct place){0},
               "sweep fewer values, or leave --chart out and draw from the table",
               "more than %d %s to draw", most, what);
    return false;
}

static int *no_points(const struct study_grid *g, struct arena *a)
{
    int n = g->n_x * g->n_y, *point = ARENA_ARRAY(a, int, (size_t)n + 1);
    for (int i = 0; i < n; i++) point[i] = -1;
    return point;
}

/* The first point of a cell stands. */
static void put(struct study_grid *g, int x, int y, int i)
{
    if (g->point[x * g->n_y + y] < 0) g->point[x * g->n_y + y] = i;
}

static bool find_bars(const struct study_table *t, struct study_grid *g, struct arena *a,
                      struct diags *ds)
{
    if (t->n > STUDY_BARS_MOST) return too_many("bars", STUDY_BARS_MOST, ds);
    g->kind = STUDY_BARS;
    g->n_x = t->n;
    g->n_y = 1;
    g->point = no_points(g, a);
    for (int i = 0; i < t->n; i++) g->point[i] = i;
    return true;
}

/* A line for each combination of what changes beside x, in the order of the points. */
static bool find_lines(const struct study_table *t, struct study_grid *g, struct arena *a,
                       struct diags *ds)
{
    int *line = ARENA_ARRAY(a, int, (size_t)t->n + 1);
    bool is_single = g->n_x == t->n;
    g->kind = STUDY_LINES;
    g->y_text = ARENA_ARRAY(a, const char *, STUDY_LINES_MOST);
    g->y_text[0] = "";
    g->n_y = is_single ? 1 : 0;
    for (int i = 0; i < t->n && !is_single; i++) {
        struct arena_mark mark = arena_mark(a);
        const char *label = study_grid_label(t, g, i, g->x, a);
        int k = 0;
        while (k < g->n_y && strcmp(g->y_text[k], label) != 0) k++;
        line[i] = k;
        if (k == STUDY_LINES_MOST) return too_many("lines", STUDY_LINES_MOST, ds);
        if (k == g->n_y)
            g->y_text[g->n_y++] = label;
        else
            arena_release(a, mark);
    }
    g->point = no_points(g, a);
    for (int i = 0; i < t->n; i++)
        put(g, place_of(g->x_value, g->n_x, t->number(t->context, g->x, i)), line[i], i);
    return true;
}

static void fill_heat(const struct study_table *t, struct study_grid *g, struct arena *a)
{
    g->kind = STUDY_HEAT;
    g->point = no_points(g, a);
    for (int i = 0; i < t->n; i++)
        put(g, place_of(g->x_value, g->n_x, t->number(t->context, g->x, i)),
            place_of(g->y_value, g->n_y, t->number(t->context, g->y, i)), i);
}

bool study_grid_find(const struct study_table *t, struct study_grid *out, struct arena *a,
                     struct diags *ds)
{
    int numbers = 0, words = 0;
    *out = (struct study_grid){.x = -1, .y = -1, .changes = find_changes(t, a)};
    for (int v = 0; v < t->n_variable; v++) {
        bool is_number = t->variable[v].is_number;
        numbers += out->changes[v] && is_number;
        words += out->changes[v] && !is_number;
        if (!is_number || (!out->changes[v] && t->n > 1)) continue;
        int n;
        double *value = distinct(t, v, &n, a);
        if (out->x < 0 || n > out->n_x) {
            out->y = out->x, out->n_y = out->n_x, out->y_value = out->x_value;
            out->x = v, out->n_x = n, out->x_value = value;
        } else if (out->y < 0)
            out->y = v, out->n_y = n, out->y_value = value;
    }
    if (out->x < 0) return find_bars(t, out, a, ds);
    if (numbers == 2 && !words && (double)out->n_x * out->n_y <= 2.0 * t->n) {
        fill_heat(t, out, a);
        return true;
    }
    out->y = -1;
    out->y_value = NULL;
    return find_lines(t, out, a, ds);
}
