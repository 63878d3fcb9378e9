#include <math.h>
#include <string.h>

#include "plan/headroom_case.h"
#include "plan/limits.h"

/* Unlocking rung by rung: what binds is widened by the least step there is, and the engine
   says what binds next. */

enum { RUNGS = 6 };

struct change {
    const char *what, *text; /* text NULL: racks as they are needed */
    const char *bought;      /* what is paid for */
    double price;            /* NaN: none is known */
};

struct unlock {
    const struct headroom *h;
    struct way w;
    const struct site *s; /* with the changes so far */
    const struct object_set *models;
    int n, cap; /* changes of this rung */
    struct change *change;
    struct trial near; /* of the rung before, with n_near servers more */
    int n_near;
    const char *stuck; /* an element that nothing is known to widen */
    struct arena *a;
};

/* ---- what a limit's element is --------------------------------------------------------- */

static const char *kind_word(const struct site *s, int kind)
{
    return s->objects.kinds[kind].name;
}

/* Kind and first index of the section; false when it is none. */
static bool find_element(const struct site *s, const char *element, int *kind, int *index)
{
    const char *dot = strchr(element, '.');
    if (!dot) return false;
    for (*kind = 0; *kind < N_KIND; ++*kind) {
        const char *word = kind_word(s, *kind);
        if (strlen(word) != (size_t)(dot - element) || strncmp(word, element, strlen(word)))
            continue;
        size_t n = strcspn(dot + 1, "#");
        for (*index = 0; *index < s->of[*kind].n; ++*index) {
            const char *name = s->of[*kind].object[*index]->name;
            if (!strcmp(s->of[*kind].name[*index], dot + 1)) return true;
            if (strlen(name) == n && !strncmp(name, dot + 1, n)) return true;
        }
    }
    return false;
}

/* Copies of the section, of a pattern or of each. */
static int copies(const struct site *s, int kind, int index)
{
    int n = 0;
    for (int i = 0; i < s->of[kind].n; i++) n += s->of[kind].object[i] == s->of[kind].object[index];
    return n;
}

static void add(struct unlock *u, struct change c)
{
    for (int i = 0; i < u->n; i++) {
        if (!c.text && !u->change[i].text) return;
        if (c.text && u->change[i].text && !strcmp(u->change[i].text, c.text)) return;
    }
    if (u->n == u->cap) {
        u->cap = u->cap ? 2 * u->cap : 16;
        struct change *more = ARENA_ARRAY(u->a, struct change, (size_t)u->cap);
        if (u->n) memcpy(more, u->change, (size_t)u->n * sizeof *more);
        u->change = more;
    }
    u->change[u->n++] = c;
}

/* ---- units ------------------------------------------------------------------------------ */

static void add_unit(struct unlock *u, int kind, int index, int needed)
{
    const struct part *p = site_part(u->s, kind, index);
    const char *name = u->s->of[kind].object[index]->name, *word = kind_word(u->s, kind);
    struct builder b = builder_new(u->a);
    builder_format(&b, "[%s %s]\ncount = %d\n", word, name, p->count + 1);
    if (needed != PARAM_NO_COUNT) builder_format(&b, "needed = %d\n", needed + 1);
    add(u, (struct change){arena_format(u->a, "one more %s.%s (%d)", word, name, p->count + 1), b.s,
                           arena_format(u->a, "%s.%s", word, name),
                           copies(u->s, kind, index) * site_unit_price(u->s, kind, index)});
}

static int needed_of(const struct site *s, int kind, int i)
{
    switch (kind) {
    case KIND_CRAC: return site_crac(s, i)->air.needed;
    case KIND_CRAH: return site_crah(s, i)->air.needed;
    case KIND_AHU: return site_ahu(s, i)->air.needed;
    case KIND_CDU: return site_cdu(s, i)->needed;
    case KIND_CHILLER: return site_chiller(s, i)->needed;
    case KIND_TOWER: return site_tower(s, i)->needed;
    case KIND_DRYCOOLER: return site_drycooler(s, i)->needed;
    case KIND_GENERATOR: return site_generator(s, i)->needed;
    default: return PARAM_NO_COUNT;
    }
}

static bool add_room_unit(struct unlock *u, int room)
{
    static const int kinds[] = {KIND_CRAH, KIND_CRAC, KIND_AHU};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (int i = 0; i < u->s->of[kinds[k]].n; i++) {
            const struct air_unit *x =
                (const struct air_unit *)(const void *)site_part(u->s, kinds[k], i);
            for (int j = 0; j < x->serves.n; j++)
                if (x->serves.ref[j].index == room) {
                    add_unit(u, kinds[k], i, x->needed);
                    return true;
                }
        }
    return false;
}

static int room_of(const struct site *s, int kind, int index)
{
    const struct ref_list *r =
        kind == KIND_RACK ? &site_rack(s, index)->room : &site_server(s, index)->room;
    return kind == KIND_ROOM ? index : r->n ? r->ref[0].index : -1;
}

/* ---- sizes ------------------------------------------------------------------------------- */

static double size_of(const struct electrical *e)
{
    double va =
        electrical_rated_va(e, electrical_line_v(e, electrical_phases(e)), electrical_phases(e));
    return isnan(va) ? e->rated_w : va;
}

static bool is_like(const struct electrical *x, const struct electrical *y)
{
    return electrical_phases(x) == electrical_phases(y) &&
           fabs(electrical_line_v(x, 3) - electrical_line_v(y, 3)) <
               0.06 * fabs(electrical_line_v(x, 3));
}

/* The next size of the catalogue, of its voltage and phases; NULL: there is none. */
static const struct object *next_size(const struct unlock *u, int kind, const char *use)
{
    const struct object *own = NULL, *best = NULL;
    for (int i = 0; i < u->models->n; i++)
        if (u->models->item[i].kind == kind && !strcmp(u->models->item[i].name, use))
            own = &u->models->item[i];
    for (int i = 0; own && i < u->models->n; i++) {
        const struct object *o = &u->models->item[i];
        if (o->kind != kind || (kind != KIND_TRANSFORMER && !is_like(own->data, o->data))) continue;
        double size = size_of(o->data);
        if (!(size > size_of(own->data) * 1.0001)) continue;
        if (!best || size < size_of(best->data)) best = o;
    }
    return best;
}

/* All sections of that model change together: a pair of feeds is one decision. */
static bool add_size(struct unlock *u, int kind, int index)
{
    const char *use = u->s->of[kind].object[index]->use, *word = kind_word(u->s, kind);
    const struct object *next = use ? next_size(u, kind, use) : NULL;
    const struct part *p = next ? next->data : NULL;
    if (!next) return false;
    for (int i = 0; i < u->s->of[kind].n; i++) {
        const struct object *o = u->s->of[kind].object[i];
        if (!o->use || strcmp(o->use, use) || u->s->of[kind].copy[i].k) continue;
        add(u, (struct change){
                   arena_format(u->a, "%s instead of %s for %s.%s", next->name, use, word, o->name),
                   arena_format(u->a, "[%s %s]\nuse = %s\n", word, o->name, next->name),
                   arena_format(u->a, "%s.%s", word, o->name),
                   copies(u->s, kind, i) * fmax(site_part(u->s, kind, i)->count, 1) *
                       site_price(u->s, p)});
    }
    return true;
}

static bool is_parallel(int kind)
{
    return kind == KIND_BUSWAY || kind == KIND_RACKPDU || kind == KIND_PDU || kind == KIND_RPP ||
           kind == KIND_TRANSFORMER;
}

/* ---- by kind ------------------------------------------------------------------------------ */

static const char *number(double x, int decimals, struct arena *a)
{
    char text[TEXT_NUMBER_CAP];
    text_fixed(text, x, decimals, false);
    return arena_text(a, text, strlen(text));
}

static void add_module(struct unlock *u, int index)
{
    const struct ups *x = site_ups(u->s, index);
    const struct object *o = u->s->of[KIND_UPS].object[index];
    int systems = copies(u->s, KIND_UPS, index);
    const struct site *own = u->h->own->site;
    double price = (double)NAN;
    for (int i = 0; i < own->of[KIND_UPS].n; i++)
        if (!strcmp(own->of[KIND_UPS].object[i]->name, o->name)) price = site_module_price(own, i);
    add(u,
        (struct change){
            arena_format(u->a, "one more module of ups.%s (%d%s)", o->name, x->modules + 1,
                         systems > 1 ? arena_format(u->a, ", in each of %d systems", systems) : ""),
            arena_format(u->a, "[ups %s]\nmodules = %d\n", o->name, x->modules + 1),
            arena_format(u->a, "ups.%s", o->name), systems * price});
}

static bool add_battery(struct unlock *u, int index, const struct limit *l)
{
    const struct ups *x = site_ups(u->s, index);
    if (!x->battery.n || !(l->limit > 0)) return false;
    int b = x->battery.ref[0].index;
    const char *name = u->s->of[KIND_BATTERY].object[b]->name;
    double energy_kwh = site_battery(u->s, b)->energy_j / 3.6e6;
    double want_kwh = ceil(energy_kwh * l->used / l->limit * 1.05);
    add(u, (struct change){arena_format(u->a, "battery.%s of %s kWh instead of %s", name,
                                        number(want_kwh, 0, u->a), number(energy_kwh, 0, u->a)),
                           arena_format(u->a, "[battery %s]\nenergy = %s kWh\n", name,
                                        number(want_kwh, 0, u->a)),
                           arena_format(u->a, "battery.%s", name), (double)NAN});
    return true;
}

static void add_pump(struct unlock *u, int index)
{
    const struct loop *x = site_loop(u->s, index);
    const char *name = u->s->of[KIND_LOOP].object[index]->name;
    int pumps = x->pumps > 0 ? x->pumps : 1, needed = x->pumps_needed > 0 ? x->pumps_needed : pumps;
    double design_kw = floor(x->design_w / 1000 * (needed + 1) / needed);
    add(u, (struct change){
               arena_format(u->a, "one more pump of loop.%s (%d), and pipes for %s kW", name,
                            pumps + 1, number(design_kw, 0, u->a)),
               arena_format(u->a, "[loop %s]\npumps = %d\npumps_needed = %d\ndesign_heat = %s kW\n",
                            name, pumps + 1, needed + 1, number(design_kw, 0, u->a)),
               arena_format(u->a, "loop.%s", name), site_pump_price(u->s, index)});
}

/* Water that gets too warm: one more of the first thing behind the loop that has units. */
static bool add_sink(struct unlock *u, int loop)
{
    const struct ref_list *to = &site_loop(u->s, loop)->rejects_to;
    for (int i = 0; i < to->n; i++) {
        int kind = to->ref[i].kind;
        if (kind != KIND_CHILLER && kind != KIND_TOWER && kind != KIND_DRYCOOLER) continue;
        add_unit(u, kind, to->ref[i].index, needed_of(u->s, kind, to->ref[i].index));
        return true;
    }
    return false;
}

static void add_connection(struct unlock *u, int index, const struct limit *l)
{
    const char *name = u->s->of[KIND_UTILITY].object[index]->name;
    double step = pow(10, floor(log10(fmax(l->used, 1))) - 1);
    double want = ceil(l->used * 1.05 / step) * step;
    add(u, (struct change){
               arena_format(u->a, "a connection of %s kW for utility.%s instead of %s",
                            number(want, 0, u->a), name, number(l->limit, 0, u->a)),
               arena_format(u->a, "[utility %s]\nlimit = %s kW\n", name, number(want, 0, u->a)),
               arena_format(u->a, "utility.%s", name), (double)NAN});
}

static bool add_racks(struct unlock *u)
{
    if (u->w.rack >= 0) return false;
    way_add_racks(&u->w, first_rack(&u->w, u->a), u->a);
    if (u->w.rack < 0) return false;
    add(u, (struct change){"racks as they are needed", NULL, NULL, (double)NAN});
    return true;
}

static bool widen_one(struct unlock *u, const struct limit *l, int kind, int index)
{
    bool is_air = strstr(l->resource, "inlet") || strstr(l->resource, "hours") ||
                  !strcmp(l->resource, "airflow");
    switch (kind) {
    case KIND_SERVER:
        if (!strcmp(l->resource, "racked servers")) return add_racks(u);
        return is_air && add_room_unit(u, room_of(u->s, kind, index));
    case KIND_RACK:
    case KIND_ROOM: return is_air && add_room_unit(u, room_of(u->s, kind, index));
    case KIND_UPS:
        if (strstr(l->resource, "battery")) return add_battery(u, index, l);
        add_module(u, index);
        return true;
    case KIND_LOOP:
        if (strstr(l->resource, "temperature")) return add_sink(u, index);
        if (strcmp(l->resource, "heat")) return false;
        add_pump(u, index);
        return true;
    case KIND_UTILITY:
        if (strcmp(l->resource, "power")) return false;
        add_connection(u, index, l);
        return true;
    case KIND_CRAC:
    case KIND_CRAH:
    case KIND_AHU:
    case KIND_CDU:
    case KIND_CHILLER:
    case KIND_TOWER:
    case KIND_DRYCOOLER:
    case KIND_GENERATOR: add_unit(u, kind, index, needed_of(u->s, kind, index)); return true;
    default: break;
    }
    if (!kind_is_electrical(kind) || strstr(l->resource, "circuit")) return false;
    if (add_size(u, kind, index)) return true;
    if (!is_parallel(kind)) return false;
    add_unit(u, kind, index, PARAM_NO_COUNT);
    return true;
}

static bool is_twin(const struct site *s, int kind, int x, int y)
{
    const char *a = s->of[kind].object[x]->use, *b = s->of[kind].object[y]->use;
    if (s->of[kind].object[x] == s->of[kind].object[y] || s->of[kind].copy[y].k) return false;
    if (a || b) return a && b && !strcmp(a, b);
    if (kind == KIND_UPS)
        return site_ups(s, x)->modules == site_ups(s, y)->modules &&
               site_ups(s, x)->module_w == site_ups(s, y)->module_w;
    double p = size_of(site_electrical(s, kind, x)), q = size_of(site_electrical(s, kind, y));
    return p == q;
}

/* Where nothing tells elements apart, only one of them has a row. */
static bool widen(struct unlock *u, const struct limit *l)
{
    int kind, index;
    if (!find_element(u->s, l->element, &kind, &index)) return false;
    bool is_wider = widen_one(u, l, kind, index);
    for (int i = 0; l->alike && kind_is_electrical(kind) && i < u->s->of[kind].n; i++)
        if (is_twin(u->s, kind, index, i)) is_wider &= widen_one(u, l, kind, i);
    return is_wider;
}

/* ---- rungs ----------------------------------------------------------------------------------- */

static const struct site *site_now(struct unlock *u)
{
    struct diags ds = diags_new(u->a);
    struct loaded *l = ARENA_ARRAY(u->a, struct loaded, 1);
    struct load_request q = way_request(&u->w, 0, u->a);
    return load_site(&q, l, u->a, &ds) ? &l->site : NULL;
}

static void price_rung(struct unlock *u, struct headroom_rung *r, int racks_before)
{
    r->price = (struct headroom_price){0};
    int more = r->fit.racks - racks_before;
    for (int i = 0; i < u->n; i++)
        if (u->change[i].text) price_add(&r->price, u->change[i].bought, u->change[i].price, u->a);
    if (more > 0) {
        struct headroom_price racks = racks_price(u->h->own->site, u->w.rack, more, u->a);
        if (isnan(racks.amount)) price_add(&r->price, racks.unpriced, (double)NAN, u->a);
        r->price.known += racks.known;
        r->price.amount += isnan(racks.amount) ? 0 : racks.amount;
    }
    bool is_racks_alone = u->n == 1 && !u->change[0].text;
    if (is_racks_alone && more <= 0) r->price.amount = (double)NAN;
}

static const char *words_of(struct unlock *u, int racks)
{
    struct builder b = builder_new(u->a);
    builder_text(&b, "");
    for (int i = 0; i < u->n; i++) {
        const char *what = u->change[i].what;
        const char *rack = u->w.rack < 0 ? "" : u->h->own->site->of[KIND_RACK].name[u->w.rack];
        if (!u->change[i].text && racks > 0)
            what = arena_format(u->a, "%d more of rack.%s", racks, rack);
        else if (!u->change[i].text)
            what = arena_format(u->a, "more of rack.%s, which alone do not help", rack);
        builder_format(&b, "%s%s", i ? "; " : "", what);
    }
    return b.s;
}

static bool climb(struct unlock *u, const struct headroom_fit *from, struct headroom_rung *r)
{
    u->n = 0;
    u->s = site_now(u);
    for (int i = 0; i < from->n_bind && u->s; i++)
        if (!widen(u, &from->bind[i]) && !u->stuck)
            u->stuck = headroom_limit_name(&from->bind[i], u->a);
    if (!u->n || u->stuck) return false;
    for (int i = 0; i < u->n; i++)
        if (u->change[i].text) way_add(&u->w, u->change[i].text, u->a);
    int hint = u->n_near ? fit_hint(u->h->own, &u->near, u->n_near, u->a) : 0;
    *r = (struct headroom_rung){.fit = fit_find(&u->w, hint, NULL, &u->near, &u->n_near, u->a)};
    r->what = words_of(u, r->fit.racks - (from->racks > 0 ? from->racks : 0));
    return true;
}

void rungs_find(struct headroom *h, const struct way *w, struct arena *a)
{
    struct diags ds = diags_new(a);
    struct object_set models;
    struct unlock u = {.h = h, .w = *w, .a = a};
    const struct headroom_fit *from = &h->fit;
    double price = 0, best = fmax(h->fit.n, 0);
    h->rung = ARENA_ARRAY(a, struct headroom_rung, RUNGS);
    if (!load_catalogue(w->request->models, &models, a, &ds)) return;
    u.models = &models;
    while (h->n_rung < RUNGS && !from->is_endless && from->n_bind &&
           !(h->asked >= 0 && from->n >= h->asked)) {
        struct headroom_rung *r = &h->rung[h->n_rung];
        if (!climb(&u, from, r)) break;
        h->n_rung++;
        price_rung(&u, r, from->racks);
        double more = fmax(0, r->fit.n - best);
        best += more;
        r->more_w = more * h->each_w;
        price += r->price.amount;
        r->price_per_kw = more > 0 ? price / (r->more_w / 1000) : (double)NAN;
        if (more > 0) price = 0;
        r->n_text = way_texts(&u.w, r->fit.n > 0 ? r->fit.n : 0, &r->text, a);
        from = &r->fit;
        if (!from->is_known || from->n < 0) break;
    }
    if (u.stuck)
        h->rungs_end = arena_format(a, "nothing is known to widen %s", u.stuck);
    else if (h->n_rung == RUNGS && from->n_bind && !(h->asked >= 0 && from->n >= h->asked))
        h->rungs_end = arena_format(a, "no more than %d of them are looked at", RUNGS);
    else if (from->error)
        h->rungs_end = arena_format(a, "one more cannot be simulated: %s", from->error);
}

void rungs_copy(struct headroom *to, const struct headroom *from, struct arena *a)
{
    to->n_rung = from->n_rung;
    to->rungs_end = text_copy(from->rungs_end, a);
    to->rung = ARENA_ARRAY(a, struct headroom_rung, (size_t)from->n_rung + 1);
    for (int i = 0; i < from->n_rung; i++) {
        const struct headroom_rung *x = &from->rung[i];
        struct headroom_rung *y = &to->rung[i];
        const char **text = ARENA_ARRAY(a, const char *, (size_t)x->n_text + 1);
        *y = *x;
        y->what = text_copy(x->what, a);
        y->fit = fit_copy(&x->fit, a);
        y->price.unpriced = text_copy(x->price.unpriced, a);
        for (int k = 0; k < x->n_text; k++) text[k] = text_copy(x->text[k], a);
        y->text = text;
    }
}
