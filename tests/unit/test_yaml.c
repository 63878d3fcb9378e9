#include <string.h>

#include "input/yaml.h"
#include "near.h"

static const struct yaml *root(const char *s, struct arena *a, struct diags *ds)
{
    struct yaml_file f;
    *ds = diags_new(a);
    if (!yaml_read("t.yaml", s, strlen(s), &f, a, ds)) return NULL;
    assert_int_equal(ds->n_error, 0);
    return f.n ? f.document[0] : NULL;
}

static void a_tree_with_places(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    struct diags ds;
    const struct yaml *y = root("---\nname: box\nports:\n  - {type: c14, draw: \"800\"}\n"
                                "  -  type: c20\nfull: Yes\nnothing:\n",
                                &a, &ds);
    assert_non_null(y);
    assert_int_equal(y->kind, YAML_MAPPING);
    assert_int_equal(y->n, 4);
    assert_int_equal(y->n_nodes, 17);
    assert_string_equal(yaml_text(yaml_get(y, "name")), "box");
    const struct yaml *ports = yaml_get(y, "ports");
    assert_int_equal(ports->kind, YAML_SEQUENCE);
    assert_int_equal(ports->n, 2);
    double draw;
    assert_true(yaml_number(yaml_get(ports->item[0], "draw"), &draw));
    assert_near(draw, 800, 0);
    const struct yaml *type = yaml_get(ports->item[1], "type");
    assert_int_equal(type->place.line, 5);
    assert_int_equal(type->place.col, 12);
    bool flag;
    assert_true(yaml_flag(yaml_get(y, "full"), &flag));
    assert_true(flag);
    assert_true(yaml_is_null(yaml_get(y, "nothing")));
    assert_null(yaml_text(yaml_get(y, "nothing")));
    assert_null(yaml_get(y, "other"));
    assert_null(yaml_get(ports, "type"));
    assert_null(yaml_get(NULL, "type"));
    assert_false(yaml_number(ports, &draw));
    assert_false(yaml_number(type, &draw));
    arena_free(&a);
}

static void quotes_make_texts_of_words(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    struct diags ds;
    const struct yaml *y =
        root("a: 'true'\nb: \"null\"\nc: no\nd: 0x10\ne: 1_000\nf: .inf\n", &a, &ds);
    bool flag = true;
    double x;
    assert_false(yaml_flag(yaml_get(y, "a"), &flag));
    assert_string_equal(yaml_text(yaml_get(y, "b")), "null");
    assert_true(yaml_flag(yaml_get(y, "c"), &flag));
    assert_false(flag);
    assert_false(yaml_number(yaml_get(y, "d"), &x));
    assert_false(yaml_number(yaml_get(y, "e"), &x));
    assert_false(yaml_number(yaml_get(y, "f"), &x));
    arena_free(&a);
}

static void anchors_are_the_same_node(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    struct diags ds;
    const struct yaml *y = root("a: &x {u: [1, 2]}\nb: *x\nc: &x 7\nd: *x\n", &a, &ds);
    assert_non_null(y);
    assert_ptr_equal(yaml_get(y, "a"), yaml_get(y, "b"));
    assert_string_equal(yaml_text(yaml_get(y, "d")), "7");
    assert_int_equal(y->n_nodes, 1 + 4 + 5 + 5 + 1 + 1);
    arena_free(&a);
}

static void json_is_read_as_what_it_is(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    struct diags ds;
    const struct yaml *y = root("\n [\n{\"a\": \"x\\/y \\ud83d\\ude00 \\\\ud83d\\n\",\n"
                                "\t\"b\": null, \"c\": true, \"d\": 1.5e3}]",
                                &a, &ds);
    assert_non_null(y);
    assert_string_equal(yaml_text(yaml_get(y->item[0], "a")), "x/y \xF0\x9F\x98\x80 \\ud83d\n");
    assert_true(yaml_is_null(yaml_get(y->item[0], "b")));
    assert_int_equal(yaml_get(y->item[0], "b")->place.line, 4);
    double x;
    assert_true(yaml_number(yaml_get(y->item[0], "d"), &x));
    assert_near(x, 1500, 0);
    arena_free(&a);
}

static void several_documents(void **state)
{
    (void)state;
    struct arena a = arena_new(NULL);
    struct diags ds = diags_new(&a);
    struct yaml_file f;
    static const char two[] = "---\na: 1\n---\na: 2\n...\n";
    assert_true(yaml_read("t.yaml", two, sizeof two - 1, &f, &a, &ds));
    assert_int_equal(f.n, 2);
    assert_string_equal(yaml_text(yaml_get(f.document[1], "a")), "2");
    assert_true(yaml_read("t.yaml", "# no more\n", 10, &f, &a, &ds));
    assert_int_equal(f.n, 0);
    arena_free(&a);
}

static void refused(const char *s, const char *message, int line, int col)
{
    struct arena a = arena_new(NULL);
    struct diags ds;
    assert_null(root(s, &a, &ds));
    assert_int_equal(ds.n_error, 1);
    const char *text = message_text(&a, &ds.item[0].what, NULL);
    if (!strstr(text, message)) fail_msg("'%s' is not in '%s'", message, text);
    assert_string_equal(ds.item[0].place.file, "t.yaml");
    assert_int_equal(ds.item[0].place.line, line);
    assert_int_equal(ds.item[0].place.col, col);
    arena_free(&a);
}

static void what_is_refused_is_said_with_its_place(void **state)
{
    (void)state;
    refused("a: 1\nb: 2\na: 3\n", "key 'a' stands twice; the first is in line 1", 3, 1);
    refused("? [k]\n: v\n", "a key must be a text, not a list", 1, 3);
    refused("a: &x\n  b: *x\n", "alias '*x' stands inside its anchor", 2, 6);
    refused("a: *y\n", "alias '*y' has no anchor before it", 1, 4);
    refused("a: &x {b: 1}\n<<: *x\n", "merge keys", 2, 1);
    refused("a: !mine 3\n", "tag '!mine' means nothing here", 1, 4);
    refused("a: \"x\\0y\"\n", "NUL in the text", 1, 4);
    refused("a: [1, 2\nb: 3\n", "not YAML", 2, 2);
    refused("a: 1\n\tb: 2\n", "not YAML", 2, 1);
    refused("a: \xFF\n", "not YAML", 1, 4);
    refused("a: 1\n--- \n&x *x\n", "not YAML", 3, 4);
}

static void depth_and_size_are_bounded(void **state)
{
    (void)state;
    char deep[2 * YAML_MOST_DEPTH + 8];
    for (int i = 0; i <= YAML_MOST_DEPTH; i++) deep[i] = '[';
    deep[YAML_MOST_DEPTH + 1] = '\0';
    refused(deep, "nested more than 64 deep", 1, YAML_MOST_DEPTH + 1);
    refused("a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\n"
            "c: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\n"
            "e: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d,*d]\nf: &f [*e,*e,*e,*e,*e,*e,*e,*e,*e,*e]\n"
            "g: [*f,*f,*f,*f,*f,*f,*f,*f,*f,*f]\n",
            "more than 4000000 nodes", 7, 11);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tree_with_places),
        cmocka_unit_test(quotes_make_texts_of_words),
        cmocka_unit_test(anchors_are_the_same_node),
        cmocka_unit_test(json_is_read_as_what_it_is),
        cmocka_unit_test(several_documents),
        cmocka_unit_test(what_is_refused_is_said_with_its_place),
        cmocka_unit_test(depth_and_size_are_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
