#include "model/offer.h"

#include <math.h>
#include <string.h>

enum { S_PER_H = 3600 };

static int lower(char c)
{
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

static bool is_same_model(const char *a, const char *b)
{
    while (*a && lower(*a) == lower(*b)) a++, b++;
    return !*a && !*b;
}

static bool is_given(const struct site *s, int cloud, const char *key)
{
    const struct kind *k = &s->objects.kinds[KIND_CLOUD];
    for (int i = 0; i < k->n_params; i++)
        if (!strcmp(k->params[i].key, key))
            return s->of[KIND_CLOUD].object[cloud]->from[i].origin != ORIGIN_DEFAULT;
    return false;
}

enum offer_match offer_match(const struct site *s, int cloud, const char **words, struct arena *a)
{
    const struct cloud *c = site_cloud(s, cloud);
    *words = "the site's accelerators";
    if (!c->accelerator) {
        *words = "does not name its accelerators";
        return OFFER_UNKNOWN;
    }
    for (int i = 0; i < s->of[KIND_SERVER].n; i++) {
        const struct server *v = site_server(s, i);
        if (v->accelerators < 1) continue;
        if (!v->accelerator) {
            *words = "the site does not name its accelerators";
            return OFFER_UNKNOWN;
        }
        if (!is_same_model(v->accelerator, c->accelerator)) {
            *words = arena_format(a, "%s for %s", c->accelerator, v->accelerator);
            return OFFER_OTHER;
        }
        if (c->accelerator_memory_gb < v->accelerator_memory_gb) {
            *words = arena_format(a, "memory %.0f for %.0f GB", c->accelerator_memory_gb,
                                  v->accelerator_memory_gb);
            return OFFER_OTHER;
        }
    }
    return OFFER_SAME;
}

bool offer_speed_given(const struct site *s, int cloud)
{
    return is_given(s, cloud, "relative_speed");
}

/* Other accelerators, of which nobody said how fast they are; NULL: the site's, or it is said. */
static const char *other_words(const struct site *s, int cloud, struct arena *a)
{
    const char *words;
    if (offer_match(s, cloud, &words, a) != OFFER_OTHER) return NULL;
    return offer_speed_given(s, cloud) ? NULL : words;
}

static const char *unconfirmed_doubt(const struct site *s, int cloud, struct arena *a)
{
    const struct cloud *c = site_cloud(s, cloud);
    return c->is_confirmed ? NULL : offer_doubt(s, c, a);
}

static bool is_hopeless(const struct cloud *c)
{
    const double most = 100; /* hours paid for one of work */
    return !(cloud_overhead(c) < most);
}

bool offer_counts(const struct site *s, int cloud, struct arena *a)
{
    return !is_hopeless(site_cloud(s, cloud)) && !other_words(s, cloud, a) &&
           !unconfirmed_doubt(s, cloud, a);
}

const char *offer_left_out(const struct site *s, int cloud, struct arena *a)
{
    const char *words = offer_lack(s, site_cloud(s, cloud));
    if (!words) words = other_words(s, cloud, a);
    return words ? words : unconfirmed_doubt(s, cloud, a);
}

double offer_price(const struct site *s, const struct cloud *c)
{
    bool is_instance = c->price_hour.currency[0] != '\0';
    double price = site_money(s, is_instance ? &c->price_hour : &c->price_gpu) * S_PER_H;
    return is_instance ? price / c->accelerators : price;
}

const char *offer_lack(const struct site *s, const struct cloud *c)
{
    const struct finance *f = s->finance;
    if (!c->price_hour.currency[0] && !c->price_gpu.currency[0]) return "no price";
    if (isnan(offer_price(s, c))) return "no exchange rate for its price";
    if (f && f->egress_gb_month > 0 && isnan(site_money(s, &c->egress_price)))
        return c->egress_price.currency[0] ? "no exchange rate for the price of data that leaves"
                                           : "no price of data that leaves";
    if (f && f->storage_gb > 0 && isnan(site_money(s, &c->storage_price)))
        return c->storage_price.currency[0] ? "no exchange rate for the price of data kept"
                                            : "no price of data kept";
    if (is_hopeless(c)) return "interruptions leave hardly any work done";
    return NULL;
}

const char *offer_band_name(const struct cloud *c, struct arena *a)
{
    if (!c->accelerator) return NULL;
    char *name = arena_format(a, "estimate-%s", c->accelerator);
    for (char *p = name; *p; p++) *p = (char)lower(*p);
    return name;
}

const struct cloud *offer_band(const struct site *s, const struct cloud *c)
{
    static const char prefix[] = "estimate-";
    for (int i = 0; i < s->of[KIND_CLOUD].n; i++) {
        const char *name = s->of[KIND_CLOUD].name[i];
        if (!c->accelerator || strncmp(name, prefix, strlen(prefix)) != 0) continue;
        if (is_same_model(name + strlen(prefix), c->accelerator)) return site_cloud(s, i);
    }
    return NULL;
}

const char *offer_doubt(const struct site *s, const struct cloud *c, struct arena *a)
{
    const struct cloud *band = offer_band(s, c);
    double price = offer_price(s, c), net = price * (1 - c->off_frac);
    if (net <= 0) return "a price of 0 is not plausible";
    if (!band || band == c) return NULL;
    double low = site_money(s, &band->plausible_low) * S_PER_H;
    double high = site_money(s, &band->plausible_high) * S_PER_H;
    if (net < low)
        return arena_format(a, "%.4g %s a GPU-hour is less than the %.4g that is plausible", net,
                            s->currency, low);
    if (price > high)
        return arena_format(a, "%.4g %s a GPU-hour is more than the %.4g that is plausible", price,
                            s->currency, high);
    return NULL;
}
