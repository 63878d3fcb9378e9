#include "base/pool.h"

#include <pthread.h>

struct pool {
    int threads;
};

struct pool *pool_open(int *argc, char ***argv, struct arena *a)
{
    (void)argc;
    (void)argv;
    struct pool *p = ARENA_ARRAY(a, struct pool, 1);
    p->threads = 1;
    return p;
}

void pool_threads(struct pool *p, int threads)
{
    p->threads = threads;
}

void pool_close(struct pool *p)
{
    (void)p;
}

bool pool_is_leader(const struct pool *p)
{
    (void)p;
    return true;
}

int pool_ranks(const struct pool *p)
{
    (void)p;
    return 1;
}

struct shared { /* by the threads */
    const struct pool_job *job;
    pthread_mutex_t lock;
    int next;
    bool is_stopped;
    struct arena *arena;
};

/* The next item, or -1. */
static int take_item(struct shared *s)
{
    int item = -1;
    pthread_mutex_lock(&s->lock);
    while (!s->is_stopped && item < 0 && s->next < s->job->n) {
        int i = s->next++;
        if (!s->job->is_done || !s->job->is_done[i]) item = i;
    }
    pthread_mutex_unlock(&s->lock);
    return item;
}

static void give(struct shared *s, int item, const void *result)
{
    pthread_mutex_lock(&s->lock);
    if (!s->is_stopped && !s->job->take(s->job->taker, item, result)) s->is_stopped = true;
    pthread_mutex_unlock(&s->lock);
}

static void *thread_main(void *context)
{
    struct shared *s = context;
    const struct pool_job *job = s->job;
    pthread_mutex_lock(&s->lock);
    void *result = arena_make(s->arena, job->size, 1);
    pthread_mutex_unlock(&s->lock);
    void *worker = job->worker_new(job->context);
    for (int item; (item = take_item(s)) >= 0;) {
        job->work(worker, item, result);
        give(s, item, result);
    }
    job->worker_free(worker);
    return NULL;
}

bool pool_run(struct pool *p, const struct pool_job *job, struct diags *ds)
{
    struct shared s = {.job = job, .arena = ds->arena};
    pthread_t *thread = ARENA_ARRAY(ds->arena, pthread_t, (size_t)p->threads);
    int n = 0;
    pthread_mutex_init(&s.lock, NULL);
    while (n < p->threads - 1 && n < job->n - 1 &&
           !pthread_create(&thread[n], NULL, thread_main, &s))
        n++;
    thread_main(&s);
    for (int i = 0; i < n; i++) pthread_join(thread[i], NULL);
    pthread_mutex_destroy(&s.lock);
    return !s.is_stopped;
}
