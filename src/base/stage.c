#include "base/stage.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

const char *stage_open(struct arena *a, const char *folder, struct diags *ds)
{
    if (!folder_make(a, folder, ds)) return NULL;
    const char *stage = arena_format(a, "%s/.dcplan-%ld.tmp", folder, (long)getpid());
    stage_discard(a, stage); /* of an earlier process of the same number that was killed */
    return folder_make(a, stage, ds) ? stage : NULL;
}

static bool is_folder(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

static bool cannot_move(const char *to, struct diags *ds)
{
    diag_error(ds, DIAG_OUTPUT, (struct place){to, 0, 0}, NULL, "cannot write '%s': %s", to,
               strerror(errno));
    return false;
}

bool stage_publish(struct arena *a, const char *stage, const char *folder, struct diags *ds)
{
    DIR *d = opendir(stage);
    bool is_fine = d ? folder_make(a, folder, ds) : cannot_move(stage, ds);
    if (!d) return false;
    for (struct dirent *e; is_fine && (e = readdir(d));) {
        if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, "..")) continue;
        const char *from = arena_format(a, "%s/%s", stage, e->d_name);
        const char *to = arena_format(a, "%s/%s", folder, e->d_name);
        if (is_folder(from))
            is_fine = stage_publish(a, from, to, ds);
        else if (rename(from, to) != 0)
            is_fine = cannot_move(to, ds);
    }
    closedir(d);
    if (is_fine) (void)rmdir(stage); /* an empty folder left over does no harm */
    return is_fine;
}

void stage_discard(struct arena *a, const char *stage)
{
    DIR *d = opendir(stage);
    if (!d) return;
    for (struct dirent *e; (e = readdir(d));) {
        if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, "..")) continue;
        const char *path = arena_format(a, "%s/%s", stage, e->d_name);
        if (is_folder(path))
            stage_discard(a, path);
        else
            (void)unlink(path);
    }
    closedir(d);
    (void)rmdir(stage);
}
