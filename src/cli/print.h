#ifndef DCPLAN_CLI_PRINT_H
#define DCPLAN_CLI_PRINT_H

/* Text for the terminal, and what an exit code says. */

#include "base/diag.h"
#include "cli/args.h"
#include "plan/result.h"

/* Diagnostics to stderr, at most 20 errors and 20 warnings, then how many more. */
void print_diags(const struct diags *ds, bool is_quiet);
/* Exit code of the worst error; EXIT_DONE when there is none. */
int print_code(const struct diags *ds);
/* The same after a failure, which is never EXIT_DONE. */
int print_failure(const struct diags *ds);

void print_verdict(struct builder *b, const struct result *r, bool color);
void print_summary(struct builder *b, const struct result *r, bool color);
void print_limits(struct builder *b, const struct result *r, bool color, int most);
/* Links, media and lengths of each fabric; nothing without one. */
void print_fabrics(struct builder *b, const struct result *r);
void print_skipped(struct builder *b, const struct result *r);
void print_warnings(struct builder *b, const struct result *r);

/* A value in its metric's unit, with its decimals; "no data" when missing. */
const char *print_metric(char out[TEXT_NUMBER_CAP], const struct metric_row *m, double value);

/* Builder to stdout; EXIT_OUTPUT when it cannot be written. */
int print_out(const struct builder *b, struct diags *ds);

void print_help(struct builder *b, const struct command *c);
void print_help_all(struct builder *b);

/* --strict, --check and --fail-if: the exit code that follows from a result. */
int print_judgement(const struct args *x, const struct result *r, bool is_check, struct arena *a,
                    struct diags *ds);

#endif
