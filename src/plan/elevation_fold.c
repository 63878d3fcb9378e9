#include <math.h>
#include <string.h>

#include "plan/elevation.h"
#include "sim/plant.h"

/* ---- sameness ---------------------------------------------------------------- */

static bool is_same(double a, double b)
{
    if (isnan(a) || isnan(b)) return isnan(a) && isnan(b);
    return fabs(a - b) <= 1e-9 * fmax(fabs(a), fabs(b));
}

/* As temperatures are shown: fields of air differ a little from rack to rack. */
static bool is_same_c(double a, double b)
{
    return isnan(a) || isnan(b) ? isnan(a) && isnan(b) : fabs(round(10 * a) - round(10 * b)) < 0.5;
}

/* Of a section of which each rack has its own, the section. */
static const struct object *own_of(const struct site *s, const struct plant *p, int elem)
{
    const struct elem *x = &p->elem[elem];
    const struct bag *bag = &s->of[x->kind];
    return bag->copy[x->index].rack >= 0 ? bag->object[x->index] : NULL;
}

static bool is_same_part(const struct site *s, const struct plant *p, int a, int b)
{
    return a == b || (own_of(s, p, a) && own_of(s, p, a) == own_of(s, p, b));
}

static bool is_same_feed(const struct site *s, const struct plant *p,
                         const struct elevation_feed *a, const struct elevation_feed *b)
{
    for (int i = 0; i < ELEVATION_LINES; i++)
        if (!is_same(a->line_a[i], b->line_a[i])) return false;
    return is_same_part(s, p, a->elem, b->elem) && a->racks == b->racks &&
           is_same(a->limit_a, b->limit_a) && is_same(a->load, b->load) &&
           is_same(a->worst, b->worst) && is_same(a->worst_a, b->worst_a);
}

static bool has_own_name(const struct site *s, const struct elevation_item *x)
{
    return x->k < site_server(s, x->server)->names.n;
}

static bool is_same_item(const struct site *s, const struct elevation_item *a,
                         const struct elevation_item *b)
{
    return a->server == b->server && is_same(a->u, b->u) && a->feeds == b->feeds &&
           !has_own_name(s, a) && !has_own_name(s, b);
}

static bool is_same_rack(const struct site *s, const struct plant *p, const struct elevation *a,
                         const struct elevation *b)
{
    if (a->rack != b->rack || a->n_item != b->n_item || a->n_feed != b->n_feed) return false;
    if (!is_same_c(a->inlet_c, b->inlet_c) || a->is_over != b->is_over) return false;
    for (int i = 0; i < a->n_item; i++)
        if (!is_same_item(s, &a->item[i], &b->item[i])) return false;
    for (int i = 0; i < a->n_feed; i++)
        if (!is_same_feed(s, p, &a->feed[i], &b->feed[i])) return false;
    return true;
}

/* ---- names ------------------------------------------------------------------- */

/* "r#2 to r#32", "r#2, r#5 to r#9 and 4 more". */
struct naming {
    struct builder text;
    int first, last, parts, left; /* units of the run that is open; -1: none */
    const char *rack;
};

enum { RUNS_MOST = 3 };

static void close_run(struct naming *n)
{
    if (n->first < 0) return;
    int count = n->last - n->first + 1;
    if (n->parts == RUNS_MOST) {
        n->left += count;
        return;
    }
    builder_format(&n->text, "%s%s#%d", n->parts++ ? ", " : "", n->rack, n->first + 1);
    if (count > 1) builder_format(&n->text, " to %s#%d", n->rack, n->last + 1);
}

static void add_unit(struct naming *n, int unit)
{
    if (n->first >= 0 && unit == n->last + 1) {
        n->last = unit;
        return;
    }
    close_run(n);
    n->first = n->last = unit;
}

static const char *name_others(struct naming *n)
{
    close_run(n);
    if (n->left) builder_format(&n->text, " and %d more", n->left);
    return n->text.s;
}

/* What differs from rack to rack goes: the numbers of servers and of strips. */
static void name_alike(struct elevation *e, const struct site *s, const struct plant *p,
                       struct arena *a)
{
    for (int i = 0; i < e->n_item; i++)
        e->item[i].name = s->of[KIND_SERVER].name[e->item[i].server];
    for (int i = 0; i < e->n_feed; i++) {
        const struct object *o = own_of(s, p, e->feed[i].elem);
        if (o) e->feed[i].name = arena_format(a, "%s.%s", s->objects.kinds[o->kind].name, o->name);
    }
    for (int i = 0; i < e->n_feed; i++) {
        const char *state = e->feed[i].worst_state;
        for (int k = 0; state && k < e->n_feed; k++) {
            const struct elem *x = &p->elem[e->feed[k].elem];
            const char *own = site_part_name(s, x->kind, x->index, a);
            if (!strcmp(state, arena_format(a, "%s lost", own)))
                e->feed[i].worst_state = arena_format(a, "%s lost", e->feed[k].name);
        }
    }
}

void elevation_fold(struct elevation_set *e, const struct site *s, const struct plant *p,
                    struct arena *a)
{
    struct naming *name = ARENA_ARRAY(a, struct naming, (size_t)e->n + 1);
    int kept = 0;
    for (int i = 0; i < e->n; i++) {
        int k = kept - 1;
        while (k >= 0 && e->item[k].rack == e->item[i].rack &&
               !is_same_rack(s, p, &e->item[k], &e->item[i]))
            k--;
        if (k >= 0 && e->item[k].rack == e->item[i].rack) {
            e->item[k].alike++;
            add_unit(&name[k], e->item[i].unit);
            continue;
        }
        name[kept] = (struct naming){.text = builder_new(a),
                                     .first = -1,
                                     .last = -1,
                                     .rack = s->of[KIND_RACK].name[e->item[i].rack]};
        e->item[kept++] = e->item[i];
    }
    e->n = kept;
    for (int i = 0; i < kept; i++) {
        if (!e->item[i].alike) continue;
        e->item[i].others = name_others(&name[i]);
        name_alike(&e->item[i], s, p, a);
    }
}
