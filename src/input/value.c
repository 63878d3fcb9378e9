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

/* Splits "3.2 kW" into 3.2 and "kW". */
static bool number_cut(const struct reading *r, struct text t, double *value, struct text *unit)
{
    size_t n = text_number_prefix(t);
    if (n == 0) {
        const char *hint = is_plain(&r->own) ? FORM_HINT : unit_hint(r);
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

/* Cuts "value +/- width" (or the sign ±) in two. */
static bool spread_cut(struct text t, struct text *value, struct text *width)
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

static bool width_is_sane(const struct reading *r, struct text t, const struct quantity *q)
{
    if (q->half_width >= 0 && isfinite(q->half_width)) return true;
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
        q->spread = SPREAD_RELATIVE;
        q->half_width = value / 100;
        return width_is_sane(r, t, q);
    }
    if (!unit_read(&w, unit, &u) || !to_si(&w, t, &u, value, &q->half_width)) return false;
    if (strcmp(u.currency, q->currency) != 0) return refuse_unit(r, unit, &u);
    q->spread = SPREAD_ABSOLUTE;
    return width_is_sane(r, t, q);
}

bool quantity_read(const struct reading *r, struct text t, struct quantity *q)
{
    struct text value, width, unit;
    struct unit u;
    double number;
    *q = (struct quantity){.spread = SPREAD_NONE};
    bool has_width = spread_cut(t, &value, &width);
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
