#ifndef DCPLAN_OUTPUT_LAYOUT_TABLE_H
#define DCPLAN_OUTPUT_LAYOUT_TABLE_H

/* Column widths, line breaks and drawing of a table, piece by piece, so that
   it can run over pages with its head repeated. */

#include "output/report.h"

struct table_plan;

struct table_plan *table_plan_make(const struct tabular *t, double width, struct typeset *type,
                                   struct arena *a);

double table_height(const struct table_plan *p, const char *caption);

/* Height of caption, head and the rows that may not be parted from them. */
double table_least(const struct table_plan *p, const char *caption);

/* How many rows from row at fit the height with caption and head.  Neither the
   first nor the last rows of a table are left alone on a page. */
int table_fit(const struct table_plan *p, int at, const char *caption, double height);

/* Draws n rows from row at; returns the height used. */
double table_draw(const struct table_plan *p, struct scene *s, double x, double y, int at, int n,
                  const char *caption);

#endif
