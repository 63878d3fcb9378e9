#ifndef DCPLAN_CLI_PRINT_TCO_H
#define DCPLAN_CLI_PRINT_TCO_H

#include "cli/print.h"
#include "plan/tco_answer.h"

/* Several sites side by side, and whether PUE orders them as money does. */
void print_tco_rank(struct builder *b, const struct tco_answer *t, int n);

/* The answer to own or rent; of one of several sites in short. */
void print_tco(struct builder *b, const struct tco_answer *t, bool is_short);

#endif
