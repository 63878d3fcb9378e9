#include "model/ups.h"

#include <math.h>

#include "base/elementary.h"

#define AT(field) offsetof(struct ups, field)

const char *const redundancy_words[] = {"N", "N+1", "2N", "2(N+1)", "3N/2", "4N/3", "block", NULL};
static const char *const mode_words[] = {"double-conversion", "line-interactive", "eco", NULL};

/* clang-format off */
const struct param ups_params[] = {
    ROWS_FED,
    {.key = "module_power", .unit = "kW", .def = PARAM_REQUIRED, .min = 0.3, .max = 5000,
     .at = AT(module_w), .doc = "rated output of one module"},
    {.key = "module_apparent", .unit = "kVA", .min = 0.3, .max = 5000, .at = AT(module_va),
     .doc = "rated apparent output of one module"},
    {.key = "modules", .def = "1", .min = 1, .max = 64, .type = PARAM_COUNT, .at = AT(modules),
     .doc = "modules installed in one system, redundant ones included"},
    {.key = "redundancy", .type = PARAM_WORD, .words = redundancy_words, .def = "N",
     .at = AT(redundancy),
     .doc = "N; N+1: a module to spare; 2N: two systems; 2(N+1); 3N/2 and 4N/3: three or four "
            "systems of which one may fail; block: systems with one in reserve"},
    {.key = "blocks", .type = PARAM_COUNT, .def = "3", .min = 1, .max = 16, .at = AT(blocks),
     .doc = "of block redundancy, systems that carry load, beside the one in reserve"},
    ROW_USABLE,
    {.key = "c0", .def = PARAM_REQUIRED, .max = 0.5, .at = AT(c0),
     .doc = "loss without load, share of the rating"},
    {.key = "c1", .def = PARAM_REQUIRED, .min = -0.2, .max = 0.5, .at = AT(c1),
     .doc = "loss in proportion to load, share of the load"},
    {.key = "c2", .def = PARAM_REQUIRED, .min = -0.2, .max = 0.5, .at = AT(c2),
     .doc = "loss with the square of load, share of the rating at full load"},
    {.key = "mode", .type = PARAM_WORD, .words = mode_words, .def = "double-conversion",
     .at = AT(mode),
     .doc = "what passes: a double conversion draws balanced sine currents, the others what "
            "the load draws"},
    {.key = "power_factor", .def = "0.99", .min = 0.3, .max = 1, .at = ELECTRICAL(power_factor),
     .doc = "power factor of what it draws in double conversion"},
    {.key = "short_circuit", .def = "2", .min = 1, .max = 10, .at = AT(short_circuit_ratio),
     .doc = "current it gives into a short circuit from its inverter, over its rated current"},
    {.key = "battery", .type = PARAM_REF, .refs = "battery", .at = AT(battery),
     .doc = "battery of each system"},
    {.key = "module_price", .unit = "money", .type = PARAM_MONEY, .max = 1e9,
     .at = AT(module_price),
     .doc = "purchase price of one module, without VAT: a system without a price costs that of its "
            "modules; without it, a module costs the system's price over its modules"},
    ROWS_VOLTAGE("nominal voltage: 400 V LL or 230 V LN; its source's when not given"),
    ROWS_PROTECTION,
    ROWS_RELIABILITY,
    ROWS_SOURCE,
};

#define BATTERY(field) offsetof(struct battery, field)

const struct param battery_params[] = {
    {.key = "energy", .unit = "kWh", .def = PARAM_REQUIRED, .min = 0.01, .max = 1e6,
     .at = BATTERY(energy_j), .doc = "nominal energy of one system's battery"},
    {.key = "depth", .unit = "%", .def = "80 %", .min = 5, .max = 100, .at = BATTERY(depth_frac),
     .doc = "share of the nominal energy that the discharge rate lets out"},
    {.key = "ageing", .unit = "%", .def = "80 %", .min = 5, .max = 100, .at = BATTERY(ageing_frac),
     .doc = "share that is left at the end of its life"},
    {.key = "inverter", .unit = "%", .def = "96 %", .min = 50, .max = 100,
     .at = BATTERY(inverter_frac), .doc = "efficiency from battery to output"},
    {.key = "recharge", .unit = "%", .def = "10 %", .max = 100, .at = BATTERY(recharge_frac),
     .doc = "recharge power over the rating of the UPS, which a generator carries too"},
    {.key = "needed", .unit = "min", .def = "5 min", .max = 1440, .at = BATTERY(needed_s),
     .doc = "runtime that is needed until a generator carries, or servers are shut down"},
    {.key = "room", .type = PARAM_REF, .refs = "room", .at = BATTERY(room),
     .doc = "where it stands, for its life: by rack inlets, or by return air where there are no "
            "servers"},
    {.key = "rated_temperature", .unit = "degC", .def = "25 degC", .min = 10, .max = 40,
     .at = BATTERY(rated_c), .doc = "at which its life is rated: 20 or 25 degC"},
    {.key = "life_halving", .unit = "K", .def = "10 K", .min = 3, .max = 40,
     .at = BATTERY(halving_k),
     .doc = "so much above the rated temperature halves its life: 8 to 10 K of lead-acid, a "
            "placeholder of others"},
    {.key = "mtbf", .unit = "h", .min = 10, .max = 1e9, .at = BATTERY(mtbf_s),
     .doc = "mean time between failures"},
    {.key = "mttr", .unit = "h", .min = 0.001, .max = 1e5, .at = BATTERY(mttr_s),
     .doc = "mean time to repair"},
    ROWS_SOURCE,
};
/* clang-format on */
const int ups_n_params = sizeof ups_params / sizeof *ups_params;
const int battery_n_params = sizeof battery_params / sizeof *battery_params;

double battery_ageing(const struct battery *b, double t_c)
{
    double above_k = t_c - b->rated_c;
    return above_k > 0 ? pow_of(2, above_k / b->halving_k) : 1;
}

double ups_loss_w(const struct ups *u, int n_modules, double load_w)
{
    double rated_w = n_modules * u->module_w, x = load_w / rated_w;
    return rated_w * (u->c0 + u->c1 * x + u->c2 * x * x);
}

bool ups_curve_is_sound(const struct ups *u)
{
    return u->c0 >= 0 && u->c1 >= 0 && u->c1 + 2 * u->c2 >= 0;
}

int ups_modules_needed(const struct ups *u)
{
    return ups_has_spare(u) ? u->modules - 1 : u->modules;
}

int ups_active_systems(const struct ups *u)
{
    switch (u->redundancy) {
    case REDUNDANCY_2N:
    case REDUNDANCY_2N1: return 2;
    case REDUNDANCY_3N2: return 3;
    case REDUNDANCY_4N3: return 4;
    case REDUNDANCY_BLOCK: return u->blocks;
    default: return 1;
    }
}

int ups_systems(const struct ups *u)
{
    return ups_active_systems(u) + (u->redundancy == REDUNDANCY_BLOCK);
}

int ups_cords(const struct ups *u)
{
    return u->redundancy == REDUNDANCY_3N2 || u->redundancy == REDUNDANCY_4N3 ? 2 : 0;
}
