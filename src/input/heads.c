#include "input/heads.h"

#include <math.h>
#include <string.h>
#include <strings.h>

#include "input/value.h"

/* Small letters and digits, words with one blank between. */
static const char *plain_words(struct text t, struct arena *a)
{
    struct builder b = builder_new(a);
    builder_text(&b, "");
    for (size_t i = 0; i < t.n; i++) {
        char c = t.s[i];
        if (c >= 'A' && c <= 'Z') c = (char)(c - 'A' + 'a');
        bool is_word = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (unsigned char)c >= 0x80;
        if (!is_word) c = ' ';
        if (is_word || (b.n && b.s[b.n - 1] != ' ')) builder_add(&b, &c, 1);
    }
    if (b.n && b.s[b.n - 1] == ' ') b.s[--b.n] = '\0';
    return b.s;
}

/* Units as heads write them, whatever the case. */
static const char *unit_word(struct text t, struct arena *a)
{
    static const char *const known[] = {"W", "kW", "kg", "lb", "U", "mm", "cm", "m", "VA", "kVA"};
    if (t.n == 2 && !strncasecmp(t.s, "ru", 2)) return "U";
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strlen(known[i]) == t.n && !strncasecmp(t.s, known[i], t.n)) return known[i];
    struct unit u;
    return t.n && unit_parse(t, &u, NULL) ? arena_text(a, t.s, t.n) : NULL;
}

/* Takes "(W)", "[W]" or ", W" off the end; NULL when it ends in none. */
static const char *cut_unit(struct text *t, struct arena *a)
{
    static const char open[] = "([", shut[] = ")]";
    struct text inner = {NULL, 0};
    size_t at = t->n;
    if (!t->n) return NULL;
    const char *mark = strchr(shut, t->s[t->n - 1]);
    char begin = mark && *mark ? open[mark - shut] : ',';
    while (at && t->s[at - 1] != begin) at--;
    if (!at) return NULL;
    inner = text_trim((struct text){t->s + at, t->n - at - (begin != ',')});
    const char *unit = unit_word(inner, a);
    if (unit) *t = text_trim((struct text){t->s, at - 1});
    return unit;
}

/* Whether the words are one of the row's; a word "watts=W" gives its unit, too. */
static bool is_one_of(const char *words, const struct head_row *row, const char **unit,
                      struct arena *a)
{
    for (const char *const *w = row->words; *w; w++) {
        const char *is = strchr(*w, '=');
        size_t n = is ? (size_t)(is - *w) : strlen(*w);
        if (strlen(words) != n || strncmp(words, *w, n) != 0) continue;
        if (is && !*unit) *unit = is + 1;
        return true;
    }
    return !strcmp(words, plain_words(text_of(row->key), a));
}

static bool means(const char *head, const struct head_row *row, const char **unit, struct arena *a)
{
    struct text t = text_trim(text_of(head));
    *unit = cut_unit(&t, a);
    const char *words = plain_words(t, a);
    if (is_one_of(words, row, unit, a)) return true;
    const char *last = strrchr(words, ' ');
    if (*unit || !last) return false;
    *unit = unit_word(text_of(last + 1), a);
    return *unit && is_one_of(arena_text(a, words, (size_t)(last - words)), row, unit, a);
}

bool head_means(const char *head, const struct head_row *row, struct arena *a)
{
    const char *unit;
    return means(head, row, &unit, a);
}

static int row_of(const char *head, const struct head_row *row, int n, const char **unit,
                  struct arena *a)
{
    for (int i = 0; i < n; i++)
        if (means(head, &row[i], unit, a)) return i;
    return -1;
}

bool heads_find(const struct csv *c, const struct head_row *row, int n, struct head *out,
                struct arena *a, struct diags *ds)
{
    bool is_fine = true;
    int n_strange = 0, first = 0;
    struct builder strange = builder_new(a);
    for (int i = 0; i < n; i++) out[i] = (struct head){-1, NULL};
    for (int k = 0; k < c->n_col; k++) {
        const char *unit;
        int i = row_of(c->head[k], row, n, &unit, a);
        struct place where = {c->file, 0, k + 1};
        if (i < 0) {
            if (!c->head[k][0]) continue;
            builder_format(&strange, "%s%s", n_strange++ ? ", " : "", c->head[k]);
            if (n_strange == 1) first = k;
        } else if (out[i].column >= 0) {
            diag_error(ds, DIAG_INPUT, where, "keep one of the two, or rename the other",
                       "columns '%s' and '%s' both mean %s", c->head[out[i].column], c->head[k],
                       row[i].key);
            is_fine = false;
        } else
            out[i] = (struct head){k, unit};
    }
    if (n_strange)
        diag_warning(ds, DIAG_INPUT, (struct place){c->file, 0, first + 1}, NULL,
                     "columns that are not read: %s", strange.s);
    return is_fine;
}

bool heads_blank(const struct csv *c, int line)
{
    const char *const *cell = c->cell + (size_t)line * (size_t)c->n_col;
    for (int k = 0; k < c->n_col; k++)
        if (*cell[k]) return false;
    return true;
}

const char *head_text(const struct csv *c, int line, const struct head *h)
{
    static const char *const nothing[] = {"-", "n/a", "na", "none", "?", "unknown", "tbd"};
    if (h->column < 0) return "";
    const char *s = c->cell[(size_t)line * (size_t)c->n_col + (size_t)h->column];
    for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++)
        if (!strcasecmp(s, nothing[i])) return "";
    return s;
}

struct place head_place(const struct csv *c, int line, const struct head *h)
{
    return (struct place){c->file, c->line[line], h->column + 1};
}

double head_value(const struct csv *c, int line, const struct head_row *row, const struct head *h,
                  bool *is_fine, struct arena *a, struct diags *ds)
{
    const char *s = head_text(c, line, h), *unit = h->unit ? h->unit : row->bare;
    struct reading r;
    struct quantity q;
    if (!*s) return (double)NAN;
    if (unit && text_number_prefix(text_of(s)) == strlen(s)) s = arena_format(a, "%s %s", s, unit);
    struct text t = text_of(s);
    if (reading_make(&r, row->key, row->unit, head_place(c, line, h), a, ds) &&
        quantity_read(&r, t, &q) && quantity_in_bounds(&r, row->min, row->max, t, &q.si))
        return q.si;
    *is_fine = false;
    return (double)NAN;
}
