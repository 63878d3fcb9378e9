#ifndef DCPLAN_MODEL_LOAD_H
#define DCPLAN_MODEL_LOAD_H

/* models/ + a site file + overlays and overrides -> struct site and weather. */

#include "base/memo.h"
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

/* The catalogue and the texts of a site, read once for many cases of it. */
struct load_source {
    struct load_request request;
    struct object_set models;
    bool is_sound; /* nothing is wrong in the catalogue */
    int n_text;
    struct input_text *text; /* the site's file, then the changes in their order */
    int n_input, n_override;
    struct input_text *input; /* files read so far */
    const char **override;
};
bool load_source(const struct load_request *r, struct load_source *out, struct arena *a,
                 struct diags *ds);

/* The site with n more overrides, "kind.name.key=value", behind those of the request.  What the
   memo (or NULL) has of weather and of files is taken from there; files are then missing in
   out->input.  Nothing in the source is changed. */
bool load_case(const struct load_source *s, const char *const *set, int n, struct memo *memo,
               struct loaded *out, struct arena *a, struct diags *ds);

/* The same for values of objects that are there, without reading the texts again: for rows that
   name no other objects (load_is_value).  base: load_case without overrides; out shares what is
   the same. */
struct load_value {
    int item, row;    /* of the object set; of its kind */
    const char *text; /* as it stands after the = of an override */
    int col;          /* where it would stand there, from 1 */
};
bool load_is_value(const struct object_set *set, int item, int row);
bool load_values(const struct load_source *s, const struct loaded *base,
                 const struct load_value *value, int n, struct memo *memo, struct loaded *out,
                 struct arena *a, struct diags *ds);

/* Where a path is that the key of an object names: relative to the file that says it. */
const char *load_named_file(const struct site *s, const struct object *o, const char *key,
                            const char *path, const char *models, struct arena *a);

/* The catalogue alone. */
bool load_catalogue(const char *folder, struct object_set *out, struct arena *a, struct diags *ds);

/* The site of objects that were put together in another way than from texts; paths and names
   are those of the request. */
bool load_objects(const struct load_request *r, const struct object_set *objects, struct memo *memo,
                  struct loaded *out, struct arena *a, struct diags *ds);

#endif
