#include <math.h>
#include <string.h>

#include "input/param.h"

/* Fields back to the text a user would write. */

static const void *field_of(const struct param *p, const void *object)
{
    return (const char *)object + p->at;
}

static struct unit unit_of(const char *text)
{
    struct unit u;
    if (!text || !unit_parse(text_of(text), &u, NULL)) (void)unit_parse(text_of(""), &u, NULL);
    return u;
}

static bool reads_back(const struct unit *u, double value, double si)
{
    double back = unit_to_si(u, value);
    return !(back < si) && !(back > si);
}

/* The value in the unit whose reading gives si again to the last bit: the one
   of few digits if it does, else a neighbour of the quotient; the quotient
   itself where the unit's doubles lie too wide apart to hit si. */
static double value_in(const struct unit *u, double si)
{
    double plain = unit_from_si(u, si), up = plain, down = plain, near_value;
    for (int digits = 12; digits <= 15; digits++) {
        double scale = pow(10, digits - 1 - floor(log10(fmax(fabs(plain), 1e-300))));
        near_value = round(plain * scale) / scale;
        if (isfinite(near_value) && reads_back(u, near_value, si)) return near_value;
    }
    for (int i = 0; i < 64; i++) {
        if (reads_back(u, up, si)) return up;
        if (reads_back(u, down, si)) return down;
        up = nextafter(up, HUGE_VAL);
        down = nextafter(down, -HUGE_VAL);
    }
    return plain;
}

static void add_number(struct builder *b, const struct unit *u, double si)
{
    char out[TEXT_NUMBER_CAP];
    builder_text(b, text_shortest(out, value_in(u, si)));
}

static void add_unit(struct builder *b, const char *unit)
{
    if (unit && unit[0]) builder_format(b, " %s", unit);
}

static void print_quantity(struct builder *b, const char *unit, double si)
{
    struct unit u = unit_of(unit);
    add_number(b, &u, si);
    add_unit(b, unit);
}

/* "money/kWh" with the currency in place of money. */
static const char *price_unit(const char *unit, const char *currency, struct arena *a)
{
    const char *at = strstr(unit, "money");
    if (!at) return unit;
    return arena_format(a, "%.*s%s%s", (int)(at - unit), unit, currency, at + strlen("money"));
}

static void print_reals(struct builder *b, const struct param *p, const struct reals *r)
{
    struct unit u = unit_of(p->unit);
    for (int i = 0; i < r->n; i++) {
        if (i) builder_text(b, ", ");
        add_number(b, &u, r->v[i]);
    }
    add_unit(b, p->unit);
}

static void print_curve(struct builder *b, const struct param *p, const struct points *c)
{
    struct text x, y = text_cut(text_of(p->unit), ';', &x, NULL);
    const char *unit_x = arena_text(b->arena, x.s, x.n);
    const char *unit_y = arena_text(b->arena, y.s, y.n);
    for (int i = 0; i < c->n; i++) {
        if (i) builder_text(b, ", ");
        print_quantity(b, unit_x, c->x[i]);
        builder_text(b, ": ");
        print_quantity(b, unit_y, c->y[i]);
    }
}

static void print_refs(struct builder *b, const struct ref_list *l)
{
    for (int i = 0; i < l->n; i++) builder_format(b, "%s%s", i ? ", " : "", l->ref[i].name);
}

static void print_texts(struct builder *b, const struct text_list *l)
{
    for (int i = 0; i < l->n; i++) builder_format(b, "%s%s", i ? ", " : "", l->s[i]);
}

static void print_hours(struct builder *b, const struct hours *h)
{
    bool any = false;
    for (int i = 0; i < 24; i++) any |= h->in[i];
    if (h->given && !any) builder_text(b, "none");
    for (int begin = 0; begin < 24; begin++) {
        if (!h->in[begin]) continue;
        int end = begin;
        while (end < 24 && h->in[end]) end++;
        builder_format(b, "%s%d-%d", b->n ? ", " : "", begin, end);
        begin = end;
    }
}

static void print_count(struct builder *b, const struct param *p, int count)
{
    if (count == PARAM_NO_COUNT) return;
    builder_format(b, "%d", count);
    add_unit(b, p->unit);
}

static void print_money(struct builder *b, const struct param *p, const struct money *m)
{
    if (isnan(m->amount)) return;
    print_quantity(b, price_unit(p->unit, m->currency, b->arena), m->amount);
}

static void print_word(struct builder *b, const struct param *p, int word)
{
    if (word >= 0) builder_text(b, p->words[word]);
}

static void print_voltage(struct builder *b, const struct param *p, const struct voltage *v)
{
    if (isnan(v->v)) return;
    print_quantity(b, p->unit, v->v);
    if (v->basis != VOLTAGE_BARE) builder_text(b, v->basis == VOLTAGE_LL ? " LL" : " LN");
}

static void print_date(struct builder *b, const struct date *d)
{
    if (d->year) builder_format(b, "%04d-%02d-%02d", d->year, d->month, d->day);
}

const char *param_print(const struct param *p, const void *object, struct arena *a)
{
    const void *field = field_of(p, object);
    struct builder b = builder_new(a);
    switch (p->type) {
    case PARAM_REAL:
        if (!isnan(*(const double *)field)) print_quantity(&b, p->unit, *(const double *)field);
        break;
    case PARAM_COUNT: print_count(&b, p, *(const int *)field); break;
    case PARAM_FLAG: builder_text(&b, *(const bool *)field ? "yes" : "no"); break;
    case PARAM_WORD: print_word(&b, p, *(const int *)field); break;
    case PARAM_TEXT: {
        const char *s = *(const char *const *)field;
        if (s) builder_text(&b, s);
        break;
    }
    case PARAM_REF:
    case PARAM_REFS: print_refs(&b, field); break;
    case PARAM_REALS:
        if (((const struct reals *)field)->n) print_reals(&b, p, field);
        break;
    case PARAM_TEXTS: print_texts(&b, field); break;
    case PARAM_CURVE: print_curve(&b, p, field); break;
    case PARAM_HOURS: print_hours(&b, field); break;
    case PARAM_DATE: print_date(&b, field); break;
    case PARAM_MONEY: print_money(&b, p, field); break;
    case PARAM_VOLTAGE: print_voltage(&b, p, field); break;
    }
    return b.n ? b.s : NULL;
}

/* The unit a half-width is written in.  For a percentage not "%", which would
   read as relative. */
static const char *width_unit(const struct param *p, const void *object, struct arena *a)
{
    const char *unit = p->unit && p->type == PARAM_CURVE ? strchr(p->unit, ';') + 1 : p->unit;
    struct unit u = unit_of(unit);
    if (u.is_absolute_temperature) return "K";
    if (unit && strcmp(unit, "%") == 0) return "ppm";
    if (p->type != PARAM_MONEY) return unit;
    return price_unit(p->unit, ((const struct money *)field_of(p, object))->currency, a);
}

static const char *own_unit(const struct param *p, const void *object, struct arena *a)
{
    if (p->type != PARAM_MONEY) return p->unit;
    return price_unit(p->unit, ((const struct money *)field_of(p, object))->currency, a);
}

/* "normal(3.2 kW, 0.1 kW)". */
static void print_form(struct builder *b, const struct param *p, const void *object,
                       const struct spread *x)
{
    static const struct unit percent = {.factor = 0.01};
    static const char *const words[] = {[SPREAD_NORMAL] = "normal",
                                        [SPREAD_UNIFORM] = "uniform",
                                        [SPREAD_TRIANGULAR] = "triangular",
                                        [SPREAD_LOGNORMAL] = "lognormal"};
    const char *unit = own_unit(p, object, b->arena);
    builder_format(b, "%s(", words[x->kind]);
    print_quantity(b, unit, x->a);
    builder_text(b, ", ");
    if (x->kind == SPREAD_LOGNORMAL) {
        add_number(b, &percent, x->b);
        builder_text(b, " %");
    } else if (x->kind == SPREAD_NORMAL)
        print_quantity(b, width_unit(p, object, b->arena), x->b);
    else
        print_quantity(b, unit, x->b);
    if (x->kind == SPREAD_TRIANGULAR) {
        builder_text(b, ", ");
        print_quantity(b, unit, x->c);
    }
    builder_text(b, ")");
}

static bool is_form(const struct provenance *from)
{
    return from->spread.kind >= SPREAD_NORMAL;
}

const char *param_print_spread(const struct param *p, const void *object,
                               const struct provenance *from, struct arena *a)
{
    static const struct unit percent = {.factor = 0.01};
    struct builder b = builder_new(a);
    if (from->spread.kind == SPREAD_NONE) return b.s;
    builder_text(&b, is_form(from) ? ", " : " +/- ");
    if (is_form(from))
        print_form(&b, p, object, &from->spread);
    else if (from->spread.kind == SPREAD_RELATIVE) {
        add_number(&b, &percent, from->spread.a);
        builder_text(&b, " %");
    } else
        print_quantity(&b, width_unit(p, object, a), from->spread.a);
    return b.s;
}

/* " LL" of a voltage. */
static const char *lines_of(const struct param *p, const void *object)
{
    if (p->type != PARAM_VOLTAGE) return "";
    const struct voltage *v = field_of(p, object);
    return v->basis == VOLTAGE_LL ? " LL" : v->basis == VOLTAGE_LN ? " LN" : "";
}

const char *param_print_uncertain(const struct param *p, const void *object,
                                  const struct provenance *from, struct arena *a)
{
    const char *value = param_print(p, object, a), *lines = lines_of(p, object);
    if (!value || from->spread.kind == SPREAD_NONE) return value;
    struct builder b = builder_new(a);
    if (is_form(from))
        print_form(&b, p, object, &from->spread);
    else {
        builder_add(&b, value, strlen(value) - strlen(lines));
        builder_text(&b, param_print_spread(p, object, from, a));
    }
    builder_text(&b, lines);
    return b.s;
}

const char *param_print_number(const struct param *p, const void *object, double si,
                               struct arena *a)
{
    struct unit u = unit_of(p->unit);
    double value = unit_from_si(&u, si);
    const char *unit = own_unit(p, object, a);
    if (p->type == PARAM_COUNT) value = round(value);
    return arena_format(a, "%.12g%s%s%s", value, unit && unit[0] ? " " : "", unit ? unit : "",
                        lines_of(p, object));
}

double param_value(const struct param *p, const void *object)
{
    const void *field = field_of(p, object);
    struct unit u = unit_of(p->unit);
    if (p->type == PARAM_REAL) return unit_from_si(&u, *(const double *)field);
    if (p->type == PARAM_VOLTAGE) return unit_from_si(&u, ((const struct voltage *)field)->v);
    if (p->type == PARAM_MONEY) return unit_from_si(&u, ((const struct money *)field)->amount);
    if (p->type == PARAM_COUNT && *(const int *)field != PARAM_NO_COUNT) return *(const int *)field;
    return (double)NAN;
}
