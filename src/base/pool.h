#ifndef DCPLAN_BASE_POOL_H
#define DCPLAN_BASE_POOL_H

/* Many like pieces of work on all threads of one machine, or of a cluster.  Which thread or
   rank works on an item is decided as they become free and changes no result. */

#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"

struct pool;

/* Ranks of a cluster when the program was started by mpirun and built with MPI, else one;
   argc and argv as main got them, NULL without them.  Opened and closed once, in cli.  An
   error when several were started and cannot work together; then each is alone. */
struct pool *pool_open(int *argc, char ***argv, struct arena *a, struct diags *ds);
/* How many threads each rank works with; 1 until it is said. */
void pool_threads(struct pool *p, int threads);
/* The cores that this process may use, and that other ranks on the machine leave to it. */
int pool_cores(const struct pool *p);
/* Waits for the other ranks; returns on each the exit code that the leader gives. */
int pool_close(struct pool *p, int code);

/* The rank that gathers, prints and writes; the others only work. */
bool pool_is_leader(const struct pool *p);
int pool_ranks(const struct pool *p);

enum { POOL_RESULT_CAP = 32768 };

struct pool_job {
    int n;
    const unsigned char *is_done; /* [n] items to leave out; NULL: none; the leader's counts */
    size_t size;                  /* bytes of one result, at most POOL_RESULT_CAP */
    const char *key;              /* a text that differs when the work does; NULL: none */
    const void *context;
    /* What one thread works with: made and freed on that thread. */
    void *(*worker_new)(const void *context);
    void (*worker_free)(void *worker);
    void (*work)(void *worker, int item, void *result);
    /* On the leader's main thread, once an item, in any order.  False stops the job. */
    bool (*take)(void *taker, int item, const void *result);
    void *taker;
};

/* Every rank calls it with the same job; on the leader, true when all results were taken.
   False without a diagnostic: take has said no, or on other ranks, the leader has stopped.
   A rank that dies or does not answer is made up for by the leader's own threads.  One whose
   job has another size or key (other input files, another program) is an error. */
bool pool_run(struct pool *p, const struct pool_job *job, struct diags *ds);

#endif
