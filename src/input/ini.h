#ifndef DCPLAN_INPUT_INI_H
#define DCPLAN_INPUT_INI_H

/* INI through inih, fed by a reader of our own that keeps line and column,
   takes lines of any length, never joins an indented line to the one before,
   and refuses what stock inih would guess. */

#include "base/arena.h"
#include "base/diag.h"
#include "base/text.h"

struct ini_line {
    enum { INI_SECTION, INI_KEY } what;
    const char *section; /* text between the brackets, trimmed */
    const char *key, *value;
    bool is_append; /* += */
    struct place at_section, at_key, at_value;
};

struct ini {
    struct ini_line *line;
    int n;
};

/* Parses text (UTF-8 with or without BOM, or Latin-1 with one warning; LF or
   CRLF).  Returns false when there was any error; every bad line is reported. */
bool ini_parse_text(const char *file, const char *s, size_t n, struct ini *out, struct arena *a,
                    struct diags *ds);

#endif
