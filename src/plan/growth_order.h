#ifndef DCPLAN_PLAN_GROWTH_ORDER_H
#define DCPLAN_PLAN_GROWTH_ORDER_H

/* Month by month: what runs out, which blocks enlarge it, when they must be ordered.
   Private to plan. */

#include "plan/growth_case.h"

struct growth_break { /* a limit that is broken for the first time */
    int name, month;
    const char *words;
};

struct growth_walk {
    struct growth_cases *c;
    int n, first;             /* months; number of the first */
    const int **runs, **held; /* [n][sections] that run; with those that are reserved */
    int n_block, n_break, n_order;
    int **in_use;                       /* [n][blocks] */
    const struct growth_case **before;  /* [n] what is held, before the orders of that month */
    const struct growth_case **held_as; /* [n] what is held, with the blocks in use */
    const struct growth_case **runs_as; /* [n] what runs, likewise */
    struct growth_break *broken;
    struct growth_order *order;
    int cap_break, cap_order;
    int *ordered;  /* [blocks] */
    int n_useless; /* pairs of a block and a limit that it does not help */
    int (*useless)[2];
    int cap_useless;
    struct arena *a;
};

/* Fills what is above from held and runs.

   A block enlarges the limits of its own section; where there is none, a block of racks the
   places of the servers that may stand there, of CDUs what their servers feel, of room units
   the limits of their room, of what a loop rejects to the loop's supply.  In a month in which
   limits are broken, each asks for the first block in the order of the files that is left;
   one of each is added, the month is simulated again, and a block by which its limit does not
   get better is taken back; until nothing is broken or nothing helps.  Places in racks are
   seen to first, without simulating.  Blocks that come later than they are needed are in use
   from the first month that begins when they are there. */
void growth_walk_run(struct growth_walk *w);

#endif
