#include "plan/book_failures.h"

#include <math.h>

#include "plan/failure_view.h"

/* ---- states ---- */

enum state_column {
    S_STATE,
    S_KIND,
    S_EFFECT,
    S_LOST,
    S_WHO,
    S_ALIKE,
    S_DEMAND,
    S_SERVED,
    S_DROPPED,
    S_SHARE,
    S_CAPPED,
    S_CAP,
    S_WORK,
    S_OVER,
    S_HOT,
    S_THROTTLED,
    S_TRIPPED,
    S_INLET,
    S_INLET_LIMIT,
    S_INLET_MARGIN,
    S_PSU,
    S_UPS,
    S_FACILITY,
    N_STATE_COLUMN
};

static const struct grid_column state_columns[N_STATE_COLUMN] = {
    [S_STATE] = {.key = "state", .label = "State", .is_text = true},
    [S_KIND] = {.key = "kind", .label = "Failure, maintenance", .is_text = true},
    [S_EFFECT] = {.key = "effect", .label = "Effect", .is_text = true},
    [S_LOST] = {.key = "source", .label = "Lost", .is_text = true, .width = 26},
    [S_ALIKE] = {.key = "alike", .label = "Alike", .width = 10},
    [S_DEMAND] = {.key = "demand_kw", .label = "Demand, kW", .width = 10, .decimals = 1},
    [S_SERVED] = {.key = "served_kw", .label = "Served, kW", .width = 10, .decimals = 1},
    [S_DROPPED] = {.key = "dropped_kw",
                   .label = "Dropped, kW",
                   .width = 10,
                   .decimals = 1,
                   .expr = "demand_kw - served_kw"},
    [S_SHARE] = {.key = "dropped_share",
                 .label = "Dropped",
                 .width = 10,
                 .decimals = GRID_PERCENT,
                 .missing = "no load",
                 .expr = "(demand_kw - served_kw)/demand_kw"},
    [S_WHO] = {.key = "who", .label = "Who drops, what stands still", .is_text = true, .width = 44},
    [S_CAPPED] = {.key = "capped", .label = "Servers capped", .width = 10},
    [S_CAP] = {.key = "cap", .label = "Capped", .width = 10, .decimals = GRID_PERCENT},
    [S_WORK] = {.key = "work", .label = "Work lost", .width = 10, .decimals = GRID_PERCENT},
    [S_OVER] = {.key = "over_h", .label = "Hours over", .width = 10},
    [S_HOT] = {.key = "hot_h", .label = "Hours too hot", .width = 10},
    [S_THROTTLED] = {.key = "throttled_h", .label = "Hours throttled", .width = 10},
    [S_TRIPPED] = {.key = "tripped_h", .label = "Hours off", .width = 10},
    [S_INLET] = {.key = "room_c", .label = "Inlet, degC", .width = 10, .decimals = 1},
    [S_INLET_LIMIT] = {.key = "room_limit_c",
                       .label = "Limit, degC",
                       .width = 10,
                       .decimals = 1,
                       .missing = "no limit"},
    [S_INLET_MARGIN] = {.key = "room_margin_k",
                        .label = "Margin, K",
                        .width = 10,
                        .decimals = 1,
                        .missing = "no limit",
                        .expr = "room_limit_c - room_c"},
    [S_PSU] = {.key = "psu",
               .label = "PSU",
               .width = 10,
               .decimals = GRID_PERCENT,
               .missing = "none runs"},
    [S_UPS] = {.key = "ups",
               .label = "UPS",
               .width = 10,
               .decimals = GRID_PERCENT,
               .missing = "none runs"},
    [S_FACILITY] = {.key = "facility_kw", .label = "Peak, kW", .width = 10, .decimals = 1},
};

static const char *names_text(const char *const *name, int n, struct arena *a)
{
    struct builder b = builder_new(a);
    for (int i = 0; i < n; i++) builder_format(&b, "%s%s", i ? ", " : "", name[i]);
    return b.n ? b.s : "";
}

static const char *drops_text(const struct failure *x, struct arena *a)
{
    struct builder b = builder_new(a);
    char count[TEXT_NUMBER_CAP], of[TEXT_NUMBER_CAP];
    for (int i = 0; i < x->n_drop; i++) {
        const struct failure_drop *d = &x->drop[i];
        builder_format(&b, "%s%s %s of %s%s%s", i ? "; " : "", d->element,
                       text_fixed(count, d->count, 0, true), text_fixed(of, d->of, 0, true),
                       d->where ? ": " : "", d->where ? d->where : "");
    }
    return b.n ? b.s : "";
}

static const char *kind_text(const struct failure *x)
{
    if (x->is_loss && x->is_maintenance) return "failure, maintenance";
    return x->is_maintenance ? "maintenance" : "failure";
}

static void set_normal(struct grid_value *v, const struct failures *f)
{
    static const enum state_column words[] = {S_KIND, S_EFFECT, S_LOST, S_WHO};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) v[words[i]].text = "";
    v[S_STATE].text = "nothing lost";
    v[S_ALIKE].number = 1;
    v[S_DEMAND].number = v[S_SERVED].number = f->demand_w / 1000;
    v[S_INLET].number = f->max_inlet_c;
    v[S_INLET_LIMIT].number = f->n ? f->item[0].inlet_limit_c : (double)NAN;
    v[S_PSU].number = f->psu_efficiency;
    v[S_UPS].number = f->ups_efficiency;
    v[S_FACILITY].number = f->facility_w / 1000;
}

/* A cell names the first that are alike; failures.json names all. */
static const char *lost_text(const struct failure *x, struct arena *a)
{
    enum { NAMED = 8 };
    const char *lost = names_text(x->lost, x->n_lost, a);
    if (!x->alike_name || !x->alike) return lost;
    int n = x->alike < NAMED ? x->alike : NAMED;
    const char *names = names_text(x->alike_name, n, a);
    return n < x->alike ? arena_format(a, "%s; alike: %s and %d more", lost, names, x->alike - n)
                        : arena_format(a, "%s; alike: %s", lost, names);
}

static void set_state(struct grid_value *v, const struct failure *x, struct arena *a)
{
    v[S_STATE].text = x->state;
    v[S_KIND].text = kind_text(x);
    v[S_EFFECT].text = x->word;
    v[S_LOST].text = lost_text(x, a);
    v[S_ALIKE].number = x->alike + 1;
    v[S_DEMAND].number = x->demand_w / 1000;
    v[S_SERVED].number = x->served_w / 1000;
    v[S_WHO].text = drops_text(x, a);
    v[S_CAPPED].number = x->capped_servers;
    v[S_CAP].number = x->cap_frac;
    v[S_WORK].number = x->work_lost_frac;
    v[S_OVER].number = x->hours_over < 0 ? (double)NAN : x->hours_over;
    v[S_HOT].number = x->hours_hot;
    v[S_THROTTLED].number = x->hours_throttled;
    v[S_TRIPPED].number = x->hours_tripped;
    v[S_INLET].number = x->max_inlet_c;
    v[S_INLET_LIMIT].number = x->inlet_limit_c;
    v[S_PSU].number = x->psu_efficiency;
    v[S_UPS].number = x->ups_efficiency;
    v[S_FACILITY].number = x->facility_w / 1000;
}

void book_failure_states(const struct result *r, struct grid *g, int sheet, struct arena *a)
{
    const struct failures *f = r->failures;
    int n = f->n < BOOK_FAILURES_MOST ? f->n : BOOK_FAILURES_MOST;
    struct grid_value *v = ARENA_ARRAY(a, struct grid_value, (size_t)(n + 1) * N_STATE_COLUMN);
    set_normal(v, f);
    for (int i = 0; i < n; i++) set_state(v + (size_t)(i + 1) * N_STATE_COLUMN, &f->item[i], a);
    grid_table(g, sheet, "failures", state_columns, N_STATE_COLUMN, v, n + 1);
}

/* ---- limits ---- */

enum limit_column {
    L_STATE,
    L_ELEMENT,
    L_RESOURCE,
    L_UNIT,
    L_BEFORE,
    L_USED,
    L_LIMIT,
    L_MARGIN,
    L_HOURS,
    L_ALIKE,
    L_STATUS,
    L_NOTE,
    N_LIMIT_COLUMN
};

static const struct grid_column limit_columns[N_LIMIT_COLUMN] = {
    [L_STATE] = {.key = "state", .label = "State", .is_text = true},
    [L_ELEMENT] = {.key = "element", .label = "Element", .is_text = true},
    [L_RESOURCE] = {.key = "resource", .label = "Resource", .is_text = true},
    [L_UNIT] = {.key = "unit", .label = "Unit", .is_text = true},
    [L_BEFORE] = {.key = "before", .label = "Before", .decimals = 2, .missing = "no such"},
    [L_USED] = {.key = "used", .label = "Used", .decimals = 2},
    [L_LIMIT] = {.key = "limit", .label = "Limit", .decimals = 2, .missing = "no limit"},
    [L_MARGIN] = {.key = "margin",
                  .label = "Margin",
                  .decimals = GRID_PERCENT,
                  .missing = "no margin",
                  .expr = "(limit - used)/limit"},
    [L_STATUS] = {.key = "status",
                  .label = "Status",
                  .is_text = true,
                  .expr = "if(missing(limit), \"no limit\", if(missing(used), \"no data\", "
                          "if(used > limit*(1 + tolerance), \"OVER\", \"OK\")))"},
    [L_HOURS] = {.key = "hours", .label = "Hours over", .missing = "not counted"},
    [L_ALIKE] = {.key = "alike", .label = "Alike"},
    [L_NOTE] = {.key = "note", .label = "Note", .is_text = true},
};

static void set_limit(struct grid_value *v, const struct failure_pick *x)
{
    const struct failure_row *k = x->row;
    v[L_STATE].text = x->state->state;
    v[L_ELEMENT].text = k->limit.element;
    v[L_RESOURCE].text = k->limit.resource;
    v[L_UNIT].text = k->limit.unit;
    v[L_BEFORE].number = k->before;
    v[L_USED].number = k->limit.used;
    v[L_LIMIT].number = k->limit.limit;
    v[L_HOURS].number = k->hours >= 0 ? k->hours : (double)NAN;
    v[L_ALIKE].number = k->alike + 1;
    v[L_NOTE].text = k->limit.note ? k->limit.note : "";
}

void book_failure_limits(const struct result *r, struct grid *g, int sheet, struct arena *a)
{
    struct failure_pick *pick;
    int n = failure_rows_all(r->failures, BOOK_FAILURES_MOST, &pick, a);
    struct grid_value *v = ARENA_ARRAY(a, struct grid_value, (size_t)(n + 1) * N_LIMIT_COLUMN);
    for (int i = 0; i < n; i++) set_limit(v + (size_t)i * N_LIMIT_COLUMN, &pick[i]);
    grid_table(g, sheet, "failure_limits", limit_columns, N_LIMIT_COLUMN, v, n);
}
