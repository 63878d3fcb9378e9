#include "plan/tco_row.h"

const char *tco_kept_tax(const struct tco_writer *w)
{
    return grid_has(w->book.grid, "vat_kept") ? "*(1 + vat_kept)" : "";
}

void tco_heading(struct tco_writer *w, int sheet, const char *label)
{
    grid_row(w->book.grid, sheet, &(struct grid_row){.kind = GRID_SECTION, .label = label});
}

void tco_fact(struct tco_writer *w, int sheet, const char *key, const char *label, const char *unit,
              double value, int decimals, const char *note)
{
    grid_row(w->book.grid, sheet,
             &(struct grid_row){.kind = GRID_RESULT,
                                .key = key,
                                .label = label,
                                .unit = unit,
                                .number = value,
                                .decimals = decimals,
                                .note = note});
}

void tco_facts(struct tco_writer *w, int sheet, const char *key, const char *label,
               const char *unit, const double *series, int decimals, const char *note)
{
    grid_row(w->book.grid, sheet,
             &(struct grid_row){.kind = GRID_RESULT,
                                .key = key,
                                .label = label,
                                .unit = unit,
                                .series = series,
                                .decimals = decimals,
                                .note = note});
}

static void calculated(struct tco_writer *w, int sheet, struct grid_row row)
{
    grid_row(w->book.grid, sheet, &row);
}

void tco_value(struct tco_writer *w, int sheet, const char *key, const char *label,
               const char *unit, const char *expr, int decimals, const char *note)
{
    calculated(w, sheet,
               (struct grid_row){.key = key,
                                 .label = label,
                                 .unit = unit,
                                 .expr = expr,
                                 .decimals = decimals,
                                 .note = note});
}

void tco_years(struct tco_writer *w, int sheet, const char *key, const char *label,
               const char *unit, const char *expr, int decimals, const char *note)
{
    calculated(w, sheet,
               (struct grid_row){.key = key,
                                 .label = label,
                                 .unit = unit,
                                 .expr = expr,
                                 .is_series = true,
                                 .decimals = decimals,
                                 .note = note});
}

static struct grid_row money(struct tco_writer *w, const char *key, const char *label,
                             const char *expr, const char *note)
{
    return (struct grid_row){.key = key,
                             .label = label,
                             .unit = w->book.site->currency,
                             .expr = expr,
                             .is_series = true,
                             .total = arena_format(w->book.arena, "sum(%s)", key),
                             .missing = "no price",
                             .note = note};
}

void tco_money(struct tco_writer *w, int sheet, const char *key, const char *label,
               const char *expr, const char *note)
{
    calculated(w, sheet, money(w, key, label, expr, note));
}

void tco_sum(struct tco_writer *w, int sheet, const char *key, const char *label, const char *expr,
             const char *note)
{
    struct grid_row row = money(w, key, label, expr, note);
    row.is_strong = true;
    calculated(w, sheet, row);
}
