#include "model/import_urdb.h"

#include <math.h>
#include <string.h>
#include <strings.h>

#include "model/urdb.h"

/* ---- the tariff --------------------------------------------------------------- */

static const char *text_field(const struct yaml *rate, const char *key)
{
    const char *s = yaml_text(urdb_field(rate, key));
    return s && *s ? s : NULL;
}

/* Name of a file without folder and ending. */
static const char *stem_of(const char *path, struct arena *a)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    return arena_text(a, name, dot && dot > name ? (size_t)(dot - name) : strlen(name));
}

/* Not too long a name, cut between words: lines begin with it. */
static const char *short_name(const struct yaml *rate, struct arena *a)
{
    enum { LONGEST = 32 };
    const char *name = text_field(rate, "name");
    if (!name) name = text_field(rate, "label");
    const char *safe = import_safe_name(name ? name : stem_of(rate->place.file, a), a);
    size_t n = strlen(safe);
    if (n <= LONGEST) return safe;
    for (n = LONGEST; n > LONGEST / 2 && safe[n] != '-'; n--) continue;
    if (safe[n] != '-') n = LONGEST;
    return arena_text(a, safe, text_utf8_prefix(safe, n));
}

/* Seconds since 1970, of midnight somewhere in America; or a date of a dump. */
static bool read_date(const struct yaml *node, struct date *out)
{
    enum { SECONDS_PER_DAY = 86400 };
    const double earliest = -2e9, latest = 8e9; /* of years that a tariff may have */
    double s;
    if (node && node->kind == YAML_MAPPING && node->n == 1) node = node->item[0];
    if (yaml_number(node, &s) && s > earliest && s < latest) {
        *out = date_of_days((long)floor(s / SECONDS_PER_DAY));
        return true;
    }
    const char *text = yaml_text(node);
    enum { DATE_LENGTH = 10 };
    return text && strlen(text) >= DATE_LENGTH && date_parse((struct text){text, DATE_LENGTH}, out);
}

static void set_dates(struct urdb *u)
{
    struct import *im = u->im;
    struct date d;
    char out[TEXT_NUMBER_CAP];
    const struct yaml *start = urdb_field(u->rate, "startdate");
    const struct yaml *end = urdb_field(u->rate, "enddate");
    if (start && read_date(start, &d))
        import_set(im, u->tariff, "date", start->place, "%s", date_write(d, out));
    else
        diag_warning(im->diags, DIAG_INPUT, (start ? start : u->rate)->place,
                     "add `date` to the tariff", "tariff '%s' does not tell since when it holds",
                     u->name);
    if (end && read_date(end, &d)) import_note(im, u->tariff, "ended %s", date_write(d, out));
}

static void set_texts(struct urdb *u)
{
    static const struct {
        const char *key, *what;
    } told[] = {
        {"servicetype", "service"},
        {"voltagecategory", "voltage"},
        {"phasewiring", "phases"},
        {"demandcomments", "demand"},
        {"dgrules", "generation of one's own"},
        {"applicability", "applies to"},
    };
    struct import *im = u->im;
    const struct yaml *rate = u->rate;
    struct place where = rate->place;
    const char *utility = text_field(rate, "utility"), *name = text_field(rate, "name");
    const char *source = text_field(rate, "source"), *uri = text_field(rate, "uri");
    struct builder b = builder_new(im->arena);
    builder_format(&b, "OpenEI Utility Rate Database%s%s", uri ? ", " : "", uri ? uri : "");
    if (source) builder_format(&b, "; %s", source);
    import_set(im, u->tariff, "source", where, "%s", b.s);
    if (text_field(rate, "energycomments"))
        import_set(im, u->tariff, "includes", where, "%s", text_field(rate, "energycomments"));
    import_estimate(im, u->tariff, "tax", where, "the database holds rates before taxes",
                    "excluded");
    if (utility || name)
        import_note(im, u->tariff, "%s%s%s", utility ? utility : "", utility && name ? ": " : "",
                    name ? name : "");
    for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
        const char *s = text_field(rate, told[i].key);
        if (s) import_note(im, u->tariff, "%s: %s", told[i].what, s);
    }
}

/* Demand metered over the hour is the greatest hourly mean; else the factor is the table's. */
static bool set_window(struct urdb *u)
{
    double minutes;
    if (!urdb_read_number(u, "demandwindow", &minutes)) return false;
    if (isnan(minutes)) return true;
    import_note(u->im, u->tariff, "demand is metered over %s minutes",
                import_number(u->im, minutes));
    return minutes < 60 || import_set(u->im, u->tariff, "demand_factor",
                                      urdb_field(u->rate, "demandwindow")->place, "1");
}

static bool read_rate(struct import *im, const struct yaml *rate)
{
    struct urdb u = {.im = im, .rate = rate, .lines = builder_new(im->arena)};
    u.tariff = import_add(im, KIND_TARIFF, short_name(rate, im->arena), rate->place);
    u.name = u.tariff->name;
    urdb_warn_unknown(&u);
    bool ok = urdb_energy_lines(&u) && urdb_demand_lines(&u) && urdb_fixed_lines(&u);
    if (!ok) return false;
    if (u.n_line) import_set(im, u.tariff, "rates", rate->place, "%s", u.lines.s);
    set_texts(&u);
    set_dates(&u);
    return set_window(&u);
}

/* ---- the document ------------------------------------------------------------- */

static bool is_wanted(const struct import *im, const struct yaml *rate)
{
    const char *name = text_field(rate, "name"), *label = text_field(rate, "label");
    if (!im->only) return true;
    return (name && !strcasecmp(name, im->only)) || (label && !strcasecmp(label, im->only));
}

/* Rates wherever they stand; a rate holds no other. */
static bool read_node(struct import *im, const struct yaml *node, int *n_rate)
{
    bool ok = true;
    if (node->kind == YAML_MAPPING && urdb_is_rate(node)) {
        (*n_rate)++;
        return !is_wanted(im, node) || read_rate(im, node);
    }
    if (node->kind == YAML_SCALAR) return true;
    for (int i = 0; i < node->n; i++)
        if (node->item[i]->kind != YAML_SCALAR) ok = read_node(im, node->item[i], n_rate) && ok;
    return ok;
}

static bool read_file(struct import *im, struct import_file *f)
{
    struct yaml_file y;
    int n_rate = 0, before = im->n;
    if (!yaml_read(f->path, f->s, f->n, &y, im->arena, im->diags)) return false;
    bool ok = true;
    for (int i = 0; i < y.n; i++) ok = read_node(im, y.document[i], &n_rate) && ok;
    f->what = "rates of the Utility Rate Database";
    if (!ok) return false;
    if (!n_rate)
        diag_error(im->diags, DIAG_INPUT, (struct place){f->path, 1, 1},
                   "a rate has energyratestructure, demandratestructure or flatdemandstructure",
                   "the file has no rate");
    else if (im->n == before)
        diag_error(im->diags, DIAG_INPUT, (struct place){f->path, 1, 1},
                   "--only takes the name or the label of a rate",
                   "none of the file's %d rates is '%s'", n_rate, im->only ? im->only : "");
    return im->n > before;
}

bool import_urdb(struct import *im)
{
    bool ok = true;
    im->head = "Tariffs of the Utility Rate Database: name one in [site] as tariff = NAME.";
    for (int i = 0; i < im->n_file; i++) ok = read_file(im, &im->file[i]) && ok;
    return ok && !im->diags->n_error;
}
