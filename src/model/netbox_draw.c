#include <math.h>
#include <string.h>

#include "model/netbox.h"

/* How much a device draws.

   Said by the source: of n ports the greater half of maximum_draw, rounded up, carries the
   device; allocated_draw is summed.  Where some ports have none, they are taken like the least
   and like the mean of those that do, as an estimate.  Where none has, the first that holds:

   1. the wattage of its power supplies, where the files hold exactly one supply of the same
      maker: half of its bays, rounded up, carry it;
   2. accelerators: so many eighths of the catalogue's dgx-h100;
   3. a chassis: its bays, each a machine like estimate-node;
   4. a switch, router or console server, known by 24 interfaces or more, by its console
      ports or by its role: estimate-network for each rack unit;
   5. a machine like estimate-2p up to 2 U, estimate-4p up to 4 U, estimate-8p above,
      estimate-node in a chassis' bay, estimate-0u where it takes no unit.

   Idle and typical power that are missing keep the proportions of that model.  The models
   stand in models/estimates.ini with their sources. */

enum { NETWORK_INTERFACES = 24 };

static double model_w(const struct netbox *nb, const char *model, const char *key)
{
    return 1000 * import_model_value(nb->im, KIND_SERVER, model, key);
}

static bool is_network(const struct netbox_type *t)
{
    static const char *const words[] = {"switch", "router", "firewall", NULL};
    if (t->n_interface >= NETWORK_INTERFACES || t->n_console) return true;
    for (int i = 0; words[i]; i++)
        if (netbox_has_word(t->words, words[i]) || netbox_has_word(t->model, words[i])) return true;
    return false;
}

static int accelerators(const struct netbox_type *t)
{
    if (t->n_accelerator_bay) return t->n_accelerator_bay;
    return netbox_accelerators_in(t->words);
}

static const char *like(const struct netbox_type *t, int n_accelerator)
{
    if (n_accelerator) return "dgx-h100";
    if (t->n_device_bay || t->role == NETBOX_CHILD) return "estimate-node";
    if (is_network(t)) return "estimate-network";
    if (!(t->height_u > 0)) return "estimate-0u";
    return t->height_u <= 2 ? "estimate-2p" : t->height_u <= 4 ? "estimate-4p" : "estimate-8p";
}

/* Sum of the greater half, rounded up, of the ports; NaN when none has a draw.  Where too few
   have one, the others are taken like the least of them: lacking counts these. */
static double greater_half_w(const struct netbox_type *t, int *needed, int *lacking,
                             struct arena *a)
{
    double *w = ARENA_ARRAY(a, double, (size_t)t->n_port + 1);
    int n = 0;
    for (int i = 0; i < t->n_port; i++) {
        if (isnan(t->port[i].maximum_w)) continue;
        int at = n++;
        for (; at > 0 && w[at - 1] < t->port[i].maximum_w; at--) w[at] = w[at - 1];
        w[at] = t->port[i].maximum_w;
    }
    double sum = n ? 0 : (double)NAN;
    *needed = (t->n_port + 1) / 2;
    *lacking = n < *needed ? *needed - n : 0;
    for (int i = 0; i < *needed && n; i++) sum += w[i < n ? i : n - 1];
    return sum;
}

/* Of all ports; those without one are taken like the mean of the others: lacking counts them. */
static double allocated_w(const struct netbox_type *t, int *lacking)
{
    double sum = 0;
    int n = 0;
    for (int i = 0; i < t->n_port; i++) {
        double w = t->port[i].allocated_w;
        if (!(w > 0)) continue;
        sum += w;
        n++;
    }
    *lacking = t->n_port - n;
    return n ? sum / n * t->n_port : (double)NAN;
}

/* The only power supply of the same maker among the files; NULL if none or several. */
static const struct netbox_type *only_supply(const struct netbox *nb, const struct netbox_type *t)
{
    const struct netbox_type *found = NULL;
    for (int i = 0; i < nb->n_type; i++) {
        const struct netbox_type *m = nb->type[i];
        if (!m->is_module || !m->n_port || strcmp(m->manufacturer, t->manufacturer)) continue;
        if (isnan(m->port[0].maximum_w)) continue;
        if (found) return NULL;
        found = m;
    }
    return found;
}

static void estimate_maximum(struct netbox *nb, const struct netbox_type *t,
                             struct netbox_draw *out)
{
    struct arena *a = nb->im->arena;
    double like_w = model_w(nb, out->model, "power_maximum");
    const struct netbox_type *psu = t->n_psu_bay ? only_supply(nb, t) : NULL;
    if (psu) {
        out->supplies = t->n_psu_bay;
        out->needed = (t->n_psu_bay + 1) / 2;
        out->maximum_w = out->needed * psu->port[0].maximum_w;
        out->maximum_basis =
            arena_format(a, "%d of %d supplies %s", out->needed, out->supplies, psu->model);
    } else if (out->accelerators) {
        out->maximum_w = like_w * out->accelerators / 8;
        out->maximum_basis =
            arena_format(a, "%d accelerators, each an eighth of %s", out->accelerators, out->model);
    } else if (t->n_device_bay) {
        out->maximum_w = like_w * t->n_device_bay;
        out->maximum_basis = arena_format(a, "%d bays, each like %s", t->n_device_bay, out->model);
    } else if (!strcmp(out->model, "estimate-network")) {
        double u = t->height_u > 1 ? t->height_u : 1;
        out->maximum_w = like_w * u;
        out->maximum_basis =
            arena_format(a, "%s for each of %s U", out->model, import_number(nb->im, u));
    } else {
        out->maximum_w = like_w;
        out->maximum_basis = arena_format(a, "like %s", out->model);
    }
}

/* Ports that are known to claim much less than the words of the same file do. */
static void compare_with_words(struct netbox *nb, const struct netbox_type *t,
                               struct netbox_draw *out)
{
    static const char *const said[] = {"consum", "draw", "power usage", NULL};
    struct import *im = nb->im;
    double told_w = (double)NAN;
    for (int i = 0; said[i] && isnan(told_w); i++)
        told_w = netbox_number_with(t->words, "W", said[i]);
    if (!(told_w > 2 * out->maximum_w) && !(told_w < out->maximum_w / 2)) return;
    bool is_more = told_w > out->maximum_w;
    diag_warning(im->diags, DIAG_INPUT, t->port[0].place,
                 is_more ? "the greater is taken; ask the data sheet" : "ask the data sheet",
                 "the ports of '%s' make %s W, its comments say %s W", t->model,
                 import_number(im, out->maximum_w), import_number(im, told_w));
    if (!is_more) return;
    out->maximum_basis = arena_format(im->arena, "told in the comments; its ports make %s W",
                                      import_number(im, out->maximum_w));
    out->maximum_w = told_w;
    out->is_told = true;
    out->rule = NULL;
}

static void read_maximum(struct netbox *nb, const struct netbox_type *t, struct netbox_draw *out)
{
    int needed, lacking;
    out->maximum_w = greater_half_w(t, &needed, &lacking, nb->im->arena);
    if (isnan(out->maximum_w)) {
        estimate_maximum(nb, t, out);
        return;
    }
    out->needed = needed;
    if (t->n_port > 1)
        out->rule = arena_format(nb->im->arena, "%d of %d power ports carry it", needed, t->n_port);
    if (lacking)
        out->maximum_basis = arena_format(nb->im->arena, "%d of its %d ports tell their draw",
                                          needed - lacking, t->n_port);
    compare_with_words(nb, t, out);
}

static void read_rest(struct netbox *nb, const struct netbox_type *t, struct netbox_draw *out)
{
    int lacking;
    double like_w = model_w(nb, out->model, "power_maximum");
    const char *basis = arena_format(nb->im->arena, "in proportion to %s", out->model);
    out->typical_w = allocated_w(t, &lacking);
    if (!isnan(out->typical_w) && lacking)
        out->typical_basis = arena_format(nb->im->arena, "%d of its %d ports tell their draw",
                                          t->n_port - lacking, t->n_port);
    if (out->typical_w > out->maximum_w && !out->is_told) {
        out->maximum_w = out->typical_w;
        if (out->maximum_basis || lacking) out->maximum_basis = "as much as its allocated draws";
        out->rule = "its allocated draws come to more than half of its ports' maximum";
    }
    /* Where the comments were believed, the ports' allocated draws are not. */
    if (isnan(out->typical_w) || out->is_told) {
        out->typical_w = out->maximum_w * model_w(nb, out->model, "power_typical") / like_w;
        out->typical_basis = basis;
    }
    out->idle_w = out->maximum_w * model_w(nb, out->model, "power_idle") / like_w;
    out->idle_basis = basis;
    if (out->idle_w > out->typical_w) out->idle_w = out->typical_w;
}

static bool takes_power(const struct netbox_type *t)
{
    if (t->n_port || t->n_psu_bay || t->role == NETBOX_CHILD || t->n_device_bay) return true;
    if (t->n_panel_port) return false;
    return t->height_u > 0 && t->n_interface > 0;
}

bool netbox_draw(struct netbox *nb, const struct netbox_type *t, struct netbox_draw *out)
{
    *out = (struct netbox_draw){0};
    if (!takes_power(t)) return false;
    out->accelerators = accelerators(t);
    out->model = like(t, out->accelerators);
    out->supplies = t->n_port ? t->n_port : t->n_psu_bay;
    out->needed = (out->supplies + 1) / 2;
    read_maximum(nb, t, out);
    read_rest(nb, t, out);
    return true;
}
