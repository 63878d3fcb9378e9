#include "plan/placing_look.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plan/shade.h"

/* What is over its limit is scaled down to (limit - base) / (used - base) of what is there
   now, where base is the load without what was placed, and a little more. */
static const double a_little = 1e-6;
/* Of heat where only temperatures or hours say that it is too much: the one is bent, the
   other says nothing of how much. */
static const double least_by_temperature = 0.6, by_hours = 0.93;
/* Years of losses that a look solves where bounds do not say enough; those that take most
   with them come first. */
enum { SOLVE_MOST = 16 };

struct learning {
    const struct placing_look *x, *base;
    const struct pack_case *c;
    const int *count;
    struct pack_tuning *t;
    struct placing_lesson out;
    bool has_new_inputs; /* servers draw more than was thought: that alone may mend it */
    struct arena *a;
    enum placing_pace pace;
    double hard;          /* 1, or what all scales are multiplied by */
    int n_solved;         /* losses, by years of their own */
    unsigned char *above; /* [elem] scratch, zero between uses */
    double *elem_frac;    /* [elem] share that is used of what the model gives it */
    double *grow;         /* [elem] by how much that could still, in all states seen */
    double *room_w, *cdu_w, *fabric_w, site_w;     /* heat of what was placed */
    double *room_by, *cdu_by, *fabric_by, site_by; /* scale of this look; 1: none is wanted */
};

/* ---- what the model says now ----------------------------------------------- */

static void sum_heat(struct learning *l)
{
    const struct pack *p = &l->c->pack;
    for (int t = 0; t < p->n_type; t++) {
        const struct server *v = site_server(l->c->site, l->c->server[t]);
        double w = 0;
        for (int b = 0; b < p->n_bin; b++)
            w += l->count[t * p->n_bin + b] * l->t->server_w[l->c->server[t]];
        l->room_w[v->room.ref[0].index] += w * (1 - v->liquid_capture_frac);
        if (v->cdu.n) l->cdu_w[v->cdu.ref[0].index] += w * v->liquid_capture_frac;
        if (v->fabric.n) l->fabric_w[v->fabric.ref[0].index] += w;
        l->site_w += w;
    }
}

/* Input of what was placed on each way. */
static double *way_watts(const struct learning *l)
{
    const struct pack *p = &l->c->pack;
    double *w = ARENA_ARRAY(l->a, double, (size_t)l->c->ways->n_way + 1);
    for (int t = 0; t < p->n_type; t++)
        for (int b = 0; b < p->n_bin; b++) {
            int n = l->count[t * p->n_bin + b], server = l->c->server[t];
            const struct pack_bin *bin = &l->c->bin[b];
            if (n)
                w[ways_of(l->c->ways, server, bin->rack, bin->unit)] += n * l->t->server_w[server];
        }
    return w;
}

static void sum_elems(struct learning *l)
{
    const struct ways *w = l->c->ways;
    const double *watts = way_watts(l);
    for (int r = 0; r < w->n_row; r++) {
        const struct way_row *x = &w->row[r];
        double used = 0, left = x->limit - x->base;
        for (int i = 0; i < x->n; i++) used += x->use[i].v * watts[x->use[i].way];
        if (left > 0) l->elem_frac[x->elem] = fmax(l->elem_frac[x->elem], used / left);
    }
}

/* ---- scaling --------------------------------------------------------------- */

static double scale_of(double used, double limit, double base)
{
    if (isnan(base) || !(base < limit) || !(used > base)) return limit > 0 ? limit / used : 0;
    return (limit - base) / (used - base);
}

static bool tighten_elem(struct learning *l, int e, double scale)
{
    double frac = l->elem_frac[e] * scale * (1 - a_little) * l->hard;
    if (!(l->elem_frac[e] > 0)) return false;
    if (!l->has_new_inputs && frac < l->t->elem_frac[e]) l->t->elem_frac[e] = frac;
    l->out.n_broken++;
    return true;
}

/* ---- electrical, by the states that were solved ---------------------------- */

static void look_at_elem(struct learning *l, const struct limit_state *s,
                         const struct limit_state *before, int e)
{
    double used = s->y->elem[e].used, limit = limit_elem_w(&l->x->limits, s, e);
    double base = before ? before->y->elem[e].used : 0;
    if (!s->o->alive[e]) return;
    if (used > limit * (1 + 1e-9)) (void)tighten_elem(l, e, scale_of(used, limit, base));
    if (used > base) l->grow[e] = fmin(l->grow[e], scale_of(used, limit, base));
}

/* Of a UPS with a module to spare, one module may be lost as if nothing were. */
static void look_at_spares(struct learning *l)
{
    const struct plant *p = l->x->plant;
    int *alive = ARENA_ARRAY(l->a, int, (size_t)p->n_alive + 1);
    memcpy(alive, l->x->normal.o->alive, (size_t)p->n_alive * sizeof *alive);
    struct outage o = *l->x->normal.o;
    o.alive = alive;
    struct limit_state fewer = {&o, l->x->normal.net, l->x->normal.y, "one module lost"};
    for (int e = 0; e < p->n_elem; e++) {
        const struct elem *x = &p->elem[e];
        if (x->kind != KIND_UPS || !ups_has_spare(site_ups(l->x->site, x->index))) continue;
        alive[e]--;
        if (alive[e] > 0) look_at_elem(l, &fewer, &l->base->normal, e);
        alive[e]++;
    }
}

static void look_at_solved(struct learning *l)
{
    const struct plant *p = l->x->plant;
    for (int e = 0; e < p->n_elem; e++) look_at_elem(l, &l->x->normal, &l->base->normal, e);
    look_at_spares(l);
    for (int i = 0; i < l->x->memo->n; i++) {
        const struct limit_state *s = &l->x->memo->item[i].state;
        const struct limit_state *before =
            limit_remembered(l->base->memo, l->x->memo->item[i].lost);
        for (int e = 0; e < p->n_elem; e++)
            if (!s->o->dead[e]) look_at_elem(l, s, before, e);
    }
}

/* ---- electrical, by bounds of losses that limits_find does not solve ------- */

/* Marks what normally carries some of e's load, or takes the marks off. */
static void mark_above(const struct plant *p, int e, unsigned char *above, unsigned char mark)
{
    struct feeds f = p->elem[e].up;
    for (int j = f.first; j < f.first + f.n; j++) {
        if (!(p->normal.share[j] > 0) || above[p->feed[j]] == mark) continue;
        above[p->feed[j]] = mark;
        mark_above(p, p->feed[j], above, mark);
    }
}

/* Of those in `of`, or of all. */
static bool is_over(const struct learning *l, const struct shade *h, const struct screened *s,
                    const unsigned char *of)
{
    for (int i = 0; i < s->n; i++) {
        int e = s->elem[i].elem;
        if (h->alive[e] > 0 && (!of || of[e]) &&
            h->peak[e].used > limit_elem_w(&l->x->limits, &h->s, e) * (1 + 1e-9))
            return true;
    }
    return false;
}

/* What the lost part moves to another side comes together again above both, where the bound
   counts it twice: it was there before, through the part. */
static bool counts_twice(const struct learning *l, const struct shade *h, const struct screened *s,
                         int lost)
{
    const struct plant *p = l->x->plant;
    if (!is_over(l, h, s, NULL)) return false;
    mark_above(p, lost, l->above, 1);
    bool is_twice = is_over(l, h, s, l->above);
    mark_above(p, lost, l->above, 0);
    return is_twice;
}

static bool wants_year(const struct learning *l, const struct shade *h, const struct screened *s,
                       int lost)
{
    if (l->pace == PLACING_JUDGE) return is_over(l, h, s, NULL);
    return l->n_solved < SOLVE_MOST && counts_twice(l, h, s, lost);
}

static void look_at_year(struct learning *l, const struct way_state *st)
{
    const struct limits_case *c = &l->x->limits;
    const struct outage *o = outage_make(c->plant, st->lost, st->n_lost, l->a);
    const struct year *y = outage_run(o, c->design, c->calendar, KEEP_FACILITY, c->threads, l->a);
    struct network net = network_solve(c->plant, o, y, l->a);
    struct limit_state s = {o, &net, y, st->name};
    l->n_solved++;
    for (int e = 0; e < c->plant->n_elem; e++)
        if (!o->dead[e]) look_at_elem(l, &s, NULL, e);
}

static void look_at_loss(struct learning *l, struct screen *screen, struct shade *h,
                         const struct way_state *st)
{
    struct lost lost = st->lost[0];
    const struct screened *s = screen_loss(screen, lost);
    shade_loss(h, s, lost);
    bool is_bound = !wants_year(l, h, s, lost.alive_index);
    for (int i = 0; i < s->n && is_bound; i++) {
        int e = s->elem[i].elem;
        if (h->alive[e] > 0) look_at_elem(l, &h->s, NULL, e);
    }
    if (!is_bound) look_at_year(l, st);
    shade_undo(h, s, lost);
}

static void look_at_losses(struct learning *l)
{
    const struct placing_look *x = l->x;
    struct shade h = shade_new(x->plant, &x->normal, l->a);
    l->above = ARENA_ARRAY(l->a, unsigned char, (size_t)x->plant->n_elem + 1);
    struct screen *screen = screen_new(x->plant, x->normal.o, x->normal.net, x->normal.y, l->a);
    for (int i = 0; i < l->c->ways->n_state; i++) {
        const struct way_state *st = &l->c->ways->state[i];
        if (l->pace == PLACING_JUDGE && l->out.n_broken) return;
        if (!st->is_solved && st->n_lost == 1) look_at_loss(l, screen, &h, st);
    }
}

/* ---- other limits, by their names ------------------------------------------ */

static bool is_named(const char *element, const char *part)
{
    size_t n = strlen(part);
    return !strncmp(element, part, n) && (!element[n] || element[n] == '#');
}

/* "crac.c" is of the kind crac: names are looked for among its parts, the longest counts. */
static void find_part(const struct learning *l, const char *element, int *kind, int *index)
{
    const struct site *s = l->x->site;
    size_t longest = 0;
    *kind = *index = -1;
    for (int k = 0; k < N_KIND; k++) {
        const char *word = s->objects.kinds[k].name;
        if (strncmp(element, word, strlen(word)) != 0) continue;
        for (int i = 0; i < s->of[k].n; i++) {
            const char *name = site_part_name(s, k, i, l->a);
            if (strlen(name) <= longest || !is_named(element, name)) continue;
            longest = strlen(name);
            *kind = k;
            *index = i;
        }
    }
}

static const struct limit *before_of(const struct learning *l, const struct limit *x)
{
    for (int i = 0; i < l->base->n_limit; i++) {
        const struct limit *b = &l->base->limit[i];
        if (!strcmp(b->element, x->element) && !strcmp(b->resource, x->resource) &&
            !strcmp(b->state, x->state))
            return b;
    }
    return NULL;
}

static bool is_by_current(const struct limit *x)
{
    return !strcmp(x->resource, "power") || !strcmp(x->resource, "apparent power") ||
           !strcmp(x->resource, "current") || !strcmp(x->resource, "neutral current");
}

static double heat_scale(const struct limit *x, const struct limit *before)
{
    double base = before ? before->used : (double)NAN;
    if (!strcmp(x->unit, "h")) return by_hours;
    if (!strcmp(x->unit, "degC"))
        return isnan(base) ? by_hours
                           : fmax(scale_of(x->used, x->limit, base), least_by_temperature);
    return scale_of(x->used, x->limit, base);
}

static bool lower(double *by, double heat_w, double scale)
{
    if (heat_w > 0) *by = fmin(*by, scale);
    return heat_w > 0;
}

static bool tighten_room(struct learning *l, int room, double scale)
{
    return room >= 0 && lower(&l->room_by[room], l->room_w[room], scale);
}

static bool tighten_cdu(struct learning *l, int cdu, double scale)
{
    return lower(&l->cdu_by[cdu], l->cdu_w[cdu], scale);
}

/* Ports go with the number of links, which are whole: a quarter more lets the last one in.
   A link that is too long says nothing of how many. */
static const double a_port = 0.25;

static bool tighten_fabric(struct learning *l, int fabric, const struct limit *x)
{
    double scale = !strcmp(x->resource, "ports") ? (x->limit + a_port) / x->used : by_hours;
    return lower(&l->fabric_by[fabric], l->fabric_w[fabric], scale);
}

static bool tighten_rack(struct learning *l, int rack, const struct limit *x)
{
    double *frac = !strcmp(x->resource, "power")     ? l->t->rack_power_frac
                   : !strcmp(x->resource, "airflow") ? l->t->rack_air_frac
                                                     : l->t->rack_kg_frac;
    if (!strcmp(x->resource, "inlet temperature")) {
        const struct rack *r = site_rack(l->x->site, rack);
        return r->room.n && tighten_room(l, r->room.ref[0].index, heat_scale(x, before_of(l, x)));
    }
    if (!strcmp(x->resource, "rack units")) return false;
    if (frac == l->t->rack_power_frac && l->has_new_inputs) return true;
    frac[rack] *= x->limit / x->used * (1 - a_little) * l->hard;
    return true;
}

static bool tighten_server(struct learning *l, int server, const struct limit *x)
{
    const struct server *v = site_server(l->x->site, server);
    double scale = heat_scale(x, before_of(l, x));
    bool is_coolant = !strncmp(x->resource, "coolant", 7);
    bool is_air = !strcmp(x->resource, "inlet temperature");
    bool is_chip = !strcmp(x->resource, "chip temperature") || !strcmp(x->unit, "h");
    bool is_wet = v->cdu.n > 0, did = false;
    if (is_wet && (is_coolant || is_chip)) did |= tighten_cdu(l, v->cdu.ref[0].index, scale);
    if (is_air || (is_chip && !is_wet)) did |= tighten_room(l, v->room.ref[0].index, scale);
    return did;
}

static int room_of_unit(const struct learning *l, int kind, int index)
{
    const struct plant *p = l->x->plant;
    for (int i = 0; i < p->n_cool; i++)
        if (p->cool[i].kind == kind && p->cool[i].index == index) return p->cool[i].room;
    return -1;
}

static int elem_of_part(const struct learning *l, int kind, int index)
{
    const struct plant *p = l->x->plant;
    for (int e = 0; e < p->n_elem; e++)
        if (p->elem[e].kind == kind && p->elem[e].index == index) return e;
    return -1;
}

/* False: nothing that was placed has to do with it. */
static bool tighten_by(struct learning *l, const struct limit *x)
{
    int kind, index;
    const struct limit *before = before_of(l, x);
    find_part(l, x->element, &kind, &index);
    switch (kind) {
    case KIND_RACK: return tighten_rack(l, index, x);
    case KIND_SERVER: return tighten_server(l, index, x);
    case KIND_ROOM: return tighten_room(l, index, heat_scale(x, before));
    case KIND_CDU: return tighten_cdu(l, index, heat_scale(x, before));
    case KIND_FABRIC: return tighten_fabric(l, index, x);
    case KIND_CRAC:
    case KIND_CRAH:
    case KIND_AHU:
    case KIND_REARDOOR: return tighten_room(l, room_of_unit(l, kind, index), heat_scale(x, before));
    default: break;
    }
    int e = kind >= 0 ? elem_of_part(l, kind, index) : -1;
    if (e >= 0 && is_by_current(x)) return l->elem_frac[e] > 0; /* seen with its state */
    if (e >= 0) return tighten_elem(l, e, heat_scale(x, before));
    return lower(&l->site_by, l->site_w, heat_scale(x, before));
}

static void look_at_limits(struct learning *l)
{
    for (int i = 0; i < l->x->n_limit; i++) {
        const struct limit *x = &l->x->limit[i];
        if (!x->is_broken) continue;
        const struct limit *before = before_of(l, x);
        bool is_own = before && before->is_broken; /* whoever stands where */
        if (!is_own && tighten_by(l, x)) l->out.n_broken++;
    }
}

/* ---- all of it ------------------------------------------------------------- */

static void settle_one(double *most_w, double *broken_w, double heat_w, double by, double hard)
{
    if (!(by < 1)) return;
    *most_w = heat_w * by * (1 - a_little) * hard;
    *broken_w = fmin(*broken_w, heat_w);
}

static void settle_heat(struct learning *l)
{
    struct pack_tuning *t = l->t;
    for (int i = 0; i < l->x->plant->n_room; i++)
        settle_one(&t->room_w[i], &t->room_broken_w[i], l->room_w[i], l->room_by[i], l->hard);
    for (int i = 0; i < l->x->plant->n_cdu; i++)
        settle_one(&t->cdu_w[i], &t->cdu_broken_w[i], l->cdu_w[i], l->cdu_by[i], l->hard);
    for (int i = 0; i < l->x->site->of[KIND_FABRIC].n; i++)
        settle_one(&t->fabric_w[i], &t->fabric_broken_w[i], l->fabric_w[i], l->fabric_by[i],
                   l->hard);
    settle_one(&t->site_w, &t->site_broken_w, l->site_w, l->site_by, l->hard);
}

/* ---- easing ---------------------------------------------------------------- */

/* The chord of a loss and the least power factor make the model say too much; no more than
   this is believed at once. */
static const double ease_most = 1.25;

static void ease_elems(struct learning *l)
{
    for (int e = 0; e < l->x->plant->n_elem; e++) {
        double frac = l->elem_frac[e] * l->grow[e] * (1 - a_little);
        frac = fmin(frac, l->t->elem_frac[e] * ease_most);
        if (!(l->elem_frac[e] > 0) || !isfinite(l->grow[e])) continue;
        if (!(frac > l->t->elem_frac[e] * (1 + 1e-4))) continue;
        l->t->elem_frac[e] = frac;
        l->out.is_eased = true;
    }
}

/* Halfway to the heat at which it was found broken. */
static void ease_one(struct learning *l, double *most_w, double broken_w)
{
    if (!isfinite(*most_w) || !(broken_w > *most_w * 1.005)) return;
    *most_w = (*most_w + broken_w) / 2;
    l->out.is_eased = true;
}

static void ease(struct learning *l)
{
    struct pack_tuning *t = l->t;
    ease_elems(l);
    for (int i = 0; i < l->x->plant->n_room; i++) ease_one(l, &t->room_w[i], t->room_broken_w[i]);
    for (int i = 0; i < l->x->plant->n_cdu; i++) ease_one(l, &t->cdu_w[i], t->cdu_broken_w[i]);
    for (int i = 0; i < l->x->site->of[KIND_FABRIC].n; i++)
        ease_one(l, &t->fabric_w[i], t->fabric_broken_w[i]);
    ease_one(l, &t->site_w, t->site_broken_w);
}

static void learn_inputs(struct learning *l)
{
    for (int v = 0; v < l->x->site->of[KIND_SERVER].n; v++) {
        double w = limit_greatest_w(&l->x->limits, v);
        l->has_new_inputs |= w > l->t->server_w[v] * (1 + 1e-6);
        l->t->server_w[v] = fmax(l->t->server_w[v], w);
    }
}

static double *all_of(struct arena *a, int n, double value)
{
    double *x = ARENA_ARRAY(a, double, (size_t)n + 1);
    for (int i = 0; i < n; i++) x[i] = value;
    return x;
}

struct placing_lesson placing_learn(const struct placing_look *x, const struct placing_look *base,
                                    const struct pack_case *c, const int *count,
                                    struct pack_tuning *t, enum placing_pace pace, struct arena *a)
{
    const struct plant *p = x->plant;
    struct learning l = {.x = x, .base = base, .c = c, .count = count, .t = t, .a = a};
    l.pace = pace;
    l.hard = pace == PLACING_HARD ? 0.5 : 1;
    l.elem_frac = ARENA_ARRAY(a, double, (size_t)p->n_elem + 1);
    l.room_w = ARENA_ARRAY(a, double, (size_t)p->n_room + 1);
    l.cdu_w = ARENA_ARRAY(a, double, (size_t)p->n_cdu + 1);
    l.room_by = all_of(a, p->n_room, 1);
    l.cdu_by = all_of(a, p->n_cdu, 1);
    l.grow = all_of(a, p->n_elem, HUGE_VAL);
    l.fabric_w = ARENA_ARRAY(a, double, (size_t)x->site->of[KIND_FABRIC].n + 1);
    l.fabric_by = all_of(a, x->site->of[KIND_FABRIC].n, 1);
    l.site_by = 1;
    learn_inputs(&l);
    sum_heat(&l);
    sum_elems(&l);
    look_at_solved(&l);
    look_at_limits(&l);
    look_at_losses(&l);
    settle_heat(&l);
    if (pace == PLACING_HARD && l.out.n_broken) t->site_w = fmin(t->site_w, l.site_w) * l.hard;
    if (pace == PLACING_EASE && !l.out.n_broken) ease(&l);
    return l.out;
}
