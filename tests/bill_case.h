#ifndef DCPLAN_TESTS_BILL_CASE_H
#define DCPLAN_TESTS_BILL_CASE_H

/* A bill of sections written as in a site file, over a load made by hand. */

#include "near.h"

#include "plan/bill.h"

struct bill_case {
    struct arena arena;
    struct diags diags;
    struct site site;
    struct calendar calendar;
    struct bill_load load;
    double *w; /* of the load, to be filled */
    struct bill bill;
};

int bill_case_setup(void **state);
int bill_case_teardown(void **state);

/* Assembles the site: whether it has no errors. */
bool bill_case_read(struct bill_case *c, const char *sections);
/* The same with models of the catalogue to use. */
bool bill_case_read_models(struct bill_case *c, const char *sections);
/* A constant load of a year, kW. */
void bill_case_load(struct bill_case *c, bool is_leap, int first_weekday, int per_hour, double kw);
/* Another power from interval `from` up to `to`. */
void bill_case_part(struct bill_case *c, int from, int to, double kw);
void bill_case_month(struct bill_case *c, int month, double kw);
void bill_case_make(struct bill_case *c);
/* Number of a row of the bill in a month. */
double bill_case_at(const struct bill_case *c, const char *key, int month);

#endif
