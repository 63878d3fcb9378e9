#ifndef DCPLAN_MODEL_DEPRECIATION_H
#define DCPLAN_MODEL_DEPRECIATION_H

/* What laws say of depreciation. */

#include "model/finance.h"

/* MACRS, general system, half-year convention: the part of the price that each year may take,
   of property of 3, 5, 7, 10, 15, 20 years.  IRS Publication 946 (2023), appendix A, table A-1.
   Returns how many years there are (life + 1), 0 for any other life. */
enum { MACRS_YEARS = 21 };
int macrs_rates(int life, double frac[MACRS_YEARS]);

/* China: least years of electronic equipment, of machinery, of buildings (implementing
   regulations of the enterprise income tax law, State Council decree 512, article 60). */
int china_least_years(enum cost_class class);

#endif
