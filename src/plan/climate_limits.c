/* Air and water of rooms: surfaces against the dew point, humidity at the inlets, air of
   rooms without servers. */

#include <math.h>

#include "physics/envelope.h"
#include "physics/psychro.h"
#include "plan/limit_list.h"

static double above_k(const struct sweat *x)
{
    return x->surface_c - x->dew_c;
}

static const char *surface_part(struct limit_list *l, const struct surface *x)
{
    const struct plant *p = l->c->plant;
    if (x->what == SURFACE_COOLANT) return limit_part(l, KIND_CDU, p->cdu[x->part].index);
    if (x->what == SURFACE_PIPE) return limit_part(l, KIND_LOOP, p->loop[x->part].index);
    return limit_part(l, p->cool[x->part].kind, p->cool[x->part].index);
}

static void add_surface(struct limit_list *l, const struct limit_state *s, int i)
{
    static const char *const what[] = {[SURFACE_COOLANT] = "coolant in hoses and cold plates",
                                       [SURFACE_COIL] = "water in a coil without a drain",
                                       [SURFACE_PIPE] = "water in pipes without insulation"};
    const struct surface *x = &l->c->plant->surface[i];
    const struct sweat *worst = &s->y->surface[i];
    const struct room *r = site_room(l->c->site, x->room);
    char when[TEXT_NUMBER_CAP], dew[TEXT_NUMBER_CAP], margin[TEXT_NUMBER_CAP];
    const char *note = arena_format(l->a, "dew point %s degC and %s K, against the %s; worst at %s",
                                    text_fixed(dew, worst->dew_c, 1, false),
                                    text_fixed(margin, r->condensation_k, 1, false), what[x->what],
                                    calendar_label(l->c->calendar, worst->hour, when));
    limit_add(l, surface_part(l, x),
              arena_format(l->a, "condensation in %s", l->c->site->of[KIND_ROOM].name[x->room]),
              s->name, worst->dew_c + r->condensation_k, worst->surface_c, "degC", note);
}

void limit_add_condensation(struct limit_list *l, const struct limit_state *s, bool where_worse)
{
    const struct year *was = l->c->design_year;
    for (int i = 0; i < l->c->plant->n_surface; i++) {
        const struct sweat *now = &s->y->surface[i];
        if (now->hour < 0) continue;
        if (where_worse && !(above_k(now) < above_k(&was->surface[i]) - 1e-6)) continue;
        add_surface(l, s, i);
    }
}

/* ---- humidity ------------------------------------------------------------ */

struct humidity_row {
    const char *resource, *unit;
    double used, limit;
    int hour;
};

/* Of a lower limit `used` is what the class asks for and `limit` the least of the year. */
static void find_rows(const struct room *r, const struct room_year *y, struct humidity_row *rows)
{
    const struct envelope *e = envelope_find((enum envelope_class)r->envelope_class);
    bool rec = r->limit == LIMIT_RECOMMENDED;
    double high_c = psychro_dew_point_of_pa(y->dew_high_pa.value);
    double low_c = psychro_dew_point_of_pa(y->dew_low_pa.value);
    rows[0] = (struct humidity_row){"dew point", "degC", high_c,
                                    rec ? e->rec_dew_max_c : e->dew_max_c, y->dew_high_pa.hour};
    rows[1] =
        (struct humidity_row){"least dew point", "degC", rec ? e->rec_dew_min_c : e->dew_min_c,
                              low_c, y->dew_low_pa.hour};
    rows[2] = (struct humidity_row){"relative humidity", "%", 100 * y->rh_high.value,
                                    100 * (rec ? e->rec_rh_max : e->rh_max), y->rh_high.hour};
    rows[3] =
        (struct humidity_row){"least relative humidity", "%", rec ? (double)NAN : 100 * e->rh_min,
                              100 * y->rh_low.value, y->rh_low.hour};
}

static void add_humidity(struct limit_list *l, const struct limit_state *s, int room,
                         bool where_worse)
{
    static const char *const lower[] = {"", "; used is what is asked for, limit the least value"};
    const struct room *r = site_room(l->c->site, room);
    const char *envelope = r->limit == LIMIT_RECOMMENDED ? "recommended" : "allowable";
    struct humidity_row now[4], was[4];
    if (s->y->room[room].rh_high.hour < 0) return;
    find_rows(r, &s->y->room[room], now);
    find_rows(r, &l->c->design_year->room[room], was);
    for (int i = 0; i < 4; i++) {
        char when[TEXT_NUMBER_CAP];
        bool is_worse = now[i].used - now[i].limit > was[i].used - was[i].limit + 1e-6;
        if (isnan(now[i].used) || (where_worse && !is_worse)) continue;
        limit_add(l, limit_part(l, KIND_ROOM, room), now[i].resource, s->name, now[i].used,
                  now[i].limit, now[i].unit,
                  arena_format(l->a, "ASHRAE TC9.9 (2021) %s at the rack inlet%s; worst at %s",
                               envelope, lower[i & 1],
                               calendar_label(l->c->calendar, now[i].hour, when)));
    }
}

void limit_add_humidity(struct limit_list *l, const struct limit_state *s, bool where_worse)
{
    for (int r = 0; r < l->c->plant->n_room; r++)
        if (l->c->plant->room[r].water.moves && !limit_room_is_dark(s->o->plant, r))
            add_humidity(l, s, r, where_worse);
}

/* ---- rooms without servers ------------------------------------------------ */

static const char *battery_note(struct limit_list *l, const struct battery *b, double air_c)
{
    char life[TEXT_NUMBER_CAP], rated[TEXT_NUMBER_CAP];
    return arena_format(l->a,
                        "of its return air; a battery at that lasts %s %% of its life at %s degC",
                        text_fixed(life, 100 / battery_ageing(b, air_c), 0, false),
                        text_fixed(rated, b->rated_c, 0, false));
}

bool limit_add_air(struct limit_list *l, const struct limit_state *s, int room)
{
    const struct plant_room *r = &l->c->plant->room[room];
    double air_c = s->y->room[room].max_air_c;
    if (isnan(r->r->air_max_c)) return false;
    limit_add(l, limit_part(l, KIND_ROOM, room), "air temperature", s->name, air_c, r->r->air_max_c,
              "degC", r->battery ? battery_note(l, r->battery, air_c) : "of its return air");
    return true;
}
