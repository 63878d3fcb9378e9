#include "input/yaml.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <yaml.h>

#include "base/text.h"

struct anchor {
    const char *name;
    struct yaml *node;
    bool is_open; /* its node is still being read */
};

struct reader {
    yaml_parser_t parser;
    const char *file, *s;
    size_t n;
    struct anchor *anchor;
    int n_anchor, cap_anchor;
    long long n_nodes; /* of the document so far, aliases counted */
    struct arena *arena;
    struct diags *diags;
};

/* A list of nodes that grows. */
struct nodes {
    const struct yaml **item;
    int n, cap;
};

static void nodes_add(struct nodes *l, const struct yaml *node, struct arena *a)
{
    if (l->n == l->cap) {
        l->cap = l->cap ? 2 * l->cap : 8;
        const struct yaml **more = ARENA_ARRAY(a, const struct yaml *, (size_t)l->cap);
        for (int i = 0; i < l->n; i++) more[i] = l->item[i];
        l->item = more;
    }
    l->item[l->n++] = node;
}

static struct place place_of(const struct reader *r, yaml_mark_t m)
{
    int line = m.line < INT_MAX ? (int)m.line + 1 : INT_MAX;
    int col = m.column < INT_MAX ? (int)m.column + 1 : INT_MAX;
    return (struct place){r->file, line, col};
}

/* Place of a byte; the column counts bytes. */
static struct place place_of_byte(const struct reader *r, size_t at)
{
    struct place p = {r->file, 1, 1};
    for (size_t i = 0; i < at && i < r->n; i++) {
        p.col = r->s[i] == '\n' ? 1 : p.col + 1;
        p.line += r->s[i] == '\n';
    }
    return p;
}

/* What libyaml has to say; its texts are English phrases without a full stop. */
static bool refuse_syntax(struct reader *r)
{
    const yaml_parser_t *p = &r->parser;
    struct place where = p->error == YAML_READER_ERROR ? place_of_byte(r, p->problem_offset)
                                                       : place_of(r, p->problem_mark);
    const char *problem = p->problem ? p->problem : "it cannot be read";
    if (p->context)
        diag_error(r->diags, DIAG_INPUT, where, NULL, "not YAML: %s (%s)", problem, p->context);
    else
        diag_error(r->diags, DIAG_INPUT, where, NULL, "not YAML: %s", problem);
    return false;
}

static bool next_event(struct reader *r, yaml_event_t *e)
{
    return yaml_parser_parse(&r->parser, e) || refuse_syntax(r);
}

/* ---- anchors ----------------------------------------------------------- */

/* A later anchor of the same name takes its place, as YAML has it.  *index is -1 where
   there is no name. */
static bool anchor_add(struct reader *r, const yaml_char_t *name, struct yaml *node, int *index)
{
    *index = -1;
    if (!name) return true;
    if (r->n_anchor == YAML_MOST_ANCHORS) {
        diag_error(r->diags, DIAG_INPUT, node->place, NULL, "more than %d anchors",
                   (int)YAML_MOST_ANCHORS);
        return false;
    }
    if (r->n_anchor == r->cap_anchor) {
        r->cap_anchor = r->cap_anchor ? 2 * r->cap_anchor : 8;
        struct anchor *more = ARENA_ARRAY(r->arena, struct anchor, (size_t)r->cap_anchor);
        for (int i = 0; i < r->n_anchor; i++) more[i] = r->anchor[i];
        r->anchor = more;
    }
    const char *s = (const char *)name;
    r->anchor[r->n_anchor] = (struct anchor){arena_text(r->arena, s, strlen(s)), node, true};
    *index = r->n_anchor++;
    return true;
}

static bool count_nodes(struct reader *r, const struct yaml *node, int more)
{
    r->n_nodes += more;
    if (r->n_nodes <= YAML_MOST_NODES) return true;
    diag_error(r->diags, DIAG_INPUT, node->place, "aliases count as what they stand for",
               "more than %d nodes in one document", (int)YAML_MOST_NODES);
    return false;
}

static const struct yaml *alias_node(struct reader *r, const yaml_event_t *e)
{
    const char *name = (const char *)e->data.alias.anchor;
    struct place where = place_of(r, e->start_mark);
    for (int i = r->n_anchor - 1; i >= 0; i--) {
        if (strcmp(r->anchor[i].name, name)) continue;
        if (r->anchor[i].is_open) {
            diag_error(r->diags, DIAG_INPUT, where, NULL, "alias '*%s' stands inside its anchor",
                       name);
            return NULL;
        }
        const struct yaml at = {.place = where};
        return count_nodes(r, &at, r->anchor[i].node->n_nodes) ? r->anchor[i].node : NULL;
    }
    diag_error(r->diags, DIAG_INPUT, where, NULL, "alias '*%s' has no anchor before it", name);
    return NULL;
}

/* ---- nodes ------------------------------------------------------------- */

static bool is_common_tag(const yaml_char_t *tag)
{
    static const char common[] = "tag:yaml.org,2002:";
    return !tag || !strcmp((const char *)tag, "!") ||
           !strncmp((const char *)tag, common, sizeof common - 1);
}

/* A node for the event, counted; NULL with an error. */
static struct yaml *node_new(struct reader *r, const yaml_event_t *e, enum yaml_kind kind,
                             const yaml_char_t *tag)
{
    struct yaml *node = ARENA_ARRAY(r->arena, struct yaml, 1);
    *node = (struct yaml){.kind = kind, .place = place_of(r, e->start_mark), .n_nodes = 1};
    if (!is_common_tag(tag)) {
        diag_error(r->diags, DIAG_INPUT, node->place, "write the value itself",
                   "tag '%s' means nothing here", (const char *)tag);
        return NULL;
    }
    return count_nodes(r, node, 1) ? node : NULL;
}

static const struct yaml *scalar_node(struct reader *r, const yaml_event_t *e)
{
    struct yaml *node = node_new(r, e, YAML_SCALAR, e->data.scalar.tag);
    if (!node) return NULL;
    const char *s = (const char *)e->data.scalar.value;
    if (strlen(s) != e->data.scalar.length) {
        diag_error(r->diags, DIAG_INPUT, node->place, NULL, "NUL in the text");
        return NULL;
    }
    node->text = arena_text(r->arena, s, e->data.scalar.length);
    node->is_plain = e->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    int anchor;
    if (!anchor_add(r, e->data.scalar.anchor, node, &anchor)) return NULL;
    if (anchor >= 0) r->anchor[anchor].is_open = false;
    return node;
}

static int by_key(const void *a, const void *b)
{
    const struct yaml *x = *(const struct yaml *const *)a, *y = *(const struct yaml *const *)b;
    int order = strcmp(x->text, y->text);
    if (order) return order;
    order = (x->place.line > y->place.line) - (x->place.line < y->place.line);
    return order ? order : (x->place.col > y->place.col) - (x->place.col < y->place.col);
}

static bool keys_differ(struct reader *r, const struct nodes *key)
{
    struct arena_mark mark = arena_mark(r->arena);
    const struct yaml **sorted = ARENA_ARRAY(r->arena, const struct yaml *, (size_t)key->n);
    for (int i = 0; i < key->n; i++) sorted[i] = key->item[i];
    qsort(sorted, (size_t)key->n, sizeof *sorted, by_key);
    const struct yaml *twice = NULL, *first = NULL;
    for (int i = 1; i < key->n; i++) {
        if (strcmp(sorted[i - 1]->text, sorted[i]->text)) continue;
        twice = sorted[i];
        first = sorted[i - 1];
    }
    arena_release(r->arena, mark);
    if (twice)
        diag_error(r->diags, DIAG_INPUT, twice->place, NULL,
                   "key '%s' stands twice; the first is in line %d", twice->text,
                   first->place.line);
    return !twice;
}

static bool check_key(struct reader *r, const struct yaml *key)
{
    if (key->kind != YAML_SCALAR) {
        diag_error(r->diags, DIAG_INPUT, key->place, NULL, "a key must be a text, not %s",
                   yaml_kind_text(key));
        return false;
    }
    if (key->is_plain && !strcmp(key->text, "<<")) {
        diag_error(r->diags, DIAG_INPUT, key->place, "write the keys out", "%s",
                   "merge keys (<<) are not read");
        return false;
    }
    return true;
}

static const struct yaml *node_of(struct reader *r, const yaml_event_t *e, int depth);

/* The next node, or NULL: at the end of the collection (*ended) or with an error. */
static const struct yaml *next_node(struct reader *r, int depth, bool *ended)
{
    yaml_event_t e;
    if (!next_event(r, &e)) return NULL;
    *ended = e.type == YAML_SEQUENCE_END_EVENT || e.type == YAML_MAPPING_END_EVENT;
    const struct yaml *node = *ended ? NULL : node_of(r, &e, depth);
    yaml_event_delete(&e);
    return node;
}

/* Items, or keys and values in turn, up to the end of the collection. */
static bool fill(struct reader *r, struct yaml *node, int depth)
{
    struct nodes key = {0}, item = {0};
    for (bool ended = false;;) {
        const struct yaml *next = next_node(r, depth, &ended);
        if (ended) break;
        if (next && node->kind == YAML_MAPPING) {
            if (!check_key(r, next)) return false;
            nodes_add(&key, next, r->arena);
            next = next_node(r, depth, &ended);
        }
        if (!next) return false;
        nodes_add(&item, next, r->arena);
        node->n_nodes += next->n_nodes + (node->kind == YAML_MAPPING);
    }
    node->n = item.n;
    node->item = item.item;
    node->key = key.item;
    return keys_differ(r, &key);
}

static const struct yaml *collection_node(struct reader *r, const yaml_event_t *e, int depth)
{
    bool is_map = e->type == YAML_MAPPING_START_EVENT;
    const yaml_char_t *tag = is_map ? e->data.mapping_start.tag : e->data.sequence_start.tag;
    const yaml_char_t *name = is_map ? e->data.mapping_start.anchor : e->data.sequence_start.anchor;
    struct yaml *node = node_new(r, e, is_map ? YAML_MAPPING : YAML_SEQUENCE, tag);
    if (!node) return NULL;
    if (depth >= YAML_MOST_DEPTH) {
        diag_error(r->diags, DIAG_INPUT, node->place, NULL, "nested more than %d deep",
                   (int)YAML_MOST_DEPTH);
        return NULL;
    }
    int anchor;
    if (!anchor_add(r, name, node, &anchor)) return NULL;
    if (!fill(r, node, depth + 1)) return NULL;
    if (anchor >= 0) r->anchor[anchor].is_open = false;
    return node;
}

static const struct yaml *node_of(struct reader *r, const yaml_event_t *e, int depth)
{
    switch (e->type) {
    case YAML_ALIAS_EVENT: return alias_node(r, e);
    case YAML_SCALAR_EVENT: return scalar_node(r, e);
    case YAML_SEQUENCE_START_EVENT:
    case YAML_MAPPING_START_EVENT: return collection_node(r, e, depth);
    default: break;
    }
    diag_error(r->diags, DIAG_INPUT, place_of(r, e->start_mark), NULL, "a value is missing");
    return NULL;
}

/* ---- files ------------------------------------------------------------- */

static bool read_documents(struct reader *r, struct yaml_file *out)
{
    struct nodes documents = {0};
    yaml_event_t e;
    for (bool ended = false; !ended;) {
        if (!next_event(r, &e)) return false;
        bool ok = true;
        if (e.type == YAML_DOCUMENT_START_EVENT) {
            bool is_empty;
            r->n_anchor = 0;
            r->n_nodes = 0;
            const struct yaml *node = next_node(r, 0, &is_empty);
            if ((ok = node)) nodes_add(&documents, node, r->arena);
        }
        ended = e.type == YAML_STREAM_END_EVENT;
        yaml_event_delete(&e);
        if (!ok) return false;
    }
    out->n = documents.n;
    out->document = documents.item;
    return true;
}

static int hex4(const char *s)
{
    int v = 0;
    for (int i = 0; i < 4; i++) {
        int digit = s[i] >= '0' && s[i] <= '9'   ? s[i] - '0'
                    : s[i] >= 'a' && s[i] <= 'f' ? s[i] - 'a' + 10
                    : s[i] >= 'A' && s[i] <= 'F' ? s[i] - 'A' + 10
                                                 : -1;
        if (digit < 0) return -1;
        v = 16 * v + digit;
    }
    return v;
}

/* JSON writes characters beyond U+FFFF as two escapes, which YAML does not know: they
   become the one escape of YAML, two bytes shorter.  Returns the new length. */
static size_t join_surrogates(char *s, size_t n)
{
    size_t to = 0;
    for (size_t i = 0; i < n;) {
        if (s[i] == '\\' && i + 1 < n && s[i + 1] != 'u') { /* an escape of two, "\\" too */
            s[to++] = s[i++];
            s[to++] = s[i++];
            continue;
        }
        bool is_pair = n - i >= 12 && s[i] == '\\' && s[i + 6] == '\\' && s[i + 7] == 'u';
        int high = is_pair ? hex4(s + i + 2) : -1, low = is_pair ? hex4(s + i + 8) : -1;
        if (high < 0xD800 || high > 0xDBFF || low < 0xDC00 || low > 0xDFFF) {
            s[to++] = s[i++];
            continue;
        }
        unsigned code = 0x10000u + ((unsigned)(high - 0xD800) << 10) + (unsigned)(low - 0xDC00);
        char one[16];
        int length = snprintf(one, sizeof one, "\\U%08X", code);
        memcpy(s + to, one, (size_t)length);
        to += (size_t)length;
        i += 12;
    }
    return to;
}

static bool is_json(const char *s, size_t n)
{
    struct text t = text_trim((struct text){s, n});
    while (t.n && (*t.s == '\n' || *t.s == '\r')) t = text_trim((struct text){t.s + 1, t.n - 1});
    return t.n && (*t.s == '{' || *t.s == '[');
}

bool yaml_read(const char *file, const char *s, size_t n, struct yaml_file *out, struct arena *a,
               struct diags *ds)
{
    struct reader r = {.file = arena_text(a, file, strlen(file)), .arena = a, .diags = ds};
    *out = (struct yaml_file){0};
    if (!yaml_parser_initialize(&r.parser)) {
        diag_error(ds, DIAG_MODEL, (struct place){r.file, 0, 0}, NULL, "out of memory");
        return false;
    }
    if (is_json(s, n)) {
        char *copy = arena_text(a, s, n);
        n = join_surrogates(copy, n);
        s = copy;
    }
    r.s = s;
    r.n = n;
    yaml_parser_set_input_string(&r.parser, (const unsigned char *)s, n);
    bool ok = read_documents(&r, out);
    yaml_parser_delete(&r.parser);
    return ok;
}

/* ---- reading the tree -------------------------------------------------- */

const struct yaml *yaml_get(const struct yaml *node, const char *key)
{
    if (!node || node->kind != YAML_MAPPING) return NULL;
    for (int i = 0; i < node->n; i++)
        if (!strcmp(node->key[i]->text, key)) return node->item[i];
    return NULL;
}

bool yaml_is_null(const struct yaml *node)
{
    if (!node) return true;
    if (node->kind != YAML_SCALAR || !node->is_plain) return false;
    return !*node->text || !strcmp(node->text, "~") || !strcasecmp(node->text, "null");
}

const char *yaml_text(const struct yaml *node)
{
    return yaml_is_null(node) ? NULL : node->text;
}

bool yaml_number(const struct yaml *node, double *value)
{
    return node && node->kind == YAML_SCALAR && text_number(text_of(node->text), value);
}

bool yaml_flag(const struct yaml *node, bool *value)
{
    static const char *const yes[] = {"true", "yes", "on"}, *const no[] = {"false", "no", "off"};
    if (!node || node->kind != YAML_SCALAR || !node->is_plain) return false;
    for (int i = 0; i < 3; i++) {
        bool is_yes = !strcasecmp(node->text, yes[i]);
        if (!is_yes && strcasecmp(node->text, no[i])) continue;
        *value = is_yes;
        return true;
    }
    return false;
}

const char *yaml_kind_text(const struct yaml *node)
{
    static const char *const names[] = {"a text", "a list", "a mapping"};
    return yaml_is_null(node) ? "nothing" : names[node->kind];
}
