#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "input/yaml.h"

/* The bytes are a YAML or JSON file; the whole tree is walked, aliases as often as they
   stand, and counted against what the root says. */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool is_true)
{
    if (!is_true) abort();
}

static long long walk(const struct yaml *node)
{
    must(node->place.line > 0 && node->place.col > 0);
    double number;
    bool flag;
    (void)yaml_number(node, &number);
    (void)yaml_flag(node, &flag);
    (void)yaml_text(node);
    long long n = 1;
    for (int i = 0; i < node->n; i++) {
        if (node->kind == YAML_MAPPING) {
            must(node->key[i]->text && yaml_get(node, node->key[i]->text) == node->item[i]);
            n += walk(node->key[i]);
        }
        n += walk(node->item[i]);
    }
    must(n == node->n_nodes);
    return n;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena a = arena_new(NULL);
    struct diags ds = diags_new(&a);
    struct yaml_file f;
    bool ok = yaml_read("f.yaml", (const char *)data, size, &f, &a, &ds);
    must(ok == (ds.n_error == 0));
    for (int i = 0; ok && i < f.n; i++)
        if (f.document[i]->n_nodes < 5000) (void)walk(f.document[i]);
    arena_free(&a);
    return 0;
}
