#include <string.h>

#include "base/file.h"
#include "cli/print.h"
#include "output/json_elevations.h"
#include "plan/elevations_edit.h"
#include "plan/run.h"

/* Whether the site is read with the overlay, too: limits between fields that a table of places
   does not show. */
static bool try_overlay(const struct load_request *request, const char *overlay, struct arena *a,
                        struct diags *ds)
{
    struct load_request with = *request;
    struct loaded loaded;
    with.change = ARENA_ARRAY(a, struct load_change, (size_t)request->n_change + 1);
    for (int i = 0; i < request->n_change; i++) with.change[i] = request->change[i];
    with.change[with.n_change++] = (struct load_change){CHANGE_TEXT, overlay};
    struct diags own = diags_new(a);
    if (load_site(&with, &loaded, a, &own)) return true;
    for (int i = 0; i < own.n; i++)
        if (own.item[i].severity == DIAG_ERROR)
            diag_add(ds, DIAG_ERROR, own.item[i].class, own.item[i].place, own.item[i].hint,
                     &own.item[i].what);
    return false;
}

static void print_changes(const struct elevation_edit *e)
{
    for (int i = 0; i < e->n; i++) {
        const struct elevation_change *c = &e->change[i];
        fprintf(stderr, "%s %s", elevation_change_words[c->what], c->name);
        if (c->from) fprintf(stderr, " from %s", c->from);
        if (c->to) fprintf(stderr, " to %s", c->to);
        if (c->line) fprintf(stderr, " (row %d)", c->line);
        fputc('\n', stderr);
    }
    fprintf(stderr, "dcplan: %d stay, %d moved, %d added, %d removed, %d renamed\n", e->n_same,
            e->n_moved, e->n_added, e->n_removed, e->n_renamed);
}

static int usage(struct diags *ds, const char *hint, const char *what)
{
    diag_error(ds, DIAG_USAGE, (struct place){0}, hint, "%s", what);
    return EXIT_USAGE;
}

int cmd_import_elevations(const struct args *x, struct arena *a, struct diags *ds)
{
    const char *site = x->value[OPTION_SITE], *output = x->value[OPTION_OUTPUT];
    struct run_options options = {.threads = x->threads, .energy_only = true};
    struct result *r = ARENA_ARRAY(a, struct result, 1);
    struct elevation_edit e;
    struct bytes b;
    struct csv table;
    if (!site) return usage(ds, "write --site SITE.ini", "the site that the table is of is needed");
    if (x->n_word != 2) return usage(ds, NULL, "one table of elevations at a time");
    struct load_request request = args_request(x, site, a);
    if (!run_case(&request, &options, r, a, ds)) return print_failure(ds);
    if (!file_read(a, x->word[1], &b, ds) ||
        !elevations_read(x->word[1], b.s, b.n, &table, a, ds) ||
        !elevations_edit(&table, r->site, r->racks, &e, a, ds) ||
        !try_overlay(&request, e.overlay, a, ds))
        return print_failure(ds);
    if (x->is_on[OPTION_STRICT] && ds->n_warning) {
        diag_error(ds, DIAG_INPUT, (struct place){0}, NULL, "%d warnings are errors (--strict)",
                   ds->n_warning);
        return EXIT_INPUT;
    }
    if (output && !file_write(a, output, e.overlay, strlen(e.overlay), ds)) return EXIT_OUTPUT;
    struct builder out = builder_new(a);
    if (x->is_on[OPTION_JSON]) {
        if (!json_elevation_edit(&e, r, x->word[1], output, &out, ds)) return EXIT_OUTPUT;
    } else if (!output)
        builder_text(&out, e.overlay);
    if (!x->is_on[OPTION_QUIET]) print_changes(&e);
    return print_out(&out, ds);
}
