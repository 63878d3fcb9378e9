#ifndef DCPLAN_OUTPUT_PDF_H
#define DCPLAN_OUTPUT_PDF_H

/* A document as PDF 1.5 with outline, metadata, page labels, links and tags. */

#include "base/calendar.h"
#include "output/cairo_out.h"
#include "output/layout.h"

struct pdf_info {
    const char *author, *subject, *keywords;
    struct date date; /* of creation; all zero: 1 January 2000, so that bytes do not vary */
};

bool pdf_write(const struct document *d, const struct pdf_info *info, const char *path,
               struct arena *a, struct diags *ds);

#endif
