#include "output/xlsx_elevations.h"

#include <math.h>
#include <string.h>

#include "base/file.h"
#include "output/palette.h"
#include "output/xlsx_base.h"

#define LISTS "Lists"
enum { TITLE_ROW, NOTE_ROW, HEAD_ROW = 3, FIRST_ROW };
enum { RACKS_A_SHEET = 10, MOST_UNITS = 60 };
static const double row_pt = 14.25, title_pt = 21;

enum look {
    LOOK_TITLE,
    LOOK_NOTE,
    LOOK_HEAD,
    LOOK_HEAD_RIGHT,
    LOOK_HEAD_MIDDLE,
    LOOK_TEXT,
    LOOK_NUMBER,
    LOOK_POWER,
    LOOK_MISSING,
    LOOK_EDIT_TEXT,
    LOOK_EDIT_NUMBER,
    LOOK_UNIT,
    LOOK_FREE,
    LOOK_RESERVED,
    N_LOOK
};

struct pages {
    const struct site *site;
    const struct rack_plan *plan;
    const struct elevations *e;
    const struct xlsx_info *info;
    struct arena *arena;
    lxw_workbook *book;
    lxw_worksheet *sheet;
    lxw_format *look[N_LOOK], **colour; /* colour: of each section of servers */
    int error;
};

static void note(struct pages *p, lxw_error e)
{
    if (e != LXW_NO_ERROR && !p->error) p->error = (int)e;
}

/* ---- looks -------------------------------------------------------------------- */

static lxw_format *plain(struct pages *p)
{
    lxw_format *f = workbook_add_format(p->book);
    format_set_font_name(f, "Arial");
    format_set_font_size(f, 9);
    format_set_align(f, LXW_ALIGN_VERTICAL_CENTER);
    return f;
}

static void set_editable(lxw_format *f)
{
    format_set_font_color(f, XLSX_BLUE);
    format_set_bg_color(f, XLSX_YELLOW);
    format_set_border(f, LXW_BORDER_HAIR);
}

static void set_head(lxw_format *f)
{
    format_set_bold(f);
    format_set_font_color(f, LXW_COLOR_WHITE);
    format_set_bg_color(f, XLSX_NAVY);
    format_set_text_wrap(f);
}

static void set_cell(lxw_format *f, unsigned fill)
{
    format_set_bg_color(f, fill);
    format_set_border(f, LXW_BORDER_THIN);
    format_set_border_color(f, XLSX_GREY);
    format_set_align(f, LXW_ALIGN_CENTER);
}

/* A lighter one of the series' colours, on which black text reads well. */
static unsigned pastel(int i)
{
    unsigned c = palette_series(i), out = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
        unsigned x = c >> shift & 0xFF;
        out |= (x + 2 * (255 - x) / 3) << shift;
    }
    return out;
}

static void make_looks(struct pages *p)
{
    for (int i = 0; i < N_LOOK; i++) p->look[i] = plain(p);
    format_set_bold(p->look[LOOK_TITLE]);
    format_set_font_size(p->look[LOOK_TITLE], 14);
    format_set_font_color(p->look[LOOK_TITLE], XLSX_NAVY);
    format_set_font_color(p->look[LOOK_NOTE], XLSX_GREY);
    for (int i = LOOK_HEAD; i <= LOOK_HEAD_MIDDLE; i++) set_head(p->look[i]);
    format_set_align(p->look[LOOK_HEAD_RIGHT], LXW_ALIGN_RIGHT);
    format_set_align(p->look[LOOK_HEAD_MIDDLE], LXW_ALIGN_CENTER);
    for (int i = LOOK_HEAD; i <= LOOK_EDIT_TEXT; i++)
        if (i == LOOK_HEAD || i == LOOK_TEXT || i == LOOK_EDIT_TEXT)
            format_set_indent(p->look[i], 1);
    set_editable(p->look[LOOK_EDIT_TEXT]);
    set_editable(p->look[LOOK_EDIT_NUMBER]);
    format_set_num_format(p->look[LOOK_POWER], "#,##0");
    format_set_align(p->look[LOOK_UNIT], LXW_ALIGN_CENTER);
    format_set_font_color(p->look[LOOK_UNIT], XLSX_GREY);
    format_set_align(p->look[LOOK_MISSING], LXW_ALIGN_RIGHT);
    format_set_italic(p->look[LOOK_MISSING]);
    set_cell(p->look[LOOK_FREE], LXW_COLOR_WHITE);
    set_cell(p->look[LOOK_RESERVED], LXW_COLOR_WHITE);
    format_set_pattern(p->look[LOOK_RESERVED], LXW_PATTERN_LIGHT_UP);
    format_set_fg_color(p->look[LOOK_RESERVED], XLSX_GREY);
    int n = p->site->of[KIND_SERVER].n;
    p->colour = ARENA_ARRAY(p->arena, lxw_format *, (size_t)n + 1);
    for (int i = 0; i < n; i++) {
        p->colour[i] = plain(p);
        set_cell(p->colour[i], pastel(i));
    }
}

/* ---- cells -------------------------------------------------------------------- */

static void put_text(struct pages *p, int row, int column, const char *s, lxw_format *f)
{
    note(p, worksheet_write_string(p->sheet, (lxw_row_t)row, (lxw_col_t)column,
                                   xlsx_text(p->arena, s), f));
}

static void put_number(struct pages *p, int row, int column, double x, lxw_format *f)
{
    if (isfinite(x))
        note(p, worksheet_write_number(p->sheet, (lxw_row_t)row, (lxw_col_t)column, x, f));
    else
        note(p, worksheet_write_blank(p->sheet, (lxw_row_t)row, (lxw_col_t)column, f));
}

static void set_width(struct pages *p, int column, double width)
{
    note(p, worksheet_set_column(p->sheet, (lxw_col_t)column, (lxw_col_t)column, width, NULL));
}

static void open_sheet(struct pages *p, const char *name, const char *title, const char *text)
{
    p->sheet = workbook_add_worksheet(p->book, name);
    if (!p->sheet) {
        note(p, LXW_ERROR_SHEETNAME_ALREADY_USED);
        return;
    }
    worksheet_gridlines(p->sheet, LXW_HIDE_ALL_GRIDLINES);
    worksheet_set_default_row(p->sheet, row_pt, LXW_FALSE);
    note(p, worksheet_set_row(p->sheet, TITLE_ROW, title_pt, NULL));
    put_text(p, TITLE_ROW, 0, title, p->look[LOOK_TITLE]);
    put_text(p, NOTE_ROW, 0, text, p->look[LOOK_NOTE]);
    worksheet_set_landscape(p->sheet);
    worksheet_set_paper(p->sheet, XLSX_PAPER_A4);
    worksheet_set_margins(p->sheet, 0.5, 0.5, 0.8, 0.7);
    const char *head = arena_format(p->arena, "&L%s&R%s", xlsx_header(p->arena, p->info->title),
                                    xlsx_header(p->arena, p->info->scenario));
    const char *foot =
        arena_format(p->arena, "&L&F: &A&CPage &P of &N&R%s", xlsx_header(p->arena, p->info->date));
    note(p, worksheet_set_header(p->sheet, head));
    note(p, worksheet_set_footer(p->sheet, foot));
}

/* ---- the table ---------------------------------------------------------------- */

static const int widths[N_EL] = {14, 8, 6, 8, 22, 22, 18, 10, 9, 30, 7};

static bool is_edited(enum elevation_column c)
{
    return c == EL_RACK || c == EL_NUMBER || c == EL_U || c == EL_SERVER || c == EL_NAME;
}

static void allow(struct pages *p, enum elevation_column c, int last, lxw_data_validation v,
                  const char *title, const char *message)
{
    v.ignore_blank = LXW_VALIDATION_ON;
    v.error_title = xlsx_text(p->arena, title);
    v.error_message = xlsx_text(p->arena, message);
    note(p, worksheet_data_validation_range(p->sheet, FIRST_ROW, (lxw_col_t)c, (lxw_row_t)last,
                                            (lxw_col_t)c, &v));
}

/* Some rows more than there are, for those that are added. */
static void allow_all(struct pages *p)
{
    if (!p->site->of[KIND_RACK].n || !p->site->of[KIND_SERVER].n) return;
    int last = FIRST_ROW + p->e->n + 100;
    lxw_data_validation list = {.validate = LXW_VALIDATION_TYPE_LIST_FORMULA};
    list.value_formula = arena_format(p->arena, "='%s'!$A$%d:$A$%d", LISTS, FIRST_ROW + 1,
                                      FIRST_ROW + p->site->of[KIND_RACK].n);
    allow(p, EL_RACK, last, list, "No such rack", "Take a rack of the sheet " LISTS ".");
    list.value_formula = arena_format(p->arena, "='%s'!$E$%d:$E$%d", LISTS, FIRST_ROW + 1,
                                      FIRST_ROW + p->site->of[KIND_SERVER].n);
    allow(p, EL_SERVER, last, list, "No such server", "Take a server of the sheet " LISTS ".");
    lxw_data_validation count = {.validate = LXW_VALIDATION_TYPE_INTEGER,
                                 .criteria = LXW_VALIDATION_CRITERIA_GREATER_THAN_OR_EQUAL_TO,
                                 .value_number = 1};
    allow(p, EL_NUMBER, last, count, "No such number", "Which of the racks: 1, 2, 3 ...");
    lxw_data_validation unit = {.validate = LXW_VALIDATION_TYPE_DECIMAL,
                                .criteria = LXW_VALIDATION_CRITERIA_BETWEEN,
                                .minimum_number = 1,
                                .maximum_number = MOST_UNITS + 0.5};
    allow(p, EL_U, last, unit, "No rack unit", "Units count from the floor, 1 first.");
}

static enum look look_of(enum elevation_column c, bool is_text)
{
    if (is_edited(c)) return is_text ? LOOK_EDIT_TEXT : LOOK_EDIT_NUMBER;
    return is_text ? LOOK_TEXT : c == EL_MAXIMUM ? LOOK_POWER : LOOK_NUMBER;
}

static enum look head_look(enum elevation_column c)
{
    bool is_number =
        c == EL_NUMBER || c == EL_U || c == EL_HEIGHT || c == EL_MAXIMUM || c == EL_WEIGHT;
    return is_number ? LOOK_HEAD_RIGHT : LOOK_HEAD;
}

static void put_row(struct pages *p, int row, const struct elevation_row *x)
{
    for (int c = 0; c < N_EL; c++) {
        double number;
        const char *text = elevation_cell(p->site, x, (enum elevation_column)c, &number, p->arena);
        lxw_format *f = p->look[look_of((enum elevation_column)c, text != NULL)];
        if (text)
            put_text(p, row, c, text, f);
        else
            put_number(p, row, c, number, f);
    }
}

static void put_table(struct pages *p)
{
    open_sheet(p, ELEVATION_SHEET, arena_format(p->arena, "%s: servers", p->info->title),
               "Edit the yellow cells, add rows or take them out, and read the file back: "
               "dcplan import elevations FILE --site SITE.  The other columns are not read.");
    if (p->error) return;
    for (int c = 0; c < N_EL; c++) {
        set_width(p, c, widths[c]);
        put_text(p, HEAD_ROW, c, elevation_heads[c], p->look[head_look((enum elevation_column)c)]);
    }
    for (int i = 0; i < p->e->n; i++) put_row(p, FIRST_ROW + i, &p->e->row[i]);
    allow_all(p);
    worksheet_freeze_panes(p->sheet, FIRST_ROW, 0);
    if (p->e->n)
        note(p, worksheet_autofilter(p->sheet, HEAD_ROW, 0, (lxw_row_t)(HEAD_ROW + p->e->n),
                                     N_EL - 1));
    worksheet_fit_to_pages(p->sheet, 1, 0);
    note(p, worksheet_repeat_rows(p->sheet, 0, HEAD_ROW));
}

/* ---- pictures ----------------------------------------------------------------- */

struct column { /* of a picture: one rack */
    int rack, unit;
};

static const char *rack_title(const struct pages *p, const struct column *c)
{
    const char *name = place_rack_name(p->site, c->rack, c->unit, p->arena),
               *dot = strchr(name, '.');
    return dot ? dot + 1 : name;
}

/* Row of the sheet of a unit, in a picture of so many. */
static int row_of(int units, int unit)
{
    return FIRST_ROW + units - unit;
}

static void put_span(struct pages *p, int column, int top, int bottom, const char *text,
                     lxw_format *f)
{
    if (top == bottom) {
        put_text(p, top, column, text, f);
        return;
    }
    note(p, worksheet_merge_range(p->sheet, (lxw_row_t)top, (lxw_col_t)column, (lxw_row_t)bottom,
                                  (lxw_col_t)column, xlsx_text(p->arena, text), f));
}

/* Servers of the rack from the top down; two that share a unit share its cell. */
static void put_servers(struct pages *p, const struct column *c, int column, int units,
                        bool *is_taken)
{
    const char *text[MOST_UNITS + 1] = {NULL}; /* of a cell, by its lowest unit */
    int lowest[MOST_UNITS + 1] = {0}, highest[MOST_UNITS + 1] = {0};
    for (int i = 0; i < p->e->n; i++) {
        const struct elevation_row *x = &p->e->row[i];
        if (x->rack != c->rack || x->unit != c->unit || isnan(x->u)) continue;
        int low = (int)floor(x->u), high = (int)ceil(x->u + x->height_u - 1 - 1e-9);
        if (high < low) high = low;
        while (low < high && is_taken[low]) low++;
        while (high > low && is_taken[high]) high--;
        if (is_taken[low]) {
            low = lowest[low];
            text[low] = arena_format(p->arena, "%s; %s", text[low], x->name);
            put_text(p, row_of(units, highest[low]), column, text[low], p->colour[x->server]);
            continue;
        }
        for (int u = low; u <= high; u++) {
            is_taken[u] = true;
            lowest[u] = low;
        }
        highest[low] = high;
        text[low] = x->name;
        put_span(p, column, row_of(units, high), row_of(units, low), x->name, p->colour[x->server]);
    }
}

/* A weight that is not known is not nothing. */
static bool knows_weight(const struct pages *p, const struct column *c)
{
    for (int i = 0; i < p->e->n; i++) {
        const struct elevation_row *x = &p->e->row[i];
        if (x->rack == c->rack && x->unit == c->unit && isnan(x->kg)) return false;
    }
    return true;
}

static void put_rack(struct pages *p, const struct column *c, int column, int units)
{
    bool is_taken[MOST_UNITS + 2] = {false};
    const struct rack *r = site_rack(p->site, c->rack);
    const struct rack_use *use = &p->plan->use[c->rack][c->unit];
    int own = (int)fmin(r->units_u, MOST_UNITS);
    put_text(p, HEAD_ROW, column, rack_title(p, c), p->look[LOOK_HEAD_MIDDLE]);
    put_servers(p, c, column, units, is_taken);
    for (int i = 0; i < r->reserved_u.n; i++) {
        int u = (int)r->reserved_u.v[i];
        if (u < 1 || u > own || is_taken[u]) continue;
        is_taken[u] = true;
        put_text(p, row_of(units, u), column, "reserved", p->look[LOOK_RESERVED]);
    }
    for (int u = 1; u <= own; u++)
        if (!is_taken[u])
            note(p, worksheet_write_blank(p->sheet, (lxw_row_t)row_of(units, u), (lxw_col_t)column,
                                          p->look[LOOK_FREE]));
    int below = FIRST_ROW + units;
    put_number(p, below, column, use->power_w, p->look[LOOK_POWER]);
    if (knows_weight(p, c))
        put_number(p, below + 1, column, use->kg, p->look[LOOK_NUMBER]);
    else
        put_text(p, below + 1, column, "not known", p->look[LOOK_MISSING]);
    put_number(p, below + 2, column, use->u, p->look[LOOK_NUMBER]);
    set_width(p, column, 16);
}

static void put_key(struct pages *p, int row, const bool *is_shown)
{
    int column = 1;
    put_text(p, row, 0, "key", p->look[LOOK_UNIT]);
    for (int i = 0; i < p->site->of[KIND_SERVER].n; i++) {
        if (!is_shown[i]) continue;
        if (column > RACKS_A_SHEET) {
            column = 1;
            row++;
        }
        put_text(p, row, column++, p->site->of[KIND_SERVER].name[i], p->colour[i]);
    }
}

static void put_picture(struct pages *p, const char *room, const struct column *c, int n, int page)
{
    int units = 1, columns = n + 2;
    bool *is_shown = ARENA_ARRAY(p->arena, bool, (size_t)p->site->of[KIND_SERVER].n + 1);
    for (int i = 0; i < n; i++)
        units = (int)fmax(units, fmin(site_rack(p->site, c[i].rack)->units_u, MOST_UNITS));
    open_sheet(p, arena_format(p->arena, "Elevation %d", page),
               arena_format(p->arena, "%s: racks from the front, %s", p->info->title, room),
               "Power at maximum.  This page is a picture: edit the sheet " ELEVATION_SHEET ".");
    if (p->error) return;
    put_text(p, HEAD_ROW, 0, "U", p->look[LOOK_HEAD_MIDDLE]);
    put_text(p, HEAD_ROW, n + 1, "U", p->look[LOOK_HEAD_MIDDLE]);
    for (int u = 1; u <= units; u++) {
        put_number(p, row_of(units, u), 0, u, p->look[LOOK_UNIT]);
        put_number(p, row_of(units, u), n + 1, u, p->look[LOOK_UNIT]);
    }
    for (int i = 0; i < n; i++) put_rack(p, &c[i], i + 1, units);
    static const char *const sums[] = {"W", "kg", "U used"};
    for (int i = 0; i < 3; i++) put_text(p, FIRST_ROW + units + i, 0, sums[i], p->look[LOOK_UNIT]);
    for (int i = 0; i < p->e->n; i++)
        for (int k = 0; k < n; k++)
            if (p->e->row[i].rack == c[k].rack && p->e->row[i].unit == c[k].unit)
                is_shown[p->e->row[i].server] = true;
    put_key(p, FIRST_ROW + units + 4, is_shown);
    set_width(p, 0, 7);
    set_width(p, columns - 1, 5);
    worksheet_freeze_panes(p->sheet, FIRST_ROW, 1);
    worksheet_fit_to_pages(p->sheet, 1, 1);
}

static int room_of(const struct site *s, int rack)
{
    const struct rack *r = site_rack(s, rack);
    return r->room.n ? r->room.ref[0].index : -1;
}

/* The racks of a room, a page for each so many. */
static int put_room(struct pages *p, int room, int page)
{
    struct column c[RACKS_A_SHEET];
    int n = 0;
    const char *name = room >= 0 ? site_part_name(p->site, KIND_ROOM, room, p->arena) : "no room";
    for (int r = 0; r < p->site->of[KIND_RACK].n; r++)
        for (int unit = 0; unit < site_rack(p->site, r)->part.count; unit++) {
            if (room_of(p->site, r) != room) continue;
            c[n++] = (struct column){r, unit};
            if (n < RACKS_A_SHEET) continue;
            put_picture(p, name, c, n, ++page);
            n = 0;
        }
    if (n) put_picture(p, name, c, n, ++page);
    return page;
}

/* ---- lists -------------------------------------------------------------------- */

static void put_lists(struct pages *p)
{
    static const char *const heads[] = {"rack",   "count",     "units, U",   NULL,
                                        "server", "height, U", "maximum, W", "weight, kg"};
    open_sheet(p, LISTS, "Racks and servers", "What the columns rack and server may hold.");
    if (p->error) return;
    for (int c = 0; c < (int)(sizeof heads / sizeof *heads); c++) {
        set_width(p, c, heads[c] ? (c % 4 ? 11 : 24) : 3);
        if (heads[c])
            put_text(p, HEAD_ROW, c, heads[c], p->look[c % 4 ? LOOK_HEAD_RIGHT : LOOK_HEAD]);
    }
    for (int i = 0; i < p->site->of[KIND_RACK].n; i++) {
        const struct rack *r = site_rack(p->site, i);
        put_text(p, FIRST_ROW + i, 0, p->site->of[KIND_RACK].name[i], p->look[LOOK_TEXT]);
        put_number(p, FIRST_ROW + i, 1, r->part.count, p->look[LOOK_NUMBER]);
        put_number(p, FIRST_ROW + i, 2, r->units_u, p->look[LOOK_NUMBER]);
    }
    for (int i = 0; i < p->site->of[KIND_SERVER].n; i++) {
        const struct server *v = site_server(p->site, i);
        put_text(p, FIRST_ROW + i, 4, p->site->of[KIND_SERVER].name[i], p->look[LOOK_TEXT]);
        put_number(p, FIRST_ROW + i, 5, v->height_u, p->look[LOOK_NUMBER]);
        put_number(p, FIRST_ROW + i, 6, v->power_maximum_w, p->look[LOOK_POWER]);
        put_number(p, FIRST_ROW + i, 7, v->weight_kg, p->look[LOOK_NUMBER]);
    }
    worksheet_freeze_panes(p->sheet, FIRST_ROW, 0);
    worksheet_fit_to_pages(p->sheet, 1, 0);
    note(p, worksheet_repeat_rows(p->sheet, 0, HEAD_ROW));
}

bool xlsx_elevations(const struct site *s, const struct rack_plan *plan, const struct elevations *e,
                     const struct xlsx_info *info, const char *path, struct arena *a,
                     struct diags *ds)
{
    struct out_file out;
    if (!out_open(a, path, &out, ds)) return false;
    out_detach(&out);
    struct pages p = {.site = s, .plan = plan, .e = e, .info = info, .arena = a};
    p.book = workbook_new(out.temporary);
    if (!p.book) {
        out_abandon(&out);
        diag_error(ds, DIAG_OUTPUT, (struct place){path, 0, 0}, NULL, "no workbook can be made");
        return false;
    }
    int page = 0;
    note(&p, xlsx_properties(p.book, info, a));
    make_looks(&p);
    put_table(&p);
    for (int room = -1; room < s->of[KIND_ROOM].n && !p.error; room++)
        page = put_room(&p, room, page);
    if (!p.error) put_lists(&p);
    note(&p, workbook_close(p.book));
    if (!p.error) return out_commit(a, &out, ds);
    out_abandon(&out);
    diag_error(ds, DIAG_OUTPUT, (struct place){path, 0, 0}, NULL, "the workbook is not written: %s",
               lxw_strerror((lxw_error)p.error));
    return false;
}
