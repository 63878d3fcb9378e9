#ifndef DCPLAN_TESTS_EPW_TEXT_H
#define DCPLAN_TESTS_EPW_TEXT_H

/* Weather files made up for tests: a year of rows from a rule, with a way to
   change single rows. */

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "physics/epw.h"

struct epw_case {
    int rows, per_hour;
    const char *location; /* NULL: Testville */
    const char *periods;  /* NULL: one period, per_hour, Wednesday */
    const char *line_end; /* NULL: "\n" */
    bool no_final_newline;
    /* Rows first..last get this text from the dry bulb on; NULL: as made. */
    int first, last;
    const char *values;
    int leap_stamp; /* year stamped on February's rows; 0: 2001 */
};

static inline double epw_t_c(int row, int rows)
{
    return 12 - 10 * cos(6.283185307179586 * row / rows);
}

static inline void epw_row(struct builder *b, const struct epw_case *c, int row)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    int hour = row / c->per_hour, day = hour / 24, month = 0;
    bool leap = c->rows == 8784 * c->per_hour;
    while (month < 11 && day >= days[month] + (month == 1 && leap)) {
        day -= days[month] + (month == 1 && leap);
        month++;
    }
    int year = month == 1 && c->leap_stamp ? c->leap_stamp : 2001;
    builder_format(b, "%d,%d,%d,%d,%d,?9?9?9?9,", year, month + 1, day + 1, hour % 24 + 1, 60);
    if (c->values && row >= c->first && row <= c->last)
        builder_format(b, "%s,0,0", c->values);
    else
        builder_format(b, "%.1f,%.1f,70,101000,0,0", epw_t_c(row, c->rows),
                       epw_t_c(row, c->rows) - 5);
}

static inline struct bytes epw_text(struct arena *a, const struct epw_case *c)
{
    static const char *const header[] = {
        "DESIGN CONDITIONS,0",   "TYPICAL/EXTREME PERIODS,0",
        "GROUND TEMPERATURES,0", "HOLIDAYS/DAYLIGHT SAVINGS,No,0,0,0",
        "COMMENTS 1,made up",    "COMMENTS 2,"};
    struct builder b = builder_new(a);
    const char *end = c->line_end ? c->line_end : "\n";
    builder_format(&b, "%s%s",
                   c->location ? c->location
                               : "LOCATION,Testville,-,XXX,made up,000000,45.5,7.25,1.0,30.0",
                   end);
    for (int i = 0; i < 6; i++) builder_format(&b, "%s%s", header[i], end);
    if (c->periods)
        builder_format(&b, "%s%s", c->periods, end);
    else
        builder_format(&b, "DATA PERIODS,1,%d,Data,Wednesday,1/1,12/31%s", c->per_hour, end);
    for (int row = 0; row < c->rows; row++) {
        epw_row(&b, c, row);
        if (row + 1 < c->rows || !c->no_final_newline) builder_text(&b, end);
    }
    return (struct bytes){b.s, b.n};
}

#endif
