#ifndef DCPLAN_INPUT_PARAM_H
#define DCPLAN_INPUT_PARAM_H

/* The one table.  A part kind is a struct and a table of rows; param_set is the
   only writer of the struct's fields, whoever gives the text: defaults, INI
   lines, --set, overlays, sweeps and draws. */

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/calendar.h"
#include "base/diag.h"
#include "base/text.h"
#include "base/unit.h"

/* A field that was not given and has no default.  Reals: NaN.  Counts:
   PARAM_NO_COUNT.  Words: -1.  Flags: false.  Text, lists, curves: NULL or
   n = 0; voltages NaN. */
#define PARAM_NONE NULL
enum { PARAM_NO_COUNT = -2147483647 };

enum param_type {
    PARAM_REAL,   /* double, SI (absolute temperatures in degC)             */
    PARAM_COUNT,  /* int                                                    */
    PARAM_FLAG,   /* bool: yes/no, true/false, on/off                       */
    PARAM_WORD,   /* int: index into words                                  */
    PARAM_TEXT,   /* const char *: free text                                */
    PARAM_REF,    /* struct ref_list: names of other objects, one           */
    PARAM_REFS,   /* struct ref_list: names of other objects, any number    */
    PARAM_REALS,  /* struct reals: list of numbers in one unit, SI          */
    PARAM_TEXTS,  /* struct text_list: list of texts without commas              */
    PARAM_CURVE,  /* struct points: x:y pairs, x rising; unit "x;y"         */
    PARAM_HOURS,  /* struct hours: ranges of hours of the day, 0-8, 10-12; none */
    PARAM_DATE,   /* struct date                                            */
    PARAM_MONEY,  /* struct money: amount per SI unit of what follows "/"   */
    PARAM_VOLTAGE /* struct voltage: 400 V LL, 230 V LN, or 230 V alone     */
};

/* Three-phase voltages say between which lines: LL line to line, LN line to neutral.
   Whether a bare one will do is for the part to say. */
enum voltage_basis { VOLTAGE_BARE, VOLTAGE_LL, VOLTAGE_LN };
struct voltage {
    double v; /* as written; NaN: not given */
    enum voltage_basis basis;
};

struct reals {
    int n;
    double *v;
};

struct text_list {
    int n;
    const char **s;
};

struct points {
    int n;
    double *x, *y; /* SI */
};

struct hours {
    bool in[24];
    bool given;
};

struct money {
    double amount;    /* per SI unit of the divisor (per J for "/kWh"); NaN: no price */
    char currency[4]; /* "" when no price */
};

/* Names as written ("ups.a", "a"), and once linked, where they are. */
struct ref {
    const char *name;
    int kind, index; /* -1 until linked */
};
struct ref_list {
    int n;
    struct ref *ref;
};

struct param {
    const char *key;          /* spelling in INI files, --set and sweeps: [a-z0-9_]+ */
    const char *unit;         /* what the user reads and writes; NULL or "" if none.
                                 PARAM_MONEY: "money/kWh".  PARAM_CURVE: "%;W" */
    const char *def;          /* default as a user would write it, unit included;
                                 NULL: may be missing; PARAM_REQUIRED: must be given */
    double min, max;          /* in unit; both 0: no bounds; HUGE_VAL: none on that
                                 side (reals, counts, lists, money, y of curves) */
    size_t at;                /* offset of the field */
    const char *doc;          /* one line without full stop: params command, errors, reports */
    enum param_type type;     /* PARAM_REAL when absent */
    const char *const *words; /* choices of a PARAM_WORD, NULL at the end */
    const char *refs;         /* PARAM_REF(S): kinds it may name, "ups transformer" */
};

extern const char param_required[]; /* compared by address */
#define PARAM_REQUIRED param_required

/* Where a field's value came from. */
enum origin { ORIGIN_DEFAULT, ORIGIN_MODEL, ORIGIN_FILE, ORIGIN_OVERRIDE };

/* How uncertain a single number is.  The field holds the centre; what lies beyond the row's
   bounds is cut off.  All in SI, of temperatures in degC and K. */
enum spread_kind {
    SPREAD_NONE,
    SPREAD_RELATIVE,   /* "+/- 5 %": a, as of the next one, but as a share of the field */
    SPREAD_ABSOLUTE,   /* "+/- 1 K": a, two standard deviations of a normal */
    SPREAD_NORMAL,     /* a the mean (the field), b the standard deviation */
    SPREAD_UNIFORM,    /* a the least, b the greatest; the field is midway */
    SPREAD_TRIANGULAR, /* a the least, b the mode (the field), c the greatest */
    SPREAD_LOGNORMAL   /* a the median (the field), 1 + b the geometric standard deviation */
};

struct spread {
    enum spread_kind kind;
    double a, b, c;
};

struct provenance {
    enum origin origin;
    struct place place; /* of the value */
    const char *text;   /* as written; NULL for a missing optional */
    struct spread spread;
};

/* Sets one field from text.  where is the place of the value.  On failure adds
   one error (with a hint: units that fit, bounds, choices, the accepted number
   form) and leaves the field as it was.  An empty value makes an optional field
   missing.  A value written with += is joined by the caller.  from (or NULL)
   gets everything but the origin. */
bool param_set(const struct param *p, void *object, struct text value, struct place where,
               struct provenance *from, struct arena *a, struct diags *ds);

/* Writes the defaults of all rows into object and from[n]; a bug in a table
   (unknown unit, default outside the bounds) is a failed assertion. */
void param_defaults(const struct param *p, int n, void *object, struct provenance *from,
                    struct arena *a);

/* Whether values of the row are lists, which += can lengthen. */
bool param_is_list(const struct param *p);

/* The field as a user would write it (unit included), or NULL when missing.
   Reads back to the same double (its neighbour, where the value was written in
   another unit and none in this one gives it); the uncertainty is in
   provenance, see below. */
const char *param_print(const struct param *p, const void *object, struct arena *a);

/* What follows the field where its uncertainty is told, too: " +/- 5 %",
   ", uniform(3 kW, 3.5 kW)" or "". */
const char *param_print_spread(const struct param *p, const void *object,
                               const struct provenance *from, struct arena *a);

/* The field and its uncertainty as a file would say them; NULL when missing. */
const char *param_print_uncertain(const struct param *p, const void *object,
                                  const struct provenance *from, struct arena *a);

/* The text that sets a real, count, money amount or voltage to another value (SI), of twelve
   significant digits: in the row's unit, currency and lines as the field has them. */
const char *param_print_number(const struct param *p, const void *object, double si,
                               struct arena *a);

/* Adds what the field holds as bytes: the same bytes, the same value.  References by the names
   that were written. */
void param_key(const struct param *p, const void *object, struct builder *out);

/* The field of one object to another; lists are shared. */
void param_copy(const struct param *p, void *to, const void *from);

/* A real, count or money amount in the row's own unit, for people; NaN when
   missing or of another type. */
double param_value(const struct param *p, const void *object);

#endif
