/* What a report picks from the rides of a site. */

#include <math.h>
#include <string.h>

#include "plan/ride_through.h"

/* What is over a limit sooner; then what is hotter. */
static bool is_worse(const struct ride_through *a, const struct ride_through *b)
{
    if (a->bears_s != b->bears_s) return a->bears_s < b->bears_s;
    double hot = a->ride.max_c - b->ride.max_c;
    if (hot != 0) return hot > 0;
    return a->ride.max_coolant_c > b->ride.max_coolant_c;
}

static int find_room(const struct ride_through *const *out, int n, const char *room)
{
    for (int i = 0; i < n; i++)
        if (!strcmp(out[i]->room, room)) return i;
    return -1;
}

int ride_governing(const struct ride_list *l, const struct ride_through **out, int most)
{
    int n = 0;
    for (int i = 0; i < l->n; i++) {
        const struct ride_through *x = &l->item[i];
        int at = find_room(out, n, x->room);
        if (at < 0 && n < most) at = n++, out[at] = x;
        if (at >= 0 && is_worse(x, out[at])) out[at] = x;
    }
    for (int i = 1; i < n; i++)
        for (int k = i; k > 0 && is_worse(out[k], out[k - 1]); k--) {
            const struct ride_through *x = out[k];
            out[k] = out[k - 1];
            out[k - 1] = x;
        }
    return n;
}
