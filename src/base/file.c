#define _XOPEN_SOURCE 700 /* realpath */

#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#ifndef PATH_MAX
#define PATH_MAX 4096
#endif

enum { READ_LIMIT = 256 * 1024 * 1024, READ_STEP = 65536 };

static struct place in_file(const char *path)
{
    return (struct place){.file = path};
}

static bool cannot(struct diags *ds, enum diag_class class, const char *what, const char *path,
                   const char *why)
{
    diag_error(ds, class, in_file(path), NULL, "cannot %s '%s': %s", what, path, why);
    return false;
}

static bool too_large(struct diags *ds, const char *path)
{
    return cannot(ds, DIAG_INPUT, "read", path, "larger than 256 MiB");
}

/* A block that grows by doubling; the arena keeps the old ones until it is
   released, at most as much again. */
struct block {
    struct arena *arena;
    char *s;
    size_t n, cap;
};

static void block_room(struct block *b, size_t want)
{
    if (b->s && want < b->cap - b->n) return;
    size_t cap = b->cap ? 2 * b->cap : want + 1;
    while (cap - b->n <= want) cap *= 2;
    char *s = arena_make(b->arena, 1, cap);
    if (b->n) memcpy(s, b->s, b->n);
    b->s = s;
    b->cap = cap;
}

static bool read_all(int fd, const char *path, struct block *b, struct diags *ds)
{
    for (;;) {
        block_room(b, READ_STEP);
        ssize_t got = read(fd, b->s + b->n, b->cap - b->n - 1);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return cannot(ds, DIAG_INPUT, "read", path, strerror(errno));
        if (got == 0) break;
        b->n += (size_t)got;
        if (b->n > READ_LIMIT) return too_large(ds, path);
    }
    b->s[b->n] = '\0';
    return true;
}

static bool slurp(struct arena *a, const char *path, struct block *b, struct diags *ds)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return cannot(ds, DIAG_INPUT, "open", path, strerror(errno));
    struct stat st;
    bool ok = false;
    *b = (struct block){.arena = a};
    if (fstat(fd, &st) != 0)
        (void)cannot(ds, DIAG_INPUT, "read", path, strerror(errno));
    else if (S_ISDIR(st.st_mode))
        (void)cannot(ds, DIAG_INPUT, "read", path, "it is a folder");
    else if (S_ISREG(st.st_mode) && st.st_size > READ_LIMIT)
        (void)too_large(ds, path);
    else {
        if (S_ISREG(st.st_mode)) block_room(b, (size_t)st.st_size + READ_STEP);
        ok = read_all(fd, path, b, ds);
    }
    (void)close(fd);
    return ok;
}

/* Unpacks member after member; bytes after the last whole member that do not
   start another are refused by zlib itself. */
static int inflate_all(z_stream *z, struct block *out)
{
    for (;;) {
        block_room(out, READ_STEP);
        z->next_out = (Bytef *)(out->s + out->n);
        z->avail_out = READ_STEP;
        int rc = inflate(z, Z_NO_FLUSH);
        out->n += READ_STEP - z->avail_out;
        if (out->n > READ_LIMIT) return Z_MEM_ERROR;
        if (rc == Z_STREAM_END) {
            if (z->avail_in == 0) return Z_OK;
            if (inflateReset(z) != Z_OK) return Z_DATA_ERROR;
        } else if (rc != Z_OK) {
            return rc;
        }
    }
}

static bool gunzip(struct arena *a, const char *path, const struct block *in, struct block *out,
                   struct diags *ds)
{
    z_stream z = {.next_in = (Bytef *)in->s, .avail_in = (uInt)in->n};
    *out = (struct block){.arena = a};
    enum { GZIP_WINDOW = 15 + 16 };
    if (inflateInit2(&z, GZIP_WINDOW) != Z_OK)
        return cannot(ds, DIAG_INPUT, "unpack", path, "no memory");
    int rc = inflate_all(&z, out);
    (void)inflateEnd(&z);
    if (rc == Z_MEM_ERROR) return too_large(ds, path);
    if (rc != Z_OK) return cannot(ds, DIAG_INPUT, "unpack", path, "the gzip data are damaged");
    block_room(out, 1);
    out->s[out->n] = '\0';
    return true;
}

bool file_read(struct arena *a, const char *path, struct bytes *out, struct diags *ds)
{
    struct block raw, plain;
    if (!slurp(a, path, &raw, ds)) return false;
    if (raw.n >= 2 && memcmp(raw.s, "\x1f\x8b", 2) == 0) {
        if (!gunzip(a, path, &raw, &plain, ds)) return false;
        raw = plain;
    }
    *out = (struct bytes){raw.s, raw.n};
    return true;
}

bool file_exists(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0;
}

void sha256_text(const void *s, size_t n, char out[SHA256_TEXT])
{
    GChecksum *sum = g_checksum_new(G_CHECKSUM_SHA256);
    g_checksum_update(sum, n ? s : (const void *)"", (gssize)n);
    const char *hex = g_checksum_get_string(sum);
    memcpy(out, hex, SHA256_TEXT);
    g_checksum_free(sum);
}

static bool cannot_write(struct diags *ds, const char *path, int why)
{
    return cannot(ds, DIAG_OUTPUT, "write", path, strerror(why));
}

static char *folder_of(struct arena *a, const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash) return arena_text(a, ".", 1);
    return arena_text(a, path, slash == path ? 1 : (size_t)(slash - path));
}

/* Not mkstemp: its mode would hide the file from other users, and the umask
   cannot be read without changing it for all threads. */
static int open_temporary(struct arena *a, struct out_file *o, const char *ending)
{
    if (ending) {
        o->temporary = arena_format(a, "%s%s", o->path, ending);
        return open(o->temporary, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    }
    const char *folder = folder_of(a, o->path);
    enum { TRIES = 1000 };
    for (int k = 0; k < TRIES; k++) {
        o->temporary = arena_format(a, "%s/.dcplan-%ld-%d.tmp", folder, (long)getpid(), k);
        int fd = open(o->temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd >= 0 || errno != EEXIST) return fd;
    }
    return -1;
}

/* Devices and pipes cannot be renamed over: they are written in place. */
static int open_target(struct arena *a, const char *path, const char *ending, struct out_file *o)
{
    struct stat st;
    bool exists = stat(path, &st) == 0;
    char real[PATH_MAX];
    o->path = arena_text(a, path, strlen(path));
    if (exists && S_ISDIR(st.st_mode)) {
        errno = EISDIR;
        return -1;
    }
    if (exists && !S_ISREG(st.st_mode)) {
        o->temporary = o->path;
        return open(path, O_WRONLY | O_CLOEXEC);
    }
    if (exists && realpath(path, real)) o->path = arena_text(a, real, strlen(real));
    int fd = open_temporary(a, o, ending);
    if (fd >= 0 && exists) (void)fchmod(fd, st.st_mode & 0777);
    return fd;
}

bool out_open_beside(struct arena *a, const char *path, const char *ending, struct out_file *o,
                     struct diags *ds)
{
    *o = (struct out_file){0};
    int fd = open_target(a, path, ending, o);
    if (fd < 0) return cannot_write(ds, path, errno);
    o->f = fdopen(fd, "w");
    if (o->f) return true;
    int why = errno;
    (void)close(fd);
    out_abandon(o);
    return cannot_write(ds, path, why);
}

static bool in_place(const struct out_file *o)
{
    return o->temporary == o->path;
}

bool out_open(struct arena *a, const char *path, struct out_file *o, struct diags *ds)
{
    return out_open_beside(a, path, NULL, o, ds);
}

void out_detach(struct out_file *o)
{
    if (o->f) (void)fclose(o->f);
    o->f = NULL;
}

void out_abandon(struct out_file *o)
{
    out_detach(o);
    if (o->temporary && !in_place(o)) (void)unlink(o->temporary);
    o->temporary = NULL;
}

/* Pipes and devices know no sync. */
static bool sync_fd(int fd)
{
    return fsync(fd) == 0 || errno == EINVAL || errno == ENOTSUP || errno == EROFS;
}

static bool flush_and_close(struct out_file *o, int *why)
{
    bool ok = !ferror(o->f);
    if (!ok) *why = EIO;
    if (fflush(o->f) != 0 || !sync_fd(fileno(o->f))) {
        ok = false;
        *why = errno;
    }
    if (fclose(o->f) != 0 && ok) {
        ok = false;
        *why = errno;
    }
    o->f = NULL;
    return ok;
}

static bool sync_detached(const struct out_file *o, int *why)
{
    if (in_place(o)) return true;
    int fd = open(o->temporary, O_RDWR | O_CLOEXEC);
    bool ok = fd >= 0 && sync_fd(fd);
    *why = errno;
    if (fd >= 0) (void)close(fd);
    return ok;
}

static void sync_folder(struct arena *a, const char *path)
{
    int fd = open(folder_of(a, path), O_RDONLY | O_CLOEXEC);
    if (fd < 0) return;
    (void)fsync(fd);
    (void)close(fd);
}

bool out_commit(struct arena *a, struct out_file *o, struct diags *ds)
{
    int why = 0;
    if (!o->temporary) return cannot_write(ds, o->path ? o->path : "", EBADF);
    bool ok = o->f ? flush_and_close(o, &why) : sync_detached(o, &why);
    if (ok && !in_place(o) && rename(o->temporary, o->path) != 0) {
        ok = false;
        why = errno;
    }
    if (!ok) {
        out_abandon(o);
        return cannot_write(ds, o->path, why);
    }
    if (!in_place(o)) sync_folder(a, o->path);
    o->temporary = NULL;
    return true;
}

bool file_write(struct arena *a, const char *path, const void *s, size_t n, struct diags *ds)
{
    struct out_file o;
    if (!out_open(a, path, &o, ds)) return false;
    if (n && fwrite(s, 1, n, o.f) != n) {
        int why = errno;
        out_abandon(&o);
        return cannot_write(ds, path, why);
    }
    return out_commit(a, &o, ds);
}

static bool folder_one(const char *path)
{
    struct stat st;
    if (mkdir(path, 0777) == 0) return true;
    int why = errno;
    if (stat(path, &st) == 0) {
        why = ENOTDIR;
        if (S_ISDIR(st.st_mode)) return true;
    }
    errno = why;
    return false;
}

bool folder_make(struct arena *a, const char *path, struct diags *ds)
{
    char *part = arena_text(a, path, strlen(path));
    for (char *s = part + 1; part[0] && *s; s++) {
        if (*s != '/') continue;
        *s = '\0';
        bool ok = folder_one(part);
        *s = '/';
        if (!ok) return cannot(ds, DIAG_OUTPUT, "make folder", path, strerror(errno));
    }
    if (folder_one(part)) return true;
    return cannot(ds, DIAG_OUTPUT, "make folder", path, strerror(errno));
}
