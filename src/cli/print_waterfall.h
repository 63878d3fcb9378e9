#ifndef DCPLAN_CLI_PRINT_WATERFALL_H
#define DCPLAN_CLI_PRINT_WATERFALL_H

#include "base/text.h"
#include "plan/waterfall.h"

/* A table: the sites and the steps between them, a column for each metric. */
void print_waterfall(struct builder *b, const struct waterfall *w);

#endif
