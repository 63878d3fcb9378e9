#include <string.h>

#include "cli/print.h"
#include "model/kinds.h"
#include "model/load.h"
#include "output/json.h"

static const char *text_of_key(const struct object_set *set, const struct object *o,
                               const char *key, struct arena *a)
{
    const struct kind *k = &set->kinds[o->kind];
    for (int i = 0; i < k->n_params; i++)
        if (!strcmp(k->params[i].key, key)) {
            const char *s = param_print(&k->params[i], o->data, a);
            return s ? s : "";
        }
    return "";
}

enum { SOURCE_SHOWN = 76 };

/* All models, or those of one kind; the whole source stands in the model itself. */
static void list_models(struct builder *b, const struct object_set *set, int only, struct arena *a)
{
    for (int k = 0; k < set->n_kinds; k++)
        for (int i = 0; i < set->n; i++) {
            if (set->item[i].kind != k || (only >= 0 && k != only)) continue;
            const char *source = text_of_key(set, &set->item[i], "source", a);
            size_t n = strlen(source) > SOURCE_SHOWN ? text_utf8_prefix(source, SOURCE_SHOWN) : 0;
            builder_format(b, "%-12s %-28s %.*s%s\n", set->kinds[k].name, set->item[i].name,
                           n ? (int)n : (int)strlen(source), source, n ? "..." : "");
        }
}

static int show_models(struct builder *b, const struct object_set *set, const char *name,
                       struct arena *a, struct diags *ds)
{
    int found = 0;
    const char **names = ARENA_ARRAY(a, const char *, (size_t)set->n + 1);
    for (int i = 0; i < set->n; i++) {
        const struct object *o = &set->item[i];
        const char *full = arena_format(a, "%s.%s", set->kinds[o->kind].name, o->name);
        names[i] = o->name;
        if (strcmp(o->name, name) && strcmp(full, name)) continue;
        builder_format(b, "%s; %s:%d\n%s", found++ ? "\n" : "", o->place.file, o->place.line,
                       object_print(set, o, a));
    }
    if (found) return EXIT_DONE;
    const char *near = text_nearest(name, names, set->n);
    diag_error(ds, DIAG_INPUT, (struct place){0},
               near ? arena_format(a, "did you mean '%s'?", near) : "dcplan models lists them",
               "there is no model '%s'", name);
    return EXIT_INPUT;
}

int cmd_models(const struct args *x, struct arena *a, struct diags *ds)
{
    struct object_set set;
    struct builder b = builder_new(a);
    if (!load_catalogue(args_models(x, NULL, a), &set, a, ds)) return print_failure(ds);
    int code = EXIT_DONE, only = x->n_word ? kind_find(set.kinds, set.n_kinds, x->word[0]) : -1;
    if (x->n_word && only < 0)
        code = show_models(&b, &set, x->word[0], a, ds);
    else
        list_models(&b, &set, only, a);
    if (!code && x->is_on[OPTION_JSON]) {
        b = builder_new(a);
        if (!json_models(&set, only, x->n_word && only < 0 ? x->word[0] : NULL, &b, ds))
            return EXIT_OUTPUT;
    }
    return code ? code : print_out(&b, ds);
}

/* ---- params ------------------------------------------------------------ */

static const char *type_text(const struct param *p, struct arena *a)
{
    static const char *const names[] = {
        [PARAM_REAL] = "number", [PARAM_COUNT] = "count",    [PARAM_FLAG] = "yes or no",
        [PARAM_WORD] = "word",   [PARAM_TEXT] = "text",      [PARAM_REF] = "name",
        [PARAM_REFS] = "names",  [PARAM_REALS] = "numbers",  [PARAM_CURVE] = "x: y pairs",
        [PARAM_TEXTS] = "texts", [PARAM_HOURS] = "hours",    [PARAM_DATE] = "date",
        [PARAM_MONEY] = "money", [PARAM_VOLTAGE] = "voltage"};
    if (p->type != PARAM_WORD) return names[p->type];
    struct builder b = builder_new(a);
    for (int i = 0; p->words[i]; i++) builder_format(&b, "%s%s", i ? " | " : "", p->words[i]);
    return b.s;
}

static const char *bounds_text(const struct param *p, struct arena *a)
{
    char lo[TEXT_NUMBER_CAP], hi[TEXT_NUMBER_CAP];
    bool is_number = p->type == PARAM_REAL || p->type == PARAM_COUNT || p->type == PARAM_REALS ||
                     p->type == PARAM_MONEY;
    if (!is_number || (p->min == 0 && p->max == 0)) return "";
    return arena_format(a, "%s to %s", text_shortest(lo, p->min), text_shortest(hi, p->max));
}

static void list_params(struct builder *b, const struct kind *k, struct arena *a)
{
    builder_format(b, "[%s%s] %s\n", k->name, k->flags & KIND_SINGLE ? "" : " NAME", k->doc);
    for (int i = 0; i < k->n_params; i++) {
        const struct param *p = &k->params[i];
        const char *def = p->def == PARAM_REQUIRED ? "(required)" : p->def ? p->def : "-";
        if (strlen(def) > 24) def = arena_format(a, "%.21s...", def);
        builder_format(b, "  %-20s %-12s %-24s %-14s %s%s%s\n", p->key,
                       p->unit && *p->unit ? p->unit : "-", def, bounds_text(p, a), p->doc,
                       p->type == PARAM_REAL ? "" : ": ",
                       p->type == PARAM_REAL ? "" : type_text(p, a));
    }
}

/* Index of the kind, or -1 with an error. */
static int named_kind(const struct kind *kinds, const char *name, struct arena *a, struct diags *ds)
{
    int k = kind_find(kinds, N_KIND, name);
    if (k >= 0) return k;
    const char *names[N_KIND];
    for (int i = 0; i < N_KIND; i++) names[i] = kinds[i].name;
    const char *near = text_nearest(name, names, N_KIND);
    diag_error(ds, DIAG_INPUT, (struct place){0},
               near ? arena_format(a, "did you mean '%s'?", near) : "dcplan params lists all",
               "there is no kind '%s'", name);
    return -1;
}

int cmd_params(const struct args *x, struct arena *a, struct diags *ds)
{
    const struct kind *kinds = model_kinds(a);
    struct builder b = builder_new(a);
    int only = x->n_word ? named_kind(kinds, x->word[0], a, ds) : -1;
    if (x->n_word && only < 0) return EXIT_INPUT;
    if (x->is_on[OPTION_JSON]) {
        if (!json_params(kinds, N_KIND, only, &b, ds)) return EXIT_OUTPUT;
    } else
        for (int k = 0; k < N_KIND; k++)
            if (only < 0 || k == only) list_params(&b, &kinds[k], a);
    return print_out(&b, ds);
}
