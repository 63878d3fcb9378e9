#include "plan/redundancy.h"

#include <math.h>
#include <string.h>

#include "model/ups.h"
#include "plan/study.h"
#include "sim/plant.h"

const char *const survival_words[] = {"nothing", "one module", "one system"};

enum { N_PATTERN = REDUNDANCY_BLOCK + 1 };

/* ---- sizes ---------------------------------------------------------------- */

/* Modules of each of n systems that carry load_w together. */
static int modules_of(double load_w, double usable_w, int n)
{
    int all = (int)ceil(load_w / usable_w - 1e-9);
    return all > n ? (all + n - 1) / n : 1;
}

struct redundancy_plan redundancy_size(int redundancy, double load_w, double module_w,
                                       double usable_frac, int blocks)
{
    struct ups u = {.redundancy = redundancy, .blocks = blocks};
    int active = ups_active_systems(&u);
    bool is_spread = redundancy >= REDUNDANCY_3N2; /* one of 2N carries all */
    int carrying = redundancy == REDUNDANCY_BLOCK ? active : is_spread ? active - 1 : 1;
    return (struct redundancy_plan){redundancy_words[redundancy], active, ups_systems(&u) - active,
                                    modules_of(load_w, module_w * usable_frac, carrying) +
                                        ups_has_spare(&u)};
}

void redundancy_lose(struct redundancy_row *x, double load_w, double module_w, double usable_frac)
{
    const struct redundancy_plan *p = &x->plan;
    int systems = p->active + p->reserve;
    int left = systems > 1 ? (systems - 1) * p->modules : p->modules - 1;
    double one_fewer_w = (p->modules - 1) * module_w * usable_frac; /* of each system */
    x->installed_w = systems * p->modules * module_w;
    x->firm_w = left * module_w * usable_frac;
    x->share_lost = left ? load_w / (left * module_w) : (double)NAN;
    if (systems > 1 && load_w <= x->firm_w * (1 + 1e-9))
        x->survives = SURVIVES_SYSTEM;
    else if (load_w / p->active <= one_fewer_w * (1 + 1e-9))
        x->survives = SURVIVES_MODULE;
    else
        x->survives = SURVIVES_NOTHING;
}

/* ---- the UPS of a site ---------------------------------------------------- */

struct finding {
    struct redundancy *out;
    const struct load_request *request;
    const struct ups *own; /* as it is */
    int threads;
    struct arena *a;
};

static const struct object *find_ups(const struct object_set *set, const char *name)
{
    const char *bare = !strncmp(name, "ups.", 4) ? name + 4 : name;
    for (int i = 0; i < set->n; i++)
        if (set->item[i].kind == KIND_UPS && !strcmp(set->item[i].name, bare)) return &set->item[i];
    return NULL;
}

static const char *list_ups(const struct object_set *set, struct arena *a)
{
    struct builder b = builder_new(a);
    for (int i = 0; i < set->n; i++)
        if (set->item[i].kind == KIND_UPS)
            builder_format(&b, "%s%s", b.n ? ", " : "", set->item[i].name);
    return b.s;
}

/* NULL with a diagnostic. */
static const struct object *choose_ups(const struct object_set *set, const char *name,
                                       struct arena *a, struct diags *ds)
{
    static const struct place nowhere = {NULL, 0, 0};
    const struct object *only = NULL;
    int n = 0;
    for (int i = 0; i < set->n; i++)
        if (set->item[i].kind == KIND_UPS && ++n) only = &set->item[i];
    if (!n) {
        diag_error(ds, DIAG_INPUT, nowhere, "add [ups NAME]", "the site has no UPS to compare");
        return NULL;
    }
    const struct object *o = name ? find_ups(set, name) : n == 1 ? only : NULL;
    if (!o && name)
        diag_error(ds, DIAG_USAGE, nowhere, arena_format(a, "there is: %s", list_ups(set, a)),
                   "the site has no UPS '%s'", name);
    else if (!o)
        diag_error(ds, DIAG_USAGE, nowhere, "choose one with --ups NAME", "the site has %d UPS: %s",
                   n, list_ups(set, a));
    else if (((const struct ups *)o->data)->e.each.n) {
        diag_error(ds, DIAG_INPUT, o->place, "compare without each, or by hand with dcplan compare",
                   "[ups %s] is made for each of another part, beside which no pattern can stand",
                   o->name);
        return NULL;
    }
    return o;
}

static bool is_of(const struct result *r, const struct elem *x, const char *ups)
{
    return x->kind == KIND_UPS && !strcmp(r->site->of[KIND_UPS].object[x->index]->name, ups);
}

/* Peaks of its systems in the year of the greatest loads, added up. */
static double load_of(const struct result *r, const char *ups)
{
    double w = 0;
    for (int e = 0; e < r->plant->n_elem; e++)
        if (is_of(r, &r->plant->elem[e], ups)) w += r->design_year->elem[e].used;
    return w;
}

/* ---- a row ------------------------------------------------------------------ */

static void find_efficiencies(struct redundancy_row *x, const struct result *r, const char *ups)
{
    double out_w = 0, loss_w = 0, out_kwh = 0;
    for (int e = 0; e < r->plant->n_elem; e++) {
        const struct elem *el = &r->plant->elem[e];
        if (!is_of(r, el, ups)) continue;
        double w = r->design_year->elem[e].used;
        out_w += w;
        loss_w += el->units * el->a_w + w * (el->b + el->c_per_w / el->units * w);
        out_kwh += r->year->elem_out_kwh[e];
        x->loss_kwh += r->year->elem_loss_kwh[e];
        x->share = fmax(x->share, w / (el->units * el->rated_w));
    }
    x->efficiency_max = out_w > 0 ? out_w / (out_w + loss_w) : (double)NAN;
    x->efficiency = out_kwh > 0 ? out_kwh / (out_kwh + x->loss_kwh) : (double)NAN;
}

static bool differs(double a, double b, double by)
{
    return fabs(a - b) > by * fabs(b);
}

/* The load is meant to be the same; where the wiring or heat makes it another, that is
   said. */
static const char *note_of(const struct finding *f, const struct result *r)
{
    char here[TEXT_NUMBER_CAP], now[TEXT_NUMBER_CAP];
    const struct redundancy *c = f->out;
    double w = load_of(r, c->ups);
    double it = r->metric[M_IT_ENERGY_KWH], own = c->own->metric[M_IT_ENERGY_KWH];
    if (differs(it, own, 1e-3))
        return arena_format(f->a,
                            "not the same work: IT takes %s kWh here, %s now; heat throttles "
                            "servers or shuts them down",
                            text_fixed(here, it, 0, true), text_fixed(now, own, 0, true));
    if (differs(w, c->load_w, 0.01))
        return arena_format(f->a, "it carries %s kW here: its wiring gives it another load",
                            text_fixed(here, w / 1000, 1, true));
    return NULL;
}

static void fill_row(const struct finding *f, struct redundancy_row *x, const struct result *r)
{
    const struct redundancy *c = f->out;
    const double *own = c->own->metric;
    double modules = (x->plan.active + x->plan.reserve) * x->plan.modules;
    x->of = r;
    find_efficiencies(x, r, c->ups);
    x->facility_kwh = r->metric[M_FACILITY_ENERGY_KWH];
    x->pue = r->metric[M_PUE];
    x->cost = r->metric[M_ELECTRICITY_COST_PER_YEAR];
    x->note = x->is_own ? NULL : note_of(f, r);
    x->more_kwh = x->note ? (double)NAN : x->facility_kwh - own[M_FACILITY_ENERGY_KWH];
    x->more_cost = x->note ? (double)NAN : x->cost - own[M_ELECTRICITY_COST_PER_YEAR];
    x->capex = modules * c->module_price;
}

static struct load_request request_of(const struct finding *f, const struct redundancy_plan *p)
{
    struct load_request q = study_request(f->request, 2, f->a);
    study_set(&q, arena_format(f->a, "ups.%s.redundancy=%s", f->out->ups, p->pattern));
    study_set(&q, arena_format(f->a, "ups.%s.modules=%d", f->out->ups, p->modules));
    q.pool = f->out->ups;
    return q;
}

static void run_pattern(const struct finding *f, struct redundancy_row *x)
{
    struct load_request request = request_of(f, &x->plan);
    struct run_options options = {.threads = f->threads, .energy_only = true};
    struct result *r = ARENA_ARRAY(f->a, struct result, 1);
    struct diags ds = diags_new(f->a);
    redundancy_lose(x, f->out->load_w, f->out->module_w, f->out->usable_frac);
    if (!run_case(&request, &options, r, f->a, &ds)) {
        x->note = arena_format(f->a, "cannot be simulated: %s", study_error(&ds, f->a));
        return;
    }
    fill_row(f, x, r);
    f->out->n_pooled = r->site->n_pooled;
    f->out->pooled = r->site->pooled;
}

/* ---- all of them ------------------------------------------------------------ */

static void find_own(struct finding *f)
{
    struct redundancy *c = f->out;
    const struct ups *u = f->own;
    struct redundancy_row *x = &c->row[c->n++];
    int active = ups_active_systems(u);
    x->is_own = true;
    x->plan = (struct redundancy_plan){redundancy_words[u->redundancy], active,
                                       ups_systems(u) - active, u->modules};
    redundancy_lose(x, c->load_w, c->module_w, c->usable_frac);
    fill_row(f, x, c->own);
}

static void find_facts(struct finding *f, const struct result *own)
{
    struct redundancy *c = f->out;
    for (int e = 0; e < own->plant->n_elem; e++)
        if (is_of(own, &own->plant->elem[e], c->ups))
            c->usable_frac = own->plant->elem[e].usable_frac;
    c->own = own;
    c->load_w = load_of(own, c->ups);
    c->module_w = f->own->module_w;
    c->module_price = (double)NAN;
    for (int i = 0; i < own->site->of[KIND_UPS].n; i++)
        if (!strcmp(own->site->of[KIND_UPS].object[i]->name, c->ups))
            c->module_price = site_module_price(own->site, i);
}

bool redundancy_find(const struct load_request *request, const struct result *own, const char *ups,
                     int threads, struct redundancy *out, struct arena *a, struct diags *ds)
{
    const struct object *o = choose_ups(&own->site->objects, ups, a, ds);
    if (!o) return false;
    *out = (struct redundancy){.ups = o->name};
    struct finding f = {out, request, o->data, threads, a};
    find_facts(&f, own);
    if (!(out->load_w > 0)) {
        diag_error(ds, DIAG_INPUT, o->place, NULL, "[ups %s] carries no load", o->name);
        return false;
    }
    out->row = ARENA_ARRAY(a, struct redundancy_row, N_PATTERN + 1);
    find_own(&f);
    for (int p = 0; p < N_PATTERN; p++) {
        struct redundancy_row *x = &out->row[out->n++];
        x->plan = redundancy_size(p, out->load_w, out->module_w, out->usable_frac, f.own->blocks);
        run_pattern(&f, x);
    }
    return true;
}
