#include "toy_site.h"

#include <string.h>

#include "base/text.h"
#include "physics/psychro.h"

static const char head[] =
    "[site]\nclimate = here\n"
    "[climate here]\nlatitude = 40\nlongitude = 0\nutc_offset = 0 h\naltitude = 0 m\n"
    "mean = 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10 degC\n"
    "daily_range = 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5 K\n"
    "dew_point = 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5 degC\n"
    "[utility grid]\nsource = a test\n";

bool toy_read_over(struct toy *t, const char *text, const char *overlay)
{
    *t = (struct toy){.arena = arena_new(NULL)};
    t->ds = diags_new(&t->arena);
    struct object_set models = {.kinds = model_kinds(&t->arena), .n_kinds = N_KIND};
    struct object_set objects = models;
    const char *all = arena_format(&t->arena, "%s%s", head, text);
    struct input_text in[] = {{.path = "toy.ini", .s = all, .n = strlen(all)},
                              {.path = "over.ini", .s = overlay, .n = strlen(overlay)}};
    return objects_read(&objects, &models, in, *overlay ? 2 : 1, &t->arena, &t->ds) &&
           site_make(&t->site, "toy", &objects, &t->arena, &t->ds);
}

bool toy_read(struct toy *t, const char *text)
{
    return toy_read_over(t, text, "");
}

void toy_free(struct toy *t)
{
    arena_free(&t->arena);
}

void toy_weather(struct toy *t, int hours, double t_c, double dew_c, double p_pa)
{
    struct weather *w = &t->weather;
    *w = (struct weather){.calendar = calendar_make(false, 0), .n = hours, .name = "toy"};
    if (hours < HOURS_PER_YEAR) {
        w->calendar.hours = hours;
        for (int m = 0; m <= MONTHS; m++) w->calendar.month_start[m] = hours * m / MONTHS;
    }
    w->t_c = ARENA_ARRAY(&t->arena, double, (size_t)hours);
    w->dew_c = ARENA_ARRAY(&t->arena, double, (size_t)hours);
    w->p_pa = ARENA_ARRAY(&t->arena, double, (size_t)hours);
    for (int h = 0; h < hours; h++) {
        w->t_c[h] = t_c;
        w->dew_c[h] = dew_c;
        w->p_pa[h] = p_pa;
    }
}

bool toy_build(struct toy *t)
{
    if (!weather_derive(&t->weather, &t->arena, &t->ds)) return false;
    t->racks = place_servers(&t->site, &t->arena);
    t->plant = plant_build(&t->site, &t->racks.placement, &t->weather, &t->arena, &t->ds);
    if (!t->plant) return false;
    t->normal = annual_prepare(&t->site, &t->weather, &t->arena);
    t->design = t->normal;
    t->design.is_design = true;
    return true;
}

void toy_make(struct toy *t, const char *text, int hours, double t_c, double dew_c)
{
    bool is_made = toy_read(t, text);
    if (is_made) {
        toy_weather(t, hours, t_c, dew_c, 101325);
        is_made = toy_build(t);
    }
    if (is_made) return;
    toy_print(t);
    fail_msg("the toy site is refused");
}

const struct block *toy_hour(struct toy *t, bool is_design)
{
    struct block *b = block_new(t->plant, &t->arena);
    block_solve(t->plant, &t->plant->normal, is_design ? &t->design : &t->normal, 0, 1, b);
    assert_int_equal(b->flags[0] >> FLAG_NOT_CONVERGED & 1, 0);
    return b;
}

struct year *toy_year(struct toy *t, bool is_design)
{
    return annual_run(t->plant, &t->plant->normal, is_design ? &t->design : &t->normal,
                      &t->weather.calendar, KEEP_ALL, 1, &t->arena);
}

int toy_print(const struct toy *t)
{
    for (int i = 0; i < t->ds.n && i < DIAG_STORED; i++)
        print_message("toy.ini:%d: %s\n", t->ds.item[i].place.line,
                      message_text(t->ds.arena, &t->ds.item[i].what, NULL));
    return t->ds.n;
}

const char *toy_text(struct arena *a, const char *text, double number)
{
    char digits[TEXT_NUMBER_CAP];
    struct builder b = builder_new(a);
    text_shortest(digits, number);
    for (const char *s = text; *s; s++)
        if (*s == '@')
            builder_text(&b, digits);
        else
            builder_format(&b, "%c", *s);
    return b.s;
}

const char *toy_replace(struct arena *a, const char *text, const char *old, const char *now)
{
    const char *at = strstr(text, old);
    if (!at) fail_msg("no '%s' in the text", old);
    return arena_format(a, "%.*s%s%s", (int)(at - text), text, now, at + strlen(old));
}
