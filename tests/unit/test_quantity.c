/* What a quantity says of itself: every formula gives the kernel's own value, and
   the table's keys carry their units. */

#include "random_site.h"

#include <string.h>

#include "base/expr.h"
#include "base/unit.h"

enum { SITES = 60, HOURS = 24 };

static int find(const char *key)
{
    for (int q = 0; q < N_QUANTITY; q++)
        if (!strcmp(quantity_rows[q].key, key)) return q;
    return -1;
}

static void keys_are_unique_words(void **state)
{
    (void)state;
    for (int q = 0; q < N_QUANTITY; q++) {
        const struct quantity_row *row = &quantity_rows[q];
        assert_non_null(row->key);
        assert_true(strlen(row->key) == strspn(row->key, "abcdefghijklmnopqrstuvwxyz0123456789_"));
        assert_int_equal(find(row->key), q);
        assert_true(row->label && strlen(row->label) > 3);
        assert_true(!row->is_part == !row->part_key);
    }
}

static bool ends_in(const char *s, const char *end)
{
    size_t n = strlen(s), k = strlen(end);
    return n > k && !strcmp(s + n - k, end);
}

/* B61: power is never taken for energy. */
static void keys_end_in_their_unit(void **state)
{
    (void)state;
    static const char *const units[][2] = {
        {"W", "_w"}, {"degC", "_c"}, {"K", "_k"}, {"kg/s", "_kg_s"}};
    for (int q = 0; q < N_QUANTITY; q++) {
        const struct quantity_row *row = &quantity_rows[q];
        if (!*row->unit) continue;
        bool is_known = false;
        for (int u = 0; u < 4; u++)
            if (!strcmp(row->unit, units[u][0])) {
                is_known = true;
                if (!ends_in(row->key, units[u][1])) fail_msg("%s in %s", row->key, row->unit);
            }
        if (!is_known) fail_msg("%s has the unit %s", row->key, row->unit);
        bool is_power = !strcmp(row->unit, "W");
        assert_true(is_power == (row->aggregate == AGG_ENERGY));
    }
}

struct parsed {
    struct arena arena;
    struct diags ds;
    struct expr *formula[N_QUANTITY];
};

static int setup(void **state)
{
    struct parsed *p = test_malloc(sizeof *p);
    *p = (struct parsed){.arena = arena_new(NULL)};
    p->ds = diags_new(&p->arena);
    const char *names[N_QUANTITY];
    for (int q = 0; q < N_QUANTITY; q++) names[q] = quantity_rows[q].key;
    for (int q = 0; q < N_QUANTITY; q++) {
        const char *text = quantity_rows[q].formula;
        struct place where = {quantity_rows[q].key, 1, 1};
        if (!text) continue;
        p->formula[q] = expr_parse(text, where, &p->arena, &p->ds);
        if (!p->formula[q] || !expr_check_names(p->formula[q], names, N_QUANTITY, where, &p->ds))
            return -1;
    }
    *state = p;
    return 0;
}

static int teardown(void **state)
{
    struct parsed *p = *state;
    arena_free(&p->arena);
    test_free(p);
    return 0;
}

static void count_name(void *context, const char *name, int column)
{
    (void)column;
    ((int *)context)[find(name)]++;
}

static void facility_is_the_sum_of_its_parts(void **state)
{
    struct parsed *p = *state;
    int seen[N_QUANTITY] = {0};
    assert_non_null(p->formula[Q_FACILITY_W]);
    expr_names(p->formula[Q_FACILITY_W], count_name, seen);
    for (int q = 0; q < N_QUANTITY; q++) assert_int_equal(seen[q], quantity_rows[q].is_part ? 1 : 0);
}

struct hour {
    const struct block *b;
    int i;
};

static bool value(void *context, const char *name, struct expr_value *out)
{
    const struct hour *h = context;
    int q = find(name);
    if (q < 0) return false;
    *out = (struct expr_value){h->b->quantity[q][h->i], NULL};
    return true;
}

static void check_formulas(const struct parsed *p, const struct random_site *r, struct block *b,
                           int i)
{
    struct hour h = {b, i};
    struct expr_scope scope = {.context = &h, .value = value};
    for (int q = 0; q < N_QUANTITY; q++) {
        struct expr_value v;
        const char *unknown = NULL;
        if (!p->formula[q]) continue;
        assert_true(expr_value(p->formula[q], &scope, &v, &unknown));
        if (fabs(v.number - b->quantity[q][i]) <= 1e-9 * b->quantity[Q_FACILITY_W][i]) continue;
        random_site_print(r);
        fail_msg("hour %d: %s is %.17g, its formula gives %.17g", i, quantity_rows[q].key,
                 b->quantity[q][i], v.number);
    }
}

static void formulas_give_the_kernels_values(void **state)
{
    struct parsed *p = *state;
    int formulas = 0;
    for (int q = 0; q < N_QUANTITY; q++) formulas += p->formula[q] != NULL;
    assert_true(formulas >= 5);
    for (uint64_t seed = 1; seed <= SITES; seed++) {
        struct random_site r = random_site_make(seed);
        struct arena a = arena_new(NULL);
        struct toy t;
        random_site_toy(&r, random_site_text(&r, NULL, &a), HOURS, &t);
        struct block *b = block_new(t.plant, &t.arena);
        block_solve(t.plant, &t.plant->normal, &t.normal, 0, HOURS, b);
        for (int i = 0; i < HOURS; i++) check_formulas(p, &r, b, i);
        toy_free(&t);
        arena_free(&a);
    }
}

static void metrics_have_unique_keys_and_words(void **state)
{
    (void)state;
    for (int m = 0; m < N_METRIC; m++) {
        const struct metric_row *row = &metric_rows[m];
        assert_int_equal(metric_find(row->key), m);
        assert_true(strlen(row->key) == strspn(row->key, "abcdefghijklmnopqrstuvwxyz0123456789_"));
        assert_true(row->label && row->doc && strlen(row->doc) > 3);
        assert_true(row->doc[strlen(row->doc) - 1] != '.');
        if (!strcmp(row->unit, "kWh")) assert_true(ends_in(row->key, "_kwh"));
        if (!strcmp(row->unit, "kW")) assert_true(ends_in(row->key, "_kw"));
        if (!strcmp(row->unit, "degC")) assert_true(ends_in(row->key, "_c"));
        if (!strcmp(row->unit, "K")) assert_true(ends_in(row->key, "_k"));
        if (!strcmp(row->unit, "money")) assert_non_null(strstr(row->key, "cost"));
    }
    assert_int_equal(metric_find("no_such_metric"), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_are_unique_words),
        cmocka_unit_test(keys_end_in_their_unit),
        cmocka_unit_test_setup_teardown(facility_is_the_sum_of_its_parts, setup, teardown),
        cmocka_unit_test_setup_teardown(formulas_give_the_kernels_values, setup, teardown),
        cmocka_unit_test(metrics_have_unique_keys_and_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
