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
    r.has_layout = random_pick(&s, 5) == 0;
    return r;
}

static double it_kw(const struct random_site *r)
{
    double sum = 0;
    for (int g = 0; g < r->n_group; g++) sum += r->group[g].count * r->group[g].maximum_kw;
    return sum;
}

static double flow_m3_s(const struct random_site *r)
{
    double sum = 0;
    for (int g = 0; g < r->n_group; g++) sum += r->group[g].count * r->group[g].airflow_m3_s;
    return sum;
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
                   i, g->count, g->idle_kw, g->typical_kw, g->maximum_kw, curve[g->curve], g->fan_w,
                   g->airflow_m3_s, g->leakage, i);
    if (r->has_layout) builder_format(b, "rack = r%d\n", i);
    if (g->curve == 2) builder_text(b, "points = 0 %: 100 W, 30 %: 180 W, 70 %: 220 W, 100 %: 250 W\n");
    if (g->has_psu) builder_format(b, "psu = p%d\npsu_count = %d\npsu_needed = %d\n", i, g->psu_count,
                                   g->psu_count - 1);
    if (r->cooling == COOLING_LIQUID && i == 0)
        builder_format(b, "liquid_capture = %.17g %%\ncdu = c\nplate_resistance = 0.03 K/W\n"
                          "accelerator_power = 100 W\n", 100 * r->capture);
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
        builder_format(b, "cop = 3.5\ncompressor = %s\ncondenser_fan_power = %.17g kW\n",
                       r->crac_inverter ? "inverter" : "cycling", heat_kw * .01);
}

static void write_loop(struct builder *b, const struct random_site *r, const char *name,
                       double supply_c, double heat_kw, const char *to)
{
    builder_format(b, "[loop %s]\nsupply = %.17g degC\nrise = 6 K\ndesign_heat = %.17g kW\n"
                      "head = 200 kPa\npump = %s\nfrom = transformer.t\nrejects_to = %s\n",
                   name, supply_c, heat_kw, r->pump_constant ? "constant" : "variable", to);
}

static void write_chiller(struct builder *b, const struct random_site *r, bool is_air,
                          double heat_kw)
{
    builder_format(b, "[chiller ch]\ncount = %d\ncapacity = %.17g kW\nfrom = transformer.t\n",
                   r->chillers, heat_kw / r->chillers);
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
    write_loop(b, r, "chw", 12, heat_kw, has_economizer ? "economizer.e, chiller.ch" : "chiller.ch");
    write_chiller(b, r, is_air, heat_kw);
    if (is_air) return;
    write_loop(b, r, "cw", has_economizer ? 6 : 20, heat_kw * 1.2, "tower.t");
    builder_format(b, "[tower t]\ncount = 2\ncapacity = %.17g kW\nfan_power = %.17g kW\n"
                      "from = transformer.t\n", heat_kw * .7, heat_kw * .01);
    if (has_economizer) builder_text(b, "[economizer e]\nrejects_to = loop.cw\n");
}

static void write_liquid(struct builder *b, const struct random_site *r)
{
    double kw = r->group[0].count * r->group[0].maximum_kw * 1.1;
    builder_format(b, "[cdu c]\ncount = 2\nneeded = 1\ncapacity = %.17g kW\nsupply = 40 degC\n"
                      "head = 200 kPa\npump = %s\nfrom = ups.u\nrejects_to = loop.fws\n",
                   fmax(kw, 2), r->pump_constant ? "constant" : "variable");
    write_loop(b, r, "fws", 34, fmax(kw * 1.2, 2), r->trim ? "drycooler.d, chiller.ch" : "drycooler.d");
    builder_format(b, "[drycooler d]\ncount = 2\ncapacity = %.17g kW\nair = 32 degC\n"
                      "water_in = 44 degC\nwater_out = 37 degC\nairflow = %.17g m3/s\n"
                      "fan_power = %.17g kW\npads = %d %%\npads_pump = 0.1 kW\nfrom = transformer.t\n",
                   fmax(kw, 2), fmax(kw, 2) * .17, kw * .02, r->pads * 70);
    if (r->trim) write_chiller(b, r, true, fmax(kw, 3));
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
        write_unit(&b, r, "crac", heat_kw);
        break;
    case COOLING_LIQUID:
        write_unit(&b, r, "crac", heat_kw);
        write_liquid(&b, r);
        break;
    default:
        write_unit(&b, r, "crah", heat_kw);
        builder_text(&b, "rejects_to = loop.chw\nrated_return = 34 degC\nrated_water = 12 degC\n"
                         "rated_water_rise = 10 K\n");
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
                                       "liquid"};
    print_error("seed %llu: %s, %d groups, %g kW, outdoors %g +- %g degC, dew %g K below\n",
                (unsigned long long)r->seed, name[r->cooling], r->n_group, it_kw(r), r->t_c,
                r->swing_k, r->dew_below_k);
}
