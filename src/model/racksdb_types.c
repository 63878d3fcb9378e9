#include <math.h>
#include <string.h>

#include "model/racksdb.h"

/* Types of equipment and racks, and the power extension. */

static const char *text_or(const struct yaml *node, const char *key, const char *other)
{
    const char *s = yaml_text(yaml_get(node, key));
    return s ? s : other;
}

/* "full", "1/2" or 1: how many stand side by side. */
static int side_by_side(struct racksdb *db, const struct yaml *node)
{
    const struct yaml *x = yaml_get(node, "width");
    const char *s = yaml_text(x);
    double n;
    if (yaml_is_null(x) || (s && (!strcmp(s, "full") || !strcmp(s, "1")))) return 1;
    if (s && !strcmp(s, "half")) return 2;
    if (s && !strncmp(s, "1/", 2) && text_number(text_of(s + 2), &n) && n >= 1 && n <= 24 &&
        n == floor(n))
        return (int)n;
    racksdb_refuse(db, x, "write full, 1/2, 1/7 ...", "'%s' is no share of the width",
                   s ? s : "it");
    return 1;
}

static int count_accelerators(struct racksdb *db, const struct yaml *node)
{
    const struct yaml *list = yaml_get(node, "gpu");
    int n = 0;
    if (yaml_is_null(list)) return 0;
    if (list->kind != YAML_SEQUENCE) {
        racksdb_refuse(db, list, NULL, "'gpu' is a list, not %s", yaml_kind_text(list));
        return 0;
    }
    for (int i = 0; i < list->n; i++) n += racksdb_whole(db, list->item[i], "number", 1);
    return n;
}

static void read_type(struct racksdb *db, enum racksdb_category c, const struct racksdb_doc *d)
{
    static const char *const known[] = {"id",  "name", "model",   "height", "width", "specs", "cpu",
                                        "ram", "gpu",  "storage", "netifs", "disks", NULL};
    struct arena *a = db->im->arena;
    const struct yaml *cpu = yaml_get(d->node, "cpu");
    racksdb_note(db, d->node, known);
    struct racksdb_type *t = ARENA_ARRAY(a, struct racksdb_type, 1);
    *t = (struct racksdb_type){.category = c,
                               .id = d->name,
                               .model = text_or(d->node, "model", d->name),
                               .specs = text_or(d->node, "specs", NULL),
                               .height_u = racksdb_units(db, d->node, "height"),
                               .side_by_side = side_by_side(db, d->node),
                               .sockets = racksdb_whole(db, cpu, "sockets", 0),
                               .accelerators = count_accelerators(db, d->node),
                               .where = d->node->place};
    if (!*t->id) racksdb_refuse(db, d->node, NULL, "a type of equipment has no '%s'", "id");
    if (isnan(t->height_u)) {
        racksdb_refuse(db, d->node, "write height: 2u", "type '%s' has no height", t->id);
        return;
    }
    const char *chip = text_or(cpu, "model", NULL);
    if (chip && t->sockets) t->processor = arena_format(a, "%d x %s", t->sockets, chip);
    t->next = db->type; /* a later one of the same name wins */
    db->type = t;
}

static void read_rack_type(struct racksdb *db, const struct racksdb_doc *d)
{
    static const char *const known[] = {"id",    "name",    "height", "width", "depth",
                                        "slots", "initial", "weight", NULL};
    struct racksdb_rack_type *t = ARENA_ARRAY(db->im->arena, struct racksdb_rack_type, 1);
    double kg = (double)NAN;
    racksdb_note(db, d->node, known);
    const struct yaml *weight = yaml_get(d->node, "weight");
    if (!yaml_is_null(weight) && !yaml_number(weight, &kg))
        racksdb_refuse(db, weight, "in kilograms, without a unit", "'%s' is no number", "weight");
    *t = (struct racksdb_rack_type){.id = d->name,
                                    .units_u = racksdb_units(db, d->node, "slots"),
                                    .width_m = racksdb_quantity(db, d->node, "width", "m"),
                                    .depth_m = racksdb_quantity(db, d->node, "depth", "m"),
                                    .height_m = racksdb_quantity(db, d->node, "height", "m"),
                                    .weight_kg = kg,
                                    .first_slot = racksdb_whole(db, d->node, "initial", 1),
                                    .where = d->node->place};
    t->next = db->rack_type;
    db->rack_type = t;
}

void racksdb_read_types(struct racksdb *db)
{
    for (int c = 0; c < N_RACKSDB; c++)
        for (struct racksdb_doc *d = db->types[c].first; d; d = d->next)
            read_type(db, (enum racksdb_category)c, d);
    for (struct racksdb_doc *d = db->rack_types.first; d; d = d->next) read_rack_type(db, d);
}

const struct racksdb_type *racksdb_find_type(const struct racksdb *db, enum racksdb_category c,
                                             const char *id)
{
    for (const struct racksdb_type *t = db->type; t; t = t->next)
        if (t->category == c && !strcmp(t->id, id)) return t;
    return NULL;
}

const struct racksdb_rack_type *racksdb_find_rack_type(const struct racksdb *db, const char *id)
{
    for (const struct racksdb_rack_type *t = db->rack_type; t; t = t->next)
        if (!strcmp(t->id, id)) return t;
    return NULL;
}

/* The extension tells capacities of UPS alone; losses and power factor are estimates. */
void racksdb_read_power(struct racksdb *db)
{
    static const char *const known[] = {"name", "id", "capacity", NULL};
    struct import *im = db->im;
    for (struct racksdb_doc *d = db->power.first; d; d = d->next) {
        struct place where = d->node->place;
        racksdb_note(db, d->node, known);
        double w = racksdb_quantity(db, d->node, "capacity", "W");
        double va = 1000 * import_model_value(im, KIND_UPS, "estimate", "module_apparent");
        double model_w = 1000 * import_model_value(im, KIND_UPS, "estimate", "module_power");
        if (isnan(w)) continue;
        if (!(va > 0 && model_w > 0)) {
            racksdb_refuse(db, d->node, "take the models that came with the program",
                           "the catalogue has no [ups %s]", "estimate");
            continue;
        }
        struct import_section *s = import_add(im, KIND_UPS, *d->name ? d->name : "ups", where);
        import_estimate(im, s, "use", where, "losses", "estimate");
        import_set(im, s, "module_power", where, "%s kW", import_number(im, w / 1000));
        import_estimate(im, s, "module_apparent", where, "the power factor of [ups estimate]",
                        "%s kVA", import_number(im, w * va / model_w / 1000));
        import_set(im, s, "modules", where, "1");
    }
}
