#ifndef DCPLAN_CLI_PRINT_OPTIMISE_H
#define DCPLAN_CLI_PRINT_OPTIMISE_H

#include "base/text.h"
#include "cli/args.h"
#include "plan/optimise.h"

/* show[N_OUTCOME]: the metrics that are printed. */
void print_optimise(struct builder *b, const struct args *x, const struct optimise *o,
                    const bool *show);
void print_goal(struct builder *b, const struct args *x, const struct goal *g, const bool *show);

#endif
