#include "input/param.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "input/value.h"

#define NO_VALUE ((double)NAN) /* the cast quiets -Wdouble-promotion of clang */

const char param_required[] = "";

/* One param_set under way. */
struct job {
    const struct param *p;
    void *field;
    struct text value; /* trimmed */
    struct reading r;
    struct provenance *from; /* to be filled; never NULL */
};

/* The format takes the key and the value. */
static bool refuse(const struct job *j, const char *hint, const char *format)
{
    struct message m = {
        .format = format, .arg = {j->p->key, quantity_shown(&j->r, j->value)}, .n_arg = 2};
    diag_add(j->r.diags, DIAG_ERROR, DIAG_INPUT, j->r.where, hint, &m);
    return false;
}

static void set_missing(const struct param *p, void *object)
{
    char *at = (char *)object + p->at;
    void *field = at;
    switch (p->type) {
    case PARAM_REAL: *(double *)field = NO_VALUE; break;
    case PARAM_COUNT: *(int *)field = PARAM_NO_COUNT; break;
    case PARAM_FLAG: *(bool *)field = false; break;
    case PARAM_WORD: *(int *)field = -1; break;
    case PARAM_TEXT: *(const char **)field = NULL; break;
    case PARAM_REF:
    case PARAM_REFS: *(struct ref_list *)field = (struct ref_list){0}; break;
    case PARAM_REALS: *(struct reals *)field = (struct reals){0}; break;
    case PARAM_TEXTS: *(struct text_list *)field = (struct text_list){0}; break;
    case PARAM_CURVE: *(struct points *)field = (struct points){0}; break;
    case PARAM_HOURS: *(struct hours *)field = (struct hours){.given = false}; break;
    case PARAM_DATE: *(struct date *)field = (struct date){0}; break;
    case PARAM_MONEY: *(struct money *)field = (struct money){.amount = NO_VALUE}; break;
    case PARAM_VOLTAGE: *(struct voltage *)field = (struct voltage){.v = NO_VALUE}; break;
    }
}

/* Splits at sep into trimmed items; an empty one is an error. */
static struct text *items(const struct job *j, char sep, int *n)
{
    int cap = 1;
    for (size_t i = 0; i < j->value.n; i++) cap += j->value.s[i] == sep;
    struct text *item = ARENA_ARRAY(j->r.arena, struct text, (size_t)cap);
    struct text rest = j->value;
    bool more = true;
    for (*n = 0; more; (*n)++) {
        rest = text_cut(rest, sep, &item[*n], &more);
        item[*n] = text_trim(item[*n]);
        if (item[*n].n > 0) continue;
        (void)refuse(j, "take the comma out or put a value there",
                     "%s: an item of the list '%s' is empty");
        return NULL;
    }
    return item;
}

static void keep_spread(const struct job *j, const struct quantity *q)
{
    j->from->spread = q->spread;
}

static bool set_real(struct job *j)
{
    struct quantity q;
    if (!quantity_read(&j->r, j->value, &q)) return false;
    if (!quantity_fits(&j->r, j->p->min, j->p->max, j->value, &q)) return false;
    *(double *)j->field = q.si > 0 || q.si < 0 ? q.si : 0.0; /* no negative zero */
    keep_spread(j, &q);
    return true;
}

static bool set_money(struct job *j)
{
    struct quantity q;
    if (!quantity_read(&j->r, j->value, &q)) return false;
    if (!quantity_fits(&j->r, j->p->min, j->p->max, j->value, &q)) return false;
    struct money *m = j->field;
    m->amount = q.si > 0 || q.si < 0 ? q.si : 0.0;
    memcpy(m->currency, q.currency, sizeof m->currency);
    keep_spread(j, &q);
    return true;
}

/* "400 V LL": the basis is a word after the unit. */
static struct text cut_basis(struct text t, enum voltage_basis *basis)
{
    *basis = VOLTAGE_BARE;
    if (t.n < 3 || t.s[t.n - 2] != 'L' || t.s[t.n - 3] != ' ') return t;
    if (t.s[t.n - 1] != 'L' && t.s[t.n - 1] != 'N') return t;
    *basis = t.s[t.n - 1] == 'L' ? VOLTAGE_LL : VOLTAGE_LN;
    return text_trim((struct text){t.s, t.n - 3});
}

static bool set_voltage(struct job *j)
{
    struct quantity q;
    enum voltage_basis basis;
    if (!quantity_read(&j->r, cut_basis(j->value, &basis), &q)) return false;
    if (!quantity_fits(&j->r, j->p->min, j->p->max, j->value, &q)) return false;
    *(struct voltage *)j->field = (struct voltage){q.si, basis};
    keep_spread(j, &q);
    return true;
}

static bool near_whole(double x)
{
    return fabs(x - round(x)) <= 1e-9 * fmax(1, fabs(x));
}

/* Midway between the ends of a uniform there may be no whole number: the next one up. */
static bool set_count(struct job *j)
{
    struct quantity q;
    if (!quantity_read(&j->r, j->value, &q)) return false;
    if (!quantity_fits(&j->r, j->p->min, j->p->max, j->value, &q)) return false;
    double count = unit_from_si(&j->r.own, q.si), whole = round(count);
    bool is_whole = q.spread.kind == SPREAD_UNIFORM
                        ? near_whole(unit_from_si(&j->r.own, q.spread.a)) &&
                              near_whole(unit_from_si(&j->r.own, q.spread.b))
                        : near_whole(count);
    if (!is_whole) return refuse(j, NULL, "%s: a whole number is needed, not '%s'");
    if (!(whole > PARAM_NO_COUNT && whole <= INT_MAX))
        return refuse(j, NULL, "%s: a smaller number is needed, not '%s'");
    *(int *)j->field = (int)whole;
    keep_spread(j, &q);
    return true;
}

static bool same_word(struct text t, const char *word)
{
    size_t n = strlen(word);
    if (t.n != n) return false;
    for (size_t i = 0; i < n; i++) {
        char c = t.s[i] >= 'A' && t.s[i] <= 'Z' ? (char)(t.s[i] + ('a' - 'A')) : t.s[i];
        if (c != word[i]) return false;
    }
    return true;
}

static bool set_flag(struct job *j)
{
    static const char *const words[] = {"no", "yes", "false", "true", "off", "on"};
    for (int i = 0; i < 6; i++) {
        if (!same_word(j->value, words[i])) continue;
        *(bool *)j->field = i % 2 == 1;
        return true;
    }
    return refuse(j, NULL, "%s: yes or no is needed, not '%s'");
}

static const char *word_hint(const struct job *j, int n)
{
    struct builder b = builder_new(j->r.arena);
    const char *word = arena_text(j->r.arena, j->value.s, j->value.n);
    const char *near_word = text_nearest(word, j->p->words, n);
    if (near_word) builder_format(&b, "did you mean '%s'?  ", near_word);
    builder_text(&b, "choices:");
    for (int i = 0; i < n; i++) builder_format(&b, "%s %s", i ? "," : "", j->p->words[i]);
    return b.s;
}

static bool set_word(struct job *j)
{
    int n = 0;
    for (; j->p->words[n]; n++) {
        if (!text_is(j->value, j->p->words[n])) continue;
        *(int *)j->field = n;
        return true;
    }
    diag_error(j->r.diags, DIAG_INPUT, j->r.where, word_hint(j, n), "unknown choice '%s' for '%s'",
               quantity_shown(&j->r, j->value), j->p->key);
    return false;
}

static bool set_text(struct job *j)
{
    *(const char **)j->field = arena_text(j->r.arena, j->value.s, j->value.n);
    return true;
}

static bool set_texts(struct job *j)
{
    int n;
    struct text *item = items(j, ',', &n);
    if (!item) return false;
    const char **s = ARENA_ARRAY(j->r.arena, const char *, (size_t)n);
    for (int i = 0; i < n; i++) s[i] = arena_text(j->r.arena, item[i].s, item[i].n);
    *(struct text_list *)j->field = (struct text_list){n, s};
    return true;
}

/* Thousands of names in one list must not take quadratic time: beyond a size
   no hand-written list has, the test for a name given twice is left out. */
static bool named_twice(const struct job *j, const struct ref *ref, int n, const char *name)
{
    enum { LIST_MAX = 2000 };
    for (int i = 0; i < n && n < LIST_MAX; i++) {
        if (strcmp(ref[i].name, name) != 0) continue;
        diag_error(j->r.diags, DIAG_INPUT, j->r.where, NULL, "'%s' names '%s' twice", j->p->key,
                   name);
        return true;
    }
    return false;
}

static bool set_refs(struct job *j)
{
    int n;
    struct text *item = items(j, ',', &n);
    if (!item) return false;
    if (j->p->type == PARAM_REF && n != 1)
        return refuse(j, NULL, "%s: one name is needed, not '%s'");
    struct ref *ref = ARENA_ARRAY(j->r.arena, struct ref, (size_t)n);
    for (int i = 0; i < n; i++) {
        ref[i] = (struct ref){arena_text(j->r.arena, item[i].s, item[i].n), -1, -1};
        if (named_twice(j, ref, i, ref[i].name)) return false;
    }
    *(struct ref_list *)j->field = (struct ref_list){n, ref};
    return true;
}

/* Takes "+/- 5 %" off the end of a list, which all its numbers share. */
static bool cut_spread(struct job *j, const struct reading *r, struct provenance *from)
{
    struct text list, width;
    if (quantity_has_form(j->value))
        return refuse(j, "lists and curves take +/- at their end, for all numbers alike",
                      "%s: one number is no list: '%s'");
    if (!quantity_cut(j->value, &list, &width)) return true;
    j->value = list;
    return quantity_width(r, width, &from->spread);
}

static bool set_reals(struct job *whole)
{
    int n;
    struct job list = *whole, *j = &list;
    if (!cut_spread(j, &j->r, whole->from)) return false;
    struct text *item = items(j, ',', &n);
    if (!item) return false;
    double *v = ARENA_ARRAY(j->r.arena, double, (size_t)n);
    if (!quantities_read(&j->r, item, n, v)) return false;
    for (int i = 0; i < n; i++)
        if (!quantity_in_bounds(&j->r, j->p->min, j->p->max, item[i], &v[i])) return false;
    *(struct reals *)j->field = (struct reals){n, v};
    return true;
}

/* The readings of both axes from "x;y". */
static bool axes(const struct job *j, struct reading *x, struct reading *y)
{
    struct text unit_x,
        unit_y = text_cut(text_of(j->p->unit ? j->p->unit : ""), ';', &unit_x, NULL);
    struct arena *a = j->r.arena;
    return reading_make(x, j->p->key, arena_text(a, unit_x.s, unit_x.n), j->r.where, a,
                        j->r.diags) &&
           reading_make(y, j->p->key, arena_text(a, unit_y.s, unit_y.n), j->r.where, a, j->r.diags);
}

static bool cut_pairs(const struct job *j, const struct text *item, int n, struct text *x,
                      struct text *y)
{
    for (int i = 0; i < n; i++) {
        bool found;
        y[i] = text_trim(text_cut(item[i], ':', &x[i], &found));
        x[i] = text_trim(x[i]);
        if (!found)
            return refuse(j, "write 0 %: 100 W, 50 %: 160 W",
                          "%s: pairs x: y are needed, not '%s'");
    }
    return true;
}

static bool set_curve(struct job *whole)
{
    int n;
    struct reading rx, ry;
    struct job list = *whole, *j = &list;
    if (!axes(j, &rx, &ry) || !cut_spread(j, &ry, whole->from)) return false;
    struct text *item = items(j, ',', &n);
    if (!item) return false;
    struct text *x = ARENA_ARRAY(j->r.arena, struct text, (size_t)n);
    struct text *y = ARENA_ARRAY(j->r.arena, struct text, (size_t)n);
    struct points pts = {n, ARENA_ARRAY(j->r.arena, double, (size_t)n),
                         ARENA_ARRAY(j->r.arena, double, (size_t)n)};
    if (!cut_pairs(j, item, n, x, y) || !quantities_read(&rx, x, n, pts.x) ||
        !quantities_read(&ry, y, n, pts.y))
        return false;
    for (int i = 0; i < n; i++)
        if (!quantity_in_bounds(&ry, j->p->min, j->p->max, y[i], &pts.y[i])) return false;
    for (int i = 1; i < n; i++)
        if (!(pts.x[i] > pts.x[i - 1]))
            return refuse(j, NULL, "%s: the first of each pair must rise in '%s'");
    *(struct points *)j->field = pts;
    return true;
}

static bool hour_number(struct text t, int *hour)
{
    if (t.n < 1 || t.n > 2) return false;
    *hour = 0;
    for (size_t i = 0; i < t.n; i++) {
        if (t.s[i] < '0' || t.s[i] > '9') return false;
        *hour = 10 * *hour + (t.s[i] - '0');
    }
    return *hour <= 24;
}

static bool add_range(const struct job *j, struct text item, struct hours *h)
{
    static const char form[] = "whole hours, the end not included: 0-8, 22-24";
    struct text from, to = text_trim(text_cut(item, '-', &from, NULL));
    int begin, end;
    if (!hour_number(text_trim(from), &begin) || !hour_number(to, &end))
        return refuse(j, form, "%s: ranges of hours are needed, not '%s'");
    if (begin >= end)
        return refuse(j, "over midnight write two ranges: 22-24, 0-6",
                      "%s: a range must rise in '%s'");
    for (int i = begin; i < end; i++) {
        if (h->in[i]) return refuse(j, NULL, "%s: ranges overlap in '%s'");
        h->in[i] = true;
    }
    return true;
}

static bool set_hours(struct job *j)
{
    int n;
    struct text *item = items(j, ',', &n);
    if (!item) return false;
    struct hours h = {.given = true};
    bool is_none = n == 1 && text_is(item[0], "none");
    for (int i = 0; i < n && !is_none; i++)
        if (!add_range(j, item[i], &h)) return false;
    *(struct hours *)j->field = h;
    return true;
}

static bool set_date(struct job *j)
{
    struct date d;
    if (!date_parse(j->value, &d))
        return refuse(j, "year-month-day: 2026-02-01",
                      "%s: a date of the calendar is needed, not '%s'");
    *(struct date *)j->field = d;
    return true;
}

static bool set_field(struct job *j)
{
    switch (j->p->type) {
    case PARAM_REAL: return set_real(j);
    case PARAM_COUNT: return set_count(j);
    case PARAM_FLAG: return set_flag(j);
    case PARAM_WORD: return set_word(j);
    case PARAM_TEXT: return set_text(j);
    case PARAM_REF:
    case PARAM_REFS: return set_refs(j);
    case PARAM_REALS: return set_reals(j);
    case PARAM_TEXTS: return set_texts(j);
    case PARAM_CURVE: return set_curve(j);
    case PARAM_HOURS: return set_hours(j);
    case PARAM_DATE: return set_date(j);
    case PARAM_MONEY: return set_money(j);
    case PARAM_VOLTAGE: return set_voltage(j);
    }
    return false;
}

static bool set_empty(struct job *j, void *object)
{
    if (j->p->def != NULL) {
        diag_error(j->r.diags, DIAG_INPUT, j->r.where,
                   j->p->def == PARAM_REQUIRED ? j->p->doc : "leave the line out for the default",
                   "'%s' has no value", j->p->key);
        return false;
    }
    set_missing(j->p, object);
    return true;
}

bool param_set(const struct param *p, void *object, struct text value, struct place where,
               struct provenance *from, struct arena *a, struct diags *ds)
{
    struct provenance got = {.place = where, .spread = {.kind = SPREAD_NONE}};
    char *at = (char *)object + p->at;
    struct job j = {.p = p, .field = at, .value = text_trim(value), .from = &got};
    bool is_empty = j.value.n == 0;
    if (p->type == PARAM_TEXT) j.value = value; /* quoted blanks are meant */
    const char *unit = p->type == PARAM_CURVE ? NULL : p->unit;
    bool known = reading_make(&j.r, p->key, unit, where, a, ds);
    assert(known);
    if (!known) return false;
    if (!(is_empty ? set_empty(&j, object) : set_field(&j))) return false;
    if (!is_empty) got.text = arena_text(a, j.value.s, j.value.n);
    if (from) {
        got.origin = from->origin;
        *from = got;
    }
    return true;
}

/* Money outside PARAM_MONEY would lose its currency. */
static bool row_is_sound(const struct param *p)
{
    struct unit u;
    if (p->type == PARAM_CURVE) return p->unit && strchr(p->unit, ';');
    if (p->type == PARAM_WORD && (!p->words || !p->words[0])) return false;
    if (!unit_parse(text_of(p->unit ? p->unit : ""), &u, NULL)) return false;
    return (u.power[UNIT_MONEY] != 0) == (p->type == PARAM_MONEY);
}

void param_defaults(const struct param *p, int n, void *object, struct provenance *from,
                    struct arena *a)
{
    struct diags ds = diags_new(a);
    for (int i = 0; i < n; i++) {
        bool ok = row_is_sound(&p[i]);
        set_missing(&p[i], object);
        from[i] = (struct provenance){.origin = ORIGIN_DEFAULT};
        if (ok && p[i].def && p[i].def != PARAM_REQUIRED)
            ok = param_set(&p[i], object, text_of(p[i].def), (struct place){0}, &from[i], a, &ds);
        assert(ok);
        (void)ok;
    }
}

bool param_is_list(const struct param *p)
{
    return p->type == PARAM_REFS || p->type == PARAM_REALS || p->type == PARAM_TEXTS ||
           p->type == PARAM_CURVE || p->type == PARAM_HOURS;
}
