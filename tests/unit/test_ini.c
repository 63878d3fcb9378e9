#include <string.h>

#include "input/ini.h"
#include "near.h"

struct fixture {
    struct arena arena;
    struct diags ds;
    struct ini ini;
    bool ok;
};

static struct fixture parse_bytes(const char *s, size_t n)
{
    struct fixture f = {.arena = arena_new(NULL)};
    f.ds = diags_new(&f.arena);
    struct arena a = f.arena;
    f.ds.arena = &a;
    f.ok = ini_parse_text("t.ini", s, n, &f.ini, &a, &f.ds);
    assert_int_equal(f.ok, f.ds.n_error == 0);
    f.arena = a;
    return f;
}

static struct fixture parse(const char *s)
{
    return parse_bytes(s, strlen(s));
}

static const char *value_of(const struct fixture *f, const char *key)
{
    for (int i = 0; i < f->ini.n; i++)
        if (f->ini.line[i].what == INI_KEY && strcmp(f->ini.line[i].key, key) == 0)
            return f->ini.line[i].value;
    return NULL;
}

static int keys(const struct fixture *f)
{
    int n = 0;
    for (int i = 0; i < f->ini.n; i++) n += f->ini.line[i].what == INI_KEY;
    return n;
}

static void refused(const char *s, size_t n, int line, int col)
{
    struct fixture f = parse_bytes(s, n);
    if (f.ok) fail_msg("passed: %s", s);
    assert_int_equal(f.ds.item[0].place.line, line);
    assert_int_equal(f.ds.item[0].place.col, col);
    arena_free(&f.arena);
}

#define REFUSED(s, line, col) refused((s), sizeof(s) - 1, (line), (col))

static void sections_keys_and_places(void **state)
{
    (void)state;
    struct fixture f = parse("; c\n[ups main]\r\n  power = 3 kW\n\tnamé  =x ; c\nlist += a\n");
    assert_true(f.ok);
    assert_int_equal(f.ini.n, 4);
    assert_int_equal(f.ini.line[0].what, INI_SECTION);
    assert_string_equal(f.ini.line[0].section, "ups main");
    assert_int_equal(f.ini.line[1].at_key.line, 3);
    assert_int_equal(f.ini.line[1].at_key.col, 3);
    assert_int_equal(f.ini.line[1].at_value.col, 11);
    assert_int_equal(f.ini.line[2].at_value.col, 9); /* columns are characters */
    assert_string_equal(f.ini.line[2].value, "x");
    assert_true(f.ini.line[3].is_append);
    assert_string_equal(f.ini.line[3].key, "list");
    arena_free(&f.arena);
}

/* CASES section 0 row 2. */
static void b01_long_comment_makes_no_key(void **state)
{
    (void)state;
    char s[400];
    memset(s, 'x', sizeof s);
    memcpy(s, "[a]\n; ", 6);
    memcpy(s + 246, " design_kw = 9\nk = 1\n", 22);
    struct fixture f = parse(s);
    assert_true(f.ok);
    assert_int_equal(keys(&f), 1);
    assert_string_equal(value_of(&f, "k"), "1");
    arena_free(&f.arena);
}

/* CASES section 0 row 1. */
static void b02_long_value_is_whole(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    struct builder b = builder_new(&a), want = builder_new(&a);
    for (int i = 0; i < 60; i++) builder_format(&want, "%srack-%04d", i ? ", " : "", i);
    builder_format(&b, "[a]\nracks = %s\nnext = 1\n", want.s);
    struct fixture f = parse(b.s);
    assert_true(f.ok);
    assert_string_equal(value_of(&f, "racks"), want.s);
    assert_int_equal(f.ini.line[2].at_key.line, 3);
    arena_free(&f.arena);
    arena_free(&a);
}

static void long_names_are_whole(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    char name[300];
    memset(name, 'n', sizeof name);
    struct fixture f = parse(arena_format(&a, "[ups %.300s]\n%.300s = 1\n", name, name));
    assert_true(f.ok);
    assert_int_equal(strlen(f.ini.line[0].section), 304);
    assert_int_equal(strlen(f.ini.line[1].key), 300);
    arena_free(&f.arena);
    arena_free(&a);
}

/* CASES section 0 row 4. */
static void b04_quotes(void **state)
{
    (void)state;
    struct fixture f = parse("[a]\nname = \"Hall A ; north\"  ; c\nsay = \"x \"\"y\"\" # z\"\n"
                             "semi = 30 kW; peak\ncut = 30 kW ; peak\nhash = a#1 # c\nno = ; c\n"
                             "wide = \"  two  \"\ninch = a \"b ; c\" d\n");
    assert_true(f.ok);
    assert_string_equal(value_of(&f, "name"), "Hall A ; north");
    assert_string_equal(value_of(&f, "say"), "x \"y\" # z");
    assert_string_equal(value_of(&f, "semi"), "30 kW; peak");
    assert_string_equal(value_of(&f, "cut"), "30 kW");
    assert_string_equal(value_of(&f, "hash"), "a#1");
    assert_string_equal(value_of(&f, "no"), "");
    assert_string_equal(value_of(&f, "wide"), "  two  ");
    assert_string_equal(value_of(&f, "inch"), "a \"b ; c\" d");
    arena_free(&f.arena);
    REFUSED("[a]\nname = \"Hall A\n", 2, 8);
    REFUSED("[a]\nname = 19\" rack\n", 2, 10);
    REFUSED("[a]\nname = \"Hall\" A\n", 2, 15);
}

/* CASES section 0 row 5. */
static void b05_bom_and_crlf(void **state)
{
    (void)state;
    struct fixture f = parse("\xEF\xBB\xBF[site]\r\nname = x\r\nlast = y");
    assert_true(f.ok);
    assert_int_equal(f.ini.n, 3);
    assert_string_equal(f.ini.line[0].section, "site");
    assert_string_equal(value_of(&f, "name"), "x");
    assert_string_equal(value_of(&f, "last"), "y");
    arena_free(&f.arena);
    REFUSED("\xFF\xFE[\0s\0", 1, 1);
}

/* CASES section 0 row 3. */
static void b06_indented_key_is_a_key(void **state)
{
    (void)state;
    struct fixture f = parse("[a]\nups = U1\n  eff = 0.95\n");
    assert_true(f.ok);
    assert_string_equal(value_of(&f, "ups"), "U1");
    assert_string_equal(value_of(&f, "eff"), "0.95");
    arena_free(&f.arena);
}

static void b12_latin1_with_one_warning(void **state)
{
    (void)state;
    struct fixture f = parse("[a]\ncity = Z\xFCrich\ntown = Gen\xE8ve\n");
    assert_true(f.ok);
    assert_int_equal(f.ds.n_warning, 1);
    assert_int_equal(f.ds.item[0].place.line, 2);
    assert_int_equal(f.ds.item[0].place.col, 9);
    assert_string_equal(value_of(&f, "city"), "Zürich");
    assert_string_equal(value_of(&f, "town"), "Genève");
    arena_free(&f.arena);
}

static void b13_degree_sign_of_cp1252(void **state)
{
    (void)state;
    struct fixture f = parse("[a]\nt = 27\xB0"
                             "C\n");
    assert_true(f.ok);
    assert_int_equal(f.ds.n_warning, 1);
    assert_string_equal(value_of(&f, "t"), "27°C");
    arena_free(&f.arena);
}

static void b14_no_break_space_is_trimmed(void **state)
{
    (void)state;
    struct fixture f = parse("[a]\npue =\xC2\xA0"
                             "1.3\xC2\xA0\n\xC2\xA0k = 1\n");
    assert_true(f.ok);
    assert_string_equal(value_of(&f, "pue"), "1.3");
    assert_string_equal(value_of(&f, "k"), "1");
    arena_free(&f.arena);
}

static void bad_lines_name_their_place(void **state)
{
    (void)state;
    REFUSED("[s\nk = 1\n", 1, 1);
    REFUSED("[a] b\n", 1, 5);
    REFUSED("[ ]\n", 1, 1);
    REFUSED("[a]\n  text\n", 2, 3);
    REFUSED("[a]\n = 1\n", 2, 2);
    REFUSED("k = 1\n", 1, 1);
    REFUSED("[a]\nk = a\x01"
            "b\n",
            2, 6);
    REFUSED("[a]\nk = a\0b\n", 2, 6);
    REFUSED("[a]\nk = a\rb\n", 2, 6);
    REFUSED("[a]\nt = \xB0\0\n", 2, 5); /* the warning comes first */
}

static void every_bad_line_is_reported(void **state)
{
    (void)state;
    struct fixture f = parse("[s\nk = 1\n[a]\nx\n=\ny = \"\nz = 1\n");
    assert_int_equal(f.ds.n_error, 4);
    assert_string_equal(value_of(&f, "z"), "1");
    assert_null(value_of(&f, "k")); /* not handed to another section */
    arena_free(&f.arena);
}

static void nothing_in_it(void **state)
{
    (void)state;
    static const char *const empty[] = {"", "\n", "; c", "\xEF\xBB\xBF", "\r\n \t\r\n"};
    for (size_t i = 0; i < sizeof empty / sizeof empty[0]; i++) {
        struct fixture f = parse(empty[i]);
        assert_true(f.ok);
        assert_int_equal(f.ini.n, 0);
        arena_free(&f.arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sections_keys_and_places),
        cmocka_unit_test(b01_long_comment_makes_no_key),
        cmocka_unit_test(b02_long_value_is_whole),
        cmocka_unit_test(long_names_are_whole),
        cmocka_unit_test(b04_quotes),
        cmocka_unit_test(b05_bom_and_crlf),
        cmocka_unit_test(b06_indented_key_is_a_key),
        cmocka_unit_test(b12_latin1_with_one_warning),
        cmocka_unit_test(b13_degree_sign_of_cp1252),
        cmocka_unit_test(b14_no_break_space_is_trimmed),
        cmocka_unit_test(bad_lines_name_their_place),
        cmocka_unit_test(every_bad_line_is_reported),
        cmocka_unit_test(nothing_in_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
