#include "base/diag.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

struct diags diags_new(struct arena *a)
{
    return (struct diags){.arena = a};
}

static const char *copy(struct arena *a, const char *s)
{
    return s ? arena_text(a, s, strlen(s)) : NULL;
}

static const char *number_text(struct arena *a, double x)
{
    char out[TEXT_NUMBER_CAP];
    if (isnan(x)) return "nan";
    if (isinf(x)) return x > 0 ? "infinite" : "-infinite";
    return copy(a, text_shortest(out, x));
}

static struct message message_make(struct arena *a, const char *format, va_list args)
{
    struct message m = {.format = format};
    for (const char *s = format; (s = strchr(s, '%')) != NULL; s += 2) {
        if (s[1] == '%') continue;
        assert(s[1] == 's' || s[1] == 'd' || s[1] == 'g');
        assert(m.n_arg < DIAG_ARGS);
        const char *text = "";
        if (s[1] == 's') {
            const char *given = va_arg(args, const char *);
            text = copy(a, given ? given : "");
        } else if (s[1] == 'd') {
            text = arena_format(a, "%d", va_arg(args, int));
        } else {
            text = number_text(a, va_arg(args, double));
        }
        m.arg[m.n_arg++] = text;
    }
    return m;
}

static struct diag *slot(struct diags *ds)
{
    if (ds->n >= DIAG_STORED) return NULL;
    if (ds->n == ds->cap) {
        int cap = ds->cap ? 2 * ds->cap : 8;
        struct diag *item = ARENA_ARRAY(ds->arena, struct diag, (size_t)cap);
        if (ds->n) memcpy(item, ds->item, (size_t)ds->n * sizeof *item);
        ds->item = item;
        ds->cap = cap;
    }
    return &ds->item[ds->n++];
}

/* Counts, and gives the place to write to; NULL when the list is full. */
static struct diag *add(struct diags *ds, enum severity severity, enum diag_class class,
                        struct place where, const char *hint)
{
    if (severity == DIAG_ERROR)
        ds->n_error++;
    else
        ds->n_warning++;
    struct diag *d = slot(ds);
    if (!d) return NULL;
    where.file = copy(ds->arena, where.file);
    *d = (struct diag){
        .severity = severity, .class = class, .place = where, .hint = copy(ds->arena, hint)};
    return d;
}

void diag_error(struct diags *ds, enum diag_class class, struct place where, const char *hint,
                const char *format, ...)
{
    struct diag *d = add(ds, DIAG_ERROR, class, where, hint);
    va_list args;
    va_start(args, format);
    if (d) d->what = message_make(ds->arena, format, args);
    va_end(args);
}

void diag_warning(struct diags *ds, enum diag_class class, struct place where, const char *hint,
                  const char *format, ...)
{
    struct diag *d = add(ds, DIAG_WARNING, class, where, hint);
    va_list args;
    va_start(args, format);
    if (d) d->what = message_make(ds->arena, format, args);
    va_end(args);
}

void diag_add(struct diags *ds, enum severity severity, enum diag_class class, struct place where,
              const char *hint, const struct message *m)
{
    struct diag *d = add(ds, severity, class, where, hint);
    if (!d) return;
    d->what = *m;
    for (int i = 0; i < m->n_arg; i++) d->what.arg[i] = copy(ds->arena, m->arg[i]);
}

static bool same_file(const struct diag *a, const struct diag *b)
{
    if (!a->place.file || !b->place.file) return a->place.file == b->place.file;
    return strcmp(a->place.file, b->place.file) == 0;
}

static bool stands_after(const struct diag *a, const struct diag *b)
{
    if (a->place.line != b->place.line) return a->place.line > b->place.line;
    return a->place.col > b->place.col;
}

/* Insertion: each goes back to the last of its file that does not stand after
   it, or stays at the end when its file is new. */
void diags_sort(struct diags *ds, int first)
{
    for (int i = first + 1; i < ds->n; i++) {
        struct diag d = ds->item[i];
        int to = i;
        for (int k = i - 1; k >= first; k--) {
            if (!same_file(&ds->item[k], &d)) continue;
            if (to == i) to = k + 1;
            if (!stands_after(&ds->item[k], &d)) break;
            to = k;
        }
        memmove(&ds->item[to + 1], &ds->item[to], (size_t)(i - to) * sizeof d);
        ds->item[to] = d;
    }
}

const char *message_text(struct arena *a, const struct message *m,
                         const char *(*translate)(const char *format))
{
    const char *s = translate ? translate(m->format) : m->format;
    struct builder b = builder_new(a);
    int k = 0;
    while (*s) {
        size_t n = strcspn(s, "%");
        builder_add(&b, s, n);
        s += n;
        if (*s == '\0') break;
        if (s[1] == '%')
            builder_add(&b, "%", 1);
        else if (k < m->n_arg)
            builder_text(&b, m->arg[k++]);
        s += s[1] ? 2 : 1;
    }
    return b.s;
}
