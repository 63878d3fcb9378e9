#ifndef DCPLAN_OUTPUT_ELEVATION_DOCUMENT_H
#define DCPLAN_OUTPUT_ELEVATION_DOCUMENT_H

/* Drawings of all floors and racks of a result, to pin to the door: one document, or one
   file for each page. */

#include "base/diag.h"
#include "output/layout.h"
#include "plan/result.h"

/* The result has its drawings, see rack_drawings_find.  Files appear whole or not at all;
   errors say what could not be written, or that the site has no racks. */
bool elevation_pdf_write(const struct result *r, struct date date, enum paper paper,
                         const char *path, struct arena *a, struct diags *ds);
/* FILE.svg, or FILE-1.svg and so on where there are several pages. */
bool elevation_svg_write(const struct result *r, struct date date, enum paper paper,
                         const char *path, struct arena *a, struct diags *ds);

#endif
