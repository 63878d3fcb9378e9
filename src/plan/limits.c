#include "plan/limits.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/outage.h"

enum { WARNINGS_MAX = 64 };

struct list {
    const struct limits_case *c;
    struct warning warning[WARNINGS_MAX];
    int n_warning;
    struct limit *item;
    int n, cap;
    struct arena *a;
};

/* A limit is broken beyond what rounding can do. */
static bool is_over(double used, double limit)
{
    return used > limit + 1e-9 * fabs(limit);
}

/* The margin is (limit - used) / limit; against a limit of zero all of what is used is
   over, which is -1. */
static void add(struct list *l, const char *element, const char *resource, const char *state,
                double used, double limit, const char *unit, const char *note)
{
    if (l->n == l->cap) {
        struct limit *more = ARENA_ARRAY(l->a, struct limit, (size_t)l->cap * 2 + 32);
        if (l->n) memcpy(more, l->item, (size_t)l->n * sizeof *more);
        l->item = more;
        l->cap = l->cap * 2 + 32;
    }
    double margin = isnan(limit) ? (double)NAN
                    : limit > 0  ? (limit - used) / limit
                    : used > 0   ? -1
                                 : 1;
    l->item[l->n++] = (struct limit){
        element, resource, state, unit, used, limit, margin, !isnan(limit) && is_over(used, limit),
        note};
}

static const char *const normal = "normal";

static const char *name(struct list *l, int kind, int index)
{
    return site_part_name(l->c->site, kind, index, l->a);
}

/* ---- racks and servers ------------------------------------------------- */

static bool any_unknown_weight(const struct limits_case *c, int rack)
{
    for (int i = 0; i < c->racks->placement.n; i++) {
        const struct placed *p = &c->racks->placement.item[i];
        if (p->rack == rack && isnan(site_server(c->site, p->server)->weight_kg)) return true;
    }
    return false;
}

/* Input of one server at its maximum: the data sheet's, and what its fans take beyond
   that in the hottest inlet and the thinnest air of the design year. */
static double greatest_w(const struct limits_case *c, int server)
{
    double w = site_server(c->site, server)->power_maximum_w;
    for (int g = 0; g < c->plant->n_group; g++)
        if (c->plant->group[g].server == server && c->design_year->group_max_w[g] > w)
            w = c->design_year->group_max_w[g];
    return w;
}

/* Of each of the equal racks. */
static const double *rack_powers_w(const struct list *l, int rack, int n)
{
    double *w = ARENA_ARRAY(l->a, double, (size_t)n + 1);
    for (int i = 0; i < l->c->racks->placement.n; i++) {
        const struct placed *p = &l->c->racks->placement.item[i];
        if (p->rack == rack) w[p->rack_unit] += p->count * greatest_w(l->c, p->server);
    }
    return w;
}

static void add_rack(struct list *l, int index)
{
    const struct rack *r = site_rack(l->c->site, index);
    struct rack_use worst = {0};
    const double *power_w = rack_powers_w(l, index, r->part.count);
    for (int i = 0; i < r->part.count; i++) {
        const struct rack_use *u = &l->c->racks->use[index][i];
        worst.u = fmax(worst.u, u->u);
        worst.power_w = fmax(worst.power_w, power_w[i]);
        worst.kg = fmax(worst.kg, u->kg);
        worst.airflow_m3_s = fmax(worst.airflow_m3_s, u->airflow_m3_s);
    }
    const char *id = name(l, KIND_RACK, index);
    const char *note = r->part.count > 1 ? "the fullest of the racks" : NULL;
    add(l, id, "rack units", normal, worst.u, r->units_u, "U", note);
    add(l, id, "power", normal, worst.power_w / 1000, r->power_w / 1000, "kW", note);
    add(l, id, "weight", normal, worst.kg + r->own_kg, r->load_kg, "kg",
        any_unknown_weight(l->c, index) ? "some servers' mass is not known and not counted" : note);
    add(l, id, "airflow", normal, worst.airflow_m3_s, r->airflow_m3_s, "m3/s", note);
}

static void add_server_place(struct list *l, int index)
{
    const struct server *v = site_server(l->c->site, index);
    if (!v->rack.n) return;
    int unplaced = l->c->racks->placement.unplaced[index];
    add(l, name(l, KIND_SERVER, index), "racked servers", normal, v->part.count,
        unplaced ? v->part.count - unplaced : (double)NAN, "servers",
        unplaced ? arena_format(l->a, "no rack takes the rest, for want of %s",
                                place_what_binds(l->c->site, l->c->racks, index))
                 : "all found a place");
}

static void add_supplies(struct list *l, int index)
{
    const struct server *v = site_server(l->c->site, index);
    if (!v->psu.n) return;
    const struct psu *u = site_psu(l->c->site, v->psu.ref[0].index);
    struct table loss = psu_loss_table(u, l->a);
    const char *id = name(l, KIND_SERVER, index);
    int full = v->psu_mode == PSU_COLD_STANDBY ? v->psu_needed : v->psu_count;
    double each_kw = u->rated_w * u->continuous_frac / 1000;
    /* the server wants the same output however many supplies share it */
    double want_kw = psu_output_w(u, &loss, full, greatest_w(l->c, index)) / 1000;
    const char *note = "of one server at its maximum";
    add(l, id, "supply output", normal, want_kw, full * each_kw, "kW", note);
    if (v->psu_count <= v->psu_needed) return;
    int left = v->psu_mode == PSU_COLD_STANDBY ? full : full - 1;
    add(l, id, "supply output", "one supply lost", want_kw, left * each_kw, "kW", note);
}

static void add_heat_of_group(struct list *l, int gi)
{
    const struct group *g = &l->c->plant->group[gi];
    const struct year *y = l->c->design_year;
    const char *id = name(l, KIND_SERVER, g->server);
    add(l, id, "inlet temperature", normal, y->room[g->room].max_inlet_c, g->s->inlet_max_c, "degC",
        "data sheet");
    if (!isnan(y->group_chip_c[gi]))
        add(l, id, "chip temperature", normal, y->group_chip_c[gi], g->s->chip_limit_c, "degC",
            "it throttles there");
    if (g->cdu >= 0)
        add(l, id, "coolant temperature", normal, y->room[g->room].max_coolant_c,
            g->s->coolant_max_c, "degC", "data sheet");
}

/* ---- electrical -------------------------------------------------------- */

static void add_elem_row(struct list *l, int e, const char *state, double used_w, int units)
{
    const struct elem *x = &l->c->plant->elem[e];
    double limit_w = units * x->rated_w * x->usable_frac, pf = 1;
    if (x->what == ELEM_TRANSFORMER) pf = site_transformer(l->c->site, x->index)->power_factor;
    const char *unit = x->what == ELEM_TRANSFORMER ? "kVA" : "kW";
    add(l, name(l, x->kind, x->index), "power", state, used_w / pf / 1000, limit_w / pf / 1000,
        unit, x->usable_frac < 1 ? "derated to its usable share" : NULL);
}

static void add_elem(struct list *l, int e)
{
    const struct elem *x = &l->c->plant->elem[e];
    double used_w = l->c->design_year->elem[e].used;
    add_elem_row(l, e, normal, used_w, x->units);
    if (x->kind == KIND_UPS && ups_has_spare(site_ups(l->c->site, x->index)))
        add_elem_row(l, e, "one module lost", used_w, x->units - 1);
}

/* ---- cooling ----------------------------------------------------------- */

/* Capacities of an hour are kept from zero by this share of what is asked for. */
static const double nothing_frac = 1e-5;

static void add_peak(struct list *l, int alive_index, const char *state, const struct peak *p,
                     const char *note)
{
    if (p->hour < 0) return;
    double limit_w = p->limit < nothing_frac * p->used ? 0 : p->limit;
    add(l, plant_part_name(l->c->plant, alive_index, l->a), "heat", state, p->used / 1000,
        limit_w / 1000, "kW", note);
}

static const char *tightest(struct list *l, int hour)
{
    char text[TEXT_NUMBER_CAP];
    return hour < 0
               ? NULL
               : arena_format(l->a, "tightest at %s", calendar_label(l->c->calendar, hour, text));
}

/* How many of a cooling part carry the design load, and how many there are. */
static void units_of(const struct limits_case *c, int alive_index, int *needed, int *count)
{
    const struct plant *p = c->plant;
    int want = PARAM_NO_COUNT, i = alive_index;
    *count = 1;
    if (i >= p->alive_sink) {
        const struct sink *s = &p->sink[i - p->alive_sink];
        if (s->what == SINK_CHILLER) want = s->c->needed, *count = s->c->part.count;
        if (s->what == SINK_TOWER) want = s->t->needed, *count = s->t->part.count;
        if (s->what == SINK_DRYCOOLER) want = s->d->needed, *count = s->d->part.count;
    } else if (i >= p->alive_cdu) {
        const struct cdu *u = p->cdu[i - p->alive_cdu].c;
        want = u->needed;
        *count = u->part.count;
    } else {
        const struct air_unit *u = p->cool[i - p->alive_cool].u;
        want = u->needed;
        *count = u->part.count;
    }
    *needed = want == PARAM_NO_COUNT ? *count : want;
}

static const struct peak *peak_of(const struct plant *p, const struct year *y, int alive_index)
{
    if (alive_index >= p->alive_sink) return &y->sink[alive_index - p->alive_sink];
    if (alive_index >= p->alive_cdu) return &y->cdu[alive_index - p->alive_cdu];
    return &y->cool[alive_index - p->alive_cool];
}

static double inlet_limit_c(const struct limits_case *c, int room)
{
    const struct plant_room *r = &c->plant->room[room];
    return r->r->limit == LIMIT_RECOMMENDED ? r->rec_max_c : r->limit_max_c;
}

static void add_room_heat(struct list *l, const struct year *y, const char *state)
{
    if (y->not_converged)
        add(l, l->c->site->name, "hours without a balance", state, y->not_converged, 0, "h",
            "two controls may work against each other");
    for (int r = 0; r < l->c->plant->n_room; r++) {
        const struct room *x = site_room(l->c->site, r);
        add(l, name(l, KIND_ROOM, r), "inlet temperature", state, y->room[r].max_inlet_c,
            inlet_limit_c(l->c, r), "degC",
            x->limit == LIMIT_RECOMMENDED ? "ASHRAE recommended"
                                          : "ASHRAE allowable at this altitude");
        if (y->room[r].tripped_hours > 0)
            add(l, name(l, KIND_ROOM, r), "hours off by heat", state, y->room[r].tripped_hours, 0,
                "h", "servers shut themselves down");
        if (y->room[r].throttled_hours > 0)
            add(l, name(l, KIND_ROOM, r), "hours throttled", state, y->room[r].throttled_hours, 0,
                "h", "servers at their maximum lose power, to heat or to short supplies");
    }
}

static void add_loop(struct list *l, int loop, const struct year *y, const char *state)
{
    const struct plant_loop *x = &l->c->plant->loop[loop];
    add(l, name(l, KIND_LOOP, x->index), "supply temperature", state, y->loop_max_c[loop],
        liquid_class_max_c(x->l->liquid_class), "degC", "facility water class");
}

static bool is_worse(double now, double normal_value)
{
    return now > normal_value + 1e-6 * fabs(normal_value);
}

/* Loads of cooling parts that grow in a failure, water that gets warmer, and what that
   does to coolant and chips. */
static void add_worse(struct list *l, const struct plant *p, const struct year *y,
                      const char *state)
{
    const struct plant *whole = l->c->plant;
    const struct year *was = l->c->design_year;
    for (int i = whole->alive_cool; i < whole->alive_loop; i++) {
        const struct peak *now = peak_of(whole, y, i), *before = peak_of(whole, was, i);
        bool grows =
            before->hour < 0 || is_worse(now->used / now->limit, before->used / before->limit);
        if (now->hour >= 0 && !isnan(now->limit) && grows)
            add_peak(l, i, state, now, tightest(l, now->hour));
    }
    for (int i = 0; i < p->n_loop; i++)
        if (!p->loop[i].is_source && is_worse(y->loop_max_c[i], was->loop_max_c[i]))
            add_loop(l, i, y, state);
    for (int g = 0; g < p->n_group; g++) {
        const struct group *x = &p->group[g];
        const struct room_year *now = &y->room[x->room], *before = &was->room[x->room];
        const char *id = name(l, KIND_SERVER, x->server);
        if (is_worse(y->group_chip_c[g], was->group_chip_c[x->origin]))
            add(l, id, "chip temperature", state, y->group_chip_c[g], x->s->chip_limit_c, "degC",
                "it throttles there");
        if (x->cdu >= 0 && is_worse(now->max_coolant_c, before->max_coolant_c))
            add(l, id, "coolant temperature", state, now->max_coolant_c, x->s->coolant_max_c,
                "degC", "data sheet");
    }
}

/* One unit fewer where the redundancy promises to survive it: its group's heat, the
   rack inlets, and whatever else gets worse. */
static void add_lost_unit(struct list *l, int alive_index)
{
    const struct plant *p = l->c->plant;
    int needed, count;
    units_of(l->c, alive_index, &needed, &count);
    if (count <= needed || p->normal.alive[alive_index] < count) return; /* a spare stands by */
    struct lost one = {alive_index, 1};
    const struct outage *o = outage_make(p, &one, 1, l->a);
    struct year *y =
        outage_run(o, l->c->design, l->c->calendar, KEEP_FACILITY, l->c->threads, l->a);
    const char *state = arena_format(l->a, "one %s lost", plant_part_name(p, alive_index, l->a));
    add_worse(l, o->plant, y, state);
    add_room_heat(l, y, state);
}

static void add_airflow(struct list *l, int r)
{
    const struct plant *p = l->c->plant;
    const struct plant_room *x = &p->room[r];
    double servers = 0, units = 0;
    for (int g = x->group_first; g < x->group_first + x->n_group; g++)
        servers += p->group[g].count * l->c->design_year->group_airflow_m3_s[g];
    int last = x->has_primary ? x->cool_first + 1 : x->cool_first + x->n_cool;
    for (int c = x->cool_first; c < last; c++)
        units += p->normal.alive[p->alive_cool + c] * p->cool[c].u->airflow_m3_s;
    add(l, name(l, KIND_ROOM, r), "airflow", normal, servers * (1 - x->phi), units, "m3/s",
        "servers' air less recirculation, against the units'");
}

static void add_cooling(struct list *l)
{
    const struct plant *p = l->c->plant;
    for (int i = p->alive_cool; i < p->alive_loop; i++) {
        const struct peak *k = peak_of(p, l->c->design_year, i);
        add_peak(l, i, normal, k, tightest(l, k->hour));
    }
    for (int i = p->alive_cool; i < p->alive_loop; i++) add_lost_unit(l, i);
    for (int i = 0; i < p->n_loop; i++) {
        const struct peak *k = &l->c->design_year->loop[i];
        if (k->hour >= 0)
            add(l, name(l, KIND_LOOP, p->loop[i].index), "heat", normal, k->used / 1000,
                k->limit / 1000, "kW", "that its design flow carries");
        if (!p->loop[i].is_source) add_loop(l, i, l->c->design_year, normal);
    }
}

/* ---- a lost system ------------------------------------------------------ */

/* A supply shortfall is no broken limit: the server caps itself.  But it is told. */
static void warn_supplies(struct list *l, const char *id, const char *state, int left, int needed)
{
    const char *text =
        arena_format(l->a,
                     "%s, %s: %d of %d needed supplies are left, so that it may run at "
                     "reduced power",
                     id, state, left, needed);
    if (l->n_warning < WARNINGS_MAX) l->warning[l->n_warning++] = (struct warning){text, 1, -1};
}

/* Servers on the feeds that are left: fewer supplies carry all, or none does. */
static void add_left_supplies(struct list *l, const struct plant *p, const char *state)
{
    for (int i = 0; i < p->n_group; i++) {
        const struct group *g = &p->group[i];
        int left = g->supplies;
        const char *id = name(l, KIND_SERVER, g->server);
        if (!left) add(l, id, "powered servers", state, g->count, 0, "servers", "no feed is left");
        if (!left || !g->has_supply || left == g->full_supplies) continue;
        const struct psu *u = site_psu(l->c->site, g->s->psu.ref[0].index);
        const char *note = "of one server at its maximum, on the feeds that are left";
        if (left < g->s->psu_needed)
            note =
                arena_format(l->a, "%d supplies are left of %d needed: it may run at reduced power",
                             left, g->s->psu_needed);
        add(l, id, "supply output", state,
            psu_output_w(u, &g->supply_loss, g->full_supplies, greatest_w(l->c, g->server)) / 1000,
            left * g->supply_rated_w * g->supply_usable / 1000, "kW", note);
        if (left < g->s->psu_needed) warn_supplies(l, id, state, left, g->s->psu_needed);
    }
}

/* 2N: each system must carry both. */
static void add_lost_system(struct list *l, int e)
{
    const struct plant *p = l->c->plant;
    const struct elem *x = &p->elem[e];
    if (x->kind != KIND_UPS || l->c->site->of[KIND_UPS].copy[x->index].n < 2) return;
    struct lost whole = {p->alive_elem + e, outage_units(p, p->alive_elem + e)};
    const struct outage *o = outage_make(p, &whole, 1, l->a);
    struct year *y =
        outage_run(o, l->c->design, l->c->calendar, KEEP_FACILITY, l->c->threads, l->a);
    const char *state = arena_format(l->a, "%s lost", name(l, x->kind, x->index));
    for (int i = 0; i < p->n_elem; i++)
        if (!o->dead[i] && y->elem[i].used > l->c->design_year->elem[i].used * (1 + 1e-9))
            add_elem_row(l, i, state, y->elem[i].used, p->elem[i].units);
    add_left_supplies(l, o->plant, state);
    add_worse(l, o->plant, y, state);
    add_room_heat(l, y, state);
}

/* ---- order ------------------------------------------------------------- */

/* A limit of zero that is broken is the tightest of all. */
static double tightness(const struct limit *l)
{
    return l->is_broken && !(l->limit > 0) ? -HUGE_VAL : l->margin;
}

static int by_margin(const void *x, const void *y)
{
    const struct limit *a = x, *b = y;
    bool none_a = isnan(a->margin), none_b = isnan(b->margin);
    if (none_a != none_b) return none_a - none_b;
    if (!none_a && tightness(a) < tightness(b)) return -1;
    if (!none_a && tightness(a) > tightness(b)) return 1;
    int c = strcmp(a->element, b->element);
    if (!c) c = strcmp(a->resource, b->resource);
    return c ? c : strcmp(a->state, b->state);
}

void limits_find(const struct limits_case *c, struct result *out, struct arena *a)
{
    struct list *l = ARENA_ARRAY(a, struct list, 1);
    l->c = c;
    l->a = a;
    for (int i = 0; i < c->site->of[KIND_RACK].n; i++) add_rack(l, i);
    for (int i = 0; i < c->site->of[KIND_SERVER].n; i++) {
        add_server_place(l, i);
        add_supplies(l, i);
    }
    for (int g = 0; g < c->plant->n_group; g++) add_heat_of_group(l, g);
    for (int e = 0; e < c->plant->n_elem; e++) add_elem(l, e);
    for (int e = 0; e < c->plant->n_elem; e++) add_lost_system(l, e);
    add_room_heat(l, c->design_year, normal);
    for (int r = 0; r < c->plant->n_room; r++) add_airflow(l, r);
    add_cooling(l);
    qsort(l->item, (size_t)l->n, sizeof *l->item, by_margin);
    out->limit = l->item;
    out->n_limit = l->n;
    out->limit_warning = l->warning;
    out->n_limit_warning = l->n_warning;
}
