#include "model/load.h"

#include <ctype.h>
#include <dirent.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "input/csv.h"
#include "model/offer.h"
#include "physics/epw.h"

enum { FILES_CAP = 512 };

struct loader {
    struct input_text file[FILES_CAP];
    int n;
    struct arena *arena;
    struct diags *ds;
    struct memo *memo; /* NULL: none */
};

static struct loader *loader_new(struct memo *memo, struct arena *a, struct diags *ds)
{
    struct loader *l = ARENA_ARRAY(a, struct loader, 1);
    l->arena = a;
    l->ds = ds;
    l->memo = memo;
    return l;
}

static struct input_text *read_text(struct loader *l, const char *path, const char *shown)
{
    struct bytes b;
    if (l->n == FILES_CAP) {
        diag_error(l->ds, DIAG_INPUT, (struct place){shown, 0, 0}, NULL, "too many input files");
        return NULL;
    }
    if (!file_read(l->arena, path, &b, l->ds)) return NULL;
    struct input_text *t = &l->file[l->n++];
    *t = (struct input_text){.path = shown, .s = b.s, .n = b.n};
    sha256_text(b.s, b.n, t->sha256);
    return t;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Names of the folder's INI files, sorted: the order of a directory is not the
   same everywhere. */
static int list_folder(const char *folder, const char **name, struct loader *l)
{
    DIR *d = opendir(folder);
    if (!d) {
        diag_error(l->ds, DIAG_INPUT, (struct place){folder, 0, 0},
                   "give the folder with --models, or in DCPLAN_MODELS",
                   "cannot open the folder of models '%s'", folder);
        return -1;
    }
    int n = 0;
    for (struct dirent *e; (e = readdir(d)) && n < FILES_CAP / 2;) {
        size_t k = strlen(e->d_name);
        if (k > 4 && !strcmp(e->d_name + k - 4, ".ini"))
            name[n++] = arena_text(l->arena, e->d_name, k);
    }
    closedir(d);
    qsort(name, (size_t)n, sizeof *name, by_name);
    if (!n)
        diag_error(l->ds, DIAG_INPUT, (struct place){folder, 0, 0},
                   "give the catalogue's folder with --models, or in DCPLAN_MODELS",
                   "no model files (*.ini) in '%s'", folder);
    return n ? n : -1;
}

static bool read_catalogue(struct loader *l, const char *folder, struct object_set *out)
{
    const char *name[FILES_CAP];
    int n = list_folder(folder, name, l), first = l->n;
    *out = (struct object_set){.kinds = model_kinds(l->arena), .n_kinds = N_KIND};
    if (n < 0) return false;
    bool is_read = true;
    for (int i = 0; i < n; i++)
        is_read &= read_text(l, arena_format(l->arena, "%s/%s", folder, name[i]),
                             arena_format(l->arena, "models/%s", name[i])) != NULL;
    return catalogue_read(out, l->file + first, l->n - first, l->arena, l->ds) && is_read;
}

bool load_catalogue(const char *folder, struct object_set *out, struct arena *a, struct diags *ds)
{
    return read_catalogue(loader_new(NULL, a, ds), folder, out);
}

/* "sites/a100-air.ini" -> "a100-air". */
static const char *short_name(const char *path, struct arena *a)
{
    const char *s = strrchr(path, '/');
    s = s ? s + 1 : path;
    const char *dot = strrchr(s, '.');
    return arena_text(a, s, dot && dot != s ? (size_t)(dot - s) : strlen(s));
}

/* A path inside a file is relative to that file. */
static const char *beside(const char *file, const char *path, struct arena *a)
{
    const char *slash = file ? strrchr(file, '/') : NULL;
    if (path[0] == '/' || !slash) return path;
    return arena_format(a, "%.*s/%s", (int)(slash - file), file, path);
}

static struct place place_of_key(const struct site *s, const struct object *o, const char *key)
{
    const struct kind *k = &s->objects.kinds[o->kind];
    for (int i = 0; i < k->n_params; i++)
        if (!strcmp(k->params[i].key, key)) return o->from[i].place;
    return o->place;
}

const char *load_named_file(const struct site *s, const struct object *o, const char *key,
                            const char *path, const char *models, struct arena *a)
{
    struct place at = place_of_key(s, o, key);
    bool is_model = at.file && !strncmp(at.file, "models/", 7);
    const char *from = is_model ? arena_format(a, "%s%s", models, at.file + 6) : at.file;
    return beside(from, path, a);
}

/* Says where the file is named, which the reader of the file does not know. */
static bool can_be_read(struct loader *l, const char *path, struct place where)
{
    if (file_exists(path)) return true;
    diag_error(l->ds, DIAG_INPUT, where, "a path in a file is relative to that file",
               "there is no file '%s'", path);
    return false;
}

/* What the generator refuses comes from the statistics in the section. */
static void blame_input(struct diags *ds, int from, struct place where)
{
    for (int i = from; i < ds->n; i++) {
        if (!ds->item[i].place.line) ds->item[i].place = where;
        ds->item[i].class = DIAG_INPUT;
    }
}

static bool read_weather(struct loader *l, const struct load_request *r, const struct site *s,
                         struct weather *out, struct arena *keep)
{
    int index = s->info->climate.ref[0].index;
    const struct climate *c = SITE_PART(s, KIND_CLIMATE, struct climate, index);
    const struct object *o = s->of[KIND_CLIMATE].object[index];
    if (c->file) {
        const char *path = load_named_file(s, o, "file", c->file, r->models, l->arena);
        if (!can_be_read(l, path, place_of_key(s, o, "file"))) return false;
        struct input_text *t = read_text(l, path, path);
        return t && epw_parse(path, (struct bytes){t->s, t->n}, out, keep, l->ds);
    }
    struct climate_stats stats;
    if (!climate_stats(c, o->name, &stats, o->place, l->ds)) return false;
    stats.name = arena_text(keep, stats.name, strlen(stats.name));
    if (!isnan(s->info->altitude_m)) {
        stats.altitude_m = s->info->altitude_m;
        stats.p_pa = (double)NAN;
    }
    int before = l->ds->n;
    if (synth_weather(&stats, s->info->hours == HOURS_PER_LEAP_YEAR, out, keep, l->ds)) return true;
    blame_input(l->ds, before, o->place);
    return false;
}

/* Outdoors as hot as the limits must bear. */
static bool add_design_weather(struct loader *l, const struct siteinfo *info, struct weather *w,
                               struct arena *keep)
{
    if (isnan(info->design_dry_bulb_c) && isnan(info->design_wet_bulb_c)) return true;
    struct weather *hot = ARENA_ARRAY(keep, struct weather, 1);
    w->design = hot;
    return weather_stretch(w, info->design_dry_bulb_c, info->design_wet_bulb_c, hot, keep, l->ds);
}

static bool has_hours(struct loader *l, const struct site *s, const struct weather *w)
{
    if (s->info->hours == PARAM_NO_COUNT || s->info->hours == w->n) return true;
    diag_error(l->ds, DIAG_INPUT, s->of[KIND_SITE].object[0]->place,
               "take weather of the same length, or leave hours out",
               "the site's year has %d hours, its weather %d", s->info->hours, w->n);
    return false;
}

/* All that weather follows from. */
static struct builder weather_key(struct loader *l, const struct load_request *r,
                                  const struct site *s)
{
    const struct siteinfo *info = s->info;
    const struct object *o = s->of[KIND_CLIMATE].object[info->climate.ref[0].index];
    const struct kind *k = &s->objects.kinds[KIND_CLIMATE];
    const struct climate *c = o->data;
    double number[] = {info->altitude_m, info->hours, info->design_dry_bulb_c,
                       info->design_wet_bulb_c};
    struct builder key = builder_new(l->arena);
    builder_format(&key, "weather %s %s ", o->name,
                   c->file ? load_named_file(s, o, "file", c->file, r->models, l->arena) : "");
    builder_add(&key, (const char *)number, sizeof number);
    for (int i = 0; i < k->n_params; i++) param_key(&k->params[i], o->data, &key);
    return key;
}

/* NULL after an error, of which the memo keeps nothing. */
static const struct weather *keep_weather(struct loader *l, const struct load_request *r,
                                          const struct site *s, const struct builder *key)
{
    enum { SERIES = 10 }; /* of both years, at most */
    struct arena *keep = memo_arena(l->memo, l->arena);
    struct arena_mark mark = arena_mark(keep);
    struct weather *w = ARENA_ARRAY(keep, struct weather, 1);
    bool is_made = read_weather(l, r, s, w, keep) && has_hours(l, s, w) &&
                   add_design_weather(l, s->info, w, keep);
    if (is_made)
        memo_keep(l->memo, key->s, key->n, w, sizeof(double) * SERIES * (size_t)w->n);
    else if (l->memo)
        arena_release(keep, mark);
    return is_made ? w : NULL;
}

static bool load_weather(struct loader *l, const struct load_request *r, struct site *s,
                         struct weather *out)
{
    struct builder key = weather_key(l, r, s);
    const struct weather *kept = memo_find(l->memo, key.s, key.n);
    if (!kept) kept = keep_weather(l, r, s, &key);
    if (!kept) return false;
    *out = *kept;
    if (isnan(s->altitude_m)) s->altitude_m = out->altitude_m;
    return true;
}

/* Numbers of a file that were read before. */
struct series {
    int n;
    double *v;
};

static struct builder series_key(struct loader *l, const char *what, const char *path, int hours)
{
    struct builder key = builder_new(l->arena);
    builder_format(&key, "%s %d %s", what, hours, path);
    return key;
}

/* In the memo's arena, where there is one. */
static void keep_series(struct loader *l, const struct builder *key, int n, double **v)
{
    if (!l->memo) return;
    struct arena *keep = memo_arena(l->memo, l->arena);
    struct series *x = ARENA_ARRAY(keep, struct series, 1);
    *x = (struct series){n, ARENA_ARRAY(keep, double, (size_t)n)};
    memcpy(x->v, *v, (size_t)n * sizeof *x->v);
    *v = x->v;
    memo_keep(l->memo, key->s, key->n, x, (size_t)n * sizeof *x->v);
}

static bool load_activity(struct loader *l, const struct load_request *r, struct site *s,
                          const struct weather *w, int index)
{
    struct workload *k = &((struct workload *)s->of[KIND_WORKLOAD].item)[index];
    if (!k->file) return true;
    const struct object *o = s->of[KIND_WORKLOAD].object[index];
    const char *path = load_named_file(s, o, "file", k->file, r->models, l->arena);
    struct builder key = series_key(l, "activity", path, w->n);
    const struct series *kept = memo_find(l->memo, key.s, key.n);
    if (kept) {
        k->series = kept->v;
        k->n_series = kept->n;
        return true;
    }
    if (!can_be_read(l, path, place_of_key(s, o, "file"))) return false;
    struct input_text *t = read_text(l, path, path);
    struct csv csv;
    if (!t || !csv_parse(path, t->s, t->n, &csv, l->arena, l->ds)) return false;
    struct place at = {path, 1, 1};
    int col = csv_column(&csv, "activity");
    if (col < 0) {
        diag_error(l->ds, DIAG_INPUT, at, NULL, "no column 'activity'");
        return false;
    }
    if (csv.n_row != w->n) {
        diag_error(l->ds, DIAG_INPUT, at, "one row for each hour of the year",
                   "%d rows for a year of %d hours", csv.n_row, w->n);
        return false;
    }
    if (!csv_numbers(&csv, col, false, &k->series, l->arena, l->ds)) return false;
    for (int h = 0; h < w->n; h++)
        if (!(k->series[h] >= 0 && k->series[h] <= 1)) {
            diag_error(l->ds, DIAG_INPUT, (struct place){path, csv.line[h], col + 1}, NULL,
                       "activity %g is not between 0 and 1", k->series[h]);
            return false;
        }
    k->n_series = w->n;
    keep_series(l, &key, w->n, &k->series);
    return true;
}

/* ---- prices of the market ---- */

/* What a price is paid for stands in the name of its column. */
static double price_unit_j(const char *column)
{
    enum { J_PER_KWH = 3600000, KWH_PER_MWH = 1000 };
    char low[64] = {0};
    for (size_t i = 0; column[i] && i < sizeof low - 1; i++)
        low[i] = (char)tolower((unsigned char)column[i]);
    if (strstr(low, "mwh")) return (double)J_PER_KWH * KWH_PER_MWH;
    return strstr(low, "kwh") ? J_PER_KWH : (double)NAN;
}

static int price_column(struct loader *l, const struct csv *csv, const struct rate *r,
                        struct place key)
{
    static const char *const names[] = {"price_per_kwh", "price_per_mwh"};
    int col = r->column ? csv_column(csv, r->column) : -1;
    for (int i = 0; i < 2 && !r->column && col < 0; i++) col = csv_column(csv, names[i]);
    if (col < 0) {
        diag_error(l->ds, DIAG_INPUT, r->column ? key : (struct place){csv->file, 1, 1},
                   "name it in `column`", "'%s' has no column '%s'", csv->file,
                   r->column ? r->column : "price_per_kwh' or 'price_per_mwh");
    } else if (isnan(price_unit_j(csv->head[col]))) {
        diag_error(l->ds, DIAG_INPUT, (struct place){csv->file, 1, col + 1},
                   "as price_per_kwh or price_per_mwh",
                   "the column '%s' does not say per kWh or per MWh", csv->head[col]);
        col = -1;
    }
    return col;
}

/* Whether so many rows are a year of hours, or of equal parts of an hour. */
static bool is_year(int rows, int hours)
{
    enum { MOST_PER_HOUR = 60 };
    return rows > 0 && rows % hours == 0 && rows / hours <= MOST_PER_HOUR;
}

/* One price for each hour of the year, or several in equal parts of an hour. */
static bool load_prices(struct loader *l, const struct load_request *r, struct site *s,
                        const struct weather *w, int index)
{
    struct rate *k = &((struct rate *)s->of[KIND_RATE].item)[index];
    if (!k->file) return true;
    const struct object *o = s->of[KIND_RATE].object[index];
    const char *path = load_named_file(s, o, "file", k->file, r->models, l->arena);
    struct builder key =
        series_key(l, arena_format(l->arena, "prices %s", k->column ? k->column : ""), path, w->n);
    const struct series *kept = memo_find(l->memo, key.s, key.n);
    if (kept) {
        k->series = kept->v;
        k->n_series = kept->n;
        return true;
    }
    if (!can_be_read(l, path, place_of_key(s, o, "file"))) return false;
    struct input_text *t = read_text(l, path, path);
    struct csv csv;
    if (!t || !csv_parse(path, t->s, t->n, &csv, l->arena, l->ds)) return false;
    int col = price_column(l, &csv, k, place_of_key(s, o, "column"));
    if (col < 0) return false;
    if (!is_year(csv.n_row, w->n) && !(r->has_meter && (is_year(csv.n_row, HOURS_PER_YEAR) ||
                                                        is_year(csv.n_row, HOURS_PER_LEAP_YEAR)))) {
        diag_error(l->ds, DIAG_INPUT, (struct place){path, 1, 1},
                   "one row for each hour of the year, in standard time, or for each equal part "
                   "of an hour",
                   "%d prices for a year of %d hours", csv.n_row, w->n);
        return false;
    }
    if (!csv_numbers(&csv, col, false, &k->series, l->arena, l->ds)) return false;
    double unit_j = price_unit_j(csv.head[col]);
    for (int i = 0; i < csv.n_row; i++) k->series[i] /= unit_j;
    k->n_series = csv.n_row;
    keep_series(l, &key, csv.n_row, &k->series);
    return true;
}

/* The site file first, then overlays and overrides as they came. */
static int gather_texts(struct loader *l, const struct load_request *r, struct input_text *text,
                        struct load_source *out)
{
    int n = 0;
    struct input_text *t = read_text(l, r->site, r->site);
    if (t) text[n++] = *t;
    out->override = ARENA_ARRAY(l->arena, const char *, (size_t)r->n_change);
    for (int i = 0; i < r->n_change; i++) {
        const char *s = r->change[i].text;
        if (r->change[i].what == CHANGE_FILE) {
            if ((t = read_text(l, s, s))) text[n++] = *t;
            out->override[out->n_override++] = arena_format(l->arena, "-f %s", s);
        } else if (r->change[i].what == CHANGE_TEXT) {
            text[n++] = (struct input_text){.path = "study", .s = s, .n = strlen(s)};
        } else {
            text[n++] =
                (struct input_text){.path = arena_format(l->arena, "--set:%d", out->n_override + 1),
                                    .s = s,
                                    .n = strlen(s),
                                    .is_override = true};
            out->override[out->n_override++] = s;
        }
    }
    return n;
}

/* ---- what the site names and the catalogue has -------------------------- */

/* What of these the site names without declaring it is the catalogue's. */
static bool is_lent(int kind)
{
    return kind == KIND_CLIMATE || kind == KIND_TARIFF || kind == KIND_WORKLOAD ||
           kind == KIND_PSU || kind == KIND_RATE || kind == KIND_CLOUD || kind == KIND_COLO;
}

static void lend_reference(struct loader *l, const struct object_set *site,
                           const struct object_set *models, const struct param *p,
                           const struct ref_list *list, struct builder *text)
{
    int kind = kind_find(site->kinds, site->n_kinds, p->refs);
    if (kind < 0 || !is_lent(kind)) return;
    for (int i = 0; i < list->n; i++) {
        const char *name = list->ref[i].name, *word = site->kinds[kind].name;
        size_t n = strlen(word);
        if (!strncmp(name, word, n) && name[n] == '.') name += n + 1;
        const char *section = arena_format(l->arena, "[%s %s]\n", word, name);
        if (object_find(site, kind, name) || !object_find(models, kind, name)) continue;
        if (!strstr(text->s, section)) builder_format(text, "%suse = %s\n", section, name);
    }
}

/* Prices are judged by the band of their accelerators' model. */
static void lend_band(struct loader *l, const struct object_set *site,
                      const struct object_set *models, const struct cloud *c, struct builder *text)
{
    const char *name = offer_band_name(c, l->arena);
    if (!name || object_find(site, KIND_CLOUD, name) || !object_find(models, KIND_CLOUD, name))
        return;
    const char *section = arena_format(l->arena, "[cloud %s]\n", name);
    if (!strstr(text->s, section)) builder_format(text, "%suse = %s\n", section, name);
}

static const char *lend(struct loader *l, const struct object_set *site,
                        const struct object_set *models)
{
    struct builder text = builder_new(l->arena);
    builder_text(&text, "");
    for (int i = 0; i < site->n; i++) {
        const struct kind *k = &site->kinds[site->item[i].kind];
        if (site->item[i].kind == KIND_CLOUD) lend_band(l, site, models, site->item[i].data, &text);
        for (int j = 0; j < k->n_params; j++) {
            const struct param *p = &k->params[j];
            const void *field = (const char *)site->item[i].data + p->at;
            if (p->type == PARAM_REF || p->type == PARAM_REFS)
                lend_reference(l, site, models, p, field, &text);
        }
    }
    return text.s;
}

/* Reads the site; then again with what it borrows, so that overrides reach that too.  What is
   borrowed may itself name more: a tariff its rates. */
static bool read_objects(struct loader *l, const struct object_set *models, struct input_text *text,
                         int n, struct object_set *out)
{
    enum { LENT = 1, MOST_ROUNDS = 4 };
    const char *lent = "";
    for (int round = 0; round < MOST_ROUNDS; round++) {
        struct diags first = diags_new(l->arena);
        struct object_set seen = *out;
        objects_read(&seen, models, text, n, l->arena, &first);
        const char *more = lend(l, &seen, models);
        if (!*more) break;
        if (!*lent) {
            memmove(text + LENT + 1, text + LENT, (size_t)(n - LENT) * sizeof *text);
            n++;
        }
        lent = arena_format(l->arena, "%s%s", lent, more);
        text[LENT] = (struct input_text){.path = "catalogue", .s = lent, .n = strlen(lent)};
    }
    return objects_read(out, models, text, n, l->arena, l->ds);
}

bool load_source(const struct load_request *r, struct load_source *out, struct arena *a,
                 struct diags *ds)
{
    *out = (struct load_source){.request = *r};
    struct loader *l = loader_new(NULL, a, ds);
    out->is_sound = read_catalogue(l, r->models, &out->models);
    if (!out->models.n) return false; /* the site would miss every model it names */
    out->text = ARENA_ARRAY(a, struct input_text, (size_t)r->n_change + 1);
    int before = ds->n_error;
    out->n_text = gather_texts(l, r, out->text, out);
    out->input = l->file;
    out->n_input = l->n;
    return ds->n_error == before && out->n_text > 0;
}

/* Of the objects, all the rest. */
static bool make_site(struct loader *l, const struct load_request *r,
                      const struct object_set *objects, struct loaded *out)
{
    bool is_fine = true;
    if (!site_make_pooled(&out->site, short_name(r->site, l->arena), objects, r->pool, l->arena,
                          l->ds))
        return false;
    if (!load_weather(l, r, &out->site, &out->weather)) return false;
    for (int i = 0; i < out->site.of[KIND_WORKLOAD].n; i++)
        is_fine &= load_activity(l, r, &out->site, &out->weather, i);
    for (int i = 0; i < out->site.of[KIND_RATE].n; i++)
        is_fine &= load_prices(l, r, &out->site, &out->weather, i);
    out->input = l->file;
    out->n_input = l->n;
    return is_fine;
}

/* As gather_texts names overrides. */
static struct input_text override_text(const char *s, int number, struct arena *a)
{
    return (struct input_text){
        .path = arena_format(a, "--set:%d", number), .s = s, .n = strlen(s), .is_override = true};
}

bool load_case(const struct load_source *s, const char *const *set, int n, struct memo *memo,
               struct loaded *out, struct arena *a, struct diags *ds)
{
    *out = (struct loaded){.n_override = s->n_override + n};
    struct loader *l = loader_new(memo, a, ds);
    memcpy(l->file, s->input, (size_t)s->n_input * sizeof *l->file);
    l->n = s->n_input;
    struct object_set objects = {.kinds = s->models.kinds, .n_kinds = s->models.n_kinds};
    struct input_text *text = ARENA_ARRAY(a, struct input_text, (size_t)(s->n_text + n) + 1);
    out->override = ARENA_ARRAY(a, const char *, (size_t)out->n_override + 1);
    memcpy(text, s->text, (size_t)s->n_text * sizeof *text);
    for (int i = 0; i < s->n_override; i++) out->override[i] = s->override[i];
    for (int i = 0; i < n; i++) {
        out->override[s->n_override + i] = set[i];
        text[s->n_text + i] = override_text(set[i], s->n_override + i + 1, a);
    }
    bool is_read = read_objects(l, &s->models, text, s->n_text + n, &objects);
    return is_read && s->is_sound && make_site(l, &s->request, &objects, out);
}

bool load_site(const struct load_request *r, struct loaded *out, struct arena *a, struct diags *ds)
{
    struct load_source s;
    *out = (struct loaded){0};
    return load_source(r, &s, a, ds) && load_case(&s, NULL, 0, NULL, out, a, ds);
}

/* ---- other values ------------------------------------------------------------ */

bool load_is_value(const struct object_set *set, int item, int row)
{
    int kind = set->item[item].kind;
    enum param_type type = set->kinds[kind].params[row].type;
    if (type == PARAM_REF || type == PARAM_REFS) return false;
    return kind != KIND_CLOUD || type != PARAM_TEXT; /* by which bands are lent */
}

/* The set with objects of its own where values change. */
static bool set_values(const struct load_source *s, const struct object_set *base,
                       const struct load_value *value, int n, struct object_set *out,
                       struct arena *a, struct diags *ds)
{
    int before = ds->n_error;
    *out = *base;
    out->item = ARENA_ARRAY(a, struct object, (size_t)base->n);
    memcpy(out->item, base->item, (size_t)base->n * sizeof *out->item);
    for (int i = 0; i < n; i++) {
        int item = value[i].item;
        if (out->item[item].data == base->item[item].data) object_copy(out, &out->item[item], a);
        struct place at = {"--set", s->n_override + i + 1, value[i].col};
        object_override(out, &out->item[item], value[i].row, value[i].text, at, a, ds);
    }
    return ds->n_error == before;
}

bool load_values(const struct load_source *s, const struct loaded *base,
                 const struct load_value *value, int n, struct memo *memo, struct loaded *out,
                 struct arena *a, struct diags *ds)
{
    struct object_set objects;
    struct loader *l = loader_new(memo, a, ds);
    *out = (struct loaded){0};
    return set_values(s, &base->site.objects, value, n, &objects, a, ds) &&
           make_site(l, &s->request, &objects, out);
}

bool load_objects(const struct load_request *r, const struct object_set *objects, struct memo *memo,
                  struct loaded *out, struct arena *a, struct diags *ds)
{
    *out = (struct loaded){0};
    return make_site(loader_new(memo, a, ds), r, objects, out);
}
