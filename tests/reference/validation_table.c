/* Prints the table of validation as Markdown and writes it to validation.csv (first
   argument) and, between its markers, into docs/engineering.md (second). */

#include <stdio.h>
#include <string.h>

#include "validation_text.h"

/* The page with the table between the markers replaced. */
static bool put_into_page(const char *path, const char *table, struct arena *a, struct diags *ds)
{
    struct bytes page;
    if (!file_read(a, path, &page, ds)) return false;
    const char *from = strstr(page.s, validation_begin), *to = strstr(page.s, validation_end);
    if (!from || !to || to < from) return false;
    from += strlen(validation_begin);
    const char *text = arena_format(a, "%.*s%s%s", (int)(from - page.s), page.s, table, to);
    return file_write(a, path, text, strlen(text), ds);
}

int main(int argc, char **argv)
{
    struct arena a = arena_new(NULL);
    struct diags ds = diags_new(&a);
    static struct checks t;
    bool ok = argc == 3 && checks_all(&t, &a);
    bool is_whole = file_exists(DCPLAN_SHARED_DATA "/epw");
    if (!is_whole) fprintf(stderr, "no shared folder: nothing written\n");
    if (ok) {
        const char *table = validation_markdown(&t, &a), *csv = validation_csv(&t, &a);
        printf("%s", table);
        if (is_whole)
            ok = file_write(&a, argv[1], csv, strlen(csv), &ds) &&
                 put_into_page(argv[2], table, &a, &ds);
    }
    arena_free(&a);
    return ok ? 0 : 1;
}
