/* Time value of money. */

#include "base/cash.h"

#include <math.h>
#include <stdbool.h>

#include "base/elementary.h"
#include "base/solve.h"

double cash_npv(const struct cash_flow *flow, double rate)
{
    double value = 0;
    for (int i = flow->n - 1; i >= 0; i--)
        value = flow->at(flow->context, i) + (i < flow->n - 1 ? value / (1 + rate) : 0);
    return isfinite(value) ? value : (double)NAN;
}

struct sloped { /* the value over ln(1 + rate), turned so that it falls */
    const struct cash_flow *flow;
    double sign;
};

static double value_at(double log_rate, void *context)
{
    const struct sloped *s = context;
    return s->sign * cash_npv(s->flow, expm1_of(log_rate));
}

/* The zero within one step, from edge outwards; NaN when there is none. */
static double zero_within(const struct cash_flow *flow, double lo, double hi)
{
    const double tolerance = 1e-16;
    struct sloped s = {flow, 1};
    double at_lo = value_at(lo, &s), at_hi = value_at(hi, &s);
    if (isnan(at_lo) || isnan(at_hi) || (at_lo > 0) == (at_hi > 0)) return (double)NAN;
    s.sign = at_lo > at_hi ? 1 : -1;
    return expm1_of(solve_falling(value_at, &s, lo, hi, tolerance));
}

static bool changes_sign(const struct cash_flow *flow)
{
    bool paid = false, got = false;
    for (int i = 0; i < flow->n; i++) {
        double x = flow->at(flow->context, i);
        if (isnan(x)) return false;
        paid = paid || x < 0;
        got = got || x > 0;
    }
    return paid && got;
}

double cash_irr(const struct cash_flow *flow)
{
    const double step = 0.02, least = log_of(0.01), most = log_of(10001);
    if (!changes_sign(flow)) return (double)NAN;
    for (double from = 0; from < most; from += step) {
        double up = zero_within(flow, from, from + step);
        double down = -from > least ? zero_within(flow, -from - step, -from) : (double)NAN;
        if (!isnan(up) || !isnan(down)) {
            if (isnan(up) || isnan(down)) return isnan(up) ? down : up;
            return fabs(up) < fabs(down) ? up : down;
        }
    }
    return (double)NAN;
}

double cash_payment(double rate, double n, double present_value)
{
    if (isnan(rate) || rate <= -1 || !(n > 0)) return (double)NAN;
    if (!(rate < 0 || rate > 0)) return present_value / n;
    return present_value * rate / -expm1_of(-n * log1p_of(rate));
}
