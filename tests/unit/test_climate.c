/* Statistics from [climate] sections, and what is missing in them. */

#include "near.h"

#include <string.h>

#include "model/climate.h"

static bool stats_of(const char *keys, struct climate_stats *out, struct arena *a, struct diags *ds)
{
    static const struct kind kind = {.name = "climate",
                                     .size = sizeof(struct climate),
                                     .flags = KIND_PART,
                                     .doc = "weather of a place"};
    struct kind k = kind;
    k.params = climate_params;
    k.n_params = climate_n_params;
    struct object_set set = {.kinds = &k, .n_kinds = 1};
    const char *s = arena_format(a, "[climate x]\n%s\n", keys);
    struct input_text text = {.path = "c.ini", .s = s, .n = strlen(s)};
    if (!catalogue_read(&set, &text, 1, a, ds)) return false;
    return climate_stats(set.item[0].data, "x", out, set.item[0].place, ds);
}

#define PLACE "latitude = 45\nlongitude = 7\nutc_offset = 1 h\naltitude = 300 m\n"
#define YEAR "mean = 1, 2, 6, 10, 15, 19, 22, 21, 16, 11, 6, 2 degC\n"

static void reads_statistics(void **state)
{
    struct arena a = arena_new(NULL);
    struct diags ds = diags_new(&a);
    struct climate_stats s;
    (void)state;
    assert_true(stats_of(PLACE YEAR "daily_range = 8 K\nhumidity = 70 %", &s, &a, &ds));
    assert_within(s.utc_offset_h, 1, 1e-12);
    assert_within(s.mean_c[6], 22, 1e-12);
    assert_within(s.range_k[11], 8, 1e-12);
    assert_within(s.rh[5], 0.7, 1e-12);
    assert_true(isnan(s.dew_c[0]) && isnan(s.day_spread_k[0]) && isnan(s.p_pa));
    assert_int_equal(s.seed, 1);
    arena_free(&a);
}

static void missing_is_told(void **state)
{
    static const struct {
        const char *keys, *says;
    } cases[] = {
        {YEAR "daily_range = 8 K\nhumidity = 70 %", "'latitude' is missing"},
        {PLACE YEAR "daily_range = 8 K", "'humidity' has 0 values"},
        {PLACE YEAR "humidity = 70 %", "'daily_range' has 0 values"},
        {PLACE "mean = 1, 2 degC\ndaily_range = 8 K\nhumidity = 70 %", "'mean' has 2 values"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct arena a = arena_new(NULL);
        struct diags ds = diags_new(&a);
        struct climate_stats s;
        assert_false(stats_of(cases[i].keys, &s, &a, &ds));
        assert_non_null(strstr(message_text(&a, &ds.item[0].what, NULL), cases[i].says));
        assert_non_null(ds.item[0].hint);
        assert_int_equal(ds.item[0].place.line, 1);
        arena_free(&a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(reads_statistics),
                                       cmocka_unit_test(missing_is_told)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
