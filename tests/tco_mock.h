#ifndef DCPLAN_TESTS_TCO_MOCK_H
#define DCPLAN_TESTS_TCO_MOCK_H

/* The rows that the sheets TCO and Compare read, with numbers given by a test in place of a
   site's, so that each can be worked by hand. */

#include "plan/tco.h"

enum { MOCK_YEARS = 12 };

struct mock {
    int n; /* years of operation */
    double discount, inflation, tax;
    int terms, timing;
    /* [n + 1]; rent[0] NaN: no offer.  opex has the electricity and water in it. */
    double capex[MOCK_YEARS + 1], opex[MOCK_YEARS + 1], electricity[MOCK_YEARS + 1];
    double books[MOCK_YEARS + 1], rent[MOCK_YEARS + 1];
    double residual, kept; /* at the end; of renting, each year */
    double gpu_hours, it_kwh;
    double utilisation, idle_share; /* idle_share NaN: not known */
    double mean_price;
    double above[LOAD_STEPS + 1]; /* NaN: not known */
};

/* One server of eight accelerators of tests/reference/tco_flows.md. */
struct mock mock_server(void);

/* Evaluated; NULL with diagnostics. */
struct grid *mock_grid(const struct mock *m, struct arena *a, struct diags *ds);

/* A constant of a fresh grid. */
double mock_number(const struct mock *m, const char *key);

#endif
