#ifndef DCPLAN_PLAN_RIDE_FIND_H
#define DCPLAN_PLAN_RIDE_FIND_H

/* Steps to a ride_list; private to plan. */

#include "plan/failure_find.h"
#include "plan/ride_through.h"

/* When each part has power in a state. */
struct ride_spans {
    const struct plant *p;
    const struct failure_state *st;
    struct ride_span *elem; /* [n_elem] */
};

struct ride_spans ride_spans_of(const struct finding *f, const struct failure_state *st,
                                struct arena *a);
/* Units that are left of a part, of those at work when all is well. */
int ride_alive(const struct ride_spans *s, int alive_index);
double ride_tap_until_s(const struct ride_spans *s, const struct tap *t);
/* Fans of a room's units; with the compressors of direct expansion; pumps of a loop; what
   cools it. */
struct ride_span ride_fans(const struct ride_spans *s, int cool);
struct ride_span ride_cool(const struct ride_spans *s, int cool);
struct ride_span ride_flow(const struct ride_spans *s, int loop);
struct ride_span ride_cold(const struct ride_spans *s, int loop);
/* Both work. */
struct ride_span ride_both(struct ride_span a, struct ride_span b);
static inline bool ride_is_whole(struct ride_span s)
{
    return s.until_s >= s.from_s;
}

/* Adds the rooms of the state to f->out->ride. */
void ride_add_state(struct finding *f, const struct failure_state *st);

#endif
