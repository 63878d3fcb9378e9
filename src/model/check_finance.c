#include <math.h>
#include <string.h>

#include "base/text.h"
#include "model/check.h"
#include "model/depreciation.h"

struct counted { /* a section that money is counted by */
    const struct site *s;
    struct diags *ds;
    int kind, index;
};

static int row_of(const struct counted *x, const char *key)
{
    const struct kind *k = &x->s->objects.kinds[x->kind];
    for (int i = 0; i < k->n_params; i++)
        if (!strcmp(k->params[i].key, key)) return i;
    return -1;
}

/* key: where the value stands, or the section where it is not given. */
static void rule(const struct counted *x, bool holds, const char *key, const char *text,
                 const char *hint)
{
    const struct object *o = x->s->of[x->kind].object[x->index];
    if (holds) return;
    const struct provenance *from = &o->from[row_of(x, key)];
    struct place where = from->origin == ORIGIN_DEFAULT ? o->place : from->place;
    const char *name = o->name[0] ? arena_format(x->ds->arena, " %s", o->name) : "";
    diag_error(x->ds, DIAG_INPUT, where, hint, "[%s%s]: %s", x->s->objects.kinds[x->kind].name,
               name, text);
}

static void check_method(const struct counted *x, int method, double given_s, double life_s,
                         const char *key)
{
    double frac[MACRS_YEARS];
    int years = finance_whole_years(isnan(given_s) ? life_s : given_s);
    if (method == DEPRECIATION_MACRS)
        rule(x, macrs_rates(years, frac) > 0, key, "macrs has no table for these years",
             "it has 3, 5, 7, 10, 15 and 20 years; give the depreciation's own life");
    if (method == DEPRECIATION_DECLINING)
        rule(x, years >= 1, key, "a declining balance is over whole years",
             "give the depreciation's own life in whole years");
}

static void check_rates(const struct site *s, struct diags *ds)
{
    const struct finance *f = s->finance;
    struct counted x = {s, ds, KIND_FINANCE, 0};
    check_method(&x, f->it_depreciation, f->it_depreciation_s, f->it_life_s,
                 "it_depreciation_life");
    check_method(&x, f->plant_depreciation, f->plant_depreciation_s, f->plant_life_s,
                 "plant_depreciation_life");
    check_method(&x, f->building_depreciation, f->building_depreciation_s, f->building_life_s,
                 "building_depreciation_life");
    rule(&x, f->purchase != PURCHASE_LEASE || finance_whole_years(f->lease_s) >= 1, "lease_term",
         "a lease is paid over whole years", "as 3 years");
}

/* Racks that the hall of the colocation does not take. */
static void check_colo(const struct site *s, struct diags *ds)
{
    if (!s->finance->colo.n) return;
    int index = s->finance->colo.ref[0].index;
    const struct colo *c = site_colo(s, index);
    const struct object *o = s->of[KIND_COLO].object[index];
    char power[TEXT_NUMBER_CAP], most[TEXT_NUMBER_CAP];
    for (int i = 0; i < s->of[KIND_RACK].n; i++) {
        double power_w = site_rack(s, i)->power_w;
        bool is_copy = i > 0 && s->of[KIND_RACK].object[i] == s->of[KIND_RACK].object[i - 1];
        if (is_copy || !(power_w > c->rack_max_w)) continue;
        diag_warning(ds, DIAG_INPUT, o->place,
                     "spread the servers over more racks, or ask for a hall that takes them",
                     "[colo %s]: rack.%s is for %s kW, and it takes %s kW a rack", o->name,
                     s->of[KIND_RACK].object[i]->name, text_fixed(power, power_w / 1000, 1, false),
                     text_fixed(most, c->rack_max_w / 1000, 1, false));
    }
}

/* ---- lines of cost ------------------------------------------------------------------------ */

static int category_named(const char *name)
{
    for (int i = 0; cost_category_words[i]; i++)
        if (!strcmp(cost_category_words[i], name)) return i;
    return -1;
}

/* A share that is built, and what it is of. */
static bool is_built_share(const struct cost *c)
{
    return c->when == COST_BUILD && !isnan(c->share_frac) && c->of.n;
}

/* Which categories are made of which, by shares that are built, at any remove. */
struct made {
    bool of[N_COST_CATEGORY][N_COST_CATEGORY];
};

static void find_made(const struct site *s, struct made *m)
{
    *m = (struct made){0};
    for (int i = 0; i < s->of[KIND_COST].n; i++) {
        const struct cost *c = site_cost(s, i);
        for (int k = 0; is_built_share(c) && k < c->of.n; k++) {
            int of = category_named(c->of.s[k]);
            if (of >= 0) m->of[c->category][of] = true;
        }
    }
    for (int k = 0; k < N_COST_CATEGORY; k++)
        for (int i = 0; i < N_COST_CATEGORY; i++)
            for (int j = 0; j < N_COST_CATEGORY; j++)
                m->of[i][j] = m->of[i][j] || (m->of[i][k] && m->of[k][j]);
}

static bool is_option(const char *word)
{
    return !strcmp(word, "own") || !strcmp(word, "colo") || !strcmp(word, "rent");
}

static void check_line(const struct site *s, const struct made *made, int line, struct diags *ds)
{
    const struct cost *c = site_cost(s, line);
    struct counted x = {s, ds, KIND_COST, line};
    for (int i = 0; i < c->of.n; i++) {
        bool is_category = category_named(c->of.s[i]) >= 0;
        rule(&x, is_category, "of",
             arena_format(ds->arena, "'%s' is no category of cost", c->of.s[i]),
             "as in category: servers, fabric, power, cooling, building and so on");
    }
    for (int i = 0; i < c->options.n; i++)
        rule(&x, is_option(c->options.s[i]), "options",
             arena_format(ds->arena, "'%s' is no option", c->options.s[i]), "own, colo or rent");
    rule(&x, !is_built_share(c) || !made->of[c->category][c->category], "of",
         "the share is of itself", "name categories that are not made of this one");
    rule(&x,
         c->from_year == PARAM_NO_COUNT || c->to_year == PARAM_NO_COUNT ||
             c->from_year <= c->to_year,
         "to_year", "the last year is before the first", NULL);
}

/* A price that cannot be counted is in no sum, or makes one missing. */
static void check_currencies(const struct site *s, int kind, struct diags *ds)
{
    const struct kind *k = &s->objects.kinds[kind];
    for (int i = 0; i < s->of[kind].n; i++) {
        const struct object *o = s->of[kind].object[i];
        for (int p = 0; p < k->n_params; p++) {
            const struct money *m = (const void *)((const char *)o->data + k->params[p].at);
            if (k->params[p].type != PARAM_MONEY || !m->currency[0] || !isnan(site_money(s, m)))
                continue;
            diag_warning(ds, DIAG_INPUT, o->from[p].place,
                         arena_format(ds->arena, "add [fx %s] with a rate", m->currency),
                         "[%s %s]: no exchange rate for %s", k->name, s->of[kind].name[i],
                         k->params[p].key);
        }
    }
}

void check_finance(const struct site *s, struct diags *ds)
{
    if (s->finance) {
        check_rates(s, ds);
        check_colo(s, ds);
        check_currencies(s, KIND_COST, ds);
        check_currencies(s, KIND_COLO, ds);
    }
    struct made made;
    find_made(s, &made);
    for (int i = 0; i < s->of[KIND_COST].n; i++) check_line(s, &made, i, ds);
}
