#include "cli/print_failures.h"

#include <math.h>
#include <string.h>

#include "output/show.h"
#include "plan/failures.h"

/* Columns of the table, in characters. */
enum { STATE = 44, EFFECT = 18, NUMBER = 10 };

static const char *number(struct builder *b, double x, int decimals, const char *unit)
{
    char text[TEXT_NUMBER_CAP];
    if (isnan(x)) return "-";
    return arena_format(b->arena, "%s%s", text_fixed(text, x, decimals, true), unit);
}

static const char *state_text(struct builder *b, const struct failure *x)
{
    return x->alike ? arena_format(b->arena, "%s (%d alike)", x->state, x->alike + 1) : x->state;
}

static void print_head(struct builder *b)
{
    builder_format(b, "\n%-*s %-*s %*s %*s %*s %*s %*s %*s %*s\n", STATE, "State", EFFECT, "effect",
                   NUMBER, "dropped", NUMBER, "capped", NUMBER, "work lost", NUMBER, "hours over",
                   NUMBER, "inlet", NUMBER, "PSU", NUMBER, "UPS");
}

static void print_line(struct builder *b, const char *state, const char *effect,
                       const struct failure *x)
{
    builder_format(
        b, "%-*s %-*s %*s %*s %*s %*s %*s %*s %*s\n", STATE, state, EFFECT, effect, NUMBER,
        number(b, x->dropped_w / 1000, 0, " kW"), NUMBER, number(b, 100 * x->cap_frac, 1, " %"),
        NUMBER, number(b, 100 * x->work_lost_frac, 1, " %"), NUMBER,
        number(b, x->hours_over < 0 ? (double)NAN : x->hours_over, 0, ""), NUMBER,
        number(b, x->max_inlet_c, 1, " C"), NUMBER, number(b, 100 * x->psu_efficiency, 1, " %"),
        NUMBER, number(b, 100 * x->ups_efficiency, 1, " %"));
}

static void print_normal(struct builder *b, const struct failures *f)
{
    struct failure x = {.max_inlet_c = f->max_inlet_c,
                        .psu_efficiency = f->psu_efficiency,
                        .ups_efficiency = f->ups_efficiency};
    print_line(b, "nothing lost", f->is_over ? "overloads" : "", &x);
}

static void print_drop(struct builder *b, const struct failure_drop *d)
{
    builder_format(b, "    %s: %s of %s %s", d->element, number(b, d->count, 0, ""),
                   number(b, d->of, 0, ""), d->power_w > 0 ? "servers drop" : "stand still");
    if (d->power_w > 0) builder_format(b, ", %s", number(b, d->power_w / 1000, 1, " kW"));
    builder_format(b, "%s%s\n", d->where ? ": " : "", d->where ? d->where : "");
}

static void print_row(struct builder *b, const struct failure_row *r)
{
    const struct limit *l = &r->limit;
    builder_format(b, "    %s %s: %s of %s %s", l->element, l->resource, number(b, l->used, 1, ""),
                   number(b, l->limit, 1, ""), l->unit);
    if (!isnan(r->before)) builder_format(b, ", before %s", number(b, r->before, 1, ""));
    if (l->limit > 0) builder_format(b, ", %s", number(b, 100 * l->used / l->limit, 1, " %"));
    if (r->hours > 0) builder_format(b, ", %d hours of the year", r->hours);
    if (r->alike > 0) builder_format(b, ", %d others alike", r->alike);
    if (!isnan(r->efficiency))
        builder_format(b, ", efficiency %s, before %s", number(b, 100 * r->efficiency, 2, " %"),
                       number(b, 100 * r->efficiency_before, 2, " %"));
    if (l->is_broken) builder_text(b, "  OVER");
    if (l->note && !isnan(l->limit)) builder_format(b, " (%s)", l->note);
    builder_text(b, "\n");
}

/* What is lost is named; what others carry, where a limit is broken or all is asked for. */
static void print_details(struct builder *b, const struct failure *x, bool all)
{
    bool has_any = x->n_drop > 0 || (all && x->n_row > 0);
    for (int i = 0; i < x->n_row; i++) has_any |= x->row[i].limit.is_broken;
    if (!has_any && !x->is_capped) return;
    builder_format(b, "\n  %s: %s\n", state_text(b, x), x->word);
    for (int i = 0; i < x->n_drop; i++) print_drop(b, &x->drop[i]);
    if (x->is_capped)
        builder_format(b, "    %s servers run on fewer supplies than they want: up to %s less\n",
                       number(b, x->capped_servers, 0, ""), number(b, 100 * x->cap_frac, 1, " %"));
    for (int i = 0; i < x->n_row; i++)
        if (all || x->row[i].limit.is_broken) print_row(b, &x->row[i]);
}

static void print_spofs(struct builder *b, const struct failures *f)
{
    enum { MOST = 24 };
    builder_format(b, "\nSingle points of failure: %d\n", f->n_spof);
    for (int i = 0; i < f->n_spof && i < MOST; i++) builder_format(b, "  %s\n", f->spof[i]);
    if (f->n_spof > MOST) builder_format(b, "  and %d more\n", f->n_spof - MOST);
}

static void print_firm(struct builder *b, const struct failures *f)
{
    if (!f->n_firm) return;
    builder_format(b, "\n%-24s %12s %12s %12s  %s\n", "Redundant sources", "installed", "firm",
                   "peak", "kVA; firm: the greatest lost");
    for (int i = 0; i < f->n_firm; i++) {
        const struct firm *x = &f->firm[i];
        builder_format(b, "%-24s %12s %12s %12s  %s%s\n", x->consumer,
                       number(b, x->installed_va / 1000, 2, ""),
                       number(b, x->firm_va / 1000, 2, ""), number(b, x->peak_va / 1000, 2, ""),
                       x->sources, x->peak_va > x->firm_va * (1 + 1e-9) ? "  OVER" : "");
    }
}

static const char *hours(struct builder *b, double h)
{
    char text[TEXT_NUMBER_CAP];
    if (isnan(h)) return "not known";
    if (h >= 0.1) return number(b, h, 2, "");
    snprintf(text, sizeof text, "%.2g", h);
    return arena_format(b->arena, "%s", text);
}

static void print_unknown(struct builder *b, const struct availability *v)
{
    if (!v->n_unknown) return;
    builder_text(b, "  without mtbf or mttr:");
    for (int i = 0; i < v->n_unknown; i++) builder_format(b, "%s %s", i ? "," : "", v->unknown[i]);
    builder_text(b, "\n");
}

/* From times between failures that are placeholders until the makers' stand there. */
static void print_availability(struct builder *b, const struct availability *v)
{
    enum { MOST = 8 };
    if (!v->n_load) return;
    builder_format(b, "\n%-24s %10s %12s %12s %12s  %s\n", "Availability of power", "servers",
                   "down h/year", "degraded", "losses/year", "greatest share");
    for (int i = 0; i < v->n_load && i < MOST; i++) {
        const struct availability_load *x = &v->load[i];
        builder_format(b, "%-24s %10s %12s %12s %12s  %s\n", x->server, number(b, x->count, 0, ""),
                       hours(b, x->hours_per_year), hours(b, x->degraded_hours_per_year),
                       hours(b, x->losses_per_year), x->n_part ? x->part[0].element : "-");
    }
    if (v->n_load > MOST) builder_format(b, "  and %d more\n", v->n_load - MOST);
    print_unknown(b, v);
    for (int i = 0; i < v->n_note; i++)
        builder_format(b, "  %s has no battery that bridges the start of a generator\n",
                       v->note[i]);
}

/* ---- ride-through ---------------------------------------------------------- */

enum { RIDE_ROOM = 16, RIDE_GROUP = 20 };

static const char *first_text(struct builder *b, const struct ride_through *x)
{
    const char *name = x->trip_first ? x->trip_first : x->throttle_first;
    const char *where = x->trip_first ? x->trip_racks : x->throttle_racks;
    if (!name) return x->power_s < x->ride.end_s + 1e-9 ? "none, power ends" : "none";
    return arena_format(b->arena, "%s%s%s%s", name, x->trip_first ? "" : ", no trip",
                        where ? ": " : "", where ? where : "");
}

/* Of sites without cold plates that are followed there is no coolant to tell of. */
static bool has_coolant(const struct ride_list *l)
{
    for (int i = 0; i < l->n; i++)
        if (!isnan(l->item[i].coolant_flow_s)) return true;
    return false;
}

static void print_ride_head(struct builder *b, bool with_coolant)
{
    builder_format(b, "\n%-*s %-*s %*s %*s %*s", STATE, "Ride-through", RIDE_ROOM, "room", NUMBER,
                   "air moves", NUMBER + 1, "cooled", NUMBER + 1, "allowable");
    if (with_coolant) builder_format(b, " %*s", NUMBER + 1, "coolant");
    builder_format(b, " %*s %*s %*s", NUMBER + 1, "throttles", NUMBER + 1, "trips", NUMBER, "peak");
    if (with_coolant) builder_format(b, " %*s", NUMBER, "coolant");
    builder_text(b, "  first\n");
}

static void print_ride_line(struct builder *b, const struct ride_through *x, bool with_coolant)
{
    const struct ride *r = &x->ride;
    builder_format(b, "%-*s %-*s %*s %*s %*s", STATE, x->state, RIDE_ROOM, x->room, NUMBER,
                   show_clock(b->arena, x->air_s, "never"), NUMBER + 1,
                   show_clock(b->arena, x->cooled_s, "never"), NUMBER + 1,
                   show_clock(b->arena, r->allowable_s, "-"));
    if (with_coolant)
        builder_format(b, " %*s", NUMBER + 1, show_clock(b->arena, r->coolant_s, "-"));
    builder_format(b, " %*s %*s %*s", NUMBER + 1, show_clock(b->arena, r->throttle_s, "-"),
                   NUMBER + 1, show_clock(b->arena, r->trip_s, "-"), NUMBER,
                   number(b, r->max_c, 1, " C"));
    if (with_coolant) builder_format(b, " %*s", NUMBER, number(b, r->max_coolant_c, 1, " C"));
    builder_format(b, "  %s\n", first_text(b, x));
}

/* What was asked of the rooms; the state fails with a limit "ride-through" otherwise. */
static void print_asked(struct builder *b, const struct ride_list *l)
{
    for (int i = 0; i < l->n; i++) {
        const struct ride_through *x = &l->item[i];
        if (isnan(x->asked_s)) continue;
        builder_format(b, "  %s, %s: bears %s of %s asked for%s%s%s\n", x->room, x->state,
                       show_clock(b->arena, x->bears_s, "all"),
                       show_clock(b->arena, x->asked_s, "-"), x->bears_why ? ", then: " : "",
                       x->bears_why ? x->bears_why : "", x->bears_s < x->asked_s ? "  SHORT" : "");
    }
}

/* Of each room, after its worst loss: for information, no limit is held to it. */
static void print_rise(struct builder *b, const struct ride_list *l)
{
    enum { MOST = 8 };
    const struct ride_through *worst[MOST];
    int n = ride_governing(l, worst, MOST);
    for (int i = 0; i < n; i++)
        if (worst[i]->ride.rise_15min_k > 0)
            builder_format(b,
                           "  %s, %s: inlets rise %s K in 15 min (ASHRAE: 5 K in any 15 min, 20 K "
                           "an hour; with tapes 5 K an hour)\n",
                           worst[i]->room, worst[i]->state,
                           number(b, worst[i]->ride.rise_15min_k, 1, ""));
}

static void print_ride(struct builder *b, const struct failures *f)
{
    const struct ride_list *l = &f->ride;
    bool with_coolant = has_coolant(l);
    if (l->n)
        print_ride_head(b, with_coolant);
    else if (l->n_note)
        builder_text(b, "\nRide-through\n");
    for (int i = 0; i < l->n; i++) print_ride_line(b, &l->item[i], with_coolant);
    print_asked(b, l);
    print_rise(b, l);
    for (int i = 0; i < l->n_note; i++) builder_format(b, "  %s\n", l->note[i]);
}

void print_failures(struct builder *b, const struct result *r, const struct args *x)
{
    const struct failures *f = r->failures;
    bool all = x->is_on[OPTION_ALL] || x->n_remove;
    int hidden = 0;
    builder_format(b, "%s: %s\n", r->site_title, f->verdict);
    if (!x->n_remove) builder_format(b, "%s\n", f->statement);
    print_head(b);
    print_normal(b, f);
    for (int i = 0; i < f->n; i++) {
        const struct failure *s = &f->item[i];
        bool is_quiet = s->survives && !s->is_capped && !s->n_drop;
        if (all || !is_quiet)
            print_line(b, state_text(b, s), s->word, s);
        else
            hidden += s->alike + 1;
    }
    if (hidden) builder_format(b, "%d more states are survived; --all shows them\n", hidden);
    for (int i = 0; i < f->n; i++) print_details(b, &f->item[i], all);
    print_ride(b, f);
    if (x->n_remove) return;
    print_spofs(b, f);
    print_firm(b, f);
    print_availability(b, &f->availability);
    for (int i = 0; i < f->n_skip; i++) builder_format(b, "\nnot looked at: %s\n", f->skip[i]);
}
