#ifndef DCPLAN_CLI_PRINT_PLACE_H
#define DCPLAN_CLI_PRINT_PLACE_H

#include "plan/placing.h"

/* Verdict, racks, what is left over and why. */
void print_place(struct builder *b, const struct placing_result *r, bool color);

#endif
