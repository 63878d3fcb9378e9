#include "plan/headroom.h"

#include <math.h>
#include <string.h>

#include "plan/headroom_case.h"
#include "plan/limits.h"

/* ---- classes of constraints ------------------------------------------------------ */

const char *const constraint_words[N_CONSTRAINT + 1] = {
    "rack units",
    "weight",
    "rack power",
    "air of the rack",
    "outlets",
    "places in racks",
    "power supplies",
    "floor and aisles",
    "fabric",
    "rack strip",
    "phase",
    "breaker or feeder",
    "feed failover",
    "UPS",
    "generator",
    "transformer",
    "utility",
    "cooling air",
    "room units after a loss",
    "CDU",
    "facility water",
    "chiller or tower",
    "inlet temperature",
    "chip",
    "other",
    NULL,
};

static bool has(const char *text, const char *word)
{
    return text && strstr(text, word);
}

static int kind_of(const struct site *s, const char *element)
{
    const char *dot = strchr(element, '.');
    size_t n = dot ? (size_t)(dot - element) : strlen(element);
    for (int k = 0; k < s->objects.n_kinds; k++)
        if (strlen(s->objects.kinds[k].name) == n && !strncmp(s->objects.kinds[k].name, element, n))
            return k;
    return -1;
}

/* A copy for each rack stands beyond the rack's own limits. */
static bool is_of_rack(const struct site *s, int kind, const char *element)
{
    const char *name = strchr(element, '.') + 1;
    for (int i = 0; i < s->of[kind].n; i++)
        if (!strcmp(s->of[kind].name[i], name)) return s->of[kind].copy[i].rack >= 0;
    return false;
}

static enum constraint by_want(const char *text)
{
    if (has(text, "rack units")) return BY_UNITS;
    if (has(text, "want of power")) return BY_RACK_POWER;
    if (has(text, "mass") || has(text, "weight")) return BY_WEIGHT;
    if (has(text, "airflow")) return BY_RACK_AIR;
    if (has(text, "outlet")) return BY_OUTLETS;
    return BY_RACKS;
}

static bool is_of_floor(const struct limit *l)
{
    static const char *const words[] = {"floor", "point load", "aisle", "gravity", "when moved"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (has(l->resource, words[i])) return true;
    return false;
}

static enum constraint of_rack(const struct limit *l)
{
    if (!strcmp(l->resource, "rack units")) return BY_UNITS;
    if (!strcmp(l->resource, "weight")) return BY_WEIGHT;
    if (!strcmp(l->resource, "power")) return BY_RACK_POWER;
    if (!strcmp(l->resource, "airflow")) return BY_RACK_AIR;
    if (has(l->resource, "inlet")) return BY_INLET;
    if (has(l->resource, "outlet")) return BY_OUTLETS;
    return BY_OTHER;
}

static enum constraint of_server(const struct limit *l)
{
    if (!strcmp(l->resource, "racked servers")) return by_want(l->note);
    if (!strcmp(l->resource, "powered servers")) return BY_FAILOVER;
    if (has(l->resource, "supply output")) return BY_SUPPLIES;
    if (has(l->resource, "inlet")) return BY_INLET;
    if (has(l->resource, "coolant")) return BY_CDU;
    if (has(l->resource, "chip") || has(l->resource, "hours")) return BY_CHIP;
    return BY_OTHER;
}

static enum constraint of_room(const struct limit *l)
{
    if (!strcmp(l->resource, "airflow")) return BY_AIR;
    if (has(l->resource, "inlet") || has(l->resource, "hours"))
        return strcmp(l->state, "normal") ? BY_AIR_LOST : BY_INLET;
    return BY_OTHER;
}

static enum constraint of_feeder(const struct site *s, int kind, const struct limit *l)
{
    if (has(l->resource, "outlet")) return BY_OUTLETS;
    if (has(l->state, "lost")) return BY_FAILOVER;
    if (is_of_rack(s, kind, l->element)) return BY_STRIP;
    return has(l->resource, "current") && !has(l->resource, "circuit") ? BY_PHASE : BY_FEEDER;
}

enum constraint constraint_of(const struct site *s, const struct limit *l)
{
    int kind = kind_of(s, l->element);
    if (is_of_floor(l)) return BY_FLOOR;
    switch (kind) {
    case KIND_RACK: return of_rack(l);
    case KIND_SERVER: return of_server(l);
    case KIND_ROOM: return of_room(l);
    case KIND_UPS:
    case KIND_BATTERY: return BY_UPS;
    case KIND_GENERATOR: return BY_GENERATOR;
    case KIND_TRANSFORMER: return BY_TRANSFORMER;
    case KIND_UTILITY: return BY_UTILITY;
    case KIND_CRAC:
    case KIND_CRAH:
    case KIND_AHU:
    case KIND_REARDOOR: return strcmp(l->state, "normal") ? BY_AIR_LOST : BY_AIR;
    case KIND_FABRIC: return BY_FABRIC;
    case KIND_CDU: return BY_CDU;
    case KIND_LOOP: return BY_LOOP;
    case KIND_CHILLER:
    case KIND_TOWER:
    case KIND_DRYCOOLER:
    case KIND_ECONOMIZER:
    case KIND_STORAGE: return BY_SINK;
    default: break;
    }
    return kind_is_electrical(kind) ? of_feeder(s, kind, l) : BY_OTHER;
}

/* ---- in words ---------------------------------------------------------------------- */

const char *headroom_limit_name(const struct limit *l, struct arena *a)
{
    bool is_normal = !strcmp(l->state, "normal");
    return arena_format(a, "%s %s%s%s", l->element, l->resource, is_normal ? "" : ", ",
                        is_normal ? "" : l->state);
}

const struct limit *headroom_first(const struct headroom_fit *f)
{
    static const char *const follows[] = {"hours", "inlet temperature", "chip temperature"};
    for (int i = 0; i < f->n_bind; i++) {
        bool is_cause = true;
        for (size_t k = 0; k < sizeof follows / sizeof *follows; k++)
            is_cause &= !strstr(f->bind[i].resource, follows[k]);
        if (is_cause) return &f->bind[i];
    }
    return f->n_bind ? &f->bind[0] : NULL;
}

static const char *bind_words(const struct headroom_fit *f, struct arena *a)
{
    if (f->is_endless) return "no limit that is known stops them";
    if (f->error) return arena_format(a, "one more cannot be simulated: %s", f->error);
    const struct limit *first = headroom_first(f);
    if (!first) return "nothing is known to stop one more";
    if (!strcmp(first->resource, "racked servers") && first->note) return first->note;
    return limit_words(first, a);
}

static const char *verdict_of(const struct headroom *h, struct arena *a)
{
    const struct headroom_fit *f = &h->fit;
    const char *site = h->own->site_name, *more = f->is_endless ? "at least " : "";
    const char *as_it_is = h->n_broken ? ", beside what is broken as it is" : "";
    if (h->asked < 0)
        return arena_format(a, "%s: %s%d more %s fit%s: %s", site, more, f->n, h->server, as_it_is,
                            bind_words(f, a));
    if (h->fits)
        return arena_format(a, "%s: %d more %s fit, of %s%d that do%s: %s", site, h->asked,
                            h->server, more, f->n, as_it_is, bind_words(f, a));
    return arena_format(a, "%s: %d more %s do not fit, %d do%s: %s", site, h->asked, h->server,
                        f->n, as_it_is, bind_words(f, a));
}

/* ---- all of it ----------------------------------------------------------------------- */

static double it_at_maximum_w(const struct result *r)
{
    double w = 0;
    for (int i = 0; i < r->racks->placement.n; i++) {
        const struct placed *p = &r->racks->placement.item[i];
        w += p->count * site_server(r->site, p->server)->power_maximum_w;
    }
    return w;
}

static void list_broken(struct headroom *h, struct arena *a)
{
    struct limit *broken = ARENA_ARRAY(a, struct limit, (size_t)h->own->n_limit + 1);
    for (int i = 0; i < h->own->n_limit; i++)
        if (h->own->limit[i].is_broken) broken[h->n_broken++] = h->own->limit[i];
    h->broken = broken;
}

static void keep_texts(struct headroom *h, const struct way *w, struct arena *a)
{
    h->n_text = way_texts(w, h->fit.n > 0 ? h->fit.n : 0, &h->text, a);
}

bool headroom_find(const struct load_request *request, const struct result *own,
                   const struct headroom_request *want, int threads, struct headroom *out,
                   struct arena *a, struct diags *ds)
{
    *out = (struct headroom){.own = own, .asked = want->count, .is_asked = want->server != NULL};
    struct way w;
    if (!way_make(request, own, want->server, out, &w, a, ds)) return false;
    out->it_w = it_at_maximum_w(own);
    list_broken(out, a);
    struct trial last, near;
    int n_near;
    out->fit = fit_find(&w, 0, &last, &near, &n_near, a);
    if (!out->fit.is_known) {
        diag_error(ds, DIAG_INPUT, (struct place){NULL, 0, 0},
                   "give the section its own room, rack and feeds", "%s cannot be added: %s",
                   out->server, out->fit.error);
        return false;
    }
    out->n_place = last.n_place;
    out->place = last.place;
    out->fits = want->count < 0 || want->count <= out->fit.n;
    keep_texts(out, &w, a);
    strands_find(out, &w, a);
    if (!want->is_count_only) {
        offers_find(out, &w, threads, a);
        ladder_find(out, &w, &near, n_near, a);
    }
    out->verdict = verdict_of(out, a);
    return true;
}
