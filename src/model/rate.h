#ifndef DCPLAN_MODEL_RATE_H
#define DCPLAN_MODEL_RATE_H

/* [rate NAME]: one line of an electricity bill: a price, the quantity it is charged on, and
   when it holds.  A tariff names its lines (`rates`); each is applied for itself, and the bill
   is their sum.  A price with steps is several lines with `above` and `up_to`.

   The window of a line is the hours of its months, weekdays and hours of the day; hours that it
   does not name are no part of its quantity:
     energy       kWh taken in the window
     demand       greatest metered power in the window (kW or kVA)
     capacity     installed transformers, kVA
     fixed        a month (or a day)
     reactive     kvarh in the window
     export       kWh given back in the window; the price lowers the bill
     market       kWh of each hour at the price of that hour
     carbon       kg of carbon dioxide by the carbon intensity of the site
     share        a share of the lines in `of`: taxes, funds
     power_factor the same by a table of the month's power factor (China: 1983 No. 215)
     minimum      what the lines in `of` lack to this amount */

#include "model/rows.h"

enum rate_charge {
    RATE_ENERGY,
    RATE_DEMAND,
    RATE_CAPACITY,
    RATE_FIXED,
    RATE_REACTIVE,
    RATE_EXPORT,
    RATE_MARKET,
    RATE_CARBON,
    RATE_SHARE,
    RATE_POWER_FACTOR,
    RATE_MINIMUM,
    N_RATE_CHARGE
};
enum rate_per { RATE_PER_MONTH, RATE_PER_DAY, RATE_PER_YEAR };
enum rate_basis { RATE_BASIS_WINDOW, RATE_BASIS_MONTH };

struct rate {
    struct part part; /* source, note, date */
    int charge;
    const char *label; /* on the bill; the section's name when not given */
    struct money energy_price, demand_price, demand_price_kva, capacity_price, fixed_price,
        reactive_price, carbon_price, minimum;
    struct reals months;                               /* 1..12; none: all */
    struct hours hours, saturday_hours, weekend_hours; /* on the clock; not given: all */
    int per;                                           /* demand, fixed, minimum, steps of energy */
    double above_j, up_to_j;                           /* step of energy per `per`; NaN: none */
    double above_w, up_to_w;                           /* step of demand */
    double above_s, up_to_s;           /* step of energy per demand of the month, J/W */
    double above_reactive_frac;        /* of the kWh: kvarh that are free */
    int step_of;                       /* energy of the window, or all of the month */
    double ratchet_frac, demand_min_w; /* as in tariff.h, on this line's demand */
    int ratchet_months, ratchet_prior;
    struct reals ratchet_from;   /* months whose demand counts for the ratchet; none: all */
    struct text_list coincident; /* "07-15 17": demand is the mean of these hours */
    double share_frac;           /* of the lines in `of`, or of the kWh of energy */
    struct text_list of;         /* other lines; none: all above that are no shares */
    double pue_above, pue_up_to; /* holds when the year's PUE is above, at most; NaN: any */
    double pue_limit;            /* only the part of the quantity by which the PUE exceeds it */
    struct points adjustment;    /* power factor to share of the lines */
    double adjustment_step;      /* power factor is rounded to it first */
    const char *file, *column;   /* market: hourly prices */
    double *series;              /* money per J of each hour, filled by the loader */
    int n_series;
};

extern const struct param rate_params[];
extern const int rate_n_params;

#endif
