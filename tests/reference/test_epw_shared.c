/* Every weather file in the shared folder loads, or is refused for the reason
   given here.  Skips when the folder is absent. */

#include "near.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "physics/epw.h"

struct refusal {
    const char *file, *reason;
};

static const struct refusal refusals[] = {
    {"clima_test_61bytes.epw", "not an EPW file"},
    {"multiyear.epw", "not a whole year: 16 rows"},
};

struct count {
    int files, refused;
};

static const struct refusal *expected(const char *file)
{
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++)
        if (strcmp(refusals[i].file, file) == 0) return &refusals[i];
    return NULL;
}

static void check_year(const struct weather *w)
{
    double sum = 0;
    for (int h = 0; h < w->n; h++) {
        assert_true(isfinite(w->t_c[h]) && isfinite(w->w[h]) && isfinite(w->wb_c[h]));
        assert_true(w->dew_c[h] <= w->t_c[h] && w->wb_c[h] <= w->t_c[h] + 1e-6);
        assert_true(w->wb_c[h] >= w->dew_c[h] - 0.7);
        sum += w->t_c[h];
    }
    assert_in_range(w->n, 8760, 8784);
    assert_within(sum / w->n, 10, 25);
}

static void check_file(const char *folder, const char *file, struct count *c)
{
    struct arena a = arena_new(NULL);
    struct diags ds = diags_new(&a);
    struct bytes text;
    struct weather w;
    const struct refusal *no = expected(file);
    const char *path = arena_format(&a, "%s/%s", folder, file);
    assert_true(file_read(&a, path, &text, &ds));
    bool ok = epw_parse(file, text, &w, &a, &ds);
    const char *why = ok ? "" : message_text(&a, &ds.item[ds.n - 1].what, NULL);
    if (ok == (no != NULL)) print_error("%s: %s\n", file, ok ? "was accepted" : why);
    assert_int_equal(ok, no == NULL);
    if (ok)
        check_year(&w);
    else
        assert_non_null(strstr(why, no->reason));
    c->files++;
    c->refused += !ok;
    arena_free(&a);
}

static void check_folder(const char *folder, struct count *c)
{
    DIR *d = opendir(folder);
    if (!d) skip();
    for (struct dirent *e; (e = readdir(d));)
        if (strstr(e->d_name, ".epw")) check_file(folder, e->d_name, c);
    closedir(d);
}

static void all_files(void **state)
{
    struct count c = {0};
    (void)state;
    check_folder(DCPLAN_SHARED_DATA "/epw", &c);
    check_folder(DCPLAN_SHARED_DATA "/epw_odd", &c);
    assert_true(c.files > 0);
    print_message("%d files, %d refused\n", c.files, c.refused);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_files)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
