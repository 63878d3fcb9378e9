#include "plan/book_growth.h"

#include <math.h>

#include "plan/growth.h"

static const char *month_words(const struct growth *g, int i, struct arena *a)
{
    char text[TEXT_NUMBER_CAP];
    if (i < 0 || i >= g->n) return "later";
    return arena_format(a, "%s", date_write_month(g->month[i].month, text));
}

static const char *day_words(struct date d, struct arena *a)
{
    char text[TEXT_NUMBER_CAP];
    return d.year ? arena_format(a, "%s", date_write(d, text)) : "no lead time";
}

void book_growth(const struct result *r, struct grid *g, int sheet, struct arena *a)
{
    enum { MONTH, SERVERS, RESERVED, IT_KW, KW, IT, KWH, PUE, COST, FITS, WHY, N };
    static const struct grid_column columns[N] = {
        [MONTH] = {.key = "plan_month", .label = "Month", .is_text = true},
        [SERVERS] = {.key = "plan_servers", .label = "Servers"},
        [RESERVED] = {.key = "plan_reserved", .label = "Reserved for"},
        [IT_KW] = {.key = "plan_it_kw", .label = "IT, mean kW", .decimals = 1},
        [KW] = {.key = "plan_kw", .label = "Facility, mean kW", .decimals = 1},
        [IT] = {.key = "plan_it_kwh", .label = "IT, kWh"},
        [KWH] = {.key = "plan_kwh", .label = "Facility, kWh"},
        [PUE] = {.key = "plan_pue", .label = "PUE", .decimals = 3, .expr = "plan_kwh/plan_it_kwh"},
        [COST] = {.key = "plan_cost", .label = "Electricity", .missing = "no price"},
        [FITS] = {.key = "plan_fits", .label = "Fits", .is_text = true},
        [WHY] = {.key = "plan_why", .label = "Why not", .is_text = true, .width = 60},
    };
    const struct growth *p = r->growth;
    struct grid_value *v = ARENA_ARRAY(a, struct grid_value, (size_t)p->n * N + 1);
    for (int i = 0; i < p->n; i++) {
        const struct growth_month *m = &p->month[i];
        struct grid_value *x = v + (size_t)i * N;
        x[MONTH].text = month_words(p, i, a);
        x[SERVERS].number = m->n_servers;
        x[RESERVED].number = m->n_reserved;
        x[IT_KW].number = m->it_kw;
        x[KW].number = m->facility_kw;
        x[IT].number = m->it_kwh;
        x[KWH].number = m->facility_kwh;
        x[COST].number = m->cost;
        x[FITS].text = m->fits ? "yes" : "no";
        x[WHY].text = m->reason ? m->reason : "";
    }
    grid_table(g, sheet, "growth_plan", columns, N, v, p->n);
}

void book_growth_use(const struct result *r, struct grid *g, int sheet, struct arena *a)
{
    enum { MONTH, CLASS, ELEMENT, RESOURCE, UNIT, USED, RESERVED, STRANDED, FREE, LIMIT, SHARE, N };
    static const struct grid_column columns[N] = {
        [MONTH] = {.key = "use_month", .label = "Month", .is_text = true},
        [CLASS] = {.key = "use_class", .label = "Kind", .is_text = true},
        [ELEMENT] = {.key = "use_element", .label = "Element", .is_text = true},
        [RESOURCE] = {.key = "use_resource", .label = "Resource", .is_text = true},
        [UNIT] = {.key = "use_unit", .label = "Unit", .is_text = true},
        [USED] = {.key = "use_used", .label = "Used", .decimals = 1},
        [RESERVED] = {.key = "use_reserved", .label = "Reserved", .decimals = 1},
        [STRANDED] = {.key = "use_stranded",
                      .label = "Stranded",
                      .decimals = 1,
                      .missing = "not known"},
        [FREE] = {.key = "use_free",
                  .label = "Free",
                  .decimals = 1,
                  .missing = "no limit",
                  .expr = "if(missing(use_stranded), use_limit - use_used - use_reserved, "
                          "use_limit - use_used - use_reserved - use_stranded)"},
        [LIMIT] = {.key = "use_limit", .label = "Limit", .decimals = 1, .missing = "no limit"},
        [SHARE] = {.key = "use_share",
                   .label = "Share of the limit",
                   .decimals = GRID_PERCENT,
                   .missing = "no limit",
                   .expr = "(use_used + use_reserved)/use_limit"},
    };
    const struct growth *p = r->growth;
    int tightest[N_GROWTH_CLASS], n = growth_tightest(p, tightest), at = 0;
    struct grid_value *v = ARENA_ARRAY(a, struct grid_value, (size_t)(p->n * n + 1) * N);
    for (int i = 0; i < p->n; i++)
        for (int k = 0; k < n; k++, at++) {
            const struct growth_resource *q = &p->resource[tightest[k]];
            const struct growth_use *u = &q->use[i];
            struct grid_value *x = v + (size_t)at * N;
            x[MONTH].text = month_words(p, i, a);
            x[CLASS].text = growth_class_words[q->class];
            x[ELEMENT].text = q->element;
            x[RESOURCE].text = q->resource;
            x[UNIT].text = q->unit;
            x[USED].number = u->used;
            x[RESERVED].number = u->reserved;
            x[STRANDED].number = u->stranded;
            x[LIMIT].number = u->limit;
        }
    grid_table(g, sheet, "growth_use", columns, N, v, at);
}

void book_growth_orders(const struct result *r, struct grid *g, int sheet, struct arena *a)
{
    enum { ORDER, BLOCK, ADDS, PART, FOR, NEEDED, USE, LATE, PRICE, PRICE_OF, N };
    static const struct grid_column columns[N] = {
        [ORDER] = {.key = "order_by", .label = "Order by", .is_text = true},
        [BLOCK] = {.key = "order_block", .label = "Block", .is_text = true},
        [ADDS] = {.key = "order_adds", .label = "Adds", .is_text = true},
        [PART] = {.key = "order_part", .label = "To", .is_text = true},
        [FOR] = {.key = "order_for", .label = "As this runs out", .is_text = true},
        [NEEDED] = {.key = "order_needed", .label = "Needed in", .is_text = true},
        [USE] = {.key = "order_use", .label = "In use", .is_text = true},
        [LATE] = {.key = "order_late", .label = "Days too late", .missing = "not known"},
        [PRICE] = {.key = "order_price", .label = "Price", .missing = "no price"},
        [PRICE_OF] = {.key = "order_price_of", .label = "Price of", .is_text = true},
    };
    const struct growth *p = r->growth;
    struct grid_value *v = ARENA_ARRAY(a, struct grid_value, (size_t)p->n_order * N + 1);
    for (int i = 0; i < p->n_order; i++) {
        const struct growth_order *o = &p->order[i];
        struct grid_value *x = v + (size_t)i * N;
        x[ORDER].text = day_words(o->order, a);
        x[BLOCK].text = o->name;
        x[ADDS].text = o->adds;
        x[PART].text = o->part;
        x[FOR].text = o->resource;
        x[NEEDED].text = month_words(p, o->needed, a);
        x[USE].text = day_words(o->use, a);
        x[LATE].number = o->order.year ? (double)o->late_days : (double)NAN;
        x[PRICE].number = o->price;
        x[PRICE_OF].text = isnan(o->price) ? "" : o->is_part_price ? "its part" : "the block";
    }
    grid_table(g, sheet, "growth_orders", columns, N, v, p->n_order);
}
