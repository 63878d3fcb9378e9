#include <gsl/gsl_errno.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/version.h"
#include "cli/args.h"
#include "cli/print.h"

static void out_of_memory(void)
{
    static const char text[] = "dcplan: out of memory\n";
    fwrite(text, 1, sizeof text - 1, stderr);
    exit(EXIT_MODEL);
}

static int help(const struct args *x, const struct command *c, struct arena *a, struct diags *ds)
{
    struct builder b = builder_new(a);
    if (x->is_on[OPTION_VERSION])
        builder_format(&b, "dcplan %s\n", DCPLAN_VERSION);
    else if (c)
        print_help(&b, c);
    else
        print_help_all(&b);
    return print_out(&b, ds);
}

static int dispatch(int argc, char **argv, struct pool *pool, struct arena *a, struct diags *ds,
                    bool *is_quiet)
{
    struct args x;
    const struct command *c;
    if (!args_parse(argc, argv, &x, &c, a, ds)) return EXIT_USAGE;
    *is_quiet = x.is_on[OPTION_QUIET];
    /* Other ranks help with studies; all else is done once. */
    bool is_plain = x.is_on[OPTION_HELP] || x.is_on[OPTION_VERSION] || !c;
    bool is_shared = !is_plain && c->options >> OPTION_STORE & 1;
    if (!pool_is_leader(pool) && !is_shared) return EXIT_DONE;
    if (x.is_on[OPTION_HELP] || x.is_on[OPTION_VERSION]) return help(&x, c, a, ds);
    if (!c) {
        struct builder b = builder_new(a);
        print_help_all(&b);
        fputs(b.s, stderr);
        return EXIT_USAGE;
    }
    if (!(x.given >> OPTION_THREADS & 1)) x.threads = pool_cores(pool);
    x.pool = pool;
    pool_threads(pool, x.threads);
    return c->run(&x, a, ds);
}

int main(int argc, char **argv)
{
    /* Messages and file names follow the user's locale, numbers never do. */
    setlocale(LC_MESSAGES, "");
    setlocale(LC_CTYPE, "");
    signal(SIGXFSZ,
           SIG_IGN); /* a file that grows too large is an error to report, like a full disk */
    gsl_set_error_handler_off();
    struct arena a = arena_new(out_of_memory);
    struct diags ds = diags_new(&a);
    bool is_quiet = false;
    struct pool *pool = pool_open(&argc, &argv, &a, &ds);
    int code = ds.n_error ? EXIT_USAGE : dispatch(argc, argv, pool, &a, &ds, &is_quiet);
    if (ds.n_error) code = print_code(&ds);
    if (pool_is_leader(pool)) print_diags(&ds, is_quiet);
    int own = code;
    code = pool_close(pool, code);
    /* What is wrong on its machine alone, another rank must say itself. */
    if (own && !code) print_diags(&ds, is_quiet);
    arena_free(&a);
    return code;
}
