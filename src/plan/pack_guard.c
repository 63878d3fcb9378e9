#include "plan/pack_guard.h"

#include <glpk.h>
#include <setjmp.h>

struct guard {
    jmp_buf back;
};

static void leave(void *info)
{
    struct guard *g = info;
    longjmp(g->back, 1);
}

static int say_nothing(void *info, const char *text)
{
    (void)info;
    (void)text;
    return 1;
}

bool pack_guard(void (*work)(void *context), void *context)
{
    struct guard g;
    volatile bool is_done = false;
    glp_term_out(GLP_OFF);
    glp_term_hook(say_nothing, NULL); /* a failure puts the terminal on again */
    glp_error_hook(leave, &g);
    if (setjmp(g.back) == 0) {
        work(context);
        is_done = true;
    }
    glp_free_env();
    return is_done;
}
