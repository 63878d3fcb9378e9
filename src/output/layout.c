#include "output/layout.h"

#include <math.h>
#include <string.h>
#include <strings.h>

#include "output/layout_table.h"
#include "output/palette.h"

const struct paper_row paper_rows[N_PAPER] = {
    [PAPER_A4] = {"A4", 595.276, 841.89},
    [PAPER_LETTER] = {"letter", 612, 792},
    [PAPER_A3] = {"A3", 841.89, 1190.551},
};

enum paper paper_find(const char *name)
{
    for (int i = 0; name && i < N_PAPER; i++)
        if (!strcasecmp(name, paper_rows[i].name)) return (enum paper)i;
    return PAPER_A4;
}

static const struct face title_face = {.size = 22, .is_bold = true, .colour = INK};
static const struct face subtitle_face = {.size = 12, .colour = INK_SOFT};
static const struct face section_face = {.size = 14, .is_bold = true, .colour = ACCENT};
static const struct face heading_face = {.size = 10, .is_bold = true, .colour = INK};
static const struct face body_face = {.size = 9, .colour = INK};
static const struct face note_face = {.size = 8, .is_italic = true, .colour = INK_SOFT};
static const struct face tiny_face = {.size = 6, .colour = INK_SOFT};
static const struct face strip_face = {.size = 7.5, .colour = INK};

static const double margin_x = 48, margin_top = 44, margin_bottom = 66;
static const double body_leading = 13, block_gap = 10;

enum {
    TILES_A_ROW = 4,
    TILE_HEIGHT = 52,
    LINES_MAX = 400,
    FACT_ROW = 24,
    SIGN_HEIGHT = 58,
    KEEP_WHOLE = 260
};

struct flow {
    const struct report *r;
    struct document *d;
    struct typeset *t;
    struct arena *a;
    struct scene *s; /* the page being filled */
    double y, x, width, bottom;
    int n_section, n_figure, n_table;
    struct table_plan **plan; /* of each table block, made once */
    int contents_page;        /* index, -1: none */
    struct rect contents;
};

static unsigned tone_colour(enum tone tone)
{
    static const unsigned colour[] = {INK, GOOD, BAD, INK_SOFT};
    return colour[tone];
}

static void page_new(struct flow *f)
{
    struct document *d = f->d;
    if (d->n_page == d->cap) {
        int cap = d->cap ? 2 * d->cap : 16;
        struct scene **grown = ARENA_ARRAY(f->a, struct scene *, (size_t)cap);
        if (d->n_page) memcpy(grown, d->page, (size_t)d->n_page * sizeof(struct scene *));
        d->page = grown;
        d->cap = cap;
    }
    f->s = scene_new(f->a, f->t, d->width, d->height);
    d->page[d->n_page++] = f->s;
    f->y = margin_top;
}

static bool is_at_top(const struct flow *f)
{
    return f->y <= margin_top + 0.5;
}

/* A new page unless height is left on this one. */
static void need(struct flow *f, double height)
{
    if (!is_at_top(f) && f->y + height > f->bottom) page_new(f);
}

static int wrap(struct flow *f, const char *text, struct face face, double width,
                const char ***line)
{
    return typeset_wrap(f->t, f->a, typeset_clean(f->a, text), face, width, LINES_MAX, line);
}

static double lines_height(struct flow *f, const char *text, struct face face, double leading)
{
    const char **line;
    return text && *text ? leading * wrap(f, text, face, f->width, &line) : 0;
}

static void text_lines(struct flow *f, const char *const *line, int n, struct face face,
                       double leading)
{
    for (int i = 0; i < n; i++) {
        scene_text(f->s, f->x, f->y + face.size, ANCHOR_START, face, line[i]);
        f->y += leading;
    }
}

/* Whole where it fits a page; else broken with at least two lines on each side. */
static void put_paragraph(struct flow *f, const char *text, struct face face, double leading)
{
    const char **line;
    int n = wrap(f, text, face, f->width, &line);
    if (n * leading < 0.3 * f->bottom) need(f, n * leading);
    scene_tag_begin(f->s, "P");
    for (int at = 0; at < n;) {
        int fit = (int)((f->bottom - f->y) / leading);
        int take = n - at <= fit ? n - at : fit;
        if (n - at - take == 1) take--;
        if (take < 2 && take < n - at && !is_at_top(f)) take = 0;
        text_lines(f, line + at, take, face, leading);
        at += take;
        if (at >= n) break;
        scene_tag_end(f->s, "P");
        page_new(f);
        scene_tag_begin(f->s, "P");
    }
    scene_tag_end(f->s, "P");
}

/* Heights of what must stay together. */

/* With a section's head and the text below it. */
static double whole_page(const struct flow *f)
{
    return f->bottom - margin_top - 80;
}

static double natural_height(const struct flow *f, const struct figure *g)
{
    if (g->height > 0) return g->height;
    if (g->floor) return floor_height(g->floor, f->width);
    if (g->elevations) return whole_page(f);
    if (g->heat) return floor_heat_height(g->heat, g->index, f->width, whole_page(f));
    return g->diagram ? diagram_height(g->diagram, f->width) : chart_height(g->chart, f->width);
}

/* Curves and maps may be a little flatter where a page would else stay empty. */
static double flattest(const struct flow *f, const struct figure *g)
{
    const double least = 0.75;
    bool can_flatten = !(g->height > 0) && g->chart && g->chart->kind != CHART_BARS;
    return (can_flatten ? least : 1) * natural_height(f, g);
}

static double under_figure(struct flow *f, const struct figure *g)
{
    const char *text = arena_format(f->a, "Figure %d. %s", f->n_figure + 1, g->summary);
    return 5 + lines_height(f, text, note_face, 11);
}

static double figure_least(struct flow *f, const struct figure *g)
{
    return flattest(f, g) + under_figure(f, g) + block_gap;
}

static double tiles_height(const struct report_block *b)
{
    int rows = (b->n_tile + TILES_A_ROW - 1) / TILES_A_ROW;
    return rows * (TILE_HEIGHT + 6) + block_gap - 6;
}

static const struct table_plan *plan_of(struct flow *f, int i)
{
    if (!f->plan[i]) f->plan[i] = table_plan_make(f->r->block[i].table, f->width, f->t, f->a);
    return f->plan[i];
}

/* What of a table may not be parted: all of a short one. */
static double table_together(const struct table_plan *p, const char *caption)
{
    double whole = table_height(p, caption);
    return whole <= KEEP_WHOLE ? whole : table_least(p, caption);
}

static double least_height(struct flow *f, int i)
{
    const struct report_block *b = &f->r->block[i];
    switch (b->kind) {
    case BLOCK_PARAGRAPH: return fmin(lines_height(f, b->text, body_face, body_leading), 60) + 6;
    case BLOCK_FIGURE: return figure_least(f, &b->figure);
    case BLOCK_TILES: return tiles_height(b);
    case BLOCK_TABLE: return table_together(plan_of(f, i), b->table->caption);
    case BLOCK_HEADING: return 60;
    default: return 40;
    }
}

/* What follows a heading on the same page: the next block, and the one after
   an opening paragraph. */
static double following(struct flow *f, int i)
{
    double h = 0;
    for (int k = i + 1; k < f->r->n && k <= i + 2; k++) {
        h += least_height(f, k);
        if (f->r->block[k].kind != BLOCK_PARAGRAPH) break;
    }
    return fmin(h, f->bottom - margin_top - 40);
}

/* Blocks. */

static void outline_add(struct flow *f, const char *title, const char *target)
{
    f->d->outline[f->d->n_outline++] =
        (struct outline_item){.title = title, .target = target, .page = f->d->n_page};
}

static void put_section(struct flow *f, int i)
{
    const struct report_block *b = &f->r->block[i];
    if (!is_at_top(f)) f->y += 10;
    need(f, 30 + following(f, i));
    const char *title = arena_format(f->a, "%d  %s", ++f->n_section, typeset_clean(f->a, b->text));
    outline_add(f, title, b->id);
    scene_target(f->s, f->x, f->y - 6, b->id);
    scene_tag_begin(f->s, "H1");
    scene_text_fit(f->s, f->x, f->y + section_face.size, ANCHOR_START, section_face, f->width,
                   title);
    scene_tag_end(f->s, "H1");
    f->y += section_face.size + 7;
    scene_line(f->s, f->x, f->y, f->x + f->width, f->y,
               (struct pen){.fill = COLOUR_NONE, .line = RULE, .width = 0.6});
    f->y += 8;
}

static void put_heading(struct flow *f, int i)
{
    f->y += is_at_top(f) ? 0 : 4;
    need(f, 18 + following(f, i));
    scene_tag_begin(f->s, "H2");
    scene_text_fit(f->s, f->x, f->y + heading_face.size, ANCHOR_START, heading_face, f->width,
                   f->r->block[i].text);
    scene_tag_end(f->s, "H2");
    f->y += heading_face.size + 7;
}

static void put_facts(struct flow *f)
{
    const struct report *r = f->r;
    int rows = (r->n_fact + 2) / 3;
    double cell = f->width / 3;
    struct pen frame = {.fill = COLOUR_NONE, .line = RULE, .width = 0.6};
    for (int i = 0; i < r->n_fact; i++) {
        double x = f->x + i % 3 * cell, y = f->y + i / 3 * FACT_ROW;
        scene_box(f->s, (struct rect){x, y, cell, FACT_ROW}, frame);
        scene_text(f->s, x + 5, y + 8.5, ANCHOR_START, tiny_face, r->fact[i].label);
        scene_text_fit(f->s, x + 5, y + 19, ANCHOR_START, (struct face){.size = 8.5, .colour = INK},
                       cell - 10, r->fact[i].value);
    }
    f->y += rows * FACT_ROW + block_gap + 2;
}

static void put_title(struct flow *f)
{
    const char **line;
    scene_tag_begin(f->s, "H1");
    scene_text_fit(f->s, f->x, f->y + title_face.size, ANCHOR_START, title_face, f->width,
                   f->r->title);
    scene_tag_end(f->s, "H1");
    f->y += title_face.size + 8;
    int n = typeset_wrap(f->t, f->a, typeset_clean(f->a, f->r->subtitle), subtitle_face, f->width,
                         2, &line);
    text_lines(f, line, n, subtitle_face, 16);
    f->y += 8;
    put_facts(f);
}

static void put_verdict(struct flow *f, const struct verdict *v)
{
    const char **line;
    struct face word = {.size = 15, .is_bold = true, .colour = tone_colour(v->tone)};
    struct face text = {.size = 9.5, .colour = INK};
    int n = typeset_wrap(f->t, f->a, typeset_clean(f->a, v->text), text, f->width - 26, 8, &line);
    double h = 32 + 14.0 * n;
    need(f, h);
    scene_box(f->s, (struct rect){f->x, f->y, f->width, h},
              (struct pen){.fill = SHADE, .line = COLOUR_NONE});
    scene_box(f->s, (struct rect){f->x, f->y, 5, h},
              (struct pen){.fill = word.colour, .line = COLOUR_NONE});
    scene_tag_begin(f->s, "P");
    scene_text_fit(f->s, f->x + 15, f->y + 20, ANCHOR_START, word, f->width - 26, v->word);
    for (int i = 0; i < n; i++)
        scene_text(f->s, f->x + 15, f->y + 35 + 14 * i, ANCHOR_START, text, line[i]);
    scene_tag_end(f->s, "P");
    f->y += h + block_gap;
}

static void put_tile(struct flow *f, const struct tile *t, struct rect box)
{
    struct face label = {.size = 7.5, .colour = INK_SOFT};
    struct face value = {.size = 15, .is_bold = true, .colour = tone_colour(t->tone)};
    double inner = box.w - 14, x = box.x + 7;
    scene_box(f->s, box, (struct pen){.fill = COLOUR_NONE, .line = RULE, .width = 0.6});
    scene_text_fit(f->s, x, box.y + 12, ANCHOR_START, label, inner, t->label);
    double unit = t->unit ? typeset_width(f->t, t->unit, body_face) + 4 : 0;
    const char *number = typeset_clean(f->a, t->value);
    while (value.size > 9 && typeset_width(f->t, number, value) + unit > inner) value.size -= 0.5;
    double w = scene_text_fit(f->s, x, box.y + 31, ANCHOR_START, value, inner - unit, number);
    if (t->unit) scene_text(f->s, x + w + 4, box.y + 31, ANCHOR_START, body_face, t->unit);
    if (t->note) scene_text_fit(f->s, x, box.y + 44, ANCHOR_START, label, inner, t->note);
}

static void put_tiles(struct flow *f, const struct report_block *b)
{
    need(f, tiles_height(b));
    double gap = 6, w = (f->width - (TILES_A_ROW - 1) * gap) / TILES_A_ROW;
    for (int i = 0; i < b->n_tile; i++) {
        double x = f->x + i % TILES_A_ROW * (w + gap),
               y = f->y + i / TILES_A_ROW * (TILE_HEIGHT + gap);
        put_tile(f, &b->tile[i], (struct rect){x, y, w, TILE_HEIGHT});
    }
    f->y += tiles_height(b);
}

static void put_table(struct flow *f, int i)
{
    const struct tabular *t = f->r->block[i].table;
    const struct table_plan *p = plan_of(f, i);
    const char *caption =
        t->caption ? arena_format(f->a, "Table %d. %s", ++f->n_table, t->caption) : NULL;
    need(f, table_together(p, caption));
    for (int at = 0;;) {
        double left = f->bottom - f->y;
        int n = table_fit(p, at, caption, left);
        if (n == 0 && !is_at_top(f)) {
            page_new(f);
            continue;
        }
        if (n == 0) n = 1; /* a row taller than a page: nothing better can be done */
        f->y += table_draw(p, f->s, f->x, f->y, at, n, caption);
        at += n;
        if (at >= t->n) break;
        page_new(f);
        if (caption && at == n) caption = arena_format(f->a, "%s (continued)", caption);
    }
    f->y += block_gap;
}

static void put_figure(struct flow *f, const struct figure *g)
{
    need(f, figure_least(f, g));
    double left = f->bottom - f->y - under_figure(f, g) - block_gap;
    double h = fmax(fmin(natural_height(f, g), left), flattest(f, g));
    scene_tag_begin(f->s, "Figure");
    struct rect box = {f->x, f->y, f->width, h};
    if (g->diagram)
        diagram_draw(f->s, box, g->diagram);
    else if (g->floor)
        floor_draw(f->s, box, g->floor);
    else if (g->elevations)
        elevation_draw(f->s, box, g->elevations, g->index);
    else if (g->heat)
        floor_heat_draw(f->s, box, g->heat, g->index);
    else
        chart_draw(f->s, box, g->chart);
    scene_tag_end(f->s, "Figure");
    f->y += h + 5;
    const char *text =
        arena_format(f->a, "Figure %d. %s", ++f->n_figure, typeset_clean(f->a, g->summary));
    put_paragraph(f, text, note_face, 11);
    f->y += block_gap;
}

static int count_sections(const struct report *r)
{
    int n = 0;
    for (int i = 0; i < r->n; i++) n += r->block[i].kind == BLOCK_SECTION;
    return n;
}

/* Only the place is taken now; page numbers are known at the end. */
static void put_contents(struct flow *f)
{
    double h = 18 + 13.0 * ((count_sections(f->r) + 1) / 2);
    need(f, h);
    f->contents_page = f->d->n_page - 1;
    f->contents = (struct rect){f->x, f->y, f->width, h};
    f->y += h + block_gap;
}

static void fill_contents(struct flow *f)
{
    if (f->contents_page < 0) return;
    struct scene *s = f->d->page[f->contents_page];
    const struct rect *c = &f->contents;
    int n = f->d->n_outline, rows = (n + 1) / 2;
    double column = (c->w - 20) / 2;
    struct face link = {.size = 8.5, .colour = ACCENT};
    scene_text(s, c->x, c->y + heading_face.size, ANCHOR_START, heading_face, "Contents");
    for (int i = 0; i < n; i++) {
        const struct outline_item *it = &f->d->outline[i];
        double x = c->x + i / rows * (column + 20), y = c->y + 27 + i % rows * 13;
        double w = scene_text_fit(s, x, y, ANCHOR_START, link, column - 24, it->title);
        scene_line(
            s, x + w + 4, y - 0.5, x + column - 16, y - 0.5,
            (struct pen){.fill = COLOUR_NONE, .line = RULE, .width = 0.6, .dash = 0.6, .gap = 2.4});
        scene_text(s, x + column, y, ANCHOR_END, link, arena_format(f->a, "%d", it->page));
        scene_link(s, (struct rect){x, y - 9, column, 12}, it->target);
    }
}

/* At the foot of the page, where a drawing carries them. */
static void put_signatures(struct flow *f)
{
    static const char *const role[] = {"Prepared", "Checked", "Approved"};
    need(f, SIGN_HEIGHT);
    f->y = f->bottom - SIGN_HEIGHT + block_gap;
    double cell = f->width / 3, h = SIGN_HEIGHT - block_gap;
    for (int i = 0; i < 3; i++) {
        double x = f->x + i * cell;
        scene_box(f->s, (struct rect){x, f->y, cell, h},
                  (struct pen){.fill = COLOUR_NONE, .line = RULE, .width = 0.6});
        scene_text(f->s, x + 5, f->y + 9, ANCHOR_START,
                   (struct face){.size = 7, .is_bold = true, .colour = INK}, role[i]);
        scene_text(f->s, x + 5, f->y + h - 5, ANCHOR_START, tiny_face, "Name and signature");
        scene_text(f->s, x + cell - 52, f->y + h - 5, ANCHOR_START, tiny_face, "Date");
    }
    f->y = f->bottom;
}

static void put_block(struct flow *f, int i)
{
    const struct report_block *b = &f->r->block[i];
    switch (b->kind) {
    case BLOCK_TITLE: put_title(f); break;
    case BLOCK_SECTION: put_section(f, i); break;
    case BLOCK_HEADING: put_heading(f, i); break;
    case BLOCK_PARAGRAPH:
        put_paragraph(f, b->text, body_face, body_leading);
        f->y += 6;
        break;
    case BLOCK_VERDICT: put_verdict(f, &b->verdict); break;
    case BLOCK_TILES: put_tiles(f, b); break;
    case BLOCK_TABLE: put_table(f, i); break;
    case BLOCK_FIGURE: put_figure(f, &b->figure); break;
    case BLOCK_CONTENTS: put_contents(f); break;
    case BLOCK_SIGNATURES: put_signatures(f); break;
    case BLOCK_PAGE:
        if (!is_at_top(f)) page_new(f);
        break;
    }
}

/* The title-block strip: site, date, version, input hash, page n of N. */
static void put_strip(struct flow *f, struct scene *s, int page)
{
    const struct report *r = f->r;
    double y = f->d->height - 52, h = 24, page_w = 56, first = 0.34 * (f->width - page_w);
    double other = (f->width - page_w - first) / (r->n_strip > 1 ? r->n_strip - 1 : 1), x = f->x;
    for (int i = 0; i <= r->n_strip; i++) {
        bool is_page = i == r->n_strip;
        double w = is_page ? page_w : i == 0 ? first : other;
        const char *value =
            is_page ? arena_format(f->a, "%d of %d", page, f->d->n_page) : r->strip[i].value;
        scene_box(s, (struct rect){x, y, w, h},
                  (struct pen){.fill = COLOUR_NONE, .line = RULE, .width = 0.6});
        scene_text(s, x + 4, y + 8, ANCHOR_START, tiny_face, is_page ? "Page" : r->strip[i].label);
        scene_text_fit(s, x + 4, y + 18.5, ANCHOR_START, strip_face, w - 8, value);
        x += w;
    }
}

struct document *layout_make(const struct report *r, enum paper paper, struct typeset *t,
                             struct arena *a)
{
    struct document *d = ARENA_ARRAY(a, struct document, 1);
    *d = (struct document){.title = r->title};
    d->width = paper_rows[paper].width;
    d->height = paper_rows[paper].height;
    d->outline = ARENA_ARRAY(a, struct outline_item, (size_t)r->n + 1);
    struct flow f = {.r = r, .d = d, .t = t, .a = a, .x = margin_x, .contents_page = -1};
    f.width = d->width - 2 * margin_x;
    f.bottom = d->height - margin_bottom;
    f.plan = ARENA_ARRAY(a, struct table_plan *, (size_t)r->n + 1);
    page_new(&f);
    for (int i = 0; i < r->n; i++) put_block(&f, i);
    fill_contents(&f);
    for (int i = 0; i < d->n_page; i++) put_strip(&f, d->page[i], i + 1);
    return d;
}
