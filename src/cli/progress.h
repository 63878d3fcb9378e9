#ifndef DCPLAN_CLI_PROGRESS_H
#define DCPLAN_CLI_PROGRESS_H

/* How far a long piece of work is: one line on a terminal's stderr, written over and wiped at
   the end.  Nothing when nobody looks, and nothing of work that is done in half a second. */

#include <stdbool.h>

#include "base/text.h"

struct progress;

/* what: of things that are counted, "points"; is_quiet: never shown. */
struct progress *progress_new(const char *what, bool is_quiet, struct arena *a);

/* As study_options.progress, with the struct progress as context.  The rate is of what was
   done since the first call, so that what a store had already does not count. */
void progress_show(void *progress, int done, int total);

/* Wipes the line; once, at the end. */
void progress_end(struct progress *p);

/* The line itself: "1,234 of 10,000 points, 12 %, 815 a second, 11 s left".  seconds: since
   `first` were done. */
const char *progress_text(const char *what, int first, int done, int total, double seconds,
                          struct arena *a);

#endif
