/* Water in the air of rooms: where it comes from and goes, what it condenses on. */

#include "sim/moisture.h"

#include <math.h>

#include "physics/envelope.h"
#include "physics/psychro.h"
#include "sim/plant_build.h"

/* ---- a room's balance ----------------------------------------------------- */

static const double cp_air_j_kg_k = 1006, cp_vapour_j_kg_k = 1860, h_vapour_j_kg = 2.501e6;
static const double gas_j_kg_k = 287.042, kelvin = 273.15, mass_ratio = 0.621945;

static double ratio_of(double vapour_pa, double p_pa)
{
    return mass_ratio * vapour_pa / (p_pa - vapour_pa);
}

static double vapour_of(double w, double p_pa)
{
    return p_pa * w / (mass_ratio + w);
}

static double saturated_w(const struct step *k, double t_c, double p_pa)
{
    return ratio_of(table_at(&k->p->psat, t_c), p_pa);
}

void moisture_new(const struct plant *p, struct block *b, struct arena *a)
{
    lanes **of_room[] = {&b->water_w,          &b->water_dew_pa,  &b->water_kg_s,
                         &b->water_drain_kg_s, &b->water_humid_w, &b->water_reheat_w,
                         &b->water_latent_w};
    if (!p->has_water) return;
    for (size_t i = 0; i < sizeof of_room / sizeof *of_room; i++)
        *of_room[i] = ARENA_ARRAY(a, lanes, (size_t)p->n_room + 1);
    b->cool_water_w = ARENA_ARRAY(a, lanes, (size_t)p->n_cool + 1);
}

void moisture_begin(struct step *k)
{
    struct block *b = k->b;
    if (!k->p->has_water_balance) return;
    for (int c = 0; c < k->p->n_cool; c++) fill(k, b->cool_water_w[c], 0);
    for (int r = 0; r < k->p->n_room; r++) {
        fill(k, b->water_kg_s[r], 0);
        fill(k, b->water_drain_kg_s[r], 0);
        fill(k, b->water_humid_w[r], 0);
        fill(k, b->water_reheat_w[r], 0);
        fill(k, b->water_latent_w[r], 0);
    }
}

/* What the room's units that live can do with water. */
struct means {
    double airflow_m3_s;  /* of all of them, which share humidifier and reheat */
    double capacity_w;    /* rated, of those with wet coils */
    double wet_frac;      /* of the recirculating air, what passes coils with a drain */
    const double *loop_c; /* coldest water of such coils, of one loop; NULL: none needed */
    bool has_direct;      /* direct expansion, as cold as it takes */
    int fresh;            /* its fresh-air unit; -1: none, or none alive */
};

static struct means means_of(const struct step *k, int room)
{
    const struct plant_room *r = &k->p->room[room];
    struct means m = {.fresh = -1};
    double inside_m3_s = 0, wet_m3_s = 0, coldest_c = HUGE_VAL;
    for (int c = r->cool_first; c < r->cool_first + r->n_cool; c++) {
        const struct cool *x = &k->p->cool[c];
        double flow_m3_s = alive_cool(k, c) * x->u->airflow_m3_s;
        if (!(flow_m3_s > 0)) continue;
        m.airflow_m3_s += flow_m3_s;
        if (x->kind == KIND_AHU && r->has_fresh) {
            m.fresh = c;
            continue;
        }
        inside_m3_s += flow_m3_s;
        if (!x->is_wet) continue;
        wet_m3_s += flow_m3_s;
        m.capacity_w += alive_cool(k, c) * x->capacity_w;
        m.has_direct |= x->kind == KIND_CRAC;
        if (x->kind == KIND_CRAC || k->p->loop[x->loop].l->supply_c >= coldest_c) continue;
        coldest_c = k->p->loop[x->loop].l->supply_c;
        m.loop_c = k->b->loop_supply_c[x->loop];
    }
    m.wet_frac = inside_m3_s > 0 ? wet_m3_s / inside_m3_s : 0;
    return m;
}

struct room_air {
    double p_pa, h_v, outdoor_w; /* J/kg of vapour; humidity ratio outdoors */
    double outdoor_kg_s;         /* dry air that comes in */
    double in_kg_s;              /* water with it and by people */
    double unit_kg_s;            /* through the units */
    double sensible_w;           /* that they must take, before what follows */
    double supply_c, return_c;
};

struct room_change {
    double w, humid_kg_s, drain_kg_s, humid_w, reheat_w;
};

/* Humidity of the room when coils take a (w - w_coil) of its water and in_kg_s comes in. */
static double settled_w(double in_kg_s, double out_kg_s, double a_kg_s, double coil_w)
{
    double free_w = in_kg_s / out_kg_s;
    if (!(free_w > coil_w)) return free_w;
    return (in_kg_s + a_kg_s * coil_w) / (out_kg_s + a_kg_s);
}

static double colder_limit_c(const struct means *m, int i)
{
    return m->has_direct || !m->loop_c ? -HUGE_VAL : m->loop_c[i];
}

/* The air is drier than it may be; a_kg_s and coil_w are of the coil as it must cool. */
static void humidify(const struct room_water *x, const struct room_air *r, double a_kg_s,
                     double coil_w, struct room_change *c)
{
    double least_w = ratio_of(x->dew_min_pa, r->p_pa);
    double need_kg_s =
        r->outdoor_kg_s * least_w - r->in_kg_s + a_kg_s * greater(least_w - coil_w, 0);
    c->humid_kg_s = lesser(need_kg_s, x->humidifier_kg_s);
    c->humid_w = c->humid_kg_s * x->humidifier_j_kg;
    c->w = need_kg_s <= x->humidifier_kg_s
               ? least_w
               : settled_w(r->in_kg_s + c->humid_kg_s, r->outdoor_kg_s, a_kg_s, coil_w);
}

/* The air is moister than it may be, and a part of the return air is dried: not more than
   all_kg_s, nor than what the room and reheat can warm again, nor than the units are rated
   for.  True where that dries more than the coils as they are. */
static bool dry(const struct step *k, const struct room_water *x, const struct room_air *r,
                const struct means *m, double all_kg_s, double coil_c, struct room_change *c)
{
    double most_w = ratio_of(x->dew_max_pa, r->p_pa), coil_w = saturated_w(k, coil_c, r->p_pa);
    double wants_w = greater(r->sensible_w, 0), per_kg = cp_air_j_kg_k * (r->return_c - coil_c);
    double latent_per_kg = r->h_v * greater(most_w - coil_w, 0);
    double can_kg_s = lesser(lesser(all_kg_s, (wants_w + x->reheat_w) / per_kg),
                             m->capacity_w / (per_kg + latent_per_kg));
    double need_kg_s = (r->in_kg_s - r->outdoor_kg_s * most_w) / (most_w - coil_w);
    bool is_enough = most_w > coil_w && need_kg_s <= can_kg_s;
    double w = is_enough ? most_w : settled_w(r->in_kg_s, r->outdoor_kg_s, can_kg_s, coil_w);
    if (!(r->return_c > coil_c) || !(w < c->w)) return false;
    c->w = w;
    c->reheat_w = greater((is_enough ? need_kg_s : can_kg_s) * per_kg - wants_w, 0);
    return true;
}

static struct room_change change_of(const struct step *k, const struct plant_room *room,
                                    const struct means *m, const struct room_air *r, int i)
{
    const struct room_water *x = &room->water;
    double bypass = room->r->coil_bypass_frac, coldest_c = colder_limit_c(m, i);
    double all_kg_s = r->unit_kg_s * m->wet_frac * (1 - bypass);
    double a_kg_s = r->sensible_w > 0 ? all_kg_s : 0;
    double adp_c = r->supply_c - (r->return_c - r->supply_c) * bypass / (1 - bypass);
    double coil_w = saturated_w(k, greater(adp_c, coldest_c), r->p_pa);
    struct room_change c = {.w = settled_w(r->in_kg_s, r->outdoor_kg_s, a_kg_s, coil_w)};
    bool dries = false;
    if (room->r->humidifier != HUMIDIFIER_NONE && vapour_of(c.w, r->p_pa) < x->dew_min_pa)
        humidify(x, r, a_kg_s, coil_w, &c);
    else if (room->r->dehumidifier == DEHUMIDIFIER_COIL && all_kg_s > 0 &&
             vapour_of(c.w, r->p_pa) > x->dew_max_pa)
        dries = dry(k, x, r, m, all_kg_s, greater(room->r->drying_coil_c, coldest_c), &c);
    /* what is left of the balance; a coil that is warm has no share of its rounding */
    double left_kg_s = r->in_kg_s + c.humid_kg_s - r->outdoor_kg_s * c.w;
    if (dries || (a_kg_s > 0 && c.w > coil_w)) c.drain_kg_s = greater(left_kg_s, 0);
    return c;
}

static struct room_air air_of(const struct step *k, int room, int i, double other_w)
{
    const struct plant_room *x = &k->p->room[room];
    const struct block *b = k->b;
    int h = k->h0 + i;
    double inlet_c = b->room_inlet_c[room][i], supply_c = b->room_supply_c[room][i];
    double rho = k->w->p_pa[h] / (gas_j_kg_k * (supply_c + kelvin));
    double unit_kg_s = rho * b->room_unit_m3_s[room][i], from_c = k->w->t_c[h];
    struct room_air r = {.p_pa = k->w->p_pa[h],
                         .h_v = h_vapour_j_kg + cp_vapour_j_kg_k * inlet_c,
                         .outdoor_w = k->w->w[h],
                         .outdoor_kg_s = rho * x->water.outdoor_m3_s,
                         .unit_kg_s = unit_kg_s,
                         .supply_c = supply_c};
    double cp = cp_air_j_kg_k + cp_vapour_j_kg_k * r.outdoor_w;
    r.in_kg_s = r.outdoor_kg_s * r.outdoor_w + x->water.people_latent_w / r.h_v;
    r.sensible_w = other_w + x->water.people_w + r.outdoor_kg_s * cp * (from_c - inlet_c);
    double rise_k = greater(r.sensible_w, 0) / (unit_kg_s * cp_air_j_kg_k);
    r.return_c = supply_c + (unit_kg_s > 0 ? rise_k : 0);
    return r;
}

/* Gains, loads and return air of one lane; in_w comes through the envelope, other_w is
   what the room has of its own. */
static void set_lane(struct step *k, int room, const struct means *m, int i, double in_w,
                     double own_w)
{
    const struct plant_room *x = &k->p->room[room];
    struct block *b = k->b;
    struct room_air r = air_of(k, room, i, in_w + own_w);
    struct room_change c = {.w = r.in_kg_s / r.outdoor_kg_s};
    bool is_fresh = m->fresh >= 0 && fresh_air_helps(k, m->fresh, i, r.return_c);
    if (m->airflow_m3_s > 0 && !is_fresh) c = change_of(k, x, m, &r, i);
    double latent_w = c.drain_kg_s * r.h_v;
    double sensible_w = r.sensible_w + c.humid_w - c.humid_kg_s * r.h_v;
    double taken_w = greater(sensible_w, 0), mcp_w_k = r.unit_kg_s * cp_air_j_kg_k;
    double rise_k = taken_w / mcp_w_k;
    b->water_w[room][i] = c.w;
    b->water_kg_s[room][i] = c.humid_kg_s;
    b->water_drain_kg_s[room][i] = c.drain_kg_s;
    b->water_humid_w[room][i] = c.humid_w;
    b->water_reheat_w[room][i] = c.reheat_w;
    b->water_latent_w[room][i] = latent_w;
    b->room_heat_w[room][i] = taken_w + c.reheat_w + latent_w;
    b->room_gain_w[room][i] = b->room_heat_w[room][i] - own_w - c.humid_w - c.reheat_w;
    b->room_mcp_w_k[room][i] = mcp_w_k;
    b->room_return_c[room][i] = r.supply_c + (r.unit_kg_s > 0 ? rise_k : 0);
}

void moisture_heat(struct step *k, int room, const double *fan_w)
{
    const struct plant_room *x = &k->p->room[room];
    const struct room *r = x->r;
    struct block *b = k->b;
    struct means m = means_of(k, room);
    for (int i = k->from; i < k->to; i++) {
        double inlet_c = b->room_inlet_c[room][i];
        double in_w = r->envelope_w_k * (k->w->t_c[k->h0 + i] - inlet_c) +
                      r->adjacent_w_k * (r->adjacent_c - inlet_c);
        double own_w = b->room_it_w[room][i] + b->room_loss_w[room][i] + fan_w[i];
        set_lane(k, room, &m, i, in_w, own_w);
    }
    for (int c = x->cool_first; m.airflow_m3_s > 0 && c < x->cool_first + x->n_cool; c++) {
        double share = alive_cool(k, c) * k->p->cool[c].u->airflow_m3_s / m.airflow_m3_s;
        for (int i = k->from; i < k->to; i++)
            b->cool_water_w[c][i] =
                share * (b->water_humid_w[room][i] + b->water_reheat_w[room][i]);
    }
}

enum { WET_BULB_STEPS = 20 };
static const double wet_bulb_tolerance_k = 1e-7;

/* Equation 33 of ASHRAE Fundamentals 2017, chapter 1, over the plant's table of saturation;
   the slope by Magnus' formula is near enough for steps that settle. */
static double wet_bulb_c(const struct step *k, double t_c, double w, double p_pa, double x)
{
    for (int n = 0; n < WET_BULB_STEPS; n++) {
        double psat_pa = table_at(&k->p->psat, x), ws = ratio_of(psat_pa, p_pa);
        double rise = ws * p_pa / (p_pa - psat_pa) * 17.62 * 243.12 / ((243.12 + x) * (243.12 + x));
        double latent = h_vapour_j_kg - 2326 * x;
        double f = latent * ws - cp_air_j_kg_k * (t_c - x) -
                   w * (h_vapour_j_kg + cp_vapour_j_kg_k * t_c - 4186 * x);
        double step_k = f / (latent * rise - 2326 * ws + cp_air_j_kg_k + 4186 * w);
        x -= step_k;
        if (fabs(step_k) < wet_bulb_tolerance_k) break;
    }
    return x;
}

void moisture_wet_bulb(struct step *k, int room, double *wet_c)
{
    const double *p_pa = k->w->p_pa + k->h0, *return_c = k->b->room_return_c[room];
    for (int i = k->from; i < k->to; i++) {
        double w = lesser(k->b->water_w[room][i], saturated_w(k, return_c[i], p_pa[i]));
        double x = wet_bulb_c(k, return_c[i], w, p_pa[i], wet_c[i]);
        wet_c[i] = x > 0.01 ? x : psychro_wet_bulb_c(return_c[i], w, p_pa[i]); /* or ice */
    }
}

/* ---- when all is solved ----------------------------------------------------- */

/* Dry air that a fresh-air unit lets in, kg/s, where it works. */
static double let_in_kg_s(const struct step *k, int c, int i)
{
    const struct block *b = k->b;
    int room = k->p->cool[c].room;
    double mcp_w_k = b->room_mcp_w_k[room][i], return_c = b->room_return_c[room][i];
    double t_c = k->w->t_c[k->h0 + i], wants_c = return_c - b->cool_heat_w[c][i] / mcp_w_k;
    double frac = wants_c < t_c ? 1 : lesser((return_c - wants_c) / (return_c - t_c), 1);
    return frac * mcp_w_k / cp_air_j_kg_k;
}

/* Its air as it is outdoors, with the water that the unit gives it; what comes in by leaks
   and people is mixed in. */
static void finish_fresh(struct step *k, int r)
{
    const struct plant_room *x = &k->p->room[r];
    struct block *b = k->b;
    const double *restrict heat_w = b->cool_heat_w[x->cool_first];
    const double *restrict given_kg_s = b->cool_given_kg_s[x->cool_first];
    const double *restrict outdoor_w = k->w->w + k->h0, *restrict p_pa = k->w->p_pa + k->h0;
    double *restrict w = b->water_w[r];
    for (int i = k->from; i < k->to; i++) {
        if (!(heat_w[i] > 0)) continue;
        if (!(given_kg_s[i] > 0) && !x->water.runs) {
            w[i] = outdoor_w[i];
            continue;
        }
        double kg_s = let_in_kg_s(k, x->cool_first, i), leak_kg_s = 0, gives_kg_s = 0;
        if (x->water.runs) {
            double h_v = h_vapour_j_kg + cp_vapour_j_kg_k * b->room_inlet_c[r][i];
            double rho = p_pa[i] / (gas_j_kg_k * (b->room_supply_c[r][i] + kelvin));
            leak_kg_s = rho * x->water.outdoor_m3_s;
            gives_kg_s = x->water.people_latent_w / h_v;
        }
        w[i] = outdoor_w[i] + (given_kg_s[i] + gives_kg_s) / (kg_s + leak_kg_s);
    }
}

static void finish_room(struct step *k, int r)
{
    const struct plant_room *x = &k->p->room[r];
    const double *restrict p_pa = k->w->p_pa + k->h0;
    double *restrict w = k->b->water_w[r], *restrict dew_pa = k->b->water_dew_pa[r];
    double held_pa = x->water.held_pa;
#pragma omp simd
    for (int i = k->from; i < k->to; i++) {
        double held_w = ratio_of(held_pa, p_pa[i]);
        w[i] = x->water.runs ? w[i] : held_w;
    }
    if (x->has_fresh) finish_fresh(k, r);
#pragma omp simd
    for (int i = k->from; i < k->to; i++) dew_pa[i] = vapour_of(w[i], p_pa[i]);
}

void moisture_finish(struct step *k)
{
    for (int r = 0; r < k->p->n_room; r++)
        if (k->p->room[r].water.moves) finish_room(k, r);
}

void moisture_dew_points(const struct plant *p, struct block *b)
{
    double *dew_c = b->quantity[Q_DEW_POINT_C], held_c = (double)NAN;
    for (int r = 0; r < p->n_room; r++)
        if (!p->room[r].water.moves) held_c = keep_greater(held_c, p->room[r].r->dew_point_c);
    for (int i = 0; i < b->n; i++) dew_c[i] = held_c;
    for (int r = 0; r < p->n_room; r++)
        for (int i = 0; p->room[r].water.moves && i < b->n; i++)
            dew_c[i] = keep_greater(dew_c[i], psychro_dew_point_of_pa(b->water_dew_pa[r][i]));
}

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

static void build_surfaces(struct build *b)
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
        if ((x->kind == KIND_CRAH || x->kind == KIND_REARDOOR) && !x->is_wet)
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

/* ---- of the plant ------------------------------------------------------------ */

static struct humidity_limits humidity_of(double held_pa, double dew_min_c, double dew_max_c,
                                          double rh_min, double rh_max)
{
    struct humidity_limits h = {psychro_psat_pa(dew_min_c),
                                psychro_psat_pa(dew_max_c),
                                rh_min,
                                rh_max,
                                psychro_dew_point_of_pa(held_pa / rh_max),
                                rh_min > 0 ? psychro_dew_point_of_pa(held_pa / rh_min) : HUGE_VAL};
    if (held_pa < h.dew_min_pa || held_pa > h.dew_max_pa) h.damp_c = HUGE_VAL;
    return h;
}

static void build_water(struct plant *p, struct plant_room *x)
{
    const struct room *r = x->r;
    const struct envelope *e = envelope_find((enum envelope_class)r->envelope_class);
    double outdoor_m3_s = room_outdoor_m3_s(r), held_pa = psychro_psat_pa(r->dew_point_c);
    x->water = (struct room_water){
        .runs = outdoor_m3_s > 0,
        .moves = outdoor_m3_s > 0 || x->has_fresh,
        .held_pa = held_pa,
        .dew_min_pa = psychro_psat_pa(room_dew_min_c(r)),
        .dew_max_pa = psychro_psat_pa(room_dew_max_c(r)),
        .outdoor_m3_s = outdoor_m3_s,
        .people_w = r->people * r->person_heat_w,
        .people_latent_w = r->people * r->person_latent_w,
        .reheat_w = r->reheat_w,
        .humidifier_j_kg = room_humidifier_j_kg(r),
        .humidifier_kg_s = isnan(r->humidifier_kg_s) ? HUGE_VAL : r->humidifier_kg_s,
        .allowable = humidity_of(held_pa, e->dew_min_c, e->dew_max_c, e->rh_min, e->rh_max),
        .recommended = humidity_of(held_pa, e->rec_dew_min_c, e->rec_dew_max_c, 0, e->rec_rh_max)};
    p->has_water |= x->water.moves;
    p->has_water_balance |= x->water.runs;
}

static bool has_drain(const struct build *b, const struct cool *x)
{
    switch (x->kind) {
    case KIND_CRAC: return true;
    case KIND_CRAH: return site_crah(b->s, x->index)->coil == COIL_WET;
    case KIND_REARDOOR: return site_reardoor(b->s, x->index)->coil == COIL_WET;
    default: return false;
    }
}

void build_moisture(struct build *b)
{
    struct plant *p = b->p;
    for (int c = 0; c < p->n_cool; c++) p->cool[c].is_wet = has_drain(b, &p->cool[c]);
    for (int r = 0; r < p->n_room; r++) build_water(p, &p->room[r]);
    build_surfaces(b);
}
