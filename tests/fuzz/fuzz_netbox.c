#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz_models.h"
#include "model/import_netbox.h"

/* The bytes are a file of an inventory, read as YAML and as a table; what comes of it must
   read back without an error. */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Stands for models/: every model that an estimate is taken from. */
static const char catalogue_text[] =
#define SERVER(name)                                                                               \
    "[server " name "]\npower_idle = 100 W\npower_typical = 300 W\npower_maximum = 400 W\n"        \
    "airflow = 50 cfm\n"
    SERVER("estimate-0u") SERVER("estimate-2p") SERVER("estimate-4p") SERVER("estimate-8p")
        SERVER("estimate-node") SERVER("estimate-network") SERVER(
            "dgx-h100") "[ups estimate]\nmodule_power = 2.7 kW\nmodule_apparent = 3 kVA\nc0 = 0.02\nc1 = 0.01\n"
                        "c2 = 0.01\n"
                        "[cdu in-rack-80]\ncapacity = 80 kW\nsupply = 38 degC\nhead = 200 kPa\n"
                        "[rackpdu 230v-16a]\nno_load_loss = 3 W\nsquare_loss = 0.5 %\n"
                        "[psu platinum-800]\nrated_power = 800 W\nefficiency = 10 %: 90 %, 100 %: 92 %\n"
                        "[psu titanium-2000]\nrated_power = 2000 W\nefficiency = 10 %: 90 %, 100 %: 92 %\n"
                        "[psu gold-1600]\nrated_power = 1600 W\nefficiency = 10 %: 90 %, 100 %: 92 %\n"
                        "[psu silver-1200]\nrated_power = 1200 W\nefficiency = 10 %: 90 %, 100 %: 92 %\n"
                        "[psu bronze-750]\nrated_power = 750 W\nefficiency = 10 %: 90 %, 100 %: 92 %\n";

static void import_as(const char *path, const uint8_t *data, size_t size)
{
    struct arena a = arena_new(NULL);
    struct diags ds = diags_new(&a);
    struct object_set catalogue, back;
    struct import im;
    fuzz_must(fuzz_read(&catalogue, catalogue_text, &a, &ds));
    struct import_file f = {.path = path, .s = arena_text(&a, (const char *)data, size), .n = size};
    import_begin(&im, &f, 1, &catalogue, &a, &ds);
    if (import_netbox(&im)) {
        import_count(&im);
        fuzz_must(!ds.n_error && fuzz_read(&back, import_ini(&im), &a, &ds) && back.n == im.n);
        fuzz_same(&im, import_ini(&im), &a, &ds);
    } else
        fuzz_must(ds.n_error > 0);
    arena_free(&a);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    import_as("f.yaml", data, size);
    import_as("f.csv", data, size);
    return 0;
}
