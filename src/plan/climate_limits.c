/* Water that condenses: surfaces against the dew point of their room. */

#include <math.h>

#include "plan/limit_list.h"

static double above_k(const struct sweat *x)
{
    return x->surface_c - x->dew_c;
}

static const char *surface_part(struct limit_list *l, const struct surface *x)
{
    const struct plant *p = l->c->plant;
    if (x->what == SURFACE_COOLANT) return limit_part(l, KIND_CDU, p->cdu[x->part].index);
    if (x->what == SURFACE_PIPE) return limit_part(l, KIND_LOOP, p->loop[x->part].index);
    return limit_part(l, p->cool[x->part].kind, p->cool[x->part].index);
}

static void add_surface(struct limit_list *l, const struct limit_state *s, int i)
{
    static const char *const what[] = {[SURFACE_COOLANT] = "coolant in hoses and cold plates",
                                       [SURFACE_COIL] = "water in a coil without a drain",
                                       [SURFACE_PIPE] = "water in pipes without insulation"};
    const struct surface *x = &l->c->plant->surface[i];
    const struct sweat *worst = &s->y->surface[i];
    const struct room *r = site_room(l->c->site, x->room);
    char when[TEXT_NUMBER_CAP], dew[TEXT_NUMBER_CAP], margin[TEXT_NUMBER_CAP];
    const char *note = arena_format(l->a, "dew point %s degC and %s K, against the %s; worst at %s",
                                    text_fixed(dew, worst->dew_c, 1, false),
                                    text_fixed(margin, r->condensation_k, 1, false), what[x->what],
                                    calendar_label(l->c->calendar, worst->hour, when));
    limit_add(l, surface_part(l, x),
              arena_format(l->a, "condensation in %s", l->c->site->of[KIND_ROOM].name[x->room]),
              s->name, worst->dew_c + r->condensation_k, worst->surface_c, "degC", note);
}

void limit_add_condensation(struct limit_list *l, const struct limit_state *s, bool where_worse)
{
    const struct year *was = l->c->design_year;
    for (int i = 0; i < l->c->plant->n_surface; i++) {
        const struct sweat *now = &s->y->surface[i];
        if (now->hour < 0) continue;
        if (where_worse && !(above_k(now) < above_k(&was->surface[i]) - 1e-6)) continue;
        add_surface(l, s, i);
    }
}
