#include "output/json_failures.h"

#include <math.h>

#include "output/json_tree.h"

static void add_bool(cJSON *to, const char *key, bool x)
{
    cJSON_AddBoolToObject(to, key, x);
}

static void add_drops(cJSON *to, const struct failure *x, struct arena *a)
{
    cJSON *list = cJSON_AddArrayToObject(to, "dropped");
    for (int i = 0; i < x->n_drop; i++) {
        const struct failure_drop *d = &x->drop[i];
        cJSON *o = cJSON_CreateObject();
        tree_text(o, "element", d->element, a);
        tree_number(o, "count", d->count);
        tree_number(o, "of", d->of);
        tree_number(o, "power_kw", d->power_w / 1000);
        tree_text(o, "where", d->where, a);
        cJSON_AddItemToArray(list, o);
    }
}

static void add_rows(cJSON *to, const struct failure *x, struct arena *a)
{
    cJSON *list = cJSON_AddArrayToObject(to, "limits");
    for (int i = 0; i < x->n_row; i++) {
        const struct failure_row *r = &x->row[i];
        cJSON *o = cJSON_CreateObject();
        tree_text(o, "element", r->limit.element, a);
        tree_text(o, "resource", r->limit.resource, a);
        tree_number(o, "used", r->limit.used);
        tree_number(o, "used_before", r->before);
        tree_number(o, "limit", r->limit.limit);
        tree_text(o, "unit", r->limit.unit, a);
        tree_number(o, "margin", r->limit.margin);
        add_bool(o, "broken", r->limit.is_broken);
        tree_number(o, "hours_over", r->hours < 0 ? (double)NAN : r->hours);
        tree_number(o, "alike", r->alike);
        tree_number(o, "efficiency", r->efficiency);
        tree_number(o, "efficiency_before", r->efficiency_before);
        tree_text(o, "note", r->limit.note, a);
        cJSON_AddItemToArray(list, o);
    }
}

static void add_power(cJSON *o, const struct failure *x)
{
    tree_number(o, "demand_kw", x->demand_w / 1000);
    tree_number(o, "served_kw", x->served_w / 1000);
    tree_number(o, "dropped_kw", x->dropped_w / 1000);
    tree_number(o, "capped_servers", x->capped_servers);
    tree_number(o, "cap_share", x->cap_frac);
    tree_number(o, "work_lost_share", x->work_lost_frac);
    tree_number(o, "psu_efficiency", x->psu_efficiency);
    tree_number(o, "ups_efficiency", x->ups_efficiency);
    tree_number(o, "peak_facility_kw", x->facility_w / 1000);
    tree_number(o, "max_inlet_c", x->max_inlet_c);
    tree_number(o, "inlet_limit_c", x->inlet_limit_c);
    tree_number(o, "hours_over", x->hours_over < 0 ? (double)NAN : x->hours_over);
    tree_number(o, "hours_above_allowable", x->hours_hot);
    tree_number(o, "throttled_hours", x->hours_throttled);
    tree_number(o, "tripped_hours", x->hours_tripped);
    tree_number(o, "energy_residual_rel", x->energy_residual);
    tree_number(o, "heat_residual_rel", x->heat_residual);
}

static cJSON *state_json(const struct failure *x, struct arena *a)
{
    static const char *const kind[] = {[FAILURE_UNIT] = "unit",
                                       [FAILURE_PART] = "part",
                                       [FAILURE_UTILITY] = "utility",
                                       [FAILURE_COOLING] = "cooling",
                                       [FAILURE_CHOSEN] = "chosen"};
    cJSON *o = cJSON_CreateObject();
    tree_text(o, "state", x->state, a);
    tree_text(o, "kind", kind[x->kind], a);
    tree_names(o, "lost", x->lost, x->n_lost, a);
    add_bool(o, "single_failure", x->is_loss);
    add_bool(o, "maintenance", x->is_maintenance);
    tree_number(o, "alike", x->alike);
    tree_names(o, "alike_names", x->alike_name, x->alike_name ? x->alike : 0, a);
    tree_text(o, "effect", x->word, a);
    add_bool(o, "survives", x->survives);
    add_bool(o, "bound", x->is_bound);
    add_power(o, x);
    add_drops(o, x, a);
    add_rows(o, x, a);
    return o;
}

static void add_normal(cJSON *to, const struct failures *f)
{
    cJSON *o = cJSON_AddObjectToObject(to, "normal");
    tree_number(o, "demand_kw", f->demand_w / 1000);
    tree_number(o, "peak_facility_kw", f->facility_w / 1000);
    tree_number(o, "psu_efficiency", f->psu_efficiency);
    tree_number(o, "ups_efficiency", f->ups_efficiency);
    tree_number(o, "max_inlet_c", f->max_inlet_c);
    add_bool(o, "overloaded", f->is_over);
}

static void add_firm(cJSON *to, const struct failures *f, struct arena *a)
{
    cJSON *list = cJSON_AddArrayToObject(to, "firm_capacity");
    for (int i = 0; i < f->n_firm; i++) {
        const struct firm *x = &f->firm[i];
        cJSON *o = cJSON_CreateObject();
        tree_text(o, "consumer", x->consumer, a);
        tree_text(o, "sources", x->sources, a);
        tree_number(o, "installed_kva", x->installed_va / 1000);
        tree_number(o, "firm_kva", x->firm_va / 1000);
        tree_number(o, "peak_kva", x->peak_va / 1000);
        cJSON_AddItemToArray(list, o);
    }
}

static void add_loads(cJSON *to, const struct availability *v, struct arena *a)
{
    cJSON *list = cJSON_AddArrayToObject(to, "loads");
    for (int i = 0; i < v->n_load; i++) {
        const struct availability_load *x = &v->load[i];
        cJSON *o = cJSON_CreateObject();
        tree_text(o, "server", x->server, a);
        tree_number(o, "count", x->count);
        tree_text(o, "sources", x->sources, a);
        tree_number(o, "unavailability", x->unavailability);
        tree_number(o, "down_hours_per_year", x->hours_per_year);
        tree_number(o, "degraded_hours_per_year", x->degraded_hours_per_year);
        tree_number(o, "losses_per_year", x->losses_per_year);
        add_bool(o, "exact", x->is_exact);
        cJSON *parts = cJSON_AddArrayToObject(o, "contributors");
        for (int k = 0; k < x->n_part; k++) {
            cJSON *p = cJSON_CreateObject();
            tree_text(p, "element", x->part[k].element, a);
            tree_number(p, "hours_per_year", x->part[k].hours_per_year);
            cJSON_AddItemToArray(parts, p);
        }
        cJSON_AddItemToArray(list, o);
    }
}

static void add_availability(cJSON *to, const struct availability *v, struct arena *a)
{
    cJSON *o = cJSON_AddObjectToObject(to, "availability");
    tree_number(o, "it_down_hours_per_year", v->it_hours_per_year);
    tree_number(o, "servers_left_out", v->left_out);
    add_loads(o, v, a);
    tree_names(o, "unknown", v->unknown, v->n_unknown, a);
    tree_names(o, "start_not_bridged", v->note, v->n_note, a);
}

/* Every second of the first minute, then every tenth, and the last. */
static bool is_told(const struct ride *r, int s)
{
    enum { FIRST_S = 60, EACH_S = 10 };
    return s <= FIRST_S || s % EACH_S == 0 || s == r->n - 1;
}

static void add_curve(cJSON *to, const struct ride *r)
{
    const struct {
        const char *key;
        const double *x;
        double unit;
    } columns[] = {{"inlet_c", r->inlet_c, 1},     {"equipment_c", r->equip_c, 1},
                   {"coolant_c", r->coolant_c, 1}, {"water_c", r->water_c, 1},
                   {"heat_kw", r->heat_w, 1000},   {"cooled_kw", r->cooled_w, 1000}};
    cJSON *o = cJSON_AddObjectToObject(to, "curve");
    cJSON *seconds = cJSON_AddArrayToObject(o, "s");
    for (int i = 0; i < r->n; i++)
        if (is_told(r, i)) cJSON_AddItemToArray(seconds, tree_value(i));
    for (size_t k = 0; k < sizeof columns / sizeof *columns; k++) {
        cJSON *list = cJSON_AddArrayToObject(o, columns[k].key);
        for (int i = 0; i < r->n; i++)
            if (is_told(r, i))
                cJSON_AddItemToArray(list, tree_value(columns[k].x[i] / columns[k].unit));
    }
}

static const char *by_text(int source, bool is_coolant)
{
    return source < 0 ? NULL : is_coolant ? "coolant" : "inlet";
}

/* A time that does not come is null. */
static cJSON *ride_json(const struct ride_through *x, struct arena *a)
{
    const struct ride *r = &x->ride;
    cJSON *o = cJSON_CreateObject();
    tree_text(o, "state", x->state, a);
    tree_text(o, "room", x->room, a);
    tree_number(o, "heat_kw", x->heat_w / 1000);
    tree_number(o, "air_moves_s", x->air_s);
    tree_number(o, "coolant_flows_s", x->coolant_flow_s);
    tree_number(o, "cooled_s", x->cooled_s);
    tree_number(o, "power_until_s", x->power_s);
    tree_number(o, "recommended_s", r->recommended_s);
    tree_number(o, "allowable_s", r->allowable_s);
    tree_number(o, "coolant_s", r->coolant_s);
    tree_text(o, "coolant_first", x->coolant_first, a);
    tree_number(o, "throttle_s", r->throttle_s);
    tree_text(o, "throttle_first", x->throttle_first, a);
    tree_text(o, "throttle_racks", x->throttle_racks, a);
    tree_text(o, "throttle_by", by_text(r->first_throttle, r->coolant_throttles), a);
    tree_number(o, "trip_s", r->trip_s);
    tree_text(o, "trip_first", x->trip_first, a);
    tree_text(o, "trip_racks", x->trip_racks, a);
    tree_text(o, "trip_by", by_text(r->first_trip, r->coolant_trips), a);
    tree_number(o, "max_inlet_c", r->max_c);
    tree_number(o, "max_inlet_s", r->max_s);
    tree_number(o, "max_coolant_c", r->max_coolant_c);
    tree_number(o, "rise_15min_k", r->rise_15min_k);
    tree_number(o, "bears_s", x->bears_s);
    tree_text(o, "bears_until", x->bears_why, a);
    tree_number(o, "asked_s", x->asked_s);
    tree_number(o, "end_s", r->end_s);
    add_bool(o, "borne", x->is_borne);
    add_curve(o, r);
    return o;
}

static void add_ride(cJSON *to, const struct ride_list *l, struct arena *a)
{
    cJSON *list = cJSON_AddArrayToObject(to, "ride_through");
    for (int i = 0; i < l->n; i++) cJSON_AddItemToArray(list, ride_json(&l->item[i], a));
    tree_names(to, "ride_through_notes", l->note, l->n_note, a);
}

bool json_failures(const struct result *r, struct builder *out, struct diags *ds)
{
    const struct failures *f = r->failures;
    struct arena *a = out->arena;
    cJSON *o = cJSON_CreateObject();
    tree_head(o, "dcplan.fail/1", r, a);
    add_bool(o, "ok", failures_ok(f));
    tree_text(o, "verdict", f->verdict, a);
    if (!f->is_partial) {
        tree_text(o, "statement", f->statement, a);
        add_bool(o, "fault_tolerant", f->is_fault_tolerant);
        add_bool(o, "concurrently_maintainable", f->is_maintainable);
        tree_names(o, "single_points_of_failure", f->spof, f->n_spof, a);
    }
    add_normal(o, f);
    cJSON *list = cJSON_AddArrayToObject(o, "states");
    for (int i = 0; i < f->n; i++) cJSON_AddItemToArray(list, state_json(&f->item[i], a));
    add_firm(o, f, a);
    add_availability(o, &f->availability, a);
    add_ride(o, &f->ride, a);
    tree_names(o, "skipped", f->skip, f->n_skip, a);
    return tree_print(o, out, ds);
}
