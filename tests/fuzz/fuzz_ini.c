#include <stddef.h>
#include <stdint.h>

#include "toy_kinds.h"

/* The bytes are a site file; where they read without error, every object is
   printed. */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena a = arena_new(NULL);
    struct diags ds = diags_new(&a);
    struct object_set models = toy_set(), site = toy_set();
    struct input_text t = {.path = "f.ini", .s = (const char *)data, .n = size};
    (void)catalogue_read(&models, &t, 1, &a, &ds);
    if (objects_read(&site, &models, &t, 1, &a, &ds))
        for (int i = 0; i < site.n; i++) (void)object_print(&site, &site.item[i], &a);
    arena_free(&a);
    return 0;
}
