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
   cools it; pumps of a CDU. */
struct ride_span ride_fans(const struct ride_spans *s, int cool);
struct ride_span ride_cool(const struct ride_spans *s, int cool);
struct ride_span ride_flow(const struct ride_spans *s, int loop);
struct ride_span ride_cold(const struct ride_spans *s, int loop);
struct ride_span ride_coolant_flow(const struct ride_spans *s, int cdu);
/* Both work. */
struct ride_span ride_both(struct ride_span a, struct ride_span b);
static inline bool ride_is_whole(struct ride_span s)
{
    return s.until_s >= s.from_s;
}

/* A room being prepared in a state. */
struct ride_setup {
    struct finding *f;
    const struct plant *p;
    const struct ride_spans *s;
    int room;
    struct ride_case c;
    struct ride_source *source;
    int *server;  /* [sources] index of its kind; -1: losses */
    int *hottest; /* [sources] tap in the rack with the hottest air; -1: all have the room's */
    struct ride_unit *unit;
    struct ride_water water[RIDE_WATERS];
    int loop[RIDE_WATERS]; /* of each water */
    struct ride_coolant coolant[RIDE_COOLANTS];
    int cdu[RIDE_COOLANTS]; /* of each coolant */
    int *cool;              /* of each unit */
    double heat_w, air_j_m3_k;
    bool is_short; /* more loops than are counted */
    struct arena *a;
};

/* Said once. */
void ride_note(struct finding *f, int kind, int index, const char *text);
/* The water of a loop of which the room takes its part; -1: there are too many. */
int ride_water_of(struct ride_setup *s, int loop);
/* Part of the servers' heat that goes to the coolant, and what that does to their chips; x
   is the source of the taps of group g. */
void ride_add_liquid(struct ride_setup *s, struct ride_source *x, int g, double count);
/* Of what has been added: flows, masses, and the water behind them. */
void ride_finish_coolants(struct ride_setup *s);

/* Adds the rooms of the state to f->out->ride, and what they were asked to bear to x. */
void ride_add_state(struct finding *f, const struct failure_state *st, struct failure *x);

#endif
