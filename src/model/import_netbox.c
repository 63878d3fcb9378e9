#include "model/import_netbox.h"

#include <math.h>
#include <string.h>

#include "model/netbox.h"

static bool ends_in(const char *path, const char *end)
{
    size_t n = strlen(path), k = strlen(end);
    return n >= k && !strcmp(path + n - k, end);
}

static bool starts_with_bracket(const struct import_file *f)
{
    size_t i = 0;
    while (i < f->n && strchr(" \t\r\n", f->s[i]) && f->s[i]) i++;
    return i < f->n && (f->s[i] == '[' || f->s[i] == '{');
}

static bool read_table(struct netbox *nb, struct import_file *f)
{
    struct csv table;
    struct import *im = nb->im;
    if (ends_in(f->path, ".sql")) {
        diag_error(im->diags, DIAG_INPUT, (struct place){f->path, 1, 1},
                   "load it into NetBox and write: manage.py dumpdata dcim > dump.json",
                   "a dump of the database itself is not read");
        return false;
    }
    return csv_parse(f->path, f->s, f->n, &table, im->arena, im->diags) &&
           netbox_read_csv(nb, &table, f);
}

static bool read_tree(struct netbox *nb, struct import_file *f)
{
    struct yaml_file y;
    struct import *im = nb->im;
    if (!yaml_read(f->path, f->s, f->n, &y, im->arena, im->diags)) return false;
    if (y.n && y.document[0]->kind == YAML_SEQUENCE) return netbox_read_dump(nb, y.document[0], f);
    bool ok = y.n > 0;
    if (!ok)
        diag_error(im->diags, DIAG_INPUT, (struct place){f->path, 1, 1}, NULL, "the file is empty");
    f->what = "device types";
    for (int i = 0; i < y.n; i++) ok = netbox_read_type(nb, y.document[i]) && ok;
    return ok;
}

static void warn_of_unknown(const struct netbox *nb)
{
    if (!nb->n_unknown) return;
    struct builder b = builder_new(nb->im->arena);
    for (int i = 0; i < nb->n_unknown; i++)
        builder_format(&b, "%s%s", i ? ", " : "", nb->unknown[i]);
    diag_warning(nb->im->diags, DIAG_INPUT, nb->at_unknown, "the first stands here",
                 "fields that mean nothing here are passed over: %s", b.s);
}

/* The models that estimates come from. */
static bool has_models(struct import *im)
{
    static const struct {
        enum kind_id kind;
        const char *name, *key;
    } needed[] = {
        {KIND_SERVER, "estimate-0u", "power_maximum"},
        {KIND_SERVER, "estimate-2p", "power_maximum"},
        {KIND_SERVER, "estimate-4p", "power_maximum"},
        {KIND_SERVER, "estimate-8p", "power_maximum"},
        {KIND_SERVER, "estimate-node", "power_maximum"},
        {KIND_SERVER, "estimate-network", "power_maximum"},
        {KIND_SERVER, "dgx-h100", "power_maximum"},
        {KIND_UPS, "estimate", "module_apparent"},
        {KIND_CDU, "in-rack-80", "supply"},
        {KIND_RACKPDU, "230v-16a", "no_load_loss"},
        {KIND_PSU, "platinum-800", "rated_power"},
    };
    bool ok = true;
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
        if (!isnan(import_model_value(im, needed[i].kind, needed[i].name, needed[i].key))) continue;
        diag_error(im->diags, DIAG_INPUT, (struct place){0}, "is it the catalogue that ships?",
                   "the catalogue has no [%s %s], which estimates are taken from",
                   im->kinds[needed[i].kind].name, needed[i].name);
        ok = false;
    }
    return ok;
}

bool import_netbox(struct import *im)
{
    struct netbox nb = {.im = im};
    bool ok = has_models(im);
    for (int i = 0; i < im->n_file; i++) {
        struct import_file *f = &im->file[i];
        bool is_tree = starts_with_bracket(f) || ends_in(f->path, ".yaml") ||
                       ends_in(f->path, ".yml") || ends_in(f->path, ".json");
        ok = (is_tree ? read_tree(&nb, f) : read_table(&nb, f)) && ok;
    }
    warn_of_unknown(&nb);
    if (!ok) return false;
    if (!nb.n_rack && !nb.n_device && !nb.n_feed) {
        netbox_models(&nb);
        return !im->diags->n_error;
    }
    return netbox_site(&nb);
}
