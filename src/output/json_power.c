#include "output/json_power.h"

#include <math.h>

#include "output/json_tree.h"

static cJSON *add_item(cJSON *list, const char *element, struct arena *a)
{
    cJSON *o = cJSON_CreateObject();
    tree_text(o, "element", element, a);
    cJSON_AddItemToArray(list, o);
    return o;
}

static void add_row(cJSON *list, const struct power_row *r, struct arena *a)
{
    cJSON *o = add_item(list, r->element, a);
    tree_text(o, "kind", r->kind, a);
    tree_number(o, "depth", r->depth);
    tree_number(o, "alike", r->alike);
    tree_names(o, "alike_names", r->alike_name, r->alike, a);
    tree_names(o, "sources", r->source, r->n_source, a);
    tree_number(o, "nameplate_kw", r->nameplate_w / 1000);
    tree_number(o, "budget_kw", r->budget_w / 1000);
    tree_number(o, "peak_kw", r->peak_w / 1000);
    tree_number(o, "loss_kw", r->loss_w / 1000);
    tree_number(o, "budget_efficiency", r->budget_efficiency);
    tree_number(o, "peak_efficiency", r->peak_efficiency);
    tree_number(o, "peak_kva", r->va / 1000);
    tree_number(o, "power_factor", r->power_factor);
    tree_number(o, "current_a", r->current_a);
    cJSON *lines = cJSON_AddArrayToObject(o, "line_a");
    for (int i = 0; i < 3; i++) cJSON_AddItemToArray(lines, tree_value(r->line_a[i]));
    tree_number(o, "neutral_a", r->neutral_a);
    tree_number(o, "unbalance_share", r->unbalance_frac);
    tree_number(o, "rated_a", r->rated_a);
    tree_number(o, "rated_kw", r->rated_w / 1000);
    tree_number(o, "rated_kva", r->rated_va / 1000);
    tree_number(o, "usable_kw", r->usable_w / 1000);
    tree_number(o, "free_kw", r->free_w / 1000);
    tree_number(o, "used_share", r->used_frac);
    tree_text(o, "usable_note", r->usable_note, a);
}

/* ---- where power goes ------------------------------------------------------- */

static void add_powers(cJSON *o, const struct power_line *l)
{
    tree_number(o, "budget_kw", l->budget_w / 1000);
    tree_number(o, "peak_kw", l->peak_w / 1000);
    tree_number(o, "energy_kwh", l->energy_kwh);
}

static void add_balance(cJSON *to, const struct power_balance *x, struct arena *a)
{
    cJSON *o = cJSON_AddObjectToObject(to, "balance");
    tree_number(o, "budget_hour", x->budget_hour);
    tree_number(o, "peak_hour", x->peak_hour);
    cJSON *list = cJSON_AddArrayToObject(o, "parts");
    for (int i = 0; i < x->n; i++) {
        const struct power_line *l = &x->line[i];
        cJSON *part = cJSON_CreateObject();
        tree_text(part, "key", l->key, a);
        tree_number(part, "level", l->depth < 0 ? (double)NAN : l->depth);
        tree_number(part, "elements", l->depth < 0 ? (double)NAN : l->elements);
        add_powers(part, l);
        cJSON_AddItemToArray(list, part);
    }
    add_powers(cJSON_AddObjectToObject(o, "facility"), &x->all);
    cJSON *rest = cJSON_AddObjectToObject(o, "residual_rel");
    tree_number(rest, "budget", x->residual.budget_w);
    tree_number(rest, "peak", x->residual.peak_w);
    tree_number(rest, "energy", x->residual.energy_kwh);
}

/* ---- sizes -------------------------------------------------------------------- */

static void add_utility(cJSON *list, const struct utility_size *x, struct arena *a)
{
    cJSON *o = add_item(list, x->element, a);
    tree_number(o, "peak_kw", x->peak_w / 1000);
    tree_number(o, "peak_kva", x->peak_va / 1000);
    tree_number(o, "power_factor", x->power_factor);
    tree_number(o, "limit_kw", x->limit_w / 1000);
    tree_number(o, "limit_kva", x->limit_va / 1000);
    tree_number(o, "used_share", x->used_frac);
    tree_number(o, "standard_kva", x->standard_va / 1000);
}

static double worst(const struct power_worst *x, double value)
{
    return x->lost ? value : (double)NAN;
}

static void add_transformer(cJSON *list, const struct transformer_size *x, struct arena *a)
{
    cJSON *o = add_item(list, x->element, a);
    tree_number(o, "alike", x->alike);
    tree_number(o, "units", x->units);
    tree_number(o, "rated_kva", x->rated_va / 1000);
    tree_number(o, "usable_share", x->usable_frac);
    tree_number(o, "peak_kva", x->peak_va / 1000);
    tree_number(o, "used_share", x->used_frac);
    tree_text(o, "worst_lost", x->worst.lost, a);
    tree_number(o, "worst_kva", worst(&x->worst, x->worst.va / 1000));
    tree_number(o, "worst_share", worst(&x->worst, x->worst_frac));
    tree_number(o, "lost_on_generators_kw", x->standby_w / 1000);
    tree_number(o, "lost_dropped_kw", x->dropped_w / 1000);
    tree_number(o, "standard_kva", x->standard_va / 1000);
}

static double sets(const struct generator_size *x, int n)
{
    return x->element && n >= 0 ? n : (double)NAN;
}

static void add_generator(cJSON *list, const struct generator_size *x, struct arena *a)
{
    cJSON *o = add_item(list, x->element, a);
    tree_text(o, "state", x->state, a);
    tree_number(o, "alike", x->alike);
    tree_number(o, "running_kw", x->running_w / 1000);
    bool is_missing = x->lacks_battery && !(x->recharge_w > 0);
    tree_number(o, "recharge_kw", is_missing ? (double)NAN : x->recharge_w / 1000);
    cJSON_AddBoolToObject(o, "recharge_unknown", x->lacks_battery);
    tree_number(o, "required_kw", x->required_w / 1000);
    tree_number(o, "step_kva", x->step_va / 1000);
    tree_number(o, "step_kw", x->step_w / 1000);
    tree_number(o, "rated_kw", x->rated_w / 1000);
    tree_number(o, "derate_share", x->derate_frac);
    tree_number(o, "sets_installed", sets(x, x->installed));
    tree_number(o, "sets_chosen", sets(x, x->chosen));
    tree_number(o, "sets_by_power", sets(x, x->by_power));
    tree_number(o, "sets_by_step", sets(x, x->by_step));
    tree_number(o, "sets_by_dip", isnan(x->dip_frac) ? (double)NAN : sets(x, x->by_dip));
    tree_number(o, "sets_needed", sets(x, x->needed));
    tree_number(o, "load_share", x->load_frac);
    tree_number(o, "step_share", x->step_frac);
    tree_number(o, "step_limit_share", x->step_limit_frac);
    tree_number(o, "dip_share", x->dip_frac);
    tree_number(o, "dip_limit_share", x->dip_limit_frac);
    tree_number(o, "fuel_24_h_l", 1000 * x->fuel_day_m3);
    tree_number(o, "tank_l", 1000 * x->tank_m3);
    tree_number(o, "tank_h", x->tank_s / 3600);
}

static void add_ups(cJSON *list, const struct ups_size *x, struct arena *a)
{
    cJSON *o = add_item(list, x->element, a);
    tree_number(o, "alike", x->alike);
    tree_number(o, "module_kw", x->module_w / 1000);
    tree_number(o, "usable_share", x->usable_frac);
    tree_number(o, "peak_kw", x->peak_w / 1000);
    tree_text(o, "worst_lost", x->worst.lost, a);
    tree_number(o, "worst_kw", worst(&x->worst, x->worst.w / 1000));
    tree_number(o, "modules_needed", x->needed < 0 ? (double)NAN : x->needed);
    tree_number(o, "modules_spare", x->spare);
    tree_number(o, "modules_installed", x->installed);
    if (!x->has_battery) {
        cJSON_AddNullToObject(o, "battery");
        return;
    }
    cJSON *battery = cJSON_AddObjectToObject(o, "battery");
    tree_number(battery, "energy_kwh", x->energy_j / 3.6e6);
    tree_number(battery, "needed_kwh", x->needed_energy_j / 3.6e6);
    tree_number(battery, "runtime_min", x->runtime_s / 60);
    tree_number(battery, "worst_runtime_min", x->worst_runtime_s / 60);
    tree_number(battery, "needed_min", x->needed_s / 60);
}

static void add_sizes(cJSON *o, const struct power_budget *p, struct arena *a)
{
    cJSON *list = cJSON_AddArrayToObject(o, "utilities");
    for (int i = 0; i < p->n_utility; i++) add_utility(list, &p->utility[i], a);
    list = cJSON_AddArrayToObject(o, "transformers");
    for (int i = 0; i < p->n_transformer; i++) add_transformer(list, &p->transformer[i], a);
    list = cJSON_AddArrayToObject(o, "generators");
    for (int i = 0; i < p->n_generator; i++) add_generator(list, &p->generator[i], a);
    list = cJSON_AddArrayToObject(o, "ups");
    for (int i = 0; i < p->n_ups; i++) add_ups(list, &p->ups[i], a);
}

bool json_power(const struct result *r, struct builder *out, struct diags *ds)
{
    const struct power_budget *p = r->power;
    struct arena *a = out->arena;
    cJSON *o = cJSON_CreateObject();
    tree_head(o, "dcplan.power/1", r, a);
    cJSON_AddBoolToObject(o, "ok", r->ok);
    tree_text(o, "verdict", r->verdict, a);
    cJSON *list = cJSON_AddArrayToObject(o, "elements");
    for (int i = 0; i < p->n; i++) add_row(list, &p->row[i], a);
    add_balance(o, &p->balance, a);
    add_sizes(o, p, a);
    return tree_print(o, out, ds);
}
