/* write_workbooks FOLDER: workbooks for LibreOffice to recalculate. */

#include "mock_book.h"

static bool write_one(const char *folder, const char *name, const struct mock_options *o,
                      bool has_prices)
{
    struct arena a = arena_new(NULL);
    struct diags ds = diags_new(&a);
    struct result *r = mock_billed(&a, o, has_prices, &ds);
    bool ok = r && mock_workbook(r, arena_format(&a, "%s/%s.xlsx", folder, name), &a, &ds);
    arena_free(&a);
    return ok;
}

int main(int n, char **argument)
{
    if (n != 2) return 2;
    bool ok =
        write_one(argument[1], "plain", &(struct mock_options){0}, true) &&
        write_one(argument[1], "failures", &(struct mock_options){.n_failure = 12}, true) &&
        write_one(argument[1], "no_price", &(struct mock_options){.is_broken = true}, false) &&
        write_one(argument[1], "no_tariff",
                  &(struct mock_options){.has_no_tariff = true,
                                         .is_leap = true,
                                         .has_no_coolant = true,
                                         .title = "=机房 A & <B>"},
                  false);
    return ok ? 0 : 1;
}
