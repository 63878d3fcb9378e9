#include "plan/spread.h"

#include <math.h>
#include <string.h>

#include "base/draw.h"
#include "base/elementary.h"
#include "base/unit.h"

static bool is_list(const struct param *p)
{
    return p->type == PARAM_REALS || p->type == PARAM_CURVE;
}

static double field_si(const struct param *p, const void *object, const struct unit *u)
{
    const void *field = (const char *)object + p->at;
    switch (p->type) {
    case PARAM_REAL: return *(const double *)field;
    case PARAM_MONEY: return ((const struct money *)field)->amount;
    case PARAM_VOLTAGE: return ((const struct voltage *)field)->v;
    case PARAM_COUNT: {
        int count = *(const int *)field;
        return count == PARAM_NO_COUNT ? (double)NAN : unit_to_si(u, count);
    }
    default: return (double)NAN;
    }
}

/* The numbers of a list, of a curve its second ones. */
static struct reals numbers_of(const struct param *p, const void *object)
{
    const void *field = (const char *)object + p->at;
    if (p->type == PARAM_REALS) return *(const struct reals *)field;
    const struct points *c = field;
    return (struct reals){c->n, c->y};
}

static struct unit unit_of(const struct param *p)
{
    struct unit u;
    const char *unit = p->unit ? p->unit : "";
    if (p->type == PARAM_CURVE)
        while (*unit && *unit++ != ';') continue;
    if (!unit_parse(text_of(unit), &u, NULL)) (void)unit_parse(text_of(""), &u, NULL);
    return u;
}

static bool has_bounds(const struct param *p)
{
    return p->min < 0 || p->min > 0 || p->max < 0 || p->max > 0;
}

/* How far all numbers of a list can be off until the first of them meets a bound. */
static void bound_list(struct distribution *d, struct reals list)
{
    bool is_share = d->spread.kind == SPREAD_RELATIVE;
    double low = -HUGE_VAL, high = HUGE_VAL;
    for (int i = 0; i < list.n; i++) {
        double v = list.v[i], per = is_share ? fabs(v) : 1;
        if (!(per > 0)) continue;
        double down = (d->low - v) / per, up = (d->high - v) / per;
        if (is_share && v < 0) {
            double other = down;
            down = -up;
            up = -other;
        }
        low = fmax(low, down);
        high = fmin(high, up);
    }
    d->low = low;
    d->high = high;
}

/* ---- without bounds -------------------------------------------------------------- */

static double normal_sd(const struct distribution *d)
{
    const struct spread *x = &d->spread;
    if (x->kind == SPREAD_NORMAL) return x->b;
    if (x->kind == SPREAD_ABSOLUTE || is_list(d->param)) return x->a / 2;
    return fabs(d->centre) * x->a / 2;
}

static double triangular_below(const struct spread *x, double v)
{
    if (!(v > x->a)) return 0;
    if (v >= x->c) return 1;
    double all = x->c - x->a;
    if (v <= x->b) return (v - x->a) * (v - x->a) / (all * (x->b - x->a));
    return 1 - (x->c - v) * (x->c - v) / (all * (x->c - x->b));
}

static double triangular_at(const struct spread *x, double p)
{
    double all = x->c - x->a, up = x->b - x->a;
    if (p * all <= up) return x->a + sqrt(p * all * up);
    return x->c - sqrt((1 - p) * all * (x->c - x->b));
}

static double below(const struct distribution *d, double v)
{
    const struct spread *x = &d->spread;
    if (isinf(v)) return v < 0 ? 0 : 1;
    switch (x->kind) {
    case SPREAD_UNIFORM: return fmin(fmax((v - x->a) / (x->b - x->a), 0), 1);
    case SPREAD_TRIANGULAR: return triangular_below(x, v);
    case SPREAD_LOGNORMAL:
        return v > 0 ? normal_below((log_of(v) - log_of(x->a)) / log1p_of(x->b)) : 0;
    default: return normal_below((v - d->centre) / normal_sd(d));
    }
}

static double value_at(const struct distribution *d, double p)
{
    const struct spread *x = &d->spread;
    switch (x->kind) {
    case SPREAD_UNIFORM: return x->a + p * (x->b - x->a);
    case SPREAD_TRIANGULAR: return triangular_at(x, p);
    case SPREAD_LOGNORMAL: return x->a * exp_of(log1p_of(x->b) * normal_quantile(p));
    default: return d->centre + normal_sd(d) * normal_quantile(p);
    }
}

/* ---- cut at the bounds ------------------------------------------------------------- */

static bool varies(const struct distribution *d)
{
    const struct spread *x = &d->spread;
    if (x->kind == SPREAD_NONE || isnan(d->centre)) return false;
    if (x->kind == SPREAD_UNIFORM || x->kind == SPREAD_TRIANGULAR) return true;
    return x->kind == SPREAD_LOGNORMAL ? x->b > 0 : normal_sd(d) > 0;
}

bool distribution_of(const struct param *p, const void *object, const struct provenance *from,
                     struct distribution *out)
{
    if (from->spread.kind == SPREAD_NONE) return false;
    struct unit u = unit_of(p);
    struct distribution d = {
        .spread = from->spread, .param = p, .low = -HUGE_VAL, .high = HUGE_VAL};
    if (has_bounds(p)) {
        d.low = unit_to_si(&u, p->min);
        d.high = unit_to_si(&u, p->max);
    }
    d.centre = is_list(p) ? 0 : field_si(p, object, &u);
    if (is_list(p)) {
        struct reals list = numbers_of(p, object);
        if (!list.n) return false;
        bound_list(&d, list);
    }
    /* What rounds to a whole number is that number, at the ends, too. */
    double half = p->type == PARAM_COUNT ? 0.5 * (unit_to_si(&u, 1) - unit_to_si(&u, 0)) : 0;
    if (d.spread.kind == SPREAD_UNIFORM) {
        d.spread.a -= half;
        d.spread.b += half;
    }
    if (!varies(&d)) return false;
    d.p_low = below(&d, d.low - half);
    d.p_high = below(&d, d.high + half);
    *out = d;
    return true;
}

double distribution_quantile(const struct distribution *d, double p)
{
    double v = value_at(d, d->p_low + p * (d->p_high - d->p_low));
    if (d->param->type == PARAM_COUNT) {
        struct unit u = unit_of(d->param);
        v = unit_to_si(&u, round(unit_from_si(&u, v)));
    }
    return fmin(fmax(v, d->low), d->high); /* what rounding put beyond */
}

/* A list with all its numbers off. */
static const char *list_text(const struct distribution *d, const void *object, double off,
                             struct arena *a)
{
    const struct param *p = d->param;
    const void *field = (const char *)object + p->at;
    struct reals list = numbers_of(p, object);
    double *v = ARENA_ARRAY(a, double, (size_t)list.n);
    for (int i = 0; i < list.n; i++)
        v[i] = d->spread.kind == SPREAD_RELATIVE ? list.v[i] * (1 + off) : list.v[i] + off;
    struct param one = *p;
    one.at = 0;
    if (p->type == PARAM_REALS) return param_print(&one, &(struct reals){list.n, v}, a);
    const struct points *c = field;
    return param_print(&one, &(struct points){c->n, c->x, v}, a);
}

const char *distribution_text(const struct distribution *d, const void *object, double value,
                              struct arena *a)
{
    if (is_list(d->param)) return list_text(d, object, value, a);
    return param_print_number(d->param, object, value, a);
}

double distribution_number(const struct distribution *d, double value)
{
    struct unit u = unit_of(d->param);
    if (!is_list(d->param)) return unit_from_si(&u, value);
    return d->spread.kind == SPREAD_RELATIVE ? 100 * value : value / u.factor;
}

const char *distribution_unit(const struct distribution *d, const void *object, struct arena *a)
{
    struct unit u = unit_of(d->param);
    const char *unit = d->param->unit ? d->param->unit : "", *semicolon = strchr(unit, ';');
    if (is_list(d->param) && d->spread.kind == SPREAD_RELATIVE) return "%";
    if (is_list(d->param) && u.is_absolute_temperature) return "K";
    if (d->param->type != PARAM_MONEY) return semicolon ? semicolon + 1 : unit;
    const struct money *m = (const void *)((const char *)object + d->param->at);
    const char *money = strstr(unit, "money");
    return money ? arena_format(a, "%.*s%s%s", (int)(money - unit), unit, m->currency,
                                money + strlen("money"))
                 : unit;
}

bool distribution_ends(const struct param *p, const void *object, const struct provenance *from,
                       double *low, double *high)
{
    const double left_out = 0.025;
    struct distribution d;
    if (from->spread.kind < SPREAD_NORMAL || !distribution_of(p, object, from, &d)) return false;
    *low = distribution_quantile(&d, left_out);
    *high = distribution_quantile(&d, 1 - left_out);
    return true;
}

void spread_range(const struct spread *x, double value, double *low, double *high)
{
    struct distribution d = {.spread = *x, .centre = value};
    double half = (double)NAN;
    if (x->kind >= SPREAD_NORMAL) {
        *low = value_at(&d, 0.025);
        *high = value_at(&d, 0.975);
        return;
    }
    if (x->kind == SPREAD_RELATIVE) half = fabs(value) * x->a;
    if (x->kind == SPREAD_ABSOLUTE) half = x->a;
    *low = value - half;
    *high = value + half;
}
