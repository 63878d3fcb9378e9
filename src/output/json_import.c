#include "output/json_import.h"

#include "base/file.h"
#include "base/version.h"
#include "output/json_tree.h"

static void add_files(cJSON *to, const struct import *im)
{
    cJSON *list = cJSON_AddArrayToObject(to, "files");
    for (int i = 0; i < im->n_file; i++) {
        const struct import_file *f = &im->file[i];
        char sha[SHA256_TEXT];
        sha256_text(f->s, f->n, sha);
        cJSON *o = cJSON_CreateObject();
        tree_text(o, "path", f->path, im->arena);
        tree_text(o, "sha256", sha, im->arena);
        tree_text(o, "what", f->what, im->arena);
        tree_number(o, "sections", f->n_section);
        tree_number(o, "estimated", f->n_estimated);
        tree_number(o, "left_out", f->n_left_out);
        cJSON_AddItemToArray(list, o);
    }
}

static cJSON *section_json(const struct import *im, const struct import_section *s)
{
    cJSON *o = cJSON_CreateObject();
    tree_text(o, "kind", im->kinds[s->kind].name, im->arena);
    tree_text(o, "name", s->name, im->arena);
    tree_text(o, "file", s->place.file, im->arena);
    tree_number(o, "line", s->place.line);
    cJSON *values = cJSON_AddObjectToObject(o, "values");
    for (int i = 0; i < s->n; i++) tree_text(values, s->value[i].key, s->value[i].text, im->arena);
    cJSON *estimated = cJSON_AddObjectToObject(o, "estimated");
    for (int i = 0; i < s->n; i++)
        if (s->value[i].basis) tree_text(estimated, s->value[i].key, s->value[i].basis, im->arena);
    return o;
}

static void add_left_out(cJSON *to, const struct import *im)
{
    cJSON *list = cJSON_AddArrayToObject(to, "left_out");
    for (int i = 0; i < im->n_left_out; i++) {
        const struct import_left_out *x = &im->left_out[i];
        cJSON *o = cJSON_CreateObject();
        tree_text(o, "name", x->name, im->arena);
        tree_text(o, "why", x->why, im->arena);
        tree_text(o, "file", x->place.file, im->arena);
        tree_number(o, "line", x->place.line);
        cJSON_AddItemToArray(list, o);
    }
}

static void add_warnings(cJSON *to, const struct import *im)
{
    const struct diags *ds = im->diags;
    cJSON *list = cJSON_AddArrayToObject(to, "warnings");
    for (int i = 0; i < ds->n; i++) {
        if (ds->item[i].severity != DIAG_WARNING) continue;
        cJSON *o = cJSON_CreateObject();
        tree_text(o, "text", message_text(im->arena, &ds->item[i].what, NULL), im->arena);
        tree_text(o, "file", ds->item[i].place.file, im->arena);
        tree_number(o, "line", ds->item[i].place.line);
        tree_number(o, "column", ds->item[i].place.col);
        cJSON_AddItemToArray(list, o);
    }
    tree_number(to, "warning_count", ds->n_warning);
}

bool json_import(const struct import *im, const char *importer, const char *output,
                 struct builder *out, struct diags *ds)
{
    cJSON *o = cJSON_CreateObject();
    tree_text(o, "schema", "dcplan.import/1", im->arena);
    tree_text(o, "version", DCPLAN_VERSION, im->arena);
    tree_text(o, "importer", importer, im->arena);
    tree_text(o, "output", output, im->arena);
    tree_number(o, "section_count", im->n);
    tree_number(o, "estimated_count", import_n_estimated(im));
    add_files(o, im);
    cJSON *list = cJSON_AddArrayToObject(o, "sections");
    for (int i = 0; i < im->n; i++) cJSON_AddItemToArray(list, section_json(im, im->section[i]));
    add_left_out(o, im);
    add_warnings(o, im);
    return tree_print(o, out, ds);
}
