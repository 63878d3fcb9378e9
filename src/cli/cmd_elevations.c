#include <string.h>
#include <strings.h>

#include "base/file.h"
#include "base/version.h"
#include "cli/draw_elevations.h"
#include "cli/output_date.h"
#include "cli/print.h"
#include "output/csv_elevations.h"
#include "output/json_elevations.h"
#include "output/xlsx_elevations.h"
#include "plan/book.h"
#include "plan/run.h"

static bool write_csv(const struct args *x, struct result *r, const char *path, struct arena *a,
                      struct diags *ds)
{
    struct builder b = builder_new(a);
    struct elevations e = elevations_make(r->site, r->racks, a);
    (void)x;
    csv_elevations(r->site, &e, &b);
    return file_write(a, path, b.s, b.n, ds);
}

static bool write_xlsx(const struct args *x, struct result *r, const char *path, struct arena *a,
                       struct diags *ds)
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
    (void)x;
    return xlsx_elevations(r->site, r->racks, &e, &info, path, a, ds);
}

/* One row for each kind of file. */
static const struct format {
    const char *extension;
    bool (*write)(const struct args *x, struct result *r, const char *path, struct arena *a,
                  struct diags *ds);
    bool is_drawing; /* wants every single failure looked at */
} formats[] = {
    {".csv", write_csv, false},
    {".xlsx", write_xlsx, false},
    {".pdf", draw_elevations_pdf, true},
    {".svg", draw_elevations_svg, true},
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
               "what kind of file '%s' is to be is not known", path);
    return NULL;
}

int cmd_elevations(const struct args *x, struct arena *a, struct diags *ds)
{
    const char *path = x->value[OPTION_OUTPUT];
    const struct format *format = path ? format_of(path, a, ds) : NULL;
    if (path && !format) return EXIT_USAGE;
    bool is_drawing = format && format->is_drawing;
    bool is_judged = x->is_on[OPTION_CHECK] || x->n_fail_if; /* by all limits */
    struct load_request request = args_request(x, x->word[0], a);
    struct run_options options = {.threads = x->threads,
                                  .failures = is_drawing,
                                  .normal_only = !is_drawing && !is_judged};
    struct result *r = ARENA_ARRAY(a, struct result, 1);
    if (!run_case(&request, &options, r, a, ds)) return print_failure(ds);
    int judged = print_judgement(x, r, false, a, ds);
    if (ds->n_error) return print_code(ds);
    if (path && !format->write(x, r, path, a, ds)) return print_failure(ds);
    struct builder b = builder_new(a);
    struct elevations e = elevations_make(r->site, r->racks, a);
    if (x->is_on[OPTION_JSON]) {
        if (!json_elevations(&e, r, &b, ds)) return EXIT_OUTPUT;
    } else if (!path && !x->is_on[OPTION_QUIET])
        csv_elevations(r->site, &e, &b);
    int shown = print_out(&b, ds);
    return shown ? shown : judged;
}
