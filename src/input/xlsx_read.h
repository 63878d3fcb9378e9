#ifndef DCPLAN_INPUT_XLSX_READ_H
#define DCPLAN_INPUT_XLSX_READ_H

/* Sheets of an XLSX workbook (ECMA-376) as text, as Excel, LibreOffice and others write them:
   shared and inline strings, numbers, yes and no, and the last results of formulas.  Formats
   are not read: a date is the number of its day. */

#include "input/csv.h"

struct xlsx_cell {
    int row, column; /* from 1 */
    const char *text;
};

struct xlsx_sheet {
    const char *name;
    int n;
    struct xlsx_cell *cell; /* that hold something, by row, then by column */
};

struct xlsx_book {
    const char *file;
    int n_sheet;
    struct xlsx_sheet *sheet; /* as they stand in the workbook; charts left out */
};

enum { XLSX_ROWS = 1048576, XLSX_COLUMNS = 16384, XLSX_CELLS = 4000000 };

bool xlsx_read(const char *file, const char *s, size_t n, struct xlsx_book *out, struct arena *a,
               struct diags *ds);

/* By name, whatever its case; NULL when there is none. */
const struct xlsx_sheet *xlsx_sheet(const struct xlsx_book *b, const char *name);

/* The rows below head_row as a table whose heads stand there; rows without any text are left
   out; line is the row of the sheet.  False with a diagnostic when two heads are the same. */
bool xlsx_table(const struct xlsx_book *b, const struct xlsx_sheet *s, int head_row,
                struct csv *out, struct arena *a, struct diags *ds);

#endif
