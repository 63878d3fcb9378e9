/* Voltage drop from a transformer or a double conversion to every element that feeds a
   load, by the currents of the state. */

#include <math.h>

#include "plan/network_checks.h"

static const double sqrt3 = 1.7320508075688772;
static const char check[] = "voltage drop";

struct drops {
    struct checks *k;
    double *frac;       /* at the end of the conductors of each element */
    struct lack *lacks; /* why it is not known */
};

static void mark(const struct plant *p, struct feeds f, unsigned char *is_end)
{
    for (int j = f.first; j < f.first + f.n; j++) is_end[p->feed[j]] = 1;
}

/* Elements that servers and loads hang on. */
static const unsigned char *ends(const struct plant *p, struct arena *a)
{
    unsigned char *is_end = ARENA_ARRAY(a, unsigned char, (size_t)p->n_elem + 1);
    for (int i = 0; i < p->n_tap; i++) mark(p, p->tap[i].feed, is_end);
    for (int i = 0; i < p->n_fixed; i++) mark(p, p->fixed[i].feed, is_end);
    for (int i = 0; i < p->n_cool; i++) mark(p, p->cool[i].feed, is_end);
    for (int i = 0; i < p->n_cdu; i++) mark(p, p->cdu[i].feed, is_end);
    for (int i = 0; i < p->n_loop; i++) mark(p, p->loop[i].feed, is_end);
    for (int i = 0; i < p->n_sink; i++) mark(p, p->sink[i].feed, is_end);
    return is_end;
}

/* Neutral over the mean line, of the sizes of the lines: no more than what
   flows there with the third harmonics, which is nothing of loads between lines. */
static double neutral_va(const struct network_elem *n, const struct limit_load *load)
{
    double a = n->line_va[0], b = n->line_va[1], c = n->line_va[2], all = a + b + c;
    double square = a * a + b * b + c * c - a * b - b * c - c * a;
    if (!(all > 0) || !(square > 0)) return 0;
    return fmin(load->va * sqrt(square) / all, load->neutral_va);
}

/* Of one unit's conductors at the current of its worst line; what comes back by the neutral
   drops its voltage, too. */
static double own_drop(const struct drops *d, int e)
{
    const struct elem *x = &check_plant(d->k)->elem[e];
    const struct network_elem *n = &d->k->s->net->elem[e];
    if (check_run_lacks(x)) return (double)NAN;
    if (!(x->e->length_m > 0)) return 0;
    struct limit_load load = limit_load_of(d->k->s, x, e);
    if (!(load.w > 0)) return 0;
    struct impedance z =
        impedance_run(x->e->resistance_ohm_m, x->e->reactance_ohm_m, x->e->length_m, 1);
    double pf = n->w / hypot(n->w, n->var), a = load.worst_va;
    if (x->phases == 3) a += neutral_va(n, &load);
    enum three_phase_load how = x->phases == 1   ? LOAD_LINE_NEUTRAL
                                : x->phases == 2 ? LOAD_LINE_LINE
                                                 : LOAD_THREE_PHASE;
    double line_v = x->phases == 1 ? x->line_v * sqrt3 : x->line_v;
    return voltage_drop_frac(how, line_v, a / limit_line_v(x) / load.units, z,
                             n->var < 0 ? -pf : pf);
}

static bool starts_anew(const struct site *s, const struct elem *x)
{
    return x->what == ELEM_TRANSFORMER ||
           (x->what == ELEM_UPS && site_ups(s, x->index)->mode == UPS_DOUBLE_CONVERSION);
}

static void find_drop(struct drops *d, int e)
{
    const struct plant *p = check_plant(d->k);
    const struct elem *x = &p->elem[e];
    double worst = 0;
    bool is_new = starts_anew(d->k->l->c->site, x);
    for (int j = x->up.first; !is_new && j < x->up.first + x->up.n; j++) {
        int source = p->feed[j];
        if (!check_is_live(d->k, j)) continue;
        worst = fmax(worst, d->frac[source]);
        if (d->lacks[source].datum) d->lacks[e] = d->lacks[source];
    }
    double own = own_drop(d, e);
    if (isnan(own) && !d->lacks[e].datum) {
        const char *run = check_run_lacks(x);
        d->lacks[e] = (struct lack){run ? run : "voltage", e};
    }
    d->frac[e] = worst + own;
}

void check_voltage_drop(struct checks *k)
{
    const struct plant *p = check_plant(k);
    struct arena *a = k->l->a;
    const unsigned char *is_end = ends(p, a);
    struct drops d = {k, ARENA_ARRAY(a, double, (size_t)p->n_elem + 1),
                      ARENA_ARRAY(a, struct lack, (size_t)p->n_elem + 1)};
    double limit_frac = k->l->c->site->info->voltage_drop_frac;
    for (int e = p->n_elem - 1; e >= 0; e--) {
        if (k->s->o->dead[e]) continue;
        find_drop(&d, e);
        const struct lack *lacks = &d.lacks[e];
        if (!is_end[e] || !(k->s->net->elem[e].w > 0)) continue;
        if (lacks->datum)
            skip_elem(k, check, lacks->datum, lacks->elem);
        else if (p->elem[e].what == ELEM_PDU || d.frac[e] != 0)
            limit_add_of(k->l, e, check, k->s->name, 100 * d.frac[e], 100 * limit_frac, "%",
                         "from the last transformer or UPS, at the current of the worst line");
    }
}
