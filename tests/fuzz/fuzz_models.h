#ifndef DCPLAN_TESTS_FUZZ_MODELS_H
#define DCPLAN_TESTS_FUZZ_MODELS_H

/* Imports of bytes, with models that stand for models/. */

#include <stdlib.h>
#include <string.h>

#include "input/ini.h"
#include "model/import.h"

static inline void fuzz_must(bool is_true)
{
    if (!is_true) abort();
}

static inline bool fuzz_read(struct object_set *out, const char *text, struct arena *a,
                             struct diags *ds)
{
    *out = (struct object_set){.kinds = model_kinds(a), .n_kinds = N_KIND};
    struct input_text t = {.path = "m.ini", .s = text, .n = strlen(text)};
    return catalogue_read(out, &t, 1, a, ds);
}

/* Each value as it was set, in its place; a line end or a control character is a blank. */
static inline void fuzz_same(const struct import *im, const char *text, struct arena *a,
                             struct diags *ds)
{
    struct ini ini;
    fuzz_must(ini_parse_text("out.ini", text, strlen(text), &ini, a, ds));
    int at = 0;
    for (int i = 0; i < im->n; i++) {
        const struct import_section *s = im->section[i];
        fuzz_must(at < ini.n && ini.line[at++].what == INI_SECTION);
        for (int k = 0; k < s->n; k++, at++) {
            fuzz_must(at < ini.n && ini.line[at].what == INI_KEY && !ini.line[at].is_append);
            fuzz_must(!strcmp(ini.line[at].key, s->value[k].key));
            const char *was = s->value[k].text, *now = ini.line[at].value;
            for (; *was && *now; was++, now++)
                fuzz_must(*was == *now ||
                          (*now == ' ' && ((unsigned char)*was < ' ' || *was == 0x7F)));
            fuzz_must(!*was && !*now);
        }
        if (s->note || s->n_estimated) fuzz_must(at < ini.n && !strcmp(ini.line[at++].key, "note"));
    }
    fuzz_must(at == ini.n);
}

/* What comes of it must read back; a refusal must say why. */
static inline void fuzz_import(const char *path, const char *s, size_t n, import_reader read)
{
    static const char *const names[] = {"estimate-0u", "estimate-2p",   "estimate-4p",
                                        "estimate-8p", "estimate-node", "estimate-network",
                                        "dgx-h100"};
    struct arena a = arena_new(NULL);
    struct diags ds = diags_new(&a), own = diags_new(&a);
    struct builder b = builder_new(&a);
    struct object_set catalogue, back = {.kinds = model_kinds(&a), .n_kinds = N_KIND};
    struct import im;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        builder_format(&b,
                       "[server %s]\npower_idle = 100 W\npower_typical = 300 W\n"
                       "power_maximum = 400 W\nairflow = 50 cfm\nheight = 2 U\n",
                       names[i]);
    builder_text(&b, "[ups estimate]\nmodule_power = 2.7 kW\nmodule_apparent = 3 kVA\nc0 = 0.02\n"
                     "c1 = 0.01\nc2 = 0.01\n");
    fuzz_must(fuzz_read(&catalogue, b.s, &a, &own));
    struct import_file f = {.path = path, .s = arena_text(&a, s, n), .n = n};
    import_begin(&im, &f, 1, &catalogue, &a, &ds);
    bool is_fine = read(&im);
    fuzz_must(is_fine || ds.n_error > 0);
    if (is_fine && !ds.n_error) {
        const char *ini = import_ini(&im);
        static const char base[] = "[site]\nclimate = c\n[utility grid]\n";
        struct input_text t[] = {{.path = "base.ini", .s = base, .n = sizeof base - 1},
                                 {.path = "out.ini", .s = ini, .n = strlen(ini)}};
        import_count(&im);
        fuzz_same(&im, ini, &a, &own);
        fuzz_must(objects_read(&back, &catalogue, t, 2, &a, &own) && !own.n_error);
    }
    arena_free(&a);
}

#endif
