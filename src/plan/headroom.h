#ifndef DCPLAN_PLAN_HEADROOM_H
#define DCPLAN_PLAN_HEADROOM_H

/* How many more servers of a kind a site takes, what stops one more, and what would help.

   Every answer is a whole case of run_case: the site with so many more servers, racked as
   place_servers does it, against every limit in normal operation and after every loss that
   limits_find solves.  That a count fits whenever a greater one does is assumed for the
   search; that n fit and n + 1 do not has been seen.

   A site that is broken as it is: what was broken before holds nothing back as long as it
   does not get worse. */

#include "plan/run.h"

/* What can hold servers back, from the rack outwards. */
enum constraint {
    BY_UNITS,
    BY_WEIGHT,
    BY_RACK_POWER,
    BY_RACK_AIR,
    BY_OUTLETS,
    BY_RACKS, /* rules of placement */
    BY_SUPPLIES,
    BY_FLOOR,
    BY_FABRIC,
    BY_STRIP,
    BY_PHASE,
    BY_FEEDER,
    BY_FAILOVER,
    BY_UPS,
    BY_GENERATOR,
    BY_TRANSFORMER,
    BY_UTILITY,
    BY_AIR,
    BY_AIR_LOST,
    BY_CDU,
    BY_LOOP,
    BY_SINK,
    BY_INLET,
    BY_CHIP,
    BY_OTHER,
    N_CONSTRAINT
};
extern const char *const constraint_words[];

/* By the element's kind, the resource and the state. */
enum constraint constraint_of(const struct site *s, const struct limit *l);

enum { HEADROOM_MOST = 100000 }; /* counts looked at */

struct headroom_fit {
    bool is_known;     /* false: see error */
    const char *error; /* why it could not be looked at, or cannot be simulated from n + 1 on */
    int n;             /* so many more fit; -1: the changes break a limit by themselves */
    bool is_endless;   /* nothing was met up to n */
    int racks;         /* added for them */
    int takes;         /* by the racks alone; HEADROOM_MOST: as many as there may be */
    bool is_derated;   /* racks are filled less than rated, as what stands behind a rack bound */
    int n_bind;
    struct limit *bind; /* what breaks with one more, tightest first */
};

struct headroom_place {       /* equal racks side by side */
    const char *first, *last; /* "rack.r#3"; the same: one; NULL: not in a rack */
    int racks, servers;       /* servers in each */
    double u;                 /* lowest unit of the first of them; NaN: none */
};

struct headroom_price {
    double amount; /* in the site's currency; NaN: one has no price, or nothing is bought */
    double known;  /* of those that have one */
    int n_unpriced;
    const char *unpriced; /* "busway.a, ups.main"; NULL: none */
};

enum offer_kind {
    OFFER_FEWER,
    OFFER_OTHER_RACKS,
    OFFER_MORE_RACKS,
    OFFER_RACK_RATING,
    OFFER_CAP,
    OFFER_STAGGER,
    OFFER_COOLING /* liquid instead of air, or the other way */
};
extern const char *const offer_words[];

struct headroom_offer {
    enum offer_kind kind;
    const char *what; /* one line: what is offered, or why it cannot be */
    bool is_possible; /* fit says how many */
    bool helps;       /* it takes what was asked for, or at least one more than now */
    double share;     /* of full power, or of servers at full power; NaN: neither */
    int at_once;      /* servers at full power together; -1: not of that kind */
    struct headroom_fit fit;
    struct headroom_price price;
    int n_text;
    const char *const *text; /* the change with its servers, as overlays to be given in turn */
};

struct headroom_rung { /* changes that were made on top of the rungs before */
    const char *what;
    struct headroom_fit fit;     /* with all changes up to here */
    double more_w;               /* IT power at maximum beyond the most so far */
    struct headroom_price price; /* of this rung */
    double price_per_kw;         /* since the last rung that unlocked something; NaN */
    int n_text;
    const char *const *text;
};

struct ladder_row {
    enum constraint by;
    const char *words; /* the limit it comes from; NULL: none */
    double it_w;       /* IT at maximum at which it alone would bind; NaN: no limit is known */
    bool is_flat;      /* more servers do not bring it nearer */
    bool is_broken;    /* as it is */
    bool is_counted;   /* whole servers into racks; else from two solved cases by a line */
};

struct strand_row {
    enum constraint by; /* N_CONSTRAINT: see words */
    const char *words;
    double w;
};

/* Rated power of racks that is free: usable + what is stranded = free. */
struct strands {
    double rated_w, used_w, free_w, usable_w;
    int n, n_unrated; /* racks without a rated power are not counted */
    struct strand_row row[N_CONSTRAINT + 4];
};

struct headroom {
    const struct result *own;
    const char *server;   /* as asked for, or the largest section */
    const char *section;  /* [server SECTION] they are written into */
    const char *wired_as; /* section whose racks and feeds a new one takes; NULL: its own */
    bool is_asked, is_new;
    int has;       /* servers of the section now */
    int asked;     /* --count; -1: not given */
    double each_w; /* power_maximum */
    double it_w;   /* all servers of the site at maximum, as it is */
    bool fits;     /* asked <= fit.n, or nothing was asked */
    int n_broken;
    const struct limit *broken; /* of the site as it is */
    struct headroom_fit fit;
    const char *const *text; /* the site with so many more, as overlays */
    int n_text;
    int n_place, n_offer, n_rung, n_ladder;
    struct headroom_place *place;
    struct headroom_offer *offer;
    struct headroom_rung *rung;
    const char *rungs_end; /* why the rungs end */
    struct ladder_row *ladder;
    bool is_ladder_solved; /* a second case could be solved for its lines */
    struct strands strands;
    const char *verdict; /* one line */
};

struct headroom_request {
    const char *server; /* section or model; NULL: the largest section */
    int count;          /* -1: not given */
    bool is_count_only; /* no offers, no rungs, no ladder */
};

/* False with diagnostics when there is no such server or nothing can be wired.  The result
   does not depend on threads. */
bool headroom_find(const struct load_request *request, const struct result *own,
                   const struct headroom_request *want, int threads, struct headroom *out,
                   struct arena *a, struct diags *ds);

/* The limit that says most of those that one more breaks: temperatures of inlets and chips
   and hours too hot follow where another is broken beside them.  NULL: none is. */
const struct limit *headroom_first(const struct headroom_fit *f);

/* "busway.a current, ups.main#2 lost", with its element, resource and state alone. */
const char *headroom_limit_name(const struct limit *l, struct arena *a);

#endif
