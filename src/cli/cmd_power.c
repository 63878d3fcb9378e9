#include "cli/print_power.h"
#include "output/json_power.h"
#include "plan/run.h"

int cmd_power(const struct args *x, struct arena *a, struct diags *ds)
{
    struct load_request request = args_request(x, x->word[0], a);
    struct run_options options = {.threads = x->threads, .power = true};
    struct result *r = ARENA_ARRAY(a, struct result, 1);
    if (!run_case(&request, &options, r, a, ds)) return print_failure(ds);
    int judged = print_judgement(x, r, false, a, ds);
    if (ds->n_error) return print_code(ds);
    struct builder b = builder_new(a);
    if (x->is_on[OPTION_JSON]) {
        if (!json_power(r, &b, ds)) return EXIT_OUTPUT;
    } else if (!x->is_on[OPTION_QUIET])
        print_power(&b, r, x->color);
    int shown = print_out(&b, ds);
    return shown ? shown : judged;
}
