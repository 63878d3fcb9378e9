#include "physics/air_index.h"

#include <math.h>

double air_shi(double heat_w, double taken_up_w)
{
    double all_w = heat_w + taken_up_w;
    return all_w > 0 ? taken_up_w / all_w : (double)NAN;
}

double air_rti_pct(double equipment_m3_s, double units_m3_s)
{
    return units_m3_s > 0 ? 100 * equipment_m3_s / units_m3_s : (double)NAN;
}

double air_rci_pct(double over_k, double n, double recommended_c, double allowable_c)
{
    double span_k = fabs(allowable_c - recommended_c);
    if (!(n > 0) || isnan(over_k)) return (double)NAN;
    if (!(over_k > 0)) return 100;
    return span_k > 0 ? 100 * (1 - over_k / (n * span_k)) : (double)NAN;
}
