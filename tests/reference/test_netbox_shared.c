/* Every NetBox file of the shared folder: device types become models that the catalogue's
   reader takes without a word, tables and dumps a site that loads.  Skips when the folder is
   absent. */

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "model/import_netbox.h"
#include "model/load.h"
#include "toy_site.h"

#define TYPES DCPLAN_SHARED_DATA "/netbox_devicetypes"
#define LAYOUTS DCPLAN_SHARED_DATA "/layouts"
enum { MOST_FILES = 400 };

struct paths {
    struct arena a;
    int n;
    const char *path[MOST_FILES];
};

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Files below a folder whose name ends so, in order of their names. */
static void gather(struct paths *p, const char *folder, const char *end)
{
    DIR *d = opendir(folder);
    if (!d) return;
    for (struct dirent *e; (e = readdir(d));) {
        if (e->d_name[0] == '.') continue;
        const char *path = arena_format(&p->a, "%s/%s", folder, e->d_name);
        size_t n = strlen(path), k = strlen(end);
        if (!strchr(e->d_name, '.')) gather(p, path, end);
        if (n < k || strcmp(path + n - k, end) != 0) continue;
        assert_true(p->n < MOST_FILES);
        p->path[p->n++] = path;
    }
    closedir(d);
    qsort(p->path, (size_t)p->n, sizeof *p->path, by_text);
}

struct fixture {
    struct arena a;
    struct diags ds;
    struct object_set catalogue;
    struct import im;
};

static bool run(struct fixture *f, const char *const *path, int n, const char *only)
{
    f->a = arena_new(NULL);
    f->ds = diags_new(&f->a);
    assert_true(load_catalogue(DCPLAN_SOURCE_DIR "/models", &f->catalogue, &f->a, &f->ds));
    assert_true(import_open(&f->im, path, n, &f->catalogue, &f->a, &f->ds));
    f->im.only = only;
    bool ok = import_netbox(&f->im);
    import_count(&f->im);
    return ok;
}

static int occurrences(const char *text, const char *part)
{
    int n = 0;
    for (; (text = strstr(text, part)); text += strlen(part)) n++;
    return n;
}

/* As `dcplan models` reads a folder; each estimate is marked in the text. */
static void check_models(struct fixture *f)
{
    struct object_set models = {.kinds = f->im.kinds, .n_kinds = N_KIND};
    const char *ini = import_ini(&f->im);
    struct input_text t = {.path = "out.ini", .s = ini, .n = strlen(ini)};
    int before = f->ds.n;
    if (!catalogue_read(&models, &t, 1, &f->a, &f->ds) || f->ds.n != before)
        fail_msg("%s\n%s", message_text(&f->a, &f->ds.item[before].what, NULL), ini);
    assert_int_equal(models.n, f->im.n);
    assert_int_equal(occurrences(ini, " ; estimated: "), import_n_estimated(&f->im));
    for (int i = 0; i < models.n; i++) {
        if (models.item[i].kind != KIND_SERVER) continue;
        const struct server *s = models.item[i].data;
        assert_true(s->power_idle_w > 0 && s->power_idle_w <= s->power_typical_w &&
                    s->power_typical_w <= s->power_maximum_w && s->airflow_m3_s > 0);
    }
}

static void each_device_type_alone(void **state)
{
    (void)state;
    struct paths p = {.a = arena_new(NULL)};
    gather(&p, TYPES, ".yaml");
    gather(&p, TYPES, ".yml");
    if (!p.n) skip();
    for (int i = 0; i < p.n; i++) {
        struct fixture f;
        if (!run(&f, &p.path[i], 1, NULL))
            fail_msg("%s: %s", p.path[i], message_text(&f.a, &f.ds.item[0].what, NULL));
        assert_int_equal(f.im.n + f.im.n_left_out, 1);
        check_models(&f);
        arena_free(&f.a);
    }
    print_message("%d device types\n", p.n);
    arena_free(&p.a);
}

/* Sections of a kind, and the estimates in them. */
static void expect(const struct import *im, enum kind_id kind, int n, int n_estimated)
{
    int sections = 0, estimated = 0;
    for (int i = 0; i < im->n; i++) {
        sections += im->section[i]->kind == (int)kind;
        estimated += im->section[i]->kind == (int)kind ? im->section[i]->n_estimated : 0;
    }
    print_message("%s: %d with %d estimated fields\n", im->kinds[kind].name, sections, estimated);
    assert_int_equal(sections, n);
    assert_int_equal(estimated, n_estimated);
}

static void all_device_types(void **state)
{
    (void)state;
    struct fixture f;
    struct paths p = {.a = arena_new(NULL)};
    gather(&p, TYPES, ".yaml");
    gather(&p, TYPES, ".yml");
    if (!p.n) skip();
    assert_int_equal(p.n, 104);
    assert_true(run(&f, p.path, p.n, NULL));
    check_models(&f);
    expect(&f.im, KIND_SERVER, 44, 167);
    expect(&f.im, KIND_RACKPDU, 30, 59);
    expect(&f.im, KIND_UPS, 12, 47);
    expect(&f.im, KIND_CDU, 1, 7);
    expect(&f.im, KIND_PSU, 12, 53);
    assert_int_equal(f.im.n_left_out, 5);
    int unknown = 0;
    for (int i = 0; i < f.ds.n; i++)
        unknown += strstr(message_text(&f.a, &f.ds.item[i].what, NULL), "are passed over") != NULL;
    assert_int_equal(unknown, 1);
    arena_free(&f.a);
    arena_free(&p.a);
}

static struct import_section *model(const struct fixture *f, enum kind_id kind, const char *name)
{
    struct import_section *s = import_find(&f->im, kind, name);
    if (!s) fail_msg("no %s", name);
    return s;
}

/* Known machines: what their makers say against what was read. */
static void known_machines(void **state)
{
    (void)state;
    struct fixture f;
    struct paths p = {.a = arena_new(NULL)};
    gather(&p, TYPES, ".yaml");
    gather(&p, TYPES, ".yml");
    if (!p.n) skip();
    assert_true(run(&f, p.path, p.n, NULL));
    static const struct {
        enum kind_id kind;
        const char *name, *key, *value;
    } known[] = {
        {KIND_SERVER, "nvidia-dgx-a100-640gb", "power_maximum", "6.5 kW"},
        {KIND_SERVER, "nvidia-dgx-a100-640gb", "accelerators", "8"},
        {KIND_SERVER, "supermicro-as-8125gs-tnmr2", "power_maximum", "9 kW"},
        {KIND_SERVER, "supermicro-as-8125gs-tnmr2", "accelerators", "8"},
        {KIND_SERVER, "supermicro-as-4126gs-nmr-lcc", "power_maximum", "13.2 kW"},
        {KIND_SERVER, "dell-poweredge-xe9680", "psu_needed", "3"},
        {KIND_SERVER, "dell-poweredge-xe9680", "weight", "114.05 kg"},
        {KIND_SERVER, "dell-poweredge-r660", "height", "1 U"},
        {KIND_SERVER, "supermicro-ars-121gl-nb3-lcc-r1", "accelerators", "4"},
        {KIND_UPS, "eaton-5px2200irt", "module_power", "1.98 kW"},
        {KIND_UPS, "eaton-5px2200irt", "module_apparent", "2.2 kVA"},
        {KIND_CDU, "supermicro-lcs-scdu-250l4001", "capacity", "250 kW"},
        {KIND_RACKPDU, "apc-ap7811b", "outlets", "16"},
        {KIND_RACKPDU, "apc-ap7811b", "rated_current", "30 A"},
        {KIND_RACKPDU, "hp-d9n50a", "rated_power", "7.36 kW"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const char *found = import_value(model(&f, known[i].kind, known[i].name), known[i].key);
        if (!found || strcmp(found, known[i].value) != 0)
            fail_msg("%s: %s = %s, not %s", known[i].name, known[i].key, found ? found : "nothing",
                     known[i].value);
    }
    arena_free(&f.a);
    arena_free(&p.a);
}

/* ---- sites ------------------------------------------------------------- */

/* The output with cooling for every room and a source for every panel: what only the user
   knows. */
static void check_site(struct fixture *f, struct toy *t)
{
    struct builder b = builder_new(&f->a);
    for (int i = 0; i < f->im.n; i++) {
        struct import_section *s = f->im.section[i];
        if (s->kind == KIND_RPP)
            assert_true(import_set(&f->im, s, "from", s->place, "utility.grid") &&
                        import_set(&f->im, s, "voltage", s->place, "220 V LN") &&
                        import_set(&f->im, s, "phases", s->place, "1"));
        if (s->kind == KIND_ROOM)
            builder_format(&b,
                           "[crac c%d]\nairflow = 4 m3/s\nfan_power = 0 kW\ncapacity = 90 kW\n"
                           "cop = 4\nfrom = utility.grid\nserves = %s\n",
                           i, s->name);
    }
    const char *text = arena_format(&f->a, "%s\n%s", import_ini(&f->im), b.s);
    if (toy_read(t, text)) return;
    toy_print(t);
    fail_msg("the site is refused");
}

static void the_demo_dump(void **state)
{
    (void)state;
    struct fixture f;
    struct toy t;
    static const char *const path[] = {LAYOUTS "/netbox-demo-v3.6.json"};
    if (!file_exists(path[0])) skip();
    assert_true(run(&f, path, 1, NULL));
    expect(&f.im, KIND_ROOM, 20, 0);
    expect(&f.im, KIND_RACK, 42, 5);
    expect(&f.im, KIND_BREAKER, 48, 0);
    expect(&f.im, KIND_RACKPDU, 13, 26);
    check_site(&f, &t);
    const struct rack_plan p = place_servers(&t.site, &t.arena);
    int servers = 0;
    for (int i = 0; i < p.placement.n; i++) {
        assert_true(p.placement.item[i].is_fixed);
        servers += p.placement.item[i].count;
    }
    /* of 72 devices 13 are strips and 19 are panels of cables */
    assert_int_equal(servers, 40);
    toy_free(&t);
    arena_free(&f.a);
}

static void the_tables_of_zero_to_hero(void **state)
{
    (void)state;
    struct fixture f;
    struct toy t;
    struct paths p = {.a = arena_new(NULL)};
    gather(&p, LAYOUTS "/netbox_zero_to_hero_csv", ".csv");
    if (!p.n) skip();
    assert_int_equal(p.n, 9);
    assert_true(run(&f, p.path, p.n, NULL));
    expect(&f.im, KIND_RACK, 18, 18);
    check_site(&f, &t);
    toy_free(&t);
    arena_free(&f.a);
    assert_true(run(&f, p.path, p.n, "UKLON01"));
    expect(&f.im, KIND_RACK, 5, 5);
    expect(&f.im, KIND_ROOM, 2, 0);
    arena_free(&f.a);
    assert_true(run(&f, p.path, p.n, "AUBRI01"));
    const struct import_section *s = model(&f, KIND_SERVER, "hpe-proliant-dl380-gen9");
    assert_string_equal(import_value(s, "at"), "AUBRI01-RK-01:1, AUBRI01-RK-01:3");
    assert_string_equal(import_value(model(&f, KIND_RACK, "AUBRI01-RK-01"), "reserved"),
                        "11, 12 U");
    arena_free(&f.a);
    for (int i = 0; i < p.n; i++) { /* each alone is a table that is known */
        assert_true(run(&f, &p.path[i], 1, NULL));
        assert_non_null(f.im.file[0].what);
        arena_free(&f.a);
    }
    arena_free(&p.a);
}

static void files_of_others(void **state)
{
    (void)state;
    struct paths p = {.a = arena_new(NULL)};
    gather(&p, LAYOUTS "/racksdb", ".yml");
    gather(&p, LAYOUTS, ".sql");
    if (!p.n) skip();
    for (int i = 0; i < p.n; i++) {
        struct fixture f;
        if (run(&f, &p.path[i], 1, NULL)) fail_msg("%s was read", p.path[i]);
        assert_int_equal(f.ds.n_error, 1);
        assert_true(f.ds.item[0].place.line > 0 && f.ds.item[0].place.col > 0);
        arena_free(&f.a);
    }
    arena_free(&p.a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_device_type_alone),
        cmocka_unit_test(all_device_types),
        cmocka_unit_test(known_machines),
        cmocka_unit_test(the_demo_dump),
        cmocka_unit_test(the_tables_of_zero_to_hero),
        cmocka_unit_test(files_of_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
