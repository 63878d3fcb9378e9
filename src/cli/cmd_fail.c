#include "cli/print_failures.h"
#include "output/json_failures.h"
#include "plan/run.h"

int cmd_fail(const struct args *x, struct arena *a, struct diags *ds)
{
    struct load_request request = args_request(x, x->word[0], a);
    struct run_options options = {
        .threads = x->threads, .failures = true, .n_remove = x->n_remove, .remove = x->remove};
    struct result *r = ARENA_ARRAY(a, struct result, 1);
    if (!run_case(&request, &options, r, a, ds)) return print_failure(ds);
    int judged = print_judgement(x, r, false, a, ds);
    if (ds->n_error) return print_code(ds);
    if (x->is_on[OPTION_CHECK] && judged == EXIT_DONE && !failures_ok(r->failures))
        judged = EXIT_NO;
    struct builder b = builder_new(a);
    if (x->is_on[OPTION_JSON]) {
        if (!json_failures(r, &b, ds)) return EXIT_OUTPUT;
    } else if (!x->is_on[OPTION_QUIET])
        print_failures(&b, r, x);
    int shown = print_out(&b, ds);
    return shown ? shown : judged;
}
