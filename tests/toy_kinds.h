#ifndef DCPLAN_TESTS_TOY_KINDS_H
#define DCPLAN_TESTS_TOY_KINDS_H

/* Four small kinds that between them have every type of value. */

#include <math.h>

#include "input/object.h"

enum { TOY_SITE, TOY_UPS, TOY_CLOUD, TOY_TARIFF, TOY_KINDS };

struct toy_site {
    double latitude_deg;
    struct date date;
};

struct toy_ups {
    double power_w, power_max_w, inlet_c;
    int modules, redundancy;
    const char *note;
    struct ref_list feeds, from;
    struct points eff;
    bool is_on;
};

struct toy_cloud {
    struct money price;
};

struct toy_tariff {
    struct money energy;
    struct hours peak;
    struct reals mean_c;
};

static const char *const toy_words[] = {"N", "N+1", "2N", NULL};

#define TOY_AT(part, field) offsetof(struct part, field)

static const struct param toy_site_params[] = {
    {.key = "latitude",
     .def = PARAM_REQUIRED,
     .min = -90,
     .max = 90,
     .at = TOY_AT(toy_site, latitude_deg),
     .doc = "degrees, north positive"},
    {.key = "date", .type = PARAM_DATE, .at = TOY_AT(toy_site, date), .doc = "date of the study"},
};

static const struct param toy_ups_params[] = {
    {.key = "power",
     .unit = "kW",
     .def = PARAM_REQUIRED,
     .min = 1,
     .max = 5000,
     .at = TOY_AT(toy_ups, power_w),
     .doc = "output power"},
    {.key = "modules",
     .def = "4",
     .min = 1,
     .max = 64,
     .type = PARAM_COUNT,
     .at = TOY_AT(toy_ups, modules),
     .doc = "power modules"},
    {.key = "note", .type = PARAM_TEXT, .at = TOY_AT(toy_ups, note), .doc = "note"},
    {.key = "power_max", .unit = "kW", .at = TOY_AT(toy_ups, power_max_w), .doc = "peak"},
    {.key = "inlet",
     .unit = "degC",
     .def = "24 degC +/- 1 K",
     .min = -50,
     .max = 60,
     .at = TOY_AT(toy_ups, inlet_c),
     .doc = "inlet"},
    {.key = "redundancy",
     .def = "N",
     .type = PARAM_WORD,
     .words = toy_words,
     .at = TOY_AT(toy_ups, redundancy),
     .doc = "redundancy"},
    {.key = "feeds",
     .type = PARAM_REFS,
     .refs = "ups",
     .at = TOY_AT(toy_ups, feeds),
     .doc = "what it feeds"},
    {.key = "from",
     .type = PARAM_REF,
     .refs = "ups",
     .at = TOY_AT(toy_ups, from),
     .doc = "what feeds it"},
    {.key = "efficiency",
     .unit = "%;%",
     .def = "25: 92, 50: 95, 100 %: 96 %",
     .type = PARAM_CURVE,
     .min = 50,
     .max = 100,
     .at = TOY_AT(toy_ups, eff),
     .doc = "curve"},
    {.key = "on", .def = "yes", .type = PARAM_FLAG, .at = TOY_AT(toy_ups, is_on), .doc = "on"},
};

static const struct param toy_cloud_params[] = {
    {.key = "price",
     .unit = "money/h",
     .min = 0,
     .max = 1e6,
     .type = PARAM_MONEY,
     .at = TOY_AT(toy_cloud, price),
     .doc = "price of an hour"},
};

static const struct param toy_tariff_params[] = {
    {.key = "energy",
     .unit = "money/kWh",
     .type = PARAM_MONEY,
     .at = TOY_AT(toy_tariff, energy),
     .doc = "energy price"},
    {.key = "peak",
     .def = "8-12, 18-22",
     .type = PARAM_HOURS,
     .at = TOY_AT(toy_tariff, peak),
     .doc = "peak hours"},
    {.key = "mean",
     .unit = "degC",
     .type = PARAM_REALS,
     .at = TOY_AT(toy_tariff, mean_c),
     .doc = "means"},
};

#define TOY_KIND(title, type, rows, how)                                                           \
    {                                                                                              \
        .name = (title), .params = (rows), .n_params = sizeof(rows) / sizeof(rows)[0],             \
        .size = sizeof(struct type), .doc = "a toy", .flags = (how)                                \
    }

static const struct kind toy_kinds[TOY_KINDS] = {
    TOY_KIND("site", toy_site, toy_site_params, KIND_SINGLE | KIND_REQUIRED),
    TOY_KIND("ups", toy_ups, toy_ups_params, KIND_PART),
    TOY_KIND("cloud", toy_cloud, toy_cloud_params, KIND_PART),
    TOY_KIND("tariff", toy_tariff, toy_tariff_params, KIND_SINGLE | KIND_PART),
};

static inline struct object_set toy_set(void)
{
    return (struct object_set){.kinds = toy_kinds, .n_kinds = TOY_KINDS};
}

#endif
