#include "plan/tco.h"

#include "plan/bill.h"

const char *const tco_option_words[] = {"own", "colo", "rent", "hybrid", NULL};

void tco_rows(const struct tco_use *use, const struct tco_sheets *sheet, struct grid *g,
              struct arena *a)
{
    struct tco_writer w = {{g, use->result->site, sheet->inputs, a}, use, sheet, NULL};
    tco_inputs(&w);
    tco_load(&w);
    tco_capex(&w);
    tco_opex(&w);
    tco_cloud(&w);
    tco_flows(&w);
    tco_compare(&w);
    tco_jobs(&w);
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
    sheet.jobs = tco_jobs_sheet(r->site, g, a);
    sheet.checks = grid_sheet(g, "Checks", "Checks", 0, NULL);
    if (r->bill->has_tariff) bill_rows(&r->bill->use, g, sheet.inputs, sheet.tariff, a);
    tco_rows(&out->use, &sheet, g, a);
    return money_scenarios_read(&book, ds) && grid_eval(g, ds);
}
