#include "plan/placing_tell.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plan/floor_load.h"

struct telling {
    struct placing_result *r;
    const struct pack_case *c;
    struct arena *a;
    double *left;     /* [resources] beside what was placed */
    double *row_frac; /* [rows of ways] how full */
};

/* ---- racks ---------------------------------------------------------------------------- */

static void find_left(struct telling *t)
{
    const struct pack *p = &t->c->pack;
    const int *count = t->r->packing.count;
    t->left = ARENA_ARRAY(t->a, double, (size_t)p->n_resource + 1);
    for (int r = 0; r < p->n_resource; r++) t->left[r] = p->left[r];
    for (int at = 0; at < p->n_type * p->n_bin; at++)
        for (int k = 0; count[at] && k < p->n[at]; k++) {
            const struct pack_use *u = &p->use[p->first[at] + k];
            t->left[u->resource] -= count[at] * u->amount;
        }
}

static void find_fracs(struct telling *t)
{
    const struct ways *w = t->c->ways;
    const struct pack *p = &t->c->pack;
    double *watts = ARENA_ARRAY(t->a, double, (size_t)w->n_way + 1);
    for (int i = 0; i < p->n_type; i++)
        for (int b = 0; b < p->n_bin; b++) {
            int n = t->r->packing.count[i * p->n_bin + b], server = t->c->server[i];
            const struct pack_bin *bin = &t->c->bin[b];
            if (n)
                watts[ways_of(w, server, bin->rack, bin->unit)] +=
                    n * t->c->tuning->server_w[server];
        }
    t->row_frac = ARENA_ARRAY(t->a, double, (size_t)w->n_row + 1);
    for (int r = 0; r < w->n_row; r++) {
        double used = w->row[r].base;
        for (int i = 0; i < w->row[r].n; i++)
            used += w->row[r].use[i].v * watts[w->row[r].use[i].way];
        t->row_frac[r] = w->row[r].limit > 0 ? used / w->row[r].limit : 0;
    }
}

static const char *row_text(const struct telling *t, int row)
{
    const struct way_row *x = &t->c->ways->row[row];
    const struct elem *e = &t->c->ways->plant->elem[x->elem];
    const struct way_state *s = &t->c->ways->state[x->state];
    return arena_format(t->a, "%s%s%s", site_part_name(t->c->site, e->kind, e->index, t->a),
                        x->state ? ", " : "", x->state ? s->name : "");
}

static bool feeds_rack(const struct telling *t, int row, const struct placing_rack *x,
                       bool is_direct)
{
    const struct way_row *r = &t->c->ways->row[row];
    for (int i = 0; i < r->n; i++) {
        const struct way *w = &t->c->ways->way[r->use[i].way];
        if (w->rack != x->rack || w->unit != x->unit) continue;
        if (!is_direct) return true;
        for (int k = 0; k < w->n; k++)
            if (w->source[k].elem == r->elem) return true;
    }
    return false;
}

/* The fullest of what the rack's servers are plugged into; where that has no limit, of what
   is above it. */
static void find_feed(const struct telling *t, struct placing_rack *out)
{
    int best = -1;
    for (int is_direct = 1; is_direct >= 0 && best < 0; is_direct--)
        for (int r = 0; r < t->c->ways->n_row; r++)
            if (feeds_rack(t, r, out, is_direct) &&
                (best < 0 || t->row_frac[r] > t->row_frac[best] * (1 + 1e-9)))
                best = r;
    out->feed = best < 0 ? NULL : row_text(t, best);
    out->feed_frac = best < 0 ? (double)NAN : t->row_frac[best];
}

static void add_rack(struct telling *t, int rack, int unit)
{
    const struct rack *r = site_rack(t->c->site, rack);
    const struct rack_use *u = &t->r->racks->use[rack][unit];
    const struct placement *p = &t->r->racks->placement;
    struct placing_rack *x = &t->r->rack[t->r->n_rack];
    if (!u->servers) return;
    *x = (struct placing_rack){.rack = rack, .unit = unit, .servers = u->servers, .u = u->u};
    x->units_u = r->units_u;
    for (int i = 0; i < p->n; i++)
        if (p->item[i].rack == rack && p->item[i].rack_unit == unit)
            x->power_w += p->item[i].count * t->c->tuning->server_w[p->item[i].server];
    x->limit_w = r->power_w;
    x->kg = u->kg + r->own_kg;
    x->load_kg = r->load_kg;
    x->centre_m = floor_centre_m(r, u);
    find_feed(t, x);
    t->r->n_rack++;
}

/* ---- why not ---------------------------------------------------------------------------- */

static const char *const why_text[] = {
    [PACK_TOO_HIGH] = "no run of free rack units is high enough",
    [PACK_NO_FEED] = "nothing feeds it there",
    [PACK_DARK] = "it would lose all power with one system of its supply",
    [PACK_AGAINST_AIR] = "air passes the others there the other way",
    [PACK_NOT_TOGETHER] = "they are to stand together elsewhere",
};

struct tally {
    const char *key; /* what reasons are counted by */
    const char *text;
    int n;
    double worst; /* share of what is wanted that is left: of these the text is of */
};

static void add_tally(struct tally *x, int *n, const char *key, const char *text, double share)
{
    int i = 0;
    while (i < *n && strcmp(x[i].key, key) != 0) i++;
    if (i == *n) x[(*n)++] = (struct tally){key, text, 0, share};
    x[i].n++;
    if (share < x[i].worst) x[i].worst = share, x[i].text = text;
}

static bool is_shared(enum pack_kind kind)
{
    return kind >= PACK_ELEMENT;
}

static const char *kind_text(enum pack_kind kind)
{
    static const char *const text[] = {"rack units",  "rack units",   "rack units", "rack power",
                                       "rack weight", "rack airflow", "outlets"};
    return text[kind];
}

/* The resource that has the least left for one more; -1: none. */
static int binding(const struct telling *t, int type, int bin)
{
    const struct pack *p = &t->c->pack;
    int at = type * p->n_bin + bin, best = -1;
    double least = 1 - 1e-9;
    for (int k = 0; k < p->n[at]; k++) {
        const struct pack_use *u = &p->use[p->first[at] + k];
        double share = fmax(t->left[u->resource], 0) / u->amount;
        if (share < least) least = share, best = k;
    }
    return best < 0 ? -1 : p->first[at] + best;
}

static const char *resource_text(const struct telling *t, const struct pack_use *u)
{
    char left[TEXT_NUMBER_CAP], takes[TEXT_NUMBER_CAP];
    double scale = pack_resource_scale(t->c, u->resource);
    double left_of = fmax(t->left[u->resource], 0) / scale, amount = u->amount / scale;
    int decimals = text_decimals_apart(left_of, amount, 1);
    const char *unit = pack_resource_unit(t->c, u->resource);
    return arena_format(
        t->a, "%s: %s %s left, one takes %s", pack_resource_name(t->c, u->resource, t->a),
        text_fixed(left, left_of, decimals, true), unit, text_fixed(takes, amount, decimals, true));
}

static void tally_bin(const struct telling *t, int type, int bin, struct tally *x, int *n)
{
    const struct pack *p = &t->c->pack;
    enum pack_why why = (enum pack_why)t->c->why[type * p->n_bin + bin];
    if (why == PACK_NOT_NAMED) return;
    if (why) {
        add_tally(x, n, why_text[why], why_text[why], 0);
        return;
    }
    int use = binding(t, type, bin);
    if (use < 0) {
        add_tally(x, n, "apart", "as many as may stand in one rack or row are there", 0);
        return;
    }
    const struct pack_use *u = &p->use[use];
    enum pack_kind kind = t->c->resource[u->resource].kind;
    const char *text = resource_text(t, u);
    const char *key =
        is_shared(kind) ? pack_resource_name(t->c, u->resource, t->a) : kind_text(kind);
    add_tally(x, n, key, text, fmax(t->left[u->resource], 0) / u->amount);
}

static int by_count(const void *x, const void *y)
{
    const struct tally *a = x, *b = y;
    if (a->n != b->n) return b->n - a->n;
    return strcmp(a->key, b->key);
}

static void add_rest(struct telling *t, int type, int left)
{
    const struct pack *p = &t->c->pack;
    struct tally *x = ARENA_ARRAY(t->a, struct tally, (size_t)p->n_bin + 1);
    struct placing_rest *out = &t->r->rest[t->r->n_rest++];
    int n = 0;
    *out = (struct placing_rest){.server = t->c->server[type], .count = left};
    for (int b = 0; b < p->n_bin; b++) tally_bin(t, type, b, x, &n);
    qsort(x, (size_t)n, sizeof *x, by_count);
    for (int i = 0; i < n && i < PLACING_REASONS; i++)
        out->reason[out->n_reason++] = (struct placing_reason){x[i].text, x[i].n};
    if (!n)
        out->reason[out->n_reason++] = (struct placing_reason){"its racks are in another room", 0};
}

void placing_tell(struct placing_result *r, const struct pack_case *c, struct arena *a)
{
    struct telling t = {r, c, a, NULL, NULL};
    const struct pack *p = &c->pack;
    find_left(&t);
    find_fracs(&t);
    r->rack =
        ARENA_ARRAY(a, struct placing_rack, (size_t)c->ways->first[c->site->of[KIND_RACK].n] + 1);
    for (int k = 0; k < c->site->of[KIND_RACK].n; k++)
        for (int unit = 0; unit < site_rack(c->site, k)->part.count; unit++) add_rack(&t, k, unit);
    r->rest = ARENA_ARRAY(a, struct placing_rest, (size_t)p->n_type + 1);
    for (int i = 0; i < p->n_type; i++) {
        int left = p->wanted[i];
        for (int b = 0; b < p->n_bin; b++) left -= r->packing.count[i * p->n_bin + b];
        if (left > 0) add_rest(&t, i, left);
    }
}
