/* Growth plans: who runs when, when a limit is reached, and when a block must be ordered.
   The toy site: servers of 10 kW on a connection of 100 kW, one of them at the site's date,
   2026-01-01. */

#include <string.h>

#include "near.h"
#include "plan/growth.h"

#define SITE DCPLAN_SOURCE_DIR "/tests/growth/toy.ini"
#define MODELS DCPLAN_SOURCE_DIR "/tests/cli/tiny/models"

struct made {
    struct arena a;
    struct diags ds;
    struct result own;
    struct growth g;
};

static void print(const struct made *m)
{
    for (int i = 0; i < m->ds.n && i < DIAG_STORED; i++)
        print_message("%d: %s\n", m->ds.item[i].place.line,
                      message_text(m->ds.arena, &m->ds.item[i].what, NULL));
}

static const struct diag *error_of(const struct made *m)
{
    for (int i = 0; i < m->ds.n && i < DIAG_STORED; i++)
        if (m->ds.item[i].severity == DIAG_ERROR) return &m->ds.item[i];
    fail_msg("no error");
    return NULL;
}

static bool try_plan(struct made *m, const char *sections, struct date until, int threads)
{
    *m = (struct made){.a = arena_new(NULL)};
    m->ds = diags_new(&m->a);
    struct load_change change = {CHANGE_TEXT, sections};
    struct load_request request = {
        .models = MODELS, .site = SITE, .n_change = 1, .change = &change};
    struct run_options options = {.threads = threads};
    struct growth_request q = {.until = until, .threads = threads};
    return run_case(&request, &options, &m->own, &m->a, &m->ds) &&
           growth_find(&request, &q, &m->own, &m->g, &m->a, &m->ds);
}

static void plan(struct made *m, const char *sections, struct date until)
{
    if (try_plan(m, sections, until, 2)) return;
    print(m);
    fail_msg("no plan");
}

static const struct date none = {0, 0, 0};

static const struct growth_resource *grid_power(const struct made *m)
{
    for (int i = 0; i < m->g.n_resource; i++) {
        const struct growth_resource *r = &m->g.resource[i];
        if (!strcmp(r->element, "utility.grid") && !strcmp(r->resource, "power")) return r;
    }
    fail_msg("no such resource");
    return NULL;
}

static void assert_date(struct date d, int year, int month, int day)
{
    assert_int_equal(d.year, year);
    assert_int_equal(d.month, month);
    assert_int_equal(d.day, day);
}

/* ---- who runs when ----------------------------------------------------------- */

static void ramps_have_whole_servers(void **state)
{
    (void)state;
    struct deployment d = {.part.count = 7, .ramp_months = 3, .start = {2026, 12, 31}};
    int month = date_month(d.start);
    assert_int_equal(deployment_runs(&d, month - 1), 0);
    assert_int_equal(deployment_runs(&d, month), 3);
    assert_int_equal(deployment_runs(&d, month + 1), 5);
    assert_int_equal(deployment_runs(&d, month + 2), 7);
    assert_int_equal(deployment_runs(&d, month + 300), 7);
    assert_int_equal(deployment_reserves(&d, month), 0);
    d.status = DEPLOYMENT_RESERVED;
    assert_int_equal(deployment_reserves(&d, month - 20), 7);
    assert_int_equal(deployment_reserves(&d, month), 4);
    assert_int_equal(deployment_reserves(&d, month + 2), 0);
    d = (struct deployment){.part.count = 2, .ramp_months = 5, .start = {2027, 1, 1}};
    static const int want[] = {1, 1, 2, 2, 2};
    for (int i = 0; i < 5; i++) assert_int_equal(deployment_runs(&d, 12 * 2027 + i), want[i]);
}

/* What runs on any day of a month runs in it; a leap day is a day. */
static void months_and_their_ends(void **state)
{
    (void)state;
    struct deployment d = {
        .part.count = 4, .ramp_months = 1, .start = {2028, 2, 29}, .retire = {2029, 3, 1}};
    assert_int_equal(deployment_runs(&d, 12 * 2028 + 0), 0);
    assert_int_equal(deployment_runs(&d, 12 * 2028 + 1), 4);
    assert_int_equal(deployment_runs(&d, 12 * 2029 + 1), 4);
    assert_int_equal(deployment_runs(&d, 12 * 2029 + 2), 0);
    d.retire = (struct date){2029, 3, 2};
    assert_int_equal(deployment_runs(&d, 12 * 2029 + 2), 4);
    assert_int_equal(deployment_runs(&d, 12 * 2029 + 3), 0);
    d.retire = (struct date){2029, 12, 31};
    assert_int_equal(deployment_runs(&d, 12 * 2029 + 11), 4);
    assert_int_equal(deployment_runs(&d, 12 * 2030 + 0), 0);
}

/* ---- by hand ------------------------------------------------------------------- */

#define TEN_A_MONTH "[deployment d]\nserver = s\ncount = 24\nstart = 2026-02-01\nramp = 24\n"

/* 10 kW now and 10 kW more each month: 100 kW in October, 110 kW in November. */
static void runs_out_in_the_tenth_month(void **state)
{
    (void)state;
    struct made m;
    plan(&m, TEN_A_MONTH, none);
    assert_int_equal(m.g.n, GROWTH_MONTHS);
    assert_int_equal(m.g.runs_out, 10);
    assert_int_equal(m.g.short_from, 10);
    assert_int_equal(m.g.n_order, 0);
    assert_int_equal(m.g.n_case, 24);
    const struct growth_resource *r = grid_power(&m);
    assert_int_equal(r->class, GROWTH_UTILITY);
    assert_int_equal(r->runs_out, 10);
    assert_int_equal(r->short_from, 10);
    for (int i = 0; i < m.g.n; i++) {
        int servers = i < 24 ? 1 + i : 25;
        assert_int_equal(m.g.month[i].n_servers, servers);
        assert_near(r->use[i].used, 10 * servers, 1e-9);
        assert_near(r->use[i].limit, 100, 1e-12);
        assert_true(r->use[i].reserved == 0);
        /* of what is free nothing is stranded: it is the one that runs out */
        assert_within(r->use[i].stranded, 0, 1e-9);
        assert_within(r->use[i].free, 100 - 10 * servers, 1e-9);
        assert_true(m.g.month[i].fits == (i < 10));
        assert_near(m.g.month[i].it_kw, 10 * servers, 1e-9);
    }
    assert_near(m.g.month[1].it_kwh, 20 * 24 * 28, 1e-9);
    assert_string_equal(m.g.verdict,
                        "runs out in 2026-11, by utility.grid power: 110.0 of 100.0 kW; no block "
                        "enlarges it");
    assert_int_equal(m.g.n_year, 5);
    assert_int_equal(m.g.year[0].months, 12);
    arena_free(&m.a);
}

/* The whole connection is used when it runs out, of the cooling what eleven servers need less
   one: the rest is stranded. */
static void what_is_stranded(void **state)
{
    (void)state;
    struct made m;
    plan(&m, TEN_A_MONTH, (struct date){2026, 11, 30});
    for (int k = 0; k < m.g.n_resource; k++) {
        const struct growth_resource *r = &m.g.resource[k];
        if (r->class == GROWTH_CONDITION) continue;
        for (int i = 0; i < m.g.n; i++) {
            const struct growth_use *u = &r->use[i];
            assert_near(u->used + u->reserved + u->stranded + u->free, u->limit, 1e-12);
        }
        if (strcmp(r->element, "room.hall")) continue;
        assert_string_equal(r->resource, "airflow");
        assert_near(r->use[0].limit, 200, 1e-12);
        assert_near(r->use[0].free / (r->use[9].used - r->use[0].used), 1, 1e-9);
        assert_within(r->use[9].free, 0, 1e-9);
        assert_near(r->use[9].stranded, r->use[9].limit - r->use[9].used, 1e-9);
    }
    arena_free(&m.a);
}

#define BLOCK(name, power, lead, more)                                                             \
    "[block " name "]\nof = utility.grid\nadds_power = " power "\nlead_time = " lead "\n" more

/* Needed on 1 November less 90 and 10 days: 24 July.  60 kW more last to the 16th server,
   which runs from April 2027 on; the 17th wants the second block, on 1 May less 100 days. */
static void orders_in_time(void **state)
{
    (void)state;
    struct made m;
    plan(&m,
         TEN_A_MONTH BLOCK("more", "60 kW", "90 d",
                           "install_time = 10 d\ncount = 2\nprice = 5000 EUR\n"),
         none);
    assert_int_equal(m.g.n_order, 2);
    const struct growth_order *o = m.g.order;
    assert_string_equal(o[0].name, "more");
    assert_string_equal(o[0].part, "utility.grid");
    assert_string_equal(o[0].adds, "60 kW");
    assert_string_equal(o[0].resource, "utility.grid power");
    assert_int_equal(o[0].needed, 10);
    assert_date(o[0].order, 2026, 7, 24);
    assert_date(o[0].use, 2026, 11, 1);
    assert_int_equal(o[0].late_days, 0);
    assert_int_equal(o[1].needed, 16);
    assert_date(o[1].order, 2027, 1, 21);
    assert_near(m.g.price, 10000, 1e-12);
    assert_int_equal(m.g.n_unpriced, 0);
    assert_int_equal(m.g.runs_out, 10);
    assert_int_equal(m.g.short_from, 22); /* 230 kW of 220 */
    const struct growth_resource *r = grid_power(&m);
    static const int at[] = {9, 10, 15, 16, 22};
    static const double limit[] = {100, 160, 160, 220, 220};
    for (int i = 0; i < 5; i++) assert_near(r->use[at[i]].limit, limit[i], 1e-12);
    assert_int_equal(r->runs_out, 10);
    assert_int_equal(r->short_from, 22);
    assert_int_equal(r->order, 0);
    assert_int_equal(m.g.month[15].blocks[0], 1);
    arena_free(&m.a);
}

/* A connection of 210 kW behind a panel of 60 kW that costs 900 USD, at 0.5 EUR each: the block
   adds two of them, and has no price of its own. */
#define PANEL                                                                                      \
    "[fx USD]\nrate = 0.5 EUR\n[utility grid]\nlimit = 210 kW\n[server s]\nfrom = pdu.p\n"         \
    "[pdu p]\nrated_power = 60 kW\nfrom = utility.grid\n"
#define PANELS "[block panels]\nof = pdu.p\nadds = 2\ncount = 3\nlead_time = 10 d\n"

static void blocks_cost_what_they_add(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double price;
        bool is_of_part;
    } row[] = {{TEN_A_MONTH PANEL "price = 900 USD\n" PANELS, 900, true},
               {TEN_A_MONTH PANEL "price = 900 USD\n" PANELS "price = 5 EUR\n", 5, false},
               {TEN_A_MONTH PANEL "price = 900 USD\n" PANELS "price = 5 CNY\n", (double)NAN, false},
               {TEN_A_MONTH PANEL "price = 900 CNY\n" PANELS, (double)NAN, false},
               {TEN_A_MONTH PANEL PANELS, (double)NAN, false}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        struct made m;
        plan(&m, row[i].text, none);
        assert_true(m.g.n_order > 0);
        for (int k = 0; k < m.g.n_order; k++) {
            const struct growth_order *o = &m.g.order[k];
            assert_string_equal(o->adds, "2 units");
            assert_int_equal(o->is_part_price, row[i].is_of_part);
            if (isnan(row[i].price))
                assert_true(isnan(o->price));
            else
                assert_near(o->price, row[i].price, 1e-12);
        }
        arena_free(&m.a);
    }
}

/* 400 days before November 2026 are before the site's date: it comes 96 days too late, on
   5 February 2027, and is in use from March on. */
static void an_order_that_comes_too_late(void **state)
{
    (void)state;
    struct made m;
    plan(&m, TEN_A_MONTH BLOCK("more", "200 kW", "400 d", ""), (struct date){2027, 4, 30});
    assert_int_equal(m.g.n_order, 1);
    const struct growth_order *o = m.g.order;
    assert_date(o->order, 2025, 9, 27);
    assert_date(o->use, 2027, 2, 5);
    assert_int_equal(o->late_days, 96);
    assert_int_equal(o->in_use, 14);
    assert_true(isnan(o->price));
    assert_true(isnan(m.g.price));
    assert_int_equal(m.g.n_unpriced, 1);
    assert_int_equal(m.g.short_from, 10);
    for (int i = 0; i < m.g.n; i++) assert_true(m.g.month[i].fits == (i < 10 || i >= 14));
    assert_near(grid_power(&m)->use[13].limit, 100, 1e-12);
    assert_near(grid_power(&m)->use[14].limit, 300, 1e-12);
    assert_non_null(strstr(m.g.verdict, "more had to be ordered by 2025-09-27 and comes 96 days "
                                        "too late"));
    arena_free(&m.a);
}

/* In the order of the files, each until it is used up; one without a lead time has no date. */
static void two_blocks_of_one_part(void **state)
{
    (void)state;
    struct made m;
    plan(&m, TEN_A_MONTH BLOCK("z", "10 kW", "30 d", "count = 2\n") BLOCK("a", "500 kW", "", ""),
         none);
    assert_int_equal(m.g.n_order, 3);
    assert_string_equal(m.g.order[0].name, "z");
    assert_int_equal(m.g.order[0].needed, 10);
    assert_string_equal(m.g.order[1].name, "z");
    assert_int_equal(m.g.order[1].k, 1);
    assert_int_equal(m.g.order[1].needed, 11);
    assert_string_equal(m.g.order[2].name, "a");
    assert_int_equal(m.g.order[2].needed, 12);
    assert_int_equal(m.g.order[2].order.year, 0);
    assert_int_equal(m.g.order[2].late_days, 0);
    assert_near(grid_power(&m)->use[12].limit, 620, 1e-12);
    assert_int_equal(m.g.short_from, -1);
    arena_free(&m.a);
}

/* Five small blocks at once when a step is as high as five. */
static void as_many_as_a_month_needs(void **state)
{
    (void)state;
    struct made m;
    plan(&m,
         "[deployment d]\nserver = s\ncount = 14\nstart = 2026-06-15\n" BLOCK(
             "small", "10 kW", "10 d", "count = 9\n"),
         none);
    assert_int_equal(m.g.n_order, 5);
    for (int i = 0; i < 5; i++) assert_int_equal(m.g.order[i].needed, 5);
    assert_date(m.g.order[4].order, 2026, 5, 22);
    assert_int_equal(m.g.short_from, -1);
    arena_free(&m.a);
}

/* A block that does not help what it is asked for is not bought: room units do not cool the
   connection, and more of them than `needed` are spare. */
static void a_block_of_another_part(void **state)
{
    (void)state;
    struct made m;
    plan(&m, TEN_A_MONTH "[block b]\nof = crac.c\nlead_time = 30 d\n", (struct date){2026, 12, 31});
    assert_int_equal(m.g.n_order, 0);
    assert_int_equal(m.g.runs_out, 10);
    arena_free(&m.a);
}

/* ---- retirement and reservation ---------------------------------------------------- */

/* Twelve of the servers that come leave again in April 2027, ten months after they came. */
static void retirement_frees(void **state)
{
    (void)state;
    struct made m;
    plan(&m,
         "[server s]\ncount = 5\n"
         "[deployment new]\nserver = s\ncount = 8\nstart = 2026-06-01\nretire = 2027-03-15\n"
         "[deployment old]\nserver = s\ncount = 4\nretire = 2028-01-01\n",
         (struct date){2028, 6, 30});
    assert_int_equal(m.g.n, 30);
    assert_int_equal(m.g.month[4].n_servers, 5);
    assert_int_equal(m.g.month[5].n_servers, 13);
    assert_int_equal(m.g.month[14].n_servers, 13);
    assert_int_equal(m.g.month[15].n_servers, 5);
    assert_int_equal(m.g.month[23].n_servers, 5);
    assert_int_equal(m.g.month[24].n_servers, 1);
    for (int i = 0; i < m.g.n; i++) assert_true(m.g.month[i].fits == (i < 5 || i >= 15));
    assert_near(grid_power(&m)->use[24].used, 10, 1e-9);
    assert_int_equal(m.g.n_case, 2); /* 13 and 1: of 5 its own year is known */
    arena_free(&m.a);
}

/* 40 kW are held from the site's date for servers that come in July; they take no power
   before, and the site runs out by what is held. */
static void reservation_holds(void **state)
{
    (void)state;
    struct made m;
    plan(&m,
         "[deployment held]\nserver = s\ncount = 4\nstart = 2026-07-01\nramp = 2\n"
         "status = reserved\n" TEN_A_MONTH,
         (struct date){2027, 1, 31});
    const struct growth_resource *r = grid_power(&m);
    assert_int_equal(m.g.n, 13);
    assert_int_equal(m.g.runs_out, 6); /* 7 and 4: 110 kW */
    static const int at[] = {0, 5, 6, 7};
    static const double used[] = {10, 60, 90, 120}, reserved[] = {40, 40, 20, 0};
    for (int i = 0; i < 4; i++) {
        assert_near(r->use[at[i]].used, used[i], 1e-9);
        assert_within(r->use[at[i]].reserved, reserved[i], 1e-9);
    }
    assert_near(m.g.month[0].it_kw, 10, 1e-9);
    assert_int_equal(m.g.month[5].n_reserved, 4);
    assert_within(r->use[0].free, 50, 1e-9);
    arena_free(&m.a);
}

/* Held without a date of coming: all the time. */
static void reserved_for_good(void **state)
{
    (void)state;
    struct made m;
    plan(&m, "[deployment held]\nserver = s\ncount = 9\nstatus = reserved\n", none);
    assert_int_equal(m.g.runs_out, -1);
    assert_true(m.g.month[59].n_servers == 1 && m.g.month[59].n_reserved == 9);
    assert_within(grid_power(&m)->use[59].free, 0, 1e-9);
    assert_true(isnan(grid_power(&m)->use[59].stranded));
    assert_string_equal(m.g.verdict, "does not run out by 2030-12");
    arena_free(&m.a);
}

/* ---- racks -------------------------------------------------------------------------- */

#define RACKS "[rack r]\ncount = 2\nunits = 20 U\n[server s]\nrack = r\nheight = 10 U\ncount = 3\n"

/* Two to a rack: the fourth fills them, the fifth wants a rack.  The block of the grid, which
   servers without a place would not have needed, comes when it is needed. */
static void racks_before_all_else(void **state)
{
    (void)state;
    struct made m;
    plan(&m,
         RACKS "[deployment d]\nserver = s\ncount = 9\nstart = 2026-03-01\nramp = 9\n"
               "[block rack]\nof = rack.r\nadds = 2\ncount = 9\nlead_time = 28 d\n" //
         BLOCK("more", "60 kW", "90 d", ""),
         none);
    assert_int_equal(m.g.n_order, 3);
    /* 5th server in April: 1 April less 28 days */
    static const int needed[] = {3, 9, 7};
    static const char *const names[] = {"rack", "more", "rack"};
    assert_int_equal(m.g.order[0].needed, needed[0]);
    assert_date(m.g.order[0].order, 2026, 3, 4);
    for (int i = 0; i < 3; i++) {
        assert_string_equal(m.g.order[i].name, names[i]);
        assert_int_equal(m.g.order[i].needed, needed[i]);
    }
    assert_int_equal(m.g.short_from, -1);
    arena_free(&m.a);
}

/* Servers that leave take their places and names with them, the last first. */
static void places_of_those_that_leave(void **state)
{
    (void)state;
    struct made m;
    plan(&m,
         RACKS "at = r#1:1, r#2:1, r#1:11\nnames = a, b, c\n"
               "[deployment old]\nserver = s\ncount = 2\nretire = 2026-05-01\n",
         none);
    assert_true(m.g.month[4].is_known);
    assert_true(m.g.month[4].fits);
    assert_int_equal(m.g.month[4].n_servers, 1);
    assert_int_equal(m.g.runs_out, -1);
    arena_free(&m.a);
}

/* ---- what is refused ------------------------------------------------------------------ */

static void refused(const char *sections, int line, const char *what)
{
    struct made m;
    assert_false(try_plan(&m, sections, none, 1));
    assert_int_equal(m.ds.n_error, 1);
    const struct diag *d = error_of(&m);
    const char *said = message_text(&m.a, &d->what, NULL);
    if (d->place.line != line || !strstr(said, what)) fail_msg("%d: %s", d->place.line, said);
    assert_non_null(d->hint);
    arena_free(&m.a);
}

static void wrong_plans(void **state)
{
    (void)state;
    refused("[block b]\nof = crac.c\n", 0, "no deployments");
    refused("[deployment d]\nserver = t\nstart = 2026-02-01\n", 2, "t");
    refused("[deployment d]\nstart = 2026-02-01\n", 1, "names no servers");
    refused("[deployment d]\nserver = s\n", 1, "neither start nor retire");
    refused("[deployment d]\nserver = s\nramp = 3\nretire = 2026-03-01\n", 3, "a ramp without");
    refused("[deployment d]\nserver = s\nstart = 2025-12-31\n", 3, "before the site's date");
    refused("[deployment d]\nserver = s\nretire = 2026-01-01\n", 3, "before the site's date");
    refused("[deployment d]\nserver = s\nstart = 2027-01-01\nretire = 2027-01-01\n", 4,
            "retires before it starts");
    refused("[deployment d]\nserver = s\nretire = 2027-01-01\ncount = 2\n", 4, "than stand there");
    refused("[deployment d]\nserver = s\nstart = 2227-01-01\n", 3, "a hundred years");
    refused("[block b]\nlead_time = 3 d\n", 1, "enlarges nothing");
    refused("[block b]\nof = utility.grid\n", 1, "by how much");
    refused("[block b]\nof = utility.other\nadds_power = 5 kW\n", 2, "no limit to raise");
    refused("[block b]\nof = crac.c\nadds_heat = 5 kW\n", 3, "adds_heat is of loops");
    refused("[block b]\nof = utility.grid\nadds = 2\nadds_power = 5 kW\n", 3, "no units");
}

static void dates_of_the_end(void **state)
{
    (void)state;
    struct made m;
    assert_false(try_plan(&m, TEN_A_MONTH, (struct date){2025, 12, 31}, 1));
    assert_int_equal(error_of(&m)->class, DIAG_USAGE);
    arena_free(&m.a);
    plan(&m, TEN_A_MONTH, (struct date){2026, 1, 1});
    assert_int_equal(m.g.n, 1);
    assert_int_equal(m.g.runs_out, -1);
    arena_free(&m.a);
    /* a year after the last event, when that is later than five years */
    plan(&m, "[deployment d]\nserver = s\nstart = 2031-05-07\n", none);
    assert_int_equal(m.g.n, 64 + 1 + GROWTH_AFTER);
    arena_free(&m.a);
}

/* ---- threads ----------------------------------------------------------------------------- */

static void the_same_on_any_number_of_threads(void **state)
{
    (void)state;
    struct made one, three;
    struct date end = {2026, 12, 31};
    const char *sections = TEN_A_MONTH BLOCK("more", "60 kW", "90 d", "");
    assert_true(try_plan(&one, sections, end, 1));
    assert_true(try_plan(&three, sections, end, 3));
    assert_int_equal(one.g.n_resource, three.g.n_resource);
    for (int k = 0; k < one.g.n_resource; k++)
        assert_memory_equal(one.g.resource[k].use, three.g.resource[k].use,
                            (size_t)one.g.n * sizeof *one.g.resource[k].use);
    for (int i = 0; i < one.g.n; i++)
        assert_true(one.g.month[i].facility_kwh == three.g.month[i].facility_kwh &&
                    one.g.month[i].cost == three.g.month[i].cost);
    arena_free(&one.a);
    arena_free(&three.a);
}

/* Who stands in the only rack is written with its number, or the second rack would make it
   doubtful. */
static void a_second_rack_comes(void **state)
{
    (void)state;
    struct made m;
    plan(&m,
         "[rack r]\nunits = 20 U\n[server s]\nrack = r\nheight = 10 U\ncount = 2\nat = r:1\n"
         "[block rack]\nof = rack.r\nlead_time = 28 d\n"
         "[deployment d]\nserver = s\ncount = 1\nstart = 2026-06-01\n",
         none);
    assert_int_equal(m.g.n_order, 1);
    assert_string_equal(m.g.order[0].name, "rack");
    assert_int_equal(m.g.short_from, -1);
    for (int i = 0; i < m.g.n; i++) assert_true(m.g.month[i].is_known && m.g.month[i].fits);
    arena_free(&m.a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ramps_have_whole_servers),
        cmocka_unit_test(months_and_their_ends),
        cmocka_unit_test(runs_out_in_the_tenth_month),
        cmocka_unit_test(what_is_stranded),
        cmocka_unit_test(orders_in_time),
        cmocka_unit_test(blocks_cost_what_they_add),
        cmocka_unit_test(an_order_that_comes_too_late),
        cmocka_unit_test(two_blocks_of_one_part),
        cmocka_unit_test(as_many_as_a_month_needs),
        cmocka_unit_test(a_block_of_another_part),
        cmocka_unit_test(retirement_frees),
        cmocka_unit_test(reservation_holds),
        cmocka_unit_test(reserved_for_good),
        cmocka_unit_test(racks_before_all_else),
        cmocka_unit_test(a_second_rack_comes),
        cmocka_unit_test(places_of_those_that_leave),
        cmocka_unit_test(wrong_plans),
        cmocka_unit_test(dates_of_the_end),
        cmocka_unit_test(the_same_on_any_number_of_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
