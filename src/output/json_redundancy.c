#include "output/json_redundancy.h"

#include <math.h>

#include "output/json_tree.h"
#include "output/typeset.h"

static void add_texts(cJSON *to, const char *key, const char *const *text, int n, struct arena *a)
{
    cJSON *list = cJSON_AddArrayToObject(to, key);
    for (int i = 0; i < n; i++)
        cJSON_AddItemToArray(list, cJSON_CreateString(typeset_clean(a, text[i])));
}

/* A number of the year; null without one. */
static void add_yearly(cJSON *o, const struct redundancy_row *x, const char *key, double value)
{
    tree_number(o, key, x->of ? value : (double)NAN);
}

static cJSON *row_json(const struct redundancy_row *x, struct arena *a)
{
    const struct redundancy_plan *p = &x->plan;
    cJSON *o = cJSON_CreateObject();
    tree_text(o, "pattern", p->pattern, a);
    cJSON_AddBoolToObject(o, "as_is", x->is_own);
    tree_number(o, "active_systems", p->active);
    tree_number(o, "reserve_systems", p->reserve);
    tree_number(o, "modules_per_system", p->modules);
    tree_number(o, "modules", (p->active + p->reserve) * p->modules);
    tree_number(o, "installed_kw", x->installed_w / 1000);
    add_yearly(o, x, "load_share", x->share);
    tree_number(o, "load_share_after_loss", x->share_lost);
    add_yearly(o, x, "efficiency_at_maximum", x->efficiency_max);
    add_yearly(o, x, "efficiency_of_year", x->efficiency);
    add_yearly(o, x, "ups_loss_kwh", x->loss_kwh);
    add_yearly(o, x, "facility_energy_kwh", x->facility_kwh);
    add_yearly(o, x, "pue", x->pue);
    add_yearly(o, x, "electricity_cost_per_year", x->cost);
    add_yearly(o, x, "facility_energy_difference_kwh", x->more_kwh);
    add_yearly(o, x, "electricity_cost_difference", x->more_cost);
    tree_number(o, "firm_kw", x->firm_w / 1000);
    add_yearly(o, x, "modules_cost", x->capex);
    tree_text(o, "survives", survival_words[x->survives], a);
    tree_text(o, "note", x->note, a);
    add_texts(o, "overrides", x->of ? x->of->override : NULL, x->of ? x->of->n_override : 0, a);
    return o;
}

bool json_redundancy(const struct redundancy *c, struct builder *out, struct diags *ds)
{
    struct arena *a = out->arena;
    cJSON *o = cJSON_CreateObject();
    tree_head(o, "dcplan.redundancy/1", c->own, a);
    tree_text(o, "currency", c->own->currency, a);
    tree_text(o, "ups", c->ups, a);
    tree_number(o, "load_kw", c->load_w / 1000);
    tree_number(o, "module_kw", c->module_w / 1000);
    tree_number(o, "usable_share", c->usable_frac);
    tree_number(o, "module_price", c->module_price);
    add_texts(o, "fed_by_all_systems", c->pooled, c->n_pooled, a);
    cJSON *list = cJSON_AddArrayToObject(o, "patterns");
    for (int i = 0; i < c->n; i++) cJSON_AddItemToArray(list, row_json(&c->row[i], a));
    return tree_print(o, out, ds);
}
