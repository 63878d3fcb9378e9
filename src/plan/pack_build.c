#include "plan/pack_build.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plan/floor_load.h"
#include "plan/outlet_limits.h"
#include "plan/pack_rules.h"

struct building {
    struct pack_case *c;
    const struct site *s;
    const struct ways *w;
    const struct pack_tuning *t;
    struct arena *a;
    int res_cap, use_cap, n_use;
    int n_type, n_bin, n_rack; /* all racks */
    double *rack_power_w;      /* [all racks] of what is fixed */
    int *rack_of_bin;          /* [bins] index among all racks */
    int *rack_res;             /* [all racks * 3] resource of power, mass, airflow; -1 */
    int *run_res;              /* [bins] */
    int *part;                 /* [bins] newest resource of a part of it, from 1 on; 0: none */
    int *outlet_res;           /* [elements]; -1 */
    double *rack_area_m2;      /* [all racks] of the floor that each is spread on */
    int *row_res, *room_res, *cdu_res, *fabric_res, site_res;
    int *way_first, *way_n; /* [ways] their entries of rows */
    struct way_entry {
        int row;
        double v;
    } * way_entry;
};

/* ---- resources ---------------------------------------------------------------- */

static int add_resource(struct building *b, enum pack_kind kind, int index, int row, double left)
{
    struct pack_case *c = b->c;
    if (c->pack.n_resource == b->res_cap) {
        int cap = b->res_cap * 2 + 256;
        struct pack_resource *more = ARENA_ARRAY(b->a, struct pack_resource, (size_t)cap);
        double *of = ARENA_ARRAY(b->a, double, (size_t)cap);
        size_t n = (size_t)b->res_cap;
        if (n) memcpy(more, c->resource, n * sizeof *more);
        if (n) memcpy(of, c->pack.left, n * sizeof *of);
        c->resource = more;
        c->pack.left = of;
        b->res_cap = cap;
    }
    c->resource[c->pack.n_resource] = (struct pack_resource){kind, index, row, 0, 0};
    c->pack.left[c->pack.n_resource] = fmax(left, 0);
    return c->pack.n_resource++;
}

static void add_use(struct building *b, int resource, double amount)
{
    struct pack *p = &b->c->pack;
    if (resource < 0 || !(amount > 0)) return;
    if (b->n_use == b->use_cap) {
        struct pack_use *more = ARENA_ARRAY(b->a, struct pack_use, (size_t)b->use_cap * 2 + 4096);
        if (b->n_use) memcpy(more, p->use, (size_t)b->n_use * sizeof *more);
        p->use = more;
        b->use_cap = b->use_cap * 2 + 4096;
    }
    p->use[b->n_use++] = (struct pack_use){resource, amount};
}

static double known(double x)
{
    return isnan(x) ? 0 : x;
}

static void find_areas(struct building *b)
{
    const struct site *s = b->s;
    int n_rack = s->of[KIND_RACK].n;
    b->rack_area_m2 = ARENA_ARRAY(b->a, double, (size_t)b->w->first[n_rack] + 1);
    for (int r = 0; r < n_rack; r++)
        for (int unit = 0; unit < site_rack(s, r)->part.count; unit++)
            b->rack_area_m2[b->w->first[r] + unit] = floor_footprint_m2(&site_rack(s, r)->at);
    for (int room = 0; room < s->of[KIND_ROOM].n; room++) {
        if (isnan(site_room(s, room)->floor_load_pa)) continue;
        struct room_plan p = room_plan_make(s, room, b->a);
        for (int i = 0; i < p.n; i++)
            if (p.item[i].kind == KIND_RACK)
                b->rack_area_m2[b->w->first[p.item[i].index] + p.item[i].k] = floor_area_m2(&p, i);
    }
}

/* The least of what is stated, by the rack and by its floor; NaN when nothing is. */
static double mass_limit_kg(const struct building *b, int rack, int unit)
{
    const struct rack *r = site_rack(b->s, rack);
    double kg = fmin(r->load_kg, r->dynamic_kg); /* fmin leaves NaN out */
    if (!r->room.n) return kg;
    const struct room *room = site_room(b->s, r->room.ref[0].index);
    return fmin(kg, floor_most_kg(room, b->rack_area_m2[b->w->first[rack] + unit], r->feet));
}

static void add_rack(struct building *b, int rack, int unit)
{
    const struct rack *r = site_rack(b->s, rack);
    const struct rack_use *u = &b->c->fixed->use[rack][unit];
    int at = b->w->first[rack] + unit, *res = b->rack_res + 3 * at;
    double kg = mass_limit_kg(b, rack, unit), cut_kg = kg - r->own_kg - u->kg;
    res[0] = res[1] = res[2] = -1;
    if (!isnan(r->power_w))
        res[0] = add_resource(b, PACK_RACK_POWER, at, -1,
                              (r->power_w - b->rack_power_w[at]) * b->t->rack_power_frac[rack]);
    if (!isnan(kg))
        res[1] = add_resource(b, PACK_RACK_MASS, at, -1, cut_kg * b->t->rack_kg_frac[rack]);
    if (!isnan(r->airflow_m3_s))
        res[2] = add_resource(b, PACK_RACK_AIRFLOW, at, -1,
                              (r->airflow_m3_s - u->airflow_m3_s) * b->t->rack_air_frac[rack]);
}

static void add_shared(struct building *b)
{
    const struct plant *p = b->w->plant;
    for (int i = 0; i < b->w->n_row; i++) {
        const struct way_row *x = &b->w->row[i];
        b->row_res[i] = add_resource(b, PACK_ELEMENT, x->elem, i,
                                     (x->limit - x->base) * b->t->elem_frac[x->elem]);
    }
    for (int i = 0; i < p->n_room; i++)
        b->room_res[i] = isfinite(b->t->room_w[i])
                             ? add_resource(b, PACK_ROOM_HEAT, i, -1, b->t->room_w[i])
                             : -1;
    for (int i = 0; i < p->n_cdu; i++)
        b->cdu_res[i] = isfinite(b->t->cdu_w[i])
                            ? add_resource(b, PACK_COOLANT_HEAT, i, -1, b->t->cdu_w[i])
                            : -1;
    for (int i = 0; i < b->s->of[KIND_FABRIC].n; i++)
        b->fabric_res[i] = isfinite(b->t->fabric_w[i])
                               ? add_resource(b, PACK_FABRIC, i, -1, b->t->fabric_w[i])
                               : -1;
    b->site_res = isfinite(b->t->site_w) ? add_resource(b, PACK_HEAT, 0, -1, b->t->site_w) : -1;
}

static void add_outlets(struct building *b)
{
    const struct plant *p = b->w->plant;
    const double *plugs = outlet_plugs(p, b->a);
    for (int e = 0; e < p->n_elem; e++) {
        const struct elem *x = &p->elem[e];
        b->outlet_res[e] = -1;
        if (x->kind < KIND_SWITCHBOARD && x->kind != KIND_PDU) continue;
        if (x->what != ELEM_PDU || x->kind == KIND_ATS || x->kind == KIND_STS) continue;
        int outlets = SITE_PART(b->s, x->kind, struct pdu, x->index)->outlets;
        if (outlets == PARAM_NO_COUNT) continue;
        b->outlet_res[e] =
            add_resource(b, PACK_OUTLETS, e, -1, (double)outlets * x->units - plugs[e]);
    }
}

/* ---- bins ----------------------------------------------------------------------- */

static void find_runs(struct building *b, int rack, int unit)
{
    const struct rack_use *u = &b->c->fixed->use[rack][unit];
    int end = (int)floor(2 * site_rack(b->s, rack)->units_u + 1e-9), n = 0;
    for (int i = 0, to; i < end; i = to + 1) {
        for (to = i; to < end && !u->half[to]; to++) {
        }
        int from = i + i % 2; /* whole units */
        if (to - from < 1) continue;
        b->rack_of_bin[b->n_bin] = b->w->first[rack] + unit;
        b->c->bin[b->n_bin++] = (struct pack_bin){rack, unit, from, to - from};
        n++;
    }
    if (n) return; /* full: what takes no units may still stand there */
    b->rack_of_bin[b->n_bin] = b->w->first[rack] + unit;
    b->c->bin[b->n_bin++] = (struct pack_bin){rack, unit, 0, 0};
}

/* What is taken off a rack's units comes off its runs from the top.  Runs of a rack follow
   one another. */
static double cut_halves(const struct building *b, int bin)
{
    int rack = b->rack_of_bin[bin], last = bin;
    double cut = 2 * b->t->rack_cut_u[rack];
    while (last + 1 < b->n_bin && b->rack_of_bin[last + 1] == rack) last++;
    for (int i = last; i > bin; i--) cut = fmax(cut - b->c->bin[i].halves, 0);
    return fmin(cut, b->c->bin[bin].halves);
}

static void find_bins(struct building *b)
{
    size_t most = 0;
    for (int r = 0; r < b->s->of[KIND_RACK].n; r++)
        most += (size_t)site_rack(b->s, r)->part.count * SPOT_UNITS;
    b->c->bin = ARENA_ARRAY(b->a, struct pack_bin, most + 1);
    b->rack_of_bin = ARENA_ARRAY(b->a, int, most + 1);
    for (int r = 0; r < b->s->of[KIND_RACK].n; r++)
        for (int unit = 0; unit < site_rack(b->s, r)->part.count; unit++) find_runs(b, r, unit);
    b->run_res = ARENA_ARRAY(b->a, int, (size_t)b->n_bin + 1);
    b->part = ARENA_ARRAY(b->a, int, (size_t)b->n_bin + 1);
    for (int i = 0; i < b->n_bin; i++)
        b->run_res[i] =
            add_resource(b, PACK_UNITS, i, -1, (b->c->bin[i].halves - cut_halves(b, i)) / 2);
}

/* The half units of a bin that a section may take, [from, to). */
static void allowed_halves(const struct building *b, const struct server *v, int bin, int *from,
                           int *to)
{
    const struct pack_bin *x = &b->c->bin[bin];
    *from = x->from;
    *to = x->from + x->halves;
    if (!isnan(v->u_min)) *from = (int)fmax(*from, ceil(2 * (v->u_min - 1) - 1e-9));
    if (!isnan(v->u_max)) *to = (int)fmin(*to, floor(2 * v->u_max + 1e-9));
}

/* Resource of the part of a run below or above a mark, made when first asked for. */
static int part_of_run(struct building *b, enum pack_kind kind, int bin, int mark)
{
    struct pack_case *c = b->c;
    const struct pack_bin *x = &c->bin[bin];
    for (int r = b->part[bin] - 1; r >= 0; r = c->resource[r].next - 1)
        if (c->resource[r].kind == kind && c->resource[r].mark == mark) return r;
    int halves = kind == PACK_UNITS_LOW ? mark - x->from : x->from + x->halves - mark;
    int r = add_resource(b, kind, bin, -1, halves / 2.0);
    c->resource[r].mark = mark;
    c->resource[r].next = b->part[bin];
    b->part[bin] = r + 1;
    return r;
}

/* ---- uses ------------------------------------------------------------------------- */

static void index_rows(struct building *b)
{
    const struct ways *w = b->w;
    size_t n = 0;
    b->way_first = ARENA_ARRAY(b->a, int, (size_t)w->n_way + 1);
    b->way_n = ARENA_ARRAY(b->a, int, (size_t)w->n_way + 1);
    for (int r = 0; r < w->n_row; r++)
        for (int i = 0; i < w->row[r].n; i++) b->way_n[w->row[r].use[i].way]++, n++;
    b->way_entry = ARENA_ARRAY(b->a, struct way_entry, n + 1);
    for (int i = 0, at = 0; i < w->n_way; i++) {
        b->way_first[i] = at;
        at += b->way_n[i];
        b->way_n[i] = 0;
    }
    for (int r = 0; r < w->n_row; r++)
        for (int i = 0; i < w->row[r].n; i++) {
            const struct way_use *u = &w->row[r].use[i];
            b->way_entry[b->way_first[u->way] + b->way_n[u->way]++] = (struct way_entry){r, u->v};
        }
}

static void add_units(struct building *b, const struct server *v, int bin)
{
    const struct pack_bin *x = &b->c->bin[bin];
    int from, to;
    allowed_halves(b, v, bin, &from, &to);
    add_use(b, b->run_res[bin], v->height_u);
    if (!(v->height_u > 0)) return;
    if (to < x->from + x->halves) add_use(b, part_of_run(b, PACK_UNITS_LOW, bin, to), v->height_u);
    if (from > x->from) add_use(b, part_of_run(b, PACK_UNITS_HIGH, bin, from), v->height_u);
}

/* What is plugged into a bank is plugged into its strip; two banks of one strip are one use
   of it.  start: the piece's first use. */
static void add_plugs(struct building *b, int e, double supplies, int start)
{
    const struct plant *p = b->w->plant;
    int resource = b->outlet_res[e];
    struct feeds up = p->elem[e].up;
    for (int i = start; i < b->n_use && resource >= 0; i++)
        if (b->c->pack.use[i].resource == resource) {
            b->c->pack.use[i].amount += supplies;
            resource = -1;
        }
    add_use(b, resource, supplies);
    for (int j = up.first; j < up.first + up.n && p->elem[e].kind == KIND_BANK; j++)
        if (p->elem[p->feed[j]].kind == KIND_RACKPDU) add_plugs(b, p->feed[j], supplies, start);
}

static void add_uses(struct building *b, int type, int bin)
{
    int server = b->c->server[type];
    const struct server *v = site_server(b->s, server);
    const struct pack_bin *x = &b->c->bin[bin];
    double w = b->t->server_w[server], liquid = v->liquid_capture_frac;
    const int *rack = b->rack_res + 3 * b->rack_of_bin[bin];
    int way = ways_of(b->w, server, x->rack, x->unit), start = b->n_use;
    add_units(b, v, bin);
    add_use(b, rack[0], w);
    add_use(b, rack[1], known(v->weight_kg));
    add_use(b, rack[2], v->airflow_m3_s);
    for (int i = 0; i < b->w->way[way].n; i++)
        add_plugs(b, b->w->way[way].source[i].elem, b->w->way[way].source[i].supplies, start);
    for (int i = 0; i < b->way_n[way]; i++) {
        const struct way_entry *e = &b->way_entry[b->way_first[way] + i];
        add_use(b, b->row_res[e->row], e->v * w);
    }
    add_use(b, b->room_res[v->room.ref[0].index], w * (1 - liquid));
    if (v->cdu.n) add_use(b, b->cdu_res[v->cdu.ref[0].index], w * liquid);
    if (v->fabric.n) add_use(b, b->fabric_res[v->fabric.ref[0].index], w);
    add_use(b, b->site_res, w);
}

static enum pack_why why_not(const struct building *b, int type, int bin)
{
    int server = b->c->server[type], from, to;
    const struct server *v = site_server(b->s, server);
    const struct pack_bin *x = &b->c->bin[bin];
    const struct rack *r = site_rack(b->s, x->rack);
    bool is_named = false;
    for (int i = 0; i < v->rack.n; i++) is_named |= v->rack.ref[i].index == x->rack;
    if (!is_named || (r->room.n && r->room.ref[0].index != v->room.ref[0].index))
        return PACK_NOT_NAMED;
    allowed_halves(b, v, bin, &from, &to);
    if (v->height_u > 0 && to - from < 2 * v->height_u - 1e-9) return PACK_TOO_HIGH;
    int way = ways_of(b->w, server, x->rack, x->unit);
    if (way < 0) return PACK_NO_FEED;
    for (int s = 0; s < b->w->n_state; s++)
        if (b->w->state[s].is_solved && b->w->state[s].off[way]) return PACK_DARK;
    return PACK_MAY;
}

static void find_types(struct building *b)
{
    int n = b->s->of[KIND_SERVER].n;
    struct pack *p = &b->c->pack;
    b->c->server = ARENA_ARRAY(b->a, int, (size_t)n + 1);
    p->wanted = ARENA_ARRAY(b->a, int, (size_t)n + 1);
    p->worth = ARENA_ARRAY(b->a, double, (size_t)n + 1);
    for (int v = 0; v < n; v++) {
        const struct server *x = site_server(b->s, v);
        if (!x->rack.n || x->part.count == x->spots.n) continue;
        p->wanted[b->n_type] = x->part.count - x->spots.n;
        b->c->server[b->n_type++] = v;
    }
    p->n_type = b->n_type;
    pack_find_worth(b->c);
}

static void find_uses(struct building *b)
{
    struct pack *p = &b->c->pack;
    size_t n = (size_t)b->n_type * (size_t)b->n_bin + 1;
    p->first = ARENA_ARRAY(b->a, int, n);
    p->n = ARENA_ARRAY(b->a, int, n);
    p->most = ARENA_ARRAY(b->a, int, n);
    p->cost = ARENA_ARRAY(b->a, double, n);
    b->c->why = ARENA_ARRAY(b->a, unsigned char, n);
    for (int t = 0; t < b->n_type; t++)
        for (int i = 0; i < b->n_bin; i++) {
            int at = t * b->n_bin + i;
            p->first[at] = b->n_use;
            p->most[at] = -1;
            b->c->why[at] = (unsigned char)why_not(b, t, i);
            if (!b->c->why[at]) add_uses(b, t, i);
            p->n[at] = b->c->why[at] ? -1 : b->n_use - p->first[at];
        }
}

/* Resources of which even all that is wanted cannot take too much are left out. */
static void drop_slack(struct building *b)
{
    struct pack_case *c = b->c;
    struct pack *p = &c->pack;
    double *all = ARENA_ARRAY(b->a, double, (size_t)p->n_resource + 1);
    double *most = ARENA_ARRAY(b->a, double, (size_t)p->n_resource + 1);
    for (int t = 0; t < p->n_type; t++) {
        for (int i = 0; i < p->n_bin; i++)
            for (int k = 0; k < p->n[t * p->n_bin + i]; k++) {
                const struct pack_use *u = &p->use[p->first[t * p->n_bin + i] + k];
                most[u->resource] = fmax(most[u->resource], u->amount);
            }
        for (int r = 0; r < p->n_resource; r++) {
            all[r] += most[r] * p->wanted[t];
            most[r] = 0;
        }
    }
    int *now = ARENA_ARRAY(b->a, int, (size_t)p->n_resource + 1), n = 0;
    for (int r = 0; r < p->n_resource; r++) {
        now[r] = all[r] > p->left[r] * (1 - 1e-9) ? n : -1;
        if (now[r] < 0) continue;
        p->left[n] = p->left[r];
        c->resource[n++] = c->resource[r];
    }
    p->n_resource = n;
    int to = 0;
    for (int at = 0; at < p->n_type * p->n_bin; at++) {
        int first = to;
        for (int k = 0; k < p->n[at]; k++) {
            struct pack_use u = p->use[p->first[at] + k];
            u.resource = now[u.resource];
            if (u.resource >= 0) p->use[to++] = u;
        }
        p->first[at] = first;
        if (p->n[at] >= 0) p->n[at] = to - first;
    }
}

static void find_fixed_power(struct building *b)
{
    const struct placement *p = &b->c->fixed->placement;
    b->rack_power_w = ARENA_ARRAY(b->a, double, (size_t)b->n_rack + 1);
    for (int i = 0; i < p->n; i++)
        if (p->item[i].rack >= 0)
            b->rack_power_w[b->w->first[p->item[i].rack] + p->item[i].rack_unit] +=
                p->item[i].count * b->t->server_w[p->item[i].server];
}

struct pack_case *pack_build(const struct ways *w, const struct rack_plan *fixed,
                             const struct pack_tuning *t, struct arena *a)
{
    const struct site *s = w->site;
    struct pack_case *c = ARENA_ARRAY(a, struct pack_case, 1);
    struct building b = {.c = c, .s = s, .w = w, .t = t, .a = a};
    *c = (struct pack_case){.site = s, .ways = w, .fixed = fixed, .tuning = t};
    b.n_rack = w->first[s->of[KIND_RACK].n];
    b.rack_res = ARENA_ARRAY(a, int, 3 * (size_t)b.n_rack + 1);
    b.outlet_res = ARENA_ARRAY(a, int, (size_t)w->plant->n_elem + 1);
    b.row_res = ARENA_ARRAY(a, int, (size_t)w->n_row + 1);
    b.room_res = ARENA_ARRAY(a, int, (size_t)w->plant->n_room + 1);
    b.cdu_res = ARENA_ARRAY(a, int, (size_t)w->plant->n_cdu + 1);
    b.fabric_res = ARENA_ARRAY(a, int, (size_t)s->of[KIND_FABRIC].n + 1);
    find_types(&b);
    find_fixed_power(&b);
    find_bins(&b);
    find_areas(&b);
    c->pack.n_bin = b.n_bin;
    for (int r = 0; r < s->of[KIND_RACK].n; r++)
        for (int unit = 0; unit < site_rack(s, r)->part.count; unit++) add_rack(&b, r, unit);
    add_outlets(&b);
    add_shared(&b);
    index_rows(&b);
    find_uses(&b);
    drop_slack(&b);
    pack_keep_air_apart(c, a);
    pack_find_groups(c, a);
    pack_keep_together(c, a);
    return c;
}

static double *all_of(struct arena *a, size_t n, double value)
{
    double *x = ARENA_ARRAY(a, double, n + 1);
    for (size_t i = 0; i < n; i++) x[i] = value;
    return x;
}

struct pack_tuning pack_tuning_new(const struct site *s, const struct plant *p, struct arena *a)
{
    size_t n_server = (size_t)s->of[KIND_SERVER].n, n_rack = (size_t)s->of[KIND_RACK].n, all = 0;
    size_t n_room = (size_t)p->n_room, n_cdu = (size_t)p->n_cdu;
    for (size_t r = 0; r < n_rack; r++) all += (size_t)site_rack(s, (int)r)->part.count;
    struct pack_tuning t = {.site_w = HUGE_VAL, .site_broken_w = HUGE_VAL};
    t.server_w = all_of(a, n_server, 0);
    t.elem_frac = all_of(a, (size_t)p->n_elem, 1);
    t.rack_power_frac = all_of(a, n_rack, 1);
    t.rack_kg_frac = all_of(a, n_rack, 1);
    t.rack_air_frac = all_of(a, n_rack, 1);
    t.room_w = all_of(a, n_room, HUGE_VAL);
    t.room_broken_w = all_of(a, n_room, HUGE_VAL);
    t.cdu_w = all_of(a, n_cdu, HUGE_VAL);
    t.cdu_broken_w = all_of(a, n_cdu, HUGE_VAL);
    t.fabric_w = all_of(a, (size_t)s->of[KIND_FABRIC].n, HUGE_VAL);
    t.fabric_broken_w = all_of(a, (size_t)s->of[KIND_FABRIC].n, HUGE_VAL);
    t.rack_cut_u = all_of(a, all, 0);
    for (size_t i = 0; i < n_server; i++) t.server_w[i] = site_server(s, (int)i)->power_maximum_w;
    return t;
}

/* ---- names ---------------------------------------------------------------------- */

static const char *rack_name(const struct pack_case *c, int at, struct arena *a)
{
    int rack = 0;
    while (c->ways->first[rack + 1] <= at) rack++;
    return place_rack_name(c->site, rack, at - c->ways->first[rack], a);
}

static const char *elem_name(const struct pack_case *c, int e, struct arena *a)
{
    const struct elem *x = &c->ways->plant->elem[e];
    return site_part_name(c->site, x->kind, x->index, a);
}

static const char *element_text(const struct pack_case *c, int row, struct arena *a)
{
    static const char *const what[] = {"power", "apparent power", "current"};
    const struct way_row *x = &c->ways->row[row];
    const struct way_state *s = &c->ways->state[x->state];
    const char *line = x->line < 0 ? "" : arena_format(a, " of line L%d", x->line + 1);
    return arena_format(a, "%s %s%s%s%s", elem_name(c, x->elem, a), what[x->what], line,
                        x->state ? ", " : "", x->state ? s->name : "");
}

const char *pack_resource_name(const struct pack_case *c, int resource, struct arena *a)
{
    const struct pack_resource *x = &c->resource[resource];
    const struct pack_bin *bin = x->kind <= PACK_UNITS_HIGH ? &c->bin[x->index] : NULL;
    const struct plant *p = c->ways->plant;
    switch (x->kind) {
    case PACK_UNITS:
    case PACK_UNITS_LOW:
    case PACK_UNITS_HIGH:
        return arena_format(a, "%s rack units", place_rack_name(c->site, bin->rack, bin->unit, a));
    case PACK_RACK_POWER: return arena_format(a, "%s power", rack_name(c, x->index, a));
    case PACK_RACK_MASS: return arena_format(a, "%s weight", rack_name(c, x->index, a));
    case PACK_RACK_AIRFLOW: return arena_format(a, "%s airflow", rack_name(c, x->index, a));
    case PACK_OUTLETS: return arena_format(a, "%s outlets", elem_name(c, x->index, a));
    case PACK_ELEMENT: return element_text(c, x->row, a);
    case PACK_ROOM_HEAT:
        return arena_format(a, "%s cooling", site_part_name(c->site, KIND_ROOM, x->index, a));
    case PACK_COOLANT_HEAT:
        return arena_format(a, "%s heat",
                            site_part_name(c->site, KIND_CDU, p->cdu[x->index].index, a));
    case PACK_FABRIC:
        return arena_format(a, "%s reach and ports",
                            site_part_name(c->site, KIND_FABRIC, x->index, a));
    default: return "heat that is rejected";
    }
}

const char *pack_resource_unit(const struct pack_case *c, int resource)
{
    switch (c->resource[resource].kind) {
    case PACK_UNITS:
    case PACK_UNITS_LOW:
    case PACK_UNITS_HIGH: return "U";
    case PACK_RACK_MASS: return "kg";
    case PACK_RACK_AIRFLOW: return "m3/s";
    case PACK_OUTLETS: return "outlets";
    default: return "kW";
    }
}

double pack_resource_scale(const struct pack_case *c, int resource)
{
    return !strcmp(pack_resource_unit(c, resource), "kW") ? 1000 : 1;
}
