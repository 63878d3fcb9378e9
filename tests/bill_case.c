#include "bill_case.h"

#include <string.h>

#include "model/load.h"

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

static bool read_with(struct bill_case *c, const struct object_set *models, const char *sections)
{
    static const char start[] = "[site]\nclimate = c\ntariff = t\ncurrency = EUR\n"
                                "[climate c]\nfile = none.epw\n[utility u]\n";
    struct input_text input[] = {{.path = "start", .s = start, .n = strlen(start)},
                                 {.path = "test", .s = sections, .n = strlen(sections)}};
    struct object_set objects = {.kinds = models->kinds, .n_kinds = N_KIND};
    return objects_read(&objects, models, input, 2, &c->arena, &c->diags) &&
           site_make(&c->site, "test", &objects, &c->arena, &c->diags);
}

bool bill_case_read(struct bill_case *c, const char *sections)
{
    struct object_set models = {.kinds = model_kinds(&c->arena), .n_kinds = N_KIND};
    return read_with(c, &models, sections);
}

bool bill_case_read_models(struct bill_case *c, const char *sections)
{
    struct object_set models;
    return load_catalogue(DCPLAN_SOURCE_DIR "/models", &models, &c->arena, &c->diags) &&
           read_with(c, &models, sections);
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
