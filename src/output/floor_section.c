#include <math.h>

#include "output/capacity_sections.h"
#include "output/show.h"
#include "plan/aisles.h"
#include "plan/fabric_find.h"

static void add_aisles(struct report *p, const struct result *r)
{
    static const struct tabular_column column[] = {
        {"Aisle", ALIGN_TEXT, 2},    {"Width", ALIGN_RIGHT, 0},  {"From x, y", ALIGN_RIGHT, 0},
        {"To x, y", ALIGN_RIGHT, 0}, {"Fronts", ALIGN_RIGHT, 0}, {"Backs", ALIGN_RIGHT, 0}};
    struct arena *a = p->arena;
    struct tabular *t = report_table(p, "Aisles, in metres", column, 6);
    for (int i = 0; i < r->aisles->n; i++) {
        const struct aisle *x = &r->aisles->aisle[i];
        const char *cell[] = {arena_format(a, "%s, %s",
                                           site_part_name(r->site, KIND_ROOM, x->room, a),
                                           aisle_words[x->kind]),
                              show_number(a, x->width_m, 2, ""),
                              arena_format(a, "%s, %s", show_number(a, x->box.x0_m, 2, ""),
                                           show_number(a, x->box.y0_m, 2, "")),
                              arena_format(a, "%s, %s", show_number(a, x->box.x1_m, 2, ""),
                                           show_number(a, x->box.y1_m, 2, "")),
                              show_number(a, x->fronts, 0, ""),
                              show_number(a, x->backs, 0, "")};
        table_row(t, cell);
    }
}

static void add_fabrics(struct report *p, const struct result *r)
{
    static const struct tabular_column column[] = {
        {"Fabric", ALIGN_TEXT, 2},    {"Switches", ALIGN_RIGHT, 0},  {"Needed", ALIGN_RIGHT, 0},
        {"Links", ALIGN_RIGHT, 0},    {"Copper", ALIGN_RIGHT, 0},    {"Optical", ALIGN_RIGHT, 0},
        {"Cable, m", ALIGN_RIGHT, 0}, {"Longest, m", ALIGN_RIGHT, 0}};
    struct arena *a = p->arena;
    struct tabular *t = report_table(p, "Fabrics", column, 8);
    for (int i = 0; i < r->fabrics->n; i++) {
        const struct fabric_use *x = &r->fabrics->item[i];
        bool is_known = !isnan(x->longest_m);
        const char *cell[] = {x->name,
                              show_number(a, x->n_switch, 0, ""),
                              show_number(a, x->needed, 0, ""),
                              show_number(a, x->links, 0, ""),
                              is_known ? show_number(a, x->copper, 0, "") : "not known",
                              is_known ? show_number(a, x->optical, 0, "") : "not known",
                              is_known ? show_number(a, x->total_m, 0, "") : "not known",
                              show_number(a, x->longest_m, 1, "not known")};
        struct tabular_row *row = table_row(t, cell);
        if (x->unconnected) row->tone = TONE_BAD;
    }
}

void floor_section_add(struct report *p, const struct result *r)
{
    bool has_aisles = r->aisles && r->aisles->n, has_fabrics = r->fabrics && r->fabrics->n;
    if (!has_aisles && !has_fabrics) return;
    report_section(p, "aisles", has_fabrics ? "Aisles and fabrics" : "Aisles");
    if (has_aisles) add_aisles(p, r);
    if (has_fabrics) add_fabrics(p, r);
}
