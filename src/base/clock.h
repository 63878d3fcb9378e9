#ifndef DCPLAN_BASE_CLOCK_H
#define DCPLAN_BASE_CLOCK_H

/* Seconds of a clock that only goes forward, from a beginning of its own: for how long things
   take, never for results. */
double clock_s(void);

#endif
