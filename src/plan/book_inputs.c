/* Inputs, assumptions and sources of the workbook. */

#include "plan/book_inner.h"

#include <math.h>
#include <string.h>

#include "plan/book.h"

/* ---- inputs ---- */

static int decimals_of(struct text number)
{
    const char *dot = memchr(number.s, '.', number.n);
    return dot ? (int)(number.n - (size_t)(dot - number.s) - 1) : 0;
}

/* "3.2 kW" is a number and a unit, "3.2 kW +/- 5 %" one with an uncertainty;
   anything else (a list, a date, a name) is text. */
static bool split_value(struct book *b, const char *value, struct grid_row *r, struct text *spread)
{
    bool found;
    struct text head, unit, rest = text_cut(text_of(value), ' ', &head, &found);
    *spread = text_cut(rest, '+', &unit, &found);
    if (!text_number(head, &r->number) || memchr(rest.s, ',', rest.n)) return false;
    unit = text_trim(unit);
    r->unit = arena_text(b->arena, unit.s, unit.n);
    r->decimals = decimals_of(head);
    return true;
}

/* A source is told once for the rows that share it. */
static void assumption(struct book *b, const struct assumption *x, bool with_source)
{
    struct grid_row r = {.kind = GRID_RESULT, .label = x->doc ? x->doc : x->key};
    struct text spread;
    struct builder note = builder_new(b->arena);
    builder_text(&note, x->origin ? x->origin : "");
    if (!split_value(b, x->value, &r, &spread)) {
        r.kind = GRID_TEXT;
        r.text = x->value;
    } else if (spread.n)
        builder_format(&note, "; +%.*s", (int)spread.n, spread.s);
    if (with_source) builder_format(&note, "; %s", x->source);
    r.note = note.s;
    book_row(b, b->inputs, r);
}

/* Prices and rules of the tariff are alive in a section of their own; its hours
   and months are told with the other assumptions. */
static bool is_told_by_bill(struct book *b, const struct assumption *x)
{
    static const char *const prose[] = {"includes", "source", "note", "date", "tax"};
    if (!b->has_bill || strncmp(x->object, "tariff", 6) != 0) return false;
    for (size_t i = 0; i < sizeof prose / sizeof *prose; i++)
        if (strcmp(x->key, prose[i]) == 0) return true;
    struct grid_row r;
    struct text spread;
    return split_value(b, x->value, &r, &spread);
}

/* What the capital cost leaves out. */
static void unpriced_parts(struct book *b)
{
    if (!b->r->n_unpriced) return;
    int n;
    const char **name = site_unpriced(b->r->site, &n, b->arena);
    book_section(b, b->inputs, "Parts without a price, not counted in the capital cost");
    for (int i = 0; i < n; i++)
        book_text(b, b->inputs, name[i], "no price",
                  i ? NULL : "give the part a price in the site file or in its model");
}

void book_inputs(struct book *b)
{
    unpriced_parts(b);
    const char *object = "", *source = "";
    for (int i = 0; i < b->r->n_assumption; i++) {
        const struct assumption *x = &b->r->assumption[i];
        if (is_told_by_bill(b, x) ||
            grid_tells(b->grid, arena_format(b->arena, "%s.%s", x->object, x->key)))
            continue;
        if (strcmp(object, x->object) != 0) {
            book_section(b, b->inputs,
                         arena_format(b->arena,
                                      "%s (of the simulation: change it in the site file)",
                                      x->object));
            source = "";
        }
        object = x->object;
        bool is_new = x->source && strcmp(source, x->source) != 0;
        assumption(b, x, is_new);
        if (is_new) source = x->source;
    }
}

/* ---- sources ---- */

/* What each section of the site was taken from, with its date; told once for those alike. */
static void object_sources(struct book *b)
{
    const struct object_set *set = &b->r->site->objects;
    const char *last = "";
    for (int i = 0; i < set->n; i++) {
        const struct object *o = &set->item[i];
        const struct kind *k = &set->kinds[o->kind];
        const char *source = NULL, *date = NULL;
        for (int j = 0; j < k->n_params; j++) {
            const char *key = k->params[j].key;
            if (!strcmp(key, "source")) source = param_print(&k->params[j], o->data, b->arena);
            if (!strcmp(key, "date")) date = param_print(&k->params[j], o->data, b->arena);
        }
        if (!source || o->kind == KIND_SITE) continue;
        book_text(b, b->sources,
                  o->name[0] ? arena_format(b->arena, "%s.%s", k->name, o->name) : k->name,
                  date ? date : "no date", strcmp(source, last) ? source : "as above");
        last = source;
    }
}

void book_sources(struct book *b)
{
    const struct result *r = b->r;
    if (r->weather) book_text(b, b->sources, "Weather", r->weather->name, r->weather->source);
    if (r->site && r->site->objects.n) {
        object_sources(b);
        return;
    }
    if (b->has_bill) {
        const struct tariff *t = r->bill->use.tariff;
        book_text(b, b->sources, "Tariff", book_date(t->date, b->arena), t->source);
    }
}
