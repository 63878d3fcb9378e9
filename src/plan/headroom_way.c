#include <math.h>
#include <string.h>

#include "plan/headroom_case.h"

/* ---- what a name stands for ----------------------------------------------------- */

static const char *bare(const char *name)
{
    return !strncmp(name, "server.", 7) ? name + 7 : name;
}

static int section_named(const struct site *s, const char *name)
{
    for (int i = 0; i < s->of[KIND_SERVER].n; i++)
        if (!strcmp(s->of[KIND_SERVER].name[i], name)) return i;
    return -1;
}

static double section_w(const struct site *s, int i)
{
    const struct server *v = site_server(s, i);
    return v->part.count * v->power_maximum_w;
}

/* The largest by power, of those that `takes` allows; -1: none. */
static int section_using(const struct site *s, const char *model)
{
    int best = -1;
    for (int i = 0; i < s->of[KIND_SERVER].n; i++) {
        const char *use = s->of[KIND_SERVER].object[i]->use;
        if (model && (!use || strcmp(use, model))) continue;
        if (best < 0 || section_w(s, i) > section_w(s, best)) best = i;
    }
    return best;
}

/* With racks before without, cooled alike before not, the largest first. */
static int section_like(const struct site *s, const struct server *model)
{
    int best = -1, best_rank = -1;
    for (int i = 0; i < s->of[KIND_SERVER].n; i++) {
        const struct server *v = site_server(s, i);
        bool is_alike = (v->liquid_capture_frac > 0) == (model->liquid_capture_frac > 0);
        int rank = 2 * (v->rack.n > 0) + is_alike;
        if (rank < best_rank || (rank == best_rank && section_w(s, i) <= section_w(s, best)))
            continue;
        best = i;
        best_rank = rank;
    }
    return best;
}

static const struct object *find_model(const struct object_set *models, const char *name)
{
    for (int i = 0; i < models->n; i++)
        if (models->item[i].kind == KIND_SERVER && !strcmp(models->item[i].name, name))
            return &models->item[i];
    return NULL;
}

/* ---- a section of a model -------------------------------------------------------- */

static const char *const wiring[] = {"room", "rack", "from",   "workload",         "cords",
                                     "plug", "cdu",  "fabric", "airflow_direction"};

/* The keys that say where a section stands and hangs, as the site gives them. */
static void copy_wiring(const struct site *s, int section, bool is_liquid, const char *rack,
                        struct builder *b)
{
    const struct object *o = s->of[KIND_SERVER].object[section];
    const struct kind *k = &s->objects.kinds[KIND_SERVER];
    for (size_t w = 0; w < sizeof wiring / sizeof *wiring; w++)
        for (int j = 0; j < k->n_params; j++) {
            const struct param *p = &k->params[j];
            if (strcmp(p->key, wiring[w])) continue;
            if (o->from[j].origin == ORIGIN_DEFAULT || o->from[j].origin == ORIGIN_MODEL) continue;
            if (!strcmp(p->key, "cdu") && !is_liquid) continue;
            const char *value = param_print(p, o->data, b->arena);
            if (rack && !strcmp(p->key, "rack")) value = rack;
            if (value) builder_format(b, "%s = %s\n", p->key, value);
        }
}

const char *way_new_section(const struct way *w, const char *name, const char *end, struct arena *a)
{
    do name = arena_format(a, "%s%s", name, end);
    while (section_named(w->own->site, name) >= 0);
    return name;
}

void way_same_keys(const struct way *w, struct builder *b)
{
    static const char *const others[] = {
        "count", "at", "names", "source", "power_idle", "power_typical", "power_maximum"};
    const struct site *s = w->own->site;
    const struct object *o = s->of[KIND_SERVER].object[section_named(s, w->section)];
    const struct kind *k = &s->objects.kinds[KIND_SERVER];
    for (int j = 0; j < k->n_params; j++) {
        const struct param *p = &k->params[j];
        bool is_copied = o->from[j].origin > ORIGIN_MODEL;
        for (size_t i = 0; i < sizeof others / sizeof *others; i++)
            is_copied &= strcmp(p->key, others[i]) != 0;
        const char *value = is_copied ? param_print(p, o->data, b->arena) : NULL;
        if (is_copied) builder_format(b, "%s = %s\n", p->key, value ? value : "");
    }
}

bool way_of_model(const struct way *like, const char *model, int as, const char *rack,
                  struct way *w, const char **why, struct arena *a)
{
    const struct site *s = like->own->site;
    struct diags ds = diags_new(a);
    struct object_set models;
    const struct object *o =
        load_catalogue(like->request->models, &models, a, &ds) ? find_model(&models, model) : NULL;
    *why = arena_format(a, "the catalogue has no server '%s'", model);
    if (!o) return false;
    const struct server *v = o->data;
    bool is_liquid = v->liquid_capture_frac > 0;
    struct builder b = builder_new(a);
    builder_format(&b, "use = %s\n", model);
    copy_wiring(s, as, is_liquid, rack, &b);
    if (is_liquid && !site_server(s, as)->cdu.n) {
        *why = arena_format(a,
                            "%s is cooled by liquid and the site has no CDU: it would need a "
                            "[cdu] and the loop behind it",
                            model);
        if (!s->of[KIND_CDU].n) return false;
        builder_format(&b, "cdu = %s\n", s->of[KIND_CDU].name[0]);
    }
    *w = *like;
    w->section = section_named(s, model) < 0 ? model : way_new_section(w, model, "-more", a);
    w->has = 0;
    w->each_w = v->power_maximum_w;
    w->keys = b.s;
    w->n_text = 0;
    w->less = NULL;
    w->rack = -1;
    return true;
}

/* ---- servers that stay where they stand -------------------------------------------- */

static bool shares_rack(const struct server *x, const struct server *y)
{
    for (int i = 0; i < x->rack.n; i++)
        for (int j = 0; j < y->rack.n; j++)
            if (x->rack.ref[i].index == y->rack.ref[j].index) return true;
    return false;
}

/* The places that its servers have now, as `at` takes them; NULL: none has one. */
static const char *places_of(const struct result *own, int section, struct arena *a)
{
    const struct placement *p = &own->racks->placement;
    struct builder b = builder_new(a);
    double height_u = site_server(own->site, section)->height_u;
    for (int i = 0; i < p->n; i++)
        for (int k = 0; k < p->item[i].count; k++) {
            const struct placed *x = &p->item[i];
            if (x->server != section || x->rack < 0) continue;
            struct spot spot = {x->rack, x->rack_unit, isnan(x->u) ? 1 : x->u + k * height_u};
            builder_format(&b, "%s%s", b.n ? ", " : "", spot_print_numbered(own->site, &spot, a));
        }
    return b.n ? b.s : NULL;
}

/* Sections after it in the file are racked after it: more of it must not push them on. */
static void pin_others(struct way *w, int section, struct arena *a)
{
    const struct site *s = w->own->site;
    for (int i = section + 1; i < s->of[KIND_SERVER].n; i++) {
        if (!shares_rack(site_server(s, section), site_server(s, i))) continue;
        const char *at = places_of(w->own, i, a);
        if (at)
            way_add(w, arena_format(a, "[server %s]\nat = %s\n", s->of[KIND_SERVER].name[i], at),
                    a);
    }
}

static bool stands_in(const struct spot_list *spots, int rack)
{
    for (int i = 0; i < spots->n; i++)
        if (spots->spot[i].rack == rack) return true;
    return false;
}

/* Those that pin_others has seen to are written with their numbers already. */
static bool is_pinned(const struct way *w, int server)
{
    const struct site *s = w->own->site;
    int section = section_named(s, w->section);
    return section >= 0 && server > section &&
           shares_rack(site_server(s, section), site_server(s, server));
}

void way_add_racks(struct way *w, int rack, struct arena *a)
{
    const struct site *s = w->own->site;
    w->rack = rack;
    if (rack < 0 || site_rack(s, rack)->part.count != 1) return;
    for (int i = 0; i < s->of[KIND_SERVER].n; i++) {
        const struct spot_list *spots = &site_server(s, i)->spots;
        if (!stands_in(spots, rack) || is_pinned(w, i)) continue;
        struct builder b = builder_new(a);
        builder_format(&b, "[server %s]\nat = ", s->of[KIND_SERVER].name[i]);
        for (int k = 0; k < spots->n; k++)
            builder_format(&b, "%s%s", k ? ", " : "", spot_print_numbered(s, &spots->spot[k], a));
        builder_text(&b, "\n");
        way_add(w, b.s, a);
    }
}

/* ---- the way ------------------------------------------------------------------------ */

static const char *names_of(const struct site *s, const struct object_set *models, const char *name,
                            struct arena *a)
{
    int n = 0, cap = s->of[KIND_SERVER].n + models->n + 1;
    const char **word = ARENA_ARRAY(a, const char *, (size_t)cap);
    struct builder b = builder_new(a);
    for (int i = 0; i < s->of[KIND_SERVER].n; i++) word[n++] = s->of[KIND_SERVER].name[i];
    for (int i = 0; i < models->n; i++)
        if (models->item[i].kind == KIND_SERVER) word[n++] = models->item[i].name;
    const char *near_word = text_nearest(name, word, n);
    if (near_word) return arena_format(a, "did you mean '%s'?", near_word);
    builder_text(&b, "a section of the site: ");
    for (int i = 0; i < s->of[KIND_SERVER].n; i++)
        builder_format(&b, "%s%s", i ? ", " : "", word[i]);
    builder_text(&b, "; or a model: see dcplan models server");
    return b.s;
}

static void take_section(struct headroom *h, struct way *w, int section, struct arena *a)
{
    const struct site *s = w->own->site;
    const struct server *v = site_server(s, section);
    h->section = w->section = s->of[KIND_SERVER].name[section];
    h->has = w->has = v->part.count;
    h->each_w = w->each_w = v->power_maximum_w;
    pin_others(w, section, a);
}

static bool take_model(struct headroom *h, struct way *w, const struct object *o, struct arena *a,
                       struct diags *ds)
{
    const struct site *s = w->own->site;
    const struct server *v = o->data;
    const char *why;
    int as = section_like(s, v);
    if (as < 0 || !way_of_model(w, o->name, as, NULL, w, &why, a)) {
        diag_error(ds, DIAG_INPUT, (struct place){NULL, 0, 0},
                   as < 0 ? "add a [server NAME] with its room, rack and feeds"
                          : "add what is missing, or ask for another model",
                   "%s", as < 0 ? "the site has no servers to wire new ones after" : why);
        return false;
    }
    h->section = w->section;
    h->wired_as = s->of[KIND_SERVER].name[as];
    h->is_new = true;
    h->each_w = v->power_maximum_w;
    return true;
}

bool way_make(const struct load_request *request, const struct result *own, const char *name,
              struct headroom *h, struct way *w, struct arena *a, struct diags *ds)
{
    const struct site *s = own->site;
    struct object_set models;
    *w = (struct way){.request = request, .own = own, .keys = "", .rack = -1};
    if (!load_catalogue(request->models, &models, a, ds)) return false;
    int section = name ? section_named(s, bare(name)) : section_using(s, NULL);
    if (section < 0 && name) section = section_using(s, bare(name));
    h->server = name ? bare(name) : section < 0 ? "" : s->of[KIND_SERVER].name[section];
    if (section >= 0) {
        take_section(h, w, section, a);
        return true;
    }
    const struct object *o = name ? find_model(&models, bare(name)) : NULL;
    if (o) return take_model(h, w, o, a, ds);
    if (!name)
        diag_error(ds, DIAG_INPUT, (struct place){NULL, 0, 0}, "add [server NAME]",
                   "the site has no servers");
    else
        diag_error(ds, DIAG_USAGE, (struct place){NULL, 0, 0}, names_of(s, &models, bare(name), a),
                   "neither the site nor the catalogue has a server '%s'", bare(name));
    return false;
}
