#include "plan/growth.h"

#include <math.h>
#include <string.h>

#include "plan/growth_order.h"
#include "plan/growth_words.h"

const char *const growth_class_words[N_GROWTH_CLASS] = {
    "space",        "weight",  "rack power", "feeders", "UPS",   "generators",
    "transformers", "utility", "room air",   "CDUs",    "water", "conditions"};

/* ---- classes --------------------------------------------------------------------- */

/* Units of what is used up; temperatures, shares, short-circuit currents and times are
   conditions. */
static bool is_capacity(const char *unit)
{
    static const char *const units[] = {"kW", "kVA",  "A",       "U",     "kg",      "kPa",
                                        "kN", "m3/s", "servers", "ports", "outlets", "L/min"};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (!strcmp(unit, units[i])) return true;
    return false;
}

static enum growth_class class_of(const struct growth_name *x)
{
    bool is_weight = !strcmp(x->unit, "kg") || !strcmp(x->unit, "kPa") || !strcmp(x->unit, "kN");
    bool is_space = !strcmp(x->unit, "ports") || !strcmp(x->unit, "outlets");
    if (!is_capacity(x->unit) || x->kind < 0) return GROWTH_CONDITION;
    if (is_weight || is_space) return is_weight ? GROWTH_WEIGHT : GROWTH_SPACE;
    switch (x->kind) {
    case KIND_SERVER: return strcmp(x->resource, growth_places) ? GROWTH_CONDITION : GROWTH_SPACE;
    case KIND_RACK: return strcmp(x->resource, "power") ? GROWTH_SPACE : GROWTH_RACK_POWER;
    case KIND_RACKPDU:
    case KIND_BANK: return GROWTH_RACK_POWER;
    case KIND_UPS: return GROWTH_UPS;
    case KIND_GENERATOR: return GROWTH_GENERATOR;
    case KIND_TRANSFORMER: return GROWTH_TRANSFORMER;
    case KIND_UTILITY: return GROWTH_UTILITY;
    case KIND_ROOM:
    case KIND_CRAC:
    case KIND_CRAH:
    case KIND_AHU:
    case KIND_REARDOOR: return GROWTH_ROOM_AIR;
    case KIND_CDU: return GROWTH_CDU;
    case KIND_LOOP:
    case KIND_ECONOMIZER:
    case KIND_CHILLER:
    case KIND_TOWER:
    case KIND_DRYCOOLER: return GROWTH_WATER;
    default: return kind_is_electrical(x->kind) ? GROWTH_FEEDER : GROWTH_CONDITION;
    }
}

/* ---- the months ------------------------------------------------------------------ */

static int horizon(const struct growth_request *q, const struct site *s)
{
    int first = date_month(s->info->part.date);
    int after = growth_last_event(s) + GROWTH_AFTER - first + 1;
    if (q->until.year) return date_month(q->until) - first + 1;
    return after > GROWTH_MONTHS ? after : GROWTH_MONTHS;
}

static void lay_months(const struct site *s, struct growth *out, struct growth_walk *w,
                       struct arena *a)
{
    int n_server = s->of[KIND_SERVER].n;
    out->month = ARENA_ARRAY(a, struct growth_month, (size_t)out->n);
    w->runs = ARENA_ARRAY(a, const int *, (size_t)out->n);
    w->held = ARENA_ARRAY(a, const int *, (size_t)out->n);
    for (int i = 0; i < out->n; i++) {
        struct growth_month *m = &out->month[i];
        int *held = ARENA_ARRAY(a, int, (size_t)n_server + 1);
        m->month = w->first + i;
        m->servers = ARENA_ARRAY(a, int, (size_t)n_server + 1);
        m->reserved = ARENA_ARRAY(a, int, (size_t)n_server + 1);
        for (int v = 0; v < n_server; v++) {
            m->servers[v] = growth_servers(s, v, m->month);
            m->reserved[v] = growth_reserved(s, v, m->month);
            m->n_servers += m->servers[v];
            m->n_reserved += m->reserved[v];
            held[v] = m->servers[v] + m->reserved[v];
        }
        w->runs[i] = m->servers;
        w->held[i] = held;
    }
}

static void fill_month(struct growth *out, const struct growth_walk *w, int i)
{
    struct growth_month *m = &out->month[i];
    const struct growth_case *runs = w->runs_as[i];
    const int *start = out->own->year->calendar.month_start;
    int k = m->month % MONTHS;
    m->blocks = w->in_use[i];
    m->is_known = runs->is_known && w->held_as[i]->is_known;
    m->reason = runs->is_known ? w->held_as[i]->reason : runs->reason;
    m->fits = !m->reason;
    m->it_kwh = m->facility_kwh = m->it_kw = m->facility_kw = m->cost = (double)NAN;
    m->water_m3 = (double)NAN;
    if (!runs->is_known) return;
    double hours = start[k + 1] - start[k];
    m->it_kwh = runs->month[k].it_kwh;
    m->facility_kwh = runs->month[k].facility_kwh;
    m->water_m3 = runs->month[k].water_m3;
    m->it_kw = m->it_kwh / hours;
    m->facility_kw = m->facility_kwh / hours;
    m->cost = runs->month[k].cost;
}

static void add_years(struct growth *out, struct arena *a)
{
    out->year = ARENA_ARRAY(a, struct growth_year, (size_t)out->n + 1);
    for (int i = 0; i < out->n; i++) {
        const struct growth_month *m = &out->month[i];
        int year = m->month / MONTHS;
        if (!out->n_year || out->year[out->n_year - 1].year != year)
            out->year[out->n_year++] = (struct growth_year){.year = year};
        struct growth_year *y = &out->year[out->n_year - 1];
        y->months++;
        y->it_kwh += m->it_kwh;
        y->facility_kwh += m->facility_kwh;
        y->cost += m->cost;
    }
}

/* ---- used, reserved, stranded, free ------------------------------------------------ */

/* What the next break looks like from a month: it comes the part `at` of the way from case
   `from` to case `to`. */
struct ahead {
    const struct growth_case *from, *to; /* NULL: nothing runs out any more */
    double at;
};

static double margin_of(const struct growth_row *r)
{
    return r && r->limit > 0 ? r->margin : (double)NAN;
}

/* Where between two cases the first limit of the second is reached. */
static double first_break(const struct growth_case *from, const struct growth_case *to)
{
    double at = 1;
    for (int i = 0; i < to->n_row; i++) {
        const struct growth_row *y = &to->row[i], *x = growth_row_of(from, y->name);
        if (!y->is_broken) continue;
        double m0 = margin_of(x), m1 = margin_of(y), part = 0;
        if (m0 >= 0 && m1 < 0)
            part = m0 / (m0 - m1);
        else if (x && isnan(m0) && y->used > x->used) /* its limit was not known: none was met */
            part = (y->limit - x->used) / (y->used - x->used);
        at = fmin(at, fmax(part, 0));
    }
    return at;
}

static void look_ahead(const struct growth_walk *w, struct ahead *ahead)
{
    struct ahead next = {NULL, NULL, 0};
    for (int i = w->n - 1; i >= 0; i--) {
        ahead[i] = next;
        if (w->held_as[i]->n_broken) ahead[i] = (struct ahead){w->held_as[i], w->held_as[i], 0};
        if (i && w->before[i]->n_broken && w->held_as[i - 1]->is_known)
            next = (struct ahead){w->held_as[i - 1], w->before[i],
                                  first_break(w->held_as[i - 1], w->before[i])};
    }
}

static double share_of(const struct growth_case *x, int name)
{
    return growth_share(growth_row_of(x, name));
}

static struct growth_use use_of(const struct growth_walk *w, const struct ahead *ahead, int name,
                                int i)
{
    const struct growth_row *held = growth_row_of(w->held_as[i], name);
    const struct growth_row *runs = growth_row_of(w->runs_as[i], name);
    struct growth_use u = {(double)NAN, (double)NAN, (double)NAN, (double)NAN, (double)NAN};
    if (!held || !runs) return u;
    u.used = runs->used;
    if (!(held->limit > 0) || isnan(growth_share(runs))) return u;
    double all = growth_share(held), left = 1 - all;
    u.limit = held->limit;
    u.used = fmin(growth_share(runs), all) * u.limit;
    u.reserved = all * u.limit - u.used;
    u.free = left * u.limit;
    if (!ahead->to) return u;
    double from = share_of(ahead->from, name), to = share_of(ahead->to, name);
    double usable = fmax(from + ahead->at * (to - from) - all, 0);
    if (isnan(from) || isnan(to)) return u;
    u.stranded = fmax(left - usable, 0) * u.limit;
    u.free -= u.stranded;
    return u;
}

static struct growth_resource resource_of(const struct growth_walk *w, const struct ahead *ahead,
                                          int name, struct arena *a)
{
    const struct growth_name *x = &w->c->name[name];
    struct growth_resource r = {.element = x->element,
                                .resource = x->resource,
                                .unit = x->unit,
                                .class = class_of(x),
                                .runs_out = -1,
                                .short_from = -1,
                                .order = -1};
    r.use = ARENA_ARRAY(a, struct growth_use, (size_t)w->n);
    for (int i = 0; i < w->n; i++) {
        const struct growth_row *held = growth_row_of(w->held_as[i], name);
        r.use[i] = use_of(w, &ahead[i], name, i);
        if (r.class == GROWTH_CONDITION)
            r.use[i].reserved = r.use[i].stranded = r.use[i].free = (double)NAN;
        if (held && held->is_broken && r.short_from < 0) r.short_from = i;
    }
    for (int i = 0; i < w->n_break; i++)
        if (w->broken[i].name == name) {
            r.runs_out = w->broken[i].month;
            r.words = w->broken[i].words;
        }
    const char *words = arena_format(a, "%s %s", x->element, x->resource);
    for (int i = w->n_order - 1; i >= 0 && r.runs_out >= 0; i--) {
        const struct growth_order *o = &w->order[i];
        bool is_for = !strcmp(o->resource, words) || !strcmp(o->part, x->element);
        if (is_for && o->needed >= r.runs_out) r.order = i;
    }
    return r;
}

static bool has_limit(const struct growth_resource *r, int n)
{
    for (int i = 0; i < n; i++)
        if (!isnan(r->use[i].limit)) return true;
    return r->runs_out >= 0;
}

/* Greatest share of its limit that is held in any month. */
static double greatest(const struct growth_resource *r, int n)
{
    double share = -1;
    for (int i = 0; i < n; i++) {
        const struct growth_use *u = &r->use[i];
        share = fmax(share, (u->used + (isnan(u->reserved) ? 0 : u->reserved)) / u->limit);
    }
    return share;
}

static bool is_after(const struct growth_resource *x, const struct growth_resource *y, int n)
{
    unsigned out_x = (unsigned)x->runs_out, out_y = (unsigned)y->runs_out; /* -1: last */
    double share_x = greatest(x, n), share_y = greatest(y, n);
    if (x->class != y->class) return x->class > y->class;
    if (out_x != out_y) return out_x > out_y;
    if (share_x < share_y || share_x > share_y) return share_x < share_y;
    int c = strcmp(x->element, y->element);
    return c ? c > 0 : strcmp(x->resource, y->resource) > 0;
}

static void add_resources(struct growth *out, const struct growth_walk *w, struct arena *a)
{
    struct ahead *ahead = ARENA_ARRAY(a, struct ahead, (size_t)w->n);
    look_ahead(w, ahead);
    out->resource = ARENA_ARRAY(a, struct growth_resource, (size_t)w->c->n_name + 1);
    for (int name = 0; name < w->c->n_name; name++) {
        struct growth_resource r = resource_of(w, ahead, name, a);
        int at = out->n_resource;
        if (!has_limit(&r, w->n)) continue;
        for (; at > 0 && is_after(&out->resource[at - 1], &r, w->n); at--)
            out->resource[at] = out->resource[at - 1];
        out->resource[at] = r;
        out->n_resource++;
    }
}

/* ---- all of it --------------------------------------------------------------------- */

static bool is_later(const struct growth_order *x, const struct growth_order *y)
{
    long day_x = date_days(x->order.year ? x->order : x->use);
    long day_y = date_days(y->order.year ? y->order : y->use);
    if (day_x != day_y) return day_x > day_y;
    return x->block != y->block ? x->block > y->block : x->k > y->k;
}

/* By the day on which they must be placed. */
static void add_orders(struct growth *out, const struct growth_walk *w)
{
    for (int i = 1; i < w->n_order; i++) {
        struct growth_order o = w->order[i];
        int at = i;
        for (; at > 0 && is_later(&w->order[at - 1], &o); at--) w->order[at] = w->order[at - 1];
        w->order[at] = o;
    }
    out->order = w->order;
    out->n_order = w->n_order;
    out->price = (double)NAN;
    for (int i = 0; i < w->n_order; i++) {
        double price = w->order[i].price;
        if (isnan(price))
            out->n_unpriced++;
        else
            out->price = isnan(out->price) ? price : out->price + price;
    }
}

static void find_ends(struct growth *out, const struct growth_walk *w)
{
    out->runs_out = out->short_from = -1;
    for (int i = out->n - 1; i >= 0; i--) {
        if (w->before[i]->n_broken || !w->before[i]->is_known) out->runs_out = i;
        if (!out->month[i].fits) out->short_from = i;
    }
    if (out->runs_out >= 0) out->first = w->before[out->runs_out]->reason;
}

static int compare_months(int a, int b) /* -1: last */
{
    return ((unsigned)a > (unsigned)b) - ((unsigned)a < (unsigned)b);
}

/* Whether x is to be told of before y. */
static bool is_tighter(const struct growth *g, int x, int y)
{
    const struct growth_resource *a = &g->resource[x], *b = &g->resource[y];
    int by_short = compare_months(a->short_from, b->short_from);
    int by_out = compare_months(a->runs_out, b->runs_out);
    if (by_short || by_out) return by_short ? by_short < 0 : by_out < 0;
    return greatest(a, g->n) > greatest(b, g->n);
}

static int tightest_of(const struct growth *g, enum growth_class class)
{
    int best = -1;
    for (int k = 0; k < g->n_resource; k++) {
        const struct growth_resource *r = &g->resource[k];
        if (r->class != class || isnan(r->use[0].limit)) continue;
        if (best < 0 || is_tighter(g, k, best)) best = k;
    }
    return best;
}

int growth_tightest(const struct growth *g, int out[N_GROWTH_CLASS])
{
    int n = 0;
    for (int c = 0; c < GROWTH_CONDITION; c++) {
        int best = tightest_of(g, (enum growth_class)c), at = n;
        if (best < 0) continue;
        for (; at > 0 && is_tighter(g, best, out[at - 1]); at--) out[at] = out[at - 1];
        out[at] = best;
        n++;
    }
    return n;
}

bool growth_has_plan(const struct site *s)
{
    return s->of[KIND_DEPLOYMENT].n > 0;
}

static bool is_sound(const struct growth_request *q, const struct result *own, struct diags *ds)
{
    struct place nowhere = {NULL, 0, 0};
    char until[TEXT_NUMBER_CAP], site[TEXT_NUMBER_CAP];
    struct date now = own->site->info->part.date;
    if (!growth_has_plan(own->site)) {
        diag_error(ds, DIAG_INPUT, nowhere,
                   "add [deployment NAME] with server, count, start, ramp or retire",
                   "the site has no deployments: nothing comes and nothing goes");
        return false;
    }
    if (!q->until.year) return true;
    if (date_month(q->until) >= date_month(now) &&
        date_month(q->until) - date_month(now) <= 100 * MONTHS)
        return true;
    diag_error(ds, DIAG_USAGE, nowhere, "give a date up to a hundred years after the site's",
               "--until %s does not follow the site's date %s", date_write(q->until, until),
               date_write(now, site));
    return false;
}

bool growth_find(const struct load_request *request, const struct growth_request *q,
                 const struct result *own, struct growth *out, struct arena *a, struct diags *ds)
{
    const struct site *s = own->site;
    *out = (struct growth){.own = own};
    if (!is_sound(q, own, ds)) return false;
    struct growth_cases cases = growth_cases_of(request, own, q->threads, a);
    cases.kept = q->kept;
    struct growth_walk w = {.c = &cases, .first = date_month(s->info->part.date), .a = a};
    out->n = w.n = horizon(q, s);
    lay_months(s, out, &w, a);
    growth_walk_run(&w);
    for (int i = 0; i < out->n; i++) fill_month(out, &w, i);
    add_years(out, a);
    add_orders(out, &w);
    add_resources(out, &w, a);
    find_ends(out, &w);
    out->n_case = cases.n;
    growth_say(out, a);
    return true;
}
