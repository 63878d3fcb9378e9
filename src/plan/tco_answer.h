#ifndef DCPLAN_PLAN_TCO_ANSWER_H
#define DCPLAN_PLAN_TCO_ANSWER_H

/* Own or rent: the numbers of the sheets of money that people ask for, how far they may be off,
   and where their prices come from. */

#include "plan/tco.h"

struct tco_option_result {
    bool is_given; /* NULL rows where not */
    double npv;    /* negative; NaN: something has no price */
    double cost_gpu_hour, cost_kwh_it;
    const double *flow, *cumulative, *present; /* [n + 1] */
};

struct tco_offer { /* of a cloud */
    const char *name, *provider, *source;
    struct date date;
    double npv, cost_gpu_hour, cost_kwh_it; /* NaN: no price */
    bool is_left_out; /* of what is compared: other accelerators, without a relative_speed */
};

struct tco_line { /* what is in an option, and what is not */
    const char *what, *own, *colo, *rent;
};

struct tco_source { /* of a price */
    const char *object, *key, *value, *spread, *source;
    struct date date;
    bool is_placeholder; /* so its source or note says */
};

/* What an input within its "+/-" does to the money saved by owning and to the break-even. */
struct tco_swing {
    const char *key, *label, *unit;
    int offer; /* that it is a price or term of, from 1; 0: of none */
    double value, low, high;
    double saving[2], breakeven[2], npv_own[2]; /* with the input at low, at high */
};

/* Two standard deviations, as of the inputs: the root of the sum of squares of what each does
   alone; of the offers only the one that does most, as one is taken. */
struct tco_range {
    double value, low, high;
};

/* What owning and renting by the hour cost in equal yearly payments, unused and at full use;
   straight between.  NaN: nothing to rent by the hour. */
struct tco_lines {
    double own[2], rent[2];
};

enum tco_verdict { TCO_OWN, TCO_RENT, TCO_CLOSE, TCO_UNKNOWN };
extern const char *const tco_verdict_words[];

struct tco_answer {
    const struct result *result;
    const struct tco *tco;
    int n; /* years of operation */
    struct tco_option_result option[N_TCO_OPTION];
    int n_offer, cheapest; /* -1: none has a price */
    struct tco_offer *offer;
    double utilisation;
    double hybrid_share, hybrid_above; /* accelerators owned, accelerator-hours rented */
    double irr, payback, breakeven_month, breakeven_price, breakeven_electricity, rent_price;
    double saving_year;
    struct tco_lines by_use;
    const char *meeting; /* at what use owning and renting by the hour cost the same, in words */
    struct tco_range saving, breakeven, npv_own;
    int n_swing;
    struct tco_swing *swing; /* greatest first */
    int n_source, n_placeholder, n_undated, n_unspread;
    struct tco_source *source; /* oldest first, without a date last */
    int n_content;
    struct tco_line *content;
    const char *left_out; /* what owning is not counted with, in words; NULL: all is in */
    int n_missing;
    const char **missing; /* what has no price */
    /* Of it what no line of cost counts either, in words; then owning costs at least what it is
       said to, unless it is not known at all. */
    int n_open;
    const char *open;
    double sunk; /* paid whatever is decided, so in no option */
    enum tco_verdict verdict;
    const char *headline; /* one line */
};

/* False with diagnostics. */
bool tco_answer_find(const struct result *r, struct tco_answer *out, struct arena *a,
                     struct diags *ds);

#endif
