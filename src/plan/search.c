#include "plan/search.h"

#include <math.h>
#include <string.h>

#include "plan/search_inner.h"

/* ---- threads ------------------------------------------------------------------------- */

struct search_worker {
    void *inner;
    struct search_worker *next;
    struct arena arena;
    const struct job *job;
};

struct job {
    struct search *s;
    const void *items;
    search_work work;
    int (*cases)(const void *result);
    int done; /* with those of earlier stages */
    char *results;
    size_t size;
};

void search_open(struct search *s, const struct search_problem *p, struct arena *a,
                 struct diags *ds)
{
    *s = (struct search){.p = p, .arena = a, .diags = ds, .view = {0, (double)NAN}};
    pthread_mutex_init(&s->lock, NULL);
}

void search_close(struct search *s)
{
    for (struct search_worker *w = s->idle, *next; w; w = next) {
        struct arena a = w->arena;
        next = w->next;
        s->p->worker_free(w->inner);
        arena_free(&a);
    }
    s->idle = NULL;
    pthread_mutex_destroy(&s->lock);
}

static void *worker_take(const void *context)
{
    const struct job *j = context;
    pthread_mutex_lock(&j->s->lock);
    struct search_worker *w = j->s->idle;
    if (w) j->s->idle = w->next;
    pthread_mutex_unlock(&j->s->lock);
    if (!w) {
        struct arena a = arena_new(j->s->arena->out_of_memory);
        w = ARENA_ARRAY(&a, struct search_worker, 1);
        *w = (struct search_worker){j->s->p->worker_new(j->s->p->context), NULL, a, NULL};
    }
    w->job = j;
    return w;
}

static void worker_give(void *worker)
{
    struct search_worker *w = worker;
    struct search *s = w->job->s;
    pthread_mutex_lock(&s->lock);
    w->next = s->idle;
    s->idle = w;
    pthread_mutex_unlock(&s->lock);
}

static void work_item(void *worker, int item, void *result)
{
    struct search_worker *w = worker;
    w->job->work(w->job->s, w->inner, w->job->items, item, result);
}

static bool take_result(void *taker, int item, const void *result)
{
    struct job *j = taker;
    const struct search_problem *p = j->s->p;
    memcpy(j->results + (size_t)item * j->size, result, j->size);
    j->done += j->cases(result);
    if (p->progress)
        p->progress(p->progress_context, j->done, j->done < p->cases ? p->cases : j->done);
    return true;
}

bool search_run(struct search *s, int n, const void *items, search_work work,
                int (*cases)(const void *result), void *results, size_t size)
{
    struct job j = {s, items, work, cases, s->tally.n_case, results, size};
    struct pool_job job = {.n = n,
                           .size = size,
                           .context = &j,
                           .worker_new = worker_take,
                           .worker_free = worker_give,
                           .work = work_item,
                           .take = take_result,
                           .taker = &j};
    return n < 1 || pool_run(s->p->pool, &job, s->diags);
}

static void work_point(const struct search *s, void *inner, const void *items, int i, void *result)
{
    const struct trial *t = items;
    struct trial *out = result;
    *out = t[i];
    s->p->evaluate(inner, out);
}

static int one_case(const void *result)
{
    (void)result;
    return 1;
}

void search_count(struct search_tally *to, const struct trial *t)
{
    to->n_case++;
    to->n_unknown += !t->is_known;
    to->n_broken += t->is_known && !t->is_kept;
}

void search_sum(struct search_tally *to, const struct search_tally *more)
{
    to->n_case += more->n_case;
    to->n_unknown += more->n_unknown;
    to->n_broken += more->n_broken;
}

bool search_batch(struct search *s, struct trial *t, int n)
{
    struct trial *out = ARENA_ARRAY(s->arena, struct trial, (size_t)n + 1);
    if (!search_run(s, n, t, work_point, one_case, out, sizeof *out)) return false;
    for (int i = 0; i < n; i++) {
        if (!out[i].is_known && !s->tally.n_unknown) s->first_unknown = out[i];
        search_count(&s->tally, &out[i]);
        t[i] = out[i];
    }
    return true;
}

/* ---- points -------------------------------------------------------------------------- */

void search_fit(const struct search_problem *p, struct trial *t)
{
    for (int i = 0; i < p->n_variable; i++) {
        const struct search_variable *v = &p->variable[i];
        double x = t->x[i];
        /* The inverse of a small grain is whole, so that the quotient is the nearest decimal. */
        if (v->is_whole)
            x = round(x);
        else if (v->grain >= 1)
            x = v->grain * round(x / v->grain);
        else if (v->grain > 0)
            x = round(x * round(1 / v->grain)) / round(1 / v->grain);
        t->x[i] = fmin(fmax(x, v->min), v->max);
    }
}

static double range_of(const struct search_variable *v)
{
    return v->max > v->min ? v->max - v->min : 1;
}

double search_distance(const struct search_problem *p, const struct trial *a, const struct trial *b)
{
    double sum = 0;
    for (int i = 0; i < p->n_variable; i++) {
        double d = fabs(a->x[i] - b->x[i]) / range_of(&p->variable[i]);
        if (p->variable[i].is_choice && d > 0) d = 1;
        sum += d * d;
    }
    return sqrt(sum);
}

bool search_same(const struct search_problem *p, const struct trial *a, const struct trial *b)
{
    return !(search_distance(p, a, b) > 0);
}

double search_breach(const struct search *s, struct search_view v, const struct trial *t)
{
    double sum = 0;
    if (!t->is_known) return HUGE_VAL;
    for (int i = 0; i < s->p->n_keep; i++) {
        if (isnan(t->slack[i])) return HUGE_VAL;
        sum += fmax(-t->slack[i], 0) / s->slack_scale[i];
    }
    if (!t->is_kept) sum = fmax(sum, 1e-9); /* as of a > b where they are equal */
    if (!isnan(v.ceiling))
        sum += fmax(t->goal[1 - v.goal] - v.ceiling, 0) / s->goal_scale[1 - v.goal];
    return sum;
}

bool search_is_better(const struct search *s, struct search_view v, const struct trial *a,
                      const struct trial *b)
{
    double breach_a = search_breach(s, v, a), breach_b = search_breach(s, v, b);
    if (breach_a > 0 || breach_b > 0) return breach_a < breach_b;
    return a->goal[v.goal] < b->goal[v.goal];
}

/* ---- looking round ------------------------------------------------------------------- */

enum { PAIRS_UP_TO = 5, NEIGHBOURS = 640 };

struct moves { /* to neighbours, without what lies outside */
    int n;
    struct trial t[NEIGHBOURS];
};

static void add_move(const struct search_problem *p, const struct trial *from, struct trial to,
                     struct moves *out)
{
    search_fit(p, &to);
    if (search_same(p, from, &to)) return;
    for (int i = 0; i < out->n; i++)
        if (search_same(p, &out->t[i], &to)) return;
    if (out->n < NEIGHBOURS) out->t[out->n++] = to;
}

/* A step of a variable up or down; at least one of what is whole. */
static double step_of(const struct search_variable *v, double step)
{
    double size = step * (v->max - v->min);
    if (v->is_whole) return fmax(round(size), 1);
    return fmax(size, v->grain);
}

static void add_choices(const struct search_problem *p, const struct trial *from, int i,
                        struct moves *out)
{
    for (double x = p->variable[i].min; x <= p->variable[i].max; x++) {
        struct trial t = *from;
        t.x[i] = x;
        add_move(p, from, t, out);
    }
}

static void find_moves(const struct search_problem *p, const struct trial *from, double step,
                       struct moves *out)
{
    out->n = 0;
    for (int i = 0; i < p->n_variable; i++) {
        const struct search_variable *v = &p->variable[i];
        for (int up = -1; up <= 1 && !v->is_choice; up += 2) {
            struct trial t = *from;
            t.x[i] += up * step_of(v, step);
            add_move(p, from, t, out);
            for (int k = 0; k < i && p->n_variable <= PAIRS_UP_TO; k++)
                for (int side = -1; side <= 1 && !p->variable[k].is_choice; side += 2) {
                    struct trial pair = t;
                    pair.x[k] += side * step_of(&p->variable[k], step);
                    add_move(p, from, pair, out);
                }
        }
        if (v->is_choice) add_choices(p, from, i, out);
    }
}

static const double last_step = 1e-4;

/* The best of the moves, when it is better; false: none. */
static bool take_best(const struct search *s, struct search_view v, const struct moves *m,
                      struct trial *best)
{
    int found = -1;
    for (int i = 0; i < m->n; i++)
        if (search_is_better(s, v, &m->t[i], found < 0 ? best : &m->t[found])) found = i;
    if (found >= 0) *best = m->t[found];
    return found >= 0;
}

/* Moves best to the best neighbour until none is better, with smaller and smaller steps, and
   then with the widest again. */
static bool look_round(struct search *s, struct search_view v, int until, struct trial *best,
                       double *step, bool *is_settled)
{
    struct moves *m = ARENA_ARRAY(s->arena, struct moves, 1);
    bool has_moved = false;
    *is_settled = false;
    for (*step = SEARCH_STEP; s->tally.n_case < until;) {
        find_moves(s->p, best, *step, m);
        if (!search_batch(s, m->t, m->n)) return false;
        if (take_best(s, v, m, best)) {
            has_moved = *step < SEARCH_STEP;
            continue;
        }
        bool is_last = *step <= last_step || !search_n_free(s->p);
        if (is_last && !has_moved) {
            *is_settled = true;
            return true;
        }
        has_moved &= !is_last;
        *step = is_last ? SEARCH_STEP : fmax(*step / 3, last_step);
    }
    return true;
}

/* ---- local searches from the best ---------------------------------------------------- */

enum { ROUNDS = 6, VARIED = 24 };

/* From the best by two methods, and from the best with one whole number or choice changed. */
static int next_starts(const struct search *s, struct search_view v, const struct trial *best,
                       int cases, struct local_start *out)
{
    struct local_start own = {*best, v, LOCAL_POWELL, 0.03, cases};
    struct moves *m = ARENA_ARRAY(s->arena, struct moves, 1);
    int n = 0;
    out[n++] = own;
    own.method = LOCAL_SUBPLEX;
    out[n++] = own;
    for (int i = 0; i < s->p->n_variable; i++) {
        const struct search_variable *x = &s->p->variable[i];
        m->n = 0;
        for (int up = -1; up <= 1 && x->is_whole && !x->is_choice; up += 2) {
            struct trial t = *best;
            t.x[i] += up;
            add_move(s->p, best, t, m);
        }
        if (x->is_choice) add_choices(s->p, best, i, m);
        for (int k = 0; k < m->n && n < VARIED; k++)
            out[n++] = (struct local_start){m->t[k], v, LOCAL_POWELL, 0.1, cases};
    }
    return n;
}

static bool improve(struct search *s, struct search_view v, int until, struct search_answer *out)
{
    struct local_start start[VARIED];
    struct local_end end[VARIED];
    int per = 30 * (search_n_free(s->p) + 1);
    for (int round = 0; round < ROUNDS; round++) {
        struct trial was = out->best;
        if (!look_round(s, v, until, &out->best, &out->step, &out->is_settled)) return false;
        if (!out->is_settled || !search_n_free(s->p)) return true;
        int n = next_starts(s, v, &out->best, per, start);
        if (s->tally.n_case + n * per > until) return true;
        if (!search_locals(s, start, n, end)) return false;
        int found = -1;
        for (int i = 0; i < n; i++)
            if (search_is_better(s, v, &end[i].best, found < 0 ? &out->best : &end[found].best))
                found = i;
        if (found < 0) return true;
        double gain = out->best.goal[v.goal] - end[found].best.goal[v.goal];
        bool was_kept = !(search_breach(s, v, &was) > 0);
        out->best = end[found].best;
        out->is_settled = false;
        if (was_kept && gain < 1e-7 * s->goal_scale[v.goal])
            return look_round(s, v, until, &out->best, &out->step, &out->is_settled);
    }
    return true;
}

/* Variables that change nothing go back to where they stood. */
static bool put_back(struct search *s, struct search_view v, struct trial *best)
{
    const double same = 1e-9;
    for (int i = 0; i < s->p->n_variable && s->p->start; i++) {
        struct trial t = *best;
        t.x[i] = s->p->start[i];
        if (search_same(s->p, best, &t)) continue;
        if (!search_batch(s, &t, 1)) return false;
        if (search_breach(s, v, &t) > 0 ||
            t.goal[v.goal] > best->goal[v.goal] + same * fabs(best->goal[v.goal]))
            continue;
        *best = t;
    }
    return true;
}

/* ---- the whole ----------------------------------------------------------------------- */

enum { STARTS = 8 };

bool search_view_least(struct search *s, struct search_view v, int cases, struct search_answer *out)
{
    struct trial from[STARTS];
    struct local_start start[STARTS];
    struct local_end end[STARTS];
    int until = s->tally.n_case + cases;
    *out =
        (struct search_answer){.is_whole = s->is_whole, .step = (double)NAN, .worst = (double)NAN};
    int n = search_starts(s, v, s->scan, s->n_scan, from, STARTS);
    out->is_found = n > 0 && from[0].is_known;
    if (!out->is_found) return true;
    out->best = from[0];
    if (search_n_free(s->p)) out->n_local = n;
    for (int i = 0; i < out->n_local; i++)
        start[i] = (struct local_start){from[i], v, LOCAL_POWELL, 0.1, cases / 2 / n + 1};
    if (!search_locals(s, start, out->n_local, end)) return false;
    for (int i = 0; i < out->n_local; i++)
        if (search_is_better(s, v, &end[i].best, &out->best)) out->best = end[i].best;
    out->is_settled = out->is_whole;
    if (!out->is_whole && !improve(s, v, until, out)) return false;
    if (!(search_breach(s, v, &out->best) > 0) && !put_back(s, v, &out->best)) return false;
    for (int i = 0; i < out->n_local; i++) {
        double goal = end[i].best.goal[v.goal];
        if (search_breach(s, v, &end[i].best) > 0) continue;
        out->n_local_kept++;
        out->n_agree += goal - out->best.goal[v.goal] <= SEARCH_AGREE * s->goal_scale[v.goal];
        out->worst = fmax(out->worst, goal); /* of NaN and a number, the number */
    }
    return true;
}

bool search_least(const struct search_problem *p, struct search_answer *out, struct arena *a,
                  struct diags *ds)
{
    struct search s;
    search_open(&s, p, a, ds);
    bool is_good = search_scan(&s);
    if (is_good) is_good = search_view_least(&s, s.view, p->cases - s.tally.n_case, out);
    out->tally = s.tally;
    out->first_unknown = s.first_unknown;
    search_close(&s);
    return is_good;
}
