#include <stddef.h>
#include <stdint.h>

#include "fuzz_models.h"
#include "model/import_racksdb.h"

/* The bytes are a file of a RacksDB database; its sections must read back. */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_import("db/types/nodes/f.yml", (const char *)data, size, import_racksdb);
    return 0;
}
