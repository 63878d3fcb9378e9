#include "physics/dry_coil.h"

#include <math.h>
#include <stdbool.h>

#include "base/elementary.h"
#include "base/solve.h"
#include "physics/flow.h"
#include "physics/psychro.h"

#define NOT_A_NUMBER ((double)NAN)

enum { STEPS_MAX = 60 };
static const double SPLIT = 0.5, AIR_EXPONENT = 0.8, LIQUID_EXPONENT = 0.85;

struct dry_coil dry_coil_size(double heat_w, double air_in_c, double air_out_c, double liquid_in_c,
                              double liquid_out_c)
{
    struct dry_coil c = {.air_w_k = heat_w / (air_out_c - air_in_c),
                         .liquid_w_k = heat_w / (liquid_in_c - liquid_out_c)};
    double cmin = fmin(c.air_w_k, c.liquid_w_k), cmax = fmax(c.air_w_k, c.liquid_w_k);
    double eff = heat_w / (cmin * (liquid_in_c - air_in_c)), ua = NOT_A_NUMBER;
    if (heat_w > 0 && air_out_c > air_in_c && liquid_in_c > liquid_out_c)
        ua = exchanger_ntu_crossflow(eff, cmin / cmax) * cmin;
    c.films = exchanger_films_make(ua, SPLIT, AIR_EXPONENT, LIQUID_EXPONENT);
    return c;
}

/* Heat per kelvin between the inlets. */
static double conductance_w_k(double ua, double ca, double cl)
{
    double cmin = fmin(ca, cl), cmax = fmax(ca, cl);
    return cmin > 0 ? exchanger_eff_crossflow(ua / cmin, cmin / cmax) * cmin : 0;
}

struct dry_coil_point dry_coil_at(const struct dry_coil *c, double air_ratio, double liquid_ratio,
                                  double liquid_in_c, double air_in_c)
{
    struct dry_coil_point p = {NOT_A_NUMBER, NOT_A_NUMBER, NOT_A_NUMBER};
    if (!(air_ratio >= 0 && liquid_ratio >= 0)) return p;
    double ca = c->air_w_k * air_ratio, cl = c->liquid_w_k * liquid_ratio;
    double ua = exchanger_films_ua_w_k(&c->films, air_ratio, liquid_ratio);
    p.heat_w = conductance_w_k(ua, ca, cl) * (liquid_in_c - air_in_c);
    p.liquid_out_c = cl > 0 ? liquid_in_c - p.heat_w / cl : liquid_in_c;
    p.air_out_c = ca > 0 ? air_in_c + p.heat_w / ca : air_in_c;
    return p;
}

/* Kelvin between the inlets per watt, at 1/air ratio = y. */
static double resistance_k_w(const struct dry_coil *c, double y, double cl, double liquid_film)
{
    double air_film = c->films.air_w_k * pow_of(y, -c->films.air_exponent);
    double ua = air_film * liquid_film / (air_film + liquid_film);
    return 1 / conductance_w_k(ua, c->air_w_k / y, cl);
}

/* The resistance is nearly a straight line in 1/air ratio: secant there, between
   design air and the least air that could carry the heat away, from the rule of
   thumb heat ~ air^0.6. */
double dry_coil_air_ratio(const struct dry_coil *c, double liquid_ratio, double liquid_in_c,
                          double air_in_c, double heat_w)
{
    double dt = liquid_in_c - air_in_c, full = dry_coil_at(c, 1, liquid_ratio, dt, 0).heat_w;
    if (isnan(full) || isnan(heat_w)) return NOT_A_NUMBER;
    if (!(heat_w > 0)) return 0;
    if (!(full > heat_w)) return 1;
    double want = dt / heat_w, cl = c->liquid_w_k * liquid_ratio;
    double film = c->films.liquid_w_k * pow_of(liquid_ratio, c->films.liquid_exponent);
    struct root r = {.lo = 1, .hi = c->air_w_k * want, .x = 1, .f = want - dt / full};
    double y = fmin(pow_of(full / heat_w, 1 / 0.6), 0.5 * (1 + r.hi));
    for (int i = 0; i < STEPS_MAX; i++) {
        double last = y;
        y = root_next(&r, y, want - resistance_k_w(c, y, cl, film));
        if (!(fabs(y - last) > 1e-9 * y)) break;
    }
    return 1 / y;
}

/* Conductance over the share of the most air, at one flow of liquid. */
struct partial {
    const struct dry_coil *c;
    double air_most, liquid_w_k, liquid_film_w_k;
};

static double partial_w_k(const struct partial *p, double share)
{
    const struct exchanger_films *f = &p->c->films;
    double air_ratio = share * p->air_most;
    double air = f->air_w_k * flow_power_of(air_ratio, f->air_exponent);
    double both = air + p->liquid_film_w_k;
    double ua = both > 0 ? air * p->liquid_film_w_k / both : both;
    return conductance_w_k(ua, p->c->air_w_k * air_ratio, p->liquid_w_k);
}

struct bracket {
    double lo, hi;
};

/* Near the share that gives want; on both sides so far from it that rounding decides nothing
   beyond.  The whole range where the conductance is too flat for that. */
static struct bracket bracket_of(const struct partial *p, double want, double full, double guess)
{
    enum { WIDEN = 32, TRIES = 3 };
    static const double clear = 1e-13; /* several times the error of the functions in it */
    struct root r = {.lo = 0, .hi = 1, .x = 1, .f = want - full};
    double x = guess, apart = 1e-12;
    for (int i = 0; i < STEPS_MAX; i++) {
        double last = x;
        x = root_next(&r, x, want - partial_w_k(p, x));
        if (!(fabs(x - last) > 1e-13 * x)) break;
    }
    for (int i = 0; i < TRIES; i++, apart *= WIDEN) {
        struct bracket b = {x * (1 - apart), x * (1 + apart)};
        if (want - partial_w_k(p, b.lo) > clear * want &&
            partial_w_k(p, b.hi) - want > clear * want)
            return b;
    }
    return (struct bracket){0, 1};
}

double dry_coil_air_share(const struct dry_coil *c, double air_most, double liquid_ratio,
                          double share)
{
    enum { HALVINGS = 50 };
    const struct exchanger_films *f = &c->films;
    struct partial p = {c, air_most, c->liquid_w_k * liquid_ratio,
                        f->liquid_w_k * flow_power_of(liquid_ratio, f->liquid_exponent)};
    double full = partial_w_k(&p, 1), want = share * full, lo = 0, hi = 1;
    if (share <= 0) return 0;
    if (share >= 1) return 1;
    struct bracket b = bracket_of(&p, want, full, share * sqrt(share));
    for (int i = 0; i < HALVINGS; i++) {
        double mid = (lo + hi) / 2;
        bool is_below = mid < b.hi && (mid <= b.lo || partial_w_k(&p, mid) < want);
        *(is_below ? &lo : &hi) = mid;
    }
    return (lo + hi) / 2;
}

struct dry_coil_pads dry_coil_precool(double t_c, double w, double p_pa, double effectiveness,
                                      double air_kg_s, double bleed_frac)
{
    struct dry_coil_pads pads = {NOT_A_NUMBER, NOT_A_NUMBER, NOT_A_NUMBER};
    if (!(air_kg_s >= 0 && bleed_frac >= 0 && bleed_frac < 1)) return pads;
    struct psychro_state out =
        psychro_evaporative((struct psychro_state){t_c, w}, effectiveness, p_pa);
    pads.air_c = out.t_c;
    pads.w = out.w;
    pads.water_kg_s = air_kg_s * (out.w - w) / (1 - bleed_frac);
    return pads;
}
