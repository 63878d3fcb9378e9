#include "plan/study_stored.h"

#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics.h>
#include <math.h>
#include <string.h>

#include "plan/study_store.h"

static const char *text_at(const void *context, int v, int i)
{
    const struct stored *s = context;
    return s->text[(size_t)i * (size_t)s->study->n_variable + (size_t)v];
}

static double number_at(const void *context, int v, int i)
{
    const struct stored *s = context;
    return s->number[(size_t)i * (size_t)s->study->n_variable + (size_t)v];
}

struct reading {
    struct stored *to;
    const int *place;
    bool *is_number; /* [n_variable] in all points so far */
    struct arena *a;
};

static void read_point(void *context, const struct store_point *p)
{
    struct reading *r = context;
    struct stored *s = r->to;
    size_t n = (size_t)s->study->n_variable;
    if (p->i >= s->study->n_row) return;
    s->point[p->i] = study_outcome(p, s->study->n_outcome, r->place);
    for (size_t v = 0; v < n; v++) {
        size_t at = (size_t)p->i * n + v;
        const char *text = p->variable_text[v];
        s->number[at] = p->variable_number[v];
        r->is_number[v] &= isfinite(s->number[at]) != 0;
        s->text[at] = arena_text(r->a, text, strlen(text));
    }
}

static void make_table(struct stored *s, const bool *is_number, struct arena *a)
{
    const struct store_study *y = s->study;
    struct study_column *column = ARENA_ARRAY(a, struct study_column, (size_t)y->n_variable + 1);
    struct input_text *input = ARENA_ARRAY(a, struct input_text, (size_t)y->n_input + 1);
    const char **override = ARENA_ARRAY(a, const char *, (size_t)y->n_override + 1);
    struct date date = {0};
    for (int v = 0; v < y->n_variable; v++)
        column[v] = (struct study_column){y->variable[v].key, y->variable[v].unit, is_number[v]};
    for (int i = 0; i < y->n_input; i++) {
        size_t n = strlen(y->input[i].sha256);
        input[i].path = y->input[i].path;
        memcpy(input[i].sha256, y->input[i].sha256,
               n < sizeof input[i].sha256 ? n : sizeof input[i].sha256 - 1);
    }
    for (int i = 0; i < y->n_override; i++) override[i] = y->override[i];
    if (*y->date && !date_parse(text_of(y->date), &date)) date = (struct date){0};
    s->table = (struct study_table){.command = y->command,
                                    .site = y->site,
                                    .title = y->title,
                                    .currency = y->currency,
                                    .definition = y->definition,
                                    .date = date,
                                    .n_input = y->n_input,
                                    .input = input,
                                    .n_override = y->n_override,
                                    .override = override,
                                    .n_variable = y->n_variable,
                                    .variable = column,
                                    .text = text_at,
                                    .number = number_at,
                                    .context = s,
                                    .n = y->n_row,
                                    .point = s->point};
}

bool stored_read(struct store *s, const struct store_study *study, struct stored *out,
                 struct arena *a, struct diags *ds)
{
    size_t n = (size_t)study->n_row, all = n * (size_t)study->n_variable;
    *out = (struct stored){.study = study,
                           .text = ARENA_ARRAY(a, const char *, all + 1),
                           .number = ARENA_ARRAY(a, double, all + 1),
                           .point = ARENA_ARRAY(a, struct outcome, n + 1)};
    for (size_t i = 0; i < all; i++) {
        out->text[i] = "";
        out->number[i] = (double)NAN;
    }
    for (size_t i = 0; i < n; i++)
        for (int k = 0; k < N_OUTCOME; k++) out->point[i].value[k] = (double)NAN;
    bool *is_number = ARENA_ARRAY(a, bool, (size_t)study->n_variable + 1);
    for (int v = 0; v < study->n_variable; v++) is_number[v] = study->n_done > 0;
    struct reading r = {out, study_places(study, a), is_number, a};
    if (!store_points(s, study, read_point, &r, ds)) return false;
    make_table(out, is_number, a);
    return true;
}

int stored_spreads(const struct stored *s, struct stored_spread out[N_OUTCOME], struct arena *a)
{
    struct arena_mark mark = arena_mark(a);
    double *x = ARENA_ARRAY(a, double, (size_t)s->table.n + 1);
    int n_spread = 0;
    for (int k = 0; k < N_OUTCOME; k++) {
        size_t n = 0;
        for (int i = 0; i < s->table.n; i++) {
            double value = study_value(&s->table, k, i);
            if (isfinite(value)) x[n++] = value;
        }
        if (!n) continue;
        gsl_sort(x, 1, n);
        out[n_spread++] =
            (struct stored_spread){.outcome = k,
                                   .n = (int)n,
                                   .least = x[0],
                                   .p10 = gsl_stats_quantile_from_sorted_data(x, 1, n, 0.1),
                                   .p50 = gsl_stats_quantile_from_sorted_data(x, 1, n, 0.5),
                                   .p90 = gsl_stats_quantile_from_sorted_data(x, 1, n, 0.9),
                                   .most = x[n - 1],
                                   .mean = gsl_stats_mean(x, 1, n)};
    }
    arena_release(a, mark);
    return n_spread;
}
