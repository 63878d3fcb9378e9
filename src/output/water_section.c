#include <math.h>
#include <string.h>

#include "output/show.h"
#include "output/water_figure.h"
#include "plan/water_study.h"

static const char *case_number(struct arena *a, const struct water_row *x, double value,
                               int decimals)
{
    return x->is_known ? show_number(a, value, decimals, "–") : "–";
}

static void add_row(struct report *p, struct tabular *t, const struct water_study *s,
                    const struct water_row *x)
{
    struct arena *a = p->arena;
    const double *m = x->metric;
    bool is_best = x == &s->row[s->optimum];
    const char *name = x->is_own       ? "as it is"
                       : x->class_name ? x->class_name
                       : is_best       ? s->fits ? "optimum" : "least bad"
                                       : "";
    if (is_best && x->class_name)
        name = arena_format(a, "%s, %s", x->class_name, s->fits ? "optimum" : "least bad");
    const char *cell[] = {
        show_number(a, x->water_c, 1, ""),
        name,
        show_number(a, s->has_cdu ? x->coolant_c : x->air_c, 1, "–"),
        case_number(a, x, m[M_CHILLER_HOURS], 0),
        case_number(a, x, m[M_FREE_COOLING_HOURS], 0),
        case_number(a, x, m[M_WATER_M3], 0),
        case_number(a, x, m[M_PUE], 4),
        case_number(a, x, s->basis == WATER_BY_COST ? x->cost : m[M_FACILITY_ENERGY_KWH], 0),
        case_number(a, x, m[M_CHIP_MARGIN_K], 1),
        x->fits ? "fits" : show_prose(a, x->reason)};
    struct tabular_row *row = table_row(t, cell);
    row->is_total = is_best;
    if (!x->fits) row->tone = TONE_SOFT;
}

static void add_table(struct report *p, const struct water_study *s)
{
    struct arena *a = p->arena;
    struct tabular_column *column = ARENA_ARRAY(a, struct tabular_column, 10);
    const char *heads[] = {"Water, °C",
                           "",
                           s->has_cdu ? "Coolant, °C" : "Air, °C",
                           "Chillers, h",
                           "Free, h",
                           "Water, m³",
                           "PUE",
                           s->basis == WATER_BY_COST ? s->own->currency : "kWh",
                           "Chip, K",
                           "Limits"};
    for (int i = 0; i < 10; i++) {
        bool is_text = i == 1 || i == 9;
        column[i] =
            (struct tabular_column){heads[i], is_text ? ALIGN_TEXT : ALIGN_POINT, i == 9 ? 1 : 0};
    }
    struct tabular *t = report_table(p, "Cases, from cold to warm", column, 10);
    add_row(p, t, s, &s->own_row);
    for (int i = 0; i < s->n; i++) add_row(p, t, s, &s->row[i]);
}

static const char *behind_words(const struct water_study *s)
{
    if (s->keep_behind) return "Setpoints of coolant and supply air stay.";
    if (s->has_cdu && s->has_coil)
        return "The coolant's setpoint is the water's and the approach of the CDU; supply air of "
               "coils on the loop is as much warmer as the water is than now, and not colder.";
    if (s->has_cdu) return "The coolant's setpoint is the water's and the approach of the CDU.";
    return "Supply air is as much warmer as the water is than now, and not colder.";
}

static const char *scope_words(const struct water_study *s)
{
    if (!s->is_quick) return "All limits were looked at in every case.";
    return "Here the cases are few and are held to the limits of the normal state; those of lost "
           "units and systems were looked at for the optimum. dcplan water looks at all in every "
           "case, by one kelvin.";
}

/* The verdict without the word that stands over it. */
static const char *after_colon(const struct water_study *s)
{
    const char *colon = s->fits ? strchr(s->verdict, ':') : NULL;
    return colon ? colon + 2 : s->verdict;
}

void water_section_add(struct report *p, const struct result *r)
{
    const struct water_study *s = r->water;
    struct arena *a = p->arena;
    struct picture pic;
    if (!s || s->optimum < 0) return;
    report_section(p, "water", "Water temperature");
    report_paragraph(
        p,
        arena_format(a,
                     "The setpoint of the %s water, loop.%s, from %s to %s °C, each time as "
                     "a whole year with its bill and limits. %s %s Cost is %s.%s",
                     s->has_cdu ? "facility" : "chilled", s->loop, show_number(a, s->from_c, 0, ""),
                     show_number(a, s->to_c, 0, ""), behind_words(s), scope_words(s),
                     s->basis != WATER_BY_COST ? "not known, so that energy decides"
                     : s->has_water_price      ? "electricity and water"
                                               : "electricity alone, as water has no price",
                     s->has_cdu && !s->has_leakage
                         ? " No server has a coolant_leakage: warm coolant costs no power here."
                         : ""));
    report_verdict(p, (struct verdict){.word = s->fits ? "Optimum" : "None fits",
                                       .text = show_prose(a, after_colon(s)),
                                       .tone = s->fits ? TONE_GOOD : TONE_BAD});
    if (*s->because)
        report_paragraph(p, arena_format(a, "Against it: %s.", show_prose(a, s->because)));
    if (*s->limits) report_paragraph(p, arena_format(a, "Limits: %s.", show_prose(a, s->limits)));
    if (water_figure_make(r, &pic, a)) report_figure(p, pic.chart, pic.summary);
    add_table(p, s);
}
