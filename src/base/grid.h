#ifndef DCPLAN_BASE_GRID_H
#define DCPLAN_BASE_GRID_H

/* A book of sheets whose calculated cells are expressions over other cells.
   Program, explanation and workbook read the same tree, so they cannot differ.

   Every sheet has the same columns: A section, B label, C unit, D constant,
   E total or check, F note, G... the sheet's periods.  Where inputs tell how far
   they may be off, a sheet without periods has their date in E, low in G and
   high in H.  A row has one expression, used in every period (or once, in the
   constant column).  Keys are unique in the book, and a name in an expression is
   a key:
     in a period column   the same period of that row, or its constant
     in D or E            the row's constant, else its total
     sum(key) and such    all periods of the row
     table.column         in sum(...) and such: all records
     column of a table    in that table's own expressions: the same record.

   A missing number is NaN; what depends on it is missing too. */

#include "base/arena.h"
#include "base/diag.h"
#include "base/expr.h"

struct grid;

enum { GRID_CONSTANT = -1, GRID_TOTAL = -2 }; /* columns before the periods */

enum grid_kind { GRID_CALC, GRID_INPUT, GRID_RESULT, GRID_TEXT, GRID_SECTION, GRID_CHECK };
/* GRID_INPUT: meant to be edited.  GRID_RESULT: a number brought from the
   simulation, not edited.  GRID_CHECK: a text OK or FAIL computed in D. */

/* Decimals of a value shown in %, one of them, or two and three. */
enum { GRID_PERCENT = -1, GRID_PERCENT_2 = -2, GRID_PERCENT_3 = -3 };

enum grid_style {
    GRID_STYLE_NONE,
    GRID_STYLE_SECTION,
    GRID_STYLE_LABEL,
    GRID_STYLE_UNIT,
    GRID_STYLE_NOTE,
    GRID_STYLE_HEAD,
    GRID_STYLE_INPUT,
    GRID_STYLE_RESULT,
    GRID_STYLE_CALC,
    GRID_STYLE_CROSS,
    GRID_STYLE_CHECK,
    GRID_STYLE_TITLE,
    GRID_STYLE_SUBTITLE
};
/* GRID_STYLE_CROSS: calculated from another sheet. */

/* What stands beside an input: how far it may be off (NaN: not known) and when it was
   read, and what may be put in its place. */
struct grid_given {
    double low, high;
    const char *date;
    const char *path;    /* what it is called elsewhere; NULL */
    double least, most;  /* HUGE_VAL, -HUGE_VAL: no bound */
    const char *choices; /* key of the row of words that a text is one of; NULL: a number */
};

struct grid_row {
    enum grid_kind kind;
    const char *key;   /* [a-z][a-z0-9_]*; NULL when nothing refers to the row */
    const char *label; /* the heading of a GRID_SECTION */
    const char *unit, *note;
    int decimals;                   /* shown; GRID_PERCENT */
    const char *missing;            /* shown for a missing value; NULL: "no data" */
    double number;                  /* INPUT, RESULT without series: the constant */
    const double *series;           /* INPUT, RESULT: one per period; copied */
    const char *const *words;       /* TEXT: one per period; copied */
    const char *text;               /* TEXT, INPUT: in D */
    const struct grid_given *given; /* INPUT; NULL: a number from 0 up */
    const char *expr;               /* CALC, CHECK: in D, or in every period with is_series */
    bool is_series;                 /* CALC */
    const char *total;              /* expression in E of a row with periods; NULL: none */
    bool is_strong;                 /* a sum or a headline */
    enum grid_style look;           /* TEXT: shown as another kind of cell would be */
};

struct grid_column { /* of a table */
    const char *key, *label, *unit;
    int decimals, width; /* width in characters; 0: by content */
    bool is_text;
    const char *expr; /* NULL: values are given by record */
    const char *missing;
};

struct grid_value { /* of a table's record */
    double number;
    const char *text;
};

enum grid_chart_kind { GRID_COLUMNS, GRID_STACKED, GRID_LINE, GRID_BAR };
struct grid_chart {
    enum grid_chart_kind kind;
    const char *title, *y_label, *x_label;
    int n;
    const char *key[8];   /* rows with periods, or "table.column" */
    const char *category; /* "table.column"; NULL: the period labels */
    int row, column;      /* top left cell from 0; set by the layout */
    int offset;           /* from there to the right, in characters; likewise */
};

struct grid *grid_new(struct arena *a);

/* A sheet with n periods labelled period[i] (0: none).  Names follow Excel:
   at most 31 bytes, none of []:*?/\. */
int grid_sheet(struct grid *g, const char *name, const char *title, int n,
               const char *const *period);
void grid_row(struct grid *g, int sheet, const struct grid_row *row);
/* A table takes the whole width; value is [n_record][n_column], used where the
   column has no expression.  Record cells of a key are reached as table.column. */
void grid_table(struct grid *g, int sheet, const char *key, const struct grid_column *column,
                int n_column, const struct grid_value *value, int n_record);
void grid_chart(struct grid *g, int sheet, const struct grid_chart *chart);
/* What column E holds on a sheet, in place of "Year". */
void grid_total_label(struct grid *g, int sheet, const char *label);
int grid_sheet_named(const struct grid *g, const char *name); /* -1: none */
void grid_subtitle(struct grid *g, const char *text);         /* under every title */
/* The check that is repeated at the top of every sheet. */
void grid_master(struct grid *g, const char *key);

/* Whether a row or table of that key was added. */
bool grid_has(const struct grid *g, const char *key);
/* Whether an input tells of that path. */
bool grid_tells(const struct grid *g, const char *path);

/* Computes everything.  Unknown names, keys used twice and circles are errors. */
bool grid_eval(struct grid *g, struct diags *ds);

/* column: GRID_CONSTANT, GRID_TOTAL or a period.  NaN when missing. */
double grid_number(const struct grid *g, const char *key, int column);
const char *grid_text(const struct grid *g, const char *key, int column);
double grid_table_number(const struct grid *g, const char *table, const char *column, int record);
/* NULL: no such record, or a number. */
const char *grid_table_text(const struct grid *g, const char *table, const char *column,
                            int record);

/* The next input with a key and one number, from an index on (0: the first); NULL: no more.
   Leaves the index behind it. */
const struct grid_row *grid_next_input(const struct grid *g, int *index);

/* What the constants of n rows would be if an input had another number.  The grid is left as it
   was.  False when it cannot be calculated. */
bool grid_what_if(struct grid *g, const char *input, double number, const char *const *row, int n,
                  double *out, struct diags *ds);

/* ---- for writers ---- */

struct grid_cell {
    enum grid_style style;
    bool is_strong;
    int decimals;
    double number;       /* NaN: see text */
    const char *text;    /* text, or what stands for a missing number */
    const char *formula; /* "=..."; NULL for a plain cell */
    bool is_missing;
    bool to_right;    /* a heading over numbers, a word among them */
    bool is_indented; /* from what ends at its left */
    int span;         /* columns that a long text may take, to the right; 0: its own */
    const char *name; /* key of an input's constant, for a defined name; else NULL */
    bool is_input;
    const struct grid_given *given; /* of an input; NULL: a number from 0 up */
};

struct grid_view { /* one sheet, laid out */
    const char *name, *title;
    int n_row, n_column; /* used */
    int freeze_row, freeze_column;
    int period_row;              /* of the period labels; -1: no periods */
    int filter_row, filter_last; /* head and last record of a sheet that is one table; -1: none */
    const int *width;            /* per column, characters */
    int pages_wide;              /* in print: a wide table is cut between columns to stay legible */
    int n_chart;
    const struct grid_chart *chart;
};

int grid_sheets(const struct grid *g);
/* After grid_eval. */
struct grid_view grid_view(const struct grid *g, int sheet);
struct grid_cell grid_cell(const struct grid *g, int sheet, int row, int column, struct arena *a);

/* Where a row's periods stand (or a table column's records), for charts. */
struct grid_range {
    int sheet, row0, column0, row1, column1;
};
bool grid_range(const struct grid *g, const char *key, struct grid_range *out);
const char *grid_label(const struct grid *g, const char *key);
const char *grid_unit(const struct grid *g, const char *key); /* of a row; NULL: none */
/* Columns of characters a text takes: wide ones (CJK) count twice. */
int grid_text_width(const char *s);
/* "G5" with dollars as asked. */
const char *grid_address(struct arena *a, int row, int column, bool absolute);

#endif
