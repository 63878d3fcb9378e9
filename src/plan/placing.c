#include "plan/placing.h"

#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "plan/pack_heuristic.h"
#include "plan/placing_look.h"
#include "plan/placing_tell.h"
#include "plan/plan_overlay.h"

const char *const placing_words[] = {"first-fit", "heuristic", "optimal", NULL};

/* Looks of the engine until a plan holds: by then each limit that was found has been
   scaled a few times; after the first ones what is broken is halved each time. */
enum { ROUNDS_SOFT = 14, ROUNDS_MOST = 40 };
/* Once one holds: how often it is eased, looks that this may take, and how many of those
   that hold may bring nothing. */
enum { EASE_MOST = 3, SINCE_MOST = 8, VAIN_MOST = 2 };

struct search {
    struct placing_site site;
    const struct placing_look *base;
    const struct ways *ways;
    const struct placing_options *o;
    struct arena *a;
    struct diags *ds;
    int wanted;     /* servers to be placed */
    double until_s; /* of the clock, for the optimum; infinite: no limit */
    int rounds;
};

struct attempt {
    struct pack_tuning tuning; /* under which the plan holds */
    struct packing packing;
    struct placing_spots spots; /* of NULL: by the packing */
    int placed;
    bool holds;
};

static void tell(const struct search *s, const char *text)
{
    if (s->o->progress) s->o->progress(s->o->context, text);
}

static double *copied(const double *x, size_t n, struct arena *a)
{
    double *to = ARENA_ARRAY(a, double, n + 1);
    if (n) memcpy(to, x, n * sizeof *to);
    return to;
}

static struct pack_tuning tuning_copy(const struct search *s, const struct pack_tuning *t,
                                      struct arena *a)
{
    const struct site *site = s->ways->site;
    const struct plant *p = s->ways->plant;
    size_t racks = (size_t)site->of[KIND_RACK].n, all = (size_t)s->ways->first[racks];
    struct pack_tuning to = *t;
    to.server_w = copied(t->server_w, (size_t)site->of[KIND_SERVER].n, a);
    to.elem_frac = copied(t->elem_frac, (size_t)p->n_elem, a);
    to.rack_power_frac = copied(t->rack_power_frac, racks, a);
    to.rack_kg_frac = copied(t->rack_kg_frac, racks, a);
    to.rack_air_frac = copied(t->rack_air_frac, racks, a);
    to.room_w = copied(t->room_w, (size_t)p->n_room, a);
    to.cdu_w = copied(t->cdu_w, (size_t)p->n_cdu, a);
    to.room_broken_w = copied(t->room_broken_w, (size_t)p->n_room, a);
    to.cdu_broken_w = copied(t->cdu_broken_w, (size_t)p->n_cdu, a);
    to.fabric_w = copied(t->fabric_w, (size_t)site->of[KIND_FABRIC].n, a);
    to.fabric_broken_w = copied(t->fabric_broken_w, (size_t)site->of[KIND_FABRIC].n, a);
    to.rack_cut_u = copied(t->rack_cut_u, all, a);
    return to;
}

static struct packing pack_by(const struct search *s, const struct pack *p,
                              enum placing_method method, struct arena *a)
{
    struct pack_limits limits = s->o->limits;
    if (method == PLACING_FIRST_FIT) return pack_first_fit(p, a);
    struct packing quick = pack_heuristic(p, a);
    if (method == PLACING_HEURISTIC) return quick;
    if (isfinite(s->until_s)) limits.seconds = fmax(s->until_s - clock_s(), 1e-3);
    return pack_optimise(p, &quick, &limits, a);
}

/* One packing, and its pieces placed; spots.of NULL: units did not hang together, and some
   racks have fewer now. */
struct made {
    struct pack_case *c;
    struct packing packing;
    struct placing_spots spots;
};

static struct made make_once(const struct search *s, enum placing_method method,
                             struct pack_tuning *t, struct arena *a)
{
    struct made m = {.c = pack_build(s->ways, &s->base->racks, t, a)};
    int racks = s->ways->first[s->ways->site->of[KIND_RACK].n];
    double *missing_u = ARENA_ARRAY(a, double, (size_t)racks + 1);
    m.packing = pack_by(s, &m.c->pack, method, a);
    m.spots = spots_place(m.c, m.packing.count, missing_u, a);
    for (int r = 0; r < racks; r++) {
        if (!(missing_u[r] > 0)) continue;
        t->rack_cut_u[r] += missing_u[r];
        m.spots.of = NULL;
    }
    return m;
}

/* Each time some rack has a unit less, so that it ends. */
static struct made make(const struct search *s, enum placing_method method, struct pack_tuning *t,
                        struct arena *a)
{
    struct made m;
    do {
        struct arena_mark mark = arena_mark(a);
        m = make_once(s, method, t, a);
        if (!m.spots.of) arena_release(a, mark);
    } while (!m.spots.of);
    return m;
}

static int count_all(const struct pack *p, const int *count)
{
    int n = 0;
    for (int at = 0; at < p->n_type * p->n_bin; at++) n += count[at];
    return n;
}

/* What one look came to. */
struct round {
    struct pack_tuning tuning; /* under which it was made */
    struct packing packing;
    int placed;
    struct placing_lesson lesson;
};

/* False when the engine cannot take it. */
static bool look_once(struct search *s, enum placing_method method, struct pack_tuning *t,
                      enum placing_pace pace, struct round *out)
{
    struct arena scratch = arena_new(s->a->out_of_memory);
    struct diags quiet = diags_new(&scratch);
    out->tuning = tuning_copy(s, t, s->a);
    struct made m = make(s, method, t, &scratch);
    struct placing_look *x = placing_look(&s->site, &m.spots, &scratch, &quiet);
    bool ok = x != NULL;
    s->rounds++;
    size_t n = (size_t)m.c->pack.n_type * (size_t)m.c->pack.n_bin;
    out->packing = m.packing;
    out->packing.count = ARENA_ARRAY(s->a, int, n + 1);
    if (n) memcpy(out->packing.count, m.packing.count, n * sizeof *m.packing.count);
    out->placed = count_all(&m.c->pack, m.packing.count);
    if (x) out->lesson = placing_learn(x, s->base, m.c, m.packing.count, t, pace, &scratch);
    arena_free(&scratch);
    return ok;
}

/* True when it is worth more than what was found before. */
static bool keep_best(struct attempt *best, const struct round *r)
{
    if (best->holds && !(r->packing.worth > best->packing.worth * (1 + 1e-9))) return false;
    *best = (struct attempt){r->tuning, r->packing, {NULL}, r->placed, true};
    return true;
}

/* Tightened until it holds; by the heuristic then eased a few times, to see whether more
   does.  The first fit is what it is measured against, the optimum goes on from there.
   False: the engine cannot take one. */
static bool attempt(struct search *s, enum placing_method method, const struct pack_tuning *from,
                    struct attempt *out)
{
    struct pack_tuning t = tuning_copy(s, from, s->a);
    int eased = 0, since = 0, vain = 0;
    *out = (struct attempt){.holds = false};
    for (int round = 0; round < ROUNDS_MOST && since < SINCE_MOST; round++) {
        struct round r;
        enum placing_pace pace = round >= ROUNDS_SOFT && !out->holds                ? PLACING_HARD
                                 : eased < EASE_MOST && method == PLACING_HEURISTIC ? PLACING_EASE
                                                                                    : PLACING_SOFT;
        tell(s, arena_format(s->a, "%s, look %d", placing_words[method], round + 1));
        if (!look_once(s, method, &t, pace, &r)) {
            diag_error(s->ds, DIAG_MODEL, (struct place){0}, NULL,
                       "the plant cannot be built with servers where they fit");
            return false;
        }
        since += out->holds;
        if (r.lesson.n_broken) continue;
        bool gains = keep_best(out, &r);
        if (r.placed == s->wanted || !r.lesson.is_eased || (!gains && ++vain == VAIN_MOST)) break;
        eased++;
    }
    return true;
}

/* As a run without a plan would place them, where the engine finds nothing broken by it. */
static void attempt_plain(struct search *s, const struct pack_tuning *none, struct attempt *out)
{
    struct arena scratch = arena_new(s->a->out_of_memory);
    struct diags quiet = diags_new(&scratch);
    struct pack_tuning t = tuning_copy(s, none, &scratch);
    struct pack_case *c = pack_build(s->ways, &s->base->racks, &t, &scratch);
    int *count = ARENA_ARRAY(s->a, int, (size_t)c->pack.n_type *(size_t)c->pack.n_bin + 1);
    *out = (struct attempt){.tuning = *none};
    out->packing = (struct packing){.count = count, .bound = HUGE_VAL};
    if (spots_first_fit(c, &out->spots, count, s->a)) {
        struct placing_look *x = placing_look(&s->site, &out->spots, &scratch, &quiet);
        tell(s, "first-fit, as it is");
        s->rounds++;
        out->packing.worth = pack_worth(&c->pack, count);
        out->placed = count_all(&c->pack, count);
        out->holds =
            x && !placing_learn(x, s->base, c, count, &t, PLACING_JUDGE, &scratch).n_broken;
    }
    arena_free(&scratch);
}

static bool is_better(const struct attempt *x, const struct attempt *than)
{
    return x->holds && (!than->holds || x->packing.worth > than->packing.worth * (1 + 1e-9));
}

/* The first fit as it is, or cut back to what holds, if that is worth more. */
static bool attempt_first_fit(struct search *s, const struct pack_tuning *none, struct attempt *out)
{
    struct attempt cut = {.holds = false};
    attempt_plain(s, none, out);
    if (out->holds && out->placed == s->wanted) return true;
    if (!attempt(s, PLACING_FIRST_FIT, none, &cut)) return false;
    if (is_better(&cut, out)) *out = cut;
    return true;
}

/* The method's, and the first fit, if that is worth more. */
static bool search_all(struct search *s, struct attempt *best, enum placing_method *method)
{
    struct pack_tuning none = pack_tuning_new(s->ways->site, s->ways->plant, s->a);
    struct attempt first, optimal;
    *method = s->o->method == PLACING_FIRST_FIT ? PLACING_FIRST_FIT : PLACING_HEURISTIC;
    if (*method == PLACING_FIRST_FIT) return attempt_first_fit(s, &none, best);
    if (!attempt(s, *method, &none, best)) return false;
    if (!best->holds || best->placed < s->wanted) {
        if (!attempt_first_fit(s, &none, &first)) return false;
        if (is_better(&first, best)) {
            *best = first;
            *method = PLACING_FIRST_FIT;
        }
    }
    if (s->o->method != PLACING_OPTIMAL || !best->holds) return true;
    if (!attempt(s, PLACING_OPTIMAL, &best->tuning, &optimal)) return false;
    if (!optimal.holds || optimal.packing.worth < best->packing.worth * (1 - 1e-9)) return true;
    *best = optimal;
    *method = PLACING_OPTIMAL;
    return true;
}

static bool search_best(struct search *s, struct attempt *best, enum placing_method *method)
{
    if (!search_all(s, best, method)) return false;
    if (!best->holds)
        diag_error(s->ds, DIAG_MODEL, (struct place){0},
                   "fix some with 'at', or ease what is tight",
                   "no placement was found that holds");
    return best->holds;
}

static int count_wanted(const struct site *s)
{
    int n = 0;
    for (int v = 0; v < s->of[KIND_SERVER].n; v++)
        if (site_server(s, v)->rack.n)
            n += site_server(s, v)->part.count - site_server(s, v)->spots.n;
    return n;
}

static void count_servers(struct placing_result *out)
{
    const struct site *s = out->site;
    out->unplaced = out->racks->placement.unplaced;
    for (int v = 0; v < s->of[KIND_SERVER].n; v++) {
        const struct server *x = site_server(s, v);
        if (!x->rack.n) continue;
        int placed = x->part.count - out->unplaced[v];
        out->wanted += x->part.count;
        out->placed += placed;
        out->fixed += x->spots.n;
        out->wanted_w += x->part.count * x->power_maximum_w;
        out->placed_w += placed * x->power_maximum_w;
    }
}

/* The plan that holds, once more to stay. */
static bool finish(struct search *s, const struct attempt *best, enum placing_method method,
                   struct placing_result *out)
{
    int n_rack = s->ways->first[s->ways->site->of[KIND_RACK].n];
    double *missing_u = ARENA_ARRAY(s->a, double, (size_t)n_rack + 1);
    struct made m = {.c = pack_build(s->ways, &s->base->racks, &best->tuning, s->a)};
    m.packing = best->packing;
    m.spots = best->spots.of ? best->spots : spots_place(m.c, m.packing.count, missing_u, s->a);
    struct diags quiet = diags_new(s->a);
    struct placing_look *x = placing_look(&s->site, &m.spots, s->a, &quiet);
    if (!x) return false;
    struct rack_plan *racks = ARENA_ARRAY(s->a, struct rack_plan, 1);
    *racks = x->racks;
    for (int i = 0; i < racks->placement.n; i++) { /* to the engine all of them were fixed */
        struct placed *p = &racks->placement.item[i];
        p->is_fixed = p->first + p->count <= site_server(out->site, p->server)->spots.n;
    }
    int n_server = out->site->of[KIND_SERVER].n;
    racks->placement.unplaced = ARENA_ARRAY(s->a, int, (size_t)n_server + 1);
    for (int v = 0; v < n_server; v++)
        if (site_server(out->site, v)->rack.n)
            racks->placement.unplaced[v] = site_server(out->site, v)->part.count - m.spots.of[v].n;
    out->racks = racks;
    out->packing = m.packing;
    out->method = method;
    out->limit = x->limit;
    out->n_limit = x->n_limit;
    for (int i = 0; i < x->n_limit; i++) out->n_broken += x->limit[i].is_broken;
    count_servers(out);
    placing_tell(out, m.c, s->a);
    out->ok = !out->n_broken && out->placed == out->wanted;
    return true;
}

static bool look_at_fixed(struct search *s, struct diags *ds)
{
    struct diags quiet = diags_new(s->a); /* a plant without what is to be placed has odd ends */
    struct placing_spots fixed = spots_fixed(&s->site.loaded->site, s->a);
    s->base = placing_look(&s->site, &fixed, s->a, &quiet);
    for (int i = 0; i < quiet.n && !s->base; i++)
        if (quiet.item[i].severity == DIAG_ERROR)
            diag_add(ds, DIAG_ERROR, quiet.item[i].class, quiet.item[i].place, quiet.item[i].hint,
                     &quiet.item[i].what);
    return s->base != NULL;
}

bool placing_of(const struct loaded *loaded, const struct placing_options *options,
                struct placing_result *out, struct arena *a, struct diags *ds)
{
    const struct weather *w = &loaded->weather;
    struct search s = {.o = options, .a = a, .ds = ds};
    *out = (struct placing_result){.loaded = loaded, .site = &loaded->site};
    s.site.loaded = loaded;
    s.site.design = annual_prepare(&loaded->site, w->design ? w->design : w, a);
    s.site.design.is_design = true;
    s.site.threads = options->threads;
    if (!look_at_fixed(&s, ds)) return false;
    s.ways = ways_find(&loaded->site, s.base->plant, s.base->normal.y,
                       loaded->site.info->diversity_frac, a);
    s.wanted = count_wanted(&loaded->site);
    s.until_s = isfinite(options->limits.seconds) ? clock_s() + options->limits.seconds : HUGE_VAL;
    struct attempt best;
    enum placing_method method;
    if (!search_best(&s, &best, &method) || !finish(&s, &best, method, out)) return false;
    out->rounds = s.rounds;
    return true;
}

bool placing_find(const struct load_request *request, const struct placing_options *options,
                  struct placing_result *out, struct arena *a, struct diags *ds)
{
    struct loaded *loaded = ARENA_ARRAY(a, struct loaded, 1);
    return load_site(request, loaded, a, ds) && placing_of(loaded, options, out, a, ds);
}

double placing_gap(const struct placing_result *r)
{
    const struct packing *p = &r->packing;
    if (!isfinite(p->bound) || !(p->worth > 0)) return (double)NAN;
    return fmax(p->bound / p->worth - 1, 0);
}

const char *placing_overlay(const struct placing_result *r, bool is_cut, struct arena *a)
{
    return overlay_text(r->site, &r->racks->placement, is_cut, a);
}
