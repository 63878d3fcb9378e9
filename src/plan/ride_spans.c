/* Who has power from when to when after a loss. */

#include <math.h>

#include "physics/standby.h"
#include "plan/ride_find.h"

static const struct ride_span always = {(double)INFINITY, 0}, never = {0, (double)INFINITY};

struct ride_span ride_both(struct ride_span a, struct ride_span b)
{
    return (struct ride_span){fmin(a.until_s, b.until_s), fmax(a.from_s, b.from_s)};
}

/* A span without a gap has none of its ends. */
static struct ride_span closed(struct ride_span s)
{
    return ride_is_whole(s) ? (struct ride_span){(double)INFINITY, 0} : s;
}

static struct ride_span any_of(const struct ride_spans *s, struct feeds f)
{
    if (!f.n) return always;
    struct ride_span any = never;
    for (int j = f.first; j < f.first + f.n; j++) {
        const struct ride_span *x = &s->elem[s->p->feed[j]];
        any.until_s = fmax(any.until_s, x->until_s);
        any.from_s = fmin(any.from_s, x->from_s);
    }
    return closed(any);
}

int ride_alive(const struct ride_spans *s, int alive_index)
{
    int n = s->p->normal.alive[alive_index];
    for (int i = 0; i < s->st->n_lost; i++)
        if (s->st->lost[i].alive_index == alive_index) n -= s->st->lost[i].units;
    return n > 0 ? n : 0;
}

/* ---- electrical --------------------------------------------------------------- */

/* Of the battery at the peak of the design year; a battery that is not given is taken to
   last, which a note says. */
static double runtime_s(const struct finding *f, int e)
{
    const struct site *site = f->p->site;
    const struct ups *u = site_ups(site, f->p->elem[e].index);
    if (!u->battery.n) return (double)INFINITY;
    const struct battery *b = site_battery(site, u->battery.ref[0].index);
    struct battery_use use = {b->inverter_frac, b->depth_frac, b->ageing_frac};
    double t = battery_runtime_s(b->energy_j, f->normal.y->elem[e].used, use);
    return isnan(t) ? (double)INFINITY : t;
}

static struct ride_span elem_span(const struct finding *f, const struct ride_spans *s, int e)
{
    const struct elem *x = &s->p->elem[e];
    if (!ride_alive(s, s->p->alive_elem + e)) return never;
    if (x->what == ELEM_GENERATOR)
        return (struct ride_span){0, site_generator(s->p->site, x->index)->start_s};
    struct ride_span up = any_of(s, x->up);
    if (x->what == ELEM_UPS) up.until_s = fmax(up.until_s, runtime_s(f, e));
    return closed(up);
}

struct ride_spans ride_spans_of(const struct finding *f, const struct failure_state *st,
                                struct arena *a)
{
    struct ride_spans s = {f->p, st, ARENA_ARRAY(a, struct ride_span, (size_t)f->p->n_elem + 1)};
    for (int e = f->p->n_elem - 1; e >= 0; e--) s.elem[e] = elem_span(f, &s, e);
    return s;
}

/* Supplies of the tap that have power throughout until t. */
static int supplies_until(const struct ride_spans *s, const struct tap *t, double until_s)
{
    int n = 0;
    for (int i = 0; i < t->feed.n; i++)
        if (s->elem[s->p->feed[t->feed.first + i]].until_s >= until_s)
            n += s->p->tap_supplies[t->first_supply + i];
    return n;
}

/* As long as enough of the supplies have power. */
double ride_tap_until_s(const struct ride_spans *s, const struct tap *t)
{
    const struct group *g = &s->p->group[t->group];
    int least = g->has_supply && g->s->psu_least > 1 ? g->s->psu_least : 1;
    double until = t->feed.n ? 0 : (double)INFINITY;
    for (int i = 0; i < t->feed.n; i++) {
        double x = s->elem[s->p->feed[t->feed.first + i]].until_s;
        if (x > until && supplies_until(s, t, x) >= least) until = x;
    }
    return until;
}

/* ---- cooling -------------------------------------------------------------------- */

static struct ride_span consumer(const struct ride_spans *s, struct feeds f, int alive_index)
{
    return ride_alive(s, alive_index) ? any_of(s, f) : never;
}

/* Comes back restart_s later, where it was interrupted. */
static struct ride_span restarted(struct ride_span s, double restart_s)
{
    if (!ride_is_whole(s)) s.from_s += restart_s;
    return s;
}

struct ride_span ride_fans(const struct ride_spans *s, int cool)
{
    return consumer(s, s->p->cool[cool].feed, s->p->alive_cool + cool);
}

struct ride_span ride_cool(const struct ride_spans *s, int cool)
{
    const struct cool *x = &s->p->cool[cool];
    return x->x ? restarted(ride_fans(s, cool), x->x->restart_s) : ride_fans(s, cool);
}

struct ride_span ride_coolant_flow(const struct ride_spans *s, int cdu)
{
    return consumer(s, s->p->cdu[cdu].feed, s->p->alive_cdu + cdu);
}

struct ride_span ride_flow(const struct ride_spans *s, int loop)
{
    return consumer(s, s->p->loop[loop].feed, s->p->alive_loop + loop);
}

static struct ride_span cold(const struct ride_spans *s, int loop, int depth);

static struct ride_span sink_span(const struct ride_spans *s, int loop, int k, int depth)
{
    const struct sink *x = &s->p->sink[k];
    struct ride_span on = consumer(s, x->feed, s->p->alive_sink + k);
    if (x->loop >= 0) on = ride_both(on, cold(s, x->loop, depth + 1));
    if (x->what == SINK_CHILLER) on = restarted(ride_both(on, ride_flow(s, loop)), x->c->restart_s);
    return on;
}

/* Heat that is reused goes where it is wanted, which is no cooling to rely on. */
static bool may_cool(const struct sink *x, bool has_other)
{
    return x->what != SINK_REUSE && !(has_other && x->what == SINK_ECONOMIZER);
}

/* When the last of what comes back cools; an economizer counts where nothing else is. */
static struct ride_span cold(const struct ride_spans *s, int loop, int depth)
{
    enum { DEEPEST = 8 };
    const struct plant_loop *l = &s->p->loop[loop];
    struct ride_span all = ride_flow(s, loop);
    bool has_other = false, has_any = false;
    if (depth > DEEPEST) return never;
    for (int k = l->sink_first; k < l->sink_first + l->n_sink; k++)
        has_other |= may_cool(&s->p->sink[k], true);
    for (int k = l->sink_first; k < l->sink_first + l->n_sink; k++) {
        if (!may_cool(&s->p->sink[k], has_other)) continue;
        struct ride_span x = sink_span(s, loop, k, depth);
        if (!(x.until_s > 0) && isinf(x.from_s)) continue;
        all = ride_both(all, x);
        has_any = true;
    }
    return has_any ? all : never;
}

struct ride_span ride_cold(const struct ride_spans *s, int loop)
{
    return cold(s, loop, 0);
}
