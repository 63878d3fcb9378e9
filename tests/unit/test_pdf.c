/* Files: PDF, SVG and PNG open, do not vary, and appear whole or not at all. */

#include "near.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "mock_result.h"
#include "output/capacity_report.h"
#include "output/charts.h"
#include "output/pdf.h"

struct bench {
    struct arena a;
    struct diags ds;
    char folder[64];
};

static int set_up(void **state)
{
    static struct bench b;
    b.a = arena_new(NULL);
    b.ds = diags_new(&b.a);
    strncpy(b.folder, "/tmp/dcplan-pdf-XXXXXX", sizeof b.folder - 1);
    assert_non_null(mkdtemp(b.folder));
    *state = &b;
    return 0;
}

static int tear_down(void **state)
{
    struct bench *b = *state;
    const char *command = arena_format(&b->a, "rm -r '%s'", b->folder);
    int rc = system(command);
    arena_free(&b->a);
    return rc;
}

static const char *path(struct bench *b, const char *name)
{
    return arena_format(&b->a, "%s/%s", b->folder, name);
}

static struct bytes read_back(struct bench *b, const char *name)
{
    struct bytes x = {0};
    assert_true(file_read(&b->a, path(b, name), &x, &b->ds));
    return x;
}

static void write_report(struct bench *b, const char *name, const struct mock_options *o)
{
    struct date none = {0};
    const struct result *r = mock_result(&b->a, o);
    assert_true(capacity_report_write(r, none, PAPER_A4, path(b, name), &b->a, &b->ds));
}

static bool has(struct bytes x, const char *what)
{
    size_t n = strlen(what);
    for (size_t i = 0; i + n <= x.n; i++)
        if (memcmp(x.s + i, what, n) == 0) return true;
    return false;
}

static void test_pdf_is_whole(void **state)
{
    struct bench *b = *state;
    write_report(b, "a.pdf", &(struct mock_options){0});
    struct bytes x = read_back(b, "a.pdf");
    assert_memory_equal(x.s, "%PDF-1.5", 8);
    assert_true(has(x, "%%EOF"));
    assert_true(has(x, "/CreationDate (20260201000000Z)"));
    assert_true(has(x, "/ModDate (20260201000000Z)"));
    assert_true(has(x, "DejaVuSans"));
    assert_true(x.n < 1000000);
}

static void test_pdf_does_not_vary(void **state)
{
    struct bench *b = *state;
    struct mock_options o = {.title = "深圳机房 A", .is_broken = true, .n_failure = 12};
    write_report(b, "a.pdf", &o);
    sleep(1);
    write_report(b, "b.pdf", &o);
    struct bytes x = read_back(b, "a.pdf"), y = read_back(b, "b.pdf");
    assert_int_equal(x.n, y.n);
    assert_memory_equal(x.s, y.s, x.n);
}

static bool can_run(const char *tool)
{
    char command[128];
    snprintf(command, sizeof command, "command -v %s >/dev/null 2>&1", tool);
    return system(command) == 0;
}

static struct bytes output_of(struct bench *b, const char *command)
{
    const char *all = arena_format(&b->a, "%s > '%s'", command, path(b, "out.txt"));
    assert_int_equal(system(all), 0);
    return read_back(b, "out.txt");
}

static void test_poppler_reads_it(void **state)
{
    struct bench *b = *state;
    if (!can_run("pdfinfo") || !can_run("pdftotext")) skip();
    write_report(b, "a.pdf", &(struct mock_options){0});
    struct bytes info = output_of(b, arena_format(&b->a, "pdfinfo '%s'", path(b, "a.pdf")));
    assert_true(has(info, "Capacity report: Mock hall"));
    assert_true(has(info, "dcplan"));
    struct bytes text =
        output_of(b, arena_format(&b->a, "pdftotext -layout '%s' -", path(b, "a.pdf")));
    assert_true(has(text, "It fits"));
    assert_true(has(text, "Assumptions and sources"));
    struct bytes fonts = output_of(b, arena_format(&b->a, "pdffonts '%s'", path(b, "a.pdf")));
    assert_false(has(fonts, " no  no ")); /* embedded and subset */
}

static void test_link_to_nowhere_is_refused(void **state)
{
    struct bench *b = *state;
    struct typeset *t = typeset_new(&b->a);
    struct scene *s = scene_new(&b->a, t, 100, 100), *page[1] = {s};
    struct document d = {.title = "x", .width = 100, .height = 100, .n_page = 1, .page = page};
    scene_link(s, (struct rect){0, 0, 10, 10}, "nowhere");
    assert_false(pdf_write(&d, &(struct pdf_info){0}, path(b, "a.pdf"), &b->a, &b->ds));
    assert_false(file_exists(path(b, "a.pdf")));
    scene_target(s, 0, 0, "nowhere");
    assert_true(pdf_write(&d, &(struct pdf_info){0}, path(b, "a.pdf"), &b->a, &b->ds));
    typeset_free(t);
}

static void test_unwritable_folder_is_an_error(void **state)
{
    struct bench *b = *state;
    struct date none = {0};
    const struct result *r = mock_result(&b->a, &(struct mock_options){0});
    assert_false(capacity_report_write(r, none, PAPER_A4, path(b, "no/such/a.pdf"), &b->a, &b->ds));
    assert_int_equal(b->ds.n_error, 1);
    assert_int_equal(b->ds.item[0].class, DIAG_OUTPUT);
    assert_true(file_write(&b->a, path(b, "file"), "x", 1, &b->ds));
    assert_false(
        charts_write(r, path(b, "file"), &b->a, &b->ds)); /* a file where a folder should be */
}

static void test_full_disk_is_an_error(void **state)
{
    (void)state;
    FILE *full = fopen("/dev/full", "wb");
    if (!full) skip();
    setvbuf(full, NULL, _IONBF, 0);
    struct sink k = {.f = full};
    assert_int_equal(sink_write(&k, (const unsigned char *)"x", 1), CAIRO_STATUS_WRITE_ERROR);
    assert_true(k.has_failed);
    fclose(full);
}

static void test_charts_come_in_both_forms(void **state)
{
    struct bench *b = *state;
    static const char *const name[] = {"limits",           "pue-by-month", "load-duration",
                                       "coolant-duration", "pue-by-hour",  "pue-over-outdoor",
                                       "cost-by-month",    "one-line"};
    const struct result *r = mock_result(&b->a, &(struct mock_options){.n_failure = 3});
    assert_true(charts_write(r, path(b, "charts"), &b->a, &b->ds));
    for (size_t i = 0; i < sizeof name / sizeof name[0]; i++) {
        struct bytes svg = read_back(b, arena_format(&b->a, "charts/%s.svg", name[i]));
        struct bytes png = read_back(b, arena_format(&b->a, "charts/%s.png", name[i]));
        assert_true(has(svg, "</svg>"));
        assert_memory_equal(png.s, "\x89PNG\r\n\x1a\n", 8);
        assert_true(has(png, "IEND"));
    }
    r = mock_result(&b->a, &(struct mock_options){.has_no_coolant = true, .has_no_tariff = true});
    assert_true(charts_write(r, path(b, "fewer"), &b->a, &b->ds));
    assert_false(file_exists(path(b, "fewer/coolant-duration.svg")));
    assert_false(file_exists(path(b, "fewer/cost-by-month.svg")));
    assert_false(file_exists(path(b, "fewer/one-line.svg")));
}

static void test_missing_glyph_is_a_warning(void **state)
{
    struct bench *b = *state;
    write_report(b, "a.pdf", &(struct mock_options){.title = "room \xF4\x80\x80\x80"});
    assert_int_equal(b->ds.n_warning, 1);
    assert_int_equal(b->ds.n_error, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_pdf_is_whole, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_pdf_does_not_vary, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_poppler_reads_it, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_link_to_nowhere_is_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_unwritable_folder_is_an_error, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_full_disk_is_an_error, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_charts_come_in_both_forms, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_missing_glyph_is_a_warning, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
