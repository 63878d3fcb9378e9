#include "plan/tco_group.h"

#include <math.h>

static const struct {
    const char *id, *label, *life, *residual;
} classes[] = {
    [CLASS_IT] = {"it", "IT equipment", "it_life", "it_residual"},
    [CLASS_PLANT] = {"plant", "power and cooling", "plant_life", "plant_residual"},
    [CLASS_BUILDING] = {"building", "buildings", "building_life", "plant_residual"},
};

static void join(struct builder *b, const char *what)
{
    builder_format(b, "%s%s", b->n ? " + " : "", what);
}

/* ---- lives ---------------------------------------------------------------------------- */

static void own_life(struct tco_writer *w, const struct group *g)
{
    struct arena *a = w->book.arena;
    const struct cost *c = site_cost(w->book.site, g->cost);
    const char *life = arena_format(a, "life_%s", g->id);
    const char *residual = arena_format(a, "residual_%s", g->id);
    const char *of = classes[g->class].id;
    const char *life_label = arena_format(a, "Service life: %s", g->label);
    const char *residual_label = arena_format(a, "Worth at the end of its life: %s", g->label);
    if (isnan(c->life_s))
        tco_value(w, w->sheet->inputs, life, life_label, "years", arena_format(a, "life_%s", of), 1,
                  "of its class");
    else
        money_param(&w->book, life, life_label, KIND_COST, g->cost, "life");
    if (isnan(c->residual_frac))
        tco_value(w, w->sheet->inputs, residual, residual_label, "%",
                  arena_format(a, "residual_%s", of), GRID_PERCENT, "of its class");
    else
        money_param(&w->book, residual, residual_label, KIND_COST, g->cost, "residual");
}

/* Lives of all classes, whether anything is of them or not: depreciation may need them. */
static void class_lives(struct tco_writer *w)
{
    struct arena *a = w->book.arena;
    for (int c = CLASS_IT; c <= CLASS_BUILDING; c++) {
        money_param(&w->book, arena_format(a, "life_%s", classes[c].id),
                    arena_format(a, "Service life: %s", classes[c].label), KIND_FINANCE, 0,
                    classes[c].life);
        if (c == CLASS_BUILDING)
            tco_value(w, w->sheet->inputs, "residual_building",
                      "Worth at the end of its life: buildings", "%", "residual_plant",
                      GRID_PERCENT, "as power and cooling");
        else
            money_param(&w->book, arena_format(a, "residual_%s", classes[c].id),
                        arena_format(a, "Worth at the end of its life: %s", classes[c].label),
                        KIND_FINANCE, 0, classes[c].residual);
    }
}

/* ---- what they buy ---------------------------------------------------------------------- */

static enum cost_class usual_class(int category)
{
    return cost_class_of(&(struct cost){.class = -1, .category = category});
}

/* What a class buys first: its categories, and lines that stand in none. */
static const char *bought_by(struct tco_writer *w, const struct asset_list *all,
                             const struct group *g, enum tco_side side)
{
    struct builder b = builder_new(w->book.arena);
    if (g->cost >= 0) {
        const char *first = all->item[g->asset].first[side];
        return first ? first : "0";
    }
    for (int c = 0; c < N_COST_CATEGORY; c++) {
        const char *key = tco_category_key(w, c, side);
        if (usual_class(c) == g->class && grid_has(w->book.grid, key)) join(&b, key);
    }
    for (int i = 0; i < all->n; i++) {
        const struct asset *x = &all->item[i];
        if (x->first[side] && x->class == g->class && !x->has_own_life && !x->is_sunk &&
            !tco_asset_is_plain(x))
            join(&b, x->first[side]);
    }
    return b.n ? b.s : "0";
}

/* ---- when ------------------------------------------------------------------------------- */

struct cohort {        /* what is bought first in one year */
    const char *end;   /* of keys: "", "_1" */
    const char *year;  /* "0", or the key of the year */
    const char *since; /* years since then */
};

static struct cohort cohort_of(struct tco_writer *w, int later)
{
    struct arena *a = w->book.arena;
    if (later < 0) return (struct cohort){"", "0", "year_number"};
    return (struct cohort){arena_format(a, "_%d", later + 1),
                           arena_format(a, "later_%d", later + 1),
                           arena_format(a, "since_%d", later + 1)};
}

static void later_years(struct tco_writer *w, const struct group_list *list)
{
    struct arena *a = w->book.arena;
    for (int i = 0; i < list->n_later; i++) {
        struct cohort c = cohort_of(w, i);
        tco_fact(w, w->sheet->capex, c.year, "Year in which growth buys", "", list->later[i], 0,
                 NULL);
        tco_years(w, w->sheet->capex, c.since,
                  arena_format(a, "Years since year %d", list->later[i]), "",
                  arena_format(a, "year_number - %s", c.year), 0, NULL);
    }
}

/* Replacements so far and purchases of the year. */
static void purchases(struct tco_writer *w, const struct group *g, const struct cohort *c)
{
    struct arena *a = w->book.arena;
    int capex = w->sheet->capex;
    const char *last = arena_format(a, "last_%s%s", g->id, c->end);
    const char *cycles = arena_format(a, "cycles_%s%s", g->id, c->end);
    const char *left = c->year[0] == '0' ? "years" : arena_format(a, "(years - %s)", c->year);
    tco_value(w, capex, last, arena_format(a, "Replacements within the years: %s", g->label), "",
              arena_format(a, "max(0, -floor(-%s/life_%s) - 1)", left, g->id), 0,
              "those whose time comes before the end of the last year");
    tco_years(w, capex, cycles, arena_format(a, "Replacements so far: %s", g->label), "",
              arena_format(a, "min(max(floor(%s/life_%s), -1), %s)", c->since, g->id, last), 0,
              "a life that ends within a year is replaced at that year's end; -1: not bought yet");
    tco_years(w, capex, arena_format(a, "buys_%s%s", g->id, c->end),
              arena_format(a, "Bought in the year: %s", g->label), "",
              arena_format(a, "%s - min(max(floor((%s - 1)/life_%s), -1), %s)", cycles, c->since,
                           g->id, last),
              0, NULL);
    tco_years(w, capex, arena_format(a, "old_%s%s", g->id, c->end),
              arena_format(a, "Price paid a life before, of today's: %s", g->label), "",
              arena_format(a, "(1 + inflation)^max(0, %s - floor((1 - %s)*life_%s))", c->year,
                           cycles, g->id),
              4, NULL);
}

/* What stands at the end is worth so much of what was paid for it. */
static void worth(struct tco_writer *w, const struct group *g, const struct cohort *c)
{
    struct arena *a = w->book.arena;
    int capex = w->sheet->capex;
    const char *age = arena_format(a, "age_%s%s", g->id, c->end);
    tco_value(w, capex, age, arena_format(a, "Age at the end: %s", g->label), "years",
              arena_format(a, "years - %s - last_%s%s*life_%s", c->year, g->id, c->end, g->id), 1,
              NULL);
    tco_value(w, capex, arena_format(a, "worth_%s%s", g->id, c->end),
              arena_format(a, "Worth at the end, of today's price: %s", g->label), "%",
              arena_format(a,
                           "(residual_%s + (1 - residual_%s)*(1 - %s/life_%s))*(1 + "
                           "inflation)^(%s - floor(-last_%s%s*life_%s))",
                           g->id, g->id, age, g->id, c->year, g->id, c->end, g->id),
              GRID_PERCENT, "residual and the straight-line rest of its life, of the price paid");
}

/* Of what is bought first in the cohort's year. */
static const char *first_of(struct tco_writer *w, const struct group *g, const struct cohort *c,
                            const char *suffix)
{
    return arena_format(w->book.arena, "pick(bought_%s%s, %s + 1)", g->id, suffix, c->year);
}

static void money(struct tco_writer *w, const struct asset_list *all, const struct group_list *list,
                  const struct group *g, enum tco_side side)
{
    struct arena *a = w->book.arena;
    const char *suffix = tco_side_suffix[side];
    const char *colo = side == SIDE_COLO ? ", colocated" : "";
    int capex = w->sheet->capex;
    struct builder paid = builder_new(a), sold = builder_new(a), end = builder_new(a);
    tco_money(w, capex, arena_format(a, "bought_%s%s", g->id, suffix),
              arena_format(a, "Bought first, today's prices: %s%s", g->label, colo),
              bought_by(w, all, g, side), NULL);
    for (int i = -1; i < list->n_later; i++) {
        struct cohort c = cohort_of(w, i);
        const char *first = first_of(w, g, &c, suffix);
        join(&paid, arena_format(a, "%s*buys_%s%s", first, g->id, c.end));
        join(&sold, arena_format(a, "%s*max(0, buys_%s%s - if(%s = 0, 1, 0))*old_%s%s", first,
                                 g->id, c.end, c.since, g->id, c.end));
        join(&end, arena_format(a, "%s*worth_%s%s", first, g->id, c.end));
    }
    tco_money(w, capex, arena_format(a, "paid_%s%s", g->id, suffix),
              arena_format(a, "Bought and replaced: %s%s", g->label, colo),
              arena_format(a, "(%s)*esc", paid.s), NULL);
    tco_money(w, capex, arena_format(a, "sold_%s%s", g->id, suffix),
              arena_format(a, "Sold when replaced: %s%s", g->label, colo),
              arena_format(a, "(%s)*residual_%s/deflator", sold.s, g->id),
              "residual, of the price paid");
    tco_money(w, capex, arena_format(a, "left_%s%s", g->id, suffix),
              arena_format(a, "Worth at the end: %s%s", g->label, colo),
              arena_format(a, "(%s)*is_last/deflator", end.s), NULL);
}

static void list_groups(struct tco_writer *w, const struct asset_list *all, struct group_list *out)
{
    struct arena *a = w->book.arena;
    out->item = ARENA_ARRAY(a, struct group, (size_t)all->n + 3);
    for (int c = CLASS_IT; c <= CLASS_BUILDING; c++)
        out->item[out->n++] =
            (struct group){classes[c].id, classes[c].label, (enum cost_class)c, -1, -1};
    for (int i = 0; i < all->n; i++) {
        const struct asset *x = &all->item[i];
        if (!x->has_own_life || x->is_sunk) continue;
        out->item[out->n++] = (struct group){x->id, x->label, x->class, x->cost, i};
    }
    int *later = ARENA_ARRAY(a, int, (size_t)w->use->n + 1);
    for (int y = 1; y <= w->use->n; y++)
        if (all->bought[y]) later[out->n_later++] = y;
    out->later = later;
}

void tco_groups(struct tco_writer *w, const struct asset_list *all, struct group_list *out)
{
    *out = (struct group_list){0};
    list_groups(w, all, out);
    money_heading(&w->book, "Service lives");
    class_lives(w);
    for (int i = 0; i < out->n; i++)
        if (out->item[i].cost >= 0) own_life(w, &out->item[i]);
    int capex = w->sheet->capex;
    tco_heading(w, capex,
                "Replacement: a unit of life L is replaced at the end of year ceil(k L), "
                "while k L lies before the end of the last year");
    later_years(w, out);
    for (int i = 0; i < out->n; i++)
        for (int k = -1; k < out->n_later; k++) {
            struct cohort c = cohort_of(w, k);
            purchases(w, &out->item[i], &c);
            worth(w, &out->item[i], &c);
        }
    tco_heading(w, capex, "Bought, replaced, sold");
    for (int side = 0; side < N_SIDE; side++)
        for (int i = 0; (side == SIDE_OWN || w->use->finance->colo.n) && i < out->n; i++)
            money(w, all, out, &out->item[i], (enum tco_side)side);
}
