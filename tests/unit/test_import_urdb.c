/* Rates of the Utility Rate Database: lines, windows, units, what is missing and refused. */

#include "import_case.h"
#include "model/import_urdb.h"
#include "model/rate.h"
#include "model/tariff.h"

static bool run_only(struct import_case *f, const char *json, const char *only)
{
    struct import_file file = case_text("u.json", json);
    return case_run(f, import_urdb, &file, 1, only);
}

static bool run(struct import_case *f, const char *json)
{
    return run_only(f, json, NULL);
}

#define R12(x) x "," x "," x "," x "," x "," x "," x "," x "," x "," x "," x "," x
#define R5(x) x "," x "," x "," x "," x
#define R4(x) x "," x "," x "," x
#define DAY(x) "[" R12(x) "," R12(x) "]"
#define EVENING "[" R12("0") "," R4("0") "," R5("1") ",0,0,0]" /* 16 to 21 */
#define DATED "\"startdate\":1727762400,"

static void windows_and_sums(void **state)
{
    (void)state;
    struct import_case f;
    struct site s;
    assert_true(run(
        &f,
        "{\"items\":[{" DATED
        "\"name\":\"TOU: 8, D\",\"utility\":\"U\",\"source\":\"s\",\"uri\":\"v\","
        "\"energytoulabels\":[\"Off\",\"On\"],"
        "\"energyratestructure\":[[{\"rate\":0.08859,\"adj\":0.00114}],"
        "[{\"rate\":0.25,\"sell\":0.04,\"unit\":\"kWh\"}]],"
        "\"energyweekdayschedule\":[" R12(
            EVENING) "],"
                     "\"energyweekendschedule\":[" R12(DAY(
                         "0")) "],"
                               "\"demandratestructure\":[[{\"rate\":0}],[{\"rate\":30.8,\"adj\":14.81}]],"
                               "\"demandweekdayschedule\":[" R5(EVENING) "," R4(DAY(
                                   "1")) "," EVENING "," EVENING "," EVENING "],"
                                         "\"demandweekendschedule\":[" R12(
                                             EVENING) "],"
                                                      "\"flatdemandstructure\":[[{\"rate\":5.5}],[{\"rate\":7}]],"
                                                      "\"flatdemandmonths\":[0,0,0,0,0,1,1,1,0,0,0,0],"
                                                      "\"fixedchargefirstmeter\":3.298,\"fixedchargeunits\":\"$/day\"}]}"));
    case_has(&f, KIND_TARIFF, "TOU-8-D", "date", "2024-10-01");
    case_has(&f, KIND_TARIFF, "TOU-8-D", "source", "OpenEI Utility Rate Database, v; s");
    case_has(&f, KIND_RATE, "TOU-8-D-energy-0", "energy_price", "0.08973 USD/kWh");
    case_has(&f, KIND_RATE, "TOU-8-D-energy-0", "label", "energy, Off");
    case_has(&f, KIND_RATE, "TOU-8-D-energy-0", "hours", "0-16, 21-24");
    case_has(&f, KIND_RATE, "TOU-8-D-energy-0", "weekend_hours", "0-24");
    case_has(&f, KIND_RATE, "TOU-8-D-energy-1", "hours", "16-21");
    case_has(&f, KIND_RATE, "TOU-8-D-energy-1", "weekend_hours", "none");
    case_has(&f, KIND_RATE, "TOU-8-D-export-1", "energy_price", "0.04 USD/kWh");
    case_has(&f, KIND_RATE, "TOU-8-D-peak-1a", "demand_price", "45.61 USD/kW/month");
    case_has(&f, KIND_RATE, "TOU-8-D-peak-1a", "months", "1, 2, 3, 4, 5, 10, 11, 12");
    case_has(&f, KIND_RATE, "TOU-8-D-peak-1b", "months", "6, 7, 8, 9");
    case_has(&f, KIND_RATE, "TOU-8-D-peak-1b", "hours", "0-24");
    case_has(&f, KIND_RATE, "TOU-8-D-peak-1b", "weekend_hours", "16-21");
    case_has(&f, KIND_RATE, "TOU-8-D-demand-1", "months", "6, 7, 8");
    case_has(&f, KIND_RATE, "TOU-8-D-fixed", "fixed_price", "3.298 USD");
    case_has(&f, KIND_RATE, "TOU-8-D-fixed", "per", "day");
    assert_null(import_find(&f.im, KIND_RATE, "TOU-8-D-peak-0")); /* costs nothing */
    assert_int_equal(f.im.n, 1 + 2 + 1 + 2 + 2 + 1);
    assert_int_equal(f.ds.n, 0);
    case_loads(&f, "", &s);
    case_free(&f);
}

static void tiers(void **state)
{
    (void)state;
    struct import_case f;
    assert_true(run(&f, "{" DATED "\"name\":\"t\",\"energyratestructure\":[["
                        "{\"rate\":0.1,\"max\":100.0,\"unit\":\"kWh\"},"
                        "{\"rate\":0.2,\"max\":9.9999996802856925e+37,\"unit\":\"kWh\"}]],"
                        "\"demandratestructure\":[[{\"rate\":10,\"max\":480},{\"rate\":12,"
                        "\"max\":0}]],\"demandrateunit\":\"hp\"}"));
    case_has(&f, KIND_RATE, "t-energy-0-1", "up_to_energy", "100 kWh");
    case_has(&f, KIND_RATE, "t-energy-0-1", "step_of", "month");
    case_has(&f, KIND_RATE, "t-energy-0-2", "above_energy", "100 kWh");
    assert_null(import_value(import_find(&f.im, KIND_RATE, "t-energy-0-2"), "up_to_energy"));
    /* a horsepower is 0.7457 kW */
    case_has(&f, KIND_RATE, "t-peak-0-1", "demand_price", "13.41022 USD/kW/month");
    case_has(&f, KIND_RATE, "t-peak-0-1", "up_to_demand", "357.9359 kW");
    case_has(&f, KIND_RATE, "t-peak-0-2", "above_demand", "357.9359 kW");
    assert_int_equal(f.ds.n, 0);
    case_free(&f);
    assert_true(run(&f, "{" DATED "\"name\":\"t\",\"energyratestructure\":[["
                        "{\"rate\":0.1,\"max\":200,\"unit\":\"kWh/kW\"},{\"rate\":0.2}]]}"));
    case_has(&f, KIND_RATE, "t-energy-0-1", "up_to_use", "200 kWh/kW");
    case_free(&f);
    assert_true(run(&f, "{" DATED "\"name\":\"t\",\"energyratestructure\":[["
                        "{\"rate\":0.1,\"max\":5,\"unit\":\"kWh/kW daily\"},{\"rate\":0.2}]]}"));
    /* an allowance a day, over the days of the bill */
    case_has(&f, KIND_RATE, "t-energy-0a-1", "months", "2");
    case_has(&f, KIND_RATE, "t-energy-0a-1", "up_to_use", "140 kWh/kW");
    assert_true(case_is_estimated(&f, KIND_RATE, "t-energy-0a-1", "up_to_use"));
    case_has(&f, KIND_RATE, "t-energy-0b-1", "months", "4, 6, 9, 11");
    case_has(&f, KIND_RATE, "t-energy-0b-1", "up_to_use", "150 kWh/kW");
    case_has(&f, KIND_RATE, "t-energy-0c-2", "above_use", "155 kWh/kW");
    assert_false(case_is_estimated(&f, KIND_RATE, "t-energy-0c-2", "above_use"));
    case_free(&f);
}

/* What the database cannot say exactly is marked. */
static void estimates(void **state)
{
    (void)state;
    struct import_case f;
    assert_true(run(
        &f,
        "{" DATED "\"name\":\"e\",\"demandrateunit\":\"kVA\","
        "\"demandratestructure\":[[{\"rate\":4,\"max\":100},{\"rate\":3}]],"
        "\"demandReactPwrCharge\":0.5,\"demandratchetpercentage\":[" R5("0.8") "," R5(
            "0.8") ",0,75],\"coincidentratestructure\":[[{\"rate\":0}],"
                   "[{\"rate\":9}]],\"coincidentrateschedule\":[" R12(
                       EVENING) "],"
                                "\"mincharge\":2,\"minchargeunits\":\"$/day\",\"demandwindow\":60}"));
    case_has(&f, KIND_RATE, "e-peak-r1-0-1", "demand_price_kva", "4 USD/kVA/month");
    case_has(&f, KIND_RATE, "e-peak-r1-0-1", "ratchet", "80 %");
    assert_true(case_is_estimated(&f, KIND_RATE, "e-peak-r1-0-1", "up_to_demand"));
    assert_true(case_is_estimated(&f, KIND_RATE, "e-peak-r1-0-1", "ratchet_months"));
    assert_null(import_value(import_find(&f.im, KIND_RATE, "e-peak-r2-0-1"), "ratchet"));
    assert_true(case_is_estimated(&f, KIND_RATE, "e-peak-r3-0-1", "ratchet"));
    case_has(&f, KIND_RATE, "e-peak-r3-0-1", "months", "12");
    /* 0.5 tan(acos(0.95)) */
    case_has(&f, KIND_RATE, "e-reactive", "demand_price", "0.1643421 USD/kW/month");
    assert_true(case_is_estimated(&f, KIND_RATE, "e-reactive", "demand_price"));
    assert_true(case_is_estimated(&f, KIND_RATE, "e-coincident-1", "charge"));
    case_has(&f, KIND_RATE, "e-minimum", "minimum", "2 USD");
    case_has(&f, KIND_RATE, "e-minimum", "per", "day");
    case_has(&f, KIND_TARIFF, "e", "demand_factor", "1");
    case_free(&f);
}

static void look_back(void **state)
{
    (void)state;
    struct import_case f;
    assert_true(run(&f, "{" DATED "\"name\":\"l\",\"flatdemandstructure\":[[{\"rate\":4}]],"
                        "\"lookbackPercent\":0.5,\"lookbackRange\":6,\"lookbackMonths\":[0,0,0,0,"
                        "0,1,1,1,1,0,0,0],\"annualmincharge\":500,\"fueladjustmentsmonthly\":"
                        "[0.01,0.01,0,0,0,0,0,0,0,0,0,-0.002],\"oddity\":7}"));
    case_has(&f, KIND_RATE, "l-demand-0", "ratchet", "50 %");
    case_has(&f, KIND_RATE, "l-demand-0", "ratchet_months", "6");
    case_has(&f, KIND_RATE, "l-demand-0", "ratchet_from", "6, 7, 8, 9");
    case_has(&f, KIND_RATE, "l-minimum-year", "per", "year");
    case_has(&f, KIND_RATE, "l-fuel-1", "months", "1, 2");
    case_has(&f, KIND_RATE, "l-fuel-12", "energy_price", "-0.002 USD/kWh");
    assert_int_equal(case_told(&f, "passed over: oddity", 0), 1);
    case_free(&f);
}

/* No price is no zero. */
static void without_price(void **state)
{
    (void)state;
    struct import_case f;
    struct site s;
    assert_true(run(&f, "{\"name\":\"m\",\"fixedmonthlycharge\":30,\n"
                        "\"energyratestructure\":[[{\"unit\":\"kWh\"}]]}"));
    assert_null(import_value(import_find(&f.im, KIND_RATE, "m-energy-0"), "energy_price"));
    case_has(&f, KIND_RATE, "m-fixed", "fixed_price", "30 USD");
    assert_int_equal(case_told(&f, "has no price", 2), 1);
    assert_int_equal(case_told(&f, "does not tell since when", 0), 1);
    case_loads(&f, "", &s);
    assert_int_equal(s.of[KIND_RATE].n, 2);
    case_free(&f);
}

static void several(void **state)
{
    (void)state;
    struct import_case f;
    static const char two[] =
        "{\"a\":[1,2],\"b\":{\"c\":[{" DATED "\"name\":\"x\",\"label\":\"l1\","
        "\"energyratestructure\":[[{\"rate\":1}]]},{" DATED "\"name\":\"x\",\"label\":\"l2\","
        "\"energyratestructure\":[[{\"rate\":2}]]}]}}";
    assert_true(run(&f, two));
    case_has(&f, KIND_TARIFF, "x-2", "rates", "x-2-energy-0");
    case_has(&f, KIND_RATE, "x-2-energy-0", "energy_price", "2 USD/kWh");
    case_free(&f);
    assert_true(run_only(&f, two, "L2"));
    case_has(&f, KIND_RATE, "x-energy-0", "energy_price", "2 USD/kWh");
    assert_int_equal(f.im.n, 2);
    case_free(&f);
    assert_false(run_only(&f, two, "y"));
    assert_int_equal(case_told(&f, "none of the file's 2 rates is 'y'", 0), 1);
    case_free(&f);
}

static void refused(const char *json, const char *why, int line)
{
    struct import_case f;
    if (run(&f, json) || !case_told(&f, why, line)) fail_msg("not refused: %s", why);
    case_free(&f);
}

static void refusals(void **state)
{
    (void)state;
#define ENERGY(x) "{\"name\":\"r\",\n\"energyratestructure\":[[" x "]]}"
    refused("{\"name\":\"r\"}", "the file has no rate", 1);
    refused(ENERGY("{\"rate\":1},{\"rate\":2}"), "a tier without an end is not the last", 2);
    refused(ENERGY("{\"rate\":1,\"max\":5},{\"rate\":2,\"max\":5}"), "ends of tiers must rise", 2);
    refused(ENERGY("{\"rate\":1,\"max\":5},{\"rate\":2,\"max\":9,\"unit\":\"kWh/kW\"},"
                   "{\"rate\":1}"),
            "in several units", 2);
    refused(ENERGY("{\"rate\":1,\"unit\":\"therm\"}"), "unknown unit 'therm'", 2);
    refused(ENERGY("{\"rate\":\"a lot\"}"), "rate is no number", 2);
    refused("{\"energyratestructure\":[[{\"rate\":1}],[{\"rate\":2}]]}", "but no schedule", 1);
    refused(
        "{\"energyratestructure\":[[{\"rate\":1}]],\n\"energyweekdayschedule\":[" R12(EVENING) "]}",
        "has no such period", 2);
    refused("{\"energyratestructure\":[[{\"rate\":1}]],\n\"energyweekdayschedule\":[[0,0]]}",
            "twelve lists", 2);
    refused("{\"flatdemandstructure\":[[{\"rate\":1}]],\n\"flatdemandmonths\":[" R12("2") "]}",
            "no period 2", 2);
    refused("{\"flatdemandstructure\":[[{\"rate\":1}]],\"flatdemandunit\":\"GW\"}",
            "unknown unit 'GW'", 1);
    refused("{\"flatdemandstructure\":[[{\"rate\":1}]],\"lookbackpercent\":-1}", "from 0 to 1", 1);
    refused("{\"flatdemandstructure\":[[{\"rate\":1}]],\"fixedchargefirstmeter\":1,"
            "\"fixedchargeunits\":\"$/week\"}",
            "unknown unit '$/week'", 1);
    refused(ENERGY("{\"rate\":1e9}"), "energy_price", 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(windows_and_sums), cmocka_unit_test(tiers),
        cmocka_unit_test(estimates),        cmocka_unit_test(look_back),
        cmocka_unit_test(without_price),    cmocka_unit_test(several),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
