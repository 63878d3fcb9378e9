#include "output/elevation_document.h"

#include <stdio.h>
#include <string.h>

#include "output/capacity_report.h"
#include "output/pdf.h"
#include "plan/book.h"

static void add_floor(struct report *p, const struct floor_heat *h)
{
    report_section(p, h->room, arena_format(p->arena, "Floor of %s", h->room));
    report_heat(p, h, FLOOR_HEAT_ALL);
    for (int what = 0; what < N_HEAT; what++) report_heat(p, h, what);
}

static struct document *document_of(const struct result *r, struct date date, enum paper paper,
                                    struct typeset *t, struct arena *a)
{
    const char *title = r->site_title && *r->site_title ? r->site_title : r->site_name;
    struct report *p = report_new(a, "Racks and floors", title);
    int pages = elevation_pages(r->elevations);
    report_strip(p, r, "Racks and floors", date);
    for (int i = 0; i < r->n_room; i++)
        if (r->room[i].heat) add_floor(p, r->room[i].heat);
    report_add(p, BLOCK_PAGE);
    report_section(p, "racks", "Rack elevations");
    for (int i = 0; i < pages; i++) report_elevations(p, r->elevations, i);
    struct document *d = layout_make(p, paper, t, a);
    d->title = arena_format(a, "Racks and floors: %s", title);
    return d;
}

static bool has_racks(const struct result *r, struct diags *ds)
{
    if (r->elevations && r->elevations->n) return true;
    diag_error(ds, DIAG_INPUT, (struct place){0}, "a section [rack NAME] makes one",
               "site '%s' has no racks to draw", r->site_name);
    return false;
}

bool elevation_pdf_write(const struct result *r, struct date date, enum paper paper,
                         const char *path, struct arena *a, struct diags *ds)
{
    const struct siteinfo *site = r->site->info;
    if (!has_racks(r, ds)) return false;
    struct typeset *t = typeset_new(a);
    bool is_good = typeset_has_font(t, ds);
    if (is_good) {
        struct pdf_info info = {
            .author = site->prepared_by ? site->prepared_by : "dcplan",
            .subject = "Rack elevations and floor maps",
            .keywords = arena_format(a, "datacenter, racks, elevation, floor, inputs %s",
                                     book_input_hash(r, a)),
            .date = date};
        is_good = pdf_write(document_of(r, date, paper, t, a), &info, path, a, ds);
    }
    typeset_report(t, ds);
    typeset_free(t);
    return is_good;
}

/* FILE-3.svg of FILE.svg. */
static const char *page_path(const char *path, int page, struct arena *a)
{
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
    int stem = dot ? (int)(dot - path) : (int)strlen(path);
    return arena_format(a, "%.*s-%d%s", stem, path, page, dot ? dot : "");
}

bool elevation_svg_write(const struct result *r, struct date date, enum paper paper,
                         const char *path, struct arena *a, struct diags *ds)
{
    if (!has_racks(r, ds)) return false;
    struct typeset *t = typeset_new(a);
    bool is_good = typeset_has_font(t, ds);
    struct document *d = is_good ? document_of(r, date, paper, t, a) : NULL;
    for (int i = 0; is_good && i < d->n_page; i++)
        is_good = svg_write(d->page[i], d->n_page == 1 ? path : page_path(path, i + 1, a), a, ds);
    for (int i = d ? d->n_page : 0; is_good && d->n_page > 1; i++) /* of an earlier run */
        if (remove(page_path(path, i + 1, a))) break;
    typeset_report(t, ds);
    typeset_free(t);
    return is_good;
}
