/* One plant in two models, city by city: the middle of the ranges of Lei and Masanet as a site
   with dcplan's own physics (sites/lei-air.ini, lei-water.ini) and by their equations. */

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "validation_lei.h"

static const char group[] = "Lei and Masanet, dcplan's plant with their numbers";
static const char equations[] = "their equations in Python, run by us";

/* In the order of lei_years.csv, which is that of the files' names. */
static const char *const city[LEI_YEARS] = {"Sydney",
                                            "Beijing, CSWD",
                                            "Beijing, IWEC",
                                            "Shanghai, CSWD",
                                            "Chengdu",
                                            "Urumqi",
                                            "Frankfurt",
                                            "Helsinki",
                                            "London",
                                            "Dublin",
                                            "Reykjavik",
                                            "Tokyo",
                                            "Antananarivo",
                                            "Kuala Lumpur",
                                            "Amsterdam",
                                            "Oslo",
                                            "Lisbon",
                                            "Kiruna",
                                            "Shanghai, TMYx",
                                            "Anchorage",
                                            "Phoenix",
                                            "San Francisco",
                                            "Denver",
                                            "Golden",
                                            "Atlanta",
                                            "Cedar Rapids",
                                            "Des Moines",
                                            "Duluth",
                                            "Omaha",
                                            "Portland",
                                            "Washington Dulles",
                                            "The Dalles",
                                            "Cheyenne",
                                            "Cape Town"};

enum { NUMBERS = 13 };

bool lei_read_years(struct lei_year out[LEI_YEARS], struct arena *a, struct diags *ds)
{
    struct bytes text;
    static const char path[] = DCPLAN_SOURCE_DIR "/tests/reference/lei_years.csv";
    if (!file_read(a, path, &text, ds)) return false;
    const char *s = strchr(text.s, '\n');
    for (int i = 0; i < LEI_YEARS; i++) {
        struct lei_year *y = &out[i];
        double *number[NUMBERS] = {&y->pue[0], &y->pue[1], &y->pue[2], &y->pue[3], &y->hours_off};
        for (int k = 0; k < 8; k++) number[5 + k] = &y->part[k / 4][k % 4];
        const char *comma = s ? strchr(s + 1, ',') : NULL;
        if (!comma) return false;
        y->file = arena_format(a, "%.*s", (int)(comma - s - 1), s + 1);
        s = comma;
        for (int k = 0; k < NUMBERS; k++) {
            char *end;
            *number[k] = strtod(s + 1, &end);
            s = end;
        }
        if (*s != '\n') return false;
    }
    return s[1] == '\0';
}

/* Share of PUE - 1 by which two models of one plant may differ. */
static const double band = 0.05;

static bool simulate(const char *site, const char *file, struct result *out, struct arena *a,
                     struct diags *ds)
{
    const char *set = arena_format(a, "climate.phoenix.file=%s", file);
    return checks_simulate(arena_format(a, "tests/reference/sites/%s", site), &set, 1, out, a, ds);
}

static void add_pue(struct checks *t, const char *what, double published, const struct result *r,
                    bool is_must)
{
    double pue = r->metric[M_PUE];
    checks_add(t, (struct check){group, what, equations, "PUE", published, pue, pue - published,
                                 band * (published - 1), .is_must = is_must, .needs_shared = true});
}

static double per_it(const struct result *r, enum quantity q)
{
    const struct statistic *s = r->year->site.stat;
    return s[q].sum / s[Q_IT_W].sum;
}

/* What the parts named in lei_years.csv leave of the difference, greatest of all places. */
static void keep_left(double *greatest, double published, const double part[4],
                      const struct result *r)
{
    static const enum quantity quantity[4] = {Q_ROOM_FAN_W, Q_CHILLER_W, Q_PUMP_W, Q_TOWER_FAN_W};
    double left = r->metric[M_PUE] - published;
    for (int k = 0; k < 4; k++) left -= per_it(r, quantity[k]) - part[k];
    if (!(fabs(left) <= fabs(*greatest))) *greatest = left;
}

static void add_left(struct checks *t, const char *what, double left)
{
    checks_add(t, (struct check){group, what, equations, "PUE", (double)NAN, (double)NAN, left,
                                 1e-3, .is_must = true, .needs_shared = true});
}

bool checks_add_cities(struct checks *t, struct arena *a, struct diags *ds)
{
    struct lei_year year[LEI_YEARS];
    double left_air = 0, left_water = 0;
    int n = 0;
    if (!lei_read_years(year, a, ds)) return false;
    for (int i = 0; i < LEI_YEARS; i++) {
        const struct lei_year *y = &year[i];
        const char *file = arena_format(a, "%s/epw/%s.epw.gz", DCPLAN_SHARED_DATA, y->file);
        struct result air, water;
        if (!file_exists(file)) continue;
        if (!simulate("lei-water", file, &water, a, ds) || !simulate("lei-air", file, &air, a, ds))
            return false;
        add_pue(t, arena_format(a, "%s, water economizer", city[i]), y->pue[3], &water, false);
        add_pue(t, arena_format(a, "%s, air economizer", city[i]), y->pue[2], &air, false);
        keep_left(&left_air, y->pue[2], y->part[0], &air);
        keep_left(&left_water, y->pue[3], y->part[1], &water);
        n++;
    }
    if (n < LEI_YEARS) return true;
    add_left(t, "water economizer, less fans, chillers, pumps, towers: greatest", left_water);
    add_left(t, "air economizer, less fans, chillers, pumps, towers: greatest", left_air);
    return true;
}
