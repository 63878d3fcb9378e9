/* Chiller and DX curves against hand-checked points of published machines. */

#include "near.h"

#include "physics/biquadratic.h"
#include "physics/chiller_curve.h"
#include "physics/dx_curve.h"

static const struct chiller_curve centrifugal = {
    /* DOE-2 centrifugal, COP 5.50 */
    .cap_ft = {.257896, .0389016, -2.1708e-4, .0468684, -9.4284e-4, -3.4344e-4},
    .eir_ft = {.933884, -.058212, 4.50036e-3, 2.43e-3, 4.86e-4, -1.215e-3},
    .eir_plr = {.222903, .313387, .46371, 0},
    .te_min_c = 5,
    .te_max_c = 10,
    .tc_min_c = 24,
    .tc_max_c = 35,
    .plr_min = .1,
    .plr_min_unload = .2,
    .plr_max = 1,
};
static const struct chiller_curve screw = {
    /* air-cooled screw, PNNL copper set 165 */
    .cap_ft = {.985959, .0494874, -2.9808e-4, -.0037368, -4.536e-5, -5.022e-4},
    .eir_ft = {.570624, .0119538, -5.2164e-4, -3.24e-5, 4.212e-4, -6.0588e-4},
    .eir_plr = {.03648722, .73474298, .21994748, 0},
    .te_min_c = 0,
    .te_max_c = 20,
    .tc_min_c = 10,
    .tc_max_c = 46.11,
    .plr_max = 1,
};
static const struct chiller_curve screw_172 = {
    /* air-cooled screw, PNNL copper set 163 */
    .cap_ft = {.98898813, .036832851, 1.74e-4, -2.75634e-4, -1.44e-4, -2.46e-4},
    .eir_ft = {.814058418, .002335553, 8.17786e-4, -.017129784, 7.73288e-4, -9.22024e-4},
    .eir_plr = {-.0875749, 1.45924, -.79464, .424024},
    .te_min_c = 0,
    .te_max_c = 20,
    .tc_min_c = 10,
    .tc_max_c = 46.11,
    .plr_max = 1,
};

static void centrifugal_check_values(void **state)
{
    (void)state;
    static const double rows[][7] = {
        /* te, tc, load kW, cap kW, plr, power kW, COP */
        {6.67, 29.4, 1000, 1003.34, .9967, 181.507, 5.5094},
        {6.67, 29.4, 500, 1003.34, .4983, 90.078, 5.5507},
        {7, 24, 750, 1043.64, .7186, 114.954, 6.5244},
        {10, 24, 500, 1124.54, .4446, 78.744, 6.3497},
        {10, 35, 800, 990.41, .8077, 148.189, 5.3985},
        {5, 35, 800, 872.29, .9171, 174.653, 4.5805},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const double *r = rows[i];
        struct chiller_point p = chiller_curve_at(&centrifugal, 1e6, 5.5, r[0], r[1], 1e3 * r[2]);
        assert_within(p.cap_w, 1e3 * r[3], 5.1);
        assert_within(p.plr, r[4], 5.1e-5);
        assert_within(p.power_w, 1e3 * r[5], .51);
        assert_within(p.cop, r[6], 5.1e-5);
        assert_near(p.condenser_w, p.power_w + 1e3 * r[2], 1e-14);
        assert_false(p.is_extrapolated);
    }
}

static void air_cooled_check_values(void **state)
{
    (void)state;
    static const double rows[][5] = {
        /* te, tc, load kW, power kW, COP */
        {6.67, 35, 900, 282.743, 3.1831},
        {12, 35, 800, 218.418, 3.6627},
        {12, 40, 800, 249.613, 3.2050},
        {10, 25, 500, 110.406, 4.5287},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const double *r = rows[i];
        struct chiller_point p = chiller_curve_at(&screw, 1e6, 3.1, r[0], r[1], 1e3 * r[2]);
        assert_within(p.power_w, 1e3 * r[3], .51);
        assert_within(p.cop, r[4], 5.1e-5);
    }
    struct chiller_point p = chiller_curve_at(&screw_172, 1e6, 2.81, 12, 40, 800e3);
    assert_within(p.power_w, 299.920e3, .51);
    assert_within(p.cop, 2.6674, 5.1e-5);
}

struct rated {
    double te, tc, cap_ft[6], eir_ft[6], eir_plr[4], cap, eir, plr;
};

static void rated_points_of_published_sets(void **state)
{
    (void)state;
    static const struct rated sets[] = {
        {6.67,
         29.4,
         {.257183345, .038794102, -2.1648e-4, .046738887, -9.40235e-4, -3.42491e-4},
         {.933678591, -.058199196, 4.49937e-3, 2.429466e-3, 4.85893e-4, -1.214733e-3},
         {.222903, .313387, .46371, 0},
         1.000569,
         .998868,
         1},
        {6.67,
         29.44,
         {.364691, -.0305206, -.00192974, .0663743, -.00189184, .00311072},
         {.658643, -.0253393, 9.91116e-4, .0128014, 1.71072e-4, -3.0132e-4},
         {.22214906, .50315595, .25690463, 0},
         1.000478,
         .999699,
         .982210},
        {5.56,
         23.89,
         {.4521342, .005248142, -.006687636, .05869437, -.002390647, .005040171},
         {.5674858, .04461513, -.006341978, .004674972, 4.387295e-4, 2.778096e-4},
         {.05963988, .3503067, .587, 0},
         .981842,
         1.018476,
         .996947},
        {6.67,
         35,
         {.985959, .0494874, -2.9808e-4, -.0037368, -4.536e-5, -5.022e-4},
         {.570624, .0119538, -5.2164e-4, -3.24e-5, 4.212e-4, -6.0588e-4},
         {.03648722, .73474298, .21994748, 0},
         .999186,
         1.000542,
         .991178},
        {6.67,
         35,
         {.98898813, .036832851, 1.74e-4, -2.75634e-4, -1.44e-4, -2.46e-4},
         {.814058418, .002335553, 8.17786e-4, -.017129784, 7.73288e-4, -9.22024e-4},
         {-.0875749, 1.45924, -.79464, .424024},
         .998928,
         .998508,
         1.001049},
        {6.67,
         35,
         {1.02138, .0370206, 2.3328e-4, -.0038934, -6.48e-5, -2.6892e-4},
         {.702194, -.0044658, 5.346e-4, -.0055062, 5.4432e-4, -7.29e-4},
         {.06369119, .58488832, .35280274, 0},
         1.000257,
         1.000081,
         1.001382},
        {6.67,
         35,
         {1.0433825, .0407073, 4.506e-4, -.0041514, -8.86e-5, -3.467e-4},
         {.5961907, -.0099493, 7.888e-4, 4.506e-4, 4.875e-4, -7.623e-4},
         {.141, .655, .203, 0},
         1.000176,
         .999921,
         .999},
    };
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++) {
        const struct rated *r = &sets[i];
        assert_within(biquadratic(r->cap_ft, r->te, r->tc), r->cap, 6e-7);
        assert_within(biquadratic(r->eir_ft, r->te, r->tc), r->eir, 6e-7);
        assert_within(r->eir_plr[0] + r->eir_plr[1] + r->eir_plr[2] + r->eir_plr[3], r->plr, 6e-7);
    }
    assert_within(biquadratic(centrifugal.eir_ft, 6.67, 29.4), .999088, 5.1e-7);
}

static void normalising_makes_full_load_one(void **state)
{
    (void)state;
    struct chiller_curve c = screw;
    assert_true(chiller_curve_normalise(&c));
    assert_near(c.eir_plr[0] + c.eir_plr[1] + c.eir_plr[2] + c.eir_plr[3], 1, 1e-15);
    double before = chiller_curve_at(&screw, 1e6, 3.1, 10, 35, 7e5).power_w;
    assert_near(chiller_curve_at(&c, 1e6, 3.1, 10, 35, 7e5).power_w, before / .99117768, 1e-9);
    for (int i = 0; i < 4; i++) c.eir_plr[i] = -1;
    assert_false(chiller_curve_normalise(&c));
}

static void outside_the_box_follows_carnot(void **state)
{
    (void)state;
    struct chiller_point edge = chiller_curve_at(&centrifugal, 1e6, 5.5, 10, 30, 6e5);
    struct chiller_point warm = chiller_curve_at(&centrifugal, 1e6, 5.5, 20, 30, 6e5);
    assert_true(warm.is_extrapolated && !edge.is_extrapolated);
    assert_near(warm.cap_w, edge.cap_w, 1e-15);
    assert_near(warm.cop / edge.cop, 293.15 / 283.15 * 30 / 20, 1e-12);
    struct chiller_point level = chiller_curve_at(&centrifugal, 1e6, 5.5, 25, 15, 6e5);
    assert_true(isfinite(level.cop) && level.cop > 0); /* tc below te is raised to te */
    assert_near(level.cop, chiller_curve_at(&centrifugal, 1e6, 5.5, 25, 25, 6e5).cop, 1e-15);
    struct chiller_curve held = centrifugal;
    held.lift_min_k = 10;
    assert_near(chiller_curve_at(&held, 1e6, 5.5, 20, 24, 6e5).cop, warm.cop, 1e-15);
}

static void continuous_across_the_box(void **state)
{
    (void)state;
    static const double edges[][2] = {{5, 30}, {10, 30}, {7, 24}, {7, 35}, {10, 24}, {5, 35}};
    for (int i = 0; i < 6; i++) {
        double te = edges[i][0], tc = edges[i][1];
        double in = chiller_curve_at(&centrifugal, 1e6, 5.5, te, tc, 6e5).power_w;
        for (int k = -1; k <= 1; k += 2) {
            assert_near(chiller_curve_at(&centrifugal, 1e6, 5.5, te + k * 1e-7, tc, 6e5).power_w,
                        in, 1e-6);
            assert_near(chiller_curve_at(&centrifugal, 1e6, 5.5, te, tc + k * 1e-7, 6e5).power_w,
                        in, 1e-6);
        }
    }
}

static void part_load_regimes(void **state)
{
    (void)state;
    struct chiller_point p = chiller_curve_at(&centrifugal, 1e6, 5.5, 7, 30, 2e6);
    assert_near(p.plr, 1, 1e-15);
    assert_near(p.served_w, p.cap_w, 1e-15);
    /* hot gas bypass: power flat between plr_min and plr_min_unload */
    double cap = p.cap_w;
    assert_near(chiller_curve_at(&centrifugal, 1e6, 5.5, 7, 30, .12 * cap).power_w,
                chiller_curve_at(&centrifugal, 1e6, 5.5, 7, 30, .2 * cap).power_w, 1e-12);
    /* cycling: proportional below plr_min */
    assert_near(chiller_curve_at(&centrifugal, 1e6, 5.5, 7, 30, .05 * cap).power_w,
                .5 * chiller_curve_at(&centrifugal, 1e6, 5.5, 7, 30, .1 * cap).power_w, 1e-12);
    assert_within(chiller_curve_at(&centrifugal, 1e6, 5.5, 7, 30, 0).power_w, 0, 0);
    assert_true(isnan(chiller_curve_at(&centrifugal, 1e6, 5.5, 7, 30, -1).power_w));
    assert_true(isnan(chiller_curve_at(&centrifugal, 1e6, 5.5, (double)NAN, 30, 1).power_w));
    assert_true(isnan(chiller_curve_at(&centrifugal, 1e6, 5.5, 7, (double)NAN, 1).power_w));
}

/* A curve through the origin, with nothing below which it unloads no further. */
static void no_load_takes_no_power(void **state)
{
    (void)state;
    struct chiller_curve c = centrifugal;
    c.eir_plr[0] = c.eir_plr[2] = c.eir_plr[3] = 0;
    c.eir_plr[1] = 1;
    c.plr_min = c.plr_min_unload = 0;
    struct chiller_point idle = chiller_curve_at(&c, 1e6, 5.5, 6.67, 29.4, 0);
    assert_within(idle.power_w, 0, 0);
    assert_within(idle.condenser_w, 0, 0);
    struct chiller_point half = chiller_curve_at(&c, 1e6, 5.5, 6.67, 29.4, 5e5);
    assert_near(half.cop, chiller_curve_at(&c, 1e6, 5.5, 6.67, 29.4, 1e5).cop, 1e-12);
}

static void carnot_chiller(void **state)
{
    (void)state;
    assert_near(chiller_carnot_cop(.5, 20, 30, 2, 3), .5 * 293.15 / 15, 1e-14);
    assert_near(chiller_carnot_cop(.5, 20, 10, 2, 3), .5 * 293.15 / 8, 1e-14);
    assert_true(isnan(chiller_carnot_cop(0, 20, 30, 2, 3)));
    assert_true(isnan(chiller_carnot_cop(.5, 20, (double)NAN, 2, 3)));
    for (double te = 5; te < 24; te++) { /* +1 K is 2 to 5 % more */
        double gain =
            chiller_carnot_cop(.5, te + 1, 40, 2, 3) / chiller_carnot_cop(.5, te, 40, 2, 3);
        assert_true(gain > 1.02 && gain < 1.06);
    }
    assert_near(chiller_iplv(5, 6, 7, 8), .05 + 2.52 + 3.15 + .96, 1e-14);
}

static const struct dx_curve dx_doe2 = {
    .cap_ft = {.942589311, .009543362, .000683771, -.011042694, .00000524901, -.00000972002},
    .eir_ft = {.342362868, .034879757, -.000623606, .004976467, .000437885, -.000727918},
    .twb_min_c = 12,
    .twb_max_c = 24,
    .tod_min_c = 18,
    .tod_max_c = 46,
    .plf_loss = .2};
static const struct dx_curve dx_50pg12 = {
    .cap_ft = {1.0013476, -.0187754, .0015312, .0054931, -9.01e-5, -4.408e-4},
    .eir_ft = {.3037085, .0310288, -.0009543, .0053687, 4.729e-4, -4.469e-4},
    .twb_min_c = 12,
    .twb_max_c = 24,
    .tod_min_c = 18,
    .tod_max_c = 46,
    .plf_loss = .2};

static void dx_check_values(void **state)
{
    (void)state;
    assert_within(biquadratic(dx_doe2.cap_ft, 19.4444, 35), .999998, 1.1e-6);
    assert_within(biquadratic(dx_doe2.eir_ft, 19.4444, 35), 1.000001, 1.1e-6);
    assert_within(biquadratic(dx_doe2.cap_ft, 17.8, 25), 1.051995, 5.1e-7);
    assert_within(biquadratic(dx_doe2.eir_ft, 17.8, 25), .839806, 5.1e-7);
    assert_within(biquadratic(dx_50pg12.cap_ft, 19.44, 35), .996981, 5.1e-7);
    assert_within(biquadratic(dx_50pg12.eir_ft, 19.44, 35), 1.009402, 5.1e-7);
    assert_within(biquadratic(dx_50pg12.cap_ft, 17.8, 40), .914005, 5.1e-7);
    assert_within(biquadratic(dx_50pg12.eir_ft, 17.8, 40), 1.206856, 5.1e-7);
}

static void dx_part_load(void **state)
{
    (void)state;
    struct dx_point full = dx_curve_at(&dx_doe2, 50e3, 3, 17.8, 25, 1e6);
    assert_near(full.cap_w, 50e3 * 1.051995, 1e-6);
    assert_near(full.power_w, 50e3 * 1.051995 / 3 * .839806, 2e-6);
    assert_near(full.served_w, full.cap_w, 1e-15);
    struct dx_point half = dx_curve_at(&dx_doe2, 50e3, 3, 17.8, 25, full.cap_w / 2);
    assert_near(half.power_w, full.power_w * .5 / .9, 1e-14);
    assert_within(dx_curve_at(&dx_doe2, 50e3, 3, 17.8, 25, 0).power_w, 0, 0);
    struct dx_point cold = dx_curve_at(&dx_doe2, 50e3, 3, 17.8, -20, 20e3);
    assert_true(cold.is_extrapolated && !half.is_extrapolated);
    assert_near(cold.power_w, dx_curve_at(&dx_doe2, 50e3, 3, 17.8, 18, 20e3).power_w, 1e-15);
    assert_true(isnan(dx_curve_at(&dx_doe2, 50e3, 3, 17.8, 25, -1).power_w));
    assert_true(isnan(dx_curve_at(&dx_doe2, 50e3, 3, (double)NAN, 25, 1).power_w));
}

/* Slopes against differences over 2e-5 K, inside the box, beyond each of its edges, and of a
   share of Carnot above and at its least lift. */
static void slopes_are_those_of_the_power(void **state)
{
    static const double te_c[] = {7, 3, 14}, tc_c[] = {30, 20, 41};
    struct chiller_curve carnot = {.carnot_frac = .6, .evap_k = 2, .cond_k = 2};
    const double d = 1e-5, rated_w = 1e6, cop = 5.5;
    (void)state;
    for (int i = 0; i < 9; i++) {
        double te = te_c[i % 3], tc = tc_c[i / 3];
        struct chiller_slopes at = chiller_slopes_curves(&centrifugal, rated_w, cop, te, tc);
        struct chiller_slopes lo = chiller_slopes_curves(&centrifugal, rated_w, cop, te, tc - d);
        struct chiller_slopes hi = chiller_slopes_curves(&centrifugal, rated_w, cop, te, tc + d);
        struct chiller_full full = chiller_full_curves(&centrifugal, rated_w, cop, te, tc);
        assert_within(at.cap_w, full.cap_w, 1e-6);
        assert_within(at.power_w, full.cap_w / full.cop * full.eir, 1e-6);
        assert_within(at.cap_w_k, (hi.cap_w - lo.cap_w) / (2 * d), 1e-2);
        assert_within(at.power_w_k, (hi.power_w - lo.power_w) / (2 * d), 1e-2);
    }
    for (int i = 0; i < 2; i++) {
        double te = 18, tc = i ? 15 : 30;
        struct chiller_slopes at = chiller_slopes_carnot(&carnot, rated_w, te, tc);
        struct chiller_slopes next = chiller_slopes_carnot(&carnot, rated_w, te, tc + d);
        struct chiller_full full = chiller_full_carnot(&carnot, rated_w, te, tc);
        assert_within(at.power_w, full.cap_w / full.cop, 1e-6);
        assert_within(at.power_w_k, (next.power_w - at.power_w) / d, 1e-2);
        assert_true(i ? at.power_w_k == 0 : at.power_w_k > 0);
    }
}

/* Of the three regimes of part load. */
static void part_slopes_are_those_of_the_part(void **state)
{
    static const double plr[] = {.05, .15, .3, .9};
    const double d = 1e-6;
    (void)state;
    for (int i = 0; i < 4; i++) {
        struct chiller_part_slope at = chiller_part_slope(&centrifugal, plr[i]);
        double lo = chiller_part(&centrifugal, plr[i] - d);
        double hi = chiller_part(&centrifugal, plr[i] + d);
        assert_within(at.part, chiller_part(&centrifugal, plr[i]), 1e-12);
        assert_within(at.per_plr, (hi - lo) / (2 * d), 1e-8);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(centrifugal_check_values),
        cmocka_unit_test(air_cooled_check_values),
        cmocka_unit_test(rated_points_of_published_sets),
        cmocka_unit_test(normalising_makes_full_load_one),
        cmocka_unit_test(outside_the_box_follows_carnot),
        cmocka_unit_test(continuous_across_the_box),
        cmocka_unit_test(part_load_regimes),
        cmocka_unit_test(no_load_takes_no_power),
        cmocka_unit_test(carnot_chiller),
        cmocka_unit_test(slopes_are_those_of_the_power),
        cmocka_unit_test(part_slopes_are_those_of_the_part),
        cmocka_unit_test(dx_check_values),
        cmocka_unit_test(dx_part_load),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
