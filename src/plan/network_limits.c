#include "plan/network_limits.h"

#include <math.h>
#include <string.h>

#include "plan/network_checks.h"

/* ---- what is left out ------------------------------------------------------ */

static struct skip_group *group_of(struct checks *k, const char *check, const char *datum)
{
    const struct site *site = k->l->c->site;
    for (int i = 0; i < k->n; i++)
        if (!strcmp(k->group[i].check, check) && !strcmp(k->group[i].datum, datum))
            return &k->group[i];
    if (k->n == k->cap) {
        k->cap = k->cap * 2 + 16;
        struct skip_group *more = ARENA_ARRAY(k->l->a, struct skip_group, (size_t)k->cap);
        if (k->n) memcpy(more, k->group, (size_t)k->n * sizeof *more);
        k->group = more;
    }
    size_t parts = (size_t)check_plant(k)->n_elem + (size_t)site->of[KIND_PSU].n +
                   (size_t)site->of[KIND_SERVER].n;
    k->group[k->n] = (struct skip_group){
        check, datum, NULL, 0, 0, ARENA_ARRAY(k->l->a, unsigned char, parts + 1)};
    return &k->group[k->n++];
}

static void skip(struct checks *k, const char *check, const char *datum, int part, int kind,
                 int index)
{
    struct skip_group *g = group_of(k, check, datum);
    if (g->seen[part]) return;
    g->seen[part] = 1;
    if (g->count++ && part > g->part) return;
    g->part = part;
    g->first = limit_part(k->l, kind, index);
}

void skip_elem(struct checks *k, const char *check, const char *datum, int e)
{
    const struct elem *x = &check_plant(k)->elem[e];
    skip(k, check, datum, e, x->kind, x->index);
}

void skip_supplies(struct checks *k, const char *check, enum supply_datum datum)
{
    const struct site *site = k->l->c->site;
    const char *word = datum == SUPPLY_HARMONICS ? "harmonics" : "inrush";
    int psus = check_plant(k)->n_elem, servers = psus + site->of[KIND_PSU].n;
    for (int i = 0; i < site->of[KIND_SERVER].n; i++) {
        const struct server *v = site_server(site, i);
        if (!v->part.count) continue;
        if (!v->psu.n) {
            skip(k, check, "psu", servers + i, KIND_SERVER, i);
            continue;
        }
        int p = v->psu.ref[0].index;
        const struct psu *u = site_psu(site, p);
        bool lacks = datum == SUPPLY_HARMONICS ? !u->harmonics.n : isnan(u->inrush_ratio);
        if (lacks) skip(k, check, word, psus + p, KIND_PSU, p);
    }
}

static struct network_checks skipped(const struct checks *k)
{
    struct network_skip *list = ARENA_ARRAY(k->l->a, struct network_skip, (size_t)k->n + 1);
    for (int i = 0; i < k->n; i++) {
        const struct skip_group *g = &k->group[i];
        const char *what = arena_format(k->l->a, "no %s: %s", g->datum, g->first);
        if (g->count > 1) what = arena_format(k->l->a, "%s and %d more", what, g->count - 1);
        list[i] = (struct network_skip){g->check, what, g->count};
    }
    return (struct network_checks){k->n, list, k->n_selective, k->n_declared};
}

/* ---- what all checks ask --------------------------------------------------- */

static const double sqrt3 = 1.7320508075688772;

static double own_line_v(const struct elem *x)
{
    return x->phases == 1 ? x->line_v * sqrt3 : x->line_v;
}

const double *check_line_v(const struct checks *k)
{
    const struct plant *p = check_plant(k);
    double *v = ARENA_ARRAY(k->l->a, double, (size_t)p->n_elem + 1);
    for (int e = p->n_elem - 1; e >= 0; e--) {
        const struct elem *x = &p->elem[e];
        v[e] = (double)NAN;
        for (int j = x->up.first; j < x->up.first + x->up.n; j++)
            if (check_is_live(k, j) && isnan(v[e])) v[e] = v[p->feed[j]];
        if (x->what == ELEM_TRANSFORMER || isnan(v[e])) v[e] = own_line_v(x);
    }
    return v;
}

static bool has_conductors(const struct elem *x)
{
    return x->what == ELEM_TRANSFORMER ||
           (x->what == ELEM_PDU && x->kind != KIND_ATS && x->kind != KIND_STS);
}

const char *check_run_lacks(const struct elem *x)
{
    const struct electrical *e = x->e;
    if (!has_conductors(x)) return NULL;
    if (isnan(e->length_m)) return "length";
    if (!(e->length_m > 0)) return NULL;
    return isnan(e->resistance_ohm_m)  ? "resistance"
           : isnan(e->reactance_ohm_m) ? "reactance"
                                       : NULL;
}

struct network_checks network_limits(struct limit_list *l, const struct limit_state *s)
{
    struct checks k = {.l = l, .s = s};
    const struct fault *f = check_faults(&k);
    check_selectivity(&k, f);
    check_voltage_drop(&k);
    check_inrush(&k);
    check_k_factors(&k);
    check_batteries(&k);
    check_generators(&k);
    return skipped(&k);
}

void network_drop_limits(struct limit_list *l, const struct limit_state *s)
{
    struct checks k = {.l = l, .s = s};
    check_voltage_drop(&k);
}
