#ifndef DCPLAN_BASE_EXPR_H
#define DCPLAN_BASE_EXPR_H

/* Expressions: text to a tree; from the tree a value, or an Excel formula.

   Numbers, "text", names ([A-Za-z_][A-Za-z0-9_.]*), + - * / ^, comparisons
   (< <= > >= = == != <>), and, or, not, parentheses and the functions of
   expr.c.  -2^2 is -4 and 2^3^2 is 512, as in mathematics; the Excel text gets
   the parentheses it needs to mean the same.

   Functions of money: npv(rate, row) with the first column as it stands and the others
   1, 2, ... periods later; irr(row, start), where start is but what spreadsheets begin to
   look from; pmt(rate, n, present value), positive, at the end of each period
   (base/cash.h).  Of rows: sum_to(row) up to and including this column,
   first(row), pick(row, i) from 1, sumproduct(row, row), match(text, row): where in the
   row the text stands, from 1.  choose(i, a, b, ...) is the
   i-th of what follows; round(x, digits) takes halves away from zero; floor(x) is the
   whole number below.

   A missing value is NaN and spreads: whatever is computed or decided from it
   is missing too, except by missing(x). */

#include "base/arena.h"
#include "base/diag.h"

struct expr; /* lives in the arena it was parsed into */

struct expr_value {
    double number;
    const char *text; /* not NULL: a text; number is then NaN */
};

/* What is taken of a row: all its columns, or the back columns before the current
   one; with wrap the year is a ring. */
enum expr_reduce { EXPR_SUM, EXPR_MIN, EXPR_MAX, EXPR_MEAN };
enum expr_part { EXPR_WHOLE, EXPR_UP_TO_HERE, EXPR_FIRST, EXPR_AFTER_FIRST };
struct expr_window {
    int back; /* 0: see part */
    bool wrap;
    enum expr_part part;
};

/* Where names get their values.  reduce, size and item may be NULL when names have
   no rows; value and reduce return false for a name they do not know, size gives -1.
   item: the i-th value of a row, from 0. */
struct expr_scope {
    void *context;
    bool (*value)(void *context, const char *name, struct expr_value *out);
    bool (*reduce)(void *context, const char *name, enum expr_reduce how, struct expr_window w,
                   double *out);
    int (*size)(void *context, const char *name);
    struct expr_value (*item)(void *context, const char *name, int i);
};

/* Where names get their cells.  range returns "" for an empty window,
   NULL for a name without a row. */
struct expr_cells {
    void *context;
    const char *(*cell)(void *context, const char *name);
    const char *(*range)(void *context, const char *name, struct expr_window w);
    /* Text in a cell must not pass for a number: sums of incomplete rows become
       errors, and the whole formula shows this text instead.  NULL: every cell
       it refers to is known to be a number. */
    const char *missing;
};

/* NULL with an error when the text is no expression; where is the place of its
   first character. */
struct expr *expr_parse(const char *text, struct place where, struct arena *a, struct diags *ds);

/* Calls visit for every name, in order of appearance. */
void expr_names(const struct expr *e, void (*visit)(void *context, const char *name, int column),
                void *context);

/* False with one error per name that is not among the candidates. */
bool expr_check_names(const struct expr *e, const char *const *candidates, int n,
                      struct place where, struct diags *ds);

/* False when a name is not known to the scope; *unknown then is that name. */
bool expr_value(const struct expr *e, const struct expr_scope *scope, struct expr_value *out,
                const char **unknown);

/* How far the expression is from turning: of a comparison the difference of its sides, at
   least zero where it holds and below zero where it does not (a < b and a <= b alike: b - a;
   a = b: -|a - b|); of `and` the least of its parts, of `or` the greatest, of `not` the other
   sign; of anything else 1 or -1.  NaN: missing, and not settled by the rest.  False as
   expr_value. */
bool expr_slack(const struct expr *e, const struct expr_scope *scope, double *out,
                const char **unknown);

/* The Excel formula, with its leading '='. */
const char *expr_excel(const struct expr *e, const struct expr_cells *cells, struct arena *a);

#endif
