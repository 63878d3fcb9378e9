/* Metering: what each line of a bill is charged on.

   A line's window is a set of months, kinds of day and hours of the clock, so energy and peak
   of all windows come from one pass into 12 x 3 x 24 cells.  Only what looks at single days or
   hours (prices of the market, steps and demand of a day) walks the year again. */

#include <math.h>
#include <string.h>

#include "model/tariff_clock.h"
#include "plan/bill_inner.h"

enum { HOURS = 24, MOST_DAYS = 366 };

struct cell {
    double taken_kwh, given_kwh, kvarh, peak_kw, peak_kva;
};

struct meter {
    const struct bill_load *load;
    const struct tariff_hour *hour; /* [calendar->hours] */
    const unsigned char *period;    /* likewise */
    struct cell cell[MONTHS][N_TARIFF_DAY][HOURS];
    double month_kwh[MONTHS], day_kwh[MOST_DAYS];
    int day_month[MOST_DAYS], n_day;
};

/* Not fmax: what is missing makes the rest missing. */
static double greater(double a, double b)
{
    return isnan(b) || b > a ? b : a;
}

static double taken(double kw)
{
    return kw < 0 ? 0 : kw;
}

/* What is taken in an interval, kW, or kVA of a meter that reads both. */
static double power(const struct meter *m, int i, bool is_apparent)
{
    double kw = taken(m->load->w[i] / WH_PER_KWH);
    return is_apparent ? hypot(kw, m->load->var[i] / WH_PER_KWH) : kw;
}

static bool is_apparent(const struct meter *m, const struct rate *r)
{
    return m->load->var && bill_rate_in_kva(r);
}

static void read_meter(struct meter *m)
{
    int k = m->load->per_hour, n = m->load->calendar->hours * k;
    for (int i = 0; i < n; i++) {
        const struct tariff_hour *h = &m->hour[i / k];
        struct cell *x = &m->cell[h->month][h->day][h->hour];
        double kw = m->load->w[i] / WH_PER_KWH, in = taken(kw);
        x->taken_kwh += in / k;
        x->given_kwh += (in - kw) / k;
        if (m->load->var) x->kvarh += m->load->var[i] / WH_PER_KWH / k;
        x->peak_kw = greater(x->peak_kw, in);
        if (m->load->var) x->peak_kva = greater(x->peak_kva, power(m, i, true));
        m->month_kwh[h->month] += in / k;
        m->day_kwh[h->year_day] += in / k;
        m->day_month[h->year_day] = h->month;
    }
    m->n_day = m->load->calendar->hours / HOURS;
}

static void read_periods(const struct meter *m, struct bill_use *use)
{
    int k = m->load->per_hour;
    memset(use->energy_kwh, 0, sizeof use->energy_kwh);
    memset(use->has_period, 0, sizeof use->has_period);
    memset(use->peak_kw, 0, sizeof use->peak_kw);
    memset(use->peak_kva, 0, sizeof use->peak_kva);
    for (int h = 0; h < m->load->calendar->hours; h++) {
        int p = m->period[h], month = m->hour[h].month;
        use->has_period[p] = true;
        for (int i = h * k; i < (h + 1) * k; i++) {
            double kw = taken(m->load->w[i] / WH_PER_KWH);
            use->energy_kwh[p][month] += kw / k;
            use->peak_kw[month] = greater(use->peak_kw[month], kw);
            if (m->load->var)
                use->peak_kva[month] = greater(use->peak_kva[month], power(m, i, true));
        }
    }
}

/* cos of the angle whose tangent is kvarh over kWh, as utilities find it; a month without
   energy has the tariff's. */
static void read_power_factor(const struct meter *m, struct bill_use *use)
{
    use->has_kvarh = m->load->var != NULL;
    for (int month = 0; month < MONTHS; month++) {
        double kvarh = 0, kwh = m->month_kwh[month];
        for (int d = 0; d < N_TARIFF_DAY; d++)
            for (int h = 0; h < HOURS; h++) kvarh += m->cell[month][d][h].kvarh;
        use->power_factor[month] = use->has_kvarh && kwh > 0 ? kwh / sqrt(kwh * kwh + kvarh * kvarh)
                                                             : use->tariff->power_factor;
    }
}

/* ---- steps ---- */

/* What lies above one bound and up to the other; NaN bounds: none. */
static double step(double x, double above, double up_to)
{
    if (x > up_to) x = up_to;
    return isnan(above) ? x : x < above ? 0 : x - above;
}

static double energy_step(const struct rate *r, double kwh)
{
    return step(kwh, r->above_j / J_PER_KWH, r->up_to_j / J_PER_KWH);
}

static bool has_energy_step(const struct rate *r)
{
    return !isnan(r->above_j) || !isnan(r->up_to_j);
}

/* By day, or by what has come together since the year began. */
static void step_days(const struct meter *m, const struct rate *r, const double *day_kwh,
                      double *metered)
{
    memset(metered, 0, MONTHS * sizeof *metered);
    for (int d = 0; d < m->n_day; d++) {
        bool of_all = r->step_of == RATE_BASIS_MONTH;
        double all = of_all ? m->day_kwh[d] : day_kwh[d];
        double part = all > 0 ? day_kwh[d] / all : 1;
        metered[m->day_month[d]] += part * energy_step(r, all);
    }
}

static void step_year(const struct meter *m, const struct rate *r, double *metered)
{
    bool of_all = r->step_of == RATE_BASIS_MONTH;
    double sum = 0, before = 0;
    for (int month = 0; month < MONTHS; month++) {
        double all = of_all ? m->month_kwh[month] : metered[month];
        double part = all > 0 ? metered[month] / all : 1;
        sum += all;
        double now = energy_step(r, sum);
        metered[month] = part * (now - before);
        before = now;
    }
}

/* ---- windows ---- */

enum what { TAKEN, GIVEN, KVARH };

static double amount_of(const struct cell *x, enum what what)
{
    return what == TAKEN ? x->taken_kwh : what == GIVEN ? x->given_kwh : x->kvarh;
}

static void window_energy(const struct meter *m, const struct rate *r, enum what what, double *out)
{
    for (int month = 0; month < MONTHS; month++) {
        out[month] = 0;
        if (!rate_counts_month(r, month)) continue;
        for (int d = 0; d < N_TARIFF_DAY; d++)
            for (int h = 0; h < HOURS; h++)
                if (rate_counts(r, month, (enum tariff_day)d, h))
                    out[month] += amount_of(&m->cell[month][d][h], what);
    }
}

static bool counts_hour(const struct rate *r, const struct tariff_hour *h)
{
    return rate_counts(r, h->month, (enum tariff_day)h->day, h->hour);
}

static void daily_energy(const struct meter *m, const struct rate *r, double *metered)
{
    double day_kwh[MOST_DAYS] = {0};
    int k = m->load->per_hour;
    for (int i = 0; i < m->load->calendar->hours * k; i++)
        if (counts_hour(r, &m->hour[i / k]))
            day_kwh[m->hour[i / k].year_day] += taken(m->load->w[i] / WH_PER_KWH) / k;
    step_days(m, r, day_kwh, metered);
}

static void energy(const struct meter *m, struct rate_use *x)
{
    const struct rate *r = x->rate;
    enum what what = r->charge == RATE_EXPORT ? GIVEN : TAKEN;
    if (has_energy_step(r) && r->per == RATE_PER_DAY && what == TAKEN) {
        daily_energy(m, r, x->metered);
        return;
    }
    window_energy(m, r, what, x->metered);
    if (has_energy_step(r) && r->per == RATE_PER_YEAR && what == TAKEN) step_year(m, r, x->metered);
}

static void reactive(const struct meter *m, const struct bill_use *use, struct rate_use *x)
{
    double kwh[MONTHS];
    window_energy(m, x->rate, TAKEN, kwh);
    window_energy(m, x->rate, use->has_kvarh ? KVARH : TAKEN, x->metered);
    for (int month = 0; month < MONTHS; month++) {
        double f = use->tariff->power_factor;
        if (!use->has_kvarh) x->metered[month] *= sqrt(1 / (f * f) - 1);
        double over = x->metered[month] - x->rate->above_reactive_frac * kwh[month];
        x->metered[month] = over < 0 ? 0 : over;
    }
}

/* ---- demand ---- */

/* A ratchet looks at months in which the line itself does not hold. */
static bool sees_month(const struct rate *r, int month)
{
    return r->ratchet_frac > 0 || rate_counts_month(r, month);
}

static void monthly_demand(const struct meter *m, const struct rate *r, double *out)
{
    struct rate any = *r;
    if (r->ratchet_frac > 0) any.months.n = 0;
    for (int month = 0; month < MONTHS; month++) {
        out[month] = 0;
        if (!sees_month(r, month)) continue;
        for (int d = 0; d < N_TARIFF_DAY; d++)
            for (int h = 0; h < HOURS; h++)
                if (rate_counts(&any, month, (enum tariff_day)d, h)) {
                    const struct cell *x = &m->cell[month][d][h];
                    out[month] = greater(out[month], is_apparent(m, r) ? x->peak_kva : x->peak_kw);
                }
    }
}

/* Steps are of the metered demand, which the factor makes of what is known. */
static void daily_demand(const struct meter *m, const struct bill_use *use, const struct rate *r,
                         double *out)
{
    bool apparent = is_apparent(m, r);
    double peak[MOST_DAYS] = {0}, scale = WH_PER_KWH * use->demand_factor;
    if (apparent) scale *= use->tariff->power_factor;
    int k = m->load->per_hour;
    memset(out, 0, MONTHS * sizeof *out);
    for (int i = 0; i < m->load->calendar->hours * k; i++) {
        const struct tariff_hour *h = &m->hour[i / k];
        if (!counts_hour(r, h)) continue;
        peak[h->year_day] = greater(peak[h->year_day], power(m, i, apparent));
    }
    for (int d = 0; d < m->n_day; d++)
        out[m->day_month[d]] += step(peak[d], r->above_w / scale, r->up_to_w / scale);
}

/* Mean of the named hours: of those of the month, or with `per = year` of all. */
static void coincident(const struct meter *m, const struct bill_use *use, const struct rate *r,
                       double *out)
{
    int k = m->load->per_hour, n[MONTHS] = {0}, n_all = 0;
    double sum = 0;
    memset(out, 0, MONTHS * sizeof *out);
    for (int i = 0; i < r->coincident.n; i++) {
        int h = tariff_hour_named(use->tariff, m->load->calendar, r->coincident.s[i]);
        if (h < 0 || !sees_month(r, m->hour[h].month)) continue; /* 29 February */
        double kw = 0;
        for (int j = h * k; j < (h + 1) * k; j++) kw += power(m, j, is_apparent(m, r)) / k;
        out[m->hour[h].month] += kw;
        n[m->hour[h].month]++;
        sum += kw;
        n_all++;
    }
    for (int month = 0; month < MONTHS; month++) {
        if (r->per == RATE_PER_YEAR)
            out[month] = n_all ? sum / n_all : 0;
        else if (n[month])
            out[month] /= n[month];
    }
}

static void demand(const struct meter *m, const struct bill_use *use, struct rate_use *x)
{
    const struct rate *r = x->rate;
    if (r->coincident.n)
        coincident(m, use, r, x->metered);
    else if (r->per == RATE_PER_DAY)
        daily_demand(m, use, r, x->metered);
    else
        monthly_demand(m, r, x->metered);
}

/* ---- the market ---- */

/* Mean price of an interval of the load. */
static double price_of(const struct rate *r, const struct meter *m, int interval)
{
    int k = m->load->per_hour, prices = r->n_series / m->load->calendar->hours;
    if (prices <= k) return r->series[(long)interval * prices / k];
    long first = (long)interval * prices / k, last = (long)(interval + 1) * prices / k;
    double sum = 0;
    for (long i = first; i < last; i++) sum += r->series[i];
    return sum / (double)(last - first);
}

static void market(const struct meter *m, struct rate_use *x)
{
    int k = m->load->per_hour;
    bool fits = x->rate->n_series && x->rate->n_series % m->load->calendar->hours == 0;
    memset(x->metered, 0, sizeof x->metered);
    memset(x->amount, 0, sizeof x->amount);
    for (int i = 0; i < m->load->calendar->hours * k; i++) {
        const struct tariff_hour *h = &m->hour[i / k];
        if (!counts_hour(x->rate, h)) continue;
        double kwh = taken(m->load->w[i] / WH_PER_KWH) / k;
        x->metered[h->month] += kwh;
        x->amount[h->month] += kwh * J_PER_KWH * (fits ? price_of(x->rate, m, i) : (double)NAN);
    }
}

/* ---- */

static void read_rate(const struct meter *m, const struct bill_use *use, struct rate_use *x)
{
    for (int month = 0; month < MONTHS; month++)
        x->holds[month] = rate_counts_month(x->rate, month);
    switch (x->rate->charge) {
    case RATE_ENERGY:
    case RATE_EXPORT:
    case RATE_CARBON: energy(m, x); break;
    case RATE_REACTIVE: reactive(m, use, x); break;
    case RATE_DEMAND: demand(m, use, x); break;
    case RATE_MARKET: market(m, x); break;
    case RATE_FIXED:
    case RATE_MINIMUM:
        for (int d = 0; d < m->n_day; d++) x->metered[m->day_month[d]] += 1;
        break;
    default: break;
    }
}

/* ---- the clock ---- */

struct clock { /* [hours] */
    struct tariff_hour *hour;
    unsigned char *period;
};

/* Of the tariff all but its prices. */
static struct builder clock_key(const struct tariff *t, const struct calendar *c, struct arena *a)
{
    struct builder key = builder_new(a);
    builder_format(&key, "clock %d %d ", c->hours, c->first_weekday);
    for (int i = 0; i < tariff_n_params; i++)
        if (tariff_params[i].type != PARAM_MONEY) param_key(&tariff_params[i], t, &key);
    return key;
}

static const struct clock *clock_make(const struct tariff *t, const struct calendar *c,
                                      struct arena *a)
{
    struct clock *x = ARENA_ARRAY(a, struct clock, 1);
    size_t n = (size_t)c->hours;
    *x = (struct clock){ARENA_ARRAY(a, struct tariff_hour, n), ARENA_ARRAY(a, unsigned char, n)};
    tariff_hours(t, c, x->hour);
    for (int h = 0; h < c->hours; h++) x->period[h] = (unsigned char)tariff_period(t, c, h);
    return x;
}

static const struct clock *clock_of(const struct bill_use *use, const struct calendar *c,
                                    struct arena *a)
{
    if (!use->memo) return clock_make(use->tariff, c, a);
    struct builder key = clock_key(use->tariff, c, a);
    const struct clock *x = memo_find(use->memo, key.s, key.n);
    if (x) return x;
    x = clock_make(use->tariff, c, memo_arena(use->memo, a));
    memo_keep(use->memo, key.s, key.n, x, (size_t)c->hours * (sizeof *x->hour + 1));
    return x;
}

void bill_meter(const struct bill_load *load, struct bill_use *use, struct arena *a)
{
    struct meter *m = ARENA_ARRAY(a, struct meter, 1);
    const struct clock *x = clock_of(use, load->calendar, a);
    m->load = load;
    m->hour = x->hour;
    m->period = x->period;
    read_meter(m);
    read_periods(m, use);
    read_power_factor(m, use);
    for (int i = 0; i < use->n_rate; i++) read_rate(m, use, &use->rate[i]);
}
