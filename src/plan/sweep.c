#include "plan/sweep.h"

#include <math.h>
#include <string.h>

#include "plan/sweep_inner.h"

/* ---- reading --------------------------------------------------------------------- */

static void add_variables(struct sweep *s, const struct sweep_variable *v, int n, struct arena *a)
{
    struct sweep_variable *all =
        ARENA_ARRAY(a, struct sweep_variable, (size_t)(s->n_variable + n) + 1);
    if (s->n_variable) memcpy(all, s->variable, (size_t)s->n_variable * sizeof *all);
    for (int i = 0; i < n; i++) {
        all[s->n_variable + i] = v[i];
        all[s->n_variable + i].axis = s->n_axis;
    }
    s->variable = all;
    s->n_variable += n;
}

static bool read_axis(const struct sweep_reading *r, const struct sweep_request *q,
                      struct sweep *out)
{
    struct sweep_variable one = {0}, *v = &one;
    struct sweep_axis axis = {.first = out->n_variable, .n_variable = 1};
    bool is_fine = q->what == SWEEP_ROWS || case_key_find(r->base, q->key, &one.key, r->a, r->ds);
    if (is_fine && q->what == SWEEP_RANGE) is_fine = sweep_read_range(r, q, v, &axis);
    if (is_fine && q->what == SWEEP_LIST) is_fine = sweep_read_list(r, q, v, &axis);
    if (q->what == SWEEP_ROWS) is_fine = sweep_read_rows(r, q, &v, &axis);
    if (!is_fine) return false;
    add_variables(out, v, axis.n_variable, r->a);
    out->axis[out->n_axis++] = axis;
    return true;
}

static bool is_same(const struct case_key *x, const struct case_key *y)
{
    return x->object == y->object && x->param == y->param;
}

static bool check_twice(const struct sweep *s, struct diags *ds)
{
    bool is_fine = true;
    for (int i = 0; i < s->n_variable; i++)
        for (int k = 0; k < i; k++) {
            if (!is_same(&s->variable[i].key, &s->variable[k].key)) continue;
            diag_error(ds, DIAG_USAGE, (struct place){0}, "each key goes along one axis",
                       "'%s' is swept twice", s->variable[i].key.key);
            is_fine = false;
        }
    return is_fine;
}

/* A fixed value of a key that is swept has no effect. */
static void warn_of_sets(const struct sweep *s, struct arena *a, struct diags *ds)
{
    const struct load_request *q = case_base_request(s->base);
    for (int i = 0; i < q->n_change; i++) {
        struct text key;
        struct case_key k;
        struct diags unheard = diags_new(a);
        if (q->change[i].what != CHANGE_SET) continue;
        text_cut(text_of(q->change[i].text), '=', &key, NULL);
        if (key.n && key.s[key.n - 1] == '+') key.n--;
        key = text_trim(key);
        if (!case_key_find(s->base, arena_text(a, key.s, key.n), &k, a, &unheard)) continue;
        for (int v = 0; v < s->n_variable; v++)
            if (is_same(&k, &s->variable[v].key))
                diag_warning(ds, DIAG_USAGE, (struct place){0}, "take --set out",
                             "'%s' is swept; the value of --set is not used", k.key);
    }
}

static bool count_points(struct sweep *s, struct diags *ds)
{
    double n = 1;
    for (int i = 0; i < s->n_axis; i++) n *= s->axis[i].n;
    s->n_point = n <= SWEEP_MOST ? (int)n : 0;
    if (n <= SWEEP_MOST) return true;
    diag_error(ds, DIAG_USAGE, (struct place){0},
               "take larger steps or fewer values; at most 10,000,000",
               "the axes multiply to %g points", n);
    return false;
}

bool sweep_make(const struct case_base *b, const struct sweep_request *request, int n,
                struct sweep *out, struct arena *a, struct diags *ds)
{
    struct sweep_reading r = {b, a, ds};
    bool is_fine = true;
    *out = (struct sweep){.base = b, .axis = ARENA_ARRAY(a, struct sweep_axis, (size_t)n + 1)};
    for (int i = 0; i < n; i++) is_fine &= read_axis(&r, &request[i], out);
    is_fine &= check_twice(out, ds);
    if (!is_fine || !count_points(out, ds)) return false;
    warn_of_sets(out, a, ds);
    return true;
}

/* ---- points ---------------------------------------------------------------------- */

int sweep_place(const struct sweep *s, int axis, int i)
{
    for (int k = s->n_axis - 1; k > axis; k--) i /= s->axis[k].n;
    return i % s->axis[axis].n;
}

static const char *text_at(const void *context, int v, int i)
{
    const struct sweep *s = context;
    return s->variable[v].text[sweep_place(s, s->variable[v].axis, i)];
}

static double number_at(const void *context, int v, int i)
{
    const struct sweep *s = context;
    return s->variable[v].number[sweep_place(s, s->variable[v].axis, i)];
}

static void point(const struct study_plan *p, int i, struct case_change *change, struct arena *a)
{
    const struct sweep *s = p->context;
    (void)a;
    for (int v = 0; v < s->n_variable; v++)
        change[v] = (struct case_change){s->variable[v].key.key, text_at(s, v, i)};
}

static double number_of_plan(const struct study_plan *p, int v, int i)
{
    const struct sweep *s = p->context;
    return s->variable[v].is_number ? number_at(s, v, i) : (double)NAN;
}

static const char *definition(const struct sweep *s, struct arena *a)
{
    struct builder b = builder_new(a);
    for (int i = 0; i < s->n_axis; i++) builder_format(&b, "%s%s", i ? "\n" : "", s->axis[i].words);
    return b.s;
}

struct study_plan sweep_plan(const struct sweep *s, const struct case_options *options,
                             struct arena *a)
{
    struct study_variable *v = ARENA_ARRAY(a, struct study_variable, (size_t)s->n_variable + 1);
    for (int i = 0; i < s->n_variable; i++)
        v[i] = (struct study_variable){.key = s->variable[i].key, .unit = s->variable[i].unit};
    return (struct study_plan){.command = "sweep",
                               .definition = definition(s, a),
                               .n_variable = s->n_variable,
                               .n_point = s->n_point,
                               .variable = v,
                               .point = point,
                               .number = number_of_plan,
                               .context = s,
                               .options = *options};
}

const char *sweep_words(const struct sweep *s, struct arena *a)
{
    char n[TEXT_NUMBER_CAP];
    struct builder b = builder_new(a);
    builder_format(&b, "%s point%s: ", text_fixed(n, s->n_point, 0, true),
                   s->n_point == 1 ? "" : "s");
    for (int i = 0; i < s->n_axis; i++) {
        const struct sweep_axis *x = &s->axis[i];
        if (i) builder_text(&b, " x ");
        for (int k = 0; k < x->n_variable; k++)
            builder_format(&b, "%s%s", k ? " + " : "", s->variable[x->first + k].key.key);
        builder_format(&b, " %s", text_fixed(n, x->n, 0, true));
    }
    return b.s;
}

struct study_table sweep_table(const struct sweep *s, struct arena *a)
{
    const struct loaded *l = case_base_loaded(s->base);
    struct study_column *column = ARENA_ARRAY(a, struct study_column, (size_t)s->n_variable + 1);
    for (int i = 0; i < s->n_variable; i++)
        column[i] = (struct study_column){s->variable[i].key.key, s->variable[i].unit,
                                          s->variable[i].is_number};
    return (struct study_table){.command = "sweep",
                                .site = l->site.name,
                                .title = l->site.title,
                                .currency = l->site.currency,
                                .definition = definition(s, a),
                                .date = l->site.info->part.date,
                                .n_input = l->n_input,
                                .input = l->input,
                                .n_override = l->n_override,
                                .override = l->override,
                                .n_variable = s->n_variable,
                                .variable = column,
                                .text = text_at,
                                .number = number_at,
                                .context = s,
                                .n = s->n_point};
}
