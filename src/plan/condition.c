#include "plan/condition.h"

#include <math.h>

struct values {
    const double *value;
    int n;
};

static bool value_of(void *context, const char *name, struct expr_value *out)
{
    const struct values *v = context;
    int i = outcome_find(name);
    if (i < 0 || i >= v->n) return false;
    *out = (struct expr_value){v->value[i], NULL};
    return true;
}

static void note_use(void *context, const char *name, int column)
{
    struct condition *c = context;
    int i = outcome_find(name);
    (void)column;
    if (i >= 0) c->uses[i] = true;
}

bool condition_read(const char *text, struct place where, int n, struct condition *out,
                    struct arena *a, struct diags *ds)
{
    const char *names[N_OUTCOME];
    for (int i = 0; i < n; i++) names[i] = outcome_row(i)->key;
    int before = ds->n;
    *out = (struct condition){.text = text, .expr = expr_parse(text, where, a, ds)};
    bool is_fine = out->expr && expr_check_names(out->expr, names, n, where, ds);
    for (int i = before; i < ds->n && i < DIAG_STORED; i++) ds->item[i].class = DIAG_USAGE;
    if (is_fine) expr_names(out->expr, note_use, out);
    return is_fine;
}

double condition_value(const struct condition *c, const double *value, int n)
{
    struct values v = {value, n};
    struct expr_scope scope = {.context = &v, .value = value_of};
    struct expr_value x;
    const char *unknown;
    return expr_value(c->expr, &scope, &x, &unknown) ? x.number : (double)NAN;
}

int condition_holds(const struct condition *c, const double *value, int n)
{
    double x = condition_value(c, value, n);
    return isnan(x) ? -1 : x < 0 || x > 0;
}

double condition_slack(const struct condition *c, const double *value, int n)
{
    struct values v = {value, n};
    struct expr_scope scope = {.context = &v, .value = value_of};
    double x;
    const char *unknown;
    return expr_slack(c->expr, &scope, &x, &unknown) ? x : (double)NAN;
}
