#include "model/site.h"

#define AT(field) offsetof(struct deployment, field)

static const char *const status_words[] = {"planned", "reserved", NULL};

/* clang-format off */
const struct param deployment_params[] = {
    ROW_COUNT("servers of it"),
    {.key = "server", .type = PARAM_REF, .refs = "server", .at = AT(server),
     .doc = "section that they are more of; its own count is what is there at the site's date"},
    {.key = "start", .type = PARAM_DATE, .at = AT(start),
     .doc = "when the first of them run; not given: they are among those that are there"},
    {.key = "ramp", .type = PARAM_COUNT, .def = "1", .min = 1, .max = 240, .at = AT(ramp_months),
     .doc = "months over which they come in equal parts"},
    {.key = "retire", .type = PARAM_DATE, .at = AT(retire),
     .doc = "when all of them are gone"},
    {.key = "status", .type = PARAM_WORD, .words = status_words, .def = "planned",
     .at = AT(status),
     .doc = "reserved: capacity is held for them from the site's date on, before they come"},
    ROWS_SOURCE,
};

#undef AT
#define AT(field) offsetof(struct growth_block, field)

const struct param block_params[] = {
    {.key = "count", .def = "1", .min = 0, .max = 1000, .type = PARAM_COUNT,
     .at = offsetof(struct part, count), .doc = "how many may be added"},
    {.key = "of", .type = PARAM_REFS,
     .refs = "ups chiller cdu crah crac ahu tower drycooler transformer generator rack rackpdu pdu "
             "busway rpp switchboard loop utility",
     .at = AT(of), .doc = "section that it enlarges: modules of a UPS, units of anything else"},
    {.key = "adds", .type = PARAM_COUNT, .def = "1", .min = 1, .max = 1000, .at = AT(adds),
     .doc = "modules or units that one block adds; units that are needed rise with them"},
    {.key = "adds_heat", .unit = "kW", .min = 0.1, .max = 1e6, .at = AT(adds_heat_w),
     .doc = "of a loop: heat that one block adds to its design_heat, by pumps and pipes"},
    {.key = "adds_power", .unit = "kW", .min = 0.1, .max = 1e7, .at = AT(adds_power_w),
     .doc = "of a utility: power that one block adds to its limit"},
    {.key = "lead_time", .unit = "d", .max = 2000, .at = AT(lead_s),
     .doc = "from the order to the delivery"},
    {.key = "install_time", .unit = "d", .def = "0 d", .max = 1000, .at = AT(install_s),
     .doc = "from the delivery to its use"},
    ROWS_SOURCE,
};
/* clang-format on */
const int deployment_n_params = sizeof deployment_params / sizeof *deployment_params;
const int block_n_params = sizeof block_params / sizeof *block_params;

/* Number of the first month in which they are gone. */
static int gone_from(const struct deployment *d)
{
    return date_month(d->retire) + (d->retire.day > 1);
}

static bool is_gone(const struct deployment *d, int month)
{
    return d->retire.year && month >= gone_from(d);
}

int deployment_runs(const struct deployment *d, int month)
{
    if (is_gone(d, month)) return 0;
    if (!d->start.year) return d->status == DEPLOYMENT_RESERVED ? 0 : d->part.count;
    int k = month - date_month(d->start) + 1;
    if (k <= 0) return 0;
    if (k >= d->ramp_months) return d->part.count;
    return (int)(((long)d->part.count * k + d->ramp_months - 1) / d->ramp_months);
}

int deployment_reserves(const struct deployment *d, int month)
{
    if (d->status != DEPLOYMENT_RESERVED || is_gone(d, month)) return 0;
    return d->part.count - deployment_runs(d, month);
}

static bool is_of(const struct deployment *d, int server)
{
    return d->server.n && d->server.ref[0].index == server;
}

/* One without a start stands among the section's own until it retires. */
int growth_servers(const struct site *s, int server, int month)
{
    int n = site_server(s, server)->part.count;
    for (int i = 0; i < s->of[KIND_DEPLOYMENT].n; i++) {
        const struct deployment *d = site_deployment(s, i);
        bool stands = !d->start.year && d->status == DEPLOYMENT_PLANNED;
        if (is_of(d, server)) n += deployment_runs(d, month) - (stands ? d->part.count : 0);
    }
    return n;
}

int growth_reserved(const struct site *s, int server, int month)
{
    int n = 0;
    for (int i = 0; i < s->of[KIND_DEPLOYMENT].n; i++)
        if (is_of(site_deployment(s, i), server))
            n += deployment_reserves(site_deployment(s, i), month);
    return n;
}

int growth_last_event(const struct site *s)
{
    int last = date_month(s->info->part.date);
    for (int i = 0; i < s->of[KIND_DEPLOYMENT].n; i++) {
        const struct deployment *d = site_deployment(s, i);
        int full = d->start.year ? date_month(d->start) + d->ramp_months - 1 : last;
        int gone = d->retire.year ? gone_from(d) : last;
        if (full > last) last = full;
        if (gone > last) last = gone;
    }
    return last;
}
