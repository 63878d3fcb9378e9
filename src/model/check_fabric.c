#include <math.h>

#include "model/check.h"

static void tell(const struct site *s, struct diags *ds, int i, const char *text, const char *hint)
{
    diag_error(ds, DIAG_INPUT, s->of[KIND_FABRIC].object[i]->place, hint, "[fabric %s]: %s",
               s->of[KIND_FABRIC].name[i], text);
}

static double count_switches(const struct site *s, const struct fabric *f)
{
    double n = 0;
    for (int i = 0; i < f->switches.n; i++)
        n += site_server(s, f->switches.ref[i].index)->part.count;
    return n;
}

static bool is_cabled(const struct site *s, int server, int fabric)
{
    const struct ref_list *l = &site_server(s, server)->fabric;
    return l->n && l->ref[0].index == fabric;
}

static const double links_most = 1e7, switches_most = 1e5;

static double count_links(const struct site *s, int fabric)
{
    double n = 0;
    for (int v = 0; v < s->of[KIND_SERVER].n; v++)
        if (is_cabled(s, v, fabric))
            n += (double)site_server(s, v)->part.count * site_server(s, v)->links;
    return n;
}

static void check_one(const struct site *s, int i, struct diags *ds)
{
    const struct fabric *f = site_fabric(s, i);
    bool is_used = false;
    for (int v = 0; v < s->of[KIND_SERVER].n; v++) is_used |= is_cabled(s, v, i);
    for (int k = 0; k < f->switches.n; k++)
        if (is_cabled(s, f->switches.ref[k].index, i))
            tell(s, ds, i, "its switches are cabled to itself",
                 "give those that link switches a fabric of their own");
    if (is_used && !f->switches.n)
        tell(s, ds, i, "servers are cabled to it, but it names no switches",
             "add switches = leaf, a server section");
    if (f->rails > 0 && f->wiring != WIRING_RAILS)
        tell(s, ds, i, "it has rails, but its wiring has none", "add wiring = rails");
    if (f->rails > 0 && f->switches.n && f->rails > count_switches(s, f))
        tell(s, ds, i, "it has more rails than switches", "each rail needs a switch of its own");
    if (count_links(s, i) > links_most || count_switches(s, f) > switches_most)
        tell(s, ds, i, "it has more than ten million links or a hundred thousand switches",
             "divide it");
    if (f->optical_m < f->copper_m)
        tell(s, ds, i, "its optical links reach less far than its copper", NULL);
}

void check_fabric(const struct site *s, struct diags *ds)
{
    for (int i = 0; i < s->of[KIND_FABRIC].n; i++) check_one(s, i, ds);
}
