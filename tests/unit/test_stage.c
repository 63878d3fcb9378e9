/* Sets of files that appear together. */

#include "near.h"

#include "base/file.h"
#include "base/stage.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct setup {
    struct arena arena;
    struct diags ds;
    char folder[64];
};

static int make(void **state)
{
    struct setup *s = calloc(1, sizeof *s);
    s->arena = arena_new(NULL);
    s->ds = diags_new(&s->arena);
    strcpy(s->folder, "/tmp/dcplan-stage-XXXXXX");
    *state = s;
    return mkdtemp(s->folder) ? 0 : -1;
}

static int drop(void **state)
{
    struct setup *s = *state;
    stage_discard(&s->arena, s->folder);
    arena_free(&s->arena);
    free(s);
    return 0;
}

static void put(struct setup *s, const char *folder, const char *name, const char *text)
{
    assert_true(file_write(&s->arena, arena_format(&s->arena, "%s/%s", folder, name), text,
                           strlen(text), &s->ds));
}

static void expect(struct setup *s, const char *name, const char *text)
{
    struct bytes b;
    assert_true(
        file_read(&s->arena, arena_format(&s->arena, "%s/%s", s->folder, name), &b, &s->ds));
    assert_string_equal(b.s, text);
}

static void test_new_files_replace_old_ones(void **state)
{
    struct setup *s = *state;
    put(s, s->folder, "a", "old");
    put(s, s->folder, "other", "kept");
    const char *stage = stage_open(&s->arena, s->folder, &s->ds);
    assert_non_null(stage);
    assert_true(folder_make(&s->arena, arena_format(&s->arena, "%s/charts", stage), &s->ds));
    put(s, stage, "a", "new");
    put(s, stage, "charts/b", "chart");
    expect(s, "a", "old");
    assert_true(stage_publish(&s->arena, stage, s->folder, &s->ds));
    expect(s, "a", "new");
    expect(s, "charts/b", "chart");
    expect(s, "other", "kept");
    assert_false(file_exists(stage));
}

static void test_discarded_stage_leaves_the_old(void **state)
{
    struct setup *s = *state;
    put(s, s->folder, "a", "old");
    const char *stage = stage_open(&s->arena, s->folder, &s->ds);
    put(s, stage, "a", "new");
    stage_discard(&s->arena, stage);
    expect(s, "a", "old");
    assert_false(file_exists(stage));
}

static void test_folder_that_cannot_be(void **state)
{
    struct setup *s = *state;
    put(s, s->folder, "a", "a file");
    assert_null(stage_open(&s->arena, arena_format(&s->arena, "%s/a", s->folder), &s->ds));
    assert_int_equal(s->ds.n_error, 1);
    assert_int_equal(s->ds.item[0].class, DIAG_OUTPUT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_new_files_replace_old_ones, make, drop),
        cmocka_unit_test_setup_teardown(test_discarded_stage_leaves_the_old, make, drop),
        cmocka_unit_test_setup_teardown(test_folder_that_cannot_be, make, drop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
