#include "output/csv_study.h"

#include <math.h>
#include <string.h>

#include "base/file.h"
#include "output/bytes.h"
#include "output/csv_out.h"

enum { BUFFER = 1 << 18 };

/* The first of some draws is not what others are measured by. */
static bool has_relative(const struct study_table *t, int k)
{
    return strcmp(t->command, "montecarlo") != 0 && study_has_relative(t->shown[k]);
}

static void add_heads(const struct study_table *t, struct builder *b)
{
    builder_text(b, "point");
    for (int v = 0; v < t->n_variable; v++) {
        const struct study_column *c = &t->variable[v];
        builder_text(b, ",");
        csv_text(b, *c->unit ? arena_format(b->arena, "%s [%s]", c->key, c->unit) : c->key);
    }
    builder_text(b, ",status");
    for (int k = 0; k < N_OUTCOME; k++) {
        const struct metric_row *m = outcome_row(k);
        builder_format(b, ",%s", m->key);
        if (strstr(m->unit, "money")) builder_format(b, " [%s]", study_unit(t, k, b->arena));
    }
    for (int k = 0; k < t->n_shown; k++)
        if (has_relative(t, k))
            builder_format(b, ",%s_vs_first_pct", outcome_row(t->shown[k])->key);
    builder_text(b, ",verdict,reason\n");
}

static void add_number(struct builder *b, double x)
{
    char text[TEXT_NUMBER_CAP];
    builder_text(b, ",");
    if (isfinite(x)) builder_text(b, text_shortest(text, x));
}

static void add_outcome(const struct study_table *t, int outcome, int i, struct builder *b)
{
    char month[TEXT_NUMBER_CAP];
    double x = study_value(t, outcome, i);
    if (isfinite(x) && !strcmp(outcome_row(outcome)->unit, "month"))
        builder_format(b, ",%s", date_write_month((int)x, month));
    else
        add_number(b, x);
}

static void add_point(const struct study_table *t, int i, struct builder *b)
{
    const struct outcome *o = &t->point[i];
    bool is_failed = o->status == POINT_FAILED;
    builder_format(b, "%d", i + 1);
    for (int v = 0; v < t->n_variable; v++) {
        if (t->variable[v].is_number) {
            add_number(b, t->number(t->context, v, i));
            continue;
        }
        builder_text(b, ",");
        csv_text(b, t->text(t->context, v, i));
    }
    builder_format(b, ",%s", outcome_status_word(o->status));
    for (int k = 0; k < N_OUTCOME; k++) add_outcome(t, k, i, b);
    for (int k = 0; k < t->n_shown; k++)
        if (has_relative(t, k)) add_number(b, study_relative_pct(t, t->shown[k], i));
    builder_text(b, ",");
    csv_text(b, is_failed ? "" : o->text);
    builder_text(b, ",");
    csv_text(b, is_failed ? o->text : "");
    builder_text(b, "\n");
}

bool csv_study(const struct study_table *t, FILE *f, const char *name, struct diags *ds)
{
    struct arena own = arena_new(ds->arena->out_of_memory);
    struct builder b = builder_new(&own);
    bool is_good = true;
    add_heads(t, &b);
    for (int i = 0; i < t->n && is_good; i++) {
        add_point(t, i, &b);
        if (b.n < BUFFER) continue;
        is_good = bytes_write(f, &b, name, ds);
        b.n = 0;
    }
    is_good = is_good && bytes_write(f, &b, name, ds);
    arena_free(&own);
    return is_good;
}

bool csv_study_write(const struct study_table *t, const char *path, struct arena *a,
                     struct diags *ds)
{
    struct out_file o;
    if (!out_open(a, path, &o, ds)) return false;
    if (csv_study(t, o.f, path, ds)) return out_commit(a, &o, ds);
    out_abandon(&o);
    return false;
}
