#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plan/failure_find.h"
#include "sim/screen.h"

/* The normal state, written over where a loss changes it. */
struct failure_screen {
    struct screen *screen;
    struct limit_state shadow;
    struct network_elem *net;
    struct peak *peak;
    int *alive;
};

static void *copy_of(struct arena *a, const void *from, size_t bytes)
{
    void *to = arena_make(a, 1, bytes + 64);
    if (bytes) memcpy(to, from, bytes);
    return to;
}

struct failure_screen *failure_screen_new(struct finding *f)
{
    const struct limit_state *s = &f->normal;
    size_t n = (size_t)f->p->n_elem, n_alive = (size_t)f->p->n_alive;
    struct failure_screen *x = ARENA_ARRAY(f->a, struct failure_screen, 1);
    struct outage *o = ARENA_ARRAY(f->a, struct outage, 1);
    struct year *y = ARENA_ARRAY(f->a, struct year, 1);
    struct network *net = ARENA_ARRAY(f->a, struct network, 1);
    x->screen = screen_new(f->p, s->o, s->net, s->y, f->a);
    x->alive = copy_of(f->a, s->o->alive, n_alive * sizeof *x->alive);
    x->net = copy_of(f->a, s->net->elem, n * sizeof *x->net);
    x->peak = copy_of(f->a, s->y->elem, n * sizeof *x->peak);
    *o = *s->o;
    *y = *s->y;
    o->alive = x->alive;
    y->elem = x->peak;
    *net = (struct network){f->p->n_elem, x->net};
    x->shadow = (struct limit_state){o, net, y, NULL};
    return x;
}

/* What only feeds cooling may draw more by the guard without the screen's seeing it. */
bool failure_screen_holds(struct finding *f)
{
    double guard = 1 + screen_guard;
    for (int e = 0; e < f->p->n_elem; e++) {
        double w = f->normal.y->elem[e].used;
        if (!f->p->elem[e].feeds_cooling || !f->normal.o->alive[e] || !(w > 0)) continue;
        if (guard * w > limit_elem_w(f->c->limits, &f->normal, e)) return false;
    }
    return true;
}

/* The bound stands where the solved load would. */
static void shade(struct finding *f, const struct screened_elem *x)
{
    const struct network_elem *n = &f->normal.net->elem[x->elem];
    const struct peak *peak = &f->normal.y->elem[x->elem];
    double meets = x->before_w > 0 ? peak->used / x->before_w : 1;
    double phases = f->p->elem[x->elem].phases, mean_va = n->w > 0 ? x->w * n->va / n->w : x->w;
    f->screen->peak[x->elem].used = x->w * fmin(meets, 1);
    f->screen->net[x->elem].w = x->w;
    f->screen->net[x->elem].va = mean_va;
    f->screen->net[x->elem].worst_frac = mean_va > 0 ? x->line_va * phases / mean_va : 1;
}

static void unshade(struct finding *f, const struct screened *s, struct lost lost)
{
    for (int i = 0; i < s->n; i++) {
        int e = s->elem[i].elem;
        f->screen->peak[e] = f->normal.y->elem[e];
        f->screen->net[e] = f->normal.net->elem[e];
    }
    f->screen->alive[lost.alive_index] += lost.units;
}

/* Year after year of a site with many losses that are not survived is beyond waiting: of
   local ones so many are solved, for the others their bounds stand. */
enum { SOLVE_MOST = 8 };

static struct failure_drop *drop_of(struct finding *f, struct failure *x, int server)
{
    const char *name = limit_part(f->before, KIND_SERVER, server);
    for (int i = 0; i < x->n_drop; i++)
        if (!strcmp(x->drop[i].element, name)) return &x->drop[i];
    struct failure_drop *d = failure_add_drop(f, x, name);
    d->of = site_server(f->p->site, server)->part.count;
    return d;
}

static void drop_servers(struct finding *f, struct failure *x, const struct screened *s)
{
    struct builder racks = builder_new(f->a);
    for (int i = 0; i < s->n_dark; i++) {
        const struct tap *t = &f->p->tap[s->dark_tap[i]];
        int server = f->p->group[t->group].server;
        double w = t->count * limit_greatest_w(f->c->limits, server);
        struct failure_drop *d = drop_of(f, x, server);
        d->count += t->count;
        d->power_w += w;
        x->dropped_w += w;
        failure_add_rack(f, &racks, s->dark_tap[i], i);
    }
    if (x->n_drop) x->drop[0].where = failure_racks(&racks, s->n_dark);
    x->served_w = x->demand_w - x->dropped_w;
    x->drops_servers = s->n_dark > 0;
}

/* The rows of what carries more; true when one is broken. */
static bool add_bounds(struct finding *f, struct rows *rows, const struct screened *s,
                       struct lost lost, const char *name)
{
    bool is_broken = false;
    f->screen->alive[lost.alive_index] -= lost.units;
    f->screen->shadow.name = name;
    for (int i = 0; i < s->n; i++) shade(f, &s->elem[i]);
    for (int i = 0; i < s->n; i++) failure_add_elem(f, rows, &f->screen->shadow, s->elem[i].elem);
    unshade(f, s, lost);
    for (int k = 0; k < rows->n; k++) {
        rows->item[k].alike = 0;
        rows->item[k].hours = rows->item[k].limit.is_broken ? -1 : 0;
        is_broken |= rows->item[k].limit.is_broken;
    }
    return is_broken;
}

static void keep_bounds(struct finding *f, struct failure *x, const struct screened *s,
                        struct rows *rows)
{
    failure_keep(f, x);
    drop_servers(f, x, s);
    x->is_capped = s->capped > 0;
    x->capped_servers = s->capped;
    x->cap_frac = x->work_lost_frac = (double)NAN;
    x->hours_over = -1;
    x->is_over = f->out->is_over;
    x->survives = false;
    failure_judge(x, rows);
    f->n_bound += x->alike + 1;
}

bool failure_settle(struct finding *f, struct failure *x, const struct failure_state *st)
{
    struct lost lost = st->lost[0];
    struct rows rows = {0};
    bool is_local = st->kind == FAILURE_UNIT || st->kind == FAILURE_PART;
    if (!f->screen || !is_local || st->n_lost != 1 || lost.alive_index >= f->p->n_elem)
        return false;
    const struct screened *s = screen_loss(f->screen->screen, lost);
    if (s->touches_cooling) return false;
    bool is_broken = add_bounds(f, &rows, s, lost, st->name);
    bool is_settled = !is_broken && !s->n_dark && !(s->capped > 0) && !f->out->is_over;
    if (!is_settled && f->n_solved++ < SOLVE_MOST) return false;
    if (is_settled) {
        failure_keep(f, x);
        x->word = "survives";
    } else
        keep_bounds(f, x, s, &rows);
    x->is_bound = true;
    failure_sort_rows(&rows);
    x->row = rows.item;
    x->n_row = rows.n;
    return true;
}
