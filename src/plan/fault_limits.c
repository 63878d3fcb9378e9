/* Short-circuit currents of the network in a state.

   Impedances are referred to one volt between lines, Z / Un^2, so that transformers pass
   them on as they are.  Positive and zero sequence are two networks alike: a delta keeps
   the zero sequence of what is upstream away, conductors out and back are four times
   their impedance there, since (2 Z + 4 Z) / 3 = 2 Z. */

#include <math.h>
#include <string.h>

#include "plan/network_checks.h"

static const double sqrt3 = 1.7320508075688772;
enum { LOW_VOLTAGE = 1000 };
enum { ZERO, POSITIVE };

/* One sequence.  Where several sources feed an element, what all their ways go through
   counts once: Z = Z(above) + parallel of (Z(source) - Z(above)). */
struct grid {
    int sequence;
    bool is_least; /* conductors warm, one way of those in parallel */
    struct impedance *head, *tail;
    int *above, *depth; /* above: the last element that all ways go through; -1: none */
};

struct faults {
    struct checks *k;
    const double *line_v;
    struct grid most[2], least[2];
    struct lack *lacks, *run_lacks; /* on the way to its end: of sources, of conductors */
    double *inverter_va;            /* that UPSs on battery let through; infinite: no UPS */
    struct fault *out;
};

/* IEC 60909-0, table 1: networks within 6 % of their voltage. */
static double c_most(double line_v)
{
    return line_v <= LOW_VOLTAGE ? 1.05 : 1.1;
}

static double c_least(double line_v)
{
    return line_v <= LOW_VOLTAGE ? 0.95 : 1;
}

/* ---- one element ----------------------------------------------------------- */

static struct impedance root_impedance(const struct faults *f, int e)
{
    const struct elem *x = &check_plant(f->k)->elem[e];
    const struct site *site = f->k->l->c->site;
    double v = f->line_v[e], c = c_most(v);
    if (x->what == ELEM_UTILITY) {
        const struct utility *u = site_utility(site, x->index);
        return impedance_network_by_power(u->short_circuit_va, 1, c, 1 / u->x_over_r);
    }
    const struct generator *g = site_generator(site, x->index);
    struct impedance z = impedance_generator(x->rated_va * check_units(f->k, e), 1,
                                             g->subtransient_x, v <= LOW_VOLTAGE ? 0.15 : 0.07);
    return impedance_scaled(z, short_circuit_kg(v, v, c, g->subtransient_x, g->e.power_factor));
}

/* Of the greatest current, 20 degC; of the least, as warm as the site's resistance is, which
   is taken as 70 degC, the limit of PVC (IEC 60364-5-52, table 52.1). */
static struct impedance run_impedance(const struct faults *f, const struct grid *g, int e)
{
    const struct elem *x = &check_plant(f->k)->elem[e];
    const struct electrical *c = x->e;
    bool is_known = !check_run_lacks(x);
    if (!(c->length_m > 0) || (g->is_least && !is_known))
        return (struct impedance){is_known ? 0 : (double)NAN, 0};
    double x_ohm_m = isnan(c->reactance_ohm_m) ? 0 : c->reactance_ohm_m;
    struct impedance z = impedance_run(c->resistance_ohm_m, x_ohm_m, c->length_m,
                                       g->is_least ? 1 : check_units(f->k, e));
    if (!g->is_least) z.r_ohm /= impedance_hot((struct impedance){1, 0}, 70).r_ohm;
    return impedance_scaled(impedance_referred(z, f->line_v[e], 1), g->sequence == ZERO ? 4 : 1);
}

static struct impedance transformer_impedance(const struct faults *f, int e)
{
    const struct elem *x = &check_plant(f->k)->elem[e];
    const struct transformer *t = site_transformer(f->k->l->c->site, x->index);
    struct impedance z = impedance_transformer(t->e.rated_va, 1, t->impedance_frac, t->load_loss_w);
    return impedance_scaled(z, 1.0 / check_units(f->k, e));
}

/* ---- a sequence ------------------------------------------------------------ */

static int meet(const struct grid *g, int a, int b)
{
    while (a != b) {
        int *deeper = (a < 0 ? 0 : g->depth[a]) >= (b < 0 ? 0 : g->depth[b]) ? &a : &b;
        *deeper = g->above[*deeper];
    }
    return a;
}

static struct impedance less(struct impedance a, struct impedance b)
{
    return impedance_series(a, impedance_scaled(b, -1));
}

static void reach_head(const struct faults *f, struct grid *g, int e)
{
    const struct plant *p = check_plant(f->k);
    struct feeds up = p->elem[e].up;
    const struct impedance none = {0, 0};
    int n = 0, above = -1;
    for (int j = up.first; j < up.first + up.n; j++)
        if (check_is_live(f->k, j)) above = n++ ? meet(g, above, p->feed[j]) : p->feed[j];
    struct impedance shared = above >= 0 ? g->tail[above] : none, z = none;
    bool is_first = true;
    for (int j = up.first; n > 1 && j < up.first + up.n; j++) {
        if (!check_is_live(f->k, j)) continue;
        struct impedance own = less(g->tail[p->feed[j]], shared);
        z = is_first ? own : impedance_parallel(z, own);
        is_first = false;
    }
    g->head[e] = impedance_series(shared, z);
    g->above[e] = above;
    g->depth[e] = above >= 0 ? g->depth[above] + 1 : 1;
}

static void reach_tail(const struct faults *f, struct grid *g, int e)
{
    const struct elem *x = &check_plant(f->k)->elem[e];
    struct impedance run = run_impedance(f, g, e);
    if (!g->is_least && isnan(run.r_ohm)) run = (struct impedance){0, 0}; /* a bound */
    if (!x->up.n) g->head[e] = root_impedance(f, e);
    struct impedance z = g->head[e];
    if (x->what == ELEM_TRANSFORMER) {
        int vector = site_transformer(f->k->l->c->site, x->index)->vector;
        if (g->sequence == ZERO && vector == VECTOR_DYN) {
            z = (struct impedance){0, 0};
            g->above[e] = -1;
            g->depth[e] = 1;
        }
        z = impedance_series(z, transformer_impedance(f, e));
    }
    g->tail[e] = impedance_series(z, run);
}

static void make_grid(struct faults *f, struct grid *g, int sequence, bool is_least)
{
    const struct plant *p = check_plant(f->k);
    struct arena *a = f->k->l->a;
    size_t n = (size_t)p->n_elem + 1;
    *g = (struct grid){sequence,
                       is_least,
                       ARENA_ARRAY(a, struct impedance, n),
                       ARENA_ARRAY(a, struct impedance, n),
                       ARENA_ARRAY(a, int, n),
                       ARENA_ARRAY(a, int, n)};
    for (int e = p->n_elem - 1; e >= 0; e--) {
        g->above[e] = -1;
        g->depth[e] = 1;
        if (f->k->s->o->dead[e]) continue;
        reach_head(f, g, e);
        reach_tail(f, g, e);
    }
}

/* ---- what is lacking ------------------------------------------------------- */

static const char *source_lacks(const struct faults *f, int e)
{
    const struct elem *x = &check_plant(f->k)->elem[e];
    const struct site *site = f->k->l->c->site;
    switch (x->what) {
    case ELEM_UTILITY:
        return isnan(site_utility(site, x->index)->short_circuit_va) ? "short_circuit_power" : NULL;
    case ELEM_GENERATOR:
        return isnan(f->line_v[e])                                     ? "voltage"
               : isnan(site_generator(site, x->index)->subtransient_x) ? "subtransient"
                                                                       : NULL;
    case ELEM_TRANSFORMER:
        return isnan(f->line_v[e])                                       ? "voltage"
               : isnan(site_transformer(site, x->index)->impedance_frac) ? "impedance"
                                                                         : NULL;
    default: return NULL;
    }
}

static struct lack lack_of(const struct faults *f, const struct lack *of, int e)
{
    struct feeds up = check_plant(f->k)->elem[e].up;
    for (int j = up.first; j < up.first + up.n; j++) {
        int source = check_plant(f->k)->feed[j];
        if (check_is_live(f->k, j) && of[source].datum) return of[source];
    }
    return (struct lack){NULL, -1};
}

static int bypass_of(const struct faults *f, int e)
{
    const struct plant *p = check_plant(f->k);
    struct feeds up = p->elem[e].up;
    for (int j = up.first; j < up.first + up.n; j++) {
        int source = p->feed[j];
        if (!check_is_live(f->k, j)) continue;
        if (p->elem[source].what == ELEM_UPS) return source;
        if (p->elem[source].what != ELEM_TRANSFORMER && f->out[source].bypass >= 0)
            return f->out[source].bypass;
    }
    return -1;
}

/* What a UPS gives without mains: its inverter's multiple of its rated current. */
static double inverter_va(const struct faults *f, int e)
{
    const struct plant *p = check_plant(f->k);
    const struct elem *x = &p->elem[e];
    double va = x->up.n ? 0 : (double)INFINITY;
    for (int j = x->up.first; j < x->up.first + x->up.n; j++)
        if (check_is_live(f->k, j)) va += f->inverter_va[p->feed[j]];
    if (x->what != ELEM_UPS) return va;
    double rated_va = isnan(x->rated_va) ? x->rated_w : x->rated_va;
    return check_units(f->k, e) * rated_va *
           site_ups(f->k->l->c->site, x->index)->short_circuit_ratio;
}

static void find_lacks(struct faults *f, int e)
{
    const struct elem *x = &check_plant(f->k)->elem[e];
    struct fault *out = &f->out[e];
    const char *run = check_run_lacks(x), *own = source_lacks(f, e);
    out->most_lacks = lack_of(f, f->lacks, e);
    out->bound_lacks = lack_of(f, f->run_lacks, e);
    out->bypass = bypass_of(f, e);
    if (!out->most_lacks.datum && isnan(f->line_v[e]))
        out->most_lacks = (struct lack){"voltage", e};
    f->lacks[e] = out->most_lacks.datum || !own ? out->most_lacks : (struct lack){own, e};
    f->run_lacks[e] = out->bound_lacks.datum || !run ? out->bound_lacks : (struct lack){run, e};
    out->least_lacks = f->lacks[e].datum ? f->lacks[e] : f->run_lacks[e];
    f->inverter_va[e] = inverter_va(f, e);
}

/* ---- currents -------------------------------------------------------------- */

/* Of a fault between what conductors the element has: three lines, two, or one and neutral. */
static double current_a(int phases, struct impedance z1, struct impedance z0, double v, double c)
{
    struct impedance z = phases == 1 ? impedance_loop(z1, z0) : z1;
    return short_circuit_a(impedance_referred(z, 1, v), v, c) * (phases == 2 ? sqrt3 / 2 : 1);
}

/* A fault to neutral behind a delta is 1 / sqrt(3) of it in two lines of its primary. */
static double through_delta(const struct faults *f, const struct elem *x)
{
    int vector = site_transformer(f->k->l->c->site, x->index)->vector;
    return vector == VECTOR_DYN ? 1 / sqrt3 : 1;
}

static void find_currents(struct faults *f, int e)
{
    const struct plant *p = check_plant(f->k);
    const struct elem *x = &p->elem[e];
    struct fault *out = &f->out[e];
    double v = f->line_v[e], head_v = v;
    for (int j = x->up.first; x->what == ELEM_TRANSFORMER && j < x->up.first + x->up.n; j++)
        if (check_is_live(f->k, j)) head_v = f->line_v[p->feed[j]];
    out->most_a = current_a(x->phases, f->most[POSITIVE].head[e], f->most[ZERO].head[e], head_v,
                            c_most(head_v));
    /* of three lines, one to neutral gives the least */
    out->least_a = current_a(x->phases == 2 ? 2 : 1, f->least[POSITIVE].tail[e],
                             f->least[ZERO].tail[e], v, c_least(v));
    if (x->what == ELEM_TRANSFORMER) out->least_a *= v / head_v * through_delta(f, x);
    out->inverter_a = f->inverter_va[e] / (sqrt3 * v);
    if (out->most_lacks.datum || !isfinite(out->most_a)) out->most_a = (double)NAN;
    if (out->least_lacks.datum || !isfinite(out->least_a)) out->least_a = (double)NAN;
}

/* ---- rows ------------------------------------------------------------------ */

static const char *note_of(const struct checks *k, const struct elem *x, const struct fault *f)
{
    struct builder b = builder_new(k->l->a);
    if (x->phases == 1) builder_text(&b, "line to neutral, conductors out and back; ");
    if (f->bypass >= 0)
        builder_format(&b, "by the static bypass of %s; ", check_name(k, f->bypass));
    if (f->bound_lacks.datum)
        builder_format(&b, "at most: conductors without %s are left out; ", f->bound_lacks.datum);
    return b.n > 2 ? arena_format(k->l->a, "%.*s", (int)b.n - 2, b.s) : NULL;
}

/* What is left out makes the current too great, so that it cannot show a limit broken. */
static void add_fault(struct checks *k, int e, const struct fault *f, const char *check,
                      double limit_a)
{
    const struct elem *x = &check_plant(k)->elem[e];
    if (isnan(f->most_a) && f->most_lacks.datum)
        skip_elem(k, check, f->most_lacks.datum, f->most_lacks.elem);
    else if (isnan(f->most_a))
        skip_elem(k, check, "impedance upstream", e);
    else if (f->bound_lacks.datum && f->most_a > limit_a)
        skip_elem(k, check, f->bound_lacks.datum, f->bound_lacks.elem);
    else
        limit_add_of(k->l, e, check, k->s->name, f->most_a / 1000, limit_a / 1000, "kA",
                     note_of(k, x, f));
}

static bool is_fed_by_breaker(const struct checks *k, const struct elem *x)
{
    const struct plant *p = check_plant(k);
    for (int j = x->up.first; j < x->up.first + x->up.n; j++)
        if (check_is_live(k, j) && p->elem[p->feed[j]].kind == KIND_BREAKER) return true;
    return false;
}

/* Icw of a breaker says how long it can wait, not what it can stand: it opens. */
static void check_withstand(struct checks *k, int e, const struct fault *f)
{
    const struct elem *x = &check_plant(k)->elem[e];
    static const char check[] = "short-circuit withstand";
    bool has_bars = x->kind == KIND_SWITCHBOARD || x->kind == KIND_BUSWAY || x->kind == KIND_RPP;
    if (x->kind == KIND_BREAKER) return;
    if (x->e->withstand_a > 0)
        add_fault(k, e, f, check, x->e->withstand_a);
    else if (has_bars)
        skip_elem(k, check, "withstand", e);
}

static void check_least(struct checks *k, int e, const struct fault *f)
{
    static const char check[] = "least fault current";
    struct breaker b;
    const char *lacks;
    if (!check_breaker(k, e, &b, &lacks)) {
        if (lacks) skip_elem(k, check, lacks, e);
        return;
    }
    if (isnan(f->least_a)) {
        bool is_said = f->least_lacks.datum;
        skip_elem(k, check, is_said ? f->least_lacks.datum : "impedance upstream",
                  is_said ? f->least_lacks.elem : e);
        return;
    }
    double trips_a = b.magnetic_max * b.rated_a;
    const char *note = "line to neutral at the end of its conductors; used is what surely trips it "
                       "at once";
    /* while its mains are there, a UPS passes the fault current by its bypass */
    if (f->inverter_a < trips_a)
        note = arena_format(k->l->a, "%s; on battery the UPS gives %.0f A, which does not", note,
                            f->inverter_a);
    limit_add_of(k->l, e, check, k->s->name, trips_a, f->least_a, "A", note);
}

static void check_element(struct checks *k, int e, const struct fault *f)
{
    const struct elem *x = &check_plant(k)->elem[e];
    static const char check[] = "short-circuit current";
    bool needs_one = x->what == ELEM_PDU && x->kind != KIND_ATS && x->kind != KIND_STS;
    if (!x->up.n) return;
    if (x->e->breaking_a > 0)
        add_fault(k, e, f, check, x->e->breaking_a);
    else if (needs_one && !is_fed_by_breaker(k, x))
        skip_elem(k, check, "breaking_capacity", e);
    check_withstand(k, e, f);
    check_least(k, e, f);
}

const struct fault *check_faults(struct checks *k)
{
    const struct plant *p = check_plant(k);
    size_t n = (size_t)p->n_elem + 1;
    struct faults f = {.k = k,
                       .line_v = check_line_v(k),
                       .lacks = ARENA_ARRAY(k->l->a, struct lack, n),
                       .run_lacks = ARENA_ARRAY(k->l->a, struct lack, n),
                       .inverter_va = ARENA_ARRAY(k->l->a, double, n),
                       .out = ARENA_ARRAY(k->l->a, struct fault, n)};
    for (int i = 0; i < 2; i++) {
        make_grid(&f, &f.most[i], i, false);
        make_grid(&f, &f.least[i], i, true);
    }
    for (int e = p->n_elem - 1; e >= 0; e--) {
        if (k->s->o->dead[e]) continue;
        find_lacks(&f, e);
        find_currents(&f, e);
    }
    for (int e = 0; e < p->n_elem; e++)
        if (!k->s->o->dead[e]) check_element(k, e, &f.out[e]);
    return f.out;
}
