#include "input/zip.h"

#include <minizip/unzip.h>
#include <string.h>

#include "base/text.h"

/* ---- the archive as the file that minizip wants ------------------------------- */

static voidpf memory_open(voidpf opaque, const void *name, int mode)
{
    struct zip *z = opaque;
    (void)name;
    (void)mode;
    z->at = 0;
    return z;
}

static uLong memory_read(voidpf opaque, voidpf stream, void *out, uLong want)
{
    struct zip *z = opaque;
    size_t left = z->at < z->n ? z->n - z->at : 0, n = want < left ? want : left;
    (void)stream;
    if (n) memcpy(out, z->s + z->at, n);
    z->at += n;
    return n;
}

static uLong memory_write(voidpf opaque, voidpf stream, const void *s, uLong n)
{
    (void)opaque;
    (void)stream;
    (void)s;
    (void)n;
    return 0;
}

static ZPOS64_T memory_tell(voidpf opaque, voidpf stream)
{
    const struct zip *z = opaque;
    (void)stream;
    return z->at;
}

static long memory_seek(voidpf opaque, voidpf stream, ZPOS64_T offset, int origin)
{
    struct zip *z = opaque;
    ZPOS64_T base = origin == ZLIB_FILEFUNC_SEEK_CUR   ? z->at
                    : origin == ZLIB_FILEFUNC_SEEK_END ? z->n
                                                       : 0;
    (void)stream;
    if (offset > z->n || base > z->n - offset) return -1;
    z->at = (size_t)(base + offset);
    return 0;
}

static int memory_close(voidpf opaque, voidpf stream)
{
    (void)opaque;
    (void)stream;
    return 0;
}

static int memory_error(voidpf opaque, voidpf stream)
{
    (void)opaque;
    (void)stream;
    return 0;
}

bool zip_open(struct zip *z, const char *file, const char *s, size_t n, struct arena *a,
              struct diags *ds)
{
    *z = (struct zip){.file = file, .s = s, .n = n, .arena = a, .diags = ds};
    zlib_filefunc64_def memory = {.zopen64_file = memory_open,
                                  .zread_file = memory_read,
                                  .zwrite_file = memory_write,
                                  .ztell64_file = memory_tell,
                                  .zseek64_file = memory_seek,
                                  .zclose_file = memory_close,
                                  .zerror_file = memory_error,
                                  .opaque = z};
    z->reader = unzOpen2_64(file, &memory);
    if (z->reader) return true;
    diag_error(ds, DIAG_INPUT, (struct place){file, 0, 0}, NULL, "this is no ZIP archive");
    return false;
}

void zip_close(struct zip *z)
{
    if (z->reader) (void)unzClose(z->reader);
    z->reader = NULL;
}

/* ---- members ------------------------------------------------------------------ */

static bool refuse(struct zip *z, const char *member, const char *why)
{
    diag_error(z->diags, DIAG_INPUT, (struct place){z->file, 0, 0}, NULL, "%s in the archive %s",
               member, why);
    return false;
}

bool zip_has(struct zip *z, const char *member)
{
    return unzLocateFile(z->reader, member, 1) == UNZ_OK;
}

static bool read_all(struct zip *z, const char *member, struct builder *b)
{
    char block[16384];
    for (;;) {
        int n = unzReadCurrentFile(z->reader, block, sizeof block);
        if (n < 0) return refuse(z, member, "is damaged");
        if (!n) return true;
        z->unpacked += (size_t)n;
        if (b->n + (size_t)n > ZIP_MEMBER_MOST || z->unpacked > ZIP_ALL_MOST)
            return refuse(z, member, "unpacks to more than is read");
        builder_add(b, block, (size_t)n);
    }
}

bool zip_member(struct zip *z, const char *member, struct bytes *out)
{
    unz_file_info64 info;
    struct builder b = builder_new(z->arena);
    *out = (struct bytes){NULL, 0};
    if (!zip_has(z, member)) return refuse(z, member, "is missing");
    if (unzGetCurrentFileInfo64(z->reader, &info, NULL, 0, NULL, 0, NULL, 0) != UNZ_OK)
        return refuse(z, member, "is damaged");
    if (info.flag & 1) return refuse(z, member, "is encrypted");
    if (unzOpenCurrentFile(z->reader) != UNZ_OK) return refuse(z, member, "cannot be unpacked");
    bool is_read = read_all(z, member, &b);
    int closed = unzCloseCurrentFile(z->reader);
    if (is_read && closed != UNZ_OK) return refuse(z, member, "is damaged: its checksum is wrong");
    *out = (struct bytes){b.s, b.n};
    return is_read;
}
