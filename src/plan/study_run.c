#include "plan/study_run.h"

struct study_job {
    const struct case_base *base;
    const struct study_plan *plan;
};

struct worker {
    const struct study_plan *plan;
    struct case_worker *cases;
    struct arena arena;
};

static void *worker_new(const void *context)
{
    const struct study_job *j = context;
    struct arena a = arena_new(NULL);
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
    w->plan->point(w->plan, item, change, &w->arena);
    case_run(w->cases, change, w->plan->n_variable, &w->plan->options, result);
    arena_release(&w->arena, mark);
}

struct taker {
    struct study_points *out;
    const struct study_options *options;
    int done;
};

static bool take(void *taker, int item, const void *result)
{
    struct taker *t = taker;
    const struct outcome *o = result;
    t->out->point[item] = *o;
    t->out->n_failed += o->status == POINT_FAILED;
    t->done++;
    if (t->options->progress)
        t->options->progress(t->options->progress_context, t->done, t->out->n);
    return true;
}

bool study_run(const struct case_base *b, const struct study_plan *plan,
               const struct study_options *o, struct study_points *out, struct arena *a,
               struct diags *ds)
{
    *out = (struct study_points){.n = plan->n_point};
    out->point = ARENA_ARRAY(a, struct outcome, (size_t)plan->n_point);
    struct study_job j = {b, plan};
    struct taker t = {out, o, 0};
    struct pool_job job = {.n = plan->n_point,
                           .size = sizeof(struct outcome),
                           .context = &j,
                           .worker_new = worker_new,
                           .worker_free = worker_free,
                           .work = work,
                           .take = take,
                           .taker = &t};
    return pool_run(o->pool, &job, ds);
}
