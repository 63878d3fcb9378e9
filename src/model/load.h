#ifndef DCPLAN_MODEL_LOAD_H
#define DCPLAN_MODEL_LOAD_H

/* models/ + a site file + overlays and overrides -> struct site and weather. */

#include "model/site.h"
#include "physics/weather.h"

struct load_request {
    const char *models; /* folder of the catalogue */
    const char *site;   /* path of the site file */
    int n_change;       /* -f FILE and --set TEXT in command-line order */
    struct load_change {
        enum { CHANGE_SET, CHANGE_FILE, CHANGE_TEXT } what;
        const char *text; /* kind.name.key=value, the path, or sections of a study's own */
    } * change;
    const char *pool; /* name of a UPS, see site_make_pooled; NULL: none */
    bool has_meter;   /* a meter's year is billed: prices of the market may be of a year of another
                         length than the weather's */
};

struct loaded {
    struct site site;
    struct weather weather;
    int n_input;
    struct input_text *input; /* every file read, path as shown and hash */
    int n_override;
    const char **override;
};

bool load_site(const struct load_request *r, struct loaded *out, struct arena *a, struct diags *ds);

/* The catalogue alone. */
bool load_catalogue(const char *folder, struct object_set *out, struct arena *a, struct diags *ds);

#endif
