#ifndef DCPLAN_BASE_DRAW_H
#define DCPLAN_BASE_DRAW_H

/* Random numbers and samples that are functions of where they stand: number k of draw i is the
   same whoever asks, in any order, on any thread, rank or machine. */

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

/* Philox4x32-10, a generator without state (Salmon, Moraes, Dror and Shaw, Parallel random
   numbers: as easy as 1, 2, 3, SC11): four words from a counter of four and a key of two. */
void draw_philox(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4]);

/* What numbers are for; those of one stream tell nothing of another's. */
enum draw_stream {
    DRAW_RANDOM,
    DRAW_STRATUM,
    DRAW_JITTER,
    DRAW_SCRAMBLE,
    DRAW_FINE,
    DRAW_BOOTSTRAP
};

/* Between 0 and 1, never either; 52 bits. */
double draw_uniform(uint64_t seed, enum draw_stream stream, uint32_t i, uint32_t k);

enum sampling { SAMPLING_LHS, SAMPLING_SOBOL, SAMPLING_RANDOM, N_SAMPLING };
extern const char *const sampling_words[N_SAMPLING + 1];

/* n points in the unit cube of so many dimensions.
   LHS: Latin hypercube (McKay, Beckman and Conover 1979): each of n equal slices of each axis
   holds one point, anywhere in it.  Other n, other points.
   SOBOL: Sobol' sequence with the direction numbers of Joe and Kuo (2008), scrambled as Owen
   (1995) does, bit by bit by what the bits above are; even best at powers of two.  More points
   continue it.
   RANDOM: independent numbers.  More points continue them. */
struct sample {
    enum sampling how;
    int n, n_dim;
    uint64_t seed;
    const uint32_t *direction; /* SOBOL: [n_dim][32] */
    const int *stratum;        /* LHS: [n_dim][n] */
};

enum { SAMPLE_SOBOL_MOST = 256 }; /* dimensions that SOBOL can have, as SOBOL_MOST */

/* False when there are too many dimensions for SOBOL. */
bool sample_make(enum sampling how, int n, int n_dim, uint64_t seed, struct sample *out,
                 struct arena *a);
double sample_at(const struct sample *s, int i, int k);

/* The standard normal: the value below which the share p lies (Wichura, Algorithm AS 241, 1988;
   to 16 digits), and the share below z (Marsaglia, Evaluating the normal distribution, 2004;
   within 1e-15).  Both by base/elementary, the same bits everywhere. */
double normal_quantile(double p);
double normal_below(double z);

#endif
