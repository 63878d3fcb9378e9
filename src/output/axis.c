#include "output/axis.h"

#include <math.h>

double scale_at(const struct scale *s, double value)
{
    double span = s->value1 - s->value0;
    if (!(fabs(span) > 0)) return s->point0;
    return s->point0 + (value - s->value0) / span * (s->point1 - s->point0);
}

static double step_nice(double rough, int *decimals)
{
    static const double nice[] = {1, 2, 2.5, 5, 10};
    double power = floor(log10(rough)), base = pow(10, power);
    int i = 0;
    while (i < 4 && nice[i] * base < rough * (1 - 1e-9)) i++;
    double digits = -power + (i == 2 ? 1 : i == 4 ? -1 : 0);
    *decimals = digits > 0 ? (int)digits : 0;
    return nice[i] * base;
}

struct ticks ticks_nice(double min, double max, int target)
{
    if (!isfinite(min) || !isfinite(max) || !(max >= min)) min = 0, max = 1;
    if (max - min < 1e-9 * fmax(fabs(max), 1e-3)) { /* one value: room on both sides */
        double room = fmax(fabs(max) * 0.05, 0.5);
        min -= room;
        max += room;
    }
    struct ticks t = {.is_year = false};
    t.step = step_nice((max - min) / (target > 0 ? target : 1), &t.decimals);
    t.first = floor(min / t.step + 1e-9) * t.step;
    t.n = (int)ceil((max - t.first) / t.step - 1e-9) + 1;
    return t;
}

double ticks_value(const struct ticks *t, int i)
{
    return t->first + i * t->step;
}

double ticks_last(const struct ticks *t)
{
    return ticks_value(t, t->n - 1);
}

const char *ticks_text(const struct ticks *t, int i, char out[TEXT_NUMBER_CAP])
{
    return text_fixed(out, ticks_value(t, i), t->decimals, !t->is_year);
}
