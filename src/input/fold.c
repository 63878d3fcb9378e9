#include "input/fold.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

struct names {
    const char **item;
    int n, cap;
    size_t *left; /* bytes that names may still take, over all steps */
    struct arena *arena;
};

/* A name longer by a text; NULL when that is too much. */
static const char *longer(const struct names *l, const char *name, struct text more)
{
    size_t n = strlen(name), all = n + more.n;
    if (all > *l->left) return NULL;
    *l->left -= all;
    char *s = arena_make(l->arena, 1, all + 1);
    memcpy(s, name, n);
    if (more.n) memcpy(s + n, more.s, more.n);
    return s;
}

static bool add(struct names *l, const char *s)
{
    if (!s || l->n == FOLD_MOST) return false;
    if (l->n == l->cap) {
        l->cap = l->cap ? 2 * l->cap : 16;
        const char **more = ARENA_ARRAY(l->arena, const char *, (size_t)l->cap);
        if (l->n) memcpy(more, l->item, (size_t)l->n * sizeof *more);
        l->item = more;
    }
    l->item[l->n++] = s;
    return true;
}

static bool read_whole(struct text t, long *out)
{
    *out = 0;
    if (!t.n || t.n > 9) return false;
    for (size_t i = 0; i < t.n; i++) {
        if (t.s[i] < '0' || t.s[i] > '9') return false;
        *out = 10 * *out + (t.s[i] - '0');
    }
    return true;
}

/* "3" or "01-04", each number put behind every head. */
static bool add_range(struct names *to, const struct names *heads, struct text range)
{
    bool is_range;
    long low, high;
    struct text from, rest = text_cut(range, '-', &from, &is_range);
    if (!read_whole(from, &low)) return false;
    high = low;
    if (is_range && (!read_whole(rest, &high) || high < low)) return false;
    if (high - low >= FOLD_MOST) return false;
    for (int i = 0; i < heads->n; i++)
        for (long k = low; k <= high; k++) {
            char digits[16];
            int n = snprintf(digits, sizeof digits, "%0*ld", (int)from.n, k);
            if (!add(to, longer(to, heads->item[i], (struct text){digits, (size_t)n})))
                return false;
        }
    return true;
}

/* Ranges of one pair of brackets behind every head, head by head. */
static bool add_ranges(struct names *to, const struct names *heads, struct text inner)
{
    for (int i = 0; i < heads->n; i++) {
        struct names one = {&heads->item[i], 1, 1, to->left, to->arena};
        struct text rest = inner, range;
        bool more = true;
        while (more) {
            rest = text_cut(rest, ',', &range, &more);
            if (!add_range(to, &one, text_trim(range))) return false;
        }
    }
    return true;
}

bool fold_expand(const char *folded, const char ***name, int *n, struct arena *a)
{
    size_t left = FOLD_BYTES;
    struct names now = {.left = &left, .arena = a};
    add(&now, "");
    for (struct text rest = text_of(folded); rest.n;) {
        struct text plain, inner;
        bool has_open, has_shut;
        rest = text_cut(rest, '[', &plain, &has_open);
        if (memchr(plain.s, ']', plain.n)) return false;
        for (int i = 0; i < now.n && plain.n; i++)
            if (!(now.item[i] = longer(&now, now.item[i], plain))) return false;
        if (!has_open) break;
        rest = text_cut(rest, ']', &inner, &has_shut);
        struct names next = {.left = &left, .arena = a};
        if (!has_shut || !add_ranges(&next, &now, inner)) return false;
        now = next;
    }
    *name = now.item;
    *n = now.n;
    return now.n > 0 && now.item[0][0] != '\0';
}
