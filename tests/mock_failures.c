#include "mock_failures.h"

#include <math.h>
#include <string.h>

static const double none = (double)NAN;

static struct failure_row row_of(const char *element, const char *resource, const char *unit,
                                 double before, double used, double limit)
{
    struct failure_row r = {.before = before,
                            .elem = 0,
                            .hours = used > limit ? 412 : 0,
                            .alike = 3,
                            .efficiency = none,
                            .efficiency_before = none};
    double margin = isnan(limit) ? none : limit > 0 ? (limit - used) / limit : -1;
    r.limit = (struct limit){element, resource,     "",
                             unit,    used,         limit,
                             margin,  used > limit, "made up: 80 % of a continuous load",
                             0};
    return r;
}

static void add_rows(struct failure *x, int i, struct arena *a)
{
    x->n_row = 4;
    x->row = ARENA_ARRAY(a, struct failure_row, 4);
    bool is_bad = i < 3;
    x->row[0] = row_of("crac.dx", "heat", "kW", 12.5, is_bad ? 0.5 : 0, 0);
    x->row[1] = row_of("pdu.b#1", "power", "kW", 27.5, is_bad ? 61 : 55, 60 + i % 7);
    x->row[2] = row_of("room.hall", "inlet temperature", "degC", 24, is_bad ? 36.5 : 25, 35);
    x->row[3] = row_of("rack.row-1.cabinet-with-a-long-name", "airflow", "m3/s", none, 2.5, none);
    if (!is_bad) x->row[0].limit.margin = 1;
}

static void add_drops(struct failure *x, struct arena *a)
{
    static const struct failure_drop drop[] = {
        {"server.box", 16, 32, 51200, "rack.r 1, rack.r 2, rack.r 3, rack.r 4 and 12 more"},
        {"crac.dx", 3, 3, 0, NULL}};
    x->n_drop = 2;
    x->drop = ARENA_ARRAY(a, struct failure_drop, 2);
    memcpy(x->drop, drop, sizeof drop);
    x->dropped_w = 51200;
    x->drops_servers = true;
}

static void fill_state(struct failure *x, int i, struct arena *a)
{
    static const char *const words[] = {"drops servers", "overloads", "too hot", "survives"};
    static const char *alike[] = {"pdu.b#1", "pdu.b#2", "pdu.b#3"};
    const char *part = i ? arena_format(a, "pdu.a#%d", i) : "ups.main";
    *x = (struct failure){.kind = FAILURE_PART,
                          .state = arena_format(a, "%s lost", part),
                          .n_lost = 1,
                          .lost = ARENA_ARRAY(a, const char *, 1),
                          .is_loss = i != 2,
                          .is_maintenance = i != 0,
                          .demand_w = 102400,
                          .psu_efficiency = i ? 0.94 : none,
                          .ups_efficiency = i ? 0.952 : none,
                          .max_inlet_c = i < 3 ? 36.5 : 25,
                          .inlet_limit_c = 35,
                          .facility_w = 118000,
                          .word = words[i < 3 ? i : 3],
                          .survives = i >= 3,
                          .is_over = i == 1,
                          .is_hot = i == 2,
                          .hours_over = i < 3 ? 412 : 0,
                          .hours_throttled = i == 2 ? 1250 : 0};
    x->lost[0] = part;
    if (i == 0) add_drops(x, a);
    if (i == 1) {
        x->is_capped = true;
        x->capped_servers = 16;
        x->cap_frac = 0.125;
        x->alike = 3;
        x->alike_name = alike;
    }
    x->served_w = x->demand_w - x->dropped_w;
    add_rows(x, i, a);
}

static void fill_availability(struct failures *f, struct arena *a)
{
    static const struct availability_part part[] = {{"common cause of ups.main", 0.0263},
                                                    {"utility.grid", 0.002}};
    static const char *unknown[] = {"pdu.b"};
    f->availability = (struct availability){.n_load = 2, .n_unknown = 1, .unknown = unknown};
    f->availability.load = ARENA_ARRAY(a, struct availability_load, 2);
    f->availability.load[0] = (struct availability_load){.server = "server.box",
                                                         .count = 32,
                                                         .sources = "pdu.a#1, pdu.b#1",
                                                         .hours_per_year = 0.0295,
                                                         .losses_per_year = 0.004,
                                                         .degraded_hours_per_year = 6.5,
                                                         .is_exact = true,
                                                         .n_part = 2,
                                                         .part = part};
    f->availability.load[1] = (struct availability_load){.server = "server.other",
                                                         .count = 1,
                                                         .sources = "pdu.b#1",
                                                         .hours_per_year = none,
                                                         .losses_per_year = none,
                                                         .degraded_hours_per_year = none};
}

static void fill_lists(struct failures *f)
{
    static const char *spof[] = {"ups.main"}, *skip[] = {"a lost pump of loop.fws: no pumps"};
    static struct firm firm[] = {{"server.box", "pdu.a#1, pdu.b#1", 138000, 69000, 41300},
                                 {"ups.main", "ups.main#1, ups.main#2", 200000, 100000, 118000}};
    f->n_spof = f->n_skip = 1;
    f->spof = spof;
    f->skip = skip;
    f->n_firm = 2;
    f->firm = firm;
}

/* ---- diagram ---- */

static struct one_line_node box(int layer, const char *id, int count, double load, double worst)
{
    return (struct one_line_node){.layer = layer,
                                  .id = id,
                                  .count = count,
                                  .rating = isnan(load) ? NULL : "4 × 2,500 kVA",
                                  .voltage = "415 V, 3 ph",
                                  .load = load,
                                  .worst = worst,
                                  .worst_state = isnan(worst) ? NULL : "ups.main lost",
                                  .is_over = load > 1 || worst > 1};
}

static const struct one_line *diagram(int across, struct arena *a)
{
    struct one_line *d = ARENA_ARRAY(a, struct one_line, 1);
    d->node = ARENA_ARRAY(a, struct one_line_node, 64);
    d->edge = ARENA_ARRAY(a, struct one_line_edge, 64);
    d->node[d->n++] = box(0, "utility.grid", 1, 0.5, 0.62);
    d->node[d->n++] = box(1, "generator.g", 1, 0, 0.6);
    d->node[1].is_standby = true;
    for (int i = 0; i < across; i++) {
        int at = d->n;
        d->node[d->n++] = box(1, arena_format(a, "transformer.t%d", i), 1, 0.3 + 0.1 * i, none);
        d->node[d->n++] =
            box(2, arena_format(a, "pdu.a-long-name#%d", i), 32, i ? 0.4 : none, i ? 1.13 : none);
        d->node[at + 1].also = "crac.dx, loop.chw, load.lights";
        d->edge[d->n_edge++] = (struct one_line_edge){0, at, false};
        d->edge[d->n_edge++] = (struct one_line_edge){1, at + 1, true};
        d->edge[d->n_edge++] = (struct one_line_edge){at, at + 1, false};
    }
    int rack = d->n;
    d->node[d->n++] = box(3, "rack.r", 32, 0.97, none);
    d->node[rack].what = ONE_LINE_LOAD;
    d->node[rack].drops = 2;
    for (int i = 3; i < rack; i += 2) d->edge[d->n_edge++] = (struct one_line_edge){i, rack, false};
    d->edge[d->n_edge++] = (struct one_line_edge){0, rack, true}; /* past two rows */
    d->n_layer = 4;
    d->n_box = d->n;
    d->n_part = 40;
    d->n_over = across - 1;
    d->finding = "2 are over a limit; most at the peak: transformer.t2, 50 %; in failure: "
                 "pdu.a-long-name#1, 113 % with ups.main lost";
    one_line_arrange(d, a);
    return d;
}

void mock_failures(struct result *r, int n, struct arena *a)
{
    static const struct network_skip skip[] = {
        {"voltage drop", "no length: pdu.a#1 and 3 more", 4}};
    struct failures *f = ARENA_ARRAY(a, struct failures, 1);
    *f = (struct failures){.demand_w = 102400,
                           .psu_efficiency = 0.955,
                           .ups_efficiency = 0.962,
                           .max_inlet_c = 24.3,
                           .facility_w = 121000,
                           .n_element = n,
                           .n = n,
                           .verdict = "6 states: 3 survived, 0 with capped power, 1 too hot, 1 "
                                      "overloaded, 1 dropping servers",
                           .statement = "2 single failures are not survived (topology only)"};
    f->item = ARENA_ARRAY(a, struct failure, (size_t)n);
    for (int i = 0; i < n; i++) fill_state(&f->item[i], i, a);
    fill_lists(f);
    fill_availability(f, a);
    r->failures = f;
    r->one_line = diagram(n > 8 ? 7 : 3, a);
    r->n_skip = 1;
    r->skip = skip;
}
