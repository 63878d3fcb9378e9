#include "mock_book.h"

#include <math.h>
#include <string.h>

#include "base/version.h"
#include "mock_tariff.h"

static const char *const rules[] = {"basis",
                                    "demand",
                                    "spike_hours",
                                    "11-12, 15-17",
                                    "spike_months",
                                    "7, 8, 9",
                                    "peak_hours",
                                    "10-12, 14-19",
                                    "valley_hours",
                                    "0-8",
                                    "ratchet",
                                    "60 %",
                                    "demand_min",
                                    "30 kW",
                                    "high_use",
                                    "260 kWh/kVA",
                                    "high_use_factor",
                                    "0.9",
                                    "includes",
                                    "all in",
                                    "source",
                                    "made up, 测试",
                                    "date",
                                    "2026-02-01",
                                    NULL};
static const char *const prices[] = {"spike_price",
                                     "1.38125 CNY/kWh",
                                     "peak_price",
                                     "1.105 CNY/kWh",
                                     "valley_price",
                                     "0.247 CNY/kWh",
                                     "demand_price",
                                     "36.1 CNY/kW/month",
                                     "fixed_charge",
                                     "120 CNY/month",
                                     NULL};

static void set_all(struct tariff *t, const char *const *line, struct arena *a, struct diags *ds)
{
    for (; *line; line += 2)
        for (int i = 0; i < tariff_n_params; i++)
            if (strcmp(tariff_params[i].key, line[0]) == 0)
                (void)param_set(&tariff_params[i], t, text_of(line[1]),
                                (struct place){"mock", 1, 1}, NULL, a, ds);
}

static struct site *site_with(struct tariff *t, struct provenance *told, struct arena *a)
{
    struct site *s = ARENA_ARRAY(a, struct site, 1);
    struct transformer *x = ARENA_ARRAY(a, struct transformer, 1);
    struct ref *from = ARENA_ARRAY(a, struct ref, 1);
    *from = (struct ref){"grid", KIND_UTILITY, 0};
    x->e.part.count = 1;
    x->e.part.from = (struct ref_list){1, from};
    x->e.rated_va = 160000;
    s->of[KIND_TRANSFORMER] = (struct bag){.n = 1, .item = x};
    if (t) mock_tariff(s, t, told, a);
    s->currency = "CNY";
    return s;
}

struct result *mock_billed(struct arena *a, const struct mock_options *o, bool has_prices,
                           struct diags *ds)
{
    struct result *r = mock_result(a, o);
    struct tariff *t = ARENA_ARRAY(a, struct tariff, 1);
    struct provenance *from = ARENA_ARRAY(a, struct provenance, (size_t)tariff_n_params);
    param_defaults(tariff_params, tariff_n_params, t, from, a);
    set_all(t, rules, a, ds);
    static const char *const flat[] = {"flat_price", "0.65 CNY/kWh", NULL};
    set_all(t, flat, a, ds);
    if (has_prices) set_all(t, prices, a, ds);
    struct bill *bill = ARENA_ARRAY(a, struct bill, 1);
    if (!bill_make(site_with(o->has_no_tariff ? NULL : t, from, a), r->year, bill, a, ds))
        return NULL;
    r->bill = bill;
    return r;
}

bool mock_workbook(const struct result *r, const char *path, struct arena *a, struct diags *ds)
{
    struct grid *g = book_make(r, DCPLAN_VERSION, a, ds);
    struct xlsx_info info = {.title = r->site_title,
                             .subject = r->verdict,
                             .author = "dcplan",
                             .version = DCPLAN_VERSION,
                             .input_hash = book_input_hash(r, a),
                             .date = "2026-02-01",
                             .scenario = r->site_name,
                             .created_s = 1769904000};
    return g && xlsx_write(g, &info, path, a, ds);
}
