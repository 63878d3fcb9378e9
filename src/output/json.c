#include "output/json.h"

#include <math.h>
#include <string.h>

#include "base/version.h"
#include "output/json_floor.h"
#include "output/json_tree.h"
#include "output/typeset.h"

static void add_metrics(cJSON *to, const double *metric)
{
    cJSON *o = cJSON_AddObjectToObject(to, "metrics");
    for (int i = 0; i < N_METRIC; i++) tree_number(o, metric_rows[i].key, metric[i]);
}

static void add_energy(cJSON *to, const struct result *r)
{
    cJSON *o = cJSON_AddObjectToObject(to, "energy_kwh");
    for (int i = 0; i < r->n_part; i++) tree_number(o, r->part[i].key, r->part[i].energy_kwh);
}

static void add_limits(cJSON *to, const struct result *r, struct arena *a)
{
    cJSON *list = cJSON_AddArrayToObject(to, "limits");
    for (int i = 0; i < r->n_limit; i++) {
        const struct limit *l = &r->limit[i];
        cJSON *o = cJSON_CreateObject();
        tree_text(o, "element", l->element, a);
        tree_text(o, "resource", l->resource, a);
        tree_text(o, "state", l->state, a);
        tree_number(o, "used", l->used);
        tree_number(o, "limit", l->limit);
        tree_text(o, "unit", l->unit, a);
        tree_number(o, "margin", l->margin);
        tree_number(o, "alike", l->alike);
        tree_text(o, "note", l->note, a);
        cJSON_AddItemToArray(list, o);
    }
}

/* Means of the year. */
static void add_airflow(cJSON *to, const struct room_result *x)
{
    cJSON *o = cJSON_AddObjectToObject(to, "airflow");
    tree_number(o, "servers_m3_s", x->servers_m3_s);
    tree_number(o, "units_m3_s", x->units_m3_s);
}

static cJSON *rack_json(const struct floor_rack *x, struct arena *a)
{
    cJSON *o = cJSON_CreateObject();
    tree_text(o, "rack", x->name, a);
    tree_number(o, "x_m", x->has_place ? x->box.x0_m : (double)NAN);
    tree_number(o, "y_m", x->has_place ? x->box.y0_m : (double)NAN);
    tree_number(o, "inlet_c", x->inlet_c);
    tree_number(o, "margin_k", x->margin_k);
    tree_number(o, "recirculation", isnan(x->inlet_c) ? (double)NAN : x->recirculation);
    return o;
}

static void add_racks(cJSON *to, const struct floor_plan *f, struct arena *a)
{
    bool has_spot = f && f->hottest >= 0;
    cJSON_AddItemToObject(to, "hot_spot",
                          has_spot ? rack_json(&f->rack[f->hottest], a) : cJSON_CreateNull());
    cJSON *list = cJSON_AddArrayToObject(to, "racks");
    for (int i = 0; f && i < f->n_rack; i++) cJSON_AddItemToArray(list, rack_json(&f->rack[i], a));
}

static void add_rooms(cJSON *to, const struct result *r, struct arena *a)
{
    cJSON *list = cJSON_AddArrayToObject(to, "rooms");
    for (int i = 0; i < r->n_room; i++) {
        cJSON *o = cJSON_CreateObject();
        tree_text(o, "name", r->room[i].name, a);
        add_metrics(o, r->room[i].metric);
        add_airflow(o, &r->room[i]);
        add_racks(o, r->room[i].floor, a);
        json_aisles(o, r, i, a);
        cJSON_AddItemToArray(list, o);
    }
}

static void add_months(cJSON *to, const struct result *r)
{
    cJSON *list = cJSON_AddArrayToObject(to, "monthly");
    for (int i = 0; i < MONTHS; i++) {
        const struct month_result *m = &r->month[i];
        cJSON *o = cJSON_CreateObject();
        tree_number(o, "month", i + 1);
        tree_number(o, "it_kwh", m->it_kwh);
        tree_number(o, "facility_kwh", m->facility_kwh);
        tree_number(o, "pue", m->pue);
        tree_number(o, "cost", m->cost);
        tree_number(o, "peak_kw", m->peak_kw);
        cJSON_AddItemToArray(list, o);
    }
}

static void add_warnings(cJSON *to, const struct result *r, struct arena *a)
{
    cJSON *list = cJSON_AddArrayToObject(to, "warnings");
    for (int i = 0; i < r->n_warning; i++) {
        const struct warning *w = &r->warning[i];
        cJSON *o = cJSON_CreateObject();
        tree_text(o, "text", w->text, a);
        tree_number(o, "count", w->count);
        tree_number(o, "first_hour", w->first_hour < 0 ? (double)NAN : w->first_hour);
        cJSON_AddItemToArray(list, o);
    }
}

static void add_skipped(cJSON *to, const struct result *r, struct arena *a)
{
    cJSON *list = cJSON_AddArrayToObject(to, "skipped");
    for (int i = 0; i < r->n_skip; i++) {
        cJSON *o = cJSON_CreateObject();
        tree_text(o, "check", r->skip[i].check, a);
        tree_text(o, "what", r->skip[i].what, a);
        tree_number(o, "count", r->skip[i].count);
        cJSON_AddItemToArray(list, o);
    }
}

static cJSON *document(const struct result *r, struct arena *a)
{
    cJSON *o = cJSON_CreateObject();
    tree_head(o, "dcplan.run/1", r, a);
    cJSON_AddBoolToObject(o, "ok", r->ok);
    tree_text(o, "verdict", r->verdict, a);
    tree_text(o, "currency", r->currency && *r->currency ? r->currency : NULL, a);
    add_metrics(o, r->metric);
    add_energy(o, r);
    add_limits(o, r, a);
    add_rooms(o, r, a);
    add_months(o, r);
    add_warnings(o, r, a);
    add_skipped(o, r, a);
    json_fabrics(o, r, a);
    return o;
}

bool json_result(const struct result *r, struct builder *out, struct diags *ds)
{
    return tree_print(document(r, out->arena), out, ds);
}

/* ---- comparison --------------------------------------------------------- */

static void add_numbers(cJSON *to, const char *key, const double *x, int n)
{
    cJSON *list = cJSON_AddArrayToObject(to, key);
    for (int i = 0; i < n; i++) cJSON_AddItemToArray(list, tree_value(x[i]));
}

static void add_differences(cJSON *to, const char *key, const struct difference *d, int n,
                            int cases)
{
    cJSON *o = cJSON_AddObjectToObject(to, key);
    for (int i = 0; i < n; i++) add_numbers(o, d[i].key, d[i].value, cases);
}

static void add_settings(cJSON *to, const struct comparison *c, struct arena *a)
{
    cJSON *list = cJSON_AddArrayToObject(to, "inputs_that_differ");
    for (int i = 0; i < c->n_setting; i++) {
        cJSON *o = cJSON_CreateObject(), *values;
        tree_text(o, "object", c->setting[i].object, a);
        tree_text(o, "key", c->setting[i].key, a);
        values = cJSON_AddArrayToObject(o, "values");
        for (int k = 0; k < c->n; k++) {
            const char *v = c->setting[i].value[k];
            cJSON_AddItemToArray(values,
                                 v ? cJSON_CreateString(typeset_clean(a, v)) : cJSON_CreateNull());
        }
        cJSON_AddItemToArray(list, o);
    }
}

static cJSON *step_json(const struct waterfall_step *s, int metric, struct arena *a)
{
    cJSON *o = cJSON_CreateObject();
    tree_text(o, "group", s->group, a);
    tree_names(o, "parts", s->part, s->n_part, a);
    tree_number(o, "by", s->by[metric]);
    return o;
}

static void add_waterfall(cJSON *to, const struct waterfall *w, struct arena *a)
{
    cJSON *list = cJSON_AddArrayToObject(to, "waterfall");
    for (int m = 0; w && w->n_step && m < w->n_metric; m++) {
        const struct metric_row *row = &metric_rows[w->metric[m]];
        cJSON *o = cJSON_CreateObject(), *steps;
        tree_text(o, "metric", row->key, a);
        tree_text(o, "unit", row->unit, a);
        tree_number(o, "from", w->from[m]);
        tree_number(o, "to", w->to[m]);
        steps = cJSON_AddArrayToObject(o, "step");
        for (int i = 0; i < w->n_step; i++)
            cJSON_AddItemToArray(steps, step_json(&w->step[i], m, a));
        cJSON_AddItemToArray(list, o);
    }
    tree_names(to, "waterfall_notes", w ? w->note : NULL, w ? w->n_note : 0, a);
}

bool json_comparison(const struct comparison *c, struct builder *out, struct diags *ds)
{
    cJSON *o = cJSON_CreateObject();
    tree_text(o, "schema", "dcplan.compare/1", out->arena);
    tree_text(o, "version", DCPLAN_VERSION, out->arena);
    cJSON *sites = cJSON_AddArrayToObject(o, "sites");
    for (int i = 0; i < c->n; i++)
        cJSON_AddItemToArray(sites,
                             cJSON_CreateString(typeset_clean(out->arena, c->of[i]->site_name)));
    tree_text(o, "currency", c->same_currency && *c->of[0]->currency ? c->of[0]->currency : NULL,
              out->arena);
    cJSON *currencies = cJSON_AddArrayToObject(o, "currencies");
    for (int i = 0; i < c->n; i++)
        cJSON_AddItemToArray(currencies, cJSON_CreateString(c->of[i]->currency));
    add_numbers(o, "saving_per_year", c->saving_per_year, c->n);
    add_numbers(o, "capex_difference", c->capex_difference, c->n);
    add_numbers(o, "payback_years", c->payback_years, c->n);
    add_numbers(o, "it_energy_pct", c->it_energy_pct, c->n);
    add_differences(o, "metrics", c->metric, c->n_metric, c->n);
    add_differences(o, "energy_kwh", c->part, c->n_part, c->n);
    add_settings(o, c, out->arena);
    add_waterfall(o, c->waterfall, out->arena);
    return tree_print(o, out, ds);
}

/* ---- catalogue and parameters -------------------------------------------- */

static cJSON *model_json(const struct object_set *set, const struct object *o, struct arena *a)
{
    const struct kind *k = &set->kinds[o->kind];
    cJSON *item = cJSON_CreateObject();
    tree_text(item, "kind", k->name, a);
    tree_text(item, "name", o->name, a);
    tree_text(item, "file", o->place.file, a);
    tree_number(item, "line", o->place.line);
    cJSON *keys = cJSON_AddObjectToObject(item, "keys");
    for (int i = 0; i < k->n_params; i++)
        if (o->from[i].origin != ORIGIN_DEFAULT)
            tree_text(keys, k->params[i].key, param_print(&k->params[i], o->data, a), a);
    return item;
}

/* "dgx-h100" or "server.dgx-h100". */
static bool is_named(const struct object_set *set, const struct object *o, const char *name)
{
    const char *kind = set->kinds[o->kind].name;
    size_t n = strlen(kind);
    if (!strncmp(name, kind, n) && name[n] == '.' && !strcmp(name + n + 1, o->name)) return true;
    return !strcmp(name, o->name);
}

bool json_models(const struct object_set *set, int only, const char *name, struct builder *out,
                 struct diags *ds)
{
    cJSON *o = cJSON_CreateObject();
    tree_text(o, "schema", "dcplan.models/1", out->arena);
    tree_text(o, "version", DCPLAN_VERSION, out->arena);
    cJSON *list = cJSON_AddArrayToObject(o, "models");
    for (int i = 0; i < set->n; i++)
        if ((only < 0 || set->item[i].kind == only) &&
            (!name || is_named(set, &set->item[i], name)))
            cJSON_AddItemToArray(list, model_json(set, &set->item[i], out->arena));
    return tree_print(o, out, ds);
}

static cJSON *param_json(const struct param *p, struct arena *a)
{
    cJSON *o = cJSON_CreateObject();
    bool is_required = p->def == PARAM_REQUIRED, is_bounded = p->min < 0 || p->max > 0;
    tree_text(o, "key", p->key, a);
    tree_text(o, "unit", p->unit && *p->unit ? p->unit : NULL, a);
    tree_text(o, "default", is_required ? NULL : p->def, a);
    cJSON_AddBoolToObject(o, "required", is_required);
    tree_number(o, "min", is_bounded ? p->min : (double)NAN);
    tree_number(o, "max", is_bounded ? p->max : (double)NAN);
    cJSON *words = cJSON_AddArrayToObject(o, "words");
    for (int i = 0; p->words && p->words[i]; i++)
        cJSON_AddItemToArray(words, cJSON_CreateString(p->words[i]));
    tree_text(o, "doc", p->doc, a);
    return o;
}

bool json_params(const struct kind *kinds, int n, int only, struct builder *out, struct diags *ds)
{
    cJSON *o = cJSON_CreateObject();
    tree_text(o, "schema", "dcplan.params/1", out->arena);
    tree_text(o, "version", DCPLAN_VERSION, out->arena);
    cJSON *list = cJSON_AddArrayToObject(o, "kinds");
    for (int k = 0; k < n; k++) {
        if (only >= 0 && k != only) continue;
        cJSON *kind = cJSON_CreateObject();
        tree_text(kind, "kind", kinds[k].name, out->arena);
        tree_text(kind, "doc", kinds[k].doc, out->arena);
        cJSON *keys = cJSON_AddArrayToObject(kind, "keys");
        for (int i = 0; i < kinds[k].n_params; i++)
            cJSON_AddItemToArray(keys, param_json(&kinds[k].params[i], out->arena));
        cJSON_AddItemToArray(list, kind);
    }
    return tree_print(o, out, ds);
}
