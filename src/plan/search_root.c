/* Of search.h: zeros of one variable. */

#include <gsl/gsl_errno.h>
#include <gsl/gsl_heapsort.h>
#include <gsl/gsl_min.h>
#include <gsl/gsl_roots.h>
#include <math.h>

#include "plan/search_inner.h"

enum { SCAN = 65, STEPS = 200, TURN_STEPS = 40, DECIMALS = 10 };
static const double x_tolerance = 1e-12; /* of the range */

struct side {
    double x, f;
};

struct piece { /* of the scan, in which zeros are looked for */
    struct side lo, hi;
    struct side turn; /* f NaN: f has two signs at lo and hi; else it comes near to zero here */
    double tolerance;
};

struct piece_end {
    int n;
    struct search_root root[2];
    struct search_tally tally;
    bool is_unknown; /* a point without a value ended it */
};

struct hunt {
    const struct search *s;
    void *inner;
    struct piece_end *end;
    struct side lo, hi; /* the closest points of either sign */
    double flip;        /* of minimising: 1 or -1 */
    bool is_crossed;
};

static double value_at(struct hunt *h, double x)
{
    struct trial t = {.x = {x}};
    h->s->p->evaluate(h->inner, &t);
    search_count(&h->end->tally, &t);
    if (!t.is_known) h->end->is_unknown = true;
    return t.is_known ? t.goal[0] : (double)NAN;
}

/* ---- a change of sign ---------------------------------------------------------------- */

static double bracketed(double x, void *context)
{
    struct hunt *h = context;
    double f = value_at(h, x);
    if (f * h->lo.f > 0)
        h->lo = (struct side){x, f};
    else if (f * h->hi.f > 0)
        h->hi = (struct side){x, f};
    else if (!isnan(f))
        h->lo = h->hi = (struct side){x, f};
    return f;
}

/* The shortest decimal next to x that will do as well, to be written and read. */
static struct side shortened(struct hunt *h, struct side x, double tolerance, double range)
{
    double scale = 1;
    while (scale * range < 1000) scale *= 10;
    for (int i = 0; i < DECIMALS; i++, scale *= 10) {
        double near = round(x.x * scale) / scale;
        if (fabs(near - x.x) > 1e-3 * range) continue;
        double f = value_at(h, near);
        if (fabs(f) <= tolerance) return (struct side){near, f};
    }
    return x;
}

static struct side nearer(struct side a, struct side b)
{
    return fabs(b.f) < fabs(a.f) ? b : a;
}

static void add_root(struct hunt *h, enum root_kind kind, struct side x, struct side other)
{
    h->end->root[h->end->n++] = (struct search_root){kind, x.x, x.f, other.x, other.f};
}

static void add_point(struct hunt *h, struct side x, double tolerance, double range)
{
    add_root(h, ROOT_POINT, shortened(h, x, tolerance, range),
             (struct side){(double)NAN, (double)NAN});
}

static void find_sign(struct hunt *h, struct side lo, struct side hi, double tolerance)
{
    const struct search_variable *v = &h->s->p->variable[0];
    double range = v->max - v->min;
    h->lo = lo;
    h->hi = hi;
    gsl_function f = {bracketed, h};
    gsl_root_fsolver *g = gsl_root_fsolver_alloc(gsl_root_fsolver_brent);
    bool is_on = g && !gsl_root_fsolver_set(g, &f, lo.x, hi.x);
    for (int i = 0; i < STEPS && is_on; i++) {
        is_on = fabs(nearer(h->lo, h->hi).f) > tolerance &&
                h->hi.x - h->lo.x > x_tolerance * range && !gsl_root_fsolver_iterate(g);
    }
    if (g) gsl_root_fsolver_free(g);
    if (h->end->is_unknown) return;
    struct side best = nearer(h->lo, h->hi);
    if (fabs(best.f) <= tolerance)
        add_point(h, best, tolerance, range);
    else
        add_root(h, ROOT_STEP, best, best.x < h->hi.x ? h->hi : h->lo);
}

/* ---- where it turns near zero -------------------------------------------------------- */

static double flipped(double x, void *context)
{
    struct hunt *h = context;
    double f = h->flip * value_at(h, x);
    h->is_crossed |= f < 0;
    return f;
}

static void find_turn(struct hunt *h, const struct piece *q)
{
    const struct search_variable *v = &h->s->p->variable[0];
    h->flip = q->turn.f < 0 ? -1 : 1;
    gsl_function f = {flipped, h};
    gsl_min_fminimizer *g = gsl_min_fminimizer_alloc(gsl_min_fminimizer_brent);
    bool is_on =
        g && !gsl_min_fminimizer_set_with_values(g, &f, q->turn.x, h->flip * q->turn.f, q->lo.x,
                                                 h->flip * q->lo.f, q->hi.x, h->flip * q->hi.f);
    for (int i = 0; i < TURN_STEPS && is_on && !h->is_crossed; i++)
        is_on = !gsl_min_fminimizer_iterate(g);
    struct side turn = q->turn;
    if (g && !h->end->is_unknown)
        turn = (struct side){gsl_min_fminimizer_x_minimum(g),
                             h->flip * gsl_min_fminimizer_f_minimum(g)};
    if (g) gsl_min_fminimizer_free(g);
    if (h->end->is_unknown) return;
    if (fabs(turn.f) <= q->tolerance) {
        add_point(h, turn, q->tolerance, v->max - v->min);
    } else if (h->is_crossed && turn.f * q->lo.f < 0) {
        find_sign(h, q->lo, turn, q->tolerance);
        find_sign(h, turn, q->hi, q->tolerance);
    }
}

static void work_piece(const struct search *s, void *inner, const void *items, int i, void *result)
{
    const struct piece *q = (const struct piece *)items + i;
    struct piece_end *end = result;
    *end = (struct piece_end){0};
    struct hunt h = {.s = s, .inner = inner, .end = end};
    if (isnan(q->turn.f))
        find_sign(&h, q->lo, q->hi, q->tolerance);
    else
        find_turn(&h, q);
}

static int piece_cases(const void *result)
{
    return ((const struct piece_end *)result)->tally.n_case;
}

/* ---- the scan ------------------------------------------------------------------------ */

static int scan_points(const struct search_variable *v, int cases)
{
    double whole = floor(v->max) - ceil(v->min) + 1;
    if (v->is_whole) return whole <= cases ? (int)whole : cases;
    return SCAN < cases ? SCAN : cases;
}

static bool scan_line(struct search *s, struct search_roots *out)
{
    const struct search_variable *v = &s->p->variable[0];
    int n = scan_points(v, s->p->cases > 2 ? s->p->cases : 2);
    struct trial *t = ARENA_ARRAY(s->arena, struct trial, (size_t)n + 1);
    for (int i = 0; i < n; i++) {
        t[i].x[0] = n > 1 ? v->min + (v->max - v->min) * i / (n - 1) : v->min;
        search_fit(s->p, &t[i]);
    }
    out->n_scan = n;
    out->scan = t;
    return search_batch(s, t, n);
}

static struct side side_of(const struct trial *t)
{
    return (struct side){t->x[0], t->is_known ? t->goal[0] : (double)NAN};
}

static void put_root(struct search_roots *out, struct search_root r)
{
    if (out->n < SEARCH_ROOTS)
        out->root[out->n++] = r;
    else
        out->is_cut = true;
}

/* Points of the scan that are zero by themselves. */
static void scan_zeros(const struct search_roots *x, double tolerance, struct search_roots *out)
{
    for (int i = 0; i < x->n_scan; i++) {
        struct side first = side_of(&x->scan[i]), last = first;
        if (!(fabs(first.f) <= tolerance)) continue;
        bool is_range = false;
        for (; i + 1 < x->n_scan && fabs(side_of(&x->scan[i + 1]).f) <= tolerance; i++) {
            last = side_of(&x->scan[i + 1]);
            is_range = true;
        }
        if (!is_range) last = (struct side){(double)NAN, (double)NAN};
        put_root(out, (struct search_root){is_range ? ROOT_RANGE : ROOT_POINT, first.x, first.f,
                                           last.x, last.f});
    }
}

static int find_pieces(const struct search_roots *x, double tolerance, bool is_whole,
                       struct piece *out)
{
    int n = 0;
    for (int i = 0; i + 1 < x->n_scan; i++) {
        struct side a = side_of(&x->scan[i]), b = side_of(&x->scan[i + 1]);
        if (!(fabs(a.f) > tolerance && fabs(b.f) > tolerance)) continue;
        if (a.f * b.f < 0) out[n++] = (struct piece){a, b, {(double)NAN, (double)NAN}, tolerance};
        if (is_whole || i + 2 >= x->n_scan) continue;
        struct side c = side_of(&x->scan[i + 2]);
        if (a.f * b.f > 0 && b.f * c.f > 0 && fabs(b.f) < fabs(a.f) && fabs(b.f) < fabs(c.f))
            out[n++] = (struct piece){a, c, b, tolerance};
    }
    return n;
}

static int by_x(const void *a, const void *b)
{
    const struct search_root *x = a, *y = b;
    return (x->x > y->x) - (x->x < y->x);
}

static void find_reach(struct search_roots *out)
{
    double least = HUGE_VAL, greatest = -HUGE_VAL, nearest = HUGE_VAL;
    out->least = out->greatest = out->nearest = (double)NAN;
    for (int i = 0; i < out->n_scan; i++) {
        struct side t = side_of(&out->scan[i]);
        if (t.f < least) out->least = t.x, least = t.f;
        if (t.f > greatest) out->greatest = t.x, greatest = t.f;
        if (fabs(t.f) < nearest) out->nearest = t.x, nearest = fabs(t.f);
    }
}

static void put_steps(const struct piece *q, int n, struct search_roots *out)
{
    for (int i = 0; i < n; i++) {
        struct side best = nearer(q[i].lo, q[i].hi);
        struct side other = best.x > q[i].lo.x ? q[i].lo : q[i].hi;
        put_root(out, (struct search_root){ROOT_STEP, best.x, best.f, other.x, other.f});
    }
}

bool search_zeros(const struct search_problem *p, double tolerance, struct search_roots *out,
                  struct arena *a, struct diags *ds)
{
    struct search s;
    search_open(&s, p, a, ds);
    *out = (struct search_roots){0};
    bool is_good = scan_line(&s, out), is_whole = p->variable[0].is_whole;
    struct piece *q = ARENA_ARRAY(a, struct piece, 2 * (size_t)out->n_scan + 1);
    struct piece_end *end = ARENA_ARRAY(a, struct piece_end, 2 * (size_t)out->n_scan + 1);
    int n = is_good ? find_pieces(out, tolerance, is_whole, q) : 0;
    scan_zeros(out, tolerance, out);
    if (is_whole) put_steps(q, n, out);
    if (is_good && !is_whole)
        is_good = search_run(&s, n, q, work_piece, piece_cases, end, sizeof *end);
    for (int i = 0; i < n && is_good && !is_whole; i++) {
        search_sum(&s.tally, &end[i].tally);
        for (int k = 0; k < end[i].n; k++) put_root(out, end[i].root[k]);
    }
    gsl_heapsort(out->root, (size_t)out->n, sizeof *out->root, by_x);
    find_reach(out);
    out->tally = s.tally;
    out->first_unknown = s.first_unknown;
    search_close(&s);
    return is_good;
}
