/* place MODELS [RACKS SERVERS]: how long a room takes to be placed, from the text to the plan
   that the engine found to hold: dual-corded racks on busways of 20 on a 2N UPS, and servers
   of 50 sections, a fifth more than the UPS can carry.
   One line each:  bench place-METHOD RACKS SERVERS SECONDS PLACED GAP */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "plan/placing.h"

enum { TYPES = 50, ROW = 20 };

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void write_supply(FILE *f, double kw)
{
    fprintf(f, "[site]\nclimate = ashburn\n[utility grid]\n"
               "[generator g]\nuse = diesel-3000\ncount = 3\nneeded = 2\n");
    for (int i = 0; i < 2; i++)
        fprintf(f, "[transformer t%c]\nuse = dry-2500-tier2\ncount = 2\nfrom = utility.grid\n"
                   "[ats %c]\nfrom = transformer.t%c, generator.g\n", 'a' + i, 'a' + i, 'a' + i);
    fprintf(f, "[ups u]\nuse = modular-250\nmodules = %d\nredundancy = 2N\nfrom = ats.a, ats.b\n"
               "[room r]\ncontainment = hot-aisle\nsupply = 24 degC\nclass = A2\n"
               "[crac c]\nuse = inverter-60\ncount = %d\nneeded = %d\nserves = r\n"
               "from = ats.a, ats.b\n"
               "[psu p]\nrated_power = 8 kW\n"
               "efficiency = 10 %%: 88 %%, 20 %%: 92 %%, 50 %%: 94 %%, 100 %%: 91 %%\n",
            (int)(kw / 1.2 / 250), (int)(kw / 60) + 8, (int)(kw / 60) + 6);
}

static void write_row(FILE *f, int row, int racks)
{
    for (int i = 0; i < 2; i++)
        fprintf(f, "[busway %c%d]\nuse = track-800\nrated_current = 400 A\nfrom = ups.u#%d\n"
                   "[rackpdu %c%d]\nuse = 400v-32a\nfrom = busway.%c%d\neach = rack.k%d\n",
                'a' + i, row, i + 1, 'a' + i, row, 'a' + i, row, row);
    fprintf(f, "[rack k%d]\ncount = %d\nunits = 42 U\npower = 15 kW\nload = 1200 kg\nroom = r\n"
               "from = rackpdu.a%d, rackpdu.b%d\n", row, racks, row, row);
}

/* Heights and kilowatts that differ from section to section. */
static double kilowatts(int t, int *height_u)
{
    static const int heights[] = {1, 2, 1, 4, 2, 8, 2, 4};
    *height_u = heights[t % 8];
    return *height_u * (.25 + .65 * (t * 37 % 50) / 50);
}

static void write_servers(FILE *f, int rows, int servers)
{
    for (int t = 0; t < TYPES; t++) {
        int height_u, count = servers / TYPES + (t < servers % TYPES);
        double kw = kilowatts(t, &height_u);
        fprintf(f, "[server s%d]\ncount = %d\nheight = %d U\nweight = %d kg\npower_idle = %g kW\n"
                   "power_typical = %g kW\npower_maximum = %g kW\nairflow = %g cfm\nfan_power = %g W\n"
                   "psu = p\npsu_count = 2\npsu_needed = 1\nroom = r\n",
                t, count, height_u, 12 * height_u, .4 * kw, .8 * kw, kw, 150 * kw, 60 * kw);
        for (int r = 0; r < rows; r++) fprintf(f, "rack += k%d\n", r);
    }
}

static void write_site(FILE *f, int racks, int servers)
{
    int rows = (racks + ROW - 1) / ROW, height_u;
    double kw = 0;
    for (int t = 0; t < TYPES; t++) kw += kilowatts(t, &height_u) * servers / TYPES;
    write_supply(f, kw);
    for (int r = 0; r < rows; r++) write_row(f, r, racks / rows + (r < racks % rows));
    write_servers(f, rows, servers);
}

static bool run(const char *models, const char *path, enum placing_method method, int racks,
                int servers)
{
    struct arena a = arena_new(NULL);
    struct diags ds = diags_new(&a);
    struct load_request request = {.models = models, .site = path};
    struct placing_options o = {.method = method, .threads = (int)sysconf(_SC_NPROCESSORS_ONLN),
                                .limits = {PLACING_NODES, HUGE_VAL}};
    struct placing_result r;
    double begun_s = now_s();
    bool ok = placing_find(&request, &o, &r, &a, &ds);
    if (ok)
        printf("bench place-%s %d %d %.2f %d %.6f\n", placing_words[method], racks, servers,
               now_s() - begun_s, r.placed, placing_gap(&r));
    for (int i = 0; i < ds.n && !ok; i++)
        fprintf(stderr, "%s\n", message_text(&a, &ds.item[i].what, NULL));
    arena_free(&a);
    return ok;
}

int main(int argc, char **argv)
{
    char path[] = "/tmp/dcplan-bench-XXXXXX";
    int racks = argc > 3 ? atoi(argv[2]) : 200, servers = argc > 3 ? atoi(argv[3]) : 1500;
    int fd = argc > 1 ? mkstemp(path) : -1;
    FILE *f = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (!f || racks < 1 || servers < 1) return 2;
    write_site(f, racks, servers);
    bool ok = fclose(f) == 0;
    for (int m = PLACING_FIRST_FIT; ok && m <= PLACING_OPTIMAL; m++)
        ok = run(argv[1], path, (enum placing_method)m, racks, servers);
    (void)unlink(path);
    return ok ? 0 : 1;
}
