/* Writes pue.csv (first argument) and prints its sum as Markdown: PUE of the
   reference sites under synthetic climates and under weather files of the same
   places, under two files of one city, and under years made from the statistics
   of the other files.  Needs the shared folder. */

#include <dirent.h>

#include "pue_sites.h"

enum { SEEDS = 8, COMPARISONS_CAP = 128 };

struct comparison {
    enum basis { CATALOGUE_FILE, FILE_FILE, MEASURED_FILE, N_BASIS } basis;
    const char *climate, *first, *second;
    struct weather a, b;
    struct pue_year year[PUE_SITES][2];
};
static const char *const basis_names[N_BASIS] = {"synthetic less file", "file less file",
                                                 "own statistics less file"};

struct comparisons {
    struct comparison c[COMPARISONS_CAP];
    int n;
};

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void add(struct comparisons *t, struct comparison c)
{
    if (t->n < COMPARISONS_CAP) t->c[t->n++] = c;
}

static void add_catalogue(struct comparisons *t, const struct object_set *set, struct arena *a,
                          struct diags *ds)
{
    for (int i = 0; i < CLIMATE_PAIRS; i++) {
        struct comparison c = {.climate = climate_pairs[i].climate,
                               .first = "synthetic",
                               .second = base_name(climate_pairs[i].file)};
        if (pue_weathers(&climate_pairs[i], set, &c.a, &c.b, a, ds)) add(t, c);
    }
    for (int i = 0, n = t->n; i < n; i++)
        for (int k = 0; k < i; k++) {
            const struct comparison *x = &t->c[i], *y = &t->c[k];
            if (strcmp(x->climate, y->climate) == 0)
                add(t, (struct comparison){FILE_FILE, x->climate, x->second, y->second, .a = x->b,
                                           .b = y->b});
        }
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Files of places that the catalogue does not have. */
static void add_measured(struct comparisons *t, struct arena *a, struct diags *ds)
{
    const char *name[COMPARISONS_CAP];
    int n = 0, n_known = t->n;
    DIR *d = opendir(DCPLAN_SHARED_DATA "/epw");
    for (struct dirent *e; d && (e = readdir(d)) && n < COMPARISONS_CAP;) {
        bool is_known = !strstr(e->d_name, ".epw");
        for (int i = 0; i < n_known; i++) is_known |= !strcmp(t->c[i].second, e->d_name);
        if (!is_known) name[n++] = arena_text(a, e->d_name, strlen(e->d_name));
    }
    if (d) closedir(d);
    qsort(name, (size_t)n, sizeof *name, by_name);
    for (int i = 0; i < n; i++) {
        struct comparison c = {
            .basis = MEASURED_FILE, .climate = "", .first = "synthetic", .second = name[i]};
        const char *path = arena_format(a, "%s/epw/%s", DCPLAN_SHARED_DATA, name[i]);
        if (!climate_read_file(path, &c.b, a, ds)) continue;
        struct climate_stats stats = synth_measure(&c.b, a);
        stats.seed = 1;
        if (synth_weather(&stats, c.b.n == HOURS_PER_LEAP_YEAR, &c.a, a, ds)) add(t, c);
    }
}

static bool simulate(struct comparisons *t)
{
    bool ok = true;
    for (int s = 0; s < PUE_SITES; s++) {
        struct pue_case c;
        ok = pue_open(&c, pue_sites[s].name, NULL, 0) && ok;
        for (int i = 0; ok && i < t->n; i++)
            ok = pue_run(&c, &t->c[i].a, &t->c[i].year[s][0]) &&
                 pue_run(&c, &t->c[i].b, &t->c[i].year[s][1]);
        pue_close(&c);
    }
    return ok;
}

static double difference(const struct comparison *c, int s)
{
    return c->year[s][0].pue - c->year[s][1].pue;
}

static double worst_month(const struct comparison *c, int s)
{
    double worst = 0;
    for (int m = 0; m < MONTHS; m++) {
        double d = c->year[s][0].month[m] - c->year[s][1].month[m];
        if (fabs(d) > fabs(worst)) worst = d;
    }
    return worst;
}

static bool trips(const struct comparison *c, int s)
{
    return c->year[s][0].tripped_hours || c->year[s][1].tripped_hours;
}

/* The row of a site that differs most, of one basis. */
static int worst_of(const struct comparisons *t, int s, enum basis basis)
{
    int worst = -1;
    for (int i = 0; i < t->n; i++)
        if (t->c[i].basis == basis &&
            (worst < 0 || fabs(difference(&t->c[i], s)) > fabs(difference(&t->c[worst], s))))
            worst = i;
    return worst;
}

static void write_row(FILE *f, const struct comparisons *t, int i, int s)
{
    const struct comparison *c = &t->c[i];
    const struct pue_year *y = c->year[s];
    bool is_own = !strcmp(c->climate, pue_sites[s].place);
    fprintf(f, "%s,%s,%s,%s,%s,%.5f,%.5f,%.5f,%.5f,%d,%d,%s,%s,%s\n", basis_names[c->basis],
            pue_sites[s].name, c->climate, c->first, c->second, y[0].pue, y[1].pue,
            difference(c, s), worst_month(c, s), y[0].tripped_hours, y[1].tripped_hours,
            is_own ? "own" : "", worst_of(t, s, c->basis) == i ? "worst" : "",
            fabs(difference(c, s)) <= pue_limit ? "yes" : "no");
}

static void write_csv(FILE *f, const struct comparisons *t)
{
    fprintf(f, "comparison,site,climate,first,second,pue_first,pue_second,difference,"
               "worst_month_difference,tripped_hours_first,tripped_hours_second,own_place,worst,"
               "within_0.02\n");
    for (int b = 0; b < N_BASIS; b++)
        for (int s = 0; s < PUE_SITES; s++)
            for (int i = 0; i < t->n; i++)
                if ((int)t->c[i].basis == b) write_row(f, t, i, s);
}

/* ---- Markdown ---------------------------------------------------------- */

static void print_head(const char *first)
{
    printf("\n| %s |", first);
    for (int s = 0; s < PUE_SITES; s++) printf(" %s |", pue_sites[s].name);
    printf("\n|---|");
    for (int s = 0; s < PUE_SITES; s++) printf("---|");
    printf("\n");
}

/* "CHN_Beijing.Beijing.545110_CSWD.epw.gz" without its endings */
static int stem(const char *file)
{
    return (int)(strlen(file) - (strstr(file, ".gz") ? 3 : 0) - 4);
}

static void print_table(const struct comparisons *t, enum basis basis)
{
    print_head(basis_names[basis]);
    for (int i = 0; i < t->n; i++) {
        const struct comparison *c = &t->c[i];
        if (c->basis != basis) continue;
        printf("| ");
        if (basis == FILE_FILE) printf("%.*s less ", stem(c->first), c->first);
        printf("%.*s |", stem(c->second), c->second);
        for (int s = 0; s < PUE_SITES; s++) {
            const char *bold = worst_of(t, s, basis) == i ? "**" : "";
            printf(" %.4f %s%+.4f%s%s%s |", c->year[s][1].pue, bold, difference(c, s), bold,
                   strcmp(c->climate, pue_sites[s].place) ? "" : " own", trips(c, s) ? " hot" : "");
        }
        printf("\n");
    }
}

static void print_months(const struct comparisons *t)
{
    print_head("greatest of a month");
    for (int b = 0; b < N_BASIS; b++) {
        printf("| %s |", basis_names[b]);
        for (int s = 0; s < PUE_SITES; s++) {
            double worst = (double)NAN;
            for (int i = 0; i < t->n; i++) {
                double d = worst_month(&t->c[i], s);
                if ((int)t->c[i].basis == b && !trips(&t->c[i], s) && !(fabs(d) <= fabs(worst)))
                    worst = d;
            }
            if (isnan(worst))
                printf(" none |");
            else
                printf(" %+.4f |", worst);
        }
        printf("\n");
    }
}

/* How far another seed moves the year of a site at its own place. */
static bool print_seeds(void)
{
    print_head("synthetic years");
    printf("| %d seeds, own place |", SEEDS);
    for (int s = 0; s < PUE_SITES; s++) {
        double low = HUGE_VAL, high = -HUGE_VAL;
        for (int k = 1; k <= SEEDS; k++) {
            char text[64];
            const char *const set[] = {text};
            struct pue_case c;
            struct pue_year y;
            snprintf(text, sizeof text, "climate.%s.seed=%d", pue_sites[s].place, k);
            bool ok = pue_open(&c, pue_sites[s].name, set, 1) && pue_run(&c, NULL, &y);
            pue_close(&c);
            if (!ok) return false;
            low = fmin(low, y.pue);
            high = fmax(high, y.pue);
        }
        printf(" %.4f to %.4f |", low, high);
    }
    printf("\n");
    return true;
}

int main(int argc, char **argv)
{
    struct arena a = arena_new(NULL);
    struct diags ds = diags_new(&a);
    struct object_set set;
    struct comparisons *t = ARENA_ARRAY(&a, struct comparisons, 1);
    FILE *f = argc > 1 ? fopen(argv[1], "w") : stderr;
    if (!f || !climate_catalogue(&set, &a, &ds)) return 1;
    add_catalogue(t, &set, &a, &ds);
    add_measured(t, &a, &ds);
    bool ok = simulate(t);
    write_csv(f, t);
    for (int b = 0; b < N_BASIS; b++) print_table(t, (enum basis)b);
    print_months(t);
    ok = print_seeds() && ok;
    ok = pue_print_errors(&ds, &a) && (f == stderr || fclose(f) == 0) && ok;
    arena_free(&a);
    return ok ? 0 : 1;
}
