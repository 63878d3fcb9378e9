#include "plan/failure_states.h"

#include <stdlib.h>
#include <string.h>

#include "plan/limit_list.h"

struct listing {
    struct failure_states *out;
    const struct plant *p;
    const struct outage *normal;
    struct arena *a;
};

static struct failure_state *add_state(struct listing *l, enum failure_kind kind, const char *name)
{
    struct failure_states *s = l->out;
    if (s->n == s->cap) {
        struct failure_state *more =
            ARENA_ARRAY(l->a, struct failure_state, (size_t)s->cap * 2 + 32);
        if (s->n) memcpy(more, s->item, (size_t)s->n * sizeof *more);
        s->item = more;
        s->cap = s->cap * 2 + 32;
    }
    s->item[s->n] = (struct failure_state){.kind = kind, .name = name, .is_loss = true};
    return &s->item[s->n++];
}

static void add_lost(struct failure_state *s, int alive_index, int units)
{
    if (s->n_lost < LOST_MOST) s->lost[s->n_lost] = (struct lost){alive_index, units};
    s->n_lost++;
}

static const char *part_name(const struct listing *l, int alive_index)
{
    return plant_part_name(l->p, alive_index, l->a);
}

/* ---- electrical ------------------------------------------------------------ */

static const char *unit_word(const struct elem *x)
{
    return x->what == ELEM_UPS ? "one module" : x->what == ELEM_GENERATOR ? "one set" : "one unit";
}

static void name_alike(struct listing *l, struct failure_state *s, int class)
{
    const struct alike *k = &l->normal->alike;
    s->alike_name = ARENA_ARRAY(l->a, const char *, (size_t)k->size[class]);
    for (int e = k->first[class] + 1; e < l->normal->n_elem; e++)
        if (k->of[e] == class) s->alike_name[s->alike++] = part_name(l, e);
}

/* One unit of several may fail; the whole part may, and is switched off to be worked on. */
static void add_elem(struct listing *l, int class)
{
    int e = l->normal->alike.first[class], units = l->normal->alive[e];
    const struct elem *x = &l->p->elem[e];
    const char *name = part_name(l, e);
    if (units == 0 || x->what == ELEM_GENERATOR) return;
    if (units > 1) {
        struct failure_state *one =
            add_state(l, FAILURE_UNIT, arena_format(l->a, "%s of %s lost", unit_word(x), name));
        add_lost(one, e, 1);
        name_alike(l, one, class);
    }
    enum failure_kind kind = x->what == ELEM_UTILITY ? FAILURE_UTILITY : FAILURE_PART;
    struct failure_state *all = add_state(l, kind, arena_format(l->a, "%s lost", name));
    add_lost(all, e, units);
    all->is_maintenance = kind != FAILURE_UTILITY;
    name_alike(l, all, class);
}

static int count_what(const struct plant *p, int what)
{
    int n = 0;
    for (int e = 0; e < p->n_elem; e++) n += (int)p->elem[e].what == what;
    return n;
}

static void lose_all(struct listing *l, struct failure_state *s, int what)
{
    for (int e = 0; e < l->p->n_elem; e++)
        if ((int)l->p->elem[e].what == what) add_lost(s, e, outage_units(l->p, e));
}

static void skip(struct listing *l, const char *text)
{
    l->out->skip[l->out->n_skip++] = text;
}

/* All utilities at once, then with one generator set that does not start or is away. */
static void add_utilities(struct listing *l)
{
    int n_utility = count_what(l->p, ELEM_UTILITY);
    const char *name = n_utility == 1 ? "the utility" : "all utilities";
    if (n_utility >= LOST_MOST) {
        skip(l, arena_format(l->a, "all %d utilities lost at once: they are too many", n_utility));
        return;
    }
    if (n_utility > 1) {
        const char *text = arena_format(l->a, "%s lost", name);
        struct failure_state *s = add_state(l, FAILURE_UTILITY, text);
        lose_all(l, s, ELEM_UTILITY);
        s->is_loss = false;
    }
    for (int e = 0; e < l->p->n_elem; e++) {
        const struct elem *x = &l->p->elem[e];
        if (x->what != ELEM_GENERATOR) continue;
        struct failure_state *s =
            add_state(l, FAILURE_CHOSEN,
                      arena_format(l->a, "%s and one set of %s lost", name, part_name(l, e)));
        lose_all(l, s, ELEM_UTILITY);
        add_lost(s, e, 1);
        s->is_loss = false;
    }
}

/* ---- cooling ---------------------------------------------------------------- */

static void add_unit(struct listing *l, int i)
{
    int needed, count, alive = l->normal->alive[i];
    limit_units(l->p, i, &needed, &count);
    if (count <= 0 || alive <= 0) return;
    struct failure_state *s =
        add_state(l, FAILURE_COOLING, arena_format(l->a, "one %s lost", part_name(l, i)));
    add_lost(s, i, 1);
    s->is_maintenance = true;
    s->has_spare = alive < count; /* it stands by */
    s->alike = alive - 1;
}

/* With a spare pump the flow stays; without one the loop stands. */
static void add_pumps(struct listing *l, int loop)
{
    const struct loop *x = l->p->loop[loop].l;
    int i = l->p->alive_loop + loop;
    const char *name = site_part_name(l->p->site, KIND_LOOP, l->p->loop[loop].index, l->a);
    if (x->pumps == PARAM_NO_COUNT) {
        skip(l, arena_format(l->a, "a lost pump of %s: pumps is not given", name));
        return;
    }
    struct failure_state *s =
        add_state(l, FAILURE_COOLING, arena_format(l->a, "one pump of %s lost", name));
    add_lost(s, i, 1);
    s->is_maintenance = true;
    s->has_spare = x->pumps > x->pumps_needed;
}

void failure_states_all(struct failure_states *out, const struct plant *p,
                        const struct outage *normal, struct arena *a)
{
    struct listing l = {out, p, normal, a};
    *out = (struct failure_states){.skip = ARENA_ARRAY(a, const char *, (size_t)p->n_loop + 3)};
    for (int c = 0; c < normal->alike.n; c++) add_elem(&l, c);
    add_utilities(&l);
    for (int i = p->alive_cool; i < p->alive_loop; i++) add_unit(&l, i);
    for (int i = 0; i < p->n_loop; i++) add_pumps(&l, i);
    out->n_element = p->n_elem + p->alive_loop - p->alive_cool + p->n_loop;
}

/* ---- what was asked for ------------------------------------------------------ */

/* Alive index of the part with that name; -1: there is none. */
static int find_part(const struct listing *l, const char *name)
{
    for (int e = 0; e < l->p->n_elem; e++)
        if (!strcmp(part_name(l, e), name)) return e;
    for (int i = l->p->alive_cool; i < l->p->alive_loop; i++)
        if (!strcmp(part_name(l, i), name)) return i;
    for (int i = 0; i < l->p->n_loop; i++)
        if (!strcmp(site_part_name(l->p->site, KIND_LOOP, l->p->loop[i].index, l->a), name))
            return l->p->alive_loop + i;
    return -1;
}

static bool refuse(struct listing *l, struct diags *ds, const char *name)
{
    const char **all = ARENA_ARRAY(l->a, const char *, (size_t)l->p->n_alive + 1);
    int n = 0;
    for (int e = 0; e < l->p->n_elem; e++) all[n++] = part_name(l, e);
    for (int i = l->p->alive_cool; i < l->p->alive_loop; i++) all[n++] = part_name(l, i);
    const char *near = text_nearest(name, all, n);
    diag_error(ds, DIAG_INPUT, (struct place){0},
               near ? arena_format(l->a, "did you mean '%s'?", near)
                    : "name an electrical part, a cooling unit or a loop: kind.name",
               "there is no '%s' to remove", name);
    return false;
}

/* A name stands for all copies of a pattern, as in a from. */
static int add_copies(struct listing *l, struct failure_state *s, const char *name)
{
    size_t n = strlen(name);
    int found = 0;
    for (int e = 0; e < l->p->n_elem; e++) {
        const char *part = part_name(l, e);
        if (strncmp(part, name, n) || part[n] != '#') continue;
        add_lost(s, e, outage_units(l->p, e));
        found++;
    }
    return found;
}

/* Units after the last '/', where what stands before it is a part; 0: none are written. */
static int written_units(struct listing *l, const char *written, const char **name)
{
    const char *slash = strrchr(written, '/');
    double units;
    *name = written;
    if (find_part(l, written) >= 0 || !slash) return 0;
    if (!text_number(text_of(slash + 1), &units) || units != (int)units || units < 1) return -1;
    *name = arena_text(l->a, written, (size_t)(slash - written));
    return (int)units;
}

static bool add_named(struct listing *l, struct failure_state *s, const char *written,
                      struct diags *ds)
{
    const char *name;
    int units = written_units(l, written, &name), i = find_part(l, name);
    if (i < 0 && units == 0 && add_copies(l, s, name)) return true;
    if (i < 0) return refuse(l, ds, written);
    int alive = outage_units(l->p, i);
    if (units < 0 || units > alive) {
        diag_error(ds, DIAG_INPUT, (struct place){0}, NULL,
                   "'%s' takes away a whole number of its %d units", written, alive);
        return false;
    }
    add_lost(s, i, units ? units : alive);
    return true;
}

bool failure_states_chosen(struct failure_states *out, const struct plant *p,
                           const struct failures_case *c, struct arena *a, struct diags *ds)
{
    struct listing l = {out, p, NULL, a};
    struct builder name = builder_new(a);
    *out = (struct failure_states){.n_element = c->n_remove};
    struct failure_state *s = add_state(&l, FAILURE_CHOSEN, NULL);
    for (int i = 0; i < c->n_remove; i++) {
        if (!add_named(&l, s, c->remove[i], ds)) return false;
        builder_format(&name, "%s%s", i ? " and " : "", c->remove[i]);
    }
    if (s->n_lost > LOST_MOST) {
        diag_error(ds, DIAG_INPUT, (struct place){0}, "name some of them: rackpdu.a#1",
                   "%d parts are named; at most %d are removed at once", s->n_lost, LOST_MOST);
        return false;
    }
    builder_text(&name, " lost");
    s->name = name.s;
    return true;
}
