#ifndef DCPLAN_INPUT_CSV_H
#define DCPLAN_INPUT_CSV_H

/* Delimited text with a header line: RFC 4180 quotes, BOM, CRLF; ',' ';' or tab. */

#include "base/arena.h"
#include "base/diag.h"
#include "base/text.h"

struct csv {
    const char *file;
    int n_col, n_row;  /* rows without the header */
    const char **head; /* n_col */
    const char **cell; /* n_row * n_col; "" when blank */
    int *line;         /* line of each row */
};

bool csv_parse(const char *file, const char *s, size_t n, struct csv *out, struct arena *a,
               struct diags *ds);
int csv_column(const struct csv *c, const char *head); /* -1 when missing */

/* A whole column as numbers; blank cells and texts that are no number are
   errors with line and column unless missing is allowed, when they are NaN. */
bool csv_numbers(const struct csv *c, int col, bool may_be_missing, double **out, struct arena *a,
                 struct diags *ds);

#endif
