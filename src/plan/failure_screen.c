#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plan/failure_find.h"
#include "plan/shade.h"

struct failure_screen {
    struct screen *screen;
    struct shade shade;
};

struct failure_screen *failure_screen_new(struct finding *f)
{
    const struct limit_state *s = &f->normal;
    struct failure_screen *x = ARENA_ARRAY(f->a, struct failure_screen, 1);
    x->screen = screen_new(f->p, s->o, s->net, s->y, f->a);
    x->shade = shade_new(f->p, s, f->a);
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
    struct shade *h = &f->screen->shade;
    shade_loss(h, s, lost);
    h->s.name = name;
    for (int i = 0; i < s->n; i++) failure_add_elem(f, rows, &h->s, s->elem[i].elem);
    shade_undo(h, s, lost);
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
