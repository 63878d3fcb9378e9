/* Expressions: a recursive-descent parser, an evaluator and an Excel printer
   over one tree. */

#include "base/expr.h"

#include <math.h>
#include <string.h>

#include "base/text.h"

enum op {
    NUMBER,
    STRING,
    NAME,
    NEGATE,
    ADD,
    SUBTRACT,
    MULTIPLY,
    DIVIDE,
    POWER,
    LESS,
    LESS_EQUAL,
    GREATER,
    GREATER_EQUAL,
    EQUAL,
    NOT_EQUAL,
    NOT,
    AND,
    OR,
    CALL
};

enum function {
    F_ABS,
    F_SQRT,
    F_EXP,
    F_LN,
    F_MIN,
    F_MAX,
    F_SUM,
    F_MEAN,
    F_IF,
    F_MISSING,
    F_MAX_BEFORE,
    F_MAX_CYCLIC,
    N_FUNCTION
};

struct function_row {
    const char *name, *excel;
    int min_args, max_args;
};

/* max_before(name, n): greatest of the n columns before this one (0 if none);
   max_cyclic(name, n): the same with the year taken as a ring. */
static const struct function_row functions[N_FUNCTION] = {
    [F_ABS] = {"abs", "ABS", 1, 1},
    [F_SQRT] = {"sqrt", "SQRT", 1, 1},
    [F_EXP] = {"exp", "EXP", 1, 1},
    [F_LN] = {"ln", "LN", 1, 1},
    [F_MIN] = {"min", "MIN", 1, 16},
    [F_MAX] = {"max", "MAX", 1, 16},
    [F_SUM] = {"sum", "SUM", 1, 16},
    [F_MEAN] = {"mean", "AVERAGE", 1, 16},
    [F_IF] = {"if", "IF", 3, 3},
    [F_MISSING] = {"missing", "ISNUMBER", 1, 1},
    [F_MAX_BEFORE] = {"max_before", "MAX", 2, 2},
    [F_MAX_CYCLIC] = {"max_cyclic", "MAX", 2, 2},
};

/* The limits keep recursion over the tree shallow. */
enum { MAX_ARGS = 16, MAX_DEPTH = 200, MAX_TEXT = 4000 };

struct expr {
    enum op op;
    enum function function;
    double number;
    const char *text; /* NAME, STRING */
    int column;       /* from 0, in the text */
    int n;
    struct expr *arg[MAX_ARGS];
};

/* ---- reading ---- */

enum token { T_END, T_NUMBER, T_STRING, T_NAME, T_OP, T_BAD };

struct parser {
    const char *text, *at; /* at: beyond the current token */
    enum token token;
    const char *start;
    size_t length;
    struct place where;
    int depth;
    bool failed;
    struct arena *arena;
    struct diags *diags;
};

static struct place place_at(struct place where, int column)
{
    if (where.col > 0) where.col += column;
    return where;
}

/* Only the first error of an expression is told. */
static bool fails(struct parser *p)
{
    bool first = !p->failed;
    p->failed = true;
    return first;
}

static struct place token_place(const struct parser *p)
{
    return place_at(p->where, (int)(p->start - p->text));
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_name_start(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static size_t number_length(const char *s)
{
    size_t n = 0;
    while (is_digit(s[n]) || s[n] == '.') n++;
    if (s[n] == 'e' || s[n] == 'E') {
        size_t exponent = n + 1;
        if (s[exponent] == '+' || s[exponent] == '-') exponent++;
        if (is_digit(s[exponent])) {
            n = exponent;
            while (is_digit(s[n])) n++;
        }
    }
    return n;
}

static size_t operator_length(const char *s)
{
    static const char *const two[] = {"<=", ">=", "==", "!=", "<>"};
    for (size_t i = 0; i < sizeof two / sizeof *two; i++)
        if (strncmp(s, two[i], 2) == 0) return 2;
    return strchr("+-*/^()<>=,", *s) ? 1 : 0;
}

static void next(struct parser *p)
{
    while (*p->at == ' ' || *p->at == '\t' || *p->at == '\n') p->at++;
    const char *s = p->start = p->at;
    p->token = T_BAD;
    p->length = 1;
    if (!*s) {
        p->token = T_END;
        p->length = 0;
    } else if (is_digit(*s) || (*s == '.' && is_digit(s[1]))) {
        p->token = T_NUMBER;
        p->length = number_length(s);
    } else if (is_name_start(*s)) {
        p->token = T_NAME;
        while (is_name_start(s[p->length]) || is_digit(s[p->length]) || s[p->length] == '.')
            p->length++;
    } else if (*s == '"') {
        while (s[p->length] && s[p->length] != '"') p->length++;
        p->token = s[p->length] ? T_STRING : T_BAD;
        p->length += s[p->length] ? 1 : 0;
    } else if (operator_length(s)) {
        p->token = T_OP;
        p->length = operator_length(s);
    }
    p->at = s + p->length;
}

static bool token_is(const struct parser *p, const char *s)
{
    return (p->token == T_OP || p->token == T_NAME) && strlen(s) == p->length &&
           memcmp(p->start, s, p->length) == 0;
}

static bool take(struct parser *p, const char *s)
{
    bool is = token_is(p, s);
    if (is) next(p);
    return is;
}

static struct expr *node(struct parser *p, enum op op, struct expr *a, struct expr *b)
{
    struct expr *e = ARENA_ARRAY(p->arena, struct expr, 1);
    e->op = op;
    e->column = a ? a->column : (int)(p->start - p->text);
    e->arg[0] = a;
    e->arg[1] = b;
    e->n = (a != NULL) + (b != NULL);
    return e;
}

static struct expr *parse_any(struct parser *p);

static void unexpected(struct parser *p)
{
    if (!fails(p)) return;
    if (p->token == T_END)
        diag_error(p->diags, DIAG_INPUT, token_place(p), NULL,
                   "the expression ends where a value is missing");
    else
        diag_error(p->diags, DIAG_INPUT, token_place(p), NULL, "'%s' is not expected here",
                   arena_text(p->arena, p->start, p->length));
}

static int function_find(const char *name)
{
    for (int i = 0; i < N_FUNCTION; i++)
        if (strcmp(functions[i].name, name) == 0) return i;
    return -1;
}

static void unknown_function(struct parser *p, const char *name)
{
    const char *names[N_FUNCTION];
    for (int i = 0; i < N_FUNCTION; i++) names[i] = functions[i].name;
    const char *near = text_nearest(name, names, N_FUNCTION);
    const char *hint = near ? arena_format(p->arena, "did you mean '%s'?", near) : NULL;
    if (fails(p))
        diag_error(p->diags, DIAG_INPUT, token_place(p), hint, "unknown function '%s'", name);
}

/* The window functions take a name and a whole number: the Excel text is a
   range, which cannot depend on a cell. */
static bool arguments_fit(const struct expr *e)
{
    const struct function_row *f = &functions[e->function];
    if (e->n < f->min_args || e->n > f->max_args) return false;
    if (e->function != F_MAX_BEFORE && e->function != F_MAX_CYCLIC) return true;
    const struct expr *n = e->arg[1];
    return e->arg[0]->op == NAME && n->op == NUMBER && n->number >= 1 && n->number <= 1000 &&
           n->number == floor(n->number);
}

static struct expr *parse_call(struct parser *p, struct expr *e)
{
    const char *start = p->start;
    int f = function_find(e->text);
    e->op = CALL;
    if (f < 0) {
        p->start = p->text + e->column;
        unknown_function(p, e->text);
        return e;
    }
    e->function = (enum function)f;
    next(p);
    while (!p->failed && !token_is(p, ")")) {
        if (e->n == MAX_ARGS || (e->n && !take(p, ","))) {
            unexpected(p);
            break;
        }
        e->arg[e->n++] = parse_any(p);
    }
    if (!take(p, ")")) unexpected(p);
    if (!p->failed && !arguments_fit(e)) {
        p->start = start;
        p->failed = true;
        diag_error(p->diags, DIAG_INPUT, token_place(p), NULL,
                   "the arguments do not fit the function '%s'", e->text);
    }
    return e;
}

static struct expr *parse_number(struct parser *p)
{
    struct expr *e = node(p, NUMBER, NULL, NULL);
    struct text t = {p->start, p->length};
    if (!text_number(t, &e->number) && fails(p))
        diag_error(p->diags, DIAG_INPUT, token_place(p), NULL, "'%s' is not a number",
                   arena_text(p->arena, t.s, t.n));
    next(p);
    if (p->token == T_NAME && p->start == t.s + t.n) unexpected(p);
    return e;
}

static struct expr *parse_primary(struct parser *p)
{
    if (p->token == T_NUMBER) return parse_number(p);
    struct expr *e = node(p, NAME, NULL, NULL);
    if (p->token == T_STRING) {
        e->op = STRING;
        e->text = arena_text(p->arena, p->start + 1, p->length - 2);
        next(p);
    } else if (p->token == T_NAME && !token_is(p, "and") && !token_is(p, "or")) {
        e->text = arena_text(p->arena, p->start, p->length);
        next(p);
        if (token_is(p, "(")) return parse_call(p, e);
    } else if (take(p, "(")) {
        e = parse_any(p);
        if (!take(p, ")")) unexpected(p);
    } else {
        unexpected(p);
    }
    return e;
}

static struct expr *parse_unary(struct parser *p);

static struct expr *parse_power(struct parser *p)
{
    struct expr *e = parse_primary(p);
    return take(p, "^") ? node(p, POWER, e, parse_unary(p)) : e;
}

static bool deeper(struct parser *p)
{
    if (!p->failed && ++p->depth <= MAX_DEPTH) return true;
    if (fails(p))
        diag_error(p->diags, DIAG_INPUT, token_place(p), NULL,
                   "the expression is nested too deeply");
    return false;
}

static struct expr *parse_unary(struct parser *p)
{
    if (!deeper(p)) return node(p, NUMBER, NULL, NULL);
    struct expr *e;
    int column = (int)(p->start - p->text);
    if (take(p, "-")) {
        e = node(p, NEGATE, parse_unary(p), NULL);
        e->column = column;
    } else if (take(p, "+")) {
        e = parse_unary(p);
    } else {
        e = parse_power(p);
    }
    p->depth--;
    return e;
}

enum { LEVEL_OR, LEVEL_AND, LEVEL_COMPARISON, LEVEL_SUM, LEVEL_PRODUCT, N_LEVEL };

/* Left-associative operators, weakest first; not stands between and and the
   comparisons, signs and powers bind tighter than all. */
static const struct {
    const char *sign;
    int level;
    enum op op;
} binaries[] = {
    {"or", LEVEL_OR, OR},
    {"and", LEVEL_AND, AND},
    {"<", LEVEL_COMPARISON, LESS},
    {"<=", LEVEL_COMPARISON, LESS_EQUAL},
    {">", LEVEL_COMPARISON, GREATER},
    {">=", LEVEL_COMPARISON, GREATER_EQUAL},
    {"=", LEVEL_COMPARISON, EQUAL},
    {"==", LEVEL_COMPARISON, EQUAL},
    {"!=", LEVEL_COMPARISON, NOT_EQUAL},
    {"<>", LEVEL_COMPARISON, NOT_EQUAL},
    {"+", LEVEL_SUM, ADD},
    {"-", LEVEL_SUM, SUBTRACT},
    {"*", LEVEL_PRODUCT, MULTIPLY},
    {"/", LEVEL_PRODUCT, DIVIDE},
};
enum { N_BINARY = sizeof binaries / sizeof *binaries };

static struct expr *parse_level(struct parser *p, int level);

static struct expr *parse_not(struct parser *p)
{
    int column = (int)(p->start - p->text);
    if (!deeper(p)) return node(p, NUMBER, NULL, NULL);
    struct expr *e;
    if (take(p, "not")) {
        e = node(p, NOT, parse_not(p), NULL);
        e->column = column;
    } else {
        e = parse_level(p, LEVEL_COMPARISON);
    }
    p->depth--;
    return e;
}

static struct expr *parse_below(struct parser *p, int level)
{
    return level == LEVEL_AND       ? parse_not(p)
           : level == LEVEL_PRODUCT ? parse_unary(p)
                                    : parse_level(p, level + 1);
}

static struct expr *parse_level(struct parser *p, int level)
{
    struct expr *e = parse_below(p, level);
    for (int i = 0; i < N_BINARY && !p->failed;) {
        if (binaries[i].level == level && take(p, binaries[i].sign)) {
            e = node(p, binaries[i].op, e, parse_below(p, level));
            i = 0;
        } else {
            i++;
        }
    }
    return e;
}

static struct expr *parse_any(struct parser *p)
{
    return parse_level(p, LEVEL_OR);
}

struct expr *expr_parse(const char *text, struct place where, struct arena *a, struct diags *ds)
{
    struct parser p = {
        .text = text, .at = text, .start = text, .where = where, .arena = a, .diags = ds};
    if (strlen(text) > MAX_TEXT) {
        diag_error(ds, DIAG_INPUT, where, NULL, "the expression is longer than %d characters",
                   MAX_TEXT);
        return NULL;
    }
    next(&p);
    struct expr *e = parse_any(&p);
    if (!p.failed && p.token != T_END) unexpected(&p);
    return p.failed ? NULL : e;
}

/* ---- names ---- */

void expr_names(const struct expr *e, void (*visit)(void *context, const char *name, int column),
                void *context)
{
    if (e->op == NAME) visit(context, e->text, e->column);
    for (int i = 0; i < e->n; i++) expr_names(e->arg[i], visit, context);
}

struct check {
    const char *const *candidates;
    int n;
    struct place where;
    struct diags *diags;
    bool ok;
};

static void check_name(void *context, const char *name, int column)
{
    struct check *c = context;
    for (int i = 0; i < c->n; i++)
        if (strcmp(c->candidates[i], name) == 0) return;
    const char *near = text_nearest(name, c->candidates, c->n);
    diag_error(c->diags, DIAG_INPUT, place_at(c->where, column),
               near ? arena_format(c->diags->arena, "did you mean '%s'?", near) : NULL,
               "unknown name '%s'", name);
    c->ok = false;
}

bool expr_check_names(const struct expr *e, const char *const *candidates, int n,
                      struct place where, struct diags *ds)
{
    struct check c = {candidates, n, where, ds, true};
    expr_names(e, check_name, &c);
    return c.ok;
}

/* ---- value ---- */

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

static double binary(enum op op, double a, double b)
{
    switch (op) {
    case ADD: return a + b;
    case SUBTRACT: return a - b;
    case MULTIPLY: return a * b;
    case DIVIDE: return a / b;
    case POWER: return isnan(a) || isnan(b) ? (double)NAN : pow(a, b);
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
    [F_SUM] = EXPR_SUM,   [F_MIN] = EXPR_MIN,        [F_MAX] = EXPR_MAX,
    [F_MEAN] = EXPR_MEAN, [F_MAX_BEFORE] = EXPR_MAX, [F_MAX_CYCLIC] = EXPR_MAX,
};

static bool is_window(enum function f)
{
    return f == F_MAX_BEFORE || f == F_MAX_CYCLIC;
}

static bool may_reduce(const struct expr *e)
{
    bool is_fold = e->function == F_SUM || e->function == F_MEAN || e->function == F_MIN ||
                   e->function == F_MAX;
    return is_window(e->function) || (is_fold && e->n == 1 && e->arg[0]->op == NAME);
}

static struct expr_window window_of(const struct expr *e)
{
    struct expr_window w = {0, e->function == F_MAX_CYCLIC};
    if (is_window(e->function)) w.back = (int)e->arg[1]->number;
    return w;
}

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

static bool call_value(const struct expr *e, const struct expr_scope *scope, struct expr_value *out,
                       const char **unknown)
{
    double x = (double)NAN;
    if (e->function == F_IF) return if_value(e, scope, out, unknown);
    if (may_reduce(e) && scope->reduce &&
        scope->reduce(scope->context, e->arg[0]->text, reduce_of[e->function], window_of(e), &x)) {
        *out = number_value(x);
        return true;
    }
    if (is_window(e->function)) {
        *unknown = e->arg[0]->text;
        return false;
    }
    if (!fold_value(e, scope, &x, unknown)) return false;
    switch (e->function) {
    case F_ABS: x = fabs(x); break;
    case F_SQRT: x = sqrt(x); break;
    case F_EXP: x = exp(x); break;
    case F_LN: x = log(x); break;
    case F_MISSING: x = isnan(x); break;
    default: break;
    }
    *out = number_value(x);
    return true;
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

/* ---- Excel ---- */

/* Binding strength in Excel, where a sign binds tighter than a power. */
static int strength(enum op op)
{
    switch (op) {
    case LESS:
    case LESS_EQUAL:
    case GREATER:
    case GREATER_EQUAL:
    case EQUAL:
    case NOT_EQUAL: return 1;
    case ADD:
    case SUBTRACT: return 2;
    case MULTIPLY:
    case DIVIDE: return 3;
    case POWER: return 4;
    case NEGATE: return 5;
    default: return 6;
    }
}

static const char *const signs[] = {
    [ADD] = "+",         [SUBTRACT] = "-",   [MULTIPLY] = "*",
    [DIVIDE] = "/",      [POWER] = "^",      [LESS] = "<",
    [LESS_EQUAL] = "<=", [GREATER] = ">",    [GREATER_EQUAL] = ">=",
    [EQUAL] = "=",       [NOT_EQUAL] = "<>",
};

static void print(struct builder *b, const struct expr *e, const struct expr_cells *cells);

static void print_child(struct builder *b, const struct expr *e, bool parentheses,
                        const struct expr_cells *cells)
{
    if (parentheses) builder_text(b, "(");
    print(b, e, cells);
    if (parentheses) builder_text(b, ")");
}

/* a > b as a-b>0, so that a text in either cell is an error and not an answer:
   in Excel every text is greater than every number. */
static void print_strict_comparison(struct builder *b, const struct expr *e,
                                    const struct expr_cells *cells)
{
    print_child(b, e->arg[0], strength(e->arg[0]->op) < 2, cells);
    builder_text(b, "-");
    print_child(b, e->arg[1], strength(e->arg[1]->op) <= 2, cells);
    builder_format(b, "%s0", signs[e->op]);
}

static void print_binary(struct builder *b, const struct expr *e, const struct expr_cells *cells)
{
    int own = strength(e->op), left = strength(e->arg[0]->op), right = strength(e->arg[1]->op);
    bool is_comparison = own == 1;
    if (is_comparison && cells->missing && e->arg[0]->op != STRING && e->arg[1]->op != STRING) {
        print_strict_comparison(b, e, cells);
        return;
    }
    bool groups = e->op == SUBTRACT || e->op == DIVIDE || e->op == POWER || is_comparison;
    print_child(b, e->arg[0], left < own || (left == own && is_comparison), cells);
    builder_text(b, signs[e->op]);
    print_child(b, e->arg[1], right < own || (right == own && groups), cells);
}

static void print_list(struct builder *b, const char *function, const struct expr *e,
                       const struct expr_cells *cells)
{
    bool skips_text = e->op == CALL && e->function != F_IF && cells->missing;
    builder_format(b, "%s(", function);
    for (int i = 0; i < e->n; i++) {
        builder_text(b, i ? "," : "");
        print(b, e->arg[i], cells);
        /* A text cell as a bare argument would be left out silently. */
        if (skips_text && e->n > 1 && e->arg[i]->op == NAME) builder_text(b, "+0");
    }
    builder_text(b, ")");
}

static void print_range(struct builder *b, const struct expr *e, const char *range,
                        const struct expr_cells *cells)
{
    const char *f = functions[e->function].excel;
    if (!*range)
        builder_text(b, "0");
    else if (cells->missing && !strchr(range, ','))
        builder_format(b, "IF(COUNT(%s)=COLUMNS(%s)*ROWS(%s),%s(%s),NA())", range, range, range, f,
                       range);
    else
        builder_format(b, "%s(%s)", f, range);
}

static void print_call(struct builder *b, const struct expr *e, const struct expr_cells *cells)
{
    const char *range = may_reduce(e) && cells->range
                            ? cells->range(cells->context, e->arg[0]->text, window_of(e))
                            : NULL;
    if (range)
        print_range(b, e, range, cells);
    else if (e->function == F_MISSING) {
        builder_text(b, "NOT(");
        print_list(b, "ISNUMBER", e, cells);
        builder_text(b, ")");
    } else
        print_list(b, functions[e->function].excel, e, cells);
}

static void print(struct builder *b, const struct expr *e, const struct expr_cells *cells)
{
    char number[TEXT_NUMBER_CAP];
    switch (e->op) {
    case NUMBER: builder_text(b, text_shortest(number, e->number)); break;
    case STRING: builder_format(b, "\"%s\"", e->text); break;
    case NAME: builder_text(b, cells->cell(cells->context, e->text)); break;
    case NEGATE:
        builder_text(b, "-");
        print_child(b, e->arg[0], strength(e->arg[0]->op) < 6, cells);
        break;
    case NOT: print_list(b, "NOT", e, cells); break;
    case AND: print_list(b, "AND", e, cells); break;
    case OR: print_list(b, "OR", e, cells); break;
    case CALL: print_call(b, e, cells); break;
    default: print_binary(b, e, cells); break;
    }
}

const char *expr_excel(const struct expr *e, const struct expr_cells *cells, struct arena *a)
{
    struct builder b = builder_new(a);
    builder_text(&b, "=");
    if (cells->missing) builder_text(&b, "IFERROR(");
    /* A condition counts as 1 or 0 here, but sums leave TRUE out in Excel. */
    bool is_condition = e->op >= LESS && e->op <= OR;
    builder_text(&b, is_condition ? "IF(" : "");
    print(&b, e, cells);
    builder_text(&b, is_condition ? ",1,0)" : "");
    /* A bare reference would show the other cell's text instead of failing. */
    if (cells->missing && e->op == NAME) builder_text(&b, "+0");
    if (cells->missing) builder_format(&b, ",\"%s\")", cells->missing);
    return b.s;
}
