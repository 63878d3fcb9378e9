#include "model/cloud.h"

#include <math.h>

#include "base/elementary.h"

static const char *const plan_words[] = {"on-demand", "reserved", "savings", "spot", NULL};
static const char *const what_words[] = {"training", "inference", "simulation", "rendering", NULL};

#define AT(field) offsetof(struct cloud, field)
#define MONEY(name, per, field, meaning)                                                           \
    {                                                                                              \
        .key = name, .unit = per, .type = PARAM_MONEY, .max = 1e9, .at = AT(field), .doc = meaning \
    }

/* clang-format off */
const struct param cloud_params[] = {
    {.key = "provider", .type = PARAM_TEXT, .at = AT(provider), .doc = "who offers it"},
    {.key = "region", .type = PARAM_TEXT, .at = AT(region), .doc = "where"},
    {.key = "instance", .type = PARAM_TEXT, .at = AT(instance), .doc = "its name at the provider"},
    {.key = "accelerator", .type = PARAM_TEXT, .at = AT(accelerator),
     .doc = "model of its accelerators, as H100-80GB"},
    {.key = "accelerators", .type = PARAM_COUNT, .def = "1", .min = 1, .max = 100000,
     .at = AT(accelerators), .doc = "accelerators of one instance"},
    {.key = "accelerator_memory", .unit = "GB", .max = 1e5, .at = AT(accelerator_memory_gb),
     .doc = "memory of one accelerator"},
    {.key = "plan", .type = PARAM_WORD, .words = plan_words, .def = "on-demand", .at = AT(plan),
     .doc = "how it is paid"},
    MONEY("price_hour", "money/h", price_hour, "price of an instance an hour, before `off`"),
    MONEY("price_gpu", "money/GPUh", price_gpu,
          "price of an accelerator an hour, where price_hour is not given"),
    {.key = "off", .unit = "%", .def = "0 %", .max = 99, .at = AT(off_frac),
     .doc = "taken off the price, as of reserved or spot offers"},
    {.key = "upfront", .unit = "%", .def = "0 %", .max = 100, .at = AT(upfront_frac),
     .doc = "part of the term's cost that is paid at its start"},
    {.key = "term", .unit = "years", .min = 0.05, .max = 10, .at = AT(term_s),
     .doc = "agreed time, paid whether used or not; by the hour when not given"},
    {.key = "decline", .unit = "%", .def = "0 %", .min = -100, .max = 90, .at = AT(decline_frac),
     .doc = "nominal fall of the price in a year; within a term it stays"},
    {.key = "interruption", .unit = "h", .min = 0.01, .max = 1e5, .at = AT(interruption_s),
     .doc = "spot: mean time between interruptions of the work"},
    {.key = "checkpoint_every", .unit = "h", .min = 0.001, .max = 1000,
     .at = AT(checkpoint_every_s), .doc = "time between checkpoints"},
    {.key = "checkpoint_time", .unit = "h", .def = "0 h", .max = 100, .at = AT(checkpoint_s),
     .doc = "time that writing a checkpoint stops the work"},
    {.key = "restart_time", .unit = "h", .def = "0 h", .max = 100, .at = AT(restart_s),
     .doc = "time from an interruption to work again"},
    {.key = "relative_speed", .def = "1", .min = 0.01, .max = 100, .at = AT(relative_speed),
     .doc = "work of one of its accelerators over one of the site's"},
    {.key = "includes", .type = PARAM_TEXT, .def = PARAM_REQUIRED, .at = AT(includes),
     .doc = "what the price includes: host, memory, disks, network, support"},
    MONEY("egress_price", "money/GB", egress_price, "price of data that leaves"),
    MONEY("storage_price", "money/GB/month", storage_price, "price of data kept"),
    MONEY("support_price", "money/month", support_month, "support, fixed"),
    {.key = "support", .unit = "%", .def = "0 %", .max = 100, .at = AT(support_frac),
     .doc = "support, of the bill"},
    {.key = "pue", .min = 1, .max = 5, .at = AT(pue),
     .doc = "power usage effectiveness that the provider tells, for energy of jobs"},
    {.key = "confirmed", .type = PARAM_FLAG, .def = "no", .at = AT(is_confirmed),
     .doc = "its price is right, though outside the band of its accelerators: may be the cheapest"},
    MONEY("plausible_low", "money/GPUh", plausible_low,
          "of a band: least price of such accelerators that is believed"),
    MONEY("plausible_high", "money/GPUh", plausible_high,
          "of a band: greatest price of such accelerators that is believed"),
    ROWS_CITED,
};

#undef AT
#define AT(field) offsetof(struct job, field)

const struct param job_params[] = {
    {.key = "kind", .type = PARAM_WORD, .words = what_words, .def = "training", .at = AT(what),
     .doc = "what it is"},
    {.key = "gpu_hours", .unit = "GPUh", .max = 1e12, .at = AT(gpu_s),
     .doc = "accelerator time of one job on the site's accelerators"},
    {.key = "accelerators", .type = PARAM_COUNT, .min = 1, .max = 10000000, .at = AT(accelerators),
     .doc = "accelerators that work at once; of a service at its peak"},
    {.key = "memory", .unit = "GB", .max = 1e9, .at = AT(memory_gb),
     .doc = "accelerator memory that it needs in all"},
    {.key = "deadline", .unit = "h", .max = 1e6, .at = AT(deadline_s),
     .doc = "from its start to its end, at most"},
    {.key = "per_year", .def = "1", .max = 1e9, .at = AT(per_year), .doc = "jobs in a year"},
    {.key = "weekday", .type = PARAM_REALS, .max = 1, .at = AT(weekday),
     .doc = "service: 24 shares of its accelerators that are busy"},
    {.key = "weekend", .type = PARAM_REALS, .max = 1, .at = AT(weekend),
     .doc = "the same of weekends; those of weekdays when not given"},
    {.key = "data_out", .unit = "GB", .def = "0 GB", .max = 1e12, .at = AT(data_out_gb),
     .doc = "data that leaves with one job, or in a month of a service"},
    {.key = "storage", .unit = "GB", .def = "0 GB", .max = 1e12, .at = AT(storage_gb),
     .doc = "data that it keeps while it runs"},
    {.key = "server", .type = PARAM_REFS, .refs = "server", .at = AT(server),
     .doc = "servers it would run on; all with accelerators when not given"},
    ROWS_CITED,
};
/* clang-format on */
const int cloud_n_params = sizeof cloud_params / sizeof *cloud_params;
const int job_n_params = sizeof job_params / sizeof *job_params;

double cloud_overhead(const struct cloud *c)
{
    double every = c->checkpoint_every_s, m = c->interruption_s;
    bool has_checkpoints = !isnan(every);
    double span = has_checkpoints ? every + c->checkpoint_s : 0;
    if (isnan(m)) return has_checkpoints ? span / every : 1;
    return exp_of(c->restart_s / m) * (has_checkpoints ? m * expm1_of(span / m) / every : 1);
}
