#ifndef DCPLAN_MODEL_ELECTRICAL_H
#define DCPLAN_MODEL_ELECTRICAL_H

/* What every part on the way from the utility to the plug says about itself, in rows
   that read the same in all kinds.  A part names its upstream; `each` makes one copy
   for each rack of a group, or for each system of a pattern. */

#include "model/rows.h"

enum { SHARE_EQUAL, SHARE_STANDBY };
enum { SOURCES_ALL, SOURCES_BLOCKS, SOURCES_TURN };
/* Lines a load stands on: left to the program, one line to neutral, two lines, three. */
enum { PHASE_AUTO, PHASE_L1, PHASE_L2, PHASE_L3, PHASE_L12, PHASE_L23, PHASE_L31, PHASE_ALL };
enum { TRIP_UNKNOWN, TRIP_FUSE, TRIP_B, TRIP_C, TRIP_D, TRIP_ELECTRONIC };

struct electrical {
    struct part part;
    struct ref_list heat_to, each;
    int share, sources;
    double rated_w, rated_va, rated_a; /* of one unit; NaN: not given */
    double usable_frac;                /* NaN: by the electrical code of the site */
    bool is_full_rated;                /* 100 % rated: NEC asks for no 80 % */
    struct voltage voltage;
    int phases, phase;
    double power_factor; /* of what it draws; NaN: of what it feeds */
    /* conductors on its outgoing side */
    double length_m, resistance_ohm_m, reactance_ohm_m;
    /* protection at its head */
    double breaking_a, withstand_a;
    int trip;
    double instantaneous; /* magnetic threshold, multiple of the rated current */
    double delay_s;       /* short-time delay; 0: none */
    bool is_selective;    /* declared selective with what feeds it, by the maker's tables */
    /* reliability of one unit */
    double mtbf_s, mttr_s, common_frac;
};

extern const char *const share_words[], *const sources_words[], *const phase_words[],
                                                                    *const trip_words[];

/* clang-format off */
#define ELECTRICAL(field) offsetof(struct electrical, field)

#define ROWS_FED                                                                                   \
    ROW_FROM(ELECTRICAL_SOURCES),                                                                  \
    {.key = "share", .type = PARAM_WORD, .words = share_words, .def = "equal",                     \
     .at = ELECTRICAL(share),                                                                      \
     .doc = "sources share the load, or the first carries it and the others stand by"},            \
    {.key = "each", .type = PARAM_REF, .refs = ELECTRICAL_EACH, .at = ELECTRICAL(each),            \
     .doc = "one of these for each rack of a group, or each system of a pattern or part"},         \
    {.key = "sources", .type = PARAM_WORD, .words = sources_words, .def = "all",                   \
     .at = ELECTRICAL(sources),                                                                    \
     .doc = "each copy is fed by all sources, or by one: in blocks, or in turn"},                  \
    ROW_HEAT_TO

#define ROW_HEAT_TO                                                                                \
    {.key = "heat_to", .type = PARAM_REF, .refs = "room", .at = ELECTRICAL(heat_to),               \
     .doc = "room that takes its loss; outdoors when not given"}

#define ROWS_RELIABILITY                                                                           \
    {.key = "mtbf", .unit = "h", .min = 10, .max = 1e9, .at = ELECTRICAL(mtbf_s),                  \
     .doc = "mean time between failures of one unit"},                                             \
    {.key = "mttr", .unit = "h", .min = 0.001, .max = 1e5, .at = ELECTRICAL(mttr_s),               \
     .doc = "mean time to repair"},                                                                \
    {.key = "common_cause", .unit = "%", .def = "5 %", .max = 100, .at = ELECTRICAL(common_frac),  \
     .doc = "share of its failures that take all of its kind in the pattern (beta factor)"}

#define ROW_USABLE                                                                                 \
    {.key = "usable", .unit = "%", .min = 10, .max = 120, .at = ELECTRICAL(usable_frac),           \
     .doc = "share of the rating that may be used continuously; by the site's electrical code "    \
            "when not given"}

#define ROWS_VOLTAGE(meaning)                                                                      \
    {.key = "voltage", .unit = "V", .type = PARAM_VOLTAGE, .min = 12, .max = 4e5,                  \
     .at = ELECTRICAL(voltage), .doc = meaning},                                                   \
    {.key = "phases", .type = PARAM_COUNT, .min = 1, .max = 3,                                     \
     .at = ELECTRICAL(phases),                                                                     \
     .doc = "three, 1 a line and neutral, or 2 two lines; by phase, else as its source when not "  \
            "given"}

#define ROWS_PROTECTION                                                                            \
    {.key = "breaking_capacity", .unit = "kA", .min = 0.1, .max = 500,                             \
     .at = ELECTRICAL(breaking_a),                                                                 \
     .doc = "short-circuit current its protection can break (Icu)"},                               \
    {.key = "withstand", .unit = "kA", .min = 0.1, .max = 500, .at = ELECTRICAL(withstand_a),      \
     .doc = "short-time withstand current of its busbars (Icw, 1 s)"},                             \
    {.key = "trip", .type = PARAM_WORD, .words = trip_words, .def = "unknown",                     \
     .at = ELECTRICAL(trip), .doc = "kind of its protection, IEC 60898 B, C, D or electronic"},    \
    {.key = "instantaneous", .min = 1, .max = 50, .at = ELECTRICAL(instantaneous),                 \
     .doc = "instantaneous threshold over the rated current; by trip when not given"},             \
    {.key = "delay", .unit = "s", .def = "0 s", .max = 3, .at = ELECTRICAL(delay_s),               \
     .doc = "short-time delay of an electronic release"},                                          \
    {.key = "selective", .type = PARAM_FLAG, .def = "no", .at = ELECTRICAL(is_selective),          \
     .doc = "selective with what feeds it by the maker's tables"}

#define ROWS_CONDUCTOR                                                                             \
    {.key = "length", .unit = "m", .max = 5e4, .at = ELECTRICAL(length_m),           \
     .doc = "length of the conductors on its outgoing side; 0 m when there are none"},             \
    {.key = "resistance", .unit = "ohm/m", .max = 1, .at = ELECTRICAL(resistance_ohm_m),           \
     .doc = "resistance of one line conductor per length, warm"},                                  \
    {.key = "reactance", .unit = "ohm/m", .max = 1, .at = ELECTRICAL(reactance_ohm_m),             \
     .doc = "reactance of one line conductor per length"}
/* clang-format on */

/* "rack" counts the racks of the group. */
#define ELECTRICAL_EACH "rack " ELECTRICAL_SOURCES

/* Phases that it states, by their number or by its phase; 0: none. */
int electrical_phases(const struct electrical *e);

/* Volts between two lines of its own voltage where it has two or three phases, between
   line and neutral where it has one; NaN when it states none. */
double electrical_line_v(const struct electrical *e, int phases);

/* Rated apparent power of one unit, VA: the least of what it states and what its
   rated current carries at line_v, which is as above.  NaN: neither is given. */
double electrical_rated_va(const struct electrical *e, double line_v, int phases);

#endif
