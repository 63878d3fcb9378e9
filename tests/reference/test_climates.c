/* The climates that ship: each synthetic year meets its own statistics, and
   weather files of the same place within stated limits. */

#include "near.h"

#include "climate_files.h"

struct setup {
    struct arena arena;
    struct diags diags;
    struct object_set set;
};

static int start(void **state)
{
    struct setup *s = calloc(1, sizeof *s);
    s->arena = arena_new(NULL);
    s->diags = diags_new(&s->arena);
    bool ok = climate_catalogue(&s->set, &s->arena, &s->diags);
    for (int i = 0; i < s->diags.n; i++)
        print_error("%d: %s\n", s->diags.item[i].place.line,
                    message_text(&s->arena, &s->diags.item[i].what, NULL));
    *state = s;
    return ok ? 0 : -1;
}

static int stop(void **state)
{
    struct setup *s = *state;
    arena_free(&s->arena);
    free(s);
    return 0;
}

static void places_that_ship(void **state)
{
    struct setup *s = *state;
    static const char *const names[] = {
        "beijing",   "shanghai",  "shenzhen",  "chengdu", "guiyang", "hohhot",
        "hong-kong", "singapore", "tokyo",     "sydney",  "mumbai",  "london",
        "dublin",    "frankfurt", "stockholm", "ashburn", "dallas",  "phoenix",
        "san-jose",  "chicago",   "sao-paulo", "dubai"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const struct object *o = object_find(&s->set, 0, names[i]);
        assert_non_null(o);
        const struct climate *c = o->data;
        assert_non_null(c->source);
        assert_true(c->date.year > 1990);
    }
}

/* Ranges of a few kelvin can be less than what passes from one day to the next
   (Stockholm in winter), hence their wider limit. */
static void own_statistics(void **state)
{
    struct setup *s = *state;
    for (int i = 0; i < s->set.n; i++) {
        for (int leap = 0; leap < 2; leap++) {
            struct climate_stats stats;
            struct weather w;
            assert_true(climate_year(&s->set.item[i], leap, &stats, &w, &s->arena, &s->diags));
            struct climate_stats got = synth_measure(&w, &s->arena);
            struct climate_gap g = climate_gaps(&stats, &got);
            bool ok = g.mean_k < 0.01 && g.range_k < 0.3 && g.spread_k < 0.3 && g.dew_k < 0.2 &&
                      g.rh < 0.01;
            if (!ok)
                print_error("%s: %g %g %g %g %g\n", stats.name, g.mean_k, g.range_k, g.spread_k,
                            g.dew_k, g.rh);
            assert_true(ok);
        }
    }
}

/* Files that are the source of the statistics.  Another file of the same city
   may differ by as much as the two files do. */
static void weather_files(void **state)
{
    struct setup *s = *state;
    int n_read = 0;
    for (int i = 0; i < CLIMATE_PAIRS; i++) {
        const struct climate_pair *p = &climate_pairs[i];
        struct weather real, made;
        struct climate_stats stats;
        const char *path = arena_format(&s->arena, "%s/%s", DCPLAN_SHARED_DATA, p->file);
        if (!p->is_source || !climate_read_file(path, &real, &s->arena, &s->diags)) continue;
        const struct object *o = object_find(&s->set, 0, p->climate);
        assert_true(
            climate_year(o, real.n == HOURS_PER_LEAP_YEAR, &stats, &made, &s->arena, &s->diags));
        struct climate_summary x = climate_summarize(&made, &s->arena);
        struct climate_summary y = climate_summarize(&real, &s->arena);
        n_read++;
        assert_within(x.mean_c, y.mean_c, 0.5);
        assert_within(x.low_c, y.low_c, 1.5);
        assert_within(x.high_c, y.high_c, 1.5);
        assert_within(x.wb_mean_c, y.wb_mean_c, 0.7);
    }
    if (n_read == 0) skip();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(places_that_ship),
                                       cmocka_unit_test(own_statistics),
                                       cmocka_unit_test(weather_files)};
    return cmocka_run_group_tests(tests, start, stop);
}
