/* Lines, neutrals and harmonics of whole sites, and the limits that they meet. */

#include "toy_site.h"

#include <string.h>

#include "plan/limit_list.h"

#define PSU(name) "[psu " name "]\nrated_power = 60 kW\nefficiency = 10 %: 100 %, 100 %: 100 %\n"

/* Supplies without loss: q of power factor 1, h with harmonics, others by power factor. */
static const char base[] =
    "[room hall]\nsupply = 20 degC\nrecirculation = 0 %\nbypass = 0 %\n"
    "[crac c]\nairflow = 90 m3/s\nfan_power = 0 kW\ncapacity = 900 kW\ncop = 4\nfrom = utility.grid\n"
    PSU("q") "power_factor = 1\n" PSU("h") "power_factor = 1\nharmonics = 3: 30 %, 5: 10 %\n"
    PSU("pf95") "power_factor = 0.95\n" PSU("pf90") "power_factor = 0.9\n"
    PSU("lead90") "power_factor = 0.9\nleading = yes\n";

#define SERVER_OF(psu, n, name, watts)                                                             \
    "[server " name "]\nairflow = 0.1 m3/s\npsu = " psu "\npsu_count = " n       \
    "\npower_idle = " watts " W\npower_typical = " watts " W\npower_maximum = " watts " W\n"
#define SERVER(name, watts) SERVER_OF("q", "1", name, watts)

struct solved {
    struct toy t;
    const struct outage *o;
    struct year *y;
    struct network net;
    struct limits_case c;
    struct limit_list l;
    struct limit_state s;
};

static int elem_of(const struct toy *t, const char *name)
{
    for (int e = 0; e < t->plant->n_elem; e++) {
        const struct elem *x = &t->plant->elem[e];
        if (!strcmp(t->site.of[x->kind].name[x->index], name)) return e;
    }
    fail_msg("no element is %s", name);
    return -1;
}

static const struct network_elem *at(const struct solved *s, const char *name)
{
    return &s->net.elem[elem_of(&s->t, name)];
}

static const struct elem *elem(const struct solved *s, const char *name)
{
    return &s->t.plant->elem[elem_of(&s->t, name)];
}

/* Rows of limits of all elements that live in the state. */
static void solve_state(struct solved *s, const char *lost, const char *name)
{
    struct toy *t = &s->t;
    struct lost whole = {0, 1000};
    if (lost) whole.alive_index = t->plant->alive_elem + elem_of(t, lost);
    s->o = outage_make(t->plant, &whole, lost ? 1 : 0, &t->arena);
    s->y = outage_run(s->o, &t->design, &t->weather.calendar, KEEP_ALL, 1, &t->arena);
    s->net = network_solve(t->plant, s->o, s->y, &t->arena);
    s->c = (struct limits_case){&t->site,  t->plant, &t->racks, &t->design, toy_year(t, true),
                                &t->weather.calendar, 1, NULL};
    s->l = (struct limit_list){.c = &s->c, .a = &t->arena};
    s->s = (struct limit_state){s->o, &s->net, s->y, name};
    for (int e = 0; e < t->plant->n_elem; e++)
        if (!s->o->dead[e]) limit_add_elem(&s->l, &s->s, e);
}

static void solve_code(struct solved *s, const char *text, int electrical_code)
{
    struct arena a = arena_new(NULL);
    bool is_made = toy_read(&s->t, arena_format(&a, "%s%s", base, text));
    if (is_made) {
        ((struct siteinfo *)s->t.site.of[KIND_SITE].item)->electrical_code = electrical_code;
        toy_weather(&s->t, 12, 35, 10, 101325);
        is_made = toy_build(&s->t);
    }
    if (!is_made) {
        toy_print(&s->t);
        fail_msg("the toy site is refused");
    }
    solve_state(s, NULL, "normal");
    arena_free(&a);
}

static void solve(struct solved *s, const char *text)
{
    solve_code(s, text, CODE_IEC);
}

static void expect(const struct solved *s, const char *element, const char *resource, double used,
                   double limit, bool is_broken, const char *note)
{
    for (int i = 0; i < s->l.n; i++) {
        const struct limit *l = &s->l.item[i];
        if (strcmp(l->element, element) || strcmp(l->resource, resource)) continue;
        assert_within(l->used, used, 5e-6 * used);
        assert_within(l->limit, limit, 5e-6 * limit);
        assert_int_equal(l->is_broken, is_broken);
        if (note) assert_true(l->note && strstr(l->note, note));
        else assert_null(l->note);
        return;
    }
    for (int i = 0; i < s->l.n; i++) print_error("  %s, %s\n", s->l.item[i].element, s->l.item[i].resource);
    fail_msg("no limit %s, %s", element, resource);
}

static bool has(const struct solved *s, const char *element, const char *resource)
{
    for (int i = 0; i < s->l.n; i++)
        if (!strcmp(s->l.item[i].element, element) && !strcmp(s->l.item[i].resource, resource)) return true;
    return false;
}

/* Apparent powers of the lines, over va. */
static void expect_lines(const struct solved *s, const char *name, double a, double b, double c)
{
    const double want[] = {a, b, c};
    for (int i = 0; i < 3; i++) assert_within(at(s, name)->line_va[i], want[i], 1e-9 * (1 + want[i]));
}

static double neutral_va(const struct solved *s, const char *name)
{
    const struct network_elem *n = at(s, name);
    return n->neutral_frac * (n->line_va[0] + n->line_va[1] + n->line_va[2]) / 3;
}

/* ---- arithmetic ---------------------------------------------------------------- */

/* PHYSICS 4.3: apparent power of a rating, and power that 80 % of it carries. */
static void ratings_check_values(void **state)
{
    (void)state;
    static const struct {
        const char *volts, *amperes, *psu;
        double kva, kw, usable_kw;
    } set[] = {{"400", "32", "pf95", 22.1703, 21.0617, 16.8494},
               {"415", "63", "pf95", 45.2845, 43.0202, 34.4162},
               {"208", "30", "q", 10.8080, 10.8080, 8.6464},
               {"480", "100", "pf90", 83.1384, 74.8246, 59.8597},
               {"400", "16", "q", 11.0851, 11.0851, 11.0851 * .8}};
    struct arena a = arena_new(NULL);
    for (size_t i = 0; i < sizeof set / sizeof *set; i++)
        for (int nec = 0; nec < 2; nec++) {
            struct solved s;
            solve_code(&s, arena_format(&a, SERVER_OF("%s", "1", "s", "6000") "plug = 3\nfrom = breaker.b\n"
                                            "[breaker b]\nvoltage = %s V LL\nrated_current = %s A\n"
                                            "from = utility.grid\n",
                                        set[i].psu, set[i].volts, set[i].amperes),
                       nec ? CODE_NEC : CODE_IEC);
            double usable = nec ? .8 : 1;
            int e = elem_of(&s.t, "b");
            expect(&s, "breaker.b", "apparent power", 6 * set[i].kva / set[i].kw,
                   usable * set[i].kva, false, nec ? "NEC 210.20" : NULL);
            assert_near(at(&s, "b")->va, 6000 * set[i].kva / set[i].kw, 1e-5);
            assert_within(limit_elem_w(&s.c, &s.s, e) / 1000, nec ? set[i].usable_kw : set[i].kw, 6e-5);
            toy_free(&s.t);
        }
    arena_free(&a);
}

/* B48: 30 A at 208 V: 10.808 kVA, of which NEC lets 8.646 be used, and says so. */
static void thirty_amperes_at_208_v_b48(void **state)
{
    (void)state;
    struct solved s;
    static const char site[] = SERVER("s", "9000") "plug = 3\nfrom = rackpdu.b\n"
                               "[rackpdu b]\nvoltage = 208 V LL\nrated_current = 30 A\n%s"
                               "from = utility.grid\n";
    struct arena a = arena_new(NULL);
    solve_code(&s, arena_format(&a, site, ""), CODE_NEC);
    expect(&s, "rackpdu.b", "apparent power", 9, 8.64639, true, "NEC 210.20(A), 215.3");
    expect(&s, "rackpdu.b", "current", 9000 / 208. / sqrt(3), 24, true, "NEC 210.20(A), 215.3");
    assert_false(has(&s, "rackpdu.b", "power"));
    toy_free(&s.t);
    solve_code(&s, arena_format(&a, site, "full_rated = yes\n"), CODE_NEC);
    expect(&s, "rackpdu.b", "apparent power", 9, 10.80800, false, NULL);
    toy_free(&s.t);
    solve_code(&s, arena_format(&a, site, "usable = 50 %\n"), CODE_NEC);
    expect(&s, "rackpdu.b", "current", 9000 / 208. / sqrt(3), 15, true, "usable share");
    toy_free(&s.t);
    solve(&s, arena_format(&a, site, ""));
    expect(&s, "rackpdu.b", "apparent power", 9, 10.80800, false, NULL);
    toy_free(&s.t);
    arena_free(&a);
}

/* B44: 20 A on a bank of 16 A breaks it, while the strip has 25 of its 32 A. */
static void a_bank_breaks_under_a_whole_strip_b44(void **state)
{
    (void)state;
    struct solved s;
    solve(&s, SERVER("s", "4600") "from = bank.x\n" SERVER("t", "1150") "from = bank.y\n"
          "[rackpdu p]\nvoltage = 230 V LN\nphases = 1\nrated_current = 32 A\nfrom = utility.grid\n"
          "[bank x]\nrated_current = 16 A\nfrom = rackpdu.p\n"
          "[bank y]\nrated_current = 16 A\nfrom = rackpdu.p\n");
    expect(&s, "bank.x", "current", 20, 16, true, NULL);
    expect(&s, "bank.y", "current", 5, 16, false, NULL);
    expect(&s, "rackpdu.p", "current", 25, 32, false, NULL);
    toy_free(&s.t);
}

/* B45: each feed holds while both live, and breaks when it is alone. */
static void two_feeds_are_not_twice_the_power_b45(void **state)
{
    (void)state;
    struct solved s;
    solve(&s, SERVER_OF("q", "2", "s", "10000") "from = breaker.a, breaker.b\n"
          "[breaker a]\nvoltage = 230 V LN\nphases = 1\nrated_current = 32 A\nusable = 80 %\n"
          "from = utility.grid\n[breaker b]\nvoltage = 230 V LN\nphases = 1\nrated_current = 32 A\n"
          "usable = 80 %\nfrom = utility.grid\n");
    expect(&s, "breaker.a", "current", 5000 / 230., 25.6, false, "usable share");
    expect(&s, "breaker.b", "current", 5000 / 230., 25.6, false, "usable share");
    assert_near(limit_elem_w(&s.c, &s.s, elem_of(&s.t, "b")), 5888, 1e-9);
    solve_state(&s, "a", "breaker.a lost");
    expect(&s, "breaker.b", "current", 10000 / 230., 25.6, true, "usable share");
    assert_false(has(&s, "breaker.a", "current")); /* it is dead */
    assert_near(limit_elem_w(&s.c, &s.s, elem_of(&s.t, "b")), 5888, 1e-9);
    toy_free(&s.t);
}

/* ---- unbalance ------------------------------------------------------------------- */

#define THREE_LINES                                                                                \
    SERVER("x", "4600") "from = breaker.x\n" SERVER("y", "5750") "from = breaker.y\n"              \
    SERVER("z", "6900") "from = breaker.z\n"                                                      \
    "[breaker x]\nphase = L1\nfrom = busway.p\n[breaker y]\nphase = L2\nfrom = busway.p\n"         \
    "[breaker z]\nphase = L3\nfrom = busway.p\n"

/* PHYSICS 4.3: 20, 25 and 30 A. */
static void neutral_and_unbalance(void **state)
{
    (void)state;
    struct solved s;
    solve(&s, THREE_LINES "[busway p]\nvoltage = 230 V LN\nrated_current = 28 A\nfrom = utility.grid\n");
    expect_lines(&s, "p", 4600, 5750, 6900);
    assert_within(neutral_va(&s, "p") / 230, 8.66025, 5e-6);
    assert_near(at(&s, "p")->unbalance_frac, .2, 1e-12);
    assert_near(at(&s, "p")->worst_frac, 1.2, 1e-12);
    expect(&s, "busway.p", "current", 30, 28, true, "line L3");
    expect(&s, "busway.p", "neutral current", 8.660254, 28, false, "neutral");
    expect(&s, "busway.p", "apparent power", 17.25, 3 * 230 * 28 / 1000., false, NULL);
    /* the worst line binds the whole: 28 of 30 A */
    assert_near(limit_elem_w(&s.c, &s.s, elem_of(&s.t, "p")), 17250 * 28 / 30., 1e-9);
    expect_lines(&s, "x", 4600, 0, 0);
    toy_free(&s.t);
}

/* A load between two lines stands on both; two of them share one as vectors. */
static void loads_between_lines_add_as_vectors(void **state)
{
    (void)state;
    struct solved s;
    solve(&s, SERVER("x", "10400") "plug = 2\nfrom = breaker.x\n" SERVER("y", "10400")
          "plug = 2\nfrom = breaker.y\n" "[breaker x]\nphase = L1-L2\nrated_current = 60 A\n"
          "from = busway.p\n[breaker y]\nphase = L2-L3\nfrom = busway.p\n"
          "[busway p]\nvoltage = 208 V LL\nrated_current = 80 A\nfrom = utility.grid\n");
    double each = 10400 / sqrt(3); /* 50 A at 208 / sqrt 3 V */
    expect_lines(&s, "p", each, each * sqrt(3), each);
    assert_within(neutral_va(&s, "p"), 0, 1e-9);
    assert_near(at(&s, "p")->w, 20800, 1e-12);
    assert_within(at(&s, "p")->var, 0, 1e-8);
    expect(&s, "busway.p", "current", 50 * sqrt(3), 80, true, "line L2");
    assert_false(has(&s, "busway.p", "neutral current"));
    expect(&s, "breaker.x", "current", 50, 60, false, NULL);
    toy_free(&s.t);
    /* three of them are balanced */
    solve(&s, SERVER("x", "9000") "plug = 2\ncount = 3\nfrom = busway.p\n"
          "[busway p]\nvoltage = 208 V LL\nfrom = utility.grid\n");
    expect_lines(&s, "p", 9000, 9000, 9000);
    toy_free(&s.t);
}

/* Supplies that lead make up for those that lag. */
static void leading_makes_up_for_lagging(void **state)
{
    (void)state;
    struct solved s;
    solve(&s, SERVER_OF("pf90", "1", "x", "6000") "count = 3\nfrom = pdu.p\n"
          SERVER_OF("lead90", "1", "y", "6000") "count = 3\nfrom = pdu.q\n"
          "[pdu p]\nfrom = pdu.all\n[pdu q]\nfrom = pdu.all\n[pdu all]\nfrom = utility.grid\n");
    assert_near(at(&s, "p")->va, 18000 / .9, 1e-12);
    assert_near(at(&s, "p")->var, 18000 * sqrt(1 - .81) / .9, 1e-12);
    assert_near(at(&s, "q")->var, -18000 * sqrt(1 - .81) / .9, 1e-12);
    assert_near(at(&s, "all")->va, 36000, 1e-12);
    toy_free(&s.t);
}

#define UPS "[ups u]\nmodule_power = 20 kW\nc0 = 0.01\nc1 = 0\nc2 = 0.02\nfrom = pdu.up\n"
#define UP "[pdu up]\nvoltage = 230 V LN\nfrom = utility.grid\n"

static void what_passes_a_ups(void **state)
{
    (void)state;
    struct solved s;
    double loss = 200 + .02 * 17250 * 17250 / 20e3, k = (17250 + loss) / 17250, each = 17250 * k / 3;
    solve(&s, THREE_LINES "[busway p]\nfrom = ups.u\n" UPS "power_factor = 1\n" UP);
    assert_near(at(&s, "u")->unbalance_frac, .2, 1e-12);
    expect_lines(&s, "up", each, each, each);
    assert_within(neutral_va(&s, "up"), 0, 1e-9);
    assert_near(at(&s, "u")->in_w, 17250 + loss, 1e-12);
    assert_near(at(&s, "up")->w, 17250 + loss, 1e-12);
    assert_near(at(&s, "up")->soft_w, 17250 + loss, 1e-12);
    toy_free(&s.t);
    static const char *const mode[] = {"line-interactive", "eco"};
    struct arena a = arena_new(NULL);
    for (int i = 0; i < 2; i++) {
        solve(&s, arena_format(&a, THREE_LINES "[busway p]\nfrom = ups.u\n" UPS "mode = %s\n" UP, mode[i]));
        /* what is lost without load is lost evenly */
        double q = k - 200. / 17250, even = 200. / 3;
        expect_lines(&s, "up", 4600 * q + even, 5750 * q + even, 6900 * q + even);
        assert_near(neutral_va(&s, "up") / 230, 8.660254037844386 * q, 1e-9);
        assert_near(at(&s, "up")->soft_w, 0, 0);
        toy_free(&s.t);
    }
    arena_free(&a);
}

/* A delta keeps the neutral: one line's load comes by two lines. */
static void what_passes_a_transformer(void **state)
{
    (void)state;
    static const char site[] = "[transformer tx]\nrated_power = 100 kVA\nno_load_loss = 0 W\n"
                               "load_loss = 0 W\nvoltage = 400 V LL\nvector = %s\nfrom = pdu.up\n" UP;
    struct solved s;
    struct arena a = arena_new(NULL);
    solve(&s, arena_format(&a, "%s%s", THREE_LINES "[busway p]\nfrom = transformer.tx\n",
                           arena_format(&a, site, "Dyn")));
    assert_near(neutral_va(&s, "tx") / 230, 8.660254037844386, 1e-9);
    assert_within(neutral_va(&s, "up"), 0, 1e-9);
    assert_near(at(&s, "up")->w, 17250, 1e-12);
    assert_true(at(&s, "up")->unbalance_frac > .05 && at(&s, "up")->unbalance_frac < .2);
    toy_free(&s.t);
    solve(&s, arena_format(&a, "%s%s", THREE_LINES "[busway p]\nfrom = transformer.tx\n",
                           arena_format(&a, site, "Yyn")));
    expect_lines(&s, "up", 4600, 5750, 6900);
    toy_free(&s.t);
    solve(&s, arena_format(&a, SERVER("s", "6000") "from = breaker.b\n"
                               "[breaker b]\nphase = L1\nfrom = transformer.tx\n%s",
                           arena_format(&a, site, "Dyn")));
    expect_lines(&s, "tx", 6000, 0, 0);
    expect_lines(&s, "up", 6000 / sqrt(3), 6000 / sqrt(3), 0);
    assert_near(at(&s, "up")->w, 6000, 1e-12);
    toy_free(&s.t);
    arena_free(&a);
}

/* On one line or two, all of it is there: the whole current is the line's. */
static void single_phase_upses_draw_one_line(void **state)
{
    (void)state;
    struct solved s;
    struct arena a = arena_new(NULL);
    for (int phases = 1; phases <= 2; phases++)
        for (int idle = 0; idle < 2; idle++) {
            solve(&s, arena_format(&a, SERVER("s", "4600") "plug = %d\nfrom = %s\n"
                                       "[ups u]\nmodule_power = 10 kW\nc0 = 0.01\nc1 = 0\nc2 = 0\n"
                                       "power_factor = 1\nfrom = breaker.b\n"
                                       "[breaker b]\nvoltage = 230 V\nrated_current = 20.1 A\n"
                                       "phases = %d\nfrom = pdu.up\n[pdu up]\nvoltage = 230 V LL\n"
                                       "from = utility.grid\n",
                                   phases, idle ? "utility.grid" : "ups.u", phases));
            double w = idle ? 100 : 4700;
            assert_near(at(&s, "b")->w, w, 1e-12);
            assert_near(at(&s, "b")->worst_frac, 1, 1e-12);
            expect(&s, "breaker.b", "current", w / 230, 20.1, !idle, NULL);
            assert_near(at(&s, "up")->w, w, 1e-12);
            toy_free(&s.t);
        }
    arena_free(&a);
}

/* ---- lines of their own accord ----------------------------------------------------- */

/* The greatest less the least line, in plugs of so many watts. */
static double spread(const struct solved *s, const char *name, double plug_w)
{
    const double *w = at(s, name)->line_va;
    double most = fmax(w[0], fmax(w[1], w[2])), least = fmin(w[0], fmin(w[1], w[2]));
    return (most - least) / plug_w;
}

static void plugs_find_the_least_loaded_line(void **state)
{
    (void)state;
    struct solved s;
    struct arena a = arena_new(NULL);
    for (int n = 1; n <= 13; n++) { /* on one strip */
        solve(&s, arena_format(&a, SERVER("s", "300") "count = %d\nfrom = rackpdu.p\n" SERVER("t", "300")
                                   "count = 4\nfrom = rackpdu.p\n" "[rackpdu p]\nfrom = utility.grid\n", n));
        assert_true(spread(&s, "p", 300) <= 1 + 1e-9);
        assert_within(spread(&s, "p", 300), (n + 4) % 3 ? 1 : 0, 1e-9);
        toy_free(&s.t);
    }
    for (int racks = 1; racks <= 7; racks++) { /* strips of four, seen from the busway */
        solve(&s, arena_format(&a, SERVER("s", "300") "count = %d\nheight = 1 U\nrack = r\n"
                                   "from = rackpdu.p\n" "[rack r]\ncount = %d\nunits = 4 U\n"
                                   "[rackpdu p]\neach = rack.r\nfrom = busway.b\n"
                                   "[busway b]\nfrom = utility.grid\n", 4 * racks, racks));
        assert_true(spread(&s, "b", 300) <= 1 + 1e-9);
        toy_free(&s.t);
        /* the same with strips on one line each */
        solve(&s, arena_format(&a, SERVER("s", "300") "count = %d\nheight = 1 U\nrack = r\n"
                                   "from = rackpdu.p\n" "[rack r]\ncount = %d\nunits = 4 U\n"
                                   "[rackpdu p]\nphases = 1\neach = rack.r\nfrom = busway.b\n"
                                   "[busway b]\nvoltage = 230 V LN\nfrom = utility.grid\n", 4 * racks, racks));
        assert_true(spread(&s, "b", 1200) <= 1 + 1e-9);
        toy_free(&s.t);
    }
    arena_free(&a);
}

/* 0.1 ohm: 3 I^2 R of three equal lines, 2 I^2 R of one line and the neutral. */
static void conductors_lose_by_their_currents(void **state)
{
    (void)state;
    static const char site[] =
        "[rackpdu r]\nvoltage = 400 V LL\nlength = 100 m\nresistance = 0.001 ohm/m\nfrom = utility.grid\n"
        "[psu z]\nrated_power = 2 kW\nefficiency = 10 %% : 99.99 %%, 100 %% : 99.99 %%\npower_factor = %g\n"
        "[server one]\nleakage = 0 %%/K\nairflow = 0.1 m3/s\npsu = z\npsu_count = 1\nplug = %d\n"
        "power_idle = 1 kW\npower_typical = 1 kW\npower_maximum = 1 kW\nfrom = rackpdu.r\n";
    static const struct {
        double pf, times;
        int plug;
    } at_[] = {{1, 3, 3}, {.7, 3, 3}, {1, 2, 1}, {.8, 2, 1}, {1, 2, 2}};
    struct arena a = arena_new(NULL);
    for (int i = 0; i < 5; i++) {
        struct solved s;
        double v = at_[i].plug == 1 ? 400 / sqrt(3) : at_[i].plug == 2 ? 400 : 400 * sqrt(3);
        double amperes = 1000 / (v * at_[i].pf);
        solve(&s, arena_format(&a, site, at_[i].pf, at_[i].plug));
        const struct network_elem *n = at(&s, "r");
        assert_near((n->in_w - n->w) / (at_[i].times * amperes * amperes * .1), 1, 1e-3);
        toy_free(&s.t);
    }
    arena_free(&a);
}

/* Two supplies a server on two sides: each side is balanced. */
static void both_sides_are_balanced(void **state)
{
    (void)state;
    struct solved s;
    solve(&s, SERVER_OF("q", "2", "s", "600") "count = 11\nfrom = busway.a, busway.b\n"
          "[busway a]\nfrom = utility.grid\n[busway b]\nfrom = utility.grid\n");
    assert_near(spread(&s, "a", 300), 1, 1e-9);
    assert_near(spread(&s, "b", 300), 1, 1e-9);
    solve_state(&s, "a", "busway.a lost");
    assert_near(spread(&s, "b", 600), 1, 1e-9);
    toy_free(&s.t);
}

static void written_phases_are_kept(void **state)
{
    (void)state;
    struct solved s;
    solve(&s, SERVER("x", "900") "from = breaker.x\n" SERVER("y", "500") "from = breaker.y\n"
          SERVER("z", "400") "from = breaker.z\n"
          "[breaker x]\nphases = 1\nfrom = busway.p\n" /* auto: the line that is free */
          "[breaker y]\nphase = L2\nfrom = busway.p\n[breaker z]\nphase = L2\nfrom = busway.p\n"
          "[busway p]\nfrom = utility.grid\n");
    expect_lines(&s, "p", 900, 900, 0);
    assert_int_equal(elem(&s, "y")->line, 1);
    assert_int_equal(elem(&s, "x")->line, 0);
    toy_free(&s.t);
    solve(&s, SERVER("x", "900") "plug = 2\nfrom = breaker.x\n" SERVER("y", "900")
          "plug = 2\nfrom = breaker.y\n"
          "[breaker x]\nphases = 2\nfrom = busway.p\n[breaker y]\nphase = L3-L1\nfrom = busway.p\n"
          "[busway p]\nfrom = utility.grid\n");
    assert_int_equal(elem(&s, "y")->line, 2);
    assert_int_equal(elem(&s, "x")->line, 0); /* L1-L2 and L2-L3 are alike to it */
    assert_near(at(&s, "p")->w, 1800, 1e-12);
    toy_free(&s.t);
}

/* ---- harmonics ---------------------------------------------------------------------- */

static void third_harmonics_add_in_the_neutral(void **state)
{
    (void)state;
    struct solved s;
    solve(&s, SERVER_OF("h", "1", "s", "1000") "count = 3\nfrom = pdu.p\n"
          "[pdu p]\nvoltage = 230 V LN\nrated_current = 10 A\nfrom = transformer.tx\n"
          "[transformer tx]\nrated_power = 10 kVA\nno_load_loss = 0 W\nload_loss = 0 W\n"
          "voltage = 400 V LL\nfrom = pdu.up\n" UP);
    assert_near(at(&s, "p")->neutral_frac, .9, 1e-9);
    expect(&s, "pdu.p", "neutral current", .9 * 1000 / 230, 10, false, "neutral");
    assert_near(at(&s, "p")->harmonic_frac[0], .3, 1e-12);
    assert_near(at(&s, "p")->harmonic_frac[1], .1, 1e-12);
    assert_true(at(&s, "p")->knows_harmonics);
    assert_near(at(&s, "up")->harmonic_frac[0], 0, 0); /* goes round in the delta */
    assert_near(at(&s, "up")->harmonic_frac[1], .1, 1e-12);
    assert_within(at(&s, "up")->neutral_frac, 0, 1e-12);
    toy_free(&s.t);
    solve(&s, SERVER_OF("h", "1", "s", "1000") "count = 3\nfrom = ups.u\n" UPS UP); /* ends at a rectifier */
    assert_near(at(&s, "u")->neutral_frac, .9, 1e-9);
    assert_near(at(&s, "up")->harmonic_frac[1], 0, 0);
    assert_true(at(&s, "up")->knows_harmonics);
    toy_free(&s.t);
    solve(&s, SERVER("s", "1000") "count = 3\nfrom = pdu.p\n" "[pdu p]\nfrom = utility.grid\n");
    assert_false(at(&s, "p")->knows_harmonics);
    toy_free(&s.t);
    /* alone on a line, its own current comes back with it, in quadrature */
    solve(&s, SERVER_OF("h", "1", "s", "1000") "from = pdu.p\n" "[pdu p]\nfrom = utility.grid\n");
    assert_near(neutral_va(&s, "p"), 1000 * hypot(1, .3), 1e-9);
    toy_free(&s.t);
}

/* Loads between lines send none to the neutral, whatever else is there. */
static void loads_between_lines_send_no_harmonics_to_neutral(void **state)
{
    (void)state;
    struct solved s;
    solve(&s, SERVER_OF("h", "1", "s", "1000") "count = 3\nfrom = pdu.p\n" SERVER_OF("h", "1", "t", "1000")
          "plug = 2\ncount = 9\nfrom = pdu.p\n" "[pdu p]\nfrom = utility.grid\n");
    assert_near(neutral_va(&s, "p"), .9 * 1000, 1e-9);
    assert_near(at(&s, "p")->harmonic_frac[0], .3, 1e-9);
    toy_free(&s.t);
    /* on two lines, shares of the fundamental in the same lines */
    solve(&s, SERVER_OF("h", "1", "t", "1000") "plug = 2\nfrom = breaker.b\n"
          "[breaker b]\nphases = 2\nfrom = utility.grid\n");
    assert_near(at(&s, "b")->harmonic_frac[0], .3, 1e-9);
    assert_near(at(&s, "b")->harmonic_frac[1], .1, 1e-9);
    toy_free(&s.t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ratings_check_values),
        cmocka_unit_test(thirty_amperes_at_208_v_b48),
        cmocka_unit_test(a_bank_breaks_under_a_whole_strip_b44),
        cmocka_unit_test(two_feeds_are_not_twice_the_power_b45),
        cmocka_unit_test(neutral_and_unbalance),
        cmocka_unit_test(loads_between_lines_add_as_vectors),
        cmocka_unit_test(leading_makes_up_for_lagging),
        cmocka_unit_test(what_passes_a_ups),
        cmocka_unit_test(what_passes_a_transformer),
        cmocka_unit_test(single_phase_upses_draw_one_line),
        cmocka_unit_test(plugs_find_the_least_loaded_line),
        cmocka_unit_test(conductors_lose_by_their_currents),
        cmocka_unit_test(both_sides_are_balanced),
        cmocka_unit_test(written_phases_are_kept),
        cmocka_unit_test(third_harmonics_add_in_the_neutral),
        cmocka_unit_test(loads_between_lines_send_no_harmonics_to_neutral),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
