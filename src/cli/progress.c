#include "cli/progress.h"

#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"

struct progress {
    const char *what;
    bool is_shown; /* a terminal is there to show it on */
    bool has_begun, is_on_line;
    int first; /* done when it began */
    double begin_s, last_s;
    struct arena arena; /* its own: the line is written between the work of threads */
};

static const double patience_s = 0.5, between_s = 0.1;

struct progress *progress_new(const char *what, bool is_quiet, struct arena *a)
{
    struct progress *p = ARENA_ARRAY(a, struct progress, 1);
    *p = (struct progress){.what = what,
                           .is_shown = !is_quiet && isatty(STDERR_FILENO),
                           .begin_s = clock_s(),
                           .arena = arena_new(a->out_of_memory)};
    return p;
}

static const char *left_text(double s, struct arena *a)
{
    long all = (long)(s + 0.5);
    if (all < 60) return arena_format(a, "%ld s", all);
    if (all < 3600) return arena_format(a, "%ld min %02ld s", all / 60, all % 60);
    return arena_format(a, "%ld h %02ld min", all / 3600, all / 60 % 60);
}

const char *progress_text(const char *what, int first, int done, int total, double seconds,
                          struct arena *a)
{
    char n[TEXT_NUMBER_CAP], of[TEXT_NUMBER_CAP], rate[TEXT_NUMBER_CAP];
    struct builder b = builder_new(a);
    double per_s = seconds > 0 ? (done - first) / seconds : 0;
    builder_format(&b, "%s of %s %s, %d %%", text_fixed(n, done, 0, true),
                   text_fixed(of, total, 0, true), what,
                   total > 0 ? (int)(100.0 * done / total) : 100);
    if (per_s > 0)
        builder_format(&b, ", %s a second, %s left",
                       text_fixed(rate, per_s, per_s < 10 ? 1 : 0, true),
                       left_text((total - done) / per_s, a));
    return b.s;
}

void progress_show(void *progress, int done, int total)
{
    struct progress *p = progress;
    if (!p->is_shown) return;
    double now = clock_s();
    if (!p->has_begun) {
        p->has_begun = true;
        p->first = done > 0 ? done - 1 : 0;
    }
    if (now - p->begin_s < patience_s || now - p->last_s < between_s) return;
    struct arena_mark mark = arena_mark(&p->arena);
    fprintf(stderr, "\r%s\033[K",
            progress_text(p->what, p->first, done, total, now - p->begin_s, &p->arena));
    fflush(stderr);
    arena_release(&p->arena, mark);
    p->last_s = now;
    p->is_on_line = true;
}

void progress_end(struct progress *p)
{
    if (p->is_on_line) fputs("\r\033[K", stderr);
    p->is_on_line = false;
    arena_free(&p->arena);
}
