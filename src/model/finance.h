#ifndef DCPLAN_MODEL_FINANCE_H
#define DCPLAN_MODEL_FINANCE_H

/* What money is counted by over the years: [finance], [cost NAME], [colo NAME],
   [scenario NAME]. */

#include "model/rows.h"

enum finance_capital { CAPITAL_RATE, CAPITAL_WACC };
enum finance_terms { TERMS_NOMINAL, TERMS_REAL };
enum finance_timing { TIMING_END, TIMING_MIDDLE, TIMING_START };
enum finance_purchase { PURCHASE_BUY, PURCHASE_LEASE };
enum depreciation {
    DEPRECIATION_STRAIGHT,
    DEPRECIATION_DECLINING, /* double declining, straight line where that is more */
    DEPRECIATION_MACRS,     /* half-year tables of 3, 5, 7, 10, 15, 20 years (IRS 946, A-1) */
    DEPRECIATION_CHINA      /* straight line to 5 % over the least lives of tax law */
};

struct finance {
    struct part part; /* source, note, date of the rates */
    int years;        /* of operation that are counted */
    int terms;        /* of the discount rate and of the flows that are shown */
    int capital, timing, purchase;
    double discount_frac;                               /* per year, by `terms` */
    double debt_frac, debt_rate_frac, equity_rate_frac; /* cost of capital, nominal */
    double inflation_frac;
    double electricity_escalation_frac, water_escalation_frac; /* NaN: inflation */
    double tax_frac;                                           /* on profit; 0: no tax shield */
    double it_life_s, plant_life_s, building_life_s;
    int it_depreciation, plant_depreciation, building_depreciation;
    double it_depreciation_s, plant_depreciation_s, building_depreciation_s; /* NaN: the lives */
    double it_residual_frac, plant_residual_frac; /* of the price, when sold at the end */
    double vat_frac;
    bool vat_recoverable;
    double lease_share_frac, lease_rate_frac, lease_s; /* of the IT equipment */
    double utilisation_frac; /* hours that the accelerators are needed; NaN: the workload's mean */
    double egress_gb_month, storage_gb; /* what renting needs besides instances; NaN: not known */
    struct ref_list cloud;              /* offers that are compared */
    struct ref_list colo;
    struct ref_list scenario; /* that the answer is given for; none: the values as they are */
};

enum cost_category {
    COST_SERVERS,
    COST_FABRIC,
    COST_STORAGE,
    COST_RACKS,
    COST_POWER,
    COST_COOLING,
    COST_BUILDING, /* shell, site, construction */
    COST_INSTALLATION,
    COST_SPARES,
    COST_MAINTENANCE,
    COST_STAFF,
    COST_SPACE,
    COST_NETWORK,
    COST_WATER,
    COST_INSURANCE,
    COST_SOFTWARE,
    COST_DECOMMISSIONING,
    COST_OTHER,
    N_COST_CATEGORY
};
enum cost_when { COST_BUILD, COST_YEARLY, COST_END };
enum cost_class { CLASS_IT, CLASS_PLANT, CLASS_BUILDING }; /* of lives and depreciation */
enum cost_tax { COST_WITHOUT_VAT, COST_WITH_VAT };

/* One line of money that is no part of the model.  Of the amounts the first that is given
   counts; a line with none has no price, which is told and never zero. */
struct cost {
    struct part part; /* count; price: an amount of money */
    const char *label;
    int category, when, class;   /* class -1: by the category */
    struct money price_kw;       /* per kW of IT at its maximum, once or a year by `when` */
    struct money price_kw_month; /* yearly: the same a month */
    struct money price_server, price_accelerator, price_rack;
    struct money price_month;
    struct money price_kwh;                        /* yearly: of IT energy */
    double share_frac;                             /* of the capital cost of `of`, once or a year */
    struct text_list of;                           /* categories; none: all that is built */
    struct text_list options;                      /* own, colo, rent; none: own */
    double life_s, residual_frac, escalation_frac; /* NaN: of the class; inflation */
    int tax;
    bool sunk;              /* paid whatever is decided: shown, left out of every comparison */
    int from_year, to_year; /* yearly: 1 is the first of operation; NONE: all */
};

struct colo {
    struct part part;            /* price: set-up, once */
    struct money price_kw_month; /* of the power agreed */
    double committed_w;          /* NaN: the IT equipment's maximum */
    double term_s; /* space agreed beyond the years that are counted is paid with the last one */
    double power_multiplier;  /* metered IT energy times this is paid; contractual */
    struct money power_price; /* NaN: the mean price of the site's tariff */
    double escalation_frac;   /* NaN: inflation */
    double rack_max_w;        /* greatest power of a rack it takes; a rack above is warned of */
    const char *provider, *includes;
};

struct scenario {
    struct part part;
    const char *title;
    struct text_list set; /* "finance.discount=6 %": changes of what money is counted by */
};

extern const struct param finance_params[], cost_params[], colo_params[], scenario_params[];
extern const int finance_n_params, cost_n_params, colo_n_params, scenario_n_params;

extern const char *const cost_category_words[]; /* as in INI files */
/* A time as whole years; -1: it is none. */
int finance_whole_years(double time_s);
enum cost_class cost_class_of(const struct cost *c);

#endif
