#include "physics/reliability.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>

#include <math.h>
#include <stdbool.h>

#define NOT_A_NUMBER ((double)NAN)

static const double YEAR_H = 8760;

static bool is_share(double x)
{
    return x >= 0 && x <= 1;
}

double reliability_unavailability(double mtbf, double mttr)
{
    if (!(mtbf > 0 && mttr >= 0)) return NOT_A_NUMBER;
    return mttr / (mtbf + mttr);
}

double reliability_availability(double mtbf, double mttr)
{
    if (!(mtbf > 0 && mttr >= 0)) return NOT_A_NUMBER;
    return 1 / (1 + mttr / mtbf);
}

double reliability_hours_per_year(double u)
{
    return is_share(u) ? YEAR_H * u : NOT_A_NUMBER;
}

double reliability_series(const double *u, int n)
{
    double down = 0;
    for (int i = 0; i < n; i++) down = is_share(u[i]) ? down + u[i] * (1 - down) : NOT_A_NUMBER;
    return down;
}

double reliability_parallel(const double *u, int n)
{
    double down = 1;
    for (int i = 0; i < n; i++) down = is_share(u[i]) ? down * u[i] : NOT_A_NUMBER;
    return down;
}

/* A single part has no other to share a cause with. */
static double shared(double beta, int units)
{
    return units > 1 ? beta : 0;
}

/* More than units - needed of independent parts are down. */
static double independent(int needed, int units, double u)
{
    return gsl_cdf_binomial_Q((unsigned)(units - needed), u, (unsigned)units);
}

double reliability_k_of_n(int needed, int units, double u, double beta)
{
    if (!(is_share(u) && is_share(beta) && units >= 0)) return NOT_A_NUMBER;
    if (needed <= 0) return 0;
    if (needed > units) return 1;
    beta = shared(beta, units);
    double parts[] = {beta * u, independent(needed, units, (1 - beta) * u)};
    return reliability_series(parts, 2);
}

double reliability_k_of_n_frequency(int needed, int units, double u, double beta, double rate)
{
    if (!(is_share(u) && is_share(beta) && units >= 0 && rate >= 0)) return NOT_A_NUMBER;
    if (needed <= 0 || needed > units) return 0;
    beta = shared(beta, units);
    double common = beta * u, own = (1 - beta) * u;
    double others = gsl_ran_binomial_pdf((unsigned)(units - needed), own, (unsigned)units - 1);
    double single = units * others * (1 - beta) * rate * (1 - own);
    double all = beta * rate * (1 - common);
    return single * (1 - common) + all * (1 - independent(needed, units, own));
}

double reliability_pair_frequency(double rate, double mttr)
{
    if (!(rate >= 0 && mttr >= 0)) return NOT_A_NUMBER;
    return 2 * rate * rate * mttr;
}
