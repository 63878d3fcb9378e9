#include "base/ranks.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

#ifdef DCPLAN_MPI
#include <mpi.h>
#endif

/* A variable that a launcher sets to a number; -1 without it. */
static int of_launcher(const char *name)
{
    const char *s = getenv(name);
    double n = 0;
    return s && text_number(text_of(s), &n) && n >= 0 && n < 1e9 ? (int)n : -1;
}

/* mpirun of Open MPI says how many there are.  Slurm's srun and other launchers that speak
   PMIx or PMI say it to MPI alone, but each process finds its own number.  Variables of a job
   as a whole (SLURM_JOB_ID, SLURM_NTASKS) are no sign: a plain command in a batch script has
   them, too. */
static bool is_launched(void)
{
    int n = of_launcher("OMPI_COMM_WORLD_SIZE");
    if (n < 0) n = of_launcher("PMI_SIZE");
    if (n >= 0) return n > 1;
    return of_launcher("PMIX_RANK") >= 0 || of_launcher("PMI_RANK") >= 0;
}

#ifdef DCPLAN_MPI

/* Most are short, and those to a dead rank are never done with. */
enum { SHORT_LETTER = 512 };

struct letter { /* on its way */
    struct letter *next;
    MPI_Request request;
    char *s;
    bool is_long;
};

struct ranks {
    struct arena arena;
    int self, count, here;
    struct letter *sent, *spare[2]; /* short and long ones */
    MPI_Request incoming;
    bool is_open; /* incoming was asked for */
    char *s;      /* of it */
};

static void find_here(struct ranks *r)
{
    MPI_Comm machine;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
    MPI_Comm_size(machine, &r->here);
    MPI_Comm_free(&machine);
}

struct ranks *ranks_open(int *argc, char ***argv, struct arena *a, struct diags *ds)
{
    if (!is_launched()) return NULL;
    int level = 0;
    sigset_t ends, before;
    /* Not for MPI's threads: who waits for these signals, waits for them all. */
    sigemptyset(&ends);
    sigaddset(&ends, SIGINT);
    sigaddset(&ends, SIGTERM);
    sigaddset(&ends, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &ends, &before);
    bool has_started = MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &level) == MPI_SUCCESS;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!has_started || level < MPI_THREAD_FUNNELED) {
        diag_error(ds, DIAG_MODEL, (struct place){0}, "start it without mpirun",
                   "MPI does not start here, or not beside threads");
        return NULL;
    }
    struct ranks *r = ARENA_ARRAY(a, struct ranks, 1);
    r->arena = arena_new(a->out_of_memory);
    r->s = ARENA_ARRAY(&r->arena, char, RANKS_MESSAGE);
    MPI_Comm_rank(MPI_COMM_WORLD, &r->self);
    MPI_Comm_size(MPI_COMM_WORLD, &r->count);
    find_here(r);
    /* A rank that dies must not take this one with it. */
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    return r;
}

void ranks_close(struct ranks *r, bool is_whole)
{
    if (!r || !is_whole) return;
    if (r->is_open) {
        MPI_Cancel(&r->incoming);
        MPI_Wait(&r->incoming, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    arena_free(&r->arena);
}

int ranks_self(const struct ranks *r)
{
    return r ? r->self : 0;
}

int ranks_count(const struct ranks *r)
{
    return r ? r->count : 1;
}

int ranks_here(const struct ranks *r)
{
    return r ? r->here : 1;
}

static struct letter *new_letter(struct ranks *r, bool is_long)
{
    struct letter *l = r->spare[is_long];
    if (l) {
        r->spare[is_long] = l->next;
        return l;
    }
    l = ARENA_ARRAY(&r->arena, struct letter, 1);
    l->is_long = is_long;
    l->s = ARENA_ARRAY(&r->arena, char, is_long ? RANKS_MESSAGE : SHORT_LETTER);
    return l;
}

void ranks_send(struct ranks *r, int to, int tag, const void *s, size_t n)
{
    (void)ranks_unsent(r);
    struct letter *l = new_letter(r, n > SHORT_LETTER);
    if (n) memcpy(l->s, s, n);
    if (MPI_Isend(l->s, (int)n, MPI_BYTE, to, tag, MPI_COMM_WORLD, &l->request) != MPI_SUCCESS)
        l->request = MPI_REQUEST_NULL;
    l->next = r->sent;
    r->sent = l;
}

int ranks_unsent(struct ranks *r)
{
    int n = 0;
    for (struct letter **at = &r->sent; *at;) {
        struct letter *l = *at;
        int is_gone = 0;
        if (MPI_Test(&l->request, &is_gone, MPI_STATUS_IGNORE) != MPI_SUCCESS) is_gone = 1;
        if (is_gone) {
            *at = l->next;
            l->next = r->spare[l->is_long];
            r->spare[l->is_long] = l;
        } else {
            n++;
            at = &l->next;
        }
    }
    return n;
}

bool ranks_receive(struct ranks *r, struct ranks_message *m)
{
    MPI_Status status;
    int has_come = 0, n = 0;
    if (!r->is_open)
        r->is_open = MPI_Irecv(r->s, RANKS_MESSAGE, MPI_BYTE, MPI_ANY_SOURCE, MPI_ANY_TAG,
                               MPI_COMM_WORLD, &r->incoming) == MPI_SUCCESS;
    if (!r->is_open) return false;
    bool is_fine = MPI_Test(&r->incoming, &has_come, &status) == MPI_SUCCESS;
    if (!has_come && is_fine) return false;
    r->is_open = false;
    if (!is_fine) return false;
    MPI_Get_count(&status, MPI_BYTE, &n);
    *m = (struct ranks_message){status.MPI_SOURCE, status.MPI_TAG, r->s, (size_t)n};
    return true;
}

#else

struct ranks *ranks_open(int *argc, char ***argv, struct arena *a, struct diags *ds)
{
    (void)argc;
    (void)argv;
    (void)a;
    if (is_launched())
        diag_error(ds, DIAG_USAGE, (struct place){0},
                   "install libopenmpi-dev and build again, or start it without mpirun",
                   "several copies were started, but this program was built without MPI");
    return NULL;
}

void ranks_close(struct ranks *r, bool is_whole)
{
    (void)r;
    (void)is_whole;
}

int ranks_self(const struct ranks *r)
{
    (void)r;
    return 0;
}

int ranks_count(const struct ranks *r)
{
    (void)r;
    return 1;
}

int ranks_here(const struct ranks *r)
{
    (void)r;
    return 1;
}

void ranks_send(struct ranks *r, int to, int tag, const void *s, size_t n)
{
    (void)r;
    (void)to;
    (void)tag;
    (void)s;
    (void)n;
}

int ranks_unsent(struct ranks *r)
{
    (void)r;
    return 0;
}

bool ranks_receive(struct ranks *r, struct ranks_message *m)
{
    (void)r;
    (void)m;
    return false;
}

#endif
