#include "base/arena.h"

#include <assert.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK_BYTES = 65536, CHUNK_BYTES_MAX = 4194304, LINE_BYTES = 64 };

struct arena_chunk {
    struct arena_chunk *next; /* older */
    size_t used, cap;
    unsigned char data[];
};

struct arena arena_new(void (*out_of_memory)(void))
{
    return (struct arena){.out_of_memory = out_of_memory};
}

static void fail(const struct arena *a)
{
    if (a->out_of_memory) a->out_of_memory();
    abort();
}

static size_t gap(const struct arena_chunk *c, size_t align)
{
    uintptr_t at = (uintptr_t)(c->data + c->used);
    return (size_t)(-at & (align - 1));
}

/* Chunks grow, so that a run takes few of them. */
static size_t chunk_cap(const struct arena *a, size_t bytes)
{
    size_t cap = a->head ? 2 * a->head->cap : CHUNK_BYTES;
    if (cap > CHUNK_BYTES_MAX) cap = CHUNK_BYTES_MAX;
    return bytes + LINE_BYTES > cap ? bytes + LINE_BYTES : cap;
}

static void chunk_push(struct arena *a, size_t bytes)
{
    size_t cap = chunk_cap(a, bytes);
    struct arena_chunk *c = a->spare;
    if (c && c->cap >= bytes + LINE_BYTES) {
        a->spare = NULL;
        cap = c->cap;
    } else if (!(c = malloc(sizeof *c + cap))) {
        fail(a);
        return;
    }
    *c = (struct arena_chunk){.next = a->head, .used = 0, .cap = cap};
    a->head = c;
}

static void *take(struct arena *a, size_t bytes, size_t align)
{
    struct arena_chunk *c = a->head;
    if (!c || gap(c, align) > c->cap - c->used || bytes > c->cap - c->used - gap(c, align)) {
        chunk_push(a, bytes);
        c = a->head;
    }
    c->used += gap(c, align);
    void *p = c->data + c->used;
    c->used += bytes;
    return p;
}

void *arena_make(struct arena *a, size_t size, size_t count)
{
    /* Half of the address space leaves room for header and alignment. */
    if (size != 0 && count > SIZE_MAX / 2 / size) {
        fail(a);
        return NULL;
    }
    size_t bytes = size * count;
    void *p = take(a, bytes, bytes >= LINE_BYTES ? LINE_BYTES : _Alignof(max_align_t));
    return memset(p, 0, bytes);
}

char *arena_text(struct arena *a, const char *s, size_t n)
{
    char *p = take(a, n + 1, 1);
    if (n) memcpy(p, s, n);
    p[n] = '\0';
    return p;
}

char *arena_format(struct arena *a, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, args);
    assert(n >= 0);
    size_t cap = (size_t)(n < 0 ? 0 : n) + 1;
    char *p = take(a, cap, 1);
    p[0] = '\0';
    (void)vsnprintf(p, cap, format, again);
    va_end(again);
    va_end(args);
    return p;
}

/* The largest chunk given back is kept for the next run. */
static void chunk_drop(struct arena *a, struct arena_chunk *c)
{
    if (a->spare && a->spare->cap >= c->cap) {
        free(c);
        return;
    }
    free(a->spare);
    a->spare = c;
}

struct arena_mark arena_mark(const struct arena *a)
{
    return (struct arena_mark){.chunk = a->head, .used = a->head ? a->head->used : 0};
}

void arena_release(struct arena *a, struct arena_mark m)
{
    while (a->head != m.chunk) {
        struct arena_chunk *c = a->head;
        a->head = c->next;
        chunk_drop(a, c);
    }
    if (a->head) a->head->used = m.used;
}

size_t arena_bytes(const struct arena *a)
{
    size_t bytes = 0;
    for (const struct arena_chunk *c = a->head; c; c = c->next) bytes += c->used;
    return bytes;
}

void arena_free(struct arena *a)
{
    arena_release(a, (struct arena_mark){NULL, 0});
    free(a->spare);
    a->spare = NULL;
}
