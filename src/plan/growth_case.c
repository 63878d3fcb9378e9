#include "plan/growth_case.h"

#include <math.h>
#include <string.h>

#include "plan/case_load.h"
#include "plan/limit_list.h"
#include "plan/place.h"
#include "plan/study.h"

const char growth_places[] = "racked servers";

/* ---- overrides --------------------------------------------------------------- */

struct changes {
    const struct growth_cases *c;
    struct load_request request;
    struct arena *a;
};

static const char *path_of(const struct changes *x, int kind, int index, const char *key)
{
    const struct site *s = x->c->s;
    return arena_format(x->a, "%s.%s.%s", s->objects.kinds[kind].name,
                        s->of[kind].object[index]->name, key);
}

static void set_count(struct changes *x, int kind, int index, const char *key, int value)
{
    study_set(&x->request, arena_format(x->a, "%s=%d", path_of(x, kind, index, key), value));
}

static void set_power(struct changes *x, int kind, int index, const char *key, double w)
{
    char number[TEXT_NUMBER_CAP];
    study_set(&x->request, arena_format(x->a, "%s=%s W", path_of(x, kind, index, key),
                                        text_shortest(number, w)));
}

/* Places and names of more servers than are left go with the last of them.  Places in a rack
   that gets company must say in which they are. */
static void shorten(struct changes *x, int server, int count, bool has_more_racks)
{
    const struct server *v = site_server(x->c->s, server);
    struct builder at = builder_new(x->a), names = builder_new(x->a);
    if (v->spots.n > count || (v->spots.n && has_more_racks)) {
        builder_format(&at, "%s=", path_of(x, KIND_SERVER, server, "at"));
        for (int i = 0; i < count && i < v->spots.n; i++)
            builder_format(&at, "%s%s", i ? ", " : "",
                           spot_print_numbered(x->c->s, &v->spots.spot[i], x->a));
        study_set(&x->request, at.s);
    }
    if (v->names.n > count) {
        builder_format(&names, "%s=", path_of(x, KIND_SERVER, server, "names"));
        for (int i = 0; i < count; i++)
            builder_format(&names, "%s%s", i ? ", " : "", v->names.s[i]);
        study_set(&x->request, names.s);
    }
}

/* Field of the part that says how many of its units are needed; NULL: it has none, or all
   are. */
static const int *needed_of(const struct site *s, int kind, int index)
{
    const struct kind *k = &s->objects.kinds[kind];
    for (int i = 0; i < k->n_params; i++) {
        const struct param *p = &k->params[i];
        if (p->type != PARAM_COUNT || strcmp(p->key, "needed")) continue;
        const char *part = (const char *)site_part(s, kind, index);
        const int *needed = (const int *)(const void *)(part + p->at);
        return *needed == PARAM_NO_COUNT ? NULL : needed;
    }
    return NULL;
}

static bool enlarges(const struct site *s, int block, const struct ref *part)
{
    const struct ref *of = &site_block(s, block)->of.ref[0];
    return of->kind == part->kind && of->index == part->index;
}

/* All blocks of one part at once, at the first of them; those of utilities are seen to by
   derive. */
static void add_blocks(struct changes *x, int block, const int *blocks)
{
    const struct site *s = x->c->s;
    const struct ref *of = &site_block(s, block)->of.ref[0];
    int units = 0;
    double heat_w = 0;
    for (int b = 0; b < s->of[KIND_BLOCK].n; b++) {
        const struct growth_block *k = site_block(s, b);
        if (!enlarges(s, b, of)) continue;
        if (b < block) return;
        units += blocks[b] * k->adds;
        heat_w += blocks[b] ? blocks[b] * k->adds_heat_w : 0;
    }
    if (!units) return;
    if (of->kind == KIND_LOOP) {
        set_power(x, KIND_LOOP, of->index, "design_heat",
                  site_loop(s, of->index)->design_w + heat_w);
    } else if (of->kind == KIND_UPS) {
        set_count(x, KIND_UPS, of->index, "modules", site_ups(s, of->index)->modules + units);
    } else {
        const int *needed = needed_of(s, of->kind, of->index);
        set_count(x, of->kind, of->index, "count",
                  site_part(s, of->kind, of->index)->count + units);
        if (needed) set_count(x, of->kind, of->index, "needed", *needed + units);
    }
}

static bool has_more_racks(const struct growth_cases *c, const int *blocks)
{
    for (int b = 0; b < c->s->of[KIND_BLOCK].n; b++)
        if (blocks[b] && site_block(c->s, b)->of.ref[0].kind == KIND_RACK) return true;
    return false;
}

static struct load_request request_of(const struct growth_cases *c, const struct growth_case *k,
                                      struct arena *a)
{
    int n_server = c->s->of[KIND_SERVER].n, n_block = c->s->of[KIND_BLOCK].n;
    int n_plan = c->s->of[KIND_DEPLOYMENT].n;
    int most = 3 * n_server + n_plan + 2 * n_block;
    struct changes x = {c, study_request(c->request, most, a), a};
    for (int v = 0; v < n_server; v++) {
        if (k->servers[v] != site_server(c->s, v)->part.count)
            set_count(&x, KIND_SERVER, v, "count", k->servers[v]);
        shorten(&x, v, k->servers[v], has_more_racks(c, k->blocks));
    }
    for (int d = 0; d < n_plan; d++)
        set_count(&x, KIND_DEPLOYMENT, d, "count", 0); /* all counted */
    for (int b = 0; b < n_block; b++) add_blocks(&x, b, k->blocks);
    return x.request;
}

/* ---- what a case says ---------------------------------------------------------- */

/* Section of "ups.main#1", -1 when it is of none. */
static int section_of(const struct site *s, const char *element, size_t *n)
{
    const char *dot = strchr(element, '.'), *hash = strchr(element, '#');
    *n = hash ? (size_t)(hash - element) : strlen(element);
    if (!dot) return -1;
    for (int k = 0; k < N_KIND; k++) {
        const char *name = s->objects.kinds[k].name;
        if (strlen(name) == (size_t)(dot - element) && !strncmp(name, element, strlen(name)))
            return k;
    }
    return -1;
}

static int name_of(struct growth_cases *c, const struct limit *l)
{
    size_t n;
    int kind = section_of(c->s, l->element, &n);
    for (int i = 0; i < c->n_name; i++) {
        const struct growth_name *x = &c->name[i];
        if (strlen(x->element) == n && !strncmp(x->element, l->element, n) &&
            !strcmp(x->resource, l->resource) && !strcmp(x->unit, l->unit))
            return i;
    }
    if (c->n_name == c->cap_name) {
        int cap = c->cap_name ? 2 * c->cap_name : 64;
        struct growth_name *more = ARENA_ARRAY(c->a, struct growth_name, (size_t)cap);
        if (c->n_name) memcpy(more, c->name, (size_t)c->n_name * sizeof *more);
        c->name = more;
        c->cap_name = cap;
    }
    c->name[c->n_name] = (struct growth_name){arena_text(c->a, l->element, n),
                                              arena_text(c->a, l->resource, strlen(l->resource)),
                                              arena_text(c->a, l->unit, strlen(l->unit)), kind};
    return c->n_name++;
}

/* Servers without a place load some power strip that they will never be plugged into. */
static bool is_counted(const struct growth_cases *c, const struct growth_case *x, int name)
{
    int kind = c->name[name].kind;
    return !x->has_unplaced || (kind != KIND_RACKPDU && kind != KIND_BANK);
}

static bool is_worse_reason(const struct growth_case *x, const struct limit *l)
{
    return !x->reason || (x->has_unplaced && !strcmp(l->resource, growth_places));
}

static const char *kept(struct growth_cases *c, const char *text)
{
    return arena_text(c->a, text, strlen(text));
}

static void keep_limits(struct growth_cases *c, struct growth_case *x, const struct limit *limit,
                        int n)
{
    x->n_limit = n;
    x->limit = ARENA_ARRAY(c->a, struct limit, (size_t)n + 1);
    for (int i = 0; i < n; i++) {
        x->limit[i] = limit[i];
        x->limit[i].element = kept(c, limit[i].element);
        x->limit[i].resource = kept(c, limit[i].resource);
        x->limit[i].state = kept(c, limit[i].state);
        x->limit[i].unit = kept(c, limit[i].unit);
        x->limit[i].note = NULL;
    }
}

/* Limits come tightest first, so that the first of a name is its worst. */
static void find_rows(struct growth_cases *c, struct growth_case *x)
{
    for (int i = 0; i < x->n_limit; i++)
        x->has_unplaced |= x->limit[i].is_broken && !strcmp(x->limit[i].resource, growth_places);
    x->row = ARENA_ARRAY(c->a, struct growth_row, (size_t)x->n_limit + 1);
    for (int i = 0; i < x->n_limit; i++) {
        const struct limit *l = &x->limit[i];
        int name = name_of(c, l);
        if (isnan(l->used) || !is_counted(c, x, name) || growth_row_of(x, name)) continue;
        const char *words = limit_words(l, c->a);
        x->row[x->n_row++] =
            (struct growth_row){name, l->used, l->limit, l->margin, l->is_broken, words};
        x->n_broken += l->is_broken;
        if (l->is_broken && is_worse_reason(x, l)) x->reason = words;
    }
    x->is_known = true;
}

static void keep_result(struct growth_cases *c, struct growth_case *x, const struct result *r)
{
    keep_limits(c, x, r->limit, r->n_limit);
    memcpy(x->month, r->month, sizeof x->month);
    find_rows(c, x);
}

/* ---- blocks of a utility ---------------------------------------------------------- */

static bool is_of_utility(const struct growth_cases *c, int block)
{
    return site_block(c->s, block)->of.ref[0].kind == KIND_UTILITY;
}

/* How many times its limit a utility has with its blocks. */
static double utility_factor(const struct growth_cases *c, const int *blocks, const char *element)
{
    double factor = 1;
    for (int b = 0; b < c->s->of[KIND_BLOCK].n; b++) {
        const struct ref *of = &site_block(c->s, b)->of.ref[0];
        if (!blocks[b] || !is_of_utility(c, b)) continue;
        if (strcmp(element, site_part_name(c->s, KIND_UTILITY, of->index, c->a))) continue;
        factor += blocks[b] * site_block(c->s, b)->adds_power_w /
                  site_utility(c->s, of->index)->e.rated_w;
    }
    return factor;
}

/* The same case with other limits of utilities. */
static void derive(struct growth_cases *c, struct growth_case *x, const struct growth_case *of)
{
    x->reason = of->reason;
    if (!of->is_known) return;
    keep_limits(c, x, of->limit, of->n_limit);
    memcpy(x->month, of->month, sizeof x->month);
    for (int i = 0; i < x->n_limit; i++) {
        struct limit *l = &x->limit[i];
        if (strcmp(l->resource, "power") || isnan(l->limit)) continue;
        double factor = utility_factor(c, x->blocks, l->element);
        if (factor <= 1) continue;
        l->limit *= factor;
        limit_judge(l);
    }
    limit_sort(x->limit, x->n_limit);
    x->reason = NULL;
    find_rows(c, x);
}

/* ---- simulating ---------------------------------------------------------------------- */

static bool is_own(const struct growth_cases *c, const struct growth_case *x)
{
    for (int v = 0; v < c->s->of[KIND_SERVER].n; v++)
        if (x->servers[v] != site_server(c->s, v)->part.count) return false;
    for (int b = 0; b < c->s->of[KIND_BLOCK].n; b++)
        if (x->blocks[b]) return false;
    return true;
}

/* All memory of the case is given back but what is kept of it. */
static void run(struct growth_cases *c, struct growth_case *x)
{
    if (is_own(c, x)) {
        keep_result(c, x, c->own);
        return;
    }
    struct arena own = arena_new(c->a->out_of_memory);
    struct diags ds = diags_new(&own);
    struct load_request q = request_of(c, x, &own);
    struct run_options options = {.threads = c->threads};
    struct result r;
    c->n++;
    struct loaded l;
    struct run_years y;
    struct memo *memo = c->kept ? c->kept->memo : NULL;
    bool is_known = c->kept ? case_load_request(c->kept, &q, &l, &own, &ds) &&
                                  run_years(&l, &options, memo, &y, &own, &ds) &&
                                  run_numbers(&l, &y, &options, memo, &r, &own, &ds)
                            : run_case(&q, &options, &r, &own, &ds);
    if (is_known)
        keep_result(c, x, &r);
    else
        x->reason = arena_format(c->a, "cannot be simulated: %s", study_error(&ds, &own));
    arena_free(&own);
}

struct growth_cases growth_cases_of(const struct load_request *request, const struct result *own,
                                    int threads, struct arena *a)
{
    return (struct growth_cases){
        .request = request, .s = own->site, .own = own, .threads = threads, .a = a};
}

static int *copy_of(const int *v, int n, struct arena *a)
{
    int *out = ARENA_ARRAY(a, int, (size_t)n + 1);
    if (n) memcpy(out, v, (size_t)n * sizeof *out);
    return out;
}

static struct growth_case *known_case(const struct growth_cases *c, struct growth_case *list,
                                      const int *servers, const int *blocks)
{
    size_t n_server = (size_t)c->s->of[KIND_SERVER].n, n_block = (size_t)c->s->of[KIND_BLOCK].n;
    for (struct growth_case *x = list; x; x = x->next)
        if (!memcmp(x->servers, servers, n_server * sizeof *servers) &&
            !memcmp(x->blocks, blocks, n_block * sizeof *blocks))
            return x;
    return NULL;
}

static struct growth_case *new_case(const struct growth_cases *c, const int *servers,
                                    const int *blocks)
{
    struct growth_case *x = ARENA_ARRAY(c->a, struct growth_case, 1);
    x->servers = copy_of(servers, c->s->of[KIND_SERVER].n, c->a);
    x->blocks = copy_of(blocks, c->s->of[KIND_BLOCK].n, c->a);
    return x;
}

const struct growth_case *growth_case_find(struct growth_cases *c, const int *servers,
                                           const int *blocks)
{
    struct growth_case *x = known_case(c, c->first, servers, blocks);
    if (x) return x;
    int *simulated = copy_of(blocks, c->s->of[KIND_BLOCK].n, c->a);
    bool has_more = false;
    for (int b = 0; b < c->s->of[KIND_BLOCK].n; b++) {
        if (!blocks[b] || !is_of_utility(c, b)) continue;
        simulated[b] = 0;
        has_more = true;
    }
    x = new_case(c, servers, blocks);
    if (has_more)
        derive(c, x, growth_case_find(c, servers, simulated));
    else
        run(c, x);
    x->next = c->first;
    c->first = x;
    return x;
}

/* ---- places alone ----------------------------------------------------------------- */

static void keep_unplaced(struct growth_cases *c, struct growth_case *x, const struct site *s,
                          const struct rack_plan *racks)
{
    x->row = ARENA_ARRAY(c->a, struct growth_row, (size_t)s->of[KIND_SERVER].n + 1);
    for (int v = 0; v < s->of[KIND_SERVER].n; v++) {
        int count = site_server(s, v)->part.count, placed = count - racks->placement.unplaced[v];
        if (placed == count) continue;
        struct limit l = {.element = site_part_name(s, KIND_SERVER, v, c->a),
                          .resource = growth_places,
                          .state = "normal",
                          .unit = "servers",
                          .used = count,
                          .limit = placed,
                          .margin = placed ? (placed - count) / (double)placed : -1,
                          .is_broken = true};
        const char *words = limit_words(&l, c->a);
        x->row[x->n_row++] =
            (struct growth_row){name_of(c, &l), l.used, l.limit, l.margin, true, words};
        x->n_broken++;
        x->has_unplaced = true;
        if (!x->reason) x->reason = words;
    }
}

/* What cannot be loaded has all its places: simulating it will say why. */
static void place(struct growth_cases *c, struct growth_case *x)
{
    struct arena own = arena_new(c->a->out_of_memory);
    struct diags ds = diags_new(&own);
    struct load_request q = request_of(c, x, &own);
    struct loaded *l = ARENA_ARRAY(&own, struct loaded, 1);
    x->is_known = true;
    if (c->kept ? case_load_request(c->kept, &q, l, &own, &ds) : load_site(&q, l, &own, &ds)) {
        struct rack_plan racks = place_servers(&l->site, &own);
        keep_unplaced(c, x, &l->site, &racks);
    }
    arena_free(&own);
}

const struct growth_case *growth_case_places(struct growth_cases *c, const int *servers,
                                             const int *blocks)
{
    int n_block = c->s->of[KIND_BLOCK].n;
    int *racks = copy_of(blocks, n_block, c->a); /* others give no place */
    for (int b = 0; b < n_block; b++)
        if (site_block(c->s, b)->of.ref[0].kind != KIND_RACK) racks[b] = 0;
    struct growth_case *x = known_case(c, c->first_placed, servers, racks);
    if (!x) {
        x = new_case(c, servers, racks);
        if (is_own(c, x))
            keep_unplaced(c, x, c->s, c->own->racks);
        else
            place(c, x);
        x->next = c->first_placed;
        c->first_placed = x;
    }
    return x->has_unplaced ? x : NULL;
}

const struct growth_row *growth_row_of(const struct growth_case *x, int name)
{
    for (int i = 0; i < x->n_row; i++)
        if (x->row[i].name == name) return &x->row[i];
    return NULL;
}

double growth_share(const struct growth_row *r)
{
    return r && r->limit > 0 ? r->used / r->limit : (double)NAN;
}
