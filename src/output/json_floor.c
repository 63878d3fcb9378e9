#include "output/json_floor.h"

#include <math.h>

#include "plan/aisles.h"
#include "plan/fabric_find.h"

void json_aisles(cJSON *to, const struct result *r, int room, struct arena *a)
{
    cJSON *list = cJSON_AddArrayToObject(to, "aisles");
    for (int i = 0; r->aisles && i < r->aisles->n; i++) {
        const struct aisle *x = &r->aisles->aisle[i];
        if (x->room != room) continue;
        cJSON *o = cJSON_CreateObject();
        tree_text(o, "kind", aisle_words[x->kind], a);
        tree_number(o, "width_m", x->width_m);
        tree_number(o, "x0_m", x->box.x0_m);
        tree_number(o, "y0_m", x->box.y0_m);
        tree_number(o, "x1_m", x->box.x1_m);
        tree_number(o, "y1_m", x->box.y1_m);
        tree_number(o, "fronts", x->fronts);
        tree_number(o, "backs", x->backs);
        cJSON_AddItemToArray(list, o);
    }
}

static cJSON *switch_json(const struct fabric_switch *x, const struct result *r, struct arena *a)
{
    cJSON *o = cJSON_CreateObject();
    tree_text(o, "name", place_server_name(r->site, x->server, x->k, a), a);
    tree_number(o, "rail", x->rail + 1);
    tree_number(o, "links", x->links);
    return o;
}

static cJSON *fabric_json(const struct fabric_use *x, const struct result *r, struct arena *a)
{
    cJSON *o = cJSON_CreateObject();
    tree_text(o, "name", x->name, a);
    tree_number(o, "servers", x->servers);
    tree_number(o, "links", x->links);
    tree_number(o, "unconnected", x->unconnected);
    tree_number(o, "rails", x->rails);
    tree_number(o, "switches", x->n_switch);
    tree_number(o, "switches_needed", x->needed);
    tree_number(o, "copper_links", x->copper);
    tree_number(o, "optical_links", x->optical);
    tree_number(o, "links_of_unknown_length", x->unknown);
    tree_number(o, "cable_m", isnan(x->longest_m) ? (double)NAN : x->total_m);
    tree_number(o, "longest_m", x->longest_m);
    cJSON_AddBoolToObject(o, "longest_is_proved", x->is_proved);
    tree_text(o, "longest_from", x->longest_from, a);
    tree_text(o, "longest_to", x->longest_to, a);
    cJSON *list = cJSON_AddArrayToObject(o, "ends");
    for (int i = 0; i < x->n_switch; i++) cJSON_AddItemToArray(list, switch_json(&x->sw[i], r, a));
    return o;
}

void json_fabrics(cJSON *to, const struct result *r, struct arena *a)
{
    cJSON *list = cJSON_AddArrayToObject(to, "fabrics");
    for (int i = 0; r->fabrics && i < r->fabrics->n; i++)
        cJSON_AddItemToArray(list, fabric_json(&r->fabrics->item[i], r, a));
}
