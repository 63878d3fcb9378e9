#include "plan/outcome.h"

#include <string.h>

#define EXHAUSTED(class, key, label, what)                                                         \
    [O_EXHAUSTED + (class) - N_METRIC] = {"exhausted_" key, "month", label ": exhausted",          \
                                          "month in which " what " first runs out", 0}

static const struct metric_row own_rows[N_OUTCOME - N_METRIC] = {
    [O_FITS - N_METRIC] = {"fits", "", "Fits", "1 when every limit holds, else 0", 0},
    [O_BROKEN_LIMITS -
        N_METRIC] = {"broken_limits", "", "Broken limits", "how many limits are broken", 0},
    [O_MARGIN_PCT - N_METRIC] = {"margin_pct", "%", "Tightest margin",
                                 "of the tightest limit, in per cent of it", 2},
    [O_RUNS_OUT - N_METRIC] = {"runs_out", "month", "Runs out",
                               "month in which the site as it is runs out", 0},
    [O_SHORT_FROM - N_METRIC] = {"short_from", "month", "Short from",
                                 "month from which it stays short in spite of its blocks", 0},
    [O_OWN_NPV - N_METRIC] = {"own_npv", "money", "NPV of owning",
                              "present value of owning; costs are negative", 0},
    [O_RENT_NPV - N_METRIC] = {"rent_npv", "money", "NPV of renting",
                               "present value of the cheapest offer; costs are negative", 0},
    [O_OWN_SAVING - N_METRIC] = {"own_saving", "money", "Saving by owning",
                                 "present value of owning less that of renting", 0},
    [O_OWN_COST_PER_GPU_HOUR - N_METRIC] = {"own_cost_per_gpu_hour", "money/h", "Owned GPU-hour",
                                            "cost of an hour of one GPU", 3},
    EXHAUSTED(GROWTH_SPACE, "space", "Space", "space in racks"),
    EXHAUSTED(GROWTH_WEIGHT, "weight", "Weight", "what racks and floors bear"),
    EXHAUSTED(GROWTH_RACK_POWER, "rack_power", "Rack power", "power of a rack"),
    EXHAUSTED(GROWTH_FEEDER, "feeders", "Feeders", "a feeder"),
    EXHAUSTED(GROWTH_UPS, "ups", "UPS", "a UPS"),
    EXHAUSTED(GROWTH_GENERATOR, "generators", "Generators", "a generator"),
    EXHAUSTED(GROWTH_TRANSFORMER, "transformers", "Transformers", "a transformer"),
    EXHAUSTED(GROWTH_UTILITY, "utility", "Utility", "a utility"),
    EXHAUSTED(GROWTH_ROOM_AIR, "room_air", "Room air", "the air of a room"),
    EXHAUSTED(GROWTH_CDU, "cdus", "CDUs", "a coolant distribution unit"),
    EXHAUSTED(GROWTH_WATER, "water", "Water", "a loop, chiller, tower or dry cooler"),
    EXHAUSTED(GROWTH_CONDITION, "conditions", "Conditions",
              "a temperature, voltage or another condition"),
};

const struct metric_row *outcome_row(int id)
{
    return id < N_METRIC ? &metric_rows[id] : &own_rows[id - N_METRIC];
}

int outcome_find(const char *key)
{
    for (int i = 0; i < N_OUTCOME; i++)
        if (!strcmp(outcome_row(i)->key, key)) return i;
    return -1;
}

const char *outcome_status_word(int status)
{
    static const char *const words[] = {"open", "done", "failed"};
    return words[status];
}
