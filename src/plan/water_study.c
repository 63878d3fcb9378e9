#include "plan/water_study.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plan/limits.h"
#include "plan/study.h"
#include "plan/water_choice.h"
#include "sim/plant.h"

enum { CASES_MAX = 5000 };

static const struct {
    const char *name;
    double max_c;
} classes[] = {{"W17", 17}, {"W27", 27}, {"W32", 32}, {"W40", 40}, {"W45", 45}};
enum { N_CLASS = sizeof classes / sizeof *classes };

static const struct place nowhere = {NULL, 0, 0};
static const double same_k = 1e-6; /* temperatures that are one */

/* ---- the loop -------------------------------------------------------------- */

static bool is_loop(const struct ref_list *r, int loop)
{
    return r->n && r->ref[0].index == loop;
}

static bool serves_cdu(const struct site *s, int loop)
{
    for (int i = 0; i < s->of[KIND_CDU].n; i++)
        if (is_loop(&site_cdu(s, i)->rejects_to, loop)) return true;
    return false;
}

static bool serves_coil(const struct site *s, int loop)
{
    for (int i = 0; i < s->of[KIND_CRAH].n; i++)
        if (is_loop(&site_crah(s, i)->air.rejects_to, loop)) return true;
    return false;
}

static const char *loop_name(const struct site *s, int loop)
{
    return s->of[KIND_LOOP].name[loop];
}

/* Loops that serve something of a kind; the last of them. */
static int count_loops(const struct site *s, bool (*serves)(const struct site *, int), int *last)
{
    int n = 0;
    for (int i = 0; i < s->of[KIND_LOOP].n; i++)
        if (serves(s, i)) n++, *last = i;
    return n;
}

bool water_has_loop(const struct site *s)
{
    int last;
    return count_loops(s, serves_cdu, &last) + count_loops(s, serves_coil, &last) > 0;
}

static const char *list_loops(const struct site *s, struct arena *a)
{
    struct builder b = builder_new(a);
    for (int i = 0; i < s->of[KIND_LOOP].n; i++)
        if (serves_cdu(s, i) || serves_coil(s, i))
            builder_format(&b, "%s%s", b.n ? ", " : "", loop_name(s, i));
    return b.s;
}

static int named_loop(const struct site *s, const char *name, struct arena *a, struct diags *ds)
{
    const char *bare = !strncmp(name, "loop.", 5) ? name + 5 : name;
    for (int i = 0; i < s->of[KIND_LOOP].n; i++) {
        if (strcmp(loop_name(s, i), bare)) continue;
        if (serves_cdu(s, i) || serves_coil(s, i)) return i;
        diag_error(ds, DIAG_USAGE, nowhere,
                   arena_format(a, "loops that serve them: %s", list_loops(s, a)),
                   "loop.%s serves no CDU and no coil of a room", bare);
        return -1;
    }
    diag_error(ds, DIAG_USAGE, nowhere, arena_format(a, "there is: %s", list_loops(s, a)),
               "the site has no loop '%s'", bare);
    return -1;
}

/* -1 with a diagnostic. */
static int choose_loop(const struct site *s, const char *name, struct arena *a, struct diags *ds)
{
    int last = -1;
    if (!water_has_loop(s)) {
        diag_error(
            ds, DIAG_INPUT, nowhere,
            "[cdu NAME] and [crah NAME] reject to loops; those of rear doors alone are not studied",
            "the site has no facility water and no chilled water to study");
        return -1;
    }
    if (name) return named_loop(s, name, a, ds);
    int n = count_loops(s, serves_cdu, &last);
    if (!n) n = count_loops(s, serves_coil, &last);
    if (n == 1) return last;
    diag_error(ds, DIAG_USAGE, nowhere, "choose one with --loop NAME", "the site has %d loops: %s",
               n, list_loops(s, a));
    return -1;
}

/* ---- the cases ------------------------------------------------------------- */

struct plan {
    const struct water_request *w;
    const struct site *s;
    int loop;
    struct water_study *out;
    struct arena *a;
};

static int by_value(const void *x, const void *y)
{
    double a = *(const double *)x, b = *(const double *)y;
    return (a > b) - (a < b);
}

/* From, to and between by the step, the greatest of each class and what the site has now;
   each once, in order. */
static int temperatures(const struct plan *p, double **out)
{
    const struct water_study *s = p->out;
    int steps = (int)floor((s->to_c - s->from_c) / s->step_k + same_k), n = 0, kept = 0;
    double *t = ARENA_ARRAY(p->a, double, (size_t)steps + N_CLASS + 4);
    for (int i = 0; i <= steps; i++) t[n++] = s->from_c + i * s->step_k;
    t[n++] = s->to_c;
    t[n++] = site_loop(p->s, p->loop)->supply_c;
    for (int i = 0; i < N_CLASS; i++) t[n++] = classes[i].max_c;
    qsort(t, (size_t)n, sizeof *t, by_value);
    for (int i = 0; i < n; i++)
        if (t[i] >= s->from_c - same_k && t[i] <= s->to_c + same_k &&
            (!kept || t[i] > t[kept - 1] + same_k))
            t[kept++] = t[i];
    *out = t;
    return kept;
}

static const char *class_at(double water_c)
{
    for (int i = 0; i < N_CLASS; i++)
        if (fabs(classes[i].max_c - water_c) < same_k) return classes[i].name;
    return NULL;
}

static double value_of(const struct reals *list, int i)
{
    return list->n ? list->v[i] : (double)NAN;
}

static int times(const struct reals *list)
{
    return list->n ? list->n : 1;
}

struct texts {
    const char **text;
    int n, cap;
};

static void add_text(const struct plan *p, struct texts *t, const char *kind, const char *name,
                     const char *key, double value, const char *unit)
{
    char number[TEXT_NUMBER_CAP];
    if (t->n == t->cap) {
        int cap = t->cap ? 2 * t->cap : 8;
        const char **more = ARENA_ARRAY(p->a, const char *, (size_t)cap);
        if (t->n) memcpy(more, t->text, (size_t)t->n * sizeof *more);
        t->text = more;
        t->cap = cap;
    }
    t->text[t->n++] =
        arena_format(p->a, "%s.%s.%s=%s %s", kind, name, key, text_shortest(number, value), unit);
}

/* Parts are overridden by what they came from; its copies are one after the other. */
static bool is_first(const struct site *s, int kind, int i)
{
    return i == 0 || s->of[kind].object[i] != s->of[kind].object[i - 1];
}

static const char *object_name(const struct site *s, int kind, int i)
{
    return s->of[kind].object[i]->name;
}

static void override_cdus(const struct plan *p, struct water_row *x, struct texts *t)
{
    for (int i = 0; i < p->s->of[KIND_CDU].n; i++) {
        const struct cdu *c = site_cdu(p->s, i);
        const char *name = object_name(p->s, KIND_CDU, i);
        double approach_k = isnan(x->approach_k) ? c->approach_k : x->approach_k;
        double coolant_c = p->w->keep_behind ? c->supply_c : x->water_c + approach_k;
        if (!is_loop(&c->rejects_to, p->loop)) continue;
        x->coolant_c = fmax(x->coolant_c, coolant_c);
        if (!is_first(p->s, KIND_CDU, i)) continue;
        if (!isnan(x->approach_k)) add_text(p, t, "cdu", name, "approach", x->approach_k, "K");
        if (!p->w->keep_behind) add_text(p, t, "cdu", name, "supply", coolant_c, "degC");
    }
}

static bool has_coil_on(const struct site *s, int room, int loop)
{
    for (int i = 0; i < s->of[KIND_CRAH].n; i++) {
        const struct crah *c = site_crah(s, i);
        if (is_loop(&c->air.rejects_to, loop) && c->air.serves.ref[0].index == room) return true;
    }
    return false;
}

static void override_rooms(const struct plan *p, struct water_row *x, struct texts *t)
{
    double warmer_k = x->water_c - site_loop(p->s, p->loop)->supply_c;
    bool follows = !p->w->keep_behind && warmer_k > 0;
    for (int i = 0; i < p->s->of[KIND_ROOM].n; i++) {
        if (!has_coil_on(p->s, i, p->loop)) continue;
        if (site_room(p->s, i)->reset != RESET_FIXED) continue; /* it has its own rule */
        double air_c = site_room(p->s, i)->supply_c + (follows ? warmer_k : 0);
        x->air_c = fmax(x->air_c, air_c);
        if (follows)
            add_text(p, t, "room", object_name(p->s, KIND_ROOM, i), "supply", air_c, "degC");
    }
}

/* The servers that the loop cools by liquid; of chilled water, those in air. */
static bool is_cooled(const struct plan *p, const struct server *v)
{
    if (!p->out->has_cdu) return !isnan(v->chip_air_k_w);
    return v->cdu.n && is_loop(&site_cdu(p->s, v->cdu.ref[0].index)->rejects_to, p->loop);
}

static void override_servers(const struct plan *p, const struct water_row *x, struct texts *t)
{
    for (int i = 0; i < p->s->of[KIND_SERVER].n; i++) {
        const char *name = object_name(p->s, KIND_SERVER, i);
        if (!is_cooled(p, site_server(p->s, i)) || !is_first(p->s, KIND_SERVER, i)) continue;
        if (!isnan(x->capture_frac))
            add_text(p, t, "server", name, "liquid_capture", 100 * x->capture_frac, "%");
        if (!isnan(x->chip_limit_c))
            add_text(p, t, "server", name, "chip_limit", x->chip_limit_c, "degC");
    }
}

/* Every override says what the site says: its year is known. */
static bool is_as_it_is(const struct plan *p, const struct water_row *x)
{
    if (x->water_c != site_loop(p->s, p->loop)->supply_c) return false;
    if (!isnan(x->capture_frac) || !isnan(x->approach_k) || !isnan(x->chip_limit_c)) return false;
    for (int i = 0; i < p->s->of[KIND_CDU].n && !p->w->keep_behind; i++) {
        const struct cdu *c = site_cdu(p->s, i);
        if (is_loop(&c->rejects_to, p->loop) && x->water_c + c->approach_k != c->supply_c)
            return false;
    }
    return true;
}

static void lay_row(const struct plan *p, struct water_row *x)
{
    struct texts t = {NULL, 0, 0};
    const char *loop = object_name(p->s, KIND_LOOP, p->loop);
    x->class_name = class_at(x->water_c);
    x->is_as_it_is = is_as_it_is(p, x);
    x->coolant_c = x->air_c = (double)NAN;
    const struct loop *l = site_loop(p->s, p->loop);
    add_text(p, &t, "loop", loop, "supply", x->water_c, "degC");
    if (l->reset != LOOP_RESET_FIXED) /* its range moves as a whole */
        add_text(p, &t, "loop", loop, "supply_max", x->water_c + l->supply_max_c - l->supply_c,
                 "degC");
    override_cdus(p, x, &t);
    override_rooms(p, x, &t);
    override_servers(p, x, &t);
    x->override = t.text;
    x->n_override = t.n;
}

static void lay_rows(const struct plan *p, const double *t, int n_t)
{
    const struct water_request *w = p->w;
    struct water_study *s = p->out;
    s->n = s->n_series * n_t;
    s->row = ARENA_ARRAY(p->a, struct water_row, (size_t)s->n + 1);
    struct water_row *x = s->row;
    for (int series = 0; series < s->n_series; series++) {
        int chip = series % times(&w->chip_limit_c);
        int rest = series / times(&w->chip_limit_c);
        for (int i = 0; i < n_t; i++, x++) {
            *x = (struct water_row){.series = series, .water_c = t[i]};
            x->capture_frac = value_of(&w->capture_frac, rest / times(&w->approach_k));
            x->approach_k = value_of(&w->approach_k, rest % times(&w->approach_k));
            x->chip_limit_c = value_of(&w->chip_limit_c, chip);
            lay_row(p, x);
        }
    }
}

static bool leaks_by_coolant(const struct plan *p)
{
    bool leaks = false;
    for (int i = 0; i < p->s->of[KIND_SERVER].n; i++)
        leaks |=
            is_cooled(p, site_server(p->s, i)) && site_server(p->s, i)->coolant_leakage_per_k > 0;
    return leaks;
}

static bool has_order(const struct water_study *s, struct diags *ds)
{
    char from[TEXT_NUMBER_CAP], to[TEXT_NUMBER_CAP];
    if (s->from_c <= s->to_c) return true;
    diag_error(ds, DIAG_USAGE, nowhere, "give --from and --to",
               "from %s degC to %s degC is no range", text_shortest(from, s->from_c),
               text_shortest(to, s->to_c));
    return false;
}

static bool goes_with_loop(const struct plan *p, struct diags *ds)
{
    const struct water_request *w = p->w;
    if (p->out->has_cdu || (!w->capture_frac.n && !w->approach_k.n && !w->keep_behind)) return true;
    diag_error(ds, DIAG_USAGE, nowhere, "--capture and --approach are of CDUs",
               "loop.%s serves no CDU", p->out->loop);
    return false;
}

static double or_else(double x, double otherwise)
{
    return isnan(x) ? otherwise : x;
}

/* Of coils, when it must be quick, what is near the present setpoint. */
static void find_range(const struct water_request *w, double now_c, struct water_study *s)
{
    bool is_near = w->is_quick && !s->has_cdu;
    s->from_c = or_else(w->from_c, s->has_cdu ? 17 : is_near ? fmax(now_c - 8, 2) : 7);
    s->to_c = or_else(w->to_c, s->has_cdu ? 50 : is_near ? fmin(now_c + 8, 60) : 32);
    s->step_k = or_else(w->step_k, w->is_quick ? 4 : 1);
}

bool water_plan(const struct water_request *w, const struct result *own, struct water_study *out,
                struct arena *a, struct diags *ds)
{
    const struct site *s = own->site;
    int loop = choose_loop(s, w->loop, a, ds);
    if (loop < 0) return false;
    bool has_cdu = serves_cdu(s, loop);
    *out = (struct water_study){.own = own,
                                .loop = loop_name(s, loop),
                                .has_cdu = has_cdu,
                                .has_coil = serves_coil(s, loop),
                                .keep_behind = w->keep_behind,
                                .is_quick = w->is_quick,
                                .has_water_price = !isnan(site_water_price(s))};
    find_range(w, site_loop(s, loop)->supply_c, out);
    struct plan p = {w, s, loop, out, a};
    if (!has_order(out, ds) || !goes_with_loop(&p, ds)) return false;
    double n_series =
        (double)times(&w->capture_frac) * times(&w->approach_k) * times(&w->chip_limit_c);
    double n = n_series * ((out->to_c - out->from_c) / out->step_k + N_CLASS + 3);
    if (!(n <= CASES_MAX)) {
        diag_error(ds, DIAG_USAGE, nowhere, "a greater --step, or shorter lists",
                   "more than %d cases", CASES_MAX);
        return false;
    }
    double *t;
    out->n_series = (int)n_series;
    out->has_leakage = has_cdu && leaks_by_coolant(&p);
    int n_t = temperatures(&p, &t);
    lay_rows(&p, t, n_t);
    return true;
}

/* ---- a case ---------------------------------------------------------------- */

static double loop_max_c(const struct result *r, const char *loop)
{
    for (int l = 0; l < r->plant->n_loop; l++)
        if (!strcmp(loop_name(r->site, r->plant->loop[l].index), loop))
            return r->year->loop_max_c[l];
    return (double)NAN;
}

/* Electricity, and water where it has a price. */
static double cost_of(const struct result *r)
{
    double water = r->metric[M_WATER_COST_PER_YEAR];
    return r->metric[M_ELECTRICITY_COST_PER_YEAR] + (isnan(water) ? 0 : water);
}

/* Why it does not fit, NULL when it does. */
static const char *why_not(const struct result *r, const struct water_row *x, struct arena *a)
{
    for (int i = 0; i < r->n_limit; i++)
        if (r->limit[i].is_broken) return limit_words(&r->limit[i], a);
    if (x->metric[M_TRIPPED_HOURS] > 0)
        return arena_format(a, "servers are off by heat in %d hours",
                            (int)x->metric[M_TRIPPED_HOURS]);
    if (x->metric[M_THROTTLED_HOURS] > 0)
        return arena_format(a, "servers throttle in %d hours", (int)x->metric[M_THROTTLED_HOURS]);
    if (x->runaway_hours > 0)
        return arena_format(a, "nothing takes all the heat in %d hours", (int)x->runaway_hours);
    return NULL;
}

static void fill_row(struct water_row *x, const struct result *r, const char *loop, bool all_limits,
                     struct arena *a)
{
    memcpy(x->metric, r->metric, sizeof x->metric);
    for (int q = 0; q < N_QUANTITY; q++)
        x->part_kwh[q] = quantity_rows[q].is_part ? r->year->site.stat[q].sum / 1000 : (double)NAN;
    x->compressor_hours = r->year->n - r->metric[M_FREE_COOLING_HOURS];
    x->chiller_beyond_hours = r->year->chiller_beyond_hours;
    x->runaway_hours = r->year->runaway_hours;
    x->max_water_c = loop_max_c(r, loop);
    x->cost = cost_of(r);
    x->is_known = true;
    x->is_checked = all_limits;
    x->n_broken = 0;
    for (int i = 0; i < r->n_limit; i++) x->n_broken += r->limit[i].is_broken;
    x->reason = why_not(r, x, a);
    x->fits = !x->reason;
}

static struct load_request request_of(const struct load_request *r, const struct water_row *x,
                                      struct arena *a)
{
    struct load_request q = study_request(r, x->n_override, a);
    for (int i = 0; i < x->n_override; i++) study_set(&q, x->override[i]);
    return q;
}

/* All memory of the case is given back but what the row says, which is in keep. */
static void run_row(const struct load_request *request, const struct water_study *s,
                    bool all_limits, struct water_row *x, struct arena *keep)
{
    if (x->is_as_it_is) {
        fill_row(x, s->own, s->loop, true, keep);
        return;
    }
    struct arena own = arena_new(keep->out_of_memory);
    struct diags ds = diags_new(&own);
    struct load_request q = request_of(request, x, &own);
    struct run_options options = {.threads = 1, .normal_only = !all_limits};
    struct result r;
    if (run_case(&q, &options, &r, &own, &ds)) {
        fill_row(x, &r, s->loop, all_limits, keep);
    } else {
        x->is_known = x->fits = false;
        x->reason = arena_format(keep, "cannot be simulated: %s", study_error(&ds, &own));
    }
    arena_free(&own);
}

/* ---- all of them ----------------------------------------------------------- */

static void move_text(struct water_row *x, struct arena *keep, struct arena *a)
{
    if (x->reason) x->reason = arena_text(a, x->reason, strlen(x->reason));
    arena_free(keep);
}

/* The limits of lost units only where they matter: of what would be the optimum. */
static void check_optimum(const struct load_request *request, struct water_study *s,
                          struct arena *a)
{
    while (s->optimum >= 0 && s->row[s->optimum].fits && !s->row[s->optimum].is_checked) {
        struct arena keep = arena_new(a->out_of_memory);
        struct water_row *x = &s->row[s->optimum];
        run_row(request, s, true, x, &keep);
        move_text(x, &keep, a);
        water_choose(s, a);
    }
}

static void find_own(struct water_study *s, struct arena *a)
{
    struct water_row *x = &s->own_row;
    const struct site *site = s->own->site;
    *x = (struct water_row){.series = -1, .is_own = true};
    x->capture_frac = x->approach_k = x->chip_limit_c = (double)NAN;
    x->coolant_c = x->air_c = (double)NAN;
    for (int i = 0; i < site->of[KIND_LOOP].n; i++) {
        if (strcmp(loop_name(site, i), s->loop)) continue;
        x->water_c = site_loop(site, i)->supply_c;
        for (int c = 0; c < site->of[KIND_CDU].n; c++)
            if (is_loop(&site_cdu(site, c)->rejects_to, i))
                x->coolant_c = fmax(x->coolant_c, site_cdu(site, c)->supply_c);
        for (int k = 0; k < site->of[KIND_ROOM].n; k++)
            if (has_coil_on(site, k, i)) x->air_c = fmax(x->air_c, site_room(site, k)->supply_c);
    }
    x->class_name = class_at(x->water_c);
    fill_row(x, s->own, s->loop, true, a);
}

void water_run(const struct load_request *request, int threads, struct water_study *s,
               struct arena *a)
{
    struct arena *keep = ARENA_ARRAY(a, struct arena, (size_t)s->n + 1);
    int n = s->n;
    for (int i = 0; i < n; i++) keep[i] = arena_new(a->out_of_memory);
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
    for (int i = 0; i < n; i++) run_row(request, s, !s->is_quick, &s->row[i], &keep[i]);
    for (int i = 0; i < n; i++) move_text(&s->row[i], &keep[i], a);
    find_own(s, a);
    water_choose(s, a);
    check_optimum(request, s, a);
    water_explain(s, a);
}
