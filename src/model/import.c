#include "model/import.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"

void import_begin(struct import *im, struct import_file *file, int n_file,
                  const struct object_set *catalogue, struct arena *a, struct diags *ds)
{
    *im = (struct import){.kinds = model_kinds(a),
                          .catalogue = catalogue,
                          .n_file = n_file,
                          .file = file,
                          .arena = a,
                          .diags = ds};
}

bool import_open(struct import *im, const char *const *path, int n_path,
                 const struct object_set *catalogue, struct arena *a, struct diags *ds)
{
    struct import_file *file = ARENA_ARRAY(a, struct import_file, (size_t)n_path);
    bool ok = true;
    for (int i = 0; i < n_path; i++) {
        struct bytes b = {"", 0};
        ok = file_read(a, path[i], &b, ds) && ok;
        file[i] = (struct import_file){.path = path[i], .s = b.s, .n = b.n};
    }
    import_begin(im, file, n_path, catalogue, a, ds);
    return ok;
}

/* ---- names ------------------------------------------------------------- */

static bool is_name_byte(unsigned char c)
{
    return c > 0x20 && c != 0x7F && !strchr(",=\"#;:[].'", c);
}

const char *import_safe_name(const char *name, struct arena *a)
{
    struct builder b = builder_new(a);
    size_t n = strlen(name);
    if (text_utf8_prefix(name, n) != n) name = text_from_latin1(a, name, n);
    bool is_gap = false;
    for (const char *s = name; *s; s++) {
        if (!is_name_byte((unsigned char)*s)) {
            is_gap = b.n > 0;
            continue;
        }
        if (is_gap) builder_add(&b, "-", 1);
        is_gap = false;
        builder_add(&b, s, 1);
    }
    return b.n ? b.s : "unnamed";
}

static unsigned hash_of(int kind, const char *name)
{
    unsigned h = 2166136261u ^ (unsigned)kind;
    for (; *name; name++) h = (h ^ (unsigned char)*name) * 16777619u;
    return h;
}

/* Slot of the section, or the free one where it would stand. */
static int slot_of(const struct import *im, int kind, const char *name)
{
    int at = (int)(hash_of(kind, name) % (unsigned)im->n_slot);
    for (; im->slot[at] >= 0; at = at + 1 < im->n_slot ? at + 1 : 0) {
        const struct import_section *s = im->section[im->slot[at]];
        if (s->kind == kind && !strcmp(s->name, name)) break;
    }
    return at;
}

/* Slots for twice as many sections as there is room for. */
static void make_slots(struct import *im)
{
    im->n_slot = 2 * im->cap + 1;
    im->slot = ARENA_ARRAY(im->arena, int, (size_t)im->n_slot);
    for (int i = 0; i < im->n_slot; i++) im->slot[i] = -1;
    for (int i = 0; i < im->n; i++)
        im->slot[slot_of(im, im->section[i]->kind, im->section[i]->name)] = i;
}

struct import_section *import_find(const struct import *im, enum kind_id kind, const char *name)
{
    int i = im->n_slot ? im->slot[slot_of(im, (int)kind, name)] : -1;
    return i >= 0 ? im->section[i] : NULL;
}

/* Room for one more. */
static void reserve(struct import *im)
{
    if (im->n < im->cap) return;
    im->cap = im->cap ? 2 * im->cap : 64;
    struct import_section **more = ARENA_ARRAY(im->arena, struct import_section *, (size_t)im->cap);
    for (int i = 0; i < im->n; i++) more[i] = im->section[i];
    im->section = more;
    make_slots(im);
}

struct import_section *import_add(struct import *im, enum kind_id kind, const char *name,
                                  struct place where)
{
    bool needs_none = im->kinds[kind].flags & KIND_SINGLE && (!name || !*name);
    const char *safe = needs_none ? "" : import_safe_name(name ? name : "", im->arena), *own = safe;
    reserve(im);
    for (int k = 2; import_find(im, kind, own); k++)
        own = arena_format(im->arena, "%s-%d", safe, k);
    struct import_section *s = ARENA_ARRAY(im->arena, struct import_section, 1);
    *s = (struct import_section){.kind = (int)kind, .name = own, .place = where};
    im->slot[slot_of(im, (int)kind, own)] = im->n;
    return im->section[im->n++] = s;
}

struct import_section *import_copy(struct import *im, const struct import_section *s,
                                   const char *name, struct place where)
{
    struct import_section *copy = import_add(im, (enum kind_id)s->kind, name, where);
    copy->comment = s->comment;
    copy->note = s->note;
    copy->n_estimated = s->n_estimated;
    copy->n = copy->cap = s->n;
    copy->value = ARENA_ARRAY(im->arena, struct import_value, (size_t)s->n + 1);
    for (int i = 0; i < s->n; i++) copy->value[i] = s->value[i];
    return copy;
}

void import_drop(struct import *im, const struct import_section *s)
{
    int to = 0;
    for (int i = 0; i < im->n; i++)
        if (im->section[i] != s) im->section[to++] = im->section[i];
    im->n = to;
    make_slots(im);
}

void import_sort(struct import *im)
{
    struct import_section **sorted =
        ARENA_ARRAY(im->arena, struct import_section *, (size_t)im->cap + 1);
    int n = 0;
    for (int pass = 0; pass < 4; pass++)
        for (int i = 0; i < im->n; i++) {
            int kind = im->section[i]->kind;
            int own = kind == KIND_ROOM ? 0 : kind == KIND_RACK ? 1 : kind == KIND_SERVER ? 3 : 2;
            if (own == pass) sorted[n++] = im->section[i];
        }
    im->section = sorted;
    make_slots(im);
}

/* ---- values ------------------------------------------------------------ */

static const struct param *param_of(const struct import *im, int kind, const char *key)
{
    const struct kind *k = &im->kinds[kind];
    for (int i = 0; i < k->n_params; i++)
        if (!strcmp(k->params[i].key, key)) return &k->params[i];
    return NULL;
}

bool import_has_key(const struct import *im, enum kind_id kind, const char *key)
{
    return param_of(im, (int)kind, key) != NULL;
}

static struct import_value *value_of(const struct import_section *s, const char *key)
{
    for (int i = 0; i < s->n; i++)
        if (!strcmp(s->value[i].key, key)) return &s->value[i];
    return NULL;
}

const char *import_value(const struct import_section *s, const char *key)
{
    const struct import_value *v = value_of(s, key);
    return v ? v->text : NULL;
}

static void put(struct import *im, struct import_section *s, struct import_value v)
{
    struct import_value *old = value_of(s, v.key);
    if (old) {
        s->n_estimated += (v.basis != NULL) - (old->basis != NULL);
        *old = v;
        return;
    }
    if (s->n == s->cap) {
        s->cap = s->cap ? 2 * s->cap : 16;
        struct import_value *more = ARENA_ARRAY(im->arena, struct import_value, (size_t)s->cap);
        for (int i = 0; i < s->n; i++) more[i] = s->value[i];
        s->value = more;
    }
    s->value[s->n++] = v;
    s->n_estimated += v.basis != NULL;
}

/* `use` is no row of a table; all else is tried on an object of the kind. */
static bool check_and_put(struct import *im, struct import_section *s, struct place where,
                          struct import_value v)
{
    if (strcmp(v.key, "use") != 0) {
        const struct kind *k = &im->kinds[s->kind];
        const struct param *p = param_of(im, s->kind, v.key);
        if (!p) {
            diag_error(im->diags, DIAG_MODEL, where, NULL, "[%s] has no key '%s'", k->name, v.key);
            return false;
        }
        void *scratch = arena_make(im->arena, k->size, 1);
        if (!param_set(p, scratch, text_of(v.text), where, NULL, im->arena, im->diags))
            return false;
    }
    put(im, s, v);
    return true;
}

__attribute__((format(printf, 2, 0))) static const char *
format_text(struct arena *a, const char *format, va_list list)
{
    va_list again;
    va_copy(again, list);
    int n = vsnprintf(NULL, 0, format, list);
    char *s = arena_make(a, 1, (size_t)(n > 0 ? n : 0) + 1);
    if (n > 0) vsnprintf(s, (size_t)n + 1, format, again);
    va_end(again);
    return s;
}

bool import_set(struct import *im, struct import_section *s, const char *key, struct place where,
                const char *format, ...)
{
    va_list list;
    va_start(list, format);
    const char *text = format_text(im->arena, format, list);
    va_end(list);
    return check_and_put(im, s, where, (struct import_value){.key = key, .text = text});
}

bool import_estimate(struct import *im, struct import_section *s, const char *key,
                     struct place where, const char *basis, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    const char *text = format_text(im->arena, format, list);
    va_end(list);
    return check_and_put(im, s, where,
                         (struct import_value){.key = key, .text = text, .basis = basis});
}

void import_note(struct import *im, struct import_section *s, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    const char *text = format_text(im->arena, format, list);
    va_end(list);
    s->note = s->note ? arena_format(im->arena, "%s; %s", s->note, text) : text;
}

static const char *digits_of(struct import *im, double x, int digits)
{
    char out[TEXT_NUMBER_CAP];
    double scale = fabs(x) > 0 ? pow(10, digits - 1 - floor(log10(fabs(x)))) : 1;
    double rounded = isfinite(scale) && isfinite(x * scale) ? round(x * scale) / scale : x;
    return arena_format(im->arena, "%s", text_shortest(out, rounded));
}

const char *import_number(struct import *im, double x)
{
    return digits_of(im, x, 6);
}

const char *import_rough(struct import *im, double x)
{
    return digits_of(im, x, 3);
}

const char *import_price(struct import *im, double x)
{
    return digits_of(im, x, 7);
}

void import_leave_out(struct import *im, const char *name, struct place where, const char *why)
{
    if (im->n_left_out == im->cap_left_out) {
        im->cap_left_out = im->cap_left_out ? 2 * im->cap_left_out : 16;
        struct import_left_out *more =
            ARENA_ARRAY(im->arena, struct import_left_out, (size_t)im->cap_left_out);
        for (int i = 0; i < im->n_left_out; i++) more[i] = im->left_out[i];
        im->left_out = more;
    }
    im->left_out[im->n_left_out++] = (struct import_left_out){name, why, where};
    diag_warning(im->diags, DIAG_INPUT, where, NULL, "'%s' is left out: %s", name, why);
}

/* ---- the catalogue ----------------------------------------------------- */

static const void *model_of(const struct import *im, int kind, const char *model)
{
    for (int i = 0; i < im->catalogue->n; i++) {
        const struct object *o = &im->catalogue->item[i];
        if (o->kind == kind && !strcmp(o->name, model)) return o->data;
    }
    return NULL;
}

double import_model_value(const struct import *im, enum kind_id kind, const char *model,
                          const char *key)
{
    const struct param *p = param_of(im, (int)kind, key);
    const void *data = model_of(im, (int)kind, model);
    return p && data ? param_value(p, data) : (double)NAN;
}

const char *import_model_text(const struct import *im, enum kind_id kind, const char *model,
                              const char *key)
{
    const struct param *p = param_of(im, (int)kind, key);
    const void *data = model_of(im, (int)kind, model);
    return p && data ? param_print(p, data, im->arena) : NULL;
}

/* ---- counting and printing --------------------------------------------- */

static struct import_file *file_of(const struct import *im, struct place p)
{
    for (int i = 0; i < im->n_file; i++)
        if (p.file && !strcmp(im->file[i].path, p.file)) return &im->file[i];
    return NULL;
}

void import_count(struct import *im)
{
    for (int i = 0; i < im->n_file; i++)
        im->file[i].n_section = im->file[i].n_estimated = im->file[i].n_left_out = 0;
    for (int i = 0; i < im->n; i++) {
        struct import_file *f = file_of(im, im->section[i]->place);
        if (!f) continue;
        f->n_section++;
        f->n_estimated += im->section[i]->n_estimated;
    }
    for (int i = 0; i < im->n_left_out; i++) {
        struct import_file *f = file_of(im, im->left_out[i].place);
        if (f) f->n_left_out++;
    }
}

int import_n_estimated(const struct import *im)
{
    int n = 0;
    for (int i = 0; i < im->n; i++) n += im->section[i]->n_estimated;
    return n;
}

static void print_value(struct builder *b, const char *s)
{
    struct text t = text_of(s), trimmed = text_trim(t);
    if (!strpbrk(s, "\";#") && trimmed.n == t.n) {
        builder_text(b, s);
        return;
    }
    builder_add(b, "\"", 1);
    for (; *s; s++) builder_add(b, *s == '"' ? "\"\"" : s, *s == '"' ? 2 : 1);
    builder_add(b, "\"", 1);
}

static void print_comment(struct builder *b, const char *s)
{
    while (s && *s) {
        size_t n = strcspn(s, "\n");
        builder_format(b, "; %.*s\n", (int)n, s);
        s += n + (s[n] == '\n');
    }
}

static const char *whole_note(const struct import_section *s, struct arena *a)
{
    if (!s->n_estimated) return s->note;
    struct builder b = builder_new(a);
    builder_format(&b, "%s%sestimated: ", s->note ? s->note : "", s->note ? "; " : "");
    const char *comma = "";
    for (int i = 0; i < s->n; i++) {
        if (!s->value[i].basis) continue;
        builder_format(&b, "%s%s", comma, s->value[i].key);
        comma = ", ";
    }
    return b.s;
}

static void print_section(struct builder *b, const struct import *im,
                          const struct import_section *s)
{
    struct arena *a = b->arena;
    print_comment(b, s->comment);
    builder_format(b, *s->name ? "[%s %s]\n" : "[%s]\n", im->kinds[s->kind].name, s->name);
    for (int i = 0; i < s->n; i++) {
        const struct import_value *v = &s->value[i];
        builder_format(b, "%s = ", v->key);
        print_value(b, text_one_line(a, v->text));
        if (v->basis) builder_format(b, " ; estimated: %s", text_one_line(a, v->basis));
        builder_text(b, "\n");
    }
    const char *note = whole_note(s, a);
    if (!note) return;
    builder_text(b, "note = ");
    print_value(b, text_one_line(a, note));
    builder_text(b, "\n");
}

const char *import_ini(const struct import *im)
{
    struct builder b = builder_new(im->arena);
    print_comment(&b, im->head);
    for (int i = 0; i < im->n; i++) {
        if (b.n) builder_text(&b, "\n");
        print_section(&b, im, im->section[i]);
    }
    return b.s;
}
