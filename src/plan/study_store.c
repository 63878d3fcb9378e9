#include "plan/study_store.h"

#include <math.h>
#include <string.h>

#include "base/file.h"
#include "base/version.h"
#include "plan/case_answer.h"

static void add_overrides(const struct loaded *l, struct builder *b)
{
    for (int i = 0; i < l->n_override; i++) {
        /* A file is known by its bytes; only that it stands here counts. */
        bool is_file = !strncmp(l->override[i], "-f ", 3);
        builder_format(b, "override %s\n", is_file ? "-f" : l->override[i]);
    }
}

const char *study_hash(const struct case_base *b, const struct study_plan *plan, struct arena *a)
{
    const struct loaded *l = case_base_loaded(b);
    const struct case_options *o = &plan->options;
    struct builder t = builder_new(a);
    char *hash = ARENA_ARRAY(a, char, SHA256_TEXT);
    builder_format(&t, "dcplan %s\ncommand %s\npoints %d\nlimits %d growth %d tco %d\n",
                   DCPLAN_VERSION, plan->command, plan->n_point, o->limits, o->growth, o->tco);
    builder_format(&t, "definition %zu\n%s\n", strlen(plan->definition), plan->definition);
    for (int i = 0; i < l->n_input; i++) builder_format(&t, "input %s\n", l->input[i].sha256);
    add_overrides(l, &t);
    for (int v = 0; v < plan->n_variable; v++)
        builder_format(&t, "variable %s [%s]\n", plan->variable[v].key.key,
                       plan->variable[v].key.unit);
    for (int k = 0; k < N_OUTCOME; k++) builder_format(&t, "outcome %s\n", outcome_row(k)->key);
    sha256_text(t.s, t.n, hash);
    return hash;
}

static const struct store_column *outcome_columns(struct arena *a)
{
    struct store_column *c = ARENA_ARRAY(a, struct store_column, N_OUTCOME);
    for (int k = 0; k < N_OUTCOME; k++) {
        const struct metric_row *r = outcome_row(k);
        c[k] = (struct store_column){r->key, r->unit, r->label};
    }
    return c;
}

static const struct store_column *variable_columns(const struct study_plan *plan, struct arena *a)
{
    struct store_column *c = ARENA_ARRAY(a, struct store_column, (size_t)plan->n_variable + 1);
    for (int v = 0; v < plan->n_variable; v++) {
        const struct study_variable *x = &plan->variable[v];
        const char *unit = x->unit ? x->unit : x->key.unit;
        c[v] = (struct store_column){x->key.key, unit, x->label ? x->label : x->key.key};
    }
    return c;
}

struct store_study study_describe(const struct case_base *b, const struct study_plan *plan,
                                  struct arena *a)
{
    const struct loaded *l = case_base_loaded(b);
    struct store_input *input = ARENA_ARRAY(a, struct store_input, (size_t)l->n_input + 1);
    for (int i = 0; i < l->n_input; i++)
        input[i] = (struct store_input){text_one_line(a, l->input[i].path), l->input[i].sha256};
    const char **override = ARENA_ARRAY(a, const char *, (size_t)l->n_override + 1);
    for (int i = 0; i < l->n_override; i++) override[i] = text_one_line(a, l->override[i]);
    struct date date = l->site.info->part.date;
    char *written = ARENA_ARRAY(a, char, TEXT_NUMBER_CAP);
    return (struct store_study){.hash = study_hash(b, plan, a),
                                .command = plan->command,
                                .definition = plan->definition,
                                .version = DCPLAN_VERSION,
                                .site = l->site.name,
                                .title = l->site.title ? l->site.title : "",
                                .currency = l->site.currency ? l->site.currency : "",
                                .date = date.year ? date_write(date, written) : "",
                                .n_input = l->n_input,
                                .n_override = l->n_override,
                                .n_variable = plan->n_variable,
                                .n_outcome = N_OUTCOME,
                                .input = input,
                                .override = override,
                                .variable = variable_columns(plan, a),
                                .outcome = outcome_columns(a),
                                .n_point = plan->n_point,
                                .n_row = plan->n_row ? plan->n_row : plan->n_point};
}

/* "96 %" with the unit "%" is 96; of another unit the number would be another. */
static double number_of(const char *text, const char *unit)
{
    struct text t = text_trim(text_of(text));
    size_t n = text_number_prefix(t);
    double value;
    if (!n || !text_number((struct text){t.s, n}, &value)) return (double)NAN;
    return text_is(text_trim((struct text){t.s + n, t.n - n}), unit) ? value : (double)NAN;
}

void study_variables(const struct study_plan *plan, int i, const char **text, double *number,
                     struct arena *a)
{
    struct case_change *change = ARENA_ARRAY(a, struct case_change, (size_t)plan->n_variable + 1);
    plan->point(plan, i, change, a);
    for (int v = 0; v < plan->n_variable; v++) {
        const struct study_variable *x = &plan->variable[v];
        text[v] = change[v].text;
        number[v] = plan->number ? plan->number(plan, v, i)
                                 : number_of(text[v], x->unit ? x->unit : x->key.unit);
    }
}

const int *study_places(const struct store_study *study, struct arena *a)
{
    int *place = ARENA_ARRAY(a, int, (size_t)study->n_outcome + 1);
    for (int k = 0; k < study->n_outcome; k++) place[k] = outcome_find(study->outcome[k].key);
    return place;
}

struct outcome study_outcome(const struct store_point *p, int n_outcome, const int *place)
{
    struct outcome o = {.status = p->is_failed ? POINT_FAILED : POINT_DONE, .code = p->code};
    for (int k = 0; k < N_OUTCOME; k++) o.value[k] = (double)NAN;
    for (int k = 0; k < n_outcome; k++)
        if (place[k] >= 0) o.value[place[k]] = p->outcome[k];
    case_say(&o, p->text);
    return o;
}
