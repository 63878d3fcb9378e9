/* The failure table of small sites whose numbers are worked by hand. */

#include "toy_site.h"

#include <string.h>

#include "plan/failures.h"

static const char base[] =
    "[room hall]\nsupply = 20 degC\nrecirculation = 0 %\nbypass = 0 %\n"
    "[crac c]\ncount = 3\nneeded = 2\nairflow = 40 m3/s\nfan_power = 0 kW\ncapacity = 200 kW\ncop = 4\n"
    "wet_bulb_min = 19.44 degC\nwet_bulb_max = 19.44 degC\nfrom = utility.grid\n"
    "[psu p]\nrated_power = 20 kW\nefficiency = 10 %: 99.99 %, 100 %: 99.99 %\npower_factor = 1\n"
    "[psu small]\nrated_power = 3.3 kW\nefficiency = 10 %: 99.99 %, 100 %: 99.99 %\npower_factor = 1\n"
    "[server s]\nleakage = 0 %/K\nairflow = 0.5 m3/s\n";

/* 230 V LN, 32 A at 80 %: 5.888 kVA each; 10 kW on both (CASES B45). */
static const char two_strips[] =
    "psu = p\npower_idle = 1 kW\npower_typical = 10 kW\npower_maximum = 10 kW\n"
    "from = rackpdu.a, rackpdu.b\n"
    "[rackpdu a]\nrated_current = 32 A\nphases = 1\nvoltage = 230 V LN\nusable = 80 %\nfrom = utility.grid\n"
    "[rackpdu b]\nrated_current = 32 A\nphases = 1\nvoltage = 230 V LN\nusable = 80 %\nfrom = utility.grid\n";

struct solved {
    struct toy t;
    struct failures *f;
};

static struct failures *find(struct toy *t, const char *const *remove, int n)
{
    struct year *design = toy_year(t, true), *year = toy_year(t, false);
    struct limits_case *c = ARENA_ARRAY(&t->arena, struct limits_case, 1);
    *c = (struct limits_case){&t->site, t->plant, &t->racks, &t->design, design,
                              &t->weather.calendar, 1, NULL};
    struct failures_case f = {c, &t->normal, year, n, remove};
    return failures_find(&f, &t->arena, &t->ds);
}

static void solve_hours(struct solved *s, const char *more, int hours)
{
    struct arena a = arena_new(NULL);
    toy_make(&s->t, arena_format(&a, "%s%s", base, more), hours, 35, 10);
    s->f = find(&s->t, NULL, 0);
    assert_non_null(s->f);
    arena_free(&a);
}

static void solve(struct solved *s, const char *more)
{
    solve_hours(s, more, 12);
}

static const struct failure *state(const struct solved *s, const char *name)
{
    for (int i = 0; i < s->f->n; i++)
        if (!strcmp(s->f->item[i].state, name)) return &s->f->item[i];
    for (int i = 0; i < s->f->n; i++) print_error("  %s\n", s->f->item[i].state);
    fail_msg("no state '%s'", name);
    return NULL;
}

static const struct failure_row *row(const struct failure *x, const char *element,
                                     const char *resource)
{
    for (int i = 0; i < x->n_row; i++)
        if (!strcmp(x->row[i].limit.element, element) && !strcmp(x->row[i].limit.resource, resource))
            return &x->row[i];
    fail_msg("%s: no row %s, %s", x->state, element, resource);
    return NULL;
}

static void two_feeds_are_not_counted_twice_b45(void **state_)
{
    (void)state_;
    struct solved s;
    solve(&s, two_strips);
    const struct failure *x = state(&s, "rackpdu.a lost");
    const struct failure_row *r = row(x, "rackpdu.b", "current");
    assert_near(r->limit.used, 10e3 / 230, 1e-4);
    assert_near(r->before, 5e3 / 230, 1e-4);
    assert_near(r->limit.limit, 25.6, 1e-12);
    assert_true(r->limit.is_broken && x->is_over && !x->survives && !x->drops_servers);
    assert_int_equal(r->hours, 12);
    assert_int_equal(x->alike, 0); /* the other stands on another line */
    assert_true(state(&s, "rackpdu.b lost")->is_over);
    /* 5.89 kVA, not 11.78 */
    assert_int_equal(s.f->n_firm, 1);
    assert_near(s.f->firm[0].installed_va, 2 * 5888, 1e-9);
    assert_near(s.f->firm[0].firm_va, 5888, 1e-9);
    assert_near(s.f->firm[0].peak_va, 10e3, 1e-3);
    toy_free(&s.t);
}

static void what_hangs_on_one_feed_drops_b46(void **state_)
{
    (void)state_;
    struct solved s;
    solve(&s, "psu = p\ncount = 4\npower_idle = 1 kW\npower_typical = 2 kW\npower_maximum = 2 kW\n"
              "from = pdu.a, pdu.b\n[server one]\nleakage = 0 %/K\nairflow = 0.1 m3/s\ncount = 3\n"
              "psu = p\npsu_needed = 1\npower_idle = 1 kW\npower_typical = 1 kW\npower_maximum = 1 kW\n"
              "from = pdu.a\n[pdu a]\nfrom = utility.grid\n[pdu b]\nfrom = utility.grid\n");
    const struct failure *x = state(&s, "pdu.a lost");
    assert_true(x->drops_servers);
    assert_int_equal(x->n_drop, 1);
    assert_string_equal(x->drop[0].element, "server.one");
    assert_near(x->drop[0].count, 3, 0);
    assert_near(x->dropped_w, 3e3, 1e-9);
    assert_near(x->demand_w, 11e3, 1e-9);
    assert_near(x->served_w + x->dropped_w, x->demand_w, 1e-9);
    assert_true(state(&s, "pdu.b lost")->survives);
    assert_int_equal(s.f->n_spof, 2); /* and the only utility */
    assert_false(s.f->is_fault_tolerant);
    assert_false(s.f->is_maintainable);
    toy_free(&s.t);
}

/* A third of the day at full activity: half on each strip below, all on one above. */
static void hours_of_overload_are_counted_by_the_workload(void **state_)
{
    (void)state_;
    struct solved s;
    struct arena a = arena_new(NULL);
    static const char work[] =
        "[workload w]\nweekday = 0, 0, 0, 0, 0, 0, 0, 0, 100, 100, 100, 100, 100, 100, 100, 100, "
        "0, 0, 0, 0, 0, 0, 0, 0 %\nweekend = 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, "
        "0, 0, 0, 0, 0, 0 %\n";
    solve_hours(&s, arena_format(&a, "workload = w\n%s%s", two_strips, work), 8760);
    int weekdays = 0;
    for (int h = 0; h < 8760; h += 24) weekdays += s.t.normal.activity[0][h + 12] > 0.5;
    assert_true(weekdays > 255 && weekdays < 265);
    const struct failure *x = state(&s, "rackpdu.a lost");
    assert_int_equal(x->hours_over, 8 * weekdays);
    assert_int_equal(row(x, "rackpdu.b", "current")->hours, 8 * weekdays);
    toy_free(&s.t);
    arena_free(&a);
}

/* 14.3 kW on 5+1 supplies of 3.3 kW: three carry 9.9 kW. */
static void short_supplies_cap_and_say_so(void **state_)
{
    (void)state_;
    struct solved s;
    solve(&s, "psu = small\npsu_count = 6\ncount = 2\npower_idle = 1 kW\npower_typical = 9 kW\n"
              "power_maximum = 14.3 kW\nfrom = pdu.a, pdu.b\n"
              "[pdu a]\nfrom = utility.grid\n[pdu b]\nfrom = utility.grid\n");
    const struct failure *x = state(&s, "pdu.a lost");
    assert_true(x->is_capped && x->survives && !x->drops_servers && !x->is_over);
    assert_near(x->capped_servers, 2, 0);
    double out_kw = 14.3 * .9999;
    assert_near(x->cap_frac, 1 - 9.9 / out_kw, 1e-4);
    assert_near(x->work_lost_frac, 0, 1e-12); /* 9 kW fits */
    assert_string_equal(x->word, "caps power");
    toy_free(&s.t);
}

/* Eight accelerators of 1 kW at 80 % with three supplies left; off with two. */
static void firmware_caps_by_the_supplies_that_are_left(void **state_)
{
    (void)state_;
    struct solved s;
    static const char box[] =
        "psu_count = 6\npsu_needed = 5\npsu_least = 3\npsu_cap = 3: 80 %, 4: 80 %\naccelerators = 8\n"
        "accelerator_power = 1000 W\npower_idle = 1 kW\npower_typical = 10 kW\n"
        "power_maximum = 10 kW\nfrom = pdu.a, pdu.b, pdu.c\ncords = @\n"
        "[pdu a]\nfrom = utility.grid\n[pdu b]\nfrom = utility.grid\n[pdu c]\nfrom = utility.grid\n";
    struct arena a = arena_new(NULL);
    solve(&s, toy_text(&a, arena_format(&a, "psu = p\n%s", box), 3));
    const struct failure *x = state(&s, "pdu.a lost"); /* four are left */
    assert_true(x->is_capped && x->survives);
    assert_near(x->cap_frac, 1600 / (10e3 * .9999), 1e-3);
    assert_near(x->work_lost_frac, 1600 / (10e3 * .9999), 1e-3);
    toy_free(&s.t);
    toy_make(&s.t, arena_format(&a, "%s%s", base, toy_text(&a, arena_format(&a, "psu = p\n%s", box), 3)),
             12, 35, 10);
    const char *two[] = {"pdu.a", "pdu.b"}; /* two are left, fewer than it runs on */
    assert_true(find(&s.t, two, 2)->item[0].drops_servers);
    toy_free(&s.t);
    arena_free(&a);
}

static void a_generator_takes_over_and_one_set_may_fail(void **state_)
{
    (void)state_;
    struct solved s;
    solve(&s, "psu = p\ncount = 10\npower_idle = 9 kW\npower_typical = 9 kW\npower_maximum = 9 kW\n"
              "from = ats.m\n[ats m]\nfrom = utility.grid, generator.g\n"
              "[generator g]\nrated_power = 60 kW\ncount = 2\nneeded = 2\nderate_ambient = 0 %/K\n");
    const struct failure *x = state(&s, "utility.grid lost");
    assert_false(x->drops_servers);
    assert_near(row(x, "generator.g", "power")->limit.used, 90, 1e-9);
    assert_near(row(x, "generator.g", "power")->limit.limit, 120, 1e-9);
    const struct failure *y = state(&s, "the utility and one set of generator.g lost");
    assert_true(row(y, "generator.g", "power")->limit.is_broken && y->is_over && !y->is_loss);
    toy_free(&s.t);
}

static void a_lost_module_is_a_state_of_its_own(void **state_)
{
    (void)state_;
    struct solved s;
    solve(&s, "psu = p\ncount = 9\npower_idle = 10 kW\npower_typical = 10 kW\npower_maximum = 10 kW\n"
              "from = ups.u\n[ups u]\nmodule_power = 25 kW\nmodules = 5\nredundancy = N+1\nc0 = 0.01\n"
              "c1 = 0\nc2 = 0.02\nfrom = utility.grid\n");
    const struct failure *x = state(&s, "one module of ups.u lost");
    const struct failure_row *r = row(x, "ups.u", "power");
    double loss5 = 125 * (.01 + .02 * .72 * .72), loss4 = 100 * (.01 + .02 * .9 * .9);
    assert_near(r->limit.used, 90, 1e-6);
    assert_near(r->limit.limit, 100, 1e-9);
    assert_near(r->efficiency_before, 90 / (90 + loss5), 1e-6);
    assert_near(r->efficiency, 90 / (90 + loss4), 1e-6);
    assert_true(x->survives && x->is_loss && !x->is_maintenance);
    assert_true(state(&s, "ups.u lost")->drops_servers);
    assert_true(state(&s, "ups.u lost")->is_maintenance);
    toy_free(&s.t);
}

/* Three units of 200 kW of which two are needed, for 300 kW. */
static void a_lost_cooling_unit_heats_or_does_not(void **state_)
{
    (void)state_;
    struct solved s;
    solve(&s, "psu = p\ncount = 30\npower_idle = 10 kW\npower_typical = 10 kW\npower_maximum = 10 kW\n"
              "from = utility.grid\n");
    assert_true(state(&s, "one crac.c lost")->survives);
    toy_free(&s.t);
    solve(&s, "psu = p\ncount = 45\npower_idle = 10 kW\npower_typical = 10 kW\npower_maximum = 10 kW\n"
              "from = utility.grid\n");
    const struct failure *x = state(&s, "one crac.c lost");
    assert_true(x->is_hot && !x->is_over && !x->survives);
    assert_true(x->max_inlet_c > s.f->max_inlet_c + 1);
    assert_true(x->hours_hot == 12 || x->hours_tripped == 12);
    toy_free(&s.t);
}

static void what_is_named_is_lost_together(void **state_)
{
    (void)state_;
    struct toy t;
    struct arena a = arena_new(NULL);
    toy_make(&t, arena_format(&a, "%s%s", base, two_strips), 12, 35, 10);
    const char *both[] = {"rackpdu.a", "rackpdu.b"}, *unit[] = {"crac.c/2"}, *none[] = {"rackpdu.x"};
    struct failures *f = find(&t, both, 2);
    assert_int_equal(f->n, 1);
    assert_string_equal(f->item[0].state, "rackpdu.a and rackpdu.b lost");
    assert_true(f->item[0].drops_servers);
    f = find(&t, unit, 1);
    assert_true(f->item[0].survives); /* one of three has the heat of 10 kW */
    assert_null(find(&t, none, 1));
    assert_int_equal(t.ds.n_error, 1);
    toy_free(&t);
    arena_free(&a);
}

static void add_pair(struct builder *b, int i, double kw)
{
    builder_format(b,
                   "[rackpdu a%d]\nrated_current = 16 A\nphases = 1\nvoltage = 230 V LN\nfrom = utility.grid\n"
                   "[rackpdu b%d]\nrated_current = 16 A\nphases = 1\nvoltage = 230 V LN\nfrom = utility.grid\n"
                   "[server x%d]\nleakage = 0 %%/K\nairflow = 0.1 m3/s\npsu = p\nfrom = rackpdu.a%d, rackpdu.b%d\n"
                   "power_idle = 1 kW\npower_typical = %g kW\npower_maximum = %g kW\n",
                   i, i, i, i, i, kw, kw);
}

/* More classes than are solved one by one: what fits is settled by sums of peaks, of what does
   not the first are solved and the others bounded, which is said. */
static void many_different_parts_are_screened(void **state_)
{
    (void)state_;
    enum { FIT = 110, OVER = 12 };
    struct solved s;
    struct arena a = arena_new(NULL);
    struct builder b = builder_new(&a);
    builder_text(&b, "psu = p\npower_idle = 1 kW\npower_typical = 1 kW\npower_maximum = 1 kW\n"
                     "from = utility.grid\n");
    for (int i = 0; i < FIT; i++) add_pair(&b, i, 1 + .01 * i);
    for (int i = 0; i < OVER; i++) add_pair(&b, FIT + i, 4 + .01 * i);
    solve(&s, b.s);
    int over = 0, solved = 0, bounds = 0;
    for (int i = 0; i < s.f->n; i++) {
        const struct failure *x = &s.f->item[i];
        if (x->kind != FAILURE_PART) continue;
        if (x->is_over) over += 1 + x->alike; /* two strips on one line are alike */
        solved += x->is_over && x->hours_over == 12;
        if (x->is_bound && x->is_over && x->hours_over == -1) bounds += 1 + x->alike;
        assert_true(x->is_over != x->survives);
    }
    assert_int_equal(over, 2 * OVER);
    assert_int_equal(solved, 8);
    assert_true(bounds > 0 && bounds <= 2 * OVER - 8);
    assert_true(s.f->n_skip > 0);
    assert_non_null(strstr(s.f->skip[s.f->n_skip - 1], arena_format(&a, " %d losses", bounds)));
    toy_free(&s.t);
    arena_free(&a);
}

/* Every state of every kind closes. */
static void energy_closes_in_every_state(void **state_)
{
    (void)state_;
    struct solved s;
    solve(&s, "psu = small\npsu_count = 6\ncount = 8\npower_idle = 1 kW\npower_typical = 9 kW\n"
              "power_maximum = 10 kW\nrack = r\nheight = 10 U\n[rack r]\nunits = 42 U\ncount = 2\n"
              "from = rackpdu.a, rackpdu.b\n[rackpdu a]\neach = rack.r\nsquare_loss = 1 %\n"
              "rated_power = 60 kW\nfrom = ups.u#1\nheat_to = hall\n[rackpdu b]\neach = rack.r\n"
              "square_loss = 1 %\nrated_power = 60 kW\nfrom = ups.u#2\nheat_to = hall\n"
              "[ups u]\nmodule_power = 50 kW\nmodules = 2\nredundancy = 2N\nc0 = 0.01\nc1 = 0.01\nc2 = 0.02\n"
              "from = utility.grid\nheat_to = hall\n");
    assert_true(s.f->n >= 5);
    for (int i = 0; i < s.f->n; i++) {
        const struct failure *x = &s.f->item[i];
        assert_true(x->energy_residual <= 1e-9 && x->heat_residual <= 1e-9);
        assert_near(x->served_w + x->dropped_w, x->demand_w, 1e-6);
    }
    /* two racks, each with two strips: one of a kind stands for both */
    assert_int_equal(state(&s, "rackpdu.a#1 lost")->alike, 3);
    toy_free(&s.t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_feeds_are_not_counted_twice_b45),
        cmocka_unit_test(what_hangs_on_one_feed_drops_b46),
        cmocka_unit_test(hours_of_overload_are_counted_by_the_workload),
        cmocka_unit_test(short_supplies_cap_and_say_so),
        cmocka_unit_test(firmware_caps_by_the_supplies_that_are_left),
        cmocka_unit_test(a_generator_takes_over_and_one_set_may_fail),
        cmocka_unit_test(a_lost_module_is_a_state_of_its_own),
        cmocka_unit_test(a_lost_cooling_unit_heats_or_does_not),
        cmocka_unit_test(what_is_named_is_lost_together),
        cmocka_unit_test(many_different_parts_are_screened),
        cmocka_unit_test(energy_closes_in_every_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
