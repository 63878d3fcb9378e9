#include "cli/output_date.h"

#include <stdlib.h>

#include "base/text.h"

static const long day_s = 86400;

struct date output_date(struct date own, struct diags *ds)
{
    const char *epoch = getenv("SOURCE_DATE_EPOCH");
    double s;
    if (epoch && text_number(text_of(epoch), &s) && s >= 0 && s < 4e9)
        return date_of_days((long)s / day_s);
    if (epoch && *epoch)
        diag_warning(ds, DIAG_USAGE, (struct place){0}, "it is seconds since 1970",
                     "SOURCE_DATE_EPOCH '%s' is not used", epoch);
    return own.year ? own : (struct date){2000, 1, 1};
}

long long output_seconds(struct date date)
{
    return (long long)date_days(date) * day_s;
}
