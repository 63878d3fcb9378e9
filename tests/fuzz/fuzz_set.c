#include <stddef.h>
#include <stdint.h>

#include "toy_kinds.h"

/* The bytes are one override of a small good site. */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char site_text[] = "[site oslo]\nlatitude = 59.9\n"
                                    "[ups main]\npower = 100 kW\nfeeds = a\n"
                                    "[cloud p5.48xlarge]\nprice = 98 USD/h\n[tariff]\n";
    struct arena a = arena_new(NULL);
    struct diags ds = diags_new(&a);
    struct object_set site = toy_set();
    struct input_text t[] = {
        {.path = "s.ini", .s = site_text, .n = sizeof site_text - 1},
        {.path = "--set:1", .s = (const char *)data, .n = size, .is_override = true}};
    if (objects_read(&site, NULL, t, 2, &a, &ds))
        for (int i = 0; i < site.n; i++) (void)object_print(&site, &site.item[i], &a);
    arena_free(&a);
    return 0;
}
