#include "model/layout.h"

#include <math.h>

const char *const way_words[] = {"+x", "-x", "+y", "-y", NULL};

bool standing_has_place(const struct standing *s)
{
    return s->position_m.n == 2;
}

static int row_of(const struct standing *s)
{
    if (s->row >= 0) return s->row;
    return s->facing == WAY_EAST || s->facing == WAY_WEST ? WAY_NORTH : WAY_EAST;
}

struct layout_box standing_box(const struct standing *s, int k)
{
    bool along_x = s->facing == WAY_EAST || s->facing == WAY_WEST;
    int row = row_of(s);
    double x_m = along_x ? s->depth_m : s->width_m, y_m = along_x ? s->width_m : s->depth_m;
    double side_m = row == WAY_EAST || row == WAY_WEST ? x_m : y_m;
    double far_m = k * (isnan(s->pitch_m) ? side_m : s->pitch_m);
    double x0_m = s->position_m.v[0], y0_m = s->position_m.v[1];
    if (row == WAY_EAST) x0_m += far_m;
    if (row == WAY_WEST) x0_m -= far_m;
    if (row == WAY_NORTH) y0_m += far_m;
    if (row == WAY_SOUTH) y0_m -= far_m;
    return (struct layout_box){x0_m, y0_m, x0_m + x_m, y0_m + y_m, s->height_m};
}
