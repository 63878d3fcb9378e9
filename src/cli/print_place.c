#include "cli/print_place.h"

#include <math.h>

#include "plan/limits.h"

static const char *number(struct builder *b, double x, int decimals, const char *none)
{
    char text[TEXT_NUMBER_CAP];
    return isnan(x) ? none : arena_format(b->arena, "%s", text_fixed(text, x, decimals, true));
}

static const char *kilo(struct builder *b, double w, const char *none)
{
    return number(b, w / 1000, 1, none);
}

static void print_head(struct builder *b, const struct placing_result *r, bool color)
{
    const char *mark = !color ? "" : r->ok ? "\033[32m" : "\033[31m", *end = color ? "\033[0m" : "";
    if (!r->wanted) {
        builder_format(b, "%s: no server names a rack to stand in; there is nothing to place\n",
                       r->site->name);
        return;
    }
    builder_format(b, "%s%s: %d of %d servers placed, %s of %s kW", mark, r->site->name, r->placed,
                   r->wanted, kilo(b, r->placed_w, "-"), kilo(b, r->wanted_w, "-"));
    if (r->fixed) builder_format(b, ", %d of them fixed", r->fixed);
    builder_format(b, "%s\n", end);
    builder_format(b,
                   "By %s; %s in normal operation and after each loss that redundancy promises "
                   "to survive\n",
                   placing_words[r->method], r->n_broken ? "looked at" : "no limit is broken");
}

static void print_gap(struct builder *b, const struct placing_result *r)
{
    double gap = placing_gap(r);
    if (r->packing.is_optimal)
        builder_text(b, "No placement under these limits is worth more (proven)\n");
    else if (!isnan(gap))
        builder_format(b, "No placement under these limits is worth %s %% more%s\n",
                       number(b, 100 * gap, 4, "-"),
                       r->packing.hit_limit ? "; the search was stopped" : "");
}

static void print_racks(struct builder *b, const struct placing_result *r)
{
    enum { NAME = 20, NUMBER = 9 };
    if (!r->n_rack) return;
    builder_format(b, "\n%-*s %*s %*s %*s %*s %*s %*s %*s %*s  %s\n", NAME, "Rack", NUMBER,
                   "servers", NUMBER, "used U", NUMBER, "of U", NUMBER, "kW", NUMBER, "of kW",
                   NUMBER, "kg", NUMBER, "of kg", NUMBER, "feed",
                   "that is fullest, in its worst state");
    for (int i = 0; i < r->n_rack; i++) {
        const struct placing_rack *x = &r->rack[i];
        const char *feed =
            isnan(x->feed_frac)
                ? "no limit"
                : arena_format(b->arena, "%s %%", number(b, 100 * x->feed_frac, 1, "-"));
        builder_format(b, "%-*s %*d %*s %*s %*s %*s %*s %*s %*s  %s\n", NAME,
                       place_rack_name(r->site, x->rack, x->unit, b->arena), NUMBER, x->servers,
                       NUMBER, number(b, x->u, x->u == floor(x->u) ? 0 : 1, "-"), NUMBER,
                       number(b, x->units_u, 0, "-"), NUMBER, kilo(b, x->power_w, "-"), NUMBER,
                       kilo(b, x->limit_w, "no limit"), NUMBER, number(b, x->kg, 0, "-"), NUMBER,
                       number(b, x->load_kg, 0, "no limit"), NUMBER, feed, x->feed ? x->feed : "");
    }
}

static void print_rest(struct builder *b, const struct placing_result *r)
{
    if (r->n_rest) builder_text(b, "\nWithout a place\n");
    for (int i = 0; i < r->n_rest; i++) {
        const struct placing_rest *x = &r->rest[i];
        builder_format(b, "  %d of %s\n", x->count,
                       site_part_name(r->site, KIND_SERVER, x->server, b->arena));
        for (int k = 0; k < x->n_reason; k++)
            builder_format(b, "    %d %s: %s\n", x->reason[k].racks,
                           x->reason[k].racks == 1 ? "rack" : "racks", x->reason[k].text);
    }
}

static void print_broken(struct builder *b, const struct placing_result *r)
{
    if (r->n_broken) builder_text(b, "\nBroken wherever servers stand\n");
    for (int i = 0; i < r->n_limit; i++)
        if (r->limit[i].is_broken) builder_format(b, "  %s\n", limit_words(&r->limit[i], b->arena));
}

void print_place(struct builder *b, const struct placing_result *r, bool color)
{
    print_head(b, r, color);
    print_gap(b, r);
    print_rest(b, r);
    print_broken(b, r);
    print_racks(b, r);
}
