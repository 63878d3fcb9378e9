/* Electrical elements: losses, ratings, voltages, and the order in which power passes. */

#include <math.h>
#include <string.h>

#include "physics/standby.h"
#include "physics/three_phase.h"
#include "sim/plant_build.h"

/* ---- feeds ------------------------------------------------------------- */

void build_feed(struct build *b, int elem, double share)
{
    struct plant *p = b->p;
    if (p->n_feed == b->feed_cap) {
        int cap = b->feed_cap * 2 + 64;
        int *feed = ARENA_ARRAY(b->a, int, (size_t)cap);
        double *of = ARENA_ARRAY(b->a, double, (size_t)cap);
        if (p->n_feed) memcpy(feed, p->feed, (size_t)p->n_feed * sizeof *feed);
        if (p->n_feed) memcpy(of, b->share, (size_t)p->n_feed * sizeof *of);
        p->feed = feed;
        b->share = of;
        b->feed_cap = cap;
    }
    p->feed[p->n_feed] = elem;
    b->share[p->n_feed++] = share;
}

struct feeds build_feeds(struct build *b, const struct ref_list *from, int share)
{
    struct feeds f = {b->p->n_feed, from->n, share == SHARE_STANDBY};
    for (int i = 0; i < from->n; i++) {
        const struct ref *r = &from->ref[i];
        build_feed(b, b->elem_of[r->kind][r->index], f.is_standby ? i == 0 : 1.0 / from->n);
    }
    return f;
}

int build_room_of(const struct ref_list *l)
{
    return l->n ? l->ref[0].index : -1;
}

/* ---- one element -------------------------------------------------------- */

/* Loads at the end of conductors, for their loss, where no server says more. */
const double conductor_power_factor = 0.95;

/* 3 I^2 R with I = P / (sqrt(3) V pf), or 2 I^2 R with I = P / (V pf): R L P^2 / (V pf)^2,
   twice that where the current comes back by a second conductor. */
double build_conductor_c_per_w(const struct elem *x, double power_factor)
{
    const struct electrical *e = x->e;
    double r_ohm = e->resistance_ohm_m * e->length_m, v = x->line_v * power_factor;
    if (!(r_ohm > 0) || !(v > 0)) return 0;
    return (x->phases == 3 ? 1 : 2) * r_ohm / (v * v);
}

static void fill_pdu(struct build *b, struct elem *x)
{
    const struct pdu *d = SITE_PART(b->s, x->kind, struct pdu, x->index);
    double reference_w = isnan(d->e.rated_w) ? x->rated_va * conductor_power_factor : d->e.rated_w;
    x->what = ELEM_PDU;
    x->rated_w = d->e.rated_w;
    x->a_w = d->no_load_w;
    x->b = d->proportional_frac;
    x->c_per_w = build_conductor_c_per_w(x, conductor_power_factor);
    if (d->square_frac > 0) x->c_per_w += d->square_frac / reference_w;
    if (d->square_frac > 0 && isnan(reference_w))
        build_refuse(b, x->kind, x->index, "add rated_power, or rated_current and voltage",
                     "square_loss needs a rating");
}

static void fill_ups(struct build *b, struct elem *x)
{
    const struct ups *u = site_ups(b->s, x->index);
    x->what = ELEM_UPS;
    x->rated_w = u->module_w;
    x->rated_va = u->module_va;
    x->a_w = u->c0 * u->module_w;
    x->b = u->c1;
    x->c_per_w = u->c2 / u->module_w;
    x->units = u->modules;
}

static void fill_transformer(struct build *b, struct elem *x)
{
    const struct transformer *t = site_transformer(b->s, x->index);
    x->what = ELEM_TRANSFORMER;
    x->rated_w = t->e.rated_va * t->power_factor;
    x->a_w = t->no_load_w;
    x->c_per_w = t->load_loss_w / (x->rated_w * x->rated_w) +
                 build_conductor_c_per_w(x, conductor_power_factor);
}

/* The rating holds up to an altitude and an ambient temperature; where the altitude is not
   known, it is the sea's. */
static void fill_generator(struct build *b, struct elem *x)
{
    const struct generator *g = site_generator(b->s, x->index);
    double altitude_m = isnan(b->p->altitude_m) ? 0 : b->p->altitude_m;
    double derate = generator_derate_frac(altitude_m, g->altitude_from_m, g->altitude_per_m,
                                          b->p->hottest_c, g->ambient_from_c, g->ambient_per_k);
    x->what = ELEM_GENERATOR;
    x->rated_w = g->e.rated_w;
    x->rated_va = g->e.rated_w / g->e.power_factor;
    x->usable_frac *= derate;
    if (derate < 1) x->usable_note = "derated for altitude and ambient air (ISO 8528-1)";
}

/* ---- ratings ------------------------------------------------------------ */

static bool is_protected(int kind)
{
    return kind == KIND_PDU || (kind >= KIND_SWITCHBOARD && kind <= KIND_BANK);
}

/* What the part states, else what the electrical code lets a circuit carry without end. */
static void find_usable(const struct build *b, struct elem *x)
{
    double own = x->e->usable_frac;
    bool is_nec = b->s->info->electrical_code == CODE_NEC;
    enum continuous_rule rule = !is_nec               ? CONTINUOUS_IEC
                                : x->e->is_full_rated ? CONTINUOUS_NEC_100
                                                      : CONTINUOUS_NEC;
    x->usable_frac = 1;
    if (own > 0) {
        x->usable_frac = own;
        x->usable_note = own < 1 ? "derated to its usable share" : NULL;
    } else if (is_protected(x->kind)) {
        x->usable_frac = continuous_usable_frac(rule, 1);
        x->usable_note = x->usable_frac < 1 ? continuous_clause(rule) : NULL;
    }
}

static const double sqrt3 = 1.7320508075688772;

/* Phases and voltage are the part's own, else its source's. */
static void find_voltage(struct build *b, struct elem *x)
{
    const struct elem *up = x->up.n ? &b->p->elem[b->p->feed[x->up.first]] : NULL;
    int own = electrical_phases(x->e);
    x->phases = own ? own : up ? up->phases : 3;
    x->line_v = electrical_line_v(x->e, x->phases);
    int least = x->phases;
    for (int j = x->up.first; j < x->up.first + x->up.n; j++)
        if (b->p->elem[b->p->feed[j]].phases < least) least = b->p->elem[b->p->feed[j]].phases;
    if (least < x->phases)
        build_refuse(b, x->kind, x->index, "fewer phases, or another source",
                     "it has more phases than its source");
    if (!isnan(x->line_v) || !up || x->kind == KIND_TRANSFORMER) return;
    bool from_lines = up->phases != 1;
    x->line_v = x->phases == 1 && from_lines ? up->line_v / sqrt3 : up->line_v;
}

/* A voltage that its source does not have wants a transformer between them, and a
   transformer a source of its primary's. */
static void check_voltage(struct build *b, const struct elem *x)
{
    const struct elem *up = x->up.n ? &b->p->elem[b->p->feed[x->up.first]] : NULL;
    if (!up || b->s->of[x->kind].copy[x->index].k > 0) return;
    double up_v = up->line_v * (up->phases == 1 ? sqrt3 : 1);
    double v = x->line_v * (x->phases == 1 ? sqrt3 : 1);
    if (x->kind == KIND_TRANSFORMER) {
        const struct voltage *p = &site_transformer(b->s, x->index)->primary;
        v = p->v * (p->basis == VOLTAGE_LN ? sqrt3 : 1);
    }
    if (!(up_v > 0) || !(v > 0) || (v < 1.12 * up_v && up_v < 1.12 * v)) return;
    build_warn(b, x->kind, x->index, "put a transformer between them, or mend a voltage",
               x->kind == KIND_TRANSFORMER ? "its primary voltage is not that of its source"
                                           : "its voltage is not that of its source");
}

static double positive(double x)
{
    return x > 0 ? x : (double)NAN;
}

/* Transfer switches and utilities are one each, and have no count. */
static int units_of(const struct elem *x)
{
    bool is_one = x->kind == KIND_ATS || x->kind == KIND_STS || x->kind == KIND_UTILITY;
    return is_one ? 1 : x->e->part.count;
}

static void fill_elem(struct build *b, struct elem *x)
{
    find_voltage(b, x);
    find_usable(b, x);
    check_voltage(b, x);
    x->units = units_of(x);
    x->rated_a = positive(x->e->rated_a);
    x->rated_va = electrical_rated_va(x->e, x->line_v, x->phases);
    x->room = build_room_of(&x->e->heat_to);
    if (x->rated_a > 0 && !(x->line_v > 0) && b->s->of[x->kind].copy[x->index].k == 0)
        build_warn(b, x->kind, x->index, "add voltage = 400 V LL here or at what feeds it",
                   "its rated current is not checked, for want of a voltage");
    switch (x->kind) {
    case KIND_UPS: fill_ups(b, x); break;
    case KIND_TRANSFORMER: fill_transformer(b, x); break;
    case KIND_GENERATOR: fill_generator(b, x); break;
    case KIND_UTILITY:
        x->what = ELEM_UTILITY;
        x->rated_w = x->e->rated_w;
        break;
    case KIND_ATS:
    case KIND_STS:
        x->units = 1;
        fill_pdu(b, x);
        break;
    default: fill_pdu(b, x);
    }
}

/* ---- all of them --------------------------------------------------------- */

static int share_mode(const struct site *s, const struct elem *x)
{
    return x->up.n ? site_electrical(s, x->kind, x->index)->share : SHARE_EQUAL;
}

static int deepest_of(const struct build *b)
{
    int deepest = 0;
    for (int k = 0; k < N_KIND; k++)
        for (int i = 0; kind_is_electrical(k) && i < b->s->of[k].n; i++) {
            int d = site_depth(b->s, k, i);
            if (d > deepest) deepest = d;
        }
    return deepest;
}

/* Elements farthest from the utility first, so that one pass carries power up. */
static void order_elems(struct build *b)
{
    struct plant *p = b->p;
    for (int k = 0; k < N_KIND; k++) {
        if (!kind_is_electrical(k)) continue;
        p->n_elem += b->s->of[k].n;
        b->elem_of[k] = ARENA_ARRAY(b->a, int, (size_t)b->s->of[k].n + 1);
    }
    p->elem = ARENA_ARRAY(b->a, struct elem, (size_t)p->n_elem);
    int at = 0;
    for (int depth = deepest_of(b); depth >= 0; depth--)
        for (int k = 0; k < N_KIND; k++)
            for (int i = 0; kind_is_electrical(k) && i < b->s->of[k].n; i++) {
                if (site_depth(b->s, k, i) != depth) continue;
                b->elem_of[k][i] = at;
                p->elem[at++] = (struct elem){
                    .kind = k, .index = i, .e = site_electrical(b->s, k, i), .line = -1};
            }
}

void build_elems(struct build *b)
{
    struct plant *p = b->p;
    order_elems(b);
    for (int e = 0; e < p->n_elem; e++) {
        struct elem *x = &p->elem[e];
        const struct ref_list *from = &x->e->part.from;
        x->up.n = from->n;
        x->up = build_feeds(b, from, share_mode(b->s, x));
    }
    for (int e = p->n_elem - 1; e >= 0; e--) fill_elem(b, &p->elem[e]);
}
