/* Lines of cost: [cost NAME]. */

#include <math.h>
#include <string.h>

#include "plan/tco_asset.h"

static const struct cost *line_of(const struct tco_writer *w, int line)
{
    return site_cost(w->book.site, line);
}

static const char *id_of(struct tco_writer *w, int line)
{
    return w->book.site->of[KIND_COST].name[line];
}

const char *tco_line_label(struct tco_writer *w, int line)
{
    const struct cost *c = line_of(w, line);
    return c->label ? c->label : arena_format(w->book.arena, "cost.%s", id_of(w, line));
}

bool tco_line_is_of(const struct cost *c, const char *option)
{
    if (!c->options.n) return !strcmp(option, "own");
    for (int i = 0; i < c->options.n; i++)
        if (!strcmp(c->options.s[i], option)) return true;
    return false;
}

/* ---- the amount that counts ------------------------------------------------------------- */

struct measure { /* what an amount of a line is paid for */
    const char *param;
    size_t at;
    const char *build, *yearly; /* factor, as an expression; NULL: not for that */
};

#define AT(field) offsetof(struct cost, field)
/* In this order the first that is given counts. */
static const struct measure measures[] = {
    {"price_kw", AT(price_kw), "it_max_kw*is_date", "it_max_y"},
    {"price_kw_month", AT(price_kw_month), NULL, "it_max_y*12"},
    {"price_server", AT(price_server), "servers_first", "servers"},
    {"price_accelerator", AT(price_accelerator), "accelerators_first", "accelerators"},
    {"price_rack", AT(price_rack), "rack_count*is_date", "rack_count"},
    {"price_month", AT(price_month), NULL, "12"},
    {"price_kwh", AT(price_kwh), NULL, "it_kwh"},
    {"share", AT(share_frac), "", ""},
    {"price", AT(part.price), "is_date", "1"},
};

static const struct measure *measure_of(const struct site *s, const struct cost *c)
{
    for (size_t i = 0; i < sizeof measures / sizeof *measures; i++) {
        const struct measure *m = &measures[i];
        const void *field = (const char *)c + m->at;
        bool is_share = m->at == AT(share_frac);
        double value = is_share ? *(const double *)field : site_money(s, field);
        bool fits = c->when == COST_BUILD ? m->build != NULL : m->yearly != NULL;
        if (fits && !isnan(value)) return m;
    }
    return NULL;
}

static bool is_share(const struct measure *m)
{
    return m->at == AT(share_frac);
}

bool tco_line_covers(const struct site *s, int category)
{
    for (int i = 0; i < s->of[KIND_COST].n; i++) {
        const struct cost *c = site_cost(s, i);
        if (c->when == COST_BUILD && c->category == category && tco_line_is_of(c, "own") &&
            measure_of(s, c))
            return true;
    }
    return false;
}

void tco_line_prices(struct tco_writer *w, struct asset_list *out)
{
    for (int i = 0; i < w->book.site->of[KIND_COST].n; i++) {
        const struct cost *c = line_of(w, i);
        const struct measure *m = measure_of(w->book.site, c);
        const char *label = tco_line_label(w, i);
        if (!m) {
            tco_asset_unpriced(out, label, !c->sunk, w->book.arena);
            continue;
        }
        const char *value = money_param(
            &w->book, tco_key(w, is_share(m) ? "share_cost_" : "price_cost_", id_of(w, i)),
            arena_format(w->book.arena, is_share(m) ? "Share: %s" : "Price: %s", label), KIND_COST,
            i, m->param);
        if (c->part.count != 1)
            value = arena_format(w->book.arena, "%s*%s",
                                 money_param(&w->book, tco_key(w, "count_cost_", id_of(w, i)),
                                             arena_format(w->book.arena, "Number: %s", label),
                                             KIND_COST, i, "count"),
                                 value);
        out->line_price[i] = value;
    }
}

/* ---- shares -------------------------------------------------------------------------------- */

static bool names_category(const struct cost *c, int category)
{
    for (int i = 0; i < c->of.n; i++)
        if (!strcmp(c->of.s[i], cost_category_words[category])) return true;
    return false;
}

static void join(struct builder *b, const char *how, const char *key)
{
    if (b->n) builder_text(b, " + ");
    builder_format(b, how[0] ? "%s(%s)" : "%s%s", how, key);
}

/* What a share is of, as a sum of rows; how: "", or a function of each.  NULL: nothing. */
static const char *base_of(struct tco_writer *w, const struct asset_list *all, int line,
                           enum tco_side side, const char *how)
{
    const struct cost *c = line_of(w, line);
    struct builder b = builder_new(w->book.arena);
    if (!c->of.n) {
        bool any = false;
        for (int i = 0; i < all->n; i++)
            any = any || (all->item[i].first[side] && !all->item[i].is_overall &&
                          !all->item[i].is_sunk && all->item[i].cost != line);
        join(&b, how, arena_format(w->book.arena, "built%s", tco_side_suffix[side]));
        return any ? b.s : NULL;
    }
    for (int k = 0; k < N_COST_CATEGORY; k++) {
        bool has_row = false;
        for (int i = 0; names_category(c, k) && i < all->n; i++) {
            const struct asset *x = &all->item[i];
            if (x->category != k || !x->first[side] || x->is_overall || x->is_sunk) continue;
            if (!tco_asset_is_plain(x))
                join(&b, how, x->first[side]);
            else if (!has_row)
                join(&b, how, tco_category_key(w, k, side));
            has_row = has_row || tco_asset_is_plain(x);
        }
    }
    return b.n ? b.s : NULL;
}

static const char *with_tax(struct tco_writer *w, const struct cost *c, const char *amount)
{
    bool has = c->tax == COST_WITH_VAT;
    return arena_format(w->book.arena, has ? "%s*(1 + vat_kept)/(1 + vat)" : "%s*(1 + vat_kept)",
                        amount);
}

const char *tco_line_amount(struct tco_writer *w, const struct asset_list *all, int line,
                            enum tco_side side)
{
    const struct cost *c = line_of(w, line);
    const char *price = all->line_price[line];
    if (!price) return NULL;
    const struct measure *m = measure_of(w->book.site, c);
    bool is_build = c->when == COST_BUILD;
    if (is_share(m)) {
        const char *base = base_of(w, all, line, side, is_build ? "" : "sum_to");
        return base ? arena_format(w->book.arena, "%s*(%s)", price, base) : NULL;
    }
    const char *factor = is_build ? m->build : m->yearly;
    bool is_one = !strcmp(factor, "1");
    return with_tax(w, c, is_one ? price : arena_format(w->book.arena, "%s*%s", price, factor));
}

/* ---- what is built -------------------------------------------------------------------------- */

static void add_line(struct tco_writer *w, struct asset_list *out, int line)
{
    const struct cost *c = line_of(w, line);
    const struct measure *m = measure_of(w->book.site, c);
    bool own = tco_line_is_of(c, "own"), colo = tco_line_is_of(c, "colo");
    if (!(own || colo)) return;
    struct asset *x = tco_asset_add(out, w->book.arena);
    const char *key =
        tco_key(w, arena_format(w->book.arena, "first_cost%d_", line), id_of(w, line));
    /* A share costs other things in a colocation. */
    const char *other = is_share(m) ? arena_format(w->book.arena, "%s_colo", key) : key;
    x->id = key + strlen("first_");
    x->label = tco_line_label(w, line);
    x->first[SIDE_OWN] = own ? key : NULL;
    x->first[SIDE_COLO] = colo ? other : NULL;
    x->category = c->category;
    x->class = cost_class_of(c);
    x->cost = line;
    x->has_own_life = !isnan(c->life_s) || !isnan(c->residual_frac);
    x->is_overall = is_share(m) && !c->of.n;
    x->is_sunk = c->sunk;
    x->spread_frac = tco_spread(w->book.site, KIND_COST, line, m->param);
}

/* A share of what nobody builds has no amount; others may be shares of it. */
static bool drop_empty(struct tco_writer *w, struct asset_list *out)
{
    for (int i = 0; i < out->n; i++) {
        struct asset *x = &out->item[i];
        if (x->cost < 0) continue;
        if (x->first[SIDE_COLO] && !tco_line_amount(w, out, x->cost, SIDE_COLO))
            x->first[SIDE_COLO] = NULL;
        if (x->first[SIDE_OWN] && tco_line_amount(w, out, x->cost, SIDE_OWN)) continue;
        if (!x->first[SIDE_OWN] && x->first[SIDE_COLO]) continue;
        tco_asset_unpriced(out, x->label, !x->is_sunk, w->book.arena);
        memmove(x, x + 1, (size_t)(out->n - i - 1) * sizeof *x);
        out->n--;
        return true;
    }
    return false;
}

void tco_line_assets(struct tco_writer *w, struct asset_list *out)
{
    for (int i = 0; i < w->book.site->of[KIND_COST].n; i++)
        if (line_of(w, i)->when == COST_BUILD && out->line_price[i]) add_line(w, out, i);
    while (drop_empty(w, out)) continue;
}

void tco_line_rows(struct tco_writer *w, struct asset_list *all)
{
    for (int i = 0; i < all->n; i++) {
        const struct asset *x = &all->item[i];
        if (x->cost < 0) continue;
        const char *note = tco_part_note(w, KIND_COST, x->cost);
        for (int side = 0; side < N_SIDE; side++) {
            if (!x->first[side] || grid_has(w->book.grid, x->first[side])) continue;
            if (side == SIDE_COLO && !w->use->finance->colo.n) continue;
            const char *label = side == SIDE_OWN || !x->first[SIDE_OWN]
                                    ? x->label
                                    : arena_format(w->book.arena, "%s, colocated", x->label);
            tco_money(w, w->sheet->capex, x->first[side], label,
                      tco_line_amount(w, all, x->cost, (enum tco_side)side), note);
        }
    }
}
