#ifndef DCPLAN_PLAN_TCO_ROW_H
#define DCPLAN_PLAN_TCO_ROW_H

/* Rows of the sheets of money, in few words.  Private to plan. */

#include "plan/tco.h"

/* "*(1 + vat_kept)", after an amount without value added tax; "" where no sheet has it. */
const char *tco_kept_tax(const struct tco_writer *w);
void tco_heading(struct tco_writer *w, int sheet, const char *label);

/* A number brought from the simulation, once or a year; not meant to be edited. */
void tco_fact(struct tco_writer *w, int sheet, const char *key, const char *label, const char *unit,
              double value, int decimals, const char *note);
void tco_facts(struct tco_writer *w, int sheet, const char *key, const char *label,
               const char *unit, const double *series, int decimals, const char *note);

/* Calculated once, or in every year. */
void tco_value(struct tco_writer *w, int sheet, const char *key, const char *label,
               const char *unit, const char *expr, int decimals, const char *note);
void tco_years(struct tco_writer *w, int sheet, const char *key, const char *label,
               const char *unit, const char *expr, int decimals, const char *note);

/* Money of every year, with its sum over the years; "no price" where it is missing. */
void tco_money(struct tco_writer *w, int sheet, const char *key, const char *label,
               const char *expr, const char *note);
/* The same of what others add up to. */
void tco_sum(struct tco_writer *w, int sheet, const char *key, const char *label, const char *expr,
             const char *note);

#endif
