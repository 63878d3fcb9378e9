#ifndef DCPLAN_PLAN_PLACING_LOOK_H
#define DCPLAN_PLAN_PLACING_LOOK_H

/* A placement before the engine: the plant, its design year, all limits; private to plan. */

#include "model/load.h"
#include "plan/limit_list.h"
#include "plan/placing_spots.h"

struct placing_site { /* what all looks share */
    const struct loaded *loaded;
    struct prepared design;
    int threads;
};

struct placing_look {
    const struct site *site; /* with those places */
    struct rack_plan racks;
    const struct plant *plant;
    struct limits_case limits;
    struct limit_memo *memo; /* states that limits_find solved */
    struct limit_state normal;
    int n_limit;
    struct limit *limit;
};

/* NULL with diagnostics when no plant can be built. */
struct placing_look *placing_look(const struct placing_site *p, const struct placing_spots *x,
                                  struct arena *a, struct diags *ds);

/* What was broken, and by how much less heat or power it might hold. */
struct placing_lesson {
    int n_broken; /* limits that fewer or other servers can mend */
    bool is_eased;
};

enum placing_pace {
    PLACING_SOFT, /* what is broken is scaled by what it is over */
    PLACING_HARD, /* and halved, with all heat: it will not settle otherwise */
    PLACING_EASE, /* softly; where nothing is broken, what the model holds too tight is eased */
    PLACING_JUDGE /* nothing but whether something is broken: no loss by its bound alone */
};

/* Sets the tuning by what the look at this packing shows beyond the model; base: the look at
   what is fixed. */
struct placing_lesson placing_learn(const struct placing_look *x, const struct placing_look *base,
                                    const struct pack_case *c, const int *count,
                                    struct pack_tuning *t, enum placing_pace pace, struct arena *a);

#endif
