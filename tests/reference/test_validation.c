/* The table of validation: what must hold does, and validation.csv and the page that
   shows it are up to date. */

#include <stdio.h>

#include "near.h"
#include "validation_text.h"

struct setup {
    struct arena arena;
    struct checks checks;
    const char *csv, *page;
};

static const char *read_text(struct arena *a, const char *path)
{
    struct diags ds = diags_new(a);
    struct bytes text;
    return file_read(a, path, &text, &ds) ? text.s : NULL;
}

static int start(void **state)
{
    static struct setup s;
    s = (struct setup){.arena = arena_new(NULL)};
    struct arena *a = &s.arena;
    s.csv = read_text(a, DCPLAN_SOURCE_DIR "/tests/reference/validation.csv");
    s.page = read_text(a, DCPLAN_SOURCE_DIR "/docs/engineering.md");
    *state = &s;
    return checks_all(&s.checks, a) && s.csv && s.page ? 0 : -1;
}

static int stop(void **state)
{
    struct setup *s = *state;
    arena_free(&s->arena);
    return 0;
}

static void what_must_hold_does(void **state)
{
    struct setup *s = *state;
    int n = 0;
    for (int i = 0; i < s->checks.n; i++) {
        const struct check *c = &s->checks.c[i];
        if (!c->is_must) continue;
        if (!check_holds(c))
            print_error("%s: %s differs by %g\n", c->group, c->what, c->difference);
        assert_true(check_holds(c));
        n++;
    }
    assert_in_range(n, 15, CHECKS_CAP);
}

/* Another machine rounds otherwise; 5 % of what is allowed is not stale. */
static void csv_is_up_to_date(void **state)
{
    struct setup *s = *state;
    for (int i = 0; i < s->checks.n; i++) {
        struct check now = s->checks.c[i], then = now;
        if (!validation_from_csv(s->csv, &then, &s->arena))
            fail_msg("stale row, build the target validation-table: %s", now.what);
        double slack = isnan(now.limit) ? 1e-3 : fmax(0.05 * now.limit, 1e-15);
        assert_within(now.difference, then.difference, slack);
    }
}

static void page_shows_the_csv(void **state)
{
    struct setup *s = *state;
    if (!file_exists(DCPLAN_SHARED_DATA "/epw")) skip(); /* some rows are not computed */
    struct checks then = s->checks;
    for (int i = 0; i < then.n; i++)
        assert_true(validation_from_csv(s->csv, &then.c[i], &s->arena));
    const char *table = arena_format(&s->arena, "%s%s%s", validation_begin,
                                     validation_markdown(&then, &s->arena), validation_end);
    assert_non_null(strstr(s->page, table));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_must_hold_does),
                                       cmocka_unit_test(csv_is_up_to_date),
                                       cmocka_unit_test(page_shows_the_csv)};
    return cmocka_run_group_tests(tests, start, stop);
}
