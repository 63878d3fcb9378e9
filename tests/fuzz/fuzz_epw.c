/* Any bytes as a weather file: no crash, a bounded number of messages, and what
   is accepted is finite and in order. */

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "physics/epw.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(int holds)
{
    if (!holds) abort();
}

static void check(const struct weather *w)
{
    must(w->n == HOURS_PER_YEAR || w->n == HOURS_PER_LEAP_YEAR);
    for (int h = 0; h < w->n; h++) {
        must(isfinite(w->t_c[h]) && isfinite(w->dew_c[h]) && isfinite(w->p_pa[h]));
        must(w->dew_c[h] <= w->t_c[h]);
        must(isfinite(w->w[h]) && w->w[h] >= 0);
        must(isfinite(w->wb_c[h]) && w->wb_c[h] <= w->t_c[h] + 1e-6);
    }
}

/* A seed may end in "*N": the last line is repeated N times, so that a small
   seed makes a whole year. */
static struct bytes grown(struct arena *a, const char *s, size_t n)
{
    const char *star = n > 0 ? memchr(s, '*', n) : NULL;
    if (!star || star == s || n - (size_t)(star - s) > 8) return (struct bytes){s, n};
    size_t end = (size_t)(star - s), begin = end - 1;
    long times = strtol(star + 1, NULL, 10);
    if (times < 1 || times > 9000 || end > 4096) return (struct bytes){s, n};
    while (begin > 0 && s[begin - 1] != '\n') begin--;
    size_t line = end - begin;
    char *out = arena_make(a, 1, begin + (size_t)times * line + 1);
    memcpy(out, s, begin);
    for (long k = 0; k < times; k++) memcpy(out + begin + (size_t)k * line, s + begin, line);
    return (struct bytes){out, begin + (size_t)times * line};
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena a = arena_new(NULL);
    struct diags ds = diags_new(&a);
    struct weather w;
    const char *text = arena_text(&a, (const char *)data, size);
    if (epw_parse("fuzz.epw", grown(&a, text, size), &w, &a, &ds))
        check(&w);
    else
        must(ds.n_error > 0);
    must(ds.n <= 20);
    arena_free(&a);
    return 0;
}
