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
    rule(c, v->liquid_capture_frac <= 0 || v->cdu.n == 1, "its cold plates have no CDU",
         "add cdu = NAME");
    rule(c, v->liquid_capture_frac >= 1 || v->airflow_m3_s > 0, "it moves no air",
         "add airflow = 400 cfm, or liquid_capture = 100 %");
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
    rule(c, h->cap_ft.n == 6 && h->eir_ft.n == 6, "cap_ft and eir_ft take six numbers", NULL);
    rule(c, h->eir_plr.n == 3 || h->eir_plr.n == 4, "eir_plr takes three or four numbers", NULL);
    rule(c, h->condenser == CONDENSER_AIR || h->rejects_to.n == 1,
         "a water-cooled condenser needs a loop", "add rejects_to = loop.NAME");
    rule(c, h->condenser == CONDENSER_WATER || h->rejects_to.n == 0,
         "an air-cooled condenser rejects to no loop", "set condenser = water");
    rule(c, h->needed == PARAM_NO_COUNT || h->needed <= h->part.count, "needed is more than count",
         NULL);
    check_feed(c);
}

static void check_crac(const struct checker *c)
{
    const struct crac *x = site_crac(c->s, c->index);
    rule(c, x->cap_ft.n == 6 && x->eir_ft.n == 6, "cap_ft and eir_ft take six numbers", NULL);
    check_air_unit(c, &x->air);
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

static void check_loop(const struct checker *c)
{
    const struct loop *l = site_loop(c->s, c->index);
    rule(c, l->rejects_to.n > 0, "nothing cools its water", "add rejects_to = chiller.NAME");
    rule(c, loop_ends(c->s, c->index, 8), "its heat goes round in a circle", NULL);
    rule(c, ends_unlocked(c->s, l), "in weather that locks its last economizer nothing cools it",
         "name a chiller after the economizer, or take lockout away");
    for (int i = 0; i < l->rejects_to.n; i++)
        rule(c, serves_one_loop(c->s, &l->rejects_to.ref[i]),
             "what cools it is named by more than one loop", "give each loop parts of its own");
    check_feed(c);
}

static void check_cdu(const struct checker *c)
{
    const struct cdu *u = site_cdu(c->s, c->index);
    rule(c, u->rejects_to.n == 1, "it rejects its heat to no loop", "add rejects_to = loop.NAME");
    rule(c, u->needed == PARAM_NO_COUNT || u->needed <= u->part.count, "needed is more than count",
         NULL);
    check_feed(c);
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

static void check_room(const struct checker *c)
{
    const struct room *r = site_room(c->s, c->index);
    rule(c, room_is_cooled(c->s, c->index), "no cooling unit serves it",
         "add a [crac NAME], [crah NAME] or [ahu NAME] with serves");
    rule(c, r->dew_point_c < r->supply_c, "its dew point is not below its supply air",
         "the air could not hold that much water: lower dew_point, or raise supply");
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
    case KIND_AHU: check_air_unit(c, &site_ahu(c->s, c->index)->air); break;
    case KIND_LOOP: check_loop(c); break;
    case KIND_ECONOMIZER:
        rule(c, site_economizer(c->s, c->index)->rejects_to.n == 1, "its cold side has no loop",
             "add rejects_to = loop.NAME");
        break;
    case KIND_CHILLER: check_chiller(c); break;
    case KIND_CDU: check_cdu(c); break;
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
    return ds->n_error == before;
}
