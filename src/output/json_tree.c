#include "output/json_tree.h"

#include <math.h>

#include "base/version.h"
#include "output/typeset.h"

cJSON *tree_value(double x)
{
    char text[TEXT_NUMBER_CAP];
    return isfinite(x) ? cJSON_CreateRaw(text_shortest(text, x)) : cJSON_CreateNull();
}

void tree_number(cJSON *to, const char *key, double x)
{
    cJSON_AddItemToObject(to, key, tree_value(x));
}

void tree_text(cJSON *to, const char *key, const char *s, struct arena *a)
{
    cJSON_AddItemToObject(to, key,
                          s ? cJSON_CreateString(typeset_clean(a, s)) : cJSON_CreateNull());
}

void tree_names(cJSON *to, const char *key, const char *const *name, int n, struct arena *a)
{
    cJSON *list = cJSON_AddArrayToObject(to, key);
    for (int i = 0; i < n; i++)
        cJSON_AddItemToArray(list, cJSON_CreateString(typeset_clean(a, name[i])));
}

static void add_inputs(cJSON *to, const struct result *r, struct arena *a)
{
    cJSON *list = cJSON_AddArrayToObject(to, "inputs");
    for (int i = 0; i < r->n_input; i++) {
        cJSON *item = cJSON_CreateObject();
        tree_text(item, "path", r->input[i].path, a);
        tree_text(item, "sha256", r->input[i].sha256, a);
        cJSON_AddItemToArray(list, item);
    }
    list = cJSON_AddArrayToObject(to, "overrides");
    for (int i = 0; i < r->n_override; i++)
        cJSON_AddItemToArray(list, cJSON_CreateString(typeset_clean(a, r->override[i])));
}

void tree_head(cJSON *to, const char *schema, const struct result *r, struct arena *a)
{
    tree_text(to, "schema", schema, a);
    tree_text(to, "version", DCPLAN_VERSION, a);
    tree_text(to, "site", r->site_name, a);
    add_inputs(to, r, a);
}

bool tree_print(cJSON *o, struct builder *out, struct diags *ds)
{
    char *text = cJSON_Print(o);
    cJSON_Delete(o);
    if (!text) {
        diag_error(ds, DIAG_OUTPUT, (struct place){0}, NULL, "no memory for the JSON document");
        return false;
    }
    builder_text(out, text);
    builder_text(out, "\n");
    cJSON_free(text);
    return true;
}
