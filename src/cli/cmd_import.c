#include <string.h>

#include "base/file.h"
#include "cli/print.h"
#include "model/import_csv.h"
#include "model/import_netbox.h"
#include "model/import_paths.h"
#include "model/import_prices.h"
#include "model/import_racksdb.h"
#include "model/import_urdb.h"
#include "output/json_import.h"

/* One row for each kind of inventory. */
static const struct importer {
    const char *name, *doc;
    import_reader read;
} importers[] = {
    {"netbox", "device types (YAML), exports of racks, devices and power feeds (CSV), dumps (JSON)",
     import_netbox},
    {"racksdb", "RacksDB databases: one file, or the files of a tree (YAML)", import_racksdb},
    {"csv", "tables of servers by rack, unit, model and watts (CSV, XLSX)", import_csv},
    {"urdb", "electricity tariffs of OpenEI's Utility Rate Database (JSON)", import_urdb},
    {"prices", "price lists of clouds: SkyPilot's tables and others (CSV, JSON)", import_prices},
};
enum { N_IMPORTER = sizeof importers / sizeof *importers };

static const struct importer *find_importer(const char *name, struct arena *a, struct diags *ds)
{
    const char *names[N_IMPORTER + 1];
    struct builder all = builder_new(a);
    for (int i = 0; i < N_IMPORTER; i++) {
        if (!strcmp(importers[i].name, name)) return &importers[i];
        names[i] = importers[i].name;
        builder_format(&all, "%s%s", i ? ", " : "there are: ", names[i]);
    }
    names[N_IMPORTER] = "elevations";
    builder_format(&all, ", %s", names[N_IMPORTER]);
    const char *near = text_nearest(name, names, N_IMPORTER + 1);
    diag_error(ds, DIAG_USAGE, (struct place){0},
               near ? arena_format(a, "did you mean '%s'?", near) : all.s, "no importer '%s'",
               name);
    return NULL;
}

static const char *plural(int n)
{
    return n == 1 ? "" : "s";
}

/* What came of every file, and in all, for people. */
static void print_counts(const struct import *im)
{
    for (int i = 0; i < im->n_file; i++) {
        const struct import_file *f = &im->file[i];
        fprintf(stderr, "%s: %s: %d section%s, %d estimated field%s", f->path,
                f->what ? f->what : "nothing", f->n_section, plural(f->n_section), f->n_estimated,
                plural(f->n_estimated));
        if (f->n_left_out) fprintf(stderr, ", %d left out", f->n_left_out);
        fputc('\n', stderr);
    }
    int estimated = import_n_estimated(im);
    fprintf(stderr, "dcplan: %d file%s, %d section%s, %d estimated field%s, %d left out\n",
            im->n_file, plural(im->n_file), im->n, plural(im->n), estimated, plural(estimated),
            im->n_left_out);
}

int cmd_import(const struct args *x, struct arena *a, struct diags *ds)
{
    if (!strcmp(x->word[0], "elevations")) return cmd_import_elevations(x, a, ds);
    const struct importer *how = find_importer(x->word[0], a, ds);
    struct object_set catalogue;
    struct import im;
    const char *output = x->value[OPTION_OUTPUT];
    if (!how) return EXIT_USAGE;
    if (x->value[OPTION_SITE] || x->n_change) {
        diag_error(ds, DIAG_USAGE, (struct place){0}, "dcplan import elevations takes them",
                   "an import of %s stands on no site: --site, --set and -f do not go with it",
                   how->name);
        return EXIT_USAGE;
    }
    if (!load_catalogue(args_models(x, NULL, a), &catalogue, a, ds)) return print_failure(ds);
    const char *const *path;
    int n_path;
    if (!import_paths(x->word + 1, x->n_word - 1, &path, &n_path, a, ds) ||
        !import_open(&im, path, n_path, &catalogue, a, ds))
        return print_failure(ds);
    im.only = x->value[OPTION_ONLY];
    im.date = x->value[OPTION_DATE];
    if (im.date && !date_parse(text_of(im.date), &(struct date){0})) {
        diag_error(ds, DIAG_USAGE, (struct place){0}, "write --date 2026-02-01", "'%s' is no date",
                   im.date);
        return EXIT_USAGE;
    }
    if (!how->read(&im)) return print_failure(ds);
    if (x->is_on[OPTION_STRICT] && ds->n_warning) {
        diag_error(ds, DIAG_INPUT, (struct place){0}, NULL, "%d warnings are errors (--strict)",
                   ds->n_warning);
        return EXIT_INPUT;
    }
    import_count(&im);
    const char *ini = import_ini(&im);
    if (output && !file_write(a, output, ini, strlen(ini), ds)) return EXIT_OUTPUT;
    struct builder b = builder_new(a);
    if (x->is_on[OPTION_JSON]) {
        if (!json_import(&im, how->name, output, &b, ds)) return EXIT_OUTPUT;
    } else if (!output)
        builder_text(&b, ini);
    if (!x->is_on[OPTION_QUIET]) print_counts(&im);
    return print_out(&b, ds);
}
