#include "mock_result.h"

#include <math.h>
#include <string.h>

#include "base/file.h"
#include "mock_failures.h"

static const double none = (double)NAN;

struct hour_model { /* one synthetic hour */
    double t_c, it_w, inlet_c, coolant_c;
};

static struct hour_model hour_at(const struct calendar *c, int h)
{
    const double pi = acos(-1);
    double season = cos(2 * pi * (h - 4800) / c->hours), day = cos(2 * pi * (h % 24 - 14) / 24);
    double jitter = sin(0.37 * h) * sin(0.011 * h);
    struct hour_model m;
    m.t_c = 22 + 7.5 * season + 3.5 * day + 2.5 * jitter;
    m.it_w = 51200 * (0.90 + 0.04 * day + 0.02 * jitter);
    m.inlet_c = 22.5 + fmax(0, m.t_c - 24) * 0.42;
    m.coolant_c = fmax(26, m.t_c + 9);
    return m;
}

static void parts_fill(double q[N_QUANTITY], const struct hour_model *m)
{
    q[Q_IT_W] = m->it_w;
    q[Q_PDU_LOSS_W] = 0.012 * m->it_w;
    q[Q_UPS_LOSS_W] = 900 + 0.022 * m->it_w;
    q[Q_TRANSFORMER_LOSS_W] = 350 + 0.005 * m->it_w;
    q[Q_LIGHTING_W] = 300;
    q[Q_ROOM_FAN_W] = 800;
    q[Q_COMPRESSOR_W] = 2600 + 90 * fmax(0, m->t_c - 15);
    q[Q_CONDENSER_FAN_W] = 400;
    q[Q_DRYCOOLER_FAN_W] = 500 + 40 * fmax(0, m->t_c - 10);
    q[Q_CDU_PUMP_W] = 650;
}

static void hour_fill(const struct calendar *c, struct series *s, int h, bool has_coolant)
{
    double q[N_QUANTITY] = {0};
    struct hour_model m = hour_at(c, h);
    parts_fill(q, &m);
    for (int i = 0; i < N_QUANTITY; i++)
        if (quantity_rows[i].is_part) q[Q_FACILITY_W] += q[i];
    q[Q_PSU_LOSS_W] = 0.06 * m.it_w;
    q[Q_SERVER_FAN_W] = 0.04 * m.it_w;
    q[Q_COMPUTE_W] = 0.90 * m.it_w;
    q[Q_PDU_OUT_W] = m.it_w;
    q[Q_UPS_OUT_W] = q[Q_IT_W] + q[Q_PDU_LOSS_W];
    q[Q_HEAT_REJECTED_W] = q[Q_FACILITY_W];
    q[Q_LIQUID_HEAT_W] = has_coolant ? 0.72 * m.it_w : 0;
    q[Q_AIR_HEAT_W] = m.it_w - q[Q_LIQUID_HEAT_W];
    q[Q_RETURN_HEAT_W] = m.it_w;
    q[Q_FREE_HEAT_W] = q[Q_LIQUID_HEAT_W];
    q[Q_INLET_C] = m.inlet_c;
    q[Q_INLET_LOW_C] = m.inlet_c - 2;
    q[Q_SUPPLY_C] = m.inlet_c - 1;
    q[Q_COOLANT_C] = has_coolant ? m.coolant_c : none;
    q[Q_CHIP_MARGIN_K] = 85 - m.coolant_c - 12;
    q[Q_COOLING_USED] = 0.71;
    q[Q_WATER_KG_S] = m.t_c > 28 ? 0.004 * (m.t_c - 28) : 0;
    for (int i = 0; i < N_QUANTITY; i++) s->hour[i][h] = q[i];
}

static struct year *year_make(struct arena *a, const struct mock_options *o, double scale)
{
    struct year *y = ARENA_ARRAY(a, struct year, 1);
    y->calendar = calendar_make(o->is_leap, 3);
    y->n = y->calendar.hours;
    for (int i = 0; i < N_QUANTITY; i++) y->site.hour[i] = ARENA_ARRAY(a, double, (size_t)y->n);
    for (int h = 0; h < y->n; h++) hour_fill(&y->calendar, &y->site, h, !o->has_no_coolant);
    for (int i = 0; i <= Q_FACILITY_W; i++)
        for (int h = 0; h < y->n; h++) y->site.hour[i][h] *= scale;
    return y;
}

static struct weather *weather_make(struct arena *a, const struct year *y)
{
    struct weather *w = ARENA_ARRAY(a, struct weather, 1);
    *w = (struct weather){.calendar = y->calendar,
                          .name = "Shenzhen",
                          .source = "synthetic, for tests",
                          .latitude_deg = 22.5,
                          .longitude_deg = 114.1,
                          .utc_offset_h = 8,
                          .n = y->n};
    w->t_c = ARENA_ARRAY(a, double, (size_t)y->n);
    w->dew_c = ARENA_ARRAY(a, double, (size_t)y->n);
    w->wb_c = ARENA_ARRAY(a, double, (size_t)y->n);
    w->p_pa = ARENA_ARRAY(a, double, (size_t)y->n);
    w->w = ARENA_ARRAY(a, double, (size_t)y->n);
    for (int h = 0; h < y->n; h++) {
        w->t_c[h] = hour_at(&y->calendar, h).t_c;
        w->dew_c[h] = w->t_c[h] - 5;
        w->wb_c[h] = w->t_c[h] - 3.2;
        w->p_pa[h] = 101325;
        w->w[h] = 0.012;
    }
    return w;
}

static double sum_kwh(const double *v, int from, int to)
{
    double sum = 0;
    for (int h = from; h < to; h++) sum += v[h];
    return sum / 1000;
}

static double greatest(const double *v, int from, int to)
{
    double max = v[from];
    for (int h = from; h < to; h++)
        if (!(max >= v[h])) max = v[h];
    return max;
}

static void months_fill(struct result *r, const struct mock_options *o)
{
    const struct series *s = &r->year->site;
    for (int m = 0; m < MONTHS; m++) {
        int from = r->year->calendar.month_start[m], to = r->year->calendar.month_start[m + 1];
        struct month_result *v = &r->month[m];
        v->it_kwh = sum_kwh(s->hour[Q_IT_W], from, to);
        v->facility_kwh = sum_kwh(s->hour[Q_FACILITY_W], from, to);
        v->pue = v->facility_kwh / v->it_kwh;
        v->peak_kw = greatest(s->hour[Q_FACILITY_W], from, to) / 1000;
        v->cost = o->has_no_tariff ? none : 0.71 * v->facility_kwh + 38 * v->peak_kw;
        v->water_m3 = sum_kwh(s->hour[Q_WATER_KG_S], from, to) * 3600;
        v->mean_outdoor_c = sum_kwh(r->weather->t_c, from, to) * 1000 / (to - from);
        v->max_inlet_c = greatest(s->hour[Q_INLET_C], from, to);
        v->max_coolant_c = o->has_no_coolant ? none : greatest(s->hour[Q_COOLANT_C], from, to);
    }
}

static void metrics_fill(struct result *r, const struct mock_options *o)
{
    const struct series *s = &r->year->site;
    int n = r->year->n;
    double *m = r->metric;
    for (int i = 0; i < N_METRIC; i++) m[i] = none;
    m[M_IT_ENERGY_KWH] = sum_kwh(s->hour[Q_IT_W], 0, n);
    m[M_FACILITY_ENERGY_KWH] = sum_kwh(s->hour[Q_FACILITY_W], 0, n);
    m[M_PUE] = m[M_FACILITY_ENERGY_KWH] / m[M_IT_ENERGY_KWH];
    m[M_PUE_CAT1] = m[M_FACILITY_ENERGY_KWH] / sum_kwh(s->hour[Q_UPS_OUT_W], 0, n);
    m[M_PUE_CAT2] = m[M_FACILITY_ENERGY_KWH] / sum_kwh(s->hour[Q_PDU_OUT_W], 0, n);
    m[M_PUE_PEAK_HOUR] = 1.231;
    m[M_ITUE] = 1 / 0.9;
    m[M_TUE] = m[M_PUE] * m[M_ITUE];
    m[M_PEAK_IT_KW] = greatest(s->hour[Q_IT_W], 0, n) / 1000;
    m[M_PEAK_FACILITY_KW] = greatest(s->hour[Q_FACILITY_W], 0, n) / 1000;
    m[M_FREE_COOLING_HOURS] = 0;
    m[M_MAX_INLET_C] = greatest(s->hour[Q_INLET_C], 0, n);
    m[M_INLET_MARGIN_K] = 32 - m[M_MAX_INLET_C];
    m[M_HOURS_ABOVE_RECOMMENDED] = 214;
    m[M_HOURS_ABOVE_ALLOWABLE] = 0;
    m[M_ENERGY_RESIDUAL_REL] = 2.3e-16;
    m[M_HEAT_RESIDUAL_REL] = 4.1e-14;
    m[M_WATER_M3] = sum_kwh(s->hour[Q_WATER_KG_S], 0, n) * 3600;
    m[M_WUE_L_PER_KWH] = m[M_WATER_M3] * 1000 / m[M_IT_ENERGY_KWH];
    if (!o->has_no_coolant) {
        m[M_MAX_COOLANT_C] = greatest(s->hour[Q_COOLANT_C], 0, n);
        m[M_COOLANT_MARGIN_K] = 45 - m[M_MAX_COOLANT_C];
    }
    if (o->has_no_tariff) return;
    m[M_ELECTRICITY_COST_ENERGY] = 0.71 * m[M_FACILITY_ENERGY_KWH];
    m[M_ELECTRICITY_COST_PER_YEAR] = 0;
    for (int i = 0; i < MONTHS; i++) m[M_ELECTRICITY_COST_PER_YEAR] += r->month[i].cost;
    m[M_ELECTRICITY_COST_DEMAND] = m[M_ELECTRICITY_COST_PER_YEAR] - m[M_ELECTRICITY_COST_ENERGY];
}

static void parts_sum(struct result *r, struct arena *a)
{
    r->part = ARENA_ARRAY(a, struct energy_part, N_QUANTITY);
    for (int i = 0; i < N_QUANTITY; i++)
        if (quantity_rows[i].is_part)
            r->part[r->n_part++] =
                (struct energy_part){quantity_rows[i].part_key, quantity_rows[i].label,
                                     sum_kwh(r->year->site.hour[i], 0, r->year->n)};
}

static const struct limit plain_limits[] = {
    {"ups.main", "power", "one module out", "kW", 55.1, 60, 0, false, "3 of 4 modules of 20 kW", 0},
    {"server.box", "inlet", "normal", "degC", 28.4, 32, 0, false,
     "class A2 at the site's altitude", 0},
    {"cdu.main", "cooling", "one unit out", "kW", 37.2, 45, 0, false, NULL, 0},
    {"rack.r1", "power", "normal", "kW", 12.8, 16, 0, false, NULL, 0},
    {"rack.r1", "space", "normal", "U", 32, 42, 0, false, NULL, 0},
    {"rack.r1", "weight", "normal", "kg", 640, 1000, 0, false, NULL, 0},
    {"transformer.t1", "power", "normal", "kVA", 66.4, 315, 0, false, NULL, 0},
    {"utility.grid", "power", "normal", "kW", 64.9, 320, 0, false, NULL, 0},
    {"pdu.a", "power", "normal", "kW", 27.5, 0, 0, false, "the model states no rating", 0},
};

static void limits_fill(struct result *r, const struct mock_options *o, struct arena *a)
{
    int plain = (int)(sizeof plain_limits / sizeof plain_limits[0]);
    r->n_limit = o->n_limit ? o->n_limit : plain;
    r->limit = ARENA_ARRAY(a, struct limit, (size_t)r->n_limit);
    for (int i = 0; i < r->n_limit; i++) {
        struct limit *l = &r->limit[i];
        *l = plain_limits[i % plain];
        if (i >= plain)
            l->element = arena_format(a, "rack.row-%d.cabinet-with-a-long-name-%d", i / 10, i);
        if (!(l->limit > 0)) l->limit = none;
        if (o->is_broken && i == 0) l->used = 71.3;
        l->margin = (l->limit - l->used) / l->limit;
        l->is_broken = l->used > l->limit;
    }
}

static const struct warning plain_warnings[] = {
    {"rack inlet above the recommended range in room.hall", 214, 4711},
    {"pdu.a has no rated power, so it is not checked", 1, -1},
    {"dry cooler pads were needed", 388, 4021},
};

static const struct assumption plain_assumptions[] = {
    {"server.box", "power_maximum", "3.2 kW", "input power at full activity", "sites/mock.ini:14",
     "vendor data sheet, 2023-05"},
    {"server.box", "liquid_capture", "72 %", "share of the electronics' heat taken by cold plates",
     "models/servers.ini:88", "measured on a comparable system, see the model's note"},
    {"ups.main", "module_power", "20 kW", "rated output of one module", "models/ups.ini:12", NULL},
    {"ups.main", "modules", "4", "modules in the frame", "sites/mock.ini:31", NULL},
    {"drycooler.roof", "capacity", "60 kW", "heat rejected at the rating point", "default",
     "https://example.org/a/very/long/address/without/any/blank/that/must/be/broken/inside.pdf"},
};

static void texts_fill(struct result *r, const struct mock_options *o, struct arena *a)
{
    static const char *const paths[] = {"sites/mock.ini", "models/servers.ini", "models/ups.ini"};
    static const char *override[] = {"ups.main.modules=4"};
    r->site_name = "mock";
    r->site_title = o->title ? o->title : "Mock hall, 16 boxes with cold plates";
    r->date = (struct date){2026, 2, 1};
    r->currency = o->has_no_tariff ? "" : "CNY";
    r->n_input = 3;
    r->input = ARENA_ARRAY(a, struct input_text, 3);
    for (int i = 0; i < 3; i++) {
        r->input[i].path = paths[i];
        sha256_text(paths[i], strlen(paths[i]), r->input[i].sha256);
    }
    r->n_override = 1;
    r->override = override;
    r->ok = !o->is_broken;
    r->verdict = o->verdict     ? o->verdict
                 : o->is_broken ? "ups.main carries 71.3 kW with one module out; its limit is 60 kW"
                                : "fits: the tightest limit is ups.main with 8.2 % left; PUE 1.20";
}

static void lists_fill(struct result *r, const struct mock_options *o, struct arena *a)
{
    r->n_warning = o->has_no_warnings ? 0 : 3;
    r->warning = ARENA_ARRAY(a, struct warning, 3);
    memcpy(r->warning, plain_warnings, sizeof plain_warnings);
    r->n_assumption = (int)(sizeof plain_assumptions / sizeof plain_assumptions[0]);
    r->assumption = ARENA_ARRAY(a, struct assumption, (size_t)r->n_assumption);
    memcpy(r->assumption, plain_assumptions, sizeof plain_assumptions);
    r->n_room = 1;
    r->room = ARENA_ARRAY(a, struct room_result, 1);
    r->room[0].name = "hall";
    memcpy(r->room[0].metric, r->metric, sizeof r->metric);
}

struct result *mock_result(struct arena *a, const struct mock_options *o)
{
    struct result *r = ARENA_ARRAY(a, struct result, 1);
    struct bill *bill = ARENA_ARRAY(a, struct bill, 1);
    struct year *year = year_make(a, o, 1);
    r->year = year;
    r->design_year = year_make(a, o, 1.06);
    r->weather = weather_make(a, year);
    bill->has_tariff = !o->has_no_tariff;
    r->bill = bill;
    texts_fill(r, o, a);
    months_fill(r, o);
    metrics_fill(r, o);
    parts_sum(r, a);
    limits_fill(r, o, a);
    lists_fill(r, o, a);
    if (o->n_failure) mock_failures(r, o->n_failure, a);
    return r;
}
