#include "plan/headroom_case.h"

#include <math.h>
#include <string.h>

#include "plan/limits.h"
#include "plan/study.h"

/* ---- text -------------------------------------------------------------------- */

const char *text_copy(const char *s, struct arena *a)
{
    return s ? arena_text(a, s, strlen(s)) : NULL;
}

struct limit *limits_copy(const struct limit *l, int n, struct arena *a)
{
    struct limit *out = ARENA_ARRAY(a, struct limit, (size_t)n + 1);
    for (int i = 0; i < n; i++) {
        out[i] = l[i];
        out[i].element = text_copy(l[i].element, a);
        out[i].resource = text_copy(l[i].resource, a);
        out[i].state = text_copy(l[i].state, a);
        out[i].unit = text_copy(l[i].unit, a);
        out[i].note = text_copy(l[i].note, a);
    }
    return out;
}

void way_add(struct way *w, const char *text, struct arena *a)
{
    const char **more = ARENA_ARRAY(a, const char *, (size_t)w->n_text + 1);
    if (w->n_text) memcpy(more, w->text, (size_t)w->n_text * sizeof *more);
    more[w->n_text++] = text;
    w->text = more;
}

int way_racks(const struct way *w, int n)
{
    if (w->rack < 0 || n <= w->spare || w->per_rack < 1) return 0;
    return (n - w->spare + w->per_rack - 1) / w->per_rack;
}

int way_texts(const struct way *w, int n, const char *const **out, struct arena *a)
{
    int k = 0, racks = way_racks(w, n);
    const char **text = ARENA_ARRAY(a, const char *, (size_t)w->n_text + 3);
    for (int i = 0; i < w->n_text; i++) text[k++] = w->text[i];
    if (w->less) text[k++] = w->less;
    if (racks)
        text[k++] =
            arena_format(a, "[rack %s]\ncount = %d\n", w->own->site->of[KIND_RACK].name[w->rack],
                         site_rack(w->own->site, w->rack)->part.count + racks);
    text[k++] = arena_format(a, "[server %s]\n%scount = %d\n", w->section, w->keys, w->has + n);
    *out = text;
    return k;
}

struct load_request way_request(const struct way *w, int n, struct arena *a)
{
    const char *const *text;
    int k = way_texts(w, n, &text, a);
    struct load_request q = study_request(w->request, k, a);
    for (int i = 0; i < k; i++) study_overlay(&q, text[i]);
    return q;
}

static int section_of(const struct site *s, const char *name)
{
    for (int i = 0; i < s->of[KIND_SERVER].n; i++)
        if (!strcmp(s->of[KIND_SERVER].name[i], name)) return i;
    return -1;
}

const char *way_first_spots(const struct way *w, int n, struct arena *a)
{
    const struct site *s = w->own->site;
    int section = section_of(s, w->section);
    const struct server *v = section < 0 ? NULL : site_server(s, section);
    struct builder b = builder_new(a);
    builder_text(&b, "");
    if (v && v->spots.n > n)
        for (int i = 0; i < n; i++)
            builder_format(&b, "%s%s%s",
                           i ? ", " : "at = ", spot_print_numbered(s, &v->spots.spot[i], a),
                           i == n - 1 ? "\n" : "");
    if (v && v->spots.n > n && !n) builder_text(&b, "at =\n");
    if (v && v->names.n > n)
        for (int i = 0; i < n; i++)
            builder_format(&b, "%s%s%s", i ? ", " : "names = ", v->names.s[i],
                           i == n - 1 ? "\n" : "");
    if (v && v->names.n > n && !n) builder_text(&b, "names =\n");
    return b.s;
}

/* ---- racks --------------------------------------------------------------------- */

/* The site with other counts of servers, as far as place_servers looks at it. */
static struct server *own_servers(struct site *s, struct arena *a)
{
    size_t n = (size_t)s->of[KIND_SERVER].n;
    struct server *v = ARENA_ARRAY(a, struct server, n + 1);
    memcpy(v, s->of[KIND_SERVER].item, n * sizeof *v);
    s->of[KIND_SERVER].item = v;
    return v;
}

static int racks_take(const struct site *site, int server, const char **want, struct arena *a)
{
    struct site s = *site;
    struct server *v = own_servers(&s, a);
    int most = HEADROOM_MOST;
    v[server].part.count += most;
    struct rack_plan plan = place_servers(&s, a);
    *want = place_what_binds(&s, &plan, server);
    return most - plan.placement.unplaced[server];
}

/* How many an empty rack of that section takes. */
static int empty_takes(const struct site *site, int server, int rack, struct arena *a)
{
    struct site s = *site;
    struct server *v = own_servers(&s, a);
    int n_rack = s.of[KIND_RACK].n;
    struct rack *r = ARENA_ARRAY(a, struct rack, (size_t)n_rack + 1);
    memcpy(r, s.of[KIND_RACK].item, (size_t)n_rack * sizeof *r);
    for (int i = 0; i < n_rack; i++) r[i].part.count = i == rack;
    for (int i = 0; i < s.of[KIND_SERVER].n; i++) {
        v[i].part.count = i == server ? HEADROOM_MOST : 0;
        v[i].spots.n = 0;
    }
    s.of[KIND_RACK].item = r;
    struct rack_plan plan = place_servers(&s, a);
    return HEADROOM_MOST - plan.placement.unplaced[server];
}

int way_rack_bound(struct way *w, const char **want, struct arena *a)
{
    struct diags ds = diags_new(a);
    struct loaded *l = ARENA_ARRAY(a, struct loaded, 1);
    struct load_request q = way_request(w, 0, a);
    if (!load_site(&q, l, a, &ds)) {
        *want = study_error(&ds, a);
        return -1;
    }
    int server = section_of(&l->site, w->section);
    if (!site_server(&l->site, server)->rack.n) return HEADROOM_MOST;
    int n = racks_take(&l->site, server, want, a);
    if (w->rack < 0) return n;
    w->spare = n;
    w->per_rack = empty_takes(&l->site, server, w->rack, a);
    return w->per_rack > 0 ? HEADROOM_MOST : n;
}

/* ---- a case ---------------------------------------------------------------------- */

static size_t bare_length(const char *element)
{
    const char *mark = strchr(element, '#');
    return mark ? (size_t)(mark - element) : strlen(element);
}

/* The same limit of the same section; of copies that are all alike only one has a row. */
static bool is_same(const struct limit *x, const struct limit *y)
{
    size_t n = bare_length(x->element);
    return n == bare_length(y->element) && !strncmp(x->element, y->element, n) &&
           !strcmp(x->resource, y->resource) && !strcmp(x->state, y->state);
}

/* Broken before, and no worse now. */
static bool is_old(const struct limit *x, const struct result *own)
{
    for (int i = 0; i < own->n_limit; i++) {
        const struct limit *y = &own->limit[i];
        if (y->is_broken && is_same(x, y) &&
            x->used - x->limit <= y->used - y->limit + 1e-6 * fmax(fabs(y->limit), 1))
            return true;
    }
    return false;
}

static void judge(const struct way *w, const struct result *r, struct trial *out,
                  struct arena *keep)
{
    out->row = limits_copy(r->limit, r->n_limit, keep);
    out->n_row = r->n_limit;
    out->bind = ARENA_ARRAY(keep, struct limit, (size_t)r->n_limit + 1);
    for (int i = 0; i < out->n_row; i++)
        if (out->row[i].is_broken && !is_old(&out->row[i], w->own))
            out->bind[out->n_bind++] = out->row[i];
    out->fits = !out->n_bind;
}

/* One place for each rack with servers that are new, equal neighbours joined. */
static void note_place(struct trial *out, const struct site *s, const struct placed *x, int count,
                       int *last, struct arena *a)
{
    struct headroom_place *p = out->n_place ? &out->place[out->n_place - 1] : NULL;
    const char *name = x->rack < 0 ? NULL : place_rack_name(s, x->rack, x->rack_unit, a);
    if (p && last[0] == x->rack && last[1] == x->rack_unit && p->racks == 1) {
        p->servers += count;
        return;
    }
    last[0] = x->rack;
    last[1] = x->rack_unit;
    out->place[out->n_place++] = (struct headroom_place){name, name, 1, count, x->u};
}

static bool joins(const struct headroom_place *p, const struct headroom_place *q)
{
    size_t n = p->last && q->first ? bare_length(p->last) : 0;
    return n && n == bare_length(q->first) && !strncmp(p->last, q->first, n) &&
           p->servers == q->servers && (p->u == q->u || (isnan(p->u) && isnan(q->u)));
}

static void find_places(const struct way *w, const struct result *r, struct trial *out,
                        struct arena *keep)
{
    const struct placement *p = &r->racks->placement;
    int server = section_of(r->site, w->section), last[2] = {-2, -2}, n = 0;
    out->racked = site_server(r->site, server)->part.count - p->unplaced[server];
    out->place = ARENA_ARRAY(keep, struct headroom_place, (size_t)p->n + 1);
    for (int i = 0; i < p->n; i++) {
        struct placed x = p->item[i];
        int old = x.first < w->has ? w->has - x.first : 0;
        if (x.server != server || old >= x.count) continue;
        x.u += old * site_server(r->site, server)->height_u;
        note_place(out, r->site, &x, x.count - old, last, keep);
    }
    for (int i = 0; i < out->n_place; i++) {
        struct headroom_place *q = &out->place[i];
        if (n && joins(&out->place[n - 1], q)) {
            out->place[n - 1].last = q->last;
            out->place[n - 1].racks++;
        } else {
            out->place[n++] = *q;
        }
    }
    out->n_place = n;
}

void trial_run(const struct way *w, int n, struct trial *out, struct arena *keep)
{
    struct arena own = arena_new(keep->out_of_memory);
    struct diags ds = diags_new(&own);
    struct load_request q = way_request(w, n, &own);
    struct run_options options = {.threads = 1};
    struct result r;
    *out = (struct trial){.is_known = true};
    if (run_case(&q, &options, &r, &own, &ds)) {
        judge(w, &r, out, keep);
        find_places(w, &r, out, keep);
    } else {
        out->error = text_copy(study_error(&ds, &own), keep);
    }
    arena_free(&own);
}

/* ---- the search -------------------------------------------------------------------- */

struct search {
    struct way *w;
    struct arena *keep;
    int low, high;                /* fits, does not */
    struct trial at_low, at_high; /* at_high unknown: of the racks */
    struct trial near;
    int n_near;
};

/* How far a limit's room, which shrinks in a line from one case to the other, goes; negative
   when it does not shrink. */
static double reach(const struct limit *x, double n_x, const struct limit *y, double n_y)
{
    double room_x = x->limit - x->used, room_y = y->limit - y->used;
    if (!(room_x > room_y)) return -1;
    return n_x + (n_y - n_x) * room_x / (room_x - room_y);
}

/* Count at which the first limit is met by a line through two cases; HUGE_VAL: none is. */
static double first_met(const struct trial *x, double n_x, const struct trial *y, double n_y)
{
    double least = HUGE_VAL;
    for (int j = 0; j < y->n_row; j++)
        for (int i = 0; i < x->n_row && !isnan(y->row[j].margin); i++) {
            if (!is_same(&x->row[i], &y->row[j]) || strcmp(x->row[i].element, y->row[j].element))
                continue;
            double n = x->row[i].is_broken ? -1 : reach(&x->row[i], n_x, &y->row[j], n_y);
            if (n >= 0) least = fmin(least, n);
        }
    return least;
}

static struct trial of_own(const struct result *own)
{
    return (struct trial){.is_known = true, .n_row = own->n_limit, .row = own->limit, .fits = true};
}

/* The next count to be looked at, between low and high. */
static int next_count(const struct search *s, const struct trial *own, int round)
{
    double guess = HUGE_VAL;
    const struct trial *from = s->at_low.is_known ? &s->at_low : own;
    if (s->at_high.is_known && !s->at_high.error)
        guess = first_met(from, s->low, &s->at_high, s->high);
    else if (s->low > 0)
        guess = first_met(own, 0, from, s->low);
    if (round > 5 || (isinf(guess) && s->high <= HEADROOM_MOST))
        guess = s->low + (s->high - s->low) / 2;
    if (isinf(guess) || guess > s->high) guess = fmin(s->high, s->low * 4.0 + 4);
    int n = (int)floor(guess + 1e-9);
    if (!s->at_high.is_known && n < s->high - 1 && round <= 5) n++; /* to see what breaks */
    return n <= s->low ? s->low + 1 : n >= s->high ? s->high - 1 : n;
}

static void look(struct search *s, int n)
{
    struct trial t;
    trial_run(s->w, n, &t, s->keep);
    if (t.fits) {
        s->low = n;
        s->at_low = t;
    } else {
        s->high = n;
        s->at_high = t;
    }
    if (!t.error && n > 0) {
        s->near = t;
        s->n_near = n;
    }
}

/* What stops one more when the racks do. */
static void bind_racks(const struct way *w, int n, const char *want, struct headroom_fit *f,
                       struct arena *keep)
{
    f->bind = ARENA_ARRAY(keep, struct limit, 1);
    f->n_bind = 1;
    f->bind[0] =
        (struct limit){.element = arena_format(keep, "server.%s", w->section),
                       .resource = "racked servers",
                       .state = "normal",
                       .unit = "servers",
                       .used = w->has + n + 1,
                       .limit = w->has + n,
                       .margin = -1.0 / fmax(w->has + n, 1),
                       .is_broken = true,
                       .note = arena_format(keep, "no rack takes one more, for want of %s", want)};
}

static void conclude(struct search *s, const char *want, struct headroom_fit *f)
{
    f->n = s->low;
    f->is_endless = s->low == HEADROOM_MOST;
    f->racks = way_racks(s->w, s->low);
    if (s->at_high.is_known) {
        f->error = s->at_high.error;
        f->bind = s->at_high.bind;
        f->n_bind = s->at_high.n_bind;
    } else if (!f->is_endless) {
        bind_racks(s->w, s->low, want, f, s->keep);
    }
}

/* Changes may break something by themselves. */
static void look_at_none(struct search *s, struct headroom_fit *f)
{
    struct trial t;
    if (!s->w->n_text && !*s->w->keys) return;
    trial_run(s->w, 0, &t, s->keep);
    s->at_low = t;
    if (t.fits) return;
    f->n = -1;
    f->error = t.error;
    f->bind = t.bind;
    f->n_bind = t.n_bind;
}

int fit_hint(const struct result *own, const struct trial *y, int n_y, struct arena *a)
{
    struct trial x = of_own(own), kept = *y;
    kept.row = ARENA_ARRAY(a, struct limit, (size_t)y->n_row + 1);
    kept.n_row = 0;
    for (int i = 0; i < y->n_row && n_y > 0; i++)
        if (!y->row[i].is_broken) kept.row[kept.n_row++] = y->row[i];
    double n = first_met(&x, 0, &kept, n_y);
    return n < HEADROOM_MOST ? (int)floor(n + 1e-9) : 0;
}

static struct headroom_fit find_once(struct way *w, int hint, struct search *s)
{
    struct headroom_fit f = {.is_known = true};
    const char *want = "racks";
    struct arena scratch = arena_new(s->keep->out_of_memory);
    int racks = way_rack_bound(w, &want, &scratch);
    want = text_copy(want, s->keep);
    arena_free(&scratch);
    if (racks < 0) return (struct headroom_fit){.error = want};
    s->high = racks + 1;
    struct trial own = of_own(w->own);
    int first = hint > 0 ? hint : w->has / 4 > 4 ? w->has / 4 : 4;
    if (racks) look(s, racks < first ? racks : first);
    for (int round = 0; s->high - s->low > 1; round++) look(s, next_count(s, &own, round));
    conclude(s, want, &f);
    f.takes = racks;
    if (!s->low) look_at_none(s, &f);
    return f;
}

/* The rack section that a limit is of: its own, or that of strips made for each; -1: none. */
static int rack_of(const struct site *s, const struct limit *l)
{
    size_t n = bare_length(l->element);
    for (int k = 0; k < s->of[KIND_RACK].n; k++) {
        const char *name = s->of[KIND_RACK].name[k];
        if (n == strlen(name) + 5 && !strncmp(l->element, "rack.", 5) &&
            !strncmp(l->element + 5, name, n - 5))
            return k;
    }
    for (int kind = 0; kind < N_KIND; kind++)
        for (int i = 0; kind_is_electrical(kind) && i < s->of[kind].n; i++) {
            const char *word = s->objects.kinds[kind].name;
            size_t k = strlen(word);
            if (s->of[kind].copy[i].rack >= 0 && !strncmp(l->element, word, k) &&
                l->element[k] == '.' && !strcmp(l->element + k + 1, s->of[kind].name[i]))
                return s->of[kind].copy[i].rack;
        }
    return -1;
}

static double fullest_kw(const struct limit *row, int n, const char *rack)
{
    for (int i = 0; i < n; i++)
        if (!strncmp(row[i].element, "rack.", 5) && !strcmp(row[i].element + 5, rack) &&
            !strcmp(row[i].resource, "power"))
            return row[i].used;
    return (double)NAN;
}

/* Racks are filled one after the other by what they state themselves.  Where that breaks what
   stands behind one rack, strips and outlets, or its rating by fans that take more than the
   data sheet in warm, thin air, and other racks would take more: none is filled beyond what the
   fullest carried before.  The lesser rating is then judged, too. */
static bool leave_room(struct way *w, const struct search *x, const struct headroom_fit *f)
{
    const struct site *s = w->own->site;
    const struct limit *first = headroom_first(f);
    int rack = first && f->n >= 0 && f->n + 1 < f->takes ? rack_of(s, first) : -1;
    if (rack < 0) return false;
    const char *name = s->of[KIND_RACK].name[rack];
    const struct result *own = w->own;
    double kw = x->at_low.is_known ? fullest_kw(x->at_low.row, x->at_low.n_row, name)
                                   : fullest_kw(own->limit, own->n_limit, name);
    kw += 0.3 * w->each_w / 1000;
    if (!(kw > 0) || kw * 1000 > site_rack(s, rack)->power_w) return false;
    char text[TEXT_NUMBER_CAP];
    text_fixed(text, kw, 3, false);
    w->less = arena_format(x->keep, "[rack %s]\npower = %s kW\n", name, text);
    return true;
}

struct headroom_fit fit_find(struct way *w, int hint, struct trial *last, struct trial *near,
                             int *n_near, struct arena *keep)
{
    struct search s = {.w = w, .keep = keep};
    w->less = NULL;
    struct headroom_fit f = find_once(w, hint, &s);
    if (f.is_known && leave_room(w, &s, &f)) {
        struct search again = {.w = w, .keep = keep};
        struct headroom_fit g = find_once(w, f.n + 1, &again);
        if (g.is_known && g.n > f.n) {
            if (!again.at_high.is_known && !g.is_endless) { /* what one more breaks in a rack */
                g.bind = f.bind;
                g.n_bind = f.n_bind;
            }
            f = g;
            s = again;
            f.is_derated = true;
        } else {
            w->less = NULL;
        }
    }
    if (last) *last = s.at_low;
    if (near) *near = s.near;
    if (n_near) *n_near = s.n_near;
    return f;
}
