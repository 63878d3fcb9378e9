#include "input/value.h"

#include <math.h>
#include <string.h>

bool reading_make(struct reading *r, const char *key, const char *unit, struct place where,
                  struct arena *a, struct diags *ds)
{
    *r = (struct reading){
        .key = key, .unit_text = unit ? unit : "", .where = where, .arena = a, .diags = ds};
    return unit_parse(text_of(r->unit_text), &r->own, NULL);
}

const char *quantity_shown(const struct reading *r, struct text t)
{
    enum { SHOWN_BYTES = 60 };
    if (t.n <= SHOWN_BYTES) return arena_text(r->arena, t.s, t.n);
    size_t n = text_utf8_prefix(t.s, SHOWN_BYTES);
    return arena_format(r->arena, "%.*s...", (int)n, t.s);
}

static bool is_money(const struct unit *u)
{
    return u->power[UNIT_MONEY] != 0;
}

/* Numbers without a unit are clear where the unit scales nothing. */
static bool is_plain(const struct unit *u)
{
    static const struct unit pure = {.factor = 1};
    return unit_same_dimension(u, &pure) && !(u->factor < 1) && !(u->factor > 1);
}

static const char *money_example(const struct reading *r)
{
    const char *at = strstr(r->unit_text, "money");
    if (!at) return r->unit_text;
    return arena_format(r->arena, "%.*sCNY%s", (int)(at - r->unit_text), r->unit_text,
                        at + strlen("money"));
}

static const char *unit_hint(const struct reading *r)
{
    if (is_money(&r->own))
        return arena_format(r->arena, "write the amount with its currency, such as 0.65 %s",
                            money_example(r));
    if (is_plain(&r->own)) return "it is a plain number";
    const char *examples = unit_examples(&r->own);
    return arena_format(r->arena, "units that fit: %s", examples[0] ? examples : r->unit_text);
}

#define FORM_HINT "write numbers like 1200.50: '.' is the decimal mark, nothing groups digits"

/* What follows the number would be more of it to a reader used to another
   decimal mark or to grouped digits. */
static bool looks_like_more_digits(struct text rest)
{
    struct text t = text_trim(rest);
    if (t.n == 0) return false;
    if (t.s[0] >= '0' && t.s[0] <= '9') return true;
    return strchr(",.'_", t.s[0]) != NULL;
}

/* "poisson(3)": what reads as a distribution that there is not. */
static bool looks_like_form(struct text t)
{
    return t.n > 0 && ((t.s[0] >= 'a' && t.s[0] <= 'z') || (t.s[0] >= 'A' && t.s[0] <= 'Z')) &&
           memchr(t.s, '(', t.n);
}

/* Splits "3.2 kW" into 3.2 and "kW". */
static bool number_cut(const struct reading *r, struct text t, double *value, struct text *unit)
{
    size_t n = text_number_prefix(t);
    if (n == 0) {
        const char *hint = looks_like_form(t)  ? "normal, uniform, triangular and lognormal "
                                                 "are the distributions, in small letters"
                           : is_plain(&r->own) ? FORM_HINT
                                               : unit_hint(r);
        diag_error(r->diags, DIAG_INPUT, r->where, hint, "'%s' needs a number, not '%s'", r->key,
                   quantity_shown(r, t));
        return false;
    }
    struct text rest = {t.s + n, t.n - n};
    if (looks_like_more_digits(rest)) {
        diag_error(r->diags, DIAG_INPUT, r->where, FORM_HINT, "'%s' of '%s' is not a number",
                   quantity_shown(r, t), r->key);
        return false;
    }
    if (!text_number((struct text){t.s, n}, value)) {
        diag_error(r->diags, DIAG_INPUT, r->where, NULL, "'%s' of '%s' is too large",
                   quantity_shown(r, t), r->key);
        return false;
    }
    *unit = text_trim(rest);
    return true;
}

static bool refuse_unit(const struct reading *r, struct text unit, const struct unit *u)
{
    const char *hint = unit_hint(r);
    if (r->own.is_absolute_temperature && u->power[UNIT_K] == 1)
        hint = "a temperature is in degC (or F); K is for differences";
    else if (u->is_absolute_temperature)
        hint = "a difference of temperature is in K";
    diag_error(r->diags, DIAG_INPUT, r->where, hint, "unit '%s' does not fit '%s'",
               quantity_shown(r, unit), r->key);
    return false;
}

static bool unit_known(const struct reading *r, struct text unit, struct unit *u)
{
    struct text why;
    if (unit_parse(unit, u, &why)) return true;
    diag_error(r->diags, DIAG_INPUT, r->where, unit_hint(r), "unknown unit '%s' in '%s'",
               quantity_shown(r, why), r->key);
    return false;
}

/* The unit of a value of this key, checked. */
static bool unit_read(const struct reading *r, struct text unit, struct unit *u)
{
    if (unit.n == 0 && is_plain(&r->own)) {
        *u = r->own;
        return true;
    }
    if (unit.n == 0) {
        diag_error(r->diags, DIAG_INPUT, r->where, unit_hint(r), "'%s' needs a unit", r->key);
        return false;
    }
    if (!unit_known(r, unit, u)) return false;
    if (!unit_same_dimension(u, &r->own)) return refuse_unit(r, unit, u);
    if (is_money(u) && u->currency[0] == '\0') return refuse_unit(r, unit, u);
    return true;
}

static bool to_si(const struct reading *r, struct text shown, const struct unit *u, double value,
                  double *si)
{
    *si = unit_to_si(u, value);
    if (isfinite(*si)) return true;
    diag_error(r->diags, DIAG_INPUT, r->where, NULL, "'%s' of '%s' is too large",
               quantity_shown(r, shown), r->key);
    return false;
}

bool quantity_cut(struct text t, struct text *value, struct text *width)
{
    for (size_t i = 0; i < t.n; i++) {
        size_t n = 0;
        if (t.n - i >= 3 && memcmp(t.s + i, "+/-", 3) == 0) n = 3;
        if (t.n - i >= 2 && memcmp(t.s + i, "\xC2\xB1", 2) == 0) n = 2;
        if (n == 0) continue;
        *value = text_trim((struct text){t.s, i});
        *width = text_trim((struct text){t.s + i + n, t.n - i - n});
        return true;
    }
    *value = t;
    return false;
}

/* The reading of a half-width: as the value, but temperatures in K. */
static struct reading width_reading(const struct reading *r)
{
    struct reading w = *r;
    if (r->own.is_absolute_temperature) {
        w.unit_text = "K";
        w.own.is_absolute_temperature = false;
        w.own.factor = 1;
        w.own.offset = 0;
    }
    return w;
}

static bool width_is_sane(const struct reading *r, struct text t, double width)
{
    if (width >= 0 && isfinite(width)) return true;
    diag_error(r->diags, DIAG_INPUT, r->where, NULL,
               "the uncertainty '%s' of '%s' must not be negative", quantity_shown(r, t), r->key);
    return false;
}

static bool spread_read(const struct reading *r, struct text t, struct quantity *q)
{
    struct reading w = width_reading(r);
    double value;
    struct text unit;
    struct unit u;
    if (!number_cut(&w, t, &value, &unit)) return false;
    if (text_is(unit, "%") && !r->own.is_absolute_temperature) {
        q->spread = (struct spread){.kind = SPREAD_RELATIVE, .a = value / 100};
        return width_is_sane(r, t, q->spread.a);
    }
    if (!unit_read(&w, unit, &u) || !to_si(&w, t, &u, value, &q->spread.a)) return false;
    if (strcmp(u.currency, q->currency) != 0) return refuse_unit(r, unit, &u);
    q->spread.kind = SPREAD_ABSOLUTE;
    return width_is_sane(r, t, q->spread.a);
}

/* ---- distributions by name -------------------------------------------------- */

struct form {
    const char *word;
    enum spread_kind kind;
    int n;
    const char *hint;
};

enum { FORM_MOST = 3 };
static const struct form forms[] = {
    {"normal", SPREAD_NORMAL, 2, "write normal(mean, standard deviation)"},
    {"uniform", SPREAD_UNIFORM, 2, "write uniform(least, greatest)"},
    {"triangular", SPREAD_TRIANGULAR, 3, "write triangular(least, most likely, greatest)"},
    {"lognormal", SPREAD_LOGNORMAL, 2,
     "write lognormal(median, width): 20 % is a factor of 1.2 either way, as one standard "
     "deviation"},
};

/* "normal(...": which form, and what follows the bracket; NULL: none. */
static const struct form *form_find(struct text t, struct text *rest)
{
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        size_t n = strlen(forms[i].word);
        if (t.n <= n || memcmp(t.s, forms[i].word, n) != 0) continue;
        struct text after = text_trim((struct text){t.s + n, t.n - n});
        if (after.n == 0 || after.s[0] != '(') continue;
        *rest = (struct text){after.s + 1, after.n - 1};
        return &forms[i];
    }
    return NULL;
}

static bool refuse_numbers(const struct reading *r, const struct form *f, struct text t,
                           const char *why)
{
    diag_error(r->diags, DIAG_INPUT, r->where, f->hint, "'%s' of '%s': %s", quantity_shown(r, t),
               r->key, why);
    return false;
}

static bool refuse_form(const struct reading *r, const struct form *f, struct text t)
{
    diag_error(r->diags, DIAG_INPUT, r->where, f->hint, "'%s' of '%s' is no distribution",
               quantity_shown(r, t), r->key);
    return false;
}

/* The arguments of a form, of which there must be as many as it has. */
static bool form_cut(const struct reading *r, const struct form *f, struct text whole,
                     struct text rest, struct text *item)
{
    bool more = true;
    int n = 0;
    if (rest.n == 0 || rest.s[rest.n - 1] != ')') return refuse_form(r, f, whole);
    rest.n--;
    while (more && n < FORM_MOST) {
        rest = text_cut(rest, ',', &item[n], &more);
        item[n] = text_trim(item[n]);
        if (item[n++].n == 0) return refuse_form(r, f, whole);
    }
    return more || n != f->n ? refuse_form(r, f, whole) : true;
}

/* Values of the key, each with its unit or that of the next one. */
static bool form_values(const struct reading *r, const struct text *item, int n, struct quantity *q,
                        double *si)
{
    struct text unit[FORM_MOST];
    double value[FORM_MOST];
    for (int i = 0; i < n; i++)
        if (!number_cut(r, item[i], &value[i], &unit[i])) return false;
    for (int i = n - 2; i >= 0; i--)
        if (unit[i].n == 0) unit[i] = unit[i + 1];
    for (int i = 0; i < n; i++) {
        struct unit u;
        if (!unit_read(r, unit[i], &u) || !to_si(r, item[i], &u, value[i], &si[i])) return false;
        if (i == 0) memcpy(q->currency, u.currency, sizeof q->currency);
        if (strcmp(u.currency, q->currency) != 0) return refuse_unit(r, unit[i], &u);
    }
    return true;
}

/* The mean and, as half-widths are read, the standard deviation. */
static bool read_normal(const struct reading *r, const struct text *item, struct quantity *q)
{
    if (!form_values(r, item, 1, q, &q->si) || !spread_read(r, item[1], q)) return false;
    double deviation = q->spread.kind == SPREAD_RELATIVE ? fabs(q->si) * q->spread.a : q->spread.a;
    q->spread = (struct spread){SPREAD_NORMAL, q->si, deviation, 0};
    return true;
}

static bool read_lognormal(const struct reading *r, const struct form *f, struct text whole,
                           const struct text *item, struct quantity *q)
{
    struct reading share;
    struct quantity width;
    if (r->own.is_absolute_temperature) {
        diag_error(r->diags, DIAG_INPUT, r->where, "normal, uniform and triangular are",
                   "lognormal is not for temperatures ('%s')", r->key);
        return false;
    }
    const char *key = arena_format(r->arena, "%s, width", r->key);
    if (!reading_make(&share, key, "%", r->where, r->arena, r->diags)) return false;
    if (!form_values(r, item, 1, q, &q->si) || !form_values(&share, item + 1, 1, &width, &width.si))
        return false;
    if (!(q->si > 0)) return refuse_numbers(r, f, whole, "the median must be above zero");
    if (!(width.si >= 0)) return refuse_numbers(r, f, whole, "the width must not be negative");
    q->spread = (struct spread){SPREAD_LOGNORMAL, q->si, width.si, 0};
    return true;
}

static bool read_form(const struct reading *r, const struct form *f, struct text whole,
                      struct text rest, struct quantity *q)
{
    struct text item[FORM_MOST];
    double v[FORM_MOST] = {0};
    if (!form_cut(r, f, whole, rest, item)) return false;
    if (f->kind == SPREAD_NORMAL) return read_normal(r, item, q);
    if (f->kind == SPREAD_LOGNORMAL) return read_lognormal(r, f, whole, item, q);
    if (!form_values(r, item, f->n, q, v)) return false;
    q->spread = (struct spread){f->kind, v[0], v[1], v[2]};
    q->si = f->kind == SPREAD_UNIFORM ? v[0] + (v[1] - v[0]) / 2 : v[1];
    bool rises = f->kind == SPREAD_UNIFORM ? v[0] < v[1] : v[0] <= v[1] && v[1] <= v[2];
    if (rises && v[0] < v[f->n - 1]) return true;
    return refuse_numbers(r, f, whole, "its numbers must rise");
}

bool quantity_has_form(struct text t)
{
    struct text rest;
    return form_find(t, &rest) != NULL;
}

bool quantity_width(const struct reading *r, struct text width, struct spread *out)
{
    struct quantity q = {.si = 0};
    if (!spread_read(r, width, &q)) return false;
    *out = q.spread;
    return true;
}

bool quantity_read(const struct reading *r, struct text t, struct quantity *q)
{
    struct text value, width, unit;
    struct unit u;
    double number;
    *q = (struct quantity){.spread = {.kind = SPREAD_NONE}};
    const struct form *f = form_find(t, &value);
    if (f) return read_form(r, f, t, value, q);
    bool has_width = quantity_cut(t, &value, &width);
    if (!number_cut(r, value, &number, &unit) || !unit_read(r, unit, &u)) return false;
    if (!to_si(r, value, &u, number, &q->si)) return false;
    memcpy(q->currency, u.currency, sizeof q->currency);
    return !has_width || spread_read(r, width, q);
}

bool quantities_read(const struct reading *r, const struct text *item, int n, double *si)
{
    struct text *unit = ARENA_ARRAY(r->arena, struct text, (size_t)n);
    double *value = ARENA_ARRAY(r->arena, double, (size_t)n);
    for (int i = 0; i < n; i++)
        if (!number_cut(r, item[i], &value[i], &unit[i])) return false;
    for (int i = n - 2; i >= 0; i--)
        if (unit[i].n == 0) unit[i] = unit[i + 1];
    for (int i = 0; i < n; i++) {
        struct unit u;
        if (!unit_read(r, unit[i], &u) || !to_si(r, item[i], &u, value[i], &si[i])) return false;
    }
    return true;
}

static void refuse_bounds(const struct reading *r, double min, double max, struct text shown)
{
    const char *value = quantity_shown(r, shown);
    if (isinf(max))
        diag_error(r->diags, DIAG_INPUT, r->where, NULL, "%s = %s is below %g %s", r->key, value,
                   min, r->unit_text);
    else if (isinf(min))
        diag_error(r->diags, DIAG_INPUT, r->where, NULL, "%s = %s is above %g %s", r->key, value,
                   max, r->unit_text);
    else
        diag_error(r->diags, DIAG_INPUT, r->where, NULL, "%s = %s is outside %g to %g %s", r->key,
                   value, min, max, r->unit_text);
}

bool quantity_in_bounds(const struct reading *r, double min, double max, struct text shown,
                        double *si)
{
    if (!(min < 0 || min > 0 || max < 0 || max > 0)) return true;
    const double rounding = 1e-12;
    double low = unit_to_si(&r->own, min), high = unit_to_si(&r->own, max);
    if (!(*si >= low - rounding * fabs(low) && *si <= high + rounding * fabs(high))) {
        refuse_bounds(r, min, max, shown);
        return false;
    }
    *si = fmin(fmax(*si, low), high);
    return true;
}

bool quantity_fits(const struct reading *r, double min, double max, struct text shown,
                   struct quantity *q)
{
    const struct spread *x = &q->spread;
    if (!quantity_in_bounds(r, min, max, shown, &q->si)) return false;
    if (x->kind != SPREAD_UNIFORM && x->kind != SPREAD_TRIANGULAR) return true;
    if (!(min < 0 || min > 0 || max < 0 || max > 0)) return true;
    double greatest = x->kind == SPREAD_UNIFORM ? x->b : x->c;
    if (x->a < unit_to_si(&r->own, max) && greatest > unit_to_si(&r->own, min)) return true;
    diag_error(r->diags, DIAG_INPUT, r->where,
               arena_format(r->arena, "%s lies within %g to %g %s", r->key, min, max, r->unit_text),
               "nothing of '%s' lies within the bounds of '%s'", quantity_shown(r, shown), r->key);
    return false;
}
