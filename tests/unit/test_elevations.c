#define _XOPEN_SOURCE 700 /* mkdtemp */

/* Elevations out and in again: what is written, and what an edit of it comes to. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "input/xlsx_read.h"
#include "output/csv_elevations.h"
#include "output/xlsx_elevations.h"
#include "plan/elevations_edit.h"
#include "toy_site.h"

static const char site_text[] =
    "[room hall]\n[crac c]\nairflow = 40 m3/s\nfan_power = 0 kW\ncapacity = 900 kW\ncop = 4\n"
    "from = utility.grid\n[rack r]\ncount = 3\nunits = 20 U\nreserved = 20 U\n[rack x]\n"
    "units = 10 U\n"
    "[server gpu]\ncount = 5\nheight = 4 U\nweight = 50 kg\nrack = r, x\nfrom = utility.grid\n"
    "airflow = 1000 cfm\npower_idle = 1 kW\npower_typical = 3 kW\npower_maximum = 4 kW\n"
    "at = r#2:3\nnames = first\n"
    "[server web]\ncount = 9\nheight = 1 U\nrack = x\nfrom = utility.grid\nairflow = 10 cfm\n"
    "power_idle = 0.1 kW\npower_typical = 0.2 kW\npower_maximum = 0.3 kW\n"
    "[server strip]\nheight = 0 U\nrack = x\nfrom = utility.grid\nairflow = 1 cfm\n"
    "power_idle = 10 W\npower_typical = 10 W\npower_maximum = 10 W\n";

struct fixture {
    struct toy t;
    struct rack_plan plan;
    struct elevations e;
    const char *csv;
    struct elevation_edit edit;
    char folder[64];
};

static int set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    if (!f) return -1;
    *state = f;
    memcpy(f->folder, "/tmp/dcplan-test-XXXXXX", 24);
    if (!mkdtemp(f->folder) || !toy_read(&f->t, site_text)) return -1;
    f->plan = place_servers(&f->t.site, &f->t.arena);
    f->e = elevations_make(&f->t.site, &f->plan, &f->t.arena);
    struct builder b = builder_new(&f->t.arena);
    csv_elevations(&f->t.site, &f->e, &b);
    f->csv = b.s;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    (void)remove(arena_format(&f->t.arena, "%s/e.xlsx", f->folder));
    (void)rmdir(f->folder);
    toy_free(&f->t);
    free(f);
    return 0;
}

static bool edit(struct fixture *f, const char *csv)
{
    struct csv table;
    f->t.ds = diags_new(&f->t.arena);
    return elevations_read("e.csv", csv, strlen(csv), &table, &f->t.arena, &f->t.ds) &&
           elevations_edit(&table, &f->t.site, &f->plan, &f->edit, &f->t.arena, &f->t.ds);
}

static void expect_counts(const struct fixture *f, int same, int moved, int added, int removed,
                          int renamed)
{
    const struct elevation_edit *e = &f->edit;
    assert_int_equal(e->n_same, same);
    assert_int_equal(e->n_moved, moved);
    assert_int_equal(e->n_added, added);
    assert_int_equal(e->n_removed, removed);
    assert_int_equal(e->n_renamed, renamed);
    assert_int_equal(e->n, moved + added + removed + renamed);
}

static void has(const struct fixture *f, const char *part)
{
    if (!strstr(f->edit.overlay, part)) fail_msg("no '%s' in\n%s", part, f->edit.overlay);
}

/* The site with the overlay after it, placed. */
static void load_over(struct fixture *f, struct toy *t)
{
    if (!toy_read_over(t, site_text, f->edit.overlay)) {
        toy_print(t);
        fail_msg("the overlay does not load:\n%s", f->edit.overlay);
    }
    t->racks = place_servers(&t->site, &t->arena);
}

/* The same servers in the same places, whether fixed or not. */
static void expect_same_places(struct fixture *f, const struct elevations *now)
{
    assert_int_equal(now->n, f->e.n);
    for (int i = 0; i < now->n; i++) {
        const struct elevation_row *x = &now->row[i], *y = &f->e.row[i];
        assert_int_equal(x->rack, y->rack);
        assert_int_equal(x->unit, y->unit);
        assert_int_equal(x->server, y->server);
        assert_int_equal(x->k, y->k);
        assert_string_equal(x->name, y->name);
        assert_true((isnan(x->u) && isnan(y->u)) || (x->u <= y->u && x->u >= y->u));
    }
}

/* By hand: gpu first at r#2:3; then from r#1 up, three of five; x takes no more than two, of
   which the web servers leave none. */
static void what_is_written(void **state)
{
    struct fixture *f = *state;
    static const char start[] =
        "rack,number,U,\"height, U\",server,model,name,\"maximum, W\",\"weight, kg\",feeds,fixed\n"
        "r,1,13,4,gpu,,gpu#5,4000,50,utility.grid,no\n"
        "r,1,9,4,gpu,,gpu#4,4000,50,utility.grid,no\n"
        "r,1,5,4,gpu,,gpu#3,4000,50,utility.grid,no\n"
        "r,1,1,4,gpu,,gpu#2,4000,50,utility.grid,no\n"
        "r,2,3,4,gpu,,first,4000,50,utility.grid,yes\n"
        "x,1,9,1,web,,web#9,300,,utility.grid,no\n";
    if (strncmp(f->csv, start, sizeof start - 1)) fail_msg("not as by hand:\n%s", f->csv);
    assert_non_null(strstr(f->csv, "\nx,1,,0,strip,,strip,10,,utility.grid,no\n"));
    assert_int_equal(f->e.n, 5 + 9 + 1);
}

static void nothing_changed(void **state)
{
    struct fixture *f = *state;
    struct toy t;
    assert_true(edit(f, f->csv));
    expect_counts(f, 15, 0, 0, 0, 0);
    assert_int_equal(f->t.ds.n, 0);
    has(f, "[server gpu]\nat = r#2:3, r#1:1, r#1:5, r#1:9, r#1:13\n");
    load_over(f, &t);
    struct elevations now = elevations_make(&t.site, &t.racks, &t.arena);
    expect_same_places(f, &now);
    toy_free(&t);
}

static void moved_added_removed_renamed(void **state)
{
    struct fixture *f = *state;
    struct toy t;
    struct arena *a = &f->t.arena;
    const char *s = toy_replace(a, f->csv, "r,1,13,4,gpu,,gpu#5", "r,3,15.5,4,gpu,,gpu#5");
    s = toy_replace(a, s, "r,1,9,4,gpu,,gpu#4,4000,50,utility.grid,no\n", "");
    s = toy_replace(a, s, ",first,", ",prime,");
    s = arena_format(a, "%sr#3,,1,,gpu,,new one,,,,\nx,1,10,,web,,,,,,\n", s);
    assert_true(edit(f, s));
    expect_counts(f, 12, 1, 2, 1, 1);
    has(f, "[server gpu]\nat = r#2:3, r#1:1, r#1:5, r#3:15.5, r#3:1\n"
           "names = prime, gpu#2, gpu#3, gpu#5, new one\n");
    has(f, "[server web]\ncount = 10\nat = x:1, x:2,");
    assert_null(strstr(f->edit.overlay, "names = web"));
    load_over(f, &t);
    struct elevations now = elevations_make(&t.site, &t.racks, &t.arena);
    assert_int_equal(now.n, 16);
    toy_free(&t);
    assert_string_equal(f->edit.change[0].name, "gpu#5");
    assert_string_equal(f->edit.change[0].from, "r#1:13");
    assert_string_equal(f->edit.change[0].to, "r#3:15.5");
    assert_int_equal(f->edit.change[0].line, 2);
}

/* All rows of a section gone; what has no place in the table stays wanted. */
static void all_gone(void **state)
{
    struct fixture *f = *state;
    struct toy t;
    assert_true(edit(f, "rack,U,server\nx,1,strip\n"));
    expect_counts(f, 1, 0, 0, 14, 0);
    has(f, "[server gpu]\ncount = 0\nat =\nnames =\n");
    load_over(f, &t);
    assert_int_equal(t.racks.placement.n, 1);
    toy_free(&t);
}

/* Without names it is where they stand that counts: one that stands elsewhere has moved. */
static void without_names(void **state)
{
    struct fixture *f = *state;
    assert_true(edit(f, "cabinet,number,unit,section\nr,2,3,gpu\nr,3,1,gpu\nr,1,5,gpu\nr,1,9,gpu\n"
                        "r,1,13,gpu\nx,,1,web\nx,,2,web\nx,,3,web\nx,,4,web\nx,,5,web\nx,,6,web\n"
                        "x,,7,web\nx,,8,web\nx,,9,web\nx,,,strip\n"));
    expect_counts(f, 14, 1, 0, 0, 0);
    has(f, "at = r#2:3, r#3:1, r#1:5, r#1:9, r#1:13\n");
    assert_string_equal(f->edit.change[0].name, "gpu#2");
}

static void columns_that_only_tell(void **state)
{
    struct fixture *f = *state;
    const char *s = toy_replace(&f->t.arena, f->csv, "gpu#5,4000,", "gpu#5,4500,");
    assert_true(edit(f, s));
    expect_counts(f, 15, 0, 0, 0, 0);
    assert_int_equal(f->t.ds.n_warning, 1);
    assert_string_equal(message_text(&f->t.arena, &f->t.ds.item[0].what, NULL),
                        "column 'maximum' was changed in 1 rows, but is not read back");
    assert_int_equal(f->t.ds.item[0].place.line, 2);
}

static void what_cannot_be(void **state)
{
    struct fixture *f = *state;
    static const struct {
        const char *rows, *says;
        int line, col;
    } at[] = {
        {"r,4,1,gpu,\n", "no such number of rack 'r'", 2, 2},
        {"r,1.5,1,gpu,\n", "no such number of rack 'r'", 2, 2},
        {"r,,1,gpu,\n", "which of the racks 'r' is it?", 2, 1},
        {"r#2,3,1,gpu,\n", "rack 'r#2' has another number", 2, 1},
        {"q,1,1,gpu,\n", "there is no rack 'q'", 2, 1},
        {",1,1,gpu,\n", "no rack", 2, 1},
        {"r,1,1,gpv,\n", "there is no server section 'gpv'", 2, 4},
        {"r,1,1,,\n", "no server section", 2, 4},
        {"r,1,,gpu,\n", "no unit for 'gpu'", 2, 3},
        {"r,1,1.3,gpu,\n", "'1.3' is neither a whole nor a half unit", 2, 3},
        {"r,1,0,gpu,\n", "outside 1 to", 2, 3},
        {"r,1,18,gpu,\n", "'r#1:18' is higher than the rack", 2, 3},
        {"r,1,17,gpu,\n", "'r#1:17' is reserved", 2, 3},
        {"r,1,1,gpu,\nr,1,4,gpu,\n", "'r#1:4' is taken by the server of row 2", 3, 3},
        {"r,1,1,gpu,a\nr,2,1,gpu,a\n", "name 'a' stands in row 2, too", 3, 5},
        {"r,1,1,gpu,\"a, b\"\n", "holds a comma", 2, 5},
    };
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        const char *csv = arena_format(&f->t.arena, "rack,number,U,server,name\n%s", at[i].rows);
        if (edit(f, csv)) fail_msg("was read: %s", at[i].rows);
        const char *s = message_text(&f->t.arena, &f->t.ds.item[0].what, NULL);
        if (!strstr(s, at[i].says)) fail_msg("'%s', not '%s'", s, at[i].says);
        assert_int_equal(f->t.ds.item[0].place.line, at[i].line);
        assert_int_equal(f->t.ds.item[0].place.col, at[i].col);
    }
    assert_false(edit(f, "rack,server\nr,gpu\n"));
    assert_string_equal(message_text(&f->t.arena, &f->t.ds.item[0].what, NULL), "no column 'U'");
}

/* Names that a spreadsheet would run come back as they were. */
static void risky_names(void **state)
{
    struct fixture *f = *state;
    const char *s = toy_replace(&f->t.arena, f->csv, ",first,", ",'=first,");
    assert_true(edit(f, s));
    has(f, "names = =first, gpu#2");
}

static void as_a_workbook(void **state)
{
    struct fixture *f = *state;
    struct toy t;
    struct bytes one, two;
    struct csv table;
    struct xlsx_book book;
    struct arena *a = &f->t.arena;
    const char *path = arena_format(a, "%s/e.xlsx", f->folder);
    struct xlsx_info info = {.title = "Toy & <co>", .scenario = "toy", .date = "2026-01-01"};
    f->t.ds = diags_new(a);
    for (int i = 0; i < 2; i++) {
        assert_true(xlsx_elevations(&f->t.site, &f->plan, &f->e, &info, path, a, &f->t.ds));
        assert_true(file_read(a, path, i ? &two : &one, &f->t.ds));
    }
    assert_int_equal(one.n, two.n);
    assert_memory_equal(one.s, two.s, one.n);
    assert_true(elevations_read(path, one.s, one.n, &table, a, &f->t.ds));
    assert_int_equal(table.n_row, f->e.n);
    assert_int_equal(table.line[0], 5);
    assert_true(elevations_edit(&table, &f->t.site, &f->plan, &f->edit, a, &f->t.ds));
    expect_counts(f, 15, 0, 0, 0, 0);
    assert_int_equal(f->t.ds.n, 0);
    load_over(f, &t);
    struct elevations now = elevations_make(&t.site, &t.racks, &t.arena);
    expect_same_places(f, &now);
    toy_free(&t);
    assert_true(xlsx_read(path, one.s, one.n, &book, a, &f->t.ds));
    assert_int_equal(book.n_sheet, 3);
    const struct xlsx_sheet *picture = xlsx_sheet(&book, "Elevation 1");
    assert_non_null(picture);
    int found = 0;
    for (int i = 0; i < picture->n; i++) {
        const struct xlsx_cell *c = &picture->cell[i];
        /* 20 U: row 5 is unit 20, so that "first" of r#2 spans units 3 to 6, rows 19 to 22 */
        if (!strcmp(c->text, "first")) found += c->row == 19 && c->column == 3;
        if (!strcmp(c->text, "reserved")) found += c->row == 5;
        /* below the 20 units: W, kg, U; web servers of rack x have no weight */
        if (!strcmp(c->text, "not known")) found += c->row == 26 && c->column == 5;
        if (!strcmp(c->text, "200")) found += c->row == 26 && c->column == 2;
    }
    assert_int_equal(found, 1 + 3 + 1 + 1);
}

/* One of half a unit below one of one and a half: the picture's cell of units 2 and 3 names both. */
static void halves_share_a_cell(void **state)
{
    struct fixture *f = *state;
    struct toy t;
    struct xlsx_book book;
    struct bytes b;
    struct xlsx_info info = {.title = "T", .scenario = "toy", .date = "2026-01-01"};
#define HALF                                                                                       \
    "rack = x\nfrom = utility.grid\nairflow = 10 cfm\npower_idle = 1 W\n"                          \
    "power_typical = 1 W\npower_maximum = 1 W\n"
    assert_true(toy_read(&t, "[room hall]\n[crac c]\nairflow = 40 m3/s\nfan_power = 0 kW\n"
                             "capacity = 900 kW\ncop = 4\nfrom = utility.grid\n[rack x]\n"
                             "units = 10 U\n[server wide]\nheight = 1.5 U\nat = x:2.5\n" HALF
                             "[server half]\nheight = 0.5 U\nat = x:2\n" HALF));
    struct arena *a = &t.arena;
    struct rack_plan plan = place_servers(&t.site, a);
    struct elevations e = elevations_make(&t.site, &plan, a);
    const char *path = arena_format(a, "%s/e.xlsx", f->folder);
    assert_true(xlsx_elevations(&t.site, &plan, &e, &info, path, a, &t.ds));
    assert_true(file_read(a, path, &b, &t.ds) && xlsx_read(path, b.s, b.n, &book, a, &t.ds));
    const struct xlsx_sheet *picture = xlsx_sheet(&book, "Elevation 1");
    int found = 0;
    for (int i = 0; i < picture->n; i++) /* 10 U: row 5 is unit 10, row 12 unit 3 */
        found += picture->cell[i].row == 12 && !strcmp(picture->cell[i].text, "wide; half");
    assert_int_equal(found, 1);
    toy_free(&t);
}

/* A rack of North America is no cell that says nothing. */
static void a_rack_called_na(void **state)
{
    (void)state;
    struct fixture f = {0};
    assert_true(toy_read(&f.t, "[room hall]\n[crac c]\nairflow = 40 m3/s\nfan_power = 0 kW\n"
                               "capacity = 900 kW\ncop = 4\nfrom = utility.grid\n[rack NA]\n"
                               "units = 10 U\n[server unknown]\nheight = 1 U\nrack = NA\n"
                               "from = utility.grid\nairflow = 10 cfm\npower_idle = 10 W\n"
                               "power_typical = 10 W\npower_maximum = 10 W\n"));
    f.plan = place_servers(&f.t.site, &f.t.arena);
    assert_true(edit(&f, "rack,number,U,server,name\nNA,1,5,unknown,\n"));
    expect_counts(&f, 0, 1, 0, 0, 0);
    has(&f, "at = NA:5\n");
    toy_free(&f.t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_is_written, set_up, tear_down),
        cmocka_unit_test_setup_teardown(nothing_changed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(moved_added_removed_renamed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(all_gone, set_up, tear_down),
        cmocka_unit_test_setup_teardown(without_names, set_up, tear_down),
        cmocka_unit_test_setup_teardown(columns_that_only_tell, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_cannot_be, set_up, tear_down),
        cmocka_unit_test_setup_teardown(risky_names, set_up, tear_down),
        cmocka_unit_test_setup_teardown(as_a_workbook, set_up, tear_down),
        cmocka_unit_test_setup_teardown(halves_share_a_cell, set_up, tear_down),
        cmocka_unit_test(a_rack_called_na),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
