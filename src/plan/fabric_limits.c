#include "plan/fabric_limits.h"

#include <math.h>

static const char *const normal = "normal";

static void add_ports(struct limit_list *l, const struct fabric_use *x)
{
    const char *note = arena_format(
        l->a, "%d switches, %d needed%s", x->n_switch, x->needed,
        x->rails > 1 ? arena_format(l->a, "; of rail %d, the fullest", x->worst_rail + 1) : "");
    limit_add(l, x->name, "ports", normal, x->worst_links, x->worst_ports, "ports", note);
}

/* The longest link against the reach of the medium that it needs. */
static void add_reach(struct limit_list *l, const struct fabric_use *x, const struct fabric *f)
{
    bool is_copper = x->longest_m <= f->copper_m;
    const char *note =
        isnan(x->longest_m)
            ? "no length is known: its racks have no place in one room"
            : arena_format(
                  l->a, "the longest link, from %s to %s%s", x->longest_from, x->longest_to,
                  x->unknown ? arena_format(l->a, "; %d of unknown length", x->unknown) : "");
    limit_add(l, x->name, is_copper ? "copper reach" : "optical reach", normal, x->longest_m,
              is_copper ? f->copper_m : f->optical_m, "m", note);
}

void limit_add_fabrics(struct limit_list *l, const struct fabric_view *v)
{
    for (int i = 0; i < v->n; i++) {
        const struct fabric_use *x = &v->item[i];
        if (!x->links) continue;
        add_ports(l, x);
        add_reach(l, x, site_fabric(l->c->site, x->fabric));
    }
}
