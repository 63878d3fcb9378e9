#ifndef DCPLAN_MODEL_CHECK_H
#define DCPLAN_MODEL_CHECK_H

/* Rules between fields of an assembled site. */

#include "model/site.h"

/* False when a rule is broken; every broken rule is reported where it stands. */
bool check_site(const struct site *s, struct diags *ds);

/* What stands where: inside its room, nothing in the place of another, fronts and backs
   free.  Part of check_site. */
void check_layout(const struct site *s, struct diags *ds);

/* Fabrics have switches, and as many rails as those allow.  Part of check_site. */
void check_fabric(const struct site *s, struct diags *ds);
/* Deployments and blocks: dates in order, no more retired than stand there, blocks that can
   enlarge what they name.  Part of check_site. */
void check_growth(const struct site *s, struct diags *ds);
/* Scenarios change what is there, as it can be changed (model/scenario.h).  Part of
   check_site. */
void check_scenarios(const struct site *s, struct diags *ds);
/* Offers of clouds: terms, prices that are missing or doubtful, accelerators that are not the
   site's; jobs.  Part of check_site. */
void check_cloud(const struct site *s, struct diags *ds);
/* Depreciation and leases over years that they can be over; lines of cost: categories and
   options that exist, no share of itself.  Part of check_site. */
void check_finance(const struct site *s, struct diags *ds);
/* Lines of a bill: prices that their charge asks for, steps that rise, lines that exist.
   Part of check_site. */
void check_tariff(const struct site *s, struct diags *ds);

#endif
