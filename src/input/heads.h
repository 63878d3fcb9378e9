#ifndef DCPLAN_INPUT_HEADS_H
#define DCPLAN_INPUT_HEADS_H

/* Columns by heads as people write them: "Power (W)", "max_watts", "kg".  Case, blanks and
   punctuation do not count; a unit may stand in the head or in the cell, where it wins. */

#include "input/csv.h"

struct head_row {
    const char *key;  /* ours, for messages */
    const char *unit; /* of its values, as in the tables of kinds; NULL: text */
    const char *bare; /* unit of a number when neither head nor cell has one; NULL: it needs one */
    double min, max;  /* in unit; both 0: no bounds */
    const char *const *words; /* other heads, in small letters, NULL at the end; "watts=W" */
};

struct head {
    int column;       /* -1: the table has none */
    const char *unit; /* that stands in the head; NULL: none */
};

/* The column of each row; columns that mean nothing are named in one warning, two that mean
   the same are an error (false). */
bool heads_find(const struct csv *c, const struct head_row *row, int n, struct head *out,
                struct arena *a, struct diags *ds);

/* Whether the words of a head mean the row. */
bool head_means(const char *head, const struct head_row *row, struct arena *a);

/* Whether a row has nothing in any cell, as rows that a spreadsheet was once used for. */
bool heads_blank(const struct csv *c, int line);

/* "" when the table has no such column or the cell says that nothing is known ("-", "n/a"). */
const char *head_text(const struct csv *c, int line, const struct head *h);

/* SI; NaN when missing; *is_fine turns false with an error at the cell when it is wrong. */
double head_value(const struct csv *c, int line, const struct head_row *row, const struct head *h,
                  bool *is_fine, struct arena *a, struct diags *ds);

/* Where the cell stands. */
struct place head_place(const struct csv *c, int line, const struct head *h);

#endif
