#include <string.h>

#include "cli/print.h"
#include "output/csv_out.h"
#include "output/json.h"
#include "plan/run.h"

#include "base/file.h"

static bool write_hourly(const char *path, const struct result *r, struct arena *a,
                         struct diags *ds)
{
    struct builder b = builder_new(a);
    csv_hourly(r, &b);
    return file_write(a, path, b.s, b.n, ds);
}

static int show(const struct args *x, const struct result *r, bool is_check, struct arena *a,
                struct diags *ds)
{
    struct builder b = builder_new(a);
    if (x->is_on[OPTION_JSON]) {
        if (!json_result(r, &b, ds)) return EXIT_OUTPUT;
    } else if (!x->is_on[OPTION_QUIET]) {
        if (is_check)
            print_verdict(&b, r, x->color);
        else
            print_summary(&b, r, x->color);
        print_limits(&b, r, x->color, is_check ? r->n_limit : 12);
        print_fabrics(&b, r);
        print_skipped(&b, r);
        print_warnings(&b, r);
    }
    return print_out(&b, ds);
}

static int run(const struct args *x, bool is_check, struct arena *a, struct diags *ds)
{
    struct load_request request = args_request(x, x->word[0], a);
    struct run_options options = {.threads = x->threads};
    struct result *r = ARENA_ARRAY(a, struct result, 1);
    if (!run_case(&request, &options, r, a, ds)) return print_failure(ds);
    int judged = print_judgement(x, r, is_check, a, ds);
    if (ds->n_error) return print_code(ds);
    const char *hourly = x->value[OPTION_HOURLY];
    if (hourly && !strcmp(hourly, "-")) {
        struct builder b = builder_new(a);
        csv_hourly(r, &b);
        int written = print_out(&b, ds);
        return written ? written : judged;
    }
    if (hourly && !write_hourly(hourly, r, a, ds)) return EXIT_OUTPUT;
    int shown = show(x, r, is_check, a, ds);
    return shown ? shown : judged;
}

int cmd_run(const struct args *x, struct arena *a, struct diags *ds)
{
    return run(x, false, a, ds);
}

int cmd_check(const struct args *x, struct arena *a, struct diags *ds)
{
    return run(x, true, a, ds);
}
