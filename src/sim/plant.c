#include "sim/plant.h"

#include <math.h>
#include <string.h>

#include "physics/flow.h"
#include "physics/psychro.h"
#include "sim/plant_build.h"
#include "sim/quantity.h"

_Static_assert(N_QUANTITY <= 64, "struct plant has room for 64 quantities");

void build_refuse(struct build *b, int kind, int index, const char *hint, const char *what)
{
    diag_error(b->ds, DIAG_INPUT, b->s->of[kind].object[index]->place, hint, "[%s %s]: %s",
               b->s->objects.kinds[kind].name, b->s->of[kind].name[index], what);
}

void build_warn(struct build *b, int kind, int index, const char *hint, const char *what)
{
    diag_warning(b->ds, DIAG_INPUT, b->s->of[kind].object[index]->place, hint, "[%s %s]: %s",
                 b->s->objects.kinds[kind].name, b->s->of[kind].name[index], what);
}

static double power_law(double x, const void *exponent)
{
    return flow_power_of(x, *(const double *)exponent);
}

struct table build_law(struct build *b, double exponent)
{
    return table_make(b->a, 0, 1, 256, power_law, &exponent);
}

/* ---- electrical ------------------------------------------------------- */

struct feeds build_feeds(struct build *b, const struct ref_list *from, int share)
{
    struct feeds f = {b->p->n_feed, from->n};
    for (int i = 0; i < from->n; i++) {
        const struct ref *r = &from->ref[i];
        b->p->feed[b->p->n_feed] = b->elem_of[r->kind][r->index];
        b->share[b->p->n_feed++] = share == SHARE_STANDBY ? i == 0 : 1.0 / from->n;
    }
    return f;
}

static int room_of(const struct ref_list *l)
{
    return l->n ? l->ref[0].index : -1;
}

static struct elem elem_of_pdu(const struct pdu *d)
{
    return (struct elem){.a_w = d->no_load_w,
                         .b = d->proportional_frac,
                         .c_per_w = isnan(d->rated_w) ? 0 : d->square_frac / d->rated_w,
                         .rated_w = d->rated_w,
                         .usable_frac = d->usable_frac,
                         .units = d->part.count,
                         .room = room_of(&d->heat_to),
                         .what = ELEM_PDU};
}

static struct elem elem_of_ups(const struct ups *u)
{
    return (struct elem){.a_w = u->c0 * u->module_w,
                         .b = u->c1,
                         .c_per_w = u->c2 / u->module_w,
                         .rated_w = u->module_w,
                         .usable_frac = u->usable_frac,
                         .units = u->modules,
                         .room = room_of(&u->heat_to),
                         .what = ELEM_UPS};
}

static struct elem elem_of_transformer(const struct transformer *t)
{
    double rated_w = t->rated_va * t->power_factor;
    return (struct elem){.a_w = t->no_load_w,
                         .c_per_w = t->load_loss_w / (rated_w * rated_w),
                         .rated_w = rated_w,
                         .usable_frac = t->usable_frac,
                         .units = t->part.count,
                         .room = room_of(&t->heat_to),
                         .what = ELEM_TRANSFORMER};
}

static struct elem elem_make(const struct site *s, int kind, int index)
{
    struct elem e;
    switch (kind) {
    case KIND_PDU: e = elem_of_pdu(site_pdu(s, index)); break;
    case KIND_UPS: e = elem_of_ups(site_ups(s, index)); break;
    case KIND_TRANSFORMER: e = elem_of_transformer(site_transformer(s, index)); break;
    default:
        e = (struct elem){.rated_w = site_utility(s, index)->limit_w,
                          .usable_frac = 1,
                          .units = 1,
                          .room = -1,
                          .what = ELEM_UTILITY};
    }
    e.kind = kind;
    e.index = index;
    return e;
}

static int share_mode(const struct site *s, int kind, int index)
{
    switch (kind) {
    case KIND_PDU: return site_pdu(s, index)->share;
    case KIND_UPS: return site_ups(s, index)->share;
    case KIND_TRANSFORMER: return site_transformer(s, index)->share;
    default: return SHARE_EQUAL;
    }
}

/* Elements farthest from the utility first, so that one pass carries power up. */
static void build_elems(struct build *b)
{
    static const int kinds[] = {KIND_PDU, KIND_UPS, KIND_TRANSFORMER, KIND_UTILITY};
    struct plant *p = b->p;
    int deepest = 0;
    for (int k = 0; k < 4; k++) {
        int n = b->s->of[kinds[k]].n;
        p->n_elem += n;
        b->elem_of[kinds[k]] = ARENA_ARRAY(b->a, int, (size_t)n);
        for (int i = 0; i < n; i++) {
            int d = site_depth(b->s, kinds[k], i);
            if (d > deepest) deepest = d;
        }
    }
    p->elem = ARENA_ARRAY(b->a, struct elem, (size_t)p->n_elem);
    int at = 0;
    for (int depth = deepest; depth >= 0; depth--)
        for (int k = 0; k < 4; k++)
            for (int i = 0; i < b->s->of[kinds[k]].n; i++)
                if (site_depth(b->s, kinds[k], i) == depth) {
                    b->elem_of[kinds[k]][i] = at;
                    p->elem[at++] = elem_make(b->s, kinds[k], i);
                }
    for (int e = 0; e < p->n_elem; e++) {
        struct elem *x = &p->elem[e];
        if (x->kind != KIND_UTILITY)
            x->up = build_feeds(b, &site_part(b->s, x->kind, x->index)->from,
                                share_mode(b->s, x->kind, x->index));
    }
}

static void build_fixed(struct build *b)
{
    int n = b->s->of[KIND_LOAD].n;
    b->p->n_fixed = n;
    b->p->fixed = ARENA_ARRAY(b->a, struct fixed, (size_t)n);
    for (int i = 0; i < n; i++) {
        const struct load *l = site_load_part(b->s, i);
        b->p->fixed[i] = (struct fixed){l, build_feeds(b, &l->part.from, SHARE_EQUAL),
                                        room_of(&l->heat_to), l->power_w * l->part.count};
    }
}

static double psat_at(double t_c, const void *none)
{
    (void)none;
    return psychro_psat_pa(t_c);
}

/* Which quantities this plant can have at all. */
static void mark_active(struct plant *p)
{
    memset(p->active, 1, sizeof p->active);
    bool has_crac = false, has_ahu = false, has_fixed[2] = {false, false};
    bool has_sink[4] = {false, false, false, false};
    for (int c = 0; c < p->n_cool; c++) {
        has_crac |= p->cool[c].kind == KIND_CRAC;
        has_ahu |= p->cool[c].kind == KIND_AHU;
    }
    for (int s = 0; s < p->n_sink; s++) has_sink[p->sink[s].what] = true;
    for (int f = 0; f < p->n_fixed; f++) has_fixed[p->fixed[f].l->use] = true;
    p->active[Q_COMPRESSOR_W] = p->active[Q_CONDENSER_FAN_W] = has_crac;
    p->active[Q_CHILLER_W] = has_sink[SINK_CHILLER];
    p->active[Q_TOWER_FAN_W] = has_sink[SINK_TOWER];
    p->active[Q_DRYCOOLER_FAN_W] = has_sink[SINK_DRYCOOLER];
    p->active[Q_PUMP_W] = p->n_loop > 0;
    p->active[Q_CDU_PUMP_W] = p->active[Q_LIQUID_HEAT_W] = p->active[Q_COOLANT_C] = p->n_cdu > 0;
    p->active[Q_LIGHTING_W] = has_fixed[LOAD_LIGHTING];
    p->active[Q_OTHER_W] = has_fixed[LOAD_OTHER];
    p->active[Q_HUMIDITY_W] = p->active[Q_WATER_KG_S] = has_ahu || p->n_sink > 0;
    p->active[Q_FREE_HEAT_W] = has_ahu || p->n_sink > 0;
}

static void mark_feeds(struct plant *p, struct feeds f)
{
    for (int j = f.first; j < f.first + f.n; j++) p->elem[p->feed[j]].feeds_cooling = true;
}

/* What an hour's power can be worked out from before its cooling is known. */
static void mark_cooling(struct plant *p)
{
    for (int i = 0; i < p->n_cool; i++) mark_feeds(p, p->cool[i].feed);
    for (int i = 0; i < p->n_loop; i++) mark_feeds(p, p->loop[i].feed);
    for (int i = 0; i < p->n_sink; i++) mark_feeds(p, p->sink[i].feed);
    for (int e = 0; e < p->n_elem; e++) {
        if (!p->elem[e].feeds_cooling) continue;
        mark_feeds(p, p->elem[e].up);
        p->has_cool_losses |= p->elem[e].room >= 0;
    }
}

/* ---- state ------------------------------------------------------------ */

static void build_state(struct build *b)
{
    struct plant *p = b->p;
    p->alive_group = p->n_elem;
    p->alive_cool = p->alive_group + p->n_group;
    p->alive_cdu = p->alive_cool + p->n_cool;
    p->alive_sink = p->alive_cdu + p->n_cdu;
    p->alive_loop = p->alive_sink + p->n_sink;
    p->n_alive = p->alive_loop + p->n_loop;
    int *alive = ARENA_ARRAY(b->a, int, (size_t)p->n_alive);
    for (int i = 0; i < p->n_elem; i++) alive[p->alive_elem + i] = p->elem[i].units;
    for (int i = 0; i < p->n_group; i++)
        alive[p->alive_group + i] = p->group[i].has_supply ? p->group[i].supplies : 1;
    for (int i = 0; i < p->n_cool; i++) alive[p->alive_cool + i] = p->cool[i].units;
    for (int i = 0; i < p->n_cdu; i++) alive[p->alive_cdu + i] = p->cdu[i].units;
    for (int i = 0; i < p->n_sink; i++) alive[p->alive_sink + i] = p->sink[i].units;
    for (int i = 0; i < p->n_loop; i++) alive[p->alive_loop + i] = 1; /* its pumps */
    p->normal = (struct state){b->share, alive};
}

/* Every reference list is at most this long in all; counted, not guessed. */
static int count_feeds(const struct build *b)
{
    int n = 0;
    for (int k = 0; k < N_KIND; k++) {
        if (k == KIND_CLIMATE || k == KIND_TARIFF) continue;
        for (int i = 0; i < b->s->of[k].n; i++) n += site_part(b->s, k, i)->from.n;
    }
    for (int i = 0; i < b->place->n; i++) n += build_sources(b->s, &b->place->item[i])->n;
    for (int v = 0; v < b->s->of[KIND_SERVER].n; v++) {
        struct placed at = {v, -1, -1, 1};
        n += build_sources(b->s, &at)->n;
    }
    return n;
}

const struct plant *plant_build(const struct site *site, const struct placement *place,
                                const struct weather *weather, struct arena *a, struct diags *ds)
{
    int before = ds->n_error;
    struct build b = {
        .p = ARENA_ARRAY(a, struct plant, 1), .s = site, .place = place, .a = a, .ds = ds};
    double sum_pa = 0;
    for (int h = 0; h < weather->n; h++) sum_pa += weather->p_pa[h];
    b.p_pa = sum_pa / weather->n;
    b.p->site = site;
    b.p->altitude_m = site->altitude_m;
    size_t feeds = (size_t)count_feeds(&b);
    b.p->feed = ARENA_ARRAY(a, int, feeds);
    b.share = ARENA_ARRAY(a, double, feeds);
    build_elems(&b);
    build_fixed(&b);
    build_rooms(&b);
    build_groups(&b);
    build_loops(&b);
    build_cools(&b);
    build_cdus(&b);
    build_state(&b);
    mark_active(b.p);
    mark_cooling(b.p);
    b.p->psat = table_make(a, -80, 90, 680, psat_at, NULL);
    return ds->n_error == before ? b.p : NULL;
}

struct state plant_state_without(const struct plant *p, int alive_index, int lost, struct arena *a)
{
    int *alive = ARENA_ARRAY(a, int, (size_t)p->n_alive);
    memcpy(alive, p->normal.alive, (size_t)p->n_alive * sizeof *alive);
    alive[alive_index] -= lost;
    return (struct state){p->normal.share, alive};
}

/* An element all of whose sources are dead is dead; upstream ones come last in the
   array, so that one pass from the end finds all. */
static void spread_death(const struct plant *p, unsigned char *dead)
{
    for (int e = p->n_elem - 1; e >= 0; e--) {
        struct feeds f = p->elem[e].up;
        bool all = f.n > 0;
        for (int j = f.first; j < f.first + f.n; j++) all &= dead[p->feed[j]];
        dead[e] |= all;
    }
}

/* What dead sources carried goes to the others in proportion to their shares, or
   equally where those had none.  Returns how many live. */
static int redistribute(const struct plant *p, struct feeds f, const unsigned char *dead,
                        double *share)
{
    double lost = 0, rest = 0;
    int live = 0;
    for (int j = f.first; j < f.first + f.n; j++) {
        if (dead[p->feed[j]])
            lost += share[j];
        else
            rest += share[j], live++;
    }
    for (int j = f.first; j < f.first + f.n; j++) {
        if (dead[p->feed[j]])
            share[j] = 0;
        else if (lost > 0)
            share[j] += rest > 0 ? lost * share[j] / rest : lost / live;
    }
    return live;
}

struct state plant_state_without_elem(const struct plant *p, int elem, struct arena *a)
{
    double *share = ARENA_ARRAY(a, double, (size_t)p->n_feed + 1);
    int *alive = ARENA_ARRAY(a, int, (size_t)p->n_alive);
    unsigned char *dead = ARENA_ARRAY(a, unsigned char, (size_t)p->n_elem);
    memcpy(share, p->normal.share, (size_t)p->n_feed * sizeof *share);
    memcpy(alive, p->normal.alive, (size_t)p->n_alive * sizeof *alive);
    dead[elem] = 1;
    spread_death(p, dead);
    for (int i = 0; i < p->n_elem; i++) {
        redistribute(p, p->elem[i].up, dead, share);
        if (dead[i]) alive[p->alive_elem + i] = 0;
    }
    for (int i = 0; i < p->n_group; i++) { /* supplies are spread over the feeds */
        const struct group *g = &p->group[i];
        int live = redistribute(p, g->feed, dead, share);
        if (g->has_supply)
            alive[p->alive_group + i] = g->supplies * live / g->feed.n;
        else
            alive[p->alive_group + i] = live > 0;
    }
    for (int i = 0; i < p->n_fixed; i++) redistribute(p, p->fixed[i].feed, dead, share);
    for (int i = 0; i < p->n_cool; i++)
        if (!redistribute(p, p->cool[i].feed, dead, share)) alive[p->alive_cool + i] = 0;
    for (int i = 0; i < p->n_cdu; i++)
        if (!redistribute(p, p->cdu[i].feed, dead, share)) alive[p->alive_cdu + i] = 0;
    for (int i = 0; i < p->n_loop; i++)
        if (!redistribute(p, p->loop[i].feed, dead, share)) alive[p->alive_loop + i] = 0;
    for (int i = 0; i < p->n_sink; i++)
        if (p->sink[i].feed.n && !redistribute(p, p->sink[i].feed, dead, share))
            alive[p->alive_sink + i] = 0;
    return (struct state){share, alive};
}

const char *plant_part_name(const struct plant *p, int alive_index, struct arena *a)
{
    int i = alive_index;
    if (i >= p->alive_sink) {
        const struct sink *k = &p->sink[i - p->alive_sink];
        return site_part_name(p->site, k->kind, k->index, a);
    }
    if (i >= p->alive_cdu) return site_part_name(p->site, KIND_CDU, i - p->alive_cdu, a);
    if (i >= p->alive_cool) {
        const struct cool *c = &p->cool[i - p->alive_cool];
        return site_part_name(p->site, c->kind, c->index, a);
    }
    if (i >= p->alive_group)
        return site_part_name(p->site, KIND_SERVER, p->group[i - p->alive_group].server, a);
    return site_part_name(p->site, p->elem[i].kind, p->elem[i].index, a);
}
