/* Water in the air of rooms: what it condenses on. */

#include <math.h>

#include "sim/moisture.h"
#include "sim/plant_build.h"

/* ---- surfaces ------------------------------------------------------------ */

static bool has_surface(const struct plant *p, struct surface s)
{
    for (int i = 0; i < p->n_surface; i++)
        if (p->surface[i].what == s.what && p->surface[i].part == s.part &&
            p->surface[i].room == s.room)
            return true;
    return false;
}

static void add_surface(struct plant *p, struct surface s)
{
    if (!has_surface(p, s)) p->surface[p->n_surface++] = s;
}

static void add_pipes(struct plant *p, int loop, int room)
{
    if (loop >= 0 && !p->loop[loop].l->is_insulated)
        add_surface(p, (struct surface){SURFACE_PIPE, loop, room});
}

void build_surfaces(struct build *b)
{
    struct plant *p = b->p;
    p->surface = ARENA_ARRAY(b->a, struct surface, (size_t)(2 * (p->n_group + p->n_cool)) + 1);
    for (int g = 0; g < p->n_group; g++) {
        const struct group *x = &p->group[g];
        if (x->cdu < 0) continue;
        add_surface(p, (struct surface){SURFACE_COOLANT, x->cdu, x->room});
        add_pipes(p, p->cdu[x->cdu].loop, x->room);
    }
    for (int c = 0; c < p->n_cool; c++) {
        const struct cool *x = &p->cool[c];
        if (x->kind == KIND_CRAH && site_crah(b->s, x->index)->coil == COIL_DRY)
            add_surface(p, (struct surface){SURFACE_COIL, c, x->room});
        add_pipes(p, x->loop, x->room);
    }
}

const double *moisture_surface_c(const struct plant *p, const struct block *b,
                                 const struct surface *s)
{
    if (s->what == SURFACE_COOLANT) return b->cdu_supply_c[s->part];
    return b->loop_supply_c[s->what == SURFACE_COIL ? p->cool[s->part].loop : s->part];
}
