#include "output/json_study.h"

#include <math.h>
#include <string.h>

#include "output/bytes.h"
#include "output/json_tree.h"
#include "output/typeset.h"

enum { BUFFER = 1 << 18 };

/* ---- head -------------------------------------------------------------------------- */

static cJSON *lines_json(const char *text, struct arena *a)
{
    cJSON *list = cJSON_CreateArray();
    bool more = true;
    for (struct text line, rest = text_of(text); more;) {
        rest = text_cut(rest, '\n', &line, &more);
        cJSON_AddItemToArray(list,
                             cJSON_CreateString(typeset_clean(a, arena_text(a, line.s, line.n))));
    }
    return list;
}

static void add_pair(cJSON *list, const char *key, const char *unit, struct arena *a)
{
    cJSON *o = cJSON_CreateObject();
    tree_text(o, "key", key, a);
    tree_text(o, "unit", unit, a);
    cJSON_AddItemToArray(list, o);
}

static void add_columns(cJSON *o, const struct study_table *t, struct arena *a)
{
    cJSON *list = cJSON_AddArrayToObject(o, "variables");
    for (int v = 0; v < t->n_variable; v++)
        add_pair(list, t->variable[v].key, t->variable[v].is_number ? t->variable[v].unit : NULL,
                 a);
    list = cJSON_AddArrayToObject(o, "outcomes");
    for (int k = 0; k < N_OUTCOME; k++) add_pair(list, outcome_row(k)->key, study_unit(t, k, a), a);
    list = cJSON_AddArrayToObject(o, "shown");
    for (int k = 0; k < t->n_shown; k++)
        cJSON_AddItemToArray(list, cJSON_CreateString(outcome_row(t->shown[k])->key));
}

static void add_place(cJSON *o, const char *key, int i)
{
    cJSON_AddItemToObject(o, key, i < 0 ? cJSON_CreateNull() : cJSON_CreateNumber(i + 1));
}

static cJSON *head_json(const struct study_table *t, struct arena *a)
{
    cJSON *o = cJSON_CreateObject();
    struct result *r = ARENA_ARRAY(a, struct result, 1); /* what a head takes of one */
    r->site_name = t->site;
    r->input = t->input;
    r->n_input = t->n_input;
    r->override = t->override;
    r->n_override = t->n_override;
    bool is_draws = !strcmp(t->command, "montecarlo"); /* montecarlo --json tells of all together */
    tree_head(o, arena_format(a, "dcplan.%s/1", is_draws ? "draws" : t->command), r, a);
    tree_text(o, "currency", *t->currency ? t->currency : NULL, a);
    cJSON_AddItemToObject(o, "definition", lines_json(t->definition, a));
    add_columns(o, t, a);
    cJSON_AddNumberToObject(o, "n_points", t->n);
    cJSON_AddNumberToObject(o, "n_failed", t->n_failed);
    cJSON_AddItemToObject(o, "n_broken",
                          t->is_judged ? cJSON_CreateNumber(t->n_broken) : cJSON_CreateNull());
    add_place(o, "first", t->first);
    tree_text(o, "key", t->key < 0 ? NULL : outcome_row(t->key)->key, a);
    add_place(o, "best", t->best);
    add_place(o, "worst", t->worst);
    return o;
}

/* The head without the brace that closes it. */
static bool add_head(const struct study_table *t, struct builder *b, struct arena *a,
                     struct diags *ds)
{
    if (!tree_print(head_json(t, a), b, ds)) return false;
    while (b->n && b->s[b->n - 1] != '}') b->n--;
    b->n--;
    while (b->n && b->s[b->n - 1] == '\n') b->n--;
    builder_text(b, ",\n\t\"points\":\t[\n");
    return true;
}

/* ---- points ------------------------------------------------------------------------ */

static void add_text(struct builder *b, const char *s, struct arena *a)
{
    builder_text(b, "\"");
    for (s = typeset_clean(a, s); *s; s++) {
        if (*s == '"' || *s == '\\') builder_text(b, "\\");
        builder_add(b, s, 1);
    }
    builder_text(b, "\"");
}

static void add_number(struct builder *b, double x)
{
    char text[TEXT_NUMBER_CAP];
    builder_text(b, isfinite(x) ? text_shortest(text, x) : "null");
}

static void add_outcome(const struct study_table *t, int outcome, int i, struct builder *b)
{
    char month[TEXT_NUMBER_CAP];
    double x = study_value(t, outcome, i);
    builder_format(b, "\"%s\":", outcome_row(outcome)->key);
    if (isfinite(x) && !strcmp(outcome_row(outcome)->unit, "month"))
        builder_format(b, "\"%s\"", date_write_month((int)x, month));
    else
        add_number(b, x);
}

static void add_values(const struct study_table *t, int i, struct builder *b, struct arena *a)
{
    builder_text(b, ",\"values\":{");
    for (int v = 0; v < t->n_variable; v++) {
        if (v) builder_text(b, ",");
        add_text(b, t->variable[v].key, a);
        builder_text(b, ":");
        if (t->variable[v].is_number)
            add_number(b, t->number(t->context, v, i));
        else
            add_text(b, t->text(t->context, v, i), a);
    }
    builder_text(b, "}");
}

static void add_status(const struct study_table *t, int i, struct builder *b, struct arena *a)
{
    const struct outcome *o = &t->point[i];
    bool is_failed = o->status == POINT_FAILED;
    double fits = study_value(t, O_FITS, i);
    builder_format(b, ",\"status\":\"%s\",\"reason\":", outcome_status_word(o->status));
    if (is_failed)
        add_text(b, o->text, a);
    else
        builder_text(b, "null");
    builder_text(b, ",\"verdict\":");
    if (!is_failed && *o->text)
        add_text(b, o->text, a);
    else
        builder_text(b, "null");
    builder_format(b, ",\"fits\":%s", isnan(fits) ? "null" : fits > 0 ? "true" : "false");
}

static void add_point(const struct study_table *t, int i, struct builder *b, struct arena *a)
{
    const char *comma = "";
    builder_format(b, "{\"point\":%d", i + 1);
    add_values(t, i, b, a);
    add_status(t, i, b, a);
    builder_text(b, ",\"relative_pct\":{");
    for (int k = 0; k < t->n_shown; k++) {
        if (!study_has_relative(t->shown[k])) continue;
        builder_format(b, "%s\"%s\":", comma, outcome_row(t->shown[k])->key);
        add_number(b, study_relative_pct(t, t->shown[k], i));
        comma = ",";
    }
    builder_text(b, "},\"metrics\":{");
    for (int k = 0; k < N_OUTCOME; k++) {
        if (k) builder_text(b, ",");
        add_outcome(t, k, i, b);
    }
    builder_format(b, "}}%s\n", i + 1 < t->n ? "," : "");
}

bool json_study(const struct study_table *t, FILE *f, const char *name, struct diags *ds)
{
    struct arena own = arena_new(ds->arena->out_of_memory);
    struct arena scratch = arena_new(ds->arena->out_of_memory);
    struct builder b = builder_new(&own);
    bool is_good = add_head(t, &b, &own, ds);
    for (int i = 0; i < t->n && is_good; i++) {
        struct arena_mark mark = arena_mark(&scratch);
        add_point(t, i, &b, &scratch);
        arena_release(&scratch, mark);
        if (b.n < BUFFER) continue;
        is_good = bytes_write(f, &b, name, ds);
        b.n = 0;
    }
    builder_text(&b, "\t]\n}\n");
    is_good = is_good && bytes_write(f, &b, name, ds);
    arena_free(&scratch);
    arena_free(&own);
    return is_good;
}
