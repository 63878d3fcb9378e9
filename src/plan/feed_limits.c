#include "plan/feed_limits.h"

#include <math.h>
#include <string.h>

#include "plan/shade.h"

/* Years that are solved where bounds are over; further ones are told as bounds. */
enum { SOLVE_MOST = 8 };

struct feed_losses {
    struct limit_list *l;
    const struct limit_state *normal;
    const struct plant *p;
    struct screen *screen;
    struct shade shade;
    unsigned char *place; /* [elem] against systems of a UPS pattern: enum below */
    unsigned char *dead;  /* [elem] with the part that is looked at */
    int n_solved;
};

enum { BEHIND_A_SYSTEM = 1, BEFORE_A_SYSTEM = 2 };

static bool is_system(const struct feed_losses *f, int e)
{
    const struct elem *x = &f->p->elem[e];
    return x->kind == KIND_UPS && f->l->c->site->of[KIND_UPS].copy[x->index].n > 1;
}

/* Elements stand leaves first: what feeds one comes after it. */
static void find_places(struct feed_losses *f)
{
    const struct plant *p = f->p;
    f->place = ARENA_ARRAY(f->l->a, unsigned char, (size_t)p->n_elem + 1);
    for (int e = 0; e < p->n_elem; e++) {
        bool is_before = is_system(f, e) || (f->place[e] & BEFORE_A_SYSTEM);
        for (int j = p->elem[e].up.first; j < p->elem[e].up.first + p->elem[e].up.n; j++)
            if (is_before) f->place[p->feed[j]] |= BEFORE_A_SYSTEM;
    }
    for (int e = p->n_elem - 1; e >= 0; e--)
        for (int j = p->elem[e].up.first; j < p->elem[e].up.first + p->elem[e].up.n; j++) {
            int up = p->feed[j];
            if (is_system(f, up) || (f->place[up] & BEHIND_A_SYSTEM))
                f->place[e] |= BEHIND_A_SYSTEM;
        }
}

/* ---- what is promised ------------------------------------------------------- */

static int living(const struct feed_losses *f, struct feeds up)
{
    int n = 0;
    for (int j = up.first; j < up.first + up.n; j++) n += !f->dead[f->p->feed[j]];
    return n;
}

/* Sources come after what they feed. */
static void find_dead(struct feed_losses *f, int lost)
{
    const struct plant *p = f->p;
    for (int e = p->n_elem - 1; e >= 0; e--)
        f->dead[e] = e == lost || (p->elem[e].up.n && !living(f, p->elem[e].up));
}

/* Some of its feeds are gone, and the supplies that are left are all it needs. */
static bool outlives(const struct feed_losses *f, const struct tap *t)
{
    const struct group *g = &f->p->group[t->group];
    int left = 0, alive = living(f, t->feed);
    if (!alive || alive == t->feed.n || !(t->count > 0)) return false;
    for (int i = 0; i < t->feed.n; i++)
        if (!f->dead[f->p->feed[t->feed.first + i]])
            left += f->p->tap_supplies[t->first_supply + i];
    return !g->has_supply || left >= g->s->psu_needed;
}

static bool is_promised(struct feed_losses *f, int lost)
{
    find_dead(f, lost);
    for (int t = 0; t < f->p->n_tap; t++)
        if (outlives(f, &f->p->tap[t])) return true;
    return false;
}

/* ---- rows ------------------------------------------------------------------- */

/* The tightest row of that element and resource among n; -1: none. */
static int tightest_of(const struct limit *item, int n, const struct limit *x)
{
    int best = -1;
    for (int k = 0; k < n; k++) {
        bool same = !strcmp(item[k].element, x->element) && !strcmp(item[k].resource, x->resource);
        if (same && (best < 0 || item[k].margin < item[best].margin)) best = k;
    }
    return best;
}

/* A bound that a solved loss all but reaches says nothing new. */
static bool says_more(const struct limit *x, const struct limit *best)
{
    if (x->is_broken != best->is_broken) return x->is_broken;
    return x->margin < best->margin && x->used > best->used * (1 + screen_guard);
}

/* Of the rows from `first` on stay those that are the tightest of their element and
   resource: another loss, or normal operation, says the rest. */
static void keep_worst(struct limit_list *l, int first)
{
    int n = first;
    for (int i = first; i < l->n; i++) {
        int best = tightest_of(l->item, n, &l->item[i]);
        if (best >= 0 && !says_more(&l->item[i], &l->item[best])) continue;
        l->item[best >= first ? best : n++] = l->item[i];
    }
    l->n = n;
}

static bool any_broken(const struct limit_list *l, int first)
{
    for (int i = first; i < l->n; i++)
        if (l->item[i].is_broken) return true;
    return false;
}

static void add_more(struct feed_losses *f, const struct limit_state *s, int e)
{
    if (s->o->alive[e] > 0 && s->y->elem[e].used > f->normal->y->elem[e].used * (1 + 1e-9))
        limit_add_elem(f->l, s, e);
}

static void add_solved(struct feed_losses *f, const struct lost *lost, const char *name)
{
    const struct limits_case *c = f->l->c;
    struct arena *a = f->l->a;
    const struct outage *o = outage_make(f->p, lost, 1, a);
    const struct year *y = outage_run(o, c->design, c->calendar, KEEP_FACILITY, c->threads, a);
    struct network net = network_solve(f->p, o, y, a);
    struct limit_state s = {o, &net, y, name};
    for (int e = 0; e < f->p->n_elem; e++)
        if (!o->dead[e]) add_more(f, &s, e);
}

/* A row that may be called broken within the guard of its bound says so. */
static void tell_bounds(struct feed_losses *f, int first)
{
    for (int i = first; i < f->l->n; i++) {
        const char *note = f->l->item[i].note;
        f->l->item[i].note =
            arena_format(f->l->a, "%s%sa bound, up to %g %% high: the year was not solved",
                         note ? note : "", note ? "; " : "", 100 * screen_guard);
    }
}

static void look_at(struct feed_losses *f, int e)
{
    const struct elem *x = &f->p->elem[e];
    struct lost lost = {f->p->alive_elem + e, x->units};
    if (!is_promised(f, e)) return;
    const struct screened *s = screen_loss(f->screen, lost);
    int first = f->l->n;
    bool wants_year = s->touches_cooling; /* it dims some, or servers' losses heat the rooms */
    if (wants_year && (f->place[e] & BEHIND_A_SYSTEM)) return;
    const char *name = plant_part_name(f->p, lost.alive_index, f->l->a);
    f->shade.s.name = arena_format(f->l->a, "%s lost", name);
    shade_loss(&f->shade, s, lost);
    for (int i = 0; i < s->n; i++) add_more(f, &f->shade.s, s->elem[i].elem);
    shade_undo(&f->shade, s, lost);
    if (!wants_year && !any_broken(f->l, first)) return;
    if (f->n_solved++ >= SOLVE_MOST) {
        tell_bounds(f, first);
        return;
    }
    f->l->n = first;
    add_solved(f, &lost, f->shade.s.name);
}

/* Systems of a pattern are solved by limits_find, and what stands before them takes one of
   them with it. */
static bool is_side(const struct feed_losses *f, int e)
{
    const struct elem *x = &f->p->elem[e];
    if (x->what == ELEM_GENERATOR || x->what == ELEM_UTILITY) return false;
    if (is_system(f, e) || (f->place[e] & BEFORE_A_SYSTEM)) return false;
    return f->normal->o->alive[e] > 0 && f->normal->y->elem[e].used > 0;
}

void limit_add_feed_losses(struct limit_list *l, const struct limit_state *normal)
{
    struct feed_losses f = {.l = l, .normal = normal, .p = l->c->plant};
    const struct alike *all = l->alike;
    int first = l->n;
    f.shade = shade_new(f.p, normal, l->a);
    f.screen = screen_new(f.p, normal->o, normal->net, normal->y, l->a);
    find_places(&f);
    f.dead = ARENA_ARRAY(l->a, unsigned char, (size_t)f.p->n_elem + 1);
    l->alike = NULL; /* what takes over is seldom the first of its like */
    for (int e = 0; e < f.p->n_elem; e++)
        if (all->first[all->of[e]] == e && is_side(&f, e)) look_at(&f, e);
    l->alike = all;
    keep_worst(l, first);
}
