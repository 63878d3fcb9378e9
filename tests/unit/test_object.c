#include <stdio.h>
#include <string.h>

#include "near.h"
#include "toy_kinds.h"

enum { TEXTS = 8 };

struct fixture {
    struct arena *arena;
    struct diags ds;
    struct object_set models, site;
    struct input_text text[TEXTS];
    int n;
    bool ok;
};

static struct arena the_arena(void)
{
    return arena_new(NULL);
}

static struct fixture make(struct arena *a)
{
    struct fixture f = {.arena = a, .ds = diags_new(a)};
    f.models = f.site = toy_set();
    return f;
}

static void add(struct fixture *f, const char *path, const char *s)
{
    f->text[f->n++] = (struct input_text){
        .path = path, .s = s, .n = strlen(s), .is_override = strncmp(path, "--set", 5) == 0};
}

static bool read_models(struct fixture *f, const char *s)
{
    struct input_text t = {.path = "m.ini", .s = s, .n = strlen(s)};
    return catalogue_read(&f->models, &t, 1, f->arena, &f->ds);
}

static bool read_site(struct fixture *f)
{
    f->ok = objects_read(&f->site, &f->models, f->text, f->n, f->arena, &f->ds);
    assert_int_equal(f->ok, f->ds.n_error == 0);
    return f->ok;
}

static struct fixture site(struct arena *a, const char *s)
{
    struct fixture f = make(a);
    add(&f, "s.ini", s);
    (void)read_site(&f);
    return f;
}

static const char *shown(const struct fixture *f, int i)
{
    const struct diag *d = &f->ds.item[i];
    return arena_format(f->arena, "%s:%d:%d: %s / %s", d->place.file, d->place.line, d->place.col,
                        message_text(f->arena, &d->what, NULL), d->hint ? d->hint : "");
}

static void good(const struct fixture *f)
{
    if (f->ds.n) fail_msg("%s", shown(f, 0));
}

/* Exactly one error, which says all the given texts. */
static void one_error(const struct fixture *f, const char *first, const char *second)
{
    for (int i = 1; i < f->ds.n; i++) print_error("%s\n", shown(f, i));
    assert_int_equal(f->ds.n_error, 1);
    const char *s = shown(f, 0);
    if (!strstr(s, first) || !strstr(s, second))
        fail_msg("'%s' does not say '%s' and '%s'", s, first, second);
}

static const struct toy_ups *ups(const struct fixture *f, const char *name)
{
    const struct object *o = object_find(&f->site, TOY_UPS, name);
    if (!o) fail_msg("no ups %s", name);
    return o->data;
}

#define BASE "[site oslo]\nlatitude = 59.9\n[ups main]\npower = 100 kW\n"

static void site_of_its_own(void **state)
{
    (void)state;
    struct arena a = the_arena();
    struct fixture f = site(&a, BASE "modules = 3\n[ups b]\npower = 2 kW\n");
    good(&f);
    assert_int_equal(f.site.n, 3);
    assert_near(ups(&f, "main")->power_w, 1e5, 0);
    assert_int_equal(ups(&f, "main")->modules, 3);
    assert_int_equal(ups(&f, "b")->modules, 4);
    const struct object *o = object_find(&f.site, TOY_UPS, "ups.main");
    assert_non_null(o);
    assert_int_equal(o->place.line, 3);
    assert_int_equal(o->from[0].origin, ORIGIN_FILE);
    assert_int_equal(o->from[0].place.line, 4);
    assert_string_equal(o->from[0].text, "100 kW");
    assert_int_equal(o->from[1].origin, ORIGIN_FILE);
    assert_int_equal(o->from[2].origin, ORIGIN_DEFAULT);
    assert_null(object_find(&f.site, TOY_UPS, "")); /* there are two */
    assert_non_null(object_find(&f.site, TOY_SITE, "site"));
    arena_free(&a);
}

static void model_then_own_keys(void **state)
{
    (void)state;
    struct arena a = the_arena();
    struct fixture f = make(&a);
    assert_true(read_models(&f, "[ups big]\nuse = small\npower = 500 kW\n"
                                "[ups small]\npower = 50 kW\nmodules = 2\nfeeds = a, b\n"));
    add(&f, "s.ini", "[site]\nlatitude = 1\n[ups main]\nmodules = 7\nuse = big\n");
    assert_true(read_site(&f));
    assert_near(ups(&f, "main")->power_w, 5e5, 0);
    assert_int_equal(ups(&f, "main")->modules, 7);
    assert_int_equal(ups(&f, "main")->feeds.n, 2);
    const struct object *o = object_find(&f.site, TOY_UPS, "main");
    assert_string_equal(o->use, "big");
    assert_int_equal(o->from[0].origin, ORIGIN_MODEL);
    assert_string_equal(o->from[0].place.file, "m.ini");
    assert_int_equal(o->from[0].place.line, 3);
    assert_int_equal(o->from[1].origin, ORIGIN_FILE);
    arena_free(&a);
}

static void models_in_a_circle(void **state)
{
    (void)state;
    struct arena a = the_arena();
    struct fixture f = make(&a);
    assert_false(read_models(&f, "[ups a]\nuse = b\n[ups b]\nuse = c\n[ups c]\nuse = a\n"));
    one_error(&f, "m.ini:6:7", "uses it in turn");
    f = make(&a);
    assert_false(read_models(&f, "[ups a]\nuse = a\n"));
    one_error(&f, "m.ini:2:7", "uses it in turn");
    arena_free(&a);
}

static void unknown_model(void **state)
{
    (void)state;
    struct arena a = the_arena();
    struct fixture f = make(&a);
    assert_true(read_models(&f, "[ups small]\npower = 50 kW\n[cloud p5]\nprice = 98 USD/h\n"));
    add(&f, "s.ini", "[site]\nlatitude = 1\n[ups main]\nuse = smal\n");
    assert_false(read_site(&f));
    one_error(&f, "s.ini:4:7: no model 'smal' for [ups main]", "did you mean 'small'?");
    f.ds = diags_new(&a);
    f.n = 0;
    add(&f, "s.ini", "[site]\nlatitude = 1\nuse = x\n[ups main]\nuse = p5\n");
    assert_false(read_site(&f));
    assert_int_equal(f.ds.n_error, 2);
    assert_non_null(strstr(shown(&f, 0), "[site] has no models to use"));
    assert_non_null(strstr(shown(&f, 1), "'p5' is a model of [cloud]"));
    arena_free(&a);
}

/* CASES B08. */
static void b08_key_of_another_section(void **state)
{
    (void)state;
    struct arena a = the_arena();
    struct fixture f = site(&a, BASE "[tariff]\nenergy = 1 CNY/kWh\nlatitude = 51\n");
    one_error(&f, "s.ini:7:1: unknown key 'latitude' in [tariff]", "belongs to [site]");
    arena_free(&a);
}

/* CASES B09. */
static void b09_section_twice_names_both_lines(void **state)
{
    (void)state;
    struct arena a = the_arena();
    struct fixture f = make(&a);
    assert_false(read_models(&f, "[cloud p5]\nprice = 98 USD/h\n\n[cloud p5]\nprice = 55 USD/h\n"));
    one_error(&f, "m.ini:4:1: [cloud p5] was given before in line 1", "");
    f = site(&a, BASE "[cloud:p5]\nprice = 98 USD/h\n");
    one_error(&f, "s.ini:5:1: unknown section [cloud:p5]", "write [cloud p5]");
    arena_free(&a);
}

static void models_twice_in_two_files(void **state)
{
    (void)state;
    struct arena a = the_arena();
    struct fixture f = make(&a);
    static const char first[] = "[ups a]\npower = 1 kW\n", second[] = "\n[ups a]\npower = 2 kW\n";
    struct input_text t[] = {{.path = "m1.ini", .s = first, .n = sizeof first - 1},
                             {.path = "m2.ini", .s = second, .n = sizeof second - 1}};
    assert_false(catalogue_read(&f.models, t, 2, &a, &f.ds));
    one_error(&f, "m2.ini:2:1: [ups a] was given before in m1.ini:1", "");
    assert_int_equal(f.models.n, 1);
    arena_free(&a);
}

static void key_twice_names_both_lines(void **state)
{
    (void)state;
    struct arena a = the_arena();
    struct fixture f = site(&a, BASE "power = 5 kW\n");
    one_error(&f, "s.ini:5:1: 'power' was given before in line 4", "");
    arena_free(&a);
}

static void did_you_mean(void **state)
{
    (void)state;
    struct arena a = the_arena();
    struct fixture f = site(&a, BASE "moduels = 5\n");
    one_error(&f, "unknown key 'moduels' in [ups main]", "did you mean 'modules'?");
    f = site(&a, BASE "[tarif]\nenergy = 1 CNY/kWh\n");
    one_error(&f, "s.ini:5:1: unknown section [tarif]", "did you mean 'tariff'?");
    arena_free(&a);
}

static void required_keys_and_kinds(void **state)
{
    (void)state;
    struct arena a = the_arena();
    struct fixture f = site(&a, "[site]\nlatitude = 1\n\n[ups main]\nmodules = 2\n");
    one_error(&f, "s.ini:4:1: [ups main] needs 'power'", "");
    f = site(&a, "[ups main]\npower = 2 kW\n");
    one_error(&f, "the site has no [site]", "");
    f = site(&a, "[site]\nlatitude = x\n[ups main]\npower =\n");
    assert_int_equal(f.ds.n_error, 2); /* and none for the missing values */
    arena_free(&a);
}

static void sections_refused(void **state)
{
    (void)state;
    struct arena a = the_arena();
    struct fixture f = site(&a, BASE "[ups]\npower = 2 kW\n");
    one_error(&f, "[ups] needs a name", "write [ups NAME]");
    f = site(&a, BASE "[site bergen]\nlatitude = 2\n");
    one_error(&f, "s.ini:5:1: [site oslo] was given before in line 1", "only one");
    f = site(&a, BASE "[ups a,b]\npower = 2 kW\n");
    one_error(&f, "must not hold", "a,b");
    f = make(&a);
    assert_false(read_models(&f, "[site oslo]\nlatitude = 2\n"));
    one_error(&f, "[site] is no model", "");
    arena_free(&a);
}

static void overlays_may_repeat(void **state)
{
    (void)state;
    struct arena a = the_arena();
    struct fixture f = make(&a);
    add(&f, "s.ini", BASE "modules = 3\nfeeds = a\n");
    add(&f, "o.ini",
        "[site]\nlatitude = 60\n[ups main]\nmodules = 5\nfeeds += b\n[ups x]\n"
        "power = 1 kW\n");
    assert_true(read_site(&f));
    assert_int_equal(ups(&f, "main")->modules, 5);
    assert_int_equal(ups(&f, "main")->feeds.n, 2);
    assert_near(ups(&f, "x")->power_w, 1000, 0);
    const struct object *o = object_find(&f.site, TOY_SITE, "oslo");
    assert_non_null(o);
    assert_near(((const struct toy_site *)o->data)->latitude_deg, 60, 0);
    assert_string_equal(o->from[0].place.file, "o.ini");
    assert_int_equal(object_find(&f.site, TOY_UPS, "main")->place.line, 3);
    arena_free(&a);
}

/* CASES B100: later wins, whatever the order of -f and --set. */
static void b100_later_wins(void **state)
{
    (void)state;
    struct arena a = the_arena();
    struct fixture f = make(&a);
    add(&f, "s.ini", BASE);
    add(&f, "--set:1", "ups.main.modules=5");
    add(&f, "o.ini", "[ups main]\nmodules = 6\n");
    assert_true(read_site(&f));
    assert_int_equal(ups(&f, "main")->modules, 6);
    add(&f, "--set:2", "ups.main.modules = 7");
    f.site = toy_set();
    assert_true(read_site(&f));
    assert_int_equal(ups(&f, "main")->modules, 7);
    const struct provenance *from = &object_find(&f.site, TOY_UPS, "main")->from[1];
    assert_int_equal(from->origin, ORIGIN_OVERRIDE);
    assert_string_equal(from->place.file, "--set");
    assert_int_equal(from->place.line, 2);
    assert_string_equal(from->text, "7");
    arena_free(&a);
}

static void override_paths(void **state)
{
    (void)state;
    struct arena a = the_arena();
    struct fixture f = make(&a);
    assert_true(read_models(&f, "[ups small]\npower = 50 kW\nmodules = 2\n"));
    add(&f, "s.ini", BASE "modules = 9\nnote = x\n[cloud p5.48xlarge]\nprice = 98 USD/h\n");
    add(&f, "--set:1", "cloud.p5.48xlarge.price=55 USD/h"); /* first and last dot */
    add(&f, "--set:2", "ups.note=a=b.c=d");                 /* first '=' only; the only ups */
    add(&f, "--set:3", "ups.main.feeds+=a,b");
    add(&f, "--set:4", "ups.main.use=small");
    add(&f, "--set:5", "tariff.energy=1 CNY/kWh"); /* a single the site left out */
    assert_true(read_site(&f));
    const struct object *cloud = object_find(&f.site, TOY_CLOUD, "p5.48xlarge");
    assert_near(((const struct toy_cloud *)cloud->data)->price.amount, 55 / 3600.0, 1e-15);
    assert_string_equal(ups(&f, "main")->note, "a=b.c=d");
    assert_int_equal(ups(&f, "main")->feeds.n, 2);
    assert_near(ups(&f, "main")->power_w, 1e5, 0); /* explicit keys outlive the model */
    assert_int_equal(ups(&f, "main")->modules, 9);
    assert_string_equal(object_find(&f.site, TOY_UPS, "main")->use, "small");
    arena_free(&a);
}

static void override_error(struct arena *a, const char *s, const char *first, const char *second)
{
    struct fixture f = make(a);
    add(&f, "s.ini", BASE "[ups spare]\npower = 1 kW\n");
    add(&f, "--set:1", s);
    assert_false(read_site(&f));
    one_error(&f, first, second);
}

static void overrides_refused(void **state)
{
    (void)state;
    struct arena a = the_arena();
    override_error(&a, "modules=5", "is no override", "ups.main.modules=5");
    override_error(&a, "ups.main.modules", "is no override", "kind.name.key=value");
    override_error(&a, "ups..modules=5", "is no override", "");
    override_error(&a, "=5", "is no override", "");
    override_error(&a, "upss.main.modules=5", "unknown kind 'upss'", "did you mean 'ups'");
    override_error(&a, "ups.mian.modules=5", "no [ups mian]", "did you mean 'main'");
    override_error(&a, "ups.other.modules=5", "no [ups other]", "main, spare");
    override_error(&a, "ups.modules=5", "which [ups]?  There are main, spare", "ups.NAME.key");
    override_error(&a, "ups.main.moduels=5", "unknown key 'moduels'", "did you mean 'modules'");
    override_error(&a, "ups.main.modules=65", "--set:1:18: modules = 65 is outside 1 to 64", "");
    override_error(&a, "ups.main.modules+=1", "is no list", "");
    override_error(&a, "cloud.price=1 USD/h", "the site has no [cloud]", "");
    override_error(&a, "ups.main.note=a\nb", "not plain", "");
    arena_free(&a);
}

static void lists_continue(void **state)
{
    (void)state;
    struct arena a = the_arena();
    struct builder b = builder_new(&a);
    builder_text(&b, BASE "feeds = f\n");
    for (int i = 0; i < 500; i++) builder_format(&b, "feeds += a%d, b%d\n", i, i);
    struct fixture f = site(&a, b.s);
    good(&f);
    assert_int_equal(ups(&f, "main")->feeds.n, 1001);
    f = site(&a, BASE "feeds = a\nfeeds += b,,c\nfeeds += d\n");
    one_error(&f, "s.ini:6:10:", "is empty");
    f = site(&a, BASE "feeds = a\nfeeds +=\n");
    one_error(&f, "s.ini:6:1:", "nothing to append");
    f = site(&a, BASE "modules += 4\n");
    one_error(&f, "'modules' is no list", "write = instead");
    arena_free(&a);
}

static void every_problem_in_file_order(void **state)
{
    (void)state;
    struct arena a = the_arena();
    struct fixture f = site(&a, "[site]\nlatitude = 1,200\nwhat = 3\n[ups main]\npower = 5 A\n"
                                "oops\n[nosuch x]\nk = 1\n[ups main]\nmodules = 2.5\n");
    assert_int_equal(f.ds.n_error, 7);
    static const int lines[] = {2, 3, 5, 6, 7, 9, 10};
    for (int i = 0; i < 7; i++) assert_int_equal(f.ds.item[i].place.line, lines[i]);
    arena_free(&a);
}

static void print_then_read_is_the_same(void **state)
{
    (void)state;
    struct arena a = the_arena();
    struct fixture f = site(&a, BASE "note = \"a ; b \"\"c\"\" \"\nfeeds = x.y, z#1\n"
                                     "power_max = 3.3 kW +/- 5 %\n");
    good(&f);
    const struct object *o = object_find(&f.site, TOY_UPS, "main");
    const char *text = object_print(&f.site, o, &a);
    struct fixture g = site(&a, arena_format(&a, "[site]\nlatitude = 1\n%s", text));
    good(&g);
    const struct object *again = object_find(&g.site, TOY_UPS, "main");
    assert_string_equal(object_print(&g.site, again, &a), text);
    assert_string_equal(ups(&g, "main")->note, "a ; b \"c\" ");
    assert_int_equal(again->from[3].spread.kind, SPREAD_RELATIVE);
    assert_near(again->from[3].spread.a, 0.05, 0);
    arena_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(site_of_its_own),
        cmocka_unit_test(model_then_own_keys),
        cmocka_unit_test(models_in_a_circle),
        cmocka_unit_test(unknown_model),
        cmocka_unit_test(b08_key_of_another_section),
        cmocka_unit_test(b09_section_twice_names_both_lines),
        cmocka_unit_test(models_twice_in_two_files),
        cmocka_unit_test(key_twice_names_both_lines),
        cmocka_unit_test(did_you_mean),
        cmocka_unit_test(required_keys_and_kinds),
        cmocka_unit_test(sections_refused),
        cmocka_unit_test(overlays_may_repeat),
        cmocka_unit_test(b100_later_wins),
        cmocka_unit_test(override_paths),
        cmocka_unit_test(overrides_refused),
        cmocka_unit_test(lists_continue),
        cmocka_unit_test(every_problem_in_file_order),
        cmocka_unit_test(print_then_read_is_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
