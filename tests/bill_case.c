#include "bill_case.h"

#include <string.h>

int bill_case_setup(void **state)
{
    static struct bill_case c; /* tests run one after another */
    memset(&c, 0, sizeof c);
    c.arena = arena_new(NULL);
    c.diags = diags_new(&c.arena);
    *state = &c;
    return 0;
}

int bill_case_teardown(void **state)
{
    arena_free(&((struct bill_case *)*state)->arena);
    return 0;
}

bool bill_case_read(struct bill_case *c, const char *sections)
{
    static const char start[] = "[site]\nclimate = c\ntariff = t\ncurrency = EUR\n"
                                "[climate c]\nfile = none.epw\n[utility u]\n";
    const char *text = arena_format(&c->arena, "%s%s", start, sections);
    struct input_text input = {.path = "test", .s = text, .n = strlen(text)};
    struct object_set models = {.kinds = model_kinds(&c->arena), .n_kinds = N_KIND};
    struct object_set objects = models;
    return objects_read(&objects, &models, &input, 1, &c->arena, &c->diags) &&
           site_make(&c->site, "test", &objects, &c->arena, &c->diags);
}

void bill_case_load(struct bill_case *c, bool is_leap, int first_weekday, int per_hour, double kw)
{
    c->calendar = calendar_make(is_leap, first_weekday);
    c->w = ARENA_ARRAY(&c->arena, double, (size_t)(c->calendar.hours * per_hour));
    c->load = (struct bill_load){&c->calendar, per_hour, c->w, NULL};
    bill_case_part(c, 0, c->calendar.hours * per_hour, kw);
}

void bill_case_part(struct bill_case *c, int from, int to, double kw)
{
    for (int i = from; i < to; i++) c->w[i] = kw * 1000;
}

void bill_case_month(struct bill_case *c, int month, double kw)
{
    int k = c->load.per_hour;
    bill_case_part(c, c->calendar.month_start[month] * k, c->calendar.month_start[month + 1] * k,
                   kw);
}

void bill_case_make(struct bill_case *c)
{
    assert_true(bill_of_load(&c->site, NULL, &c->load, &c->bill, &c->arena, &c->diags));
    assert_int_equal(c->diags.n_error, 0);
}

double bill_case_at(const struct bill_case *c, const char *key, int month)
{
    return grid_number(c->bill.grid, key, month);
}
