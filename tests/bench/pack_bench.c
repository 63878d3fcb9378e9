/* pack_bench [NODES]: the optimum of rooms of racks by totals, cells and fillings, from
   nothing placed.  One line each:
   bench pack-NAME RACKS TYPES SECONDS WORTH BOUND GAP_REL NODES proven|open */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "reference/packs.h"

/* Of this process, so that others on the machine do not count. */
static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void run(const struct solved_pack *s, long nodes)
{
    struct arena a = arena_new(NULL);
    struct pack p = random_pack_room(&s->room, &a);
    struct packing start = {.count = ARENA_ARRAY(&a, int, (size_t)p.n_type *(size_t)p.n_bin)};
    struct pack_limits limits = {nodes, (double)INFINITY};
    double from_s = now_s();
    struct packing x = pack_optimise(&p, &start, &limits, &a);
    printf("bench pack-%s %d %d %.2f %.10g %.10g %.2g %ld %s\n", s->name, s->room.racks,
           s->room.types, now_s() - from_s, x.worth, x.bound, (x.bound - x.worth) / x.worth,
           x.nodes, x.is_optimal ? "proven" : "open");
    fflush(stdout);
    arena_free(&a);
}

int main(int argc, char **argv)
{
    long nodes = argc > 1 ? strtol(argv[1], NULL, 10) : 1000;
    if (nodes <= 0 || argc > 2) {
        fprintf(stderr, "usage: pack_bench [NODES]\n");
        return 2;
    }
    for (int i = 0; i < SOLVED_PACKS; i++) run(&solved_packs[i], nodes);
    return 0;
}
