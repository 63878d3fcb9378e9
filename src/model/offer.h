#ifndef DCPLAN_MODEL_OFFER_H
#define DCPLAN_MODEL_OFFER_H

/* What an offer of a cloud is beside the accelerators of a site. */

#include "model/site.h"

enum { OFFERS_MAX = 15 }; /* that are compared: what a cell can choose from */

enum offer_match {
    OFFER_SAME,    /* the site's model, with its memory at least */
    OFFER_UNKNOWN, /* the site or the offer does not name a model */
    OFFER_OTHER    /* another model, or less memory */
};

/* cloud: an index of the kind.  *words gets a short text for people. */
enum offer_match offer_match(const struct site *s, int cloud, const char **words, struct arena *a);

/* Whether it can be compared: the site's accelerators, or others with a relative_speed, at a
   price that is believed or confirmed, where interruptions leave work done. */
bool offer_counts(const struct site *s, int cloud, struct arena *a);

/* Whether somebody said how fast its accelerators are. */
bool offer_speed_given(const struct site *s, int cloud);

/* Why it takes no part in what is compared, in words; NULL: it does. */
const char *offer_left_out(const struct site *s, int cloud, struct arena *a);

/* Price of an accelerator an hour before `off`, in the site's currency; NaN: no price or rate. */
double offer_price(const struct site *s, const struct cloud *c);

/* What it lacks to be compared, in words: a price, an exchange rate, a price of the data that
   leaves or is kept, work that gets done between interruptions; NULL: nothing. */
const char *offer_lack(const struct site *s, const struct cloud *c);

/* [cloud estimate-...] of its accelerators' model; NULL: none. */
const struct cloud *offer_band(const struct site *s, const struct cloud *c);
/* Name of that section, in lower case; NULL without a model. */
const char *offer_band_name(const struct cloud *c, struct arena *a);

/* What is doubtful about the price, before and after `off`, in words; NULL: nothing, or no band. */
const char *offer_doubt(const struct site *s, const struct cloud *c, struct arena *a);

#endif
