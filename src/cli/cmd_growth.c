#include <stdio.h>

#include "base/file.h"
#include "cli/print.h"
#include "cli/print_growth.h"
#include "output/json_growth.h"

static bool read_until(const struct args *x, struct date *out, struct diags *ds)
{
    const char *text = x->value[OPTION_UNTIL];
    if (!text || date_parse(text_of(text), out)) return true;
    diag_error(ds, DIAG_USAGE, (struct place){0}, "write it as 2030-12-31",
               "--until takes a date, not '%s'", text);
    return false;
}

static bool write_csv(const struct args *x, const struct growth *g, struct arena *a,
                      struct diags *ds)
{
    const char *path = x->value[OPTION_CSV];
    struct builder csv = builder_new(a);
    if (!path) return true;
    csv_growth(g, &csv);
    return file_write(a, path, csv.s, csv.n, ds);
}

int cmd_growth(const struct args *x, struct arena *a, struct diags *ds)
{
    struct load_request request = args_request(x, x->word[0], a);
    struct run_options options = {.threads = x->threads};
    struct growth_request q = {.threads = x->threads};
    struct result *own = ARENA_ARRAY(a, struct result, 1);
    struct growth g;
    if (!read_until(x, &q.until, ds)) return print_failure(ds);
    if (!run_case(&request, &options, own, a, ds)) return print_failure(ds);
    struct args judge = *x; /* --check is of the plan, not of the site as it is */
    judge.is_on[OPTION_CHECK] = false;
    int judged = print_judgement(&judge, own, false, a, ds);
    if (ds->n_error) return print_code(ds);
    if (!growth_find(&request, &q, own, &g, a, ds)) return print_failure(ds);
    if (!write_csv(x, &g, a, ds)) return EXIT_OUTPUT;
    struct builder b = builder_new(a);
    if (x->is_on[OPTION_JSON]) {
        if (!json_growth(&g, &b, ds)) return EXIT_OUTPUT;
    } else if (!x->is_on[OPTION_QUIET]) {
        print_growth(&b, &g);
    }
    int shown = print_out(&b, ds);
    if (shown) return shown;
    return x->is_on[OPTION_CHECK] && g.short_from >= 0 ? EXIT_NO : judged;
}
