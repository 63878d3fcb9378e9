#ifndef DCPLAN_OUTPUT_STUDY_FIGURE_H
#define DCPLAN_OUTPUT_STUDY_FIGURE_H

/* The chart of a study: what is shown of it, one panel under the other.  Over one number lines,
   hatched where a limit is broken or a point failed; over two a map with lines of equal value;
   without a number bars (plan/study_grid.h). */

#include "base/calendar.h"
#include "output/scene.h"
#include "plan/study_grid.h"

enum study_figure_kind { STUDY_FIGURE_NONE, STUDY_FIGURE_SVG, STUDY_FIGURE_PDF, STUDY_FIGURE_PNG };

/* By the ending of the path; STUDY_FIGURE_NONE with a usage error. */
enum study_figure_kind study_figure_kind(const char *path, struct diags *ds);

/* The whole drawing. */
struct scene *study_figure_scene(const struct study_table *t, const struct study_grid *g,
                                 struct typeset *type, struct arena *a);

/* date: of a PDF. */
bool study_figure_write(const struct study_table *t, struct date date, const char *path,
                        struct arena *a, struct diags *ds);

#endif
