#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/expr.h"

/* The bytes are one expression: parsed, computed and printed for Excel. */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool value(void *context, const char *name, struct expr_value *out)
{
    (void)context;
    *out = (struct expr_value){name[0] == 'n' ? (double)NAN : 2, name[0] == 't' ? "OK" : NULL};
    return name[0] != 'x';
}

static bool reduce(void *context, const char *name, enum expr_reduce how, struct expr_window w,
                   double *out)
{
    (void)context;
    *out = (int)how + w.back;
    return name[0] != 'x';
}

static int row_size(void *context, const char *name)
{
    (void)context;
    return name[0] == 'x' ? -1 : 3;
}

static struct expr_value row_item(void *context, const char *name, int i)
{
    (void)context;
    double number = name[0] == 'n' ? (double)NAN : name[0] == 'f' && !i ? -100 : 40 + i;
    return (struct expr_value){number, NULL};
}

static const char *cell(void *context, const char *name)
{
    (void)context;
    return name[0] == 'a' ? "$A$1" : "B2";
}

static const char *range(void *context, const char *name, struct expr_window w)
{
    (void)context;
    if (name[0] == 'x') return NULL;
    return w.part == EXPR_FIRST         ? "$A$1"
           : w.part == EXPR_AFTER_FIRST ? "$B$1:$C$1"
           : w.back > 3                 ? ""
                                        : "A1:C1";
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena a = arena_new(NULL);
    struct diags ds = diags_new(&a);
    const char *text = arena_text(&a, (const char *)data, size);
    struct expr *e = expr_parse(text, (struct place){"--fail-if", 1, 1}, &a, &ds);
    if (!e && ds.n_error != 1) abort();
    if (e) {
        struct expr_scope scope = {NULL, value, reduce, row_size, row_item};
        struct expr_value v;
        const char *unknown;
        if (expr_value(e, &scope, &v, &unknown) && isinf(v.number)) abort();
        struct expr_cells cells = {NULL, cell, range, NULL};
        (void)expr_excel(e, &cells, &a);
        cells.missing = "no data";
        (void)expr_excel(e, &cells, &a);
    }
    arena_free(&a);
    return 0;
}
