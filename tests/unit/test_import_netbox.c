/* NetBox inventories: what is read, what is estimated, and what cannot be. */

#include <string.h>

#include "model/import_netbox.h"
#include "model/load.h"
#include "toy_site.h"

struct fixture {
    struct arena a;
    struct diags ds;
    struct object_set catalogue;
    struct import im;
    struct import_file file[4]; /* of site() */
};

static struct import_file text_file(const char *path, const char *s)
{
    return (struct import_file){.path = path, .s = s, .n = strlen(s)};
}

static bool run(struct fixture *f, struct import_file *file, int n, const char *only)
{
    f->a = arena_new(NULL);
    f->ds = diags_new(&f->a);
    assert_true(load_catalogue(DCPLAN_SOURCE_DIR "/models", &f->catalogue, &f->a, &f->ds));
    import_begin(&f->im, file, n, &f->catalogue, &f->a, &f->ds);
    f->im.only = only;
    bool ok = import_netbox(&f->im);
    import_count(&f->im);
    return ok;
}

static const struct import_section *section(const struct fixture *f, enum kind_id kind,
                                            const char *name)
{
    const struct import_section *s = import_find(&f->im, kind, name);
    if (!s) fail_msg("no section '%s' in\n%s", name, import_ini(&f->im));
    return s;
}

static void has(const struct import_section *s, const char *key, const char *text)
{
    const char *found = import_value(s, key);
    if (!found || strcmp(found, text) != 0)
        fail_msg("[%s] %s = %s, not %s", s->name, key, found ? found : "nothing", text);
}

static bool is_estimated(const struct import_section *s, const char *key)
{
    for (int i = 0; i < s->n; i++)
        if (!strcmp(s->value[i].key, key)) return s->value[i].basis;
    return false;
}

/* Counts messages that hold the text; the first is at line and col when line > 0. */
static int told(struct fixture *f, const char *text, int line, int col)
{
    int n = 0;
    for (int i = 0; i < f->ds.n; i++) {
        if (!strstr(message_text(&f->a, &f->ds.item[i].what, NULL), text)) continue;
        if (!n++ && line) {
            assert_int_equal(f->ds.item[i].place.line, line);
            assert_int_equal(f->ds.item[i].place.col, col);
        }
    }
    return n;
}

/* What is printed reads back as a catalogue, without a word. */
static void reads_back(struct fixture *f)
{
    struct object_set models = {.kinds = f->im.kinds, .n_kinds = N_KIND};
    const char *ini = import_ini(&f->im);
    struct input_text t = {.path = "out.ini", .s = ini, .n = strlen(ini)};
    int before = f->ds.n;
    bool ok = catalogue_read(&models, &t, 1, &f->a, &f->ds);
    if (!ok || f->ds.n != before)
        fail_msg("%s in\n%s", message_text(&f->a, &f->ds.item[before].what, NULL), ini);
    assert_int_equal(models.n, f->im.n);
}

#define HEAD "manufacturer: Maker\nmodel: Box\nslug: maker-box\nis_full_depth: true\n"

static void one(struct fixture *f, const char *yaml)
{
    f->file[0] = text_file("t.yaml", yaml);
    if (!run(f, f->file, 1, NULL))
        fail_msg("%s", f->ds.n ? message_text(&f->a, &f->ds.item[0].what, NULL) : "refused");
    reads_back(f);
}

/* ---- device types ------------------------------------------------------ */

static void half_of_the_ports_carry_the_device(void **state)
{
    (void)state;
    struct fixture f;
    one(&f, HEAD "u_height: \"2\"\nweight: 20\nweight_unit: lb\nairflow: rear-to-front\n"
                 "power-ports:\n- {name: a, type: iec-60320-c14, maximum_draw: 800, "
                 "allocated_draw: 250}\n- {name: b, type: iec-60320-c14, maximum_draw: 800, "
                 "allocated_draw: 250}\n");
    const struct import_section *s = section(&f, KIND_SERVER, "maker-box");
    has(s, "power_maximum", "800 W");
    has(s, "power_typical", "500 W");
    has(s, "psu_count", "2");
    has(s, "psu_needed", "1");
    has(s, "height", "2 U");
    has(s, "weight", "9.07185 kg");
    has(s, "airflow_direction", "rear-to-front");
    has(s, "source", "NetBox device type library: Maker Box");
    assert_false(is_estimated(s, "power_maximum"));
    assert_false(is_estimated(s, "power_typical"));
    assert_true(is_estimated(s, "power_idle"));
    assert_true(is_estimated(s, "airflow"));
    assert_int_equal(s->n_estimated, 2);
    assert_int_equal(f.im.file[0].n_estimated, 2);
    arena_free(&f.a);
}

static void unequal_ports_and_odd_numbers(void **state)
{
    (void)state;
    struct fixture f;
    one(&f, HEAD "u_height: 4.0\npower-ports:\n- {name: a, maximum_draw: 3000}\n"
                 "- {name: b, maximum_draw: 1000}\n- {name: c, maximum_draw: 2000}\n");
    has(section(&f, KIND_SERVER, "maker-box"), "power_maximum", "5 kW"); /* 3000 and 2000 */
    has(section(&f, KIND_SERVER, "maker-box"), "psu_needed", "2");
    arena_free(&f.a);
}

static void allocated_above_the_half_lifts_the_maximum(void **state)
{
    (void)state;
    struct fixture f;
    one(&f, HEAD "u_height: 1\npower-ports:\n"
                 "- {name: a, maximum_draw: 500, allocated_draw: 300}\n"
                 "- {name: b, maximum_draw: 500, allocated_draw: 300}\n");
    has(section(&f, KIND_SERVER, "maker-box"), "power_maximum", "600 W");
    has(section(&f, KIND_SERVER, "maker-box"), "power_typical", "600 W");
    arena_free(&f.a);
}

/* A port without a draw draws something. */
static void ports_that_do_not_tell(void **state)
{
    (void)state;
    struct fixture f;
    one(&f, HEAD "u_height: 1\npower-ports:\n- {name: a, maximum_draw: 500}\n- {name: b}\n"
                 "- {name: c}\n- {name: d, allocated_draw: 90}\n");
    const struct import_section *s = section(&f, KIND_SERVER, "maker-box");
    has(s, "power_maximum", "1 kW"); /* two of four carry it, both like the one that tells */
    has(s, "power_typical", "360 W");
    assert_true(is_estimated(s, "power_maximum") && is_estimated(s, "power_typical"));
    assert_non_null(strstr(import_ini(&f.im), "; estimated: 1 of its 4 ports tell their draw\n"));
    arena_free(&f.a);
    one(&f, HEAD "u_height: 1\npower-ports:\n- {name: a, maximum_draw: 500}\n- {name: b}\n");
    s = section(&f, KIND_SERVER, "maker-box");
    has(s, "power_maximum", "500 W"); /* one of two does */
    assert_false(is_estimated(s, "power_maximum"));
    arena_free(&f.a);
    one(&f, HEAD "u_height: 1\npower-ports:\n- {name: a, allocated_draw: 900}\n");
    s = section(&f, KIND_SERVER, "maker-box");
    has(s, "power_maximum", "900 W");
    assert_non_null(strstr(import_ini(&f.im), "900 W ; estimated: as much as its allocated"));
    arena_free(&f.a);
}

static void missing_draw_is_estimated_never_zero(void **state)
{
    static const struct {
        const char *rest, *maximum, *basis;
    } cases[] = {
        {"u_height: 1\nmodule-bays: [{name: PSU-1}, {name: PSU-2}]\n", "586 W", "like estimate-2p"},
        {"u_height: 4\npower-ports: [{name: a}]\n", "1.07 kW", "like estimate-4p"},
        {"u_height: 8\npower-ports: [{name: a}]\n", "2.15 kW", "like estimate-8p"},
        {"u_height: 0\npower-ports: [{name: a}]\n", "60 W", "like estimate-0u"},
        {"u_height: 0\nsubdevice_role: child\n", "570 W", "like estimate-node"},
        {"u_height: 2\nsubdevice_role: parent\npower-ports: [{name: a}]\n"
         "device-bays: [{name: Node 1}, {name: Node 2}, {name: Interconnect 1}]\n",
         "1.14 kW", "2 bays, each like estimate-node"},
        {"u_height: 6\nmodule-bays: [{name: PSU 1}, {name: SXM5}, {name: SXM5}, {name: GPU 3}, "
         "{name: x, description: OAM slot}]\n",
         "5.1 kW", "4 accelerators, each an eighth of dgx-h100"},
        {"u_height: 1\nis_powered: false\ncomments: Tray with 4x B300 GPU and 2 CPUs\n"
         "interfaces: [{name: bmc}]\n",
         "5.1 kW", "4 accelerators, each an eighth of dgx-h100"},
        {"u_height: 2\ncomments: A router\npower-ports: [{name: a}]\n", "500 W",
         "estimate-network for each of 2 U"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fixture f;
        struct arena a = arena_new(NULL);
        one(&f, arena_format(&a, "%s%s", HEAD, cases[i].rest));
        const struct import_section *s = section(&f, KIND_SERVER, "maker-box");
        has(s, "power_maximum", cases[i].maximum);
        assert_true(is_estimated(s, "power_maximum") && is_estimated(s, "power_typical") &&
                    is_estimated(s, "power_idle"));
        char *mark = arena_format(&a, "; estimated: %s\n", cases[i].basis);
        if (!strstr(import_ini(&f.im), mark)) fail_msg("no %s", mark);
        assert_non_null(strstr(import_ini(&f.im), "estimated: power_idle, power_typical, "));
        arena_free(&f.a);
        arena_free(&a);
    }
}

static void supplies_of_the_same_maker_tell_the_draw(void **state)
{
    (void)state;
    struct fixture f;
    struct import_file file[] = {
        text_file("box.yaml", HEAD "u_height: 2\nmodule-bays: [{name: PSU 1}, {name: PSU 2}, "
                                   "{name: PSU 3}, {name: PSU 4}]\n"),
        text_file("psu.yaml", "manufacturer: Maker\nmodel: P1400 Titanium\n"
                              "power-ports: [{name: 'PSU{module}', maximum_draw: 1400}]\n"),
        text_file("other.yaml", "manufacturer: Other\nmodel: P900\n"
                                "power-ports: [{name: 'PSU{module}', maximum_draw: 900}]\n")};
    assert_true(run(&f, file, 3, NULL));
    has(section(&f, KIND_SERVER, "maker-box"), "power_maximum", "2.8 kW");
    assert_true(is_estimated(section(&f, KIND_SERVER, "maker-box"), "power_maximum"));
    const struct import_section *p = section(&f, KIND_PSU, "maker-p1400-titanium");
    has(p, "rated_power", "1400 W");
    has(p, "efficiency", "5 %: 84 %, 10 %: 90 %, 20 %: 94 %, 50 %: 96 %, 100 %: 91 %");
    assert_true(is_estimated(p, "efficiency"));
    reads_back(&f);
    arena_free(&f.a);
    file[2].s = "manufacturer: Maker\nmodel: P900\n"
                "power-ports: [{name: 'PSU{module}', maximum_draw: 900}]\n";
    file[2].n = strlen(file[2].s);
    assert_true(run(&f, file, 3, NULL)); /* two of the maker: which one it is, nobody says */
    has(section(&f, KIND_SERVER, "maker-box"), "power_maximum", "586 W");
    arena_free(&f.a);
}

static void comments_that_say_more_than_the_ports(void **state)
{
    (void)state;
    struct fixture f;
    one(&f, HEAD "u_height: 6\ncomments: 'System with 8 GPUs.  Power Consumption: 6.5kW at full "
                 "load'\npower-ports:\n- {name: a, maximum_draw: 1071, allocated_draw: 586}\n"
                 "- {name: b, maximum_draw: 1071, allocated_draw: 586}\n");
    const struct import_section *s = section(&f, KIND_SERVER, "maker-box");
    has(s, "power_maximum", "6.5 kW");
    assert_true(is_estimated(s, "power_maximum") && is_estimated(s, "power_typical"));
    has(s, "accelerators", "8");
    assert_int_equal(told(&f, "the ports of 'Box' make 1071 W, its comments say 6500 W", 8, 3), 1);
    arena_free(&f.a);
    one(&f, HEAD "u_height: 1\ncomments: Power draw 150 W\n"
                 "power-ports: [{name: a, maximum_draw: 200}]\n");
    has(section(&f, KIND_SERVER, "maker-box"), "power_maximum", "200 W");
    assert_int_equal(f.ds.n_warning, 0);
    arena_free(&f.a);
}

/* CASES B49: 36000 W of a router on a desk were milliwatts. */
static void implausible_draws_are_warned_of(void **state)
{
    (void)state;
    struct fixture f;
    one(&f, HEAD "u_height: 1\npower-ports:\n- name: a\n  maximum_draw: 36000\n");
    assert_int_equal(told(&f, "draws 36000 W in 1 U: 36000 W for each", 7, 3), 1);
    has(section(&f, KIND_SERVER, "maker-box"), "power_maximum", "36 kW");
    arena_free(&f.a);
    one(&f, HEAD "u_height: 1\nweight: 900\nweight_unit: g\n"
                 "power-ports: [{name: a, maximum_draw: 1200}]\n");
    assert_int_equal(told(&f, "draws 1200 W at 0.9 kg: 1333.33 W for each", 0, 0), 1);
    arena_free(&f.a);
    one(&f, HEAD "u_height: 4\nweight: 53\nweight_unit: kg\npower-ports:\n"
                 "- {name: a, maximum_draw: 6600}\n- {name: b, maximum_draw: 6600}\n"
                 "- {name: c, maximum_draw: 6600}\n- {name: d, maximum_draw: 6600}\n");
    assert_int_equal(f.ds.n_warning, 0); /* a real one */
    arena_free(&f.a);
}

static void strips_ups_and_coolant_units(void **state)
{
    (void)state;
    struct fixture f;
    one(&f, HEAD "u_height: 0\npower-ports: [{name: in, type: nema-l6-30p}]\n"
                 "power-outlets: [{name: 1}, {name: 2, feed_leg: B}, {name: 3}]\n");
    const struct import_section *s = section(&f, KIND_RACKPDU, "maker-box");
    has(s, "outlets", "3");
    has(s, "rated_current", "30 A");
    has(s, "voltage", "208 V LL");
    has(s, "phases", "2");
    assert_true(is_estimated(s, "square_loss"));
    arena_free(&f.a);
    one(&f, HEAD "u_height: 0\npower-outlets: [{name: 1}]\npower-ports: [{name: in}]\n");
    assert_int_equal(told(&f, "it will limit nothing", 1, 1), 1);
    assert_null(import_value(section(&f, KIND_RACKPDU, "maker-box"), "square_loss"));
    arena_free(&f.a);
    one(&f, HEAD "u_height: 2\ncomments: 'Rack UPS, 2200 VA, 1980 W'\n"
                 "power-outlets: [{name: 1}]\npower-ports: [{name: in, type: iec-60320-c20}]\n");
    s = section(&f, KIND_UPS, "maker-box");
    has(s, "module_power", "1.98 kW");
    has(s, "module_apparent", "2.2 kVA");
    assert_true(is_estimated(s, "c0") && !is_estimated(s, "module_power"));
    arena_free(&f.a);
    one(&f, "manufacturer: APC\nmodel: SMX1500X\nslug: x\nis_full_depth: true\nu_height: 2\n"
            "power-outlets: [{name: 1}]\npower-ports: [{name: in}]\n");
    s = section(&f, KIND_UPS, "x");
    has(s, "module_apparent", "1.5 kVA");
    has(s, "module_power", "1.35 kW");
    assert_true(is_estimated(s, "module_apparent") && is_estimated(s, "module_power"));
    arena_free(&f.a);
    one(&f, "manufacturer: APC\nmodel: SMX1500X\nslug: x\nis_full_depth: true\nu_height: 2\n"
            "power-outlets: [{name: 1}]\npower-ports: [{name: in, maximum_draw: 1440}]\n");
    s = section(&f, KIND_UPS, "x");
    has(s, "module_power", "1.44 kW");
    assert_true(is_estimated(s, "module_power")); /* what it takes is not what it gives */
    arena_free(&f.a);
    one(&f, HEAD "u_height: 4\ncomments: 'CDU.  Cooling Capacity: Up to 250 kW.'\n");
    s = section(&f, KIND_CDU, "maker-box");
    has(s, "capacity", "250 kW");
    assert_true(is_estimated(s, "supply") && !is_estimated(s, "capacity"));
    arena_free(&f.a);
}

static void what_is_no_part_is_left_out(void **state)
{
    (void)state;
    struct fixture f;
    one(&f, HEAD "u_height: 1\nfront-ports: [{name: 1}]\n");
    assert_int_equal(f.im.n, 0);
    assert_int_equal(f.im.n_left_out, 1);
    assert_int_equal(told(&f, "'Box' is left out: it takes no power", 1, 1), 1);
    arena_free(&f.a);
    one(&f, HEAD "u_height: 3\npower-outlets: [{name: bus, type: dc-terminal}]\n");
    assert_int_equal(told(&f, "a power shelf", 0, 0), 1);
    arena_free(&f.a);
}

/* The library's folder holds its schema, too. */
static void a_schema_is_left_out(void **state)
{
    (void)state;
    struct fixture f;
    struct import_file file[] = {
        text_file("schema.json", "{\"$schema\": \"http://json-schema.org/draft-07/schema#\"}"),
        text_file("a.yaml", "manufacturer: Maker\nmodel: Box\nslug: maker-box\nu_height: 1\n"
                            "is_full_depth: true\npower-ports:\n  - name: PS1\n"
                            "    type: iec-60320-c14\n    maximum_draw: 500\n")};
    assert_true(run(&f, file, 2, NULL));
    assert_int_equal(f.ds.n_error, 0);
    (void)section(&f, KIND_SERVER, "maker-box");
    arena_free(&f.a);
}

static void weights_in_all_units(void **state)
{
    static const char *const at[][2] = {
        {"kg", "16 kg"}, {"g", "0.016 kg"}, {"lb", "7.25748 kg"}, {"oz", "0.453592 kg"}};
    (void)state;
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        struct fixture f;
        struct arena a = arena_new(NULL);
        one(&f, arena_format(&a,
                             HEAD "u_height: 1\nweight: 16\nweight_unit: %s\npower-ports: "
                                  "[{name: a, maximum_draw: 5}]\n",
                             at[i][0]));
        has(section(&f, KIND_SERVER, "maker-box"), "weight", at[i][1]);
        arena_free(&f.a);
        arena_free(&a);
    }
}

static void unknown_fields_are_one_warning(void **state)
{
    (void)state;
    struct fixture f;
    one(&f, HEAD "u_height: 1\ncolour: red\npower-ports:\n- {name: a, maximum-draw: 3}\n"
                 "- {name: b, maximum-draw: 3}\n");
    assert_int_equal(f.ds.n_warning, 1);
    assert_int_equal(told(&f, "passed over: colour, maximum-draw", 6, 1), 1);
    arena_free(&f.a);
}

static void refused(const char *yaml, const char *message, int line, int col)
{
    struct fixture f;
    struct import_file file = text_file("t.yaml", yaml);
    assert_false(run(&f, &file, 1, NULL));
    if (told(&f, message, line, col) != 1)
        fail_msg("no '%s' but '%s'", message,
                 f.ds.n ? message_text(&f.a, &f.ds.item[0].what, NULL) : "nothing");
    arena_free(&f.a);
}

static void the_schema_is_held(void **state)
{
    (void)state;
    refused("manufacturer: Maker\nmodel: Box\nslug: x\n", "has no 'u_height'", 1, 1);
    refused("manufacturer: Maker\nslug: x\nu_height: 1\n", "has no 'model'", 1, 1);
    refused("racks: []\n", "no device type of NetBox", 1, 1);
    refused(HEAD "u_height: tall\n", "'u_height' must be a number", 5, 11);
    refused(HEAD "u_height: 1.3\n", "whole or half", 5, 11);
    refused(HEAD "u_height: -1\n", "whole or half", 5, 11);
    refused(HEAD "u_height: 1\nweight: 3\n", "a weight without weight_unit", 6, 9);
    refused(HEAD "u_height: 1\nweight: 3\nweight_unit: stone\n", "'stone' is no unit", 7, 14);
    refused(HEAD "u_height: 1\nairflow: upwards\n", "'airflow' cannot be 'upwards'", 6, 10);
    refused(HEAD "u_height: 1\nsubdevice_role: aunt\n", "'subdevice_role' cannot be 'aunt'", 6, 17);
    refused(HEAD "u_height: 1\npower-ports: none\n", "'power-ports' must be a list", 6, 14);
    refused(HEAD "u_height: 1\npower-ports: [{name: a, maximum_draw: 0}]\n",
            "a draw must be above zero", 6, 39);
    refused(HEAD "u_height: 1\npower-ports: [a]\n", "a mapping of fields is wanted", 6, 15);
    refused("manufacturer: M\nmodel: B\nslug: Big Box\nu_height: 1\n", "holds other characters", 3,
            7);
    refused(HEAD "u_height: 1\nmodel: again\n", "key 'model' stands twice", 6, 1);
}

/* ---- sites ------------------------------------------------------------- */

static const char racks_csv[] = "site,location,name,width,u_height,desc_units,max_weight,"
                                "weight_unit\n"
                                "S,Hall,R1,19,42,false,1000,kg\nS,Hall,R.2,19,20,true,,\n";
static const char feeds_csv[] =
    "power_panel,site,rack,name,type,supply,phase,voltage,amperage,max_utilization\n"
    "P1,S,R1,F-A,primary,ac,single-phase,230,32,80\n"
    "P2,S,R1,F-B,redundant,ac,single-phase,230,32,80\n"
    "P1,S,R.2,F-C,primary,ac,three-phase,400,16,\n";
static const char box_yaml[] = HEAD "u_height: 2\nweight: 20\nweight_unit: kg\npower-ports:\n"
                                    "- {name: a, maximum_draw: 500}\n"
                                    "- {name: b, maximum_draw: 500}\n";
#define DEVICES "name,role,manufacturer,device_type,site,location,rack,position,face\n"

static bool site(struct fixture *f, const char *devices, const char *only)
{
    f->file[0] = text_file("devices.csv", devices);
    f->file[1] = text_file("box.yaml", box_yaml);
    f->file[2] = text_file("racks.csv", racks_csv);
    f->file[3] = text_file("feeds.csv", feeds_csv);
    return run(f, f->file, 4, only);
}

/* The output with what only the user knows reads as a site; returns it. */
static void makes_a_site(struct fixture *f, struct toy *t, const char *more)
{
    const char *text = arena_format(
        &f->a,
        "%s\n[crac c]\nairflow = 40 m3/s\nfan_power = 0 kW\ncapacity = 900 kW\ncop = 4\n"
        "from = utility.grid\nserves = Hall\n%s",
        import_ini(&f->im), more);
    if (toy_read(t, text)) return;
    toy_print(t);
    fail_msg("%s", text);
}

/* rpp sections of the output get their source in the text itself. */
static void feed_panels(struct fixture *f, const char *const *panel)
{
    for (; *panel; panel++) {
        struct import_section *s = import_find(&f->im, KIND_RPP, *panel);
        assert_non_null(s);
        assert_true(import_set(&f->im, s, "from", s->place, "utility.grid"));
        assert_true(import_set(&f->im, s, "voltage", s->place, "400 V LL"));
    }
}

static void devices_to_places(void **state)
{
    (void)state;
    struct fixture f;
    static const char *const panels[] = {"P1", "P2", NULL};
    assert_true(site(&f,
                     DEVICES "web 1,Server,Maker,Box,S,Hall,R1,10,front\n"
                             "\"web,2\",Server,Maker,maker-box,S,Hall,R1,12,front\n"
                             "web3,Server,Maker,Box,S,Hall,R.2,1,front\n"
                             "spare,Server,Maker,Box,S,Hall,R1,,\n",
                     NULL));
    assert_int_equal(f.ds.n_error + f.ds.n_warning, 0);
    const struct import_section *s = section(&f, KIND_SERVER, "maker-box");
    has(s, "count", "4");
    has(s, "room", "Hall");
    has(s, "rack", "R1, R-2");
    has(s, "at", "R1:10, R1:12, R-2:19"); /* the last counts from the top */
    has(s, "names", "web 1, web-2, web3, spare");
    const struct import_section *r = section(&f, KIND_RACK, "R1");
    has(r, "from", "breaker.F-A, breaker.F-B");
    has(r, "load", "1000 kg");
    has(section(&f, KIND_RACK, "R-2"), "from", "breaker.F-C");
    assert_non_null(strstr(import_ini(&f.im), "note = R.2 in NetBox"));
    const struct import_section *b = section(&f, KIND_BREAKER, "F-C");
    has(b, "from", "rpp.P1");
    has(b, "voltage", "400 V LL");
    has(b, "phases", "3");
    has(b, "rated_current", "16 A");
    has(section(&f, KIND_BREAKER, "F-A"), "usable", "80 %");
    struct toy t;
    feed_panels(&f, panels);
    makes_a_site(&f, &t, "");
    const struct rack_plan p = place_servers(&t.site, &t.arena);
    assert_int_equal(p.placement.unplaced[0], 0);
    assert_true(p.placement.item[0].is_fixed && !(p.placement.item[0].u != 10));
    toy_free(&t);
    arena_free(&f.a);
}

static void places_that_cannot_be(void **state)
{
    (void)state;
    struct fixture f;
    assert_true(site(&f,
                     DEVICES "a,Server,Maker,Box,S,Hall,R1,10,front\n"
                             "b,Server,Maker,Box,S,Hall,R1,11,front\n"
                             "c,Server,Maker,Box,S,Hall,R1,10,rear\n"
                             "d,Server,Maker,Box,S,Hall,R1,42,front\n"
                             "e,Server,Maker,Box,S,Hall,,,\n"
                             "f,Server,Maker,Box,S,Hall,R1,1.5,front\n",
                     NULL));
    assert_int_equal(told(&f, "'b' takes units of 'a' in 'R1'", 3, 1), 1);
    assert_int_equal(told(&f, "'c' takes units of 'a' in 'R1': one of them is of full depth", 4, 1),
                     1);
    assert_int_equal(told(&f, "'d' stands at unit 42 of 'R1', which has 42", 5, 1), 1);
    assert_int_equal(told(&f, "'e' is left out: it stands in no rack", 6, 1), 1);
    const struct import_section *s = section(&f, KIND_SERVER, "maker-box");
    has(s, "count", "5");
    has(s, "at", "R1:10, R1:1.5");
    has(s, "names", "a, f, b, c, d"); /* those at a place first */
    arena_free(&f.a);
    assert_false(site(&f, DEVICES "a,Server,Maker,Box,S,Hall,R1,ten,front\n", NULL));
    assert_int_equal(told(&f, "'ten' in column 'position' is no number", 2, 8), 1);
    arena_free(&f.a);
}

static void back_to_back_shares_the_units(void **state)
{
    (void)state;
    struct fixture f;
    struct import_file file[] = {
        text_file("d.csv", DEVICES "a,Server,Maker,Half,S,Hall,R1,10,front\n"
                                   "b,Server,Maker,Half,S,Hall,R1,10,rear\n"),
        text_file("h.yaml", "manufacturer: Maker\nmodel: Half\nslug: half\nu_height: 1\n"
                            "is_full_depth: false\npower-ports: [{name: a, maximum_draw: 90}]\n"),
        text_file("r.csv", racks_csv), text_file("f.csv", feeds_csv)};
    static const char *const panels[] = {"P1", "P2", NULL};
    assert_true(run(&f, file, 4, NULL));
    assert_int_equal(f.ds.n_warning, 0);
    has(section(&f, KIND_SERVER, "half"), "at", "R1:10");
    has(section(&f, KIND_SERVER, "half-2"), "at", "R1:10");
    has(section(&f, KIND_SERVER, "half-2"), "height", "0 U");
    struct toy t;
    feed_panels(&f, panels);
    makes_a_site(&f, &t, "");
    toy_free(&t);
    arena_free(&f.a);
}

static void strips_panels_and_cables(void **state)
{
    (void)state;
    struct fixture f;
    struct import_file file[] = {
        text_file("d.csv", DEVICES "x,Server,Maker,Box,S,Hall,R1,1,front\n"
                                   "y,Server,Maker,Box,S,Hall,R1,3,front\n"
                                   "pp,Patch Panel,Any,Panel,S,Hall,R1,40,front\n"
                                   "pdu-a,PDU,Maker,Strip,S,Hall,R1,,\n"
                                   "pdu-b,PDU,Maker,Strip,S,Hall,R1,,\n"),
        text_file("b.yaml", box_yaml),
        text_file("c.csv", "side_a_device,side_a_type,side_a_name,side_b_device,side_b_type,"
                           "side_b_name\n"
                           "y,dcim.powerport,a,pdu-b,dcim.poweroutlet,1\n"
                           "x,dcim.interface,e0,y,dcim.interface,e0\n"),
        text_file("s.yaml", "manufacturer: Maker\nmodel: Strip\nslug: strip\nu_height: 0\n"
                            "is_full_depth: false\npower-ports: [{name: in, type: iec-60320-c20}]\n"
                            "power-outlets: [{name: 1}, {name: 2}]\n")};
    assert_true(run(&f, file, 4, NULL));
    assert_int_equal(told(&f, "no table has the rack 'R1'", 2, 1), 1);
    assert_int_equal(told(&f, "no file has the device type 'Any Panel'", 4, 1), 1);
    const struct import_section *r = section(&f, KIND_RACK, "R1");
    has(r, "from", "rackpdu.pdu-a, rackpdu.pdu-b");
    has(r, "reserved", "40 U");
    assert_true(is_estimated(r, "units"));
    has(section(&f, KIND_RACKPDU, "pdu-a"), "from", "rpp.supply");
    assert_true(is_estimated(section(&f, KIND_RACKPDU, "pdu-a"), "from"));
    assert_null(import_value(section(&f, KIND_SERVER, "maker-box"), "from")); /* as its rack */
    has(section(&f, KIND_SERVER, "maker-box-2"), "from", "rackpdu.pdu-b");
    has(section(&f, KIND_SERVER, "maker-box-2"), "names", "y");
    static const char *const panels[] = {"supply", NULL};
    struct toy t;
    feed_panels(&f, panels);
    makes_a_site(&f, &t, "");
    toy_free(&t);
    arena_free(&f.a);
}

/* A UPS in the rack: cables tell that it is fed by a feed and that it feeds the strip. */
static void cables_through_a_ups(void **state)
{
    (void)state;
    struct fixture f;
    struct import_file file[] = {
        text_file("d.csv", DEVICES "x,Server,Maker,Box,S,Hall,R1,1,front\n"
                                   "pdu-1,PDU,Maker,Strip,S,Hall,R1,,\n"
                                   "pdu-10,PDU,Maker,Strip,S,Hall,R1,,\n"
                                   "u1,UPS,Maker,UPS,S,Hall,R1,3,front\n"),
        text_file("b.yaml", box_yaml),
        text_file("r.csv", racks_csv),
        text_file("f.csv", feeds_csv),
        text_file("c.csv", "side_a_device,side_a_type,side_a_name,side_b_device,side_b_type,"
                           "side_b_name\n"
                           "u1,dcim.powerport,in,,dcim.powerfeed,F-B\n"
                           "u1,dcim.poweroutlet,1,pdu-1,dcim.powerport,in\n"
                           "x,dcim.powerport,a,pdu-10,dcim.poweroutlet,1\n"
                           "x,dcim.powerport,b,pdu-1,dcim.poweroutlet,1\n"),
        text_file("s.yaml", "manufacturer: Maker\nmodel: Strip\nslug: strip\nu_height: 0\n"
                            "is_full_depth: false\npower-ports: [{name: in}]\n"
                            "power-outlets: [{name: 1}, {name: 2}]\n"),
        text_file("u.yaml", "manufacturer: Maker\nmodel: UPS\nslug: ups\nu_height: 2\n"
                            "is_full_depth: true\ncomments: '3000 VA, 2700 W'\n"
                            "power-ports: [{name: in}]\npower-outlets: [{name: 1}]\n")};
    assert_true(run(&f, file, 7, NULL));
    has(section(&f, KIND_UPS, "u1"), "from", "breaker.F-B");
    has(section(&f, KIND_UPS, "u1"), "module_power", "2.7 kW");
    has(section(&f, KIND_RACKPDU, "pdu-1"), "from", "ups.u1");
    assert_false(is_estimated(section(&f, KIND_RACKPDU, "pdu-1"), "from"));
    has(section(&f, KIND_RACKPDU, "pdu-10"), "from", "breaker.F-B"); /* second strip, second feed */
    assert_true(is_estimated(section(&f, KIND_RACKPDU, "pdu-10"), "from"));
    has(section(&f, KIND_RACK, "R1"), "from", "rackpdu.pdu-1, rackpdu.pdu-10");
    has(section(&f, KIND_RACK, "R1"), "reserved", "3, 4 U");
    /* plugged into all strips of its rack: as the rack */
    assert_null(import_value(section(&f, KIND_SERVER, "maker-box"), "from"));
    arena_free(&f.a);
}

/* The headings of NetBox's own export. */
static void exports_read_as_imports_do(void **state)
{
    (void)state;
    struct fixture f;
    struct import_file file[] = {
        text_file("d.csv",
                  "Name,Status,Site,Location,Rack,Role,Manufacturer,Type,Position (U),Face\n"
                  "x,Active,S,Hall,R1,Server,Maker,Box,7,Front\n"),
        text_file("b.yaml", box_yaml),
        text_file("r.csv", "Name,Site,Location,Status,Height,Width,Max weight,Weight unit\n"
                           "R1,S,Hall,Active,45U,19 inches,,\n")};
    assert_true(run(&f, file, 3, NULL));
    has(section(&f, KIND_SERVER, "maker-box"), "at", "R1:7");
    has(section(&f, KIND_RACK, "R1"), "units", "45 U");
    assert_int_equal(f.ds.n_warning, 0);
    arena_free(&f.a);
}

static void one_site_of_several(void **state)
{
    (void)state;
    struct fixture f;
    static const char devices[] = DEVICES "a,Server,Maker,Box,S,Hall,R1,1,front\n"
                                          "b,Server,Any,Thing,T,Room,Q1,1,front\n";
    assert_true(site(&f, devices, "s"));
    assert_int_equal(f.ds.n_warning, 0); /* nothing of the other site is told */
    has(section(&f, KIND_SERVER, "maker-box"), "names", "a");
    assert_null(import_find(&f.im, KIND_RACK, "Q1"));
    arena_free(&f.a);
    assert_true(site(&f, devices, NULL));
    assert_non_null(import_find(&f.im, KIND_ROOM, "S-Hall"));
    assert_non_null(import_find(&f.im, KIND_ROOM, "T-Room"));
    assert_non_null(import_find(&f.im, KIND_SERVER, "any-thing"));
    arena_free(&f.a);
    assert_false(site(&f, devices, "U"));
    assert_int_equal(told(&f, "no site and no location is called 'U'", 0, 0), 1);
    arena_free(&f.a);
}

static void dumps(void **state)
{
    (void)state;
    struct fixture f;
    struct import_file file = text_file(
        "d.json",
        "[{\"model\":\"dcim.site\",\"pk\":7,\"fields\":{\"name\":\"S\"}},\n"
        "{\"model\":\"dcim.manufacturer\",\"pk\":3,\"fields\":{\"name\":\"Maker\"}},\n"
        "{\"model\":\"dcim.devicerole\",\"pk\":1,\"fields\":{\"name\":\"Server\"}},\n"
        "{\"model\":\"dcim.devicetype\",\"pk\":5,\"fields\":{\"manufacturer\":3,\"model\":"
        "\"Box\",\"slug\":\"box\",\"u_height\":\"2.0\",\"is_full_depth\":true,\"weight\":null,"
        "\"subdevice_role\":\"\",\"airflow\":\"\"}},\n"
        "{\"model\":\"dcim.powerporttemplate\",\"pk\":1,\"fields\":{\"device_type\":5,\"name\":"
        "\"a\",\"type\":\"iec-60320-c14\",\"maximum_draw\":700,\"allocated_draw\":null}},\n"
        "{\"model\":\"dcim.rack\",\"pk\":9,\"fields\":{\"name\":\"R\",\"site\":7,\"location\":"
        "null,\"u_height\":42,\"width\":19,\"desc_units\":false}},\n"
        "{\"model\":\"dcim.rackreservation\",\"pk\":1,\"fields\":{\"rack\":9,\"units\":[1,2,5]}},\n"
        "{\"model\":\"dcim.device\",\"pk\":4,\"fields\":{\"device_type\":5,\"role\":1,\"name\":"
        "null,\"site\":7,\"location\":null,\"rack\":9,\"position\":\"4.0\",\"face\":\"front\"}}]");
    assert_true(run(&f, &file, 1, NULL));
    const struct import_section *s = section(&f, KIND_SERVER, "box");
    has(s, "power_maximum", "700 W");
    has(s, "at", "R:4");
    has(s, "names", "R-U4");
    has(s, "source", "NetBox inventory: Maker Box");
    has(section(&f, KIND_RACK, "R"), "reserved", "1, 2 U"); /* 5 is taken by the box */
    assert_int_equal(f.im.file[0].n_section, f.im.n);
    arena_free(&f.a);
}

#define DUMP(height, draw, units)                                                                  \
    "[{\"model\":\"dcim.manufacturer\",\"pk\":3,\"fields\":{\"name\":\"Maker\"}},\n"               \
    "{\"model\":\"dcim.devicetype\",\"pk\":5,\"fields\":{\"manufacturer\":3,\"model\":\"Box\","    \
    "\"slug\":\"box\",\"u_height\":" height ",\"weight\":0,\"weight_unit\":\"kg\"}},\n"            \
    "{\"model\":\"dcim.powerporttemplate\",\"pk\":1,\"fields\":{\"device_type\":5,\"name\":\"a\"," \
    "\"maximum_draw\":" draw "}},\n"                                                               \
    "{\"model\":\"dcim.powerporttemplate\",\"pk\":2,\"fields\":{\"device_type\":6,\"name\":\"a\"," \
    "\"maximum_draw\":9}},\n"                                                                      \
    "{\"model\":\"dcim.rack\",\"pk\":9,\"fields\":{\"name\":\"R\",\"u_height\":20,"                \
    "\"desc_units\":true,\"starting_unit\":11}},\n"                                                \
    "{\"model\":\"dcim.rackreservation\",\"pk\":1,\"fields\":{\"rack\":9,\"units\":[" units        \
    "]}},\n"                                                                                       \
    "{\"model\":\"dcim.device\",\"pk\":4,\"fields\":{\"device_type\":5,\"name\":\"x\",\"rack\":9," \
    "\"position\":14}}]"

/* Reservations count as the rack does; what NetBox itself would refuse is refused. */
static void odd_dumps(void **state)
{
    (void)state;
    struct fixture f;
    struct import_file file = text_file("d.json", DUMP("2", "700", "11, 30, 1e300, -5"));
    assert_true(run(&f, &file, 1, NULL));
    has(section(&f, KIND_SERVER, "box"), "at", "R:16"); /* fourth and fifth from the top */
    has(section(&f, KIND_SERVER, "box"), "power_maximum", "700 W");
    assert_null(import_value(section(&f, KIND_SERVER, "box"), "weight"));
    has(section(&f, KIND_RACK, "R"), "reserved", "20, 1 U");
    arena_free(&f.a);
    file = text_file("d.json", DUMP("2", "0", ""));
    assert_false(run(&f, &file, 1, NULL));
    assert_int_equal(told(&f, "a draw must be above zero", 3, 94), 1);
    arena_free(&f.a);
    file = text_file("d.json", DUMP("1e18", "700", ""));
    assert_false(run(&f, &file, 1, NULL));
    assert_int_equal(told(&f, "u_height of 'Box' must be rack units", 2, 44), 1);
    arena_free(&f.a);
}

static void tables_that_are_not_known(void **state)
{
    (void)state;
    struct fixture f;
    struct import_file file = text_file("t.csv", "a,b\n1,2\n");
    assert_false(run(&f, &file, 1, NULL));
    assert_int_equal(told(&f, "no table of NetBox has these columns", 1, 1), 1);
    arena_free(&f.a);
    file = text_file("t.json", "[{\"a\": 1}]");
    assert_false(run(&f, &file, 1, NULL));
    assert_int_equal(told(&f, "no object of a dump", 1, 2), 1);
    arena_free(&f.a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(half_of_the_ports_carry_the_device),
        cmocka_unit_test(unequal_ports_and_odd_numbers),
        cmocka_unit_test(allocated_above_the_half_lifts_the_maximum),
        cmocka_unit_test(ports_that_do_not_tell),
        cmocka_unit_test(missing_draw_is_estimated_never_zero),
        cmocka_unit_test(supplies_of_the_same_maker_tell_the_draw),
        cmocka_unit_test(comments_that_say_more_than_the_ports),
        cmocka_unit_test(implausible_draws_are_warned_of),
        cmocka_unit_test(strips_ups_and_coolant_units),
        cmocka_unit_test(what_is_no_part_is_left_out),
        cmocka_unit_test(a_schema_is_left_out),
        cmocka_unit_test(weights_in_all_units),
        cmocka_unit_test(unknown_fields_are_one_warning),
        cmocka_unit_test(the_schema_is_held),
        cmocka_unit_test(devices_to_places),
        cmocka_unit_test(places_that_cannot_be),
        cmocka_unit_test(back_to_back_shares_the_units),
        cmocka_unit_test(strips_panels_and_cables),
        cmocka_unit_test(cables_through_a_ups),
        cmocka_unit_test(exports_read_as_imports_do),
        cmocka_unit_test(one_site_of_several),
        cmocka_unit_test(dumps),
        cmocka_unit_test(odd_dumps),
        cmocka_unit_test(tables_that_are_not_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
