/* Placements over random sites with A/B feeds, systems of UPS, phases, banks and cooling that
   are all tight: no plan breaks a limit in normal operation, nor after a loss that the site's
   redundancy promises to survive, in the engine's year of that state; none is worth less
   than the first fit cut back to what holds, nor than a run's own where that holds; threads
   change nothing. */

#include "random_site.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plan/limit_list.h"
#include "plan/placing.h"
#include "plan/plan_overlay.h"

enum { SITES = 120, HOURS = 12, TYPES = 6 };

/* ---- random sites ------------------------------------------------------------- */

struct site_text {
    struct arena a;
    uint64_t s;
    struct builder head; /* all but the servers */
    int n_type, racks[3], n_section, systems;
    const char *server[TYPES]; /* section without count and places */
    int count[TYPES];
    const char *at[TYPES];
    double total_kw;
    double ease; /* > 1: sizes, and no rules that a first fit knows nothing of */
    bool is_single; /* the first has one supply: fixed, it would be lost with a system */
};

static int pick(struct site_text *x, int n)
{
    return random_pick(&x->s, n);
}

static double draw(struct site_text *x, double lo, double hi)
{
    return random_draw(&x->s, lo, hi);
}

static void add_supply(struct site_text *x, bool has_ups)
{
    static const char *const pattern[] = {"N", "N+1", "2N", "2N", "2N", "3N/2"};
    struct builder *b = &x->head;
    double kw = x->total_kw;
    builder_format(b, "[transformer t]\ncount = 1\nrated_power = %g kVA\nno_load_loss = 300 W\n"
                      "load_loss = 2000 W\nvoltage = 400 V LL\nfrom = utility.grid\n",
                   kw * draw(x, .9, 3) * x->ease);
    x->systems = 0;
    if (!has_ups) return;
    int of = pick(x, 6);
    x->systems = of < 2 ? 1 : of < 5 ? 2 : 3;
    builder_format(b, "[ups u]\nmodule_power = %g kW\nmodules = %d\nredundancy = %s\n"
                      "c0 = 0.01\nc1 = 0.01\nc2 = 0.02\nvoltage = 400 V LL\nfrom = transformer.t\n",
                   kw * draw(x, .2, .8) * x->ease, 2, pattern[of]);
}


static const char *source(struct site_text *x, int turn)
{
    if (x->systems < 2) return x->systems ? "ups.u" : "transformer.t";
    return arena_format(&x->a, "ups.u#%d", 1 + turn % x->systems);
}

/* Two busways a section of racks, of which the second may hang on another system. */
static void add_section(struct site_text *x, int k)
{
    static const char *const strip[] = {"voltage = 230 V LN\nphases = 1\n",
                                        "voltage = 400 V LL\n", "voltage = 400 V LL\n"};
    struct builder *b = &x->head;
    const char *form = strip[pick(x, 3)];
    bool has_lines = pick(x, 3) == 0;
    double amps = draw(x, 10, 40) * x->ease;
    int units = 20 + pick(x, 28);
    double centre_m = (units * .04445 + .3) * draw(x, .52, .7); /* its own is in its middle */
    for (int side = 0; side < 2; side++) {
        builder_format(b, "[busway %c%d]\nvoltage = 400 V LL\nrated_current = %g A\n"
                          "proportional_loss = %g %%\nfrom = %s\n",
                       'a' + side, k, draw(x, 60, 400) * x->ease, draw(x, 0, 1.5), source(x, k + side));
        builder_format(b, "[rackpdu %c%d]\neach = rack.r%d\n%srated_current = %g A\nusable = %d %%\n"
                          "%sfrom = busway.%c%d%s\n",
                       'a' + side, k, k, form, amps, pick(x, 2) ? 80 : 100,
                       has_lines && form == strip[0] ? arena_format(&x->a, "phase = L%d\n", 1 + pick(x, 3))
                                                     : "",
                       'a' + side, k, "");
    }
    builder_format(b, "[rack r%d]\ncount = %d\nunits = %d U\nroom = hall\npower = %g kW\nload = %g kg\n"
                      "own_weight = 100 kg\nfrom = rackpdu.a%d, rackpdu.b%d\n%s%s",
                   k, x->racks[k], units, draw(x, 4, 20) * x->ease, draw(x, 300, 1200) * x->ease, k, k,
                   pick(x, 3) ? "" : "reserved = 1, 2, 10 U\n",
                   pick(x, 3) || x->ease > 1 ? "" : arena_format(&x->a, "centre_max = %g m\n", centre_m));
}

static const char *rules(struct site_text *x, double height_u)
{
    int rule = pick(x, 10);
    if (x->ease > 1 && (rule < 3 || rule == 6)) return "";
    switch (rule) {
    case 0: return "apart = rack\napart_most = 2\n";
    case 1: return "together = rack\n";
    case 2: return "together = row\n";
    case 3: return arena_format(&x->a, "u_max = %g U\n", ceil(height_u) + 1 + pick(x, 16));
    case 4: return arena_format(&x->a, "u_min = %d U\n", 1 + pick(x, 12));
    case 5: return "priority = 3\n";
    case 6: return "airflow_direction = rear-to-front\n";
    default: return "";
    }
}

static void add_server(struct site_text *x, int t)
{
    static const double heights[] = {1, 1, 2, 2, 4, 8, 0.5, 0};
    double height_u = heights[pick(x, 8)], kw = draw(x, .2, 1) * (height_u > 1 ? height_u : 1) * .7;
    int supplies = 1 + pick(x, 3), plug = 1 + pick(x, 3);
    bool has_psu = pick(x, 4) > 0;
    struct builder b = builder_new(&x->a);
    x->count[t] = 1 + pick(x, 25);
    x->total_kw += kw * x->count[t];
    if (has_psu)
        builder_format(&b, "[psu p%d]\nrated_power = %g W\npower_factor = %g\n"
                           "efficiency = 10 %%: 88 %%, 50 %%: 94 %%, 100 %%: 91 %%\n",
                       t, 2500 * kw, draw(x, .9, 1));
    builder_format(&b, "[server s%d]\npower_idle = %g kW\npower_typical = %g kW\npower_maximum = %g kW\n"
                       "height = %g U\nweight = %g kg\nairflow = %g m3/s\nfan_power = %g W\nroom = hall\n"
                       "plug = %d\nleakage = %g %%/K\n%s",
                   t, kw * .3, kw * .7, kw, height_u, draw(x, 5, 15) * (height_u + 1), kw * .08, kw * 80,
                   plug, draw(x, 0, .4), rules(x, height_u));
    builder_text(&b, "rack = r0");
    for (int k = 1; k < x->n_section; k++)
        if (pick(x, 4)) builder_format(&b, ", r%d", k);
    builder_text(&b, "\n");
    if (has_psu)
        builder_format(&b, "psu = p%d\npsu_count = %d\npsu_needed = %d\n", t, supplies,
                       supplies > 1 ? supplies - 1 : 1);
    x->server[t] = b.s;
    x->at[t] = "";
    x->is_single |= t == 0 && has_psu && supplies == 1;
}

static void make_text(struct site_text *x, uint64_t seed)
{
    *x = (struct site_text){.a = arena_new(NULL), .s = seed * 0x9e3779b97f4a7c15u + 5};
    for (int i = 0; i < 8; i++) draw(x, 0, 1);
    x->head = builder_new(&x->a);
    x->ease = seed % 4 ? 1 : draw(x, 1.5, 4);
    x->n_section = 1 + pick(x, 3);
    x->n_type = 1 + pick(x, TYPES);
    for (int k = 0; k < x->n_section; k++) x->racks[k] = 1 + pick(x, 6);
    for (int t = 0; t < x->n_type; t++) add_server(x, t);
    x->total_kw = fmax(x->total_kw, 2); /* parts have least sizes */
    bool has_ups = pick(x, 4) > 0;
    builder_format(&x->head, "[room hall]\nsupply = 22 degC\ncontainment = hot-aisle\n"
                             "[crac c]\ncount = 3\nneeded = 2\nserves = hall\nfrom = utility.grid\n"
                             "airflow = %g m3/s\nfan_power = %g kW\ncapacity = %g kW\ncop = 3.5\n",
                   x->total_kw * draw(x, .03, .1) * x->ease, x->total_kw * .01,
                   fmax(x->total_kw * draw(x, .15, .8) * x->ease, .5));
    add_supply(x, has_ups);
    for (int k = 0; k < x->n_section; k++) add_section(x, k);
    if (pick(x, 3) == 0 && !x->is_single) x->at[0] = "at = r0#1:11\n"; /* above what is reserved */
    for (int k = 0; k < x->n_section; k++)
        if (x->racks[k] == 1 && k == 0 && *x->at[0]) x->at[0] = "at = r0:11\n";
}

enum what { AS_WRITTEN, AS_PLACED, FIXED_ALONE };

/* With the plan's places instead of the site's own; r NULL: as the site says. */
static const char *whole_of(struct site_text *x, const struct placing_result *r, enum what what)
{
    struct builder b = builder_new(&x->a);
    builder_text(&b, x->head.s);
    for (int t = 0; t < x->n_type; t++) {
        int n = x->count[t];
        struct spot *spot = NULL;
        if (what != AS_WRITTEN) spot = overlay_spots(&r->racks->placement, r->site, t, &n, &x->a);
        if (what == FIXED_ALONE) n = *x->at[t] ? 1 : 0;
        builder_format(&b, "%scount = %d\n", x->server[t], n);
        if (what != AS_WRITTEN)
            overlay_at(&b, r->site, spot, n);
        else
            builder_text(&b, x->at[t]);
    }
    return b.s;
}

static const char *whole(struct site_text *x, const struct placing_result *r)
{
    return whole_of(x, r, r ? AS_PLACED : AS_WRITTEN);
}

/* ---- the engine ------------------------------------------------------------------ */

struct look {
    struct toy t;
    struct result r;
    struct limits_case c;
    struct year *y;
};

static bool read(struct site_text *x, struct toy *t, const struct placing_result *r, enum what what)
{
    if (!toy_read(t, whole_of(x, r, what))) return false;
    toy_weather(t, HOURS, 30, 12, 101325);
    return true;
}

static void look(struct site_text *x, const struct placing_result *r, enum what what,
                 struct look *out)
{
    memset(out, 0, sizeof *out);
    if (!read(x, &out->t, r, what) || !toy_build(&out->t)) {
        toy_print(&out->t);
        fputs(whole(x, r), stderr);
        fail_msg("the plan is refused");
    }
    struct toy *t = &out->t;
    out->y = outage_run(outage_make(t->plant, NULL, 0, &t->arena), &t->design, &t->weather.calendar,
                        KEEP_ALL, 1, &t->arena);
    out->c = (struct limits_case){&t->site, t->plant, &t->racks, &t->design, out->y,
                                  &t->weather.calendar, 1, NULL};
    for (int m = 0; m < N_METRIC; m++) out->r.metric[m] = (double)NAN;
    limits_find(&out->c, &out->r, &t->arena);
}

static void breaks(struct site_text *x, const struct placing_result *r, uint64_t seed,
                   const struct limit *l, struct arena *a)
{
    fputs(whole(x, r), stderr); /* longer than a message of the test may be */
    fail_msg("seed %d: the plan breaks a limit: %s", (int)seed, limit_words(l, a));
}

/* A tap that loses feeds and keeps enough supplies. */
static bool is_promised(const struct plant *p, const struct outage_shares *s)
{
    for (int t = 0; t < p->n_tap; t++) {
        const struct tap *x = &p->tap[t];
        const struct group *g = &p->group[x->group];
        int live = 0, lost = 0;
        for (int i = 0; i < x->feed.n; i++) {
            bool is_dead = s->dead[p->feed[x->feed.first + i]];
            int own = p->tap_supplies[x->first_supply + i];
            *(is_dead ? &lost : &live) += own;
        }
        if (lost && live >= (g->has_supply ? g->s->psu_needed : 1)) return true;
    }
    return false;
}

/* The year of each such loss, solved; how many.  seed 0: -1 when a limit is broken. */
static int look_at_losses(struct site_text *x, const struct placing_result *r, struct look *k,
                          uint64_t seed)
{
    const struct plant *p = k->t.plant;
    struct arena *a = &k->t.arena;
    int n = 0;
    for (int e = 0; e < p->n_elem; e++) {
        struct lost lost = {e, p->elem[e].units};
        struct outage_shares s = outage_shares(p, &lost, 1, a);
        if (!is_promised(p, &s)) continue;
        const struct outage *o = outage_make(p, &lost, 1, a);
        struct year *y = outage_run(o, &k->t.design, &k->t.weather.calendar, KEEP_FACILITY, 1, a);
        struct network net = network_solve(p, o, y, a);
        struct limit_state st = {o, &net, y, plant_part_name(p, e, a)};
        struct limit_list l = {.c = &k->c, .a = a};
        for (int i = 0; i < p->n_elem; i++)
            if (!o->dead[i]) limit_add_elem(&l, &st, i);
        for (int i = 0; i < l.n; i++)
            if (l.item[i].is_broken && !seed) return -1;
        for (int i = 0; i < l.n; i++)
            if (l.item[i].is_broken) breaks(x, r, seed, &l.item[i], a);
        n++;
    }
    return n;
}

static void place(struct site_text *x, struct toy *t, struct loaded *loaded, enum placing_method m,
                  int threads, struct placing_result *r, uint64_t seed)
{
    struct placing_options o = {.method = m, .threads = threads,
                                .limits = {.nodes = 50, .seconds = HUGE_VAL}};
    *loaded = (struct loaded){.site = t->site, .weather = t->weather};
    if (placing_of(loaded, &o, r, &t->arena, &t->ds)) return;
    toy_print(t);
    fputs(whole(x, NULL), stderr);
    fail_msg("seed %d: no placement", (int)seed);
}

struct total {
    int sites, broken, proven, wanted, placed, losses, first, rounds, plain;
};

/* What is fixed is too much by itself: no place of the others mends that. */
static bool is_broken_by_fixed(struct site_text *x, const struct placing_result *r)
{
    struct look k;
    bool is_broken = false;
    if (!*x->at[0]) return false;
    look(x, r, FIXED_ALONE, &k);
    for (int i = 0; i < k.r.n_limit; i++) is_broken |= k.r.limit[i].is_broken;
    is_broken |= look_at_losses(x, r, &k, 0) < 0;
    toy_free(&k.t);
    return is_broken;
}

/* No limit is broken, nor in any loss that is promised; how many those are. */
static int look_at_plan(struct site_text *x, const struct placing_result *r, uint64_t seed)
{
    struct look k;
    look(x, r, AS_PLACED, &k);
    for (int i = 0; i < k.r.n_limit; i++)
        if (k.r.limit[i].is_broken) breaks(x, r, seed, &k.r.limit[i], &k.t.arena);
    assert_int_equal(r->n_broken, 0);
    int n = look_at_losses(x, r, &k, seed);
    toy_free(&k.t);
    return n;
}

/* ---- a run's own first fit --------------------------------------------------------- */

/* By their data sheets, as the page on placement says. */
static double worth_of(const struct site *s, const int *unplaced)
{
    double worth = 0;
    for (int v = 0; v < s->of[KIND_SERVER].n; v++) {
        const struct server *x = site_server(s, v);
        worth += (x->part.count - unplaced[v]) * x->power_maximum_w * pow(16, x->priority);
    }
    return worth;
}

/* Of rules of placement it knows nothing. */
static bool has_rules(const struct site_text *x)
{
    static const char *const words[] = {"apart =", "together =", "airflow_direction ="};
    bool is_dark = false, has = strstr(x->head.s, "centre_max") != NULL;
    for (int t = 0; t < x->n_type; t++) {
        for (int i = 0; i < 3; i++) has |= strstr(x->server[t], words[i]) != NULL;
        is_dark |= strstr(x->server[t], "psu_count = 1\n") != NULL;
    }
    return has || (is_dark && x->systems > 1);
}

/* Whether it holds every limit of the engine; its worth. */
static bool plain_holds(struct site_text *x, struct toy *t, double *worth)
{
    struct rack_plan racks = place_servers(&t->site, &t->arena);
    struct placing_result plain = {.site = &t->site, .racks = &racks};
    struct look k;
    bool is_broken = false;
    *worth = worth_of(&t->site, racks.placement.unplaced);
    if (has_rules(x)) return false;
    look(x, &plain, AS_PLACED, &k);
    for (int i = 0; i < k.r.n_limit; i++) is_broken |= k.r.limit[i].is_broken;
    is_broken = is_broken || look_at_losses(x, &plain, &k, 0) < 0;
    toy_free(&k.t);
    return !is_broken;
}

static void compare_plain(struct site_text *x, struct toy *t, const struct placing_result *r,
                          uint64_t seed, struct total *sum)
{
    double worth;
    if (!plain_holds(x, t, &worth)) return;
    sum->plain++;
    if (worth_of(&t->site, r->racks->placement.unplaced) < worth * (1 - 1e-9))
        fail_msg("seed %d: less worth than a run's own first fit, which holds", (int)seed);
}

static void one(uint64_t seed, struct total *sum)
{
    struct site_text x;
    struct toy t;
    struct loaded loaded;
    struct placing_result r, first, again;
    make_text(&x, seed);
    if (!read(&x, &t, NULL, AS_WRITTEN)) {
        toy_print(&t);
        fputs(whole(&x, NULL), stderr);
        fail_msg("the random site is refused");
    }
    assert_true(weather_derive(&t.weather, &t.arena, &t.ds));
    place(&x, &t, &loaded, PLACING_HEURISTIC, 1, &r, seed);
    place(&x, &t, &loaded, PLACING_FIRST_FIT, 1, &first, seed);
    place(&x, &t, &loaded, PLACING_HEURISTIC, 3, &again, seed);
    assert_string_equal(placing_overlay(&r, true, &x.a), placing_overlay(&again, true, &x.a));
    if (r.packing.worth < first.packing.worth * (1 - 1e-9)) fail_msg("seed %d: less worth", (int)seed);
    compare_plain(&x, &t, &r, seed, sum);
    compare_plain(&x, &t, &first, seed, sum);
    if (is_broken_by_fixed(&x, &r)) {
        sum->broken++;
        toy_free(&t);
        arena_free(&x.a);
        return;
    }
    sum->losses += look_at_plan(&x, &r, seed);
    if (seed % 12 == 0) {
        place(&x, &t, &loaded, PLACING_OPTIMAL, 1, &again, seed);
        if (again.packing.worth < r.packing.worth * (1 - 1e-9))
            fail_msg("seed %d: the optimum is worth less", (int)seed);
        (void)look_at_plan(&x, &again, seed);
        sum->proven += again.packing.is_optimal;
    }
    sum->sites++;
    sum->wanted += r.wanted;
    sum->placed += r.placed;
    sum->first += first.placed;
    sum->rounds += r.rounds;
    toy_free(&t);
    arena_free(&x.a);
}

static void no_plan_breaks_a_limit(void **state)
{
    (void)state;
    struct total sum = {0};
    for (uint64_t seed = 1; seed <= SITES; seed++) one(seed, &sum);
    print_message("%d sites: %d of %d servers placed (first fit %d), %d losses looked at, %d looks, "
                  "%d optima proven, %d first fits held as they were\n",
                  sum.sites, sum.placed, sum.wanted, sum.first, sum.losses, sum.rounds, sum.proven, sum.plain);
    assert_true(sum.losses > 4 * sum.sites);          /* the losses are there */
    assert_true(sum.plain > SITES / 10);
    assert_true(sum.placed < sum.wanted * .95);       /* limits bind */
    assert_true(sum.placed > sum.wanted * .3);        /* and not for nothing */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_plan_breaks_a_limit)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
