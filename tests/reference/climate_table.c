/* Writes climates.csv (first argument): synthetic years against their own
   statistics, against weather files, and weather files of one city against each
   other.  The comparison with files needs the shared folder. */

#include <stdio.h>

#include "climate_files.h"

static void print_own(FILE *f, const struct object *o, struct arena *a, struct diags *ds)
{
    struct climate_stats s;
    struct weather w;
    if (!climate_year(o, false, &s, &w, a, ds)) return;
    struct climate_stats got = synth_measure(&w, a);
    struct climate_gap g = climate_gaps(&s, &got);
    struct climate_summary y = climate_summarize(&w, a);
    fprintf(f, "own statistics,%s,,%.3f,%.3f,%.3f,%.3f,%.3f,%.2f,%.2f,%.2f,%.2f,%.2f\n", o->name,
            g.mean_k, g.range_k, g.spread_k, g.dew_k, 100 * g.rh, y.mean_c, y.low_c, y.high_c,
            y.wb_mean_c, y.wb_high_c);
}

static void print_difference(FILE *f, const char *what, const char *name, const char *file,
                             struct climate_summary x, struct climate_summary y)
{
    fprintf(f, "%s,%s,%s,,,,,,%.2f,%.2f,%.2f,%.2f,%.2f\n", what, name, file, x.mean_c - y.mean_c,
            x.low_c - y.low_c, x.high_c - y.high_c, x.wb_mean_c - y.wb_mean_c,
            x.wb_high_c - y.wb_high_c);
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool summarize_file(int i, struct climate_summary *out, int *n, struct arena *a,
                           struct diags *ds)
{
    struct weather w;
    const char *path = arena_format(a, "%s/%s", DCPLAN_SHARED_DATA, climate_pairs[i].file);
    if (!climate_read_file(path, &w, a, ds)) return false;
    *out = climate_summarize(&w, a);
    *n = w.n;
    return true;
}

static void print_pair(FILE *f, int i, const struct object_set *set, struct arena *a,
                       struct diags *ds)
{
    const struct climate_pair *p = &climate_pairs[i];
    const struct object *o = object_find(set, 0, p->climate);
    struct climate_summary real, other;
    struct climate_stats s;
    struct weather w;
    int n, n_other;
    if (!o || !summarize_file(i, &real, &n, a, ds)) return;
    if (!climate_year(o, n == HOURS_PER_LEAP_YEAR, &s, &w, a, ds)) return;
    print_difference(f, "synthetic less file", o->name, base_name(p->file),
                     climate_summarize(&w, a), real);
    for (int k = 0; k < i; k++)
        if (strcmp(climate_pairs[k].climate, p->climate) == 0 &&
            summarize_file(k, &other, &n_other, a, ds))
            print_difference(f, "file less file", o->name, base_name(p->file), real, other);
}

int main(int argc, char **argv)
{
    struct arena a = arena_new(NULL);
    struct diags ds = diags_new(&a);
    struct object_set set;
    FILE *f = argc > 1 ? fopen(argv[1], "w") : stdout;
    if (!f || !climate_catalogue(&set, &a, &ds)) return 1;
    fprintf(f, "comparison,climate,file,month_mean_k,month_range_k,month_spread_k,month_dew_k,"
               "month_rh_percent,mean_c,dry_1_percent_c,dry_99_percent_c,wet_mean_c,"
               "wet_99_percent_c\n");
    for (int i = 0; i < set.n; i++) print_own(f, &set.item[i], &a, &ds);
    for (int i = 0; i < CLIMATE_PAIRS; i++) print_pair(f, i, &set, &a, &ds);
    bool ok = ds.n_error == 0 && (f == stdout || fclose(f) == 0);
    for (int i = 0; i < ds.n; i++)
        if (ds.item[i].severity == DIAG_ERROR)
            fprintf(stderr, "%s:%d: %s\n", ds.item[i].place.file ? ds.item[i].place.file : "",
                    ds.item[i].place.line, message_text(&a, &ds.item[i].what, NULL));
    arena_free(&a);
    return ok ? 0 : 1;
}
