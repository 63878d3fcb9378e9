#include "plan/pack_optimum.h"

#include <math.h>
#include <string.h>

#include "plan/pack_mend.h"

static const double gap_rel = 1e-9; /* that is no gap */

static double largest_value(const struct pack_cells *x)
{
    double most = 0;
    for (int c = 0; c < x->n_class; c++)
        for (int i = 0; i < x->class[c].n_item; i++) most = fmax(most, x->class[c].item[i].value);
    return most;
}

/* Euclid's common measure, with what rounding leaves taken for zero. */
static double measure(double a, double b, double zero)
{
    while (b > zero) {
        double rest = fmod(a, b);
        if (b - rest <= zero) rest = 0;
        a = b;
        b = rest;
    }
    return a;
}

double optimum_quantum(const struct optimum *s)
{
    const struct pack_cells *x = &s->cells;
    double top = largest_value(x), q = top, off = 0, least = top, pieces = 0;
    for (int c = 0; c < x->n_class; c++)
        for (int i = 0; i < x->class[c].n_item; i++) {
            q = measure(q, x->class[c].item[i].value, 1e-9 * top);
            least = fmin(least, x->class[c].item[i].value);
        }
    q = top / round(top / q);
    for (int c = 0; c < x->n_class; c++)
        for (int i = 0; i < x->class[c].n_item; i++) {
            double times = x->class[c].item[i].value / q;
            off = fmax(off, fabs(times - round(times)));
        }
    for (int t = 0; t < s->p->n_type; t++) pieces += s->p->wanted[t];
    bool is_sure = off * pieces < 1e-3 && pieces * top / q < 1e9;
    return is_sure ? q : 0;
}

double optimum_better(const struct optimum *s)
{
    double worth = s->out->worth;
    return s->quantum > 0 ? worth + 0.99 * s->quantum : worth + 0.5 * gap_rel * fabs(worth);
}

bool optimum_is_closed(const struct optimum *s)
{
    double worth = s->out->worth, bound = s->out->bound;
    if (bound <= worth) return true;
    return s->quantum > 0 ? bound < optimum_better(s) : bound <= worth + gap_rel * fabs(worth);
}

void optimum_lower_bound(struct optimum *s, double bound)
{
    if (s->quantum > 0) bound = s->quantum * (floor(bound / s->quantum + 2e-3) + 1e-3);
    s->out->bound = fmax(s->out->worth, fmin(s->out->bound, bound));
}

/* No packing is worth more than this, or hardly. */
static double enough(const struct optimum *s)
{
    double bound = s->out->bound;
    return s->quantum > 0 ? bound - 0.01 * s->quantum : bound - gap_rel * fabs(bound);
}

struct mip_limits optimum_limits(const struct optimum *s, long nodes)
{
    return (struct mip_limits){
        .nodes = nodes, .seconds = deadline_seconds_left(s->deadline), .enough = enough(s)};
}

void optimum_offer(struct optimum *s, int *count)
{
    if (!pack_holds(s->p, count)) pack_mend(s->p, count, s->a);
    pack_fill_up(s->p, count, s->a);
    double worth = pack_worth(s->p, count);
    if (!(worth > s->out->worth) || !pack_holds(s->p, count)) return;
    memcpy(s->out->count, count, (size_t)s->p->n_type * (size_t)s->p->n_bin * sizeof *count);
    s->out->worth = worth;
    s->out->bound = fmax(s->out->bound, worth);
}
