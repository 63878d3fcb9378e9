#ifndef DCPLAN_BASE_POOL_H
#define DCPLAN_BASE_POOL_H

/* Many like pieces of work on all threads of one machine, or of a cluster.  Which thread or
   rank works on an item is decided as they become free and changes no result. */

#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"

struct pool;

/* Ranks of a cluster when the program was started by mpirun and built with MPI, else one;
   argc and argv as main got them, NULL without them.  Opened and closed once, in cli. */
struct pool *pool_open(int *argc, char ***argv, struct arena *a);
/* How many threads each rank works with; 1 until it is said. */
void pool_threads(struct pool *p, int threads);
void pool_close(struct pool *p);

/* The rank that gathers, prints and writes; the others only work. */
bool pool_is_leader(const struct pool *p);
int pool_ranks(const struct pool *p);

struct pool_job {
    int n;
    const unsigned char *is_done; /* [n] items to leave out; NULL: none */
    size_t size;                  /* bytes of one result, the same on all ranks */
    const void *context;
    /* What one thread works with: made and freed on that thread. */
    void *(*worker_new)(const void *context);
    void (*worker_free)(void *worker);
    void (*work)(void *worker, int item, void *result);
    /* On the leader, one call at a time, items in any order.  False stops the job. */
    bool (*take)(void *taker, int item, const void *result);
    void *taker;
};

/* Every rank calls it with the same job; on the leader, true when all results were taken.
   False without a diagnostic: take has said no. */
bool pool_run(struct pool *p, const struct pool_job *job, struct diags *ds);

#endif
