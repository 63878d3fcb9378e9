#include "output/json_elevations.h"

#include <math.h>

#include "output/json_tree.h"

bool json_elevation_edit(const struct elevation_edit *e, const struct result *r, const char *file,
                         const char *output, struct builder *out, struct diags *ds)
{
    cJSON *o = cJSON_CreateObject();
    struct arena *a = out->arena;
    tree_head(o, "dcplan.elevations-edit/1", r, a);
    tree_text(o, "file", file, a);
    tree_text(o, "output", output, a);
    tree_number(o, "same_count", e->n_same);
    tree_number(o, "moved_count", e->n_moved);
    tree_number(o, "added_count", e->n_added);
    tree_number(o, "removed_count", e->n_removed);
    tree_number(o, "renamed_count", e->n_renamed);
    cJSON *list = cJSON_AddArrayToObject(o, "changes");
    for (int i = 0; i < e->n; i++) {
        const struct elevation_change *c = &e->change[i];
        cJSON *x = cJSON_CreateObject();
        tree_text(x, "what", elevation_change_words[c->what], a);
        tree_text(x, "name", c->name, a);
        tree_text(x, "from", c->from, a);
        tree_text(x, "to", c->to, a);
        tree_number(x, "line", c->line ? c->line : (double)NAN);
        cJSON_AddItemToArray(list, x);
    }
    return tree_print(o, out, ds);
}

static cJSON *row_json(const struct site *s, const struct elevation_row *x, struct arena *a)
{
    static const char *const keys[N_EL] = {
        [EL_RACK] = "rack",       [EL_NUMBER] = "number",     [EL_U] = "u",
        [EL_HEIGHT] = "height_u", [EL_SERVER] = "server",     [EL_MODEL] = "model",
        [EL_NAME] = "name",       [EL_MAXIMUM] = "maximum_w", [EL_WEIGHT] = "weight_kg",
        [EL_FEEDS] = "feeds",     [EL_FIXED] = "fixed",
    };
    cJSON *o = cJSON_CreateObject();
    for (int c = 0; c < N_EL; c++) {
        double number;
        const char *text = elevation_cell(s, x, (enum elevation_column)c, &number, a);
        if (c == EL_FIXED)
            cJSON_AddBoolToObject(o, keys[c], x->is_fixed);
        else if (text)
            tree_text(o, keys[c], text, a);
        else
            tree_number(o, keys[c], number);
    }
    return o;
}

bool json_elevations(const struct elevations *e, const struct result *r, struct builder *out,
                     struct diags *ds)
{
    cJSON *o = cJSON_CreateObject();
    tree_head(o, "dcplan.elevations/1", r, out->arena);
    cJSON *list = cJSON_AddArrayToObject(o, "servers");
    for (int i = 0; i < e->n; i++)
        cJSON_AddItemToArray(list, row_json(r->site, &e->row[i], out->arena));
    return tree_print(o, out, ds);
}
