/* The sections of the table of validation, one after the other. */

#include <stdio.h>

#include "validation.h"

bool checks_all(struct checks *t, struct arena *a)
{
    static bool (*const section[])(struct checks *, struct arena *, struct diags *) = {
#define X(name) checks_add_##name,
        VALIDATION_SECTIONS(X)
#undef X
    };
    struct diags ds = diags_new(a);
    bool ok = true;
    *t = (struct checks){0};
    for (int i = 0; i < (int)(sizeof section / sizeof *section) && ok; i++)
        ok = section[i](t, a, &ds);
    for (int i = 0; i < ds.n; i++)
        if (ds.item[i].severity == DIAG_ERROR)
            fprintf(stderr, "%s:%d: %s\n", ds.item[i].place.file ? ds.item[i].place.file : "",
                    ds.item[i].place.line, message_text(a, &ds.item[i].what, NULL));
    if (t->n > CHECKS_CAP) fprintf(stderr, "more than %d rows: raise CHECKS_CAP\n", CHECKS_CAP);
    return ok && ds.n_error == 0 && t->n <= CHECKS_CAP;
}
