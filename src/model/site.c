#include "model/site.h"

#include <math.h>
#include <string.h>

#include "model/check.h"

/* ---- assembling ------------------------------------------------------- */

/* A pattern makes several parts of one object. */
static int copies_of(int kind, const void *data)
{
    return kind == KIND_UPS && ((const struct ups *)data)->redundancy == REDUNDANCY_2N ? 2 : 1;
}

static void fill_bag(struct bag *b, int kind, const struct object_set *set, struct arena *a)
{
    size_t size = set->kinds[kind].size;
    for (int i = 0; i < set->n; i++)
        if (set->item[i].kind == kind) b->n += copies_of(kind, set->item[i].data);
    b->item = arena_make(a, size, (size_t)b->n);
    b->name = ARENA_ARRAY(a, const char *, (size_t)b->n);
    b->object = ARENA_ARRAY(a, const struct object *, (size_t)b->n);
    int at = 0;
    for (int i = 0; i < set->n; i++) {
        const struct object *o = &set->item[i];
        if (o->kind != kind) continue;
        int copies = copies_of(kind, o->data);
        for (int k = 0; k < copies; k++, at++) {
            memcpy((char *)b->item + (size_t)at * size, o->data, size);
            b->name[at] = copies == 1 ? o->name : arena_format(a, "%s#%d", o->name, k + 1);
            b->object[at] = o;
        }
    }
}

/* ---- linking ---------------------------------------------------------- */

struct link {
    struct site *site;
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

/* True when part `name` is what `wanted` names: itself, or one of its copies. */
static bool name_matches(const char *wanted, const char *name)
{
    size_t n = strlen(wanted);
    return !strncmp(wanted, name, n) && (name[n] == '\0' || name[n] == '#');
}

/* Adds every part that the written name stands for; returns how many. */
static int find_parts(struct link *l, const char *refs, const char *written, struct ref *out,
                      int cap)
{
    const struct kind *kinds = l->site->objects.kinds;
    int found = 0;
    for (int k = 0; k < N_KIND; k++) {
        if (!kind_allowed(refs, kinds[k].name)) continue;
        size_t n = strlen(kinds[k].name);
        const char *bare =
            !strncmp(written, kinds[k].name, n) && written[n] == '.' ? written + n + 1 : written;
        const struct bag *b = &l->site->of[k];
        for (int i = 0; i < b->n; i++) {
            if (!name_matches(bare, b->name[i])) continue;
            if (found < cap) out[found] = (struct ref){b->name[i], k, i};
            found++;
        }
    }
    return found;
}

/* The part may be there, only not of a kind that the key takes. */
static bool report_wrong_kind(struct link *l, const struct param *p, const char *written,
                              struct place where)
{
    for (int k = 0; k < N_KIND; k++) {
        struct ref any;
        const char *kind = l->site->objects.kinds[k].name;
        if (kind_allowed(p->refs, kind) || !find_parts(l, kind, written, &any, 1)) continue;
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

enum { REFS_CAP = 256 };

static void link_field(struct link *l, const struct param *p, void *item, struct place where)
{
    struct ref_list *list = (struct ref_list *)(void *)((char *)item + p->at);
    struct ref found[REFS_CAP];
    int n = 0;
    for (int i = 0; i < list->n; i++) {
        int got = find_parts(l, p->refs, list->ref[i].name, found + n, REFS_CAP - n);
        if (!got) report_missing(l, p, list->ref[i].name, where);
        if (n + got > REFS_CAP) {
            diag_error(l->ds, DIAG_INPUT, where, NULL, "'%s' names more than %d parts", p->key,
                       REFS_CAP);
            return;
        }
        n += got;
    }
    if (p->type == PARAM_REF && n > 1)
        diag_error(l->ds, DIAG_INPUT, where, "write kind.name", "'%s' names more than one part",
                   list->ref[0].name);
    struct ref *kept = ARENA_ARRAY(l->arena, struct ref, (size_t)n);
    if (n) memcpy(kept, found, (size_t)n * sizeof *found);
    *list = (struct ref_list){n, kept};
}

static void link_part(struct link *l, int kind, int index)
{
    const struct kind *k = &l->site->objects.kinds[kind];
    struct bag *b = &l->site->of[kind];
    void *item = (char *)b->item + (size_t)index * k->size;
    for (int i = 0; i < k->n_params; i++)
        if (k->params[i].type == PARAM_REF || k->params[i].type == PARAM_REFS)
            link_field(l, &k->params[i], item, b->object[index]->from[i].place);
}

/* ---- depth of the electrical tree --------------------------------------- */

static const int electrical_kinds[] = {KIND_PDU, KIND_UPS, KIND_TRANSFORMER, KIND_UTILITY};

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

/* Round by round from the utilities down; what a circle holds is never reached. */
static void find_depths(struct site *s, struct arena *a)
{
    bool has_changed = true;
    for (int k = 0; k < 4; k++) {
        struct bag *b = &s->of[electrical_kinds[k]];
        s->depth[electrical_kinds[k]] = ARENA_ARRAY(a, int, (size_t)b->n + 1);
        for (int i = 0; i < b->n; i++)
            s->depth[electrical_kinds[k]][i] = electrical_kinds[k] == KIND_UTILITY ? 0 : -1;
    }
    while (has_changed) {
        has_changed = false;
        for (int k = 0; k < 3; k++)
            for (int i = 0; i < s->of[electrical_kinds[k]].n; i++) {
                int *depth = &s->depth[electrical_kinds[k]][i];
                if (*depth >= 0) continue;
                *depth = depth_from(s, &site_part(s, electrical_kinds[k], i)->from);
                has_changed |= *depth >= 0;
            }
    }
}

int site_depth(const struct site *s, int kind, int index)
{
    return s->depth[kind] ? s->depth[kind][index] : -1;
}

/* 2N: each of the two systems has a source of its own when two are given. */
static void split_pattern_sources(struct site *s)
{
    struct bag *b = &s->of[KIND_UPS];
    struct ups *u = b->item;
    for (int i = 0; i < b->n; i++) {
        const char *mark = strrchr(b->name[i], '#');
        if (u[i].redundancy != REDUNDANCY_2N || !mark || u[i].part.from.n != 2) continue;
        u[i].part.from = (struct ref_list){1, &u[i].part.from.ref[mark[1] - '1']};
    }
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
    if (s->info->currency)
        s->currency = s->info->currency;
    else
        s->currency = s->tariff ? tariff_currency(s->tariff) : "";
    const struct climate *c =
        SITE_PART(s, KIND_CLIMATE, struct climate, s->info->climate.ref[0].index);
    double climate_m = c->file ? (double)NAN : c->altitude_m; /* the file has its own */
    s->altitude_m = isnan(s->info->altitude_m) ? climate_m : s->info->altitude_m;
}

bool site_make(struct site *out, const char *name, const struct object_set *objects,
               struct arena *a, struct diags *ds)
{
    int before = ds->n_error;
    *out = (struct site){.name = name, .objects = *objects};
    for (int k = 0; k < N_KIND; k++) fill_bag(&out->of[k], k, objects, a);
    struct link l = {out, a, ds};
    for (int k = 0; k < N_KIND; k++)
        for (int i = 0; i < out->of[k].n; i++) link_part(&l, k, i);
    if (ds->n_error > before) return false;
    split_pattern_sources(out);
    default_rooms(out, a);
    find_depths(out, a);
    find_singles(out);
    return check_site(out, ds) && ds->n_error == before;
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
        if (t->part.from.n && t->part.from.ref[0].kind == KIND_UTILITY)
            va += t->rated_va * t->part.count;
    }
    return va;
}

/* An amount in the site's currency, by the exchange rates it gives; NaN when
   there is no price or no rate. */
static double site_amount(const struct site *s, const struct money *m)
{
    if (!m->currency[0]) return (double)NAN;
    if (!strcmp(m->currency, s->currency)) return m->amount;
    for (int i = 0; i < s->of[KIND_FX].n; i++) {
        const struct fx *f = SITE_PART(s, KIND_FX, struct fx, i);
        if (!strcmp(s->of[KIND_FX].name[i], m->currency) && !strcmp(f->rate.currency, s->currency))
            return m->amount * f->rate.amount;
    }
    return (double)NAN;
}

static bool is_bought(int kind)
{
    return kind != KIND_SITE && kind != KIND_CLIMATE && kind != KIND_TARIFF && kind != KIND_FX &&
           kind != KIND_WORKLOAD && kind != KIND_UTILITY && kind != KIND_PSU;
}

double site_capex(const struct site *s, int *n_priced, int *n_missing)
{
    double sum = 0;
    *n_priced = *n_missing = 0;
    for (int k = 0; k < N_KIND; k++)
        for (int i = 0; is_bought(k) && i < s->of[k].n; i++) {
            const struct part *p = site_part(s, k, i);
            double amount = site_amount(s, &p->price);
            if (isnan(amount))
                ++*n_missing;
            else
                sum += amount * (p->count > 1 ? p->count : 1), ++*n_priced;
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
        for (int i = 0; is_bought(k) && i < s->of[k].n; i++)
            if (isnan(site_amount(s, &site_part(s, k, i)->price)))
                name[(*n)++] = site_part_name(s, k, i, a);
    return name;
}
