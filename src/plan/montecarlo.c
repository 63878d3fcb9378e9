#include "plan/montecarlo.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/climate.h"
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

/* A climate's years, of which each draw takes one as its file. */
static bool take_years(struct montecarlo *m, const struct object *o, bool *is_used, struct arena *a,
                       struct diags *ds)
{
    const struct loaded *l = case_base_loaded(m->base);
    const struct climate *c = o->data;
    struct uncertain *x = &m->input[m->n_input];
    const char *key = arena_format(a, "climate.%s.file", o->name);
    if (o->kind != KIND_CLIMATE || !c->years.n) return true;
    const char *written = arena_format(a, "climate.%s.years", o->name);
    bool is_one = is_wanted(&m->request, key, is_used);
    if (!is_wanted(&m->request, written, is_used) && !is_one) return true;
    *x = (struct uncertain){.n_choice = c->years.n,
                            .choice = ARENA_ARRAY(a, const char *, (size_t)c->years.n),
                            .unit = "",
                            .centre = (double)NAN,
                            .p10 = (double)NAN,
                            .p50 = (double)NAN,
                            .p90 = (double)NAN};
    struct builder words = builder_new(a);
    builder_text(&words, "one of ");
    for (int i = 0; i < c->years.n; i++) {
        x->choice[i] = load_named_file(&l->site, o, "years", c->years.s[i],
                                       case_base_request(m->base)->models, a);
        builder_format(&words, "%s%s", i ? ", " : "", c->years.s[i]);
    }
    x->words = words.s;
    m->n_input++;
    return case_key_find(m->base, key, &x->key, a, ds);
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
        if (!take_years(m, o, is_used, a, ds)) return false;
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
    double points = q->draws + 1.0 + 2.0 * m->n_input + q->index_rows * (m->n_input + 2.0);
    if (q->draws < 1 || points > MONTECARLO_MOST)
        return refuse(ds, "fewer --draws or --indices", "the study takes 1 to %s points",
                      arena_format(a, "%d", MONTECARLO_MOST));
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

int montecarlo_design(const struct montecarlo *m, int block, int row)
{
    return m->request.draws + 1 + 2 * m->n_input + block * m->request.index_rows + row;
}

/* The text and the number of an input where the share u of its values lies below. */
static const char *text_of_share(const struct uncertain *x, double u, struct arena *a)
{
    if (x->n_choice) return x->choice[(int)(u * x->n_choice)];
    return distribution_text(&x->distribution, x->key.object->data,
                             distribution_quantile(&x->distribution, u), a);
}

/* Of twelve digits, as the text has them. */
static double number_of_share(const struct uncertain *x, double u)
{
    char text[TEXT_NUMBER_CAP];
    if (x->n_choice) return 1 + (int)(u * x->n_choice);
    double v = distribution_number(&x->distribution, distribution_quantile(&x->distribution, u));
    snprintf(text, sizeof text, "%.12g", v);
    (void)text_number(text_of(text), &v);
    return v;
}

const char *montecarlo_text(const struct montecarlo *m, int i, int k, struct arena *a)
{
    return text_of_share(&m->input[k], montecarlo_share(m, i, k), a);
}

double montecarlo_number(const struct montecarlo *m, int i, int k)
{
    return number_of_share(&m->input[k], montecarlo_share(m, i, k));
}

static const char *text_now(const struct uncertain *x)
{
    return x->key.text ? x->key.text : "";
}

/* Input k in the design of the indices: from B in block 1 and in its own. */
static const char *design_text(const struct montecarlo *m, int i, int k, struct arena *a)
{
    int at = i - montecarlo_design(m, 0, 0), rows = m->request.index_rows, block = at / rows;
    bool is_b = block == 1 || block == 2 + k;
    double u = sample_at(&m->design, at % rows, is_b ? k + m->n_input : k);
    return text_of_share(&m->input[k], u, a);
}

static const char *point_text(const struct montecarlo *m, int i, int k, struct arena *a)
{
    const struct uncertain *x = &m->input[k];
    if (i < m->request.draws) return montecarlo_text(m, i, k, a);
    if (i >= montecarlo_design(m, 0, 0)) return design_text(m, i, k, a);
    bool is_low = i == montecarlo_bar(m, k, false), is_high = i == montecarlo_bar(m, k, true);
    if (x->n_choice || !(is_low || is_high)) return text_now(x);
    return text_of_share(x, is_high ? quantile_shares[QUANTILE_90] : quantile_shares[QUANTILE_10],
                         a);
}

static void point(const struct study_plan *p, int i, struct case_change *change, struct arena *a)
{
    const struct montecarlo *m = p->context;
    for (int k = 0; k < m->n_input; k++)
        change[k] = (struct case_change){m->input[k].key.key, point_text(m, i, k, a)};
}

static const char *definition(const struct montecarlo *m, struct arena *a)
{
    struct builder b = builder_new(a);
    builder_format(&b, "draws = %d\nseed = %llu\nsampling = %s\n", m->request.draws,
                   (unsigned long long)m->request.seed, sampling_words[m->request.sampling]);
    if (m->request.index_rows) builder_format(&b, "indices = %d\n", m->request.index_rows);
    for (int i = 0; i < m->n_linked; i++) {
        builder_format(&b, "correlated = %s", m->input[m->linked[i]].key.key);
        for (int j = 0; j <= i; j++) {
            char number[TEXT_NUMBER_CAP];
            double x = m->factor[i * m->n_linked + j];
            builder_format(&b, " %s", text_shortest(number, x));
        }
        builder_text(&b, "\n");
    }
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
                                  .n_point = montecarlo_design(m, m->n_input + 2, 0),
                                  .n_row = m->request.draws,
                                  .variable = v,
                                  .point = point,
                                  .number = number_of_plan,
                                  .context = m,
                                  .options = m->request.options};
}

/* Sobol's sequence, which needs fewer rows, for as many inputs as it can. */
static void make_design(struct montecarlo *m, struct arena *a)
{
    const struct montecarlo_request *q = &m->request;
    int dims = 2 * m->n_input;
    if (!sample_make(SAMPLING_SOBOL, q->index_rows, dims, q->seed, &m->design, a))
        (void)sample_make(SAMPLING_RANDOM, q->index_rows, dims, q->seed, &m->design, a);
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
    if (q->index_rows) make_design(m, a);
    if (!montecarlo_link(m, a, ds)) return false;
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
