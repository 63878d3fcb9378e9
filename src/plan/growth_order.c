#include "plan/growth_order.h"

#include <math.h>
#include <string.h>

#include "plan/headroom_case.h"

static const double day_s = 86400, slack = 1e-9;
static const double better = 1e-5; /* of a margin: less is rounding */

/* ---- which block enlarges what --------------------------------------------------- */

static bool is_called(const struct site *s, int kind, int index, const char *element)
{
    const char *word = s->objects.kinds[kind].name;
    size_t n = strlen(word);
    return !strncmp(element, word, n) && element[n] == '.' &&
           !strcmp(element + n + 1, s->of[kind].object[index]->name);
}

static bool refers(const struct site *s, const struct ref_list *l, const struct ref *part)
{
    for (int i = 0; i < l->n; i++)
        if (l->ref[i].kind == part->kind &&
            s->of[part->kind].object[l->ref[i].index] == s->of[part->kind].object[part->index])
            return true;
    return false;
}

static int index_of(const struct site *s, int kind, const char *element)
{
    for (int i = 0; i < s->of[kind].n; i++)
        if (is_called(s, kind, i, element)) return i;
    return -1;
}

static const struct ref_list *room_served(const struct site *s, const struct ref *part)
{
    switch (part->kind) {
    case KIND_CRAC: return &site_crac(s, part->index)->air.serves;
    case KIND_CRAH: return &site_crah(s, part->index)->air.serves;
    case KIND_AHU: return &site_ahu(s, part->index)->air.serves;
    default: return NULL;
    }
}

static bool is_its_own(const struct site *s, int block, const struct growth_name *name)
{
    const struct ref *part = &site_block(s, block)->of.ref[0];
    return is_called(s, part->kind, part->index, name->element);
}

/* Of another section, which it serves. */
static bool helps_out(const struct site *s, int block, const struct growth_name *name)
{
    const struct ref *part = &site_block(s, block)->of.ref[0];
    int index = name->kind >= 0 ? index_of(s, name->kind, name->element) : -1;
    if (index < 0) return false;
    if (name->kind == KIND_SERVER && part->kind == KIND_RACK)
        return !strcmp(name->resource, growth_places) &&
               refers(s, &site_server(s, index)->rack, part);
    if (name->kind == KIND_SERVER && part->kind == KIND_CDU)
        return refers(s, &site_server(s, index)->cdu, part);
    if (name->kind == KIND_LOOP)
        return !strcmp(name->resource, "supply temperature") &&
               refers(s, &site_loop(s, index)->rejects_to, part);
    const struct ref_list *served = room_served(s, part);
    return name->kind == KIND_ROOM && served && served->n && served->ref[0].index == index;
}

static bool is_useless(const struct growth_walk *w, int block, int name)
{
    for (int i = 0; i < w->n_useless; i++)
        if (w->useless[i][0] == block && w->useless[i][1] == name) return true;
    return false;
}

static int first_block(const struct growth_walk *w, int name,
                       bool (*serves)(const struct site *, int, const struct growth_name *))
{
    const struct site *s = w->c->s;
    for (int b = 0; b < w->n_block; b++)
        if (w->ordered[b] < site_block(s, b)->part.count && !is_useless(w, b, name) &&
            serves(s, b, &w->c->name[name]))
            return b;
    return -1;
}

static int block_for(const struct growth_walk *w, int name)
{
    int own = first_block(w, name, is_its_own);
    return own >= 0 ? own : first_block(w, name, helps_out);
}

/* ---- what is wanted in a month ------------------------------------------------------ */

struct want {
    int block, name;
};

static bool is_wanted(const struct want *want, int n, int block)
{
    for (int i = 0; i < n; i++)
        if (want[i].block == block) return true;
    return false;
}

/* One of each block that a broken limit asks for, the tightest first. */
static int choose(const struct growth_walk *w, const struct growth_case *x, struct want *want)
{
    int n = 0;
    for (int i = 0; i < x->n_row; i++) {
        int b = x->row[i].is_broken ? block_for(w, x->row[i].name) : -1;
        if (b >= 0 && !is_wanted(want, n, b)) want[n++] = (struct want){b, x->row[i].name};
    }
    return n;
}

static bool helps(const struct growth_case *x, const struct growth_case *y, int name)
{
    const struct growth_row *was = growth_row_of(x, name), *is = growth_row_of(y, name);
    if (!y->is_known) return false;
    return !is || !is->is_broken || is->margin > was->margin + better;
}

static void *grown(struct arena *a, const void *old, int n, int *cap, size_t size)
{
    *cap = *cap ? 2 * *cap : 16;
    void *more = arena_make(a, size, (size_t)*cap);
    if (n) memcpy(more, old, (size_t)n * size);
    return more;
}

static void note_breaks(struct growth_walk *w, const struct growth_case *x, int month)
{
    for (int i = 0; i < x->n_row; i++) {
        int k = 0;
        if (!x->row[i].is_broken) continue;
        while (k < w->n_break && w->broken[k].name != x->row[i].name) k++;
        if (k < w->n_break) continue;
        if (w->n_break == w->cap_break)
            w->broken = grown(w->a, w->broken, w->n_break, &w->cap_break, sizeof *w->broken);
        w->broken[w->n_break++] = (struct growth_break){x->row[i].name, month, x->row[i].words};
    }
}

static void note_useless(struct growth_walk *w, const struct want *x)
{
    if (w->n_useless == w->cap_useless)
        w->useless = grown(w->a, w->useless, w->n_useless, &w->cap_useless, sizeof *w->useless);
    w->useless[w->n_useless][0] = x->block;
    w->useless[w->n_useless++][1] = x->name;
}

/* ---- orders ------------------------------------------------------------------------- */

static const char *adds_words(const struct site *s, int block, struct arena *a)
{
    const struct growth_block *b = site_block(s, block);
    char number[TEXT_NUMBER_CAP];
    double w = b->of.ref[0].kind == KIND_LOOP ? b->adds_heat_w : b->adds_power_w;
    if (b->of.ref[0].kind == KIND_LOOP || b->of.ref[0].kind == KIND_UTILITY)
        return arena_format(a, "%s kW", text_fixed(number, w / 1000, 0, true));
    return arena_format(a, "%d %s%s", b->adds, b->of.ref[0].kind == KIND_UPS ? "module" : "unit",
                        b->adds == 1 ? "" : "s");
}

/* Of a block without a price, that of what it adds: modules in each system, units in each copy,
   racks with what stands in each.  NaN where a part of it has none, and of connections and loops,
   which are not bought by the unit. */
static double added_price(const struct site *s, const struct growth_block *b, struct arena *a)
{
    const struct ref *part = &b->of.ref[0];
    if (part->kind == KIND_LOOP || part->kind == KIND_UTILITY) return (double)NAN;
    if (part->kind == KIND_RACK) return racks_price(s, part->index, b->adds, a).amount;
    double price = part->kind == KIND_UPS ? site_module_price(s, part->index)
                                          : site_unit_price(s, part->kind, part->index);
    int copies = 0;
    for (int i = 0; i < s->of[part->kind].n; i++)
        copies += s->of[part->kind].object[i] == s->of[part->kind].object[part->index];
    return b->adds * copies * price;
}

static void date_order(const struct growth_walk *w, const struct growth_block *b,
                       struct growth_order *o)
{
    struct date site = w->c->s->info->part.date, first = date_of_month(w->first + o->needed);
    long now = date_days(site), need = date_days(first);
    if (need < now) need = now;
    o->in_use = o->needed;
    if (isnan(b->lead_s)) {
        o->use = date_of_days(need);
        return;
    }
    long lead = (long)ceil((b->lead_s + b->install_s) / day_s - slack), use = now + lead;
    o->order = date_of_days(need - lead);
    o->late_days = use > need ? use - need : 0;
    o->use = date_of_days(o->late_days ? use : need);
    if (o->late_days) o->in_use = date_month(o->use) + (o->use.day > 1) - w->first;
}

static void note_order(struct growth_walk *w, const struct want *x, int month)
{
    const struct site *s = w->c->s;
    const struct growth_block *b = site_block(s, x->block);
    const struct ref *part = &b->of.ref[0];
    const struct growth_name *name = &w->c->name[x->name];
    if (w->n_order == w->cap_order)
        w->order = grown(w->a, w->order, w->n_order, &w->cap_order, sizeof *w->order);
    int k = 0;
    for (int i = 0; i < w->n_order; i++) k += w->order[i].block == x->block;
    struct growth_order *o = &w->order[w->n_order++];
    *o = (struct growth_order){
        .block = x->block,
        .k = k,
        .name = s->of[KIND_BLOCK].name[x->block],
        .part = arena_format(w->a, "%s.%s", s->objects.kinds[part->kind].name,
                             s->of[part->kind].object[part->index]->name),
        .adds = adds_words(s, x->block, w->a),
        .resource = arena_format(w->a, "%s %s", name->element, name->resource),
        .needed = month,
        .price = site_price(s, &b->part)};
    if (!b->part.price.currency[0]) {
        o->price = added_price(s, b, w->a);
        o->is_part_price = !isnan(o->price);
    }
    date_order(w, b, o);
}

/* ---- the walk ------------------------------------------------------------------------- */

typedef const struct growth_case *finder(struct growth_cases *, const int *, const int *);

/* Adds what is wanted and keeps what helps; the case with that. */
static const struct growth_case *add(struct growth_walk *w, finder *find,
                                     const struct growth_case *x, const struct want *want, int n,
                                     int month)
{
    bool all_help = true;
    for (int i = 0; i < n; i++) w->ordered[want[i].block]++;
    const struct growth_case *y = find(w->c, w->held[month], w->ordered);
    for (int i = 0; i < n; i++) {
        if (!y || helps(x, y, want[i].name)) {
            note_order(w, &want[i], month);
            continue;
        }
        w->ordered[want[i].block]--;
        note_useless(w, &want[i]);
        all_help = false;
    }
    return all_help ? y : find(w->c, w->held[month], w->ordered);
}

/* Adds until nothing is broken or nothing helps; the case with which it began. */
static const struct growth_case *settle(struct growth_walk *w, finder *find, int month)
{
    struct want *want = ARENA_ARRAY(w->a, struct want, (size_t)w->n_block + 1);
    const struct growth_case *first = find(w->c, w->held[month], w->ordered), *x = first;
    while (x && x->n_broken) {
        note_breaks(w, x, month);
        int n = choose(w, x, want);
        if (!n) break;
        x = add(w, find, x, want, n, month);
    }
    return first;
}

static bool has_rack_block(const struct growth_walk *w)
{
    for (int b = 0; b < w->n_block; b++)
        if (site_block(w->c->s, b)->of.ref[0].kind == KIND_RACK) return true;
    return false;
}

static void put_into_use(struct growth_walk *w, int month)
{
    w->in_use[month] = ARENA_ARRAY(w->a, int, (size_t)w->n_block + 1);
    for (int i = 0; i < w->n_order; i++)
        if (w->order[i].in_use <= month) w->in_use[month][w->order[i].block]++;
    w->held_as[month] = growth_case_find(w->c, w->held[month], w->in_use[month]);
    w->runs_as[month] = growth_case_find(w->c, w->runs[month], w->in_use[month]);
    note_breaks(w, w->held_as[month], month);
}

void growth_walk_run(struct growth_walk *w)
{
    size_t n = (size_t)w->n;
    w->n_block = w->c->s->of[KIND_BLOCK].n;
    w->ordered = ARENA_ARRAY(w->a, int, (size_t)w->n_block + 1);
    w->in_use = ARENA_ARRAY(w->a, int *, n);
    w->before = ARENA_ARRAY(w->a, const struct growth_case *, n);
    w->held_as = ARENA_ARRAY(w->a, const struct growth_case *, n);
    w->runs_as = ARENA_ARRAY(w->a, const struct growth_case *, n);
    bool has_racks = has_rack_block(w);
    for (int i = 0; i < w->n; i++) {
        if (has_racks) w->before[i] = settle(w, growth_case_places, i);
        const struct growth_case *all = settle(w, growth_case_find, i);
        if (!w->before[i]) w->before[i] = all;
        put_into_use(w, i);
    }
}
