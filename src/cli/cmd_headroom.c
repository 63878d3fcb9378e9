#include <math.h>
#include <string.h>

#include "cli/print.h"
#include "output/json_headroom.h"

static const char *number(double x, int decimals, struct arena *a)
{
    char text[TEXT_NUMBER_CAP];
    text_fixed(text, x, decimals, true);
    return arena_text(a, text, strlen(text));
}

/* ---- what binds, where --------------------------------------------------------- */

static void print_limit(struct builder *b, const struct headroom *h, const struct limit *l)
{
    bool is_racked = !strcmp(l->resource, "racked servers");
    int decimals = text_decimals_apart(l->used, l->limit, is_racked ? 0 : 1);
    builder_format(b, "  %-24s %s: %s of %s %s%s%s%s\n",
                   constraint_words[constraint_of(h->own->site, l)],
                   headroom_limit_name(l, b->arena), number(l->used, decimals, b->arena),
                   number(l->limit, decimals, b->arena), l->unit, is_racked ? " (" : "",
                   is_racked && l->note ? l->note : "", is_racked ? ")" : "");
}

enum { SHOWN = 12 };

static void print_binds(struct builder *b, const struct headroom *h)
{
    if (h->n_broken) {
        builder_text(b, "\nBroken as it is; held only not to get worse:\n");
        for (int i = 0; i < h->n_broken && i < SHOWN; i++) print_limit(b, h, &h->broken[i]);
    }
    if (!h->fit.n_bind) return;
    builder_format(b, "\nWith one more (%d more):\n", (h->fit.n < 0 ? -1 : h->fit.n) + 1);
    for (int i = 0; i < h->fit.n_bind && i < SHOWN; i++) print_limit(b, h, &h->fit.bind[i]);
    if (h->fit.n_bind > SHOWN) builder_format(b, "  and %d more\n", h->fit.n_bind - SHOWN);
}

static void print_place(struct builder *b, const struct headroom_place *p)
{
    const char *from = isnan(p->u)
                           ? ""
                           : arena_format(b->arena, ", from unit %s on",
                                          number(p->u, fmod(p->u, 1) > 0 ? 1 : 0, b->arena));
    if (!p->first)
        builder_format(b, "  in no rack: %d\n", p->servers);
    else if (p->racks == 1)
        builder_format(b, "  %s: %d%s\n", p->first, p->servers, from);
    else
        builder_format(b, "  %s to %s: %d in each of %d%s\n", p->first, strrchr(p->last, '#'),
                       p->servers, p->racks, from);
}

static void print_places(struct builder *b, const struct headroom *h)
{
    if (!h->n_place) return;
    builder_format(b, "\nWhere they go:\n");
    for (int i = 0; i < h->n_place && i < 3 * SHOWN; i++) print_place(b, &h->place[i]);
    if (h->n_place > 3 * SHOWN) builder_format(b, "  and %d more places\n", h->n_place - 3 * SHOWN);
}

/* ---- offers ------------------------------------------------------------------------ */

static const char *fit_words(const struct headroom *h, const struct headroom_fit *f,
                             struct arena *a)
{
    if (!f->is_known) return arena_format(a, "cannot be: %s", f->error);
    const char *more =
        f->is_endless ? arena_format(a, "at least %d", f->n) : arena_format(a, "%d", f->n);
    const struct limit *first = headroom_first(f);
    const char *then = f->error ? f->error : "";
    if (f->is_endless) then = "no limit that is known";
    if (first)
        then =
            strcmp(first->resource, "racked servers") ? headroom_limit_name(first, a) : first->note;
    if (f->n < 0) return arena_format(a, "breaks %s by itself", then);
    const char *less = f->n < h->fit.n ? ", fewer than without it" : "";
    if (f->is_derated) less = ", racks filled less than rated";
    return arena_format(a, "%s more fit%s%s%s", more, less, *then ? "; then " : "", then);
}

static void print_price(struct builder *b, const struct headroom *h, const struct headroom_price *p,
                        double per_kw)
{
    if (!isnan(p->amount) && isnan(per_kw))
        builder_format(b, "; %s %s", number(p->amount, 0, b->arena), h->own->currency);
    else if (!isnan(p->amount))
        builder_format(b, "; %s %s, %s a kW", number(p->amount, 0, b->arena), h->own->currency,
                       number(per_kw, 0, b->arena));
    else if (p->n_unpriced && p->known > 0)
        builder_format(b, "; %s %s and what has no price: %s", number(p->known, 0, b->arena),
                       h->own->currency, p->unpriced);
    else if (p->n_unpriced)
        builder_format(b, "; no price: %s", p->unpriced);
}

static void print_offer(struct builder *b, const struct headroom *h, const struct headroom_offer *x)
{
    builder_format(b, "  %-12s %s", offer_words[x->kind], x->what);
    if (x->is_possible || x->fit.error || x->fit.n_bind)
        builder_format(b, ": %s", fit_words(h, &x->fit, b->arena));
    print_price(b, h, &x->price, (double)NAN);
    builder_text(b, "\n");
}

/* What helps first. */
static void print_offers(struct builder *b, const struct headroom *h)
{
    static const char *const heads[] = {"\nLooked at, and of no help:\n",
                                        "\nOffers, each by itself:\n"};
    for (int helps = 1; helps >= 0; helps--) {
        bool is_first = true;
        for (int i = 0; i < h->n_offer; i++) {
            if (h->offer[i].helps != (helps == 1)) continue;
            if (is_first) builder_text(b, heads[helps]);
            is_first = false;
            print_offer(b, h, &h->offer[i]);
        }
    }
}

static void print_rungs(struct builder *b, const struct headroom *h)
{
    if (!h->n_rung && !h->rungs_end) return;
    builder_text(b, "\nUnlocks, each on top of those before:\n");
    for (int i = 0; i < h->n_rung; i++) {
        const struct headroom_rung *x = &h->rung[i];
        builder_format(b, "  %d. %s: %s", i + 1, x->what, fit_words(h, &x->fit, b->arena));
        if (x->more_w > 0)
            builder_format(b, "; %s kW of IT more", number(x->more_w / 1000, 1, b->arena));
        print_price(b, h, &x->price, x->price_per_kw);
        builder_text(b, "\n");
    }
    if (h->rungs_end) builder_format(b, "  %s\n", h->rungs_end);
}

/* ---- ladder -------------------------------------------------------------------------- */

static void print_ladder(struct builder *b, const struct headroom *h)
{
    builder_format(b, "\nLadder: IT at maximum at which each would bind alone (now %s kW)\n",
                   number(h->it_w / 1000, 1, b->arena));
    for (int i = 0; i < h->n_ladder; i++) {
        const struct ladder_row *x = &h->ladder[i];
        const char *kw = x->is_flat ? "does not grow" : "no limit";
        if (x->is_broken)
            kw = "broken now";
        else if (!isnan(x->it_w))
            kw = arena_format(b->arena, "%s kW", number(x->it_w / 1000, 0, b->arena));
        builder_format(b, "  %14s  %-24s %s\n", kw, constraint_words[x->by],
                       x->words ? x->words : "");
    }
    builder_text(b, h->is_ladder_solved
                        ? "  racks are counted in whole servers; the rest is a line through two "
                          "solved cases, carried on\n"
                        : "  no second case could be solved: only what is counted in racks\n");
}

static void print_strands(struct builder *b, const struct headroom *h)
{
    const struct strands *x = &h->strands;
    if (!(x->rated_w > 0)) {
        builder_text(b, "\nNo rack has a rated power: no power of racks can be stranded\n");
        return;
    }
    builder_format(b, "\nPower of racks, kW: %s rated, %s used, %s free; of that\n",
                   number(x->rated_w / 1000, 1, b->arena), number(x->used_w / 1000, 1, b->arena),
                   number(x->free_w / 1000, 1, b->arena));
    builder_format(b, "  %10s  for more %s\n", number(x->usable_w / 1000, 1, b->arena), h->server);
    for (int i = 0; i < x->n; i++)
        builder_format(b, "  %10s  stranded: %s\n", number(x->row[i].w / 1000, 1, b->arena),
                       x->row[i].words);
    if (x->n_unrated)
        builder_format(b, "  %d racks without a rated power are not counted\n", x->n_unrated);
}

/* ---- the command ------------------------------------------------------------------------ */

static void print_head(struct builder *b, const struct headroom *h)
{
    builder_format(b, "%s\n", h->verdict);
    builder_format(b, "%s kW each at maximum; ", number(h->each_w / 1000, 2, b->arena));
    if (h->wired_as)
        builder_format(b, "a new section, with racks and feeds as server.%s has them\n",
                       h->wired_as);
    else if (strcmp(h->server, h->section))
        builder_format(b, "of server.%s, which uses that model and has %d now\n", h->section,
                       h->has);
    else
        builder_format(b, "%d now\n", h->has);
}

static bool read_count(const struct args *x, int *count, struct diags *ds)
{
    const char *text = x->value[OPTION_COUNT];
    double n;
    *count = -1;
    if (!text) return true;
    if (!x->value[OPTION_SERVER]) {
        diag_error(ds, DIAG_USAGE, (struct place){0}, "say which with --server NAME",
                   "--count needs --server");
        return false;
    }
    if (text_number(text_of(text), &n) && n >= 1 && n <= HEADROOM_MOST && n == floor(n)) {
        *count = (int)n;
        return true;
    }
    diag_error(ds, DIAG_USAGE, (struct place){0}, NULL,
               "--count takes a whole number from 1 to %d, not '%s'", (int)HEADROOM_MOST, text);
    return false;
}

int cmd_headroom(const struct args *x, struct arena *a, struct diags *ds)
{
    struct load_request request = args_request(x, x->word[0], a);
    struct run_options options = {.threads = x->threads};
    struct result *own = ARENA_ARRAY(a, struct result, 1);
    struct headroom_request want = {.server = x->value[OPTION_SERVER]};
    struct headroom h;
    if (!read_count(x, &want.count, ds)) return print_failure(ds);
    if (!run_case(&request, &options, own, a, ds)) return print_failure(ds);
    int judged = print_judgement(x, own, false, a, ds);
    if (ds->n_error) return print_code(ds);
    if (!headroom_find(&request, own, &want, x->threads, &h, a, ds)) return print_failure(ds);
    struct builder b = builder_new(a);
    if (x->is_on[OPTION_JSON]) {
        if (!json_headroom(&h, &b, ds)) return EXIT_OUTPUT;
    } else if (!x->is_on[OPTION_QUIET]) {
        print_head(&b, &h);
        print_binds(&b, &h);
        print_places(&b, &h);
        print_offers(&b, &h);
        print_rungs(&b, &h);
        print_ladder(&b, &h);
        print_strands(&b, &h);
    }
    int shown = print_out(&b, ds);
    if (shown) return shown;
    return judged == EXIT_DONE && !h.fits ? EXIT_NO : judged;
}
