/* What a law or a contract allows of the year's energy and water. */

#include "plan/limit_list.h"

void limit_add_energy(struct limit_list *l, const double *metric)
{
    static const double kwh_j = 3.6e6, l_m3 = 1000;
    const struct siteinfo *s = l->c->site->info;
    const struct {
        const char *resource, *state, *unit;
        enum metric_id metric;
        double limit;
    } rows[] = {
        {"PUE", "year", "", M_PUE, s->pue_max},
        {"WUE", "year", "L/kWh", M_WUE_L_PER_KWH, s->wue_max_m3_j * l_m3 * kwh_j},
        {"MLC", "year", "", M_MLC, s->mlc_max},
        {"MLC", "design", "", M_MLC_DESIGN, s->mlc_design_max},
        {"ELC", "design", "", M_ELC, s->elc_max},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].limit >= 0)
            limit_add(l, "site", rows[i].resource, rows[i].state, metric[rows[i].metric],
                      rows[i].limit, rows[i].unit, s->energy_limits_source);
}
