#include "output/drawing.h"

#include <math.h>

#include "output/palette.h"

static const struct face title_face = {.size = 9, .is_bold = true, .colour = INK};

void drawing_title(struct scene *s, struct rect box, const char *text)
{
    const char **line;
    int n =
        typeset_wrap(s->type, s->arena, typeset_clean(s->arena, text), title_face, box.w, 2, &line);
    for (int i = 0; i < n; i++)
        scene_text(s, box.x, box.y + title_face.size + 12 * i, ANCHOR_START, title_face, line[i]);
}

struct pen drawing_over(unsigned fill)
{
    return (struct pen){
        .fill = fill, .line = BAD, .width = 1.4, .hatch = HATCH_RISING, .hatch_colour = BAD};
}

struct pen drawing_no_limit(unsigned fill)
{
    return (struct pen){.fill = fill,
                        .line = INK_SOFT,
                        .width = 0.5,
                        .hatch = HATCH_FALLING,
                        .hatch_colour = INK_SOFT};
}

bool drawing_write_in(struct scene *s, struct rect b, struct face face, double least,
                      const char *const *text, bool has_ground)
{
    if (!(fmin(b.w, b.h) >= least)) return false;
    bool is_turned = b.h > b.w && typeset_width(s->type, text[0], face) > b.w - 2;
    double along = is_turned ? b.h : b.w, across = is_turned ? b.w : b.h;
    double x = b.x + b.w / 2, y = b.y + b.h / 2;
    for (const char *const *t = text; face.size >= least; t++) {
        if (!*t) {
            face.size -= 0.8;
            t = text;
        }
        if (across < face.size) continue;
        double w = typeset_width(s->type, *t, face), h = face.size + 1;
        if (w > along - 2) continue;
        struct rect ground = {x - w / 2, y - h / 2, w, h};
        if (is_turned) ground = (struct rect){x - h / 2, y - w / 2, h, w};
        if (has_ground) scene_box(s, ground, (struct pen){.fill = PAPER, .line = COLOUR_NONE});
        if (is_turned)
            scene_text_turned(s, x + 0.36 * face.size, y, ANCHOR_MIDDLE, face, 90, *t);
        else
            scene_text(s, x, y + 0.36 * face.size, ANCHOR_MIDDLE, face, *t);
        return true;
    }
    return false;
}

/* ---- legend ----------------------------------------------------------------- */

void legend_add(struct legend *l, struct pen pen, const char *text)
{
    legend_add_bar(l, pen, (struct pen){.fill = COLOUR_NONE, .line = COLOUR_NONE}, text);
}

void legend_add_bar(struct legend *l, struct pen pen, struct pen bar, const char *text)
{
    if (l->n < LEGEND_MOST)
        l->item[l->n++] =
            (struct legend_item){.pen = pen, .bar = bar, .bar_share = 0.5, .text = text};
}

void legend_add_sign(struct legend *l, struct pen pen, const char *inside, const char *text)
{
    int before = l->n;
    legend_add(l, pen, text);
    if (l->n > before) l->item[before].inside = inside;
}

static struct face letters_of(double letters)
{
    return (struct face){.size = letters, .colour = INK};
}

/* Draws when there is a scene; returns how many lines there are. */
static int flow(const struct legend *l, struct scene *s, struct typeset *t, struct rect box,
                double letters)
{
    struct face face = letters_of(letters);
    double x = box.x, y = box.y, sample = 2.4 * letters, gap = 2 * letters;
    int lines = l->n ? 1 : 0;
    for (int i = 0; i < l->n; i++) {
        const struct legend_item *k = &l->item[i];
        double w = sample + 0.6 * letters + typeset_width(t, k->text, face);
        if (x > box.x && x + w > box.x + box.w) {
            x = box.x;
            y += 1.7 * letters;
            lines++;
        }
        if (s) {
            struct rect b = {x, y + 0.2 * letters, sample, 1.05 * letters};
            struct rect part = {b.x, b.y, k->bar_share * b.w, b.h};
            scene_box(s, b, k->pen);
            if (k->bar.fill != COLOUR_NONE || k->bar.hatch) scene_box(s, part, k->bar);
            if (k->inside)
                scene_text(s, b.x + b.w / 2, b.y + b.h / 2 + 0.3 * letters, ANCHOR_MIDDLE,
                           (struct face){.size = 0.85 * letters, .is_bold = true, .colour = INK},
                           k->inside);
            scene_text_fit(s, x + sample + 0.6 * letters, y + 1.1 * letters, ANCHOR_START, face,
                           box.x + box.w - x - sample - 0.6 * letters, k->text);
        }
        x += w + gap;
    }
    return lines;
}

double legend_height(const struct legend *l, struct typeset *t, double width, double letters)
{
    return 1.7 * letters * flow(l, NULL, t, (struct rect){0, 0, width, 0}, letters);
}

void legend_draw(const struct legend *l, struct scene *s, double x, double y, double width,
                 double letters)
{
    flow(l, s, s->type, (struct rect){x, y, width, 0}, letters);
}
