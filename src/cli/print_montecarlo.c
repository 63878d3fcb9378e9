#include "cli/print_montecarlo.h"

#include <math.h>
#include <string.h>

enum { BARS = 12, REASONS = 5, KEY_WIDTH = 44 };

static bool is_date(int outcome)
{
    return !strcmp(outcome_row(outcome)->unit, "month");
}

/* Decimals that show the spread; what a metric always has at least. */
static int decimals_of(int outcome, double spread)
{
    int d = outcome_row(outcome)->decimals;
    for (double step = pow(10, -d); d < 6 && spread > 0 && step > 0.02 * spread; d++) step /= 10;
    return d;
}

static const char *cell(int outcome, double x, int decimals, struct arena *a)
{
    char text[TEXT_NUMBER_CAP];
    if (isnan(x)) return "-";
    if (is_date(outcome))
        return isinf(x) ? "never" : arena_format(a, "%s", date_write_month((int)floor(x), text));
    return arena_format(a, "%s", text_fixed(text, x, decimals, true));
}

static bool is_temperature(int outcome)
{
    const char *unit = outcome_row(outcome)->unit;
    return !strcmp(unit, "degC") || !strcmp(unit, "K");
}

/* "+/- 0.3 %": half the confidence interval, of the value; of what lies about zero, and of
   temperatures, in its own unit. */
static const char *known_to(int outcome, const struct quantile *q, int decimals, struct arena *a)
{
    const double most_of_value = 0.5;
    char text[TEXT_NUMBER_CAP];
    double half = (q->high - q->low) / 2;
    if (!isfinite(half) || !isfinite(q->value)) return "-";
    if (is_date(outcome)) return arena_format(a, "+/- %.0f months", ceil(half));
    if (is_temperature(outcome))
        return arena_format(a, "+/- %s K", text_fixed(text, half, decimals, true));
    if (half > most_of_value * fabs(q->value))
        return arena_format(a, "+/- %s", text_fixed(text, half, decimals, true));
    return arena_format(a, "+/- %.2g %%", half > 0 ? 100 * half / fabs(q->value) : 0);
}

static const char *label_of(const struct study_table *t, int outcome, struct arena *a)
{
    const char *unit = study_unit(t, outcome, a);
    const struct metric_row *m = outcome_row(outcome);
    return *unit && strcmp(unit, "month") != 0 ? arena_format(a, "%s, %s", m->label, unit)
                                               : m->label;
}

static void print_spreads(struct builder *b, const struct montecarlo *m,
                          const struct study_table *t)
{
    struct arena *a = b->arena;
    builder_format(b, "%-38s %11s %11s %11s %11s %11s %11s  %s\n", "", "as it is", "P10", "P50",
                   "P90", "mean", "sd", "P90 known to");
    for (int i = 0; i < m->n_spread; i++) {
        const struct outcome_spread *s = &m->spread[i];
        const struct quantile *q = s->quantile;
        if (outcome_row(s->outcome)->decimals > 8) continue; /* residuals of rounding */
        int d = decimals_of(s->outcome, q[QUANTILE_90].value - q[QUANTILE_10].value);
        builder_format(b, "%-38s %11s", label_of(t, s->outcome, a),
                       cell(s->outcome, s->centre, d, a));
        for (int k = 0; k < N_QUANTILE; k++)
            builder_format(b, " %11s", cell(s->outcome, q[k].value, d, a));
        char sd[TEXT_NUMBER_CAP];
        builder_format(b, " %11s %11s  %s\n", cell(s->outcome, s->mean, d, a),
                       isnan(s->sd)          ? "-"
                       : is_date(s->outcome) ? text_fixed(sd, s->sd, 1, true)
                                             : cell(s->outcome, s->sd, d, a),
                       known_to(s->outcome, &q[QUANTILE_90], d, a));
    }
}

/* What applies in some of the draws only. */
static void print_parts(struct builder *b, const struct montecarlo *m)
{
    int done = m->request.draws - m->n_failed;
    for (int i = 0; i < m->n_spread; i++) {
        const struct outcome_spread *s = &m->spread[i];
        if (s->n < done)
            builder_format(b, "%s: none in %d of %d draws, which are left out of its line\n",
                           outcome_row(s->outcome)->label, done - s->n, done);
    }
}

/* A date that was asked for and is the same in all draws has no line above. */
static void print_same_date(struct builder *b, const struct montecarlo *m)
{
    static const int dates[] = {O_RUNS_OUT, O_SHORT_FROM};
    const struct outcome *first = m->points->point;
    if (!m->request.options.growth || m->n_failed == m->request.draws) return;
    while (first->status == POINT_FAILED) first++;
    for (size_t k = 0; k < sizeof dates / sizeof *dates; k++) {
        bool varies = false;
        double v = first->value[dates[k]];
        for (int i = 0; i < m->n_spread; i++) varies |= m->spread[i].outcome == dates[k];
        if (!varies)
            builder_format(b, "%s: %s\n", outcome_row(dates[k])->label,
                           isnan(v) ? "in no draw"
                                    : arena_format(b->arena, "%s in all draws",
                                                   cell(dates[k], v, 0, b->arena)));
    }
}

static void print_chances(struct builder *b, const struct montecarlo *m)
{
    for (int i = 0; i < m->n_spread; i++) {
        const struct outcome_spread *s = &m->spread[i];
        if (s->n_never)
            builder_format(b, "%s: never in %d of %d draws\n", outcome_row(s->outcome)->label,
                           s->n_never, s->n);
    }
    if (isnan(m->fits)) return;
    builder_format(b, "fits in %.4g %% of the draws\n", 100 * m->fits);
    for (int i = 0; i < m->n_broken && i < REASONS; i++)
        builder_format(b, "  breaks first in %d: %s\n", m->broken[i].n, m->broken[i].text);
    if (m->n_broken > REASONS) builder_format(b, "  and %d other limits\n", m->n_broken - REASONS);
}

static const char *share(double x, struct arena *a)
{
    char text[TEXT_NUMBER_CAP];
    return isnan(x) ? "-" : arena_format(a, "%s", text_fixed(text, x, 2, false));
}

static bool has_years(const struct montecarlo *m)
{
    for (int k = 0; k < m->n_input; k++)
        if (m->input[k].n_choice) return true;
    return false;
}

static void print_influence(struct builder *b, const struct montecarlo *m,
                            const struct study_table *t, const struct shown_outcome *s)
{
    struct arena *a = b->arena;
    int shown = m->n_input < BARS ? m->n_input : BARS, none = 0;
    double most = fabs(s->influence[0].high - s->influence[0].low);
    int d = decimals_of(s->outcome, most);
    builder_format(b, "\n%s: what it hangs on\n%-*s %11s %11s %6s %6s\n",
                   label_of(t, s->outcome, a), KEY_WIDTH,
                   "  input at its P10 and P90, others as they are", "low", "high", "rank",
                   "slope");
    for (int k = 0; k < m->n_input; k++) {
        const struct influence *x = &s->influence[k];
        bool is_never = isinf(x->high) && isinf(x->low);
        bool is_flat = is_never || fabs(x->high - x->low) <= 0;
        none += is_flat;
        if (is_flat || k >= shown) continue;
        builder_format(b, "  %-*s %11s %11s %6s %6s\n", KEY_WIDTH - 2, m->input[x->input].key.key,
                       cell(s->outcome, x->low, d, a), cell(s->outcome, x->high, d, a),
                       share(x->rank, a), share(x->slope, a));
    }
    int rest = m->n_input - none - shown;
    if (rest > 0) builder_format(b, "  and %d less; --json has them\n", rest);
    if (none) builder_format(b, "  no change by %d of %d inputs\n", none, m->n_input);
    if (!isnan(s->linear))
        builder_format(b, "  a straight line in all %s explains %.1f %% of the variance\n",
                       has_years(m) ? "inputs but the weather years" : "inputs", 100 * s->linear);
}

/* Greatest total first. */
static void sort_by_total(const struct influence **x, int n)
{
    for (int i = 1; i < n; i++) {
        const struct influence *one = x[i];
        int k = i;
        for (; k > 0 && x[k - 1]->index.total < one->index.total; k--) x[k] = x[k - 1];
        x[k] = one;
    }
}

static void print_indices(struct builder *b, const struct montecarlo *m,
                          const struct study_table *t, const struct shown_outcome *s)
{
    struct arena *a = b->arena;
    const struct influence **x = ARENA_ARRAY(a, const struct influence *, (size_t)m->n_input);
    if (!s->n_index_row) return;
    for (int k = 0; k < m->n_input; k++) x[k] = &s->influence[k];
    sort_by_total(x, m->n_input);
    builder_format(b, "\n%s: shares of its variance, from %d rows\n%-*s %19s %19s\n",
                   label_of(t, s->outcome, a), s->n_index_row, KEY_WIDTH, "  input", "alone",
                   "with others");
    for (int k = 0; k < m->n_input && k < BARS; k++)
        builder_format(b, "  %-*s %8.3f +/- %6.3f %8.3f +/- %6.3f\n", KEY_WIDTH - 2,
                       m->input[x[k]->input].key.key, x[k]->index.first, x[k]->index.first_half,
                       x[k]->index.total, x[k]->index.total_half);
    if (m->n_input > BARS) builder_format(b, "  and %d less; --json has them\n", m->n_input - BARS);
}

static void print_convergence(struct builder *b, const struct montecarlo *m,
                              const struct study_table *t, const struct shown_outcome *s)
{
    struct arena *a = b->arena;
    if (!s->n_convergence) return;
    const struct quantile *end = s->convergence[s->n_convergence - 1].quantile;
    int d = decimals_of(s->outcome, end[QUANTILE_90].high - end[QUANTILE_90].low);
    builder_format(b, "\n%s: how the draws tell it\n  %9s %11s %-16s %11s %-16s\n",
                   label_of(t, s->outcome, a), "draws", "P50", "known to", "P90", "known to");
    for (int i = 0; i < s->n_convergence; i++) {
        const struct convergence *c = &s->convergence[i];
        const struct quantile *q = c->quantile;
        builder_format(b, "  %9d %11s %-16s %11s %s\n", c->n,
                       cell(s->outcome, q[QUANTILE_50].value, d, a),
                       known_to(s->outcome, &q[QUANTILE_50], d, a),
                       cell(s->outcome, q[QUANTILE_90].value, d, a),
                       known_to(s->outcome, &q[QUANTILE_90], d, a));
    }
    (void)m;
}

void print_montecarlo(struct builder *b, const struct montecarlo *m)
{
    struct study_table t = montecarlo_table(m, b->arena);
    char n[TEXT_NUMBER_CAP];
    builder_format(b, "%s: %s draws (%s, seed %llu) of %d uncertain value%s\n\n", t.title,
                   text_fixed(n, m->request.draws, 0, true), sampling_words[m->request.sampling],
                   (unsigned long long)m->request.seed, m->n_input, m->n_input == 1 ? "" : "s");
    if (m->n_failed) builder_format(b, "%d draws failed and are left out\n\n", m->n_failed);
    if (m->n_spread)
        print_spreads(b, m, &t);
    else
        builder_text(b, "no outcome varies\n");
    print_parts(b, m);
    print_same_date(b, m);
    print_chances(b, m);
    for (int i = 0; i < m->n_shown; i++) print_influence(b, m, &t, &m->shown[i]);
    for (int i = 0; i < m->n_shown; i++) print_indices(b, m, &t, &m->shown[i]);
    for (int i = 0; i < m->n_shown; i++) print_convergence(b, m, &t, &m->shown[i]);
}

int print_failed_draws(const struct montecarlo *m)
{
    for (int i = 0; i < m->n_failure && i < REASONS; i++)
        fprintf(stderr, "dcplan: %d of %d draws failed, the first of them draw %d: %s\n",
                m->failure[i].n, m->request.draws, m->failure[i].first + 1, m->failure[i].text);
    return m->n_failed ? EXIT_MODEL : EXIT_DONE;
}
