/* Every RacksDB file of the shared folder: alone it imports or says why not; the files of one
   datacenter together are a site that loads.  Skips when the folder is absent. */

#include <dirent.h>
#include <stdlib.h>

#include "base/file.h"
#include "import_case.h"
#include "model/import_racksdb.h"

#define FOLDER DCPLAN_SHARED_DATA "/layouts/racksdb"
enum { MOST_FILES = 100 };

struct files {
    struct arena a;
    struct diags ds;
    int n;
    struct import_file file[MOST_FILES];
};

static int by_path(const void *a, const void *b)
{
    const struct import_file *x = a, *y = b;
    return strcmp(x->path, y->path);
}

/* Files whose names begin so. */
static void gather(struct files *f, const char *start)
{
    *f = (struct files){.a = arena_new(NULL)};
    f->ds = diags_new(&f->a);
    DIR *d = opendir(FOLDER);
    if (!d) skip();
    for (struct dirent *e; (e = readdir(d)) != NULL;) {
        struct bytes b;
        if (e->d_name[0] == '.' || strncmp(e->d_name, start, strlen(start)) != 0) continue;
        assert_true(f->n < MOST_FILES);
        const char *path = arena_format(&f->a, "%s/%s", FOLDER, e->d_name);
        assert_true(file_read(&f->a, path, &b, &f->ds));
        f->file[f->n++] = (struct import_file){.path = path, .s = b.s, .n = b.n};
    }
    closedir(d);
    qsort(f->file, (size_t)f->n, sizeof *f->file, by_path);
}

static void each_alone(void **state)
{
    (void)state;
    struct files f;
    gather(&f, "");
    assert_true(f.n >= 24);
    for (int i = 0; i < f.n; i++) {
        struct import_case c;
        if (!case_run(&c, import_racksdb, &f.file[i], 1, NULL))
            fail_msg("%s: %s", f.file[i].path, message_text(&c.a, &c.ds.item[0].what, NULL));
        assert_non_null(f.file[i].what);
        if (!c.im.n && !c.im.n_left_out) fail_msg("%s: nothing is said of it", f.file[i].path);
        case_free(&c);
    }
    arena_free(&f.a);
}

#define COOLING(room)                                                                              \
    "[crac of-" room "]\nserves = " room "\nairflow = 40 m3/s\nfan_power = 0 kW\n"                 \
    "capacity = 900 kW\ncop = 4\nfrom = utility.grid\n"

static int count_placed(const struct site *s, struct arena *a)
{
    struct rack_plan plan = place_servers(s, a);
    int n = 0;
    for (int i = 0; i < plan.placement.n; i++)
        if (plan.placement.item[i].is_fixed) n += plan.placement.item[i].count;
    for (int v = 0; v < s->of[KIND_SERVER].n; v++) assert_int_equal(plan.placement.unplaced[v], 0);
    return n;
}

/* Counted by hand in the files: sm220bt 40 / 2, sm610u 21, hpesyn480 56 / 7, cisco3650 4, nas 1,
   dellr550 4, bullsx440a5 8, kvm 1 of mercury; R5 of jupiter: nas 8, cisco3650 2, kvm 1,
   dellr550 1; cisco3650 2 + 2 of sharednet. */
static void paris(void **state)
{
    (void)state;
    struct files f;
    struct import_case c;
    struct site s;
    gather(&f, "db__");
    assert_true(case_run(&c, import_racksdb, f.file, f.n, "paris"));
    assert_int_equal(case_told(&c, "is turned by", 0), 2);
    case_has(&c, KIND_RACK, "R2-A01", "units", "24 U");
    case_has(&c, KIND_SERVER, "mercury-hpesyn480-x7", "count", "8");
    case_has(&c, KIND_SERVER, "mercury-bullsx440a5", "accelerators", "4");
    case_loads(&c, COOLING("noisy") "[room noisy]\n", &s);
    assert_int_equal(s.of[KIND_RACK].n, 10 + 10 + 9 + 6 + 6 + 6 + 6);
    assert_int_equal(count_placed(&s, &c.a), 20 + 21 + 8 + 4 + 1 + 4 + 8 + 1 + 8 + 2 + 1 + 1 + 4);
    case_free(&c);
    arena_free(&f.a);
}

static void london(void **state)
{
    (void)state;
    struct files f;
    struct import_case c;
    struct site s;
    gather(&f, "db__");
    assert_true(case_run(&c, import_racksdb, f.file, f.n, "london"));
    case_has(&c, KIND_ROOM, "level1", "length", "15 m");
    /* row A turned by 90 degrees at 3 and 2 m: to the left of x = 3, from y = 8 - 2 down */
    case_has(&c, KIND_RACK, "rackA01", "position", "2.086, 5.4 m");
    case_has(&c, KIND_RACK, "rackA06", "position", "2.086, 2.4 m");
    case_has(&c, KIND_RACK, "rackA01", "facing", "+x");
    case_has(&c, KIND_RACK, "rackB01", "facing", "-x");
    case_loads(&c,
               COOLING("level1") "position = 0.1, 0.1 m\nfacing = +y\n" COOLING(
                   "level2") "position = 0.1, 0.1 m\nfacing = +y\n[room level1]\n[room level2]\n",
               &s);
    assert_int_equal(count_placed(&s, &c.a), 8 + 2 + 2);
    case_free(&c);
    arena_free(&f.a);
}

/* Weights of the extension win over the plain types, which come before by name. */
static void with_the_extension(void **state)
{
    (void)state;
    struct files f;
    struct import_case c;
    gather(&f, "");
    struct import_file chosen[3];
    int n = 0;
    for (int i = 0; i < f.n && n < 3; i++)
        if (strstr(f.file[i].path, "paris.yml") || strstr(f.file[i].path, "types__racks.yml"))
            chosen[n++] = f.file[i];
    assert_int_equal(n, 3);
    assert_true(case_run(&c, import_racksdb, chosen, n, NULL));
    case_has(&c, KIND_RACK, "R1-A01", "own_weight", "128 kg");
    case_has(&c, KIND_RACK, "R2-A01", "own_weight", "64 kg");
    case_free(&c);
    arena_free(&f.a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_alone),
        cmocka_unit_test(paris),
        cmocka_unit_test(london),
        cmocka_unit_test(with_the_extension),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
