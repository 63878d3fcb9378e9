#include <math.h>
#include <string.h>

#include "model/prices.h"

static bool is_list_of(const struct yaml *root, const char *key)
{
    return root->kind == YAML_SEQUENCE && root->n && yaml_get(root->item[0], key);
}

bool prices_is_providers(const struct yaml *root)
{
    return is_list_of(root, "id") && yaml_get(root->item[0], "name") &&
           !yaml_get(root->item[0], "price_usd_hour");
}

static double number_of(const struct yaml *node)
{
    double v;
    return yaml_number(node, &v) ? v : (double)NAN;
}

static struct price_cell price_of(struct prices *p, const struct yaml *node)
{
    struct price_cell out = price_none();
    const char *s = yaml_text(node);
    if (!node || yaml_is_null(node)) return out;
    if (!s || !price_read(s, &out)) {
        diag_warning(p->im->diags, DIAG_INPUT, node->place, NULL, "%s is no price: there is none",
                     s ? s : yaml_kind_text(node));
        out = price_none();
    }
    return out;
}

static const struct yaml *provider_of(const struct prices *p, const char *id)
{
    for (int i = 0; id && p->providers && i < p->providers->n; i++) {
        const char *own = yaml_text(yaml_get(p->providers->item[i], "id"));
        if (own && !strcmp(own, id)) return p->providers->item[i];
    }
    return NULL;
}

/* What stands in the list besides the price. */
static const char *note_of(struct prices *p, const struct yaml *node, const struct yaml *provider)
{
    struct builder b = builder_new(p->im->arena);
    const char *tier = yaml_text(yaml_get(node, "tier"));
    const char *note = yaml_text(yaml_get(node, "notes"));
    const char *blurb = yaml_text(yaml_get(provider, "blurb"));
    const struct yaml *caveats = yaml_get(node, "caveats");
    if (tier) builder_format(&b, "tier: %s", tier);
    if (note) builder_format(&b, "%s%s", b.n ? "; " : "", note);
    for (int i = 0; caveats && caveats->kind == YAML_SEQUENCE && i < caveats->n; i++) {
        const char *s = yaml_text(caveats->item[i]);
        if (s) builder_format(&b, "%s%s", b.n ? "; " : "", s);
    }
    if (blurb) builder_format(&b, "%s%s", b.n ? "; " : "", blurb);
    return b.n ? b.s : NULL;
}

static const char *digits_of(struct prices *p, const struct yaml *node)
{
    double v = number_of(node);
    return isnan(v) ? NULL : import_number(p->im, v);
}

/* One of a list of offers; its price is of one accelerator. */
static void read_offer(struct prices *p, const struct yaml *node)
{
    const char *id = yaml_text(yaml_get(node, "provider_id"));
    const struct yaml *provider = provider_of(p, id);
    const char *name = yaml_text(yaml_get(provider, "name"));
    bool is_spot = false;
    struct offer o = {.provider = name ? name : id,
                      .region = yaml_text(yaml_get(node, "region")),
                      .accelerator = yaml_text(yaml_get(node, "gpu_model")),
                      .vcpus = digits_of(p, yaml_get(node, "vcpu")),
                      .memory_gib = digits_of(p, yaml_get(node, "ram_gb")),
                      .accelerators = (double)NAN,
                      .accelerator_gb = number_of(yaml_get(node, "vram_gb")),
                      .hour = price_none(),
                      .gpu = price_of(p, yaml_get(node, "price_usd_hour")),
                      .spot = price_none(),
                      .spot_least = price_none(),
                      .reserved = price_none(),
                      .date = yaml_text(yaml_get(node, "collected_at")),
                      .source = yaml_text(yaml_get(node, "source_url")),
                      .note = note_of(p, node, provider),
                      .place = node->place};
    if (yaml_flag(yaml_get(node, "is_spot"), &is_spot)) o.is_spot = is_spot;
    const char *separate = o.note ? strstr(o.note, "billed separately") : NULL;
    o.is_alone = separate != NULL;
    prices_add(p, &o);
}

/* Prices by model and region, of one accelerator ("chip"). */
static void read_region(struct prices *p, const char *model, const char *region,
                        const struct yaml *node)
{
    struct offer o = {.provider = "Google",
                      .provider_basis = "who rents TPUs",
                      .region = region,
                      .accelerator = model,
                      .accelerators = (double)NAN,
                      .accelerator_gb = (double)NAN,
                      .hour = price_none(),
                      .gpu = price_of(p, yaml_get(node, "On Demand (USD)")),
                      .spot = price_of(p, yaml_get(node, "Spot (USD)")),
                      .spot_least = price_none(),
                      .spot_is_per_gpu = true,
                      .reserved = price_none(),
                      .place = node->place};
    prices_add(p, &o);
}

static bool is_region(const struct yaml *node)
{
    return node->kind == YAML_MAPPING &&
           (yaml_get(node, "On Demand (USD)") || yaml_get(node, "Spot (USD)"));
}

static int read_regions(struct prices *p, const struct yaml *root)
{
    int n = 0;
    for (int i = 0; root->kind == YAML_MAPPING && i < root->n; i++) {
        const struct yaml *model = root->item[i];
        for (int k = 0; model->kind == YAML_MAPPING && k < model->n; k++) {
            if (!is_region(model->item[k])) continue;
            read_region(p, root->key[i]->text, model->key[k]->text, model->item[k]);
            n++;
        }
    }
    return n;
}

bool prices_read_tree(struct prices *p, const struct yaml *root, struct import_file *f)
{
    if (prices_is_providers(root)) {
        f->what = "providers";
        return true;
    }
    f->what = "price list";
    if (is_list_of(root, "gpu_model")) {
        for (int i = 0; i < root->n; i++) read_offer(p, root->item[i]);
        return true;
    }
    if (read_regions(p, root)) return true;
    diag_error(p->im->diags, DIAG_INPUT, root->place,
               "lists of gpu_model and price_usd_hour, or models with regions and "
               "\"On Demand (USD)\", are known",
               "no price list that is known");
    return false;
}
