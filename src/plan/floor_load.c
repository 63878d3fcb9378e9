#include "plan/floor_load.h"

#include <math.h>

static const double gravity_m_s2 = 9.80665;
static const double spread_most_m = 0.76;
static const double unit_m = 0.04445; /* IEC 60297 */

double floor_point_n(double kg, int feet)
{
    return kg * gravity_m_s2 / (feet >= 4 ? feet - 1 : feet);
}

double floor_uniform_pa(double kg, double area_m2)
{
    return kg * gravity_m_s2 / area_m2;
}

static double share_m(const struct room_plan *p, int i, int way)
{
    return fmin(room_plan_free_m(p, i, way, NULL) / 2, spread_most_m);
}

double floor_area_m2(const struct room_plan *p, int i)
{
    const struct layout_box *b = &p->item[i].box;
    double x_m = b->x1_m - b->x0_m + share_m(p, i, WAY_EAST) + share_m(p, i, WAY_WEST);
    double y_m = b->y1_m - b->y0_m + share_m(p, i, WAY_NORTH) + share_m(p, i, WAY_SOUTH);
    return x_m * y_m;
}

double floor_footprint_m2(const struct standing *at)
{
    return at->width_m * at->depth_m;
}

double floor_most_kg(const struct room *r, double area_m2, int feet)
{
    double by_area = r->floor_load_pa / floor_uniform_pa(1, area_m2);
    double by_foot = r->point_load_n / floor_point_n(1, feet);
    return fmin(by_area, by_foot); /* of a number and NaN the number */
}

double floor_centre_m(const struct rack *r, const struct rack_use *use)
{
    double top_m = rack_height_m(r), foot_m = fmax(top_m - r->units_u * unit_m, 0) / 2;
    double kg = r->own_kg + use->moment_kg;
    double moment = r->own_kg * top_m / 2 + use->moment_kg_m + use->moment_kg * foot_m;
    return kg > 0 ? moment / kg : (double)NAN;
}

double floor_rack_kg(const struct rack *r, const struct rack_use *use)
{
    double kg = r->own_kg + use->kg;
    return kg > 0 ? kg : (double)NAN;
}
