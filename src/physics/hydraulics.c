#include "physics/hydraulics.h"

#include <math.h>

#include "base/elementary.h"

double pump_head_pa(const struct pump_curve *p, double flow_m3_s)
{
    double x = flow_m3_s / p->flow_m3_s;
    return p->shutoff_pa - (p->shutoff_pa - p->head_pa) * x * x;
}

double hydraulic_drop_in_pa(double drop_pa, double exponent, const struct fluid *told,
                            const struct fluid *in)
{
    return drop_pa * pow_of(in->rho_kg_m3 / told->rho_kg_m3, exponent - 1) *
           pow_of(in->mu_pa_s / told->mu_pa_s, 2 - exponent);
}
