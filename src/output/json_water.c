#include "output/json_water.h"

#include <math.h>

#include "output/csv_out.h"
#include "output/json_tree.h"

/* Metrics that a case is told by, under their own names. */
static const enum metric_id told[] = {M_CHILLER_HOURS,       M_FREE_COOLING_HOURS,
                                      M_ECONOMIZER_HOURS,    M_WATER_M3,
                                      M_WUE_L_PER_KWH,       M_IT_ENERGY_KWH,
                                      M_FACILITY_ENERGY_KWH, M_PUE,
                                      M_PEAK_FACILITY_KW,    M_ELECTRICITY_COST_PER_YEAR,
                                      M_WATER_COST_PER_YEAR, M_MAX_INLET_C,
                                      M_INLET_MARGIN_K,      M_MAX_COOLANT_C,
                                      M_COOLANT_MARGIN_K,    M_CHIP_MARGIN_K,
                                      M_THROTTLED_HOURS,     M_TRIPPED_HOURS,
                                      M_LOST_COMPUTE_KWH};
enum { N_TOLD = sizeof told / sizeof *told };

struct own_number { /* what a case has beside metrics */
    const char *key;
    size_t at;
    bool is_setting; /* known before it is simulated */
};

#define OWN(field) offsetof(struct water_row, field)
static const struct own_number settings[] = {
    {"water_c", OWN(water_c), true},
    {"coolant_setpoint_c", OWN(coolant_c), true},
    {"supply_air_setpoint_c", OWN(air_c), true},
    {"capture_share", OWN(capture_frac), true},
    {"approach_k", OWN(approach_k), true},
    {"chip_limit_c", OWN(chip_limit_c), true},
    {"max_water_c", OWN(max_water_c), false},
    {"compressor_hours", OWN(compressor_hours), false},
    {"chiller_beyond_curves_hours", OWN(chiller_beyond_hours), false},
    {"out_of_control_hours", OWN(runaway_hours), false},
    {"cost_per_year", OWN(cost), false},
};
enum { N_SETTING = sizeof settings / sizeof *settings };

static double own_number(const struct water_row *x, const struct own_number *n)
{
    double value = *(const double *)(const void *)((const char *)x + n->at);
    return n->is_setting || x->is_known ? value : (double)NAN;
}

static double metric(const struct water_row *x, enum metric_id id)
{
    return x->is_known ? x->metric[id] : (double)NAN;
}

static cJSON *row_json(const struct water_row *x, struct arena *a)
{
    cJSON *o = cJSON_CreateObject();
    for (int i = 0; i < N_SETTING; i++)
        tree_number(o, settings[i].key, own_number(x, &settings[i]));
    tree_text(o, "class", x->class_name, a);
    cJSON_AddBoolToObject(o, "fits", x->fits);
    cJSON_AddBoolToObject(o, "all_limits_checked", x->is_checked);
    tree_number(o, "broken_limits", x->is_known ? x->n_broken : (double)NAN);
    tree_text(o, "reason", x->reason, a);
    cJSON *metrics = cJSON_AddObjectToObject(o, "metrics");
    for (int i = 0; i < N_TOLD; i++)
        tree_number(metrics, metric_rows[told[i]].key, metric(x, told[i]));
    cJSON *parts = cJSON_AddObjectToObject(o, "energy_kwh");
    for (int q = 0; q < N_QUANTITY; q++)
        if (quantity_rows[q].is_part)
            tree_number(parts, quantity_rows[q].part_key,
                        x->is_known ? x->part_kwh[q] : (double)NAN);
    tree_names(o, "overrides", x->override, x->n_override, a);
    return o;
}

/* A case by its place among the cases; null when there is none. */
static void add_index(cJSON *to, const char *key, int i)
{
    tree_number(to, key, i >= 0 ? i : (double)NAN);
}

static void add_choice(cJSON *o, const struct water_study *s, struct arena *a)
{
    static const char *const words[N_WATER_BASIS] = {"cost", "energy", "water"};
    cJSON *c = cJSON_AddObjectToObject(o, "optimum");
    cJSON_AddBoolToObject(c, "fits", s->fits);
    add_index(c, "case", s->optimum);
    tree_text(c, "chosen_by", words[s->basis], a);
    add_index(c, "by_cost", s->best[WATER_BY_COST]);
    add_index(c, "by_energy", s->best[WATER_BY_ENERGY]);
    add_index(c, "by_water", s->best[WATER_BY_WATER]);
    add_index(c, "within_half_percent_first", s->near_first);
    add_index(c, "within_half_percent_last", s->near_last);
    add_index(c, "warmer_limit", s->warm_end);
    add_index(c, "colder_limit", s->cold_end);
    tree_text(c, "because", s->because, a);
    tree_text(c, "limits", s->limits, a);
}

bool json_water(const struct water_study *s, struct builder *out, struct diags *ds)
{
    struct arena *a = out->arena;
    cJSON *o = cJSON_CreateObject();
    tree_head(o, "dcplan.water/1", s->own, a);
    tree_text(o, "currency", s->own->currency, a);
    tree_text(o, "verdict", s->verdict, a);
    tree_text(o, "loop", s->loop, a);
    tree_text(o, "water", s->has_cdu ? "facility" : "chilled", a);
    tree_text(o, "setpoints_behind", s->keep_behind ? "stay" : "follow", a);
    cJSON_AddBoolToObject(o, "water_has_price", s->has_water_price);
    cJSON_AddBoolToObject(o, "leakage_by_coolant", s->has_leakage);
    cJSON_AddBoolToObject(o, "all_limits_of_all_cases", !s->is_quick);
    add_choice(o, s, a);
    cJSON_AddItemToObject(o, "as_is", row_json(&s->own_row, a));
    cJSON *list = cJSON_AddArrayToObject(o, "cases");
    for (int i = 0; i < s->n; i++) cJSON_AddItemToArray(list, row_json(&s->row[i], a));
    return tree_print(o, out, ds);
}

static void add_cell(struct builder *out, double value)
{
    char text[TEXT_NUMBER_CAP];
    builder_text(out, ",");
    if (isfinite(value)) builder_text(out, text_shortest(text, value));
}

void csv_water(const struct water_study *s, struct builder *out)
{
    builder_text(out, "case");
    for (int i = 0; i < N_SETTING; i++) builder_format(out, ",%s", settings[i].key);
    for (int i = 0; i < N_TOLD; i++) builder_format(out, ",%s", metric_rows[told[i]].key);
    builder_text(out, ",broken_limits,fits,optimum,reason\n");
    for (int k = 0; k < s->n; k++) {
        const struct water_row *x = &s->row[k];
        builder_format(out, "%d", k);
        for (int i = 0; i < N_SETTING; i++) add_cell(out, own_number(x, &settings[i]));
        for (int i = 0; i < N_TOLD; i++) add_cell(out, metric(x, told[i]));
        add_cell(out, x->is_known ? x->n_broken : (double)NAN);
        builder_format(out, ",%d,%d,", x->fits, s->fits && k == s->optimum);
        if (x->reason) csv_text(out, x->reason);
        builder_text(out, "\n");
    }
}
