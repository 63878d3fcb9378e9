#include "sim/screen.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const double screen_guard = 0.01;
/* More heat than this share of the servers' power, and cooling has to be solved. */
static const double heat_most = 0.003;

struct link { /* a feed seen from its element */
    int feed;
    enum link_what { LINK_ELEM, LINK_TAP, LINK_OTHER } what;
    int index;
};

struct screen {
    const struct plant *p;
    const struct outage *normal;
    const struct network *net;
    const struct year *y;
    int *first; /* [n_elem + 1] into link */
    struct link *link;
    struct feeds *other; /* consumers that are no servers */
    double *other_w, *other_va;
    int n_other;
    double servers_w;
    /* of one loss; only what is touched is reset */
    unsigned char *dead, *queued;
    double *change_w, (*change_va)[3];
    int *units_lost, *queue, n_queue, *touched, n_touched;
    struct screened out;
    double heat_w; /* that the loss adds, at most */
    int cap;
    struct arena *a;
};

/* ---- who hangs on what -------------------------------------------------------- */

static void count_links(struct screen *s, struct feeds f)
{
    for (int j = f.first; j < f.first + f.n; j++) s->first[s->p->feed[j] + 1]++;
}

static void put_links(struct screen *s, int *at, struct feeds f, enum link_what what, int index)
{
    for (int j = f.first; j < f.first + f.n; j++) {
        struct link *l = &s->link[at[s->p->feed[j]]++];
        l->feed = j;
        l->what = what;
        l->index = index;
    }
}

static void add_other(struct screen *s, struct feeds f, double w, const struct part *part)
{
    double pf = part->draw_power_factor > 0 ? part->draw_power_factor : 1;
    s->other[s->n_other] = f;
    s->other_w[s->n_other] = w > 0 ? w : 0;
    s->other_va[s->n_other] = s->other_w[s->n_other] / pf;
    s->n_other++;
}

static void list_others(struct screen *s)
{
    const struct plant *p = s->p;
    size_t n = (size_t)(p->n_fixed + p->n_cool + p->n_cdu + p->n_loop + p->n_sink) + 1;
    s->other = ARENA_ARRAY(s->a, struct feeds, n);
    s->other_w = ARENA_ARRAY(s->a, double, n);
    s->other_va = ARENA_ARRAY(s->a, double, n);
    for (int i = 0; i < p->n_fixed; i++)
        add_other(s, p->fixed[i].feed, p->fixed[i].power_w, &p->fixed[i].l->part);
    for (int i = 0; i < p->n_cool; i++)
        add_other(s, p->cool[i].feed, s->y->cool_w[i],
                  site_part(p->site, p->cool[i].kind, p->cool[i].index));
    for (int i = 0; i < p->n_cdu; i++)
        add_other(s, p->cdu[i].feed, s->y->cdu_w[i], &p->cdu[i].c->part);
    for (int i = 0; i < p->n_loop; i++)
        add_other(s, p->loop[i].feed, s->y->loop_w[i], &p->loop[i].l->part);
    for (int i = 0; i < p->n_sink; i++)
        add_other(s, p->sink[i].feed, s->y->sink_w[i],
                  site_part(p->site, p->sink[i].kind, p->sink[i].index));
}

static void make_links(struct screen *s)
{
    const struct plant *p = s->p;
    size_t n = (size_t)p->n_elem + 1;
    s->first = ARENA_ARRAY(s->a, int, n + 1);
    for (int e = 0; e < p->n_elem; e++) count_links(s, p->elem[e].up);
    for (int t = 0; t < p->n_tap; t++) count_links(s, p->tap[t].feed);
    for (int i = 0; i < s->n_other; i++) count_links(s, s->other[i]);
    for (int e = 0; e < p->n_elem; e++) s->first[e + 1] += s->first[e];
    s->link = ARENA_ARRAY(s->a, struct link, (size_t)s->first[p->n_elem] + 1);
    int *at = ARENA_ARRAY(s->a, int, n);
    memcpy(at, s->first, n * sizeof *at);
    for (int e = 0; e < p->n_elem; e++) put_links(s, at, p->elem[e].up, LINK_ELEM, e);
    for (int t = 0; t < p->n_tap; t++) put_links(s, at, p->tap[t].feed, LINK_TAP, t);
    for (int i = 0; i < s->n_other; i++) put_links(s, at, s->other[i], LINK_OTHER, i);
}

struct screen *screen_new(const struct plant *p, const struct outage *normal,
                          const struct network *net, const struct year *design, struct arena *a)
{
    struct screen *s = ARENA_ARRAY(a, struct screen, 1);
    size_t n = (size_t)p->n_elem + 1;
    *s = (struct screen){.p = p, .normal = normal, .net = net, .y = design, .a = a};
    s->dead = ARENA_ARRAY(a, unsigned char, n);
    s->queued = ARENA_ARRAY(a, unsigned char, n);
    s->change_w = ARENA_ARRAY(a, double, n);
    s->change_va = arena_make(a, sizeof *s->change_va, n);
    s->units_lost = ARENA_ARRAY(a, int, n);
    s->queue = ARENA_ARRAY(a, int, n);
    s->touched = ARENA_ARRAY(a, int, n);
    s->out.dark_tap = ARENA_ARRAY(a, int, (size_t)p->n_tap + 1);
    for (int t = 0; t < p->n_tap; t++)
        s->servers_w += p->tap[t].count * design->group_max_w[p->tap[t].group];
    list_others(s);
    make_links(s);
    return s;
}

/* ---- one loss ------------------------------------------------------------------- */

static void touch(struct screen *s, int e)
{
    if (s->queued[e]) return;
    s->queued[e] = 1;
    s->touched[s->n_touched++] = e;
}

static bool is_dark(const struct screen *s, struct feeds f)
{
    for (int j = f.first; j < f.first + f.n; j++)
        if (!s->dead[s->p->feed[j]]) return false;
    return f.n > 0;
}

/* The part and all that only dead parts feed; s->queue lists them. */
static void spread(struct screen *s, int e)
{
    s->n_queue = 0;
    s->dead[e] = 1;
    touch(s, e);
    s->queue[s->n_queue++] = e;
    for (int i = 0; i < s->n_queue; i++)
        for (int k = s->first[s->queue[i]]; k < s->first[s->queue[i] + 1]; k++) {
            const struct link *l = &s->link[k];
            if (l->what != LINK_ELEM || s->dead[l->index]) continue;
            if (!is_dark(s, s->p->elem[l->index].up)) continue;
            s->dead[l->index] = 1;
            touch(s, l->index);
            s->queue[s->n_queue++] = l->index;
        }
}

static void add_change(struct screen *s, int e, double w, const double line_va[3])
{
    touch(s, e);
    s->change_w[e] += w;
    for (int i = 0; i < 3; i++) s->change_va[e][i] += line_va[i];
}

/* Input of one server with k of its supplies left, from what it wants of them. */
static double input_w(const struct screen *s, const struct group *g, int k, double max_w,
                      bool *is_capped)
{
    if (!g->has_supply || k >= g->full_supplies) return max_w;
    const struct psu *u = site_psu(s->p->site, g->s->psu.ref[0].index);
    double out_w = psu_output_w(u, &g->supply_loss, g->full_supplies, max_w);
    double rated_w = k * g->supply_rated_w, most_w = rated_w * g->supply_usable;
    *is_capped = out_w > most_w || plant_cap_w(g, k) < HUGE_VAL;
    if (out_w > most_w) out_w = most_w;
    return out_w + rated_w * table_at(&g->supply_loss, out_w / rated_w);
}

/* What the dead sources of a tap leave to the others, or to none. */
static void move_tap(struct screen *s, int t)
{
    const struct plant *p = s->p;
    const struct tap *x = &p->tap[t];
    const struct group *g = &p->group[x->group];
    const int *own = p->tap_supplies + x->first_supply;
    double max_w = s->y->group_max_w[x->group];
    int live = 0;
    bool is_capped = false;
    for (int i = 0; i < x->feed.n; i++)
        if (!s->dead[p->feed[x->feed.first + i]]) live += own[i];
    if (!live || (g->has_supply && live < g->s->psu_least)) {
        s->out.dropped += x->count;
        s->out.dark_tap[s->out.n_dark++] = t;
        return;
    }
    int kept = !g->has_supply ? 1 : live < g->full_supplies ? live : g->full_supplies;
    double w = input_w(s, g, kept, max_w, &is_capped);
    if (is_capped) s->out.capped += x->count;
    s->heat_w += fmax(x->count * (w - max_w), 0);
    const struct psu *u = g->has_supply ? site_psu(p->site, g->s->psu.ref[0].index) : NULL;
    double pf = u ? u->power_factor : 0.98;
    for (int i = 0; i < x->feed.n; i++) {
        int j = x->feed.first + i, e = p->feed[j];
        if (s->dead[e]) continue;
        double more_w = x->count * (w * own[i] / live - max_w * p->normal.share[j]);
        double va[3], all_va = more_w / pf;
        bool is_three = p->elem[e].phases == 3;
        for (int k = 0; k < 3; k++) va[k] = is_three ? all_va * p->feed_line[j][k] : 0;
        if (is_three && g->s->plug == 2) /* each line carries two pairs of lines */
            for (int k = 0; k < 3; k++)
                va[k] = all_va * (p->feed_line[j][k] + p->feed_line[j][(k + 2) % 3]) /
                        1.7320508075688772;
        if (!is_three) va[0] = all_va;
        add_change(s, e, more_w, va);
    }
}

/* Apparent over active power of what an element draws. */
static double va_per_w(const struct screen *s, int e)
{
    const struct elem *x = &s->p->elem[e];
    const struct network_elem *n = &s->net->elem[e];
    const struct ups *u = x->what == ELEM_UPS ? site_ups(s->p->site, x->index) : NULL;
    if (u && u->mode == UPS_DOUBLE_CONVERSION) return 1 / u->e.power_factor;
    return n->w > 0 ? n->va / n->w : 1 / 0.95;
}

/* On the lines of a source, of what an element draws: sizes, never less than the vectors.
   own_va is what its lines carry; a delta joins two of them. */
static void lines_up(const struct screen *s, int e, int parent, const double own_va[3],
                     double scale, double out[3])
{
    const struct elem *x = &s->p->elem[e];
    const struct ups *u = x->what == ELEM_UPS ? site_ups(s->p->site, x->index) : NULL;
    double sum = own_va[0] + own_va[1] + own_va[2];
    bool is_delta =
        x->what == ELEM_TRANSFORMER && site_transformer(s->p->site, x->index)->vector == VECTOR_DYN;
    bool is_single = x->phases < 3 && s->p->elem[parent].phases == 3;
    for (int i = 0; i < 3; i++) {
        out[i] = scale * own_va[i];
        if (is_delta) out[i] = scale * (own_va[i] + own_va[(i + 2) % 3]) / 1.7320508075688772;
        if (u && u->mode == UPS_DOUBLE_CONVERSION) out[i] = scale * sum / 3;
        if (is_single) out[i] = 0;
    }
    if (!is_single) return;
    int line = x->line < 0 ? 0 : x->line;
    out[line] = scale * sum;
    if (x->phases == 2) out[(line + 1) % 3] = scale * sum;
}

/* Of a part or a consumer whose sources are dead in part; e: the part, or -1. */
static void move_feeds(struct screen *s, struct feeds f, int e, double w, double va)
{
    const struct plant *p = s->p;
    const double even[3] = {va / 3, va / 3, va / 3};
    double lost = 0, rest = 0;
    int live = 0, first = -1;
    for (int j = f.first; j < f.first + f.n; j++) {
        if (s->dead[p->feed[j]]) {
            lost += p->normal.share[j];
            continue;
        }
        rest += p->normal.share[j];
        if (first < 0) first = j;
        live++;
    }
    for (int j = f.first; lost > 0 && j < f.first + f.n; j++) {
        if (s->dead[p->feed[j]]) continue;
        double line_va[3];
        double more = f.is_standby ? (j == first ? lost : 0)
                      : rest > 0   ? lost * p->normal.share[j] / rest
                                   : lost / live;
        if (e >= 0) {
            const struct network_elem *n = &s->net->elem[e];
            double all = n->line_va[0] + n->line_va[1] + n->line_va[2];
            lines_up(s, e, p->feed[j], all > 0 ? n->line_va : even,
                     all > 0 ? more * va / all : more, line_va);
        } else {
            bool is_three = p->elem[p->feed[j]].phases == 3;
            for (int i = 0; i < 3; i++) line_va[i] = more * (is_three ? even[i] : i == 0 ? va : 0);
        }
        add_change(s, p->feed[j], more * w, line_va);
    }
}

/* Every tap and part with a dead source, once: where its first dead source is met. */
static bool is_first_dead(const struct screen *s, struct feeds f, int feed)
{
    for (int j = f.first; j < feed; j++)
        if (s->dead[s->p->feed[j]]) return false;
    return true;
}

static void move_links(struct screen *s)
{
    const struct plant *p = s->p;
    for (int i = 0; i < s->n_queue; i++)
        for (int k = s->first[s->queue[i]]; k < s->first[s->queue[i] + 1]; k++) {
            const struct link *l = &s->link[k];
            if (l->what == LINK_TAP) {
                if (is_first_dead(s, p->tap[l->index].feed, l->feed)) move_tap(s, l->index);
            } else if (l->what == LINK_ELEM) {
                const struct network_elem *n = &s->net->elem[l->index];
                struct feeds f = p->elem[l->index].up;
                if (!s->dead[l->index] && is_first_dead(s, f, l->feed))
                    move_feeds(s, f, l->index, n->in_w, n->in_w * va_per_w(s, l->index));
            } else if (is_first_dead(s, s->other[l->index], l->feed)) {
                s->out.touches_cooling |= is_dark(s, s->other[l->index]);
                move_feeds(s, s->other[l->index], -1, s->other_w[l->index], s->other_va[l->index]);
            }
        }
}

/* ---- upstream ---------------------------------------------------------------------- */

static double loss_w(const struct elem *x, double w, int n)
{
    return n > 0 ? n * x->a_w + w * (x->b + x->c_per_w * w / n) : 0;
}

static int by_index(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

/* What changed at e changes its sources, by the shares they have now. */
static void pass_up(struct screen *s, int e)
{
    const struct plant *p = s->p;
    const struct elem *x = &p->elem[e];
    double w = s->net->elem[e].w, more_w = s->change_w[e];
    int n = s->normal->alive[e] - s->units_lost[e];
    if (s->dead[e]) return;
    double in_w = more_w + loss_w(x, w + more_w, n) - loss_w(x, w, s->normal->alive[e]);
    s->heat_w += fmax(in_w - more_w, 0);
    double per_w = fabs(more_w) > 0 ? in_w / more_w : 0;
    struct feeds f = x->up;
    double live = 0;
    bool is_taken = false;
    for (int j = f.first; j < f.first + f.n; j++)
        if (!s->dead[p->feed[j]]) live += p->normal.share[j];
    for (int j = f.first; j < f.first + f.n; j++) {
        if (s->dead[p->feed[j]]) continue;
        double share = live > 0 ? p->normal.share[j] / live : 1;
        if (f.is_standby && !(live > 0)) share = is_taken ? 0 : 1;
        is_taken = true;
        double va[3], own_va[3];
        memcpy(own_va, s->change_va[e], sizeof own_va);
        double sum = own_va[0] + own_va[1] + own_va[2], least = more_w * va_per_w(s, e);
        if (x->what == ELEM_UPS && sum < least) own_va[0] += least - sum;
        lines_up(s, e, p->feed[j], own_va, share * per_w, va);
        add_change(s, p->feed[j], share * in_w, va);
    }
}

/* In the order of the array, in which sources come after what they feed. */
static void pass_all_up(struct screen *s)
{
    qsort(s->touched, (size_t)s->n_touched, sizeof *s->touched, by_index);
    for (int i = 0; i < s->n_touched; i++) {
        int before = s->n_touched;
        pass_up(s, s->touched[i]);
        if (s->n_touched > before)
            qsort(s->touched + i + 1, (size_t)(s->n_touched - i - 1), sizeof *s->touched, by_index);
    }
}

static void keep(struct screen *s, int e)
{
    const struct network_elem *n = &s->net->elem[e];
    struct screened *out = &s->out;
    bool grows = s->change_w[e] > 1e-6 * n->w + 1e-6 || s->units_lost[e];
    if (s->dead[e] || !grows) return;
    if (out->n == s->cap) {
        struct screened_elem *more =
            ARENA_ARRAY(s->a, struct screened_elem, (size_t)s->cap * 2 + 64);
        if (out->n) memcpy(more, out->elem, (size_t)out->n * sizeof *more);
        out->elem = more;
        s->cap = s->cap * 2 + 64;
    }
    double line_va = 0;
    for (int i = 0; i < 3; i++)
        line_va = fmax(line_va, n->line_va[i] + fmax(s->change_va[e][i], 0));
    double guard = 1 + screen_guard;
    out->elem[out->n++] =
        (struct screened_elem){e, guard * (n->w + s->change_w[e]), n->w, guard * line_va};
}

static void reset(struct screen *s)
{
    for (int i = 0; i < s->n_touched; i++) {
        int e = s->touched[i];
        s->dead[e] = s->queued[e] = 0;
        s->change_w[e] = 0;
        memset(s->change_va[e], 0, sizeof s->change_va[e]);
        s->units_lost[e] = 0;
    }
    s->n_touched = s->n_queue = 0;
    s->out.n = s->out.n_dark = 0;
    s->heat_w = 0;
    s->out.dropped = s->out.capped = 0;
    s->out.touches_cooling = false;
}

const struct screened *screen_loss(struct screen *s, struct lost lost)
{
    int e = lost.alive_index;
    reset(s);
    if (s->normal->alive[e] > lost.units) {
        touch(s, e);
        s->units_lost[e] = lost.units;
    } else {
        spread(s, e);
        move_links(s);
    }
    pass_all_up(s);
    s->out.touches_cooling |= s->heat_w > heat_most * s->servers_w;
    for (int i = 0; i < s->n_touched; i++) keep(s, s->touched[i]);
    return &s->out;
}
