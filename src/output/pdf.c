#include "output/pdf.h"

#include <cairo-pdf.h>
#include <string.h>

#include "base/version.h"

static void set_metadata(cairo_surface_t *s, const struct document *d, const struct pdf_info *i,
                         struct arena *a)
{
    struct date day = i->date.year ? i->date : (struct date){2000, 1, 1};
    const char *when = arena_format(a, "%04d-%02d-%02dT00:00:00Z", day.year, day.month, day.day);
    cairo_pdf_surface_set_metadata(s, CAIRO_PDF_METADATA_TITLE, typeset_clean(a, d->title));
    cairo_pdf_surface_set_metadata(s, CAIRO_PDF_METADATA_AUTHOR, typeset_clean(a, i->author));
    cairo_pdf_surface_set_metadata(s, CAIRO_PDF_METADATA_SUBJECT, typeset_clean(a, i->subject));
    cairo_pdf_surface_set_metadata(s, CAIRO_PDF_METADATA_KEYWORDS, typeset_clean(a, i->keywords));
    cairo_pdf_surface_set_metadata(s, CAIRO_PDF_METADATA_CREATOR, "dcplan " DCPLAN_VERSION);
    cairo_pdf_surface_set_metadata(s, CAIRO_PDF_METADATA_CREATE_DATE, when);
    cairo_pdf_surface_set_metadata(s, CAIRO_PDF_METADATA_MOD_DATE, when);
}

static void add_outline(cairo_surface_t *s, const struct document *d, struct arena *a)
{
    for (int i = 0; i < d->n_outline; i++) {
        const char *to = arena_format(a, "dest='%s'", d->outline[i].target);
        cairo_pdf_surface_add_outline(s, CAIRO_PDF_OUTLINE_ROOT, d->outline[i].title, to,
                                      CAIRO_PDF_OUTLINE_FLAG_OPEN);
    }
}

static bool has_target(const struct document *d, const char *name)
{
    for (int p = 0; p < d->n_page; p++)
        for (int i = 0; i < d->page[p]->n; i++) {
            const struct mark *m = &d->page[p]->mark[i];
            if (m->kind == MARK_TARGET && strcmp(m->text, name) == 0) return true;
        }
    return false;
}

/* cairo takes a link to nowhere without a word. */
static bool links_are_good(const struct document *d, const char *path, struct diags *ds)
{
    for (int p = 0; p < d->n_page; p++)
        for (int i = 0; i < d->page[p]->n; i++) {
            const struct mark *m = &d->page[p]->mark[i];
            if (m->kind != MARK_LINK || has_target(d, m->text)) continue;
            diag_error(ds, DIAG_OUTPUT, (struct place){.file = path}, NULL,
                       "a link leads to '%s', which is nowhere in the document", m->text);
            return false;
        }
    return true;
}

static void draw_pages(cairo_t *c, cairo_surface_t *s, const struct document *d, struct arena *a)
{
    cairo_tag_begin(c, "Document", NULL);
    for (int i = 0; i < d->n_page; i++) {
        cairo_pdf_surface_set_page_label(s, arena_format(a, "%d", i + 1));
        cairo_out_draw(c, d->page[i]);
        cairo_show_page(c);
    }
    cairo_tag_end(c, "Document");
}

static bool write_to(struct sink *k, const struct document *d, const struct pdf_info *info,
                     const char *path, struct arena *a, struct diags *ds)
{
    cairo_surface_t *s = cairo_pdf_surface_create_for_stream(sink_write, k, d->width, d->height);
    cairo_pdf_surface_restrict_to_version(s, CAIRO_PDF_VERSION_1_5);
    set_metadata(s, d, info, a);
    cairo_t *c = cairo_create(s);
    draw_pages(c, s, d, a);
    add_outline(s, d, a);
    return cairo_out_finish(c, s, k, path, ds);
}

bool pdf_write(const struct document *d, const struct pdf_info *info, const char *path,
               struct arena *a, struct diags *ds)
{
    struct out_file o;
    if (!links_are_good(d, path, ds) || !out_open(a, path, &o, ds)) return false;
    struct sink k = {.f = o.f};
    if (write_to(&k, d, info, path, a, ds)) return out_commit(a, &o, ds);
    out_abandon(&o);
    return false;
}
