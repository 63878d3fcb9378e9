#include <string.h>

#include "base/file.h"
#include "cli/print.h"
#include "cli/print_tco.h"
#include "output/json_tco.h"
#include "plan/growth.h"
#include "plan/run.h"

/* Money of the years needs what to count by, and the plan of a site that grows. */
static bool find_answer(const struct args *x, const char *site, struct tco_answer *out,
                        struct arena *a, struct diags *ds)
{
    struct load_request request = args_request(x, site, a);
    struct run_options options = {.threads = x->threads};
    struct growth_request q = {.threads = x->threads};
    struct result *r = ARENA_ARRAY(a, struct result, 1);
    struct growth *g = ARENA_ARRAY(a, struct growth, 1);
    if (!run_case(&request, &options, r, a, ds)) return false;
    if (r->site->finance && growth_has_plan(r->site)) {
        r->growth = g;
        if (!growth_find(&request, &q, r, g, a, ds)) return false;
    }
    return tco_answer_find(r, out, a, ds);
}

static bool write_csv(const struct args *x, const struct tco_answer *t, struct arena *a,
                      struct diags *ds)
{
    const char *path = x->value[OPTION_CSV];
    struct builder csv = builder_new(a);
    if (!path) return true;
    for (int i = 0; i < x->n_word; i++) csv_tco(&t[i], i == 0, &csv);
    return file_write(a, path, csv.s, csv.n, ds);
}

int cmd_tco(const struct args *x, struct arena *a, struct diags *ds)
{
    int n = x->n_word, worst = EXIT_DONE;
    struct tco_answer *t = ARENA_ARRAY(a, struct tco_answer, (size_t)n);
    for (int i = 0; i < n; i++) {
        if (!find_answer(x, x->word[i], &t[i], a, ds)) return print_failure(ds);
        int judged = print_judgement(x, t[i].result, false, a, ds);
        if (ds->n_error) return print_code(ds);
        if (judged > worst) worst = judged;
    }
    if (!write_csv(x, t, a, ds)) return EXIT_OUTPUT;
    struct builder b = builder_new(a);
    if (x->is_on[OPTION_JSON]) {
        if (!json_tco(t, n, &b, ds)) return EXIT_OUTPUT;
    } else if (!x->is_on[OPTION_QUIET]) {
        for (int i = 0; i < n; i++) print_tco(&b, &t[i], n > 1);
        if (n > 1) print_tco_rank(&b, t, n);
    }
    int shown = print_out(&b, ds);
    return shown ? shown : worst;
}
