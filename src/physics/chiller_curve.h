#ifndef DCPLAN_PHYSICS_CHILLER_CURVE_H
#define DCPLAN_PHYSICS_CHILLER_CURVE_H

/* Electric chiller by the EIR curves of DOE-2 (EnergyPlus Engineering Reference,
   Chiller:Electric:EIR), and by a constant share of Carnot's efficiency. */

#include <math.h>
#include <stdbool.h>

#include "physics/biquadratic.h"

/* cap_ft and eir_ft are biquadratic in te (leaving chilled water, degC) and tc
   (entering condenser water, or outdoor air if air-cooled, degC), both 1 at the
   rated point; eir_plr is a cubic in the part-load ratio. */
struct chiller_curve {
    double cap_ft[6], eir_ft[6], eir_plr[4];
    double te_min_c, te_max_c, tc_min_c, tc_max_c; /* where the fits hold */
    double plr_min;                                /* below: the compressor cycles */
    double plr_min_unload;                         /* below: hot gas bypass, power stays */
    double plr_max;
    double lift_min_k; /* least tc - te that head-pressure control allows */
    /* Share of Carnot: above 0 it stands for cap_ft and eir_ft, at any temperature. */
    double carnot_frac, evap_k, cond_k;
};

struct chiller_point {
    double cap_w;    /* capacity at these temperatures */
    double plr;      /* part-load ratio, at most plr_max */
    double served_w; /* load met; less than asked when plr would pass plr_max */
    double power_w;
    double cop;           /* served / power; 0 when idle */
    double condenser_w;   /* heat to the condenser: served + power */
    bool is_extrapolated; /* te or tc lay outside the box of the fits */
};

/* Divides eir_plr by its value at 1, which published sets miss by up to 2 %.
   False, and nothing changed, unless that value is positive. */
bool chiller_curve_normalise(struct chiller_curve *c);

/* Capacity and power for load_w at te_c and tc_c.

   Qav = rated_w cap_ft;  P = Qav / cop eir_ft eir_plr(max(plr, plr_min_unload)) cyc,
   cyc = min(1, plr / plr_min).

   Outside the box both curves are taken at its edge, and the efficiency then
   follows Carnot from there: COP = COP_edge T_e / T_e,edge L_edge / L, with lift
   L = max((tc + 8) - (te - 2), 8 K), approaches of 8 K and 2 K at the condenser
   and evaporator; is_extrapolated says so.  tc below te + lift_min_k is raised
   to it.

   With carnot_frac the capacity is rated_w at any temperature and the efficiency that
   of chiller_carnot_cop; nothing is extrapolated, and cop is not looked at.

   All fields are NaN when a temperature is not finite, load_w < 0, or a curve
   is not positive.  load_w = 0 costs nothing. */
struct chiller_point chiller_curve_at(const struct chiller_curve *c, double rated_w, double cop,
                                      double te_c, double tc_c, double load_w);

/* COP of a chiller that reaches the share carnot_frac (0.45 to 0.60) of Carnot,
   COP = carnot_frac T_e / (T_cond - T_evap), with the refrigerant evap_k below the
   leaving chilled water and cond_k above the entering condenser water; the
   difference counts as at least 8 K.  NaN unless carnot_frac is in (0, 1]. */
double chiller_carnot_cop(double carnot_frac, double te_c, double tc_c, double evap_k,
                          double cond_k);

/* The parts of chiller_curve_at, for loops that go side by side; nothing is checked. */
struct chiller_full {
    double cap_w, cop;
    double eir;    /* power over capacity, relative to that COP */
    double beyond; /* 1: outside the box of the fits, else 0 */
};

static inline double chiller_lift_k(double te_c, double tc_c)
{
    double lift_k = (tc_c + 8) - (te_c - 2);
    return lift_k > 8 ? lift_k : 8;
}

static inline double chiller_held(double x, double lo, double hi)
{
    return x < lo ? lo : x > hi ? hi : x;
}

/* By the curves, tc raised already. */
static inline struct chiller_full chiller_full_curves(const struct chiller_curve *c, double rated_w,
                                                      double cop, double te_c, double tc_c)
{
    double te = chiller_held(te_c, c->te_min_c, c->te_max_c);
    double tc = chiller_held(tc_c, c->tc_min_c, c->tc_max_c);
    double carnot =
        (te + 273.15) * chiller_lift_k(te_c, tc_c) / ((te_c + 273.15) * chiller_lift_k(te, tc));
    double beyond = fabs(te_c - te) + fabs(tc_c - tc) > 0 ? 1 : 0;
    return (struct chiller_full){rated_w * biquadratic(c->cap_ft, te, tc), cop,
                                 biquadratic(c->eir_ft, te, tc) * carnot, beyond};
}

/* By the share of Carnot. */
static inline struct chiller_full chiller_full_carnot(const struct chiller_curve *c, double rated_w,
                                                      double te_c, double tc_c)
{
    double lift_k = (tc_c + c->cond_k) - (te_c - c->evap_k);
    double cop = c->carnot_frac * (te_c + 273.15) / (lift_k < 8 ? 8 : lift_k);
    return (struct chiller_full){rated_w, cop, 1, 0};
}

/* Whether the curves give a machine that works; te + tc says whether both are finite. */
static inline bool chiller_works(struct chiller_full f, double te_c, double tc_c)
{
    double both = te_c + tc_c;
    return (f.cap_w > 0) & (f.eir > 0) & (f.cop > 0) & (both - both == 0);
}

/* Power over that of full load; NaN where the curve is not positive. */
static inline double chiller_part(const struct chiller_curve *c, double plr)
{
    double x = plr > c->plr_min_unload ? plr : c->plr_min_unload;
    double part = c->eir_plr[0] + x * (c->eir_plr[1] + x * (c->eir_plr[2] + x * c->eir_plr[3]));
    double per_min = 1 / c->plr_min, cycling = plr < c->plr_min ? plr * per_min : 1;
    return part > 0 ? part * cycling : (double)NAN;
}

/* Power of a chiller at full load, W, and its capacity, with their slopes over tc, for
   steps of Newton: chiller_full_* and the COP in one. */
struct chiller_slopes {
    double cap_w, cap_w_k, power_w, power_w_k;
};

static inline struct chiller_slopes chiller_slopes_curves(const struct chiller_curve *c,
                                                          double rated_w, double cop, double te_c,
                                                          double tc_c)
{
    double te = chiller_held(te_c, c->te_min_c, c->te_max_c);
    double tc = chiller_held(tc_c, c->tc_min_c, c->tc_max_c);
    double inside = ((tc < tc_c) | (tc > tc_c)) ? 0 : 1;
    const double *a = c->cap_ft, *b = c->eir_ft;
    double cap = biquadratic(a, te, tc), eir = biquadratic(b, te, tc);
    double cap_k = inside * (a[3] + 2 * a[4] * tc + a[5] * te);
    double eir_k = inside * (b[3] + 2 * b[4] * tc + b[5] * te);
    double lift_k = chiller_lift_k(te_c, tc_c), edge_k = chiller_lift_k(te, tc);
    double warm_k = te_c + 273.15, per_w = rated_w / cop;
    double inverse = 1 / (warm_k * lift_k * edge_k); /* one division for three */
    double carnot = (te + 273.15) * lift_k * (lift_k * inverse);
    double per_lift = lift_k > 8 ? warm_k * edge_k * inverse : 0;
    double per_edge = edge_k > 8 ? inside * (warm_k * lift_k * inverse) : 0;
    double carnot_k = carnot * (per_lift - per_edge);
    return (struct chiller_slopes){
        rated_w * cap, rated_w * cap_k, per_w * cap * eir * carnot,
        per_w * ((cap_k * eir + cap * eir_k) * carnot + cap * eir * carnot_k)};
}

static inline struct chiller_slopes chiller_slopes_carnot(const struct chiller_curve *c,
                                                          double rated_w, double te_c, double tc_c)
{
    double per_k = rated_w / (c->carnot_frac * (te_c + 273.15));
    double lift_k = (tc_c + c->cond_k) - (te_c - c->evap_k), rises = lift_k < 8 ? 0 : 1;
    lift_k = lift_k < 8 ? 8 : lift_k;
    return (struct chiller_slopes){rated_w, 0, per_k * lift_k, per_k * rises};
}

/* chiller_part and its slope over plr; 0, not NaN, where the curve is not positive. */
struct chiller_part_slope {
    double part, per_plr;
};

static inline struct chiller_part_slope chiller_part_slope(const struct chiller_curve *c,
                                                           double plr)
{
    const double *a = c->eir_plr;
    double unloads = plr > c->plr_min_unload ? 1 : 0, cycles = plr < c->plr_min ? 1 : 0;
    double x = unloads * plr + (1 - unloads) * c->plr_min_unload, per_min = 1 / c->plr_min;
    double part = a[0] + x * (a[1] + x * (a[2] + x * a[3]));
    double slope = unloads * (a[1] + x * (2 * a[2] + x * (3 * a[3])));
    part = part > 0 ? part : 0;
    double cycling = 1 + cycles * (plr * per_min - 1), per_plr = cycles * per_min;
    return (struct chiller_part_slope){part * cycling, slope * cycling + part * per_plr};
}

/* Integrated part load value from COPs at 100, 75, 50, 25 % load (AHRI 550/590). */
double chiller_iplv(double cop100, double cop75, double cop50, double cop25);

#endif
