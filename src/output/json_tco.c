#include "output/json_tco.h"

#include <math.h>

#include "output/csv_out.h"
#include "output/json_tree.h"
#include "plan/tco_rank.h"

static void add_date(cJSON *to, struct date d, struct arena *a)
{
    char text[TEXT_NUMBER_CAP];
    tree_text(to, "date", d.year ? date_write(d, text) : NULL, a);
}

static void add_series(cJSON *to, const char *key, const double *v, int n)
{
    cJSON *list = cJSON_AddArrayToObject(to, key);
    for (int i = 0; i < n; i++) cJSON_AddItemToArray(list, tree_value(v[i]));
}

static void add_range(cJSON *to, const char *key, const struct tco_range *r)
{
    cJSON *o = cJSON_AddObjectToObject(to, key);
    tree_number(o, "value", r->value);
    tree_number(o, "low", r->low);
    tree_number(o, "high", r->high);
}

/* Every option has its keys, null where it is not given. */
static void add_options(cJSON *to, const struct tco_answer *t, struct arena *a)
{
    static const char *const keys[] = {"npv", "cost_gpu_hour", "cost_kwh_it"};
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < N_TCO_OPTION; i++) {
            const struct tco_option_result *o = &t->option[i];
            const double value[] = {o->npv, o->cost_gpu_hour, o->cost_kwh_it};
            tree_number(to, arena_format(a, "%s_%s", keys[k], tco_option_words[i]), value[k]);
        }
}

static void add_flows(cJSON *to, const struct tco_answer *t, struct arena *a)
{
    cJSON *flows = cJSON_AddObjectToObject(to, "flows");
    tree_names(flows, "year", t->tco->use.label, t->n + 1, a);
    for (int i = 0; i < N_TCO_OPTION; i++) {
        const struct tco_option_result *o = &t->option[i];
        if (!o->is_given) continue;
        cJSON *x = cJSON_AddObjectToObject(flows, tco_option_words[i]);
        add_series(x, "flow", o->flow, t->n + 1);
        add_series(x, "cumulative", o->cumulative, t->n + 1);
        add_series(x, "present_value", o->present, t->n + 1);
    }
}

static void add_offers(cJSON *to, const struct tco_answer *t, struct arena *a)
{
    cJSON *list = cJSON_AddArrayToObject(to, "offers");
    for (int k = 0; k < t->n_offer; k++) {
        const struct tco_offer *x = &t->offer[k];
        cJSON *o = cJSON_CreateObject();
        tree_text(o, "name", x->name, a);
        tree_text(o, "provider", x->provider, a);
        tree_number(o, "npv", x->npv);
        tree_number(o, "cost_gpu_hour", x->cost_gpu_hour);
        tree_number(o, "cost_kwh_it", x->cost_kwh_it);
        cJSON_AddBoolToObject(o, "left_out", x->is_left_out);
        add_date(o, x->date, a);
        tree_text(o, "source", x->source, a);
        cJSON_AddItemToArray(list, o);
    }
}

static void add_pair(cJSON *to, const char *key, const double pair[2])
{
    cJSON *list = cJSON_AddArrayToObject(to, key);
    for (int i = 0; i < 2; i++) cJSON_AddItemToArray(list, tree_value(pair[i]));
}

static void add_doubt(cJSON *to, const struct tco_answer *t, struct arena *a)
{
    cJSON *o = cJSON_AddObjectToObject(to, "uncertainty");
    add_range(o, "npv_own", &t->npv_own);
    add_range(o, "saving", &t->saving);
    add_range(o, "breakeven_utilisation", &t->breakeven);
    cJSON *list = cJSON_AddArrayToObject(o, "inputs");
    for (int i = 0; i < t->n_swing; i++) {
        const struct tco_swing *s = &t->swing[i];
        cJSON *x = cJSON_CreateObject();
        tree_text(x, "key", s->key, a);
        tree_text(x, "label", s->label, a);
        tree_text(x, "unit", s->unit, a);
        tree_number(x, "value", s->value);
        tree_number(x, "low", s->low);
        tree_number(x, "high", s->high);
        add_pair(x, "saving", s->saving);
        add_pair(x, "breakeven_utilisation", s->breakeven);
        add_pair(x, "npv_own", s->npv_own);
        cJSON_AddItemToArray(list, x);
    }
}

static void add_contents(cJSON *to, const struct tco_answer *t, struct arena *a)
{
    cJSON *list = cJSON_AddArrayToObject(to, "contents");
    for (int i = 0; i < t->n_content; i++) {
        const struct tco_line *x = &t->content[i];
        cJSON *o = cJSON_CreateObject();
        tree_text(o, "what", x->what, a);
        tree_text(o, "own", x->own, a);
        tree_text(o, "colo", x->colo, a);
        tree_text(o, "rent", x->rent, a);
        cJSON_AddItemToArray(list, o);
    }
}

static void add_sources(cJSON *to, const struct tco_answer *t, struct arena *a)
{
    cJSON *list = cJSON_AddArrayToObject(to, "sources");
    for (int i = 0; i < t->n_source; i++) {
        const struct tco_source *x = &t->source[i];
        cJSON *o = cJSON_CreateObject();
        tree_text(o, "object", x->object, a);
        tree_text(o, "key", x->key, a);
        tree_text(o, "value", arena_format(a, "%s%s", x->value, x->spread), a);
        add_date(o, x->date, a);
        tree_text(o, "source", x->source, a);
        cJSON_AddBoolToObject(o, "placeholder", x->is_placeholder);
        cJSON_AddItemToArray(list, o);
    }
    tree_number(to, "placeholders", t->n_placeholder);
    tree_number(to, "prices_without_date", t->n_undated);
    tree_number(to, "prices_without_uncertainty", t->n_unspread);
    tree_names(to, "missing", t->missing, t->n_missing, a);
}

static cJSON *answer_json(const struct tco_answer *t, struct arena *a)
{
    cJSON *o = cJSON_CreateObject();
    tree_head(o, "dcplan.tco/1", t->result, a);
    tree_text(o, "answer", t->headline, a);
    tree_text(o, "cheaper", tco_verdict_words[t->verdict], a);
    tree_number(o, "years", t->n);
    tree_number(o, "utilisation", t->utilisation);
    add_options(o, t, a);
    tree_number(o, "irr", t->irr);
    tree_number(o, "payback", t->payback);
    tree_number(o, "breakeven_utilisation", t->breakeven.value);
    tree_number(o, "breakeven_month", t->breakeven_month);
    tree_number(o, "breakeven_price", t->breakeven_price);
    tree_number(o, "breakeven_electricity", t->breakeven_electricity);
    tree_number(o, "rent_price", t->rent_price);
    tree_number(o, "saving", t->saving.value);
    tree_number(o, "saving_year", t->saving_year);
    tree_number(o, "hybrid_share", t->hybrid_share);
    tree_number(o, "hybrid_rented", t->hybrid_above);
    add_flows(o, t, a);
    add_offers(o, t, a);
    add_doubt(o, t, a);
    add_contents(o, t, a);
    add_sources(o, t, a);
    return o;
}

static void add_ranks(cJSON *to, const struct tco_answer *t, int n, struct arena *a)
{
    static const char *const key[N_TCO_ORDER] = {"pue", "bill", "npv_own"};
    struct tco_rank *rank = ARENA_ARRAY(a, struct tco_rank, (size_t)n);
    const char *words = tco_rank(t, n, rank, a);
    cJSON *list = cJSON_AddArrayToObject(to, "ranking");
    for (int i = 0; i < n; i++) {
        cJSON *o = cJSON_CreateObject();
        tree_text(o, "site", t[i].result->site_name, a);
        for (int k = 0; k < N_TCO_ORDER; k++) {
            int place = rank[i].place[k];
            tree_number(o, key[k], tco_rank_value(&t[i], (enum tco_order)k));
            tree_number(o, arena_format(a, "place_by_%s", key[k]), place ? place : (double)NAN);
        }
        cJSON_AddItemToArray(list, o);
    }
    tree_text(to, "order", words, a);
}

bool json_tco(const struct tco_answer *t, int n, struct builder *out, struct diags *ds)
{
    if (n == 1) return tree_print(answer_json(t, out->arena), out, ds);
    cJSON *o = cJSON_CreateObject(), *list;
    tree_text(o, "schema", "dcplan.tco/1", out->arena);
    list = cJSON_AddArrayToObject(o, "sites");
    for (int i = 0; i < n; i++) cJSON_AddItemToArray(list, answer_json(&t[i], out->arena));
    add_ranks(o, t, n, out->arena);
    return tree_print(o, out, ds);
}

static void csv_number(struct builder *out, double x)
{
    char text[TEXT_NUMBER_CAP];
    builder_format(out, ",%s", isfinite(x) ? text_shortest(text, x) : "");
}

void csv_tco(const struct tco_answer *t, bool has_head, struct builder *out)
{
    if (has_head) builder_text(out, "site,year,option,currency,flow,cumulative,present_value\n");
    for (int i = 0; i < N_TCO_OPTION; i++)
        for (int y = 0; y <= t->n && t->option[i].is_given; y++) {
            csv_text(out, t->result->site_name);
            builder_format(out, ",%s,%s,", t->tco->use.label[y], tco_option_words[i]);
            csv_text(out, t->result->currency);
            csv_number(out, t->option[i].flow[y]);
            csv_number(out, t->option[i].cumulative[y]);
            csv_number(out, t->option[i].present[y]);
            builder_text(out, "\n");
        }
}
