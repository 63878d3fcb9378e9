#ifndef DCPLAN_MODEL_METERED_H
#define DCPLAN_MODEL_METERED_H

/* A year of a meter, read from CSV: power or energy of each interval. */

#include "base/arena.h"
#include "base/calendar.h"
#include "base/diag.h"

struct metered {
    struct calendar calendar; /* leap by its length */
    int per_hour;             /* intervals an hour: 1, 2, 4, 12 or 60 */
    double *w, *var;          /* mean of each interval; var NULL: no reactive column */
};

/* One column kw, load_kw or power_kw, or kwh or load_kwh of each interval, in any case; with kvar
   or kvarh beside it, if there is one.  Rows are the intervals of a whole year in order, in
   standard time; a column of times ("2025-01-01 00:00", first row 1 January) is held to that and
   tells the year.
   start: of the first row, 1 January; all zero: as the times say, else first_weekday holds.
   False with errors. */
bool metered_read(const char *path, struct date start, int first_weekday, struct metered *out,
                  struct arena *a, struct diags *ds);

#endif
