#include "plan/tco_offers.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "model/offer.h"

enum { S_PER_H = 3600, S_PER_YEAR = 8760 * 3600 };

static const char *const plan_words[] = {"on-demand", "reserved", "savings plan", "spot"};

static const char *or_none(const char *s)
{
    return s ? s : "";
}

static const char *plan_of(const struct cloud *c, struct arena *a)
{
    const char *word = plan_words[c->plan];
    return isnan(c->term_s) ? word : arena_format(a, "%s %.4gy", word, c->term_s / S_PER_YEAR);
}

const char *tco_offer_name(const struct site *s, int cloud, struct arena *a)
{
    const struct cloud *c = site_cloud(s, cloud);
    const char *who = c->provider ? c->provider : s->of[KIND_CLOUD].name[cloud];
    const char *what = c->instance ? c->instance : or_none(c->accelerator);
    return arena_format(a, "%s%s%s %s%s%s", who, *what ? " " : "", what, plan_of(c, a),
                        c->region ? ", " : "", or_none(c->region));
}

const char *tco_offer_text(const char *text, int k, struct arena *a)
{
    struct builder out = builder_new(a);
    builder_text(&out, "");
    for (; *text; text++) {
        if (*text == 'K')
            builder_format(&out, "%d", k);
        else
            builder_add(&out, text, 1);
    }
    return out.s;
}

/* As the provider tells it. */
static const char *quoted(const struct cloud *c, struct arena *a)
{
    bool is_instance = c->price_hour.currency[0] != '\0';
    const struct money *m = is_instance ? &c->price_hour : &c->price_gpu;
    if (!m->currency[0]) return "no price";
    const char *off = c->off_frac > 0 ? arena_format(a, " less %.4g %%", c->off_frac * 100) : "";
    return arena_format(a, "%.6g %s/%s%s", m->amount * S_PER_H, m->currency,
                        is_instance ? "h" : "GPUh", off);
}

static const char *remark(const struct site *s, int cloud, struct arena *a)
{
    const struct cloud *c = site_cloud(s, cloud);
    struct builder b = builder_new(a);
    const char *words, *doubt = offer_doubt(s, c, a), *lack = offer_lack(s, c);
    enum offer_match match = offer_match(s, cloud, &words, a);
    builder_text(&b, "");
    if (match == OFFER_OTHER && offer_speed_given(s, cloud))
        builder_format(&b, "%s, by a relative speed of %.4g", words, c->relative_speed);
    else if (match == OFFER_OTHER)
        builder_format(&b, "%s, not compared: no relative speed", words);
    else if (match == OFFER_UNKNOWN)
        builder_text(&b, words);
    if (lack) builder_format(&b, "%s%s: not compared", b.n ? "; " : "", lack);
    if (doubt)
        builder_format(&b, "%s%s: %s", b.n ? "; " : "", doubt,
                       c->is_confirmed ? "confirmed" : "not compared");
    return b.s;
}

/* Months from the date of the price to that of the site. */
static double age_months(const struct site *s, const struct cloud *c)
{
    struct date from = c->part.date, to = s->info->part.date;
    if (!from.year || !to.year) return (double)NAN;
    return date_month(to) - date_month(from);
}

static const char *date_words(struct date d, struct arena *a)
{
    char text[TEXT_NUMBER_CAP];
    return d.year ? arena_format(a, "%s", date_write(d, text)) : "no date";
}

/* A text over as many rows as it takes on a printed page. */
static void text_rows(struct tco_writer *w, const char *label, const char *text)
{
    enum { LINE = 100 };
    for (const char *s = text; s && *s; label = NULL) {
        size_t n = strlen(s);
        if (n > LINE)
            for (n = LINE; n > 1 && s[n] != ' ';) n--;
        if (n <= 1) n = strlen(s); /* one long word */
        grid_row(w->book.grid, w->sheet->cloud,
                 &(struct grid_row){.kind = GRID_TEXT,
                                    .label = label ? label : "",
                                    .text = arena_format(w->book.arena, "%.*s", (int)n, s)});
        for (s += n; *s == ' ';) s++;
    }
}

void tco_offer_texts(struct tco_writer *w, int cloud)
{
    const struct cloud *c = site_cloud(w->book.site, cloud);
    text_rows(w, "Includes", c->includes);
    text_rows(w, "Source", c->part.source);
    text_rows(w, "Note", c->part.note);
}

enum { COLUMNS = 9 };

static void record(const struct site *s, int k, int cloud, struct grid_value *v, struct arena *a)
{
    const struct cloud *c = site_cloud(s, cloud);
    const char *name = s->of[KIND_CLOUD].name[cloud];
    const char *text[COLUMNS] = {NULL,
                                 c->provider ? c->provider : name,
                                 plan_of(c, a),
                                 or_none(c->region),
                                 c->instance ? c->instance : or_none(c->accelerator),
                                 quoted(c, a),
                                 date_words(c->part.date, a),
                                 NULL,
                                 remark(s, cloud, a)};
    for (int i = 0; i < COLUMNS; i++) v[i] = (struct grid_value){(double)NAN, text[i]};
    v[0].number = k;
    v[7].number = age_months(s, c);
}

void tco_offers(struct tco_writer *w)
{
    static const struct grid_column column[COLUMNS] = {
        {.key = "number", .label = "Offer"},
        {.key = "provider", .label = "Provider", .is_text = true},
        {.key = "plan", .label = "Plan", .is_text = true},
        {.key = "region", .label = "Region", .is_text = true},
        {.key = "what", .label = "Instance", .is_text = true},
        {.key = "quoted", .label = "Price as quoted", .is_text = true},
        {.key = "date", .label = "Date", .is_text = true},
        {.key = "age", .label = "Age at the site's date", .unit = "months", .missing = "no date"},
        {.key = "remark", .label = "Remark", .is_text = true},
    };
    const struct site *s = w->book.site;
    const struct ref_list *l = &w->use->finance->cloud;
    struct grid_value *v = ARENA_ARRAY(w->book.arena, struct grid_value, (size_t)l->n * COLUMNS);
    for (int i = 0; i < l->n; i++)
        record(s, i + 1, l->ref[i].index, &v[i * COLUMNS], w->book.arena);
    grid_row(w->book.grid, w->sheet->cloud,
             &(struct grid_row){.kind = GRID_SECTION, .label = "Offers"});
    grid_table(w->book.grid, w->sheet->cloud, "offers", column, COLUMNS, v, l->n);
}
