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

int standing_facing(const struct standing *s, int k)
{
    bool is_turned = s->is_alternate && s->per_row > 0 && k / s->per_row % 2;
    return is_turned && s->facing >= 0 ? s->facing ^ 1 : s->facing;
}

struct layout_box standing_box(const struct standing *s, int k)
{
    bool along_x = s->facing == WAY_EAST || s->facing == WAY_WEST;
    int way = row_of(s), row = s->per_row > 0 ? k / s->per_row : 0;
    int place = s->per_row > 0 ? k % s->per_row : k;
    bool runs_along_x = way == WAY_EAST || way == WAY_WEST;
    double x_m = along_x ? s->depth_m : s->width_m, y_m = along_x ? s->width_m : s->depth_m;
    double far_m = place * (isnan(s->pitch_m) ? (runs_along_x ? x_m : y_m) : s->pitch_m);
    double x0_m = s->position_m.v[0], y0_m = s->position_m.v[1];
    double *along_m = runs_along_x ? &x0_m : &y0_m, *across_m = runs_along_x ? &y0_m : &x0_m;
    *along_m += way == WAY_EAST || way == WAY_NORTH ? far_m : -far_m;
    if (row) *across_m += row * s->row_pitch_m;
    return (struct layout_box){x0_m, y0_m, x0_m + x_m, y0_m + y_m, s->height_m};
}
