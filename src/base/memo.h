#ifndef DCPLAN_BASE_MEMO_H
#define DCPLAN_BASE_MEMO_H

/* What was worked out before, by all the bytes that it follows from: the same bytes, the same
   result.  Of one thread.  A NULL memo keeps nothing, so that callers need no second way. */

#include <stddef.h>

#include "base/arena.h"

struct memo;

struct memo *memo_new(void (*out_of_memory)(void)); /* as arena_new */
void memo_free(struct memo *m);

/* NULL: not kept. */
const void *memo_find(const struct memo *m, const void *key, size_t n);

/* Where results that are to be kept are made; other when m is NULL. */
struct arena *memo_arena(struct memo *m, struct arena *other);

/* Keeps a result, made in the memo's arena, by a key, which is copied.  size: its bytes, near
   enough. */
void memo_keep(struct memo *m, const void *key, size_t n, const void *result, size_t size);

/* Forgets everything once more than so many bytes are kept; results are gone then. */
void memo_trim(struct memo *m, size_t most);

#endif
