#ifndef DCPLAN_OUTPUT_XLSX_H
#define DCPLAN_OUTPUT_XLSX_H

/* A calculated grid as an XLSX workbook whose formulas are alive and carry the
   values of the grid.  Same grid and info, same bytes. */

#include "base/grid.h"

struct xlsx_info { /* any text may be NULL */
    const char *title, *subject, *author, *company, *keywords, *comments;
    const char *version, *input_hash, *scenario;
    const char *date;    /* as printed in footers */
    long long created_s; /* seconds since 1970; never the clock */
};

bool xlsx_write(const struct grid *g, const struct xlsx_info *info, const char *path,
                struct arena *a, struct diags *ds);

#endif
