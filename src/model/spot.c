#include "model/spot.h"

#include <math.h>
#include <string.h>

#include "model/site.h"

static bool count_read(struct text t, int *out)
{
    double x;
    if (!text_number(t, &x) || !(x >= 1 && x <= 1e6) || x != floor(x)) return false;
    *out = (int)x;
    return true;
}

/* "3" or "1-8". */
static bool range_read(struct text t, struct spot_text *out)
{
    bool is_range;
    struct text from, to = text_cut(t, '-', &from, &is_range);
    if (!count_read(text_trim(from), &out->first)) return false;
    out->last = out->first;
    return !is_range || (count_read(text_trim(to), &out->last) && out->last >= out->first);
}

static size_t last_of(struct text t, char c)
{
    size_t i = t.n;
    while (i > 0 && t.s[i - 1] != c) i--;
    return i; /* one after it; 0: there is none */
}

bool spot_read(struct text item, struct spot_text *out)
{
    size_t colon = last_of(item, ':');
    *out = (struct spot_text){0};
    if (colon < 2) return false;
    struct text rack = {item.s, colon - 1}, u = {item.s + colon, item.n - colon};
    if (!text_number(text_trim(u), &out->u) || !(out->u >= 1 && out->u <= 100)) return false;
    if (2 * out->u != floor(2 * out->u)) return false;
    size_t mark = last_of(rack, '#');
    if (mark && !range_read((struct text){rack.s + mark, rack.n - mark}, out)) return false;
    out->rack = text_trim((struct text){rack.s, mark ? mark - 1 : rack.n});
    return out->rack.n > 0;
}

const char *spot_print(const struct site *s, const struct spot *x, struct arena *a)
{
    char u[TEXT_NUMBER_CAP];
    const char *name = s->of[KIND_RACK].name[x->rack];
    if (site_rack(s, x->rack)->part.count != 1) return spot_print_numbered(s, x, a);
    return arena_format(a, "%s:%s", name, text_shortest(u, x->u));
}

const char *spot_print_numbered(const struct site *s, const struct spot *x, struct arena *a)
{
    char u[TEXT_NUMBER_CAP];
    const char *name = s->of[KIND_RACK].name[x->rack];
    return arena_format(a, "%s#%d:%s", name, x->unit + 1, text_shortest(u, x->u));
}
