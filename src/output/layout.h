#ifndef DCPLAN_OUTPUT_LAYOUT_H
#define DCPLAN_OUTPUT_LAYOUT_H

/* Pages from a report: one scene each, with outline. */

#include "output/report.h"

enum paper { PAPER_A4, PAPER_LETTER, PAPER_A3, N_PAPER };

struct paper_row {
    const char *name;
    double width, height; /* points */
};
extern const struct paper_row paper_rows[N_PAPER];
/* By name, whatever its case; A4 where there is none of that name, or NULL. */
enum paper paper_find(const char *name);

struct outline_item {
    const char *title, *target;
    int page; /* from 1 */
};

struct document {
    const char *title;
    double width, height;
    int n_page, cap;
    struct scene **page;
    int n_outline;
    struct outline_item *outline;
};

struct document *layout_make(const struct report *r, enum paper paper, struct typeset *t,
                             struct arena *a);

#endif
