#ifndef DCPLAN_MODEL_NETBOX_H
#define DCPLAN_MODEL_NETBOX_H

/* What NetBox knows, as records; private to import_netbox and netbox_*.c. */

#include "input/csv.h"
#include "input/yaml.h"
#include "model/import.h"

enum { NETBOX_UNITS = 100 }; /* of any rack or device, as NetBox has it */

enum netbox_role { NETBOX_ALONE, NETBOX_PARENT, NETBOX_CHILD };

struct netbox_port {
    const char *name, *type;       /* type NULL: not given */
    double maximum_w, allocated_w; /* NaN: not given */
    struct place place;
};

/* A device type, or a module type (no slug, no height). */
struct netbox_type {
    struct place place;
    int pk;                                                /* of a dump; 0: none */
    const char *manufacturer, *model, *slug, *part_number; /* slug and part_number may be NULL */
    const char *words;          /* comments and description, "" if none */
    double height_u, weight_kg; /* NaN: not given */
    struct place at_height, at_weight, at_airflow;
    const char *airflow; /* as NetBox has it; NULL: not given */
    enum netbox_role role;
    bool is_module, is_unpowered, is_full_depth;
    bool is_listed; /* in a file of the device type library */
    bool is_guess;  /* no file has it: only its name and role are known */
    bool is_made;   /* what it becomes is settled */
    int n_port, cap_port;
    struct netbox_port *port;
    int n_outlet, n_dc_outlet;
    int n_psu_bay, n_accelerator_bay, n_device_bay, n_module_bay;
    int n_interface, n_panel_port, n_console; /* console: ports of a console server */
    struct import_section *section;           /* what it became; NULL: nothing */
};

struct netbox_rack {
    struct place place;
    int pk;
    const char *site, *location, *name; /* location "" if none */
    double units_u, width_m, depth_m, weight_kg, load_kg;
    int lowest_unit;
    bool is_descending; /* units are counted from the top */
    const char *width;  /* in inches, as written; "" if not */
    double *reserved;   /* by reservations and what takes no power; units from the floor */
    int n_reserved, cap_reserved;
    struct import_section *section;
    const char *room; /* name of the section */
    int mark;         /* of a pass over the racks */
};

struct netbox_device {
    struct place place;
    int pk;
    const char *name, *role, *manufacturer, *model, *site, *location, *rack, *face;
    const char *parent;       /* device whose bay it stands in; NULL: none */
    double position_u;        /* NaN: none */
    struct netbox_type *type; /* NULL: not among the files */
    struct netbox_rack *in;   /* NULL: in no rack */
    enum netbox_stand { NETBOX_FREE, NETBOX_AT, NETBOX_BEHIND } stand;
    bool is_server;                 /* goes into a group */
    const char *cords;              /* strips it is plugged into; "": as its rack */
    int group;                      /* 0: in none */
    struct import_section *section; /* of a strip, a UPS, a coolant unit */
};

/* One end of a cable. */
struct netbox_end {
    const char *device, *type, *name; /* type as NetBox has it: dcim.powerport */
};
/* A port of a device that is plugged into a strip or a feed. */
struct netbox_cord {
    const char *device, *into; /* device of the outlet, or name of the feed */
    bool is_feed;
    struct place place;
};

struct netbox_feed {
    struct place place;
    int pk;
    const char *name, *panel, *site, *location, *rack, *supply, *phase, *type;
    double volt, ampere, most_frac;
    struct netbox_rack *in;
    struct import_section *section;
};

struct netbox {
    struct import *im;
    int n_type, cap_type;
    struct netbox_type **type;
    int n_rack, cap_rack;
    struct netbox_rack **rack;
    int n_device, cap_device;
    struct netbox_device **device;
    int n_feed, cap_feed;
    struct netbox_feed **feed;
    int n_cord, cap_cord;
    struct netbox_cord *cord;
    bool is_site; /* there are racks or devices: models are those of the devices */
    int n_site;   /* different sites of racks */
    int n_unknown, cap_unknown;
    const char **unknown; /* fields that mean nothing here, each once */
    struct place at_unknown;
};

struct netbox_type *netbox_new_type(struct netbox *nb, struct place where);
struct netbox_port *netbox_new_port(struct netbox *nb, struct netbox_type *t, struct place where);
struct netbox_rack *netbox_new_rack(struct netbox *nb, struct place where);
struct netbox_device *netbox_new_device(struct netbox *nb, struct place where);
struct netbox_feed *netbox_new_feed(struct netbox *nb, struct place where);
/* Unit from the floor, 1 first, of a position as the rack counts them: from its first number, or
   from the top, where the position is still the least number of what stands there. */
double netbox_unit(const struct netbox_rack *r, double position_u, double height_u);
/* So many units from u on (counted from the floor) are taken; those beyond the rack are not. */
void netbox_reserve(struct netbox *nb, struct netbox_rack *r, double u, double height_u);
/* Keeps a cable when it is one of power. */
void netbox_plug(struct netbox *nb, const struct netbox_end *a, const struct netbox_end *b,
                 struct place where);
void netbox_unknown(struct netbox *nb, const char *field, struct place where);

/* kg of a weight in kg, g, lb or oz; NaN with an error for another unit. */
double netbox_weight_kg(struct netbox *nb, double weight, const char *unit, struct place where);

/* One document of a YAML file; false with errors that say what the schema wants. */
bool netbox_read_type(struct netbox *nb, const struct yaml *document);
/* A dump; false when it is none. */
bool netbox_read_dump(struct netbox *nb, const struct yaml *document, struct import_file *f);
/* A table that is known by its columns; false with errors. */
bool netbox_read_csv(struct netbox *nb, const struct csv *c, struct import_file *f);

/* A part of a text, in any case. */
bool netbox_holds(const char *text, const char *part);
/* Words looked for whole, in any case; web addresses are passed over. */
bool netbox_has_word(const char *text, const char *word);
/* The greatest number in front of a unit ("W" finds 6500 in "6.5kW"; "VA", "A"), kilo taken
   in; NaN if there is none.  after: only within 48 bytes behind this word; NULL: anywhere. */
double netbox_number_with(const char *text, const char *unit, const char *after);
/* Accelerators told of in words: "8x AMD Instinct MI300X OAM GPUs" is 8; 0 if not. */
int netbox_accelerators_in(const char *text);

/* What a device draws.  basis NULL: the source says so. */
struct netbox_draw {
    double idle_w, typical_w, maximum_w;
    const char *idle_basis, *typical_basis, *maximum_basis;
    const char *rule;     /* how ports were read; NULL: nothing to say */
    bool is_told;         /* in words that the ports do not agree with */
    int supplies, needed; /* 0: not known */
    int accelerators;
    const char *model; /* of the catalogue, that it is like */
};
/* Always finite and above zero, or false: it takes no power. */
bool netbox_draw(struct netbox *nb, const struct netbox_type *t, struct netbox_draw *out);

/* The models of all types. */
void netbox_models(struct netbox *nb);
/* The model of one, in t->section; NULL where it becomes none. */
struct import_section *netbox_model(struct netbox *nb, struct netbox_type *t);
/* Panels and breakers of all feeds. */
void netbox_add_feeds(struct netbox *nb);
/* Sources of strips, UPS, racks and servers; the devices' sections must be there. */
void netbox_feed_all(struct netbox *nb);
/* The site of all racks, devices and feeds. */
bool netbox_site(struct netbox *nb);

#endif
