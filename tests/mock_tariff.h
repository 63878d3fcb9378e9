#ifndef DCPLAN_TESTS_MOCK_TARIFF_H
#define DCPLAN_TESTS_MOCK_TARIFF_H

/* A tariff made by hand as the one that a site made by hand pays. */

#include "model/kinds.h"
#include "model/site.h"

static inline void mock_tariff(struct site *s, struct tariff *t, struct provenance *from,
                               struct arena *a)
{
    struct object *o = ARENA_ARRAY(a, struct object, 1);
    const struct object **list = ARENA_ARRAY(a, const struct object *, 1);
    const char **name = ARENA_ARRAY(a, const char *, 1);
    *o = (struct object){.kind = KIND_TARIFF, .name = "t", .data = t, .from = from};
    *list = o;
    *name = o->name;
    s->objects = (struct object_set){.kinds = model_kinds(a), .n_kinds = N_KIND};
    s->of[KIND_TARIFF] = (struct bag){.n = 1, .item = t, .name = name, .object = list};
    s->tariff = t;
}

#endif
