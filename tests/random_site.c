#include "random_site.h"

#include <string.h>

static const char *const containment[] = {"none", "curtains", "cold-aisle", "hot-aisle", "chimney"};
static const char *const redundancy[] = {"N", "N+1", "2N"};
static const char *const curve[] = {"linear", "fan-et-al", "points"};

double random_draw(uint64_t *s, double lo, double hi)
{
    *s ^= *s >> 12;
    *s ^= *s << 25;
    *s ^= *s >> 27;
    return lo + (hi - lo) * (double)((*s * 2685821657736338717u) >> 11) * 0x1p-53;
}

int random_pick(uint64_t *s, int n)
{
    return (int)random_draw(s, 0, n);
}

static void draw_group(uint64_t *s, struct random_group *g)
{
    g->count = 1 + random_pick(s, 60);
    g->typical_kw = random_draw(s, .3, 9);
    g->idle_kw = g->typical_kw * random_draw(s, .15, .6);
    g->maximum_kw = g->typical_kw * random_draw(s, 1, 1.4);
    g->fan_w = g->typical_kw * random_draw(s, 0, 150);
    g->airflow_m3_s = g->maximum_kw * random_draw(s, .06, .12);
    g->leakage = random_draw(s, 0, .5);
    g->curve = random_pick(s, 3);
    g->has_psu = random_pick(s, 5) > 0;
    g->psu_count = 2 + random_pick(s, 3);
    for (int h = 0; h < 24; h++) g->activity[h] = random_draw(s, 0, 100);
}

struct random_site random_site_make(uint64_t seed)
{
    uint64_t s = seed * 0x9e3779b97f4a7c15u + 1;
    for (int i = 0; i < 8; i++) random_draw(&s, 0, 1);
    struct random_site r = {.seed = seed, .cooling = (enum cooling)(seed % N_COOLING)};
    r.n_group = 1 + random_pick(&s, 3);
    for (int g = 0; g < r.n_group; g++) draw_group(&s, &r.group[g]);
    r.capture = random_draw(&s, .4, .95);
    r.c0 = random_draw(&s, .002, .02);
    r.c1 = random_draw(&s, 0, .01);
    r.c2 = random_draw(&s, 0, .03);
    r.ups_load = random_draw(&s, .2, .9);
    r.redundancy = random_pick(&s, 3);
    r.pdu_proportional = random_draw(&s, 0, .02);
    r.pdu_square = random_draw(&s, 0, .02);
    r.transformer_share = random_draw(&s, .3, .9);
    r.containment = random_pick(&s, 5);
    r.supply_c = random_draw(&s, 18, 26);
    r.envelope_w_k = random_pick(&s, 2) * random_draw(&s, 0, 300);
    r.adjacent_w_k = random_pick(&s, 2) * random_draw(&s, 0, 300);
    r.lights_kw = random_draw(&s, 0, 5);
    r.outdoor_load_kw = random_pick(&s, 2) * random_draw(&s, 0, 5);
    r.crac_inverter = random_pick(&s, 2);
    r.fan_constant = random_pick(&s, 2);
    r.pump_constant = random_pick(&s, 2);
    r.chillers = 1 + random_pick(&s, 3);
    r.pads = random_pick(&s, 2);
    r.evaporative = random_pick(&s, 2);
    r.trim = random_pick(&s, 2);
    r.size = random_draw(&s, 1.2, 2);
    r.altitude_pa = random_draw(&s, 75e3, 103e3);
    r.t_c = random_draw(&s, -10, 32);
    r.dew_below_k = random_draw(&s, 0, 20);
    r.swing_k = random_draw(&s, 0, 10);
    r.coolers = 2;
    r.economizer_c = r.cooling == COOLING_GLYCOL ? 10 : 7;
    r.reuse = random_pick(&s, 5);
    r.reuse_share = random_draw(&s, .05, 1.2);
    r.carnot = random_pick(&s, 2);
    r.stage = random_draw(&s, 50, 100);
    r.loop_reset = random_pick(&s, 4);
    r.worn = random_pick(&s, 2) * random_draw(&s, 1, 25);
    r.reset = random_pick(&s, 6) - 3; /* most have none */
    if (r.reset < 0) r.reset = 0;
    r.partial = random_pick(&s, 2);
    r.staged = random_pick(&s, 2);
    r.door_size = random_draw(&s, .3, 2);
    r.outdoor_m3_s = (random_pick(&s, 3) == 0) * random_draw(&s, .01, 2);
    r.people = random_pick(&s, 2) * random_draw(&s, 0, 8);
    r.dew_min_c = random_draw(&s, -5, 8);
    r.dew_max_c = random_draw(&s, 9.5, 16);
    r.coil_bypass = random_draw(&s, 5, 50);
    r.humidifier = random_pick(&s, 4);
    r.humidifier_kg_h = random_pick(&s, 2) * random_draw(&s, 1, 20);
    r.reheat_kw = random_pick(&s, 2) * random_draw(&s, 1, 50);
    r.dries = random_pick(&s, 2) && r.loop_reset != 3; /* warm water does not dry */
    r.coil_dry = random_pick(&s, 3) == 0;
    r.immersed = random_pick(&s, 3) == 0;
    r.approach_k = random_draw(&s, 3, 8);
    r.coolant_kpa = random_pick(&s, 2) * random_draw(&s, 60, 190);
    r.has_layout = random_pick(&s, 5) == 0 && r.cooling != COOLING_REARDOOR;
    return r;
}

static double it_kw(const struct random_site *r)
{
    double sum = 0;
    for (int g = 0; g < r->n_group; g++) sum += r->group[g].count * r->group[g].maximum_kw;
    return sum;
}

static bool is_immersed(const struct random_site *r, int group)
{
    return r->cooling == COOLING_LIQUID && group == 0 && r->immersed;
}

static double flow_m3_s(const struct random_site *r)
{
    double sum = 0;
    for (int g = 0; g < r->n_group; g++)
        if (!is_immersed(r, g)) sum += r->group[g].count * r->group[g].airflow_m3_s;
    return sum;
}

static void write_moisture(struct builder *b, const struct random_site *r)
{
    static const char *const humidifier[] = {"none", "steam", "adiabatic", "ultrasonic"};
    if (!(r->outdoor_m3_s > 0)) return;
    builder_format(b, "infiltration = %.17g m3/s\npeople = %.17g\ndew_point_min = %.17g degC\n"
                      "dew_point_max = %.17g degC\ncoil_bypass = %.17g %%\nhumidifier = %s\n"
                      "dehumidifier = %s\nreheat = %.17g kW\n",
                   r->outdoor_m3_s, r->people, r->dew_min_c, r->dew_max_c, r->coil_bypass,
                   humidifier[r->humidifier], r->dries ? "coil" : "none", r->reheat_kw);
    if (r->humidifier_kg_h > 0)
        builder_format(b, "humidifier_capacity = %.17g kg/h\n", r->humidifier_kg_h);
}

static void write_power(struct builder *b, const struct random_site *r)
{
    double kw = it_kw(r);
    builder_format(b, "[transformer t]\nrated_power = %.17g kVA\nno_load_loss = %.17g W\n"
                      "load_loss = %.17g W\nfrom = utility.grid\n",
                   2 * kw / r->transformer_share, 1.5 * kw, 12 * kw);
    builder_format(b, "[ups u]\nmodule_power = %.17g kW\nmodules = 3\nredundancy = %s\nc0 = %.17g\n"
                      "c1 = %.17g\nc2 = %.17g\nfrom = transformer.t\nheat_to = hall\n",
                   kw / r->ups_load / 2, redundancy[r->redundancy], r->c0, r->c1, r->c2);
    builder_format(b, "[pdu d]\nrated_power = %.17g kW\nno_load_loss = 50 W\n"
                      "proportional_loss = %.17g %%\nsquare_loss = %.17g %%\nfrom = ups.u\n"
                      "heat_to = hall\n",
                   1.5 * kw, 100 * r->pdu_proportional, 100 * r->pdu_square);
    builder_format(b, "[load lights]\nkind = lighting\npower = %.17g kW\nfrom = transformer.t\n"
                      "heat_to = hall\n[load yard]\npower = %.17g kW\nfrom = transformer.t\n",
                   r->lights_kw, r->outdoor_load_kw);
    builder_format(b, "[room hall]\ncontainment = %s\nsupply = %.17g degC\nenvelope = %.17g W/K\n"
                      "adjacent_envelope = %.17g W/K\n",
                   containment[r->containment], r->supply_c, r->envelope_w_k, r->adjacent_w_k);
    if (r->reset == 1)
        builder_format(b, "reset = outdoor\nreset_curve = 5 degC: %.17g degC, 25 degC: %.17g degC\n",
                       r->supply_c + 3, r->supply_c);
    if (r->reset == 2)
        builder_format(b, "reset = inlet\ninlet_target = %.17g degC\nsupply_min = %.17g degC\n"
                          "supply_max = %.17g degC\n", r->supply_c + 2, r->supply_c, r->supply_c + 2);
    write_moisture(b, r);
    if (r->cooling == COOLING_REARDOOR) builder_text(b, "[rack k]\ncount = 40\n");
    if (r->has_layout)
        builder_format(b, "length = 4 m\nwidth = %.17g m\nheight = 3 m\nfloor = raised\n",
                       3 + 2.6 * r->n_group);
}

/* A row of three racks for each group; the first of them all breathes much exhaust. */
static void write_racks(struct builder *b, int i)
{
    builder_format(b, "[rack r%d]\ncount = 3\nunits = 60 U\nposition = 1.2, %.17g m\nfacing = %s\n",
                   i, 1.5 + 2.6 * i, i % 2 ? "-y" : "+y");
    if (i == 0) builder_text(b, "recirculation = 30 %\n");
}

static void write_group(struct builder *b, const struct random_site *r, int i)
{
    const struct random_group *g = &r->group[i];
    if (r->has_layout) write_racks(b, i);
    builder_format(b, "[workload w%d]\nweekday = ", i);
    for (int h = 0; h < 24; h++)
        builder_format(b, "%.17g%s", g->activity[h], h < 23 ? ", " : " %\n");
    if (g->has_psu)
        builder_format(b, "[psu p%d]\nrated_power = %.17g W\n"
                          "efficiency = 10 %%: 88 %%, 20 %%: 92 %%, 50 %%: 94 %%, 100 %%: 91 %%\n",
                       i, fmax(1200 * g->maximum_kw / (g->psu_count - 1), 60));
    builder_format(b, "[server s%d]\ncount = %d\npower_idle = %.17g kW\npower_typical = %.17g kW\n"
                      "power_maximum = %.17g kW\ncurve = %s\nfan_power = %.17g W\n"
                      "airflow = %.17g m3/s\nleakage = %.17g %%/K\nfrom = pdu.d\nworkload = w%d\n",
                   i, g->count, g->idle_kw, g->typical_kw, g->maximum_kw, curve[g->curve],
                   is_immersed(r, i) ? 0 : g->fan_w, is_immersed(r, i) ? 0 : g->airflow_m3_s,
                   g->leakage, i);
    if (r->has_layout) builder_format(b, "rack = r%d\n", i);
    if (g->curve == 2) builder_text(b, "points = 0 %: 100 W, 30 %: 180 W, 70 %: 220 W, 100 %: 250 W\n");
    if (g->has_psu) builder_format(b, "psu = p%d\npsu_count = %d\npsu_needed = %d\n", i, g->psu_count,
                                   g->psu_count - 1);
    if (r->cooling == COOLING_REARDOOR) builder_text(b, "rack = k\n");
    if (r->cooling == COOLING_LIQUID && i == 0)
        builder_format(b, "liquid_capture = %.17g %%\ncdu = c\nplate_resistance = 0.03 K/W\n"
                          "accelerator_power = 100 W\npressure_drop = 150 kPa\n"
                          "coolant_leakage = %.17g %%/K\n",
                       100 * r->capture, (double)(r->seed / N_COOLING % 3) * .2);
    if (is_immersed(r, i)) builder_text(b, "liquid_by = immersion\ninlet_max = 60 degC\n");
}

/* Units of an air kind, three of them, for heat_kw. */
static void write_unit(struct builder *b, const struct random_site *r, const char *kind,
                       double heat_kw)
{
    double flow = fmax(flow_m3_s(r) * 1.8, heat_kw * .1) / 3;
    builder_format(b, "[%s a]\ncount = 3\nneeded = 2\nserves = hall\nfrom = transformer.t\n"
                      "airflow = %.17g m3/s\nfan_power = %.17g kW\nfan = %s\n",
                   kind, flow, flow * .6, r->fan_constant ? "constant" : "variable");
    if (strcmp(kind, "ahu")) builder_format(b, "capacity = %.17g kW\n", fmax(heat_kw / 3, 1));
    if (!strcmp(kind, "crac"))
        builder_format(b, "cop = 3.5\ncompressor = %s\ncondenser_fan_power = %.17g kW\n%s",
                       r->crac_inverter ? "inverter" : "cycling",
                       r->cooling == COOLING_GLYCOL ? 0 : heat_kw * .01,
                       r->staged ? "load_min = 40 %\n" : "");
}

/* Some heat of the loop is handed over: by an exchanger, or a heat pump of one of two
   kinds.  What goes before the loop's other parts. */
static const char *write_reuse(struct builder *b, const struct random_site *r, double water_min_c,
                               double heat_kw)
{
    static const char *const pump[] = {"", "heat_pump = cop\ncop = 3.5\nfrom = transformer.t\n",
                                       "heat_pump = carnot\ndelivery = 65 degC\nfrom = transformer.t\n"};
    if (r->reuse < 2) return "";
    builder_format(b, "[reuse x]\ncapacity = %.17g kW\nwater_min = %.17g degC\nhours = 0-5, 7-18\n%s",
                   fmax(r->reuse_share * heat_kw, 1), water_min_c, pump[r->reuse - 2]);
    return "reuse.x, ";
}

static void write_loop(struct builder *b, const struct random_site *r, const char *name,
                       double supply_c, double heat_kw, const char *to)
{
    builder_format(b, "[loop %s]\nsupply = %.17g degC\nrise = 6 K\ndesign_heat = %.17g kW\n"
                      "head = 200 kPa\npump = %s\nfrom = transformer.t\nrejects_to = %s\n",
                   name, supply_c, heat_kw, r->pump_constant ? "constant" : "variable", to);
}

static void write_reset(struct builder *b, const struct random_site *r, double max_c)
{
    static const char *const how[] = {"outdoor\nreset_cold = 0 degC\nreset_warm = 22 degC", "demand"};
    if (r->loop_reset >= 2)
        builder_format(b, "reset = %s\nsupply_max = %g degC\n", how[r->loop_reset - 2], max_c);
}

static void write_chiller(struct builder *b, const struct random_site *r, bool is_air,
                          double heat_kw)
{
    builder_format(b, "[chiller ch]\ncount = %d\ncapacity = %.17g kW\nfrom = transformer.t\n"
                      "stage = %.17g %%\n%s",
                   r->chillers, heat_kw / r->chillers, r->stage, r->carnot ? "model = carnot\n" : "");
    builder_text(b, is_air ? "condenser = air\nrated_condenser = 35 degC\ncop = 3.1\ncondenser_max = 46 degC\nwater_max = 15 degC\n"
                             "cap_ft = .985959, .0494874, -2.9808e-4, -.0037368, -4.536e-5, -5.022e-4\n"
                             "eir_ft = .570624, .0119538, -5.2164e-4, -3.24e-5, 4.212e-4, -6.0588e-4\n"
                             "eir_plr = .03648722, .73474298, .21994748\n"
                           : "condenser = water\nrejects_to = loop.cw\ncop = 5.5\n"
                             "cap_ft = .257896, .0389016, -2.1708e-4, .0468684, -9.4284e-4, -3.4344e-4\n"
                             "eir_ft = .933884, -.058212, 4.50036e-3, 2.43e-3, 4.86e-4, -1.215e-3\n"
                             "eir_plr = .222903, .313387, .46371\n");
}

static void write_water(struct builder *b, const struct random_site *r, double heat_kw)
{
    bool has_economizer = r->cooling == COOLING_ECONOMIZER, is_air = r->cooling == COOLING_AIR_CHILLER;
    const char *first = write_reuse(b, r, 14, heat_kw);
    const char *then = has_economizer ? "economizer.e, chiller.ch" : "chiller.ch";
    write_loop(b, r, "chw", 12 + r->water_k, heat_kw, arena_format(b->arena, "%s%s", first, then));
    write_reset(b, r, 18 + r->water_k);
    write_chiller(b, r, is_air, heat_kw);
    if (is_air) return;
    write_loop(b, r, "cw", has_economizer ? 6 : 20, heat_kw * 1.2, "tower.t");
    builder_format(b, "[tower t]\ncount = 2\ncapacity = %.17g kW\nfan_power = %.17g kW\n"
                      "from = transformer.t\nfouling = %.17g %%\nfan_min = %.17g %%\n"
                      "basin_heater = %.17g W/K\napproach_min = %.17g K\n",
                   heat_kw * .7, heat_kw * .01, r->worn, r->worn, 3 * r->worn, r->worn / 8);
    if (!has_economizer) return;
    builder_format(b, "[economizer e]\nrejects_to = loop.cw\nfouling = %.17g %%\n", r->worn);
}

static void write_drycooler(struct builder *b, const struct random_site *r, double heat_kw)
{
    builder_format(b, "[drycooler d]\ncount = %d\ncapacity = %.17g kW\nair = 32 degC\n"
                      "water_in = 44 degC\nwater_out = 37 degC\nairflow = %.17g m3/s\n"
                      "fan_power = %.17g kW\npads = %d %%\npads_pump = 0.1 kW\nfrom = transformer.t\n",
                   r->coolers, heat_kw, heat_kw * .17, heat_kw * .02, r->pads * 70);
}

static void write_liquid(struct builder *b, const struct random_site *r)
{
    double kw = r->group[0].count * r->group[0].maximum_kw * 1.1;
    builder_format(b, "[cdu c]\ncount = 2\nneeded = 1\ncapacity = %.17g kW\nsupply = 40 degC\n"
                      "head = 200 kPa\npump = %s\nfrom = ups.u\nrejects_to = loop.fws\n"
                      "approach = %.17g K\n",
                   fmax(kw, 2), r->pump_constant ? "constant" : "variable", r->approach_k);
    if (r->coolant_kpa > 0) builder_format(b, "head_available = %.17g kPa\n", r->coolant_kpa);
    if (r->immersed)
        builder_text(b, "fluid = dielectric\nfluid_density = 820 kg/m3\nflow = 3 L/min/kW\n"
                        "fluid_heat_capacity = 2.15 kJ/kg/K\nfluid_viscosity = 8.5 mm2/s\n"
                        "fluid_conductivity = 0.135 W/m/K\nfacility_flow = 1.5 L/min/kW\n");
    const char *first = write_reuse(b, r, 36, kw);
    const char *then = r->trim ? "drycooler.d, chiller.ch" : "drycooler.d";
    write_loop(b, r, "fws", 40 - r->approach_k + r->water_k, fmax(kw * 1.2, 2),
               arena_format(b->arena, "%s%s", first, then));
    write_reset(b, r, 40 + r->water_k);
    write_drycooler(b, r, fmax(kw, 2));
    builder_format(b, "fouling = %.17g %%\nfan_min = %.17g %%\n", r->worn, r->worn);
    if (r->trim) write_chiller(b, r, true, fmax(kw, 3));
}

static void write_glycol(struct builder *b, const struct random_site *r, double heat_kw)
{
    write_unit(b, r, "crac", heat_kw);
    builder_text(b, "condenser = glycol\nrejects_to = loop.g\n");
    if (r->trim)
        builder_format(b, "economizer = coil\neconomizer_capacity = %.17g kW\n"
                          "economizer_return = 30 degC\neconomizer_entering = %.17g degC\n",
                       fmax(heat_kw / 4, 1), r->economizer_c);
    write_loop(b, r, "g", 8, heat_kw * 1.4, "drycooler.d");
    builder_text(b, "glycol = 30 %\n");
    write_drycooler(b, r, heat_kw);
}

static void write_pumped(struct builder *b, const struct random_site *r, double heat_kw)
{
    write_unit(b, r, "crac", heat_kw);
    builder_format(b, "economizer = pumped-refrigerant\neconomizer_capacity = %.17g kW\n"
                      "economizer_pump_power = %.17g kW\neconomizer_partial = %s\n"
                      "economizer_entering = %.17g degC\n",
                   fmax(heat_kw / 4, 1), fmax(heat_kw * .004, .01), r->partial ? "yes" : "no",
                   r->economizer_c);
}

static void write_indirect(struct builder *b, const struct random_site *r, double heat_kw)
{
    write_unit(b, r, "ahu", heat_kw);
    builder_format(b, "economizer = indirect\nscavenger_fan_power = %.17g kW\n%s", heat_kw * .01,
                   r->evaporative ? "wet_exchanger = 75 %\nevaporative_pump = 0.3 kW\nbleed = 20 %\n"
                                  : "");
    write_unit(b, r, "crac", heat_kw);
}

static void write_doors(struct builder *b, const struct random_site *r, double heat_kw)
{
    write_unit(b, r, "crac", heat_kw);
    builder_format(b, "[reardoor n]\nrack = k\ncount = %d\nrejects_to = loop.g\n"
                      "capacity = %.17g kW\nairflow = %.17g m3/s\nserver_fan = 8 %%\n"
                      "fan_power = %.17g kW\nfrom = transformer.t\n%s",
                   r->partial ? 40 : 25, fmax(it_kw(r) * r->door_size / 40, .5),
                   fmax(it_kw(r) * r->door_size / 40, .5) * .09, r->trim * .1,
                   r->staged || r->reset == 2 ? "leaving = 16 degC\n" : "");
    write_loop(b, r, "g", 16, heat_kw, "drycooler.d");
    write_drycooler(b, r, heat_kw);
}

const char *random_site_text(const struct random_site *r, const int *order, struct arena *a)
{
    struct builder b = builder_new(a);
    double heat_kw = 1.15 * it_kw(r) * r->size + 10;
    write_power(&b, r);
    for (int i = 0; i < r->n_group; i++) write_group(&b, r, order ? order[i] : i);
    switch (r->cooling) {
    case COOLING_DX: write_unit(&b, r, "crac", heat_kw); break;
    case COOLING_FRESH_AIR:
        write_unit(&b, r, "ahu", heat_kw);
        builder_text(&b, r->evaporative ? "evaporative = 85 %\nevaporative_pump = 0.3 kW\n" : "");
        builder_text(&b, r->staged ? "indirect = 65 %\nscavenger_fan_power = 2 kW\n" : "");
        write_unit(&b, r, "crac", heat_kw);
        break;
    case COOLING_LIQUID:
        write_unit(&b, r, "crac", heat_kw);
        write_liquid(&b, r);
        break;
    case COOLING_GLYCOL: write_glycol(&b, r, heat_kw); break;
    case COOLING_PUMPED: write_pumped(&b, r, heat_kw); break;
    case COOLING_INDIRECT: write_indirect(&b, r, heat_kw); break;
    case COOLING_REARDOOR: write_doors(&b, r, heat_kw); break;
    default:
        write_unit(&b, r, "crah", heat_kw);
        builder_text(&b, "rejects_to = loop.chw\nrated_return = 34 degC\nrated_water = 12 degC\n"
                         "rated_water_rise = 10 K\n");
        if (r->coil_dry) builder_text(&b, "coil = dry\n");
        write_water(&b, r, heat_kw);
    }
    return b.s;
}

void random_site_toy(const struct random_site *r, const char *text, int hours, struct toy *t)
{
    bool is_made = toy_read(t, text);
    if (is_made) {
        uint64_t s = r->seed + 77;
        toy_weather(t, hours, r->t_c, r->t_c - r->dew_below_k, r->altitude_pa);
        for (int h = 0; h < hours; h++) {
            t->weather.t_c[h] += r->swing_k * random_draw(&s, -1, 1);
            t->weather.dew_c[h] += r->swing_k * random_draw(&s, -1, .5);
            t->weather.p_pa[h] += random_draw(&s, -500, 500);
        }
        is_made = toy_build(t);
    }
    if (is_made) return;
    toy_print(t);
    random_site_print(r);
    fail_msg("the random site is refused");
}

void random_site_print(const struct random_site *r)
{
    static const char *const name[] = {"DX", "air chiller", "tower", "economizer", "fresh air",
                                       "liquid", "glycol", "pumped", "indirect", "rear doors"};
    print_error("seed %llu: %s, %d groups, %g kW, outdoors %g +- %g degC, dew %g K below\n",
                (unsigned long long)r->seed, name[r->cooling], r->n_group, it_kw(r), r->t_c,
                r->swing_k, r->dew_below_k);
}
