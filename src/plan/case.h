#ifndef DCPLAN_PLAN_CASE_H
#define DCPLAN_PLAN_CASE_H

/* One point of a study: the site with some values changed, simulated.  Any parameter of the
   tables can change, and `use`, the model by its name.  The same numbers as `dcplan run` with
   the changes given by --set. */

#include "plan/outcome.h"
#include "plan/run.h"

struct case_change {
    const char *key;  /* "ups.main.eff_full", "ups.main.use", "finance.discount" */
    const char *text; /* as in a file: "96 %" */
};

struct case_options {
    bool limits; /* verdict and limits in all states, as run says them */
    bool growth; /* when it runs out, as dcplan growth says; nothing where nothing is planned */
    bool tco;    /* owning against renting, too, as dcplan tco says; nothing without [finance] */
};

/* Turns on what the outcome (outcome_row) needs; metrics of the year need nothing. */
void case_want(int outcome, struct case_options *out);

/* The site, read once and shared by the workers of all threads, which change nothing in it. */
struct case_base;
struct case_base *case_base_make(const struct load_request *request, struct arena *a,
                                 struct diags *ds);
const struct loaded *case_base_loaded(const struct case_base *b);
const struct load_request *case_base_request(const struct case_base *b);

/* What a key names. */
struct case_key {
    const char *key;               /* in full: "ups.main.eff_full" */
    const struct object *object;   /* of the site */
    const struct param *param;     /* NULL: `use` */
    const struct provenance *from; /* of the value it has now; NULL: `use` */
    const char *unit;              /* of numbers; "" none */
    const char *text;              /* the value now, as a file would say it; NULL: none */
    double value;                  /* a number in the row's unit, as param_value; NaN */
};

/* False with a usage error: no such part or key (what is near is named in the hint). */
bool case_key_find(const struct case_base *b, const char *key, struct case_key *out,
                   struct arena *a, struct diags *ds);

/* Whether the value may stand there by itself (form, unit, bounds, words; a model that there
   is); false with a usage error. */
bool case_text_check(const struct case_base *b, const struct case_key *k, const char *text,
                     struct arena *a, struct diags *ds);

/* Of one thread: its memory, and what it may keep from one point for the next. */
struct case_worker;
struct case_worker *case_worker_new(const struct case_base *b);
void case_worker_free(struct case_worker *w);

/* A point that cannot be simulated is an outcome, too: POINT_FAILED, with the reason.  Amounts of a
   point whose currency is not that of the site as it is are missing. */
void case_run(struct case_worker *w, const struct case_change *change, int n,
              const struct case_options *options, struct outcome *out);

#endif
