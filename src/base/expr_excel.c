/* Expressions as Excel formulas. */

#include <string.h>

#include "base/expr.h"
#include "base/expr_inner.h"
#include "base/text.h"

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

/* Prints as a bare reference, whose text would pass where a number is meant. */
static bool is_reference(const struct expr *e)
{
    if (e->op == NAME) return true;
    if (e->op != CALL) return false;
    bool text = false;
    for (int i = 1; i < e->n; i++) text = text || e->arg[i]->op == STRING;
    return e->function == F_FIRST || e->function == F_PICK || (e->function == F_CHOOSE && !text);
}

static bool skips_text(const struct expr *e)
{
    return e->op == CALL && (e->function == F_SUM || e->function == F_MEAN ||
                             e->function == F_MIN || e->function == F_MAX);
}

static void print_list(struct builder *b, const char *function, const struct expr *e,
                       const struct expr_cells *cells)
{
    bool adds_zero = cells->missing && e->n > 1 && skips_text(e);
    builder_format(b, "%s(", function);
    for (int i = 0; i < e->n; i++) {
        builder_text(b, i ? "," : "");
        print(b, e->arg[i], cells);
        /* A text cell as a bare argument would be left out silently. */
        if (adds_zero && is_reference(e->arg[i])) builder_text(b, "+0");
    }
    builder_text(b, ")");
}

static const char *range_of(const struct expr *e, int i, struct expr_window w,
                            const struct expr_cells *cells)
{
    return cells->range ? cells->range(cells->context, e->arg[i]->text, w) : NULL;
}

/* The functions of ranges leave text cells out: what is made of an incomplete row is
   an error instead. */
static void print_guard(struct builder *b, const char *range, const struct expr_cells *cells)
{
    if (cells->missing)
        builder_format(b, "IF(COUNT(%s)=COLUMNS(%s)*ROWS(%s),", range, range, range);
}

static void print_guard_end(struct builder *b, const struct expr_cells *cells)
{
    if (cells->missing) builder_text(b, ",NA())");
}

static void print_range(struct builder *b, const struct expr *e, const char *range,
                        const struct expr_cells *cells)
{
    const char *f = expr_functions[e->function].excel;
    if (!*range) {
        builder_text(b, "0");
    } else if (strchr(range, ',')) {
        builder_format(b, "%s(%s)", f, range);
    } else {
        print_guard(b, range, cells);
        builder_format(b, "%s(%s)", f, range);
        print_guard_end(b, cells);
    }
}

/* NPV of Excel takes its first value as one period away: the first column stands
   outside. */
static void print_npv(struct builder *b, const struct expr *e, const struct expr_cells *cells)
{
    const char *first = range_of(e, 1, (struct expr_window){.part = EXPR_FIRST}, cells);
    const char *rest = range_of(e, 1, (struct expr_window){.part = EXPR_AFTER_FIRST}, cells);
    builder_format(b, "(%s", first);
    if (*rest) {
        builder_text(b, "+");
        print_guard(b, rest, cells);
        builder_text(b, "NPV(");
        print(b, e->arg[0], cells);
        builder_format(b, ",%s)", rest);
        print_guard_end(b, cells);
    }
    builder_text(b, ")");
}

static void print_sumproduct(struct builder *b, const char *x, const char *y,
                             const struct expr_cells *cells)
{
    print_guard(b, x, cells);
    print_guard(b, y, cells);
    builder_format(b, "SUMPRODUCT(%s,%s)", x, y);
    print_guard_end(b, cells);
    print_guard_end(b, cells);
}

/* The second value is where spreadsheets start to look: from their own 10 % they miss what is
   far from it. */
static void print_irr(struct builder *b, const struct expr *e, const char *row,
                      const struct expr_cells *cells)
{
    print_guard(b, row, cells);
    builder_format(b, "IRR(%s", row);
    if (e->n > 1) {
        builder_text(b, ",");
        print(b, e->arg[1], cells);
    }
    builder_text(b, ")");
    print_guard_end(b, cells);
}

static void print_rows(struct builder *b, const struct expr *e, const struct expr_cells *cells)
{
    struct expr_window whole = {0};
    int i = expr_functions[e->function].rows & 1u ? 0 : 1;
    const char *row = range_of(e, i, whole, cells);
    switch (e->function) {
    case F_FIRST:
        builder_text(b, range_of(e, 0, (struct expr_window){.part = EXPR_FIRST}, cells));
        break;
    case F_PICK:
        builder_format(b, "INDEX(%s,", row);
        print(b, e->arg[1], cells);
        builder_text(b, ")");
        break;
    case F_MATCH:
        builder_text(b, "MATCH(");
        print(b, e->arg[0], cells);
        builder_format(b, ",%s,0)", row);
        break;
    case F_NPV: print_npv(b, e, cells); break;
    case F_IRR: print_irr(b, e, row, cells); break;
    case F_SUMPRODUCT: print_sumproduct(b, row, range_of(e, 1, whole, cells), cells); break;
    default: print_range(b, e, row, cells); break;
    }
}

/* Money paid has the sign of the loan here, the opposite one in Excel. */
static void print_payment(struct builder *b, const struct expr *e, const struct expr_cells *cells)
{
    builder_text(b, "PMT(");
    print(b, e->arg[0], cells);
    builder_text(b, ",");
    print(b, e->arg[1], cells);
    builder_text(b, ",-");
    print_child(b, e->arg[2], strength(e->arg[2]->op) < 6, cells);
    builder_text(b, ")");
}

static void print_call(struct builder *b, const struct expr *e, const struct expr_cells *cells)
{
    bool is_fold = expr_may_reduce(e);
    const char *range = is_fold ? range_of(e, 0, expr_window_of(e), cells) : NULL;
    if (range) {
        print_range(b, e, range, cells);
    } else if (expr_functions[e->function].rows && !is_fold) {
        print_rows(b, e, cells);
    } else if (e->function == F_MISSING) {
        builder_text(b, "NOT(");
        print_list(b, "ISNUMBER", e, cells);
        builder_text(b, ")");
    } else if (e->function == F_PMT) {
        print_payment(b, e, cells);
    } else {
        print_list(b, expr_functions[e->function].excel, e, cells);
    }
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
    if (cells->missing && is_reference(e)) builder_text(&b, "+0");
    if (cells->missing) builder_format(&b, ",\"%s\")", cells->missing);
    return b.s;
}
