#include "output/json_growth.h"

#include <math.h>

#include "output/csv_out.h"
#include "output/json_tree.h"

static void add_month(cJSON *to, const char *key, const struct growth *g, int i, struct arena *a)
{
    char text[TEXT_NUMBER_CAP];
    bool is_known = i >= 0 && i < g->n;
    tree_text(to, key, is_known ? date_write_month(g->month[i].month, text) : NULL, a);
}

static void add_date(cJSON *to, const char *key, struct date d, struct arena *a)
{
    char text[TEXT_NUMBER_CAP];
    tree_text(to, key, d.year ? date_write(d, text) : NULL, a);
}

/* Numbers of the sections of a kind, by name. */
static void add_counts(cJSON *to, const char *key, const struct bag *of, const int *n)
{
    cJSON *o = cJSON_AddObjectToObject(to, key);
    for (int i = 0; i < of->n; i++) tree_number(o, of->name[i], n[i]);
}

static cJSON *month_json(const struct growth *g, int i, struct arena *a)
{
    const struct growth_month *m = &g->month[i];
    const struct site *s = g->own->site;
    cJSON *o = cJSON_CreateObject();
    add_month(o, "month", g, i, a);
    add_counts(o, "servers", &s->of[KIND_SERVER], m->servers);
    add_counts(o, "reserved", &s->of[KIND_SERVER], m->reserved);
    add_counts(o, "blocks", &s->of[KIND_BLOCK], m->blocks);
    cJSON_AddBoolToObject(o, "fits", m->fits);
    tree_text(o, "reason", m->reason, a);
    tree_number(o, "it_kw", m->it_kw);
    tree_number(o, "facility_kw", m->facility_kw);
    tree_number(o, "it_kwh", m->it_kwh);
    tree_number(o, "facility_kwh", m->facility_kwh);
    tree_number(o, "cost", m->cost);
    return o;
}

static void add_series(cJSON *to, const char *key, const struct growth *g,
                       const struct growth_resource *r, size_t at)
{
    cJSON *list = cJSON_AddArrayToObject(to, key);
    for (int i = 0; i < g->n; i++) {
        const double *x = (const double *)(const void *)((const char *)&r->use[i] + at);
        cJSON_AddItemToArray(list, tree_value(*x));
    }
}

static const struct {
    const char *key;
    size_t at;
} parts[] = {{"used", offsetof(struct growth_use, used)},
             {"reserved", offsetof(struct growth_use, reserved)},
             {"stranded", offsetof(struct growth_use, stranded)},
             {"free", offsetof(struct growth_use, free)},
             {"limit", offsetof(struct growth_use, limit)}};
enum { N_PARTS = sizeof parts / sizeof *parts };

static cJSON *resource_json(const struct growth *g, const struct growth_resource *r,
                            struct arena *a)
{
    cJSON *o = cJSON_CreateObject();
    tree_text(o, "element", r->element, a);
    tree_text(o, "resource", r->resource, a);
    tree_text(o, "unit", r->unit, a);
    tree_text(o, "class", growth_class_words[r->class], a);
    add_month(o, "runs_out", g, r->runs_out, a);
    add_month(o, "short_from", g, r->short_from, a);
    tree_text(o, "by", r->words, a);
    tree_number(o, "order", r->order >= 0 ? r->order : (double)NAN);
    for (int i = 0; i < N_PARTS; i++) add_series(o, parts[i].key, g, r, parts[i].at);
    return o;
}

static cJSON *order_json(const struct growth *g, const struct growth_order *x, struct arena *a)
{
    cJSON *o = cJSON_CreateObject();
    tree_text(o, "block", x->name, a);
    tree_number(o, "number", x->k + 1);
    tree_text(o, "part", x->part, a);
    tree_text(o, "adds", x->adds, a);
    tree_text(o, "for", x->resource, a);
    add_month(o, "needed", g, x->needed, a);
    add_date(o, "order_by", x->order, a);
    add_date(o, "in_use", x->use, a);
    tree_number(o, "late_days", x->order.year ? (double)x->late_days : (double)NAN);
    tree_number(o, "price", x->price);
    tree_text(o, "price_of", isnan(x->price) ? NULL : x->is_part_price ? "part" : "block", a);
    return o;
}

static cJSON *year_json(const struct growth_year *y)
{
    cJSON *o = cJSON_CreateObject();
    tree_number(o, "year", y->year);
    tree_number(o, "months", y->months);
    tree_number(o, "it_kwh", y->it_kwh);
    tree_number(o, "facility_kwh", y->facility_kwh);
    tree_number(o, "cost", y->cost);
    return o;
}

bool json_growth(const struct growth *g, struct builder *out, struct diags *ds)
{
    struct arena *a = out->arena;
    cJSON *o = cJSON_CreateObject();
    tree_head(o, "dcplan.growth/1", g->own, a);
    tree_text(o, "currency", g->own->currency, a);
    tree_text(o, "verdict", g->verdict, a);
    add_month(o, "from", g, 0, a);
    add_month(o, "to", g, g->n - 1, a);
    add_month(o, "runs_out", g, g->runs_out, a);
    tree_text(o, "by", g->first, a);
    add_month(o, "short_from", g, g->short_from, a);
    tree_number(o, "cases", g->n_case);
    tree_number(o, "price_of_orders", g->price);
    tree_number(o, "orders_without_price", g->n_unpriced);
    cJSON *list = cJSON_AddArrayToObject(o, "orders");
    for (int i = 0; i < g->n_order; i++) cJSON_AddItemToArray(list, order_json(g, &g->order[i], a));
    list = cJSON_AddArrayToObject(o, "years");
    for (int i = 0; i < g->n_year; i++) cJSON_AddItemToArray(list, year_json(&g->year[i]));
    list = cJSON_AddArrayToObject(o, "months");
    for (int i = 0; i < g->n; i++) cJSON_AddItemToArray(list, month_json(g, i, a));
    list = cJSON_AddArrayToObject(o, "resources");
    for (int i = 0; i < g->n_resource; i++)
        cJSON_AddItemToArray(list, resource_json(g, &g->resource[i], a));
    return tree_print(o, out, ds);
}

void csv_growth(const struct growth *g, struct builder *out)
{
    char text[TEXT_NUMBER_CAP];
    builder_text(out,
                 "month,servers,servers_reserved,it_kw,facility_kw,element,resource,class,unit");
    for (int i = 0; i < N_PARTS; i++) builder_format(out, ",%s", parts[i].key);
    builder_text(out, "\n");
    for (int i = 0; i < g->n; i++)
        for (int k = 0; k < g->n_resource; k++) {
            const struct growth_month *m = &g->month[i];
            const struct growth_resource *r = &g->resource[k];
            builder_format(out, "%s,%d,%d", date_write_month(m->month, text), m->n_servers,
                           m->n_reserved);
            const double kw[] = {m->it_kw, m->facility_kw};
            for (int j = 0; j < 2; j++)
                builder_format(out, ",%s", isfinite(kw[j]) ? text_shortest(text, kw[j]) : "");
            builder_text(out, ",");
            csv_text(out, r->element);
            builder_text(out, ",");
            csv_text(out, r->resource);
            builder_format(out, ",%s,%s", growth_class_words[r->class], r->unit);
            for (int j = 0; j < N_PARTS; j++) {
                double x = *(const double *)(const void *)((const char *)&r->use[i] + parts[j].at);
                builder_format(out, ",%s", isfinite(x) ? text_shortest(text, x) : "");
            }
            builder_text(out, "\n");
        }
}
