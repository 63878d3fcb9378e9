#include "plan/pack.h"

const double pack_tolerance_rel = 1e-9;

double pack_worth(const struct pack *p, const int *count)
{
    double sum = 0;
    for (int t = 0; t < p->n_type; t++)
        for (int b = 0; b < p->n_bin; b++) {
            int i = t * p->n_bin + b;
            if (count[i]) sum += count[i] * (p->worth[t] - p->cost[i]);
        }
    return sum;
}

/* What may stand in a bin at all, and no more pieces than there are. */
static bool counts_hold(const struct pack *p, const int *count)
{
    for (int t = 0; t < p->n_type; t++) {
        long placed = 0;
        for (int b = 0; b < p->n_bin; b++) {
            int i = t * p->n_bin + b;
            if (count[i] < 0 || (count[i] > 0 && p->n[i] < 0)) return false;
            if (p->most[i] >= 0 && count[i] > p->most[i]) return false;
            placed += count[i];
        }
        if (placed > p->wanted[t]) return false;
    }
    return true;
}

static bool groups_hold(const struct pack *p, const int *count)
{
    for (int g = 0; g < p->n_group; g++) {
        const struct pack_group *group = &p->group[g];
        long placed = 0;
        for (int k = 0; k < group->n; k++) placed += count[group->type * p->n_bin + group->bin[k]];
        if (placed > group->most) return false;
    }
    return true;
}

/* A resource that is overdrawn already bars only what would take more of it. */
static bool resource_holds(double used, double left)
{
    return used == 0 || used <= left + pack_tolerance_rel * left;
}

bool pack_holds(const struct pack *p, const int *count)
{
    if (!counts_hold(p, count) || !groups_hold(p, count)) return false;
    struct arena a = arena_new(NULL);
    double *used = ARENA_ARRAY(&a, double, (size_t)p->n_resource);
    for (int i = 0; i < p->n_type * p->n_bin; i++)
        for (int k = 0; count[i] && k < p->n[i]; k++) {
            const struct pack_use *u = &p->use[p->first[i] + k];
            used[u->resource] += count[i] * u->amount;
        }
    bool holds = true;
    for (int r = 0; r < p->n_resource && holds; r++) holds = resource_holds(used[r], p->left[r]);
    arena_free(&a);
    return holds;
}
