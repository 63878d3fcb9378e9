#include "plan/run.h"

#include <math.h>
#include <string.h>

#include "physics/envelope.h"
#include "plan/aisles.h"
#include "plan/failures.h"
#include "plan/limit_list.h"
#include "plan/metrics.h"
#include "plan/one_line_find.h"
#include "plan/place.h"
#include "plan/placing.h"
#include "plan/power_budget.h"
#include "sim/outage.h"

/* ---- verdict ----------------------------------------------------------- */

static void judge(struct result *r, struct arena *a)
{
    int broken = 0, first = -1;
    for (int i = 0; i < r->n_limit; i++)
        if (r->limit[i].is_broken && ++broken == 1) first = i;
    r->ok = broken == 0;
    if (broken)
        r->verdict =
            arena_format(a, "does not fit: %d %s broken; first %s", broken,
                         broken == 1 ? "limit" : "limits", limit_words(&r->limit[first], a));
    else if (r->n_limit && !isnan(r->limit[0].margin))
        r->verdict = arena_format(a, "fits; tightest is %s", limit_words(&r->limit[0], a));
    else
        r->verdict = "fits; no limit is known";
}

/* ---- assumptions ------------------------------------------------------- */

static const char *origin_text(const struct provenance *p, struct arena *a)
{
    if (p->origin == ORIGIN_DEFAULT) return "default";
    if (!p->place.file) return "file";
    return arena_format(a, "%s:%d", p->place.file, p->place.line);
}

static const char *source_of(const struct object_set *set, const struct object *o, struct arena *a)
{
    const struct kind *k = &set->kinds[o->kind];
    for (int i = 0; i < k->n_params; i++)
        if (!strcmp(k->params[i].key, "source")) return param_print(&k->params[i], o->data, a);
    return NULL;
}

static bool is_shown(const struct param *p, const struct provenance *from)
{
    if (from->origin == ORIGIN_DEFAULT && !p->def) return false;
    return strcmp(p->key, "source") && strcmp(p->key, "note");
}

static void list_assumptions(struct result *r, struct arena *a)
{
    const struct object_set *set = &r->site->objects;
    size_t cap = 0;
    for (int i = 0; i < set->n; i++) cap += (size_t)set->kinds[set->item[i].kind].n_params;
    r->assumption = ARENA_ARRAY(a, struct assumption, cap + 1);
    for (int i = 0; i < set->n; i++) {
        const struct object *o = &set->item[i];
        const struct kind *k = &set->kinds[o->kind];
        const char *source = source_of(set, o, a);
        const char *id = o->name[0] ? arena_format(a, "%s.%s", k->name, o->name) : k->name;
        for (int j = 0; j < k->n_params; j++) {
            const char *value = param_print(&k->params[j], o->data, a);
            if (!value || !is_shown(&k->params[j], &o->from[j])) continue;
            r->assumption[r->n_assumption++] =
                (struct assumption){id,
                                    k->params[j].key,
                                    value,
                                    k->params[j].doc,
                                    origin_text(&o->from[j], a),
                                    o->from[j].origin == ORIGIN_MODEL ? source : NULL};
        }
    }
}

/* ---- warnings ---------------------------------------------------------- */

static void warn_of_cold_servers(struct result *r, struct arena *a)
{
    for (int i = 0; i < r->site->of[KIND_SERVER].n; i++) {
        const struct server *v = site_server(r->site, i);
        double inlet_c = r->year->room[v->room.ref[0].index].min_inlet_c;
        char inlet[TEXT_NUMBER_CAP], least[TEXT_NUMBER_CAP];
        if (!(inlet_c < v->inlet_min_c) || !v->part.count) continue;
        r->warning[r->n_warning++] = (struct warning){
            arena_format(a, "server.%s: inlets fall to %s degC, below its inlet_min of %s degC",
                         r->site->of[KIND_SERVER].name[i], text_fixed(inlet, inlet_c, 1, false),
                         text_fixed(least, v->inlet_min_c, 1, false)),
            1, -1};
    }
}

static void warn_of_cold(struct result *r, struct arena *a)
{
    for (int i = 0; i < r->year->n_room; i++) {
        const struct room *room = site_room(r->site, i);
        const struct envelope *e = envelope_find((enum envelope_class)room->envelope_class);
        char inlet[TEXT_NUMBER_CAP], least[TEXT_NUMBER_CAP];
        if (!(r->year->room[i].min_inlet_c < e->min_c)) continue;
        const char *text =
            arena_format(a, "room.%s: rack inlets fall to %s degC, below the %s degC of class %s",
                         r->site->of[KIND_ROOM].name[i],
                         text_fixed(inlet, r->year->room[i].min_inlet_c, 1, false),
                         text_fixed(least, e->min_c, 1, false), e->name);
        r->warning[r->n_warning++] = (struct warning){text, 1, -1};
    }
}

/* first: the diagnostic with which the case began. */
static void join_warnings(struct result *r, const struct diags *ds, int first, struct arena *a)
{
    const struct year *y = r->year, *d = r->design_year;
    int aisles = r->aisles ? r->aisles->n_warning : 0;
    r->warning = ARENA_ARRAY(a, struct warning,
                             (size_t)(y->n_warning + d->n_warning + r->n_limit_warning + y->n_room +
                                      aisles + r->site->of[KIND_SERVER].n + ds->n + 1));
    for (int i = 0; i < y->n_warning; i++) r->warning[r->n_warning++] = y->warning[i];
    for (int i = 0; i < d->n_warning; i++) {
        struct warning w = d->warning[i];
        w.text = arena_format(a, "with every server at its maximum: %s", w.text);
        r->warning[r->n_warning++] = w;
    }
    for (int i = 0; i < r->n_limit_warning; i++) r->warning[r->n_warning++] = r->limit_warning[i];
    for (int i = 0; i < aisles; i++)
        r->warning[r->n_warning++] = (struct warning){r->aisles->warning[i], 1, -1};
    warn_of_cold(r, a);
    warn_of_cold_servers(r, a);
    for (int i = first; i < ds->n; i++) {
        if (ds->item[i].severity != DIAG_WARNING) continue;
        const struct place *p = &ds->item[i].place;
        const char *text = message_text(a, &ds->item[i].what, NULL);
        if (p->file && p->line)
            text = arena_format(a, "%s:%d: %s", p->file, p->line, text);
        else if (p->file)
            text = arena_format(a, "%s: %s", p->file, text);
        r->warning[r->n_warning++] = (struct warning){text, 1, -1};
    }
}

/* ---- all of it --------------------------------------------------------- */

/* What place and plant leave behind for the year. */
struct stage {
    const struct loaded *loaded;
    struct rack_plan racks;
    const struct plant *plant;
    struct prepared normal, design;
};

/* First fit, or as dcplan place would. */
static bool place(struct stage *s, int threads, struct arena *a, struct diags *ds)
{
    const struct site *site = &s->loaded->site;
    struct placing_options o = {.method = (enum placing_method)site->info->placement,
                                .threads = threads,
                                .limits = {PLACING_NODES, HUGE_VAL}};
    if (o.method == PLACING_FIRST_FIT) {
        s->racks = place_servers(site, a);
        return true;
    }
    struct placing_result *r = ARENA_ARRAY(a, struct placing_result, 1);
    if (!placing_of(s->loaded, &o, r, a, ds)) return false;
    s->racks = *r->racks;
    return true;
}

static bool prepare(struct stage *s, int threads, struct memo *memo, struct arena *a,
                    struct diags *ds)
{
    const struct site *site = &s->loaded->site;
    const struct weather *w = &s->loaded->weather;
    if (!place(s, threads, a, ds)) return false;
    s->plant = plant_build_kept(site, &s->racks.placement, w, memo, a, ds);
    if (!s->plant) return false;
    s->normal = annual_prepare(site, w, a);
    s->design = w->design ? annual_prepare(site, w->design, a) : s->normal;
    s->design.is_design = true;
    return true;
}

bool run_prepare(const struct load_request *request, struct ready *out, struct arena *a,
                 struct diags *ds)
{
    struct stage *s = ARENA_ARRAY(a, struct stage, 1);
    struct loaded *l = ARENA_ARRAY(a, struct loaded, 1);
    s->loaded = l;
    if (!load_site(request, l, a, ds) || !prepare(s, 1, NULL, a, ds)) return false;
    *out = (struct ready){*l, s->plant, &s->normal};
    return true;
}

static void fill_names(struct result *out, const struct loaded *l)
{
    out->site = &l->site;
    out->weather = &l->weather;
    out->site_name = l->site.name;
    out->site_title = l->site.title;
    out->date = l->site.info->part.date;
    out->currency = l->site.currency;
    out->input = l->input;
    out->n_input = l->n_input;
    out->override = l->override;
    out->n_override = l->n_override;
}

static bool converged(const struct year *y, struct diags *ds)
{
    if (!y->not_converged) return true;
    diag_error(ds, DIAG_MODEL, (struct place){0}, "two controls may work against each other",
               "%d hours of the year did not converge", y->not_converged);
    return false;
}

static bool find_failures(const struct limits_case *limits, const struct run_years *y,
                          const struct run_options *options, struct result *out, struct arena *a,
                          struct diags *ds)
{
    struct failures_case failures = {limits, y->prepared, out->year, options->n_remove,
                                     options->remove};
    out->failures = failures_find(&failures, a, ds);
    if (!out->failures) return false;
    out->one_line = one_line_find(limits, y->normal, out, out->failures, a);
    return true;
}

bool run_years(const struct loaded *l, const struct run_options *options, struct memo *memo,
               struct run_years *out, struct arena *a, struct diags *ds)
{
    struct stage *s = ARENA_ARRAY(a, struct stage, 1);
    s->loaded = l;
    if (!prepare(s, options->threads, memo, a, ds)) return false;
    *out = (struct run_years){.loaded = l,
                              .plant = s->plant,
                              .racks = &s->racks,
                              .normal = outage_make(s->plant, NULL, 0, a),
                              .prepared = &s->normal,
                              .design = &s->design};
    const struct calendar *c = &l->weather.calendar;
    int keep = options->numbers_only ? KEEP_METRICS : KEEP_ALL;
    out->year = outage_run(out->normal, out->prepared, c, keep, options->threads, a);
    out->design_year = outage_run(out->normal, out->design, c, keep, options->threads, a);
    return converged(out->year, ds) && converged(out->design_year, ds);
}

bool run_numbers(const struct loaded *l, const struct run_years *y,
                 const struct run_options *options, struct memo *memo, struct result *out,
                 struct arena *a, struct diags *ds)
{
    *out = (struct result){
        .year = y->year, .design_year = y->design_year, .plant = y->plant, .racks = y->racks};
    fill_names(out, l);
    struct bill *bill = ARENA_ARRAY(a, struct bill, 1);
    if (!bill_make_kept(out->site, out->year, memo, bill, a, ds)) return false;
    out->bill = bill;
    (options->numbers_only ? metrics_find_numbers : metrics_find)(y->plant, out, a);
    struct limit_memo *known = options->failures ? ARENA_ARRAY(a, struct limit_memo, 1) : NULL;
    struct limits_case limits = {out->site,        y->plant,       y->racks,
                                 y->design,        y->design_year, &l->weather.calendar,
                                 options->threads, known};
    if (!options->energy_only)
        (options->normal_only ? limits_find_normal : limits_find)(&limits, out, a);
    if (options->failures && !find_failures(&limits, y, options, out, a, ds)) return false;
    if (options->power) {
        struct power_case power = {&limits, y->prepared, out->year};
        out->power = power_budget_find(&power, a);
    }
    judge(out, a);
    return true;
}

bool run_case(const struct load_request *request, const struct run_options *options,
              struct result *out, struct arena *a, struct diags *ds)
{
    *out = (struct result){0};
    int first = ds->n;
    struct loaded *l = ARENA_ARRAY(a, struct loaded, 1);
    struct run_years *y = ARENA_ARRAY(a, struct run_years, 1);
    if (!load_site(request, l, a, ds) || !run_years(l, options, NULL, y, a, ds) ||
        !run_numbers(l, y, options, NULL, out, a, ds))
        return false;
    list_assumptions(out, a);
    join_warnings(out, ds, first, a);
    return true;
}
