#include "base/text.h"

#include <assert.h>
#include <locale.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text text_of(const char *s)
{
    return (struct text){s, s ? strlen(s) : 0};
}

static size_t blank_at_start(struct text t)
{
    if (t.n >= 1 && (t.s[0] == ' ' || t.s[0] == '\t')) return 1;
    return t.n >= 2 && memcmp(t.s, "\xC2\xA0", 2) == 0 ? 2 : 0;
}

static size_t blank_at_end(struct text t)
{
    if (t.n >= 1 && (t.s[t.n - 1] == ' ' || t.s[t.n - 1] == '\t')) return 1;
    return t.n >= 2 && memcmp(t.s + t.n - 2, "\xC2\xA0", 2) == 0 ? 2 : 0;
}

struct text text_trim(struct text t)
{
    for (size_t k; (k = blank_at_start(t)) != 0;) {
        t.s += k;
        t.n -= k;
    }
    for (size_t k; (k = blank_at_end(t)) != 0;) t.n -= k;
    return t;
}

bool text_is(struct text t, const char *s)
{
    size_t n = strlen(s);
    return t.n == n && (n == 0 || memcmp(t.s, s, n) == 0);
}

struct text text_cut(struct text t, char sep, struct text *head, bool *found)
{
    const char *at = t.n ? memchr(t.s, sep, t.n) : NULL;
    if (found) *found = at != NULL;
    size_t n = at ? (size_t)(at - t.s) : t.n;
    if (head) *head = (struct text){t.s, n};
    if (!at) return (struct text){t.s ? t.s + t.n : NULL, 0};
    return (struct text){at + 1, t.n - n - 1};
}

struct builder builder_new(struct arena *a)
{
    return (struct builder){.arena = a, .s = arena_text(a, "", 0), .n = 0, .cap = 0};
}

static void reserve(struct builder *b, size_t more)
{
    if (more <= b->cap - b->n) return;
    size_t cap = b->cap < 64 ? 128 : b->cap * 2;
    while (cap - b->n < more) cap *= 2;
    char *s = arena_make(b->arena, 1, cap + 1);
    memcpy(s, b->s, b->n + 1);
    b->s = s;
    b->cap = cap;
}

void builder_add(struct builder *b, const char *s, size_t n)
{
    if (n == 0) return;
    reserve(b, n);
    memcpy(b->s + b->n, s, n);
    b->n += n;
    b->s[b->n] = '\0';
}

void builder_text(struct builder *b, const char *s)
{
    builder_add(b, s, strlen(s));
}

void builder_format(struct builder *b, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, args);
    assert(n >= 0);
    if (n > 0) {
        reserve(b, (size_t)n);
        (void)vsnprintf(b->s + b->n, (size_t)n + 1, format, again);
        b->n += (size_t)n;
    }
    va_end(again);
    va_end(args);
}

/* The decimal mark of printf and strtod follows the thread's locale; libraries
   or a host program may have set one with a comma.  These two pin it. */
static locale_t c_locale_begin(locale_t *ours)
{
    *ours = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    return *ours ? uselocale(*ours) : (locale_t)0;
}

static void c_locale_end(locale_t ours, locale_t before)
{
    if (!ours) return;
    uselocale(before);
    freelocale(ours);
}

static size_t digits(const char *s, size_t n)
{
    size_t i = 0;
    while (i < n && s[i] >= '0' && s[i] <= '9') i++;
    return i;
}

size_t text_number_prefix(struct text t)
{
    size_t i = t.n && (t.s[0] == '+' || t.s[0] == '-') ? 1 : 0;
    size_t whole = digits(t.s + i, t.n - i), part = 0;
    i += whole;
    if (i < t.n && t.s[i] == '.') {
        part = digits(t.s + i + 1, t.n - i - 1);
        if (whole + part) i += 1 + part;
    }
    if (whole + part == 0) return 0;
    if (i < t.n && (t.s[i] == 'e' || t.s[i] == 'E')) {
        size_t k = i + 1;
        if (k < t.n && (t.s[k] == '+' || t.s[k] == '-')) k++;
        size_t power = digits(t.s + k, t.n - k);
        if (power) i = k + power;
    }
    return i;
}

bool text_number(struct text t, double *value)
{
    char copy[512]; /* longer than any number that means something */
    if (t.n == 0 || t.n >= sizeof copy || text_number_prefix(t) != t.n) return false;
    memcpy(copy, t.s, t.n);
    copy[t.n] = '\0';
    locale_t ours, before = c_locale_begin(&ours);
    char *end;
    double x = strtod(copy, &end);
    c_locale_end(ours, before);
    if (*end != '\0' || !isfinite(x)) return false;
    *value = x;
    return true;
}

const char *text_shortest(char out[TEXT_NUMBER_CAP], double x)
{
    if (!(fabs(x) > 0)) x = x < 0 || x >= 0 ? 0.0 : x; /* -0 becomes 0; NaN stays */
    locale_t ours, before = c_locale_begin(&ours);
    for (int precision = 15; precision <= 17; precision++) {
        (void)snprintf(out, TEXT_NUMBER_CAP, "%.*g", precision, x);
        double back = strtod(out, NULL);
        if (memcmp(&back, &x, sizeof x) == 0) break;
    }
    c_locale_end(ours, before);
    return out;
}

static bool all_zero(const char *s)
{
    return s[strspn(s, "-0.")] == '\0';
}

/* Inserts ',' between groups of three digits of the integer part. */
static bool group(char out[TEXT_NUMBER_CAP], const char *plain)
{
    size_t sign = plain[0] == '-', n = strcspn(plain + sign, "."), k = 0;
    if (strlen(plain) + n / 3 >= TEXT_NUMBER_CAP) return false;
    if (sign) out[k++] = '-';
    for (size_t i = 0; i < n; i++) {
        if (i && (n - i) % 3 == 0) out[k++] = ',';
        out[k++] = plain[sign + i];
    }
    memcpy(out + k, plain + sign + n, strlen(plain + sign + n) + 1);
    return true;
}

const char *text_fixed(char out[TEXT_NUMBER_CAP], double x, int decimals, bool grouped)
{
    if (!isfinite(x)) {
        memcpy(out, "n/a", 4);
        return out;
    }
    char plain[TEXT_NUMBER_CAP];
    locale_t ours, before = c_locale_begin(&ours);
    int n = snprintf(plain, sizeof plain, "%.*f", decimals < 0 ? 0 : decimals, x);
    c_locale_end(ours, before);
    if (n < 0 || n >= TEXT_NUMBER_CAP) return text_shortest(out, x);
    const char *from = plain[0] == '-' && all_zero(plain) ? plain + 1 : plain;
    if (grouped && group(out, from)) return out;
    memcpy(out, from, strlen(from) + 1);
    return out;
}

static bool reads_as_zero(const char *digits)
{
    return strspn(digits, "-0.,") == strlen(digits);
}

int text_decimals_apart(double a, double b, int least)
{
    enum { MOST = 6 };
    if (!isfinite(a) || !isfinite(b) || a == b) return least;
    for (int n = least; n <= MOST; n++) {
        char x[TEXT_NUMBER_CAP], y[TEXT_NUMBER_CAP];
        bool is_apart = strcmp(text_fixed(x, a, n, false), text_fixed(y, b, n, false)) != 0;
        bool is_told = (a == 0 || !reads_as_zero(x)) && (b == 0 || !reads_as_zero(y));
        if (is_apart && is_told) return n;
    }
    return least;
}

/* Bytes of the valid sequence at s, or 0 (RFC 3629: no overlong forms, no
   surrogates, nothing above U+10FFFF). */
static size_t utf8_one(const unsigned char *s, size_t n)
{
    if (s[0] < 0x80) return 1;
    size_t len = s[0] < 0xC2 ? 0 : s[0] < 0xE0 ? 2 : s[0] < 0xF0 ? 3 : s[0] < 0xF5 ? 4 : 0;
    if (len == 0 || len > n) return 0;
    unsigned low = 0x80, high = 0xBF;
    if (s[0] == 0xE0) low = 0xA0;
    if (s[0] == 0xED) high = 0x9F;
    if (s[0] == 0xF0) low = 0x90;
    if (s[0] == 0xF4) high = 0x8F;
    if (s[1] < low || s[1] > high) return 0;
    for (size_t i = 2; i < len; i++)
        if (s[i] < 0x80 || s[i] > 0xBF) return 0;
    return len;
}

size_t text_utf8_prefix(const char *s, size_t n)
{
    const unsigned char *u = (const unsigned char *)s;
    size_t i = 0;
    while (i < n) {
        size_t k = utf8_one(u + i, n - i);
        if (k == 0) break;
        i += k;
    }
    return i;
}

char *text_from_latin1(struct arena *a, const char *s, size_t n)
{
    char *out = arena_make(a, 2, n + 1);
    size_t k = 0;
    for (size_t i = 0; i < n; i++) {
        unsigned c = (unsigned char)s[i];
        if (c < 0x80) {
            out[k++] = (char)c;
        } else if (c < 0xA0) {
            out[k++] = '?';
        } else {
            out[k++] = (char)(0xC0 | c >> 6);
            out[k++] = (char)(0x80 | (c & 0x3F));
        }
    }
    return out;
}

char *text_one_line(struct arena *a, const char *s)
{
    size_t n = strlen(s);
    char *out = text_utf8_prefix(s, n) == n ? arena_text(a, s, n) : text_from_latin1(a, s, n);
    for (char *c = out; *c; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7F) *c = ' ';
    return out;
}

enum { WORD_MAX = 64 }; /* longer words are never worth a guess */

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* Letters of either case count as one: 'PUE' is near 'pue'. */
static char folded(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

int text_distance(const char *a, const char *b)
{
    size_t na = strlen(a), nb = strlen(b);
    if (na > WORD_MAX || nb > WORD_MAX)
        return strcmp(a, b) == 0 ? 0 : (int)least((int)(na > nb ? na : nb), 1 << 20);
    int row[3][WORD_MAX + 1]; /* the row before last, the last, this one */
    int *older = row[0], *last = row[1], *now = row[2];
    for (size_t j = 0; j <= nb; j++) last[j] = older[j] = (int)j;
    for (size_t i = 1; i <= na; i++) {
        now[0] = (int)i;
        for (size_t j = 1; j <= nb; j++) {
            int change = last[j - 1] + (folded(a[i - 1]) != folded(b[j - 1]));
            now[j] = least(change, least(last[j], now[j - 1]) + 1);
            if (i > 1 && j > 1 && folded(a[i - 1]) == folded(b[j - 2]) &&
                folded(a[i - 2]) == folded(b[j - 1]))
                now[j] = least(now[j], older[j - 2] + 1);
        }
        int *free_row = older;
        older = last;
        last = now;
        now = free_row;
    }
    return last[nb];
}

const char *text_nearest(const char *word, const char *const *candidates, int n)
{
    int best = 1 + (int)(strlen(word) / 4) + 1;
    const char *found = NULL;
    bool is_unique = false;
    for (int i = 0; i < n; i++) {
        int d = text_distance(word, candidates[i]);
        if (d < best) {
            best = d;
            found = candidates[i];
            is_unique = true;
        } else if (d == best && found && strcmp(found, candidates[i]) != 0) {
            is_unique = false;
        }
    }
    return is_unique ? found : NULL;
}
