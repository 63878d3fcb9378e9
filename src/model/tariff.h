#ifndef DCPLAN_MODEL_TARIFF_H
#define DCPLAN_MODEL_TARIFF_H

/* [tariff NAME]: prices of electricity, what they are charged on and when.

   Each hour belongs to one period.  Spike hours count only in spike months and
   come before peak, peak before valley; what is left is flat.  In the summer
   months the summer prices and hours hold where they are given. */

#include "base/calendar.h"
#include "input/object.h"

enum tariff_period { PERIOD_SPIKE, PERIOD_PEAK, PERIOD_FLAT, PERIOD_VALLEY, N_PERIOD };

enum tariff_basis {
    BASIS_NONE,     /* one-part: energy only                                    */
    BASIS_CAPACITY, /* per kVA of installed transformers                        */
    BASIS_CONTRACT, /* per kW of agreed demand, more for what exceeds it        */
    BASIS_DEMAND    /* per kW or kVA of the month's greatest demand             */
};

enum tariff_weekend { WEEKEND_SAME, WEEKEND_FLAT, WEEKEND_VALLEY };
enum tariff_daylight { DAYLIGHT_NONE, DAYLIGHT_US, DAYLIGHT_EU, DAYLIGHT_AU, DAYLIGHT_NZ };
enum tariff_tax { TAX_INCLUDED, TAX_EXCLUDED };
enum tariff_prior { PRIOR_SAME, PRIOR_NONE };

struct tariff {
    struct money price[N_PERIOD], summer_price[N_PERIOD];
    struct hours spike_hours, peak_hours, valley_hours, summer_peak_hours, summer_valley_hours;
    struct reals spike_months, summer_months; /* 1..12 */
    int weekend, daylight;
    struct money energy_adder; /* on every kWh, outside the periods */
    int basis;
    struct money demand_price, demand_price_kva, summer_demand_price, capacity_price;
    struct money demand_price_above;
    double demand_tier_w; /* demand_price_above holds above it; NaN: one tier */
    double power_factor;
    double demand_factor;     /* metered interval over hourly mean */
    double contract_w;        /* NaN: the greatest demand of the year */
    double contract_min_frac; /* of the transformers' kVA, as kW */
    double contract_over_frac, contract_over_factor;
    double ratchet_frac, demand_min_w;
    int ratchet_months, ratchet_prior;
    double high_use_s;      /* energy over apparent power, J/VA; NaN: no rule */
    double high_use_factor; /* on the demand price from there on */
    struct money fixed_charge;
    struct ref_list rates;     /* further lines of the bill */
    struct text_list holidays; /* 2026-01-01, or 01-01 of every year: days that count as weekend */
    double carbon_kg_j;        /* of lines that price carbon; NaN: the site's */
    int tax;
    const char *includes, *source, *note;
    struct date date;
};

extern const struct param tariff_params[];
extern const int tariff_n_params;

/* ISO code of the first price given, "" when there is none. */
const char *tariff_currency(const struct tariff *t);

/* Rules between fields: one currency, one unit of demand, months that exist. */
bool tariff_check(const struct tariff *t, const char *name, struct place where, struct diags *ds);

/* The period of an hour of local standard time. */
enum tariff_period tariff_period(const struct tariff *t, const struct calendar *c, int hour);
bool tariff_is_summer(const struct tariff *t, int month);
/* Whether clocks are an hour ahead. */
bool tariff_is_daylight(const struct tariff *t, const struct calendar *c, int hour);
/* Standard hours from begin up to end have clocks an hour ahead; the same when none has.  South of
   the equator begin is after end: those from begin on and those up to end. */
void tariff_daylight(const struct tariff *t, const struct calendar *c, int *begin, int *end);
/* Whether an hour is among these. */
static inline bool tariff_is_ahead(int begin, int end, int hour)
{
    return begin <= end ? hour >= begin && hour < end : hour >= begin || hour < end;
}
/* Whether `holidays` name the day: month 0..11, day from 1.  A date with a year is a day of
   whichever year is simulated, since hours do not know theirs. */
bool tariff_is_holiday(const struct tariff *t, int month, int day);

extern const char *const tariff_period_words[];

#endif
