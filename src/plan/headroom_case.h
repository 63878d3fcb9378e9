#ifndef DCPLAN_PLAN_HEADROOM_CASE_H
#define DCPLAN_PLAN_HEADROOM_CASE_H

/* Cases of the headroom search; private to plan. */

#include "plan/headroom.h"
#include "plan/place.h"

/* How more servers are written into the site: n of them are added by these texts. */
struct way {
    const struct load_request *request;
    const struct result *own;
    const char *section;
    double each_w;    /* power_maximum of one */
    int has;          /* servers the section has now; 0 of a new one */
    const char *keys; /* of a new section; lines that go with the count of an old one */
    int n_text;
    const char *const *text; /* changes beside them, one overlay each */
    const char *less;        /* racks filled less than rated, see fit_find; NULL: as rated */
    int rack;                /* racks of this section are added as needed; -1: none are */
    int per_rack;            /* of the servers, in an empty one */
    int spare;               /* that go into the racks as they are */
};

/* Copies of the way made before keep theirs. */
void way_add(struct way *w, const char *text, struct arena *a);
/* The texts that add n servers, in order; also those of the changes. */
int way_texts(const struct way *w, int n, const char *const **text, struct arena *a);
/* Keys that keep the first n places and names of a section that has more; "" when it has
   not. */
const char *way_first_spots(const struct way *w, int n, struct arena *a);
struct load_request way_request(const struct way *w, int n, struct arena *a);
/* Racks that are added for n servers. */
int way_racks(const struct way *w, int n);

/* How many more the racks take, HEADROOM_MOST at most, and for want of what not one more; of
   a section whose racks are added as needed, also per_rack and spare.  -1 with the reason
   when the site cannot be read. */
int way_rack_bound(struct way *w, const char **want, struct arena *a);

struct trial {
    bool is_known;
    const char *error; /* NULL: it was simulated */
    bool fits;
    int n_row, n_bind;
    struct limit *row, *bind; /* bind: what is broken, or worse than it was */
    int n_place;
    struct headroom_place *place; /* of the servers that are added */
    int racked;                   /* of the section, all that found a place */
};

/* n more of them; what is kept is in keep. */
void trial_run(const struct way *w, int n, struct trial *out, struct arena *keep);

/* The greatest n that fits; hint, where not 0, is looked at first.  last, where not NULL, gets
   the case of n servers more, and near the last case with servers added that was solved, with
   its count in n_near (0: none was). */
struct headroom_fit fit_find(struct way *w, int hint, struct trial *last, struct trial *near,
                             int *n_near, struct arena *keep);
/* Count at which the first limit that y does not break is met, by a line from the site as it
   is through y, a case of n_y servers more; 0: none is. */
int fit_hint(const struct result *own, const struct trial *y, int n_y, struct arena *a);

/* The section that name stands for; false with diagnostics. */
bool way_make(const struct load_request *request, const struct result *own, const char *name,
              struct headroom *h, struct way *w, struct arena *a, struct diags *ds);
/* A new section of a model, wired as section `as` is; NULL with the reason when it cannot.
   rack: other racks, NULL: the same. */
bool way_of_model(const struct way *like, const char *model, int as, const char *rack,
                  struct way *w, const char **why, struct arena *a);

void offers_find(struct headroom *h, const struct way *w, int threads, struct arena *a);
/* Adds the rungs, which rungs_copy moves to another arena. */
void rungs_find(struct headroom *h, const struct way *w, struct arena *a);
void ladder_find(struct headroom *h, const struct way *w, const struct trial *near, int n_near,
                 struct arena *a);
void strands_find(struct headroom *h, const struct way *w, struct arena *a);

/* Of the new racks of a section, with what is made for each of them. */
struct headroom_price racks_price(const struct site *s, int rack, int n, struct arena *a);
void price_add(struct headroom_price *p, const char *name, double amount, struct arena *a);
/* The first rack section that they may stand in; -1: none. */
int first_rack(const struct way *w, struct arena *a);
/* Racks of that section are added as they are needed, -1: none are; who stands in the only one
   so far is written with its number. */
void way_add_racks(struct way *w, int rack, struct arena *a);
/* A name for one more section of servers, made of name and end. */
const char *way_new_section(const struct way *w, const char *name, const char *end,
                            struct arena *a);
/* The keys of its own section as the site gives them, but its count, places, names and powers:
   all that a second section of the same servers needs beside `use`. */
void way_same_keys(const struct way *w, struct builder *b);
void rungs_copy(struct headroom *to, const struct headroom *from, struct arena *a);
struct headroom_fit fit_copy(const struct headroom_fit *f, struct arena *a);
struct limit *limits_copy(const struct limit *l, int n, struct arena *a);
const char *text_copy(const char *s, struct arena *a);

#endif
