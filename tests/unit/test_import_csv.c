/* Plain tables of servers: what is read, estimated and refused. */

#include "import_case.h"
#include "input/ini.h"
#include "model/import_csv.h"

static bool run(struct import_case *f, const char *table)
{
    struct import_file file = case_text("t.csv", table);
    return case_run(f, import_csv, &file, 1, NULL);
}

#define HALL                                                                                       \
    "[room hall]\n[crac c]\nairflow = 40 m3/s\nfan_power = 0 kW\ncapacity = 900 kW\ncop = 4\n"     \
    "from = utility.grid\n"

static void a_usual_table(void **state)
{
    (void)state;
    struct import_case f;
    struct site s;
    assert_true(
        run(&f, "\xEF\xBB\xBFRack,U Position,Model,Max Power (W),Hostname,Weight [kg],Size U\r\n"
                "A1,U1,DGX H100,10200,gpu-01,,\r\nA1,9,dgx-h100,,gpu-02,130.5,8\r\n"
                "B,1-2,Web box,0.8 kW,web-1,28.5,\r\nB,3,web BOX,800,web-2,28.5,2\r\n,,,,,,\r\n"));
    case_has(&f, KIND_SERVER, "dgx-h100", "use", "dgx-h100");
    case_has(&f, KIND_SERVER, "dgx-h100", "count", "2");
    case_has(&f, KIND_SERVER, "dgx-h100", "at", "A1:1, A1:9");
    case_has(&f, KIND_SERVER, "dgx-h100", "names", "gpu-01, gpu-02");
    assert_null(import_value(import_find(&f.im, KIND_SERVER, "dgx-h100"), "power_maximum"));
    case_has(&f, KIND_SERVER, "Web-box", "at", "B:1, B:3");
    case_has(&f, KIND_SERVER, "Web-box", "power_maximum", "800 W");
    case_has(&f, KIND_SERVER, "Web-box", "weight", "28.5 kg");
    case_has(&f, KIND_SERVER, "Web-box", "height", "2 U");
    assert_false(case_is_estimated(&f, KIND_SERVER, "Web-box", "power_maximum"));
    assert_true(case_is_estimated(&f, KIND_SERVER, "Web-box", "power_idle"));
    case_has(&f, KIND_RACK, "A1", "units", "42 U");
    assert_true(case_is_estimated(&f, KIND_RACK, "A1", "units"));
    /* in the shares of [server estimate-2p]: 62 and 419 of 586 W */
    case_has(&f, KIND_SERVER, "Web-box", "power_idle", "84.6 W");
    case_has(&f, KIND_SERVER, "Web-box", "power_typical", "572 W");
    assert_int_equal(f.ds.n, 0);
    case_loads(&f, HALL "[psu titanium-3300]\nuse = titanium-3300\n", &s);
    assert_int_equal(s.of[KIND_SERVER].n, 2);
    assert_int_equal(site_server(&s, 0)->spots.n, 2);
    case_free(&f);
}

static const char *value_in(const struct ini *ini, const char *section, const char *key)
{
    for (int i = 0; i < ini->n; i++)
        if (ini->line[i].what == INI_KEY && !strcmp(ini->line[i].section, section) &&
            !strcmp(ini->line[i].key, key))
            return ini->line[i].value;
    fail_msg("no %s in [%s]", key, section);
    return NULL;
}

/* Names with all that means something in our files read back as they were. */
static void names_that_look_like_ini(void **state)
{
    (void)state;
    struct import_case f;
    struct ini ini;
    assert_true(run(&f,
                    "rack,u,model,watts,name\n"
                    "A,1,\"Box #7 ; [x] = \"\"y\"\" += 'z'\",100 W,\"a #1\"\n"
                    "\"B]\n[server s]\nheight = 9 U\",1,\"Box #7 ; [x] = \"\"y\"\" += 'z'\",100 W,"
                    "\"+=b\n[rack r]\"\n"));
    const char *text = import_ini(&f.im);
    assert_true(ini_parse_text("o.ini", text, strlen(text), &ini, &f.a, &f.ds));
    const char *section = "server Box-7-x-y-+-z";
    assert_string_equal(value_in(&ini, section, "source"), "t.csv: Box #7 ; [x] = \"y\" += 'z'");
    assert_string_equal(value_in(&ini, section, "names"), "a #1, +=b [rack r]");
    assert_string_equal(value_in(&ini, section, "at"), "A:1, B-server-s-height-9-U:1");
    assert_int_equal(f.im.n, 4); /* two racks, a supply, a section of servers */
    assert_int_equal(f.ds.n_error, 0);
    case_free(&f);
}

/* A maximum that is not told is no less than what is told of typical power makes it. */
static void typical_power_alone(void **state)
{
    (void)state;
    struct import_case f;
    assert_true(run(&f, "rack,u,model,typical power (W)\nA,1,busy,4190\nA,2,calm,41.9\n"));
    case_has(&f, KIND_SERVER, "busy", "power_typical", "4190 W");
    case_has(&f, KIND_SERVER, "busy", "power_maximum", "5860 W"); /* ten of estimate-2p */
    assert_true(case_is_estimated(&f, KIND_SERVER, "busy", "power_maximum"));
    case_has(&f, KIND_SERVER, "calm", "power_maximum", "586 W");
    case_free(&f);
}

/* Never zero: a draw that nobody tells is one of the models of estimates, and says so. */
static void draws_that_are_missing(void **state)
{
    (void)state;
    struct import_case f;
    assert_true(run(&f, "rack,u,model,watts,height\nA,1,small,,1\nA,2,large,-,4\nA,6,strip,n/a,0\n"
                        "A,10,idle,0 W,1\n"));
    case_has(&f, KIND_SERVER, "small", "power_maximum", "586 W");
    case_has(&f, KIND_SERVER, "large", "power_maximum", "1067 W");
    case_has(&f, KIND_SERVER, "strip", "power_maximum", "60 W");
    assert_true(case_is_estimated(&f, KIND_SERVER, "small", "power_maximum"));
    assert_true(case_is_estimated(&f, KIND_SERVER, "large", "airflow"));
    assert_true(strstr(import_ini(&f.im), "586 W ; estimated: like estimate-2p") != NULL);
    case_has(&f, KIND_SERVER, "idle", "power_maximum", "0 W"); /* told, not missing */
    assert_int_equal(import_n_estimated(&f.im), 2 + 4 + 4 + 4 + 3);
    case_free(&f);
}

/* The catalogue's box with another label: its shares, the table's maximum. */
static void another_maximum_than_the_catalogue(void **state)
{
    (void)state;
    struct import_case f;
    assert_true(run(&f, "rack,u,model,kW\nA,1,dgx-h100,5.1\n"));
    double idle = import_model_value(&f.im, KIND_SERVER, "dgx-h100", "power_idle");
    case_has(&f, KIND_SERVER, "dgx-h100", "power_maximum", "5100 W");
    case_has(&f, KIND_SERVER, "dgx-h100", "power_idle",
             arena_format(&f.a, "%s W", import_rough(&f.im, 1000 * idle * 5.1 / 10.2)));
    case_free(&f);
}

static void places_that_are_not_told(void **state)
{
    (void)state;
    struct import_case f;
    struct site s;
    assert_true(run(&f, "rack,u,model,watts,qty,room\nA,,box,100,3,hall\nA,40,box,100,2,hall\n"
                        "A,,box,100,1,lab\nT,50,tall,100,1,lab\n"));
    case_has(&f, KIND_SERVER, "box", "count", "3");
    assert_null(import_value(import_find(&f.im, KIND_SERVER, "box"), "at"));
    case_has(&f, KIND_SERVER, "box", "rack", "A");
    case_has(&f, KIND_SERVER, "box-2", "at", "A:40, A:41");
    case_has(&f, KIND_SERVER, "box-3", "rack", "A-2"); /* rack A of the other room */
    case_has(&f, KIND_SERVER, "box-3", "room", "lab");
    case_has(&f, KIND_RACK, "T", "units", "50 U");
    case_loads(&f,
               HALL
               "serves = hall\n[crac d]\nairflow = 4 m3/s\nfan_power = 0 kW\ncapacity = 90 kW\n"
               "cop = 4\nfrom = utility.grid\nserves = lab\n[room lab]\n",
               &s);
    case_free(&f);
}

static void what_cannot_be(void **state)
{
    (void)state;
    static const struct {
        const char *table, *says;
        int line;
    } at[] = {
        {"rack,u,model,watts\nA,1,x,\"1,200\"\n", "'1,200' of 'watts' is not a number", 2},
        {"rack;u;model;watts\nA;1;x;312,5\n", "'312,5' of 'watts' is not a number", 2},
        {"rack,u,model,power\nA,1,x,300\n", "'watts' needs a unit", 2},
        {"rack,u,model,watts\nA,1,x,-5\n", "outside 0 to", 2},
        {"rack,u,model,watts\nA,1,x,5 kg\n", "unit 'kg' does not fit", 2},
        {"rack,u,model,watts\nA,1,x,5\n,2,x,5\n", "no rack", 3},
        {"rack,u,model,watts\nA,top,x,5\n", "'top' is no rack unit", 2},
        {"rack,u,model,watts\nA,0,x,5\n", "does not stand in rack 'A'", 2},
        {"rack,u,model,watts,rack size\nA,9,x,5,8\n", "does not stand in rack 'A' of 8 U", 2},
        {"rack,u,model,watts\nA,1-2,x,5\nA,2,y,5\n", "stands in 'x' (line 2)", 3},
        {"rack,u,model,watts,height\nA,1-2,x,5,4\n", "units '1-2' are 2 U, its height is 4 U", 2},
        {"rack,u,model,watts,qty\nA,1,x,5,1.5\n", "count 1.5 is not whole", 2},
        {"u,model,watts\n1,x,5\n", "no column 'rack' among: u, model, watts", 0},
        {"rack,u\nA,1\n", "no column 'model' or 'watts'", 0},
        {"rack,rack\nA,1\n", "stands twice", 0},
        {"", "the file is empty", 0},
    };
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        struct import_case f;
        if (run(&f, at[i].table)) fail_msg("was read:\n%s", at[i].table);
        if (!case_told(&f, at[i].says, at[i].line))
            fail_msg("not said: %s, but: %s", at[i].says,
                     f.ds.n ? message_text(&f.a, &f.ds.item[0].what, NULL) : "nothing");
        case_free(&f);
    }
}

static void one_room_alone(void **state)
{
    (void)state;
    struct import_case f;
    struct import_file file =
        case_text("t.csv", "rack,u,model,watts,room\nA,1,x,5,hall\nB,1,y,5,lab\n");
    assert_true(case_run(&f, import_csv, &file, 1, "lab"));
    assert_null(import_find(&f.im, KIND_RACK, "A"));
    case_has(&f, KIND_SERVER, "y", "at", "B:1");
    case_free(&f);
    file = case_text("t.csv", "rack,u,model,watts\nA,1,x,5\n");
    assert_false(case_run(&f, import_csv, &file, 1, "lab"));
    assert_int_equal(case_told(&f, "--only needs a column 'room'", 0), 1);
    case_free(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_usual_table),
        cmocka_unit_test(names_that_look_like_ini),
        cmocka_unit_test(typical_power_alone),
        cmocka_unit_test(draws_that_are_missing),
        cmocka_unit_test(another_maximum_than_the_catalogue),
        cmocka_unit_test(places_that_are_not_told),
        cmocka_unit_test(what_cannot_be),
        cmocka_unit_test(one_room_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
