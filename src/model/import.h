#ifndef DCPLAN_MODEL_IMPORT_H
#define DCPLAN_MODEL_IMPORT_H

/* What an importer of someone else's inventory makes: sections of our INI.  Every value
   passes through the kind's table, so that what is printed reads back; what the source does
   not say is an estimate, counted and marked with what it stands on.  The importers are
   import_netbox.h and its like; cli names them. */

#include "model/kinds.h"

struct import_file { /* one that was given, read whole */
    const char *path;
    const char *s;
    size_t n;
    const char *what;                       /* what it turned out to be; NULL: not known */
    int n_section, n_estimated, n_left_out; /* what came of it */
};

struct import_value {
    const char *key, *text;
    const char *basis; /* of an estimate; NULL: the source says so */
};

struct import_section {
    int kind;
    const char *name; /* made safe, of its own among its kind */
    struct place place;
    int n, cap;
    struct import_value *value;
    const char *comment; /* lines above the section; NULL: none */
    const char *note;    /* the first part of the key `note`; NULL: none */
    int n_estimated;
};

/* Something of the source that is no section, and why. */
struct import_left_out {
    const char *name, *why;
    struct place place;
};

struct import {
    const struct kind *kinds;
    const struct object_set *catalogue; /* what estimates are taken from */
    int n_file;
    struct import_file *file;
    int n, cap;
    struct import_section **section; /* in the order they are printed */
    int n_slot, *slot;               /* sections by kind and name; -1: free */
    int n_left_out, cap_left_out;
    struct import_left_out *left_out;
    const char *only; /* site, location or the like that is wanted alone; NULL: all */
    const char *date; /* of what has none of its own; NULL: not told */
    const char *head; /* comment at the top of the output; NULL: none */
    struct arena *arena;
    struct diags *diags;
};

/* Reads all files into im; false with diagnostics when nothing of use came of it. */
typedef bool (*import_reader)(struct import *im);

/* An import of texts in hand; catalogue may hold no model, but not be NULL. */
void import_begin(struct import *im, struct import_file *file, int n_file,
                  const struct object_set *catalogue, struct arena *a, struct diags *ds);
/* The same of files, read whole. */
bool import_open(struct import *im, const char *const *path, int n_path,
                 const struct object_set *catalogue, struct arena *a, struct diags *ds);

/* A name as a section and a reference take it: blanks and , = " # ; : [ ] . become '-',
   one for each run; what is not printable or not UTF-8 goes.  Never empty. */
const char *import_safe_name(const char *name, struct arena *a);

/* A new section.  The name is made safe; where another of the kind has it, a number is
   added: "r", "r-2".  NULL or "" is the section of a kind that needs no name. */
struct import_section *import_add(struct import *im, enum kind_id kind, const char *name,
                                  struct place where);
/* Another section of the same kind with the same values, estimates and note. */
struct import_section *import_copy(struct import *im, const struct import_section *s,
                                   const char *name, struct place where);
/* Takes a section out again; it may still be copied. */
void import_drop(struct import *im, const struct import_section *s);
/* Rooms first, then racks, what feeds them, and servers; else in the order they came. */
void import_sort(struct import *im);
/* Of a kind and a safe name; NULL if there is none. */
struct import_section *import_find(const struct import *im, enum kind_id kind, const char *name);

/* Sets a key, as a user would write it (unit included); where is the place in the source.
   A value that the table refuses is an error there and false.  Set again, the later wins. */
bool import_set(struct import *im, struct import_section *s, const char *key, struct place where,
                const char *format, ...) __attribute__((format(printf, 5, 6)));
/* The same for what the source does not say; basis tells what the value stands on, in a few
   words without a line break. */
bool import_estimate(struct import *im, struct import_section *s, const char *key,
                     struct place where, const char *basis, const char *format, ...)
    __attribute__((format(printf, 6, 7)));
/* Whether the kind has the key. */
bool import_has_key(const struct import *im, enum kind_id kind, const char *key);
/* Text of a key set before; NULL if it is not. */
const char *import_value(const struct import_section *s, const char *key);

/* Adds to the note of a section, parts joined by "; ". */
void import_note(struct import *im, struct import_section *s, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Counts and warns of something that becomes no section. */
void import_leave_out(struct import *im, const char *name, struct place where, const char *why);

/* A number for import_set: six digits are enough for what people type, three for an
   estimate. */
const char *import_number(struct import *im, double x);
const char *import_rough(struct import *im, double x);
/* Seven digits: prices are typed with up to six, and some lists keep them in single precision. */
const char *import_price(struct import *im, double x);

/* Field of the catalogue's model in the table's own unit; NaN when the catalogue has no such
   model or the model no such number. */
double import_model_value(const struct import *im, enum kind_id kind, const char *model,
                          const char *key);
/* The same as text; NULL when missing. */
const char *import_model_text(const struct import *im, enum kind_id kind, const char *model,
                              const char *key);

/* Counts sections, estimates and what was left out into the files. */
void import_count(struct import *im);
int import_n_estimated(const struct import *im);

/* The sections as INI text.  Each estimate ends in "; estimated: basis", and the note of its
   section names the estimated keys. */
const char *import_ini(const struct import *im);

#endif
