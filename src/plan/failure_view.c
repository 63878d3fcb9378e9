#include "plan/failure_view.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plan/failure_find.h"

bool failure_is_quiet(const struct failure *x)
{
    return x->survives && !x->is_capped;
}

struct failure_counts failure_count(const struct failures *f)
{
    struct failure_counts n = {0};
    for (int i = 0; i < f->n; i++) {
        int states = f->item[i].alike + 1;
        n.all += states;
        if (!failure_is_quiet(&f->item[i])) continue;
        n.quiet += states;
        n.bounds += f->item[i].is_bound ? states : 0;
    }
    return n;
}

static int by_tightness(const void *p, const void *q)
{
    const struct failure_pick *a = p, *b = q;
    double x = failure_tightness(a->row), y = failure_tightness(b->row);
    if (x < y) return -1;
    if (x > y) return 1;
    int c = strcmp(a->row->limit.element, b->row->limit.element);
    if (!c) c = strcmp(a->row->limit.resource, b->row->limit.resource);
    return c ? c : strcmp(a->state->state, b->state->state);
}

int failure_rows_all(const struct failures *f, int most, struct failure_pick **out, struct arena *a)
{
    int n = 0, k = 0;
    for (int i = 0; i < f->n; i++) n += f->item[i].n_row;
    *out = ARENA_ARRAY(a, struct failure_pick, (size_t)n + 1);
    for (int i = 0; i < f->n; i++)
        for (int j = 0; j < f->item[i].n_row; j++)
            (*out)[k++] = (struct failure_pick){&f->item[i], &f->item[i].row[j]};
    if (n) qsort(*out, (size_t)n, sizeof **out, by_tightness);
    return n < most ? n : most;
}

static bool is_picked(const struct failure_pick *pick, int n, const struct limit *l)
{
    for (int i = 0; i < n; i++)
        if (!strcmp(pick[i].row->limit.element, l->element) &&
            !strcmp(pick[i].row->limit.resource, l->resource))
            return true;
    return false;
}

int failure_tightest(const struct failures *f, int most, struct failure_pick *out, struct arena *a)
{
    struct failure_pick *all;
    int n = failure_rows_all(f, INT_MAX, &all, a), found = 0;
    for (int i = 0; i < n && found < most; i++) {
        const struct limit *l = &all[i].row->limit;
        if (!isnan(l->limit) && !is_picked(out, found, l)) out[found++] = all[i];
    }
    return found;
}

/* ---- placeholders ---- */

static const char *text_of_key(const struct kind *k, const struct object *o, const char *key,
                               struct arena *a)
{
    for (int i = 0; i < k->n_params; i++)
        if (!strcmp(k->params[i].key, key)) return param_print(&k->params[i], o->data, a);
    return NULL;
}

static bool comes_from_model(const struct kind *k, const struct object *o, const char *key)
{
    for (int i = 0; i < k->n_params; i++)
        if (!strcmp(k->params[i].key, key)) return o->from[i].origin == ORIGIN_MODEL;
    return false;
}

static bool says_placeholder(const char *text)
{
    return text && strstr(text, "laceholder");
}

const char **failure_placeholders(const struct site *s, int *n, struct arena *a)
{
    const struct object_set *set = &s->objects;
    const char **name = ARENA_ARRAY(a, const char *, (size_t)set->n + 1);
    *n = 0;
    for (int i = 0; i < set->n; i++) {
        const struct object *o = &set->item[i];
        const struct kind *k = &set->kinds[o->kind];
        if (!comes_from_model(k, o, "mtbf")) continue;
        if (says_placeholder(text_of_key(k, o, "note", a)) ||
            says_placeholder(text_of_key(k, o, "source", a)))
            name[(*n)++] = arena_format(a, "%s.%s", k->name, o->name);
    }
    return name;
}
