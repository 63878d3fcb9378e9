#include "physics/harmonic.h"

#include <math.h>

#define NOT_A_NUMBER ((double)NAN)

/* Sum of frac^2 order^(2 weight), weight 0 or 1. */
static double sum_of_squares(const struct harmonic *spectrum, int n, int weight)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        const struct harmonic *h = &spectrum[i];
        if (!(h->order >= 2 && h->frac >= 0)) return NOT_A_NUMBER;
        double part = weight ? h->frac * h->order : h->frac;
        sum += part * part;
    }
    return sum;
}

double harmonic_thd(const struct harmonic *spectrum, int n)
{
    return sqrt(sum_of_squares(spectrum, n, 0));
}

double harmonic_rms(const struct harmonic *spectrum, int n)
{
    return sqrt(1 + sum_of_squares(spectrum, n, 0));
}

double harmonic_k_factor(const struct harmonic *spectrum, int n)
{
    return (1 + sum_of_squares(spectrum, n, 1)) / (1 + sum_of_squares(spectrum, n, 0));
}

double harmonic_transformer_frac(double k_factor, double eddy_frac)
{
    if (!(k_factor >= 1 && eddy_frac >= 0)) return NOT_A_NUMBER;
    return sqrt((1 + eddy_frac) / (1 + k_factor * eddy_frac));
}
