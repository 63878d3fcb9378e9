#ifndef DCPLAN_MODEL_SITEINFO_H
#define DCPLAN_MODEL_SITEINFO_H

/* [site], [load NAME], [capex NAME] and [fx CODE]. */

#include "model/rows.h"

enum { CODE_IEC, CODE_NEC };
enum { LOAD_LIGHTING, LOAD_OTHER };
enum { PLACE_FIRST_FIT, PLACE_HEURISTIC, PLACE_OPTIMAL };

struct siteinfo {
    struct part part;
    const char *title, *prepared_by;
    struct ref_list climate, tariff;
    const char *currency;
    double altitude_m, diversity_frac;
    double carbon_kg_j;
    struct money water_price; /* of a cubic metre */
    const char *carbon_source;
    int hours;
    double design_dry_bulb_c, design_wet_bulb_c; /* NaN: the weather's own */
    int electrical_code;
    int placement;            /* how servers without a place of their own get one */
    double voltage_drop_frac; /* greatest, from the transformer or UPS to the plug */
    /* greatest that a code or a contract allows over the year; NaN: none */
    double pue_max, wue_max_m3_j, mlc_max, mlc_design_max, elc_max;
    const char *energy_limits_source;
};

struct load { /* a fixed electrical load that is no server and no cooling */
    struct part part;
    struct ref_list heat_to;
    int use;
    double power_w;
};

struct capex { /* money for what is no part: pipework, installation, design */
    struct part part;
};

struct fx {
    struct part part;
    struct money rate;
};

extern const struct param siteinfo_params[], load_params[], capex_params[], fx_params[];
extern const int siteinfo_n_params, load_n_params, capex_n_params, fx_n_params;

#endif
