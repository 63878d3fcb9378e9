#include "plan/study.h"

#include <string.h>

struct load_request study_request(const struct load_request *r, int more, struct arena *a)
{
    struct load_request q = *r;
    q.change = ARENA_ARRAY(a, struct load_change, (size_t)(r->n_change + more) + 1);
    if (r->n_change) memcpy(q.change, r->change, (size_t)r->n_change * sizeof *q.change);
    return q;
}

void study_set(struct load_request *q, const char *text)
{
    q->change[q->n_change++] = (struct load_change){CHANGE_SET, text};
}

void study_overlay(struct load_request *q, const char *text)
{
    q->change[q->n_change++] = (struct load_change){CHANGE_TEXT, text};
}

const char *study_error(const struct diags *ds, struct arena *a)
{
    for (int i = 0; i < ds->n && i < DIAG_STORED; i++)
        if (ds->item[i].severity == DIAG_ERROR) return message_text(a, &ds->item[i].what, NULL);
    return "no reason is known";
}
