#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plan/headroom_case.h"
#include "plan/limits.h"

/* ---- racks one by one -------------------------------------------------------------- */

static bool may_stand(const struct server *v, int rack)
{
    for (int i = 0; i < v->rack.n; i++)
        if (v->rack.ref[i].index == rack) return true;
    return false;
}

/* Most servers that a rack takes more, by one of its limits alone; most when it states none. */
static int more_by(enum constraint by, const struct rack *r, const struct rack_use *u,
                   const struct server *v, int most)
{
    double left = (double)NAN, each = 0;
    struct rack_use filled = *u;
    int n = 0;
    switch (by) {
    case BY_UNITS:
        for (double at; n < most && (at = place_free_u(r, &filled, v)) != 0; n++)
            place_put(&filled, v, at);
        return n;
    case BY_WEIGHT: left = r->load_kg - r->own_kg - u->kg, each = v->weight_kg; break;
    case BY_RACK_AIR: left = r->airflow_m3_s - u->airflow_m3_s, each = v->airflow_m3_s; break;
    case BY_RACK_POWER: left = r->power_w - u->power_w, each = v->power_maximum_w; break;
    default: return most;
    }
    if (isnan(left) || !(each > 0)) return most;
    return (int)fmax(0, fmin(most, floor(left / each + 1e-9)));
}

static const enum constraint rack_classes[] = {BY_UNITS, BY_WEIGHT, BY_RACK_AIR};
enum { N_RACK_CLASS = sizeof rack_classes / sizeof *rack_classes };

/* ---- stranded power ------------------------------------------------------------------ */

static const char *const less_than_one = "less than one more takes, in each rack";
static const char *const not_for_them = "in racks of other servers";

static void strand(struct strands *x, enum constraint by, const char *words, double w)
{
    if (!(w > 0)) return;
    for (int i = 0; i < x->n; i++)
        if (x->row[i].by == by && x->row[i].words == words) {
            x->row[i].w += w;
            return;
        }
    x->row[x->n++] = (struct strand_row){by, words, w};
}

/* The power that is free in a rack: what is less than one server, what each limit keeps from
   it that those before it did not, and what is left for servers, whose number is returned. */
static int strand_rack(struct strands *x, const struct rack *r, const struct rack_use *u,
                       const struct server *v)
{
    double each_w = v->power_maximum_w, free_w = fmax(0, r->power_w - u->power_w);
    int n = each_w > 0 ? more_by(BY_RACK_POWER, r, u, v, HEADROOM_MOST) : 0;
    strand(x, N_CONSTRAINT, less_than_one, free_w - n * each_w);
    for (int c = 0; c < N_RACK_CLASS; c++) {
        int left = more_by(rack_classes[c], r, u, v, n);
        strand(x, rack_classes[c], constraint_words[rack_classes[c]], (n - left) * each_w);
        n = left;
    }
    return n;
}

static struct server server_of(const struct headroom *h, const struct way *w, struct arena *a)
{
    struct diags ds = diags_new(a);
    struct loaded *l = ARENA_ARRAY(a, struct loaded, 1);
    struct load_request q = way_request(w, 0, a);
    if (load_site(&q, l, a, &ds))
        for (int i = 0; i < l->site.of[KIND_SERVER].n; i++)
            if (!strcmp(l->site.of[KIND_SERVER].name[i], h->section))
                return *site_server(&l->site, i);
    return (struct server){0};
}

void strands_find(struct headroom *h, const struct way *w, struct arena *a)
{
    struct strands *x = &h->strands;
    const struct site *s = h->own->site;
    struct server v = server_of(h, w, a);
    double usable = 0;
    for (int k = 0; k < s->of[KIND_RACK].n; k++)
        for (int unit = 0; unit < site_rack(s, k)->part.count; unit++) {
            const struct rack *r = site_rack(s, k);
            const struct rack_use *u = &h->own->racks->use[k][unit];
            if (isnan(r->power_w)) {
                x->n_unrated++;
                continue;
            }
            x->rated_w += r->power_w;
            x->used_w += u->power_w;
            x->free_w += fmax(0, r->power_w - u->power_w);
            if (may_stand(&v, k))
                usable += strand_rack(x, r, u, &v);
            else
                strand(x, N_CONSTRAINT, not_for_them, fmax(0, r->power_w - u->power_w));
        }
    double more = fmin(fmax(h->fit.n, 0), usable);
    const struct limit *first = headroom_first(&h->fit);
    enum constraint by = first ? constraint_of(s, first) : BY_OTHER;
    x->usable_w = more * v.power_maximum_w;
    strand(x, by, constraint_words[by], (usable - more) * v.power_maximum_w);
}

/* ---- the ladder ------------------------------------------------------------------------ */

static struct ladder_row *row_of(struct headroom *h, enum constraint by)
{
    for (int i = 0; i < h->n_ladder; i++)
        if (h->ladder[i].by == by) return &h->ladder[i];
    h->ladder[h->n_ladder] = (struct ladder_row){.by = by, .it_w = (double)NAN};
    return &h->ladder[h->n_ladder++];
}

/* The least of its class stands; what is known before what is not. */
static void step(struct headroom *h, struct ladder_row x)
{
    struct ladder_row *row = row_of(h, x.by);
    if (row->is_broken) return;
    bool is_first = !row->words && isnan(row->it_w) && !row->is_flat;
    if (is_first || x.is_broken || (!isnan(x.it_w) && !(row->it_w <= x.it_w)) ||
        (x.is_flat && isnan(row->it_w)))
        *row = x;
}

/* Each limit of the racks alone: whole servers into what is free of it. */
static void count_racks(struct headroom *h, const struct server *v, struct arena *a)
{
    static const enum constraint all[] = {BY_UNITS, BY_WEIGHT, BY_RACK_POWER, BY_RACK_AIR};
    const struct site *s = h->own->site;
    for (size_t c = 0; c < sizeof all / sizeof *all; c++) {
        double more = 0;
        bool is_known = v->rack.n > 0;
        for (int k = 0; k < s->of[KIND_RACK].n; k++)
            for (int unit = 0; unit < site_rack(s, k)->part.count && may_stand(v, k); unit++) {
                int n = more_by(all[c], site_rack(s, k), &h->own->racks->use[k][unit], v,
                                HEADROOM_MOST);
                is_known &= n < HEADROOM_MOST;
                more += n;
            }
        if (!v->rack.n) continue;
        struct ladder_row x = {.by = all[c], .it_w = (double)NAN, .is_counted = true};
        x.words = is_known
                      ? arena_format(a, "racks of server.%s, counted in whole servers", h->section)
                      : "a rack states no limit, or a server no need";
        if (is_known) x.it_w = h->it_w + more * v->power_maximum_w;
        step(h, x);
    }
}

/* Servers of the fullest of the racks that it may stand in. */
static int fullest(const struct headroom *h, const struct server *v)
{
    int most = 0;
    for (int k = 0; k < h->own->site->of[KIND_RACK].n; k++)
        for (int unit = 0; unit < site_rack(h->own->site, k)->part.count && may_stand(v, k); unit++)
            if (h->own->racks->use[k][unit].servers > most)
                most = h->own->racks->use[k][unit].servers;
    return most;
}

/* More servers when each of those racks holds up to n. */
static double more_up_to(const struct headroom *h, const struct server *v, double n)
{
    double more = 0;
    for (int k = 0; k < h->own->site->of[KIND_RACK].n; k++)
        for (int unit = 0; unit < site_rack(h->own->site, k)->part.count && may_stand(v, k); unit++)
            more += fmax(0, n - h->own->racks->use[k][unit].servers);
    return more;
}

static const struct limit *twin_of(const struct limit *x, const struct trial *t)
{
    for (int i = 0; i < t->n_row; i++)
        if (!strcmp(t->row[i].element, x->element) && !strcmp(t->row[i].resource, x->resource) &&
            !strcmp(t->row[i].state, x->state))
            return &t->row[i];
    return NULL;
}

static bool is_of_one_rack(const struct site *s, const struct limit *l)
{
    for (int k = 0; k < N_KIND; k++)
        for (int i = 0; kind_is_electrical(k) && i < s->of[k].n; i++) {
            const char *dot = strchr(l->element, '.');
            size_t n = strlen(s->objects.kinds[k].name);
            if (dot && (size_t)(dot - l->element) == n &&
                !strncmp(l->element, s->objects.kinds[k].name, n) &&
                !strcmp(s->of[k].name[i], dot + 1))
                return s->of[k].copy[i].rack >= 0;
        }
    return false;
}

static void step_line(struct headroom *h, const struct server *v, const struct limit *l,
                      const struct trial *t, int n, struct arena *a)
{
    struct ladder_row x = {.by = constraint_of(h->own->site, l), .it_w = (double)NAN};
    const struct limit *y = t ? twin_of(l, t) : NULL;
    int most = fullest(h, v);
    x.words = headroom_limit_name(l, a);
    if (l->is_broken) {
        x.is_broken = true;
    } else if (isnan(l->margin)) {
        x.words = arena_format(a, "%s: no limit", x.words);
    } else if (is_of_one_rack(h->own->site, l)) {
        if (!most || !(l->used > 0)) return;
        x.is_counted = true;
        x.it_w = h->it_w +
                 more_up_to(h, v, floor(most * l->limit / l->used + 1e-9)) * v->power_maximum_w;
    } else if (y) {
        double now = l->limit - l->used, then = y->limit - y->used;
        double per = (now - then) / n;
        x.is_flat = !(per > 1e-6 * fmax(fabs(l->limit), 1e-3));
        if (!x.is_flat) x.it_w = h->it_w + now / per * v->power_maximum_w;
    } else {
        return;
    }
    step(h, x);
}

static int by_power(const void *x, const void *y)
{
    const struct ladder_row *a = x, *b = y;
    if (a->is_broken != b->is_broken) return b->is_broken - a->is_broken;
    bool none_a = isnan(a->it_w), none_b = isnan(b->it_w);
    if (none_a != none_b) return none_a - none_b;
    if (!none_a && a->it_w != b->it_w) return a->it_w < b->it_w ? -1 : 1;
    if (a->is_flat != b->is_flat) return b->is_flat - a->is_flat;
    return (int)a->by - (int)b->by;
}

/* A second case, where the search has none: an eighth of the servers fewer, else a rack more
   of them. */
static bool solve_second(const struct way *w, struct trial *t, int *n, struct arena *a)
{
    const char *want;
    struct way other = *w;
    if (w->has > 1) {
        *n = -(w->has / 8 > 0 ? w->has / 8 : 1);
        other.keys = way_first_spots(w, w->has + *n, a);
    } else {
        way_add_racks(&other, first_rack(&other, a), a);
        if (way_rack_bound(&other, &want, a) < 1) return false;
        *n = other.per_rack > 0 ? other.per_rack : 1;
    }
    trial_run(&other, *n, t, a);
    return !t->error;
}

void ladder_find(struct headroom *h, const struct way *w, const struct trial *near, int n_near,
                 struct arena *a)
{
    struct server v = server_of(h, w, a);
    struct trial second;
    const struct trial *t = n_near > 0 ? near : NULL;
    if (!t && solve_second(w, &second, &n_near, a)) t = &second;
    h->is_ladder_solved = t != NULL;
    h->ladder = ARENA_ARRAY(a, struct ladder_row, N_CONSTRAINT);
    count_racks(h, &v, a);
    for (int i = 0; i < h->own->n_limit; i++) {
        const struct limit *l = &h->own->limit[i];
        if (isnan(l->used)) continue; /* not known */
        bool is_placed =
            !strncmp(l->element, "rack.", 5) && constraint_of(h->own->site, l) <= BY_RACK_AIR;
        if (!is_placed && strcmp(l->resource, "racked servers")) step_line(h, &v, l, t, n_near, a);
    }
    qsort(h->ladder, (size_t)h->n_ladder, sizeof *h->ladder, by_power);
}
