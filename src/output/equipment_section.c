#include <string.h>

#include "output/capacity_sections.h"
#include "output/show.h"

enum { SIZES = 3 };

/* Kinds in the order of the table, with the keys that say how large a part is. */
struct kind_view {
    enum kind_id kind;
    const char *group, *size[SIZES];
};

static const struct kind_view electrical[] = {
    {KIND_UTILITY, "Utility", {"limit"}},
    {KIND_TRANSFORMER, "Transformers", {"rated_power"}},
    {KIND_UPS, "UPS", {"modules", "module_power", "redundancy"}},
    {KIND_PDU, "Distribution", {"rated_power"}},
    {KIND_LOAD, "Other loads", {"power"}},
    {KIND_RACK, "Racks", {"power"}},
    {KIND_SERVER, "Servers", {"power_maximum"}},
};

static const struct kind_view thermal[] = {
    {KIND_ROOM, "Rooms", {"supply", "containment"}},
    {KIND_CRAC, "Direct-expansion units", {"capacity", "airflow"}},
    {KIND_CRAH, "Chilled-water units", {"capacity", "airflow"}},
    {KIND_AHU, "Outdoor-air units", {"airflow"}},
    {KIND_REARDOOR, "Rear doors", {"capacity", "airflow"}},
    {KIND_CDU, "Coolant distribution", {"capacity"}},
    {KIND_LOOP, "Water circuits", {"supply", "design_heat"}},
    {KIND_REUSE, "Heat reuse", {"capacity"}},
    {KIND_ECONOMIZER, "Economizers", {"effectiveness"}},
    {KIND_CHILLER, "Chillers", {"capacity"}},
    {KIND_TOWER, "Cooling towers", {"capacity"}},
    {KIND_DRYCOOLER, "Dry coolers", {"capacity"}},
    {KIND_STORAGE, "Cold storage", {"capacity", "charge", "discharge"}},
};

static const struct param *param_of(const struct kind *k, const char *key)
{
    for (int i = 0; key && i < k->n_params; i++)
        if (strcmp(k->params[i].key, key) == 0) return &k->params[i];
    return NULL;
}

/* "4 × 25 kW", "120 kW, 8 m³/s". */
static const char *sizes(struct arena *a, const struct kind *k, const char *const key[SIZES],
                         const void *part)
{
    struct builder b = builder_new(a);
    const char *between = "";
    for (int i = 0; i < SIZES; i++) {
        const struct param *row = param_of(k, key[i]);
        const char *text = row ? param_print(row, part, a) : NULL;
        if (!text) continue;
        builder_format(&b, "%s%s", between, show_unit(a, text, NULL));
        between = row->type == PARAM_COUNT ? " × " : ", ";
    }
    return b.n ? b.s : "not stated";
}

static void add_refs(struct builder *b, const struct site *s, const struct ref_list *list)
{
    for (int i = 0; i < list->n; i++) {
        const struct ref *r = &list->ref[i];
        const char *name = r->index < 0 ? r->name : site_part_name(s, r->kind, r->index, b->arena);
        builder_format(b, "%s%s", i ? ", " : "", name);
    }
}

static bool is_reference(const struct param *row)
{
    return row->type == PARAM_REF || row->type == PARAM_REFS;
}

static const char *fed_from(struct arena *a, const struct site *s, const struct kind *k,
                            const void *part)
{
    struct builder b = builder_new(a);
    const struct param *row = param_of(k, "from");
    if (row) add_refs(&b, s, (const struct ref_list *)(const void *)((const char *)part + row->at));
    return b.n ? b.s : "";
}

/* All other references of the part: rooms it serves, circuits it rejects to. */
static const char *leads_to(struct arena *a, const struct site *s, const struct kind *k,
                            const void *part)
{
    struct builder b = builder_new(a);
    for (int i = 0; i < k->n_params; i++) {
        const struct param *row = &k->params[i];
        if (!is_reference(row) || strcmp(row->key, "from") == 0) continue;
        const struct ref_list *list =
            (const struct ref_list *)(const void *)((const char *)part + row->at);
        if (list->n == 0) continue;
        if (b.n) builder_text(&b, "; ");
        for (const char *c = row->key; *c; c++) builder_add(&b, *c == '_' ? " " : c, 1);
        builder_text(&b, ": ");
        add_refs(&b, s, list);
    }
    return b.n ? b.s : "";
}

/* "14, 12 needed" */
static const char *counts(struct arena *a, const struct kind *k, const void *part)
{
    const struct param *row = param_of(k, "count"), *needed = param_of(k, "needed");
    const char *count = row ? param_print(row, part, a) : NULL;
    const char *least = needed ? param_print(needed, part, a) : NULL;
    if (!count) return "1";
    return least ? arena_format(a, "%s, %s needed", count, least) : count;
}

static void add_kind(struct report *p, struct tabular *t, const struct site *s,
                     const struct kind_view *v)
{
    struct arena *a = p->arena;
    const struct bag *bag = &s->of[v->kind];
    if (bag->n == 0) return;
    const struct kind *k = &s->objects.kinds[v->kind];
    const char *head[] = {v->group, "", "", "", "", ""};
    table_row(t, head)->is_group = true;
    for (int i = 0; i < bag->n; i++) {
        const void *part = (const char *)bag->item + (size_t)i * k->size;
        const char *use = bag->object && bag->object[i] ? bag->object[i]->use : NULL;
        const char *cell[] = {site_part_name(s, (int)v->kind, i, a),
                              counts(a, k, part),
                              sizes(a, k, v->size, part),
                              fed_from(a, s, k, part),
                              leads_to(a, s, k, part),
                              use ? use : "defined in the site"};
        table_row(t, cell);
    }
}

static void add_table(struct report *p, const struct site *s, const char *caption,
                      const struct kind_view *view, int n)
{
    static const struct tabular_column column[] = {
        {"Part", ALIGN_TEXT, 1.3},     {"Count", ALIGN_TEXT, 0.8},    {"Size", ALIGN_TEXT, 1},
        {"Fed from", ALIGN_TEXT, 1.1}, {"Leads to", ALIGN_TEXT, 1.5}, {"Model", ALIGN_TEXT, 1.1}};
    struct tabular *t = report_table(p, caption, column, 6);
    for (int i = 0; i < n; i++) add_kind(p, t, s, &view[i]);
}

void equipment_section_add(struct report *p, const struct result *r)
{
    if (!r->site) return;
    report_section(p, "equipment", "Equipment and what feeds what");
    add_table(p, r->site, "Power", electrical, sizeof electrical / sizeof electrical[0]);
    add_table(p, r->site, "Cooling", thermal, sizeof thermal / sizeof thermal[0]);
}
