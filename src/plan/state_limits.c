#include "plan/coolant_limits.h"
#include "plan/limit_list.h"

#include <math.h>
#include <string.h>

/* ---- electrical -------------------------------------------------------- */

static const double sqrt3 = 1.7320508075688772;

struct limit_load limit_load_of(const struct limit_state *s, const struct elem *x, int e)
{
    const struct network_elem *n = &s->net->elem[e];
    double w = s->y->elem[e].used, va = n->w > 0 ? w * n->va / n->w : w;
    double mean_va = va / (x->phases > 0 ? x->phases : 3);
    if (x->phases == 2) mean_va = va; /* one current in both lines */
    return (struct limit_load){w, va, mean_va * n->worst_frac, mean_va * n->neutral_frac,
                               s->o->alive[e]};
}

double limit_line_v(const struct elem *x)
{
    return x->phases == 3 ? x->line_v / sqrt3 : x->line_v;
}

double limit_apparent_va(const struct elem *x)
{
    if (!(x->rated_va > 0)) return (double)NAN;
    bool is_stated = x->e->rated_va > 0 || x->what == ELEM_UPS || x->what == ELEM_GENERATOR;
    return is_stated || isnan(x->rated_w) ? x->rated_va : (double)NAN;
}

double limit_stated_power_factor(const struct site *s, int index)
{
    const struct object *o = s->of[KIND_TRANSFORMER].object[index];
    const struct kind *k = &s->objects.kinds[KIND_TRANSFORMER];
    for (int i = 0; i < k->n_params; i++)
        if (!strcmp(k->params[i].key, "power_factor") && o->from[i].origin != ORIGIN_DEFAULT)
            return site_transformer(s, index)->power_factor;
    return (double)NAN;
}

/* Of the phasors, and of a transformer by the power factor that is stated, if that is more. */
static double apparent_va(const struct limits_case *c, const struct elem *x,
                          const struct limit_load *k)
{
    if (x->what != ELEM_TRANSFORMER) return k->va;
    return fmax(k->va, k->w / limit_stated_power_factor(c->site, x->index));
}

static const char *worst_line(struct limit_list *l, const struct limit_state *s, int e,
                              const char *note)
{
    const struct elem *x = &l->c->plant->elem[e];
    const struct network_elem *n = &s->net->elem[e];
    int worst = 0;
    if (x->phases != 3 || !(n->worst_frac > 1 + 1e-9)) return note;
    for (int i = 1; i < 3; i++)
        if (n->line_va[i] > n->line_va[worst] * (1 + 1e-12)) worst = i;
    return arena_format(l->a, "line L%d%s%s", worst + 1, note ? "; " : "", note ? note : "");
}

static void add_currents(struct limit_list *l, const struct limit_state *s, int e,
                         const struct limit_load *k)
{
    const struct elem *x = &l->c->plant->elem[e];
    double v = limit_line_v(x), limit_a = k->units * x->rated_a * x->usable_frac;
    if (!(v > 0) || isnan(x->rated_a)) return;
    limit_add_of(l, e, "current", s->name, k->worst_va / v, limit_a, "A",
                 worst_line(l, s, e, x->usable_note));
    if (x->phases == 3 && k->neutral_va > 1e-3 * k->worst_va)
        limit_add_of(l, e, "neutral current", s->name, k->neutral_va / v, k->units * x->rated_a,
                     "A", "of a neutral as large as the lines");
}

void limit_add_elem(struct limit_list *l, const struct limit_state *s, int e)
{
    const struct elem *x = &l->c->plant->elem[e];
    struct limit_load k = limit_load_of(s, x, e);
    bool is_transformer = x->what == ELEM_TRANSFORMER;
    double limit_w = is_transformer ? (double)NAN : k.units * x->rated_w * x->usable_frac;
    double limit_va = k.units * limit_apparent_va(x) * x->usable_frac;
    if (!isnan(limit_w) || isnan(limit_va))
        limit_add_of(l, e, "power", s->name, k.w / 1000, limit_w / 1000, "kW", x->usable_note);
    if (!isnan(limit_va))
        limit_add_of(l, e, is_transformer ? "power" : "apparent power", s->name,
                     apparent_va(l->c, x, &k) / 1000, limit_va / 1000, "kVA", x->usable_note);
    add_currents(l, s, e, &k);
}

static double tighter_w(double least_w, double w, double used, double limit)
{
    return used > 0 && limit * w / used < least_w ? limit * w / used : least_w;
}

double limit_elem_w(const struct limits_case *c, const struct limit_state *s, int e)
{
    const struct elem *x = &c->plant->elem[e];
    struct limit_load k = limit_load_of(s, x, e);
    double frac = k.units * x->usable_frac, v = limit_line_v(x), least_w = HUGE_VAL;
    if (x->rated_w > 0 && x->what != ELEM_TRANSFORMER) least_w = frac * x->rated_w;
    least_w = tighter_w(least_w, k.w, apparent_va(c, x, &k), frac * limit_apparent_va(x));
    least_w = tighter_w(least_w, k.w, k.worst_va, frac * x->rated_a * v);
    return tighter_w(least_w, k.w, k.neutral_va, k.units * x->rated_a * v);
}

/* ---- supplies ------------------------------------------------------------ */

/* Input of one server at its maximum: the data sheet's, and what its fans take beyond
   that in the hottest inlet and the thinnest air of the design year. */
double limit_greatest_w(const struct limits_case *c, int server)
{
    double w = site_server(c->site, server)->power_maximum_w;
    for (int g = 0; g < c->plant->n_group; g++)
        if (c->plant->group[g].server == server && c->design_year->group_max_w[g] > w)
            w = c->design_year->group_max_w[g];
    return w;
}

static void warn(struct limit_list *l, const char *text)
{
    if (l->n_warning < LIMIT_WARNINGS) l->warning[l->n_warning++] = (struct warning){text, 1, -1};
}

/* Output wanted of one server's supplies, W; the same however many share it. */
static double wanted_output_w(const struct limits_case *c, const struct group *g)
{
    const struct psu *u = site_psu(c->site, g->s->psu.ref[0].index);
    return psu_output_w(u, &g->supply_loss, g->full_supplies, limit_greatest_w(c, g->server));
}

/* A supply shortfall is no broken limit: the server caps itself.  But it is told. */
static void add_left_supplies(struct limit_list *l, const struct limit_state *s,
                              const struct group *g, const char *id)
{
    double want_w = wanted_output_w(l->c, g);
    double limit_w = g->supplies * g->supply_rated_w * g->supply_usable;
    limit_w = fmin(limit_w, g->cap_w + g->s->fan_power_w); /* what its firmware allows */
    const char *left =
        arena_format(l->a, "%d supplies are left of %d needed", g->supplies, g->s->psu_needed);
    char cut[TEXT_NUMBER_CAP];
    if (want_w > limit_w * (1 + 1e-9)) {
        warn(l,
             arena_format(l->a, "%s, %s: %s, so that %s %% of its greatest power is capped", id,
                          s->name, left, text_fixed(cut, 100 * (1 - limit_w / want_w), 1, true)));
        return;
    }
    if (g->supplies < g->s->psu_needed)
        warn(l, arena_format(l->a, "%s, %s: %s, so that it may run at reduced power", id, s->name,
                             left));
    limit_add(l, id, "supply output", s->name, want_w / 1000, limit_w / 1000, "kW",
              g->supplies < g->s->psu_needed
                  ? arena_format(l->a, "%s: it may run at reduced power", left)
                  : "of one server at its maximum, on the feeds that are left");
}

/* An earlier group is of the same server with as many supplies: it speaks for all. */
static bool is_told_of(const struct plant *p, int gi)
{
    const struct group *g = &p->group[gi];
    for (int i = gi - 1; i >= 0 && p->group[i].server == g->server; i--)
        if (p->group[i].supplies == g->supplies) return true;
    return false;
}

static double count_like(const struct plant *p, int gi)
{
    const struct group *g = &p->group[gi];
    double n = 0;
    for (int i = gi; i < p->n_group && p->group[i].server == g->server; i++)
        if (p->group[i].supplies == g->supplies) n += p->group[i].count;
    return n;
}

void limit_add_supplies(struct limit_list *l, const struct limit_state *s)
{
    const struct plant *p = s->o->plant;
    for (int i = 0; i < p->n_group; i++) {
        const struct group *g = &p->group[i];
        const char *id = limit_part(l, KIND_SERVER, g->server);
        if (is_told_of(p, i)) continue;
        if (!g->supplies)
            limit_add(l, id, "powered servers", s->name, count_like(p, i), 0, "servers",
                      "no feed is left");
        else if (g->has_supply && g->supplies < g->full_supplies)
            add_left_supplies(l, s, g, id);
    }
}

/* ---- cooling -------------------------------------------------------------- */

/* How many of a cooling part carry the design load, and how many there are. */
void limit_units(const struct plant *p, int alive_index, int *needed, int *count)
{
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

/* Capacities of an hour are kept from zero by this share of what is asked for. */
static const double nothing_frac = 1e-5;

static const char *tightest(struct limit_list *l, int hour)
{
    char text[TEXT_NUMBER_CAP];
    return arena_format(l->a, "tightest at %s", calendar_label(l->c->calendar, hour, text));
}

void limit_add_cooling(struct limit_list *l, int alive_index, const struct limit_state *s)
{
    const struct peak *p = peak_of(l->c->plant, s->y, alive_index);
    if (p->hour < 0) return;
    double limit_w = p->limit < nothing_frac * p->used ? 0 : p->limit;
    limit_add(l, plant_part_name(l->c->plant, alive_index, l->a), "heat", s->name, p->used / 1000,
              limit_w / 1000, "kW", tightest(l, p->hour));
}

double limit_inlet_c(const struct limits_case *c, int room)
{
    const struct plant_room *r = &c->plant->room[room];
    return r->r->limit == LIMIT_RECOMMENDED ? r->rec_max_c : r->limit_max_c;
}

bool limit_room_is_dark(const struct plant *p, int room)
{
    const struct plant_room *r = &p->room[room];
    for (int g = r->group_first; g < r->group_first + r->n_group; g++)
        if (p->group[g].supplies) return false;
    return r->n_group > 0;
}

/* Of those that have power in the state, by name; NULL: all breathe the same air. */
static const char *hottest_rack(struct limit_list *l, const struct limit_state *s, int room)
{
    const struct plant *p = l->c->plant;
    const struct tap *hot = NULL;
    double most = -HUGE_VAL;
    if (!p->room[room].has_spread) return NULL;
    for (int t = 0; t < p->n_tap; t++) {
        const struct tap *x = &p->tap[t];
        double share = plant_inlet_share(p, x->rack, x->rack_unit);
        const struct group *g = &p->group[x->group];
        bool breathes = s->o->tap_supplies[t] && !g->is_immersed;
        if (g->room != room || !breathes || !(share > most)) continue;
        most = share;
        hot = x;
    }
    return hot && hot->rack >= 0 ? limit_rack(l, hot->rack, hot->rack_unit) : NULL;
}

/* Accelerator hours that heat takes from servers at their maximum. */
static void add_lost_accelerators(struct limit_list *l, const struct limit_state *s)
{
    const struct plant *p = s->o->plant;
    int n = l->c->site->of[KIND_SERVER].n;
    double *lost_h = ARENA_ARRAY(l->a, double, (size_t)n + 1);
    for (int g = 0; g < p->n_group; g++) lost_h[p->group[g].server] += s->y->group_hot_gpu_h[g];
    for (int i = 0; i < n; i++)
        if (lost_h[i] > 0)
            limit_add(l, limit_part(l, KIND_SERVER, i), "accelerator hours lost", s->name,
                      lost_h[i], 0, "h", "accelerators throttled or off by heat");
}

void limit_add_rooms(struct limit_list *l, const struct limit_state *s)
{
    const struct year *y = s->y;
    const char *state = s->name;
    if (y->not_converged)
        limit_add(l, l->c->site->name, "hours without a balance", state, y->not_converged, 0, "h",
                  "two controls may work against each other");
    for (int r = 0; r < l->c->plant->n_room; r++) {
        const struct room *x = site_room(l->c->site, r);
        if (limit_room_is_dark(s->o->plant, r)) continue;
        const char *note = x->limit == LIMIT_RECOMMENDED
                               ? "ASHRAE TC9.9 (2021) recommended"
                               : "ASHRAE TC9.9 (2021) allowable at this altitude";
        const char *id = limit_part(l, KIND_ROOM, r), *rack = hottest_rack(l, s, r);
        if (rack) note = arena_format(l->a, "hottest rack of %s; %s", id, note);
        if (!limit_add_air(l, s, r))
            limit_add(l, rack ? rack : id, "inlet temperature", state, y->room[r].max_inlet_c,
                      limit_inlet_c(l->c, r), "degC", note);
        if (y->room[r].tripped_hours > 0)
            limit_add(l, limit_part(l, KIND_ROOM, r), "hours off by heat", state,
                      y->room[r].tripped_hours, 0, "h", "servers shut themselves down");
        if (y->room[r].heat_throttled_hours > 0)
            limit_add(l, limit_part(l, KIND_ROOM, r), "hours throttled", state,
                      y->room[r].heat_throttled_hours, 0, "h",
                      "servers at their maximum lose power to heat");
    }
    add_lost_accelerators(l, s);
}

double limit_loop_c(const struct plant *p, const struct year *y, int loop)
{
    const struct loop *l = p->loop[loop].l;
    return l->reset == LOOP_RESET_DEMAND ? fmax(y->loop_max_c[loop], l->supply_max_c)
                                         : y->loop_max_c[loop];
}

void limit_add_loop(struct limit_list *l, int loop, const struct limit_state *s)
{
    const struct plant_loop *x = &l->c->plant->loop[loop];
    limit_add(l, limit_part(l, KIND_LOOP, x->index), "supply temperature", s->name,
              limit_loop_c(l->c->plant, s->y, loop), liquid_class_max_c(x->l->liquid_class), "degC",
              liquid_class_note(x->l->liquid_class, l->a));
}

static bool is_worse(double now, double normal_value)
{
    return now > normal_value + 1e-6 * fabs(normal_value);
}

/* Of the server's groups that have power; of equal ones the first. */
static bool is_hottest(const struct plant *p, const struct year *y, int gi)
{
    for (int i = 0; i < p->n_group; i++) {
        if (i == gi || p->group[i].server != p->group[gi].server || !p->group[i].supplies) continue;
        if (p->group[i].supplies != p->group[gi].supplies) continue; /* these have always rows */
        if (y->group_chip_c[i] > y->group_chip_c[gi]) return false;
        if (!(y->group_chip_c[i] < y->group_chip_c[gi]) && i < gi) return false;
    }
    return true;
}

void limit_add_worse(struct limit_list *l, const struct limit_state *s)
{
    const struct plant *p = s->o->plant;
    const struct year *y = s->y;
    const char *state = s->name;
    const struct plant *whole = l->c->plant;
    const struct year *was = l->c->design_year;
    for (int i = whole->alive_cool; i < whole->alive_loop; i++) {
        const struct peak *now = peak_of(whole, y, i), *before = peak_of(whole, was, i);
        bool grows =
            before->hour < 0 || is_worse(now->used / now->limit, before->used / before->limit);
        if (i < whole->alive_cdu && limit_room_is_dark(p, whole->cool[i - whole->alive_cool].room))
            continue;
        if (now->hour >= 0 && !isnan(now->limit) && grows) limit_add_cooling(l, i, s);
    }
    for (int i = 0; i < p->n_loop; i++)
        if (!p->loop[i].is_source && is_worse(y->loop_max_c[i], was->loop_max_c[i]))
            limit_add_loop(l, i, s);
    limit_add_condensation(l, s, true);
    limit_add_humidity(l, s, true);
    limit_add_coolant(l, s);
    for (int g = 0; g < p->n_group; g++) {
        const struct group *x = &p->group[g];
        if (!x->supplies) continue;
        const char *id = limit_part(l, KIND_SERVER, x->server);
        if (!is_hottest(p, y, g)) continue;
        if (is_worse(y->group_chip_c[g], was->group_chip_c[x->origin]))
            limit_add(l, id, "chip temperature", state, y->group_chip_c[g], x->s->chip_limit_c,
                      "degC", "it throttles there");
        if (x->cdu >= 0 && is_worse(y->cdu_max_c[x->cdu], was->cdu_max_c[x->cdu]))
            limit_add_coolant_temperature(l, x, y->cdu_max_c[x->cdu], state);
    }
}
