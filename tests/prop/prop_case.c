/* A point of a study is the run of the site with the same overrides: bit for bit, failures too,
   whatever the worker did before. */

#include "random_site.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "plan/case.h"
#include "plan/study.h"
#include "plan/tco_answer.h"

enum { SITES = 16, POINTS = 6, MOST_CHANGES = 12 };

static const char models[] = DCPLAN_SOURCE_DIR "/models";

/* ---- what is changed --------------------------------------------------------- */

/* A number a little off, or, now and then, whatever its bounds permit. */
static const char *other_number(const struct param *p, double x, uint64_t *s, struct arena *a)
{
    double lo = isfinite(p->min) ? p->min : 0.5 * x, hi = isfinite(p->max) ? p->max : 2 * x;
    bool is_bounded = p->max > p->min || p->min > p->max;
    double wide = is_bounded ? random_draw(s, lo, hi) : random_draw(s, 0.5 * x, 1.5 * x);
    double y = random_pick(s, 8) ? x * random_draw(s, 0.97, 1.03) : wide;
    char out[TEXT_NUMBER_CAP];
    if (p->type == PARAM_COUNT)
        return arena_format(a, "%d %s", (int)x + random_pick(s, 2), p->unit ? p->unit : "");
    return arena_format(a, "%s %s", text_shortest(out, y), p->unit ? p->unit : "");
}

static const char *other_word(const struct param *p, uint64_t *s)
{
    int n = 0;
    while (p->words[n]) n++;
    return p->words[random_pick(s, n)];
}

/* A model of the kind; NULL: there is none. */
static const char *other_model(const struct object_set *catalogue, int kind, uint64_t *s)
{
    int n = 0;
    for (int i = 0; i < catalogue->n; i++) n += catalogue->item[i].kind == kind;
    int at = n ? random_pick(s, n) : -1;
    for (int i = 0; i < catalogue->n; i++)
        if (catalogue->item[i].kind == kind && at-- == 0) return catalogue->item[i].name;
    return NULL;
}

/* The same currency and unit, another amount. */
static const char *other_amount(const struct param *p, const struct object *o, uint64_t *s,
                                struct arena *a)
{
    const struct money *m = (const void *)((const char *)o->data + p->at);
    char out[TEXT_NUMBER_CAP];
    double x = param_value(p, o->data) * random_draw(s, 0.8, 1.2);
    const char *per = strchr(p->unit, '/');
    return arena_format(a, "%s %s%s", text_shortest(out, x), m->currency, per ? per : "");
}

static bool draw_money(const struct object_set *set, uint64_t *s, struct case_change *out,
                       struct arena *a)
{
    const struct object *o = &set->item[random_pick(s, set->n)];
    const struct kind *k = &set->kinds[o->kind];
    const struct param *p = &k->params[random_pick(s, k->n_params)];
    bool is_rate = o->kind == KIND_FINANCE && p->type == PARAM_REAL;
    if (isnan(param_value(p, o->data)) || (p->type != PARAM_MONEY && !is_rate)) return false;
    const char *text =
        is_rate ? other_number(p, param_value(p, o->data), s, a) : other_amount(p, o, s, a);
    *out = (struct case_change){o->name[0] ? arena_format(a, "%s.%s.%s", k->name, o->name, p->key)
                                           : arena_format(a, "%s.%s", k->name, p->key),
                                text};
    return true;
}

static bool draw_change(const struct object_set *set, const struct object_set *catalogue,
                        uint64_t *s, struct case_change *out, struct arena *a)
{
    const struct object *o = &set->item[random_pick(s, set->n)];
    const struct kind *k = &set->kinds[o->kind];
    const struct param *p = &k->params[random_pick(s, k->n_params)];
    const char *text = NULL, *key = p->key;
    double x = param_value(p, o->data);
    if (o->use && !random_pick(s, 40)) {
        key = "use";
        text = other_model(catalogue, o->kind, s);
    } else if (p->type == PARAM_WORD) {
        text = other_word(p, s);
    } else if (p->type == PARAM_FLAG) {
        text = random_pick(s, 2) ? "yes" : " no";
    } else if (!isnan(x) && (p->type == PARAM_REAL || p->type == PARAM_COUNT)) {
        text = other_number(p, x, s, a);
    } else if (!random_pick(s, 30)) {
        text = param_print(p, o->data, a); /* as it is: lists, references, money */
    } else if (!random_pick(s, 60)) {
        text = "nonsense";
    }
    if (!text) return false;
    *out = (struct case_change){o->name[0] ? arena_format(a, "%s.%s.%s", k->name, o->name, key)
                                           : arena_format(a, "%s.%s", k->name, key),
                                text};
    return true;
}

static bool has_money(const struct object_set *set)
{
    for (int i = 0; i < set->n; i++)
        if (set->item[i].kind == KIND_FINANCE) return true;
    return false;
}

static int draw_changes(const struct case_base *b, const struct object_set *catalogue, uint64_t *s,
                        bool is_money, struct case_change *change, struct arena *a)
{
    const struct object_set *set = &case_base_loaded(b)->site.objects;
    int n = 1 + random_pick(s, MOST_CHANGES);
    for (int i = 0; i < n;)
        i += is_money && has_money(set) ? draw_money(set, s, &change[i], a)
                                        : draw_change(set, catalogue, s, &change[i], a);
    return n;
}

/* ---- what must come out -------------------------------------------------------- */

static void print_changes(const char *site, const struct case_change *change, int n)
{
    print_message("%s", site);
    for (int i = 0; i < n; i++) print_message(" --set '%s=%s'", change[i].key, change[i].text);
    print_message("\n");
}

static struct outcome as_run(const struct load_request *request, const struct case_change *change,
                             int n, bool limits)
{
    struct arena a = arena_new(NULL);
    struct diags ds = diags_new(&a);
    struct load_request q = study_request(request, n, &a);
    struct run_options options = {.threads = 2, .energy_only = !limits};
    struct outcome out = {.status = POINT_DONE};
    struct result r;
    for (int i = 0; i < N_OUTCOME; i++) out.value[i] = (double)NAN;
    for (int i = 0; i < n; i++)
        study_set(&q, arena_format(&a, "%s=%s", change[i].key, change[i].text));
    if (run_case(&q, &options, &r, &a, &ds)) {
        memcpy(out.value, r.metric, sizeof r.metric);
        if (limits) {
            out.value[O_FITS] = r.ok;
            (void)snprintf(out.text, sizeof out.text, "%s", r.verdict);
        }
    } else {
        out.status = POINT_FAILED;
        (void)snprintf(out.text, sizeof out.text, "%s", study_error(&ds, &a));
    }
    arena_free(&a);
    return out;
}

static bool is_same(double a, double b)
{
    return !memcmp(&a, &b, sizeof a) || (isnan(a) && isnan(b));
}

static int differences(const struct outcome *got, const struct outcome *want, bool limits)
{
    int n = got->status != want->status;
    for (int i = 0; i < N_METRIC; i++) {
        if (is_same(got->value[i], want->value[i])) continue;
        print_message("%s: %.17g, not %.17g\n", outcome_row(i)->key, got->value[i], want->value[i]);
        n++;
    }
    if (limits || got->status == POINT_FAILED) {
        n += strcmp(got->text, want->text) != 0;
        if (strcmp(got->text, want->text) != 0)
            print_message("'%s', not '%s'\n", got->text, want->text);
    }
    return n + !is_same(got->value[O_FITS], want->value[O_FITS]);
}

/* Points one after the other in one worker, then the first again, and alone. */
static int check_site(const char *path, const struct object_set *catalogue, uint64_t seed,
                      int *failed)
{
    struct arena a = arena_new(NULL);
    struct diags ds = diags_new(&a);
    struct load_request request = {.models = models, .site = path};
    struct case_base *b = case_base_make(&request, &a, &ds);
    assert_non_null(b);
    struct case_worker *w = case_worker_new(b), *fresh = case_worker_new(b);
    struct outcome got[POINTS], again;
    struct case_change change[POINTS][MOST_CHANGES];
    int n[POINTS];
    uint64_t s = seed;
    for (int i = 0; i < POINTS; i++) {
        struct case_options options = {.limits = i == POINTS - 1};
        n[i] = draw_changes(b, catalogue, &s, i % 3 == 1, change[i], &a);
        case_run(w, change[i], n[i], &options, &got[i]);
        struct outcome want = as_run(&request, change[i], n[i], options.limits);
        if (differences(&got[i], &want, options.limits)) {
            print_changes(path, change[i], n[i]);
            fail_msg("the point is not the run");
        }
        *failed += got[i].status == POINT_FAILED;
    }
    case_run(w, change[0], n[0], &(struct case_options){0}, &again);
    assert_memory_equal(&again, &got[0], sizeof again);
    case_run(fresh, change[POINTS - 2], n[POINTS - 2], &(struct case_options){0}, &again);
    assert_memory_equal(&again, &got[POINTS - 2], sizeof again);
    case_worker_free(w);
    case_worker_free(fresh);
    arena_free(&a);
    return POINTS;
}

static double month_of(const struct growth *g, int index)
{
    return index < 0 ? (double)NAN : g->month[index].month;
}

/* What dcplan growth and dcplan tco say. */
static void check_plan(const struct load_request *base, const struct case_change *change, int n,
                       const struct outcome *got)
{
    struct arena a = arena_new(NULL);
    struct diags ds = diags_new(&a);
    struct load_request q = study_request(base, n, &a);
    struct result r;
    struct growth g;
    struct tco_answer t;
    for (int i = 0; i < n; i++)
        study_set(&q, arena_format(&a, "%s=%s", change[i].key, change[i].text));
    assert_int_equal(got->status, POINT_DONE);
    assert_true(run_case(&q, &(struct run_options){.threads = 2}, &r, &a, &ds));
    if (growth_has_plan(r.site)) {
        assert_true(growth_find(&q, &(struct growth_request){.threads = 2}, &r, &g, &a, &ds));
        r.growth = &g;
        assert_true(is_same(got->value[O_RUNS_OUT], month_of(&g, g.runs_out)));
        assert_true(is_same(got->value[O_SHORT_FROM], month_of(&g, g.short_from)));
        for (int i = 0; i < g.n_resource; i++) {
            double first = got->value[O_EXHAUSTED + (int)g.resource[i].class];
            if (g.resource[i].runs_out >= 0)
                assert_true(first <= month_of(&g, g.resource[i].runs_out));
        }
        assert_true(isnan(got->value[O_RUNS_OUT]) == (g.runs_out < 0));
    } else {
        for (int i = O_EXHAUSTED; i < N_OUTCOME; i++) assert_true(isnan(got->value[i]));
        assert_true(isnan(got->value[O_RUNS_OUT]));
    }
    assert_true(tco_answer_find(&r, &t, &a, &ds));
    double rent = t.cheapest >= 0 ? t.offer[t.cheapest].npv : (double)NAN;
    assert_true(is_same(got->value[O_OWN_NPV], t.option[OPTION_OWN].npv));
    assert_true(is_same(got->value[O_RENT_NPV], rent));
    assert_true(is_same(got->value[O_OWN_SAVING], t.saving.value));
    assert_true(is_same(got->value[O_OWN_COST_PER_GPU_HOUR], t.option[OPTION_OWN].cost_gpu_hour));
    assert_int_equal((int)got->value[O_FITS], r.ok);
    assert_string_equal(got->text, r.verdict);
    arena_free(&a);
}

static void growth_and_money_are_those_of_their_commands(void **state)
{
    static const struct {
        const char *site;
        int n;
        struct case_change change[3];
    } points[] = {
        {"h100-hall", 0, {{0}}},
        {"h100-hall", 2, {{"finance.discount", "7.25 %"}, {"ups.main.modules", "7"}}},
        {"h100-hall", 1, {{"server.gpu.power_maximum", "10.9 kW"}}},
        {"a100-liquid", 1, {{"ups.main.price", "200000 CNY"}}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
        struct arena a = arena_new(NULL);
        struct diags ds = diags_new(&a);
        struct load_request request = {
            .models = models,
            .site = arena_format(&a, DCPLAN_SOURCE_DIR "/sites/%s.ini", points[i].site)};
        struct case_base *b = case_base_make(&request, &a, &ds);
        assert_non_null(b);
        struct case_worker *w = case_worker_new(b);
        struct outcome got;
        case_run(w, points[i].change, points[i].n,
                 &(struct case_options){.limits = true, .growth = true, .tco = true}, &got);
        if (got.status == POINT_FAILED) print_message("%s\n", got.text);
        check_plan(&request, points[i].change, points[i].n, &got);
        case_worker_free(w);
        arena_free(&a);
    }
}

static struct object_set catalogue_of(struct arena *a)
{
    struct diags ds = diags_new(a);
    struct object_set set;
    assert_true(load_catalogue(models, &set, a, &ds));
    return set;
}

static void points_of_the_sites_are_runs(void **state)
{
    static const char *const sites[] = {"a100-air", "a100-liquid", "gb200-pod", "h100-hall",
                                        "office-closet"};
    struct arena a = arena_new(NULL);
    struct object_set catalogue = catalogue_of(&a);
    int n = 0, failed = 0;
    (void)state;
    for (size_t i = 0; i < sizeof sites / sizeof *sites; i++)
        n += check_site(arena_format(&a, DCPLAN_SOURCE_DIR "/sites/%s.ini", sites[i]), &catalogue,
                        1 + i, &failed);
    print_message("%d points, %d of them failed\n", n, failed);
    assert_true(failed < n / 2);
    arena_free(&a);
}

static const char *write_site(const char *text)
{
    static const char head[] =
        "[site]\nclimate = here\n[climate here]\nlatitude = 40\nlongitude = 0\nutc_offset = 0 h\n"
        "altitude = 0 m\nmean = 3, 5, 8, 12, 16, 21, 24, 23, 19, 13, 8, 4 degC\n"
        "daily_range = 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9 K\n"
        "dew_point = 1, 2, 3, 6, 9, 12, 14, 13, 11, 7, 4, 2 degC\n[utility grid]\n";
    static char path[] = "/tmp/dcplan-case-XXXXXX";
    (void)strcpy(path + sizeof path - 7, "XXXXXX");
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    FILE *f = fdopen(fd, "w");
    assert_non_null(f);
    assert_true(fputs(head, f) >= 0 && fputs(text, f) >= 0);
    assert_int_equal(fclose(f), 0);
    return path;
}

static void points_of_random_sites_are_runs(void **state)
{
    struct arena a = arena_new(NULL);
    struct object_set catalogue = catalogue_of(&a);
    int n = 0, failed = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= SITES; seed++) {
        struct random_site x = random_site_make(seed);
        const char *path = write_site(random_site_text(&x, NULL, &a));
        n += check_site(path, &catalogue, seed, &failed);
        (void)unlink(path);
    }
    print_message("%d points, %d of them failed\n", n, failed);
    assert_true(failed < n);
    arena_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_of_the_sites_are_runs),
        cmocka_unit_test(points_of_random_sites_are_runs),
        cmocka_unit_test(growth_and_money_are_those_of_their_commands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
