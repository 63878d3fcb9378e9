#include "plan/case_answer.h"

#include <math.h>
#include <string.h>

#include "plan/tco.h"

void case_say(struct outcome *out, const char *text)
{
    size_t all = strlen(text), most = sizeof out->text - 1;
    size_t n = text_utf8_prefix(text, all < most ? all : most);
    memcpy(out->text, text, n);
    out->text[n] = '\0';
}

void case_want(int outcome, struct case_options *out)
{
    out->limits |= outcome >= O_FITS && outcome <= O_MARGIN_PCT;
    out->growth |= outcome == O_RUNS_OUT || outcome == O_SHORT_FROM || outcome >= O_EXHAUSTED;
    out->tco |= outcome >= O_OWN_NPV && outcome <= O_OWN_COST_PER_GPU_HOUR;
}

void case_keep_limits(const struct result *r, struct outcome *out)
{
    int broken = 0;
    for (int i = 0; i < r->n_limit; i++) broken += r->limit[i].is_broken;
    out->value[O_FITS] = r->ok;
    out->value[O_BROKEN_LIMITS] = broken;
    if (r->n_limit) out->value[O_MARGIN_PCT] = 100 * r->limit[0].margin;
    case_say(out, r->verdict);
}

bool case_grow(const struct case_kept *k, const struct load_request *q, struct result *r,
               struct arena *a, struct diags *ds)
{
    struct growth_request request = {.threads = 1, .kept = k};
    struct growth *g = ARENA_ARRAY(a, struct growth, 1);
    r->growth = g;
    return growth_find(q, &request, r, g, a, ds);
}

static double month_of(const struct growth *g, int index)
{
    return index < 0 ? (double)NAN : g->month[index].month;
}

void case_keep_growth(const struct growth *g, struct outcome *out)
{
    out->value[O_RUNS_OUT] = month_of(g, g->runs_out);
    out->value[O_SHORT_FROM] = month_of(g, g->short_from);
    for (int i = 0; i < g->n_resource; i++) {
        const struct growth_resource *x = &g->resource[i];
        double *first = &out->value[O_EXHAUSTED + (int)x->class];
        *first = fmin(*first, month_of(g, x->runs_out));
    }
}

bool case_keep_money(const struct result *r, struct outcome *out, struct arena *a, struct diags *ds)
{
    struct tco t;
    if (!tco_make(r, &t, a, ds)) return false;
    out->value[O_OWN_NPV] = grid_number(t.grid, "npv_own", GRID_CONSTANT);
    out->value[O_RENT_NPV] = grid_number(t.grid, "npv_rent", GRID_CONSTANT);
    out->value[O_OWN_SAVING] = grid_number(t.grid, "saving", GRID_CONSTANT);
    out->value[O_OWN_COST_PER_GPU_HOUR] = grid_number(t.grid, "cost_gpu_hour_own", GRID_CONSTANT);
    return true;
}
