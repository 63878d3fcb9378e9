/* RacksDB databases: rooms in our coordinates, racks, nodes side by side, and refusals. */

#include "import_case.h"
#include "model/import_racksdb.h"

static bool run(struct import_case *f, const char *yaml, const char *only)
{
    struct import_file file = case_text("db.yml", yaml);
    return case_run(f, import_racksdb, &file, 1, only);
}

#define TYPES                                                                                           \
    "types:\n"                                                                                          \
    "  racks:\n  - id: std\n    height: 2m\n    width: 600mm\n    depth: 1m\n    slots: 42u\n"          \
    "  - id: wide\n    height: 200cm\n    width: 0.8m\n    depth: 1m\n    slots: 24u\n    initial: 0\n" \
    "    weight: 120\n"                                                                                 \
    "  nodes:\n"                                                                                        \
    "  - id: half\n    model: Half box\n    height: 1u\n    width: 1/2\n    cpu:\n      sockets: 2\n"   \
    "      model: Chip X\n"                                                                             \
    "  - id: gpu\n    model: GPU box\n    height: 4u\n    width: full\n"                                \
    "    cpu: {sockets: 2, model: Chip Y}\n    gpu:\n    - model: A\n    - model: A\n"                  \
    "  network:\n  - id: sw\n    model: Switch\n    height: 1u\n"                                       \
    "  storage:\n  - id: nas\n    model: NAS\n    height: 2u\n"                                         \
    "  misc:\n  - id: kvm\n    model: KVM\n    height: 1u\n"

#define ROOM                                                                                       \
    "datacenters:\n- name: north\n  rooms:\n  - name: hall\n    dimensions:\n      width: 10m\n"   \
    "      depth: 8m\n    rows:\n"

#define LAYOUT                                                                                     \
    "infrastructures:\n- name: tiger\n  layout:\n  - rack: a1\n    nodes:\n    - name: n[01-05]\n" \
    "      type: half\n      slot: 3\n    - name: g1\n      type: gpu\n      slot: 10\n"           \
    "    network:\n    - name: sw[1-2]\n      type: sw\n      slot: 41\n    misc:\n"               \
    "    - name: k\n      type: kvm\n      slot: 20\n"

#define ROW_A                                                                                      \
    "    - name: A\n      position: {width: 2m, depth: 1.5m}\n      racks:\n"                      \
    "      - name: a[1-2]\n        type: std\n"

static void nodes_side_by_side(void **state)
{
    (void)state;
    struct import_case f;
    struct site s;
    assert_true(run(&f, TYPES ROOM ROW_A LAYOUT, NULL));
    case_has(&f, KIND_ROOM, "hall", "length", "10 m");
    case_has(&f, KIND_ROOM, "hall", "width", "8 m");
    case_has(&f, KIND_RACK, "a1", "units", "42 U");
    case_has(&f, KIND_RACK, "a1", "width", "600 mm");
    case_has(&f, KIND_RACK, "a1", "depth", "1000 mm");
    case_has(&f, KIND_SERVER, "tiger-half-x2", "count", "2");
    case_has(&f, KIND_SERVER, "tiger-half-x2", "at", "a1:3, a1:4");
    case_has(&f, KIND_SERVER, "tiger-half-x2", "names", "n[01-02], n[03-04]");
    case_has(&f, KIND_SERVER, "tiger-half", "at", "a1:5");
    case_has(&f, KIND_SERVER, "tiger-half", "names", "n05");
    /* [server estimate-node] 570 W; an eighth of 10.2 kW for each accelerator */
    case_has(&f, KIND_SERVER, "tiger-half-x2", "power_maximum", "1140 W");
    case_has(&f, KIND_SERVER, "tiger-half", "power_maximum", "570 W");
    case_has(&f, KIND_SERVER, "tiger-gpu", "power_maximum", "2550 W");
    case_has(&f, KIND_SERVER, "tiger-gpu", "accelerators", "2");
    case_has(&f, KIND_SERVER, "tiger-sw", "power_maximum", "250 W");
    case_has(&f, KIND_SERVER, "tiger-kvm", "power_maximum", "60 W");
    assert_true(case_is_estimated(&f, KIND_SERVER, "tiger-sw", "power_maximum"));
    case_has(&f, KIND_SERVER, "tiger-gpu", "source", "RacksDB: GPU box; 2 x Chip Y");
    assert_int_equal(f.ds.n, 0);
    case_loads(&f,
               "[crac c]\nairflow = 9 m3/s\nfan_power = 0 kW\ncapacity = 90 kW\ncop = 4\n"
               "from = utility.grid\nposition = 8, 4 m\nfacing = -x\n",
               &s);
    case_free(&f);
}

/* Rows along the four ways, by hand in a room of 10 by 8 m.  Depth runs down in RacksDB and y up
   here.  A: corner (2, 1.5), racks below it: y 8 - 1.5 - 1.  B turned by 90: along +depth, its
   racks to the left of x = 6: x 5 to 6.  C by 180: along -x, above depth 6.  D by 270: along
   -depth, to the right of x = 8. */
static void ways_of_rows(void **state)
{
    (void)state;
    struct import_case f;
    assert_true(run(&f,
                    TYPES ROOM ROW_A
                    "    - name: B\n      reversed: true\n      position: {width: 6m, depth: 1m, "
                    "rotation: 90}\n      racks:\n      - {name: 'b[1-2]', type: std}\n"
                    "    - name: C\n      position: {width: 5m, depth: 6m, rotation: 180}\n"
                    "      racks:\n      - {name: 'c[1-2]', type: std}\n"
                    "    - name: D\n      position: {width: 8m, depth: 5m, rotation: -90}\n"
                    "      racks:\n      - {name: d1, type: std}\n"
                    "    - name: E\n      position: {width: 1m, depth: 7m}\n      racks:\n"
                    "      - {name: e0, type: wide}\n      - {name: e3, type: std, slot: 3}\n",
                    NULL));
    case_has(&f, KIND_RACK, "a1", "position", "2, 5.5 m");
    case_has(&f, KIND_RACK, "a2", "position", "2.6, 5.5 m");
    case_has(&f, KIND_RACK, "a1", "facing", "-y");
    case_has(&f, KIND_RACK, "b1", "position", "5, 6.4 m");
    case_has(&f, KIND_RACK, "b2", "position", "5, 5.8 m");
    case_has(&f, KIND_RACK, "b1", "facing", "+x");
    case_has(&f, KIND_RACK, "c1", "position", "4.4, 2 m");
    case_has(&f, KIND_RACK, "c2", "position", "3.8, 2 m");
    case_has(&f, KIND_RACK, "c1", "facing", "+y");
    case_has(&f, KIND_RACK, "d1", "position", "8, 3 m");
    case_has(&f, KIND_RACK, "d1", "facing", "+x");
    case_has(&f, KIND_RACK, "e0", "position", "1, 0 m");
    case_has(&f, KIND_RACK, "e3", "position", "3.4, 0 m"); /* two empty slots of 800 mm */
    case_has(&f, KIND_RACK, "e0", "own_weight", "120 kg");
    case_free(&f);
}

static void a_row_along_no_axis(void **state)
{
    (void)state;
    struct import_case f;
    assert_true(run(&f,
                    TYPES ROOM ROW_A "    - name: B\n      position: {width: 6m, depth: 4m, "
                                     "rotation: 30}\n      racks:\n      - {name: b1, type: std}\n",
                    NULL));
    assert_int_equal(case_told(&f, "row 'B' is turned by 30 degrees", 0), 1);
    const struct import_section *a1 = import_find(&f.im, KIND_RACK, "a1");
    assert_null(import_value(a1, "position"));
    assert_non_null(strstr(a1->note, "stands at 2, 5.5 m, front to -y"));
    case_free(&f);
}

/* A slot is counted from the rack type's first one. */
static void first_slot(void **state)
{
    (void)state;
    struct import_case f;
    assert_true(run(&f,
                    TYPES "infrastructures:\n- name: t\n  layout:\n  - rack: e0\n    storage:\n"
                          "    - {name: n1, type: nas, slot: 0}\n"
                          "datacenters:\n- name: north\n  rooms:\n  - name: hall\n    rows:\n"
                          "    - name: E\n      position: {width: 1m, depth: 6m}\n      racks:\n"
                          "      - {name: e0, type: wide}\n",
                    NULL));
    case_has(&f, KIND_SERVER, "t-nas", "at", "e0:1");
    assert_null(import_value(import_find(&f.im, KIND_RACK, "e0"), "position")); /* no dimensions */
    case_free(&f);
}

static void files_of_a_tree(void **state)
{
    (void)state;
    struct import_case f;
    struct import_file file[] = {
        case_text("x/db__datacenters__north.yml",
                  "rooms:\n- name: hall\n  dimensions: {width: 5m, depth: 4m}\n  rows:\n"
                  "  - name: A\n    position: {width: 1m, depth: 1m}\n    racks:\n"
                  "    - {name: a1, type: std}\nlocation: {latitude: 1, longitude: 2}\n"),
        case_text("x/db__datacenters__south.yml",
                  "rooms:\n- name: lab\n  dimensions: {width: 5m, depth: 4m}\n  rows:\n"
                  "  - name: A\n    position: {width: 1m, depth: 1m}\n    racks:\n"
                  "    - {name: z1, type: std}\n"),
        case_text(
            "x/db/infrastructures/tiger.yml",
            "description: d\nlayout:\n- rack: a1\n  misc:\n  - {name: k, type: kvm, slot: 1}\n"
            "- rack: z1\n  misc:\n  - {name: l, type: kvm, slot: 1}\n"),
        case_text("x/db__types__misc__kvm.yml", "model: KVM\nheight: 1u\ncolour: grey\n"),
        case_text("x/db__types__racks.yml",
                  "- {id: std, height: 2m, width: 60cm, depth: 1m, slots: 42u}\n"),
        case_text("x/schema.yml", "_version: 1\n_content: {}\n"),
        case_text("x/power.yml", "- capacity: 250kW\n"),
    };
    int n = sizeof file / sizeof *file;
    assert_true(case_run(&f, import_racksdb, file, n, "north"));
    case_has(&f, KIND_SERVER, "tiger-kvm", "at", "a1:1");
    assert_null(import_find(&f.im, KIND_RACK, "z1"));
    assert_int_equal(case_told(&f, "its rack 'z1' is not in 'north'", 0), 1);
    assert_int_equal(case_told(&f, "fields that mean nothing here are passed over: colour", 3), 1);
    assert_int_equal(case_told(&f, "it is a schema", 0), 1);
    assert_string_equal(file[2].what, "infrastructure");
    case_has(&f, KIND_UPS, "ups", "module_power", "250 kW");
    assert_true(case_is_estimated(&f, KIND_UPS, "ups", "module_apparent"));
    case_free(&f);
    assert_true(case_run(&f, import_racksdb, file, n, NULL));
    assert_int_equal(case_told(&f, "several datacenters in one site", 0), 1);
    case_has(&f, KIND_SERVER, "tiger-kvm-2", "room", "lab");
    case_free(&f);
    assert_false(case_run(&f, import_racksdb, file, n, "west"));
    assert_int_equal(case_told(&f, "there is no datacenter 'west'", 0), 1);
    case_free(&f);
}

static void types_alone_are_models(void **state)
{
    (void)state;
    struct import_case f;
    assert_true(run(&f, TYPES, NULL));
    case_has(&f, KIND_SERVER, "half-x2", "power_maximum", "1140 W");
    case_has(&f, KIND_SERVER, "sw", "height", "1 U");
    assert_int_equal(f.im.n_left_out, 2); /* the racks */
    case_free(&f);
}

static void what_cannot_be(void **state)
{
    (void)state;
    static const struct {
        const char *yaml, *says;
    } at[] = {
        {"just a text", "is no RacksDB database"},
        {"- 1\n", "this is nothing of RacksDB's"},
        {"types: {racks: 5}\n", "a list is expected, not"},
        {"types:\n  nodes:\n  - {id: x, model: X, height: 3, width: 2/3}\n", "'2/3' is no share"},
        {"types:\n  nodes:\n  - {id: x, model: X}\n", "type 'x' has no height"},
        {"types:\n  racks:\n  - {id: x, slots: tall}\n", "'slots' is no number of rack units"},
        {"types:\n  racks:\n  - {id: x, slots: 42u, width: 600 kg}\n", "unit 'kg' does not fit"},
        {TYPES ROOM ROW_A LAYOUT "    - name: two\n      type: kvm\n      slot: 20\n",
         "'two' at unit 20 of rack 'a1' stands in 'k'"},
        {TYPES ROOM ROW_A LAYOUT "    - name: up\n      type: kvm\n      slot: 43\n",
         "does not stand in rack 'a1' of 42 U"},
        {TYPES ROOM ROW_A LAYOUT "    - name: up[2-1]\n      type: kvm\n      slot: 21\n",
         "'up[2-1]' names no set"},
        {TYPES ROOM ROW_A LAYOUT "    - name: up\n      type: kvm\n", "no 'slot'"},
        {TYPES ROOM ROW_A ROW_A, "rack 'a1' stands twice"},
        {TYPES ROOM "    - name: A\n      position: {width: 0.5m, depth: 1m, rotation: 90}\n"
                    "      racks:\n      - {name: a1, type: std}\n",
         "rack 'a1' reaches beyond its room"},
        {"datacenters:\n- rooms: 5\n", "'rooms' is no list"},
        {"a: [", ""},
    };
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        struct import_case f;
        if (run(&f, at[i].yaml, NULL)) fail_msg("was read:\n%s", at[i].yaml);
        if (!case_told(&f, at[i].says, 0))
            fail_msg("not said: %s, but: %s", at[i].says,
                     f.ds.n ? message_text(&f.a, &f.ds.item[0].what, NULL) : "nothing");
        case_free(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nodes_side_by_side),  cmocka_unit_test(ways_of_rows),
        cmocka_unit_test(a_row_along_no_axis), cmocka_unit_test(first_slot),
        cmocka_unit_test(files_of_a_tree),     cmocka_unit_test(types_alone_are_models),
        cmocka_unit_test(what_cannot_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
