#include <stdlib.h>
#include <string.h>

#include "input/csv.h"
#include "near.h"
#include "toy_kinds.h"

/* Random texts never crash the readers, always end, and leave no field that is
   infinite. */

enum { CASES = 3000, MAX_BYTES = 400 };

static unsigned next_random(unsigned *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

/* Pieces that get past the first checks more often than plain noise. */
static const char *const pieces[] = {"[site]",     "[ups main]",
                                     "[ups b]",    "[cloud p5.x]",
                                     "[tariff]",   "\n",
                                     "\r\n",       "\n\n",
                                     "latitude",   "power",
                                     "modules",    "note",
                                     "feeds",      "efficiency",
                                     "energy",     "peak",
                                     "mean",       "inlet",
                                     "redundancy", "price",
                                     "use",        " = ",
                                     "=",          " += ",
                                     "3.2 kW",     "24 degC",
                                     "+/- 5 %",    "+/-",
                                     "1e308",      "-",
                                     "0 %: 90 %",  ", ",
                                     ":",          "a, b",
                                     "2N",         "yes",
                                     "0-8",        "0.65 CNY/kWh",
                                     "\"",         "\"\"",
                                     " ; c",       " # c",
                                     "\xC2\xA0",   "\xB0",
                                     "[",          "]",
                                     "K/W",        "/month",
                                     "%",          "1,200",
                                     "."};
enum { N_PIECES = sizeof pieces / sizeof pieces[0] };

static size_t garbage(char *s, unsigned *seed)
{
    size_t n = 0;
    size_t want = next_random(seed) % MAX_BYTES;
    while (n < want) {
        if (next_random(seed) % 8 == 0) {
            s[n++] = (char)(next_random(seed) & 0xFF);
            continue;
        }
        const char *piece = pieces[next_random(seed) % N_PIECES];
        memcpy(s + n, piece, strlen(piece));
        n += strlen(piece);
    }
    return n;
}

static bool sane(double x)
{
    return !isinf(x);
}

static void check_objects(const struct object_set *set)
{
    for (int i = 0; i < set->n; i++) {
        const struct object *o = &set->item[i];
        for (int k = 0; k < set->kinds[o->kind].n_params; k++) {
            const struct param *p = &set->kinds[o->kind].params[k];
            assert_true(sane(param_value(p, o->data)));
            assert_true(sane(o->from[k].spread.a));
        }
    }
}

static void sites_of_garbage(void **state)
{
    (void)state;
    unsigned seed = 20260201;
    char file[2 * MAX_BYTES], overlay[2 * MAX_BYTES], set[2 * MAX_BYTES];
    for (int i = 0; i < CASES; i++) {
        struct arena a = arena_new(NULL);
        struct diags ds = diags_new(&a);
        struct object_set models = toy_set(), site = toy_set();
        struct input_text t[] = {
            {.path = "f.ini", .s = file, .n = garbage(file, &seed)},
            {.path = "o.ini", .s = overlay, .n = garbage(overlay, &seed)},
            {.path = "--set:1", .s = set, .n = garbage(set, &seed), .is_override = true}};
        bool models_ok = catalogue_read(&models, t, 2, &a, &ds);
        assert_int_equal(models_ok, ds.n_error == 0);
        ds = diags_new(&a);
        bool site_ok = objects_read(&site, &models, t, 3, &a, &ds);
        assert_int_equal(site_ok, ds.n_error == 0);
        check_objects(&models);
        check_objects(&site);
        arena_free(&a);
    }
}

/* Whatever a value's text, either it is refused and the field stays, or its
   printed form reads back to the same printed form. */
static void values_of_garbage(void **state)
{
    (void)state;
    unsigned seed = 7;
    char s[2 * MAX_BYTES];
    const struct kind *k = &toy_kinds[TOY_UPS];
    for (int i = 0; i < CASES * 3; i++) {
        struct arena a = arena_new(NULL);
        struct diags ds = diags_new(&a);
        struct toy_ups ups;
        struct provenance from[16];
        param_defaults(k->params, k->n_params, &ups, from, &a);
        size_t n = garbage(s, &seed) % 24;
        const struct param *p = &k->params[next_random(&seed) % (unsigned)k->n_params];
        struct text t = {s, n};
        if (param_set(p, &ups, t, (struct place){0}, NULL, &a, &ds)) {
            const char *text = param_print(p, &ups, &a);
            if (text) {
                assert_true(param_set(p, &ups, text_of(text), (struct place){0}, NULL, &a, &ds));
                assert_string_equal(param_print(p, &ups, &a), text);
            }
        } else {
            assert_int_equal(ds.n_error, 1);
        }
        arena_free(&a);
    }
}

static void random_reals_round_trip(void **state)
{
    (void)state;
    unsigned seed = 99;
    static const char *const units[] = {"kW", "BTU/h", "tonR", "W", "hp"};
    struct arena a = arena_new(NULL);
    for (int i = 0; i < CASES; i++) {
        struct arena_mark m = arena_mark(&a);
        struct diags ds = diags_new(&a);
        struct toy_ups ups, again;
        double x = next_random(&seed) / 3.0 * pow(10, next_random(&seed) % 12 - 6.0);
        char number[TEXT_NUMBER_CAP];
        const char *text =
            arena_format(&a, "%s %s", text_shortest(number, x), units[next_random(&seed) % 5]);
        const struct param *p = &toy_ups_params[3];
        assert_true(param_set(p, &ups, text_of(text), (struct place){0}, NULL, &a, &ds));
        const char *printed = param_print(p, &ups, &a);
        assert_true(param_set(p, &again, text_of(printed), (struct place){0}, NULL, &a, &ds));
        assert_near(again.power_max_w, ups.power_max_w, 2.3e-16);
        assert_string_equal(param_print(p, &again, &a), printed);
        arena_release(&a, m);
    }
    arena_free(&a);
}

static void tables_of_garbage(void **state)
{
    (void)state;
    unsigned seed = 5;
    char s[2 * MAX_BYTES];
    for (int i = 0; i < CASES; i++) {
        struct arena a = arena_new(NULL);
        struct diags ds = diags_new(&a);
        struct csv c;
        double *v;
        size_t n = garbage(s, &seed);
        if (csv_parse("t.csv", s, n, &c, &a, &ds))
            for (int col = 0; col < c.n_col; col++) (void)csv_numbers(&c, col, true, &v, &a, &ds);
        else
            assert_true(ds.n_error > 0);
        arena_free(&a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sites_of_garbage),
        cmocka_unit_test(values_of_garbage),
        cmocka_unit_test(random_reals_round_trip),
        cmocka_unit_test(tables_of_garbage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
