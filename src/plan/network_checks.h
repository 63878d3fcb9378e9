#ifndef DCPLAN_PLAN_NETWORK_CHECKS_H
#define DCPLAN_PLAN_NETWORK_CHECKS_H

/* Checks of the network being made; private to plan/network_limits. */

#include "physics/breaker.h"
#include "physics/short_circuit.h"
#include "plan/network_limits.h"

struct skip_group {
    const char *check, *datum, *first; /* first: part that lacks it */
    int part, count;                   /* part: the first's place in seen */
    unsigned char *seen;               /* [elements + supplies + servers] */
};

struct checks {
    struct limit_list *l;
    const struct limit_state *s;
    struct skip_group *group;
    int n, cap;
    int n_selective, n_declared;
};

/* The check is left out because a part lacks a datum ("length"). */
void skip_elem(struct checks *k, const char *check, const char *datum, int e);
/* The same for all power supplies that lack it, and servers without a supply. */
enum supply_datum { SUPPLY_HARMONICS, SUPPLY_INRUSH };
void skip_supplies(struct checks *k, const char *check, enum supply_datum datum);

static inline const struct plant *check_plant(const struct checks *k)
{
    return k->l->c->plant;
}
static inline const char *check_name(const struct checks *k, int e)
{
    const struct elem *x = &check_plant(k)->elem[e];
    return limit_part(k->l, x->kind, x->index);
}
static inline int check_units(const struct checks *k, int e)
{
    return k->s->o->alive[check_plant(k)->alive_elem + e];
}
/* A source that carries in the state. */
static inline bool check_is_live(const struct checks *k, int feed)
{
    return k->s->o->share[feed] > 0 && !k->s->o->dead[check_plant(k)->feed[feed]];
}
/* Outgoing line-to-line volts of every element: its own where it makes them, else its
   source's; NaN: not known. */
const double *check_line_v(const struct checks *k);

/* What the conductors on the outgoing side of e lack; NULL: nothing. */
const char *check_run_lacks(const struct elem *x);

/* Greatest and least currents of faults, A at the head of each element: the greatest of a
   fault there, the least of one at the end of its conductors.  NaN: not known. */
struct lack { /* datum NULL: nothing is lacking */
    const char *datum;
    int elem;
};
struct fault {
    double most_a, least_a;
    struct lack most_lacks;  /* why most_a is not known */
    struct lack bound_lacks; /* conductors left out, so that most_a is too much, if anything */
    struct lack least_lacks; /* why least_a is not known */
    double inverter_a;       /* that UPSs on battery give; infinite: there is none */
    int bypass;              /* UPS whose bypass the greatest comes through; -1: none */
};
const struct fault *check_faults(struct checks *k);

/* The release of an element's breaker, in amperes of its own head.  False with what is
   lacking; with NULL when it has no breaker. */
bool check_breaker(const struct checks *k, int e, struct breaker *out, const char **lacks);

void check_selectivity(struct checks *k, const struct fault *f);
void check_inrush(struct checks *k);
void check_voltage_drop(struct checks *k);
void check_k_factors(struct checks *k);
void check_batteries(struct checks *k);
void check_generators(struct checks *k);

#endif
