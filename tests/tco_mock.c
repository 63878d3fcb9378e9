#include "tco_mock.h"

#include <math.h>

#include "plan/tco_row.h"

struct mock mock_server(void)
{
    struct mock m = {.n = 5,
                     .discount = 0.08,
                     .residual = 14250,
                     .utilisation = 0.6,
                     .gpu_hours = 8 * 8760 * 0.6,
                     .it_kwh = 40000,
                     .idle_share = 0.4,
                     .mean_price = 0.1};
    m.capex[0] = 285000;
    for (int y = 1; y <= m.n; y++) {
        m.opex[y] = 21000 * pow(1.03, y - 1);
        m.electricity[y] = 6000 * pow(1.03, y - 1);
        m.rent[y] = 124000 * pow(0.9, y - 1);
    }
    /* Used in two halves of the day: all, and a fifth: 0.6 on the mean. */
    for (int i = 0; i <= LOAD_STEPS; i++) {
        double level = (double)i / LOAD_STEPS;
        m.above[i] = (0.5 * (1 - level) + 0.5 * fmax(0, 0.2 - level)) / 0.6;
    }
    return m;
}

static void inputs(struct tco_writer *w, const struct mock *m)
{
    struct money_book *b = &w->book;
    money_number(b, "discount", "", "%", m->discount, GRID_PERCENT, NULL);
    money_number(b, "inflation", "", "%", m->inflation, GRID_PERCENT, NULL);
    money_number(b, "tax_rate", "", "%", m->tax, GRID_PERCENT, NULL);
    money_number(b, "is_real", "", "1/0", m->terms == TERMS_REAL, 0, NULL);
    money_number(b, "utilisation", "", "%", m->utilisation, GRID_PERCENT, NULL);
    money_number(b, "mean_price", "", "", m->mean_price, 4, NULL);
    tco_value(w, w->sheet->inputs, "discount_nominal", "", "%",
              "(1 + discount)*(1 + inflation)^is_real - 1", GRID_PERCENT, NULL);
    tco_value(w, w->sheet->inputs, "discount_real", "", "%",
              "(1 + discount_nominal)/(1 + inflation) - 1", GRID_PERCENT, NULL);
}

static void row(struct tco_writer *w, const char *key, const double *v)
{
    tco_facts(w, w->sheet->load, key, key, "", v, 0, NULL);
}

static void flat(struct tco_writer *w, const char *key, double x)
{
    double v[MOCK_YEARS + 1] = {0};
    for (int y = 1; y <= w->use->n; y++) v[y] = x;
    row(w, key, v);
}

static void rows(struct tco_writer *w, const struct mock *m)
{
    double number[MOCK_YEARS + 1] = {0}, left[MOCK_YEARS + 1] = {0};
    double last[MOCK_YEARS + 1] = {0}, gain[MOCK_YEARS + 1] = {0};
    for (int y = 0; y <= m->n; y++) number[y] = y;
    left[m->n] = m->residual;
    last[m->n] = 1;
    gain[m->n] = m->residual;
    for (int y = 0; y <= m->n; y++) gain[m->n] -= m->capex[y] - m->books[y];
    row(w, "year_number", number);
    row(w, "is_last", last);
    tco_years(w, w->sheet->load, "deflator", "", "", "(1 + inflation)^(year_number*is_real)", 4,
              NULL);
    row(w, "capex_own", m->capex);
    row(w, "opex_own", m->opex);
    row(w, "electricity_own", m->electricity);
    row(w, "depreciation_own", m->books);
    row(w, "residual_own", left);
    row(w, "gain_own", gain);
    flat(w, "gpu_hours", m->gpu_hours);
    flat(w, "it_kwh", m->it_kwh);
    flat(w, "opex_rent", m->kept);
    if (!isnan(m->rent[0])) row(w, "rent_cheapest", m->rent);
    tco_fact(w, w->sheet->load, "busy_kwh", "", "kWh", 1, 0, NULL);
    tco_fact(w, w->sheet->load, "facility_factor", "", "", 1, 0, NULL);
    if (!isnan(m->idle_share))
        tco_fact(w, w->sheet->load, "idle_kwh", "", "kWh", m->idle_share, 0, NULL);
}

struct grid *mock_grid(const struct mock *m, struct arena *a, struct diags *ds)
{
    static const char *const label[MOCK_YEARS + 1] = {"0", "1", "2", "3",  "4",  "5", "6",
                                                      "7", "8", "9", "10", "11", "12"};
    struct finance finance = {.years = m->n, .terms = m->terms, .timing = m->timing};
    struct site site = {.currency = "EUR", .finance = &finance};
    struct tco_use use = {.finance = &finance, .n = m->n, .label = label};
    struct grid *g = grid_new(a);
    struct tco_sheets sheet = {.inputs = grid_sheet(g, "Inputs", "", 0, NULL)};
    sheet.load = grid_sheet(g, "Load", "", m->n + 1, label);
    sheet.tco = grid_sheet(g, "TCO", "", m->n + 1, label);
    sheet.compare = grid_sheet(g, "Compare", "", 0, NULL);
    struct tco_writer w = {.book = {.grid = g, .site = &site, .inputs = sheet.inputs, .arena = a},
                           .use = &use,
                           .sheet = &sheet};
    for (int i = 0; i <= LOAD_STEPS; i++) use.above[i] = m->above[i];
    inputs(&w, m);
    rows(&w, m);
    tco_flows(&w);
    tco_compare(&w);
    return grid_eval(g, ds) ? g : NULL;
}

double mock_number(const struct mock *m, const char *key)
{
    struct arena a = arena_new(NULL);
    struct diags ds = diags_new(&a);
    struct grid *g = mock_grid(m, &a, &ds);
    double x = g ? grid_number(g, key, GRID_CONSTANT) : (double)NAN;
    arena_free(&a);
    return x;
}
