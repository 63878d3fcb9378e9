#include "output/json_headroom.h"

#include <math.h>
#include <string.h>

#include "output/json_tree.h"
#include "output/typeset.h"

static void add_limits(cJSON *to, const char *key, const struct headroom *h, const struct limit *l,
                       int n, struct arena *a)
{
    cJSON *list = cJSON_AddArrayToObject(to, key);
    for (int i = 0; i < n; i++) {
        cJSON *o = cJSON_CreateObject();
        tree_text(o, "class", constraint_words[constraint_of(h->own->site, &l[i])], a);
        tree_text(o, "element", l[i].element, a);
        tree_text(o, "resource", l[i].resource, a);
        tree_text(o, "state", l[i].state, a);
        tree_number(o, "used", l[i].used);
        tree_number(o, "limit", l[i].limit);
        tree_text(o, "unit", l[i].unit, a);
        tree_text(o, "note", l[i].note, a);
        cJSON_AddItemToArray(list, o);
    }
}

/* Each overlay by its lines. */
static void add_overlays(cJSON *to, const char *const *text, int n, struct arena *a)
{
    cJSON *list = cJSON_AddArrayToObject(to, "overlays");
    for (int i = 0; i < n; i++) {
        cJSON *lines = cJSON_CreateArray();
        for (const char *p = text[i]; *p;) {
            size_t k = strcspn(p, "\n");
            cJSON_AddItemToArray(lines, cJSON_CreateString(typeset_clean(a, arena_text(a, p, k))));
            p += k + (p[k] == '\n');
        }
        cJSON_AddItemToArray(list, lines);
    }
}

static void add_fit(cJSON *o, const struct headroom *h, const struct headroom_fit *f,
                    struct arena *a)
{
    tree_number(o, "more", f->is_known ? f->n : (double)NAN);
    cJSON_AddBoolToObject(o, "endless", f->is_endless);
    tree_number(o, "more_racks", f->racks);
    cJSON_AddBoolToObject(o, "racks_filled_less", f->is_derated);
    tree_text(o, "error", f->error, a);
    add_limits(o, "binds", h, f->bind, f->n_bind, a);
}

static void add_price(cJSON *o, const struct headroom_price *p, struct arena *a)
{
    tree_number(o, "price", p->amount);
    tree_number(o, "price_known", p->known);
    tree_text(o, "unpriced", p->unpriced, a);
}

static void add_places(cJSON *to, const struct headroom *h, struct arena *a)
{
    cJSON *list = cJSON_AddArrayToObject(to, "places");
    for (int i = 0; i < h->n_place; i++) {
        const struct headroom_place *p = &h->place[i];
        cJSON *o = cJSON_CreateObject();
        tree_text(o, "first_rack", p->first, a);
        tree_text(o, "last_rack", p->last, a);
        tree_number(o, "racks", p->racks);
        tree_number(o, "servers_each", p->servers);
        tree_number(o, "lowest_unit", p->u);
        cJSON_AddItemToArray(list, o);
    }
}

static void add_offers(cJSON *to, const struct headroom *h, struct arena *a)
{
    cJSON *list = cJSON_AddArrayToObject(to, "offers");
    for (int i = 0; i < h->n_offer; i++) {
        const struct headroom_offer *x = &h->offer[i];
        cJSON *o = cJSON_CreateObject();
        tree_text(o, "kind", offer_words[x->kind], a);
        tree_text(o, "what", x->what, a);
        cJSON_AddBoolToObject(o, "possible", x->is_possible);
        cJSON_AddBoolToObject(o, "helps", x->helps);
        tree_number(o, "share", x->share);
        tree_number(o, "at_once", x->at_once < 0 ? (double)NAN : x->at_once);
        add_fit(o, h, &x->fit, a);
        add_price(o, &x->price, a);
        add_overlays(o, x->text, x->n_text, a);
        cJSON_AddItemToArray(list, o);
    }
}

static void add_rungs(cJSON *to, const struct headroom *h, struct arena *a)
{
    cJSON *list = cJSON_AddArrayToObject(to, "unlocks");
    for (int i = 0; i < h->n_rung; i++) {
        const struct headroom_rung *x = &h->rung[i];
        cJSON *o = cJSON_CreateObject();
        tree_text(o, "what", x->what, a);
        add_fit(o, h, &x->fit, a);
        tree_number(o, "unlocked_kw", x->more_w / 1000);
        add_price(o, &x->price, a);
        tree_number(o, "price_per_kw", x->price_per_kw);
        add_overlays(o, x->text, x->n_text, a);
        cJSON_AddItemToArray(list, o);
    }
    tree_text(to, "unlocks_end", h->rungs_end, a);
}

static void add_ladder(cJSON *to, const struct headroom *h, struct arena *a)
{
    cJSON *list = cJSON_AddArrayToObject(to, "ladder");
    for (int i = 0; i < h->n_ladder; i++) {
        const struct ladder_row *x = &h->ladder[i];
        cJSON *o = cJSON_CreateObject();
        tree_text(o, "class", constraint_words[x->by], a);
        tree_number(o, "it_kw", x->it_w / 1000);
        cJSON_AddBoolToObject(o, "does_not_grow", x->is_flat);
        cJSON_AddBoolToObject(o, "broken", x->is_broken);
        cJSON_AddBoolToObject(o, "counted", x->is_counted);
        tree_text(o, "limit", x->words, a);
        cJSON_AddItemToArray(list, o);
    }
}

static void add_strands(cJSON *to, const struct headroom *h, struct arena *a)
{
    const struct strands *x = &h->strands;
    cJSON *o = cJSON_AddObjectToObject(to, "rack_power_kw");
    tree_number(o, "rated", x->rated_w / 1000);
    tree_number(o, "used", x->used_w / 1000);
    tree_number(o, "free", x->free_w / 1000);
    tree_number(o, "usable", x->usable_w / 1000);
    tree_number(o, "racks_without_rating", x->n_unrated);
    cJSON *list = cJSON_AddArrayToObject(o, "stranded");
    for (int i = 0; i < x->n; i++) {
        cJSON *row = cJSON_CreateObject();
        tree_text(row, "by", x->row[i].words, a);
        tree_number(row, "kw", x->row[i].w / 1000);
        cJSON_AddItemToArray(list, row);
    }
}

bool json_headroom(const struct headroom *h, struct builder *out, struct diags *ds)
{
    struct arena *a = out->arena;
    cJSON *o = cJSON_CreateObject();
    tree_head(o, "dcplan.headroom/1", h->own, a);
    tree_text(o, "currency", h->own->currency, a);
    tree_text(o, "server", h->server, a);
    tree_text(o, "section", h->section, a);
    tree_text(o, "wired_as", h->wired_as, a);
    tree_number(o, "servers", h->has);
    tree_number(o, "each_kw", h->each_w / 1000);
    tree_number(o, "it_kw", h->it_w / 1000);
    tree_number(o, "asked", h->asked < 0 ? (double)NAN : h->asked);
    cJSON_AddBoolToObject(o, "fits", h->fits);
    tree_text(o, "verdict", h->verdict, a);
    add_fit(o, h, &h->fit, a);
    add_overlays(o, h->text, h->n_text, a);
    add_limits(o, "broken_as_it_is", h, h->broken, h->n_broken, a);
    add_places(o, h, a);
    add_offers(o, h, a);
    add_rungs(o, h, a);
    add_ladder(o, h, a);
    add_strands(o, h, a);
    return tree_print(o, out, ds);
}
