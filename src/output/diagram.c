#include "output/diagram.h"

#include <math.h>

#include "output/drawing.h"
#include "output/palette.h"
#include "output/show.h"

static const struct face id_face = {.size = 6.8, .is_bold = true, .colour = INK};
static const struct face text_face = {.size = 6.3, .colour = INK};
static const struct face soft_face = {.size = 6.3, .colour = INK_SOFT};
static const struct face over_face = {.size = 6.3, .is_bold = true, .colour = BAD};

static const double head_height = 29, legend_room = 14, leading = 7.8, pad = 4, bar_height = 4;
static const double greatest_box = 150, gap_most = 26, gap_least = 13, tallest = 580;
enum { LINES = 5 };

static double box_height(void)
{
    return LINES * leading + 2 * pad + bar_height + 3;
}

double diagram_height(const struct one_line *d, double width)
{
    (void)width;
    double boxes = d->n_layer * box_height(), edge = head_height + legend_room;
    double natural = edge + boxes + (d->n_layer - 1) * gap_most;
    return fmin(natural, fmax(tallest, edge + boxes + (d->n_layer - 1) * gap_least));
}

struct picture_of { /* where things stand */
    struct scene *s;
    const struct one_line *d;
    struct rect body;
    double box_h, gap;
};

static struct rect box_of(const struct picture_of *p, const struct one_line_node *v)
{
    double w = fmin(0.92 * v->width * p->body.w, greatest_box);
    if (v->what == ONE_LINE_WIRE) w = 0;
    return (struct rect){p->body.x + v->at * p->body.w - w / 2,
                         p->body.y + v->layer * (p->box_h + p->gap), w, p->box_h};
}

/* ---- lines ---- */

static struct pen line_pen(bool is_standby)
{
    struct pen pen = {.fill = COLOUR_NONE, .line = INK_SOFT, .width = 0.9};
    if (is_standby) pen.dash = 3, pen.gap = 2;
    return pen;
}

/* Where a line enters its consumer: its sources from left to right. */
static double port_of(const struct picture_of *p, int edge)
{
    const struct one_line_edge *e = &p->d->edge[edge];
    struct rect box = box_of(p, &p->d->node[e->to]);
    int n = 0, before = 0;
    for (int i = 0; i < p->d->n_edge; i++) {
        if (p->d->edge[i].to != e->to) continue;
        n++;
        before += p->d->edge[i].from < e->from;
    }
    return box.x + box.w * (before + 1) / (n + 1);
}

/* Sources of one row run at heights of their own, so that lines do not lie on each other. */
static double run_of(const struct picture_of *p, int from)
{
    int layer = p->d->node[from].layer, n = 0, before = 0;
    for (int i = 0; i < p->d->n; i++) {
        if (p->d->node[i].layer != layer) continue;
        n++;
        before += i < from;
    }
    struct rect box = box_of(p, &p->d->node[from]);
    return box.y + box.h + p->gap * (before + 1) / (n + 1);
}

static int lines_from(const struct one_line *d, int from)
{
    int n = 0;
    for (int i = 0; i < d->n_edge; i++) n += d->edge[i].from == from;
    return n;
}

static void draw_edge(const struct picture_of *p, int edge)
{
    const struct one_line_edge *e = &p->d->edge[edge];
    struct rect from = box_of(p, &p->d->node[e->from]), to = box_of(p, &p->d->node[e->to]);
    double x0 = from.x + from.w / 2, x1 = port_of(p, edge), y = run_of(p, e->from);
    struct point corner[] = {{x0, from.y + from.h}, {x0, y}, {x1, y}, {x1, to.y}};
    scene_polyline(p->s, corner, 4, line_pen(e->is_standby));
    if (lines_from(p->d, e->from) > 1) scene_dots(p->s, &(struct point){x0, y}, 1, 2.4, INK_SOFT);
    if (p->d->node[e->to].what == ONE_LINE_WIRE) /* on past the row */
        scene_line(p->s, to.x, to.y, to.x, to.y + to.h, line_pen(e->is_standby));
}

/* ---- boxes ---- */

static void draw_bar(const struct picture_of *p, const struct one_line_node *v, struct rect bar)
{
    struct pen frame = {.fill = PAPER, .line = INK_SOFT, .width = 0.5};
    struct rect part = bar;
    if (isnan(v->load)) {
        frame.hatch = HATCH_FALLING;
        frame.hatch_colour = RULE;
    }
    scene_box(p->s, bar, frame);
    double load = fmin(fmax(v->load, 0), 1), worst = fmin(fmax(v->worst, load), 1);
    if (!isnan(v->load)) {
        part.w = bar.w * load;
        struct pen pen = {.fill = ACCENT, .line = COLOUR_NONE};
        if (v->load > 1 + 1e-9)
            pen = (struct pen){
                .fill = PAPER, .line = BAD, .hatch = HATCH_RISING, .hatch_colour = BAD};
        scene_box(p->s, part, pen);
    }
    if (isnan(v->worst) || isnan(v->load)) return;
    part.x = bar.x + bar.w * load;
    part.w = bar.w * (worst - load);
    scene_box(p->s, part,
              (struct pen){.fill = PAPER,
                           .line = v->is_over ? BAD : ACCENT,
                           .width = 0.6,
                           .hatch = HATCH_RISING,
                           .hatch_colour = v->is_over ? BAD : ACCENT});
}

struct lines_of { /* of one box */
    int n;
    const char *text[LINES + 1];
    struct face face[LINES + 1];
};

static void add_line(struct lines_of *l, struct face face, const char *text)
{
    if (l->n >= LINES) return;
    l->text[l->n] = text;
    l->face[l->n++] = face;
}

/* The first that fits; else the last, which is cut. */
static void add_fitting(const struct picture_of *p, struct lines_of *l, struct face face, double w,
                        const char *const *text)
{
    while (text[1] && typeset_width(p->s->type, text[0], face) > w) text++;
    add_line(l, face, text[0]);
}

static void say_share(const struct picture_of *p, struct lines_of *l, double w, const char *when,
                      double share, const char *state)
{
    struct arena *a = p->s->arena;
    bool is_over = share > 1 + 1e-9;
    const char *percent = show_percent(a, share, 0, "");
    const char *text = arena_format(a, "%s %s%s", when, percent, is_over ? ", OVER" : "");
    const char *least = is_over ? arena_format(a, "OVER %s", percent) : text;
    const char *all = state ? arena_format(a, "%s: %s", text, state) : text;
    add_fitting(p, l, is_over ? over_face : text_face, w, (const char *[]){all, text, least, NULL});
}

static void say_loads(const struct picture_of *p, const struct one_line_node *v, double w,
                      struct lines_of *l)
{
    if (isnan(v->load)) {
        add_line(l, soft_face, "no limit");
        return;
    }
    say_share(p, l, w, "peak", v->load, NULL);
    if (v->what == ONE_LINE_LOAD) return; /* what racks draw does not grow in a failure */
    if (isnan(v->worst))
        add_fitting(p, l, soft_face, w, (const char *[]){"failure: no more", "no more", NULL});
    else
        say_share(p, l, w, "failure", v->worst, v->worst_state);
}

static void say_drops(const struct picture_of *p, const struct one_line_node *v, double w,
                      struct lines_of *l)
{
    struct arena *a = p->s->arena;
    const char *states = v->drops == 1 ? "state" : "states";
    const char *dark[] = {arena_format(a, "without power in %d %s", v->drops, states),
                          arena_format(a, "dark in %d %s", v->drops, states), NULL};
    const char *fed[] = {"powered in every state", "always fed", NULL};
    add_fitting(p, l, v->drops ? over_face : text_face, w, v->drops ? dark : fed);
}

/* Long names take two lines. */
static void say_id(const struct picture_of *p, const struct one_line_node *v, double w,
                   struct lines_of *l)
{
    struct arena *a = p->s->arena;
    const char **line, *id = v->count > 1 ? arena_format(a, "%s × %d", v->id, v->count) : v->id;
    int n = typeset_wrap(p->s->type, a, typeset_clean(a, id), id_face, w, 2, &line);
    for (int i = 0; i < n; i++) add_line(l, id_face, line[i]);
}

static struct lines_of lines_of(const struct picture_of *p, const struct one_line_node *v, double w)
{
    struct arena *a = p->s->arena;
    struct lines_of l = {0};
    say_id(p, v, w, &l);
    const char *both = v->rating && v->voltage ? arena_format(a, "%s, %s", v->rating, v->voltage)
                       : v->rating             ? v->rating
                                               : v->voltage;
    bool is_load = v->what == ONE_LINE_LOAD;
    if (both || !is_load)
        add_fitting(p, &l, v->rating ? text_face : soft_face, w,
                    (const char *[]){both ? both : "no rating", v->rating, NULL});
    if (!is_load || !isnan(v->load)) say_loads(p, v, w, &l);
    if (is_load) say_drops(p, v, w, &l);
    if (v->is_standby) add_line(&l, soft_face, "stands by");
    if (v->also) add_line(&l, soft_face, arena_format(a, "also: %s", v->also));
    return l;
}

static void draw_box(const struct picture_of *p, const struct one_line_node *v)
{
    struct rect box = box_of(p, v);
    struct pen frame = {.fill = v->what == ONE_LINE_LOAD ? SHADE : PAPER,
                        .line = v->is_over ? BAD : INK,
                        .width = v->is_over ? 1.9 : 0.7};
    if (v->is_standby) frame.dash = 3, frame.gap = 2;
    scene_box(p->s, box, frame);
    double w = box.w - 2 * pad, x = box.x + pad, y = box.y + pad - 1;
    struct lines_of l = lines_of(p, v, w);
    for (int i = 0; i < l.n; i++) {
        y += leading;
        scene_text_fit(p->s, x, y, ANCHOR_START, l.face[i], w, l.text[i]);
    }
    if (v->what == ONE_LINE_LOAD && isnan(v->load)) return;
    draw_bar(p, v, (struct rect){x, box.y + box.h - pad - bar_height, w, bar_height});
}

/* ---- all ---- */

static double say_sample(struct scene *s, double x, double y, const char *text)
{
    return x + scene_text(s, x, y, ANCHOR_START, soft_face, text) + 12;
}

static void draw_legend(struct scene *s, double x, double y)
{
    struct one_line_node sample = {.load = 0.45, .worst = 0.8};
    struct picture_of p = {.s = s};
    struct rect bar = {x, y - bar_height, 26, bar_height};
    draw_bar(&p, &sample, bar);
    x = say_sample(s, x + 30, y,
                   "of the tightest limit: at the peak, hatched in the worst failure");
    bar.x = x;
    sample.load = (double)NAN;
    draw_bar(&p, &sample, bar);
    x = say_sample(s, x + 30, y, "no limit is stated");
    scene_line(s, x, y - 2, x + 20, y - 2, line_pen(true));
    x = say_sample(s, x + 24, y, "stands by");
    scene_box(s, (struct rect){x, y - 5.5, 12, 6},
              (struct pen){.fill = PAPER, .line = BAD, .width = 1.9});
    say_sample(s, x + 17, y, "over a limit");
}

void diagram_draw(struct scene *s, struct rect box, const struct one_line *d)
{
    struct picture_of p = {.s = s, .d = d, .body = box, .box_h = box_height()};
    int gaps = d->n_layer > 1 ? d->n_layer - 1 : 1;
    p.body.y += head_height;
    p.body.h -= head_height + legend_room;
    p.gap = fmax((p.body.h - d->n_layer * p.box_h) / gaps, 4);
    drawing_title(s, box, d->finding);
    for (int i = 0; i < d->n_edge; i++) draw_edge(&p, i);
    for (int i = 0; i < d->n; i++)
        if (d->node[i].what != ONE_LINE_WIRE) draw_box(&p, &d->node[i]);
    draw_legend(s, box.x, box.y + box.h - 2);
}
