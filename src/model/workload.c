#include "model/workload.h"

#define AT(field) offsetof(struct workload, field)

static const char *const basis_words[] = {"typical", "maximum", NULL};

/* clang-format off */
const struct param workload_params[] = {
    {.key = "basis", .type = PARAM_WORD, .words = basis_words, .def = "typical", .at = AT(basis),
     .doc = "power of a server at full activity: its typical or its maximum"},
    {.key = "activity", .unit = "%", .def = "100 %", .max = 100, .at = AT(activity),
     .doc = "activity, scaled by the profiles where they are given"},
    {.key = "weekday", .unit = "%", .type = PARAM_REALS, .max = 100, .at = AT(weekday),
     .doc = "activity of each of the 24 hours of a weekday"},
    {.key = "weekend", .unit = "%", .type = PARAM_REALS, .max = 100, .at = AT(weekend),
     .doc = "activity of each of the 24 hours of Saturday and Sunday; as weekday when not given"},
    {.key = "month", .unit = "%", .type = PARAM_REALS, .max = 100, .at = AT(month),
     .doc = "scale of each of the 12 months"},
    {.key = "file", .type = PARAM_TEXT, .at = AT(file),
     .doc = "CSV file with a column activity, one row an hour, 0 to 1"},
    ROWS_SOURCE,
};
/* clang-format on */
const int workload_n_params = sizeof workload_params / sizeof *workload_params;

double workload_activity(const struct workload *w, const struct calendar *c, int hour)
{
    if (w->n_series) return w->series[hour];
    double a = w->activity;
    bool is_weekend = calendar_weekday(c, hour) >= 5;
    const struct reals *day = is_weekend && w->weekend.n ? &w->weekend : &w->weekday;
    if (day->n) a *= day->v[calendar_hour_of_day(hour)];
    if (w->month.n) a *= w->month.v[calendar_month(c, hour)];
    return a;
}
