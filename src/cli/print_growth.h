#ifndef DCPLAN_CLI_PRINT_GROWTH_H
#define DCPLAN_CLI_PRINT_GROWTH_H

/* A growth plan for the terminal. */

#include "plan/growth.h"

/* Verdict, quarters (years of a plan of more than ten), what runs out when, orders, how the
   fullest resources are split in the last month that fits, years. */
void print_growth(struct builder *b, const struct growth *g);

#endif
