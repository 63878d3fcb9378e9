#ifndef DCPLAN_INPUT_XML_H
#define DCPLAN_INPUT_XML_H

/* XML of other programs, through expat: names come without their namespace; a document type
   (and so every entity of its own) is refused. */

#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"

struct xml_reader {
    void *user; /* handed to the functions; any of them may be NULL */
    /* attribute: name, value, name, value, ..., NULL */
    void (*begin)(void *user, const char *name, const char *const *attribute);
    void (*end)(void *user, const char *name);
    void (*text)(void *user, const char *s, size_t n); /* in any number of pieces */
};

/* False with a diagnostic at the line and column of the first fault. */
bool xml_read(const char *file, const char *s, size_t n, const struct xml_reader *r,
              struct diags *ds);

/* Value of an attribute, its namespace not counted; NULL when it is not there. */
const char *xml_attribute(const char *const *attribute, const char *name);

#endif
