#ifndef DCPLAN_PLAN_TCO_ASSET_H
#define DCPLAN_PLAN_TCO_ASSET_H

/* What is bought: parts of the site, what growth adds to them, and lines of cost when = build.
   Private to plan.

   What has no price is never free.  A part is taken as counted where a line of cost that is built
   is of its category (and a room, an obstacle or a load as part of the building).  Of what is
   left, servers with accelerators, which renting would spare, make all sums missing; the rest is
   "open": it is in no sum, and owning costs at least what is counted.

   Of each a row `first_KEY` on Capex: what is bought for the first time in a year, at today's
   prices, with the value added tax that stays.  Rows `cat_CATEGORY` add those of a category
   that follow their class; `built` is all that no share without `of` is taken of. */

#include "plan/tco_row.h"

enum tco_side { SIDE_OWN, SIDE_COLO, N_SIDE };
extern const char *const tco_side_suffix[N_SIDE]; /* "", "_colo": ends of keys */

struct asset {
    const char *first[N_SIDE]; /* key of its row; NULL: no part of that side */
    const char *id, *label;    /* "server_gpu", "server.gpu" */
    int category;              /* cost_category */
    enum cost_class class;
    int cost;          /* index of [cost]; -1: a part */
    bool has_own_life; /* a life or a residual of its own */
    bool is_overall;   /* a share of all that is built */
    bool is_sunk;
    double spread_frac; /* of its price, half-width; NaN: not given */
};

struct unpriced { /* what has no price */
    const char *name;
    bool is_open; /* no line of cost of its category counts it: owning costs at least the rest */
};

struct asset_list {
    int n, cap;
    struct asset *item;
    int n_unpriced, cap_unpriced;
    struct unpriced *unpriced;
    bool *bought;            /* [n + 1] years in which anything is bought first */
    const char **line_price; /* [cost lines] expression of the price or share; NULL: none */
};

/* Writes the rows of purchases, categories, `built`, `sunk` and what has no price. */
void tco_assets(struct tco_writer *w, struct asset_list *out);

/* Whether it lives and is written off as its category does, and stands in its row. */
bool tco_asset_is_plain(const struct asset *x);
const char *tco_category_key(struct tco_writer *w, int category, enum tco_side side);

/* ---- lines of cost (tco_line.c) ---- */

/* Declares the prices of all lines; those without one join out->unpriced. */
void tco_line_prices(struct tco_writer *w, struct asset_list *out);
/* Those that are built join the list; then their rows, of one side each. */
void tco_line_assets(struct tco_writer *w, struct asset_list *out);
void tco_line_rows(struct tco_writer *w, struct asset_list *all);

/* Whether a line belongs to an option: "own", "colo", "rent". */
bool tco_line_is_of(const struct cost *c, const char *option);
/* What a line costs in a year, at today's prices, with the value added tax that stays. */
const char *tco_line_amount(struct tco_writer *w, const struct asset_list *all, int line,
                            enum tco_side side);
/* "spares", or its words; date and source. */
const char *tco_line_label(struct tco_writer *w, int line);

/* ---- for both ---- */

struct asset *tco_asset_add(struct asset_list *all, struct arena *a);
void tco_asset_unpriced(struct asset_list *all, const char *name, bool is_open, struct arena *a);
/* Whether a line that is built and has a price counts what a category costs to own. */
bool tco_line_covers(const struct site *s, int category);
/* Half-width of a value, relative; NaN: none is given. */
double tco_spread(const struct site *s, int kind, int index, const char *param);
/* Date and source of a price. */
const char *tco_part_note(struct tco_writer *w, int kind, int index);
/* A key that no row has yet: prefix and name in small letters and digits. */
const char *tco_key(struct tco_writer *w, const char *prefix, const char *name);

#endif
