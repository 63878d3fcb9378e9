#include "model/import_prices.h"

#include <math.h>
#include <string.h>
#include <strings.h>

#include "model/cloud.h"
#include "model/prices.h"

/* ---- cells and names ---------------------------------------------------------- */

struct price_cell price_none(void)
{
    return (struct price_cell){(double)NAN, (double)NAN, (double)NAN};
}

static bool says_nothing(struct text t)
{
    static const char *const words[] = {"",    "-",    "n/a",         "na",          "none", "null",
                                        "nan", "None", "unavailable", "Unavailable", "N/A",  "NaN"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (text_is(t, words[i])) return true;
    return false;
}

static struct text without_end(struct text t, const char *end)
{
    size_t n = strlen(end);
    if (t.n < n || strncasecmp(t.s + t.n - n, end, n) != 0) return t;
    return text_trim((struct text){t.s, t.n - n});
}

/* "1,234.5" without its commas; as it is where they do not part thousands.  buffer: of at least
   cap bytes. */
static struct text without_commas(struct text t, char *buffer, size_t cap)
{
    enum { GROUP = 3 };
    size_t n = 0, digits = 0;
    bool is_first = true;
    if (t.n >= cap) return t;
    for (size_t i = 0; i < t.n; i++) {
        bool is_digit = t.s[i] >= '0' && t.s[i] <= '9', is_comma = t.s[i] == ',';
        bool is_whole = is_first ? digits > 0 && digits <= GROUP : digits == GROUP;
        if (is_comma && !is_whole) return t;
        if (!is_comma && !is_digit && !is_first && digits != GROUP) return t;
        if (is_comma) is_first = false;
        if (!is_comma && !is_digit) is_first = true;
        digits = is_digit ? digits + 1 : 0;
        if (!is_comma) buffer[n++] = t.s[i];
    }
    return is_first || digits == GROUP ? (struct text){buffer, n} : t;
}

bool price_read(const char *s, struct price_cell *out)
{
    enum { LONGEST = 64 };
    char buffer[LONGEST];
    static const char *const ends[] = {"hourly", "/hour", "/h", "/hr", "per hour", "USD"};
    struct text t = text_trim(text_of(s));
    *out = price_none();
    if (says_nothing(t)) return true;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) t = without_end(t, ends[i]);
    t = without_commas(t, buffer, sizeof buffer);
    double side[2];
    int n = 0;
    while (n < 2) {
        while (t.n && (*t.s == '$' || *t.s == ' ')) t = (struct text){t.s + 1, t.n - 1};
        size_t k = text_number_prefix(t);
        if (!k || !text_number((struct text){t.s, k}, &side[n])) return false;
        n++;
        t = text_trim((struct text){t.s + k, t.n - k});
        if (!t.n) break;
        if (*t.s != '-' || n == 2) return false;
        t = text_trim((struct text){t.s + 1, t.n - 1});
    }
    if (!(side[0] >= 0) || (n == 2 && !(side[1] >= side[0]))) return false;
    out->amount = n == 2 ? (side[0] + side[1]) / 2 : side[0];
    if (n == 2) {
        out->low = side[0];
        out->high = side[1];
    }
    return true;
}

static bool is_word_byte(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* The next word of letters and digits; false at the end. */
static bool next_word(const char **s, struct text *word)
{
    while (**s && !is_word_byte(**s)) (*s)++;
    word->s = *s;
    while (is_word_byte(**s)) (*s)++;
    word->n = (size_t)(*s - word->s);
    return word->n > 0;
}

static bool has_word(const char *name, struct text wanted)
{
    struct text word;
    while (next_word(&name, &word))
        if (word.n == wanted.n && !strncasecmp(word.s, wanted.s, word.n)) return true;
    return false;
}

bool accelerator_is(const char *name, const char *wanted)
{
    struct text word;
    bool any = false;
    while (next_word(&wanted, &word)) {
        if (!has_word(name, word)) return false;
        any = true;
    }
    return any;
}

/* Makers and forms that the names of accelerators go without: the boards of HGX (SXM) are what is
   meant where nothing is said, cards (PCIe, NVL) are others. */
static bool is_idle_word(struct text word)
{
    static const char *const idle[] = {"NVIDIA", "AMD",  "Tesla", "Tensor", "Core", "HGX",
                                       "SXM",    "SXM2", "SXM3",  "SXM4",   "SXM5", "SXM6"};
    for (size_t i = 0; i < sizeof idle / sizeof *idle; i++)
        if (word.n == strlen(idle[i]) && !strncasecmp(word.s, idle[i], word.n)) return true;
    return false;
}

/* "A100 (80 GB)" as A100-80GB, "NVIDIA H100 SXM5" of 80 GB as H100-80GB, H100 PCIe as
   H100-PCIe-80GB. */
static const char *accelerator_name(struct import *im, const char *name, double *gb)
{
    struct builder b = builder_new(im->arena);
    struct text word, gigabytes = {"", 0};
    double x;
    while (next_word(&name, &word)) {
        size_t k = text_number_prefix(word);
        bool is_gb = k && k + 2 == word.n && !strncasecmp(word.s + k, "GB", 2);
        struct text after;
        const char *rest = name;
        if (k == word.n && next_word(&rest, &after) && text_is(after, "GB")) {
            name = rest;
            is_gb = true;
        }
        if (is_gb && text_number((struct text){word.s, k}, &x)) {
            gigabytes = (struct text){word.s, k};
            if (isnan(*gb)) *gb = x;
            continue;
        }
        if (is_idle_word(word)) continue;
        if (b.n) builder_add(&b, "-", 1);
        builder_add(&b, word.s, word.n);
    }
    if (gigabytes.n)
        builder_format(&b, "-%.*sGB", (int)gigabytes.n, gigabytes.s);
    else if (!isnan(*gb))
        builder_format(&b, "-%sGB", import_number(im, *gb));
    return b.n ? b.s : "accelerator";
}

/* ---- the band of what is plausible --------------------------------------------- */

static const char band_prefix[] = "estimate-";

struct band { /* USD an accelerator and hour; NaN: none */
    double low, high;
};

/* Whether the first word, the model without its memory, stands in the name. */
static bool is_of_model(const char *name, const char *model)
{
    struct text word;
    return next_word(&model, &word) && has_word(name, word);
}

/* The band of the accelerator as it is named; else, where the list does not tell its memory, all
   bands of the model together. */
static struct band band_of(const struct import *im, const char *accelerator)
{
    const double seconds = 3600;
    struct band all = {(double)NAN, (double)NAN};
    for (int i = 0; i < im->catalogue->n; i++) {
        const struct object *o = &im->catalogue->item[i];
        const struct cloud *c = o->data;
        if (o->kind != KIND_CLOUD || strncmp(o->name, band_prefix, strlen(band_prefix)) != 0 ||
            !c->accelerator || !is_of_model(accelerator, c->accelerator))
            continue;
        struct band own = {seconds * c->plausible_low.amount, seconds * c->plausible_high.amount};
        if (accelerator_is(accelerator, c->accelerator)) return own;
        all = (struct band){fmin(all.low, own.low), fmax(all.high, own.high)};
    }
    return all;
}

/* ---- what the catalogue knows besides --------------------------------------------- */

/* "A100-80GB", "A100 (80 GB)"; NaN: it tells none. */
static double memory_in(const char *name)
{
    struct text word, last = {"", 0};
    double gb;
    while (next_word(&name, &word)) {
        size_t k = text_number_prefix(word);
        bool is_gb = k && k + 2 == word.n && !strncasecmp(word.s + k, "GB", 2);
        if (is_gb && text_number((struct text){word.s, k}, &gb)) return gb;
        if (text_is(word, "GB") && text_number(last, &gb)) return gb;
        last = word;
    }
    return (double)NAN;
}

/* The size of memory that makers tell for what a driver reports (81559 MiB of 80 GB): that of
   the catalogue's model within 7 %.  NaN in: the only size there is of the model, NaN where
   there are several. */
static double nominal_memory(const struct import *im, const char *accelerator, double gb)
{
    const double near = 0.07;
    double found = (double)NAN;
    int n = 0;
    for (int i = 0; i < im->catalogue->n; i++) {
        const struct object *o = &im->catalogue->item[i];
        const struct cloud *c = o->data;
        if (o->kind != KIND_CLOUD || strncmp(o->name, band_prefix, strlen(band_prefix)) != 0 ||
            !c->accelerator || !is_of_model(accelerator, c->accelerator))
            continue;
        double size = memory_in(c->accelerator);
        if (isnan(size) || fabs(size - gb) > near * size) continue;
        if (isnan(found) || fabs(size - gb) < fabs(found - gb)) found = size;
        n++;
    }
    if (isnan(gb)) return n == 1 ? found : gb;
    return n ? found : gb;
}

/* Another offer of the provider in the catalogue that tells the price of data; NULL. */
static const char *fellow(const struct import *im, const char *provider, const char *key)
{
    for (int i = 0; provider && i < im->catalogue->n; i++) {
        const struct object *o = &im->catalogue->item[i];
        const struct cloud *c = o->data;
        if (o->kind == KIND_CLOUD && c->provider && !strcasecmp(c->provider, provider) &&
            import_model_text(im, KIND_CLOUD, o->name, key))
            return o->name;
    }
    return NULL;
}

enum { IS_ON_DEMAND, IS_RESERVED, IS_SPOT, N_PLAN };
static const char *const plans[N_PLAN] = {"on-demand", "reserved", "spot"};

/* Bands begin at the lowest spot price that is believed; what is not taken away again costs at
   least half as much more.  (Lists of May 2026: from 1.5 times, for old accelerators in market
   places, to 3 times.) */
static const double over_spot[N_PLAN] = {1.5, 1, 1};

/* False, with a warning and a note, when the price of a GPU hour cannot be. */
static bool is_plausible(struct prices *p, struct import_section *s, const struct offer *o,
                         const char *accelerator, double gpu_hour, int plan)
{
    struct band band = band_of(p->im, accelerator);
    double least = band.low * over_spot[plan];
    if (!(gpu_hour < least) && !(gpu_hour > band.high)) return true;
    const char *told = import_number(p->im, gpu_hour);
    diag_warning(p->im->diags, DIAG_INPUT, o->place,
                 arena_format(p->im->arena,
                              "%s to %s USD is believed (%s); set the price by hand if it is right",
                              import_number(p->im, least), import_number(p->im, band.high),
                              plans[plan]),
                 "cloud '%s': %s USD for an hour of %s is not plausible and is not set", s->name,
                 told, accelerator);
    import_note(p->im, s, "implausible, not set: %s USD an accelerator and hour", told);
    return false;
}

/* ---- sections ------------------------------------------------------------------ */

#define NOT_TOLD "host"

/* What the price includes; NULL: not told. */
static const char *includes_of(struct import *im, const struct offer *o)
{
    if (o->is_alone)
        return "accelerators alone: the host has a price of its own, which is to be added";
    if (!o->vcpus && !o->memory_gib) return NULL;
    struct builder b = builder_new(im->arena);
    builder_text(&b, "host with ");
    if (o->vcpus) builder_format(&b, "%s vCPU", o->vcpus);
    if (o->memory_gib)
        builder_format(&b, "%s%s GiB of memory", o->vcpus ? " and " : "", o->memory_gib);
    builder_text(&b, "; disks, egress and support are not told");
    return b.s;
}

static void set_includes(struct prices *p, struct import_section *s, const struct offer *o)
{
    struct import *im = p->im;
    const char *told = includes_of(im, o);
    if (told)
        import_set(im, s, "includes", o->place, "%s", told);
    else
        import_estimate(im, s, "includes", o->place, "the list does not tell", NOT_TOLD);
    if (o->is_alone)
        diag_warning(im->diags, DIAG_INPUT, o->place,
                     "add the host's price to price_hour and say so in `includes`",
                     "cloud '%s': the price is of the accelerators alone", s->name);
}

static const char *name_of(struct import *im, const struct offer *o, const char *accelerator,
                           int plan)
{
    struct builder b = builder_new(im->arena);
    builder_text(&b, o->provider ? o->provider : "cloud");
    if (o->instance)
        builder_format(&b, "-%s", o->instance);
    else
        builder_format(&b, "-%s", accelerator);
    if (!o->instance && o->accelerators > 1)
        builder_format(&b, "-x%s", import_number(im, o->accelerators));
    if (o->zone || o->region) builder_format(&b, "-%s", o->zone ? o->zone : o->region);
    if (plan != IS_ON_DEMAND) builder_format(&b, "-%s", plans[plan]);
    return b.s;
}

static void set_texts(struct prices *p, struct import_section *s, const struct offer *o)
{
    struct import *im = p->im;
    if (o->provider_basis)
        import_estimate(im, s, "provider", o->place, o->provider_basis, "%s", o->provider);
    else if (o->provider)
        import_set(im, s, "provider", o->place, "%s", o->provider);
    if (o->zone || o->region)
        import_set(im, s, "region", o->place, "%s", o->zone ? o->zone : o->region);
    if (o->instance) import_set(im, s, "instance", o->place, "%s", o->instance);
}

static void set_source(struct prices *p, struct import_section *s, const struct offer *o)
{
    struct import *im = p->im;
    const char *slash = strrchr(o->place.file, '/');
    import_set(im, s, "source", o->place, "%s%s%s", o->source ? o->source : "",
               o->source ? "; " : "", slash ? slash + 1 : o->place.file);
    const char *date = o->date ? o->date : im->date;
    struct date d;
    if (date && date_parse(text_of(date), &d))
        import_set(im, s, "date", o->place, "%s", date);
    else if (!p->n_undated++)
        p->first_undated = o->place;
    if (o->note) import_note(im, s, "%s", o->note);
}

/* One price of an offer, or its absence. */
struct quote {
    int plan;
    struct price_cell price;
    bool is_per_gpu;
    const char *basis; /* the amount is an estimate; NULL: told */
};

static void set_price(struct prices *p, struct import_section *s, const struct offer *o,
                      const struct quote *q, const char *accelerator)
{
    struct import *im = p->im;
    const char *key = q->is_per_gpu ? "price_gpu" : "price_hour";
    const char *per = q->is_per_gpu ? "GPUh" : "h";
    double amount = q->price.amount;
    if (!(amount > 0)) {
        diag_warning(im->diags, DIAG_INPUT, o->place, "it takes no part until it has one",
                     "cloud '%s' has no price%s", s->name,
                     isnan(amount) ? "" : ": the list says 0");
        import_note(im, s, "the list has no price");
        return;
    }
    double n = isnan(o->accelerators) ? 1 : o->accelerators;
    if (!is_plausible(p, s, o, accelerator, q->is_per_gpu ? amount : amount / n, q->plan)) return;
    const char *basis = q->basis;
    if (!isnan(q->price.low))
        basis = arena_format(im->arena, "the middle of %s to %s", import_number(im, q->price.low),
                             import_number(im, q->price.high));
    const char *text = arena_format(im->arena, "%s USD/%s", import_number(im, amount), per);
    if (basis)
        import_estimate(im, s, key, o->place, basis, "%s", text);
    else
        import_set(im, s, key, o->place, "%s", text);
}

static double number_in(const char *text)
{
    double v = (double)NAN;
    size_t k = text ? text_number_prefix(text_of(text)) : 0;
    return k && text_number((struct text){text, k}, &v) ? v : (double)NAN;
}

/* The same offer again, as of another zone: no second section. */
static bool is_known(struct import *im, const struct offer *o, const struct quote *q,
                     const char *name)
{
    const struct import_section *s = import_find(im, KIND_CLOUD, import_safe_name(name, im->arena));
    if (!s) return false;
    const char *told = includes_of(im, o), *own = import_value(s, "includes");
    double before = number_in(import_value(s, q->is_per_gpu ? "price_gpu" : "price_hour"));
    double count = number_in(import_value(s, "accelerators"));
    if (!own || strcmp(own, told ? told : NOT_TOLD) != 0 ||
        fabs(count - (isnan(o->accelerators) ? 1 : o->accelerators)) > 0)
        return false;
    if (isnan(q->price.amount) || isnan(before)) return isnan(q->price.amount) && isnan(before);
    return fabs(before - q->price.amount) <= 1e-5 * before;
}

static const char only_size[] = "the one memory that the catalogue knows of the model";

/* NaN: neither the list nor the name tells. */
static double told_memory(const struct offer *o)
{
    return isnan(o->accelerator_gb) ? memory_in(o->accelerator) : o->accelerator_gb;
}

/* Lists tell what spot costs, not what it loses: without it spot would be like on demand. */
static void set_interruptions(struct prices *p, struct import_section *s, const struct offer *o)
{
    static const char *const key[] = {"interruption", "checkpoint_every", "checkpoint_time",
                                      "restart_time"};
    for (size_t i = 0; i < sizeof key / sizeof *key; i++) {
        const char *text = import_model_text(p->im, KIND_CLOUD, "estimate-spot", key[i]);
        if (text) import_estimate(p->im, s, key[i], o->place, "[cloud estimate-spot]", "%s", text);
    }
}

static void set_data_prices(struct prices *p, struct import_section *s, const struct offer *o)
{
    static const char *const key[] = {"egress_price", "storage_price"};
    for (size_t i = 0; i < sizeof key / sizeof *key; i++) {
        const char *name = fellow(p->im, o->provider, key[i]);
        if (name)
            import_estimate(p->im, s, key[i], o->place,
                            arena_format(p->im->arena, "as [cloud %s] of the catalogue", name),
                            "%s", import_model_text(p->im, KIND_CLOUD, name, key[i]));
    }
}

static void add_quote(struct prices *p, const struct offer *o, const struct quote *q)
{
    struct import *im = p->im;
    double gb = nominal_memory(im, o->accelerator, told_memory(o));
    const char *accelerator = accelerator_name(im, o->accelerator, &gb);
    bool is_guess = isnan(told_memory(o)) && !isnan(gb);
    const char *name = name_of(im, o, accelerator, q->plan);
    if (is_known(im, o, q, name)) return;
    struct import_section *s = import_add(im, KIND_CLOUD, name, o->place);
    set_texts(p, s, o);
    if (is_guess)
        import_estimate(im, s, "accelerator", o->place, only_size, "%s", accelerator);
    else
        import_set(im, s, "accelerator", o->place, "%s", accelerator);
    if (!isnan(o->accelerators))
        import_set(im, s, "accelerators", o->place, "%s", import_number(im, o->accelerators));
    else
        import_estimate(im, s, "accelerators", o->place, "the list has prices of one", "1");
    if (is_guess)
        import_estimate(im, s, "accelerator_memory", o->place, only_size, "%s GB",
                        import_number(im, gb));
    else if (!isnan(gb))
        import_set(im, s, "accelerator_memory", o->place, "%s GB", import_number(im, gb));
    import_set(im, s, "plan", o->place, "%s", plans[q->plan]);
    set_price(p, s, o, q, accelerator);
    if (q->plan == IS_RESERVED)
        import_estimate(im, s, "term", o->place, "how long it is reserved is not told", "1 years");
    if (q->plan == IS_SPOT) set_interruptions(p, s, o);
    set_data_prices(p, s, o);
    set_includes(p, s, o);
    set_source(p, s, o);
}

/* The price of an instance and that of its accelerators, where a list has both. */
static void compare_bases(struct prices *p, const struct offer *o)
{
    const double much = 0.05;
    if (isnan(o->hour.amount) || isnan(o->gpu.amount) || isnan(o->accelerators)) return;
    double each = o->hour.amount / o->accelerators;
    if (fabs(each - o->gpu.amount) <= much * o->gpu.amount) return;
    diag_warning(
        p->im->diags, DIAG_INPUT, o->place, NULL,
        "%g USD for %g accelerators and %g for each do not go together: the first is taken",
        o->hour.amount, o->accelerators, o->gpu.amount);
}

static bool is_counted(struct prices *p, const struct offer *o)
{
    struct import *im = p->im;
    bool has_any = o->accelerator && *o->accelerator && !(o->accelerators <= 0) &&
                   strcasecmp(o->accelerator, "none") != 0;
    if (!has_any && !p->n_without++) p->first_without = o->place;
    if (!has_any) return false;
    if (im->only && !accelerator_is(o->accelerator, im->only)) {
        p->n_other++;
        return false;
    }
    if (!isnan(o->accelerators) &&
        (o->accelerators > floor(o->accelerators) || o->accelerators > 100000)) {
        import_leave_out(im, o->instance ? o->instance : o->accelerator, o->place,
                         "it has no whole number of accelerators");
        return false;
    }
    return true;
}

void prices_add(struct prices *p, const struct offer *o)
{
    if (!is_counted(p, o)) return;
    compare_bases(p, o);
    bool is_per_gpu = isnan(o->hour.amount) && !isnan(o->gpu.amount);
    struct quote first = {.plan = o->is_spot ? IS_SPOT : IS_ON_DEMAND,
                          .price = is_per_gpu ? o->gpu : o->hour,
                          .is_per_gpu = is_per_gpu};
    add_quote(p, o, &first);
    if (!isnan(o->reserved.amount))
        add_quote(p, o, &(struct quote){.plan = IS_RESERVED, .price = o->reserved});
    if (isnan(o->spot.amount)) return;
    struct quote spot = {.plan = IS_SPOT, .price = o->spot, .is_per_gpu = o->spot_is_per_gpu};
    if (!isnan(o->spot_least.amount) && o->spot_least.amount < o->spot.amount)
        spot.basis = arena_format(p->im->arena, "the dearest zone; the cheapest is %s",
                                  import_number(p->im, o->spot_least.amount));
    if (o->spot.amount > first.price.amount)
        diag_warning(p->im->diags, DIAG_INPUT, o->place, "one of them is misread or old",
                     "%s: spot is dearer than on demand", o->accelerator);
    add_quote(p, o, &spot);
}

/* ---- files --------------------------------------------------------------------- */

static bool is_tree(const struct import_file *f)
{
    size_t i = 0;
    while (i < f->n && strchr(" \t\r\n", f->s[i]) && f->s[i]) i++;
    return i < f->n && (f->s[i] == '[' || f->s[i] == '{');
}

static bool has_come(struct prices *p)
{
    struct import *im = p->im;
    if (p->n_without)
        diag_warning(im->diags, DIAG_INPUT, p->first_without, "this is the first",
                     "%d offers without accelerators are passed over", p->n_without);
    if (p->n_undated)
        diag_warning(im->diags, DIAG_INPUT, p->first_undated, "--date 2026-02-01 tells it",
                     "the prices of %d offers have no date", p->n_undated);
    if (im->n) return true;
    if (p->n_other)
        diag_error(im->diags, DIAG_INPUT, (struct place){im->file[0].path, 1, 1},
                   "--only takes words of an accelerator's name", "none of %d offers is '%s'",
                   p->n_other, im->only);
    else if (!im->diags->n_error)
        diag_error(im->diags, DIAG_INPUT, (struct place){im->file[0].path, 1, 1}, NULL,
                   "no offer with accelerators");
    return false;
}

/* Trees are all read before the first offer: one of them may be the list of providers. */
static bool read_trees(struct prices *p)
{
    struct import *im = p->im;
    const struct yaml **root = ARENA_ARRAY(im->arena, const struct yaml *, (size_t)im->n_file + 1);
    bool ok = true;
    for (int i = 0; i < im->n_file; i++) {
        struct import_file *f = &im->file[i];
        struct yaml_file y;
        if (!is_tree(f)) continue;
        bool is_read = yaml_read(f->path, f->s, f->n, &y, im->arena, im->diags);
        ok = is_read && ok;
        if (!is_read || !y.n) continue;
        root[i] = y.document[0];
        if (prices_is_providers(root[i])) p->providers = root[i];
    }
    for (int i = 0; i < im->n_file; i++)
        if (root[i]) ok = prices_read_tree(p, root[i], &im->file[i]) && ok;
    return ok;
}

bool import_prices(struct import *im)
{
    struct prices p = {.im = im};
    im->head = "Offers of clouds to rent accelerators.";
    bool ok = read_trees(&p);
    for (int i = 0; i < im->n_file; i++)
        if (!is_tree(&im->file[i])) ok = prices_read_table(&p, &im->file[i]) && ok;
    return has_come(&p) && ok && !im->diags->n_error;
}
