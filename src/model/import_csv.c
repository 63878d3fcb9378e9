#include "model/import_csv.h"

#include <math.h>
#include <string.h>
#include <strings.h>

#include "input/sheet.h"
#include "model/import_place.h"
#include "model/spot.h"

enum column {
    CSV_RACK,
    CSV_U,
    CSV_MODEL,
    CSV_SERVER,
    CSV_WATTS,
    CSV_TYPICAL,
    CSV_IDLE,
    CSV_NAME,
    CSV_WEIGHT,
    CSV_HEIGHT,
    CSV_ROOM,
    CSV_COUNT,
    CSV_UNITS,
    N_CSV
};

#define WORDS (const char *const[])
/* clang-format off */
static const struct head_row rows[N_CSV] = {
    [CSV_RACK] = {"rack", NULL, NULL, 0, 0,
                  WORDS{"cabinet", "rack name", "rack id", "cab", "enclosure", NULL}},
    [CSV_U] = {"U", NULL, NULL, 0, 0,
               WORDS{"unit", "position", "u position", "rack unit", "rack u", "start u", "u start",
                     "lowest u", "bottom u", "u bottom", "lowest unit", "slot", "ru",
                     "rack position", "u location", NULL}},
    [CSV_MODEL] = {"model", NULL, NULL, 0, 0,
                   WORDS{"type", "device type", "server model", "hardware", "product", "make model",
                         "equipment", NULL}},
    [CSV_SERVER] = {"server", NULL, NULL, 0, 0, WORDS{"server section", NULL}},
    [CSV_WATTS] = {"watts", "W", NULL, 0, 1e6,
                   WORDS{"watts=W", "watt=W", "kw=kW", "w=W", "power", "power draw", "draw",
                         "max power", "maximum power", "power max", "power maximum", "maximum",
                         "max watts=W", "watts max=W", "maximum watts=W", "nameplate",
                         "rated power", "load", "kilowatts=kW", "power watts=W", NULL}},
    [CSV_TYPICAL] = {"typical", "W", NULL, 0, 1e6,
                     WORDS{"power typical", "typical power", "average power", "mean power",
                           "typical watts=W", "average watts=W", "measured power", NULL}},
    [CSV_IDLE] = {"idle", "W", NULL, 0, 1e6,
                  WORDS{"power idle", "idle power", "idle watts=W", NULL}},
    [CSV_NAME] = {"name", NULL, NULL, 0, 0,
                  WORDS{"hostname", "host name", "host", "device name", "device", "asset",
                        "asset name", "asset tag", "label", NULL}},
    [CSV_WEIGHT] = {"weight", "kg", NULL, 0, 5000,
                    WORDS{"mass", "kg=kg", "kilograms=kg", "lb=lb", "lbs=lb", "pounds=lb", NULL}},
    [CSV_HEIGHT] = {"height", "U", "U", 0, 60,
                    WORDS{"u height", "size", "u size", "size u", "rack units", "height u", "units",
                          "u count", "u s", "us", NULL}},
    [CSV_ROOM] = {"room", NULL, NULL, 0, 0, WORDS{"hall", "data hall", "location", NULL}},
    [CSV_COUNT] = {"count", "", "", 1, 10000, WORDS{"quantity", "qty", NULL}},
    [CSV_UNITS] = {"rack size", "U", "U", 1, 60, WORDS{"rack height", "cabinet height", NULL}},
};
/* clang-format on */

struct line { /* of the table */
    const char *rack, *model, *name, *room;
    const char *use; /* of the catalogue; NULL: it does not have the model */
    double u, height_u, watts, typical_w, idle_w, weight_kg, count, units_u;
    struct place where, at_u;
};

struct reading_csv {
    struct import *im;
    struct import_places places;
    const struct csv *table;
    struct head head[N_CSV];
    const char **raw; /* "room|rack" as the files name them, by index of the rack */
    int n_line;
    struct line *line; /* of the file that is read */
};

/* ---- cells -------------------------------------------------------------------- */

/* "12", "U12", "12U", "U12-U13" to the lowest and the highest unit. */
static bool read_units(const char *s, double *low, double *high)
{
    double unit[2];
    int n = 0;
    while (n < 2) {
        while (*s == ' ' || *s == 'U' || *s == 'u') s++;
        size_t k = text_number_prefix(text_of(s));
        if (!k || !text_number((struct text){s, k}, &unit[n])) return false;
        n++;
        s += k;
        while (*s == ' ' || *s == 'U' || *s == 'u') s++;
        if (*s != '-') break;
        s++;
    }
    *low = n == 2 && unit[1] < unit[0] ? unit[1] : unit[0];
    *high = n == 2 ? unit[0] + unit[1] - *low : (double)NAN;
    return !*s;
}

static double value(struct reading_csv *r, int line, enum column c, bool *is_fine)
{
    return head_value(r->table, line, &rows[c], &r->head[c], is_fine, r->im->arena, r->im->diags);
}

static bool set_unit(struct reading_csv *r, int line, struct line *x)
{
    double high;
    const char *s = head_text(r->table, line, &r->head[CSV_U]);
    x->u = (double)NAN;
    if (!*s) return true;
    if (!read_units(s, &x->u, &high)) {
        diag_error(r->im->diags, DIAG_INPUT, x->at_u, "write 12, U12 or 12-13",
                   "'%s' is no rack unit", s);
        return false;
    }
    if (isnan(high)) return true;
    double span = high - x->u + 1;
    if (!isnan(x->height_u) && fabs(span - x->height_u) > 1e-9) {
        diag_error(r->im->diags, DIAG_INPUT, x->at_u, NULL,
                   "units '%s' are %g U, its height is %g U", s, span, x->height_u);
        return false;
    }
    x->height_u = span;
    return true;
}

static bool read_line(struct reading_csv *r, int line, struct line *x)
{
    bool is_fine = true;
    const struct csv *t = r->table;
    *x = (struct line){.rack = head_text(t, line, &r->head[CSV_RACK]),
                       .model = head_text(t, line, &r->head[CSV_MODEL]),
                       .name = head_text(t, line, &r->head[CSV_NAME]),
                       .room = head_text(t, line, &r->head[CSV_ROOM]),
                       .where = head_place(t, line, &r->head[CSV_RACK]),
                       .at_u = head_place(t, line, &r->head[CSV_U])};
    if (!*x->model) x->model = head_text(t, line, &r->head[CSV_SERVER]);
    x->watts = value(r, line, CSV_WATTS, &is_fine);
    x->typical_w = value(r, line, CSV_TYPICAL, &is_fine);
    x->idle_w = value(r, line, CSV_IDLE, &is_fine);
    x->weight_kg = value(r, line, CSV_WEIGHT, &is_fine);
    x->height_u = value(r, line, CSV_HEIGHT, &is_fine);
    x->units_u = value(r, line, CSV_UNITS, &is_fine);
    x->count = value(r, line, CSV_COUNT, &is_fine);
    if (isnan(x->count)) x->count = 1;
    if (x->count != floor(x->count)) {
        diag_error(r->im->diags, DIAG_INPUT, x->where, NULL, "count %g is not whole", x->count);
        is_fine = false;
    }
    if (!*x->rack) {
        diag_error(r->im->diags, DIAG_INPUT, x->where, "name its rack, or take the row out",
                   "no rack");
        is_fine = false;
    }
    return set_unit(r, line, x) && is_fine;
}

/* ---- racks -------------------------------------------------------------------- */

/* Highest unit that the file has in the rack. */
static double highest(const struct reading_csv *r, const struct line *of)
{
    double top = 0;
    for (int i = 0; i < r->n_line; i++) {
        const struct line *x = &r->line[i];
        if (strcmp(x->rack, of->rack) != 0 || strcmp(x->room, of->room) != 0 || isnan(x->u))
            continue;
        top = fmax(top, ceil(x->u + (isnan(x->height_u) ? 1 : x->height_u * x->count) - 1));
    }
    return fmin(top, SPOT_UNITS - 1);
}

/* Two racks of the table whose names come to the same stay two. */
static int rack_of(struct reading_csv *r, const struct line *x)
{
    struct import *im = r->im;
    const char *raw = arena_format(im->arena, "%s|%s", x->room, x->rack);
    for (int i = 0; i < r->places.n_rack; i++)
        if (!strcmp(r->raw[i], raw)) return i;
    struct import_section *s = import_add(im, KIND_RACK, x->rack, x->where);
    double units = x->units_u;
    if (*x->room) {
        const char *room = import_safe_name(x->room, im->arena);
        if (!import_find(im, KIND_ROOM, room)) import_add(im, KIND_ROOM, room, x->where);
        import_set(im, s, "room", x->where, "%s", room);
    }
    if (isnan(units)) {
        double top = highest(r, x);
        units = fmax(42, top);
        import_estimate(im, s, "units", x->where,
                        top > 42 ? "as high as its highest server" : "the usual height", "%s U",
                        import_number(im, units));
    } else
        import_set(im, s, "units", x->where, "%s U", import_number(im, units));
    r->raw[r->places.n_rack] = raw;
    return import_places_rack(&r->places, s, units);
}

/* ---- kinds -------------------------------------------------------------------- */

static bool same(double a, double b)
{
    return (isnan(a) && isnan(b)) || (a <= b && a >= b);
}

/* What makes servers alike: all that the table says of them; those without a unit also by their
   rack, since only so they stay in it. */
static const char *key_of(const struct reading_csv *r, const struct line *x, int rack)
{
    const double number[] = {x->watts, x->idle_w, x->typical_w, x->weight_kg, x->height_u};
    struct builder b = builder_new(r->im->arena);
    for (const char *s = x->model; *s; s++) {
        char c = *s >= 'A' && *s <= 'Z' ? (char)(*s - 'A' + 'a') : *s;
        builder_add(&b, &c, 1);
    }
    for (size_t i = 0; i < sizeof number / sizeof *number; i++) {
        char n[TEXT_NUMBER_CAP];
        builder_format(&b, "|%s", isnan(number[i]) ? "" : text_shortest(n, number[i]));
    }
    if (isnan(x->u)) builder_format(&b, "|%d", rack);
    return b.s;
}

static const char *catalogue_name(const struct import *im, const char *model)
{
    const char *safe = import_safe_name(model, im->arena);
    for (int i = 0; i < im->catalogue->n; i++) {
        const struct object *o = &im->catalogue->item[i];
        if (o->kind == KIND_SERVER && (!strcasecmp(o->name, safe) || !strcasecmp(o->name, model)) &&
            strncmp(o->name, "estimate", 8) != 0)
            return o->name;
    }
    return NULL;
}

/* A model of the catalogue keeps its draw unless the table tells another maximum. */
static bool set_draw(struct import *im, const struct line *x, struct import_section *s)
{
    struct import_draw d = {.model = x->use ? x->use : import_draw_like(x->height_u),
                            .times = 1,
                            .idle_w = x->idle_w,
                            .typical_w = x->typical_w,
                            .maximum_w = x->watts};
    bool is_told = !isnan(x->watts) || !isnan(x->idle_w) || !isnan(x->typical_w);
    return (x->use && !is_told) || import_draw_set(im, s, &d, x->where);
}

/* Fills in the height that the table does not tell. */
static bool set_size(struct import *im, struct line *x, struct import_section *s)
{
    bool is_fine = true;
    double own = x->use ? import_model_value(im, KIND_SERVER, x->use, "height") : (double)NAN;
    if (!isnan(x->height_u))
        is_fine = import_set(im, s, "height", x->where, "%s U", import_number(im, x->height_u));
    else if (isnan(own))
        is_fine = import_estimate(im, s, "height", x->where, "no height is told", "1 U");
    if (isnan(x->height_u)) x->height_u = isnan(own) ? 1 : own;
    if (!isnan(x->weight_kg))
        is_fine &= import_set(im, s, "weight", x->where, "%s kg", import_number(im, x->weight_kg));
    return is_fine;
}

/* -1 after an error. */
static int add_group(struct reading_csv *r, struct line x, const char *key, int rack)
{
    struct import *im = r->im;
    const char *name = x.use ? x.use : *x.model ? x.model : "server";
    struct import_section *s = import_add(im, KIND_SERVER, name, x.where);
    if (x.use)
        import_set(im, s, "use", x.where, "%s", x.use);
    else
        import_set(im, s, "source", x.where, "%s%s%s", x.where.file, *x.model ? ": " : "", x.model);
    bool is_fine = set_size(im, &x, s) && set_draw(im, &x, s);
    int group = import_places_group(&r->places, s, key, rack, x.height_u);
    return is_fine ? group : -1;
}

/* ---- rows --------------------------------------------------------------------- */

/* What the catalogue says as well is as good as not told. */
static void drop_known(const struct import *im, struct line *x)
{
    double w = 1000 * import_model_value(im, KIND_SERVER, x->use, "power_maximum");
    double u = import_model_value(im, KIND_SERVER, x->use, "height");
    double kg = import_model_value(im, KIND_SERVER, x->use, "weight");
    x->model = x->use;
    if (fabs(x->watts - w) <= 1e-6 * w) x->watts = (double)NAN;
    if (same(x->height_u, u)) x->height_u = (double)NAN;
    if (same(x->weight_kg, kg)) x->weight_kg = (double)NAN;
}

static bool add_line(struct reading_csv *r, struct line *x)
{
    x->use = *x->model ? catalogue_name(r->im, x->model) : NULL;
    if (x->use) drop_known(r->im, x);
    int rack = rack_of(r, x);
    const char *key = key_of(r, x, rack);
    int group = import_places_find(&r->places, key, rack);
    if (group < 0) group = add_group(r, *x, key, rack);
    if (group < 0) return false;
    double height = r->places.group[group].height_u;
    bool is_fine = true;
    for (int i = 0; i < (int)x->count && is_fine; i++) {
        struct import_spot spot = {.group = group,
                                   .rack = rack,
                                   .u = x->u + i * height,
                                   .name = *x->name ? x->name : NULL,
                                   .where = x->at_u};
        if (spot.name && x->count > 1)
            spot.name = arena_format(r->im->arena, "%s-%d", x->name, i + 1);
        is_fine = import_places_add(&r->places, spot);
    }
    return is_fine;
}

/* Of a room that is wanted alone. */
static bool is_wanted(const struct reading_csv *r, int line)
{
    const char *only = r->im->only;
    return !only || !strcasecmp(only, head_text(r->table, line, &r->head[CSV_ROOM]));
}

static bool has_needed(const struct reading_csv *r)
{
    bool has_rack = r->head[CSV_RACK].column >= 0;
    bool has_kind = r->head[CSV_MODEL].column >= 0 || r->head[CSV_SERVER].column >= 0 ||
                    r->head[CSV_WATTS].column >= 0;
    if (r->im->only && r->head[CSV_ROOM].column < 0) {
        diag_error(r->im->diags, DIAG_INPUT, (struct place){r->table->file, 0, 0}, NULL,
                   "--only needs a column 'room'");
        return false;
    }
    if (has_rack && has_kind) return true;
    struct builder b = builder_new(r->im->arena);
    for (int c = 0; c < r->table->n_col; c++)
        builder_format(&b, "%s%s", c ? ", " : "", r->table->head[c]);
    diag_error(r->im->diags, DIAG_INPUT, (struct place){r->table->file, 0, 0},
               "heads that are known: rack, U, model, watts, name, kg, height, room, count",
               "no column %s among: %s", has_rack ? "'model' or 'watts'" : "'rack'", b.s);
    return false;
}

static bool read_file(struct reading_csv *r, struct import_file *f)
{
    struct import *im = r->im;
    struct csv t;
    if (!sheet_read(f->path, f->s, f->n, NULL, &rows[CSV_RACK], &t, im->arena, im->diags))
        return false;
    t.file = f->path;
    r->table = &t;
    f->what = "table of servers";
    if (!heads_find(&t, rows, N_CSV, r->head, im->arena, im->diags) || !has_needed(r)) return false;
    bool is_fine = true;
    r->line = ARENA_ARRAY(im->arena, struct line, (size_t)t.n_row + 1);
    r->n_line = 0;
    const char **raw =
        ARENA_ARRAY(im->arena, const char *, (size_t)(r->places.n_rack + t.n_row) + 1);
    for (int i = 0; i < r->places.n_rack; i++) raw[i] = r->raw[i];
    r->raw = raw;
    for (int i = 0; i < t.n_row; i++) {
        struct line x;
        if (heads_blank(&t, i) || !is_wanted(r, i)) continue;
        if (read_line(r, i, &x))
            r->line[r->n_line++] = x;
        else
            is_fine = false;
    }
    for (int i = 0; i < r->n_line; i++) is_fine &= add_line(r, &r->line[i]);
    return is_fine;
}

bool import_csv(struct import *im)
{
    struct reading_csv r = {.im = im, .places = import_places_new(im)};
    bool is_fine = true;
    im->head = "A part of a site: racks and servers of a table, without power and cooling.";
    for (int i = 0; i < im->n_file; i++) is_fine &= read_file(&r, &im->file[i]);
    return is_fine && import_places_done(&r.places);
}
