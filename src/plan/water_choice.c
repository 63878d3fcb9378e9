#include "plan/water_choice.h"

#include <math.h>
#include <stdlib.h>

enum { NEAR_PERMILLE = 5, PARTS_NAMED = 3 };

static const double equal_rel = 1e-9;

double water_key(const struct water_row *x, enum water_basis basis)
{
    switch (basis) {
    case WATER_BY_COST: return x->cost;
    case WATER_BY_ENERGY: return x->metric[M_FACILITY_ENERGY_KWH];
    default: return x->metric[M_WATER_M3];
    }
}

/* ---- the least --------------------------------------------------------------- */

struct pool { /* rows that are still in question */
    const struct water_study *s;
    bool *is_in;
};

static double broken_limits(const struct water_row *x)
{
    return x->n_broken;
}

static double lost_compute(const struct water_row *x)
{
    return x->metric[M_LOST_COMPUTE_KWH];
}

static double cost(const struct water_row *x)
{
    return water_key(x, WATER_BY_COST);
}

static double energy(const struct water_row *x)
{
    return water_key(x, WATER_BY_ENERGY);
}

static double water(const struct water_row *x)
{
    return water_key(x, WATER_BY_WATER);
}

static double temperature(const struct water_row *x)
{
    return x->water_c;
}

/* Leaves the rows that have the least of it; a number that none of them has decides
   nothing. */
static void keep_least(const struct pool *p, double (*of)(const struct water_row *))
{
    double least = (double)NAN;
    for (int i = 0; i < p->s->n; i++)
        if (p->is_in[i]) least = fmin(least, of(&p->s->row[i]));
    if (isnan(least)) return;
    for (int i = 0; i < p->s->n; i++)
        if (p->is_in[i]) p->is_in[i] = of(&p->s->row[i]) <= least + equal_rel * fabs(least);
}

static int first_in(const struct pool *p)
{
    for (int i = 0; i < p->s->n; i++)
        if (p->is_in[i]) return i;
    return -1;
}

static int least_of(const struct pool *p, enum water_basis basis)
{
    static double (*const order[N_WATER_BASIS][3])(const struct water_row *) = {
        [WATER_BY_COST] = {cost, energy, water},
        [WATER_BY_ENERGY] = {energy, cost, water},
        [WATER_BY_WATER] = {water, cost, energy}};
    for (int k = 0; k < 3; k++) keep_least(p, order[basis][k]);
    keep_least(p, temperature);
    return first_in(p);
}

static int best_that_fits(const struct water_study *s, bool *is_in, enum water_basis basis)
{
    struct pool p = {s, is_in};
    bool has_key = false;
    for (int i = 0; i < s->n; i++) {
        is_in[i] = s->row[i].fits;
        has_key |= is_in[i] && !isnan(water_key(&s->row[i], basis));
    }
    return has_key ? least_of(&p, basis) : -1;
}

/* Nothing fits: the fewest broken limits, the least work lost. */
static int least_bad(const struct water_study *s, bool *is_in)
{
    struct pool p = {s, is_in};
    for (int i = 0; i < s->n; i++) is_in[i] = s->row[i].is_known;
    keep_least(&p, broken_limits);
    keep_least(&p, lost_compute);
    return least_of(&p, WATER_BY_COST);
}

static bool is_near(const struct water_study *s, int i)
{
    const struct water_row *x = &s->row[i], *best = &s->row[s->optimum];
    if (x->series != best->series || !x->fits) return false;
    double least = water_key(best, s->basis);
    return water_key(x, s->basis) <= least + NEAR_PERMILLE * 1e-3 * fabs(least);
}

/* The next row of the series that does not fit, going by; -1: there is none. */
static int next_unfit(const struct water_study *s, int by)
{
    int series = s->row[s->optimum].series;
    for (int i = s->optimum + by; i >= 0 && i < s->n && s->row[i].series == series; i += by)
        if (!s->row[i].fits) return i;
    return -1;
}

/* Of cases or of the site as it is: all of them or none, by the tariff. */
static bool has_cost(const struct water_study *s)
{
    bool has = !isnan(s->own_row.cost);
    for (int i = 0; i < s->n; i++) has |= s->row[i].is_known && !isnan(s->row[i].cost);
    return has;
}

void water_choose(struct water_study *s, struct arena *a)
{
    bool *is_in = ARENA_ARRAY(a, bool, (size_t)s->n + 1);
    for (int b = 0; b < N_WATER_BASIS; b++)
        s->best[b] = best_that_fits(s, is_in, (enum water_basis)b);
    s->basis = has_cost(s) ? WATER_BY_COST : WATER_BY_ENERGY;
    s->optimum = s->best[s->basis];
    s->fits = s->optimum >= 0;
    s->near_first = s->near_last = s->warm_end = s->cold_end = -1;
    if (!s->fits) {
        s->optimum = least_bad(s, is_in);
        return;
    }
    s->near_first = s->near_last = s->optimum;
    while (s->near_first > 0 && is_near(s, s->near_first - 1)) s->near_first--;
    while (s->near_last < s->n - 1 && is_near(s, s->near_last + 1)) s->near_last++;
    s->warm_end = next_unfit(s, 1);
    s->cold_end = next_unfit(s, -1);
}

/* ---- in words ------------------------------------------------------------------ */

static const char *degrees(double c, struct arena *a)
{
    char text[TEXT_NUMBER_CAP];
    return arena_format(a, "%s degC",
                        text_fixed(text, c, fabs(c - round(c)) < 1e-6 ? 0 : 2, false));
}

const char *water_series_words(const struct water_row *x, struct arena *a)
{
    struct builder b = builder_new(a);
    char text[TEXT_NUMBER_CAP];
    if (!isnan(x->capture_frac))
        builder_format(&b, ", capture %s %%", text_shortest(text, 100 * x->capture_frac));
    if (!isnan(x->approach_k))
        builder_format(&b, ", approach %s K", text_shortest(text, x->approach_k));
    if (!isnan(x->chip_limit_c))
        builder_format(&b, ", chip limit %s degC", text_shortest(text, x->chip_limit_c));
    return b.n ? b.s + 2 : "";
}

static const char *key_words(const struct water_study *s, double value, struct arena *a)
{
    char text[TEXT_NUMBER_CAP];
    return arena_format(a, "%s %s", text_fixed(text, value, 0, true),
                        s->basis == WATER_BY_COST ? s->own->currency : "kWh");
}

/* "1,200 EUR less than now at 32 degC" */
static void add_saving(const struct water_study *s, struct builder *b)
{
    double now = water_key(&s->own_row, s->basis);
    double less = now - water_key(&s->row[s->optimum], s->basis);
    const char *at = degrees(s->own_row.water_c, b->arena);
    if (isnan(less)) return;
    if (fabs(less) < 0.5)
        builder_format(b, ", as now at %s", at);
    else
        builder_format(b, ", %s %s than now at %s", key_words(s, fabs(less), b->arena),
                       less > 0 ? "less" : "more", at);
}

static void add_name(const struct water_study *s, const struct water_row *x, struct builder *b)
{
    const char *series = water_series_words(x, b->arena);
    builder_format(b, "%s water of %s", s->has_cdu ? "facility" : "chilled",
                   degrees(x->water_c, b->arena));
    if (x->class_name) builder_format(b, " (%s)", x->class_name);
    if (!isnan(x->coolant_c)) builder_format(b, ", coolant %s", degrees(x->coolant_c, b->arena));
    if (*series) builder_format(b, ", %s", series);
}

static const char *verdict_of(const struct water_study *s, struct arena *a)
{
    struct builder b = builder_new(a);
    if (s->optimum < 0) return "no case can be simulated";
    const struct water_row *x = &s->row[s->optimum];
    if (!s->fits) {
        builder_text(&b, "no case fits; the least bad is ");
        add_name(s, x, &b);
        builder_format(&b, ": %d %s broken; first %s", x->n_broken,
                       x->n_broken == 1 ? "limit" : "limits", x->reason);
        return b.s;
    }
    builder_text(&b, "optimum: ");
    add_name(s, x, &b);
    builder_format(&b, ": %s a year", key_words(s, water_key(x, s->basis), a));
    add_saving(s, &b);
    return b.s;
}

struct change {
    int quantity;
    double kwh;
};

static int by_size(const void *x, const void *y)
{
    const struct change *a = x, *b = y;
    double da = fabs(a->kwh), db = fabs(b->kwh);
    return da > db ? -1 : da < db ? 1 : a->quantity - b->quantity;
}

/* The parts that change by a kilowatt hour or more, the greatest first. */
static int changes_of(const struct water_row *x, const struct water_row *best,
                      struct change out[N_QUANTITY])
{
    int n = 0;
    for (int q = 0; q < N_QUANTITY; q++)
        if (fabs(x->part_kwh[q] - best->part_kwh[q]) >= 1)
            out[n++] = (struct change){q, x->part_kwh[q] - best->part_kwh[q]};
    qsort(out, (size_t)n, sizeof *out, by_size);
    return n < PARTS_NAMED ? n : PARTS_NAMED;
}

static const char *signed_number(double x, struct arena *a)
{
    char text[TEXT_NUMBER_CAP];
    return arena_format(a, "%s%s", x > 0 ? "+" : "", text_fixed(text, x, 0, true));
}

/* What the case at the end of those that fit costs more, and where that comes from. */
static void add_end(const struct water_study *s, int end, const char *where, struct builder *b)
{
    const struct water_row *x = &s->row[end], *best = &s->row[s->optimum];
    struct change c[N_QUANTITY];
    struct arena *a = b->arena;
    double more = water_key(x, s->basis) - water_key(best, s->basis);
    int n = changes_of(x, best, c);
    builder_format(b, "%s%s, %s: %s %s a year", b->n ? "; " : "", where, degrees(x->water_c, a),
                   signed_number(more, a), s->basis == WATER_BY_COST ? s->own->currency : "kWh");
    for (int i = 0; i < n; i++)
        builder_format(b, "%s%s %s kWh", i ? ", " : " (", quantity_rows[c[i].quantity].label,
                       signed_number(c[i].kwh, a));
    double m3 = x->metric[M_WATER_M3] - best->metric[M_WATER_M3];
    if (fabs(m3) >= 0.5) builder_format(b, "%swater %s m3", n ? ", " : " (", signed_number(m3, a));
    if (n || fabs(m3) >= 0.5) builder_text(b, ")");
}

/* The last row of those that fit without a break from the optimum on. */
static int last_fit(const struct water_study *s, int by)
{
    int i = s->optimum, series = s->row[i].series;
    while (i + by >= 0 && i + by < s->n && s->row[i + by].series == series && s->row[i + by].fits)
        i += by;
    return i;
}

static void add_limit(const struct water_study *s, int end, const char *where, struct builder *b)
{
    if (end >= 0)
        builder_format(b, "%snext limit in %s water, at %s: %s", b->n ? "; " : "", where,
                       degrees(s->row[end].water_c, b->arena), s->row[end].reason);
    else
        builder_format(b, "%sno limit in %s water as far as was looked", b->n ? "; " : "", where);
}

void water_explain(struct water_study *s, struct arena *a)
{
    struct builder b = builder_new(a), limits = builder_new(a);
    s->verdict = verdict_of(s, a);
    s->because = s->limits = "";
    if (!s->fits) return;
    int cold = last_fit(s, -1), warm = last_fit(s, 1);
    if (cold < s->optimum) add_end(s, cold, "colder", &b);
    if (warm > s->optimum) add_end(s, warm, "warmer", &b);
    add_limit(s, s->warm_end, "warmer", &limits);
    if (s->cold_end >= 0) add_limit(s, s->cold_end, "colder", &limits);
    if (b.n) s->because = b.s;
    s->limits = limits.s;
}
