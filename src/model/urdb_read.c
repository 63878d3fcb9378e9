#include <math.h>
#include <string.h>
#include <strings.h>

#include "model/urdb.h"

/* ---- fields ------------------------------------------------------------------- */

/* Other spellings, as the dumps of the database and older versions of the interface have. */
static const struct {
    const char *key, *other;
} spellings[] = {
    {"demandrateunit", "demandrateunits"},
    {"flatdemandunit", "flatdemandunits"},
    {"demandreactivepowercharge", "demandreactpwrcharge"},
    {"source", "sourcereference"},
    {"fixedchargefirstmeter", "fixedmonthlycharge"},
    {"coincidentrateunit", "coincidentrateunits"},
    {"lookbackpercent", "demandlookbackpercent"},
    {"mincharge", "minmonthlycharge"},
};

/* Fields that carry no money, or that are told in the note. */
static const char *const silent[] = {
    "label",
    "uri",
    "revisions",
    "approved",
    "is_default",
    "utility",
    "utilityname",
    "eiaid",
    "name",
    "startdate",
    "enddate",
    "effectivedate",
    "supersedes",
    "supercedes",
    "sector",
    "servicetype",
    "description",
    "source",
    "sourceparent",
    "basicinformationcomments",
    "peakkwcapacitymin",
    "peakkwcapacitymax",
    "peakkwcapacityhistory",
    "peakkwhusagemin",
    "peakkwhusagemax",
    "peakkwhusagehistory",
    "mindemand",
    "maxdemand",
    "servicemax",
    "servicemin",
    "demandunits",
    "demandhistory",
    "minenergy",
    "maxenergy",
    "energyhistory",
    "voltagecategory",
    "voltageminimum",
    "voltagemaximum",
    "phasewiring",
    "energycomments",
    "demandcomments",
    "energytoulabels",
    "demandlabels",
    "demandtoulabels",
    "country",
    "dgrules",
    "usenetmetering",
    "energyattrs",
    "demandattrs",
    "fixedattrs",
    "fixedchargecomments",
    "applicability",
    "energykeyvals",
    "demandkeyvals",
    "fixedkeyvals",
    "attrs",
    "errormsg",
    "version",
};

/* Fields that lines are made of. */
static const char *const charged[] = {
    "energyratestructure",
    "energyweekdayschedule",
    "energyweekendschedule",
    "demandratestructure",
    "demandweekdayschedule",
    "demandweekendschedule",
    "flatdemandstructure",
    "flatdemandmonths",
    "demandrateunit",
    "flatdemandunit",
    "demandwindow",
    "demandreactivepowercharge",
    "demandratchetpercentage",
    "lookbackpercent",
    "lookbackmonths",
    "lookbackrange",
    "fixedchargefirstmeter",
    "fixedchargeunits",
    "fixedchargeeaaddl",
    "mincharge",
    "minchargeunits",
    "annualmincharge",
    "fueladjustmentsmonthly",
    "coincidentratestructure",
    "coincidentrateschedule",
    "coincidentrateunit",
};

static const struct yaml *exactly(const struct yaml *rate, const char *key)
{
    for (int i = 0; rate && rate->kind == YAML_MAPPING && i < rate->n; i++)
        if (!strcasecmp(rate->key[i]->text, key)) return rate->item[i];
    return NULL;
}

const struct yaml *urdb_field(const struct yaml *rate, const char *key)
{
    const struct yaml *node = exactly(rate, key);
    for (size_t i = 0; yaml_is_null(node) && i < sizeof spellings / sizeof *spellings; i++)
        if (!strcmp(spellings[i].key, key)) node = exactly(rate, spellings[i].other);
    return yaml_is_null(node) ? NULL : node;
}

static bool is_among(const char *key, const char *const *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!strcasecmp(key, list[i])) return true;
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++)
        if (!strcasecmp(key, spellings[i].other)) return true;
    return false;
}

void urdb_warn_unknown(struct urdb *u)
{
    struct builder b = builder_new(u->im->arena);
    const struct yaml *first = NULL;
    for (int i = 0; i < u->rate->n; i++) {
        const char *key = u->rate->key[i]->text;
        if (is_among(key, silent, sizeof silent / sizeof *silent) ||
            is_among(key, charged, sizeof charged / sizeof *charged) ||
            yaml_is_null(u->rate->item[i]))
            continue;
        if (!first) first = u->rate->key[i];
        builder_format(&b, "%s%s", b.n ? ", " : "", key);
    }
    if (first)
        diag_warning(u->im->diags, DIAG_INPUT, first->place, "if one is a charge, add its line",
                     "fields that mean nothing here are passed over: %s", b.s);
}

bool urdb_is_rate(const struct yaml *node)
{
    static const char *const structures[] = {"energyratestructure", "demandratestructure",
                                             "flatdemandstructure"};
    for (size_t i = 0; i < sizeof structures / sizeof *structures; i++)
        if (urdb_field(node, structures[i])) return true;
    return false;
}

/* ---- numbers ------------------------------------------------------------------ */

static bool refuse(struct urdb *u, struct place where, const char *hint, const char *what,
                   const char *key)
{
    diag_error(u->im->diags, DIAG_INPUT, where, hint, "%s: %s", key, what);
    return false;
}

bool urdb_read_number(struct urdb *u, const char *key, double *out)
{
    const struct yaml *node = urdb_field(u->rate, key);
    *out = (double)NAN;
    if (!node || yaml_number(node, out)) return true;
    return refuse(u, node->place, NULL, "no number", key);
}

bool urdb_read_months(struct urdb *u, const struct yaml *node, const char *key,
                      double out[URDB_MONTHS])
{
    if (node->kind != YAML_SEQUENCE || node->n != URDB_MONTHS)
        return refuse(u, node->place, "January first", "a list of twelve months is needed", key);
    for (int m = 0; m < URDB_MONTHS; m++) {
        bool flag;
        if (yaml_number(node->item[m], &out[m])) continue;
        if (!yaml_flag(node->item[m], &flag))
            return refuse(u, node->item[m]->place, NULL, "no number", key);
        out[m] = flag;
    }
    return true;
}

/* ---- structures --------------------------------------------------------------- */

static bool read_step(struct urdb *u, const struct yaml *unit, const char *key, enum urdb_step *out)
{
    static const char *const words[] = {"kWh", "kWh daily", "kWh/kW", "kWh/kW daily"};
    const char *s = yaml_text(unit);
    *out = URDB_KWH;
    if (!s) return true;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcasecmp(s, words[i])) {
            *out = (enum urdb_step)i;
            return true;
        }
    return refuse(u, unit->place, "there are: kWh, kWh daily, kWh/kW, kWh/kW daily",
                  arena_format(u->im->arena, "unknown unit '%s'", s), key);
}

static bool read_part(struct urdb *u, const struct yaml *tier, const char *name, const char *key,
                      double *out)
{
    const struct yaml *node = urdb_field(tier, name);
    *out = (double)NAN;
    if (!node || yaml_number(node, out)) return true;
    return refuse(u, node->place, NULL, arena_format(u->im->arena, "%s is no number", name), key);
}

/* The last tier has no end: none, as good as none (1e38), or zero. */
static bool read_end(struct urdb *u, const struct urdb_period *p, int i, const char *key)
{
    struct urdb_tier *t = &p->tier[i];
    const double endless = 1e30;
    bool is_last = i + 1 == p->n;
    if (t->most >= endless || (is_last && fabs(t->most) <= 0)) t->most = (double)NAN;
    if (isnan(t->most)) {
        if (is_last) return true;
        return refuse(u, t->place, "give it a max, or take the tiers after it out",
                      "a tier without an end is not the last", key);
    }
    if (!(t->most > (i ? p->tier[i - 1].most : 0)))
        return refuse(u, t->place, NULL, "the ends of tiers must rise", key);
    if (is_last)
        diag_warning(u->im->diags, DIAG_INPUT, t->place, "add a tier without max for what exceeds",
                     "%s: nothing is charged above the last tier's end", key);
    return true;
}

static bool read_tier(struct urdb *u, const struct yaml *node, const char *key, bool is_energy,
                      struct urdb_tier *t)
{
    double adj;
    *t = (struct urdb_tier){.place = node->place};
    if (node->kind != YAML_MAPPING)
        return refuse(u, node->place, NULL, "a tier is no mapping", key);
    const struct yaml *unit = urdb_field(node, "unit");
    t->unit = yaml_text(unit);
    if (is_energy && !read_step(u, unit, key, &t->step)) return false;
    if (!read_part(u, node, "rate", key, &t->price) || !read_part(u, node, "adj", key, &adj) ||
        !read_part(u, node, "sell", key, &t->sell) || !read_part(u, node, "max", key, &t->most))
        return false;
    if (!isnan(adj)) t->price += adj;
    return true;
}

static bool read_period(struct urdb *u, const struct yaml *node, const char *key, bool is_energy,
                        struct urdb_period *p)
{
    if (node->kind != YAML_SEQUENCE || !node->n)
        return refuse(u, node->place, NULL, "a period is a list of tiers", key);
    p->n = node->n;
    p->tier = ARENA_ARRAY(u->im->arena, struct urdb_tier, (size_t)node->n);
    for (int i = 0; i < node->n; i++)
        if (!read_tier(u, node->item[i], key, is_energy, &p->tier[i])) return false;
    for (int i = 0; i < p->n; i++)
        if (!read_end(u, p, i, key)) return false;
    return true;
}

bool urdb_read_structure(struct urdb *u, const char *key, struct urdb_structure *out)
{
    const struct yaml *node = urdb_field(u->rate, key);
    *out = (struct urdb_structure){0};
    if (!node) return true;
    if (node->kind != YAML_SEQUENCE)
        return refuse(u, node->place, NULL, "a list of periods is needed", key);
    bool is_energy = !strcmp(key, "energyratestructure");
    out->n = node->n;
    out->period = ARENA_ARRAY(u->im->arena, struct urdb_period, (size_t)node->n + 1);
    for (int i = 0; i < node->n; i++)
        if (!read_period(u, node->item[i], key, is_energy, &out->period[i])) return false;
    return true;
}

/* ---- schedules ---------------------------------------------------------------- */

static bool read_days(struct urdb *u, const struct yaml *node, const char *key, int n,
                      int out[URDB_MONTHS][URDB_HOURS])
{
    if (node->kind != YAML_SEQUENCE || node->n != URDB_MONTHS)
        return refuse(u, node->place, NULL, "twelve lists, one a month, are needed", key);
    for (int m = 0; m < URDB_MONTHS; m++) {
        const struct yaml *month = node->item[m];
        if (month->kind != YAML_SEQUENCE || month->n != URDB_HOURS)
            return refuse(u, month->place, NULL, "a month has 24 hours", key);
        for (int h = 0; h < URDB_HOURS; h++) {
            double p;
            if (!yaml_number(month->item[h], &p) || !(p >= 0 && p < n) || p > floor(p))
                return refuse(u, month->item[h]->place, "periods count from 0",
                              "the structure has no such period", key);
            out[m][h] = (int)p;
        }
    }
    return true;
}

bool urdb_read_schedule(struct urdb *u, const char *weekday, const char *weekend, int n,
                        struct urdb_schedule *out)
{
    const struct yaml *day = urdb_field(u->rate, weekday), *end = urdb_field(u->rate, weekend);
    memset(out, 0, sizeof *out);
    if (!day && !end) {
        if (n == 1) return true; /* one period holds always */
        return refuse(u, u->rate->place, NULL, "the rate has several periods, but no schedule",
                      weekday);
    }
    if (!day || !end)
        diag_warning(u->im->diags, DIAG_INPUT, u->rate->place, NULL,
                     "%s is not there: taken like %s", day ? weekend : weekday,
                     day ? weekday : weekend);
    return read_days(u, day ? day : end, day ? weekday : weekend, n, out->weekday) &&
           read_days(u, end ? end : day, end ? weekend : weekday, n, out->weekend);
}

static unsigned hours_of(const int hour[URDB_HOURS], int period)
{
    unsigned bits = 0;
    for (int h = 0; h < URDB_HOURS; h++)
        if (hour[h] == period) bits |= 1u << h;
    return bits;
}

int urdb_windows(const struct urdb_schedule *s, int period, struct urdb_window out[URDB_MONTHS])
{
    int n = 0;
    for (int m = 0; m < URDB_MONTHS; m++) {
        unsigned day = hours_of(s->weekday[m], period), end = hours_of(s->weekend[m], period);
        if (!day && !end) continue;
        int i = 0;
        while (i < n && (out[i].weekday != day || out[i].weekend != end)) i++;
        if (i == n) out[n++] = (struct urdb_window){0, day, end};
        out[i].months |= 1u << m;
    }
    return n;
}
