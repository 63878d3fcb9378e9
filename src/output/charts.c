#include "output/charts.h"

#include <math.h>
#include <stdio.h>

#include "base/file.h"
#include "output/cairo_out.h"
#include "output/elevation_drawing.h"
#include "output/figures.h"
#include "output/floor_heat_drawing.h"
#include "output/palette.h"

static const double page_width = 560, margin = 14;
static const double png_scale = 2; /* 144 dots an inch */

static double picture_height(const struct picture *p, double w)
{
    if (p->floor) return floor_height(p->floor, w);
    return p->diagram ? diagram_height(p->diagram, w) : chart_height(p->chart, w);
}

static struct scene *picture_scene(const struct picture *p, struct typeset *t, struct arena *a)
{
    double w = page_width - 2 * margin;
    double h = ceil(picture_height(p, w));
    struct scene *s = scene_new(a, t, page_width, h + 2 * margin);
    scene_box(s, (struct rect){0, 0, s->width, s->height},
              (struct pen){.fill = PAPER, .line = COLOUR_NONE});
    struct rect box = {margin, margin, w, h};
    if (p->diagram)
        diagram_draw(s, box, p->diagram);
    else if (p->floor)
        floor_draw(s, box, p->floor);
    else
        chart_draw(s, box, p->chart);
    return s;
}

static bool picture_write(const struct picture *p, const char *base, struct typeset *t,
                          struct arena *a, struct diags *ds)
{
    struct scene *s = picture_scene(p, t, a);
    return svg_write(s, arena_format(a, "%s.svg", base), a, ds) &&
           png_write(s, png_scale, arena_format(a, "%s.png", base), a, ds);
}

/* ---- racks and floors, numbered ------------------------------------------------ */

static struct scene *blank(double h, struct typeset *t, struct arena *a)
{
    struct scene *s = scene_new(a, t, page_width, h + 2 * margin);
    scene_box(s, (struct rect){0, 0, s->width, s->height},
              (struct pen){.fill = PAPER, .line = COLOUR_NONE});
    return s;
}

static const double page_shape = 1.4142; /* ISO 216 */

static bool heats_write(const struct result *r, const char *folder, struct typeset *t,
                        struct arena *a, struct diags *ds)
{
    double w = page_width - 2 * margin;
    for (int room = 0, n = 0; room < r->n_room; room++) {
        const struct floor_heat *f = r->room[room].heat;
        if (!f) continue;
        double h = ceil(floor_heat_height(f, FLOOR_HEAT_ALL, w, 2 * page_shape * w));
        struct scene *s = blank(h, t, a);
        floor_heat_draw(s, (struct rect){margin, margin, w, h}, f, FLOOR_HEAT_ALL);
        if (!svg_write(s, arena_format(a, "%s/floor-heat-%d.svg", folder, ++n), a, ds))
            return false;
    }
    return true;
}

static int elevation_charts(const struct result *r)
{
    int pages = r->elevations ? elevation_pages(r->elevations) : 0;
    return pages < ELEVATION_PAGES_SHOWN ? pages : ELEVATION_PAGES_SHOWN;
}

static bool elevations_write(const struct result *r, const char *folder, struct typeset *t,
                             struct arena *a, struct diags *ds)
{
    double w = page_width - 2 * margin, h = page_shape * w;
    for (int i = 0; i < elevation_charts(r); i++) {
        struct scene *s = blank(h, t, a);
        elevation_draw(s, (struct rect){margin, margin, w, h}, r->elevations, i);
        if (!svg_write(s, arena_format(a, "%s/racks-%d.svg", folder, i + 1), a, ds)) return false;
    }
    return true;
}

/* Numbers above n of an earlier run. */
static void numbered_clear(const char *folder, const char *name, int n, struct arena *a)
{
    while (!remove(arena_format(a, "%s/%s-%d.svg", folder, name, ++n))) continue;
}

bool charts_write(const struct result *r, const char *folder, struct arena *a, struct diags *ds)
{
    if (!folder_make(a, folder, ds)) return false;
    struct typeset *t = typeset_new(a);
    bool is_good = typeset_has_font(t, ds);
    for (int id = 0; id < N_FIGURE && is_good; id++) {
        struct picture p;
        if (figure_make(r, (enum figure_id)id, &p, a))
            is_good = picture_write(
                &p, arena_format(a, "%s/%s", folder, figure_name((enum figure_id)id)), t, a, ds);
    }
    is_good = is_good && heats_write(r, folder, t, a, ds) && elevations_write(r, folder, t, a, ds);
    typeset_free(t);
    return is_good;
}

void charts_clear(const struct result *r, const char *folder, struct arena *a)
{
    int heats = 0;
    for (int room = 0; room < r->n_room; room++) heats += r->room[room].heat != NULL;
    numbered_clear(folder, "floor-heat", heats, a);
    numbered_clear(folder, "racks", elevation_charts(r), a);
    for (int id = 0; id < N_FIGURE; id++) {
        struct picture p;
        if (figure_make(r, (enum figure_id)id, &p, a)) continue;
        const char *name = figure_name((enum figure_id)id);
        (void)remove(arena_format(a, "%s/%s.svg", folder, name)); /* most often it is not there */
        (void)remove(arena_format(a, "%s/%s.png", folder, name));
    }
}
