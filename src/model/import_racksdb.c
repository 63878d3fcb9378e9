#include "model/import_racksdb.h"

#include <math.h>
#include <string.h>

#include "input/value.h"
#include "model/racksdb.h"

const char *const racksdb_category_keys[N_RACKSDB] = {"nodes", "storage", "network", "misc"};

/* ---- fields ------------------------------------------------------------------- */

void racksdb_refuse(struct racksdb *db, const struct yaml *node, const char *hint,
                    const char *format, const char *what)
{
    struct message m = {.format = format, .arg = {what}, .n_arg = 1};
    diag_add(db->im->diags, DIAG_ERROR, DIAG_INPUT, node->place, hint, &m);
    db->is_fine = false;
}

void racksdb_note(struct racksdb *db, const struct yaml *node, const char *const *known)
{
    enum { MOST = sizeof db->unknown / sizeof *db->unknown };
    for (int i = 0; node->kind == YAML_MAPPING && i < node->n; i++) {
        const char *key = node->key[i]->text;
        bool is_known = false;
        for (int k = 0; known[k] && !is_known; k++) is_known = !strcmp(known[k], key);
        for (int k = 0; k < db->n_unknown && !is_known; k++)
            is_known = !strcmp(db->unknown[k], key);
        if (is_known || db->n_unknown == MOST) continue;
        if (!db->n_unknown) db->at_unknown = node->key[i]->place;
        db->unknown[db->n_unknown++] = key;
    }
}

double racksdb_quantity(struct racksdb *db, const struct yaml *node, const char *key,
                        const char *unit)
{
    const struct yaml *x = yaml_get(node, key);
    struct reading r;
    struct quantity q;
    if (yaml_is_null(x)) return (double)NAN;
    const char *s = yaml_text(x);
    if (s && reading_make(&r, key, unit, x->place, db->im->arena, db->im->diags) &&
        quantity_read(&r, text_of(s), &q))
        return q.si;
    if (!s) racksdb_refuse(db, x, NULL, "'%s' is no number with a unit", key);
    db->is_fine = false;
    return (double)NAN;
}

double racksdb_units(struct racksdb *db, const struct yaml *node, const char *key)
{
    const struct yaml *x = yaml_get(node, key);
    double u;
    if (yaml_is_null(x)) return (double)NAN;
    struct text t = text_of(yaml_text(x) ? yaml_text(x) : "");
    if (t.n && (t.s[t.n - 1] == 'u' || t.s[t.n - 1] == 'U')) t.n--;
    if (text_number(t, &u) && u > 0 && u <= 60) return u;
    racksdb_refuse(db, x, "write 42u", "'%s' is no number of rack units", key);
    return (double)NAN;
}

int racksdb_whole(struct racksdb *db, const struct yaml *node, const char *key, int other)
{
    const struct yaml *x = yaml_get(node, key);
    double n;
    if (yaml_is_null(x)) return other;
    if (yaml_number(x, &n) && n >= 0 && n <= 1e6 && n == floor(n)) return (int)n;
    racksdb_refuse(db, x, NULL, "'%s' is no whole number", key);
    return other;
}

/* ---- which file holds what ---------------------------------------------------- */

static void add(struct racksdb *db, struct racksdb_docs *to, const struct yaml *node,
                const char *name)
{
    struct racksdb_doc *d = ARENA_ARRAY(db->im->arena, struct racksdb_doc, 1);
    *d = (struct racksdb_doc){node, name, NULL};
    if (!to->first) to->last = &to->first;
    *to->last = d;
    to->last = &d->next;
}

/* The own name or id of an object, else what its file is called. */
static const char *name_of(const struct yaml *node, const char *file_name)
{
    const char *name = yaml_text(yaml_get(node, "name"));
    if (!name) name = yaml_text(yaml_get(node, "id"));
    return name ? name : file_name;
}

static void add_list(struct racksdb *db, struct racksdb_docs *to, const struct yaml *list)
{
    if (yaml_is_null(list)) return;
    if (list->kind != YAML_SEQUENCE) {
        racksdb_refuse(db, list, NULL, "a list is expected, not %s", yaml_kind_text(list));
        return;
    }
    for (int i = 0; i < list->n; i++) add(db, to, list->item[i], name_of(list->item[i], ""));
}

static void add_whole(struct racksdb *db, const struct yaml *document)
{
    static const char *const known[] = {"types", "datacenters", "infrastructures", "power", NULL};
    static const char *const kinds[] = {"nodes", "storage", "network", "misc", "racks", NULL};
    const struct yaml *types = yaml_get(document, "types");
    racksdb_note(db, document, known);
    if (types) racksdb_note(db, types, kinds);
    for (int c = 0; c < N_RACKSDB; c++)
        add_list(db, &db->types[c], yaml_get(types, racksdb_category_keys[c]));
    add_list(db, &db->rack_types, yaml_get(types, "racks"));
    add_list(db, &db->datacenters, yaml_get(document, "datacenters"));
    add_list(db, &db->infrastructures, yaml_get(document, "infrastructures"));
    add_list(db, &db->power, yaml_get(document, "power"));
}

/* Parts of a path, whether folders end in "/" or in "__". */
static bool has_part(const char *path, const char *part)
{
    size_t n = strlen(part);
    for (const char *s = strstr(path, part); s; s = strstr(s + 1, part)) {
        bool begins = s == path || s[-1] == '/' || (s - path >= 2 && !strncmp(s - 2, "__", 2));
        if (begins && (s[n] == '/' || !strncmp(s + n, "__", 2))) return true;
    }
    return false;
}

static const char *file_name(const char *path, struct arena *a)
{
    const char *s = strrchr(path, '/');
    s = s ? s + 1 : path;
    for (const char *next; (next = strstr(s, "__")) != NULL;) s = next + 2;
    const char *dot = strrchr(s, '.');
    return arena_text(a, s, dot ? (size_t)(dot - s) : strlen(s));
}

static enum racksdb_category category_of(const struct yaml *node, const char *path)
{
    for (int c = 0; c < N_RACKSDB; c++)
        if (has_part(path, racksdb_category_keys[c])) return (enum racksdb_category)c;
    return yaml_get(node, "cpu")      ? RACKSDB_NODES
           : yaml_get(node, "disks")  ? RACKSDB_STORAGE
           : yaml_get(node, "netifs") ? RACKSDB_NETWORK
                                      : RACKSDB_MISC;
}

/* The list that an object belongs to, by what it holds; NULL when it is nothing known. */
static struct racksdb_docs *list_of(struct racksdb *db, const struct yaml *node, const char *path,
                                    const char **what)
{
    const struct {
        const char *key, *what;
        struct racksdb_docs *docs;
    } list[] = {
        {"rooms", "datacenter", &db->datacenters},
        {"layout", "infrastructure", &db->infrastructures},
        {"slots", "types of racks", &db->rack_types},
        {"model", "type of equipment", &db->types[category_of(node, path)]},
        {"capacity", "power supplies", &db->power},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        if (!yaml_get(node, list[i].key)) continue;
        *what = list[i].what;
        return list[i].docs;
    }
    return NULL;
}

static bool is_schema(const struct yaml *d)
{
    return yaml_get(d, "_content") || yaml_get(d, "_objects") || yaml_get(d, "_version");
}

bool racksdb_sort(struct racksdb *db, const struct yaml *d, struct import_file *f)
{
    struct racksdb_docs *to = NULL;
    const char *name = file_name(f->path, db->im->arena);
    if (is_schema(d)) {
        f->what = "schema";
        import_leave_out(db->im, name, d->place, "it is a schema, not a database");
        return true;
    }
    if (yaml_get(d, "types") || yaml_get(d, "datacenters") || yaml_get(d, "infrastructures") ||
        yaml_get(d, "power")) {
        f->what = "database";
        add_whole(db, d);
        return true;
    }
    if (d->kind == YAML_SEQUENCE && d->n) {
        for (int i = 0; i < d->n; i++)
            if ((to = list_of(db, d->item[i], f->path, &f->what)) != NULL)
                add(db, to, d->item[i], name_of(d->item[i], ""));
            else
                racksdb_refuse(db, d->item[i], NULL, "this is nothing of RacksDB's: %s",
                               yaml_kind_text(d->item[i]));
        return true;
    }
    if ((to = list_of(db, d, f->path, &f->what)) != NULL) add(db, to, d, name_of(d, name));
    return to != NULL;
}

/* ---- all ---------------------------------------------------------------------- */

static void read_file(struct racksdb *db, struct import_file *f)
{
    struct yaml_file y;
    struct import *im = db->im;
    if (!yaml_read(f->path, f->s, f->n, &y, im->arena, im->diags)) {
        db->is_fine = false;
        return;
    }
    for (int i = 0; i < y.n; i++)
        if (!racksdb_sort(db, y.document[i], f))
            racksdb_refuse(db, y.document[i],
                           "types, datacenters, infrastructures, or one of these in a file",
                           "'%s' is no RacksDB database, and no part of one", f->path);
    if (!y.n) {
        diag_error(im->diags, DIAG_INPUT, (struct place){f->path, 1, 1}, NULL, "the file is empty");
        db->is_fine = false;
    }
}

static void warn_of_unknown(const struct racksdb *db)
{
    struct builder b = builder_new(db->im->arena);
    if (!db->n_unknown) return;
    for (int i = 0; i < db->n_unknown; i++)
        builder_format(&b, "%s%s", i ? ", " : "", db->unknown[i]);
    diag_warning(db->im->diags, DIAG_INPUT, db->at_unknown, "the first stands here",
                 "fields that mean nothing here are passed over: %s", b.s);
}

/* All, or the one that is wanted alone. */
static void read_datacenters(struct racksdb *db)
{
    struct import *im = db->im;
    struct racksdb_doc *first = db->datacenters.first, *d;
    int n = 0;
    for (d = first; d; d = d->next) {
        if (im->only && strcmp(im->only, d->name) != 0) continue;
        racksdb_read_datacenter(db, d);
        n++;
    }
    if (!n && im->only && first)
        racksdb_refuse(db, first->node, arena_format(im->arena, "the first is '%s'", first->name),
                       "there is no datacenter '%s'", im->only);
    if (n > 1)
        diag_warning(im->diags, DIAG_INPUT, first->next->node->place,
                     "take one at a time by --only NAME",
                     "several datacenters in one site share its climate and utility");
}

bool import_racksdb(struct import *im)
{
    struct racksdb db = {.im = im, .places = import_places_new(im), .is_fine = true};
    im->head = "Rooms, racks and equipment of a RacksDB database: a part of a site, without power "
               "and cooling.\nRacksDB tells no draws: all are estimates.";
    for (int i = 0; i < im->n_file; i++) read_file(&db, &im->file[i]);
    racksdb_read_types(&db);
    racksdb_read_power(&db);
    read_datacenters(&db);
    for (struct racksdb_doc *d = db.infrastructures.first; d; d = d->next)
        racksdb_read_infrastructure(&db, d);
    if (!db.datacenters.first && !db.infrastructures.first) racksdb_models(&db);
    warn_of_unknown(&db);
    return db.is_fine && import_places_done(&db.places);
}
