/* Rows of every kind's table: what readers of the table rely on. */

#include "near.h"

#include <string.h>

#include "base/unit.h"
#include "model/kinds.h"

struct fixture {
    struct arena arena;
    struct diags ds;
    const struct kind *kinds;
};

static int setup(void **state)
{
    struct fixture *f = test_malloc(sizeof *f);
    *f = (struct fixture){.arena = arena_new(NULL)};
    f->ds = diags_new(&f->arena);
    f->kinds = model_kinds(&f->arena);
    *state = f;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *f = *state;
    arena_free(&f->arena);
    test_free(f);
    return 0;
}

static void kinds_are_unique_and_documented(void **state)
{
    struct fixture *f = *state;
    for (int k = 0; k < N_KIND; k++) {
        assert_int_equal(kind_find(f->kinds, N_KIND, f->kinds[k].name), k);
        assert_true(f->kinds[k].doc && f->kinds[k].n_params > 0 && f->kinds[k].size > 0);
        assert_true(f->kinds[k].doc[strlen(f->kinds[k].doc) - 1] != '.');
    }
}

static void keys_are_unique_and_documented(void **state)
{
    struct fixture *f = *state;
    for (int k = 0; k < N_KIND; k++)
        for (int i = 0; i < f->kinds[k].n_params; i++) {
            const struct param *p = &f->kinds[k].params[i];
            size_t n = strlen(p->key);
            assert_true(n > 0 && n == strspn(p->key, "abcdefghijklmnopqrstuvwxyz0123456789_"));
            for (int j = 0; j < i; j++) assert_string_not_equal(p->key, f->kinds[k].params[j].key);
            if (!p->doc || strlen(p->doc) < 4 || p->doc[strlen(p->doc) - 1] == '.')
                fail_msg("[%s] %s: doc missing or with a full stop", f->kinds[k].name, p->key);
            assert_true(!strchr(p->doc, '\n'));
        }
}

static size_t size_of(const struct param *p)
{
    switch (p->type) {
    case PARAM_REAL: return sizeof(double);
    case PARAM_COUNT:
    case PARAM_WORD: return sizeof(int);
    case PARAM_FLAG: return sizeof(bool);
    case PARAM_TEXT: return sizeof(const char *);
    case PARAM_REF:
    case PARAM_REFS: return sizeof(struct ref_list);
    case PARAM_REALS: return sizeof(struct reals);
    case PARAM_TEXTS: return sizeof(struct text_list);
    case PARAM_CURVE: return sizeof(struct points);
    case PARAM_HOURS: return sizeof(struct hours);
    case PARAM_DATE: return sizeof(struct date);
    case PARAM_MONEY: return sizeof(struct money);
    case PARAM_VOLTAGE: return sizeof(struct voltage);
    }
    return 0;
}

static void fields_lie_inside_and_do_not_overlap(void **state)
{
    struct fixture *f = *state;
    for (int k = 0; k < N_KIND; k++)
        for (int i = 0; i < f->kinds[k].n_params; i++) {
            const struct param *p = &f->kinds[k].params[i];
            assert_true(size_of(p) > 0 && p->at + size_of(p) <= f->kinds[k].size);
            for (int j = 0; j < i; j++) {
                const struct param *q = &f->kinds[k].params[j];
                if (p->at + size_of(p) > q->at && q->at + size_of(q) > p->at)
                    fail_msg("[%s] %s and %s are one field", f->kinds[k].name, p->key, q->key);
            }
        }
}

static bool is_numeric(const struct param *p)
{
    return p->type == PARAM_REAL || p->type == PARAM_COUNT || p->type == PARAM_REALS;
}

static void bounds_units_words_and_references_are_sane(void **state)
{
    struct fixture *f = *state;
    for (int k = 0; k < N_KIND; k++)
        for (int i = 0; i < f->kinds[k].n_params; i++) {
            const struct param *p = &f->kinds[k].params[i];
            if (is_numeric(p) && !(p->min <= p->max))
                fail_msg("[%s] %s: bounds", f->kinds[k].name, p->key);
            /* A number without bounds takes anything: none of ours should. */
            if (is_numeric(p) && p->min == 0 && p->max == 0)
                fail_msg("[%s] %s has no bounds", f->kinds[k].name, p->key);
            assert_true((p->type == PARAM_WORD) == (p->words != NULL));
            if (p->words) assert_true(p->words[0] && p->words[1]);
            bool is_ref = p->type == PARAM_REF || p->type == PARAM_REFS;
            assert_true(is_ref == (p->refs != NULL));
            if (!is_ref) continue;
            char names[128];
            assert_true(strlen(p->refs) < sizeof names);
            memcpy(names, p->refs, strlen(p->refs) + 1);
            for (char *s = names, *end; *s; s = end) {
                end = s + strcspn(s, " ");
                if (*end) *end++ = '\0';
                assert_true(kind_find(f->kinds, N_KIND, s) >= 0);
            }
        }
}

/* Words that are given as values are the words of the table, in its order. */
static void words_are_set_by_name(void **state)
{
    struct fixture *f = *state;
    for (int k = 0; k < N_KIND; k++)
        for (int i = 0; i < f->kinds[k].n_params; i++) {
            const struct param *p = &f->kinds[k].params[i];
            for (int w = 0; p->words && p->words[w]; w++) {
                void *object = arena_make(&f->arena, f->kinds[k].size, 1);
                assert_true(param_set(p, object, text_of(p->words[w]), (struct place){0}, NULL,
                                      &f->arena, &f->ds));
                assert_int_equal(*(int *)(void *)((char *)object + p->at), w);
            }
        }
}

static void defaults_read_and_lie_in_bounds(void **state)
{
    struct fixture *f = *state;
    for (int k = 0; k < N_KIND; k++) {
        const struct kind *kind = &f->kinds[k];
        void *object = arena_make(&f->arena, kind->size, 1);
        for (int i = 0; i < kind->n_params; i++) {
            const struct param *p = &kind->params[i];
            if (!p->def || p->def == PARAM_REQUIRED) continue;
            if (!param_set(p, object, text_of(p->def), (struct place){0}, NULL, &f->arena, &f->ds))
                fail_msg("[%s] %s: the default %s is refused", kind->name, p->key, p->def);
            if (p->type == PARAM_REAL || p->type == PARAM_COUNT) {
                double v = param_value(p, object);
                assert_true(v >= p->min - 1e-9 * fabs(p->min) && v <= p->max + 1e-9 * fabs(p->max));
            }
        }
    }
}

/* Values just outside the bounds are refused, the bounds themselves are not. */
static void bounds_hold_at_both_ends(void **state)
{
    struct fixture *f = *state;
    for (int k = 0; k < N_KIND; k++)
        for (int i = 0; i < f->kinds[k].n_params; i++) {
            const struct param *p = &f->kinds[k].params[i];
            if (p->type != PARAM_REAL && p->type != PARAM_COUNT) continue;
            void *object = arena_make(&f->arena, f->kinds[k].size, 1);
            const double at[] = {p->min, p->max, p->min - fmax(1, fabs(p->min) * .01),
                                 p->max + fmax(1, fabs(p->max) * .01)};
            for (int j = 0; j < 4; j++) {
                if (!isfinite(at[j])) continue;
                char number[TEXT_NUMBER_CAP];
                text_shortest(number, at[j]);
                const char *text = arena_format(&f->arena, "%s %s", number, p->unit ? p->unit : "");
                bool is_set = param_set(p, object, text_of(text), (struct place){0}, NULL, &f->arena,
                                        &f->ds);
                if (is_set != (j < 2))
                    fail_msg("[%s] %s = %s is %s", f->kinds[k].name, p->key, text,
                             is_set ? "taken" : "refused");
            }
        }
}

/* A value for each row, so that objects are complete. */
static const char *sample(struct fixture *f, const struct param *p)
{
    char number[TEXT_NUMBER_CAP];
    if (p->def && p->def != PARAM_REQUIRED) return p->def;
    switch (p->type) {
    case PARAM_REAL:
    case PARAM_COUNT: {
        double v = p->min + (p->max - p->min) / 4;
        if (p->type == PARAM_COUNT) v = floor(v);
        text_shortest(number, v);
        return arena_format(&f->arena, "%s %s", number, p->unit ? p->unit : "");
    }
    case PARAM_FLAG: return "yes";
    case PARAM_WORD: return p->words[0];
    case PARAM_TEXT: return "a text = with; signs";
    case PARAM_REALS:
        return arena_format(&f->arena, "%g, %g %s", p->min, p->min + (p->max - p->min) / 3,
                            p->unit ? p->unit : "");
    case PARAM_TEXTS: return "r#1:1, r#2-3:5.5";
    case PARAM_DATE: return "2026-02-28";
    case PARAM_HOURS: return "0-8, 21-24";
    case PARAM_VOLTAGE: return "400 V LL";
    case PARAM_CURVE: return !strcmp(p->unit, ";%") ? "3: 6 %, 5: 2.5 %"
                           : !strcmp(p->unit, "%;W") ? "0 %: 100 W, 100 %: 250 W"
                           : !strcmp(p->unit, "degC;degC") ? "10 degC: 24 degC, 30 degC: 20.5 degC"
                                                     : "10 %: 90 %, 100 %: 92.5 %";
    case PARAM_MONEY: return strchr(p->unit, '/') ? arena_format(&f->arena, "0.65 CNY%s",
                                                                strchr(p->unit, '/'))
                                                  : "12.5 CNY";
    default: return NULL;
    }
}

static const char *sample_section(struct fixture *f, const struct kind *kind)
{
    struct builder b = builder_new(&f->arena);
    builder_format(&b, "[%s x]\n", kind->name);
    for (int i = 0; i < kind->n_params; i++) {
        const struct param *p = &kind->params[i];
        const char *s = sample(f, p);
        bool is_ref = p->type == PARAM_REF || p->type == PARAM_REFS;
        if (is_ref) {
            size_t n = strcspn(p->refs, " ");
            builder_format(&b, "%s = %.*s.y\n", p->key, (int)n, p->refs);
        } else if (s && p->type == PARAM_TEXT) builder_format(&b, "%s = \"%s\"\n", p->key, s);
        else if (s) builder_format(&b, "%s = %s\n", p->key, s);
    }
    return b.s;
}

static struct object *read_one(struct fixture *f, const char *text, struct object_set *set)
{
    struct input_text in = {.path = "x.ini", .s = text, .n = strlen(text)};
    *set = (struct object_set){.kinds = f->kinds, .n_kinds = N_KIND};
    int before = f->ds.n_error;
    bool is_read = catalogue_read(set, &in, 1, &f->arena, &f->ds);
    for (int i = before; i < f->ds.n; i++)
        print_error("%s\n", message_text(&f->arena, &f->ds.item[i].what, NULL));
    if (!is_read || set->n != 1) fail_msg("not read back:\n%s", text);
    return &set->item[0];
}

/* print, load, print again: the same text and the same numbers, field by field. */
static void objects_print_and_load_again(void **state)
{
    struct fixture *f = *state;
    int fields = 0;
    for (int k = 0; k < N_KIND; k++) {
        const struct kind *kind = &f->kinds[k];
        if (!(kind->flags & KIND_PART)) continue;
        struct object_set first, second;
        struct object *o = read_one(f, sample_section(f, kind), &first);
        const char *printed = object_print(&first, o, &f->arena);
        struct object *again = read_one(f, printed, &second);
        assert_string_equal(object_print(&second, again, &f->arena), printed);
        for (int i = 0; i < kind->n_params; i++) {
            const struct param *p = &kind->params[i];
            const void *a = (const char *)o->data + p->at, *b = (const char *)again->data + p->at;
            const char *text = param_print(p, o->data, &f->arena);
            if (!text) fail_msg("[%s] %s prints nothing", kind->name, p->key);
            assert_string_equal(param_print(p, again->data, &f->arena), text);
            if (p->type == PARAM_REAL) assert_memory_equal(a, b, sizeof(double));
            if (p->type == PARAM_COUNT || p->type == PARAM_WORD) assert_memory_equal(a, b, sizeof(int));
            fields++;
        }
    }
    assert_true(fields > 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(kinds_are_unique_and_documented, setup, teardown),
        cmocka_unit_test_setup_teardown(keys_are_unique_and_documented, setup, teardown),
        cmocka_unit_test_setup_teardown(fields_lie_inside_and_do_not_overlap, setup, teardown),
        cmocka_unit_test_setup_teardown(bounds_units_words_and_references_are_sane, setup, teardown),
        cmocka_unit_test_setup_teardown(words_are_set_by_name, setup, teardown),
        cmocka_unit_test_setup_teardown(defaults_read_and_lie_in_bounds, setup, teardown),
        cmocka_unit_test_setup_teardown(bounds_hold_at_both_ends, setup, teardown),
        cmocka_unit_test_setup_teardown(objects_print_and_load_again, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
