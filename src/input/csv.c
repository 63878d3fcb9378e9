#include "input/csv.h"

#include <math.h>
#include <string.h>

/* One pass over the text, cell by cell. */
struct scan {
    const char *file, *s;
    size_t n, at;
    char sep;
    int line, col; /* of the cell being read; col counts cells from 1 */
    struct arena *arena;
    struct diags *diags;
};

struct row {
    const char **cell;
    int n, cap, line;
};

static struct place here(const struct scan *s)
{
    return (struct place){s->file, s->line, s->col};
}

/* The separator that the header line has most of; ',' if it has none. */
static char guess_separator(const char *s, size_t n)
{
    static const char choices[] = ",;\t";
    size_t end = 0, best = 0;
    while (end < n && s[end] != '\n') end++;
    char found = ',';
    for (int c = 0; choices[c]; c++) {
        size_t count = 0;
        for (size_t i = 0; i < end; i++) count += s[i] == choices[c];
        if (count > best) {
            best = count;
            found = choices[c];
        }
    }
    return found;
}

static bool at_line_end(const struct scan *s)
{
    if (s->at >= s->n || s->s[s->at] == '\n') return true;
    return s->s[s->at] == '\r' && (s->at + 1 >= s->n || s->s[s->at + 1] == '\n');
}

static bool quoted_cell(struct scan *s, const char **out)
{
    struct builder b = builder_new(s->arena);
    struct place start = here(s);
    for (s->at++;; s->at++) {
        if (s->at >= s->n) {
            diag_error(s->diags, DIAG_INPUT, start, "close it with \"", "the quote is not closed");
            return false;
        }
        char c = s->s[s->at];
        if (c == '\0') {
            diag_error(s->diags, DIAG_INPUT, here(s), "is this a text file?",
                       "NUL byte in the line");
            return false;
        }
        if (c == '"') {
            if (s->at + 1 >= s->n || s->s[s->at + 1] != '"') break;
            s->at++;
        }
        s->line += c == '\n';
        builder_add(&b, &c, 1);
    }
    s->at++;
    while (!at_line_end(s) && s->s[s->at] == ' ') s->at++;
    *out = b.s;
    if (at_line_end(s) || s->s[s->at] == s->sep) return true;
    diag_error(s->diags, DIAG_INPUT, start, "write \"\" for a quote inside quotes",
               "text after the closing quote");
    return false;
}

static bool read_cell(struct scan *s, const char **out)
{
    while (!at_line_end(s) && s->s[s->at] == ' ') s->at++;
    if (!at_line_end(s) && s->s[s->at] == '"') return quoted_cell(s, out);
    size_t start = s->at;
    while (!at_line_end(s) && s->s[s->at] != s->sep) {
        if (s->s[s->at] == '\0') {
            diag_error(s->diags, DIAG_INPUT, here(s), "is this a text file?",
                       "NUL byte in the line");
            return false;
        }
        s->at++;
    }
    struct text t = text_trim((struct text){s->s + start, s->at - start});
    *out = arena_text(s->arena, t.s, t.n);
    return true;
}

static void row_add(struct scan *s, struct row *r, const char *cell)
{
    if (r->n == r->cap) {
        r->cap = r->cap ? 2 * r->cap : 16;
        const char **more = ARENA_ARRAY(s->arena, const char *, (size_t)r->cap);
        for (int i = 0; i < r->n; i++) more[i] = r->cell[i];
        r->cell = more;
    }
    r->cell[r->n++] = cell;
}

static bool read_row(struct scan *s, struct row *r)
{
    r->n = 0;
    r->line = s->line;
    for (s->col = 1;; s->col++) {
        const char *cell;
        if (!read_cell(s, &cell)) return false;
        row_add(s, r, cell);
        if (at_line_end(s)) break;
        s->at++; /* the separator */
    }
    if (s->at < s->n && s->s[s->at] == '\r') s->at++;
    if (s->at < s->n) s->at++;
    s->line++;
    return true;
}

static bool is_blank_row(const struct row *r)
{
    return r->n == 1 && r->cell[0][0] == '\0';
}

static bool read_head(struct scan *s, struct csv *out)
{
    struct row r = {0};
    do {
        if (s->at >= s->n) {
            diag_error(s->diags, DIAG_INPUT, (struct place){s->file, 1, 1}, NULL,
                       "the file is empty");
            return false;
        }
        if (!read_row(s, &r)) return false;
    } while (is_blank_row(&r));
    out->head = r.cell;
    out->n_col = r.n;
    for (int i = 0; i < r.n; i++) {
        if (r.cell[i][0] == '\0' || csv_column(out, r.cell[i]) == i) continue;
        diag_error(s->diags, DIAG_INPUT, (struct place){s->file, r.line, i + 1}, NULL,
                   "column '%s' stands twice", r.cell[i]);
        return false;
    }
    return true;
}

/* Room for one more row, by doubling. */
static void reserve_row(struct scan *s, struct csv *out, int *cap)
{
    if (out->n_row < *cap) return;
    int more = *cap ? 2 * *cap : 64;
    size_t n_col = (size_t)out->n_col, n_row = (size_t)out->n_row;
    const char **cell = arena_make(s->arena, sizeof *cell * n_col, (size_t)more);
    int *line = ARENA_ARRAY(s->arena, int, (size_t)more);
    for (size_t i = 0; i < n_row * n_col; i++) cell[i] = out->cell[i];
    for (size_t i = 0; i < n_row; i++) line[i] = out->line[i];
    out->cell = cell;
    out->line = line;
    *cap = more;
}

static bool read_rows(struct scan *s, struct csv *out)
{
    bool ok = true;
    int cap = 0;
    struct row r = {0};
    while (s->at < s->n) {
        if (!read_row(s, &r)) return false;
        if (is_blank_row(&r)) continue;
        if (r.n != out->n_col) {
            diag_error(s->diags, DIAG_INPUT, (struct place){s->file, r.line, 1}, NULL,
                       "%d cells where the header has %d", r.n, out->n_col);
            ok = false;
            continue;
        }
        reserve_row(s, out, &cap);
        size_t at = (size_t)out->n_row * (size_t)out->n_col;
        for (int i = 0; i < r.n; i++) out->cell[at + (size_t)i] = r.cell[i];
        out->line[out->n_row++] = r.line;
    }
    return ok;
}

bool csv_parse(const char *file, const char *s, size_t n, struct csv *out, struct arena *a,
               struct diags *ds)
{
    *out = (struct csv){.file = arena_text(a, file, strlen(file))};
    if (n >= 3 && memcmp(s, "\xEF\xBB\xBF", 3) == 0) {
        s += 3;
        n -= 3;
    }
    if (text_utf8_prefix(s, n) != n) {
        diag_warning(ds, DIAG_INPUT, (struct place){file, 0, 0}, "save the file as UTF-8",
                     "not UTF-8 text: read as Latin-1");
        size_t longer = 0;
        for (size_t i = 0; i < n; i++) longer += (unsigned char)s[i] >= 0xA0;
        s = text_from_latin1(a, s, n);
        n += longer;
    }
    struct scan scan = {.file = out->file,
                        .s = s,
                        .n = n,
                        .sep = guess_separator(s, n),
                        .line = 1,
                        .arena = a,
                        .diags = ds};
    return read_head(&scan, out) && read_rows(&scan, out);
}

int csv_column(const struct csv *c, const char *head)
{
    for (int i = 0; i < c->n_col; i++)
        if (strcmp(c->head[i], head) == 0) return i;
    return -1;
}

static bool cell_number(const struct csv *c, int row, int col, bool may_be_missing, double *x,
                        struct diags *ds)
{
    const char *cell = c->cell[(size_t)row * (size_t)c->n_col + (size_t)col];
    struct place where = {c->file, c->line[row], col + 1};
    *x = (double)NAN;
    if (text_number(text_of(cell), x)) return true;
    if (may_be_missing) return true;
    if (cell[0] == '\0')
        diag_error(ds, DIAG_INPUT, where, NULL, "no value in column '%s'", c->head[col]);
    else
        diag_error(ds, DIAG_INPUT, where, "'.' is the decimal mark, nothing groups digits",
                   "'%s' in column '%s' is no number", cell, c->head[col]);
    return false;
}

bool csv_numbers(const struct csv *c, int col, bool may_be_missing, double **out, struct arena *a,
                 struct diags *ds)
{
    bool ok = true;
    *out = ARENA_ARRAY(a, double, (size_t)c->n_row);
    for (int i = 0; i < c->n_row; i++)
        ok = cell_number(c, i, col, may_be_missing, &(*out)[i], ds) && ok;
    return ok;
}
