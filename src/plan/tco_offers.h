#ifndef DCPLAN_PLAN_TCO_OFFERS_H
#define DCPLAN_PLAN_TCO_OFFERS_H

/* What is rented from whom, for people. */

#include "plan/tco.h"

/* "aws p5.48xlarge on-demand, us-east-1". */
const char *tco_offer_name(const struct site *s, int cloud, struct arena *a);

/* The text with every K replaced by the offer's number. */
const char *tco_offer_text(const char *text, int k, struct arena *a);

/* What its price includes, its source and note, in rows of the sheet Cloud. */
void tco_offer_texts(struct tco_writer *w, int cloud);

/* Table `offers` on the sheet Cloud: a record an offer, with its price as it is quoted, date,
   age at the site's date and what is doubtful. */
void tco_offers(struct tco_writer *w);

#endif
