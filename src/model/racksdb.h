#ifndef DCPLAN_MODEL_RACKSDB_H
#define DCPLAN_MODEL_RACKSDB_H

/* A RacksDB database while it is read; private to its importer. */

#include "input/yaml.h"
#include "model/import_place.h"

enum racksdb_category { RACKSDB_NODES, RACKSDB_STORAGE, RACKSDB_NETWORK, RACKSDB_MISC, N_RACKSDB };
extern const char *const racksdb_category_keys[N_RACKSDB];

struct racksdb_doc { /* an object of one sort, with the name it has or its file gives */
    const struct yaml *node;
    const char *name;
    struct racksdb_doc *next;
};
struct racksdb_docs {
    struct racksdb_doc *first, **last;
};

struct racksdb_type { /* of equipment */
    enum racksdb_category category;
    const char *id, *model, *specs, *processor;
    double height_u;
    int side_by_side, sockets, accelerators;
    struct place where;
    struct racksdb_type *next;
};

struct racksdb_rack_type {
    const char *id;
    double units_u, width_m, depth_m, height_m, weight_kg;
    int first_slot;
    struct place where;
    struct racksdb_rack_type *next;
};

struct racksdb_rack {
    const char *name;
    int place, first_slot; /* place: of import_places */
    struct racksdb_rack *next;
};

struct racksdb {
    struct import *im;
    struct import_places places;
    struct racksdb_docs types[N_RACKSDB], rack_types, datacenters, infrastructures, power;
    struct racksdb_type *type;
    struct racksdb_rack_type *rack_type;
    struct racksdb_rack *rack;
    int n_unknown;
    const char *unknown[64]; /* fields that mean nothing to it */
    struct place at_unknown;
    bool is_fine;
};

/* Puts what a file holds into the lists; false when it is nothing of RacksDB's. */
bool racksdb_sort(struct racksdb *db, const struct yaml *document, struct import_file *f);

/* Types of equipment and racks; power supplies of the extension. */
void racksdb_read_types(struct racksdb *db);
void racksdb_read_power(struct racksdb *db);
const struct racksdb_type *racksdb_find_type(const struct racksdb *db, enum racksdb_category c,
                                             const char *id);
const struct racksdb_rack_type *racksdb_find_rack_type(const struct racksdb *db, const char *id);

void racksdb_read_datacenter(struct racksdb *db, const struct racksdb_doc *d);
void racksdb_read_infrastructure(struct racksdb *db, const struct racksdb_doc *d);

/* Types of equipment as models, where there is nothing that they stand in. */
void racksdb_models(struct racksdb *db);

/* Notes the keys of a mapping that are not among the known, NULL at the end. */
void racksdb_note(struct racksdb *db, const struct yaml *node, const char *const *known);
/* An error at the node; db is no longer fine. */
void racksdb_refuse(struct racksdb *db, const struct yaml *node, const char *hint,
                    const char *format, const char *what);
/* "14m", "1867mm", "250kW" in SI; NaN when missing, with an error when wrong. */
double racksdb_quantity(struct racksdb *db, const struct yaml *node, const char *key,
                        const char *unit);
/* "42u" or 42; NaN when missing. */
double racksdb_units(struct racksdb *db, const struct yaml *node, const char *key);
/* A whole number from 0 on; other when missing. */
int racksdb_whole(struct racksdb *db, const struct yaml *node, const char *key, int other);

#endif
