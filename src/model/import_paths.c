#include "model/import_paths.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

enum { MOST_DEPTH = 16 };

struct paths {
    const char **item;
    int n, cap;
    struct arena *arena;
    struct diags *diags;
};

static void add(struct paths *p, const char *path)
{
    if (p->n == p->cap) {
        p->cap = p->cap ? 2 * p->cap : 64;
        const char **more = ARENA_ARRAY(p->arena, const char *, (size_t)p->cap);
        if (p->n) memcpy(more, p->item, (size_t)p->n * sizeof *more);
        p->item = more;
    }
    p->item[p->n++] = path;
}

static bool is_folder(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

static bool is_inventory(const char *path)
{
    static const char *const ends[] = {".yml", ".yaml", ".json", ".csv", ".xlsx"};
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof ends / sizeof *ends; i++)
        if (!strcasecmp(dot, ends[i])) return true;
    return false;
}

static int by_text(const void *left, const void *right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

static bool add_folder(struct paths *p, const char *folder, int depth)
{
    DIR *d = depth < MOST_DEPTH ? opendir(folder) : NULL;
    struct paths own = {.arena = p->arena, .diags = p->diags};
    if (!d) {
        diag_error(p->diags, DIAG_INPUT, (struct place){folder, 0, 0}, NULL,
                   depth < MOST_DEPTH ? "the folder cannot be read" : "the folders lie too deep");
        return false;
    }
    for (struct dirent *e; (e = readdir(d)) != NULL;)
        if (e->d_name[0] != '.') add(&own, arena_format(p->arena, "%s/%s", folder, e->d_name));
    closedir(d);
    if (own.n) qsort(own.item, (size_t)own.n, sizeof *own.item, by_text);
    for (int i = 0; i < own.n; i++) {
        if (is_folder(own.item[i])) {
            if (!add_folder(p, own.item[i], depth + 1)) return false;
        } else if (is_inventory(own.item[i]))
            add(p, own.item[i]);
    }
    return true;
}

bool import_paths(const char *const *path, int n, const char *const **out, int *n_out,
                  struct arena *a, struct diags *ds)
{
    struct paths p = {.arena = a, .diags = ds};
    bool is_fine = true;
    for (int i = 0; i < n; i++) {
        int before = p.n;
        if (!is_folder(path[i])) {
            add(&p, path[i]);
            continue;
        }
        size_t k = strlen(path[i]);
        while (k > 1 && path[i][k - 1] == '/') k--;
        bool is_read = add_folder(&p, arena_text(a, path[i], k), 0);
        if (is_read && p.n == before)
            diag_error(ds, DIAG_INPUT, (struct place){path[i], 0, 0},
                       "it reads .yml, .yaml, .json, .csv and .xlsx",
                       "there is no inventory below this folder");
        is_fine &= is_read && p.n > before;
    }
    *out = p.item;
    *n_out = p.n;
    return is_fine;
}
