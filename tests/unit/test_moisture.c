/* Water in the air of rooms against hand calculation: what it condenses on. */

#include "toy_site.h"

#include <string.h>

#include "plan/limits.h"
#include "plan/metrics.h"

struct solved {
    struct toy t;
    struct result r;
    struct bill bill;
};

static void solve(struct solved *s, const char *text, double t_c, double dew_c)
{
    toy_make(&s->t, text, 12, t_c, dew_c);
    struct year *design = toy_year(&s->t, true);
    s->bill = (struct bill){0};
    s->r = (struct result){.site = &s->t.site,
                           .year = toy_year(&s->t, false),
                           .design_year = design,
                           .weather = &s->t.weather,
                           .bill = &s->bill};
    metrics_find(s->t.plant, &s->r, &s->t.arena);
    struct limits_case c = {&s->t.site, s->t.plant, &s->t.racks, &s->t.design, design,
                            &s->t.weather.calendar, 1, NULL};
    limits_find(&c, &s->r, &s->t.arena);
}

static const struct limit *seek(const struct solved *s, const char *element, const char *resource)
{
    for (int i = 0; i < s->r.n_limit; i++) {
        const struct limit *l = &s->r.limit[i];
        if (!strcmp(l->element, element) && !strcmp(l->resource, resource)) return l;
    }
    return NULL;
}

static void expect(const struct solved *s, const char *element, const char *resource, double used,
                   double limit, bool is_broken)
{
    const struct limit *l = seek(s, element, resource);
    if (!l) fail_msg("no limit %s, %s", element, resource);
    assert_near(l->used, used, 1e-9);
    assert_near(l->limit, limit, 1e-9);
    assert_int_equal(l->is_broken, is_broken);
}

#define HEAT                                                                                       \
    "[server s]\nleakage = 0 %/K\nairflow = 0.5 m3/s\npower_idle = 8 kW\npower_typical = 8 kW\n"   \
    "power_maximum = 10 kW\nfrom = utility.grid\n"
#define LOOP                                                                                       \
    "[drycooler o]\ncapacity = 100 kW\nair = 10 degC\nwater_in = 24 degC\nwater_out = 18 degC\n"   \
    "airflow = 30 m3/s\nfan_power = 1 kW\nfrom = utility.grid\n"                                   \
    "[loop l]\nsupply = 14 degC\ndesign_heat = 100 kW\nhead = 100 kPa\nfrom = utility.grid\n"      \
    "rejects_to = drycooler.o\n"
#define ROOM "[room hall]\nsupply = 22 degC\nrecirculation = 0 %\nbypass = 0 %\n"

/* ---- condensation -------------------------------------------------------- */

static const char *liquid_site(struct arena *a, const char *room, const char *loop)
{
    return arena_format(a, "%s%s%s%s%s", ROOM, room,
                        HEAT "liquid_capture = 50 %\ncdu = d\n"
                             "[crac c]\nairflow = 40 m3/s\nfan_power = 0 kW\ncapacity = 200 kW\n"
                             "cop = 4\nfrom = utility.grid\n"
                             "[cdu d]\ncapacity = 20 kW\nsupply = 18 degC\nhead = 100 kPa\n"
                             "from = utility.grid\nrejects_to = loop.l\n",
                        LOOP, loop);
}

/* Coolant of 18 degC: 9 degC and 2 K are below it, 16.5 and 2 are not. */
static void coolant_stays_above_the_dew_point(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    struct solved s;
    solve(&s, liquid_site(&a, "", ""), 5, 0);
    expect(&s, "cdu.d", "condensation in hall", 11, 18, false);
    assert_null(seek(&s, "loop.l", "condensation in hall"));
    assert_near(s.r.metric[M_CONDENSATION_MARGIN_K], 9, 1e-9);
    toy_free(&s.t);
    solve(&s, liquid_site(&a, "dew_point = 16.5 degC\n", ""), 5, 0);
    expect(&s, "cdu.d", "condensation in hall", 18.5, 18, true);
    toy_free(&s.t);
    solve(&s, liquid_site(&a, "dew_point = 16.5 degC\ncondensation_margin = 1 K\n", ""), 5, 0);
    expect(&s, "cdu.d", "condensation in hall", 17.5, 18, false);
    toy_free(&s.t);
    arena_free(&a);
}

/* The worst hour is the one with the coldest water, not the warmest. */
static void bare_pipes_are_held_in_the_coldest_hour(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    struct solved s;
    solve(&s, liquid_site(&a, "", "insulated = no\n"), 5, 0);
    expect(&s, "loop.l", "condensation in hall", 11, 14, false);
    toy_free(&s.t);
    solve(&s, liquid_site(&a, "dew_point = 13 degC\n", "insulated = no\n"), 5, 0);
    expect(&s, "loop.l", "condensation in hall", 15, 14, true);
    assert_near(s.r.metric[M_CONDENSATION_MARGIN_K], 1, 1e-9);
    toy_free(&s.t);
    arena_free(&a);
}

#define COIL                                                                                       \
    "[crah c]\nairflow = 40 m3/s\nfan_power = 0 kW\ncapacity = 100 kW\nrated_water = 14 degC\n"    \
    "from = utility.grid\nrejects_to = loop.l\n"

static void a_coil_needs_a_drain_or_warm_water(void **state)
{
    (void)state;
    struct solved s;
    solve(&s, ROOM "dew_point = 13 degC\n" HEAT COIL LOOP, 5, 0);
    assert_null(seek(&s, "crah.c", "condensation in hall"));
    assert_true(isnan(s.r.metric[M_CONDENSATION_MARGIN_K]));
    toy_free(&s.t);
    solve(&s, ROOM "dew_point = 13 degC\n" HEAT COIL "coil = dry\n" LOOP, 5, 0);
    expect(&s, "crah.c", "condensation in hall", 15, 14, true);
    toy_free(&s.t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(coolant_stays_above_the_dew_point),
        cmocka_unit_test(bare_pipes_are_held_in_the_coldest_hour),
        cmocka_unit_test(a_coil_needs_a_drain_or_warm_water),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
