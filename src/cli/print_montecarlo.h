#ifndef DCPLAN_CLI_PRINT_MONTECARLO_H
#define DCPLAN_CLI_PRINT_MONTECARLO_H

/* What `dcplan montecarlo` tells on a terminal. */

#include "cli/print.h"
#include "plan/montecarlo.h"

void print_montecarlo(struct builder *b, const struct montecarlo *m);

/* Failed draws on stderr, each reason with how many; EXIT_MODEL when there is one. */
int print_failed_draws(const struct montecarlo *m);

#endif
