#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/netbox.h"

/* What `manage.py dumpdata` writes: a list of objects, each with model, pk and fields, where
   one names another by its pk. */

struct index { /* objects of one model in order of their pk, or of one that they name */
    const char *model;
    int n;
    struct entry {
        int pk;
        const struct yaml *fields;
    } * item;
};

/* Fields of an object and what is needed to follow them. */
struct dump {
    struct netbox *nb;
    const struct yaml *list;
    struct index site, location, maker, role, rack, type, panel, feed, device, bay;
    struct index port_template, outlet_template, bay_template, module_template;
    struct index interface_template, panel_template, console_template;
};

static int pk_of(const struct yaml *v)
{
    double x;
    return yaml_number(v, &x) && x >= 1 && x <= 2e9 ? (int)x : 0;
}

static int by_pk(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    return (x->pk > y->pk) - (x->pk < y->pk);
}

static bool is_model(const struct yaml *object, const char *model)
{
    const char *text = yaml_text(yaml_get(object, "model"));
    return text && !strcmp(text, model);
}

/* The order of the file where several have one pk. */
static int by_pk_and_place(const void *a, const void *b)
{
    const struct place x = ((const struct entry *)a)->fields->place,
                       y = ((const struct entry *)b)->fields->place;
    int order = by_pk(a, b);
    if (!order) order = (x.line > y.line) - (x.line < y.line);
    return order ? order : (x.col > y.col) - (x.col < y.col);
}

/* By the pk that stands in the field; by their own where it is NULL. */
static struct index index_by(const struct dump *d, const char *model, const char *field)
{
    struct index x = {.model = model};
    for (int i = 0; i < d->list->n; i++) x.n += is_model(d->list->item[i], model);
    x.item = ARENA_ARRAY(d->nb->im->arena, struct entry, (size_t)x.n + 1);
    x.n = 0;
    for (int i = 0; i < d->list->n; i++) {
        const struct yaml *o = d->list->item[i], *f = yaml_get(o, "fields");
        if (is_model(o, model))
            x.item[x.n++] =
                (struct entry){pk_of(field ? yaml_get(f, field) : yaml_get(o, "pk")), f};
    }
    qsort(x.item, (size_t)x.n, sizeof *x.item, by_pk_and_place);
    return x;
}

static struct index index_of(const struct dump *d, const char *model)
{
    return index_by(d, model, NULL);
}

/* The first of those with the pk; *n is how many there are. */
static const struct entry *find_all(const struct index *x, int pk, int *n)
{
    int low = 0, high = x->n;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (x->item[middle].pk < pk)
            low = middle + 1;
        else
            high = middle;
    }
    for (*n = 0; low + *n < x->n && x->item[low + *n].pk == pk;) ++*n;
    return x->item + low;
}

/* 0 is no pk: what names nothing. */
static const struct yaml *find(const struct index *x, int pk)
{
    int n;
    const struct entry *e = find_all(x, pk, &n);
    return n && pk ? e->fields : NULL;
}

static const char *text(const struct yaml *fields, const char *key)
{
    const char *s = yaml_text(yaml_get(fields, key));
    return s ? s : "";
}

static double number(const struct yaml *fields, const char *key)
{
    double x;
    return yaml_number(yaml_get(fields, key), &x) ? x : (double)NAN;
}

/* Name of the object that a field points to; "" if none. */
static const char *name_of(const struct index *x, const struct yaml *fields, const char *key)
{
    const struct yaml *other = find(x, pk_of(yaml_get(fields, key)));
    return other ? text(other, "name") : "";
}

static double weight_kg(const struct dump *d, const struct yaml *f, const char *key)
{
    double x = number(f, key);
    const char *unit = text(f, "weight_unit");
    return !(x > 0) ? (double)NAN
                    : netbox_weight_kg(d->nb, x, *unit ? unit : NULL, yaml_get(f, key)->place);
}

/* ---- device types ------------------------------------------------------ */

static int templates_of(const struct index *x, int pk)
{
    int n;
    (void)find_all(x, pk, &n);
    return n;
}

/* NaN where it is not told; NetBox takes whole watts from 1 on. */
static double draw_w(const struct dump *d, const struct yaml *f, const char *key)
{
    double w = number(f, key);
    if (isnan(w) || w > 0) return w;
    diag_error(d->nb->im->diags, DIAG_INPUT, yaml_get(f, key)->place,
               "leave it out where it is not known", "a draw must be above zero");
    return (double)NAN;
}

static void read_ports(struct dump *d, struct netbox_type *t)
{
    int n;
    const struct entry *e = find_all(&d->port_template, t->pk, &n);
    for (int i = 0; i < n; i++) {
        const struct yaml *f = e[i].fields;
        struct netbox_port *p = netbox_new_port(d->nb, t, f->place);
        const char *type = text(f, "type");
        p->name = text(f, "name");
        p->type = *type ? type : NULL;
        p->maximum_w = draw_w(d, f, "maximum_draw");
        p->allocated_w = draw_w(d, f, "allocated_draw");
    }
}

static void read_type(struct dump *d, const struct entry *e)
{
    static const char *const ways[] = {"front-to-rear",
                                       "rear-to-front",
                                       "left-to-right",
                                       "right-to-left",
                                       "side-to-rear",
                                       "passive",
                                       NULL};
    const struct yaml *f = e->fields;
    struct netbox_type *t = netbox_new_type(d->nb, f->place);
    t->pk = e->pk;
    t->manufacturer = name_of(&d->maker, f, "manufacturer");
    t->model = text(f, "model");
    t->slug = text(f, "slug");
    t->part_number = yaml_text(yaml_get(f, "part_number"));
    t->words =
        arena_format(d->nb->im->arena, "%s\n%s", text(f, "description"), text(f, "comments"));
    t->height_u = number(f, "u_height");
    if (!(t->height_u >= 0 && t->height_u <= NETBOX_UNITS)) {
        diag_error(d->nb->im->diags, DIAG_INPUT, f->place, NULL,
                   "u_height of '%s' must be rack units", t->model);
        t->height_u = 1;
    }
    t->weight_kg = weight_kg(d, f, "weight");
    (void)yaml_flag(yaml_get(f, "is_full_depth"), &t->is_full_depth);
    const char *role = text(f, "subdevice_role"), *way = text(f, "airflow");
    t->role = !strcmp(role, "parent")  ? NETBOX_PARENT
              : !strcmp(role, "child") ? NETBOX_CHILD
                                       : NETBOX_ALONE;
    for (int i = 0; ways[i]; i++)
        if (!strcmp(way, ways[i])) t->airflow = ways[i];
    read_ports(d, t);
    t->n_outlet = templates_of(&d->outlet_template, t->pk);
    t->n_device_bay = templates_of(&d->bay_template, t->pk);
    t->n_module_bay = templates_of(&d->module_template, t->pk);
    t->n_interface = templates_of(&d->interface_template, t->pk);
    t->n_console = templates_of(&d->console_template, t->pk);
    t->n_panel_port = templates_of(&d->panel_template, t->pk);
}

/* ---- racks, devices, feeds --------------------------------------------- */

static double outer_m(const struct yaml *f, const char *key)
{
    return number(f, key) * (!strcmp(text(f, "outer_unit"), "in") ? 0.0254 : 1e-3);
}

static void read_rack(struct dump *d, const struct entry *e)
{
    const struct yaml *f = e->fields;
    struct netbox_rack *r = netbox_new_rack(d->nb, f->place);
    bool is_descending = false;
    double first = number(f, "starting_unit");
    r->pk = e->pk;
    r->name = text(f, "name");
    r->site = name_of(&d->site, f, "site");
    r->location = name_of(&d->location, f, "location");
    r->width = text(f, "width");
    r->units_u = number(f, "u_height");
    r->load_kg = weight_kg(d, f, "max_weight");
    r->weight_kg = weight_kg(d, f, "weight");
    r->width_m = outer_m(f, "outer_width");
    r->depth_m = outer_m(f, "outer_depth");
    (void)yaml_flag(yaml_get(f, "desc_units"), &is_descending);
    r->is_descending = is_descending;
    if (first >= 1 && first <= 100) r->lowest_unit = (int)first;
}

static void read_reservations(struct dump *d)
{
    for (int i = 0; i < d->list->n; i++) {
        const struct yaml *o = d->list->item[i], *f = yaml_get(o, "fields");
        if (!is_model(o, "dcim.rackreservation")) continue;
        int pk = pk_of(yaml_get(f, "rack"));
        const struct yaml *units = yaml_get(f, "units");
        for (int r = 0; r < d->nb->n_rack; r++)
            for (int k = 0; d->nb->rack[r]->pk == pk && units && k < units->n; k++) {
                double u;
                if (yaml_number(units->item[k], &u))
                    netbox_reserve(d->nb, d->nb->rack[r], netbox_unit(d->nb->rack[r], u, 1), 1);
            }
    }
}

static struct netbox_type *type_with(const struct netbox *nb, int pk)
{
    for (int i = 0; i < nb->n_type; i++)
        if (nb->type[i]->pk == pk) return nb->type[i];
    return NULL;
}

/* The chassis whose bay holds the device, by its pk; NULL if none. */
static const char *parent_of(const struct dump *d, int pk)
{
    const struct yaml *f = find(&d->bay, pk);
    return f ? name_of(&d->device, f, "device") : NULL;
}

static void read_device(struct dump *d, const struct entry *e)
{
    const struct yaml *f = e->fields;
    struct netbox_device *v = netbox_new_device(d->nb, f->place);
    v->pk = e->pk;
    v->name = text(f, "name");
    v->role = name_of(&d->role, f, yaml_get(f, "role") ? "role" : "device_role");
    v->type = type_with(d->nb, pk_of(yaml_get(f, "device_type")));
    v->site = name_of(&d->site, f, "site");
    v->location = name_of(&d->location, f, "location");
    v->face = text(f, "face");
    v->position_u = number(f, "position");
    v->parent = parent_of(d, e->pk);
    int rack = pk_of(yaml_get(f, "rack"));
    for (int i = 0; rack && i < d->nb->n_rack; i++)
        if (d->nb->rack[i]->pk == rack) v->in = d->nb->rack[i];
}

static void read_feed(struct dump *d, const struct entry *e)
{
    const struct yaml *f = e->fields;
    struct netbox_feed *x = netbox_new_feed(d->nb, f->place);
    x->pk = e->pk;
    x->name = text(f, "name");
    x->panel = name_of(&d->panel, f, "power_panel");
    x->supply = text(f, "supply");
    x->phase = text(f, "phase");
    x->type = text(f, "type");
    x->volt = number(f, "voltage");
    x->ampere = number(f, "amperage");
    x->most_frac = number(f, "max_utilization") / 100;
    int rack = pk_of(yaml_get(f, "rack"));
    for (int i = 0; rack && i < d->nb->n_rack; i++)
        if (d->nb->rack[i]->pk == rack) x->in = d->nb->rack[i];
}

/* ---- cables ------------------------------------------------------------ */

/* What hangs at the other end of the cable of a port. */
static void read_cords(struct dump *d)
{
    struct index port = index_by(d, "dcim.powerport", "cable");
    struct index outlet = index_by(d, "dcim.poweroutlet", "cable");
    struct index feed = index_by(d, "dcim.powerfeed", "cable");
    for (int i = 0; i < port.n; i++) {
        if (!port.item[i].pk) continue;
        const struct yaml *f = port.item[i].fields, *o = find(&outlet, port.item[i].pk);
        struct netbox_end end = {name_of(&d->device, f, "device"), "dcim.powerport", ""};
        struct netbox_end into = {"", "dcim.poweroutlet", ""};
        if (o) into.device = name_of(&d->device, o, "device");
        if (!o && (o = find(&feed, port.item[i].pk)))
            into = (struct netbox_end){"", "dcim.powerfeed", text(o, "name")};
        if (o) netbox_plug(d->nb, &end, &into, f->place);
    }
}

static bool is_object(const struct yaml *o)
{
    return yaml_text(yaml_get(o, "model")) && yaml_get(o, "fields");
}

bool netbox_read_dump(struct netbox *nb, const struct yaml *list, struct import_file *f)
{
    for (int i = 0; i < list->n; i++) {
        if (is_object(list->item[i])) continue;
        diag_error(nb->im->diags, DIAG_INPUT, list->item[i]->place,
                   "write it with: manage.py dumpdata dcim",
                   "no object of a dump: it has no model or no fields");
        return false;
    }
    struct dump d = {.nb = nb, .list = list};
    d.site = index_of(&d, "dcim.site");
    d.location = index_of(&d, "dcim.location");
    d.maker = index_of(&d, "dcim.manufacturer");
    d.role = index_of(&d, "dcim.devicerole");
    d.rack = index_of(&d, "dcim.rack");
    d.type = index_of(&d, "dcim.devicetype");
    d.panel = index_of(&d, "dcim.powerpanel");
    d.feed = index_of(&d, "dcim.powerfeed");
    d.device = index_of(&d, "dcim.device");
    d.port_template = index_by(&d, "dcim.powerporttemplate", "device_type");
    d.outlet_template = index_by(&d, "dcim.poweroutlettemplate", "device_type");
    d.bay_template = index_by(&d, "dcim.devicebaytemplate", "device_type");
    d.module_template = index_by(&d, "dcim.modulebaytemplate", "device_type");
    d.interface_template = index_by(&d, "dcim.interfacetemplate", "device_type");
    d.panel_template = index_by(&d, "dcim.frontporttemplate", "device_type");
    d.console_template = index_by(&d, "dcim.consoleserverporttemplate", "device_type");
    d.bay = index_by(&d, "dcim.devicebay", "installed_device");
    f->what = "a dump";
    int before = nb->im->diags->n_error;
    for (int i = 0; i < d.type.n; i++) read_type(&d, &d.type.item[i]);
    for (int i = 0; i < d.rack.n; i++) read_rack(&d, &d.rack.item[i]);
    for (int i = 0; i < d.device.n; i++) read_device(&d, &d.device.item[i]);
    for (int i = 0; i < d.feed.n; i++) read_feed(&d, &d.feed.item[i]);
    read_reservations(&d);
    read_cords(&d);
    return nb->im->diags->n_error == before;
}
