#include "model/scenario.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "model/check.h"

/* Single sections are written without a name. */
static int find_object(const struct site *s, int kind, struct text name)
{
    const struct bag *b = &s->of[kind];
    if (!name.n && (s->objects.kinds[kind].flags & KIND_SINGLE)) return b->n ? 0 : -1;
    for (int i = 0; i < b->n; i++)
        if (text_is(name, b->name[i])) return i;
    return -1;
}

static int find_kind(const struct site *s, struct text name)
{
    for (int i = 0; i < s->objects.n_kinds; i++)
        if (text_is(name, s->objects.kinds[i].name)) return i;
    return -1;
}

static const struct param *find_param(const struct kind *k, struct text key)
{
    for (int i = 0; i < k->n_params; i++)
        if (text_is(key, k->params[i].key)) return &k->params[i];
    return NULL;
}

/* "cloud.x.price_gpu=2 USD/GPUh": names may hold dots, keys and kinds do not. */
static bool take_apart(const char *change, struct text *kind, struct text *name, struct text *key,
                       struct text *value)
{
    bool found;
    struct text path;
    *value = text_trim(text_cut(text_of(change), '=', &path, &found));
    if (!found) return false;
    struct text rest = text_cut(text_trim(path), '.', kind, &found);
    if (!found) return false;
    size_t dot = rest.n;
    while (dot > 0 && rest.s[dot - 1] != '.') dot--;
    *name = (struct text){rest.s, dot ? dot - 1 : 0};
    *key = (struct text){rest.s + dot, rest.n - dot};
    return true;
}

bool scenario_change(const struct site *s, int scenario, int i, struct scenario_change *out)
{
    struct text kind, name, key;
    if (!take_apart(site_scenario(s, scenario)->set.s[i], &kind, &name, &key, &out->value))
        return false;
    out->kind = find_kind(s, kind);
    out->index = out->kind < 0 ? -1 : find_object(s, out->kind, name);
    out->param = out->index < 0 ? NULL : find_param(&s->objects.kinds[out->kind], key);
    return out->param != NULL;
}

struct place scenario_place(const struct site *s, int scenario)
{
    const struct object *o = s->of[KIND_SCENARIO].object[scenario];
    const struct kind *k = &s->objects.kinds[KIND_SCENARIO];
    for (int i = 0; i < k->n_params; i++)
        if (!strcmp(k->params[i].key, "set") && o->from[i].place.file) return o->from[i].place;
    return o->place;
}

bool scenario_apply(const struct site *s, int scenario, int kind, int index, const struct param *p,
                    void *copy, struct arena *a)
{
    const struct scenario *own = site_scenario(s, scenario);
    bool applied = false;
    for (int i = 0; i < own->set.n; i++) {
        struct scenario_change c;
        if (!scenario_change(s, scenario, i, &c) || c.kind != kind || c.index != index ||
            c.param != p)
            continue;
        struct diags unheard = diags_new(a); /* check_scenarios has told */
        applied |= param_set(p, copy, c.value, scenario_place(s, scenario), NULL, a, &unheard);
    }
    return applied;
}

/* ---- checks ---- */

struct checker {
    const struct site *s;
    int scenario;
    struct diags *ds;
};

static void refuse(const struct checker *c, const char *hint, const char *change, const char *why)
{
    diag_error(c->ds, DIAG_INPUT, scenario_place(c->s, c->scenario), hint, "[scenario %s] %s: %s",
               c->s->of[KIND_SCENARIO].name[c->scenario], change, why);
}

static bool is_of_money(int kind, const struct param *p)
{
    bool is_money = kind == KIND_FINANCE || kind == KIND_COST || kind == KIND_COLO ||
                    kind == KIND_CLOUD || kind == KIND_TARIFF || kind == KIND_RATE ||
                    kind == KIND_FX;
    return p->type == PARAM_MONEY || (is_money && p->type == PARAM_REAL);
}

static const char *nearest_key(const struct kind *k, struct text key, struct arena *a)
{
    const char **names = ARENA_ARRAY(a, const char *, (size_t)k->n_params + 1);
    for (int i = 0; i < k->n_params; i++) names[i] = k->params[i].key;
    return text_nearest(arena_text(a, key.s, key.n), names, k->n_params);
}

/* Which part of the path leads nowhere. */
static void tell_unknown(const struct checker *c, const char *change)
{
    struct arena *a = c->ds->arena;
    struct text kind, name, key, value;
    if (!take_apart(change, &kind, &name, &key, &value)) {
        refuse(c, "write kind.name.key=value, such as finance.discount=6 %", change,
               "this is no change");
        return;
    }
    int k = find_kind(c->s, kind);
    if (k < 0 || find_object(c->s, k, name) < 0) {
        refuse(c, k < 0 ? NULL : "a section that the site has, or that it takes from the catalogue",
               change, k < 0 ? "there is no such kind of section" : "there is no such section");
        return;
    }
    const char *near = nearest_key(&c->s->objects.kinds[k], key, a);
    refuse(c, near ? arena_format(a, "did you mean '%s'?", near) : NULL, change,
           "there is no such key");
}

/* A price in another currency would need another formula. */
static void check_currency(const struct checker *c, const char *change,
                           const struct scenario_change *x, const void *copy)
{
    const struct bag *b = &c->s->of[x->kind];
    const char *object =
        (const char *)b->item + (size_t)x->index * c->s->objects.kinds[x->kind].size + x->param->at;
    const struct money *was = (const void *)object;
    const struct money *is = (const void *)((const char *)copy + x->param->at);
    if (is->currency[0] && strcmp(was->currency, is->currency) != 0)
        refuse(c,
               was->currency[0] ? arena_format(c->ds->arena, "write it in %s", was->currency)
                                : "give the section a price first",
               change, "it is not in the currency of what it changes");
}

static bool is_changed_before(const struct checker *c, int i, const struct scenario_change *x)
{
    struct scenario_change was;
    for (int k = 0; k < i; k++)
        if (scenario_change(c->s, c->scenario, k, &was) && was.param == x->param &&
            was.kind == x->kind && was.index == x->index)
            return true;
    return false;
}

static void check_change(const struct checker *c, int i)
{
    const char *change = site_scenario(c->s, c->scenario)->set.s[i];
    struct scenario_change x;
    if (!scenario_change(c->s, c->scenario, i, &x)) {
        tell_unknown(c, change);
        return;
    }
    if (!is_of_money(x.kind, x.param)) {
        refuse(c,
               "rates and prices of finance, cost, colo, cloud, tariff, rate and fx, and "
               "prices of parts",
               change, "a scenario cannot change this");
        return;
    }
    if (is_changed_before(c, i, &x)) {
        refuse(c, "keep one of the two", change, "the scenario changes it twice");
        return;
    }
    size_t size = c->s->objects.kinds[x.kind].size;
    void *copy = arena_make(c->ds->arena, 1, size);
    memcpy(copy, (const char *)c->s->of[x.kind].item + (size_t)x.index * size, size);
    if (param_set(x.param, copy, x.value, scenario_place(c->s, c->scenario), NULL, c->ds->arena,
                  c->ds) &&
        x.param->type == PARAM_MONEY)
        check_currency(c, change, &x, copy);
}

void check_scenarios(const struct site *s, struct diags *ds)
{
    for (int k = 0; k < s->of[KIND_SCENARIO].n; k++) {
        struct checker c = {s, k, ds};
        const char *name = s->of[KIND_SCENARIO].name[k];
        if (!strcmp(name, "Base") || !strcmp(name, "base"))
            diag_error(ds, DIAG_INPUT, s->of[KIND_SCENARIO].object[k]->place, "choose another name",
                       "'%s' is what the values as they are, are called", name);
        if (!s->finance)
            diag_error(ds, DIAG_INPUT, s->of[KIND_SCENARIO].object[k]->place,
                       "add a [finance] section", "a scenario needs a plan of money");
        for (int i = 0; i < site_scenario(s, k)->set.n; i++) check_change(&c, i);
    }
}
