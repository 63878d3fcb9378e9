#include "plan/power_budget.h"

#include <math.h>

#include "plan/power_parts.h"

static const char normal[] = "normal";

/* ---- nameplates ------------------------------------------------------------- */

static double cool_nameplate_w(const struct cool *x)
{
    double w = x->u->fan_w;
    if (x->x) w += x->capacity_w / x->cop + x->condenser_fan_w + x->x->free_pump_w;
    if (x->h) w += x->h->pump_w + x->h->scavenger_fan_w;
    return x->units * w;
}

/* Its part of reheat and humidifier of the room; one whose capacity is not told has no
   plate. */
static double water_nameplate_w(const struct plant *p, const struct cool *x)
{
    const struct plant_room *r = &p->room[x->room];
    double all_m3_s = 0, w = r->water.reheat_w;
    if (!r->water.runs) return 0;
    if (r->water.humidifier_kg_s < HUGE_VAL && r->r->humidifier != HUMIDIFIER_NONE)
        w += r->water.humidifier_kg_s * r->water.humidifier_j_kg;
    for (int c = r->cool_first; c < r->cool_first + r->n_cool; c++)
        all_m3_s += p->cool[c].units * p->cool[c].u->airflow_m3_s;
    return all_m3_s > 0 ? w * x->units * x->u->airflow_m3_s / all_m3_s : 0;
}

static double sink_nameplate_w(const struct sink *x)
{
    switch (x->what) {
    case SINK_CHILLER: return x->units * x->c->capacity_w / x->rated_cop;
    case SINK_TOWER: return x->units * x->t->fan_w; /* basin heaters run when fans rest */
    case SINK_DRYCOOLER: return x->units * (x->d->fan_w + x->d->pad_pump_w);
    case SINK_REUSE: return x->units * x->r->capacity_w * reuse_power_frac(x->r, x->r->water_min_c);
    default: return 0;
    }
}

static void add_nameplate(const struct budgeting *b, double *to, struct feeds f, double w)
{
    for (int j = f.first; j < f.first + f.n; j++) to[b->plant->feed[j]] += b->s->o->share[j] * w;
}

/* [n_elem] */
static const double *nameplates(const struct budgeting *b)
{
    const struct plant *p = b->plant;
    double *w = ARENA_ARRAY(b->a, double, (size_t)p->n_elem + 1);
    for (int t = 0; t < p->n_tap; t++)
        add_nameplate(b, w, p->tap[t].feed,
                      p->tap[t].count * p->group[p->tap[t].group].s->power_maximum_w);
    for (int i = 0; i < p->n_fixed; i++) add_nameplate(b, w, p->fixed[i].feed, p->fixed[i].power_w);
    for (int i = 0; i < p->n_cool; i++)
        add_nameplate(b, w, p->cool[i].feed,
                      cool_nameplate_w(&p->cool[i]) + water_nameplate_w(p, &p->cool[i]));
    for (int i = 0; i < p->n_cdu; i++)
        add_nameplate(b, w, p->cdu[i].feed, p->cdu[i].units * p->cdu[i].pump_w);
    for (int i = 0; i < p->n_loop; i++) add_nameplate(b, w, p->loop[i].feed, p->loop[i].pump_w);
    for (int i = 0; i < p->n_sink; i++)
        add_nameplate(b, w, p->sink[i].feed, sink_nameplate_w(&p->sink[i]));
    for (int e = 0; e < p->n_elem; e++) add_nameplate(b, w, p->elem[e].up, w[e]);
    return w;
}

/* ---- one element -------------------------------------------------------------- */

static double loss_w(const struct elem *x, int alive, double w)
{
    return alive > 0 ? alive * x->a_w + w * (x->b + x->c_per_w * w / alive) : 0;
}

static double efficiency(const struct elem *x, int alive, double w)
{
    return w > 0 ? w / (w + loss_w(x, alive, w)) : (double)NAN;
}

static void name_alike(const struct budgeting *b, struct power_row *r, int e)
{
    const struct alike *k = &b->s->o->alike;
    int n = 0;
    r->alike = budget_alike(b, e);
    r->alike_name = ARENA_ARRAY(b->a, const char *, (size_t)r->alike + 1);
    for (int i = 0; r->alike && i < b->plant->n_elem; i++)
        if (i != e && k->of[i] == k->of[e]) r->alike_name[n++] = budget_name(b, i);
}

static void name_sources(const struct budgeting *b, struct power_row *r, int e)
{
    const struct plant *p = b->plant;
    struct feeds f = p->elem[e].up;
    bool is_told = false;
    r->source = ARENA_ARRAY(b->a, const char *, (size_t)f.n + 1);
    for (int j = f.first; j < f.first + f.n; j++) {
        const char *name = r->source[r->n_source++] = budget_name(b, p->feed[j]);
        bool carries = b->s->o->share[j] > 0, is_parent = carries && !is_told;
        is_told |= carries;
        if (is_parent) continue;
        r->other = arena_format(b->a, "%s%s%s %s", r->other ? r->other : "", r->other ? ", " : "",
                                carries ? "also" : "standby", name);
    }
}

/* Lines of the sum of peaks, brought down to what meets in one hour. */
static void fill_lines(const struct budgeting *b, struct power_row *r, int e,
                       const struct limit_load *k, double v)
{
    const struct network_elem *n = &b->s->net->elem[e];
    int phases = b->plant->elem[e].phases;
    double scale = n->worst_frac > 0 && v > 0 ? k->worst_va / v : (double)NAN, greatest = 0;
    for (int i = 0; i < 3; i++) greatest = fmax(greatest, n->line_va[i]);
    for (int i = 0; i < 3; i++)
        r->line_a[i] =
            i < phases ? greatest > 0 ? scale * n->line_va[i] / greatest : scale * 0 : (double)NAN;
    r->neutral_a = phases == 3 && v > 0 ? k->neutral_va / v : (double)NAN;
    r->unbalance_frac = phases == 3 ? n->unbalance_frac : (double)NAN;
}

static void fill_loads(const struct budgeting *b, struct power_row *r, int e)
{
    const struct elem *x = &b->plant->elem[e];
    int alive = b->s->o->alive[b->plant->alive_elem + e];
    struct limit_load k = limit_load_of(b->s, x, e);
    double v = limit_line_v(x);
    r->budget_w = b->c->year->elem[e].used;
    r->peak_w = k.w;
    r->loss_w = loss_w(x, alive, k.w);
    r->budget_efficiency = efficiency(x, alive, r->budget_w);
    r->peak_efficiency = efficiency(x, alive, k.w);
    r->va = k.va;
    r->power_factor = k.w > 0 ? k.w / k.va : (double)NAN;
    r->current_a = v > 0 ? k.worst_va / v : (double)NAN;
    fill_lines(b, r, e, &k, v);
}

static void fill_ratings(const struct budgeting *b, struct power_row *r, int e)
{
    const struct elem *x = &b->plant->elem[e];
    int alive = b->s->o->alive[b->plant->alive_elem + e];
    double usable_w = limit_elem_w(b->c->limits, b->s, e);
    bool is_stated = x->rated_w > 0 && x->what != ELEM_TRANSFORMER; /* there it follows from kVA */
    r->rated_w = is_stated ? alive * x->rated_w : (double)NAN;
    r->rated_va = x->rated_va > 0 ? alive * x->rated_va : (double)NAN;
    r->rated_a = alive * x->rated_a;
    r->usable_w = isfinite(usable_w) ? usable_w : (double)NAN;
    r->free_w = r->usable_w - r->peak_w;
    r->used_frac = r->peak_w / r->usable_w;
    r->usable_note = x->usable_note;
}

static struct power_row row_of(const struct budgeting *b, int e, int depth, double nameplate_w)
{
    int kind = b->plant->elem[e].kind;
    struct power_row r = {.element = budget_name(b, e),
                          .kind = b->plant->site->objects.kinds[kind].name,
                          .depth = depth,
                          .nameplate_w = nameplate_w};
    name_alike(b, &r, e);
    name_sources(b, &r, e);
    fill_loads(b, &r, e);
    fill_ratings(b, &r, e);
    return r;
}

/* ---- the tree -------------------------------------------------------------------- */

/* Longest way up over sources that carry. */
static const int *depths(const struct budgeting *b)
{
    const struct plant *p = b->plant;
    int *depth = ARENA_ARRAY(b->a, int, (size_t)p->n_elem + 1);
    for (int e = p->n_elem - 1; e >= 0; e--) {
        struct feeds f = p->elem[e].up;
        for (int j = f.first; j < f.first + f.n; j++)
            if (b->s->o->share[j] > 0 && depth[p->feed[j]] >= depth[e])
                depth[e] = depth[p->feed[j]] + 1;
    }
    return depth;
}

/* Class of the first source that carries e; -1: none. */
static int parent_of(const struct budgeting *b, int e)
{
    struct feeds f = b->plant->elem[e].up;
    for (int j = f.first; j < f.first + f.n; j++)
        if (b->s->o->share[j] > 0) return b->s->o->alike.of[b->plant->feed[j]];
    return -1;
}

struct walk {
    const struct budgeting *b;
    const double *nameplate_w;
    int *child, *next; /* by class: first child, next of its parent; -1: none */
};

static void list(struct walk *w, int c, int depth)
{
    for (; c >= 0; c = w->next[c]) {
        int e = w->b->s->o->alike.first[c];
        struct power_budget *out = w->b->out;
        out->row[out->n++] = row_of(w->b, e, depth, w->nameplate_w[e]);
        list(w, w->child[c], depth + 1);
    }
}

static void list_rows(struct budgeting *b)
{
    const struct alike *k = &b->s->o->alike;
    size_t n = (size_t)k->n + 1;
    struct walk w = {b, nameplates(b), ARENA_ARRAY(b->a, int, n), ARENA_ARRAY(b->a, int, n)};
    int root = -1;
    b->out->row = ARENA_ARRAY(b->a, struct power_row, n);
    for (int c = 0; c < k->n; c++) w.child[c] = -1;
    for (int c = k->n - 1; c >= 0; c--) {
        int parent = parent_of(b, k->first[c]);
        int *head = parent < 0 ? &root : &w.child[parent];
        w.next[c] = *head;
        *head = c;
    }
    list(&w, root, 0);
}

struct power_budget *power_budget_find(const struct power_case *c, struct arena *a)
{
    const struct limits_case *l = c->limits;
    const struct outage *o = outage_make(l->plant, NULL, 0, a);
    struct network net = network_solve(l->plant, o, l->design_year, a);
    struct limit_state s = {o, &net, l->design_year, normal};
    struct budgeting b = {c, l->plant, &s, NULL, a, ARENA_ARRAY(a, struct power_budget, 1)};
    b.depth = depths(&b);
    list_rows(&b);
    budget_balance(&b);
    budget_sizes(&b);
    return b.out;
}
