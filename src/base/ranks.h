#ifndef DCPLAN_BASE_RANKS_H
#define DCPLAN_BASE_RANKS_H

/* The processes of a cluster that work together, and messages between them, over MPI.  A
   program started without mpirun, or by it as the only one, has none and never touches MPI.
   Called from the main thread alone. */

#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"

enum { RANKS_MESSAGE = 65536 }; /* bytes of the largest message */

struct ranks;

/* NULL: alone.  An error, too, when several were started and the program was built
   without MPI.  argc and argv as main got them. */
struct ranks *ranks_open(int *argc, char ***argv, struct arena *a, struct diags *ds);
/* On all of them; nothing may be sent afterwards.  Where one has died all must know it:
   taking leave of each other would wait for it. */
void ranks_close(struct ranks *r, bool is_whole);

int ranks_self(const struct ranks *r); /* 0 leads */
int ranks_count(const struct ranks *r);
/* How many of them share this machine. */
int ranks_here(const struct ranks *r);

struct ranks_message {
    int from, tag;
    const char *s; /* n bytes, until the next ranks_receive */
    size_t n;
};

/* Copies n <= RANKS_MESSAGE bytes and sends them on the side.  Those of one rank to another
   arrive in their order; to a rank that is dead they are lost. */
void ranks_send(struct ranks *r, int to, int tag, const void *s, size_t n);
/* Messages that have not left yet. */
int ranks_unsent(struct ranks *r);
/* False when none has come. */
bool ranks_receive(struct ranks *r, struct ranks_message *m);

#endif
