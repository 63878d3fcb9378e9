#ifndef DCPLAN_CLI_PRINT_POWER_H
#define DCPLAN_CLI_PRINT_POWER_H

/* The power budget on the terminal: elements, losses by level, sizes. */

#include "cli/print.h"

void print_power(struct builder *b, const struct result *r, bool color);

#endif
