/* racks MODELS [RACKS]: how long all single failures of a large site take, from the text to
   the table: 20 halls of dual-corded racks on two UPS systems each, once with equal racks
   and once with racks of which hardly two are equal in a row.
   One line each:  bench failures-KIND RACKS THREADS SECONDS STATES */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "plan/failures.h"
#include "plan/run.h"

enum { HALLS = 20, ROWS = 20 };

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void write_hall(FILE *f, int h)
{
    static const char side[] = "ab";
    for (int i = 0; i < 2; i++)
        fprintf(f,
                "[transformer t%d%c]\nuse = dry-2500-tier2\ncount = 3\nfrom = utility.grid\n"
                "[ats %c%d]\nfrom = transformer.t%d%c, generator.g\n",
                h, side[i], side[i], h, h, side[i]);
    fprintf(f,
            "[ups u%d]\nuse = modular-250\nmodules = 24\nredundancy = 2N\nfrom = ats.a%d, ats.b%d\n"
            "[room r%d]\ncontainment = hot-aisle\nsupply = 24 degC\nclass = A2\n"
            "[crac c%d]\nuse = inverter-60\ncount = 110\nneeded = 100\nserves = r%d\n"
            "from = ats.a%d, ats.b%d\n",
            h, h, h, h, h, h, h, h);
}

static void write_rack(FILE *f, const char *id, int hall, int row, int count, int units_u)
{
    for (int i = 0; i < 2; i++) {
        char side = i ? 'b' : 'a';
        fprintf(f, "[rackpdu %c%s]\nuse = 400v-32a\nfrom = busway.%c%dx%d\n", side, id, side, hall,
                row);
        if (count > 1) fprintf(f, "each = rack.k%s\n", id);
    }
    fprintf(f, "[rack k%s]\ncount = %d\nunits = %d U\nroom = r%d\nfrom = rackpdu.a%s, rackpdu.b%s\n",
            id, count, units_u, hall, id, id);
}

static void write_row(FILE *f, int hall, int row, int racks, bool is_even)
{
    char id[64];
    for (int i = 0; i < 2; i++)
        fprintf(f, "[busway %c%dx%d]\nuse = track-800\nfrom = ups.u%d#%d\n", i ? 'b' : 'a', hall,
                row, hall, i + 1);
    snprintf(id, sizeof id, "%dx%d", hall, row);
    if (is_even) write_rack(f, id, hall, row, racks, 16);
    for (int k = 0; k < racks && !is_even; k++) {
        snprintf(id, sizeof id, "%dx%dx%d", hall, row, k);
        write_rack(f, id, hall, row, 1, 8 + (hall * 7 + row * 5 + k * k * 3) % 13);
    }
}

static void write_site(FILE *f, int racks, bool is_even)
{
    int each = racks / (HALLS * ROWS);
    fprintf(f, "[site]\nclimate = ashburn\n[utility grid]\n"
               "[generator g]\nuse = diesel-3000\ncount = 60\nneeded = 58\n");
    for (int h = 0; h < HALLS; h++) {
        write_hall(f, h);
        for (int r = 0; r < ROWS; r++) write_row(f, h, r, each, is_even);
        fprintf(f, "[server s%d]\nuse = cpu-2u\ncount = %d\nroom = r%d\n", h, 6 * each * ROWS, h);
        for (int r = 0; r < ROWS; r++)
            for (int k = 0; k < (is_even ? 1 : each); k++) {
                fprintf(f, "rack += rack.k%dx%d", h, r);
                fprintf(f, is_even ? "\n" : "x%d\n", k);
            }
    }
}

static bool bench(const char *models, int racks, bool is_even, int threads)
{
    char path[] = "/tmp/dcplan-racks-XXXXXX";
    int fd = mkstemp(path);
    FILE *f = fd < 0 ? NULL : fdopen(fd, "w");
    if (!f) return false;
    write_site(f, racks, is_even);
    fclose(f);
    struct arena a = arena_new(NULL);
    struct diags ds = diags_new(&a);
    struct load_request request = {.models = models, .site = path};
    struct run_options options = {.threads = threads, .failures = true};
    struct result *r = ARENA_ARRAY(&a, struct result, 1);
    double start = now_s();
    bool ok = run_case(&request, &options, r, &a, &ds);
    if (ok)
        printf("bench failures-%s %d %d %.2f %s\n", is_even ? "equal" : "mixed", racks, threads,
               now_s() - start, r->failures->verdict);
    for (int i = 0; i < ds.n && !ok; i++)
        fprintf(stderr, "%d: %s\n", ds.item[i].place.line,
                message_text(&a, &ds.item[i].what, NULL));
    fflush(stdout);
    arena_free(&a);
    unlink(path);
    return ok;
}

int main(int argc, char **argv)
{
    if (argc < 2) return 2;
    int racks = argc > 2 ? atoi(argv[2]) : 10000, cores = (int)sysconf(_SC_NPROCESSORS_ONLN);
    bool ok = bench(argv[1], racks, true, cores) && bench(argv[1], racks, false, cores);
    return ok ? 0 : 1;
}
