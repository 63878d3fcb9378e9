#include "model/psu.h"

#include <gsl/gsl_spline.h>

#define AT(field) offsetof(struct psu, field)

/* clang-format off */
const struct param psu_params[] = {
    {.key = "rated_power", .unit = "W", .def = PARAM_REQUIRED, .min = 50, .max = 1e5,
     .at = AT(rated_w), .doc = "rated output power"},
    {.key = "efficiency", .unit = "%;%", .type = PARAM_CURVE, .def = PARAM_REQUIRED,
     .at = AT(efficiency), .doc = "load and efficiency pairs"},
    {.key = "continuous", .unit = "%", .def = "100 %", .min = 50, .max = 100,
     .at = AT(continuous_frac), .doc = "share of the rated power that may be used continuously"},
    {.key = "power_factor", .def = "0.98", .min = 0.3, .max = 1, .at = AT(power_factor),
     .doc = "true power factor at its usual load"},
    {.key = "leading", .type = PARAM_FLAG, .def = "no", .at = AT(is_leading),
     .doc = "its current leads, as of supplies at light load"},
    {.key = "harmonics", .unit = ";%", .type = PARAM_CURVE, .at = AT(harmonics), .max = 100,
     .doc = "harmonic currents over the fundamental, by order: 3: 6 %, 5: 4 %"},
    {.key = "inrush", .min = 1, .max = 100, .at = AT(inrush_ratio),
     .doc = "inrush current over rated current"},
    ROWS_SOURCE,
};
/* clang-format on */
const int psu_n_params = sizeof psu_params / sizeof *psu_params;

struct efficiency {
    const struct points *points;
    gsl_spline *spline;
};

static double loss_at(double x, const void *context)
{
    const struct efficiency *e = context;
    double first = e->points->x[0], last = e->points->x[e->points->n - 1];
    double at = x < first ? first : x > last ? last : x;
    double eta = gsl_spline_eval(e->spline, at, NULL);
    return (x < first ? first : x) * (1 / eta - 1);
}

struct table psu_loss_table(const struct psu *p, struct arena *a)
{
    const struct points *e = &p->efficiency;
    size_t n = (size_t)e->n;
    gsl_spline *s = gsl_spline_alloc(n >= 3 ? gsl_interp_steffen : gsl_interp_linear, n);
    gsl_spline_init(s, e->x, e->y, n);
    struct efficiency context = {e, s};
    struct table t = table_make(a, 0, PSU_SHARE_MAX, 400, loss_at, &context);
    gsl_spline_free(s);
    return t;
}

/* input = output + loss(output); the loss changes little with the output, so
   that substitution closes in by a factor of ten or more a step. */
double psu_output_w(const struct psu *p, const struct table *loss, int k, double input_w)
{
    double rated_w = k * p->rated_w, out_w = input_w;
    for (int i = 0; i < 60; i++) out_w = input_w - rated_w * table_at(loss, out_w / rated_w);
    return out_w;
}
