/* The dcplan.run/1 document: parses back, numbers round-trip, keys in order. */

#include "near.h"

#include <stdio.h>
#include <string.h>

#include <cJSON.h>

#include "mock_result.h"
#include "output/bytes.h"
#include "output/json.h"

struct bench {
    struct arena a;
    struct diags ds;
};

static int set_up(void **state)
{
    static struct bench b;
    b.a = arena_new(NULL);
    b.ds = diags_new(&b.a);
    *state = &b;
    return 0;
}

static int tear_down(void **state)
{
    struct bench *b = *state;
    arena_free(&b->a);
    return 0;
}

static const char *print(struct bench *b, const struct result *r)
{
    struct builder out = builder_new(&b->a);
    assert_true(json_result(r, &out, &b->ds));
    return out.s;
}

static const cJSON *at(const cJSON *o, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(o, key);
    assert_non_null(item);
    return item;
}

/* The document's number is the very double, and a missing one is null. */
static void assert_same(const cJSON *item, double x)
{
    if (isnan(x)) {
        assert_true(cJSON_IsNull(item));
        return;
    }
    assert_true(cJSON_IsNumber(item));
    assert_memory_equal(&item->valuedouble, &x, sizeof x);
}

static void test_top_keys_in_order(void **state)
{
    struct bench *b = *state;
    static const char *const want[] = {"schema", "version", "site",     "inputs",  "overrides",
                                       "ok",     "verdict", "currency", "metrics", "energy_kwh",
                                       "limits", "rooms",   "monthly",  "warnings",
                                       "skipped", "fabrics"};
    cJSON *o = cJSON_Parse(print(b, mock_result(&b->a, &(struct mock_options){0})));
    const cJSON *item = o->child;
    for (size_t i = 0; i < sizeof want / sizeof want[0]; i++, item = item->next)
        assert_string_equal(item->string, want[i]);
    assert_null(item);
    assert_string_equal(at(o, "schema")->valuestring, "dcplan.run/1");
    assert_string_equal(at(at(o, "inputs")->child, "path")->valuestring, "sites/mock.ini");
    cJSON_Delete(o);
}

static void test_metrics_round_trip(void **state)
{
    struct bench *b = *state;
    const struct result *r = mock_result(&b->a, &(struct mock_options){0});
    cJSON *o = cJSON_Parse(print(b, r));
    const cJSON *m = at(o, "metrics")->child, *room = at(at(o, "rooms")->child, "metrics");
    for (int i = 0; i < N_METRIC; i++, m = m->next) {
        assert_string_equal(m->string, metric_rows[i].key);
        assert_same(m, r->metric[i]);
        assert_same(at(room, metric_rows[i].key), r->room[0].metric[i]);
    }
    assert_null(m);
    cJSON_Delete(o);
}

static void test_lists_round_trip(void **state)
{
    struct bench *b = *state;
    const struct result *r = mock_result(&b->a, &(struct mock_options){.has_no_tariff = true});
    cJSON *o = cJSON_Parse(print(b, r));
    const cJSON *item = at(o, "limits")->child;
    for (int i = 0; i < r->n_limit; i++, item = item->next) {
        assert_string_equal(at(item, "element")->valuestring, r->limit[i].element);
        assert_same(at(item, "used"), r->limit[i].used);
        assert_same(at(item, "limit"), r->limit[i].limit);
        assert_same(at(item, "margin"), r->limit[i].margin);
    }
    item = at(o, "monthly")->child;
    for (int m = 0; m < MONTHS; m++, item = item->next) {
        assert_same(at(item, "month"), m + 1);
        assert_same(at(item, "pue"), r->month[m].pue);
        assert_same(at(item, "cost"), r->month[m].cost);
    }
    item = at(o, "warnings")->child;
    assert_same(at(item, "first_hour"), 4711);
    assert_true(cJSON_IsNull(at(item->next, "first_hour")));
    assert_true(cJSON_IsNull(at(o, "currency")));
    cJSON_Delete(o);
}

static void test_parts_sum_to_the_facility(void **state)
{
    struct bench *b = *state;
    const struct result *r = mock_result(&b->a, &(struct mock_options){0});
    cJSON *o = cJSON_Parse(print(b, r));
    double sum = 0;
    const cJSON *item;
    cJSON_ArrayForEach(item, at(o, "energy_kwh")) sum += item->valuedouble;
    assert_near(sum, at(at(o, "metrics"), "facility_energy_kwh")->valuedouble, 1e-12);
    cJSON_Delete(o);
}

static void test_ok_has_the_right_sense(void **state)
{
    struct bench *b = *state;
    for (int broken = 0; broken < 2; broken++) {
        struct mock_options how = {.is_broken = broken};
        cJSON *o = cJSON_Parse(print(b, mock_result(&b->a, &how)));
        assert_int_equal(cJSON_IsTrue(at(o, "ok")), !broken);
        cJSON_Delete(o);
    }
}

static void test_text_is_escaped_and_valid(void **state)
{
    struct bench *b = *state;
    struct mock_options how = {.verdict = "say \"no\"\\ to\nZ\xFCrich, 深圳"};
    cJSON *o = cJSON_Parse(print(b, mock_result(&b->a, &how)));
    assert_string_equal(at(o, "verdict")->valuestring, "say \"no\"\\ to Z\xEF\xBF\xBDrich, 深圳");
    cJSON_Delete(o);
}

static void test_bytes_do_not_vary(void **state)
{
    struct bench *b = *state;
    const char *x = print(b, mock_result(&b->a, &(struct mock_options){0}));
    const char *y = print(b, mock_result(&b->a, &(struct mock_options){0}));
    assert_string_equal(x, y);
    assert_int_equal(x[strlen(x) - 1], '\n');
    assert_null(strstr(x, "nan"));
    assert_null(strstr(x, "inf"));
}

static void test_full_disk_is_reported(void **state)
{
    struct bench *b = *state;
    struct builder out = builder_new(&b->a);
    builder_text(&out, "{}\n");
    FILE *full = fopen("/dev/full", "w"), *good = tmpfile();
    if (!full || !good) skip();
    assert_false(bytes_write(full, &out, "standard output", &b->ds));
    assert_int_equal(b->ds.n_error, 1);
    assert_int_equal(b->ds.item[0].class, DIAG_OUTPUT);
    assert_true(bytes_write(good, &out, "standard output", &b->ds));
    fclose(full);
    fclose(good);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_top_keys_in_order, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_metrics_round_trip, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_lists_round_trip, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_parts_sum_to_the_facility, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_ok_has_the_right_sense, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_text_is_escaped_and_valid, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_bytes_do_not_vary, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_full_disk_is_reported, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
