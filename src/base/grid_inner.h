#ifndef DCPLAN_BASE_GRID_INNER_H
#define DCPLAN_BASE_GRID_INNER_H

/* What grid.c (evaluation) and grid_view.c (layout and cells) share. */

#include <math.h>

#include "base/grid.h"

enum { COL_SECTION, COL_LABEL, COL_UNIT, COL_CONSTANT, COL_TOTAL, COL_NOTE, COL_PERIOD };
enum { COL_LOW = COL_PERIOD, COL_HIGH };
enum { ROW_TITLE, ROW_SUBTITLE, ROW_FIRST = 3 };
enum { CHART_ROWS = 19, CHART_WIDTH = 78 /* characters */ };

enum state { STATE_NEW, STATE_BUSY, STATE_DONE };

struct cell {
    enum state state;
    struct expr_value value;
};

struct column {
    struct grid_column head;
    struct expr *expr;
    bool is_missing;
    struct cell *cell; /* [n_record] */
};

struct item {      /* a row or a table */
    int sheet, at; /* at: first row on the sheet */
    int left;      /* of a table: its first column */
    struct grid_row row;
    struct expr *expr, *total_expr;
    struct cell constant, total, *period;
    bool series_missing, constant_missing, total_missing, is_cross, total_is_cross;
    bool is_table;
    int n_column, n_record;
    struct column *column;
    const struct grid_value *value;
};

struct sheet {
    const char *name, *title, *total_label;
    int n;                     /* periods */
    bool has_given, has_table; /* inputs with bounds; a table under rows */
    const char **period;
    int n_item, cap_item;
    int *item; /* into grid.item */
    int n_row, n_column;
    int *row_item; /* item of each row; -1 none */
    int *width;
    int n_chart;
    struct grid_chart chart[8];
};

struct grid {
    struct arena *arena;
    int n_sheet, cap_sheet;
    struct sheet *sheet;
    int n_item, cap_item;
    struct item *item;
    const char *subtitle, *master;
    int n_path, cap_path;
    const char **path; /* that inputs tell of */
    int n_slot;        /* power of two */
    int *slot;         /* hash of keys: item + 1 */
    struct diags *diags;
    bool failed;
};

struct here { /* the cell that asks */
    const struct grid *grid;
    struct item *item;
    int column;          /* GRID_CONSTANT, GRID_TOTAL, a period; of a table: its column */
    int record;          /* -1: not in a table */
    struct grid *writer; /* the same grid while it is evaluated */
};

static inline bool has_series(const struct grid_row *row)
{
    return row->series || row->words || row->is_series;
}

static inline bool is_missing(struct expr_value v)
{
    return !v.text && isnan(v.number);
}

struct item *grid_find(const struct grid *g, const char *key);
struct column *grid_find_column(const struct item *table, const char *key);
/* "table.column" */
struct column *grid_find_in_table(const struct grid *g, const char *name, struct item **table);
/* Which cell of a row a name means; false when it has no single value there. */
bool grid_target(const struct here *h, const struct item *row, int *column);
struct cell *grid_cell_of(struct item *item, int column, int record);
const struct expr *grid_expr_of(const struct item *item, int column, int record);
/* Whether an expression reads another sheet. */
bool grid_crosses(const struct grid *g, const struct item *item, const struct expr *e);
void grid_lay_out(struct grid *g, struct sheet *s);

#endif
