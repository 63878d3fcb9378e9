/* Outdoor air in a room against PsychroLib 2.5.0 (Python): of 0.3 m3/s at the density of
   dry air of 24 degC, the difference of GetMoistAirEnthalpy outdoors and in the room, and
   of humidity ratios; outdoors 33 degC at 55 % and -8 degC at 70 % (GetHumRatioFromRelHum,
   GetTDewPointFromHumRatio), room dew points 5.5 and 15 degC (GetHumRatioFromTDewPoint). */

#include "../toy_site.h"

static const struct {
    double t_c, dew_c;
    const char *control;
    double w, gain_w, water_kg_h; /* above 0: drained, below: given by the humidifier */
} states[] = {
    {33, 22.75414637658279, "", 0.017473255530186645, 3330.9322718733106, 0},
    {33, 22.75414637658279, "dehumidifier = coil\ndew_point_max = 15 degC\n",
     0.010647455293969347, 9523.449816808694, 8.757351063688255},
    {-8, -12.01709017658597, "", 0.001334756171780257, -11500.986481000064, 0},
    {-8, -12.01709017658597, "humidifier = steam\ndew_point_min = 5.5 degC\ndew_point_max = 15 degC\n",
     0.005594966258669327, -15365.943672128064, -5.465755522407254},
};

static void outdoor_air_like_psychrolib(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
        struct arena a = arena_new(NULL);
        struct toy t;
        toy_make(&t, arena_format(&a, "[room hall]\nsupply = 24 degC\nrecirculation = 0 %%\nbypass = 0 %%\n"
                                  "coil_bypass = 0 %%\n"
                                  "infiltration = 0.3 m3/s\n%s[server s]\ncount = 10\nairflow = 0.5 m3/s\n"
                                  "power_idle = 10 kW\npower_typical = 10 kW\npower_maximum = 10 kW\n"
                                  "from = utility.grid\n[crac c]\nairflow = 5 m3/s\nfan_power = 0 kW\n"
                                  "capacity = 300 kW\ncop = 4\nfrom = utility.grid\n", states[i].control),
                 12, states[i].t_c, states[i].dew_c);
        const struct block *b = toy_hour(&t, true);
        double drained = b->water_drain_kg_s[0][0] - b->water_kg_s[0][0];
        assert_near(b->water_w[0][0], states[i].w, 1e-5);
        assert_near(b->quantity[Q_HEAT_GAIN_W][0], states[i].gain_w, 2e-5);
        assert_within(drained * 3600, states[i].water_kg_h, 2e-4);
        toy_free(&t);
        arena_free(&a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(outdoor_air_like_psychrolib)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
