#include "plan/compare.h"

#include <math.h>
#include <string.h>

/* Equal runs are equal to the last bit; sums made in another order are not. */
static bool differs(const double *x, int n)
{
    for (int i = 1; i < n; i++) {
        if (isnan(x[i]) != isnan(x[0])) return true;
        if (fabs(x[i] - x[0]) > 1e-9 * fmax(fabs(x[i]), fabs(x[0]))) return true;
    }
    return false;
}

/* Residuals are noise, not an answer. */
static bool is_answer(int metric)
{
    return metric != M_ENERGY_RESIDUAL_REL && metric != M_HEAT_RESIDUAL_REL;
}

static void compare_metrics(struct comparison *c, struct arena *a)
{
    c->metric = ARENA_ARRAY(a, struct difference, N_METRIC);
    for (int m = 0; m < N_METRIC; m++) {
        const struct metric_row *row = &metric_rows[m];
        struct difference d = {row->key, row->label, row->unit, row->decimals,
                               ARENA_ARRAY(a, double, (size_t)c->n)};
        for (int i = 0; i < c->n; i++) d.value[i] = c->of[i]->metric[m];
        if (is_answer(m) && differs(d.value, c->n)) c->metric[c->n_metric++] = d;
    }
}

static void compare_parts(struct comparison *c, struct arena *a)
{
    int n = c->of[0]->n_part;
    c->part = ARENA_ARRAY(a, struct difference, (size_t)n + 1);
    for (int p = 0; p < n; p++) {
        const struct energy_part *first = &c->of[0]->part[p];
        struct difference d = {first->key, first->label, "kWh", 0,
                               ARENA_ARRAY(a, double, (size_t)c->n)};
        for (int i = 0; i < c->n; i++) d.value[i] = c->of[i]->part[p].energy_kwh;
        if (differs(d.value, c->n)) c->part[c->n_part++] = d;
    }
}

static const char *setting_of(const struct result *r, const char *object, const char *key)
{
    for (int i = 0; i < r->n_assumption; i++)
        if (!strcmp(r->assumption[i].object, object) && !strcmp(r->assumption[i].key, key))
            return r->assumption[i].value;
    return NULL;
}

static bool is_listed(const struct comparison *c, const struct assumption *x)
{
    for (int i = 0; i < c->n_setting; i++)
        if (!strcmp(c->setting[i].object, x->object) && !strcmp(c->setting[i].key, x->key))
            return true;
    return false;
}

static bool settings_differ(const struct setting *s, int n)
{
    for (int i = 1; i < n; i++) {
        if (!s->value[i] != !s->value[0]) return true;
        if (s->value[i] && strcmp(s->value[i], s->value[0])) return true;
    }
    return false;
}

/* Inputs that are not the same in all cases, in the order of the first. */
static void compare_settings(struct comparison *c, struct arena *a)
{
    size_t cap = 1;
    for (int i = 0; i < c->n; i++) cap += (size_t)c->of[i]->n_assumption;
    c->setting = ARENA_ARRAY(a, struct setting, cap);
    for (int i = 0; i < c->n; i++)
        for (int k = 0; k < c->of[i]->n_assumption; k++) {
            const struct assumption *x = &c->of[i]->assumption[k];
            if (is_listed(c, x)) continue;
            struct setting s = {x->object, x->key, x->doc,
                                ARENA_ARRAY(a, const char *, (size_t)c->n)};
            for (int j = 0; j < c->n; j++) s.value[j] = setting_of(c->of[j], x->object, x->key);
            if (settings_differ(&s, c->n)) c->setting[c->n_setting++] = s;
        }
}

static void compare_money(struct comparison *c, struct arena *a)
{
    size_t n = (size_t)c->n;
    c->saving_per_year = ARENA_ARRAY(a, double, n);
    c->capex_difference = ARENA_ARRAY(a, double, n);
    c->payback_years = ARENA_ARRAY(a, double, n);
    c->it_energy_pct = ARENA_ARRAY(a, double, n);
    c->same_currency = true;
    const struct result *first = c->of[0];
    for (int i = 0; i < c->n; i++) {
        const struct result *r = c->of[i];
        bool is_same = !strcmp(r->currency, first->currency);
        c->same_currency &= is_same;
        double none = (double)NAN;
        c->saving_per_year[i] = is_same ? first->metric[M_ELECTRICITY_COST_PER_YEAR] -
                                              r->metric[M_ELECTRICITY_COST_PER_YEAR]
                                        : none;
        double before = first->metric[M_CAPEX_COST], now = r->metric[M_CAPEX_COST];
        /* a plant that is there already, with no price, costs nothing more */
        c->capex_difference[i] = is_same && !isnan(now) ? now - (isnan(before) ? 0 : before) : none;
        bool pays = c->saving_per_year[i] > 0 && c->capex_difference[i] > 0;
        c->payback_years[i] = pays ? c->capex_difference[i] / c->saving_per_year[i] : none;
        double it = first->metric[M_IT_ENERGY_KWH];
        c->it_energy_pct[i] = it > 0 ? 100 * (r->metric[M_IT_ENERGY_KWH] - it) / it : none;
    }
}

struct comparison compare_results(const struct result *const *of, int n, struct arena *a)
{
    struct comparison c = {.n = n, .of = of};
    compare_metrics(&c, a);
    compare_parts(&c, a);
    compare_settings(&c, a);
    compare_money(&c, a);
    return c;
}
