#ifndef DCPLAN_SIM_ANNUAL_H
#define DCPLAN_SIM_ANNUAL_H

/* The year loop. */

#include "base/diag.h"
#include "sim/hour.h"
#include "sim/year.h"

/* Weather and activities of a site, once for all its cases. */
struct prepared annual_prepare(const struct site *s, const struct weather *w, struct arena *a);

/* Hourly series that are kept, and statistics beside what metrics need: of the facility alone;
   what metrics look at by the hour; all. */
enum { KEEP_FACILITY, KEEP_METRICS, KEEP_ALL };

/* Simulates all hours on up to `threads` threads (results do not depend on it). */
struct year *annual_run(const struct plant *p, const struct state *s, const struct prepared *w,
                        const struct calendar *c, int keep, int threads, struct arena *a);

#endif
