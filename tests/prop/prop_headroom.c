/* Headroom of random sites over every kind of cooling: n fits and n + 1 does not, and the
   parts of free rack power add up.  Seeds are the cases. */

#include <string.h>

#include "plan/headroom.h"
#include "random_site.h"

enum { SITES = 20, CHANGES = 12 };

static struct load_request request_of(const char *text, const struct headroom *h, int n,
                                      struct load_change *change, struct arena *a)
{
    struct load_request q = {.models = DCPLAN_SOURCE_DIR "/models",
                             .site = DCPLAN_SOURCE_DIR "/tests/headroom/base.ini",
                             .change = change};
    change[q.n_change++] = (struct load_change){CHANGE_TEXT, text};
    for (int i = 0; h && i < h->n_text; i++)
        change[q.n_change++] = (struct load_change){CHANGE_TEXT, h->text[i]};
    if (h && n > h->fit.n)
        change[q.n_change++] = (struct load_change){
            CHANGE_TEXT, arena_format(a, "[server %s]\ncount = %d\n", h->section, h->has + n)};
    return q;
}

static bool fits(const char *text, const struct headroom *h, int n)
{
    struct arena a = arena_new(NULL);
    struct diags ds = diags_new(&a);
    struct load_change change[CHANGES];
    struct load_request q = request_of(text, h, n, change, &a);
    struct run_options options = {.threads = 1};
    struct result r;
    bool is_fine = run_case(&q, &options, &r, &a, &ds) && r.ok;
    arena_free(&a);
    return is_fine;
}

/* 0: too hot for this weather; 1: broken as it is; 2: n and n + 1 were solved. */
static int check_site(const struct random_site *x, struct arena *a)
{
    struct diags ds = diags_new(a);
    struct load_change change[CHANGES];
    const char *text = random_site_text(x, NULL, a);
    struct load_request q = request_of(text, NULL, 0, change, a);
    struct run_options options = {.threads = 1};
    struct headroom_request want = {NULL, -1, true};
    struct result own;
    struct headroom h;
    if (!run_case(&q, &options, &own, a, &ds)) return 0;
    assert_true(headroom_find(&q, &own, &want, 1, &h, a, &ds));
    double sum = h.strands.usable_w;
    for (int i = 0; i < h.strands.n; i++) sum += h.strands.row[i].w;
    assert_true(fabs(sum - h.strands.free_w) <= 1e-6 * fmax(1, h.strands.free_w));
    assert_true(h.fit.is_endless || h.fit.n_bind || h.fit.error);
    if (!own.ok) return 1; /* then only what is new counts, which r.ok does not tell */
    assert_true(h.fit.n >= 0);
    assert_true(fits(text, &h, h.fit.n));
    assert_true(h.fit.is_endless || !fits(text, &h, h.fit.n + 1));
    return 2;
}

static void answers_are_true(void **state)
{
    (void)state;
    int n[3] = {0};
    for (uint64_t seed = 1; seed <= SITES; seed++) {
        struct arena a = arena_new(NULL);
        struct random_site x = random_site_make(seed);
        x.cooling = (enum cooling)(seed % N_COOLING);
        random_site_print(&x);
        n[check_site(&x, &a)]++;
        arena_free(&a);
    }
    print_message("%d not solved, %d broken, %d fit\n", n[0], n[1], n[2]);
    assert_true(n[1] > 0 && n[2] >= SITES / 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(answers_are_true)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
