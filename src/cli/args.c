#include "cli/args.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

const struct option_row option_rows[N_OPTION] = {
    [OPTION_SET] = {"--set", "-s", "KEY=VALUE", "override kind.name.key, later ones win"},
    [OPTION_OVERLAY] = {"--file", "-f", "FILE", "overlay a file of sections, later ones win"},
    [OPTION_JSON] = {"--json", NULL, NULL, "print one JSON document"},
    [OPTION_CHECK] = {"--check", NULL, NULL, "exit 1 when a limit is broken"},
    [OPTION_STRICT] = {"--strict", NULL, NULL, "warnings become errors"},
    [OPTION_FAIL_IF] = {"--fail-if", NULL, "EXPR", "exit 1 when true of the metrics: 'pue > 1.35'"},
    [OPTION_THREADS] = {"--threads", NULL, "N", "threads; default all cores, same results"},
    [OPTION_LANG] = {"--lang", NULL, "LANG", "language of messages: en"},
    [OPTION_COLOR] = {"--color", NULL, "WHEN", "auto, always or never"},
    [OPTION_QUIET] = {"--quiet", "-q", NULL, "no summary, only errors"},
    [OPTION_MODELS] = {"--models", NULL, "DIR", "folder of the catalogue"},
    [OPTION_OUTPUT] = {"--output", "-o", "PATH",
                       "file or folder to write to; of report, reports/SITE when not given"},
    [OPTION_HOURLY] = {"--hourly", NULL, "FILE",
                       "write every hour as CSV; - is standard output, instead of the summary"},
    [OPTION_PAPER] = {"--paper", NULL, "SIZE", "A4, A3 or letter"},
    [OPTION_REMOVE] = {"--remove", NULL, "ID",
                       "lose only this part, or ID/N units; several are lost together"},
    [OPTION_ALL] = {"--all", NULL, NULL,
                    "show what is survived, too; of elevations equal racks each"},
    [OPTION_UPS] = {"--ups", NULL, "NAME", "the UPS to compare, where there are several"},
    [OPTION_LOOP] = {"--loop", NULL, "NAME", "the water loop to study, where there are several"},
    [OPTION_FROM] = {"--from", NULL, "T", "coldest water, degC; default 17, of room coils 7"},
    [OPTION_TO] = {"--to", NULL, "T", "warmest water, degC; default 50, of room coils 32"},
    [OPTION_STEP] = {"--step", NULL, "K", "between two temperatures; default 1"},
    [OPTION_CAPTURE] = {"--capture", NULL, "A,B", "shares of heat that cold plates take, %"},
    [OPTION_APPROACH] = {"--approach", NULL, "A,B", "approaches of the CDUs, K"},
    [OPTION_CHIP_LIMIT] = {"--chip-limit", NULL, "A,B", "temperatures at which chips throttle"},
    [OPTION_KEEP] = {"--keep", NULL, NULL,
                     "setpoints of coolant and supply air stay, instead of following the water"},
    [OPTION_SERVER] = {"--server", NULL, "NAME", "model or section of the servers in question"},
    [OPTION_COUNT] = {"--count", NULL, "N", "how many of them; exit 1 when they do not fit"},
    [OPTION_SITE] = {"--site", NULL, "FILE", "site that the file is about"},
    [OPTION_METHOD] = {"--method", NULL, "WORD", "first-fit, heuristic or optimal"},
    [OPTION_TIME_LIMIT] = {"--time-limit", NULL, "S", "seconds after which the best so far stands"},
    [OPTION_DROP] = {"--drop", NULL, NULL, "count in the plan's file is what was placed"},
    [OPTION_UNTIL] = {"--until", NULL, "DATE", "last month that is looked at"},
    [OPTION_CSV] = {"--csv", NULL, "FILE", "write the cases, or the lines of a bill, as CSV"},
    [OPTION_LOAD] = {"--load", NULL, "FILE",
                     "bill this year of a meter (CSV), not the simulated one"},
    [OPTION_START] = {"--start", NULL, "DATE", "1 January of the year that the meter was read in"},
    [OPTION_ONLY] = {"--only", NULL, "NAME",
                     "one site, location, rate or accelerator of a file of several; of draws the "
                     "keys that vary, A,B"},
    [OPTION_DATE] = {"--date", NULL, "DATE", "of prices whose list has none"},
    [OPTION_PARAMETER] = {"--parameter", "-P", "KEY MIN MAX", "sweep a number between bounds"},
    [OPTION_STEP_BY] = {"--step", "-D", "STEP", "of the -P before it; else 10 steps"},
    [OPTION_LIST] = {"--list", "-L", "KEY A,B", "sweep a key over these values"},
    [OPTION_ZIP] = {"--zip", NULL, "FILE", "one point for each row of a CSV, its heads the keys"},
    [OPTION_STORE] = {"--store", NULL, "FILE", "keep the points in this SQLite file, and resume"},
    [OPTION_XLSX] = {"--xlsx", NULL, "FILE", "write the study as a workbook"},
    [OPTION_CHART] = {"--chart", NULL, "FILE", "draw the study (SVG or PDF)"},
    [OPTION_SHOW] = {"--show", NULL, "METRIC,...", "metrics to print and to draw"},
    [OPTION_LIMITS] = {"--limits", NULL, NULL, "judge every limit in all states, too"},
    [OPTION_GROWTH] = {"--growth", NULL, NULL, "find when the site runs out, too"},
    [OPTION_TCO] = {"--tco", NULL, NULL, "work out owning against renting, too"},
    [OPTION_DRAWS] = {"--draws", NULL, "N", "how many; default 1000"},
    [OPTION_SEED] = {"--seed", NULL, "S", "of the draws; default 1"},
    [OPTION_SAMPLING] = {"--sampling", NULL, "WORD", "lhs, sobol or random"},
    [OPTION_INDICES] = {"--indices", NULL, "N", "Sobol' indices from N (K + 2) more points"},
    [OPTION_MINIMISE] = {"--minimise", NULL, "METRIC", "make it least; two of them: Pareto front"},
    [OPTION_MAXIMISE] = {"--maximise", NULL, "METRIC", "make it greatest"},
    [OPTION_SOLVE] = {"--solve", NULL, "GOAL", "find where this is so: 'pue = 1.2'"},
    [OPTION_VARY] = {"--vary", NULL, "KEY MIN MAX", "change this number between bounds"},
    [OPTION_KEEP_IF] = {"--keep", NULL, "EXPR", "only where this is true: 'inlet_margin_k > 2'"},
    [OPTION_NO_LIMITS] = {"--no-limits", NULL, NULL,
                          "limits are not judged, which is faster; an optimum may break them"},
    [OPTION_CASES] = {"--cases", NULL, "N", "about how many cases may be simulated"},
    [OPTION_HELP] = {"--help", "-h", NULL, "this text"},
    [OPTION_VERSION] = {"--version", NULL, NULL, "print the version"},
};

#define BIT(option) (1ull << (option))
_Static_assert(N_OPTION <= 64, "a bit for each option");

#define EVERYWHERE                                                                                 \
    (BIT(OPTION_LANG) | BIT(OPTION_COLOR) | BIT(OPTION_QUIET) | BIT(OPTION_HELP) |                 \
     BIT(OPTION_VERSION) | BIT(OPTION_MODELS) | BIT(OPTION_STRICT))
#define CASE                                                                                       \
    (EVERYWHERE | BIT(OPTION_SET) | BIT(OPTION_OVERLAY) | BIT(OPTION_JSON) | BIT(OPTION_CHECK) |   \
     BIT(OPTION_FAIL_IF) | BIT(OPTION_THREADS))

const struct command commands[] = {
    {"report", "SITE [-o DIR]", "verdict, PDF report, workbook, charts, JSON and hourly CSV",
     "dcplan report sites/a100-liquid.ini -o reports/a100-liquid", 1, 1,
     CASE | BIT(OPTION_OUTPUT) | BIT(OPTION_PAPER), cmd_report},
    {"run", "SITE", "simulate the year and print a summary, or --json, or --hourly FILE",
     "dcplan run sites/a100-air.ini --set \"room.hall.supply=22 degC\"", 1, 1,
     CASE | BIT(OPTION_HOURLY), cmd_run},
    {"check", "SITE", "verdict and limits only; exit 1 when a limit is broken",
     "dcplan check sites/h100-hall.ini --fail-if 'pue > 1.35'", 1, 1, CASE, cmd_check},
    {"fail", "SITE [--remove ID]",
     "every single failure and maintenance state: who drops, what overloads",
     "dcplan fail sites/h100-hall.ini --remove busway.a", 1, 1,
     CASE | BIT(OPTION_REMOVE) | BIT(OPTION_ALL), cmd_fail},
    {"redundancy", "SITE [--ups NAME]",
     "energy, cost and firm capacity of one UPS under N, N+1, 2N ... for the same load",
     "dcplan redundancy sites/h100-hall.ini", 1, 1, CASE | BIT(OPTION_UPS), cmd_redundancy},
    {"water", "SITE [--from T --to T]",
     "water temperature swept: chillers, water, energy, cost, margins, and the optimum",
     "dcplan water sites/gb200-pod.ini --approach 3,5", 1, 1,
     CASE | BIT(OPTION_LOOP) | BIT(OPTION_FROM) | BIT(OPTION_TO) | BIT(OPTION_STEP) |
         BIT(OPTION_CAPTURE) | BIT(OPTION_APPROACH) | BIT(OPTION_CHIP_LIMIT) | BIT(OPTION_KEEP) |
         BIT(OPTION_CSV),
     cmd_water},
    {"headroom", "SITE [--server NAME [--count N]]",
     "how many more servers fit, where, what binds, and what would help",
     "dcplan headroom sites/h100-hall.ini --server dgx-h100 --count 8", 1, 1,
     CASE | BIT(OPTION_SERVER) | BIT(OPTION_COUNT), cmd_headroom},
    {"growth", "SITE [--until DATE]",
     "month by month: what runs out when, and by when the next block must be ordered",
     "dcplan growth sites/h100-hall.ini --until 2030-12-31", 1, 1,
     CASE | BIT(OPTION_UNTIL) | BIT(OPTION_CSV), cmd_growth},
    {"tco", "SITE [SITE...]",
     "own, colocate or rent: cash flow, cost of a GPU-hour, break-even, and how sure that is",
     "dcplan tco sites/h100-hall.ini --set finance.utilisation=60%", 1, 16, CASE | BIT(OPTION_CSV),
     cmd_tco},
    {"bill", "SITE [--load FILE]",
     "the electricity bill line by line, by month, to lay beside the utility's",
     "dcplan bill sites/a100-air.ini --csv bill.csv", 1, 1,
     CASE | BIT(OPTION_LOAD) | BIT(OPTION_START) | BIT(OPTION_CSV), cmd_bill},
    {"power", "SITE", "nameplate, budget and peak of every element, losses by level, sizes",
     "dcplan power sites/h100-hall.ini", 1, 1, CASE, cmd_power},
    {"place", "SITE [-o FILE]",
     "where each server goes under every limit, also after losses; what finds no place, and why",
     "dcplan place sites/h100-hall.ini -o plan.ini", 1, 1,
     EVERYWHERE | BIT(OPTION_SET) | BIT(OPTION_OVERLAY) | BIT(OPTION_JSON) | BIT(OPTION_CHECK) |
         BIT(OPTION_THREADS) | BIT(OPTION_OUTPUT) | BIT(OPTION_DROP) | BIT(OPTION_METHOD) |
         BIT(OPTION_TIME_LIMIT),
     cmd_place},
    {"optimise", "SITE --minimise METRIC --vary KEY MIN MAX",
     "the best values within bounds and limits, the front of two metrics, or where a goal is met",
     "dcplan optimise sites/a100-liquid.ini --minimise electricity_cost_per_year "
     "--vary room.hall.supply \"18 degC\" \"27 degC\" --keep 'inlet_margin_k > 2'",
     1, 1,
     EVERYWHERE | BIT(OPTION_SET) | BIT(OPTION_OVERLAY) | BIT(OPTION_JSON) | BIT(OPTION_THREADS) |
         BIT(OPTION_MINIMISE) | BIT(OPTION_MAXIMISE) | BIT(OPTION_SOLVE) | BIT(OPTION_VARY) |
         BIT(OPTION_LIST) | BIT(OPTION_KEEP_IF) | BIT(OPTION_NO_LIMITS) | BIT(OPTION_CASES) |
         BIT(OPTION_SHOW) | BIT(OPTION_CSV) | BIT(OPTION_CHART),
     cmd_optimise},
    {"compare", "A B [C...]", "what differs, why, and the saving per year",
     "dcplan compare sites/a100-air.ini sites/a100-liquid.ini", 2, 16,
     CASE | BIT(OPTION_SHOW) | BIT(OPTION_CHART), cmd_compare},
    {"sweep", "SITE [-P KEY MIN MAX [-D STEP]] [-L KEY A,B] [--zip FILE]",
     "every combination of these values simulated: table, CSV, JSON, workbook, chart",
     "dcplan sweep sites/a100-air.ini -P room.hall.supply 18 27 -D 1 --chart supply.svg", 1, 1,
     CASE | BIT(OPTION_PARAMETER) | BIT(OPTION_STEP_BY) | BIT(OPTION_LIST) | BIT(OPTION_ZIP) |
         BIT(OPTION_STORE) | BIT(OPTION_CSV) | BIT(OPTION_XLSX) | BIT(OPTION_CHART) |
         BIT(OPTION_SHOW) | BIT(OPTION_NO_LIMITS) | BIT(OPTION_GROWTH) | BIT(OPTION_TCO),
     cmd_sweep},
    {"montecarlo", "SITE [--draws N] [--seed S]",
     "every uncertain value drawn many times: P10, P50 and P90 of all outcomes, what they hang on",
     "dcplan montecarlo sites/a100-liquid.ini --draws 10000 --show pue", 1, 1,
     CASE | BIT(OPTION_DRAWS) | BIT(OPTION_SEED) | BIT(OPTION_SAMPLING) | BIT(OPTION_ONLY) |
         BIT(OPTION_INDICES) | BIT(OPTION_STORE) | BIT(OPTION_CSV) | BIT(OPTION_XLSX) |
         BIT(OPTION_CHART) | BIT(OPTION_SHOW) | BIT(OPTION_LIMITS) | BIT(OPTION_GROWTH) |
         BIT(OPTION_TCO),
     cmd_montecarlo},
    {"study", "ls|show|export FILE [N]",
     "studies kept by --store: what is there, what came of it, all points as a file",
     "dcplan study export studies.sqlite 1 --csv points.csv", 2, 3,
     EVERYWHERE | BIT(OPTION_JSON) | BIT(OPTION_CSV) | BIT(OPTION_XLSX) | BIT(OPTION_CHART) |
         BIT(OPTION_SHOW),
     cmd_study},
    {"import", "netbox|racksdb|csv|urdb|prices|elevations FILE... [-o OUT.ini]",
     "inventories, tariffs and prices of others as sections of ours, estimates marked",
     "dcplan import netbox device-types/*.yaml racks.csv devices.csv -o rooms.ini", 2, 100000,
     EVERYWHERE | BIT(OPTION_JSON) | BIT(OPTION_OUTPUT) | BIT(OPTION_ONLY) | BIT(OPTION_DATE) |
         BIT(OPTION_SITE) | BIT(OPTION_SET) | BIT(OPTION_OVERLAY) | BIT(OPTION_THREADS),
     cmd_import},
    {"elevations", "SITE [-o FILE]",
     "who stands where in the racks: CSV or workbook to edit and import, PDF or SVG to print",
     "dcplan elevations sites/h100-hall.ini -o hall.pdf --paper A3", 1, 1,
     CASE | BIT(OPTION_OUTPUT) | BIT(OPTION_PAPER) | BIT(OPTION_ALL), cmd_elevations},
    {"models", "[KIND | NAME]", "the catalogue, one kind of it, or one model as a section",
     "dcplan models dgx-h100", 0, 1, EVERYWHERE | BIT(OPTION_JSON), cmd_models},
    {"params", "[KIND]", "every key with unit, default, bounds and meaning", "dcplan params server",
     0, 1, EVERYWHERE | BIT(OPTION_JSON), cmd_params},
    {"help", "[COMMAND | man | bash]", "how to call it; the man page; completion for bash",
     "dcplan help report", 0, 1, EVERYWHERE, cmd_help},
};
const int n_commands = sizeof commands / sizeof *commands;

static const struct place command_line = {NULL, 0, 0};

static bool wrong(struct diags *ds, const char *hint, const char *format, const char *word)
{
    struct message m = {.format = format, .arg = {word}, .n_arg = 1};
    diag_add(ds, DIAG_ERROR, DIAG_USAGE, command_line, hint, &m);
    return false;
}

static const char *suggest(const char *word, const char *const *names, int n, struct arena *a)
{
    const char *near = text_nearest(word, names, n);
    return near ? arena_format(a, "did you mean '%s'?", near) : "see dcplan --help";
}

const struct command *args_command(const char *name, struct arena *a, struct diags *ds)
{
    const char *names[32];
    for (int i = 0; i < n_commands; i++) {
        if (!strcmp(commands[i].name, name)) return &commands[i];
        names[i] = commands[i].name;
    }
    wrong(ds, suggest(name, names, n_commands, a), "unknown command '%s'", name);
    return NULL;
}

/* Arguments of an option: the words of its row. */
static int count_words(const char *argument)
{
    int n = argument ? 1 : 0;
    for (const char *s = argument; s && *s; s++) n += *s == ' ';
    return n;
}

/* Index of the option that the word begins with, and its value after '='.  Two may have one
   name: the command's own comes first. */
static int find_option(const char *word, const struct command *c, const char **value)
{
    int found = -1;
    *value = NULL;
    for (int i = 0; i < N_OPTION; i++) {
        const struct option_row *r = &option_rows[i];
        size_t n = strlen(r->longest);
        bool is_it = !strcmp(word, r->longest) || (r->shortest && !strcmp(word, r->shortest));
        bool has_value =
            count_words(r->argument) == 1 && !strncmp(word, r->longest, n) && word[n] == '=';
        if (!is_it && !has_value) continue;
        if (found >= 0 && !(c && c->options >> i & 1)) continue;
        found = i;
        *value = has_value ? word + n + 1 : NULL;
    }
    return found;
}

static int unknown_option(const char *word, struct arena *a, struct diags *ds)
{
    const char *names[N_OPTION];
    for (int i = 0; i < N_OPTION; i++) names[i] = option_rows[i].longest;
    wrong(ds, suggest(word, names, N_OPTION, a), "unknown option '%s'", word);
    return -1;
}

static void keep_value(struct args *out, enum option o, const char *value)
{
    if (o == OPTION_SET || o == OPTION_OVERLAY)
        out->change[out->n_change++] =
            (struct load_change){o == OPTION_OVERLAY ? CHANGE_FILE : CHANGE_SET, value};
    else if (o == OPTION_REMOVE)
        out->remove[out->n_remove++] = value;
    else if (o == OPTION_FAIL_IF)
        out->fail_if[out->n_fail_if++] = value;
    else
        out->value[o] = value;
}

/* May be given again: kept in args.listed, in their order. */
static bool is_listed(enum option o)
{
    return o == OPTION_PARAMETER || o == OPTION_STEP_BY || o == OPTION_LIST || o == OPTION_ZIP ||
           o == OPTION_MINIMISE || o == OPTION_MAXIMISE || o == OPTION_VARY || o == OPTION_KEEP_IF;
}

static void keep_listed(struct args *out, enum option o, const char *value, char **word, int n)
{
    struct listed *l = &out->listed[out->n_listed++];
    *l = (struct listed){.option = o, .word = {value}};
    for (int i = 0; i < n; i++) l->word[i] = word[i];
}

static bool wants_words(const char *option, int n, struct diags *ds)
{
    return wrong(ds, NULL, n == 1 ? "option '%s' needs a value" : "option '%s' needs more values",
                 option);
}

static bool one_of(const char *value, const char *const *words)
{
    if (!value) return true;
    for (; *words; words++)
        if (!strcasecmp(value, *words)) return true;
    return false;
}

/* The flag decides, then NO_COLOR, then whether a person reads. */
static bool wants_color(const char *when)
{
    if (when && !strcasecmp(when, "always")) return true;
    if (when && !strcasecmp(when, "never")) return false;
    const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
    if (no && *no) return false;
    return isatty(STDOUT_FILENO) && term && strcmp(term, "dumb");
}

static bool finish(struct args *out, struct diags *ds)
{
    static const char *const colors[] = {"auto", "always", "never", NULL};
    static const char *const languages[] = {"en", NULL};
    static const char *const papers[] = {"a4", "a3", "letter", NULL};
    bool is_fine = true;
    if (!one_of(out->value[OPTION_COLOR], colors))
        is_fine = wrong(ds, NULL, "--color takes auto, always or never, not '%s'",
                        out->value[OPTION_COLOR]);
    if (!one_of(out->value[OPTION_LANG], languages))
        is_fine =
            wrong(ds, NULL, "no messages in language '%s'; there is en", out->value[OPTION_LANG]);
    if (!one_of(out->value[OPTION_PAPER], papers))
        is_fine =
            wrong(ds, NULL, "--paper takes a4, a3 or letter, not '%s'", out->value[OPTION_PAPER]);
    if (out->value[OPTION_OUTPUT] && !*out->value[OPTION_OUTPUT])
        is_fine = wrong(ds, NULL, "--output needs a folder, not an empty %s", "name");
    const char *hourly = out->value[OPTION_HOURLY];
    if (out->is_on[OPTION_JSON] && hourly && !strcmp(hourly, "-"))
        is_fine = wrong(ds, "write the hours into a file", "%s",
                        "--json and --hourly - both want the standard output");
    out->threads = (int)sysconf(_SC_NPROCESSORS_ONLN);
    if (out->threads < 1) out->threads = 1;
    if (out->value[OPTION_THREADS]) {
        double n;
        if (text_number(text_of(out->value[OPTION_THREADS]), &n) && n >= 1 && n <= 1024 &&
            n == (int)n)
            out->threads = (int)n;
        else
            is_fine = wrong(ds, NULL, "--threads takes a whole number from 1 to 1024, not '%s'",
                            out->value[OPTION_THREADS]);
    }
    out->color = wants_color(out->value[OPTION_COLOR]);
    return is_fine;
}

static bool check_options(const struct args *x, const struct command *c, struct arena *a,
                          struct diags *ds)
{
    for (int o = 0; o < N_OPTION; o++)
        if ((x->given >> o & 1) && !(c->options >> o & 1))
            return wrong(ds, arena_format(a, "see dcplan help %s", c->name),
                         "option '%s' does not go with this command", option_rows[o].longest);
    return true;
}

/* ---- files that must not be one -------------------------------------------- */

static bool is_one_file(const char *a, const char *b)
{
    struct stat x, y;
    if (!strcmp(a, b)) return true;
    return !stat(a, &x) && !stat(b, &y) && x.st_dev == y.st_dev && x.st_ino == y.st_ino &&
           S_ISREG(x.st_mode);
}

static bool is_input(const struct args *x, const char *path)
{
    for (int i = 0; i < x->n_word; i++)
        if (is_one_file(path, x->word[i])) return true;
    for (int i = 0; i < x->n_change; i++)
        if (x->change[i].what == CHANGE_FILE && is_one_file(path, x->change[i].text)) return true;
    for (int i = 0; i < x->n_listed; i++)
        if (x->listed[i].option == OPTION_ZIP && is_one_file(path, x->listed[i].word[0]))
            return true;
    return x->value[OPTION_LOAD] && is_one_file(path, x->value[OPTION_LOAD]);
}

/* What is written goes neither over what is read nor over another output. */
static bool check_files(const struct args *x, struct diags *ds)
{
    static const enum option outputs[] = {OPTION_OUTPUT, OPTION_HOURLY, OPTION_CSV,
                                          OPTION_XLSX,   OPTION_CHART,  OPTION_STORE};
    enum { N_OUTPUT = sizeof outputs / sizeof *outputs };
    for (int i = 0; i < N_OUTPUT; i++) {
        const char *path = x->value[outputs[i]];
        if (!path || !strcmp(path, "-")) continue;
        if (is_input(x, path))
            return wrong(ds, "give the output a name of its own", "'%s' is read, too", path);
        for (int j = 0; j < i; j++)
            if (x->value[outputs[j]] && is_one_file(path, x->value[outputs[j]]))
                return wrong(ds, "give each output a name of its own", "two outputs are to be '%s'",
                             path);
    }
    return true;
}

static bool check_words(const struct args *x, const struct command *c, struct diags *ds)
{
    if (x->is_on[OPTION_HELP] || x->is_on[OPTION_VERSION]) return true;
    const char *usage = arena_format(ds->arena, "usage: dcplan %s %s", c->name, c->synopsis);
    if (x->n_word < c->least) return wrong(ds, usage, "too few arguments for '%s'", c->name);
    if (x->n_word > c->most)
        return wrong(ds, usage, "one argument too many: '%s'", x->word[c->most]);
    return true;
}

bool args_parse(int argc, char **argv, struct args *out, const struct command **command,
                struct arena *a, struct diags *ds)
{
    size_t n = (size_t)argc + 1;
    *out = (struct args){.word = ARENA_ARRAY(a, const char *, n),
                         .change = ARENA_ARRAY(a, struct load_change, n),
                         .fail_if = ARENA_ARRAY(a, const char *, n),
                         .remove = ARENA_ARRAY(a, const char *, n),
                         .listed = ARENA_ARRAY(a, struct listed, n)};
    bool only_words = false;
    *command = NULL;
    for (int i = 1; i < argc; i++) {
        const char *w = argv[i], *value;
        if (only_words || w[0] != '-' || !w[1]) {
            if (!out->command) {
                out->command = w;
                if (!(*command = args_command(w, a, ds))) return false;
            } else
                out->word[out->n_word++] = w;
            continue;
        }
        if (!strcmp(w, "--")) {
            only_words = true;
            continue;
        }
        int o = find_option(w, *command, &value);
        if (o < 0) return unknown_option(w, a, ds) >= 0;
        out->given |= BIT(o);
        if (!option_rows[o].argument) {
            out->is_on[o] = true;
            continue;
        }
        int n_word = value ? 0 : count_words(option_rows[o].argument);
        if (i + n_word >= argc) return wants_words(w, n_word, ds);
        if (o == OPTION_SOLVE && out->value[o])
            return wrong(ds, NULL, "there can be one goal: '%s' is given again", w);
        if (is_listed((enum option)o))
            keep_listed(out, (enum option)o, value, argv + i + 1, n_word);
        else
            keep_value(out, (enum option)o, value ? value : argv[i + 1]);
        i += n_word;
    }
    if (!finish(out, ds)) return false;
    return !*command || (check_options(out, *command, a, ds) && check_words(out, *command, ds) &&
                         check_files(out, ds));
}

/* ---- the catalogue's folder -------------------------------------------- */

const char *args_models(const struct args *x, const char *site, struct arena *a)
{
    if (x->value[OPTION_MODELS]) return x->value[OPTION_MODELS];
    const char *env = getenv("DCPLAN_MODELS");
    if (env && *env) return env;
    const char *slash = site ? strrchr(site, '/') : NULL;
    const char *beside =
        slash ? arena_format(a, "%.*s/../models", (int)(slash - site), site) : "../models";
    if (site && file_exists(beside)) return beside;
    if (file_exists(DCPLAN_SOURCE_MODELS)) return DCPLAN_SOURCE_MODELS;
    return DCPLAN_INSTALLED_MODELS;
}

struct load_request args_request(const struct args *x, const char *site, struct arena *a)
{
    return (struct load_request){.models = args_models(x, site, a),
                                 .site = site,
                                 .n_change = x->n_change,
                                 .change = x->change};
}
