/* Patterns, each and sources: which parts a site comes to and what feeds what, and the
   refusals, at the line where they are due. */

#include "toy_site.h"

#include <string.h>

#include "base/text.h"
#include "sim/outage.h"

static const char base[] =
    "[room hall]\nsupply = 20 degC\nrecirculation = 0 %\nbypass = 0 %\n"
    "[crac c]\nairflow = 90 m3/s\nfan_power = 0 kW\ncapacity = 900 kW\ncop = 4\nfrom = utility.grid\n"
    "[server s]\nleakage = 0 %/K\nairflow = 0.5 m3/s\n";

#define MODULE "module_power = 100 kW\nc0 = 0.01\nc1 = 0\nc2 = 0.02\nfrom = utility.grid\n"
#define TEN_KW "power_idle = 10 kW\npower_typical = 10 kW\npower_maximum = 10 kW\n"

/* The server's lines come first, then other sections. */
static void make(struct toy *t, const char *more)
{
    struct arena a = arena_new(NULL);
    toy_make(t, arena_format(&a, "%s%s", base, more), 12, 35, 10);
    arena_free(&a);
}

static int index_of(const struct toy *t, int kind, const char *name)
{
    for (int i = 0; i < t->site.of[kind].n; i++)
        if (!strcmp(t->site.of[kind].name[i], name)) return i;
    fail_msg("there is no %s", name);
    return -1;
}

static int elem_of(const struct toy *t, int kind, const char *name)
{
    for (int e = 0; e < t->plant->n_elem; e++)
        if (t->plant->elem[e].kind == kind && t->plant->elem[e].index == index_of(t, kind, name))
            return e;
    fail_msg("no element is %s", name);
    return -1;
}

/* Names of all parts of the kind, one blank between. */
static void expect_parts(const struct toy *t, int kind, const char *want)
{
    struct arena a = arena_new(NULL);
    struct builder b = builder_new(&a);
    builder_text(&b, "");
    for (int i = 0; i < t->site.of[kind].n; i++)
        builder_format(&b, "%s%s", i ? " " : "", t->site.of[kind].name[i]);
    assert_string_equal(b.s, want);
    arena_free(&a);
}

static void expect_sources(const struct toy *t, int kind, const char *name, const char *want)
{
    struct arena a = arena_new(NULL);
    struct builder b = builder_new(&a);
    const struct ref_list *from = &site_part(&t->site, kind, index_of(t, kind, name))->from;
    builder_text(&b, "");
    for (int i = 0; i < from->n; i++)
        builder_format(&b, "%s%s", i ? " " : "", from->ref[i].name);
    assert_string_equal(b.s, want);
    arena_free(&a);
}

/* Feeds and shares of one tap: "r#1/0 a#1 0.5 b#1 0.5". */
static void expect_tap(const struct toy *t, int tap, double count, const char *want)
{
    const struct plant *p = t->plant;
    struct arena a = arena_new(NULL);
    struct builder b = builder_new(&a);
    const struct tap *x = &p->tap[tap];
    assert_true(tap < p->n_tap);
    builder_text(&b, "");
    for (int j = x->feed.first; j < x->feed.first + x->feed.n; j++) {
        const struct elem *e = &p->elem[p->feed[j]];
        builder_format(&b, "%s%s %.4g", j > x->feed.first ? " " : "",
                       t->site.of[e->kind].name[e->index], p->normal.share[j]);
    }
    assert_string_equal(b.s, want);
    assert_near(x->count, count, 0);
    arena_free(&a);
}

/* Some diagnostic stands at that line of `more` (from 1) and holds the text. */
static void expect_refused(const char *more, int line, const char *what)
{
    struct toy t;
    struct arena a = arena_new(NULL);
    bool is_made = toy_read(&t, arena_format(&a, "%s%s", base, more)), is_found = false;
    if (is_made) {
        toy_weather(&t, 12, 35, 10, 101325);
        is_made = toy_build(&t);
    }
    assert_false(is_made);
    assert_true(t.ds.n_error > 0);
    for (const char *s = base; *s; s++) line += *s == '\n';
    line += 12; /* toy_read's own lines */
    for (int i = 0; i < t.ds.n && i < DIAG_STORED; i++) {
        const struct diag *d = &t.ds.item[i];
        is_found |= d->severity == DIAG_ERROR && d->place.line == line &&
                    strcmp(d->place.file, "toy.ini") == 0 &&
                    strstr(message_text(&t.arena, &d->what, NULL), what) != NULL;
    }
    if (!is_found) {
        toy_print(&t);
        print_message("wanted toy.ini:%d: %s\n", line, what);
    }
    assert_true(is_found);
    toy_free(&t);
    arena_free(&a);
}

static void expect_accepted(const char *more)
{
    struct toy t;
    make(&t, more);
    toy_free(&t);
}

/* ---- patterns --------------------------------------------------------------- */

static void parts_of_every_pattern(void **state)
{
    (void)state;
    static const struct {
        const char *redundancy, *parts;
    } set[] = {
        {"N", "main"},
        {"N+1", "main"},
        {"2N", "main#1 main#2"},
        {"2(N+1)", "main#1 main#2"},
        {"3N/2", "main#1 main#2 main#3"},
        {"4N/3", "main#1 main#2 main#3 main#4"},
        {"block", "main#1 main#2 main#3 main#reserve"},
        {"block\nblocks = 1", "main#1 main#reserve"},
        {"block\nblocks = 5", "main#1 main#2 main#3 main#4 main#5 main#reserve"},
    };
    struct arena a = arena_new(NULL);
    for (size_t i = 0; i < sizeof set / sizeof *set; i++) {
        struct toy t;
        make(&t, arena_format(&a, "from = ups.main\n" TEN_KW "[ups main]\n" MODULE "modules = 2\n"
                                  "redundancy = %s\n", set[i].redundancy));
        expect_parts(&t, KIND_UPS, set[i].parts);
        for (int k = 0; k < t.site.of[KIND_UPS].n; k++) {
            assert_int_equal(t.site.of[KIND_UPS].copy[k].k, k);
            assert_int_equal(t.site.of[KIND_UPS].copy[k].n, t.site.of[KIND_UPS].n);
            assert_int_equal(site_depth(&t.site, KIND_UPS, k), 1);
        }
        toy_free(&t);
    }
    arena_free(&a);
}

/* Copy k of as many takes the k-th: two ways that never meet. */
static void the_kth_of_as_many(void **state)
{
    (void)state;
    struct toy t;
    make(&t, "from = pdu.p\n" TEN_KW "[ups main]\nmodule_power = 100 kW\nc0 = 0\nc1 = 0\nc2 = 0\n"
             "redundancy = 2N\nfrom = transformer.x\n"
             "[transformer x]\neach = ups.main\nrated_power = 200 kVA\nno_load_loss = 0 W\n"
             "load_loss = 0 W\nfrom = utility.grid\n"
             "[switchboard b]\neach = ups.main\nfrom = ups.main\n"
             "[pdu p]\neach = switchboard.b\nfrom = switchboard.b\n"
             "[pdu both]\nfrom = switchboard.b\n[pdu second]\nfrom = switchboard.b#2\n");
    expect_parts(&t, KIND_TRANSFORMER, "x#1 x#2");
    expect_sources(&t, KIND_UPS, "main#1", "x#1");
    expect_sources(&t, KIND_UPS, "main#2", "x#2");
    expect_sources(&t, KIND_SWITCHBOARD, "b#1", "main#1");
    expect_sources(&t, KIND_SWITCHBOARD, "b#2", "main#2");
    expect_sources(&t, KIND_PDU, "p#1", "b#1");
    expect_sources(&t, KIND_PDU, "p#2", "b#2");
    expect_sources(&t, KIND_PDU, "both", "b#1 b#2");
    expect_sources(&t, KIND_PDU, "second", "b#2");
    expect_sources(&t, KIND_SERVER, "s", "p#1 p#2");
    assert_int_equal(site_depth(&t.site, KIND_PDU, index_of(&t, KIND_PDU, "p#2")), 4);
    toy_free(&t);
    /* two sources of one name each: systems of a pattern take their own */
    make(&t, "from = ups.main\n" TEN_KW "[ups main]\nmodule_power = 100 kW\nc0 = 0\nc1 = 0\nc2 = 0\n"
             "redundancy = 2N\nfrom = pdu.a, pdu.b\n[pdu a]\nfrom = utility.grid\n"
             "[pdu b]\nfrom = utility.grid\n");
    expect_sources(&t, KIND_UPS, "main#1", "a");
    expect_sources(&t, KIND_UPS, "main#2", "b");
    toy_free(&t);
}

/* Two racks and two systems: the strips of both are on both, as those of three are. */
static void as_many_racks_as_systems(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    for (int racks = 2; racks <= 3; racks++) {
        struct toy t;
        make(&t, arena_format(&a, "from = bank.k\nrack = r\n" TEN_KW
                                  "[rackpdu p]\neach = rack.r\nfrom = ups.main\n"
                                  "[bank k]\neach = rackpdu.p\nfrom = rackpdu.p\n"
                                  "[ups own]\neach = rack.r\nmodule_power = 9 kW\nc0 = 0\nc1 = 0\n"
                                  "c2 = 0\nfrom = pdu.x, pdu.y\n"
                                  "[pdu x]\nfrom = utility.grid\n[pdu y]\nfrom = utility.grid\n"
                                  "[ups main]\n" MODULE "redundancy = 2N\n[rack r]\ncount = %d\n",
                              racks));
        expect_sources(&t, KIND_RACKPDU, "p#2", "main#1 main#2");
        expect_sources(&t, KIND_BANK, "k#2", "p#2");
        expect_sources(&t, KIND_UPS, "own#2", "x y");
        toy_free(&t);
    }
    arena_free(&a);
}

#define SIX_RACKS                                                                                  \
    "from = rackpdu.p\nrack = r\ncount = 6\nheight = 42 U\n" TEN_KW                                \
    "[rack r]\ncount = 6\nunits = 42 U\n[busway x]\nfrom = utility.grid\n"                         \
    "[busway y]\nfrom = utility.grid\n[busway z]\nfrom = utility.grid\n"

static void sources_in_blocks_or_in_turn(void **state)
{
    (void)state;
    static const struct {
        const char *sources, *each[6];
    } set[] = {
        {"all", {"x y z", "x y z", "x y z", "x y z", "x y z", "x y z"}},
        {"blocks", {"x", "x", "y", "y", "z", "z"}},
        {"turn", {"x", "y", "z", "x", "y", "z"}},
    };
    struct arena a = arena_new(NULL);
    for (int i = 0; i < 3; i++) {
        struct toy t;
        make(&t, arena_format(&a, SIX_RACKS "[rackpdu p]\neach = rack.r\n"
                                  "from = busway.x, busway.y, busway.z\nsources = %s\n",
                              set[i].sources));
        for (int k = 0; k < 6; k++)
            expect_sources(&t, KIND_RACKPDU, arena_format(&a, "p#%d", k + 1), set[i].each[k]);
        toy_free(&t);
    }
    arena_free(&a);
}

/* ---- each -------------------------------------------------------------------- */

/* One for each rack, and a server hangs on those of its own rack. */
static void each_rack_has_its_own(void **state)
{
    (void)state;
    struct toy t;
    make(&t, "from = rackpdu.a, rackpdu.b\nrack = r\ncount = 6\nheight = 20 U\n" TEN_KW
             "[rack r]\ncount = 3\nunits = 42 U\n"
             "[rackpdu a]\neach = rack.r\nfrom = utility.grid\n"
             "[rackpdu b]\neach = rack.r\nfrom = utility.grid\n");
    expect_parts(&t, KIND_RACKPDU, "a#1 a#2 a#3 b#1 b#2 b#3");
    assert_int_equal(t.plant->n_tap, 3);
    expect_tap(&t, 0, 2, "a#1 0.5 b#1 0.5");
    expect_tap(&t, 1, 2, "a#2 0.5 b#2 0.5");
    expect_tap(&t, 2, 2, "a#3 0.5 b#3 0.5");
    for (int i = 0; i < 3; i++) assert_int_equal(t.plant->tap[i].rack_unit, i);
    toy_free(&t);
}

/* The rack says what feeds it; groups of one rack are no exception. */
static void each_of_a_single_rack(void **state)
{
    (void)state;
    struct toy t;
    make(&t, "from = rackpdu.a, rackpdu.b, rackpdu.c\nrack = r, q, o\ncount = 5\nheight = 20 U\n" TEN_KW
             "[rack r]\nunits = 42 U\n[rack q]\nunits = 42 U\n[rack o]\nunits = 42 U\ncount = 2\n"
             "[rackpdu a]\neach = rack.r\nfrom = utility.grid\n"
             "[rackpdu b]\neach = rack.q\nfrom = utility.grid\n"
             "[rackpdu c]\neach = rack.o\nfrom = utility.grid\n");
    expect_parts(&t, KIND_RACKPDU, "a b c#1 c#2");
    assert_int_equal(t.plant->n_tap, 3);
    expect_tap(&t, 0, 2, "a 1");
    expect_tap(&t, 1, 2, "b 1");
    expect_tap(&t, 2, 1, "c#1 1");
    toy_free(&t);
}

/* A bank of each rack PDU of each rack is the rack's, too. */
static void each_of_each_follows_the_rack(void **state)
{
    (void)state;
    struct toy t;
    make(&t, "from = bank.k\nrack = r\ncount = 3\nheight = 42 U\n" TEN_KW
             "[bank k]\neach = rackpdu.p\nfrom = rackpdu.p\n"
             "[rackpdu p]\neach = rack.r\nfrom = utility.grid\n[rack r]\ncount = 3\nunits = 42 U\n");
    expect_parts(&t, KIND_BANK, "k#1 k#2 k#3");
    for (int k = 0; k < 3; k++) assert_int_equal(t.site.of[KIND_BANK].copy[k].rack, 0);
    expect_sources(&t, KIND_BANK, "k#2", "p#2");
    assert_int_equal(t.plant->n_tap, 3);
    expect_tap(&t, 0, 1, "k#1 1");
    expect_tap(&t, 1, 1, "k#2 1");
    expect_tap(&t, 2, 1, "k#3 1");
    toy_free(&t);
    /* each of each of a pattern */
    make(&t, "from = pdu.p\n" TEN_KW "[pdu p]\neach = sts.t\nfrom = sts.t\n"
             "[sts t]\neach = ups.main\nfrom = ups.main\n[ups main]\n" MODULE "redundancy = 4N/3\n");
    expect_parts(&t, KIND_PDU, "p#1 p#2 p#3 p#4");
    expect_sources(&t, KIND_PDU, "p#4", "t#4");
    expect_sources(&t, KIND_STS, "t#4", "main#4");
    toy_free(&t);
}

/* A rack that names its sources feeds servers that name none. */
static void racks_feed_their_servers(void **state)
{
    (void)state;
    struct toy t;
    make(&t, "rack = r\ncount = 2\nheight = 42 U\n" TEN_KW
             "[rack r]\ncount = 2\nunits = 42 U\nfrom = rackpdu.a\n"
             "[rackpdu a]\neach = rack.r\nfrom = utility.grid\n");
    expect_tap(&t, 0, 1, "a#1 1");
    expect_tap(&t, 1, 1, "a#2 1");
    toy_free(&t);
    /* one copy by its name is meant wherever the server stands */
    make(&t, "from = rackpdu.a#2\nrack = r\ncount = 2\nheight = 42 U\n" TEN_KW
             "[rack r]\ncount = 2\nunits = 42 U\n[rackpdu a]\neach = rack.r\nfrom = utility.grid\n");
    expect_tap(&t, 0, 1, "a#2 1");
    expect_tap(&t, 1, 1, "a#2 1");
    toy_free(&t);
}

/* ---- refusals ------------------------------------------------------------------ */

static void what_leads_nowhere_is_refused(void **state)
{
    (void)state;
    expect_refused("from = pdu.a\n" TEN_KW "[pdu a]\nfrom = pdu.b\n[pdu b]\nfrom = pdu.a\n", 5,
                   "does not end at a utility");
    expect_refused("from = pdu.a\n" TEN_KW "[pdu a]\nfrom = pdu.b\n[pdu b]\nfrom = pdu.a\n", 7,
                   "does not end at a utility");
    /* a way out beside the circle is not enough */
    expect_refused("from = pdu.a\n" TEN_KW "[pdu a]\nfrom = pdu.b, utility.grid\n[pdu b]\nfrom = pdu.a\n",
                   7, "does not end at a utility");
    expect_refused("from = pdu.a\n" TEN_KW "[pdu a]\nrated_power = 1 kW\n", 5, "nothing feeds it");
    expect_refused("from = pdu.a\n" TEN_KW "[pdu a]\nfrom = pdu.nix\n", 6, "there is no 'pdu.nix'");
    expect_refused("from = pdu.a, ups.main\n" TEN_KW "[pdu a]\nfrom = utility.grid\n", 1,
                   "there is no 'ups.main'");
}

static void wrong_each_is_refused(void **state)
{
    (void)state;
    expect_refused("from = pdu.a\n" TEN_KW "[pdu a]\neach = rack.nix\nfrom = utility.grid\n", 5,
                   "what its each names is not there");
    expect_refused("from = pdu.a\n" TEN_KW "[pdu a]\neach = pdu.a\nfrom = utility.grid\n", 5,
                   "what its each names is not there");
    expect_refused("from = pdu.a\n" TEN_KW "[pdu a]\neach = pdu.b\nfrom = utility.grid\n"
                   "[pdu b]\neach = pdu.c\nfrom = utility.grid\n"
                   "[pdu c]\neach = pdu.a\nfrom = utility.grid\n",
                   11, "its each goes round in a circle");
    expect_refused("from = ups.u\n" TEN_KW "[rack r]\ncount = 2\n[ups u]\n" MODULE
                   "redundancy = 2N\neach = rack.r\n",
                   7, "a pattern of redundancy and each at once");
    expect_refused("from = pdu.a\n" TEN_KW "[pdu a]\neach = rack.r, rack.q\nfrom = utility.grid\n", 6,
                   "one name is needed");
    /* nothing stands in a rack of the group that the part is made for */
    expect_refused("from = pdu.a\nrack = q\nheight = 1 U\n" TEN_KW "[rack r]\ncount = 2\n[rack q]\n"
                   "[pdu a]\neach = rack.r\nfrom = utility.grid\n",
                   -2, "none of its sources is for the rack it stands in");
}

static void too_many_sources(void **state)
{
    (void)state;
    static const char site[] = "from = pdu.a\n" TEN_KW "[rack r]\ncount = 65\n[busway b]\neach = rack.r\n"
                               "from = utility.grid\n[pdu a]\nfrom = busway.b\n";
    expect_accepted(site);
    expect_refused("from = ups.a, ups.b, ups.c, ups.d, ups.e\n" TEN_KW
                   "[ups a]\n" MODULE "redundancy = block\nblocks = 16\n"
                   "[ups b]\n" MODULE "redundancy = block\nblocks = 16\n"
                   "[ups c]\n" MODULE "redundancy = block\nblocks = 16\n"
                   "[ups d]\n" MODULE "redundancy = block\nblocks = 16\n"
                   "[ups e]\n" MODULE, -2, "more sources than 64");
}

static void copies_that_are_not_there(void **state)
{
    (void)state;
    static const char *const mark[] = {"3", "0", "-1", "01", "+1", "1x", "", "reserve"};
    struct arena a = arena_new(NULL);
    for (size_t i = 0; i < sizeof mark / sizeof *mark; i++)
        expect_refused(arena_format(&a, "from = ups.main#%s\n" TEN_KW "[ups main]\n" MODULE
                                        "redundancy = 2N\n", mark[i]),
                       1, "there is no 'ups.main");
    expect_refused("from = ups.main#1\n" TEN_KW "[ups main]\n" MODULE, 1, "there is no 'ups.main#1'");
    arena_free(&a);
}

static void a_name_of_two_kinds(void **state)
{
    (void)state;
    expect_refused("from = a\n" TEN_KW "[pdu a]\nfrom = utility.grid\n[busway a]\nfrom = utility.grid\n",
                   1, "'a' names parts of more than one kind");
    expect_accepted("from = pdu.a\n" TEN_KW "[pdu a]\nfrom = busway.a\n[busway a]\nfrom = grid\n");
}

static void three_phase_voltages_have_a_basis(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    static const char pdu[] = "from = pdu.a\n" TEN_KW "[pdu a]\nfrom = utility.grid\n%s\n";
    expect_refused(arena_format(&a, pdu, "voltage = 400 V"), 5, "its three-phase voltage has no basis");
    expect_refused(arena_format(&a, pdu, "voltage = 400 V\nphases = 3"), 5,
                   "its three-phase voltage has no basis");
    expect_accepted(arena_format(&a, pdu, "voltage = 400 V LL"));
    expect_accepted(arena_format(&a, pdu, "voltage = 230 V LN"));
    expect_accepted(arena_format(&a, pdu, "voltage = 230 V\nphases = 1"));
    expect_accepted(arena_format(&a, pdu, "voltage = 208 V\nphases = 2"));
    static const char transformer[] = "from = transformer.x\n" TEN_KW "[transformer x]\nprimary = %s\n"
                                      "rated_power = 20 kVA\nno_load_loss = 0 W\nload_loss = 0 W\n"
                                      "from = utility.grid\n";
    expect_refused(arena_format(&a, transformer, "10 kV"), 5, "its three-phase primary has no basis");
    expect_accepted(arena_format(&a, transformer, "10 kV LL"));
    arena_free(&a);
}

/* 400 V LL, 230.94 V LN and inherited ones come to the same. */
static void voltages_of_elements(void **state)
{
    (void)state;
    struct toy t;
    double sqrt3 = sqrt(3);
    make(&t, "from = pdu.c\n" TEN_KW
             "[pdu a]\nvoltage = 400 V LL\nfrom = utility.grid\n[pdu b]\nvoltage = 230 V LN\nfrom = pdu.a\n"
             "[pdu c]\nphases = 1\nfrom = pdu.b\n[pdu d]\nphases = 2\nfrom = pdu.b\n"
             "[pdu e]\nphases = 1\nfrom = pdu.d\n[pdu f]\nfrom = pdu.c\n"
             "[pdu g]\nphases = 1\nvoltage = 400 V LL\nrated_current = 10 A\nfrom = pdu.b\n");
    const struct elem *x = t.plant->elem;
    assert_near(x[elem_of(&t, KIND_PDU, "a")].line_v, 400, 1e-12);
    assert_near(x[elem_of(&t, KIND_PDU, "b")].line_v, 230 * sqrt3, 1e-12);
    assert_near(x[elem_of(&t, KIND_PDU, "c")].line_v, 230, 1e-12);
    assert_near(x[elem_of(&t, KIND_PDU, "d")].line_v, 230 * sqrt3, 1e-12);
    assert_near(x[elem_of(&t, KIND_PDU, "e")].line_v, 230, 1e-12);
    assert_near(x[elem_of(&t, KIND_PDU, "f")].line_v, 230, 1e-12);
    assert_int_equal(x[elem_of(&t, KIND_PDU, "f")].phases, 1);
    assert_near(x[elem_of(&t, KIND_PDU, "g")].line_v, 400 / sqrt3, 1e-12);
    assert_near(x[elem_of(&t, KIND_PDU, "g")].rated_va, 4000 / sqrt3, 1e-12);
    assert_true(isnan(x[elem_of(&t, KIND_PDU, "f")].rated_va));
    toy_free(&t);
}

/* Missing is not unlimited: a current that cannot be checked is told. */
static void a_current_wants_a_voltage(void **state)
{
    (void)state;
    static const char site[] = "from = pdu.b\n" TEN_KW "[pdu a]\n%sfrom = utility.grid\n"
                               "[pdu b]\nrated_current = 32 A\nfrom = pdu.a\n";
    struct arena a = arena_new(NULL);
    struct toy t, u;
    make(&t, arena_format(&a, site, "voltage = 400 V LL\n"));
    make(&u, arena_format(&a, site, ""));
    assert_int_equal(u.ds.n_warning, t.ds.n_warning + 1);
    toy_free(&t);
    toy_free(&u);
    arena_free(&a);
}

static void more_phases_than_the_source(void **state)
{
    (void)state;
    expect_refused("from = pdu.b\n" TEN_KW "[pdu a]\nphases = 1\nfrom = utility.grid\n"
                   "[pdu b]\nphases = 3\nfrom = pdu.a\n",
                   8, "more phases than its source");
    expect_refused("from = pdu.b\n" TEN_KW "[pdu a]\nphases = 1\nfrom = utility.grid\n"
                   "[pdu b]\nphases = 2\nfrom = pdu.a\n",
                   8, "more phases than its source");
}

static void more_phases_than_any_source(void **state)
{
    (void)state;
    expect_refused("from = pdu.b\n" TEN_KW "[pdu a]\nphases = 1\nfrom = utility.grid\n"
                   "[pdu b]\nfrom = utility.grid, pdu.a\n",
                   8, "more phases than its source");
}

/* The written line says how many there are; the two may not disagree. */
static void a_phase_means_its_phases(void **state)
{
    (void)state;
    struct toy t;
    make(&t, "from = pdu.a\n" TEN_KW "[pdu a]\nphase = L2\nvoltage = 230 V LN\nfrom = utility.grid\n"
             "[pdu b]\nphase = L3-L1\nfrom = utility.grid\n");
    assert_int_equal(t.plant->elem[elem_of(&t, KIND_PDU, "a")].phases, 1);
    assert_int_equal(t.plant->elem[elem_of(&t, KIND_PDU, "a")].line, 1);
    assert_near(t.plant->elem[elem_of(&t, KIND_PDU, "a")].line_v, 230, 1e-12);
    assert_int_equal(t.plant->elem[elem_of(&t, KIND_PDU, "b")].phases, 2);
    assert_int_equal(t.plant->elem[elem_of(&t, KIND_PDU, "b")].line, 2);
    toy_free(&t);
    expect_refused("from = pdu.a\n" TEN_KW "[pdu a]\nphase = L2\nphases = 3\nfrom = utility.grid\n", 5,
                   "its phase is of another number of phases");
    expect_refused("from = pdu.a\n" TEN_KW "[pdu a]\nphase = L1-L2\nphases = 1\nfrom = utility.grid\n", 5,
                   "its phase is of another number of phases");
}

/* ---- what systems carry ---------------------------------------------------------- */

static double elem_w(struct toy *t, const struct block *b, const char *ups)
{
    return b->elem_out_w[elem_of(t, KIND_UPS, ups)][0];
}

/* Output of a system in the state in which another is lost, W. */
static double left_w(struct toy *t, const char *ups, const char *lost_ups)
{
    int lost_elem = elem_of(t, KIND_UPS, lost_ups);
    struct lost whole = {t->plant->alive_elem + lost_elem, t->plant->elem[lost_elem].units};
    const struct outage *o = outage_make(t->plant, &whole, 1, &t->arena);
    struct year *y =
        outage_run(o, &t->normal, &t->weather.calendar, KEEP_FACILITY, 1, &t->arena);
    return y->elem[elem_of(t, KIND_UPS, ups)].used;
}

/* Cords to every two of three systems: a third of the servers on each pair; at its
   design load 2/3, and all of it when one is lost. */
static void distributed_3n2(void **state)
{
    (void)state;
    struct toy t;
    make(&t, "from = ups.u\ncount = 12\n" TEN_KW
             "[ups u]\nmodule_power = 60 kW\nc0 = 0.01\nc1 = 0\nc2 = 0.02\nfrom = utility.grid\n"
             "redundancy = 3N/2\n");
    assert_int_equal(t.plant->n_tap, 3);
    expect_tap(&t, 0, 4, "u#1 0.5 u#2 0.5");
    expect_tap(&t, 1, 4, "u#1 0.5 u#3 0.5");
    expect_tap(&t, 2, 4, "u#2 0.5 u#3 0.5");
    const struct block *b = toy_hour(&t, false);
    for (int k = 0; k < 3; k++) {
        const char *name = t.site.of[KIND_UPS].name[k];
        assert_near(elem_w(&t, b, name) / 60e3, 2. / 3, 1e-12);
        if (k) assert_near(left_w(&t, name, "u#1") / 60e3, 1, 1e-12);
    }
    assert_near(b->quantity[Q_UPS_LOSS_W][0], 3 * 60e3 * (.01 + .02 * 4 / 9), 1e-12);
    toy_free(&t);
}

/* Six pairs of four systems: 3/4 of each, and all of it when one is lost. */
static void distributed_4n3(void **state)
{
    (void)state;
    struct toy t;
    make(&t, "from = ups.u\ncount = 12\n" TEN_KW
             "[ups u]\nmodule_power = 40 kW\nc0 = 0.01\nc1 = 0\nc2 = 0.02\nfrom = utility.grid\n"
             "redundancy = 4N/3\n");
    assert_int_equal(t.plant->n_tap, 6);
    const struct block *b = toy_hour(&t, false);
    for (int k = 0; k < 4; k++) {
        const char *name = t.site.of[KIND_UPS].name[k];
        assert_near(elem_w(&t, b, name) / 40e3, .75, 1e-12);
        if (k != 2) assert_near(left_w(&t, name, "u#3") / 40e3, 1, 1e-12);
    }
    toy_free(&t);
}

/* Category 2 counts what servers take, once: not what a PDU hands on to another, nor
   what other loads take from it. */
static void what_servers_take_from_pdus(void **state)
{
    (void)state;
    struct toy t;
    make(&t, "from = pdu.panel\n" TEN_KW "[server v]\nairflow = 0.5 m3/s\nleakage = 0 %/K\n" TEN_KW
             "from = pdu.strip\n[server w]\nairflow = 0.5 m3/s\nleakage = 0 %/K\n" TEN_KW
             "from = ups.u\n[pdu strip]\nproportional_loss = 10 %\nfrom = pdu.panel\n"
             "[pdu panel]\nproportional_loss = 10 %\nfrom = ups.u\n"
             "[load lamps]\npower = 5 kW\nfrom = pdu.panel\n[ups u]\n" MODULE);
    const struct block *b = toy_hour(&t, false);
    assert_near(b->quantity[Q_PDU_OUT_W][0], 20e3, 1e-12);
    assert_near(b->elem_out_w[elem_of(&t, KIND_PDU, "panel")][0], 26e3, 1e-12);
    toy_free(&t);
}

/* Racks take the pairs in turn, whole racks at a time, through what hangs on systems. */
static void distributed_racks_take_pairs_in_turn(void **state)
{
    (void)state;
    struct toy t;
    make(&t, "from = busway.b\nrack = r\ncount = 8\nheight = 20 U\n" TEN_KW
             "[rack r]\ncount = 4\nunits = 42 U\n[busway b]\neach = ups.u\nfrom = ups.u\n"
             "[ups u]\n" MODULE "redundancy = 3N/2\n");
    assert_int_equal(t.plant->n_tap, 4);
    expect_tap(&t, 0, 2, "b#1 0.5 b#2 0.5");
    expect_tap(&t, 1, 2, "b#1 0.5 b#3 0.5");
    expect_tap(&t, 2, 2, "b#2 0.5 b#3 0.5");
    expect_tap(&t, 3, 2, "b#1 0.5 b#2 0.5");
    toy_free(&t);
}

/* One supply on each pair: all on the first of the two, each system once. */
static void one_supply_on_a_pair(void **state)
{
    (void)state;
    struct toy t;
    make(&t, "from = ups.u\ncount = 12\npsu = q\npsu_count = 1\npsu_needed = 1\n" TEN_KW
             "[psu q]\nrated_power = 20 kW\nefficiency = 10 %: 100 %, 100 %: 100 %\n"
             "[ups u]\n" MODULE "redundancy = 3N/2\n");
    const struct block *b = toy_hour(&t, false);
    expect_tap(&t, 2, 4, "u#2 1 u#3 0");
    assert_near(elem_w(&t, b, "u#1"), 80e3, 1e-12);
    assert_near(elem_w(&t, b, "u#2"), 40e3, 1e-12);
    assert_near(elem_w(&t, b, "u#3"), 0, 0);
    assert_true(b->quantity[Q_ENERGY_RESIDUAL][0] <= 1e-9);
    toy_free(&t);
}

/* The reserve idles behind each system's transfer switch, at a loss. */
static void block_redundant(void **state)
{
    (void)state;
    struct toy t;
    make(&t, "from = pdu.p\ncount = 12\ncords = 1\n" TEN_KW
             "[pdu p]\neach = sts.t\nfrom = sts.t\n"
             "[sts t]\neach = ups.u\nfrom = ups.u, ups.u#reserve\n"
             "[ups u]\nmodule_power = 40 kW\nc0 = 0.01\nc1 = 0\nc2 = 0.02\nfrom = utility.grid\n"
             "redundancy = block\n");
    expect_parts(&t, KIND_STS, "t#1 t#2 t#3");
    expect_parts(&t, KIND_PDU, "p#1 p#2 p#3");
    expect_sources(&t, KIND_STS, "t#2", "u#2 u#reserve");
    expect_sources(&t, KIND_SERVER, "s", "p#1 p#2 p#3");
    const struct block *b = toy_hour(&t, false);
    for (int k = 0; k < 3; k++)
        assert_near(elem_w(&t, b, t.site.of[KIND_UPS].name[k]), 40e3, 1e-12);
    assert_near(elem_w(&t, b, "u#reserve"), 0, 0);
    assert_near(b->quantity[Q_UPS_LOSS_W][0], 40e3 * (3 * .03 + .01), 1e-12);
    assert_near(left_w(&t, "u#reserve", "u#2"), 40e3, 1e-12);
    assert_near(left_w(&t, "u#3", "u#2"), 40e3, 1e-12);
    assert_near(left_w(&t, "u#2", "u#2"), 0, 0);
    toy_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_of_every_pattern),
        cmocka_unit_test(the_kth_of_as_many),
        cmocka_unit_test(as_many_racks_as_systems),
        cmocka_unit_test(sources_in_blocks_or_in_turn),
        cmocka_unit_test(each_rack_has_its_own),
        cmocka_unit_test(each_of_a_single_rack),
        cmocka_unit_test(each_of_each_follows_the_rack),
        cmocka_unit_test(racks_feed_their_servers),
        cmocka_unit_test(what_leads_nowhere_is_refused),
        cmocka_unit_test(wrong_each_is_refused),
        cmocka_unit_test(too_many_sources),
        cmocka_unit_test(copies_that_are_not_there),
        cmocka_unit_test(a_name_of_two_kinds),
        cmocka_unit_test(three_phase_voltages_have_a_basis),
        cmocka_unit_test(voltages_of_elements),
        cmocka_unit_test(a_current_wants_a_voltage),
        cmocka_unit_test(more_phases_than_the_source),
        cmocka_unit_test(more_phases_than_any_source),
        cmocka_unit_test(a_phase_means_its_phases),
        cmocka_unit_test(distributed_3n2),
        cmocka_unit_test(distributed_4n3),
        cmocka_unit_test(what_servers_take_from_pdus),
        cmocka_unit_test(distributed_racks_take_pairs_in_turn),
        cmocka_unit_test(one_supply_on_a_pair),
        cmocka_unit_test(block_redundant),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
