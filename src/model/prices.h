#ifndef DCPLAN_MODEL_PRICES_H
#define DCPLAN_MODEL_PRICES_H

/* Parts of the importer of prices: what a row says of an offer, and the sections it becomes. */

#include "input/csv.h"
#include "input/yaml.h"
#include "model/import.h"

struct price_cell {
    double amount;    /* USD; NaN: none */
    double low, high; /* of a range, when amount is its middle; NaN: none */
};

struct offer { /* texts: NULL when not told */
    const char *provider, *region, *instance, *accelerator;
    const char *vcpus, *memory_gib;               /* of the host; ranges stay as they are */
    double accelerators;                          /* of an instance; NaN: not told */
    double accelerator_gb;                        /* memory of one; NaN: not told */
    struct price_cell hour, gpu;                  /* on demand: of an instance, of an accelerator */
    struct price_cell spot, spot_least, reserved; /* of an instance */
    bool spot_is_per_gpu;
    bool is_spot;               /* hour or gpu is a spot price */
    bool is_alone;              /* the price is of the accelerators, the host has its own */
    const char *provider_basis; /* the provider is an estimate; NULL: it is told */
    const char *zone, *date, *source, *note;
    struct place place;
};

struct prices {
    struct import *im;
    int n_without;              /* rows that have no accelerator */
    struct place first_without; /* the first of them */
    int n_other;                /* that --only does not want */
    int n_undated;
    struct place first_undated;
    const struct yaml *providers; /* list of id, name, blurb; NULL: none */
};

void prices_add(struct prices *p, const struct offer *o);

/* "$0.42 hourly", "1.10-1.50", "unavailable"; false when it means nothing. */
bool price_read(const char *s, struct price_cell *out);
struct price_cell price_none(void);
/* Whether all words of one accelerator's name stand in the other: H100 in "NVIDIA H100 SXM5". */
bool accelerator_is(const char *name, const char *wanted);

bool prices_read_table(struct prices *p, struct import_file *f);
/* Whether a tree is a list of providers: id, name, url, but no prices. */
bool prices_is_providers(const struct yaml *root);
bool prices_read_tree(struct prices *p, const struct yaml *root, struct import_file *f);

#endif
