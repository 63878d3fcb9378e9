/* Which of the three lines single-phase parts and plugs stand on: the least loaded, when
   racks are filled, seen from the part itself and then from those upstream. */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/plant_build.h"

struct settling {
    struct plant *p;
    double (*load_w)[3];        /* [n_elem] on each line; zero of parts on fewer */
    double *w, *va, *neutral_w; /* [n_elem] of servers; of those from line to neutral */
};

/* The source a part is settled by; -1: a root, or where lines mean nothing any more. */
static int above(const struct plant *p, int e)
{
    const struct elem *x = &p->elem[e];
    bool passes =
        x->what == ELEM_PDU ||
        (x->what == ELEM_UPS && site_ups(p->site, x->index)->mode != UPS_DOUBLE_CONVERSION);
    return passes && x->up.n ? p->feed[x->up.first] : -1;
}

static void lines_of(int first, int plug, double share[3])
{
    share[0] = share[1] = share[2] = 0;
    share[first] = plug == 1 ? 1 : 0.5;
    if (plug == 2) share[(first + 1) % 3] = 0.5;
}

/* Watts on lines of element e, and on those it passes them to. */
static void add_load(struct settling *s, int e, const double share[3], double w)
{
    while (e >= 0 && s->p->elem[e].phases == 3) {
        for (int i = 0; i < 3; i++) s->load_w[e][i] += share[i] * w;
        e = above(s->p, e);
    }
}

static double load_of(const struct settling *s, int e, const double share[3])
{
    double w = 0;
    for (int i = 0; i < 3; i++) w += share[i] * s->load_w[e][i];
    return w;
}

/* The first of three places that is least loaded at e, then further up. */
static int least_loaded(const struct settling *s, int e, int plug)
{
    bool is_in[3] = {true, true, true};
    for (int n_in = 3; e >= 0 && n_in > 1 && s->p->elem[e].phases == 3; e = above(s->p, e)) {
        double w[3], least = HUGE_VAL;
        for (int i = 0; i < 3; i++) {
            double share[3];
            lines_of(i, plug, share);
            w[i] = load_of(s, e, share);
            if (is_in[i]) least = fmin(least, w[i]);
        }
        for (int i = 0; i < 3; i++)
            if (is_in[i] && w[i] > least * (1 + 1e-12)) is_in[i] = false, n_in--;
    }
    return is_in[0] ? 0 : is_in[1] ? 1 : 2;
}

/* ---- plugs of servers ------------------------------------------------------ */

/* What conductors on the way carry for the servers of a tap. */
static void add_servers(struct settling *s, int e, const struct group *g, double w)
{
    const struct psu *u = g->has_supply ? site_psu(s->p->site, g->s->psu.ref[0].index) : NULL;
    for (; e >= 0; e = above(s->p, e)) {
        s->w[e] += w;
        s->va[e] += w / (u ? u->power_factor : conductor_power_factor);
        if (g->s->plug == 1) s->neutral_w[e] += w;
    }
}

/* Plugs that are left when each line has the same number go to the least loaded. */
static void settle_tap(struct settling *s, const struct tap *t, int i)
{
    struct plant *p = s->p;
    const struct group *g = &p->group[t->group];
    int j = t->feed.first + i, e = p->feed[j], plug = g->s->plug;
    double *share = p->feed_line[j], w = t->count * g->s->power_maximum_w * p->normal.share[j];
    add_servers(s, e, g, w);
    if (p->elem[e].phases != 3 || plug == 3) {
        share[0] = share[1] = share[2] = 1.0 / 3;
        return;
    }
    double plugs = t->count * p->tap_supplies[t->first_supply + i];
    double even = floor(plugs / 3) * 3 / fmax(plugs, 1);
    for (int k = 0; k < 3; k++) share[k] = even / 3;
    const double all[3] = {1.0 / 3, 1.0 / 3, 1.0 / 3};
    add_load(s, e, all, even * w);
    for (double left = plugs - floor(plugs / 3) * 3; left > 0.5; left--) {
        int at = least_loaded(s, e, plug);
        double lines[3];
        lines_of(at, plug, lines);
        add_load(s, e, lines, w / plugs);
        share[at] += 1 / plugs;
    }
}

/* ---- parts on one line or two ---------------------------------------------- */

struct single {
    int elem;
    double load_w;
};

static int by_load(const void *x, const void *y)
{
    const struct single *a = x, *b = y;
    if (a->load_w != b->load_w) return a->load_w < b->load_w ? 1 : -1;
    return a->elem - b->elem;
}

/* Greatest power under each element, losses apart. */
static double *loads_below(const struct plant *p, struct arena *a)
{
    double *w = ARENA_ARRAY(a, double, (size_t)p->n_elem + 1);
    for (int t = 0; t < p->n_tap; t++) {
        const struct tap *x = &p->tap[t];
        double all_w = x->count * p->group[x->group].s->power_maximum_w;
        for (int j = x->feed.first; j < x->feed.first + x->feed.n; j++)
            w[p->feed[j]] += all_w * p->normal.share[j];
    }
    for (int e = 0; e < p->n_elem; e++)
        for (int j = p->elem[e].up.first; j < p->elem[e].up.first + p->elem[e].up.n; j++)
            w[p->feed[j]] += w[e] * p->normal.share[j];
    return w;
}

static int written_line(int phase)
{
    return phase >= PHASE_L1 && phase <= PHASE_L3     ? phase - PHASE_L1
           : phase >= PHASE_L12 && phase <= PHASE_L31 ? phase - PHASE_L12
                                                      : -1;
}

static void settle_single(struct settling *s, const struct single *x)
{
    struct elem *e = &s->p->elem[x->elem];
    int parent = e->up.n ? s->p->feed[e->up.first] : -1;
    if (parent < 0 || s->p->elem[parent].phases != 3) return;
    e->line = written_line(e->e->phase);
    if (e->line < 0) e->line = least_loaded(s, parent, e->phases);
    double share[3];
    lines_of(e->line, e->phases, share);
    add_load(s, parent, share, x->load_w);
}

/* Written ones first, then the greatest. */
static void settle_singles(struct settling *s, struct arena *a)
{
    struct plant *p = s->p;
    struct single *list = ARENA_ARRAY(a, struct single, (size_t)p->n_elem + 1);
    const double *load_w = loads_below(p, a);
    int n = 0;
    for (int e = 0; e < p->n_elem; e++)
        if (p->elem[e].phases < 3) list[n++] = (struct single){e, load_w[e]};
    qsort(list, (size_t)n, sizeof *list, by_load);
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < n; i++)
            if ((written_line(p->elem[list[i].elem].e->phase) >= 0) == (pass == 0))
                settle_single(s, &list[i]);
}

/* Sum of the squares of the currents over that of equal lines: of loads from line to
   neutral, with what comes back by the neutral; and of loads between lines, whose lines
   carry l = half of each of two pairs, |I|^2 = a^2 + b^2 + a b of the pairs a, b. */
static double unevenness(const struct settling *s, int e)
{
    const double *l = s->load_w[e];
    double sum = l[0] + l[1] + l[2], squares = l[0] * l[0] + l[1] * l[1] + l[2] * l[2];
    if (s->p->elem[e].phases != 3 || !(sum > 0)) return 1;
    double products = l[0] * l[1] + l[1] * l[2] + l[2] * l[0];
    double to_neutral = 3 * (2 * squares - products) / (sum * sum);
    double a = l[0] + l[1] - l[2], b = l[1] + l[2] - l[0], c = l[2] + l[0] - l[1];
    double between = (2 * (a * a + b * b + c * c) + a * b + b * c + c * a) / (sum * sum);
    double share = s->w[e] > 0 ? s->neutral_w[e] / s->w[e] : 0;
    return share * to_neutral + (1 - share) * between;
}

static void settle_conductors(const struct settling *s)
{
    for (int e = 0; e < s->p->n_elem; e++) {
        struct elem *x = &s->p->elem[e];
        double even = build_conductor_c_per_w(x, conductor_power_factor);
        if (!(even > 0) || !(s->w[e] > 0)) continue;
        double own = build_conductor_c_per_w(x, s->w[e] / s->va[e]) * unevenness(s, e);
        x->c_per_w += own - even;
    }
}

void build_lines(struct build *b)
{
    struct plant *p = b->p;
    size_t n = (size_t)p->n_elem + 1;
    struct settling s = {p, arena_make(b->a, sizeof *s.load_w, n), ARENA_ARRAY(b->a, double, n),
                         ARENA_ARRAY(b->a, double, n), ARENA_ARRAY(b->a, double, n)};
    p->feed_line = arena_make(b->a, sizeof *p->feed_line, (size_t)p->n_feed + 1);
    settle_singles(&s, b->a);
    for (int t = 0; t < p->n_tap; t++)
        for (int i = 0; i < p->tap[t].feed.n; i++) settle_tap(&s, &p->tap[t], i);
    settle_conductors(&s);
}
