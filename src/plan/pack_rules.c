#include "plan/pack_rules.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* ---- worth ----------------------------------------------------------------------- */

static const double step_worth = 16, least_kw = 0.001;

static int steps_below(const struct pack_case *c, int priority)
{
    int n = 0;
    for (int t = 0; t < c->pack.n_type; t++) {
        int own = site_server(c->site, c->server[t])->priority;
        bool is_new = own < priority;
        for (int i = 0; is_new && i < t; i++)
            is_new = site_server(c->site, c->server[i])->priority != own;
        n += is_new;
    }
    return n;
}

void pack_find_worth(struct pack_case *c)
{
    for (int t = 0; t < c->pack.n_type; t++) {
        const struct server *v = site_server(c->site, c->server[t]);
        c->pack.worth[t] = fmax(v->power_maximum_w / 1000, least_kw) *
                           pow(step_worth, steps_below(c, v->priority));
    }
}

/* ---- racks and rows ---------------------------------------------------------------- */

static int rack_at(const struct pack_case *c, int bin)
{
    return c->ways->first[c->bin[bin].rack] + c->bin[bin].unit;
}

/* A row is a section of racks, or `per_row` of them; numbered by its first rack. */
static int row_at(const struct pack_case *c, int rack, int unit)
{
    int per_row = site_rack(c->site, rack)->at.per_row;
    return c->ways->first[rack] + (per_row > 0 ? unit / per_row * per_row : 0);
}

static int domain_at(const struct pack_case *c, bool is_row, int rack, int unit)
{
    return is_row ? row_at(c, rack, unit) : c->ways->first[rack] + unit;
}

static int domain_of(const struct pack_case *c, bool is_row, int bin)
{
    return domain_at(c, is_row, c->bin[bin].rack, c->bin[bin].unit);
}

static int n_racks(const struct pack_case *c)
{
    return c->ways->first[c->site->of[KIND_RACK].n];
}

static void refuse(struct pack_case *c, int type, int bin, enum pack_why why)
{
    int at = type * c->pack.n_bin + bin;
    if (c->why[at]) return;
    c->why[at] = (unsigned char)why;
    c->pack.n[at] = -1;
}

/* ---- air against air ----------------------------------------------------------------- */

enum { AIR_ANY, AIR_WITH, AIR_AGAINST };

static int air_of(const struct server *v)
{
    return v->airflow_direction == AIR_FRONT_TO_REAR   ? AIR_WITH
           : v->airflow_direction == AIR_REAR_TO_FRONT ? AIR_AGAINST
                                                       : AIR_ANY;
}

static void fixed_air(const struct pack_case *c, unsigned char *air)
{
    const struct placement *p = &c->fixed->placement;
    for (int i = 0; i < p->n; i++) {
        int own = air_of(site_server(c->site, p->item[i].server));
        if (p->item[i].rack < 0 || own == AIR_ANY) continue;
        air[c->ways->first[p->item[i].rack] + p->item[i].rack_unit] = (unsigned char)own;
    }
}

/* Shares of an empty rack that all servers against the others take. */
static double racks_wanted(const struct pack_case *c, int bin, bool *any)
{
    const struct rack *r = site_rack(c->site, c->bin[bin].rack);
    double u = 0, w = 0;
    for (int t = 0; t < c->pack.n_type; t++) {
        const struct server *v = site_server(c->site, c->server[t]);
        if (air_of(v) != AIR_AGAINST || c->why[t * c->pack.n_bin + bin]) continue;
        *any = true;
        u += c->pack.wanted[t] * v->height_u;
        w += c->pack.wanted[t] * c->tuning->server_w[c->server[t]];
    }
    double share = u / fmax(c->bin[bin].halves / 2.0, 1);
    return r->power_w > 0 ? fmax(share, w / r->power_w) : share;
}

void pack_keep_air_apart(struct pack_case *c, struct arena *a)
{
    const struct pack *p = &c->pack;
    unsigned char *air = ARENA_ARRAY(a, unsigned char, (size_t)n_racks(c) + 1);
    bool is_mixed = false;
    for (int t = 0; t < p->n_type; t++)
        is_mixed |= air_of(site_server(c->site, c->server[t])) == AIR_AGAINST;
    fixed_air(c, air);
    for (int r = 0; r < n_racks(c); r++) is_mixed |= air[r] == AIR_AGAINST;
    if (!is_mixed) return;
    double left = 1;
    for (int i = p->n_bin - 1, n = 0; i >= 0; i--) {
        bool any = false;
        double wanted = racks_wanted(c, i, &any);
        if (!any || air[rack_at(c, i)]) continue;
        if (left > 0) air[rack_at(c, i)] = AIR_AGAINST, n++;
        left = wanted - n;
    }
    for (int t = 0; t < p->n_type; t++)
        for (int i = 0; i < p->n_bin; i++) {
            int own = air_of(site_server(c->site, c->server[t])), rack = air[rack_at(c, i)];
            if (own != AIR_ANY && own != (rack == AIR_ANY ? AIR_WITH : rack))
                refuse(c, t, i, PACK_AGAINST_AIR);
        }
}

/* ---- apart ------------------------------------------------------------------------------ */

/* [all racks] how many of a section are fixed in each domain. */
static const int *fixed_in(const struct pack_case *c, int server, bool is_row, struct arena *a)
{
    const struct placement *p = &c->fixed->placement;
    int *n = ARENA_ARRAY(a, int, (size_t)n_racks(c) + 1);
    for (int i = 0; i < p->n; i++) {
        const struct placed *x = &p->item[i];
        if (x->server == server && x->rack >= 0)
            n[domain_at(c, is_row, x->rack, x->rack_unit)] += x->count;
    }
    return n;
}

/* The bins of all domains are one list, domain by domain. */
static void add_groups(struct pack_case *c, int type, bool is_row, struct arena *a)
{
    struct pack *p = &c->pack;
    const int *may = p->n + (ptrdiff_t)type * p->n_bin;
    const int *held = fixed_in(c, c->server[type], is_row, a);
    int most = site_server(c->site, c->server[type])->apart_most, n = n_racks(c);
    int *bin = ARENA_ARRAY(a, int, (size_t)p->n_bin + 1), *end = ARENA_ARRAY(a, int, (size_t)n + 1);
    for (int i = 0; i < p->n_bin; i++) end[domain_of(c, is_row, i)] += may[i] >= 0;
    for (int d = 0, from = 0, own; d < n; d++, from += own) {
        own = end[d];
        end[d] = from;
    }
    for (int i = 0; i < p->n_bin; i++)
        if (may[i] >= 0) bin[end[domain_of(c, is_row, i)]++] = i;
    for (int d = 0, from = 0; d < n; from = end[d++]) {
        int left = most - held[d];
        if (end[d] == from) continue;
        p->group[p->n_group++] =
            (struct pack_group){type, left > 0 ? left : 0, end[d] - from, bin + from};
    }
}

void pack_find_groups(struct pack_case *c, struct arena *a)
{
    struct pack *p = &c->pack;
    size_t most = 0;
    for (int t = 0; t < p->n_type; t++)
        if (site_server(c->site, c->server[t])->apart != APART_NONE) most += (size_t)p->n_bin;
    p->group = ARENA_ARRAY(a, struct pack_group, most + 1);
    for (int t = 0; t < p->n_type; t++) {
        const struct server *v = site_server(c->site, c->server[t]);
        if (v->apart != APART_NONE) add_groups(c, t, v->apart == APART_ROW, a);
    }
}

/* ---- together --------------------------------------------------------------------------- */

/* How many of a type fit into a bin, and taking them from what is left. */
static int take(const struct pack *p, int type, int bin, int wanted, double *left)
{
    int at = type * p->n_bin + bin;
    double most = wanted;
    if (p->n[at] < 0) return 0;
    if (p->most[at] >= 0) most = fmin(most, p->most[at]);
    for (int k = 0; k < p->n[at]; k++) {
        const struct pack_use *u = &p->use[p->first[at] + k];
        most = fmin(most, floor(left[u->resource] / u->amount * (1 + 1e-12)));
    }
    if (!(most > 0)) return 0;
    for (int k = 0; k < p->n[at]; k++)
        left[p->use[p->first[at] + k].resource] -= most * p->use[p->first[at] + k].amount;
    return (int)most;
}

static int fill(const struct pack_case *c, int type, bool is_row, int domain, double *left)
{
    int n = 0;
    for (int i = 0; i < c->pack.n_bin && n < c->pack.wanted[type]; i++)
        if (domain_of(c, is_row, i) == domain)
            n += take(&c->pack, type, i, c->pack.wanted[type] - n, left);
    return n;
}

static void keep_in(struct pack_case *c, int type, bool is_row, int domain)
{
    for (int i = 0; i < c->pack.n_bin; i++)
        if (domain_of(c, is_row, i) != domain) refuse(c, type, i, PACK_NOT_TOGETHER);
}

/* The domain of those that are fixed; -1: none is. */
static int fixed_domain(const struct pack_case *c, int server, bool is_row)
{
    const struct placement *p = &c->fixed->placement;
    for (int i = 0; i < p->n; i++)
        if (p->item[i].server == server && p->item[i].rack >= 0)
            return domain_at(c, is_row, p->item[i].rack, p->item[i].rack_unit);
    return -1;
}

static void settle(struct pack_case *c, int type, double *left, struct arena *a)
{
    int server = c->server[type], n = c->pack.n_resource, best = 0;
    bool is_row = site_server(c->site, server)->together == TOGETHER_ROW;
    int at = fixed_domain(c, server, is_row);
    double *now = ARENA_ARRAY(a, double, (size_t)n + 1);
    for (int d = 0; d < n_racks(c) && fixed_domain(c, server, is_row) < 0; d++) {
        memcpy(now, left, (size_t)n * sizeof *now);
        int fit = fill(c, type, is_row, d, now);
        if (fit > best || at < 0) best = fit, at = d;
        if (fit == c->pack.wanted[type]) break;
    }
    if (at < 0) return;
    (void)fill(c, type, is_row, at, left);
    keep_in(c, type, is_row, at);
}

struct turn {
    int type;
    double worth;
};

static int by_worth(const void *x, const void *y)
{
    const struct turn *a = x, *b = y;
    if (a->worth != b->worth) return a->worth < b->worth ? 1 : -1;
    return a->type - b->type;
}

void pack_keep_together(struct pack_case *c, struct arena *a)
{
    const struct pack *p = &c->pack;
    struct turn *turn = ARENA_ARRAY(a, struct turn, (size_t)p->n_type + 1);
    int n = 0;
    for (int t = 0; t < p->n_type; t++)
        if (site_server(c->site, c->server[t])->together != TOGETHER_NONE)
            turn[n++] = (struct turn){t, p->worth[t] * p->wanted[t]};
    if (!n) return;
    qsort(turn, (size_t)n, sizeof *turn, by_worth);
    double *left = ARENA_ARRAY(a, double, (size_t)p->n_resource + 1);
    if (p->n_resource) memcpy(left, p->left, (size_t)p->n_resource * sizeof *left);
    for (int i = 0; i < n; i++) settle(c, turn[i].type, left, a);
}
