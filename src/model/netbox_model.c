#include <ctype.h>
#include <math.h>
#include <string.h>

#include "model/netbox.h"

/* Device types to models of our kinds. */

/* Beyond these no product is known: the draw is more likely in the wrong unit.  Dense
   accelerator boxes reach 3300 W for a rack unit and 250 W for a kilogram. */
enum { PLAUSIBLE_W_PER_U = 5000, PLAUSIBLE_W_PER_KG = 500 };

static bool any_text(const struct netbox_type *t, const char *word)
{
    return netbox_has_word(t->words, word) || netbox_has_word(t->model, word);
}

/* Series whose names say UPS to those who know them. */
static bool is_ups_series(const char *model)
{
    static const char *const series[] = {"SMX", "SMT", "SRT", "SURT", "SUA", "5P",
                                         "5PX", "9PX", "9SX", "GXT",  NULL};
    for (int i = 0; series[i]; i++) {
        size_t n = strlen(series[i]);
        if (!strncmp(model, series[i], n) && (isdigit((unsigned char)model[n]) || model[n] == ' '))
            return true;
    }
    return false;
}

static const char *model_name(struct netbox *nb, const struct netbox_type *t)
{
    if (t->slug) return t->slug;
    struct arena *a = nb->im->arena;
    char *name = arena_format(a, "%s-%s", t->manufacturer, t->model);
    for (char *c = name; *c; c++) *c = (char)tolower((unsigned char)*c);
    return name;
}

static struct import_section *add_model(struct netbox *nb, struct netbox_type *t, enum kind_id kind)
{
    struct import *im = nb->im;
    struct import_section *s = import_add(im, kind, model_name(nb, t), t->place);
    const char *part = t->part_number && *t->part_number && strcmp(t->part_number, t->model) != 0
                           ? arena_format(im->arena, ", part %s", t->part_number)
                           : "";
    const char *book = t->is_listed ? "device type library" : "inventory";
    import_set(im, s, "source", t->place, "NetBox %s: %s %s%s", book, t->manufacturer, t->model,
               part);
    t->section = s;
    return s;
}

/* ---- servers and everything else that draws ----------------------------- */

/* Below a kilowatt in watts. */
static void set_power(struct netbox *nb, struct import_section *s, const char *key, double w,
                      const char *basis, struct place where)
{
    double shown = w < 1000 ? w : w / 1000;
    const char *unit = w < 1000 ? "W" : "kW";
    if (basis)
        import_estimate(nb->im, s, key, where, basis, "%s %s", import_rough(nb->im, shown), unit);
    else
        import_set(nb->im, s, key, where, "%s %s", import_number(nb->im, shown), unit);
}

static void set_airflow(struct netbox *nb, const struct netbox_type *t, struct import_section *s,
                        const struct netbox_draw *d)
{
    struct import *im = nb->im;
    double cfm = import_model_value(im, KIND_SERVER, d->model, "airflow");
    double kw = import_model_value(im, KIND_SERVER, d->model, "power_maximum");
    import_estimate(im, s, "airflow", t->place,
                    arena_format(im->arena, "as much for its power as %s", d->model), "%s cfm",
                    import_rough(im, cfm * d->maximum_w / (1000 * kw)));
    if (!t->airflow) return;
    const char *way = !strcmp(t->airflow, "front-to-rear") ||
                              !strcmp(t->airflow, "rear-to-front") || !strcmp(t->airflow, "passive")
                          ? t->airflow
                      : netbox_holds(t->airflow, "side") || netbox_holds(t->airflow, "left")
                          ? "side"
                          : NULL;
    if (way)
        import_set(im, s, "airflow_direction", t->at_airflow, "%s", way);
    else
        import_note(im, s, "its airflow is %s, which has no word here", t->airflow);
}

static void judge(struct netbox *nb, const struct netbox_type *t, const struct netbox_draw *d)
{
    struct import *im = nb->im;
    struct place where = t->n_port ? t->port[0].place : t->place;
    if (d->maximum_basis) return; /* nobody typed it */
    double per_u = t->height_u > 0 ? d->maximum_w / t->height_u : (double)NAN;
    double per_kg = d->maximum_w / t->weight_kg;
    if (per_u > PLAUSIBLE_W_PER_U)
        diag_warning(im->diags, DIAG_INPUT, where, "is the draw in watts or milliwatts?",
                     "'%s' draws %s W in %s U: %s W for each", t->model,
                     import_number(im, d->maximum_w), import_number(im, t->height_u),
                     import_number(im, per_u));
    else if (per_kg > PLAUSIBLE_W_PER_KG)
        diag_warning(im->diags, DIAG_INPUT, where, "is the draw in watts or milliwatts?",
                     "'%s' draws %s W at %s kg: %s W for each", t->model,
                     import_number(im, d->maximum_w), import_number(im, t->weight_kg),
                     import_number(im, per_kg));
}

static void add_server(struct netbox *nb, struct netbox_type *t, const struct netbox_draw *d)
{
    struct import *im = nb->im;
    struct import_section *s = add_model(nb, t, KIND_SERVER);
    struct place where = t->n_port ? t->port[0].place : t->place;
    set_power(nb, s, "power_idle", d->idle_w, d->idle_basis, where);
    set_power(nb, s, "power_typical", d->typical_w, d->typical_basis, where);
    set_power(nb, s, "power_maximum", d->maximum_w, d->maximum_basis, where);
    if (d->supplies) {
        import_set(im, s, "psu_count", where, "%d", d->supplies);
        import_set(im, s, "psu_needed", where, "%d", d->needed);
    }
    import_set(im, s, "height", t->at_height, "%s U", import_number(im, t->height_u));
    if (!isnan(t->weight_kg))
        import_set(im, s, "weight", t->at_weight, "%s kg", import_number(im, t->weight_kg));
    set_airflow(nb, t, s, d);
    if (d->accelerators) import_set(im, s, "accelerators", t->place, "%d", d->accelerators);
    if (d->rule) import_note(im, s, "%s", d->rule);
    if (t->n_device_bay) import_note(im, s, "a chassis with all its bays filled");
    if (t->role == NETBOX_CHILD)
        import_note(im, s, "stands in a bay of a chassis: count it or the chassis, not both");
    if (t->is_unpowered)
        import_note(im, s, "has no inlet of its own: its rack's power shelf feeds it");
    if (!t->is_full_depth && t->height_u > 0) import_note(im, s, "not of full depth");
    judge(nb, t, d);
}

/* ---- plugs ------------------------------------------------------------- */

/* Inlets by what their standards say, with the usual voltage of the place they come from.
   IEC 60309 comes in 16, 32, 63 and 125 A, which NetBox's word does not tell apart: 0.  Those
   of IEC 60320 go with any voltage up to 250 V: their source's holds. */
static const struct plug {
    const char *type;
    double ampere;
    const char *voltage;
    int phases;
} plugs[] = {
    {"iec-60320-c14", 10, NULL, 0},
    {"iec-60320-c20", 16, NULL, 0},
    {"iec-60309-p-n-e-4h", 0, "120 V LN", 1},
    {"iec-60309-p-n-e-6h", 0, "230 V LN", 1},
    {"iec-60309-2p-e-6h", 0, "230 V LN", 1},
    {"iec-60309-3p-e-6h", 0, "400 V LL", 3},
    {"iec-60309-3p-e-9h", 0, "208 V LL", 3},
    {"iec-60309-3p-n-e-6h", 0, "400 V LL", 3},
    {"iec-60309-3p-n-e-9h", 0, "208 V LL", 3},
    {"nema-5-15p", 15, "120 V LN", 1},
    {"nema-5-20p", 20, "120 V LN", 1},
    {"nema-5-30p", 30, "120 V LN", 1},
    {"nema-6-15p", 15, "208 V LL", 2},
    {"nema-6-20p", 20, "208 V LL", 2},
    {"nema-6-30p", 30, "208 V LL", 2},
    {"nema-l5-15p", 15, "120 V LN", 1},
    {"nema-l5-20p", 20, "120 V LN", 1},
    {"nema-l5-30p", 30, "120 V LN", 1},
    {"nema-l6-20p", 20, "208 V LL", 2},
    {"nema-l6-30p", 30, "208 V LL", 2},
    {"nema-l15-30p", 30, "208 V LL", 3},
    {"nema-l21-20p", 20, "208 V LL", 3},
    {"nema-l21-30p", 30, "208 V LL", 3},
    {"cs8365c", 50, "208 V LL", 3},
};

static const struct plug *plug_of(const char *type)
{
    for (size_t i = 0; type && i < sizeof plugs / sizeof *plugs; i++)
        if (!strcmp(plugs[i].type, type)) return &plugs[i];
    return NULL;
}

static void set_inlet(struct netbox *nb, const struct netbox_type *t, struct import_section *s,
                      bool with_current)
{
    struct import *im = nb->im;
    const struct plug *plug = t->n_port ? plug_of(t->port[0].type) : NULL;
    double ampere = plug ? plug->ampere : 0, told = netbox_number_with(t->words, "A", NULL);
    if (plug && plug->voltage) {
        import_set(im, s, "voltage", t->port[0].place, "%s", plug->voltage);
        import_set(im, s, "phases", t->port[0].place, "%d", plug->phases);
    }
    if (!with_current) return;
    double watt = t->n_port ? t->port[0].maximum_w : (double)NAN;
    if (!isnan(watt)) set_power(nb, s, "rated_power", watt, NULL, t->port[0].place);
    if (ampere > 0)
        import_set(im, s, "rated_current", t->place, "%s A", import_number(im, ampere));
    else if (told >= 5 && told <= 400)
        import_estimate(im, s, "rated_current", t->place, "the greatest current in its comments",
                        "%s A", import_number(im, told));
    else if (isnan(watt))
        diag_warning(im->diags, DIAG_INPUT, t->place, "add rated_current from its data sheet",
                     "neither plug nor comments of '%s' tell its rating: it will limit nothing",
                     t->model);
}

/* What a model of the catalogue has stands in for what the source never tells. */
static void copy_estimates(struct netbox *nb, const struct netbox_type *t, struct import_section *s,
                           const char *model, const char *const *keys)
{
    struct import *im = nb->im;
    const char *basis = arena_format(im->arena, "as %s of the catalogue", model);
    for (; *keys; keys++) {
        const char *text = import_model_text(im, (enum kind_id)s->kind, model, *keys);
        if (text) import_estimate(im, s, *keys, t->place, basis, "%s", text);
    }
}

static void add_strip(struct netbox *nb, struct netbox_type *t)
{
    static const char *const keys[] = {"no_load_loss", "square_loss", NULL}, *const unrated[] = {
                                                                                 "no_load_loss",
                                                                                 NULL};
    struct import_section *s = add_model(nb, t, KIND_RACKPDU);
    int inlets = t->n_port > 1 ? t->n_port : 1;
    if (!t->is_guess)
        import_set(nb->im, s, "outlets", t->place, "%d", (t->n_outlet + inlets - 1) / inlets);
    set_inlet(nb, t, s, true);
    bool is_rated = import_value(s, "rated_power") ||
                    (import_value(s, "rated_current") && import_value(s, "voltage"));
    copy_estimates(nb, t, s, "230v-16a", is_rated ? keys : unrated);
    if (inlets > 1)
        import_note(nb->im, s, "has %d inlets: this is one of them with its outlets", inlets);
    if (t->height_u > 0)
        import_note(nb->im, s, "takes %s U of its rack", import_number(nb->im, t->height_u));
}

/* ---- UPS, coolant units, supplies --------------------------------------- */

/* First run of three to five digits of a model's name, which makers set to its volt-amperes:
   SMX1500RMI2U, 5PX3000RTN. */
static double rating_in_name(const char *model)
{
    for (const char *s = model; *s; s++) {
        size_t n = strspn(s, "0123456789");
        double x;
        if (n >= 3 && n <= 5 && text_number((struct text){s, n}, &x) && x >= 300) return x;
        if (n) s += n - 1;
    }
    return (double)NAN;
}

static double first_known(double a, double b)
{
    return isnan(a) ? b : a;
}

static void add_ups(struct netbox *nb, struct netbox_type *t)
{
    static const char *const losses[] = {"c0", "c1", "c2", NULL};
    struct import *im = nb->im;
    double va = first_known(netbox_number_with(t->words, "VA", NULL),
                            netbox_number_with(t->model, "VA", NULL));
    double w = netbox_number_with(t->words, "W", NULL), named = rating_in_name(t->model);
    const char *basis = NULL;
    if (isnan(w) && t->n_port && !isnan(t->port[0].maximum_w)) {
        w = t->port[0].maximum_w;
        basis = "its input port's maximum draw";
    }
    if (isnan(w) && isnan(va) && isnan(named)) {
        import_leave_out(im, t->model, t->place, "a UPS whose rating is told nowhere");
        return;
    }
    struct import_section *s = add_model(nb, t, KIND_UPS);
    const char *like = "estimate";
    double ratio = import_model_value(im, KIND_UPS, like, "module_power") /
                   import_model_value(im, KIND_UPS, like, "module_apparent");
    double own_va = first_known(va, isnan(w) ? named : (double)NAN);
    if (isnan(w))
        set_power(nb, s, "module_power", own_va * ratio, "by the power factor of ups.estimate",
                  t->place);
    else
        set_power(nb, s, "module_power", w, basis, t->place);
    if (!isnan(va))
        import_set(im, s, "module_apparent", t->place, "%s kVA", import_number(im, va / 1000));
    else if (!isnan(own_va))
        import_estimate(im, s, "module_apparent", t->place, "the number in its name", "%s kVA",
                        import_number(im, own_va / 1000));
    copy_estimates(nb, t, s, like, losses);
    set_inlet(nb, t, s, false);
    if (!isnan(t->weight_kg)) import_note(im, s, "%s kg", import_number(im, t->weight_kg));
    if (t->height_u > 0) import_note(im, s, "takes %s U", import_number(im, t->height_u));
}

static void add_cdu(struct netbox *nb, struct netbox_type *t)
{
    static const char *const keys[] = {"approach", "supply",          "glycol",        "flow",
                                       "head",     "pump_efficiency", "pump_exponent", NULL};
    struct import *im = nb->im;
    double w = netbox_number_with(t->words, "W", "capacity");
    if (isnan(w)) {
        import_leave_out(im, t->model, t->place,
                         "a coolant distribution unit whose capacity is told nowhere");
        return;
    }
    struct import_section *s = add_model(nb, t, KIND_CDU);
    set_power(nb, s, "capacity", w, NULL, t->place);
    copy_estimates(nb, t, s, "in-rack-80", keys);
    if (!isnan(t->weight_kg)) import_note(im, s, "%s kg", import_number(im, t->weight_kg));
    if (t->height_u > 0) import_note(im, s, "takes %s U", import_number(im, t->height_u));
}

static const char *supply_grade(const struct netbox_type *t)
{
    static const char *const grades[][2] = {{"titanium", "titanium-2000"},
                                            {"platinum", "platinum-800"},
                                            {"gold", "gold-1600"},
                                            {"silver", "silver-1200"},
                                            {"bronze", "bronze-750"}};
    for (size_t i = 0; i < sizeof grades / sizeof *grades; i++)
        if (any_text(t, grades[i][0])) return grades[i][1];
    return "platinum-800";
}

static void add_supply(struct netbox *nb, struct netbox_type *t)
{
    static const char *const keys[] = {"efficiency", "power_factor", "harmonics", "inrush", NULL};
    struct import *im = nb->im;
    double named = netbox_number_with(t->model, "W", NULL);
    double drawn = t->n_port ? t->port[0].maximum_w : (double)NAN;
    if (isnan(named) && netbox_holds(t->words, "power supply"))
        named = netbox_number_with(t->words, "W", NULL);
    if (isnan(first_known(named, drawn))) {
        import_leave_out(im, t->model, t->place, "a module that is no power supply with a rating");
        return;
    }
    struct import_section *s = add_model(nb, t, KIND_PSU);
    if (isnan(named))
        import_estimate(im, s, "rated_power", t->place, "its port's maximum draw", "%s W",
                        import_number(im, drawn));
    else
        import_set(im, s, "rated_power", t->place, "%s W", import_number(im, named));
    copy_estimates(nb, t, s, supply_grade(t), keys);
}

/* ---- which kind -------------------------------------------------------- */

static void add_device(struct netbox *nb, struct netbox_type *t)
{
    struct netbox_draw d;
    bool is_pdu = any_text(t, "PDU"), is_ups = any_text(t, "UPS") || is_ups_series(t->model);
    if (netbox_holds(t->words, "battery pack"))
        import_leave_out(nb->im, t->model, t->place,
                         "a battery pack: its energy is not told, describe it as [battery]");
    else if (t->n_dc_outlet)
        import_leave_out(nb->im, t->model, t->place,
                         "a power shelf that gives direct current: describe it as [psu]");
    else if (t->n_outlet && is_ups && !is_pdu)
        add_ups(nb, t);
    else if (t->n_outlet)
        add_strip(nb, t);
    else if (any_text(t, "CDU") || netbox_holds(t->words, "coolant distribution"))
        add_cdu(nb, t);
    else if (netbox_draw(nb, t, &d))
        add_server(nb, t, &d);
    else if (!nb->is_site) /* of a site, its units are reserved */
        import_leave_out(nb->im, t->model, t->place,
                         "it takes no power; reserve its units in the rack");
}

struct import_section *netbox_model(struct netbox *nb, struct netbox_type *t)
{
    if (t->is_module)
        add_supply(nb, t);
    else
        add_device(nb, t);
    return t->section;
}

void netbox_models(struct netbox *nb)
{
    for (int i = 0; i < nb->n_type; i++) (void)netbox_model(nb, nb->type[i]);
}
