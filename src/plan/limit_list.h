#ifndef DCPLAN_PLAN_LIMIT_LIST_H
#define DCPLAN_PLAN_LIMIT_LIST_H

/* Rows of limits being gathered, and what a state of the plant adds to them; private to
   plan. */

#include "plan/limits.h"
#include "sim/network.h"

enum { LIMIT_WARNINGS = 64 };

struct limit_list {
    const struct limits_case *c;
    struct warning warning[LIMIT_WARNINGS];
    int n_warning;
    struct limit *item;
    int n, cap;
    struct arena *a;
    bool normal_only;
    const struct alike *alike; /* NULL: every element has its rows */
};

/* A state that has been solved. */
struct limit_state {
    const struct outage *o;
    const struct network *net;
    const struct year *y; /* every server at its maximum */
    const char *name;     /* "normal", "busway.a lost" */
};

/* What limits_find has solved and failures_find need not solve again. */
enum { LIMIT_MEMO = 256 };
struct limit_memo {
    struct {
        struct lost lost;
        struct limit_state state;
    } item[LIMIT_MEMO];
    int n;
};
void limit_remember(struct limit_memo *m, struct lost lost, const struct limit_state *s);
const struct limit_state *limit_remembered(const struct limit_memo *m, struct lost lost);

/* Fills margin and is_broken.  The margin is (limit - used) / limit; against a limit of zero
   all of what is used is over, which is -1. */
void limit_judge(struct limit *x);
void limit_add(struct limit_list *l, const char *element, const char *resource, const char *state,
               double used, double limit, const char *unit, const char *note);
/* The same of an electrical element: where l->alike is set, of the elements that nothing
   tells apart only the first, which says how many others there are. */
void limit_add_of(struct limit_list *l, int e, const char *resource, const char *state, double used,
                  double limit, const char *unit, const char *note);
const char *limit_part(struct limit_list *l, int kind, int index);
/* "rack.r#3", or "rack.r" of one. */
const char *limit_rack(struct limit_list *l, int rack, int unit);
void limit_sort(struct limit *limit, int n); /* tightest first, no limit last */

/* Of element e in the state: what its units carry when it is loaded most, sums of peaks
   brought down to what meets in one hour. */
struct limit_load {
    double w, va, worst_va, neutral_va; /* worst_va: of the worst line */
    int units;
};
struct limit_load limit_load_of(const struct limit_state *s, const struct elem *x, int e);
/* Volts that a line's apparent power is over its current. */
double limit_line_v(const struct elem *x);

/* Rated apparent power of one unit that is a limit of its own, VA; NaN: none is. */
double limit_apparent_va(const struct elem *x);
/* The site's word on a transformer's power factor; NaN: it is the default. */
double limit_stated_power_factor(const struct site *s, int index);

/* Of one element in a state: power, apparent power, worst line, neutral. */
void limit_add_elem(struct limit_list *l, const struct limit_state *s, int e);
/* Load of element e in the state, W, from which one of its limits is broken; infinite
   when it has none. */
double limit_elem_w(const struct limits_case *c, const struct limit_state *s, int e);
/* Servers on the feeds that are left: fewer supplies carry all, or none does. */
void limit_add_supplies(struct limit_list *l, const struct limit_state *s);
/* Loads of cooling parts that grow in a failure, water that gets warmer, and what that
   does to coolant and chips. */
void limit_add_worse(struct limit_list *l, const struct limit_state *s);
/* PUE, WUE, MLC and ELC where the site has a limit on them. */
void limit_add_energy(struct limit_list *l, const double *metric);
/* Inlets of the rooms, and hours off, throttled or without a balance. */
void limit_add_rooms(struct limit_list *l, const struct limit_state *s);
/* Coolant, bare coils and pipes against the dew point of the room they are in; where_worse:
   only those that are nearer to it than in the normal state. */
void limit_add_condensation(struct limit_list *l, const struct limit_state *s, bool where_worse);
/* Dew point and relative humidity at the rack inlets of rooms whose water moves. */
void limit_add_humidity(struct limit_list *l, const struct limit_state *s, bool where_worse);
/* Air of a room without servers that has a limit of its own; false: it has none. */
bool limit_add_air(struct limit_list *l, const struct limit_state *s, int room);
/* The warmest supply of a loop in a year, degC: one that is reset by demand, which stays cold
   in the year of the limits, may be as warm as its supply_max. */
double limit_loop_c(const struct plant *p, const struct year *y, int loop);
/* Heat of a cooling part, and the warmest water of a loop. */
void limit_add_cooling(struct limit_list *l, int alive_index, const struct limit_state *s);
void limit_add_loop(struct limit_list *l, int loop, const struct limit_state *s);

/* Input of one server at its maximum: the data sheet's, and what its fans take beyond
   that in the hottest inlet and the thinnest air of the design year. */
double limit_greatest_w(const struct limits_case *c, int server);
/* All servers of the room have lost their power: it has no heat to complain of. */
bool limit_room_is_dark(const struct plant *p, int room);
/* Inlet limit of a room, degC: recommended or allowable, as the site chose. */
double limit_inlet_c(const struct limits_case *c, int room);
/* How many of a cooling part carry the design load, and how many there are. */
void limit_units(const struct plant *p, int alive_index, int *needed, int *count);

#endif
