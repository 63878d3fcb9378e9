#ifndef DCPLAN_PLAN_TCO_CONTENTS_H
#define DCPLAN_PLAN_TCO_CONTENTS_H

/* What is in and out of each option, side by side; private to plan. */

#include "plan/tco.h"

struct tco_content {
    const char *what;
    const char *of[3]; /* own, colo, rent */
};

struct tco_contents {
    int n;
    struct tco_content *line;
};

/* Table `contents` on the sheet Compare (what, own, colo, rent), from the rows that the other
   sheets have. */
void tco_contents(struct tco_writer *w, struct tco_contents *out);

#endif
