#include <stddef.h>
#include <stdint.h>

#include "input/xlsx_read.h"

/* The bytes are a workbook; every sheet that is read is made a table. */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena a = arena_new(NULL);
    struct diags ds = diags_new(&a);
    struct xlsx_book b;
    struct csv t;
    if (xlsx_read("f.xlsx", (const char *)data, size, &b, &a, &ds))
        for (int i = 0; i < b.n_sheet; i++) {
            const struct xlsx_sheet *s = &b.sheet[i];
            (void)xlsx_table(&b, s, s->n ? s->cell[0].row : 1, &t, &a, &ds);
        }
    arena_free(&a);
    return 0;
}
