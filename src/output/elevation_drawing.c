#include "output/elevation_drawing.h"

#include <math.h>
#include <string.h>

#include "output/drawing.h"
#include "output/palette.h"
#include "output/show.h"

/* Lengths in points of a page of A4; wider ones grow with their width. */
static const double a4_width = 523, gap = 11, head_height = 34, margin = 12, frame = 3;
static const double row_height = 13, feed_height = 27, tallest_u = 13, letters = 6.2;
static const double mm_per_point = 25.4 / 72, unit_mm = 44.45; /* IEC 60297 */

enum { FEEDS_SHOWN = 4, MISSING_LINES = 2 };

struct sheet {
    struct scene *s;
    const struct elevation_set *e;
    int first, n; /* racks on it */
    double k;     /* over the lengths above */
    double cell_w, u_h, foot_h;
    struct rect box;
    struct legend legend;
};

int elevation_pages(const struct elevation_set *e)
{
    return (e->n + ELEVATIONS_A_PAGE - 1) / ELEVATIONS_A_PAGE;
}

static struct face face_of(const struct sheet *p, double size, unsigned colour)
{
    return (struct face){.size = size * p->k, .colour = colour};
}

static struct face bold_of(const struct sheet *p, double size, unsigned colour)
{
    return (struct face){.size = size * p->k, .colour = colour, .is_bold = true};
}

/* ---- text -------------------------------------------------------------------- */

const char *elevation_finding(const struct elevation_set *e, int page, struct arena *a)
{
    int first = page * ELEVATIONS_A_PAGE, last = first + ELEVATIONS_A_PAGE;
    if (last > e->n) last = e->n;
    int over = 0;
    for (int i = first; i < last; i++) over += e->item[i].is_over ? 1 + e->item[i].alike : 0;
    const char *which = first + 1 == last ? arena_format(a, "%d", last)
                                          : arena_format(a, "%d to %d", first + 1, last);
    const char *all = e->n == e->n_rack
                          ? arena_format(a, "%d", e->n)
                          : arena_format(a, "%d that differ, %d in all", e->n, e->n_rack);
    return arena_format(a, "Rack elevations, front view, %s of %s%s", which, all,
                        over ? arena_format(a, "; %d over a limit", over) : "");
}

const char *elevation_summary(const struct elevation_set *e, int page, struct arena *a)
{
    if (page) return arena_format(a, "%s.", elevation_finding(e, page, a));
    int over = 0, open = 0;
    for (int i = 0; i < e->n; i++) {
        over += e->item[i].is_over ? 1 + e->item[i].alike : 0;
        open += e->item[i].n_missing ? 1 + e->item[i].alike : 0;
    }
    return arena_format(
        a,
        "Front views, unit 1 at the floor; racks with the same content and the same numbers are "
        "drawn once. Every server at its maximum; feeds also after the worst single loss. %d of "
        "%d racks are over a limit; %d have limits that are not stated.",
        over, e->n_rack, open);
}

/* ---- colours ------------------------------------------------------------------ */

/* Towards paper, so that ink can be read on it. */
static unsigned tint(unsigned colour, double share)
{
    unsigned out = 0;
    for (int shift = 16; shift >= 0; shift -= 8) {
        double c = (double)(colour >> shift & 255);
        out = out << 8 | (unsigned)(c * share + 255 * (1 - share) + 0.5);
    }
    return out;
}

static unsigned colour_of(const struct sheet *p, int server)
{
    return palette_series(elevation_section_of(p->e, server));
}

static struct pen item_pen(const struct sheet *p, int server)
{
    return (struct pen){.fill = tint(colour_of(p, server), 0.24), .line = INK, .width = 0.5 * p->k};
}

static struct pen reserved_pen(void)
{
    return (struct pen){
        .fill = SHADE, .line = RULE, .width = 0.5, .hatch = HATCH_FALLING, .hatch_colour = RULE};
}

/* ---- the rack ------------------------------------------------------------------ */

/* From unit `u`, 1 at the floor, so many units up. */
static struct rect units_box(const struct sheet *p, struct rect rack, double u, double height_u)
{
    return (struct rect){rack.x, rack.y + rack.h - (u - 1 + height_u) * p->u_h, rack.w,
                         height_u * p->u_h};
}

static void draw_numbers(const struct sheet *p, struct rect rack, double units_u)
{
    struct face f = {.size = fmin(0.62 * p->u_h, 5.4 * p->k), .colour = INK_SOFT};
    for (int u = 1; u <= (int)units_u; u++) {
        struct rect b = units_box(p, rack, u, 1);
        const char *text = arena_format(p->s->arena, "%d", u);
        double y = b.y + b.h / 2 + 0.36 * f.size;
        scene_text(p->s, b.x - 2.5 * p->k - frame * p->k, y, ANCHOR_END, f, text);
        scene_text(p->s, b.x + b.w + 2.5 * p->k + frame * p->k, y, ANCHOR_START, f, text);
        scene_line(p->s, b.x, b.y, b.x + b.w, b.y, (struct pen){.line = GRID, .width = 0.4});
    }
}

static void draw_mark(const struct sheet *p, struct rect b, double size, int feeds)
{
    double d = 1.15 * size;
    struct rect box = {b.x + b.w - d - 1.5 * p->k, b.y + (b.h - d) / 2, d, d};
    scene_box(p->s, box, (struct pen){.fill = PAPER, .line = INK, .width = 0.7 * p->k});
    struct face f = {.size = 0.9 * size, .is_bold = true, .colour = INK};
    scene_text(p->s, box.x + d / 2, box.y + d / 2 + 0.36 * f.size, ANCHOR_MIDDLE, f,
               arena_format(p->s->arena, "%d", feeds));
}

/* The name on as many lines as there is room for, then the rest, one under the other. */
static void write_lines(const struct sheet *p, struct rect b, const char *name,
                        const char *const *rest, int n)
{
    struct face bold = bold_of(p, letters, INK), soft = face_of(p, letters - 0.5, INK);
    const char **line;
    double leading = 1.25 * bold.size;
    int room = (int)(b.h / leading + 0.01) - n;
    if (room < 1) room = 1;
    int named = typeset_wrap(p->s->type, p->s->arena, typeset_clean(p->s->arena, name), bold, b.w,
                             room > 3 ? 3 : room, &line);
    double y = b.y + (b.h - (named + n - 1) * leading) / 2 + 0.36 * bold.size;
    for (int i = 0; i < named; i++, y += leading)
        scene_text(p->s, b.x, y, ANCHOR_START, bold, line[i]);
    for (int i = 0; i < n; i++, y += leading)
        scene_text_fit(p->s, b.x, y, ANCHOR_START, soft, b.w, rest[i]);
}

/* Name at the left, power at the right, the model between them where it fits. */
static void write_line(const struct sheet *p, struct rect b, const char *name, const char *model,
                       const char *kw)
{
    struct face bold = bold_of(p, letters, INK), soft = face_of(p, letters - 0.5, INK);
    bold.size = fmin(bold.size, 0.78 * b.h);
    soft.size = fmin(soft.size, 0.72 * b.h);
    double y = b.y + b.h / 2 + 0.36 * bold.size, space = 4 * p->k;
    double kw_w = typeset_width(p->s->type, kw, soft) + space;
    double named = scene_text_fit(p->s, b.x, y, ANCHOR_START, bold, b.w - kw_w, name) + space;
    scene_text(p->s, b.x + b.w, y, ANCHOR_END, soft, kw);
    if (typeset_width(p->s->type, model, soft) < b.w - kw_w - named)
        scene_text(p->s, b.x + named, y, ANCHOR_START, soft, model);
}

/* As much as there is room for; nothing where letters would be too small to read. */
static void write_item(const struct sheet *p, struct rect b, const struct elevation_item *x)
{
    static const double least = 3.2;
    struct arena *a = p->s->arena;
    double size = fmin(letters * p->k, 0.78 * b.h);
    if (size < least) return;
    bool has_mark = x->feeds < 2;
    struct rect inner = {b.x + 6 * p->k, b.y, b.w - 8 * p->k - (has_mark ? 1.5 * size : 0), b.h};
    const char *model = p->e->section[elevation_section_of(p->e, x->server)].model;
    const char *kw = arena_format(a, "%s kW", show_value(a, x->power_w / 1000, "?"));
    const char *both = arena_format(a, "%s  %s kg", kw, show_value(a, x->kg, "?"));
    if (has_mark) draw_mark(p, b, size, x->feeds);
    bool is_long =
        typeset_width(p->s->type, typeset_clean(a, x->name), bold_of(p, letters, INK)) > inner.w;
    if (b.h > 3.9 * size && (!is_long || b.h > 5.2 * size))
        write_lines(p, inner, x->name, (const char *[]){model, both}, 2);
    else if (b.h > 2.6 * size)
        write_lines(p, inner, x->name, (const char *[]){both}, 1);
    else
        write_line(p, inner, x->name, model, kw);
}

static void draw_item(const struct sheet *p, struct rect rack, const struct elevation_item *x)
{
    struct rect b = units_box(p, rack, x->u, x->height_u);
    scene_box(p->s, b, item_pen(p, x->server));
    scene_box(p->s, (struct rect){b.x, b.y, 3.5 * p->k, b.h},
              (struct pen){.fill = colour_of(p, x->server), .line = COLOUR_NONE});
    write_item(p, b, x);
}

/* Runs of reserved units, each one box. */
static void draw_reserved(const struct sheet *p, struct rect rack, const struct elevation *e)
{
    for (int u = 1; u <= (int)e->units_u; u++) {
        int high = 0;
        for (bool is_one = true; is_one; high += is_one) {
            is_one = false;
            for (int i = 0; i < e->n_reserved; i++)
                is_one |= fabs(e->reserved_u[i] - u - high) < 0.25;
        }
        if (!high) continue;
        struct rect b = units_box(p, rack, u, high);
        scene_box(p->s, b, reserved_pen());
        drawing_write_in(p->s, b, face_of(p, fmin(letters, 0.78 * p->u_h / p->k), INK_SOFT), 3.2,
                         (const char *[]){"reserved", NULL}, true);
        u += high;
    }
}

static void draw_rack(const struct sheet *p, struct rect rack, const struct elevation *e)
{
    double w = frame * p->k;
    struct rect outer = {rack.x - w, rack.y - w, rack.w + 2 * w, rack.h + 2 * w};
    struct pen solid = {.fill = tint(INK, 0.3), .line = INK, .width = 0.8};
    scene_box(p->s, outer, e->is_over ? drawing_over(PAPER) : solid);
    scene_box(p->s, rack, (struct pen){.fill = PAPER, .line = INK, .width = 0.6});
    draw_numbers(p, rack, e->units_u);
    draw_reserved(p, rack, e);
    for (int i = 0; i < e->n_item; i++)
        if (!isnan(e->item[i].u)) draw_item(p, rack, &e->item[i]);
}

/* ---- above it ------------------------------------------------------------------- */

static void draw_head(const struct sheet *p, double x, const struct elevation *e)
{
    struct arena *a = p->s->arena;
    const char **line;
    double y = p->box.y, w = p->cell_w;
    scene_text_fit(p->s, x, y + 9 * p->k, ANCHOR_START, bold_of(p, 8.6, INK), w, e->name);
    const char *text = e->room ? e->room : "in no room";
    if (e->alike)
        text = arena_format(a, "%s; and %d %s: %s", text, e->alike,
                            e->alike == 1 ? "other" : "others", e->others);
    struct face f = face_of(p, letters, INK_SOFT);
    int n = typeset_wrap(p->s->type, a, typeset_clean(a, text), f, w, 2, &line);
    for (int i = 0; i < n; i++)
        scene_text(p->s, x, y + (17.5 + 8 * i) * p->k, ANCHOR_START, f, line[i]);
}

/* ---- below it ------------------------------------------------------------------- */

/* Share of a limit; NaN: no limit. */
static void draw_bar(const struct sheet *p, double x, double y, double share, double worst)
{
    struct rect bar = {x, y, p->cell_w, 3.2 * p->k}, part = bar;
    if (isnan(share)) {
        scene_box(p->s, bar, drawing_no_limit(PAPER));
        return;
    }
    scene_box(p->s, bar, (struct pen){.fill = PAPER, .line = INK_SOFT, .width = 0.5});
    bool is_over = share > 1 + 1e-9;
    part.w = bar.w * fmin(fmax(share, 0), 1);
    scene_box(p->s, part,
              is_over ? drawing_over(PAPER) : (struct pen){.fill = ACCENT, .line = COLOUR_NONE});
    if (!(worst > share) || is_over) return;
    part.x += part.w;
    part.w = bar.w * fmin(worst, 1) - part.w;
    struct pen pen = drawing_over(PAPER);
    if (!(worst > 1 + 1e-9)) {
        pen.line = pen.hatch_colour = ACCENT;
        pen.width = 0.5;
    }
    scene_box(p->s, part, pen);
}

static void draw_use(const struct sheet *p, double x, double *y, const char *text,
                     const struct elevation_use *u)
{
    scene_text_fit(p->s, x, *y + letters * p->k, ANCHOR_START,
                   u->is_over ? bold_of(p, letters, BAD) : face_of(p, letters, INK), p->cell_w,
                   u->is_over ? arena_format(p->s->arena, "%s, OVER", text) : text);
    draw_bar(p, x, *y + 7.8 * p->k, u->share, (double)NAN);
    *y += row_height * p->k;
}

/* Amperes from 100 on whole, below with one decimal; units in halves. */
static const char *amps(struct arena *a, double x)
{
    return show_number(a, x, x < 99.95 ? 1 : 0, "?");
}

static const char *units(struct arena *a, double x)
{
    return show_number(a, x, fabs(x - round(x)) > 0.01 ? 1 : 0, "?");
}

static void draw_uses(const struct sheet *p, double x, double *y, const struct elevation *e)
{
    struct arena *a = p->s->arena;
    const char *kw = show_value(a, e->power_w.used / 1000, "");
    const char *kg = arena_format(a, "%s%s kg", e->knows_kg ? "" : "at least ",
                                  show_number(a, e->kg.used, 0, ""));
    const char *of_kw = isnan(e->power_w.limit)
                            ? ", no limit"
                            : arena_format(a, " of %s", show_value(a, e->power_w.limit / 1000, ""));
    const char *of_kg = isnan(e->kg.limit)
                            ? ", no limit"
                            : arena_format(a, " of %s", show_number(a, e->kg.limit, 0, ""));
    draw_use(p, x, y, arena_format(a, "Power %s kW%s", kw, of_kw), &e->power_w);
    draw_use(p, x, y, arena_format(a, "Weight %s%s", kg, of_kg), &e->kg);
    draw_use(p, x, y,
             arena_format(a, "%s of %s U, %s free%s", units(a, e->u.used), units(a, e->units_u),
                          units(a, e->free_u),
                          e->n_reserved ? arena_format(a, ", %d reserved", e->n_reserved) : ""),
             &e->u);
}

static void draw_inlet(const struct sheet *p, double x, double *y, const struct elevation *e)
{
    struct arena *a = p->s->arena;
    bool is_over = e->inlet_margin_k < 0;
    const char *text = "Inlet air not known";
    if (!e->n_item) text = "No servers, no inlet air";
    if (!isnan(e->inlet_c))
        text =
            arena_format(a, "Inlet %s °C, %s K %s", show_number(a, e->inlet_c, 1, ""),
                         show_number(a, fabs(e->inlet_margin_k), 1, ""), is_over ? "OVER" : "left");
    scene_text_fit(p->s, x, *y + letters * p->k, ANCHOR_START,
                   is_over ? bold_of(p, letters, BAD) : face_of(p, letters, INK), p->cell_w, text);
    *y += 9.5 * p->k;
}

static const char *currents(struct arena *a, const struct elevation_feed *f)
{
    const char *limit =
        isnan(f->limit_a) ? "A, no limit" : arena_format(a, "of %s A", amps(a, f->limit_a));
    if (isnan(f->most_a)) return "no voltage, so no current";
    if (f->phases != 3) return arena_format(a, "%s %s", amps(a, f->most_a), limit);
    return arena_format(a, "L1 %s L2 %s L3 %s %s", amps(a, f->line_a[0]), amps(a, f->line_a[1]),
                        amps(a, f->line_a[2]), limit);
}

static const char *failover(const struct sheet *p, const struct elevation_feed *f)
{
    struct arena *a = p->s->arena;
    if (isnan(f->load)) return "no limit is stated";
    const char *now = show_percent(a, f->load, 0, "");
    if (strcmp(f->resource, "current")) now = arena_format(a, "%s of %s", now, f->unit);
    if (!p->e->knows_failures) return arena_format(a, "%s, losses not looked at", now);
    if (!f->worst_state) return arena_format(a, "%s; no loss brings it more", now);
    const char *more = isnan(f->worst_a) || isnan(f->limit_a)
                           ? ""
                           : arena_format(a, ", %s A", amps(a, f->worst_a));
    return arena_format(a, "%s; %s: %s%s", now, f->worst_state, show_percent(a, f->worst, 0, ""),
                        more);
}

static void draw_feed(const struct sheet *p, double x, double *y, const struct elevation_feed *f)
{
    struct arena *a = p->s->arena;
    struct face soft = face_of(p, letters - 0.4, f->is_over ? BAD : INK);
    const char *name =
        f->racks > 1 ? arena_format(a, "%s, of %d racks", f->name, f->racks) : f->name;
    if (f->is_over) name = arena_format(a, "OVER %s", name);
    scene_text_fit(p->s, x, *y + 6.2 * p->k, ANCHOR_START,
                   bold_of(p, letters - 0.2, f->is_over ? BAD : INK), p->cell_w, name);
    scene_text_fit(p->s, x, *y + 13.2 * p->k, ANCHOR_START, soft, p->cell_w, currents(a, f));
    scene_text_fit(p->s, x, *y + 20 * p->k, ANCHOR_START, soft, p->cell_w, failover(p, f));
    draw_bar(p, x, *y + 21.6 * p->k, f->load, f->worst);
    *y += feed_height * p->k;
}

static const char *missing_text(struct arena *a, const struct elevation *e)
{
    struct builder b = builder_new(a);
    builder_text(&b, "No limit stated: ");
    for (int i = 0; i < e->n_missing; i++) builder_format(&b, "%s%s", i ? ", " : "", e->missing[i]);
    return b.s;
}

static double foot_height(const struct elevation *e)
{
    int feeds = e->n_feed > FEEDS_SHOWN ? FEEDS_SHOWN : e->n_feed;
    return 3 * row_height + 9.5 + feeds * feed_height + (e->n_feed > feeds ? 8 : 0) +
           (e->n_feed || !e->n_item ? 0 : 8) + (e->n_missing ? MISSING_LINES * 7.4 + 5 : 0);
}

static void draw_foot(const struct sheet *p, double x, double y, const struct elevation *e)
{
    struct arena *a = p->s->arena;
    struct face soft = face_of(p, letters - 0.4, INK);
    const char **line;
    draw_uses(p, x, &y, e);
    draw_inlet(p, x, &y, e);
    int shown = e->n_feed > FEEDS_SHOWN ? FEEDS_SHOWN : e->n_feed;
    for (int i = 0; i < shown; i++) draw_feed(p, x, &y, &e->feed[i]);
    const char *more = e->n_feed > shown ? arena_format(a, "and %d more feeds", e->n_feed - shown)
                       : e->n_feed || !e->n_item ? NULL
                                                 : "No feed is named";
    if (more) {
        scene_text_fit(p->s, x, y + letters * p->k, ANCHOR_START, soft, p->cell_w, more);
        y += 8 * p->k;
    }
    if (!e->n_missing) return;
    int n = typeset_wrap(p->s->type, a, missing_text(a, e), soft, p->cell_w, MISSING_LINES, &line);
    for (int i = 0; i < n; i++)
        scene_text(p->s, x, y + (6.6 + 7.4 * i) * p->k, ANCHOR_START, soft, line[i]);
}

/* ---- legend --------------------------------------------------------------------- */

static void add_sections(struct sheet *p)
{
    enum { OTHERS = 9 }; /* lines of add_marks, and one for what finds no room */
    int left = 0;
    for (int i = 0; i < p->e->n_section; i++) {
        const struct elevation_section *k = &p->e->section[i];
        bool is_here = false;
        for (int r = p->first; r < p->first + p->n; r++)
            for (int m = 0; m < p->e->item[r].n_item && !is_here; m++)
                is_here = p->e->item[r].item[m].server == k->index;
        struct pen bar = {.fill = palette_series(i), .line = COLOUR_NONE};
        if (!is_here) continue;
        if (p->legend.n >= LEGEND_MOST - OTHERS)
            left++;
        else
            legend_add_bar(&p->legend, item_pen(p, k->index), bar,
                           arena_format(p->s->arena, "server.%s: %s", k->name, k->model));
    }
    if (left)
        legend_add(&p->legend, (struct pen){.fill = PAPER, .line = INK, .width = 0.5},
                   arena_format(p->s->arena, "and %d more sections of servers", left));
}

static void add_marks(struct sheet *p)
{
    bool has_reserved = false, has_single = false, has_open = false, has_over = false;
    for (int r = p->first; r < p->first + p->n; r++) {
        const struct elevation *e = &p->e->item[r];
        has_reserved |= e->n_reserved > 0;
        has_open |= e->n_missing > 0;
        has_over |= e->is_over;
        for (int m = 0; m < e->n_item; m++) has_single |= e->item[m].feeds < 2;
    }
    struct pen plain = {.fill = PAPER, .line = INK_SOFT, .width = 0.5};
    struct pen used = {.fill = ACCENT, .line = COLOUR_NONE}, after = drawing_over(PAPER);
    after.line = after.hatch_colour = ACCENT;
    after.width = 0.5;
    if (has_reserved) legend_add(&p->legend, reserved_pen(), "reserved units");
    legend_add_bar(&p->legend, plain, used, "share of the limit that is used");
    if (p->e->knows_failures) legend_add(&p->legend, after, "added by the worst single loss");
    if (has_over) legend_add(&p->legend, drawing_over(PAPER), "over a limit");
    if (has_open) legend_add(&p->legend, drawing_no_limit(PAPER), "no limit is stated");
    if (has_single)
        legend_add_sign(&p->legend, (struct pen){.fill = PAPER, .line = INK, .width = 0.7}, "1",
                        "fed by so many feeds only");
}

static const char *scale_text(const struct sheet *p)
{
    double ratio = unit_mm / (p->u_h * mm_per_point);
    return arena_format(p->s->arena,
                        "Front view, unit 1 at the floor. Heights 1 : %s as printed at full size, "
                        "widths not to scale. Every server at its maximum.",
                        show_number(p->s->arena, ratio, ratio < 20 ? 1 : 0, ""));
}

/* ---- all ------------------------------------------------------------------------ */

static void measure(struct sheet *p, double legend_h)
{
    double most_u = 0, foot = 0;
    for (int i = p->first; i < p->first + p->n; i++) {
        most_u = fmax(most_u, p->e->item[i].units_u);
        foot = fmax(foot, foot_height(&p->e->item[i]));
    }
    p->foot_h = foot * p->k;
    double body = p->box.h - head_height * p->k - p->foot_h - 14 * p->k - legend_h;
    p->u_h = fmin(body / most_u, tallest_u * p->k);
}

void elevation_draw(struct scene *s, struct rect box, const struct elevation_set *e, int page)
{
    struct sheet p = {.s = s, .e = e, .first = page * ELEVATIONS_A_PAGE, .box = box};
    p.n = e->n - p.first < ELEVATIONS_A_PAGE ? e->n - p.first : ELEVATIONS_A_PAGE;
    p.k = fmax(box.w / a4_width, 0.8);
    p.cell_w = (box.w - (ELEVATIONS_A_PAGE - 1) * gap * p.k) / ELEVATIONS_A_PAGE;
    add_sections(&p);
    add_marks(&p);
    double size = letters * p.k, legend_h = legend_height(&p.legend, s->type, box.w, size);
    measure(&p, legend_h + 1.6 * size);
    for (int i = 0; i < p.n; i++) {
        const struct elevation *x = &e->item[p.first + i];
        double left = box.x + i * (p.cell_w + gap * p.k), side = (margin + frame) * p.k;
        double bottom = box.y + box.h - legend_h - 1.6 * size - p.foot_h - 8 * p.k;
        struct rect rack = {left + side, bottom - x->units_u * p.u_h, p.cell_w - 2 * side,
                            x->units_u * p.u_h};
        draw_head(&p, left, x);
        draw_rack(&p, rack, x);
        draw_foot(&p, left, bottom + 6 * p.k, x);
    }
    double y = box.y + box.h - legend_h - 1.6 * size;
    legend_draw(&p.legend, s, box.x, y, box.w, size);
    scene_text_fit(s, box.x, box.y + box.h - 0.3 * size, ANCHOR_START,
                   face_of(&p, letters, INK_SOFT), box.w, scale_text(&p));
}
