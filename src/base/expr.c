/* Expressions: a recursive-descent parser; expr_value.c evaluates its tree and
   expr_excel.c prints it. */

#include "base/expr.h"

#include <math.h>
#include <string.h>

#include "base/expr_inner.h"
#include "base/text.h"

/* max_before(row, n): greatest of the n columns before this one (0 if none);
   max_cyclic(row, n): the same with the year taken as a ring. */
const struct function_row expr_functions[N_FUNCTION] = {
    [F_ABS] = {"abs", "ABS", 1, 1, 0},
    [F_SQRT] = {"sqrt", "SQRT", 1, 1, 0},
    [F_EXP] = {"exp", "EXP", 1, 1, 0},
    [F_LN] = {"ln", "LN", 1, 1, 0},
    [F_FLOOR] = {"floor", "INT", 1, 1, 0},
    [F_ROUND] = {"round", "ROUND", 2, 2, 0},
    [F_MIN] = {"min", "MIN", 1, 16, 0},
    [F_MAX] = {"max", "MAX", 1, 16, 0},
    [F_SUM] = {"sum", "SUM", 1, 16, 0},
    [F_MEAN] = {"mean", "AVERAGE", 1, 16, 0},
    [F_IF] = {"if", "IF", 3, 3, 0},
    [F_CHOOSE] = {"choose", "CHOOSE", 2, 16, 0},
    [F_MISSING] = {"missing", "ISNUMBER", 1, 1, 0},
    [F_MAX_BEFORE] = {"max_before", "MAX", 2, 2, 1},
    [F_MAX_CYCLIC] = {"max_cyclic", "MAX", 2, 2, 1},
    [F_SUM_TO] = {"sum_to", "SUM", 1, 1, 1},
    [F_FIRST] = {"first", "INDEX", 1, 1, 1},
    [F_PICK] = {"pick", "INDEX", 2, 2, 1},
    [F_SUMPRODUCT] = {"sumproduct", "SUMPRODUCT", 2, 2, 3},
    [F_MATCH] = {"match", "MATCH", 2, 2, 2},
    [F_NPV] = {"npv", "NPV", 2, 2, 2},
    [F_IRR] = {"irr", "IRR", 1, 2, 1},
    [F_PMT] = {"pmt", "PMT", 3, 3, 0},
};

bool expr_may_reduce(const struct expr *e)
{
    bool is_fold = e->function == F_SUM || e->function == F_MEAN || e->function == F_MIN ||
                   e->function == F_MAX;
    return expr_is_window(e->function) || e->function == F_SUM_TO ||
           (is_fold && e->n == 1 && e->arg[0]->op == NAME);
}

struct expr_window expr_window_of(const struct expr *e)
{
    struct expr_window w = {.wrap = e->function == F_MAX_CYCLIC};
    if (expr_is_window(e->function)) w.back = (int)e->arg[1]->number;
    if (e->function == F_SUM_TO) w.part = EXPR_UP_TO_HERE;
    return w;
}

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
        if (strcmp(expr_functions[i].name, name) == 0) return i;
    return -1;
}

static void unknown_function(struct parser *p, const char *name)
{
    const char *names[N_FUNCTION];
    for (int i = 0; i < N_FUNCTION; i++) names[i] = expr_functions[i].name;
    const char *near = text_nearest(name, names, N_FUNCTION);
    const char *hint = near ? arena_format(p->arena, "did you mean '%s'?", near) : NULL;
    if (fails(p))
        diag_error(p->diags, DIAG_INPUT, token_place(p), hint, "unknown function '%s'", name);
}

/* Rows are named, and the window functions take a whole number too: the Excel text
   is a range, which cannot depend on a cell. */
static bool arguments_fit(const struct expr *e)
{
    const struct function_row *f = &expr_functions[e->function];
    if (e->n < f->min_args || e->n > f->max_args) return false;
    for (int i = 0; i < e->n; i++)
        if ((f->rows >> i & 1u) && e->arg[i]->op != NAME) return false;
    if (!expr_is_window(e->function)) return true;
    const struct expr *n = e->arg[1];
    return n->op == NUMBER && n->number >= 1 && n->number <= 1000 && n->number == floor(n->number);
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
