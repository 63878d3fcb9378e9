#ifndef DCPLAN_PHYSICS_CHILLER_CURVE_H
#define DCPLAN_PHYSICS_CHILLER_CURVE_H

/* Electric chiller by the EIR curves of DOE-2 (EnergyPlus Engineering Reference,
   Chiller:Electric:EIR), and by a constant share of Carnot's efficiency. */

#include <stdbool.h>

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

/* Integrated part load value from COPs at 100, 75, 50, 25 % load (AHRI 550/590). */
double chiller_iplv(double cop100, double cop75, double cop50, double cop25);

#endif
