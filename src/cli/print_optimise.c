#include "cli/print_optimise.h"

#include <math.h>
#include <string.h>

#include "plan/optimise_inner.h"

enum { LABEL = 34, CELL = 16 };

static const char *number(double x, int decimals, struct arena *a)
{
    char text[TEXT_NUMBER_CAP];
    text_fixed(text, x, decimals, true);
    return arena_text(a, text, strlen(text));
}

static const char *unit_of(const struct optimise *o, int outcome, struct arena *a)
{
    const char *unit = outcome_row(outcome)->unit;
    if (!strncmp(unit, "money", 5)) return arena_format(a, "%s%s", o->own->currency, unit + 5);
    return strcmp(unit, "month") ? unit : "";
}

static const char *cell(int outcome, double x, struct arena *a)
{
    char text[TEXT_NUMBER_CAP];
    const struct metric_row *m = outcome_row(outcome);
    bool is_month = !strcmp(m->unit, "month");
    if (isnan(x)) return is_month ? "never" : "no data";
    if (is_month) return arena_text(a, date_write_month((int)x, text), 7);
    return number(x, m->decimals, a);
}

static const char *label_of(const struct optimise *o, int outcome, struct arena *a)
{
    const char *unit = unit_of(o, outcome, a);
    const char *label = outcome_row(outcome)->label;
    return *unit ? arena_format(a, "%s, %s", label, unit) : label;
}

/* ---- next to the best ---------------------------------------------------------------- */

static const char *breaks(const struct optimise *o, const struct optimise_side *s, struct arena *a)
{
    if (!o->keep[s->keep].is_limits || !s->text) return o->keep[s->keep].text;
    return arena_format(a, "a limit (%s)", s->text);
}

/* With so many decimals that it does not read as zero. */
static const char *change_text(const struct optimise *o, double x, struct arena *a)
{
    int outcome = o->goal[0].outcome, decimals = outcome_row(outcome)->decimals;
    const char *unit = unit_of(o, outcome, a);
    for (double digit = pow(10, -decimals); x > 0 && x < digit && decimals < 9; digit /= 10)
        decimals++;
    if (!strcmp(outcome_row(outcome)->unit, "month")) unit = "months";
    return arena_format(a, "%s%s%s", number(x, decimals, a), *unit ? " " : "", unit);
}

static const char *side_words(const struct optimise *o, const struct optimise_side *s,
                              struct arena *a)
{
    const char *change = change_text(o, fabs(s->change), a);
    switch (s->next) {
    case NEXT_BOUND: return "the bound";
    case NEXT_BREAKS: return arena_format(a, "better, but breaks %s", breaks(o, s, a));
    case NEXT_WORSE: return arena_format(a, "worse by %s", change);
    case NEXT_WORSE_BREAKS: return arena_format(a, "no better, and breaks %s", breaks(o, s, a));
    case NEXT_SAME: return "makes no difference";
    case NEXT_BETTER: return arena_format(a, "better by %s: the search has not settled", change);
    case NEXT_UNKNOWN: return arena_format(a, "cannot be simulated: %s", s->text);
    default: return "";
    }
}

static bool is_worse(enum optimise_next next)
{
    return next == NEXT_WORSE || next == NEXT_WORSE_BREAKS;
}

static void print_sides(struct builder *b, const struct optimise *o, int i)
{
    const struct optimise_side *s = &o->side[2 * i];
    char step[TEXT_NUMBER_CAP];
    if (o->vary[i].range.is_choice) return;
    text_shortest(step, o->step[i]);
    for (int up = 0; up < 2; up++)
        if (s[up].next == NEXT_BOUND && is_worse(s[1 - up].next))
            builder_format(b, "    at its %s bound: a wider one may help\n",
                           up ? "upper" : "lower");
    for (int up = 0; up < 2; up++)
        if (s[up].next != NEXT_BOUND)
            builder_format(b, "    %s %s: %s\n", step, up ? "more" : "less",
                           side_words(o, &s[up], b->arena));
}

/* ---- tables -------------------------------------------------------------------------- */

static void print_varied(struct builder *b, const struct optimise *o,
                         const struct optimise_point *p, const char *head)
{
    builder_format(b, "\n%-*s %*s %*s   between\n", LABEL, "Varied", CELL, "now", CELL, head);
    for (int i = 0; i < o->n_vary; i++) {
        const struct vary *v = &o->vary[i];
        builder_format(b, "  %-*s %*s %*s   ", LABEL - 2, v->key.key, CELL, v->now_text, CELL,
                       p->value[i]);
        if (v->range.is_choice)
            for (int k = 0; k < v->n_choice; k++) {
                bool is_plain = *v->choice[k] && !strchr(v->choice[k], ',');
                const char *quote = is_plain ? "" : "\"";
                builder_format(b, "%s%s%s%s", k ? ", " : "", quote, v->choice[k], quote);
            }
        else
            builder_format(b, "%s and %s", vary_text(v, v->range.min, b->arena),
                           vary_text(v, v->range.max, b->arena));
        builder_text(b, "\n");
        if (o->n_goal == 1 && o->side && p->is_kept) print_sides(b, o, i);
    }
}

static void print_metrics(struct builder *b, const struct optimise *o,
                          const struct optimise_point *p, const char *head, const bool *show)
{
    builder_format(b, "\n%-*s %*s %*s %*s\n", LABEL, "Metric", CELL, "now", CELL, head, CELL,
                   "change");
    for (int i = 0; i < N_OUTCOME; i++) {
        double now = o->now.outcome.value[i], at = p->outcome.value[i];
        if (!show[i] || (isnan(now) && isnan(at))) continue;
        bool is_month = !strcmp(outcome_row(i)->unit, "month");
        const char *change =
            isnan(now) || isnan(at) ? "" : number(at - now, outcome_row(i)->decimals, b->arena);
        builder_format(b, "  %-*s %*s %*s %*s%s\n", LABEL - 2, label_of(o, i, b->arena), CELL,
                       cell(i, now, b->arena), CELL, cell(i, at, b->arena), CELL, change,
                       is_month && *change ? " months" : "");
    }
}

static bool binds(const struct optimise *o, int keep)
{
    for (int i = 0; o->side && i < 2 * o->n_vary; i++)
        if (o->side[i].next == NEXT_BREAKS && o->side[i].keep == keep) return true;
    return false;
}

static void print_keeps(struct builder *b, const struct optimise *o, const struct optimise_point *p)
{
    static const char *const words[] = {"cannot be decided", "broken", "holds"};
    if (o->n_keep) builder_text(b, "\nConditions\n");
    for (int i = 0; i < o->n_keep; i++) {
        const char *more = o->keep[i].is_limits ? p->outcome.text : "";
        builder_format(b, "  %-*s %s%s%s%s\n", LABEL - 2, o->keep[i].text, words[p->keeps[i] + 1],
                       p->is_kept && binds(o, i) ? ", and binds" : "", *more ? ": " : "", more);
    }
    for (int i = 0; i < o->n_keep; i++)
        if (o->keep[i].is_as_now)
            builder_text(b,
                         "  the site as it is does not fit: no more limits may break than now\n");
}

/* ---- how sure, and again ------------------------------------------------------------- */

static void print_tally(struct builder *b, const struct optimise *o, const struct search_tally *t)
{
    builder_format(b, "\nSimulated %s cases; %s broke a condition, %s could not be simulated%s%s\n",
                   number(t->n_case, 0, b->arena), number(t->n_broken, 0, b->arena),
                   number(t->n_unknown, 0, b->arena), o->why_unknown ? ": " : "",
                   o->why_unknown ? o->why_unknown : "");
}

static void print_sure(struct builder *b, const struct optimise *o)
{
    const struct search_answer *s = &o->search;
    char share[TEXT_NUMBER_CAP];
    print_tally(b, o, &s->tally);
    if (s->is_whole) {
        builder_text(b, "every combination was tried: there is none better\n");
        return;
    }
    if (s->n_local_kept && o->best.is_kept) {
        const struct optimise_goal *g = &o->goal[0];
        double worst = g->is_greatest ? -s->worst : s->worst;
        builder_format(b,
                       "%d of %d local searches, begun at places apart, came within %s %% of all "
                       "that was seen; the last of them to %s\n",
                       s->n_agree, s->n_local, text_shortest(share, 100 * SEARCH_AGREE),
                       optimise_amount(g->outcome, worst, o->own->currency, b->arena));
    }
    if (s->is_settled)
        builder_format(b, "no neighbour is better, from %s %% of each range down to %s %%\n",
                       number(100 * SEARCH_STEP, 0, b->arena), text_shortest(share, 100 * s->step));
    else
        builder_text(b, "the cases were used up before no neighbour was better: allow more "
                        "--cases\n");
    builder_text(b, "best found, not proven: another place may be better\n");
}

/* For a shell: in double quotes, as paths of files and values of units need them. */
static void add_quoted(struct builder *b, const char *text)
{
    builder_text(b, "\"");
    for (const char *s = text; *s; s++) {
        if (strchr("\"\\$`", *s)) builder_text(b, "\\");
        builder_add(b, s, 1);
    }
    builder_text(b, "\"");
}

static void print_again(struct builder *b, const struct args *x, const struct optimise *o,
                        const struct optimise_point *p)
{
    builder_format(b, "\ndcplan run %s", x->word[0]);
    for (int i = 0; i < x->n_change; i++) {
        builder_text(b, x->change[i].what == CHANGE_FILE ? " -f " : " --set ");
        add_quoted(b, x->change[i].text);
    }
    for (int i = 0; i < o->n_vary; i++) {
        builder_text(b, " --set ");
        add_quoted(b, arena_format(b->arena, "%s=%s", o->vary[i].key.key, p->value[i]));
    }
    builder_text(b, "\n");
}

/* ---- a front ------------------------------------------------------------------------- */

static void print_row(struct builder *b, const struct optimise *o, const struct optimise_point *p,
                      const char *end)
{
    builder_text(b, " ");
    for (int g = 0; g < 2; g++)
        builder_format(b, " %*s", CELL + 6,
                       cell(o->goal[g].outcome, p->outcome.value[o->goal[g].outcome], b->arena));
    for (int i = 0; i < o->n_vary; i++)
        builder_format(b, " %*s", (int)fmax(CELL, (double)strlen(o->vary[i].key.key)),
                       p->value[i] ? p->value[i] : o->vary[i].now_text);
    builder_format(b, "%s\n", end);
}

static void print_front(struct builder *b, const struct optimise *o)
{
    builder_text(b, "\n ");
    for (int g = 0; g < 2; g++)
        builder_format(b, " %*s", CELL + 6, label_of(o, o->goal[g].outcome, b->arena));
    for (int i = 0; i < o->n_vary; i++) builder_format(b, " %*s", CELL, o->vary[i].key.key);
    builder_text(b, "\n");
    print_row(b, o, &o->now, o->now.is_kept ? "  now" : "  now; breaks a condition");
    for (int i = 0; i < o->n_front; i++) print_row(b, o, &o->front[i], "");
}

void print_optimise(struct builder *b, const struct args *x, const struct optimise *o,
                    const bool *show)
{
    bool is_front = o->n_goal > 1 && o->n_front;
    const char *head = o->n_goal == 1 && o->best.is_kept ? "best" : "nearest";
    builder_format(b, "%s: %s\n", o->own->site_title, o->verdict);
    if (is_front) {
        print_front(b, o);
        for (int i = 0; i < o->n_keep; i++)
            builder_format(b, "%s%s", i ? ", " : "\nall keep ", o->keep[i].text);
        builder_text(b, o->n_keep ? "\n" : "");
        print_tally(b, o, &o->search.tally);
        builder_text(b, "best found, not proven: other points may be better\n");
        return;
    }
    print_varied(b, o, &o->best, head);
    print_metrics(b, o, &o->best, head, show);
    print_keeps(b, o, &o->best);
    if (o->n_goal == 1) print_sure(b, o);
    print_again(b, x, o, &o->best);
}

/* ---- a goal -------------------------------------------------------------------------- */

/* Digits down to the tolerance. */
static const char *left_text(const struct goal *g, double x, struct arena *a)
{
    int decimals = 0;
    for (double digit = 1; digit > g->tolerance && decimals < 12; digit /= 10) decimals++;
    return isnan(x) ? "not known" : number(x, decimals, a);
}

static void print_broken(struct builder *b, const struct optimise *o,
                         const struct optimise_point *p, const char *where)
{
    for (int i = 0; i < o->n_keep; i++) {
        const struct optimise_keep *k = &o->keep[i];
        if (p->keeps[i] != 1)
            builder_format(b, "    %sbreaks %s%s%s\n", where, k->text, k->is_limits ? ": " : "",
                           k->is_limits ? p->outcome.text : "");
    }
}

static void print_solution(struct builder *b, const struct goal *g, const struct goal_solution *s)
{
    const char *left = left_text(g, s->left, b->arena);
    const char *other = left_text(g, s->left_other, b->arena);
    bool is_whole = g->site.vary[0].range.is_whole;
    if (s->kind == ROOT_STEP)
        builder_format(b, "  between %s (%s) and %s (%s): %s\n", s->at.value[0], left,
                       s->other.value[0], other,
                       is_whole ? "whole numbers have none between"
                                : "it jumps, and takes no value between");
    else if (s->kind == ROOT_RANGE)
        builder_format(b, "  from %s to %s: %s\n", s->at.value[0], s->other.value[0], left);
    else
        builder_format(b, "  %s: %s\n", s->at.value[0], left);
    if (s->kind != ROOT_STEP) print_broken(b, &g->site, &s->at, "");
    if (s->kind == ROOT_RANGE)
        print_broken(b, &g->site, &s->other, arena_format(b->arena, "at %s ", s->other.value[0]));
}

/* The first that keeps the conditions, else the first. */
static const struct goal_solution *first_of(const struct goal *g)
{
    for (int i = 0; i < g->n; i++)
        if (g->solution[i].kind != ROOT_STEP && (!g->n_kept || g->solution[i].at.is_kept))
            return &g->solution[i];
    return NULL;
}

void print_goal(struct builder *b, const struct args *x, const struct goal *g, const bool *show)
{
    const struct optimise *o = &g->site;
    const struct vary *v = &o->vary[0];
    struct arena *a = b->arena;
    const struct goal_solution *first = first_of(g);
    const char *less = isnan(g->wanted) ? arena_format(a, " less %s", g->right) : "";
    char text[TEXT_NUMBER_CAP];
    builder_format(b, "%s: %s\n\n%s, and %s there; now %s, with %s\n", o->own->site_title,
                   g->verdict, v->key.key, g->left, v->now_text, left_text(g, g->now, a));
    for (int i = 0; i < g->n; i++) print_solution(b, g, &g->solution[i]);
    if (g->is_cut) builder_text(b, "  and more\n");
    builder_format(b, "%s%s goes from %s (at %s) to %s (at %s) over the %d points looked at\n",
                   g->left, less, left_text(g, g->range[0], a), vary_text(v, g->at[0], a),
                   left_text(g, g->range[1], a), vary_text(v, g->at[1], a), g->n_scan);
    if (!g->n_exact) builder_format(b, "nearest at %s\n", vary_text(v, g->nearest_at, a));
    if (first) {
        bool is_one = g->n_exact == 1 && first->kind == ROOT_POINT;
        print_metrics(b, o, &first->at, is_one ? "there" : first->at.value[0], show);
        print_keeps(b, o, &first->at);
    }
    print_tally(b, o, &g->tally);
    builder_format(b, "%s to within %s of %s\n", first ? "solved" : "looked at",
                   text_shortest(text, g->tolerance), g->left);
    if (first) print_again(b, x, o, &first->at);
}
