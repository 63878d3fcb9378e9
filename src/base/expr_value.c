/* Values of expressions. */

#include "base/expr.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/cash.h"
#include "base/elementary.h"
#include "base/expr_inner.h"

static struct expr_value number_value(double x)
{
    /* Overflow and division by zero are missing, not infinite. */
    return (struct expr_value){isfinite(x) ? x : (double)NAN, NULL};
}

static double compare(enum op op, struct expr_value a, struct expr_value b)
{
    if (a.text && b.text) {
        bool same = strcmp(a.text, b.text) == 0;
        return op == EQUAL ? same : op == NOT_EQUAL ? !same : (double)NAN;
    }
    if (isnan(a.number) || isnan(b.number)) return (double)NAN;
    switch (op) {
    case LESS: return a.number < b.number;
    case LESS_EQUAL: return a.number <= b.number;
    case GREATER: return a.number > b.number;
    case GREATER_EQUAL: return a.number >= b.number;
    case EQUAL: return !(a.number < b.number || a.number > b.number);
    default: return a.number < b.number || a.number > b.number;
    }
}

/* Whole powers by squares, as of years; no library, whose last bits hang on the processor. */
static double power(double x, double y)
{
    const double most = 1e9;
    if (trunc(y) < y || trunc(y) > y || fabs(y) > most) return x < 0 ? (double)NAN : pow_of(x, y);
    double product = 1, square = x;
    for (int n = (int)fabs(y); n; n /= 2, square *= square)
        if (n % 2) product *= square;
    return y < 0 ? 1 / product : product;
}

static double binary(enum op op, double a, double b)
{
    switch (op) {
    case ADD: return a + b;
    case SUBTRACT: return a - b;
    case MULTIPLY: return a * b;
    case DIVIDE: return a / b;
    case POWER: return isnan(a) || isnan(b) ? (double)NAN : power(a, b);
    default: return (double)NAN;
    }
}

static bool is_set(double x)
{
    return x < 0 || x > 0;
}

static double fold(enum function f, double sum, double x)
{
    if (isnan(sum) || isnan(x)) return (double)NAN;
    switch (f) {
    case F_MIN: return fmin(sum, x);
    case F_MAX: return fmax(sum, x);
    default: return sum + x;
    }
}

static const enum expr_reduce reduce_of[N_FUNCTION] = {
    [F_SUM] = EXPR_SUM,    [F_MIN] = EXPR_MIN,        [F_MAX] = EXPR_MAX,
    [F_MEAN] = EXPR_MEAN,  [F_MAX_BEFORE] = EXPR_MAX, [F_MAX_CYCLIC] = EXPR_MAX,
    [F_SUM_TO] = EXPR_SUM,
};

static bool fold_value(const struct expr *e, const struct expr_scope *scope, double *out,
                       const char **unknown)
{
    double sum = 0;
    for (int i = 0; i < e->n; i++) {
        struct expr_value v;
        if (!expr_value(e->arg[i], scope, &v, unknown)) return false;
        sum = i ? fold(e->function, sum, v.number) : v.number;
    }
    *out = e->function == F_MEAN ? sum / e->n : sum;
    return true;
}

static bool if_value(const struct expr *e, const struct expr_scope *scope, struct expr_value *out,
                     const char **unknown)
{
    struct expr_value condition;
    if (!expr_value(e->arg[0], scope, &condition, unknown)) return false;
    *out = number_value((double)NAN);
    if (isnan(condition.number)) return true;
    return expr_value(e->arg[is_set(condition.number) ? 1 : 2], scope, out, unknown);
}

/* The i-th of the values after the first argument, from 1; only that one is computed. */
static bool choose_value(const struct expr *e, const struct expr_scope *scope,
                         struct expr_value *out, const char **unknown)
{
    struct expr_value which;
    if (!expr_value(e->arg[0], scope, &which, unknown)) return false;
    *out = number_value((double)NAN);
    if (!(which.number >= 1 && which.number < e->n)) return true;
    return expr_value(e->arg[(int)which.number], scope, out, unknown);
}

/* The last digits that binary keeps of a decimal fraction do not decide: what shows as
   a whole number, or a half, is one, as in spreadsheets. */
static double floored(double x)
{
    return floor(x + 4 * DBL_EPSILON * fabs(x));
}

static double rounded(double x, double digits)
{
    double scale = power(10, trunc(digits));
    return copysign(floored(fabs(x * scale) + 0.5) / scale, x);
}

static double scalar_call(enum function f, const double x[3])
{
    switch (f) {
    case F_ABS: return fabs(x[0]);
    case F_SQRT: return sqrt(x[0]);
    case F_EXP: return exp_of(x[0]);
    case F_LN: return log_of(x[0]);
    case F_FLOOR: return floored(x[0]);
    case F_ROUND: return rounded(x[0], x[1]);
    case F_PMT: return cash_payment(x[0], x[1], x[2]);
    default: return (double)NAN;
    }
}

static bool scalar_value(const struct expr *e, const struct expr_scope *scope, double *out,
                         const char **unknown)
{
    double x[3] = {0, 0, 0};
    bool missing = false;
    for (int i = 0; i < e->n; i++) {
        struct expr_value v;
        if (!expr_value(e->arg[i], scope, &v, unknown)) return false;
        x[i] = v.number;
        missing = missing || isnan(v.number);
    }
    *out = missing ? (double)NAN : scalar_call(e->function, x);
    return true;
}

struct row { /* an argument taken whole */
    const struct expr_scope *scope;
    const char *name;
    int size;
};

static struct expr_value value_at(const struct row *r, int i)
{
    return r->scope->item(r->scope->context, r->name, i);
}

static double item_of(void *context, int i)
{
    return value_at(context, i).number;
}

static double matched(const struct row *r, struct expr_value wanted)
{
    for (int i = 0; i < r->size; i++)
        if (is_set(compare(EQUAL, value_at(r, i), wanted))) return i + 1;
    return (double)NAN;
}

/* x: what the argument that is no row came to. */
static double row_call(enum function f, struct row row[2], struct expr_value v)
{
    double x = v.number;
    struct cash_flow flow = {row[0].size, item_of, &row[0]};
    double sum = 0;
    switch (f) {
    case F_FIRST: return item_of(&row[0], 0);
    case F_PICK: return x >= 1 && x < row[0].size + 1 ? item_of(&row[0], (int)x - 1) : (double)NAN;
    case F_MATCH: return matched(&row[0], v);
    case F_NPV: return cash_npv(&flow, x);
    case F_IRR: return isnan(x) ? (double)NAN : cash_irr(&flow); /* x: where Excel starts */
    default:
        for (int i = 0; i < row[0].size; i++) sum += item_of(&row[0], i) * item_of(&row[1], i);
        return sum;
    }
}

/* Rows of different length have no product. */
static bool row_value(const struct expr *e, const struct expr_scope *scope, double *out,
                      const char **unknown)
{
    struct row row[2];
    int n = 0;
    struct expr_value v = {0, NULL};
    for (int i = 0; i < e->n; i++) {
        if (expr_functions[e->function].rows >> i & 1u) {
            const char *name = *unknown = e->arg[i]->text;
            int size = scope->size ? scope->size(scope->context, name) : -1;
            if (size < 1 || (n && size != row[0].size)) return false;
            row[n++] = (struct row){scope, name, size};
        } else if (!expr_value(e->arg[i], scope, &v, unknown)) {
            return false;
        }
    }
    *out = row_call(e->function, row, v);
    return true;
}

static bool call_value(const struct expr *e, const struct expr_scope *scope, struct expr_value *out,
                       const char **unknown)
{
    enum function f = e->function;
    double x = (double)NAN;
    bool known;
    if (f == F_IF) return if_value(e, scope, out, unknown);
    if (f == F_CHOOSE) return choose_value(e, scope, out, unknown);
    if (expr_may_reduce(e) && scope->reduce &&
        scope->reduce(scope->context, e->arg[0]->text, reduce_of[f], expr_window_of(e), &x)) {
        *out = number_value(x);
        return true;
    }
    if (expr_is_window(f) || f == F_SUM_TO) {
        *unknown = e->arg[0]->text;
        return false;
    }
    if (expr_functions[f].rows)
        known = row_value(e, scope, &x, unknown);
    else if (f == F_SUM || f == F_MEAN || f == F_MIN || f == F_MAX || f == F_MISSING)
        known = fold_value(e, scope, &x, unknown);
    else
        known = scalar_value(e, scope, &x, unknown);
    if (known) *out = number_value(f == F_MISSING ? isnan(x) : x);
    return known;
}

/* What one side settles, a missing other side does not undo: no and x is no, yes or x
   is yes. */
static double join(enum op op, double a, double b)
{
    bool settles = op == OR;
    if ((!isnan(a) && is_set(a) == settles) || (!isnan(b) && is_set(b) == settles)) return settles;
    return isnan(a) || isnan(b) ? (double)NAN : !settles;
}

static bool operator_value(const struct expr *e, const struct expr_scope *scope,
                           struct expr_value *out, const char **unknown)
{
    struct expr_value v[2] = {{0, NULL}, {0, NULL}};
    for (int i = 0; i < e->n; i++)
        if (!expr_value(e->arg[i], scope, &v[i], unknown)) return false;
    double a = v[0].number, b = v[1].number, x;
    bool missing = isnan(a) || isnan(b);
    if (e->op == NEGATE)
        x = -a;
    else if (e->op >= LESS && e->op <= NOT_EQUAL)
        x = compare(e->op, v[0], v[1]);
    else if (e->op == NOT)
        x = missing ? (double)NAN : !is_set(a);
    else if (e->op == AND || e->op == OR)
        x = join(e->op, a, b);
    else
        x = binary(e->op, a, b);
    *out = number_value(x);
    return true;
}

bool expr_value(const struct expr *e, const struct expr_scope *scope, struct expr_value *out,
                const char **unknown)
{
    switch (e->op) {
    case NUMBER: *out = number_value(e->number); return true;
    case STRING: *out = (struct expr_value){(double)NAN, e->text}; return true;
    case NAME: *unknown = e->text; return scope->value(scope->context, e->text, out);
    case CALL: return call_value(e, scope, out, unknown);
    default: return operator_value(e, scope, out, unknown);
    }
}

/* ---- how far from turning --------------------------------------------------- */

static double comparison_slack(enum op op, struct expr_value a, struct expr_value b)
{
    if (a.text || b.text) return compare(op, a, b) > 0 ? 1 : -1;
    switch (op) {
    case LESS:
    case LESS_EQUAL: return b.number - a.number;
    case GREATER:
    case GREATER_EQUAL: return a.number - b.number;
    case EQUAL: return -fabs(a.number - b.number);
    default: return fabs(a.number - b.number);
    }
}

static bool pair_slack(const struct expr *e, const struct expr_scope *scope, double *out,
                       const char **unknown)
{
    double a, b;
    if (!expr_slack(e->arg[0], scope, &a, unknown) || !expr_slack(e->arg[1], scope, &b, unknown))
        return false;
    /* Of a number and NaN these are the number, which settles it or, as in join, does not. */
    *out = e->op == AND ? fmin(a, b) : fmax(a, b);
    bool settles = e->op == AND ? *out < 0 : *out >= 0;
    if ((isnan(a) || isnan(b)) && !settles) *out = (double)NAN;
    return true;
}

bool expr_slack(const struct expr *e, const struct expr_scope *scope, double *out,
                const char **unknown)
{
    struct expr_value v[2];
    if (e->op == AND || e->op == OR) return pair_slack(e, scope, out, unknown);
    if (e->op == NOT) {
        if (!expr_slack(e->arg[0], scope, out, unknown)) return false;
        *out = -*out;
        return true;
    }
    if (e->op >= LESS && e->op <= NOT_EQUAL) {
        for (int i = 0; i < 2; i++)
            if (!expr_value(e->arg[i], scope, &v[i], unknown)) return false;
        *out = comparison_slack(e->op, v[0], v[1]);
        return true;
    }
    if (!expr_value(e, scope, &v[0], unknown)) return false;
    *out = isnan(v[0].number) ? (double)NAN : is_set(v[0].number) ? 1 : -1;
    return true;
}
