#include "output/json_bill.h"

#include <math.h>

#include "output/csv_out.h"
#include "output/json_tree.h"
#include "plan/bill.h"

static void add_figure(cJSON *o, const struct bill *bill, const struct bill_line *line, int month)
{
    struct bill_figure f = bill_figure(bill, line, month);
    tree_number(o, "quantity", f.quantity);
    tree_number(o, "price", f.price);
    tree_number(o, "amount", f.amount);
}

static void add_lines(cJSON *to, const struct bill *bill, struct arena *a)
{
    int n;
    const struct bill_line *line = bill_lines(bill, &n, a);
    cJSON *list = cJSON_AddArrayToObject(to, "lines");
    for (int i = 0; i < n; i++) {
        cJSON *o = cJSON_CreateObject();
        cJSON_AddItemToArray(list, o);
        tree_text(o, "label", line[i].label, a);
        tree_text(o, "quantity_unit", line[i].unit, a);
        tree_text(o, "price_unit", bill_figure(bill, &line[i], GRID_TOTAL).price_unit, a);
        cJSON *months = cJSON_AddArrayToObject(o, "months");
        for (int m = 0; m < MONTHS; m++) {
            cJSON *month = cJSON_CreateObject();
            cJSON_AddItemToArray(months, month);
            add_figure(month, bill, &line[i], m);
        }
        cJSON *year = cJSON_AddObjectToObject(o, "year");
        add_figure(year, bill, &line[i], GRID_TOTAL);
    }
}

bool json_bill(const struct result *r, const struct bill *bill, const char *load,
               struct builder *out, struct diags *ds)
{
    cJSON *o = cJSON_CreateObject();
    tree_head(o, "dcplan.bill/1", r, out->arena);
    tree_text(o, "load", load, out->arena);
    tree_text(o, "line_currency", bill->has_tariff ? bill->use.currency : NULL, out->arena);
    tree_text(o, "currency", r->currency, out->arena);
    tree_number(o, "exchange_rate", bill->has_tariff ? bill->use.fx : (double)NAN);
    tree_number(o, "demand_factor", bill->has_tariff ? bill->use.demand_factor : (double)NAN);
    if (bill->has_tariff) add_lines(o, bill, out->arena);
    cJSON *months = cJSON_AddArrayToObject(o, "month_cost");
    for (int m = 0; m < MONTHS; m++) cJSON_AddItemToArray(months, tree_value(bill->month_cost[m]));
    tree_number(o, "year_cost", bill->year_cost);
    return tree_print(o, out, ds);
}

static void number(struct builder *out, double x)
{
    char text[TEXT_NUMBER_CAP];
    builder_format(out, ",%s", isfinite(x) ? text_shortest(text, x) : "");
}

static void cell(struct builder *out, const char *s)
{
    builder_text(out, ",");
    csv_text(out, s ? s : "");
}

void csv_bill(const struct bill *bill, struct builder *out)
{
    builder_text(out, "month,line,quantity,unit,price,price_unit,amount,currency\n");
    int n = 0;
    const struct bill_line *line = bill->has_tariff ? bill_lines(bill, &n, out->arena) : NULL;
    for (int m = 0; m < MONTHS && bill->has_tariff; m++) {
        for (int i = 0; i < n; i++) {
            struct bill_figure f = bill_figure(bill, &line[i], m);
            builder_format(out, "%d", m + 1);
            cell(out, line[i].label);
            number(out, f.quantity);
            cell(out, isfinite(f.quantity) ? line[i].unit : NULL);
            number(out, f.price);
            cell(out, f.price_unit);
            number(out, f.amount);
            cell(out, bill->use.currency);
            builder_text(out, "\n");
        }
        builder_format(out, "%d,Bill of the month,,,,", m + 1);
        number(out, bill->month_cost[m]);
        cell(out, bill->use.reported);
        builder_text(out, "\n");
    }
}
