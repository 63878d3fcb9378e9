#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "cli/print.h"
#include "cli/print_place.h"
#include "output/json_place.h"

/* ---- options ---------------------------------------------------------------- */

static bool refuse(struct diags *ds, const char *option, const char *value, const char *wants)
{
    diag_error(ds, DIAG_USAGE, (struct place){0}, NULL, "%s takes %s, not '%s'", option, wants,
               value);
    return false;
}

static bool read_method(const char *word, enum placing_method *out, struct diags *ds)
{
    *out = PLACING_HEURISTIC;
    if (!word) return true;
    for (int i = 0; placing_words[i]; i++) {
        if (strcasecmp(word, placing_words[i]) != 0) continue;
        *out = (enum placing_method)i;
        return true;
    }
    return refuse(ds, "--method", word, "first-fit, heuristic or optimal");
}

static bool read_seconds(const char *text, double *out, struct diags *ds)
{
    *out = HUGE_VAL;
    if (!text) return true;
    if (text_number(text_of(text), out) && *out > 0) return true;
    return refuse(ds, "--time-limit", text, "seconds above 0");
}

/* ---- progress ------------------------------------------------------------------ */

struct progress {
    double begun_s;
    bool is_shown;
};

/* On a terminal, of work over half a second. */
static void show(void *context, const char *text)
{
    struct progress *p = context;
    if (clock_s() - p->begun_s < 0.5) return;
    p->is_shown = true;
    fprintf(stderr, "\r\033[K%s", text);
    fflush(stderr);
}

/* ---- the command ------------------------------------------------------------------ */

static bool find(const struct args *x, struct placing_result *r, struct arena *a, struct diags *ds)
{
    struct load_request request = args_request(x, x->word[0], a);
    struct progress progress = {clock_s(), false};
    struct placing_options o = {.threads = x->threads, .limits.nodes = PLACING_NODES};
    bool is_fine = read_method(x->value[OPTION_METHOD], &o.method, ds);
    if (!read_seconds(x->value[OPTION_TIME_LIMIT], &o.limits.seconds, ds) || !is_fine) return false;
    if (isatty(STDERR_FILENO) && !x->is_on[OPTION_QUIET]) {
        o.progress = show;
        o.context = &progress;
    }
    bool ok = placing_find(&request, &o, r, a, ds);
    if (progress.is_shown) fprintf(stderr, "\r\033[K");
    return ok;
}

int cmd_place(const struct args *x, struct arena *a, struct diags *ds)
{
    struct placing_result *r = ARENA_ARRAY(a, struct placing_result, 1);
    const char *path = x->value[OPTION_OUTPUT];
    if (!find(x, r, a, ds)) return print_failure(ds);
    if (path) {
        const char *text = placing_overlay(r, x->is_on[OPTION_DROP], a);
        if (!file_write(a, path, text, strlen(text), ds)) return print_failure(ds);
    }
    struct builder b = builder_new(a);
    if (x->is_on[OPTION_JSON]) {
        if (!json_place(r, &b, ds)) return EXIT_OUTPUT;
    } else if (!x->is_on[OPTION_QUIET])
        print_place(&b, r, x->color);
    int shown = print_out(&b, ds);
    if (shown) return shown;
    if (x->is_on[OPTION_STRICT] && ds->n_warning) return EXIT_MODEL;
    return x->is_on[OPTION_CHECK] && !r->ok ? EXIT_NO : EXIT_DONE;
}
