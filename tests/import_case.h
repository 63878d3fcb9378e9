#ifndef DCPLAN_TESTS_IMPORT_CASE_H
#define DCPLAN_TESTS_IMPORT_CASE_H

/* An import of texts, and what came of it. */

#include <string.h>

#include "model/import.h"
#include "model/load.h"
#include "toy_site.h"

struct import_case {
    struct arena a;
    struct diags ds;
    struct object_set catalogue;
    struct import im;
};

static inline struct import_file case_text(const char *path, const char *s)
{
    return (struct import_file){.path = path, .s = s, .n = strlen(s)};
}

static inline bool case_run(struct import_case *f, import_reader read, struct import_file *file,
                            int n, const char *only)
{
    f->a = arena_new(NULL);
    f->ds = diags_new(&f->a);
    assert_true(load_catalogue(DCPLAN_SOURCE_DIR "/models", &f->catalogue, &f->a, &f->ds));
    import_begin(&f->im, file, n, &f->catalogue, &f->a, &f->ds);
    f->im.only = only;
    bool is_fine = read(&f->im);
    import_count(&f->im);
    return is_fine && !f->ds.n_error;
}

static inline void case_free(struct import_case *f)
{
    arena_free(&f->a);
}

static inline void case_has(const struct import_case *f, enum kind_id kind, const char *name,
                            const char *key, const char *text)
{
    const struct import_section *s = import_find(&f->im, kind, name);
    if (!s) fail_msg("no section '%s' in\n%s", name, import_ini(&f->im));
    const char *found = import_value(s, key);
    if (!found || strcmp(found, text) != 0)
        fail_msg("[%s] %s = %s, not %s", name, key, found ? found : "nothing", text);
}

static inline bool case_is_estimated(const struct import_case *f, enum kind_id kind,
                                     const char *name, const char *key)
{
    const struct import_section *s = import_find(&f->im, kind, name);
    for (int i = 0; s && i < s->n; i++)
        if (!strcmp(s->value[i].key, key)) return s->value[i].basis != NULL;
    fail_msg("[%s] has no %s", name, key);
    return false;
}

/* Messages that hold the text; the first stands in that line (0: anywhere). */
static inline int case_told(struct import_case *f, const char *text, int line)
{
    int n = 0;
    for (int i = 0; i < f->ds.n; i++) {
        if (!strstr(message_text(&f->a, &f->ds.item[i].what, NULL), text)) continue;
        if (!n++ && line) assert_int_equal(f->ds.item[i].place.line, line);
    }
    return n;
}

/* What is printed is a part of a site that loads, with the text before it. */
static inline void case_loads(struct import_case *f, const char *before, struct site *site)
{
    static const char head[] = "[site]\nclimate = ashburn\n[climate ashburn]\nuse = ashburn\n"
                               "[utility grid]\n[rpp supply]\nfrom = utility.grid\n";
    struct object_set objects = {.kinds = f->im.kinds, .n_kinds = N_KIND};
    const char *base = arena_format(&f->a, "%s%s", head, before), *ini = import_ini(&f->im);
    struct input_text t[] = {{.path = "base.ini", .s = base, .n = strlen(base)},
                             {.path = "out.ini", .s = ini, .n = strlen(ini)}};
    if (!objects_read(&objects, &f->catalogue, t, 2, &f->a, &f->ds) ||
        !site_make(site, "imported", &objects, &f->a, &f->ds)) {
        for (int i = 0; i < f->ds.n; i++)
            print_message("%s:%d: %s\n", f->ds.item[i].place.file, f->ds.item[i].place.line,
                          message_text(&f->a, &f->ds.item[i].what, NULL));
        fail_msg("it does not load:\n%s", ini);
    }
}

#endif
