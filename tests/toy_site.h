#ifndef DCPLAN_TESTS_TOY_SITE_H
#define DCPLAN_TESTS_TOY_SITE_H

/* Sites made from text and weather made by hand, without a file: what tests of
   the simulated year stand on.  A site's text needs no [site], [climate] or
   [utility]: they are put before it, the utility as utility.grid. */

#include "near.h"

#include "plan/place.h"
#include "plan/result.h"
#include "sim/annual.h"

struct toy {
    struct arena arena;
    struct diags ds;
    struct site site;
    struct weather weather;
    struct rack_plan racks;
    const struct plant *plant;
    struct prepared normal, design;
};

/* Reads and links the text; false with diagnostics in t->ds.  Free it always. */
bool toy_read(struct toy *t, const char *text);
/* The same with an overlay after it. */
bool toy_read_over(struct toy *t, const char *text, const char *overlay);
void toy_free(struct toy *t);

/* hours of constant weather, as a year of twelve equal months (hours / 12 each); 8760
   makes the real calendar.  Change the arrays before toy_build to have other weather. */
void toy_weather(struct toy *t, int hours, double t_c, double dew_c, double p_pa);

/* Derives the weather, places the servers and builds the plant; false with
   diagnostics. */
bool toy_build(struct toy *t);

/* All of it at sea level; fails the test when the site is refused. */
void toy_make(struct toy *t, const char *text, int hours, double t_c, double dew_c);

/* Its first hour, solved. */
const struct block *toy_hour(struct toy *t, bool is_design);

struct year *toy_year(struct toy *t, bool is_design);

/* Prints the diagnostics and returns their number. */
int toy_print(const struct toy *t);

/* The text with every "@" replaced by the number. */
const char *toy_text(struct arena *a, const char *text, double number);

/* The text with its one `old` replaced; fails the test when there is none. */
const char *toy_replace(struct arena *a, const char *text, const char *old, const char *now);

#endif
