#include <math.h>
#include <string.h>

#include "model/check.h"

/* Longest plan: what is farther off is more likely a slip of the pen. */
enum { PLAN_MONTHS_MAX = 1200 };

struct grower {
    const struct site *s;
    struct diags *ds;
    int kind, index;
};

static int row_of(const struct grower *g, const char *key)
{
    const struct kind *k = &g->s->objects.kinds[g->kind];
    for (int i = 0; i < k->n_params; i++)
        if (!strcmp(k->params[i].key, key)) return i;
    return -1;
}

static bool is_given(const struct grower *g, const char *key)
{
    return g->s->of[g->kind].object[g->index]->from[row_of(g, key)].origin != ORIGIN_DEFAULT;
}

/* key: where the value stands; NULL: the section as a whole. */
static void rule(const struct grower *g, bool holds, const char *key, const char *text,
                 const char *hint)
{
    const struct object *o = g->s->of[g->kind].object[g->index];
    if (holds) return;
    struct place where = key && is_given(g, key) ? o->from[row_of(g, key)].place : o->place;
    diag_error(g->ds, DIAG_INPUT, where, hint, "[%s %s]: %s", g->s->objects.kinds[g->kind].name,
               o->name, text);
}

static bool is_before(struct date a, struct date b)
{
    return date_days(a) < date_days(b);
}

static bool is_near(const struct site *s, struct date d)
{
    return date_month(d) - date_month(s->info->part.date) <= PLAN_MONTHS_MAX;
}

/* Servers of the section that a deployment without a start takes away. */
static int retired_of(const struct site *s, int server)
{
    int n = 0;
    for (int i = 0; i < s->of[KIND_DEPLOYMENT].n; i++) {
        const struct deployment *d = site_deployment(s, i);
        bool stands = !d->start.year && d->status == DEPLOYMENT_PLANNED;
        if (stands && d->server.n && d->server.ref[0].index == server) n += d->part.count;
    }
    return n;
}

/* Servers of the section that come, all together; a section takes what its count may be. */
static double coming_of(const struct site *s, int server)
{
    double n = 0;
    for (int i = 0; i < s->of[KIND_DEPLOYMENT].n; i++) {
        const struct deployment *d = site_deployment(s, i);
        if (d->start.year && d->server.n && d->server.ref[0].index == server) n += d->part.count;
    }
    return n;
}

static double most_of(const struct site *s)
{
    const struct kind *k = &s->objects.kinds[KIND_SERVER];
    for (int i = 0; i < k->n_params; i++)
        if (!strcmp(k->params[i].key, "count")) return k->params[i].max;
    return HUGE_VAL;
}

static void check_deployment(const struct grower *g)
{
    const struct deployment *d = site_deployment(g->s, g->index);
    struct date site = g->s->info->part.date, last = d->retire.year ? d->retire : d->start;
    bool stands = !d->start.year && d->status == DEPLOYMENT_PLANNED;
    rule(g, d->server.n == 1, NULL, "it names no servers", "add server = NAME of a section");
    rule(g, site.year > 0, NULL, "the site has no date to grow from",
         "add date = 2026-01-01 to [site]");
    rule(g, !stands || d->retire.year, NULL, "it has neither start nor retire",
         "add start, or retire for servers that stand there");
    rule(g, d->start.year || d->ramp_months == 1, "ramp", "a ramp without a start", "add start");
    rule(g, !d->start.year || !d->retire.year || is_before(d->start, d->retire), "retire",
         "it retires before it starts", "retire must be after start");
    if (!site.year) return;
    rule(g, !d->start.year || !is_before(d->start, site), "start",
         "it starts before the site's date", "what stands there then is in the server's count");
    rule(g, !d->retire.year || is_before(site, d->retire), "retire",
         "it retires before the site's date", "what is gone then is not in the server's count");
    rule(g, !last.year || is_near(g->s, last), d->retire.year ? "retire" : "start",
         "it is more than a hundred years ahead", "look at the year");
    if (!d->server.n) return;
    int server = d->server.ref[0].index, count = site_server(g->s, server)->part.count;
    rule(g, coming_of(g->s, server) + count <= most_of(g->s), "count",
         "with it there are more servers than a section can have", "at most 1,000,000 in all");
    if (!stands) return;
    rule(g, retired_of(g->s, server) <= count, "count", "more servers retire than stand there",
         "without start it is part of the server's count");
}

/* Copies that a pattern makes of one section. */
static bool is_one_section(const struct site *s, const struct ref_list *l)
{
    const struct object *first = s->of[l->ref[0].kind].object[l->ref[0].index];
    for (int i = 1; i < l->n; i++)
        if (s->of[l->ref[i].kind].object[l->ref[i].index] != first) return false;
    return true;
}

static void check_block(const struct grower *g)
{
    const struct growth_block *b = site_block(g->s, g->index);
    rule(g, b->of.n > 0, NULL, "it enlarges nothing", "add of = KIND.NAME");
    if (!b->of.n) return;
    rule(g, is_one_section(g->s, &b->of), "of", "it enlarges more than one section",
         "write a [block NAME] for each");
    int kind = b->of.ref[0].kind, index = b->of.ref[0].index;
    bool is_loop = kind == KIND_LOOP, is_utility = kind == KIND_UTILITY;
    rule(g, is_loop == !isnan(b->adds_heat_w), is_loop ? NULL : "adds_heat",
         is_loop ? "it does not say by how much" : "adds_heat is of loops",
         is_loop ? "add adds_heat = 300 kW" : "adds counts units");
    rule(g, is_utility == !isnan(b->adds_power_w), is_utility ? NULL : "adds_power",
         is_utility ? "it does not say by how much" : "adds_power is of utilities",
         is_utility ? "add adds_power = 500 kW" : "adds counts units");
    rule(g, !(is_loop || is_utility) || !is_given(g, "adds"), "adds",
         "a loop or a utility has no units to add", "adds_heat and adds_power are in kW");
    rule(g, !is_utility || site_utility(g->s, index)->e.rated_w > 0, "of",
         "the utility has no limit to raise", "add limit = 2000 kW to it");
}

void check_growth(const struct site *s, struct diags *ds)
{
    for (int i = 0; i < s->of[KIND_DEPLOYMENT].n; i++)
        check_deployment(&(struct grower){s, ds, KIND_DEPLOYMENT, i});
    for (int i = 0; i < s->of[KIND_BLOCK].n; i++)
        check_block(&(struct grower){s, ds, KIND_BLOCK, i});
}
