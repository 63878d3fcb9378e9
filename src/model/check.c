#include "model/check.h"

#include <math.h>

struct checker {
    const struct site *s;
    struct diags *ds;
    int kind, index;
};

static struct place place_of(const struct checker *c)
{
    return c->s->of[c->kind].object[c->index]->place;
}

static const char *name_of(const struct checker *c)
{
    return c->s->of[c->kind].name[c->index];
}

static void rule(const struct checker *c, bool holds, const char *text, const char *hint)
{
    if (holds) return;
    diag_error(c->ds, DIAG_INPUT, place_of(c), hint, "[%s %s]: %s",
               c->s->objects.kinds[c->kind].name, name_of(c), text);
}

static void advise(const struct checker *c, bool holds, const char *text, const char *hint)
{
    if (holds) return;
    diag_warning(c->ds, DIAG_INPUT, place_of(c), hint, "[%s %s]: %s",
                 c->s->objects.kinds[c->kind].name, name_of(c), text);
}

/* Heat of an air-cooled box per rack unit that no product reaches: above it the
   power is more likely in the wrong unit. */
enum { PLAUSIBLE_W_PER_U = 5000 };

static bool racks_feed(const struct site *s, const struct server *v)
{
    if (!v->rack.n) return false;
    for (int i = 0; i < v->rack.n; i++)
        if (!site_rack(s, v->rack.ref[i].index)->part.from.n) return false;
    return true;
}

static bool is_whole_curve(const struct points *p)
{
    return p->n >= 2 && !(p->x[0] > 0) && !(p->x[p->n - 1] < 1) && p->y[p->n - 1] > p->y[0];
}

static void check_immersed(const struct checker *c, const struct server *v)
{
    rule(c, v->liquid_capture_frac > 0, "it is immersed and gives no heat to liquid",
         "add liquid_capture = 99 %");
    rule(c, v->fan_power_w <= 0 && v->airflow_m3_s <= 0, "it is immersed and has fans",
         "add fan_power = 0 W and airflow = 0 cfm");
    rule(c, v->cdu.n != 1 || site_cdu(c->s, v->cdu.ref[0].index)->fluid == FLUID_DIELECTRIC,
         "it is immersed in water", "give its cdu fluid = dielectric");
}

/* Rack units that it may take, and racks that its `at` names. */
static void check_places(const struct checker *c, const struct server *v)
{
    double least = isnan(v->u_min) ? 1 : v->u_min;
    rule(c, !(v->u_min > v->u_max), "u_min is above u_max", NULL);
    rule(c, isnan(v->u_max) || v->u_min > v->u_max || least - 1 + v->height_u <= v->u_max + 1e-9,
         "it is higher than the units from u_min to u_max",
         "u_max is the highest unit that it takes, counted from the floor");
    bool is_in_room = true, is_fed = true;
    for (int i = 0; i < v->spots.n && v->room.n; i++) {
        const struct rack *r = site_rack(c->s, v->spots.spot[i].rack);
        is_in_room &= !r->room.n || r->room.ref[0].index == v->room.ref[0].index;
        is_fed &= v->part.from.n > 0 || r->part.from.n > 0;
    }
    rule(c, is_in_room, "a rack of its 'at' stands in another room", "look at room of both");
    rule(c, is_fed, "nothing feeds it in a rack of its 'at'",
         "add from = pdu.NAME here or at that rack");
}

static void check_rack(const struct checker *c)
{
    const struct rack *r = site_rack(c->s, c->index);
    bool is_whole = true, is_inside = true, is_once = true;
    for (int i = 0; i < r->reserved_u.n; i++) {
        double u = r->reserved_u.v[i];
        is_whole &= !(fabs(u - floor(u + 0.5)) > 1e-9);
        is_inside &= u <= r->units_u + 1e-9;
        for (int j = 0; j < i; j++) is_once &= fabs(r->reserved_u.v[j] - u) > 1e-9;
    }
    rule(c, is_whole, "a reserved unit is no whole one", "write reserved = 1, 2, 42 U");
    rule(c, is_inside, "a reserved unit is above the rack",
         "units count from the floor, 1 first; look at units");
    rule(c, is_once, "a unit is reserved twice", NULL);
}

static void check_server(const struct checker *c)
{
    const struct server *v = site_server(c->s, c->index);
    rule(c, v->room.n == 1, "it stands in no room", "add room = NAME");
    rule(c, v->part.from.n > 0 || racks_feed(c->s, v), "nothing feeds it",
         "add from = pdu.NAME here or at its racks");
    rule(c, v->power_idle_w <= v->power_typical_w && v->power_typical_w <= v->power_maximum_w,
         "its powers do not rise from idle over typical to maximum", NULL);
    rule(c, v->psu_needed <= v->psu_count, "psu_needed is more than psu_count", NULL);
    rule(c, v->psu_least <= v->psu_needed, "psu_least is more than psu_needed", NULL);
    rule(c, !v->psu_cap.n || v->accelerators > 0, "psu_cap needs accelerators", NULL);
    rule(c, v->fan_inlet_low_c < v->fan_inlet_high_c, "fan_inlet_low is not below fan_inlet_high",
         NULL);
    rule(c, v->fan_min_frac <= v->fan_load_frac, "fan_min is above fan_load", NULL);
    rule(c, v->curve != SERVER_POINTS || is_whole_curve(&v->points),
         "curve = points needs points from 0 % to 100 %, the last power above the first",
         "add points = 0 %: 100 W, 100 %: 250 W");
    for (int i = 0; i < v->rack.n && v->room.n; i++) {
        const struct rack *r = site_rack(c->s, v->rack.ref[i].index);
        rule(c, !r->room.n || r->room.ref[0].index == v->room.ref[0].index,
             "a rack it may be placed in stands in another room", NULL);
    }
    check_places(c, v);
    rule(c, v->liquid_capture_frac <= 0 || v->cdu.n == 1, "its cold plates have no CDU",
         "add cdu = NAME");
    if (v->liquid_by == LIQUID_IMMERSION) check_immersed(c, v);
    rule(c, v->liquid_by == LIQUID_IMMERSION || v->liquid_capture_frac >= 1 || v->airflow_m3_s > 0,
         "it moves no air", "add airflow = 400 cfm, or liquid_capture = 100 %");
    rule(c, !(v->chip_limit_c > v->chip_shutdown_c), "chip_limit is above chip_shutdown", NULL);
    rule(c, !(v->inlet_trip_c < v->inlet_max_c), "inlet_trip is below inlet_max", NULL);
    rule(c, v->fan_power_w < v->power_maximum_w, "its fans take more than its greatest power",
         "fan_power is of one server, in watts");
    advise(c, v->psu.n == 1, "it names no power supply", "its supply loss is taken as none");
    advise(c, v->height_u <= 0 || v->power_maximum_w <= PLAUSIBLE_W_PER_U * v->height_u,
           "its power is implausible for its height", "is the power in watts or milliwatts?");
}

static void check_points(const struct checker *c, const struct points *p)
{
    for (int i = 0; i < p->n; i++)
        rule(c, p->y[i] > 0 && p->y[i] <= 1, "an efficiency is not between 0 and 100 %", NULL);
    rule(c, p->n >= 2, "a curve needs two points or more", NULL);
}

static void check_feed(const struct checker *c)
{
    rule(c, site_part(c->s, c->kind, c->index)->from.n > 0, "nothing feeds it",
         "add from = KIND.NAME; every path must end at a utility");
}

static void check_ups(const struct checker *c)
{
    const struct ups *u = site_ups(c->s, c->index);
    rule(c, ups_curve_is_sound(u), "its loss falls with load somewhere between 0 and 100 %",
         "c0, c1 and c1 + 2 c2 must not be negative");
    rule(c, !ups_has_spare(u) || u->modules >= 2, "N+1 needs two modules or more", NULL);
}

static void check_path(const struct checker *c)
{
    rule(c, site_depth(c->s, c->kind, c->index) >= 0,
         "following its from does not end at a utility",
         "look for a circle, or a part without from");
}

static void check_electrical(const struct checker *c)
{
    const struct electrical *e = site_electrical(c->s, c->kind, c->index);
    bool is_root = c->kind == KIND_UTILITY || c->kind == KIND_GENERATOR;
    if (!is_root && e->part.from.n) check_path(c);
    if (c->s->of[c->kind].copy[c->index].k > 0) return;
    if (!is_root) check_feed(c);
    bool has_count = c->kind != KIND_UTILITY && c->kind != KIND_UPS && c->kind != KIND_ATS &&
                     c->kind != KIND_STS;
    rule(c, !has_count || e->part.count > 0, "a count of 0 leaves nothing to pass power",
         "take the section out, and its name from what it feeds");
    bool is_bare = e->voltage.v > 0 && e->voltage.basis == VOLTAGE_BARE;
    int phases = electrical_phases(e);
    struct electrical by_phase = {.phase = e->phase};
    rule(c, e->phase == PHASE_AUTO || phases == electrical_phases(&by_phase),
         "its phase is of another number of phases", "L1 is one, L1-L2 are two, all are three");
    rule(c, !is_bare || phases == 1 || phases == 2, "its three-phase voltage has no basis",
         "write 400 V LL (line to line) or 230 V LN (line to neutral)");
    rule(c, !(e->length_m > 0) || e->resistance_ohm_m > 0, "its conductors have no resistance",
         "add resistance, such as 0.00012 ohm/m");
}

static void check_transformer(const struct checker *c)
{
    const struct transformer *x = site_transformer(c->s, c->index);
    int phases = electrical_phases(&x->e);
    bool is_bare = x->primary.v > 0 && x->primary.basis == VOLTAGE_BARE;
    rule(c, !is_bare || phases == 1 || phases == 2, "its three-phase primary has no basis",
         "write 10 kV LL (line to line)");
}

static void check_air_unit(const struct checker *c, const struct air_unit *u)
{
    rule(c, u->serves.n == 1, "it serves no room", "add serves = NAME");
    rule(c, u->needed == PARAM_NO_COUNT || u->needed <= u->part.count, "needed is more than count",
         NULL);
    check_feed(c);
}

static void check_chiller(const struct checker *c)
{
    const struct chiller *h = site_chiller(c->s, c->index);
    bool is_carnot = h->model == CHILLER_CARNOT;
    rule(c, is_carnot || !isnan(h->cop), "it has no cop", "add cop, at its rated temperatures");
    rule(c, is_carnot || (h->cap_ft.n == 6 && h->eir_ft.n == 6),
         "cap_ft and eir_ft take six numbers", "use = NAME of the catalogue, or model = carnot");
    rule(c, (is_carnot && !h->eir_plr.n) || h->eir_plr.n == 3 || h->eir_plr.n == 4,
         "eir_plr takes three or four numbers", NULL);
    rule(c, !is_carnot || isnan(h->cop) != isnan(h->carnot_frac),
         "a Carnot type has either cop at its rating or carnot_efficiency",
         "give one, and leave the other empty");
    rule(c, h->condenser == CONDENSER_AIR || h->rejects_to.n == 1,
         "a water-cooled condenser needs a loop", "add rejects_to = loop.NAME");
    rule(c, h->condenser == CONDENSER_WATER || h->rejects_to.n == 0,
         "an air-cooled condenser rejects to no loop", "set condenser = water");
    rule(c, h->needed == PARAM_NO_COUNT || h->needed <= h->part.count, "needed is more than count",
         NULL);
    check_feed(c);
}

/* Condensers take their water as warm as the weather makes it; coils and coolant do not. */
static bool loop_carries_only_condensers(const struct site *s, int loop)
{
    for (int i = 0; i < s->of[KIND_CRAH].n; i++) {
        const struct ref_list *to = &site_crah(s, i)->air.rejects_to;
        if (to->n && to->ref[0].index == loop) return false;
    }
    for (int i = 0; i < s->of[KIND_REARDOOR].n; i++) {
        const struct ref_list *to = &site_reardoor(s, i)->air.rejects_to;
        if (to->n && to->ref[0].index == loop) return false;
    }
    for (int i = 0; i < s->of[KIND_CDU].n; i++) {
        const struct ref_list *to = &site_cdu(s, i)->rejects_to;
        if (to->n && to->ref[0].index == loop) return false;
    }
    return true;
}

static void check_dx_economizer(const struct checker *c, const struct crac *x)
{
    bool has = x->economizer != DX_NO_ECONOMIZER, is_coil = x->economizer == DX_COIL;
    rule(c, has || isnan(x->free_w), "economizer_capacity without an economizer",
         "add economizer = pumped-refrigerant, or coil");
    if (!has) return;
    rule(c, x->free_w > 0, "its economizer has no capacity", "add economizer_capacity = 60 kW");
    rule(c, x->free_entering_c < x->free_return_c,
         "economizer_entering is not below economizer_return", NULL);
    rule(c, is_coil || x->condenser == DX_AIR, "pumped refrigerant needs an air-cooled condenser",
         "set economizer = coil");
    rule(c, !is_coil || x->condenser != DX_AIR, "a coil needs the loop of the condenser",
         "set condenser = glycol and rejects_to = loop.NAME");
    rule(c, !is_coil || x->is_free_partial, "a coil always leaves the rest to the compressors",
         "take out economizer_partial");
    rule(c, !is_coil || !(x->free_pump_w > 0), "a coil has no refrigerant pump",
         "its pump is that of the loop");
}

static void check_crac(const struct checker *c)
{
    const struct crac *x = site_crac(c->s, c->index);
    bool is_air = x->condenser == DX_AIR, has_loop = x->air.rejects_to.n == 1;
    rule(c, (!x->cap_ft.n || x->cap_ft.n == 6) && (!x->eir_ft.n || x->eir_ft.n == 6),
         "cap_ft and eir_ft take six numbers", NULL);
    rule(c, is_air || has_loop, "its condenser has no loop", "add rejects_to = loop.NAME");
    rule(c, !is_air || !has_loop, "an air-cooled condenser rejects to no loop",
         "set condenser = water, or glycol");
    rule(c, is_air || x->condenser_min_c < x->condenser_max_c,
         "condenser_min is not below condenser_max", NULL);
    rule(c, is_air || !(x->condenser_fan_w > 0), "a condenser in a loop has no fan",
         "fans are those of the dry cooler or tower of its loop");
    if (has_loop) {
        const struct loop *l = site_loop(c->s, x->air.rejects_to.ref[0].index);
        rule(c, loop_carries_only_condensers(c->s, x->air.rejects_to.ref[0].index),
             "its loop also cools rooms or coolant", "give condensers a loop of their own");
        advise(c, x->condenser != DX_GLYCOL || l->glycol_frac > 0, "its loop has no glycol",
               "add glycol to the loop, or set condenser = water");
    }
    check_dx_economizer(c, x);
    check_air_unit(c, &x->air);
}

static void check_ahu(const struct checker *c)
{
    const struct ahu *h = site_ahu(c->s, c->index);
    bool is_indirect = h->economizer == AHU_INDIRECT;
    rule(c, !is_indirect || !(h->evaporative_frac > 0),
         "an indirect unit does not wet the room's air",
         "spray its exchanger: wet_exchanger = 75 %");
    rule(c, is_indirect || !(h->wet_exchanger_frac > 0), "wet_exchanger is of an indirect unit",
         "add economizer = indirect");
    rule(c, is_indirect || h->indirect_frac > 0 || !(h->scavenger_fan_w > 0),
         "scavenger_fan_power without an exchanger",
         "add economizer = indirect, or indirect = 70 %");
    rule(c, !is_indirect || !(h->indirect_frac > 0), "indirect is a stage of a direct unit",
         "spray its exchanger: wet_exchanger = 75 %");
    check_air_unit(c, &h->air);
}

static void check_reardoor(const struct checker *c)
{
    const struct reardoor *d = site_reardoor(c->s, c->index);
    rule(c, d->rack.n == 1, "it is on no rack", "add rack = NAME");
    rule(c, d->air.rejects_to.n == 1, "its coil has no loop", "add rejects_to = loop.NAME");
    rule(c, d->rated_water_c < d->rated_air_c, "rated_water is not below rated_air", NULL);
    rule(c, d->air.needed == PARAM_NO_COUNT || d->air.needed <= d->air.part.count,
         "needed is more than count", NULL);
    if (d->air.fan_w > 0) check_feed(c);
    if (!d->rack.n) return;
    const struct rack *r = site_rack(c->s, d->rack.ref[0].index);
    rule(c, r->room.n == 1, "its racks stand in no room", "add room = NAME at the rack");
    rule(c,
         !isnan(d->leaving_c) || !r->room.n ||
             site_room(c->s, r->room.ref[0].index)->reset != RESET_INLET,
         "its leaving air follows the supply air, which follows the inlets",
         "add leaving = 24 degC, or take reset = inlet from the room");
    rule(c, d->air.part.count <= r->part.count, "there are more doors than racks",
         "a rack has one door: lower count");
    for (int i = 0; i < c->index; i++) {
        const struct reardoor *other = site_reardoor(c->s, i);
        rule(c, !other->rack.n || other->rack.ref[0].index != d->rack.ref[0].index,
             "another door is on these racks", "split the racks into groups");
    }
}

static int loop_after(const struct site *s, const struct ref *sink)
{
    if (sink->kind == KIND_ECONOMIZER) {
        const struct economizer *e = site_economizer(s, sink->index);
        return e->rejects_to.n ? e->rejects_to.ref[0].index : -1;
    }
    if (sink->kind == KIND_CHILLER) {
        const struct chiller *h = site_chiller(s, sink->index);
        return h->rejects_to.n ? h->rejects_to.ref[0].index : -1;
    }
    return -1;
}

static bool loop_ends(const struct site *s, int loop, int steps)
{
    if (steps <= 0) return false;
    const struct loop *l = site_loop(s, loop);
    for (int i = 0; i < l->rejects_to.n; i++) {
        int next = loop_after(s, &l->rejects_to.ref[i]);
        if (next >= 0 && !loop_ends(s, next, steps - 1)) return false;
    }
    return true;
}

/* Its capacity cannot be had twice. */
static bool serves_one_loop(const struct site *s, const struct ref *sink)
{
    int uses = 0;
    for (int i = 0; i < s->of[KIND_LOOP].n; i++) {
        const struct loop *l = site_loop(s, i);
        for (int k = 0; k < l->rejects_to.n; k++)
            uses += l->rejects_to.ref[k].kind == sink->kind &&
                    l->rejects_to.ref[k].index == sink->index;
    }
    return uses == 1;
}

/* What is locked out leaves the whole of the heat to what comes after it. */
static bool ends_unlocked(const struct site *s, const struct loop *l)
{
    const struct ref *last = l->rejects_to.n ? &l->rejects_to.ref[l->rejects_to.n - 1] : NULL;
    return !last || last->kind != KIND_ECONOMIZER ||
           isnan(site_economizer(s, last->index)->lockout_c);
}

/* Whether it is wanted depends on others: what is left must have where to go. */
static bool reuse_is_first(const struct loop *l)
{
    bool has_other = false;
    for (int i = 0; i < l->rejects_to.n; i++) {
        bool is_reuse = l->rejects_to.ref[i].kind == KIND_REUSE;
        if (is_reuse && has_other) return false;
        has_other |= !is_reuse;
    }
    return has_other || l->rejects_to.n == 0;
}

static bool is_source(const struct site *s, int loop)
{
    for (int i = 0; i < s->of[KIND_LOOP].n; i++) {
        const struct loop *l = site_loop(s, i);
        for (int k = 0; k < l->rejects_to.n; k++)
            if (loop_after(s, &l->rejects_to.ref[k]) == loop) return true;
    }
    return false;
}

static bool is_on(const struct ref_list *rejects_to, int loop)
{
    return rejects_to->n && rejects_to->ref[0].index == loop;
}

/* Where units share a room's heat by what they could take, those on water that gets
   warmer with less of it would hand all of it to the others. */
static bool shares_no_room(const struct site *s, int loop)
{
    for (int i = 0; i < s->of[KIND_CRAH].n; i++) {
        const struct air_unit *u = &site_crah(s, i)->air;
        if (!is_on(&u->rejects_to, loop) || !u->serves.n) continue;
        int room = u->serves.ref[0].index;
        for (int k = 0; k < s->of[KIND_CRAH].n; k++) {
            const struct air_unit *v = &site_crah(s, k)->air;
            if (is_on(&v->serves, room) && !is_on(&v->rejects_to, loop)) return false;
        }
        for (int k = 0; k < s->of[KIND_CRAC].n; k++)
            if (is_on(&site_crac(s, k)->air.serves, room)) return false;
    }
    for (int i = 0; i < s->of[KIND_REARDOOR].n; i++) /* they take more from colder water */
        if (is_on(&site_reardoor(s, i)->air.rejects_to, loop)) return false;
    return true;
}

/* Coils that must stay cold to dry the air of their room. */
static bool has_drying_coils(const struct site *s, int loop)
{
    for (int i = 0; i < s->of[KIND_CRAH].n; i++) {
        const struct air_unit *u = &site_crah(s, i)->air;
        if (is_on(&u->rejects_to, loop) && u->serves.n &&
            site_room(s, u->serves.ref[0].index)->dehumidifier == DEHUMIDIFIER_COIL)
            return true;
    }
    return false;
}

static bool has_condensers(const struct site *s, int loop)
{
    for (int i = 0; i < s->of[KIND_CRAC].n; i++)
        if (is_on(&site_crac(s, i)->air.rejects_to, loop)) return true;
    return false;
}

/* Coils of rooms, or CDUs: what can ask for a temperature. */
static bool is_asked(const struct site *s, int loop)
{
    for (int i = 0; i < s->of[KIND_CRAH].n; i++)
        if (is_on(&site_crah(s, i)->air.rejects_to, loop)) return true;
    for (int i = 0; i < s->of[KIND_CDU].n; i++)
        if (is_on(&site_cdu(s, i)->rejects_to, loop)) return true;
    return false;
}

static void check_reset(const struct checker *c, const struct loop *l)
{
    if (l->reset == LOOP_RESET_FIXED) return;
    rule(c, l->supply_max_c > l->supply_c, "its reset has no supply_max above supply",
         "add supply_max = 24 degC");
    rule(c, !is_source(c->s, c->index) && !has_condensers(c->s, c->index),
         "chillers, economizers or condensers are on a loop with a reset",
         "take reset away: what is on it asks for the temperature it wants");
    rule(c, l->reset != LOOP_RESET_OUTDOOR || l->reset_cold_c < l->reset_warm_c,
         "its reset has no reset_cold below reset_warm",
         "add reset_cold = 5 degC and reset_warm = 20 degC");
    rule(c, l->reset != LOOP_RESET_DEMAND || is_asked(c->s, c->index),
         "no coil and no CDU is on it to ask for colder water", "set reset = outdoor");
    rule(c, l->reset != LOOP_RESET_DEMAND || !has_drying_coils(c->s, c->index),
         "its coils dry a room, and warm water does not",
         "set reset = outdoor, or dehumidifier = none");
    rule(c, l->reset != LOOP_RESET_DEMAND || shares_no_room(c->s, c->index),
         "coils on it share a room with rear doors or with units that are not on it",
         "set reset = outdoor, or give the room units of one loop");
}

static void check_loop(const struct checker *c)
{
    const struct loop *l = site_loop(c->s, c->index);
    rule(c, l->rejects_to.n > 0, "nothing cools its water", "add rejects_to = chiller.NAME");
    rule(c, loop_ends(c->s, c->index, 8), "its heat goes round in a circle", NULL);
    rule(c, isnan(l->npsh_m) == isnan(l->suction_pa),
         "npsh_required and suction_pressure go together", NULL);
    check_reset(c, l);
    rule(c, reuse_is_first(l), "reuse of its heat is not followed by what takes the rest",
         "name reuse first, and a chiller, tower or dry cooler after it");
    rule(c, ends_unlocked(c->s, l), "in weather that locks its last economizer nothing cools it",
         "name a chiller after the economizer, or take lockout away");
    for (int i = 0; i < l->rejects_to.n; i++)
        rule(c, serves_one_loop(c->s, &l->rejects_to.ref[i]),
             "what cools it is named by more than one loop", "give each loop parts of its own");
    check_feed(c);
}

static void check_reuse(const struct checker *c)
{
    const struct reuse *r = site_reuse(c->s, c->index);
    rule(c, !r->month.n || r->month.n == 12, "month takes 12 values", NULL);
    rule(c, r->heat_pump == HEAT_PUMP_NONE || r->part.from.n > 0, "nothing feeds its heat pump",
         "add from = KIND.NAME");
    rule(c, r->heat_pump != HEAT_PUMP_COP || !isnan(r->cop), "its heat pump has no COP",
         "add cop = 4, or heat_pump = carnot");
    rule(c, r->heat_pump != HEAT_PUMP_CARNOT || !isnan(r->delivery_c),
         "its heat pump has no temperature to deliver at", "add delivery = 70 degC");
    rule(c, r->heat_pump != HEAT_PUMP_CARNOT || !(r->delivery_c <= r->water_min_c),
         "it delivers no warmer than the water it takes heat from", "set heat_pump = none");
}

static void check_cdu(const struct checker *c)
{
    const struct cdu *u = site_cdu(c->s, c->index);
    rule(c, u->rejects_to.n == 1, "it rejects its heat to no loop", "add rejects_to = loop.NAME");
    rule(c, u->needed == PARAM_NO_COUNT || u->needed <= u->part.count, "needed is more than count",
         NULL);
    rule(c, !(u->capacity_max_w < u->capacity_w), "capacity_max is below capacity", NULL);
    rule(c, !(u->flow_max_m3_s < u->flow_m3_s_w * u->capacity_w),
         "flow_max is below flow times capacity", "a unit must be able to move its own rating");
    rule(c, !(u->head_shutoff_pa < u->head_available_pa), "head_shutoff is below head_available",
         "a pump's head falls with its flow");
    rule(c, isnan(u->head_shutoff_pa) || !isnan(u->head_available_pa),
         "head_shutoff needs head_available", NULL);
    rule(c, !(u->head_available_pa > u->pump.head_pa), "head_available is above head",
         "head is what the pump makes, losses inside the unit included");
    bool is_oil = u->fluid == FLUID_DIELECTRIC;
    double all = u->fluid_rho_kg_m3 + u->fluid_cp_j_kg_k + u->fluid_nu_m2_s + u->fluid_k_w_m_k;
    rule(c, !is_oil || !isnan(all), "its fluid is not known",
         "add fluid_density, fluid_heat_capacity, fluid_viscosity and fluid_conductivity");
    rule(c,
         is_oil || (isnan(u->fluid_rho_kg_m3) && isnan(u->fluid_cp_j_kg_k) &&
                    isnan(u->fluid_nu_m2_s) && isnan(u->fluid_k_w_m_k)),
         "it tells of a fluid and has another", "add fluid = dielectric");
    check_feed(c);
}

static bool has_chiller(const struct loop *l)
{
    for (int i = 0; i < l->rejects_to.n; i++)
        if (l->rejects_to.ref[i].kind == KIND_CHILLER) return true;
    return false;
}

static bool shares_loop(const struct site *s, int storage)
{
    int loop = site_storage(s, storage)->serves.ref[0].index;
    for (int i = 0; i < storage; i++)
        if (site_storage(s, i)->serves.n && site_storage(s, i)->serves.ref[0].index == loop)
            return true;
    return false;
}

static void check_storage(const struct checker *c)
{
    const struct storage *x = site_storage(c->s, c->index);
    bool by_hours = x->schedule == STORAGE_BY_HOURS, meets = false;
    rule(c, x->serves.n == 1, "it stands on no loop", "add serves = loop.NAME");
    if (x->serves.n != 1) return;
    rule(c, has_chiller(site_loop(c->s, x->serves.ref[0].index)),
         "no chiller cools its loop, so nothing can charge it", "serves = the chilled-water loop");
    rule(c, site_loop(c->s, x->serves.ref[0].index)->reset == LOOP_RESET_FIXED,
         "its loop has a reset: water of other temperatures is stored than is wanted",
         "take reset out of the loop");
    rule(c, !shares_loop(c->s, c->index), "its loop has a tank already",
         "add the capacities of tanks that stand side by side");
    for (int h = 0; h < 24; h++) meets |= x->charge_hours.in[h] && x->discharge_hours.in[h];
    rule(c, !by_hours || (x->charge_hours.given && x->discharge_hours.given), "it has no hours",
         "add charge_hours = 0-6 and discharge_hours = 10-16");
    rule(c, by_hours || !(x->charge_hours.given || x->discharge_hours.given),
         "its hours have no effect beside schedule = tariff", "take them or the schedule out");
    rule(c, !by_hours || !meets, "charge_hours and discharge_hours overlap", NULL);
    const struct tariff *t = c->s->tariff;
    rule(c, by_hours || t, "schedule = tariff needs a tariff", "add tariff = NAME in [site]");
    advise(c,
           by_hours || !t || t->valley_hours.given || t->summer_valley_hours.given ||
               t->weekend == WEEKEND_VALLEY,
           "the tariff has no valley hours: it is never charged", "schedule = hours");
}

static void check_workload(const struct checker *c)
{
    const struct workload *w = site_workload(c->s, c->index);
    rule(c, !w->weekday.n || w->weekday.n == 24, "weekday takes 24 values", NULL);
    rule(c, !w->weekend.n || w->weekend.n == 24, "weekend takes 24 values", NULL);
    rule(c, !w->month.n || w->month.n == 12, "month takes 12 values", NULL);
}

static bool room_is_cooled(const struct site *s, int room)
{
    for (int k = KIND_CRAC; k <= KIND_AHU; k++)
        for (int i = 0; i < s->of[k].n; i++) {
            const struct air_unit *u = (const struct air_unit *)(const void *)site_part(s, k, i);
            if (u->serves.n && u->serves.ref[0].index == room) return true;
        }
    return false;
}

static bool has_servers(const struct site *s, int room)
{
    for (int i = 0; i < s->of[KIND_SERVER].n; i++) {
        const struct server *v = site_server(s, i);
        if (v->room.n && v->room.ref[0].index == room && v->part.count > 0) return true;
    }
    return false;
}

/* Coldest supply air that the room is given. */
static double least_supply_c(const struct room *r)
{
    double least_c = r->supply_c;
    if (r->reset == RESET_INLET) return r->supply_min_c;
    if (r->reset != RESET_OUTDOOR || !r->reset_curve.n) return least_c;
    least_c = r->reset_curve.y[0];
    for (int i = 1; i < r->reset_curve.n; i++) least_c = fmin(least_c, r->reset_curve.y[i]);
    return least_c;
}

static void check_moisture(const struct checker *c, const struct room *r)
{
    bool moves = room_outdoor_m3_s(r) > 0;
    rule(c, isnan(r->outdoor_m3_s) || isnan(r->air_changes_s),
         "its outdoor air is given twice, as infiltration and as air_changes", "keep one");
    rule(c, isnan(r->air_changes_s) || room_area_m2(r) * r->height_m > 0,
         "air_changes need its volume", "add area = 100 m2 and height = 3 m");
    rule(c, room_dew_min_c(r) <= room_dew_max_c(r), "dew_point_min is above dew_point_max",
         "dew_point stands for the one that is not given");
    rule(c, room_dew_max_c(r) < least_supply_c(r) || !moves,
         "its dew_point_max is not below its supply air",
         "the air could not hold that much water: lower dew_point_max, or raise supply");
    rule(c, !(r->people > 0) || moves, "people without outdoor air",
         "add infiltration = 0.01 m3/s for each of them, or leave people out");
    rule(c, r->dehumidifier == DEHUMIDIFIER_NONE || r->drying_coil_c < room_dew_max_c(r),
         "drying_coil is not below dew_point_max", "a coil dries to its own temperature at best");
    advise(c, moves || (r->humidifier == HUMIDIFIER_NONE && r->dehumidifier == DEHUMIDIFIER_NONE),
           "no water comes in or goes, so that its dew point is held without energy",
           "add infiltration or air_changes");
}

static void check_room(const struct checker *c)
{
    const struct room *r = site_room(c->s, c->index);
    rule(c, room_is_cooled(c->s, c->index), "no cooling unit serves it",
         "add a [crac NAME], [crah NAME] or [ahu NAME] with serves");
    check_moisture(c, r);
    rule(c, !has_servers(c->s, c->index) || (isnan(r->air_max_c) && isnan(r->air_rise_k)),
         "air_max and air_rise are for rooms without servers",
         "rack inlets are held to class and limit, and fans follow the servers");
    rule(c, r->reset != RESET_FIXED || r->dew_point_c < r->supply_c,
         "its dew point is not below its supply air",
         "the air could not hold that much water: lower dew_point, or raise supply");
    rule(c, isnan(r->ride_through_s) || (room_area_m2(r) > 0 && r->height_m > 0),
         "ride_through needs area and height", "the air that warms is area x height");
    if (r->reset == RESET_FIXED) return;
    bool by_inlet = r->reset == RESET_INLET;
    rule(c, by_inlet || r->reset_curve.n >= 2, "reset = outdoor needs two points or more",
         "add reset_curve = 10 degC: 24 degC, 30 degC: 20 degC");
    rule(c, !by_inlet || !isnan(r->inlet_target_c), "reset = inlet has no target",
         "add inlet_target = 25 degC");
    rule(c, r->supply_min_c < r->supply_max_c, "supply_min is not below supply_max", NULL);
    rule(c, r->dew_point_c < least_supply_c(r), "its dew point is not below its coldest supply air",
         "lower dew_point, or raise supply_min or reset_curve");
}

/* A supply is bought with its server, a connection is no part. */
static void check_price(const struct checker *c)
{
    if (c->kind != KIND_PSU && c->kind != KIND_UTILITY && c->kind != KIND_WORKLOAD) return;
    if (isnan(site_part(c->s, c->kind, c->index)->price.amount)) return;
    diag_warning(c->ds, DIAG_INPUT, place_of(c), "put it into the price of what is bought",
                 "[%s %s]: its price is not counted", c->s->objects.kinds[c->kind].name,
                 name_of(c));
}

static void check_part(const struct checker *c)
{
    if (kind_is_electrical(c->kind)) check_electrical(c);
    if (c->s->of[c->kind].copy[c->index].k > 0) return; /* said of the first copy */
    check_price(c);
    switch (c->kind) {
    case KIND_RACK: check_rack(c); break;
    case KIND_SERVER: check_server(c); break;
    case KIND_PSU: check_points(c, &site_psu(c->s, c->index)->efficiency); break;
    case KIND_UPS: check_ups(c); break;
    case KIND_TRANSFORMER: check_transformer(c); break;
    case KIND_CRAC: check_crac(c); break;
    case KIND_CRAH:
        check_air_unit(c, &site_crah(c->s, c->index)->air);
        rule(c, site_crah(c->s, c->index)->air.rejects_to.n == 1, "its coil has no loop",
             "add rejects_to = loop.NAME");
        break;
    case KIND_AHU: check_ahu(c); break;
    case KIND_REARDOOR: check_reardoor(c); break;
    case KIND_LOOP: check_loop(c); break;
    case KIND_ECONOMIZER:
        rule(c,
             site_economizer(c->s, c->index)->arrangement == ECONOMIZER_SERIES ||
                 !isnan(site_economizer(c->s, c->index)->lockout_c),
             "in parallel it needs weather to change over in", "add lockout = 8 degC");
        rule(c, site_economizer(c->s, c->index)->rejects_to.n == 1, "its cold side has no loop",
             "add rejects_to = loop.NAME");
        break;
    case KIND_CHILLER: check_chiller(c); break;
    case KIND_CDU: check_cdu(c); break;
    case KIND_REUSE: check_reuse(c); break;
    case KIND_STORAGE: check_storage(c); break;
    case KIND_TOWER:
    case KIND_DRYCOOLER:
    case KIND_LOAD: check_feed(c); break;
    case KIND_WORKLOAD: check_workload(c); break;
    case KIND_ROOM: check_room(c); break;
    case KIND_TARIFF:
        tariff_check(SITE_PART(c->s, KIND_TARIFF, struct tariff, c->index), name_of(c), place_of(c),
                     c->ds);
        break;
    default: break;
    }
}

bool check_site(const struct site *s, struct diags *ds)
{
    int before = ds->n_error;
    for (int k = 0; k < N_KIND; k++)
        for (int i = 0; i < s->of[k].n; i++) {
            struct checker c = {s, ds, k, i};
            check_part(&c);
        }
    check_layout(s, ds);
    check_fabric(s, ds);
    check_growth(s, ds);
    check_scenarios(s, ds);
    check_finance(s, ds);
    check_cloud(s, ds);
    check_tariff(s, ds);
    return ds->n_error == before;
}
