#ifndef DCPLAN_MODEL_ROWS_H
#define DCPLAN_MODEL_ROWS_H

/* Rows that every part has, so that they read the same everywhere. */

#include "input/param.h"

/* What every part of the site may say.  The first member of every part kind,
   so that the rows below fit all of them. */
struct part {
    int count;            /* identical units */
    struct ref_list from; /* electrical elements that feed it */
    struct money price;   /* of one unit */
    const char *source;   /* of the data-sheet numbers */
    const char *note;
    struct date date; /* of the source or the price */
    double draw_power_factor, start_ratio; /* of motors and other loads; ROWS_DRAW */
};

/* clang-format off */
#define ROW_COUNT(meaning)                                                                         \
    {.key = "count", .def = "1", .min = 0, .max = 1e6, .type = PARAM_COUNT,                        \
     .at = offsetof(struct part, count), .doc = meaning}

#define ROW_FROM(kinds)                                                                            \
    {.key = "from", .type = PARAM_REFS, .refs = kinds, .at = offsetof(struct part, from),          \
     .doc = "where its power comes from"}

/* Of loads that are no servers. */
#define ROWS_DRAW                                                                                  \
    ROW_FROM(ELECTRICAL_SOURCES),                                                                  \
    {.key = "power_factor", .def = "0.95", .min = 0.1, .max = 1,                                   \
     .at = offsetof(struct part, draw_power_factor), .doc = "power factor of what it draws"},      \
    {.key = "start_current", .def = "1", .min = 1, .max = 12,                                      \
     .at = offsetof(struct part, start_ratio),                                                     \
     .doc = "starting current over running current: 1 by a drive, 6 to 8 direct on line"}

#define ROWS_CITED                                                                                 \
    {.key = "source", .type = PARAM_TEXT, .at = offsetof(struct part, source),                     \
     .doc = "where the numbers come from"},                                                        \
    {.key = "note", .type = PARAM_TEXT, .at = offsetof(struct part, note),                         \
     .doc = "free text"},                                                                          \
    {.key = "date", .type = PARAM_DATE, .at = offsetof(struct part, date),                         \
     .doc = "date of the source or of the price"}

#define ROWS_SOURCE                                                                                \
    {.key = "price", .unit = "money", .type = PARAM_MONEY, .max = 1e9,                             \
     .at = offsetof(struct part, price), .doc = "purchase price of one unit, without VAT"},        \
    ROWS_CITED

/* clang-format on */
#define ELECTRICAL_SOURCES                                                                         \
    "pdu ups transformer utility generator switchboard ats sts busway rpp breaker rackpdu bank"

#endif
