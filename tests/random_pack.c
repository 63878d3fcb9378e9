#include "random_pack.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* xorshift64*. */
static double draw(uint64_t *s, double lo, double hi)
{
    *s ^= *s >> 12;
    *s ^= *s << 25;
    *s ^= *s >> 27;
    return lo + (hi - lo) * (double)(*s * 0x2545f4914f6cdd1dU >> 11) * 0x1p-53;
}

static int pick(uint64_t *s, int n)
{
    return (int)draw(s, 0, n);
}

struct server { /* of a room */
    int units;
    double kw, kg, air;
    int cords;
};

struct builder {
    struct pack *p;
    struct arena *a;
    int n_use;
};

static int resource(struct builder *b, double left)
{
    b->p->left[b->p->n_resource] = left;
    return b->p->n_resource++;
}

static void use(struct builder *b, int type, int bin, int resource, double amount)
{
    if (!(amount > 0)) return;
    int i = type * b->p->n_bin + bin;
    if (b->p->n[i] == 0) b->p->first[i] = b->n_use;
    b->p->use[b->n_use++] = (struct pack_use){resource, amount};
    b->p->n[i]++;
}

static struct builder begin(struct pack *p, int types, int bins, int resources, int uses,
                            int groups, struct arena *a)
{
    size_t cells = (size_t)types * (size_t)bins;
    *p = (struct pack){.n_type = types, .n_bin = bins};
    p->left = ARENA_ARRAY(a, double, (size_t)resources);
    p->wanted = ARENA_ARRAY(a, int, (size_t)types);
    p->worth = ARENA_ARRAY(a, double, (size_t)types);
    p->first = ARENA_ARRAY(a, int, cells);
    p->n = ARENA_ARRAY(a, int, cells);
    p->most = ARENA_ARRAY(a, int, cells);
    p->cost = ARENA_ARRAY(a, double, cells);
    p->use = ARENA_ARRAY(a, struct pack_use, (size_t)uses);
    p->group = ARENA_ARRAY(a, struct pack_group, (size_t)groups);
    for (size_t i = 0; i < cells; i++) p->most[i] = -1;
    return (struct builder){p, a, 0};
}

static struct server draw_server(uint64_t *s)
{
    static const int units[] = {1, 1, 2, 2, 4, 6, 8};
    struct server v = {.units = units[pick(s, 7)], .cords = 2};
    bool is_dense = v.units >= 4;
    v.kw = round(100 * v.units * (is_dense ? draw(s, 0.6, 1.3) : draw(s, 0.25, 0.7))) / 100;
    v.kg = round(v.units * draw(s, 12, 20));
    v.air = round(1000 * v.kw * draw(s, 0.035, 0.055)) / 1000;
    v.cords = is_dense ? 4 : 2;
    return v;
}

struct rack { /* of a class */
    int units;
    double kw, kg, air;
    int outlets;
};

static struct rack draw_rack(uint64_t *s)
{
    static const double kw[] = {7.3, 11, 14.7, 17.3, 22};
    return (struct rack){.units = pick(s, 2) ? 42 : 47,
                         .kw = kw[pick(s, 5)],
                         .kg = 50 * (12 + pick(s, 9)),
                         .air = round(10 * draw(s, 0.5, 1.4)) / 10,
                         .outlets = 24 + 6 * pick(s, 4)};
}

struct shared { /* resources of a row and of the room */
    int feed[2], cooling, ups[2], floor, room;
};

/* All that one rack takes part in; bins of it: `first` and `n`. */
static void fill_rack(struct builder *b, const struct rack *r, const struct server *server,
                      int first, int n, const struct shared *row)
{
    int feed[2] = {resource(b, r->kw), resource(b, r->kw)}, kg = resource(b, r->kg),
        air = resource(b, r->air), outlets = resource(b, r->outlets);
    for (int k = 0; k < n; k++) {
        int units = resource(b, n == 1 ? r->units : (r->units - 4) / n);
        for (int t = 0; t < b->p->n_type; t++) {
            const struct server *v = &server[t];
            use(b, t, first + k, units, v->units);
            use(b, t, first + k, kg, v->kg);
            use(b, t, first + k, air, v->air);
            use(b, t, first + k, outlets, v->cords);
            for (int f = 0; f < 2; f++) {
                use(b, t, first + k, feed[f], v->kw);
                use(b, t, first + k, row->feed[f], 1.02 * v->kw);
                use(b, t, first + k, row->ups[f], 1.05 * v->kw);
            }
            use(b, t, first + k, row->cooling, v->kw);
            use(b, t, first + k, row->floor, v->kg);
            use(b, t, first + k, row->room, v->kw);
        }
    }
}

static void spread(struct builder *b, const struct pack_room *r, const int *rack_of,
                   const int *row_of)
{
    struct pack *p = b->p;
    for (int t = 0; t < r->spread && t < p->n_type; t++)
        for (int level = 0; level < 2; level++)
            for (int k = 0; k < (level ? r->rows : r->racks); k++) {
                int *bin = ARENA_ARRAY(b->a, int, (size_t)p->n_bin), n = 0;
                for (int i = 0; i < p->n_bin; i++)
                    if ((level ? row_of[i] : rack_of[i]) == k) bin[n++] = i;
                p->group[p->n_group++] = (struct pack_group){t, level ? 7 + t : 1 + t, n, bin};
            }
}

static void want(struct pack *p, const struct pack_room *r, const struct server *server,
                 double units, uint64_t *s)
{
    for (int t = 0; t < p->n_type; t++) {
        double part = r->asked * units / p->n_type / server[t].units;
        p->wanted[t] = (int)fmax(1, part * draw(s, 0.6, 1.4));
        p->worth[t] = r->worth == 0   ? 1
                      : r->worth == 1 ? server[t].kw
                                      : (1 + pick(s, 3)) * server[t].units;
    }
}

struct pack random_pack_room(const struct pack_room *r, struct arena *a)
{
    uint64_t s = r->seed * 0x9e3779b97f4a7c15U + 1;
    for (int i = 0; i < 8; i++) draw(&s, 0, 1);
    struct server *server = ARENA_ARRAY(a, struct server, (size_t)r->types);
    for (int t = 0; t < r->types; t++) server[t] = draw_server(&s);
    struct rack *rack = ARENA_ARRAY(a, struct rack, (size_t)r->classes);
    for (int c = 0; c < r->classes; c++) rack[c] = draw_rack(&s);
    int bins = r->racks + (r->split ? (r->racks + r->split - 1) / r->split : 0);
    struct pack p;
    struct builder b = begin(&p, r->types, bins, 6 * bins + 3 * r->rows + 8, 13 * r->types * bins,
                             r->spread * (r->racks + r->rows), a);
    double kw = 0, kg = 0, units = 0;
    for (int i = 0; i < r->racks; i++) {
        const struct rack *k = &rack[i % r->classes];
        kw += k->kw, kg += k->kg, units += k->units;
    }
    struct shared room = {
        .ups = {resource(&b, r->shared * kw), resource(&b, r->shared * kw * 0.98)},
        .floor = resource(&b, 0.8 * kg),
        .room = resource(&b, r->shared * kw * 0.95)};
    int *rack_of = ARENA_ARRAY(a, int, (size_t)bins), *row_of = ARENA_ARRAY(a, int, (size_t)bins);
    struct shared *row = ARENA_ARRAY(a, struct shared, (size_t)r->rows);
    for (int i = 0; i < r->rows; i++) {
        double each = 1.06 * r->shared * kw / r->rows;
        row[i] = room;
        row[i].feed[0] = resource(&b, each), row[i].feed[1] = resource(&b, each);
        row[i].cooling = resource(&b, each * draw(&s, 0.85, 1.1));
    }
    for (int i = 0, bin = 0; i < r->racks; i++) {
        int n = r->split && i % r->split == 0 ? 2 : 1, at = i * r->rows / r->racks;
        fill_rack(&b, &rack[i % r->classes], server, bin, n, &row[at]);
        for (int k = 0; k < n; k++, bin++) {
            rack_of[bin] = i, row_of[bin] = at;
            for (int t = 0; t < r->types; t++) p.cost[t * bins + bin] = r->far * (i % 10);
        }
    }
    want(&p, r, server, units, &s);
    spread(&b, r, rack_of, row_of);
    return p;
}

struct pack random_pack_tiny(uint64_t seed, struct arena *a)
{
    uint64_t s = seed * 0x9e3779b97f4a7c15U + 1;
    for (int i = 0; i < 8; i++) draw(&s, 0, 1);
    int types = 1 + pick(&s, 3), bins = 2 + pick(&s, 3), resources = bins + pick(&s, 5);
    bool is_even = pick(&s, 3) == 0, has_cost = pick(&s, 3) == 0;
    double size = pick(&s, 4) ? 1 : pick(&s, 2) ? 1e6 : 1e-9;
    struct pack p;
    struct builder b = begin(&p, types, bins, resources, types * bins * resources, 2, a);
    for (int r = 0; r < resources; r++)
        resource(&b, (r < bins ? 1 : size) * round(is_even ? 6 : draw(&s, 2, 9)));
    for (int t = 0; t < types; t++) {
        p.wanted[t] = 1 + pick(&s, 4);
        p.worth[t] = pick(&s, 2) ? 1 + pick(&s, 3) : draw(&s, 0.5, 3);
        double amount = round(4 * draw(&s, 0.5, 4)) / 4;
        for (int i = 0; i < bins; i++) {
            int at = t * bins + i;
            use(&b, t, i, i, is_even ? amount : round(4 * draw(&s, 0.5, 4)) / 4);
            for (int r = bins; r < resources; r++)
                if (pick(&s, 2)) use(&b, t, i, r, size * draw(&s, 0.2, 2.5));
            if (pick(&s, 12) == 0) p.n[at] = -1;
            if (pick(&s, 8) == 0) p.most[at] = pick(&s, 3);
            if (has_cost) p.cost[at] = draw(&s, 0, 1.5);
        }
    }
    for (int g = pick(&s, 3); g > 0; g--) {
        int *bin = ARENA_ARRAY(a, int, (size_t)bins), n = 0;
        for (int i = 0; i < bins; i++)
            if (pick(&s, 2)) bin[n++] = i;
        p.group[p.n_group++] = (struct pack_group){pick(&s, types), pick(&s, 3), n, bin};
    }
    return p;
}

static void mps_entry(FILE *f, const struct pack *p, int t, int bin)
{
    int i = t * p->n_bin + bin;
    fprintf(f, " x%d obj %.17g\n x%d w%d 1\n", i, -(p->worth[t] - p->cost[i]), i, t);
    for (int k = 0; k < p->n[i]; k++) {
        const struct pack_use *u = &p->use[p->first[i] + k];
        fprintf(f, " x%d r%d %.17g\n", i, u->resource, u->amount);
    }
    for (int g = 0; g < p->n_group; g++)
        for (int k = 0; p->group[g].type == t && k < p->group[g].n; k++)
            if (p->group[g].bin[k] == bin) fprintf(f, " x%d g%d 1\n", i, g);
}

void random_pack_mps(const struct pack *p, const char *path)
{
    FILE *f = fopen(path, "w");
    if (!f) {
        fprintf(stderr, "cannot write %s\n", path);
        exit(1);
    }
    fprintf(f, "NAME pack\nROWS\n N obj\n");
    for (int t = 0; t < p->n_type; t++) fprintf(f, " L w%d\n", t);
    for (int r = 0; r < p->n_resource; r++) fprintf(f, " L r%d\n", r);
    for (int g = 0; g < p->n_group; g++) fprintf(f, " L g%d\n", g);
    fprintf(f, "COLUMNS\n MARKER 'MARKER' 'INTORG'\n");
    for (int t = 0; t < p->n_type; t++)
        for (int b = 0; b < p->n_bin; b++)
            if (p->n[t * p->n_bin + b] >= 0) mps_entry(f, p, t, b);
    fprintf(f, " MARKER 'MARKER' 'INTEND'\nRHS\n");
    for (int t = 0; t < p->n_type; t++) fprintf(f, " RHS w%d %d\n", t, p->wanted[t]);
    for (int r = 0; r < p->n_resource; r++) fprintf(f, " RHS r%d %.17g\n", r, p->left[r]);
    for (int g = 0; g < p->n_group; g++) fprintf(f, " RHS g%d %d\n", g, p->group[g].most);
    fprintf(f, "BOUNDS\n");
    for (int t = 0; t < p->n_type; t++)
        for (int b = 0; b < p->n_bin; b++) {
            int i = t * p->n_bin + b;
            int most = p->most[i] >= 0 && p->most[i] < p->wanted[t] ? p->most[i] : p->wanted[t];
            if (p->n[i] >= 0) fprintf(f, " UP BND x%d %d\n", i, most);
        }
    fprintf(f, "ENDATA\n");
    if (fclose(f)) {
        fprintf(stderr, "cannot write %s\n", path);
        exit(1);
    }
}
