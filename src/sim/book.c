/* What an hour's quantities are made of: each is a sum of what its parts come to. */

#include "sim/book.h"

#include <stdint.h>

#include "sim/kernel.h"

/* Terms are noted by quantity, in the order of the parts; once to count them, and again for
   their places. */
struct notes {
    struct step k; /* whose lanes are not looked at */
    struct book_term *term;
    int next[N_QUANTITY];
    bool moves[N_QUANTITY]; /* not of steady parts alone */
};

/* Sums of other quantities come after, in hour.c. */
static bool is_noted(const struct plant *p, int q)
{
    enum aggregate how = quantity_rows[q].aggregate;
    bool is_sum = how == AGG_ENERGY || how == AGG_SUM_KG;
    return p->active[q] && is_sum && q != Q_COMPUTE_W && q != Q_RETURN_HEAT_W;
}

/* Which of a field's lanes x is; -1: of none. */
static int index_in(lanes *field, int n, const double *x)
{
    uintptr_t at = (uintptr_t)x, from = (uintptr_t)field;
    return at >= from && at < (uintptr_t)(field + n) ? (int)((at - from) / sizeof *field) : -1;
}

/* What servers come to, and what feeds nothing but them. */
static bool is_steady(const struct notes *n, const double *x)
{
    const struct plant *p = n->k.p;
    const struct block *b = n->k.b;
    lanes *const of_group[] = {b->group_w, b->group_supply_w, b->group_fan_w, b->group_liquid_w};
    bool is_one = x == b->book->one || index_in(b->cdu_pump_w, p->n_cdu, x) >= 0;
    for (int f = 0; f < 4; f++) is_one |= index_in(of_group[f], p->n_group, x) >= 0;
    int out = index_in(b->elem_out_w, p->n_elem, x), loss = index_in(b->elem_loss_w, p->n_elem, x);
    int e = out >= 0 ? out : loss;
    return is_one || (e >= 0 && !p->elem[e].feeds_cooling);
}

static void add(struct notes *n, enum quantity q, const double *x, double count)
{
    if (!is_noted(n->k.p, (int)q)) return;
    if (n->term) n->term[n->next[q]] = (struct book_term){x, count};
    n->next[q]++;
    if (!n->term) n->moves[q] |= !is_steady(n, x);
}

static void add_constant(struct notes *n, enum quantity q, double x)
{
    add(n, q, n->k.b->book->one, x);
}

bool book_is_source(const struct elem *x)
{
    return x->what == ELEM_UTILITY || x->what == ELEM_GENERATOR;
}

static void add_parts(struct notes *n)
{
    static const enum quantity loss[] = {[ELEM_PDU] = Q_PDU_LOSS_W,
                                         [ELEM_UPS] = Q_UPS_LOSS_W,
                                         [ELEM_TRANSFORMER] = Q_TRANSFORMER_LOSS_W,
                                         [ELEM_UTILITY] = Q_TRANSFORMER_LOSS_W,
                                         [ELEM_GENERATOR] = Q_TRANSFORMER_LOSS_W};
    static const enum quantity sink[] = {[SINK_ECONOMIZER] = Q_PUMP_W,
                                         [SINK_CHILLER] = Q_CHILLER_W,
                                         [SINK_TOWER] = Q_TOWER_FAN_W,
                                         [SINK_DRYCOOLER] = Q_DRYCOOLER_FAN_W,
                                         [SINK_REUSE] = Q_HEAT_PUMP_W};
    const struct plant *p = n->k.p;
    struct block *b = n->k.b;
    for (int g = 0; g < p->n_group; g++) {
        add(n, Q_IT_W, b->group_w[g], group_count(&n->k, g));
        add(n, Q_PSU_LOSS_W, b->group_supply_w[g], group_count(&n->k, g));
        add(n, Q_SERVER_FAN_W, b->group_fan_w[g], group_count(&n->k, g));
        add(n, Q_LIQUID_HEAT_W, b->group_liquid_w[g], group_count(&n->k, g));
    }
    for (int e = 0; e < p->n_elem; e++) add(n, loss[p->elem[e].what], b->elem_loss_w[e], 1);
    for (int c = 0; c < p->n_cool; c++) {
        add(n, Q_ROOM_FAN_W, b->cool_fan_w[c], 1);
        add(n, Q_COMPRESSOR_W, b->cool_power_w[c], 1);
        add(n, p->cool[c].kind == KIND_AHU ? Q_HUMIDITY_W : Q_CONDENSER_FAN_W,
            b->cool_condenser_w[c], 1);
        add(n, p->cool[c].kind == KIND_AHU ? Q_SCAVENGER_FAN_W : Q_REFRIGERANT_PUMP_W,
            b->cool_assist_w[c], 1);
        add(n, Q_AIR_HEAT_W, b->cool_heat_w[c], 1);
        add(n, Q_WATER_KG_S, b->cool_water_kg_s[c], 1);
    }
    for (int r = 0; p->has_water_balance && r < p->n_room; r++) {
        add(n, Q_HUMIDIFIER_W, b->water_humid_w[r], 1);
        add(n, Q_REHEAT_W, b->water_reheat_w[r], 1);
        add(n, Q_LATENT_HEAT_W, b->water_latent_w[r], 1);
        add(n, Q_WATER_KG_S, b->water_kg_s[r], 1);
    }
    for (int c = 0; c < p->n_cdu; c++) add(n, Q_CDU_PUMP_W, b->cdu_pump_w[c], 1);
    for (int l = 0; l < p->n_loop; l++) add(n, Q_PUMP_W, b->loop_pump_w[l], 1);
    for (int s = 0; s < p->n_sink; s++) {
        add(n, sink[p->sink[s].what], b->sink_power_w[s], 1);
        add(n, p->sink[s].what == SINK_TOWER ? Q_BASIN_HEATER_W : Q_HUMIDITY_W, b->sink_pump_w[s],
            1);
        add(n, Q_WATER_KG_S, b->sink_water_kg_s[s], 1);
    }
}

/* What servers take straight from PDU outputs: not what goes on to other PDUs, nor to
   other loads. */
static void add_pdu_out(struct notes *n)
{
    const struct plant *p = n->k.p;
    for (int g = 0; g < p->n_group; g++) {
        struct feeds f = p->group[g].feed;
        double share = 0;
        for (int j = f.first; j < f.first + f.n; j++)
            if (p->elem[p->feed[j]].what == ELEM_PDU) share += n->k.s->share[j];
        add(n, Q_PDU_OUT_W, n->k.b->group_w[g], share * group_count(&n->k, g));
    }
}

/* What other loads take straight from UPS outputs, which is no energy for IT. */
static void take_off(struct notes *n, struct feeds f, const double *load_w, double count)
{
    for (int j = f.first; j < f.first + f.n; j++)
        if (n->k.p->elem[n->k.p->feed[j]].what == ELEM_UPS)
            add(n, Q_UPS_OUT_W, load_w, -n->k.s->share[j] * count);
}

static void take_off_others(struct notes *n)
{
    const struct plant *p = n->k.p;
    struct block *b = n->k.b;
    for (int c = 0; c < p->n_cool; c++) {
        take_off(n, p->cool[c].feed, b->cool_power_w[c], 1);
        take_off(n, p->cool[c].feed, b->cool_fan_w[c], 1);
        take_off(n, p->cool[c].feed, b->cool_condenser_w[c], 1);
        if (p->cool[c].has_assist) take_off(n, p->cool[c].feed, b->cool_assist_w[c], 1);
        if (p->has_water_balance) take_off(n, p->cool[c].feed, b->cool_water_w[c], 1);
    }
    for (int c = 0; c < p->n_cdu; c++) take_off(n, p->cdu[c].feed, b->cdu_pump_w[c], 1);
    for (int l = 0; l < p->n_loop; l++) take_off(n, p->loop[l].feed, b->loop_pump_w[l], 1);
    for (int s = 0; s < p->n_sink; s++) {
        take_off(n, p->sink[s].feed, b->sink_power_w[s], 1);
        take_off(n, p->sink[s].feed, b->sink_pump_w[s], 1);
    }
    for (int f = 0; f < p->n_fixed; f++)
        take_off(n, p->fixed[f].feed, b->book->one, fixed_w(&n->k, f));
}

static void add_path(struct notes *n)
{
    const struct plant *p = n->k.p;
    for (int e = 0; e < p->n_elem; e++) {
        if (p->elem[e].what == ELEM_UPS) add(n, Q_UPS_OUT_W, n->k.b->elem_out_w[e], 1);
        if (book_is_source(&p->elem[e])) add(n, Q_FACILITY_W, n->k.b->elem_out_w[e], 1);
    }
    take_off_others(n);
    add_pdu_out(n);
    for (int f = 0; f < p->n_fixed; f++)
        add_constant(n, p->fixed[f].l->use == LOAD_LIGHTING ? Q_LIGHTING_W : Q_OTHER_W,
                     fixed_w(&n->k, f));
    for (int r = 0; r < p->n_room; r++) add(n, Q_HEAT_GAIN_W, n->k.b->room_gain_w[r], 1);
    for (int l = 0; l < p->n_loop; l++) add(n, Q_HEAT_GAIN_W, n->k.b->loop_lost_w[l], -1);
}

/* Heat leaves by losses and loads outdoors, by what direct-expansion and fresh-air
   units reject, and by the sinks that no loop takes over from; reused heat is told
   apart. */
static void add_rejected(struct notes *n)
{
    const struct plant *p = n->k.p;
    struct block *b = n->k.b;
    for (int e = 0; e < p->n_elem; e++)
        if (p->elem[e].room < 0) add(n, Q_HEAT_REJECTED_W, b->elem_loss_w[e], 1);
    for (int f = 0; f < p->n_fixed; f++)
        if (p->fixed[f].room < 0) add_constant(n, Q_HEAT_REJECTED_W, fixed_w(&n->k, f));
    for (int c = 0; c < p->n_cool; c++)
        if (p->cool[c].loop < 0) add(n, Q_HEAT_REJECTED_W, b->cool_out_w[c], 1);
    for (int s = 0; s < p->n_sink; s++) {
        add(n, Q_HEAT_REJECTED_W, b->sink_pump_w[s], 1);
        if (p->sink[s].loop >= 0) continue;
        enum quantity to = p->sink[s].what == SINK_REUSE ? Q_REUSED_HEAT_W : Q_HEAT_REJECTED_W;
        add(n, to, b->sink_heat_w[s], 1);
        add(n, to, b->sink_power_w[s], 1);
    }
}

/* Of the heat of rooms and coolant, what outdoor air or water takes as it is; a loop
   that carries the heat of chillers does not count again. */
static void add_free(struct notes *n)
{
    const struct plant *p = n->k.p;
    for (int c = 0; c < p->n_cool; c++) {
        if (p->cool[c].kind == KIND_AHU) add(n, Q_FREE_HEAT_W, n->k.b->cool_heat_w[c], 1);
        if (p->cool[c].free_most_w > 0) add(n, Q_FREE_HEAT_W, n->k.b->cool_free_w[c], 1);
    }
    for (int l = 0; l < p->n_loop; l++) {
        const struct plant_loop *x = &p->loop[l];
        for (int s = x->sink_first; !x->is_source && s < x->sink_first + x->n_sink; s++)
            if (p->sink[s].what != SINK_CHILLER && p->sink[s].what != SINK_REUSE)
                add(n, Q_FREE_HEAT_W, n->k.b->sink_heat_w[s], 1);
    }
}

/* ---- noting -------------------------------------------------------------- */

static void note_all(struct notes *n)
{
    add_parts(n);
    add_path(n);
    add_rejected(n);
    add_free(n);
}

/* Temperatures and such are counted by room as well; without hourly series only what
   metrics need is counted for the site. */
static bool is_metric(int q)
{
    enum aggregate how = quantity_rows[q].aggregate;
    return how == AGG_ENERGY || how == AGG_SUM_KG || q == Q_ENERGY_RESIDUAL || q == Q_HEAT_RESIDUAL;
}

void book_new(const struct plant *p, struct block *b, struct arena *a)
{
    struct book *x = ARENA_ARRAY(a, struct book, 1);
    const struct prepared any = {.n = 0};
    struct notes n = {.k = {.p = p, .s = &p->normal, .w = &any, .b = b}};
    int n_term = 0;
    b->book = x;
    for (int i = 0; i < LANES; i++) x->one[i] = 1;
    note_all(&n);
    for (int q = 0; q < N_QUANTITY; q++) {
        if (quantity_rows[q].is_part && p->active[q])
            x->part[x->n_part++] = (struct book_term){b->quantity[q], 1};
        if (!is_noted(p, q)) continue;
        x->is_steady[q] = !n.moves[q] && q != Q_STORED_W; /* what tanks take comes after */
        x->account[x->n_account++] = (struct book_account){q, n_term, n.next[q]};
        n_term += n.next[q];
    }
    x->is_steady[Q_COMPUTE_W] = true;
    for (int q = 0; q < N_QUANTITY; q++)
        if (p->active[q] && is_metric(q)) x->active[x->n_active++] = q;
    x->n_metric = x->n_active;
    for (int q = 0; q < N_QUANTITY; q++)
        if (p->active[q] && !is_metric(q)) x->active[x->n_active++] = q;
    x->term = ARENA_ARRAY(a, struct book_term, (size_t)n_term + 1);
}

/* Shares and counts are those of the state, and of the year. */
static void note_again(struct step *k)
{
    struct book *x = k->b->book;
    double diversity = k->w->is_design ? k->w->diversity : 1;
    if (x->s == k->s && x->diversity == diversity) return;
    struct notes n = {.k = *k, .term = x->term};
    for (int j = 0; j < x->n_account; j++) n.next[x->account[j].q] = x->account[j].first;
    note_all(&n);
    x->s = k->s;
    x->diversity = diversity;
}

/* ---- filling -------------------------------------------------------------- */

/* In the order of the terms, two in a loop; of all lanes, solved or not, which is shorter. */
static void add_terms(const struct book_term *t, int n, double *restrict all)
{
    if (n == 0) memset(all, 0, sizeof(lanes));
    for (int j = 0; j < n; j += 2) {
        const double *x = t[j].x, *y = j + 1 < n ? t[j + 1].x : x;
        double x_count = t[j].count, y_count = j + 1 < n ? t[j + 1].count : 0;
        if (j == 0 && n == 1) {
#pragma omp simd
            for (int i = 0; i < LANES; i++) all[i] = 0 + x_count * x[i];
        } else if (j == 0) {
#pragma omp simd
            for (int i = 0; i < LANES; i++) all[i] = 0 + x_count * x[i] + y_count * y[i];
        } else if (j + 1 < n) {
#pragma omp simd
            for (int i = 0; i < LANES; i++) all[i] = all[i] + x_count * x[i] + y_count * y[i];
        } else {
#pragma omp simd
            for (int i = 0; i < LANES; i++) all[i] += x_count * x[i];
        }
    }
}

void book_fill(struct step *k)
{
    const struct book *x = k->b->book;
    note_again(k);
    for (int j = 0; j < x->n_account; j++) {
        const struct book_account *y = &x->account[j];
        if (x->is_steady[y->q] && k->b->is_same) continue;
        add_terms(x->term + y->first, y->n, k->b->quantity[y->q]);
    }
}

void book_parts(const struct step *k, double *restrict parts_w)
{
    add_terms(k->b->book->part, k->b->book->n_part, parts_w);
}
