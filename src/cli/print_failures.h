#ifndef DCPLAN_CLI_PRINT_FAILURES_H
#define DCPLAN_CLI_PRINT_FAILURES_H

/* The failure table on the terminal: states that are not survived as if nothing were, and
   with --all or --remove all of them. */

#include "cli/print.h"

void print_failures(struct builder *b, const struct result *r, const struct args *x);

#endif
