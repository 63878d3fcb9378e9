#include "model/site.h"

#include <math.h>
#include <string.h>

#include "model/check.h"
#include "model/part_index.h"

/* ---- assembling ------------------------------------------------------- */

/* Group of racks at the end of each of each; -1: none. */
static int rack_of(const struct part_index *x, const struct part_entry *e)
{
    while (e->each >= 0) e = &x->by_object[e->each];
    return e->kind == KIND_RACK ? e->first : -1;
}

static void fill_bag(struct bag *b, int kind, const struct object_set *set,
                     const struct part_index *x, struct arena *a)
{
    size_t size = set->kinds[kind].size;
    for (int i = 0; i < set->n; i++)
        if (set->item[i].kind == kind) b->n += x->by_object[i].n;
    size_t n = (size_t)b->n;
    b->item = arena_make(a, size, n);
    b->name = ARENA_ARRAY(a, const char *, n);
    b->object = ARENA_ARRAY(a, const struct object *, n);
    b->copy = ARENA_ARRAY(a, struct copy, n);
    int at = 0;
    for (int i = 0; i < set->n; i++) {
        const struct object *o = &set->item[i];
        const struct part_entry *e = &x->by_object[i];
        if (o->kind != kind) continue;
        for (int k = 0; k < e->n; k++, at++) {
            memcpy((char *)b->item + (size_t)at * size, o->data, size);
            b->name[at] = part_copy_name(e, k, a);
            b->object[at] = o;
            b->copy[at] = (struct copy){k, e->n, rack_of(x, e), e->is_pooled};
        }
    }
}

/* ---- linking ---------------------------------------------------------- */

struct link {
    struct site *site;
    const struct part_index *index;
    struct arena *arena;
    struct diags *ds;
};

static bool kind_allowed(const char *refs, const char *kind)
{
    size_t n = strlen(kind);
    for (const char *p = refs; (p = strstr(p, kind)); p += n)
        if ((p == refs || p[-1] == ' ') && (p[n] == ' ' || p[n] == '\0')) return true;
    return false;
}

struct run { /* parts that one written name stands for */
    int kind, first, n;
    bool is_pooled; /* the name is of one copy of a pool */
};

/* Runs of every kind that the written name means; returns how many. */
static int find_runs(const struct link *l, const char *refs, const char *written,
                     struct run out[N_KIND])
{
    const struct kind *kinds = l->site->objects.kinds;
    int found = 0;
    for (int k = 0; k < N_KIND; k++) {
        struct run *r = &out[found];
        if (!kind_allowed(refs, kinds[k].name)) continue;
        r->kind = k;
        const struct part_entry *e = part_index_find(l->index, kinds, k, written, &r->first, &r->n);
        if (!e) continue;
        r->is_pooled = e->is_pooled && strchr(written, '#');
        found++;
    }
    return found;
}

/* The part may be there, only not of a kind that the key takes. */
static bool report_wrong_kind(struct link *l, const struct param *p, const char *written,
                              struct place where)
{
    struct run any[N_KIND];
    for (int k = 0; k < N_KIND; k++) {
        const char *kind = l->site->objects.kinds[k].name;
        if (kind_allowed(p->refs, kind) || !find_runs(l, kind, written, any)) continue;
        diag_error(l->ds, DIAG_INPUT, where,
                   arena_format(l->arena, "'%s' takes: %s", p->key, p->refs),
                   "'%s' is a %s, which cannot stand here", written, kind);
        return true;
    }
    return false;
}

static void report_missing(struct link *l, const struct param *p, const char *written,
                           struct place where)
{
    if (report_wrong_kind(l, p, written, where)) return;
    const char *name[64];
    int n = 0;
    for (int k = 0; k < N_KIND; k++)
        for (int i = 0; i < l->site->of[k].n && n < 64; i++)
            if (kind_allowed(p->refs, l->site->objects.kinds[k].name))
                name[n++] = arena_format(l->arena, "%s.%s", l->site->objects.kinds[k].name,
                                         l->site->of[k].name[i]);
    const char *near = text_nearest(written, name, n);
    const char *hint = near ? arena_format(l->arena, "did you mean '%s'?", near)
                            : arena_format(l->arena, "'%s' takes: %s", p->key, p->refs);
    diag_error(l->ds, DIAG_INPUT, where, hint, "there is no '%s'", written);
}

struct refs { /* being gathered */
    struct ref *ref;
    int n, cap;
};

static void add_ref(struct link *l, struct refs *r, int kind, int index)
{
    if (r->n == r->cap) {
        struct ref *more = ARENA_ARRAY(l->arena, struct ref, (size_t)r->cap * 2 + 4);
        if (r->n) memcpy(more, r->ref, (size_t)r->n * sizeof *more);
        r->ref = more;
        r->cap = r->cap * 2 + 4;
    }
    r->ref[r->n++] = (struct ref){l->site->of[kind].name[index], kind, index};
}

static bool has_ref(const struct refs *r, int kind, int index)
{
    for (int i = 0; i < r->n; i++)
        if (r->ref[i].kind == kind && r->ref[i].index == index) return true;
    return false;
}

/* Of as many parts as there are copies of this one, copy k means the k-th; not where one
   of the two is for each rack of a group: as many racks as systems are a coincidence. */
static void add_run(struct link *l, struct refs *r, const struct run *run, const struct copy *c)
{
    const struct copy *first = &l->site->of[run->kind].copy[run->first];
    bool is_own = c && c->n > 1 && run->n == c->n && first->rack == c->rack && !run->is_pooled;
    for (int i = 0; i < run->n; i++) {
        if (is_own && i != c->k) continue;
        if (!run->is_pooled || !has_ref(r, run->kind, run->first + i))
            add_ref(l, r, run->kind, run->first + i);
    }
}

/* ---- a pool -------------------------------------------------------------- */

static struct electrical *electrical_of(const struct link *l, int kind, int index)
{
    size_t size = l->site->objects.kinds[kind].size;
    char *item = (char *)l->site->of[kind].item + (size_t)index * size;
    return kind_is_electrical(kind) ? (struct electrical *)(void *)item : NULL;
}

/* Its sources are of a pool: they share the load, and the site says so. */
static void enter_pool(const struct link *l, int kind, int index)
{
    struct site *s = l->site;
    struct electrical *e = electrical_of(l, kind, index);
    if (e) e->share = SHARE_EQUAL;
    if (s->of[kind].copy[index].k > 0) return;
    if (!s->pooled) s->pooled = ARENA_ARRAY(l->arena, const char *, (size_t)s->objects.n + 1);
    s->pooled[s->n_pooled++] = arena_format(l->arena, "%s.%s", s->objects.kinds[kind].name,
                                            s->of[kind].object[index]->name);
}

/* ---- fields -------------------------------------------------------------- */

struct field { /* that is being linked */
    const struct param *p;
    const struct copy *copy;
    struct place where;
    const struct ref_list *list;
    bool is_standby;
    struct refs found;
};

/* A system in reserve carries nothing where there are other sources. */
static bool is_idle(const struct field *f, const struct run *run, const char *written)
{
    return run->is_pooled && !f->is_standby && f->list->n > 1 &&
           !strcmp(strrchr(written, '#'), "#reserve");
}

/* True when the name is of one copy of a pool. */
static bool link_name(struct link *l, struct field *f, const char *written)
{
    struct run run[N_KIND];
    const struct copy *c = f->p->type == PARAM_REFS ? f->copy : NULL;
    int n = find_runs(l, f->p->refs, written, run);
    bool is_pooled = false;
    if (!n && f->copy->k == 0) report_missing(l, f->p, written, f->where);
    if (n > 1 && f->copy->k == 0)
        diag_error(l->ds, DIAG_INPUT, f->where, "write kind.name",
                   "'%s' names parts of more than one kind", written);
    for (int k = 0; k < n; k++) {
        is_pooled |= run[k].is_pooled;
        if (!is_idle(f, &run[k], written)) add_run(l, &f->found, &run[k], c);
    }
    return is_pooled;
}

static void link_field(struct link *l, int kind, int index, int param)
{
    const struct kind *k = &l->site->objects.kinds[kind];
    struct bag *b = &l->site->of[kind];
    char *item = (char *)b->item + (size_t)index * k->size;
    struct ref_list *list = (struct ref_list *)(void *)(item + k->params[param].at);
    const struct electrical *e = electrical_of(l, kind, index);
    struct field f = {&k->params[param],
                      &b->copy[index],
                      b->object[index]->from[param].place,
                      list,
                      e && e->share == SHARE_STANDBY,
                      {0}};
    bool is_pooled = false;
    for (int i = 0; i < list->n && !(is_pooled && f.is_standby); i++) {
        bool is_one = link_name(l, &f, list->ref[i].name);
        is_pooled |= is_one && (i == 0 || !f.is_standby);
    }
    if (is_pooled) enter_pool(l, kind, index);
    if (f.p->type == PARAM_REF && f.found.n > 1)
        diag_error(l->ds, DIAG_INPUT, f.where, "write kind.name", "'%s' names more than one part",
                   list->ref[0].name);
    *list = (struct ref_list){f.found.n, f.found.ref};
}

static void link_part(struct link *l, int kind, int index)
{
    const struct kind *k = &l->site->objects.kinds[kind];
    for (int i = 0; i < k->n_params; i++) {
        const struct param *p = &k->params[i];
        if (p->type != PARAM_REF && p->type != PARAM_REFS) continue;
        if (!strcmp(p->key, "each")) continue; /* has been followed */
        link_field(l, kind, index, i);
    }
}

/* A copy takes one of the sources that are left: `blocks` gives neighbours the same,
   `turn` goes round; systems of a pattern take their own when each has one. */
static void pick_source(struct site *s, int kind, int index)
{
    const struct copy *c = &s->of[kind].copy[index];
    struct part *p = (struct part *)(void *)((char *)s->of[kind].item +
                                             (size_t)index * s->objects.kinds[kind].size);
    const struct electrical *e = (const struct electrical *)(const void *)p;
    int n = p->from.n, at;
    if (c->n < 2 || n < 2) return;
    if (e->sources == SOURCES_BLOCKS)
        at = (int)((long)c->k * n / c->n);
    else if (e->sources == SOURCES_TURN)
        at = c->k % n;
    else if (kind == KIND_UPS && n == c->n && c->rack < 0)
        at = c->k;
    else
        return;
    p->from = (struct ref_list){1, &p->from.ref[at]};
}

static void pick_sources(struct site *s)
{
    for (int k = 0; k < N_KIND; k++)
        for (int i = 0; kind_is_electrical(k) && i < s->of[k].n; i++) pick_source(s, k, i);
}

/* ---- depth of the electrical tree --------------------------------------- */

/* One more than the deepest source; -1 while a source is not known. */
static int depth_from(const struct site *s, const struct ref_list *from)
{
    int deepest = -1;
    for (int i = 0; i < from->n; i++) {
        int d = s->depth[from->ref[i].kind][from->ref[i].index];
        if (d < 0) return -1;
        if (d > deepest) deepest = d;
    }
    return from->n ? deepest + 1 : -1;
}

static bool is_root(int kind)
{
    return kind == KIND_UTILITY || kind == KIND_GENERATOR;
}

static bool find_depth(struct site *s, int kind, int index)
{
    int *depth = &s->depth[kind][index];
    if (*depth >= 0) return false;
    *depth = depth_from(s, &site_part(s, kind, index)->from);
    return *depth >= 0;
}

/* Round by round from the utilities down; what a circle holds is never reached. */
static void find_depths(struct site *s, struct arena *a)
{
    bool has_changed = true;
    for (int k = 0; k < N_KIND; k++) {
        if (!kind_is_electrical(k)) continue;
        s->depth[k] = ARENA_ARRAY(a, int, (size_t)s->of[k].n + 1);
        for (int i = 0; i < s->of[k].n; i++) s->depth[k][i] = is_root(k) ? 0 : -1;
    }
    while (has_changed) {
        has_changed = false;
        for (int k = 0; k < N_KIND; k++)
            for (int i = 0; kind_is_electrical(k) && i < s->of[k].n; i++)
                has_changed |= find_depth(s, k, i);
    }
}

int site_depth(const struct site *s, int kind, int index)
{
    return s->depth[kind] ? s->depth[kind][index] : -1;
}

/* A site with one room need not name it everywhere. */
static void default_room(struct site *s, struct ref_list *list, struct arena *a)
{
    if (list->n || s->of[KIND_ROOM].n != 1) return;
    struct ref *r = ARENA_ARRAY(a, struct ref, 1);
    *r = (struct ref){s->of[KIND_ROOM].name[0], KIND_ROOM, 0};
    *list = (struct ref_list){1, r};
}

static void default_rooms(struct site *s, struct arena *a)
{
    for (int i = 0; i < s->of[KIND_SERVER].n; i++)
        default_room(s, &((struct server *)s->of[KIND_SERVER].item)[i].room, a);
    for (int i = 0; i < s->of[KIND_RACK].n; i++)
        default_room(s, &((struct rack *)s->of[KIND_RACK].item)[i].room, a);
    for (int i = 0; i < s->of[KIND_CRAC].n; i++)
        default_room(s, &((struct crac *)s->of[KIND_CRAC].item)[i].air.serves, a);
    for (int i = 0; i < s->of[KIND_CRAH].n; i++)
        default_room(s, &((struct crah *)s->of[KIND_CRAH].item)[i].air.serves, a);
    for (int i = 0; i < s->of[KIND_AHU].n; i++)
        default_room(s, &((struct ahu *)s->of[KIND_AHU].item)[i].air.serves, a);
}

static void find_singles(struct site *s)
{
    s->info = s->of[KIND_SITE].item;
    s->title = s->info->title ? s->info->title : s->name;
    s->tariff = s->info->tariff.n
                    ? SITE_PART(s, KIND_TARIFF, struct tariff, s->info->tariff.ref[0].index)
                    : NULL;
    s->finance = s->of[KIND_FINANCE].n ? s->of[KIND_FINANCE].item : NULL;
    if (s->info->currency)
        s->currency = s->info->currency;
    else
        s->currency = s->tariff ? tariff_currency(s->tariff) : "";
    const struct climate *c =
        SITE_PART(s, KIND_CLIMATE, struct climate, s->info->climate.ref[0].index);
    double climate_m = c->file ? (double)NAN : c->altitude_m; /* the file has its own */
    s->altitude_m = isnan(s->info->altitude_m) ? climate_m : s->info->altitude_m;
}

bool site_make_pooled(struct site *out, const char *name, const struct object_set *objects,
                      const char *ups, struct arena *a, struct diags *ds)
{
    int before = ds->n_error;
    *out = (struct site){.name = name, .objects = *objects};
    struct part_index *x = ARENA_ARRAY(a, struct part_index, 1);
    part_index_make(x, objects, a, ds);
    if (ds->n_error > before) return false;
    if (ups) part_index_pool(x, objects, ups);
    for (int k = 0; k < N_KIND; k++) fill_bag(&out->of[k], k, objects, x, a);
    struct link l = {out, x, a, ds};
    for (int k = 0; k < N_KIND; k++)
        for (int i = 0; i < out->of[k].n; i++) link_part(&l, k, i);
    if (ds->n_error > before) return false;
    spots_link(out, x, a, ds);
    if (ds->n_error > before) return false;
    pick_sources(out);
    default_rooms(out, a);
    find_depths(out, a);
    find_singles(out);
    return check_site(out, ds) && ds->n_error == before;
}

bool site_make(struct site *out, const char *name, const struct object_set *objects,
               struct arena *a, struct diags *ds)
{
    return site_make_pooled(out, name, objects, NULL, a, ds);
}

const char *site_part_name(const struct site *s, int kind, int index, struct arena *a)
{
    return arena_format(a, "%s.%s", s->objects.kinds[kind].name, s->of[kind].name[index]);
}

double site_transformer_va(const struct site *s)
{
    double va = 0;
    for (int i = 0; i < s->of[KIND_TRANSFORMER].n; i++) {
        const struct transformer *t = site_transformer(s, i);
        if (t->e.part.from.n && t->e.part.from.ref[0].kind == KIND_UTILITY)
            va += t->e.rated_va * t->e.part.count;
    }
    return va;
}

double site_exchange(const struct site *s, const char *currency)
{
    if (!strcmp(currency, s->currency)) return 1;
    for (int i = 0; i < s->of[KIND_FX].n; i++) {
        const struct fx *f = SITE_PART(s, KIND_FX, struct fx, i);
        if (!strcmp(s->of[KIND_FX].name[i], currency) && !strcmp(f->rate.currency, s->currency))
            return f->rate.amount;
    }
    return (double)NAN;
}

double site_money(const struct site *s, const struct money *m)
{
    return m->currency[0] ? m->amount * site_exchange(s, m->currency) : (double)NAN;
}

double site_price(const struct site *s, const struct part *p)
{
    return site_money(s, &p->price);
}

double site_module_price(const struct site *s, int ups)
{
    const struct ups *u = site_ups(s, ups);
    double price = site_money(s, &u->module_price);
    return isnan(price) ? site_price(s, &u->e.part) / u->modules : price;
}

double site_pump_price(const struct site *s, int loop)
{
    return site_money(s, &site_loop(s, loop)->pump_price);
}

double site_unit_price(const struct site *s, int kind, int index)
{
    double price = site_price(s, site_part(s, kind, index));
    if (!isnan(price)) return price;
    if (kind == KIND_UPS) return site_ups(s, index)->modules * site_module_price(s, index);
    if (kind != KIND_LOOP) return price;
    int pumps = site_loop(s, index)->pumps;
    return (pumps > 0 ? pumps : 1) * site_pump_price(s, index);
}

double site_water_price(const struct site *s)
{
    return site_money(s, &s->info->water_price);
}

bool site_is_bought(int kind)
{
    return kind != KIND_SITE && kind != KIND_CLIMATE && kind != KIND_TARIFF && kind != KIND_FX &&
           kind != KIND_WORKLOAD && kind != KIND_UTILITY && kind != KIND_PSU &&
           kind < KIND_DEPLOYMENT;
}

int site_units(const struct site *s, int kind, int index)
{
    int n = 0, count = site_part(s, kind, index)->count;
    if (kind != KIND_BATTERY) return count > 1 ? count : 1;
    for (int i = 0; i < s->of[KIND_UPS].n; i++) {
        const struct ref_list *battery = &site_ups(s, i)->battery;
        n += battery->n && battery->ref[0].index == index;
    }
    return n > 1 ? n : 1;
}

double site_capex(const struct site *s, int *n_priced, int *n_missing)
{
    double sum = 0;
    *n_priced = *n_missing = 0;
    for (int k = 0; k < N_KIND; k++)
        for (int i = 0; site_is_bought(k) && i < s->of[k].n; i++) {
            double amount = site_unit_price(s, k, i);
            if (isnan(amount))
                ++*n_missing;
            else
                sum += amount * site_units(s, k, i), ++*n_priced;
        }
    return *n_priced ? sum : (double)NAN;
}

const char **site_unpriced(const struct site *s, int *n, struct arena *a)
{
    int n_priced, n_missing;
    site_capex(s, &n_priced, &n_missing);
    const char **name = ARENA_ARRAY(a, const char *, (size_t)n_missing + 1);
    *n = 0;
    for (int k = 0; k < N_KIND; k++)
        for (int i = 0; site_is_bought(k) && i < s->of[k].n; i++)
            if (isnan(site_unit_price(s, k, i))) name[(*n)++] = site_part_name(s, k, i, a);
    return name;
}
