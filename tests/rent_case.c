#include "rent_case.h"

static const char servers[] =
    "[room r]\n[crac c]\nairflow = 8 m3/s\nfan_power = 0 kW\ncapacity = 200 kW\ncop = 4\n"
    "from = utility.grid\n"
    "[psu p]\nrated_power = 3000 W\nefficiency = 10 %:90 %, 100 %:95 %\n[server box]\npsu = p\npsu_count = 6\nroom = r\nfrom = utility.grid\npower_idle = 2 kW\npower_typical = 8 kW\n"
    "power_maximum = 10 kW\nairflow = 1 m3/s\nheight = 8 U\naccelerators = 8\n"
    "accelerator_power = 700 W\naccelerator = H100-80GB\naccelerator_memory = 80 GB\n";

int rent_setup(void **state)
{
    struct rent_case *c = test_calloc(1, sizeof *c);
    *state = c;
    return 0;
}

int rent_teardown(void **state)
{
    struct rent_case *c = *state;
    toy_free(&c->t);
    test_free(c);
    return 0;
}

static void series(struct grid *g, int sheet, const char *key, const double *x)
{
    grid_row(g, sheet,
             &(struct grid_row){.kind = GRID_RESULT, .key = key, .label = key, .series = x});
}

bool rent_read(struct rent_case *c, const char *text)
{
    struct arena a = arena_new(NULL);
    const char *over = arena_format(&a, "[site]\ncurrency = USD\ndate = 2026-11-30\n%s", text);
    bool is_fine = toy_read_over(&c->t, servers, over);
    arena_free(&a);
    return is_fine;
}

static void read_site(struct rent_case *c, const char *text)
{
    bool is_fine = rent_read(c, text);
    if (!is_fine) (void)toy_print(&c->t);
    assert_true(is_fine);
}

/* Rows of other sheets, as by hand: eight accelerators, part of the hours of a year. */
static struct tco_sheets mock_sheets(struct rent_case *c, double utilisation)
{
    double year[RENT_YEARS + 1], accelerators[RENT_YEARS + 1], hours[RENT_YEARS + 1];
    for (int y = 0; y <= RENT_YEARS; y++) {
        c->label[y] = "year";
        year[y] = y;
        accelerators[y] = 8;
        hours[y] = y ? 8 * 8760 * utilisation : 0;
    }
    c->g = grid_new(&c->t.arena);
    struct tco_sheets sheet = {.inputs = grid_sheet(c->g, "Inputs", "Inputs", 0, NULL)};
    sheet.load = grid_sheet(c->g, "Load", "Load", RENT_YEARS + 1, c->label);
    sheet.cloud = grid_sheet(c->g, "Cloud", "Renting", RENT_YEARS + 1, c->label);
    sheet.jobs = tco_jobs_sheet(&c->t.site, c->g, &c->t.arena);
    series(c->g, sheet.load, "year_number", year);
    series(c->g, sheet.load, "accelerators", accelerators);
    series(c->g, sheet.load, "gpu_hours", hours);
    return sheet;
}

static void constant(struct grid *g, int sheet, const char *key, double x)
{
    grid_row(g, sheet,
             &(struct grid_row){.kind = GRID_INPUT, .key = key, .label = key, .number = x});
}

void rent(struct rent_case *c, const char *text, double utilisation)
{
    read_site(c, text);
    struct tco_sheets sheet = mock_sheets(c, utilisation);
    constant(c->g, sheet.inputs, "utilisation", utilisation);
    constant(c->g, sheet.inputs, "cost_gpu_hour_own", 3);
    constant(c->g, sheet.inputs, "cost_gpu_hour_colo", 2.5);
    constant(c->g, sheet.inputs, "colo_multiplier", 1.4);
    c->result.site = &c->t.site;
    c->result.metric[M_PUE] = 1.25;
    c->use = (struct tco_use){.result = &c->result, .finance = c->t.site.finance, .n = RENT_YEARS};
    struct tco_writer w = {
        .book = {c->g, &c->t.site, sheet.inputs, &c->t.arena}, .use = &c->use, .sheet = &sheet};
    tco_cloud(&w);
    tco_jobs(&w);
    if (!grid_eval(c->g, &c->t.ds)) (void)toy_print(&c->t);
    assert_int_equal(c->t.ds.n_error, 0);
}
