#include "plan/placing_look.h"

#include <math.h>
#include <string.h>

#include "sim/metric.h"

struct placing_look *placing_look(const struct placing_site *p, const struct placing_spots *spots,
                                  struct arena *a, struct diags *ds)
{
    struct placing_look *x = ARENA_ARRAY(a, struct placing_look, 1);
    const struct weather *w = &p->loaded->weather;
    x->site = spots_site(&p->loaded->site, spots, a);
    x->racks = place_servers(x->site, a);
    x->plant = plant_build(x->site, &x->racks.placement, w, a, ds);
    if (!x->plant) return NULL;
    const struct outage *o = outage_make(x->plant, NULL, 0, a);
    const struct year *y = outage_run(o, &p->design, &w->calendar, KEEP_ALL, p->threads, a);
    x->memo = ARENA_ARRAY(a, struct limit_memo, 1);
    x->limits = (struct limits_case){x->site, x->plant,     &x->racks,  &p->design,
                                     y,       &w->calendar, p->threads, x->memo};
    struct network *net = ARENA_ARRAY(a, struct network, 1);
    *net = network_solve(x->plant, o, y, a);
    x->normal = (struct limit_state){o, net, y, "normal"};
    struct result *r = ARENA_ARRAY(a, struct result, 1);
    for (int m = 0; m < N_METRIC; m++) r->metric[m] = (double)NAN; /* of the year, not asked for */
    limits_find(&x->limits, r, a);
    x->limit = r->limit;
    x->n_limit = r->n_limit;
    return x;
}
