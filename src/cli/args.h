#ifndef DCPLAN_CLI_ARGS_H
#define DCPLAN_CLI_ARGS_H

/* The command line.  Options are rows; help, the man page and completion are
   printed from the same rows. */

#include <stdio.h>

#include "base/diag.h"
#include "base/pool.h"
#include "model/load.h"

enum {
    EXIT_DONE = 0,
    EXIT_NO = 1,
    EXIT_USAGE = 2,
    EXIT_INPUT = 3,
    EXIT_MODEL = 4,
    EXIT_OUTPUT = 5
};

#define EXIT_TEXT "0 done; 1 the answer is no; 2 usage; 3 input; 4 model; 5 output."

enum option {
    OPTION_SET,
    OPTION_OVERLAY,
    OPTION_JSON,
    OPTION_CHECK,
    OPTION_STRICT,
    OPTION_FAIL_IF,
    OPTION_THREADS,
    OPTION_LANG,
    OPTION_COLOR,
    OPTION_QUIET,
    OPTION_MODELS,
    OPTION_OUTPUT,
    OPTION_HOURLY,
    OPTION_PAPER,
    OPTION_REMOVE,
    OPTION_ALL,
    OPTION_UPS,
    OPTION_LOOP,
    OPTION_FROM,
    OPTION_TO,
    OPTION_STEP,
    OPTION_CAPTURE,
    OPTION_APPROACH,
    OPTION_CHIP_LIMIT,
    OPTION_KEEP,
    OPTION_SERVER,
    OPTION_COUNT,
    OPTION_SITE,
    OPTION_METHOD,
    OPTION_TIME_LIMIT,
    OPTION_DROP,
    OPTION_UNTIL,
    OPTION_ONLY,
    OPTION_DATE,
    OPTION_CSV,
    OPTION_LOAD,
    OPTION_START,
    OPTION_PARAMETER,
    OPTION_STEP_BY,
    OPTION_LIST,
    OPTION_ZIP,
    OPTION_STORE,
    OPTION_XLSX,
    OPTION_CHART,
    OPTION_SHOW,
    OPTION_LIMITS,
    OPTION_GROWTH,
    OPTION_TCO,
    OPTION_DRAWS,
    OPTION_SEED,
    OPTION_SAMPLING,
    OPTION_INDICES,
    OPTION_MINIMISE,
    OPTION_MAXIMISE,
    OPTION_SOLVE,
    OPTION_VARY,
    OPTION_KEEP_IF,
    OPTION_NO_LIMITS,
    OPTION_CASES,
    OPTION_HELP,
    OPTION_VERSION,
    N_OPTION
};

enum { OPTION_WORDS = 3 };
struct option_row {
    const char *longest, *shortest; /* "--set", "-s"; shortest may be NULL */
    const char *argument;           /* NULL: a flag; as many arguments as it has words */
    const char *doc;
};
extern const struct option_row option_rows[N_OPTION];

struct listed { /* one option that may be given again, with its arguments */
    enum option option;
    const char *word[OPTION_WORDS];
};

struct args {
    const char *command;
    int n_word;
    const char **word; /* what follows the command and is no option */
    int n_change;
    struct load_change *change;
    int n_fail_if;
    const char **fail_if;
    int n_remove;
    const char **remove;
    int n_listed;
    struct listed *listed;
    const char *value[N_OPTION]; /* of options with an argument; NULL: not given */
    bool is_on[N_OPTION];
    unsigned long long given; /* bit of each option that was written */
    int threads;
    bool color; /* of stdout, decided */
    struct pool *pool;
};

/* How a command is called; bit i of options allows row i. */
struct command {
    const char *name, *synopsis, *doc, *examples;
    int least, most; /* words */
    unsigned long long options;
    int (*run)(const struct args *x, struct arena *a, struct diags *ds);
};
extern const struct command commands[];
extern const int n_commands;

/* By name; NULL with a usage error that suggests one. */
const struct command *args_command(const char *name, struct arena *a, struct diags *ds);

/* False with usage errors. */
bool args_parse(int argc, char **argv, struct args *out, const struct command **command,
                struct arena *a, struct diags *ds);

struct load_request args_request(const struct args *x, const char *site, struct arena *a);
const char *args_models(const struct args *x, const char *site, struct arena *a);

/* commands, one file each */
int cmd_run(const struct args *x, struct arena *a, struct diags *ds);
int cmd_check(const struct args *x, struct arena *a, struct diags *ds);
int cmd_report(const struct args *x, struct arena *a, struct diags *ds);
int cmd_fail(const struct args *x, struct arena *a, struct diags *ds);
int cmd_redundancy(const struct args *x, struct arena *a, struct diags *ds);
int cmd_growth(const struct args *x, struct arena *a, struct diags *ds);
int cmd_bill(const struct args *x, struct arena *a, struct diags *ds);
int cmd_tco(const struct args *x, struct arena *a, struct diags *ds);
int cmd_water(const struct args *x, struct arena *a, struct diags *ds);
int cmd_power(const struct args *x, struct arena *a, struct diags *ds);
int cmd_optimise(const struct args *x, struct arena *a, struct diags *ds);
int cmd_headroom(const struct args *x, struct arena *a, struct diags *ds);
int cmd_place(const struct args *x, struct arena *a, struct diags *ds);
int cmd_compare(const struct args *x, struct arena *a, struct diags *ds);
int cmd_sweep(const struct args *x, struct arena *a, struct diags *ds);
int cmd_montecarlo(const struct args *x, struct arena *a, struct diags *ds);
int cmd_elevations(const struct args *x, struct arena *a, struct diags *ds);
int cmd_import_elevations(const struct args *x, struct arena *a, struct diags *ds);
int cmd_study(const struct args *x, struct arena *a, struct diags *ds);
int cmd_import(const struct args *x, struct arena *a, struct diags *ds);
int cmd_models(const struct args *x, struct arena *a, struct diags *ds);
int cmd_params(const struct args *x, struct arena *a, struct diags *ds);
int cmd_help(const struct args *x, struct arena *a, struct diags *ds);

#endif
