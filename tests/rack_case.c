#include "rack_case.h"

#include <string.h>

#include "plan/failures.h"

const char rack_case_head[] =
    "[crac c]\ncount = 3\nneeded = 2\nairflow = 40 m3/s\nfan_power = 0 kW\ncapacity = 400 kW\ncop = 4\n"
    "wet_bulb_min = 19.44 degC\nwet_bulb_max = 19.44 degC\nfrom = utility.grid\n"
    "[psu p]\nrated_power = 20 kW\nefficiency = 10 %: 99.99 %, 100 %: 99.99 %\npower_factor = 1\n";

void rack_case_solve(struct rack_case *c, bool all)
{
    struct arena *a = &c->t.arena;
    struct result *r = &c->r;
    *r = (struct result){0};
    r->site = &c->t.site;
    r->plant = c->t.plant;
    r->racks = &c->t.racks;
    r->weather = &c->t.weather;
    r->year = toy_year(&c->t, false);
    r->design_year = toy_year(&c->t, true);
    struct limits_case *l = ARENA_ARRAY(a, struct limits_case, 1);
    *l = (struct limits_case){&c->t.site,  c->t.plant, &c->t.racks, &c->t.design, r->design_year,
                              &c->t.weather.calendar, 1, NULL};
    limits_find(l, r, a);
    struct failures_case f = {l, &c->t.normal, r->year, 0, NULL};
    r->failures = failures_find(&f, a, &c->t.ds);
    r->n_room = c->t.plant->n_room;
    r->room = ARENA_ARRAY(a, struct room_result, (size_t)r->n_room + 1);
    for (int i = 0; i < r->n_room; i++) r->room[i].floor = floor_plan_find(r->plant, r->year, i, a);
    rack_drawings_find(r, all, a);
}

void rack_case_make(struct rack_case *c, const char *text, bool all)
{
    struct arena scratch = arena_new(NULL);
    toy_make(&c->t, arena_format(&scratch, "%s%s", rack_case_head, text), 12, 35, 10);
    arena_free(&scratch);
    rack_case_solve(c, all);
    assert_non_null(c->r.failures);
}

const struct elevation *rack_case_find(const struct rack_case *c, const char *name)
{
    for (int i = 0; i < c->r.elevations->n; i++)
        if (!strcmp(c->r.elevations->item[i].name, name)) return &c->r.elevations->item[i];
    fail_msg("no elevation of %s", name);
    return NULL;
}
