#include "plan/floor_heat.h"

#include <math.h>

#include "sim/plant.h"

/* ---- values ------------------------------------------------------------------ */

static struct heat_value against(const struct elevation *e, double value, bool is_over,
                                 bool has_limit)
{
    struct heat_value v = {.value = value, .state = HEAT_HOLDS};
    if (!e->n_item)
        v.state = HEAT_EMPTY;
    else if (isnan(value))
        v.state = HEAT_UNKNOWN;
    else if (is_over)
        v.state = HEAT_OVER;
    else if (!has_limit)
        v.state = HEAT_NO_LIMIT;
    if (v.state == HEAT_EMPTY) v.value = (double)NAN;
    return v;
}

/* A feed without a rating says nothing of the others: what is known is shown, as not all. */
static struct heat_value failover_of(const struct elevation *e)
{
    double share = isnan(e->failover) ? e->load : e->failover;
    bool is_open = e->lacks_rating || !e->n_feed;
    struct heat_value v = against(e, 100 * share, e->is_feed_over, !is_open);
    if (v.state == HEAT_UNKNOWN && is_open) v.state = HEAT_NO_LIMIT;
    return v;
}

static void add_values(struct heat_rack *to, const struct elevation *e)
{
    to->of[HEAT_POWER] =
        against(e, e->power_w.used / 1000, e->power_w.is_over, !isnan(e->power_w.limit));
    to->of[HEAT_FAILOVER] = failover_of(e);
    to->of[HEAT_INLET] =
        against(e, e->inlet_margin_k, e->inlet_margin_k < 0, !isnan(e->inlet_limit_c));
    to->of[HEAT_FREE_U] =
        (struct heat_value){.value = e->free_u, .state = e->u.is_over ? HEAT_OVER : HEAT_HOLDS};
    to->of[HEAT_WEIGHT] =
        against(e, e->knows_kg ? e->kg.used : (double)NAN, e->kg.is_over, !isnan(e->kg.limit));
    if (!e->knows_kg && e->kg.is_over) to->of[HEAT_WEIGHT].state = HEAT_OVER;
}

/* ---- classes ----------------------------------------------------------------- */

struct scale_row {
    const char *title, *unit;
    int decimals;
    bool is_margin; /* less is nearer to the limit */
    double least_step;
};

static const struct scale_row scale_rows[N_HEAT] = {
    [HEAT_POWER] = {"Power of each rack at its maximum", "kW", 1, false, 0.5},
    [HEAT_FAILOVER] = {"Load of its fullest feed after the worst single loss", "%", 0, false, 5},
    [HEAT_INLET] = {"Margin of its inlet air in the hottest hour", "K", 1, true, 0.5},
    [HEAT_FREE_U] = {"Free rack units", "U", 0, true, 1},
    [HEAT_WEIGHT] = {"Weight with the rack", "kg", 0, false, 10},
};

/* The least of 1, 2, 2.5, 5, 10... steps that is not less. */
static double round_step(double least)
{
    static const double step[] = {1, 2, 2.5, 5, 10};
    double power = pow(10, floor(log10(least)));
    for (int i = 0; i < 5; i++)
        if (step[i] * power >= least * (1 - 1e-9)) return step[i] * power;
    return 10 * power;
}

static void set_edges(struct heat_scale *s, double least, double most, double least_step)
{
    double step = fmax(round_step(fmax((most - least) / 5, least_step)), least_step);
    double first = floor(least / step + 1e-9) * step;
    s->n = (int)ceil((most - first) / step - 1e-9);
    if (s->n < 1) s->n = 1;
    if (s->n > HEAT_CLASSES) s->n = HEAT_CLASSES;
    for (int i = 0; i <= s->n; i++) s->edge[i] = first + i * step;
}

/* Shares of a limit have the same classes in every room. */
static void set_share_edges(struct heat_scale *s)
{
    static const double edge[] = {0, 40, 60, 80, 90, 100};
    s->n = 5;
    for (int i = 0; i <= s->n; i++) s->edge[i] = edge[i];
}

static int class_of(const struct heat_scale *s, double value)
{
    int c = 0;
    while (c < s->n - 1 && value >= s->edge[c + 1] * (1 - 1e-12)) c++;
    return c;
}

static bool is_nearer(const struct heat_rack *a, const struct heat_rack *b, int what)
{
    double sign = scale_rows[what].is_margin ? -1 : 1;
    return sign * a->of[what].value > sign * b->of[what].value;
}

static void set_scale(struct floor_heat *h, int what)
{
    const struct scale_row *row = &scale_rows[what];
    struct heat_scale *s = &h->scale[what];
    double least = HUGE_VAL, most = -HUGE_VAL;
    *s = (struct heat_scale){
        .title = row->title, .unit = row->unit, .decimals = row->decimals, .worst = -1};
    for (int i = 0; i < h->n_rack; i++) {
        const struct heat_value *v = &h->rack[i].of[what];
        s->count[v->state]++;
        if (isnan(v->value)) continue;
        least = fmin(least, v->value);
        most = fmax(most, v->value);
        if (s->worst < 0 || is_nearer(&h->rack[i], &h->rack[s->worst], what)) s->worst = i;
    }
    if (s->worst < 0) return;
    s->is_even = !(most - least > 1e-6 * fmax(fabs(most), fabs(least)));
    if (what == HEAT_FAILOVER)
        set_share_edges(s);
    else
        set_edges(s, least, most, row->least_step);
    for (int c = 0; c < s->n; c++) {
        double up = s->n > 1 ? c / (double)(s->n - 1) : 0.5;
        s->shade[c] = row->is_margin && s->n > 1 ? 1 - up : up;
    }
    for (int i = 0; i < h->n_rack; i++) {
        struct heat_value *v = &h->rack[i].of[what];
        if (!isnan(v->value)) v->shade = s->shade[class_of(s, v->value)];
    }
}

/* ---- where things are ---------------------------------------------------------- */

static void add_racks(struct floor_heat *h, const struct result *r, const struct elevation_set *e,
                      int room, bool needs_place)
{
    for (int i = 0; i < e->n; i++) {
        const struct elevation *x = &e->item[i];
        const struct rack *k = site_rack(r->site, x->rack);
        if (x->room_index != room) continue;
        h->power_w += x->power_w.used;
        if (needs_place && !standing_has_place(&k->at)) {
            h->n_elsewhere++;
            continue;
        }
        struct heat_rack *to = &h->rack[h->n_rack++];
        *to = (struct heat_rack){.name = x->name, .facing = -1};
        add_values(to, x);
        if (!needs_place) continue;
        to->box = rack_box(k, x->unit);
        to->facing = standing_facing(&k->at, x->unit);
    }
}

static void add_things(struct floor_heat *h, const char *name, int count, enum thing_what what,
                       const struct standing *at, struct arena *a)
{
    for (int k = 0; k < count && standing_has_place(at); k++)
        h->thing[h->n_thing++] =
            (struct heat_thing){count > 1 ? arena_format(a, "%s#%d", name, k + 1) : name, what,
                                standing_box(at, k), standing_facing(at, k)};
}

/* What an obstacle stands for, or its own name. */
static const char *obstacle_name(const struct site *s, int i, struct arena *a)
{
    const struct obstacle *o = SITE_PART(s, KIND_OBSTACLE, struct obstacle, i);
    if (!o->of.n) return site_part_name(s, KIND_OBSTACLE, i, a);
    return site_part_name(s, o->of.ref[0].kind, o->of.ref[0].index, a);
}

/* Units and obstacles of the room. */
static void list_things(struct floor_heat *h, const struct result *r, int room, struct arena *a)
{
    static const enum thing_what word[] = {[OBSTACLE_COLUMN] = THING_COLUMN,
                                           [OBSTACLE_WALL] = THING_WALL,
                                           [OBSTACLE_RAMP] = THING_RAMP,
                                           [OBSTACLE_DOOR] = THING_DOOR,
                                           [OBSTACLE_EQUIPMENT] = THING_EQUIPMENT};
    const struct plant *p = r->plant;
    size_t n = 1;
    for (int i = 0; i < p->n_cool; i++) n += (size_t)p->cool[i].u->part.count;
    for (int i = 0; i < r->site->of[KIND_OBSTACLE].n; i++)
        n += (size_t)site_part(r->site, KIND_OBSTACLE, i)->count;
    h->thing = ARENA_ARRAY(a, struct heat_thing, n);
    for (int i = 0; i < p->n_cool; i++)
        if (p->cool[i].room == room)
            add_things(h, site_part_name(r->site, p->cool[i].kind, p->cool[i].index, a),
                       p->cool[i].u->part.count, THING_UNIT, &p->cool[i].u->at, a);
    for (int i = 0; i < r->site->of[KIND_OBSTACLE].n; i++) {
        const struct obstacle *o = SITE_PART(r->site, KIND_OBSTACLE, struct obstacle, i);
        if (o->room.n && o->room.ref[0].index == room)
            add_things(h, obstacle_name(r->site, i, a), o->part.count, word[o->what], &o->at, a);
    }
}

/* Boxes of 1.4 by 0.9 m, in rows as long as there are rows. */
static void stand_in_order(struct floor_heat *h)
{
    static const double wide_m = 1.5, deep_m = 1, free_m = 0.05;
    int columns = (int)ceil(sqrt(h->n_rack));
    int rows = columns ? (h->n_rack + columns - 1) / columns : 0;
    h->length_m = columns * wide_m;
    h->width_m = rows * deep_m;
    for (int i = 0; i < h->n_rack; i++) {
        double x = i % columns * wide_m, y = h->width_m - (i / columns + 1) * deep_m;
        h->rack[i].box = (struct layout_box){x + free_m, y + free_m, x + wide_m - free_m,
                                             y + deep_m - free_m, 0};
    }
}

/* ---- all ----------------------------------------------------------------------- */

static bool has_places(const struct result *r, const struct elevation_set *e, int room)
{
    const struct room *x = site_room(r->site, room);
    if (!(x->length_m > 0) || !(x->width_m > 0)) return false;
    for (int i = 0; i < e->n; i++)
        if (e->item[i].room_index == room &&
            standing_has_place(&site_rack(r->site, e->item[i].rack)->at))
            return true;
    return false;
}

const struct floor_heat *floor_heat_find(const struct result *r, const struct elevation_set *e,
                                         int room, struct arena *a)
{
    const struct room *x = site_room(r->site, room);
    struct floor_heat *h = ARENA_ARRAY(a, struct floor_heat, 1);
    *h = (struct floor_heat){.room = site_part_name(r->site, KIND_ROOM, room, a),
                             .is_schematic = !has_places(r, e, room),
                             .length_m = x->length_m,
                             .width_m = x->width_m,
                             .north = x->north};
    h->rack = ARENA_ARRAY(a, struct heat_rack, (size_t)e->n + 1);
    add_racks(h, r, e, room, !h->is_schematic);
    if (!h->n_rack) return NULL;
    h->w_m2 = h->power_w / room_area_m2(x);
    for (int what = 0; what < N_HEAT; what++) set_scale(h, what);
    if (h->is_schematic) {
        stand_in_order(h);
    } else {
        list_things(h, r, room, a);
        floor_heat_aisles(h, a);
    }
    return h;
}

void rack_drawings_find(struct result *r, bool all, struct arena *a)
{
    struct elevation_set *e = elevation_find(r, a);
    for (int room = 0; room < r->n_room; room++)
        r->room[room].heat = floor_heat_find(r, e, room, a);
    if (!all) elevation_fold(e, r->site, r->plant, a);
    r->elevations = e;
}
