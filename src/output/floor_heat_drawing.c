#include "output/floor_heat_drawing.h"

#include <math.h>
#include <string.h>

#include "output/drawing.h"
#include "output/palette.h"
#include "output/show.h"

static const double title_room = 29, gap = 16, least_letters = 3.4;
static const double small = 300; /* narrower maps have smaller letters */
/* Of a map, in letters: above it, left of it (how wide the room is), right of it (north), below
   it (how long the room is, and the scale), and the legend. */
static const double head = 3.4, side = 2.4, north = 3.6, under = 2.3, foot = 5.1;

static const double schematic_most = 60; /* points a metre */

enum { COLUMNS = 2 };

struct map {
    struct scene *s;
    const struct floor_heat *h;
    const struct heat_scale *scale;
    int what;
    struct rect room; /* on the page */
    double per_m, letters;
    struct legend legend;
};

/* ---- text ---------------------------------------------------------------------- */

/* Without the kind. */
static const char *mark_of(const char *name)
{
    const char *dot = strchr(name, '.');
    return dot ? dot + 1 : name;
}

static const char *value_text(const struct floor_heat *h, int what, double value, struct arena *a)
{
    const struct heat_scale *s = &h->scale[what];
    return arena_format(a, "%s %s", show_number(a, value, s->decimals, "not known"), s->unit);
}

static const char *counts_text(const struct heat_scale *s, struct arena *a)
{
    struct builder b = builder_new(a);
    static const char *const word[] = {[HEAT_HOLDS] = "",
                                       [HEAT_OVER] = "over the limit",
                                       [HEAT_NO_LIMIT] = "without a limit",
                                       [HEAT_UNKNOWN] = "not known",
                                       [HEAT_EMPTY] = "empty"};
    for (int i = HEAT_OVER; i <= HEAT_EMPTY; i++)
        if (s->count[i]) builder_format(&b, "%s%d %s", b.n ? ", " : "", s->count[i], word[i]);
    return b.n ? b.s : "all within their limits";
}

const char *floor_heat_finding(const struct floor_heat *h, int what, struct arena *a)
{
    if (what == FLOOR_HEAT_ALL) {
        const char *density =
            isnan(h->w_m2) ? "" : arena_format(a, ", %s kW/m²", show_value(a, h->w_m2 / 1000, ""));
        return arena_format(a, "Floor of %s: %d racks, %s kW at their maximum%s", h->room,
                            h->n_rack + h->n_elsewhere, show_value(a, h->power_w / 1000, ""),
                            density);
    }
    const struct heat_scale *s = &h->scale[what];
    if (s->worst < 0) return arena_format(a, "%s in %s: not known", s->title, h->room);
    const struct heat_rack *worst = &h->rack[s->worst];
    return arena_format(a, "%s in %s: %s %s; %s", s->title, h->room,
                        s->is_even ? "all" : worst->name,
                        value_text(h, what, worst->of[what].value, a), counts_text(s, a));
}

const char *floor_heat_summary(const struct floor_heat *h, int what, struct arena *a)
{
    const char *where =
        h->is_schematic
            ? "Not to scale: the site gives no positions, racks stand in the order of the file."
            : arena_format(a, "%s by %s m, to scale; the bar is a rack's front.",
                           show_number(a, h->length_m, 1, ""), show_number(a, h->width_m, 1, ""));
    if (h->n_elsewhere)
        where =
            arena_format(a, "%s %d racks without a position are not drawn.", where, h->n_elsewhere);
    const char *which = what == FLOOR_HEAT_ALL ? "Maps of" : "Map of";
    return arena_format(
        a,
        "%s the floor of %s. %s Lighter is more in use or less left; what is over a limit "
        "is hatched, what has no limit or is not known hatched the other way.",
        which, h->room, where);
}

/* ---- where things are ------------------------------------------------------------ */

static double letters_of(double width)
{
    return width < small ? 5.6 : 6.6 * fmax(width / 523, 1);
}

/* Around the room, across and down. */
static double sides(double width)
{
    return (side + north) * letters_of(width);
}

static double ends(double width, bool has_head)
{
    return ((has_head ? head : 0.5) + under + foot) * letters_of(width);
}

static double map_height(const struct floor_heat *h, double width, bool has_head)
{
    double per_m = (width - sides(width)) / h->length_m;
    if (h->is_schematic) per_m = fmin(per_m, schematic_most);
    return ends(width, has_head) + per_m * h->width_m;
}

static double cell_width(double width)
{
    return (width - (COLUMNS - 1) * gap) / COLUMNS;
}

double floor_heat_height(const struct floor_heat *h, int what, double width, double most)
{
    int rows = (N_HEAT + COLUMNS - 1) / COLUMNS;
    double all = title_room + rows * (map_height(h, cell_width(width), true) + gap) - gap;
    if (what != FLOOR_HEAT_ALL) all = title_room + map_height(h, width, false);
    return fmin(all, most);
}

static struct rect box_of(const struct map *m, const struct layout_box *b)
{
    return (struct rect){m->room.x + b->x0_m * m->per_m, m->room.y + m->room.h - b->y1_m * m->per_m,
                         (b->x1_m - b->x0_m) * m->per_m, (b->y1_m - b->y0_m) * m->per_m};
}

/* A strip along the front, inside the box. */
static struct rect along_front(struct rect b, int facing, double deep)
{
    switch (facing) {
    case WAY_EAST: return (struct rect){b.x + b.w - deep, b.y, deep, b.h};
    case WAY_WEST: return (struct rect){b.x, b.y, deep, b.h};
    case WAY_NORTH: return (struct rect){b.x, b.y, b.w, deep};
    default: return (struct rect){b.x, b.y + b.h - deep, b.w, deep};
    }
}

/* ---- racks ------------------------------------------------------------------------ */

/* So that light letters stand on it. */
static bool is_dark(const struct heat_value *v)
{
    return !isnan(v->value) && v->shade < 0.56;
}

static struct pen rack_pen(const struct heat_value *v)
{
    struct pen plain = {.fill = PAPER, .line = INK, .width = 0.5};
    unsigned fill = isnan(v->value) ? PAPER : palette_cividis(v->shade);
    if (v->state == HEAT_EMPTY) plain.line = RULE;
    if (v->state == HEAT_OVER) return drawing_over(fill);
    if (v->state == HEAT_NO_LIMIT || v->state == HEAT_UNKNOWN) {
        plain = drawing_no_limit(fill);
        if (is_dark(v)) plain.hatch_colour = GRID;
        return plain;
    }
    plain.fill = fill;
    return plain;
}

/* Name over value where there is room, along the longer side of the box if need be; else the
   value. */
static void write_rack(const struct map *m, struct rect b, struct face face, const char *name,
                       const char *value, bool has_ground)
{
    struct scene *s = m->s;
    struct face soft = face;
    soft.is_bold = false;
    face.is_bold = true;
    face.size = fmin(face.size, fmin(b.w, b.h) / 2.3);
    for (; face.size >= least_letters; face.size -= 0.6) {
        soft.size = face.size - 0.3;
        double w = fmax(typeset_width(s->type, name, soft), typeset_width(s->type, value, face));
        double h = 2.3 * face.size, x = b.x + b.w / 2, y = b.y + b.h / 2, leading = 1.1 * face.size;
        bool is_turned = !(w < b.w - 2 && h < b.h - 1);
        if (is_turned && !(w < b.h - 3 && h < b.w - 1)) continue;
        struct rect ground = {x - w / 2 - 1, y - h / 2, w + 2, h};
        if (is_turned) ground = (struct rect){x - h / 2, y - w / 2 - 1, h, w + 2};
        if (has_ground) scene_box(s, ground, (struct pen){.fill = PAPER, .line = COLOUR_NONE});
        if (is_turned) {
            scene_text_turned(s, x - 0.15 * face.size, y, ANCHOR_MIDDLE, soft, 90, name);
            scene_text_turned(s, x - 0.15 * face.size + leading, y, ANCHOR_MIDDLE, face, 90, value);
        } else {
            scene_text(s, x, y - 0.15 * face.size, ANCHOR_MIDDLE, soft, name);
            scene_text(s, x, y - 0.15 * face.size + leading, ANCHOR_MIDDLE, face, value);
        }
        return;
    }
    face.size = m->letters;
    drawing_write_in(s, b, face, least_letters, (const char *[]){value, NULL}, has_ground);
}

static void draw_rack(const struct map *m, const struct heat_rack *x)
{
    const struct heat_value *v = &x->of[m->what];
    struct rect b = box_of(m, &x->box);
    struct pen pen = rack_pen(v);
    scene_box(m->s, b, pen);
    if (x->facing >= 0)
        scene_box(m->s, along_front(b, x->facing, fmin(1.8, 0.08 * m->per_m)),
                  (struct pen){.fill = INK, .line = COLOUR_NONE});
    bool is_hatched = pen.hatch != HATCH_NONE;
    const char *none = v->state == HEAT_EMPTY ? "empty" : "?";
    write_rack(
        m, b, (struct face){.size = m->letters, .colour = is_dark(v) && !is_hatched ? PAPER : INK},
        mark_of(x->name), show_number(m->s->arena, v->value, m->scale->decimals, none), is_hatched);
}

/* ---- what else stands there --------------------------------------------------------- */

static void draw_thing(const struct map *m, const struct heat_thing *x)
{
    struct rect b = box_of(m, &x->box);
    struct pen pen = {.fill = SHADE, .line = INK_SOFT, .width = 0.7};
    if (x->what == THING_COLUMN || x->what == THING_WALL) pen.fill = INK_SOFT;
    if (x->what == THING_RAMP || x->what == THING_DOOR)
        pen = (struct pen){
            .fill = COLOUR_NONE, .line = INK_SOFT, .width = 0.7, .dash = 2, .gap = 1.5};
    scene_box(m->s, b, pen);
    if (x->what == THING_UNIT) {
        struct pen cross = {.line = GRID, .width = 0.5};
        scene_line(m->s, b.x, b.y, b.x + b.w, b.y + b.h, cross);
        scene_line(m->s, b.x, b.y + b.h, b.x + b.w, b.y, cross);
    }
    struct face face = {.size = m->letters - 0.4, .colour = pen.fill == INK_SOFT ? PAPER : INK};
    const char *mark = mark_of(x->name), *number = strchr(x->name, '#');
    drawing_write_in(m->s, b, face, least_letters,
                     (const char *[]){x->name, mark, number ? number : mark, NULL}, false);
}

static bool meets(struct rect a, struct rect b)
{
    return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

static bool is_free(const struct map *m, struct rect r)
{
    for (int i = 0; i < m->h->n_thing; i++)
        if (meets(r, box_of(m, &m->h->thing[i].box))) return false;
    return true;
}

/* The aisle, or where something stands in its middle a half of it, along or across. */
static struct rect free_part(const struct map *m, struct rect aisle, double text_w, double text_h)
{
    static const struct rect part[] = {
        {0, 0, 1, 1}, {0, 0, .5, 1}, {.5, 0, .5, 1}, {0, 0, 1, .5}, {0, .5, 1, .5}};
    for (size_t i = 0; i < sizeof part / sizeof *part; i++) {
        struct rect b = {aisle.x + part[i].x * aisle.w, aisle.y + part[i].y * aisle.h,
                         part[i].w * aisle.w, part[i].h * aisle.h};
        bool is_turned = aisle.h > aisle.w && text_w > b.w - 2;
        double w = is_turned ? text_h : text_w, h = is_turned ? text_w : text_h;
        if (w > b.w || h > b.h) continue;
        if (is_free(m, (struct rect){b.x + (b.w - w) / 2, b.y + (b.h - h) / 2, w, h})) return b;
    }
    return aisle;
}

static void draw_aisle(const struct map *m, const struct heat_aisle *x)
{
    static const char *const word[] = {"cold aisle", "hot aisle", "mixed aisle"};
    struct arena *a = m->s->arena;
    struct rect b = box_of(m, &x->box);
    struct pen pen = {.fill = COLOUR_NONE, .line = RULE, .width = 0.5, .dash = 1.5, .gap = 1.5};
    if (x->what == AISLE_HOT) pen.fill = SHADE;
    scene_box(m->s, b, pen);
    struct face face = {.size = m->letters - 0.4, .colour = INK_SOFT};
    const char *wide = arena_format(a, "%s, %s m", word[x->what], show_number(a, x->wide_m, 1, ""));
    drawing_write_in(m->s,
                     free_part(m, b, typeset_width(m->s->type, wide, face) + 4, face.size + 2),
                     face, least_letters, (const char *[]){wide, word[x->what], NULL}, false);
}

/* ---- around it ------------------------------------------------------------------------ */

static void draw_north(const struct map *m)
{
    static const double way[4][2] = {{1, 0}, {-1, 0}, {0, -1}, {0, 1}};
    double ux = way[m->h->north][0], uy = way[m->h->north][1], r = 6;
    double x = m->room.x + m->room.w + 11, y = m->room.y + 13;
    struct point arrow[] = {{x + r * ux, y + r * uy},
                            {x - r * ux + 3 * uy, y - r * uy - 3 * ux},
                            {x - 0.5 * r * ux, y - 0.5 * r * uy},
                            {x - r * ux - 3 * uy, y - r * uy + 3 * ux}};
    scene_area(m->s, arrow, 4, (struct pen){.fill = INK, .line = COLOUR_NONE});
    scene_text(m->s, x, y + r + 8, ANCHOR_MIDDLE, (struct face){.size = 5.6, .colour = INK}, "N");
}

static void draw_sizes(const struct map *m)
{
    static const double step[] = {0.5, 1, 2, 5, 10, 20, 50};
    struct arena *a = m->s->arena;
    struct face face = {.size = m->letters - 0.6, .colour = INK_SOFT};
    const struct rect *r = &m->room;
    struct pen pen = {.line = INK_SOFT, .width = 0.6};
    double bar_m = step[0], y = r->y + r->h + 7;
    scene_text_turned(m->s, r->x - 4, r->y + r->h / 2, ANCHOR_MIDDLE, face, 90,
                      arena_format(a, "%s m", show_number(a, m->h->width_m, 1, "")));
    for (int i = 0; i < 7; i++)
        if (step[i] <= 0.3 * m->h->length_m) bar_m = step[i];
    double w = bar_m * m->per_m;
    scene_line(m->s, r->x, y, r->x + w, y, pen);
    scene_line(m->s, r->x, y - 2, r->x, y + 2, pen);
    scene_line(m->s, r->x + w, y - 2, r->x + w, y + 2, pen);
    scene_text(m->s, r->x + w + 3, y + 2, ANCHOR_START, face,
               arena_format(a, "%s m", show_number(a, bar_m, bar_m < 1 ? 1 : 0, "")));
    scene_text(m->s, r->x + r->w, y + 2, ANCHOR_END, face,
               arena_format(a, "room %s m", show_number(a, m->h->length_m, 1, "")));
}

static void add_classes(struct map *m)
{
    const struct heat_scale *k = m->scale;
    struct arena *a = m->s->arena;
    int decimals = 0;
    if (k->is_even && m->what != HEAT_FAILOVER) {
        const struct heat_value *v = &m->h->rack[k->worst].of[m->what];
        legend_add(&m->legend,
                   (struct pen){.fill = palette_cividis(v->shade), .line = INK_SOFT, .width = 0.4},
                   value_text(m->h, m->what, v->value, a));
        return;
    }
    for (int i = 0; i < k->n; i++) /* as many as the edges need */
        if (fabs(k->edge[i + 1] - round(k->edge[i + 1])) > 1e-6) decimals = 1;
    for (int i = 0; i < k->n; i++) {
        const char *from = show_number(a, k->edge[i], decimals, "");
        const char *to = show_number(a, k->edge[i + 1], decimals, "");
        legend_add(
            &m->legend,
            (struct pen){.fill = palette_cividis(k->shade[i]), .line = INK_SOFT, .width = 0.4},
            arena_format(a, "%s to %s%s%s", from, to, i == k->n - 1 ? " " : "",
                         i == k->n - 1 ? k->unit : ""));
    }
}

static void add_states(struct map *m)
{
    const int *count = m->scale->count;
    if (count[HEAT_OVER]) legend_add(&m->legend, drawing_over(PAPER), "over the limit");
    if (count[HEAT_NO_LIMIT]) legend_add(&m->legend, drawing_no_limit(PAPER), "no limit is stated");
    if (count[HEAT_UNKNOWN]) legend_add(&m->legend, drawing_no_limit(PAPER), "?: not known");
}

static void draw_head(const struct map *m, struct rect box)
{
    struct face bold = {.size = m->letters + 0.8, .is_bold = true, .colour = INK};
    struct face soft = {.size = m->letters - 0.2, .colour = INK_SOFT};
    struct arena *a = m->s->arena;
    const struct heat_scale *k = m->scale;
    scene_text_fit(m->s, box.x, box.y + 1.3 * m->letters, ANCHOR_START, bold, box.w,
                   arena_format(a, "%s, %s", k->title, k->unit));
    const char *text = counts_text(k, a);
    if (k->worst >= 0) {
        const struct heat_rack *x = &m->h->rack[k->worst];
        text = arena_format(a, "%s: %s; %s", k->is_even ? "the same in all" : mark_of(x->name),
                            value_text(m->h, m->what, x->of[m->what].value, a), text);
    }
    scene_text_fit(m->s, box.x, box.y + 2.75 * m->letters, ANCHOR_START, soft, box.w, text);
}

/* ---- all ---------------------------------------------------------------------------------- */

static void draw_around(struct map *m, struct rect box)
{
    const struct floor_heat *h = m->h;
    struct face note = {.size = m->letters - 0.4, .is_italic = true, .colour = INK_SOFT};
    if (h->is_schematic) {
        scene_text_fit(m->s, m->room.x, m->room.y + m->room.h + 1.3 * m->letters, ANCHOR_START,
                       note, box.w, "not to scale: the site gives no positions");
        return;
    }
    for (int i = 0; i < h->n_aisle; i++) draw_aisle(m, &h->aisle[i]);
    scene_box(m->s, m->room, (struct pen){.fill = COLOUR_NONE, .line = INK, .width = 1.1});
    for (int i = 0; i < h->n_thing; i++) draw_thing(m, &h->thing[i]);
    draw_north(m);
    draw_sizes(m);
}

static void draw_map(struct scene *s, struct rect box, const struct floor_heat *h, int what,
                     bool has_head)
{
    struct map m = {.s = s, .h = h, .scale = &h->scale[what], .what = what};
    m.letters = letters_of(box.w);
    m.per_m =
        fmin((box.w - sides(box.w)) / h->length_m, (box.h - ends(box.w, has_head)) / h->width_m);
    if (h->is_schematic) m.per_m = fmin(m.per_m, schematic_most);
    m.room = (struct rect){box.x + side * m.letters, box.y + (has_head ? head : 0.5) * m.letters,
                           h->length_m * m.per_m, h->width_m * m.per_m};
    if (h->is_schematic) m.room.x = box.x;
    if (has_head) draw_head(&m, box);
    draw_around(&m, box);
    for (int i = 0; i < h->n_rack; i++) draw_rack(&m, &h->rack[i]);
    add_classes(&m);
    add_states(&m);
    legend_draw(&m.legend, s, box.x, m.room.y + m.room.h + under * m.letters, box.w,
                m.letters - 0.4);
}

void floor_heat_draw(struct scene *s, struct rect box, const struct floor_heat *h, int what)
{
    int rows = (N_HEAT + COLUMNS - 1) / COLUMNS;
    double w = cell_width(box.w), tall = (box.h - title_room + gap) / rows - gap;
    drawing_title(s, box, floor_heat_finding(h, what, s->arena));
    if (what != FLOOR_HEAT_ALL) {
        draw_map(s, (struct rect){box.x, box.y + title_room, box.w, box.h - title_room}, h, what,
                 false);
        return;
    }
    for (int i = 0; i < N_HEAT; i++)
        draw_map(s,
                 (struct rect){box.x + i % COLUMNS * (w + gap),
                               box.y + title_room + i / COLUMNS * (tall + gap), w, tall},
                 h, i, true);
}
