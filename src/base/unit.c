#include "base/unit.h"

#include <math.h>
#include <string.h>

/* One spelling of a unit.  prefixes lists the SI prefixes engineers put before
   it; a spelling with its prefix already in it (kWh) needs none. */
struct atom {
    const char *name;
    double factor;
    signed char power[UNIT_BASES];
    const char *prefixes;
};

/* Dimensions written with the base units of SI; an ampere is a base. */
#define DIM_W                                                                                      \
    {                                                                                              \
        [UNIT_M] = 2, [UNIT_KG] = 1, [UNIT_S] = -3                                                 \
    }
#define DIM_J                                                                                      \
    {                                                                                              \
        [UNIT_M] = 2, [UNIT_KG] = 1, [UNIT_S] = -2                                                 \
    }
#define DIM_PA                                                                                     \
    {                                                                                              \
        [UNIT_M] = -1, [UNIT_KG] = 1, [UNIT_S] = -2                                                \
    }
#define DIM_N                                                                                      \
    {                                                                                              \
        [UNIT_M] = 1, [UNIT_KG] = 1, [UNIT_S] = -2                                                 \
    }
#define DIM_V                                                                                      \
    {                                                                                              \
        [UNIT_M] = 2, [UNIT_KG] = 1, [UNIT_S] = -3, [UNIT_A] = -1                                  \
    }
#define DIM_M3                                                                                     \
    {                                                                                              \
        [UNIT_M] = 3                                                                               \
    }
#define DIM_FLOW                                                                                   \
    {                                                                                              \
        [UNIT_M] = 3, [UNIT_S] = -1                                                                \
    }
#define DIM_M                                                                                      \
    {                                                                                              \
        [UNIT_M] = 1                                                                               \
    }
#define DIM_S                                                                                      \
    {                                                                                              \
        [UNIT_S] = 1                                                                               \
    }
#define DIM_KG                                                                                     \
    {                                                                                              \
        [UNIT_KG] = 1                                                                              \
    }
#define DIM_HZ                                                                                     \
    {                                                                                              \
        [UNIT_S] = -1                                                                              \
    }

/* Exact by definition (international foot, pound and table BTU; US gallon),
   except inH2O, which is at 4 degC. */
#define FOOT_M 0.3048
#define POUND_KG 0.45359237
#define GALLON_M3 3.785411784e-3
#define BTU_J 1055.05585262

static const struct atom atoms[] = {
    {"1", 1, {0}, ""},
    {"%", 0.01, {0}, ""},
    {"ppm", 1e-6, {0}, ""},
    {"deg", 1, {0}, ""}, /* angles stay in degrees */
    {"°", 1, {0}, ""},
    {"W", 1, DIM_W, "mkMGT"},
    {"hp", 745.69987158227022, DIM_W, ""},
    {"tonR", 12000 * BTU_J / 3600, DIM_W, ""},
    {"VA", 1, {[UNIT_VA] = 1}, "kM"},
    {"VAh", 3600, {[UNIT_VA] = 1, [UNIT_S] = 1}, "kM"},
    {"var", 1, {[UNIT_VA] = 1}, "kM"},
    {"varh", 3600, {[UNIT_VA] = 1, [UNIT_S] = 1}, "kM"},
    {"V", 1, DIM_V, "mk"},
    {"A", 1, {[UNIT_A] = 1}, "mk"},
    {"Ah", 3600, {[UNIT_A] = 1, [UNIT_S] = 1}, "m"},
    {"ohm", 1, {[UNIT_M] = 2, [UNIT_KG] = 1, [UNIT_S] = -3, [UNIT_A] = -2}, "mkM"},
    {"J", 1, DIM_J, "kMGT"},
    {"Wh", 3600, DIM_J, "kMGT"},
    {"BTU", BTU_J, DIM_J, "kM"},
    {"Btu", BTU_J, DIM_J, ""},
    {"kg", 1, DIM_KG, ""},
    {"g", 1e-3, DIM_KG, "m"},
    {"t", 1000, DIM_KG, "k"},
    {"lb", POUND_KG, DIM_KG, ""},
    {"kgCO2", 1, DIM_KG, ""},
    {"kgCO2e", 1, DIM_KG, ""},
    {"gCO2", 1e-3, DIM_KG, ""},
    {"gCO2e", 1e-3, DIM_KG, ""},
    {"tCO2", 1000, DIM_KG, "k"},
    {"tCO2e", 1000, DIM_KG, "k"},
    {"m", 1, DIM_M, "mck"},
    {"in", FOOT_M / 12, DIM_M, ""},
    {"ft", FOOT_M, DIM_M, ""},
    {"um", 1e-6, DIM_M, ""},
    {"L", 1e-3, DIM_M3, "m"},
    {"l", 1e-3, DIM_M3, "m"},
    {"gal", GALLON_M3, DIM_M3, ""},
    {"s", 1, DIM_S, "m"},
    {"sec", 1, DIM_S, ""},
    {"min", 60, DIM_S, ""},
    {"h", 3600, DIM_S, ""},
    {"hour", 3600, DIM_S, ""},
    {"hours", 3600, DIM_S, ""},
    {"d", 86400, DIM_S, ""},
    {"day", 86400, DIM_S, ""},
    {"days", 86400, DIM_S, ""},
    {"year", 8760 * 3600.0, DIM_S, ""},
    {"years", 8760 * 3600.0, DIM_S, ""},
    {"month", 1, {[UNIT_MONTH] = 1}, ""},
    {"Pa", 1, DIM_PA, "hkM"},
    {"N", 1, DIM_N, "kM"},
    {"kgf", 9.80665, DIM_N, ""},
    {"lbf", POUND_KG * 9.80665, DIM_N, ""},
    {"bar", 1e5, DIM_PA, "m"},
    {"psi", POUND_KG * 9.80665 / (FOOT_M * FOOT_M / 144), DIM_PA, ""},
    {"inH2O", 249.08891, DIM_PA, ""},
    {"cfm", FOOT_M *FOOT_M *FOOT_M / 60, DIM_FLOW, ""},
    {"CFM", FOOT_M *FOOT_M *FOOT_M / 60, DIM_FLOW, ""},
    {"gpm", GALLON_M3 / 60, DIM_FLOW, ""},
    {"GPM", GALLON_M3 / 60, DIM_FLOW, ""},
    {"Hz", 1, DIM_HZ, "kMG"},
    {"rpm", 1.0 / 60, DIM_HZ, ""},
    {"ACH", 1.0 / 3600, DIM_HZ, ""}, /* air changes an hour */
    {"K", 1, {[UNIT_K] = 1}, ""},
    {"U", 1, {[UNIT_U] = 1}, ""},
    {"GPU", 1, {[UNIT_GPU] = 1}, ""},
    {"GPUh", 3600, {[UNIT_GPU] = 1, [UNIT_S] = 1}, ""},
    {"GB", 1, {[UNIT_GB] = 1}, ""},
    {"TB", 1000, {[UNIT_GB] = 1}, ""},
    {"PB", 1e6, {[UNIT_GB] = 1}, ""},
    {"GiB", 1.073741824, {[UNIT_GB] = 1}, ""},
    {"TiB", 1099.511627776, {[UNIT_GB] = 1}, ""},
    {"money", 1, {[UNIT_MONEY] = 1}, ""},
};
enum { N_ATOMS = sizeof atoms / sizeof atoms[0] };

static const struct {
    char name;
    double factor;
} prefixes[] = {{'m', 1e-3}, {'c', 1e-2}, {'h', 1e2}, {'k', 1e3},
                {'M', 1e6},  {'G', 1e9},  {'T', 1e12}};
enum { N_PREFIXES = sizeof prefixes / sizeof prefixes[0] };

static const char currencies[] =
    "AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP "
    "BYN BZD CAD CDF CHF CLF CLP CNH CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD "
    "FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES "
    "KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR "
    "MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB "
    "RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD "
    "TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWG";

static bool currency_known(struct text t)
{
    if (t.n != 3) return false;
    for (const char *s = currencies; s < currencies + sizeof currencies - 3; s += 4)
        if (memcmp(s, t.s, 3) == 0) return true;
    return false;
}

bool unit_is_currency(const char *code)
{
    return currency_known(text_of(code));
}

/* A temperature scale, which stands alone. */
static bool scale_find(struct text t, struct unit *u)
{
    static const char *const celsius[] = {"degC", "°C", "C", "℃"};
    static const char *const fahrenheit[] = {"degF", "°F", "F", "℉"};
    for (int i = 0; i < 4; i++) {
        bool is_c = text_is(t, celsius[i]);
        if (!is_c && !text_is(t, fahrenheit[i])) continue;
        *u = (struct unit){.is_absolute_temperature = true,
                           .factor = is_c ? 1 : 5.0 / 9,
                           .offset = is_c ? 0 : -32};
        u->power[UNIT_K] = 1;
        return true;
    }
    return false;
}

static const struct atom *atom_exact(struct text t)
{
    for (int i = 0; i < N_ATOMS; i++)
        if (text_is(t, atoms[i].name)) return &atoms[i];
    return NULL;
}

/* The bare spelling wins over prefix + spelling: "min" is a minute. */
static const struct atom *atom_find(struct text t, double *prefix)
{
    *prefix = 1;
    const struct atom *found = atom_exact(t);
    if (found || t.n < 2) return found;
    found = atom_exact((struct text){t.s + 1, t.n - 1});
    if (!found || !strchr(found->prefixes, t.s[0])) return NULL;
    for (int i = 0; i < N_PREFIXES; i++)
        if (prefixes[i].name == t.s[0]) *prefix = prefixes[i].factor;
    return found;
}

/* Takes "2", "3", "^2", "²" and so on off the end. */
static int power_cut(struct text *t)
{
    static const struct {
        const char *s;
        int power;
    } marks[] = {{"^2", 2}, {"^3", 3}, {"²", 2}, {"³", 3}, {"2", 2}, {"3", 3}};
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        size_t n = strlen(marks[i].s);
        if (t->n <= n || memcmp(t->s + t->n - n, marks[i].s, n) != 0) continue;
        t->n -= n;
        return marks[i].power;
    }
    return 1;
}

static bool multiply(struct unit *u, double factor, const signed char *power, int times)
{
    u->factor *= pow(factor, times);
    for (int i = 0; i < UNIT_BASES; i++) {
        int sum = u->power[i] + times * power[i];
        if (sum < -100 || sum > 100) return false;
        u->power[i] = (signed char)sum;
    }
    return true;
}

static bool currency_add(struct unit *u, struct text t, int sign)
{
    static const signed char money[UNIT_BASES] = {[UNIT_MONEY] = 1};
    if (!currency_known(t) || u->currency[0]) return false;
    memcpy(u->currency, t.s, 3);
    return multiply(u, 1, money, sign);
}

/* One factor of a product: atom or currency, with an optional power. */
static bool factor_add(struct unit *u, struct text t, int sign)
{
    double prefix;
    const struct atom *a = atom_find(t, &prefix); /* names may end in a digit: CO2 */
    int power = 1;
    if (!a) {
        if (currency_add(u, t, sign)) return true;
        power = power_cut(&t);
        a = atom_find(t, &prefix);
    }
    return a && multiply(u, a->factor * prefix, a->power, sign * power);
}

/* Length up to the next operator; its bytes in *skip, its meaning in *sign. */
static size_t factor_length(struct text t, size_t *skip, int *sign)
{
    for (size_t i = 0; i < t.n; i++) {
        bool is_dot = i + 1 < t.n && memcmp(t.s + i, "\xC2\xB7", 2) == 0;
        if (!is_dot && t.s[i] != '/' && t.s[i] != '*') continue;
        *skip = is_dot ? 2 : 1;
        *sign = t.s[i] == '/' ? -1 : 1;
        return i;
    }
    *skip = 0;
    return t.n;
}

bool unit_parse(struct text t, struct unit *u, struct text *why)
{
    t = text_trim(t);
    if (why) *why = t;
    if (scale_find(t, u)) return true;
    *u = (struct unit){.factor = 1};
    if (t.n == 0) return true;
    /* As on a calculator, from the left: W/m2/K divides twice, W/m2*K does not. */
    for (int sign = 1;;) {
        size_t skip;
        int next = 1;
        size_t n = factor_length(t, &skip, &next);
        struct text part = text_trim((struct text){t.s, n});
        if (why) *why = part;
        if (part.n == 0 || !factor_add(u, part, sign)) return false;
        if (skip == 0) break;
        t.s += n + skip;
        t.n -= n + skip;
        sign = next;
    }
    if (u->power[UNIT_MONTH] == 0 || u->power[UNIT_MONEY] != 0) return isfinite(u->factor);
    if (why) *why = text_of("month");
    return false;
}

bool unit_same_dimension(const struct unit *a, const struct unit *b)
{
    return a->is_absolute_temperature == b->is_absolute_temperature &&
           memcmp(a->power, b->power, sizeof a->power) == 0;
}

/* 1/factor when that is a whole number (%, g, mm): dividing by it rounds once
   and correctly, so 7 % is 0.07 to the last bit. */
static double whole_divisor(double factor)
{
    double d = round(1 / factor);
    return factor < 1 && fabs(d * factor - 1) < 1e-14 ? d : 0;
}

double unit_to_si(const struct unit *u, double value)
{
    double d = whole_divisor(u->factor);
    return d > 0 ? (value + u->offset) / d : (value + u->offset) * u->factor;
}

double unit_from_si(const struct unit *u, double si)
{
    double d = whole_divisor(u->factor);
    return (d > 0 ? si * d : si / u->factor) - u->offset;
}

const char *unit_examples(const struct unit *u)
{
    static const char *const rows[][2] = {
        {"degC", "degC, °C or F"},
        {"K", "K"},
        {"%", "%"},
        {"W", "W, kW or MW"},
        {"VA", "VA, kVA or MVA"},
        {"V", "V or kV"},
        {"A", "A"},
        {"J", "kWh, MWh or MJ"},
        {"kg", "kg, t or lb"},
        {"m", "mm, m or in"},
        {"m2", "m2 or ft2"},
        {"m3", "m3 or L"},
        {"s", "s, min, h or year"},
        {"Hz", "Hz, rpm or ACH"},
        {"Pa", "Pa, kPa, kN/m2, kgf/m2, bar or psi"},
        {"N", "N, kN or kgf"},
        {"m3/s", "m3/s, m3/h, L/s or cfm"},
        {"m3/s/W", "L/min/kW or cfm/kW"},
        {"kg/s", "kg/s or kg/h"},
        {"m/s", "m/s"},
        {"K/W", "K/W or K/kW"},
        {"W/K", "W/K or kW/K"},
        {"W/m2", "W/m2"},
        {"kg/J", "kg/kWh or g/kWh"},
        {"U", "U"},
        {"GPU", "GPU"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct unit row;
        if (unit_parse(text_of(rows[i][0]), &row, NULL) && unit_same_dimension(&row, u))
            return rows[i][1];
    }
    return "";
}
