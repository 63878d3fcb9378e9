#include "output/json_optimise.h"

#include <math.h>
#include <string.h>

#include "output/csv_out.h"
#include "output/json_tree.h"

/* ---- points -------------------------------------------------------------------------- */

static void add_outcomes(cJSON *to, const struct outcome *x, struct arena *a)
{
    cJSON *o = cJSON_AddObjectToObject(to, "metrics");
    for (int i = 0; i < N_OUTCOME; i++) {
        const struct metric_row *m = outcome_row(i);
        char text[TEXT_NUMBER_CAP];
        bool is_month = !strcmp(m->unit, "month") && !isnan(x->value[i]);
        if (is_month)
            tree_text(o, m->key, date_write_month((int)x->value[i], text), a);
        else
            tree_number(o, m->key, x->value[i]);
    }
}

static cJSON *point_json(const struct optimise *o, const struct optimise_point *p, struct arena *a)
{
    cJSON *x = cJSON_CreateObject(), *set = cJSON_AddObjectToObject(x, "set");
    for (int i = 0; i < o->n_vary; i++)
        tree_text(set, o->vary[i].key.key, p->value[i] ? p->value[i] : o->vary[i].key.text, a);
    cJSON_AddBoolToObject(x, "keeps", p->is_kept);
    cJSON *list = cJSON_AddArrayToObject(x, "conditions");
    for (int i = 0; i < o->n_keep; i++)
        cJSON_AddItemToArray(list,
                             p->keeps[i] < 0 ? cJSON_CreateNull() : cJSON_CreateBool(p->keeps[i]));
    tree_text(x, "limits", p->outcome.text[0] ? p->outcome.text : NULL, a);
    add_outcomes(x, &p->outcome, a);
    return x;
}

static cJSON *vary_json(const struct optimise *o, int i, struct arena *a)
{
    const struct vary *v = &o->vary[i];
    cJSON *x = cJSON_CreateObject();
    bool is_choice = v->range.is_choice;
    tree_text(x, "key", v->key.key, a);
    tree_text(x, "unit", is_choice ? NULL : v->unit, a);
    tree_text(x, "now", v->key.text, a);
    tree_number(x, "from", is_choice ? (double)NAN : v->range.min);
    tree_number(x, "to", is_choice ? (double)NAN : v->range.max);
    if (is_choice)
        tree_names(x, "choices", v->choice, v->n_choice, a);
    else
        cJSON_AddNullToObject(x, "choices");
    return x;
}

static void add_asked(cJSON *to, const struct optimise *o, struct arena *a)
{
    cJSON *list = cJSON_AddArrayToObject(to, "vary");
    for (int i = 0; i < o->n_vary; i++) cJSON_AddItemToArray(list, vary_json(o, i, a));
    list = cJSON_AddArrayToObject(to, "conditions");
    for (int i = 0; i < o->n_keep; i++)
        cJSON_AddItemToArray(list, cJSON_CreateString(o->keep[i].text));
}

static void add_tally(cJSON *to, const struct search_tally *t, const char *why, struct arena *a)
{
    tree_number(to, "cases", t->n_case);
    tree_number(to, "cases_failed", t->n_unknown);
    tree_number(to, "cases_breaking", t->n_broken);
    tree_text(to, "failed_because", why, a);
}

/* ---- an optimum ---------------------------------------------------------------------- */

static const char *const next_words[] = {[NEXT_NONE] = NULL,
                                         [NEXT_BOUND] = "bound",
                                         [NEXT_BREAKS] = "breaks",
                                         [NEXT_WORSE] = "worse",
                                         [NEXT_WORSE_BREAKS] = "worse and breaks",
                                         [NEXT_SAME] = "same",
                                         [NEXT_BETTER] = "better",
                                         [NEXT_UNKNOWN] = "failed"};

static cJSON *side_json(const struct optimise *o, const struct optimise_side *s, struct arena *a)
{
    cJSON *x = cJSON_CreateObject();
    tree_text(x, "is", next_words[s->next], a);
    tree_number(x, "change", s->change);
    tree_text(x, "condition", s->keep >= 0 ? o->keep[s->keep].text : NULL, a);
    tree_text(x, "why", s->text, a);
    return x;
}

static void add_sides(cJSON *to, const struct optimise *o, struct arena *a)
{
    cJSON *list = cJSON_AddArrayToObject(to, "next_to_best");
    for (int i = 0; i < o->n_vary; i++) {
        if (o->vary[i].range.is_choice) continue;
        cJSON *x = cJSON_CreateObject();
        tree_text(x, "key", o->vary[i].key.key, a);
        tree_number(x, "step", o->step[i]);
        cJSON_AddItemToObject(x, "less", side_json(o, &o->side[2 * i], a));
        cJSON_AddItemToObject(x, "more", side_json(o, &o->side[2 * i + 1], a));
        cJSON_AddItemToArray(list, x);
    }
}

static void add_best(cJSON *to, const struct optimise *o, struct arena *a)
{
    const struct search_answer *s = &o->search;
    bool is_found = o->best.is_kept;
    cJSON_AddItemToObject(to, is_found ? "best" : "nearest", point_json(o, &o->best, a));
    tree_number(to, "gain", is_found ? o->gain : (double)NAN);
    tree_number(to, "saving_per_year", is_found ? o->saving : (double)NAN);
    cJSON *sure = cJSON_AddObjectToObject(to, "sure");
    cJSON_AddBoolToObject(sure, "all_combinations", s->is_whole);
    cJSON_AddBoolToObject(sure, "settled", s->is_settled);
    tree_number(sure, "last_step", s->step);
    tree_number(sure, "local_searches", s->n_local);
    tree_number(sure, "keeping", s->n_local_kept);
    tree_number(sure, "as_good", s->n_agree);
    tree_number(sure, "worst", o->goal[0].is_greatest ? -s->worst : s->worst);
    add_sides(to, o, a);
}

bool json_optimise(const struct optimise *o, struct builder *out, struct diags *ds)
{
    struct arena *a = out->arena;
    cJSON *x = cJSON_CreateObject();
    tree_head(x, "dcplan.optimise/1", o->own, a);
    tree_text(x, "currency", o->own->currency, a);
    tree_text(x, "verdict", o->verdict, a);
    cJSON *list = cJSON_AddArrayToObject(x, "goals");
    for (int i = 0; i < o->n_goal; i++) {
        cJSON *g = cJSON_CreateObject();
        tree_text(g, "metric", outcome_row(o->goal[i].outcome)->key, a);
        tree_text(g, "wanted", o->goal[i].is_greatest ? "greatest" : "least", a);
        cJSON_AddItemToArray(list, g);
    }
    add_asked(x, o, a);
    add_tally(x, &o->search.tally, o->why_unknown, a);
    cJSON_AddItemToObject(x, "now", point_json(o, &o->now, a));
    if (o->n_goal == 1) {
        add_best(x, o, a);
    } else {
        list = cJSON_AddArrayToObject(x, "front");
        for (int i = 0; i < o->n_front; i++)
            cJSON_AddItemToArray(list, point_json(o, &o->front[i], a));
        if (!o->n_front) cJSON_AddItemToObject(x, "nearest", point_json(o, &o->best, a));
    }
    return tree_print(x, out, ds);
}

/* ---- a goal -------------------------------------------------------------------------- */

static const char *const kind_words[] = {
    [ROOT_POINT] = "solution", [ROOT_RANGE] = "range", [ROOT_STEP] = "step"};

bool json_goal(const struct goal *g, struct builder *out, struct diags *ds)
{
    struct arena *a = out->arena;
    const struct optimise *o = &g->site;
    cJSON *x = cJSON_CreateObject();
    tree_head(x, "dcplan.solve/1", o->own, a);
    tree_text(x, "currency", o->own->currency, a);
    tree_text(x, "verdict", g->verdict, a);
    tree_text(x, "left", g->left, a);
    tree_text(x, "right", g->right, a);
    tree_number(x, "tolerance", g->tolerance);
    add_asked(x, o, a);
    add_tally(x, &g->tally, o->why_unknown, a);
    tree_number(x, "scanned", g->n_scan);
    tree_number(x, "least", g->range[0]);
    tree_number(x, "least_at", g->at[0]);
    tree_number(x, "greatest", g->range[1]);
    tree_number(x, "greatest_at", g->at[1]);
    tree_number(x, "nearest_at", g->nearest_at);
    cJSON_AddBoolToObject(x, "more_solutions", g->is_cut);
    cJSON_AddItemToObject(x, "now", point_json(o, &o->now, a));
    cJSON *list = cJSON_AddArrayToObject(x, "solutions");
    for (int i = 0; i < g->n; i++) {
        const struct goal_solution *s = &g->solution[i];
        cJSON *item = cJSON_CreateObject();
        tree_text(item, "kind", kind_words[s->kind], a);
        tree_number(item, "left", s->left);
        cJSON_AddItemToObject(item, "at", point_json(o, &s->at, a));
        tree_number(item, "left_other", s->kind == ROOT_POINT ? (double)NAN : s->left_other);
        cJSON_AddItemToObject(item, "other",
                              s->kind == ROOT_POINT ? cJSON_CreateNull()
                                                    : point_json(o, &s->other, a));
        cJSON_AddItemToArray(list, item);
    }
    return tree_print(x, out, ds);
}

/* ---- tables -------------------------------------------------------------------------- */

static void csv_heads(const struct optimise *o, struct builder *out)
{
    builder_text(out, "point");
    for (int i = 0; i < o->n_vary; i++) {
        builder_text(out, ",");
        csv_text(out, o->vary[i].key.key);
    }
    builder_text(out, ",keeps");
    for (int i = 0; i < N_OUTCOME; i++) builder_format(out, ",%s", outcome_row(i)->key);
    builder_text(out, "\n");
}

static void csv_point(const struct optimise *o, const char *what, const struct optimise_point *p,
                      struct builder *out)
{
    char text[TEXT_NUMBER_CAP];
    builder_text(out, what);
    for (int i = 0; i < o->n_vary; i++) {
        const char *value = p->value[i] ? p->value[i] : o->vary[i].key.text;
        builder_text(out, ",");
        if (value) csv_text(out, value);
    }
    builder_text(out, p->is_kept ? ",1" : ",0");
    for (int i = 0; i < N_OUTCOME; i++) {
        double x = p->outcome.value[i];
        bool is_month = !strcmp(outcome_row(i)->unit, "month");
        const char *cell = "";
        if (isfinite(x)) cell = is_month ? date_write_month((int)x, text) : text_shortest(text, x);
        builder_format(out, ",%s", cell);
    }
    builder_text(out, "\n");
}

void csv_optimise(const struct optimise *o, struct builder *out)
{
    csv_heads(o, out);
    csv_point(o, "now", &o->now, out);
    if (o->n_goal == 1)
        csv_point(o, o->best.is_kept ? "best" : "nearest", &o->best, out);
    else if (!o->n_front)
        csv_point(o, "nearest", &o->best, out);
    for (int i = 0; i < o->n_front; i++) csv_point(o, "front", &o->front[i], out);
}

void csv_goal(const struct goal *g, struct builder *out)
{
    csv_heads(&g->site, out);
    csv_point(&g->site, "now", &g->site.now, out);
    for (int i = 0; i < g->n; i++) {
        const struct goal_solution *s = &g->solution[i];
        csv_point(&g->site, kind_words[s->kind], &s->at, out);
        if (s->kind != ROOT_POINT) csv_point(&g->site, kind_words[s->kind], &s->other, out);
    }
}
