#include "plan/tco_asset.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "plan/growth.h"
#include "plan/spread.h"

const char *const tco_side_suffix[N_SIDE] = {"", "_colo"};

const char *tco_key(struct tco_writer *w, const char *prefix, const char *name)
{
    struct builder b = builder_new(w->book.arena);
    builder_text(&b, prefix);
    for (const char *s = name; *s; s++) {
        char c = (char)tolower((unsigned char)*s);
        bool is_plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        builder_add(&b, is_plain ? &c : "_", 1);
    }
    const char *key = b.s;
    for (int i = 2; grid_has(w->book.grid, key); i++)
        key = arena_format(w->book.arena, "%s_%d", b.s, i);
    return key;
}

/* ---- parts ---------------------------------------------------------------------------- */

static int category_of(int kind)
{
    switch (kind) {
    case KIND_SERVER: return COST_SERVERS;
    case KIND_FABRIC: return COST_FABRIC;
    case KIND_RACK: return COST_RACKS;
    case KIND_ROOM:
    case KIND_OBSTACLE: return COST_BUILDING;
    case KIND_CAPEX: return COST_INSTALLATION;
    default: break;
    }
    return kind_is_electrical(kind) || kind == KIND_GENERATOR || kind == KIND_BATTERY ||
                   kind == KIND_LOAD
               ? COST_POWER
               : COST_COOLING;
}

/* What is paid for a part: its price, or that of the modules of a UPS and of the pumps of a
   loop.  param NULL: no price, or none with an exchange rate. */
struct part_price {
    const char *param;
    int pieces; /* of one unit that it is the price of */
};

static struct part_price price_of(const struct site *s, int kind, int index)
{
    if (!isnan(site_price(s, site_part(s, kind, index)))) return (struct part_price){"price", 1};
    if (kind == KIND_UPS && !isnan(site_money(s, &site_ups(s, index)->module_price)))
        return (struct part_price){"module_price", site_ups(s, index)->modules};
    if (kind != KIND_LOOP || isnan(site_pump_price(s, index))) return (struct part_price){0};
    int pumps = site_loop(s, index)->pumps;
    return (struct part_price){"pump_price", pumps > 0 ? pumps : 1};
}

/* Units of all copies of a section; those that cannot be counted are one each. */
static int units_of(const struct site *s, int kind, int index)
{
    int n = 0;
    for (int i = 0; i < s->of[kind].n; i++) {
        int count = site_part(s, kind, i)->count;
        if (s->of[kind].object[i] == s->of[kind].object[index])
            n += kind == KIND_SERVER ? count : site_units(s, kind, i);
    }
    return n;
}

static int row_of(const struct kind *k, const char *key)
{
    for (int i = 0; i < k->n_params; i++)
        if (!strcmp(k->params[i].key, key)) return i;
    return -1;
}

/* Half-width of a price, relative; NaN: none is given. */
double tco_spread(const struct site *s, int kind, int index, const char *param)
{
    const struct kind *k = &s->objects.kinds[kind];
    const struct object *o = s->of[kind].object[index];
    int row = row_of(k, param);
    const struct provenance *from = &o->from[row];
    if (from->spread.kind == SPREAD_NONE) return (double)NAN;
    if (from->spread.kind == SPREAD_RELATIVE) return from->spread.a;
    const void *field = (const char *)o->data + k->params[row].at;
    double value = k->params[row].type == PARAM_MONEY ? ((const struct money *)field)->amount
                                                      : *(const double *)field;
    double low, high, half = from->spread.a;
    if (distribution_ends(&k->params[row], o->data, from, &low, &high)) half = (high - low) / 2;
    return value > 0 ? half / value : (double)NAN;
}

/* Date, and the source in a few words; all of it stands beside the price on Inputs. */
static const char *note_of(struct tco_writer *w, const struct part *p)
{
    char date[TEXT_NUMBER_CAP];
    const char *said = p->note && strstr(p->note, "price") ? p->note : p->source;
    if (!said) said = "no source";
    int n = (int)strcspn(said, ":;(");
    if (strstr(said, "placeholder")) n = (int)strlen(said = "placeholder");
    return p->date.year
               ? arena_format(w->book.arena, "%s, %.*s", date_write(p->date, date), n, said)
               : arena_format(w->book.arena, "%.*s", n, said);
}

const char *tco_part_note(struct tco_writer *w, int kind, int index)
{
    return note_of(w, site_part(w->book.site, kind, index));
}

struct asset *tco_asset_add(struct asset_list *all, struct arena *a)
{
    if (all->n == all->cap) {
        all->cap = all->cap ? 2 * all->cap : 32;
        struct asset *more = ARENA_ARRAY(a, struct asset, (size_t)all->cap);
        if (all->n) memcpy(more, all->item, (size_t)all->n * sizeof *more);
        all->item = more;
    }
    all->item[all->n] = (struct asset){.cost = -1, .spread_frac = (double)NAN};
    return &all->item[all->n++];
}

void tco_asset_unpriced(struct asset_list *all, const char *name, bool is_open, struct arena *a)
{
    if (all->n_unpriced == all->cap_unpriced) {
        all->cap_unpriced = all->cap_unpriced ? 2 * all->cap_unpriced : 32;
        struct unpriced *more = ARENA_ARRAY(a, struct unpriced, (size_t)all->cap_unpriced);
        if (all->n_unpriced) memcpy(more, all->unpriced, (size_t)all->n_unpriced * sizeof *more);
        all->unpriced = more;
    }
    all->unpriced[all->n_unpriced++] = (struct unpriced){name, is_open};
}

/* The key of a price that others may have declared already. */
static const char *price_key(struct tco_writer *w, const char *id, const struct part_price *p,
                             int kind, int index, const char *label)
{
    const char *key = arena_format(w->book.arena, "price_%s", id);
    return money_param(
        &w->book, key,
        arena_format(w->book.arena, "Price of %s, %s", label, p->pieces > 1 ? "a piece" : "a unit"),
        kind, index, p->param);
}

static void buy(struct tco_writer *w, struct asset_list *all, const double *units,
                const struct asset *x, const char *price, const char *note)
{
    struct arena *a = w->book.arena;
    const char *number = arena_format(a, "units_%s", x->id);
    tco_facts(w, w->sheet->capex, number, arena_format(a, "Number: %s", x->label), "", units, 0,
              cost_category_words[x->category]);
    tco_money(w, w->sheet->capex, x->first[SIDE_OWN], x->label,
              arena_format(a, "%s*%s*(1 + vat_kept)", number, price), note);
    for (int y = 0; y <= w->use->n; y++) all->bought[y] = all->bought[y] || units[y] != 0;
}

/* Servers of a section that come with the plan of growth, in the year of their months. */
static void add_growth(const struct tco_writer *w, int server, double *units)
{
    const struct growth *g = w->use->result->growth;
    const struct site *s = w->book.site;
    if (!g) return;
    int now = g->month[0].servers[server];
    units[0] = now;
    for (int i = 0; i < s->of[KIND_DEPLOYMENT].n; i++) {
        const struct deployment *d = site_deployment(s, i);
        if (!d->server.n || d->server.ref[0].index != server) continue;
        for (int m = 1; m < g->n && m < w->use->n * MONTHS; m++) {
            int more =
                deployment_runs(d, g->month[m].month) - deployment_runs(d, g->month[m - 1].month);
            if (more > 0) units[m / MONTHS + 1] += more;
        }
    }
}

/* Of a part: whether a colocation still needs it. */
static bool is_in_colo(int kind)
{
    return kind == KIND_SERVER || kind == KIND_FABRIC || kind == KIND_RACK;
}

/* Whether a part without a price is in no line of cost either. */
static bool is_open(const struct site *s, int kind)
{
    bool is_of_building = kind == KIND_ROOM || kind == KIND_OBSTACLE || kind == KIND_LOAD;
    return !is_of_building && !tco_line_covers(s, category_of(kind));
}

/* Servers that renting would spare: without their price there is nothing to compare. */
static bool is_decisive(const struct site *s, int kind, int index)
{
    return kind == KIND_SERVER && site_server(s, index)->accelerators > 0 && is_open(s, kind);
}

static void add_part(struct tco_writer *w, struct asset_list *all, int kind, int index)
{
    const struct site *s = w->book.site;
    struct arena *a = w->book.arena;
    const char *label =
        arena_format(a, "%s.%s", s->objects.kinds[kind].name, s->of[kind].object[index]->name);
    struct part_price p = price_of(s, kind, index);
    if (!p.param) {
        tco_asset_unpriced(all, label, is_open(s, kind), a);
        if (!is_decisive(s, kind, index)) return;
        p = (struct part_price){"price", 1};
    }
    double *units = ARENA_ARRAY(a, double, (size_t)w->use->n + 1);
    units[0] = units_of(s, kind, index);
    if (kind == KIND_SERVER) add_growth(w, index, units);
    for (int y = 0; y <= w->use->n; y++) units[y] *= p.pieces;
    struct asset *x = tco_asset_add(all, a);
    x->first[SIDE_OWN] = tco_key(w, "first_", label);
    x->first[SIDE_COLO] = is_in_colo(kind) ? x->first[SIDE_OWN] : NULL;
    x->id = x->first[SIDE_OWN] + strlen("first_");
    x->label = label;
    x->category = category_of(kind);
    x->class = cost_class_of(&(struct cost){.class = -1, .category = x->category});
    x->spread_frac = tco_spread(s, kind, index, p.param);
    buy(w, all, units, x, price_key(w, x->id, &p, kind, index, label),
        tco_part_note(w, kind, index));
}

/* ---- orders of a plan of growth ---------------------------------------------------------- */

/* The block's own price is an input; that of what it adds follows from parts that are. */
static const char *order_price(struct tco_writer *w, const struct growth_order *o, const char *id,
                               const char *label)
{
    const struct site *s = w->book.site;
    const struct part_price own = {"price", 1};
    if (!o->is_part_price) return price_key(w, id, &own, KIND_BLOCK, o->block, label);
    return money_number(&w->book, arena_format(w->book.arena, "price_%s", id),
                        arena_format(w->book.arena, "Price of %s, with %s", label, o->adds),
                        s->currency, o->price, 0, "the prices of what it adds");
}

static void add_order(struct tco_writer *w, struct asset_list *all, int order)
{
    const struct growth *g = w->use->result->growth;
    const struct growth_order *o = &g->order[order];
    struct arena *a = w->book.arena;
    int year = o->in_use <= 0 ? 0 : o->in_use / MONTHS + 1;
    const char *label = o->k ? arena_format(a, "block.%s, %d", o->name, o->k + 1)
                             : arena_format(a, "block.%s", o->name);
    if (year > w->use->n) return;
    int kind = site_block(w->book.site, o->block)->of.ref[0].kind;
    if (isnan(o->price)) {
        tco_asset_unpriced(all, label, is_open(w->book.site, kind), a);
        return;
    }
    double *units = ARENA_ARRAY(a, double, (size_t)w->use->n + 1);
    units[year] = 1;
    struct asset *x = tco_asset_add(all, a);
    x->first[SIDE_OWN] = tco_key(w, "first_", label);
    x->first[SIDE_COLO] = is_in_colo(kind) ? x->first[SIDE_OWN] : NULL;
    x->id = x->first[SIDE_OWN] + strlen("first_");
    x->label = label;
    x->category = category_of(kind);
    x->class = cost_class_of(&(struct cost){.class = -1, .category = x->category});
    buy(w, all, units, x, order_price(w, o, x->id, label), "paid in the year in which it is used");
}

/* ---- all of it ----------------------------------------------------------------------------- */

static bool is_first_copy(const struct site *s, int kind, int i)
{
    return i == 0 || s->of[kind].object[i] != s->of[kind].object[i - 1];
}

static void add_parts(struct tco_writer *w, struct asset_list *all)
{
    const struct site *s = w->book.site;
    const struct growth *g = w->use->result->growth;
    for (int k = 0; k < N_KIND; k++)
        for (int i = 0; site_is_bought(k) && i < s->of[k].n; i++)
            if (is_first_copy(s, k, i)) add_part(w, all, k, i);
    for (int i = 0; g && i < g->n_order; i++) add_order(w, all, i);
}

static void join(struct builder *b, const char *what)
{
    builder_format(b, "%s%s", b->n ? " + " : "", what);
}

bool tco_asset_is_plain(const struct asset *x)
{
    enum cost_class usual = cost_class_of(&(struct cost){.class = -1, .category = x->category});
    return x->class == usual && !x->has_own_life && !x->is_overall && !x->is_sunk;
}

const char *tco_category_key(struct tco_writer *w, int category, enum tco_side side)
{
    return arena_format(w->book.arena, "cat_%s%s", cost_category_words[category],
                        tco_side_suffix[side]);
}

/* Sums of the categories, and of all; a category that has nothing has no row. */
static void sums(struct tco_writer *w, const struct asset_list *all, enum tco_side side)
{
    struct arena *a = w->book.arena;
    struct builder built = builder_new(a);
    for (int c = 0; c < N_COST_CATEGORY; c++) {
        struct builder b = builder_new(a);
        for (int i = 0; i < all->n; i++) {
            const struct asset *x = &all->item[i];
            if (x->category == c && tco_asset_is_plain(x) && x->first[side])
                join(&b, x->first[side]);
        }
        if (!b.n) continue;
        const char *key = tco_category_key(w, c, side);
        const char *label = side == SIDE_COLO
                                ? arena_format(a, "All of: %s, colocated", cost_category_words[c])
                                : arena_format(a, "All of: %s", cost_category_words[c]);
        tco_sum(w, w->sheet->capex, key, label, b.s, NULL);
        join(&built, key);
    }
    for (int i = 0; i < all->n; i++) {
        const struct asset *x = &all->item[i];
        if (x->first[side] && !tco_asset_is_plain(x) && !x->is_overall && !x->is_sunk)
            join(&built, x->first[side]);
    }
    tco_sum(w, w->sheet->capex, arena_format(a, "built%s", tco_side_suffix[side]),
            side == SIDE_COLO ? "All that shares are of, colocated" : "All that shares are of",
            built.n ? built.s : "0", NULL);
}

static void sunk(struct tco_writer *w, const struct asset_list *all)
{
    struct builder b = builder_new(w->book.arena);
    for (int i = 0; i < all->n; i++)
        if (all->item[i].is_sunk) join(&b, all->item[i].first[SIDE_OWN]);
    tco_sum(w, w->sheet->capex, "sunk", "Sunk: paid whatever is decided", b.n ? b.s : "0",
            "left out of every sum and comparison");
}

static void tell_unpriced(struct tco_writer *w, const struct asset_list *all)
{
    int capex = w->sheet->capex;
    tco_heading(w, capex, "Without a price");
    int n = 0;
    for (int i = 0; i < all->n_unpriced; i++) n += all->unpriced[i].is_open;
    tco_fact(w, capex, "n_unpriced", "Parts and lines without a price", "", all->n_unpriced, 0,
             NULL);
    tco_fact(w, capex, "n_open", "Of them in no line of cost either", "", n, 0,
             n ? "owning costs at least what is counted" : NULL);
    n = 0;
    for (int i = 0; i < all->n_unpriced; i++) {
        const struct unpriced *x = &all->unpriced[i];
        const char *key = x->is_open ? arena_format(w->book.arena, "open_%d", ++n) : NULL;
        grid_row(w->book.grid, capex,
                 &(struct grid_row){.kind = GRID_TEXT,
                                    .key = key,
                                    .label = x->name,
                                    .text = "no price",
                                    .note = key ? NULL : "taken as part of a line of cost"});
    }
}

/* What the meter of the water asks for is open as parts are. */
static void find_water(struct tco_writer *w, struct asset_list *all)
{
    const struct site *s = w->book.site;
    if (!isnan(site_water_price(s)) || !(w->use->water_busy_m3 > 0)) return;
    bool counted = false;
    for (int i = 0; i < s->of[KIND_COST].n; i++)
        counted = counted || (site_cost(s, i)->category == COST_WATER && all->line_price[i]);
    if (!counted) tco_asset_unpriced(all, "water", true, w->book.arena);
}

/* What shares of servers, accelerators and racks are of, by the year in which they come. */
static void counts(struct tco_writer *w)
{
    const struct site *s = w->book.site;
    size_t n = (size_t)w->use->n + 1;
    double *servers = ARENA_ARRAY(w->book.arena, double, n);
    double *accelerators = ARENA_ARRAY(w->book.arena, double, n);
    for (int v = 0; v < s->of[KIND_SERVER].n; v++) {
        double *units = ARENA_ARRAY(w->book.arena, double, n);
        units[0] = site_server(s, v)->part.count;
        add_growth(w, v, units);
        for (size_t y = 0; y < n; y++) {
            servers[y] += units[y];
            accelerators[y] += units[y] * site_server(s, v)->accelerators;
        }
    }
    int capex = w->sheet->capex;
    tco_years(w, capex, "is_date", "Site's date", "1/0", "1 - is_running", 0, NULL);
    tco_facts(w, capex, "servers_first", "Servers, bought first", "", servers, 0, NULL);
    tco_facts(w, capex, "accelerators_first", "Accelerators, bought first", "GPU", accelerators, 0,
              NULL);
}

void tco_assets(struct tco_writer *w, struct asset_list *out)
{
    *out =
        (struct asset_list){.bought = ARENA_ARRAY(w->book.arena, bool, (size_t)w->use->n + 1),
                            .line_price = ARENA_ARRAY(w->book.arena, const char *,
                                                      (size_t)w->book.site->of[KIND_COST].n + 1)};
    out->bought[0] = true;
    money_heading(&w->book, "Prices of what is built");
    tco_heading(w, w->sheet->capex, "Bought for the first time, at today's prices");
    counts(w);
    add_parts(w, out);
    tco_line_prices(w, out);
    tco_line_assets(w, out);
    tco_line_rows(w, out);
    tco_heading(w, w->sheet->capex, "By category");
    sums(w, out, SIDE_OWN);
    if (w->use->finance->colo.n) sums(w, out, SIDE_COLO);
    sunk(w, out);
    find_water(w, out);
    tell_unpriced(w, out);
}
