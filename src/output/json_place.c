#include "output/json_place.h"

#include <math.h>

#include "output/json_tree.h"
#include "plan/plan_overlay.h"

static cJSON *add_item(cJSON *list)
{
    cJSON *o = cJSON_CreateObject();
    cJSON_AddItemToArray(list, o);
    return o;
}

static void add_places(cJSON *to, const struct placing_result *r, struct arena *a)
{
    cJSON *list = cJSON_AddArrayToObject(to, "places");
    const struct placement *p = &r->racks->placement;
    for (int v = 0; v < r->site->of[KIND_SERVER].n; v++) {
        int n;
        const struct server *of = site_server(r->site, v);
        const struct spot *spot = overlay_spots(p, r->site, v, &n, a);
        for (int i = 0; i < n; i++) {
            cJSON *o = add_item(list);
            tree_text(o, "server", site_part_name(r->site, KIND_SERVER, v, a), a);
            tree_text(o, "name", place_server_name(r->site, v, i, a), a);
            tree_text(o, "rack", place_rack_name(r->site, spot[i].rack, spot[i].unit, a), a);
            tree_number(o, "unit", of->height_u > 0 ? spot[i].u : (double)NAN);
            cJSON_AddBoolToObject(o, "fixed", i < of->spots.n);
        }
    }
}

static void add_racks(cJSON *to, const struct placing_result *r, struct arena *a)
{
    cJSON *list = cJSON_AddArrayToObject(to, "racks");
    for (int i = 0; i < r->n_rack; i++) {
        const struct placing_rack *x = &r->rack[i];
        cJSON *o = add_item(list);
        tree_text(o, "rack", place_rack_name(r->site, x->rack, x->unit, a), a);
        tree_number(o, "servers", x->servers);
        tree_number(o, "used_u", x->u);
        tree_number(o, "units_u", x->units_u);
        tree_number(o, "power_kw", x->power_w / 1000);
        tree_number(o, "power_limit_kw", x->limit_w / 1000);
        tree_number(o, "weight_kg", x->kg);
        tree_number(o, "weight_limit_kg", x->load_kg);
        tree_number(o, "centre_m", x->centre_m);
        tree_text(o, "fullest_feed", x->feed, a);
        tree_number(o, "fullest_feed_share", x->feed_frac);
    }
}

static void add_rest(cJSON *to, const struct placing_result *r, struct arena *a)
{
    cJSON *list = cJSON_AddArrayToObject(to, "unplaced");
    for (int i = 0; i < r->n_rest; i++) {
        const struct placing_rest *x = &r->rest[i];
        cJSON *o = add_item(list);
        tree_text(o, "server", site_part_name(r->site, KIND_SERVER, x->server, a), a);
        tree_number(o, "count", x->count);
        cJSON *reasons = cJSON_AddArrayToObject(o, "reasons");
        for (int k = 0; k < x->n_reason; k++) {
            cJSON *reason = add_item(reasons);
            tree_text(reason, "text", x->reason[k].text, a);
            tree_number(reason, "racks", x->reason[k].racks);
        }
    }
}

static void add_limits(cJSON *to, const struct placing_result *r, struct arena *a)
{
    cJSON *list = cJSON_AddArrayToObject(to, "limits");
    for (int i = 0; i < r->n_limit; i++) {
        const struct limit *x = &r->limit[i];
        cJSON *o = add_item(list);
        tree_text(o, "element", x->element, a);
        tree_text(o, "resource", x->resource, a);
        tree_text(o, "state", x->state, a);
        tree_number(o, "used", x->used);
        tree_number(o, "limit", x->limit);
        tree_text(o, "unit", x->unit, a);
        tree_number(o, "margin", x->margin);
    }
}

bool json_place(const struct placing_result *r, struct builder *out, struct diags *ds)
{
    struct arena *a = out->arena;
    struct result head = {.site_name = r->site->name,
                          .input = r->loaded->input,
                          .n_input = r->loaded->n_input,
                          .override = r->loaded->override,
                          .n_override = r->loaded->n_override};
    cJSON *o = cJSON_CreateObject();
    tree_head(o, "dcplan.place/1", &head, a);
    cJSON_AddBoolToObject(o, "ok", r->ok);
    tree_text(o, "method", placing_words[r->method], a);
    tree_number(o, "wanted", r->wanted);
    tree_number(o, "placed", r->placed);
    tree_number(o, "fixed", r->fixed);
    tree_number(o, "wanted_kw", r->wanted_w / 1000);
    tree_number(o, "placed_kw", r->placed_w / 1000);
    tree_number(o, "worth", r->packing.worth);
    tree_number(o, "bound", r->packing.bound);
    tree_number(o, "gap", placing_gap(r));
    cJSON_AddBoolToObject(o, "optimal", r->packing.is_optimal);
    cJSON_AddBoolToObject(o, "stopped", r->packing.hit_limit);
    tree_number(o, "broken", r->n_broken);
    add_rest(o, r, a);
    add_racks(o, r, a);
    add_places(o, r, a);
    add_limits(o, r, a);
    return tree_print(o, out, ds);
}
