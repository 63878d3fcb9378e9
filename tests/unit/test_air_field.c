/* Air of a room: cases with an answer, balances, symmetry, and where it is hotter. */

#include "near.h"

#include <stdio.h>
#include <time.h>

#include "physics/air_field.h"

enum { RACKS_MOST = 256 };

struct hall {
    struct arena a;
    struct air_rack rack[RACKS_MOST];
    struct air_unit_box unit[8];
    struct air_room room;
    struct air_field f;
};

/* Rows of racks 0.6 m wide and 1.2 m deep along x, the first from (1.8, 1.8); pairs of rows
   face each other over 1.2 m and stand back to back with 1.2 m between. */
static void add_rows(struct hall *h, int rows, int racks, double flow_m3_s)
{
    for (int j = 0; j < rows; j++)
        for (int i = 0; i < racks; i++) {
            double x = 1.8 + 0.6 * i, y = 1.8 + 2.4 * j;
            h->rack[h->room.n_rack++] = (struct air_rack){.box = {x, y, x + 0.6, y + 1.2, 2.0},
                                                          .front = j % 2 ? AIR_SOUTH : AIR_NORTH,
                                                          .flow_m3_s = flow_m3_s,
                                                          .rise_k = 1,
                                                          .openings = 1};
        }
}

static void hall_make(struct hall *h, int rows, int racks, double supply_share)
{
    *h = (struct hall){.a = arena_new(NULL)};
    h->room = (struct air_room){.length_m = 0.6 * racks + 3.6,
                                .width_m = 2.4 * rows + 2.4,
                                .height_m = 3.0,
                                .rack = h->rack,
                                .unit = h->unit,
                                .supply = AIR_SUPPLY_FLOOR,
                                .back = AIR_RETURN_CEILING,
                                .cell_m = 0.3};
    add_rows(h, rows, racks, 0.5);
    h->room.supply_m3_s = supply_share * 0.5 * h->room.n_rack;
}

static void hall_solve(struct hall *h)
{
    if (!air_field_solve(&h->room, &h->f, &h->a)) fail_msg("%s", h->f.problem);
    assert_true(h->f.mass_residual < 1e-10);
    assert_true(h->f.heat_residual < 1e-8);
}

static void contained_aisle_is_cold(void **state)
{
    struct hall h;
    (void)state;
    hall_make(&h, 1, 1, 1);
    h.room.walls = AIR_WALLS_COLD;
    hall_solve(&h);
    assert_true(fabs(h.f.inlet_k[0]) < 1e-12);
    arena_free(&h.a);
}

/* Of the air that the rack wants, a fifth is missing: T_in = f / (1 - f) = 0.25 rises. */
static void missing_air_is_exhaust(void **state)
{
    struct hall h;
    (void)state;
    hall_make(&h, 1, 1, 0.8);
    h.room.walls = AIR_WALLS_COLD;
    h.room.leak = 1e-4;
    hall_solve(&h);
    assert_near(h.f.inlet_k[0], 0.25, 1e-3);
    arena_free(&h.a);
}

/* Two rows that face each other, and the two ends of each. */
static void mirror_images_are_equal(void **state)
{
    struct hall h;
    (void)state;
    hall_make(&h, 2, 8, 0.95);
    hall_solve(&h);
    for (int i = 0; i < 8; i++) {
        assert_near(h.f.inlet_k[i], h.f.inlet_k[8 + i], 1e-7);
        assert_near(h.f.inlet_k[i], h.f.inlet_k[7 - i], 1e-7);
    }
    arena_free(&h.a);
}

static void ends_of_rows_are_hotter(void **state)
{
    struct hall h;
    (void)state;
    for (double share = 0.8; share < 1.3; share += 0.2) {
        hall_make(&h, 2, 8, share);
        hall_solve(&h);
        for (int i = 1; i < 4; i++) assert_true(h.f.inlet_k[i] < h.f.inlet_k[0]);
        arena_free(&h.a);
    }
}

/* A rack that breathes three times what its tile gives. */
static void a_hungry_rack_is_hotter(void **state)
{
    struct hall h;
    (void)state;
    hall_make(&h, 2, 9, 1);
    h.rack[4].flow_m3_s *= 3;
    h.room.supply_m3_s += 1;
    hall_solve(&h);
    assert_true(h.f.inlet_k[4] > 1.2 * h.f.inlet_k[3]);
    assert_true(h.f.inlet_k[4] > 1.2 * h.f.inlet_k[13]);
    arena_free(&h.a);
}

static void containment_helps(void **state)
{
    struct hall open, cold, hot;
    (void)state;
    hall_make(&open, 2, 8, 1);
    hall_make(&cold, 2, 8, 1);
    hall_make(&hot, 2, 8, 1);
    cold.room.walls = AIR_WALLS_COLD;
    hot.room.walls = AIR_WALLS_HOT;
    cold.room.leak = hot.room.leak = 0.02;
    hall_solve(&open);
    hall_solve(&cold);
    hall_solve(&hot);
    assert_true(cold.f.mean_k < 0.3 * open.f.mean_k);
    assert_true(hot.f.mean_k < 0.3 * open.f.mean_k);
    arena_free(&open.a);
    arena_free(&cold.a);
    arena_free(&hot.a);
}

/* Without a rise there is no heat, with twice the rise all is twice as much. */
static void heat_is_linear(void **state)
{
    struct hall one, two;
    (void)state;
    hall_make(&one, 2, 4, 0.9);
    hall_make(&two, 2, 4, 0.9);
    for (int i = 0; i < 8; i++) two.rack[i].rise_k = 2;
    hall_solve(&one);
    hall_solve(&two);
    for (int i = 0; i < 8; i++) assert_near(two.f.inlet_k[i], 2 * one.f.inlet_k[i], 1e-8);
    arena_free(&one.a);
    arena_free(&two.a);
}

static void closed_fronts_are_told(void **state)
{
    struct hall h;
    (void)state;
    hall_make(&h, 1, 2, 1);
    h.rack[1].box.y0_m = h.rack[0].box.y1_m; /* stands before the first */
    h.rack[1].box.y1_m = h.rack[1].box.y0_m + 1.2;
    h.rack[1].box.x0_m = h.rack[0].box.x0_m;
    h.rack[1].box.x1_m = h.rack[0].box.x1_m;
    assert_false(air_field_solve(&h.room, &h.f, &h.a));
    assert_string_equal(h.f.problem, "its front is closed off");
    assert_int_equal(h.f.rack, 0);
    arena_free(&h.a);
}

/* More air into a tight aisle than its racks take. */
static void air_without_a_way_out_is_told(void **state)
{
    struct hall h;
    (void)state;
    hall_make(&h, 1, 2, 1.2);
    h.room.walls = AIR_WALLS_COLD;
    assert_false(air_field_solve(&h.room, &h.f, &h.a));
    assert_string_equal(h.f.problem, "the air that comes in finds no way out");
    arena_free(&h.a);
}

static void big_rooms_take_no_time(void **state)
{
    struct hall h;
    (void)state;
    static const int rows[] = {4, 10}, racks[] = {8, 20};
    for (int i = 0; i < 2; i++) {
        hall_make(&h, rows[i], racks[i], 1.05);
        clock_t t = clock();
        hall_solve(&h);
        double s = (double)(clock() - t) / CLOCKS_PER_SEC;
        print_message("%d racks, %d cells: %.0f ms, %d and %d steps, mean %.3f\n", h.room.n_rack,
                      h.f.cells, 1000 * s, h.f.flow_steps, h.f.heat_steps, h.f.mean_k);
        assert_true(h.f.flow_steps < 1000);
        assert_true(h.f.heat_steps < 1000);
        arena_free(&h.a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contained_aisle_is_cold), cmocka_unit_test(missing_air_is_exhaust),
        cmocka_unit_test(mirror_images_are_equal), cmocka_unit_test(ends_of_rows_are_hotter),
        cmocka_unit_test(a_hungry_rack_is_hotter), cmocka_unit_test(containment_helps),
        cmocka_unit_test(heat_is_linear),          cmocka_unit_test(closed_fronts_are_told),
        cmocka_unit_test(air_without_a_way_out_is_told),
        cmocka_unit_test(big_rooms_take_no_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
