#ifndef DCPLAN_PLAN_BOOK_INNER_H
#define DCPLAN_PLAN_BOOK_INNER_H

/* What the files of the workbook share: one file per group of sheets. */

#include "base/grid.h"
#include "base/text.h"
#include "plan/result.h"
#include "plan/tco.h"

struct book {
    const struct result *r;
    struct grid *grid;
    struct arena *arena;
    const char *version;
    int cover, summary, inputs, monthly, energy, limits, failures, failure_limits, water, growth,
        tariff, checks, sources;
    bool has_bill;
    struct tco_use *money; /* NULL: the site has no plan of money */
    struct tco_sheets sheet;
    struct builder all_checks;
};

void book_row(struct book *b, int sheet, struct grid_row r);
void book_section(struct book *b, int sheet, const char *label);
void book_text(struct book *b, int sheet, const char *label, const char *value, const char *note);
const char *book_date(struct date d, struct arena *a);

void book_cover(struct book *b);
void book_summary(struct book *b); /* after the sheets it shows figures of */
void book_inputs(struct book *b);
void book_sources(struct book *b);
void book_monthly(struct book *b);
void book_energy(struct book *b);
void book_limits(struct book *b);
void book_checks(struct book *b); /* last */

#endif
