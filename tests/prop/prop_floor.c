/* Floors and fabrics of any kind: a rack that is moved away leaves no less way before the
   others, more weight is no less load, area is never less than the footprint, and links go
   where there are ports. */

#include "toy_site.h"

#include "plan/cable_flow.h"
#include "plan/fabric_find.h"
#include "plan/floor_load.h"

enum { ROUNDS = 300, BOXES = 12 };

static const double room_x_m = 14, room_y_m = 11;

struct dice {
    uint64_t s;
};

/* xorshift64*: uniform in [lo, hi). */
static double dice_real(struct dice *d, double lo, double hi)
{
    d->s ^= d->s >> 12;
    d->s ^= d->s << 25;
    d->s ^= d->s >> 27;
    return lo + (hi - lo) * (double)((d->s * 2685821657736338717u) >> 11) * 0x1p-53;
}

static int dice_int(struct dice *d, int lo, int hi)
{
    return (int)floor(dice_real(d, lo, hi + 1));
}

/* Boxes anywhere, which may overlap; as racks of one section. */
static void random_plan(struct dice *d, const struct site *s, struct stand *item,
                        struct room_plan *out)
{
    int n = dice_int(d, 1, BOXES);
    for (int i = 0; i < n; i++) {
        double x = dice_real(d, 0, room_x_m - 1.5), y = dice_real(d, 0, room_y_m - 1.5);
        struct layout_box b = {x, y, x + dice_real(d, .4, 1.4), y + dice_real(d, .4, 1.4), 2};
        item[i] = (struct stand){KIND_RACK, 0, i, b, dice_int(d, 0, 3)};
    }
    *out = (struct room_plan){s, 0, n, item};
}

static void ways_and_areas(void **state)
{
    (void)state;
    struct toy t;
    struct dice d = {77};
    assert_true(toy_read(&t, "[room hall]\nlength = 14 m\nwidth = 11 m\nheight = 3 m\n"
                             "[crac c]\nserves = hall\nairflow = 4 m3/s\nfan_power = 0 kW\n"
                             "capacity = 20 kW\ncop = 4\nfrom = utility.grid\n"
                             "[rack r]\nroom = hall\n[server s]\nroom = hall\nairflow = 0.2 m3/s\n"
                             "from = utility.grid\npower_idle = 1 kW\npower_typical = 2 kW\n"
                             "power_maximum = 3 kW\n"));
    for (int round = 0; round < ROUNDS; round++) {
        struct stand item[BOXES + 1];
        struct room_plan p;
        random_plan(&d, &t.site, item, &p);
        double before[BOXES][4], area[BOXES];
        for (int i = 0; i < p.n; i++) {
            const struct layout_box *b = &item[i].box;
            double foot = (b->x1_m - b->x0_m) * (b->y1_m - b->y0_m);
            area[i] = floor_area_m2(&p, i);
            for (int way = 0; way < 4; way++) {
                before[i][way] = room_plan_free_m(&p, i, way, NULL);
                assert_true(before[i][way] >= 0 && before[i][way] <= room_x_m);
            }
            assert_true(area[i] >= foot * (1 - 1e-12));
            assert_true(area[i] <= (b->x1_m - b->x0_m + 1.52) * (b->y1_m - b->y0_m + 1.52) + 1e-9);
            assert_true(floor_uniform_pa(400, area[i]) >= floor_uniform_pa(300, area[i]));
            assert_true(floor_point_n(400, i + 1) > floor_point_n(300, i + 1));
        }
        p.n--; /* the last one is taken out of the room */
        for (int i = 0; i < p.n; i++) {
            assert_true(floor_area_m2(&p, i) >= area[i] - 1e-12);
            for (int way = 0; way < 4; way++)
                assert_true(room_plan_free_m(&p, i, way, NULL) >= before[i][way] - 1e-12);
        }
    }
    toy_free(&t);
}

static const char *random_fabric(struct dice *d, struct arena *a)
{
    int racks = dice_int(d, 2, 8), links = dice_int(d, 1, 5);
    const char *wiring = dice_int(d, 0, 1) ? "wiring = rails\n" : "";
    const char *place = dice_int(d, 0, 3) ? "position = 1, 2 m\nfacing = +y\n" : "";
    return arena_format(
        a,
        "[room hall]\nlength = 14 m\nwidth = 11 m\nheight = 3 m\n"
        "[crac c]\nserves = hall\nairflow = 40 m3/s\nfan_power = 0 kW\ncapacity = 900 kW\n"
        "cop = 4\nfrom = utility.grid\n[rack r]\ncount = %d\nroom = hall\n%s"
        "[server s]\ncount = %d\nheight = %d U\nroom = hall\nrack = r\nairflow = 0.1 m3/s\n"
        "from = utility.grid\npower_idle = 1 kW\npower_typical = 2 kW\npower_maximum = 3 kW\n"
        "fabric = f\nlinks = %d\n"
        "[server leaf]\ncount = %d\nheight = 1 U\nroom = hall\nrack = r\nairflow = 0.1 m3/s\n"
        "from = utility.grid\npower_idle = 1 kW\npower_typical = 2 kW\npower_maximum = 3 kW\n"
        "[fabric f]\nswitches = leaf\nports = %d\ncopper_reach = %d m\n%s",
        racks, place, dice_int(d, 1, 40), dice_int(d, 1, 6), links, dice_int(d, 1, 12),
        dice_int(d, 1, 20), dice_int(d, 1, 12), wiring);
}

static void check_fabric(const struct toy *t, const struct fabric_use *x)
{
    const struct fabric *f = site_fabric(&t->site, 0);
    int bundled = 0, ended = 0, open_links = 0;
    double total = 0, longest = 0;
    for (int i = 0; i < x->n_bundle; i++) {
        const struct fabric_bundle *b = &x->bundle[i];
        bundled += b->links;
        if (isnan(b->length_m)) continue;
        open_links += b->links;
        total += b->links * b->length_m;
        longest = fmax(longest, b->length_m);
    }
    for (int w = 0; w < x->n_switch; w++) {
        assert_true(x->sw[w].links >= 0 && x->sw[w].links <= f->ports);
        ended += x->sw[w].links;
    }
    assert_int_equal(x->links, x->servers * site_server(&t->site, 0)->links);
    assert_int_equal(bundled + x->unconnected, x->links);
    assert_int_equal(ended, bundled);
    assert_int_equal(x->copper + x->optical, open_links);
    assert_int_equal(x->copper + x->optical + x->unknown, bundled);
    assert_near(x->total_m, total, 1e-9);
    if (open_links) assert_near(x->longest_m, longest, 1e-12);
    else assert_true(isnan(x->longest_m));
    /* no link stands outside while its rail has a port */
    if (f->wiring == WIRING_ANY) {
        int ports = x->n_switch * f->ports;
        assert_int_equal(x->unconnected, x->links > ports ? x->links - ports : 0);
    }
}

static void links_and_ports(void **state)
{
    (void)state;
    struct dice d = {78};
    for (int round = 0; round < ROUNDS; round++) {
        struct toy t;
        struct arena a = arena_new(NULL);
        const char *text = random_fabric(&d, &a);
        if (!toy_read(&t, text)) {
            toy_print(&t);
            fail_msg("%s", text);
        }
        struct rack_plan racks = place_servers(&t.site, &t.arena);
        const struct fabric_view *v = fabric_find(&t.site, &racks, &t.arena);
        check_fabric(&t, &v->item[0]);
        const struct fabric_view *again = fabric_find(&t.site, &racks, &t.arena);
        assert_true(again->item[0].total_m == v->item[0].total_m);
        toy_free(&t);
        arena_free(&a);
    }
}

/* ---- all assignments of a small fabric -------------------------------------------- */

enum { SPOTS = 3, SWITCHES = 3 };

struct trying {
    const double *length_m;
    int want[SPOTS], free[SWITCHES];
    int most;       /* links with a port in the best one */
    double least_m; /* longest cable of it */
};

/* From cell `at` on, with so many links and such a longest cable before it. */
static void try_all(struct trying *t, int at, int links, double longest_m)
{
    if (at == SPOTS * SWITCHES) {
        bool is_better = links > t->most || (links == t->most && longest_m < t->least_m);
        if (is_better) t->most = links, t->least_m = longest_m;
        return;
    }
    int *want = &t->want[at / SWITCHES], *has = &t->free[at % SWITCHES];
    int most = *want < *has ? *want : *has;
    for (int n = 0; n <= most; n++) {
        *want -= n, *has -= n;
        try_all(t, at + 1, links + n, n ? fmax(longest_m, t->length_m[at]) : longest_m);
        *want += n, *has += n;
    }
}

static void longest_is_least_of_all(void **state)
{
    (void)state;
    struct dice d = {79};
    int large = 0;
    for (int round = 0; round < 400; round++) {
        double length_m[SPOTS * SWITCHES];
        int want[SPOTS], has[SWITCHES], flow[SPOTS * SWITCHES] = {0};
        struct trying t = {.length_m = length_m, .most = -1};
        for (int i = 0; i < SPOTS * SWITCHES; i++) length_m[i] = dice_int(&d, 1, 9);
        for (int i = 0; i < SPOTS; i++) t.want[i] = want[i] = dice_int(&d, 0, 3);
        for (int i = 0; i < SWITCHES; i++) t.free[i] = has[i] = dice_int(&d, 0, 3);
        try_all(&t, 0, 0, 0);
        struct arena a = arena_new(NULL);
        struct cable_flow f = {SPOTS, SWITCHES, want, has, flow, length_m};
        assert_true(cable_flow_assign(&f, &a));
        double longest = 0;
        int links = 0;
        for (int i = 0; i < SPOTS * SWITCHES; i++) {
            assert_true(flow[i] >= 0);
            links += flow[i];
            if (flow[i]) longest = fmax(longest, length_m[i]);
        }
        assert_int_equal(links, t.most);
        assert_true(longest == t.least_m);
        large += links > 4;
        arena_free(&a);
    }
    assert_true(large > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ways_and_areas),
        cmocka_unit_test(links_and_ports),
        cmocka_unit_test(longest_is_least_of_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
