/* The end-to-end cases of the model handbook, section 12: 1000 kW of IT behind
   distribution .985, two 1200 kW UPSs (2N) and a transformer .99, cooled by
   chilled water from a DOE-2 centrifugal chiller of 1300 kW and COP 5.5 between
   10 and 24 degC, with 10 kW of lights. */

#include "toy_site.h"

#include "model/ups.h"
#include "physics/chiller_curve.h"
#include "physics/cooling_tower.h"
#include "physics/fluid.h"

/* PHYSICS 12, each to the digits printed there. */
static const double pdu_in_kw = 1015.2284, ups_in_kw = 1051.5379, mains_kw = 1062.1595,
                    fan_kw = 42.0615, lights_kw = 10;

static const struct chiller_curve centrifugal = {
    .cap_ft = {.257896, .0389016, -2.1708e-4, .0468684, -9.4284e-4, -3.4344e-4},
    .eir_ft = {.933884, -.058212, 4.50036e-3, 2.43e-3, 4.86e-4, -1.215e-3},
    .eir_plr = {.222903, .313387, .46371, 0},
    .te_min_c = 5, .te_max_c = 10, .tc_min_c = 24, .tc_max_c = 35,
    .plr_min = .1, .plr_min_unload = .2, .plr_max = 1};

static const struct ups igbt = {.module_w = 1200e3, .modules = 1, .c0 = .009377, .c1 = .003851,
                                .c2 = .023041};

/* ---- the open chain, component by component ---------------------------- */

static void open_chain_electrical(void **state)
{
    (void)state;
    double pdu_w = 1000e3 / .985, side_w = pdu_w / 2;
    assert_near(pdu_w / 1000, pdu_in_kw, 1e-6);
    assert_near(pdu_w / 2400e3, .42301, 1e-5);
    double ups_w = pdu_w + 2 * ups_loss_w(&igbt, 1, side_w);
    assert_near(pdu_w / ups_w, .965470, 1e-6);
    assert_near(ups_w / 1000, ups_in_kw, 1e-7);
    assert_near(ups_w / .99 / 1000, mains_kw, 1e-7);
    assert_near(.04 * ups_w / 1000, fan_kw, 1e-6);
}

static void open_chain_cooling(void **state)
{
    (void)state;
    double q_w = 1093.5994e3;
    struct chiller_point p = chiller_curve_at(&centrifugal, 1300e3, 5.5, 10, 24, q_w);
    assert_near(p.cap_w / 1000, 1461.9074, 1e-6);
    assert_near(p.plr, .74806, 1e-5);
    assert_near(p.power_w / 1000, 161.6596, 1e-6);
    double pump_w = .02 * q_w, cw_w = .02 * (q_w + p.power_w), tower_w = .012 * (q_w + p.power_w);
    assert_near(pump_w / 1000, 21.8720, 1e-5);
    assert_near(cw_w / 1000, 25.1052, 1e-5);
    assert_near(tower_w / 1000, 15.0631, 1e-5);
    double total_kw = mains_kw + lights_kw + fan_kw + (pump_w + p.power_w + cw_w + tower_w) / 1000;
    assert_near(total_kw, 1337.9209, 1e-6);
    assert_near(total_kw / 1000, 1.33792, 1e-5);
}

static void open_chain_water(void **state)
{
    (void)state;
    double rejected_w = (1093.5994 + 161.6596) * 1000;
    struct cooling_tower_water w = cooling_tower_water(rejected_w, .9, 54, 0, 5);
    assert_near(w.evaporation_kg_s * 3.6, 1.673679, 1e-5);
    assert_near(w.makeup_kg_s * 3.6, 2.092098, 1e-5);
}

/* ---- the closed cases, by the simulator -------------------------------- */

struct closed {
    double cool_kw;         /* coil heat, for the chilled-water pump */
    double reject_kw;       /* condenser heat, for its pump and the tower's fans */
    double tower_fan_kw;    /* of one cell at full speed */
    const char *cooling_from; /* what feeds cooling and lights */
};

/* Head of a pump of efficiency 60 % that takes pump_kw at a loop's design flow. */
static double head_kpa(double pump_kw, double heat_kw, double rise_k, double supply_c)
{
    double flow_m3_s = fluid_flow_m3_s(heat_kw * 1000, rise_k, 0, supply_c + rise_k / 2);
    return pump_kw * .6 / flow_m3_s;
}

static const char *site_text(struct arena *a, const struct closed *c)
{
    const char *f = c->cooling_from;
    double chw = head_kpa(.02 * c->cool_kw, c->cool_kw, 6, 10);
    double cw = head_kpa(.02 * c->reject_kw, c->reject_kw, 6, 24);
    struct builder b = builder_new(a);
    builder_format(&b, "[pdu mains]\nproportional_loss = %.17g %%\nfrom = utility.grid\n",
                   100 * (1 / .99 - 1));
    builder_text(&b, "[ups u]\nmodule_power = 1200 kW\nmodules = 1\nredundancy = 2N\n"
                     "c0 = 0.009377\nc1 = 0.003851\nc2 = 0.023041\nfrom = pdu.mains\nheat_to = hall\n");
    builder_format(&b, "[pdu d]\nproportional_loss = %.17g %%\nfrom = ups.u\nheat_to = hall\n",
                   100 * (1 / .985 - 1));
    builder_text(&b, "[room hall]\nsupply = 20 degC\nrecirculation = 0 %\nbypass = 0 %\n");
    builder_text(&b, "[server s]\ncount = 10\npower_idle = 100 kW\npower_typical = 100 kW\n"
                     "power_maximum = 100 kW\nleakage = 0 %/K\nairflow = 8 m3/s\nfrom = pdu.d\n");
    builder_format(&b, "[crah air]\nserves = hall\nrejects_to = loop.chw\nairflow = 90 m3/s\n"
                       "fan = constant\nfan_power = %.17g kW\ncapacity = 2000 kW\n"
                       "rated_water = 10 degC\nfrom = %s\n", .04 * 1051.537856, f);
    builder_format(&b, "[loop chw]\nsupply = 10 degC\nrise = 6 K\ndesign_heat = %.17g kW\n"
                       "head = %.17g kPa\npump = constant\nrejects_to = chiller.ch\nfrom = %s\n",
                   c->cool_kw, chw, f);
    builder_format(&b, "[chiller ch]\ncondenser = water\nrejects_to = loop.cw\ncapacity = 1300 kW\n"
                       "cop = 5.5\ncondenser_floor = 24 degC\nfrom = %s\n"
                       "cap_ft = .257896, .0389016, -2.1708e-4, .0468684, -9.4284e-4, -3.4344e-4\n"
                       "eir_ft = .933884, -.058212, 4.50036e-3, 2.43e-3, 4.86e-4, -1.215e-3\n"
                       "eir_plr = .222903, .313387, .46371\n", f);
    builder_format(&b, "[loop cw]\nsupply = 24 degC\nrise = 6 K\ndesign_heat = %.17g kW\n"
                       "head = %.17g kPa\npump = constant\nrejects_to = tower.t\nfrom = %s\n",
                   c->reject_kw, cw, f);
    builder_format(&b, "[tower t]\ncapacity = 1500 kW\nfan_power = %.17g kW\nfrom = %s\n",
                   c->tower_fan_kw, f);
    builder_format(&b, "[load lights]\nkind = lighting\npower = 10 kW\nheat_to = hall\nfrom = %s\n",
                   f);
    return b.s;
}

/* Mean hourly kW of a quantity. */
static double kw(const struct year *y, enum quantity q)
{
    return y->site.stat[q].sum / y->n / 1000;
}

static void solve(const struct closed *c, struct toy *t, struct year **y)
{
    struct arena a = arena_new(NULL);
    toy_make(t, site_text(&a, c), 24, 20, 14);
    *y = toy_year(t, false);
    assert_int_equal((*y)->not_converged, 0);
    arena_free(&a);
}

/* Tower fans take 1.2 % of the heat rejected: the cell's fan is sized so that at the
   speed which holds 24 degC they do. */
static double tower_fan_kw(struct closed c)
{
    struct toy t;
    struct year *y;
    c.tower_fan_kw = 100;
    solve(&c, &t, &y);
    double share = kw(y, Q_TOWER_FAN_W) / 100;
    assert_true(share > .05 && share < .95); /* it holds its setpoint with fans at part speed */
    toy_free(&t);
    return .012 * c.reject_kw / share;
}

static void check_closed(const char *cooling_from, double pue)
{
    struct closed c = {1103.5994, 1125.6714 + 166.6929, 0, cooling_from};
    struct toy t;
    struct year *y;
    c.tower_fan_kw = tower_fan_kw(c);
    solve(&c, &t, &y);
    assert_near(kw(y, Q_IT_W), 1000, 1e-12);
    assert_near(kw(y, Q_PDU_OUT_W), 1000, 1e-12);
    assert_near(kw(y, Q_UPS_OUT_W), pdu_in_kw, 1e-6);
    assert_near(kw(y, Q_UPS_LOSS_W), ups_in_kw - pdu_in_kw, 1e-5);
    assert_near(kw(y, Q_ROOM_FAN_W), fan_kw, 1e-6);
    assert_near(kw(y, Q_AIR_HEAT_W), 1103.5994, 1e-6);
    assert_near(kw(y, Q_CHILLER_W), 166.6929, 1e-6);
    assert_near(kw(y, Q_PUMP_W), 22.0720 + 25.8473, 1e-5);
    assert_near(kw(y, Q_TOWER_FAN_W), 15.5084, 1e-5);
    assert_near(kw(y, Q_HEAT_REJECTED_W), kw(y, Q_FACILITY_W), 1e-9);
    assert_near(kw(y, Q_FACILITY_W) / kw(y, Q_IT_W), pue, 1e-6);
    for (int h = 0; h < y->n; h++) {
        assert_true(y->site.hour[Q_ENERGY_RESIDUAL][h] <= 1e-9);
        assert_true(y->site.hour[Q_HEAT_RESIDUAL][h] <= 1e-9);
    }
    toy_free(&t);
}

static void closed_case_1_344342(void **state)
{
    (void)state;
    check_closed("utility.grid", 1.344342);
}

static void closed_case_behind_transformer_1_347192(void **state)
{
    (void)state;
    check_closed("pdu.mains", 1.347192);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(open_chain_electrical),
        cmocka_unit_test(open_chain_cooling),
        cmocka_unit_test(open_chain_water),
        cmocka_unit_test(closed_case_1_344342),
        cmocka_unit_test(closed_case_behind_transformer_1_347192),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
