#include <math.h>
#include <string.h>

#include "model/netbox.h"

/* Device and module types of the device-type library. */

enum field_type { FIELD_TEXT, FIELD_NUMBER, FIELD_FLAG, FIELD_LIST };
struct field {
    const char *key;
    enum field_type type;
};

static const struct field type_fields[] = {
    {"manufacturer", FIELD_TEXT},
    {"model", FIELD_TEXT},
    {"slug", FIELD_TEXT},
    {"part_number", FIELD_TEXT},
    {"u_height", FIELD_NUMBER},
    {"is_full_depth", FIELD_FLAG},
    {"airflow", FIELD_TEXT},
    {"weight", FIELD_NUMBER},
    {"weight_unit", FIELD_TEXT},
    {"front_image", FIELD_FLAG},
    {"rear_image", FIELD_FLAG},
    {"subdevice_role", FIELD_TEXT},
    {"is_powered", FIELD_FLAG},
    {"console-ports", FIELD_LIST},
    {"console-server-ports", FIELD_LIST},
    {"power-ports", FIELD_LIST},
    {"power-outlets", FIELD_LIST},
    {"interfaces", FIELD_LIST},
    {"front-ports", FIELD_LIST},
    {"rear-ports", FIELD_LIST},
    {"module-bays", FIELD_LIST},
    {"device-bays", FIELD_LIST},
    {"inventory-items", FIELD_LIST},
    {"description", FIELD_TEXT},
    {"comments", FIELD_TEXT},
};
static const struct field port_fields[] = {
    {"name", FIELD_TEXT}, {"label", FIELD_TEXT},          {"description", FIELD_TEXT},
    {"type", FIELD_TEXT}, {"maximum_draw", FIELD_NUMBER}, {"allocated_draw", FIELD_NUMBER},
};
static const struct field outlet_fields[] = {
    {"name", FIELD_TEXT}, {"label", FIELD_TEXT},      {"description", FIELD_TEXT},
    {"type", FIELD_TEXT}, {"power_port", FIELD_TEXT}, {"feed_leg", FIELD_TEXT},
};
static const struct field bay_fields[] = {
    {"name", FIELD_TEXT},
    {"label", FIELD_TEXT},
    {"description", FIELD_TEXT},
    {"position", FIELD_TEXT},
};
#define COUNT_OF(array) (int)(sizeof(array) / sizeof *(array))

static bool has_type(const struct yaml *v, enum field_type type)
{
    double x;
    bool flag;
    switch (type) {
    case FIELD_NUMBER: return yaml_number(v, &x);
    case FIELD_FLAG: return yaml_flag(v, &flag);
    case FIELD_LIST: return v->kind == YAML_SEQUENCE;
    default: return v->kind == YAML_SCALAR;
    }
}

/* Every key known and of its type; unknown ones are gathered for one warning. */
static bool check_fields(struct netbox *nb, const struct yaml *map, const struct field *field,
                         int n)
{
    static const char *const wants[] = {"a text", "a number", "true or false", "a list"};
    struct diags *ds = nb->im->diags;
    bool ok = map->kind == YAML_MAPPING;
    if (!ok)
        diag_error(ds, DIAG_INPUT, map->place, NULL, "a mapping of fields is wanted, not %s",
                   yaml_kind_text(map));
    for (int i = 0; i < map->n && map->kind == YAML_MAPPING; i++) {
        const char *key = map->key[i]->text;
        int k = 0;
        while (k < n && strcmp(field[k].key, key)) k++;
        if (k == n) netbox_unknown(nb, key, map->key[i]->place);
        if (k == n || yaml_is_null(map->item[i]) || has_type(map->item[i], field[k].type)) continue;
        diag_error(ds, DIAG_INPUT, map->item[i]->place, NULL, "'%s' must be %s", key,
                   wants[field[k].type]);
        ok = false;
    }
    return ok;
}

static double number(const struct yaml *map, const char *key)
{
    double x;
    return yaml_number(yaml_get(map, key), &x) ? x : (double)NAN;
}

static struct place place(const struct yaml *map, const char *key)
{
    const struct yaml *v = yaml_get(map, key);
    return v ? v->place : map->place;
}

static bool needs(struct netbox *nb, const struct yaml *map, const char *key)
{
    if (!yaml_is_null(yaml_get(map, key))) return true;
    diag_error(nb->im->diags, DIAG_INPUT, map->place, NULL, "the device type has no '%s'", key);
    return false;
}

static bool one_of(struct netbox *nb, const struct yaml *map, const char *key,
                   const char *const *words, int *which)
{
    const char *text = yaml_text(yaml_get(map, key));
    *which = -1;
    if (!text) return true;
    struct builder all = builder_new(nb->im->arena);
    for (int i = 0; words[i]; i++) {
        if (!strcmp(words[i], text)) *which = i;
        builder_format(&all, "%s%s", i ? ", " : "one of: ", words[i]);
    }
    if (*which >= 0) return true;
    diag_error(nb->im->diags, DIAG_INPUT, place(map, key), all.s, "'%s' cannot be '%s'", key, text);
    return false;
}

/* ---- lists ------------------------------------------------------------- */

static bool read_ports(struct netbox *nb, const struct yaml *list, struct netbox_type *t)
{
    bool ok = true;
    for (int i = 0; list && i < list->n; i++) {
        const struct yaml *y = list->item[i];
        if (!check_fields(nb, y, port_fields, COUNT_OF(port_fields))) {
            ok = false;
            continue;
        }
        struct netbox_port *p = netbox_new_port(nb, t, y->place);
        p->name = yaml_text(yaml_get(y, "name"));
        p->type = yaml_text(yaml_get(y, "type"));
        p->maximum_w = number(y, "maximum_draw");
        p->allocated_w = number(y, "allocated_draw");
        bool is_good = !(p->maximum_w <= 0) && !(p->allocated_w < 0);
        if (!is_good)
            diag_error(nb->im->diags, DIAG_INPUT,
                       place(y, p->maximum_w <= 0 ? "maximum_draw" : "allocated_draw"),
                       "leave it out where it is not known", "a draw must be above zero");
        ok = ok && is_good;
    }
    return ok;
}

static bool read_outlets(struct netbox *nb, const struct yaml *list, struct netbox_type *t)
{
    bool ok = true;
    for (int i = 0; list && i < list->n; i++) {
        ok = check_fields(nb, list->item[i], outlet_fields, COUNT_OF(outlet_fields)) && ok;
        const char *type = yaml_text(yaml_get(list->item[i], "type"));
        t->n_outlet++;
        t->n_dc_outlet += type && !strncmp(type, "dc-", 3);
    }
    return ok;
}

static bool holds_any(const struct yaml *bay, const char *const *words)
{
    static const char *const keys[] = {"name", "label", "position", "description"};
    for (int k = 0; k < 4; k++) {
        const char *text = yaml_text(yaml_get(bay, keys[k]));
        for (int i = 0; text && words[i]; i++)
            if (netbox_holds(text, words[i])) return true;
    }
    return false;
}

static bool read_bays(struct netbox *nb, const struct yaml *list, struct netbox_type *t)
{
    static const char *const supply[] = {"psu", "power", "pem", NULL};
    static const char *const accelerator[] = {"gpu", "sxm", "oam", "accelerator", NULL};
    bool ok = true;
    for (int i = 0; list && i < list->n; i++) {
        const struct yaml *y = list->item[i];
        ok = check_fields(nb, y, bay_fields, COUNT_OF(bay_fields)) && ok;
        t->n_module_bay++;
        if (holds_any(y, supply))
            t->n_psu_bay++;
        else
            t->n_accelerator_bay += holds_any(y, accelerator);
    }
    return ok;
}

/* Bays of a chassis that take a machine, not a switch or a manager. */
static int compute_bays(const struct yaml *list)
{
    static const char *const other[] = {"interconnect", "appliance", "link", "switch",
                                        "management",   "fabric",    NULL};
    int n = 0;
    for (int i = 0; list && i < list->n; i++) n += !holds_any(list->item[i], other);
    return n;
}

static int real_interfaces(const struct yaml *list)
{
    int n = 0;
    for (int i = 0; list && i < list->n; i++) {
        const char *type = yaml_text(yaml_get(list->item[i], "type"));
        n += !type || strcmp(type, "virtual") != 0;
    }
    return n;
}

static int length(const struct yaml *list)
{
    return list && list->kind == YAML_SEQUENCE ? list->n : 0;
}

/* ---- the type ---------------------------------------------------------- */

static bool read_size(struct netbox *nb, const struct yaml *y, struct netbox_type *t)
{
    struct diags *ds = nb->im->diags;
    t->height_u = number(y, "u_height");
    t->at_height = place(y, "u_height");
    t->at_weight = place(y, "weight");
    double halves = 2 * t->height_u;
    bool ok = !(halves < 0) && !(halves > 2 * NETBOX_UNITS) && !(halves != floor(halves));
    if (isnan(halves)) ok = t->is_module;
    if (!ok)
        diag_error(ds, DIAG_INPUT, t->at_height, NULL,
                   "u_height must be rack units in whole or half ones");
    double weight = number(y, "weight");
    const char *unit = yaml_text(yaml_get(y, "weight_unit"));
    if (weight <= 0) {
        diag_error(ds, DIAG_INPUT, t->at_weight, NULL, "a weight must be above zero");
        return false;
    }
    if (!isnan(weight)) {
        t->weight_kg =
            netbox_weight_kg(nb, weight, unit, place(y, unit ? "weight_unit" : "weight"));
        ok = ok && !isnan(t->weight_kg);
    }
    return ok;
}

static bool read_words(struct netbox *nb, const struct yaml *y, struct netbox_type *t)
{
    static const char *const roles[] = {"parent", "child", NULL};
    static const char *const ways[] = {"front-to-rear",
                                       "rear-to-front",
                                       "left-to-right",
                                       "right-to-left",
                                       "side-to-rear",
                                       "rear-to-side",
                                       "bottom-to-top",
                                       "top-to-bottom",
                                       "passive",
                                       "mixed",
                                       NULL};
    int role, way;
    bool ok = one_of(nb, y, "subdevice_role", roles, &role);
    ok = one_of(nb, y, "airflow", ways, &way) && ok;
    t->role = role == 0 ? NETBOX_PARENT : role == 1 ? NETBOX_CHILD : NETBOX_ALONE;
    t->airflow = way >= 0 ? ways[way] : NULL;
    t->at_airflow = place(y, "airflow");
    const char *slug = yaml_text(yaml_get(y, "slug"));
    if (slug && slug[strspn(slug, "abcdefghijklmnopqrstuvwxyz0123456789-_")]) {
        diag_error(nb->im->diags, DIAG_INPUT, place(y, "slug"), "a-z, 0-9, - and _",
                   "the slug '%s' holds other characters", slug);
        ok = false;
    }
    t->manufacturer = yaml_text(yaml_get(y, "manufacturer"));
    t->model = yaml_text(yaml_get(y, "model"));
    t->slug = slug;
    t->part_number = yaml_text(yaml_get(y, "part_number"));
    const char *comments = yaml_text(yaml_get(y, "comments"));
    const char *description = yaml_text(yaml_get(y, "description"));
    t->words = arena_format(nb->im->arena, "%s\n%s", description ? description : "",
                            comments ? comments : "");
    return ok;
}

/* NetBox itself takes full depth for granted where the field is missing. */
static void read_flags(struct netbox *nb, const struct yaml *y, struct netbox_type *t)
{
    bool is_powered = true;
    t->is_full_depth = true;
    (void)yaml_flag(yaml_get(y, "is_powered"), &is_powered);
    t->is_unpowered = !is_powered;
    if (!yaml_flag(yaml_get(y, "is_full_depth"), &t->is_full_depth) && !t->is_module)
        diag_warning(nb->im->diags, DIAG_INPUT, y->place, NULL,
                     "is_full_depth is missing: full depth, as NetBox takes it");
}

bool netbox_read_type(struct netbox *nb, const struct yaml *y)
{
    if (yaml_get(y, "$schema")) { /* it stands beside the types in the library */
        diag_warning(nb->im->diags, DIAG_INPUT, y->place, NULL, "a JSON schema is left out");
        return true;
    }
    if (!yaml_get(y, "manufacturer") && !yaml_get(y, "model")) {
        diag_error(nb->im->diags, DIAG_INPUT, y->place, "see dcplan help import for other kinds",
                   "no device type of NetBox: it has neither manufacturer nor model");
        return false;
    }
    if (!check_fields(nb, y, type_fields, COUNT_OF(type_fields))) return false;
    struct netbox_type *t = netbox_new_type(nb, y->place);
    t->is_listed = true;
    t->is_module = !yaml_get(y, "slug") && !yaml_get(y, "u_height");
    bool ok = needs(nb, y, "manufacturer");
    ok = needs(nb, y, "model") && ok;
    if (!t->is_module) {
        ok = needs(nb, y, "slug") && ok;
        ok = needs(nb, y, "u_height") && ok;
    }
    if (!ok) return false;
    ok = read_words(nb, y, t) && ok;
    ok = read_size(nb, y, t) && ok;
    ok = read_ports(nb, yaml_get(y, "power-ports"), t) && ok;
    ok = read_outlets(nb, yaml_get(y, "power-outlets"), t) && ok;
    ok = read_bays(nb, yaml_get(y, "module-bays"), t) && ok;
    read_flags(nb, y, t);
    t->n_device_bay = compute_bays(yaml_get(y, "device-bays"));
    t->n_interface = real_interfaces(yaml_get(y, "interfaces"));
    t->n_console = length(yaml_get(y, "console-server-ports"));
    t->n_panel_port = length(yaml_get(y, "front-ports"));
    return ok;
}
