#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/file.h"
#include "base/stage.h"
#include "base/version.h"
#include "cli/output_date.h"
#include "cli/print.h"
#include "output/capacity_report.h"
#include "output/charts.h"
#include "output/csv_out.h"
#include "output/json.h"
#include "output/json_failures.h"
#include "output/json_growth.h"
#include "output/json_tco.h"
#include "output/json_water.h"
#include "output/xlsx.h"
#include "plan/book.h"
#include "plan/floor_heat.h"
#include "plan/growth.h"
#include "plan/run.h"
#include "plan/tco_answer.h"
#include "plan/water_study.h"

static bool write_workbook(const struct result *r, struct date date, const char *path,
                           struct arena *a, struct diags *ds)
{
    struct grid *book = book_make(r, DCPLAN_VERSION, a, ds);
    if (!book) return false;
    struct xlsx_info info = {
        .title = r->site_title,
        .subject = "Capacity of power and cooling",
        .author = r->site->info->prepared_by ? r->site->info->prepared_by : "dcplan",
        .version = DCPLAN_VERSION,
        .input_hash = book_input_hash(r, a),
        .scenario = r->site_name,
        .date = arena_format(a, "%04d-%02d-%02d", date.year, date.month, date.day),
        .created_s = output_seconds(date)};
    return xlsx_write(book, &info, path, a, ds);
}

static bool write_texts(const struct result *r, const char *folder, struct arena *a,
                        struct diags *ds)
{
    struct builder json = builder_new(a), failures = builder_new(a), csv = builder_new(a);
    struct builder water = builder_new(a), growth = builder_new(a), tco = builder_new(a);
    if (!json_result(r, &json, ds) || !json_failures(r, &failures, ds)) return false;
    if (r->water && !json_water(r->water, &water, ds)) return false;
    if (r->growth && !json_growth(r->growth, &growth, ds)) return false;
    if (r->tco && !json_tco(r->tco, 1, &tco, ds)) return false;
    csv_hourly(r, &csv);
    if (r->water && !file_write(a, arena_format(a, "%s/water.json", folder), water.s, water.n, ds))
        return false;
    const char *plan = arena_format(a, "%s/growth.json", folder);
    if (r->growth && !file_write(a, plan, growth.s, growth.n, ds)) return false;
    const char *answer = arena_format(a, "%s/tco.json", folder);
    if (r->tco && !file_write(a, answer, tco.s, tco.n, ds)) return false;
    return file_write(a, arena_format(a, "%s/result.json", folder), json.s, json.n, ds) &&
           file_write(a, arena_format(a, "%s/failures.json", folder), failures.s, failures.n, ds) &&
           file_write(a, arena_format(a, "%s/hourly.csv", folder), csv.s, csv.n, ds);
}

static bool write_all(const struct args *x, const struct result *r, const char *folder,
                      struct arena *a, struct diags *ds)
{
    const char *charts = arena_format(a, "%s/charts", folder), *size = x->value[OPTION_PAPER];
    enum paper paper = paper_find(size);
    struct date date = r->date;
    return folder_make(a, charts, ds) && write_texts(r, folder, a, ds) &&
           charts_write(r, charts, a, ds) &&
           capacity_report_write(r, date, paper, arena_format(a, "%s/capacity.pdf", folder), a,
                                 ds) &&
           write_workbook(r, date, arena_format(a, "%s/capacity.xlsx", folder), a, ds);
}

/* All files or none: a failure leaves the old report as it was. */
static bool write_report(const struct args *x, const struct result *r, const char *folder,
                         struct arena *a, struct diags *ds)
{
    const char *stage = stage_open(a, folder, ds);
    if (!stage) return false;
    if (!write_all(x, r, stage, a, ds) || !stage_publish(a, stage, folder, ds)) {
        stage_discard(a, stage);
        return false;
    }
    if (!r->water) (void)remove(arena_format(a, "%s/water.json", folder)); /* of an earlier run */
    if (!r->growth) (void)remove(arena_format(a, "%s/growth.json", folder));
    if (!r->tco) (void)remove(arena_format(a, "%s/tco.json", folder));
    charts_clear(r, arena_format(a, "%s/charts", folder), a);
    return true;
}

/* A coarse study of the water's temperature where the site has a loop for it, and only one. */
static void add_water(const struct args *x, const struct load_request *request, struct result *r,
                      struct arena *a)
{
    struct water_request w = {
        .from_c = (double)NAN, .to_c = (double)NAN, .step_k = (double)NAN, .is_quick = true};
    struct water_study *s = ARENA_ARRAY(a, struct water_study, 1);
    struct diags aside = diags_new(a); /* which loop: a question of dcplan water */
    if (!water_plan(&w, r, s, a, &aside)) return;
    water_run(request, x->threads, s, a);
    if (s->optimum >= 0) r->water = s;
}

/* The plan of a site that has deployments. */
static bool add_growth(const struct args *x, const struct load_request *request, struct result *r,
                       struct arena *a, struct diags *ds)
{
    struct growth_request q = {.threads = x->threads};
    struct growth *g = ARENA_ARRAY(a, struct growth, 1);
    if (!growth_has_plan(r->site)) return true;
    r->growth = g;
    return growth_find(request, &q, r, g, a, ds);
}

/* Own or rent, of a site that says what money is counted by. */
static bool add_tco(struct result *r, struct arena *a, struct diags *ds)
{
    struct tco_answer *t = ARENA_ARRAY(a, struct tco_answer, 1);
    if (!r->site->finance) return true;
    if (!tco_answer_find(r, t, a, ds)) return false;
    r->tco = t;
    return true;
}

int cmd_report(const struct args *x, struct arena *a, struct diags *ds)
{
    struct load_request request = args_request(x, x->word[0], a);
    struct run_options options = {.threads = x->threads, .failures = true};
    struct result *r = ARENA_ARRAY(a, struct result, 1);
    if (!run_case(&request, &options, r, a, ds)) return print_failure(ds);
    r->date = output_date(r->date, ds);
    int judged = print_judgement(x, r, false, a, ds);
    if (ds->n_error) return print_code(ds);
    add_water(x, &request, r, a);
    rack_drawings_find(r, false, a);
    if (!add_growth(x, &request, r, a, ds)) return print_failure(ds);
    if (!add_tco(r, a, ds)) return print_failure(ds);
    const char *folder = x->value[OPTION_OUTPUT] ? x->value[OPTION_OUTPUT]
                                                 : arena_format(a, "reports/%s", r->site_name);
    if (!write_report(x, r, folder, a, ds)) return EXIT_OUTPUT;
    struct builder b = builder_new(a);
    if (x->is_on[OPTION_JSON]) {
        if (!json_result(r, &b, ds)) return EXIT_OUTPUT;
    } else if (!x->is_on[OPTION_QUIET]) {
        print_verdict(&b, r, x->color);
        print_limits(&b, r, x->color, 5);
        print_warnings(&b, r);
        builder_format(&b,
                       "\nWritten to %s: capacity.pdf capacity.xlsx charts result.json "
                       "failures.json hourly.csv%s%s%s\n",
                       folder, r->water ? " water.json" : "", r->growth ? " growth.json" : "",
                       r->tco ? " tco.json" : "");
    }
    int shown = print_out(&b, ds);
    return shown ? shown : judged;
}
