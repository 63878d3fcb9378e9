#ifndef DCPLAN_SIM_BOOK_H
#define DCPLAN_SIM_BOOK_H

/* What an hour's quantities are made of: sums over parts, noted once for a block, so that an
   hour runs through terms and not through the plant.  Private to sim. */

#include "sim/hour.h"

struct book_term { /* count times what the part comes to */
    const double *x;
    double count;
};

struct book_account { /* a quantity and its terms */
    int q, first, n;
};

struct book {
    int n_account, n_part;
    bool is_steady[N_QUANTITY]; /* of servers and what feeds them alone: struct steady */
    int n_active, n_metric;     /* quantities that the plant has; first those of metrics, */
    int active[N_QUANTITY];     /* which are counted where no states are asked for */
    struct book_account account[N_QUANTITY];
    struct book_term *term;
    struct book_term part[N_QUANTITY]; /* of facility_w */
    const struct state *s;             /* what terms were noted for; NULL: not yet */
    double diversity;
    lanes one; /* 1 in every lane: what is constant is a count of it */
};

/* Of a block whose arrays are made: sets its book. */
void book_new(const struct plant *p, struct block *b, struct arena *a);

struct step;
/* Fills the quantities that are sums over parts; those that the plant has not stay zero. */
void book_fill(struct step *k);
/* parts_w: the parts of facility_w together. */
void book_parts(const struct step *k, double *restrict parts_w);
/* Where the site's power comes from. */
bool book_is_source(const struct elem *x);

#endif
