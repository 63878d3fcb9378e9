/* Invariants of states with parts lost, over random networks of supply; the seed is
   fixed, and the text of a failing case is printed. */

#include "random_site.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "plan/limit_list.h"
#include "sim/screen.h"

enum { NETWORKS = 40, HOURS = 12, SECTIONS = 64, POOL = 8, STATES = 10 };

/* ---- random networks ------------------------------------------------------------ */

struct pool { /* what may feed the next level: "ups.u0" */
    const char *name[POOL];
    int n;
};

struct network_text {
    struct arena a;
    uint64_t seed, s;
    bool is_ideal; /* supplies without loss, of which one carries a server */
    const char *section[SECTIONS];
    int n;
    struct pool pool;
    double total_kw;
};

#define ADD(x, ...) ((x)->section[(x)->n++] = arena_format(&(x)->a, __VA_ARGS__))

static int pick(struct network_text *x, int n)
{
    return random_pick(&x->s, n);
}

static const char *word(struct network_text *x, int n, const char *const *words)
{
    return words[pick(x, n)];
}

static void offer(struct pool *p, const char *name)
{
    p->name[p->n++] = name;
}

/* One to three of the pool, "a, b", with how they share. */
static const char *sources(struct network_text *x, const struct pool *p, int most)
{
    struct builder b = builder_new(&x->a);
    int n = 1 + pick(x, p->n < most ? p->n : most), first = pick(x, p->n);
    for (int i = 0; i < n; i++)
        builder_format(&b, "%s%s", i ? ", " : "", p->name[(first + i) % p->n]);
    return b.s;
}

static const char *fed(struct network_text *x, const struct pool *p)
{
    static const char *const share[] = {"equal", "equal", "standby"};
    static const char *const spread[] = {"all", "all", "blocks", "turn"};
    return arena_format(&x->a, "from = %s\nshare = %s\nsources = %s\n", sources(x, p, 3),
                        word(x, 3, share), word(x, 4, spread));
}

static void add_transformers(struct network_text *x)
{
    static const char *const vector[] = {"Dyn", "Yyn"};
    struct pool up = {{"utility.grid"}, 1}, out = {{0}, 0};
    if (pick(x, 3) == 0) {
        ADD(x, "[utility second]\nsource = a test\n");
        offer(&up, "utility.second");
    }
    for (int i = 0, n = 1 + pick(x, 3); i < n; i++) {
        ADD(x, "[transformer t%d]\ncount = %d\nrated_power = %g kVA\nno_load_loss = %g W\n"
               "load_loss = %g W\nvoltage = 400 V LL\nvector = %s\n%s",
            i, 1 + pick(x, 2), 2 * x->total_kw + 10, random_draw(&x->s, 0, 500),
            random_draw(&x->s, 0, 3000), word(x, 2, vector), fed(x, &up));
        offer(&out, arena_format(&x->a, "transformer.t%d", i));
    }
    ADD(x, "[crac c]\ncount = 20\nairflow = 90 m3/s\nfan_power = 0 kW\ncapacity = 900 kW\ncop = 4\n"
           "from = utility.grid%s\n", up.n > 1 ? ", utility.second" : "");
    x->pool = out;
}

static void add_upses(struct network_text *x)
{
    static const char *const pattern[] = {"N", "2N", "2N", "3N/2", "4N/3", "block", "N+1", "2(N+1)"};
    static const char *const mode[] = {"double-conversion", "line-interactive"};
    struct pool out = {{0}, 0};
    for (int i = 0, n = 1 + pick(x, 2); i < n; i++) {
        const char *redundancy = word(x, 8, pattern);
        ADD(x, "[ups u%d]\nmodule_power = %g kW\nmodules = %d\nredundancy = %s\nblocks = %d\n"
               "mode = %s\nc0 = %g\nc1 = %g\nc2 = %g\n%s",
            i, x->total_kw + 1, 2 + pick(x, 2), redundancy, 1 + pick(x, 3), word(x, 2, mode),
            random_draw(&x->s, 0, .02), random_draw(&x->s, 0, .01), random_draw(&x->s, 0, .02),
            fed(x, &x->pool));
        if (!strcmp(redundancy, "block"))
            ADD(x, "[sts s%d]\neach = ups.u%d\nno_load_loss = 20 W\nfrom = ups.u%d, ups.u%d#reserve\n", i,
                i, i, i);
        offer(&out, arena_format(&x->a, strcmp(redundancy, "block") ? "ups.u%d" : "sts.s%d", i));
    }
    if (pick(x, 4) == 0) offer(&out, x->pool.name[0]); /* one way without */
    x->pool = out;
}

static void add_busways(struct network_text *x)
{
    struct pool out = {{0}, 0};
    if (pick(x, 10) < 3) return;
    for (int i = 0, n = 1 + pick(x, 3); i < n; i++) {
        const char *loss = arena_format(&x->a, "proportional_loss = %g %%\nno_load_loss = %g W\n",
                                        random_draw(&x->s, 0, 2), random_draw(&x->s, 0, 50));
        if (pick(x, 2)) {
            const char *one = x->pool.name[pick(x, x->pool.n)];
            ADD(x, "[busway b%d]\neach = %s\nfrom = %s\n%s", i, one, one, loss);
        } else {
            ADD(x, "[busway b%d]\n%s%s", i, fed(x, &x->pool), loss);
        }
        offer(&out, arena_format(&x->a, "busway.b%d", i));
    }
    x->pool = out;
}

/* Strips of each rack, and what the servers in it hang on. */
static const char *add_strips(struct network_text *x, int g, int racks)
{
    struct builder b = builder_new(&x->a);
    ADD(x, "[rack r%d]\ncount = %d\nunits = 42 U\n", g, racks);
    for (int i = 0, n = 1 + pick(x, 2); i < n; i++) {
        static const char *const phases[] = {"", "phases = 1\n", "phases = 2\n"};
        ADD(x, "[rackpdu p%d%c]\neach = rack.r%d\nproportional_loss = %g %%\n%s%s", g, 'a' + i, g,
            random_draw(&x->s, 0, 1), word(x, 3, phases), fed(x, &x->pool));
        builder_format(&b, "%srackpdu.p%d%c", i ? ", " : "", g, 'a' + i);
        if (pick(x, 3)) continue;
        ADD(x, "[bank k%d%c]\neach = rackpdu.p%d%c\nfrom = rackpdu.p%d%c\n", g, 'a' + i, g, 'a' + i, g,
            'a' + i);
        b.n -= strlen(arena_format(&x->a, "rackpdu.p%d%c", g, 'a' + i));
        builder_format(&b, "bank.k%d%c", g, 'a' + i);
    }
    return b.s;
}

static void add_servers(struct network_text *x, int g, double kw, int racks, int each)
{
    int supplies = pick(x, 7);
    const char *from = sources(x, &x->pool, 3), *place = "";
    if (racks) {
        const char *strips = add_strips(x, g, racks);
        if (pick(x, 5)) from = strips;
        place = arena_format(&x->a, "rack = r%d\nheight = %g U\n", g, floor(42. / each));
    }
    if (supplies) {
        double rated_kw = x->is_ideal ? 1.1 * kw : 1.3 * kw / (supplies > 1 ? supplies - 1 : 1);
        ADD(x, "[psu q%d]\nrated_power = %g W\npower_factor = %g\nefficiency = %s\n", g,
            fmax(1000 * rated_kw, 50), random_draw(&x->s, .9, 1),
            x->is_ideal ? "10 %: 100 %, 100 %: 100 %" : "10 %: 85 %, 50 %: 94 %, 100 %: 91 %");
    }
    ADD(x, "[server g%d]\ncount = %d\nfrom = %s\n%s%s%splug = %d\nairflow = %g m3/s\n"
           "power_idle = %g kW\npower_typical = %g kW\npower_maximum = %g kW\n",
        g, racks ? racks * each : each, from, place,
        supplies ? arena_format(&x->a, "psu = q%d\npsu_count = %d\npsu_needed = 1\n", g, supplies) : "",
        pick(x, 4) ? "" : "cords = 2\n", 1 + pick(x, 3), .1 * kw, kw, kw, kw);
}

static void network_make(struct network_text *x, uint64_t seed, bool is_ideal)
{
    struct {
        double kw;
        int racks, each;
    } group[3];
    *x = (struct network_text){.a = arena_new(NULL), .seed = seed, .is_ideal = is_ideal};
    x->s = seed * 0x9e3779b97f4a7c15u + 7;
    for (int i = 0; i < 8; i++) random_draw(&x->s, 0, 1);
    int n = 1 + pick(x, 3);
    for (int g = 0; g < n; g++) {
        group[g].kw = random_draw(&x->s, .3, 8);
        group[g].racks = pick(x, 4) ? 1 + pick(x, pick(x, 3) ? 6 : 40) : 0;
        group[g].each = 1 + pick(x, group[g].racks ? 4 : 30);
        x->total_kw += group[g].kw * group[g].each * (group[g].racks ? group[g].racks : 1);
    }
    ADD(x, "[room hall]\nsupply = 20 degC\nrecirculation = 0 %%\nbypass = 0 %%\n");
    add_transformers(x);
    add_upses(x);
    add_busways(x);
    for (int g = 0; g < n; g++) add_servers(x, g, group[g].kw, group[g].racks, group[g].each);
    ADD(x, "[load lamps]\npower = 2 kW\nheat_to = hall\nfrom = %s\n", sources(x, &x->pool, 2));
}

/* In the order of their making, or in another. */
static const char *network_text(struct network_text *x, bool is_shuffled)
{
    struct builder b = builder_new(&x->a);
    int order[SECTIONS];
    for (int i = 0; i < x->n; i++) order[i] = i;
    for (int i = x->n - 1; is_shuffled && i > 0; i--) {
        int j = pick(x, i + 1), was = order[i];
        order[i] = order[j];
        order[j] = was;
    }
    for (int i = 0; i < x->n; i++) builder_text(&b, x->section[order[i]]);
    return b.s;
}

static void network_toy(struct network_text *x, const char *text, struct toy *t)
{
    bool is_made = toy_read(t, text);
    if (is_made) {
        toy_weather(t, HOURS, 30, 10, 101325);
        is_made = toy_build(t);
    }
    if (is_made) return;
    toy_print(t);
    fail_msg("network %d is refused:\n%s", (int)x->seed, text);
}

/* ---- states ---------------------------------------------------------------------- */

static void explain(struct network_text *x, const struct toy *t, const struct lost *lost,
                    const char *what, double got, double want, int line)
{
    struct arena a = arena_new(NULL);
    fputs(network_text(x, false), stderr); /* too long for cmocka */
    print_error("network %d, %s lost: %s: %.17g, not %.17g\n", (int)x->seed,
                lost ? plant_part_name(t->plant, lost->alive_index, &a) : "nothing",
                what, got, want);
    arena_free(&a);
    _fail(__FILE__, line);
}

#define SAME(x, t, lost, what, got, want, tol)                                                     \
    do {                                                                                           \
        if (!(fabs((got) - (want)) <= (tol)))                                                      \
            explain((x), (t), (lost), (what), (got), (want), __LINE__);                            \
    } while (0)
#define HOLDS(x, t, lost, what, holds) SAME(x, t, lost, what, (holds) ? 1. : 0., 1., 0)

/* All units or one of some element. */
static struct lost random_loss(struct network_text *x, const struct toy *t)
{
    int e = pick(x, t->plant->n_elem), units = outage_units(t->plant, t->plant->alive_elem + e);
    return (struct lost){t->plant->alive_elem + e, pick(x, 4) ? units : 1};
}

static const struct outage *state_of(struct toy *t, const struct lost *lost)
{
    return outage_make(t->plant, lost, lost ? 1 : 0, &t->arena);
}

static struct year *year_of(struct toy *t, const struct outage *o)
{
    return outage_run(o, &t->design, &t->weather.calendar, KEEP_ALL, 1, &t->arena);
}

typedef void property(struct network_text *x, struct toy *t, const struct lost *lost);

/* In the normal state (lost NULL) and in some others. */
static void in_all_states(property *p, bool is_ideal)
{
    for (uint64_t seed = 1; seed <= NETWORKS; seed++) {
        struct network_text x;
        struct toy t;
        network_make(&x, seed, is_ideal);
        network_toy(&x, network_text(&x, false), &t);
        p(&x, &t, NULL);
        for (int i = 0; i < STATES; i++) {
            struct lost lost = random_loss(&x, &t);
            p(&x, &t, &lost);
        }
        toy_free(&t);
        arena_free(&x.a);
    }
}

/* The whole plant in the state: every tap a group, no element joined. */
static struct year *whole_year(struct toy *t, const struct outage *o)
{
    const struct plant *w = t->plant;
    struct plant *p = ARENA_ARRAY(&t->arena, struct plant, 1);
    int by = w->n_tap - w->n_group;
    int *alive = ARENA_ARRAY(&t->arena, int, (size_t)(w->n_alive + by) + 1);
    *p = *w;
    p->n_group = w->n_tap;
    p->group = ARENA_ARRAY(&t->arena, struct group, (size_t)w->n_tap + 1);
    memcpy(alive, o->alive, (size_t)w->n_elem * sizeof *alive);
    for (int i = 0; i < w->n_tap; i++) {
        struct group *g = &p->group[i];
        *g = w->group[w->tap[i].group];
        g->count = w->tap[i].count;
        g->feed = w->tap[i].feed;
        g->supplies = alive[w->n_elem + i] = o->tap_supplies[i];
    }
    memcpy(alive + w->alive_cool + by, o->alive + w->alive_cool,
           (size_t)(w->n_alive - w->alive_cool) * sizeof *alive);
    p->alive_cool += by;
    p->alive_cdu += by;
    p->alive_sink += by;
    p->alive_loop += by;
    p->n_alive += by;
    assert_int_equal(w->n_room, 1);
    p->room = ARENA_ARRAY(&t->arena, struct plant_room, 1);
    p->room[0] = w->room[0];
    p->room[0].n_group = p->n_group;
    struct state s = {o->share, alive, NULL};
    return annual_run(p, &s, &t->design, &t->weather.calendar, KEEP_ALL, 1, &t->arena);
}

/* ---- properties -------------------------------------------------------------------- */

static const char *name_of(const struct toy *t, int e)
{
    const struct elem *x = &t->plant->elem[e];
    return t->site.of[x->kind].name[x->index];
}

static int elem_of(const struct toy *t, const char *name)
{
    for (int e = 0; e < t->plant->n_elem; e++)
        if (!strcmp(name_of(t, e), name)) return e;
    fail_msg("no element is %s", name);
    return -1;
}

static void order_of_sections_changes_nothing(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= NETWORKS; seed++) {
        struct network_text x;
        struct toy t, u;
        network_make(&x, seed, seed % 2);
        network_toy(&x, network_text(&x, false), &t);
        network_toy(&x, network_text(&x, true), &u);
        for (int i = 0; i < STATES; i++) {
            struct lost a = random_loss(&x, &t);
            struct lost b = {u.plant->alive_elem + elem_of(&u, name_of(&t, a.alive_index)), a.units};
            struct year *y = year_of(&t, state_of(&t, i ? &a : NULL));
            struct year *z = year_of(&u, state_of(&u, i ? &b : NULL));
            for (int e = 0; e < t.plant->n_elem; e++)
                SAME(&x, &t, i ? &a : NULL, name_of(&t, e), z->elem[elem_of(&u, name_of(&t, e))].used,
                     y->elem[e].used, 1e-9 * fmax(y->elem[e].used, 1));
        }
        toy_free(&t);
        toy_free(&u);
        arena_free(&x.a);
    }
}

/* Watts that the state's servers take in lane 0, and would take that are dropped. */
static double demand_w(const struct outage *o, const struct block *b, double *dropped,
                       const struct block *normal)
{
    double w = 0;
    *dropped = 0;
    for (int g = 0; g < o->plant->n_group; g++) {
        const struct group *x = &o->plant->group[g];
        if (!x->supplies) *dropped += x->count;
        w += x->count * (x->supplies ? b->group_w[g][0] : normal->group_w[x->origin][0]);
        if (!x->supplies) assert_true(b->group_w[g][0] == 0);
    }
    return w;
}

static void close_state(struct network_text *x, struct toy *t, const struct lost *lost)
{
    const struct outage *o = state_of(t, lost);
    const struct plant *p = o->plant;
    struct block *normal = block_new(t->plant, &t->arena), *b = block_new(p, &t->arena);
    block_solve(t->plant, &t->plant->normal, &t->design, 0, HOURS, normal);
    block_solve(p, &o->state, &t->design, 0, HOURS, b);
    double servers = 0, all = 0, all_w = 0, dropped, left = 0;
    for (int g = 0; g < t->plant->n_group; g++) {
        all += t->plant->group[g].count;
        all_w += t->plant->group[g].count * normal->group_w[g][0];
    }
    for (int g = 0; g < p->n_group; g++) servers += p->group[g].count;
    SAME(x, t, lost, "servers", servers, all, 0);
    SAME(x, t, lost, "demand", demand_w(o, b, &dropped, normal), all_w, 1e-9 * all_w);
    for (int i = 0; i < t->plant->n_tap; i++)
        if (!o->tap_supplies[i]) left += t->plant->tap[i].count;
    SAME(x, t, lost, "dropped servers", dropped, left, 0);
    for (int h = 0; h < HOURS; h++) {
        double residual = b->quantity[Q_ENERGY_RESIDUAL][h], heat = b->quantity[Q_HEAT_RESIDUAL][h];
        HOLDS(x, t, lost, "electrical balance", residual <= 1e-9);
        HOLDS(x, t, lost, "heat balance", heat <= 1e-9);
    }
}

static void served_and_dropped_are_all(void **state)
{
    (void)state;
    in_all_states(close_state, true);
}

/* Supplies that lose and cap: servers still sum up, and energy closes. */
static void close_lossy_state(struct network_text *x, struct toy *t, const struct lost *lost)
{
    const struct outage *o = state_of(t, lost);
    struct year *y = year_of(t, o);
    double worst = y->site.stat[Q_ENERGY_RESIDUAL].max;
    HOLDS(x, t, lost, "electrical balance of the year", !(worst > 1e-9));
    HOLDS(x, t, lost, "heat balance of the year", !(y->site.stat[Q_HEAT_RESIDUAL].max > 1e-9));
    double servers = 0, all = 0;
    for (int g = 0; g < t->plant->n_group; g++) all += t->plant->group[g].count;
    for (int g = 0; g < o->plant->n_group; g++) servers += o->plant->group[g].count;
    SAME(x, t, lost, "servers", servers, all, 0);
}

static void energy_closes_in_all_states(void **state)
{
    (void)state;
    in_all_states(close_lossy_state, false);
}

/* Elements from which power once went to something dead: they may carry less, as may
   those that feed cooling, which has less to do. */
static void mark_above_dead(const struct toy *t, const struct outage *o, bool *above)
{
    const struct plant *p = t->plant;
    for (int e = 0; e < p->n_elem; e++) above[e] = o->dead[e] || p->elem[e].feeds_cooling;
    for (int e = 0; e < p->n_elem; e++)
        for (int j = p->elem[e].up.first; j < p->elem[e].up.first + p->elem[e].up.n; j++)
            above[p->feed[j]] |= above[e];
}

static void others_carry_no_less(struct network_text *x, struct toy *t, const struct lost *lost)
{
    if (!lost || lost->units < outage_units(t->plant, lost->alive_index)) return;
    const struct outage *o = state_of(t, lost);
    struct year *y = year_of(t, o), *was = year_of(t, state_of(t, NULL));
    bool *above = ARENA_ARRAY(&t->arena, bool, (size_t)t->plant->n_elem);
    mark_above_dead(t, o, above);
    for (int e = 0; e < t->plant->n_elem; e++) {
        if (o->dead[e]) SAME(x, t, lost, name_of(t, e), y->elem[e].used, 0, 0);
        if (!above[e])
            HOLDS(x, t, lost, name_of(t, e),
                  y->elem[e].used >= was->elem[e].used * (1 - 1e-9) - 1e-6);
    }
}

static void losing_a_feed_lowers_no_other(void **state)
{
    (void)state;
    in_all_states(others_carry_no_less, true);
}

/* Alike ones carry alike in the plant in which nothing is joined, and the joined plant
   gives each what it carries there. */
static void compare_with_whole(struct network_text *x, struct toy *t, const struct lost *lost)
{
    const struct outage *o = state_of(t, lost);
    struct year *y = year_of(t, o), *w = whole_year(t, o);
    for (int e = 0; e < t->plant->n_elem; e++) {
        double used = w->elem[e].used, tol = 1e-9 * fmax(used, 1);
        int first = o->alike.first[o->alike.of[e]];
        SAME(x, t, lost, name_of(t, e), w->elem[first].used, used, tol);
        SAME(x, t, lost, name_of(t, e), y->elem[e].used, used, tol);
    }
    for (int q = 0; q < N_QUANTITY; q++) {
        double sum = w->site.stat[q].sum, got = y->site.stat[q].sum;
        if (q == Q_ENERGY_RESIDUAL || q == Q_HEAT_RESIDUAL) continue;
        SAME(x, t, lost, quantity_rows[q].key, got, sum, 1e-9 * fabs(sum) + 1e-6);
    }
    for (int i = 0; i < t->plant->n_tap; i++)
        if (o->tap_supplies[i])
            SAME(x, t, lost, "a server", y->group_max_w[o->tap_group[i]], w->group_max_w[i],
                 1e-9 * w->group_max_w[i]);
}

static void merged_is_as_the_whole(void **state)
{
    (void)state;
    in_all_states(compare_with_whole, false);
}

/* Loads are constant, so that sums of peaks are what meets. */
static void check_lines(struct network_text *x, struct toy *t, const struct lost *lost)
{
    const struct outage *o = state_of(t, lost);
    struct year *y = year_of(t, o);
    struct network net = network_solve(t->plant, o, y, &t->arena);
    for (int e = 0; e < t->plant->n_elem; e++) {
        const struct network_elem *n = &net.elem[e];
        double used = y->elem[e].used, sum = n->line_va[0] + n->line_va[1] + n->line_va[2];
        double tol = 1e-9 * fmax(used, 1), least_va = hypot(n->w, n->var);
        int phases = t->plant->elem[e].phases;
        SAME(x, t, lost, name_of(t, e), n->w, used, tol);
        HOLDS(x, t, lost, name_of(t, e), n->va >= least_va - tol);
        HOLDS(x, t, lost, name_of(t, e), n->in_w >= n->w - tol);
        HOLDS(x, t, lost, name_of(t, e), n->unbalance_frac >= 0 && n->unbalance_frac <= 2 + 1e-9);
        HOLDS(x, t, lost, name_of(t, e), n->worst_frac >= 1 - 1e-9);
        if (phases == 3) SAME(x, t, lost, "three lines", sum, n->va, tol);
        if (phases == 2) SAME(x, t, lost, "two lines", sum, 2 * n->va / sqrt(3), tol);
        if (phases == 1) SAME(x, t, lost, "one line", sum, n->va, tol);
        if (phases == 1) SAME(x, t, lost, "one line", n->line_va[0], n->va, tol);
        if (phases != 3) SAME(x, t, lost, "balance", n->worst_frac, 1, 1e-9);
        if (phases == 3)
            HOLDS(x, t, lost, "neutral", n->neutral_frac >= 0 && n->neutral_frac <= 3 + 1e-9);
    }
}

static void lines_sum_to_the_whole(void **state)
{
    (void)state;
    in_all_states(check_lines, false);
    in_all_states(check_lines, true);
}

/* ---- the screen -------------------------------------------------------------------------- */

static const struct screened_elem *screened(const struct screened *s, int e)
{
    for (int i = 0; i < s->n; i++)
        if (s->elem[i].elem == e) return &s->elem[i];
    return NULL;
}

static double count_servers(const struct outage *o, bool is_dark)
{
    double n = 0;
    for (int g = 0; g < o->plant->n_group; g++) {
        const struct group *k = &o->plant->group[g];
        if (is_dark == (k->supplies == 0)) n += k->count;
    }
    return n;
}

/* Sums of peaks miss no element that carries more, and no line. */
static void check_screen(struct network_text *x, struct toy *t, const struct lost *lost)
{
    if (!lost) return;
    const struct plant *p = t->plant;
    const struct outage *normal = state_of(t, NULL), *o = state_of(t, lost);
    const struct year *before = year_of(t, normal), *y = year_of(t, o);
    struct network was = network_solve(p, normal, before, &t->arena);
    struct network net = network_solve(p, o, y, &t->arena);
    struct screen *screen = screen_new(p, normal, &was, before, &t->arena);
    screen_loss(screen, (struct lost){p->alive_elem, 1}); /* leaves nothing behind */
    const struct screened *s = screen_loss(screen, *lost);
    SAME(x, t, lost, "dropped", s->dropped, count_servers(o, true), 1e-9);
    for (int e = 0; e < p->n_elem; e++) {
        const struct screened_elem *k = screened(s, e);
        double now_w = y->elem[e].used, line_va = 0;
        for (int i = 0; i < 3; i++) line_va = fmax(line_va, net.elem[e].line_va[i]);
        /* cooling answers to heat, within the guard */
        double guard = p->elem[e].feeds_cooling ? screen_guard : 1e-5;
        bool grows = now_w > was.elem[e].w * (1 + guard) + 1e-3;
        if (o->dead[e] || s->touches_cooling) continue;
        if (grows) HOLDS(x, t, lost, name_of(t, e), k != NULL);
        if (!k) continue;
        HOLDS(x, t, lost, name_of(t, e), k->w >= now_w * (1 - 1e-9));
        if (k->line_va < line_va * (1 - 1e-9))
            SAME(x, t, lost, name_of(t, e), k->line_va, line_va, 0);
    }
}

static void the_screen_misses_nothing(void **state)
{
    (void)state;
    in_all_states(check_screen, false);
    in_all_states(check_screen, true);
}

/* ---- two of everything ---------------------------------------------------------------- */

/* Two sides from the utility to the plugs, each below half of what it may carry. */
static const char *two_sides(uint64_t seed, struct arena *a, double *rack_kw)
{
    uint64_t s = seed * 0x9e3779b97f4a7c15u + 3;
    for (int i = 0; i < 8; i++) random_draw(&s, 0, 1);
    int racks = 1 + random_pick(&s, 30), each = 1 + random_pick(&s, 5), supplies = 2 * (1 + random_pick(&s, 3));
    double kw = random_draw(&s, .5, 6), total_kw = racks * each * kw, size = random_draw(&s, 2.15, 3) / 2;
    bool has_transformers = random_pick(&s, 2), has_strips = random_pick(&s, 4) > 0;
    struct builder b = builder_new(a);
    *rack_kw = each * kw;
    builder_format(&b, "[room hall]\nsupply = 20 degC\nrecirculation = 0 %%\nbypass = 0 %%\n"
                       "[crac c]\ncount = 4\nairflow = 90 m3/s\nfan_power = 0 kW\ncapacity = 900 kW\n"
                       "cop = 4\nfrom = utility.grid\n"
                       "[ups u]\nmodule_power = %.17g kW\nmodules = 2\nredundancy = %s\nc0 = 0.01\n"
                       "c1 = 0.002\nc2 = 0.01\nfrom = %s\n",
                   total_kw * size * 1.02 / 2, random_pick(&s, 2) ? "2N" : "2(N+1)",
                   has_transformers ? "transformer.t" : "utility.grid");
    if (has_transformers)
        builder_format(&b, "[transformer t]\neach = ups.u\nrated_power = %.17g kVA\nno_load_loss = 100 W\n"
                           "load_loss = %.17g W\nfrom = utility.grid\n",
                       total_kw * size * 1.06 / .95, total_kw);
    builder_format(&b, "[busway b]\neach = ups.u\nproportional_loss = 0.5 %%\nrated_power = %.17g kW\n"
                       "from = ups.u\n", total_kw * size * 1.01);
    for (int i = 1; has_strips && i <= 2; i++)
        builder_format(&b, "[rackpdu p%d]\neach = rack.r\nrated_power = %.17g kW\nphases = 1\n"
                           "voltage = 230 V\nrated_current = %.17g A\nfrom = busway.b#%d\n",
                       i, each * kw * size, each * kw * 1000 * size / 230 / .95, i);
    builder_format(&b, "[rack r]\ncount = %d\nunits = 40 U\n[psu q]\nrated_power = %.17g W\n"
                       "power_factor = 0.96\nefficiency = 10 %%: 100 %%, 100 %%: 100 %%\n"
                       "[server s]\ncount = %d\nrack = r\nheight = %d U\npsu = q\npsu_count = %d\n"
                       "airflow = 0.2 m3/s\npower_idle = %.17g kW\npower_typical = %.17g kW\n"
                       "power_maximum = %.17g kW\nfrom = %s\n",
                   racks, 2100 * kw / supplies, racks * each, 40 / each, supplies, kw, kw, kw,
                   has_strips ? "rackpdu.p1, rackpdu.p2" : "busway.b#1, busway.b#2");
    return b.s;
}

static void add_rows(struct limit_list *l, struct toy *t, const struct outage *o, const char *name)
{
    struct network *net = ARENA_ARRAY(&t->arena, struct network, 1);
    struct limit_state s = {o, net, year_of(t, o), name};
    *net = network_solve(t->plant, o, s.y, &t->arena);
    for (int e = 0; e < t->plant->n_elem; e++)
        if (!o->dead[e]) limit_add_elem(l, &s, e);
    limit_add_supplies(l, &s);
}

static void no_single_loss_breaks_two_of_everything(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= NETWORKS; seed++) {
        struct arena a = arena_new(NULL);
        struct toy t;
        double rack_kw;
        const char *text = two_sides(seed, &a, &rack_kw);
        toy_make(&t, text, HOURS, 30, 10);
        struct year *design = toy_year(&t, true);
        struct limits_case c = {&t.site, t.plant, &t.racks, &t.design, design, &t.weather.calendar, 1, NULL};
        for (int e = -1; e < t.plant->n_elem; e++) {
            struct limit_list l = {.c = &c, .a = &t.arena};
            if (e >= 0 && t.plant->elem[e].kind == KIND_UTILITY) continue;
            if (e > 4 && e < t.plant->n_elem - 7 && e % 5) continue; /* strips are alike */
            struct lost lost = {t.plant->alive_elem + e, 1000};
            const struct outage *o = state_of(&t, e < 0 ? NULL : &lost);
            add_rows(&l, &t, o, e < 0 ? "normal" : name_of(&t, e));
            for (int g = 0; g < o->plant->n_group; g++) assert_true(o->plant->group[g].supplies > 0);
            for (int i = 0; i < l.n; i++) {
                const struct limit *m = &l.item[i];
                bool is_half = e >= 0 || isnan(m->limit) || m->used <= .5 * m->limit;
                if (!m->is_broken && is_half) continue;
                fputs(text, stderr);
                print_error("network %d, %s lost: %s, %s: %g of %g %s\n", (int)seed,
                            m->state, m->element, m->resource, m->used, m->limit, m->unit);
                fail();
            }
        }
        toy_free(&t);
        arena_free(&a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(order_of_sections_changes_nothing),
        cmocka_unit_test(served_and_dropped_are_all),
        cmocka_unit_test(energy_closes_in_all_states),
        cmocka_unit_test(losing_a_feed_lowers_no_other),
        cmocka_unit_test(merged_is_as_the_whole),
        cmocka_unit_test(lines_sum_to_the_whole),
        cmocka_unit_test(the_screen_misses_nothing),
        cmocka_unit_test(no_single_loss_breaks_two_of_everything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
