#include "plan/book_water.h"

#include <math.h>

#include "plan/water_study.h"

enum water_column {
    W_WATER,
    W_NAME,
    W_COOLANT,
    W_AIR,
    W_CHILLER,
    W_FREE,
    W_COMPRESSOR,
    W_VOLUME,
    W_IT,
    W_FACILITY,
    W_PUE,
    W_WUE,
    W_ELECTRICITY,
    W_WATER_COST,
    W_COST,
    W_SAVING,
    W_CHIP,
    W_COOLANT_MARGIN,
    W_INLET,
    W_THROTTLED,
    W_LOST,
    W_BROKEN,
    W_FITS,
    W_REASON,
    N_WATER_COLUMN
};

static const struct grid_column water_columns[N_WATER_COLUMN] = {
    [W_WATER] = {.key = "water_c", .label = "Water, degC", .decimals = 1},
    [W_NAME] = {.key = "case_name", .label = "Case", .is_text = true},
    [W_COOLANT] = {.key = "coolant_c", .label = "Coolant, degC", .decimals = 1, .missing = "none"},
    [W_AIR] = {.key = "air_c", .label = "Supply air, degC", .decimals = 1, .missing = "none"},
    [W_CHILLER] = {.key = "chiller_h", .label = "Chiller hours", .missing = "none"},
    [W_FREE] = {.key = "free_h", .label = "Compressor-free hours"},
    [W_COMPRESSOR] = {.key = "compressor_h", .label = "Compressor hours"},
    [W_VOLUME] = {.key = "volume_m3", .label = "Water, m3"},
    [W_IT] = {.key = "it_year_kwh_of_case", .label = "IT, kWh"},
    [W_FACILITY] = {.key = "facility_kwh_of_case", .label = "Facility, kWh"},
    [W_PUE] = {.key = "pue_of_case",
               .label = "PUE",
               .decimals = 4,
               .expr = "facility_kwh_of_case/it_year_kwh_of_case"},
    [W_WUE] = {.key = "wue_of_case",
               .label = "WUE, L/kWh",
               .decimals = 3,
               .expr = "1000*volume_m3/it_year_kwh_of_case"},
    [W_ELECTRICITY] = {.key = "electricity_cost", .label = "Electricity", .missing = "no price"},
    [W_WATER_COST] = {.key = "water_cost", .label = "Water bill", .missing = "no price"},
    [W_COST] = {.key = "cost_of_case",
                .label = "Cost",
                .missing = "no price",
                .expr = "if(missing(water_cost), electricity_cost, electricity_cost + water_cost)"},
    [W_SAVING] = {.key = "more_than_now", .label = "More than now", .missing = "no price"},
    [W_CHIP] = {.key = "chip_k", .label = "Chip margin, K", .decimals = 1, .missing = "not known"},
    [W_COOLANT_MARGIN] = {.key = "coolant_k",
                          .label = "Coolant margin, K",
                          .decimals = 1,
                          .missing = "none"},
    [W_INLET] = {.key = "inlet_k", .label = "Inlet margin, K", .decimals = 1},
    [W_THROTTLED] = {.key = "throttled_h_of_case", .label = "Throttled hours"},
    [W_LOST] = {.key = "lost_kwh", .label = "Computing lost, kWh"},
    [W_BROKEN] = {.key = "broken", .label = "Limits broken"},
    [W_FITS] = {.key = "fits", .label = "Fits", .is_text = true},
    [W_REASON] = {.key = "reason", .label = "Why not", .is_text = true, .width = 60},
};

static const char *name_of(const struct water_study *s, const struct water_row *x, struct arena *a)
{
    bool is_best = s->optimum >= 0 && x == &s->row[s->optimum];
    const char *best = !is_best ? "" : s->fits ? "optimum" : "least bad";
    if (x->is_own) return "as it is";
    if (!x->class_name) return best;
    return is_best ? arena_format(a, "%s, %s", x->class_name, best) : x->class_name;
}

static void set_case(struct grid_value *v, const struct water_study *s, const struct water_row *x,
                     struct arena *a)
{
    static const struct {
        enum water_column column;
        enum metric_id metric;
    } of[] = {{W_CHILLER, M_CHILLER_HOURS},
              {W_FREE, M_FREE_COOLING_HOURS},
              {W_VOLUME, M_WATER_M3},
              {W_IT, M_IT_ENERGY_KWH},
              {W_FACILITY, M_FACILITY_ENERGY_KWH},
              {W_ELECTRICITY, M_ELECTRICITY_COST_PER_YEAR},
              {W_WATER_COST, M_WATER_COST_PER_YEAR},
              {W_CHIP, M_CHIP_MARGIN_K},
              {W_COOLANT_MARGIN, M_COOLANT_MARGIN_K},
              {W_INLET, M_INLET_MARGIN_K},
              {W_THROTTLED, M_THROTTLED_HOURS},
              {W_LOST, M_LOST_COMPUTE_KWH}};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        v[of[i].column].number = x->is_known ? x->metric[of[i].metric] : (double)NAN;
    v[W_WATER].number = x->water_c;
    v[W_NAME].text = name_of(s, x, a);
    v[W_COOLANT].number = x->coolant_c;
    v[W_AIR].number = x->air_c;
    v[W_COMPRESSOR].number = x->is_known ? x->compressor_hours : (double)NAN;
    v[W_SAVING].number = x->is_known ? x->cost - s->own_row.cost : (double)NAN;
    v[W_BROKEN].number = x->is_known ? x->n_broken : (double)NAN;
    v[W_FITS].text = x->fits ? "yes" : "no";
    v[W_REASON].text = x->reason ? x->reason : "";
}

void book_water(const struct result *r, struct grid *g, int sheet, struct arena *a)
{
    const struct water_study *s = r->water;
    struct grid_value *v = ARENA_ARRAY(a, struct grid_value, (size_t)(s->n + 1) * N_WATER_COLUMN);
    set_case(v, s, &s->own_row, a);
    for (int i = 0; i < s->n; i++) set_case(v + (size_t)(i + 1) * N_WATER_COLUMN, s, &s->row[i], a);
    grid_table(g, sheet, "water_study", water_columns, N_WATER_COLUMN, v, s->n + 1);
}
