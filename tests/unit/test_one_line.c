/* The single-line diagram of small sites: boxes, lines and loads worked by hand. */

#include "toy_site.h"

#include <string.h>

#include "plan/one_line_find.h"
#include "sim/outage.h"

/* Four racks of one 50 kW server on an A and a B strip each; 25 kW on each when all is
   well. */
static const char base[] =
    "[room hall]\nsupply = 20 degC\nrecirculation = 0 %\nbypass = 0 %\n"
    "[crac c]\ncount = 3\nneeded = 2\nairflow = 40 m3/s\nfan_power = 0 kW\ncapacity = 900 kW\n"
    "cop = 4\nwet_bulb_min = 19.44 degC\nwet_bulb_max = 19.44 degC\nfrom = utility.cooling\n"
    "[utility cooling]\n"
    "[rack r]\ncount = 4\nunits = 42 U\nroom = hall\npower = 80 kW\nfrom = rackpdu.a, rackpdu.b\n"
    "[rackpdu a]\neach = rack.r\nrated_power = 60 kW\nfrom = pdu.a\n"
    "[rackpdu b]\neach = rack.r\nrated_power = 60 kW\nfrom = pdu.b\n"
    "[server s]\ncount = 4\nrack = r\nheight = 20 U\nleakage = 0 %/K\nairflow = 0.5 m3/s\n"
    "power_idle = 50 kW\npower_typical = 50 kW\npower_maximum = 50 kW\n";
static const char pdus[] = "[pdu a]\nfrom = utility.grid\nrated_power = 250 kW\n"
                           "[pdu b]\nfrom = utility.grid\nrated_power = 250 kW\n";

struct drawn {
    struct toy t;
    struct result r;
    const struct one_line *d;
};

static void draw(struct drawn *x, const char *more)
{
    struct arena a = arena_new(NULL);
    toy_make(&x->t, arena_format(&a, "%s%s", base, more), 12, 35, 10);
    struct arena *own = &x->t.arena;
    const struct outage *normal = outage_make(x->t.plant, NULL, 0, own);
    const struct calendar *k = &x->t.weather.calendar;
    x->r = (struct result){0};
    x->r.year = outage_run(normal, &x->t.normal, k, KEEP_ALL, 1, own);
    x->r.design_year = outage_run(normal, &x->t.design, k, KEEP_ALL, 1, own);
    struct limits_case c = {&x->t.site, x->t.plant, &x->t.racks, &x->t.design, x->r.design_year,
                            k,          1, NULL};
    limits_find(&c, &x->r, own);
    struct failures_case f = {&c, &x->t.normal, x->r.year, 0, NULL};
    x->r.failures = failures_find(&f, own, &x->t.ds);
    assert_non_null(x->r.failures);
    x->d = one_line_find(&c, normal, &x->r, x->r.failures, own);
    arena_free(&a);
}

static const struct one_line_node *seek(const struct one_line *d, const char *id)
{
    for (int i = 0; i < d->n; i++)
        if (d->node[i].what != ONE_LINE_WIRE && !strcmp(d->node[i].id, id)) return &d->node[i];
    return NULL;
}

static const struct one_line_node *find(const struct one_line *d, const char *id)
{
    const struct one_line_node *v = seek(d, id);
    for (int i = 0; !v && i < d->n; i++) print_error("  %s\n", d->node[i].id);
    if (!v) fail_msg("no box %s", id);
    return v;
}

/* Lines go one row down, rows run from left to right, and nothing stands twice. */
static void assert_sound(const struct one_line *d)
{
    for (int i = 0; i < d->n_edge; i++) {
        assert_in_range(d->edge[i].from, 0, d->n - 1);
        assert_in_range(d->edge[i].to, 0, d->n - 1);
        assert_int_equal(d->node[d->edge[i].to].layer, d->node[d->edge[i].from].layer + 1);
        for (int k = 0; k < i; k++)
            assert_false(d->edge[i].from == d->edge[k].from && d->edge[i].to == d->edge[k].to);
    }
    for (int i = 1; i < d->n; i++) {
        const struct one_line_node *a = &d->node[i - 1], *b = &d->node[i];
        assert_true(a->layer < b->layer ||
                    (a->layer == b->layer && a->at + a->width / 2 <= b->at - b->width / 2 + 1e-9));
        assert_in_range(b->layer, 0, d->n_layer - 1);
        assert_true(b->at > 0 && b->at < 1);
    }
}

static void test_alike_elements_are_one_box(void **state)
{
    (void)state;
    struct drawn x;
    draw(&x, pdus);
    assert_sound(x.d);
    assert_int_equal(find(x.d, "rackpdu.a")->count, 4);
    assert_int_equal(find(x.d, "rackpdu.b")->count, 4);
    assert_int_equal(find(x.d, "rack.r")->count, 4);
    assert_int_equal(find(x.d, "pdu.a")->count, 1); /* A and B stay apart */
    assert_int_equal(find(x.d, "pdu.b")->count, 1);
    assert_int_equal(x.d->n_box, 7);
    assert_int_equal(x.d->n_part, 16);
    assert_string_equal(find(x.d, "utility.cooling")->also, "crac.c");
    assert_string_equal(find(x.d, "rackpdu.a")->rating, "60 kW");
    assert_null(find(x.d, "utility.grid")->rating);
    toy_free(&x.t);
}

static void test_loads_are_shares_of_limits(void **state)
{
    (void)state;
    struct drawn x;
    draw(&x, pdus);
    assert_near(find(x.d, "pdu.a")->load, 100.0 / 250, 1e-9);
    assert_near(find(x.d, "pdu.a")->worst, 200.0 / 250, 1e-9);
    assert_near(find(x.d, "rackpdu.b")->load, 25.0 / 60, 1e-9);
    assert_near(find(x.d, "rackpdu.b")->worst, 50.0 / 60, 1e-9);
    assert_near(find(x.d, "rack.r")->load, 50.0 / 80, 1e-9);
    assert_true(isnan(find(x.d, "utility.grid")->load)); /* no limit is not zero */
    assert_int_equal(find(x.d, "rack.r")->drops, 2);     /* the utility, all of them */
    assert_int_equal(x.d->n_over, 0);
    assert_non_null(strstr(x.d->finding, "No electrical element is over its limits"));
    toy_free(&x.t);
}

/* pdu.a and pdu.b are alike and told as one state; what loads pdu.a is the loss of pdu.b. */
static void test_worst_state_is_not_its_own(void **state)
{
    (void)state;
    struct drawn x;
    draw(&x, pdus);
    assert_string_equal(find(x.d, "pdu.a")->worst_state, "pdu.b lost");
    assert_string_equal(find(x.d, "pdu.b")->worst_state, "pdu.a lost");
    toy_free(&x.t);
}

/* B45: what is fine when all is well and over when a side is lost. */
static void test_overload_in_failure_is_over(void **state)
{
    (void)state;
    struct drawn x;
    draw(&x, "[pdu a]\nfrom = utility.grid\nrated_power = 250 kW\n"
             "[pdu b]\nfrom = utility.grid\nrated_power = 150 kW\n");
    const struct one_line_node *b = find(x.d, "pdu.b");
    assert_near(b->load, 100.0 / 150, 1e-9);
    assert_near(b->worst, 200.0 / 150, 1e-9);
    assert_true(b->is_over);
    assert_false(find(x.d, "pdu.a")->is_over);
    assert_int_equal(x.d->n_over, 1);
    toy_free(&x.t);
}

/* A line past rows has a place in each of them. */
static void test_long_lines_pass_rows(void **state)
{
    (void)state;
    struct drawn x;
    draw(&x, "[pdu a]\nfrom = utility.grid\nrated_power = 250 kW\n"
             "[pdu up]\nfrom = utility.grid\n[pdu mid]\nfrom = pdu.up\n"
             "[pdu b]\nfrom = pdu.mid, utility.grid\nshare = standby\nrated_power = 250 kW\n");
    int wires = 0, standby = 0;
    assert_sound(x.d);
    for (int i = 0; i < x.d->n; i++) wires += x.d->node[i].what == ONE_LINE_WIRE;
    for (int i = 0; i < x.d->n_edge; i++) standby += x.d->edge[i].is_standby;
    assert_int_equal(wires, 4); /* grid to b past two rows, rackpdu.a to the racks past two */
    assert_int_equal(standby, 3);
    assert_int_equal(find(x.d, "pdu.b")->layer, 3);
    toy_free(&x.t);
}

/* More boxes than fit across are joined by section, then by kind; loads stay the worst. */
static void test_wide_rows_are_joined(void **state)
{
    (void)state;
    struct drawn x;
    struct arena a = arena_new(NULL);
    struct builder b = builder_new(&a);
    for (int i = 0; i < 12; i++)
        builder_format(&b, "[pdu p%d]\nfrom = utility.grid\nrated_power = %d kW\n", i, 10 + i);
    draw(&x, arena_format(&a, "%s%s", pdus, b.s));
    assert_sound(x.d);
    assert_null(seek(x.d, "pdu.p3"));
    assert_int_equal(find(x.d, "pdu")->count, 14);
    assert_string_equal(find(x.d, "pdu")->rating, "various");
    assert_near(find(x.d, "pdu")->load, 100.0 / 250, 1e-9);
    assert_near(find(x.d, "pdu")->worst, 200.0 / 250, 1e-9);
    toy_free(&x.t);
    arena_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_alike_elements_are_one_box),
        cmocka_unit_test(test_loads_are_shares_of_limits),
        cmocka_unit_test(test_worst_state_is_not_its_own),
        cmocka_unit_test(test_overload_in_failure_is_over),
        cmocka_unit_test(test_long_lines_pass_rows),
        cmocka_unit_test(test_wide_rows_are_joined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
