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

static void add(struct diags *ds, enum severity severity, enum diag_class class,
                struct place where, const char *hint, const char *format, va_list args)
{
    if (severity == DIAG_ERROR)
        ds->n_error++;
    else
        ds->n_warning++;
    struct diag *d = slot(ds);
    if (!d) return;
    where.file = copy(ds->arena, where.file);
    *d = (struct diag){.severity = severity,
                       .class = class,
                       .place = where,
                       .what = message_make(ds->arena, format, args),
                       .hint = copy(ds->arena, hint)};
}

void diag_error(struct diags *ds, enum diag_class class, struct place where, const char *hint,
                const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add(ds, DIAG_ERROR, class, where, hint, format, args);
    va_end(args);
}

void diag_warning(struct diags *ds, enum diag_class class, struct place where, const char *hint,
                  const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add(ds, DIAG_WARNING, class, where, hint, format, args);
    va_end(args);
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
