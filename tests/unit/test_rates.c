/* Lines of a bill against figures worked by hand (tests/reference/bill.md). */

#include "bill_case.h"

#include <string.h>

enum { JAN, FEB, MAR, APR, MAY, JUN, JUL, AUG, SEP, OCT, NOV, DEC, MONDAY = 0, SATURDAY = 5 };

#define TARIFF "[tariff t]\ndemand_factor = 1\n"

static void read(struct bill_case *c, const char *sections)
{
    bool is_fine = bill_case_read(c, sections);
    for (int i = 0; i < c->diags.n && !is_fine; i++)
        print_error("%s\n", c->diags.item[i].what.format);
    assert_true(is_fine);
}

/* B62: what is metered in W is billed in kWh. */
static void test_kwh(void **state)
{
    struct bill_case *c = *state;
    read(c, TARIFF "rates = a\n[rate a]\ncharge = energy\nenergy_price = 1 EUR/kWh\n");
    bill_case_load(c, false, MONDAY, 1, 0);
    bill_case_part(c, 100, 101, 0.7);
    bill_case_make(c);
    assert_near(bill_case_at(c, "rate_a_kwh", JAN), 0.7, 1e-12);
    assert_near(c->bill.year_cost, 0.7, 1e-12);
    assert_near(c->bill.year_energy_cost, 0.7, 1e-12);
}

#define RATCHET                                                                                    \
    TARIFF "rates = d\n[rate d]\ncharge = demand\ndemand_price = 10 EUR/kW/month\n"                \
           "demand_min = 30 kW\nratchet = 75 %\n"

/* B64: 100 kW all year, July 200, ratchet 75 % over 11 months, least 30 kW. */
static void test_ratchet(void **state)
{
    struct bill_case *c = *state;
    read(c, RATCHET);
    bill_case_load(c, false, MONDAY, 1, 100);
    bill_case_month(c, JUL, 200);
    bill_case_make(c);
    for (int m = 0; m < MONTHS; m++)
        assert_near(bill_case_at(c, "rate_d_billed", m), m == JUL ? 200 : 150, 1e-12);
    assert_near(c->bill.year_demand_cost, 10 * (11 * 150 + 200), 1e-12);
}

static void test_ratchet_prior_none(void **state)
{
    struct bill_case *c = *state;
    read(c, RATCHET "ratchet_prior = none\n");
    bill_case_load(c, false, MONDAY, 1, 100);
    bill_case_month(c, JUL, 200);
    bill_case_make(c);
    for (int m = 0; m < MONTHS; m++)
        assert_near(bill_case_at(c, "rate_d_billed", m),
                    m < JUL    ? 100
                    : m == JUL ? 200
                               : 150,
                    1e-12);
}

/* Winter months are billed by the summer's peak; the line itself holds in winter alone. */
static void test_ratchet_from(void **state)
{
    struct bill_case *c = *state;
    read(c, TARIFF "rates = d\n[rate d]\ncharge = demand\ndemand_price = 10 EUR/kW/month\n"
                   "months = 1, 2, 11, 12\nratchet = 80 %\nratchet_from = 6, 7, 8\n");
    bill_case_load(c, false, MONDAY, 1, 100);
    bill_case_month(c, JUL, 200);
    bill_case_month(c, OCT, 400); /* not looked at */
    bill_case_make(c);
    for (int m = 0; m < MONTHS; m++) {
        bool holds = m <= FEB || m >= NOV;
        assert_near(bill_case_at(c, "rate_d", m), holds ? 1600 : 0, 1e-12);
    }
}

/* B65: no tier of two periods is negative, and the lines are the bill. */
static void test_never_negative(void **state)
{
    struct bill_case *c = *state;
    read(c, TARIFF "rates = p1, p2, q1, q2\n"
                   "[rate p1]\ncharge = demand\ndemand_price = 15 EUR/kW/month\n"
                   "hours = 8-20\nup_to_demand = 100 kW\n"
                   "[rate p2]\ncharge = demand\ndemand_price = 25 EUR/kW/month\n"
                   "hours = 8-20\nabove_demand = 100 kW\n"
                   "[rate q1]\ncharge = demand\ndemand_price = 5 EUR/kW/month\n"
                   "hours = 0-8, 20-24\nup_to_demand = 300 kW\n"
                   "[rate q2]\ncharge = demand\ndemand_price = 7 EUR/kW/month\n"
                   "hours = 0-8, 20-24\nabove_demand = 300 kW\n");
    bill_case_load(c, false, MONDAY, 1, 150);
    bill_case_month(c, FEB, 20);
    bill_case_make(c);
    double year = 0;
    for (int m = 0; m < MONTHS; m++) {
        double sum = 0;
        const char *const lines[] = {"rate_p1", "rate_p2", "rate_q1", "rate_q2"};
        for (int i = 0; i < 4; i++) {
            assert_true(bill_case_at(c, lines[i], m) >= 0);
            sum += bill_case_at(c, lines[i], m);
        }
        assert_near(sum, c->bill.month_cost[m], 1e-14);
        year += sum;
    }
    assert_near(c->bill.year_cost, year, 1e-14);
    /* B66: 15 up to 100 kW, 25 above, peak 150 kW: 2750. */
    assert_near(bill_case_at(c, "rate_p1", JAN) + bill_case_at(c, "rate_p2", JAN), 2750, 1e-12);
    assert_near(bill_case_at(c, "rate_q1", JAN), 750, 1e-12);
    assert_near(bill_case_at(c, "rate_p1", FEB), 300, 1e-12);
}

/* B68: in 2028 rates of March start on 1 March, a Wednesday, after 29 days of February. */
static void test_leap_day(void **state)
{
    struct bill_case *c = *state;
    read(c, TARIFF "rates = w, s\n"
                   "[rate w]\ncharge = energy\nmonths = 1, 2\nenergy_price = 1 EUR/kWh\n"
                   "[rate s]\ncharge = energy\nmonths = 3\nhours = 0-24\nweekend_hours = none\n"
                   "energy_price = 1 EUR/kWh\n");
    bill_case_load(c, true, SATURDAY, 1, 1);
    bill_case_make(c);
    assert_near(bill_case_at(c, "rate_w", FEB), 29 * 24, 1e-12);
    assert_near(bill_case_at(c, "rate_w", MAR), 0, 0);
    assert_near(bill_case_at(c, "rate_s", FEB), 0, 0);
    /* March 2028: 31 days from a Wednesday, of them 4, 5, 11, 12, 18, 19, 25 and 26 weekend. */
    assert_near(bill_case_at(c, "rate_s", MAR), 23 * 24, 1e-12);
}

/* B69: 950 kW at a power factor of 0.95 is 1000 kVA. */
static void test_kva(void **state)
{
    struct bill_case *c = *state;
    read(c, TARIFF "power_factor = 0.95\nrates = d\n[rate d]\ncharge = demand\n"
                   "demand_price_kva = 20 EUR/kVA/month\n");
    bill_case_load(c, false, MONDAY, 1, 950);
    bill_case_make(c);
    assert_near(bill_case_at(c, "rate_d_kva", JAN), 1000, 1e-12);
    assert_near(bill_case_at(c, "rate_d", JAN), 20000, 1e-12);
}

/* Clocks are ahead from 02:00 of the second Sunday of March to 01:00 of the first of November:
   a line of one hour of the clock has 30 or 31 hours a month, but none on the day the hour is
   left out and two when it comes twice. */
static void test_daylight_us(void **state)
{
    struct bill_case *c = *state;
    read(c, TARIFF "daylight_saving = us\nrates = two, one, noon\n"
                   "[rate two]\ncharge = energy\nhours = 2-3\nenergy_price = 1 EUR/kWh\n"
                   "[rate one]\ncharge = energy\nhours = 1-2\nenergy_price = 1 EUR/kWh\n"
                   "[rate noon]\ncharge = energy\nhours = 12-13\nenergy_price = 1 EUR/kWh\n");
    bill_case_load(c, false, 3, 1, 1);                    /* 2026: Thursday */
    int switched = c->calendar.month_start[MAR] + 7 * 24; /* 8 March */
    bill_case_part(c, switched + 11, switched + 12, 5);   /* noon of the clock */
    bill_case_make(c);
    assert_near(bill_case_at(c, "rate_two", MAR), 30, 1e-12);
    assert_near(bill_case_at(c, "rate_one", MAR), 31, 1e-12);
    assert_near(bill_case_at(c, "rate_one", NOV), 31, 1e-12);
    assert_near(bill_case_at(c, "rate_two", NOV), 30, 1e-12);
    assert_near(bill_case_at(c, "rate_noon", MAR), 30 + 5, 1e-12);
    /* March has an hour less and November one more: bills are cut by the clock. */
    assert_near(bill_case_at(c, "energy_billed_kwh", MAR), 31 * 24 - 1 + 4, 1e-12);
    assert_near(bill_case_at(c, "energy_billed_kwh", NOV), 30 * 24 + 1, 1e-12);
}

/* Europe: from the last Sunday of March, 02:00, to the last of October, 03:00 of the clock. */
static void test_daylight_eu(void **state)
{
    struct bill_case *c = *state;
    read(c, TARIFF "daylight_saving = eu\nrates = two, midnight\n"
                   "[rate two]\ncharge = energy\nhours = 2-3\nenergy_price = 1 EUR/kWh\n"
                   "[rate midnight]\ncharge = energy\nmonths = 7\nhours = 0-1\n"
                   "energy_price = 1 EUR/kWh\n");
    bill_case_load(c, false, 3, 1, 1);
    bill_case_part(c, c->calendar.month_start[JUL] - 1, c->calendar.month_start[JUL], 9);
    bill_case_make(c);
    assert_near(bill_case_at(c, "rate_two", MAR), 30, 1e-12);
    assert_near(bill_case_at(c, "rate_two", OCT), 32, 1e-12);
    assert_near(bill_case_at(c, "energy_billed_kwh", MAR), 31 * 24 - 1, 1e-12);
    assert_near(bill_case_at(c, "energy_billed_kwh", OCT), 31 * 24 + 1, 1e-12);
    /* the last standard hour of June is the first of July on the clock */
    assert_near(bill_case_at(c, "rate_midnight", JUL), 30 + 9, 1e-12);
    assert_near(bill_case_at(c, "rate_midnight", JUN), 0, 0);
}

static void test_days(void **state)
{
    struct bill_case *c = *state;
    read(c, TARIFF "holidays = 01-01, 2026-01-06\nrates = work, sat, sun\n"
                   "[rate work]\ncharge = energy\nhours = 8-20\nsaturday_hours = none\n"
                   "weekend_hours = none\nenergy_price = 1 EUR/kWh\n"
                   "[rate sat]\ncharge = energy\nsaturday_hours = 8-13\nenergy_price = 1 EUR/kWh\n"
                   "[rate sun]\ncharge = energy\nsaturday_hours = none\nweekend_hours = 0-24\n"
                   "energy_price = 1 EUR/kWh\n");
    bill_case_load(c, false, 3, 1, 1); /* January 2026: Thursday 1st; Saturdays 3 10 17 24 31 */
    bill_case_make(c);
    assert_near(bill_case_at(c, "rate_work", JAN), 20 * 12, 1e-12); /* 22 less Thursday, Tuesday */
    assert_near(bill_case_at(c, "rate_sat", JAN), 5 * 5, 1e-12);
    assert_near(bill_case_at(c, "rate_sun", JAN), (4 + 2) * 24, 1e-12);
    assert_near(bill_case_at(c, "rate_work", FEB), 20 * 12, 1e-12);
}

/* Steps of the month's energy, of a day's, of the year's, and by use of demand. */
static void test_energy_steps(void **state)
{
    struct bill_case *c = *state;
    read(c, TARIFF "rates = m1, m2, d1, y2, u2, n2\n"
                   "[rate m1]\ncharge = energy\nup_to_energy = 1000 kWh\nenergy_price = 2 EUR/kWh\n"
                   "[rate m2]\ncharge = energy\nabove_energy = 1000 kWh\nenergy_price = 1 EUR/kWh\n"
                   "[rate d1]\ncharge = energy\nper = day\nup_to_energy = 30 kWh\n"
                   "energy_price = 1 EUR/kWh\n"
                   "[rate y2]\ncharge = energy\nper = year\nabove_energy = 3000 kWh\n"
                   "energy_price = 1 EUR/kWh\n"
                   "[rate u2]\ncharge = energy\nabove_use = 200 kWh/kW\nenergy_price = 1 EUR/kWh\n"
                   "[rate n2]\ncharge = energy\nhours = 0-6\nstep_of = month\n"
                   "above_energy = 1000 kWh\nenergy_price = 1 EUR/kWh\n");
    bill_case_load(c, false, MONDAY, 1, 2);
    bill_case_part(c, 0, 24, 1); /* the first day half */
    bill_case_make(c);
    double jan = 2 * 744 - 24, feb = 2 * 672;
    assert_near(bill_case_at(c, "rate_m1", JAN), 2000, 1e-12);
    assert_near(bill_case_at(c, "rate_m2", JAN), jan - 1000, 1e-12);
    assert_near(bill_case_at(c, "rate_d1", JAN), 24 + 30 * 30, 1e-12);
    assert_near(bill_case_at(c, "rate_y2", JAN), 0, 0);
    assert_near(bill_case_at(c, "rate_y2", FEB), 0, 0);
    assert_near(bill_case_at(c, "rate_y2", MAR), jan + feb + 2 * 744 - 3000, 1e-12);
    assert_near(bill_case_at(c, "rate_y2", APR), 2 * 720, 1e-12);
    assert_near(bill_case_at(c, "rate_u2", JAN), jan - 200 * 2, 1e-12);
    assert_near(bill_case_at(c, "rate_n2", FEB), (feb - 1000) / 4, 1e-12);
}

/* 15-minute intervals are the meter's own; an hourly mean takes the demand factor. */
static void test_intervals(void **state)
{
    struct bill_case *c = *state;
    const char *text = "[tariff t]\ndemand_factor = 1.1\nrates = d, e, x\n"
                       "[rate d]\ncharge = demand\ndemand_price = 1 EUR/kW/month\n"
                       "[rate e]\ncharge = energy\nenergy_price = 1 EUR/kWh\n"
                       "[rate x]\ncharge = demand\nper = day\nhours = 8-20\nabove_demand = 110 kW\n"
                       "demand_price = 1 EUR/kW/month\n";
    read(c, text);
    bill_case_load(c, false, MONDAY, 4, 100);
    bill_case_part(c, 41, 42, 180); /* a quarter of an hour of 1 January, 10:15 */
    bill_case_make(c);
    assert_near(bill_case_at(c, "rate_d", JAN), 180, 1e-12);
    assert_near(bill_case_at(c, "rate_d", FEB), 100, 1e-12);
    assert_near(bill_case_at(c, "rate_e", JAN), 74400 + 20, 1e-12);
    assert_near(bill_case_at(c, "rate_x", JAN), 70, 1e-12);
    bill_case_load(c, false, MONDAY, 1, 100);
    bill_case_part(c, 10, 11, 120);
    bill_case_make(c);
    assert_near(bill_case_at(c, "rate_d", JAN), 132, 1e-12);
    assert_near(bill_case_at(c, "rate_x", JAN), 22, 1e-12); /* other days are just 110 */
}

/* What is given back is paid for by its own line, and never taken off the energy. */
static void test_negative_hours(void **state)
{
    struct bill_case *c = *state;
    read(c, TARIFF "rates = e, x, d\n"
                   "[rate e]\ncharge = energy\nenergy_price = 0.2 EUR/kWh\n"
                   "[rate x]\ncharge = export\nenergy_price = 0.05 EUR/kWh\n"
                   "[rate d]\ncharge = demand\ndemand_price = 1 EUR/kW/month\n");
    bill_case_load(c, false, MONDAY, 1, 10);
    bill_case_part(c, 12, 14, -30);
    bill_case_month(c, JUN, -1);
    bill_case_make(c);
    assert_near(bill_case_at(c, "rate_e_kwh", JAN), 7420, 1e-12);
    assert_near(bill_case_at(c, "rate_x", JAN), -60 * 0.05, 1e-12);
    assert_near(c->bill.month_cost[JAN], 7420 * 0.2 - 3 + 10, 1e-12);
    assert_near(c->bill.month_cost[JUN], -720 * 0.05, 1e-12);
}

static void test_reactive(void **state)
{
    struct bill_case *c = *state;
    read(c, TARIFF "power_factor = 0.8\nrates = q\n[rate q]\ncharge = reactive\n"
                   "above_reactive = 50 %\nreactive_price = 0.01 EUR/kvarh\n");
    bill_case_load(c, false, MONDAY, 1, 100);
    bill_case_make(c);
    assert_near(bill_case_at(c, "rate_q_kvarh", JAN), 74400 * 0.25, 1e-12); /* tan 0.75 */
    assert_near(bill_case_at(c, "rate_q", JAN), 186, 1e-12);
}

/* The Chinese list of 1983, standard 0.90: PHYSICS 10.1. */
static void test_power_factor(void **state)
{
    static const double cases[][2] = {{0.97, -0.75}, {0.95, -0.75}, {0.93, -0.45}, {0.90, 0},
                                      {0.88, 1},     {0.884, 1},    {0.80, 5},     {0.70, 10},
                                      {0.68, 12},    {0.60, 25}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        void *fresh = NULL;
        bill_case_setup(&fresh);
        struct bill_case *c = fresh;
        read(c, arena_format(&c->arena,
                             TARIFF "power_factor = %g\nflat_price = 1 EUR/kWh\n"
                                    "energy_adder = 0.5 EUR/kWh\nrates = pf\n"
                                    "[rate pf]\ncharge = power-factor\nof = tariff.energy\n"
                                    "adjustment = 0.3:85 %%, 0.65:15 %%, 0.7:10 %%, 0.9:0 %%, "
                                    "0.95:-0.75 %%\n",
                             cases[i][0]));
        bill_case_load(c, false, MONDAY, 1, 1);
        bill_case_make(c);
        assert_within(bill_case_at(c, "rate_pf", JAN), 744 * cases[i][1] / 100, 1e-9);
        bill_case_teardown(&fresh);
    }
    bill_case_setup(state);
}

static void test_shares(void **state)
{
    struct bill_case *c = *state;
    read(c, TARIFF "rates = e, d, tax, vat, least, base\n"
                   "[rate e]\ncharge = energy\nenergy_price = 1 EUR/kWh\n"
                   "[rate d]\ncharge = demand\ndemand_price = 10 EUR/kW/month\n"
                   "[rate tax]\ncharge = share\nshare = 5 %\nof = e\n"
                   "[rate vat]\ncharge = share\nshare = 20 %\n"
                   "[rate least]\ncharge = minimum\nminimum = 1000 EUR\nof = e, d\n"
                   "[rate base]\ncharge = fixed\nfixed_price = 0.5 EUR\nper = day\n");
    bill_case_load(c, false, MONDAY, 1, 1);
    bill_case_make(c);
    assert_near(bill_case_at(c, "rate_tax", JAN), 744 * 0.05, 1e-12);
    assert_near(bill_case_at(c, "rate_vat", JAN), 754 * 0.2, 1e-12); /* no tax on the tax */
    assert_near(bill_case_at(c, "rate_least", JAN), 246, 1e-12);
    assert_near(bill_case_at(c, "rate_base", FEB), 14, 1e-12);
    assert_near(c->bill.month_cost[JAN], 754 * 1.2 + 744 * 0.05 + 246 + 15.5, 1e-12);
}

static void test_market(void **state)
{
    struct bill_case *c = *state;
    read(c, TARIFF "rates = m\n[rate m]\ncharge = market\nfile = prices.csv\n"
                   "energy_price = 0.01 EUR/kWh\n");
    bill_case_load(c, false, MONDAY, 1, 2);
    struct rate *r = c->site.of[KIND_RATE].item;
    r->n_series = c->calendar.hours;
    r->series = ARENA_ARRAY(&c->arena, double, (size_t)r->n_series);
    for (int h = 0; h < r->n_series; h++) r->series[h] = (h % 24 < 12 ? 0.1 : -0.02) / 3.6e6;
    bill_case_make(c);
    assert_near(bill_case_at(c, "rate_m", JAN), 31 * 24 * (0.1 - 0.02 + 2 * 0.01), 1e-12);
}

static void test_coincident(void **state)
{
    struct bill_case *c = *state;
    read(c, TARIFF "daylight_saving = us\nrates = p, y\n"
                   "[rate p]\ncharge = demand\ncoincident = 07-15 17, 07-16 16, 01-10 18\n"
                   "demand_price = 1 EUR/kW/month\n"
                   "[rate y]\ncharge = demand\ncoincident = 07-15 17, 01-10 18\nper = year\n"
                   "demand_price = 1 EUR/kW/month\n");
    bill_case_load(c, false, MONDAY, 1, 100);
    int july = c->calendar.month_start[JUL];
    bill_case_part(c, july + 14 * 24 + 16, july + 14 * 24 + 17, 40); /* 17:00 of the clock */
    bill_case_make(c);
    assert_near(bill_case_at(c, "rate_p", JUL), 70, 1e-12);
    assert_near(bill_case_at(c, "rate_p", JAN), 100, 1e-12);
    assert_near(bill_case_at(c, "rate_p", FEB), 0, 0);
    assert_near(bill_case_at(c, "rate_y", FEB), 70, 1e-12);
}

static void test_year_demand(void **state)
{
    struct bill_case *c = *state;
    read(c, TARIFF "rates = y\n[rate y]\ncharge = demand\nper = year\n"
                   "demand_price = 2 EUR/kW/month\nmonths = 11, 12, 1, 2\n");
    bill_case_load(c, false, MONDAY, 1, 100);
    bill_case_month(c, FEB, 130);
    bill_case_month(c, JUL, 300);
    bill_case_make(c);
    for (int m = 0; m < MONTHS; m++) assert_near(bill_case_at(c, "rate_y", m), 260, 1e-12);
}

/* Steps are of the demand that is billed, also of the year's greatest: 130 kW of which 30 and 20. */
static void test_year_demand_steps(void **state)
{
    struct bill_case *c = *state;
    read(c, TARIFF "rates = y, k\n[rate y]\ncharge = demand\nper = year\nabove_demand = 100 kW\n"
                   "demand_price = 2 EUR/kW/month\n"
                   "[rate k]\ncharge = demand\nper = year\nup_to_demand = 20 kW\n"
                   "demand_price = 1 EUR/kW/month\n");
    bill_case_load(c, false, MONDAY, 1, 90);
    bill_case_month(c, FEB, 130);
    bill_case_make(c);
    for (int m = 0; m < MONTHS; m++) assert_near(bill_case_at(c, "rate_y", m), 60, 1e-12);
    for (int m = 0; m < MONTHS; m++) assert_near(bill_case_at(c, "rate_k", m), 20, 1e-12);
}

/* 800 kW beside 600 kvar are 1000 kVA; bounds in kW are led to kVA by the tariff's 0.8. */
static void test_metered_kva(void **state)
{
    struct bill_case *c = *state;
    read(c, TARIFF "power_factor = 0.8\nrates = d, s, n\n"
                   "[rate d]\ncharge = demand\ndemand_price_kva = 20 EUR/kVA/month\n"
                   "demand_min = 240 kW\n"
                   "[rate s]\ncharge = demand\ndemand_price_kva = 1 EUR/kVA/month\nper = day\n"
                   "above_demand = 160 kW\n"
                   "[rate n]\ncharge = demand\ndemand_price = 1 EUR/kW/month\n");
    bill_case_load(c, false, MONDAY, 1, 100);
    double *var = ARENA_ARRAY(&c->arena, double, HOURS_PER_YEAR);
    bill_case_part(c, 5, 6, 900);
    bill_case_part(c, 9, 10, 800);
    var[9] = 600e3;
    c->load.var = var;
    bill_case_make(c);
    assert_near(bill_case_at(c, "rate_d", JAN), 20000, 1e-12);
    assert_near(bill_case_at(c, "rate_d", FEB), 20 * 240 / 0.8, 1e-12);
    assert_near(bill_case_at(c, "rate_s", JAN), 1000 - 160 / 0.8, 1e-12);
    assert_near(bill_case_at(c, "rate_n", JAN), 900, 1e-12);
}

/* A fee of a year is paid in full, in the months it holds in; hours outside the months of a line
   are none of its system's peaks. */
static void test_months_of_a_year(void **state)
{
    struct bill_case *c = *state;
    read(c, TARIFF "rates = f, p\n[rate f]\ncharge = fixed\nper = year\nmonths = 1, 7\n"
                   "fixed_price = 1200 EUR\n"
                   "[rate p]\ncharge = demand\ncoincident = 01-15 17, 07-15 17\nmonths = 7\n"
                   "demand_price = 1 EUR/kW/month\n");
    bill_case_load(c, false, MONDAY, 1, 100);
    bill_case_make(c);
    assert_near(bill_case_at(c, "rate_f", JAN), 600, 1e-12);
    assert_near(bill_case_at(c, "rate_f", FEB), 0, 0);
    assert_near(bill_case_at(c, "rate_f", GRID_TOTAL), 1200, 1e-12);
    assert_near(bill_case_at(c, "rate_p", JAN), 0, 0);
    assert_near(bill_case_at(c, "rate_p", JUL), 100, 1e-12);
}

/* A rule that the charge does not look at is told of: here the window of a tax, the share of a
   demand and the months of a ratchet that is none. */
static void test_idle(void **state)
{
    struct bill_case *c = *state;
    read(c, TARIFF "flat_price = 1 EUR/kWh\nrates = d, t\n"
                   "[rate d]\ncharge = demand\ndemand_price = 1 EUR/kW/month\nshare = 50 %\n"
                   "ratchet_months = 6\n"
                   "[rate t]\ncharge = share\nshare = 6 %\nhours = 8-20\n");
    assert_int_equal(c->diags.n_warning, 3);
    assert_string_equal(c->diags.item[0].what.format, "[rate %s]: %s has no effect");
    bill_case_load(c, false, MONDAY, 1, 100);
    bill_case_make(c);
    assert_near(bill_case_at(c, "rate_t_base", JAN), 74400 + 100, 1e-12);
    assert_near(bill_case_at(c, "rate_t", JAN), 0.06 * 74500, 1e-12);
}

/* Prices in two currencies need a rate, which stands on the bill once. */
static void test_currencies(void **state)
{
    struct bill_case *c = *state;
    read(c, TARIFF "flat_price = 0.1 USD/kWh\nrates = a, b\n[fx USD]\nrate = 0.9 EUR\n"
                   "[rate a]\ncharge = fixed\nfixed_price = 100 EUR\n"
                   "[rate b]\ncharge = fixed\nfixed_price = 10 USD\n");
    bill_case_load(c, false, MONDAY, 1, 1);
    bill_case_make(c);
    assert_near(c->bill.month_cost[JAN], 74.4 * 0.9 + 100 + 9, 1e-12);
    assert_near(bill_case_at(c, "rate_a", JAN), 100 / 0.9, 1e-12);
    assert_int_equal(c->diags.n_warning, 0);
}

static void test_no_price(void **state)
{
    struct bill_case *c = *state;
    read(c, TARIFF "rates = a, b\n[rate a]\ncharge = energy\n"
                   "[rate b]\ncharge = fixed\nfixed_price = 7 EUR\n");
    bill_case_load(c, false, MONDAY, 1, 1);
    bill_case_make(c);
    assert_true(isnan(c->bill.year_cost));
    assert_true(isnan(bill_case_at(c, "rate_a", JAN)));
    assert_near(bill_case_at(c, "rate_b", JAN), 7, 1e-12);
    assert_int_equal(c->diags.n_warning, 1);
}

static void test_refused(void **state)
{
    static const char *const wrong[] = {
        "rates = a\n[rate a]\ncharge = share\nof = b\n",
        "rates = a, b\n[rate a]\ncharge = share\nof = b\n[rate b]\ncharge = fixed\n",
        "rates = a, a\n[rate a]\ncharge = fixed\n",
        "rates = a\n[rate a]\ncharge = market\n",
        "rates = a\n[rate a]\ncharge = fixed\nmonths = 1.5\n",
        "rates = a\n[rate a]\ncharge = fixed\nof = tariff.energy\n",
        "rates = a\n[rate a]\ncharge = demand\ncoincident = 13-01 17\n",
        "rates = a\n[rate a]\ncharge = demand\nper = day\nratchet = 50 %\n",
        "rates = a\n[rate a]\ncharge = energy\nabove_energy = 5 kWh\nup_to_energy = 5 kWh\n",
        "rates = a\n[rate a]\ncharge = fixed\nabove_use = 5 kWh/kW\n",
        "rates = a\n[rate a]\ncharge = power-factor\nadjustment = 0.9:0 %\n",
        "rates = a\n[rate a]\ncharge = minimum\nper = year\nmonths = 1, 2\n",
        "basis = contract\ndemand_price_kva = 1 EUR/kVA/month\n",
        "holidays = 02-30\n",
        "holidays = 2026-01-01, 2027-01-01\n",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        void *fresh = NULL;
        bill_case_setup(&fresh);
        struct bill_case *c = fresh;
        bool is_fine = bill_case_read(c, arena_format(&c->arena, TARIFF "%s", wrong[i]));
        if (is_fine || c->diags.n_error != 1) print_error("%s", wrong[i]);
        assert_false(is_fine);
        assert_int_equal(c->diags.n_error, 1);
        assert_true(c->diags.item[0].place.line > 0);
        bill_case_teardown(&fresh);
    }
    bill_case_setup(state);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, bill_case_setup, bill_case_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_kwh),
        TEST(test_ratchet),
        TEST(test_ratchet_prior_none),
        TEST(test_ratchet_from),
        TEST(test_never_negative),
        TEST(test_leap_day),
        TEST(test_kva),
        TEST(test_daylight_us),
        TEST(test_daylight_eu),
        TEST(test_days),
        TEST(test_energy_steps),
        TEST(test_intervals),
        TEST(test_negative_hours),
        TEST(test_reactive),
        TEST(test_power_factor),
        TEST(test_shares),
        TEST(test_market),
        TEST(test_coincident),
        TEST(test_year_demand),
        TEST(test_year_demand_steps),
        TEST(test_metered_kva),
        TEST(test_months_of_a_year),
        TEST(test_idle),
        TEST(test_currencies),
        TEST(test_no_price),
        TEST(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
