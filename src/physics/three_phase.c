#include "physics/three_phase.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#define NOT_A_NUMBER ((double)NAN)

static const double SQRT_3 = 1.7320508075688772;

/* Voltages to neutral over their size. */
static const double ANGLE_RE[3] = {1, -0.5, -0.5};
static const double ANGLE_IM[3] = {0, -0.8660254037844386, 0.8660254037844386};

/* CMPLX is not there for clang with glibc. */
static double complex cartesian(double re, double im)
{
    return re + im * (double complex)I;
}

static double complex unit_voltage(int line)
{
    return cartesian(ANGLE_RE[line], ANGLE_IM[line]);
}

static bool is_line(int line)
{
    return line >= 0 && line < 3;
}

double three_phase_load_v(enum three_phase_load load, double line_v)
{
    if (!(line_v > 0)) return NOT_A_NUMBER;
    switch (load) {
    case LOAD_LINE_NEUTRAL: return line_v / SQRT_3;
    case LOAD_LINE_LINE: return line_v;
    case LOAD_THREE_PHASE: return line_v * SQRT_3;
    }
    return NOT_A_NUMBER;
}

double three_phase_va(enum three_phase_load load, double line_v, double current_a)
{
    return three_phase_load_v(load, line_v) * current_a;
}

static bool is_power_factor(double power_factor)
{
    double size = fabs(power_factor);
    return size > 0 && size <= 1;
}

double three_phase_current_a(enum three_phase_load load, double line_v, double w,
                             double power_factor)
{
    if (!is_power_factor(power_factor)) return NOT_A_NUMBER;
    return w / (three_phase_load_v(load, line_v) * fabs(power_factor));
}

double three_phase_var(double w, double power_factor)
{
    if (!is_power_factor(power_factor)) return NOT_A_NUMBER;
    return w * sqrt((1 - power_factor) * (1 + power_factor)) / power_factor;
}

double three_phase_compensation_var(double w, double power_factor_from, double power_factor_to)
{
    return three_phase_var(w, power_factor_from) - three_phase_var(w, power_factor_to);
}

static struct phasors nowhere(void)
{
    double complex none = cartesian(NOT_A_NUMBER, NOT_A_NUMBER);
    return (struct phasors){{none, none, none}};
}

/* I = conj(S / V). */
static double complex current_at(double complex v, double w, double power_factor)
{
    return conj(cartesian(w, three_phase_var(w, power_factor)) / v);
}

struct phasors phasors_line_neutral(int line, double line_v, double w, double power_factor)
{
    double v = three_phase_load_v(LOAD_LINE_NEUTRAL, line_v);
    if (!is_line(line) || isnan(v) || !is_power_factor(power_factor)) return nowhere();
    struct phasors p = {{0}};
    p.line_a[line] = current_at(v * unit_voltage(line), w, power_factor);
    return p;
}

struct phasors phasors_line_line(int from, int to, double line_v, double w, double power_factor)
{
    double v = three_phase_load_v(LOAD_LINE_NEUTRAL, line_v);
    if (!is_line(from) || !is_line(to) || from == to || isnan(v) || !is_power_factor(power_factor))
        return nowhere();
    struct phasors p = {{0}};
    double complex across = v * (unit_voltage(from) - unit_voltage(to));
    p.line_a[from] = current_at(across, w, power_factor);
    p.line_a[to] = -p.line_a[from];
    return p;
}

struct phasors phasors_balanced(double line_v, double w, double power_factor)
{
    struct phasors p = {{0}};
    for (int i = 0; i < 3; i++)
        p = phasors_sum(p, phasors_line_neutral(i, line_v, w / 3, power_factor));
    return p;
}

struct phasors phasors_rectifier(double line_v, double load_w, double loss_w, double power_factor)
{
    return phasors_balanced(line_v, load_w + loss_w, power_factor);
}

struct phasors phasors_sum(struct phasors a, struct phasors b)
{
    for (int i = 0; i < 3; i++) a.line_a[i] += b.line_a[i];
    return a;
}

struct phasors phasors_scaled(struct phasors p, double factor)
{
    for (int i = 0; i < 3; i++) p.line_a[i] *= factor;
    return p;
}

/* Winding L1-L2 of the delta stands on the limb of phase a, so the secondary leads
   by 30 degrees and line L1 carries the windings of a less that of c. */
struct phasors phasors_delta_wye(struct phasors secondary, double primary_v, double secondary_v)
{
    if (!(primary_v > 0 && secondary_v > 0)) return nowhere();
    double complex turn = cartesian(SQRT_3 / 2, 0.5) * (secondary_v / (SQRT_3 * primary_v));
    const double complex *i = secondary.line_a;
    return (struct phasors){{turn * (i[0] - i[2]), turn * (i[1] - i[0]), turn * (i[2] - i[1])}};
}

double phasors_line_a(struct phasors p, int line)
{
    return is_line(line) ? cabs(p.line_a[line]) : NOT_A_NUMBER;
}

/* Not fmax, which would pass over NaN. */
double phasors_max_a(struct phasors p)
{
    double most = cabs(p.line_a[0]);
    for (int i = 1; i < 3; i++) {
        double size = cabs(p.line_a[i]);
        if (!(size <= most)) most = size;
    }
    return most;
}

double phasors_neutral_a(struct phasors p)
{
    return cabs(p.line_a[0] + p.line_a[1] + p.line_a[2]);
}

static double sum_of_sizes(struct phasors p)
{
    return cabs(p.line_a[0]) + cabs(p.line_a[1]) + cabs(p.line_a[2]);
}

double phasors_neutral_h3_a(struct phasors p, double h3_frac)
{
    if (!(h3_frac >= 0)) return NOT_A_NUMBER;
    return hypot(phasors_neutral_a(p), h3_frac * sum_of_sizes(p));
}

double phasors_unbalance_frac(struct phasors p)
{
    double mean = sum_of_sizes(p) / 3, most = 0;
    if (isnan(mean)) return NOT_A_NUMBER;
    for (int i = 0; i < 3; i++) most = fmax(most, fabs(cabs(p.line_a[i]) - mean));
    return mean > 0 ? most / mean : 0;
}

static double complex power(struct phasors p, double line_v)
{
    double complex sum = 0;
    for (int i = 0; i < 3; i++) sum += unit_voltage(i) * conj(p.line_a[i]);
    return three_phase_load_v(LOAD_LINE_NEUTRAL, line_v) * sum;
}

double phasors_w(struct phasors p, double line_v)
{
    return creal(power(p, line_v));
}

double phasors_var(struct phasors p, double line_v)
{
    return cimag(power(p, line_v));
}

static const struct {
    double usable_frac;
    const char *clause;
} RULES[CONTINUOUS_RULES] = {
    [CONTINUOUS_NEC] = {0.8, "NEC 210.20(A), 215.3: a device is rated at least 125 % of a load "
                             "that lasts 3 hours or more"},
    [CONTINUOUS_NEC_100] = {1, "NEC 210.20(A) exception, 215.3 exception 1: an assembly listed "
                               "for 100 % of its rating carries it continuously"},
    [CONTINUOUS_IEC] = {1, "IEC 60364-4-43, 433.1: Ib <= In <= Iz and I2 <= 1.45 Iz; in an "
                           "assembly, IEC 61439-1, 5.4: times its rated diversity factor"},
};

static bool is_rule(enum continuous_rule rule)
{
    return (int)rule >= 0 && rule < CONTINUOUS_RULES;
}

double continuous_usable_frac(enum continuous_rule rule, double rdf)
{
    if (!is_rule(rule) || !(rdf > 0 && rdf <= 1)) return NOT_A_NUMBER;
    return RULES[rule].usable_frac * (rule == CONTINUOUS_IEC ? rdf : 1);
}

const char *continuous_clause(enum continuous_rule rule)
{
    return is_rule(rule) ? RULES[rule].clause : NULL;
}
