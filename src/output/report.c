#include "output/report.h"

#include <string.h>

struct report *report_new(struct arena *a, const char *title, const char *subtitle)
{
    struct report *r = ARENA_ARRAY(a, struct report, 1);
    *r = (struct report){.arena = a, .title = title, .subtitle = subtitle};
    return r;
}

static struct report_block *block_add(struct report *r, enum block_kind kind)
{
    if (r->n == r->cap) {
        int cap = r->cap ? 2 * r->cap : 32;
        struct report_block *grown = ARENA_ARRAY(r->arena, struct report_block, (size_t)cap);
        if (r->n) memcpy(grown, r->block, (size_t)r->n * sizeof *grown);
        r->block = grown;
        r->cap = cap;
    }
    struct report_block *b = &r->block[r->n++];
    *b = (struct report_block){.kind = kind};
    return b;
}

void report_add(struct report *r, enum block_kind kind)
{
    block_add(r, kind);
}

void report_section(struct report *r, const char *id, const char *text)
{
    struct report_block *b = block_add(r, BLOCK_SECTION);
    b->id = id;
    b->text = text;
}

void report_heading(struct report *r, const char *text)
{
    block_add(r, BLOCK_HEADING)->text = text;
}

void report_paragraph(struct report *r, const char *text)
{
    block_add(r, BLOCK_PARAGRAPH)->text = text;
}

void report_verdict(struct report *r, struct verdict v)
{
    block_add(r, BLOCK_VERDICT)->verdict = v;
}

void report_tiles(struct report *r, const struct tile *tile, int n)
{
    struct tile *copy = ARENA_ARRAY(r->arena, struct tile, (size_t)n);
    memcpy(copy, tile, (size_t)n * sizeof *tile);
    struct report_block *b = block_add(r, BLOCK_TILES);
    b->tile = copy;
    b->n_tile = n;
}

struct tabular *report_table(struct report *r, const char *caption,
                             const struct tabular_column *column, int n_column)
{
    struct tabular *t = ARENA_ARRAY(r->arena, struct tabular, 1);
    *t = (struct tabular){
        .arena = r->arena, .caption = caption, .n_column = n_column, .column = column};
    block_add(r, BLOCK_TABLE)->table = t;
    return t;
}

void report_figure(struct report *r, const struct chart *chart, const char *summary)
{
    block_add(r, BLOCK_FIGURE)->figure = (struct figure){.chart = chart, .summary = summary};
}

void report_diagram(struct report *r, const struct one_line *diagram, const char *summary)
{
    block_add(r, BLOCK_FIGURE)->figure = (struct figure){.diagram = diagram, .summary = summary};
}

void report_floor(struct report *r, const struct floor_plan *floor, const char *summary)
{
    block_add(r, BLOCK_FIGURE)->figure = (struct figure){.floor = floor, .summary = summary};
}

void report_heat(struct report *r, const struct floor_heat *heat, int what)
{
    const char *summary = floor_heat_summary(heat, what, r->arena);
    block_add(r, BLOCK_FIGURE)->figure =
        (struct figure){.heat = heat, .index = what, .summary = summary};
}

void report_elevations(struct report *r, const struct elevation_set *e, int page)
{
    const char *summary = elevation_summary(e, page, r->arena);
    block_add(r, BLOCK_FIGURE)->figure =
        (struct figure){.elevations = e, .index = page, .summary = summary};
}

static const char *figure_title(const struct report *r, const struct figure *g)
{
    if (g->heat) return floor_heat_finding(g->heat, g->index, r->arena);
    if (g->elevations) return elevation_finding(g->elevations, g->index, r->arena);
    if (g->floor) return floor_finding(g->floor, r->arena);
    return g->diagram ? g->diagram->finding : g->chart->title;
}

struct tabular_row *table_row(struct tabular *t, const char *const *cell)
{
    if (t->n == t->cap) {
        int cap = t->cap ? 2 * t->cap : 16;
        struct tabular_row *grown = ARENA_ARRAY(t->arena, struct tabular_row, (size_t)cap);
        if (t->n) memcpy(grown, t->row, (size_t)t->n * sizeof *grown);
        t->row = grown;
        t->cap = cap;
    }
    struct tabular_row *row = &t->row[t->n++];
    *row = (struct tabular_row){.cell = ARENA_ARRAY(t->arena, const char *, (size_t)t->n_column)};
    for (int i = 0; i < t->n_column; i++) row->cell[i] = typeset_clean(t->arena, cell[i]);
    return row;
}

static void dump_table(const struct tabular *t, struct builder *b)
{
    builder_format(b, "table %s\n", t->caption ? t->caption : "");
    for (int i = 0; i < t->n_column; i++)
        builder_format(b, "%s%s", i ? " | " : "  ", t->column[i].head);
    builder_text(b, "\n");
    for (int k = 0; k < t->n; k++) {
        for (int i = 0; i < t->n_column; i++)
            builder_format(b, "%s%s", i ? " | " : "  ", t->row[k].cell[i]);
        builder_text(b, "\n");
    }
}

static void dump_tiles(const struct report_block *k, struct builder *b)
{
    for (int i = 0; i < k->n_tile; i++)
        builder_format(b, "tile %s: %s %s\n", k->tile[i].label, k->tile[i].value,
                       k->tile[i].unit ? k->tile[i].unit : "");
}

void report_dump(const struct report *r, struct builder *b)
{
    builder_format(b, "report %s: %s\n", r->title, r->subtitle);
    for (int i = 0; i < r->n; i++) {
        const struct report_block *k = &r->block[i];
        switch (k->kind) {
        case BLOCK_SECTION: builder_format(b, "section %s\n", k->text); break;
        case BLOCK_HEADING: builder_format(b, "heading %s\n", k->text); break;
        case BLOCK_PARAGRAPH: builder_format(b, "paragraph %s\n", k->text); break;
        case BLOCK_VERDICT:
            builder_format(b, "verdict %s: %s\n", k->verdict.word, k->verdict.text);
            break;
        case BLOCK_TILES: dump_tiles(k, b); break;
        case BLOCK_TABLE: dump_table(k->table, b); break;
        case BLOCK_FIGURE:
            builder_format(b, "figure %s\n  %s\n", figure_title(r, &k->figure), k->figure.summary);
            break;
        case BLOCK_TITLE:
        case BLOCK_CONTENTS:
        case BLOCK_SIGNATURES:
        case BLOCK_PAGE: break;
        }
    }
}
