#include "plan/study_run.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>

#include "plan/study_store.h"

struct study_job {
    const struct case_base *base;
    const struct study_plan *plan;
    void (*out_of_memory)(void);
};

struct worker {
    const struct study_plan *plan;
    struct case_worker *cases;
    struct arena arena;
};

static void *worker_new(const void *context)
{
    const struct study_job *j = context;
    struct arena a = arena_new(j->out_of_memory);
    struct worker *w = ARENA_ARRAY(&a, struct worker, 1);
    *w = (struct worker){j->plan, case_worker_new(j->base), a};
    return w;
}

static void worker_free(void *worker)
{
    struct worker *w = worker;
    struct arena a = w->arena;
    case_worker_free(w->cases);
    arena_free(&a);
}

static void work(void *worker, int item, void *result)
{
    struct worker *w = worker;
    struct arena_mark mark = arena_mark(&w->arena);
    size_t n = (size_t)w->plan->n_variable;
    struct case_change *change = ARENA_ARRAY(&w->arena, struct case_change, n + 1);
    struct outcome *o = result;
    w->plan->point(w->plan, item, change, &w->arena);
    case_run(w->cases, change, w->plan->n_variable, &w->plan->options, o);
    /* A zero with a sign would not come back from a store. */
    for (int k = 0; k < N_OUTCOME; k++) o->value[k] += 0;
    arena_release(&w->arena, mark);
}

/* ---- on the leader --------------------------------------------------------- */

struct taker {
    const struct study_plan *plan;
    struct study_points *out;
    const struct study_options *options;
    int done;
    struct store *store; /* NULL: none */
    sigset_t ends;       /* signals that wait while a store is written */
    const char **text;   /* of the variables of one point */
    double *number;
    struct arena arena;
    struct diags *ds;
};

static bool keep(struct taker *t, int item, const struct outcome *o)
{
    struct arena_mark mark = arena_mark(&t->arena);
    study_variables(t->plan, item, t->text, t->number, &t->arena);
    struct store_point p = {.i = item,
                            .is_failed = o->status == POINT_FAILED,
                            .code = o->status == POINT_FAILED ? o->code : 0,
                            .text = o->text,
                            .variable_text = t->text,
                            .variable_number = t->number,
                            .outcome = o->value};
    bool is_fine = store_add(t->store, &p, t->ds);
    arena_release(&t->arena, mark);
    return is_fine;
}

static const int ending[] = {SIGINT, SIGTERM, SIGHUP};
enum { N_ENDING = sizeof ending / sizeof *ending };

/* Without those that are ignored, as under nohup: blocked, they would wait as the others do. */
static sigset_t signals_to_end(void)
{
    sigset_t s;
    sigemptyset(&s);
    for (int i = 0; i < N_ENDING; i++) {
        struct sigaction now;
        if (!sigaction(ending[i], NULL, &now) && now.sa_handler != SIG_IGN)
            sigaddset(&s, ending[i]);
    }
    return s;
}

static bool is_asked_to_end(const sigset_t *ends)
{
    sigset_t s;
    if (sigpending(&s) != 0) return false;
    for (int i = 0; i < N_ENDING; i++)
        if (sigismember(ends, ending[i]) == 1 && sigismember(&s, ending[i]) == 1) return true;
    return false;
}

static bool take(void *taker, int item, const void *result)
{
    struct taker *t = taker;
    const struct outcome *o = result;
    t->out->point[item] = *o;
    t->out->n_failed += o->status == POINT_FAILED;
    t->done++;
    if (t->store && !keep(t, item, o)) return false;
    if (t->options->progress)
        t->options->progress(t->options->progress_context, t->done, t->out->n);
    return !t->store || !is_asked_to_end(&t->ends);
}

/* ---- what the store has ---------------------------------------------------- */

struct recall {
    struct study_points *out;
    unsigned char *is_done;
    int n_outcome;
    const int *place;
};

static void recall(void *context, const struct store_point *p)
{
    struct recall *r = context;
    r->out->point[p->i] = study_outcome(p, r->n_outcome, r->place);
    r->out->n_failed += p->is_failed;
    r->is_done[p->i] = 1;
}

static bool open_store(const struct case_base *b, const struct study_plan *plan,
                       const struct study_options *o, struct taker *t, unsigned char **is_done,
                       struct diags *ds)
{
    struct arena *a = &t->arena;
    struct store_study *study = ARENA_ARRAY(a, struct store_study, 1);
    *study = study_describe(b, plan, a);
    t->store = store_open(o->store, study, a, ds);
    if (!t->store) return false;
    *is_done = ARENA_ARRAY(a, unsigned char, (size_t)plan->n_point + 1);
    t->text = ARENA_ARRAY(a, const char *, (size_t)plan->n_variable + 1);
    t->number = ARENA_ARRAY(a, double, (size_t)plan->n_variable + 1);
    struct recall r = {t->out, *is_done, study->n_outcome, study_places(study, a)};
    t->done = study->n_done;
    return store_points(t->store, study, recall, &r, ds);
}

static bool lead(const struct case_base *b, const struct study_plan *plan,
                 const struct study_options *o, struct pool_job *job, struct taker *t,
                 struct diags *ds)
{
    unsigned char *is_done = NULL;
    if (o->store && !open_store(b, plan, o, t, &is_done, ds)) {
        struct diags unheard = diags_new(&t->arena);
        if (t->store) (void)store_close(t->store, &unheard);
        return false;
    }
    job->is_done = is_done;
    if (!t->store) return pool_run(o->pool, job, ds);
    sigset_t before;
    t->ends = signals_to_end();
    pthread_sigmask(SIG_BLOCK, &t->ends, &before);
    bool is_fine = pool_run(o->pool, job, ds);
    is_fine &= store_close(t->store, ds);
    bool is_stopped = !is_fine && is_asked_to_end(&t->ends);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (is_stopped) /* by a signal that whoever started this keeps blocked */
        diag_error(ds, DIAG_OUTPUT, (struct place){0}, "the same command goes on from there",
                   "a signal has ended the study; what has come is in '%s'", o->store);
    return is_fine;
}

bool study_run(const struct case_base *b, const struct study_plan *plan,
               const struct study_options *o, struct study_points *out, struct arena *a,
               struct diags *ds)
{
    struct study_job j = {b, plan, a->out_of_memory};
    struct taker t = {
        .plan = plan, .out = out, .options = o, .arena = arena_new(a->out_of_memory), .ds = ds};
    struct pool_job job = {.n = plan->n_point,
                           .size = sizeof(struct outcome),
                           .context = &j,
                           .worker_new = worker_new,
                           .worker_free = worker_free,
                           .work = work,
                           .take = take,
                           .taker = &t};
    *out = (struct study_points){0};
    if (pool_ranks(o->pool) > 1) job.key = study_hash(b, plan, &t.arena);
    bool is_fine;
    if (pool_is_leader(o->pool)) {
        out->n = plan->n_point;
        out->point = ARENA_ARRAY(a, struct outcome, (size_t)plan->n_point);
        is_fine = lead(b, plan, o, &job, &t, ds);
    } else
        is_fine = pool_run(o->pool, &job, ds);
    arena_free(&t.arena);
    return is_fine;
}
