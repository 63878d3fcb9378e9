#include "plan/vary.h"

#include <math.h>
#include <string.h>

static bool refuse(struct diags *ds, const char *hint, const char *format, const char *key)
{
    struct message m = {.format = format, .arg = {key}, .n_arg = 1};
    diag_add(ds, DIAG_ERROR, DIAG_USAGE, (struct place){0}, hint, &m);
    return false;
}

/* Of numbers of this row; of money with the currency that the object has. */
static const char *unit_with(const struct case_key *k, const void *object, struct arena *a)
{
    if (k->param->type != PARAM_MONEY) return k->unit;
    const struct money *m = (const void *)((const char *)object + k->param->at);
    return arena_format(a, "%s%s", m->currency, k->unit + strlen("money"));
}

static const char *own_unit(const struct case_key *k, struct arena *a)
{
    return unit_with(k, k->object->data, a);
}

static const char *with_unit(const char *text, const char *unit, struct arena *a)
{
    double x;
    bool is_bare = *unit && text_number(text_trim(text_of(text)), &x);
    return is_bare ? arena_format(a, "%s %s", text, unit) : text;
}

/* A copy of the object with the value in it. */
static const void *object_with(const struct case_base *b, const struct case_key *k,
                               const char *text, struct provenance *from, struct arena *a)
{
    const struct object_set *set = &case_base_loaded(b)->site.objects;
    size_t size = set->kinds[k->object->kind].size;
    struct diags unheard = diags_new(a);
    void *copy = arena_make(a, size, 1);
    memcpy(copy, k->object->data, size);
    if (!param_set(k->param, copy, text_of(text), (struct place){0}, from, a, &unheard))
        return NULL;
    return copy;
}

static double grain_of(double range, double share)
{
    double grain = 1;
    if (!(share > 0) || !(range > 0)) return 0;
    while (grain > share * range) grain /= 10;
    while (10 * grain <= share * range) grain *= 10;
    return grain;
}

static bool read_bounds(const struct case_base *b, const struct vary_request *q, double grain,
                        struct vary *out, struct arena *a, struct diags *ds)
{
    struct case_key *k = &out->key;
    bool is_number = k->param && (k->param->type == PARAM_REAL || k->param->type == PARAM_COUNT ||
                                  k->param->type == PARAM_MONEY);
    if (!is_number)
        return refuse(ds, "list its values: -L KEY A,B", "'%s' is no number between bounds",
                      q->key);
    const char *unit = own_unit(k, a),
               *text[2] = {with_unit(q->from, unit, a), with_unit(q->to, unit, a)};
    const char *unit_at[2];
    double bound[2];
    for (int i = 0; i < 2; i++) {
        struct provenance from = {.spread = {.kind = SPREAD_NONE}};
        if (!case_text_check(b, k, text[i], a, ds)) return false;
        const void *object = object_with(b, k, text[i], &from, a);
        bound[i] = object ? param_value(k->param, object) : (double)NAN;
        if (isnan(bound[i]) || from.spread.kind != SPREAD_NONE)
            return refuse(ds, "write them without a spread", "'%s' needs two numbers", q->key);
        unit_at[i] = unit_with(k, object, a);
    }
    if (strcmp(unit_at[0], unit_at[1]))
        return refuse(ds, NULL, "the bounds of '%s' are in two currencies", q->key);
    if (!(bound[0] < bound[1]))
        return refuse(ds, "write the lower one first", "the bounds of '%s' are no range", q->key);
    out->unit = unit_at[1];
    out->range = (struct search_variable){
        .min = bound[0], .max = bound[1], .is_whole = k->param->type == PARAM_COUNT};
    if (!out->range.is_whole) out->range.grain = grain_of(bound[1] - bound[0], grain);
    bool is_inside = k->value >= bound[0] && k->value <= bound[1];
    if (is_inside && !strcmp(unit, out->unit)) out->now = k->value;
    return true;
}

const char *vary_item(const char **at, bool *is_quoted, bool *is_fine, struct arena *a)
{
    struct builder b = builder_new(a);
    const char *s = *at;
    builder_text(&b, "");
    while (*s == ' ') s++;
    *is_quoted = *s == '"';
    if (*is_quoted) {
        for (s++; *s && (*s != '"' || s[1] == '"'); s++) {
            if (*s == '"') s++;
            builder_add(&b, s, 1);
        }
        *is_fine &= *s == '"';
        s += *s == '"';
        while (*s == ' ') s++;
        *is_fine &= !*s || *s == ',';
    } else
        for (; *s && *s != ','; s++) builder_add(&b, s, 1);
    *at = *s ? s + 1 : NULL;
    struct text t = text_trim(text_of(b.s));
    return arena_text(a, t.s, t.n);
}

/* As the table would print it, so that "24 degC" and "24.0 degC" are one. */
static const char *printed(const struct case_base *b, const struct case_key *k, const char *text,
                           struct arena *a)
{
    struct provenance from;
    const void *object = k->param ? object_with(b, k, text, &from, a) : NULL;
    const char *print = object ? param_print(k->param, object, a) : NULL;
    return print ? print : text;
}

static bool read_list(const struct case_base *b, const struct vary_request *q, struct vary *out,
                      struct arena *a, struct diags *ds)
{
    struct case_key *k = &out->key;
    bool is_quoted, is_fine = true;
    out->choice = ARENA_ARRAY(a, const char *, strlen(q->list) + 1);
    for (const char *at = q->list; at;) {
        const char *text = vary_item(&at, &is_quoted, &is_fine, a);
        if (!is_fine)
            return refuse(ds, "values with commas stand in quotes, a quote inside is written twice",
                          "the quotes of the values of '%s' do not match", q->key);
        if (k->param) text = with_unit(text, own_unit(k, a), a);
        if (!*text && !is_quoted)
            return refuse(ds, "write \"\" for a value that is taken away",
                          "a value of '%s' is empty", q->key);
        if (!case_text_check(b, k, text, a, ds)) return false;
        text = k->param ? printed(b, k, text, a) : text;
        for (int i = 0; i < out->n_choice; i++)
            if (!strcmp(out->choice[i], text))
                return refuse(ds, NULL, "two values of '%s' are the same", q->key);
        if (k->text && !strcmp(k->text, text)) out->now = out->n_choice;
        out->choice[out->n_choice++] = text;
    }
    if (out->n_choice < 2) return refuse(ds, NULL, "'%s' needs at least two values", q->key);
    out->range =
        (struct search_variable){.max = out->n_choice - 1, .is_whole = true, .is_choice = true};
    return true;
}

bool vary_read(const struct case_base *b, const struct vary_request *q, double grain,
               struct vary *out, struct arena *a, struct diags *ds)
{
    *out = (struct vary){.unit = "", .now = (double)NAN};
    if (!case_key_find(b, q->key, &out->key, a, ds)) return false;
    out->now_text = out->key.text ? out->key.text : "not given";
    return q->list ? read_list(b, q, out, a, ds) : read_bounds(b, q, grain, out, a, ds);
}

const char *vary_text(const struct vary *v, double x, struct arena *a)
{
    char text[TEXT_NUMBER_CAP];
    if (v->range.is_choice) return v->choice[(int)x];
    text_shortest(text, x);
    return *v->unit ? arena_format(a, "%s %s", text, v->unit) : arena_text(a, text, strlen(text));
}

bool vary_read_all(const struct case_base *b, const struct vary_request *q, int n, double grain,
                   struct vary *out, const double **start, struct arena *a, struct diags *ds)
{
    bool is_fine = true, is_inside = true;
    double *now = ARENA_ARRAY(a, double, (size_t)n + 1);
    *start = NULL;
    for (int i = 0; i < n; i++) {
        is_fine &= vary_read(b, &q[i], grain, &out[i], a, ds);
        for (int k = 0; k < i && is_fine; k++)
            if (!strcmp(out[k].key.key, out[i].key.key))
                is_fine = refuse(ds, NULL, "'%s' is varied twice", q[i].key);
        now[i] = out[i].now;
        is_inside &= !isnan(now[i]);
    }
    if (is_inside) *start = now;
    return is_fine;
}
