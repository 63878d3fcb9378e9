#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz_models.h"
#include "model/import_csv.h"
#include "model/site.h"
#include "plan/elevations_edit.h"

/* The bytes are a table: of servers, whose sections must read back, and of elevations, whose
   overlay must read back over its site. */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char site_text[] =
    "[site]\nclimate = c\n[climate c]\nlatitude = 40\nlongitude = 0\nutc_offset = 0 h\n"
    "altitude = 0 m\nmean = 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9 degC\n"
    "daily_range = 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5 K\n"
    "dew_point = 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5 degC\n[utility grid]\n[room hall]\n"
    "[crac c]\nairflow = 9 m3/s\nfan_power = 0 kW\ncapacity = 90 kW\ncop = 4\nfrom = utility.grid\n"
    "[rack r]\ncount = 3\nreserved = 20 U\n[rack x]\nunits = 10 U\n"
    "[server gpu]\ncount = 5\nheight = 4 U\nrack = r, x\nfrom = utility.grid\nairflow = 9 cfm\n"
    "power_idle = 1 kW\npower_typical = 3 kW\npower_maximum = 4 kW\nat = r#2:3\nnames = first\n"
    "[server strip]\nrack = x\nfrom = utility.grid\nairflow = 1 cfm\npower_idle = 10 W\n"
    "power_typical = 10 W\npower_maximum = 10 W\n";

static bool read_site(struct site *s, const char *overlay, struct arena *a, struct diags *ds)
{
    struct object_set none = {.kinds = model_kinds(a), .n_kinds = N_KIND}, objects = none;
    struct input_text in[] = {{.path = "s.ini", .s = site_text, .n = sizeof site_text - 1},
                              {.path = "o.ini", .s = overlay, .n = strlen(overlay)}};
    return objects_read(&objects, &none, in, *overlay ? 2 : 1, a, ds) &&
           site_make(s, "s", &objects, a, ds);
}

static void as_elevations(const char *text, size_t size)
{
    struct arena a = arena_new(NULL);
    struct diags ds = diags_new(&a), own = diags_new(&a);
    struct site s, over;
    struct csv table;
    struct elevation_edit edit;
    fuzz_must(read_site(&s, "", &a, &own));
    struct rack_plan plan = place_servers(&s, &a);
    if (elevations_read("f.csv", text, size, &table, &a, &ds)) {
        if (elevations_edit(&table, &s, &plan, &edit, &a, &ds))
            fuzz_must(read_site(&over, edit.overlay, &a, &own));
        else
            fuzz_must(ds.n_error > 0);
    }
    arena_free(&a);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_import("f.csv", (const char *)data, size, import_csv);
    as_elevations((const char *)data, size);
    return 0;
}
