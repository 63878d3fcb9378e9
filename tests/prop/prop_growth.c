/* Properties of growth plans over random deployments and blocks on the toy site, whose power is
   10 kW for each server: the plan is worked out here once more, day by day and by hand. */

#include "random_site.h"

#include <string.h>

#include "plan/growth.h"

#define SITE DCPLAN_SOURCE_DIR "/tests/growth/toy.ini"
#define MODELS DCPLAN_SOURCE_DIR "/tests/cli/tiny/models"

enum { PLANS = 12, LENGTH = 30, DEPLOYMENTS = 3, BLOCKS = 3 };

static const long first_day = 20454; /* 2026-01-01 */

struct drawn {
    struct {
        int count, ramp;
        long start, retire; /* days; 0: not given */
        bool is_reserved;
    } d[DEPLOYMENTS];
    struct {
        int count, kw, lead, install;
    } b[BLOCKS];
};

static struct drawn draw(uint64_t *s)
{
    struct drawn x;
    for (int i = 0; i < DEPLOYMENTS; i++) {
        x.d[i].count = 1 + random_pick(s, 8);
        x.d[i].ramp = 1 + random_pick(s, 6);
        x.d[i].start = first_day + random_pick(s, 600);
        x.d[i].retire = random_pick(s, 2) ? x.d[i].start + 1 + random_pick(s, 400) : 0;
        x.d[i].is_reserved = random_pick(s, 3) == 0;
    }
    for (int i = 0; i < BLOCKS; i++) {
        x.b[i].count = random_pick(s, 3);
        x.b[i].kw = 10 * (1 + random_pick(s, 5));
        x.b[i].lead = random_pick(s, 400);
        x.b[i].install = random_pick(s, 30);
    }
    return x;
}

static const char *text_of_plan(const struct drawn *x, struct arena *a)
{
    char day[TEXT_NUMBER_CAP];
    struct builder b = builder_new(a);
    for (int i = 0; i < DEPLOYMENTS; i++) {
        builder_format(&b, "[deployment d%d]\nserver = s\ncount = %d\nramp = %d\nstart = %s\n", i,
                       x->d[i].count, x->d[i].ramp, date_write(date_of_days(x->d[i].start), day));
        if (x->d[i].retire)
            builder_format(&b, "retire = %s\n", date_write(date_of_days(x->d[i].retire), day));
        if (x->d[i].is_reserved) builder_text(&b, "status = reserved\n");
    }
    for (int i = 0; i < BLOCKS; i++)
        builder_format(&b,
                       "[block b%d]\nof = utility.grid\ncount = %d\nadds_power = %d kW\n"
                       "lead_time = %d d\ninstall_time = %d d\n",
                       i, x->b[i].count, x->b[i].kw, x->b[i].lead, x->b[i].install);
    return b.s;
}

/* Most that run on any day of the month; held: with those that capacity is kept for. */
static int servers_in(const struct drawn *x, int month, bool held)
{
    int n = 1;
    long from = date_days(date_of_month(month)), to = date_days(date_of_month(month + 1));
    for (int i = 0; i < DEPLOYMENTS; i++) {
        int most = 0;
        for (long day = from; day < to; day++) {
            if (x->d[i].retire && day >= x->d[i].retire && day >= from) break;
            int k = month - date_month(date_of_days(x->d[i].start)) + 1, here = 0;
            while (k > 0 && here * x->d[i].ramp < x->d[i].count * k && here < x->d[i].count) here++;
            if (held && x->d[i].is_reserved) here = x->d[i].count;
            if (here > most) most = here;
        }
        n += most;
    }
    return n;
}

/* The orders, one after the other; returns how many. */
static int orders_of(const struct drawn *x, int block[], int month[])
{
    int n = 0, left[BLOCKS], limit = 100;
    for (int i = 0; i < BLOCKS; i++) left[i] = x->b[i].count;
    for (int m = 0; m < LENGTH; m++)
        while (10 * servers_in(x, 12 * 2026 + m, true) > limit) {
            int b = 0;
            while (b < BLOCKS && !left[b]) b++;
            if (b == BLOCKS) break;
            left[b]--;
            limit += x->b[b].kw;
            block[n] = b;
            month[n++] = m;
        }
    return n;
}

/* The limit in a month, with what has come by its first day. */
static int limit_in(const struct drawn *x, const int block[], const int month[], int n, int m)
{
    int limit = 100;
    long begins = date_days(date_of_month(12 * 2026 + m));
    for (int i = 0; i < n; i++) {
        const long comes = first_day + x->b[block[i]].lead + x->b[block[i]].install;
        if (m >= month[i] && comes <= begins) limit += x->b[block[i]].kw;
        if (m == 0 && month[i] == 0 && comes == first_day) assert_true(comes <= begins);
    }
    return limit;
}

static void check_orders(const struct drawn *x, const struct growth *g, const int block[],
                         const int month[], int n)
{
    assert_int_equal(g->n_order, n);
    for (int i = 0; i < n; i++) {
        bool is_found = false;
        long need = date_days(date_of_month(12 * 2026 + month[i]));
        long lead = x->b[block[i]].lead + x->b[block[i]].install;
        for (int k = 0; k < n && !is_found; k++) {
            const struct growth_order *o = &g->order[k];
            is_found = o->block == block[i] && o->needed == month[i] &&
                       date_days(o->order) == need - lead &&
                       o->late_days == (need - lead < first_day ? first_day - need + lead : 0);
        }
        assert_true(is_found);
    }
    for (int k = 1; k < n; k++)
        assert_true(date_days(g->order[k].order) >= date_days(g->order[k - 1].order));
}

static void check_months(const struct drawn *x, const struct growth *g, const int block[],
                         const int month[], int n)
{
    const struct growth_resource *grid = NULL;
    for (int k = 0; k < g->n_resource; k++)
        if (!strcmp(g->resource[k].element, "utility.grid")) grid = &g->resource[k];
    assert_non_null(grid);
    for (int m = 0; m < LENGTH; m++) {
        int runs = servers_in(x, 12 * 2026 + m, false), held = servers_in(x, 12 * 2026 + m, true);
        int limit = limit_in(x, block, month, n, m);
        assert_int_equal(g->month[m].n_servers, runs);
        assert_int_equal(g->month[m].n_servers + g->month[m].n_reserved, held);
        assert_true(g->month[m].fits == (10 * held <= limit));
        assert_near(grid->use[m].used, 10 * runs, 1e-9);
        assert_within(grid->use[m].reserved, 10 * (held - runs), 1e-9 * limit);
        assert_near(grid->use[m].limit, limit, 1e-9);
    }
}

/* Four parts that are one limit; none below zero but what is free of a broken one. */
static void check_parts(const struct growth *g)
{
    for (int k = 0; k < g->n_resource; k++)
        for (int m = 0; m < g->n && g->resource[k].class != GROWTH_CONDITION; m++) {
            const struct growth_use *u = &g->resource[k].use[m];
            double stranded = isnan(u->stranded) ? 0 : u->stranded;
            if (isnan(u->limit)) continue;
            assert_within(u->used + u->reserved + stranded + u->free, u->limit, 1e-9 * u->limit);
            assert_true(u->used >= 0 && u->reserved >= 0 && stranded >= 0);
            assert_true(u->free >= -1e-9 * u->limit || !g->month[m].fits);
        }
}

static void random_plans(void **state)
{
    (void)state;
    for (int i = 0; i < PLANS; i++) {
        struct arena a = arena_new(NULL);
        struct diags ds = diags_new(&a);
        uint64_t s = 0x9E3779B97F4A7C15u * (uint64_t)(i + 1);
        struct drawn x = draw(&s);
        struct load_change change = {CHANGE_TEXT, text_of_plan(&x, &a)};
        struct load_request request = {
            .models = MODELS, .site = SITE, .n_change = 1, .change = &change};
        struct run_options options = {.threads = 1};
        struct growth_request q = {.until = date_of_month(12 * 2026 + LENGTH - 1), .threads = 1};
        struct result own;
        struct growth g;
        int block[BLOCKS * 3], month[BLOCKS * 3], n = orders_of(&x, block, month);
        print_message("plan %d: %d orders\n", i, n);
        assert_true(run_case(&request, &options, &own, &a, &ds));
        assert_true(growth_find(&request, &q, &own, &g, &a, &ds));
        check_orders(&x, &g, block, month, n);
        check_months(&x, &g, block, month, n);
        check_parts(&g);
        arena_free(&a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_plans)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
