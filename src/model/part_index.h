#ifndef DCPLAN_MODEL_PART_INDEX_H
#define DCPLAN_MODEL_PART_INDEX_H

/* Which parts each object makes, and parts by name: "main" stands for all copies,
   "main#2" for one. */

#include "base/diag.h"
#include "input/object.h"

struct part_entry { /* of one object */
    const char *name;
    int kind, object; /* index in the set */
    int first, n;     /* its parts in the bag of the kind */
    int n_active;     /* of these, without a system in reserve */
    int each;         /* object that it is made for each of; -1: none */
    bool is_pooled;   /* its copies are one pool, whichever a reference names */
};

struct part_index {
    struct part_entry *by_object; /* [objects] */
    struct part_entry **by_name;  /* sorted by name, then kind */
    int n;
};

/* Errors: `each` that names nothing, more than one, goes round, or stands beside a
   pattern. */
void part_index_make(struct part_index *x, const struct object_set *set, struct arena *a,
                     struct diags *ds);

/* The UPS and what is made for each of its systems become pooled; after part_index_make,
   before anything is found. */
void part_index_pool(struct part_index *x, const struct object_set *set, const char *ups);

/* The object of that kind, and the parts of it that the written name stands for (with
   "kind." before it or not), a system in reserve only by its own name; NULL when there is
   none.  "main#2" of a pool means all of it, also where there is no second, and so does
   "main#reserve" where there is none. */
const struct part_entry *part_index_find(const struct part_index *x, const struct kind *kinds,
                                         int kind, const char *written, int *first, int *n);

/* Name of copy k of n: "main", or "main#1", or "main#reserve". */
const char *part_copy_name(const struct part_entry *e, int k, struct arena *a);

#endif
