/* Headroom of a hall in which all but one thing is plenty, so that the answer is known by
   hand; every answer and every offer is given back to the engine. */

#include <string.h>

#include "near.h"
#include "plan/headroom.h"

#define SITE DCPLAN_SOURCE_DIR "/tests/headroom/hall.ini"

enum { TEXTS = 100 };

struct asked {
    struct arena a;
    struct diags ds;
    struct load_request q;
    struct load_change change[TEXTS];
    struct result own;
    struct headroom h;
    bool is_found;
};

static struct load_request request(struct load_change *change, const char *text)
{
    if (text) change[0] = (struct load_change){CHANGE_TEXT, text};
    return (struct load_request){.models = DCPLAN_SOURCE_DIR "/models",
                                 .site = SITE,
                                 .n_change = text ? 1 : 0,
                                 .change = change};
}

static void find(struct asked *x, const char *text, struct headroom_request want, int threads)
{
    struct run_options options = {.threads = 1};
    *x = (struct asked){.a = arena_new(NULL)};
    x->ds = diags_new(&x->a);
    x->q = request(x->change, text);
    if (!run_case(&x->q, &options, &x->own, &x->a, &x->ds)) {
        for (int i = 0; i < x->ds.n; i++)
            if (x->ds.item[i].severity == DIAG_ERROR)
                print_error("%s\n", message_text(&x->a, &x->ds.item[i].what, NULL));
        fail_msg("the site is refused");
    }
    x->is_found = headroom_find(&x->q, &x->own, &want, threads, &x->h, &x->a, &x->ds);
}

static void ask_of(struct asked *x, const char *text, const char *server, int count, int threads)
{
    find(x, text, (struct headroom_request){server, count, false}, threads);
}

static void ask(struct asked *x, const char *text)
{
    ask_of(x, text, "s", -1, 2);
    assert_true(x->is_found);
}

static void count(struct asked *x, const char *text)
{
    find(x, text, (struct headroom_request){"s", -1, true}, 1);
    assert_true(x->is_found);
    assert_int_equal(x->h.n_offer + x->h.n_rung + x->h.n_ladder, 0);
}

/* Whether the overlays, given to the site in turn, fit. */
static bool fits(struct asked *x, const char *const *text, int n)
{
    struct arena a = arena_new(NULL);
    struct diags ds = diags_new(&a);
    struct result r;
    struct run_options options = {.threads = 1};
    struct load_request q = x->q;
    struct load_change change[TEXTS];
    int k = q.n_change;
    if (k) change[0] = q.change[0];
    for (int i = 0; i < n; i++) change[k++] = (struct load_change){CHANGE_TEXT, text[i]};
    q.change = change;
    q.n_change = k;
    bool is_fine = run_case(&q, &options, &r, &a, &ds) && r.ok;
    arena_free(&a);
    return is_fine;
}

/* What is free of the racks' rated power is what servers may use and what is stranded. */
static void check_strands(const struct strands *s)
{
    double sum = s->usable_w;
    for (int i = 0; i < s->n; i++) {
        assert_true(s->row[i].w > 0);
        sum += s->row[i].w;
    }
    assert_true(fabs(sum - s->free_w) <= 1e-6 * fmax(s->free_w, 1));
}

/* n fits and one more does not, offers are true, rungs are true. */
static void check_true(struct asked *x)
{
    const struct headroom *h = &x->h;
    assert_true(fits(x, h->text, h->n_text));
    if (!h->fit.is_endless) {
        const char *text[TEXTS];
        memcpy(text, h->text, (size_t)h->n_text * sizeof *text);
        text[h->n_text] =
            arena_format(&x->a, "[server %s]\ncount = %d\n", h->section, h->has + h->fit.n + 1);
        assert_false(fits(x, text, h->n_text + 1));
    }
    for (int i = 0; i < h->n_offer; i++)
        if (h->offer[i].is_possible && !fits(x, h->offer[i].text, h->offer[i].n_text))
            fail_msg("not true: %s", h->offer[i].what);
    for (int i = 0; i < h->n_rung; i++)
        if (h->rung[i].fit.is_known && h->rung[i].fit.n >= 0 &&
            !fits(x, h->rung[i].text, h->rung[i].n_text))
            fail_msg("not true: %s", h->rung[i].what);
    check_strands(&h->strands);
}

static const struct limit *bind_by(const struct asked *x, enum constraint by)
{
    for (int i = 0; i < x->h.fit.n_bind; i++)
        if (constraint_of(x->own.site, &x->h.fit.bind[i]) == by) return &x->h.fit.bind[i];
    return NULL;
}

/* ---- one thing is short --------------------------------------------------------------- */

static const struct {
    const char *text;
    int more;
    enum constraint by;
} shortages[] = {
    /* 4 racks; 4 of 1 kW, 1U, 20 kg are there */
    {"[rack r]\nunits = 8 U\n", 4 * 8 - 4, BY_UNITS},
    {"[rack r]\nreserved = 1, 2, 42 U\nunits = 42 U\npower = 60 kW\n", 4 * 39 - 4, BY_UNITS},
    {"[rack r]\npower = 3.5 kW\n", 4 * 3 - 4, BY_RACK_POWER},
    {"[rack r]\nload = 100 kg\n", 4 * 4 - 4, BY_WEIGHT}, /* (100 - 10) / 20 */
    {"[rack r]\nairflow = 550 cfm\n", 4 * 5 - 4, BY_RACK_AIR},
    /* each server draws half from a, half from b */
    {"[pdu a]\nrated_power = 10.2 kW\n", 20 - 4, BY_FEEDER},
    {"[ups a]\nmodule_power = 10.2 kW\n", 20 - 4, BY_UPS},
    /* a module lost: two of three are left, of each UPS half the load */
    {"[ups a]\nmodule_power = 5.1 kW\nmodules = 3\nredundancy = N+1\n", 20 - 4, BY_UPS},
    /* of the two systems of a 2N one carries all when the other is lost */
    {"[ups a]\nmodule_power = 15.5 kW\nredundancy = 2N\n"
     "[pdu a]\nfrom = ups.a#1\n[pdu b]\nfrom = ups.a#2\n",
     15 - 4, BY_UPS},
    {"[ups a]\nredundancy = 2N\n[pdu a]\nfrom = ups.a#1\n"
     "[pdu b]\nfrom = ups.a#2\nrated_power = 12.5 kW\n",
     12 - 4, BY_FAILOVER},
    {"[utility grid]\nlimit = 13.5 kW\n[crac c]\ncop = 12\nfan_power = 0 kW\n"
     "condenser_fan_power = 0 kW\n",
     12 - 4, BY_UTILITY},
    /* one of two units is left */
    {"[crac c]\ncapacity = 14.5 kW\n", 14 - 4, BY_AIR_LOST},
    /* none is promised to be lost: 2 x 7.25 */
    {"[crac c]\ncapacity = 7.25 kW\nneeded = 2\n", 14 - 4, BY_AIR},
};

static void what_is_short_binds(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof shortages / sizeof *shortages; i++) {
        struct asked x;
        count(&x, shortages[i].text);
        if (x.h.fit.n != shortages[i].more || !bind_by(&x, shortages[i].by)) {
            print_error("%s%s\n", shortages[i].text, x.h.verdict);
            fail_msg("not %d by %s", shortages[i].more, constraint_words[shortages[i].by]);
        }
        assert_int_equal(constraint_of(x.own.site, headroom_first(&x.h.fit)), shortages[i].by);
        check_true(&x);
        arena_free(&x.a);
    }
}

/* ---- liquid ------------------------------------------------------------------------------ */

static const char liquid[] =
    "[server s]\nliquid_capture = 50 %\nplate_resistance = 0.05 K/W\ncdu = d\n"
    "[cdu d]\ncapacity = @ kW\napproach = 4 K\nsupply = 34 degC\ncount = 2\nneeded = 1\n"
    "head = 0 kPa\nrejects_to = loop.w\nfrom = utility.grid\n"
    "[loop w]\nsupply = 30 degC\nrise = 8 K\ndesign_heat = # kW\nhead = 0 kPa\n"
    "rejects_to = drycooler.dc\nfrom = utility.grid\n"
    "[drycooler dc]\nuse = dry-500\ncount = 2\nfrom = utility.grid\n";

static const char *liquid_hall(struct arena *a, const char *cdu_kw, const char *loop_kw)
{
    const char *at = strchr(liquid, '@'), *hash = strchr(liquid, '#');
    return arena_format(a, "%.*s%s%.*s%s%s", (int)(at - liquid), liquid, cdu_kw,
                        (int)(hash - at - 1), at + 1, loop_kw, hash + 1);
}

/* Half a kilowatt of each server goes to the coolant. */
static void coolant_binds(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    struct asked x;
    count(&x, liquid_hall(&a, "8.2", "400"));
    assert_int_equal(x.h.fit.n, 16 - 4);
    assert_non_null(bind_by(&x, BY_CDU));
    check_true(&x);
    arena_free(&x.a);
    count(&x, liquid_hall(&a, "40", "9.2"));
    assert_int_equal(x.h.fit.n, 18 - 4);
    assert_non_null(bind_by(&x, BY_LOOP));
    check_true(&x);
    arena_free(&x.a);
    /* one more pump carries as much again */
    const char *text = liquid_hall(&a, "40", "9.2");
    const char *at = strstr(text, "[loop w]\n") + strlen("[loop w]\n");
    ask(&x, arena_format(&a, "%.*spump_price = 700 USD\n%s", (int)(at - text), text, at));
    assert_string_equal(x.h.rung[0].what, "one more pump of loop.w (2), and pipes for 18 kW");
    assert_near(x.h.rung[0].price.amount, 350, 1e-12);
    assert_int_equal(x.h.rung[0].price.n_unpriced, 0);
    arena_free(&x.a);
    arena_free(&a);
}

/* ---- outlets, banks, code ---------------------------------------------------------------- */

/* B48: 30 A at 208 V in three phases is 10.8 kVA, of which the NEC lets 80 % be used
   continuously: 8.65 kVA, eight servers of a kilowatt and no ninth. */
static void code_counts(void **state)
{
    (void)state;
    struct asked x;
    static const char strip[] =
        "[site]\nelectrical_code = @\n[ups a]\nvoltage = 208 V LL\nphases = 3\n"
        "[rackpdu p]\nuse = 208v-30a\nno_load_loss = 0 W\nsquare_loss = 0 %\nfrom = ups.a\n"
        "[server s]\nfrom = rackpdu.p\nplug = 3\n[rack r]\nfrom = rackpdu.p\n";
    static const struct {
        const char *code;
        int n;
    } codes[] = {{"NEC", 8}, {"IEC", 10}};
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        struct arena a = arena_new(NULL);
        const char *at = strchr(strip, '@');
        count(&x, arena_format(&a, "%.*s%s%s", (int)(at - strip), strip, codes[i].code, at + 1));
        if (x.h.fit.n != codes[i].n - 4) fail_msg("%s: %s", codes[i].code, x.h.verdict);
        check_true(&x);
        arena_free(&x.a);
        arena_free(&a);
    }
}

/* B44: a strip of 32 A with two banks of 16 A; all servers hang on one of them. */
static void a_bank_binds(void **state)
{
    (void)state;
    struct asked x;
    ask(&x, "[rackpdu p]\nrated_current = 32 A\nvoltage = 230 V LN\nphases = 1\nfrom = ups.a\n"
            "[bank x]\nrated_current = 16 A\nvoltage = 230 V LN\nphases = 1\nfrom = rackpdu.p\n"
            "[bank y]\nrated_current = 16 A\nvoltage = 230 V LN\nphases = 1\nfrom = rackpdu.p\n"
            "[server s]\ncount = 2\nfrom = bank.x\n[ups a]\nvoltage = 230 V LN\nphases = 1\n"
            "[rack r]\nfrom = rackpdu.p\n");
    assert_int_equal(x.h.fit.n, 3 - 2); /* 3.68 kVA */
    bool is_bank = false;
    for (int i = 0; i < x.h.fit.n_bind; i++)
        is_bank |= !strncmp(x.h.fit.bind[i].element, "bank.x", 6);
    assert_true(is_bank);
    check_true(&x);
    arena_free(&x.a);
}

/* Racks fill one after the other until a strip is full; then the next ones do. */
static void strips_and_outlets_spread(void **state)
{
    (void)state;
    static const char strips[] =
        "[rackpdu p]\nrated_power = 90 kW\noutlets = 5\neach = rack.r\nfrom = ups.a\n"
        "[rackpdu q]\nrated_power = 2.9 kW\neach = rack.r\nfrom = ups.b\n"
        "[rack r]\nfrom = rackpdu.p, rackpdu.q\n";
    struct asked x;
    count(&x, strips);
    assert_int_equal(x.h.fit.n, 4 * 5 - 4);
    assert_true(x.h.fit.is_derated);
    assert_non_null(bind_by(&x, BY_OUTLETS));
    check_true(&x);
    arena_free(&x.a);
}

/* B96: a rack without limits is no rack of endless power, and is said to have none. */
static void no_limit_is_said(void **state)
{
    (void)state;
    struct asked x;
    ask(&x, "[rack r]\npower =\nload =\n");
    assert_int_equal(x.h.fit.n, 4 * 42 - 4);
    assert_int_equal(x.h.strands.n_unrated, 4);
    assert_near(x.h.strands.rated_w, 0, 1e-12);
    int n = 0;
    for (int i = 0; i < x.h.n_ladder; i++) {
        const struct ladder_row *r = &x.h.ladder[i];
        if (r->by != BY_RACK_POWER && r->by != BY_WEIGHT && r->by != BY_UTILITY) continue;
        n++;
        assert_true(isnan(r->it_w) && !r->is_flat);
    }
    assert_int_equal(n, 3);
    check_true(&x);
    arena_free(&x.a);
}

/* ---- offers ------------------------------------------------------------------------------- */

static const struct headroom_offer *offer_of(const struct asked *x, enum offer_kind kind)
{
    for (int i = 0; i < x->h.n_offer; i++)
        if (x->h.offer[i].kind == kind) return &x->h.offer[i];
    return NULL;
}

/* A cap is the mildest: 20 servers on 16.2 kW may take 0.81 kW each, 62 % of the way from
   0.5 to 1 kW. */
static void caps_and_staggers(void **state)
{
    (void)state;
    struct asked x;
    ask_of(&x, "[ups a]\nmodule_power = 8.1 kW\n", "s", 16, 2);
    assert_int_equal(x.h.fit.n, 12);
    assert_false(x.h.fits);
    const struct headroom_offer *fewer = offer_of(&x, OFFER_FEWER), *cap = offer_of(&x, OFFER_CAP);
    assert_int_equal(x.h.offer[0].kind, OFFER_FEWER);
    assert_int_equal(fewer->fit.n, 12);
    assert_true(cap && cap->helps);
    assert_int_equal(cap->fit.n, 16);
    assert_near(cap->share, 0.5 + 0.62 * 0.5, 1e-9);
    check_true(&x);
    arena_free(&x.a);
    /* 4 kW are there; 39.2 kW carry nine of 3.9 kW more, or all 24 when no more than k are
       at full power and the others idle at 0.9 kW: 3.9 k + 0.9 (24 - k) <= 35.2 */
    ask_of(&x, "[ups a]\nmodule_power = 19.6 kW\n", "a100-pcie-8-n", 24, 2);
    assert_int_equal(x.h.fit.n, 9);
    const struct headroom_offer *turns = offer_of(&x, OFFER_STAGGER);
    assert_true(turns && turns->helps);
    assert_int_equal(turns->at_once, 4);
    check_true(&x);
    arena_free(&x.a);
}

static void racks_and_prices(void **state)
{
    (void)state;
    struct asked x;
    ask(&x, "[rack r]\nunits = 2 U\nprice = 100 EUR\n[pdu b]\nrated_power = 10.2 kW\n");
    assert_int_equal(x.h.fit.n, 4);
    const struct headroom_offer *racks = offer_of(&x, OFFER_MORE_RACKS);
    assert_int_equal(racks->fit.n, 16); /* then the feeder */
    assert_int_equal(racks->fit.racks, 6);
    assert_near(racks->price.amount, 600, 1e-12);
    /* the next kilowatt: 12 servers of 1 kW for six racks */
    assert_true(x.h.n_rung >= 2);
    assert_int_equal(x.h.rung[0].fit.n, 16);
    assert_near(x.h.rung[0].more_w, 12e3, 1e-9);
    assert_near(x.h.rung[0].price_per_kw, 50, 1e-9);
    /* nothing of the feeder has a price: none is made up */
    assert_true(isnan(x.h.rung[1].price.amount) && isnan(x.h.rung[1].price_per_kw));
    assert_non_null(strstr(x.h.rung[1].price.unpriced, "pdu.b"));
    check_true(&x);
    arena_free(&x.a);
    /* a price in another currency; two modules, one more in one system */
    ask(&x, "[ups a]\nmodule_power = 5.1 kW\nmodules = 2\nprice = 800 USD\n");
    assert_int_equal(x.h.fit.n, 16);
    assert_near(x.h.rung[0].price.amount, 800 * 0.5 / 2, 1e-9);
    assert_int_equal(x.h.rung[0].fit.n, 26);
    assert_near(x.h.rung[0].price_per_kw, 200. / 10, 1e-9);
    check_true(&x);
    arena_free(&x.a);
    /* a price is of one system of two, and so are modules */
    ask(&x, "[ups a]\nmodule_power = 15.5 kW\nredundancy = 2N\nprice = 1000 EUR\n"
            "[pdu a]\nfrom = ups.a#1\n[pdu b]\nfrom = ups.a#2\n");
    assert_int_equal(x.h.fit.n, 11);
    assert_near(x.h.rung[0].price.amount, 2 * 1000, 1e-9);
    assert_int_equal(x.h.rung[0].fit.n, 31 - 4);
    arena_free(&x.a);
    /* a module with a price of its own, whatever the system costs */
    ask(&x,
        "[ups a]\nmodule_power = 5.1 kW\nmodules = 2\nprice = 800 USD\nmodule_price = 300 USD\n");
    assert_near(x.h.rung[0].price.amount, 300 * 0.5, 1e-9);
    assert_near(x.h.rung[0].price_per_kw, 150. / 10, 1e-9);
    arena_free(&x.a);
}

static void other_racks(void **state)
{
    (void)state;
    struct asked x;
    ask(&x, "[rack r]\nunits = 2 U\n[rack q]\ncount = 2\nroom = hall\nunits = 5 U\n"
            "power = 3 kW\nfrom = pdu.a, pdu.b\n");
    assert_int_equal(x.h.fit.n, 4);
    assert_int_equal(offer_of(&x, OFFER_OTHER_RACKS)->fit.n, 4 + 6);
    check_true(&x);
    arena_free(&x.a);
}

/* The only rack gets company: who has a place in it is written with its number, s by its own
   `at` and t by where it stands. */
static void the_only_rack_gets_company(void **state)
{
    (void)state;
    struct asked x;
    ask(&x, "[rack r]\ncount = 1\nunits = 12 U\n[server s]\ncount = 2\nat = r:5\n"
            "[server t]\ncount = 2\nroom = hall\nrack = r\npower_idle = 1 kW\n"
            "power_typical = 1 kW\npower_maximum = 1 kW\nairflow = 100 cfm\nheight = 2 U\n"
            "leakage = 0 %/K\n");
    assert_int_equal(x.h.fit.n, 6);
    const struct headroom_offer *racks = offer_of(&x, OFFER_MORE_RACKS);
    assert_true(racks && racks->helps && !racks->fit.error);
    assert_true(racks->fit.n > 6 + 12);
    assert_int_equal(x.h.rung[0].fit.n, racks->fit.n);
    check_true(&x);
    arena_free(&x.a);
}

/* A section without a model is written twice with all its keys: 16.2 kW of each UPS carry four
   of 28 at 1 kW beside idle ones of 0.5 kW, and all of them are 2U high. */
static void a_section_without_a_model_staggers(void **state)
{
    (void)state;
    struct asked x;
    ask_of(&x, "[ups a]\nmodule_power = 8.1 kW\n[server s]\nheight = 2 U\n", "s", 24, 2);
    const struct headroom_offer *turns = offer_of(&x, OFFER_STAGGER);
    assert_true(turns && turns->helps);
    assert_int_equal(turns->at_once, 4);
    assert_non_null(strstr(turns->text[turns->n_text - 1], "[server s-idle]"));
    assert_non_null(strstr(turns->text[turns->n_text - 1], "height = 2 U"));
    check_true(&x);
    arena_free(&x.a);
}

/* All other sections of its racks are pinned, however many there are. */
static void nothing_is_dropped(void **state)
{
    (void)state;
    enum { MANY = 40 };
    struct arena a = arena_new(NULL);
    struct builder b = builder_new(&a);
    struct asked x;
    builder_text(&b, "[rack r]\ncount = 1\nunits = 45 U\n[server s]\ncount = 1\n");
    for (int i = 0; i < MANY; i++)
        builder_format(&b,
                       "[server t%d]\nroom = hall\nrack = r\npower_idle = 0.1 kW\n"
                       "power_typical = 0.1 kW\npower_maximum = 0.1 kW\nairflow = 1 cfm\n"
                       "height = 1 U\nleakage = 0 %%/K\n",
                       i);
    count(&x, b.s);
    assert_int_equal(x.h.n_text, MANY + 1);
    assert_int_equal(x.h.fit.n, 45 - MANY - 1);
    arena_free(&x.a);
    arena_free(&a);
}

/* ---- what stays ------------------------------------------------------------------------------ */

/* Sections after it stay where they stand when it grows: two of s and one t of 2U fill the
   first rack, the other t stands in the second, whose upper half is free. */
static void others_are_not_pushed(void **state)
{
    (void)state;
    struct asked x;
    count(&x, "[rack r]\nunits = 4 U\ncount = 2\n[server s]\ncount = 2\n"
              "[server t]\ncount = 2\nroom = hall\nrack = r\npower_idle = 1 kW\n"
              "power_typical = 1 kW\npower_maximum = 1 kW\nairflow = 100 cfm\nheight = 2 U\n"
              "leakage = 0 %/K\n");
    assert_int_equal(x.h.fit.n, 2);
    assert_int_equal(constraint_of(x.own.site, headroom_first(&x.h.fit)), BY_UNITS);
    assert_int_equal(x.h.n_place, 1);
    assert_string_equal(x.h.place[0].first, "rack.r#2");
    assert_int_equal(x.h.place[0].servers, 2);
    assert_near(x.h.place[0].u, 3, 1e-12);
    check_true(&x);
    arena_free(&x.a);
}

/* A site that is broken: what is broken holds nothing back until it gets worse. */
static void broken_before(void **state)
{
    (void)state;
    struct asked x;
    static const char heavy[] =
        "[rack q]\nroom = hall\nload = 50 kg\nown_weight = 40 kg\nfrom = pdu.a\n"
        "[server t]\nroom = hall\nrack = q\nat = q:1\npower_idle = 1 kW\npower_typical = 1 kW\n"
        "power_maximum = 1 kW\nairflow = 100 cfm\nheight = 2 U\nweight = 30 kg\nleakage = 0 %/K\n[rack r]\nunits = 5 U\n";
    count(&x, heavy);
    assert_int_equal(x.h.n_broken, 1);
    assert_int_equal(x.h.fit.n, 16);
    arena_free(&x.a);
    ask_of(&x, heavy, "t", -1, 1);
    assert_int_equal(x.h.fit.n, 0);
    arena_free(&x.a);
    count(&x, "[utility grid]\nlimit = 3 kW\n"); /* more of them make it worse */
    assert_int_equal(x.h.n_broken, 1);
    assert_int_equal(x.h.fit.n, 0);
    assert_non_null(bind_by(&x, BY_UTILITY));
    arena_free(&x.a);
}

/* B46: servers of one cord drop with their feed; more of them are more that drop. */
static void one_cord_drops(void **state)
{
    (void)state;
    struct asked x;
    static const char cords[] =
        "[ups a]\nredundancy = 2N\n[pdu a]\nfrom = ups.a#1\n[pdu b]\nfrom = ups.a#2\n"
        "[server s]\nfrom = pdu.a\n";
    count(&x, cords);
    assert_int_equal(x.h.n_broken, 1);
    assert_string_equal(x.h.broken[0].resource, "powered servers");
    assert_int_equal(x.h.fit.n, 0);
    assert_non_null(bind_by(&x, BY_FAILOVER));
    arena_free(&x.a);
}

/* ---- properties --------------------------------------------------------------------------- */

static void more_capacity_never_less_headroom(void **state)
{
    (void)state;
    static const char *const forms[] = {"[ups a]\nmodule_power = %d kW\n",
                                        "[rack r]\nunits = %d U\n", "[crac c]\ncapacity = %d kW\n",
                                        "[pdu b]\nrated_power = %d kW\n"};
    for (size_t f = 0; f < sizeof forms / sizeof *forms; f++) {
        int before = 0;
        for (int k = 5; k < 42; k += 9) {
            struct arena a = arena_new(NULL);
            const char *percent = strchr(forms[f], '%');
            struct asked x;
            count(&x, arena_format(&a, "%.*s%d%s", (int)(percent - forms[f]), forms[f], k,
                                   percent + 2));
            assert_true(x.h.fit.n >= before);
            before = x.h.fit.n;
            arena_free(&x.a);
            arena_free(&a);
        }
        assert_true(before > 20);
    }
}

static void threads_change_nothing(void **state)
{
    (void)state;
    struct asked x, y;
    ask_of(&x, "[ups a]\nmodule_power = 8.1 kW\n", "s", 16, 1);
    ask_of(&y, "[ups a]\nmodule_power = 8.1 kW\n", "s", 16, 3);
    assert_string_equal(x.h.verdict, y.h.verdict);
    assert_int_equal(x.h.n_offer, y.h.n_offer);
    for (int i = 0; i < x.h.n_offer; i++) {
        assert_string_equal(x.h.offer[i].what, y.h.offer[i].what);
        assert_int_equal(x.h.offer[i].fit.n, y.h.offer[i].fit.n);
    }
    arena_free(&x.a);
    arena_free(&y.a);
}

/* A model of the catalogue takes the wiring of what is most like it. */
static void models_are_wired(void **state)
{
    (void)state;
    struct asked x;
    ask_of(&x, NULL, "cpu-2u", -1, 2);
    assert_true(x.is_found && x.h.is_new);
    assert_string_equal(x.h.wired_as, "s");
    assert_true(x.h.fit.n > 0);
    check_true(&x);
    arena_free(&x.a);
    ask_of(&x, NULL, "hgx-h100-dlc", -1, 2); /* no CDU */
    assert_false(x.is_found);
    assert_int_equal(x.ds.item[x.ds.n - 1].class, DIAG_INPUT);
    assert_non_null(x.ds.item[x.ds.n - 1].hint);
    arena_free(&x.a);
    ask_of(&x, NULL, "gpu-9000", -1, 2);
    assert_false(x.is_found);
    assert_int_equal(x.ds.item[x.ds.n - 1].class, DIAG_USAGE);
    arena_free(&x.a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_dropped),
        cmocka_unit_test(what_is_short_binds),
        cmocka_unit_test(coolant_binds),
        cmocka_unit_test(code_counts),
        cmocka_unit_test(a_bank_binds),
        cmocka_unit_test(strips_and_outlets_spread),
        cmocka_unit_test(no_limit_is_said),
        cmocka_unit_test(caps_and_staggers),
        cmocka_unit_test(racks_and_prices),
        cmocka_unit_test(other_racks),
        cmocka_unit_test(the_only_rack_gets_company),
        cmocka_unit_test(a_section_without_a_model_staggers),
        cmocka_unit_test(others_are_not_pushed),
        cmocka_unit_test(broken_before),
        cmocka_unit_test(one_cord_drops),
        cmocka_unit_test(more_capacity_never_less_headroom),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(models_are_wired),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
