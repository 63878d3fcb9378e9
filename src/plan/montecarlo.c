#include "plan/montecarlo.h"

#include <math.h>
#include <string.h>

#include "plan/montecarlo_inner.h"

/* ---- inputs ---------------------------------------------------------------------- */

/* A key, or its beginning up to a dot. */
static bool names(const char *word, const char *key)
{
    size_t n = strlen(word);
    return !strncmp(key, word, n) && (!key[n] || key[n] == '.');
}

/* Marks the words of `only` that name the key. */
static bool is_wanted(const struct montecarlo_request *q, const char *key, bool *is_used)
{
    bool is_named = q->n_only == 0;
    for (int i = 0; i < q->n_only; i++) {
        if (!names(q->only[i], key)) continue;
        is_used[i] = true;
        is_named = true;
    }
    return is_named;
}

static const char *key_of(const struct object_set *set, const struct object *o,
                          const struct param *p, struct arena *a)
{
    const char *kind = set->kinds[o->kind].name;
    return o->name[0] ? arena_format(a, "%s.%s.%s", kind, o->name, p->key)
                      : arena_format(a, "%s.%s", kind, p->key);
}

static void describe(struct uncertain *x, struct arena *a)
{
    const struct distribution *d = &x->distribution;
    const struct case_key *k = &x->key;
    x->words = param_print_uncertain(k->param, k->object->data, k->from, a);
    x->unit = distribution_unit(d, k->object->data, a);
    x->centre = distribution_number(d, d->centre);
    x->p10 = distribution_number(d, distribution_quantile(d, 0.1));
    x->p50 = distribution_number(d, distribution_quantile(d, 0.5));
    x->p90 = distribution_number(d, distribution_quantile(d, 0.9));
}

/* Every uncertain field, object by object. */
static bool find_inputs(struct montecarlo *m, bool *is_used, struct arena *a, struct diags *ds)
{
    const struct object_set *set = &case_base_loaded(m->base)->site.objects;
    int cap = 0;
    for (int i = 0; i < set->n; i++) cap += set->kinds[set->item[i].kind].n_params;
    m->input = ARENA_ARRAY(a, struct uncertain, (size_t)cap + 1);
    for (int i = 0; i < set->n; i++) {
        const struct object *o = &set->item[i];
        const struct kind *k = &set->kinds[o->kind];
        for (int j = 0; j < k->n_params; j++) {
            struct uncertain *x = &m->input[m->n_input];
            if (!distribution_of(&k->params[j], o->data, &o->from[j], &x->distribution)) continue;
            const char *key = key_of(set, o, &k->params[j], a);
            if (!is_wanted(&m->request, key, is_used)) continue;
            if (!case_key_find(m->base, key, &x->key, a, ds)) return false;
            describe(x, a);
            m->n_input++;
        }
    }
    return true;
}

static bool refuse(struct diags *ds, const char *hint, const char *format, const char *word)
{
    struct message m = {.format = format, .arg = {word}, .n_arg = 1};
    diag_add(ds, DIAG_ERROR, DIAG_USAGE, (struct place){0}, hint, &m);
    return false;
}

static bool check_inputs(const struct montecarlo *m, const bool *is_used, struct arena *a,
                         struct diags *ds)
{
    const struct montecarlo_request *q = &m->request;
    bool is_fine = true;
    for (int i = 0; i < q->n_only; i++)
        if (!is_used[i])
            is_fine =
                refuse(ds, "it varies when its value has one: 96 % +/- 1 %, uniform(95, 97 %)",
                       "no uncertainty is given for '%s'", q->only[i]);
    if (!is_fine) return false;
    if (m->n_input == 0)
        return refuse(ds,
                      "write values with one: 3.2 kW +/- 5 %, uniform(3, 3.5 kW); see "
                      "docs/uncertainty.md",
                      "no value of %s carries an uncertainty",
                      case_base_loaded(m->base)->site.name);
    if (q->draws < 1 || q->draws > MONTECARLO_MOST)
        return refuse(ds, NULL, "--draws takes 1 to %s", arena_format(a, "%d", MONTECARLO_MOST));
    return true;
}

/* ---- points ----------------------------------------------------------------------- */

/* The draws, then the site as it is, then each input low and high. */
int montecarlo_centre(const struct montecarlo *m)
{
    return m->request.draws;
}

int montecarlo_bar(const struct montecarlo *m, int input, bool is_high)
{
    return m->request.draws + 1 + 2 * input + is_high;
}

static double draw_si(const struct montecarlo *m, int i, int k)
{
    return distribution_quantile(&m->input[k].distribution, sample_at(&m->sample, i, k));
}

static const char *text_of_si(const struct uncertain *x, double si, struct arena *a)
{
    return distribution_text(&x->distribution, x->key.object->data, si, a);
}

const char *montecarlo_text(const struct montecarlo *m, int i, int k, struct arena *a)
{
    return text_of_si(&m->input[k], draw_si(m, i, k), a);
}

double montecarlo_number(const struct montecarlo *m, int i, int k)
{
    return distribution_number(&m->input[k].distribution, draw_si(m, i, k));
}

static void point(const struct study_plan *p, int i, struct case_change *change, struct arena *a)
{
    const struct montecarlo *m = p->context;
    for (int k = 0; k < m->n_input; k++) {
        const struct uncertain *x = &m->input[k];
        const char *text = x->key.text;
        if (i < m->request.draws)
            text = montecarlo_text(m, i, k, a);
        else if (i == montecarlo_bar(m, k, false) || i == montecarlo_bar(m, k, true))
            text = text_of_si(x,
                              distribution_quantile(&x->distribution,
                                                    i == montecarlo_bar(m, k, true) ? 0.9 : 0.1),
                              a);
        change[k] = (struct case_change){x->key.key, text};
    }
}

static const char *definition(const struct montecarlo *m, struct arena *a)
{
    struct builder b = builder_new(a);
    builder_format(&b, "draws = %d\nseed = %llu\nsampling = %s\n", m->request.draws,
                   (unsigned long long)m->request.seed, sampling_words[m->request.sampling]);
    for (int k = 0; k < m->n_input; k++)
        builder_format(&b, "%s = %s\n", m->input[k].key.key, m->input[k].words);
    return b.s;
}

/* Of the draws; what else is worked out has its value as text. */
static double number_of_plan(const struct study_plan *p, int k, int i)
{
    const struct montecarlo *m = p->context;
    return i < m->request.draws ? montecarlo_number(m, i, k) : (double)NAN;
}

static void make_plan(struct montecarlo *m, struct arena *a)
{
    struct study_variable *v = ARENA_ARRAY(a, struct study_variable, (size_t)m->n_input);
    for (int k = 0; k < m->n_input; k++)
        v[k] = (struct study_variable){.key = m->input[k].key, .unit = m->input[k].unit};
    m->plan = (struct study_plan){.command = "montecarlo",
                                  .definition = definition(m, a),
                                  .n_variable = m->n_input,
                                  .n_point = m->request.draws + 1 + 2 * m->n_input,
                                  .n_row = m->request.draws,
                                  .variable = v,
                                  .point = point,
                                  .number = number_of_plan,
                                  .context = m,
                                  .options = m->request.options};
}

bool montecarlo_make(const struct case_base *b, const struct montecarlo_request *q,
                     struct montecarlo *m, struct arena *a, struct diags *ds)
{
    *m = (struct montecarlo){.base = b, .request = *q};
    bool *is_used = ARENA_ARRAY(a, bool, (size_t)q->n_only + 1);
    if (!find_inputs(m, is_used, a, ds) || !check_inputs(m, is_used, a, ds)) return false;
    if (!sample_make(q->sampling, q->draws, m->n_input, q->seed, &m->sample, a))
        return refuse(ds, "take --sampling lhs", "Sobol's sequence is for at most %s inputs",
                      arena_format(a, "%d", SAMPLE_SOBOL_MOST));
    make_plan(m, a);
    return true;
}

/* ---- the draws as a table ----------------------------------------------------------- */

struct table_context {
    const struct montecarlo *m;
    struct arena *a;
};

static const char *text_at(const void *context, int v, int i)
{
    const struct table_context *t = context;
    return montecarlo_text(t->m, i, v, t->a);
}

static double number_at(const void *context, int v, int i)
{
    const struct table_context *t = context;
    return montecarlo_number(t->m, i, v);
}

struct study_table montecarlo_table(const struct montecarlo *m, struct arena *a)
{
    const struct loaded *l = case_base_loaded(m->base);
    struct study_column *column = ARENA_ARRAY(a, struct study_column, (size_t)m->n_input + 1);
    struct table_context *t = ARENA_ARRAY(a, struct table_context, 1);
    *t = (struct table_context){m, a};
    for (int k = 0; k < m->n_input; k++)
        column[k] = (struct study_column){m->input[k].key.key, m->input[k].unit, true};
    return (struct study_table){.command = "montecarlo",
                                .site = l->site.name,
                                .title = l->site.title,
                                .currency = l->site.currency,
                                .definition = m->plan.definition,
                                .date = l->site.info->part.date,
                                .n_input = l->n_input,
                                .input = l->input,
                                .n_override = l->n_override,
                                .override = l->override,
                                .n_variable = m->n_input,
                                .variable = column,
                                .text = text_at,
                                .number = number_at,
                                .context = t,
                                .n = m->request.draws,
                                .point = m->points ? m->points->point : NULL};
}
