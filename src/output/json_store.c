#include "output/json_store.h"

#include "base/version.h"
#include "output/json_tree.h"
#include "output/typeset.h"

static cJSON *open_document(const char *schema, struct arena *a)
{
    cJSON *o = cJSON_CreateObject();
    tree_text(o, "schema", schema, a);
    tree_text(o, "version", DCPLAN_VERSION, a);
    return o;
}

static void add_brief(cJSON *o, const struct store_study *y, struct arena *a)
{
    tree_number(o, "study", y->id);
    tree_text(o, "command", y->command, a);
    tree_text(o, "site", y->site, a);
    tree_text(o, "title", y->title, a);
    tree_text(o, "program", y->version, a);
    tree_number(o, "points", y->n_point);
    tree_number(o, "done", y->n_done - y->n_failed);
    tree_number(o, "failed", y->n_failed);
    cJSON_AddBoolToObject(o, "complete", y->is_complete);
}

bool json_store_list(const struct store_study *study, int n, struct builder *out, struct diags *ds)
{
    cJSON *o = open_document("dcplan.studies/1", out->arena);
    cJSON *list = cJSON_AddArrayToObject(o, "studies");
    for (int i = 0; i < n; i++) {
        cJSON *one = cJSON_CreateObject();
        add_brief(one, &study[i], out->arena);
        cJSON_AddItemToArray(list, one);
    }
    return tree_print(o, out, ds);
}

static void add_lines(cJSON *o, const char *key, const char *text, struct arena *a)
{
    cJSON *list = cJSON_AddArrayToObject(o, key);
    bool more = true;
    for (struct text line, rest = text_of(text); more;) {
        rest = text_cut(rest, '\n', &line, &more);
        cJSON_AddItemToArray(list,
                             cJSON_CreateString(typeset_clean(a, arena_text(a, line.s, line.n))));
    }
}

static void add_asked(cJSON *o, const struct store_study *y, struct arena *a)
{
    add_lines(o, "definition", y->definition, a);
    cJSON *list = cJSON_AddArrayToObject(o, "inputs");
    for (int i = 0; i < y->n_input; i++) {
        cJSON *one = cJSON_CreateObject();
        tree_text(one, "path", y->input[i].path, a);
        tree_text(one, "sha256", y->input[i].sha256, a);
        cJSON_AddItemToArray(list, one);
    }
    tree_names(o, "overrides", y->override, y->n_override, a);
    list = cJSON_AddArrayToObject(o, "variables");
    for (int v = 0; v < y->n_variable; v++) {
        cJSON *one = cJSON_CreateObject();
        tree_text(one, "key", y->variable[v].key, a);
        tree_text(one, "unit", *y->variable[v].unit ? y->variable[v].unit : NULL, a);
        cJSON_AddItemToArray(list, one);
    }
}

bool json_store_show(const struct stored *s, const struct stored_spread *spread, int n_spread,
                     struct builder *out, struct diags *ds)
{
    struct arena *a = out->arena;
    const struct store_study *y = s->study;
    cJSON *o = open_document("dcplan.study/1", a);
    add_brief(o, y, a);
    tree_text(o, "date", *y->date ? y->date : NULL, a);
    tree_text(o, "currency", *y->currency ? y->currency : NULL, a);
    tree_text(o, "hash", y->hash, a);
    add_asked(o, y, a);
    cJSON *list = cJSON_AddArrayToObject(o, "outcomes");
    for (int i = 0; i < n_spread; i++) {
        const struct stored_spread *r = &spread[i];
        cJSON *one = cJSON_CreateObject();
        tree_text(one, "key", outcome_row(r->outcome)->key, a);
        tree_text(one, "unit", study_unit(&s->table, r->outcome, a), a);
        tree_number(one, "n", r->n);
        tree_number(one, "least", r->least);
        tree_number(one, "p10", r->p10);
        tree_number(one, "p50", r->p50);
        tree_number(one, "p90", r->p90);
        tree_number(one, "most", r->most);
        tree_number(one, "mean", r->mean);
        cJSON_AddItemToArray(list, one);
    }
    return tree_print(o, out, ds);
}
