#include "plan/metrics.h"

#include <math.h>

#include "physics/air_index.h"
#include "physics/psychro.h"

static const double j_per_kwh = 3.6e6;

/* Hourly means in W, summed over hours, are Wh. */
static double kwh(const struct year *y, enum quantity q)
{
    return y->site.stat[q].sum / 1000;
}

static double ratio(double a, double b)
{
    return b > 0 ? a / b : (double)NAN;
}

static double at_hour(const struct year *y, enum quantity q, int hour)
{
    return y->site.hour[q] && hour >= 0 ? y->site.hour[q][hour] : (double)NAN;
}

/* ---- electrical -------------------------------------------------------- */

/* Share of an element's input that comes out, at its greatest load. */
static double efficiency(const struct plant *p, const struct year *y, int e)
{
    const struct elem *x = &p->elem[e];
    double out_w = y->elem[e].used, n = x->units;
    double loss_w = n * x->a_w + out_w * (x->b + x->c_per_w / n * out_w);
    return out_w > 0 ? out_w / (out_w + loss_w) : 1;
}

/* Efficiency from the utility to a consumer of these feeds; of[e] is known upstream. */
static double path_efficiency(const struct plant *p, struct feeds f, const double *of)
{
    double sum = 0;
    for (int j = f.first; j < f.first + f.n; j++)
        if (p->normal.share[j] > 0) sum += p->normal.share[j] / of[p->feed[j]];
    return sum > 0 ? 1 / sum : 1;
}

/* Of each element's output, from the utility down: leaves come first in the array. */
static const double *output_efficiencies(const struct plant *p, const struct year *y,
                                         struct arena *a)
{
    double *of = ARENA_ARRAY(a, double, (size_t)p->n_elem + 1);
    for (int e = p->n_elem - 1; e >= 0; e--)
        of[e] = efficiency(p, y, e) * path_efficiency(p, p->elem[e].up, of);
    return of;
}

/* One less the efficiency of the way to the servers at the design load. */
static double electrical_loss(const struct plant *p, const struct year *design, struct arena *a)
{
    const double *of = output_efficiencies(p, design, a);
    double it_w = 0, in_w = 0;
    for (int g = 0; g < p->n_group; g++) {
        double w = p->group[g].count * design->group_max_w[g];
        it_w += w;
        in_w += w / path_efficiency(p, p->group[g].feed, of);
    }
    return it_w > 0 ? 1 - it_w / in_w : (double)NAN;
}

/* What ASHRAE 90.4 counts as mechanical. */
static const enum quantity mechanical[] = {
    Q_ROOM_FAN_W,      Q_COMPRESSOR_W, Q_CHILLER_W,      Q_CONDENSER_FAN_W, Q_DRYCOOLER_FAN_W,
    Q_TOWER_FAN_W,     Q_PUMP_W,       Q_CDU_PUMP_W,     Q_HUMIDITY_W,      Q_REFRIGERANT_PUMP_W,
    Q_SCAVENGER_FAN_W, Q_HEAT_PUMP_W,  Q_BASIN_HEATER_W, Q_HUMIDIFIER_W,    Q_REHEAT_W};
enum { N_MECHANICAL = sizeof mechanical / sizeof *mechanical };

static double mechanical_kwh(const struct year *y)
{
    double sum = 0;
    for (int i = 0; i < N_MECHANICAL; i++) sum += kwh(y, mechanical[i]);
    return sum;
}

/* Greatest over the hours in which servers run; a series that is not kept is of a kind of
   part that the site does not have. */
static double mechanical_peak(const struct year *y, struct arena *a)
{
    double greatest = (double)NAN, *w = ARENA_ARRAY(a, double, (size_t)y->n + 1);
    const double *it_w = y->site.hour[Q_IT_W];
    for (int i = 0; i < N_MECHANICAL; i++) {
        const double *part_w = y->site.hour[mechanical[i]];
        for (int h = 0; part_w && h < y->n; h++) w[h] += part_w[h];
    }
    for (int h = 0; h < y->n; h++)
        if (it_w[h] > 0 && !(w[h] / it_w[h] <= greatest)) greatest = fmax(greatest, w[h] / it_w[h]);
    return greatest;
}

static void find_energy(const struct plant *p, struct result *r, struct arena *a)
{
    const struct year *y = r->year;
    double *m = r->metric, it = kwh(y, Q_IT_W), all = kwh(y, Q_FACILITY_W);
    m[M_IT_ENERGY_KWH] = it;
    m[M_FACILITY_ENERGY_KWH] = all;
    m[M_PUE] = ratio(all, it);
    m[M_PUE_CAT1] = ratio(all, kwh(y, Q_UPS_OUT_W));
    m[M_PUE_CAT2] = ratio(all, kwh(y, Q_PDU_OUT_W));
    int peak = y->site.stat[Q_FACILITY_W].max_hour;
    m[M_PUE_PEAK_HOUR] = ratio(at_hour(y, Q_FACILITY_W, peak), at_hour(y, Q_IT_W, peak));
    m[M_ITUE] = ratio(it, kwh(y, Q_COMPUTE_W));
    m[M_TUE] = ratio(all, kwh(y, Q_COMPUTE_W));
    m[M_PEAK_IT_KW] = y->site.stat[Q_IT_W].max / 1000;
    m[M_PEAK_FACILITY_KW] = y->site.stat[Q_FACILITY_W].max / 1000;
    m[M_MLC] = ratio(mechanical_kwh(y), it);
    m[M_MLC_DESIGN] = mechanical_peak(r->design_year, a);
    m[M_ELC] = electrical_loss(p, r->design_year, a);
    m[M_STORAGE_DISCHARGED_KWH] = p->n_storage ? y->storage_given_kwh : (double)NAN;
    m[M_STORAGE_LOSS_KWH] = p->n_storage ? y->storage_lost_kwh : (double)NAN;
    m[M_ENERGY_RESIDUAL_REL] = y->site.stat[Q_ENERGY_RESIDUAL].max;
    m[M_HEAT_RESIDUAL_REL] = y->site.stat[Q_HEAT_RESIDUAL].max;
    m[M_LOST_COMPUTE_KWH] = y->lost_compute_j / j_per_kwh;
    for (int g = 0; g < p->n_group; g++)
        if (p->group[g].s->accelerators > 0) m[M_LOST_GPU_HOURS] = y->lost_gpu_h;
}

static void find_water_and_carbon(struct result *r)
{
    double *m = r->metric, water_kg = r->year->site.stat[Q_WATER_KG_S].sum * 3600;
    m[M_WATER_M3] = water_kg / 1000;
    m[M_WUE_L_PER_KWH] = ratio(water_kg, m[M_IT_ENERGY_KWH]);
    m[M_WATER_COST_PER_YEAR] = m[M_WATER_M3] * site_water_price(r->site);
    double carbon_kg = r->site->info->carbon_kg_j * j_per_kwh * m[M_FACILITY_ENERGY_KWH];
    m[M_CARBON_T] = carbon_kg / 1000;
    m[M_CUE_KG_PER_KWH] = ratio(carbon_kg, m[M_IT_ENERGY_KWH]);
    double reused = kwh(r->year, Q_REUSED_HEAT_W), all = m[M_FACILITY_ENERGY_KWH];
    m[M_REUSED_HEAT_KWH] = reused;
    m[M_ERF] = ratio(reused, all);
    m[M_ERE] = ratio(all - reused, m[M_IT_ENERGY_KWH]);
}

/* ---- temperatures ------------------------------------------------------ */

static double room_coolant_margin_k(const struct plant *p, const struct year *y, int r)
{
    double margin_k = (double)NAN;
    for (int g = p->room[r].group_first; g < p->room[r].group_first + p->room[r].n_group; g++)
        if (p->group[g].cdu >= 0)
            margin_k = fmin(margin_k, p->group[g].s->coolant_max_c - y->cdu_max_c[p->group[g].cdu]);
    return margin_k;
}

/* Where all inlets of a room are one, the worst hour is the hottest, or the coldest. */
static void find_air(const struct plant_room *pr, const struct room_year *x, double *m)
{
    double hi_k = fmax(x->max_inlet_c - pr->rec_max_c, 0);
    double lo_k = fmax(pr->rec_min_c - x->min_inlet_c, 0);
    double hi = air_rci_pct(hi_k, 1, pr->rec_max_c, pr->limit_max_c);
    double lo = air_rci_pct(lo_k, 1, pr->rec_min_c, pr->min_c);
    m[M_SHI] = air_shi(x->air.heat_wh, x->air.taken_up_wh);
    m[M_RHI] = 1 - m[M_SHI];
    if (x->air.servers_m3_s > 0) m[M_RTI_PCT] = air_rti_pct(x->air.servers_m3_s, x->air.units_m3_s);
    m[M_RCI_HI_PCT] = isnan(x->air.rci_hi_pct) ? hi : x->air.rci_hi_pct;
    m[M_RCI_LO_PCT] = isnan(x->air.rci_lo_pct) ? lo : x->air.rci_lo_pct;
}

/* Of the room's surfaces, the one that is least above its dew point. */
static double room_condensation_k(const struct plant *p, const struct year *y, int r)
{
    double margin_k = (double)NAN;
    for (int s = 0; s < p->n_surface; s++)
        if (p->surface[s].room == r)
            margin_k = fmin(margin_k, y->surface[s].surface_c - y->surface[s].dew_c);
    return margin_k;
}

static void find_humidity(const struct plant *p, const struct year *y, int r, double *m)
{
    const struct room_year *x = &y->room[r];
    bool moves = p->room[r].water.moves;
    double held_c = p->room[r].r->dew_point_c;
    m[M_MAX_DEW_POINT_C] = moves ? psychro_dew_point_of_pa(x->dew_high_pa.value) : held_c;
    m[M_MIN_DEW_POINT_C] = moves ? psychro_dew_point_of_pa(x->dew_low_pa.value) : held_c;
    m[M_HOURS_HUMIDITY_OUTSIDE_RECOMMENDED] = x->hours_humidity_recommended;
    m[M_HOURS_HUMIDITY_OUTSIDE_ALLOWABLE] = x->hours_humidity_allowable;
    m[M_CONDENSATION_MARGIN_K] = room_condensation_k(p, y, r);
}

static void find_room(const struct plant *p, const struct year *y, int r, double *m)
{
    const struct room_year *x = &y->room[r];
    const struct plant_room *pr = &p->room[r];
    double limit_c = pr->r->limit == LIMIT_RECOMMENDED ? pr->rec_max_c : pr->limit_max_c;
    m[M_IT_ENERGY_KWH] = x->it_kwh;
    m[M_PEAK_IT_KW] = x->peak_it_w / 1000;
    m[M_MAX_INLET_C] = x->max_inlet_c;
    m[M_INLET_MARGIN_K] = limit_c - x->max_inlet_c;
    m[M_HOURS_ABOVE_RECOMMENDED] = x->hours_above_recommended;
    m[M_HOURS_ABOVE_ALLOWABLE] = x->hours_above_allowable;
    m[M_MAX_COOLANT_C] = x->max_coolant_c;
    m[M_COOLANT_MARGIN_K] = room_coolant_margin_k(p, y, r);
    m[M_CHIP_MARGIN_K] = x->chip_margin_k;
    find_humidity(p, y, r, m);
    if (pr->battery) m[M_BATTERY_LIFE_SHARE] = y->n / x->battery_ageing;
    m[M_THROTTLED_HOURS] = x->throttled_hours;
    m[M_TRIPPED_HOURS] = x->tripped_hours;
    find_air(pr, x, m);
}

/* Worst of the rooms; of airflow, the one farthest from balance. */
static void join_air(double *m, const double *room)
{
    m[M_SHI] = fmax(m[M_SHI], room[M_SHI]);
    m[M_RHI] = fmin(m[M_RHI], room[M_RHI]);
    m[M_RCI_HI_PCT] = fmin(m[M_RCI_HI_PCT], room[M_RCI_HI_PCT]);
    m[M_RCI_LO_PCT] = fmin(m[M_RCI_LO_PCT], room[M_RCI_LO_PCT]);
    if (!(fabs(room[M_RTI_PCT] - 100) <= fabs(m[M_RTI_PCT] - 100)) && !isnan(room[M_RTI_PCT]))
        m[M_RTI_PCT] = room[M_RTI_PCT];
}

/* The worst of the rooms is the site's. */
static void join_worst(double *m, const double *room)
{
    static const enum metric_id greatest[] = {M_MAX_DEW_POINT_C,
                                              M_HOURS_HUMIDITY_OUTSIDE_RECOMMENDED,
                                              M_HOURS_HUMIDITY_OUTSIDE_ALLOWABLE},
                                least[] = {M_MIN_DEW_POINT_C, M_CONDENSATION_MARGIN_K,
                                           M_BATTERY_LIFE_SHARE};
    for (int i = 0; i < 3; i++) m[greatest[i]] = fmax(m[greatest[i]], room[greatest[i]]);
    for (int i = 0; i < 3; i++) m[least[i]] = fmin(m[least[i]], room[least[i]]);
}

/* NaN without a chiller. */
static double chiller_hours(const struct result *r)
{
    const double *w = r->year->site.hour[Q_CHILLER_W];
    if (!r->site->of[KIND_CHILLER].n || !w) return (double)NAN;
    int n = 0;
    for (int h = 0; h < r->year->n; h++) n += w[h] > 0;
    return n;
}

static void find_temperatures(const struct plant *p, struct result *r)
{
    const struct year *y = r->year;
    double *m = r->metric;
    m[M_FREE_COOLING_HOURS] = y->free_hours;
    m[M_ECONOMIZER_HOURS] = y->economizer_hours;
    m[M_CHILLER_CYCLING_HOURS] = y->cycling_hours;
    m[M_CHILLER_HOURS] = chiller_hours(r);
    m[M_LIQUID_HEAT_KWH] = kwh(y, Q_LIQUID_HEAT_W);
    m[M_AIR_HEAT_KWH] = kwh(y, Q_AIR_HEAT_W);
    m[M_THROTTLED_HOURS] = y->throttled_hours;
    m[M_TRIPPED_HOURS] = y->tripped_hours;
    m[M_HOURS_ABOVE_RECOMMENDED] = m[M_HOURS_ABOVE_ALLOWABLE] = 0;
    for (int i = 0; i < p->n_room; i++) {
        const double *x = r->room[i].metric;
        join_air(m, x);
        m[M_MAX_INLET_C] = fmax(m[M_MAX_INLET_C], x[M_MAX_INLET_C]);
        m[M_INLET_MARGIN_K] = fmin(m[M_INLET_MARGIN_K], x[M_INLET_MARGIN_K]);
        m[M_MAX_COOLANT_C] = fmax(m[M_MAX_COOLANT_C], x[M_MAX_COOLANT_C]);
        m[M_COOLANT_MARGIN_K] = fmin(m[M_COOLANT_MARGIN_K], x[M_COOLANT_MARGIN_K]);
        m[M_CHIP_MARGIN_K] = fmin(m[M_CHIP_MARGIN_K], x[M_CHIP_MARGIN_K]);
        join_worst(m, x);
        m[M_HOURS_ABOVE_RECOMMENDED] =
            fmax(m[M_HOURS_ABOVE_RECOMMENDED], x[M_HOURS_ABOVE_RECOMMENDED]);
        m[M_HOURS_ABOVE_ALLOWABLE] = fmax(m[M_HOURS_ABOVE_ALLOWABLE], x[M_HOURS_ABOVE_ALLOWABLE]);
    }
}

static void find_rooms(const struct plant *p, struct result *r, bool has_floor, struct arena *a)
{
    r->n_room = p->n_room;
    r->room = ARENA_ARRAY(a, struct room_result, (size_t)p->n_room + 1);
    for (int i = 0; i < p->n_room; i++) {
        r->room[i].name = r->site->of[KIND_ROOM].name[i];
        for (int m = 0; m < N_METRIC; m++) r->room[i].metric[m] = (double)NAN;
        find_room(p, r->year, i, r->room[i].metric);
        r->room[i].servers_m3_s = r->year->room[i].air.servers_m3_s / r->year->n;
        r->room[i].units_m3_s = r->year->room[i].air.units_m3_s / r->year->n;
        if (has_floor) r->room[i].floor = floor_plan_find(p, r->year, i, a);
    }
}

/* What rooms share is theirs in proportion: cooling by the heat that it takes from
   each, losses and other loads by their IT energy.  Rooms sum to the site. */
static void share_energy(const struct plant *p, struct result *r)
{
    const struct year *y = r->year;
    const double *site = r->metric;
    double heat = 0, it = site[M_IT_ENERGY_KWH], cooling = mechanical_kwh(y);
    for (int i = 0; i < p->n_room; i++) heat += y->room[i].heat_kwh;
    for (int i = 0; i < p->n_room; i++) {
        double *m = r->room[i].metric, it_share = ratio(y->room[i].it_kwh, it);
        double heat_share = ratio(y->room[i].heat_kwh, heat);
        double all = y->room[i].it_kwh + cooling * heat_share +
                     (site[M_FACILITY_ENERGY_KWH] - it - cooling) * it_share;
        double share = ratio(all, site[M_FACILITY_ENERGY_KWH]);
        m[M_FACILITY_ENERGY_KWH] = all;
        m[M_PUE] = ratio(all, y->room[i].it_kwh);
        m[M_WATER_M3] = site[M_WATER_M3] * heat_share;
        m[M_WUE_L_PER_KWH] = ratio(m[M_WATER_M3] * 1000, y->room[i].it_kwh);
        m[M_WATER_COST_PER_YEAR] = site[M_WATER_COST_PER_YEAR] * heat_share;
        m[M_CARBON_T] = site[M_CARBON_T] * share;
        m[M_CUE_KG_PER_KWH] = ratio(m[M_CARBON_T] * 1000, y->room[i].it_kwh);
        m[M_MLC] = ratio(cooling * heat_share, y->room[i].it_kwh);
        m[M_ELECTRICITY_COST_PER_YEAR] = site[M_ELECTRICITY_COST_PER_YEAR] * share;
        m[M_ELECTRICITY_COST_ENERGY] = site[M_ELECTRICITY_COST_ENERGY] * share;
        m[M_ELECTRICITY_COST_DEMAND] = site[M_ELECTRICITY_COST_DEMAND] * share;
    }
}

/* ---- parts and months -------------------------------------------------- */

static void find_parts(struct result *r, struct arena *a)
{
    r->part = ARENA_ARRAY(a, struct energy_part, N_QUANTITY);
    for (int q = 0; q < N_QUANTITY; q++) {
        const struct quantity_row *row = &quantity_rows[q];
        if (row->is_part)
            r->part[r->n_part++] =
                (struct energy_part){row->part_key, row->label, kwh(r->year, (enum quantity)q)};
    }
}

static double month_max(const struct year *y, enum quantity q, int month)
{
    double max = (double)NAN;
    if (!y->site.hour[q]) return max;
    for (int h = y->calendar.month_start[month]; h < y->calendar.month_start[month + 1]; h++)
        max = fmax(max, y->site.hour[q][h]);
    return max;
}

static double month_mean(const struct calendar *c, const double *x, int month)
{
    double sum = 0;
    for (int h = c->month_start[month]; h < c->month_start[month + 1]; h++) sum += x[h];
    return sum / (c->month_start[month + 1] - c->month_start[month]);
}

/* Less than a watt is none. */
static void count_modes(const struct year *y, int month, struct month_result *out)
{
    const double *free_w = y->site.hour[Q_FREE_HEAT_W];
    const double *dx_w = y->site.hour[Q_COMPRESSOR_W], *chiller_w = y->site.hour[Q_CHILLER_W];
    const double *pump_w = y->site.hour[Q_HEAT_PUMP_W];
    for (int h = y->calendar.month_start[month]; h < y->calendar.month_start[month + 1]; h++) {
        bool runs =
            (dx_w && dx_w[h] > 0) || (chiller_w && chiller_w[h] > 0) || (pump_w && pump_w[h] > 0);
        bool is_free = free_w && free_w[h] > 1;
        out->free_h += !runs;
        out->mixed_h += runs && is_free;
        out->compressor_h += runs && !is_free;
    }
}

static void find_months(struct result *r)
{
    const struct year *y = r->year;
    for (int m = 0; m < MONTHS; m++) {
        struct month_result *x = &r->month[m];
        x->it_kwh = y->site.stat[Q_IT_W].month_sum[m] / 1000;
        x->facility_kwh = y->site.stat[Q_FACILITY_W].month_sum[m] / 1000;
        x->pue = ratio(x->facility_kwh, x->it_kwh);
        x->cost = r->bill->has_tariff ? r->bill->month_cost[m] : (double)NAN;
        x->peak_kw = month_max(y, Q_FACILITY_W, m) / 1000;
        x->water_m3 = y->site.stat[Q_WATER_KG_S].month_sum[m] * 3600 / 1000;
        x->mean_outdoor_c = month_mean(&y->calendar, r->weather->t_c, m);
        x->max_inlet_c = month_max(y, Q_INLET_C, m);
        x->max_coolant_c = month_max(y, Q_COOLANT_C, m);
        count_modes(y, m, x);
    }
}

static void find_numbers(const struct plant *p, struct result *out, bool has_floor, struct arena *a)
{
    for (int m = 0; m < N_METRIC; m++) out->metric[m] = (double)NAN;
    find_rooms(p, out, has_floor, a);
    find_energy(p, out, a);
    find_water_and_carbon(out);
    find_temperatures(p, out);
    if (out->bill->has_tariff) {
        out->metric[M_ELECTRICITY_COST_PER_YEAR] = out->bill->year_cost;
        out->metric[M_ELECTRICITY_COST_ENERGY] = out->bill->year_energy_cost;
        out->metric[M_ELECTRICITY_COST_DEMAND] = out->bill->year_demand_cost;
    }
    out->metric[M_CAPEX_COST] = site_capex(out->site, &out->n_priced, &out->n_unpriced);
    share_energy(p, out);
    if (out->n_room == 1) /* all of the site is the room's */
        for (int m = 0; m < N_METRIC; m++) out->room[0].metric[m] = out->metric[m];
}

void metrics_find_numbers(const struct plant *p, struct result *out, struct arena *a)
{
    find_numbers(p, out, false, a);
}

void metrics_find(const struct plant *p, struct result *out, struct arena *a)
{
    find_numbers(p, out, true, a);
    find_parts(out, a);
    find_months(out);
}
