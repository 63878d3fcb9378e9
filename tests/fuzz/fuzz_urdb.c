#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz_models.h"
#include "model/import_urdb.h"

/* The bytes are a document with tariffs: what comes of it must read back, a refusal say why. */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_import("f.json", (const char *)data, size, import_urdb);
    return 0;
}
