#ifndef DCPLAN_BASE_ARENA_H
#define DCPLAN_BASE_ARENA_H

/* Bump allocator.  Everything that lives as long as a site or a run comes from
   an arena and is freed at once with it. */

#include <stddef.h>

struct arena_chunk;

struct arena {
    struct arena_chunk *head, *spare;
    void (*out_of_memory)(void); /* called when no memory is left; must not return */
};

struct arena_mark {
    struct arena_chunk *chunk;
    size_t used;
};

/* out_of_memory NULL means abort(). */
struct arena arena_new(void (*out_of_memory)(void));

/* count objects of size bytes, zeroed, aligned for any type (to 64 bytes when
   the block is 64 bytes or more).  Never NULL; overflow of size * count counts
   as out of memory. */
void *arena_make(struct arena *a, size_t size, size_t count);

/* Copy of n bytes with a terminating NUL. */
char *arena_text(struct arena *a, const char *s, size_t n);

/* printf into the arena; the text is as long as it needs to be. */
char *arena_format(struct arena *a, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Everything made after the mark is given back by the release. */
struct arena_mark arena_mark(const struct arena *a);
void arena_release(struct arena *a, struct arena_mark m);

/* Bytes taken by all that was made and not given back, with the gaps that alignment left. */
size_t arena_bytes(const struct arena *a);

void arena_free(struct arena *a);

#define ARENA_ARRAY(a, type, count) ((type *)arena_make((a), sizeof(type), (count)))

#endif
