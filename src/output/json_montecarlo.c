#include "output/json_montecarlo.h"

#include <math.h>
#include <string.h>

#include "output/json_tree.h"

/* A number of the outcome: of dates the month. */
static void add_value(cJSON *o, const char *key, int outcome, double x, struct arena *a)
{
    char month[TEXT_NUMBER_CAP];
    if (strcmp(outcome_row(outcome)->unit, "month") != 0 || isnan(x))
        tree_number(o, key, x);
    else
        tree_text(o, key, isinf(x) ? "never" : date_write_month((int)floor(x), month), a);
}

static void add_quantile(cJSON *o, const char *key, int outcome, const struct quantile *q,
                         struct arena *a)
{
    cJSON *one = cJSON_AddObjectToObject(o, key);
    add_value(one, "value", outcome, q->value, a);
    add_value(one, "low", outcome, q->low, a);
    add_value(one, "high", outcome, q->high, a);
}

static const char *const quantile_keys[N_QUANTILE] = {"p10", "p50", "p90"};

static void add_head(cJSON *o, const struct montecarlo *m, struct arena *a)
{
    const struct loaded *l = case_base_loaded(m->base);
    struct result *r = ARENA_ARRAY(a, struct result, 1); /* what a head takes of one */
    r->site_name = l->site.name;
    r->input = l->input;
    r->n_input = l->n_input;
    r->override = l->override;
    r->n_override = l->n_override;
    tree_head(o, "dcplan.montecarlo/1", r, a);
    tree_text(o, "currency", *l->site.currency ? l->site.currency : NULL, a);
    cJSON_AddNumberToObject(o, "draws", m->request.draws);
    cJSON_AddNumberToObject(o, "seed", (double)m->request.seed);
    tree_text(o, "sampling", sampling_words[m->request.sampling], a);
    cJSON_AddNumberToObject(o, "points", m->plan.n_point);
}

static void add_reasons(cJSON *o, const char *key, const char *word, const struct draw_failure *f,
                        int n, struct arena *a)
{
    cJSON *list = cJSON_AddArrayToObject(o, key);
    for (int i = 0; i < n; i++) {
        cJSON *one = cJSON_CreateObject();
        tree_text(one, word, f[i].text, a);
        cJSON_AddNumberToObject(one, "draws", f[i].n);
        cJSON_AddNumberToObject(one, "first_draw", f[i].first + 1);
        cJSON_AddItemToArray(list, one);
    }
}

static void add_failures(cJSON *o, const struct montecarlo *m, struct arena *a)
{
    cJSON_AddNumberToObject(o, "failed_draws", m->n_failed);
    add_reasons(o, "failures", "reason", m->failure, m->n_failure, a);
    tree_number(o, "fits_share", m->fits);
    if (isnan(m->fits))
        cJSON_AddNullToObject(o, "broken_limits");
    else
        add_reasons(o, "broken_limits", "limit", m->broken, m->n_broken, a);
}

static void add_inputs(cJSON *o, const struct montecarlo *m, struct arena *a)
{
    cJSON *list = cJSON_AddArrayToObject(o, "uncertain");
    for (int k = 0; k < m->n_input; k++) {
        const struct uncertain *x = &m->input[k];
        cJSON *one = cJSON_CreateObject();
        tree_text(one, "key", x->key.key, a);
        tree_text(one, "value", x->words, a);
        tree_text(one, "unit", x->unit, a);
        tree_number(one, "centre", x->centre);
        tree_number(one, "p10", x->p10);
        tree_number(one, "p50", x->p50);
        tree_number(one, "p90", x->p90);
        cJSON_AddItemToArray(list, one);
    }
}

static void add_outcomes(cJSON *o, const struct montecarlo *m, const struct study_table *t,
                         struct arena *a)
{
    cJSON *all = cJSON_AddObjectToObject(o, "outcomes");
    for (int i = 0; i < m->n_spread; i++) {
        const struct outcome_spread *s = &m->spread[i];
        cJSON *one = cJSON_AddObjectToObject(all, outcome_row(s->outcome)->key);
        tree_text(one, "unit", study_unit(t, s->outcome, a), a);
        cJSON_AddNumberToObject(one, "draws", s->n);
        cJSON_AddNumberToObject(one, "never", s->n_never);
        add_value(one, "centre", s->outcome, s->centre, a);
        add_value(one, "mean", s->outcome, s->mean, a);
        tree_number(one, "sd", s->sd);
        add_value(one, "least", s->outcome, s->least, a);
        add_value(one, "greatest", s->outcome, s->greatest, a);
        for (int q = 0; q < N_QUANTILE; q++)
            add_quantile(one, quantile_keys[q], s->outcome, &s->quantile[q], a);
    }
}

static cJSON *shown_json(const struct montecarlo *m, const struct shown_outcome *s, struct arena *a)
{
    cJSON *o = cJSON_CreateObject();
    tree_text(o, "metric", outcome_row(s->outcome)->key, a);
    tree_number(o, "linear_share", s->linear);
    cJSON_AddNumberToObject(o, "index_rows", s->n_index_row);
    cJSON *list = cJSON_AddArrayToObject(o, "influence");
    for (int k = 0; k < m->n_input; k++) {
        const struct influence *x = &s->influence[k];
        cJSON *one = cJSON_CreateObject();
        tree_text(one, "key", m->input[x->input].key.key, a);
        add_value(one, "low", s->outcome, x->low, a);
        add_value(one, "high", s->outcome, x->high, a);
        tree_number(one, "rank_correlation", x->rank);
        tree_number(one, "regression", x->slope);
        tree_number(one, "first_order", x->index.first);
        tree_number(one, "first_order_half", x->index.first_half);
        tree_number(one, "total", x->index.total);
        tree_number(one, "total_half", x->index.total_half);
        cJSON_AddItemToArray(list, one);
    }
    list = cJSON_AddArrayToObject(o, "convergence");
    for (int i = 0; i < s->n_convergence; i++) {
        const struct convergence *c = &s->convergence[i];
        cJSON *one = cJSON_CreateObject();
        cJSON_AddNumberToObject(one, "draws", c->n);
        add_value(one, "mean", s->outcome, c->mean, a);
        for (int q = 0; q < N_QUANTILE; q++)
            add_quantile(one, quantile_keys[q], s->outcome, &c->quantile[q], a);
        cJSON_AddItemToArray(list, one);
    }
    return o;
}

bool json_montecarlo(const struct montecarlo *m, struct builder *out, struct diags *ds)
{
    struct arena *a = out->arena;
    struct study_table t = montecarlo_table(m, a);
    cJSON *o = cJSON_CreateObject();
    add_head(o, m, a);
    add_failures(o, m, a);
    add_inputs(o, m, a);
    add_outcomes(o, m, &t, a);
    cJSON *list = cJSON_AddArrayToObject(o, "shown");
    for (int i = 0; i < m->n_shown; i++) cJSON_AddItemToArray(list, shown_json(m, &m->shown[i], a));
    return tree_print(o, out, ds);
}
