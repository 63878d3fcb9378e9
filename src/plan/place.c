#include "plan/place.h"

#include <math.h>
#include <string.h>

/* Missing mass cannot be placed against a limit; it is left out and shown as not
   known by the limits. */
static double known(double x)
{
    return isnan(x) ? 0 : x;
}

static bool exceeds(double used, double limit)
{
    return !isnan(limit) && used > limit * (1 + 1e-12);
}

enum want { WANT_NOTHING, WANT_UNITS, WANT_POWER, WANT_MASS, WANT_AIRFLOW, N_WANT };

/* ---- rack units ---------------------------------------------------------- */

static int halves(double u)
{
    return (int)ceil(2 * u - 1e-9);
}

static bool is_free(const struct rack_use *use, int from, int n)
{
    for (int i = 0; i < n; i++)
        if (use->half[from + i]) return false;
    return true;
}

double place_free_u(const struct rack *r, const struct rack_use *use, const struct server *v)
{
    int n = halves(v->height_u);
    double least = isnan(v->u_min) ? 1 : v->u_min;
    double most = isnan(v->u_max) ? r->units_u : fmin(v->u_max, r->units_u);
    if (!n) return (double)NAN;
    /* whole units first: what is half a unit high fills its fellow's other half */
    for (int from = halves(least - 1); from + n <= (int)floor(2 * most + 1e-9); from++)
        if ((from % 2 == 0 || n % 2) && is_free(use, from, n)) return 1 + from / 2.0;
    return 0;
}

void place_put(struct rack_use *use, const struct server *v, double u)
{
    static const double unit_m = 0.04445; /* IEC 60297 */
    use->u += v->height_u;
    use->power_w += v->power_maximum_w;
    use->kg += known(v->weight_kg);
    use->airflow_m3_s += v->airflow_m3_s;
    use->servers++;
    if (isnan(u)) return;
    use->moment_kg += known(v->weight_kg);
    use->moment_kg_m += known(v->weight_kg) * (u - 1 + v->height_u / 2) * unit_m;
    for (int i = 0, from = halves(u - 1); i < halves(v->height_u); i++) use->half[from + i] = 1;
}

/* ---- fit ------------------------------------------------------------------- */

/* The first thing the rack has not enough of for one more. */
static enum want wanting(const struct rack *r, const struct rack_use *u, const struct server *v)
{
    if (exceeds(u->u + v->height_u, r->units_u) || place_free_u(r, u, v) == 0) return WANT_UNITS;
    if (exceeds(u->power_w + v->power_maximum_w, r->power_w)) return WANT_POWER;
    if (exceeds(u->kg + known(v->weight_kg) + r->own_kg, r->load_kg)) return WANT_MASS;
    if (exceeds(u->airflow_m3_s + v->airflow_m3_s, r->airflow_m3_s)) return WANT_AIRFLOW;
    return WANT_NOTHING;
}

static bool fits(const struct rack *r, const struct rack_use *u, const struct server *v)
{
    return wanting(r, u, v) == WANT_NOTHING;
}

struct placing {
    const struct site *s;
    struct rack_plan *out;
    struct arena *a;
    int cap; /* of the placement's items */
};

/* Appends, or counts up when it stands on the last entry. */
static void note(struct placing *g, const struct placed *x)
{
    struct placement *p = &g->out->placement;
    struct placed *last = p->n ? &p->item[p->n - 1] : NULL;
    double height_u = site_server(g->s, x->server)->height_u;
    bool same = last && last->server == x->server && last->rack == x->rack &&
                last->rack_unit == x->rack_unit && last->is_fixed == x->is_fixed;
    if (same && (isnan(x->u) || fabs(x->u - last->u - last->count * height_u) < 1e-9)) {
        last->count += x->count;
        return;
    }
    if (p->n == g->cap) {
        struct placed *more = ARENA_ARRAY(g->a, struct placed, (size_t)g->cap * 2 + 64);
        if (p->n) memcpy(more, p->item, (size_t)p->n * sizeof *more);
        p->item = more;
        g->cap = g->cap * 2 + 64;
    }
    p->item[p->n++] = *x;
}

static double spot_u(const struct server *v, int i)
{
    return v->height_u > 0 ? v->spots.spot[i].u : (double)NAN;
}

static void put_fixed(struct placing *g, int server)
{
    const struct server *v = site_server(g->s, server);
    for (int i = 0; i < v->spots.n; i++) {
        const struct spot *x = &v->spots.spot[i];
        place_put(&g->out->use[x->rack][x->unit], v, spot_u(v, i));
    }
}

static void note_fixed(struct placing *g, int server)
{
    const struct server *v = site_server(g->s, server);
    for (int i = 0; i < v->spots.n; i++) {
        const struct spot *x = &v->spots.spot[i];
        note(g, &(struct placed){server, x->rack, x->unit, 1, i, spot_u(v, i), true});
    }
}

/* Servers of a group that are equal stop at the first that finds no place. */
static int place_rest(struct placing *g, int server)
{
    const struct server *v = site_server(g->s, server);
    int count = v->part.count, left = count - v->spots.n;
    for (int k = 0; k < v->rack.n && left; k++) {
        int rack = v->rack.ref[k].index;
        const struct rack *r = site_rack(g->s, rack);
        for (int unit = 0; unit < r->part.count && left; unit++) {
            struct rack_use *use = &g->out->use[rack][unit];
            for (; left && fits(r, use, v); left--) {
                double u = place_free_u(r, use, v);
                place_put(use, v, u);
                note(g, &(struct placed){server, rack, unit, 1, count - left, u, false});
            }
        }
    }
    return left;
}

static void place_group(struct placing *g, int server)
{
    const struct server *v = site_server(g->s, server);
    int rest = v->part.count - v->spots.n;
    note_fixed(g, server);
    if (v->rack.n)
        g->out->placement.unplaced[server] = place_rest(g, server);
    else if (rest)
        note(g, &(struct placed){server, -1, -1, rest, v->spots.n, (double)NAN, false});
}

struct rack_use **place_empty(const struct site *s, struct arena *a)
{
    int n = s->of[KIND_RACK].n;
    struct rack_use **use = ARENA_ARRAY(a, struct rack_use *, (size_t)n + 1);
    for (int r = 0; r < n; r++) {
        const struct rack *x = site_rack(s, r);
        use[r] = ARENA_ARRAY(a, struct rack_use, (size_t)x->part.count + 1);
        for (int unit = 0; unit < x->part.count; unit++)
            for (int i = 0; i < x->reserved_u.n; i++) {
                int from = halves(x->reserved_u.v[i] - 1);
                use[r][unit].half[from] = use[r][unit].half[from + 1] = 1;
                use[r][unit].u += 1;
            }
    }
    return use;
}

struct rack_plan place_servers(const struct site *s, struct arena *a)
{
    int n_server = s->of[KIND_SERVER].n;
    struct rack_plan out = {.n_rack = s->of[KIND_RACK].n, .use = place_empty(s, a)};
    struct placing g = {s, &out, a, 0};
    out.placement.unplaced = ARENA_ARRAY(a, int, (size_t)n_server + 1);
    for (int v = 0; v < n_server; v++) put_fixed(&g, v);
    for (int v = 0; v < n_server; v++) place_group(&g, v);
    return out;
}

const char *place_what_binds(const struct site *s, const struct rack_plan *plan, int server)
{
    static const char *const word[N_WANT] = {"racks", "rack units", "power", "mass", "airflow"};
    const struct server *v = site_server(s, server);
    int count[N_WANT] = {0}, most = WANT_NOTHING;
    for (int k = 0; k < v->rack.n; k++) {
        int rack = v->rack.ref[k].index;
        const struct rack *r = site_rack(s, rack);
        for (int unit = 0; unit < r->part.count; unit++)
            count[wanting(r, &plan->use[rack][unit], v)]++;
    }
    for (int w = WANT_UNITS; w < N_WANT; w++)
        if (count[w] > count[most]) most = w;
    return word[most];
}

const char *place_rack_name(const struct site *s, int rack, int unit, struct arena *a)
{
    const char *name = site_part_name(s, KIND_RACK, rack, a);
    if (site_rack(s, rack)->part.count == 1) return name;
    return arena_format(a, "%s#%d", name, unit + 1);
}

const char *place_server_name(const struct site *s, int server, int k, struct arena *a)
{
    const struct server *v = site_server(s, server);
    if (k < v->names.n) return v->names.s[k];
    const char *name = s->of[KIND_SERVER].name[server];
    return v->part.count == 1 ? name : arena_format(a, "%s#%d", name, k + 1);
}
