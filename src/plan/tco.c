#include "plan/tco.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "plan/bill.h"

const char *const tco_option_words[] = {"own", "colo", "rent", "hybrid", NULL};

static void each_year(double *to, int n, double x)
{
    for (int y = 1; y <= n; y++) to[y] = x;
}

static const char *const *year_labels(const struct result *r, int n, struct arena *a)
{
    const char **label = ARENA_ARRAY(a, const char *, (size_t)n + 1);
    for (int y = 0; y <= n; y++)
        label[y] = r->date.year
                       ? arena_format(a, "%s%d", y ? "" : "start ", r->date.year + y - (y > 0))
                       : arena_format(a, "year %d", y);
    return label;
}

bool tco_use_make(const struct result *r, struct tco_use *out, struct arena *a, struct diags *ds)
{
    (void)ds;
    const struct site *s = r->site;
    *out = (struct tco_use){.result = r, .finance = s->finance, .n = s->finance->years};
    size_t n = (size_t)out->n + 1;
    double **series[] = {&out->accelerators, &out->servers, &out->it_kwh, &out->facility_kwh,
                         &out->water_m3};
    for (size_t i = 0; i < sizeof series / sizeof *series; i++)
        *series[i] = ARENA_ARRAY(a, double, n);
    out->label = year_labels(r, out->n, a);
    double accelerators = 0, servers = 0;
    for (int i = 0; i < s->of[KIND_SERVER].n; i++) {
        const struct server *v = site_server(s, i);
        servers += v->part.count;
        accelerators += (double)v->part.count * v->accelerators;
    }
    for (int i = 0; i < s->of[KIND_RACK].n; i++) out->racks += site_rack(s, i)->part.count;
    each_year(out->accelerators, out->n, accelerators);
    each_year(out->servers, out->n, servers);
    out->accelerators[0] = accelerators;
    out->servers[0] = servers;
    each_year(out->it_kwh, out->n, r->metric[M_IT_ENERGY_KWH]);
    each_year(out->facility_kwh, out->n, r->metric[M_FACILITY_ENERGY_KWH]);
    each_year(out->water_m3, out->n, r->metric[M_WATER_M3]);
    out->it_max_kw = r->metric[M_PEAK_IT_KW];
    out->facility_peak_kw = r->metric[M_PEAK_FACILITY_KW];
    out->busy_kwh = r->metric[M_FACILITY_ENERGY_KWH];
    out->idle_kwh = (double)NAN;
    out->workload_mean = (double)NAN;
    return true;
}

void tco_rows(const struct tco_use *use, const struct tco_sheets *sheet, struct grid *g,
              struct arena *a)
{
    struct tco_writer w = {{g, use->result->site, sheet->inputs, a}, use, sheet};
    tco_inputs(&w);
    tco_load(&w);
    tco_capex(&w);
    tco_opex(&w);
    tco_cloud(&w);
    tco_flows(&w);
    tco_compare(&w);
}

static const char *const month_names[MONTHS] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

bool tco_make(const struct result *r, struct tco *out, struct arena *a, struct diags *ds)
{
    *out = (struct tco){.grid = grid_new(a)};
    struct grid *g = out->grid;
    if (!tco_use_make(r, &out->use, a, ds)) return false;
    int n = out->use.n + 1;
    struct tco_sheets sheet = {.inputs = grid_sheet(g, "Inputs", "Inputs", 0, NULL)};
    struct money_book book = {g, r->site, sheet.inputs, a};
    money_scenarios(&book);
    sheet.load = grid_sheet(g, "Load", "Load", n, out->use.label);
    sheet.tariff = grid_sheet(g, "Tariff", "Electricity bill", MONTHS, month_names);
    sheet.capex = grid_sheet(g, "Capex", "Capital cost", n, out->use.label);
    sheet.opex = grid_sheet(g, "Opex", "Operating cost", n, out->use.label);
    sheet.tco = grid_sheet(g, "TCO", "Cash flow of each option", n, out->use.label);
    sheet.cloud = grid_sheet(g, "Cloud", "Renting", n, out->use.label);
    sheet.compare = grid_sheet(g, "Compare", "Own, colocate, rent", 0, NULL);
    sheet.checks = grid_sheet(g, "Checks", "Checks", 0, NULL);
    bill_rows(&r->bill->use, g, sheet.inputs, sheet.tariff, a);
    tco_rows(&out->use, &sheet, g, a);
    return money_scenarios_read(&book, ds) && grid_eval(g, ds);
}
