#include <ctype.h>
#include <math.h>
#include <string.h>

#include "model/psu.h"
#include "plan/headroom_case.h"
#include "plan/limits.h"

const char *const offer_words[] = {"fewer",     "other racks", "more racks", "another rack",
                                   "power cap", "stagger",     "cooling",    NULL};

/* What is looked at, each by itself; a task has memory of its own. */
struct task {
    enum offer_kind kind;
    const char *model; /* of OFFER_COOLING */
    const struct headroom *h;
    const struct way *way;
    int target; /* servers that are wanted */
    struct headroom_offer out;
    struct arena a;
};

static const struct site *site_of(const struct task *t)
{
    return t->h->own->site;
}

static void say(struct task *t, const char *what)
{
    t->out.what = what;
}

static const char *kw(double w, struct arena *a)
{
    char text[TEXT_NUMBER_CAP];
    text_fixed(text, w / 1000, w < 1e5 ? 2 : 0, true);
    return arena_text(a, text, strlen(text));
}

/* Keeps the fit of a way, and its texts. */
static void conclude(struct task *t, const struct way *w, struct headroom_fit fit)
{
    t->out.fit = fit;
    t->out.is_possible = fit.is_known && fit.n >= 0;
    t->out.helps = t->out.is_possible && (fit.n >= t->target || fit.n > t->h->fit.n);
    if (!t->out.is_possible) return;
    t->out.n_text = way_texts(w, fit.n, &t->out.text, &t->a);
}

static void fit(struct task *t, struct way *w)
{
    conclude(t, w, fit_find(w, 0, NULL, NULL, NULL, &t->a));
}

/* The server with its supply as the way writes it. */
static bool server_of(struct task *t, const struct way *w, struct server *v, const struct psu **u)
{
    struct diags ds = diags_new(&t->a);
    struct loaded *l = ARENA_ARRAY(&t->a, struct loaded, 1);
    struct load_request q = way_request(w, 0, &t->a);
    if (!load_site(&q, l, &t->a, &ds)) return false;
    for (int i = 0; i < l->site.of[KIND_SERVER].n; i++) {
        if (strcmp(l->site.of[KIND_SERVER].name[i], w->section)) continue;
        *v = *site_server(&l->site, i);
        *u = v->psu.n ? site_psu(&l->site, v->psu.ref[0].index) : NULL;
        return true;
    }
    return false;
}

/* ---- racks ------------------------------------------------------------------------- */

static bool names_rack(const struct server *v, int rack)
{
    for (int i = 0; i < v->rack.n; i++)
        if (v->rack.ref[i].index == rack) return true;
    return false;
}

/* Any rack of the same room; those of other rooms are another section's. */
static void try_other_racks(struct task *t)
{
    const struct site *s = site_of(t);
    struct server v;
    const struct psu *u;
    struct way w = *t->way;
    struct builder mine = builder_new(&t->a), more = builder_new(&t->a);
    if (!server_of(t, &w, &v, &u)) return;
    for (int k = 0; k < v.rack.n; k++)
        builder_format(&mine, "%s%s", k ? ", " : "", s->of[KIND_RACK].name[v.rack.ref[k].index]);
    for (int k = 0; k < s->of[KIND_RACK].n; k++)
        if (!names_rack(&v, k) && site_rack(s, k)->room.n && v.room.n &&
            site_rack(s, k)->room.ref[0].index == v.room.ref[0].index)
            builder_format(&more, "%s%s", more.n ? ", " : "", s->of[KIND_RACK].name[k]);
    if (!mine.n || !more.n) return;
    const char *all = arena_format(&t->a, "%s, %s", mine.s, more.s);
    const char *old = strstr(w.keys, "rack = ");
    if (old) { /* a new section names its racks already */
        const char *end = strchr(old, '\n');
        w.keys = arena_format(&t->a, "%.*srack = %s%s", (int)(old - w.keys), w.keys, all, end);
    } else {
        w.keys = arena_format(&t->a, "%srack = %s\n", w.keys, all);
    }
    say(t, arena_format(&t->a, "racks %s, too", more.s));
    fit(t, &w);
}

void price_add(struct headroom_price *p, const char *name, double amount, struct arena *a)
{
    if (isnan(amount)) {
        p->amount = (double)NAN;
        p->n_unpriced++;
        p->unpriced = p->unpriced ? arena_format(a, "%s, %s", p->unpriced, name) : name;
    } else {
        p->known += amount;
        p->amount += amount;
    }
}

/* Racks, and what stands in each of them. */
struct headroom_price racks_price(const struct site *s, int rack, int n, struct arena *a)
{
    struct headroom_price p = {0};
    if (!n) return (struct headroom_price){.amount = (double)NAN};
    price_add(&p, site_part_name(s, KIND_RACK, rack, a),
              n * site_price(s, &site_rack(s, rack)->part), a);
    for (int k = 0; k < N_KIND; k++)
        for (int i = 0; kind_is_electrical(k) && i < s->of[k].n; i++) {
            const struct copy *c = &s->of[k].copy[i];
            const struct part *part = site_part(s, k, i);
            if (c->rack != rack || c->k) continue;
            const char *name =
                arena_format(a, "%s.%s", s->objects.kinds[k].name, s->of[k].object[i]->name);
            price_add(&p, name, n * fmax(part->count, 1) * site_price(s, part), a);
        }
    return p;
}

int first_rack(const struct way *w, struct arena *a)
{
    struct diags ds = diags_new(a);
    struct loaded *l = ARENA_ARRAY(a, struct loaded, 1);
    struct load_request q = way_request(w, 0, a);
    if (!load_site(&q, l, a, &ds)) return -1;
    for (int i = 0; i < l->site.of[KIND_SERVER].n; i++) {
        const struct server *v = site_server(&l->site, i);
        if (!strcmp(l->site.of[KIND_SERVER].name[i], w->section))
            return v->rack.n ? v->rack.ref[0].index : -1;
    }
    return -1;
}

static void try_more_racks(struct task *t)
{
    struct way w = *t->way;
    way_add_racks(&w, first_rack(&w, &t->a), &t->a);
    if (w.rack < 0) return;
    const char *name = site_of(t)->of[KIND_RACK].name[w.rack];
    struct headroom_fit f = fit_find(&w, 0, NULL, NULL, NULL, &t->a);
    if (w.per_rack < 1) {
        say(t, arena_format(&t->a, "more racks like rack.%s: an empty one takes none", name));
        return;
    }
    if (f.racks)
        say(t, arena_format(&t->a, "%d more of rack.%s, %d servers in each", f.racks, name,
                            w.per_rack));
    else
        say(t, arena_format(&t->a, "more of rack.%s", name));
    conclude(t, &w, f);
    t->out.price = racks_price(site_of(t), w.rack, f.racks, &t->a);
}

/* What is used when it is filled by steps and one step more. */
static double one_beyond(double used, double step, double limit)
{
    double left = floor((limit - used) / step + 1e-9);
    return used + (left > 0 ? left + 1 : 1) * step;
}

/* The first of its racks that states such a limit; -1: none does. */
static int rated_rack(const struct site *s, const struct server *v, enum constraint by)
{
    for (int i = 0; i < v->rack.n; i++) {
        const struct rack *r = site_rack(s, v->rack.ref[i].index);
        if (!isnan(by == BY_WEIGHT ? r->load_kg : r->power_w)) return v->rack.ref[i].index;
    }
    return -1;
}

/* Racks it stands in, rated for one server more than they take now. */
static void try_rack_rating(struct task *t)
{
    const struct site *s = site_of(t);
    struct way w = *t->way;
    const struct limit *first = headroom_first(&t->h->fit);
    enum constraint by = first ? constraint_of(s, first) : BY_OTHER;
    struct server v;
    const struct psu *u;
    double most_w = 0, most_kg = 0;
    if ((by != BY_RACK_POWER && by != BY_WEIGHT) || !server_of(t, &w, &v, &u)) return;
    int rack = rated_rack(s, &v, by);
    if (rack < 0) return;
    const struct rack *r = site_rack(s, rack);
    for (int i = 0; i < r->part.count; i++) {
        const struct rack_use *use = &t->h->own->racks->use[rack][i];
        most_w = fmax(most_w, one_beyond(use->power_w, v.power_maximum_w, r->power_w));
        most_kg = fmax(most_kg, one_beyond(use->kg + r->own_kg, v.weight_kg, r->load_kg));
    }
    /* servers may take more than the data sheet in warm, thin air: half a per cent */
    double rating_w = ceil(most_w * 1.005 / 500) * 500, rating_kg = ceil(most_kg / 50) * 50;
    const char *key = by == BY_WEIGHT ? arena_format(&t->a, "load = %.0f kg", rating_kg)
                                      : arena_format(&t->a, "power = %.1f kW", rating_w / 1000);
    way_add(&w, arena_format(&t->a, "[rack %s]\n%s\n", s->of[KIND_RACK].name[rack], key), &t->a);
    say(t, arena_format(&t->a, "rack.%s with %s instead of %s", s->of[KIND_RACK].name[rack], key,
                        by == BY_WEIGHT ? arena_format(&t->a, "%.0f kg", r->load_kg)
                                        : arena_format(&t->a, "%.1f kW", r->power_w / 1000)));
    fit(t, &w);
    t->out.price = (struct headroom_price){.amount = (double)NAN,
                                           .n_unpriced = 1,
                                           .unpriced = site_part_name(s, KIND_RACK, rack, &t->a)};
}

/* ---- power cap ------------------------------------------------------------------------ */

/* The section with its power held down: of accelerators to the share f of theirs, which the
   supplies pass on with their efficiency; fans and the rest stay as they are.  Without
   accelerators, to the share f of the way from idle to maximum. */
static double capped_w(const struct server *v, const struct psu *u, double f, struct arena *a)
{
    double save_w = (1 - f) * (v->power_maximum_w - v->power_idle_w);
    if (v->accelerators > 0 && v->accelerator_w > 0) {
        save_w = (1 - f) * v->accelerators * v->accelerator_w;
        if (u) {
            struct table loss = psu_loss_table(u, a);
            int k = v->psu_mode == PSU_COLD_STANDBY ? v->psu_needed : v->psu_count;
            save_w *= v->power_maximum_w / psu_output_w(u, &loss, k, v->power_maximum_w);
        }
    }
    return v->power_maximum_w - save_w;
}

static const char *number(double x, struct arena *a)
{
    char text[TEXT_NUMBER_CAP];
    text_shortest(text, x);
    return arena_text(a, text, strlen(text));
}

static struct way capped_way(struct task *t, const struct server *v, const struct psu *u, double f)
{
    struct way w = *t->way;
    double max_w = round(capped_w(v, u, f, &t->a) * 10) / 10;
    struct builder b = builder_new(&t->a);
    builder_format(&b, "%spower_maximum = %s kW\n", w.keys, number(max_w / 1000, &t->a));
    if (v->power_typical_w > max_w)
        builder_format(&b, "power_typical = %s kW\n", number(max_w / 1000, &t->a));
    if (v->accelerators > 0 && v->accelerator_w > 0)
        builder_format(&b, "accelerator_power = %s W\n",
                       number(round(f * v->accelerator_w * 10) / 10, &t->a));
    w.keys = b.s;
    return w;
}

static bool fits_at(struct task *t, struct way *w, int n)
{
    const char *want;
    struct trial x;
    struct way racked = *w;
    if (way_rack_bound(&racked, &want, &t->a) < n) return false;
    trial_run(w, n, &x, &t->a);
    return x.fits;
}

static const char *cap_words(const struct task *t, const struct server *v, int percent,
                             double max_w, struct arena *a)
{
    const char *whose = t->h->is_new ? "the new ones" : "all of the section";
    char share[TEXT_NUMBER_CAP];
    text_fixed(share, 100 * max_w / v->power_maximum_w, 0, false);
    if (v->accelerators > 0 && v->accelerator_w > 0)
        return arena_format(a,
                            "%s capped: accelerators at %d %% (%.0f W), %s kW a server, %s %% "
                            "of full power",
                            whose, percent, percent / 100. * v->accelerator_w, kw(max_w, a), share);
    return arena_format(a, "%s capped at %s kW a server, %s %% of full power", whose, kw(max_w, a),
                        share);
}

static void try_cap(struct task *t)
{
    struct server v;
    const struct psu *u;
    if (!server_of(t, t->way, &v, &u)) return;
    int low = (int)ceil(100 * v.throttle_floor_frac - 1e-9), high = 100; /* fits, does not */
    if (!(v.accelerators > 0 && v.accelerator_w > 0)) low = 1;
    if (low < 1) low = 1;
    while (low < 99 && capped_w(&v, u, low / 100., &t->a) < v.power_idle_w) low++;
    struct way w = capped_way(t, &v, u, low / 100.);
    if (fits_at(t, &w, t->target)) {
        while (high - low > 1) {
            int mid = (low + high) / 2;
            w = capped_way(t, &v, u, mid / 100.);
            if (fits_at(t, &w, t->target))
                low = mid;
            else
                high = mid;
        }
        w = capped_way(t, &v, u, low / 100.);
    }
    double max_w = capped_w(&v, u, low / 100., &t->a);
    t->out.share = max_w / v.power_maximum_w;
    say(t, cap_words(t, &v, low, max_w, &t->a));
    fit(t, &w);
}

/* ---- stagger -------------------------------------------------------------------------- */

/* k of them as they are, the others idle in a section of their own. */
static struct way staggered(struct task *t, const struct server *v, const char *use, int k)
{
    struct way w = *t->way, first = *t->way;
    struct builder b = builder_new(&t->a);
    const char *idle = number(v->power_idle_w / 1000, &t->a);
    const char *wires = strncmp(w.keys, "use = ", 6) ? NULL : strchr(w.keys, '\n') + 1;
    if (use) builder_format(&b, "use = %s\n", use);
    if (wires)
        builder_text(&b, wires);
    else
        way_same_keys(&w, &b);
    builder_format(&b, "power_idle = %s kW\npower_typical = %s kW\npower_maximum = %s kW\n", idle,
                   idle, idle);
    first.keys = arena_format(&t->a, "%s%s", w.keys, way_first_spots(&w, k, &t->a));
    way_add(&w, arena_format(&t->a, "[server %s]\n%scount = %d\n", w.section, first.keys, k),
            &t->a);
    w.section = way_new_section(&w, w.section, "-idle", &t->a);
    w.keys = b.s;
    w.has = 0;
    return w;
}

/* Where the search for how many begins: those that fit at full power as it is. */
static int most_at_once(const struct task *t, int all)
{
    int n = t->way->has + (t->h->fit.n > 0 ? t->h->fit.n : 0);
    return n > 0 && n < all ? n : all / 2;
}

/* As many as were asked for, or as the racks take at full power. */
static void try_stagger(struct task *t)
{
    const struct headroom *h = t->h;
    const char *want, *use = NULL;
    struct server v;
    const struct psu *u;
    struct way racked = *t->way;
    int racks = way_rack_bound(&racked, &want, &t->a);
    int n = h->asked > h->fit.n ? h->asked : racks < HEADROOM_MOST ? racks : h->fit.n + 1;
    if (n <= h->fit.n || n > racks || !server_of(t, t->way, &v, &u)) return;
    for (int i = 0; i < site_of(t)->of[KIND_SERVER].n; i++)
        if (!strcmp(site_of(t)->of[KIND_SERVER].name[i], h->section))
            use = site_of(t)->of[KIND_SERVER].object[i]->use;
    if (h->is_new) use = h->server;
    int all = t->way->has + n, low = 0, high = all;
    for (int k = most_at_once(t, all); high - low > 1; k = low + (high - low) / 2) {
        struct way w = staggered(t, &v, use, k);
        struct trial x;
        trial_run(&w, all - k, &x, &t->a);
        if (x.fits)
            low = k;
        else
            high = k;
    }
    if (!low) return;
    struct way w = staggered(t, &v, use, low);
    say(t,
        arena_format(&t->a, "no more than %d of %d at full power in the same hour, the others idle",
                     low, all));
    conclude(t, &w, (struct headroom_fit){.is_known = true, .n = n});
    t->out.n_text = way_texts(&w, all - low, &t->out.text, &t->a);
    t->out.at_once = low;
    t->out.share = (double)low / all;
}

/* ---- the other way of cooling -------------------------------------------------------- */

static void try_cooling(struct task *t)
{
    const struct site *s = site_of(t);
    struct way w;
    const char *why;
    int as = -1;
    for (int i = 0; i < s->of[KIND_SERVER].n; i++)
        if (!strcmp(s->of[KIND_SERVER].name[i], t->h->is_new ? t->h->wired_as : t->h->section))
            as = i;
    if (!way_of_model(t->way, t->model, as, NULL, &w, &why, &t->a)) {
        say(t, why);
        return;
    }
    say(t, arena_format(&t->a, "%s instead", t->model));
    fit(t, &w);
}

/* ---- all of them ------------------------------------------------------------------------ */

static void try_fewer(struct task *t)
{
    t->out.is_possible = t->out.helps = true;
    t->out.fit = t->h->fit;
    t->out.text = t->h->text;
    t->out.n_text = t->h->n_text;
    say(t, arena_format(&t->a, "%d instead of %d", t->h->fit.n, t->h->asked));
}

static void run_task(struct task *t)
{
    t->out.kind = t->kind;
    t->out.at_once = -1;
    t->out.share = (double)NAN;
    t->out.price.amount = (double)NAN;
    switch (t->kind) {
    case OFFER_FEWER: try_fewer(t); break;
    case OFFER_OTHER_RACKS: try_other_racks(t); break;
    case OFFER_MORE_RACKS: try_more_racks(t); break;
    case OFFER_RACK_RATING: try_rack_rating(t); break;
    case OFFER_CAP: try_cap(t); break;
    case OFFER_STAGGER: try_stagger(t); break;
    case OFFER_COOLING: try_cooling(t); break;
    }
}

/* Words of letters and digits together, which name the accelerator: "h100". */
static bool share_chip(const char *x, const char *y)
{
    for (const char *p = x; *p;) {
        size_t n = strcspn(p, "-");
        bool has_letter = false, has_digit = false;
        for (size_t i = 0; i < n; i++) {
            has_letter |= isalpha((unsigned char)p[i]) != 0;
            has_digit |= isdigit((unsigned char)p[i]) != 0;
        }
        for (const char *q = y; has_letter && has_digit && *q;) {
            size_t m = strcspn(q, "-");
            if (m == n && !strncmp(p, q, n)) return true;
            q += m + (q[m] == '-');
        }
        p += n + (p[n] == '-');
    }
    return false;
}

/* Models with the same accelerators that are cooled the other way. */
static int other_models(const struct headroom *h, const struct way *w, const char **out, int most,
                        struct arena *a)
{
    const struct site *s = h->own->site;
    const char *model = h->is_new ? h->server : NULL;
    for (int i = 0; i < s->of[KIND_SERVER].n && !model; i++)
        if (!strcmp(s->of[KIND_SERVER].name[i], h->section))
            model = s->of[KIND_SERVER].object[i]->use;
    struct diags ds = diags_new(a);
    struct object_set set;
    const struct server *own = NULL;
    int n = 0;
    if (!model || !load_catalogue(w->request->models, &set, a, &ds)) return 0;
    for (int i = 0; i < set.n; i++)
        if (set.item[i].kind == KIND_SERVER && !strcmp(set.item[i].name, model))
            own = set.item[i].data;
    for (int i = 0; i < set.n && own && n < most; i++) {
        const struct server *v = set.item[i].data;
        if (set.item[i].kind != KIND_SERVER || v->liquid_by == LIQUID_IMMERSION) continue;
        if ((v->liquid_capture_frac > 0) == (own->liquid_capture_frac > 0)) continue;
        if (!v->accelerators || v->accelerators != own->accelerators) continue;
        if (fabs(v->accelerator_w - own->accelerator_w) > 0.5) continue;
        if (share_chip(model, set.item[i].name)) out[n++] = set.item[i].name;
    }
    return n;
}

static struct headroom_offer offer_copy(const struct headroom_offer *x, struct arena *a)
{
    struct headroom_offer y = *x;
    const char **text = ARENA_ARRAY(a, const char *, (size_t)x->n_text + 1);
    y.what = text_copy(x->what, a);
    y.fit = fit_copy(&x->fit, a);
    y.price.unpriced = text_copy(x->price.unpriced, a);
    for (int i = 0; i < x->n_text; i++) text[i] = text_copy(x->text[i], a);
    y.text = text;
    return y;
}

struct headroom_fit fit_copy(const struct headroom_fit *f, struct arena *a)
{
    struct headroom_fit g = *f;
    g.error = text_copy(f->error, a);
    g.bind = limits_copy(f->bind, f->n_bind, a);
    return g;
}

enum { TASKS = 12 };

void offers_find(struct headroom *h, const struct way *w, int threads, struct arena *a)
{
    const char *model[TASKS];
    struct task *task = ARENA_ARRAY(a, struct task, TASKS + 1);
    int n = 0, n_model = other_models(h, w, model, 4, a);
    bool is_short = h->asked > h->fit.n;
    if (is_short && h->fit.n > 0) task[n++].kind = OFFER_FEWER;
    int target = is_short ? h->asked : (h->fit.n < 0 ? 0 : h->fit.n) + 1;
    if (target > h->fit.takes) { /* racks are short */
        task[n++].kind = OFFER_OTHER_RACKS;
        task[n++].kind = OFFER_MORE_RACKS;
        task[n++].kind = OFFER_RACK_RATING;
    }
    task[n++].kind = OFFER_CAP;
    task[n++].kind = OFFER_STAGGER;
    for (int i = 0; i < n_model; i++) {
        task[n].kind = OFFER_COOLING;
        task[n++].model = model[i];
    }
    if (h->fit.is_endless || (h->asked >= 0 && !is_short)) n = 0; /* nothing is wanted */
    for (int i = 0; i < n; i++) {
        task[i].h = h;
        task[i].way = w;
        task[i].target = target;
        task[i].a = arena_new(a->out_of_memory);
    }
    struct headroom rungs = *h;
    struct arena rungs_a = arena_new(a->out_of_memory);
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
    for (int i = 0; i <= n; i++) {
        if (!i)
            rungs_find(&rungs, w, &rungs_a); /* the longest first */
        else
            run_task(&task[i - 1]);
    }
    h->offer = ARENA_ARRAY(a, struct headroom_offer, (size_t)n + 1);
    for (int i = 0; i < n; i++) {
        if (task[i].out.what) h->offer[h->n_offer++] = offer_copy(&task[i].out, a);
        arena_free(&task[i].a);
    }
    rungs_copy(h, &rungs, a);
    arena_free(&rungs_a);
}
