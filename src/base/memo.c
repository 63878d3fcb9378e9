#include "base/memo.h"

#include <stdint.h>
#include <string.h>

enum { SLOTS = 1024 };

struct entry {
    struct entry *next; /* of the same slot */
    uint64_t hash;
    size_t n;
    const void *key, *result;
};

struct memo {
    struct arena own, arena; /* of the memo itself; of what it keeps */
    size_t size;
    struct entry *slot[SLOTS];
};

/* Eight bytes at a time through the finalizer of splitmix64 (Steele, Lea, Flood, OOPSLA 2014). */
static uint64_t hash_of(const void *key, size_t n)
{
    const unsigned char *s = key;
    uint64_t h = n;
    for (size_t i = 0; i < n; i += sizeof h) {
        uint64_t x = 0;
        memcpy(&x, s + i, n - i < sizeof x ? n - i : sizeof x);
        h = (h ^ x) * 0xbf58476d1ce4e5b9u;
        h = (h ^ (h >> 29)) * 0x94d049bb133111ebu;
        h ^= h >> 32;
    }
    return h;
}

struct memo *memo_new(void (*out_of_memory)(void))
{
    struct arena own = arena_new(out_of_memory);
    struct memo *m = ARENA_ARRAY(&own, struct memo, 1);
    m->own = own;
    m->arena = arena_new(out_of_memory);
    return m;
}

void memo_free(struct memo *m)
{
    if (!m) return;
    struct arena own = m->own;
    arena_free(&m->arena);
    arena_free(&own);
}

const void *memo_find(const struct memo *m, const void *key, size_t n)
{
    if (!m) return NULL;
    uint64_t hash = hash_of(key, n);
    for (const struct entry *e = m->slot[hash % SLOTS]; e; e = e->next)
        if (e->hash == hash && e->n == n && !memcmp(e->key, key, n)) return e->result;
    return NULL;
}

struct arena *memo_arena(struct memo *m, struct arena *other)
{
    return m ? &m->arena : other;
}

void memo_keep(struct memo *m, const void *key, size_t n, const void *result, size_t size)
{
    if (!m) return;
    uint64_t hash = hash_of(key, n);
    struct entry *e = ARENA_ARRAY(&m->arena, struct entry, 1), **slot = &m->slot[hash % SLOTS];
    *e = (struct entry){*slot, hash, n, arena_text(&m->arena, key, n), result};
    *slot = e;
    m->size += size + n + sizeof *e;
}

void memo_trim(struct memo *m, size_t most)
{
    if (!m || m->size <= most) return;
    arena_release(&m->arena, (struct arena_mark){NULL, 0});
    memset(m->slot, 0, sizeof m->slot);
    m->size = 0;
}
