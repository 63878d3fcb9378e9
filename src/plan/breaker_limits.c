/* Releases of breakers: selectivity, and inrush that must not trip them. */

#include <math.h>

#include "physics/standby.h"
#include "plan/network_checks.h"

static const double sqrt3 = 1.7320508075688772;

/* ---- the release ----------------------------------------------------------- */

/* Amperes at the head: a transformer's are those of its primary side. */
static double rated_a(const struct checks *k, int e)
{
    const struct elem *x = &check_plant(k)->elem[e];
    if (x->what != ELEM_TRANSFORMER) {
        double va = isnan(x->rated_va) ? x->rated_w : x->rated_va;
        bool is_ups = x->what == ELEM_UPS && isnan(x->rated_a);
        return is_ups ? va * x->units / (limit_line_v(x) * (x->phases == 3 ? 3 : 1)) : x->rated_a;
    }
    const struct transformer *t = site_transformer(k->l->c->site, x->index);
    return t->primary.v > 0 ? t->e.rated_va / (sqrt3 * t->primary.v) : (double)NAN;
}

static bool has_breaker(const struct elem *x)
{
    return x->kind == KIND_BREAKER || x->e->trip != TRIP_UNKNOWN || x->e->instantaneous > 0;
}

static const char *release_lacks(const struct electrical *e)
{
    bool is_miniature = e->trip >= TRIP_B && e->trip <= TRIP_D;
    if (e->trip == TRIP_FUSE) return "melting curve";
    if (e->trip == TRIP_UNKNOWN && !(e->instantaneous > 0)) return "trip";
    if (!is_miniature && !(e->instantaneous > 0)) return "instantaneous";
    if (e->delay_s > 0 && !(e->withstand_a > 0)) return "withstand";
    return NULL;
}

/* IEC 60947-2: holds 1.05, trips by 1.3 times its rating; short-circuit releases within
   20 % (8.3.3.1.2).  The overload curve is a usual setting, 12 s at 6 times; the limit of
   selectivity hangs on it only where releases overlap in overload already. */
static struct breaker electronic(const struct electrical *e, double a)
{
    bool is_delayed = e->delay_s > 0;
    return (struct breaker){.rated_a = a,
                            .hold_multiple = 1.05,
                            .trip_multiple = 1.3,
                            .long_time_a2s = 36 * a * a * 12,
                            .tolerance_frac = .2,
                            .magnetic_min = .8 * e->instantaneous,
                            .magnetic_max = 1.2 * e->instantaneous,
                            .delay_s = is_delayed ? e->delay_s : 0,
                            .icw_a = e->withstand_a,
                            .instantaneous_a = (double)INFINITY,
                            .open_s = is_delayed ? .05 : .02};
}

bool check_breaker(const struct checks *k, int e, struct breaker *out, const char **lacks)
{
    static const char letter[] = {[TRIP_B] = 'B', [TRIP_C] = 'C', [TRIP_D] = 'D'};
    const struct elem *x = &check_plant(k)->elem[e];
    double a = rated_a(k, e);
    *lacks = NULL;
    if (!has_breaker(x)) return false;
    *lacks = release_lacks(x->e);
    if (!*lacks && !(a > 0)) *lacks = x->what == ELEM_TRANSFORMER ? "primary" : "rated_current";
    if (*lacks) return false;
    bool is_miniature = x->e->trip >= TRIP_B && x->e->trip <= TRIP_D;
    if (!is_miniature) {
        *out = electronic(x->e, a);
        return true;
    }
    breaker_miniature(letter[x->e->trip], a, 20, out);
    if (x->e->instantaneous > 0) {
        out->magnetic_min = .8 * x->e->instantaneous;
        out->magnetic_max = 1.2 * x->e->instantaneous;
    }
    return true;
}

/* ---- selectivity ----------------------------------------------------------- */

/* The nearest breaker at or above each element; -1: none. */
static const int *nearest(const struct checks *k)
{
    const struct plant *p = check_plant(k);
    int *near = ARENA_ARRAY(k->l->a, int, (size_t)p->n_elem + 1);
    for (int e = p->n_elem - 1; e >= 0; e--) {
        const struct elem *x = &p->elem[e];
        near[e] = has_breaker(x) ? e : -1;
        for (int j = x->up.first; j < x->up.first + x->up.n && near[e] < 0; j++)
            if (check_is_live(k, j)) near[e] = near[p->feed[j]];
    }
    return near;
}

/* In amperes of another voltage. */
static struct breaker referred(struct breaker b, double ratio)
{
    b.rated_a *= ratio;
    b.icw_a *= ratio;
    b.instantaneous_a *= ratio;
    b.long_time_a2s *= ratio * ratio;
    return b;
}

static double head_v(const struct checks *k, const double *line_v, int e)
{
    struct feeds up = check_plant(k)->elem[e].up;
    for (int j = up.first; j < up.first + up.n; j++)
        if (check_is_live(k, j)) return line_v[check_plant(k)->feed[j]];
    return line_v[e];
}

struct pair {
    int down, up;
    double ratio; /* volts of up over volts of down */
};

static void check_pair(struct checks *k, struct pair x, const struct fault *f)
{
    static const char check[] = "selectivity";
    struct breaker up, down;
    const char *lacks;
    if (!check_breaker(k, x.down, &down, &lacks)) {
        skip_elem(k, check, lacks, x.down);
        return;
    }
    if (!check_breaker(k, x.up, &up, &lacks)) {
        skip_elem(k, check, lacks, x.up);
        return;
    }
    up = referred(up, x.ratio);
    struct selective s = breaker_selectivity(&up, &down, isnan(f->most_a) ? 0 : f->most_a);
    const char *name = check_name(k, x.up);
    if (isnan(s.limit_a) || isnan(x.ratio))
        skip_elem(k, check, isnan(x.ratio) ? "voltage" : "sound curve", x.up);
    else if (isinf(s.limit_a))
        k->n_selective++;
    else if (isnan(f->most_a))
        skip_elem(k, check, f->most_lacks.datum ? f->most_lacks.datum : "impedance upstream",
                  f->most_lacks.datum ? f->most_lacks.elem : x.down);
    else if (f->bound_lacks.datum && f->most_a > s.limit_a)
        skip_elem(k, check, f->bound_lacks.datum, f->bound_lacks.elem);
    else
        limit_add_of(
            k->l, x.down, check, k->s->name, f->most_a, s.limit_a, "A",
            arena_format(k->l->a,
                         "with %s by their curves; energy selectivity is the maker's table", name));
}

void check_selectivity(struct checks *k, const struct fault *f)
{
    const struct plant *p = check_plant(k);
    const int *near = nearest(k);
    const double *line_v = check_line_v(k);
    for (int e = 0; e < p->n_elem; e++) {
        const struct elem *x = &p->elem[e];
        int last = -1;
        if (k->s->o->dead[e] || !has_breaker(x)) continue;
        for (int j = x->up.first; j < x->up.first + x->up.n; j++) {
            int up = check_is_live(k, j) ? near[p->feed[j]] : -1;
            if (up < 0 || up == last) continue;
            last = up;
            if (x->e->is_selective) {
                k->n_selective++;
                k->n_declared++;
                continue;
            }
            double ratio = head_v(k, line_v, up) / head_v(k, line_v, e);
            check_pair(k, (struct pair){e, up, up == e ? 1 : ratio}, &f[e]);
        }
    }
}

/* ---- inrush ---------------------------------------------------------------- */

/* Least current that may trip at once: a delayed release waits until Icw. */
static double sudden_a(const struct breaker *b)
{
    return b->delay_s > 0 ? b->icw_a : b->magnetic_min * b->rated_a;
}

static void check_supplies(struct checks *k, int e, const double *line_v)
{
    static const char check[] = "inrush current";
    const struct elem *x = &check_plant(k)->elem[e];
    const struct network_elem *n = &k->s->net->elem[e];
    double v = x->what == ELEM_TRANSFORMER ? head_v(k, line_v, e) / sqrt3 : limit_line_v(x);
    struct breaker b;
    const char *lacks;
    if (!check_breaker(k, e, &b, &lacks)) {
        if (lacks) skip_elem(k, check, lacks, e);
        return;
    }
    if (n->inrush_va <= 0) return; /* feeds no supplies */
    if (isnan(n->inrush_va)) {
        skip_supplies(k, check, SUPPLY_INRUSH);
        return;
    }
    if (!(v > 0)) {
        skip_elem(k, check, "voltage", e);
        return;
    }
    double line_va = n->inrush_va / (x->phases == 3 ? 3 : 1) * n->worst_frac;
    limit_add_of(k->l, e, check, k->s->name, line_va / v / check_units(k, e), sudden_a(&b), "A",
                 "all supplies switched on at once");
}

static void check_transformer(struct checks *k, int e, const int *near, const double *line_v)
{
    static const char check[] = "transformer inrush";
    const struct elem *x = &check_plant(k)->elem[e];
    const struct transformer *t = site_transformer(k->l->c->site, x->index);
    double v = t->primary.v > 0 ? t->primary.v : head_v(k, line_v, e);
    int up = near[e];
    struct breaker b;
    const char *lacks;
    if (up < 0) return;
    if (!check_breaker(k, up, &b, &lacks))
        skip_elem(k, check, lacks, up);
    else if (isnan(t->inrush_ratio))
        skip_elem(k, check, "inrush", e);
    else if (isnan(v) || isnan(head_v(k, line_v, up)))
        skip_elem(k, check, "voltage", e);
    else
        limit_add_of(
            k->l, up, check, k->s->name,
            inrush_a(t->e.rated_va / (sqrt3 * v), t->inrush_ratio) * v / head_v(k, line_v, up),
            sudden_a(&b), "A", arena_format(k->l->a, "one %s switched on", check_name(k, e)));
}

void check_inrush(struct checks *k)
{
    const struct plant *p = check_plant(k);
    const int *near = nearest(k);
    const double *line_v = check_line_v(k);
    for (int e = 0; e < p->n_elem; e++) {
        if (k->s->o->dead[e]) continue;
        check_supplies(k, e, line_v);
        if (p->elem[e].what == ELEM_TRANSFORMER) check_transformer(k, e, near, line_v);
    }
}
