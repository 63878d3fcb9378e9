/* Invariants of an hour and a year over random sites of all kinds of cooling; the
   seed is fixed, and a failing case is printed. */

#include "random_site.h"

#include <string.h>

#include "sim/moisture.h"
#include "sim/month.h"

enum { SITES = 240, HOURS = 24 };

struct solved {
    struct toy t;
    struct block *b;
};

static void solve_text(const struct random_site *r, const char *text, struct solved *s)
{
    random_site_toy(r, text, HOURS, &s->t);
    s->b = block_new(s->t.plant, &s->t.arena);
    block_solve(s->t.plant, &s->t.plant->normal, &s->t.normal, 0, HOURS, s->b);
    moisture_dew_points(s->t.plant, s->b);
}

static void solve(const struct random_site *r, struct solved *s)
{
    struct arena a = arena_new(NULL);
    solve_text(r, random_site_text(r, NULL, &a), s);
    arena_free(&a);
}

#define EXPECT(holds, r, b, hour, what)                                                            \
    do {                                                                                           \
        if (!(holds)) explain((r), (b), (hour), (what), #holds, __LINE__);                         \
    } while (0)

static void explain(const struct random_site *r, const struct block *b, int hour, const char *what,
                    const char *holds, int line)
{
    random_site_print(r);
    print_error("hour %d: %s; flags %x\n", hour, what, b->flags[hour]);
    for (int q = 0; q < N_QUANTITY; q++)
        print_error("  %s = %.17g\n", quantity_rows[q].key, b->quantity[q][hour]);
    print_error("%s\n", holds);
    _fail(__FILE__, line);
}

static bool has(const struct block *b, int i, enum flag f)
{
    return b->flags[i] >> f & 1;
}

/* Every hour in which nothing is out of its depth. */
static bool is_calm(const struct block *b, int i)
{
    return !has(b, i, FLAG_SUPPLY_SHORT) && !has(b, i, FLAG_WATER_SHORT) &&
           !has(b, i, FLAG_TRIPPED) && !has(b, i, FLAG_THROTTLED) && !has(b, i, FLAG_SUPPLY_UNIT);
}

static bool may_be_missing(enum quantity q)
{
    return q == Q_COOLANT_C || q == Q_CHIP_MARGIN_K;
}

static void check_hour(const struct random_site *r, const struct block *b, int i)
{
    const lanes *q = b->quantity;
    EXPECT(!has(b, i, FLAG_NOT_CONVERGED), r, b, i, "converged");
    EXPECT(q[Q_ENERGY_RESIDUAL][i] <= 1e-9, r, b, i, "electrical balance");
    EXPECT(q[Q_HEAT_RESIDUAL][i] <= 1e-9, r, b, i, "heat balance");
    double parts_w = 0;
    for (int k = 0; k < N_QUANTITY; k++) {
        EXPECT(isfinite(q[k][i]) || (isnan(q[k][i]) && may_be_missing((enum quantity)k)), r, b, i,
               quantity_rows[k].key);
        if (quantity_rows[k].is_part) {
            EXPECT(q[k][i] >= 0, r, b, i, quantity_rows[k].key);
            parts_w += q[k][i];
        }
    }
    EXPECT(fabs(parts_w - q[Q_FACILITY_W][i]) <= 1e-9 * parts_w, r, b, i, "parts sum to the whole");
    EXPECT(fabs(q[Q_FACILITY_W][i] + q[Q_HEAT_GAIN_W][i] - q[Q_HEAT_REJECTED_W][i] -
                q[Q_REUSED_HEAT_W][i]) <= 1e-9 * parts_w,
           r, b, i, "heat in is heat out");
    EXPECT(q[Q_REUSED_HEAT_W][i] >= q[Q_HEAT_PUMP_W][i], r, b, i, "delivered with the pump's work");
    bool is_on = !has(b, i, FLAG_TRIPPED);
    EXPECT(q[Q_FACILITY_W][i] >= q[Q_IT_W][i], r, b, i, "PUE >= 1");
    EXPECT(q[Q_IT_W][i] > 0 || !is_on, r, b, i, "IT without power");
    EXPECT(q[Q_TRIPPED][i] == (is_on ? 0 : 1), r, b, i, "a trip is told twice");
    EXPECT(q[Q_UPS_LOSS_W][i] > 0 && q[Q_TRANSFORMER_LOSS_W][i] > 0, r, b, i, "no-load losses");
    EXPECT(q[Q_PSU_LOSS_W][i] >= 0 && q[Q_SERVER_FAN_W][i] >= 0 &&
               (q[Q_COMPUTE_W][i] > 0 || !is_on),
           r, b, i, "inside the servers");
    bool has_cold_doors = r->cooling == COOLING_REARDOOR && (r->staged || r->reset == 2);
    EXPECT((has_cold_doors || q[Q_INLET_C][i] >= q[Q_SUPPLY_C][i] - 1e-7) &&
               q[Q_INLET_LOW_C][i] <= q[Q_INLET_C][i],
           r, b, i, "inlet is not below supply");
    EXPECT(q[Q_SUPPLY_C][i] >= r->supply_c - 1e-9, r, b, i, "supply is not below its setpoint");
    double most_c = r->supply_c + (r->reset == 1 ? 3 : r->reset == 2 ? 2 : 0);
    EXPECT(has(b, i, FLAG_SUPPLY_SHORT) || q[Q_SUPPLY_C][i] <= most_c + 1e-9, r, b, i,
           "supply is at its setpoint");
    EXPECT(q[Q_WATER_KG_S][i] >= 0 && q[Q_FREE_HEAT_W][i] >= -1e-6 * parts_w, r, b, i, "water");
    EXPECT(q[Q_PDU_OUT_W][i] <= q[Q_UPS_OUT_W][i] * (1 + 1e-9), r, b, i, "path");
}

/* Dry coolers and economizers of direct expansion work downhill. */
static int check_downhill(const struct random_site *r, const struct plant *p,
                          const struct prepared *w, const struct block *b, int i)
{
    int seen = 0;
    for (int l = 0; l < p->n_loop; l++) {
        const struct sink *s = &p->sink[p->loop[l].sink_first];
        if (p->loop[l].n_sink != 1 || s->what != SINK_DRYCOOLER || !(b->loop_ratio[l][i] > 0))
            continue;
        EXPECT(b->loop_supply_c[l][i] >= b->sink_air_c[p->loop[l].sink_first][i] - 1e-7, r, b, i,
               "a dry cooler's water is not below its air");
        seen++;
    }
    for (int c = 0; c < p->n_cool; c++) {
        const struct cool *x = &p->cool[c];
        if (!(x->free_most_w > 0) || !(b->cool_free_w[c][i] > 0)) continue;
        double from_c = x->x->economizer == DX_COIL ? b->loop_supply_c[x->loop][i] : w->t_c[i];
        double most_w = b->room_mcp_w_k[x->room][i] * (b->room_return_c[x->room][i] - from_c);
        EXPECT(b->cool_free_w[c][i] <= most_w * (1 + 1e-6), r, b, i,
               "an economizer's air is not below what cools it");
        seen++;
    }
    return seen;
}

static void nothing_is_colder_than_what_cools_it(void **state)
{
    (void)state;
    int seen = 0;
    for (uint64_t seed = 1; seed <= SITES; seed++) {
        struct random_site r = random_site_make(seed);
        struct solved s;
        r.coolers = 2 + (int)(seed % 4) * 15; /* far more than is needed, too */
        r.economizer_c += (double)(seed % 5) * 3;
        solve(&r, &s);
        for (int i = 0; i < HOURS; i++) seen += check_downhill(&r, s.t.plant, &s.t.normal, s.b, i);
        toy_free(&s.t);
    }
    assert_true(seen > SITES);
}

static void residuals_close_and_all_is_finite(void **state)
{
    (void)state;
    int calm = 0, all = 0;
    for (uint64_t seed = 1; seed <= SITES; seed++) {
        struct random_site r = random_site_make(seed);
        struct solved s;
        solve(&r, &s);
        for (int i = 0; i < HOURS; i++) {
            check_hour(&r, s.b, i);
            calm += is_calm(s.b, i);
            all++;
        }
        toy_free(&s.t);
    }
    assert_true(calm > all / 2); /* else the other properties look at nothing */
}

/* The same with cooling far too small, where the balance is hardest.  An hour may say
   that it did not converge, and then the program gives no result; few do. */
static void residuals_close_when_too_hot(void **state)
{
    (void)state;
    int warm = 0, open = 0, all = 0;
    for (uint64_t seed = 1; seed <= SITES / 2; seed++) {
        struct random_site r = random_site_make(seed);
        struct solved s;
        r.size = .4;
        r.t_c += 10;
        solve(&r, &s);
        for (int i = 0; i < HOURS; i++) {
            all++;
            warm += has(s.b, i, FLAG_SUPPLY_SHORT);
            if (has(s.b, i, FLAG_NOT_CONVERGED))
                open++;
            else
                check_hour(&r, s.b, i);
        }
        toy_free(&s.t);
    }
    assert_true(warm > SITES);
    assert_true(open * 200 < all);
}

static void assert_same(const struct random_site *r, const struct block *a, int i,
                        const struct block *b, int j)
{
    for (int q = 0; q < N_QUANTITY; q++)
        if (memcmp(&a->quantity[q][i], &b->quantity[q][j], sizeof(double))) {
            random_site_print(r);
            fail_msg("hour %d: %s is %.17g and %.17g", j, quantity_rows[q].key, a->quantity[q][i],
                     b->quantity[q][j]);
        }
    assert_int_equal(a->flags[i], b->flags[j]);
}

static void block_size_changes_no_bit(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SITES / 4; seed++) {
        struct random_site r = random_site_make(seed);
        struct solved s;
        if (seed % 3 == 0) r.size = .5;
        solve(&r, &s);
        struct block *one = block_new(s.t.plant, &s.t.arena);
        for (int h = HOURS - 1; h >= 0; h--) {
            block_solve(s.t.plant, &s.t.plant->normal, &s.t.normal, h, 1, one);
            moisture_dew_points(s.t.plant, one);
            assert_same(&r, one, 0, s.b, h);
        }
        for (int h = 0; h + 7 <= HOURS; h += 7) {
            block_solve(s.t.plant, &s.t.plant->normal, &s.t.normal, h, 7, one);
            moisture_dew_points(s.t.plant, one);
            for (int i = 0; i < 7; i++) assert_same(&r, one, i, s.b, h + i);
        }
        toy_free(&s.t);
    }
}

static struct month_year *count_month(struct toy *t, int hours, bool is_all, bool is_kept,
                                      struct block **b)
{
    struct year *whole = &month_new(t->plant, &t->arena)->y;
    struct month_work x = {t->plant, &t->plant->normal, &t->normal, whole, 0, hours};
    struct month_year *m = month_new(t->plant, &t->arena);
    *b = block_new(t->plant, &t->arena);
    if (!is_kept) (*b)->steady.can_be = false;
    for (int q = 0; is_all && q < N_QUANTITY; q++)
        whole->site.hour[q] = ARENA_ARRAY(&t->arena, double, (size_t)hours);
    month_run(&x, m, *b);
    return m;
}

#define SAME_ARRAY(x, y, of, n) assert_memory_equal((x)->of, (y)->of, (size_t)(n) * sizeof *(x)->of)

/* Load and pressure stand still for whole blocks; in every third site the load of the second
   block is its own. */
static void stand_still(struct toy *t, int workloads, int hours, bool has_step)
{
    const double **activity = ARENA_ARRAY(&t->arena, const double *, (size_t)workloads + 1);
    for (int w = 0; w < workloads; w++) {
        double *x = ARENA_ARRAY(&t->arena, double, (size_t)hours);
        for (int h = 0; h < hours; h++)
            x[h] = t->normal.activity[w][has_step && h / LANES == 1 ? 5 : 0];
        activity[w] = x;
    }
    for (int h = 1; h < hours; h++) t->weather.p_pa[h] = t->weather.p_pa[0];
    t->normal.activity = activity;
}

/* What a block takes over from the one before is what it would come to by itself. */
static void what_is_kept_changes_no_bit(void **state)
{
    (void)state;
    int kept = 0;
    enum { SITES_KEPT = 100, BLOCKS = 3 };
    for (uint64_t seed = 1; seed <= SITES_KEPT; seed++) {
        struct random_site r = random_site_make(seed);
        struct arena a = arena_new(NULL);
        struct toy t;
        struct block *b[2];
        if (seed % 5 == 0) r.size = .5;
        random_site_toy(&r, random_site_text(&r, NULL, &a), BLOCKS * LANES, &t);
        stand_still(&t, t.site.of[KIND_WORKLOAD].n, BLOCKS * LANES, seed % 3 == 0);
        const struct plant *p = t.plant;
        const struct month_year *x = count_month(&t, BLOCKS * LANES, seed % 2, true, &b[0]);
        const struct month_year *y = count_month(&t, BLOCKS * LANES, seed % 2, false, &b[1]);
        kept += b[0]->is_same;
        assert_false(b[1]->is_same);
        assert_memory_equal(b[0]->quantity, b[1]->quantity, sizeof b[0]->quantity);
        assert_memory_equal(x->flag_count, y->flag_count, sizeof x->flag_count);
        assert_memory_equal(x->y.site.stat, y->y.site.stat, sizeof x->y.site.stat);
        SAME_ARRAY(&x->y, &y->y, room, p->n_room);
        SAME_ARRAY(&x->y, &y->y, elem_out_kwh, p->n_elem);
        SAME_ARRAY(&x->y, &y->y, elem_loss_kwh, p->n_elem);
        SAME_ARRAY(&x->y, &y->y, cdu_max_c, p->n_cdu);
        SAME_ARRAY(&x->y, &y->y, group_max_w, p->n_group);
        SAME_ARRAY(&x->y, &y->y, group_airflow_m3_s, p->n_group);
        SAME_ARRAY(&x->y, &y->y, group_lost_j, p->n_group);
        for (int e = 0; e < p->n_elem; e++) assert_true(x->y.elem[e].used == y->y.elem[e].used);
        for (int c = 0; c < p->n_cdu; c++) assert_true(x->y.cdu[c].hour == y->y.cdu[c].hour);
        toy_free(&t);
        arena_free(&a);
    }
    assert_true(kept > SITES_KEPT / 4); /* else nothing was looked at */
}

/* Iterations end where they should: servers breathe what their own exhaust leads to, and the
   map from one inlet to the next is so flat that what is left open is no more than twice the
   tolerance of 1e-8 K (docs/engineering.md, Convergence). */
static void inlets_are_where_they_lead(void **state)
{
    (void)state;
    int seen = 0;
    double steepest = 0;
    for (uint64_t seed = 1; seed <= SITES; seed++) {
        struct random_site r = random_site_make(seed);
        struct solved s;
        solve(&r, &s);
        const struct block *b = s.b;
        for (int room = 0; room < s.t.plant->n_room; room++) {
            if (s.t.plant->room[room].n_door) continue;
            double slope = fabs(s.t.plant->room[room].inlet_slope);
            if (slope > steepest) steepest = slope;
            for (int i = 0; i < HOURS; i++) {
                double flow = b->room_air_m3_s[room][i], phi = b->room_phi[room][i];
                double x = b->room_inlet_c[room][i];
                if (!is_calm(b, i) || !(flow > 0)) continue;
                double mcp = s.t.normal.p_pa[i] / (287.042 * (x + 273.15)) * 1006 * flow;
                double leads_c =
                    b->room_supply_c[room][i] + phi / (1 - phi) * b->room_it_w[room][i] / mcp;
                EXPECT(fabs(leads_c - x) <= 1.01e-8, &r, b, i, "inlet");
                seen++;
            }
        }
        toy_free(&s.t);
    }
    assert_true(seen > SITES * HOURS / 2);
    assert_true(steepest < .5);
    print_message("steepest slope %g\n", steepest);
}

/* Every level of the processor that runs here comes to the same bytes. */
static void levels_change_no_bit(void **state)
{
    (void)state;
    month_run_function level[MONTH_LEVELS];
    int n = month_levels(level);
    for (uint64_t seed = 1; seed <= SITES; seed++) {
        struct random_site r = random_site_make(seed);
        struct solved s;
        solve(&r, &s);
        struct month_work x = {s.t.plant, &s.t.plant->normal, &s.t.normal, NULL, 0, HOURS};
        struct month_year *m[MONTH_LEVELS];
        struct block *b[MONTH_LEVELS];
        for (int l = 0; l < n; l++) {
            m[l] = month_new(s.t.plant, &s.t.arena);
            b[l] = block_new(s.t.plant, &s.t.arena);
            x.whole = &m[l]->y;
            level[l](&x, m[l], b[l]);
            assert_memory_equal(b[l]->quantity, b[0]->quantity, sizeof b[0]->quantity);
            assert_memory_equal(b[l]->flags, b[0]->flags, sizeof b[0]->flags);
            assert_memory_equal(m[l]->y.room, m[0]->y.room,
                                (size_t)s.t.plant->n_room * sizeof *m[0]->y.room);
            assert_memory_equal(m[l]->y.site.stat, m[0]->y.site.stat, sizeof m[0]->y.site.stat);
        }
        toy_free(&s.t);
    }
}

static void threads_change_no_bit(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= N_COOLING; seed++) {
        struct random_site r = random_site_make(seed);
        struct arena a = arena_new(NULL);
        struct toy t;
        random_site_toy(&r, random_site_text(&r, NULL, &a), 12 * 66, &t);
        struct year *y[3];
        for (int n = 0; n < 3; n++)
            y[n] = annual_run(t.plant, &t.plant->normal, &t.normal, &t.weather.calendar, KEEP_ALL,
                              n + 1, &t.arena);
        for (int n = 1; n < 3; n++)
            for (int q = 0; q < N_QUANTITY; q++) {
                assert_memory_equal(y[0]->site.hour[q], y[n]->site.hour[q],
                                    (size_t)y[0]->n * sizeof(double));
                assert_memory_equal(&y[0]->site.stat[q].sum, &y[n]->site.stat[q].sum,
                                    sizeof(double));
                assert_memory_equal(y[0]->site.stat[q].month_sum, y[n]->site.stat[q].month_sum,
                                    sizeof y[0]->site.stat[q].month_sum);
            }
        toy_free(&t);
        arena_free(&a);
    }
}

static void sums_are_of_their_hours(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= N_COOLING; seed++) {
        struct random_site r = random_site_make(seed);
        struct arena a = arena_new(NULL);
        struct toy t;
        random_site_toy(&r, random_site_text(&r, NULL, &a), 12 * 4, &t);
        struct year *y = toy_year(&t, false);
        for (int q = 0; q < N_QUANTITY; q++) {
            const struct statistic *s = &y->site.stat[q];
            double sum = 0, max = -HUGE_VAL, months = 0;
            for (int h = 0; h < y->n; h++) {
                sum += y->site.hour[q][h];
                max = fmax(max, y->site.hour[q][h]);
            }
            for (int m = 0; m < MONTHS; m++) months += s->month_sum[m];
            if (quantity_rows[q].aggregate == AGG_ENERGY ||
                quantity_rows[q].aggregate == AGG_SUM_KG) {
                assert_within(s->sum, sum, 1e-10 * fabs(sum) + 1e-12);
                assert_within(months, sum, 1e-10 * fabs(sum) + 1e-12);
            }
            if (quantity_rows[q].aggregate == AGG_MAX && isfinite(max)) assert_true(s->max == max);
        }
        toy_free(&t);
        arena_free(&a);
    }
}

/* Two groups: a sum of two does not depend on its order.  Three: to rounding. */
static void permuted_servers_change_nothing(void **state)
{
    (void)state;
    static const int swapped[] = {1, 0, 2}, turned[] = {2, 0, 1};
    for (uint64_t seed = 1; seed <= SITES / 2; seed++) {
        struct random_site r = random_site_make(seed);
        struct solved s, p;
        struct arena a = arena_new(NULL);
        if (r.n_group < 2) continue;
        if (r.cooling == COOLING_LIQUID) r.capture = 0.7;
        solve_text(&r, random_site_text(&r, NULL, &a), &s);
        solve_text(&r, random_site_text(&r, r.n_group == 2 ? swapped : turned, &a), &p);
        for (int i = 0; i < HOURS; i++) {
            if (r.n_group == 2) assert_same(&r, p.b, i, s.b, i);
            for (int q = 0; q <= Q_FACILITY_W; q++)
                EXPECT(fabs(p.b->quantity[q][i] - s.b->quantity[q][i]) <=
                           1e-8 * s.b->quantity[Q_FACILITY_W][i],
                       &r, p.b, i, quantity_rows[q].key);
        }
        toy_free(&s.t);
        toy_free(&p.t);
        arena_free(&a);
    }
}

static double compressors_w(const struct block *b, int i)
{
    return b->quantity[Q_COMPRESSOR_W][i] + b->quantity[Q_CHILLER_W][i];
}

/* One mode: no economizer, one chiller, nothing short. */
static void hotter_never_lowers_compressor_power(void **state)
{
    (void)state;
    int seen = 0;
    for (uint64_t seed = 1; seed <= SITES; seed++) {
        struct random_site r = random_site_make(seed), hot;
        if (r.cooling == COOLING_ECONOMIZER || r.cooling == COOLING_FRESH_AIR) continue;
        r.partial = 1; /* without, an economizer that carries all is another mode */
        r.staged = 0;  /* a compressor more or less is one, too, and so are wet pads */
        r.pads = r.cooling == COOLING_GLYCOL ? 0 : r.pads;
        r.reset = 0;
        r.outdoor_m3_s = 0; /* nor coils that become wet */
        struct solved s, h;
        r.chillers = 1;
        r.envelope_w_k = 0;
        if (r.loop_reset == 2) r.loop_reset = 0; /* other water, other capacity, other part load */
        hot = r;
        hot.t_c += 1.5;
        hot.dew_below_k += 1.5; /* the same dew point */
        solve(&r, &s);
        solve(&hot, &h);
        for (int i = 0; i < HOURS; i++) {
            if (!is_calm(s.b, i) || !is_calm(h.b, i)) continue;
            EXPECT(compressors_w(h.b, i) >= compressors_w(s.b, i) * (1 - 1e-9), &r, h.b, i,
                   "hotter outdoors lowers compressor power");
            seen += compressors_w(h.b, i) > compressors_w(s.b, i) * (1 + 1e-6);
        }
        toy_free(&s.t);
        toy_free(&h.t);
    }
    assert_true(seen > SITES);
}

static void greater_capture_leaves_less_heat_in_air(void **state)
{
    (void)state;
    for (uint64_t seed = COOLING_LIQUID; seed <= SITES; seed += N_COOLING) {
        struct random_site r = random_site_make(seed), more;
        struct solved s, m;
        r.capture = .6;
        more = r;
        more.capture = .8;
        solve(&r, &s);
        solve(&more, &m);
        for (int i = 0; i < HOURS; i++) {
            double less_w = m.b->quantity[Q_AIR_HEAT_W][i], air_w = s.b->quantity[Q_AIR_HEAT_W][i];
            EXPECT(less_w < air_w || air_w <= 0, &r, m.b, i, "air heat"); /* 0: walls take it */
            EXPECT(m.b->quantity[Q_LIQUID_HEAT_W][i] > s.b->quantity[Q_LIQUID_HEAT_W][i], &r, m.b,
                   i, "liquid heat");
        }
        toy_free(&s.t);
        toy_free(&m.t);
    }
}

/* Pumps that bring more, up to what the plates ask for. */
static void more_coolant_never_heats_chips(void **state)
{
    (void)state;
    int seen = 0;
    for (uint64_t seed = COOLING_LIQUID; seed <= SITES; seed += N_COOLING) {
        struct random_site r = random_site_make(seed), more;
        struct solved s, m;
        r.coolant_kpa = 60;
        more = r;
        more.coolant_kpa = 120;
        solve(&r, &s);
        solve(&more, &m);
        for (int i = 0; i < HOURS; i++) {
            if (has(s.b, i, FLAG_TRIPPED) || has(m.b, i, FLAG_TRIPPED)) continue;
            double was_k = s.b->quantity[Q_CHIP_MARGIN_K][i], k = m.b->quantity[Q_CHIP_MARGIN_K][i];
            EXPECT(k >= was_k - 1e-9, &r, m.b, i, "more coolant heats chips");
            seen += k > was_k + 1e-6;
        }
        toy_free(&s.t);
        toy_free(&m.t);
    }
    assert_true(seen > SITES);
}

/* Facility water may be warmer by what the approach is closer. */
static void closer_approach_never_asks_for_more_of_chillers(void **state)
{
    (void)state;
    int seen = 0;
    for (uint64_t seed = COOLING_LIQUID; seed <= SITES; seed += N_COOLING) {
        struct random_site r = random_site_make(seed), closer;
        struct solved s, c;
        r.trim = 1;
        r.chillers = 1;
        r.reuse = 0;
        r.approach_k = 8;
        r.water_k = -2; /* water of 32 degC for coolant of 40 */
        closer = r;
        closer.approach_k = 4;
        closer.water_k = 2;
        solve(&r, &s);
        solve(&closer, &c);
        for (int i = 0; i < HOURS; i++) {
            if (!is_calm(s.b, i) || !is_calm(c.b, i)) continue;
            double was_w = s.b->quantity[Q_CHILLER_W][i], w = c.b->quantity[Q_CHILLER_W][i];
            EXPECT(w <= 0 || was_w > 0, &r, c.b, i, "a closer approach needs a compressor");
            seen += w <= 0 && was_w > 0;
        }
        toy_free(&s.t);
        toy_free(&c.t);
    }
    assert_true(seen > 0);
}

static void better_ups_never_raises_energy(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SITES / 2; seed++) {
        struct random_site r = random_site_make(seed), better;
        struct solved s, g;
        r.chillers = 1;
        r.staged = 0; /* nor a compressor more or less, nor a wet exchanger instead of a dry one */
        if (r.cooling == COOLING_INDIRECT) r.evaporative = 0;
        better = r;
        better.c0 *= .6;
        better.c2 *= .8;
        solve(&r, &s);
        solve(&better, &g);
        for (int i = 0; i < HOURS; i++) {
            if (!is_calm(s.b, i) || !is_calm(g.b, i)) continue;
            EXPECT(g.b->quantity[Q_UPS_LOSS_W][i] < s.b->quantity[Q_UPS_LOSS_W][i], &r, g.b, i,
                   "loss");
            EXPECT(g.b->quantity[Q_FACILITY_W][i] < s.b->quantity[Q_FACILITY_W][i], &r, g.b, i,
                   "facility");
        }
        toy_free(&s.t);
        toy_free(&g.t);
    }
}

/* A chiller that need not run for water runs for no warmer water. */
static void warmer_water_never_starts_a_chiller(void **state)
{
    (void)state;
    int stopped = 0;
    for (uint64_t seed = 1; seed <= SITES; seed++) {
        struct random_site r = random_site_make(seed), warmer = r;
        struct solved s, g;
        warmer.water_k = 2 + (double)(seed % 5);
        solve(&r, &s);
        solve(&warmer, &g);
        for (int i = 0; i < HOURS; i++) {
            double cold_w = s.b->quantity[Q_CHILLER_W][i], warm_w = g.b->quantity[Q_CHILLER_W][i];
            if (!is_calm(s.b, i) || !is_calm(g.b, i)) continue;
            EXPECT(!(warm_w > 0) || cold_w > 0, &r, g.b, i, "a chiller starts");
            stopped += cold_w > 0 && !(warm_w > 0);
        }
        toy_free(&s.t);
        toy_free(&g.t);
    }
    assert_true(stopped > 0);
}

/* Constant weather and work: every hour is the first.  A profile that comes k
   hours later does the same k hours later. */
static void time_shift_changes_nothing(void **state)
{
    (void)state;
    enum { SHIFT = 5 };
    for (uint64_t seed = 1; seed <= SITES / 4; seed++) {
        struct random_site r = random_site_make(seed), later;
        struct arena a = arena_new(NULL);
        r.reuse = 0; /* wanted in hours of its own */
        later = r;
        for (int g = 0; g < r.n_group; g++)
            for (int h = 0; h < 24; h++)
                later.group[g].activity[(h + SHIFT) % 24] = r.group[g].activity[h];
        struct toy t[2];
        struct block *b[2];
        for (int k = 0; k < 2; k++) {
            assert_true(toy_read(&t[k], random_site_text(k ? &later : &r, NULL, &a)));
            toy_weather(&t[k], HOURS, r.t_c, r.t_c - r.dew_below_k, r.altitude_pa);
            assert_true(toy_build(&t[k]));
            b[k] = block_new(t[k].plant, &t[k].arena);
            block_solve(t[k].plant, &t[k].plant->normal, &t[k].normal, 0, HOURS, b[k]);
        }
        for (int h = 0; h < HOURS; h++) assert_same(&r, b[0], h, b[1], (h + SHIFT) % HOURS);
        toy_free(&t[0]);
        toy_free(&t[1]);
        arena_free(&a);
    }
}

/* ---- water of the rooms -------------------------------------------------------- */

/* What comes in by air, people and humidifier leaves by air and drain; an hour with fresh
   air is left out, that unit moves most. */
static void water_in_is_water_out(void **state)
{
    (void)state;
    int wet = 0, humid = 0, reheats = 0;
    for (uint64_t seed = 1; seed <= SITES; seed++) {
        struct random_site r = random_site_make(seed);
        struct solved s;
        if (!(r.outdoor_m3_s > 0)) r.outdoor_m3_s = .1 + .01 * (double)(seed % 50);
        if (r.cooling == COOLING_FRESH_AIR) continue;
        solve(&r, &s);
        for (int i = 0; i < HOURS; i++) {
            const struct block *b = s.b;
            double rho = s.t.weather.p_pa[i] / (287.042 * (b->room_supply_c[0][i] + 273.15));
            double m = rho * r.outdoor_m3_s, w = b->water_w[0][i], out = s.t.weather.w[i];
            double people = r.people * 55 / (2.501e6 + 1860 * b->room_inlet_c[0][i]);
            double in_kg_s = m * out + people + b->water_kg_s[0][i];
            double left_kg_s = in_kg_s - m * w - b->water_drain_kg_s[0][i];
            EXPECT(fabs(left_kg_s) <= 1e-9 * in_kg_s, &r, b, i, "water in is water out");
            EXPECT(w > 0 && b->water_kg_s[0][i] >= 0 && b->water_drain_kg_s[0][i] >= 0, &r, b, i,
                   "water");
            EXPECT(b->quantity[Q_LATENT_HEAT_W][i] <= b->quantity[Q_AIR_HEAT_W][i] + 1e-6, &r, b, i,
                   "latent heat is inside air heat");
            EXPECT(!(b->water_kg_s[0][i] > 0 && b->quantity[Q_REHEAT_W][i] > 0), &r, b, i,
                   "it humidifies and reheats");
            wet += b->water_drain_kg_s[0][i] > 1e-9;
            humid += b->water_kg_s[0][i] > 0;
            reheats += b->quantity[Q_REHEAT_W][i] > 0;
        }
        toy_free(&s.t);
    }
    assert_true(wet > SITES / 2 && humid > SITES / 2 && reheats > 10);
}

/* A dew point that is held costs nothing, and no other key of water says anything then. */
static void without_outdoor_air_nothing_moves(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SITES / 4; seed++) {
        struct random_site r = random_site_make(seed);
        struct solved s;
        r.outdoor_m3_s = 0;
        solve(&r, &s);
        for (int i = 0; i < HOURS; i++) {
            EXPECT(s.b->quantity[Q_HUMIDIFIER_W][i] == 0 && s.b->quantity[Q_REHEAT_W][i] == 0 &&
                       s.b->quantity[Q_LATENT_HEAT_W][i] == 0,
                   &r, s.b, i, "nothing moves");
            EXPECT(r.cooling == COOLING_FRESH_AIR || s.b->quantity[Q_DEW_POINT_C][i] == 9, &r, s.b,
                   i, "the dew point is held");
        }
        toy_free(&s.t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_colder_than_what_cools_it),
        cmocka_unit_test(residuals_close_and_all_is_finite),
        cmocka_unit_test(residuals_close_when_too_hot),
        cmocka_unit_test(block_size_changes_no_bit),
        cmocka_unit_test(what_is_kept_changes_no_bit),
        cmocka_unit_test(inlets_are_where_they_lead),
        cmocka_unit_test(levels_change_no_bit),
        cmocka_unit_test(threads_change_no_bit),
        cmocka_unit_test(sums_are_of_their_hours),
        cmocka_unit_test(permuted_servers_change_nothing),
        cmocka_unit_test(hotter_never_lowers_compressor_power),
        cmocka_unit_test(greater_capture_leaves_less_heat_in_air),
        cmocka_unit_test(more_coolant_never_heats_chips),
        cmocka_unit_test(closer_approach_never_asks_for_more_of_chillers),
        cmocka_unit_test(better_ups_never_raises_energy),
        cmocka_unit_test(warmer_water_never_starts_a_chiller),
        cmocka_unit_test(time_shift_changes_nothing),
        cmocka_unit_test(water_in_is_water_out),
        cmocka_unit_test(without_outdoor_air_nothing_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
