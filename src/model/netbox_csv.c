#include <ctype.h>
#include <math.h>
#include <string.h>

#include "model/netbox.h"

/* Tables of NetBox, as it imports them (device_type) or exports them (Device Type); which
   one it is, its columns tell. */

struct table {
    struct netbox *nb;
    const struct csv *csv;
    const char **head; /* in small letters, blanks as _ */
};

static int column(const struct table *t, const char *name)
{
    for (int i = 0; i < t->csv->n_col; i++)
        if (!strcmp(t->head[i], name)) return i;
    return -1;
}

/* One of two spellings. */
static int either(const struct table *t, const char *a, const char *b)
{
    int i = column(t, a);
    return i >= 0 ? i : column(t, b);
}

static const char *cell(const struct table *t, int row, int col)
{
    if (col < 0) return "";
    const char *s = t->csv->cell[(size_t)row * (size_t)t->csv->n_col + (size_t)col];
    return strcmp(s, "—") ? s : ""; /* what exports write for nothing */
}

static struct place at(const struct table *t, int row, int col)
{
    return (struct place){t->csv->file, t->csv->line[row], col < 0 ? 1 : col + 1};
}

/* A number, "42U" and "19 inches" too; NaN when blank; an error when it is anything else. */
static double number(const struct table *t, int row, int col, bool *ok)
{
    const char *s = cell(t, row, col);
    size_t n = text_number_prefix(text_of(s));
    double x;
    if (!*s) return (double)NAN;
    if (n && text_number((struct text){s, n}, &x) && x >= 0 && !strpbrk(s + n, ".,0123456789"))
        return x;
    diag_error(t->nb->im->diags, DIAG_INPUT, at(t, row, col), "'.' is the decimal mark",
               "'%s' in column '%s' is no number", s, t->csv->head[col]);
    *ok = false;
    return (double)NAN;
}

static double weight(const struct table *t, int row, const char *name, bool *ok)
{
    int col = column(t, name), unit = column(t, "weight_unit");
    double x = number(t, row, col, ok);
    if (isnan(x)) return x;
    const char *u = cell(t, row, unit);
    double kg = netbox_weight_kg(t->nb, x, *u ? u : NULL, at(t, row, unit < 0 ? col : unit));
    *ok = *ok && !isnan(kg);
    return kg;
}

/* Outer measures are in millimetres or inches. */
static double length_m(const struct table *t, int row, const char *name, bool *ok)
{
    double x = number(t, row, column(t, name), ok);
    bool is_inch = netbox_holds(cell(t, row, column(t, "outer_unit")), "in");
    return x * (is_inch ? 0.0254 : 1e-3);
}

static bool is_yes(const char *s)
{
    return *s == 't' || *s == 'T' || *s == 'y' || *s == 'Y' || *s == '1';
}

static bool read_rack(struct table *t, int row)
{
    bool ok = true;
    struct netbox_rack *r = netbox_new_rack(t->nb, at(t, row, column(t, "name")));
    r->name = cell(t, row, column(t, "name"));
    r->site = cell(t, row, column(t, "site"));
    r->location = cell(t, row, column(t, "location"));
    r->width = cell(t, row, column(t, "width"));
    r->units_u = number(t, row, either(t, "u_height", "height"), &ok);
    r->load_kg = weight(t, row, "max_weight", &ok);
    r->weight_kg = weight(t, row, "weight", &ok);
    r->width_m = length_m(t, row, "outer_width", &ok);
    r->depth_m = length_m(t, row, "outer_depth", &ok);
    r->is_descending = is_yes(cell(t, row, column(t, "desc_units")));
    double first = number(t, row, column(t, "starting_unit"), &ok);
    if (first >= 1 && first <= 100) r->lowest_unit = (int)first;
    if (*r->name) return ok;
    diag_error(t->nb->im->diags, DIAG_INPUT, r->place, NULL, "a rack without a name");
    return false;
}

static bool read_device(struct table *t, int row)
{
    bool ok = true;
    struct netbox_device *d = netbox_new_device(t->nb, at(t, row, column(t, "name")));
    d->name = cell(t, row, column(t, "name"));
    d->role = cell(t, row, either(t, "role", "device_role"));
    d->manufacturer = cell(t, row, column(t, "manufacturer"));
    d->model = cell(t, row, either(t, "device_type", "type"));
    d->site = cell(t, row, column(t, "site"));
    d->location = cell(t, row, column(t, "location"));
    d->rack = cell(t, row, column(t, "rack"));
    d->face = cell(t, row, either(t, "face", "rack_face"));
    const char *parent = cell(t, row, either(t, "parent", "parent_device"));
    d->parent = *parent ? parent : NULL;
    d->position_u = number(t, row, either(t, "position", "position_(u)"), &ok);
    if (*d->model) return ok;
    diag_error(t->nb->im->diags, DIAG_INPUT, at(t, row, either(t, "device_type", "type")), NULL,
               "the device '%s' has no device type", d->name);
    return false;
}

static bool read_feed(struct table *t, int row)
{
    bool ok = true;
    struct netbox_feed *f = netbox_new_feed(t->nb, at(t, row, column(t, "name")));
    f->name = cell(t, row, column(t, "name"));
    f->panel = cell(t, row, either(t, "power_panel", "panel"));
    f->site = cell(t, row, column(t, "site"));
    f->location = cell(t, row, column(t, "location"));
    f->rack = cell(t, row, column(t, "rack"));
    f->supply = cell(t, row, column(t, "supply"));
    f->phase = cell(t, row, column(t, "phase"));
    f->type = cell(t, row, column(t, "type"));
    f->volt = number(t, row, column(t, "voltage"), &ok);
    f->ampere = number(t, row, column(t, "amperage"), &ok);
    f->most_frac = number(t, row, column(t, "max_utilization"), &ok) / 100;
    return ok;
}

/* Of a power cable: the device whose port it is, and what the port is plugged into. */
static bool read_cable(struct table *t, int row)
{
    struct netbox_end end[2];
    for (int k = 0; k < 2; k++) {
        const char *side = k ? "side_b" : "side_a";
        struct arena *a = t->nb->im->arena;
        end[k].device = cell(t, row, column(t, arena_format(a, "%s_device", side)));
        end[k].type = cell(t, row, column(t, arena_format(a, "%s_type", side)));
        end[k].name = cell(t, row, column(t, arena_format(a, "%s_name", side)));
    }
    netbox_plug(t->nb, &end[0], &end[1], at(t, row, -1));
    return true;
}

static bool read_nothing(struct table *t, int row)
{
    (void)t;
    (void)row;
    return true;
}

/* In this order: the first whose columns are all there. */
static const struct kind_of_table {
    const char *what, *columns[4];
    bool (*read)(struct table *t, int row);
} tables[] = {
    {"power feeds", {"name", "voltage", "amperage"}, read_feed},
    {"cables", {"side_a_device", "side_a_type", "side_b_device", "side_b_type"}, read_cable},
    {"devices", {"name", "device_type", "rack"}, read_device},
    {"devices", {"name", "type", "rack"}, read_device},
    {"racks", {"name", "site", "u_height"}, read_rack},
    {"racks", {"name", "site", "height"}, read_rack},
    {"locations, which racks name", {"name", "site", "slug"}, read_nothing},
    {"sites, which racks name", {"name", "slug", "region"}, read_nothing},
    {"regions, of no use here", {"name", "slug", "parent"}, read_nothing},
};

static bool has_all(const struct table *t, const struct kind_of_table *k)
{
    for (int i = 0; i < 4 && k->columns[i]; i++)
        if (column(t, k->columns[i]) < 0) return false;
    return true;
}

static const char *small_letters(const char *s, struct arena *a)
{
    char *out = arena_text(a, s, strlen(s));
    for (char *c = out; *c; c++) *c = *c == ' ' ? '_' : (char)tolower((unsigned char)*c);
    return out;
}

bool netbox_read_csv(struct netbox *nb, const struct csv *c, struct import_file *f)
{
    struct table t = {nb, c, ARENA_ARRAY(nb->im->arena, const char *, (size_t)c->n_col)};
    for (int i = 0; i < c->n_col; i++) t.head[i] = small_letters(c->head[i], nb->im->arena);
    for (size_t k = 0; k < sizeof tables / sizeof *tables; k++) {
        if (!has_all(&t, &tables[k])) continue;
        f->what = tables[k].what;
        bool ok = true;
        for (int row = 0; row < c->n_row; row++) ok = tables[k].read(&t, row) && ok;
        return ok;
    }
    diag_error(nb->im->diags, DIAG_INPUT, (struct place){c->file, 1, 1},
               "racks have name, site, u_height; devices name, device_type, rack; feeds name, "
               "voltage, amperage",
               "no table of NetBox has these columns");
    return false;
}
