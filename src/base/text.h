#ifndef DCPLAN_BASE_TEXT_H
#define DCPLAN_BASE_TEXT_H

/* Text: slices, a builder, numbers to and from text, UTF-8, near misses.
   Nothing here depends on the locale. */

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

struct text { /* a slice; not NUL terminated */
    const char *s;
    size_t n;
};

struct text text_of(const char *s);
struct text text_trim(struct text t); /* blanks, tabs and U+00A0 at both ends */
bool text_is(struct text t, const char *s);
/* Splits at the first sep: *head gets what is before it, the rest is returned.
   found tells whether there was one. */
struct text text_cut(struct text t, char sep, struct text *head, bool *found);

struct builder {
    struct arena *arena;
    char *s; /* always NUL terminated */
    size_t n, cap;
};

struct builder builder_new(struct arena *a);
void builder_add(struct builder *b, const char *s, size_t n);
void builder_text(struct builder *b, const char *s);
void builder_format(struct builder *b, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Strict decimal number: sign, digits, one '.', exponent; nothing else (no
   comma, blank, hex, inf or nan).  False when the text is anything else or the
   value is not finite. */
bool text_number(struct text t, double *value);
/* Length of the number the text starts with; 0 when it starts with none. */
size_t text_number_prefix(struct text t);

enum { TEXT_NUMBER_CAP = 32 };

/* Shortest text that reads back as the same double; "-0" becomes "0".
   x must be finite. */
const char *text_shortest(char out[TEXT_NUMBER_CAP], double x);

/* Fixed decimals, the integer part grouped with ',' when grouped; a value that
   rounds to zero never shows a minus sign; too long a text falls back to the
   shortest form; "n/a" when x is not finite. */
const char *text_fixed(char out[TEXT_NUMBER_CAP], double x, int decimals, bool grouped);

/* Decimals, from `least` up to six, with which two numbers read differently and neither
   that is not zero reads as zero; `least` when they are the same or one is not finite. */
int text_decimals_apart(double a, double b, int least);

/* Length of the longest valid UTF-8 prefix; == n when all is valid. */
size_t text_utf8_prefix(const char *s, size_t n);
/* Bytes read as ISO 8859-1; 0x80 to 0x9F, which mean nothing there, become '?'. */
char *text_from_latin1(struct arena *a, const char *s, size_t n);
/* As it can stand in one line of a file of ours: control characters become blanks, what is no
   UTF-8 (a path may be anything) is read as Latin-1. */
char *text_one_line(struct arena *a, const char *s);

/* Optimal string alignment distance (a swap costs 1, a change of case nothing). */
int text_distance(const char *a, const char *b);
/* The unique nearest of n candidates within 1 + length/4, or NULL. */
const char *text_nearest(const char *word, const char *const *candidates, int n);

#endif
