#ifndef DCPLAN_SIM_SCREEN_H
#define DCPLAN_SIM_SCREEN_H

/* What the loss of one electrical part can do at most, from sums of peaks: only what is
   near the part is looked at, so that ten thousand racks are screened in the time of a
   few years.  Loads are bounds: each element's greatest load of the year when nothing is
   lost, what others leave to it at their own greatest, and a guard for losses that heat
   rooms and so make their cooling draw more. */

#include "sim/network.h"

struct screened_elem {
    int elem;
    double w, before_w; /* output: bound, and sum of peaks when nothing is lost */
    double line_va;     /* bound of the worst line, in the units of network_elem */
};

struct screened {
    int n;
    struct screened_elem *elem; /* that carry more, or have lost units */
    int n_dark;
    int *dark_tap;          /* taps whose servers are left without a supply */
    double dropped, capped; /* servers without a supply; with fewer than they want */
    bool touches_cooling;   /* some of it stands still, or gets more to do */
};

struct screen;

struct screen *screen_new(const struct plant *p, const struct outage *normal,
                          const struct network *net, const struct year *design, struct arena *a);
/* The result holds until the next call. */
const struct screened *screen_loss(struct screen *s, struct lost lost);

/* Share by which peaks may grow for what a screen does not follow. */
extern const double screen_guard;

#endif
