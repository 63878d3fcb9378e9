/* Where the power of a site goes in the hour of its greatest power, and its energy. */

#include <math.h>
#include <string.h>

#include "plan/power_parts.h"

struct level { /* losses of one kind of element at one depth */
    int kind, depth, elements;
    double w; /* of one hour, or a sum of hours */
};

struct levels {
    const struct budgeting *b;
    int n, *of; /* [classes] level of each */
    struct level *item;
};

/* ---- levels ------------------------------------------------------------------- */

static int level_at(struct levels *x, int kind, int depth)
{
    for (int i = 0; i < x->n; i++)
        if (x->item[i].kind == kind && x->item[i].depth == depth) return i;
    x->item[x->n] = (struct level){.kind = kind, .depth = depth};
    return x->n++;
}

static bool can_lose(const struct elem *x)
{
    return x->a_w > 0 || fabs(x->b) > 0 || fabs(x->c_per_w) > 0;
}

/* From the servers up; elements come so.  Sources that lose nothing are no level. */
static struct levels levels_of(const struct budgeting *b)
{
    const struct plant *p = b->plant;
    const struct alike *k = &b->s->o->alike;
    struct levels x = {b, 0, ARENA_ARRAY(b->a, int, (size_t)k->n + 1),
                       ARENA_ARRAY(b->a, struct level, (size_t)k->n + 1)};
    for (int e = 0; e < p->n_elem; e++) {
        const struct elem *v = &p->elem[e];
        if (!budget_is_first(b, e)) continue;
        x.of[k->of[e]] = -1;
        if (!v->up.n && !can_lose(v)) continue;
        x.of[k->of[e]] = level_at(&x, v->kind, b->depth[e]);
        x.item[x.of[k->of[e]]].elements += k->size[k->of[e]];
    }
    return x;
}

/* Deepest first, then in the order of kinds. */
static void sort_levels(struct levels *x, int *order)
{
    for (int i = 0; i < x->n; i++) {
        int j = i;
        const struct level *v = &x->item[i];
        for (; j > 0; j--) {
            const struct level *u = &x->item[order[j - 1]];
            if (u->depth > v->depth || (u->depth == v->depth && u->kind < v->kind)) break;
            order[j] = order[j - 1];
        }
        order[j] = i;
    }
}

static void add_losses(struct levels *x, const struct block *k)
{
    for (int c = 0; c < x->b->s->o->alike.n; c++)
        for (int i = 0; x->of[c] >= 0 && i < k->n; i++) x->item[x->of[c]].w += k->elem_loss_w[c][i];
}

/* ---- one hour ------------------------------------------------------------------ */

/* What the sources give, with their own losses. */
static double supplied_w(const struct plant *p, const struct block *k, int lane)
{
    double w = 0;
    for (int e = 0; e < p->n_elem; e++)
        if (!p->elem[e].up.n) w += k->elem_out_w[e][lane] + k->elem_loss_w[e][lane];
    return w;
}

static bool is_loss(int q)
{
    return q == Q_PDU_LOSS_W || q == Q_UPS_LOSS_W || q == Q_TRANSFORMER_LOSS_W;
}

struct solved { /* sums over hours */
    double part_w[N_QUANTITY], all_w;
    struct level *level;
};

static void clear(struct solved *s, struct levels *x)
{
    *s = (struct solved){.level = ARENA_ARRAY(x->b->a, struct level, (size_t)x->n + 1)};
    for (int i = 0; i < x->n; i++) x->item[i].w = 0;
}

static void keep(struct solved *s, const struct levels *x)
{
    memcpy(s->level, x->item, (size_t)x->n * sizeof *s->level);
}

/* n hours from h0, block by block; lanes do not depend on each other. */
static void solve_hours(struct levels *x, const struct prepared *w, int h0, int n, struct solved *s)
{
    const struct outage *o = x->b->s->o;
    struct block *k = block_new(o->plant, x->b->a);
    clear(s, x);
    for (int h = h0; h < h0 + n; h += LANES) {
        int left = h0 + n - h;
        block_solve(o->plant, &o->state, w, h, left < LANES ? left : LANES, k);
        add_losses(x, k);
        for (int i = 0; i < k->n; i++) {
            s->all_w += supplied_w(o->plant, k, i);
            for (int q = 0; q < N_QUANTITY; q++)
                if (quantity_rows[q].is_part && !is_loss(q)) s->part_w[q] += k->quantity[q][i];
        }
    }
    keep(s, x);
}

/* ---- the balance ----------------------------------------------------------------- */

static void add_part(struct power_balance *out, int q, const struct solved *budget,
                     const struct solved *peak, const struct solved *year)
{
    out->line[out->n++] = (struct power_line){
        quantity_rows[q].part_key, quantity_rows[q].label, -1, 0, budget->part_w[q],
        peak->part_w[q],           year->part_w[q] / 1000};
}

static void add_level(struct power_balance *out, const struct levels *x, int i,
                      const struct solved *budget, const struct solved *peak,
                      const struct solved *year)
{
    const struct level *v = &x->item[i];
    const char *kind = x->b->plant->site->objects.kinds[v->kind].name;
    out->line[out->n++] =
        (struct power_line){arena_format(x->b->a, "%s_loss_%d", kind, v->depth),
                            arena_format(x->b->a, "Losses of %s, level %d", kind, v->depth),
                            v->depth,
                            v->elements,
                            budget->level[i].w,
                            peak->level[i].w,
                            year->level[i].w / 1000};
}

static void close_balance(struct power_balance *out)
{
    struct power_line sum = {0};
    for (int i = 0; i < out->n; i++) {
        sum.budget_w += out->line[i].budget_w;
        sum.peak_w += out->line[i].peak_w;
        sum.energy_kwh += out->line[i].energy_kwh;
    }
    const struct power_line *all = &out->all;
    out->residual = (struct power_line){"residual",
                                        "Residual, relative",
                                        -1,
                                        0,
                                        fabs(sum.budget_w - all->budget_w) / all->budget_w,
                                        fabs(sum.peak_w - all->peak_w) / all->peak_w,
                                        fabs(sum.energy_kwh - all->energy_kwh) / all->energy_kwh};
}

void budget_balance(struct budgeting *b)
{
    const struct limits_case *l = b->c->limits;
    struct power_balance *out = &b->out->balance;
    struct levels x = levels_of(b);
    struct solved budget, peak, year;
    int *order = ARENA_ARRAY(b->a, int, (size_t)x.n + 1);
    out->budget_hour = b->c->year->site.stat[Q_FACILITY_W].max_hour;
    out->peak_hour = l->design_year->site.stat[Q_FACILITY_W].max_hour;
    if (out->budget_hour < 0) out->budget_hour = 0; /* nothing is drawn in any hour */
    if (out->peak_hour < 0) out->peak_hour = 0;
    solve_hours(&x, b->c->normal, out->budget_hour, 1, &budget);
    solve_hours(&x, l->design, out->peak_hour, 1, &peak);
    solve_hours(&x, b->c->normal, 0, b->c->normal->n, &year);
    out->line = ARENA_ARRAY(b->a, struct power_line, (size_t)(N_QUANTITY + x.n));
    for (int q = 0; q < N_QUANTITY; q++)
        if (quantity_rows[q].is_part && !is_loss(q) && year.part_w[q] + peak.part_w[q] > 0)
            add_part(out, q, &budget, &peak, &year);
    sort_levels(&x, order);
    for (int i = 0; i < x.n; i++) add_level(out, &x, order[i], &budget, &peak, &year);
    out->all = (struct power_line){"facility", "Facility",       -1, 0, budget.all_w,
                                   peak.all_w, year.all_w / 1000};
    close_balance(out);
}
