#include "base/file.h"
#include "cli/print.h"
#include "cli/print_bill.h"
#include "model/metered.h"
#include "output/json_bill.h"
#include "plan/bill.h"
#include "plan/run.h"

static bool read_start(const struct args *x, struct date *out, struct diags *ds)
{
    const char *text = x->value[OPTION_START];
    *out = (struct date){0};
    if (!text) return true;
    if (!x->value[OPTION_LOAD])
        diag_error(ds, DIAG_USAGE, (struct place){0}, "add --load FILE",
                   "--start is of a meter that was read");
    else if (!date_parse(text_of(text), out))
        diag_error(ds, DIAG_USAGE, (struct place){0}, "write it as 2025-01-01",
                   "--start takes a date, not '%s'", text);
    else
        return true;
    return false;
}

/* The bill of the meter's year by the site's tariff. */
static bool bill_metered_load(const struct args *x, const struct result *r, struct date start,
                              struct bill *out, struct arena *a, struct diags *ds)
{
    struct metered m;
    if (!metered_read(x->value[OPTION_LOAD], start, r->year->calendar.first_weekday, &m, a, ds))
        return false;
    struct bill_load load = {&m.calendar, m.per_hour, m.w, m.var};
    return bill_of_load(r->site, r->year, &load, out, a, ds);
}

static bool write_csv(const struct args *x, const struct bill *bill, struct arena *a,
                      struct diags *ds)
{
    const char *path = x->value[OPTION_CSV];
    struct builder csv = builder_new(a);
    if (!path) return true;
    csv_bill(bill, &csv);
    return file_write(a, path, csv.s, csv.n, ds);
}

int cmd_bill(const struct args *x, struct arena *a, struct diags *ds)
{
    struct load_request request = args_request(x, x->word[0], a);
    request.has_meter = x->value[OPTION_LOAD] != NULL;
    struct run_options options = {.threads = x->threads};
    struct result *r = ARENA_ARRAY(a, struct result, 1);
    struct date start;
    if (!read_start(x, &start, ds)) return print_failure(ds);
    if (!run_case(&request, &options, r, a, ds)) return print_failure(ds);
    int judged = print_judgement(x, r, false, a, ds);
    if (ds->n_error) return print_code(ds);
    struct bill bill = *r->bill;
    if (x->value[OPTION_LOAD] && !bill_metered_load(x, r, start, &bill, a, ds))
        return print_failure(ds);
    if (!write_csv(x, &bill, a, ds)) return EXIT_OUTPUT;
    struct builder b = builder_new(a);
    if (x->is_on[OPTION_JSON]) {
        if (!json_bill(r, &bill, x->value[OPTION_LOAD], &b, ds)) return EXIT_OUTPUT;
    } else if (!x->is_on[OPTION_QUIET])
        print_bill(&b, &bill);
    int shown = print_out(&b, ds);
    return shown ? shown : judged;
}
