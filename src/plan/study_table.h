#ifndef DCPLAN_PLAN_STUDY_TABLE_H
#define DCPLAN_PLAN_STUDY_TABLE_H

/* The points of a study as a table, whatever made it: what changed, and what came of it.
   All that is printed, drawn and written of a study is taken from here. */

#include "base/calendar.h"
#include "input/object.h"
#include "plan/outcome.h"

struct study_column {       /* a variable */
    const char *key, *unit; /* unit: of its numbers; "" */
    bool is_number;
};

enum { STUDY_SHOWN = 24 };

struct study_table {
    const char *command; /* "sweep" */
    const char *site, *title, *currency;
    const char *definition; /* what was asked for, line by line */
    struct date date;       /* of the site; all zero: none */
    int n_input;
    struct input_text *input;
    int n_override;
    const char **override;

    int n_variable;
    const struct study_column *variable;
    /* Value of variable v at point i: as in a file, and, of numbers, in the column's unit. */
    const char *(*text)(const void *context, int v, int i);
    double (*number)(const void *context, int v, int i);
    const void *context;

    int n;
    const struct outcome *point; /* [n] */

    /* Found by study_table_find. */
    int n_shown, shown[STUDY_SHOWN]; /* outcomes for people */
    int key;                         /* the outcome that best and worst are of; -1: none */
    int first;                       /* the first point that is done; -1: none */
    int best, worst;                 /* of those that fit when one does; -1: none */
    bool is_judged;                  /* limits were looked at */
    int n_failed, n_broken;          /* points; n_broken break a limit */
};

/* What is shown when nobody says what: those of the short list that differ between points,
   at least the key.  n_shown > 0: as given, the first is the key. */
void study_table_find(struct study_table *t, const int *shown, int n_shown);

/* Whether more of it is better, as of margins and savings; of all else less is. */
bool study_more_is_better(int outcome);

/* The outcome at point i; NaN when the point failed or is open. */
double study_value(const struct study_table *t, int outcome, int i);
/* Whether it is a month that does not come at point i, though it comes at others. */
bool study_is_never(const struct study_table *t, int outcome, int i);

/* How much it differs from the first point's, per cent of that; NaN where a share says nothing
   (temperatures, dates, yes or no) or the first is zero. */
double study_relative_pct(const struct study_table *t, int outcome, int i);
bool study_has_relative(int outcome);

/* Unit for people: the currency for "money". */
const char *study_unit(const struct study_table *t, int outcome, struct arena *a);

/* "room.hall.supply = 22 degC, ups.main.use = x" */
const char *study_point_words(const struct study_table *t, int i, struct arena *a);

#endif
