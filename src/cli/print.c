#include "cli/print.h"

#include <math.h>
#include <string.h>

#include "output/bytes.h"
#include "plan/condition.h"
#include "plan/fabric_find.h"

enum { SHOWN = 20 };

static void print_diag(const struct diag *d, struct arena *a)
{
    const char *text = message_text(a, &d->what, NULL);
    const struct place *p = &d->place;
    if (p->file && p->line && p->col)
        fprintf(stderr, "%s:%d:%d: ", p->file, p->line, p->col);
    else if (p->file && p->line)
        fprintf(stderr, "%s:%d: ", p->file, p->line);
    else if (p->file)
        fprintf(stderr, "%s: ", p->file);
    else
        fprintf(stderr, "dcplan: ");
    fprintf(stderr, "%s%s\n", d->severity == DIAG_WARNING ? "warning: " : "", text);
    if (d->hint && *d->hint) fprintf(stderr, "  %s\n", d->hint);
}

static void print_some(const struct diags *ds, enum severity what, int all)
{
    int n = 0;
    for (int i = 0; i < ds->n && n < SHOWN; i++)
        if (ds->item[i].severity == what) {
            print_diag(&ds->item[i], ds->arena);
            n++;
        }
    if (all > n)
        fprintf(stderr, "dcplan: %d more %s\n", all - n,
                what == DIAG_ERROR ? "errors" : "warnings");
}

void print_diags(const struct diags *ds, bool is_quiet)
{
    if (!is_quiet) print_some(ds, DIAG_WARNING, ds->n_warning);
    print_some(ds, DIAG_ERROR, ds->n_error);
}

int print_code(const struct diags *ds)
{
    static const int code[] = {[DIAG_USAGE] = EXIT_USAGE,
                               [DIAG_INPUT] = EXIT_INPUT,
                               [DIAG_MODEL] = EXIT_MODEL,
                               [DIAG_OUTPUT] = EXIT_OUTPUT};
    for (int i = 0; i < ds->n; i++)
        if (ds->item[i].severity == DIAG_ERROR) return code[ds->item[i].class];
    return ds->n_error ? EXIT_INPUT : EXIT_DONE;
}

int print_failure(const struct diags *ds)
{
    int code = print_code(ds);
    if (code) return code;
    fprintf(stderr, "dcplan: failed without saying why; please report this\n");
    return EXIT_MODEL;
}

int print_out(const struct builder *b, struct diags *ds)
{
    return bytes_write(stdout, b, "standard output", ds) ? EXIT_DONE : EXIT_OUTPUT;
}

/* ---- a result ---------------------------------------------------------- */

static const char *paint(bool color, bool is_good)
{
    if (!color) return "";
    return is_good ? "\033[32m" : "\033[31m";
}

static const char *plain(bool color)
{
    return color ? "\033[0m" : "";
}

const char *print_metric(char out[TEXT_NUMBER_CAP], const struct metric_row *m, double value)
{
    if (isnan(value)) return "no data";
    if (m->decimals > 8) {
        snprintf(out, TEXT_NUMBER_CAP, "%.1e", value);
        return out;
    }
    return text_fixed(out, value, m->decimals, true);
}

void print_verdict(struct builder *b, const struct result *r, bool color)
{
    builder_format(b, "%s: %s%s%s\n", r->site_title, paint(color, r->ok), r->verdict, plain(color));
}

static void print_parts(struct builder *b, const struct result *r)
{
    double all = r->metric[M_FACILITY_ENERGY_KWH];
    builder_format(b, "\n%-34s %14s %8s\n", "Energy of the year", "kWh", "share");
    for (int i = 0; i < r->n_part; i++) {
        char kwh[TEXT_NUMBER_CAP], share[TEXT_NUMBER_CAP];
        if (r->part[i].energy_kwh == 0) continue;
        builder_format(b, "  %-32s %14s %6s %%\n", r->part[i].label,
                       text_fixed(kwh, r->part[i].energy_kwh, 0, true),
                       text_fixed(share, 100 * r->part[i].energy_kwh / all, 1, false));
    }
    char sum[TEXT_NUMBER_CAP];
    builder_format(b, "  %-32s %14s %6s %%\n", "Facility", text_fixed(sum, all, 0, true), "100.0");
}

void print_summary(struct builder *b, const struct result *r, bool color)
{
    print_verdict(b, r, color);
    builder_format(b, "\n%-34s %14s\n", "Metric", "value");
    for (int i = 0; i < N_METRIC; i++) {
        char value[TEXT_NUMBER_CAP];
        const struct metric_row *m = &metric_rows[i];
        bool is_money = !strcmp(m->unit, "money");
        if (isnan(r->metric[i]) && !(is_money && r->site->tariff)) continue;
        const char *text = isnan(r->metric[i]) ? "no price" : print_metric(value, m, r->metric[i]);
        const char *unit = is_money ? isnan(r->metric[i]) ? "" : r->currency : m->unit;
        builder_format(b, "  %-32s %14s%s%s", m->label, text, *unit ? " " : "", unit);
        if (i == M_CAPEX_COST && r->n_unpriced)
            builder_format(b, " (parts with a price: %d; without: %d)", r->n_priced, r->n_unpriced);
        builder_text(b, "\n");
    }
    print_parts(b, r);
}

void print_limits(struct builder *b, const struct result *r, bool color, int most)
{
    builder_format(b, "\n%-22s %-23s %-26s %12s %12s %-7s %8s\n", "Element", "resource", "state",
                   "used", "limit", "unit", "margin");
    for (int i = 0; i < r->n_limit && i < most; i++) {
        const struct limit *l = &r->limit[i];
        char used[TEXT_NUMBER_CAP], limit[TEXT_NUMBER_CAP], margin[TEXT_NUMBER_CAP + 4];
        const char *m = "no limit";
        int decimals = text_decimals_apart(l->used, l->limit, *l->unit ? 2 : 3);
        if (!isnan(l->margin)) {
            char number[TEXT_NUMBER_CAP];
            snprintf(margin, sizeof margin, "%s %%", text_fixed(number, 100 * l->margin, 1, false));
            m = margin;
        } else if (isnan(l->used) && !isnan(l->limit))
            m = "not known";
        else if (!isnan(l->limit))
            m = l->is_broken ? "over" : "full";
        builder_format(b, "%-22s %-23s %-26s %12s %12s %-7s %s%8s%s\n", l->element, l->resource,
                       l->state, text_fixed(used, l->used, decimals, true),
                       isnan(l->limit) ? "-" : text_fixed(limit, l->limit, decimals, true), l->unit,
                       l->is_broken ? paint(color, false) : "", m,
                       l->is_broken ? plain(color) : "");
    }
    if (r->n_limit > most) builder_format(b, "... and %d more\n", r->n_limit - most);
}

void print_fabrics(struct builder *b, const struct result *r)
{
    for (int i = 0; r->fabrics && i < r->fabrics->n; i++) {
        const struct fabric_use *x = &r->fabrics->item[i];
        char total[TEXT_NUMBER_CAP], longest[TEXT_NUMBER_CAP];
        builder_format(b, "\n%s: %d links of %d servers on %d switches of %d needed", x->name,
                       x->links, x->servers, x->n_switch, x->needed);
        if (x->unconnected) builder_format(b, ", %d without a port", x->unconnected);
        if (isnan(x->longest_m)) {
            builder_text(b, ", no length is known\n");
            continue;
        }
        builder_format(b, ", %d copper, %d optical", x->copper, x->optical);
        if (x->unknown) builder_format(b, ", %d of unknown length", x->unknown);
        builder_format(b, ", %s m in all, the longest %s m from %s to %s\n",
                       text_fixed(total, x->total_m, 0, true),
                       text_fixed(longest, x->longest_m, 1, false), x->longest_from, x->longest_to);
    }
}

void print_skipped(struct builder *b, const struct result *r)
{
    for (int i = 0; i < r->n_skip; i++)
        builder_format(b, "%s%s (%s)", i ? ", " : "\nnot checked: ", r->skip[i].check,
                       r->skip[i].what);
    if (r->n_skip) builder_text(b, "\n");
}

void print_warnings(struct builder *b, const struct result *r)
{
    if (!r->n_warning) return;
    builder_format(b, "\nWarnings: %d\n", r->n_warning);
    for (int i = 0; i < r->n_warning; i++) {
        const struct warning *w = &r->warning[i];
        char hour[TEXT_NUMBER_CAP];
        if (w->first_hour >= 0)
            builder_format(b, "  %s: %d hours, first %s\n", w->text, w->count,
                           calendar_label(&r->weather->calendar, w->first_hour, hour));
        else
            builder_format(b, "  %s\n", w->text);
    }
}

/* ---- judgement --------------------------------------------------------- */

/* 1 met, 0 not, -1 an error. */
static int fails(const char *text, const struct result *r, struct arena *a, struct diags *ds)
{
    static const struct place where = {"--fail-if", 1, 1};
    struct condition c;
    if (!condition_read(text, where, N_METRIC, &c, a, ds)) return -1;
    int met = condition_holds(&c, r->metric, N_METRIC);
    if (met < 0)
        diag_error(ds, DIAG_MODEL, where,
                   "a metric in it has no value for this site, or the arithmetic has none",
                   "cannot decide '%s'", text);
    return met;
}

int print_judgement(const struct args *x, const struct result *r, bool is_check, struct arena *a,
                    struct diags *ds)
{
    bool is_no = (is_check || x->is_on[OPTION_CHECK]) && !r->ok;
    for (int i = 0; i < x->n_fail_if; i++) {
        int met = fails(x->fail_if[i], r, a, ds);
        if (met < 0) return print_code(ds);
        if (met) fprintf(stderr, "dcplan: %s: %s is true\n", r->site_name, x->fail_if[i]);
        is_no |= met;
    }
    if (x->is_on[OPTION_STRICT] && r->n_warning) {
        fprintf(stderr, "dcplan: %s: %d warnings, and --strict\n", r->site_name, r->n_warning);
        for (int i = 0; i < r->n_warning; i++)
            if (r->warning[i].first_hour >= 0) return EXIT_MODEL;
        return EXIT_INPUT;
    }
    return is_no ? EXIT_NO : EXIT_DONE;
}

/* ---- help -------------------------------------------------------------- */

static void print_options(struct builder *b, unsigned long long allowed)
{
    builder_text(b, "\nOptions:\n");
    for (int i = 0; i < N_OPTION; i++) {
        const struct option_row *r = &option_rows[i];
        char left[48];
        if (!(allowed >> i & 1)) continue;
        snprintf(left, sizeof left, "%s%s%s%s%s", r->shortest ? r->shortest : "",
                 r->shortest ? ", " : "", r->longest, r->argument ? " " : "",
                 r->argument ? r->argument : "");
        builder_format(b, "  %-24s %s\n", left, r->doc);
    }
}

void print_help(struct builder *b, const struct command *c)
{
    builder_format(b, "Example:\n  %s\n\nUsage: dcplan %s %s\n  %s\n", c->examples, c->name,
                   c->synopsis, c->doc);
    print_options(b, c->options);
}

void print_help_all(struct builder *b)
{
    builder_text(b, "Examples:\n");
    for (int i = 0; i < n_commands; i++) builder_format(b, "  %s\n", commands[i].examples);
    builder_text(b, "\nUsage: dcplan COMMAND ...\n");
    for (int i = 0; i < n_commands; i++)
        builder_format(b, "  %-10s %-18s %s\n", commands[i].name, commands[i].synopsis,
                       commands[i].doc);
    print_options(b, ~0ull);
    builder_text(b, "\nExit: " EXIT_TEXT "\n");
}
