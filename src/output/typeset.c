#include "output/typeset.h"

#include <string.h>

#include <pango/pangocairo.h>

#include "base/text.h"

enum { UNKNOWN_MAX = 256, UNKNOWN_SHOWN = 8 };

struct typeset {
    struct arena *arena;
    PangoFontMap *map;
    PangoContext *context;
    PangoLayout *layout, *probe;
    PangoFontDescription *font;
    int n_unknown;
    gunichar unknown[UNKNOWN_MAX];
};

/* Metrics without hints, so that a text is as wide in a PDF as on a screen. */
static void context_set_up(PangoContext *c)
{
    cairo_font_options_t *o = cairo_font_options_create();
    cairo_font_options_set_hint_style(o, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(o, CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_antialias(o, CAIRO_ANTIALIAS_GRAY);
    pango_cairo_context_set_font_options(c, o);
    cairo_font_options_destroy(o);
    pango_cairo_context_set_resolution(c, 72);
    pango_context_set_round_glyph_positions(c, FALSE);
    pango_context_set_language(c, pango_language_from_string("en"));
    pango_context_set_base_dir(c, PANGO_DIRECTION_LTR);
}

struct typeset *typeset_new(struct arena *a)
{
    struct typeset *t = ARENA_ARRAY(a, struct typeset, 1);
    t->arena = a;
    t->map = pango_cairo_font_map_new();
    t->context = pango_font_map_create_context(t->map);
    context_set_up(t->context);
    t->layout = pango_layout_new(t->context);
    t->probe = pango_layout_new(t->context);
    t->font = pango_font_description_from_string("DejaVu Sans");
    return t;
}

void typeset_free(struct typeset *t)
{
    pango_font_description_free(t->font);
    g_object_unref(t->probe);
    g_object_unref(t->layout);
    g_object_unref(t->context);
    g_object_unref(t->map);
}

const char *typeset_clean(struct arena *a, const char *s)
{
    if (!s) return "";
    struct builder b = builder_new(a);
    size_t n = strlen(s);
    while (n > 0) {
        size_t good = text_utf8_prefix(s, n);
        for (size_t i = 0; i < good; i++) {
            unsigned char c = (unsigned char)s[i];
            builder_add(&b, c < 0x20 || c == 0x7f ? " " : s + i, 1);
        }
        s += good;
        n -= good;
        if (n == 0) break;
        builder_text(&b, "\xEF\xBF\xBD");
        s++;
        n--;
    }
    return b.s ? b.s : "";
}

static void font_set(struct typeset *t, PangoLayout *l, struct face f)
{
    pango_font_description_set_weight(t->font, f.is_bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
    pango_font_description_set_style(t->font,
                                     f.is_italic ? PANGO_STYLE_OBLIQUE : PANGO_STYLE_NORMAL);
    pango_font_description_set_absolute_size(t->font, f.size * PANGO_SCALE);
    pango_layout_set_font_description(l, t->font);
}

static void unknown_add(struct typeset *t, gunichar c)
{
    for (int i = 0; i < t->n_unknown; i++)
        if (t->unknown[i] == c) return;
    if (t->n_unknown < UNKNOWN_MAX) t->unknown[t->n_unknown++] = c;
}

/* Which characters of s have no glyph. */
static void unknown_find(struct typeset *t, const char *s)
{
    for (; *s; s += g_utf8_skip[*(const unsigned char *)s]) {
        pango_layout_set_text(t->probe, s, (int)(g_utf8_skip[*(const unsigned char *)s]));
        if (pango_layout_get_unknown_glyphs_count(t->probe) > 0) unknown_add(t, g_utf8_get_char(s));
    }
}

PangoLayout *typeset_layout(struct typeset *t, const char *s, struct face f)
{
    font_set(t, t->layout, f);
    pango_layout_set_width(t->layout, -1);
    pango_layout_set_single_paragraph_mode(t->layout, TRUE);
    pango_layout_set_text(t->layout, s, -1);
    if (pango_layout_get_unknown_glyphs_count(t->layout) > 0) unknown_find(t, s);
    return t->layout;
}

double typeset_width(struct typeset *t, const char *s, struct face f)
{
    int w, h;
    pango_layout_get_size(typeset_layout(t, s, f), &w, &h);
    return (double)w / PANGO_SCALE;
}

const char *typeset_fit(struct typeset *t, struct arena *a, const char *s, struct face f,
                        double width)
{
    if (typeset_width(t, s, f) <= width) return s;
    size_t low = 0, high = (size_t)g_utf8_strlen(s, -1);
    const char *best = "";
    while (low < high) { /* the most characters that fit */
        size_t mid = (low + high + 1) / 2;
        const char *end = g_utf8_offset_to_pointer(s, (glong)mid);
        const char *cut = arena_format(a, "%.*s\u2026", (int)(end - s), s);
        if (typeset_width(t, cut, f) <= width) {
            low = mid;
            best = cut;
        } else {
            high = mid - 1;
        }
    }
    return best;
}

static const char *line_text(struct arena *a, const char *s, int start, int n)
{
    while (n > 0 && s[start + n - 1] == ' ') n--;
    while (n > 0 && s[start] == ' ') start++, n--;
    return arena_text(a, s + start, (size_t)n);
}

int typeset_wrap(struct typeset *t, struct arena *a, const char *s, struct face f, double width,
                 int most, const char ***line)
{
    PangoLayout *l = typeset_layout(t, s, f);
    pango_layout_set_width(l, (int)(width * PANGO_SCALE));
    pango_layout_set_wrap(l, PANGO_WRAP_WORD_CHAR);
    int n = pango_layout_get_line_count(l);
    int shown = n < most ? n : most;
    int *start = ARENA_ARRAY(a, int, (size_t)n + 1);
    for (int i = 0; i < n; i++) {
        PangoLayoutLine *p = pango_layout_get_line_readonly(l, i);
        start[i] = p->start_index;
    }
    start[n] = (int)strlen(s);
    const char **out = ARENA_ARRAY(a, const char *, (size_t)shown + 1);
    for (int i = 0; i < shown; i++) out[i] = line_text(a, s, start[i], start[i + 1] - start[i]);
    if (shown < n)
        out[shown - 1] = typeset_fit(
            t, a, line_text(a, s, start[shown - 1], start[n] - start[shown - 1]), f, width);
    *line = out;
    return shown;
}

bool typeset_has_font(struct typeset *t, struct diags *ds)
{
    pango_layout_set_text(t->probe, "A", 1);
    if (pango_layout_get_unknown_glyphs_count(t->probe) == 0) return true;
    diag_error(ds, DIAG_OUTPUT, (struct place){0}, "install fonts-dejavu-core",
               "no font is installed, so no text can be drawn");
    return false;
}

void typeset_report(const struct typeset *t, struct diags *ds)
{
    struct builder list = builder_new(t->arena);
    for (int i = 0; i < t->n_unknown; i++) {
        char utf8[8] = {0}, code[16];
        if (i == UNKNOWN_SHOWN) {
            builder_format(&list, " and %d more", t->n_unknown - i);
            break;
        }
        utf8[g_unichar_to_utf8(t->unknown[i], utf8)] = '\0';
        g_snprintf(code, sizeof code, "U+%04X", (unsigned)t->unknown[i]);
        builder_format(&list, "%s'%s' (%s)", i ? ", " : "", utf8, code);
    }
    if (t->n_unknown > 0)
        diag_warning(ds, DIAG_OUTPUT, (struct place){0},
                     "install a font that has it, for example fonts-wqy-microhei or fonts-noto-cjk",
                     "no font has the character %s", list.s);
}
