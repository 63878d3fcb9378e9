#include "output/layout_table.h"

#include <math.h>
#include <string.h>

#include "output/palette.h"

enum { HEAD_LINES = 3, CELL_LINES = 12, LEFT_LEAST = 3, LEFT_LEAST_LONG = 9, LONG = 60 };

static const struct face head_face = {.size = 7.5, .is_bold = true, .colour = INK};
static const struct face cell_face = {.size = 8, .colour = INK};
static const struct face caption_face = {.size = 8.5, .is_bold = true, .colour = INK};
static const double leading = 10, pad = 5, gap = 10, least_width = 46;

struct lines {
    int n;
    const char **line;
};

struct plan_column {
    double x, w;     /* from the table's left edge */
    double whole;    /* ALIGN_POINT: widest part before the point */
    double fraction; /* and from it */
    struct lines head;
};

struct table_plan {
    const struct tabular *t;
    struct typeset *type;
    double width, head_h;
    struct plan_column *column;
    struct lines *cell; /* [n * n_column] */
    double *row_h;
};

static struct face row_face(const struct tabular_row *r)
{
    static const unsigned colour[] = {INK, GOOD, BAD, INK_SOFT};
    struct face f = cell_face;
    f.is_bold = r->is_total || r->is_group || r->tone == TONE_BAD; /* seen in greyscale too */
    f.is_italic = r->is_note;
    f.colour = colour[r->is_note ? TONE_SOFT : r->tone];
    return f;
}

/* Runs over the columns to its right. */
static bool is_wide(const struct tabular_row *r)
{
    return r->is_group || r->is_note;
}

/* Width of the part before the decimal point; all of a cell without one. */
static double whole_width(const struct table_plan *p, const char *s, struct face f, struct arena *a)
{
    const char *point = strrchr(s, '.');
    if (!point) return typeset_width(p->type, s, f);
    return typeset_width(p->type, arena_text(a, s, (size_t)(point - s)), f);
}

/* Words, such as "no limit", stand at the right and take no part in aligning. */
static bool is_number(const char *s)
{
    return strpbrk(s, "0123456789") && s[strspn(s, "+-0123456789,. %")] == '\0';
}

static double longest_word(const struct table_plan *p, const char *s, struct arena *a)
{
    double w = 0;
    while (*s) {
        size_t n = strcspn(s, " ");
        w = fmax(w, typeset_width(p->type, arena_text(a, s, n), head_face));
        s += n + (s[n] == ' ');
    }
    return w;
}

static double natural_width(struct table_plan *p, int i, struct arena *a)
{
    const struct tabular *t = p->t;
    struct plan_column *c = &p->column[i];
    double w = longest_word(p, t->column[i].head, a);
    for (int k = 0; k < t->n; k++) {
        const char *s = t->row[k].cell[i];
        struct face f = row_face(&t->row[k]);
        double all = typeset_width(p->type, s, f);
        if (is_wide(&t->row[k])) continue;
        w = fmax(w, all);
        if (t->column[i].align != ALIGN_POINT || !is_number(s)) continue;
        double whole = whole_width(p, s, f, a);
        c->whole = fmax(c->whole, whole);
        c->fraction = fmax(c->fraction, all - whole);
    }
    return fmax(w, c->whole + c->fraction) + 0.1;
}

/* Columns without a share get what they need, the others divide the rest; when
   there is no rest, all give way in proportion. */
static void set_widths(struct table_plan *p, struct arena *a)
{
    const struct tabular *t = p->t;
    double fixed = 0, shares = 0, free = p->width - gap * (t->n_column - 1), shared_least = 0;
    for (int i = 0; i < t->n_column; i++) {
        p->column[i].w = natural_width(p, i, a);
        if (t->column[i].share > 0)
            shares += t->column[i].share, shared_least += least_width;
        else
            fixed += p->column[i].w;
    }
    double squeeze = fixed > free - shared_least ? fmax(free - shared_least, 1) / fixed : 1;
    double rest = free - squeeze * fixed, x = 0;
    for (int i = 0; i < t->n_column; i++) {
        struct plan_column *c = &p->column[i];
        c->w = t->column[i].share > 0 ? rest * t->column[i].share / shares : squeeze * c->w;
        c->x = x;
        x += c->w + gap;
    }
}

static struct lines wrap(struct table_plan *p, const char *s, struct face f, double w, int most,
                         struct arena *a)
{
    struct lines l;
    l.n = typeset_wrap(p->type, a, s, f, w, most, &l.line);
    return l;
}

static void break_lines(struct table_plan *p, struct arena *a)
{
    const struct tabular *t = p->t;
    int head = 1;
    for (int i = 0; i < t->n_column; i++) {
        p->column[i].head = wrap(p, t->column[i].head, head_face, p->column[i].w, HEAD_LINES, a);
        if (p->column[i].head.n > head) head = p->column[i].head.n;
    }
    p->head_h = head * leading + pad + 2;
    for (int k = 0; k < t->n; k++) {
        const struct tabular_row *r = &t->row[k];
        int lines = 1;
        for (int i = 0; i < t->n_column; i++) {
            bool is_text = t->column[i].align == ALIGN_TEXT;
            double w = is_wide(r) && i == 0 ? p->width : p->column[i].w;
            struct lines *l = &p->cell[k * t->n_column + i];
            *l = wrap(p, r->cell[i], row_face(r), w + 0.2, is_text ? CELL_LINES : 1, a);
            if (l->n > lines) lines = l->n;
        }
        p->row_h[k] = lines * leading + pad;
    }
}

struct table_plan *table_plan_make(const struct tabular *t, double width, struct typeset *type,
                                   struct arena *a)
{
    struct table_plan *p = ARENA_ARRAY(a, struct table_plan, 1);
    *p = (struct table_plan){.t = t, .type = type, .width = width};
    p->column = ARENA_ARRAY(a, struct plan_column, (size_t)t->n_column);
    p->cell = ARENA_ARRAY(a, struct lines, (size_t)t->n * (size_t)t->n_column + 1);
    p->row_h = ARENA_ARRAY(a, double, (size_t)t->n + 1);
    set_widths(p, a);
    break_lines(p, a);
    return p;
}

static double top_height(const struct table_plan *p, const char *caption)
{
    return p->head_h + (caption ? 14 : 0);
}

double table_height(const struct table_plan *p, const char *caption)
{
    double h = top_height(p, caption);
    for (int k = 0; k < p->t->n; k++) h += p->row_h[k];
    return h;
}

double table_least(const struct table_plan *p, const char *caption)
{
    double h = top_height(p, caption);
    int together = p->t->n <= 4 ? p->t->n : 3;
    for (int k = 0; k < together; k++) h += p->row_h[k];
    return h;
}

/* Rows on the last page: few of them on a page of their own look lost. */
static int left_least(const struct table_plan *p)
{
    return p->t->n >= LONG ? LEFT_LEAST_LONG : LEFT_LEAST;
}

int table_fit(const struct table_plan *p, int at, const char *caption, double height)
{
    int n = 0, left = p->t->n - at;
    double h = top_height(p, caption);
    while (n < left && h + p->row_h[at + n] <= height) h += p->row_h[at + n++];
    if (n == left) return n;
    int least = left_least(p);
    if (left - n < least && n > 2 * least) n = left - least;
    while (n > 1 && is_wide(&p->t->row[at + n - 1])) n--;
    return n < 2 && left > 1 ? 0 : n;
}

static void draw_cell(const struct table_plan *p, struct scene *s, double x, double y, int k, int i)
{
    const struct tabular *t = p->t;
    const struct plan_column *c = &p->column[i];
    const struct lines *l = &p->cell[k * t->n_column + i];
    struct face f = row_face(&t->row[k]);
    enum align align = t->column[i].align;
    for (int j = 0; j < l->n; j++) {
        const char *text = l->line[j];
        double at = x + c->x, base = y + pad / 2 + cell_face.size + j * leading;
        if (align == ALIGN_TEXT) {
            scene_text(s, at, base, ANCHOR_START, f, text);
        } else if (align == ALIGN_POINT && is_number(text)) {
            double point = at + c->w - c->fraction;
            scene_text(s, point - whole_width(p, text, f, s->arena), base, ANCHOR_START, f, text);
        } else {
            scene_text(s, at + c->w, base, ANCHOR_END, f, text);
        }
    }
}

static void rule(struct scene *s, double x, double y, double w, unsigned colour, double width)
{
    scene_line(s, x, y, x + w, y,
               (struct pen){.fill = COLOUR_NONE, .line = colour, .width = width});
}

static void draw_head(const struct table_plan *p, struct scene *s, double x, double y)
{
    double base = y + p->head_h - pad / 2 - 3;
    rule(s, x, y, p->width, INK, 0.9);
    scene_tag_begin(s, "TR");
    for (int i = 0; i < p->t->n_column; i++) {
        const struct plan_column *c = &p->column[i];
        bool is_text = p->t->column[i].align == ALIGN_TEXT;
        scene_tag_begin(s, "TH");
        for (int j = 0; j < c->head.n; j++)
            scene_text(s, x + c->x + (is_text ? 0 : c->w), base - (c->head.n - 1 - j) * leading,
                       is_text ? ANCHOR_START : ANCHOR_END, head_face, c->head.line[j]);
        scene_tag_end(s, "TH");
    }
    scene_tag_end(s, "TR");
    rule(s, x, y + p->head_h, p->width, INK, 0.6);
}

static void draw_row(const struct table_plan *p, struct scene *s, double x, double y, int k,
                     bool is_first)
{
    if (!is_first && !p->t->row[k].is_note)
        rule(s, x, y, p->width, p->t->row[k].is_total ? INK : GRID, 0.5);
    scene_tag_begin(s, "TR");
    for (int i = 0; i < p->t->n_column; i++) {
        scene_tag_begin(s, "TD");
        draw_cell(p, s, x, y, k, i);
        scene_tag_end(s, "TD");
    }
    scene_tag_end(s, "TR");
}

double table_draw(const struct table_plan *p, struct scene *s, double x, double y, int at, int n,
                  const char *caption)
{
    double top = y;
    if (caption) {
        scene_text_fit(s, x, y + caption_face.size, ANCHOR_START, caption_face, p->width, caption);
        y += 14;
    }
    scene_tag_begin(s, "Table");
    draw_head(p, s, x, y);
    y += p->head_h;
    for (int k = at; k < at + n; k++) {
        draw_row(p, s, x, y, k, k == at);
        y += p->row_h[k];
    }
    scene_tag_end(s, "Table");
    rule(s, x, y, p->width, INK, 0.9);
    return y - top;
}
