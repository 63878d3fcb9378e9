#include "plan/study_table.h"

#include <math.h>
#include <string.h>

#include "base/text.h"

bool study_more_is_better(int outcome)
{
    static const int more[] = {M_FREE_COOLING_HOURS,
                               M_ECONOMIZER_HOURS,
                               M_ERF,
                               M_REUSED_HEAT_KWH,
                               M_INLET_MARGIN_K,
                               M_COOLANT_MARGIN_K,
                               M_CHIP_MARGIN_K,
                               M_CONDENSATION_MARGIN_K,
                               M_RHI,
                               M_RCI_HI_PCT,
                               M_RCI_LO_PCT,
                               M_BATTERY_LIFE_SHARE,
                               O_FITS,
                               O_MARGIN_PCT,
                               O_RUNS_OUT,
                               O_SHORT_FROM,
                               O_OWN_NPV,
                               O_RENT_NPV,
                               O_OWN_SAVING};
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        if (more[i] == outcome) return true;
    return outcome >= O_EXHAUSTED; /* the later, the better */
}

double study_value(const struct study_table *t, int outcome, int i)
{
    return t->point[i].status == POINT_DONE ? t->point[i].value[outcome] : (double)NAN;
}

bool study_has_relative(int outcome)
{
    const char *unit = outcome_row(outcome)->unit;
    return strcmp(unit, "degC") != 0 && strcmp(unit, "month") != 0 && outcome != O_FITS;
}

double study_relative_pct(const struct study_table *t, int outcome, int i)
{
    if (!study_has_relative(outcome) || t->first < 0) return (double)NAN;
    double first = study_value(t, outcome, t->first);
    if (!(fabs(first) > 0)) return (double)NAN;
    return 100 * (study_value(t, outcome, i) - first) / fabs(first);
}

const char *study_unit(const struct study_table *t, int outcome, struct arena *a)
{
    const char *unit = outcome_row(outcome)->unit, *money = strstr(unit, "money");
    if (!money) return unit;
    return arena_format(a, "%.*s%s%s", (int)(money - unit), unit, t->currency,
                        money + strlen("money"));
}

const char *study_point_words(const struct study_table *t, int i, struct arena *a)
{
    struct builder b = builder_new(a);
    builder_text(&b, "");
    for (int v = 0; v < t->n_variable; v++)
        builder_format(&b, "%s%s = %s", v ? ", " : "", t->variable[v].key,
                       t->text(t->context, v, i));
    return b.s;
}

/* ---- what is shown ----------------------------------------------------------------- */

static bool is_known(const struct study_table *t, int outcome)
{
    for (int i = 0; i < t->n; i++)
        if (!isnan(study_value(t, outcome, i))) return true;
    return false;
}

static bool differs(const struct study_table *t, int outcome)
{
    double first = (double)NAN;
    for (int i = 0; i < t->n; i++) {
        double x = study_value(t, outcome, i);
        if (isnan(x)) continue;
        if (!isnan(first) && fabs(x - first) > 1e-9 * fabs(first)) return true;
        if (isnan(first)) first = x;
    }
    return false;
}

static void choose(struct study_table *t)
{
    static const int list[] = {M_ELECTRICITY_COST_PER_YEAR,
                               O_OWN_SAVING,
                               O_OWN_NPV,
                               O_RUNS_OUT,
                               M_FACILITY_ENERGY_KWH,
                               M_PUE,
                               M_WATER_M3,
                               M_MAX_INLET_C,
                               M_MAX_COOLANT_C,
                               M_CHIP_MARGIN_K,
                               M_CAPEX_COST};
    static const int keys[] = {O_OWN_NPV, M_ELECTRICITY_COST_PER_YEAR, M_FACILITY_ENERGY_KWH};
    int done = t->n - t->n_failed;
    t->key = -1;
    for (size_t i = 0; i < sizeof keys / sizeof *keys && t->key < 0; i++)
        if (differs(t, keys[i])) t->key = keys[i];
    for (size_t i = 0; i < sizeof keys / sizeof *keys && t->key < 0; i++)
        if (is_known(t, keys[i])) t->key = keys[i];
    t->n_shown = 0;
    if (t->key >= 0) t->shown[t->n_shown++] = t->key;
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (list[i] != t->key && (differs(t, list[i]) || (done == 1 && is_known(t, list[i]))))
            t->shown[t->n_shown++] = list[i];
}

static bool is_month(int outcome)
{
    return !strcmp(outcome_row(outcome)->unit, "month");
}

bool study_is_never(const struct study_table *t, int outcome, int i)
{
    return is_month(outcome) && t->point[i].status == POINT_DONE &&
           isnan(study_value(t, outcome, i)) && is_known(t, outcome);
}

static bool fits(const struct study_table *t, int i)
{
    return !(study_value(t, O_FITS, i) < 1);
}

/* A month that never comes, of points among which others have one, is later than all. */
static double rank_value(const struct study_table *t, int i, bool has_months)
{
    double x = study_value(t, t->key, i);
    return isnan(x) && has_months && t->point[i].status == POINT_DONE ? HUGE_VAL : x;
}

/* Best and worst of the key, of points that fit, or of all when none does. */
static void rank(struct study_table *t, bool only_fitting)
{
    double sign = t->key >= 0 && study_more_is_better(t->key) ? -1 : 1, least = 0, most = 0;
    bool has_months = t->key >= 0 && is_month(t->key) && is_known(t, t->key);
    t->best = t->worst = -1;
    for (int i = 0; i < t->n && t->key >= 0; i++) {
        double x = sign * rank_value(t, i, has_months);
        if (isnan(x) || (only_fitting && !fits(t, i))) continue;
        if (t->best < 0 || x < least) t->best = i, least = x;
        if (t->worst < 0 || x > most) t->worst = i, most = x;
    }
}

void study_table_find(struct study_table *t, const int *shown, int n_shown)
{
    t->first = -1;
    t->n_failed = t->n_broken = 0;
    t->is_judged = is_known(t, O_FITS);
    for (int i = 0; i < t->n; i++) {
        t->n_failed += t->point[i].status == POINT_FAILED;
        t->n_broken += !fits(t, i);
        if (t->first < 0 && t->point[i].status == POINT_DONE) t->first = i;
    }
    choose(t);
    if (n_shown > 0) {
        t->n_shown = n_shown < STUDY_SHOWN ? n_shown : STUDY_SHOWN;
        memcpy(t->shown, shown, (size_t)t->n_shown * sizeof *shown);
        t->key = t->shown[0];
    }
    rank(t, true);
    if (t->best < 0) rank(t, false);
}
