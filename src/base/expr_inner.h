#ifndef DCPLAN_BASE_EXPR_INNER_H
#define DCPLAN_BASE_EXPR_INNER_H

/* What expr.c (reading), expr_value.c and expr_excel.c share. */

#include "base/expr.h"

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
    F_FLOOR,
    F_ROUND,
    F_MIN,
    F_MAX,
    F_SUM,
    F_MEAN,
    F_IF,
    F_CHOOSE,
    F_MISSING,
    F_MAX_BEFORE,
    F_MAX_CYCLIC,
    F_SUM_TO,
    F_FIRST,
    F_PICK,
    F_SUMPRODUCT,
    F_MATCH,
    F_NPV,
    F_IRR,
    F_PMT,
    N_FUNCTION
};

struct function_row {
    const char *name, *excel;
    int min_args, max_args;
    unsigned rows; /* bit i: argument i is the name of a row, taken whole */
};

extern const struct function_row expr_functions[N_FUNCTION];

/* The limits keep recursion over the tree shallow. */
enum { MAX_ARGS = 16, MAX_DEPTH = 200, MAX_TEXT = 8000 };

struct expr {
    enum op op;
    enum function function;
    double number;
    const char *text; /* NAME, STRING */
    int column;       /* from 0, in the text */
    int n;
    struct expr *arg[MAX_ARGS];
};

static inline bool expr_is_window(enum function f)
{
    return f == F_MAX_BEFORE || f == F_MAX_CYCLIC;
}

/* Whether the call may stand for a whole row, or a part of one, folded to a number. */
bool expr_may_reduce(const struct expr *e);
struct expr_window expr_window_of(const struct expr *e);

#endif
