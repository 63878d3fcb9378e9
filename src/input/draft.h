#ifndef DCPLAN_INPUT_DRAFT_H
#define DCPLAN_INPUT_DRAFT_H

/* Sections and overrides gathered per object, before any value is read: which
   keys are set to which texts, in command-line order. */

#include "input/object.h"

struct assign {
    int param; /* row of the kind */
    const char *value;
    bool is_append;
    struct place at_key, at_value;
    enum origin origin;
    int text; /* which input text it stands in */
};

struct draft {
    int kind;
    const char *name;
    struct place place;  /* of the section that named it first */
    struct place latest; /* of the one that did last, in that text */
    int text;
    const char *use; /* NULL: none */
    struct place use_at;
    int use_text;
    struct assign *item;
    int n, cap;
};

struct draft_list {
    struct draft *item;
    int n, cap;
    int *slot; /* indices of items that have a name, by its hash; -1: free */
    int n_slot;
};

struct drafts {
    const struct kind *kinds;
    int n_kinds;
    bool is_catalogue;
    struct draft_list objects;
    struct draft_list repeated; /* sections refused as duplicates: still checked */
    struct arena *arena;
    struct diags *diags;
};

/* index numbers the texts; duplicates are refused within one. */
void drafts_add(struct drafts *d, const struct input_text *text, int index);

/* "kind name" or "kind", as in a section. */
const char *draft_title(const struct drafts *d, const struct draft *o);

/* What stands after the = of an override, without blanks around it and quotes. */
struct text draft_value(struct text value);
/* Whether an override may hold it: UTF-8 without control characters. */
bool draft_is_clean(const char *s, size_t n);

/* -1 when there is none. */
int draft_find(const struct drafts *d, int kind, const char *name);

#endif
