#define _XOPEN_SOURCE 700 /* mkdtemp */

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "base/file.h"
#include "near.h"

struct fixture {
    struct arena arena;
    struct diags ds;
    char folder[64];
};

static int set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    if (!f) return -1;
    f->arena = arena_new(NULL);
    memcpy(f->folder, "/tmp/dcplan-test-XXXXXX", 24);
    *state = f;
    return mkdtemp(f->folder) ? 0 : -1;
}

static const char *path(struct fixture *f, const char *name)
{
    return arena_format(&f->arena, "%s/%s", f->folder, name);
}

static int count_files(const struct fixture *f, struct arena *a, bool and_remove)
{
    int n = 0;
    DIR *d = opendir(f->folder);
    for (struct dirent *e; d && (e = readdir(d)) != NULL;) {
        if (e->d_name[0] == '.' && (e->d_name[1] == '\0' || e->d_name[1] == '.')) continue;
        n++;
        if (and_remove) (void)remove(arena_format(a, "%s/%s", f->folder, e->d_name));
    }
    if (d) closedir(d);
    return n;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    (void)count_files(f, &f->arena, true);
    (void)rmdir(f->folder);
    arena_free(&f->arena);
    free(f);
    return 0;
}

static struct diags *fresh(struct fixture *f)
{
    f->ds = diags_new(&f->arena);
    return &f->ds;
}

static void written_and_read_back(void **state)
{
    struct fixture *f = *state;
    struct bytes b;
    assert_true(file_write(&f->arena, path(f, "a"), "x\0y", 3, fresh(f)));
    assert_true(file_write(&f->arena, path(f, "a"), "new", 3, &f->ds));
    assert_true(file_read(&f->arena, path(f, "a"), &b, &f->ds));
    assert_int_equal(b.n, 3);
    assert_string_equal(b.s, "new");
    assert_int_equal(count_files(f, &f->arena, false), 1);
}

static void empty_file(void **state)
{
    struct fixture *f = *state;
    struct bytes b;
    assert_true(file_write(&f->arena, path(f, "a"), NULL, 0, fresh(f)));
    assert_true(file_read(&f->arena, path(f, "a"), &b, &f->ds));
    assert_int_equal(b.n, 0);
    assert_string_equal(b.s, "");
}

static void gzip_is_unpacked(void **state)
{
    struct fixture *f = *state;
    gzFile z = gzopen(path(f, "a.gz"), "wb");
    for (int i = 0; i < 50000; i++) assert_int_equal(gzwrite(z, "0123456789", 10), 10);
    gzclose(z);
    z = gzopen(path(f, "a.gz"), "ab"); /* a second member */
    assert_int_equal(gzwrite(z, "tail", 4), 4);
    gzclose(z);
    struct bytes b;
    assert_true(file_read(&f->arena, path(f, "a.gz"), &b, fresh(f)));
    assert_int_equal(b.n, 500004);
    assert_string_equal(b.s + 500000, "tail");
    assert_memory_equal(b.s + 499990, "0123456789", 10);
}

static void damaged_gzip(void **state)
{
    struct fixture *f = *state;
    struct bytes b;
    assert_true(
        file_write(&f->arena, path(f, "a.gz"), "\x1f\x8b\x08\0\0\0\0\0\0\x03zzz", 13, fresh(f)));
    assert_false(file_read(&f->arena, path(f, "a.gz"), &b, &f->ds));
    assert_true(file_write(&f->arena, path(f, "a.gz"), "\x1f\x8b", 2, fresh(f)));
    assert_false(file_read(&f->arena, path(f, "a.gz"), &b, &f->ds));
    assert_int_equal(f->ds.n_error, 1);
}

static void unreadable_paths(void **state)
{
    struct fixture *f = *state;
    struct bytes b;
    assert_false(file_read(&f->arena, path(f, "absent"), &b, fresh(f)));
    assert_false(file_read(&f->arena, f->folder, &b, &f->ds));
    assert_false(file_read(&f->arena, "/dev/zero", &b, &f->ds));
    assert_int_equal(f->ds.n_error, 3);
    assert_int_equal(f->ds.item[0].class, DIAG_INPUT);
}

/* CASES B92. */
static void full_disk_is_an_output_error(void **state)
{
    struct fixture *f = *state;
    assert_false(file_write(&f->arena, "/dev/full", "x", 1, fresh(f)));
    assert_int_equal(f->ds.n_error, 1);
    assert_int_equal(f->ds.item[0].class, DIAG_OUTPUT);
    assert_false(file_write(&f->arena, path(f, "absent/x"), "x", 1, fresh(f)));
    assert_false(file_write(&f->arena, f->folder, "x", 1, &f->ds));
    assert_int_equal(f->ds.n_error, 2);
    assert_true(file_write(&f->arena, "/dev/null", "x", 1, fresh(f)));
}

static void abandoned_output_keeps_the_old_file(void **state)
{
    struct fixture *f = *state;
    struct out_file o;
    struct bytes b;
    assert_true(file_write(&f->arena, path(f, "a"), "old", 3, fresh(f)));
    assert_true(out_open(&f->arena, path(f, "a"), &o, &f->ds));
    fputs("half", o.f);
    out_abandon(&o);
    out_abandon(&o);
    assert_true(file_read(&f->arena, path(f, "a"), &b, &f->ds));
    assert_string_equal(b.s, "old");
    assert_int_equal(count_files(f, &f->arena, false), 1);
}

static void detached_output(void **state)
{
    struct fixture *f = *state;
    struct out_file o;
    struct bytes b;
    assert_true(out_open(&f->arena, path(f, "a"), &o, fresh(f)));
    out_detach(&o);
    FILE *other = fopen(o.temporary, "w");
    assert_non_null(other);
    fputs("theirs", other);
    fclose(other);
    assert_true(out_commit(&f->arena, &o, &f->ds));
    assert_true(file_read(&f->arena, path(f, "a"), &b, &f->ds));
    assert_string_equal(b.s, "theirs");
}

static void link_and_mode_are_kept(void **state)
{
    struct fixture *f = *state;
    struct stat st;
    assert_true(file_write(&f->arena, path(f, "a"), "old", 3, fresh(f)));
    assert_int_equal(chmod(path(f, "a"), 0640), 0);
    assert_int_equal(symlink(path(f, "a"), path(f, "link")), 0);
    assert_true(file_write(&f->arena, path(f, "link"), "new", 3, &f->ds));
    assert_int_equal(lstat(path(f, "link"), &st), 0);
    assert_true(S_ISLNK(st.st_mode));
    assert_int_equal(stat(path(f, "a"), &st), 0);
    assert_int_equal(st.st_mode & 0777, 0640);
}

static void folders(void **state)
{
    struct fixture *f = *state;
    assert_true(folder_make(&f->arena, path(f, "p/q//r/"), fresh(f)));
    assert_true(file_exists(path(f, "p/q/r")));
    assert_true(folder_make(&f->arena, path(f, "p"), &f->ds));
    assert_true(file_write(&f->arena, path(f, "p/file"), "", 0, &f->ds));
    assert_false(folder_make(&f->arena, path(f, "p/file/x"), &f->ds));
    assert_false(folder_make(&f->arena, path(f, "p/file"), &f->ds));
    assert_false(folder_make(&f->arena, "", &f->ds));
    (void)remove(path(f, "p/file"));
    (void)remove(path(f, "p/q/r"));
    (void)remove(path(f, "p/q"));
}

static void checksum(void **state)
{
    (void)state;
    char out[SHA256_TEXT];
    sha256_text("abc", 3, out); /* FIPS 180-4 example */
    assert_string_equal(out, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    sha256_text(NULL, 0, out);
    assert_string_equal(out, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(written_and_read_back),
        TEST(empty_file),
        TEST(gzip_is_unpacked),
        TEST(damaged_gzip),
        TEST(unreadable_paths),
        TEST(full_disk_is_an_output_error),
        TEST(abandoned_output_keeps_the_old_file),
        TEST(detached_output),
        TEST(link_and_mode_are_kept),
        TEST(folders),
        cmocka_unit_test(checksum),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
