#include <math.h>
#include <string.h>

#include "input/heads.h"
#include "model/prices.h"

enum column {
    COLUMN_PROVIDER,
    COLUMN_REGION,
    COLUMN_ZONE,
    COLUMN_INSTANCE,
    COLUMN_NAME,
    COLUMN_ACCELERATOR,
    COLUMN_COUNT,
    COLUMN_MEMORY,
    COLUMN_INFO,
    COLUMN_VCPUS,
    COLUMN_RAM,
    COLUMN_HOUR,
    COLUMN_GPU,
    COLUMN_SPOT,
    COLUMN_SPOT_LEAST,
    COLUMN_RESERVED,
    N_COLUMN
};

#define WORDS (const char *const[])
/* clang-format off */
static const struct head_row columns[N_COLUMN] = {
    [COLUMN_PROVIDER] = {"provider", NULL, NULL, 0, 0, WORDS{"cloud", "vendor", NULL}},
    [COLUMN_REGION] = {"region", NULL, NULL, 0, 0, WORDS{"location", NULL}},
    [COLUMN_ZONE] = {"zone", NULL, NULL, 0, 0,
                     WORDS{"availabilityzone", "availability zone", NULL}},
    [COLUMN_INSTANCE] = {"instance", NULL, NULL, 0, 0,
                         WORDS{"instancetype", "instance type", "api name", NULL}},
    [COLUMN_NAME] = {"name", NULL, NULL, 0, 0, WORDS{NULL}},
    [COLUMN_ACCELERATOR] = {"accelerator", NULL, NULL, 0, 0,
                            WORDS{"acceleratorname", "accelerator name", "gpu", "gpu type",
                                  "gpu model", NULL}},
    [COLUMN_COUNT] = {"accelerators", NULL, NULL, 0, 0,
                      WORDS{"acceleratorcount", "accelerator count", "gpus", "gpu count", NULL}},
    [COLUMN_MEMORY] = {"accelerator memory", NULL, NULL, 0, 0,
                       WORDS{"gpu ram", "gpu memory", "vram", NULL}},
    [COLUMN_INFO] = {"gpuinfo", NULL, NULL, 0, 0, WORDS{"gpu info", NULL}},
    [COLUMN_VCPUS] = {"vcpus", NULL, NULL, 0, 0, WORDS{"vcpu", "cpus", NULL}},
    [COLUMN_RAM] = {"memory", NULL, NULL, 0, 0,
                    WORDS{"memorygib", "memory gib", "ram", "instance memory", NULL}},
    [COLUMN_HOUR] = {"price", NULL, NULL, 0, 0,
                     WORDS{"on demand", "ondemand", "per hour", "price per hour", "price hour",
                           NULL}},
    [COLUMN_GPU] = {"per gpu", NULL, NULL, 0, 0,
                    WORDS{"price per gpu", "per accelerator", "price gpu", NULL}},
    [COLUMN_SPOT] = {"spotprice", NULL, NULL, 0, 0,
                     WORDS{"spot price", "spot", "linux spot maximum cost", NULL}},
    [COLUMN_SPOT_LEAST] = {"linux spot minimum cost", NULL, NULL, 0, 0, WORDS{NULL}},
    [COLUMN_RESERVED] = {"reserved", NULL, NULL, 0, 0, WORDS{"linux reserved cost", NULL}},
};
/* clang-format on */

struct table {
    struct prices *p;
    struct csv t;
    int at[N_COLUMN]; /* -1: none */
    const char *provider, *provider_basis;
};

/* The first column that means it; other columns are of no use here. */
static void find_columns(struct table *x)
{
    for (int c = 0; c < N_COLUMN; c++) {
        x->at[c] = -1;
        for (int k = 0; k < x->t.n_col && x->at[c] < 0; k++)
            if (head_means(x->t.head[k], &columns[c], x->p->im->arena)) x->at[c] = k;
    }
    if (x->at[COLUMN_INSTANCE] < 0) x->at[COLUMN_INSTANCE] = x->at[COLUMN_NAME];
}

static const char *cell(const struct table *x, int row, enum column c)
{
    int k = x->at[c];
    if (k < 0) return NULL;
    struct text t = text_trim(text_of(x->t.cell[row * x->t.n_col + k]));
    return t.n ? arena_text(x->p->im->arena, t.s, t.n) : NULL;
}

static struct place place_of(const struct table *x, int row, enum column c)
{
    return (struct place){x->t.file, x->t.line[row], x->at[c] < 0 ? 1 : x->at[c] + 1};
}

static struct price_cell price(struct table *x, int row, enum column c)
{
    struct price_cell out = price_none();
    const char *s = cell(x, row, c);
    if (s && !price_read(s, &out)) {
        diag_warning(x->p->im->diags, DIAG_INPUT, place_of(x, row, c),
                     "write 1.25, $1.25 hourly, 1.10-1.40, or leave it blank",
                     "'%s' is no price: there is none", s);
        out = price_none();
    }
    return out;
}

/* The number that a cell starts with: "8", "8.0", "16 GiB"; NaN when there is none. */
static double number(const struct table *x, int row, enum column c)
{
    double v = (double)NAN;
    const char *s = cell(x, row, c);
    size_t k = s ? text_number_prefix(text_of(s)) : 0;
    if (k && !text_number((struct text){s, k}, &v)) v = (double)NAN;
    return v;
}

/* SkyPilot's GpuInfo is a dictionary as Python prints it: 'SizeInMiB': 16384. */
static double memory_of(const struct table *x, int row, const struct offer *o)
{
    const double mib_per_gib = 1024;
    static const char key[] = "SizeInMiB";
    const char *info = cell(x, row, COLUMN_INFO), *at = info ? strstr(info, key) : NULL;
    double v = (double)NAN;
    if (at) {
        at += sizeof key - 1;
        while (*at == '\'' || *at == '"' || *at == ':' || *at == ' ') at++;
        size_t k = text_number_prefix(text_of(at));
        if (k && text_number((struct text){at, k}, &v) && v > 0) return v / mib_per_gib;
    }
    /* lists have the memory of one accelerator or of all: a name with GB tells which */
    v = number(x, row, COLUMN_MEMORY);
    if (!o->accelerator || strstr(o->accelerator, "GB") || !(v > 0)) return (double)NAN;
    return isnan(o->accelerators) ? v : v / o->accelerators;
}

static const char *without_unit(const struct table *x, int row, enum column c)
{
    const char *s = cell(x, row, c);
    if (!s) return NULL;
    const char *end = s;
    while (*end && (strchr("0123456789.-", *end))) end++;
    return end > s ? arena_text(x->p->im->arena, s, (size_t)(end - s)) : NULL;
}

static void read_row(struct table *x, int row)
{
    struct offer o = {.provider = cell(x, row, COLUMN_PROVIDER),
                      .region = cell(x, row, COLUMN_REGION),
                      .zone = cell(x, row, COLUMN_ZONE),
                      .instance = cell(x, row, COLUMN_INSTANCE),
                      .accelerator = cell(x, row, COLUMN_ACCELERATOR),
                      .vcpus = without_unit(x, row, COLUMN_VCPUS),
                      .memory_gib = without_unit(x, row, COLUMN_RAM),
                      .accelerators = number(x, row, COLUMN_COUNT),
                      .hour = price(x, row, COLUMN_HOUR),
                      .gpu = price(x, row, COLUMN_GPU),
                      .spot = price(x, row, COLUMN_SPOT),
                      .spot_least = price(x, row, COLUMN_SPOT_LEAST),
                      .reserved = price(x, row, COLUMN_RESERVED),
                      .place = place_of(x, row, COLUMN_HOUR)};
    o.accelerator_gb = memory_of(x, row, &o);
    if (!o.provider) {
        o.provider = x->provider;
        o.provider_basis = x->provider_basis;
    }
    /* SkyPilot's lists of Google have accelerators without an instance, hosts apart */
    bool has_instances =
        x->at[COLUMN_INSTANCE] >= 0 && x->at[COLUMN_INSTANCE] != x->at[COLUMN_NAME];
    o.is_alone = has_instances && !o.instance;
    prices_add(x->p, &o);
}

/* SkyPilot keeps a folder for each cloud: aws/vms.csv; others name the file. */
static void guess_provider(struct table *x, const char *path)
{
    struct arena *a = x->p->im->arena;
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *end = strrchr(name, '.');
    size_t n = end ? (size_t)(end - name) : strlen(name);
    x->provider_basis = "the file's name";
    if (slash && text_is((struct text){name, n}, "vms")) {
        const char *from = slash;
        while (from > path && from[-1] != '/') from--;
        if (from < slash) {
            name = from;
            n = (size_t)(slash - from);
            x->provider_basis = "the folder's name";
        }
    }
    x->provider = arena_text(a, name, n);
    if (x->at[COLUMN_INSTANCE] >= 0 && !strcmp(x->t.head[x->at[COLUMN_INSTANCE]], "API Name")) {
        x->provider = "AWS";
        x->provider_basis = "exports of Vantage list Amazon's instances";
    }
}

bool prices_read_table(struct prices *p, struct import_file *f)
{
    struct table x = {.p = p};
    struct import *im = p->im;
    if (!csv_parse(f->path, f->s, f->n, &x.t, im->arena, im->diags)) return false;
    f->what = "price list";
    x.t.file = f->path;
    find_columns(&x);
    bool has_price = x.at[COLUMN_HOUR] >= 0 || x.at[COLUMN_GPU] >= 0;
    if (!has_price || x.at[COLUMN_ACCELERATOR] < 0) {
        diag_error(im->diags, DIAG_INPUT, (struct place){f->path, 1, 1},
                   "heads that are known: Cloud, Region, InstanceType, AcceleratorName, "
                   "AcceleratorCount, Price, Per-GPU, SpotPrice",
                   "no column with %s", has_price ? "an accelerator's name" : "a price");
        return false;
    }
    guess_provider(&x, f->path);
    for (int row = 0; row < x.t.n_row; row++)
        if (!heads_blank(&x.t, row)) read_row(&x, row);
    return true;
}
