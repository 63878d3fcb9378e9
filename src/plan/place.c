#include "plan/place.h"

#include <math.h>

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

/* The first thing the rack has not enough of for one more. */
static enum want wanting(const struct rack *r, const struct rack_use *u, const struct server *v)
{
    if (exceeds(u->u + v->height_u, r->units_u)) return WANT_UNITS;
    if (exceeds(u->power_w + v->power_maximum_w, r->power_w)) return WANT_POWER;
    if (exceeds(u->kg + known(v->weight_kg) + r->own_kg, r->load_kg)) return WANT_MASS;
    if (exceeds(u->airflow_m3_s + v->airflow_m3_s, r->airflow_m3_s)) return WANT_AIRFLOW;
    return WANT_NOTHING;
}

static bool fits(const struct rack *r, const struct rack_use *u, const struct server *v)
{
    return wanting(r, u, v) == WANT_NOTHING;
}

static void put(struct rack_use *u, const struct server *v)
{
    u->u += v->height_u;
    u->power_w += v->power_maximum_w;
    u->kg += known(v->weight_kg);
    u->airflow_m3_s += v->airflow_m3_s;
    u->servers++;
}

/* Appends, or counts up when the last entry is the same rack. */
static void note(struct placement *p, int server, int rack, int unit)
{
    struct placed *last = p->n ? &p->item[p->n - 1] : NULL;
    if (last && last->server == server && last->rack == rack && last->rack_unit == unit) {
        last->count++;
        return;
    }
    p->item[p->n++] = (struct placed){server, rack, unit, 1};
}

/* Servers of a group that are equal stop at the first that finds no place. */
static void place_group(const struct site *s, int server, struct rack_plan *out)
{
    const struct server *v = site_server(s, server);
    struct placement *p = &out->placement;
    if (!v->rack.n) {
        if (v->part.count) p->item[p->n++] = (struct placed){server, -1, -1, v->part.count};
        return;
    }
    int left = v->part.count;
    for (int k = 0; k < v->rack.n && left; k++) {
        int rack = v->rack.ref[k].index;
        const struct rack *r = site_rack(s, rack);
        for (int unit = 0; unit < r->part.count && left; unit++)
            while (left && fits(r, &out->use[rack][unit], v)) {
                put(&out->use[rack][unit], v);
                note(p, server, rack, unit);
                left--;
            }
    }
    p->unplaced[server] = left;
}

struct rack_plan place_servers(const struct site *s, struct arena *a)
{
    struct rack_plan out = {.n_rack = s->of[KIND_RACK].n};
    int n_server = s->of[KIND_SERVER].n;
    size_t cap = 0, racks = 0;
    out.use = ARENA_ARRAY(a, struct rack_use *, (size_t)out.n_rack + 1);
    for (int r = 0; r < out.n_rack; r++) {
        size_t count = (size_t)site_rack(s, r)->part.count;
        out.use[r] = ARENA_ARRAY(a, struct rack_use, count + 1);
        racks += count;
    }
    for (int v = 0; v < n_server; v++) {
        size_t count = (size_t)site_server(s, v)->part.count;
        cap += count < racks ? count : racks + 1;
    }
    out.placement.item = ARENA_ARRAY(a, struct placed, cap + (size_t)n_server + 1);
    out.placement.unplaced = ARENA_ARRAY(a, int, (size_t)n_server + 1);
    for (int v = 0; v < n_server; v++) place_group(s, v, &out);
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
