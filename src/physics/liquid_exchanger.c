#include "physics/liquid_exchanger.h"

#include <math.h>

#include "base/elementary.h"

static const double film_exponent = 0.7;

double stream_w_k(const struct stream *s)
{
    return s->flow_m3_s * s->fluid.rho_kg_m3 * s->fluid.cp_j_kg_k;
}

/* Film of a stream in one and the same channels, but for a constant. */
static double film_of(const struct stream *s)
{
    const struct fluid *f = &s->fluid;
    double reynolds = f->rho_kg_m3 * s->flow_m3_s / f->mu_pa_s;
    double prandtl = f->mu_pa_s * f->cp_j_kg_k / f->k_w_m_k;
    return f->k_w_m_k * pow_of(reynolds, film_exponent) * pow_of(prandtl, 1.0 / 3);
}

struct liquid_exchanger liquid_exchanger_size(double heat_w, double approach_k,
                                              const struct stream *coolant,
                                              const struct stream *water)
{
    struct liquid_exchanger x = {*coolant, *water, (double)NAN, (double)NAN};
    double hot_w_k = stream_w_k(coolant), cold_w_k = stream_w_k(water);
    double low = fmin(hot_w_k, cold_w_k), high = fmax(hot_w_k, cold_w_k);
    if (!(approach_k > 0 && heat_w > 0 && low > 0)) return x;
    double eff = heat_w / (low * (approach_k + heat_w / hot_w_k));
    double ua_w_k = exchanger_ntu_counterflow(eff, low / high) * low;
    struct exchanger_films f =
        exchanger_films_make(ua_w_k, film_of(coolant) / film_of(water), 1, 1);
    x.coolant_film_w_k = f.air_w_k;
    x.water_film_w_k = f.liquid_w_k;
    return x;
}

double liquid_exchanger_coolant_w_k(const struct liquid_exchanger *x, const struct stream *coolant)
{
    return x->coolant_film_w_k * film_of(coolant) / film_of(&x->coolant);
}

double liquid_exchanger_water_w_k(const struct liquid_exchanger *x, const struct stream *water)
{
    return x->water_film_w_k * film_of(water) / film_of(&x->water);
}

double liquid_exchanger_between_k_w(double coolant_film_w_k, double water_film_w_k,
                                    const struct stream *coolant, const struct stream *water)
{
    double hot_w_k = stream_w_k(coolant), cold_w_k = stream_w_k(water);
    double low = fmin(hot_w_k, cold_w_k), high = fmax(hot_w_k, cold_w_k);
    if (!(low > 0)) return (double)NAN;
    double ua_w_k = coolant_film_w_k * water_film_w_k / (coolant_film_w_k + water_film_w_k);
    return 1 / (exchanger_eff_counterflow(ua_w_k / low, low / high) * low) - 1 / hot_w_k;
}

double liquid_exchanger_k_w(const struct liquid_exchanger *x, const struct stream *coolant,
                            const struct stream *water)
{
    return liquid_exchanger_between_k_w(liquid_exchanger_coolant_w_k(x, coolant),
                                        liquid_exchanger_water_w_k(x, water), coolant, water);
}
