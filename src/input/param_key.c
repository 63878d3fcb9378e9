#include <string.h>

#include "input/param.h"

/* Fields as bytes, to be compared; lengths go first, so that one field cannot look like two. */

static void add(struct builder *b, const void *s, size_t n)
{
    builder_add(b, s, n);
}

static void add_doubles(struct builder *b, const double *v, int n)
{
    add(b, &n, sizeof n);
    if (n) add(b, v, (size_t)n * sizeof *v);
}

static void add_text(struct builder *b, const char *s)
{
    size_t n = s ? strlen(s) + 1 : 0; /* none is not the empty one */
    add(b, &n, sizeof n);
    if (n) add(b, s, n);
}

static void add_texts(struct builder *b, const struct text_list *l)
{
    add(b, &l->n, sizeof l->n);
    for (int i = 0; i < l->n; i++) add_text(b, l->s[i]);
}

static void add_refs(struct builder *b, const struct ref_list *l)
{
    add(b, &l->n, sizeof l->n);
    for (int i = 0; i < l->n; i++) add_text(b, l->ref[i].name);
}

static void add_points(struct builder *b, const struct points *p)
{
    add_doubles(b, p->x, p->n);
    add_doubles(b, p->y, p->n);
}

static void add_money(struct builder *b, const struct money *m)
{
    add(b, &m->amount, sizeof m->amount);
    add(b, m->currency, sizeof m->currency);
}

static void add_voltage(struct builder *b, const struct voltage *v)
{
    int basis = (int)v->basis;
    add(b, &v->v, sizeof v->v);
    add(b, &basis, sizeof basis);
}

void param_key(const struct param *p, const void *object, struct builder *out)
{
    const void *field = (const char *)object + p->at;
    switch (p->type) {
    case PARAM_REAL: add(out, field, sizeof(double)); break;
    case PARAM_COUNT:
    case PARAM_WORD: add(out, field, sizeof(int)); break;
    case PARAM_FLAG: add(out, field, sizeof(bool)); break;
    case PARAM_TEXT: add_text(out, *(const char *const *)field); break;
    case PARAM_REF:
    case PARAM_REFS: add_refs(out, field); break;
    case PARAM_REALS:
        add_doubles(out, ((const struct reals *)field)->v, ((const struct reals *)field)->n);
        break;
    case PARAM_TEXTS: add_texts(out, field); break;
    case PARAM_CURVE: add_points(out, field); break;
    case PARAM_HOURS: add(out, field, sizeof(struct hours)); break;
    case PARAM_DATE: add(out, field, sizeof(struct date)); break;
    case PARAM_MONEY: add_money(out, field); break;
    case PARAM_VOLTAGE: add_voltage(out, field); break;
    }
}

static size_t size_of(const struct param *p)
{
    switch (p->type) {
    case PARAM_REAL: return sizeof(double);
    case PARAM_COUNT:
    case PARAM_WORD: return sizeof(int);
    case PARAM_FLAG: return sizeof(bool);
    case PARAM_TEXT: return sizeof(const char *);
    case PARAM_REF:
    case PARAM_REFS: return sizeof(struct ref_list);
    case PARAM_REALS: return sizeof(struct reals);
    case PARAM_TEXTS: return sizeof(struct text_list);
    case PARAM_CURVE: return sizeof(struct points);
    case PARAM_HOURS: return sizeof(struct hours);
    case PARAM_DATE: return sizeof(struct date);
    case PARAM_MONEY: return sizeof(struct money);
    case PARAM_VOLTAGE: return sizeof(struct voltage);
    }
    return 0;
}

void param_copy(const struct param *p, void *to, const void *from)
{
    memcpy((char *)to + p->at, (const char *)from + p->at, size_of(p));
}
