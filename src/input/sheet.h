#ifndef DCPLAN_INPUT_SHEET_H
#define DCPLAN_INPUT_SHEET_H

/* A table of a spreadsheet: CSV with its heads in the first line, or a sheet of an XLSX workbook
   with its heads among the first rows. */

#include "input/heads.h"

/* must: a head by which the row of heads is known in a workbook.  sheet: the sheet that is
   read when there is one of the name; else the first with such heads. */
bool sheet_read(const char *file, const char *s, size_t n, const char *sheet,
                const struct head_row *must, struct csv *out, struct arena *a, struct diags *ds);

#endif
