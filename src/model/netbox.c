#include "model/netbox.h"

#include <math.h>
#include <string.h>

/* One more pointer in a list that grows. */
#define ADD(nb, list, n, cap, type, item)                                                          \
    do {                                                                                           \
        if ((n) == (cap)) {                                                                        \
            (cap) = (cap) ? 2 * (cap) : 16;                                                        \
            type *more = ARENA_ARRAY((nb)->im->arena, type, (size_t)(cap));                        \
            for (int k = 0; k < (n); k++) more[k] = (list)[k];                                     \
            (list) = more;                                                                         \
        }                                                                                          \
        (list)[(n)++] = (item);                                                                    \
    } while (0)

struct netbox_type *netbox_new_type(struct netbox *nb, struct place where)
{
    struct netbox_type *t = ARENA_ARRAY(nb->im->arena, struct netbox_type, 1);
    *t = (struct netbox_type){.place = where,
                              .words = "",
                              .height_u = (double)NAN,
                              .weight_kg = (double)NAN,
                              .at_height = where,
                              .at_weight = where,
                              .at_airflow = where,
                              .is_full_depth = true};
    ADD(nb, nb->type, nb->n_type, nb->cap_type, struct netbox_type *, t);
    return t;
}

struct netbox_port *netbox_new_port(struct netbox *nb, struct netbox_type *t, struct place where)
{
    struct netbox_port p = {.maximum_w = (double)NAN, .allocated_w = (double)NAN, .place = where};
    ADD(nb, t->port, t->n_port, t->cap_port, struct netbox_port, p);
    return &t->port[t->n_port - 1];
}

struct netbox_rack *netbox_new_rack(struct netbox *nb, struct place where)
{
    struct netbox_rack *r = ARENA_ARRAY(nb->im->arena, struct netbox_rack, 1);
    *r = (struct netbox_rack){.place = where,
                              .site = "",
                              .location = "",
                              .name = "",
                              .width = "",
                              .units_u = (double)NAN,
                              .width_m = (double)NAN,
                              .depth_m = (double)NAN,
                              .weight_kg = (double)NAN,
                              .load_kg = (double)NAN,
                              .lowest_unit = 1};
    ADD(nb, nb->rack, nb->n_rack, nb->cap_rack, struct netbox_rack *, r);
    return r;
}

struct netbox_device *netbox_new_device(struct netbox *nb, struct place where)
{
    struct netbox_device *d = ARENA_ARRAY(nb->im->arena, struct netbox_device, 1);
    *d = (struct netbox_device){.place = where,
                                .name = "",
                                .role = "",
                                .manufacturer = "",
                                .model = "",
                                .site = "",
                                .location = "",
                                .rack = "",
                                .face = "",
                                .position_u = (double)NAN};
    ADD(nb, nb->device, nb->n_device, nb->cap_device, struct netbox_device *, d);
    return d;
}

struct netbox_feed *netbox_new_feed(struct netbox *nb, struct place where)
{
    struct netbox_feed *f = ARENA_ARRAY(nb->im->arena, struct netbox_feed, 1);
    *f = (struct netbox_feed){.place = where,
                              .name = "",
                              .panel = "",
                              .site = "",
                              .location = "",
                              .rack = "",
                              .supply = "ac",
                              .phase = "single-phase",
                              .type = "primary",
                              .volt = (double)NAN,
                              .ampere = (double)NAN,
                              .most_frac = (double)NAN};
    ADD(nb, nb->feed, nb->n_feed, nb->cap_feed, struct netbox_feed *, f);
    return f;
}

double netbox_unit(const struct netbox_rack *r, double position_u, double height_u)
{
    double at = position_u - r->lowest_unit + 1, units_u = isnan(r->units_u) ? 42 : r->units_u;
    return r->is_descending ? units_u - at - fmax(height_u, 1) + 2 : at;
}

void netbox_reserve(struct netbox *nb, struct netbox_rack *r, double u, double height_u)
{
    double units_u = isnan(r->units_u) ? 42 : r->units_u;
    double end = fmin(fmin(u + height_u, units_u + 1), NETBOX_UNITS + 1);
    for (double at = fmax(floor(u), 1); at < end; at++) {
        bool is_there = false;
        for (int i = 0; i < r->n_reserved; i++) is_there = is_there || !(r->reserved[i] != at);
        if (!is_there) ADD(nb, r->reserved, r->n_reserved, r->cap_reserved, double, at);
    }
}

void netbox_plug(struct netbox *nb, const struct netbox_end *a, const struct netbox_end *b,
                 struct place where)
{
    bool is_turned = !strcmp(b->type, "dcim.powerport");
    const struct netbox_end *port = is_turned ? b : a, *into = is_turned ? a : b;
    bool is_feed = !strcmp(into->type, "dcim.powerfeed");
    if (strcmp(port->type, "dcim.powerport") || !*port->device) return;
    if (!is_feed && strcmp(into->type, "dcim.poweroutlet")) return;
    struct netbox_cord cord = {port->device, is_feed ? into->name : into->device, is_feed, where};
    ADD(nb, nb->cord, nb->n_cord, nb->cap_cord, struct netbox_cord, cord);
}

void netbox_unknown(struct netbox *nb, const char *field, struct place where)
{
    for (int i = 0; i < nb->n_unknown; i++)
        if (!strcmp(nb->unknown[i], field)) return;
    if (!nb->n_unknown) nb->at_unknown = where;
    ADD(nb, nb->unknown, nb->n_unknown, nb->cap_unknown, const char *, field);
}

double netbox_weight_kg(struct netbox *nb, double weight, const char *unit, struct place where)
{
    static const struct {
        const char *name;
        double kg;
    } units[] = {{"kg", 1}, {"g", 1e-3}, {"lb", 0.45359237}, {"oz", 0.45359237 / 16}};
    for (size_t i = 0; unit && i < sizeof units / sizeof *units; i++)
        if (!strcmp(units[i].name, unit)) return weight * units[i].kg;
    if (unit)
        diag_error(nb->im->diags, DIAG_INPUT, where, "one of: kg, g, lb, oz",
                   "'%s' is no unit of a weight", unit);
    else
        diag_error(nb->im->diags, DIAG_INPUT, where, "add weight_unit: kg",
                   "a weight without weight_unit");
    return (double)NAN;
}
