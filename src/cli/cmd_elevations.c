#include <string.h>
#include <strings.h>

#include "base/file.h"
#include "base/version.h"
#include "cli/output_date.h"
#include "cli/print.h"
#include "output/csv_elevations.h"
#include "output/xlsx_elevations.h"
#include "plan/book.h"
#include "plan/run.h"

static bool write_csv(const struct result *r, const char *path, struct arena *a, struct diags *ds)
{
    struct builder b = builder_new(a);
    struct elevations e = elevations_make(r->site, r->racks, a);
    csv_elevations(r->site, &e, &b);
    return file_write(a, path, b.s, b.n, ds);
}

static bool write_xlsx(const struct result *r, const char *path, struct arena *a, struct diags *ds)
{
    struct elevations e = elevations_make(r->site, r->racks, a);
    struct date date = output_date(r->date, ds);
    struct xlsx_info info = {
        .title = r->site_title,
        .subject = "Servers in their racks",
        .author = r->site->info->prepared_by ? r->site->info->prepared_by : "dcplan",
        .version = DCPLAN_VERSION,
        .input_hash = book_input_hash(r, a),
        .scenario = r->site_name,
        .date = arena_format(a, "%04d-%02d-%02d", date.year, date.month, date.day),
        .created_s = output_seconds(date)};
    return xlsx_elevations(r->site, r->racks, &e, &info, path, a, ds);
}

/* One row for each kind of file. */
static const struct format {
    const char *extension;
    bool (*write)(const struct result *r, const char *path, struct arena *a, struct diags *ds);
} formats[] = {
    {".csv", write_csv},
    {".xlsx", write_xlsx},
};
enum { N_FORMAT = sizeof formats / sizeof *formats };

static const struct format *format_of(const char *path, struct arena *a, struct diags *ds)
{
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
    struct builder all = builder_new(a);
    for (int i = 0; i < N_FORMAT; i++) {
        if (dot && !strcasecmp(dot, formats[i].extension)) return &formats[i];
        builder_format(&all, "%s%s", i ? ", " : "the name ends in ", formats[i].extension);
    }
    diag_error(ds, DIAG_USAGE, (struct place){0}, all.s,
               "what kind of file '%s' is to be is not "
               "known",
               path);
    return NULL;
}

int cmd_elevations(const struct args *x, struct arena *a, struct diags *ds)
{
    const char *path = x->value[OPTION_OUTPUT];
    struct load_request request = args_request(x, x->word[0], a);
    struct run_options options = {.threads = x->threads, .normal_only = true};
    struct result *r = ARENA_ARRAY(a, struct result, 1);
    const struct format *format = path ? format_of(path, a, ds) : NULL;
    if (path && !format) return EXIT_USAGE;
    if (!run_case(&request, &options, r, a, ds)) return print_failure(ds);
    int judged = print_judgement(x, r, false, a, ds);
    if (ds->n_error) return print_code(ds);
    if (path) return format->write(r, path, a, ds) ? judged : EXIT_OUTPUT;
    struct builder b = builder_new(a);
    struct elevations e = elevations_make(r->site, r->racks, a);
    csv_elevations(r->site, &e, &b);
    int shown = print_out(&b, ds);
    return shown ? shown : judged;
}
