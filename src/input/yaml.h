#ifndef DCPLAN_INPUT_YAML_H
#define DCPLAN_INPUT_YAML_H

/* YAML and JSON to a tree, through libyaml.  Every node keeps its place, so that whoever
   reads the tree can say where a value is wrong.  JSON is read as the YAML that it is. */

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/diag.h"

enum yaml_kind { YAML_SCALAR, YAML_SEQUENCE, YAML_MAPPING };

/* What a file may hold at most: nesting, and nodes with every alias counted as the nodes
   it stands for (nine lines of aliases can mean a thousand million nodes). */
enum { YAML_MOST_DEPTH = 64, YAML_MOST_NODES = 4000000, YAML_MOST_ANCHORS = 1000 };

struct yaml {
    enum yaml_kind kind;
    struct place place;
    const char *text; /* of a scalar, UTF-8; NULL for others */
    bool is_plain;    /* a scalar without quotes: only such a one can be null or a flag */
    int n;            /* items of a sequence, pairs of a mapping */
    const struct yaml *const *item; /* items; values of a mapping */
    const struct yaml *const *key;  /* scalars; NULL for a sequence */
    int n_nodes;                    /* this node and all below, aliases counted each time */
};

struct yaml_file {
    int n;
    const struct yaml *const *document;
};

/* Reads all documents of a file.  Anchors are resolved: an alias is the same node again.
   Errors with file, line and column: what libyaml refuses, a key that stands twice or is
   no text, an unknown alias or one inside its own anchor, merge keys (<<), tags of
   somebody's own, NUL in a text, too deep, too large. */
bool yaml_read(const char *file, const char *s, size_t n, struct yaml_file *out, struct arena *a,
               struct diags *ds);

/* Value of a key; NULL when node is NULL or no mapping, or has no such key. */
const struct yaml *yaml_get(const struct yaml *node, const char *key);

/* Nothing there: NULL, or a plain scalar that is empty, ~ or null. */
bool yaml_is_null(const struct yaml *node);

/* Text of a scalar; NULL when it is null or none. */
const char *yaml_text(const struct yaml *node);

/* A strict decimal number, quoted or not; false when node is anything else. */
bool yaml_number(const struct yaml *node, double *value);

/* A plain true, yes, on, false, no or off in any case; false when node is anything else. */
bool yaml_flag(const struct yaml *node, bool *value);

/* For messages: "a text", "a list", "a mapping". */
const char *yaml_kind_text(const struct yaml *node);

#endif
