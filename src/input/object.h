#ifndef DCPLAN_INPUT_OBJECT_H
#define DCPLAN_INPUT_OBJECT_H

/* Sections to objects: [kind name], `use = MODEL`, overlays, --set. */

#include "input/param.h"

enum {
    KIND_SINGLE = 1,   /* one object; its section may go without a name          */
    KIND_REQUIRED = 2, /* a site must have it                                    */
    KIND_PART = 4      /* may stand in the catalogue and be named by `use`       */
};

struct kind {
    const char *name;
    const struct param *params;
    int n_params;
    size_t size;
    const char *doc;
    int flags;
};

struct object {
    int kind;         /* index into the kinds */
    const char *name; /* "" for an unnamed single */
    const char *use;  /* model it was copied from, or NULL */
    struct place place;
    void *data;              /* struct of the kind */
    struct provenance *from; /* one per param row */
};

struct object_set {
    const struct kind *kinds;
    int n_kinds;
    int n, cap;
    struct object *item; /* in order of first appearance */
};

struct input_text {   /* a file that was read */
    const char *path; /* as shown: relative to the models root, or as given */
    const char *s;
    size_t n;
    char sha256[65];
    bool is_override; /* one --set: path "--set:K", s "kind.name.key=value" */
};

/* Reads the catalogue files (each section a model).  All problems are
   reported. */
bool catalogue_read(struct object_set *models, const struct input_text *file, int n_file,
                    struct arena *a, struct diags *ds);

/* Reads a site: the first text is the site file, then overlays and overrides in
   command-line order, later ones winning.  `use` finds models of the same kind
   in models.  Required keys are checked once at the end, for objects of the
   site only. */
bool objects_read(struct object_set *site, const struct object_set *models,
                  const struct input_text *text, int n_text, struct arena *a, struct diags *ds);

/* Gives an object of a copied set values of its own. */
void object_copy(const struct object_set *set, struct object *o, struct arena *a);
/* Sets a row as an override of that text would; false after an error.  at: where the text would
   stand. */
bool object_override(const struct object_set *set, struct object *o, int row, const char *text,
                     struct place at, struct arena *a, struct diags *ds);

/* Finds "kind.name" or, where the kind has one object, "kind"; NULL if none. */
struct object *object_find(const struct object_set *set, int kind, const char *name);
int kind_find(const struct kind *kinds, int n, const char *name); /* -1 when unknown */

/* The whole object as an INI section that reads back to the same fields. */
const char *object_print(const struct object_set *set, const struct object *o, struct arena *a);

#endif
