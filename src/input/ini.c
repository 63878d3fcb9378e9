#include "input/ini.h"

#include <ini.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* inih cuts lines at 200 bytes and tells no positions.  So this reader takes a
   line apart itself and hands inih a short stand-in whose value is a number;
   the handler finds the real line by it. */
struct lines {
    const char *file;
    struct text rest; /* not read yet */
    int no;
    struct arena *arena;
    struct diags *diags;
    bool ok, has_section;
    const char *section;
    struct place at_section;
    struct ini_line pending; /* the key line that inih has in hand */
    struct ini *out;
    int cap;
};

/* Columns count characters, not bytes. */
static struct place place_at(const struct lines *l, struct text line, const char *at)
{
    int col = 1;
    for (const char *s = line.s; s < at; s++) col += ((unsigned char)*s & 0xC0) != 0x80;
    return (struct place){l->file, l->no, col};
}

static void bad(struct lines *l, struct place where, const char *hint, const char *what)
{
    struct message m = {.format = what};
    diag_add(l->diags, DIAG_ERROR, DIAG_INPUT, where, hint, &m);
    l->ok = false;
}

static void push(struct lines *l, struct ini_line line)
{
    struct ini *o = l->out;
    if (o->n == l->cap) {
        l->cap = l->cap ? 2 * l->cap : 32;
        struct ini_line *more = ARENA_ARRAY(l->arena, struct ini_line, (size_t)l->cap);
        if (o->n) memcpy(more, o->line, (size_t)o->n * sizeof *more);
        o->line = more;
    }
    o->line[o->n++] = line;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static bool is_comment(struct text t)
{
    return t.n > 0 && (t.s[0] == ';' || t.s[0] == '#');
}

static bool controls_refused(struct lines *l, struct text line)
{
    for (size_t i = 0; i < line.n; i++) {
        unsigned char c = (unsigned char)line.s[i];
        if ((c >= 0x20 && c != 0x7F) || c == '\t') continue;
        bad(l, place_at(l, line, line.s + i), "is this a text file?",
            c == 0 ? "NUL byte in the line" : "control character in the line");
        return true;
    }
    return false;
}

/* A quoted value: everything up to the closing quote; "" stands for a quote. */
static bool quoted(struct lines *l, struct text line, struct text t, struct text *value)
{
    char *out = arena_text(l->arena, t.s, t.n);
    size_t n = 0, i = 1;
    for (;; i++) {
        if (i >= t.n) {
            bad(l, place_at(l, line, t.s), "close it with \"", "the quote is not closed");
            return false;
        }
        if (t.s[i] == '"') {
            if (i + 1 >= t.n || t.s[i + 1] != '"') break;
            i++;
        }
        out[n++] = t.s[i];
    }
    out[n] = '\0';
    struct text after = text_trim((struct text){t.s + i + 1, t.n - i - 1});
    if (after.n && !is_comment(after)) {
        bad(l, place_at(l, line, after.s), "write \"\" for a quote inside quotes",
            "text after the closing quote");
        return false;
    }
    *value = (struct text){out, n};
    return true;
}

/* A bare value ends where a blank and then ';' or '#' stand outside quotes. */
static bool bare(struct lines *l, struct text line, struct text t, struct text *value)
{
    bool in_quotes = false;
    const char *open = NULL;
    size_t n = 0;
    for (; n < t.n; n++) {
        if (t.s[n] == '"') {
            in_quotes = !in_quotes;
            open = t.s + n;
        }
        bool marks = t.s[n] == ';' || t.s[n] == '#';
        if (marks && !in_quotes && n > 0 && is_blank(t.s[n - 1])) break;
    }
    if (in_quotes) {
        bad(l, place_at(l, line, open),
            "put the whole value in quotes, with \"\" for a quote in it",
            "the quote is not closed");
        return false;
    }
    *value = text_trim((struct text){t.s, n});
    return true;
}

static void section_line(struct lines *l, struct text line, struct text t)
{
    l->section = NULL; /* keys below a bad section belong nowhere */
    l->has_section = true;
    const char *end = memchr(t.s, ']', t.n);
    if (!end) {
        bad(l, place_at(l, line, t.s), "write [kind name]", "the section has no closing ']'");
        return;
    }
    struct text after = text_trim((struct text){end + 1, t.n - (size_t)(end + 1 - t.s)});
    struct text name = text_trim((struct text){t.s + 1, (size_t)(end - t.s - 1)});
    if (after.n && !is_comment(after)) {
        bad(l, place_at(l, line, after.s), NULL, "text after the section's ']'");
        return;
    }
    if (name.n == 0) {
        bad(l, place_at(l, line, t.s), "write [kind name]", "the section has no name");
        return;
    }
    l->section = arena_text(l->arena, name.s, name.n);
    l->at_section = place_at(l, line, t.s);
    push(l, (struct ini_line){
                .what = INI_SECTION, .section = l->section, .at_section = l->at_section});
}

static bool key_is_good(struct lines *l, struct text line, struct text t, struct text key,
                        bool has_equals)
{
    if (!has_equals)
        bad(l, place_at(l, line, t.s), "write key = value, or start a comment with ';'",
            "no '=' in the line");
    else if (key.n == 0)
        bad(l, place_at(l, line, t.s), NULL, "no key before '='");
    else if (!l->has_section)
        bad(l, place_at(l, line, t.s), "start with a section, [kind name]",
            "the key stands before any section");
    else
        return true;
    return false;
}

/* Takes a key line apart into l->pending; false when there is nothing to hand
   on. */
static bool key_line(struct lines *l, struct text line, struct text t)
{
    struct text key;
    bool has_equals;
    struct text after = text_cut(t, '=', &key, &has_equals);
    bool is_append = has_equals && key.n && key.s[key.n - 1] == '+';
    if (is_append) key.n--;
    key = text_trim(key);
    if (!key_is_good(l, line, t, key, has_equals)) return false;
    struct text trimmed = text_trim(after), value;
    bool is_quoted = trimmed.n && trimmed.s[0] == '"';
    if (is_quoted ? !quoted(l, line, trimmed, &value) : !bare(l, line, after, &value)) return false;
    if (!l->section) return false;
    l->pending = (struct ini_line){.what = INI_KEY,
                                   .section = l->section,
                                   .key = arena_text(l->arena, key.s, key.n),
                                   .value = arena_text(l->arena, value.s, value.n),
                                   .is_append = is_append,
                                   .at_section = l->at_section,
                                   .at_key = place_at(l, line, key.s),
                                   .at_value = place_at(l, line, trimmed.s)};
    return true;
}

static struct text next_line(struct lines *l)
{
    struct text line;
    l->rest = text_cut(l->rest, '\n', &line, NULL);
    if (line.n && line.s[line.n - 1] == '\r') line.n--;
    l->no++;
    return line;
}

/* The line source of inih: an empty line for all that is no key line. */
static char *lines_next(char *buffer, int cap, void *stream)
{
    struct lines *l = stream;
    if (l->rest.n == 0) return NULL;
    struct text line = next_line(l), t = text_trim(line);
    const char *stand_in = "\n";
    if (!controls_refused(l, line) && t.n && !is_comment(t)) {
        if (t.s[0] == '[')
            section_line(l, line, t);
        else if (key_line(l, line, t))
            stand_in = arena_format(l->arena, "k=%d\n", l->no);
    }
    (void)snprintf(buffer, (size_t)cap, "%s", stand_in);
    return buffer;
}

static int take_pair(void *user, const char *section, const char *name, const char *value)
{
    struct lines *l = user;
    (void)section;
    (void)name;
    if (strtol(value, NULL, 10) != l->pending.at_key.line) return 0;
    push(l, l->pending);
    return 1;
}

/* BOM off; UTF-16 refused; Latin-1 converted. */
static bool decode(struct lines *l, const char *s, size_t n)
{
    if (n >= 2 && (memcmp(s, "\xFF\xFE", 2) == 0 || memcmp(s, "\xFE\xFF", 2) == 0)) {
        bad(l, (struct place){l->file, 1, 1}, "save it as UTF-8", "the file is UTF-16");
        return false;
    }
    if (n >= 3 && memcmp(s, "\xEF\xBB\xBF", 3) == 0) {
        s += 3;
        n -= 3;
    }
    size_t valid = text_utf8_prefix(s, n);
    l->rest = (struct text){s, n};
    if (valid == n) return true;
    struct place where = {l->file, 1, 1};
    for (size_t i = 0; i < valid; i++) {
        where.col = s[i] == '\n' ? 1 : where.col + (((unsigned char)s[i] & 0xC0) != 0x80);
        where.line += s[i] == '\n';
    }
    diag_warning(l->diags, DIAG_INPUT, where, "save the file as UTF-8",
                 "not UTF-8 text: read as Latin-1");
    /* Not its strlen: NUL bytes are still to be reported. */
    struct text latin = {text_from_latin1(l->arena, s, n), 0};
    for (size_t i = 0; i < n; i++) latin.n += (unsigned char)s[i] < 0xA0 ? 1 : 2;
    l->rest = latin;
    return true;
}

bool ini_parse_text(const char *file, const char *s, size_t n, struct ini *out, struct arena *a,
                    struct diags *ds)
{
    *out = (struct ini){0};
    struct lines l = {
        .file = arena_text(a, file, strlen(file)), .arena = a, .diags = ds, .ok = true, .out = out};
    if (!decode(&l, s, n)) return false;
    int rc = ini_parse_stream(lines_next, &l, take_pair, &l);
    if (rc != 0) bad(&l, (struct place){file, rc, 0}, NULL, "the line cannot be read");
    return l.ok;
}
