#include "plan/elevations_edit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "input/sheet.h"

const char *const elevation_change_words[] = {"moved", "added", "removed", "renamed"};

#define WORDS (const char *const[])
static const struct head_row rows[N_EL] = {
    [EL_RACK] = {"rack", NULL, NULL, 0, 0, WORDS{"cabinet", NULL}},
    [EL_NUMBER] = {"number", "", "", 1, 1e6, WORDS{"rack number", "unit number", NULL}},
    [EL_U] = {"U", "U", "U", 1, SPOT_UNITS - 1, WORDS{"unit", "lowest u", "position", NULL}},
    [EL_HEIGHT] = {"height", "U", "U", 0, SPOT_UNITS, WORDS{"height u", NULL}},
    [EL_SERVER] = {"server", NULL, NULL, 0, 0, WORDS{"section", "server section", NULL}},
    [EL_MODEL] = {"model", NULL, NULL, 0, 0, WORDS{"type", NULL}},
    [EL_NAME] = {"name", NULL, NULL, 0, 0, WORDS{"hostname", NULL}},
    [EL_MAXIMUM] = {"maximum", "W", "W", 0, 0, WORDS{"maximum w", "watts=W", NULL}},
    [EL_WEIGHT] = {"weight", "kg", "kg", 0, 0, WORDS{"kg=kg", NULL}},
    [EL_FEEDS] = {"feeds", NULL, NULL, 0, 0, WORDS{"feed", NULL}},
    [EL_FIXED] = {"fixed", NULL, NULL, 0, 0, WORDS{NULL}},
};

struct row { /* of the edited table */
    struct spot spot;
    bool has_u;
    int server, line;
    const char *name; /* "" when none is written */
    struct place at_rack, at_u, at_name;
    int old; /* row of the plan that it was; -1: none */
};

struct edit {
    const struct csv *table;
    const struct site *site;
    const struct rack_plan *plan;
    struct elevations was;
    bool *is_kept; /* [was.n] it has a row still */
    struct head head[N_EL];
    int n;
    struct row *row;
    int **taken; /* [racks][count * 2 * SPOT_UNITS]: 1 + row */
    struct elevation_edit *out;
    struct arena *arena;
    struct diags *diags;
};

bool elevations_read(const char *file, const char *s, size_t n, struct csv *out, struct arena *a,
                     struct diags *ds)
{
    return sheet_read(file, s, n, ELEVATION_SHEET, &rows[EL_RACK], out, a, ds);
}

/* ---- cells -------------------------------------------------------------------- */

/* Our CSV puts an apostrophe before what a spreadsheet would run.  Racks and sections may be
   called what elsewhere says that nothing is known: NA. */
static const char *cell(const struct edit *e, int line, enum elevation_column c)
{
    bool is_part = (c == EL_RACK || c == EL_SERVER) && e->head[c].column >= 0;
    const char *s =
        is_part ? e->table->cell[(size_t)line * (size_t)e->table->n_col + (size_t)e->head[c].column]
                : head_text(e->table, line, &e->head[c]);
    return s[0] == '\'' && s[1] && strchr("=+-@", s[1]) ? s + 1 : s;
}

static const char *nearest(const struct edit *e, int kind, const char *name)
{
    const char *near = text_nearest(name, e->site->of[kind].name, e->site->of[kind].n);
    return near ? arena_format(e->arena, "did you mean '%s'?", near) : NULL;
}

static int find_part(const struct edit *e, int kind, const char *name)
{
    const char *word = e->site->objects.kinds[kind].name;
    size_t n = strlen(word);
    if (!strncmp(name, word, n) && name[n] == '.') name += n + 1;
    for (int i = 0; i < e->site->of[kind].n; i++)
        if (!strcmp(e->site->of[kind].name[i], name)) return i;
    return -1;
}

static bool refuse(const struct edit *e, struct place where, const char *hint, const char *format,
                   const char *what)
{
    struct message m = {.format = format, .arg = {what}, .n_arg = 1};
    diag_add(e->diags, DIAG_ERROR, DIAG_INPUT, where, hint, &m);
    return false;
}

/* "r", or "r#3" when the number stands with the name. */
static bool read_rack(const struct edit *e, int line, struct row *x)
{
    bool is_fine = true;
    const char *name = cell(e, line, EL_RACK), *mark = strrchr(name, '#');
    double number = head_value(e->table, line, &rows[EL_NUMBER], &e->head[EL_NUMBER], &is_fine,
                               e->arena, e->diags);
    double own;
    if (!*name)
        return refuse(e, x->at_rack, "take the row out if the server is gone", "%s", "no rack");
    if (mark && find_part(e, KIND_RACK, name) < 0 && text_number(text_of(mark + 1), &own)) {
        if (!isnan(number) && (number < own || number > own))
            return refuse(e, x->at_rack, "leave the number blank", "rack '%s' has another number",
                          name);
        number = own;
        name = arena_text(e->arena, name, (size_t)(mark - name));
    }
    x->spot.rack = find_part(e, KIND_RACK, name);
    if (x->spot.rack < 0)
        return refuse(e, x->at_rack, nearest(e, KIND_RACK, name), "there is no rack '%s'", name);
    int count = site_rack(e->site, x->spot.rack)->part.count;
    if (isnan(number) && count != 1)
        return refuse(e, x->at_rack, "fill the column number", "which of the racks '%s' is it?",
                      name);
    if (!isnan(number) && (number != floor(number) || number > count))
        return refuse(e, head_place(e->table, line, &e->head[EL_NUMBER]),
                      arena_format(e->arena, "there are %d", count), "no such number of rack '%s'",
                      name);
    x->spot.unit = isnan(number) ? 0 : (int)number - 1;
    return is_fine;
}

static bool read_unit(const struct edit *e, int line, struct row *x)
{
    bool is_fine = true;
    double height = site_server(e->site, x->server)->height_u;
    double u =
        head_value(e->table, line, &rows[EL_U], &e->head[EL_U], &is_fine, e->arena, e->diags);
    x->has_u = !isnan(u);
    x->spot.u = x->has_u ? u : 1;
    if (!is_fine) return false;
    if (height > 0 && isnan(u))
        return refuse(e, x->at_u, "the lowest unit that it takes", "no unit for '%s'",
                      e->site->of[KIND_SERVER].name[x->server]);
    if (x->has_u && 2 * u != floor(2 * u))
        return refuse(e, x->at_u, "12 or 12.5", "'%s' is neither a whole nor a half unit",
                      cell(e, line, EL_U));
    return true;
}

static bool read_row(const struct edit *e, int line, struct row *x)
{
    const char *server = cell(e, line, EL_SERVER);
    *x = (struct row){.line = e->table->line[line],
                      .name = cell(e, line, EL_NAME),
                      .at_rack = head_place(e->table, line, &e->head[EL_RACK]),
                      .at_u = head_place(e->table, line, &e->head[EL_U]),
                      .at_name = head_place(e->table, line, &e->head[EL_NAME]),
                      .old = -1};
    struct place at = head_place(e->table, line, &e->head[EL_SERVER]);
    bool has_rack = read_rack(e, line, x);
    x->server = find_part(e, KIND_SERVER, server);
    if (x->server < 0) {
        const char *hint = nearest(e, KIND_SERVER, server);
        return refuse(e, at, hint ? hint : "add a section of it to the site first",
                      *server ? "there is no server section '%s'" : "no server section%s", server);
    }
    return read_unit(e, line, x) && has_rack;
}

/* ---- places ------------------------------------------------------------------- */

static int *taken_of(struct edit *e, const struct spot *x)
{
    size_t count = (size_t)site_rack(e->site, x->rack)->part.count;
    if (!e->taken[x->rack]) e->taken[x->rack] = ARENA_ARRAY(e->arena, int, count * 2 * SPOT_UNITS);
    return e->taken[x->rack] + (size_t)x->unit * 2 * SPOT_UNITS;
}

static bool is_reserved(const struct rack *r, double u, double height)
{
    for (int i = 0; i < r->reserved_u.n; i++)
        if (r->reserved_u.v[i] + 1 > u && r->reserved_u.v[i] < u + height) return true;
    return false;
}

static bool take(struct edit *e, int index)
{
    const struct row *x = &e->row[index];
    const struct rack *r = site_rack(e->site, x->spot.rack);
    double height = site_server(e->site, x->server)->height_u;
    const char *at = spot_print(e->site, &x->spot, e->arena);
    if (!(height > 0)) return true;
    if (x->spot.u - 1 + height > r->units_u + 1e-9)
        return refuse(
            e, x->at_u,
            arena_format(e->arena, "the rack has %g U, the server takes %g", r->units_u, height),
            "'%s' is higher than the rack", at);
    if (is_reserved(r, x->spot.u, height))
        return refuse(e, x->at_u, "look at 'reserved' of the rack", "'%s' is reserved", at);
    int *taken = taken_of(e, &x->spot), from = (int)lround(2 * (x->spot.u - 1));
    int n = (int)ceil(2 * height - 1e-9);
    for (int i = from; i < from + n; i++)
        if (taken[i]) {
            const struct row *other = &e->row[taken[i] - 1];
            return refuse(
                e, x->at_u, NULL, "%s",
                arena_format(e->arena, "'%s' is taken by the server of row %d", at, other->line));
        }
    for (int i = from; i < from + n; i++) taken[i] = index + 1;
    return true;
}

/* ---- which server is which ---------------------------------------------------- */

static bool same_spot(const struct row *x, const struct elevation_row *o)
{
    bool same_u = isnan(o->u) || (x->spot.u <= o->u && x->spot.u >= o->u);
    return x->spot.rack == o->rack && x->spot.unit == o->unit && same_u;
}

enum pass { BY_NAME, BY_PLACE, BY_ORDER, N_PASS };

/* A row that has a name which nobody had is a renamed one where it stands, else a new one; one
   without a name may be any that is left. */
static bool may_be(const struct row *x, const struct elevation_row *o, enum pass pass)
{
    if (x->server != o->server) return false;
    if (pass == BY_NAME) return !strcmp(x->name, o->name);
    if (pass == BY_PLACE) return same_spot(x, o);
    return !*x->name;
}

static void match(struct edit *e)
{
    for (int pass = 0; pass < N_PASS; pass++)
        for (int i = 0; i < e->n; i++)
            for (int k = 0; k < e->was.n && e->row[i].old < 0; k++)
                if (!e->is_kept[k] && may_be(&e->row[i], &e->was.row[k], (enum pass)pass)) {
                    e->row[i].old = k;
                    e->is_kept[k] = true;
                }
}

static bool names_differ(const struct edit *e)
{
    bool is_fine = true;
    for (int i = 0; i < e->n; i++)
        for (int k = 0; k < i && *e->row[i].name; k++) {
            const struct row *x = &e->row[i], *y = &e->row[k];
            if (x->server != y->server || strcmp(x->name, y->name) != 0) continue;
            is_fine =
                refuse(e, x->at_name, "give it a name of its own, or none", "%s",
                       arena_format(e->arena, "name '%s' stands in row %d, too", x->name, y->line));
            break;
        }
    return is_fine;
}

/* ---- what changed ------------------------------------------------------------- */

static const char *old_spot(const struct edit *e, const struct elevation_row *o)
{
    struct spot x = {o->rack, o->unit, isnan(o->u) ? 1 : o->u};
    return spot_print(e->site, &x, e->arena);
}

static void say(struct edit *e, struct elevation_change c)
{
    struct elevation_edit *out = e->out;
    int *count[] = {&out->n_moved, &out->n_added, &out->n_removed, &out->n_renamed};
    ++*count[c.what];
    out->change[out->n++] = c;
}

static void say_row(struct edit *e, const struct row *x)
{
    const char *to = spot_print(e->site, &x->spot, e->arena);
    const char *section = e->site->of[KIND_SERVER].name[x->server];
    if (x->old < 0) {
        say(e, (struct elevation_change){ELEVATION_ADDED, *x->name ? x->name : section, NULL, to,
                                         x->line});
        return;
    }
    const struct elevation_row *o = &e->was.row[x->old];
    const char *name = *x->name ? x->name : o->name;
    bool is_moved = !same_spot(x, o), is_renamed = strcmp(name, o->name) != 0;
    if (is_moved)
        say(e, (struct elevation_change){ELEVATION_MOVED, name, old_spot(e, o), to, x->line});
    if (is_renamed)
        say(e, (struct elevation_change){ELEVATION_RENAMED, name, o->name, name, x->line});
    e->out->n_same += !is_moved && !is_renamed;
}

static void say_all(struct edit *e)
{
    e->out->change =
        ARENA_ARRAY(e->arena, struct elevation_change, 2 * (size_t)e->n + (size_t)e->was.n + 1);
    for (int i = 0; i < e->n; i++) say_row(e, &e->row[i]);
    for (int k = 0; k < e->was.n; k++)
        if (!e->is_kept[k])
            say(e, (struct elevation_change){ELEVATION_REMOVED, e->was.row[k].name,
                                             old_spot(e, &e->was.row[k]), NULL, 0});
}

/* Texts and numbers of the columns that only tell. */
static bool differs(const struct edit *e, int line, const struct elevation_row *o,
                    enum elevation_column c)
{
    double number;
    struct diags aside = diags_new(e->arena);
    bool is_fine = true;
    const char *text = elevation_cell(e->site, o, c, &number, e->arena);
    if (text) return strcmp(cell(e, line, c), text) != 0;
    double now = head_value(e->table, line, &rows[c], &e->head[c], &is_fine, e->arena, &aside);
    if (isnan(now) && isnan(number)) return !is_fine;
    return !(fabs(now - number) <= 1e-6 * fabs(number));
}

static void warn_of_unread(const struct edit *e, const int *table_line)
{
    static const enum elevation_column told[] = {EL_HEIGHT, EL_MODEL, EL_MAXIMUM, EL_WEIGHT,
                                                 EL_FEEDS};
    for (size_t t = 0; t < sizeof told / sizeof *told; t++) {
        int n = 0, first = -1;
        if (e->head[told[t]].column < 0) continue;
        for (int i = 0; i < e->n; i++) {
            const struct row *x = &e->row[i];
            if (x->old < 0 || !same_spot(x, &e->was.row[x->old])) continue;
            if (!differs(e, table_line[i], &e->was.row[x->old], told[t])) continue;
            if (!n++) first = table_line[i];
        }
        if (n)
            diag_warning(e->diags, DIAG_INPUT, head_place(e->table, first, &e->head[told[t]]),
                         "change the section of the server in the site",
                         "column '%s' was changed in %d rows, but is not read back",
                         rows[told[t]].key, n);
    }
}

/* ---- overlay ------------------------------------------------------------------ */

static int by_old(const void *left, const void *right)
{
    const struct row *const *a = left, *const *b = right;
    int x = (*a)->old, y = (*b)->old;                      /* here: which of the section's it was */
    if (x != y) return (unsigned)x < (unsigned)y ? -1 : 1; /* -1, a new one, is last */
    return ((*a)->line > (*b)->line) - ((*a)->line < (*b)->line);
}

/* Rows of a section in the order of the servers they were, new ones last. */
static int rows_of(const struct edit *e, int server, struct row **out)
{
    int n = 0;
    for (int i = 0; i < e->n; i++) {
        if (e->row[i].server != server) continue;
        struct row *x = ARENA_ARRAY(e->arena, struct row, 1);
        *x = e->row[i];
        if (x->old >= 0) x->old = e->was.row[x->old].k;
        out[n++] = x;
    }
    qsort(out, (size_t)n, sizeof *out, by_old);
    return n;
}

static const char *default_name(const struct edit *e, int server, int k, int count)
{
    const char *name = e->site->of[KIND_SERVER].name[server];
    return count == 1 ? name : arena_format(e->arena, "%s#%d", name, k + 1);
}

static bool is_used(const char *name, const char *const *names, int n)
{
    for (int i = 0; i < n; i++)
        if (names[i] && !strcmp(names[i], name)) return true;
    return false;
}

/* Names of all of a section: of rows, then of those that are not in the table.  False when they
   all are what they would be called without. */
static bool name_all(const struct edit *e, int server, struct row *const *x, int n, int count,
                     const char **names)
{
    const struct server *v = site_server(e->site, server);
    bool is_own = v->names.n > 0;
    int was = 0;
    for (int k = 0; k < e->was.n; k++) was += e->was.row[k].server == server;
    for (int i = 0; i < n; i++) {
        names[i] = *x[i]->name      ? x[i]->name
                   : x[i]->old >= 0 ? place_server_name(e->site, server, x[i]->old, e->arena)
                                    : NULL;
        is_own |= names[i] && strcmp(names[i], default_name(e, server, i, count)) != 0;
    }
    for (int i = n; i < count; i++)
        names[i] = was + i - n < v->names.n ? v->names.s[was + i - n] : NULL;
    for (int i = 0, next = 0; i < count; i++)
        while (!names[i]) {
            const char *name = default_name(e, server, next++, 2);
            if (!is_used(name, names, count)) names[i] = name;
        }
    return is_own && count > 0;
}

static void put_list(struct builder *b, const char *key, const char *const *item, int n)
{
    enum { A_LINE = 8 };
    for (int i = 0; i < n; i++)
        builder_format(b,
                       i % A_LINE ? ", %s"
                       : i        ? "\n%s += %s"
                                  : "%s = %s",
                       i % A_LINE ? item[i] : key, item[i]);
    builder_text(b, n ? "\n" : "");
}

static bool name_can_be_listed(const struct edit *e, const struct row *x)
{
    bool is_fine = !strpbrk(x->name, ",\"") && !strstr(x->name, " ;") && !strstr(x->name, " #") &&
                   x->name[0] != ';' && x->name[0] != '#';
    for (const char *c = x->name; *c; c++) is_fine &= (unsigned char)*c >= ' ' && *c != 0x7F;
    if (is_fine) return true;
    return refuse(e, x->at_name, "lists are separated by commas",
                  "the name '%s' holds a comma, a quote, a line end or the mark of a comment",
                  x->name);
}

static bool put_section(struct edit *e, int server, struct builder *b)
{
    const struct server *v = site_server(e->site, server);
    struct row **x = ARENA_ARRAY(e->arena, struct row *, (size_t)e->n + 1);
    int n = rows_of(e, server, x), was = 0;
    for (int k = 0; k < e->was.n; k++) was += e->was.row[k].server == server;
    if (!n && !was) return true;
    int count = v->part.count + n - was;
    const char **at = ARENA_ARRAY(e->arena, const char *, (size_t)n + 1);
    const char **names = ARENA_ARRAY(e->arena, const char *, (size_t)count + 1);
    bool is_fine = true;
    for (int i = 0; i < n; i++) {
        at[i] = spot_print(e->site, &x[i]->spot, e->arena);
        is_fine &= name_can_be_listed(e, x[i]);
    }
    builder_format(b, "\n[server %s]\n", e->site->of[KIND_SERVER].name[server]);
    if (count != v->part.count) builder_format(b, "count = %d\n", count);
    put_list(b, "at", at, n);
    if (!n && v->at.n) builder_text(b, "at =\n");
    if (name_all(e, server, x, n, count, names))
        put_list(b, "names", names, count);
    else if (v->names.n)
        builder_text(b, "names =\n");
    return is_fine;
}

static bool put_overlay(struct edit *e)
{
    bool is_fine = true;
    struct builder b = builder_new(e->arena);
    const struct elevation_edit *o = e->out;
    builder_format(&b,
                   "; Places of servers as %s has them: %d stay, %d moved, %d added, "
                   "%d removed, %d renamed.\n; Use it with -f beside the site.\n",
                   text_one_line(e->arena, e->table->file), o->n_same, o->n_moved, o->n_added,
                   o->n_removed, o->n_renamed);
    for (int v = 0; v < e->site->of[KIND_SERVER].n; v++) is_fine &= put_section(e, v, &b);
    e->out->overlay = b.s;
    return is_fine;
}

static bool has_needed(const struct edit *e)
{
    static const enum elevation_column needed[] = {EL_RACK, EL_U, EL_SERVER};
    bool is_fine = true;
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        if (e->head[needed[i]].column < 0)
            is_fine = refuse(e, (struct place){e->table->file, 0, 0},
                             "dcplan elevations SITE writes a table to edit", "no column '%s'",
                             elevation_heads[needed[i]]);
    return is_fine;
}

bool elevations_edit(const struct csv *table, const struct site *s, const struct rack_plan *plan,
                     struct elevation_edit *out, struct arena *a, struct diags *ds)
{
    struct edit e = {.table = table, .site = s, .plan = plan, .out = out, .arena = a, .diags = ds};
    *out = (struct elevation_edit){0};
    e.was = elevations_make(s, plan, a);
    e.is_kept = ARENA_ARRAY(a, bool, (size_t)e.was.n + 1);
    e.row = ARENA_ARRAY(a, struct row, (size_t)table->n_row + 1);
    e.taken = ARENA_ARRAY(a, int *, (size_t)s->of[KIND_RACK].n + 1);
    int *table_line = ARENA_ARRAY(a, int, (size_t)table->n_row + 1);
    if (!heads_find(table, rows, N_EL, e.head, a, ds) || !has_needed(&e)) return false;
    bool is_fine = true;
    for (int i = 0; i < table->n_row; i++) {
        if (heads_blank(table, i)) continue;
        if (!read_row(&e, i, &e.row[e.n])) {
            is_fine = false;
            continue;
        }
        table_line[e.n++] = i;
        is_fine &= take(&e, e.n - 1);
    }
    is_fine &= names_differ(&e);
    if (!is_fine) return false;
    match(&e);
    say_all(&e);
    warn_of_unread(&e, table_line);
    return put_overlay(&e);
}
