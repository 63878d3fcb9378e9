#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz_models.h"
#include "model/import_prices.h"

/* The bytes are a price list: what comes of it must read back, a refusal say why. */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_import("f.csv", (const char *)data, size, import_prices);
    return 0;
}
