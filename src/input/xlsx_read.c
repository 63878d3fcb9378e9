#include "input/xlsx_read.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "input/xml.h"
#include "input/zip.h"

/* Growing list of texts. */
struct texts {
    const char **item;
    int n, cap;
};

struct relation {
    const char *id, *type, *target; /* target from the root of the archive */
};

struct relations {
    struct relation *item;
    int n, cap;
};

struct reader {
    struct zip zip;
    struct xlsx_book *book;
    struct texts shared;
    struct relations of_root, of_book;
    const char *folder; /* of the part whose relations are read: "xl/" */
    struct relations *into;

    /* while a part is read */
    struct builder text;
    bool keeps_text, is_phonetic;
    struct xlsx_sheet *sheet;
    int cap, row, column;
    const char *type; /* of the cell; "" for numbers */
    const char *fault;
    int n_sheet_cap;
    struct texts sheet_id; /* relation of each sheet */
};

static bool refuse(struct reader *r, const char *hint, const char *why)
{
    diag_error(r->zip.diags, DIAG_INPUT, (struct place){r->zip.file, 0, 0}, hint, "%s", why);
    return false;
}

static void texts_add(struct reader *r, struct texts *t, const char *s)
{
    if (t->n == t->cap) {
        t->cap = t->cap ? 2 * t->cap : 64;
        const char **more = ARENA_ARRAY(r->zip.arena, const char *, (size_t)t->cap);
        if (t->n) memcpy(more, t->item, (size_t)t->n * sizeof *more);
        t->item = more;
    }
    t->item[t->n++] = s;
}

static const char *copy(struct reader *r, const char *s)
{
    return arena_text(r->zip.arena, s, strlen(s));
}

/* ---- relations ---------------------------------------------------------------- */

static void relation_begin(void *user, const char *name, const char *const *attribute)
{
    struct reader *r = user;
    struct relations *l = r->into;
    const char *id = xml_attribute(attribute, "Id"), *type = xml_attribute(attribute, "Type");
    const char *target = xml_attribute(attribute, "Target");
    if (strcmp(name, "Relationship") || !id || !type || !target) return;
    if (l->n == l->cap) {
        l->cap = l->cap ? 2 * l->cap : 16;
        struct relation *more = ARENA_ARRAY(r->zip.arena, struct relation, (size_t)l->cap);
        if (l->n) memcpy(more, l->item, (size_t)l->n * sizeof *more);
        l->item = more;
    }
    const char *path = target[0] == '/' ? copy(r, target + 1)
                                        : arena_format(r->zip.arena, "%s%s", r->folder, target);
    l->item[l->n++] = (struct relation){copy(r, id), copy(r, type), path};
}

static bool ends_with(const char *s, const char *end)
{
    size_t n = strlen(s), k = strlen(end);
    return n >= k && !strcmp(s + n - k, end);
}

/* Of a type ("/sharedStrings") or, with type NULL, of an id; NULL when there is none. */
static const struct relation *relation_find(const struct relations *l, const char *type,
                                            const char *id)
{
    for (int i = 0; i < l->n; i++)
        if (type ? ends_with(l->item[i].type, type) : !strcmp(l->item[i].id, id))
            return &l->item[i];
    return NULL;
}

static bool read_part(struct reader *r, const char *member, const struct xml_reader *x)
{
    struct bytes b;
    if (!zip_member(&r->zip, member, &b)) return false;
    const char *shown = arena_format(r->zip.arena, "%s/%s", r->zip.file, member);
    return xml_read(shown, b.s, b.n, x, r->zip.diags);
}

static bool read_relations(struct reader *r, const char *part, struct relations *into)
{
    struct xml_reader x = {.user = r, .begin = relation_begin};
    const char *slash = strrchr(part, '/'), *base = slash ? slash + 1 : part;
    r->folder = arena_text(r->zip.arena, part, (size_t)(base - part));
    r->into = into;
    return read_part(r, arena_format(r->zip.arena, "%s_rels/%s.rels", r->folder, base), &x);
}

/* ---- text of strings ---------------------------------------------------------- */

static void text_piece(void *user, const char *s, size_t n)
{
    struct reader *r = user;
    if (r->keeps_text && !r->is_phonetic) builder_add(&r->text, s, n);
}

static const char *text_taken(struct reader *r)
{
    struct text t = text_trim((struct text){r->text.s, r->text.n});
    return arena_text(r->zip.arena, t.s, t.n);
}

static void string_begin(void *user, const char *name, const char *const *attribute)
{
    struct reader *r = user;
    (void)attribute;
    if (!strcmp(name, "si")) r->text.n = 0;
    if (!strcmp(name, "rPh")) r->is_phonetic = true;
    if (!strcmp(name, "t")) r->keeps_text = true;
}

static void string_end(void *user, const char *name)
{
    struct reader *r = user;
    if (!strcmp(name, "t")) r->keeps_text = false;
    if (!strcmp(name, "rPh")) r->is_phonetic = false;
    if (!strcmp(name, "si")) texts_add(r, &r->shared, text_taken(r));
}

/* ---- cells -------------------------------------------------------------------- */

/* "AB12" to column 28, row 12; false when it is no address. */
static bool read_address(const char *s, int *row, int *column)
{
    int c = 0, n = 0;
    for (; *s >= 'A' && *s <= 'Z' && c <= XLSX_COLUMNS; s++) c = 26 * c + (*s - 'A' + 1);
    for (; *s >= '0' && *s <= '9' && n <= XLSX_ROWS; s++) n = 10 * n + (*s - '0');
    *row = n;
    *column = c;
    return !*s && c >= 1 && c <= XLSX_COLUMNS && n >= 1 && n <= XLSX_ROWS;
}

static int whole(const char *s)
{
    double x;
    return s && text_number(text_of(s), &x) && x >= 0 && x <= 1e9 && x == (int)x ? (int)x : -1;
}

static void cell_begin(struct reader *r, const char *const *attribute)
{
    const char *at = xml_attribute(attribute, "r"), *type = xml_attribute(attribute, "t");
    int row = r->row;
    r->column++;
    if (at && !read_address(at, &row, &r->column))
        r->fault = "a cell has no proper address";
    else if (row != r->row)
        r->fault = "a cell stands in another row";
    r->type = type ? copy(r, type) : "";
    r->text.n = 0;
}

static void row_begin(struct reader *r, const char *const *attribute)
{
    const char *at = xml_attribute(attribute, "r");
    int row = at ? whole(at) : r->row + 1;
    if (row < 1 || row > XLSX_ROWS) r->fault = "a row has no proper number";
    r->row = row;
    r->column = 0;
}

static void sheet_begin(void *user, const char *name, const char *const *attribute)
{
    struct reader *r = user;
    if (r->fault) return;
    if (!strcmp(name, "row")) row_begin(r, attribute);
    if (!strcmp(name, "c")) cell_begin(r, attribute);
    if (!strcmp(name, "rPh")) r->is_phonetic = true;
    if (!strcmp(name, "v") || !strcmp(name, "t")) r->keeps_text = true;
}

/* The shortest text of a number: programs write 0.1 as 0.10000000000000001. */
static const char *number_text(struct reader *r, const char *s)
{
    char out[TEXT_NUMBER_CAP];
    double x;
    return text_number(text_of(s), &x) ? copy(r, text_shortest(out, x)) : s;
}

static const char *cell_text(struct reader *r)
{
    const char *s = text_taken(r);
    if (!*s) return s;
    if (!strcmp(r->type, "b")) return !strcmp(s, "0") ? "no" : "yes";
    if (!strcmp(r->type, "s")) {
        int i = whole(s);
        if (i >= 0 && i < r->shared.n) return r->shared.item[i];
        r->fault = "a cell names a text that the workbook does not have";
        return "";
    }
    return *r->type && strcmp(r->type, "n") ? s : number_text(r, s);
}

static void cell_end(struct reader *r)
{
    struct xlsx_sheet *s = r->sheet;
    const char *text = cell_text(r);
    if (!*text) return;
    if (s->n == XLSX_CELLS) {
        r->fault = "a sheet has more cells than are read";
        return;
    }
    if (s->n == r->cap) {
        r->cap = r->cap ? 2 * r->cap : 256;
        struct xlsx_cell *more = ARENA_ARRAY(r->zip.arena, struct xlsx_cell, (size_t)r->cap);
        if (s->n) memcpy(more, s->cell, (size_t)s->n * sizeof *more);
        s->cell = more;
    }
    s->cell[s->n++] = (struct xlsx_cell){r->row, r->column, text};
}

static void sheet_end(void *user, const char *name)
{
    struct reader *r = user;
    if (!strcmp(name, "v") || !strcmp(name, "t")) r->keeps_text = false;
    if (!strcmp(name, "rPh")) r->is_phonetic = false;
    if (!strcmp(name, "c") && !r->fault) cell_end(r);
}

static int by_place(const void *left, const void *right)
{
    const struct xlsx_cell *a = left, *b = right;
    if (a->row != b->row) return a->row < b->row ? -1 : 1;
    return (a->column > b->column) - (a->column < b->column);
}

static bool read_sheet(struct reader *r, struct xlsx_sheet *s, const char *member)
{
    struct xml_reader x = {.user = r, .begin = sheet_begin, .end = sheet_end, .text = text_piece};
    r->sheet = s;
    r->cap = r->row = r->column = 0;
    r->keeps_text = r->is_phonetic = false;
    r->type = "";
    if (!read_part(r, member, &x)) return false;
    if (s->n) qsort(s->cell, (size_t)s->n, sizeof *s->cell, by_place);
    for (int i = 1; i < s->n && !r->fault; i++)
        if (!by_place(&s->cell[i - 1], &s->cell[i])) r->fault = "a cell stands there twice";
    if (!r->fault) return true;
    return refuse(r, NULL, arena_format(r->zip.arena, "sheet '%s': %s", s->name, r->fault));
}

/* ---- the workbook ------------------------------------------------------------- */

static void book_begin(void *user, const char *name, const char *const *attribute)
{
    struct reader *r = user;
    struct xlsx_book *b = r->book;
    const char *title = xml_attribute(attribute, "name"), *id = xml_attribute(attribute, "id");
    if (strcmp(name, "sheet") || !title || !id) return;
    if (b->n_sheet == r->n_sheet_cap) {
        r->n_sheet_cap = r->n_sheet_cap ? 2 * r->n_sheet_cap : 16;
        struct xlsx_sheet *more =
            ARENA_ARRAY(r->zip.arena, struct xlsx_sheet, (size_t)r->n_sheet_cap);
        if (b->n_sheet) memcpy(more, b->sheet, (size_t)b->n_sheet * sizeof *more);
        b->sheet = more;
    }
    b->sheet[b->n_sheet++] = (struct xlsx_sheet){.name = copy(r, title)};
    texts_add(r, &r->sheet_id, copy(r, id));
}

/* Chart sheets and dialogs stand among the sheets, too: they are dropped. */
static bool read_sheets(struct reader *r)
{
    struct xlsx_book *b = r->book;
    int n = 0;
    for (int i = 0; i < b->n_sheet; i++) {
        const struct relation *at = relation_find(&r->of_book, NULL, r->sheet_id.item[i]);
        if (!at) return refuse(r, NULL, "a sheet of the workbook leads nowhere");
        if (!ends_with(at->type, "/worksheet")) continue;
        b->sheet[n] = b->sheet[i];
        if (!read_sheet(r, &b->sheet[n], at->target)) return false;
        n++;
    }
    b->n_sheet = n;
    return true;
}

static bool read_book(struct reader *r)
{
    struct xml_reader sheets = {.user = r, .begin = book_begin};
    struct xml_reader strings = {
        .user = r, .begin = string_begin, .end = string_end, .text = text_piece};
    if (!zip_has(&r->zip, "_rels/.rels"))
        return refuse(r, "save it as an XLSX workbook", "this archive is no workbook");
    if (!read_relations(r, "", &r->of_root)) return false;
    const struct relation *book = relation_find(&r->of_root, "/officeDocument", NULL);
    if (!book || !zip_has(&r->zip, book->target))
        return refuse(r, "save it as an XLSX workbook", "this archive is no workbook");
    if (!read_part(r, book->target, &sheets) || !read_relations(r, book->target, &r->of_book))
        return false;
    const struct relation *shared = relation_find(&r->of_book, "/sharedStrings", NULL);
    if (shared && !read_part(r, shared->target, &strings)) return false;
    return read_sheets(r);
}

bool xlsx_read(const char *file, const char *s, size_t n, struct xlsx_book *out, struct arena *a,
               struct diags *ds)
{
    static const char old_excel[] = {'\xD0', '\xCF', '\x11', '\xE0'};
    struct reader r = {.book = out};
    *out = (struct xlsx_book){.file = arena_text(a, file, strlen(file))};
    if (n >= sizeof old_excel && !memcmp(s, old_excel, sizeof old_excel)) {
        diag_error(ds, DIAG_INPUT, (struct place){out->file, 0, 0},
                   "save it as an XLSX workbook without a password",
                   "this is an old XLS workbook, or one with a password");
        return false;
    }
    if (!zip_open(&r.zip, out->file, s, n, a, ds)) return false;
    r.text = builder_new(a);
    bool is_read = read_book(&r);
    zip_close(&r.zip);
    return is_read;
}

const struct xlsx_sheet *xlsx_sheet(const struct xlsx_book *b, const char *name)
{
    for (int i = 0; i < b->n_sheet; i++)
        if (!strcasecmp(b->sheet[i].name, name)) return &b->sheet[i];
    return NULL;
}

/* ---- a table ------------------------------------------------------------------ */

/* Columns up to the last with a head; sets where the rows below begin. */
static int head_columns(const struct xlsx_sheet *s, int head_row, int *first)
{
    int columns = 0, i = 0;
    while (i < s->n && s->cell[i].row < head_row) i++;
    for (; i < s->n && s->cell[i].row == head_row; i++) columns = s->cell[i].column;
    *first = i;
    return columns;
}

static bool set_heads(struct csv *out, const struct xlsx_sheet *s, int head_row, struct diags *ds)
{
    for (int c = 0; c < out->n_col; c++) out->head[c] = "";
    for (int i = 0; i < s->n && s->cell[i].row <= head_row; i++) {
        const struct xlsx_cell *cell = &s->cell[i];
        if (cell->row < head_row) continue;
        if (csv_column(out, cell->text) >= 0) {
            diag_error(ds, DIAG_INPUT, (struct place){out->file, head_row, cell->column}, NULL,
                       "column '%s' stands twice", cell->text);
            return false;
        }
        out->head[cell->column - 1] = cell->text;
    }
    return true;
}

bool xlsx_table(const struct xlsx_book *b, const struct xlsx_sheet *s, int head_row,
                struct csv *out, struct arena *a, struct diags *ds)
{
    int first, last_row = 0;
    *out = (struct csv){.file = arena_format(a, "%s[%s]", b->file, s->name)};
    out->n_col = head_columns(s, head_row, &first);
    out->head = ARENA_ARRAY(a, const char *, (size_t)out->n_col + 1);
    if (!set_heads(out, s, head_row, ds)) return false;
    for (int i = first; i < s->n; i++) {
        if (s->cell[i].column > out->n_col || s->cell[i].row == last_row) continue;
        last_row = s->cell[i].row;
        out->n_row++;
    }
    size_t n = (size_t)out->n_row * (size_t)out->n_col;
    if (n > XLSX_CELLS) {
        diag_error(ds, DIAG_INPUT, (struct place){out->file, head_row, 0}, NULL,
                   "the table is larger than is read");
        return false;
    }
    out->cell = ARENA_ARRAY(a, const char *, n + 1);
    out->line = ARENA_ARRAY(a, int, (size_t)out->n_row + 1);
    for (size_t i = 0; i < n; i++) out->cell[i] = "";
    int row = -1;
    for (int i = first; i < s->n; i++) {
        const struct xlsx_cell *c = &s->cell[i];
        if (c->column > out->n_col) continue;
        if (row < 0 || out->line[row] != c->row) out->line[++row] = c->row;
        out->cell[(size_t)row * (size_t)out->n_col + (size_t)c->column - 1] = c->text;
    }
    return true;
}
