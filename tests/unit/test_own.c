/* What owning and colocating cost, against figures worked by hand (tests/reference/tco.md),
   on a hall of four servers of 1 kW. */

#include <string.h>

#include "base/cash.h"
#include "model/depreciation.h"
#include "near.h"
#include "plan/growth.h"
#include "plan/tco.h"

#define SITE DCPLAN_SOURCE_DIR "/tests/headroom/hall.ini"
/* Round numbers: no inflation, nothing is worth anything at its end. */
#define PLAIN "[finance]\ninflation = 0 %\nit_residual = 0 %\n"
#define THING(more) "[cost thing]\ncategory = power\nwhen = build\nprice = 1000 EUR\n" more

struct asked {
    struct arena a;
    struct diags ds;
    struct load_change change[4];
    struct load_request q;
    struct result r;
    struct growth growth;
    struct tco tco;
};

static void read(struct asked *x, const char *text, bool has_growth)
{
    struct run_options options = {.threads = 1};
    *x = (struct asked){.a = arena_new(NULL)};
    x->ds = diags_new(&x->a);
    x->change[0] = (struct load_change){CHANGE_TEXT, text};
    x->q = (struct load_request){
        .models = DCPLAN_SOURCE_DIR "/models", .site = SITE, .n_change = 1, .change = x->change};
    bool ok = run_case(&x->q, &options, &x->r, &x->a, &x->ds);
    if (ok && has_growth) {
        struct growth_request all = {.threads = 1};
        ok = growth_find(&x->q, &all, &x->r, &x->growth, &x->a, &x->ds);
        x->r.growth = &x->growth;
    }
    ok = ok && tco_make(&x->r, &x->tco, &x->a, &x->ds);
    for (int i = 0; !ok && i < x->ds.n; i++)
        print_error("%s\n", message_text(&x->a, &x->ds.item[i].what, NULL));
    assert_true(ok);
}

static void ask(struct asked *x, const char *text)
{
    read(x, text, false);
}

static void done(struct asked *x)
{
    arena_free(&x->a);
}

static double at(const struct asked *x, const char *key, int column)
{
    assert_true(grid_has(x->tco.grid, key));
    return grid_number(x->tco.grid, key, column);
}

static double once(const struct asked *x, const char *key)
{
    return at(x, key, GRID_CONSTANT);
}

/* Each column of a row, and nothing beside. */
static void assert_row(const struct asked *x, const char *key, int n, const double *want)
{
    for (int y = 0; y < n; y++)
        if (!(fabs(at(x, key, y) - want[y]) <= 1e-9 * fmax(1, fabs(want[y])))) {
            print_error("%s, column %d: %.17g, want %.17g\n", key, y, at(x, key, y), want[y]);
            fail();
        }
}
#define assert_row(x, key, ...)                                                                    \
    assert_row(x, key, (int)(sizeof((double[]){__VA_ARGS__}) / sizeof(double)),                    \
               (double[]){__VA_ARGS__})

/* ---- price of a GPU-hour ------------------------------------------------------------------ */

/* Eight H100 for 285 kUSD over five years, 90 % used. */
static void a_gpu_hour(void **state)
{
    struct asked x;
    (void)state;
    ask(&x, PLAIN "utilisation = 90 %\n[server s]\ncount = 1\naccelerators = 8\n"
                  "price = 285000 EUR\n");
    assert_row(&x, "capex_own", 285000, 0, 0, 0, 0, 0);
    assert_row(&x, "gpu_hours", 0, 63072, 63072, 63072, 63072, 63072);
    assert_near(at(&x, "capex_own", GRID_TOTAL) / (5 * at(&x, "gpu_hours", 1)), 0.903729, 1e-6);
    assert_near(cash_payment(once(&x, "discount"), once(&x, "years"), at(&x, "capex_own", 0)) /
                    at(&x, "gpu_hours", 1),
                1.131724, 1e-6);
    done(&x);
}

/* ---- replacement and what is left --------------------------------------------------------- */

static void one_that_outlives_the_plan_is_not_replaced(void **state)
{
    struct asked x;
    (void)state;
    ask(&x, PLAIN "years = 20\n" THING("life = 30 years\n"));
    for (int y = 1; y <= 20; y++) assert_near(at(&x, "capex_own", y), 0, 0);
    assert_near(at(&x, "capex_own", 0), 1000, 0);
    for (int y = 0; y < 20; y++) assert_near(at(&x, "residual_own", y), 0, 0);
    assert_near(at(&x, "residual_own", 20), 1000.0 / 3, 1e-12);
    done(&x);
}

static void a_broken_life_is_booked_at_the_end_of_its_year(void **state)
{
    struct asked x;
    (void)state;
    ask(&x, PLAIN "years = 20\n" THING("life = 9.4 years\n"));
    for (int y = 0; y <= 20; y++)
        assert_near(at(&x, "capex_own", y), y == 0 || y == 10 || y == 19 ? 1000 : 0, 0);
    assert_near(at(&x, "residual_own", 20), 1000 * (1 - 1.2 / 9.4), 1e-9);
    done(&x);
}

static void a_life_that_ends_with_the_plan_is_over(void **state)
{
    struct asked x;
    (void)state;
    ask(&x, PLAIN "years = 10\n" THING("life = 5 years\nresidual = 10 %\n"));
    assert_row(&x, "capex_own", 1000, 0, 0, 0, 0, 1000, 0, 0, 0, 0, 0);
    assert_row(&x, "residual_own", 0, 0, 0, 0, 0, 100, 0, 0, 0, 0, 100);
    done(&x);
}

/* Replacements cost what prices are by then; what is sold, a part of what was paid for it. */
static void replacements_follow_prices(void **state)
{
    struct asked x;
    (void)state;
    ask(&x, "[finance]\ninflation = 10 %\nyears = 3\n" THING("life = 2 years\nresidual = 50 %\n"));
    assert_row(&x, "capex_own", 1000, 0, 1210, 0);
    /* bought for 1210, one year old: half and half of the rest */
    assert_row(&x, "residual_own", 0, 0, 500, 1210 * 0.75);
    done(&x);
    ask(&x, "[finance]\ninflation = 10 %\nyears = 3\nterms = real\n" THING(
                "life = 2 years\nresidual = 50 %\n"));
    assert_row(&x, "capex_own", 1000, 0, 1000, 0);
    assert_row(&x, "residual_own", 0, 0, 500 / 1.21, 1210 * 0.75 / 1.331);
    done(&x);
}

/* ---- depreciation ------------------------------------------------------------------------- */

static void macrs_tables_add_up(void **state)
{
    static const int life[] = {3, 5, 7, 10, 15, 20};
    (void)state;
    for (size_t i = 0; i < sizeof life / sizeof *life; i++) {
        double rate[MACRS_YEARS], sum = 0;
        assert_int_equal(macrs_rates(life[i], rate), life[i] + 1);
        for (int y = 0; y < MACRS_YEARS; y++) sum += rate[y];
        assert_within(sum, 1, 1e-12);
    }
    double rate[MACRS_YEARS];
    assert_int_equal(macrs_rates(6, rate), 0);
}

#define BOX "[cost box]\ncategory = servers\nwhen = build\nprice = 1000 EUR\n"

static void methods_of_depreciation(void **state)
{
    struct asked x;
    (void)state;
    ask(&x, "[finance]\nyears = 6\nit_life = 10 years\nit_depreciation_life = 5 years\n"
            "it_depreciation = macrs\n" BOX);
    assert_row(&x, "depreciation_own", 0, 200, 320, 192, 115.2, 115.2, 57.6);
    assert_within(once(&x, "book_own"), 0, 1e-9);
    done(&x);
    ask(&x, "[finance]\nit_life = 10 years\nit_depreciation_life = 5 years\n"
            "it_depreciation = declining\n" BOX);
    assert_row(&x, "depreciation_own", 0, 400, 240, 144, 108, 108);
    done(&x);
    ask(&x, "[finance]\nit_life = 10 years\nit_depreciation = china\n" BOX);
    assert_row(&x, "depreciation_own", 0, 950.0 / 3, 950.0 / 3, 950.0 / 3, 0, 0);
    assert_near(once(&x, "book_own"), 50, 1e-9);
    done(&x);
    ask(&x, "[finance]\nyears = 3\nit_life = 10 years\nit_depreciation_life = 2.5 years\n" BOX);
    assert_row(&x, "depreciation_own", 0, 380, 380, 190);
    done(&x);
}

/* What is sold above its book value is a gain; with the same lives and a straight line there
   is none. */
static void gain_on_what_is_sold(void **state)
{
    struct asked x;
    (void)state;
    ask(&x, PLAIN "years = 4\nit_life = 5 years\nit_depreciation = macrs\n"
                  "it_depreciation_life = 3 years\n" BOX);
    assert_near(at(&x, "residual_own", 4), 200, 1e-9);
    assert_row(&x, "gain_own", 0, 0, 0, 0, 200);
    done(&x);
    ask(&x, "[finance]\nyears = 4\n" BOX);
    assert_row(&x, "gain_own", 0, 0, 0, 0, 0);
    done(&x);
}

/* Tax saves on nominal amounts: in real terms they lose worth. */
static void depreciation_is_nominal(void **state)
{
    struct asked x;
    (void)state;
    ask(&x, "[finance]\nyears = 2\ninflation = 10 %\nterms = real\nit_residual = 0 %\n" BOX);
    assert_row(&x, "depreciation_own", 0, 200 / 1.1, 200 / 1.21);
    done(&x);
}

/* ---- rates ------------------------------------------------------------------------------------ */

static void capital_from_debt_and_equity(void **state)
{
    struct asked x;
    (void)state;
    ask(&x, "[finance]\ncapital = wacc\ndebt = 60 %\ndebt_rate = 6 %\nequity_rate = 12 %\n"
            "income_tax = 25 %\n");
    assert_near(once(&x, "discount"), 0.6 * 0.06 * 0.75 + 0.4 * 0.12, 1e-12);
    assert_near(once(&x, "discount_real"), 1.075 / 1.02 - 1, 1e-12);
    done(&x);
    ask(&x, "[finance]\ncapital = wacc\ndebt = 60 %\ndebt_rate = 6 %\nequity_rate = 12 %\n"
            "income_tax = 25 %\nterms = real\n");
    assert_near(once(&x, "discount"), 1.075 / 1.02 - 1, 1e-12);
    assert_near(once(&x, "discount_nominal"), 0.075, 1e-12);
    done(&x);
}

/* ---- tax on purchases, sunk cost, shares -------------------------------------------------------- */

static void value_added_tax(void **state)
{
    struct asked x;
    (void)state;
    ask(&x, PLAIN "vat = 13 %\nvat_recoverable = no\n" THING(""));
    assert_near(at(&x, "capex_own", 0), 1130, 1e-12);
    done(&x);
    ask(&x, PLAIN "vat = 13 %\n" THING("tax = included\n"));
    assert_near(at(&x, "capex_own", 0), 1000 / 1.13, 1e-12);
    done(&x);
    ask(&x, PLAIN "vat = 13 %\nvat_recoverable = no\n" THING("tax = included\n"));
    assert_near(at(&x, "capex_own", 0), 1000, 1e-12);
    done(&x);
}

static void sunk_cost_is_kept_apart(void **state)
{
    struct asked x;
    (void)state;
    ask(&x, PLAIN THING("sunk = yes\n") BOX);
    assert_near(at(&x, "sunk", 0), 1000, 0);
    assert_near(at(&x, "capex_own", 0), 1000, 0);
    done(&x);
}

static void shares_of_what_is_built(void **state)
{
    struct asked x;
    (void)state;
    ask(&x,
        PLAIN THING(
            "") "[server s]\nprice = 500 EUR\n"
                "[cost fabric]\ncategory = fabric\nwhen = build\nshare = 10 %\nof = servers\n"
                "[cost installation]\ncategory = installation\nwhen = build\nshare = 5 %\n"
                "[cost upkeep]\ncategory = maintenance\nshare = 4 %\nof = power\nfrom_year = 2\n"
                "to_year = 3\n"
                "[cost nothing]\ncategory = other\nwhen = build\n"
                "[cost of-none]\ncategory = other\nwhen = build\nshare = 5 %\nof = water\n");
    /* 1000 + 4 x 500, 200 of fabric, 5 % of 3200 */
    assert_near(at(&x, "capex_own", 0), 3360, 1e-12);
    assert_row(&x, "opex_line3_upkeep", 0, 0, 40, 40, 0, 0);
    /* ups, ups, pdu, pdu, psu is none, room, crac, rack, and the two lines */
    assert_near(once(&x, "n_unpriced"), 9, 0);
    done(&x);
}

static void a_range_of_prices(void **state)
{
    struct asked x;
    (void)state;
    ask(&x, PLAIN "[cost a]\ncategory = power\nwhen = build\nprice = 3000 EUR +/- 10 %\n"
                  "[cost b]\ncategory = cooling\nwhen = build\nprice = 1000 EUR +/- 400 EUR\n");
    assert_near(once(&x, "capex_spread"), 700, 1e-12);
    assert_near(once(&x, "capex_spread_apart"), 500, 1e-12);
    assert_near(once(&x, "capex_low"), 3300, 1e-12);
    assert_near(once(&x, "capex_high"), 4700, 1e-12);
    done(&x);
}

/* ---- operation ------------------------------------------------------------------------------------ */

/* 0.8 of 1 kW a server at work, 0.5 kW idle; half the hours used: 0.65 of 0.8. */
static void energy_follows_use(void **state)
{
    struct asked x;
    (void)state;
    ask(&x, "[finance]\nutilisation = 50 %\nelectricity_escalation = 5 %\n"
            "[workload w]\nactivity = 100 %\n[server s]\nworkload = w\n");
    assert_near(once(&x, "it_factor"), 0.65 / 0.8, 1e-9);
    double kwh = x.r.metric[M_FACILITY_ENERGY_KWH];
    assert_near(at(&x, "facility_kwh_y", 1), kwh * once(&x, "facility_factor"), 1e-12);
    assert_near(at(&x, "electricity_own", 2), at(&x, "facility_kwh_y", 2) * 0.1 * 1.1025, 1e-12);
    done(&x);
    ask(&x, "[finance]\n[workload w]\nactivity = 60 %\n[server s]\nworkload = w\n");
    assert_near(once(&x, "utilisation"), 0.6, 1e-12);
    assert_near(at(&x, "facility_kwh_y", 1), x.r.metric[M_FACILITY_ENERGY_KWH], 1e-12);
    done(&x);
}

static void lines_of_every_measure(void **state)
{
    struct asked x;
    (void)state;
    ask(&x, PLAIN "years = 2\n[server s]\naccelerators = 8\n"
                  "[cost a]\ncategory = staff\nprice_kw = 100 EUR/kW\n"
                  "[cost b]\ncategory = space\nprice_kw_month = 10 EUR/kW/month\n"
                  "[cost c]\ncategory = software\nprice_accelerator = 7 EUR/GPU\n"
                  "[cost d]\ncategory = network\nprice_month = 30 EUR/month\n"
                  "[cost e]\ncategory = other\nprice_rack = 5 EUR\ncount = 3\n"
                  "[cost f]\ncategory = other\nprice_server = 9 EUR\nescalation = 10 %\n"
                  "[cost g]\ncategory = decommissioning\nwhen = end\nprice = 77 EUR\n"
                  "[cost h]\ncategory = water\nprice_kwh = 0.01 EUR/kWh\n");
    assert_near(once(&x, "it_max_kw"), 4, 1e-9);
    assert_row(&x, "opex_line0_a", 0, 400, 400);
    assert_row(&x, "opex_line1_b", 0, 480, 480);
    assert_row(&x, "opex_line2_c", 0, 224, 224);
    assert_row(&x, "opex_line3_d", 0, 360, 360);
    assert_row(&x, "opex_line4_e", 0, 60, 60);
    assert_row(&x, "opex_line5_f", 0, 39.6, 43.56);
    assert_row(&x, "opex_line6_g", 0, 0, 77);
    assert_near(at(&x, "opex_line7_h", 1), 0.01 * x.r.metric[M_IT_ENERGY_KWH], 1e-12);
    double sum = at(&x, "electricity_own", 2) + at(&x, "opex_line7_h", 2);
    assert_near(at(&x, "opex_own", 2), sum + 400 + 480 + 224 + 360 + 60 + 43.56 + 77, 1e-12);
    done(&x);
}

#define GPU "[server s]\naccelerators = 8\n"

/* Servers that renting would spare have a price, stand in a line of cost, or nothing is known. */
static void servers_without_a_price_are_not_free(void **state)
{
    struct asked x;
    (void)state;
    ask(&x, PLAIN GPU);
    assert_true(isnan(once(&x, "npv_own")));
    done(&x);
    ask(&x, PLAIN GPU "price = 1 USD\n[rack r]\nprice = 2 GBP\n");
    assert_near(at(&x, "capex_own", 0), 2, 1e-12);
    done(&x);
    ask(&x, PLAIN GPU "price = 1 GBP\n");
    assert_true(isnan(once(&x, "npv_own")));
    done(&x);
    ask(&x, PLAIN GPU "price = 0 EUR\n");
    assert_near(at(&x, "capex_own", 0), 0, 0);
    assert_true(once(&x, "npv_own") < 0);
    done(&x);
    ask(&x,
        PLAIN GPU "[cost boxes]\ncategory = servers\nwhen = build\nprice = 9 EUR\nsunk = yes\n");
    assert_near(at(&x, "capex_own", 0), 0, 0);
    assert_true(once(&x, "npv_own") < 0);
    done(&x);
}

/* What no line of cost counts either: owning costs at least the rest. */
static void parts_without_a_price_are_told(void **state)
{
    struct asked x;
    (void)state;
    ask(&x, PLAIN);
    /* ups a, b, pdu a, b, crac, rack, server; the room is of the building */
    assert_near(once(&x, "n_unpriced"), 8, 0);
    assert_near(once(&x, "n_open"), 7, 0);
    done(&x);
    ask(&x, PLAIN THING("") "[cost none]\ncategory = cooling\nwhen = build\n"
                            "[cost run]\ncategory = racks\nprice = 1 EUR\n");
    /* what is of power is in the line; one without an amount counts nothing, a yearly one too */
    assert_near(once(&x, "n_open"), 4, 0);
    assert_string_equal(grid_label(x.tco.grid, "open_4"), "cost.none");
    done(&x);
}

/* Each system has a battery of its own. */
static void a_battery_of_each_system(void **state)
{
    struct asked x;
    int priced, missing;
    (void)state;
    ask(&x, PLAIN "[battery b]\nenergy = 5 kWh\nprice = 100 EUR\n[ups a]\nbattery = b\n"
                  "[ups b]\nbattery = b\n");
    assert_near(at(&x, "capex_own", 0), 200, 1e-12);
    assert_near(site_capex(x.r.site, &priced, &missing), 200, 1e-12);
    done(&x);
}

static void a_site_without_a_tariff(void **state)
{
    struct asked x;
    (void)state;
    ask(&x, PLAIN "[site]\ntariff =\n" THING(""));
    assert_near(at(&x, "capex_own", 0), 1000, 1e-12);
    assert_true(isnan(once(&x, "npv_own")));
    done(&x);
}

/* Who recovers no value added tax pays it on rents too. */
static void value_added_tax_of_rents(void **state)
{
    struct asked x;
    (void)state;
    ask(&x, PLAIN "years = 1\nutilisation = 50 %\nvat = 20 %\nvat_recoverable = no\ncloud = c\n" GPU
                  "price = 1 EUR\n[cloud c]\nprice_gpu = 2 EUR/GPUh\nincludes = all\n"
                  "accelerator = same\nsupport = 10 %\n");
    assert_near(at(&x, "rent_1", 1), 32 * 4380 * 2 * 1.1 * 1.2, 1e-12);
    assert_near(at(&x, "hours_1", 1), 32 * 4380 * 2 * 1.1 * 1.2, 1e-12);
    assert_near(once(&x, "price_hour_1"), 2 * 1.1 * 1.2, 1e-12);
    done(&x);
}

#define LEVEL(use)                                                                                 \
    PLAIN "utilisation = " use "\n" GPU                                                            \
          "price = 1 EUR\nworkload = w\n[workload w]\nactivity = 20 %\n"

/* A fifth of all in every hour; needed at a half, levels rise; at a tenth, hours fall. */
static void levels_by_use(void **state)
{
    struct asked x;
    (void)state;
    ask(&x, LEVEL("50 %"));
    assert_near(once(&x, "workload_mean"), 0.2, 1e-12);
    assert_near(grid_table_number(x.tco.grid, "duration", "part", 2), 0.6, 1e-9);
    assert_near(grid_table_number(x.tco.grid, "duration", "part", 6), 0, 0);
    done(&x);
    ask(&x, LEVEL("10 %"));
    assert_near(grid_table_number(x.tco.grid, "duration", "part", 1), 0.5, 1e-12);
    assert_near(grid_table_number(x.tco.grid, "duration", "part", 3), 0, 0);
    done(&x);
}

static void no_price_is_not_zero(void **state)
{
    struct asked x;
    (void)state;
    ask(&x, "[finance]\n[tariff flat]\nflat_price =\n");
    assert_true(isnan(at(&x, "electricity_own", 1)));
    assert_true(isnan(at(&x, "opex_own", 1)));
    done(&x);
}

/* 1000 over three years at 8 %: 388.03351 a year; what is owed after two of them is due then. */
static void lease_of_servers(void **state)
{
    struct asked x;
    (void)state;
    ask(&x, PLAIN "purchase = lease\n" BOX);
    assert_row(&x, "capex_own", 0, 0, 0, 0, 0, 0);
    for (int y = 1; y <= 5; y++)
        assert_within(at(&x, "lease_own", y), y <= 3 ? 388.03351405 : 0, 1e-6);
    done(&x);
    ask(&x, PLAIN "purchase = lease\nyears = 2\nlease_share = 50 %\n" BOX);
    assert_row(&x, "capex_own", 500, 0, 0);
    assert_near(at(&x, "lease_own", 1), 194.01675702, 1e-9);
    assert_near(at(&x, "lease_own", 2), 194.01675702 * (1 + 1 / 1.08), 1e-9);
    done(&x);
}

#define COLO                                                                                       \
    "colo = c\n[colo c]\nprice_kw_month = 100 EUR/kW/month\ncommitted = 10 kW\n"                   \
    "power_multiplier = 1.5\npower_price = 0.2 EUR/kWh\nescalation = 10 %\nprice = 500 EUR\n"

static void colocation(void **state)
{
    struct asked x;
    (void)state;
    ask(&x,
        PLAIN "years = 2\n" COLO
              "[server s]\nprice = 500 EUR\n[rack r]\nprice = 50 EUR\n[ups a]\nprice = 9000 EUR\n"
              "[cost spares]\ncategory = spares\nwhen = build\nshare = 10 %\noptions = own, colo\n"
              "[cost guard]\ncategory = staff\nprice_month = 1 EUR/month\noptions = own, colo\n");
    /* four servers, four racks; spares of them alone */
    assert_near(at(&x, "capex_colo", 0), 2200 * 1.1, 1e-12);
    assert_near(at(&x, "capex_own", 0), 11200 * 1.1, 1e-12);
    assert_row(&x, "colo_space", 0, 12000 * 1.1, 12000 * 1.21);
    assert_near(at(&x, "colo_power", 1), 0.3 * x.r.metric[M_IT_ENERGY_KWH], 1e-12);
    assert_near(at(&x, "opex_colo", 0), 500, 1e-12);
    assert_near(at(&x, "opex_colo", 1), 13200 + at(&x, "colo_power", 1) + 12, 1e-12);
    done(&x);
}

/* What is agreed beyond the last year is paid with it; a rack that is too much is warned of. */
static void terms_of_colocation(void **state)
{
    struct asked x;
    (void)state;
    ask(&x, PLAIN "years = 2\n" COLO "term = 5 years\nrack_max = 3.5 kW\n[rack r]\npower = 4 kW\n");
    assert_near(at(&x, "colo_owed", 1), 0, 0);
    assert_near(at(&x, "colo_owed", 2), 3 * at(&x, "colo_space", 2), 1e-12);
    int n = 0;
    for (int i = 0; i < x.ds.n; i++)
        n += strstr(message_text(&x.a, &x.ds.item[i].what, NULL),
                    "rack.r is for 4.0 kW, and it takes 3.5 kW a rack") != NULL;
    assert_int_equal(n, 1);
    done(&x);
    ask(&x, PLAIN "years = 2\n" COLO "term = 1 years\n");
    assert_near(at(&x, "colo_owed", 2), 0, 0);
    done(&x);
}

/* ---- growth -------------------------------------------------------------------------------------------- */

/* Two more servers from April of the second year on: bought then, and replaced by their own
   age; three quarters of that year they run. */
static void servers_that_come_later(void **state)
{
    struct asked x;
    (void)state;
    read(&x,
         PLAIN "years = 4\nit_life = 2 years\n[server s]\nprice = 100 EUR\naccelerators = 1\n"
               "[deployment more]\nserver = s\ncount = 2\nstart = 2027-04-01\n",
         true);
    assert_row(&x, "servers", 4, 4, 5.5, 6, 6);
    assert_row(&x, "capex_it", 400, 0, 600, 0, 0);
    /* of the first four: two years old; of the other two likewise, bought at the end of year 2 */
    assert_row(&x, "residual_own", 0, 0, 0, 0, 0);
    assert_row(&x, "it_max_y", 4, 4, 6, 6, 6);
    done(&x);
}

/* ---- all of it ------------------------------------------------------------------------------- */

/* Every option of a small site, counted apart from the program by tests/reference/tco_own.py:
   real money, in the middle of the year, with tax, tax on purchases that stays, a replacement,
   falling rents and a term of colocation beyond the years. */
static void all_options_counted_apart(void **state)
{
    struct asked x;
    (void)state;
    ask(&x, "[site]\nwater_price = 0 EUR/m3\n[workload w]\nactivity = 100 %\n"
            "[server s]\naccelerators = 8\nprice = 100000 EUR\nworkload = w\n"
            "[rack r]\nprice = 1000 EUR\n[ups a]\nprice = 5000 EUR\n[ups b]\nprice = 5000 EUR\n"
            "[pdu a]\nprice = 500 EUR\n[pdu b]\nprice = 500 EUR\n[crac c]\nprice = 7000 EUR\n"
            "[finance]\nyears = 5\ndiscount = 5 %\nterms = real\ntiming = middle\n"
            "inflation = 3 %\nelectricity_escalation = 6 %\nincome_tax = 25 %\n"
            "it_life = 3 years\nplant_life = 10 years\nbuilding_life = 30 years\n"
            "it_residual = 10 %\nplant_residual = 5 %\nvat = 20 %\nvat_recoverable = no\n"
            "utilisation = 40 %\ncloud = c\ncolo = k\n"
            "[cost shell]\ncategory = building\nwhen = build\nprice_kw = 2000 EUR/kW\n"
            "[cost care]\ncategory = maintenance\nshare = 5 %\nof = servers\noptions = own, colo\n"
            "[cost end]\ncategory = decommissioning\nwhen = end\nprice = 10000 EUR\n"
            "[cost soft]\ncategory = software\nprice_accelerator = 100 EUR/GPU\n"
            "options = own, colo, rent\n"
            "[cloud c]\nprice_gpu = 2 EUR/GPUh\nincludes = all\naccelerator = same\n"
            "decline = 10 %\nsupport = 5 %\n"
            "[colo k]\nprice_kw_month = 150 EUR/kW/month\npower_multiplier = 1.4\n"
            "power_price = 0.15 EUR/kWh\nterm = 6 years\nescalation = 4 %\n");
    assert_near(once(&x, "busy_kwh"), 34670.50475, 1e-6);
    assert_near(once(&x, "idle_kwh"), 21671.38973, 1e-6);
    assert_near(once(&x, "n_open"), 0, 0);
    assert_near(once(&x, "npv_own"), -711759.0819, 1e-6);
    assert_near(once(&x, "npv_colo"), -729982.2801, 1e-6);
    assert_near(once(&x, "npv_rent"), -742619.2749, 1e-6);
    assert_near(once(&x, "npv_hybrid"), -711759.0819, 1e-6);
    done(&x);
}

/* ---- what is refused --------------------------------------------------------------------------- */

static void assert_refused(const char *text, int line, const char *what)
{
    struct asked x = {.a = arena_new(NULL)};
    struct run_options options = {.threads = 1};
    x.ds = diags_new(&x.a);
    x.change[0] = (struct load_change){CHANGE_TEXT, text};
    x.q = (struct load_request){
        .models = DCPLAN_SOURCE_DIR "/models", .site = SITE, .n_change = 1, .change = x.change};
    assert_false(run_case(&x.q, &options, &x.r, &x.a, &x.ds));
    assert_int_equal(x.ds.n_error, 1);
    int i = 0;
    while (x.ds.item[i].severity != DIAG_ERROR) i++;
    assert_non_null(strstr(message_text(&x.a, &x.ds.item[i].what, NULL), what));
    assert_int_equal(x.ds.item[i].place.line, line);
    done(&x);
}

static void rules_between_fields(void **state)
{
    (void)state;
    assert_refused("[finance]\nit_depreciation = macrs\nit_depreciation_life = 6 years\n", 3,
                   "no table");
    assert_refused("[finance]\nplant_depreciation = declining\nplant_life = 9.5 years\n", 1,
                   "whole years");
    assert_refused("[finance]\npurchase = lease\nlease_term = 2.5 years\n", 3, "whole years");
    assert_refused("[cost a]\ncategory = power\nof = powr\n", 3, "no category");
    assert_refused("[cost a]\ncategory = power\noptions = own, buy\n", 3, "no option");
    assert_refused("[cost a]\ncategory = power\nfrom_year = 3\nto_year = 2\n", 4, "before");
    assert_refused("[cost a]\ncategory = power\nwhen = build\nshare = 5 %\nof = power\n", 5,
                   "of itself");
    assert_refused("[cost a]\ncategory = power\nwhen = build\nshare = 5 %\nof = cooling\n"
                   "[cost b]\ncategory = cooling\nwhen = build\nshare = 5 %\nof = racks\n"
                   "[cost c]\ncategory = racks\nwhen = build\nprice = 1 EUR\nof = none\n",
                   15, "no category");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_gpu_hour),
        cmocka_unit_test(one_that_outlives_the_plan_is_not_replaced),
        cmocka_unit_test(a_broken_life_is_booked_at_the_end_of_its_year),
        cmocka_unit_test(a_life_that_ends_with_the_plan_is_over),
        cmocka_unit_test(replacements_follow_prices),
        cmocka_unit_test(macrs_tables_add_up),
        cmocka_unit_test(methods_of_depreciation),
        cmocka_unit_test(gain_on_what_is_sold),
        cmocka_unit_test(depreciation_is_nominal),
        cmocka_unit_test(capital_from_debt_and_equity),
        cmocka_unit_test(value_added_tax),
        cmocka_unit_test(sunk_cost_is_kept_apart),
        cmocka_unit_test(shares_of_what_is_built),
        cmocka_unit_test(a_range_of_prices),
        cmocka_unit_test(energy_follows_use),
        cmocka_unit_test(lines_of_every_measure),
        cmocka_unit_test(servers_without_a_price_are_not_free),
        cmocka_unit_test(parts_without_a_price_are_told),
        cmocka_unit_test(a_battery_of_each_system),
        cmocka_unit_test(a_site_without_a_tariff),
        cmocka_unit_test(value_added_tax_of_rents),
        cmocka_unit_test(levels_by_use),
        cmocka_unit_test(no_price_is_not_zero),
        cmocka_unit_test(lease_of_servers),
        cmocka_unit_test(colocation),
        cmocka_unit_test(terms_of_colocation),
        cmocka_unit_test(servers_that_come_later),
        cmocka_unit_test(all_options_counted_apart),
        cmocka_unit_test(rules_between_fields),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
