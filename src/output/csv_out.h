#ifndef DCPLAN_OUTPUT_CSV_OUT_H
#define DCPLAN_OUTPUT_CSV_OUT_H

/* Hourly results as RFC 4180 text with LF line ends. */

#include "base/text.h"
#include "plan/result.h"

/* One line for each hour: hour of the year from 0, month, day, hour of day,
   outdoor dry and wet bulb, and every kept site quantity under its table key in
   SI units.  A cell is blank where a quantity does not apply. */
void csv_hourly(const struct result *r, struct builder *out);

/* One text cell: quoted where needed, and with an apostrophe before = + - @,
   tab or return, which spreadsheets would run as a formula. */
void csv_text(struct builder *out, const char *s);

#endif
