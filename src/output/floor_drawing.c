#include "output/floor_drawing.h"

#include <math.h>
#include <string.h>

#include "output/drawing.h"
#include "output/palette.h"
#include "output/show.h"

static const struct face unit_face = {.size = 6.3, .colour = INK};
static const struct face soft_face = {.size = 6.3, .colour = INK_SOFT};

static const double head_height = 29, legend_room = 36, tallest = 480, tile_m = 0.6;
static const double north_width = 26; /* beside the room */
static const double ramp_width = 110;
static const double least_span_k = 2; /* of the colours: small differences stay small */

/* ---- text ----------------------------------------------------------------- */

const char *floor_finding(const struct floor_plan *f, struct arena *a)
{
    if (f->hottest < 0) return arena_format(a, "No rack of %s has servers", f->room);
    const struct floor_rack *x = &f->rack[f->hottest];
    const char *margin = show_number(a, fabs(x->margin_k), 1, "");
    return arena_format(a, "Hottest in %s: %s with %s °C at its inlet, %s K %s the %s limit",
                        f->room, x->name, show_number(a, x->inlet_c, 1, ""), margin,
                        x->margin_k < 0 ? "above" : "below", f->limit);
}

const char *floor_summary(const struct floor_plan *f, struct arena *a)
{
    int n = 0, over = 0;
    for (int i = 0; i < f->n_rack; i++) {
        n += f->rack[i].has_servers;
        over += f->rack[i].margin_k < 0;
    }
    return arena_format(
        a,
        "Floor of %s, %s by %s m: %d racks with servers by the hottest air of the "
        "year that they breathe, %d above the %s limit of %s °C. A field of the air "
        "says which racks get more exhaust than others, the room's recirculation "
        "how much all get.",
        f->room, show_number(a, f->length_m, 1, ""), show_number(a, f->width_m, 1, ""), n, over,
        f->limit, show_number(a, f->limit_c, 1, ""));
}

/* ---- where things are ----------------------------------------------------- */

struct drawing {
    struct scene *s;
    const struct floor_plan *f;
    struct rect room; /* on the page */
    double per_m;
    double least_k, most_k; /* margins of the colours */
};

static double scale_of(const struct floor_plan *f, double width)
{
    double body = width - north_width;
    return fmin(body / f->length_m, (tallest - head_height - legend_room) / f->width_m);
}

double floor_height(const struct floor_plan *f, double width)
{
    return head_height + legend_room + f->width_m * scale_of(f, width);
}

static struct rect box_at(const struct drawing *d, double x0_m, double y0_m, double x1_m,
                          double y1_m)
{
    return (struct rect){d->room.x + x0_m * d->per_m, d->room.y + d->room.h - y1_m * d->per_m,
                         (x1_m - x0_m) * d->per_m, (y1_m - y0_m) * d->per_m};
}

static struct rect box_of(const struct drawing *d, const struct layout_box *b)
{
    return box_at(d, b->x0_m, b->y0_m, b->x1_m, b->y1_m);
}

/* A strip along the front: outside the box, or inside it. */
static struct rect along_front(struct rect b, int facing, double deep, bool is_outside)
{
    double by = is_outside ? deep : 0;
    switch (facing) {
    case WAY_EAST: return (struct rect){b.x + b.w - deep + by, b.y, deep, b.h};
    case WAY_WEST: return (struct rect){b.x - by, b.y, deep, b.h};
    case WAY_NORTH: return (struct rect){b.x, b.y - by, b.w, deep};
    default: return (struct rect){b.x, b.y + b.h - deep + by, b.w, deep};
    }
}

static void find_margins(struct drawing *d)
{
    d->least_k = d->most_k = (double)NAN;
    for (int i = 0; i < d->f->n_rack; i++) {
        d->least_k = fmin(d->least_k, d->f->rack[i].margin_k);
        d->most_k = fmax(d->most_k, d->f->rack[i].margin_k);
    }
    d->least_k = fmin(d->least_k, d->most_k - least_span_k);
}

/* Lighter is hotter. */
static double shade_of(const struct drawing *d, double margin_k)
{
    return (d->most_k - margin_k) / (d->most_k - d->least_k);
}

/* ---- things ---------------------------------------------------------------- */

/* Without the kind. */
static const char *mark_of(const char *name)
{
    const char *dot = strchr(name, '.');
    return dot ? dot + 1 : name;
}

static const double least_letters = 4.2;

static struct pen rack_pen(const struct drawing *d, const struct floor_rack *x)
{
    struct pen pen = {.fill = PAPER, .line = INK, .width = 0.5};
    if (isnan(x->inlet_c)) {
        pen.line = x->has_servers ? BAD : RULE;
        return pen;
    }
    pen.fill = palette_cividis(shade_of(d, x->margin_k));
    if (x->margin_k < 0) {
        pen.line = BAD;
        pen.width = 1.4;
        pen.hatch = HATCH_RISING;
        pen.hatch_colour = BAD;
    }
    return pen;
}

static void draw_tiles(const struct drawing *d, const struct floor_rack *x)
{
    struct pen pen = {.fill = COLOUR_NONE, .line = RULE, .width = 0.5, .dash = 1.5, .gap = 1.5};
    if (d->f->from_units || x->tiles < 1 || isnan(x->inlet_c)) return;
    if (d->f->from_floor)
        pen = (struct pen){.fill = SHADE,
                           .line = RULE,
                           .width = 0.5,
                           .hatch = HATCH_FALLING,
                           .hatch_colour = GRID};
    struct rect strip = along_front(box_of(d, &x->box), x->facing, tile_m * d->per_m, true);
    scene_box(d->s, strip, pen);
}

static void draw_rack(const struct drawing *d, const struct floor_rack *x, bool is_hottest)
{
    struct scene *s = d->s;
    struct rect b = box_of(d, &x->box);
    struct pen pen = rack_pen(d, x);
    scene_box(s, b, pen);
    double bar = fmin(2.2, 0.08 * d->per_m);
    scene_box(s, along_front(b, x->facing, bar, false),
              (struct pen){.fill = isnan(x->inlet_c) ? RULE : INK, .line = COLOUR_NONE});
    if (is_hottest)
        scene_box(s, (struct rect){b.x - 1.5, b.y - 1.5, b.w + 3, b.h + 3},
                  (struct pen){.fill = COLOUR_NONE, .line = INK, .width = 1.4});
    bool is_dark = !isnan(x->inlet_c) && shade_of(d, x->margin_k) < 0.5 && !(x->margin_k < 0);
    struct face face = {.size = 5.8, .colour = is_dark ? PAPER : INK, .is_bold = x->margin_k < 0};
    const char *mark = mark_of(x->name), *none = x->has_servers ? "off" : "empty";
    const char *inlet = show_number(s->arena, x->inlet_c, 1, none);
    drawing_write_in(s, b, face, least_letters,
                     (const char *[]){arena_format(s->arena, "%s  %s", mark, inlet), inlet, NULL},
                     x->margin_k < 0);
}

static void draw_unit(const struct drawing *d, const struct floor_unit *x)
{
    struct rect b = box_of(d, &x->box);
    scene_box(d->s, b, (struct pen){.fill = SHADE, .line = INK_SOFT, .width = 0.8});
    scene_line(d->s, b.x, b.y, b.x + b.w, b.y + b.h, (struct pen){.line = GRID, .width = 0.5});
    scene_line(d->s, b.x, b.y + b.h, b.x + b.w, b.y, (struct pen){.line = GRID, .width = 0.5});
    if (d->f->from_units && x->facing >= 0)
        scene_box(d->s, along_front(b, x->facing, 2.2, false),
                  (struct pen){.fill = ACCENT, .line = COLOUR_NONE});
    const char *mark = mark_of(x->name), *number = strchr(x->name, '#');
    drawing_write_in(d->s, b, unit_face, least_letters,
                     (const char *[]){x->name, mark, number, NULL}, false);
}

/* ---- around it --------------------------------------------------------------- */

static void draw_north(struct scene *s, double x, double y, int north)
{
    static const double way[4][2] = {{1, 0}, {-1, 0}, {0, -1}, {0, 1}};
    double ux = way[north][0], uy = way[north][1], r = 9;
    struct point arrow[] = {{x + r * ux, y + r * uy},
                            {x - r * ux + 4.5 * uy, y - r * uy - 4.5 * ux},
                            {x - 0.5 * r * ux, y - 0.5 * r * uy},
                            {x - r * ux - 4.5 * uy, y - r * uy + 4.5 * ux}};
    scene_area(s, arrow, 4, (struct pen){.fill = INK, .line = COLOUR_NONE});
    scene_text(s, x + (r + 5) * ux, y + (r + 5) * uy + 2.2, ANCHOR_MIDDLE, unit_face, "N");
}

/* The longest of 1, 2, 5, 10... m that is not over an eighth of the page. */
static void draw_scale(const struct drawing *d, double x, double y)
{
    static const double step[] = {0.5, 1, 2, 5, 10, 20, 50, 100};
    double m = step[0];
    for (int i = 0; i < 8; i++)
        if (step[i] * d->per_m <= 80) m = step[i];
    double w = m * d->per_m;
    struct pen pen = {.line = INK, .width = 0.9};
    scene_line(d->s, x, y, x + w, y, pen);
    scene_line(d->s, x, y - 3, x, y + 3, pen);
    scene_line(d->s, x + w, y - 3, x + w, y + 3, pen);
    scene_text(d->s, x + w + 5, y + 2.2, ANCHOR_START, unit_face,
               arena_format(d->s->arena, "%s m", show_number(d->s->arena, m, m < 1 ? 1 : 0, "")));
}

static void draw_ramp(const struct drawing *d, double x, double y)
{
    enum { STEPS = 44 };
    struct arena *a = d->s->arena;
    unsigned *cell = ARENA_ARRAY(a, unsigned, STEPS);
    if (isnan(d->least_k)) return;
    for (int i = 0; i < STEPS; i++) cell[i] = palette_cividis(i / (double)(STEPS - 1));
    scene_cells(d->s, (struct rect){x, y - 4, ramp_width, 7}, STEPS, 1, cell);
    scene_text(d->s, x, y + 11, ANCHOR_START, unit_face,
               arena_format(a, "%s K", show_number(a, d->most_k, 1, "")));
    scene_text(d->s, x + ramp_width, y + 11, ANCHOR_END, unit_face,
               arena_format(a, "%s K", show_number(a, d->least_k, 1, "")));
    scene_text(d->s, x + ramp_width / 2, y + 11, ANCHOR_MIDDLE, soft_face, "margin");
}

static double draw_sample(struct scene *s, double x, double y, struct pen pen, const char *text)
{
    scene_box(s, (struct rect){x, y - 4, 11, 7}, pen);
    return x + 15 + scene_text(s, x + 15, y + 1.6, ANCHOR_START, soft_face, text) + 11;
}

static void draw_legend(const struct drawing *d, double x, double right, double y)
{
    struct scene *s = d->s;
    draw_ramp(d, x, y);
    scene_text(s, x + ramp_width + 16, y + 14.6, ANCHOR_START, soft_face,
               "In the racks: hottest inlet air of the year, °C");
    draw_scale(d, right - 110, y + 13);
    x += ramp_width + 16;
    x = draw_sample(
        s, x, y,
        (struct pen){
            .fill = PAPER, .line = BAD, .width = 1.4, .hatch = HATCH_RISING, .hatch_colour = BAD},
        "over the limit");
    x = draw_sample(s, x, y, (struct pen){.fill = COLOUR_NONE, .line = INK, .width = 1.4},
                    "the hottest");
    scene_box(s, (struct rect){x, y - 4, 11, 2}, (struct pen){.fill = INK, .line = COLOUR_NONE});
    x += 15 + scene_text(s, x + 15, y + 1.6, ANCHOR_START, soft_face, "front") + 11;
    if (d->f->from_floor)
        draw_sample(s, x, y,
                    (struct pen){.fill = SHADE,
                                 .line = RULE,
                                 .width = 0.5,
                                 .hatch = HATCH_FALLING,
                                 .hatch_colour = GRID},
                    "perforated tiles");
    else if (!d->f->from_units)
        draw_sample(
            s, x, y,
            (struct pen){.fill = COLOUR_NONE, .line = RULE, .width = 0.5, .dash = 1.5, .gap = 1.5},
            "outlets overhead");
}

void floor_draw(struct scene *s, struct rect box, const struct floor_plan *f)
{
    struct drawing d = {.s = s, .f = f};
    double body_h = box.h - head_height - legend_room;
    d.per_m = fmin((box.w - north_width) / f->length_m, body_h / f->width_m);
    d.room = (struct rect){box.x, box.y + head_height, f->length_m * d.per_m, f->width_m * d.per_m};
    find_margins(&d);
    drawing_title(s, box, floor_finding(f, s->arena));
    scene_box(s, d.room, (struct pen){.fill = COLOUR_NONE, .line = INK, .width = 1.2});
    for (int i = 0; i < f->n_rack; i++) draw_tiles(&d, &f->rack[i]);
    for (int i = 0; i < f->n_unit; i++) draw_unit(&d, &f->unit[i]);
    for (int i = 0; i < f->n_rack; i++)
        if (i != f->hottest) draw_rack(&d, &f->rack[i], false);
    if (f->hottest >= 0) draw_rack(&d, &f->rack[f->hottest], true);
    draw_north(s, d.room.x + d.room.w + 15, d.room.y + 18, f->north);
    draw_legend(&d, box.x, box.x + box.w, d.room.y + d.room.h + 13);
}
