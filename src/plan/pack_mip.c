#include "plan/pack_mip.h"

#include <math.h>

enum { SMALL_SIZE = 600 }; /* rows and columns of a programme whose nodes count for one */

bool mip_relax(glp_prob *lp)
{
    glp_smcp how;
    glp_init_smcp(&how);
    how.msg_lev = GLP_MSG_OFF;
    how.meth = GLP_DUALP;
    how.it_lim = 20000 + 20 * (glp_get_num_rows(lp) + glp_get_num_cols(lp));
    if (glp_simplex(lp, &how) == 0 && glp_get_status(lp) == GLP_OPT) return true;
    /* Once more from nothing, by the other method. */
    glp_std_basis(lp);
    how.meth = GLP_PRIMAL;
    return glp_simplex(lp, &how) == 0 && glp_get_status(lp) == GLP_OPT;
}

struct watch { /* of a search tree */
    const struct mip_limits *limits;
    const int *start;
    double *x;
    int n;
    long nodes, price;
    double bound;
    bool is_stopped, has_started, has_enough;
};

/* Of the highest rank, the column that is farthest from a whole number. */
static void branch(glp_tree *tree, glp_prob *lp, const int *rank, int n)
{
    int best = 0;
    double best_part = 0;
    for (int i = 1; i <= n; i++) {
        if (!rank[i - 1] || !glp_ios_can_branch(tree, i)) continue;
        double x = glp_get_col_prim(lp, i), part = fabs(x - floor(x + 0.5));
        bool is_higher = !best || rank[i - 1] > rank[best - 1];
        if (is_higher || (rank[i - 1] == rank[best - 1] && part > best_part + 1e-9)) {
            best = i;
            best_part = part;
        }
    }
    if (best) glp_ios_branch_upon(tree, best, GLP_NO_BRNCH);
}

static void step(glp_tree *tree, void *info)
{
    struct watch *w = info;
    int active, nodes, total;
    glp_ios_tree_size(tree, &active, &nodes, &total);
    w->nodes = total;
    if (glp_ios_reason(tree) == GLP_ISELECT) {
        int best = glp_ios_best_node(tree);
        if (best) w->bound = fmin(w->bound, glp_ios_node_bound(tree, best));
    }
    if (glp_ios_reason(tree) == GLP_IHEUR && w->start && !w->has_started) {
        for (int i = 0; i < w->n; i++) w->x[i + 1] = w->start[i];
        glp_ios_heur_sol(tree, w->x);
        w->has_started = true;
    }
    glp_prob *lp = glp_ios_get_prob(tree);
    if (glp_ios_reason(tree) == GLP_IBRANCH && w->limits->rank)
        branch(tree, lp, w->limits->rank, w->n);
    int status = glp_mip_status(lp);
    if (status == GLP_FEAS && glp_mip_obj_val(lp) >= w->limits->enough) w->has_enough = true;
    if (total * w->price > w->limits->nodes) w->is_stopped = true;
    if (w->is_stopped || w->has_enough) glp_ios_terminate(tree);
}

/* What a node of a programme counts for, by the work that its simplex steps are. */
static long price_of(glp_prob *mip)
{
    double size = glp_get_num_rows(mip) + glp_get_num_cols(mip);
    return (long)fmax(1, size * size / (SMALL_SIZE * SMALL_SIZE));
}

static int milliseconds(double seconds)
{
    double ms = 1e3 * seconds;
    return ms < 1e9 ? (int)fmax(0, ms) : 1000000000;
}

static glp_iocp manner(struct watch *w)
{
    glp_iocp how;
    glp_init_iocp(&how);
    how.msg_lev = GLP_MSG_OFF;
    how.br_tech = GLP_BR_DTH;
    how.bt_tech = GLP_BT_BLB;
    how.pp_tech = GLP_PP_ALL;
    how.mir_cuts = GLP_ON;
    how.cov_cuts = GLP_ON;
    how.tol_obj = 1e-10;
    how.tm_lim = milliseconds(w->limits->seconds);
    how.cb_func = step;
    how.cb_info = w;
    return how;
}

struct mip_result mip_search(glp_prob *mip, const int *start, const struct mip_limits *limits,
                             int *x, struct arena *a)
{
    struct mip_result out = {.bound = (double)INFINITY};
    if (!mip_relax(mip)) return out;
    struct watch w = {.limits = limits, .start = start, .n = glp_get_num_cols(mip)};
    w.bound = glp_get_obj_val(mip);
    w.price = price_of(mip);
    w.x = ARENA_ARRAY(a, double, (size_t)w.n + 1);
    glp_iocp how = manner(&w);
    int error = glp_intopt(mip, &how), status = glp_mip_status(mip);
    bool is_whole = error == 0 && !w.is_stopped && !w.has_enough;
    out.nodes = w.nodes;
    out.spent = w.nodes * w.price;
    out.hit_limit = w.is_stopped || error == GLP_ETMLIM;
    out.has_found = status == GLP_OPT || status == GLP_FEAS;
    out.is_proven = is_whole && (status == GLP_OPT || status == GLP_NOFEAS);
    for (int i = 0; out.has_found && i < w.n; i++)
        x[i] = (int)floor(glp_mip_col_val(mip, i + 1) + 0.5);
    out.bound = out.is_proven && out.has_found ? glp_mip_obj_val(mip) : w.bound;
    return out;
}
