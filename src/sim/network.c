#include "sim/network.h"

#include <math.h>
#include <string.h>

#include "physics/three_phase.h"

/* All in units where a line has one volt to neutral, so that the size of a phasor is the
   apparent power of its line. */
static const double line_v = 1.7320508075688772;

struct sums { /* of the output of one element while its loads are added up */
    struct phasors p;
    double neutral_h3_va;               /* third harmonics of line-to-neutral loads, sizes added */
    double harmonic_va[NETWORK_ORDERS]; /* all lines */
    double start_va, soft_w, inrush_va;
    bool is_unknown; /* some of it comes without a spectrum */
};

struct solving {
    const struct plant *p;
    const struct outage *o;
    const struct year *y;
    struct sums *sum; /* [n_elem] */
    struct network_elem *out;
};

static void add_sums(struct sums *to, const struct sums *x, double share)
{
    to->neutral_h3_va += share * x->neutral_h3_va;
    for (int i = 0; i < NETWORK_ORDERS; i++) to->harmonic_va[i] += share * x->harmonic_va[i];
    to->start_va += share * x->start_va;
    to->soft_w += share * x->soft_w;
    to->inrush_va += share * x->inrush_va;
    to->is_unknown |= x->is_unknown && share > 0;
}

static double signed_pf(double w, double var)
{
    double va = hypot(w, var);
    if (!(va > 0)) return 1;
    double pf = fmin(fmax(w / va, 1e-6), 1);
    return var < 0 ? -pf : pf;
}

/* ---- loads ----------------------------------------------------------------- */

static double order_frac(const struct points *spectrum, int order)
{
    for (int i = 0; i < spectrum->n; i++)
        if (fabs(spectrum->x[i] - order) < 0.5) return spectrum->y[i];
    return 0;
}

/* Servers' supplies on a three-phase element stand on its lines as settled; else on what
   there is. */
static struct phasors plugs(const struct solving *s, int j, int plug, double w, double pf)
{
    const struct elem *e = &s->p->elem[s->p->feed[j]];
    const double *share = s->p->feed_line[j];
    struct phasors all = {{0}};
    if (e->phases == 1) return phasors_line_neutral(0, line_v, w, pf);
    if (e->phases == 2) return phasors_line_line(0, 1, line_v, w, pf);
    if (plug == 3) return phasors_balanced(line_v, w, pf);
    for (int k = 0; k < 3; k++) {
        if (!(share[k] > 0)) continue;
        struct phasors one = plug == 1
                                 ? phasors_line_neutral(k, line_v, share[k] * w, pf)
                                 : phasors_line_line(k, (k + 1) % 3, line_v, share[k] * w, pf);
        all = phasors_sum(all, one);
    }
    return all;
}

static void add_tap(struct solving *s, int t)
{
    const struct tap *x = &s->p->tap[t];
    const struct group *g = &s->p->group[x->group];
    double each_w = s->y->group_max_w[s->o->tap_group[t]];
    if (isnan(each_w)) return;
    const struct psu *u = g->has_supply ? site_psu(s->p->site, g->s->psu.ref[0].index) : NULL;
    double pf = u ? (u->is_leading ? -u->power_factor : u->power_factor) : 0.98;
    for (int i = 0; i < x->feed.n; i++) {
        int j = x->feed.first + i;
        double w = x->count * s->o->share[j] * each_w, va = w / fabs(pf);
        if (!(s->o->share[j] > 0)) continue;
        struct sums *to = &s->sum[s->p->feed[j]];
        to->p = phasors_sum(to->p, plugs(s, j, g->s->plug, w, pf));
        struct sums own = {
            .start_va = va, .inrush_va = (double)NAN, .is_unknown = !u || !u->harmonics.n};
        for (int k = 0; u && k < NETWORK_ORDERS; k++)
            own.harmonic_va[k] = va * order_frac(&u->harmonics, network_order(k));
        if (g->s->plug == 1) own.neutral_h3_va = own.harmonic_va[0];
        if (u)
            own.inrush_va = x->count * s->p->tap_supplies[x->first_supply + i] * u->rated_w /
                            u->power_factor * u->inrush_ratio;
        add_sums(to, &own, 1);
    }
}

static void add_load(struct solving *s, struct feeds f, double w, const struct part *part)
{
    if (!(w > 0)) return;
    double pf = part->draw_power_factor > 0 ? part->draw_power_factor : 1;
    for (int j = f.first; j < f.first + f.n; j++) {
        double own_w = s->o->share[j] * w;
        if (!(own_w > 0)) continue;
        struct sums *to = &s->sum[s->p->feed[j]];
        int phases = s->p->elem[s->p->feed[j]].phases;
        struct phasors p = phases == 1   ? phasors_line_neutral(0, line_v, own_w, pf)
                           : phases == 2 ? phasors_line_line(0, 1, line_v, own_w, pf)
                                         : phasors_balanced(line_v, own_w, pf);
        to->p = phasors_sum(to->p, p);
        to->start_va += own_w / pf * (part->start_ratio > 0 ? part->start_ratio : 1);
    }
}

static void add_loads(struct solving *s)
{
    const struct plant *p = s->p;
    const struct site *site = p->site;
    for (int t = 0; t < p->n_tap; t++) add_tap(s, t);
    for (int i = 0; i < p->n_fixed; i++)
        add_load(s, p->fixed[i].feed, p->fixed[i].power_w, &p->fixed[i].l->part);
    for (int i = 0; i < p->n_cool; i++)
        add_load(s, p->cool[i].feed, s->y->cool_w[i],
                 site_part(site, p->cool[i].kind, p->cool[i].index));
    for (int i = 0; i < p->n_cdu; i++)
        add_load(s, p->cdu[i].feed, s->y->cdu_w[i], &p->cdu[i].c->part);
    for (int i = 0; i < p->n_loop; i++)
        add_load(s, p->loop[i].feed, s->y->loop_w[i], &p->loop[i].l->part);
    for (int i = 0; i < p->n_sink; i++)
        add_load(s, p->sink[i].feed, s->y->sink_w[i],
                 site_part(site, p->sink[i].kind, p->sink[i].index));
}

/* ---- one element ------------------------------------------------------------ */

static double greatest_line(const struct phasors *p)
{
    return phasors_max_a(*p);
}

static void describe(const struct solving *s, int e, double in_w)
{
    const struct sums *x = &s->sum[e];
    struct network_elem *out = &s->out[e];
    int phases = s->p->elem[e].phases;
    double all = 0, mean;
    for (int i = 0; i < 3; i++) all += out->line_va[i] = phasors_line_a(x->p, i);
    mean = all / (phases > 0 ? phases : 3);
    out->w = phasors_w(x->p, line_v);
    out->var = phasors_var(x->p, line_v);
    out->va = phases == 3 ? all : hypot(out->w, out->var);
    out->in_w = in_w;
    out->worst_frac = mean > 0 ? greatest_line(&x->p) / mean : 1;
    out->unbalance_frac = phases == 3 ? phasors_unbalance_frac(x->p) : 0;
    double h3 = all > 0 ? x->neutral_h3_va / all : 0;
    out->neutral_frac = mean > 0 ? phasors_neutral_h3_a(x->p, h3) / mean : 0;
    for (int i = 0; i < NETWORK_ORDERS; i++)
        out->harmonic_frac[i] = out->va > 0 ? x->harmonic_va[i] / out->va : 0;
    out->knows_harmonics = !x->is_unknown;
    out->start_va = x->start_va;
    out->soft_w = x->soft_w;
    out->inrush_va = x->inrush_va;
}

/* What the element draws from upstream, in its own frame. */
static struct sums input_of(const struct solving *s, int e, double out_w, double loss_w,
                            double no_load_w)
{
    const struct elem *x = &s->p->elem[e];
    const struct sums *from = &s->sum[e];
    const struct ups *u = x->what == ELEM_UPS ? site_ups(s->p->site, x->index) : NULL;
    struct sums in = *from;
    /* what is lost with the load is lost on its lines, the rest on all */
    in.p = phasors_scaled(from->p, out_w > 0 ? (out_w + loss_w - no_load_w) / out_w : 0);
    if (no_load_w > 0) in.p = phasors_sum(in.p, phasors_balanced(line_v, no_load_w, 1));
    if (u && u->mode == UPS_DOUBLE_CONVERSION) {
        in = (struct sums){.p = {{0}}, .soft_w = out_w + loss_w};
        if (out_w + loss_w > 0) in.p = phasors_rectifier(line_v, out_w, loss_w, u->e.power_factor);
    } else if (x->what == ELEM_TRANSFORMER &&
               site_transformer(s->p->site, x->index)->vector == VECTOR_DYN) {
        in.p = phasors_delta_wye(in.p, line_v, line_v);
        in.neutral_h3_va = 0;
        for (int i = 0; i < NETWORK_ORDERS; i++) /* triplens go round in the delta */
            if (network_order(i) % 3 == 0) in.harmonic_va[i] = 0;
    }
    return in;
}

/* Onto the lines of its source; of one with fewer than three, onto the first. */
static struct phasors onto(const struct solving *s, int e, int parent, struct phasors p)
{
    const struct elem *x = &s->p->elem[e];
    double w = phasors_w(p, line_v), var = phasors_var(p, line_v), pf = signed_pf(w, var);
    if (x->phases == 3 || !(w > 0)) return p;
    int line = x->line < 0 || s->p->elem[parent].phases < 3 ? 0 : x->line;
    return x->phases == 1 ? phasors_line_neutral(line, line_v, w, pf)
                          : phasors_line_line(line, (line + 1) % 3, line_v, w, pf);
}

static void pass_up(struct solving *s, int e)
{
    const struct elem *x = &s->p->elem[e];
    int alive = s->o->alive[s->p->alive_elem + e];
    double w = phasors_w(s->sum[e].p, line_v);
    double loss_w = alive ? alive * x->a_w + w * (x->b + x->c_per_w * w / alive) : 0;
    describe(s, e, w + loss_w);
    struct sums in = input_of(s, e, w, loss_w, alive * x->a_w);
    for (int j = x->up.first; j < x->up.first + x->up.n; j++) {
        int parent = s->p->feed[j];
        if (!(s->o->share[j] > 0)) continue;
        struct sums *to = &s->sum[parent];
        to->p = phasors_sum(to->p, phasors_scaled(onto(s, e, parent, in.p), s->o->share[j]));
        add_sums(to, &in, s->o->share[j]);
    }
}

struct network network_solve(const struct plant *p, const struct outage *o, const struct year *y,
                             struct arena *a)
{
    struct network n = {p->n_elem, ARENA_ARRAY(a, struct network_elem, (size_t)p->n_elem + 1)};
    struct solving s = {p, o, y, ARENA_ARRAY(a, struct sums, (size_t)p->n_elem + 1), n.elem};
    add_loads(&s);
    for (int e = 0; e < p->n_elem; e++) pass_up(&s, e);
    return n;
}
