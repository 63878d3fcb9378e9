#include <stdint.h>
#include <stdio.h>

#include "base/file.h"

/* Runs a harness over the files given, where libFuzzer is not linked. */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int main(int argc, char **argv)
{
    struct arena a = arena_new(NULL);
    struct diags ds = diags_new(&a);
    for (int i = 1; i < argc; i++) {
        struct bytes b;
        if (!file_read(&a, argv[i], &b, &ds)) {
            fprintf(stderr, "cannot read %s\n", argv[i]);
            continue;
        }
        (void)LLVMFuzzerTestOneInput((const uint8_t *)b.s, b.n);
    }
    arena_free(&a);
    return ds.n_error ? 1 : 0;
}
