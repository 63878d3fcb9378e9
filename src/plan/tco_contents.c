/* What is in each option, read from the rows that the other sheets have. */

#include "plan/tco_contents.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "plan/tco_asset.h"

enum { COLUMNS = 4, LISTED = 2 };

static const char not_counted[] = "not counted";

struct list { /* names of what is in, the first few */
    struct builder words;
    int n;
};

static void put(struct list *l, const char *name)
{
    l->n++;
    if (l->n <= LISTED) builder_format(&l->words, "%s%s", l->n > 1 ? ", " : "", name);
}

static const char *words_of(struct list *l, const char *none)
{
    if (!l->n) return none;
    if (l->n > LISTED) builder_format(&l->words, " and %d more", l->n - LISTED);
    return l->words.s;
}

/* ---- categories of cost --------------------------------------------------------------- */

static void put_lines(struct tco_writer *w, struct list *l, const char *option, int category)
{
    const struct site *s = w->book.site;
    bool is_rent = option[0] == 'r';
    for (int i = 0; i < s->of[KIND_COST].n; i++) {
        const struct cost *c = site_cost(s, i);
        const char *label = tco_line_label(w, i);
        if (c->category != category || !tco_line_is_of(c, option)) continue;
        if (!w->assets->line_price[i])
            put(l, arena_format(w->book.arena, "%s: no price", label));
        else if (c->sunk)
            put(l, arena_format(w->book.arena, "%s: sunk, left out", label));
        else if (c->when != COST_BUILD || is_rent)
            put(l, label);
    }
}

static const char *category(struct tco_writer *w, int c, const char *option, int side)
{
    struct list l = {builder_new(w->book.arena), 0};
    for (int i = 0; side < N_SIDE && i < w->assets->n; i++) {
        const struct asset *x = &w->assets->item[i];
        if (x->category == c && x->first[side] && !x->is_sunk) put(&l, x->label);
    }
    put_lines(w, &l, option, c);
    return words_of(&l, side < N_SIDE ? not_counted : "not paid apart");
}

static void categories(struct tco_writer *w, struct tco_contents *t)
{
    for (int c = 0; c < N_COST_CATEGORY; c++)
        t->line[t->n++] = (struct tco_content){cost_category_words[c],
                                               {category(w, c, "own", SIDE_OWN),
                                                category(w, c, "colo", SIDE_COLO),
                                                category(w, c, "rent", N_SIDE)}};
}

/* ---- what runs ------------------------------------------------------------------------- */

static const char *row_in(struct tco_writer *w, const char *key, const char *none)
{
    return grid_has(w->book.grid, key) ? "in" : none;
}

/* The offers that have such a row. */
static const char *offers_with(struct tco_writer *w, const char *row, const char *none)
{
    const struct ref_list *list = &w->use->finance->cloud;
    struct list l = {builder_new(w->book.arena), 0};
    for (int k = 0; k < list->n; k++)
        if (grid_has(w->book.grid, arena_format(w->book.arena, "%s_%d", row, k + 1)))
            put(&l, w->book.site->of[KIND_CLOUD].name[list->ref[k].index]);
    return words_of(&l, none);
}

static const char *declines(struct tco_writer *w)
{
    const struct ref_list *list = &w->use->finance->cloud;
    struct list l = {builder_new(w->book.arena), 0};
    for (int k = 0; k < list->n; k++) {
        const struct cloud *c = site_cloud(w->book.site, list->ref[k].index);
        char text[TEXT_NUMBER_CAP];
        if (c->decline_frac > 0 || c->decline_frac < 0)
            put(&l, arena_format(w->book.arena, "%s %s %% a year",
                                 w->book.site->of[KIND_CLOUD].name[list->ref[k].index],
                                 text_fixed(text, 100 * c->decline_frac, 1, false)));
    }
    return words_of(&l, "not counted: prices stay");
}

static const char *includes(struct tco_writer *w)
{
    const struct ref_list *list = &w->use->finance->cloud;
    struct list l = {builder_new(w->book.arena), 0};
    for (int k = 0; k < list->n; k++) {
        const struct cloud *c = site_cloud(w->book.site, list->ref[k].index);
        if (c->includes)
            put(&l,
                arena_format(w->book.arena, "%s: %s",
                             w->book.site->of[KIND_CLOUD].name[list->ref[k].index], c->includes));
    }
    return words_of(&l, not_counted);
}

static const char *colo_includes(struct tco_writer *w)
{
    const struct ref_list *list = &w->use->finance->colo;
    if (!list->n) return not_counted;
    const struct colo *c = site_colo(w->book.site, list->ref[0].index);
    return c->includes ? c->includes : "not said";
}

static void add(struct tco_contents *t, const char *what, const char *own, const char *colo,
                const char *rent)
{
    t->line[t->n++] = (struct tco_content){what, {own, colo, rent}};
}

static void running(struct tco_writer *w, struct tco_contents *t)
{
    const struct finance *f = w->use->finance;
    const char *tax = f->tax_frac > 0 ? "in" : not_counted;
    const char *vat = f->vat_recoverable || !(f->vat_frac > 0) ? "left out" : "in";
    const char *growth = w->use->result && w->use->result->growth ? "in" : "none planned";
    add(t, "electricity", row_in(w, "electricity_own", not_counted),
        row_in(w, "colo_power", not_counted), "not paid apart");
    add(t, "water by the meter", row_in(w, "water_own", not_counted), not_counted,
        "not paid apart");
    add(t, "lease of IT equipment", row_in(w, "lease_own", "none"), row_in(w, "lease_colo", "none"),
        "none");
    add(t, "worth at the end", row_in(w, "residual_own", not_counted),
        row_in(w, "residual_colo", not_counted), "none");
    add(t, "data that leaves (egress)", not_counted, not_counted,
        offers_with(w, "egress", not_counted));
    add(t, "data kept in a cloud", "none", "none", offers_with(w, "storage", not_counted));
    add(t, "support of a cloud", "none", "none", offers_with(w, "support", not_counted));
    add(t, "fall of rental prices", "none", "none", declines(w));
    add(t, "tax saved", tax, tax, tax);
    add(t, "value added tax", vat, vat, vat);
    add(t, "growth of the site", growth, growth, growth);
    add(t, "what the price includes", "none", colo_includes(w), includes(w));
}

void tco_contents(struct tco_writer *w, struct tco_contents *out)
{
    static const struct grid_column column[COLUMNS] = {
        {.key = "what", .label = "What", .is_text = true},
        {.key = "own", .label = "Own", .is_text = true},
        {.key = "colo", .label = "Colocate", .is_text = true},
        {.key = "rent", .label = "Rent", .is_text = true},
    };
    bool has_colo = w->use->finance->colo.n > 0, has_rent = w->use->finance->cloud.n > 0;
    *out = (struct tco_contents){0};
    out->line = ARENA_ARRAY(w->book.arena, struct tco_content, N_COST_CATEGORY + 16);
    categories(w, out);
    running(w, out);
    struct grid_value *v = ARENA_ARRAY(w->book.arena, struct grid_value, (size_t)out->n * COLUMNS);
    for (int i = 0; i < out->n; i++) {
        struct tco_content *c = &out->line[i];
        if (!has_colo) c->of[1] = "no offer";
        if (!has_rent) c->of[2] = "no offer";
        v[i * COLUMNS].text = c->what;
        for (int k = 0; k < 3; k++) v[i * COLUMNS + k + 1].text = c->of[k];
    }
    tco_heading(w, w->sheet->compare, "What is in each option");
    grid_table(w->book.grid, w->sheet->compare, "contents", column, COLUMNS, v, out->n);
}
