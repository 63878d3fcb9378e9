#include <math.h>
#include <string.h>

#include "base/file.h"
#include "input/csv.h"
#include "plan/sweep_inner.h"
#include "plan/vary.h"

enum { STEPS = 10 };

/* ---- numbers and units --------------------------------------------------------- */

struct measure { /* "3.2 kW" */
    double value;
    const char *unit;
};

bool sweep_is_number(const struct case_key *k)
{
    if (!k->param) return false;
    enum param_type t = k->param->type;
    return t == PARAM_REAL || t == PARAM_COUNT || t == PARAM_MONEY || t == PARAM_VOLTAGE;
}

/* False when the text begins with no number; bare is the unit where none stands behind it. */
static bool measure_read(const char *text, const char *bare, struct measure *out, struct arena *a)
{
    struct text t = text_trim(text_of(text));
    size_t n = text_number_prefix(t);
    if (!n || !text_number((struct text){t.s, n}, &out->value)) return false;
    struct text unit = text_trim((struct text){t.s + n, t.n - n});
    out->unit = unit.n ? arena_text(a, unit.s, unit.n) : bare;
    return true;
}

const char *sweep_own_unit(const struct sweep_reading *r, const struct case_key *k)
{
    struct measure now;
    const char *money = strstr(k->unit, "money"),
               *currency = case_base_loaded(r->base)->site.currency;
    if (!sweep_is_number(k) || (!money && k->param->type != PARAM_VOLTAGE)) return k->unit;
    if (k->text && measure_read(k->text, k->unit, &now, r->a)) return now.unit;
    if (!money || !*currency) return k->unit;
    return arena_format(r->a, "%.*s%s%s", (int)(money - k->unit), k->unit, currency,
                        money + strlen("money"));
}

/* "V LL" is a unit and a basis. */
static bool unit_read(const char *unit, struct unit *out)
{
    struct text t = text_of(unit);
    if (t.n > 3 && t.s[t.n - 3] == ' ' && t.s[t.n - 2] == 'L')
        t = text_trim((struct text){t.s, t.n - 3});
    return unit_parse(t, out, NULL);
}

/* To 13 digits, so that 0.1 + 2 * 0.1 is the 0.3 that a person writes. */
static double tidy(double x)
{
    double power = floor(log10(fmax(fabs(x), 1e-300))), scale = pow(10, 12 - power);
    double near_value = round(x * scale) / scale;
    return isfinite(near_value) ? near_value : x;
}

/* Between units of one kind and one currency; false when they are not. */
static bool convert(const struct measure *m, const char *to, double *out)
{
    struct unit from, into;
    *out = m->value;
    if (!strcmp(m->unit, to)) return true;
    if (!unit_read(m->unit, &from) || !unit_read(to, &into)) return false;
    if (!unit_same_dimension(&from, &into) || strcmp(from.currency, into.currency) != 0)
        return false;
    if (from.is_absolute_temperature != into.is_absolute_temperature) return false;
    *out = tidy(unit_from_si(&into, unit_to_si(&from, m->value)));
    return true;
}

void sweep_find_numbers(const struct sweep_reading *r, struct sweep_variable *v, int n,
                        const char *bare)
{
    struct measure m;
    const char *unit = NULL, *own = sweep_own_unit(r, &v->key);
    v->unit = "";
    v->is_number = sweep_is_number(&v->key);
    if (!v->is_number) return;
    for (int i = 0; i < n && v->is_number; i++) {
        v->is_number = measure_read(v->text[i], bare, &m, r->a);
        if (!v->is_number) break;
        if (unit && strcmp(unit, m.unit) != 0) unit = own;
        if (!unit) unit = m.unit;
    }
    v->number = ARENA_ARRAY(r->a, double, (size_t)n + 1);
    for (int i = 0; i < n && v->is_number; i++)
        v->is_number = measure_read(v->text[i], bare, &m, r->a) && convert(&m, unit, &v->number[i]);
    if (v->is_number) v->unit = unit ? unit : own;
}

static const char *text_in(double value, const char *unit, struct arena *a)
{
    char number[TEXT_NUMBER_CAP];
    text_shortest(number, value);
    return *unit ? arena_format(a, "%s %s", number, unit) : arena_text(a, number, strlen(number));
}

/* All places of a variable read by its row. */
static bool check(const struct sweep_reading *r, const struct sweep_variable *v, int n)
{
    bool is_fine = true;
    struct arena scratch = arena_new(r->a->out_of_memory);
    for (int i = 0; i < n; i++) {
        struct arena_mark mark = arena_mark(&scratch);
        is_fine &= case_text_check(r->base, &v->key, v->text[i], &scratch, r->ds);
        arena_release(&scratch, mark);
    }
    arena_free(&scratch);
    return is_fine;
}

static bool wrong(const struct sweep_reading *r, const struct sweep_request *q, const char *hint,
                  const char *format, const char *word)
{
    struct message m = {.format = format, .arg = {q->key, word}, .n_arg = 2};
    diag_add(r->ds, DIAG_ERROR, DIAG_USAGE, (struct place){0}, hint, &m);
    return false;
}

/* ---- ranges ---------------------------------------------------------------------- */

struct range {
    double min, max, step;
    const char *unit;
};

static bool is_temperature(const char *unit)
{
    struct unit u;
    return unit_read(unit, &u) && u.is_absolute_temperature;
}

static bool is_whole(double x)
{
    return fabs(x - round(x)) <= 1e-9 * fmax(1, fabs(x));
}

/* The three in one unit: the one of the text when all have it, else the key's own or, of
   money, that of the first. */
static bool read_bounds(const struct sweep_reading *r, const struct sweep_request *q,
                        const struct case_key *k, struct range *out)
{
    const char *own = sweep_own_unit(r, k), *step_own = is_temperature(own) ? "K" : own;
    struct measure min, max, step = {.value = (double)NAN, .unit = step_own};
    if (!measure_read(q->min, own, &min, r->a))
        return wrong(r, q, "write -L for words", "'%s': '%s' is no number", q->min);
    if (!measure_read(q->max, own, &max, r->a))
        return wrong(r, q, "write -L for words", "'%s': '%s' is no number", q->max);
    if (q->step && !measure_read(q->step, step_own, &step, r->a))
        return wrong(r, q, NULL, "'%s': the step '%s' is no number", q->step);
    bool is_degrees = is_temperature(min.unit);
    if (is_degrees && is_temperature(step.unit))
        return wrong(r, q, "steps of a temperature are in K", "'%s': '%s' is no step", q->step);
    struct unit u;
    bool is_one = !strcmp(min.unit, max.unit) &&
                  (is_degrees || !q->step || !strcmp(min.unit, step.unit)) &&
                  !(is_degrees && unit_read(min.unit, &u) && u.factor != 1);
    out->unit = is_one || strstr(k->unit, "money") ? min.unit : own;
    const char *in = is_temperature(out->unit) ? "K" : out->unit;
    if (!convert(&min, out->unit, &out->min))
        return wrong(r, q, NULL, "'%s': '%s' is in another unit", q->min);
    if (!convert(&max, out->unit, &out->max))
        return wrong(r, q, NULL, "'%s': '%s' is in another unit", q->max);
    out->step = (double)NAN;
    if (q->step && !convert(&step, in, &out->step))
        return wrong(r, q, NULL, "'%s': the step '%s' is in another unit", q->step);
    return true;
}

/* Ten steps when none is given; of counts whole ones, at most ten. */
static bool find_step(const struct sweep_reading *r, const struct sweep_request *q,
                      const struct case_key *k, struct range *x)
{
    bool is_count = k->param->type == PARAM_COUNT;
    double span = x->max - x->min;
    if (is_count && !is_whole(x->min)) return wrong(r, q, NULL, "'%s': '%s' is not whole", q->min);
    if (is_count && !is_whole(x->max)) return wrong(r, q, NULL, "'%s': '%s' is not whole", q->max);
    if (is_count && q->step && !is_whole(x->step))
        return wrong(r, q, "it is counted in whole steps", "'%s': the step '%s' is not whole",
                     q->step);
    if (!q->step && is_count) x->step = (span < 0 ? -1 : 1) * fmax(1, ceil(fabs(span) / STEPS));
    if (!q->step && !is_count) x->step = span / STEPS;
    if (!(fabs(span) > 0)) return true;
    if (!(fabs(x->step) > 0)) return wrong(r, q, NULL, "'%s': the step '%s' is nothing", q->step);
    if ((span > 0) != (x->step > 0))
        return wrong(r, q,
                     span < 0 ? "write the lesser first, or a negative step"
                              : "write the greater first, or a positive step",
                     "'%s': the step '%s' leads away from the other end", q->step ? q->step : "");
    return true;
}

static double range_at(const struct range *x, int i, int n)
{
    double value = x->min + i * x->step;
    if (i == 0) return x->min;
    if (i == n - 1 && fabs(value - x->max) <= 1e-9 * fabs(x->step)) return x->max;
    return fabs(value) < 1e-12 * fabs(x->step) ? 0 : tidy(value);
}

bool sweep_read_range(const struct sweep_reading *r, const struct sweep_request *q,
                      struct sweep_variable *v, struct sweep_axis *axis)
{
    struct range x;
    if (!sweep_is_number(&v->key))
        return wrong(r, q, "write -L KEY A,B", "'%s' takes no numbers to go from '%s' on", q->min);
    if (!read_bounds(r, q, &v->key, &x) || !find_step(r, q, &v->key, &x)) return false;
    double steps = fabs(x.max - x.min) > 0 ? floor((x.max - x.min) / x.step + 1e-9) : 0;
    if (!(steps < SWEEP_MOST))
        return wrong(r, q, "at most 10,000,000; take a larger step",
                     "'%s': too many points with step '%s'", q->step);
    int n = (int)steps + 1;
    v->text = ARENA_ARRAY(r->a, const char *, (size_t)n);
    v->number = ARENA_ARRAY(r->a, double, (size_t)n);
    v->unit = x.unit;
    v->is_number = true;
    for (int i = 0; i < n; i++) {
        v->number[i] = range_at(&x, i, n);
        v->text[i] = text_in(v->number[i], x.unit, r->a);
    }
    axis->n = n;
    axis->words = arena_format(r->a, "%s from %s to %s, %d values", v->key.key, v->text[0],
                               v->text[n - 1], n);
    return check(r, v, n);
}

/* ---- lists ----------------------------------------------------------------------- */

/* A bare number takes its unit from the next item that has one, or is in the key's own. */
static void add_units(const struct sweep_reading *r, const struct case_key *k, const char **text,
                      int n)
{
    const char *unit = sweep_own_unit(r, k);
    struct measure m;
    if (!sweep_is_number(k)) return;
    for (int i = n - 1; i >= 0; i--) {
        if (!measure_read(text[i], "", &m, r->a)) continue;
        if (*m.unit)
            unit = m.unit;
        else if (*unit)
            text[i] = arena_format(r->a, "%s %s", text[i], unit);
    }
}

bool sweep_read_list(const struct sweep_reading *r, const struct sweep_request *q,
                     struct sweep_variable *v, struct sweep_axis *axis)
{
    int n = 0, most = 1;
    bool is_fine = true, is_full = true;
    for (const char *s = q->list; *s; s++) most += *s == ',';
    v->text = ARENA_ARRAY(r->a, const char *, (size_t)most);
    for (const char *at = q->list; at;) {
        bool is_quoted;
        v->text[n] = vary_item(&at, &is_quoted, &is_fine, r->a);
        is_full &= is_quoted || v->text[n][0];
        n++;
    }
    if (!is_fine)
        return wrong(r, q, "values with commas stand in quotes, a quote inside is written twice",
                     "'%s': the quotes of '%s' do not match", q->list);
    if (!is_full)
        return wrong(r, q, "write \"\" for a value that is taken away",
                     "'%s': a value of '%s' is empty", q->list);
    add_units(r, &v->key, v->text, n);
    sweep_find_numbers(r, v, n, "");
    axis->n = n;
    struct builder b = builder_new(r->a);
    builder_format(&b, "%s: ", v->key.key);
    for (int i = 0; i < n; i++) builder_format(&b, "%s%s", i ? " | " : "", v->text[i]);
    axis->words = b.s;
    return check(r, v, n);
}

/* ---- rows of a CSV ----------------------------------------------------------------- */

/* "room.hall.supply [degC]" or "(degC)". */
static const char *cut_unit(const char *head, const char **unit, struct arena *a)
{
    size_t n = strlen(head);
    char open = n && head[n - 1] == ']' ? '[' : n && head[n - 1] == ')' ? '(' : '\0';
    const char *at = open ? strrchr(head, open) : NULL;
    *unit = NULL;
    if (!at) return head;
    *unit = arena_text(a, at + 1, (size_t)(head + n - 1 - (at + 1)));
    struct text t = text_trim((struct text){head, (size_t)(at - head)});
    return arena_text(a, t.s, t.n);
}

/* What was said from diagnostic `first` on is about this cell of the file. */
static void put_place(struct diags *ds, int first, const struct csv *c, int line, int column)
{
    for (int i = first; i < ds->n; i++) {
        ds->item[i].class = DIAG_INPUT;
        ds->item[i].place = (struct place){c->file, line, column + 1};
    }
}

static bool read_cells(const struct sweep_reading *r, const struct csv *c, int column,
                       const char *unit, struct sweep_variable *v)
{
    bool is_fine = true;
    struct measure m;
    struct arena scratch = arena_new(r->a->out_of_memory);
    const char *bare = unit ? unit : sweep_own_unit(r, &v->key);
    v->text = ARENA_ARRAY(r->a, const char *, (size_t)c->n_row + 1);
    for (int i = 0; i < c->n_row; i++) {
        const char *cell = c->cell[i * c->n_col + column];
        int first = r->ds->n;
        struct arena_mark mark = arena_mark(&scratch);
        if (!*cell) {
            diag_error(r->ds, DIAG_INPUT, (struct place){c->file, c->line[i], column + 1},
                       "every row is a point and gives every key a value", "'%s' has no value",
                       v->key.key);
            is_fine = false;
            continue;
        }
        if (sweep_is_number(&v->key) && *bare && measure_read(cell, "", &m, &scratch) && !*m.unit)
            cell = arena_format(r->a, "%s %s", cell, bare);
        v->text[i] = cell;
        is_fine &= case_text_check(r->base, &v->key, cell, &scratch, r->ds);
        put_place(r->ds, first, c, c->line[i], column);
        arena_release(&scratch, mark);
    }
    arena_free(&scratch);
    if (is_fine) sweep_find_numbers(r, v, c->n_row, bare);
    return is_fine;
}

bool sweep_read_rows(const struct sweep_reading *r, const struct sweep_request *q,
                     struct sweep_variable **out, struct sweep_axis *axis)
{
    struct csv c;
    if (!csv_parse(q->file, q->text, q->n_text, &c, r->a, r->ds)) return false;
    struct sweep_variable *v = *out = ARENA_ARRAY(r->a, struct sweep_variable, (size_t)c.n_col);
    bool is_fine = true;
    int before = r->ds->n;
    for (int i = 0; i < c.n_col; i++) {
        const char *unit, *key = cut_unit(c.head[i], &unit, r->a);
        int first = r->ds->n;
        bool is_known = case_key_find(r->base, key, &v[i].key, r->a, r->ds);
        put_place(r->ds, first, &c, 1, i);
        is_fine &= is_known && read_cells(r, &c, i, unit, &v[i]);
    }
    diags_sort(r->ds, before);
    if (!c.n_row) {
        diag_error(r->ds, DIAG_INPUT, (struct place){q->file, 0, 0}, "each row is a point",
                   "the table has no rows");
        return false;
    }
    char hash[SHA256_TEXT];
    sha256_text(q->text, q->n_text, hash);
    axis->n = c.n_row;
    axis->n_variable = c.n_col;
    axis->words = arena_format(r->a, "%d rows of a table, SHA-256 %s", c.n_row, hash);
    return is_fine;
}
