#ifndef DCPLAN_OUTPUT_STUDY_FIGURE_H
#define DCPLAN_OUTPUT_STUDY_FIGURE_H

/* The chart of a study: what is shown of it, one panel under the other.  Over one number lines,
   hatched where a limit is broken or a point failed; over two a map with lines of equal value;
   without a number bars (plan/study_grid.h). */

#include "base/calendar.h"
#include "output/pdf.h"
#include "plan/study_grid.h"

enum study_figure_kind { STUDY_FIGURE_NONE, STUDY_FIGURE_SVG, STUDY_FIGURE_PDF, STUDY_FIGURE_PNG };

/* By the ending of the path; STUDY_FIGURE_NONE with a usage error. */
enum study_figure_kind study_figure_kind(const char *path, struct diags *ds);

/* The whole drawing. */
struct scene *study_figure_scene(const struct study_table *t, const struct study_grid *g,
                                 struct typeset *type, struct arena *a);

/* One drawing as a file of that kind, not STUDY_FIGURE_NONE; title and info: of a PDF. */
bool study_figure_save(enum study_figure_kind kind, struct scene *s, const char *title,
                       const struct pdf_info *info, const char *path, struct arena *a,
                       struct diags *ds);

/* date: of a PDF. */
bool study_figure_write(const struct study_table *t, struct date date, const char *path,
                        struct arena *a, struct diags *ds);

#endif
