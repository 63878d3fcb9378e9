/* The sections of the table of validation, one after the other. */

#include <stdio.h>

#include "plan/run.h"
#include "validation.h"

bool checks_simulate(const char *site, const char *const *set, int n_set, struct result *out,
                     struct arena *a, struct diags *ds)
{
    struct load_change *change = ARENA_ARRAY(a, struct load_change, (size_t)n_set + 1);
    int n = 0;
    for (; n < n_set && set[n]; n++) change[n].text = set[n];
    struct load_request r = {.models = DCPLAN_SOURCE_DIR "/models",
                             .site = arena_format(a, "%s/%s.ini", DCPLAN_SOURCE_DIR, site),
                             .n_change = n,
                             .change = change};
    struct run_options options = {.threads = 1, .energy_only = true};
    return run_case(&r, &options, out, a, ds);
}

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
