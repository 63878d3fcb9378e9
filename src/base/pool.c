#define _GNU_SOURCE /* sched_getaffinity */

#include "base/pool.h"

#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/ranks.h"

/* The main thread gathers results and talks to the other ranks; threads of their own work.
   The leader keeps the other ranks supplied with a few items more than they have threads.
   When all items are given out, its threads do again what others have not brought back, so
   that nothing waits for a rank that is slow or dead; results come out the same, whoever is
   first. */

enum {
    CHUNK = 32,          /* items sent to a rank at once, at most */
    HELD = 64,           /* results held for the main thread */
    ALONE_WAIT_MS = 20,  /* between two looks of the main thread */
    RANKS_WAIT_MS = 1,   /* the same, where messages may come */
    PING_S = 1,          /* from each to the leader, from it to each, that it lives */
    RANK_LOST_S = 10,    /* without a word from it, at the end */
    LEADER_LOST_S = 600, /* without a word from it */
};

/* At the end the leader says the exit code, waits for all to answer, and says who is there. */
enum tag { TAG_HELLO = 1, TAG_WORK, TAG_RESULTS, TAG_STOP, TAG_PING, TAG_CODE, TAG_BYE, TAG_LEAVE };

struct peer {       /* another rank, as the leader knows it */
    int threads;    /* 0: it has not joined this job */
    int out;        /* items sent and not come back */
    double heard_s; /* the last message */
    bool has_left;
};

struct pool {
    int threads;
    struct ranks *ranks; /* NULL: alone */
    struct peer *peer;   /* [ranks] */
    int run;             /* counts the jobs, on each rank alike */
    int code;            /* of the leader, once it is known; -1 */
};

struct head { /* of each message */
    int run, n;
};

/* In a message of results each begins where any type may, after its item. */
enum { ALIGNED = 16 };

static size_t entry_size(size_t result)
{
    return ALIGNED + (result + ALIGNED - 1) / ALIGNED * ALIGNED;
}

struct hello {
    struct head head;
    int threads, items;
    size_t size;
    char key[SHA256_TEXT];
};

struct pool *pool_open(int *argc, char ***argv, struct arena *a, struct diags *ds)
{
    struct pool *p = ARENA_ARRAY(a, struct pool, 1);
    *p = (struct pool){.threads = 1, .code = -1, .ranks = ranks_open(argc, argv, a, ds)};
    p->peer = ARENA_ARRAY(a, struct peer, (size_t)ranks_count(p->ranks));
    return p;
}

void pool_threads(struct pool *p, int threads)
{
    p->threads = threads;
}

int pool_cores(const struct pool *p)
{
    long all = sysconf(_SC_NPROCESSORS_ONLN);
    int n = all < 1 ? 1 : (int)all;
    int here = ranks_here(p->ranks), share = (n + here - 1) / here;
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0) n = CPU_COUNT(&set);
    return n < share ? n : share;
}

bool pool_is_leader(const struct pool *p)
{
    return ranks_self(p->ranks) == 0;
}

int pool_ranks(const struct pool *p)
{
    return ranks_count(p->ranks);
}

/* ---- threads of this rank -------------------------------------------------- */

enum item_state { ITEM_OPEN, ITEM_HERE, ITEM_AWAY, ITEM_DONE };

struct crew {
    const struct pool_job *job;
    pthread_mutex_t lock;
    pthread_cond_t has_results, has_room, has_items;
    bool is_stopped;
    int working; /* threads that have not ended */
    struct arena arena;
    /* On the leader: what is given out.  Items after next are open or done. */
    unsigned char *state; /* [n]; NULL on other ranks */
    int next, again, n_open;
    /* On another rank: what has come, in a ring. */
    int *item, item_first, n_item, item_cap;
    /* Results for the main thread, in a ring. */
    char *held;
    int *held_item, held_first, n_held;
};

/* The next open item, or -1. */
static int take_open(struct crew *c)
{
    while (c->next < c->job->n && c->state[c->next] != ITEM_OPEN) c->next++;
    if (c->next >= c->job->n) return -1;
    c->n_open--;
    return c->next++;
}

/* One that another rank has; the last first, because it begins with the first. */
static int take_again(struct crew *c)
{
    while (c->again > 0)
        if (c->state[--c->again] == ITEM_AWAY) return c->again;
    return -1;
}

static int take_sent(struct crew *c)
{
    while (!c->n_item && !c->is_stopped) pthread_cond_wait(&c->has_items, &c->lock);
    if (c->is_stopped) return -1;
    int i = c->item[c->item_first];
    c->item_first = (c->item_first + 1) % c->item_cap;
    c->n_item--;
    return i;
}

static int take_item(struct crew *c)
{
    int i = -1;
    pthread_mutex_lock(&c->lock);
    if (c->is_stopped)
        ;
    else if (!c->state)
        i = take_sent(c);
    else {
        i = take_open(c);
        if (i < 0) i = take_again(c);
        if (i >= 0) c->state[i] = ITEM_HERE;
    }
    pthread_mutex_unlock(&c->lock);
    return i;
}

/* The main thread is woken for many at once, or for the last ones. */
static void hold_result(struct crew *c, int item, const void *result)
{
    size_t size = c->job->size;
    pthread_mutex_lock(&c->lock);
    while (c->n_held == HELD && !c->is_stopped) pthread_cond_wait(&c->has_room, &c->lock);
    if (!c->is_stopped) {
        int at = (c->held_first + c->n_held++) % HELD;
        c->held_item[at] = item;
        memcpy(c->held + (size_t)at * size, result, size);
        bool is_last = c->state ? !c->n_open : !c->n_item;
        if (c->n_held >= HELD / 2 || is_last) pthread_cond_signal(&c->has_results);
    }
    pthread_mutex_unlock(&c->lock);
}

static void *thread_main(void *context)
{
    struct crew *c = context;
    const struct pool_job *job = c->job;
    struct arena a = arena_new(c->arena.out_of_memory);
    void *result = arena_make(&a, job->size, 1);
    void *worker = job->worker_new(job->context);
    for (int item; (item = take_item(c)) >= 0;) {
        job->work(worker, item, result);
        hold_result(c, item, result);
    }
    job->worker_free(worker);
    arena_free(&a);
    pthread_mutex_lock(&c->lock);
    c->working--;
    pthread_mutex_unlock(&c->lock);
    return NULL;
}

static void crew_open(struct crew *c, const struct pool_job *job, struct diags *ds)
{
    pthread_condattr_t clock;
    *c = (struct crew){.job = job, .again = job->n, .arena = arena_new(ds->arena->out_of_memory)};
    c->held = arena_make(&c->arena, job->size, HELD);
    c->held_item = ARENA_ARRAY(&c->arena, int, HELD);
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->has_results, &clock);
    pthread_cond_init(&c->has_room, NULL);
    pthread_cond_init(&c->has_items, NULL);
    pthread_condattr_destroy(&clock);
}

static int crew_start(struct crew *c, pthread_t *thread, int most)
{
    int n = 0;
    pthread_mutex_lock(&c->lock);
    while (n < most && !pthread_create(&thread[n], NULL, thread_main, c)) n++;
    c->working = n;
    pthread_mutex_unlock(&c->lock);
    return n;
}

static bool crew_works(struct crew *c)
{
    pthread_mutex_lock(&c->lock);
    bool works = c->working > 0;
    pthread_mutex_unlock(&c->lock);
    return works;
}

static void crew_stop(struct crew *c)
{
    pthread_mutex_lock(&c->lock);
    c->is_stopped = true;
    pthread_cond_broadcast(&c->has_room);
    pthread_cond_broadcast(&c->has_items);
    pthread_mutex_unlock(&c->lock);
}

static void crew_close(struct crew *c, const pthread_t *thread, int n)
{
    crew_stop(c);
    for (int i = 0; i < n; i++) pthread_join(thread[i], NULL);
    pthread_cond_destroy(&c->has_items);
    pthread_cond_destroy(&c->has_room);
    pthread_cond_destroy(&c->has_results);
    pthread_mutex_destroy(&c->lock);
    arena_free(&c->arena);
}

/* Waits until many results are held, or for so long; returns how many there are.  They stay
   in the ring until crew_release. */
static int crew_wait(struct crew *c, int milliseconds)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    t.tv_nsec += 1000000L * milliseconds;
    t.tv_sec += t.tv_nsec / 1000000000L;
    t.tv_nsec %= 1000000000L;
    pthread_mutex_lock(&c->lock);
    if (milliseconds && c->n_held < HELD / 2)
        (void)pthread_cond_timedwait(&c->has_results, &c->lock, &t);
    int n = c->n_held;
    pthread_mutex_unlock(&c->lock);
    return n;
}

static void crew_release(struct crew *c, int n)
{
    pthread_mutex_lock(&c->lock);
    c->held_first = (c->held_first + n) % HELD;
    c->n_held -= n;
    pthread_cond_broadcast(&c->has_room);
    pthread_mutex_unlock(&c->lock);
}

/* ---- the leader ------------------------------------------------------------ */

struct lead {
    struct pool *pool;
    struct crew *crew;
    struct hello own; /* what the others must say, too */
    int todo;         /* results that are missing */
    bool is_refused;  /* by take, or with a diagnostic */
    double ping_s;    /* when the next is due */
    struct diags *ds;
};

static struct hello hello_of(const struct pool *p, const struct pool_job *job)
{
    const char *key = job->key ? job->key : "";
    struct hello h = {{p->run, 0}, p->threads, job->n, job->size, ""};
    sha256_text(key, strlen(key), h.key);
    return h;
}

/* Once an item; what two have done is taken from the first. */
static void take(struct lead *l, int item, const void *result)
{
    struct crew *c = l->crew;
    pthread_mutex_lock(&c->lock);
    bool is_new = c->state[item] != ITEM_DONE;
    c->state[item] = ITEM_DONE;
    pthread_mutex_unlock(&c->lock);
    if (!is_new || l->is_refused) return;
    l->todo--;
    if (!c->job->take(c->job->taker, item, result)) l->is_refused = true;
}

static bool is_over(const struct lead *l)
{
    return !l->todo || l->is_refused;
}

static void take_held(struct lead *l, int n)
{
    struct crew *c = l->crew;
    for (int k = 0; k < n && !is_over(l); k++) {
        int at = (c->held_first + k) % HELD;
        take(l, c->held_item[at], c->held + (size_t)at * c->job->size);
    }
    crew_release(c, n);
}

static int workers(const struct pool *p)
{
    int n = p->threads;
    for (int r = 1; r < pool_ranks(p); r++) n += p->peer[r].threads;
    return n;
}

/* Items to a rank that will soon have none; false when it has enough. */
static bool supply(struct lead *l, int rank)
{
    struct crew *c = l->crew;
    struct peer *peer = &l->pool->peer[rank];
    struct {
        struct head head;
        int item[CHUNK];
    } m = {{l->pool->run, 0}, {0}};
    pthread_mutex_lock(&c->lock);
    int chunk = c->n_open / (4 * workers(l->pool));
    if (chunk > CHUNK / 2) chunk = CHUNK / 2;
    if (chunk < 1) chunk = 1;
    if (peer->out < peer->threads + chunk) {
        int want = peer->threads + 2 * chunk - peer->out;
        for (int i; m.head.n < want && m.head.n < CHUNK && (i = take_open(c)) >= 0;) {
            c->state[i] = ITEM_AWAY;
            m.item[m.head.n++] = i;
        }
    }
    pthread_mutex_unlock(&c->lock);
    if (!m.head.n) return false;
    peer->out += m.head.n;
    ranks_send(l->pool->ranks, rank, TAG_WORK, &m,
               sizeof m.head + (size_t)m.head.n * sizeof *m.item);
    return true;
}

static void join_rank(struct lead *l, int rank, const struct hello *h)
{
    bool is_same = h->items == l->own.items && h->size == l->own.size &&
                   !memcmp(h->key, l->own.key, sizeof h->key);
    if (is_same) {
        l->pool->peer[rank].threads = h->threads;
        return;
    }
    diag_error(l->ds, DIAG_INPUT, (struct place){0},
               "all machines need the same program, site, models and files",
               "rank %d does not work on the same study as rank 0", rank);
    l->is_refused = true;
}

static void take_results(struct lead *l, const struct ranks_message *m, int n)
{
    const char *s = m->s + ALIGNED;
    size_t each = entry_size(l->own.size);
    struct peer *peer = &l->pool->peer[m->from];
    for (int k = 0; k < n && !is_over(l); k++, s += each) {
        int item;
        memcpy(&item, s, sizeof item);
        take(l, item, s + ALIGNED);
    }
    peer->out -= n;
}

/* Messages of jobs before this one are late and mean nothing any more. */
static bool hear(struct lead *l)
{
    struct ranks_message m;
    struct head head;
    bool has_heard = false;
    while (!is_over(l) && ranks_receive(l->pool->ranks, &m)) {
        has_heard = true;
        memcpy(&head, m.s, sizeof head);
        l->pool->peer[m.from].heard_s = clock_s();
        if (head.run != l->pool->run) continue;
        if (m.tag == TAG_RESULTS) take_results(l, &m, head.n);
        if (m.tag == TAG_HELLO) {
            struct hello h;
            memcpy(&h, m.s, sizeof h);
            join_rank(l, m.from, &h);
        }
        while (!is_over(l) && supply(l, m.from)) continue;
    }
    return has_heard;
}

static void tell_all(struct pool *p, enum tag tag, int n)
{
    struct head m = {p->run, n};
    for (int r = 1; r < pool_ranks(p); r++) ranks_send(p->ranks, r, (int)tag, &m, sizeof m);
}

static void ping(struct lead *l)
{
    if (clock_s() < l->ping_s) return;
    l->ping_s = clock_s() + PING_S;
    tell_all(l->pool, TAG_PING, 0);
}

static void gather(struct lead *l)
{
    bool is_alone = !l->pool->ranks, has_heard = false;
    while (!is_over(l)) {
        int wait = is_alone ? ALONE_WAIT_MS : has_heard ? 0 : RANKS_WAIT_MS;
        take_held(l, crew_wait(l->crew, wait));
        if (is_alone) continue;
        has_heard = hear(l);
        ping(l);
    }
}

static bool no_thread(struct diags *ds)
{
    diag_error(ds, DIAG_MODEL, (struct place){0}, "is there a limit on processes?",
               "no thread could be started");
    return false;
}

/* One thread without other ranks needs no other thread. */
static bool work_alone(const struct pool_job *job, struct diags *ds)
{
    struct arena a = arena_new(ds->arena->out_of_memory);
    void *result = arena_make(&a, job->size, 1), *worker = job->worker_new(job->context);
    bool goes_on = true;
    for (int i = 0; i < job->n && goes_on; i++) {
        if (job->is_done && job->is_done[i]) continue;
        job->work(worker, i, result);
        goes_on = job->take(job->taker, i, result);
    }
    job->worker_free(worker);
    arena_free(&a);
    return goes_on;
}

static bool lead_job(struct pool *p, const struct pool_job *job, struct diags *ds)
{
    struct crew c;
    struct lead l = {.pool = p, .crew = &c, .own = hello_of(p, job), .ds = ds};
    crew_open(&c, job, ds);
    c.state = ARENA_ARRAY(&c.arena, unsigned char, (size_t)job->n);
    for (int i = 0; i < job->n; i++) {
        bool is_done = job->is_done && job->is_done[i];
        c.state[i] = is_done ? ITEM_DONE : ITEM_OPEN;
        l.todo += !is_done;
    }
    c.n_open = l.todo;
    for (int r = 0; r < pool_ranks(p); r++)
        p->peer[r] = (struct peer){.heard_s = p->peer[r].heard_s};
    int most = p->threads < l.todo ? p->threads : l.todo;
    pthread_t *thread = ARENA_ARRAY(&c.arena, pthread_t, (size_t)most);
    int n = crew_start(&c, thread, most);
    bool can_work = n > 0 || !most;
    if (can_work) gather(&l);
    crew_close(&c, thread, n);
    bool is_fine = can_work && !l.is_refused;
    tell_all(p, TAG_STOP, is_fine);
    return can_work ? is_fine : no_thread(ds);
}

/* ---- the other ranks ------------------------------------------------------- */

struct serve {
    struct pool *pool;
    struct crew *crew;
    char *message; /* [RANKS_MESSAGE] that is being written */
    bool is_over, is_fine;
    double heard_s, ping_s; /* when there was a message last, when to send the next */
};

static void put_items(struct crew *c, const char *s, int n)
{
    pthread_mutex_lock(&c->lock);
    for (int k = 0; k < n; k++) {
        int at = (c->item_first + c->n_item++) % c->item_cap;
        memcpy(&c->item[at], s + (size_t)k * sizeof(int), sizeof(int));
    }
    pthread_cond_broadcast(&c->has_items);
    pthread_mutex_unlock(&c->lock);
}

static bool obey(struct serve *v)
{
    struct ranks_message m;
    struct head head;
    bool has_heard = false;
    while (!v->is_over && ranks_receive(v->pool->ranks, &m)) {
        has_heard = true;
        memcpy(&head, m.s, sizeof head);
        if (m.tag == TAG_CODE) {
            v->pool->code = head.n;
            v->is_over = true;
        }
        if (head.run != v->pool->run) continue;
        if (m.tag == TAG_WORK) put_items(v->crew, m.s + sizeof head, head.n);
        if (m.tag == TAG_STOP) {
            v->is_over = true;
            v->is_fine = head.n;
        }
    }
    if (has_heard) v->heard_s = clock_s();
    if (clock_s() - v->heard_s > LEADER_LOST_S) v->is_over = true;
    return has_heard;
}

static bool send_held(struct serve *v, int n)
{
    struct crew *c = v->crew;
    size_t size = c->job->size, each = entry_size(size);
    char *m = v->message;
    struct head head = {v->pool->run, (int)((RANKS_MESSAGE - ALIGNED) / each)};
    if (!n || ranks_unsent(v->pool->ranks) > 1) return false;
    if (head.n > n) head.n = n;
    memcpy(m, &head, sizeof head);
    for (int k = 0; k < head.n; k++) {
        int at = (c->held_first + k) % HELD;
        char *s = m + ALIGNED + (size_t)k * each;
        memcpy(s, &c->held_item[at], sizeof(int));
        memcpy(s + ALIGNED, c->held + (size_t)at * size, size);
    }
    ranks_send(v->pool->ranks, 0, TAG_RESULTS, m, ALIGNED + (size_t)head.n * each);
    crew_release(c, head.n);
    return true;
}

/* That it lives, also while it waits for its threads to end. */
static void answer(struct pool *p, double *ping_s)
{
    struct head m = {p->run, 0};
    if (clock_s() < *ping_s) return;
    *ping_s = clock_s() + PING_S;
    ranks_send(p->ranks, 0, TAG_PING, &m, sizeof m);
}

static void await_threads(struct serve *v)
{
    struct timespec look = {0, 1000000L * RANKS_WAIT_MS};
    crew_stop(v->crew);
    while (crew_works(v->crew)) {
        answer(v->pool, &v->ping_s);
        nanosleep(&look, NULL);
    }
}

static bool serve_job(struct pool *p, const struct pool_job *job, struct diags *ds)
{
    struct crew c;
    struct serve v = {.pool = p, .crew = &c, .heard_s = clock_s()};
    struct hello h = hello_of(p, job);
    crew_open(&c, job, ds);
    v.message = ARENA_ARRAY(&c.arena, char, RANKS_MESSAGE);
    c.item_cap = p->threads + 4 * CHUNK;
    c.item = ARENA_ARRAY(&c.arena, int, (size_t)c.item_cap);
    pthread_t *thread = ARENA_ARRAY(&c.arena, pthread_t, (size_t)p->threads);
    int n = crew_start(&c, thread, p->threads);
    h.threads = n;
    if (n) ranks_send(p->ranks, 0, TAG_HELLO, &h, sizeof h);
    for (bool is_busy = false; n && !v.is_over;) {
        int held = crew_wait(&c, is_busy ? 0 : RANKS_WAIT_MS);
        bool has_sent = send_held(&v, held);
        is_busy = obey(&v) || has_sent;
        answer(p, &v.ping_s);
    }
    await_threads(&v);
    crew_close(&c, thread, n);
    return n ? v.is_fine : no_thread(ds);
}

bool pool_run(struct pool *p, const struct pool_job *job, struct diags *ds)
{
    p->run++;
    if (p->code >= 0) return false;
    if (!pool_is_leader(p)) return serve_job(p, job, ds);
    if (!p->ranks && p->threads == 1) return work_alone(job, ds);
    return lead_job(p, job, ds);
}

/* ---- the end --------------------------------------------------------------- */

/* Until all have answered; false when one is silent for too long. */
static bool all_leave(struct pool *p)
{
    struct timespec look = {0, 1000000L * RANKS_WAIT_MS};
    struct ranks_message m;
    double start_s = clock_s();
    for (int r = 1; r < pool_ranks(p);) {
        while (ranks_receive(p->ranks, &m)) {
            p->peer[m.from].heard_s = clock_s();
            p->peer[m.from].has_left |= m.tag == TAG_BYE;
        }
        if (p->peer[r].has_left) {
            r++;
            continue;
        }
        if (clock_s() - fmax(start_s, p->peer[r].heard_s) > RANK_LOST_S) return false;
        nanosleep(&look, NULL);
    }
    return true;
}

/* Until the leader has said the code, and who is there; false when one is not, or it. */
static bool await_leader(struct pool *p)
{
    struct timespec look = {0, 1000000L * RANKS_WAIT_MS};
    struct ranks_message m;
    struct head head = {0, 0};
    double ping_s = 0, end_s = clock_s() + LEADER_LOST_S;
    if (p->code >= 0) ranks_send(p->ranks, 0, TAG_BYE, &head, sizeof head);
    while (clock_s() < end_s) {
        while (ranks_receive(p->ranks, &m)) {
            memcpy(&head, m.s, sizeof head);
            if (m.tag == TAG_LEAVE) return head.n;
            if (m.tag != TAG_CODE) continue;
            p->code = head.n;
            ranks_send(p->ranks, 0, TAG_BYE, &head, sizeof head);
        }
        answer(p, &ping_s);
        nanosleep(&look, NULL);
    }
    return false;
}

int pool_close(struct pool *p, int code)
{
    bool is_whole;
    if (!p->ranks) return code;
    if (pool_is_leader(p)) {
        p->code = code;
        tell_all(p, TAG_CODE, code);
        is_whole = all_leave(p);
        tell_all(p, TAG_LEAVE, is_whole);
    } else
        is_whole = await_leader(p);
    ranks_close(p->ranks, is_whole);
    return p->code < 0 ? code : p->code;
}
