#define _XOPEN_SOURCE 700 /* mkdtemp */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xlsxwriter.h>

#include "base/file.h"
#include "input/xlsx_read.h"
#include "near.h"
#include "zip_text.h"

struct fixture {
    struct arena arena;
    struct diags ds;
    char folder[64];
    const char *path;
};

static int set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    if (!f) return -1;
    f->arena = arena_new(NULL);
    f->ds = diags_new(&f->arena);
    memcpy(f->folder, "/tmp/dcplan-test-XXXXXX", 24);
    *state = f;
    if (!mkdtemp(f->folder)) return -1;
    f->path = arena_format(&f->arena, "%s/b.xlsx", f->folder);
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    (void)remove(f->path);
    (void)rmdir(f->folder);
    arena_free(&f->arena);
    free(f);
    return 0;
}

static bool read_book(struct fixture *f, struct xlsx_book *b)
{
    struct bytes s;
    assert_true(file_read(&f->arena, f->path, &s, &f->ds));
    return xlsx_read("b.xlsx", s.s, s.n, b, &f->arena, &f->ds);
}

static const char *message(const struct fixture *f, int i)
{
    struct arena *a = f->ds.arena;
    return i < f->ds.n ? message_text(a, &f->ds.item[i].what, NULL) : "";
}

static void expect_refused(struct fixture *f, const char *part)
{
    struct xlsx_book b;
    f->ds = diags_new(&f->arena);
    assert_false(read_book(f, &b));
    assert_int_equal(f->ds.n_error, 1);
    if (!strstr(message(f, 0), part)) fail_msg("'%s' has no '%s'", message(f, 0), part);
}

#define SHEET(rows) "<worksheet " MAIN "><sheetData>" rows "</sheetData></worksheet>"
#define TEXTS                                                                                      \
    "<sst " MAIN "><si><t>rack</t></si><si><r><t>two </t></r><r><t xml:space=\"preserve\">runs "   \
    "</t></r><rPh sb=\"0\" eb=\"1\"><t>kana</t></rPh></si><si><t/></si></sst>"

static void write_parts(struct fixture *f, const char *sheet, const char *texts)
{
    struct zip_text part[] = {ZIP_BOOK, {"book/sheets/one.xml", sheet}, {"book/texts.xml", texts}};
    assert_true(zip_texts(f->path, part, sizeof part / sizeof *part));
}

static void expect_cell(const struct xlsx_sheet *s, int i, int row, int column, const char *text)
{
    assert_true(i < s->n);
    assert_int_equal(s->cell[i].row, row);
    assert_int_equal(s->cell[i].column, column);
    assert_string_equal(s->cell[i].text, text);
}

static void every_kind_of_cell(void **state)
{
    struct fixture *f = *state;
    struct xlsx_book b;
    write_parts(f,
                SHEET("<row r=\"2\"><c r=\"B2\" t=\"s\"><v>0</v></c><c t=\"s\"><v>1</v></c>"
                      "<c r=\"AA2\"><f>1/3</f><v>0.10000000000000001</v></c></row>"
                      "<row><c t=\"inlineStr\"><is><t>in</t><rPh><t>k</t></rPh></is></c>"
                      "<c t=\"b\"><v>1</v></c><c t=\"b\"><v>0</v></c><c t=\"str\"><f>A1</f>"
                      "<v>=x</v></c><c t=\"e\"><v>#REF!</v></c><c s=\"4\"/>"
                      "<c t=\"s\"><v>2</v></c><c t=\"n\"><v>1E3</v></c></row>"),
                TEXTS);
    assert_true(read_book(f, &b));
    assert_int_equal(b.n_sheet, 1);
    assert_string_equal(b.sheet[0].name, "One & all");
    const struct xlsx_sheet *s = xlsx_sheet(&b, "one & ALL");
    assert_non_null(s);
    assert_null(xlsx_sheet(&b, "Chart"));
    assert_int_equal(s->n, 9);
    expect_cell(s, 0, 2, 2, "rack");
    expect_cell(s, 1, 2, 3, "two runs");
    expect_cell(s, 2, 2, 27, "0.1");
    expect_cell(s, 3, 3, 1, "in");
    expect_cell(s, 4, 3, 2, "yes");
    expect_cell(s, 5, 3, 3, "no");
    expect_cell(s, 6, 3, 4, "=x");
    expect_cell(s, 7, 3, 5, "#REF!");
    expect_cell(s, 8, 3, 8, "1000");
}

static void our_own_workbooks(void **state)
{
    struct fixture *f = *state;
    struct xlsx_book b;
    struct csv t;
    lxw_workbook *book = workbook_new(f->path);
    lxw_worksheet *one = workbook_add_worksheet(book, "Servers");
    (void)workbook_add_worksheet(book, "Empty");
    worksheet_write_string(one, 0, 0, "A title", NULL);
    worksheet_write_string(one, 2, 0, "rack", NULL);
    worksheet_write_string(one, 2, 1, "unit, U", NULL);
    worksheet_write_string(one, 3, 0,
                           "r\xC3\xA4"
                           "ck <1>",
                           NULL);
    worksheet_write_number(one, 3, 1, 12, NULL);
    worksheet_write_number(one, 5, 1, 312.5, NULL);
    worksheet_write_string(one, 6, 4, "a remark beside the table", NULL);
    assert_int_equal(workbook_close(book), LXW_NO_ERROR);
    assert_true(read_book(f, &b));
    assert_int_equal(b.n_sheet, 2);
    assert_int_equal(b.sheet[1].n, 0);
    assert_true(xlsx_table(&b, xlsx_sheet(&b, "Servers"), 3, &t, &f->arena, &f->ds));
    assert_string_equal(t.file, "b.xlsx[Servers]");
    assert_int_equal(t.n_col, 2);
    assert_int_equal(t.n_row, 2);
    assert_string_equal(t.head[1], "unit, U");
    assert_string_equal(t.cell[0], "r\xC3\xA4"
                                   "ck <1>");
    assert_string_equal(t.cell[1], "12");
    assert_string_equal(t.cell[2], "");
    assert_string_equal(t.cell[3], "312.5");
    assert_int_equal(t.line[0], 4);
    assert_int_equal(t.line[1], 6);
}

static void the_same_head_twice(void **state)
{
    struct fixture *f = *state;
    struct xlsx_book b;
    struct csv t;
    write_parts(f, SHEET("<row><c t=\"str\"><v>u</v></c><c/><c t=\"str\"><v>u</v></c></row>"),
                TEXTS);
    assert_true(read_book(f, &b));
    assert_false(xlsx_table(&b, &b.sheet[0], 1, &t, &f->arena, &f->ds));
    assert_int_equal(f->ds.item[0].place.line, 1);
    assert_int_equal(f->ds.item[0].place.col, 3);
}

static void broken_sheets(void **state)
{
    struct fixture *f = *state;
    write_parts(f, SHEET("<row r=\"0\"><c><v>1</v></c></row>"), TEXTS);
    expect_refused(f, "a row has no proper number");
    write_parts(f, SHEET("<row><c r=\"ZZZZ1\"><v>1</v></c></row>"), TEXTS);
    expect_refused(f, "a cell has no proper address");
    write_parts(f, SHEET("<row r=\"2\"><c r=\"A3\"><v>1</v></c></row>"), TEXTS);
    expect_refused(f, "a cell stands in another row");
    write_parts(f, SHEET("<row r=\"1\"><c><v>1</v></c></row><row r=\"1\"><c><v>2</v></c></row>"),
                TEXTS);
    expect_refused(f, "a cell stands there twice");
    write_parts(f, SHEET("<row><c t=\"s\"><v>3</v></c></row>"), TEXTS);
    expect_refused(f, "names a text that the workbook does not have");
    write_parts(f, "<worksheet><row></worksheet>", TEXTS);
    expect_refused(f, "broken XML: mismatched tag");
    write_parts(f, "<!DOCTYPE x [<!ENTITY a \"b\">]><worksheet>&a;</worksheet>", TEXTS);
    expect_refused(f, "declares a document type");
}

static void broken_archives(void **state)
{
    struct fixture *f = *state;
    struct bytes s;
    const struct zip_text stray[] = {{"readme.txt", "no workbook"}};
    const struct zip_text no_sheet[] = {ZIP_BOOK, {"book/texts.xml", TEXTS}};
    assert_true(zip_texts(f->path, stray, 1));
    expect_refused(f, "no workbook");
    assert_true(zip_texts(f->path, no_sheet, sizeof no_sheet / sizeof *no_sheet));
    expect_refused(f, "book/sheets/one.xml in the archive is missing");
    assert_true(file_write(&f->arena, f->path, "rack,u\n", 7, &f->ds));
    expect_refused(f, "no ZIP archive");
    assert_true(file_write(&f->arena, f->path, "\xD0\xCF\x11\xE0\xA1\xB1", 6, &f->ds));
    expect_refused(f, "old XLS workbook");
    write_parts(f, SHEET("<row><c><v>1</v></c></row>"), TEXTS);
    assert_true(file_read(&f->arena, f->path, &s, &f->ds));
    char *bad = arena_text(&f->arena, s.s, s.n);
    char *at = bad;
    while (memcmp(at, "book/texts.xml", 14) != 0) at++;
    at[14 + 10] = (char)(at[14 + 10] ^ 0x55); /* within the packed text that follows the name */
    assert_true(file_write(&f->arena, f->path, bad, s.n, &f->ds));
    expect_refused(f, "is damaged");
}

/* 80 MB of blanks that pack to 80 kB. */
static void a_bomb(void **state)
{
    struct fixture *f = *state;
    size_t n = 80000000;
    char *blanks = malloc(n + 1);
    assert_non_null(blanks);
    memset(blanks, ' ', n);
    blanks[n] = '\0';
    write_parts(f, blanks, TEXTS);
    expect_refused(f, "unpacks to more than is read");
    free(blanks);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_kind_of_cell, set_up, tear_down),
        cmocka_unit_test_setup_teardown(our_own_workbooks, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_same_head_twice, set_up, tear_down),
        cmocka_unit_test_setup_teardown(broken_sheets, set_up, tear_down),
        cmocka_unit_test_setup_teardown(broken_archives, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_bomb, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
