#include "cli/draw_elevations.h"

#include "cli/output_date.h"
#include "output/elevation_document.h"
#include "plan/floor_heat.h"

bool draw_elevations_pdf(const struct args *x, struct result *r, const char *path, struct arena *a,
                         struct diags *ds)
{
    rack_drawings_find(r, x->is_on[OPTION_ALL], a);
    return elevation_pdf_write(r, output_date(r->date, ds), paper_find(x->value[OPTION_PAPER]),
                               path, a, ds);
}

bool draw_elevations_svg(const struct args *x, struct result *r, const char *path, struct arena *a,
                         struct diags *ds)
{
    rack_drawings_find(r, x->is_on[OPTION_ALL], a);
    return elevation_svg_write(r, output_date(r->date, ds), paper_find(x->value[OPTION_PAPER]),
                               path, a, ds);
}
