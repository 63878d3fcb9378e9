#include "plan/case.h"

#include <math.h>
#include <string.h>

#include "plan/case_answer.h"
#include "plan/study.h"

struct case_base {
    struct load_source source;
    struct loaded loaded;
    void (*out_of_memory)(void); /* of the workers, too */
};

/* A site's tables and weather are half a megabyte; of those that differ from point to point
   some dozens may wait for a second use. */
enum { MEMO_BYTES = 24 << 20 };

enum { STILL_OPEN, STILL_FAILS, STILL_METRICS, STILL_ALL };

struct case_worker {
    const struct case_base *base;
    struct memo *memo;
    struct arena arena;
    /* The site without changes, for points that differ from it in money: not yet, known with the
       series of metrics or with all, or it cannot be simulated. */
    int still;
    struct run_years years;
    struct arena still_arena;
};

struct case_base *case_base_make(const struct load_request *request, struct arena *a,
                                 struct diags *ds)
{
    struct case_base *b = ARENA_ARRAY(a, struct case_base, 1);
    b->out_of_memory = a->out_of_memory;
    bool is_loaded = load_source(request, &b->source, a, ds) &&
                     load_case(&b->source, NULL, 0, NULL, &b->loaded, a, ds);
    return is_loaded ? b : NULL;
}

const struct loaded *case_base_loaded(const struct case_base *b)
{
    return &b->loaded;
}

const struct load_request *case_base_request(const struct case_base *b)
{
    return &b->source.request;
}

/* ---- keys ------------------------------------------------------------------ */

static bool no_such(const char *key, const char *hint, struct diags *ds)
{
    diag_error(ds, DIAG_USAGE, (struct place){0}, hint, "there is no '%s'", key);
    return false;
}

/* What the word may have meant; else where to look. */
static const char *hint_of(const char *word, const char *const *names, int n, const char *else_hint,
                           struct arena *a)
{
    const char *near_name = text_nearest(word, names, n);
    return near_name ? arena_format(a, "did you mean '%s'?", near_name) : else_hint;
}

static const char *kind_hint(const struct object_set *set, const char *word, struct arena *a)
{
    const char **names = ARENA_ARRAY(a, const char *, (size_t)set->n_kinds + 1);
    for (int i = 0; i < set->n_kinds; i++) names[i] = set->kinds[i].name;
    return hint_of(word, names, set->n_kinds, "write kind.name.key; see dcplan params", a);
}

/* Names of the objects of a kind. */
static const char **names_of(const struct object_set *set, int kind, int *n, struct arena *a)
{
    const char **names = ARENA_ARRAY(a, const char *, (size_t)set->n + 1);
    *n = 0;
    for (int i = 0; i < set->n; i++)
        if (set->item[i].kind == kind) names[(*n)++] = set->item[i].name;
    return names;
}

/* "the site has [room hall], [room store]" */
static const char *listed_names(const char *kind, const char *const *names, int n, struct arena *a)
{
    enum { SHOWN = 8 };
    struct builder b = builder_new(a);
    builder_text(&b, "the site has");
    if (!n) builder_format(&b, " no [%s]", kind);
    for (int i = 0; i < n && i < SHOWN; i++)
        builder_format(&b, "%s [%s%s%s]", i ? "," : "", kind, names[i][0] ? " " : "", names[i]);
    if (n > SHOWN) builder_format(&b, " and %d more", n - SHOWN);
    return b.s;
}

static const char *object_hint(const struct object_set *set, int kind, const char *word,
                               struct arena *a)
{
    int n;
    const char **names = names_of(set, kind, &n, a), *of = set->kinds[kind].name;
    if (!*word && n > 1)
        return arena_format(a, "the site has %d of [%s]: write %s.NAME.key", n, of, of);
    return hint_of(word, names, n, listed_names(of, names, n, a), a);
}

static const char *row_hint(const struct kind *k, const char *word, struct arena *a)
{
    const char **names = ARENA_ARRAY(a, const char *, (size_t)k->n_params + 2);
    for (int i = 0; i < k->n_params; i++) names[i] = k->params[i].key;
    names[k->n_params] = "use";
    return hint_of(word, names, k->n_params + 1, arena_format(a, "see dcplan params %s", k->name),
                   a);
}

static void fill_key(const struct object_set *set, const struct object *o, const struct param *p,
                     struct case_key *out, struct arena *a)
{
    const struct kind *k = &set->kinds[o->kind];
    const char *name = p ? p->key : "use";
    *out = (struct case_key){
        .key = o->name[0] ? arena_format(a, "%s.%s.%s", k->name, o->name, name)
                          : arena_format(a, "%s.%s", k->name, name),
        .object = o,
        .param = p,
        .from = p ? &o->from[p - k->params] : NULL,
        .unit = p && p->unit ? p->unit : "",
        .text = p ? param_print(p, o->data, a) : o->use,
        .value = p ? param_value(p, o->data) : (double)NAN,
    };
}

bool case_key_find(const struct case_base *b, const char *key, struct case_key *out,
                   struct arena *a, struct diags *ds)
{
    const struct object_set *set = &b->loaded.site.objects;
    const char *first = strchr(key, '.'), *last = strrchr(key, '.');
    if (!first) return no_such(key, "write kind.name.key", ds);
    const char *word = arena_text(a, key, (size_t)(first - key));
    int kind = kind_find(set->kinds, set->n_kinds, word);
    if (kind < 0) return no_such(key, kind_hint(set, word, a), ds);
    const struct kind *k = &set->kinds[kind];
    const char *name = last > first ? arena_text(a, first + 1, (size_t)(last - first - 1)) : "";
    const struct object *o = object_find(set, kind, name);
    if (!o || (*name && strcmp(o->name, name)))
        return no_such(key, object_hint(set, kind, name, a), ds);
    const struct param *p = case_find_row(k, last + 1);
    if (!p && strcmp(last + 1, "use")) return no_such(key, row_hint(k, last + 1, a), ds);
    fill_key(set, o, p, out, a);
    return true;
}

/* Whether the catalogue has such a model. */
static bool check_model(const struct case_base *b, const struct case_key *k, const char *text,
                        struct arena *a, struct diags *ds)
{
    const struct object_set *models = &b->source.models;
    const char *of = models->kinds[k->object->kind].name;
    int n;
    const char **names = names_of(models, k->object->kind, &n, a);
    for (int i = 0; i < n; i++)
        if (!strcmp(names[i], text)) return true;
    diag_error(ds, DIAG_USAGE, (struct place){0},
               hint_of(text, names, n, arena_format(a, "see dcplan models %s", of), a),
               "no model '%s' for '%s'", text, k->key);
    return false;
}

bool case_text_check(const struct case_base *b, const struct case_key *k, const char *text,
                     struct arena *a, struct diags *ds)
{
    if (!k->param) return check_model(b, k, text, a, ds);
    const struct kind *kind = &b->loaded.site.objects.kinds[k->object->kind];
    void *copy = arena_make(a, kind->size, 1);
    memcpy(copy, k->object->data, kind->size);
    struct provenance from;
    int first = ds->n;
    bool is_fine = param_set(k->param, copy, text_of(text), (struct place){0}, &from, a, ds);
    for (int i = first; i < ds->n; i++) ds->item[i].class = DIAG_USAGE;
    return is_fine;
}

/* ---- points ---------------------------------------------------------------- */

struct case_worker *case_worker_new(const struct case_base *b)
{
    struct arena a = arena_new(b->out_of_memory);
    struct case_worker *w = ARENA_ARRAY(&a, struct case_worker, 1);
    *w = (struct case_worker){.base = b,
                              .memo = memo_new(b->out_of_memory),
                              .arena = a,
                              .still_arena = arena_new(b->out_of_memory)};
    return w;
}

void case_worker_free(struct case_worker *w)
{
    struct arena a = w->arena;
    memo_free(w->memo);
    arena_free(&w->still_arena);
    arena_free(&a);
}

static void fail(struct outcome *out, const struct diags *ds, struct arena *a)
{
    out->status = POINT_FAILED;
    out->code = DIAG_MODEL;
    for (int i = ds->n < DIAG_STORED ? ds->n : DIAG_STORED; i-- > 0;)
        if (ds->item[i].severity == DIAG_ERROR) out->code = (int)ds->item[i].class;
    case_say(out, study_error(ds, a));
}

/* Years of the site as it is, of which nothing is the memo's, which forgets. */
static const struct run_years *still_years(struct case_worker *w, const struct run_options *run)
{
    int want = run->numbers_only ? STILL_METRICS : STILL_ALL;
    if (w->still == STILL_OPEN || (w->still == STILL_METRICS && want == STILL_ALL)) {
        arena_release(&w->still_arena, (struct arena_mark){NULL, 0});
        struct diags ds = diags_new(&w->still_arena);
        bool is_known = run_years(&w->base->loaded, run, NULL, &w->years, &w->still_arena, &ds);
        w->still = is_known ? want : STILL_FAILS;
    }
    return w->still == STILL_FAILS ? NULL : &w->years;
}

/* Amounts of a tariff or a site in another currency are none in that of the study. */
static void leave_out_money(struct outcome *out)
{
    for (int i = 0; i < N_OUTCOME; i++)
        if (!strncmp(outcome_row(i)->unit, "money", 5)) out->value[i] = (double)NAN;
}

/* Simulated, and what else is asked for. */
static bool find_point(struct case_worker *w, const struct case_change *change, int n,
                       const struct case_options *o, struct outcome *out, const char **currency,
                       struct diags *ds)
{
    struct arena *a = &w->arena;
    const struct case_kept kept = {&w->base->source, &w->base->loaded, w->memo};
    struct loaded *l = ARENA_ARRAY(a, struct loaded, 1);
    struct result *r = ARENA_ARRAY(a, struct result, 1);
    bool has_limits = o->limits || o->growth;
    struct run_options run = {
        .threads = 1, .energy_only = !has_limits, .numbers_only = !has_limits && !o->tco};
    const struct run_years *y = NULL;
    struct run_years *own = ARENA_ARRAY(a, struct run_years, 1);
    if (!case_load(&kept, change, n, l, a, ds)) return false;
    *currency = l->site.currency;
    if (!has_limits && case_is_money(&kept, change, n, a)) y = still_years(w, &run);
    if (!y && run_years(l, &run, w->memo, own, a, ds)) y = own;
    if (!y || !run_numbers(l, y, &run, w->memo, r, a, ds)) return false;
    memcpy(out->value, r->metric, sizeof r->metric);
    if (o->limits) case_keep_limits(r, out);
    bool grows = growth_has_plan(r->site) && (o->growth || (o->tco && r->site->finance));
    if (!grows && !o->tco) return true;
    struct load_request q = study_request(&w->base->source.request, n, a);
    for (int i = 0; i < n; i++)
        study_set(&q, arena_format(a, "%s=%s", change[i].key, change[i].text));
    if (grows && !case_grow(&kept, &q, r, a, ds)) return false;
    if (o->growth && grows) case_keep_growth(r->growth, out);
    return !o->tco || !r->site->finance || case_keep_money(r, out, a, ds);
}

void case_run(struct case_worker *w, const struct case_change *change, int n,
              const struct case_options *options, struct outcome *out)
{
    struct arena_mark mark = arena_mark(&w->arena);
    struct diags ds = diags_new(&w->arena);
    memo_trim(w->memo, MEMO_BYTES);
    memset(out, 0, sizeof *out);
    for (int i = 0; i < N_OUTCOME; i++) out->value[i] = (double)NAN;
    const char *currency, *own = w->base->loaded.site.currency;
    if (find_point(w, change, n, options, out, &currency, &ds)) {
        out->status = POINT_DONE;
        if (strcmp(currency, own) != 0) leave_out_money(out);
    } else {
        for (int i = 0; i < N_OUTCOME; i++) out->value[i] = (double)NAN;
        fail(out, &ds, &w->arena);
    }
    arena_release(&w->arena, mark);
}
