/* Drawings of racks and floors of random sites: numbers are finite or missing, racks that are
   joined add up to all, nothing lies outside or over another text. */

#include "page_check.h"
#include "rack_case.h"
#include "random_site.h"

#include "output/elevation_drawing.h"
#include "output/floor_heat_drawing.h"
#include "output/palette.h"

enum { SITES = 60, HOURS = 12 };

static void check_uses(const struct elevation *e)
{
    const struct elevation_use *use[] = {&e->power_w, &e->kg, &e->u, &e->airflow_m3_s};
    for (int i = 0; i < 4; i++) {
        assert_true(isfinite(use[i]->used));
        assert_int_equal(isnan(use[i]->share), !(use[i]->limit > 0));
        if (use[i]->is_over) assert_true(e->is_over && use[i]->used > use[i]->limit);
    }
    assert_true(e->free_u >= 0 && e->free_u + e->u.used >= e->units_u - e->n_reserved - 1e-9);
    for (int i = 0; i < e->n_feed; i++) {
        const struct elevation_feed *f = &e->feed[i];
        assert_false(isinf(f->load) || isinf(f->worst) || isinf(f->worst_a));
        if (!isnan(f->worst)) assert_true(f->worst >= f->load);
        if (f->worst_state) assert_true(f->worst > f->load);
        if (f->is_over) assert_true(e->is_over);
    }
}

static void check_sums(const struct elevation_set *e, const struct rack_case *c)
{
    int racks = 0, servers = 0, placed = 0;
    for (int i = 0; i < e->n; i++) {
        racks += 1 + e->item[i].alike;
        servers += e->item[i].n_item * (1 + e->item[i].alike);
        check_uses(&e->item[i]);
    }
    for (int i = 0; i < c->t.racks.placement.n; i++)
        if (c->t.racks.placement.item[i].rack >= 0) placed += c->t.racks.placement.item[i].count;
    assert_int_equal(racks, e->n_rack);
    assert_int_equal(servers, placed);
}

static int hatched(const struct scene *s)
{
    int n = 0;
    for (int i = 0; i < s->n; i++)
        n += s->mark[i].kind == MARK_BOX && s->mark[i].pen.hatch == HATCH_RISING &&
             s->mark[i].pen.hatch_colour == BAD;
    return n;
}

static void check_page(const struct scene *s)
{
    assert_marks_inside(s);
    assert_no_text_over_text(s);
}

static void draw(struct rack_case *c, struct typeset *t, double width)
{
    struct arena *a = &c->t.arena;
    const struct elevation_set *e = c->r.elevations;
    for (int page = 0; page < elevation_pages(e); page++) {
        struct scene *s = scene_new(a, t, width, 1.4 * width);
        elevation_draw(s, (struct rect){0, 0, width, 1.4 * width}, e, page);
        check_page(s);
    }
    for (int room = 0; room < c->r.n_room; room++) {
        const struct floor_heat *h = c->r.room[room].heat;
        for (int what = FLOOR_HEAT_ALL; h && what < N_HEAT; what++) {
            double height = floor_heat_height(h, what, width, 1.4 * width);
            struct scene *s = scene_new(a, t, width, height);
            floor_heat_draw(s, (struct rect){0, 0, width, height}, h, what);
            check_page(s);
            if (what >= 0) assert_int_equal(hatched(s) > 0, h->scale[what].count[HEAT_OVER] > 0);
        }
    }
}

static void drawings_of_random_sites(void **state)
{
    (void)state;
    int with_layout = 0;
    for (int seed = 1; seed <= SITES; seed++) {
        struct arena scratch = arena_new(NULL);
        struct rack_case c;
        struct random_site r = random_site_make((uint64_t)seed);
        random_site_toy(&r, random_site_text(&r, NULL, &scratch), HOURS, &c.t);
        rack_case_solve(&c, seed % 2);
        check_sums(c.r.elevations, &c);
        struct typeset *t = typeset_new(&c.t.arena);
        draw(&c, t, seed % 3 ? 499 : 746);
        with_layout += c.r.room[0].heat && !c.r.room[0].heat->is_schematic;
        typeset_free(t);
        toy_free(&c.t);
        arena_free(&scratch);
    }
    assert_true(with_layout >= 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(drawings_of_random_sites)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
