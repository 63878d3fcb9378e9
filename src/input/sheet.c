#include "input/sheet.h"

#include <string.h>

#include "input/xlsx_read.h"

enum { HEADS_WITHIN = 20 }; /* rows */

/* Row of the heads; 0 when there is none. */
static int find_heads(const struct xlsx_sheet *s, const struct head_row *must, struct arena *a)
{
    for (int i = 0; i < s->n && s->cell[i].row <= HEADS_WITHIN; i++)
        if (head_means(s->cell[i].text, must, a)) return s->cell[i].row;
    return 0;
}

static bool read_workbook(const char *file, const char *s, size_t n, const char *sheet,
                          const struct head_row *must, struct csv *out, struct arena *a,
                          struct diags *ds)
{
    struct xlsx_book b;
    if (!xlsx_read(file, s, n, &b, a, ds)) return false;
    const struct xlsx_sheet *first = sheet ? xlsx_sheet(&b, sheet) : NULL;
    int row = first ? find_heads(first, must, a) : 0;
    for (int i = 0; i < b.n_sheet && !row; i++) {
        first = &b.sheet[i];
        row = find_heads(first, must, a);
    }
    if (row) return xlsx_table(&b, first, row, out, a, ds);
    diag_error(ds, DIAG_INPUT, (struct place){file, 0, 0}, NULL,
               "no sheet has a column '%s' in its first %d rows", must->key, HEADS_WITHIN);
    return false;
}

bool sheet_read(const char *file, const char *s, size_t n, const char *sheet,
                const struct head_row *must, struct csv *out, struct arena *a, struct diags *ds)
{
    bool is_archive = n >= 4 && !memcmp(s, "PK\3\4", 4);
    bool is_old = n >= 4 && !memcmp(s, "\xD0\xCF\x11\xE0", 4);
    if (is_archive || is_old) return read_workbook(file, s, n, sheet, must, out, a, ds);
    return csv_parse(file, s, n, out, a, ds);
}
