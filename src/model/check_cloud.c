#include <math.h>
#include <string.h>

#include "model/check.h"
#include "model/offer.h"

enum { HOURS_OF_A_DAY = 24, S_PER_YEAR = 8760 * 3600 };

struct offerer {
    const struct site *s;
    struct diags *ds;
    int kind, index;
};

static int row_of(const struct offerer *g, const char *key)
{
    const struct kind *k = &g->s->objects.kinds[g->kind];
    for (int i = 0; i < k->n_params; i++)
        if (!strcmp(k->params[i].key, key)) return i;
    return -1;
}

/* Of the key where it is written; else of the section. */
static struct place place_of(const struct offerer *g, const char *key)
{
    const struct object *o = g->s->of[g->kind].object[g->index];
    if (!key) return o->place;
    const struct provenance *from = &o->from[row_of(g, key)];
    bool is_written = from->origin == ORIGIN_FILE || from->origin == ORIGIN_OVERRIDE;
    return is_written ? from->place : o->place;
}

static void rule(const struct offerer *g, bool holds, const char *key, const char *text,
                 const char *hint)
{
    const char *name = g->s->of[g->kind].object[g->index]->name;
    if (holds) return;
    diag_error(g->ds, DIAG_INPUT, place_of(g, key), hint, "[%s%s%s]: %s",
               g->s->objects.kinds[g->kind].name, name[0] ? " " : "", name, text);
}

static void advise(const struct offerer *g, bool holds, const char *key, const char *text,
                   const char *hint)
{
    if (holds) return;
    diag_warning(g->ds, DIAG_INPUT, place_of(g, key), hint, "[%s %s]: %s",
                 g->s->objects.kinds[g->kind].name, g->s->of[g->kind].name[g->index], text);
}

static void check_terms(const struct offerer *g, const struct cloud *c)
{
    bool is_agreed = c->plan == PLAN_RESERVED || c->plan == PLAN_SAVINGS;
    double years = c->term_s / S_PER_YEAR;
    rule(g, !is_agreed || !isnan(c->term_s), "plan", "it does not say for how long it is agreed",
         "add term = 1 years");
    rule(g, c->plan != PLAN_SPOT || isnan(c->term_s), "term", "spot is not agreed for a time",
         "leave term out, or say plan = reserved");
    rule(g, !(c->upfront_frac > 0) || (years >= 1 && !(years > floor(years))), "upfront",
         "what is paid at the start is counted for terms of whole years",
         "give term in whole years, or leave upfront out");
    rule(g, !(c->checkpoint_s > 0) || !isnan(c->checkpoint_every_s), "checkpoint_time",
         "checkpoints take time, but it is not said how often they are written",
         "add checkpoint_every = 1 h");
}

/* A price that cannot be takes no part, lest it wins unseen, until somebody says it is right. */
static void check_doubt(const struct offerer *g, const struct cloud *c)
{
    const char *doubt = offer_doubt(g->s, c, g->ds->arena);
    const char *text = arena_format(g->ds->arena, "%s%s", doubt ? doubt : "",
                                    c->is_confirmed ? "" : ": left out of what is compared");
    advise(g, !doubt, c->price_hour.currency[0] ? "price_hour" : "price_gpu", text,
           c->is_confirmed ? "look again whether it is a bid, or of several accelerators"
                           : "look whether it is a bid, or of several accelerators; confirmed = "
                             "yes lets it take part");
}

static void check_time(const struct offerer *g, const struct cloud *c)
{
    double years = c->term_s / S_PER_YEAR;
    const char *text = arena_format(g->ds->arena,
                                    "it is agreed for %.4g years and %d are counted: what is paid "
                                    "after them is left out",
                                    years, g->s->finance->years);
    advise(g, !(years > g->s->finance->years), "term", text, "count as many years, or agree less");
    advise(g, c->plan != PLAN_SPOT || !isnan(c->interruption_s), "plan",
           "spot without interruption: counted as if nothing ever interrupted it",
           "add interruption = 3 h, checkpoint_every, checkpoint_time and restart_time");
}

static void check_offer(const struct offerer *g)
{
    const struct cloud *c = site_cloud(g->s, g->index);
    struct arena *a = g->ds->arena;
    const char *words, *lack = offer_lack(g->s, c);
    const char *left_out = arena_format(a, "%s: left out of what is compared", lack ? lack : "");
    bool is_slow = lack && !strncmp(lack, "interruptions", strlen("interruptions"));
    advise(g, !lack, is_slow ? "interruption" : NULL, left_out,
           is_slow ? "write checkpoints more often than interruptions come"
                   : "a price is price_hour or price_gpu, egress_price, storage_price; a rate "
                     "[fx USD]");
    check_doubt(g, c);
    enum offer_match match = offer_match(g->s, g->index, &words, a);
    bool is_fast_known = offer_speed_given(g->s, g->index);
    const char *text = arena_format(a, "%s: left out of what is compared", words);
    advise(g, match != OFFER_OTHER || is_fast_known, NULL, text,
           "add relative_speed, its work in an hour over that of the site's accelerators");
    text = arena_format(a, "%s: compared as if they were alike", words);
    advise(g, match != OFFER_UNKNOWN || is_fast_known, NULL, text,
           "add accelerator, as H100-80GB, to servers and offers; or relative_speed");
    check_time(g, c);
}

static bool is_day(const struct reals *r)
{
    return !r->n || r->n == HOURS_OF_A_DAY;
}

static void check_job(const struct offerer *g)
{
    const struct job *j = site_job(g->s, g->index);
    bool is_service = job_is_service(j), runs = true;
    rule(g, j->accelerators > 0, NULL, "it does not say how many accelerators work at once",
         "add accelerators = 8");
    rule(g, is_service || !isnan(j->gpu_s), NULL, "it does not say how long they work",
         "add gpu_hours = 1000 GPUh");
    rule(g, !is_service || j->weekday.n > 0, NULL, "a service needs its load over the day",
         "add weekday with 24 shares of its accelerators, or gpu_hours of a job");
    rule(g, is_day(&j->weekday), "weekday", "a day has 24 shares", NULL);
    rule(g, is_day(&j->weekend), "weekend", "a day has 24 shares", NULL);
    for (int i = 0; i < j->server.n; i++)
        runs &= site_server(g->s, j->server.ref[i].index)->accelerators > 0;
    rule(g, runs, "server", "it names servers without accelerators", NULL);
}

void check_cloud(const struct site *s, struct diags *ds)
{
    const struct finance *f = s->finance;
    for (int i = 0; i < s->of[KIND_CLOUD].n; i++) {
        struct offerer g = {s, ds, KIND_CLOUD, i};
        check_terms(&g, site_cloud(s, i));
    }
    for (int i = 0; i < s->of[KIND_JOB].n; i++) check_job(&(struct offerer){s, ds, KIND_JOB, i});
    if (!f) return;
    struct offerer g = {s, ds, KIND_FINANCE, 0};
    rule(&g, f->cloud.n <= OFFERS_MAX, "cloud", "there are more than fifteen offers",
         "leave out those that answer no question");
    for (int i = 0; i < f->cloud.n; i++)
        check_offer(&(struct offerer){s, ds, KIND_CLOUD, f->cloud.ref[i].index});
}
