/* case_bench MODELS SITE.ini...: how long one draw of a study takes, all of it: values changed,
   placed, two years simulated, billed.  One line a site and thread count:
   bench-draws SITE THREADS MS_PER_POINT */

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "plan/study_run.h"

enum { VARIABLES = 30, POINTS = 400 };

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* "sites/a100-air.ini" -> "a100-air" */
static const char *site_name(const char *path, struct arena *a)
{
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    const char *dot = strrchr(base, '.');
    return arena_text(a, base, dot ? (size_t)(dot - base) : strlen(base));
}

/* Numbers of the site a little off, as a draw would be; each point has its own. */
static void point(const struct study_plan *p, int i, struct case_change *change, struct arena *a)
{
    for (int k = 0; k < p->n_variable; k++) {
        const struct case_key *key = &p->variable[k].key;
        unsigned bits = ((unsigned)i * 2654435761u) ^ ((unsigned)k * 2246822519u);
        double off = (double)(bits >> 16) / 65536 - 0.5;
        double number = key->value * (1 + 0.002 * off);
        char out[TEXT_NUMBER_CAP];
        change[k] = (struct case_change){
            key->key, arena_format(a, "%s %s", text_shortest(out, number), key->unit)};
    }
}

/* Reals of the file and of the models, some of each part; one weather for all. */
static int choose(const struct case_base *b, struct study_variable *out, struct arena *a)
{
    const struct object_set *set = &case_base_loaded(b)->site.objects;
    struct diags ds = diags_new(a);
    int n = 0;
    for (int i = 0; i < set->n && n < VARIABLES; i++) {
        const struct object *o = &set->item[i];
        const struct kind *k = &set->kinds[o->kind];
        int of_object = o->kind == KIND_CLIMATE || o->kind == KIND_SITE ? VARIABLES : 0;
        for (int j = 0; j < k->n_params && n < VARIABLES && of_object < 3; j++) {
            const struct param *p = &k->params[j];
            double x = param_value(p, o->data);
            bool is_inside = p->min == p->max || (x * 0.99 > p->min && x * 1.01 < p->max);
            if (p->type != PARAM_REAL || o->from[j].origin == ORIGIN_DEFAULT) continue;
            if (!(x > 0) || !is_inside) continue;
            const char *key = o->name[0] ? arena_format(a, "%s.%s.%s", k->name, o->name, p->key)
                                         : arena_format(a, "%s.%s", k->name, p->key);
            if (case_key_find(b, key, &out[n].key, a, &ds)) n++, of_object++;
        }
    }
    return n;
}

static bool bench_site(const char *models, const char *path, struct pool *pool, int cores)
{
    struct arena a = arena_new(NULL);
    struct diags ds = diags_new(&a);
    struct load_request request = {.models = models, .site = path};
    struct case_base *b = case_base_make(&request, &a, &ds);
    struct study_variable variable[VARIABLES] = {0};
    struct study_plan plan = {
        .command = "bench", .n_point = POINTS, .variable = variable, .point = point};
    struct study_points points;
    bool ok = b != NULL;
    if (ok) plan.n_variable = choose(b, variable, &a);
    for (int threads = 1; ok && threads <= cores; threads += cores > 1 ? cores - 1 : 1) {
        pool_threads(pool, threads);
        double from_s = now_s();
        ok = study_run(b, &plan, &(struct study_options){.pool = pool}, &points, &a, &ds);
        if (ok)
            printf("bench-draws %s %d %.3f\n", site_name(path, &a), threads,
                   1e3 * (now_s() - from_s) / POINTS);
        if (ok && points.n_failed)
            fprintf(stderr, "case_bench: %d points of %s failed: %s\n", points.n_failed, path,
                    points.point[0].text);
        fflush(stdout);
    }
    for (int i = 0; i < ds.n && !ok; i++)
        fprintf(stderr, "%s\n", message_text(&a, &ds.item[i].what, NULL));
    arena_free(&a);
    return ok;
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: case_bench MODELS SITE.ini...\n");
        return 2;
    }
    struct arena a = arena_new(NULL);
    struct diags ds = diags_new(&a);
    struct pool *pool = pool_open(NULL, NULL, &a, &ds);
    bool ok = true;
    for (int i = 2; i < argc; i++) ok = bench_site(argv[1], argv[i], pool, pool_cores(pool)) && ok;
    int code = pool_close(pool, ok ? 0 : 3);
    arena_free(&a);
    return code;
}
