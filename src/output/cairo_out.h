#ifndef DCPLAN_OUTPUT_CAIRO_OUT_H
#define DCPLAN_OUTPUT_CAIRO_OUT_H

/* Scenes to bytes through cairo and pango.  Files appear whole or not at all. */

#include <cairo.h>

#include "base/file.h"
#include "output/scene.h"

/* Takes what cairo writes.  cairo may finish without an error on a full disk,
   so failure is remembered here and checked again when the file is committed. */
struct sink {
    FILE *f;
    bool has_failed;
};
cairo_status_t sink_write(void *sink, const unsigned char *s, unsigned n);

/* Draws the marks; links, targets and tags only reach surfaces that know them. */
void cairo_out_draw(cairo_t *c, const struct scene *s);

/* Releases both; false with one diagnostic when drawing or writing failed. */
bool cairo_out_finish(cairo_t *c, cairo_surface_t *s, const struct sink *k, const char *path,
                      struct diags *ds);

bool svg_write(const struct scene *s, const char *path, struct arena *a, struct diags *ds);
/* scale: pixels for one point. */
bool png_write(const struct scene *s, double scale, const char *path, struct arena *a,
               struct diags *ds);

#endif
