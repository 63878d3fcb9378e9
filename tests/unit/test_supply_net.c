/* Networks of supplies: by hand, against the count of all states of random
   networks, and against what they must never do.  Seeds are fixed. */

#include "near.h"

#include "physics/reliability.h"
#include "physics/supply_net.h"

#include <stdbool.h>
#include <string.h>

enum { NODES = 12, GROUPS = 2, UPS = 3 * NODES };

static const double YEAR_S = 8760 * 3600.0;

/* xorshift64*: uniform in [0, 1). */
static double uniform(uint64_t *seed)
{
    *seed ^= *seed >> 12;
    *seed ^= *seed << 25;
    *seed ^= *seed >> 27;
    return (double)(*seed * 0x2545f4914f6cdd1dU >> 11) / 9007199254740992.0;
}

static int below(uint64_t *seed, int n)
{
    return (int)(uniform(seed) * n);
}

struct random_net {
    struct supply_node node[NODES];
    int up[UPS];
    double beta[GROUPS];
    struct supply_net net;
};

static struct supply_node plain(double u, double mtbf_s)
{
    return (struct supply_node){.u = u, .mtbf_s = mtbf_s, .units = 1, .needed = 1, .common = -1};
}

static void draw_node(struct random_net *r, int i, uint64_t *seed)
{
    struct supply_node *k = &r->node[i];
    *k = plain(pow(10, -4 * uniform(seed)), YEAR_S * (.1 + uniform(seed)));
    k->units = 1 + below(seed, 3);
    k->needed = 1 + below(seed, k->units);
    k->beta = below(seed, 2) * .1 * uniform(seed);
    k->common = below(seed, 3) == 0 ? below(seed, GROUPS) : -1;
    k->first = r->net.n_up;
    k->n_up = i == 0 ? 0 : below(seed, i < 3 ? i + 1 : 4);
    k->up_needed = k->n_up ? 1 + below(seed, k->n_up) : below(seed, 2);
    for (int s = 0; s < k->n_up; s++) r->up[r->net.n_up++] = below(seed, i);
}

/* Nodes are fed by lower ones, now and then twice by the same. */
static void draw_net(struct random_net *r, int n, uint64_t *seed)
{
    r->net = (struct supply_net){
        .node = r->node, .up = r->up, .group_beta = r->beta, .n_node = n, .n_group = GROUPS};
    for (int g = 0; g < GROUPS; g++) r->beta[g] = .2 * uniform(seed);
    for (int i = 0; i < n; i++) draw_node(r, i, seed);
}

/* The events of a network as the header defines them: nodes, then groups. */
struct counted {
    double u[NODES + GROUPS], per_year[NODES + GROUPS];
    double loss, loss_if[NODES + GROUPS], loss_unless[NODES + GROUPS];
};

static void set_events(const struct supply_net *net, struct counted *c)
{
    for (int g = 0; g < net->n_group; g++) {
        double u = 0, rate = 0;
        for (int i = 0; i < net->n_node; i++)
            if (net->node[i].common == g) {
                u = fmax(u, net->node[i].u);
                rate = fmax(rate, YEAR_S / net->node[i].mtbf_s);
            }
        c->u[net->n_node + g] = net->group_beta[g] * u;
        c->per_year[net->n_node + g] = net->group_beta[g] * rate * (1 - net->group_beta[g] * u);
    }
    for (int i = 0; i < net->n_node; i++) {
        const struct supply_node *k = &net->node[i];
        double own = k->common < 0 ? 1 : 1 - net->group_beta[k->common];
        c->u[i] = reliability_k_of_n(k->needed, k->units, own * k->u, k->beta);
        c->per_year[i] = reliability_k_of_n_frequency(k->needed, k->units, own * k->u, k->beta,
                                                      own * YEAR_S / k->mtbf_s);
    }
}

static bool fails(const struct supply_net *net, int target, unsigned down)
{
    bool failed[NODES];
    for (int i = 0; i <= target; i++) {
        const struct supply_node *k = &net->node[i];
        int live = 0;
        for (int s = 0; s < k->n_up; s++) live += !failed[net->up[k->first + s]];
        failed[i] = (down >> i & 1) || (k->n_up && live < k->up_needed) ||
                    (k->common >= 0 && (down >> (net->n_node + k->common) & 1));
    }
    return failed[target];
}

static void count_states(const struct supply_net *net, int target, struct counted *c)
{
    int n = net->n_node + net->n_group;
    *c = (struct counted){0};
    set_events(net, c);
    for (unsigned down = 0; down < 1U << n; down++) {
        if (!fails(net, target, down)) continue;
        double p = 1;
        for (int e = 0; e < n; e++) p *= down >> e & 1 ? c->u[e] : 1 - c->u[e];
        c->loss += p;
        for (int e = 0; e < n; e++) {
            if (down >> e & 1)
                c->loss_if[e] += p / c->u[e];
            else
                c->loss_unless[e] += p / (1 - c->u[e]);
        }
    }
}

static void assert_counted(const struct supply_net *net, const struct supply_loss *got,
                           const struct counted *c)
{
    double per_year = 0;
    assert_true(got->is_exact);
    assert_within(got->unavailability, c->loss, 1e-12);
    assert_near(got->unavailability / c->loss, 1, 1e-10);
    assert_int_equal(got->n_part, net->n_node + net->n_group);
    for (int e = 0; e < got->n_part; e++) {
        if (!(c->u[e] > 0 && c->u[e] < 1)) continue;
        double birnbaum = c->loss_if[e] - c->loss_unless[e];
        assert_within(got->part[e].birnbaum, birnbaum, 1e-12);
        assert_within(got->part[e].share, (c->loss - c->loss_unless[e]) / c->loss, 1e-9);
        per_year += birnbaum * c->per_year[e];
    }
    assert_near(got->per_year, per_year, 1e-9);
}

static void random_networks_are_the_count_of_their_states(void **state)
{
    (void)state;
    uint64_t seed = 20240611;
    struct arena a = arena_new(NULL);
    for (int run = 0; run < 400; run++) {
        struct random_net r;
        struct counted c;
        int n = run % 20 == 0 ? NODES : 2 + below(&seed, 8);
        draw_net(&r, n, &seed);
        struct arena_mark start = arena_mark(&a);
        struct supply_loss loss = supply_unavailability(&r.net, n - 1, &a);
        count_states(&r.net, n - 1, &c);
        assert_counted(&r.net, &loss, &c);
        arena_release(&a, start);
    }
    arena_free(&a);
}

static void the_bound_is_never_below(void **state)
{
    (void)state;
    uint64_t seed = 7;
    struct arena a = arena_new(NULL);
    for (int run = 0; run < 400; run++) {
        struct random_net r;
        draw_net(&r, NODES, &seed);
        for (int i = 0; run % 2 && i < NODES; i++) r.node[i].u *= 1e-3;
        struct supply_loss exact = supply_unavailability(&r.net, NODES - 1, &a);
        struct supply_loss bound = supply_bound(&r.net, NODES - 1, &a);
        assert_true(exact.is_exact && !bound.is_exact);
        assert_true(bound.unavailability >= exact.unavailability * (1 - 1e-12));
        assert_true(bound.per_year >= exact.per_year * (1 - 1e-9));
        for (int e = 0; e < exact.n_part; e++)
            assert_true(bound.part[e].birnbaum >= exact.part[e].birnbaum - 1e-12);
        if (run % 2 && exact.unavailability > 1e-8)
            assert_near(bound.unavailability, exact.unavailability, .02);
    }
    arena_free(&a);
}

static void better_parts_never_make_it_worse(void **state)
{
    (void)state;
    uint64_t seed = 99;
    struct arena a = arena_new(NULL);
    for (int run = 0; run < 200; run++) {
        struct random_net r;
        draw_net(&r, NODES, &seed);
        double last = 1;
        int better = below(&seed, NODES);
        for (double mtbf_s = 10; mtbf_s < 1e7; mtbf_s *= 10) {
            r.node[better].u = reliability_unavailability(mtbf_s, 24);
            r.node[better].mtbf_s = mtbf_s * 3600;
            double u = supply_unavailability(&r.net, NODES - 1, &a).unavailability;
            assert_true(u <= last * (1 + 1e-13));
            last = u;
        }
    }
    arena_free(&a);
}

/* Utility feeds both sides: utility, then two transformers, then the load. */
static void two_sides_of_one_utility(void **state)
{
    (void)state;
    double u = 1e-3, t = 2e-3, load = 1e-5, day = 24 * 3600.0;
    int up[] = {0, 0, 1, 2};
    struct supply_node node[] = {plain(u, day), plain(t, day), plain(t, day), plain(load, day)};
    for (int i = 1; i < 3; i++) {
        node[i].first = i - 1;
        node[i].n_up = node[i].up_needed = 1;
    }
    node[3].first = node[3].n_up = 2;
    node[3].up_needed = 1;
    struct supply_net net = {.node = node, .up = up, .n_node = 4, .n_up = 4};
    struct arena a = arena_new(NULL);
    struct supply_loss loss = supply_unavailability(&net, 3, &a);
    double want = 1 - (1 - u) * (1 - t * t) * (1 - load);
    assert_near(loss.unavailability, want, 1e-13);
    assert_near(loss.part[1].birnbaum, (1 - u) * t * (1 - load), 1e-13);
    assert_near(loss.part[0].per_year, 365 * (1 - t * t) * (1 - load) * (1 - u), 1e-12);
    int order[4];
    assert_int_equal(supply_greatest(&loss, order, 4), 4);
    assert_true(order[0] == 0 && order[1] == 3 && order[2] == 1 && order[3] == 2);
    assert_int_equal(supply_greatest(&loss, order, 2), 2);
    assert_true(order[0] == 0 && order[1] == 3);
    assert_int_equal(supply_greatest(&loss, order, 0), 0);

    node[3].up_needed = 2;
    loss = supply_unavailability(&net, 3, &a);
    assert_near(loss.unavailability, 1 - (1 - u) * (1 - t) * (1 - t) * (1 - load), 1e-13);
    node[3].up_needed = 3;
    assert_near(supply_unavailability(&net, 3, &a).unavailability, 1, 0);
    assert_near(supply_bound(&net, 3, &a).unavailability, 1, 0);
    node[3].up_needed = 0;
    assert_near(supply_unavailability(&net, 3, &a).unavailability, load, 1e-15);
    arena_free(&a);
}

/* Units of one node, or as nodes of their own with the group as common cause. */
static void units_are_nodes_in_a_group(void **state)
{
    (void)state;
    double u = 5e-4, mtbf_s = 1e8, beta[] = {.05};
    struct arena a = arena_new(NULL);
    for (int units = 2; units <= 5; units++)
        for (int needed = 1; needed <= units; needed++) {
            int up[] = {0, 1, 2, 3, 4};
            struct supply_node node[6], one = plain(u, mtbf_s);
            for (int i = 0; i < units; i++) {
                node[i] = plain(u, mtbf_s);
                node[i].common = 0;
            }
            node[units] = plain(0, (double)INFINITY);
            node[units].n_up = units;
            node[units].up_needed = needed;
            one.units = units;
            one.needed = needed;
            one.beta = beta[0];
            struct supply_net many = {node, up, beta, units + 1, units, 1};
            struct supply_net single = {&one, NULL, NULL, 1, 0, 0};
            struct supply_loss x = supply_unavailability(&many, units, &a);
            struct supply_loss y = supply_unavailability(&single, 0, &a);
            assert_near(x.unavailability / y.unavailability, 1, 1e-12);
            assert_near(x.per_year / y.per_year, 1, 1e-11);
        }
    arena_free(&a);
}

static void small_probabilities_keep_their_digits(void **state)
{
    (void)state;
    struct supply_node node[] = {plain(1e-9, 1e8), plain(2e-9, 1e8), plain(0, 1e8)};
    int up[] = {0, 1};
    node[2].n_up = 2;
    node[2].up_needed = 1;
    struct supply_net net = {.node = node, .up = up, .n_node = 3, .n_up = 2};
    struct arena a = arena_new(NULL);
    assert_near(supply_unavailability(&net, 2, &a).unavailability / 2e-18, 1, 1e-14);
    node[2].up_needed = 2;
    assert_near(supply_unavailability(&net, 2, &a).unavailability / (3e-9 - 2e-18), 1, 1e-14);
    arena_free(&a);
}

static void missing_is_not_zero(void **state)
{
    (void)state;
    double nan = (double)NAN, beta[] = {.1};
    struct supply_node node[] = {plain(.1, 1e6), plain(.1, 1e6), plain(.1, 1e6)};
    int up[] = {0};
    node[1].n_up = node[1].up_needed = 1;
    struct supply_net net = {node, up, beta, 3, 1, 1};
    struct arena a = arena_new(NULL);

    node[2].u = nan;
    assert_near(supply_unavailability(&net, 1, &a).unavailability, .19, 1e-14);
    assert_true(isnan(supply_unavailability(&net, 2, &a).unavailability));
    node[2].common = node[1].common = 0; /* the event of the group is not known either */
    assert_true(isnan(supply_unavailability(&net, 1, &a).unavailability));
    node[2].u = .1;
    node[0].common = 0;
    node[0].u = nan;
    assert_true(isnan(supply_unavailability(&net, 2, &a).unavailability));
    node[0] = plain(.1, 1e6);
    beta[0] = nan;
    assert_true(isnan(supply_unavailability(&net, 1, &a).unavailability));
    beta[0] = .1;

    node[0].mtbf_s = nan;
    struct supply_loss loss = supply_unavailability(&net, 1, &a);
    assert_true(loss.unavailability > 0 && isnan(loss.per_year));
    node[0].u = nan;
    loss = supply_unavailability(&net, 1, &a);
    assert_true(isnan(loss.unavailability) && isnan(loss.part[2].share) && !loss.is_exact);
    assert_true(isnan(supply_bound(&net, 1, &a).unavailability));
    int order[3];
    assert_int_equal(supply_greatest(&loss, order, 3), 0);
    arena_free(&a);
}

static void nonsense_is_nan(void **state)
{
    (void)state;
    int up[] = {1, 0};
    struct supply_node sound[] = {plain(.1, 1e6), plain(.1, 1e6)}, node[2];
    struct supply_net net = {.node = node, .up = up, .n_node = 2, .n_up = 2};
    struct arena a = arena_new(NULL);
    for (int fault = 0; fault < 9; fault++) {
        memcpy(node, sound, sizeof node);
        int target = fault == 0 ? 2 : fault == 1 ? -1 : 0;
        if (fault == 2) node[0].units = -1;
        if (fault == 3) node[0].common = 0;
        if (fault == 4) node[0].n_up = 3;
        if (fault == 5) node[0].first = -1;
        if (fault == 6) node[0].u = 1.5;
        if (fault == 7) node[0].beta = -.1;
        if (fault == 8)
            for (int i = 0; i < 2; i++) {
                node[i].first = i;
                node[i].n_up = node[i].up_needed = 1;
            }
        assert_true(isnan(supply_unavailability(&net, target, &a).unavailability));
    }
    arena_free(&a);
}

enum { BOARDS = 9, RACKS = 72 };

/* Racks fed by two of nine boards; few may be lost.  By hand: condition on the
   boards, then the racks that still have one fail independently. */
static double racks_by_hand(const int *up, int may_fail, double board, double rack)
{
    double loss = 0;
    for (int down = 0; down < 1 << BOARDS; down++) {
        double p = 1, fewer[RACKS + 2] = {1};
        for (int i = 0; i < BOARDS; i++) p *= down >> i & 1 ? board : 1 - board;
        for (int r = 0; r < RACKS; r++) {
            bool is_dead = (down >> up[2 * r] & 1) && (down >> up[2 * r + 1] & 1);
            double u = is_dead ? 1 : rack;
            for (int j = r + 1; j >= 1; j--) fewer[j] = fewer[j] * (1 - u) + fewer[j - 1] * u;
            fewer[0] *= 1 - u;
        }
        for (int j = may_fail + 1; j <= RACKS; j++) loss += p * fewer[j];
    }
    return loss;
}

static void many_racks_on_few_boards(void **state)
{
    (void)state;
    struct supply_node node[BOARDS + RACKS + 1];
    int up[3 * RACKS];
    double board = .02, rack = 3e-3;
    for (int i = 0; i < BOARDS; i++) node[i] = plain(board, 1e8);
    for (int r = 0; r < RACKS; r++) {
        struct supply_node k = plain(rack, 1e8);
        up[2 * r] = r % BOARDS;
        up[2 * r + 1] = (r % BOARDS + 1 + r / BOARDS) % BOARDS;
        k.first = 2 * r;
        k.n_up = 2;
        k.up_needed = 1;
        node[BOARDS + r] = k;
        up[2 * RACKS + r] = BOARDS + r;
    }
    struct supply_node *hall = &node[BOARDS + RACKS];
    *hall = plain(0, (double)INFINITY);
    hall->first = 2 * RACKS;
    hall->n_up = RACKS;
    struct supply_net net = {node, up, NULL, BOARDS + RACKS + 1, 3 * RACKS, 0};
    struct arena a = arena_new(NULL);
    for (int may_fail = 0; may_fail <= 4; may_fail++) {
        hall->up_needed = RACKS - may_fail;
        struct supply_loss loss = supply_unavailability(&net, BOARDS + RACKS, &a);
        assert_true(loss.is_exact);
        assert_near(loss.unavailability, racks_by_hand(up, may_fail, board, rack), 1e-12);
    }
    arena_free(&a);
}

/* Layers of nodes, each fed by one or two of any three of the layer before. */
static struct supply_net layers(struct arena *a, int n, int wide, uint64_t *seed)
{
    struct supply_node *node = ARENA_ARRAY(a, struct supply_node, (size_t)n);
    int *up = ARENA_ARRAY(a, int, 3 * (size_t)n), n_up = 0;
    for (int i = 0; i < n; i++) {
        node[i] = plain(1e-4, 1e8);
        if (i < wide) continue;
        node[i].first = n_up;
        node[i].n_up = 3;
        node[i].up_needed = 1 + below(seed, 2);
        for (int s = 0; s < 3; s++) up[n_up++] = (i / wide - 1) * wide + below(seed, wide);
    }
    return (struct supply_net){.node = node, .up = up, .n_node = n, .n_up = n_up};
}

static void a_tangle_gets_the_bound(void **state)
{
    (void)state;
    uint64_t seed = 3;
    struct arena a = arena_new(NULL);
    struct supply_net net = layers(&a, 301, 60, &seed);
    struct supply_loss loss = supply_unavailability(&net, 300, &a);
    assert_false(loss.is_exact);
    assert_true(loss.unavailability > 1e-4 && loss.unavailability < 1.1e-4);
    assert_true(loss.per_year > 0 && loss.part[300].share > .9 && loss.part[300].share <= 1);
    arena_free(&a);
}

/* One of five is enough: no cut of three, and the bound is four or more down. */
static void the_bound_counts_states_beyond_its_cuts(void **state)
{
    (void)state;
    struct supply_node node[6];
    int up[] = {0, 1, 2, 3, 4};
    double u = .3, day = 24 * 3600.0;
    for (int i = 0; i < 6; i++) node[i] = plain(i < 5 ? u : 0, i < 5 ? day : (double)INFINITY);
    node[5].n_up = 5;
    node[5].up_needed = 1;
    struct supply_net net = {node, up, NULL, 6, 5, 0};
    struct arena a = arena_new(NULL);
    struct supply_loss exact = supply_unavailability(&net, 5, &a);
    struct supply_loss bound = supply_bound(&net, 5, &a);
    assert_near(exact.unavailability, pow(u, 5), 1e-13);
    assert_near(exact.per_year, 5 * 365 * (1 - u) * pow(u, 4), 1e-12);
    assert_near(bound.unavailability, reliability_k_of_n(2, 5, u, 0), 1e-12);
    assert_near(bound.part[0].birnbaum, reliability_k_of_n(2, 4, u, 0), 1e-12);
    arena_free(&a);
}

/* Too many parts for sets of three. */
static void a_long_chain_has_shorter_cuts(void **state)
{
    (void)state;
    enum { LONG = 500 };
    struct supply_node node[LONG];
    int up[LONG];
    for (int i = 0; i < LONG; i++) {
        node[i] = plain(1e-6, 1e8);
        up[i] = i - 1;
        node[i].first = i;
        node[i].n_up = node[i].up_needed = i > 0;
    }
    struct supply_net net = {node, up, NULL, LONG, LONG, 0};
    struct arena a = arena_new(NULL);
    struct supply_loss exact = supply_unavailability(&net, LONG - 1, &a);
    struct supply_loss bound = supply_bound(&net, LONG - 1, &a);
    assert_true(exact.is_exact);
    assert_near(exact.unavailability, -expm1(LONG * log1p(-1e-6)), 1e-12);
    assert_true(bound.unavailability >= exact.unavailability);
    assert_near(bound.unavailability, exact.unavailability, 1e-3);
    arena_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_networks_are_the_count_of_their_states),
        cmocka_unit_test(the_bound_is_never_below),
        cmocka_unit_test(better_parts_never_make_it_worse),
        cmocka_unit_test(two_sides_of_one_utility),
        cmocka_unit_test(units_are_nodes_in_a_group),
        cmocka_unit_test(small_probabilities_keep_their_digits),
        cmocka_unit_test(missing_is_not_zero),
        cmocka_unit_test(nonsense_is_nan),
        cmocka_unit_test(many_racks_on_few_boards),
        cmocka_unit_test(a_tangle_gets_the_bound),
        cmocka_unit_test(the_bound_counts_states_beyond_its_cuts),
        cmocka_unit_test(a_long_chain_has_shorter_cuts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
