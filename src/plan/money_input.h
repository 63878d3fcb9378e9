#ifndef DCPLAN_PLAN_MONEY_INPUT_H
#define DCPLAN_PLAN_MONEY_INPUT_H

/* Inputs of the sheets of money: cells that are meant to be changed, each told once with its
   unit, where it comes from and how far it may be off.

   What a scenario changes stands on the sheet of scenarios instead, with a column each, and the
   sheet of inputs shows the one that is selected; whoever reads the input reads that. */

#include "base/grid.h"
#include "model/site.h"

struct money_book { /* what the writers of the sheets share */
    struct grid *grid;
    const struct site *site;
    int inputs; /* the sheet of inputs */
    struct arena *arena;
};

/* A heading on the sheet of inputs. */
void money_heading(struct money_book *b, const char *label);

/* Declares the value of `param` of an object as an input row named `key` (unit, bounds, spread,
   source and date come from the tables and the object).  label NULL: the row's meaning.
   Returns the expression of the value in the site's currency: the key, or the key times the
   exchange rate, whose row it adds once.  A missing value is a row that says so. */
const char *money_param(struct money_book *b, const char *key, const char *label, int kind,
                        int index, const char *param);

/* The same of a number that no table has: label, unit, value, where it comes from. */
const char *money_number(struct money_book *b, const char *key, const char *label, const char *unit,
                         double value, int decimals, const char *source);

/* The sheet of scenarios with its selector (keys `scenario`, a name, and `scenario_number`, 1 for
   the values as they are); opened where it shall stand, else by the first input that needs it.
   -1 when the site has no scenarios. */
int money_scenarios(struct money_book *b);

/* False, with an error each, when a scenario changes something that no sheet reads. */
bool money_scenarios_read(const struct money_book *b, struct diags *ds);

#endif
