#include "plan/cables.h"

#include <math.h>

static const double unit_m = 0.04445; /* IEC 60297 */

double cable_height_m(const struct rack *r, const struct server *v, double u)
{
    double foot_m = fmax(rack_height_m(r) - r->units_u * unit_m, 0) / 2;
    return foot_m + (u - 1 + v->height_u / 2) * unit_m;
}

static double height_m(const struct rack *r, const struct cable_end *e)
{
    return isnan(e->z_m) ? rack_height_m(r) / 2 : e->z_m;
}

static int room_of(const struct rack *r)
{
    return r->room.n ? r->room.ref[0].index : -1;
}

double cable_length_m(const struct site *s, const struct fabric *f, const struct cable_end *from,
                      const struct cable_end *to)
{
    if (from->rack < 0 || to->rack < 0) return (double)NAN;
    const struct rack *a = site_rack(s, from->rack), *b = site_rack(s, to->rack);
    double za = height_m(a, from), zb = height_m(b, to);
    if (from->rack == to->rack && from->unit == to->unit) return fabs(za - zb) + f->slack_m;
    bool has_places = standing_has_place(&a->at) && standing_has_place(&b->at);
    if (!has_places || room_of(a) != room_of(b)) return (double)NAN;
    struct layout_box x = rack_box(a, from->unit), y = rack_box(b, to->unit);
    double along_x = fabs(x.x0_m + x.x1_m - y.x0_m - y.x1_m) / 2;
    double along_y = fabs(x.y0_m + x.y1_m - y.y0_m - y.y1_m) / 2;
    double tray_m = fmax(x.top_m, y.top_m) + f->tray_m;
    return tray_m - za + along_x + along_y + tray_m - zb + f->slack_m;
}
