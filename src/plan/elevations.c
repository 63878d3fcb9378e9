#include "plan/elevations.h"

#include <math.h>
#include <stdlib.h>

const char *const elevation_heads[N_EL] = {
    [EL_RACK] = "rack",        [EL_NUMBER] = "number",      [EL_U] = "U",
    [EL_HEIGHT] = "height, U", [EL_SERVER] = "server",      [EL_MODEL] = "model",
    [EL_NAME] = "name",        [EL_MAXIMUM] = "maximum, W", [EL_WEIGHT] = "weight, kg",
    [EL_FEEDS] = "feeds",      [EL_FIXED] = "fixed",
};

static int by_place(const void *left, const void *right)
{
    const struct elevation_row *a = left, *b = right;
    if (a->rack != b->rack) return a->rack < b->rack ? -1 : 1;
    if (a->unit != b->unit) return a->unit < b->unit ? -1 : 1;
    double up_a = isnan(a->u) ? 0 : a->u, up_b = isnan(b->u) ? 0 : b->u;
    if (up_a < up_b || up_a > up_b) return up_a > up_b ? -1 : 1;
    if (a->server != b->server) return a->server < b->server ? -1 : 1;
    return (a->k > b->k) - (a->k < b->k);
}

static void add_placed(struct elevations *e, const struct site *s, const struct placed *p,
                       struct arena *a)
{
    const struct server *v = site_server(s, p->server);
    for (int i = 0; i < p->count; i++)
        e->row[e->n++] =
            (struct elevation_row){.rack = p->rack,
                                   .unit = p->rack_unit,
                                   .u = p->u + i * v->height_u,
                                   .height_u = v->height_u,
                                   .server = p->server,
                                   .k = p->first + i,
                                   .name = place_server_name(s, p->server, p->first + i, a),
                                   .maximum_w = v->power_maximum_w,
                                   .kg = v->weight_kg,
                                   .is_fixed = p->is_fixed};
}

struct elevations elevations_make(const struct site *s, const struct rack_plan *plan,
                                  struct arena *a)
{
    struct elevations e = {0};
    const struct placement *p = &plan->placement;
    size_t n = 0;
    for (int i = 0; i < p->n; i++)
        if (p->item[i].rack >= 0) n += (size_t)p->item[i].count;
    e.row = ARENA_ARRAY(a, struct elevation_row, n + 1);
    for (int i = 0; i < p->n; i++)
        if (p->item[i].rack >= 0) add_placed(&e, s, &p->item[i], a);
    qsort(e.row, (size_t)e.n, sizeof *e.row, by_place);
    return e;
}

/* Of a part that is made for each of the racks and named as a whole, a rack has its own one. */
static bool feeds_rack(const struct site *s, const struct ref_list *from, int i, int rack, int unit)
{
    const struct bag *b = &s->of[from->ref[i].kind];
    const struct copy *c = &b->copy[from->ref[i].index];
    int n = 0;
    for (int k = 0; k < from->n; k++)
        n += from->ref[k].kind == from->ref[i].kind &&
             b->object[from->ref[k].index] == b->object[from->ref[i].index];
    if (c->rack < 0 || n < c->n) return true;
    return c->rack == rack && c->k == unit;
}

const char *elevation_feeds(const struct site *s, const struct elevation_row *x, struct arena *a)
{
    const struct ref_list *own = &site_server(s, x->server)->part.from;
    const struct ref_list *from = own->n ? own : &site_rack(s, x->rack)->part.from;
    struct builder b = builder_new(a);
    builder_text(&b, "");
    for (int i = 0; i < from->n; i++)
        if (feeds_rack(s, from, i, x->rack, x->unit))
            builder_format(&b, "%s%s", b.n ? ", " : "",
                           site_part_name(s, from->ref[i].kind, from->ref[i].index, a));
    return b.s;
}

const char *elevation_model(const struct site *s, const struct elevation_row *x)
{
    const char *use = s->of[KIND_SERVER].object[x->server]->use;
    return use ? use : "";
}

const char *elevation_cell(const struct site *s, const struct elevation_row *x,
                           enum elevation_column c, double *number, struct arena *a)
{
    *number = (double)NAN;
    switch (c) {
    case EL_RACK: return s->of[KIND_RACK].name[x->rack];
    case EL_NUMBER: *number = x->unit + 1; break;
    case EL_U: *number = x->u; break;
    case EL_HEIGHT: *number = x->height_u; break;
    case EL_SERVER: return s->of[KIND_SERVER].name[x->server];
    case EL_MODEL: return elevation_model(s, x);
    case EL_NAME: return x->name;
    case EL_MAXIMUM: *number = x->maximum_w; break;
    case EL_WEIGHT: *number = x->kg; break;
    case EL_FEEDS: return elevation_feeds(s, x, a);
    case EL_FIXED: return x->is_fixed ? "yes" : "no";
    default: break;
    }
    return NULL;
}
