#ifndef DCPLAN_OUTPUT_TYPESET_H
#define DCPLAN_OUTPUT_TYPESET_H

/* Measuring and breaking text through pango.  Lengths are in points.  Nothing
   here depends on the locale: the language is fixed, so that the font chosen
   for a character is the same for every user of a machine. */

#include <stdbool.h>

#include <pango/pango.h>

#include "base/arena.h"
#include "base/diag.h"

struct face {
    double size; /* points */
    bool is_bold, is_italic;
    unsigned colour; /* 0xRRGGBB */
};

struct typeset;

/* Free it with typeset_free; it holds what an arena cannot. */
struct typeset *typeset_new(struct arena *a);
void typeset_free(struct typeset *t);

/* s made fit to be drawn: invalid UTF-8 becomes U+FFFD, control characters
   become blanks.  NULL gives "". */
const char *typeset_clean(struct arena *a, const char *s);

double typeset_width(struct typeset *t, const char *s, struct face f);

/* s, or the longest start of it that fits with an ellipsis. */
const char *typeset_fit(struct typeset *t, struct arena *a, const char *s, struct face f,
                        double width);

/* Breaks s into lines no wider than width; a word that is too long is broken
   inside.  At most most lines, the last with an ellipsis when text is left. */
int typeset_wrap(struct typeset *t, struct arena *a, const char *s, struct face f, double width,
                 int most, const char ***line);

/* The layout of one line, ready to be shown; valid until the next call. */
PangoLayout *typeset_layout(struct typeset *t, const char *s, struct face f);

/* False with an error when not even an A can be drawn. */
bool typeset_has_font(struct typeset *t, struct diags *ds);

/* One warning that names the characters no font has. */
void typeset_report(const struct typeset *t, struct diags *ds);

#endif
