/* Properties of elevations over random racks and servers: written and read back nothing moves,
   whatever row order; an edit that is accepted places every server where it says. */

#include <string.h>

#include "random_site.h"

#include "output/csv_elevations.h"
#include "plan/elevations_edit.h"

enum { SITES = 150 };

static const char *site_text(uint64_t *s, struct arena *a)
{
    struct builder b = builder_new(a);
    int racks = 1 + random_pick(s, 3), servers = 1 + random_pick(s, 4);
    builder_text(&b,
                 "[room hall]\n[crac c]\nairflow = 400 m3/s\nfan_power = 0 kW\ncapacity = 900 kW\n"
                 "cop = 4\nfrom = utility.grid\n");
    for (int r = 0; r < racks; r++)
        builder_format(&b, "[rack r%d]\ncount = %d\nunits = %d U\n%s", r, 1 + random_pick(s, 5),
                       10 + random_pick(s, 38), random_pick(s, 3) ? "" : "reserved = 1, 7 U\n");
    for (int v = 0; v < servers; v++) {
        builder_format(
            &b,
            "[server s%d]\ncount = %d\nheight = %g U\nrack = r%d%s\nfrom = utility.grid\n"
            "airflow = 10 cfm\npower_idle = 10 W\npower_typical = 20 W\n"
            "power_maximum = %d W\n",
            v, random_pick(s, 30), random_pick(s, 9) / 2.0, random_pick(s, racks),
            racks > 1 && random_pick(s, 2) ? ", r0" : "", 30 + random_pick(s, 500));
        if (random_pick(s, 3) == 0) builder_text(&b, "names =\n");
    }
    return b.s;
}

/* A server may name a rack twice: the site refuses that, and the case is passed over. */
static bool make(struct toy *t, const char *text, struct rack_plan *plan, struct elevations *e)
{
    if (!toy_read(t, text)) return false;
    *plan = place_servers(&t->site, &t->arena);
    *e = elevations_make(&t->site, plan, &t->arena);
    return true;
}

static bool same_row(const struct elevation_row *x, const struct elevation_row *y)
{
    bool same_u = (isnan(x->u) && isnan(y->u)) || (x->u <= y->u && x->u >= y->u);
    return x->rack == y->rack && x->unit == y->unit && x->server == y->server && x->k == y->k &&
           same_u && !strcmp(x->name, y->name);
}

/* Lines of the CSV below its head in another order. */
static const char *shuffled(const char *csv, uint64_t *s, struct arena *a)
{
    const char *line[4000];
    size_t length[4000];
    int n = 0;
    for (const char *at = csv; *at && n < 4000; at += length[n++]) {
        line[n] = at;
        length[n] = strcspn(at, "\n") + 1;
    }
    for (int i = n - 1; i > 1; i--) {
        int k = 1 + random_pick(s, i);
        const char *swap = line[i];
        size_t swap_length = length[i];
        line[i] = line[k];
        length[i] = length[k];
        line[k] = swap;
        length[k] = swap_length;
    }
    struct builder b = builder_new(a);
    for (int i = 0; i < n; i++) builder_add(&b, line[i], length[i]);
    return b.s;
}

static void read_back(struct toy *t, const struct rack_plan *plan, const char *csv,
                      struct elevation_edit *edit)
{
    struct csv table;
    t->ds = diags_new(&t->arena);
    assert_true(elevations_read("e.csv", csv, strlen(csv), &table, &t->arena, &t->ds));
    if (!elevations_edit(&table, &t->site, plan, edit, &t->arena, &t->ds)) {
        toy_print(t);
        fail_msg("not read back:\n%s", csv);
    }
}

static void out_and_in_again(void **state)
{
    (void)state;
    uint64_t s = 20260101;
    int tried = 0, rows = 0;
    for (int i = 0; i < SITES; i++) {
        struct toy t, after;
        struct rack_plan plan, now;
        struct elevations e, f;
        struct elevation_edit edit;
        struct arena a = arena_new(NULL);
        const char *text = site_text(&s, &a);
        if (!make(&t, text, &plan, &e)) {
            toy_free(&t);
            arena_free(&a);
            continue;
        }
        struct builder csv = builder_new(&t.arena);
        csv_elevations(&t.site, &e, &csv);
        read_back(&t, &plan, shuffled(csv.s, &s, &a), &edit);
        assert_int_equal(edit.n, 0);
        assert_int_equal(edit.n_same, e.n);
        if (!toy_read_over(&after, text, edit.overlay)) {
            toy_print(&after);
            fail_msg("case %d:\n%s\n%s", i, text, edit.overlay);
        }
        now = place_servers(&after.site, &after.arena);
        f = elevations_make(&after.site, &now, &after.arena);
        assert_int_equal(f.n, e.n);
        for (int k = 0; k < e.n; k++)
            if (!same_row(&e.row[k], &f.row[k]))
                fail_msg("case %d, row %d (%s):\n%s\n%s", i, k, e.row[k].name, text, edit.overlay);
        for (int v = 0; v < t.site.of[KIND_SERVER].n; v++)
            assert_int_equal(plan.placement.unplaced[v], now.placement.unplaced[v]);
        tried++;
        rows += e.n;
        toy_free(&after);
        toy_free(&t);
        arena_free(&a);
    }
    assert_true(tried > SITES / 2);
    assert_true(rows > 2000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(out_and_in_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
