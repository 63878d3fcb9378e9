#include "plan/tco_source.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static bool is_named(const struct ref_list *list, int index)
{
    for (int i = 0; i < list->n; i++)
        if (list->ref[i].index == index) return true;
    return false;
}

/* Offers and tariffs that nothing names are not counted with. */
static bool is_counted(const struct site *s, int kind, int index)
{
    const struct finance *f = s->finance;
    switch (kind) {
    case KIND_CLOUD: return is_named(&f->cloud, index);
    case KIND_COLO: return is_named(&f->colo, index);
    case KIND_TARIFF: return s->tariff == SITE_PART(s, KIND_TARIFF, struct tariff, index);
    case KIND_BLOCK:
    case KIND_JOB: return false;
    default: return true;
    }
}

static bool says_placeholder(const char *text)
{
    return text && (strstr(text, "placeholder") || strstr(text, "Placeholder"));
}

/* The field of a key that most sections have; NULL where the kind lacks it. */
static const void *field(const struct kind *k, const void *data, const char *key)
{
    for (int i = 0; i < k->n_params; i++)
        if (!strcmp(k->params[i].key, key)) return (const char *)data + k->params[i].at;
    return NULL;
}

static const char *text_field(const struct kind *k, const void *data, const char *key)
{
    const char *const *text = field(k, data, key);
    return text ? *text : NULL;
}

/* Imports name in the note what their list did not tell: "estimated: provider, egress_price". */
static bool says_estimated(const char *note, const char *key)
{
    static const char head[] = "estimated: ";
    const char *at = note ? strstr(note, head) : NULL;
    size_t n = strlen(key);
    if (!at) return false;
    for (at += sizeof head - 1; *at && *at != ';';) {
        size_t length = strcspn(at, ",;");
        if (length == n && !strncmp(at, key, n)) return true;
        at += length;
        at += strspn(at, ", ");
    }
    return false;
}

static void describe(struct tco_source *x, const struct kind *k, const void *data)
{
    const struct date *date = field(k, data, "date");
    x->source = text_field(k, data, "source");
    if (date) x->date = *date;
    const char *note = text_field(k, data, "note");
    x->is_placeholder =
        says_placeholder(x->source) || says_placeholder(note) || says_estimated(note, x->key);
}

/* Parts of a pattern have one section. */
static bool is_new(const struct site *s, int kind, int index)
{
    for (int i = 0; i < index; i++)
        if (s->of[kind].object[i] == s->of[kind].object[index]) return false;
    return true;
}

static void add_section(struct tco_answer *t, int kind, int index, int *cap, struct arena *a)
{
    const struct site *s = t->result->site;
    const struct kind *k = &s->objects.kinds[kind];
    const struct object *o = s->of[kind].object[index];
    const void *data = (const char *)s->of[kind].item + (size_t)index * k->size;
    for (int i = 0; i < k->n_params; i++) {
        const struct param *p = &k->params[i];
        if (p->type != PARAM_MONEY) continue;
        const struct money *m = (const void *)((const char *)data + p->at);
        if (isnan(m->amount) || !m->currency[0]) continue;
        if (t->n_source == *cap) {
            struct tco_source *more = ARENA_ARRAY(a, struct tco_source, 2 * (size_t)*cap);
            memcpy(more, t->source, (size_t)*cap * sizeof *more);
            t->source = more;
            *cap *= 2;
        }
        struct tco_source *x = &t->source[t->n_source++];
        const char *name = o->name[0] ? arena_format(a, "%s.%s", k->name, o->name) : k->name;
        *x = (struct tco_source){.object = name,
                                 .key = p->key,
                                 .value = param_print(p, data, a),
                                 .spread = param_print_spread(p, data, &o->from[i], a)};
        describe(x, k, data);
        t->n_placeholder += x->is_placeholder;
        t->n_undated += x->date.year == 0;
        t->n_unspread += x->spread[0] == '\0';
    }
}

static long day_of(struct date d)
{
    return d.year ? (d.year * 12L + d.month) * 31 + d.day : 1000000000;
}

static int by_date(const void *x, const void *y)
{
    const struct tco_source *a = x, *b = y;
    long d = day_of(a->date) - day_of(b->date);
    if (d) return d < 0 ? -1 : 1;
    int order = strcmp(a->object, b->object);
    return order ? order : strcmp(a->key, b->key);
}

static void add_missing(struct tco_answer *t, const char *words)
{
    t->missing[t->n_missing++] = words;
}

static bool has_amount(const struct site *s, const struct cost *c)
{
    const struct money *price[] = {&c->part.price,   &c->price_kw,          &c->price_kw_month,
                                   &c->price_server, &c->price_accelerator, &c->price_rack,
                                   &c->price_month,  &c->price_kwh};
    for (size_t i = 0; i < sizeof price / sizeof *price; i++)
        if (!isnan(site_money(s, price[i]))) return true;
    return !isnan(c->share_frac);
}

static bool lacks_rate(const struct site *s, const struct money *m)
{
    return m->currency[0] && isnan(site_money(s, m));
}

/* What colocation has no sum without. */
static bool colo_lacks_price(const struct site *s, const struct colo *c)
{
    return isnan(site_money(s, &c->price_kw_month)) || lacks_rate(s, &c->power_price) ||
           lacks_rate(s, &c->part.price);
}

static void find_missing(struct tco_answer *t, struct arena *a)
{
    const struct site *s = t->result->site;
    const struct ref_list *colo = &s->finance->colo;
    int n, costs = s->of[KIND_COST].n;
    const char **part = site_unpriced(s, &n, a);
    int n_open = (int)grid_number(t->tco->grid, "n_open", GRID_CONSTANT);
    t->missing =
        ARENA_ARRAY(a, const char *, (size_t)(n + n_open + costs + colo->n + t->n_offer + 2));
    /* First, as nothing that runs has a cost without it. */
    if (!s->tariff)
        add_missing(t, "electricity (the site names no tariff)");
    else if (isnan(t->result->bill->year_cost))
        add_missing(t, "electricity (the bill has no price)");
    for (int i = 0; i < n; i++) add_missing(t, part[i]);
    for (int i = 1; i <= n_open; i++) {
        const char *name = grid_label(t->tco->grid, arena_format(a, "open_%d", i));
        if (!strncmp(name, "block.", 6) || !strcmp(name, "water")) add_missing(t, name);
    }
    for (int i = 0; i < costs; i++)
        if (!has_amount(s, site_cost(s, i))) add_missing(t, site_part_name(s, KIND_COST, i, a));
    for (int i = 0; i < colo->n; i++)
        if (colo_lacks_price(s, site_colo(s, colo->ref[i].index)))
            add_missing(t, site_part_name(s, KIND_COLO, colo->ref[i].index, a));
    for (int k = 0; k < t->n_offer; k++)
        if (isnan(t->offer[k].npv))
            add_missing(t,
                        arena_format(a, "cloud.%s, or what it charges for data", t->offer[k].name));
}

void tco_source_find(struct tco_answer *t, struct arena *a)
{
    const struct site *s = t->result->site;
    int cap = 64;
    t->source = ARENA_ARRAY(a, struct tco_source, (size_t)cap);
    for (int k = 0; k < N_KIND; k++)
        for (int i = 0; i < s->of[k].n; i++)
            if (is_counted(s, k, i) && is_new(s, k, i)) add_section(t, k, i, &cap, a);
    qsort(t->source, (size_t)t->n_source, sizeof *t->source, by_date);
    find_missing(t, a);
}
